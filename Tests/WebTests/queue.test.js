// The queue of unsent messages in several tabs, with a database that is slow, fails, or is deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queue } from '../../Sources/ChatServer/Web/model/queue.js';
import { attempted, edited, isEditable } from '../../Sources/ChatServer/Web/model/waiting.js';

const message = (text, others = {}) => (
  { postKey: `key of ${text}`, user: 'jack', room: '', text, time: 1, isAttempted: false, ...others });

/** The database of a browser: the objects by their keys. */
class Database {
  objects = new Map();
  #next = 1;

  /** Runs the transaction of a tab. @returns a function that tells the tab that it is complete, and returns the news for others */
  begin(queue, newId = `id ${Math.random()}`) {
    queue.see(this.read());
    const writes = queue.writes(newId);
    writes.remove.forEach((order) => this.objects.delete(order));
    for (const object of writes.put) {
      object.order ??= this.#next;
      this.#next = Math.max(this.#next, object.order + 1);
      this.objects.set(object.order, structuredClone(object));
    }
    return () => { queue.written(writes); return [writes.removed, writes.replaced]; };
  }

  run(queue) { return this.begin(queue)(); }

  read() { return structuredClone([...this.objects.values()]).sort((one, other) => one.order - other.order); }

  get texts() { return [...this.objects.values()].filter(({ text }) => text).map(({ text }) => text); }
}

const texts = (queue) => queue.messages.map(({ text }) => text);
const unsaved = (queue) => queue.messages.filter(({ order }) => order === undefined).map(({ text }) => text);

/** Returns queues of tabs with the same messages in the same database. */
function tabs(count, ...written) {
  const database = new Database();
  const queues = Array.from({ length: count }, () => new Queue());
  written.forEach((text) => queues[0].add(message(text)));
  queues.forEach((queue) => database.run(queue));
  return [database, ...queues];
}

test('a message is in the queue before the database has answered', () => {
  const queue = new Queue();
  queue.add(message('one'));
  queue.add(message('two'));
  assert.deepEqual(texts(queue), ['one', 'two']);
  assert.deepEqual(unsaved(queue), ['one', 'two']);
  new Database().run(queue);
  assert.deepEqual(texts(queue), ['one', 'two']);
  assert.deepEqual(unsaved(queue), []);
});

test('a database that answers late brings the earlier messages before the new ones', () => {
  const [database] = tabs(1, 'one', 'two');
  const queue = new Queue();
  queue.add(message('three'));
  assert.deepEqual(texts(queue), ['three']);
  database.run(queue);
  assert.deepEqual(texts(queue), ['one', 'two', 'three']);
  assert.deepEqual(database.texts, ['one', 'two', 'three']);
});

test('a message that was sent before the database has answered is not in it afterwards', () => {
  const [database] = tabs(1, 'one');
  const queue = new Queue();
  queue.add(message('two'));
  queue.remove('key of two');
  database.run(queue);
  assert.deepEqual(texts(queue), ['one']);
  assert.deepEqual(database.texts, ['one']);
});

test('changes during a transaction are saved by the next one', () => {
  const [database, queue] = tabs(1);
  queue.add(message('one'));
  const complete = database.begin(queue);
  queue.change('key of one', (found) => found && attempted(found, 1, true));
  queue.add(message('two'));
  complete();
  assert.deepEqual(unsaved(queue), ['two']);
  assert.equal(queue.messages[0].isAttempted, true);
  database.run(queue);
  assert.deepEqual([...database.objects.values()].slice(1).map(({ text, isAttempted }) => [text, isAttempted]),
    [['one', true], ['two', false]]);
});

test('a transaction that fails leaves its messages unsaved', () => {
  const queue = new Queue();
  queue.add(message('one'));
  new Database().begin(queue);
  queue.failed();
  assert.deepEqual(unsaved(queue), ['one']);
});

test('a message that another tab has sent or discarded does not come back', () => {
  const [database, first, second] = tabs(2, 'one', 'two');
  first.remove('key of one');
  database.run(first);
  second.add(message('three'));
  database.run(second);
  assert.deepEqual(texts(second), ['two', 'three']);
  database.run(first);
  assert.deepEqual(texts(first), ['two', 'three']);
});

test('a message that waits in a tab survives the deletion of the database, with its rank', () => {
  const [, first, second] = tabs(2, 'one', 'two');
  first.add(message('three'));
  const other = new Database();
  for (const queue of [first, second, first]) {
    other.run(queue);
    assert.deepEqual(texts(queue), ['one', 'two', 'three']);
  }
  assert.deepEqual(other.texts, ['one', 'two', 'three']);
  first.remove('key of one');
  other.run(first);
  other.run(second);
  assert.deepEqual(texts(second), ['two', 'three']);
});

test('a message that was discarded after the deletion of the database does not come back from another tab', () => {
  const [, first, second] = tabs(2, 'one', 'two');
  const other = new Database();
  first.remove('key of one');
  second.noteRemoved(...other.run(first));
  other.run(second);
  assert.deepEqual(texts(second), ['two']);
  other.run(first);
  assert.deepEqual(texts(first), ['two']);
});

test('such a message does not come back either if the other tab learns of it after the database has answered', () => {
  const [, first, second] = tabs(2, 'one', 'two');
  const other = new Database();
  first.remove('key of one');
  const news = other.run(first);
  other.run(second);
  assert.deepEqual(texts(second), ['two']);
  second.noteRemoved(...news);
  other.run(second);
  other.run(first);
  for (const queue of [first, second]) assert.deepEqual(texts(queue), ['two']);
});

test('the database keeps the post keys of 100 removed messages', () => {
  const [database, queue] = tabs(1, ...Array.from({ length: 150 }, (_, number) => String(number)));
  for (const { postKey } of queue.messages) {
    queue.remove(postKey);
    database.run(queue);
  }
  const { removed } = database.objects.get(0);
  assert.deepEqual([removed.length, removed[0], removed[99]], [100, 'key of 50', 'key of 149']);
});

test('a discarded message is put back where it was, also after the deletion of the database', () => {
  const [database, queue] = tabs(1, 'one', 'two', 'three');
  const [, two] = queue.messages;
  queue.remove(two.postKey);
  database.run(queue);
  assert.deepEqual(database.texts, ['one', 'three']);
  queue.add(two);
  database.run(queue);
  assert.deepEqual(texts(queue), ['one', 'two', 'three']);
  queue.remove(two.postKey);
  database.run(queue);
  const other = new Database();
  other.run(queue);
  queue.add(two);
  other.run(queue);
  assert.deepEqual(texts(queue).toSorted(), ['one', 'three', 'two']);
  assert.deepEqual(other.texts.toSorted(), ['one', 'three', 'two']);
});

test('a database that can only be read still tells what other tabs have removed', () => {
  const [database, first, second] = tabs(2, 'one', 'two');
  first.remove('key of one');
  database.run(first);
  second.add(message('three'));
  second.see([...database.objects.values()]);
  second.failed();
  assert.deepEqual(texts(second), ['two', 'three']);
  assert.deepEqual(unsaved(second), ['three']);
});

test('a message that was discarded while the database was deleted does not come back from another tab', () => {
  const [, first, second] = tabs(2, 'one', 'two', 'three');
  const database = new Database();
  // The first transaction with the new database fails.
  first.see([]);
  first.remove('key of two');
  first.failed();
  database.run(second);
  database.run(first);
  database.run(second);
  for (const queue of [first, second]) assert.deepEqual(texts(queue), ['one', 'three']);
  assert.deepEqual(database.texts, ['one', 'three']);
});

test('without a database, the queue stays in the tab and does not grow', () => {
  const queue = new Queue();
  for (let count = 0; count < 100; count += 1) {
    queue.add(message(`message ${count}`));
    queue.change(`key of message ${count}`, (found) => found && attempted(found, 1, true));
    queue.failed();
    if (count > 1) queue.remove(`key of message ${count}`);
    queue.failed();
  }
  assert.deepEqual(texts(queue), ['message 0', 'message 1']);
  assert.equal(queue.messages[0].isAttempted, true);
  assert.equal(queue.writes('id').count, 2);
});

test('an edit in one tab loses against an attempt to send that another tab has begun', () => {
  const [database, first, second] = tabs(2, 'one');
  const changes = { user: 'jack', text: 'edited', postKey: 'key of edited' };
  first.change('key of one', (found) => found && attempted(found, 1, true));
  second.change('key of one', (found) => (found && isEditable(found) ? edited(found, changes) : found));
  assert.deepEqual(texts(second), ['edited']);
  database.run(first);
  database.run(second);
  assert.deepEqual(texts(second), ['one']);
});

test('a message that another tab has edited keeps its rank while the database does not answer', () => {
  const [database, first, second] = tabs(2, 'one', 'two');
  const changes = { user: 'jack', text: 'edited', postKey: 'key of edited' };
  first.change('key of one', (found) => edited(found, changes));
  second.noteRemoved(...database.run(first));
  assert.deepEqual(texts(second), ['edited', 'two']);
  second.change('key of edited', (found) => found && attempted(found, 1, true));
  database.run(second);
  assert.deepEqual(second.messages.map(({ text, isAttempted }) => [text, isAttempted]), [['edited', true], ['two', false]]);
});

test('objects of other programs in the database are ignored and stay where they are', () => {
  const [database, queue] = tabs(1, 'one');
  const foreign = [
    {}, message('null', { user: null }), message('5', { user: 5 }), message('x', { text: 7 }), message('x', { text: '' }),
    message('x', { time: 'x' }), message('x', { time: 1e300 }), message('x', { time: NaN }),
    message('x', { postKey: undefined }), message('x', { room: 3 }),
  ];
  foreign.forEach((object, index) => database.objects.set(100 + index, { ...object, order: 100 + index }));
  queue.add(message('two'));
  database.run(queue);
  assert.deepEqual(texts(queue), ['one', 'two']);
  assert.equal(database.objects.size, foreign.length + 3);
});

test('messages of an earlier version of the page, whose database has no id, are adopted', () => {
  const database = new Database();
  const { isAttempted: _, ...old } = message('one', { order: 5 });
  database.objects.set(5, old);
  const [first, second] = [new Queue(), new Queue()];
  database.run(first);
  database.run(second);
  first.remove('key of one');
  database.run(first);
  database.run(second);
  assert.deepEqual(texts(second), []);
});

// MARK: Many sequences

/** Returns a function that returns a random integer below its argument. */
function random(seed) {
  let state = seed;
  return (limit) => {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((state ^ state >>> 13) >>> 0) % limit;
  };
}

/** A browser with tabs that share a database and send to a node. In each step, the database of a tab answers, fails or does not. */
class Browser {
  #pick;
  #database = new Database();
  #tabs = [];
  /** The number of the page in each tab. A page that was loaded again may know the database's messages too late. */
  #pages = new Map();
  #count = 0;
  /** Functions that tell a tab which messages another one has removed or replaced. */
  #news = [];
  /** The texts that the node has stored, by post key. */
  stored = new Map();
  /** The texts that have to arrive, and those that may not. */
  written = [];
  unwanted = new Set();
  /** The texts that were discarded while the database failed. Another tab may have sent them before. */
  discarded = new Set();
  #mayLoseTabs;
  #isEnding = false;

  constructor(seed) {
    this.#pick = random(seed);
    // A tab that ends before the database has its messages takes them along.
    this.#mayLoseTabs = this.#pick(2) === 0;
    for (let count = 0; count < 3; count += 1) this.#open(count);
  }

  step() {
    const queue = this.#tabs[this.#pick(this.#tabs.length)];
    const waiting = queue.messages;
    const chosen = waiting[this.#pick(waiting.length || 1)];
    switch (this.#pick(13)) {
      case 0: case 1: case 2: return this.#write(queue);
      case 3: case 4: return this.#run(queue);
      case 5: return this.#fail(queue, chosen);
      case 6: return chosen && this.#discard(queue, chosen);
      case 7: return chosen && this.#edit(queue, chosen);
      case 8: return this.#mayLoseTabs ? this.#reload(queue) : undefined;
      case 9: return this.#mayLoseTabs ? undefined : this.#deleteDatabase();
      case 10: return this.#tellNews();
      default: return this.#send(queue, this.#pick(3) > 0, this.#pick(4));
    }
  }

  /** Sends everything from one tab. Then all tabs look. */
  end() {
    this.#isEnding = true;
    this.#tellNews();
    for (const queue of this.#tabs) this.#run(queue);
    for (const queue of this.#tabs) assert.deepEqual(texts(queue).filter((text) => this.discarded.has(text)), [], 'discarded');
    for (const queue of this.#tabs) this.#send(queue, true, Infinity);
    for (const queue of this.#tabs) this.#run(queue);
    for (const queue of this.#tabs) assert.deepEqual(texts(queue), [], 'a message waits for ever');
    assert.deepEqual(this.#database.texts, []);
  }

  #write(queue) {
    const text = String(this.#count);
    this.#count += 1;
    this.written.push(text);
    queue.add(message(text, { page: this.#pages.get(queue) }));
  }

  #run(queue) {
    // The tab goes on while the transaction runs.
    const complete = this.#database.begin(queue);
    if (!this.#isEnding && this.#pick(4) === 0) this.#write(queue);
    const news = complete();
    for (const other of this.#tabs) if (other !== queue) this.#news.push(() => other.noteRemoved(...news));
    if (this.#isEnding || this.#pick(2) === 0) this.#tellNews();
  }

  /** A transaction fails, at once or after it has read the database. The person may discard a message meanwhile. */
  #fail(queue, chosen) {
    if (this.#pick(2) === 0) queue.see(this.#database.read());
    if (chosen && this.#pick(2) === 0) {
      queue.remove(chosen.postKey);
      this.written = this.written.filter((one) => one !== chosen.text);
      this.discarded.add(chosen.text);
    }
    queue.failed();
  }

  #tellNews() { this.#news.splice(0).forEach((tell) => tell()); }

  #send(queue, isAnswering, most) {
    // While the database does not answer, a tab knows only from the news what others have removed.
    if (isAnswering) this.#run(queue); else this.#tellNews();
    for (const { postKey } of queue.messages.slice(0, most)) {
      queue.change(postKey, (found) => found && attempted(found, 1, true));
      if (isAnswering) this.#run(queue);
      const found = queue.messages.find((one) => one.postKey === postKey);
      if (!found) continue;
      this.stored.set(postKey, this.stored.get(postKey) ?? found);
      queue.remove(postKey);
    }
    if (isAnswering) this.#run(queue);
  }

  #discard(queue, { postKey, text }) {
    queue.remove(postKey);
    this.#run(queue);
    this.written = this.written.filter((one) => one !== text);
    if (!this.stored.has(postKey)) this.unwanted.add(text);
  }

  #edit(queue, { postKey, text }) {
    const changes = { user: 'jack', text: `${text}'`, postKey: `key of ${text}'` };
    queue.change(postKey, (found) => (found && isEditable(found) ? edited(found, changes) : found));
    this.#run(queue);
    if (!queue.messages.some((one) => one.postKey === changes.postKey)) return;
    this.written = this.written.map((one) => (one === text ? changes.text : one));
    if (!this.stored.has(postKey)) this.unwanted.add(text);
  }

  #reload(queue) {
    this.#run(queue);
    this.#open(this.#tabs.indexOf(queue));
    // `run` may have written one more while the transaction ran.
    for (const text of unsaved(queue)) this.written = this.written.filter((one) => one !== text);
  }

  #open(tab) {
    this.#tabs[tab] = new Queue();
    this.#pages.set(this.#tabs[tab], this.#pages.size);
  }

  #deleteDatabase() {
    // The keys in a database are lost if it is deleted before another tab has read them.
    this.#tellNews();
    this.#database = new Database();
  }
}

test('in many sequences each message is stored once, none is lost, and no discarded one comes back', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const browser = new Browser(seed);
    for (let count = 0; count < 60; count += 1) browser.step();
    browser.end();
    const stored = [...browser.stored.values()];
    const found = stored.map(({ text }) => text);
    const where = `seed ${seed}`;
    assert.deepEqual(browser.written.filter((text) => !found.includes(text)), [], `${where}: lost`);
    assert.deepEqual(found.filter((text) => browser.unwanted.has(text)), [], `${where}: unwanted`);
    assert.equal(new Set(found).size, found.length, `${where}: twice`);
    // No message overtakes an earlier one of the same page. A slow database tells of an edit in another tab too late, and a failing
    // one does not tell that a message was discarded.
    for (const own of Object.values(Object.groupBy(stored, ({ page }) => page))) {
      const numbers = own.map(({ text }) => text).filter((text) => !browser.discarded.has(text)).map(Number).filter(Number.isInteger);
      assert.deepEqual(numbers, numbers.toSorted((one, other) => one - other), `${where}: order`);
    }
  }
});

const change = (text, others) => (
  { postKey: `change of ${text}`, user: 'jack', room: '', kind: 'edit', text: `${text}, edited`, proof: `key of ${text}`, time: 1,
    isAttempted: false, ...others });

test('the changes behind a message get its digest in the transaction that removes it, in any tab', () => {
  for (const other of ['adopts it', 'was told']) {
    const [database, first, second] = tabs(2, 'one', 'two');
    first.add(change('one'));
    first.add(change('two'));
    database.run(first);
    database.run(second);
    assert.deepEqual(first.waitingFor('key of one').map(({ postKey }) => postKey), ['change of one']);
    const sender = other === 'was told' ? second : first;
    first.stored('key of one', 'digest of one');
    if (sender === second) second.stored('key of one', 'digest of one');
    // The first tab may be killed before its transaction.
    database.run(sender);
    database.run(second);
    const saved = new Queue();
    database.run(saved);
    assert.deepEqual(saved.messages.map(({ text, digest }) => [text, digest]),
      [['two', undefined], ['one, edited', 'digest of one'], ['two, edited', undefined]]);
    assert.deepEqual(saved.waitingFor('key of one'), []);
  }
});

test('a change that another tab adds meanwhile gets the digest, too', () => {
  const [database, first, second] = tabs(2, 'one');
  first.stored('key of one', 'digest of one');
  second.add(change('one'));
  database.run(second);
  database.run(first);
  assert.deepEqual(new Map(database.read().map(({ postKey, digest }) => [postKey, digest])).get('change of one'), 'digest of one');
  // And one that is added after the message was sent.
  first.add({ ...change('one'), postKey: 'later' });
  assert.deepEqual(first.messages.map(({ digest }) => digest), ['digest of one', 'digest of one']);
});

test('the changes behind a message that the node has not kept are refused', () => {
  const [, queue] = tabs(1, 'one');
  queue.add(change('one'));
  queue.stored('key of one', undefined);
  assert.deepEqual(queue.messages.map(({ problem }) => problem.code), ['target-unknown']);
});

test('objects without the form of a message or a change stay out of the queue', () => {
  const [database, queue] = tabs(1);
  const objects = [
    change('one'), change('one', { proof: 5 }), change('one', { kind: 'other' }), message('one', { re: 5 }),
    message('two', { re: 'd' }),
  ];
  objects.forEach((object, index) => database.objects.set(index + 1, { ...object, order: index + 1 }));
  database.run(queue);
  assert.deepEqual(texts(queue), ['one, edited', 'two']);
  assert.equal(database.objects.size, 6);
});
