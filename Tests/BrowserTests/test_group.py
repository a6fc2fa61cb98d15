"""The group at a glance: who has what, who is away, how large the store is."""

import re

from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import StartNode, Visit, pair
from forger import forger
from node import Node, free_port


def peer(page: ChatPage, name: str) -> Locator:
    return page.group.locator(".peers > li").filter(has_text=name)


def test_a_peer_that_has_all_is_up_to_date_and_has_seen_the_messages(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_have_text("reached 1 of 1 device")
    summary = page.page.locator("#open-group")
    expect(summary).to_have_text("1 of 1 in sync")
    page.open_group()
    expect(page.group).to_contain_text("laptop")
    expect(page.group).to_contain_text(re.compile(r"1 message, .*kB.* used \(limit .*GB.*\)"))
    phone_item = peer(page, "phone")
    expect(phone_item).to_contain_text(re.compile(r"In sync both ways, .?(just now|\d+ seconds ago)"))
    expect(page.group).to_contain_text(laptop.key)
    # It asks, but not only.
    expect(page.group).not_to_contain_text("Devices that read from you")


def test_a_peer_that_was_stopped_is_out_of_reach_since_then_and_lacks_what_came_since(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("one")
    expect(page.message("one").locator(".state")).to_have_text("reached 1 of 1 device")
    page.open_group()
    phone.stop()
    item = peer(page, "phone")
    expect(item).to_contain_text("Offline since")
    # Why, in the node's own words.
    expect(item.locator(".why")).to_have_text(re.compile(".{10,}"))
    page.page.keyboard.press("Escape")
    page.write("two")
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    expect(page.page.locator("#open-group")).to_have_text("0 of 1 in sync")
    page.open_group()
    expect(item).to_contain_text("1 of your messages has not reached it. Last contact: ")
    phone.start()
    expect(item).to_contain_text("In sync both ways", timeout=40_000)
    page.page.keyboard.press("Escape")
    expect(page.message("two").locator(".state")).to_have_text("reached 1 of 1 device")


def test_a_peer_that_has_never_asked_is_told_apart(start_node: StartNode, visit: Visit) -> None:
    phone = start_node("phone")
    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    page = visit(laptop.start())
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_have_text("sent, on this device only so far")
    page.open_group()
    item = peer(page, "phone")
    expect(item).to_contain_text("You have all of its messages.")
    expect(item).to_contain_text("It has not requested your messages yet")

    # The other one sees a node that only asks.
    other = visit(phone)
    other.open_group()
    expect(other.group).to_contain_text("This device is not connected to other devices yet")
    expect(other.group).to_contain_text("Devices that read from you")
    expect(other.group).to_contain_text(laptop.key)


def test_a_peer_that_was_never_there_says_so(start_node: StartNode, visit: Visit) -> None:
    laptop = start_node("laptop", start=False)
    address = f"http://127.0.0.1:{free_port()}/"
    laptop.peers = [address]
    page = visit(laptop.start())
    page.open_group()
    item = peer(page, address.rstrip("/"))
    expect(item).to_contain_text("Offline since")
    expect(item).to_contain_text("not in sync yet")


def test_the_node_itself_as_its_peer_is_pointed_out(start_node: StartNode, visit: Visit) -> None:
    laptop = start_node("laptop", start=False)
    laptop.peers = [laptop.url]
    page = visit(laptop.start())
    page.open_group()
    expect(page.group).to_contain_text("This is the address of this device itself")


def test_the_panel_says_when_the_node_does_not_answer(node: Node, visit: Visit) -> None:
    page = visit(node)
    opener = page.page.locator("#open-group")
    expect(opener).to_have_text("Not connected to others")
    # Neither good nor bad.
    soft = opener.evaluate("(opener) => getComputedStyle(opener).color")
    expect(opener.locator(".dot")).to_have_css("background-color", soft)
    page.open_group()
    expect(page.group).to_contain_text("laptop")
    node.kill()
    expect(page.group).to_contain_text("This is the last known state.")
    expect(page.page.locator("#open-group")).to_have_text("Tidings is not running")
    node.start()
    expect(page.group).not_to_contain_text("This is the last known state.")


def test_what_a_peer_forged_is_left_out_and_counted(start_node: StartNode, visit: Visit) -> None:
    phone = start_node("phone")
    phone.post("soup is ready", user="megan")
    phone.post("come in", user="megan")
    with forger(phone, "soup", "soap") as address:
        laptop = start_node("laptop", start=False)
        laptop.peers = [address]
        page = visit(laptop.start())
        page.expect_texts(["come in"])
        page.open_group()
        expect(peer(page, "phone")).to_contain_text("1 of its messages is invalid")
        laptop.stop()


def test_names_and_reasons_are_shown_as_text(start_node: StartNode, visit: Visit) -> None:
    phone = start_node("<b>phone</b>")
    laptop = start_node("lap\u202etop", start=False)
    laptop.peers = [phone.url]
    page = visit(laptop.start())
    page.open_group()
    expect(peer(page, "<b>phone</b>")).to_contain_text("You have all of its messages.")
    expect(page.group.locator("b")).to_have_count(0)
    page.expect_no_sideways_scrolling()
