// Which Enter sends a message, which one breaks the line, and which one belongs to the input method: for Japanese, Chinese
// and Korean, Enter also ends a composition. Then it neither sends nor breaks the line. Each engine reports such an Enter in
// an order of its own; key code 229 stands for a key that the input method has consumed (UI Events, section 5.3):
//
//   Chromium and Firefox              keydown 229 while composing, compositionend
//   Chromium on macOS, Korean         keydown 229 while composing, compositionend, a line break
//   Chromium and Firefox elsewhere,   keydown 229 while composing, compositionend, keydown 13: this second one is an Enter of
//   Korean                            its own, because these input methods pass it on
//   WebKit on macOS                   compositionend, keydown 229 that is not composing, with some input methods a line break
//   WebKit on iOS                     compositionend, sometimes without a keydown, sometimes with a line break

/** Whether a key event belongs to an input method. In WebKit, a composition has ended before the keydown of its Enter. */
export const isOfInputMethod = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/** Whether a key or a click has a modifier, with which it may be for the browser. */
export const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }) => altKey || ctrlKey || metaKey || shiftKey;

/** Milliseconds after which a line break without a keydown does not come from the Enter that has ended a composition. */
const longestDelay = 100;

/** Decides for the Enter key of one text box, from the events of the text box in their order. */
export class EnterKey {
  /** Whether a composition is open or has ended since the last keydown. */
  #isComposed = false;
  /** Whether the next line break comes from an Enter that has ended a composition. */
  #isConsumed = false;
  /** When WebKit has put the text of a composition into the text box; only WebKit says so. */
  #inserted = -Infinity;

  /**
   * @param {Event} event `compositionstart`, `compositionend`, `keydown`, `keyup` or `beforeinput`
   * @param {boolean} breaksLine whether Enter alone breaks the line, as on a touch keyboard
   * @returns {'send' | 'line break' | 'nothing' | undefined} what the event has to lead to. For `line break` and for a
   *   keydown with `nothing`, that is what the browser does; undefined if the event has nothing to do with Enter
   */
  handle(event, breaksLine) {
    switch (event.type) {
      case 'compositionstart': [this.#isComposed, this.#isConsumed, this.#inserted] = [true, false, -Infinity]; return undefined;
      case 'compositionend': this.#isComposed = true; return undefined;
      case 'keydown': return this.#pressed(event, breaksLine);
      case 'keyup': if (event.key === 'Enter') this.#isConsumed = false; return undefined;
      case 'beforeinput': return this.#changes(event);
    }
  }

  #pressed(event, breaksLine) {
    const { key, keyCode, isComposing, shiftKey, ctrlKey, metaKey } = event;
    const isEnter = key === 'Enter';
    this.#isConsumed = isEnter && keyCode === 229 && this.#isComposed;
    this.#inserted = -Infinity;
    if (!isComposing) this.#isComposed = false;
    if (!isEnter) return undefined;
    if (isOfInputMethod(event)) return 'nothing';
    return (shiftKey || breaksLine) && !ctrlKey && !metaKey ? 'line break' : 'send';
  }

  #changes({ inputType, data, timeStamp }) {
    if (inputType === 'insertFromComposition') this.#inserted = timeStamp;
    const isLineBreak = inputType === 'insertLineBreak' || inputType === 'insertParagraph'
      || inputType === 'insertText' && data === '\n';
    if (!isLineBreak) return undefined;
    const isConsumed = this.#isConsumed || timeStamp - this.#inserted < longestDelay;
    [this.#isConsumed, this.#inserted] = [false, -Infinity];
    return isConsumed ? 'nothing' : 'line break';
  }
}
