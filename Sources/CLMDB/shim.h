#include <lmdb.h>

/* The C library declares statx only with _GNU_SOURCE, which Swift's own module of it is built without. */
#ifdef __linux__
#include <linux/stat.h>
int statx(int folder, const char *path, int flags, unsigned int mask, struct statx *result);
#endif
