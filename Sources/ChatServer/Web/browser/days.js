// Notices that another day has begun.

import { untilMidnight } from '../model/days.js';

/** Milliseconds between two looks at the date, at most: timers stop while a computer sleeps, and people change clocks. */
const longestPause = 60_000;

/** Calls a function each time when the local date has changed. */
export function followDays(changed) {
  let [shown, timer] = [new Date().toDateString()];
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(look, Math.min(untilMidnight(Date.now()), longestPause));
    const today = new Date().toDateString();
    if (today === shown) return;
    shown = today;
    changed();
  };
  // Browsers call timers of hidden pages late.
  document.addEventListener('visibilitychange', look);
  look();
}
