// How long an invitation lasts, who can still use it, and the link of one in a text that somebody has pasted.

import { dayAndTime, locale, number, say } from './words.js';

/** The choices of the time for which an invitation counts: the number, its unit, and the seconds of the unit. */
const times = [[30, 'minute', 60], [1, 'day', 86_400], [1, 'week', 604_800]];
/** The choices of how many devices can use an invitation. */
const uses = [1, 5, 20];

/** Returns the values of a list of choices with their texts, such as "30 minutes". */
export const timeChoices = () => times.map(([value, unit, seconds]) => [
  value * seconds, new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
]);
export const usesChoices = () => uses.map((value) => [value, number(value)]);

/** A peer that was removed and has joined again has another time. */
const pairOf = ({ node, paired }) => `${node} ${paired}`;
const pairedPeers = ({ peers }) => peers.filter(({ paired }) => paired !== undefined);

/**
 * An invitation that this web page has made. The node does not say who has used it, so the web page counts the peers that join.
 */
export class MadeInvitation {
  #expires;
  #uses;
  /** When it was made, by the node's clock; NaN if that clock was not set. */
  #made;
  /** The status of the group when it was made. */
  #status;

  /**
   * @param {{ expires: number | undefined, uses: number }} invitation without `expires` it ends with the process of the node
   * @param {number} seconds for which it counts
   */
  constructor({ expires, uses }, seconds, status) {
    [this.#expires, this.#uses, this.#status] = [expires, uses, status];
    this.#made = expires - seconds * 1000;
  }

  /** Returns the number of devices that can still use it. A device that used another invitation meanwhile counts, too. */
  #left(status) {
    const before = new Set(pairedPeers(this.#status).map(pairOf));
    const joined = pairedPeers(status).filter((peer) => !before.has(pairOf(peer)) && !(peer.paired < this.#made));
    return this.#uses - joined.length;
  }

  /** Whether a peer was removed since, or the node was restored: then its invitations have ended. */
  #isVoid(status) {
    const nodes = new Set(status.peers.map(({ node }) => node));
    return pairedPeers(this.#status).some(({ node }) => !nodes.has(node))
      || status.peers.some(({ state }) => state === 'unconfirmed');
  }

  /** Returns why nobody can use it any more, as a sentence; undefined while somebody can. */
  end(status, now) {
    if (this.#isVoid(status)) return say('ended-void');
    if (this.#expires === undefined && status.started !== this.#status.started) return say('ended-stopped');
    if (this.#expires <= now - status.clockAhead) return say('ended-expired');
    return this.#left(status) > 0 ? undefined : say('ended-used', { n: this.#uses });
  }

  /** Returns a sentence about how many devices can use it until when. */
  offer(status) {
    const n = this.#left(status);
    if (this.#expires === undefined) return say('invitationUnset', { n });
    return say('invitationEnds', { n, time: dayAndTime(this.#expires + status.clockAhead) });
  }
}

/**
 * The characters that mail programs and messengers put into a long link: white space, invisible characters, and the `>` of a
 * quoted line. A link has none of them.
 */
const noPartOfLinks = /[\s\p{C}\p{DI}>]/gu;
/** A key has 43 characters, and the id of a group and a secret have 22, so what follows the link is no part of it. */
const wholeLink = /tidings:[\w-]{43}@[^@/]+\/[\w-]{22}\/[\w-]{22}/i;

/**
 * Returns the first whole link in a text, which may be broken over lines and stand between other words, quotation marks or
 * brackets; else the text without spaces around it. The node has the same function, `Invitation.link(in:)`, and
 * Tests/Vectors/invitations.json has examples for both.
 */
export const linkIn = (text) => wholeLink.exec(text.replace(noPartOfLinks, ''))?.[0] ?? text.trim();

/** Returns the key of the inviting device; undefined if the text is no link. */
export const inviterOf = (link) => /^tidings:([^@]*)@/i.exec(link)?.[1];
