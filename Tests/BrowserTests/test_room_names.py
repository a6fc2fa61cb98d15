"""The rules for the names of new rooms."""

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from node import Node

#: What a person enters, and the name of the room.
ENTERED = [
    ("  kitchen ", "kitchen"),
    ("#kitchen", "kitchen"),
    (" # kitchen", "kitchen"),
    ("##kitchen", "#kitchen"),
    ("e\u0301tage", "\u00e9tage"),
    ("\u3000kitchen\u00a0", "kitchen"),
]

#: The name of a room, and a name that people take for it.
SIMILAR = [
    ("K\u00fcche", "K\u00dcCHE"),
    ("K\u00fcche", "\uff2b\u00fcche"),
    ("stra\u00dfe", "STRASSE"),
    ("\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03cc\u03c2".replace("\u03cc", "\u03bf")),
    # Other clients can create such rooms.
    ("Ku\u0308che", "K\u00fcche"),
    ("#kitchen", "kitchen"),
    # Invisible characters make no difference.
    ("kitchen", "kit\u200bchen"),
    ("kitchen", "Kitch\u00ad\u2060en"),
]

INVISIBLE = ["   ", "\u200b", "\u3164", "\u2800", "\u00ad\u200d", "#", "# \u2060", "\ufe0f\u200b"]


def enter(page: ChatPage, name: str) -> None:
    """Enters a name exactly, which the keyboard of the test could not do."""
    field = page.page.locator("#new-room")
    field.evaluate("(field, name) => { field.value = name; }", name)
    field.press("Enter")


@pytest.mark.parametrize(("entered", "name"), ENTERED, ids=[ascii(name) for name, _ in ENTERED])
def test_a_new_name_is_trimmed_and_normalised(
    node: Node, visit: Visit, entered: str, name: str
) -> None:
    page = visit(node)
    enter(page, entered)
    page.expect_room(name)
    page.write("soup")
    expect(page.message("soup")).to_contain_text("sent, on this device only so far")
    assert node.messages()[-1].room == name


@pytest.mark.parametrize(("existing", "entered"), SIMILAR, ids=[ascii(name) for _, name in SIMILAR])
def test_an_existing_room_with_almost_the_same_name_is_offered(
    node: Node, visit: Visit, existing: str, entered: str
) -> None:
    node.post("soup", room=existing, user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_count(2)
    offer = page.page.get_by_role("group", name="almost the same name")
    enter(page, entered)
    expect(offer).to_contain_text(f"There is already a room with almost the same name: \u2068{existing}\u2069.")
    expect(offer.get_by_role("button", name="Go to this room")).to_be_focused()
    page.expect_room("Main room")
    page.page.keyboard.press("Enter")
    expect(offer).to_be_hidden()
    page.expect_texts(["soup"])
    expect(page.box).to_be_focused()
    expect(page.page.locator("#new-room")).to_have_value("")

    enter(page, entered)
    offer.get_by_role("button", name="Create the new room").click()
    expect(offer).to_be_hidden()
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.write("bread")
    expect(page.message("bread")).to_contain_text("sent, on this device only so far")
    assert node.messages()[-1].room == entered


def test_the_same_name_opens_its_room_at_once(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    node.post("bread", room="Kitchen", user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_count(3)
    for entered, text in [("kitchen", "soup"), ("#Kitchen", "bread")]:
        enter(page, entered)
        page.expect_texts([text])


@pytest.mark.parametrize(
    ("locale", "title", "entered"),
    [("en-GB", "Main room", "main Room"), ("pt-BR", "Sala principal", "Sala principal")],
)
def test_the_main_room_is_offered_instead_of_a_new_room_with_its_name(
    node: Node, visit: Visit, locale: str, title: str, entered: str
) -> None:
    node.post("soup", user="megan")
    page = visit(node, place="#kitchen", locale=locale)
    page.expect_room("kitchen")
    enter(page, entered)
    offer = page.page.locator("#room-offer")
    expect(offer).to_contain_text(f"\u2068{title}\u2069")
    page.expect_room("kitchen")
    page.page.keyboard.press("Enter")
    page.expect_texts(["soup"])
    expect(page.room_names()).to_have_text([title])


def test_another_name_or_escape_withdraws_the_offer(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node)
    expect(page.room_names()).to_have_count(2)
    offer = page.page.locator("#room-offer")
    field = page.page.locator("#new-room")
    page.enter("Kitchen")
    expect(offer).to_be_visible()
    page.page.keyboard.press("Escape")
    expect(offer).to_be_hidden()
    expect(field).to_be_focused()
    expect(field).to_have_value("Kitchen")
    field.press("Enter")
    expect(offer).to_be_visible()
    field.press("End")
    field.press("s")
    expect(offer).to_be_hidden()
    field.press("Enter")
    page.expect_room("Kitchens")


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_a_name_of_which_nothing_can_be_seen_is_refused(
    node: Node, visit: Visit, name: str
) -> None:
    page = visit(node)
    enter(page, name)
    message = page.page.locator("#new-room").evaluate("(field) => field.validationMessage")
    assert message == "This name has no visible characters. Enter another name."
    page.expect_room("Main room")


def test_invisible_rooms_of_other_clients_can_be_opened(node: Node, visit: Visit) -> None:
    node.post("soup", room="\u200b", user="megan")
    page = visit(node)
    page.open_room("U+200B")
    page.expect_texts(["soup"])
