// `trees FOLDER MESSAGES BATCH SECONDS`: fills a new store with messages with LMDB alone; then writes messages in batches, each
// batch in one commit, and prints the number of messages in each second.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "CTrees.h"

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: trees FOLDER MESSAGES BATCH SECONDS\n");
        return 2;
    }
    struct trees *trees = trees_open(arguments[1]);
    trees_fill(trees, atoi(arguments[2]));
    const int batch = atoi(arguments[3]);
    const double start = seconds_now();
    const double end = start + atof(arguments[4]);
    long messages = 0;
    while (seconds_now() < end) {
        trees_commit(trees, batch);
        messages += batch;
    }
    printf("%.1f\n", (double)messages / (seconds_now() - start));
    trees_close(trees);
}
