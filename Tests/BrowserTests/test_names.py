"""Names of authors that people may mistake for other names. Tests/WebTests has the tests of the decisions."""

import re

import pytest
from playwright.sync_api import Locator, expect

from conftest import StartNode, Visit, pair
from invitations import become_owner, dialog
from sizes import LAPTOP, PHONE
from test_accessibility import expect_accessible
from web_page import WebPage


def doubt(page: WebPage, text: str) -> Locator:
    """Returns the mark beside the name of the author of a message."""
    return page.message(text).locator(".author .doubt")


def expect_doubt(page: WebPage, text: str, reason: str) -> None:
    for attribute in ("title", "aria-label"):
        expect(doubt(page, text)).to_have_attribute(attribute, reason)


def test_names_are_shown_with_their_invisible_characters_and_doubts(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("from jack")
    expect(page.message("from jack")).to_be_visible()
    expect(page.page.locator(".doubt")).to_have_count(0)
    phone.post("from another", user="jack\u200b")
    similar = "Another device uses a name that looks almost the same: "
    expect_doubt(page, "from another", f"{similar}\u2068jack\u2069.")
    expect(page.message("from another").locator(".name")).to_have_text("jack\u27e8U+200B\u27e9")
    # The page cannot know which of the two is meant, so it marks both.
    expect_doubt(page, "from jack", f"{similar}\u2068jack\u27e8U+200B\u27e9\u2069.")
    phone.post("mixed", user="m\u0435gan")
    expect_doubt(page, "mixed", "A word of this name mixes letters of different alphabets. It may imitate another name.")
    # The device says nothing about letters, but it tells two authors apart.
    expect(page.message("mixed").locator(".device")).to_have_count(0)
    expect(page.message("from another").locator(".device")).to_have_text("phone")
    # So do the list of rooms and the people who are offered for a mention.
    expect(page.room_link("Main room").locator(".last")).to_have_text("\u2068m\u0435gan \u26a0\ufe0e\u2069: mixed")
    page.box.press_sequentially("@m")
    offered = page.page.locator("#completions [role=option]")
    expect(offered.locator(".doubt")).to_have_count(1)
    page.box.fill("")
    phone.post("from megan", user="megan")
    expect(page.message("from megan")).to_be_visible()
    expect(doubt(page, "from megan")).to_have_count(0)
    # A later visit finds the same doubts in the messages that it loads.
    page.reload()
    for text in ("from jack", "from another", "mixed"):
        expect(doubt(page, text)).to_be_visible()
    expect(doubt(page, "from megan")).to_have_count(0)


def test_a_doubt_does_not_depend_on_the_messages_that_are_loaded(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = pair(start_node)
    laptop.post("from here", user="jack")
    page = visit(laptop, name="Anna")
    expect(page.message("from here")).to_be_visible()
    expect(doubt(page, "from here")).to_have_count(0)
    phone.post("from the phone", user="jack", room="kitchen")
    phone.post("from another", user="megan", room="kitchen")
    # Each tab knows it at once, and later ones from the start, without the room.
    expect(page.room_link("kitchen").locator(".last")).to_contain_text("megan")
    expect(doubt(page, "from here")).to_be_visible()
    page.reload()
    expect(page.message("from here")).to_be_visible()
    expect(page.room_link("kitchen").locator(".last")).to_contain_text("megan")
    expect(doubt(page, "from here")).to_be_visible()


@pytest.mark.service_worker
def test_a_petname_is_shown_wherever_the_person_is_named_and_ends_the_doubt(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    phone.post("from the phone", user="jack")
    laptop.post("from here", user="jack")
    page = visit(laptop, name="Anna")
    expect(doubt(page, "from the phone")).to_be_visible()
    expect(page.message("from the phone").locator(".device")).to_have_text("phone")
    for width in (1280, 768, 360):
        page.page.set_viewport_size({"width": width, "height": 800})
        page.expect_no_sideways_scrolling()
    expect_accessible(page)
    become_owner(page)
    heading = page.message("from the phone").locator(".author .name")
    page.message("from the phone").locator(".facts").click()
    details = page.page.locator("#details")
    details.get_by_role("button", name="Rename").click()
    opened = dialog(page, "rename")
    field = opened.get_by_label("Name on this device")
    expect(field).to_have_accessible_description(re.compile("the name that they write under: \u2068jack\u2069"))
    expect_accessible(page)
    field.fill("Jack Miller")
    field.press("Enter")
    expect(opened).to_be_hidden()
    expect(heading).to_have_text("Jack Miller")
    expect(details).to_contain_text("Writes as \u2068jack\u2069")
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    for text in ("from the phone", "from here"):
        expect(doubt(page, text)).to_have_count(0)
    expect(page.message("from the phone")).to_have_accessible_name(re.compile("^Jack Miller, "))

    # So it is at the next visit, without the node, too. Without a name, the person has its own back.
    page.wait_until_web_client_is_saved()
    laptop.stop()
    page.reload()
    expect(heading).to_have_text("Jack Miller")
    laptop.start()
    page.expect_loaded()
    become_owner(page, again=True)
    page.message("from the phone").locator(".facts").click()
    details.get_by_role("button", name="Rename").click()
    expect(field).to_have_value("Jack Miller")
    field.fill("")
    field.press("Enter")
    expect(heading).to_have_text("jack")
    expect(details).not_to_contain_text("Writes as")
    # A message of this person has no such button.
    page.page.keyboard.press("Escape")
    page.write("mine")
    page.message("mine").locator(".facts").click()
    expect(details).to_contain_text("Author")
    expect(details.get_by_role("button", name="Rename")).to_have_count(0)


# The person's own name


def test_a_name_that_another_device_uses_is_pointed_out_and_one_without_visible_characters_refused(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    phone.post("from the phone", user="Megan")
    laptop.post("from this device", user="ben")
    page = visit(laptop, name=None, **PHONE)
    expect(page.message("from the phone")).to_be_visible()
    expect(page.message("from this device")).to_be_visible()
    sentence = (
        "Another device already uses the name \u2068Megan\u2069: "
        "keep it only if that device is yours, too."
    )

    def expect_warning(warning: Locator) -> None:
        """Expects the warning within the page of a laptop and of a phone."""
        expect(warning).to_have_text(sentence)
        for size in (LAPTOP, PHONE):
            page.page.set_viewport_size(size["viewport"])
            expect(warning).to_be_in_viewport(ratio=1)

    invisible = "This name has no visible characters. Enter another name."
    page.name_field.fill("\u200b")
    page.name_field.press("Enter")
    expect(page.page.locator("#first-name-problem")).to_have_text(invisible)
    expect(page.box).to_be_hidden()

    warning = page.page.locator("#first-name-warning")
    page.name_field.fill("ben")
    expect(warning).to_have_text("")
    page.name_field.fill("megan ")
    expect_warning(warning)
    expect(page.name_field).to_have_accessible_description(re.compile("already uses the name"))
    page.name_field.fill("jack")
    expect(warning).to_have_text("")
    page.name_field.fill("Megan")
    expect(warning).to_have_text(sentence)
    page.name_field.press("Enter")
    expect(page.box).to_be_visible()

    page.show_rooms()
    page.open_settings()
    field = page.settings.get_by_label("Your name")
    expect(field).to_have_value("Megan")
    field.fill("\u3164")
    field.press("Enter")
    expect(page.page.locator("#name-problem")).to_have_text(invisible)
    page.page.keyboard.press("Escape")
    expect(page.page.locator("#my-name")).to_have_text("Megan")
    page.show_rooms()
    page.open_settings()
    expect(field).to_have_value("Megan")
    # The person has chosen this name already.
    expect(page.page.locator("#name-warning")).to_have_text("")
    field.fill("MEGAN")
    expect_warning(page.page.locator("#name-warning"))
    page.done()
    expect(page.page.locator("#my-name")).to_have_text("MEGAN")
