// Web addresses in texts.

/** A web address. White space, quotes, angle brackets, invisible characters and direction controls end it. */
export const address = /https?:\/\/[^\s<>"'\u0000-\u0020\u007f-\u00a0\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gi;
/** Punctuation at the end of a sentence, which is not part of an address. */
const sentenceEnds = '.,:;!?…。，、！？';

/** Returns a found address without punctuation at its end, and without closing brackets that were opened before it. */
export function trimmed(url) {
  const count = (brackets) => url.split(brackets).length - 1;
  let closedBefore = count(/[)\]}]/) - count(/[([{]/);
  let end = url.length;
  while (end > 0) {
    const last = url[end - 1];
    if (')]}'.includes(last) && closedBefore > 0) closedBefore -= 1;
    else if (!sentenceEnds.includes(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}

/** Whether a found address may become a link. */
export function isWebAddress(text) {
  try {
    const url = new URL(text);
    // People may take the user name in https://bank.example@evil.example for the host.
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

/** Returns the host that a link opens, if the text of the address does not show it as it is. */
export function hiddenHost(url) {
  const { hostname } = new URL(url);
  const written = url.split(/[/?#\\]+/)[1].toLowerCase();
  return /[^\0-\x7f]/.test(written) || !written.startsWith(hostname) ? hostname : undefined;
}
