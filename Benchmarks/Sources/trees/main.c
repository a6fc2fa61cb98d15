// LMDB alone, with the trees of a node's store:
//
// `trees FOLDER MESSAGES`: writes messages until the store has `MESSAGES` of them.
// `trees FOLDER BATCH SECONDS`: writes messages in batches, each batch in one commit, and prints the number of messages in
// each second.

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
    if (count != 3 && count != 4) {
        fprintf(stderr, "usage: trees FOLDER MESSAGES\n       trees FOLDER BATCH SECONDS\n");
        return 2;
    }
    struct trees *trees = trees_open(arguments[1]);
    if (count == 3) {
        trees_fill(trees, atoi(arguments[2]));
        trees_close(trees);
        return 0;
    }
    const int batch = atoi(arguments[2]);
    const double start = seconds_now();
    const double end = start + atof(arguments[3]);
    long messages = 0;
    while (seconds_now() < end) {
        trees_commit(trees, batch);
        messages += batch;
    }
    printf("%.1f\n", (double)messages / (seconds_now() - start));
    trees_close(trees);
}
