"""System notifications of new messages while no tab is visible."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from notified import RECORDING


@pytest.mark.whole_browser
def test_two_hidden_tabs_show_one_notification_of_a_message_of_somebody_else(
    node: Node, visit: Visit
) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = visit(node, path="#kitchen", permissions=["notifications"])
    page.context.add_init_script(RECORDING)
    page.reload()
    page.expect_texts(["soup"])
    # Messages in a hidden room do not notify.
    page.choose_in_room_menu("Hide this room in the list")
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").check()
    page.done()
    page.open_room("Main room")
    other = page.open_another_tab("#garden")
    other.expect_loaded()
    node.post("in sight", user="megan")
    expect(page.message("in sight")).to_be_visible()
    for tab in (page, other):
        tab.hide()
    node.post("in the hidden room", room="kitchen", user="megan")
    node.post("my own", user="jack")
    node.post("**soup** is ready", user="megan")
    notified = "globalThis.notified"
    eventually(
        lambda: page.page.evaluate(notified) + other.page.evaluate(notified) != [],
        "a notification is shown",
    )
    expect(page.message("is ready")).to_have_count(1)
    assert page.page.evaluate(notified) + other.page.evaluate(notified) == [
        ["megan \u00b7 Main room", "soup is ready"]
    ]
    expect(page.page.locator("#hidden-rooms summary .unread")).to_have_text("1")
    expect(page.page.locator("#other-unread")).to_be_hidden()
    expect(page.page).to_have_title("(1) Main room \u00b7 Tidings")
    page.show()
    page.enter("kitchen")
    expect(page.message("in the hidden room")).to_be_visible()
    expect(page.page.locator("#hidden-rooms summary .unread")).to_be_hidden()
    page.hide()
    node.post("still in the hidden room", room="kitchen", user="megan")
    expect(page.message("still in the hidden room")).to_have_count(1)
    page.choose_in_room_menu("Show this room in the list")
    expect(page.page).to_have_title("(1) kitchen \u00b7 Tidings")


@pytest.mark.needs_chromium("a browser without a window blocks notifications only there")
def test_settings_say_when_the_browser_blocks_notifications(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").click()
    expect(page.page.locator("#notify-problem")).to_contain_text("The browser blocks notifications")
    expect(page.settings.get_by_label("Notify me when this page")).not_to_be_checked()
    page.done()
    saved = page.page.evaluate("JSON.parse(localStorage['tidings.settings']).notify")
    assert saved is False
    page.open_settings()
    expect(page.page.locator("#notify-problem")).to_be_hidden()


def test_the_browser_may_ask_until_after_the_settings_are_closed(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.page.evaluate(
        """() => {
          Notification.requestPermission = () => new Promise((resolve) => { globalThis.answer = resolve; });
        }"""
    )
    choice = page.settings.get_by_label("Notify me when this page")

    def expect_saved(wanted: bool) -> None:
        saved = "JSON.parse(localStorage['tidings.settings']).notify"
        eventually(lambda: page.page.evaluate(saved) is wanted, "the answer is saved")
        page.open_settings()
        expect(choice).to_be_checked(checked=wanted)

    # Settings that are cancelled meanwhile change nothing.
    page.open_settings()
    choice.click()
    page.page.keyboard.press("Escape")
    expect(page.settings).to_be_hidden()
    page.page.evaluate("answer('granted')")
    page.open_settings()
    expect(choice).not_to_be_checked()
    page.done()
    for answer in ("denied", "granted"):
        expect_saved(False)
        choice.click()
        page.done()
        page.page.evaluate("(answer) => globalThis.answer(answer)", answer)
    expect_saved(True)


#: Dispatches the event of a click in the service worker. A browser lets only its own events wait for a promise.
CLICK = """(room) => {
  const notification = { data: { room }, close() {} };
  const event = Object.assign(new Event('notificationclick'), { notification });
  const done = new Promise((resolve) => { event.waitUntil = resolve; });
  dispatchEvent(event);
  return done;
}"""


@pytest.mark.service_worker
@pytest.mark.needs_chromium("Playwright sees service workers only there")
def test_a_click_on_a_notification_of_the_service_worker_opens_the_room(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.wait_until_web_client_is_saved()
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    [worker] = page.context.service_workers
    # The browser allows focus and openWindow only after a real click.
    worker.evaluate("() => { WindowClient.prototype.focus = async function () { return this; }; }")
    worker.evaluate(CLICK, "k\u00fcche")
    page.expect_room("k\u00fcche")
    worker.evaluate(
        """() => {
          Clients.prototype.matchAll = async () => [];
          Clients.prototype.openWindow = async (address) => { globalThis.opened = String(address); };
        }"""
    )
    worker.evaluate(CLICK, "")
    assert worker.evaluate("globalThis.opened") == node.url + "#"
