"""Messages without a text, which other programs write. The page does not show them."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from notified import open_recording


def post_notes(node: Node, count: int, room: str | None = None) -> None:
    """Stores messages that have no text."""
    with ThreadPoolExecutor(16) as pool:
        post = partial(node.post, None, user="bot", room=room)
        list(pool.map(lambda number: post(**{"field.x-note": f"note {number}"}), range(count)))


def test_messages_without_a_text_are_neither_shown_nor_unread_nor_notified(
    node: Node, visit: Visit
) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = open_recording(node, visit)
    page.done()
    node.post("one", user="megan")
    expect(page.message("one")).to_be_visible()
    page.hide()
    post_notes(node, 3)
    post_notes(node, 3, room="kitchen")
    node.post("two", user="megan")
    expect(page.page).to_have_title("(1) Main room \u00b7 Tidings")
    expect(page.message("two").locator(".unread-line")).to_have_count(1)
    expect(page.unread("kitchen")).to_have_count(0)
    page.expect_texts(["one", "two"])
    eventually(lambda: page.page.evaluate("notified") != [], "a notification is shown")
    assert page.page.evaluate("notified") == [["megan \u00b7 Main room", "two"]]
    page.reload()
    page.expect_texts(["one", "two"])
    page.open_room("kitchen")
    page.expect_texts(["soup"])


def test_messages_without_a_text_are_not_unread_after_a_later_visit(
    node: Node, visit: Visit
) -> None:
    post_notes(node, 2, room="kitchen")
    page = visit(node, path="#kitchen")
    # A room without any text counts as empty.
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    expect(page.messages).to_have_count(0)
    node.post("soup", room="kitchen", user="megan")
    page.expect_texts(["soup"])
    expect(page.page.get_by_text("No messages yet")).to_be_hidden()
    page.close()
    post_notes(node, 5)
    post_notes(node, 5, room="kitchen")
    node.post("more soup", room="kitchen", user="megan")
    page = page.open_another_tab()
    expect(page.unread("kitchen")).to_have_text("1")
    expect(page.unread("Main room")).to_have_count(0)
    page.open_room("kitchen")
    expect(page.message("more soup").locator(".unread-line")).to_be_visible()
    expect(page.unread("kitchen")).to_have_count(0)
    # The position up to which the room was read is after its last message, also if that has no text.
    post_notes(node, 2, room="kitchen")
    high = node.messages()[-1].id
    read = "JSON.parse(localStorage.getItem('tidings.read')).marks['kitchen'][1]"
    eventually(lambda: page.page.evaluate(read) == high, "the room is read up to its end")


def test_texts_before_many_messages_without_one_are_loaded(node: Node, visit: Visit) -> None:
    node.seed((f"early {number}" for number in range(3)), connections=1)
    # The pages that are loaded first have no text: 100 messages, then 200.
    post_notes(node, 310)
    page = visit(node)
    page.expect_texts([f"early {number}" for number in range(3)])
    expect(page.page.get_by_text("This is the beginning of the room.")).to_be_visible()
    expect(page.messages.last).to_be_in_viewport()
    node.post("now", user="megan")
    expect(page.message("now")).to_be_in_viewport()
