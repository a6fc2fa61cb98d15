// The browser's Back closes the panel, dialog or menu that was opened last. Each open one, here called a layer, has an
// entry of its own in the history of the tab, above the entry of the open room.

import { inOpeningOrder, layersIn } from '../model/layers.js';

/** The open layers in the order in which they were opened. */
let layers = [];
/** Whether the web page itself is going back, over the entries of closed layers. */
let isReturning = false;

/** Returns the number of layers to which the present entry of the history belongs. */
export const layersInHistory = () => layersIn(history.state);

/** Runs an action when the web page has gone back over the entries of closed layers: a step before that would be undone. */
export function afterReturn(action) {
  if (isReturning) addEventListener('popstate', () => afterReturn(action), { once: true });
  else action();
}

const observer = new MutationObserver(follow);

/** Makes Back close an element from now on. */
const observe = (element) => observer.observe(element, { attributeFilter: ['open', 'class'] });

/** Makes Back and a click beside the dialog close it. */
export function connectDialog(dialog) {
  observe(dialog);
  // A click on the backdrop has the dialog as its target, with coordinates outside of the dialog.
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (target === dialog && !isInside) dialog.close();
  });
}

/** Makes Back close layers from now on. */
export function closeLayersOnBack() {
  observe(document.getElementById('rooms'));
  document.addEventListener('toggle', follow, true);
  addEventListener('popstate', () => {
    if (!isReturning) layers.slice(layersInHistory()).reverse().forEach(close);
    isReturning = false;
    follow();
  });
  // The web page may have been loaded again while a layer was open.
  follow();
}

/** Brings the history to as many entries as there are layers. */
function follow() {
  layers = inOpeningOrder([...document.querySelectorAll('dialog[open], #rooms.open, :popover-open')], layers);
  // Only the dialog that was opened last is visible.
  const dialogs = layers.filter((layer) => layer.localName === 'dialog');
  for (const dialog of document.querySelectorAll('dialog')) {
    const isBelow = dialogs.includes(dialog) && dialog !== dialogs.at(-1);
    if (dialog.classList.contains('below') !== isBelow) dialog.classList.toggle('below');
  }
  if (isReturning) return;
  while (layersInHistory() < layers.length) history.pushState({ layers: layersInHistory() + 1 }, '');
  const surplus = layersInHistory() - layers.length;
  isReturning = surplus > 0;
  if (isReturning) history.go(-surplus);
}

function close(layer) {
  if (layer.popover) layer.hidePopover();
  else if (layer.close) layer.close();
  else layer.querySelector('#close-rooms').click();
}
