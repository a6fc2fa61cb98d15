"""The details of a message: author, device, key, exact times, and the devices that have it."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, expect

from conftest import StartNode, Visit
from node import Node
from sizes import PHONE
from test_relations import digest
from web_page import WebPage

SIZES = [(320, 568), (390, 844), (1280, 800)]


def details(page: WebPage) -> Locator:
    return page.page.locator("#details")


def rows(page: WebPage) -> dict[str, str]:
    """Returns the details by their names, without buttons."""
    expect(details(page)).to_be_visible()
    return dict(
        details(page).locator("dl").evaluate(
            "(list) => [...list.querySelectorAll('dt')].map((name) => [name.textContent,"
            " [...name.nextElementSibling.childNodes].filter(({ localName }) => localName !== 'button')"
            ".map(({ textContent }) => textContent).join('')])"
        )
    )


def full_time(page: WebPage, time: int) -> str:
    return page.page.evaluate(
        "(time) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' })"
        ".format(time)",
        time,
    )


def three_nodes(start_node: StartNode) -> tuple[Node, Node]:
    """Starts two nodes that pull from each other, and gives the first one a peer that never answers."""
    laptop, phone = start_node("laptop", start=False), start_node("phone", start=False)
    laptop.peers, phone.peers = [phone.url, "http://127.0.0.1:9/"], [laptop.url]
    return laptop.start(), phone.start()


def test_enter_or_a_button_that_says_so_opens_the_details_of_a_message_and_escape_returns_to_it(
    node: Node, visit: Visit
) -> None:
    written = int(datetime.now(UTC).timestamp() * 1000) - 35 * 60_000
    node.post("from the queue", user="megan", written=str(written))
    page = visit(node)
    expect(page.messages).to_have_count(1)
    page.box.focus()
    page.page.keyboard.press("Shift+Tab")
    page.page.keyboard.press("Enter")
    [message] = node.messages()
    assert rows(page) == {
        "Author": "megan",
        "Device": "laptop",
        "Key of the device": node.public_key,
        "Written": full_time(page, written),
        "Sent": full_time(page, message.stamped),
        "Arrived on this device": full_time(page, message.arrived),
    }
    expect(details(page).get_by_role("button", name="Close")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(details(page)).to_be_hidden()
    expect(page.messages.first).to_be_focused()
    # The details say why a name is in doubt.
    node.post("hello", user="j\u0430ck")
    page.message("hello").locator(".facts").click()
    assert "mixes letters of different alphabets" in rows(page)["Author"]

    page.page.keyboard.press("Escape")
    expect(details(page)).to_be_hidden()
    # The button says what it opens.
    button = page.message("hello").locator(".facts")
    expect(button).to_have_accessible_name(re.compile(r"^Details, \d?\d:\d\d$"))
    page.write("mine")
    name = re.compile(r"^Details, \d?\d:\d\d, sent, on this device only so far$")
    button = page.message("mine").locator(".facts")
    expect(button).to_have_accessible_name(name)
    button.click()
    assert rows(page)["State"] == "sent, on this device only so far"
    page.page.keyboard.press("Escape")
    expect(details(page)).to_be_hidden()
    node.stop()
    page.write("later")
    name = re.compile(r"^Details, \d?\d:\d\d, waiting to be sent$")
    expect(page.waiting.locator(".facts")).to_have_accessible_name(name)


@pytest.mark.needs_chromium("Playwright taps only there")
def test_the_details_of_an_own_message_name_the_devices_that_have_reported_receipt(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = three_nodes(start_node)
    phone.post("from the phone", user="megan")
    page = visit(laptop, **PHONE)
    # A message of somebody else claims no receipts.
    page.message("from the phone").locator(".facts").tap()
    found = rows(page)
    assert found["Device"] == "phone"
    assert found["Key of the device"] == phone.public_key
    assert not {name for name in found if name in ("Reached", "Waiting for")}
    close = details(page).get_by_role("button", name="Close")
    close.tap()
    expect(details(page)).to_be_hidden()

    phone.stop()
    page.write("hello")
    expect(page.message("hello")).to_contain_text("sent, on this device only so far")
    facts = page.message("hello").locator(".facts")
    facts.tap()
    assert "Reached" not in rows(page)
    # Open details show a receipt that arrives meanwhile.
    phone.start()
    expect(details(page)).to_contain_text("Reached")
    found = rows(page)
    assert found["Reached"].startswith("phone")
    assert "cannot verify it" in found["Reached"]
    assert found["Waiting for"] == "127.0.0.1:9"
    for width, height in SIZES:
        page.page.set_viewport_size({"width": width, "height": height})
        page.expect_no_sideways_scrolling()
        expect(close).to_be_in_viewport(ratio=1)
        box = details(page).bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
    close.click()
    expect(details(page)).to_be_hidden()
    expect(page.message("hello")).to_contain_text("reached 1 of 2")
    facts.click()
    assert rows(page) == found


def test_an_edited_message_has_its_earlier_texts_and_a_deleted_one_has_none(node: Node, visit: Visit) -> None:
    node.post("lunch at twelve", user="megan", post_key="k1")
    target = digest(node, "lunch at twelve")
    for text in ("lunch at *one*", "no\nlunch"):
        node.post(text, user="megan", edits=target, proof="k1")
    page = visit(node)
    page.message("no").locator(".edited").click()
    earlier = details(page).locator(".earlier")
    expect(earlier).to_have_text(["lunch at *one*", "lunch at twelve"])
    expect(details(page).locator(".earlier + time, dd > time:first-child")).to_have_count(2)
    # Each of them has its time, and the shown text that of the last edit.
    assert rows(page)["Edited"] == full_time(page, node.messages()[-1].stamped)
    node.post(None, user="megan", deletes=target, proof="k1")
    expect(earlier).to_have_count(0)
    expect(details(page)).not_to_contain_text("Earlier texts")
    page.page.keyboard.press("Escape")
    page.gone.locator(".facts").click()
    expect(details(page)).to_contain_text("State")
    expect(details(page)).not_to_contain_text("lunch")

    node.post("soup", user="megan", post_key="k2")
    node.post("salad", user="megan", edits=digest(node, "soup"), proof="k2")
    expect(page.message("salad")).to_be_visible()
    page.page.keyboard.press("Escape")
    node.stop()
    page.message("salad").locator(".edited").click()
    expect(details(page)).to_contain_text("They cannot be loaded while Tidings does not answer.")
