// Which part of a long text the page shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginning, isLong } from '../../Sources/ChatServer/Web/model/folding.js';
import { formatted, written } from '../../Sources/ChatServer/Web/model/markup.js';

const shownOf = (text) => beginning(formatted(text));

test('a text is long from 400 characters or 12 lines on', () => {
  for (const text of ['x'.repeat(400), 'x\n'.repeat(11)]) assert.equal(isLong(text), false);
  for (const text of ['x'.repeat(401), 'x\n'.repeat(12), 'x\r'.repeat(12)]) assert.equal(isLong(text), true);
});

test('a text that fits is shown as a whole', () => {
  for (const text of ['', '**bold**', 'x'.repeat(2000), 'x\n'.repeat(20), '`a` '.repeat(150)]) {
    assert.deepEqual(shownOf(text), { nodes: formatted(text), rest: '' });
  }
});

test('of a longer text, the beginning is shown, and the rest stays as it was written', () => {
  const cases = [
    ['x'.repeat(2001), 2000], ['x\n'.repeat(21), 40], ['`a` '.repeat(151), 600], [`${'x'.repeat(1999)}😀`, 1999],
    [`${'x'.repeat(1990)} **bold text**`, 1991 + 9], [`\`\`\`\n${'x\n'.repeat(30)}\`\`\``, 4 + 38],
  ];
  for (const [text, length] of cases) {
    const { nodes, rest } = shownOf(text);
    assert.equal(written(nodes), text.slice(0, length));
    assert.equal(rest, text.slice(length));
  }
});

test('a part of a mark is not shown, and a part of an address is no link', () => {
  const mark = '`'.repeat(20);
  assert.equal(written(shownOf(`${'x'.repeat(1990)} ${mark}a${mark}`).nodes), `${'x'.repeat(1990)} `);
  const { nodes } = shownOf(`${'x'.repeat(1970)} https://example.org/path`);
  assert.deepEqual(nodes.map((node) => typeof node), ['string', 'object']);
  assert.deepEqual(shownOf(`${'x'.repeat(1980)} https://example.org/path`).nodes.map((node) => typeof node), ['string', 'string']);
});
