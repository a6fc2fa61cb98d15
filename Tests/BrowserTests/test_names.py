"""Names of authors that people may take for other names."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import StartNode, Visit, pair
from node import Node
from sizes import at_both_sizes

SIMILAR = "Another device uses a name that looks almost the same: "
MIXED = "A word of this name mixes letters of different alphabets."

#: A name, and the name that the page shows.
INVISIBLE = [
    ("jack\u200b", "jack\u27e8U+200B\u27e9"),
    ("ja\u00adck", "ja\u27e8U+00AD\u27e9ck"),
    ("ja\u200dck", "ja\u27e8U+200D\u27e9ck"),
    ("jack\ufe0f", "jack\u27e8U+FE0F\u27e9"),
    ("jack\U000e0041", "jack\u27e8U+E0041\u27e9"),
    ("jack\u034f", "jack\u27e8U+034F\u27e9"),
    ("jack\u180b", "jack\u27e8U+180B\u27e9"),
    ("\u3164", "\u27e8U+3164\u27e9"),
    # Emoji: a family, a heart, a key, and the flag of Wales.
    ("\U0001f468\u200d\U0001f469\u200d\U0001f467", None),
    ("jack \u2764\ufe0f", None),
    ("1\ufe0f\u20e3", None),
    ("\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f", None),
    # Persian and Hindi need joiners between letters.
    ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", None),
    ("\u0915\u094d\u200d\u0937", None),
]

#: A name, and whether a word of it mixes scripts.
SCRIPTS = [
    ("j\u0430ck", True),
    ("\u0391lice", True),
    ("\u0418\u0432a\u043d", True),
    ("ja\u0581k", True),
    ("jack \u0418\u0432\u0430\u043d", False),
    ("Smith-\u0418\u0432\u0430\u043d\u043e\u0432", False),
    ("\u0418\u0432\u0430\u043d2000", False),
    ("Jos\u00e9 e\u0301", False),
    ("\u5c71\u7530\u3055\u3093\u30abA", False),
    ("\u91d1\ucca0\uc218", False),
    ("\u738b\u3105", False),
    ("\u0643\u0631\u064a\u0645", False),
    ("\u1019\u103c\u1014\u103a\u1019\u102c", False),
]


#: Names of which nothing can be seen.
NOTHING_VISIBLE = ["\u200b", "\u3164", "\u2800", "\u00ad \u200d", "\ufff9\u2060"]


def doubt(page: ChatPage, text: str) -> Locator:
    """Returns the mark beside the name of the author of a message."""
    return page.message(text).locator(".author .doubt")


def test_many_variants_of_one_node_do_not_hide_another_nodes_name(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    for count in range(1, 21):
        phone.post(f"variant {count}", user="alice" + "\u200b" * count)
    laptop.post("real", user="alice")
    phone.post("imitation", user="ALICE")
    page = visit(laptop, name="megan")
    for text in ["real", "imitation"]:
        expect(doubt(page, text)).to_be_visible()


def test_invisible_characters_of_a_name_are_shown(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = visit(node, name="megan")
    for number, (name, shown) in enumerate(INVISIBLE):
        with subtests.test(name.encode("unicode_escape").decode()):
            node.post(f"message {number}.", user=name)
            name_element = page.message(f"message {number}.").locator(".name")
            expect(name_element).to_be_visible()
            assert name_element.text_content() == (shown or name)


def test_a_name_that_mixes_scripts_in_a_word_is_marked(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = visit(node, name="megan")
    for number, (name, is_mixed) in enumerate(SCRIPTS):
        with subtests.test(name):
            node.post(f"message {number}.", user=name)
            expect(page.message(f"message {number}.")).to_be_visible()
            mark = doubt(page, f"message {number}.")
            expect(mark).to_have_count(1 if is_mixed else 0)
            if is_mixed:
                assert MIXED in (mark.get_attribute("title") or "")
                assert mark.get_attribute("aria-label") == mark.get_attribute("title")


@pytest.mark.parametrize(
    "other", ["Jack", "jack\u200b", "\uff4aack", "\U0001d423ack", "jack "], ids=ascii
)
def test_a_name_that_looks_like_a_name_of_another_node_is_marked(
    start_node: StartNode, visit: Visit, other: str
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("from jack")
    expect(page.message("from jack")).to_be_visible()
    expect(page.page.locator(".doubt")).to_have_count(0)
    phone.post("from another", user=other)
    for attribute in ("title", "aria-label"):
        expect(doubt(page, "from another")).to_have_attribute(
            attribute, f"{SIMILAR}\u2068jack\u2069."
        )
    # The page cannot know which of the two is meant, so it marks both.
    expect(doubt(page, "from jack")).to_be_visible()
    phone.post("from megan", user="megan")
    expect(page.message("from megan")).to_be_visible()
    expect(doubt(page, "from megan")).to_have_count(0)


def test_the_same_name_on_two_devices_and_two_names_of_one_device_are_not_marked(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    laptop.post("one", user="jack")
    phone.post("two", user="jack")
    laptop.post("three", user="Megan")
    laptop.post("four", user="megan")
    page = visit(laptop, name="ben")
    expect(page.messages).to_have_count(4)
    expect(page.page.locator(".doubt")).to_have_count(0)


def test_a_name_of_one_device_is_marked_when_another_device_uses_its_variant(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop, name="ben")
    laptop.post("one", user="Megan")
    laptop.post("two", user="megan")
    expect(page.messages).to_have_count(2)
    expect(page.page.locator(".doubt")).to_have_count(0)
    phone.post("three", user="megan")
    expect(doubt(page, "three")).to_be_visible()
    expect(doubt(page, "one")).to_be_visible()
    expect(doubt(page, "two")).to_have_count(0)


# The person's own name


@pytest.mark.parametrize("name", NOTHING_VISIBLE, ids=ascii)
def test_a_name_of_which_nothing_can_be_seen_is_refused(
    node: Node, visit: Visit, name: str
) -> None:
    sentence = "This name has no visible characters. Enter another name."
    page = visit(node, name=None)
    page.name_field.fill(name)
    page.name_field.press("Enter")
    expect(page.page.locator("#first-name-problem")).to_have_text(sentence)
    expect(page.box).to_be_hidden()
    page.give_name("jack")
    page.open_settings()
    page.settings.get_by_label("Your name").fill(name)
    page.settings.get_by_label("Your name").press("Enter")
    expect(page.page.locator("#name-problem")).to_have_text(sentence)
    page.page.keyboard.press("Escape")
    expect(page.page.locator("#my-name")).to_have_text("jack")


@at_both_sizes
def test_a_name_that_another_device_uses_is_pointed_out_and_can_be_chosen(
    start_node: StartNode, visit: Visit, size: dict[str, Any]
) -> None:
    laptop, phone = pair(start_node)
    phone.post("from the phone", user="Megan")
    laptop.post("from this device", user="ben")
    page = visit(laptop, name=None, **size)
    expect(page.message("from the phone")).to_be_visible()
    expect(page.message("from this device")).to_be_visible()
    sentence = (
        "Another device already uses the name \u2068Megan\u2069: "
        "keep it only if that device is yours, too."
    )
    warning = page.page.locator("#first-name-warning")
    page.name_field.fill("ben")
    expect(warning).to_have_text("")
    page.name_field.fill("megan ")
    expect(warning).to_have_text(sentence)
    expect(warning).to_be_in_viewport(ratio=1)
    expect(page.name_field).to_have_accessible_description(re.compile("already uses the name"))
    page.name_field.fill("jack")
    expect(warning).to_have_text("")
    page.name_field.fill("Megan")
    expect(warning).to_have_text(sentence)
    page.name_field.press("Enter")
    expect(page.box).to_be_visible()

    page.show_rooms()
    page.open_settings()
    field = page.settings.get_by_label("Your name")
    expect(field).to_have_value("Megan")
    # The person has chosen this name already.
    expect(page.page.locator("#name-warning")).to_have_text("")
    field.fill("MEGAN")
    expect(page.page.locator("#name-warning")).to_have_text(sentence)
    expect(page.page.locator("#name-warning")).to_be_in_viewport(ratio=1)
    page.done()
    expect(page.page.locator("#my-name")).to_have_text("MEGAN")
