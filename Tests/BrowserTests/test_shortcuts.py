"""Keyboard shortcuts, and the search for a room by its name."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from sizes import PHONE
from web_page import WebPage


def open_with_rooms(node: Node, visit: Visit) -> WebPage:
    """Opens the main room, which is the first of four in the list."""
    for room in ("attic", "kitchen", "garden"):
        node.post("soup", room=room, user="megan")
    node.post("hello", user="megan")
    page = visit(node)
    expect(page.message("hello")).to_be_visible()
    expect(page.room_names()).to_have_text(["Main room", "garden", "kitchen", "attic"])
    return page


def test_keys_find_a_room_by_its_name_open_the_next_one_and_list_the_shortcuts(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    page.open_room("garden")
    page.choose_in_room_menu("Hide this room in the list")
    field = page.page.get_by_label("Find a room")
    page.page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.page.keyboard.type("T")
    expect(page.room_names()).to_have_text(["kitchen", "attic"])
    page.page.keyboard.press("ArrowDown")
    expect(page.room_link("kitchen")).to_be_focused()
    for _ in range(2):
        page.page.keyboard.press("ArrowDown")
        expect(page.room_link("attic")).to_be_focused()
    page.page.keyboard.press("Enter")
    page.expect_room("attic")
    expect(page.box).to_be_focused()
    expect(field).to_have_value("")
    expect(page.room_names()).to_have_text(["Main room", "kitchen", "attic"])

    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.page.keyboard.type("nowhere")
    expect(page.page.get_by_text("No room has such a name.")).to_be_visible()
    page.page.keyboard.press("Enter")
    page.expect_room("attic")
    page.page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(page.room_names()).to_have_count(3)
    expect(page.page.get_by_text("No room has such a name.")).to_have_count(0)

    # Hidden rooms are found, too.
    page.page.keyboard.type("g\u00c4rd")
    expect(page.room_names()).to_have_text(["garden"])
    page.page.keyboard.press("Enter")
    page.expect_room("garden")
    expect(page.box).to_be_focused()
    expect(page.room_names()).to_have_text(["Main room", "kitchen", "attic"])

    # Alt and the arrow keys open the next room or the next unread one.
    page.choose_in_room_menu("Show this room in the list")
    page.open_room("Main room")
    expect(page.message("hello")).to_be_visible()
    # From eight rooms on, the list has an order. Own messages are not unread.
    for number in range(4):
        node.post("water", room=f"pool {number}", user="jack")
    page.page.get_by_label("Order of the rooms").select_option("By name")
    node.post("bread", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("1")
    page.scroller.focus()
    for keys, room in [
        ("Alt+ArrowDown", "attic"),
        ("Alt+Shift+ArrowDown", "kitchen"),
        ("Alt+ArrowUp", "garden"),
    ]:
        page.page.keyboard.press(keys)
        page.expect_room(room)
        expect(page.box).to_be_focused()
        expect(page.message("bread" if room == "kitchen" else "soup")).to_be_visible()
        # A message counts as read when the node has answered with the room.
        expect(page.unread(room)).to_have_count(0)
    # What is written or pasted outside of the fields comes into the message box.
    page.scroller.focus()
    page.page.keyboard.type("why?")
    expect(page.box).to_be_focused()
    expect(page.box).to_have_value("why?")
    page.box.press("Control+a")
    page.box.press("Control+x")
    page.scroller.focus()
    page.page.keyboard.press("Control+v")
    expect(page.box).to_have_value("why?")
    # Nothing is unread any more.
    page.page.keyboard.press("Alt+Shift+ArrowUp")
    page.page.keyboard.press("Alt+ArrowUp")
    page.expect_room("attic")
    page.room_link("Main room").click()
    page.expect_room("Main room")
    expect(page.box).to_be_focused()

    # Ctrl and the slash list the shortcuts, with the keys of the keyboard.
    dialog = page.page.get_by_role("dialog", name="Keys and formatting")
    page.scroller.focus()
    page.page.keyboard.press("Control+/")
    expect(dialog).to_be_visible()
    keys = listed_keys(page)
    expected = {
        "Send": "Enter",
        "New line": "Shift Enter",
        "Bold or italic": "Ctrl B Ctrl I",
        "Scroll the messages": "PageUp PageDown",
        "Previous or next message": "\u2191 \u2193",
        "First loaded or newest message": "Home End",
        "Find a room": "Ctrl K",
        "Next unread room": "Alt Shift \u2193",
    }
    assert keys.items() >= expected.items()
    # The page behind the dialog does not react.
    page.page.keyboard.press("Alt+ArrowDown")
    page.page.keyboard.press("a")
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.box).to_have_value("")
    page.expect_room("Main room")
    has_focus = "document.getElementById('scroller').contains(document.activeElement)"
    eventually(lambda: page.page.evaluate(has_focus), "the focus returns to the messages")

    # A Mac has other keys.
    page.context.add_init_script(
        "Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' });"
    )
    page.reload()
    expect(field).to_have_attribute("aria-keyshortcuts", "Meta+K")
    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("Meta+k")
    expect(field).to_be_focused()
    page.box.press("Meta+/")
    expect(dialog).to_be_visible()
    assert listed_keys(page).items() >= {"Find a room": "\u2318 K", "Next room": "\u2325 \u2193"}.items()


def test_escape_leads_from_the_search_back_to_where_it_began_also_in_a_narrow_window(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    field = page.page.get_by_label("Find a room")
    page.box.focus()
    page.page.keyboard.press("Control+k")
    page.page.keyboard.type("kit")
    page.page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()

    page.page.get_by_role("button", name="Room menu").focus()
    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("Escape")
    expect(page.page.get_by_role("button", name="Room menu")).to_be_focused()

    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("ArrowDown")
    expect(page.room_link("Main room")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.page.get_by_role("button", name="Room menu")).to_be_focused()

    # Without a message to go back to: into the text box. From eight rooms on, the list always has a search.
    expect(field).to_be_hidden()
    for number in range(4):
        node.post("soup", room=f"room {number}")
    for _ in range(2):
        field.click()
        page.page.keyboard.press("Escape")
        expect(page.box).to_be_focused()
    page.page.evaluate("document.activeElement.blur()")
    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()

    # In a narrow window, the search opens the list and closes it.
    page.page.set_viewport_size({"width": 600, "height": 700})
    expect(page.room_list).to_be_hidden()
    page.box.focus()
    page.page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.page.keyboard.type("kit")
    page.page.keyboard.press("Enter")
    page.expect_room("kitchen")
    expect(page.room_list).to_be_hidden()
    expect(page.box).to_be_focused()
    page.page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.room_list).to_be_hidden()
    expect(page.box).to_be_focused()
    # A list that a button has opened leads back to the button.
    page.show_rooms()
    field.click()
    page.page.keyboard.press("Escape")
    expect(page.room_list).to_be_hidden()
    expect(page.page.locator("#open-rooms")).to_be_focused()


def listed_keys(page: WebPage) -> dict[str, str]:
    """Returns the visible keys in the list of shortcuts, by what they do."""
    rows = page.page.locator("#shortcuts dl > div:visible")
    keys = rows.locator("dt").all_inner_texts()
    return dict(zip(rows.locator("dd").all_inner_texts(), keys, strict=True))


@pytest.mark.needs_chromium("Playwright emulates a phone only there")
def test_a_button_in_the_settings_of_a_phone_lists_the_shortcuts(node: Node, visit: Visit) -> None:
    page = visit(node, **PHONE)
    page.show_rooms()
    page.open_settings()
    # A text field with the focus would bring up the keyboard.
    expect(page.settings.locator(".close")).to_be_focused()
    page.settings.get_by_label("Your name").fill("megan")
    page.settings.locator("[value=dark]").check()
    button = page.settings.get_by_role("button", name="Keys and formatting")
    dialog = page.page.locator("dialog#shortcuts")
    button.click()
    # The marks of formats are of use on each keyboard.
    expect(dialog.get_by_text("**A** _A_ ~~A~~ `A`")).to_be_in_viewport(ratio=1)
    # On a touch keyboard, Enter breaks the line.
    assert listed_keys(page).items() >= {"Send": "Ctrl Enter", "New line": "Enter"}.items()
    last = dialog.locator("dl > div").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    page.expect_no_sideways_scrolling()
    for close in (
        lambda: dialog.get_by_role("button", name="Close").click(),
        lambda: page.page.keyboard.press("Escape"),
        lambda: page.go_back(),
    ):
        if dialog.get_attribute("open") is None:
            button.click()
        expect(dialog).to_be_visible()
        page.page.wait_for_function("() => history.state?.layers === 3")
        close()
        expect(dialog).to_be_hidden()
        # What was changed is still there, and not saved yet.
        expect(page.settings).to_be_visible()
        expect(button).to_be_focused()
        expect(page.settings.get_by_label("Your name")).to_have_value("megan")
        expect(page.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.page.locator("#my-name")).to_have_text("jack")
    page.done()
    expect(page.page.locator("#my-name")).to_have_text("megan")
