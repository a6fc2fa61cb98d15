"""System notifications of new messages while no tab is visible."""

import re

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from eventually import eventually
from node import Node

pytestmark = pytest.mark.whole_browser

#: A script that records notifications, because a browser without a screen does not show them.
RECORDING = """
globalThis.notified = [];
globalThis.Notification = class extends Notification {
  constructor(title, options) {
    super(title, options);
    notified.push([title, options.body]);
  }
};
"""


def open_recording(node: Node, visit: Visit, permissions: list[str]) -> ChatPage:
    page = visit(node, permissions=permissions)
    page.context.add_init_script(RECORDING)
    page.reload()
    page.expect_loaded()
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").click()
    return page


def test_two_hidden_tabs_show_one_notification_of_a_message_of_somebody_else(
    node: Node, visit: Visit
) -> None:
    page = open_recording(node, visit, ["notifications"])
    expect(page.settings.get_by_label("Notify me when this page")).to_be_checked()
    page.done()
    other = page.open_another_tab("#kitchen")
    expect(other.box).to_be_visible()
    node.post("in sight", user="megan")
    expect(page.message("in sight")).to_be_visible()
    for tab in (page, other):
        tab.hide()
    node.post("my own", user="jack")
    node.post("soup is ready", user="megan")
    notified = "globalThis.notified"
    eventually(
        lambda: page.page.evaluate(notified) + other.page.evaluate(notified) != [],
        "a notification is shown",
    )
    expect(page.message("soup is ready")).to_have_count(1)
    assert page.page.evaluate(notified) + other.page.evaluate(notified) == [
        ["megan \u00b7 Main room", "soup is ready"]
    ]


def test_settings_say_when_the_browser_blocks_notifications(node: Node, visit: Visit) -> None:
    page = open_recording(node, visit, [])
    expect(page.page.locator("#notify-problem")).to_contain_text("The browser blocks notifications")
    expect(page.settings.get_by_label("Notify me when this page")).not_to_be_checked()
    page.done()
    saved = page.page.evaluate("JSON.parse(localStorage['tidings.settings']).notify")
    assert saved is False
    page.open_settings()
    expect(page.page.locator("#notify-problem")).to_be_hidden()


def test_a_notification_of_several_messages_names_all_authors_and_rooms(
    node: Node, visit: Visit
) -> None:
    page = open_recording(node, visit, ["notifications"])
    expect(page.settings.get_by_label("Notify me when this page")).to_be_checked()
    page.done()
    node.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    page.hide()
    # Blocks all requests, so that one answer brings all three messages.
    page.page.evaluate(
        """() => {
          const fetch = globalThis.fetch;
          globalThis.release = undefined;
          const free = new Promise((resolve) => { globalThis.release = resolve; });
          globalThis.fetch = (...options) => free.then(() => fetch(...options));
        }"""
    )
    node.start()
    node.post("soup is ready", user="megan")
    node.post("come in", room="kitchen", user="ben")
    node.post("now", user="megan")
    page.page.evaluate("release()")
    eventually(lambda: page.page.evaluate("globalThis.notified") != [], "a notification is shown")
    assert page.page.evaluate("globalThis.notified") == [
        ["megan, ben \u00b7 Main room, kitchen", "3 new messages"]
    ]


def test_hidden_rooms_do_not_notify_and_do_not_count_in_the_title(
    node: Node, visit: Visit
) -> None:
    node.post("soup", room="kitchen", user="megan")
    page = open_recording(node, visit, ["notifications"])
    page.done()
    page.open_room("kitchen")
    page.expect_texts(["soup"])
    page.choose_in_room_menu("Hide this room in the list")
    page.open_room("Main room")
    page.hide()
    node.post("in the hidden room", room="kitchen", user="megan")
    expect(page.page.locator("#hidden-rooms summary .badge")).to_have_text("1")
    expect(page.page.locator("#other-unread")).to_be_hidden()
    expect(page.page).to_have_title("Main room \u00b7 Tidings")
    node.post("in the main room", user="megan")
    eventually(lambda: page.page.evaluate("globalThis.notified") != [], "a notification is shown")
    assert page.page.evaluate("globalThis.notified") == [
        ["megan \u00b7 Main room", "in the main room"]
    ]
    expect(page.page).to_have_title("(1) Main room \u00b7 Tidings")
    page.open_room("Main room")
    page.enter("kitchen")
    page.expect_room("kitchen")
    page.choose_in_room_menu("Show this room in the list")
    expect(page.page).to_have_title(re.compile(r"^\(2\) kitchen"))


def test_a_notification_shows_the_text_without_its_markup(node: Node, visit: Visit) -> None:
    page = open_recording(node, visit, ["notifications"])
    page.done()
    page.hide()
    node.post("**hey** Samantha, see `a*b*c`:\n```js\nlet x = 2 * 3;\n```", user="megan")
    eventually(lambda: page.page.evaluate("globalThis.notified") != [], "a notification is shown")
    assert page.page.evaluate("globalThis.notified") == [
        ["megan \u00b7 Main room", "hey Samantha, see a*b*c:\nlet x = 2 * 3;"]
    ]


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_the_browser_may_ask_until_after_the_settings_are_closed(
    node: Node, visit: Visit, answer: str
) -> None:
    page = visit(node)
    page.page.evaluate(
        """() => {
          Notification.requestPermission = () => new Promise((resolve) => { globalThis.answer = resolve; });
        }"""
    )
    saved = "JSON.parse(localStorage['tidings.settings']).notify"
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").click()
    page.done()
    page.page.evaluate("(answer) => globalThis.answer(answer)", answer)
    eventually(lambda: page.page.evaluate(saved) is (answer == "granted"), "the answer is saved")
    page.open_settings()
    expect(page.settings.get_by_label("Notify me when this page")).to_be_checked(
        checked=answer == "granted"
    )


def test_settings_that_are_cancelled_while_the_browser_asks_change_nothing(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.evaluate(
        """() => {
          Notification.requestPermission = () => new Promise((resolve) => { globalThis.answer = resolve; });
        }"""
    )
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").click()
    page.page.keyboard.press("Escape")
    expect(page.settings).to_be_hidden()
    page.page.evaluate("globalThis.answer('granted')")
    page.open_settings()
    expect(page.settings.get_by_label("Notify me when this page")).not_to_be_checked()
    page.done()
    assert page.page.evaluate("JSON.parse(localStorage['tidings.settings']).notify") is False


def test_a_click_on_a_notification_of_the_service_worker_opens_the_room(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.wait_until_web_client_is_saved()
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    [worker] = page.context.service_workers
    # The browser allows focus and openWindow only after a real click.
    worker.evaluate(
        """() => {
          WindowClient.prototype.focus = async function () { return this; };
          return show('k\u00fcche');
        }"""
    )
    page.expect_room("k\u00fcche")
    worker.evaluate(
        """() => {
          Clients.prototype.matchAll = async () => [];
          Clients.prototype.openWindow = async (place) => { globalThis.opened = String(place); };
          return show('');
        }"""
    )
    assert worker.evaluate("globalThis.opened") == node.url + "#"
