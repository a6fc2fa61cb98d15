"""Light markdown in texts: it changes only the display."""

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from node import Node

#: Returns the structure of a text, with hidden characters in curly brackets.
STRUCTURE = """(text) => {
  const shown = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const inner = [...node.childNodes].map(shown).join('');
    if (node.matches('.mark')) return getComputedStyle(node).display === 'none' ? `{${inner}}` : '';
    return node.localName === 'span' ? inner : `<${node.localName}>${inner}</${node.localName}>`;
  };
  return [...text.childNodes].map(shown).join('');
}"""

#: A text, and its structure.
FORMATTED = [
    ("**bold** and *italic*", "<strong>{**}bold{**}</strong> and <em>{*}italic{*}</em>"),
    ("_italic_, *so*!", "<em>{_}italic{_}</em>, <em>{*}so{*}</em>!"),
    ("**_both_**", "<strong>{**}<em>{_}both{_}</em>{**}</strong>"),
    ("**Note:** (*x*)", "<strong>{**}Note:{**}</strong> (<em>{*}x{*}</em>)"),
    ("_snake_case_", "<em>{_}snake_case{_}</em>"),
    ("*a *b* c*", "*a <em>{*}b{*}</em> c*"),
    (
        "\u4f60\u597d**\u7c97**\u4f53 \U00020000**\u7c97**",
        "\u4f60\u597d<strong>{**}\u7c97{**}</strong>\u4f53 \U00020000<strong>{**}\u7c97{**}</strong>",
    ),
    ("**\U0001f600**", "<strong>{**}\U0001f600{**}</strong>"),
    ("`code` and ``a `b` c``", "<code>{`}code{`}</code> and <code>{``}a `b` c{``}</code>"),
    ("`*plain* https://a.example`", "<code>{`}*plain* https://a.example{`}</code>"),
    ("it`s, that`s `a`s", "it`s, that`s <code>{`}a{`}</code>s"),
    ("**at https://a.example/b_c**", "<strong>{**}at <a>https://a.example/b_c</a>{**}</strong>"),
    ("*https://a.example/*", "<em>{*}<a>https://a.example/</a>{*}</em>"),
    ("**use `a`**", "<strong>{**}use <code>{`}a{`}</code>{**}</strong>"),
    ("https://a.example/_b_/*c*", "<a>https://a.example/_b_/*c*</a>"),
    (
        "```swift\nlet *x* = 1\n```\nafter",
        "<pre><code>{```swift\n}let *x* = 1\n{```\n}</code></pre>after",
    ),
    ("```one line```", "<code>{```}one line{```}</code>"),
    ("```\none\ntwo```", "<pre><code>{```\n}one\ntwo{```}</code></pre>"),
    (
        "> one\n> > **two**\n>\nout",
        "<blockquote>{> }one\n<blockquote>{> > }<strong>{**}two{**}</strong>\n</blockquote>{>}\n"
        "</blockquote>out",
    ),
    (
        "> ```\n> code\n> ```",
        "<blockquote><pre><code>{> ```\n}{> }code\n{> }{```}</code></pre></blockquote>",
    ),
    (
        "> > > > x",
        "<blockquote><blockquote><blockquote>{> > > }> x</blockquote></blockquote></blockquote>",
    ),
    (
        "to do:\n- one\n  - *two*\nend",
        "to do:\n<ul><li>{- }one\n</li><li>  {- }<em>{*}two{*}</em>\n</li></ul>end",
    ),
    ("3. one\n4. two", "<ol><li>3. one\n</li><li>4. two</li></ol>"),
]

#: Texts that look like markup and are none.
PLAIN = [
    "snake_case and __init__ and a_b_c",
    "2 * 3 * 4, 2*3*4, 5* and 4*",
    ":-* and you *my dear :-*",
    ">:( and >_< and >.<",
    "^_^ -_- *_* o_o ^_^",
    "1. May",
    "- Yes, she said.",
    "*.c and *.h, /* a */",
    "f**k **** ***",
    "` and ` and `",
    "**two\nlines** `two\nlines`",
    "```\nno end",
    "```\n```",
    "** spaces ** * x *",
    ">quote",
    "> ",
    "don`t and can`t",
]

#: Texts of 16 KiB and more that could cost more than linear time or deep nesting.
HOSTILE = {
    "asterisks": "*" * 16384,
    "backticks": "`" * 16384,
    "signs of quotes": ">" * 16384,
    "nested quotes": "> " * 10_000 + "x",
    "openings": "**_*a " * 2730,
    "endings": "a* a** a_ " * 1638,
    "pairs": "*a* " * 4096,
    "nested parts": "*a " * 5_000 + "a* " * 5_000,
    "runs of backticks": " a ".join("`" * length for length in range(1, 180)),
    "unbalanced backticks": "` a" * 5461,
    "quotes": "> x\n" * 4096,
    "quotes and lines": "> x\ny\n" * 2730,
    "code blocks": "```\nx\n```\n" * 1489,
    "beginnings of code blocks": "```\n" * 4096,
    "code blocks in one line": "``` " * 4096,
    "spaces after a code block": "```" + " " * 16_000 + "x",
    "items": "- a\n" * 4096,
    "numbers": "1. a\n" * 3276,
    "addresses": "*http://a_ " * 1489,
    "line feeds": "\n" * 16384,
}


@pytest.fixture
def page(node: Node, visit: Visit) -> ChatPage:
    return visit(node, name="megan", permissions=["clipboard-read", "clipboard-write"])


def show(page: ChatPage, text: str) -> None:
    """Posts a text. Returns when the page shows it as the last message."""
    count = page.messages.count()
    page.node.post(text, user="jack")
    expect(page.messages).to_have_count(count + 1)
    assert page.texts()[-1] == text


def test_markup_is_shown_as_bold_italic_code_quotes_and_lists(
    page: ChatPage, subtests: pytest.Subtests
) -> None:
    for text, structure in FORMATTED:
        with subtests.test(text):
            show(page, text)
            assert page.messages.last.locator(".text").evaluate(STRUCTURE) == structure


def test_texts_that_only_look_like_markup_stay_as_they_are(
    page: ChatPage, subtests: pytest.Subtests
) -> None:
    for text in PLAIN:
        with subtests.test(text):
            show(page, text)
            assert page.messages.last.locator(".text").evaluate(STRUCTURE) == text


@pytest.mark.parametrize("name", ["nested parts", "quotes", "items"])
def test_a_page_with_hostile_markup_stays_usable(page: ChatPage, name: str) -> None:
    show(page, HOSTILE[name].strip()[:16384])
    page.write("hello")
    expect(page.message("hello")).to_be_in_viewport()
    page.expect_no_sideways_scrolling()


def copied(page: ChatPage) -> str:
    page.page.keyboard.press("Control+c")
    return page.page.evaluate("navigator.clipboard.readText()")


def test_a_text_is_copied_as_it_was_written(page: ChatPage, subtests: pytest.Subtests) -> None:
    for text, _ in FORMATTED:
        with subtests.test(text):
            show(page, text)
            shown = page.messages.last.locator(".text")
            shown.evaluate("(text) => getSelection().selectAllChildren(text)")
            assert copied(page) == text
    # With a bubble selected, the time below the text is not copied.
    page.messages.last.evaluate("(message) => getSelection().selectAllChildren(message)")
    assert copied(page) == FORMATTED[-1][0]


#: The first and the last selected visible characters of a text, and the copied part.
SELECTIONS = [
    ("**bold** and `code` here", "bold", "here", "**bold** and `code` here"),
    ("see `git pull` now", "git", "pull", "git pull"),
    ("see `git pull` now", "pull", "now", "pull` now"),
    ("so **very** good", "so", "very", "so **very**"),
    ("> one\n> two\nthree", "one", "two", "> one\n> two"),
    ("- one\n- two", "one", "two", "- one\n- two"),
]


@pytest.mark.parametrize(("text", "first", "last", "expected"), SELECTIONS)
def test_a_selection_by_mouse_gets_the_hidden_characters_within_and_beside_it(
    page: ChatPage, text: str, first: str, last: str, expected: str
) -> None:
    show(page, text)
    ends = page.messages.last.locator(".text").evaluate(
        """(text, [first, last]) => {
          const place = (word) => {
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
          const [from, to] = [place(first), place(last)];
          return [from.left + 0.5, from.top + from.height / 2, to.right - 0.5, to.top + to.height / 2];
        }""",
        [first, last],
    )
    page.page.mouse.move(ends[0], ends[1])
    page.page.mouse.down()
    page.page.mouse.move(ends[2], ends[3], steps=4)
    page.page.mouse.up()
    assert copied(page) == expected


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


@pytest.mark.parametrize("name", IN_CODE)
def test_a_selection_within_a_code_block_is_copied_without_the_fences(
    page: ChatPage, name: str
) -> None:
    show(page, CODE)
    script, expected = IN_CODE[name]
    page.messages.last.locator(".text").evaluate(f"(text) => {{ {script}; }}")
    assert copied(page) == expected


@pytest.mark.parametrize("text", ["```sh\nmake\nmake test\n```", CODE, "> ```\n> make\n> make test\n> ```"])
def test_a_code_block_that_is_selected_by_mouse_is_copied_without_the_fences(
    page: ChatPage, text: str
) -> None:
    show(page, text)
    box = page.messages.last.locator("pre code").bounding_box()
    assert box
    page.page.mouse.move(box["x"] + 0.5, box["y"] + 4)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + box["width"] + 3, box["y"] + box["height"] - 4, steps=4)
    page.page.mouse.up()
    assert copied(page) == "make\nmake test"


@pytest.mark.parametrize("text", ["```sh\nmake test\n```", "Try\n```\nmake test\n```\nand tell me"])
def test_a_line_of_code_that_is_selected_by_three_clicks_is_copied_without_the_fences(
    page: ChatPage, text: str
) -> None:
    show(page, text)
    page.messages.last.locator("pre code").click(click_count=3)
    assert copied(page) == "make test"


def test_several_messages_are_copied_with_authors_and_times(page: ChatPage) -> None:
    show(page, "**one**\nand more")
    show(page, "`two`")
    page.page.evaluate(
        """() => {
          const [first, second] = document.querySelectorAll('#timeline .text');
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


def test_text_that_is_selected_elsewhere_is_copied_by_the_browser(page: ChatPage) -> None:
    show(page, "one")
    page.box.fill("a **draft**")
    page.box.select_text()
    assert copied(page) == "a **draft**"
    page.page.evaluate("getSelection().selectAllChildren(document.getElementById('room-name'))")
    assert copied(page).strip() == "Main room"


@pytest.mark.parametrize("width", [390, 1280])
def test_each_block_has_the_direction_of_its_own_text(
    node: Node, visit: Visit, width: int
) -> None:
    page = visit(node, name="megan", viewport={"width": width, "height": 844})
    arabic = "\u0645\u0631\u062d\u0628\u0627"
    show(page, f"> {arabic}\n\n> hello\n\n- {arabic}\n- hello\n\n```\n{arabic}\n```")
    directions = page.messages.last.locator("blockquote, li, pre").evaluate_all(
        "(all) => all.map((element) => getComputedStyle(element).direction)"
    )
    assert directions == ["rtl", "ltr", "rtl", "ltr", "rtl"]
    page.expect_no_sideways_scrolling()


def test_long_formatted_texts_are_folded_and_emoji_are_large(page: ChatPage) -> None:
    show(page, "\n".join(f"> line **{number}**" for number in range(100)))
    expect(page.messages.last.get_by_role("button", name="Show all")).to_be_visible()
    assert page.messages.last.bounding_box()["height"] < 700
    show(page, "\U0001f600 \u2764\ufe0f")
    size = "(text) => parseFloat(getComputedStyle(text).fontSize)"
    assert page.messages.last.locator(".text").evaluate(size) == 32
