// The entries of the tab's history for open panels, dialogs and menus, here called layers.

/** Layers at the same time, at most. Another program at this address may have left a larger number. */
const mostLayers = 8;

/** Returns the number of layers to which an entry of the history belongs, from its state. */
export function layersIn(state) {
  const number = state?.layers;
  return Number.isInteger(number) && number > 0 && number <= mostLayers ? number : 0;
}

/** Returns the open layers in the order in which they were opened. @param before those that were open before, in this order */
export const inOpeningOrder = (open, before) => (
  [...before.filter((layer) => open.includes(layer)), ...open.filter((layer) => !before.includes(layer))].slice(0, mostLayers));
