"""Light markdown, links and emoji in texts: they change only the display.

Tests/WebTests has the tests of which parts of a text are markup and links.
"""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from web_page import WebPage

#: Returns the visible characters of a text.
VISIBLE = """(text) => {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let visible = '';
  while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) visible += walker.currentNode.data;
  return visible;
}"""

#: A text with each kind of markup, its visible characters, and its elements.
TEXT = "**bold** *it* ~~old~~ `code`\n> quote\n- one\n- two\nthen\n3. three\n4. four\n```sh\nmake\n```"
SHOWN = "bold it old code\nquote\none\ntwo\nthen\n3. three\n4. four\nmake\n"
ELEMENTS = ["strong", "em", "s", "code", "blockquote", "ul", "li", "li", "ol", "li", "li", "pre", "code"]


def show(page: WebPage, text: str) -> None:
    """Posts a text. Returns when the page shows it as the last message."""
    count = page.messages.count()
    page.node.post(text, user="jack")
    expect(page.messages).to_have_count(count + 1)
    assert page.texts()[-1] == text
    # The page has scrolled to the message.
    expect(page.messages.last.locator(".facts")).to_be_in_viewport()


#: Characters that have a coloured form or join such characters, and some that stay as they are although they have one.
COLOURED = "\U0001f600\u2764\u263a\u2600\u2b50\U0001f1f5\u200d\ufe0f\u20e3\U000e0067"
PLAIN = "09#*\u00a9\u00ae\u2122\u2192\u26a0\u00e9\u4f60\u200c"

#: Returns for each character whether the font for emoji is used for it, if the system has the font.
COVERED = """(text) => {
  const [face] = [...document.fonts].filter(({ family }) => family.includes('Colour emoji'));
  const ranges = face.unicodeRange.split(',').map((range) => {
    const [from, to = from] = range.trim().slice(2).split('-').map((digits) => parseInt(digits, 16));
    return [from, to];
  });
  return [...text].map((letter) => ranges.some(
    ([from, to]) => from <= letter.codePointAt(0) && letter.codePointAt(0) <= to));
}"""


def test_markup_is_shown_without_its_characters_and_emoji_in_colour(node: Node, visit: Visit) -> None:
    page = visit(node, name="megan", viewport={"width": 390, "height": 844})
    show(page, TEXT)
    text = page.messages.last.locator(".text")
    assert text.evaluate(VISIBLE) == SHOWN
    names = "(text) => [...text.querySelectorAll('*:not(span)')].map(({ localName }) => localName)"
    assert text.evaluate(names) == ELEMENTS

    # Each block has the direction of its own text.
    arabic = "\u0645\u0631\u062d\u0628\u0627"
    show(page, f"> {arabic}\n\n> hello\n\n- {arabic}\n- hello\n\n```\n{arabic}\n```")
    directions = page.messages.last.locator("blockquote, li, pre").evaluate_all(
        "(all) => all.map((element) => getComputedStyle(element).direction)"
    )
    assert directions == ["rtl", "ltr", "rtl", "ltr", "rtl"]

    # A long code block ends with its last line.
    heights = []
    for word in ("a", "many words " * 20):
        show(page, f"```\n{word}\nend\n```")
        block = page.messages.last.locator("pre").bounding_box()
        end = page.messages.last.evaluate(
            """(message) => {
              const range = new Range();
              const walker = document.createTreeWalker(message.querySelector('pre'), NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const at = walker.currentNode.data.indexOf('end');
                if (at >= 0) range.setStart(walker.currentNode, at), range.setEnd(walker.currentNode, at + 3);
              }
              return range.getBoundingClientRect().bottom;
            }"""
        )
        assert block
        heights.append(round(block["y"] + block["height"] - end))
    assert heights[0] == heights[1], heights

    # Long formatted texts are folded, and emoji are large.
    show(page, "\n".join(f"> line **{number}**" for number in range(100)))
    expect(page.messages.last.get_by_role("button", name="Show all")).to_be_visible()
    assert page.messages.last.bounding_box()["height"] < 700
    show(page, "\U0001f600 \u2764\ufe0f")
    size = "(text) => parseFloat(getComputedStyle(text).fontSize)"
    assert page.messages.last.locator(".text").evaluate(size) == 32
    page.expect_no_sideways_scrolling()

    # The font for emoji is used for emoji, and not for digits and signs.
    assert page.page.evaluate(COVERED, COLOURED) == [True] * len(COLOURED)
    assert page.page.evaluate(COVERED, PLAIN) == [False] * len(PLAIN)
    for part in (page.messages.last, page.box, page.room_name):
        family = part.evaluate("(element) => getComputedStyle(element).fontFamily")
        assert family.startswith('"Colour emoji", ')


def open_with_clipboard(node: Node, visit: Visit) -> WebPage:
    return visit(node, name="megan", permissions=["clipboard-read", "clipboard-write"])


def copied(page: WebPage) -> str:
    page.page.evaluate("navigator.clipboard.writeText('')")
    page.page.keyboard.press("Control+c")
    return page.page.evaluate("navigator.clipboard.readText()")


#: The first and the last selected visible characters of a text, and the copied part.
SELECTIONS = [
    ("**bold** and `code` here", "bold", "here", "**bold** and `code` here"),
    ("see `git pull` now", "git", "pull", "git pull"),
    ("see `git pull` now", "pull", "now", "pull` now"),
    ("so **very** good", "so", "very", "so **very**"),
    ("> one\n> two\nthree", "one", "two", "> one\n> two"),
    ("- one\n- two", "one", "two", "- one\n- two"),
]


#: A text with links to other hosts than those that it seems to show: a percent-encoded one, and one with a Cyrillic
#: letter.
LINKS = (
    "see http://[::1]:8080/x, https://%65vil.example/ and https://b\u0430nk.example/, not javascript:alert(1), "
    "www.example.org or ben@b\u0430nk.example"
)


@pytest.mark.needs_chromium("Playwright reads the clipboard, and a script what a style adds, only there")
def test_selections_are_copied_with_the_hidden_characters_and_links_show_the_host_that_they_open(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = open_with_clipboard(node, visit)
    show(page, TEXT)
    page.messages.last.locator(".text").evaluate("(text) => getSelection().selectAllChildren(text)")
    assert copied(page) == TEXT
    # With a bubble selected, the time below the text is not copied.
    page.messages.last.evaluate("(message) => getSelection().selectAllChildren(message)")
    assert copied(page) == TEXT
    for text, first, last, expected in SELECTIONS:
        with subtests.test(expected):
            show(page, text)
            select(page, first, last)
            assert copied(page) == expected

    # Several messages are copied with their authors and times.
    show(page, "**one**\nand more")
    show(page, "`two`")
    page.page.evaluate(
        """() => {
          const [first, second] = [...document.querySelectorAll('#timeline .text')].slice(-2);
          const range = new Range();
          range.setStart(first.querySelector('strong').childNodes[1], 1);
          range.setEndAfter(second);
          getSelection().removeAllRanges();
          getSelection().addRange(range);
        }"""
    )
    lines = copied(page).split("\n")
    times = [line.partition("] ")[0] + "] " for line in (lines[0], lines[2])]
    assert all(time.startswith("[") and ":" in time for time in times)
    assert lines == [f"{times[0]}jack: ne**", "and more", f"{times[1]}jack: `two`"]

    # Text that is selected elsewhere is copied by the browser.
    page.box.fill("a **draft**")
    page.box.select_text()
    assert copied(page) == "a **draft**"
    page.page.evaluate("getSelection().selectAllChildren(document.getElementById('room-name'))")
    assert copied(page).strip() == "Main room"

    # A selection within a code block is copied without the fences.
    show(page, CODE)
    for name, (script, expected) in IN_CODE.items():
        with subtests.test(name):
            page.messages.last.locator(".text").evaluate(f"(text) => {{ {script}; }}")
            assert copied(page) == expected
    for text in ["```sh\nmake\nmake test\n```", CODE, "> ```\n> make\n> make test\n> ```"]:
        with subtests.test(text):
            show(page, text)
            box = page.messages.last.locator("pre code").bounding_box()
            assert box
            page.page.mouse.move(box["x"] + 0.5, box["y"] + 4)
            page.page.mouse.down()
            page.page.mouse.move(box["x"] + box["width"] + 3, box["y"] + box["height"] - 4, steps=4)
            page.page.mouse.up()
            assert copied(page) == "make\nmake test"
    for text in ["```sh\nmake test\n```", "Try\n```\nmake test\n```\nand tell me"]:
        with subtests.test(f"three clicks on {text}"):
            show(page, text)
            page.messages.last.locator("pre code").click(click_count=3)
            assert copied(page) == "make test"

    # Links open without a trace and show the host that they open.
    show(page, LINKS)
    links = page.message(LINKS).locator(".text a")
    expect(links).to_have_text([
        "http://[::1]:8080/x", "https://%65vil.example/", "https://b\u0430nk.example/", "www.example.org",
        "ben@b\u0430nk.example",
    ])
    shown = links.evaluate_all("(all) => all.map((link) => getComputedStyle(link, '::after').content)")
    bank = '" (\u2192 xn--bnk-6cd.example)"'
    assert shown == ["none", '" (\u2192 evil.example)"', bank, "none", bank]
    opened = links.evaluate_all("(all) => all.map(({ href }) => href)")
    assert opened == [
        "http://[::1]:8080/x", "https://evil.example/", "https://xn--bnk-6cd.example/", "https://www.example.org/",
        "mailto:ben@xn--bnk-6cd.example",
    ]
    for link in links.all():
        assert link.get_attribute("target") == "_blank"
        assert link.get_attribute("referrerpolicy") == "no-referrer"
        assert {"noopener", "noreferrer"} <= set((link.get_attribute("rel") or "").split())
    # The shown host is no part of the text, also when somebody copies it.
    page.messages.last.locator(".text").evaluate("(text) => getSelection().selectAllChildren(text)")
    assert copied(page) == LINKS


def select(page: WebPage, first: str, last: str) -> None:
    """Selects a part of the last message with the mouse, from one word to another one."""
    ends = page.messages.last.locator(".text").evaluate(
        """(text, [first, last]) => {
          const pointOf = (word) => {
            const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
              const node = walker.currentNode;
              const index = node.parentElement.matches('.mark') ? -1 : node.data.indexOf(word);
              if (index < 0) continue;
              const range = new Range();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              return range.getBoundingClientRect();
            }
          };
          const [from, to] = [pointOf(first), pointOf(last)];
          return [from.left + 0.5, from.top + from.height / 2, to.right - 0.5, to.top + to.height / 2];
        }""",
        [first, last],
    )
    page.page.mouse.move(ends[0], ends[1])
    page.page.mouse.down()
    page.page.mouse.move(ends[2], ends[3], steps=4)
    page.page.mouse.up()


CODE = "Try\n```sh\nmake\nmake test\n```\nand tell me"

#: A script that selects a part of a text, and the part that is copied.
IN_CODE = {
    "the whole block": ("getSelection().selectAllChildren(text.querySelector('pre'))", "make\nmake test"),
    "the whole element": (
        "getSelection().setBaseAndExtent(text.querySelector('code'), 0, text.querySelector('pre').nextSibling, 0)",
        "make\nmake test",
    ),
    "a part": (
        "getSelection().setBaseAndExtent(text.querySelector('code').childNodes[1], 0,"
        " text.querySelector('code').childNodes[1], 4)",
        "make",
    ),
    "with the text below": (
        "getSelection().setBaseAndExtent(text.querySelector('code').childNodes[1], 0,"
        " text.lastChild, text.lastChild.length)",
        "```sh\nmake\nmake test\n```\nand tell me",
    ),
    "the whole message": ("getSelection().selectAllChildren(text)", CODE),
}
