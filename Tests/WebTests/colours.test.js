// The colours of style.css: axe-core checks in a browser what can be read in the light theme. Here, as values: the colours of the names
// of persons, and that the dark theme differs only in values, with which the same can be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './web-client.js';

const style = read('style.css');
/** The contrast that level AA of WCAG wants of texts. */
const least = 4.5;

/** Returns the two colours of a custom property, as in `light-dark(#fff, #23292d)`. */
function pairOf(name) {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((.*?), (.*?)\\);`).exec(style);
  return { light, dark };
}

const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (high + 0.05) / (low + 0.05);
};

/** Returns the red, green and blue of a colour such as #fff, linear unless something else is wanted. */
function ofHex(text, value = linear) {
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit) : text.slice(1).match(/../g);
  return digits.map((pair) => value(parseInt(pair, 16) / 255));
}

/** Returns the linear red, green and blue of `oklch(44% .11 hue)`, as CSS Color 4 defines it. */
function ofOklch(text, hue) {
  const [, lightness, chroma] = /oklch\((\d+)% ([.\d]+)/.exec(text).map(Number);
  const [a, b] = [Math.cos, Math.sin].map((part) => chroma * part(hue * Math.PI / 180));
  const cones = [[0.3963377774, 0.2158037573], [-0.1055613458, -0.0638541728], [-0.0894841775, -1.2914855480]]
    .map(([ofA, ofB]) => (lightness / 100 + ofA * a + ofB * b) ** 3);
  return [
    [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965], [-0.0041960863, -0.7034186147, 1.7076147010],
  ].map((row) => Math.min(1, Math.max(0, row.reduce((sum, factor, index) => sum + factor * cones[index], 0))));
}

test('each name can be read in its colour on each ground, in the light and in the dark theme', () => {
  const person = pairOf('person');
  for (const theme of ['light', 'dark']) {
    for (const ground of ['paper', 'card', 'own']) {
      for (let hue = 0; hue < 360; hue += 1) {
        const found = contrast(ofOklch(person[theme], hue), ofHex(pairOf(ground)[theme]));
        assert(found >= least, `${theme}, hue ${hue} on --${ground}: ${found.toFixed(2)}`);
      }
    }
  }
});

test('the grey of what the page says can be read on each ground', () => {
  for (const theme of ['light', 'dark']) {
    for (const ground of ['paper', 'side', 'card', 'own']) {
      const found = contrast(ofHex(pairOf('soft')[theme]), ofHex(pairOf(ground)[theme]));
      assert(found >= least, `${theme}, on --${ground}: ${found.toFixed(2)}`);
    }
  }
});

// MARK: The dark theme

/** The colour of a custom property in a theme, as red, green and blue from 0 to 1. */
const shownOf = (name, theme) => ofHex(pairOf(name)[theme], (value) => value);
/** Returns a colour that covers another one in part. */
const over = (top, share, below) => top.map((value, index) => share * value + (1 - share) * below[index]);
const contrastOf = (text, ground) => contrast(...[text, ground].map((colour) => colour.map(linear)));

test('the dark theme has other values of the custom properties, and no rules of its own', () => {
  assert.doesNotMatch(style, /prefers-color-scheme/);
  assert.deepEqual(style.match(/[^\n]*\[data-theme[^\n]*/g), [
    ':root[data-theme=light] { color-scheme: light; }', ':root[data-theme=dark] { color-scheme: dark; }',
    '  :root, :root[data-theme] { color-scheme: light; }',
  ]);
  // What has the same colour in both themes: avatars, buttons that delete, and what is behind a dialog.
  const rules = style.replaceAll(/--[\w-]+: [^;]*;/g, '');
  assert.deepEqual([...new Set(rules.match(/(?<=: [^;{}]*)(#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|light-dark)\([^;]*\))/g))].sort(),
    ['#000', '#c5372c', '#fff', 'oklch(47% .085 var(--hue, 185))', 'rgb(10 14 16 / 45%)']);
});

test('a white text can be read on the button that deletes', () => {
  const [, ground] = /^\.danger \{ background: (#\w+); color: #fff; \}$/m.exec(style);
  assert(contrast(ofHex('#fff'), ofHex(ground)) >= least);
});

test('what can be read in the light theme can be read in the dark one, too', () => {
  const texts = ['ink', 'soft', 'accent', 'good', 'busy', 'bad'];
  assert.deepEqual([...new Set(style.match(/(?<=[ {]color: var\(--)[\w-]+/g))].sort(), [...texts, 'on-accent', 'paper', 'person'].sort());
  // What covers a ground in part: --tint, a mention, and the chosen completion.
  const parts = [['ink', .08], ['soft', .08], ['accent', .08], ['bad', .08], ['accent', .12], ['accent', .16]];
  const grounds = ['paper', 'side', 'card'].flatMap((ground) => [[ground], ...parts.map((part) => [ground, ...part])]);
  const pairs = [
    ...texts.flatMap((text) => [...grounds, ['own']].map((ground) => [text, ...ground])),
    // In a person's own message, only what the person writes has something behind it.
    ['ink', 'own', 'ink', .08], ['ink', 'own', 'ink', .1],
    // On buttons, counts, counts of what is muted, and the sign of a problem.
    ['on-accent', 'accent'], ['ink', 'line'], ['paper', 'busy'],
  ];
  for (const [text, ground, part, share] of pairs) {
    const [light, dark] = ['light', 'dark'].map((theme) => {
      const below = shownOf(ground, theme);
      return contrastOf(shownOf(text, theme), part ? over(shownOf(part, theme), share, below) : below);
    });
    // Large texts need less.
    for (const least of [4.5, 3]) assert(light < least || dark >= least, `${[text, ground, part, share]}: ${light}, ${dark}`);
  }
});
