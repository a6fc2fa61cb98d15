"""Rooms: the list, new rooms, unread counts, addresses."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

NAMES = [
    "kitchen",
    "two words",
    "<b>bold</b>&amp;",
    "\u53a8\u623f",
    "\U0001f373 breakfast",
    "a/b?c=d#e%20f",
    "..",
    "constructor",
    "__proto__",
    "'\"`",
    "\u00e9",
    "\u0645\u0637\u0628\u062e",
    "x" * 64,
]


def test_entering_a_name_creates_a_room(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = visit(node)
    page.write("in the main room")
    expect(page.message("in the main room")).to_contain_text("sent, on this device only so far")
    for name in NAMES:
        with subtests.test(name):
            page.enter(name)
            page.expect_room(name)
            expect(page.page.get_by_text("No messages yet")).to_be_visible()
            page.write(f"in {name}")
            page.expect_texts([f"in {name}"])
            stored = node.messages()[-1]
            assert (stored.room, stored.text) == (name, f"in {name}")
            page.reload()
            page.expect_room(name)
            page.expect_texts([f"in {name}"])
            expect(page.room_list.locator("[aria-current=page] bdi")).to_have_text(name)
            page.page.go_back()
            page.expect_room("Main room")
            page.expect_texts(["in the main room"])
    links = page.room_list.get_by_role("link")
    expect(links).to_have_count(len(NAMES) + 1)
    assert sorted(links.locator("bdi").all_text_contents()) == sorted(["Main room", *NAMES])
    page.page.get_by_label("Order of the rooms").select_option("By name")
    expect(links.first.locator("bdi")).to_have_text("Main room")


def test_the_address_opens_its_room(node: Node, visit: Visit) -> None:
    node.post("soup", room="k\u00fcche", user="megan")
    page = visit(node, place="#k%C3%BCche")
    page.expect_room("k\u00fcche")
    page.expect_texts(["soup"])


def test_an_address_without_a_valid_room_opens_the_main_room(node: Node, visit: Visit) -> None:
    node.post("here")
    page = visit(node)
    for place in ("#%E0%A4%A", "#" + "x" * 65, "#%07", "#"):
        tab = page.open_another_tab(place)
        tab.expect_room("Main room")
        tab.expect_texts(["here"])
        tab.close()


def test_the_list_shows_the_number_of_unread_messages_in_each_room(
    node: Node, visit: Visit
) -> None:
    node.post("old", room="kitchen", user="megan")
    page = visit(node)
    link = page.room_link("kitchen")
    expect(link).to_be_visible()
    expect(page.unread("kitchen")).to_have_count(0)
    for number in range(3):
        node.post(f"new {number}", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("3")
    expect(page.unread("kitchen")).to_have_accessible_name("3 unread messages")
    node.post("elsewhere", room="garden", user="megan")
    names = page.room_list.get_by_role("link").locator("bdi")
    expect(names).to_have_text(["Main room", "garden", "kitchen"])
    page.reload()
    expect(page.unread("kitchen")).to_have_text("3")
    link.click()
    expect(page.message("new 0").locator(".unread-line")).to_be_visible()
    expect(page.unread("kitchen")).to_have_count(0)
    page.reload()
    expect(page.unread("garden")).to_have_text("1")
    expect(page.unread("kitchen")).to_have_count(0)


def test_more_unread_messages_than_are_counted_are_shown_as_500_plus(node: Node, visit: Visit) -> None:
    node.post("first", room="kitchen", user="megan")
    page = visit(node)
    expect(page.room_link("kitchen")).to_be_visible()
    page.close()
    texts = (f"new {number}" for number in range(510))
    node.seed(texts, user="megan", connections=1, room="kitchen")
    later = page.open_another_tab()
    expect(later.unread("kitchen")).to_have_text("500+")
    # The numbers that other tabs save are those of the page itself.
    later.open_room("kitchen")
    expect(later.message("new 0")).to_be_in_viewport()


def test_waiting_messages_are_shown_in_their_own_room_only(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.enter("kitchen")
    page.expect_room("kitchen")
    node.kill()
    page.write("for the kitchen")
    expect(page.waiting).to_have_count(1)
    page.open_room("Main room")
    expect(page.waiting).to_have_count(0)
    page.write("for all")
    expect(page.waiting.locator(".text")).to_have_text(["for all"])
    node.start()
    page.expect_texts(["for all"])
    page.open_room("kitchen")
    page.expect_texts(["for the kitchen"])
    assert [(message.room, message.text) for message in node.messages()] == [
        ("kitchen", "for the kitchen"),
        ("", "for all"),
    ]


def test_a_room_name_that_is_too_long_is_refused(node: Node, visit: Visit) -> None:
    page = visit(node)
    field = page.page.locator("#new-room")
    for name in ("x" * 65, "\U0001f600" * 65):
        field.evaluate("(field, name) => { field.value = name; }", name)
        field.press("Enter")
        assert "at most 64 characters" in field.evaluate("(field) => field.validationMessage")
        page.expect_room("Main room")


@pytest.mark.parametrize("character", ["\u0007", "\u0085", "\u2028"])
def test_a_room_name_with_a_control_character_is_refused(
    node: Node, visit: Visit, character: str
) -> None:
    page = visit(node)
    field = page.page.locator("#new-room")
    field.evaluate("(field, name) => { field.value = name; }", f"kit{character}chen")
    field.press("Enter")
    refusal = f"cannot contain the character \u2068U+{ord(character):04X}\u2069"
    assert refusal in field.evaluate("(field) => field.validationMessage")
    page.expect_room("Main room")


def test_the_link_of_a_new_room_is_scrolled_into_view(node: Node, visit: Visit) -> None:
    for number in range(40):
        node.post("soup", room=f"room {number}")
    page = visit(node)
    expect(page.room_list.get_by_role("link")).to_have_count(41)
    page.page.get_by_label("Order of the rooms").select_option("By name")
    page.enter("zebra")
    expect(page.room_link("zebra")).to_be_in_viewport(ratio=1)
    expect(page.box).to_be_focused()
    page.reload()
    expect(page.room_list.get_by_role("link")).to_have_count(42)
    expect(page.room_link("zebra")).to_be_in_viewport(ratio=0.5)


def test_an_empty_room_says_when_it_is_in_the_list(node: Node, visit: Visit) -> None:
    page = visit(node)
    empty = page.page.locator("#empty")
    expect(empty).to_have_text("No messages yet. Write the first one.")
    page.enter("kitchen")
    expect(empty).to_have_text(
        "No messages yet. Write the first one: from then on, this room is in the list of rooms."
    )
    page.write("soup")
    expect(empty).to_be_hidden()
    page.open_room("Main room")
    expect(empty).to_have_text("No messages yet. Write the first one.")
    expect(page.room_link("kitchen")).to_be_visible()


def test_leaving_an_empty_room_removes_it_from_the_list(node: Node, visit: Visit) -> None:
    page = visit(node)
    names = page.room_list.get_by_role("link").locator("bdi")
    page.enter("kichten")
    expect(names).to_have_text(["Main room", "kichten"])
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.enter("kitchen")
    expect(names).to_have_text(["Main room", "kitchen"])
    page.write("soup")
    expect(page.message("soup")).to_contain_text("sent, on this device only so far")
    page.enter("garden")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.box.fill("a draft")
    page.open_room("Main room")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    expect(names).to_have_text(["Main room", "garden", "kitchen"])
    page.reload()
    expect(names).to_have_text(["Main room", "garden", "kitchen"])
    page.open_room("garden")
    expect(page.box).to_have_value("a draft")
    page.box.fill("")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.page.go_back()
    expect(names).to_have_text(["Main room", "kitchen"])
    # Going back to the room adds it to the list again.
    page.page.go_forward()
    expect(page.room_list.locator("[aria-current=page] bdi")).to_have_text("garden")


def test_a_room_name_can_have_64_emoji(node: Node, visit: Visit) -> None:
    page = visit(node)
    name = "\U0001f600" * 64
    page.page.locator("#new-room").focus()
    page.page.keyboard.insert_text(name)
    page.page.keyboard.press("Enter")
    page.expect_room(name)
