"""Waiting messages: they can be edited until the first attempt to send them begins, afterwards only discarded."""

import pytest
from playwright.sync_api import Locator, Route, expect

from chat_page import ChatPage
from conftest import Visit
from node import Node
from test_accessibility import expect_accessible
from test_queue import queue_unsent

MAYBE_SENT = "It may have been sent already."
SIZES = [(320, 568), (390, 844), (1280, 800)]

#: A script that presses "Edit" after the page has found out that the node answers, before the attempt to send.
EDIT_FIRST = """() => {
  const { fetch } = globalThis;
  globalThis.fetch = async (...options) => {
    const answer = await fetch(...options);
    if (options[0] === 'status.xml') document.querySelector('#waiting .actions button')?.click();
    return answer;
  };
}"""

#: A script that presses "Edit" when the transaction of the first attempt has begun.
ATTEMPT_FIRST = """() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...options) {
    const made = transaction.apply(this, options);
    const [store, mode] = options;
    if (store === 'outbox' && mode === 'readwrite') {
      IDBDatabase.prototype.transaction = transaction;
      document.querySelector('#waiting .actions button').click();
    }
    return made;
  };
}"""


def edit(message: Locator) -> Locator:
    return message.get_by_role("button", name="Edit")


def discard(message: Locator) -> Locator:
    return message.get_by_role("button", name="Discard")


def stop_node(page: ChatPage) -> None:
    page.wait_until_web_client_is_saved()
    page.node.stop()
    expect(page.notice("has not answered since")).to_be_visible()


def pause_before_first_post(page: ChatPage) -> None:
    """Suspends the node when the first tab that has found out that it answers is about to post."""

    def pause(route: Route) -> None:
        page.node.pause()
        route.continue_()

    page.context.route("**/add.php", pause, times=1)


def expect_only_discard(page: ChatPage) -> None:
    expect(page.waiting).to_contain_text(MAYBE_SENT)
    expect(edit(page.waiting)).to_have_count(0)
    expect(discard(page.waiting)).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=["small", "phone", "laptop"])
def test_a_message_can_be_edited_before_the_first_attempt_to_send_it(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(node, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    other = page.open_another_tab("#kitchen")
    expect(other.box).to_be_visible()
    other.page.evaluate("location.hash = ''")
    stop_node(page)
    for text in ("one", "two"):
        page.write(text)
    # The other tab gets them when the browser has saved them.
    expect(other.waiting).to_have_count(2)
    page.reload()
    page.box.fill("already there")
    expect(edit(page.waiting)).to_have_count(2)
    expect(edit(other.waiting)).to_have_count(2)
    expect(page.waiting.first).not_to_contain_text(MAYBE_SENT)
    expect_accessible(page)
    page.expect_no_sideways_scrolling()

    edit(page.waiting.filter(has_text="one")).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["two"])
        expect(tab.box).to_have_value("one\nalready there")
    expect(page.box).to_be_focused()
    # The cursor is behind the edited text.
    page.page.keyboard.type("!")
    page.reload()
    expect(page.box).to_have_value("one!\nalready there")
    expect(page.waiting.locator(".text")).to_have_text(["two"])
    page.box.fill("one, edited")
    page.send_button.click()
    expect(page.waiting).to_have_count(2)
    node.start()
    for tab in (page, other):
        tab.expect_texts(["two", "one, edited"])
    assert node.texts() == ["two", "one, edited"]


@pytest.mark.parametrize("size", SIZES, ids=["small", "phone", "laptop"])
def test_a_message_can_only_be_discarded_after_an_attempt_to_send_it(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(node, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    stop_node(page)
    page.write("one")
    edit(page.waiting).focus()
    place = discard(page.waiting).bounding_box()
    pause_before_first_post(page)
    node.start()
    for tab in (page, other):
        expect_only_discard(tab)
    # Somebody who is about to press "Edit" does not discard the message.
    assert place and place["y"] == pytest.approx(discard(page.waiting).bounding_box()["y"], abs=2)
    assert place["x"] == pytest.approx(discard(page.waiting).bounding_box()["x"], abs=2)
    assert not discard(page.waiting).evaluate("(button) => button === document.activeElement")
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    page.reload()
    expect_only_discard(page)

    discard(page.waiting).click()
    for tab in (page, other):
        expect(tab.waiting).to_have_count(0)
    expect(page.box).to_have_value("")
    page.write("two")
    node.resume()
    expect(page.message("two")).to_be_visible(timeout=40_000)
    assert node.texts() in (["two"], ["one", "two"])


@pytest.mark.parametrize("script", [EDIT_FIRST, ATTEMPT_FIRST], ids=["edit first", "attempt first"])
def test_a_message_is_edited_or_sent_if_an_attempt_begins_while_edit_is_pressed(
    node: Node, visit: Visit, script: str
) -> None:
    page = visit(node)
    stop_node(page)
    page.write("one")
    page.box.fill("already there")
    expect(edit(page.waiting)).to_be_visible()
    page.page.evaluate(script)
    node.start()
    if script == EDIT_FIRST:
        expect(page.box).to_have_value("one\nalready there")
        expect(page.waiting).to_have_count(0)
        page.write("two")
        page.expect_texts(["two"])
    else:
        page.expect_texts(["one"])
        expect(page.box).to_have_value("already there")
        page.write("two")
        page.expect_texts(["one", "two"])
    assert node.texts() == page.texts()


def test_two_tabs_that_edit_a_message_at_once_get_its_text_once(node: Node, visit: Visit) -> None:
    page = visit(node)
    other = page.open_another_tab()
    stop_node(page)
    page.write("one")
    for tab in (page, other):
        expect(edit(tab.waiting)).to_be_visible()
    # Neither tab can change the queue while this script reads it.
    page.page.evaluate(
        """async () => {
          const opening = indexedDB.open('tidings');
          await new Promise((resolve) => { opening.onsuccess = resolve; });
          const queue = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
          globalThis.isReading = true;
          const read = () => { if (isReading) queue.get(0).onsuccess = read; };
          read();
          opening.result.close();
        }"""
    )
    for tab in (page, other):
        tab.page.evaluate("document.querySelector('#waiting .actions button').click()")
    page.page.evaluate("isReading = false")
    for tab in (page, other):
        expect(tab.waiting).to_have_count(0)
        expect(tab.box).to_have_value("one")
    node.start()
    page.box.press("Enter")
    for tab in (page, other):
        tab.expect_texts(["one"])
        expect(tab.box).to_have_value("")
    assert node.texts() == ["one"]


def test_a_message_that_was_discarded_in_another_tab_is_not_sent(node: Node, visit: Visit) -> None:
    page = visit(node)
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    pause_before_first_post(page)
    for text in ("one", "two", "three"):
        page.write(text)
    expect(edit(other.waiting)).to_have_count(2)
    discard(other.waiting.filter(has_text="two")).click()
    edit(page.waiting.filter(has_text="three")).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one"])
    node.resume()
    page.expect_texts(["one"], timeout=40_000)
    page.box.press("Enter")
    for tab in (page, other):
        tab.expect_texts(["one", "three"])
    assert node.texts() == ["one", "three"]


def test_a_message_that_the_browser_cannot_save_can_be_edited(node: Node, visit: Visit) -> None:
    page = visit(node)
    stop_node(page)
    page.page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error(); }; }")
    page.write("one")
    expect(page.waiting).to_contain_text("keep this tab open")
    edit(page.waiting).click()
    expect(page.waiting).to_have_count(0)
    expect(page.box).to_have_value("one")
    page.write("two")
    node.start()
    page.expect_texts(["two"])
    assert node.texts() == ["two"]


def test_a_message_of_an_earlier_version_of_the_page_can_only_be_discarded(
    node: Node, visit: Visit
) -> None:
    # That version did not save whether it had tried to send a message.
    page = visit(node)
    stop_node(page)
    queue_unsent(page, "one")
    page.reload()
    expect_only_discard(page)
    node.start()
    page.expect_texts(["one"])


def test_an_edited_message_goes_to_the_draft_of_its_own_room(node: Node, visit: Visit) -> None:
    page = visit(node)
    stop_node(page)
    page.write("one")
    expect(edit(page.waiting)).to_be_visible()
    # The room changes before the browser has removed the message.
    page.page.evaluate(
        """() => {
          const { get } = IDBObjectStore.prototype;
          IDBObjectStore.prototype.get = function (...options) {
            if (this.name === 'outbox') {
              IDBObjectStore.prototype.get = get;
              location.hash = 'kitchen';
              dispatchEvent(new HashChangeEvent('hashchange'));
            }
            return get.apply(this, options);
          };
        }"""
    )
    edit(page.waiting).click()
    page.expect_room("kitchen")
    expect(page.room_link("Main room")).to_contain_text("Draft")
    expect(page.box).to_have_value("")
    page.room_link("Main room").click()
    expect(page.box).to_have_value("one")
    expect(page.waiting).to_have_count(0)
