// Sets of ids as ascending, separate ranges [from, to]. The last range may have no end: [from, Infinity].

export const includes = (ranges, id) => ranges.some(([from, to]) => from <= id && id <= to);

/** Returns the ids that are in both sets. */
export function intersection(one, other) {
  const both = [];
  for (const [from, to] of one) {
    for (const [start, end] of other) {
      if (start <= to && from <= end) both.push([Math.max(from, start), Math.min(to, end)]);
    }
  }
  return both;
}

/** Returns the ids of a set above an id. */
export const above = (ranges, id) => intersection(ranges, [[id + 1, Infinity]]);

/** Returns at most `most` ranges that include the set: the ranges with the fewest ids between them become one. */
export function joined(ranges, most) {
  const all = ranges.map((range) => [...range]);
  const gap = (index) => all[index + 1][0] - all[index][1];
  for (let index = all.length - 2; index >= 0; index -= 1) if (gap(index) <= 1) join(index);
  while (all.length > most) {
    let smallest = 0;
    for (let index = 1; index < all.length - 1; index += 1) if (gap(index) < gap(smallest)) smallest = index;
    join(smallest);
  }
  return all;

  function join(index) {
    const [[, to]] = all.splice(index + 1, 1);
    all[index][1] = Math.max(all[index][1], to);
  }
}
