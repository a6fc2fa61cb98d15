// `waiters POST_URL CLIENTS POSTS INTERVAL_MS [HOST:PORT/PAST…]`: posts messages at an interval, while clients wait for them in
// long polls at the given addresses in turn, each from the id PAST on. Prints a line when all clients wait and before the
// first post, then the result as JSON.
//
// With 0 clients, it measures only the time until a server answers a post.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { buffer_size = 64 << 10, settle_ms = 2000, patience_ms = 10000, wait_seconds = 60 };

struct connection {
    int socket;
    char host[64];       // host and port
    unsigned long past;  // the id of the last message that came
    size_t received;
    char *answer;  // bytes that came since the last request
};

struct times {
    double *milliseconds;
    size_t count;
};

static void fail(const char *reason) {
    fprintf(stderr, "%s: %s\n", reason, errno == 0 ? "unexpected" : strerror(errno));
    exit(1);
}

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void *allocate(size_t size) {
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) fail("memory");
    return memory;
}

/// Connects to HOST:PORT, an IPv4 address.
static void open_connection(struct connection *connection, int epoll, const char *host) {
    memset(connection, 0, sizeof *connection);
    snprintf(connection->host, sizeof connection->host, "%s", host);
    connection->answer = allocate(buffer_size);
    char address[64];
    snprintf(address, sizeof address, "%s", host);
    char *colon = strrchr(address, ':');
    if (colon == NULL) fail("The address has no port");
    *colon = 0;
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(colon + 1))};
    if (inet_pton(AF_INET, address, &server.sin_addr) != 1) fail("The address is not IPv4");
    connection->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (connection->socket < 0) fail("socket");
    if (connect(connection->socket, (struct sockaddr *)&server, sizeof server) != 0) fail("connect");
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    fcntl(connection->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, connection->socket, &event) != 0) fail("epoll_ctl");
}

static void send_request(struct connection *connection, const char *request) {
    connection->received = 0;
    const ssize_t size = (ssize_t)strlen(request);
    if (send(connection->socket, request, (size_t)size, MSG_NOSIGNAL) != size) fail("send");
}

static void poll_again(struct connection *client) {
    char request[256];
    snprintf(request, sizeof request, "GET /messages.php?past=%lu&wait=%d HTTP/1.1\r\nHost: %s\r\n\r\n", client->past,
        wait_seconds, client->host);
    send_request(client, request);
}

static void post(struct connection *poster, const char *path, int number) {
    char body[64];
    const int size = snprintf(body, sizeof body, "user=jack&message=post+number+%d+end", number);
    char request[512];
    snprintf(request, sizeof request,
        "POST /%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
        path, poster->host, size, body);
    send_request(poster, request);
}

/// Reads what has come. Returns the body when the answer is complete, else NULL.
static char *receive(struct connection *connection) {
    char *const answer = connection->answer;
    const ssize_t count =
        recv(connection->socket, answer + connection->received, buffer_size - 1 - connection->received, 0);
    if (count < 0 && errno == EAGAIN) return NULL;
    if (count <= 0) fail("The server closed a connection");
    connection->received += (size_t)count;
    answer[connection->received] = 0;
    char *const end = strstr(answer, "\r\n\r\n");
    if (end == NULL) return NULL;
    if (strncmp(answer, "HTTP/1.1 200", 12) != 0) fail("The server did not answer with 200");
    const char *const length = strcasestr(answer, "\r\ncontent-length:");
    if (length == NULL || length > end) fail("The answer has no length");
    if (connection->received < (size_t)(end + 4 - answer) + strtoul(length + 17, NULL, 10)) return NULL;
    return end + 4;
}

/// Notes the messages of a page.
static void deliver(struct connection *client, const char *page, const double *posted, int posts, struct times *deliveries) {
    const double now = now_ms();
    for (const char *id = strstr(page, "id=\""); id != NULL; id = strstr(id + 1, "id=\"")) {
        client->past = strtoul(id + 4, NULL, 10);
        const char *const text = strstr(id, "post number ");
        const int number = text == NULL ? -1 : atoi(text + 12);
        if (number < 0 || number >= posts) fail("A message is not one of the posts");
        deliveries->milliseconds[deliveries->count++] = now - posted[number];
    }
}

static int compare(const void *left, const void *right) {
    const double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static double percentile(struct times times, double part) {
    if (times.count == 0) return -1;
    qsort(times.milliseconds, times.count, sizeof(double), compare);
    return times.milliseconds[(size_t)(part * (double)(times.count - 1))];
}

int main(int count, char **arguments) {
    const int clients = count < 5 ? 0 : atoi(arguments[2]);
    if (count < 5 || strncmp(arguments[1], "http://", 7) != 0 || (clients > 0 && count == 5)) {
        fprintf(stderr, "usage: waiters POST_URL CLIENTS POSTS INTERVAL_MS [HOST:PORT/PAST...]\n");
        return 2;
    }
    const int posts = atoi(arguments[3]);
    const double interval = atof(arguments[4]);
    const int epoll = epoll_create1(0);

    char *const host = arguments[1] + 7;
    char *const path = strchr(host, '/');
    if (path == NULL) fail("The URL has no path");
    *path = 0;
    struct connection poster;
    open_connection(&poster, epoll, host);

    struct connection *const waiting = allocate((size_t)clients * sizeof *waiting);
    for (int index = 0; index < clients; index += 1) {
        char address[64];
        snprintf(address, sizeof address, "%s", arguments[5 + index % (count - 5)]);
        char *const past = strchr(address, '/');
        if (past == NULL) fail("An address has no id");
        *past = 0;
        open_connection(&waiting[index], epoll, address);
        waiting[index].past = strtoul(past + 1, NULL, 10);
        poll_again(&waiting[index]);
    }
    double *const posted = allocate((size_t)posts * sizeof *posted);
    struct times answers = {allocate((size_t)posts * sizeof(double)), 0};
    // Each client gets each message once; a little room shows if it does not.
    const size_t expected = (size_t)posts * (size_t)clients;
    struct times deliveries = {allocate((expected + (size_t)clients * 50) * sizeof(double)), 0};

    double next = now_ms() + settle_ms;
    const double deadline = next + posts * interval + patience_ms;
    bool answered = true;
    for (int number = 0; answers.count < (size_t)posts || deliveries.count < expected;) {
        const double now = now_ms();
        if (now > deadline) break;
        if (answered && number < posts && now >= next) {
            if (number == 0) {
                puts("posting");
                fflush(stdout);
            }
            posted[number] = now;
            post(&poster, path + 1, number++);
            answered = false;
            next += interval;
        }
        // A busy loop would take the time of the servers, so the next post can be up to a millisecond late.
        const bool posting = answered && number < posts;
        const double rest = next - now_ms();
        struct epoll_event events[256];
        const int ready = epoll_wait(epoll, events, 256, !posting ? 100 : rest > 0 ? (int)rest + 1 : 0);
        for (int index = 0; index < ready; index += 1) {
            struct connection *const connection = events[index].data.ptr;
            char *const body = receive(connection);
            if (body == NULL) continue;
            if (connection == &poster) {
                answers.milliseconds[answers.count++] = now_ms() - posted[number - 1];
                answered = true;
            } else {
                deliver(connection, body, posted, posts, &deliveries);
                if (deliveries.count > expected) fail("A client got a message twice");
                poll_again(connection);
            }
        }
    }
    printf("{\"answers\": %zu, \"answer_p50_ms\": %.3f, \"answer_p99_ms\": %.3f, "
           "\"deliveries\": %zu, \"expected\": %zu, \"delivery_p50_ms\": %.3f, \"delivery_p99_ms\": %.3f}\n",
        answers.count, percentile(answers, 0.5), percentile(answers, 0.99), deliveries.count, expected,
        percentile(deliveries, 0.5), percentile(deliveries, 0.99));
}
