"""Mentions: their completion in the text box, their marks, and the unread ones."""

import re

import pytest
from playwright.sync_api import Locator, expect

from conftest import Visit
from node import Node
from sizes import PHONE
from test_actions import choose
from test_relations import change, digest
from web_page import WebPage


def options(page: WebPage) -> list[str]:
    return page.page.locator("#completions [role=option] bdi:first-of-type").all_text_contents()


def test_a_mention_is_completed_by_keyboard_and_enter_sends_one_that_is_whole_already(node: Node, visit: Visit) -> None:
    node.post("hello", user="Ben")
    node.post("hi", user="Anna Berg")
    page = visit(node)
    listed = page.page.get_by_role("listbox", name="People")
    choose(page, page.message("hello"), "Reply")
    page.box.press_sequentially("hi @")
    expect(listed).to_be_visible()
    assert options(page) == ["Anna Berg", "Ben"]
    chosen = listed.locator("[aria-selected=true]")
    for key, name in (("ArrowDown", "Ben"), ("ArrowDown", "Anna Berg"), ("ArrowUp", "Ben")):
        page.box.press(key)
        expect(chosen).to_have_text(re.compile(f"{name}$"))
        expect(page.box).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
    page.box.press("Enter")
    expect(page.box).to_have_value("hi @Ben ")
    expect(listed).to_be_hidden()
    # It can be undone like what is typed.
    page.box.press("Control+z")
    expect(page.box).to_have_value("hi @")
    page.box.press("Control+Shift+z")
    expect(page.box).to_have_value("hi @Ben ")
    page.box.press_sequentially("and @be")
    expect(chosen).to_have_text(re.compile("Anna Berg$|Ben$"))
    # Escape closes the list for this name only, and leaves a reply alone.
    page.box.press("Escape")
    expect(page.page.locator("#replying")).to_be_visible()
    page.box.press_sequentially("r")
    expect(listed).to_be_hidden()
    page.box.press_sequentially(" @ber")
    page.box.press("Tab")
    # The space is there already. One more is the person's own.
    page.box.press("Space")
    expect(page.box).to_have_value("hi @Ben and @ber @Anna Berg ")
    page.box.press("Space")
    expect(page.box).to_have_value("hi @Ben and @ber @Anna Berg  ")
    page.box.press("Backspace")
    expect(page.box).to_be_focused()
    # An Enter of an input method chooses nobody, and Shift and Enter break the line.
    page.box.press_sequentially("@an")
    expect(listed).to_be_visible()
    page.box.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "isComposing": True, "bubbles": True})
    expect(listed).to_be_visible()
    page.box.press("Shift+Enter")
    expect(page.box).to_have_value("hi @Ben and @ber @Anna Berg @an\n")
    page.box.press("Enter")
    mentions = page.message("hi").last.locator(".mention")
    expect(mentions).to_have_text(["@Ben", "@Anna Berg"])

    # Enter sends a mention that is whole already.
    for user in ("Benno", "Ben"):
        node.post("hello", user=user)
    expect(page.messages).to_have_count(5)
    page.box.press_sequentially("whole: @ben")
    expect(chosen).to_have_text(re.compile("Ben$"))
    page.box.press("Enter")
    expect(page.message("whole: @ben").locator(".mention")).to_have_text("@ben")
    expect(listed).to_be_hidden()
    # Somebody whose name goes on can still be chosen.
    page.enter("kitchen")
    page.box.fill("a draft")
    page.open_room("Main room")
    page.box.press_sequentially("@ben")
    page.box.press("ArrowDown")
    page.box.press("Enter")
    expect(page.box).to_have_value("@Benno ")
    # In another room, the caret is at the same place, but not behind a completed name.
    page.open_room("kitchen")
    expect(page.box).to_have_value("a draft")
    page.box.press("Space")
    expect(page.box).to_have_value("a draft ")


@pytest.mark.needs_chromium("Playwright taps only there")
def test_a_mention_is_completed_by_touch(node: Node, visit: Visit) -> None:
    for user in ("Ben", "Anna Berg"):
        node.post("hello", user=user)
    page = visit(node, **PHONE)
    page.box.tap()
    page.box.press_sequentially("@")
    page.page.get_by_role("option", name="Ben").tap()
    expect(page.box).to_have_value("@Ben ")
    expect(page.box).to_be_focused()
    page.expect_no_sideways_scrolling()


def test_a_mention_is_marked_as_soon_as_its_name_is_known(node: Node, visit: Visit) -> None:
    node.post("@Carla and @JACK, `@jack`", user="Anna")
    page = visit(node)
    mentions = page.message("and").locator(".mention")
    expect(mentions).to_have_text(["@JACK"])
    expect(mentions).to_have_class("mention own")
    node.post("here", user="Carla", room="kitchen")
    expect(mentions).to_have_text(["@Carla", "@JACK"])
    page.reload()
    expect(mentions).to_have_text(["@Carla", "@JACK"])


def to_mention(page: WebPage) -> Locator:
    return page.page.locator("#to-mention")


def test_unread_mentions_are_counted_apart_and_a_button_leads_to_the_next_one(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.enter("garden")
    node.post("hello", room="kitchen", user="anna")
    node.post("@Jack, come", room="kitchen", user="anna")
    # No mention: in code, within a longer name, and of somebody else.
    node.post("`@jack` and @jackson and @anna", room="kitchen", user="anna")
    expect(page.unread("kitchen")).to_have_text("3")
    expect(page.mentions("kitchen")).to_have_text("@1")
    expect(page.mentions("kitchen")).to_have_attribute("aria-label", "1 unread mention of you")
    # So many that the second one is not loaded when the room is opened.
    node.seed((f"line {number}" for number in range(350)), "anna", room="kitchen")
    node.post("_@jack_, again", room="kitchen", user="anna")
    expect(page.mentions("kitchen")).to_have_text("@2")
    # The node counts them for a browser that was away.
    page.reload()
    expect(page.mentions("kitchen")).to_have_text("@2")
    page.open_room("kitchen")
    expect(page.message("come")).to_be_in_viewport()
    expect(to_mention(page)).to_have_text("@ 1")
    expect(to_mention(page)).to_have_accessible_name("1 unread mention of you")
    to_mention(page).click()
    expect(page.message("again")).to_be_in_viewport()
    expect(page.message("again")).to_be_focused()
    expect(to_mention(page)).to_be_hidden()
    expect(page.mentions("kitchen")).to_have_count(0)


def test_an_edit_adds_a_mention_and_takes_one_away_in_a_closed_room(node: Node, visit: Visit) -> None:
    page = visit(node)
    node.post("come", user="anna", post_key="k1")
    expect(page.message("come")).to_be_in_viewport()
    node.seed((f"line {number}\n" * 3 for number in range(15)), user="ben")
    expect(page.messages).to_have_count(16)
    page.read_to_the_end()
    expect(page.page.locator("#to-newest")).to_be_hidden()
    change(node, user="anna", edits=digest(node, "come"), proof="k1", message="@jack, come")
    expect(to_mention(page)).to_have_text("@ 1")
    to_mention(page).click()
    expect(page.message("@jack, come")).to_be_in_viewport()
    expect(to_mention(page)).to_be_hidden()

    node.post("@jack, soup", user="anna", room="kitchen", post_key="k2")
    expect(page.mentions("kitchen")).to_have_text("@1")
    change(node, user="anna", edits=digest(node, "@jack, soup"), proof="k2", message="soup")
    expect(page.mentions("kitchen")).to_be_hidden()
    expect(page.unread("kitchen")).to_have_text("1")
