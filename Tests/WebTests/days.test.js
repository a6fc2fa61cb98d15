// When the next day begins, also where clocks change at midnight.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilMidnight } from '../../Sources/ChatServer/Web/model/days.js';

const day = (time) => new Date(time).toDateString();

test('the next day begins at midnight', () => {
  process.env.TZ = 'UTC';
  const midnight = Date.UTC(2026, 10, 25);
  assert.equal(untilMidnight(midnight - 1), 1);
  assert.equal(untilMidnight(midnight), 86_400_000);
  assert.equal(untilMidnight(Date.UTC(2026, 11, 31, 18)), 6 * 3_600_000);
});

test('it is the same day until then and another one afterwards, in every time zone', () => {
  // In São Paulo and Beirut, clocks were changed at midnight; Apia has left out a day; Lord Howe changes by half an hour.
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'America/Havana', 'Asia/Beirut',
    'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati'];
  for (const zone of zones) {
    process.env.TZ = zone;
    for (let time = Date.UTC(2010, 0, 1); time < Date.UTC(2027, 0, 1); time += 13 * 3_600_000 + 7_654_321) {
      const left = untilMidnight(time);
      const where = `${zone}, ${new Date(time).toISOString()}`;
      assert(left > 0 && left <= 25 * 3_600_000, where);
      assert.equal(day(time + left - 1), day(time), where);
      assert.notEqual(day(time + left), day(time), where);
    }
  }
});
