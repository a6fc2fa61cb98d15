"""Unread messages that the browser has not kept, while the node does not answer."""

import re

import pytest
from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import StartNode, Visit
from eventually import eventually
from node import Node
from test_accessibility import expect_accessible
from test_away import EMPTY, NOT_KEPT, SIZES, expect_sentence, wait_until_saved

#: Messages of a room that the browser keeps.
KEPT = 100


def post(node: Node, first: int, count: int, room: str | None = None) -> None:
    texts = (f"number {number}." for number in range(first, first + count))
    node.seed(texts, user="megan", connections=1, room=room)


def earlier(page: ChatPage) -> Locator:
    return page.page.locator("#missing-earlier")


def later(page: ChatPage) -> Locator:
    return page.page.locator("#missing-later")


def sentence(count: int) -> str:
    return f"{count} unread messages are not kept in this browser. They appear when Tidings answers."


def badge(page: ChatPage, room: str) -> int:
    """Returns the count of unread messages in the list of rooms, which may be closed."""
    found = page.room_list.get_by_role("link", include_hidden=True).filter(has_text=room)
    texts = found.locator(".badge:not([hidden])").all_text_contents()
    return int(texts[0]) if texts else 0


def go_to(page: ChatPage, room: str) -> None:
    page.show_rooms()
    page.open_room(room)


def leave_unread(node: Node, visit: Visit, size: tuple[int, int]) -> tuple[ChatPage, int]:
    """Reads a few of 200 unread messages in the main room. Returns how many are left unread."""
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, place="#kitchen", viewport={"width": size[0], "height": size[1]})
    expect(page.message("soup")).to_be_visible()
    post(node, 0, 200)
    eventually(lambda: badge(page, "Main room") == 200, "the messages are counted")
    go_to(page, "Main room")
    expect(page.message("number 0.")).to_be_in_viewport()
    eventually(lambda: 150 < badge(page, "Main room") < 200, "some messages are read")
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "")
    return page, badge(page, "Main room")


@pytest.mark.parametrize("size", SIZES, ids=["small", "phone", "laptop"])
def test_a_sentence_counts_the_messages_before_the_kept_ones(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    page, left = leave_unread(node, visit, size)
    node.kill()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(earlier(page)).to_contain_text(sentence(left - KEPT))
    expect(earlier(page)).to_be_in_viewport(ratio=1)
    expect(later(page)).to_be_hidden()
    # The first unread message is missing, so the line is above the sentence.
    expect(page.unread_line).to_have_count(1)
    expect(earlier(page).locator(".unread-line")).to_be_visible()
    expect(page.messages.first).to_contain_text("number 100.")
    # The day would cover the line.
    expect(page.page.locator("#visible-day")).to_be_empty()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    page.scroll_to_end()
    expect(page.to_earlier).to_have_text(re.compile(r"^1\d\d unread messages above$"))
    for button in (page.to_earlier, page.page.locator("#mark-read")):
        expect(button).to_be_in_viewport(ratio=1)


def test_reading_the_kept_messages_lowers_the_count_to_the_missing_ones(
    node: Node, visit: Visit
) -> None:
    page, left = leave_unread(node, visit, SIZES[2])
    node.kill()
    page.reload()
    expect(earlier(page)).to_be_in_viewport()
    eventually(lambda: badge(page, "Main room") < left, "the visible messages are read")
    # Only those on the screen.
    assert badge(page, "Main room") > left - KEPT / 2
    page.read_to_the_end()
    missing = left - KEPT
    eventually(lambda: badge(page, "Main room") == missing, "the kept messages are read")
    expect(page.to_earlier).to_have_text(f"{missing} unread messages above")
    page.to_earlier.click()
    expect(earlier(page)).to_be_in_viewport(ratio=1)
    expect(page.page.locator("#above")).to_be_hidden()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(earlier(page)).to_contain_text(sentence(missing))
    eventually(lambda: badge(page, "Main room") == missing, "the read messages stay read")
    # The missing messages stay unread for the node too.
    node.start()
    expect(page.message(f"number {200 - left}.").locator(".unread-line")).to_be_in_viewport()
    expect(earlier(page)).to_be_hidden()
    expect(page.message("number 199.")).to_have_count(1)
    eventually(lambda: 0 < badge(page, "Main room") < missing, "the visible messages are read")


@pytest.mark.parametrize("size", SIZES, ids=["small", "phone", "laptop"])
def test_a_sentence_counts_the_messages_after_the_kept_ones(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    post(node, 0, 3, room="kitchen")
    page = visit(node, place="#kitchen", viewport={"width": size[0], "height": size[1]})
    expect(page.message("number 2.")).to_be_visible()
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "kitchen")
    go_to(page, "Main room")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    post(node, 3, 120, room="kitchen")
    eventually(lambda: badge(page, "kitchen") == 120, "the messages are counted")
    node.kill()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    go_to(page, "kitchen")
    expect(later(page)).to_contain_text(sentence(120))
    expect(later(page)).to_be_in_viewport(ratio=1)
    expect(later(page).locator(".unread-line")).to_be_visible()
    expect(earlier(page)).to_be_hidden()
    page.expect_texts([f"number {number}." for number in range(3)])
    assert badge(page, "kitchen") == 120
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    node.start()
    expect(page.message("number 3.").locator(".unread-line")).to_be_in_viewport()
    expect(later(page)).to_be_hidden()


def test_the_sentence_has_no_number_if_messages_are_missing_at_both_ends(
    node: Node, visit: Visit
) -> None:
    page, left = leave_unread(node, visit, SIZES[2])
    go_to(page, "kitchen")
    page.expect_loaded()
    post(node, 200, 20)
    eventually(lambda: badge(page, "Main room") == left + 20, "the messages are counted")
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    # Without a reload, as somebody opens another room while the node is away.
    go_to(page, "Main room")
    for row in (earlier(page), later(page)):
        expect(row).to_contain_text("Unread messages are not kept in this browser.")
    expect(earlier(page)).to_be_in_viewport(ratio=1)
    expect(page.unread_line).to_have_count(1)
    page.read_to_the_end()
    eventually(lambda: badge(page, "Main room") == left + 20 - KEPT, "the kept messages are read")
    node.start()
    expect(page.message(f"number {200 - left}.").locator(".unread-line")).to_be_in_viewport()
    eventually(lambda: badge(page, "Main room") > 0, "the missing messages are unread")


def test_late_messages_that_are_not_kept_stay_unread_when_the_kept_ones_around_them_are_read(
    start_node: StartNode, visit: Visit
) -> None:
    phone = start_node("phone", start=False)
    phone.clock = "-2h"
    phone.start()
    post(phone, 0, 60)
    phone.stop()
    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    laptop.start().post("soup", room="kitchen", user="megan")
    page = visit(laptop, place="#kitchen")
    expect(page.message("soup")).to_be_visible()
    post(laptop, 100, 90)
    phone.start()
    eventually(lambda: badge(page, "Main room") == 150, "the late messages are counted", seconds=60)
    post(laptop, 200, 20)
    eventually(lambda: badge(page, "Main room") == 170, "the messages are counted")
    go_to(page, "Main room")
    expect(page.message("number 0.")).to_be_in_viewport()
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "")
    left = badge(page, "Main room")
    laptop.kill()
    page.reload()
    expect(earlier(page)).to_contain_text(sentence(left - KEPT))
    page.read_to_the_end()
    eventually(lambda: badge(page, "Main room") == left - KEPT, "the kept messages are read")
    go_to(page, "kitchen")
    laptop.start()
    expect(page.page.locator("#notices")).to_be_empty()
    go_to(page, "Main room")
    expect(page.message("number 59.")).to_have_count(1)
    left = badge(page, "Main room")
    page.reload()
    expect(page.unread_line).to_be_in_viewport()
    assert KEPT / 4 < left < 170 - KEPT


def test_a_room_that_was_empty_and_has_messages_now_is_said_not_to_be_kept(
    node: Node, visit: Visit
) -> None:
    page = visit(node, place="#kitchen")
    expect(page.page.locator("#empty")).to_have_text(EMPTY)
    wait_until_saved(page, "kitchen")
    page.choose_in_room_menu("Pin this room")
    go_to(page, "Main room")
    page.expect_loaded()
    post(node, 0, 3, room="kitchen")
    eventually(lambda: badge(page, "kitchen") == 3, "the messages are counted")
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    go_to(page, "kitchen")
    expect_sentence(page, NOT_KEPT)


def test_nothing_is_said_to_be_missing_if_all_unread_messages_are_kept(
    node: Node, visit: Visit
) -> None:
    post(node, 0, 150)
    page = visit(node, place="#kitchen")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    post(node, 150, 60)
    eventually(lambda: badge(page, "Main room") == 60, "the messages are counted")
    go_to(page, "Main room")
    expect(page.message("number 150.")).to_be_in_viewport()
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "")
    left = badge(page, "Main room")
    node.kill()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    first = page.message(f"number {210 - left}.")
    expect(first.locator(".unread-line")).to_be_in_viewport()
    eventually(lambda: badge(page, "Main room") < left, "the visible messages are read")
    page.read_to_the_end()
    eventually(lambda: badge(page, "Main room") == 0, "all messages are read")
    for row in (earlier(page), later(page)):
        expect(row).to_be_hidden()
