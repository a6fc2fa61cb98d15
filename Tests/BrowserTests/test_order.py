"""Display order: messages are shown by their time, also when they arrive late."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import StartNode, Visit
from node import Node


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


def expect_on_the_train(page: ChatPage) -> None:
    """Expects the late message between an older and a newer one, marked as late."""
    message = page.message("written on the train")
    expect(message).to_contain_text("arrived late")
    texts = page.texts()
    place = texts.index("written on the train")
    assert texts[place - 1] == "three hours ago 4"
    assert texts[place + 1] == "now 0"


def test_a_late_message_is_shown_by_its_time_and_marked_as_late(
    late: tuple[Node, Node], visit: Visit
) -> None:
    laptop, phone = late
    laptop.seed((f"now {number}" for number in range(3)), connections=1)
    page = visit(laptop)
    expect(page.messages).to_have_count(8)
    phone.start()
    laptop.wait_until_stored(9)
    expect(page.messages).to_have_count(9)
    expect_on_the_train(page)
    # All messages are visible, so no button is needed.
    expect(page.to_earlier).to_be_hidden()
    page.reload()
    expect(page.messages).to_have_count(9)
    expect_on_the_train(page)
    expect(page.page.get_by_text("arrived late")).to_have_count(1)


@pytest.mark.parametrize("count", [40, 300], ids=["loaded", "not loaded"])
def test_the_button_for_older_messages_leads_to_them(
    late: tuple[Node, Node], visit: Visit, count: int
) -> None:
    laptop, phone = late
    laptop.seed((f"now {number}" for number in range(count)), connections=1)
    page = visit(laptop)
    expect(page.message(f"now {count - 1}")).to_be_in_viewport()
    phone.start()
    laptop.wait_until_stored(count + 6)
    expect(page.to_earlier).to_have_text("1 unread message above")
    # The visible messages do not move.
    expect(page.message(f"now {count - 1}")).to_be_in_viewport()
    page.to_earlier.click()
    expect(page.message("written on the train")).to_be_in_viewport()
    expect(page.to_earlier).to_be_hidden()
    expect_on_the_train(page)


@pytest.mark.parametrize("is_open", [True, False], ids=["page open", "page closed"])
def test_a_late_message_before_the_loaded_ones_is_announced_and_counted_once(
    late: tuple[Node, Node], visit: Visit, is_open: bool
) -> None:
    laptop, phone = late
    laptop.seed((f"now {number}" for number in range(300)), connections=1)
    page = visit(laptop)
    expect(page.message("now 299")).to_be_in_viewport()
    if not is_open:
        page.close()
    phone.start()
    laptop.wait_until_stored(306)
    if not is_open:
        page = page.open_another_tab()
    expect(page.message("now 299")).to_be_in_viewport()
    expect(page.to_earlier).to_have_text("1 unread message above")
    page.enter("garden")
    page.expect_room("garden")
    # It was not on the screen, so it is unread, also after the messages below were read.
    expect(page.unread("Main room")).to_have_text("1")
    laptop.post("new", user="megan", room="shed")
    page.reload()
    expect(page.unread("shed")).to_have_text("1")
    expect(page.unread("Main room")).to_have_text("1")
    page.open_room("Main room")
    page.to_earlier.click()
    expect(page.message("written on the train")).to_be_in_viewport()
    expect(page.unread("Main room")).to_have_count(0)


def test_each_day_begins_with_its_name_and_an_author(start_node: StartNode, visit: Visit) -> None:
    node = start_node(start=False)
    # Two days in the future, because a node ignores a clock from before the program was built.
    for clock, text in [("-1d", "long ago"), ("+1d", "yesterday"), ("+2d", "today")]:
        node.clock = clock
        node.start()
        node.post(text)
        node.stop()
    page = visit(node.start())
    page.page.clock.install(time=datetime.now(UTC) + timedelta(days=2))
    page.reload()
    expect(page.messages).to_have_count(3)
    days = page.page.locator(".day")
    expect(days).to_have_count(3)
    expect(days.nth(1)).to_have_text("Yesterday")
    expect(days.nth(2)).to_have_text("Today")
    # The author is shown again on each day.
    expect(page.messages.locator(".name")).to_have_count(3)
