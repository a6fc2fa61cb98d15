#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// The number of allocations of this process until now, on all threads: calls of malloc, calloc, realloc, and of the
/// functions for aligned memory. 0 where the program cannot count them.
///
/// A program that links this target counts from its start. It counts on Linux with glibc only, because only there a function
/// of the program replaces that of the C library in all libraries, too.
uint64_t tidings_allocation_count(void);

#endif
