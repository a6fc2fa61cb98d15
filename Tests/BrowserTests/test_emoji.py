"""The picker of emoji. Tests/WebTests has the tests of its search."""

import pytest
from playwright.sync_api import Locator, expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_accessibility import expect_accessible
from test_service_worker import saved
from web_page import WebPage

PIZZA, GRINNING, THUMB = "\U0001f355", "\U0001f600", "\U0001f44d"


def open_picker(page: WebPage) -> Locator:
    page.page.locator("#open-emoji").click()
    picker = page.page.locator("#emoji-picker")
    expect(picker).to_be_visible()
    return picker


def test_an_emoji_is_found_by_keyboard_and_inserted_at_the_caret(node: Node, visit: Visit) -> None:
    page = visit(node, locale="pt-BR")
    page.box.fill("ab")
    page.box.press("ArrowLeft")
    picker = open_picker(page)
    field = picker.get_by_role("searchbox")
    expect(field).to_be_focused()
    expect(picker.get_by_role("group")).to_have_count(10)
    flags = picker.get_by_role("heading", name="Bandeiras")
    expect(flags).not_to_be_in_viewport()
    picker.get_by_role("navigation").get_by_role("button", name="Bandeiras").click()
    expect(flags).to_be_in_viewport()
    field.fill("xyzzy")
    expect(picker.get_by_role("status")).to_have_text("Nenhum emoji tem esse nome.")
    field.press("Enter")
    # In the language of the page, and in English.
    for text in ("fatia de pizza", "cheese slice"):
        field.fill(text)
        expect(picker.get_by_role("button", name="pizza")).to_have_text(PIZZA)
    expect(picker.get_by_role("status")).to_have_text("")
    # A mark shows which one Enter takes.
    expect(picker.locator(".emoji:visible button").first).to_have_css("outline-style", "solid")
    # The test of the sheet looks at all groups, which takes a second.
    expect_accessible(page)
    field.press("Enter")
    expect(page.box).to_have_value(f"a{PIZZA}b")
    expect(page.box).to_be_focused()
    page.page.keyboard.type("c")
    expect(page.box).to_have_value(f"a{PIZZA}cb")

    # The chosen emoji is the first one now. The arrow keys go from group to group, and up to the search.
    open_picker(page)
    first = picker.locator(".grid button").first
    expect(first).to_have_text(PIZZA)
    field.press("ArrowDown")
    expect(first).to_be_focused()
    page.page.keyboard.press("ArrowDown")
    expect(page.page.locator(":focus")).to_have_text(GRINNING)
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    expect(page.page.locator("#open-emoji")).to_be_focused()
    open_picker(page)
    page.go_back()
    expect(picker).to_be_hidden()
    expect(page.box).to_have_value(f"a{PIZZA}cb")


def test_an_emoji_is_completed_while_somebody_types_its_name(node: Node, visit: Visit) -> None:
    node.post("hello", user="Pizzo")
    page = visit(node, locale="pt-BR")
    listed = page.page.get_by_role("listbox", name="Emojis")
    chosen = listed.locator("[aria-selected=true]")
    page.box.press_sequentially("at 10:30 :pizza")
    expect(chosen).to_contain_text("pizza")
    expect(chosen).to_contain_text(PIZZA)
    expect_accessible(page)
    page.box.press("Enter")
    expect(page.box).to_have_value(f"at 10:30 {PIZZA}")
    expect(listed).to_be_hidden()
    # Escape closes the list, and Enter sends the text as it is.
    page.box.press_sequentially(" :slice")
    expect(chosen).to_contain_text(PIZZA)
    page.box.press("Escape")
    expect(listed).to_be_hidden()
    page.box.press("Enter")
    expect(page.message(f"at 10:30 {PIZZA} :slice")).to_be_visible()
    # The same list has people after an @. The picker shows the chosen emoji first.
    page.box.press_sequentially("@piz")
    expect(page.page.get_by_role("listbox", name="Pessoas").locator("[aria-selected=true]")).to_contain_text("Pizzo")
    page.box.fill("")
    expect(open_picker(page).locator(".grid button").first).to_have_text(PIZZA)


@pytest.mark.needs_chromium("Playwright emulates a touch keyboard only there")
def test_on_a_phone_the_picker_is_a_sheet_and_does_not_bring_up_the_keyboard(node: Node, visit: Visit) -> None:
    page = visit(node, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    picker = open_picker(page)
    expect(picker.get_by_role("group")).to_have_count(10)
    expect(picker.get_by_role("searchbox")).not_to_be_focused()
    box = picker.bounding_box()
    assert box and (box["x"], box["width"], box["y"] + box["height"]) == (0, 360, 740)
    expect_accessible(page)
    picker.get_by_role("button", name="grinning face", exact=True).tap()
    expect(page.box).to_have_value(GRINNING)


@pytest.mark.needs_chromium("Firefox reports a module that cannot be loaded as an exception")
@pytest.mark.service_worker
def test_without_the_node_the_picker_has_what_was_opened_before_else_some_emoji(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert saved(page, "emoji") == []
    node.stop()
    picker = open_picker(page)
    expect(picker.get_by_role("status")).to_contain_text("the others could not be loaded")
    expect(picker.get_by_role("button", name=THUMB)).to_be_visible()
    picker.get_by_role("searchbox").fill(PIZZA)
    picker.get_by_role("searchbox").press("Enter")
    expect(page.box).to_have_value(PIZZA)

    # An open picker loads the others when the node answers again.
    with page.page.expect_event("requestfailed", lambda request: "/emoji/en.js" in request.url):
        open_picker(page)
    node.start()
    expect(picker.get_by_role("group")).to_have_count(10)
    expect(picker.get_by_role("status")).to_be_empty()
    eventually(lambda: saved(page, "emoji") == ["en.js", "list.js"], lambda: str(saved(page, "emoji")))
    node.stop()
    page.page.keyboard.press("Escape")
    page.reload()
    open_picker(page)
    expect(picker.get_by_role("button", name="pizza").first).to_be_visible()
