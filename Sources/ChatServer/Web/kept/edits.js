// The messages that the person is editing in this tab: at most one in each room, beside the draft of the room. The browser saves
// what was typed. When the web page is loaded, it goes on with the saved edits that no open tab has.

import { hold } from '../browser/leadership.js';
import { onReturn } from '../browser/presence.js';
import { keys, read, remove, restored, write } from '../browser/storage.js';
import { draftAfterEdit, isEdit } from '../model/waiting.js';
import { drafts } from './drafts.js';

/** Each edit has a key of its own. */
const prefix = 'tidings.edit ';

/** The post key of the message, which is its proof if the node has it. */
const keyOf = ({ message: { proof, postKey } }) => proof ?? postKey;
const holdOf = (edit) => hold(`edit ${keyOf(edit)}`);

/**
 * Events: `change` with { room, problem? } when an edit has begun or ended. `problem` is the key of a sentence that says why
 * the person does not edit the message.
 */
export class Edits extends EventTarget {
  #outbox;
  /**
   * { message, text, isOfSent } by room. `text` is what the person has typed so far. `isOfSent` if the node has the message, or
   * may have it: then the edit is sent as a change of its own. Else the text in the queue is replaced. `held` resolves with a
   * function that lets other tabs go on with the edit of a sent message; the outbox holds those that wait.
   */
  #edits = new Map();
  /** The rooms of messages for which "Edit" was pressed just now, by post key: somebody may press it twice, or type at once. */
  #beginning = new Map();

  constructor(outbox) {
    super();
    this.#outbox = outbox;
    outbox.addEventListener('change', () => this.#endLost());
    onReturn(() => this.#resume());
    restored.then(() => {
      for (const key of keys().filter((key) => key.startsWith(prefix))) this.#goOn(key);
    });
  }

  /** Returns the edit of a room, if there is one. */
  in(room) { return this.#edits.get(room); }

  /** Whether an edit begins in a room: the text box does not have its message yet. */
  isBeginning(room) { return [...this.#beginning.values()].includes(room); }

  isEdited({ room, postKey }) { return this.in(room)?.message.postKey === postKey; }

  async begin(message) {
    const { room, postKey, text } = message;
    if (this.#beginning.has(postKey)) return;
    this.#beginning.set(postKey, room);
    const canBeEdited = await this.#outbox.edit(message);
    this.#beginning.delete(postKey);
    if (canBeEdited) this.#enter({ message, text });
    this.#tell(room, !canBeEdited && this.#outbox.hasEditable(postKey) ? 'editedElsewhere' : undefined);
  }

  /**
   * Begins to edit a message that the node has, or may have.
   * @param {{ room: string, user: string, text: string, digest?: string, proof: string }} message `proof` is its post key
   */
  beginOfSent(message) {
    this.#enter({ message, text: message.text, isOfSent: true });
    this.#tell(message.room);
  }

  /** Notes what the person has typed. */
  type(room, text) {
    const edit = this.in(room);
    edit.text = text;
    this.#save(edit);
  }

  cancel(room) {
    const edit = this.#remove(room);
    if (edit && !edit.isOfSent) this.#outbox.endEdit(edit.message);
  }

  /** Ends the edits of messages that were deleted meanwhile. */
  deleted(digests) {
    for (const [room, { message: { digest }, isOfSent }] of this.#edits) {
      if (isOfSent && digests.has(digest)) this.#keep(this.#remove(room), 'editedDeleted');
    }
  }

  /** Replaces the text of the message by what the person has typed. */
  async send(room, user) {
    const edit = this.#remove(room);
    if (edit.isOfSent) {
      if (edit.text !== edit.message.text) this.#outbox.change({ ...edit.message, kind: 'edit', text: edit.text });
      return;
    }
    if (!await this.#outbox.replace(edit.message, user, edit.text)) this.#keep(edit);
  }

  /** Ends the edits of messages that another tab has begun to send, as in a browser without locks, or has discarded. */
  #endLost() {
    for (const [room, { message, isOfSent }] of this.#edits) {
      if (isOfSent || this.#outbox.hasEditable(message.postKey)) continue;
      const edit = this.#remove(room);
      this.#outbox.endEdit(message);
      this.#keep(edit);
    }
  }

  /** While the person was away, another tab may have begun to edit the messages, or have sent them. */
  async #resume() {
    for (const edit of this.#edits.values()) if (edit.isOfSent) edit.held = holdOf(edit);
    for (const [room, edit] of [...this.#edits].filter(([, { isOfSent }]) => !isOfSent)) {
      const isResumed = await this.#outbox.edit(edit.message);
      if (isResumed || this.in(room) !== edit) continue;
      this.#remove(room);
      this.#keep(edit, 'editedElsewhere');
    }
  }

  /** Goes on with a saved edit, unless another tab has it. Of a message that was sent or discarded meanwhile, the text is kept. */
  async #goOn(key) {
    const edit = read(key);
    if (!isEdit(edit)) return remove(key);
    const { message, text, isOfSent } = edit;
    const begun = this.in(message.room);
    if (begun && keyOf(begun) === keyOf(edit)) return;
    const held = isOfSent ? holdOf(edit) : undefined;
    if (isOfSent && !await held) return;
    // Without a digest, the message can be changed only as long as it waits in the queue, which gets the digest when it is sent.
    const isPossible = isOfSent ? message.digest || await this.#outbox.has(message.proof) : await this.#outbox.edit(message);
    if (!isPossible && this.#outbox.hasEditable(message.postKey)) return;
    remove(key);
    if (!isPossible) {
      (await held)?.();
      return this.#keep(edit);
    }
    this.#enter({ message, text, isOfSent, held });
    this.#tell(message.room);
  }

  #enter(edit) {
    this.cancel(edit.message.room);
    if (edit.isOfSent) edit.held ??= holdOf(edit);
    this.#edits.set(edit.message.room, edit);
    this.#save(edit);
  }

  #save(edit) {
    const { message, text, isOfSent } = edit;
    write(prefix + keyOf(edit), { message, text, isOfSent });
  }

  /** Keeps what was typed as a draft, before the one that is there. */
  #keep({ message: { room, text: old }, text }, problem = 'maybeSent') {
    drafts.set(room, draftAfterEdit({ text, old, draft: drafts.text(room) }));
    this.#tell(room, problem);
  }

  #remove(room) {
    const edit = this.in(room);
    if (!edit) return undefined;
    this.#edits.delete(room);
    remove(prefix + keyOf(edit));
    edit.held?.then((end) => end?.());
    this.#tell(room);
    return edit;
  }

  #tell(room, problem) {
    this.dispatchEvent(new CustomEvent('change', { detail: { room, problem } }));
  }
}
