// The texts that a message had before it was edited.

import { compare } from './timeline.js';

/**
 * Returns the versions of a message that have an earlier text than the one that is shown, the newest first.
 * @param {object[]} versions the message as it was written, and its edits
 * @param {string} text the text that is shown, which may be an edit that waits in this browser
 */
export function earlierVersions(versions, text) {
  const all = versions.filter((version) => version.text !== undefined).sort(compare).reverse();
  return all[0]?.text === text ? all.slice(1) : all;
}
