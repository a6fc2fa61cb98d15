// Finds, makes and updates elements of the web page.

export const byId = (id) => document.getElementById(id);

/**
 * Whether the person uses a touch keyboard: on phones and tablets, not on laptops with a touch screen. A computer without a
 * mouse has no `hover` either, but it has a keyboard.
 */
export const touchKeyboard = matchMedia('(hover: none) and (pointer: coarse)');

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Pixels between a menu and the edge of the window, at least. */
const margin = 8;

/** Puts a menu or a dialog at a place, within the window. */
export function placeAt(element, { x, y }) {
  const { offsetWidth: width, offsetHeight: height, style } = element;
  const inside = (value, size, most) => Math.max(margin, Math.min(value, most - size - margin));
  style.left = `${inside(x, width, document.documentElement.clientWidth)}px`;
  style.top = `${inside(y, height, innerHeight)}px`;
}

/** A screen reader would read out an alert or a status that gets the same text again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
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
