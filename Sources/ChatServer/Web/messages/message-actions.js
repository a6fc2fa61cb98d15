// What the person can do with a message: reply, react, edit, delete or discard, copy its text, see its details.

import { copyText } from '../browser/clipboard.js';
import { byId } from '../browser/dom.js';
import { isChange, reactionName } from '../model/changes.js';
import { canReply, menuOf } from '../model/message-menu.js';
import { addressOf } from '../model/room-names.js';
import { say } from '../model/words.js';
import { showBriefly } from '../page/notices.js';
import { Undo } from '../page/undo.js';

/** Milliseconds for which a deletion can be undone; and if it was made by keyboard, which needs longer to the button. */
const undoTime = 5000;
const undoTimeByKey = 20_000;

/** Messages of this person among which the last one is looked for that can be edited. */
const mostLooked = 50;

/** The actions get the element of a message, of a stored or a waiting one. */
export class MessageActions {
  #parts;
  /** The last reaction or withdrawal that is being put into the queue. */
  #reacting = Promise.resolve();
  #undo;

  constructor(parts) {
    this.#parts = parts;
    this.#undo = new Undo('deleted', (deletions) => deletions.forEach((one) => parts.outbox.withdraw(one)), { canWait: false });
    // The person closes the web page, and can no longer undo the deletions.
    addEventListener('pagehide', ({ persisted }) => { if (!persisted) parts.outbox.leave(this.#undo.done); });
  }

  /** Returns the menu of a message, see `menuOf`, and the emoji that this person has given; undefined without one. */
  async menuOf(element) {
    const { changes, isMine, outbox, settings } = this.#parts;
    const message = this.#messageOf(element);
    const shown = changes.shown(message);
    const isOwn = message.id === undefined || isMine(message);
    // Another node may have answered at this address when it was written.
    const hasKey = isOwn && message.isLocal !== false && await this.#keyOf(message) !== undefined;
    const isUnsent = outbox.hasEditable(message.postKey);
    const menu = menuOf(shown, { isMine: isOwn, hasKey, canWrite: settings.name !== '', isUnsent });
    const own = (shown.reactions ?? []).filter((reaction) => reaction.own !== undefined);
    return menu && { ...menu, given: new Set(own.map(({ emoji }) => emoji)) };
  }

  /** Whether this person can reply to a message. */
  canReply({ message }) { return canReply(this.#parts.changes.shown(message), this.#parts.settings.name !== ''); }

  reply({ message }) { this.#parts.composer.reply(message); }

  async edit(element) {
    const { changes, edits, outbox } = this.#parts;
    const message = this.#messageOf(element);
    byId('text').focus();
    if (outbox.hasEditable(message.postKey)) return edits.begin(message);
    const { room, user } = message;
    edits.beginOfSent({ room, user, ...await this.#targetOf(message), text: changes.shown(message).text });
  }

  /** Edits the last message of the open room that this person can edit here, while the text box is empty. */
  async editLast() {
    const { chat } = this.#parts;
    const { room } = chat;
    // Below a part of the room there may be later ones.
    if (!chat.hasEnd) return;
    const own = [...document.querySelectorAll('#timeline .mine, #waiting .mine')].slice(-mostLooked);
    for (const element of own.reverse()) {
      const menu = await this.menuOf(element);
      if (!menu?.items.includes('edit')) continue;
      if (room !== chat.room || byId('text').value !== '') return;
      element.scrollIntoView({ block: 'nearest' });
      return this.edit(element);
    }
  }

  /** Removes a message that was not sent. It may have been sent since the menu was opened. */
  discard(element, isByKey) { return this.delete(element, isByKey); }

  async delete(element, isByKey) {
    const { edits, outbox, waiting } = this.#parts;
    const message = this.#messageOf(element);
    if (outbox.hasEditable(message.postKey)) return waiting.discard(message, isByKey);
    const { room, user } = message;
    const time = isByKey ? undoTimeByKey : undoTime;
    const target = await this.#targetOf(message);
    const deletion = outbox.change({ kind: 'deletion', room, user, ...target, notBefore: Date.now() + time, written: null });
    if (target.digest) edits.deleted(new Set([target.digest]));
    this.#undo.offer(deletion, time, isByKey);
  }

  copyText(element) { return copy(this.#parts.changes.shown(this.#messageOf(element)).text, 'textCopied', element); }

  /** Copies the address of a message on this web page. */
  copyLink(element) {
    const { room, digest } = element.message;
    return copy(new URL(addressOf(room, digest), location.href).href, 'linkCopied', element);
  }

  markUnread(element) { this.#parts.chat.markUnread(this.#messageOf(element)); }

  details(element) { this.#parts.chat.showDetails(element); }

  /** Gives a reaction, or withdraws it if this person has given it. One after the other: somebody may press twice. */
  react({ message }, emoji) {
    this.#reacting = this.#reacting.then(() => this.#react(message, emoji));
  }

  async #react(message, emoji) {
    const { changes, outbox, settings } = this.#parts;
    if (settings.name === '') return;
    const { digest: re, room } = message;
    const own = (changes.shown(message).reactions ?? []).find((reaction) => reaction.emoji === emoji)?.own;
    const reaction = { kind: 'reaction', room, user: own ?? settings.name, re, react: emoji };
    // If the queue ends with the opposite change, removing that one is enough.
    const isSame = (one) => one.re === re && one.react === emoji && one.user === reaction.user && !one.problem;
    const last = outbox.messages.findLast(isSame);
    if (last?.kind === (own === undefined ? 'withdrawal' : 'reaction') && await outbox.withdraw(last)) return;
    if (own === undefined) outbox.change(reaction);
    else await this.#withdraw(reaction, last);
  }

  /** A withdrawal names a reaction. If this browser does not know its post key, it gives the reaction once more. */
  async #withdraw(reaction, waiting) {
    const { outbox } = this.#parts;
    const known = waiting ? { postKey: waiting.postKey } : await outbox.receipt(reactionName(reaction));
    const withdrawal = (of) => ({ ...reaction, kind: 'withdrawal', digest: of.digest, proof: of.postKey });
    if (known) return outbox.change(withdrawal(known));
    const [given] = outbox.change(reaction);
    outbox.change(withdrawal({ postKey: given.postKey }));
  }

  /** Returns a message as it is in the queue, if it waits there. */
  #messageOf({ message }) {
    return message.id === undefined && this.#parts.outbox.find(message.postKey) || message;
  }

  async #keyOf({ postKey, digest, room, user, text }) {
    const { outbox } = this.#parts;
    // The log may bring a message before the answer to its post.
    const isSame = (one) => one.isAttempted && !isChange(one) && one.room === room && one.user === user && one.text === text;
    return postKey ?? (await outbox.receipt(digest) ?? outbox.messages.find(isSame))?.postKey;
  }

  /** Returns what a change needs to name a message. */
  async #targetOf(message) {
    return { digest: message.digest, proof: await this.#keyOf(message) };
  }
}

/** Copies a text, and says so. @param {string} key the key of the sentence */
async function copy(text, key, element) {
  if (await copyText(text, element.querySelector('.text'))) showBriefly(say(key));
}
