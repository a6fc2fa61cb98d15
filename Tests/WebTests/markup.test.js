// Texts that could cost much more than their length.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatted } from '../../Sources/ChatServer/Web/model/markup.js';

const hostile = {
  asterisks: '*'.repeat(16384),
  backticks: '`'.repeat(16384),
  'signs of quotes': '>'.repeat(16384),
  'nested quotes': `${'> '.repeat(10_000)}x`,
  openings: '**_*a '.repeat(2730),
  endings: 'a* a** a_ '.repeat(1638),
  pairs: '*a* '.repeat(4096),
  'nested parts': '*a '.repeat(5_000) + 'a* '.repeat(5_000),
  'runs of backticks': Array.from({ length: 179 }, (_, index) => '`'.repeat(index + 1)).join(' a '),
  'unbalanced backticks': '` a'.repeat(5461),
  quotes: '> x\n'.repeat(4096),
  'quotes and lines': '> x\ny\n'.repeat(2730),
  'code blocks': '```\nx\n```\n'.repeat(1489),
  'beginnings of code blocks': '```\n'.repeat(4096),
  'code blocks in one line': '``` '.repeat(4096),
  'spaces after a code block': `\`\`\`${' '.repeat(16_000)}x`,
  items: '- a\n'.repeat(4096),
  numbers: '1. a\n'.repeat(3276),
  addresses: '*http://a_ '.repeat(1489),
  'line feeds': '\n'.repeat(16384),
};

const text = (nodes) => nodes.map((node) => (
  typeof node === 'string' ? node : node.mark ?? node.link ?? text(node.children))).join('');
const elements = (nodes) => nodes.reduce((sum, node) => (
  sum + (typeof node === 'string' || node.link ? 0 : 1 + elements(node.children ?? []))), 0);
const depth = (nodes) => 1 + Math.max(0, ...nodes.map((node) => (node.children ? depth(node.children) : 0)));

for (const [name, written] of Object.entries(hostile)) {
  test(`${name} are formatted in linear time with few and flat elements`, () => {
    const measured = (text) => {
      const began = performance.now();
      return [formatted(text), performance.now() - began];
    };
    const [nodes, time] = measured(written);
    const [, longTime] = measured(written.repeat(8));
    assert.equal(text(nodes), written);
    // Quadratic time for eight times the text would be more than ten seconds.
    assert(time < 1000 && longTime < 5000, `${time} ms, ${longTime} ms`);
    assert(elements(nodes) <= 2500 && depth(nodes) <= 8);
  });
}
