// Glibc's own functions for memory. Swift's module Glibc leaves them out.
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>

/// The bytes that are free between blocks in use. Swift cannot call mallinfo2, which has the name of its result.
static inline size_t tidings_free_heap_bytes(void) { return mallinfo2().fordblks; }
#endif
