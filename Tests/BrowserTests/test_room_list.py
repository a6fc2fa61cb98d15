"""The list of rooms: its order, pinned and hidden rooms, and unread rooms out of sight."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import Visit
from node import Node
from sizes import LAPTOP, PHONE, at_both_sizes


def post_in(node: Node, *rooms: str) -> None:
    for room in rooms:
        node.post("soup", room=room, user="megan")


def summary(page: ChatPage) -> Locator:
    """Returns the line that opens the hidden rooms."""
    return page.page.locator("#hidden-rooms summary")


# The order


def test_rooms_are_listed_by_last_activity_or_by_name(node: Node, visit: Visit) -> None:
    post_in(node, "", "attic", "kitchen", "garden")
    page = visit(node)
    expect(page.room_names()).to_have_text(["garden", "kitchen", "attic", "Main room"])
    post_in(node, "attic")
    expect(page.room_names()).to_have_text(["attic", "garden", "kitchen", "Main room"])
    page.page.get_by_label("Order of the rooms").select_option("By name")
    by_name = ["Main room", "attic", "garden", "kitchen"]
    expect(page.room_names()).to_have_text(by_name)
    post_in(node, "kitchen")
    expect(page.unread("kitchen")).to_have_text("1")
    expect(page.room_names()).to_have_text(by_name)
    page.reload()
    expect(page.unread("kitchen")).to_have_text("1")
    expect(page.room_names()).to_have_text(by_name)
    other = page.open_another_tab()
    expect(other.room_names()).to_have_text(by_name)
    other.page.get_by_label("Order of the rooms").select_option("Latest first")
    expect(page.room_names()).to_have_text(["kitchen", "attic", "garden", "Main room"])


def test_the_list_keeps_its_order_while_the_node_does_not_answer(node: Node, visit: Visit) -> None:
    post_in(node, "attic", "kitchen", "garden")
    page = visit(node)
    page.wait_until_web_client_is_saved()
    page.page.wait_for_function("() => navigator.serviceWorker.controller")
    order = ["Main room", "garden", "kitchen", "attic"]
    expect(page.room_names()).to_have_text(order)
    node.stop()
    page.reload()
    expect(page.room_names()).to_have_text(order)


def test_no_link_moves_while_the_pointer_is_over_the_list(node: Node, visit: Visit) -> None:
    post_in(node, "attic", "kitchen", "garden")
    page = visit(node)
    order = ["Main room", "garden", "kitchen", "attic"]
    expect(page.room_names()).to_have_text(order)
    page.room_link("kitchen").hover()
    place = page.room_link("kitchen").bounding_box()
    post_in(node, "attic", "cellar")
    expect(page.unread("attic")).to_have_text("1")
    expect(page.room_names()).to_have_text([*order, "cellar"])
    assert page.room_link("kitchen").bounding_box() == place
    page.box.hover()
    expect(page.room_names()).to_have_text(["Main room", "cellar", "attic", "garden", "kitchen"])


def test_no_link_moves_while_the_focus_is_in_the_list(node: Node, visit: Visit) -> None:
    post_in(node, "attic", "kitchen", "garden")
    page = visit(node)
    order = ["Main room", "garden", "kitchen", "attic"]
    expect(page.room_names()).to_have_text(order)
    page.room_link("attic").focus()
    post_in(node, "attic")
    expect(page.unread("attic")).to_have_text("1")
    expect(page.room_names()).to_have_text(order)
    expect(page.room_link("attic")).to_be_focused()
    page.box.focus()
    expect(page.room_names()).to_have_text(["Main room", "attic", "garden", "kitchen"])


def test_no_link_moves_while_the_panel_is_open(node: Node, visit: Visit) -> None:
    post_in(node, "attic", "kitchen", "garden")
    page = visit(node, **PHONE)
    page.show_rooms()
    order = ["Main room", "garden", "kitchen", "attic"]
    expect(page.room_names()).to_have_text(order)
    post_in(node, "attic")
    expect(page.unread("attic")).to_have_text("1")
    expect(page.room_names()).to_have_text(order)
    # An order that the person chooses is shown at once.
    page.page.get_by_label("Order of the rooms").select_option("By name")
    expect(page.room_names()).to_have_text(["Main room", "attic", "garden", "kitchen"])
    page.page.get_by_label("Order of the rooms").select_option("Latest first")
    expect(page.room_names()).to_have_text(["Main room", "attic", "garden", "kitchen"])
    post_in(node, "kitchen")
    expect(page.unread("kitchen")).to_have_text("1")
    page.page.locator("#close-rooms").click()
    page.show_rooms()
    expect(page.room_names()).to_have_text(["Main room", "kitchen", "attic", "garden"])


# Unread rooms out of sight


@at_both_sizes
def test_unread_rooms_out_of_sight_are_counted_and_a_button_leads_to_them(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    post_in(node, *(f"room {number:02}" for number in range(40)))
    page = visit(node, **size)
    page.show_rooms()
    page.page.get_by_label("Order of the rooms").select_option("By name")
    above = page.page.locator("#unread-rooms-above")
    below = page.page.locator("#unread-rooms-below")
    expect(below).to_be_hidden()
    post_in(node, "room 35", "room 02")
    expect(below).to_have_text("1 unread room below")
    post_in(node, "room 36", "room 36")
    expect(below).to_have_text("2 unread rooms below")
    expect(above).to_be_hidden()

    below.click()
    expect(page.room_link("room 35")).to_be_in_viewport(ratio=1)
    expect(page.room_link("room 35")).to_be_focused()
    expect(below).to_be_hidden()
    expect(above).to_have_text("1 unread room above")
    above.click()
    expect(page.room_link("room 02")).to_be_focused()
    expect(page.room_link("room 02")).to_be_in_viewport(ratio=1)
    expect(above).to_be_hidden()
    expect(below).to_have_text("2 unread rooms below")
    page.expect_no_sideways_scrolling()


@pytest.mark.parametrize(
    "size",
    [LAPTOP, PHONE, {"viewport": {"width": 640, "height": 400}}],
    ids=["laptop", "phone", "zoomed"],
)
def test_the_pills_of_unread_rooms_cover_no_room_and_move_none(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    post_in(node, *(f"room {number:02}" for number in range(40)))
    page = visit(node, place="#room%2020", **size)
    page.show_rooms()
    page.page.get_by_label("Order of the rooms").select_option("By name")
    expect(page.room_link("room 20")).to_be_in_viewport(ratio=1)
    place = page.room_link("room 20").bounding_box()
    post_in(node, *(f"room {number:02}" for number in range(40) if number != 20))
    pills = [page.page.locator(f"#unread-rooms-{place}") for place in ("above", "below")]
    for pill in pills:
        expect(pill).to_be_visible()
    assert page.room_link("room 20").bounding_box() == place
    # The list ends above the pills, and shows three rooms at least.
    list_box = page.page.locator("#room-scroller").bounding_box()
    assert list_box
    assert list_box["height"] >= 3 * 44
    for pill in pills:
        box = pill.bounding_box()
        assert box
        assert box["y"] >= list_box["y"] + list_box["height"]
    page.expect_no_sideways_scrolling()


# Pinned and hidden rooms


@at_both_sizes
def test_pinned_rooms_come_first(node: Node, visit: Visit, size: dict[str, Any]) -> None:
    post_in(node, "attic", "kitchen", "garden")
    page = visit(node, place="#kitchen", **size)
    page.choose_in_room_menu("Pin this room")
    page.show_rooms()
    expect(page.room_names()).to_have_text(["kitchen", "Main room", "garden", "attic"])
    link = page.room_link("kitchen")
    expect(link).to_have_accessible_name("kitchen pinned")
    expect(page.room_list.locator(".pin:visible")).to_have_count(1)
    page.page.get_by_label("Order of the rooms").select_option("By name")
    expect(page.room_names()).to_have_text(["kitchen", "Main room", "attic", "garden"])
    page.reload()
    page.show_rooms()
    expect(page.room_names()).to_have_text(["kitchen", "Main room", "attic", "garden"])
    link.click()
    page.choose_in_room_menu("Unpin this room")
    page.show_rooms()
    expect(page.room_names()).to_have_text(["Main room", "attic", "garden", "kitchen"])


def test_a_pinned_room_without_messages_stays_in_the_list(node: Node, visit: Visit) -> None:
    post_in(node, "attic")
    page = visit(node)
    page.enter("kitchen")
    page.expect_room("kitchen")
    page.choose_in_room_menu("Pin this room")
    page.open_room("attic")
    page.expect_texts(["soup"])
    expect(page.room_names()).to_have_text(["kitchen", "Main room", "attic"])


@at_both_sizes
def test_hidden_rooms_are_at_the_end_and_stay_hidden_with_new_messages(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    post_in(node, "attic", "kitchen", "garden")
    page = visit(node, place="#kitchen", **size)
    page.choose_in_room_menu("Hide this room in the list")
    page.expect_room("kitchen")
    page.show_rooms()
    expect(page.room_names()).to_have_text(["Main room", "garden", "attic"])
    expect(summary(page)).to_have_text("Hidden rooms (1)")
    page.open_room("attic")
    page.reload()
    expect(page.message("soup")).to_be_visible()
    page.show_rooms()
    post_in(node, "kitchen", "kitchen")
    badge = summary(page).locator(".badge")
    expect(badge).to_have_text("2")
    expect(badge).to_have_accessible_name("2 unread messages")
    expect(page.room_names()).to_have_text(["Main room", "garden", "attic"])
    # They do not count in the title of the window.
    expect(page.page).to_have_title("attic · Tidings")

    hidden = page.page.locator("#hidden-rooms").get_by_role("link")
    expect(hidden).to_be_hidden()
    summary(page).click()
    expect(hidden).to_be_in_viewport(ratio=1)
    hidden.click()
    page.expect_room("kitchen")
    expect(badge).to_be_hidden()
    page.choose_in_room_menu("Show this room in the list")
    page.show_rooms()
    expect(page.room_names()).to_have_text(["Main room", "kitchen", "garden", "attic"])
    expect(summary(page)).to_be_hidden()


def test_pinning_a_hidden_room_shows_it(node: Node, visit: Visit) -> None:
    post_in(node, "attic", "kitchen")
    page = visit(node, place="#kitchen")
    page.choose_in_room_menu("Hide this room in the list")
    expect(page.room_names()).to_have_text(["Main room", "attic"])
    page.choose_in_room_menu("Pin this room")
    expect(page.room_names()).to_have_text(["kitchen", "Main room", "attic"])
    page.choose_in_room_menu("Hide this room in the list")
    expect(page.room_names()).to_have_text(["Main room", "attic"])
    page.choose_in_room_menu("Show this room in the list")
    expect(page.room_names()).to_have_text(["Main room", "kitchen", "attic"])


# The menu of the room


def test_the_room_menu_works_by_keyboard_and_says_what_the_search_finds(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    button = page.page.get_by_role("button", name="Room menu")
    expect(button).to_have_attribute("aria-haspopup", "menu")
    menu = page.page.locator("#room-menu")
    button.focus()
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("menu")).to_have_accessible_description(
        "The browser\u2019s search (Ctrl+F) finds messages that are loaded. "
        "Search over the whole history comes later."
    )
    pin, hide, read = page.page.get_by_role("menuitem").all()
    expect(pin).to_be_focused()
    page.page.keyboard.press("ArrowDown")
    expect(hide).to_be_focused()
    # Nothing is unread.
    expect(read).to_be_disabled()
    page.page.keyboard.press("ArrowDown")
    expect(pin).to_be_focused()
    page.page.keyboard.press("ArrowUp")
    expect(hide).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(pin).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    expect(page.room_link("Main room")).to_have_accessible_name("Main room pinned")


def test_the_room_menu_of_a_phone_names_no_keys(node: Node, visit: Visit) -> None:
    page = visit(node, **PHONE)
    page.page.locator("#open-room-menu").tap()
    expect(page.page.locator("#room-menu")).to_be_visible()
    hint = page.page.locator("#search-hint")
    assert hint.inner_text() == (
        "The browser\u2019s search finds messages that are loaded. "
        "Search over the whole history comes later."
    )
    expect(page.page.get_by_role("menu")).to_have_accessible_description(hint.inner_text())


def test_the_room_menu_marks_the_room_as_read(node: Node, visit: Visit) -> None:
    post_in(node, "kitchen")
    page = visit(node)
    expect(page.room_link("kitchen")).to_be_visible()
    node.seed((f"number {number}" for number in range(60)), "megan", connections=1, room="kitchen")
    expect(page.unread("kitchen")).to_have_text("60")
    page.open_room("kitchen")
    expect(page.message("number 0").first).to_be_in_viewport()
    expect(page.unread("kitchen")).to_be_visible()
    page.choose_in_room_menu("Mark as read")
    expect(page.unread("kitchen")).to_have_count(0)
    page.reload()
    expect(page.message("number 59")).to_be_in_viewport()
    expect(page.unread("kitchen")).to_have_count(0)


@at_both_sizes
def test_one_room_needs_no_order_and_no_search(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    page = visit(node, name=None, **size)
    page.show_rooms()
    expect(page.room_names()).to_have_text(["Main room"])
    for part in ("#find-room", "#room-order", "#hidden-rooms", ".pill"):
        expect(page.page.locator(f"#rooms {part}:visible")).to_have_count(0)
    post_in(node, "kitchen")
    expect(page.page.get_by_label("Find a room")).to_be_visible()


# Long names


LONG = "Books we have read and those that somebody wants to read in winter"[:64]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_long_name_can_be_read_in_full(node: Node, visit: Visit, width: int) -> None:
    post_in(node, LONG)
    page = visit(node, viewport={"width": width, "height": 568}, has_touch=width < 1000)
    page.show_rooms()
    expect(page.room_link(LONG).locator("bdi")).to_have_attribute("title", LONG)
    expect(page.room_link("Main room").locator("bdi")).to_have_attribute("title", "Main room")
    page.open_room(LONG)
    title = page.room_name.locator("bdi")
    expect(title).to_have_attribute("title", LONG)
    page.page.locator("#open-room-menu").click()
    name = page.page.locator("#room-menu-name")
    expect(name).to_have_text(LONG)
    expect(name).to_be_in_viewport(ratio=1)
    # It is broken into lines and not cut.
    assert name.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    expect(page.page.get_by_role("menuitem", name="Pin this room")).to_be_focused()
    page.page.keyboard.press("Escape")
    page.show_rooms()
    page.open_room("Main room")
    page.page.locator("#open-room-menu").click()
    expect(name).to_have_text("Main room")
    page.expect_no_sideways_scrolling()


# Names from right to left


NAMES = ["kitchen", "\u0645\u0637\u0628\u062e (a)", "\u05de\u05d8\u05d1\u05d7 2", "garden"]


def text_box(element: Locator) -> dict[str, float]:
    """Returns the place of the text itself, not of its element."""
    return element.evaluate(
        """(element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const { left, right, top } = range.getBoundingClientRect();
          return { left, right, top };
        }"""
    )


@at_both_sizes
def test_names_from_right_to_left_stay_in_place(
    node: Node, visit: Visit, size: dict[str, Any]
) -> None:
    post_in(node, *NAMES)
    page = visit(node, **size)
    expect(page.room_names()).to_have_count(5)
    post_in(node, *NAMES)
    page.show_rooms()
    expect(page.room_list.locator(".badge:visible")).to_have_count(4)
    lefts = {text_box(page.room_link(name).locator("bdi"))["left"] for name in NAMES}
    assert len(lefts) == 1, lefts
    badges = [page.unread(name).bounding_box() for name in NAMES]
    assert len({badge["x"] for badge in badges if badge}) == 1, badges

    places = []
    # In the first round the messages are read, so that the button for the list loses its badge.
    for name in NAMES * 2:
        page.show_rooms()
        page.open_room(name)
        page.expect_texts(["soup"] * 2)
        expect(page.unread(name)).to_have_count(0)
        button = page.page.locator("#open-room-menu").bounding_box()
        assert button
        places.append((text_box(page.room_name.locator("bdi"))["left"], button["x"]))
    assert len(set(places[len(NAMES) :])) == 1, places


def test_a_long_name_from_right_to_left_is_cut_at_its_end(node: Node, visit: Visit) -> None:
    long = "\u0645\u0637\u0628\u062e " * 12
    post_in(node, long.strip())
    page = visit(node, **PHONE)
    page.show_rooms()
    page.open_room("\u0645\u0637\u0628\u062e")
    for name in (page.room_name.locator("bdi"), page.room_list.locator("[aria-current] bdi")):
        page.show_rooms()
        expect(name).to_have_css("direction", "rtl")
        box = name.evaluate("(element) => element.getBoundingClientRect().right")
        # The text begins on the right; what does not fit is on the left.
        assert abs(text_box(name)["right"] - box) < 1


# Many rooms


def test_500_rooms_are_shown_fast(node: Node, visit: Visit, figures: list[str]) -> None:
    post_in(node, *(f"room {number:03}" for number in range(499)))
    page = visit(node)
    expect(page.room_names()).to_have_count(500)
    times = page.page.evaluate(
        """() => {
          const field = document.getElementById('find-room');
          const measured = (text) => {
            const start = performance.now();
            field.value = text;
            field.dispatchEvent(new Event('input'));
            document.body.offsetHeight;
            return performance.now() - start;
          };
          const times = (text) => Array.from({ length: 10 }, () => measured(text));
          return { same: Math.min(...times('')), other: Math.min(...['1', ''].flatMap(() => ['1', ''].map(measured))) };
        }"""
    )
    figures.append(
        f"500 rooms: {times['same']:.1f} ms for a change of one room, {times['other']:.1f} ms to filter them"
    )
    assert times["same"] < 25
    assert times["other"] < 100
    post_in(node, "room 250")
    expect(page.room_names().first).to_have_text("Main room")
    expect(page.room_names().nth(1)).to_have_text("room 250")
