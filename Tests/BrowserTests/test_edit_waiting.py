"""Waiting messages: they can be edited until the first attempt to send them begins, afterwards only discarded."""

import pytest
from playwright.sync_api import Error, Locator, Route, expect

import slow_world
from conftest import Visit
from eventually import eventually
from held import Held
from node import PHONE_NAME, Node
from test_accessibility import expect_accessible
from web_page import WebPage

EDITING = "Editing a waiting message:"
MAYBE_SENT = "It may have been sent already."
SMALL = {"width": 320, "height": 568}

#: A script that presses "Edit" once after the page has found out that the node answers, before the attempt to send.
EDIT_FIRST = """() => {
  const { fetch } = globalThis;
  globalThis.fetch = async (...options) => {
    const answer = await fetch(...options);
    const button = document.querySelector('#waiting .actions button');
    if (options[0] === 'status.xml' && button) {
      globalThis.fetch = fetch;
      button.click();
    }
    return answer;
  };
}"""


def edit(message: Locator) -> Locator:
    return message.get_by_role("button", name="Edit", exact=True)


def line(page: WebPage) -> Locator:
    """Returns the line above the text box during an edit."""
    return page.page.locator("#editing")


def crash(page: WebPage) -> None:
    """Ends the process of a tab. The other tabs have processes of their own."""
    with pytest.raises(Error):
        page.page.goto("chrome://crash")


def discard(message: Locator) -> Locator:
    return message.get_by_role("button", name="Discard")


def stop_node(page: WebPage) -> None:
    """Stops the node. The page notices it at once, as when its window gets the focus.

    Else the page pauses for a second after the answers with which a node ends.
    """
    page.node.stop()
    page.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.notice("has not answered since")).to_be_visible()


def skip_button_delay(page: WebPage, count: int = 1) -> None:
    """Skips the second after which so many waiting messages get their buttons, by the clock of the test.

    Returns when they have them and the browser has saved them: a reload of the page loses unsaved messages, and saved
    ones have a shorter line below the text.
    """
    expect(page.waiting).to_have_count(count)
    page.page.clock.fast_forward(1000)
    page.expect_saved_waiting(count)


def pause_before_first_post(page: WebPage) -> None:
    """Suspends the node when the first tab that has found out that it answers is about to post."""

    def pause(route: Route) -> None:
        page.node.pause()
        route.continue_()

    page.context.route("**/add.php", pause, times=1)


def expect_only_discard(page: WebPage) -> None:
    expect(page.waiting).to_contain_text(MAYBE_SENT)
    expect(edit(page.waiting)).to_have_count(0)
    expect(discard(page.waiting)).to_be_visible()


@pytest.mark.service_worker
def test_a_message_can_be_edited_before_the_first_attempt_to_send_it(node: Node, visit: Visit) -> None:
    page = visit(node, viewport=SMALL, reduced_motion="reduce")
    page.page.clock.install()
    other = page.open_another_tab("#kitchen")
    expect(other.box).to_be_visible()
    other.page.evaluate("location.hash = ''")
    page.wait_until_web_client_is_saved()
    stop_node(page)
    for text in ("one", "two"):
        page.write(text)
    # The other tab gets them when the browser has saved them.
    expect(other.waiting).to_have_count(2)
    page.page.bring_to_front()
    page.reload()
    page.box.fill("already there")
    skip_button_delay(page, 2)
    expect(edit(page.waiting)).to_have_count(2)
    expect(edit(other.waiting)).to_have_count(2)
    expect(page.waiting.first).not_to_contain_text(MAYBE_SENT)
    expect_accessible(page)
    page.expect_no_sideways_scrolling()

    edit(page.waiting.filter(has_text="one")).click()
    expect(line(page)).to_contain_text(EDITING)
    expect(page.box).to_have_value("one")
    expect(page.box).to_be_focused()
    expect(page.box).to_have_accessible_description(f"{EDITING} one")
    expect(page.waiting.locator(".state")).to_have_text(["being edited", "waiting to be sent"])
    expect(edit(page.waiting.first)).to_have_count(0)
    expect(discard(page.waiting.first)).to_have_count(0)
    expect(other.waiting.locator(".text")).to_have_text(["one", "two"])
    # The other tab shows the draft and no edit.
    expect(other.box).to_have_value("already there")
    expect(line(other)).to_be_hidden()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    # The cursor is behind the text.
    page.page.keyboard.type(", edited")
    page.box.press("Control+Enter")
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one, edited", "two"])
        expect(tab.box).to_have_value("already there")
    expect(line(page)).to_be_hidden()
    skip_button_delay(page, 2)
    expect(edit(page.waiting)).to_have_count(2)
    page.reload()
    expect(page.box).to_have_value("already there")
    page.start_node()
    for tab in (page, other):
        tab.expect_texts(["one, edited", "two"])
    assert node.texts() == ["one, edited", "two"]


def test_an_edit_stays_in_its_room_until_it_is_cancelled_or_sent_and_keeps_its_message_from_being_sent(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    # A request from before the node is off may reach the node that is started.
    page.page.evaluate(EDIT_FIRST)
    stop_node(page)
    page.write("one")
    skip_button_delay(page)
    page.box.fill("already there")
    for way in ("Escape", "button"):
        edit(page.waiting).click()
        expect(page.box).to_have_value("one")
        page.box.fill("something else")
        if way == "Escape":
            page.box.press("Escape")
        else:
            line(page).get_by_role("button", name="Cancel editing").click()
        expect(line(page)).to_be_hidden()
        expect(page.box).to_have_value("already there")
        expect(page.box).to_be_focused()
        expect(page.waiting.locator(".text")).to_have_text(["one"])

    # The room changes before the edit has begun.
    edit(page.waiting).evaluate("""(button) => {
      button.click();
      location.hash = 'kitchen';
      dispatchEvent(new HashChangeEvent('hashchange'));
    }""")
    page.expect_room("kitchen")
    expect(page.box).to_have_value("")
    expect(line(page)).to_be_hidden()
    page.write("in the kitchen")
    page.open_room("Main room")
    expect(line(page)).to_be_visible()
    page.box.fill("one, edited")
    page.open_room("kitchen")
    expect(page.box).to_have_value("")
    page.open_room("Main room")
    expect(page.box).to_have_value("one, edited")
    page.box.press("Enter")
    expect(page.waiting.locator(".text")).to_have_text(["one, edited"])
    expect(page.box).to_have_value("already there")

    # The message is not sent if "Edit" is pressed when the node has answered.
    skip_button_delay(page)
    expect(edit(page.waiting)).to_be_visible()
    page.start_node()
    expect(page.box).to_have_value("one, edited")
    expect(page.waiting).to_have_count(1)
    page.write("two")
    page.expect_texts(["two"])
    expect(page.box).to_have_value("already there")
    eventually(lambda: sorted(node.texts()) == ["in the kitchen", "two"], "the messages are sent")


def test_a_message_that_is_being_edited_or_was_edited_just_now_keeps_later_ones_of_its_room_from_being_sent(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    other = page.open_another_tab("#kitchen")
    other.expect_loaded()
    stop_node(page)
    for text in ("one", "two", "three"):
        page.write(text)
    skip_button_delay(page, 3)
    other.write("in the kitchen")
    edit(page.waiting.filter(has_text="two")).click()
    expect(page.box).to_have_value("two")
    page.box.fill("two, edited")
    page.start_node()
    expect(page.message("one")).to_be_visible()
    expect(other.message("in the kitchen")).to_be_visible()
    expect(page.waiting.locator(".text")).to_have_text(["two", "three"])
    assert sorted(node.texts()) == ["in the kitchen", "one"]
    page.box.press("Enter")
    page.expect_texts(["one", "two, edited", "three"])

    # Nor does another tab send them that is about to send when the message was edited just now.
    stop_node(page)
    for text in ("four", "five"):
        page.write(text)
    skip_button_delay(page, 2)
    edit(page.waiting.filter(has_text="four")).click()
    expect(page.box).to_have_value("four")
    page.box.fill("four, edited")
    statuses = Held(other, "**/status.xml")
    other.write("in the kitchen, too")
    eventually(statuses.has_some, "the other tab asks which node answers")
    other.expect_saved_waiting(1)
    page.start_node()
    other.page.evaluate(HOLD_TRANSACTIONS)
    page.box.press("Enter")
    # The other tab knows of the change, and does not have the new text from the database yet.
    other.page.wait_for_function("() => isHolding")
    with other.page.expect_response("**/status.xml"):
        statuses.release()
    other.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    other.page.evaluate("beginTransactions()")
    page.expect_texts(["one", "two, edited", "three", "four, edited", "five"])


#: Lets the database begin no further transaction that writes, until `beginTransactions` is called.
HOLD_TRANSACTIONS = """() => {
  const { transaction } = IDBDatabase.prototype;
  let isHeld = true;
  globalThis.beginTransactions = () => { isHeld = false; };
  globalThis.isHolding = false;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === 'readwrite' && isHeld) {
      const store = transaction.call(this, stores, mode).objectStore([stores].flat()[0]);
      // A transaction lasts while it has requests.
      const wait = () => { if (isHeld) store.get(0).onsuccess = wait; };
      wait();
      globalThis.isHolding = true;
    }
    return transaction.call(this, stores, mode, options);
  };
}"""


@pytest.mark.service_worker
@pytest.mark.processes
@pytest.mark.needs_chromium("Playwright ends the process of a page only there")
def test_an_edit_goes_on_after_a_reload_and_after_a_crash_the_old_text_is_sent_and_the_new_one_is_a_draft(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    page.wait_until_web_client_is_saved()
    stop_node(page)
    page.write("one")
    skip_button_delay(page)
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    other.reload()
    expect(other.waiting.locator(".text")).to_have_text(["one"])
    page.reload()
    expect(line(page)).to_contain_text(f"{EDITING} one")
    expect(page.box).to_have_value("one, edited")
    expect(page.waiting.locator(".text")).to_have_text(["one"])
    expect(page.waiting.locator(".state")).to_have_text(["being edited"])
    # The other tab was loaded while this one had the edit.
    expect(line(other)).to_be_hidden()
    expect(other.box).to_have_value("")
    crash(page)
    other.start_node()
    other.expect_texts(["one"])
    assert node.texts() == ["one"]
    other.reload()
    expect(other.box).to_have_value("one, edited")
    expect(other.problem).to_have_text(MAYBE_SENT)
    expect(line(other)).to_be_hidden()


def test_without_locks_an_edit_ends_when_another_tab_begins_to_send_the_message(
    node: Node, visit: Visit
) -> None:
    address = f"http://{PHONE_NAME}:{node.port}/"
    page = visit(node, address=address)
    page.page.clock.install()
    other = page.open_another_tab(address=address)
    expect(other.box).to_be_visible()
    stop_node(page)
    page.write("one")
    page.box.fill("already there")
    expect(other.waiting).to_have_count(1)
    skip_button_delay(page)
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    page.start_node()
    page.expect_texts(["one"])
    expect(line(page)).to_be_hidden()
    expect(page.box).to_have_value("one, edited\nalready there")
    expect(page.problem).to_have_text(MAYBE_SENT)
    assert node.texts() == ["one"]


def test_after_an_attempt_to_send_it_a_message_can_only_be_discarded(node: Node, visit: Visit) -> None:
    page = visit(node, viewport=SMALL, reduced_motion="reduce")
    page.page.clock.install()
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    stop_node(page)
    for text in ("one", "two", "three"):
        page.write(text)
    skip_button_delay(page, 3)
    one = page.waiting.filter(has_text="one")
    edit(one).focus()
    box = discard(one).bounding_box()
    pause_before_first_post(page)
    page.start_node()
    for tab in (page, other):
        expect(tab.waiting.first).to_contain_text(MAYBE_SENT)
        expect(edit(tab.waiting.first)).to_have_count(0)
        expect(edit(tab.waiting)).to_have_count(2)
    # Somebody who is about to press "Edit" does not discard the message.
    now = discard(one).bounding_box()
    assert box and now
    assert (box["x"], box["y"]) == pytest.approx((now["x"], now["y"]), abs=2)
    assert not discard(one).evaluate("(button) => button === document.activeElement")
    expect_accessible(page)
    page.expect_no_sideways_scrolling()

    discard(one).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["two", "three"])
    # The node may have it already. It is stored once.
    page.notices.get_by_role("button", name="Undo").click()
    discard(other.waiting.filter(has_text="two")).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one", "three"])
    edit(page.waiting.filter(has_text="three")).click()
    expect(page.box).to_have_value("three")
    node.resume()
    expect(page.message("one")).to_be_visible(timeout=40_000 * slow_world.patience)
    page.box.press("Control+Enter")
    for tab in (page, other):
        tab.expect_texts(["one", "three"])
    assert node.texts() == ["one", "three"]


def test_one_of_two_tabs_can_edit_a_message(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.page.clock.install()
    other = page.open_another_tab()
    other.expect_loaded()
    stop_node(page)
    page.write("one")
    expect(other.waiting).to_have_count(1)
    skip_button_delay(page)
    for tab in (page, other):
        expect(edit(tab.waiting)).to_be_visible()
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    edit(other.waiting).click()
    expect(other.problem).to_have_text("This message is being edited in another tab.")
    expect(other.box).to_have_value("")
    expect(line(other)).to_be_hidden()
    page.box.press("Escape")
    edit(other.waiting).click()
    expect(other.box).to_have_value("one")
    other.box.fill("one, edited")
    # Another tab may discard the message. What was typed is not lost.
    discard(page.waiting).click()
    expect(page.waiting).to_have_count(0)
    expect(line(other)).to_be_hidden()
    expect(other.box).to_have_value("one, edited")
    expect(other.problem).to_have_text(MAYBE_SENT)
    page.start_node()
    other.box.press("Enter")
    for tab in (page, other):
        tab.expect_texts(["one, edited"])
        expect(tab.box).to_have_value("")
    assert node.texts() == ["one, edited"]


def test_the_newest_message_stays_in_view_when_a_waiting_one_is_discarded(node: Node, visit: Visit) -> None:
    node.seed((f"number {number}" for number in range(30)), user="megan")
    page = visit(node, reduced_motion="reduce")
    expect(page.messages.last).to_be_in_viewport()
    stop_node(page)
    page.page.clock.install()
    page.write("a message\nof three\nlines")
    skip_button_delay(page)
    discard(page.waiting).click()
    # The notice makes the view lower.
    expect(page.notice("1 message was discarded.")).to_be_visible()
    expect(page.waiting).to_have_count(0)
    end = "(element) => element.scrollHeight - element.scrollTop - element.clientHeight"
    eventually(lambda: page.scroller.evaluate(end) < 2, lambda: f"{page.scroller.evaluate(end)} px from the end")


def test_discarded_messages_can_be_put_back_for_some_seconds(node: Node, visit: Visit) -> None:
    page = visit(node, viewport=SMALL, reduced_motion="reduce")
    other = page.open_another_tab()
    other.expect_loaded()
    page.page.bring_to_front()
    stop_node(page)
    page.page.clock.install()
    for text in ("one", "two", "three", "four"):
        page.write(text)
    for tab in (page, other):
        expect(tab.waiting).to_have_count(4)
    page.page.clock.fast_forward(2000)
    expect(discard(page.waiting)).to_have_count(4)
    discard(page.waiting.filter(has_text="two")).click()
    expect(page.notice("1 message was discarded.")).to_be_visible()
    # The next message is now under the pointer.
    discard(page.waiting.filter(has_text="three")).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one", "four"])
    undo = page.notices.get_by_role("button", name="Undo")
    expect(page.notice("2 messages were discarded.")).to_be_visible()
    expect(page.notice("discarded")).to_have_count(1)
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    undo.click()
    expect(undo).to_have_count(0)
    expect(page.box).to_be_focused()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one", "two", "three", "four"])

    # By keyboard. The button does not go away while it has the focus.
    page.page.clock.fast_forward(2000)
    discard(page.waiting.filter(has_text="one")).press("Enter")
    expect(page.waiting.locator(".text")).to_have_text(["two", "three", "four"])
    expect(undo).to_be_focused()
    page.page.clock.fast_forward(60_000)
    undo.press("Enter")
    expect(page.waiting.locator(".text")).to_have_text(["one", "two", "three", "four"])
    page.page.clock.fast_forward(2000)
    discard(page.waiting.filter(has_text="one")).click()
    expect(undo).to_be_visible()
    page.page.clock.fast_forward(60_000)
    expect(undo).to_have_count(0)
    page.start_node()
    for tab in (page, other):
        tab.expect_texts(["two", "three", "four"])
    assert node.texts() == ["two", "three", "four"]


#: A script that lets each request of the page take 400 ms, and notes whether a waiting message may be discarded.
SLOWER = """() => {
  const { fetch } = globalThis;
  globalThis.fetch = async (...options) => {
    await new Promise((resolve) => { setTimeout(resolve, 400); });
    return fetch(...options);
  };
  new MutationObserver(() => { globalThis.offered ||= document.querySelector('#waiting [data-possible=discard]') !== null; })
    .observe(document.querySelector('#waiting'), { childList: true, subtree: true });
}"""


@pytest.mark.timed("messages are sent within a second")
def test_of_many_messages_the_last_ones_are_not_said_to_be_late_when_their_turn_comes(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.page.evaluate(SLOWER)
    for number in range(8):
        page.write(f"number {number}")
    expect(page.message("number 7")).to_have_count(1)
    expect(page.waiting).to_have_count(0)
    assert page.page.evaluate("globalThis.offered") is False
