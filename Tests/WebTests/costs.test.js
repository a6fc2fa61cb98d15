// The time for a text is linear in its length, whatever its markup.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginning, isLong } from '../../Sources/ChatServer/Web/model/folding.js';
import { textBytes } from '../../Sources/ChatServer/Web/model/limits.js';
import { formatted, unmarked, written } from '../../Sources/ChatServer/Web/model/markup.js';
import { isEmoji } from '../../Sources/ChatServer/Web/model/text.js';

/** Parts of markup and of addresses, and characters that the rules for them treat in different ways. */
const atoms = [
  '*', '**', '_', '~~', '`', '``', '```', '\n', '\r\n', '> ', '- ', '1. ', '- a\n', '```\n', '```x\n', ' ', '\t', 'a', '1',
  'é', '日', '😀', '❤️', 'א', 'ا', '\u0301', 'https://', 'https://a', 'https://a.example/', 'https://日.a/(', '(', ')', '[',
  '「', '」', '“', '”', '"', "'", '’', '.', ',', '!', '@', '-', '·', '~', '/', '?', ':', '。', 'ی\u200c', '\u200b', '%41',
  '\\', '<',
];

/** Parts of links without a scheme, and of what looks like such links. */
const linkAtoms = [
  'www.', 'www.a.', 'www.a.bc', 'www.a.bc,', 'www.a.bc ', 'www.a.1,', 'www.a.bc/(', 'www.日本', 'awww.', 'a@日', 'a@', 'a@a.', 'a.@',
  '@a.bc', 'a@a.bc', 'a@a.bc,', 'a@a.bc ', 'a@a.b1_', 'a_', 'a.', 'a-', '_a@a.bc', `${'a'.repeat(63)}@`, `${'a.'.repeat(32)}@`,
  `${'.a'.repeat(31)}.@`, "a'@", 'https://a.bc,', 'https://a@', '://',
];

const bytes = (text) => Buffer.byteLength(text);
/** Returns repetitions of a unit with a number of bytes at most. */
const repeated = (unit, size) => unit.repeat(Math.max(1, Math.floor(size / bytes(unit))));

/** Returns functions that make a text with a number of bytes. */
function* constructs() {
  for (const one of atoms) {
    yield (size) => repeated(one, size);
    for (const other of ['**_', '`', '\n', 'https://a.example/']) yield (size) => repeated(other + one, size);
    // Behind a beginning without an end, and between two beginnings.
    for (const start of ['*', 'https://a.example/(']) yield (size) => start + repeated(one, size - bytes(start));
    for (const start of ['`', '```\n']) yield (size) => start + repeated(one, size - 2 * bytes(start)) + start;
  }
  for (const one of linkAtoms) {
    for (const end of ['', '@', '@a.bc', '_']) yield (size) => repeated(one, size - bytes(end)) + end;
  }
  // All beginnings before all ends.
  const pairs = [['*a ', ' a*'], ['~~a ', ' a~~'], ['**_', '_**'], ['(', ')'], ['https://a.example/(', ')'], ['> ', 'x'], ['“', '”']];
  for (const [start, end] of pairs) {
    yield (size) => repeated(start, size / 2) + repeated(end, size / 2);
  }
  yield (size) => Array.from({ length: Math.sqrt(size) }, (_, index) => '`'.repeat(index + 1)).join(' a ');
}

/** Returns a function that makes a text with a number of bytes: random parts, the ones in the middle repeated. */
function randomConstruct(random) {
  const some = (count) => Array.from({ length: count }, () => atoms[Math.floor(random() * atoms.length)]).join('');
  const [start, unit, end] = [some(random() * 3), some(1 + random() * 6), some(random() * 3)];
  return (size) => start + repeated(unit, size - bytes(start + end)) + end;
}

/** The mulberry32 generator: the same numbers for the same seed. */
function randomNumbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds for a text, at most. */
const limit = 20;

/** Returns the processor time of a function in milliseconds. It includes the threads in which V8 compiles the function. */
function time(act) {
  const began = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/**
 * Returns the time of the first attempt within a limit, else of the fastest.
 *
 * On a busy machine, the compiled code comes late. So the attempts go on for a second.
 */
function timeWithin(most, act) {
  let [least, sum] = [Infinity, 0];
  for (let attempt = 0; least > most && (attempt < 5 || sum < 1000); attempt += 1) {
    const milliseconds = time(act);
    least = Math.min(least, milliseconds);
    sum += milliseconds;
  }
  return least;
}

const elements = (nodes) => nodes.reduce(
  (sum, node) => sum + (typeof node === 'string' ? 0 : 1 + elements(node.children ?? [])), 0);
const depth = (nodes) => 1 + Math.max(0, ...nodes.map((node) => (node.children ? depth(node.children) : 0)));
/** Whether no text is empty or beside another one: browsers need long for many of them. */
const isJoined = (nodes) => nodes.every((node, index) => (
  typeof node === 'string' ? node !== '' && typeof nodes[index - 1] !== 'string' : isJoined(node.children ?? [])));

function check(make) {
  const text = make(textBytes);
  let nodes, shown;
  const prepare = () => {
    nodes = formatted(text);
    shown = beginning(nodes);
    return [isEmoji(text), isLong(text)];
  };
  const milliseconds = timeWithin(limit, prepare);
  const name = JSON.stringify(make(100));
  assert(milliseconds <= limit, `${milliseconds} ms for ${name}`);
  if (milliseconds > limit / 4) {
    // Four times the text takes four times as long, and not sixteen times.
    const quarter = make(textBytes / 4);
    const ofQuarter = Math.min(...Array.from({ length: 5 }, () => time(() => beginning(formatted(quarter)))));
    const isLinear = timeWithin(9 * ofQuarter, prepare) <= 9 * ofQuarter;
    assert(isLinear, `${milliseconds} ms, and ${ofQuarter} ms for a quarter, for ${name}`);
  }
  assert.equal(written(nodes), text.replace(/\r\n?/g, '\n'), name);
  assert(isJoined(nodes) && depth(nodes) <= 8 && elements(nodes) <= 2500, `${elements(nodes)} elements for ${name}`);
  const start = written(shown.nodes);
  assert.equal(start + shown.rest, written(nodes), name);
  assert(shown.rest === '' || isLong(text), name);
  assert(start.length <= 2000 && start.split('\n').length <= 21 && elements(shown.nodes) <= 600, name);
}

test('each construct is formatted in linear time with few and flat elements', () => {
  for (const make of constructs()) check(make);
});

test('random texts are formatted in linear time with few and flat elements', () => {
  const random = randomNumbers(Number(process.env.TIDINGS_SEED ?? 1));
  for (let count = 0; count < 150; count += 1) check(randomConstruct(random));
});

test('a text without its markup is made in linear time', () => {
  for (const unit of ['*a* ', '~~a~~ ', '`a` ', '> a\n', '- a\n', 'https://a.example/ ', '*\n']) {
    assert(timeWithin(limit, () => unmarked(repeated(unit, textBytes))) <= limit, unit);
  }
});
