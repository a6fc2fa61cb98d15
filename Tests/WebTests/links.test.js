// Which parts of a text become links. In each text, ⟦ and ⟧ are around the links.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatted } from '../../Sources/ChatServer/Web/model/markup.js';

const linksOf = (nodes) => nodes.flatMap((node) => (
  typeof node.link === 'string' ? [node] : linksOf(node.children ?? [])));
const marked = (nodes) => nodes.map((node) => {
  if (typeof node === 'string') return node;
  return node.mark ?? (node.link === undefined ? marked(node.children) : `⟦${node.link}⟧`);
}).join('');

const texts = {
  'an address ends before white space and the end of the text': `
see ⟦http://example.org/a?b=c&d=e#f⟧ for more
⟦https://example.org⟧
⟦HTTPS://EXAMPLE.ORG/A⟧
⟦https://example.org/a⟧\t⟦https://example.org/b⟧
⟦https://example.org/a⟧\u00a0here
⟦https://example.org/a⟧\u3000here
⟦https://example.org/⟧\u200bx
⟦https://example.org/⟧\u202egpj.exe
⟦https://example.org/a⟧\u2060
⟦https://example.org/a⟧\u00adb
⟦https://example.org/a⟧\u3164b
<⟦https://example.org/a⟧>
<a href="⟦https://example.org/a⟧">here</a>
{"url":"⟦https://example.org/a⟧"}
{\\"url\\":\\"⟦https://example.org/a⟧\\"}
\`⟦https://example.org/a⟧
⟦http://localhost:8080/⟧
⟦http://node⟧ and ⟦http://node/⟧
⟦http://[::1]:8080/x⟧
⟦http://192.168.1.20:8080⟧`,

  'punctuation behind an address is not part of it': `
⟦https://example.org⟧.
⟦https://example.org⟧...
⟦https://example.org/⟧.
⟦https://example.org/a⟧, ⟦https://example.org/b⟧; ⟦https://example.org/c⟧: yes
Have you read ⟦https://example.org/x⟧?
Read ⟦https://example.org/x⟧!
Really ⟦https://example.org/x⟧?!
⟦https://example.org/x⟧… and so on
⟦https://example.org/x⟧...
⟦https://example.org/a.b⟧.
⟦https://example.org/v1.2,3;4:5⟧
⟦https://example.org/?q=a!b&c=?d⟧
⟦https://example.org:8080⟧: it works
⟦https://example.org⟧: it works
⟦https://example.org/a⟧~
⟦https://example.org/a⟧ ^^
⟦https://example.org/a⟧^^
|⟦https://example.org/a⟧|⟦https://example.org/b⟧|
⟦https://example.org/a⟧,⟦https://example.org/b⟧
⟦https://example.org/a⟧;⟦http://example.org/b⟧
⟦https://example.org/a|b⟧
⟦https://example.org/a⟧(⟦https://example.org/b⟧)
⟦https://example.org/a⟧，⟦https://example.org/b⟧
⟦https://youtu.be/dQw4w9WgX_-⟧
⟦https://example.org/a/⟧
⟦https://example.org/a⟧—and more
⟦https://example.org/a⟧–
⟦https://example.org/Black–Scholes⟧
⟦https://a.example/x⟧→⟦https://b.example/y⟧
⟦https://a.example⟧ → ⟦https://b.example⟧
⟦https://a.example/x⟧⇒new`,

  'brackets are part of an address in pairs': `
⟦https://en.wikipedia.org/wiki/Foo_(bar)⟧
(⟦https://en.wikipedia.org/wiki/Foo_(bar)⟧)
(see ⟦https://en.wikipedia.org/wiki/Foo_(bar)⟧.)
⟦https://en.wikipedia.org/wiki/Foo_(bar)⟧.
⟦https://en.wikipedia.org/wiki/Foo_(bar)_(baz)⟧
⟦https://example.org/a((b)c)⟧)
(⟦https://example.org/a⟧)
(⟦https://example.org/a⟧), (⟦https://example.org/b⟧).
[⟦https://example.org/a⟧]
[text](⟦https://example.org/a⟧)and
[a](⟦https://example.org/a⟧)[b](⟦https://example.org/b⟧)
⟦https://example.org/a⟧)
⟦https://example.org/a⟧(see below
⟦https://example.org⟧(see below)
⟦https://example.org/?a[]=1&a[1]=2⟧
⟦https://api.example.org/repos/{owner}/{name}⟧
{⟦https://example.org/a⟧}
⟦https://example.org/a_⟧(b]
⟦https://example.org/a((((((((((b))))))))))⟧
⟦https://example.org/a⟧(url:⟦https://example.org/b⟧)`,

  'quotation marks are no part of an address, but apostrophes are': `
"⟦https://example.org/a⟧"
'⟦https://example.org/a⟧'
‘⟦https://example.org/a⟧’
“⟦https://example.org/a⟧”
“⟦https://example.org/a⟧.”
„⟦https://example.org/a⟧“
„⟦https://example.org/a⟧”
‚⟦https://example.org/a⟧‘
»⟦https://example.org/a⟧«
«⟦https://example.org/a⟧»
« ⟦https://example.org/a⟧ »
‹⟦https://example.org/a⟧›
”⟦https://example.org/a⟧”
⟦https://en.wikipedia.org/wiki/Devil's_advocate⟧
⟦https://en.wikipedia.org/wiki/Devil’s_advocate⟧
'⟦https://en.wikipedia.org/wiki/Devil's_advocate⟧'
‘⟦https://en.wikipedia.org/wiki/Devil’s_advocate⟧’
⟦https://en.wikipedia.org/wiki/Rock_'n'_Roll⟧
⟦https://fr.wikipedia.org/wiki/L'Équipe⟧
⟦https://fr.wikipedia.org/wiki/Aujourd’hui⟧
fetch('⟦https://example.org/a⟧').then(show)
{'a':'⟦https://example.org/a⟧','b':'⟦https://example.org/b⟧'}
javascript:alert('⟦https://example.org⟧')
⟦https://example.org⟧'s page
⟦https://example.org/a⟧'`,

  'marks around an address are not part of it': `
**see ⟦https://example.org⟧**
**⟦https://example.org/a⟧**.
*⟦https://example.org/a⟧*
_⟦https://example.org/a_b⟧_
_⟦https://example.org⟧_
⟦https://example.org/_b_/*c*⟧
**⟦https://example.org/a⟧**，然后
**⟦https://example.org/a⟧**です`,

  'Chinese with simplified characters': `
⟦https://example.org/page⟧，然后
请看⟦https://example.org/page⟧。
请看⟦https://example.org/page⟧这个页面
链接：⟦https://example.org/page⟧；密码：abc
《一尺闲梦》⟦http://t.example/RUy3HJN⟧《一尺闲梦》⟦http://t.example/RUyQxlU⟧
⟦http://t.example/RZwjG7U⟧（分享自 网站）
（⟦https://example.org/a⟧）
【⟦https://example.org/a⟧】
“⟦https://example.org/a⟧”和‘⟦https://example.org/b⟧’
你看过⟦https://example.org/a⟧？
你看过⟦https://example.org/a⟧吗？
⟦https://example.org⟧看看
⟦https://example.org/a⟧,然后
⟦https://example.org/a⟧.谢谢
⟦https://zh.wikipedia.org/wiki/汉字⟧
⟦https://zh.wikipedia.org/wiki/汉字⟧，还有
⟦https://zh.wikipedia.org/wiki/Wikipedia:首页⟧
⟦https://zh.wikipedia.org/wiki/列奥纳多·达·芬奇⟧
⟦https://example.org/?q=汉字&l=中文#注释⟧
⟦https://example.org/文件/a.pdf⟧
⟦https://example.org/a⟧——这是
⟦https://example.org/a⟧～
⟦https://example.org/a⟧、⟦https://example.org/b⟧
⟦https://例子.中国/路径⟧，还有
⟦https://example.org:8080⟧上面`,

  'Chinese with traditional characters': `
請看「⟦https://example.org/a⟧」
『⟦https://example.org/a⟧』說
⟦https://example.org/a⟧說明
⟦https://zh.wikipedia.org/zh-tw/臺灣⟧。
⟦https://zh.wikipedia.org/wiki/臺北_(消歧義)⟧
⟦https://example.org/臺北（臺灣）⟧！
〈⟦https://example.org/a⟧〉
網址：⟦https://example.org/a⟧；
⟦https://台灣.example/⟧`,

  Japanese: `
「⟦https://testdomain.com⟧」を参照
（⟦https://example.org/a⟧）です
⟦https://example.org/a⟧です。
⟦https://example.org⟧です
⟦https://example.org⟧。⟦https://example.org/b⟧。
⟦https://example.org/a⟧を見て、⟦https://example.org/b⟧も見て
こちら→⟦https://example.org/a⟧←ここ
⟦https://example.org/a⟧（公式サイト）
⟦https://example.org/⟧（公式サイト）
⟦https://example.org/a⟧(参照)
⟦https://example.org/a⟧「例」
⟦https://ja.wikipedia.org/wiki/日本語⟧
⟦https://ja.wikipedia.org/wiki/日本語⟧。
⟦https://ja.wikipedia.org/wiki/東京（曖昧さ回避）⟧
⟦https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)⟧です
⟦https://ja.wikipedia.org/wiki/東京（曖昧さ回避）⟧です
⟦https://ja.wikipedia.org/wiki/T⟧シャツ
⟦https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ⟧
⟦https://ja.wikipedia.org/wiki/Category:日本のTシャツ⟧
⟦https://ja.wikipedia.org/wiki/ラーメン⟧！！
⟦https://example.org/a⟧・⟦https://example.org/b⟧
⟦https://example.org/123⟧番
⟦https://example.org/a⟧日本語
⟦https://example.org/日本語⟧
⟦https://example.org/a-日本語_b⟧
⟦https://日本語.jp⟧
⟦https://例え.テスト/道⟧
⟦https://例え.jp⟧です
⟦https://tシャツ.jp/⟧
⟦https://example.org/ｶﾀｶﾅ⟧
⟦https://example.org/a⟧ｶﾀｶﾅ
⟦https://example.org/a⟧※注意
⟦https://example.org/a⟧！？`,

  Korean: `
⟦https://example.org/a⟧를 보세요
⟦https://example.org⟧에서 봤어요
⟦https://example.org/a⟧.
⟦https://example.org/a⟧~감사합니다
⟦https://example.org/a⟧^^
‘⟦https://example.org/a⟧’입니다
⟦https://ko.wikipedia.org/wiki/대한민국⟧
⟦https://ko.wikipedia.org/wiki/대한민국⟧, 그리고
⟦https://ko.wikipedia.org/wiki/서울_(동음이의)⟧
⟦https://한국.example/길⟧
⟦https://example.org:8080⟧입니다`,

  'Thai, Lao, Khmer and Burmese': `
⟦https://example.org/a⟧ครับ
ดูที่⟦https://example.org⟧นะ
⟦https://th.wikipedia.org/wiki/ภาษาไทย⟧
⟦https://th.wikipedia.org/wiki/ภาษาไทย⟧ ครับ
⟦https://ไทย.example/หน้า⟧
⟦https://example.org/a⟧ແມ່ນ
⟦https://lo.wikipedia.org/wiki/ພາສາລາວ⟧
⟦https://example.org/a⟧។
⟦https://example.org/a⟧នេះ
⟦https://km.wikipedia.org/wiki/ភាសាខ្មែរ⟧។
⟦https://example.org/a⟧။
⟦https://my.wikipedia.org/wiki/မြန်မာ⟧၊ ပြီး`,

  Cyrillic: `
⟦https://ru.wikipedia.org/wiki/Русский_язык⟧.
⟦https://ru.wikipedia.org/wiki/Операция_«Багратион»⟧, да
⟦https://ru.wikipedia.org/wiki/Курск_(значения)⟧
«⟦https://ru.wikipedia.org/wiki/Курск⟧»
„⟦https://example.org/а⟧“ — да
⟦https://example.org/a⟧«цитата»
⟦https://пример.рф/путь⟧?
Смотри ⟦https://example.org/a⟧; потом
⟦https://uk.wikipedia.org/wiki/П'ять⟧`,

  Greek: `
⟦https://el.wikipedia.org/wiki/Ελλάδα⟧
Το είδες το ⟦https://example.org/a⟧;
⟦https://example.org/a⟧\u037e
⟦https://example.org/a⟧· μετά
⟦https://example.org/a⟧\u0387 μετά
«⟦https://example.org/ά⟧»`,

  Arabic: `
⟦https://ar.wikipedia.org/wiki/العربية⟧
⟦https://example.org/a⟧، ثم
⟦https://example.org/a⟧،ثم
هل رأيت ⟦https://example.org/a⟧؟
⟦https://example.org/a⟧؛
(⟦https://ar.wikipedia.org/wiki/القاهرة⟧)
«⟦https://example.org/a⟧»
⟦https://fa.wikipedia.org/wiki/می\u200cخواهم⟧.
⟦https://ur.wikipedia.org/wiki/اردو⟧۔
⟦https://مثال.example/صفحة⟧`,

  Hebrew: `
⟦https://he.wikipedia.org/wiki/עברית⟧
⟦https://he.wikipedia.org/wiki/צה״ל⟧.
⟦https://he.wikipedia.org/wiki/ג׳ירפה⟧, וגם
"⟦https://example.org/a⟧"
ב-⟦https://example.org/a⟧׃
⟦https://דוגמה.example/⟧`,

  'Devanagari, Bengali and Tamil': `
⟦https://hi.wikipedia.org/wiki/हिन्दी⟧।
⟦https://example.org/a⟧।
⟦https://example.org/a⟧।फिर
⟦https://example.org/a⟧॥
(⟦https://hi.wikipedia.org/wiki/भारत⟧)
⟦https://bn.wikipedia.org/wiki/বাংলা⟧।
⟦https://ta.wikipedia.org/wiki/தமிழ்⟧, பின்
⟦https://उदाहरण.example/पथ⟧`,

  'Armenian, Georgian, Ethiopic and Tibetan': `
⟦https://hy.wikipedia.org/wiki/Հայաստան⟧։
⟦https://example.org/a⟧։
⟦https://example.org/a⟧՝ հետո
«⟦https://hy.wikipedia.org/wiki/Երևան⟧»
⟦https://ka.wikipedia.org/wiki/საქართველო⟧.
⟦https://am.wikipedia.org/wiki/አማርኛ⟧።
⟦https://example.org/a⟧፣ ከዚያ
⟦https://bo.wikipedia.org/wiki/བོད་ཡིག⟧།`,

  'Latin letters with accents': `
⟦https://de.wikipedia.org/wiki/Größe⟧.
„⟦https://de.wikipedia.org/wiki/Größe⟧“
⟦https://fr.wikipedia.org/wiki/Été_(saison)⟧ ?
⟦https://vi.wikipedia.org/wiki/Tiếng_Việt⟧
⟦https://pt.wikipedia.org/wiki/São_Paulo⟧,
¿⟦https://es.wikipedia.org/wiki/España⟧?
⟦http://bücher.example/⟧
⟦https://paral·lel.example/l·l⟧
⟦https://cafe\u0301.example/e\u0301⟧`,

  emoji: `
⟦https://example.org⟧👍
⟦https://example.org/a⟧👍🏽
⟦https://example.org/a⟧❤️
👉⟦https://example.org/a⟧👈
⟦https://example.org/👍⟧
⟦https://i❤️.example/⟧`,

  'no address becomes a link whose host people could mistake': `
https://bank.example@evil.example/
https://bank.example:pass@evil.example/
https://bank.example&x=1@evil.example
https://bänk.example@evil.example/
https://bank.example@https://evil.example/
https://bank.example@evil.example，然后
https://bank.exampleノlogin.evil.example/
⟦https://bank.example⟧⁄login.evil.example/x
⟦https://bank.example⟧／login.evil.example
⟦https://bank.example⟧＠evil.example
⟦https://bank.example⟧\\@evil.example
⟦https://bank.example⟧。evil.example
⟦https://mastodon.example/@megan⟧
⟦https://example.org/?mail=a@b.example⟧
⟦https://example.org⟧，写信给 ⟦a@b.example⟧`,

  'an address without a scheme begins with www. at the beginning of a word': `
⟦www.example.org⟧
See ⟦www.example.org⟧, (⟦www.example.org/a_(b)⟧) and "⟦WWW.Example.org/a?b=c#d⟧".
⟦www.example.org:8080/a⟧: it works
**⟦www.example.org⟧**, _⟦www.example.org⟧_ and _⟦www.example.org/a_b⟧_
⟦www.gov.uk⟧ ⟦www.example.org⟧...
请看⟦www.example.org⟧这个页面
⟦www.example.org⟧です
⟦www.例え.テスト/道⟧
⟦https://www.example.org⟧
www.bank.example@evil.example www.bank.example:x@evil.example/ www.bank.exampleノlogin.evil.example/
awww.example.org 1www.example.org éwww.example.org x.www.example.org -www.example.org
//www.example.org /www.example.org ftp://www.example.org x@www @www.example.org \\www.example.org
www. www.. www.de www.example www..org www.1.2 www.example.1 www.a_b www.-example.org www.%zz.org
\`www.example.org\` wwww.example.org ww.example.org`,

  'a mail address is a link': `
⟦ben@example.org⟧
Write to ⟦ben@example.org⟧, ⟦anna.berg+chat@mail.example.org⟧ or ⟦BEN@EXAMPLE.ORG⟧.
Have you written to ⟦ben@example.org⟧?
<⟦ben@example.org⟧>, (⟦ben@example.org⟧), "⟦ben@example.org⟧", '⟦ben@example.org⟧', „⟦ben@example.org⟧“, |⟦ben@example.org⟧|
mailto:⟦ben@example.org⟧ E-mail:⟦ben@example.org⟧;⟦a@b.example⟧,⟦o'brien@example.org⟧
**⟦ben@example.org⟧**, _⟦ben@example.org⟧_, *⟦snake_case@example.org⟧*, ~~⟦ben@example.org⟧~~ and __⟦ben@example.org⟧__
wait...⟦ben@example.org⟧... ⟦ben@example.org⟧: no
写信给⟦ben@example.org⟧谢谢，⟦ben@example.org⟧。
⟦ben@example.org⟧です
⟦jörg@bücher.example⟧ ⟦почта@пример.рф⟧ ⟦ben@例え.テスト⟧
ben@example ben@example.1 npm@1.2.3 ben@ @example.org ben@.org ben@-example.org a@b.c ben@[127.0.0.1]
@ben@example.org ben@@example.org a@b.example@evil.example evil@bank.example/login git@example.org:ben/chat.git
x/ben@example.org x\\ben@example.org a&ben@example.org 50%ben@example.org #ben@example.org
ftp://ben@example.org ssh://ben:pass@example.org/ \`ben@example.org\`
${'a'.repeat(65)}@example.org ben@${'a'.repeat(254)}.example`,

  'other addresses are no links': `
javascript:alert(1) data:text/html,x ftp://a.example a.example
http:// https://. http://? https:// x http://- http:///a http://:80
https://a.example:99999/
https://%zz.example/
http://⟦https://example.org⟧
https:/example.org https//example.org
⟦https://web.archive.example/2020/https://example.org/a⟧
x⟦http://example.org⟧`,
};

const linesOf = (name) => texts[name].split('\n').filter(Boolean);

for (const name of Object.keys(texts)) {
  test(`links: ${name}`, () => {
    const shown = linesOf(name).map((line) => marked(formatted(line.replace(/[⟦⟧]/g, ''))));
    assert.deepEqual(shown, linesOf(name));
  });
}

test('a link names the host that it opens if its address does not show it', () => {
  const cases = [
    ['http://bücher.example/', 'xn--bcher-kva.example'],
    // A Cyrillic letter, a full-width letter, a percent-encoded letter, and a number as host.
    ['https://bаnk.example/', 'xn--bnk-6cd.example'], ['https://eｖil.example/', 'evil.example'],
    ['https://%65vil.example/', 'evil.example'], ['http://2130706433:8080/', '127.0.0.1'],
    ['HTTPS://EXAMPLE.ORG:443/日本?q=日#本', undefined], ['http://[::1]:8080/x', undefined],
    ['http://localhost', undefined],
  ];
  for (const [url, host] of cases) assert.deepEqual(linksOf(formatted(`see ${url} there`)), [{ link: url, host }], url);
  assert.deepEqual(linksOf(formatted('_https://example.org_')), [{ link: 'https://example.org', host: undefined }]);
});

test('a link opens what its text lacks', () => {
  const cases = [
    ['WWW.Example.org/a?b', 'https://WWW.Example.org/a?b', undefined], ['www.bаnk.example', 'https://www.bаnk.example', 'www.xn--bnk-6cd.example'],
    ["o'brien+chat@Example.org", "mailto:o'brien+chat@example.org", undefined],
    ['ben@bаnk.example', 'mailto:ben@xn--bnk-6cd.example', 'xn--bnk-6cd.example'],
  ];
  for (const [link, href, host] of cases) assert.deepEqual(linksOf(formatted(`see ${link}, there`)), [{ link, href, host }], link);
});

test('at least 200 texts are checked', () => assert(Object.keys(texts).flatMap(linesOf).length >= 200));
