"""Texts and names with markup, control characters and other hostile content."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from sizes import LAPTOP, PHONE
from test_history import TWO_FRAMES
from web_page import WebPage

TEXTS = {
    "markup": "<b>bold</b> &amp; &lt; <img src=x onerror=alert(1)> </p></div>",
    "script": "<script>document.title = 'hacked'</script><svg onload=alert(1)>",
    "handlers": "\" onmouseover=\"alert(1)\" ' onclick='alert(1)' `${alert(1)}` {{version}}",
    "addresses": "javascript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x file:///etc/passwd",
    "end of a section": "a ]]> b <![CDATA[ c ]]> <!-- d --> <?e?> &#60;",
    "direction": "\u202eright to left\u202c \u2066isolated\u2069 \u200f\u061c \u202dabc",
    "direction never closed": "\u202e\u2067\u202a\u202b\u2068 never closed",
    "one word of 16 KiB": "x" * 16384,
    "one wide word of 16 KiB": "\u597d" * 5461,
    "zero width": "a\u200b\u200c\u200d\u2060\ufeffb",
    "only zero width": "\u200b\u200d",
    "leading byte order mark": "\ufeffBOM",
    "zalgo": "Z" + "\u0300\u0301\u0302\u0303\u0304\u0316\u0317" * 40 + "algo",
    "emoji families": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 20
    + "\U0001f1f5\U0001f1f9",
    "line breaks": "one\ntwo\r\nthree\rfour\u0085five\u2028six\u2029seven",
    "white space": "  two  spaces \t tab  ",
    "only a space": " ",
    "decomposed": "e\u0301 and \u00e9",
    "outside of the plane": "\U00020000\U0010fffd\uf8ff",
    "Arabic and Latin": "\u0645\u0631\u062d\u0628\u0627 jack, 1 + 1 = 2!",
    "many lines": "\n" * 2000 + "end",
    "prototype": "__proto__ constructor toString",
}


def as_shown(text: str) -> str:
    """Returns the text with line feeds instead of carriage returns, as the page shows it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def test_hostile_texts_are_shown_and_sent_unchanged(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = visit(node, name="megan", viewport={"width": 390, "height": 844})
    page.page.on("dialog", lambda dialog: page.monitor.note(f"a dialog: {dialog.message}"))
    for number, (name, text) in enumerate(TEXTS.items()):
        with subtests.test(name):
            node.post(text)
            expect(page.messages).to_have_count(number + 1)
            assert page.texts()[-1] == as_shown(text)
            # The end of the text is visible.
            expect(page.messages.last.locator(".facts")).to_be_in_viewport()
            page.expect_no_sideways_scrolling()
    expect(page.page).to_have_title("Main room \u00b7 Tidings")
    # The page makes links and code of texts, hides a part, and divides long words. Nothing else is an element.
    assert page.page.locator(".text *:not(a, code, span.mark, span.rest, span.piece)").count() == 0

    sent = [text for text in TEXTS.values() if text.strip()]
    page.page.evaluate(
        """(texts) => {
          const [box, send] = ['text', 'send'].map((id) => document.getElementById(id));
          for (const text of texts) {
            box.value = text;
            box.dispatchEvent(new Event('input', { bubbles: true }));
            send.click();
          }
        }""",
        sent,
    )
    texts = [as_shown(text) for text in [*TEXTS.values(), *sent]]
    expect(page.messages).to_have_count(len(texts))
    assert node.texts()[len(TEXTS) :] == texts[len(TEXTS) :]
    page.expect_no_sideways_scrolling()
    page.reload()
    expect(page.messages).to_have_count(len(texts))
    assert page.texts() == texts


NAMES = [
    "<b>jack</b>",
    "\u202ejack",
    "\u200b\u200d",
    "jack\u2066",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u0301",
    "x" * 64,
    "\u597d" * 64,
    "'\"`&amp;",
    " ",
    "__proto__",
    "Z" + "\u0300" * 60,
]


def test_hostile_names_do_not_change_the_rest_of_the_page(node: Node, visit: Visit) -> None:
    for name in NAMES:
        node.post("by somebody", user=name)
        node.post("after", user="ben")
    page = visit(node, name="megan", viewport={"width": 320, "height": 568})
    shown = page.messages.locator(".name")
    expect(shown).to_have_count(2 * len(NAMES))
    texts = shown.all_text_contents()
    for name, text in zip(NAMES, texts[::2], strict=True):
        # Invisible characters and direction controls are shown as code points.
        assert text and (text == name or "U+" in text)
        assert not set(text) & set("\u202e\u2066")
    assert texts[1::2] == ["ben"] * len(NAMES)
    widths = shown.evaluate_all("(all) => all.map((name) => name.getBoundingClientRect().width)")
    assert all(width > 0 for width in widths), dict(zip(texts, widths, strict=True))
    page.expect_no_sideways_scrolling()

    node.post("hello", user="\u202eevil")
    announcer = page.page.locator("#announcer")
    expect(announcer).to_contain_text(re.compile("evil\u2069: \u2068hello\u2069$"))
    assert "\u202e" not in announcer.inner_text()


#: Parts of texts that take long: many elements or lines, letters that change the shape of their neighbours, two directions.
UNITS = [
    "A", "A-", "x", "\u0301", "Z\u0300\u0301\u0302", "\U0001f3fd", "\U0001f468\u200d\U0001f469", "\u2764\ufe0f", "\u597d",
    "\u0627", "\u0640", "\u0627a", "\u06271 ", "\u05d0 a ", "a\n\u05d0\n", "\u2067a", "\u202e", "\u0e01\u0e33", "\u1000\u1039", "\u0915\u094d\u0937",
    "\ufdfa", "\n", "a\n", "\t", "*a* ", "**a** ", "_a_ *a* ", "`a` ", "``a``", "> a\n", "> a\nb\n", "> > > a\n", "- a\n- b\n", "1. `a`\n",
    "```\na\n```\n", "http://a ", "https://\u00e4 ", "https://a.example/(", "*http://a_ ", "https://a.example/" + "a" * 400,
]  # fmt: skip


def test_slow_texts_are_shown_within_20_ms_each(node: Node, visit: Visit, figures: list[str]) -> None:
    blocks = ["```\n" + "a\n" * 7_900 + "```"] * 10
    mixed = [unit * (16_384 // len(unit.encode())) for unit in UNITS]
    for room, texts in [("blocks", blocks), ("mixed", mixed)]:
        node.seed(texts, connections=1, room=room)
    page = visit(node, name="megan")
    devtools = page.context.new_cdp_session(page.page)
    # The time of the processor: other programs on the machine do not change it much.
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return next(1000 * metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    for room, texts in [("blocks", blocks), ("mixed", mixed)]:
        before = busy()
        page.open_room(room)
        expect(page.messages).to_have_count(len(texts))
        page.page.evaluate(TWO_FRAMES)
        time = (busy() - before) / len(texts)
        figures.append(f"a text of the room {room} of 16 KiB each is shown in {time:.1f} ms")
        assert time < 20
    assert page.texts() == mixed
    # All of a text is also shown in linear time: its words are shaped in pieces.
    before = busy()
    page.messages.first.get_by_role("button", name="Show all").click()
    page.page.evaluate(TWO_FRAMES)
    time = busy() - before
    figures.append(f"one word of 16 KiB is unfolded in {time:.0f} ms")
    assert time < 300
    assert page.texts() == mixed


LONG = "\n".join(f"line {number}" for number in range(200))


def test_a_long_text_is_folded_and_its_button_stays(node: Node, visit: Visit) -> None:
    """Unfolds and folds the last message of a room and one within a room, on a phone and on a laptop."""
    for room, after in [("", 0), ("kitchen", 30)]:
        node.seed((f"before {number}" for number in range(20)), connections=1, room=room)
        node.post(LONG, user="megan", room=room)
        node.seed((f"after {number}" for number in range(after)), connections=1, room=room)
    page = visit(node, viewport=PHONE["viewport"])
    expect(page.messages).to_have_count(21)
    assert page.texts()[-1] == LONG
    expect_button_stays(page)
    page.page.set_viewport_size(LAPTOP["viewport"])
    expect_button_stays(page)
    page.open_room("kitchen")
    expect(page.messages).to_have_count(51)
    page.expect_answered()
    expect_button_stays(page)
    page.page.set_viewport_size(PHONE["viewport"])
    expect_button_stays(page)


def expect_button_stays(page: WebPage) -> None:
    message = page.message("line 0")
    button = message.locator(".unfold")
    page.page.evaluate(TWO_FRAMES)
    button.scroll_into_view_if_needed()
    page.page.evaluate(TWO_FRAMES)
    height = message.bounding_box()["height"]
    assert height < 700
    top = message.bounding_box()["y"]
    expect(button).to_have_text("Show all")
    button.click()
    page.page.evaluate(TWO_FRAMES)
    # The beginning of the text stays where it was.
    assert abs(message.bounding_box()["y"] - top) < 3
    assert message.bounding_box()["height"] > 3 * height
    expect(button).to_have_text("Show less")
    expect(button).to_have_attribute("aria-expanded", "true")
    assert message.locator(".text").text_content() == LONG
    button.scroll_into_view_if_needed()
    page.page.evaluate(TWO_FRAMES)
    top = button.bounding_box()["y"]
    button.click()
    page.page.evaluate(TWO_FRAMES)
    # The button stays below the mouse.
    assert abs(button.bounding_box()["y"] - top) < 3
    expect(button).to_have_text("Show all")
    expect(button).to_have_attribute("aria-expanded", "false")
    assert abs(message.bounding_box()["height"] - height) < 3
