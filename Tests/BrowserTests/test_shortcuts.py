"""Keyboard shortcuts, and the search for a room by its name."""

from typing import Any

from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from eventually import eventually
from node import Node
from sizes import LAPTOP, PHONE, at_both_sizes


def open_with_rooms(node: Node, visit: Visit, **options: Any) -> ChatPage:
    """Opens the main room, which is the first of four in the list."""
    for room in ("attic", "kitchen", "garden"):
        node.post("soup", room=room, user="megan")
    node.post("hello", user="megan")
    page = visit(node, **options)
    expect(page.message("hello")).to_be_visible()
    expect(page.room_names()).to_have_text(["Main room", "garden", "kitchen", "attic"])
    return page


def test_alt_and_arrows_open_the_next_and_the_previous_room(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    for key, room in [
        ("ArrowDown", "garden"),
        ("ArrowDown", "kitchen"),
        ("ArrowUp", "garden"),
        ("ArrowUp", "Main room"),
        ("ArrowUp", "attic"),
        ("ArrowDown", "Main room"),
    ]:
        page.page.keyboard.press(f"Alt+{key}")
        page.expect_room(room)
        expect(page.box).to_be_focused()


def test_alt_shift_and_arrows_open_the_next_unread_room(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    page.page.get_by_label("Order of the rooms").select_option("By name")
    for room in ("attic", "kitchen"):
        node.post("bread", room=room, user="megan")
        expect(page.unread(room)).to_have_text("1")
    page.scroller.focus()
    page.page.keyboard.press("Alt+Shift+ArrowUp")
    page.expect_room("kitchen")
    expect(page.box).to_be_focused()
    expect(page.unread("kitchen")).to_have_count(0)
    page.page.keyboard.press("Alt+Shift+ArrowDown")
    page.expect_room("attic")
    expect(page.unread("attic")).to_have_count(0)
    # Nothing is unread any more.
    page.page.keyboard.press("Alt+Shift+ArrowDown")
    page.page.keyboard.press("Alt+ArrowDown")
    page.expect_room("garden")


def test_the_shortcuts_leave_out_hidden_rooms(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    page.open_room("garden")
    page.choose_in_room_menu("Hide this room in the list")
    page.page.keyboard.press("Alt+ArrowDown")
    page.expect_room("Main room")
    page.page.keyboard.press("Alt+ArrowDown")
    page.expect_room("kitchen")
    node.post("bread", room="garden", user="megan")
    expect(page.page.locator("#hidden-rooms summary .badge")).to_have_text("1")
    page.page.keyboard.press("Alt+Shift+ArrowDown")
    page.page.keyboard.press("Alt+ArrowDown")
    page.expect_room("attic")


def test_control_and_k_finds_a_room_by_its_name(node: Node, visit: Visit) -> None:
    node.post("soup", room="K\u00fcche", user="megan")
    page = open_with_rooms_and(node, visit, "K\u00fcche")
    field = page.page.get_by_label("Find a room")
    page.page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.page.keyboard.type("KU\u0308")
    expect(page.room_names()).to_have_text(["K\u00fcche"])
    page.page.keyboard.press("Enter")
    page.expect_room("K\u00fcche")
    expect(page.box).to_be_focused()
    expect(field).to_have_value("")
    expect(page.room_names()).to_have_count(5)


def test_the_search_for_a_room_ignores_case_and_accents(node: Node, visit: Visit) -> None:
    names = ["Trip to Krak\u00f3w 2027", "K\u00fcche", "\u041b\u0451\u043b\u044f", "\u304c\u3063\u3053\u3046"]
    for name in names:
        node.post("soup", room=name, user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_count(5)
    field = page.page.get_by_label("Find a room")
    for entered, name in [
        ("krakow", names[0]),
        ("KRAKO\u0301W", names[0]),
        ("KUCHE", names[1]),
        ("\u043b\u0435\u043b\u044f", names[2]),
        ("\u304c", names[3]),
    ]:
        field.fill(entered)
        expect(page.room_names()).to_have_text([name])
    # In Japanese, this is another letter.
    field.fill("\u304b")
    expect(page.room_names()).to_have_count(0)


def test_escape_leads_from_the_search_back_to_where_it_began(node: Node, visit: Visit) -> None:
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

    # Without a place to go back to: into the text box.
    for _ in range(2):
        field.click()
        page.page.keyboard.press("Escape")
        expect(page.box).to_be_focused()
    page.page.evaluate("document.activeElement.blur()")
    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()


def open_with_rooms_and(node: Node, visit: Visit, room: str) -> ChatPage:
    for other in ("attic", "kitchen", "garden"):
        node.post("soup", room=other, user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_text(["Main room", "garden", "kitchen", "attic", room])
    return page


def test_arrows_and_enter_choose_among_the_found_rooms(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    page.page.keyboard.press("Control+k")
    page.page.keyboard.type("t")
    expect(page.room_names()).to_have_text(["kitchen", "attic"])
    page.page.keyboard.press("ArrowDown")
    expect(page.room_link("kitchen")).to_be_focused()
    page.page.keyboard.press("ArrowDown")
    expect(page.room_link("attic")).to_be_focused()
    page.page.keyboard.press("ArrowDown")
    expect(page.room_link("attic")).to_be_focused()
    page.page.keyboard.press("Enter")
    page.expect_room("attic")
    expect(page.box).to_be_focused()

    page.page.keyboard.press("Control+k")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("ArrowUp")
    field = page.page.get_by_label("Find a room")
    expect(field).to_be_focused()
    page.page.keyboard.type("nowhere")
    expect(page.page.get_by_text("No room has such a name.")).to_be_visible()
    page.page.keyboard.press("Enter")
    page.expect_room("attic")
    page.page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(page.room_names()).to_have_count(4)
    expect(page.page.get_by_text("No room has such a name.")).to_have_count(0)


def test_hidden_rooms_are_found_by_name(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    page.open_room("garden")
    page.choose_in_room_menu("Hide this room in the list")
    page.open_room("attic")
    page.page.keyboard.press("Control+k")
    page.page.keyboard.type("gard")
    expect(page.room_names()).to_have_text(["garden"])
    page.page.keyboard.press("Enter")
    page.expect_room("garden")
    expect(page.room_names()).to_have_text(["Main room", "kitchen", "attic"])


def test_a_narrow_window_opens_the_list_for_the_search(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit, viewport={"width": 600, "height": 700})
    page.page.keyboard.press("Control+k")
    expect(page.page.get_by_label("Find a room")).to_be_focused()
    page.page.keyboard.type("kit")
    page.page.keyboard.press("Enter")
    page.expect_room("kitchen")
    expect(page.room_list).to_be_hidden()
    expect(page.box).to_be_focused()


def test_escape_closes_the_list_that_the_search_has_opened(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit, viewport={"width": 600, "height": 700})
    page.box.focus()
    page.page.keyboard.press("Control+k")
    expect(page.page.get_by_label("Find a room")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.room_list).to_be_hidden()
    expect(page.box).to_be_focused()
    # A list that a button has opened leads back to the button.
    page.show_rooms()
    page.page.get_by_label("Find a room").click()
    page.page.keyboard.press("Escape")
    expect(page.room_list).to_be_hidden()
    expect(page.page.locator("#open-rooms")).to_be_focused()


def test_a_room_among_21_is_found_on_a_phone(node: Node, visit: Visit) -> None:
    for number in range(20):
        node.post("soup", room=f"room {number}", user="megan")
    page = visit(node, **PHONE)
    page.show_rooms()
    expect(page.room_names()).to_have_count(21)
    page.page.get_by_label("Find a room").tap()
    page.page.get_by_label("Find a room").fill("17")
    expect(page.room_names()).to_have_text(["room 17"])
    page.room_link("room 17").tap()
    page.expect_room("room 17")
    expect(page.room_list).to_be_hidden()
    # A text box with the focus would open the screen keyboard.
    expect(page.scroller).to_be_focused()
    page.show_rooms()
    expect(page.room_names()).to_have_count(21)


def test_a_question_mark_lists_the_shortcuts(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit)
    dialog = page.page.get_by_role("dialog", name="Keyboard shortcuts")
    page.box.press("?")
    expect(page.box).to_have_value("?")
    page.page.get_by_label("Find a room").press("?")
    expect(page.page.get_by_label("Find a room")).to_have_value("?")
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.scroller.focus()
    page.page.keyboard.press("?")
    expect(dialog).to_contain_text("Next unread room")
    # The page behind the dialog does not react.
    page.page.keyboard.press("Alt+ArrowDown")
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.expect_room("Main room")
    has_focus = "document.getElementById('scroller').contains(document.activeElement)"
    eventually(lambda: page.page.evaluate(has_focus), "the focus returns to the messages")


@at_both_sizes
def test_a_button_in_the_settings_lists_the_shortcuts(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    page = visit(node, **size)
    page.show_rooms()
    page.open_settings()
    page.settings.get_by_label("Your name").fill("megan")
    page.settings.locator("[value=dark]").check()
    button = page.settings.get_by_role("button", name="Keyboard shortcuts")
    dialog = page.page.get_by_role("dialog", name="Keyboard shortcuts")
    for close in (
        lambda: dialog.get_by_role("button", name="Close").click(),
        lambda: page.page.keyboard.press("Escape"),
        lambda: page.page.go_back(),
    ):
        button.click()
        expect(dialog).to_be_visible()
        page.expect_no_sideways_scrolling()
        layers = 3 if size is PHONE else 2
        page.page.wait_for_function(f"() => history.state?.layers === {layers}")
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


@at_both_sizes
def test_the_list_of_shortcuts_has_those_of_the_messages(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    page = visit(node, **size)
    page.show_rooms()
    page.open_settings()
    page.settings.get_by_role("button", name="Keyboard shortcuts").click()
    dialog = page.page.get_by_role("dialog", name="Keyboard shortcuts")
    rows = dialog.locator("dl > div:visible")
    keys = rows.locator("dt").all_inner_texts()
    listed = list(zip(keys, rows.locator("dd").all_inner_texts(), strict=True))
    # On a touch keyboard, Enter breaks the line.
    writing = {
        "Send": "Ctrl Enter" if size is PHONE else "Enter",
        "New line": "Enter" if size is PHONE else "Shift Enter",
    }
    for text, key in writing.items():
        assert [found for found, about in listed if about == text] == [key]
    assert ("\u2191 \u2193", "Previous or next message") in listed
    assert ("Home End", "First loaded or newest message") in listed
    assert ("PageUp PageDown", "Scroll the messages") in listed
    assert ("Ctrl K", "Find a room") in listed
    for row in rows.all():
        row.scroll_into_view_if_needed()
        expect(row).to_be_in_viewport(ratio=1)
    page.expect_no_sideways_scrolling()


def test_choosing_a_room_leads_to_the_text_box_on_a_laptop(node: Node, visit: Visit) -> None:
    page = open_with_rooms(node, visit, **LAPTOP)
    page.open_room("kitchen")
    expect(page.box).to_be_focused()
    page.room_link("garden").focus()
    page.page.keyboard.press("Enter")
    page.expect_room("garden")
    expect(page.box).to_be_focused()
