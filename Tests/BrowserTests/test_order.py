"""Display order: messages are shown by their time, also when they arrive late."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit
from eventually import eventually
from held import Held
from node import Node
from test_relations import change, digest
from web_page import WebPage


@pytest.fixture
def late(start_node: StartNode) -> tuple[Node, Node]:
    """A running node, and a stopped peer that has a message of two hours ago."""
    phone = start_node("phone", start=False)
    phone.clock = "-2h"
    phone.start()
    phone.post("written on the train", user="megan")
    phone.stop()

    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    laptop.clock = "-3h"
    laptop.start()
    laptop.seed((f"three hours ago {number}" for number in range(5)), connections=1)
    laptop.stop()
    laptop.clock = None
    return laptop.start(), phone


def expect_on_the_train(page: WebPage, following: str = "now 0") -> None:
    """Expects the late message between an older one and a later one with the text `following`, marked as late."""
    message = page.message("written on the train")
    expect(message).to_contain_text("arrived late")
    texts = page.texts()
    index = texts.index("written on the train")
    assert texts[index - 1] == "three hours ago 4"
    assert texts[index + 1] == following


def test_an_answer_to_a_message_from_a_fast_clock_shows_the_time_of_its_own_node(
    start_node: StartNode, visit: Visit
) -> None:
    phone = start_node("phone", start=False)
    phone.clock = "+4m"
    phone.start()
    phone.post("ahead", user="megan")
    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    laptop.start()
    laptop.wait_until_stored(1)
    laptop.post("the answer")
    page = visit(laptop)
    page.expect_texts(["ahead", "the answer"])
    for text in ("ahead", "the answer"):
        shown = page.message(text).locator("time").first.get_attribute("datetime")
        assert shown and datetime.fromisoformat(shown) <= datetime.now(UTC)


def test_a_late_message_is_shown_by_its_time_and_a_button_leads_to_it(
    late: tuple[Node, Node], visit: Visit
) -> None:
    laptop, phone = late
    laptop.seed((f"now {number}" for number in range(40)), connections=1)
    page = visit(laptop)
    expect(page.message("now 39")).to_be_in_viewport()
    phone.start()
    phone.post("still on the train", user="megan")
    laptop.wait_until_stored(47)
    expect(page.to_earlier).to_have_text("2 late messages above")
    # The visible messages do not move.
    expect(page.message("now 39")).to_be_in_viewport()
    page.to_earlier.click()
    expect(page.message("written on the train")).to_be_in_viewport()
    expect(page.to_earlier).to_be_hidden()
    expect_on_the_train(page, following="still on the train")
    # The second one does not repeat when both arrived, unless the minute was another one.
    late_texts = page.messages.locator(".late")
    one, other = late_texts.all_text_contents()
    assert [text.is_visible() for text in late_texts.all()] == [True, one != other]
    expect(page.message("still on the train").locator(".facts")).to_have_accessible_name(re.compile("arrived late"))
    # The page shows which message was meant, also after it was read, until the room is opened again.
    expect(page.message("written on the train").locator(".new")).to_have_text("new")
    page.reload()
    expect(page.messages).to_have_count(47)
    expect(page.messages.locator(".new")).to_have_count(0)
    expect_on_the_train(page, following="still on the train")
    expect(page.page.get_by_text("arrived late")).to_have_count(2)
    expect(page.to_earlier).to_be_hidden()


def test_late_messages_before_the_loaded_ones_are_announced_and_counted_once_unless_they_are_deleted(
    late: tuple[Node, Node], visit: Visit
) -> None:
    laptop, phone = late
    laptop.post("now 0")
    laptop.seed(f"now {number}: {'words and ' * 30}" for number in range(1, 110))
    page = visit(laptop)
    expect(page.messages.last).to_be_in_viewport()
    phone.start()
    phone.post("taken back", user="megan", post_key="back")
    laptop.wait_until_stored(117)
    expect(page.to_earlier).to_have_text("2 late messages above")
    expect(page.message("written on the train")).to_have_count(0)
    page.enter("garden")
    page.expect_room("garden")
    # They were not on the screen, so they are unread, also after the messages below were read.
    expect(page.unread("Main room")).to_have_text("2")
    page.close()
    change(phone, user="megan", deletes=digest(phone, "taken back"), proof="back")
    eventually(lambda: "taken back" not in laptop.texts(), "the text is gone", 30)
    laptop.post("new", user="megan", room="shed")
    page = page.open_another_tab("#garden")
    page.expect_answered()
    expect(page.unread("shed")).to_have_text("1")
    expect(page.unread("Main room")).to_have_text("1")
    # The room opens at its end, where the person was, and not at the late message.
    opening = Held(page, re.compile(r"messages\.php.*last=1\d\d"))
    page.open_room("Main room")
    expect(page.messages.last).to_be_in_viewport()
    expect(page.to_earlier).to_have_text("1 late message above")
    # The room is still loading, which does not take the place of what the person goes to.
    eventually(opening.has_some, "the page asks for the end of the room")
    page.to_earlier.click()
    opening.release()
    expect(page.message("written on the train")).to_be_in_viewport()
    expect(page.unread("Main room")).to_have_count(0)
    expect(page.to_earlier).to_be_hidden()
    expect_on_the_train(page, following="This message was deleted.")
    expect(page.message("written on the train").locator(".new")).to_be_visible()
    expect(page.messages.locator(".new")).to_have_count(1)


def test_each_day_has_its_name_also_after_midnight(start_node: StartNode, visit: Visit) -> None:
    node = start_node(start=False)
    # Two days in the future, because a node ignores a clock from before the program was built.
    for clock, text, count in [("-1d", "long ago", 1), ("+1d", "yesterday", 1), ("+2d", "today", 10)]:
        node.clock = clock
        node.start()
        for _ in range(count):
            node.post(text)
        node.stop()
    page = visit(node.start(), viewport={"width": 1280, "height": 400})
    today = datetime.now(UTC) + timedelta(days=2)
    midnight = datetime.combine(today + timedelta(days=1), datetime.min.time(), UTC)
    page.page.clock.install(time=today)
    page.reload()
    expect(page.messages).to_have_count(12)
    days = page.page.locator(".day")
    expect(days).to_have_count(3)
    expect(days.nth(1)).to_have_text("Yesterday")
    expect(days.nth(2)).to_have_text("Today")
    # The author is shown again on each day.
    expect(page.messages.locator(".name")).to_have_count(3)
    page.scroller.evaluate("(scroller) => { scroller.scrollTop -= 100; }")
    expect(page.page.locator("#visible-day")).to_have_text("Today")
    # At the beginning of the room, the heading of the first day is visible.
    page.scroller.evaluate("(scroller) => { scroller.scrollTop = 0; }")
    expect(page.page.locator("#visible-day")).to_be_empty()
    page.scroller.evaluate("(scroller) => { scroller.scrollTop = scroller.scrollHeight; scroller.scrollTop -= 100; }")
    expect(page.page.locator("#visible-day")).to_have_text("Today")
    node.stop()
    expect(page.notices).to_have_text(re.compile(r"^Tidings has not answered since .?\d?\d:\d\d.?\. "))
    # The page stays open and visible.
    page.page.clock.pause_at(midnight - timedelta(seconds=2))
    expect(days.nth(2)).to_have_text("Today")
    page.page.clock.run_for(3000)
    expect(days.nth(1)).to_have_text(re.compile(r"^\w+,? \d+ \w+"))
    expect(days.nth(2)).to_have_text("Yesterday")
    expect(page.page.locator("#visible-day")).to_have_text("Yesterday")
    expect(page.notices).to_have_text(re.compile(r"^Tidings has not answered since .?\d+ \w+ \d{4}, \d?\d:\d\d"))
