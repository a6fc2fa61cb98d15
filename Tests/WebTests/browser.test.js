// The interfaces that a browser may lack or refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths, read } from './web-client.js';

const interfaces = new RegExp(`(?<!\\.)\\b(?:${[
  'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel', 'Notification', 'trustedTypes',
].join('|')})\\b|\\bnavigator\\??\\.(?:locks|serviceWorker|clipboard)\\b|\\bglobalThis\\b`);

/** The module that decides, and the two scripts that run without modules: they catch what these interfaces throw. */
const users = ['browser/browser.js', 'sw.js', 'theme.js'];

const withoutComments = (code) => code.replace(/\/\*[^]*?\*\/|(?<=^\s*)\/\/.*$/gm, '');

test('one module decides which interfaces the browser has', () => {
  const scripts = paths().filter((path) => path.endsWith('.js') && !path.startsWith('languages/'));
  const found = scripts.filter((path) => interfaces.test(withoutComments(read(path))));
  assert.deepEqual(found, users);
});
