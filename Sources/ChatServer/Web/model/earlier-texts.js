// The texts that a message had before it was edited.

import { compare } from './timeline.js';

/**
 * Returns the edit that is shown, and the versions of a message that have an earlier text, the newest first: { edit, earlier }.
 * @param {object[]} versions the message as it was written, and its edits
 * @param {string} text the text that is shown, which may be an edit that waits in this browser: `edit` is then undefined
 */
export function textsOf(versions, text) {
  const all = versions.filter((version) => version.text !== undefined).sort(compare).reverse();
  if (all[0]?.text !== text) return { earlier: all };
  const [edit, ...earlier] = all;
  return { edit: earlier.length > 0 ? edit : undefined, earlier };
}
