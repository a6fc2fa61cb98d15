"""The browser's Back closes what is open and does not leave the page."""

from typing import Any

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from sizes import LAPTOP, PHONE
from web_page import WebPage


@pytest.fixture
def page(node: Node, visit: Visit) -> WebPage:
    """A phone with the kitchen open, which was opened after the main room."""
    node.post("soup", room="kitchen", user="megan")
    node.post("seeds", room="garden", user="megan")
    page = visit(node, **PHONE)
    page.show_rooms()
    page.open_room("kitchen")
    expect(panel(page)).to_have_count(0)
    return page


def panel(page: WebPage) -> Any:
    return page.page.locator("#rooms.open")


def expect_back_to_lead_to_the_main_room(page: WebPage) -> None:
    """Expects that nothing is left in the history above the kitchen."""
    page.page.wait_for_function("() => history.state === null")
    page.expect_room("kitchen")
    page.go_back()
    page.expect_room("Main room")


def test_back_closes_what_is_open_and_closing_leaves_nothing_in_the_history(page: WebPage) -> None:
    page.show_rooms()
    page.open_settings()
    page.page.locator("#open-forget").click()
    for opened in (page.page.locator("#forget"), page.settings, panel(page)):
        expect(opened).to_be_visible()
        page.go_back()
        expect(opened).to_be_hidden()
    expect(page.page.locator("#open-rooms")).to_be_focused()
    # The page follows a step forward with a step back.
    page.page.evaluate("""() => {
      globalThis.steps = 0;
      addEventListener("popstate", () => { globalThis.steps += 1; });
      history.forward();
    }""")
    page.page.wait_for_function("() => globalThis.steps === 2")
    expect(panel(page)).to_have_count(0)
    expect_back_to_lead_to_the_main_room(page)

    # Closing and loading again leave nothing in the history.
    page.show_rooms()
    page.open_room("kitchen")
    expect(panel(page)).to_have_count(0)
    for _ in range(2):
        page.show_rooms()
        page.open_settings()
        page.page.locator("#open-forget").click()
        page.page.locator("#forget .close").click()
        expect(page.page.locator("#forget")).to_be_hidden()
        page.settings.get_by_role("button", name="Close").click()
        page.page.locator("#close-rooms").click()
        page.open_group()
        page.page.keyboard.press("Escape")
        expect(page.group).to_be_hidden()
        page.choose_in_room_menu("Pin this room")
        page.choose_in_room_menu("Unpin this room")
    page.show_rooms()
    page.page.wait_for_function("() => history.state?.layers === 1")
    page.reload()
    expect(page.message("soup")).to_be_visible()
    expect(panel(page)).to_have_count(0)
    expect_back_to_lead_to_the_main_room(page)

    # A room that opens by itself closes what is open, and stays open.
    page.show_rooms()
    page.open_room("kitchen")
    expect(panel(page)).to_have_count(0)
    page.open_group()
    page.page.wait_for_function("() => history.state?.layers === 1")
    # As after a press on a notification.
    page.page.evaluate("location.hash = '#garden'")
    page.expect_room("garden")
    expect(page.group).to_be_hidden()
    page.go_back()
    page.expect_room("kitchen")
    expect(page.group).to_be_hidden()

    # Also a room that is opened while the page goes back.
    page.open_group()
    page.page.wait_for_function("() => history.state?.layers === 1")
    page.page.evaluate("""async () => {
      const hasGoneBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      document.getElementById('group').close();
      // The page learns of the end of the dialog after this script, and then begins to go back.
      await Promise.resolve();
      document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true }));
      await hasGoneBack;
    }""")
    page.expect_room("garden")
    page.go_back()
    expect_back_to_lead_to_the_main_room(page)

    # Back closes what the header of a wide page opens.
    page.page.set_viewport_size(LAPTOP["viewport"])
    page.open_room("kitchen")
    for opener, opened in [("#open-group", page.group), ("#open-room-menu", page.page.locator("#room-menu"))]:
        page.page.locator(opener).click()
        expect(opened).to_be_visible()
        page.page.wait_for_function("() => history.state?.layers === 1")
        page.go_back()
        expect(opened).to_be_hidden()
    expect_back_to_lead_to_the_main_room(page)


@pytest.mark.needs_chromium("Playwright emulates a phone only there")
def test_back_from_a_room_that_was_chosen_in_the_list_leads_to_the_room_before(
    page: WebPage,
) -> None:
    page.show_rooms()
    page.room_link("kitchen").click()
    expect(panel(page)).to_have_count(0)
    page.expect_room("kitchen")
    # A text box with the focus would open the screen keyboard.
    expect(page.scroller).to_be_focused()
    page.show_rooms()
    page.open_room("garden")
    expect(panel(page)).to_have_count(0)
    page.go_back()
    page.expect_room("kitchen")
    expect(panel(page)).to_have_count(0)
    expect_back_to_lead_to_the_main_room(page)
    for room in ("kitchen", "garden"):
        page.go_forward()
        page.expect_room(room)
    expect(panel(page)).to_have_count(0)
