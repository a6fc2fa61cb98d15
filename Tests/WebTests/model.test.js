// The folder `model` works without a browser: without its document, its storage and its network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths, read } from './web-client.js';

const modules = paths('model/');

/** The interfaces of a browser that a module of the folder may not name. */
const ofBrowsers = new RegExp(`\\b(?:${[
  'document', 'window', 'navigator', 'location', 'history', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'fetch',
  'XMLHttpRequest', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Notification', 'matchMedia', 'getComputedStyle',
  'requestAnimationFrame', 'DOMParser', 'addEventListener',
].join('|')})\\b`);

const withoutComments = (code) => code.replace(/\/\*[^]*?\*\/|(?<=^\s*)\/\/.*$/gm, '');

test('the modules of the folder import only modules of the folder', () => {
  for (const path of modules) {
    const imported = [...read(path).matchAll(/\b(?:from|import)\s*\(?\s*(['"`])(.*?)\1/g)].map(([,, name]) => name);
    for (const name of imported) {
      assert.match(name, /^\.\/[\w-]+\.js$/, `${path} imports ${name}`);
      assert(modules.includes(`model/${name.slice(2)}`), `${path} imports ${name}`);
    }
  }
});

test('the modules of the folder name no interface of a browser', () => {
  for (const path of modules) {
    // Without texts, and without the names of properties.
    const code = withoutComments(read(path)).replace(/(['"`])(?:\\.|(?!\1).)*\1/g, "''").replace(/\.\s*[\w$]+/g, '');
    const found = ofBrowsers.exec(code);
    assert.equal(found?.[0], undefined, path);
  }
});

test('the modules of the folder are loaded without a browser', async () => {
  assert(modules.length > 5);
  for (const path of modules) await import(`../../Sources/ChatServer/Web/${path}`);
});
