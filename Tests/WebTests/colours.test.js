// The colours of style.css that follow from a value: those of the names of persons.

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

/** Returns the linear red, green and blue of a colour such as #fff. */
function ofHex(text) {
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit) : text.slice(1).match(/../g);
  return digits.map((pair) => linear(parseInt(pair, 16) / 255));
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
