"""Use by keyboard without a mouse."""

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from node import Node


def start_at_the_top(page: ChatPage) -> None:
    """Moves the focus so that the next Tab goes to the first tab stop of the page."""
    page.page.evaluate(
        """() => {
          document.body.tabIndex = -1;
          document.body.focus();
          document.body.removeAttribute('tabindex');
        }"""
    )


def test_the_first_tab_stop_skips_the_rooms_and_leads_to_the_text_box(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.reload()
    # The page moves the focus to the text box when it is loaded.
    expect(page.box).to_be_focused()
    start_at_the_top(page)
    page.page.keyboard.press("Tab")
    skip = page.page.get_by_role("button", name="Skip to the message box")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.page.keyboard.press("Enter")
    expect(page.box).to_be_focused()
    page.expect_room("Main room")


def tab_stops(page: ChatPage, key: str) -> list[str]:
    """Presses a key up to twelve times. Returns the id, class or tag of each focused element."""
    stops = []
    for _ in range(12):
        page.page.keyboard.press(key)
        stop = page.page.evaluate(
            """() => {
              const { id, classList, localName } = document.activeElement;
              return id || ['message', 'facts'].find((name) => classList.contains(name)) || localName;
            }"""
        )
        if stop == "body":
            break
        stops.append(stop)
        expect(page.page.locator(":focus")).to_be_in_viewport()
    return stops


def test_tab_visits_all_controls_in_reading_order(node: Node, visit: Visit) -> None:
    for number in range(20):
        node.post(f"see https://example.org/{number}", user="megan")
    page = visit(node)
    expect(page.messages).to_have_count(20)
    page.box.fill("something")
    start_at_the_top(page)
    stops = tab_stops(page, "Tab")
    # The newest message is the only one that Tab reaches, with its link and its details.
    assert stops[:12] == [
        "skip",
        "a",
        "new-room",
        "button",
        "open-settings",
        "open-group",
        "open-room-menu",
        "message",
        "a",
        "facts",
        "text",
        "send",
    ], stops
    page.box.focus()
    assert tab_stops(page, "Shift+Tab")[:3] == ["message", "open-room-menu", "open-group"]


def test_escape_closes_a_panel_and_returns_the_focus_to_its_button(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    for opener, panel in [("#open-settings", page.settings), ("#open-group", page.group)]:
        button = page.page.locator(opener)
        button.focus()
        page.page.keyboard.press("Enter")
        expect(panel).to_be_visible()
        assert panel.evaluate("(panel) => panel.contains(document.activeElement)")
        page.page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(button).to_be_focused()


def test_the_close_buttons_close_the_panels(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.open_settings()
    page.settings.get_by_role("button", name="Close").click()
    expect(page.settings).to_be_hidden()
    page.open_group()
    page.group.get_by_role("button", name="Close").click()
    expect(page.group).to_be_hidden()


def test_home_and_end_scroll_the_messages(node: Node, visit: Visit) -> None:
    node.seed((f"number {number}" for number in range(60)), user="megan", connections=1)
    page = visit(node, name="ben")
    expect(page.message("number 59")).to_be_in_viewport()
    page.scroller.focus()
    page.page.keyboard.press("Home")
    expect(page.message("number 0").first).to_be_in_viewport()
    page.page.keyboard.press("End")
    expect(page.message("number 59")).to_be_in_viewport()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "laptop"])
def test_page_up_and_page_down_scroll_the_messages_from_the_text_box(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    node.seed((f"number {number}." for number in range(60)), user="megan", connections=1)
    page = visit(node, name="ben", viewport={"width": size[0], "height": size[1]})
    page.box.fill("one\ntwo")
    expect(page.message("number 59.")).to_be_in_viewport()
    scrolled = "(scroller) => scroller.scrollTop"
    end = page.scroller.evaluate(scrolled)
    height = page.scroller.evaluate("(scroller) => scroller.clientHeight")
    page.box.press("PageUp")
    # A line of the last page stays visible.
    assert height / 2 < end - page.scroller.evaluate(scrolled) < height
    page.box.press("PageUp")
    expect(page.message("number 59.")).not_to_be_in_viewport()
    expect(page.box).to_be_focused()
    page.box.press("PageDown")
    page.box.press("PageDown")
    expect(page.message("number 59.")).to_be_in_viewport()
    expect(page.box).to_have_value("one\ntwo")


def test_page_up_stays_in_a_text_box_that_scrolls_and_with_other_keys(
    node: Node, visit: Visit
) -> None:
    node.seed((f"number {number}." for number in range(60)), user="megan", connections=1)
    page = visit(node, name="ben")
    expect(page.message("number 59.")).to_be_in_viewport()
    page.box.fill("one\ntwo")
    page.box.press("Shift+PageUp")
    selected = "(box) => [box.selectionStart, box.selectionEnd]"
    assert page.box.evaluate(selected) == [0, 7]
    expect(page.message("number 59.")).to_be_in_viewport()
    is_untouched = page.box.evaluate(
        "(box) => box.dispatchEvent(new KeyboardEvent('keydown', "
        "{ key: 'PageUp', bubbles: true, cancelable: true, isComposing: true }))"
    )
    assert is_untouched
    page.box.fill("line\n" * 100)
    page.box.press("Control+End")
    page.box.press("PageUp")
    page.page.wait_for_function("() => document.getElementById('text').selectionStart < 500")
    expect(page.message("number 59.")).to_be_in_viewport()


def test_enter_on_the_link_of_a_room_opens_it(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node)
    page.room_link("kitchen").focus()
    page.page.keyboard.press("Enter")
    expect(page.message("soup")).to_be_visible()
    page.room_link("Main room").focus()
    page.page.keyboard.press("Enter")
    page.expect_room("Main room")
