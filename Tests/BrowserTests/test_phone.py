"""Small touch screens."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from test_actions import long_touch
from web_page import WebPage


HEIGHT = "({ offsetHeight }) => offsetHeight"


def open_on_phone(node: Node, visit: Visit, name: str | None = "jack") -> WebPage:
    """Opens the page on a small phone."""
    return visit(
        node, name=name, viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True
    )


def expect_large(page: WebPage, selector: str) -> None:
    """Expects that a finger hits each of these controls."""
    for control in page.page.locator(selector).all():
        box = control.bounding_box()
        assert box and box["height"] >= 40 and box["width"] >= 40, (
            control.evaluate("(element) => element.outerHTML"),
            box,
        )


@pytest.mark.needs_chromium("Playwright taps only there")
def test_all_controls_can_be_reached_and_are_at_least_40_pixels_wide_and_high(
    node: Node, visit: Visit
) -> None:
    node.post("https://example.org/" + "x" * 200, user="m" * 64)
    node.post(
        "soup", room="a room with quite a long name that does not fit anywhere here", user="megan"
    )
    page = open_on_phone(node, visit, name=None)
    page.expect_no_sideways_scrolling()
    expect(page.page.get_by_role("button", name="Start chatting")).to_be_in_viewport(ratio=1)
    page.give_name("jack")
    for text in ["hello", "x" * 500, "\u4f60\u597d" * 100]:
        page.write(text)
    expect(page.messages).to_have_count(4)
    page.expect_no_sideways_scrolling()
    expect(page.box).to_be_in_viewport(ratio=1)
    expect(page.send_button).to_be_in_viewport(ratio=1)
    expect_large(page, "main > header button:visible, #composer button:visible, main textarea:visible")

    rooms = page.page.get_by_role("navigation", name="Rooms")
    expect(rooms).to_be_hidden()
    open_rooms = page.page.locator("#open-rooms")
    open_rooms.tap()
    expect(rooms).to_be_visible()
    expect(open_rooms).to_have_attribute("aria-expanded", "true")
    expect_large(page, "#rooms button:visible, #rooms input:visible, #rooms a:visible")
    page.expect_no_sideways_scrolling()
    rooms.get_by_role("button", name="Close").tap()
    expect(rooms).to_be_hidden()
    open_rooms.tap()
    page.room_link("a room with").tap()
    expect(rooms).to_be_hidden()
    expect(page.message("soup")).to_be_visible()
    page.expect_no_sideways_scrolling()

    open_rooms.tap()
    page.page.locator("#open-settings").tap()
    expect(page.settings).to_be_visible()
    for control in page.settings.locator("input:visible, select, button").all():
        control.scroll_into_view_if_needed()
        expect(control).to_be_in_viewport(ratio=1)
    # This choice is shown when the page knows what the browser can do.
    expect(page.page.locator("#notify-choice")).to_be_visible()
    # A long text beside it leaves it its width.
    assert page.page.locator("#notify").evaluate("(box) => box.offsetWidth") == 18
    expect_large(page, "#settings button:visible, #settings select:visible, #settings label:has(input)")
    page.settings.get_by_label("Your name").fill("megan")
    page.settings.get_by_role("button", name="Save").tap()
    expect(page.settings).to_be_hidden()
    page.page.keyboard.press("Escape")
    expect(rooms).to_be_hidden()

    page.page.locator("#open-group").tap()
    expect(page.group).to_be_visible()
    page.expect_no_sideways_scrolling()
    page.group.get_by_role("button", name="Close").tap()
    expect(page.group).to_be_hidden()


@pytest.mark.needs_chromium("Playwright taps only there")
def test_a_finger_hits_also_the_buttons_within_texts(node: Node, visit: Visit) -> None:
    node.post("\n".join(f"line {number}" for number in range(60)), user="megan")
    page = open_on_phone(node, visit)
    unfold = page.message("line 0").locator(".unfold")
    expect(unfold).to_be_visible()
    page.open_group()
    details = page.group.locator("summary").first
    expect(details).to_be_visible()
    heights = {"summary": details.evaluate(HEIGHT)}
    page.group.get_by_role("button", name="Close").tap()
    node.stop()
    page.write("wrong")
    page.waiting.get_by_role("button", name="Discard").tap()
    undo = page.notices.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    heights |= {"unfold": unfold.evaluate(HEIGHT), "undo": undo.evaluate(HEIGHT)}
    assert min(heights.values()) >= 32, heights


@pytest.mark.needs_chromium("Playwright emulates a touch screen only there")
def test_no_button_is_marked_where_only_a_touch_can_be_on_it(node: Node, visit: Visit) -> None:
    page = open_on_phone(node, visit)
    button = page.page.locator("#open-room-menu")
    # As after a touch, with which browsers on phones begin to hover.
    button.hover()
    assert button.evaluate("(button) => button.matches(':hover')")
    expect(button).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_the_rooms_panel_keeps_the_focus_and_the_newest_message_stays_visible_above_the_screen_keyboard(
    node: Node, visit: Visit
) -> None:
    page = open_on_phone(node, visit)
    opener = page.page.locator("#open-rooms")
    opener.focus()
    page.page.keyboard.press("Enter")
    expect(page.page.locator("#close-rooms")).to_be_focused()
    page.page.locator("#open-new-room").focus()
    page.page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    # The button that skips the rooms closes the panel.
    opener.click()
    page.page.locator("#skip").focus()
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("navigation", name="Rooms")).to_be_hidden()
    expect(page.box).to_be_focused()
    # Tab does not reach the messages behind the panel. In Firefox, it leads on to the tool bar, from where Playwright can't
    # lead back.
    opener.click()
    expect(page.page.locator("#close-rooms")).to_be_focused()
    for _ in range(12):
        page.page.keyboard.press("Tab")
        assert not page.page.evaluate("document.activeElement.closest('main') !== null")
    page.page.locator("#close-rooms").click()
    expect(page.page.get_by_role("navigation", name="Rooms")).to_be_hidden()

    # The newest message stays visible when the screen keyboard opens.
    node.seed((f"number {number:02}" for number in range(20)), user="megan", connections=1)
    expect(page.message("number 19")).to_be_in_viewport()
    page.page.set_viewport_size({"width": 320, "height": 300})
    expect(page.message("number 19")).to_be_in_viewport()
    expect(page.box).to_be_in_viewport(ratio=1)

    # A phone at a zoom of 200 %.
    page.page.set_viewport_size({"width": 180, "height": 370})
    expect(page.box).to_be_in_viewport(ratio=1)
    assert page.box.evaluate("(box) => box.offsetWidth") > 120
    page.scroll_to_top()
    expect(page.to_newest).to_be_in_viewport(ratio=1)
    page.expect_no_sideways_scrolling()


@pytest.mark.needs_chromium("Playwright taps only there")
def test_the_name_of_the_room_has_space_beside_the_number_of_unread_messages_elsewhere(
    node: Node, visit: Visit
) -> None:
    node.post("soup", room="provisions", user="megan")
    node.post("soup", room="kitchen", user="megan")
    page = open_on_phone(node, visit)
    badge = page.page.locator("#other-unread")
    expect(badge).to_be_hidden()
    page.page.locator("#open-rooms").tap()
    page.room_link("provisions").tap()
    page.expect_room("provisions")
    name = page.room_name.locator("bdi")
    summary = page.page.locator("#open-group")

    def expect_space() -> None:
        assert name.evaluate("(element) => element.scrollWidth <= element.clientWidth")
        page.expect_no_sideways_scrolling()
        boxes = [page.page.locator("#open-rooms svg"), badge, name, summary]
        edges = [box.bounding_box() for box in [*boxes, page.page.locator("#open-room-menu")]]
        for left, right in pairwise(edges):
            assert left and right and left["x"] + left["width"] <= right["x"], edges

    node.seed((f"number {number}" for number in range(12)), "megan", room="kitchen")
    expect(badge).to_have_text("12")
    expect(summary).to_have_accessible_name("Not connected to others")
    expect_space()
    node.stop()
    expect(summary).to_have_accessible_name("Tidings does not answer")
    expect_space()


@pytest.mark.needs_chromium("Playwright moves fingers only there")
def test_a_long_touch_on_a_room_opens_its_menu_and_not_the_room(node: Node, visit: Visit) -> None:
    page = open_on_phone(node, visit)
    node.post("soup", room="kitchen", user="megan")
    page.page.locator("#open-rooms").click()
    expect(page.unread("kitchen")).to_have_text("1")
    long_touch(page.page, page.room_link("kitchen"))
    page.page.get_by_role("menuitem", name="Mark as read").tap()
    expect(page.page.locator("#room-menu")).to_be_hidden()
    expect(page.unread("kitchen")).to_be_hidden()
    expect(page.room_list.locator("[aria-current]")).to_contain_text("Main room")
