// What Enter does in the text box, also with an input method, in the order of events of each engine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnterKey, isOfInputMethod } from '../../Sources/ChatServer/Web/model/enter.js';

/** Returns what each event leads to, without those that are not about Enter. Events come a millisecond apart. */
function actions(events, { breaksLine = false } = {}) {
  const key = new EnterKey();
  return events.map((event, index) => key.handle({ timeStamp: index, ...event }, breaksLine)).filter((action) => action);
}

const begin = { type: 'compositionstart' };
const end = { type: 'compositionend' };
const released = { type: 'keyup', key: 'Enter', keyCode: 13 };
const enter = { type: 'keydown', key: 'Enter', keyCode: 13, isComposing: false };
/** The keydown of an Enter that the input method consumes, before and after the end of the composition. */
const composingEnter = { ...enter, keyCode: 229, isComposing: true };
const lateEnter = { ...enter, keyCode: 229 };
/** A key of the input method, such as a letter. Chromium on Android names none of them. */
const letter = { type: 'keydown', key: 'Process', keyCode: 229, isComposing: true };
const unnamed = { ...letter, key: 'Unidentified' };
const input = (inputType, data = null) => ({ type: 'beforeinput', inputType, data });
const composed = input('insertCompositionText', 'にほん');
const lineBreak = input('insertLineBreak');
/** WebKit replaces the text of a composition when it ends. */
const webKitCommit = [input('deleteCompositionText'), input('insertFromComposition', '日本'), end];

/** The keyboard, what the events lead to, and the events. A second Enter follows those of a composition. */
const onKeyboards = {
  'Enter sends': [['send'], [enter]],
  'Shift and Enter break the line': [['line break', 'line break'], [{ ...enter, shiftKey: true }, lineBreak]],
  'Ctrl and Enter send, also with Shift': [
    ['send', 'send'], [{ ...enter, ctrlKey: true }, { ...enter, ctrlKey: true, shiftKey: true }]],
  'Meta and Enter send': [['send'], [{ ...enter, metaKey: true }]],
  'other keys are left to the browser': [[], [{ ...enter, key: 'a', keyCode: 65 }, input('insertText', 'a')]],
  'Chromium and Firefox, Japanese and Chinese': [
    ['nothing', 'send'], [letter, begin, composed, composingEnter, composed, end, released, enter]],
  'Chromium on macOS, Korean: the commit is followed by a line break': [
    ['nothing', 'nothing', 'send'], [letter, begin, composed, composingEnter, composed, end, lineBreak, released, enter]],
  'Chromium on Windows and Firefox, Korean: the input method passes the Enter on': [
    ['send'], [letter, begin, composed, { ...composingEnter, key: 'Process' }, composed, end, enter]],
  'WebKit on macOS, Japanese and Chinese': [
    ['nothing', 'send'], [begin, letter, composed, ...webKitCommit, lateEnter, released, enter]],
  'WebKit on macOS, Korean: the commit is followed by a line break': [
    ['nothing', 'nothing', 'send'], [begin, letter, composed, ...webKitCommit, lateEnter, lineBreak, released, enter]],
  'WebKit: Shift and Enter that end a composition': [
    ['nothing', 'nothing'], [begin, composed, ...webKitCommit, { ...lateEnter, shiftKey: true }, lineBreak]],
  'a line break after the Enter that ended a composition was released': [
    ['nothing', 'line break'], [begin, composed, composingEnter, end, released, input('insertText', '\n')]],
  'a composition that a click has ended': [['send'], [begin, composed, end, enter]],
  'a composition that Enter has ended without a line break, and a line break of its own': [
    ['nothing', 'line break', 'line break'],
    [begin, composed, ...webKitCommit, lateEnter, { ...enter, shiftKey: true }, lineBreak]],
  'a second composition directly after the first': [
    ['nothing', 'nothing', 'send'],
    [begin, composed, composingEnter, end, begin, composed, composingEnter, end, released, enter]],
  // Some programs for remote work report every key so.
  'an Enter with key code 229 without a composition': [['nothing', 'line break'], [lateEnter, lineBreak]],
};

for (const [name, [expected, events]] of Object.entries(onKeyboards)) {
  test(`on a keyboard: ${name}`, () => assert.deepEqual(actions(events), expected));
}

const onTouchKeyboards = {
  'Enter breaks the line': [['line break', 'line break'], [enter, lineBreak]],
  'Ctrl and Enter send': [['send'], [{ ...enter, ctrlKey: true }]],
  // The keyboard of Android composes English, too.
  'Chromium on Android: Enter breaks the line after a composed word': [
    ['line break', 'line break'], [unnamed, begin, composed, end, enter, lineBreak]],
  'Chromium on Android: Enter without a name breaks the line, too': [
    ['line break'], [unnamed, begin, composed, end, unnamed, lineBreak]],
  'Chromium on Android: Enter during a composition breaks the line, too': [
    ['nothing', 'line break'], [unnamed, begin, composed, { ...enter, isComposing: true }, end, lineBreak]],
  'WebKit on iOS with a hardware keyboard': [
    ['nothing', 'nothing', 'line break', 'line break'],
    [begin, letter, composed, ...webKitCommit, lateEnter, lineBreak, released, enter, lineBreak]],
  ...Object.fromEntries([lineBreak, input('insertParagraph'), input('insertText', '\n')].map((unwanted) => [
    `WebKit on iOS: a commit without a keydown, followed by ${unwanted.inputType}`,
    [['nothing', 'line break', 'line break'], [begin, composed, ...webKitCommit, unwanted, enter, lineBreak]],
  ])),
  'WebKit on iOS: a choice in the list, later Enter without a keydown': [
    ['line break'], [begin, composed, ...webKitCommit, { ...lineBreak, timeStamp: 1000 }]],
  'WebKit on iOS: text of the dictation': [['line break'], [unnamed, lineBreak]],
};

for (const [name, [expected, events]] of Object.entries(onTouchKeyboards)) {
  test(`on a touch keyboard: ${name}`, () => assert.deepEqual(actions(events, { breaksLine: true }), expected));
}

test('keys of an input method are told from other keys in each engine', () => {
  const escape = { key: 'Escape', keyCode: 27, isComposing: false };
  assert.equal(isOfInputMethod(escape), false);
  assert.equal(isOfInputMethod({ ...escape, isComposing: true }), true);
  // In WebKit, the composition that Escape has cancelled has ended before the keydown.
  assert.equal(isOfInputMethod({ ...escape, keyCode: 229 }), true);
});
