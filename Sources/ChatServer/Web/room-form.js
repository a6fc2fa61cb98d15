// The form that creates a room.

import { byId } from './dom.js';
import { say } from './language.js';
import { nameProblem } from './validation.js';

/** @param {(name: string) => void} open opens a room */
export function connectRoomForm(open) {
  const input = byId('new-room');
  byId('room-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name === '') return;
    const problem = nameProblem(name);
    input.setCustomValidity(problem ? say(...problem) : '');
    if (!input.reportValidity()) return;
    input.value = '';
    open(name);
  });
  input.addEventListener('input', () => input.setCustomValidity(''));
}
