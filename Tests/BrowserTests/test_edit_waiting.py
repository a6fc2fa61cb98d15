"""Waiting messages: they can be edited until the first attempt to send them begins, afterwards only discarded."""

import pytest
from playwright.sync_api import Error, Locator, Route, expect

from chat_page import ChatPage
from conftest import Visit
from node import PHONE_NAME, Node
from test_accessibility import expect_accessible
from test_queue import queue_unsent

EDITING = "Editing a waiting message"
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
    return message.get_by_role("button", name="Edit", exact=True)


def line(page: ChatPage) -> Locator:
    """Returns the line above the text box during an edit."""
    return page.page.locator("#editing")


def crash(page: ChatPage) -> None:
    """Ends the process of a tab. Other tabs of the same site may be in another process."""
    with pytest.raises(Error):
        page.page.goto("chrome://crash")


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
    expect(line(page)).to_contain_text(EDITING)
    expect(page.box).to_have_value("one")
    expect(page.box).to_be_focused()
    expect(page.box).to_have_accessible_description(EDITING)
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
    expect(edit(page.waiting)).to_have_count(2)
    page.reload()
    expect(page.box).to_have_value("already there")
    node.start()
    for tab in (page, other):
        tab.expect_texts(["one, edited", "two"])
    assert node.texts() == ["one, edited", "two"]


@pytest.mark.parametrize("way", ["Escape", "button"])
def test_a_cancelled_edit_changes_nothing_and_brings_the_draft_back(
    node: Node, visit: Visit, way: str
) -> None:
    page = visit(node)
    stop_node(page)
    page.write("one")
    page.box.fill("already there")
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
    expect(edit(page.waiting)).to_be_visible()
    node.start()
    page.expect_texts(["one"])
    expect(page.box).to_have_value("already there")


def test_a_message_that_is_being_edited_and_later_ones_of_its_room_are_not_sent(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    other = page.open_another_tab("#kitchen")
    other.expect_loaded()
    stop_node(page)
    for text in ("one", "two", "three"):
        page.write(text)
    other.write("in the kitchen")
    edit(page.waiting.filter(has_text="two")).click()
    expect(page.box).to_have_value("two")
    page.box.fill("two, edited")
    node.start()
    expect(page.message("one")).to_be_visible()
    expect(other.message("in the kitchen")).to_be_visible()
    expect(page.waiting.locator(".text")).to_have_text(["two", "three"])
    assert sorted(node.texts()) == ["in the kitchen", "one"]
    page.box.press("Enter")
    page.expect_texts(["one", "two, edited", "three"])


@pytest.mark.parametrize("end", ["close", "crash", "reload"])
def test_an_edit_whose_tab_ends_leaves_the_old_text_in_the_queue(
    node: Node, visit: Visit, end: str
) -> None:
    page = visit(node)
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    stop_node(page)
    page.write("one")
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    expect(other.waiting).to_have_count(1)
    if end == "close":
        page.close()
    elif end == "reload":
        page.reload()
        expect(page.waiting.locator(".text")).to_have_text(["one"])
        expect(page.box).to_have_value("")
    else:
        crash(page)
    node.start()
    other.expect_texts(["one"])
    assert node.texts() == ["one"]


def test_an_edit_is_kept_while_another_room_is_open(node: Node, visit: Visit) -> None:
    page = visit(node)
    stop_node(page)
    page.write("one")
    page.box.fill("already there")
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    page.enter("kitchen")
    page.expect_room("kitchen")
    expect(line(page)).to_be_hidden()
    expect(page.box).to_have_value("")
    page.write("in the kitchen")
    page.open_room("Main room")
    expect(line(page)).to_be_visible()
    expect(page.box).to_have_value("one, edited")
    page.box.press("Enter")
    expect(page.waiting.locator(".text")).to_have_text(["one, edited"])
    expect(page.box).to_have_value("already there")


def test_without_locks_an_edit_ends_when_another_tab_begins_to_send_the_message(
    node: Node, visit: Visit
) -> None:
    address = f"http://{PHONE_NAME}:{node.port}/"
    page = visit(node, address=address)
    other = page.open_another_tab(address=address)
    expect(other.box).to_be_visible()
    node.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    page.write("one")
    page.box.fill("already there")
    expect(other.waiting).to_have_count(1)
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    node.start()
    page.expect_texts(["one"])
    expect(line(page)).to_be_hidden()
    expect(page.box).to_have_value("one, edited\nalready there")
    expect(page.problem).to_have_text(MAYBE_SENT)
    assert node.texts() == ["one"]


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
        expect(page.box).to_have_value("one")
        expect(page.waiting).to_have_count(1)
        page.write("two")
        page.expect_texts(["two"])
        expect(page.box).to_have_value("already there")
    else:
        page.expect_texts(["one"])
        expect(page.box).to_have_value("already there")
        page.write("two")
        page.expect_texts(["one", "two"])
    assert node.texts() == page.texts()


def test_one_of_two_tabs_can_edit_a_message(node: Node, visit: Visit) -> None:
    page = visit(node)
    other = page.open_another_tab()
    other.expect_loaded()
    stop_node(page)
    page.write("one")
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
    node.start()
    other.box.press("Enter")
    for tab in (page, other):
        tab.expect_texts(["one, edited"])
        expect(tab.box).to_have_value("")
    assert node.texts() == ["one, edited"]


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
        expect(tab.waiting.locator(".text")).to_have_text(["one", "three"])
    node.resume()
    expect(page.message("one")).to_be_visible(timeout=40_000)
    expect(page.box).to_have_value("three")
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
    expect(page.box).to_have_value("one")
    page.write("two")
    expect(page.waiting.locator(".text")).to_have_text(["two"])
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


def test_an_edit_belongs_to_the_room_of_its_message(node: Node, visit: Visit) -> None:
    page = visit(node)
    stop_node(page)
    page.write("one")
    expect(edit(page.waiting)).to_be_visible()
    # The room changes before the edit has begun.
    page.page.evaluate(
        """() => {
          const { getAll } = IDBObjectStore.prototype;
          IDBObjectStore.prototype.getAll = function (...options) {
            if (this.name === 'outbox') {
              IDBObjectStore.prototype.getAll = getAll;
              location.hash = 'kitchen';
              dispatchEvent(new HashChangeEvent('hashchange'));
            }
            return getAll.apply(this, options);
          };
        }"""
    )
    edit(page.waiting).click()
    page.expect_room("kitchen")
    expect(page.box).to_have_value("")
    page.open_room("Main room")
    expect(page.box).to_have_value("one")
    expect(line(page)).to_be_visible()
    expect(page.waiting).to_have_count(1)


@pytest.mark.parametrize("size", SIZES, ids=["small", "phone", "laptop"])
def test_discarded_messages_can_be_put_back_into_their_places(
    node: Node, visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(node, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    other = page.open_another_tab()
    other.expect_loaded()
    stop_node(page)
    for text in ("one", "two", "three", "four"):
        page.write(text)
    expect(discard(page.waiting)).to_have_count(4)
    discard(page.waiting.filter(has_text="two")).click()
    expect(page.notice("1 message was discarded.")).to_be_visible()
    # The next message is now under the pointer.
    discard(page.waiting.filter(has_text="three")).click()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one", "four"])
    notice = page.notice("2 messages were discarded.")
    expect(page.notice("discarded")).to_have_count(1)
    # The button does not go away while it has the focus.
    undo = notice.get_by_role("button", name="Undo")
    undo.focus()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    undo.click()
    expect(page.notice("discarded")).to_have_count(0)
    expect(page.box).to_be_focused()
    for tab in (page, other):
        expect(tab.waiting.locator(".text")).to_have_text(["one", "two", "three", "four"])
    node.start()
    for tab in (page, other):
        tab.expect_texts(["one", "two", "three", "four"])
    assert node.texts() == ["one", "two", "three", "four"]


def test_a_discarded_message_can_be_put_back_by_keyboard_and_only_for_some_seconds(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    stop_node(page)
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting).to_have_count(2)
    page.page.clock.run_for(2000)
    undo = page.notices.get_by_role("button", name="Undo")
    discard(page.waiting.filter(has_text="one")).press("Enter")
    expect(page.waiting.locator(".text")).to_have_text(["two"])
    expect(undo).to_be_focused()
    # Not while somebody may be about to press it.
    page.page.clock.run_for(60_000)
    undo.press("Enter")
    expect(page.waiting.locator(".text")).to_have_text(["one", "two"])
    page.page.clock.run_for(2000)
    discard(page.waiting.filter(has_text="one")).click()
    expect(undo).to_be_visible()
    page.page.clock.run_for(60_000)
    expect(undo).to_have_count(0)
    expect(page.waiting.locator(".text")).to_have_text(["two"])


def test_a_discarded_message_that_the_browser_cannot_save_can_be_put_back(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    stop_node(page)
    page.page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error(); }; }")
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting.first).to_contain_text("keep this tab open")
    discard(page.waiting.filter(has_text="one")).click()
    expect(page.waiting.locator(".text")).to_have_text(["two"])
    page.notices.get_by_role("button", name="Undo").click()
    expect(page.waiting.locator(".text")).to_have_text(["one", "two"])
    node.start()
    page.expect_texts(["one", "two"])


def test_a_message_that_was_sent_before_discarding_is_stored_once_after_undo(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    pause_before_first_post(page)
    page.write("one")
    expect_only_discard(page)
    discard(page.waiting).click()
    expect(page.waiting).to_have_count(0)
    undo = page.notices.get_by_role("button", name="Undo")
    # It does not go away while it has the focus.
    undo.focus()
    node.resume()
    expect(page.message("one")).to_be_visible(timeout=40_000)
    undo.click()
    page.write("two")
    page.expect_texts(["one", "two"])
    assert node.texts() == ["one", "two"]
