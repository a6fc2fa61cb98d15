"""The first visit and the settings."""

import time

from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: A script that returns the colours that the page suggests for the browser's own bars.
THEME_COLOURS = """[...document.querySelectorAll('[name=theme-color]')]
  .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)"""


def test_a_new_person_sends_a_message_within_ten_seconds_by_keyboard(
    node: Node, visit: Visit
) -> None:
    beginning = time.monotonic()
    page = visit(node, name=None)
    expect(page.name_field).to_be_focused()
    page.page.keyboard.type("jack")
    page.page.keyboard.press("Enter")
    expect(page.box).to_be_focused()
    page.page.keyboard.type("This is a test")
    page.page.keyboard.press("Enter")
    expect(page.message("This is a test")).to_contain_text("sent, on this device only so far")
    assert time.monotonic() - beginning < 10
    [message] = node.messages()
    assert (message.user, message.text) == ("jack", "This is a test")


def test_the_page_asks_for_the_name_once(node: Node, visit: Visit) -> None:
    page = visit(node, name=None)
    expect(page.box).to_be_hidden()
    avatar = page.page.locator("#my-avatar")
    expect(avatar).to_be_hidden()
    page.give_name("jack")
    expect(avatar).to_have_text("J")
    expect(page.name_field).to_be_hidden()
    page.page.reload()
    expect(page.box).to_be_visible()
    expect(page.name_field).to_be_hidden()
    page.write("Hello")
    expect(page.message("Hello").locator(".name")).to_have_text("jack")


def test_an_invalid_name_is_refused_with_the_reason(node: Node, visit: Visit) -> None:
    page = visit(node, name=None)
    problem = page.page.locator("#first-name-problem")
    page.name_field.press("Enter")
    expect(problem).to_have_text("Enter a name.")
    expect(page.name_field).to_be_focused()
    # 64 characters of four bytes have 256 bytes, so one more character is too many.
    page.name_field.evaluate("(field) => { field.value = '\\u{1F600}'.repeat(64) + 'e'; }")
    page.name_field.press("Enter")
    expect(problem).to_contain_text("at most 64 characters")
    page.name_field.fill("jack\x07")
    page.name_field.press("Enter")
    expect(problem).to_contain_text("cannot contain the character \u2068U+0007\u2069")
    page.name_field.fill("")
    page.page.keyboard.insert_text("\U0001f600" * 64)
    page.name_field.press("Enter")
    expect(page.page.locator("#my-name")).to_have_text("\U0001f600" * 64)


def test_sent_messages_keep_the_old_name_after_the_name_is_changed(
    node: Node, visit: Visit
) -> None:
    page = visit(node, name="jack")
    page.write("one")
    expect(page.message("one")).to_contain_text("sent, on this device only so far")
    page.open_settings()
    field = page.settings.get_by_label("Your name")
    expect(field).to_have_value("jack")
    field.fill("megan")
    field.press("Enter")
    expect(page.settings).to_be_hidden()
    page.write("two")
    expect(page.message("two").locator(".name")).to_have_text("megan")
    page.page.reload()
    expect(page.message("one").locator(".name")).to_have_text("jack")
    # Both messages count as this person's own.
    for text in ("one", "two"):
        expect(page.message(text)).to_contain_text("sent, on this device only so far")
    assert [message.user for message in node.messages()] == ["jack", "megan"]


def test_language_and_theme_change_at_once_and_are_saved(node: Node, visit: Visit) -> None:
    page = visit(node, color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(colour)
    page.open_settings()
    page.settings.get_by_label("Language").select_option("ko")
    expect(page.settings.get_by_role("heading")).to_have_text("설정")
    page.settings.locator("[value=dark]").check()
    dark = page.page.evaluate(colour)
    assert dark != light
    assert page.page.evaluate(THEME_COLOURS) == ["#161a1c"]
    page.page.keyboard.press("Escape")
    page.page.reload()
    expect(page.page.locator("html")).to_have_attribute("lang", "ko")
    assert page.page.evaluate(colour) == dark
    page.page.locator("#open-settings").click()
    page.settings.locator("[value=system]").check()
    page.settings.get_by_role("combobox").select_option(value="")
    expect(page.settings.get_by_role("heading")).to_have_text("Settings")
    assert page.page.evaluate(colour) == light
    assert page.page.evaluate(THEME_COLOURS) == ["#fbfaf7"]


def test_settings_apply_to_all_tabs(node: Node, visit: Visit) -> None:
    page = visit(node)
    other = page.open_another_tab()
    page.open_settings()
    page.settings.get_by_label("Language").select_option("pt")
    page.settings.get_by_label("Seu nome").fill("megan")
    page.settings.get_by_label("Seu nome").press("Enter")
    expect(other.page.locator("#my-name")).to_have_text("megan")
    expect(other.page.locator("html")).to_have_attribute("lang", "pt")
    other.write("Bom dia")
    expect(other.message("Bom dia").locator(".name")).to_have_text("megan")
