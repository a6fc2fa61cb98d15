// The folders of the web client: each imports from itself and from those above it in the table of docs/architecture.md.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { paths, read } from './web-client.js';

const documented = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
const order = [...documented.matchAll(/^\| `Web\/(\w+)` \|/gm)].map(([, name]) => name);

const modules = paths().filter((path) => path.endsWith('.js'));
const folderOf = (path) => posix.dirname(path);
/** The paths that each module imports. */
const imports = new Map(modules.map((path) => [
  path,
  [...read(path).matchAll(/\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/.*?)\1/g)]
    .map(([,, name]) => posix.join(folderOf(path), name)),
]));

test('the table names each folder once', () => {
  const folders = new Set(modules.map(folderOf).filter((folder) => folder !== '.'));
  assert.deepEqual([...order].sort(), [...folders].sort());
});

test('imports between folders have one direction', () => {
  for (const [path, imported] of imports) {
    if (folderOf(path) === '.') continue;
    for (const other of imported) {
      const isAbove = order.indexOf(folderOf(other)) <= order.indexOf(folderOf(path));
      assert(isAbove && folderOf(other) !== '.', `${path} imports ${other}`);
    }
  }
});

test('imports have no circle, and each leads to a module', () => {
  const done = new Set();
  const visit = (path, above) => {
    assert(imports.has(path), `${above.at(-1)} imports ${path}`);
    assert(!above.includes(path), `a circle: ${[...above, path].join(' ')}`);
    if (done.has(path)) return;
    for (const other of imports.get(path)) visit(other, [...above, path]);
    done.add(path);
  };
  for (const path of modules) visit(path, []);
});
