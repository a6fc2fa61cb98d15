#include "CTrees.h"

#include <lmdb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { id_size = 4, record_size = 268, largest_element = 38, largest_key = 7 };

/// The sets that a post without a post key changes: see "Sets" in docs/store-format.md. A post in
/// the main room by "jack", with 60 bytes of text, at a node named "bench".
static const struct {
    uint8_t key[largest_key];
    size_t key_size;
    size_t element_size;
    enum { ASCENDING, RANDOM } order;
} layout[] = {
    {{2}, 1, 38, RANDOM},                // digests
    {{5, 0xff, 0xff, 1}, 4, 4, ASCENDING},  // rooms
    {{6, 0xff, 0xff}, 3, 20, ASCENDING},    // room-order
};
enum { layout_count = sizeof layout / sizeof layout[0] };

/// The numbers that each commit changes.
static const char *const numbers[] = {"next-id", "largest-stamp", "largest-display-stamp", "latest-arrival"};
enum { numbers_count = sizeof numbers / sizeof numbers[0] };

struct trees {
    MDB_env *environment;
    MDB_dbi main;
    MDB_dbi log;
    MDB_dbi sets;
    uint64_t id;
    uint64_t random;
};

static void require(int status, const char *action) {
    if (status == MDB_SUCCESS) return;
    fprintf(stderr, "LMDB cannot %s: %s\n", action, mdb_strerror(status));
    exit(1);
}

static void write_number(uint8_t *bytes, uint64_t number, size_t size) {
    for (size_t index = 0; index < size; index += 1) bytes[index] = (uint8_t)(number >> (8 * (size - 1 - index)));
}

/// xorshift64, by George Marsaglia.
static uint64_t next_random(struct trees *trees) {
    trees->random ^= trees->random << 13;
    trees->random ^= trees->random >> 7;
    trees->random ^= trees->random << 17;
    return trees->random;
}

static void put(MDB_txn *transaction, MDB_dbi tree, MDB_val key, MDB_val value, unsigned flags) {
    require(mdb_put(transaction, tree, &key, &value, flags), "write");
}

static MDB_dbi open_tree(MDB_txn *transaction, const char *name, unsigned flags) {
    MDB_dbi tree;
    require(mdb_dbi_open(transaction, name, flags, &tree), "open a tree");
    return tree;
}

static uint64_t last_id(MDB_txn *transaction, MDB_dbi log) {
    MDB_cursor *cursor;
    MDB_val key, value;
    uint64_t id = 0;
    require(mdb_cursor_open(transaction, log, &cursor), "open a cursor");
    const int status = mdb_cursor_get(cursor, &key, &value, MDB_LAST);
    if (status != MDB_NOTFOUND) {
        require(status, "read the last key");
        for (size_t index = 0; index < key.mv_size; index += 1) id = id << 8 | ((const uint8_t *)key.mv_data)[index];
    }
    mdb_cursor_close(cursor);
    return id;
}

struct trees *trees_open(const char *folder) {
    struct trees *trees = calloc(1, sizeof *trees);
    if (trees == NULL) abort();
    require(mdb_env_create(&trees->environment), "create an environment");
    require(mdb_env_set_maxdbs(trees->environment, 2), "set the number of trees");
    require(mdb_env_set_mapsize(trees->environment, (size_t)64 << 30), "set the size of the map");
    require(mdb_env_open(trees->environment, folder, MDB_NOTLS, 0600), "open the folder");
    MDB_txn *transaction;
    require(mdb_txn_begin(trees->environment, NULL, 0, &transaction), "begin");
    trees->main = open_tree(transaction, NULL, 0);
    trees->log = open_tree(transaction, "log", MDB_CREATE);
    trees->sets = open_tree(transaction, "sets", MDB_CREATE | MDB_DUPSORT | MDB_DUPFIXED);
    trees->id = last_id(transaction, trees->log);
    // Not the seed with which the store was filled: the random elements have to be new.
    trees->random = 88172645463325252 ^ trees->id;
    require(mdb_txn_commit(transaction), "commit");
    return trees;
}

static void put_message(struct trees *trees, MDB_txn *transaction) {
    uint8_t id[id_size];
    uint8_t record[record_size];
    write_number(id, trees->id, sizeof id);
    memset(record, (int)trees->id, sizeof record);
    put(transaction, trees->log, (MDB_val){sizeof id, id}, (MDB_val){sizeof record, record}, MDB_APPEND);
    for (int index = 0; index < layout_count; index += 1) {
        uint8_t element[largest_element] = {0};
        const size_t size = layout[index].element_size;
        if (layout[index].order == RANDOM) {
            for (size_t start = 0; start + 8 <= size; start += 8) write_number(element + start, next_random(trees), 8);
        } else {
            write_number(element, trees->id, size < 8 ? size : 8);
        }
        put(transaction, trees->sets, (MDB_val){layout[index].key_size, (void *)layout[index].key},
            (MDB_val){size, element}, layout[index].order == ASCENDING ? MDB_APPENDDUP : MDB_NODUPDATA);
    }
}

/// The key of the main room in the group "newest-rooms".
static MDB_val newest_room(uint8_t bytes[largest_key], uint64_t id) {
    bytes[0] = 1;
    write_number(bytes + 1, id, 4);
    memset(bytes + 5, 0xff, 2);
    return (MDB_val){largest_key, bytes};
}

void trees_commit(struct trees *trees, int messages) {
    MDB_txn *transaction;
    require(mdb_txn_begin(trees->environment, NULL, 0, &transaction), "begin");
    // The room's entry moves from its last message before this commit to the last one of this commit.
    uint8_t bytes[largest_key];
    MDB_val newest = newest_room(bytes, trees->id);
    if (trees->id > 0) require(mdb_del(transaction, trees->sets, &newest, NULL), "delete");
    for (int count = 0; count < messages; count += 1) {
        trees->id += 1;
        put_message(trees, transaction);
    }
    put(transaction, trees->sets, newest_room(bytes, trees->id), (MDB_val){0, bytes}, MDB_NODUPDATA);
    uint8_t number[8];
    write_number(number, trees->id, sizeof number);
    for (int index = 0; index < numbers_count; index += 1) {
        put(transaction, trees->main, (MDB_val){strlen(numbers[index]), (void *)numbers[index]}, (MDB_val){8, number}, 0);
    }
    require(mdb_txn_commit(transaction), "commit");
}

void trees_fill(struct trees *trees, int messages) {
    const int batch = 10000;
    while (trees->id < (uint64_t)messages) {
        const int rest = messages - (int)trees->id;
        trees_commit(trees, rest < batch ? rest : batch);
    }
}

void trees_close(struct trees *trees) {
    mdb_env_close(trees->environment);
    free(trees);
}
