// How texts are formatted. In each structure, hidden characters are in curly brackets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatted, unmarked, written } from '../../Sources/ChatServer/Web/model/markup.js';

const structure = (nodes) => nodes.map((node) => {
  if (typeof node === 'string') return node;
  if (node.mark !== undefined) return `{${node.mark}}`;
  if (node.link !== undefined) return `<a>${node.link}</a>`;
  const inner = structure(node.children);
  return node.tag === 'span' ? inner : `<${node.tag}>${inner}</${node.tag}>`;
}).join('');

const markup = [
  ['**bold** and *italic*', '<strong>{**}bold{**}</strong> and <em>{*}italic{*}</em>', 'bold and italic'],
  ['_italic_, *so*!', '<em>{_}italic{_}</em>, <em>{*}so{*}</em>!', 'italic, so!'],
  ['**_both_**', '<strong>{**}<em>{_}both{_}</em>{**}</strong>', 'both'],
  ['**Note:** (*x*)', '<strong>{**}Note:{**}</strong> (<em>{*}x{*}</em>)', 'Note: (x)'],
  ['_snake_case_', '<em>{_}snake_case{_}</em>', 'snake_case'],
  ['~~gone~~, ~~*both*~~ **~~so~~**!',
    '<s>{~~}gone{~~}</s>, <s>{~~}<em>{*}both{*}</em>{~~}</s> <strong>{**}<s>{~~}so{~~}</s>{**}</strong>!',
    '~~gone~~, ~~both~~ ~~so~~!'],
  ['~~https://a.example/~b~~', '<s>{~~}<a>https://a.example/~b</a>{~~}</s>', '~~https://a.example/~b~~'],
  ['你好~~旧~~新', '你好<s>{~~}旧{~~}</s>新', '你好~~旧~~新'],
  ['*a *b* c*', '*a <em>{*}b{*}</em> c*', '*a b c*'],
  ['你好**粗**体 𠀀**粗**', '你好<strong>{**}粗{**}</strong>体 𠀀<strong>{**}粗{**}</strong>', '你好粗体 𠀀粗'],
  ['**😀**', '<strong>{**}😀{**}</strong>', '😀'],
  ['`code` and ``a `b` c``', '<code>{`}code{`}</code> and <code>{``}a `b` c{``}</code>', 'code and a `b` c'],
  ['`*plain* https://a.example`', '<code>{`}*plain* https://a.example{`}</code>', '*plain* https://a.example'],
  ['it`s, that`s `a`s', 'it`s, that`s <code>{`}a{`}</code>s', 'it`s, that`s as'],
  ['**at https://a.example/b_c**', '<strong>{**}at <a>https://a.example/b_c</a>{**}</strong>', 'at https://a.example/b_c'],
  ['*https://a.example/*', '<em>{*}<a>https://a.example/</a>{*}</em>', 'https://a.example/'],
  ['**use `a`**', '<strong>{**}use <code>{`}a{`}</code>{**}</strong>', 'use a'],
  ['https://a.example/_b_/*c*', '<a>https://a.example/_b_/*c*</a>', 'https://a.example/_b_/*c*'],
  ['```swift\nlet *x* = 1\n```\nafter', '<pre><code>{```swift\n}let *x* = 1\n{```\n}</code></pre>after', 'let *x* = 1\nafter'],
  ['```one line```', '<code>{```}one line{```}</code>', 'one line'],
  ['```\none\ntwo```', '<pre><code>{```\n}one\ntwo{```}</code></pre>', 'one\ntwo'],
  [
    '> one\n> > **two**\n>\nout',
    '<blockquote>{> }one\n<blockquote>{> > }<strong>{**}two{**}</strong>\n</blockquote>{>}\n</blockquote>out',
    'one\ntwo\n\nout',
  ],
  ['> ```\n> code\n> ```', '<blockquote><pre><code>{> ```\n}{> }code\n{> }{```}</code></pre></blockquote>', 'code'],
  ['> > > > x', '<blockquote><blockquote><blockquote>{> > > }> x</blockquote></blockquote></blockquote>', '> x'],
  [
    'to do:\n- one\n  - *two*\nend',
    'to do:\n<ul><li>{- }one\n</li><li>  {- }<em>{*}two{*}</em>\n</li></ul>end', 'to do:\none\n  two\nend',
  ],
  ['3. one\n4. two', '<ol><li>3. one\n</li><li>4. two</li></ol>', '3. one\n4. two'],
];

/** Texts that look like markup and are none. */
const plain = [
  'snake_case and __init__ and a_b_c', '2 * 3 * 4, 2*3*4, 5* and 4*', ':-* and you *my dear :-*', '>:( and >_< and >.<',
  '^_^ -_- *_* o_o ^_^', '1. May', '- Yes, she said.', '*.c and *.h, /* a */', 'f**k **** ***', '` and ` and `',
  '**two\nlines** `two\nlines`', '```\nno end', '```\n```', '** spaces ** * x *', '>quote', '> ', 'don`t and can`t',
  '~5 and ~6 ~ 7~', '~one~ ~~~three~~~', 'ok~~ and a~~b~~c', '~~two\nlines~~', '~~ ~~ and *~~* ~_~', '~/a and ~/b',
];

test('markup becomes bold, italic, struck, code, quotes and lists', () => {
  for (const [text, expected, withoutMarks] of markup) {
    assert.equal(structure(formatted(text)), expected);
    assert.equal(written(formatted(text)), text);
    assert.equal(unmarked(text), withoutMarks);
  }
});

test('texts that only look like markup stay as they are', () => {
  for (const text of plain) assert.deepEqual(formatted(text), [text]);
});

test('carriage returns become line feeds', () => assert.deepEqual(formatted('one\r\ntwo\rthree'), ['one\ntwo\nthree']));
