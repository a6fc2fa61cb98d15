"""What the page shows of rooms and counts while the node does not answer."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_accessibility import expect_accessible
from web_page import WebPage

pytestmark = pytest.mark.service_worker

NOT_KEPT = "This browser has not kept the messages of this room. They appear when Tidings answers."
EMPTY = (
    "No messages yet. Write the first one, so that this room stays in the list of rooms."
)
SMALL = {"width": 320, "height": 568}
#: Rooms whose messages the browser keeps although nobody has opened them.
KEPT_UNOPENED = 10


def expect_sentence(page: WebPage, sentence: str) -> None:
    """Expects one visible sentence instead of messages."""
    expect(page.messages).to_have_count(0)
    expect(page.page.locator("#empty")).to_have_text(sentence)
    expect(page.page.locator("#empty")).to_be_in_viewport(ratio=1)
    expect(page.page.locator("#beginning")).to_be_hidden()


#: A script that returns the texts that the browser has saved, by room.
SAVED = """async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('tidings');
    request.onsuccess = () => resolve(request.result);
  });
  const rooms = database.transaction('rooms').objectStore('rooms').getAll();
  await new Promise((resolve) => { rooms.onsuccess = resolve; });
  database.close();
  return Object.fromEntries(rooms.result.map(({ room, messages }) => [room, messages.map(({ text }) => text)]));
}"""


def wait_until_saved(page: WebPage, room: str, text: str | None = None) -> None:
    """Returns when the browser has saved the room, with the message `text` if it is given."""

    def is_saved() -> bool:
        texts = page.page.evaluate(SAVED).get(room)
        return texts is not None and (text is None or text in texts)

    eventually(is_saved, "the browser has saved the room")


def post_elsewhere(node: Node) -> None:
    """Posts in so many other rooms that the browser keeps these, and no other one that is not open."""
    for number in range(KEPT_UNOPENED):
        node.post("elsewhere", room=f"elsewhere {number}", user="megan")


def test_messages_are_kept_although_nobody_has_opened_their_rooms(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    node.post("roses", room="garden", user="megan")
    page = visit(node)
    page.page.goto("about:blank")
    for number in range(3):
        node.post(f"new {number}", room="kitchen", user="megan")
    page.open()
    expect(page.unread("kitchen")).to_have_text("3")
    wait_until_saved(page, "kitchen", "new 2")
    wait_until_saved(page, "garden", "roses")
    # So are those that come while the page is open.
    node.post("rain", room="garden", user="megan")
    wait_until_saved(page, "garden", "rain")
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    page.open_room("kitchen")
    page.expect_texts(["soup", "new 0", "new 1", "new 2"])
    expect(page.message("new 0").locator(".unread-line")).to_be_visible()
    page.open_room("garden")
    page.expect_texts(["roses", "rain"])
    expect(page.page.get_by_text("not kept")).to_have_count(0)


def test_a_room_that_was_not_kept_shows_a_sentence_until_the_node_answers(
    node: Node, visit: Visit
) -> None:
    node.post("here", user="megan")
    node.post("soup", room="kitchen", user="megan")
    post_elsewhere(node)
    page = visit(node, viewport=SMALL)
    expect(page.message("here")).to_be_visible()
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "")
    page.show_rooms()
    page.enter("hall")
    expect_sentence(page, EMPTY)
    wait_until_saved(page, "hall")
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    page.show_rooms()
    page.open_room("kitchen")
    expect_sentence(page, NOT_KEPT)
    page.expect_no_sideways_scrolling()
    page.reload()
    page.expect_room("kitchen")
    expect_sentence(page, NOT_KEPT)
    expect_accessible(page)
    # A message that waits stands below the sentence.
    page.write("is it ready?")
    expect(page.waiting).to_have_count(1)
    expect(page.page.locator("#beginning")).to_have_text(NOT_KEPT)
    expect(page.page.locator("#beginning")).to_be_visible()
    expect(page.page.locator("#empty")).to_be_hidden()
    # A room that is kept shows its messages, and one that was empty says so.
    page.open("#hall")
    expect_sentence(page, EMPTY)
    page.open("#")
    page.expect_texts(["here"])
    expect(page.page.get_by_text("not kept")).to_have_count(0)
    page.open("#kitchen")
    page.start_node()
    page.expect_texts(["soup", "is it ready?"])
    expect(page.page.get_by_text("not kept")).to_have_count(0)
    expect(page.page.locator("#beginning")).to_have_text("This is the beginning of the room.")


def test_a_room_that_is_made_while_the_node_is_off_is_a_new_one(node: Node, visit: Visit) -> None:
    node.post("here", user="megan")
    page = visit(node)
    page.wait_until_web_client_is_saved()
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    page.enter("hall")
    expect_sentence(page, EMPTY)
    page.write("first")
    page.expect_saved_waiting(1)
    for _ in range(2):
        expect(page.page.locator("#empty")).to_be_hidden()
        expect(page.page.locator("#beginning")).to_be_hidden()
        page.reload()
        page.expect_room("hall")
        page.expect_saved_waiting(1)
    page.start_node()
    page.expect_texts(["first"])


def test_a_reload_while_the_node_is_away_shows_counts_and_order_of_the_rooms_as_they_were(
    node: Node, visit: Visit
) -> None:
    for room in ("garden", "kitchen", "attic"):
        node.post("old", room=room, user="megan")
    node.post("here", user="megan")
    page = visit(node)
    expect(page.message("here")).to_be_visible()
    page.wait_until_web_client_is_saved()
    for number in range(3):
        node.post(f"new {number}", room="kitchen", user="megan")
    node.post("new", room="garden", user="megan")
    # A room that this browser has not known before.
    node.post("first", room="cellar", user="megan")
    order = ["cellar", "garden", "kitchen", "Main room", "attic"]
    expect(page.room_names()).to_have_text(order)
    expect(page.page).to_have_title("(5) Main room · Tidings")
    node.kill()
    page.reload()
    expect(page.notice("has not answered since")).to_have_count(1)
    expect(page.room_names()).to_have_text(order)
    expect(page.page).to_have_title("(5) Main room · Tidings")
    expect(page.unread("kitchen")).to_have_text("3")
    expect(page.unread("garden")).to_have_text("1")
    # The counts are those of the node again: other messages came in the meantime.
    page.start_node()
    node.post("newest", room="attic", user="megan")
    node.post("newest", room="garden", user="megan")
    expect(page.unread("garden")).to_have_text("2")
    expect(page.room_names()).to_have_text(["garden", "attic", "cellar", "kitchen", "Main room"])
    page.open_room("kitchen")
    expect(page.unread("kitchen")).to_have_count(0)
    expect(page.message("new 2")).to_be_visible()
    node.kill()
    # On a narrow page the button for the list has the count of the other rooms.
    page.page.set_viewport_size(SMALL)
    page.reload()
    expect(page.notice("has not answered since")).to_have_count(1)
    expect(page.page.locator("#other-unread")).to_have_text("4")
    page.show_rooms()
    expect(page.unread("garden")).to_have_text("2")
    expect(page.unread("kitchen")).to_have_count(0)
    # Malformed counts are not shown.
    page.page.evaluate("""() => {
      const { node } = JSON.parse(localStorage.getItem('tidings.unread'));
      localStorage.setItem('tidings.unread', JSON.stringify({ node, counts: [['kitchen', -1, true, 7]] }));
    }""")
    page.reload()
    page.show_rooms()
    expect(page.room_link("kitchen")).to_be_visible()
    expect(page.room_list.locator(".badge:visible")).to_have_count(0)


def test_the_page_says_since_when_the_node_has_not_answered(node: Node, visit: Visit) -> None:
    page = visit(node, viewport=SMALL)
    expect(page.page.locator("#empty")).to_have_text("No messages yet. Write the first one.")
    page.wait_until_web_client_is_saved()
    node.kill()
    # Of today, only the time of day.
    expect(page.notices).to_have_text(re.compile(r"^Tidings has not answered since .?\d?\d:\d\d.?\. Your"))
    # A page that is opened later still says when the node last answered, and not when the page was opened.
    answered = datetime(2026, 1, 5, 11, 48, tzinfo=UTC).timestamp() * 1000
    set_answered(page, int(answered))
    page.reload()
    expect(page.notices).to_have_text(re.compile("^Tidings has not answered since .?5 Jan 2026, 11:48.?. Your"))
    page.expect_no_sideways_scrolling()
    for value in (int(answered * 2), -5, "x", [], None):
        set_answered(page, value)
        page.reload()
        expect(page.notices).to_have_text(re.compile("^Tidings does not answer. Your messages are saved"))


def set_answered(page: WebPage, value: Any) -> None:
    page.page.evaluate("(value) => localStorage.setItem('tidings.answered', value)", json.dumps(value))


@pytest.mark.parametrize("act", ["goes to the newest", "writes"])
def test_without_the_node_the_end_of_a_room_is_what_the_browser_has_kept(node: Node, visit: Visit, act: str) -> None:
    node.post("old", room="kitchen", user="megan")
    page = visit(node)
    # So many that the page loads only those around the first one.
    node.post("number 0", user="megan", room="kitchen")
    node.seed((f"number {number}" for number in range(1, 310)), user="megan", room="kitchen")
    node.post("number 310", user="megan", room="kitchen")
    wait_until_saved(page, "kitchen", "number 310")
    # The log may be behind what is saved. The list of rooms is not: so many unread messages are not loaded at once.
    page.reload()
    page.expect_answered()
    page.open_room("kitchen")
    page.expect_answered()
    expect(page.message("number 0")).to_be_in_viewport()
    expect(page.message("number 310")).to_have_count(0)
    node.kill()
    if act == "writes":
        page.write("mine")
        expect(page.waiting).to_be_in_viewport()
    else:
        page.to_newest.click()
    expect(page.message("number 310")).to_be_in_viewport()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(page.unread("kitchen")).not_to_have_text("311")
    page.start_node()
    page.expect_answered()
    expect(page.message("number 310")).to_be_in_viewport()


def test_who_has_read_kept_messages_stays_there_when_the_node_answers(node: Node, visit: Visit) -> None:
    node.post("old", room="kitchen", user="megan")
    page = visit(node)
    node.post("number 0", user="megan", room="kitchen")
    node.seed((f"number {number}" for number in range(1, 59)), user="megan", room="kitchen")
    node.post("number 59", user="megan", room="kitchen")
    wait_until_saved(page, "kitchen", "number 59")
    expect(page.unread("kitchen")).to_have_text("60")
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    page.open_room("kitchen")
    first = page.message("number 0")
    expect(first.locator(".unread-line")).to_be_in_viewport()
    expect(page.unread("kitchen")).not_to_have_text("60")
    page.start_node()
    page.expect_answered()
    expect(page.notice("has not answered since")).to_be_hidden()
    expect(first.locator(".unread-line")).to_be_in_viewport()
