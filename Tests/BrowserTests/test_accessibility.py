"""axe-core checks all views of the web client by the rules of WCAG 2.2, levels A and AA."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import expect

from conftest import StartNode, Visit
from invitations import connect, dialog, make_invitation, open_dialog, use_invitation
from web_page import WebPage

WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 320, "height": 568}

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

#: The end of each part of a long list of messages is enough: texts one after another have the same form.
CHECKED = {"exclude": ["#timeline .message:not(:nth-last-child(-n + 20))"]}


def expect_no_violation(page: WebPage, rules: list[str]) -> None:
    if not page.page.evaluate("'axe' in globalThis"):
        page.page.evaluate(Axe().axe_script)
    # Half-transparent text has less contrast.
    page.page.wait_for_function("() => document.getAnimations().every(({ playState }) => playState !== 'running')")
    # The selectors of all elements take a third of the time, and only a violation needs them.
    options: dict[str, Any] = {"runOnly": rules, "resultTypes": ["violations"], "selectors": False}
    check = "([checked, options]) => axe.run(checked, options).then(({ violations }) => ({ violations }))"
    if page.page.evaluate(check, [CHECKED, options])["violations"]:
        results = AxeResults(page.page.evaluate(check, [CHECKED, options | {"selectors": True}]))
        raise AssertionError(results.generate_report())


def expect_accessible(page: WebPage) -> None:
    """Expects no violation. In the dark scheme, only the contrasts are others: Tests/WebTests/colours.test.js has their tests."""
    expect_no_violation(page, RULES)


def expect_contrasts_in_the_dark(page: WebPage) -> None:
    page.page.emulate_media(color_scheme="dark")
    expect_no_violation(page, ["color-contrast"])
    page.page.emulate_media(color_scheme="light")


def test_axe_finds_no_violation(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = start_node("laptop", start=False), start_node("phone", start=False)
    laptop.peers, phone.peers = [phone.url, "http://127.0.0.1:9/"], [laptop.url]
    laptop.start()
    phone.start()
    page = visit(laptop, name=None, color_scheme="light", reduced_motion="reduce", viewport=WIDE)
    expect(page.name_field).to_be_visible()
    expect_accessible(page)

    page.name_field.press("Enter")
    expect_accessible(page)
    page.give_name("jack")
    page.write("Look: https://example.org/a")
    expect(page.message("Look")).to_contain_text("reached 1 of 2")
    phone.post("\n".join(f"line {number}" for number in range(60)), user="megan")
    phone.post("soup", room="kitchen", user="megan")
    phone.post("https://b\u00fccher.example/", user="Jack")
    expect(page.messages).to_have_count(3)
    expect(page.page.locator(".doubt")).to_have_count(2)
    page.hide()
    for number in range(10):
        phone.post(f"number {number}", user="ben \u0645\u0631\u062d\u0628\u0627")
    phone.post("**see** `code`\n> > quote\n- one\n- two\n```\ncode\n```", user="megan")
    expect(page.messages).to_have_count(14)
    page.show()
    page.box.fill("x" * 16_000)
    expect_accessible(page)
    page.scroll_to_top()
    expect(page.to_newest).to_be_visible()
    page.message("line 0").locator(".unfold").click()
    expect_accessible(page)
    page.message("line 0").locator(".unfold").click()
    page.write("@Megan and @jack")
    expect(page.message("and").locator(".mention")).to_have_count(2)
    page.box.press_sequentially("@")
    expect(page.page.locator("#completions [role=option]").first).to_be_visible()
    expect_accessible(page)
    expect_contrasts_in_the_dark(page)
    page.box.fill("")
    page.message("Look").locator(".facts").click()
    expect(page.page.locator("#details")).to_contain_text("Reached")
    expect_accessible(page)
    page.page.keyboard.press("Escape")

    page.page.locator("#open-room-menu").click()
    expect(page.page.locator("#room-menu")).to_be_visible()
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    page.choose_in_room_menu("Hide this room in the list")
    page.page.locator("#hidden-rooms summary").click()
    page.enter_name("Kitchen")
    expect(page.page.locator("#room-offer")).to_be_visible()
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    expect(page.page.locator("#room-dialog")).to_be_hidden()
    page.open_settings()
    expect_accessible(page)
    page.settings.get_by_role("button", name="Keys and formatting").click()
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Escape")
    expect(page.settings).to_be_hidden()
    page.open_group()
    expect_accessible(page)
    expect_contrasts_in_the_dark(page)
    page.page.keyboard.press("Escape")

    # On a narrow page, the header, the list of rooms and the sheet have another form.
    page.page.set_viewport_size(NARROW)
    expect_accessible(page)
    page.show_rooms()
    page.enter_name("Kitchen")
    expect(page.page.locator("#room-offer")).to_be_visible()
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    expect(page.page.locator("#room-dialog")).to_be_hidden()
    page.page.locator("#close-rooms").click()
    page.open_group()
    expect_accessible(page)
    page.page.keyboard.press("Escape")

    laptop.kill()
    page.write("while the node does not answer")
    expect(page.notices).to_contain_text("has not answered since")
    expect_accessible(page)
    expect_contrasts_in_the_dark(page)


def test_axe_finds_no_violation_in_the_dialogs_about_invitations(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = connect(start_node)
    page = visit(anna, color_scheme="light", reduced_motion="reduce", viewport=WIDE)
    page.monitor.expect_status(400)
    open_dialog(page, "Invite")
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    make_invitation(page)
    expect_accessible(page)
    page.page.set_viewport_size(NARROW)
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    page.page.set_viewport_size(WIDE)
    page.page.keyboard.press("Escape")
    opened = use_invitation(page, "hello")
    expect(opened.get_by_role("alert")).to_contain_text("This is not a whole invitation.")
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    for name in ("Rename", "Remove"):
        open_dialog(page, name)
        expect_accessible(page)
        page.page.keyboard.press("Escape")
        expect(dialog(page, name.lower())).to_be_hidden()
    anna.request("peer", peer=ben.public_key, change="pause")
    expect(page.group.get_by_role("button", name="Resume")).to_be_visible()
    expect_accessible(page)
    page.page.set_viewport_size(NARROW)
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
