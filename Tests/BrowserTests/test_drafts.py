"""Drafts: texts that were begun and not sent, one for each room, the same in all tabs."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Playwright, expect

from chat_page import ChatPage
from conftest import Visit, start_options
from node import Node
from page_monitor import PageMonitor
from test_accessibility import expect_accessible

SIZES = [(390, 844), (1280, 800)]

#: Values of another program at the address of the node, under the keys of drafts.
MALFORMED = {
    "tidings.draft kitchen": "no JSON",
    "tidings.draft cellar": json.dumps(5),
    "tidings.draft attic": json.dumps({"text": "an object"}),
    "tidings.draft roof": json.dumps(" \n"),
    "tidings.draft garden": json.dumps(None),
    "tidings.draft " + "x" * 65: json.dumps("no name of a room"),
    "tidings.draft \x07": json.dumps("no name of a room"),
    "tidings.draft": json.dumps("no room"),
}


def save(page: ChatPage, values: dict[str, str]) -> None:
    page.page.evaluate(
        "(values) => { for (const [key, value] of Object.entries(values)) localStorage[key] = value; }",
        values,
    )


def saved_drafts(page: ChatPage) -> dict[str, Any]:
    """Returns the drafts that the browser has saved, by room."""
    return page.page.evaluate(
        """() => Object.fromEntries(Object.entries(localStorage)
          .filter(([key]) => key.startsWith('tidings.draft '))
          .map(([key, value]) => [key.slice('tidings.draft '.length), JSON.parse(value)]))"""
    )


def test_drafts_survive_the_end_of_the_browser(
    node: Node, playwright: Playwright, folder: Path
) -> None:
    def start() -> tuple[ChatPage, PageMonitor]:
        context = playwright.chromium.launch_persistent_context(
            folder / "profile",
            **start_options(),
            locale="en-GB",
        )
        monitor = PageMonitor(context, [node])
        return ChatPage(context.new_page(), node, monitor), monitor

    node.post("soup", room="kitchen", user="megan")
    page, monitor = start()
    page.open().give_name("jack")
    page.box.fill("half a sen")
    page.enter("kitchen")
    page.expect_room("kitchen")
    page.box.fill("two\nlines")
    page.context.close()

    later, later_monitor = start()
    later.open()
    expect(later.box).to_have_value("half a sen")
    expect(later.room_link("kitchen")).to_contain_text("Draft")
    later.open_room("kitchen")
    expect(later.box).to_have_value("two\nlines")
    later.context.close()
    assert monitor.problems + later_monitor.problems == []


@pytest.mark.parametrize("size", SIZES, ids=["phone", "laptop"])
def test_rooms_with_a_draft_are_marked_except_the_open_one(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    is_phone = size[0] < 768
    node.post("soup", room="kitchen", user="megan")
    node.post("soup", room="a room with quite a long name that does not fit", user="megan")
    viewport = {"width": size[0], "height": size[1]}
    page = visit(node, viewport=viewport, has_touch=is_phone, is_mobile=is_phone)

    def show_rooms() -> None:
        if is_phone:
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


def test_a_draft_of_white_space_is_not_marked(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.box.press_sequentially(" ")
    for room in ("kitchen", "cellar"):
        page.enter(room)
        page.expect_room(room)
        page.box.fill(f"in the {room}")
    expect(page.room_link("kitchen")).to_contain_text("Draft")
    expect(page.room_link("Main room").get_by_text("Draft")).to_be_hidden()


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


def test_a_text_that_is_being_sent_is_no_draft_when_its_room_is_opened_again(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.box.fill("sent")
    # The browser cannot save the message while the script reads the queue.
    shown = page.page.evaluate(
        """async () => {
          const opening = indexedDB.open('tidings');
          await new Promise((resolve) => { opening.onsuccess = resolve; });
          const queue = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
          let isReading = true;
          const read = () => { if (isReading) queue.get(0).onsuccess = read; };
          read();
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
    page.expect_texts(["sent"])
    expect(page.box).to_have_value("")
    assert saved_drafts(page) == {}


def test_the_page_works_with_malformed_drafts(node: Node, visit: Visit) -> None:
    for room in ("kitchen", "cellar", "attic", "roof", "garden"):
        node.post("soup", room=room, user="megan")
    page = visit(node)
    save(page, MALFORMED | {"tidings.draft ": json.dumps("half a sen")})
    page.reload()
    expect(page.box).to_have_value("half a sen")
    expect(page.room_list.get_by_role("link")).to_have_count(6)
    expect(page.room_list.get_by_text("Draft").filter(visible=True)).to_have_count(0)
    # Values that another program saves while the page is open.
    other = page.open_another_tab("test.html")
    save(other, {"tidings.draft ": json.dumps(["x"]), "tidings.draft x\x07": json.dumps("x")})
    expect(page.box).to_have_value("")
    page.write("something")
    page.expect_texts(["something"])


def test_the_number_of_drafts_and_their_sizes_are_limited(node: Node, visit: Visit) -> None:
    page = visit(node)
    save(page, {f"tidings.draft room-{n}": json.dumps(f"draft {n}") for n in range(50)})
    page.reload()
    for room in ("newer", "newest"):
        page.enter(room)
        page.expect_room(room)
        page.box.fill(f"written in {room}")
    page.page.go_back()
    expect(page.box).to_have_value("written in newer")
    page.box.fill("x" * 40_000)
    saved = saved_drafts(page)
    # Other drafts are dropped for those that were written last.
    assert len(saved) == 50
    assert saved["newer"] == "x" * 32_768
    assert saved["newest"] == "written in newest"
    page.page.go_forward()
    expect(page.box).to_have_value("written in newest")
    page.page.go_back()
    # Until the tab is closed, it has the whole text.
    expect(page.box).to_have_value("x" * 40_000)


def test_a_draft_lasts_as_long_as_its_tab_if_the_browser_is_full(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error(); }; }")
    page.box.fill("half a sen")
    page.enter("kitchen")
    expect(page.box).to_have_value("")
    expect(page.room_link("Main room")).to_contain_text("Draft")
    page.page.go_back()
    expect(page.box).to_have_value("half a sen")


def test_a_text_that_was_written_just_now_is_not_removed_by_another_tab(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.evaluate(
        """() => {
          const box = document.getElementById('text');
          box.value = 'mine';
          box.dispatchEvent(new InputEvent('input', { bubbles: true }));
          // As by another tab, which has just sent its own text.
          localStorage.removeItem('tidings.draft ');
          dispatchEvent(new StorageEvent('storage', { key: 'tidings.draft ' }));
        }"""
    )
    expect(page.box).to_have_value("mine")
    page.reload()
    expect(page.box).to_have_value("mine")


def test_a_sent_message_leaves_the_text_that_was_begun_in_another_tab_meanwhile(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    path = page.page.locator("link[rel=stylesheet]").get_attribute("href")
    assert path
    kept = page.page.evaluate(
        """async (path) => {
          const { drafts } = await import(path);
          drafts.set('', 'mine');
          let saved;
          const removal = drafts.remove('', new Promise((resolve) => { saved = resolve; }));
          // As another tab, whose event has not arrived yet.
          localStorage.setItem('tidings.draft ', JSON.stringify('theirs'));
          saved();
          await removal;
          return localStorage.getItem('tidings.draft ');
        }""",
        "./" + path.replace("style.css", "drafts.js"),
    )
    assert kept == '"theirs"'
