// Messages and dice for the tests of a room.

/** Digests whose order as text differs from the order of their bytes, which is the one that counts. */
const digests = Array.from({ length: 64 }, (_, index) => (
  btoa(String.fromCharCode(index * 4, 7)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')));

/** Returns a message with an id. If nothing else is given, the display order is that of the ids. */
export function message(id, values = {}) {
  return {
    id, displayStamp: BigInt(id) << 16n, time: id * 1000, arrived: id * 1000, digest: digestOf(id), user: 'megan', device: 'laptop',
    origin: 'key', room: '', text: `number ${id}`, ...values,
  };
}

export const messages = (...ids) => ids.map((id) => message(id));

export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

export const ids = (all) => all.map(({ id }) => id);

/** Returns another digest for each number. */
export function digestOf(number) {
  return digests[number % 64] + digests[Math.floor(number / 64) % 64];
}

/** Random numbers that are the same for the same seed, by the mulberry32 generator. */
export class Dice {
  #state;

  constructor(seed) { this.#state = seed; }

  /** Returns a number from 0 to `end` - 1. */
  below(end) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor(((value ^ (value >>> 14)) >>> 0) / 4294967296 * end);
  }

  /** Whether an event happens that has this probability. */
  says(probability) { return this.below(1000) < probability * 1000; }

  pick(list) { return list[this.below(list.length)]; }

  /** Returns the members of a list that an event with this probability selects. */
  some(list, probability) { return list.filter(() => this.says(probability)); }
}
