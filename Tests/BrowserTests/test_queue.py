"""The queue: messages written while the node does not answer are sent in order, exactly once."""

import re

import pytest
from playwright.sync_api import Route, expect

from conftest import Visit
from eventually import eventually
from node import Node
from web_page import WebPage

#: Direction controls isolate the reason in the sentence.
TOO_LONG = "not sent: \u2068the text is too long\u2069"


def saved_texts(page: WebPage) -> list[str]:
    """Returns the texts of the messages that the browser has saved."""
    return page.page.evaluate(
        """() => new Promise((resolve, reject) => {
          const opening = indexedDB.open('tidings');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('rooms').objectStore('rooms').getAll();
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result.flatMap((room) => room.messages.map(({ text }) => text)));
            };
          };
        })"""
    )


def wait_until_saved(page: WebPage, text: str) -> None:
    """Returns when the browser has saved the web client and the message."""
    page.wait_until_web_client_is_saved()
    eventually(lambda: text in saved_texts(page), "the browser saves the newest messages")


def pause_before_post(page: WebPage) -> None:
    """Suspends the node when the page has found out that it answers, and is about to post."""

    def pause(route: Route) -> None:
        page.node.pause()
        route.continue_()

    page.page.route("**/add.php", pause, times=1)


@pytest.mark.service_worker
def test_a_later_tab_sends_messages_written_while_the_node_was_off(
    node: Node, visit: Visit
) -> None:
    node.post("seen before", user="megan")
    node.post("soup", room="kitchen", user="megan")
    page = visit(node)
    expect(page.message("seen before")).to_be_visible()
    wait_until_saved(page, "seen before")
    # A room is saved, too, that is opened right after another one.
    page.reload()
    page.open_room("kitchen")
    wait_until_saved(page, "soup")
    page.open_room("Main room")

    node.kill()
    for text in ("one", "two", "three"):
        page.write(text)
    page.expect_saved_waiting(3)
    expect(page.notices).to_contain_text("has not answered since")
    expect(page.message("seen before")).to_be_visible()
    page.close()

    later = page.open_another_tab()
    expect(later.message("seen before")).to_be_visible()
    expect(later.waiting.locator(".text")).to_have_text(["one", "two", "three"])
    expect(later.waiting.locator(".state")).to_have_text(["waiting to be sent"] * 3)
    expect(later.notices).to_contain_text(re.compile(r"has not answered since .?\d?\d:\d\d.?\. Your"))

    later.start_node()
    later.expect_texts(["seen before", "one", "two", "three"])
    expect(later.notices).to_have_count(0)
    assert node.texts() == ["seen before", "soup", "one", "two", "three"]


@pytest.mark.service_worker
def test_a_page_opened_while_the_node_is_suspended_shows_saved_messages(
    node: Node, visit: Visit
) -> None:
    node.post("seen before", user="megan")
    page = visit(node)
    expect(page.message("seen before")).to_be_visible()
    wait_until_saved(page, "seen before")
    node.pause()
    page.write("one")
    page.expect_saved_waiting(1)
    page.close()
    later = page.open_another_tab()
    expect(later.message("seen before")).to_be_visible()
    expect(later.waiting.locator(".text")).to_have_text(["one"])
    later.write("two")
    expect(later.waiting.locator(".text")).to_have_text(["one", "two"])
    node.resume()
    later.expect_texts(["seen before", "one", "two"], timeout=40_000)
    assert node.texts() == ["seen before", "one", "two"]


def test_a_node_killed_amid_many_messages_stores_each_once_and_in_order(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    texts = [f"number {number}" for number in range(12)]
    for number, text in enumerate(texts):
        page.write(text)
        if number == 3:
            node.kill()
        if number == 8:
            page.start_node()
    page.expect_texts(texts, timeout=40_000)
    assert node.texts() == texts


def queue_unsent(page: WebPage, *texts: str) -> None:
    """Puts messages into the queue without the checks of the text box."""
    page.page.evaluate(
        """(texts) => new Promise((resolve, reject) => {
          const opening = indexedDB.open('tidings');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const writing = opening.result.transaction('outbox', 'readwrite');
            for (const [index, text] of texts.entries()) {
              writing.objectStore('outbox').put(
                { postKey: `test ${index}`, user: 'jack', room: '', text, time: Date.now() });
            }
            writing.oncomplete = () => { opening.result.close(); resolve(); };
          };
        })""",
        texts,
    )


def test_messages_that_cannot_be_saved_or_were_refused_can_be_edited_discarded_and_sent(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    node.kill()
    expect(page.notice("are saved in this browser")).to_be_visible()
    page.page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error(); }; }")
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting.first).to_contain_text("keep this tab open")
    expect(page.notice("This browser saves nothing: keep this tab open")).to_be_visible()
    expect(page.notices).to_have_count(1)
    page.waiting.first.get_by_role("button", name="Edit", exact=True).click()
    expect(page.box).to_have_value("one")
    page.write("one, edited")
    page.waiting.filter(has_text="two").get_by_role("button", name="Discard").click()
    expect(page.waiting.locator(".text")).to_have_text(["one, edited"])
    page.notices.get_by_role("button", name="Undo").click()
    expect(page.waiting.locator(".text")).to_have_text(["one, edited", "two"])
    page.start_node()
    page.expect_texts(["one, edited", "two"])
    assert node.texts() == ["one, edited", "two"]

    # A refused message can be edited or discarded. The page that is loaded again saves messages.
    page.reload()
    page.monitor.expect_status(413)
    queue_unsent(page, "a" * 17_000, "b" * 17_000, "short enough")
    page.reload()
    expect(page.message("short enough")).to_contain_text("sent, on this device only so far")
    expect(page.waiting.locator(".state")).to_have_text([TOO_LONG] * 2)
    page.reload()
    expect(page.waiting.locator(".state")).to_have_text([TOO_LONG] * 2)
    page.waiting.filter(has_text="bbb").get_by_role("button", name="Discard").click()
    expect(page.waiting.locator(".text")).to_have_text(["a" * 17_000])
    page.box.fill("already there")
    page.waiting.get_by_role("button", name="Edit", exact=True).click()
    expect(page.box).to_have_value("a" * 17_000)
    expect(page.box).to_be_focused()
    page.write("shorter")
    stored = ["one, edited", "two", "short enough", "shorter"]
    page.expect_texts(stored)
    expect(page.box).to_have_value("already there")
    assert node.texts() == stored
