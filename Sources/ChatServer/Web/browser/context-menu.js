// Asks for the menu of an element: by right click, by the key for menus, and by a long touch. Moves the focus in a menu.

/** Milliseconds of a long touch, and the pixels by which the finger may move. Some browsers report none. */
const longTouch = 500;
const slack = 10;
/** Pixels between a menu and what it belongs to. */
const gap = 4;
/**
 * Pixels by which a menu reaches beyond the pointer, so that its rounded corner does, too: browsers that ask for a menu when the button
 * is pressed close it if the button is released beside it.
 */
const overlap = 5;

/**
 * Calls `open` with an element, and with the place of the pointer after a right click, when the person asks for its menu.
 * @param {(target: Element, type: string) => Element | undefined} elementOf returns the element to which the target of an event
 *   belongs; undefined if it has no menu, and for an event of a type that is left to the browser
 */
export function connectContextMenu(root, elementOf, open) {
  const ask = (event, place) => {
    const element = elementOf(event.target, event.type);
    if (!element) return;
    event.preventDefault();
    open(element, place);
  };
  root.addEventListener('contextmenu', (event) => {
    ask(event, event.pointerType === 'touch' ? undefined : { x: event.clientX - overlap, y: event.clientY - overlap });
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'ContextMenu' || event.key === 'F10' && event.shiftKey) ask(event);
  });
  connectLongTouch(root, elementOf, ask);
}

const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Lets the arrow keys, Home and End move the focus among the items of a menu, without an end. */
export function connectMenu(menu) {
  menu.addEventListener('contextmenu', (event) => event.preventDefault());
  menu.addEventListener('keydown', (event) => {
    const items = [...menu.querySelectorAll('[role^=menuitem]:enabled:not([hidden])')];
    const { key } = event;
    const step = steps[key];
    const to = { Home: 0, End: -1 }[key] ?? (step && (items.indexOf(event.target) + step) % items.length);
    if (to === undefined) return;
    event.preventDefault();
    items.at(to).focus();
  });
}

/** Returns the place below an element, or above it if there is no space: see `placeAt`. */
export function beside(element) {
  const { left, top, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom + gap, top: top - gap };
}

/** Calls `ask` after a long touch that is not a scroll, where the browser has no event for it. */
function connectLongTouch(root, elementOf, ask) {
  let start, timer;
  let isLong = false;
  const stop = () => {
    clearTimeout(timer);
    isLong = false;
  };
  root.addEventListener('touchstart', ({ touches, target, type }) => {
    stop();
    if (touches.length > 1 || !elementOf(target, type)) return;
    start = { x: touches[0].clientX, y: touches[0].clientY };
    timer = setTimeout(() => { isLong = true; }, longTouch);
  }, { passive: true });
  root.addEventListener('touchmove', ({ touches: [{ clientX, clientY }] }) => {
    if (Math.hypot(clientX - start?.x, clientY - start?.y) > slack) stop();
  }, { passive: true });
  for (const type of ['touchcancel', 'contextmenu']) root.addEventListener(type, stop);
  // A menu that opens before the finger leaves the screen would be closed by the end of the touch.
  root.addEventListener('touchend', (event) => {
    const wasLong = isLong;
    stop();
    if (wasLong) ask(event);
  });
}
