// Connects the parts of the web client.

import { closeLayersOnBack } from './browser/back.js';
import { showBadge } from './browser/browser.js';
import { followDays } from './browser/days.js';
import { byId, setText, showOrHide, touchKeyboard } from './browser/dom.js';
import { isFirst } from './browser/leadership.js';
import { read, write } from './browser/storage.js';
import { registerWorker } from './browser/worker.js';
import { connectGroup } from './group/group.js';
import { hideJoined, showJoined } from './group/joined.js';
import { Changes } from './kept/changes.js';
import { Edits } from './kept/edits.js';
import { dropDeletedTexts } from './kept/kept-rooms.js';
import { keepStatus, keptStatus } from './kept/kept-status.js';
import { LastMessages } from './kept/last-messages.js';
import { Outbox } from './kept/outbox.js';
import { People } from './kept/people.js';
import { RoomKeeper } from './kept/room-keeper.js';
import { Rooms } from './kept/rooms.js';
import { Chat } from './messages/chat.js';
import { connectComposer } from './messages/composer.js';
import { Jumps } from './messages/jumps.js';
import { MessageActions } from './messages/message-actions.js';
import { connectMessageMenu } from './messages/message-menu.js';
import { quotations } from './messages/quotations.js';
import { connectSwiping } from './messages/swiping.js';
import { WaitingList } from './messages/waiting.js';
import { mentionsMe } from './model/attention.js';
import { Authors } from './model/authors.js';
import { isChange } from './model/changes.js';
import { endText, noteText, storeFailure } from './model/group-sentences.js';
import { reached } from './model/group.js';
import { hiddenFrom, hiddenIn } from './model/hiding.js';
import { JoinedPeers } from './model/joined-peers.js';
import { mayMention, offered } from './model/mentions.js';
import { emptiness, isOutOfDate, isStart, unreachableText } from './model/notices.js';
import { authorName, isSamePerson, namesOn, setPersons } from './model/persons.js';
import { plainText } from './model/plain-text.js';
import { roomTitle } from './model/room-names.js';
import { unreadIn } from './model/room-order.js';
import { cut, visible } from './model/text.js';
import { isShown } from './model/timeline.js';
import { countText, mentionText, tabTitle, unreadText } from './model/titles.js';
import { dayName, language, locale, say } from './model/words.js';
import { Live } from './node/live.js';
import * as node from './node/node.js';
import { isOwnersAddress } from './page/administration.js';
import { colour } from './page/avatar.js';
import { completeDialog } from './page/dialog.js';
import { connectForget } from './page/forget.js';
import { askPassword } from './page/login.js';
import { hideNotice, showNotice } from './page/notices.js';
import { Settings, connectSettings } from './page/settings.js';
import { connectShortcuts } from './page/shortcuts.js';
import { roomInAddress, takeMessage } from './rooms/address.js';
import { Notifications } from './rooms/notifications.js';
import { RoomChoices, connectRoomMenu } from './rooms/room-choices.js';
import { connectRoomDetails } from './rooms/room-details.js';
import { connectRoomForm } from './rooms/room-form.js';
import { RoomList } from './rooms/room-list.js';

/** Characters of a message that a screen reader reads out. */
const announcedLength = 200;
/** Milliseconds after scrolling for which the day of the topmost message is shown over the messages. */
const dayTime = 1500;
const hiddenKey = 'tidings.hidden';
const plainKey = 'tidings.plain-understood';

const settings = new Settings();
await settings.ready;
document.querySelectorAll('dialog').forEach(completeDialog);
const live = new Live();
// The first listener: the others show persons.
live.addEventListener('group', ({ detail }) => {
  if (!setPersons(detail)) return;
  chat.redraw();
  roomList.show();
});
const outbox = new Outbox(live);
/** The status as it was before this web page was loaded, until the node answers. */
const formerStatus = keptStatus();
setPersons(formerStatus);
const ownKey = () => (live.status ?? formerStatus)?.node;
/** Gives this person's picture the colour that the others see. */
const showOwnColour = () => colour(byId('my-avatar'), settings.name, ownKey());
live.addEventListener('group', showOwnColour);
const isMine = ({ isLocal, origin, user }) => (isLocal || isSamePerson(origin, ownKey())) && settings.names.includes(user);
const rooms = new Rooms(isMine);
const keeper = new RoomKeeper(live, rooms);
const authors = new Authors();
const people = new People(() => settings.names);
authors.addEventListener('noted', ({ detail }) => people.note(detail));
/** Compares names with those of all people whom this browser knows, whatever is loaded. */
const noteKnown = () => authors.note(people.all.map((one) => ({ ...one, isLocal: one.origin === ownKey() })));
people.addEventListener('change', noteKnown);
noteKnown();
const namesOf = (device) => namesOn(device, people.all);
const notifications = new Notifications(settings, live);
const changes = new Changes(outbox, live, ({ isLocal, user }) => isLocal && settings.names.includes(user));
const chat = new Chat({
  live, rooms, isMine, authors, namesOf, reached: (id) => reached(live.status ?? formerStatus, id),
  noteText: (message) => noteText(message, live.status ?? formerStatus), asShown: (message) => changes.shown(message),
});
quotations.connect({ live, chat, changes });
changes.addEventListener('change', ({ detail }) => chat.refresh(detail));
const edits = new Edits(outbox);
const composer = connectComposer({
  send: (text, re) => {
    chat.sent();
    return outbox.add(settings.name, chat.room, text, re);
  },
  edits,
  sendEdit: (room) => edits.send(room, settings.name),
  editLast: () => actions.editLast(),
  peopleFor,
  showMessage: (digest) => jumps.show(digest),
});
const waiting = new WaitingList(outbox, (id) => chat.has(id), edits, changes);
const jumps = new Jumps(chat);
const actions = new MessageActions({ outbox, changes, edits, composer, waiting, chat, settings, isMine });
connectMessageMenu(actions);
connectSwiping(byId('scroller'), (message) => actions.canReply(message), (message) => actions.reply(message));

connectSettings(settings, authors);
connectForget(live, outbox);
const choices = new RoomChoices();
const lastMessages = new LastMessages(live, (room) => rooms.isListed && rooms.newestId(room) === 0);
const roomList = new RoomList(rooms, choices, outbox, lastMessages, isMine, authors, changes);
connectRoomForm(rooms, roomList.open);
connectRoomMenu(rooms, choices, {
  markRead: (room) => (room === rooms.current ? chat : rooms).readAll(room), canWrite: () => settings.name !== '',
  change: connectRoomDetails(rooms, (room, given) => outbox.change({ kind: 'room', room, user: settings.name, ...given })),
});
connectShortcuts(roomList, composer.mark);
const showGroup = connectGroup(live, formerStatus, () => people.all);
people.addEventListener('change', showGroup);

/** Marks the mentions of people whose names have become known. The messages that are being shown now are on the web page by then. */
people.addEventListener('change', ({ detail: names }) => queueMicrotask(() => {
  const mentioning = chat.messages.filter(({ text }) => mayMention(text, names));
  if (mentioning.length > 0) chat.refresh(new Set(mentioning.map(({ digest }) => digest)));
}));

/** Returns the people whom the message box offers after an `@`, see `offered`, with the doubts about their names. */
function peopleFor(entered) {
  const gone = [...hidden, ...live.status?.removed.map(({ node }) => node) ?? []];
  const found = offered(entered, chat.messages, people.all, ({ user, origin }) => !gone.includes(origin) && !settings.names.includes(user));
  return found.map((person) => ({ ...person, doubt: authors.doubt(person) }));
}

// MARK: The open room

async function openRoom() {
  const [room, digest] = [roomInAddress(), takeMessage()];
  if (digest && room === chat.room) return jumps.show(digest);
  // An empty room disappears from the list when somebody leaves it: its name was probably mistyped.
  const isUsed = !chat.isEmpty || !waiting.isEmpty || byId('text').value !== '' || choices.isPinned(chat.room);
  if (room !== chat.room && !isUsed) rooms.drop(chat.room);
  rooms.open(room);
  composer.open(room);
  waiting.open(room);
  jumps.leave();
  showRoomState();
  await chat.open(room, Boolean(digest));
  if (!digest || room !== chat.room) return;
  // Until then, no message counts as read: those at the unread line are on the screen for a moment only.
  await jumps.show(digest).finally(() => chat.resumeReading());
}

/** Shows everything around the messages that depends on the room and on the scroll position. */
function showRoomState() {
  const room = chat.room ?? roomInAddress();
  const [name] = byId('room-name').children;
  const { topic } = rooms.titles(room);
  showOrHide(byId('shown-topic'), topic && visible(topic));
  setText(name, roomTitle(room));
  name.title = topic ? `${roomTitle(room)}: ${visible(topic)}` : roomTitle(room);
  byId('room-name').classList.toggle('named', room !== '');
  showEmptiness();
  const time = chat.isAtEnd ? undefined : chat.visibleTime;
  setText(byId('visible-day'), time === undefined ? '' : dayName(time));
  const newest = byId('to-newest');
  // Near the end, an unread message may still be below the visible part.
  const { unread, missing, late } = chat;
  newest.hidden = chat.isAtEnd && unread.count === 0;
  // Without unread messages, the arrow is enough for the eye.
  setText(newest, unread.count > 0 ? unreadText(unread) : '');
  newest.ariaLabel = newest.title = unread.count > 0 ? '' : say('toNewest');
  const [key, above] = missing.count > 0 ? ['unreadAbove', missing] : ['lateAbove', late];
  byId('above').hidden = above.count === 0;
  setText(byId('to-earlier'), say(key, { n: above.count, isMore: above.isMore }));
  const { mentions } = chat;
  byId('to-mention').hidden = mentions.count === 0;
  setText(byId('to-mention'), `@ ${countText(mentions)}`);
  byId('to-mention').ariaLabel = byId('to-mention').title = mentionText(mentions);
  const wanted = unreadIn(rooms.all.map((one) => choices.wantedUnread(one)));
  const title = tabTitle(room, wanted);
  if (document.title === title) return;
  document.title = title;
  showBadge(wanted.count);
}

/** Says why a room has no messages on the web page, or that they begin with the first one. */
function showEmptiness() {
  const kept = live.reachability.isReachable ? undefined : chat.kept;
  const { isEmpty, isWhole } = chat;
  const { empty, beginning, isAtBeginning } = emptiness({ isMain: !chat.room, isEmpty, isWhole }, kept, !waiting.isEmpty);
  const answers = live.reachability.isReachable ? live.status : undefined;
  byId('start').hidden = !isOwnersAddress || !isStart({ isMain: !chat.room, isEmpty: isEmpty && waiting.isEmpty }, answers);
  showOrHide(byId('empty'), empty);
  byId('beginning').hidden = Boolean(empty) || !byId('missing-earlier').hidden;
  // It keeps its height while it is invisible, so that the messages below do not move.
  byId('beginning').style.visibility = isAtBeginning ? 'visible' : 'hidden';
  setText(byId('beginning'), beginning);
}

addEventListener('hashchange', openRoom);
// The pressed button disappears, so the focus moves to the messages.
byId('to-newest').addEventListener('click', () => { chat.goToNewest(); byId('scroller').focus(); });
byId('to-mention').addEventListener('click', () => chat.goToMention());
byId('to-earlier').addEventListener('click', () => { chat.goToEarlier(); byId('scroller').focus(); });
byId('mark-read').addEventListener('click', () => { chat.readAll(); byId('scroller').focus(); });
document.addEventListener('visibilitychange', showRoomState);
chat.addEventListener('change', showRoomState);
rooms.addEventListener('change', showRoomState);
choices.addEventListener('change', showRoomState);
outbox.addEventListener('change', showRoomState);
let dayTimer;
byId('scroller').addEventListener('scroll', () => {
  byId('visible-day').classList.add('scrolling');
  clearTimeout(dayTimer);
  dayTimer = setTimeout(() => byId('visible-day').classList.remove('scrolling'), dayTime);
}, { passive: true });
chat.addEventListener('loaded', () => waiting.show());
chat.addEventListener('arrived', ({ detail }) => {
  waiting.arrived(detail.filter(isMine));
  announce(detail.filter((message) => !isMine(message)));
});
live.addEventListener('messages', ({ detail }) => {
  rooms.note(detail);
  authors.note(detail.filter(isShown));
  forgetDeleted(detail.filter(({ isDeleted }) => isDeleted));
  notifications.show(detail.filter((one) => (
    isShown(one) && !one.isDeleted && rooms.isNew(one) && !isMine(one) && isWanted(one))));
});

/** Whether the person wants to hear of a message. */
function isWanted(message) { return choices.isWanted(message.room, mentionsMe(message)); }

/** Removes the texts of deleted messages from all that shows or keeps them beside the list of messages. */
function forgetDeleted(messages) {
  if (messages.length === 0) return;
  const digests = new Set(messages.map(({ digest }) => digest));
  edits.deleted(digests);
  notifications.close(digests);
  byId('announcer').textContent = '';
  if (live.isLeading) dropDeletedTexts(messages);
}

/** Lets a screen reader read out new messages of others. */
function announce(messages) {
  if (messages.length === 0 || document.visibilityState === 'hidden') return;
  const [message] = messages;
  byId('announcer').textContent = messages.length === 1
    ? say('announced', { user: authorName(message), text: cut(plainText(message), announcedLength) })
    : say('newMessages', { n: messages.length });
}

/** Reads out that waiting messages were sent: in the tab with the focus, however many are open. */
async function announceSent({ detail: postKeys }) {
  const isRead = document.visibilityState === 'visible' && document.hasFocus();
  if (!isRead) return;
  // Another tab may send some of them again.
  const [isNew] = await Promise.all(postKeys.map((postKey) => isFirst(`sent ${postKey}`)));
  if (isNew) byId('announcer').textContent = say('sent', { n: postKeys.length });
}

outbox.addEventListener('sent', (event) => {
  live.tell('sent', event.detail);
  announceSent(event);
});
live.addEventListener('sent', announceSent);

// MARK: Notices

function showReachability() {
  const text = unreachableText(live.reachability, outbox.storage);
  const { refusal } = live.reachability;
  const isOfPassword = refusal === 'password-needed' || refusal === 'session-ended';
  const enter = { label: say('enterPassword'), act: () => askPassword(() => live.nudge()) };
  showNotice('unreachable', text, ...(isOfPassword ? [enter] : []));
}

/** Says once what a page without https lacks, as on a phone. */
function showPlain() {
  if (isSecureContext || read(plainKey)) return;
  const close = () => {
    write(plainKey, true);
    hideNotice('plain');
  };
  showNotice('plain', say('plainPage'), { label: say('understood'), act: close });
}

function showReplaced() {
  showNotice('replaced', say('replaced'), { label: say('understood'), act: () => hideNotice('replaced') });
}

/** A tab that was opened before an upgrade runs the old web client until somebody reloads it. */
function showUpgrade() {
  if (!isOutOfDate(document.documentElement.dataset.version, live.status)) return hideNotice('upgraded');
  showNotice('upgraded', say('upgraded'), { label: say('reload'), act: () => location.reload() });
}

/** The post keys of messages for another node that the person wants to keep in the queue. */
let kept = new Set();

/** Asks what to do with messages that were written for another node at this address. */
function showForeign() {
  // Changes wait for their own device: another one does not have their messages.
  const foreign = outbox.messages.filter((message) => outbox.isForeign(message) && !isChange(message))
    .map(({ postKey }) => postKey);
  if (foreign.every((postKey) => kept.has(postKey))) return hideNotice('foreign');
  const keep = () => { kept = new Set(foreign); showForeign(); };
  showNotice('foreign', say('foreign', { n: foreign.length }),
    { label: say('sendHere'), act: () => outbox.redirect() }, { label: say('keep'), act: keep });
}

/** Says that the node cannot write, and what its owner can do. */
function showStoreFailure() {
  showNotice('store', storeFailure(live.status));
}

/** Says that this device is no member of the group any more: no other one gets what a person writes here. */
function showEnd() {
  showNotice('end', live.status && endText(live.status));
}

/** The keys of the members whose messages the node hides, as this tab knows them. */
let hidden = hiddenFrom(read(hiddenKey));
node.setHidden(hidden);

/** Loads the messages again when others are hidden than before. */
async function showOthers(status) {
  const now = hiddenIn(status);
  if (String(now) === String(hidden)) return;
  hidden = now;
  node.setHidden(now);
  write(hiddenKey, now);
  keeper.forget();
  lastMessages.reload();
  quotations.reload();
  await rooms.load();
  await chat.reload();
}

const joinedPeers = new JoinedPeers(formerStatus);

live.addEventListener('group', ({ detail }) => {
  const { joined, gone, hasJoined } = joinedPeers.note(detail);
  keepStatus(detail, joinedPeers.hasGroup);
  gone.forEach(hideJoined);
  showJoined(live, joined, hasJoined);
});
live.addEventListener('joined-read', ({ detail }) => hideJoined(detail));
live.addEventListener('invited', () => {
  joinedPeers.invite();
  if (live.status) keepStatus(live.status, joinedPeers.hasGroup);
});
live.addEventListener('joining', ({ detail }) => joinedPeers.join(detail));
live.addEventListener('not-joined', ({ detail }) => joinedPeers.failToJoin(detail));
live.addEventListener('reachability', showReachability);
live.addEventListener('reachability', showRoomState);
live.addEventListener('group', showRoomState);
outbox.addEventListener('change', showReachability);
outbox.addEventListener('change', showForeign);
live.addEventListener('group', ({ detail }) => showOthers(detail));
live.addEventListener('group', showUpgrade);
live.addEventListener('group', showStoreFailure);
live.addEventListener('group', showEnd);
live.addEventListener('replaced', async () => {
  showReplaced();
  rooms.forget();
  await rooms.load();
  await chat.reload();
});

// MARK: Settings

/** The settings on which the elements of the messages depend. */
const messageSettings = () => `${language} ${locale} ${settings.names}`;
let drawnWith = messageSettings();

settings.addEventListener('change', () => {
  people.update();
  showOwnColour();
  roomList.show();
  showGroup();
  showReachability();
  showPlain();
  showForeign();
  showStoreFailure();
  showEnd();
  composer.show();
  waiting.redraw();
  if (drawnWith !== messageSettings()) chat.redraw();
  drawnWith = messageSettings();
  showRoomState();
});

// MARK: The web page

// A button, because the address of a link would be read as the name of a room.
byId('skip').addEventListener('click', () => {
  // On a narrow web page the open list of rooms covers the text box.
  if (document.querySelector('main').inert) byId('close-rooms').click();
  byId(settings.name === '' ? 'first-name' : 'text').focus();
});

showReachability();
showPlain();
if (settings.name === '') byId('first-name').focus();
else if (!touchKeyboard.matches) byId('text').focus();
roomList.show();
showOwnColour();
closeLayersOnBack();
// The names of days, and the times of today, which have no date.
followDays(() => {
  chat.renameDays();
  roomList.show();
  showRoomState();
  showReachability();
});
live.start();
rooms.load();
openRoom();
outbox.start();
registerWorker();
