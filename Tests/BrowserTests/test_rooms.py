"""Rooms: the list, new rooms, unread counts, addresses."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: Names that are special in HTML and in addresses, or that every object of JavaScript has.
NAMES = ["<b>a/b?c=d#e%20f</b>&amp; \u00e9\u0645 '\"`", "constructor", "__proto__"]


def test_entering_a_name_creates_a_room_and_an_address_opens_one_unless_the_name_is_invalid(
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
            page.go_back()
            page.expect_room("Main room")
            page.expect_texts(["in the main room"])
    names = page.room_names()
    expect(names).to_have_count(len(NAMES) + 1)
    assert sorted(names.all_text_contents()) == sorted(["Main room", *NAMES])

    node.post("soup", room="k\u00fcche", user="megan")
    # The address opens its room, and invalid names open none.
    page.open("#k%C3%BCche")
    page.expect_room("k\u00fcche")
    page.expect_texts(["soup"])
    page.open("#%E0%A4%A")
    page.expect_room("Main room")
    page.expect_texts(["in the main room"])
    field = page.open_room_form()
    expect(field).to_have_accessible_description(
        "Everyone in the group can read every room. You cannot take back a message that somebody has read."
    )
    longest = "\U0001f600" * 64
    for name, reason in [
        (longest + "x", "at most 64 characters"),
        ("kit\u0007chen", "cannot contain the character \u2068U+0007\u2069"),
        ("\u200b", "no visible characters"),
        ("#", "no visible characters"),
    ]:
        field.fill(name)
        field.press("Enter")
        assert reason in field.evaluate("(field) => field.validationMessage")
        page.expect_room("Main room")
    field.fill(longest)
    field.press("Enter")
    page.expect_room(longest)


def test_the_list_shows_unread_counts_and_waiting_messages_stay_in_their_own_room(
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
    expect(page.room_names()).to_have_text(["Main room", "garden", "kitchen"])
    page.reload()
    expect(page.unread("kitchen")).to_have_text("3")
    link.click()
    expect(page.message("new 0").locator(".unread-line")).to_be_visible()
    expect(page.unread("kitchen")).to_have_count(0)
    page.reload()
    expect(page.unread("garden")).to_have_text("1")
    expect(page.unread("kitchen")).to_have_count(0)

    # Waiting messages are shown in their own room only.
    page.enter("cellar")
    page.expect_room("cellar")
    node.kill()
    page.write("for the cellar")
    expect(page.waiting).to_have_count(1)
    page.open_room("Main room")
    expect(page.waiting).to_have_count(0)
    page.write("for all")
    expect(page.waiting.locator(".text")).to_have_text(["for all"])
    node.start()
    page.expect_texts(["for all"])
    page.open_room("cellar")
    page.expect_texts(["for the cellar"])
    assert [(message.room, message.text) for message in node.messages()[-2:]] == [
        ("cellar", "for the cellar"),
        ("", "for all"),
    ]


def test_an_empty_room_leaves_the_list_with_the_person_unless_it_is_used_and_a_new_one_is_scrolled_into_view(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    names = page.room_names()
    empty = page.page.locator("#empty")
    expect(empty).to_have_text("No messages yet. Write the first one.")
    page.enter("kichten")
    expect(names).to_have_text(["Main room", "kichten"])
    expect(empty).to_have_text(
        "No messages yet. Write the first one, so that this room stays in the list of rooms."
    )
    page.enter("kitchen")
    expect(names).to_have_text(["Main room", "kitchen"])
    page.write("soup")
    expect(page.message("soup")).to_contain_text("sent, on this device only so far")
    expect(empty).to_be_hidden()
    page.enter("garden")
    expect(empty).to_be_visible()
    page.box.fill("a draft")
    page.open_room("Main room")
    expect(empty).to_have_text("No messages yet. Write the first one.")
    expect(names).to_have_text(["Main room", "garden", "kitchen"])
    page.reload()
    expect(names).to_have_text(["Main room", "garden", "kitchen"])
    page.open_room("garden")
    expect(page.box).to_have_value("a draft")
    page.box.fill("")
    expect(empty).to_be_visible()
    page.go_back()
    expect(names).to_have_text(["Main room", "kitchen"])
    # Going back to the room adds it to the list again.
    page.go_forward()
    expect(page.room_list.locator("[aria-current=page] bdi")).to_have_text("garden")

    # The link of a new room is scrolled into view.
    for number in range(10):
        node.post("soup", room=f"room {number}")
    page.page.set_viewport_size({"width": 1280, "height": 400})
    expect(names).to_have_count(13)
    page.page.get_by_label("Order of the rooms").select_option("By name")
    expect(page.room_link("room 9")).not_to_be_in_viewport()
    page.enter("zebra")
    expect(page.room_link("zebra")).to_be_in_viewport(ratio=1)
    expect(page.box).to_be_focused()
    page.reload()
    # The empty garden has left the list.
    expect(names).to_have_count(13)
    expect(page.room_link("zebra")).to_be_in_viewport(ratio=0.5)
