// Shows formatted texts as elements of the page.

import { make } from './dom.js';

/** Returns the nodes of a formatted text, see `model/markup.js`, as a fragment of the page. */
export function fragment(nodes) {
  const made = document.createDocumentFragment();
  made.append(...nodes.map(shown));
  return made;
}

function shown(node) {
  if (typeof node === 'string') return node;
  if (node.mark !== undefined) return make('span', 'mark', node.mark);
  if (node.link !== undefined) return link(node);
  const element = make(node.tag, node.isBullet ? 'bullet' : '');
  if (node.isBlock) element.dir = 'auto';
  element.append(...node.children.map(shown));
  return element;
}

/** Returns a link. Tab reaches it only from within its message, see `MessageFocus`. */
function link({ link: url, host }) {
  const anchor = make('a', '', url);
  anchor.href = url;
  anchor.tabIndex = -1;
  // The style sheet shows the host that the link opens, as generated content: it is not copied with the text.
  if (host !== undefined) anchor.dataset.host = host;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer nofollow';
  anchor.referrerPolicy = 'no-referrer';
  return anchor;
}
