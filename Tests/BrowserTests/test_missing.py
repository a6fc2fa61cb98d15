"""Unread messages that the browser has not kept, while the node does not answer."""

import pytest
from playwright.sync_api import Locator, expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_accessibility import expect_accessible
from test_away import EMPTY, NOT_KEPT, expect_sentence, post_elsewhere, wait_until_saved
from web_page import WebPage

#: Messages of a room that the browser keeps, and those of the main room.
KEPT, COUNT = 100, 160

PHONE = {"width": 390, "height": 844}


def post(node: Node, first: int, count: int, room: str | None = None) -> None:
    texts = (f"number {number}." for number in range(first, first + count))
    node.seed(texts, user="megan", connections=1, room=room)


def earlier(page: WebPage) -> Locator:
    return page.page.locator("#missing-earlier")


def later(page: WebPage) -> Locator:
    return page.page.locator("#missing-later")


def sentence(count: int) -> str:
    return f"{count} unread messages are not kept in this browser. They appear when Tidings answers."


def badge(page: WebPage, room: str) -> int:
    """Returns the count of unread messages in the list of rooms, which may be closed."""
    found = page.room_list.get_by_role("link", include_hidden=True).filter(has_text=room)
    texts = found.locator(".badge:not([hidden])").all_text_contents()
    return int(texts[0]) if texts else 0


def go_to(page: WebPage, room: str) -> None:
    page.show_rooms()
    page.open_room(room)


def expect_first_unread(page: WebPage, left: int) -> None:
    """Expects the line above the first of so many unread messages, and no sentence, when the node answers again."""
    page.start_node()
    expect(page.message(f"number {COUNT - left}.").locator(".unread-line")).to_be_in_viewport()
    for row in (earlier(page), later(page)):
        expect(row).to_be_hidden()


@pytest.mark.service_worker
def test_a_sentence_counts_the_messages_before_the_kept_ones_or_at_both_ends_and_they_stay_unread(
    node: Node, visit: Visit
) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, path="#kitchen", viewport=PHONE)
    expect(page.message("soup")).to_be_visible()
    page.wait_until_web_client_is_saved()
    page.page.goto("about:blank")
    post(node, 0, COUNT)
    page.open("#kitchen")
    eventually(lambda: badge(page, "Main room") == COUNT, "the messages are counted")
    go_to(page, "Main room")
    expect(page.message("number 0.")).to_be_in_viewport()
    eventually(lambda: KEPT < badge(page, "Main room") < COUNT, "some messages are read")
    wait_until_saved(page, "", f"number {COUNT - 1}.")
    left = badge(page, "Main room")
    missing = left - KEPT
    node.kill()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(earlier(page)).to_contain_text(sentence(missing))
    expect(earlier(page)).to_be_in_viewport(ratio=1)
    expect(later(page)).to_be_hidden()
    # The first unread message is missing, so the line is above the sentence.
    expect(page.unread_line).to_have_count(1)
    expect(earlier(page).locator(".unread-line")).to_be_visible()
    expect(page.messages.first).to_contain_text(f"number {COUNT - KEPT}.")
    # The day would cover the line.
    expect(page.page.locator("#visible-day")).to_be_empty()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    page.scroll_to_end()
    expect(page.to_earlier).to_have_text(f"{missing} unread messages above")
    for button in (page.to_earlier, page.page.locator("#mark-read")):
        expect(button).to_be_in_viewport(ratio=1)
    page.to_earlier.click()
    expect(earlier(page)).to_be_in_viewport(ratio=1)
    page.read_to_the_end()
    expect(page.to_earlier).to_have_text(f"{missing} unread messages above")
    # Nobody can read the missing messages, so none of what comes after them counts as read.
    assert badge(page, "Main room") == left
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(earlier(page)).to_contain_text(sentence(missing))
    assert badge(page, "Main room") == left
    expect_first_unread(page, left)
    expect(page.message(f"number {COUNT - 1}.")).to_have_count(1)
    eventually(lambda: badge(page, "Main room") < left, "the visible messages are read")

    # Of messages that are missing at both ends, the sentence is below the kept ones.
    left = badge(page, "Main room")
    page.page.goto("about:blank")
    post(node, COUNT, 20)
    post_elsewhere(node)
    page.open("#kitchen")
    page.expect_loaded()
    eventually(lambda: badge(page, "Main room") == left + 20, "the messages are counted")
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    # Without a reload, as somebody opens another room while the node is away.
    go_to(page, "Main room")
    expect(earlier(page)).to_be_hidden()
    expect(page.unread_line).to_have_count(1)
    page.read_to_the_end()
    expect(later(page)).to_contain_text(sentence(left + 20 - KEPT))
    expect(later(page)).to_be_in_viewport(ratio=1)
    expect_first_unread(page, left)
    eventually(lambda: 0 < badge(page, "Main room") < left + 20, "the visible messages are read")


@pytest.mark.service_worker
def test_a_sentence_counts_the_messages_after_the_kept_ones(node: Node, visit: Visit) -> None:
    post(node, 0, 3, room="kitchen")
    page = visit(node, path="#kitchen", viewport=PHONE)
    expect(page.message("number 2.")).to_be_visible()
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "kitchen")
    # A room that is empty as yet.
    page.open("#hall")
    expect(page.page.locator("#empty")).to_have_text(EMPTY)
    wait_until_saved(page, "hall")
    page.choose_in_room_menu("Pin this room")
    go_to(page, "Main room")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.page.goto("about:blank")
    post(node, 3, 20, room="kitchen")
    post(node, 0, 3, room="hall")
    post_elsewhere(node)
    page.open()
    eventually(lambda: (badge(page, "kitchen"), badge(page, "hall")) == (20, 3), "the messages are counted")
    node.kill()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    go_to(page, "kitchen")
    expect(later(page)).to_contain_text(sentence(20))
    expect(later(page)).to_be_in_viewport(ratio=1)
    expect(later(page).locator(".unread-line")).to_be_visible()
    expect(earlier(page)).to_be_hidden()
    page.expect_texts([f"number {number}." for number in range(3)])
    assert badge(page, "kitchen") == 20
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    # It has messages now, and these are not kept.
    go_to(page, "hall")
    expect_sentence(page, NOT_KEPT)
    go_to(page, "kitchen")
    page.start_node()
    expect(page.message("number 3.").locator(".unread-line")).to_be_in_viewport()
    expect(later(page)).to_be_hidden()
