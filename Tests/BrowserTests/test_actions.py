"""What people do with messages: react, reply, edit, delete, by a menu."""

from __future__ import annotations

import re
import shutil
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import StartNode, Visit, pair
from eventually import eventually
from held import Held, HeldAnswers
from node import Node
from notified import open_recording
from test_accessibility import expect_accessible
from test_away import SAVED
from test_edit_waiting import MAYBE_SENT, pause_before_first_post, stop_node
from test_relations import change, digest
from web_page import WebPage

PHONE = {"width": 360, "height": 740}
THUMB, HEART = "\U0001f44d", "\u2764\ufe0f"
DELETED = "This message was deleted."


#: A script that returns the post key of the message that the page has sent last.
LAST_KEY = """() => new Promise((resolve) => {
  const opening = indexedDB.open('tidings');
  opening.onsuccess = () => {
    const reading = opening.result.transaction('posted').objectStore('posted').getAll();
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result.at(-1).postKey); };
  };
})"""


def menu(page: WebPage) -> Locator:
    return page.page.locator("#message-menu")


def open_menu(page: WebPage, message: Locator) -> Locator:
    """Opens the menu of a message with the right button of the mouse."""
    message.locator(".facts").click(button="right")
    expect(menu(page)).to_be_visible()
    return menu(page)


def choose(page: WebPage, message: Locator, item: str) -> None:
    open_menu(page, message).get_by_role("menuitem", name=item, exact=True).click()
    expect(menu(page)).to_be_hidden()


def press_emoji(page: WebPage, message: Locator, emoji: str) -> None:
    open_menu(page, message).get_by_role("menuitemcheckbox", name=emoji, exact=True).click()
    expect(menu(page)).to_be_hidden()


def reactions(page: WebPage, text: str) -> Locator:
    return page.message(text).locator(".reaction")


def undo(page: WebPage) -> Locator:
    return page.notices.get_by_role("button", name="Undo")


def fast_forward(page: WebPage, milliseconds: int) -> None:
    page.page.clock.fast_forward(milliseconds)


def test_a_reaction_is_given_and_withdrawn_in_the_menu_and_below_the_message(node: Node, visit: Visit) -> None:
    node.post("lunch?", user="megan")
    page, other = visit(node, name="Anna"), visit(node, name="ben")
    press_emoji(page, page.message("lunch"), THUMB)
    for one in (page, other):
        expect(reactions(one, "lunch")).to_have_text([THUMB])
    expect(reactions(page, "lunch")).to_have_attribute("aria-pressed", "true")
    expect(reactions(other, "lunch")).to_have_attribute("aria-pressed", "false")
    reactions(other, "lunch").click()
    expect(reactions(page, "lunch")).to_have_text([f"{THUMB} 2"])
    expect(reactions(page, "lunch")).to_have_accessible_name(f"{THUMB} Anna, ben")
    choose(page, page.message("lunch"), "Details")
    expect(page.page.locator("#details")).to_contain_text(f"{THUMB} Anna, ben")
    page.page.keyboard.press("Escape")

    page.page.bring_to_front()
    opened = open_menu(page, page.message("lunch"))
    opened.get_by_label("Another emoji").click()
    expect(opened).to_be_hidden()
    page.page.locator("#emoji-picker").get_by_role("button", name="avocado").click()
    expect(page.message("lunch")).to_be_focused()
    expect(reactions(other, "lunch")).to_have_text([f"{THUMB} 2", "\U0001f951"])

    # By a page that was loaded later, and knows the reactions from the browser's database.
    page.reload()
    expect(reactions(page, "lunch").first).to_have_attribute("aria-pressed", "true")
    opened = open_menu(page, page.message("lunch"))
    expect(opened.get_by_role("menuitemcheckbox", name=THUMB)).to_be_checked()
    opened.get_by_role("menuitemcheckbox", name=THUMB).click()
    expect(reactions(other, "lunch")).to_have_text([THUMB, "\U0001f951"])
    reactions(page, "lunch").last.click()
    for one in (page, other):
        expect(reactions(one, "lunch")).to_have_text([THUMB])
    assert node.texts() == ["lunch?"]

    # A browser that has forgotten the post key gives the reaction once more, to withdraw both.
    third = visit(node, name="ben")
    expect(reactions(third, "lunch")).to_have_attribute("aria-pressed", "true")
    reactions(third, "lunch").press("Enter")
    for one in (page, other, third):
        expect(reactions(one, "lunch")).to_have_count(0)
    expect(third.message("lunch")).to_be_focused()


def test_a_reply_quotes_its_target_as_it_is_now_and_a_deleted_text_stays_nowhere(node: Node, visit: Visit) -> None:
    node.post("lunch at *twelve*", user="megan", post_key="k1")
    page = open_recording(node, visit, name="Anna")
    page.done()
    page.expect_texts(["lunch at *twelve*"])
    replying = page.page.locator("#replying")
    choose(page, page.message("lunch"), "Reply")
    expect(replying).to_contain_text("Reply to \u2068megan\u2069: lunch at twelve")
    expect(page.box).to_be_focused()
    page.box.press("Escape")
    expect(replying).to_be_hidden()
    choose(page, page.message("lunch"), "Reply")
    page.box.fill("I come")
    # The draft and what it replies to outlast the tab.
    page.reload()
    expect(replying).to_contain_text("lunch at twelve")
    expect_accessible(page)
    page.box.press("Control+Enter")
    expect(replying).to_be_hidden()
    page.expect_texts(["lunch at *twelve*", "I come"])
    quotation = page.message("I come").locator(".quotation")
    expect(quotation).to_have_text("meganlunch at twelve")
    quotation.click()
    expect(page.message("lunch at")).to_have_class(re.compile("found"))

    target = digest(node, "lunch at *twelve*")
    change(node, user="megan", edits=target, proof="k1", message="lunch at one")
    expect(quotation).to_have_text("meganlunch at one")
    choose(page, page.message("lunch at one"), "Reply")
    expect(replying).to_contain_text("lunch at one")
    page.hide()
    node.post("a secret", user="megan", post_key="k2")
    eventually(lambda: page.page.evaluate("notified.length") == 1, "the page has notified")
    page.page.evaluate("""() => {
      globalThis.closedCount = 0;
      Notification.prototype.close = () => { globalThis.closedCount += 1; };
    }""")
    change(node, user="megan", deletes=digest(node, "a secret"), proof="k2")
    eventually(lambda: page.page.evaluate("closedCount") == 1, "the notification is closed")
    page.show()
    change(node, user="megan", deletes=target, proof="k1")
    expect(quotation).to_have_text(f"megan{DELETED}")
    expect(replying).to_contain_text(DELETED)
    expect(page.page.locator("body")).not_to_contain_text("lunch at one")
    eventually(lambda: page.page.evaluate(SAVED).get("") == [None, "I come", None], "the kept texts are deleted")

    # The browser keeps the messages of other rooms, too.
    node.post("soup", user="megan", room="kitchen", post_key="k3")
    page.open_room("kitchen")
    eventually(lambda: page.page.evaluate(SAVED).get("kitchen") == ["soup"], "the browser has saved the room")
    page.open_room("Main room")
    change(node, user="megan", deletes=digest(node, "soup"), proof="k3")
    eventually(lambda: page.page.evaluate(SAVED)["kitchen"] == [None], "the kept text of the other room is deleted")


@pytest.mark.service_worker
def test_edits_and_deletions_are_sent_once_after_kills_of_the_node_and_the_page(node: Node, visit: Visit) -> None:
    page, other = visit(node, name="Anna"), visit(node, name="ben")
    for text in ("one", "two", "three"):
        page.write(text)
    page.expect_texts(["one", "two", "three"])
    page.wait_until_web_client_is_saved()
    texts = ["one", "two", "three"]
    eventually(lambda: page.page.evaluate(SAVED).get("") == texts, "the browser has saved the messages")
    node.kill()
    page.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.notice("has not answered since")).to_be_visible()
    page.page.clock.install()
    choose(page, page.message("one"), "Edit")
    expect(page.page.locator("#editing")).to_contain_text("Editing: one")
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    page.box.press("Control+Enter")
    expect(page.box).to_have_value("")
    choose(page, page.message("two"), "Delete")
    expect(page.gone).to_have_count(1)
    choose(page, page.message("three"), "Delete")
    expect(page.notice("2 messages were deleted.")).to_be_visible()
    expect(page.room_link("Main room").locator(".last")).to_have_text(f"You: {DELETED}")
    undo(page).click()
    expect(page.room_link("Main room").locator(".last")).to_have_text("You: three")
    page.expect_texts(["one, edited", "two", "three"])
    choose(page, page.message("two"), "Delete")
    press_emoji(page, page.message("three"), HEART)
    page.expect_texts(["one, edited", DELETED, "three"])
    fast_forward(page, 6000)
    expect(undo(page)).to_have_count(0)
    expect(page.message("one").locator(".changing")).to_have_text("a change waits to be sent")
    expect(reactions(page, "three")).to_have_accessible_name(f"{HEART} Anna, a change waits to be sent")
    expect(page.message("three").locator(".changing")).to_have_count(0)
    expect(page.room_list.get_by_role("img", name="3 unsent")).to_be_visible()
    # The page is closed, too. A waiting change is not shown as a message.
    page.reload()
    page.expect_texts(["one, edited", DELETED, "three"])
    other.expect_texts(["one", "two", "three"])

    # The node stores the first change and is killed again before the page has its answer.
    answers = HeldAnswers(page)
    page.start_node()
    eventually(answers.has_some, "the node has answered")
    node.kill()
    page.reload()
    page.start_node()
    for one in (page, other):
        one.expect_texts(["one, edited", DELETED, "three"], timeout=30_000)
        expect(reactions(one, "three")).to_have_text([HEART])
    expect(page.page.locator(".changing")).to_have_count(0)
    expect(page.room_list.get_by_role("img", name="unsent")).to_have_count(0)
    log = node.get("messages.php?view=chat&past=3")
    assert log.count("<edits>") == log.count("<deletes>") == log.count("<react>") == 1
    assert "two" not in log


@pytest.mark.service_worker
def test_a_message_whose_attempt_has_begun_is_edited_also_after_a_reload_and_deleted_by_changes_behind_it(
    node: Node, visit: Visit
) -> None:
    page = visit(node, name="Anna")
    page.wait_until_web_client_is_saved()
    pause_before_first_post(page)
    page.write("one")
    expect(page.waiting).to_contain_text(MAYBE_SENT)
    page.write("two")
    choose(page, page.waiting.filter(has_text="one"), "Edit")
    page.box.fill("one, edited")
    page.reload()
    expect(page.page.locator("#editing")).to_have_text("Editing: one")
    expect(page.box).to_have_value("one, edited")
    page.box.press("Control+Enter")
    expect(page.waiting.locator(".text")).to_have_text(["one, edited", "two"])
    # No attempt to send the second message has begun: it leaves the queue.
    choose(page, page.waiting.filter(has_text="two"), "Discard")
    expect(page.waiting.locator(".text")).to_have_text(["one, edited"])
    page.reload()
    expect(page.waiting.locator(".text")).to_have_text(["one, edited"])
    node.resume()
    page.expect_texts(["one, edited"], timeout=30_000)
    expect(page.message("one").locator(".edited")).to_be_visible()
    expect(page.box).to_have_value("")
    assert "two" not in node.texts()


def test_a_refused_change_and_one_without_its_message_say_why_and_hold_nothing_back(node: Node, visit: Visit) -> None:
    node.stop()
    copy = node.folder / "copy"
    shutil.copytree(node.data, copy)
    page = visit(node.start(), name="Anna")
    page.monitor.expect_status(409)
    page.write("one")
    page.expect_texts(["one"])
    key = page.page.evaluate(LAST_KEY)
    held = Held(page, "**/add.php")
    choose(page, page.message("one"), "Edit")
    page.box.fill("two")
    page.box.press("Control+Enter")
    eventually(held.has_some, "the page sends the edit")
    # It waits behind the edit.
    press_emoji(page, page.message("two"), THUMB)
    change(node, user="Anna", deletes=digest(node, "one"), proof=key)
    page.expect_texts([DELETED])
    held.release()
    # Nothing is left to do of the reaction. The text of the edit is left.
    expect(page.waiting.locator(".text")).to_have_text("Edit: \u2068two\u2069")
    expect(page.waiting).to_contain_text("not sent: \u2068that message cannot be changed any more\u2069")
    page.waiting.get_by_role("button", name="Discard").click()
    page.expect_texts([DELETED])

    # The node is restored from a backup without the message that is changed.
    page.write("three")
    expect(page.message("three")).to_contain_text("on this device only")
    node.kill()
    page.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.notice("has not answered since")).to_be_visible()
    choose(page, page.message("three"), "Edit")
    page.box.fill("four")
    page.box.press("Control+Enter")
    page.write("five")
    shutil.rmtree(node.data)
    shutil.copytree(copy, node.data)
    page.start_node()
    expect(page.message("five")).to_be_visible()
    expect(page.waiting.locator(".text")).to_have_text("Edit: \u2068four\u2069")
    expect(page.waiting).to_contain_text("waiting to be sent: \u2068the message that it changes has not arrived yet\u2069")
    page.waiting.get_by_role("button", name="Discard").click()
    page.expect_texts(["five"])


def test_the_menu_works_by_keyboard_and_has_no_violation(node: Node, visit: Visit) -> None:
    node.post("first", user="megan")
    node.post("mine elsewhere", user="jack")
    page = visit(node, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", color_scheme="light")
    page.write("mine here")
    page.expect_texts(["first", "mine elsewhere", "mine here"])
    message = page.message("first")
    message.focus()
    page.page.keyboard.press("Shift+F10")
    items = menu(page).get_by_role("menu").locator("button")
    expect(items.first).to_be_focused()
    expect(menu(page).get_by_role("menuitem")).to_have_text(
        ["+", "Reply", "Copy text", "Copy link", "Mark as unread from here", "Details"]
    )
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    page.page.keyboard.press("End")
    expect(items.last).to_be_focused()
    page.page.keyboard.press("ArrowDown")
    expect(items.first).to_be_focused()
    page.page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(menu(page)).to_be_hidden()
    expect(message).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.page.locator("#details")).to_be_visible()
    page.page.keyboard.press("Escape")

    page.message("mine elsewhere").focus()
    page.page.keyboard.press("Shift+F10")
    expect(menu(page)).to_contain_text("Only the browser that wrote this message can change it.")
    expect(menu(page).get_by_role("menuitem", name="Delete")).to_have_count(0)
    # The page may still be going back over the entry of the closed dialog.
    page.page.wait_for_function("() => history.state?.layers === 1")
    page.go_back()
    expect(menu(page)).to_be_hidden()
    expect(page.page).to_have_url(re.compile(r"/(#.*)?$"))

    mine = page.message("mine here")
    mine.focus()
    mine.get_by_role("button", name="Message menu").press("Enter")
    menu(page).get_by_role("menuitem", name="Delete").press("Enter")
    expect(undo(page)).to_be_focused()
    expect_accessible(page)
    page.expect_no_sideways_scrolling()
    undo(page).press("Enter")
    page.expect_texts(["first", "mine elsewhere", "mine here"])


def test_a_deletion_is_sent_when_the_person_leaves_the_page_and_once(node: Node, visit: Visit) -> None:
    page = visit(node, name="Anna")
    page.write("a secret")
    page.expect_texts(["a secret"])
    eventually(lambda: node.texts() == ["a secret"], "the node has the message")
    frame = page.scroller.bounding_box()
    choose(page, page.message("a secret"), "Delete")
    expect(undo(page)).to_be_visible()
    # The notice lies over the messages.
    assert page.scroller.bounding_box() == frame
    page.page.goto("about:blank")
    eventually(lambda: node.texts() == [], "the node has the deletion")
    page.open()
    page.expect_texts([DELETED])
    expect(page.page.locator(".changing")).to_have_count(0)
    assert node.get("messages.php?view=chat&past=0").count("<deletes>") == 1


@pytest.mark.needs_chromium("Playwright moves fingers, and has the key for menus, only there")
def test_a_swipe_replies_a_long_touch_and_the_menu_key_open_the_menu_and_scrolling_does_neither(
    node: Node, visit: Visit
) -> None:
    for number in range(20):
        node.post(f"number {number}", user="megan")
    page = visit(node, viewport=PHONE, has_touch=True, is_mobile=True)
    message, replying = page.message("number 19"), page.page.locator("#replying")
    swipe(page.page, message, 40, 0)
    swipe(page.page, message, -90, 0)
    swipe(page.page, message, 20, 90)
    page.scroll_to_end()
    expect(replying).to_be_hidden()
    expect(page.page.locator(".swiped")).to_have_count(0)
    swipe(page.page, page.message("number 18"), 90, 10)
    expect(replying).to_have_text("Reply to \u2068megan\u2069: number 18")
    expect(page.box).to_be_focused()
    # The line above the text box leads to the message. While the messages still move after a swipe, a tap would only stop them.
    page.scroll_to_top()
    expect(page.message("number 18")).not_to_be_in_viewport()
    replying.get_by_text("number 18").click()
    # For two seconds.
    expect(page.message("number 18")).to_have_class(re.compile("found"))
    expect(page.message("number 18")).to_be_in_viewport()

    # The menu is below its message, or above one that is low on the screen.
    for scroll in (page.scroll_to_top, page.scroll_to_end):
        scroll()
        message = page.message("number 0" if scroll == page.scroll_to_top else "number 18")
        expect(message).to_be_in_viewport(ratio=1)
        long_touch(page.page, message.locator(".bubble"))
        expect(menu(page)).to_be_visible()
        (top, bottom), (menu_top, menu_bottom) = (edges(one) for one in (message.locator(".bubble"), menu(page)))
        assert menu_top > bottom if scroll == page.scroll_to_top else menu_bottom < top
        page.page.keyboard.press("Escape")
        expect(menu(page)).to_be_hidden()
    page.message("number 18").focus()
    page.page.keyboard.press("ContextMenu")
    expect(menu(page)).to_be_visible()


def edges(element: Locator) -> tuple[float, float]:
    """Returns the upper and the lower edge of an element."""
    box = element.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


def long_touch(page: Page, element: Locator) -> None:
    box = element.bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 20, "y": box["y"] + 10}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(700)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def swipe(page: Page, element: Locator, along: int, across: int) -> None:
    box = element.locator(".bubble").bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    beginning = time.time()

    def touch(kind: str, step: int, milliseconds: int) -> None:
        point = {"x": box["x"] + 60 + along * step / 10, "y": box["y"] + 10 + across * step / 10}
        session.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [] if kind == "touchEnd" else [point],
                "timestamp": beginning + milliseconds / 1000,
            },
        )

    touch("touchStart", 0, 0)
    for step in range(1, 11):
        touch("touchMove", step, 10 * step)
    # The finger rests before it leaves, so the messages do not move on.
    touch("touchMove", 10, 300)
    touch("touchEnd", 10, 310)
    session.detach()


def test_the_arrow_up_edits_the_last_own_message_until_escape_also_after_a_reload(node: Node, visit: Visit) -> None:
    page = visit(node, name="Anna")
    editing = page.page.locator("#editing")
    for text in ("one", "two"):
        page.write(text)
    page.expect_texts(["one", "two"])
    node.post("three", user="Anna")
    page.expect_texts(["one", "two", "three"])
    page.box.press("Shift+ArrowUp")
    page.box.fill("draft")
    page.box.press("ArrowUp")
    expect(editing).to_be_hidden()
    page.box.fill("")
    # Another program has written the third one.
    page.box.press("ArrowUp")
    expect(page.box).to_have_value("two")
    expect(editing).to_contain_text("Editing: two")
    page.box.press("Escape")
    expect(page.box).to_have_value("")
    expect(editing).to_be_hidden()
    page.box.press("ArrowUp")
    expect(page.box).to_have_value("two")
    page.box.fill("two, edi")
    page.reload()
    expect(editing).to_contain_text("Editing: two")
    expect(page.box).to_have_value("two, edi")
    page.write("two, edited")
    page.expect_texts(["one", "two, edited", "three"])
    stop_node(page)
    page.write("four")
    expect(page.waiting).to_have_count(1)
    page.box.press("ArrowUp")
    expect(page.box).to_have_value("four")
    expect(editing).to_contain_text("four")


def test_texts_and_links_are_copied_without_the_interface_of_secure_pages_too(node: Node, visit: Visit) -> None:
    node.post("from the *queue*", user="megan")
    page = visit(node)
    page.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.reload()
    page.page.clock.install()
    for item, copied, notice in [
        ("Copy link", f"{node.url}#/{digest(node, 'from the *queue*')}", "The link was copied."),
        ("Copy text", "from the *queue*", "The text was copied."),
    ]:
        choose(page, page.message("from"), item)
        expect(page.notice(notice)).to_be_visible()
        page.page.clock.fast_forward(4000)
        expect(page.notice(notice)).to_have_count(0)
        page.box.fill("")
        page.box.press("Control+V")
        expect(page.box).to_have_value(copied)


def expect_beside(button: Locator, bubble: Locator) -> None:
    """Expects that a button is at the beginning of the line, beside a bubble at the end of it."""
    left, right = button.bounding_box(), bubble.bounding_box()
    assert left and right and 2 <= right["x"] - left["x"] - left["width"] < 12, (left, right)


def test_buttons_beside_a_message_react_and_reply_and_the_menu_marks_its_message(node: Node, visit: Visit) -> None:
    for text in ("lunch?", "tea?", "a long text " * 40):
        node.post(text, user="megan")
    page = visit(node, name="Anna")
    reacted, message, long = (page.message(text) for text in ("lunch?", "tea?", "a long text"))
    reacted.locator(".text").hover()
    reacted.get_by_role("button", name="React").click()
    expect(menu(page).get_by_role("menuitem")).to_have_text(["+"])
    menu(page).get_by_role("menuitemcheckbox", name=THUMB).click()
    expect(reactions(page, "lunch")).to_have_text([THUMB])
    reacted.get_by_role("button", name="Reply").click()
    expect(page.page.locator("#replying")).to_have_text("Reply to \u2068megan\u2069: lunch?")
    expect(page.box).to_be_focused()
    # Only one message shows its buttons.
    message.focus()
    expect(message.locator(".tools")).to_have_css("opacity", "1")
    # A message that is drawn again keeps them.
    change(node, user="megan", re=digest(node, "tea?"), react=THUMB)
    expect(reactions(page, "tea")).to_have_text([THUMB])
    expect(message.locator(".tools")).to_have_css("opacity", "1")
    long.locator(".text").hover()
    expect(long.locator(".tools")).to_have_css("opacity", "1")
    expect(message.locator(".tools")).to_have_css("opacity", "0")

    # Beside a deleted message, there is only the button for the menu.
    page.box.press("Escape")
    page.write("oops")
    expect(page.message("oops")).to_be_visible()
    bubble = page.messages.last.locator(".bubble")
    bubble.click(button="right")
    expect(bubble).to_have_css("outline-style", "solid")
    menu(page).get_by_role("menuitem", name="Delete").click()
    expect(bubble).to_have_css("outline-style", "none")
    gone = page.messages.last
    expect(gone.locator(".gone")).to_be_visible()
    page.box.hover()
    bubble.hover()
    button = gone.get_by_role("button", name="Message menu")
    expect(button).to_be_visible()
    expect(gone.get_by_role("button", name="Reply")).to_be_hidden()
    expect_beside(button, bubble)

    # A message that was deleted with the button beside it has a wider bubble than before.
    page.write("no")
    page.message("no").last.locator(".text").hover()
    last = page.messages.last
    button = last.get_by_role("button", name="Message menu")
    button.click()
    menu(page).get_by_role("menuitem", name="Delete").click()
    expect(last.locator(".gone")).to_be_visible()
    expect(button).to_be_focused()
    expect(last.get_by_role("button", name="Reply")).to_be_hidden()
    expect_beside(button, last.locator(".bubble"))

    # Beside each bubble, there is space for all buttons.
    page.page.set_viewport_size({"width": 700, "height": 700})
    long.locator(".text").hover()
    reply = long.get_by_role("button", name="Reply")
    expect(reply).to_be_visible()
    left, right = long.locator(".bubble").bounding_box(), reply.bounding_box()
    assert left and right and right["x"] >= left["x"] + left["width"], (left, right)
    # On a narrow page, there is only the button for the menu.
    page.page.set_viewport_size({"width": 440, "height": 700})
    for narrow in (message, long):
        narrow.locator(".text").hover()
        expect(narrow.get_by_role("button", name="Message menu")).to_be_visible()
        expect(narrow.get_by_role("button", name="Reply")).to_be_hidden()


def test_an_own_message_is_edited_before_the_page_has_the_answer_to_its_post(node: Node, visit: Visit) -> None:
    page = visit(node, name="Anna")
    page.expect_answered()
    answers = HeldAnswers(page)
    page.write("oops")
    expect(page.message("oops")).to_be_visible()
    choose(page, page.message("oops"), "Edit")
    expect(page.box).to_have_value("oops")
    page.write("soup")
    answers.release()
    page.expect_texts(["soup"])
    eventually(lambda: node.get("messages.php?view=chat&past=0").count("<edits>") == 1, "the node has the edit")


def test_the_buttons_stay_beside_an_own_message_that_is_drawn_again_with_the_focus(node: Node, visit: Visit) -> None:
    page = visit(node, name="Anna")
    page.write("lunch at twelve?")
    message = page.message("lunch")
    expect(message.locator(".state")).to_be_visible()
    change(node, user="megan", re=digest(node, "lunch at twelve?"), react=THUMB)
    reaction = reactions(page, "lunch")
    reaction.click()
    # The change has been sent, and the bubble is as wide as before.
    expect(reaction).to_have_text(f"{THUMB} 2")
    expect(message.locator(".reaction svg, .changing")).to_have_count(0)
    expect(message.locator(".state")).to_be_visible()
    page.page.evaluate("() => new Promise(requestAnimationFrame)")
    expect_beside(message.get_by_role("button", name="Message menu"), message.locator(".bubble"))


def test_quotations_of_messages_that_are_not_loaded_come_from_the_node(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = pair(start_node)
    laptop.post("soup is ready", user="megan", room="kitchen", post_key="k1")
    target = digest(laptop, "soup is ready")
    laptop.post("coming", user="ben", re=target, post_key="k2")
    laptop.post("me, too", user="cem", re="A" * 43)
    page = visit(phone)
    quotations = page.page.locator("#timeline .quotation")
    expect(quotations).to_have_text(["megan kitchensoup is ready", "This message is not here yet."])
    # Without an author there is no empty line above the sentence, and both have the same height.
    outer, inner = [found.bounding_box() for found in (quotations.last, quotations.last.locator(".quoted"))]
    other = quotations.first.bounding_box()
    assert outer and inner and other and outer["height"] == pytest.approx(other["height"], abs=1)
    assert inner["y"] - outer["y"] == pytest.approx((outer["height"] - inner["height"]) / 2, abs=1)
    change(laptop, user="megan", edits=target, proof="k1", message="soup is cold")
    expect(quotations.first).to_have_text("megan kitchensoup is cold")
    change(laptop, user="megan", deletes=target, proof="k1")
    expect(quotations.first).to_have_text(f"megan kitchen{DELETED}")
    expect_accessible(page)

    # The details of a deleted message say who has heard of it, and what a deletion does not reach.
    coming = digest(laptop, "coming")
    change(laptop, user="ben", edits=coming, proof="k2", message="coming soon")
    page.expect_texts(["coming soon", "me, too"])
    change(laptop, user="ben", deletes=coming, proof="k2")
    page.expect_texts([DELETED, "me, too"])
    assert "coming" not in phone.get("messages.php")
    page.gone.locator(".facts").click()
    details = page.page.locator("#details")
    expect(details).to_contain_text("Deleted on this device. The deletion has reached 1 of 1 other devices.")
    expect(details).to_contain_text("The text stays in backups")


def test_a_quotation_makes_no_bubble_wide_and_is_as_wide_as_the_text_of_the_reply(node: Node, visit: Visit) -> None:
    node.post("many words " * 20, user="megan")
    target = digest(node, "many words " * 20)
    node.post("yes", user="ben", re=target)
    node.post("no line of a quotation has so many words " * 2, user="ben", re=target)
    page = visit(node)
    short, long = page.page.locator(".bubble:has(> .quotation)").all()
    font = page.page.evaluate("Number.parseFloat(getComputedStyle(document.documentElement).fontSize)")
    for bubble, least, most in ((short, 19, 23), (long, 30, 39)):
        width = "(element) => element.getBoundingClientRect().width"
        outer, inner = bubble.evaluate(width) / font, bubble.locator(".quotation").evaluate(width) / font
        assert least < outer < most
        assert outer - inner == pytest.approx(2 * .8125, abs=.1)


@pytest.mark.service_worker
def test_a_reply_says_while_the_node_is_off_that_its_message_is_not_kept(node: Node, visit: Visit) -> None:
    sentence = "This browser has not kept this message."
    node.post("lunch at twelve", user="megan")
    page = visit(node, name="Anna", viewport=PHONE)
    choose(page, page.message("lunch"), "Reply")
    page.box.fill("I come")
    # The browser keeps the last 100 messages.
    node.seed((f"number {number}" for number in range(100)), user="megan")
    node.post("number 100", user="megan")
    eventually(lambda: "number 100" in page.page.evaluate(SAVED).get("", []), "the browser has saved the room")
    page.wait_until_web_client_is_saved()
    node.kill()
    page.reload()
    replying = page.page.locator("#replying")
    expect(replying).to_have_text(f"Reply: {sentence}")
    expect_accessible(page)
    page.box.press("Control+Enter")
    quotation = page.waiting.locator(".quotation")
    expect(quotation).to_have_text(sentence)
    page.start_node()
    expect(page.message("I come").locator(".quotation")).to_have_text("meganlunch at twelve")


@pytest.mark.service_worker
def test_a_waiting_reply_quotes_a_kept_message_also_to_a_person_who_comes_from_another_room(
    node: Node, visit: Visit
) -> None:
    node.post("lunch at twelve", user="megan", room="garden")
    page = visit(node, name="Anna", path="#garden")
    page.expect_texts(["lunch at twelve"])
    eventually(lambda: page.page.evaluate(SAVED).get("garden") == ["lunch at twelve"], "the browser has saved the room")
    page.wait_until_web_client_is_saved()
    node.kill()
    choose(page, page.message("lunch"), "Reply")
    page.write("I come")
    expect(page.waiting).to_have_count(1)
    page.open_room("Main room")
    page.reload()
    expect(page.notices).to_contain_text("has not answered")
    page.open_room("garden")
    expect(page.waiting.locator(".quotation")).to_have_text("meganlunch at twelve")


def test_a_database_of_version_1_keeps_its_queue_and_rooms(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.open("test.html")
    page.page.evaluate("""() => new Promise((resolve) => {
      indexedDB.deleteDatabase('tidings');
      const opening = indexedDB.open('tidings', 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
        opening.result.createObjectStore('rooms', { keyPath: 'room' });
      };
      opening.onsuccess = () => {
        const writing = opening.result.transaction(['outbox', 'rooms'], 'readwrite');
        writing.objectStore('outbox').put(
          { postKey: 'k', user: 'jack', room: '', text: 'waited', time: Date.now(), isAttempted: false });
        writing.objectStore('rooms').put({ room: 'kitchen', messages: [], upTo: 0, missing: [] });
        writing.oncomplete = () => { opening.result.close(); resolve(); };
      };
    })""")
    page.open()
    page.expect_texts(["waited"])
    # The post key of a message is kept in the transaction that removes the message from the queue.
    assert page.page.evaluate("""() => new Promise((resolve) => {
      const opening = indexedDB.open('tidings');
      opening.onsuccess = () => {
        const { result: database } = opening;
        const transaction = database.transaction(['posted', 'outbox', 'rooms']);
        const [posted, outbox, rooms] = ['posted', 'outbox', 'rooms'].map((name) => transaction.objectStore(name).getAll());
        transaction.oncomplete = () => {
          database.close();
          const [keys, waiting] = [posted, outbox].map(({ result }) => result.map(({ postKey }) => postKey).filter(Boolean));
          resolve([database.version, keys, waiting, rooms.result.some(({ room }) => room === 'kitchen')]);
        };
      };
    })""") == [3, ["k"], [], True]
    choose(page, page.message("waited"), "Edit")
    page.box.fill("waited long")
    page.box.press("Control+Enter")
    page.expect_texts(["waited long"])
