// The texts that the person has begun to write: saved in the browser, the same in all tabs.

import { Drafts, prefix } from './model/drafts.js';
import * as storage from './storage.js';

export const drafts = new Drafts(storage);
storage.follow(prefix, (key) => drafts.follow(key));
