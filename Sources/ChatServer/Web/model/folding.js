// Folded texts. The web page shows only the beginning of a long text until the person asks for all of it, so the time to show
// a message has a limit.

import { written } from './markup.js';

/** A text above one of these limits may be higher than a folded text. The web page measures it. */
const longLines = 12;
const longCharacters = 400;
/** The limits of the shown beginning of a folded text: lines and UTF-16 units, which fill its height, and elements. */
const mostLines = 20;
const mostCharacters = 2000;
const mostElements = 150;

export function isLong(text) {
  return text.length > longCharacters || text.split(/[\n\r\u0085\u2028]/).length > longLines;
}

/**
 * Divides a formatted text, see `markup.js`.
 * @returns {{ nodes: object[], rest: string }} the beginning, and the rest as it was written; an empty text without a rest
 */
export function beginning(nodes, left = { lines: mostLines, characters: mostCharacters, elements: mostElements }) {
  const shown = [];
  for (const [index, node] of nodes.entries()) {
    const isElement = typeof node === 'object' && node.mark === undefined;
    if (isElement && (left.elements -= 1) < 0) left.characters = 0;
    const part = node.children ? ofElement(node, left) : ofText(node, left);
    shown.push(...part.nodes);
    if (part.rest !== '') return { nodes: shown, rest: part.rest + written(nodes.slice(index + 1)) };
  }
  return { nodes: shown, rest: '' };
}

function ofElement(node, left) {
  const { nodes: children, rest } = beginning(node.children, left);
  return { nodes: [{ ...node, children }], rest };
}

function ofText(node, left) {
  const text = written([node]);
  const taken = text.slice(0, left.characters).split(/(?<=\n)/, left.lines).join('').replace(/[\ud800-\udbff]$/, '');
  left.characters -= taken.length;
  left.lines -= taken.split('\n').length - 1;
  if (taken === text) return { nodes: [node], rest: '' };
  // A part of a mark is not shown, and a part of an address is no link.
  if (taken === '' || node.mark !== undefined) return { nodes: [], rest: text };
  return { nodes: [taken], rest: text.slice(taken.length) };
}
