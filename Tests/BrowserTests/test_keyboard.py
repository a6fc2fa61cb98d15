"""Use by keyboard without a mouse."""

from playwright.sync_api import expect

from conftest import Visit
from node import Node
from web_page import WebPage


def start_at_the_top(page: WebPage) -> None:
    """Moves the focus so that the next Tab goes to the first tab stop of the page."""
    page.page.evaluate(
        """() => {
          document.body.tabIndex = -1;
          document.body.focus();
          document.body.removeAttribute('tabindex');
        }"""
    )


def tab_stops(page: WebPage, key: str, count: int) -> list[str]:
    """Presses a key so many times. Returns the id, class or tag of each focused element."""
    stops = []
    for _ in range(count):
        page.page.keyboard.press(key)
        stop = page.page.evaluate(
            """() => {
              const { id, classList, localName } = document.activeElement;
              return id || ['message', 'facts', 'quick-react', 'quick-reply', 'open-menu'].find((name) => classList.contains(name)) || localName;
            }"""
        )
        stops.append(stop)
        expect(page.page.locator(":focus")).to_be_in_viewport()
    return stops


def test_tab_skips_the_rooms_or_visits_all_controls_in_reading_order(node: Node, visit: Visit) -> None:
    for number in range(3):
        node.post(f"see https://example.org/{number}", user="megan")
    page = visit(node, viewport={"width": 1280, "height": 400})
    page.reload()
    expect(page.messages).to_have_count(3)
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

    page.box.fill("something")
    start_at_the_top(page)
    # The newest message is the only one that Tab reaches, with its link, its details and its buttons.
    assert tab_stops(page, "Tab", 15) == [
        "skip",
        "open-new-room",
        "a",
        "open-settings",
        "open-group",
        "open-room-menu",
        "message",
        "a",
        "facts",
        "quick-react",
        "quick-reply",
        "open-menu",
        "text",
        "open-emoji",
        "send",
    ]
    page.box.focus()
    assert tab_stops(page, "Shift+Tab", 3) == ["message", "open-room-menu", "open-group"]


def test_keys_scroll_the_messages_also_from_the_text_box_and_close_panels(node: Node, visit: Visit) -> None:
    node.seed((f"number {number:02}" for number in range(30)), user="megan", connections=1)
    page = visit(node, name="ben", viewport={"width": 1280, "height": 500})
    newest = page.message("number 29")
    expect(newest).to_be_in_viewport()
    page.scroller.focus()
    page.page.keyboard.press("Home")
    expect(page.message("number 00")).to_be_in_viewport()
    page.page.keyboard.press("End")
    expect(newest).to_be_in_viewport()

    page.box.fill("one\ntwo")
    expect(newest).to_be_in_viewport()
    scrolled = "(scroller) => scroller.scrollTop"
    end = page.scroller.evaluate(scrolled)
    height = page.scroller.evaluate("(scroller) => scroller.clientHeight")
    page.box.press("PageUp")
    # A line of the last page stays visible.
    assert height / 2 < end - page.scroller.evaluate(scrolled) < height
    page.box.press("PageUp")
    expect(newest).not_to_be_in_viewport()
    expect(page.box).to_be_focused()
    page.box.press("PageDown")
    page.box.press("PageDown")
    expect(newest).to_be_in_viewport()
    expect(page.box).to_have_value("one\ntwo")

    # With other keys, in an input method, and in a text that scrolls itself, they stay in the text box.
    page.box.press("Shift+PageUp")
    assert page.box.evaluate("(box) => [box.selectionStart, box.selectionEnd]") == [0, 7]
    expect(newest).to_be_in_viewport()
    is_untouched = page.box.evaluate(
        "(box) => box.dispatchEvent(new KeyboardEvent('keydown', "
        "{ key: 'PageUp', bubbles: true, cancelable: true, isComposing: true }))"
    )
    assert is_untouched
    page.box.fill("line\n" * 100)
    page.box.press("Control+End")
    page.box.press("PageUp")
    page.page.wait_for_function("() => document.getElementById('text').selectionStart < 500")
    expect(newest).to_be_in_viewport()

    # Escape and the close button close a panel and return the focus.
    for opener, panel in [("#open-settings", page.settings), ("#open-group", page.group)]:
        button = page.page.locator(opener)
        for close in (
            lambda: page.page.keyboard.press("Escape"),
            lambda: panel.get_by_role("button", name="Close").click(),
        ):
            button.focus()
            page.page.keyboard.press("Enter")
            expect(panel).to_be_visible()
            assert panel.evaluate("(panel) => panel.contains(document.activeElement)")
            close()
            expect(panel).to_be_hidden()
            expect(button).to_be_focused()
