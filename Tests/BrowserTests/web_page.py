"""The web client of a node in one tab, as a person uses it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Locator, Page, expect

import slow_world
from eventually import eventually
from node import Node
from page_monitor import PageMonitor


#: Enters a text into a field, and submits its form.
ENTER = """(field, text) => {
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.form.requestSubmit();
}"""


def new_window(page: Page) -> Page:
    """Opens an empty page in the browser context of another page, in a window of its own."""
    if page.context.browser.browser_type.name == "firefox":
        return page.context.new_page()
    session = page.context.new_cdp_session(page)
    context = session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
    session.detach()
    assert page.context.browser
    browser = page.context.browser.new_browser_cdp_session()
    with page.context.expect_page() as opening:
        browser.send("Target.createTarget", {"url": "about:blank", "browserContextId": context, "newWindow": True})
    browser.detach()
    return opening.value


class WebPage:
    """A tab with the web client of a node."""

    def __init__(self, page: Page, node: Node, monitor: PageMonitor) -> None:
        self.page = page
        self.node = node
        self.monitor = monitor
        self.name_field = page.locator("#first-name")
        self.box = page.locator("#text")
        self.send_button = page.locator("#send")
        self.counter = page.locator("#counter")
        self.problem = page.locator("#composer-problem")
        self.messages = page.locator("#timeline .message")
        self.waiting = page.locator("#waiting .message")
        self.notices = page.locator("#notices .notice")
        self.scroller = page.locator("#scroller")
        self.to_newest = page.locator("#to-newest")
        self.to_earlier = page.locator("#to-earlier")
        self.room_list = page.locator("#room-list")
        self.room_name = page.locator("#room-name")
        self.unread_line = page.locator(".unread-line")
        self.settings = page.locator("#settings")
        self.group = page.locator("#group")

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def open(self, path: str = "", address: str | None = None) -> WebPage:
        self.page.goto((address or self.node.url) + path)
        return self

    def reload(self) -> None:
        """Loads the page again.

        A closed dialog or menu is followed by a step back in the history, which would abort a reload that
        begins before it. This waits for that step.
        """
        self.page.wait_for_function("""() => {
          const layers = document.querySelectorAll('dialog[open], #rooms.open, :popover-open').length;
          return (history.state?.layers ?? 0) === layers;
        }""")
        self.page.reload()

    def go_back(self) -> None:
        """Goes back within the page.

        Playwright's own step back waits until a page is loaded. In Firefox, a step within the page never ends that wait.
        """
        self.page.evaluate("history.back()")

    def go_forward(self) -> None:
        self.page.evaluate("history.forward()")

    def open_another_tab(self, path: str = "", address: str | None = None) -> WebPage:
        """Opens the web client in another tab of the same browser.

        If there is a tab, the new one is in a window of its own. Of a tab behind another one, Chromium draws a frame every
        two seconds, and each click waits for a frame.
        """
        tabs = self.context.pages
        page = new_window(tabs[0]) if tabs else self.context.new_page()
        return WebPage(page, self.node, self.monitor).open(path, address)

    def close(self) -> None:
        self.page.close()

    # Actions

    def give_name(self, name: str) -> WebPage:
        """Enters the person's name on the first visit. Returns when the page has loaded the open room.

        A message that the node stores earlier may count as read, and is not announced. A script enters the name, which takes
        less time than keys.
        """
        # The page shows the field when its scripts are loaded.
        self.name_field.wait_for()
        self.name_field.evaluate(ENTER, name)
        expect(self.box).to_be_visible()
        self.expect_loaded()
        return self

    def write(self, text: str) -> None:
        """Writes a message and sends it. A script does it, which takes less time than keys; test_composer.py has the keys."""
        self.box.wait_for()
        self.box.evaluate(ENTER, text)

    def open_room(self, room: str) -> None:
        """Opens a room by its link in the list of rooms. Returns when the page no longer shows the room before it."""
        self.room_link(room).click()
        expect(self.room_list.locator("[aria-current]")).to_contain_text(room)

    def enter(self, room: str) -> None:
        """Opens a room by its name in the form for new rooms. Returns when the page no longer shows the room before it."""
        self.enter_name(room)
        self.expect_room(room)

    def enter_name(self, room: str) -> None:
        """Enters a name in the form for new rooms. The page may offer a room with almost the same name."""
        self.open_room_form().fill(room)
        self.page.locator("#new-room").press("Enter")

    def open_room_form(self) -> Locator:
        """Opens the form for new rooms, unless it is open. Returns the field for the name."""
        self.expect_started()
        # A closed dialog fades.
        if not self.page.locator("#room-dialog[open]").is_visible():
            self.page.locator("#open-new-room").click()
        return self.page.locator("#room-dialog[open] #new-room")

    def show_rooms(self) -> None:
        """Opens the panel with the list of rooms on a narrow page; a wide page always shows the list."""
        self.expect_started()
        if not self.room_list.is_visible():
            self.page.locator("#open-rooms").click()
        expect(self.room_list).to_be_visible()

    def choose_in_room_menu(self, item: str) -> None:
        self.expect_started()
        self.page.locator("#open-room-menu").click()
        self.page.get_by_role("menuitem", name=item, exact=True).click()
        expect(self.page.locator("#room-menu")).to_be_hidden()

    def open_settings(self) -> None:
        self.expect_started()
        self.page.locator("#open-settings").click()
        expect(self.settings).to_be_visible()

    def done(self) -> None:
        """Saves the settings with the button "Save", in any language."""
        self.settings.locator("button.main").click()
        expect(self.settings).to_be_hidden()

    def open_group(self) -> None:
        self.expect_started()
        self.page.locator("#open-group").click()
        expect(self.group).to_be_visible()

    def start_node(self) -> None:
        """Starts the node again. The page notices it at once, as when its window gets the focus."""
        self.node.start()
        self.page.evaluate("dispatchEvent(new Event('focus'))")

    def hide(self) -> None:
        """Makes the page believe that another tab is visible instead."""
        self.page.evaluate("setVisibility('hidden')")

    def show(self) -> None:
        self.page.evaluate("setVisibility('visible')")

    def scroll_to_top(self) -> None:
        self.scroller.evaluate("(element) => { element.scrollTop = 0; }")

    def scroll_to_end(self) -> None:
        self.scroller.evaluate("(element) => { element.scrollTop = element.scrollHeight; }")

    def read_to_the_end(self) -> None:
        """Scrolls on to the end, less than a screen at a time."""
        for _ in range(200):
            if self.scroll_on():
                return
        raise AssertionError("the page did not reach the end")

    def scroll_on(self) -> bool:
        """Scrolls less than a screen towards the end. Returns whether the end is visible.

        The browser reports scrolling once a frame. Two steps in one frame would skip messages.
        """
        return self.scroller.evaluate("""async (element) => {
          element.scrollBy(0, 0.6 * element.clientHeight);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          return element.scrollHeight - element.scrollTop - element.clientHeight < 2;
        }""")

    def wait_until_web_client_is_saved(self) -> None:
        """Returns when the service worker has saved the web client with its language. It needs the node for that."""
        is_saved = """async () => {
          const found = await navigator.serviceWorker.getRegistration();
          const { lang, dataset: { version } } = document.documentElement;
          return found?.active?.state === 'activated' && Boolean(await caches.match(`web/${version}/languages/${lang}.js`));
        }"""
        eventually(lambda: self.page.evaluate(is_saved), "the browser saves the web client")

    # What the page shows

    def message(self, text: str) -> Locator:
        """Returns the stored message whose text contains `text`."""
        # Goes from the text to its message: searching in each of 20,000 messages takes seconds.
        return self.page.locator("#timeline .text", has_text=text).locator(
            "xpath=ancestor::*[contains(concat(' ', @class, ' '), ' message ')]"
        )

    @property
    def gone(self) -> Locator:
        """The messages whose texts are gone."""
        return self.messages.filter(has=self.page.locator(".gone"))

    def notice(self, text: str) -> Locator:
        return self.notices.filter(has_text=text)

    def room_link(self, room: str) -> Locator:
        # Its last message may contain the name of another room.
        return self.room_list.get_by_role("link").filter(has=self.page.locator("bdi", has_text=room))

    def unread(self, room: str) -> Locator:
        """Returns the visible count of unread messages in the list of rooms."""
        return self.room_link(room).locator(".badge:not(.mentions):visible")

    def mentions(self, room: str) -> Locator:
        """Returns the visible count of unread mentions of this person in the list of rooms."""
        return self.room_link(room).locator(".badge.mentions:visible")

    def room_names(self) -> Locator:
        """Returns the names in the list of rooms, without the hidden rooms."""
        return self.room_list.locator("bdi")

    def texts(self) -> list[str]:
        """Returns the texts of the stored messages on the page, from top to bottom."""
        return self.page.locator("#timeline .text").evaluate_all(
            "(all) => all.map((text) => text.textContent)"
        )

    def expect_texts(self, texts: list[str], timeout: float | None = None) -> None:
        """Expects exactly these stored messages, in this order, and no waiting message.

        In a slow world, they have more than `timeout` milliseconds.
        """
        timeout = timeout and timeout * slow_world.patience
        expect(self.page.locator("#timeline .text")).to_have_text(texts, timeout=timeout)
        expect(self.waiting).to_have_count(0)

    def expect_started(self) -> None:
        """Expects that the page acts on what the person does: its scripts are loaded."""
        expect(self.room_list.locator("li").first).to_be_attached()

    def expect_loaded(self) -> None:
        """Expects messages in the open room, or the sentence that it has none.

        On a later visit, these may be the messages that the browser has kept.
        """
        expect(self.page.locator("#timeline .message, #empty:not([hidden])").first).to_be_attached()

    def expect_answered(self) -> None:
        """Expects that the page shows the node's answer instead of what the browser has kept.

        Then one tab of the browser waits for new messages.
        """
        expect(self.page.locator("#timeline[data-source=node]")).to_be_attached()
        eventually(
            lambda: any("messages.php" in address for address in self.monitor.waiting()),
            "a tab waits for new messages",
        )

    def expect_saved_waiting(self, count: int) -> None:
        """Expects so many waiting messages, each with the button "Discard": the browser has saved them.

        While its database is slow, unsaved messages have the button, too, and say that they are not saved.
        """
        expect(self.waiting).to_have_count(count)
        expect(self.waiting.get_by_role("button", name="Discard")).to_have_count(count)
        expect(self.waiting.filter(has_text="keep this tab open")).to_have_count(0)

    def expect_room(self, title: str) -> None:
        expect(self.room_name).to_have_text(title)

    def expect_no_sideways_scrolling(self) -> None:
        """Compares with the screen: on a phone, a page that is too wide widens the window."""
        screen = self.page.viewport_size
        assert screen
        width = self.page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth)")
        assert width <= screen["width"], "the page is wider than the screen"
