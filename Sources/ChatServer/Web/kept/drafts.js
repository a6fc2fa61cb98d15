// The texts that the person has begun to write, and the messages to which they reply: saved in the browser, the same in all tabs.

import * as storage from '../browser/storage.js';
import { Drafts, prefix, replyPrefix } from '../model/drafts.js';

export const drafts = new Drafts(storage);
storage.follow(prefix, (key) => drafts.follow(key));

/** The digests of the messages to which the drafts reply. */
export const replies = new Drafts(storage, Date.now, replyPrefix);
storage.follow(replyPrefix, (key) => replies.follow(key));
