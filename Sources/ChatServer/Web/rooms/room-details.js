// The dialog in which people give a room a topic and another name. Both are sent as messages are, so they wait while the
// node does not answer.

import { byId } from '../browser/dom.js';
import { givenProblems, givenTo, ownTitle } from '../model/room-names.js';
import { say } from '../model/words.js';

/** Shows the problem of a field, as arguments for `say`. @returns whether the field has none */
export function isValid(field, problem) {
  field.setCustomValidity(problem ? say(...problem) : '');
  return field.reportValidity();
}

/**
 * Connects the dialog.
 * @param {(room: string, given: { topic?: string, alias?: string }) => void} give
 * @returns {(name: string) => void} opens it for a room
 */
export function connectRoomDetails(rooms, give) {
  const [dialog, alias, topic] = ['room-details', 'room-alias', 'new-topic'].map(byId);
  let room;

  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const entered = { alias: alias.value, topic: topic.value };
    const problems = givenProblems(room, entered);
    if (!isValid(alias, problems.alias) || !isValid(topic, problems.topic)) return;
    dialog.close();
    const given = givenTo(room, entered);
    if (Object.keys(given).length > 0) give(room.name, given);
  });
  for (const field of [alias, topic]) field.addEventListener('input', () => field.setCustomValidity(''));
  return (name) => {
    room = rooms.titles(name);
    [alias.value, topic.value] = [room.alias ?? room.name, room.topic ?? ''];
    alias.placeholder = ownTitle(room.name);
    for (const field of [alias, topic]) field.setCustomValidity('');
    dialog.showModal();
    alias.select();
  };
}
