// The list of rooms and the form that creates one.

import { addressOf, goTo } from './address.js';
import { byId, make } from './dom.js';
import { say } from './language.js';
import { visible } from './text.js';
import { nameProblem } from './validation.js';

export const roomTitle = (name) => (name === '' ? say('mainRoom') : visible(name));

/**
 * Connects the list of rooms, its button on narrow pages, and the form that creates a room.
 * @returns {() => void} shows everything again, as in another language
 */
export function connectRoomList(rooms) {
  const [nav, list, opener, badge] = ['rooms', 'room-list', 'open-rooms', 'other-unread'].map(byId);

  const elements = new Map();
  const currentLink = () => list.querySelector('[aria-current]');
  const showCurrent = () => currentLink()?.scrollIntoView({ block: 'nearest' });
  const isInSight = (link) => {
    const [{ top, bottom }, frame] = [link, list].map((element) => element.getBoundingClientRect());
    return top < frame.bottom && bottom > frame.top;
  };
  let shown;
  const show = () => {
    const { current } = rooms;
    // Somebody who has scrolled the open room out of sight is looking for another one.
    const isFollowed = shown !== current || !currentLink() || isInSight(currentLink());
    shown = current;
    const items = rooms.all.map((room) => item(elements, room, room.name === current));
    // A moved element loses the focus and a press on it, so elements that are in place stay untouched.
    items.forEach((element, index) => {
      if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
    });
    while (list.childElementCount > items.length) list.lastElementChild.remove();
    if (isFollowed) showCurrent();
    const { count, isMore } = rooms.unreadElsewhere;
    badge.hidden = count === 0;
    badge.textContent = countText(count, isMore);
    opener.ariaLabel = count === 0 ? say('rooms') : `${say('rooms')}, ${say('unreadCount', { n: count, isMore })}`;
  };
  rooms.addEventListener('change', show);

  byId('room-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const input = byId('new-room');
    const name = input.value.trim();
    if (name === '') return;
    const problem = nameProblem(name);
    input.setCustomValidity(problem ? say(...problem) : '');
    if (!input.reportValidity()) return;
    input.value = '';
    goTo(name);
    // The next step is to write in the room. On a narrow page the list closes first.
    if (!nav.classList.contains('open')) byId('text').focus();
  });
  byId('new-room').addEventListener('input', ({ target }) => target.setCustomValidity(''));

  // On a narrow page the list covers the messages.
  const open = (isOpen) => {
    nav.classList.toggle('open', isOpen);
    opener.ariaExpanded = String(isOpen);
    document.querySelector('main').inert = isOpen;
    (isOpen ? byId('close-rooms') : opener).focus();
    showCurrent();
  };
  opener.addEventListener('click', () => open(true));
  byId('close-rooms').addEventListener('click', () => open(false));
  const close = () => { if (nav.classList.contains('open')) open(false); };
  nav.addEventListener('keydown', ({ key }) => { if (key === 'Escape') close(); });
  addEventListener('hashchange', close);
  matchMedia('(min-width: 48rem)').addEventListener('change', close);
  return show;
}

/** Returns the list item of a room with its current state. Each room keeps one element. */
function item(elements, { name, unread, isCounted }, isCurrent) {
  if (!elements.has(name)) elements.set(name, newItem(name));
  const element = elements.get(name);
  const [link, title, badge] = element.querySelectorAll('a, bdi, .badge');
  title.textContent = roomTitle(name);
  title.classList.toggle('named', name !== '');
  link.ariaCurrent = isCurrent ? 'page' : null;
  badge.hidden = unread === 0;
  badge.textContent = countText(unread, !isCounted);
  badge.ariaLabel = say('unreadCount', { n: unread, isMore: !isCounted });
  return element;
}

function newItem(name) {
  const link = make('a');
  link.href = addressOf(name);
  const badge = make('span', 'badge');
  badge.role = 'img';
  link.append(make('bdi'), badge);
  const element = make('li');
  element.append(link);
  return element;
}

/** Returns a count as digits; with a plus sign if there are more. */
export function countText(count, isMore) {
  return isMore ? `${count}+` : String(count);
}
