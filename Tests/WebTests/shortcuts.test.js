// Which shortcut a key stands for, on different keyboards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyName, shortcutOf } from '../../Sources/ChatServer/Web/model/shortcuts.js';

/** Returns a key event as a browser sends it, from a text such as "Control+Shift+k". */
function event(keys, { code = '', ...others } = {}) {
  const names = keys.split('+');
  const key = names.at(-1);
  const [ctrlKey, metaKey, altKey, shiftKey] = ['Control', 'Meta', 'Alt', 'Shift'].map((name) => names.includes(name));
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing: false, keyCode: 0, ...others };
}

const inMessages = { isMac: false, isTyping: false, isChoice: false };
const inText = { ...inMessages, isTyping: true };
const inChoice = { ...inText, isChoice: true };
const inBox = { ...inText, isInBox: true };
const onMac = (context) => ({ ...context, isMac: true });

test('Alt and an arrow key lead to the next or the previous room, also from a text box', () => {
  for (const context of [inMessages, inText, onMac(inMessages), onMac(inText)]) {
    assert.equal(shortcutOf(event('Alt+ArrowDown'), context), 'nextRoom');
    assert.equal(shortcutOf(event('Alt+ArrowUp'), context), 'previousRoom');
    assert.equal(shortcutOf(event('Alt+Shift+ArrowDown'), context), 'nextUnreadRoom');
    assert.equal(shortcutOf(event('Alt+Shift+ArrowUp'), context), 'previousUnreadRoom');
  }
});

test('Alt and an arrow key open a list of choices', () => {
  assert.equal(shortcutOf(event('Alt+ArrowDown'), inChoice), undefined);
  assert.equal(shortcutOf(event('Alt+ArrowUp'), onMac(inChoice)), undefined);
});

test('Control and K find a room; on a Mac, Command and K', () => {
  for (const context of [inMessages, inText, inBox, inChoice]) {
    assert.equal(shortcutOf(event('Control+k'), context), 'findRoom');
    assert.equal(shortcutOf(event('Meta+k'), context), undefined);
    assert.equal(shortcutOf(event('Meta+k'), onMac(context)), 'findRoom');
    // Here this deletes the rest of a line.
    assert.equal(shortcutOf(event('Control+k'), onMac(context)), undefined);
  }
});

test('Control and K find a room with Caps Lock', () => {
  assert.equal(shortcutOf(event('Control+K'), inText), 'findRoom');
});

test('in the message box, Control and B are for bold, Control and I for italic; on a Mac with Command', () => {
  for (const [key, shortcut] of [['b', 'bold'], ['B', 'bold'], ['i', 'italic'], ['u', undefined]]) {
    assert.equal(shortcutOf(event(`Control+${key}`), inBox), shortcut, key);
    assert.equal(shortcutOf(event(`Meta+${key}`), onMac(inBox)), shortcut, key);
    // Here they move the caret, or delete.
    assert.equal(shortcutOf(event(`Control+${key}`), onMac(inBox)), undefined, key);
    for (const context of [inMessages, inText]) assert.equal(shortcutOf(event(`Control+${key}`), context), undefined, key);
  }
  assert.equal(shortcutOf(event('Control+и', { code: 'KeyB' }), inBox), 'bold');
  for (const keys of ['b', 'Control+Shift+B', 'Control+Alt+i']) assert.equal(shortcutOf(event(keys), inBox), undefined, keys);
});

test('on a keyboard for other letters, the position of the key says that it is K', () => {
  // Russian, Greek, Hebrew and Korean.
  for (const key of ['л', 'Л', 'κ', 'ל', 'ㅏ']) {
    assert.equal(shortcutOf(event(`Control+${key}`, { code: 'KeyK' }), inText), 'findRoom', key);
    assert.equal(shortcutOf(event(`Meta+${key}`, { code: 'KeyK' }), onMac(inText)), 'findRoom', key);
    assert.equal(shortcutOf(event(`Control+${key}`, { code: 'KeyL' }), inText), undefined, key);
  }
  // Dvorak: K is where V is, and T where K is.
  assert.equal(shortcutOf(event('Control+k', { code: 'KeyV' }), inText), 'findRoom');
  assert.equal(shortcutOf(event('Control+t', { code: 'KeyK' }), inText), undefined);
});

test('Control and a slash list the shortcuts, also with the Shift that the slash needs on many keyboards', () => {
  for (const context of [inMessages, inText, inBox, inChoice]) {
    for (const keys of ['Control+/', 'Control+Shift+/']) {
      assert.equal(shortcutOf(event(keys), context), 'showShortcuts', keys);
      assert.equal(shortcutOf(event(keys), onMac(context)), undefined, keys);
      assert.equal(shortcutOf(event(keys.replace('Control', 'Meta')), onMac(context)), 'showShortcuts', keys);
    }
  }
});

test('outside of the fields, a key that writes a character or pastes leads to the message box', () => {
  for (const keys of ['a', 'Shift+A', 'é', 'я', '7', '?', '/', 'Control+v', 'Control+Shift+V']) {
    assert.equal(shortcutOf(event(keys), inMessages), 'skipToMessageBox', keys);
    assert.equal(shortcutOf(event(keys.replace('Control', 'Meta')), onMac(inMessages)), 'skipToMessageBox', keys);
    for (const context of [inText, inBox, inChoice]) assert.equal(shortcutOf(event(keys), context), undefined, keys);
  }
  assert.equal(shortcutOf(event('Control+м', { code: 'KeyV' }), inMessages), 'skipToMessageBox');
});

test('the same keys with others belong to the browser', () => {
  const others = [
    'ArrowDown', 'Shift+ArrowDown', 'Control+ArrowDown', 'Control+Alt+ArrowDown', 'Meta+Alt+ArrowDown', 'Alt+ArrowLeft', 'Alt+k',
    'Control+Shift+K', 'Control+Alt+k', 'Control+Meta+k', 'Control+?', 'Alt+?', 'Meta+?', 'Control+Alt+/', 'Control+Alt+v', 'Control+c',
    'Control+a', ' ', 'Enter', 'Tab', 'Escape', 'F5', 'Shift', 'Dead',
  ];
  for (const keys of others) {
    for (const context of [inMessages, onMac(inMessages)]) assert.equal(shortcutOf(event(keys), context), undefined, keys);
  }
});

test('a key that belongs to an input method is no shortcut', () => {
  for (const method of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const keys of ['Alt+ArrowDown', 'Control+k', 'Control+/', 'a', 'Control+v']) {
      assert.equal(shortcutOf(event(keys, method), inMessages), undefined, keys);
    }
  }
});

test('the list of shortcuts names the keys of the keyboard', () => {
  assert.deepEqual(['Alt', 'Ctrl', 'Shift', 'K', '↓'].map((key) => keyName(key, true)), ['⌥', '⌘', '⇧', 'K', '↓']);
  assert.deepEqual(['Alt', 'Ctrl', 'Shift', 'K', '↓'].map((key) => keyName(key, false)), ['Alt', 'Ctrl', 'Shift', 'K', '↓']);
});
