#ifndef CTREES_H
#define CTREES_H

/// An LMDB environment with the trees of a node's store.
struct trees;

/// Opens an environment in an existing folder, or creates it there. Ends the process with a sentence if that fails, as all
/// functions here do.
struct trees *trees_open(const char *folder);

/// Writes so many messages in one transaction, and returns when they are on the disk. Not for two threads at the same time.
void trees_commit(struct trees *trees, int messages);

/// Writes messages until the store has `messages` of them.
void trees_fill(struct trees *trees, int messages);

void trees_close(struct trees *trees);

#endif
