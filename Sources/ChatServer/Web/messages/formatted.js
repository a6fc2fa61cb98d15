// Shows formatted texts as elements of the web page.

import { make } from '../browser/dom.js';

/** UTF-16 units in a piece of a long word. */
const pieceLength = 128;
const piecesOfWords = new RegExp(`([^ \\t\\n]{${pieceLength}})`, 'u');

/** Returns the nodes of a formatted text, see `model/markup.js`, as a fragment of the web page. */
export function fragment(nodes) {
  const made = document.createDocumentFragment();
  made.append(...nodes.flatMap(shown));
  return made;
}

function shown(node) {
  if (typeof node === 'string') return pieces(node);
  if (node.mark !== undefined) return make('span', 'mark', node.mark);
  if (node.link !== undefined) return link(node);
  const element = make(node.tag, node.isBullet ? 'bullet' : node.mention ? `mention ${node.mention}` : '');
  if (node.isBlock) element.dir = 'auto';
  element.append(...node.children.flatMap(shown));
  return element;
}

/**
 * Returns a text with each long word in pieces, which the style sheet sets apart. Letters can change the shapes and distances
 * of the letters beside them, so Chromium shapes the whole rest of a word again for each line into which the word is broken.
 */
function pieces(text) {
  // The pieces are the odd parts. A line break at the end of an element with a padding would begin an empty line.
  return text.split(piecesOfWords).map((part, index) => (index % 2 === 0 ? part : make('span', 'piece', part))).filter(Boolean);
}

/** Returns a link. Tab reaches it only from within its message, see `MessageFocus`. */
function link({ link: url, href = url, host }) {
  const anchor = make('a');
  anchor.append(...pieces(url));
  anchor.href = href;
  anchor.tabIndex = -1;
  // The style sheet shows the host that the link opens, as generated content: it is not copied with the text.
  if (host !== undefined) anchor.dataset.host = host;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer nofollow';
  anchor.referrerPolicy = 'no-referrer';
  return anchor;
}
