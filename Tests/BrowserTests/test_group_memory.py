"""What the page knows of the other devices after a restart of the node."""

import re

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit, pair
from node import free_port
from test_away import wait_until_saved
from test_group import peer
from web_page import WebPage

ONE_DEVICE = "sent, on this device only so far"


def expect_state(page: WebPage, text: str, state: str) -> None:
    expect(page.message(text).locator(".state")).to_have_text(state)


def test_a_restart_forgets_neither_the_peer_nor_what_it_has(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("one")
    expect_state(page, "one", "reached 1 of 1")
    phone.stop()
    page.write("two")
    expect_state(page, "two", ONE_DEVICE)
    laptop.stop()
    laptop.start()
    page.reload()
    expect_state(page, "one", "reached 1 of 1")
    expect_state(page, "two", ONE_DEVICE)
    page.open_group()
    item = peer(page, "phone")
    expect(item).to_contain_text(re.compile(r"last seen .?(just now|\d+ \w+ ago)"))
    expect(item).to_contain_text("1 of your messages or changes has not arrived there yet, as far as this device knows.")
    expect(item).to_contain_text("last in sync")
    expect(page.group).not_to_contain_text("Start Tidings there with --peer")


@pytest.mark.service_worker
def test_a_reload_while_the_node_is_away_keeps_the_states_and_the_name_of_the_node(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = (start_node(name, start=False) for name in ("laptop", "phone"))
    tablet = f"127.0.0.1:{free_port()}"
    laptop.peers, phone.peers = [phone.url, f"http://{tablet}/", laptop.url], [laptop.url]
    page = visit(laptop.start())
    phone.start()
    page.write("one")
    expect_state(page, "one", "reached 1 of 2")
    phone.stop()
    page.write("two")
    expect_state(page, "two", ONE_DEVICE)
    page.wait_until_web_client_is_saved()
    wait_until_saved(page, "", "two")
    laptop.stop()
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect(page.page.locator("#node-name")).to_have_text("laptop")
    expect_state(page, "one", "reached 1 of 2")
    expect_state(page, "two", ONE_DEVICE)
    page.message("one").locator(".facts").click()
    details = page.page.locator("#details")
    expect(details).to_contain_text("Reached")
    expect(details.get_by_role("listitem")).to_have_text(["phone", tablet])
    page.page.keyboard.press("Escape")
    page.open_group()
    expect(page.group).to_contain_text("Tidings does not answer.")
    page.page.keyboard.press("Escape")

    # A state of another form, which another program has saved, is not shown.
    page.page.evaluate("localStorage.setItem('tidings.group', '{\"name\": \"other\", \"peers\": [null]}')")
    page.reload()
    expect(page.notice("has not answered since")).to_be_visible()
    expect_state(page, "one", ONE_DEVICE)
    expect(page.page.locator("#node-name")).to_be_empty()
    laptop.peers = [phone.url]
    laptop.start()
    expect_state(page, "one", "reached 1 of 1")
