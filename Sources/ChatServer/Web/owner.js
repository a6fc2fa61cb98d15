// The web page that makes this browser the owner's, or lets a phone in: the node has made its address, with a token.

import { byId, make, paragraph } from './browser/dom.js';
import { setLanguage } from './browser/language.js';
import { read } from './browser/storage.js';
import { commandIn } from './model/failure-text.js';
import { language, say } from './model/words.js';
import { Failure, request } from './node/node.js';
import { ownerSession, userSession } from './node/session.js';

const isOfPhone = location.pathname.endsWith('/phone');
const token = location.hash.slice(1);
// Neither the history nor a screenshot is to have it.
history.replaceState(null, '', location.pathname);
await setLanguage(read('tidings.settings')?.language).catch((error) => { if (!language) throw error; });
const problem = (...parts) => byId('owner-state').append(...parts);
const session = isOfPhone ? userSession : ownerSession;
try {
  const body = new URLSearchParams(isOfPhone ? { token, role: 'user' } : { token });
  const answer = await request('session', 'session', { body });
  if (session.save(answer.getAttribute('id'))) location.replace('./');
  else problem(paragraph(say('sessionNotSaved'), 'problem'));
} catch (error) {
  const code = error instanceof Failure ? error.code : '';
  const known = {
    'not-owner': 'ownerAddressUsed', 'no-owners-address': 'ownerAddressElsewhere', 'session-needed': 'phoneAddressUsed',
  };
  problem(paragraph(say(known[code] ?? 'unreachableUnknown'), 'problem'));
  if (code === 'not-owner') problem(make('code', 'command', commandIn(error)));
}
