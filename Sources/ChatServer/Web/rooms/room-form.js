// The form that creates a room. It offers a room that exists already if people may mistake its name for the new one.

import { byId } from '../browser/dom.js';
import { roomTitle, similarRoom } from '../model/room-names.js';
import { newRoomName, newRoomProblem } from '../model/validation.js';
import { say } from '../model/words.js';
import { isValid } from './room-details.js';

/** @param {(name: string) => void} open opens a room */
export function connectRoomForm(rooms, open) {
  const [dialog, input, offer] = ['room-dialog', 'new-room', 'room-offer'].map(byId);
  /** The name that was entered, and that of the room that is offered. */
  let entered, similar;

  byId('open-new-room').addEventListener('click', () => {
    input.value = '';
    input.setCustomValidity('');
    offer.hidden = true;
    dialog.showModal();
  });
  const enter = (name) => {
    dialog.close();
    open(name);
  };
  const ask = () => {
    byId('room-offer-text').textContent = say('roomSimilar', { name: roomTitle(similar) });
    offer.hidden = false;
    byId('open-similar').focus();
  };

  byId('room-form').addEventListener('submit', (event) => {
    event.preventDefault();
    entered = newRoomName(input.value);
    if (!isValid(input, newRoomProblem(entered))) return;
    similar = similarRoom(rooms.all.map(({ name }) => name), entered);
    if (similar === undefined) enter(entered); else ask();
  });
  input.addEventListener('input', () => {
    input.setCustomValidity('');
    offer.hidden = true;
  });
  byId('open-similar').addEventListener('click', () => enter(similar));
  byId('create-anyway').addEventListener('click', () => enter(entered));
}
