"""What the person wants to hear of a room: notifications, the title of the tab, and grey badges."""

from playwright.sync_api import Locator, expect

from conftest import Visit
from eventually import eventually
from node import Node
from notified import open_recording
from web_page import WebPage


def choose(page: WebPage, room: str, item: str, role: str = "menuitem") -> None:
    """Chooses an item of the menu of a room in the list, which need not be the open one."""
    page.room_link(room).click(button="right")
    expect(page.page.locator("#room-menu-name")).to_have_text(room)
    page.page.get_by_role(role, name=item, exact=True).click()
    expect(page.page.locator("#room-menu")).to_be_hidden()


#: A script that returns whether the page has told the other tabs that it is visible.
IS_VISIBLE = "navigator.locks.query().then(({ held }) => held.some(({ name }) => name === 'tidings.visible'))"


def hide(page: WebPage) -> None:
    page.hide()
    eventually(lambda: not page.page.evaluate(IS_VISIBLE), "no tab is visible")


def muted(badge: Locator) -> bool:
    return badge.evaluate("(badge) => badge.classList.contains('muted')")


def test_each_room_notifies_of_all_messages_of_mentions_or_of_nothing(node: Node, visit: Visit) -> None:
    for room in ("plans", "jokes", "work"):
        node.post("hello", room=room, user="anna")
    page = open_recording(node, visit)
    page.done()
    choose(page, "plans", "Mentions of me", "menuitemradio")
    choose(page, "jokes", "Nothing", "menuitemradio")
    choose(page, "work", "Mute for an hour")
    expect(page.page.locator("#room-name")).to_have_text("Main room")
    # The keyboard has the menu, too, and the button at the top that of the open room.
    page.page.locator("#open-room-menu").click()
    expect(page.page.locator("#room-menu-name")).to_have_text("Main room")
    page.page.keyboard.press("Escape")
    page.room_link("work").focus()
    page.page.keyboard.press("Shift+F10")
    unmute = page.page.get_by_role("menuitem", name="Unmute")
    expect(unmute).to_be_visible()
    expect(page.page.get_by_role("menuitem", name="Mute until")).to_be_hidden()
    expect(page.page.get_by_role("menuitemradio", name="All messages")).to_be_checked()
    page.page.keyboard.press("Escape")
    expect(page.room_link("work")).to_be_focused()
    hide(page)
    for room in ("plans", "jokes", "work"):
        node.post("lunch", room=room, user="anna")
        node.post("@jack, lunch", room=room, user="anna")
    for room in ("plans", "jokes", "work"):
        expect(page.unread(room)).to_have_text("2")
        expect(page.mentions(room)).to_have_text("@1")
    expect(page.page).to_have_title("(1) Main room \u00b7 Tidings")
    notified = "globalThis.notified.map(([title, body]) => [title.replaceAll(/[\u2068\u2069]/g, ''), body])"
    eventually(lambda: page.page.evaluate(notified) != [], "a notification is shown")
    assert page.page.evaluate(notified) == [["anna mentioned you in plans", "@jack, lunch"]]
    # Grey is what does not count.
    grey = [[muted(page.mentions(room)), muted(page.unread(room))] for room in ("plans", "jokes", "work")]
    assert grey == [[False, True], [True, True], [True, True]]
    silent = [page.room_link(room).locator(".silence").is_visible() for room in ("plans", "jokes", "work")]
    assert silent == [False, True, True]
    choose(page, "jokes", "Mark as read")
    expect(page.unread("jokes")).to_be_hidden()
    # The choice is that of all tabs, and outlasts them.
    page.show()
    page.reload()
    expect(page.page).to_have_title("(1) Main room \u00b7 Tidings")
    expect(page.unread("plans")).to_have_text("2")
    expect(page.unread("jokes")).to_be_hidden()
    page.open_room("work")
    expect(page.unread("work")).to_have_count(0)
    page.page.locator("#open-room-menu").click()
    unmute.click()
    page.open_room("Main room")
    page.expect_answered()
    hide(page)
    node.post("coffee", room="work", user="anna")
    eventually(lambda: page.page.evaluate(notified) == [["anna \u00b7 work", "coffee"]], "the room notifies again")
    expect(page.page).to_have_title("(2) Main room \u00b7 Tidings")
