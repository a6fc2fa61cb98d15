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

/** Returns the ids of one list as ranges that do not include an id of the other list. */
export function runs(ids, others) {
  const all = [...ids.map((id) => [id, true]), ...others.map((id) => [id, false])].sort((a, b) => a[0] - b[0]);
  const ranges = [];
  let isOpen = false;
  for (const [id, isIncluded] of all) {
    if (isIncluded && isOpen) ranges.at(-1)[1] = id;
    else if (isIncluded) ranges.push([id, id]);
    isOpen = isIncluded;
  }
  return ranges;
}

/** Returns the ids that are in at least one of two sets. */
export function union(one, other) {
  const all = [];
  for (const [from, to] of [...one, ...other].sort((a, b) => a[0] - b[0])) {
    if (all.length > 0 && from <= all.at(-1)[1]) all.at(-1)[1] = Math.max(all.at(-1)[1], to);
    else all.push([from, to]);
  }
  return all;
}

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
