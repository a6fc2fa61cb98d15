"""The first visit and the settings."""

from pathlib import Path

from playwright.sync_api import expect

from conftest import StartNode, Visit
from eventually import eventually, promptly
from invitations import become_owner, dialog, listening_node, make_link, use_invitation
from node import Node
from programs import copy_of
from test_accessibility import expect_accessible
from web_page import WebPage

#: A script that returns the colours that the page suggests for the browser's own bars.
THEME_COLOURS = """[...document.querySelectorAll('[name=theme-color]')]
  .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)"""


def test_a_new_person_sends_a_message_within_ten_seconds_by_keyboard(
    node: Node, visit: Visit
) -> None:
    with promptly():
        page = visit(node, name=None)
        expect(page.name_field).to_be_focused()
        page.page.keyboard.type("jack")
        page.page.keyboard.press("Enter")
        expect(page.box).to_be_focused()
        page.page.keyboard.type("This is a test")
        page.page.keyboard.press("Enter")
        expect(page.message("This is a test")).to_contain_text("sent, on this device only so far")
    [message] = node.messages()
    assert (message.user, message.text) == ("jack", "This is a test")


def test_the_first_visit_asks_for_a_name_once(
    node: Node, visit: Visit
) -> None:
    page = visit(node, name=None)
    expect(page.name_field).to_be_focused()
    expect(page.box).to_be_hidden()
    expect(page.page.locator("#my-avatar")).to_be_hidden()
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        page.page.set_viewport_size({"width": width, "height": height})
        expect(page.page.get_by_role("button", name="Start chatting")).to_be_in_viewport(ratio=1)
        page.expect_no_sideways_scrolling()

    problem = page.page.locator("#first-name-problem")
    page.name_field.press("Enter")
    expect(problem).to_have_text("Enter a name.")
    expect(page.name_field).to_be_focused()
    page.name_field.fill("jack\x07")
    page.name_field.press("Enter")
    expect(problem).to_contain_text("cannot contain the character \u2068U+0007\u2069")
    # The longest name: 64 characters of four bytes.
    name = "\U0001f600" * 64
    page.give_name(name)
    expect(page.page.locator("#my-name")).to_have_text(name)
    expect(page.page.locator("#my-avatar")).to_have_text("\U0001f600")
    expect(page.name_field).to_be_hidden()
    page.reload()
    expect(page.box).to_be_visible()
    expect(page.name_field).to_be_hidden()
    page.write("Hello")
    expect(page.message("Hello").locator(".name")).to_have_text(name)


def test_an_empty_chat_says_what_tidings_is_and_offers_to_invite_and_to_join_until_there_is_a_group(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    page, bens = visit(anna, name=None, color_scheme="light"), visit(ben, name="ben")
    start = page.page.locator("#start")
    for width, height in ((360, 740), (768, 1000), (1280, 800)):
        page.page.set_viewport_size({"width": width, "height": height})
        expect(start).to_contain_text("Tidings is a group chat without a server")
        expect(start).to_be_in_viewport(ratio=1)
        page.expect_no_sideways_scrolling()
    expect_accessible(page)
    # On a low screen, it begins with its first sentence.
    page.page.set_viewport_size({"width": 640, "height": 400})
    page.reload()
    expect(start.locator("p")).to_be_in_viewport(ratio=1)
    page.page.set_viewport_size({"width": 1280, "height": 800})
    page.give_name("anna")
    page.enter("kitchen")
    expect(start).to_be_hidden()
    page.open_room("Main room")
    become_owner(page)
    start.get_by_role("button", name="Invite").click()
    link = make_link(dialog(page, "invite"))
    become_owner(bens)
    bens.page.locator("#start").get_by_role("button", name="Join").click()
    use_invitation(bens, link)
    # Both are in a group now.
    for one in (page, bens):
        expect(one.page.locator("#start")).to_be_hidden()
    expect(page.page.locator("#empty")).to_have_text("No messages yet. Write the first one.")


def close_settings(page: WebPage, way: str) -> None:
    if way == "Escape":
        page.page.keyboard.press("Escape")
    elif way == "close button":
        page.settings.locator(".close").click()
    elif way == "backdrop":
        page.page.mouse.click(5, 5)
    else:
        page.reload()
    expect(page.settings).to_be_hidden()


def test_cancelled_settings_change_nothing_and_saved_ones_apply_at_once_in_all_tabs(node: Node, visit: Visit) -> None:
    page = visit(node, color_scheme="light", permissions=["notifications"])
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    page.page.bring_to_front()
    state = """() => [localStorage['tidings.settings'], document.documentElement.lang,
      document.documentElement.dataset.theme ?? 'system', document.getElementById('my-name').textContent,
      getComputedStyle(document.body).backgroundColor]"""
    before = page.page.evaluate(state)
    for way in ("Escape", "close button", "backdrop", "reload"):
        page.open_settings()
        expect(page.settings.locator("#name")).to_be_focused()
        expect(page.settings.locator("#name")).to_have_value("jack")
        expect(page.settings.locator("#notify")).not_to_be_checked()
        expect(page.settings.locator("[value=system]")).to_be_checked()
        expect(page.settings.locator("#language")).to_have_value("")
        page.settings.locator("#name").fill("megan")
        page.settings.locator("[value=dark]").check()
        page.settings.locator("#notify").check()
        page.settings.locator("#language").select_option("ko")
        expect(page.settings.get_by_role("heading")).to_have_text("설정")
        expect(page.page.locator("html")).to_have_attribute("data-theme", "dark")
        close_settings(page, way)
        eventually(lambda: page.page.evaluate(state) == before, f"the settings are as before, after {way}")
        assert other.page.evaluate(state) == before

    # Later changes do not bring the cancelled ones back.
    page.open_settings()
    page.settings.locator("[value=light]").check()
    page.done()
    page.reload()
    saved = page.page.evaluate("JSON.parse(localStorage['tidings.settings'])")
    assert (saved["name"], saved["language"], saved["theme"]) == ("jack", "", "light")
    assert saved["notify"] is False

    # Saved settings apply at once in all tabs, and after a reload.
    page.open_settings()
    page.settings.locator("[value=system]").check()
    page.done()
    page.write("one")
    expect(page.message("one")).to_contain_text("sent, on this device only so far")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(colour)

    # An invalid name saves no other setting.
    page.open_settings()
    page.settings.locator("[value=dark]").check()
    field = page.settings.locator("#name")
    expect(field).to_have_value("jack")
    field.fill("")
    page.settings.get_by_role("button", name="Save").click()
    expect(page.page.locator("#name-problem")).to_have_text("Enter a name.")
    page.page.keyboard.press("Escape")
    expect(page.page.locator("html")).not_to_have_attribute("data-theme", "dark")
    page.open_settings()
    expect(page.page.locator("#name-problem")).to_be_hidden()
    expect(field).to_have_value("jack")
    expect(field).to_have_attribute("aria-invalid", "false")

    page.settings.get_by_label("Language").select_option("pt")
    expect(page.settings.get_by_role("heading")).to_have_text("Configurações")
    page.settings.locator("[value=dark]").check()
    dark = page.page.evaluate(colour)
    assert dark != light
    assert page.page.evaluate(THEME_COLOURS) == ["#161a1c"]
    page.settings.get_by_label("Seu nome").fill("megan")
    page.settings.get_by_label("Seu nome").press("Enter")
    expect(page.settings).to_be_hidden()
    expect(other.page.locator("#my-name")).to_have_text("megan")
    expect(other.page.locator("html")).to_have_attribute("lang", "pt")
    expect(other.box).to_have_accessible_name("Mensagem para a sala principal")
    assert other.page.evaluate(colour) == dark
    other.write("two")
    expect(other.message("two").locator(".name")).to_have_text("megan")
    page.reload()
    expect(page.page.locator("html")).to_have_attribute("lang", "pt")
    assert page.page.evaluate(colour) == dark
    # A sent message keeps its name. Both messages count as this person's own.
    expect(page.message("one").locator(".name")).to_have_text("jack")
    for text in ("one", "two"):
        expect(page.message(text).locator(".state")).to_be_visible()
    assert [message.user for message in node.messages()] == ["jack", "megan"]

    page.open_settings()
    page.settings.locator("[value=system]").check()
    page.settings.get_by_role("combobox").select_option(value="")
    expect(page.settings.get_by_role("heading")).to_have_text("Settings")
    assert page.page.evaluate(colour) == light
    assert page.page.evaluate(THEME_COLOURS) == ["#fbfaf7"]


# A language whose texts cannot be loaded

NOT_LOADED = "The language could not be loaded: save the settings, and reload the page as soon as Tidings answers."


def test_the_settings_say_why_a_language_is_not_loaded_and_save_it_with_the_others(
    start_node: StartNode, visit: Visit, program: Path, folder: Path
) -> None:
    node = start_node()
    # At this address, the browser does not save the web client.
    page = visit(node, address=node.addresses[1], color_scheme="light")
    page.monitor.expect_status(404)
    problem = page.settings.locator("#language-problem")
    page.open_settings()
    node.stop()
    page.settings.locator("#language").select_option("ja")
    expect(problem).to_have_text(f"Tidings does not answer. {NOT_LOADED}")
    expect(page.settings.locator("#language")).to_have_value("ja")
    node.start()
    page.settings.locator("#language").select_option("ko")
    expect(page.settings.get_by_role("heading")).to_have_text("설정")
    expect(problem).to_be_hidden()
    page.settings.locator("#language").select_option("")
    expect(page.settings.get_by_role("heading")).to_have_text("Settings")

    # After an upgrade, the node has no files of the version in this tab.
    node.stop()
    node.program, web = copy_of(program, folder / "newer")
    with (web / "style.css").open("a") as style:
        style.write("\n:root { --newer: yes; }\n")
    node.start()
    page.settings.locator("#language").select_option("ja")
    expect(problem).to_have_text(f"A newer version of this page is available. {NOT_LOADED}")
    page.settings.locator("[value=dark]").check()
    page.settings.get_by_label("Your name").fill("megan")
    page.done()
    expect(page.page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.page.locator("#my-name")).to_have_text("megan")


def test_the_page_is_in_english_if_it_cannot_load_its_language(
    start_node: StartNode, visit: Visit, program: Path, folder: Path
) -> None:
    node = start_node(start=False)
    node.program, web = copy_of(program, folder / "incomplete")
    (web / "languages/ja.js").unlink()
    page = visit(node.start(), name=None, locale="ja-JP")
    page.monitor.expect_status(404)
    expect(page.page.get_by_role("button", name="Start chatting")).to_be_visible()
    expect(page.page.locator("html")).to_have_attribute("lang", "en")
    page.give_name("jack")
    page.open_settings()
    expect(page.settings.locator("#language-problem")).to_contain_text(NOT_LOADED)
