"""The group panel: which devices are connected, which messages they have, the size of the store."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import StartNode, Visit, pair
from forger import forger
from node import Node, free_port
from sizes import at_both_sizes

#: The state of a message. Any program can claim to be the peer, so the page states no fact.
RECEIVED = "receipt reported by 1 of 1 device"


def peer(page: ChatPage, name: str) -> Locator:
    return page.group.locator(".peers > li").filter(has_text=name)


def test_a_peer_with_all_messages_is_shown_as_in_sync_both_ways(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_have_text(RECEIVED)
    summary = page.page.locator("#open-group")
    expect(summary).to_have_text("1 of 1 in sync")
    page.open_group()
    expect(page.group).to_contain_text("laptop")
    expect(page.group).to_contain_text(re.compile(r"1 message, .*kB.* used \(limit .*GB.*\)"))
    phone_item = peer(page, "phone")
    expect(phone_item).to_contain_text(
        re.compile(
            r"You have all of its messages\. "
            r"It reported .?(just now|\d+ seconds ago).? that it has all of yours"
        )
    )
    expect(page.group).to_contain_text(laptop.public_key)
    # The phone is a configured peer, so it is not listed as a mere reader.
    expect(page.group).not_to_contain_text("Other devices that requested messages")


def test_two_nodes_without_messages_are_shown_as_in_sync(start_node: StartNode, visit: Visit) -> None:
    laptop, _ = pair(start_node)
    page = visit(laptop)
    expect(page.page.locator("#open-group")).to_have_text("1 of 1 in sync")


def test_a_peer_over_links_is_named_by_its_address_and_not_by_its_key(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = start_node("laptop", start=False), start_node("phone")
    laptop.peers = [f"tidings:{phone.public_key}@127.0.0.1:{free_port()}"]
    laptop.start()
    page = visit(laptop)
    page.write("hello")
    page.message("hello").focus()
    page.page.keyboard.press("Enter")
    details = page.page.get_by_role("dialog")
    expect(details).to_contain_text(re.compile(r"No receipt reported yet by\s*127\.0\.0\.1:\d+"))


def test_a_stopped_peer_is_shown_as_offline_with_the_number_of_missing_messages(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("one")
    expect(page.message("one").locator(".state")).to_have_text(RECEIVED)
    page.open_group()
    phone.stop()
    item = peer(page, "phone")
    expect(item).to_contain_text("Offline since")
    # The reason, a sentence of the node.
    expect(item.locator(".why")).to_have_text(re.compile(".{10,}"))
    page.page.keyboard.press("Escape")
    page.write("two")
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    expect(page.page.locator("#open-group")).to_have_text("0 of 1 in sync")
    page.open_group()
    expect(item).to_contain_text("It has not reported receipt of 1 of your messages.")
    expect(item).to_contain_text("Its last report: ")
    phone.start()
    expect(item).to_contain_text("that it has all of yours", timeout=40_000)
    page.page.keyboard.press("Escape")
    expect(page.message("two").locator(".state")).to_have_text(RECEIVED)


def test_a_one_way_peer_is_shown_on_both_sides(start_node: StartNode, visit: Visit) -> None:
    phone = start_node("phone")
    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    page = visit(laptop.start())
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_have_text("sent, on this device only so far")
    page.open_group()
    item = peer(page, "phone")
    expect(item).to_contain_text("You have all of its messages.")
    expect(item).to_contain_text("It is not known yet whether it requests your messages.")

    # The phone lists the laptop among the devices that only read. It cannot check their keys.
    other = visit(phone)
    other.open_group()
    expect(other.group).to_contain_text("This device is not connected to other devices yet")
    expect(other.group).to_contain_text("Other devices that requested messages")
    expect(other.group).to_contain_text("The devices sent these keys")
    expect(other.group).to_contain_text(laptop.public_key)


def test_a_peer_that_has_never_answered_is_shown_as_not_in_sync_yet(
    start_node: StartNode, visit: Visit
) -> None:
    laptop = start_node("laptop", start=False)
    address = f"http://127.0.0.1:{free_port()}/"
    laptop.peers = [address]
    page = visit(laptop.start())
    page.open_group()
    name = address.removeprefix("http://").rstrip("/")
    item = peer(page, name)
    expect(item).to_contain_text("It has not answered yet.")
    expect(item).to_contain_text("not in sync yet")
    # It stands once, and is the same in the details of a message.
    expect(item.get_by_text("127.0.0.1")).to_have_count(1)
    expect(item.locator("h3")).to_have_text(name)
    page.page.keyboard.press("Escape")
    page.write("hello")
    page.message("hello").locator(".facts").click()
    missing = page.page.locator("#details").get_by_role("listitem")
    expect(missing).to_have_text(name)


def test_the_group_panel_reports_a_peer_address_that_is_the_address_of_this_node(
    start_node: StartNode, visit: Visit
) -> None:
    laptop = start_node("laptop", start=False)
    laptop.peers = [laptop.url]
    page = visit(laptop.start())
    page.open_group()
    expect(page.group).to_contain_text("This is the address of this device itself")


def test_the_group_panel_reports_that_the_node_does_not_answer(node: Node, visit: Visit) -> None:
    page = visit(node)
    opener = page.page.locator("#open-group")
    expect(opener).to_have_text("Not connected to others")
    # The colour is neutral.
    soft = opener.evaluate("(opener) => getComputedStyle(opener).color")
    expect(opener.locator(".dot")).to_have_css("background-color", soft)
    page.open_group()
    expect(page.group).to_contain_text("laptop")
    node.kill()
    expect(page.group).to_contain_text("This is the last known state.")
    expect(page.page.locator("#open-group")).to_have_text("Tidings does not answer")
    node.start()
    expect(page.group).not_to_contain_text("This is the last known state.")


@at_both_sizes
def test_the_dots_of_peers_are_grey_while_the_node_does_not_answer(
    start_node: StartNode, visit: Visit, size: dict[str, Any]
) -> None:
    laptop, phone = pair(start_node)
    laptop.post("soup")
    phone.wait_until_stored(1)
    page = visit(laptop, **size)
    page.open_group()
    dot = page.group.locator(".peers .dot")
    item = page.group.locator(".peers > li")
    expect(item).to_have_attribute("data-state", "in-sync")
    green = dot.evaluate("(dot) => getComputedStyle(dot).backgroundColor")
    laptop.kill()
    problem = page.group.locator("#group-content > .problem")
    expect(problem).to_have_text("Tidings does not answer. This is the last known state.")
    expect(item).to_have_attribute("data-state", "unknown")
    soft = page.group.locator(".hint").first.evaluate("(hint) => getComputedStyle(hint).color")
    expect(dot).to_have_css("background-color", soft)
    assert soft != green
    line, card = problem.bounding_box(), page.group.locator(".node").bounding_box()
    assert line
    assert card
    assert card["y"] - line["y"] - line["height"] >= 8
    laptop.start()
    expect(item).to_have_attribute("data-state", "in-sync")


def test_forged_messages_of_a_peer_are_counted_and_not_shown(
    start_node: StartNode, visit: Visit
) -> None:
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


def test_markup_in_the_name_of_a_node_is_shown_as_text(start_node: StartNode, visit: Visit) -> None:
    phone = start_node("<b>phone</b>")
    laptop = start_node("lap\u202etop", start=False)
    laptop.peers = [phone.url]
    page = visit(laptop.start())
    page.open_group()
    expect(peer(page, "<b>phone</b>")).to_contain_text("You have all of its messages.")
    expect(page.group.locator("b")).to_have_count(0)
    page.expect_no_sideways_scrolling()
