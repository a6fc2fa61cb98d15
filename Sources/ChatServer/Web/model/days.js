// The local days.

/** Returns the milliseconds from a time to the beginning of the next day. */
export function untilMidnight(time) {
  return new Date(time).setHours(24, 0, 0, 0) - time;
}
