// Copies a text for the person who has pressed a button.

import { browser } from './browser.js';

/**
 * Copies a text.
 * @param {HTMLElement} selectable an element with a text that can be selected
 * @returns {Promise<boolean>} whether the browser has copied it
 */
export async function copyText(text, selectable) {
  try {
    await browser.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain HTTP, browsers copy only while something is selected.
    getSelection().selectAllChildren(selectable);
    const setText = (event) => {
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('copy', setText, { capture: true, once: true });
    const isCopied = document.execCommand('copy');
    removeEventListener('copy', setText, true);
    getSelection().removeAllRanges();
    return isCopied;
  }
}
