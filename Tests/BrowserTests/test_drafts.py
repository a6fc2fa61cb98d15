"""Drafts: texts that were begun and not sent, one for each room, the same in all tabs."""

import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Playwright, expect

from conftest import Visit, start_options
from held import Held
from node import Node
from page_monitor import PageMonitor
from test_accessibility import expect_accessible
from web_page import WebPage

def saved_drafts(page: WebPage) -> dict[str, Any]:
    """Returns the drafts that the browser has saved, by room."""
    return page.page.evaluate(
        """() => Object.fromEntries(Object.entries(localStorage)
          .filter(([key]) => key.startsWith('tidings.draft '))
          .map(([key, value]) => [key.slice('tidings.draft '.length), JSON.parse(value)]))"""
    )


def kill_browser(profile: Path) -> None:
    """Kills the processes of the browser with a profile."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if str(profile) in (process / "cmdline").read_text():
                os.kill(int(process.name), signal.SIGKILL)


def test_drafts_edits_and_names_survive_the_kill_of_the_browser(
    node: Node, playwright: Playwright, folder: Path
) -> None:
    def start() -> tuple[WebPage, PageMonitor]:
        context = playwright.chromium.launch_persistent_context(
            folder / "profile",
            **start_options(),
            locale="en-GB",
        )
        monitor = PageMonitor(context, [node])
        return WebPage(context.new_page(), node, monitor), monitor

    node.post("soup", room="kitchen", user="megan")
    page, monitor = start()
    page.open().give_name("jack")
    page.box.fill("half a sen")
    page.enter("attic")
    page.expect_room("attic")
    page.write("a ladder")
    page.box.press("ArrowUp")
    expect(page.box).to_have_value("a ladder")
    page.box.fill("a long ladder")
    page.enter("kitchen")
    page.expect_room("kitchen")
    page.box.fill("two\nlines")
    # Chromium writes its local storage later than the database.
    page.page.wait_for_function("""() => new Promise((resolve) => {
      const opening = indexedDB.open('tidings');
      opening.onsuccess = () => {
        const { result: database } = opening;
        database.transaction('values').objectStore('values').get('tidings.draft kitchen').onsuccess = ({ target }) => {
          database.close();
          resolve(target.result?.text.includes('lines'));
        };
      };
    })""")
    kill_browser(folder / "profile")

    later, later_monitor = start()
    later.open()
    expect(later.page.locator("#open-settings")).to_contain_text("jack")
    expect(later.name_field).to_be_hidden()
    expect(later.box).to_have_value("half a sen")
    expect(later.room_link("kitchen")).to_contain_text("Draft")
    expect(later.room_link("kitchen").locator(".last")).to_have_text("two lines")
    later.open_room("kitchen")
    expect(later.box).to_have_value("two\nlines")
    later.open_room("attic")
    expect(later.box).to_have_value("a long ladder")
    later.context.close()
    assert monitor.problems + later_monitor.problems == []


@pytest.mark.needs_chromium("Playwright taps only there")
def test_rooms_with_a_draft_are_marked_except_the_open_one(node: Node, visit: Visit) -> None:
    node.post("soup", room="kitchen", user="megan")
    node.post("soup", room="a room with quite a long name that does not fit", user="megan")
    page = visit(node, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)

    def show_rooms() -> None:
        page.page.locator("#open-rooms").tap()
        expect(page.room_link("Main room")).to_be_visible()

    def mark(room: str) -> Locator:
        return page.room_link(room).get_by_text("Draft")

    page.box.fill("half a sen")
    node.post("more soup", room="kitchen", user="megan")
    show_rooms()
    expect(page.unread("kitchen")).to_have_text("1")
    for room in ("Main room", "kitchen"):
        expect(mark(room)).to_be_hidden()
    page.open_room("a room with")
    page.expect_room("a room with quite a long name that does not fit")
    page.box.fill("another one")
    show_rooms()
    expect(mark("Main room")).to_be_in_viewport(ratio=1)
    expect(mark("a room with")).to_be_hidden()
    page.open_room("kitchen")
    show_rooms()
    expect(mark("a room with")).to_be_in_viewport(ratio=1)
    expect_accessible(page)
    # A screen reader reads the mark as a word of its own.
    expect(page.page.get_by_role("link", name="Main room Draft", exact=True)).to_be_visible()
    page.expect_no_sideways_scrolling()

    page.open_room("Main room")
    page.box.fill("")
    show_rooms()
    page.open_room("kitchen")
    show_rooms()
    expect(mark("Main room")).to_be_hidden()
    expect(mark("a room with")).to_be_visible()


def test_tabs_share_the_draft_of_a_room_until_it_is_sent(node: Node, visit: Visit) -> None:
    first = visit(node)
    second, third = first.open_another_tab(), first.open_another_tab("#kitchen")
    expect(second.box).to_be_visible()
    third.box.fill("in the kitchen")
    first.box.press_sequentially("half a")
    expect(second.box).to_have_value("half a")
    second.box.press("End")
    second.box.press_sequentially(" sentence")
    expect(first.box).to_have_value("half a sentence")
    expect(third.room_link("Main room")).to_contain_text("Draft")
    expect(third.box).to_have_value("in the kitchen")
    # For half a second a tab keeps what was typed in it. A person needs longer to go to another tab.
    second.page.wait_for_timeout(600)
    first.box.press("Enter")
    for tab in (first, second):
        tab.expect_texts(["half a sentence"])
        expect(tab.box).to_have_value("")
        expect(tab.send_button).to_be_disabled()
    expect(third.room_link("Main room").get_by_text("Draft")).to_be_hidden()
    assert saved_drafts(first) == {"kitchen": "in the kitchen"}
    assert node.texts() == ["half a sentence"]


def test_a_text_that_is_being_sent_or_that_another_tab_has_sent_does_not_come_back_as_a_draft(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    # After two seconds, a message is sent although it is not saved.
    posts = Held(page, re.compile("add.php"))
    page.box.fill("sent")
    # The browser cannot save the message while the script reads the queue.
    shown = page.page.evaluate(
        """async () => {
          const opening = indexedDB.open('tidings');
          await new Promise((resolve) => { opening.onsuccess = resolve; });
          const queue = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
          let isReading = true;
          const read = () => { if (isReading) queue.get(0).onsuccess = read; };
          // The page may have begun to save before the script, and would save the message, too.
          await new Promise((resolve) => { queue.get(0).onsuccess = () => { read(); resolve(); }; });
          document.getElementById('composer').requestSubmit();
          for (const room of ['#kitchen', '#']) {
            const opened = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
            location.hash = room;
            await opened;
          }
          const shown = [document.getElementById('text').value, localStorage['tidings.draft ']];
          isReading = false;
          opening.result.close();
          return shown;
        }"""
    )
    assert shown[0] == ""
    # Until the message is saved, the draft survives a crash of the tab.
    assert "sent" in shown[1]
    posts.release()
    page.expect_texts(["sent"])
    expect(page.box).to_have_value("")
    assert saved_drafts(page) == {}

    # Nor does the browser bring back a text that another tab has sent.
    page.box.fill("sent in another tab")
    # The tab leaves the web client before it hears that.
    page.page.evaluate("localStorage.removeItem('tidings.draft ')")
    page.page.goto(node.url + "test.html")
    page.page.go_back()
    page.expect_loaded()
    expect(page.box).to_have_value("")
