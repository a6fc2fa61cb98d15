"""What the page knows of the other devices after a restart of the node."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import StartNode, Visit, pair
from eventually import eventually
from node import Node, free_port
from test_away import wait_until_saved
from test_group import peer
from test_group_summary import run_long

HINT = "Start Tidings there with --peer"


def wait_for_requests(node: Node, count: int) -> None:
    """Returns when `count` peers have requested all messages of the node."""

    def has_all() -> bool:
        unconfirmed = [peer.get("unconfirmed") for peer in node.status().iter("peer")]
        return unconfirmed.count("0") == count

    eventually(has_all, "the peers have everything", seconds=60)


def expect_reached(page: ChatPage, text: str, names: int, of: int) -> None:
    state = page.message(text).locator(".state")
    expect(state).to_contain_text(f"receipt reported by {names} of {of} devices")


# A node that is killed loses at most the last minute. With one peer, the first write has everything.
@pytest.mark.parametrize(("end", "running"), [("stop", 2), ("kill", 1)])
def test_a_restart_forgets_neither_the_peers_nor_what_they_have(
    start_node: StartNode, visit: Visit, end: str, running: int
) -> None:
    laptop, phone, tablet, other = (
        start_node(name, start=False) for name in ("laptop", "phone", "tablet", "other")
    )
    laptop.peers = [phone.url, tablet.url, other.url]
    page = visit(laptop.start())
    page.write("hello")
    expect(page.message("hello")).to_be_visible()
    others = [phone, tablet][:running]
    for node in others:
        node.peers = [laptop.url]
        node.start()
    expect_reached(page, "hello", running, of=3)
    if end == "kill":
        eventually(lambda: contacts(laptop) == running, "the node remembers its peer", seconds=90)
    for node in others:
        node.stop()
    getattr(laptop, end)()
    laptop.start()
    page.reload()
    expect_reached(page, "hello", running, of=3)
    page.open_group()
    for node in others:
        item = peer(page, node.name)
        expect(item).to_contain_text(re.compile(r"Offline since .+ \(.?(just now|\d+ \w+ ago)"))
        expect(item).to_contain_text("It has reported receipt of all of your messages.")
        expect(item).to_contain_text("last in sync")
    expect(page.group).not_to_contain_text(HINT)


def contacts(node: Node) -> int:
    """Returns the number of peers of which the store remembers that they have the first message."""
    # The confirmed id, that no link has proven the key, and the name, in the value of a contact.
    data = (node.data / "data.mdb").read_bytes()
    names = [peer.get("name", "") for peer in node.status().iter("peer")]
    return sum((1).to_bytes(8) + b"\0" + name.encode() in data for name in names if name)


def test_a_reload_while_the_node_is_away_keeps_the_states_and_the_name_of_the_node(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = (start_node(name, start=False) for name in ("laptop", "phone"))
    tablet = f"http://127.0.0.1:{free_port()}/"
    laptop.peers, phone.peers = [phone.url, tablet, laptop.url], [laptop.url]
    page = visit(laptop.start())
    phone.start()
    page.write("one")
    expect_reached(page, "one", 1, of=2)
    phone.stop()
    page.write("two")
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "", "two")
    laptop.stop()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(page.page.locator("#node-name")).to_have_text("laptop")
    expect_reached(page, "one", 1, of=2)
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    page.message("one").locator(".facts").click()
    details = page.page.locator("#details")
    name = tablet.removeprefix("http://").rstrip("/")
    expect(details).to_contain_text("Receipt reported by")
    expect(details.get_by_role("listitem")).to_have_text(["phone", name])
    page.page.keyboard.press("Escape")
    page.open_group()
    expect(page.group).to_contain_text("Tidings does not answer.")
    page.page.keyboard.press("Escape")
    laptop.peers = [phone.url]
    laptop.start()
    expect(page.message("one").locator(".state")).to_have_text("receipt reported by 1 of 1 device")


MALFORMED: list[Any] = [
    7,
    {"name": 5, "peers": []},
    {"name": "x" * 2000, "peers": []},
    {"name": "other", "peers": {}},
    {"name": "other", "peers": [None]},
    {"name": "other", "peers": [{"address": 5, "name": "phone", "confirmed": 9}]},
    {"name": "other", "peers": [{"address": "http://a/", "name": {}, "confirmed": 9}]},
    {"name": "other", "peers": [{"address": "http://a/", "name": "phone", "confirmed": "9"}]},
    {"name": "other", "peers": [{"address": "http://a/", "name": "phone", "confirmed": 9}] * 201},
]


def test_a_malformed_state_of_the_group_is_not_shown(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.write("one")
    expect(page.message("one")).to_be_visible()
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "", "one")
    node.kill()
    for value in MALFORMED:
        page.page.evaluate("(value) => localStorage.setItem('tidings.group', value)", json.dumps(value))
        page.reload()
        expect(page.notice("has not answered since")).to_be_visible()
        expect(page.message("one").locator(".state")).to_have_text("sent, on this device only so far")
        expect(page.page.locator("#node-name")).to_be_empty()


def test_the_message_of_an_author_stays_reached_while_its_peers_are_off(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("one")
    state = page.message("one").locator(".state")
    expect(state).to_have_text("receipt reported by 1 of 1 device")
    phone.stop()
    page.write("two")
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    laptop.stop()
    laptop.start()
    page.reload()
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    expect(state).to_have_text("receipt reported by 1 of 1 device")
    page.open_group()
    expect(peer(page, "phone")).to_contain_text("It has not reported receipt of 1 of your messages.")
    phone.start()
    expect(peer(page, "phone")).to_contain_text("that it has all of yours", timeout=40_000)


def test_the_requests_of_a_peer_are_not_known_until_the_node_has_run_for_some_minutes(
    start_node: StartNode, visit: Visit
) -> None:
    phone = start_node("phone")
    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    page = visit(laptop.start())
    page.open_group()
    item = peer(page, "phone")
    expect(item).to_contain_text("It is not known yet whether it requests your messages.")
    expect(item).not_to_contain_text(HINT)
    expect(item).to_have_attribute("data-state", "calm")

    laptop.stop()
    laptop.clock = "+0 x60"
    run_long(laptop.start())
    page.reload()
    page.open_group()
    expect(item).to_contain_text(HINT)
    expect(item).not_to_contain_text("not known yet")
    expect(item).to_have_attribute("data-state", "problem")


def test_a_peer_that_has_another_key_than_before_is_another_one(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("hello")
    wait_for_requests(laptop, 1)
    phone.stop()
    laptop.stop()
    for file in phone.data.iterdir():
        file.unlink()
    # The new node pulls from nobody.
    phone.peers = []
    phone.name = "new phone"
    phone.start()
    laptop.start()
    page.reload()
    page.open_group()
    expect(peer(page, "new phone")).to_contain_text("You have all of its messages.")
    page.page.keyboard.press("Escape")
    expect(page.message("hello").locator(".state")).to_have_text("sent, on this device only so far")
