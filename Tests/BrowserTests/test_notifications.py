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
    page.settings.get_by_label("Tell me of messages").click()
    return page


def test_who_wants_it_is_told_once_by_all_tabs_of_what_others_write(
    node: Node, visit: Visit
) -> None:
    page = open_listening(node, visit, ["notifications"])
    expect(page.settings.get_by_label("Tell me of messages")).to_be_checked()
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
    expect(page.page.locator("#notify-problem")).to_contain_text("The browser does not allow it")
    expect(page.settings.get_by_label("Tell me of messages")).not_to_be_checked()
