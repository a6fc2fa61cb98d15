// Sets of ids as ranges, compared with sets of numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { above, includes, intersection, joined, runs, union } from '../../Sources/ChatServer/Web/model/ranges.js';
import { Dice, range } from './messages.js';

/** The ids up to which sets are compared. */
const end = 60;

const idsOf = (ranges) => range(1, end).filter((id) => includes(ranges, id));

function randomRanges(dice) {
  const ranges = [];
  let from = 1 + dice.below(8);
  while (from < end && dice.says(.8)) {
    const to = from + dice.below(6);
    ranges.push([from, to]);
    from = to + 2 + dice.below(8);
  }
  if (dice.says(.4)) ranges.push([from, Infinity]);
  return ranges;
}

function assertIsOrdered(ranges, where) {
  for (const [index, [from, to]] of ranges.entries()) {
    assert(from <= to, where);
    if (index > 0) assert(from > ranges[index - 1][1], where);
  }
}

test('a set has the ids from the first to the last one of each range', () => {
  assert.deepEqual(idsOf([[2, 3], [7, 7]]), [2, 3, 7]);
  assert.deepEqual(idsOf([[58, Infinity]]), [58, 59, 60]);
  assert.deepEqual(idsOf([]), []);
});

test('the intersection, the union and the rest above an id are those of sets', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const dice = new Dice(seed);
    const [one, other, id] = [randomRanges(dice), randomRanges(dice), dice.below(end)];
    const where = `seed ${seed}: ${JSON.stringify([one, other, id])}`;
    const [first, second] = [one, other].map((ranges) => new Set(idsOf(ranges)));
    assert.deepEqual(idsOf(intersection(one, other)), [...first].filter((id) => second.has(id)), where);
    assert.deepEqual(idsOf(union(one, other)), [...new Set([...first, ...second])].sort((a, b) => a - b), where);
    assert.deepEqual(idsOf(above(one, id)), [...first].filter((found) => found > id), where);
    for (const ranges of [intersection(one, other), union(one, other)]) assertIsOrdered(ranges, where);
  }
});

test('runs have the ids of one list and none of the other', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const dice = new Dice(seed);
    const included = dice.some(range(1, end), .3);
    const excluded = range(1, end).filter((id) => !included.includes(id) && dice.says(.3));
    const ranges = runs(included, excluded);
    const where = `seed ${seed}`;
    assertIsOrdered(ranges, where);
    assert(included.every((id) => includes(ranges, id)), where);
    assert(!excluded.some((id) => includes(ranges, id)), where);
    // No range goes beyond the ids, and none could be longer.
    for (const [from, to] of ranges) assert(included.includes(from) && included.includes(to), where);
    for (const [index, [from]] of ranges.slice(1).entries()) {
      assert(excluded.some((id) => id > ranges[index][1] && id < from), where);
    }
  }
});

test('too many ranges become one where the fewest ids are between them', () => {
  assert.deepEqual(joined([[1, 2], [5, 6], [8, 9], [20, Infinity]], 3), [[1, 2], [5, 9], [20, Infinity]]);
  assert.deepEqual(joined([[1, 2], [5, 6], [8, 9], [20, Infinity]], 2), [[1, 9], [20, Infinity]]);
  assert.deepEqual(joined([[1, 2], [3, 4], [5, 5], [7, 8]], Infinity), [[1, 5], [7, 8]]);
  assert.deepEqual(joined([], 1), []);
  for (let seed = 1; seed <= 300; seed += 1) {
    const dice = new Dice(seed);
    const [ranges, most] = [randomRanges(dice), 1 + dice.below(5)];
    const found = joined(ranges, most);
    assertIsOrdered(found, `seed ${seed}`);
    assert(found.length <= most, `seed ${seed}`);
    assert(idsOf(ranges).every((id) => includes(found, id)), `seed ${seed}`);
  }
});
