#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef __GLIBC__

static _Atomic uint64_t count;

static void count_one(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

uint64_t tidings_allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

// glibc has its own allocator under these names, too.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count_one();
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    count_one();
    return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count_one();
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

#else

uint64_t tidings_allocation_count(void) { return 0; }

#endif
