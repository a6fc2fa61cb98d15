"""Messages that come while nobody looks, as the system shows such things."""

from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from eventually import eventually
from node import Node

#: Keeps what the page tells of: nobody sees it in a browser without a screen.
LISTENING = """
globalThis.told = [];
globalThis.Notification = class extends Notification {
  constructor(title, options) {
    super(title, options);
    told.push([title, options.body]);
  }
};
"""


def open_listening(node: Node, visit: Visit, permissions: list[str]) -> ChatPage:
    page = visit(node, permissions=permissions)
    page.context.add_init_script(LISTENING)
    page.page.reload()
    expect(page.box).to_be_visible()
    page.open_settings()
    page.settings.get_by_label("Notify me when this page").click()
    return page


def test_who_wants_it_is_told_once_by_all_tabs_of_what_others_write(
    node: Node, visit: Visit
) -> None:
    page = open_listening(node, visit, ["notifications"])
    expect(page.settings.get_by_label("Notify me when this page")).to_be_checked()
    page.page.keyboard.press("Escape")
    other = page.open_another_tab("#kitchen")
    expect(other.box).to_be_visible()
    node.post("in sight", user="megan")
    expect(page.message("in sight")).to_be_visible()
    for tab in (page, other):
        tab.hide()
    node.post("my own", user="jack")
    node.post("soup is ready", user="megan")
    told = "globalThis.told"
    eventually(
        lambda: page.page.evaluate(told) + other.page.evaluate(told) != [], "somebody is told"
    )
    expect(page.message("soup is ready")).to_have_count(1)
    assert page.page.evaluate(told) + other.page.evaluate(told) == [
        ["megan \u00b7 Main room", "soup is ready"]
    ]


def test_a_browser_that_does_not_allow_it_says_so(node: Node, visit: Visit) -> None:
    page = open_listening(node, visit, [])
    expect(page.page.locator("#notify-problem")).to_contain_text("The browser blocks notifications")
    expect(page.settings.get_by_label("Notify me when this page")).not_to_be_checked()


def test_several_messages_are_told_of_with_all_who_wrote_them(node: Node, visit: Visit) -> None:
    page = open_listening(node, visit, ["notifications"])
    page.page.keyboard.press("Escape")
    node.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    page.hide()
    # What came while the node was started is fetched in one answer.
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
    eventually(lambda: page.page.evaluate("globalThis.told") != [], "somebody is told")
    assert page.page.evaluate("globalThis.told") == [
        ["megan, ben \u00b7 Main room, kitchen", "3 new messages"]
    ]


def test_a_press_on_what_the_worker_shows_leads_to_the_room(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.page.wait_for_function("navigator.serviceWorker.controller !== null")
    [worker] = page.context.service_workers
    # A browser allows it only where somebody has really pressed.
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
