#include "CBuildDate.h"

// __DATE__ has the form "Nov  1 2026".
static int digit(int index) { return __DATE__[index] == ' ' ? 0 : __DATE__[index] - '0'; }

static int month(void) {
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    for (int month = 0; month < 12; month += 1) {
        const char *name = names + 3 * month;
        if (name[0] == __DATE__[0] && name[1] == __DATE__[1] && name[2] == __DATE__[2]) return month + 1;
    }
    return 1;
}

// Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil, for years from 1970 on.
static uint64_t days_since_1970(int year, int month, int day) {
    const uint64_t shifted_year = year - (month <= 2);
    const uint64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const uint64_t leap_days = shifted_year / 4 - shifted_year / 100 + shifted_year / 400;
    return shifted_year * 365 + leap_days + day_of_year - 719468;
}

uint64_t tidings_build_date_milliseconds(void) {
    const int day = 10 * digit(4) + digit(5);
    const int year = 1000 * digit(7) + 100 * digit(8) + 10 * digit(9) + digit(10);
    const uint64_t days = days_since_1970(year, month(), day);
    // __DATE__ is the local date, which can be a day ahead of the date in UTC. It can also be a day behind.
    return days == 0 ? 0 : (days - 1) * 86400000;
}
