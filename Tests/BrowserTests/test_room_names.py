"""The form for new rooms. Tests/WebTests has the tests of the rules for their names."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_accessibility import expect_accessible
from test_away import SAVED
from web_page import WebPage


def enter(page: WebPage, name: str) -> None:
    """Enters a name exactly, which the keyboard of the test could not do."""
    field = page.open_room_form()
    field.evaluate("(field, name) => { field.value = name; }", name)
    field.press("Enter")


def test_an_entered_name_opens_its_room_or_creates_one_unless_an_existing_one_has_almost_the_same_name(
    node: Node, visit: Visit
) -> None:
    # Other clients can create invisible rooms.
    for room, text in [("kitchen", "soup"), ("Kitchen", "bread"), ("\u200b", "air")]:
        node.post(text, room=room, user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_count(4)
    # The same name opens its room at once, also beside a similar one.
    for entered, text in [("kitchen", "soup"), ("#Kitchen", "bread")]:
        enter(page, entered)
        page.expect_texts([text])
    page.open_room("U+200B")
    page.expect_texts(["air"])
    enter(page, "")
    assert "no visible characters" in page.page.locator("#new-room").evaluate("(field) => field.validationMessage")
    page.page.keyboard.press("Escape")
    enter(page, " # e\u0301tage")
    page.expect_room("\u00e9tage")
    page.write("tea")
    expect(page.message("tea")).to_contain_text("sent, on this device only so far")
    assert node.messages()[-1].room == "\u00e9tage"

    # An existing room with almost the same name is offered. Other clients can create such rooms.
    existing, entered = "Ku\u0308che", "\uff2b\u00fcche"
    node.post("soup", room=existing, user="megan")
    expect(page.room_names()).to_have_count(6)
    field = page.page.locator("#new-room")
    offer = page.page.get_by_role("group", name="almost the same name")
    enter(page, entered)
    expect(offer).to_contain_text(f"There is already a room with almost the same name: \u2068{existing}\u2069.")
    expect(offer.get_by_role("button", name="Go to this room")).to_be_focused()
    page.expect_room("\u00e9tage")
    page.page.keyboard.press("Enter")
    expect(offer).to_be_hidden()
    page.expect_texts(["soup"])
    expect(page.box).to_be_focused()
    expect(page.open_room_form()).to_have_value("")

    enter(page, entered)
    # The texts of both buttons are on one line.
    one, other = (box for button in offer.get_by_role("button").all() if (box := button.bounding_box()))
    assert one["y"] + one["height"] / 2 == pytest.approx(other["y"] + other["height"] / 2, abs=1)
    offer.get_by_role("button", name="Create the new room").click()
    expect(offer).to_be_hidden()
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.write("bread")
    expect(page.message("bread")).to_contain_text("sent, on this device only so far")
    assert node.messages()[-1].room == entered

    # Escape closes the form with the offer, and another name withdraws the offer.
    page.enter_name("k\u00fcche")
    expect(offer).to_be_visible()
    page.page.keyboard.press("Escape")
    expect(page.page.locator("#room-dialog")).to_be_hidden()
    page.enter_name("k\u00fcche")
    expect(offer).to_be_visible()
    # Of several buttons, only the one that is offered first is filled.
    filled = page.page.locator("#room-dialog .main:visible")
    expect(filled).to_have_text(["Go to this room"])
    field.press("End")
    field.press("s")
    expect(offer).to_be_hidden()
    expect(filled).to_have_text(["Create the room"])
    field.press("Enter")
    page.expect_room("k\u00fcches")


def test_the_main_room_is_offered_instead_of_a_new_room_with_its_name(node: Node, visit: Visit) -> None:
    node.post("soup", user="megan")
    page = visit(node, path="#kitchen", locale="pt-BR")
    page.expect_room("kitchen")
    enter(page, "sala Principal")
    expect(page.page.locator("#room-offer")).to_contain_text("\u2068Sala principal\u2069")
    page.expect_room("kitchen")
    page.page.keyboard.press("Enter")
    page.expect_texts(["soup"])
    expect(page.room_names()).to_have_text(["Sala principal"])


@pytest.mark.service_worker
def test_a_room_is_shown_by_its_later_name_and_topic_at_once_and_while_the_node_is_off(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, path="#kitchen")
    page.expect_texts(["soup"])
    node.post(None, room="kitchen", user="megan", alias="Cooking")
    node.post(None, room="kitchen", user="megan", topic="What we eat, and when")
    name = page.page.locator("#room-name bdi")
    expect(name).to_have_text("Cooking")
    expect(name).to_have_attribute("title", "Cooking: What we eat, and when")
    expect(page.room_link("Cooking")).to_be_visible()
    # It is no message of a person.
    page.expect_texts(["soup"])
    notes = page.page.locator("#timeline .note")
    expect(notes).to_have_text([
        "\u2068megan\u2069 changed the name of the room to “\u2068Cooking\u2069”",
        "\u2068megan\u2069 changed the topic to “\u2068What we eat, and when\u2069”",
    ])
    expect(page.page.locator("#shown-topic")).to_have_text("What we eat, and when")
    expect(page.page).to_have_title("Cooking · Tidings")
    page.page.locator("#open-room-menu").click()
    expect(page.page.locator("#room-topic")).to_have_text("What we eat, and when")
    page.page.keyboard.press("Escape")
    page.wait_until_web_client_is_saved()
    eventually(lambda: len(page.page.evaluate(SAVED).get("kitchen", [])) == 3, "the browser has saved the lines, too")
    lines = notes.all_text_contents()
    node.kill()
    page.reload()
    expect(name).to_have_text("Cooking")
    # This browser has kept the lines about the room with its messages.
    expect(notes).to_have_text(lines)
    expect(page.room_link("Cooking")).to_be_visible()


def test_a_room_that_got_another_name_while_no_page_was_open_stays_where_it_was(node: Node, visit: Visit) -> None:
    for room in (None, "hall", "kitchen"):
        node.post("soup", room=room, user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_text(["kitchen", "hall", "Main room"])
    page.page.goto("about:blank")
    node.post(None, room="hall", user="megan", alias="Corridor")
    page.open()
    expect(page.room_names()).to_have_text(["kitchen", "Corridor", "Main room"])
    page.page.goto("about:blank")
    node.post("new", room="hall", user="megan")
    page.open()
    expect(page.room_names()).to_have_text(["Corridor", "kitchen", "Main room"])


def test_a_person_changes_the_name_and_the_topic_of_a_room_also_while_the_node_is_off(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, path="#kitchen")
    page.expect_texts(["soup"])
    dialog = page.page.get_by_role("dialog", name="Change name and topic")
    name, topic = dialog.get_by_label("Name of the room"), dialog.get_by_label("Topic")
    page.choose_in_room_menu("Change name and topic")
    expect(name).to_be_focused()
    expect(name).to_have_value("kitchen")
    expect_accessible(page)
    topic.fill("x" * 257)
    topic.press("Enter")
    assert "at most 256 bytes" in topic.evaluate("(field) => field.validationMessage")
    topic.fill("What we eat")
    name.fill("Cooking")
    name.press("Enter")
    expect(dialog).to_be_hidden()
    page.expect_room("Cooking")
    expect(page.page.locator("#shown-topic")).to_have_text("What we eat")
    expect(page.page.locator("#timeline .note")).to_contain_text("\u2068jack\u2069 changed the name of the room")
    expect(page.waiting).to_have_count(0)

    # While the node is off, the change waits as a message does. Nothing removes a topic.
    node.kill()
    expect(page.notices).to_contain_text("has not answered")
    page.choose_in_room_menu("Change name and topic")
    topic.fill(" ")
    topic.press("Enter")
    expect(dialog).to_be_visible()
    assert "cannot be removed" in topic.evaluate("(field) => field.validationMessage")
    topic.fill("When we eat")
    topic.press("Enter")
    expect(page.waiting.locator(".text")).to_have_text("Topic of the room: \u2068When we eat\u2069")
    page.start_node()
    expect(page.page.locator("#shown-topic")).to_have_text("When we eat")
    expect(page.waiting).to_have_count(0)
    page.expect_room("Cooking")


def test_a_room_has_both_of_its_names_as_soon_as_another_room_has_the_later_one(node: Node, visit: Visit) -> None:
    node.post("bikes", room="cellar", user="megan")
    node.post(None, room="cellar", user="megan", alias="Garage")
    page = visit(node, path="#cellar")
    page.expect_room("Garage")
    node.post("cars", room="Garage", user="carla")
    page.expect_room("Garage (cellar)")
    expect(page.room_names()).to_have_text(["Main room", "Garage", "Garage (cellar)"])
    expect(page.page).to_have_title("(1) Garage (cellar) · Tidings")
