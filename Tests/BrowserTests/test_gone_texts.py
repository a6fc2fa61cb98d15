"""Messages whose texts are gone: a sentence instead of the text, until a peer sends the text."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit
from eventually import eventually
from forger import eraser
from node import Node
from test_accessibility import expect_accessible
from test_edit_waiting import stop_node
from test_history import TWO_FRAMES, top_of, visible_message
from notified import open_recording
from test_queue import saved_texts

GONE = "The text of this message is not available on this device."


@dataclass(frozen=True)
class Group:
    """Three nodes. The laptop gets the phone's messages without texts until the tablet starts."""

    laptop: Node
    phone: Node
    tablet: Node

    def post_without_text(self, text: str, room: str | None = None) -> None:
        """Posts a message at the phone. Returns when the laptop has stored it without the text."""
        known = self.laptop.messages()
        self.phone.post(text, user="ben", room=room)
        self.laptop.wait_until_newer(known[-1].id if known else 0)
        assert self.laptop.messages()[-1].text == ""

    def restore(self, *texts: str) -> None:
        """Starts the tablet. Returns when the laptop has the texts."""
        self.tablet.start()
        eventually(lambda: set(texts) <= set(self.laptop.texts()), "the laptop has the texts")


@pytest.fixture
def group(start_node: StartNode) -> Iterator[Group]:
    phone = start_node("phone")
    laptop, tablet = start_node("laptop", start=False), start_node("tablet", start=False)
    with eraser(phone) as address:
        laptop.peers = [address, tablet.url]
        # The tablet requests the laptop's log, and the laptop then requests the tablet's at once.
        tablet.peers = [phone.url, laptop.url]
        yield Group(laptop.start(), phone, tablet)


@pytest.mark.service_worker
def test_a_sentence_stands_for_the_text_until_the_text_arrives(group: Group, visit: Visit) -> None:
    group.laptop.post("first")
    page = visit(group.laptop, viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    page.wait_until_web_client_is_saved()
    group.post_without_text("soup is ready: https://example.org/")
    group.laptop.post("last")
    page.expect_texts(["first", GONE, "last"])
    expect(page.gone).to_have_count(1)
    expect(page.gone.locator(".name")).to_have_text("ben")
    assert GONE in page.gone.aria_snapshot()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    # The browser keeps the message as it is.
    eventually(lambda: saved_texts(page) == ["first", None, "last"], "the browser saves the messages")
    stop_node(page)
    page.reload()
    page.expect_texts(["first", GONE, "last"])

    page.start_node()
    group.restore("soup is ready: https://example.org/")
    whole = ["first", "soup is ready: https://example.org/", "last"]
    page.expect_texts(whole)
    expect(page.gone).to_have_count(0)
    expect(page.message("soup").get_by_role("link")).to_have_count(1)
    eventually(lambda: saved_texts(page) == whole, "the browser saves the text")
    stop_node(page)
    page.reload()
    page.expect_texts(whole)


def test_a_text_that_arrives_is_neither_unread_nor_notified_again(
    group: Group, visit: Visit
) -> None:
    page = open_recording(group.laptop, visit)
    page.done()
    group.laptop.post("old", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("1")
    page.hide()
    group.post_without_text("soup", room="kitchen")
    # Each message comes in an answer of its own, so each has a notification of its own.
    expect(page.unread("kitchen")).to_have_text("2")
    group.post_without_text("good morning")
    expect(page.gone.locator(".unread-line")).to_have_count(1)
    expect(page.page).to_have_title("(3) Main room \u00b7 Tidings")
    expect(page.unread("kitchen")).to_have_text("2")
    notified = "globalThis.notified.filter(([, body]) => body !== 'old').map(([, body]) => body)"
    eventually(lambda: page.page.evaluate(notified) == [GONE, GONE], "both are notified")
    announced = page.page.locator("#announcer").text_content()

    group.restore("soup", "good morning")
    expect(page.message("good morning").locator(".unread-line")).to_have_count(1)
    # The page gets this message after the texts.
    group.laptop.post("later", user="megan")
    expect(page.page).to_have_title("(4) Main room \u00b7 Tidings")
    expect(page.unread("kitchen")).to_have_text("2")
    eventually(lambda: "later" in page.page.evaluate(notified), "the later message is notified")
    assert page.page.evaluate(notified) == [GONE, GONE, "later"]
    assert page.page.locator("#announcer").text_content() == announced

    page.reload()
    expect(page.unread("kitchen")).to_have_text("2")
    page.show()
    page.open_room("kitchen")
    expect(page.message("soup")).to_be_visible()
    expect(page.unread("kitchen")).to_have_count(0)
    page.reload()
    expect(page.message("soup")).to_be_visible()
    expect(page.unread_line).to_have_count(0)


def test_the_text_of_a_read_message_is_not_unread_when_it_arrives(group: Group, visit: Visit) -> None:
    page = visit(group.laptop)
    group.post_without_text("good morning")
    group.post_without_text("soup", room="kitchen")
    expect(page.gone).to_have_count(1)
    page.open_room("kitchen")
    page.expect_texts([GONE])
    page.enter("garden")
    page.expect_room("garden")
    other = page.open_another_tab("#hall")
    other.expect_room("hall")
    page.close()
    group.restore("good morning", "soup")
    page = other.open_another_tab("#garden")
    # Both pages get this message after the texts, and count its room after the others.
    group.laptop.post("roses", room="shed", user="megan")
    for tab in (page, other):
        expect(tab.unread("shed")).to_have_text("1")
        expect(tab.room_list.locator(".badge:visible")).to_have_count(1)
    page.open_room("kitchen")
    page.expect_texts(["soup"])
    page.open_room("Main room")
    page.expect_texts(["good morning"])
    expect(page.unread_line).to_have_count(0)


def test_texts_that_arrive_move_neither_the_end_nor_the_visible_messages(
    group: Group, visit: Visit
) -> None:
    long = "\n".join(f"line {number}" for number in range(11))
    longer = "\n".join(f"row {number}" for number in range(40))
    group.post_without_text(long)
    group.laptop.seed(f"number {number}" for number in range(50))
    group.post_without_text(longer)
    page = visit(group.laptop)
    expect(page.messages).to_have_count(52)
    expect(page.gone.last).to_be_in_viewport()
    other = page.open_another_tab()
    expect(other.messages).to_have_count(52)
    other.expect_answered()
    other.scroller.evaluate("(scroller) => { scroller.scrollTop = scroller.scrollHeight / 2; }")
    other.page.evaluate(TWO_FRAMES)
    id, top = visible_message(other)
    group.restore(long, longer)
    message = page.message("row 10")
    expect(message.get_by_role("button", name="Show all")).to_be_visible()
    expect(message.locator(".facts")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()
    expect(other.message("line 10")).to_have_count(1)
    expect(other.message("row 10")).to_have_count(1)
    other.page.evaluate(TWO_FRAMES)
    assert abs(top_of(other, id) - top) < 3, "the visible message has moved"
    expect(other.to_earlier).to_be_hidden()


def test_the_buttons_lead_to_texts_that_arrived_later(group: Group, visit: Visit) -> None:
    group.phone.stop()
    group.phone.clock = "-2h"
    group.phone.start()
    # Higher than the part that is loaded when the room is opened.
    group.laptop.seed(f"number {number}: {'words and ' * 30}" for number in range(110))
    page = visit(group.laptop)
    expect(page.messages.last).to_be_in_viewport()
    group.post_without_text("written on the train")
    expect(page.to_earlier).to_have_text("1 late message above")
    expect(page.gone).to_have_count(0)
    # Not at the beginning of the loaded messages, where the page would load that one.
    page.scroller.evaluate("(scroller) => { scroller.scrollTop -= 2000; }")
    group.phone.stop()
    group.phone.clock = None
    group.phone.start()
    group.post_without_text("good morning")
    expect(page.to_newest).to_have_text("1 unread message")
    group.restore("written on the train", "good morning")
    expect(page.message("good morning")).to_have_count(1)
    expect(page.to_newest).to_have_text("1 unread message")
    expect(page.to_earlier).to_have_text("1 late message above")
    page.to_newest.click()
    expect(page.message("good morning").locator(".unread-line")).to_be_in_viewport()
    page.to_earlier.click()
    expect(page.message("written on the train")).to_be_in_viewport()
    expect(page.gone).to_have_count(0)
    assert page.texts()[0] == "written on the train"


def test_a_text_of_a_node_whose_clock_is_ahead_is_shown_in_the_order_of_the_node(
    group: Group, visit: Visit
) -> None:
    group.phone.stop()
    group.phone.clock = "+2h"
    group.phone.start()
    group.laptop.post("first")
    group.post_without_text("from the future")
    group.laptop.post("last", user="megan")
    page = visit(group.laptop)
    page.expect_texts(["first", GONE, "last"])
    group.restore("from the future")
    # Its display stamp is five minutes after its arrival, and it has arrived again.
    page.expect_texts(["first", "last", "from the future"])
    expect(page.messages.locator(".name")).to_have_text(["jack", "megan", "ben"])
    page.reload()
    page.expect_texts(["first", "last", "from the future"])
