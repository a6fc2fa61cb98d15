// The texts of the page in each language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../Sources/ChatServer/Web/model/words.js';
import { range } from './messages.js';
import { tables } from './speak.js';
import { paths, read } from './web-client.js';

const keys = Object.keys(tables.en);
const formsOf = (entry) => (typeof entry === 'string' ? { other: entry } : entry);

for (const [tag, strings] of Object.entries(tables)) {
  test(`${languages[tag]} has each text once, with a form for each plural category`, () => {
    assert.deepEqual(Object.keys(strings).sort(), keys.toSorted());
    const written = [...read(`languages/${tag}.js`).matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, key]) => key);
    assert.deepEqual(written, Object.keys(strings), 'a key stands there twice');
    // The page counts in whole numbers. Some languages have another form for millions, and for fractions.
    const rules = new Intl.PluralRules(tag);
    const categories = [...new Set([...range(0, 200), 1_000_000].map((number) => rules.select(number)))].sort();
    for (const key of keys) {
      assert.equal(typeof strings[key], typeof tables.en[key], `${key}: plural forms in some languages only`);
      if (typeof strings[key] === 'object') assert.deepEqual(Object.keys(strings[key]).sort(), categories, key);
      for (const form of Object.values(formsOf(strings[key]))) assert.notEqual(form.trim(), '', key);
    }
  });

  test(`${languages[tag]} has the placeholders of the English texts`, () => {
    const placeholders = (entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g))].sort();
    for (const key of keys) assert.deepEqual(placeholders(strings[key]), placeholders(tables.en[key]), key);
  });

  test(`${languages[tag]} calls each button by its name`, () => {
    for (const key of ['saysSame', 'waitsForSame']) assert(strings[key].includes(strings.same), key);
    assert(strings['paired-adviceRemoved'].includes(strings.keepMember));
    assert(strings.invitationUse.includes(strings.join));
  });
}

/** What each language never has in a text: the typewriter's quotation marks, and other spaces than its own. */
const wrong = {
  de: /['"”«»]|„[^“]*$|\.\.\./,
  es: /['"“”„]|« | »|^[^¿]*\?|\.\.\./,
  fr: /['"“”„]|[^\u202f][;!?]|[^\u00a0](?<!\btidings):|«(?!\u00a0)|(?<!\u00a0)»|\.\.\./,
};

for (const [tag, pattern] of Object.entries(wrong)) {
  test(`${languages[tag]} has its own quotation marks and spaces`, () => {
    for (const key of keys) {
      // These are typed as they are.
      const forms = Object.values(formsOf(tables[tag][key])).map((form) => form.replace('tidings:KEY@host:port', ''));
      for (const form of forms) assert.doesNotMatch(form, pattern, key);
    }
  });
}

test('every used key exists, and every existing key is used', () => {
  const scripts = paths().filter((path) => /^(?!emoji|languages).*\.js$/.test(path));
  const code = ['index.html', 'owner.html', ...scripts].map(read).join('\n');
  const found = (pattern) => [...code.matchAll(pattern)].map(([, key]) => key);
  const used = [...found(/\bsay\(\s*'([\w-]+)'/g), ...found(/data-(?:text|label|placeholder)="([\w-]+)"/g)];
  assert(used.length > 30);
  assert.deepEqual(used.filter((key) => !keys.includes(key)), []);
  // The code contains some keys only as quoted strings, and of others only the beginning.
  const known = new Set([...used, ...found(/'([\w-]+)'/g)]);
  const prefixes = found(/\bsay\(\s*`([\w-]+)\$\{/g);
  const isUsed = (key) => known.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
  assert.deepEqual(keys.filter((key) => !isUsed(key)), []);
});
