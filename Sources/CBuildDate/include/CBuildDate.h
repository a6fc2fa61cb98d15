#ifndef CBUILDDATE_H
#define CBUILDDATE_H

#include <stdint.h>

/// A time at most three days before CBuildDate.c was compiled, in milliseconds since 1970-01-01 00:00:00 UTC.
///
/// An incremental build does not compile CBuildDate.c again. The source is __DATE__, a local date, which clang takes from SOURCE_DATE_EPOCH where that is set.
uint64_t tidings_build_date_milliseconds(void);

#endif
