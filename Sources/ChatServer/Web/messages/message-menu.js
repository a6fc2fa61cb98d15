// The menu of a message: by right click, by a long touch, by a button beside it, and by the key for menus.

import { beside, connectContextMenu, connectMenu } from '../browser/context-menu.js';
import { byId, container, drawn, make, makeButton, placeAt, showOrHide } from '../browser/dom.js';
import { favourites } from '../model/emoji.js';
import { say } from '../model/words.js';
import { pickEmoji } from '../page/emoji-picker.js';
import { messageButton } from './message-element.js';

/** Milliseconds for which the pointer rests on a message until the button appears. */
const restTime = 150;

/**
 * Connects the menu.
 * @param {MessageActions} actions what the person can do
 */
export function connectMessageMenu(actions) {
  const scroller = byId('scroller');
  const menu = new MessageMenu(actions);
  const messageOf = (target) => target.closest('.message:not(.note)');

  // The browser's own menu copies a selection, and opens a link in another tab.
  const isForBrowser = (target, type) => (
    type === 'contextmenu' && !getSelection().isCollapsed || type !== 'keydown' && target.closest('a'));
  connectContextMenu(scroller, (target, type) => (isForBrowser(target, type) ? undefined : messageOf(target)), (message, place) => {
    menu.open(message, place ?? beside(message.querySelector('.bubble')));
  });
  scroller.addEventListener('click', ({ target }) => {
    const [message, button] = [messageOf(target), target.closest('.tools button, .reaction')];
    if (!message || !button) return;
    if (button.matches('.reaction')) actions.react(message, button.dataset.emoji);
    else if (button.matches('.quick-reply')) actions.reply(message);
    else menu.open(message, beside(button), button.matches('.quick-react'));
  });
  // A message that changes, as by a deletion, may get a bubble of another width and need other buttons.
  const bubbles = new ResizeObserver((all) => {
    for (const { target: { parentElement: message } } of all) if (message) placeTools(message, actions.canReply(message));
  });
  // Most messages never need the buttons. None gets them during a scroll, which the change of the messages would disturb.
  let timer, place;
  const add = (target, hasFocus) => {
    const message = messageOf(target);
    // A button must not move while somebody presses it.
    if (!message?.isConnected || target.closest('.tools')) return;
    // Only one message shows its buttons: the focus and the pointer may be on two.
    for (const other of scroller.querySelectorAll('.with-tools')) other.classList.toggle('with-tools', other === message);
    if (!message.querySelector('.text')) return;
    message.classList.add('with-tools');
    const tools = message.querySelector(':scope > .tools') ?? message.appendChild(newTools());
    if (hasFocus) for (const button of tools.children) button.tabIndex = 0;
    placeTools(message, actions.canReply(message));
    // A message that is drawn again gets the focus back before its bubble is complete. Observing it anew places the buttons again
    // before the next frame.
    const bubble = message.querySelector('.bubble');
    bubbles.unobserve(bubble);
    bubbles.observe(bubble);
  };
  scroller.addEventListener('focusin', ({ target }) => add(target, true));
  scroller.addEventListener('pointermove', ({ target, clientX, clientY }) => {
    // Browsers also report a pointer that rests while the messages move below it.
    if (place?.x === clientX && place.y === clientY) return;
    place = { x: clientX, y: clientY };
    clearTimeout(timer);
    timer = setTimeout(() => add(target, false), restTime);
  });
  scroller.addEventListener('scroll', () => clearTimeout(timer), { passive: true });
}

/** Puts the buttons beside the bubble, where the style leaves space for them. */
function placeTools(message, canReply) {
  const tools = message.querySelector(':scope > .tools');
  if (!tools) return;
  tools.classList.toggle('menu-only', !canReply);
  const [box, frame] = [message.querySelector('.bubble'), message].map((element) => element.getBoundingClientRect());
  const [left, right] = [box.left - frame.left, frame.right - box.right];
  tools.style.setProperty('--left', right > left ? `${frame.width - right}px` : 'auto');
  tools.style.setProperty('--right', right > left ? 'auto' : `${frame.width - left}px`);
  // The focused button may be one of those that are hidden now.
  const { activeElement } = document;
  if (tools.contains(activeElement) && activeElement.offsetWidth === 0) message.focus({ preventScroll: true });
}

function newTools() {
  const all = [['quick-react', 'react'], ['quick-reply', 'reply'], ['open-menu', 'messageMenu']];
  return container('div', 'tools', ...all.map(([name, key]) => {
    const button = messageButton(name);
    button.append(drawn(key));
    button.ariaLabel = button.title = say(key);
    if (name !== 'quick-reply') button.ariaHasPopup = 'menu';
    return button;
  }));
}

class MessageMenu {
  #actions;
  #root = make('div');
  #items = make('div');
  #emoji = make('div', 'favourites');
  #hint = make('p', 'hint');
  #message;
  #place;

  constructor(actions) {
    this.#actions = actions;
    const root = this.#root;
    root.id = 'message-menu';
    root.popover = 'auto';
    this.#items.role = 'menu';
    this.#emoji.role = 'group';
    root.append(this.#items, this.#hint);
    document.querySelector('main').append(root);
    connectMenu(root);
    root.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'closed') this.#message.classList.remove('with-menu');
    });
  }

  /** @param {boolean} isOfReactions whether it has only these */
  async open(element, place, isOfReactions = false) {
    const menu = await this.#actions.menuOf(element);
    if (!menu || isOfReactions && !menu.canReact || !element.isConnected) return;
    [this.#message, this.#place] = [element, place];
    this.#fill(isOfReactions ? { ...menu, items: [] } : menu);
    this.#root.showPopover();
    element.classList.add('with-menu');
    placeAt(this.#root, place);
    this.#items.querySelector('button').focus();
  }

  #fill({ items, canReact, isOfOtherBrowser, given }) {
    this.#items.ariaLabel = say('messageMenu');
    this.#emoji.ariaLabel = say('react');
    const react = (emoji) => this.#actions.react(this.#message, emoji);
    const other = this.#item('+', () => pickEmoji(this.#place, react));
    other.title = other.ariaLabel = say('otherEmoji');
    this.#emoji.replaceChildren(
      ...favourites.map((emoji) => this.#item(emoji, () => react(emoji), given.has(emoji))), other);
    // The items have the names of their actions and of their texts.
    this.#items.replaceChildren(...canReact ? [this.#emoji] : [], ...items.map((item) => {
      const button = this.#item(say(item), (isByKey) => this.#actions[item](this.#message, isByKey));
      button.classList.toggle('deletes', ['delete', 'discard'].includes(item));
      return button;
    }));
    showOrHide(this.#hint, isOfOtherBrowser && say('ofOtherBrowser'));
  }

  /** Returns an item; one that can be checked if `isChecked` is given. */
  #item(label, act, isChecked) {
    const item = makeButton('', label, ({ detail }) => {
      // The focus returns to the message.
      this.#root.hidePopover();
      act(detail === 0);
    });
    item.role = isChecked === undefined ? 'menuitem' : 'menuitemcheckbox';
    if (isChecked !== undefined) item.ariaChecked = String(isChecked);
    return item;
  }
}
