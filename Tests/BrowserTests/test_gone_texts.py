"""Messages whose texts are gone: a sentence in place of the text, until a peer sends the text."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import StartNode, Visit
from eventually import eventually
from forger import eraser
from node import Node
from test_accessibility import expect_accessible
from test_history import TWO_FRAMES, place_of, scroll_to_beginning, visible_message
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
        count = len(self.laptop.messages())
        self.phone.post(text, user="ben", room=room)
        eventually(lambda: len(self.laptop.messages()) > count, "the laptop has the message")
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


def test_a_sentence_stands_for_the_text_until_the_text_arrives(group: Group, visit: Visit) -> None:
    group.laptop.post("first")
    page = visit(group.laptop)
    group.post_without_text("soup is ready: https://example.org/")
    group.laptop.post("last")
    page.expect_texts(["first", GONE, "last"])
    expect(page.gone).to_have_count(1)
    expect(page.gone.locator(".name")).to_have_text("ben")
    page.reload()
    page.expect_texts(["first", GONE, "last"])

    group.restore("soup is ready: https://example.org/")
    whole = ["first", "soup is ready: https://example.org/", "last"]
    page.expect_texts(whole)
    expect(page.gone).to_have_count(0)
    expect(page.message("soup").get_by_role("link")).to_have_count(1)
    page.reload()
    page.expect_texts(whole)


@pytest.mark.whole_browser
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


@pytest.mark.parametrize("is_open", [True, False], ids=["page open", "page closed"])
def test_a_text_of_a_read_message_is_not_unread_when_it_arrives(
    group: Group, visit: Visit, is_open: bool
) -> None:
    page = visit(group.laptop)
    group.post_without_text("good morning")
    group.post_without_text("soup", room="kitchen")
    expect(page.gone).to_have_count(1)
    page.open_room("kitchen")
    page.expect_texts([GONE])
    page.enter("garden")
    page.expect_room("garden")
    if not is_open:
        page.close()
    group.restore("good morning", "soup")
    if not is_open:
        page = page.open_another_tab("#garden")
    # The page gets this message after the texts, and counts its room after the others.
    group.laptop.post("roses", room="shed", user="megan")
    expect(page.unread("shed")).to_have_text("1")
    expect(page.room_list.locator(".badge:visible")).to_have_count(1)
    page.open_room("kitchen")
    page.expect_texts(["soup"])
    page.open_room("Main room")
    page.expect_texts(["good morning"])
    expect(page.unread_line).to_have_count(0)


def test_all_tabs_show_the_text_and_count_nothing_twice(group: Group, visit: Visit) -> None:
    page = visit(group.laptop)
    other = page.open_another_tab("#kitchen")
    other.expect_room("kitchen")
    for tab in (page, other):
        tab.hide()
    group.post_without_text("good morning")
    for tab in (page, other):
        expect(tab.unread("Main room")).to_have_text("1")
    group.restore("good morning")
    page.expect_texts(["good morning"])
    group.laptop.post("soup", room="kitchen", user="megan")
    other.expect_texts(["soup"])
    for tab in (page, other):
        expect(tab.unread("Main room")).to_have_text("1")
        expect(tab.unread("kitchen")).to_have_text("1")


def test_a_text_that_arrives_above_the_visible_messages_does_not_move_them(
    group: Group, visit: Visit
) -> None:
    long = "\n".join(f"line {number}" for number in range(11))
    group.post_without_text(long)
    group.laptop.seed((f"number {number}" for number in range(50)), connections=1)
    page = visit(group.laptop)
    expect(page.messages).to_have_count(51)
    page.scroller.evaluate("(scroller) => { scroller.scrollTop = scroller.scrollHeight / 2; }")
    page.page.evaluate(TWO_FRAMES)
    id, place = visible_message(page)
    group.restore(long)
    expect(page.message("line 10")).to_have_count(1)
    page.page.evaluate(TWO_FRAMES)
    assert abs(place_of(page, id) - place) < 3, "the visible message has moved"
    expect(page.to_earlier).to_be_hidden()


def test_the_end_stays_visible_when_the_last_text_arrives(group: Group, visit: Visit) -> None:
    group.laptop.seed((f"number {number}" for number in range(50)), connections=1)
    long = "\n".join(f"line {number}" for number in range(40))
    group.post_without_text(long)
    page = visit(group.laptop)
    expect(page.gone).to_be_in_viewport()
    group.restore(long)
    message = page.message("line 10")
    expect(message.get_by_role("button", name="Show all")).to_be_visible()
    expect(message.locator(".facts")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()


def test_a_text_before_the_loaded_messages_is_shown_there_and_not_announced_again(
    group: Group, visit: Visit
) -> None:
    group.post_without_text("good morning")
    group.laptop.seed((f"number {number}" for number in range(300)), connections=1)
    page = visit(group.laptop)
    expect(page.message("number 299")).to_be_in_viewport()
    scroll_to_beginning(page)
    expect(page.gone).to_have_count(1)
    page.reload()
    expect(page.message("number 299")).to_be_in_viewport()
    group.restore("good morning")
    group.laptop.post("later", user="megan")
    expect(page.message("later")).to_be_visible()
    expect(page.to_earlier).to_be_hidden()
    scroll_to_beginning(page)
    expect(page.message("good morning")).to_be_visible()
    expect(page.gone).to_have_count(0)
    expect(page.messages).to_have_count(302)


def test_the_button_for_new_messages_leads_to_a_text_that_arrived_later(
    group: Group, visit: Visit
) -> None:
    group.laptop.seed((f"number {number}" for number in range(50)), connections=1)
    page = visit(group.laptop)
    expect(page.message("number 49")).to_be_in_viewport()
    page.scroll_to_top()
    group.post_without_text("good morning")
    expect(page.to_newest).to_have_text("1 unread message")
    group.restore("good morning")
    expect(page.message("good morning")).to_have_count(1)
    expect(page.to_newest).to_have_text("1 unread message")
    page.to_newest.click()
    expect(page.message("good morning").locator(".unread-line")).to_be_in_viewport()


def test_the_button_for_older_messages_leads_to_a_text_that_arrived_later(
    group: Group, visit: Visit
) -> None:
    group.phone.stop()
    group.phone.clock = "-2h"
    group.phone.start()
    group.laptop.seed((f"number {number}" for number in range(300)), connections=1)
    page = visit(group.laptop)
    expect(page.message("number 299")).to_be_in_viewport()
    group.post_without_text("written on the train")
    expect(page.to_earlier).to_have_text("1 unread message above")
    group.restore("written on the train")
    group.laptop.post("later", user="megan")
    expect(page.message("later")).to_be_visible()
    expect(page.to_earlier).to_have_text("1 unread message above")
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


def test_messages_saved_in_the_browser_get_the_text(group: Group, visit: Visit) -> None:
    page = visit(group.laptop)
    page.wait_until_web_client_is_saved()
    group.laptop.post("first")
    group.post_without_text("good morning")
    page.expect_texts(["first", GONE])
    eventually(lambda: saved_texts(page) == ["first", None], "the browser saves both messages")
    group.laptop.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    page.reload()
    page.expect_texts(["first", GONE])

    group.laptop.start()
    group.restore("good morning")
    page.expect_texts(["first", "good morning"])
    eventually(lambda: "good morning" in saved_texts(page), "the browser saves the text")
    group.laptop.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    page.reload()
    page.expect_texts(["first", "good morning"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "zh-CN", "pt-BR", "ja-JP", "ko-KR"])
def test_the_sentence_is_accessible_and_fits_on_a_small_screen(
    group: Group, visit: Visit, scheme: str, locale: str
) -> None:
    group.post_without_text("good morning")
    page = open_small(visit, group.laptop, scheme, locale)
    expect(page.gone).to_be_visible()
    sentence = page.gone.locator(".gone").text_content()
    assert sentence
    assert (sentence == GONE) == (locale == "en-GB")
    assert sentence in page.gone.aria_snapshot()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()


def open_small(visit: Visit, node: Node, scheme: str, locale: str) -> ChatPage:
    return visit(
        node,
        color_scheme=scheme,
        locale=locale,
        reduced_motion="reduce",
        viewport={"width": 320, "height": 568},
    )
