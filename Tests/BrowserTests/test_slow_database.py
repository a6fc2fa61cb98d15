"""A browser whose database is slow, or is deleted while messages wait."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from test_edit_waiting import discard, skip_button_delay, stop_node
from web_page import WebPage

pytestmark = pytest.mark.service_worker

#: A script with which the database of a page with the query `slow` opens when the test calls `answer`.
SLOW = """
if (location.search === '?slow') {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...options) {
    const request = open.apply(this, options);
    const answer = new Event('success');
    request.addEventListener('success', (event) => {
      if (event === answer) return;
      event.stopImmediatePropagation();
      globalThis.answer = () => request.dispatchEvent(answer);
    });
    return request;
  };
}"""

#: A script with which a test can close the database of a page, which gets no event, as after some faults of browsers, or let it
#: fail to open.
FAULTS = """
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...options) {
  if (globalThis.fails) throw new Error('The database does not open.');
  const request = open.apply(this, options);
  request.addEventListener('success', () => { globalThis.closeDatabase = () => request.result.close(); });
  return request;
};"""

#: A script that keeps the browser from saving messages until the test calls `release`.
HOLD = """async () => {
  const opening = indexedDB.open('tidings');
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  const queue = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
  let isHolding = true;
  const read = () => { if (isHolding) queue.get(-1).onsuccess = read; };
  read();
  globalThis.release = () => { isHolding = false; opening.result.close(); };
}"""

#: A script that returns whether no tab is sending messages.
IS_IDLE = """async () => {
  const { held } = await navigator.locks.query();
  return held.every(({ name }) => name !== 'tidings.outbox');
}"""

UNSAVED = "waiting to be sent: keep this tab open"


def delete_database(page: WebPage) -> None:
    """Deletes the database of the page, as somebody does who deletes the data of the site."""
    session = page.context.new_cdp_session(page.page)
    session.send("Storage.clearDataForOrigin", {"origin": page.node.url, "storageTypes": "indexeddb"})
    session.detach()


def test_messages_are_sent_in_order_before_a_slow_database_answers_and_saved_when_it_does(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.context.add_init_script(SLOW)
    page.wait_until_web_client_is_saved()
    page.page.clock.install()
    page.open("?slow")
    page.write("one")
    expect(page.page.locator(".message", has_text="one")).to_be_visible()
    page.page.clock.fast_forward(2000)
    page.write("two")
    page.expect_texts(["one", "two"])
    assert node.texts() == ["one", "two"]
    stop_node(page)
    page.write("three")
    expect(page.waiting.locator(".state")).to_have_text([UNSAVED])
    saving = page.notice("has not answered since")
    expect(saving).to_contain_text("This browser has not saved your messages yet: keep this tab open")
    page.page.evaluate("answer()")
    expect(page.waiting.locator(".state")).to_have_text(["waiting to be sent"])
    expect(saving).to_contain_text("Your messages are saved in this browser")

    # A slow write, when the database is open.
    other = page.open_another_tab()
    other.page.evaluate(HOLD)
    page.write("four")
    expect(page.waiting).to_have_count(2)
    page.page.clock.fast_forward(2000)
    expect(page.waiting.locator(".state")).to_have_text(["waiting to be sent", UNSAVED])
    expect(saving).to_contain_text("has not saved your messages yet")
    other.page.evaluate("release()")
    expect(page.waiting.locator(".state")).to_have_text(["waiting to be sent"] * 2)
    expect(saving).to_contain_text("Your messages are saved in this browser")
    page.open()
    expect(page.waiting.locator(".text")).to_have_text(["three", "four"])
    page.start_node()
    page.expect_texts(["one", "two", "three", "four"])
    assert node.texts() == ["one", "two", "three", "four"]


def test_messages_of_a_database_that_answers_after_the_first_attempt_are_sent(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.context.add_init_script(SLOW)
    page.wait_until_web_client_is_saved()
    stop_node(page)
    page.write("one")
    page.expect_saved_waiting(1)
    # This page would send the message before it is left.
    page.page.goto("about:blank")
    node.start()
    page.page.clock.install()
    page.open("?slow")
    page.expect_answered()
    page.page.clock.fast_forward(2000)
    # The attempt that the page began at its start ends without a message.
    page.page.wait_for_function(IS_IDLE)
    assert node.texts() == []
    page.page.evaluate("answer()")
    page.expect_texts(["one"])
    assert node.texts() == ["one"]


@pytest.mark.needs_chromium("Playwright deletes a database only there")
def test_waiting_messages_survive_the_deletion_of_the_database_and_discarded_ones_do_not(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    other = page.open_another_tab()
    other.expect_loaded()
    page.wait_until_web_client_is_saved()
    stop_node(page)
    for text in ("one", "two", "three"):
        page.write(text)
    expect(other.waiting).to_have_count(3)
    skip_button_delay(page, 3)
    for tab in (page, other):
        expect(discard(tab.waiting)).to_have_count(3)
    delete_database(page)
    discard(other.waiting.filter(has_text="two")).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one", "three"])
        # The browser has saved them again.
        tab.expect_saved_waiting(2)
    page.close()
    other.reload()
    expect(other.waiting.locator(".text")).to_have_text(["one", "three"])
    other.start_node()
    other.expect_texts(["one", "three"])
    expect(other.waiting).to_have_count(0)
    assert node.texts() == ["one", "three"]


@pytest.mark.needs_chromium("Playwright deletes a database only there")
def test_messages_are_saved_after_the_database_was_closed_without_an_event_or_did_not_open_at_first(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.context.add_init_script(FAULTS)
    page.wait_until_web_client_is_saved()
    page.page.clock.install()
    page.reload()
    stop_node(page)
    page.write("one")
    skip_button_delay(page)
    page.page.evaluate("closeDatabase()")
    page.write("two")
    # What uses the database first finds out. If that is the queue, it tries again after five seconds.
    page.page.clock.fast_forward(5000)
    page.expect_saved_waiting(2)

    # After a deletion, the browser opens no database at first.
    page.page.evaluate("globalThis.fails = true")
    delete_database(page)
    saving = page.notice("has not answered since")
    expect(saving).to_contain_text("This browser saves nothing")
    page.page.evaluate("globalThis.fails = false")
    page.page.clock.fast_forward(5000)
    expect(saving).to_contain_text("Your messages are saved in this browser")
    page.reload()
    expect(page.waiting.locator(".text")).to_have_text(["one", "two"])
