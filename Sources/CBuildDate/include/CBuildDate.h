#ifndef CBUILDDATE_H
#define CBUILDDATE_H

#include <stdint.h>

/// A moment at most two days before the program was compiled, in milliseconds since 1970-01-01 00:00:00 UTC.
///
/// The source is __DATE__, which clang takes from SOURCE_DATE_EPOCH where that is set.
uint64_t tidings_build_date_milliseconds(void);

#endif
