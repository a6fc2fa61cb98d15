// Puts the parts of the page together.

import { Chat } from './chat.js';
import { connectComposer } from './composer.js';
import { byId, make } from './dom.js';
import { connectGroup, seenBy } from './group.js';
import { dayAndTime, dayName, language, say } from './language.js';
import { Live } from './live.js';
import { Outbox } from './outbox.js';
import { key } from './node.js';
import { Notifications } from './notifications.js';
import { Rooms, connectRooms, countText, roomInAddress, roomTitle } from './rooms.js';
import { Settings, connectSettings } from './settings.js';
import { cut, visible } from './text.js';
import { WaitingList } from './waiting.js';

/** Characters of a message that are read out. */
const announcedLength = 200;

const settings = new Settings();
const live = new Live();
const outbox = new Outbox(live);
const isMine = (message) => message.origin === (key ?? chat.keptNode) && settings.names.includes(message.user);
const rooms = new Rooms(isMine);
const chat = new Chat({ live, rooms, isMine, seenBy: (id) => seenBy(live.group, id) });
const waiting = new WaitingList(outbox, (id) => chat.has(id));
const notifications = new Notifications(settings, live);
const composer = connectComposer((text) => {
  chat.wrote();
  return outbox.add(settings.name, chat.room, text);
});

connectSettings(settings);
const showRooms = connectRooms(rooms);
const showGroup = connectGroup(live);

// MARK: The room

async function openRoom() {
  const room = roomInAddress();
  // One that was mistyped does not stay in the list.
  if (room !== chat.room && chat.isEmpty && waiting.isEmpty && byId('text').value === '') rooms.drop(chat.room);
  rooms.add(room);
  composer.open(room);
  waiting.open(room);
  showPlace();
  await chat.open(room);
}

/** What stands around the messages. */
function showPlace() {
  const room = chat.room ?? roomInAddress();
  byId('room-name').textContent = roomTitle(room);
  byId('room-name').classList.toggle('named', room !== '');
  byId('empty').hidden = !(chat.isEmpty && waiting.isEmpty);
  byId('empty').textContent = say('empty');
  byId('beginning').hidden = !byId('empty').hidden;
  // Else not hidden, which would move what is being read.
  byId('beginning').style.visibility = chat.isWhole ? 'visible' : 'hidden';
  byId('beginning').textContent = say('beginning');
  byId('day-in-sight').textContent = chat.timeInSight === undefined || chat.isAtEnd ? '' : dayName(chat.timeInSight);
  const newest = byId('to-newest');
  newest.hidden = chat.isAtEnd;
  newest.textContent = chat.unread > 0 ? say('newMessages', { n: chat.unread }) : say('toNewest');
  const earlier = byId('to-earlier');
  earlier.hidden = chat.earlier === 0;
  earlier.textContent = say('earlierMessages', { n: chat.earlier });
  const title = `${roomTitle(room)} · Tidings`;
  document.title = document.visibilityState === 'hidden' && rooms.unread > 0
    ? `(${countText(rooms.unread)}) ${title}` : title;
}

addEventListener('hashchange', openRoom);
// The button that was pressed goes; the focus stays with what it was about.
byId('to-newest').addEventListener('click', () => { chat.toNewest(); byId('scroller').focus(); });
byId('to-earlier').addEventListener('click', () => { chat.toEarlier(); byId('scroller').focus(); });
document.addEventListener('visibilitychange', showPlace);
chat.addEventListener('change', showPlace);
rooms.addEventListener('change', showPlace);
outbox.addEventListener('change', showPlace);
chat.addEventListener('loaded', () => waiting.show());
chat.addEventListener('came', ({ detail }) => {
  waiting.came(detail.filter(isMine));
  announce(detail.filter((message) => !isMine(message)));
});
live.addEventListener('messages', ({ detail }) => {
  for (const message of detail) rooms.note(message);
  notifications.show(detail.filter((message) => !isMine(message)));
});

/** Reads out what others have just written. */
function announce(messages) {
  if (messages.length === 0 || document.visibilityState === 'hidden') return;
  const [{ user, text }] = messages;
  byId('announcer').textContent = messages.length === 1
    ? say('announced', { user: visible(user), text: cut(text, announcedLength) })
    : say('newMessages', { n: messages.length });
}

// MARK: Notices

const notices = new Map();

/** Says something above the messages until it is over. */
function notice(name, element) {
  notices.get(name)?.remove();
  notices.delete(name);
  if (!element) return;
  notices.set(name, element);
  byId('notices').append(element);
}

function noticeElement(text, label, act) {
  const element = make('p', 'notice', text);
  if (!label) return element;
  const button = make('button', '', label);
  button.type = 'button';
  button.addEventListener('click', act);
  element.append(' ', button);
  return element;
}

function showReach() {
  const { isThere, since } = live.reach;
  const text = isThere ? '' : say(outbox.isKept ? 'away' : 'awayNotKept', { time: dayAndTime(since) });
  // What stands there already is not read out once more.
  if (text !== (notices.get('away')?.textContent ?? '')) notice('away', text && noticeElement(text));
}

function showReplaced() {
  notice('replaced', noticeElement(say('replaced'), say('understood'), () => notice('replaced')));
}

/** A tab that was opened before an upgrade runs on with the old page until somebody asks for the new one. */
function showUpgrade() {
  const { version } = document.documentElement.dataset;
  if (!live.group?.page || live.group.page === version) return notice('upgrade');
  if (!notices.has('upgrade')) notice('upgrade', noticeElement(say('upgraded'), say('reload'), () => location.reload()));
}

live.addEventListener('reach', showReach);
outbox.addEventListener('change', showReach);
live.addEventListener('group', showUpgrade);
live.addEventListener('replaced', async () => {
  showReplaced();
  rooms.forget();
  await rooms.load();
  await chat.reload();
});

// MARK: All of it

/** What the messages on the page were written with. */
let written = `${language} ${settings.names}`;

settings.addEventListener('change', () => {
  showRooms();
  showGroup();
  showReach();
  composer.show();
  waiting.redraw();
  if (written !== `${language} ${settings.names}`) chat.redraw();
  written = `${language} ${settings.names}`;
  showPlace();
});

// No link: its address would be a room's.
byId('skip').addEventListener('click', () => {
  // Over the box lie the rooms.
  if (document.querySelector('main').inert) byId('close-rooms').click();
  byId(settings.name === '' ? 'first-name' : 'text').focus();
});

for (const dialog of document.querySelectorAll('dialog')) {
  dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  // A press beside it: on the backdrop, which belongs to the dialog.
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (target === dialog && !isInside) dialog.close();
  });
}

/** Keeps the page in the browser, where it allows that: on localhost and over https. */
function keepPage() {
  if (!navigator.serviceWorker) return;
  const worker = globalThis.trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });
  navigator.serviceWorker.register(worker ? worker.createScriptURL('sw.js') : 'sw.js').catch(() => {});
}

showReach();
if (settings.name === '') byId('first-name').focus();
else if (matchMedia('(hover: hover)').matches) byId('text').focus();
showRooms();
live.start();
rooms.load();
openRoom();
outbox.start();
keepPage();
