"""The marks of rooms with unsent messages in the list of rooms."""

import pytest
from playwright.sync_api import Locator, expect

from conftest import Visit
from node import Node
from test_accessibility import expect_accessible
from test_edit_waiting import discard, skip_button_delay, stop_node
from web_page import WebPage


def mark(page: WebPage, room: str) -> Locator:
    return page.room_link(room).locator(".unsent")


def expect_unsent(mark: Locator, count: int) -> None:
    expect(mark).to_have_text(str(count))
    expect(mark).to_have_accessible_name(f"{count} unsent")


@pytest.mark.service_worker
def test_rooms_with_unsent_messages_are_marked_in_every_tab(node: Node, visit: Visit) -> None:
    node.post("soup", room="a room with quite a long name that does not fit", user="megan")
    page = visit(node, viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    page.wait_until_web_client_is_saved()
    stop_node(page)
    page.write("one")
    page.show_rooms()
    page.open_room("a room with")
    page.expect_room("a room with quite a long name that does not fit")
    for text in ("two", "three"):
        page.write(text)
    page.box.fill("half a sen")
    # The other tab does not know this room yet.
    page.show_rooms()
    page.enter("garden")
    page.expect_room("garden")
    page.write("four")
    for tab in (page, other):
        tab.show_rooms()
        expect_unsent(mark(tab, "Main room"), 1)
        expect_unsent(mark(tab, "a room with"), 2)
        expect_unsent(mark(tab, "garden"), 1)
        expect(mark(tab, "a room with")).to_be_in_viewport(ratio=1)
        # The mark leaves space for the last message.
        box = mark(tab, "a room with").bounding_box()
        assert box and box["width"] < 40
        tab.expect_no_sideways_scrolling()
    expect_accessible(page)
    expect(page.room_link("Main room")).to_have_accessible_name("Main room 1 unsent")
    page.reload()
    page.show_rooms()
    expect(mark(page, "Main room")).to_be_visible()
    page.start_node()
    for tab in (page, other):
        for room in ("Main room", "a room with", "garden"):
            expect(mark(tab, room)).to_be_hidden()


def test_the_mark_follows_discarded_messages_and_counts_hidden_rooms(
    node: Node, visit: Visit
) -> None:
    page = visit(node, path="#kitchen")
    page.page.clock.install()
    stop_node(page)
    page.write("one")
    skip_button_delay(page)
    expect_unsent(mark(page, "kitchen"), 1)
    page.choose_in_room_menu("Hide this room in the list")
    hidden = page.page.locator("#hidden-rooms summary .unsent")
    expect_unsent(hidden, 1)
    page.open_room("Main room")
    page.page.go_back()
    page.expect_room("kitchen")
    skip_button_delay(page)
    discard(page.waiting).click()
    expect(hidden).to_be_hidden()
    page.notices.get_by_role("button", name="Undo").click()
    expect_unsent(hidden, 1)


@pytest.mark.service_worker
def test_a_room_shows_its_last_waiting_message_until_it_is_discarded(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, path="#kitchen")
    page.expect_texts(["soup"])
    page.wait_until_web_client_is_saved()
    stop_node(page)
    in_kitchen, in_garden = [page.room_link(room).locator(".last") for room in ("kitchen", "garden")]
    page.write("bread?")
    expect(in_kitchen).to_have_text("You: bread?")
    page.enter("garden")
    page.write("roses")
    expect(in_garden).to_have_text("You: roses")
    expect(page.room_link("garden").locator("time")).not_to_have_text("")
    page.reload()
    expect(in_kitchen).to_have_text("You: bread?")
    expect(in_garden).to_have_text("You: roses")
    page.open_room("kitchen")
    discard(page.waiting).click()
    expect(in_kitchen).to_have_text("\u2068megan\u2069: soup")
