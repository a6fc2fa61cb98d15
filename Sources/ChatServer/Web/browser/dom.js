// Finds, makes and updates elements of the web page.

export const byId = (id) => document.getElementById(id);

/**
 * Whether the person uses a touch keyboard: on phones and tablets, not on laptops with a touch screen. A computer without a
 * mouse has no `hover` either, but it has a keyboard.
 */
export const touchKeyboard = matchMedia('(hover: none) and (pointer: coarse)');

/** Returns a new element. A button submits no form. */
export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (tag === 'button') element.type = 'button';
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Returns a new element with children. */
export function container(tag, className, ...children) {
  const element = make(tag, className);
  element.append(...children);
  return element;
}

/** Returns a new button. @param {(event: Event) => void} act what a press does */
export function makeButton(className, text, act) {
  const element = make('button', className, text);
  element.addEventListener('click', act);
  return element;
}

/** Whether some of an element is within the visible part of the one that scrolls it. */
export function isInSight(element, scroller) {
  const [box, frame] = [element, scroller].map((one) => one.getBoundingClientRect());
  return box.bottom > frame.top && box.top < frame.bottom;
}

/**
 * Returns the index of the first of a list that meets a condition, which all later ones meet, too. A binary search, because measuring
 * elements takes time.
 */
export function firstIndex(list, isMet) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMet(list[middle])) high = middle; else low = middle + 1;
  }
  return low;
}

/** Pixels between a menu and the edge of the window, at least. */
const margin = 8;

/** Puts a menu or a dialog at a place, within the window. */
export function placeAt(element, { x, y, top }) {
  const { offsetWidth: width, offsetHeight: height, style } = element;
  const inside = (value, size, most) => Math.max(margin, Math.min(value, most - size - margin));
  style.left = `${inside(x, width, document.documentElement.clientWidth)}px`;
  style.top = `${inside(y + height > innerHeight - margin && top > height ? top - height : y, height, innerHeight)}px`;
}

/** The lines of drawn signs, within 24 × 24. */
const lines = {
  waiting: 'M12 3.5a8.5 8.5 0 1 0 .01 0M12 7.5v5l3 2',
  stored: 'M5 13l4.5 4.5L19 7.5',
  received: 'M1 13l4.5 4.5L15 8M11.5 16l1.5 1.5L22.5 8',
  react: 'M2.5 12a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0M7.5 14a5 4.5 0 0 0 9 0M9 9v.01M15 9v.01',
  reply: 'M9.5 6l-5 5 5 5M4.5 11h9.5a6 6 0 0 1 6 6v1.5',
  messageMenu: 'M5 12h.01M12 12h.01M19 12h.01',
  problem: 'M12 3.5a8.5 8.5 0 1 0 .01 0M12 7.5v5.5M12 16.5v.01',
  close: 'M6 6l12 12M18 6L6 18',
  muted: 'M7 16.5H5.5l1.5-2.5v-3.5a5 5 0 0 1 7.5-4.3M17 10.5v3.5l1.5 2.5H10M10.5 19.5h3M4 4l16 16',
};

/** Returns a drawn sign in the colour of the text, also in forced colours. Screen readers skip it. */
export function drawn(name) {
  const svg = makeDrawing('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  svg.append(makeDrawing('path', { d: lines[name] }));
  return svg;
}

/** Returns a new element of a drawing. */
export function makeDrawing(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Sets a text that is not there yet. With the same text again, a screen reader would read out an alert or a status, and the browser would
 * make a new layout.
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a text in an element, which is hidden without one. */
export function showOrHide(element, text) {
  element.hidden = !text;
  setText(element, text || '');
}

/** Returns a paragraph in which flags such as --peer are not broken into two lines. */
export function paragraph(text, className) {
  const element = make('p', className);
  for (const part of text.split(/(--[a-z-]+)/)) element.append(part.startsWith('--') ? make('code', 'flag', part) : part);
  return element;
}

/**
 * Replaces the children of an element. A child with a `data-key` becomes the one with the same key, and the others become
 * the ones at the same index, so that the focus stays on its element.
 */
export function update(element, children) {
  children.forEach((child, index) => {
    const key = child.dataset?.key;
    const same = key && [...element.childNodes].slice(index).find(({ dataset }) => dataset?.key === key);
    while (same && element.childNodes[index] !== same) element.childNodes[index].remove();
    const old = element.childNodes[index];
    if (!old) element.append(child);
    else if (same || !old.dataset?.key && old.nodeName === child.nodeName) become(old, child);
    else if (old.dataset?.key) old.before(child);
    else old.replaceWith(child);
  });
  while (element.childNodes.length > children.length) element.lastChild.remove();
}

function become(old, child) {
  if (old.isEqualNode(child)) return;
  if (!old.dataset) return old.replaceWith(child);
  // Somebody has opened the element.
  const isKept = (name) => child.hasAttribute(name) || name === 'open';
  for (const name of old.getAttributeNames()) if (!isKept(name)) old.removeAttribute(name);
  // The policy of the web page forbids a style as text.
  for (const name of child.getAttributeNames()) if (name !== 'style') old.setAttribute(name, child.getAttribute(name));
  if (child.hasAttribute('style')) old.style.cssText = child.style.cssText;
  update(old, [...child.childNodes]);
}
