"""Unread messages: the line above them and their counts."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from conftest import Visit
from eventually import eventually
from held import Held
from node import Node
from test_away import wait_until_saved
from web_page import WebPage


def post_many(node: Node, count: int, user: str = "megan") -> None:
    """Posts "number 0" first and the highest number last; the others at the same time."""
    node.post("number 0", user=user)
    node.seed((f"number {number}" for number in range(1, count - 1)), user=user)
    node.post(f"number {count - 1}", user=user)


def return_to_unread(node: Node, visit: Visit, count: int, **options: Any) -> WebPage:
    """Returns the page of a second visit, at the first of `count` messages that are new since the first visit."""
    page = visit(node, **options)
    page.close()
    post_many(node, count)
    page = page.open_another_tab()
    expect(page.message("number 0").locator(".unread-line")).to_be_in_viewport()
    return page


def top(page: WebPage) -> float:
    return page.scroller.evaluate("(element) => element.scrollTop")


def test_new_messages_are_counted_on_the_button_and_neither_they_nor_the_layout_move_older_ones_in_view(
    node: Node, visit: Visit
) -> None:
    post_many(node, 30)
    page = visit(node)
    other = page.open_another_tab()
    expect(page.message("number 29")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()
    page.scroll_to_top()
    expect(page.to_newest).to_have_accessible_name("Go to the newest messages")
    before = top(page)
    # A message of this person is not unread.
    other.write("mine")
    expect(other.message("mine")).to_be_visible()
    expect(page.message("mine")).to_have_count(1)
    expect(page.to_newest).to_have_accessible_name("Go to the newest messages")
    # It would read the following ones.
    other.close()
    node.post("one more", user="megan")
    expect(page.to_newest).to_have_text("1 unread message")
    node.post("two more", user="megan")
    expect(page.to_newest).to_have_text("2 unread messages")
    assert top(page) == before
    page.to_newest.click()
    # The page scrolls to the line above the first unread message.
    expect(page.unread_line).to_be_in_viewport()
    expect(page.message("one more").locator(".unread-line")).to_have_count(1)
    expect(page.message("two more")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()
    # The line of before is out of sight.
    page.scroll_to_top()
    node.seed((f"later {number}" for number in range(40)), user="megan", connections=1)
    expect(page.to_newest).to_have_text("40 unread messages")
    page.to_newest.click()
    expect(page.message("later 0").locator(".unread-line")).to_be_in_viewport()
    expect(page.message("later 39")).not_to_be_in_viewport()
    # Before a click in Firefox, Playwright scrolls to the middle of the button's place, away from the line.
    page.to_newest.press("Enter")
    expect(page.message("later 39")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()

    # A change of the layout moves only a page at the end. Just before a scroll event.
    page.page.evaluate("""() => {
      document.getElementById('notices').style.minHeight = '100px';
      document.getElementById('scroller').dispatchEvent(new Event('scroll'));
    }""")
    expect(page.message("later 39")).to_be_in_viewport(ratio=1)
    expect(page.to_newest).to_be_hidden()
    # At the moment when somebody scrolls up.
    before = page.page.evaluate("""() => {
      const scroller = document.getElementById('scroller');
      scroller.dispatchEvent(new WheelEvent('wheel'));
      scroller.scrollTop -= 400;
      document.getElementById('notices').style.minHeight = '200px';
      return scroller.scrollTop;
    }""")
    expect(page.to_newest).to_be_visible()
    assert top(page) == before


def test_the_title_counts_the_unread_messages_of_all_rooms(node: Node, visit: Visit) -> None:
    node.post("before", user="megan")
    node.post("before", user="megan", room="kitchen")
    page = visit(node)
    # On the first visit, all messages count as read.
    expect(page.room_link("kitchen")).to_be_visible()
    # The icon of the installed page counts, too. A browser may refuse that.
    page.page.evaluate("""() => {
      navigator.setAppBadge = async (count) => {
        globalThis.badge = count;
        throw new Error('not allowed');
      };
    }""")
    node.post("read at once", user="megan")
    expect(page.message("read at once")).to_be_visible()
    expect(page.page).to_have_title(re.compile(r"^Main room"))
    expect(page.unread_line).to_have_count(0)
    expect(page.room_list.locator(".badge:visible")).to_have_count(0)
    page.hide()
    node.post("one", user="megan")
    expect(page.page).to_have_title(re.compile(r"^\(1\) "))
    node.post("two", user="megan", room="kitchen")
    expect(page.page).to_have_title(re.compile(r"^\(2\) "))
    assert page.page.evaluate("badge") == 2
    page.show()
    expect(page.page).to_have_title(re.compile(r"^\(1\) Main room"))
    assert page.page.evaluate("badge") == 1
    expect(page.message("one").locator(".unread-line")).to_have_text("New")
    # Below the line, the author is shown again.
    expect(page.message("one").locator(".author .name")).to_have_text("megan")
    # The message in the other room is still unread.
    expect(page.unread("kitchen")).to_have_text("1")
    page.hide()
    expect(page.page).to_have_title(re.compile(r"^\(1\) "))
    page.show()
    page.write("hello!")
    expect(page.unread_line).to_have_count(0)
    expect(page.message("one").locator(".author")).to_have_count(0)


def test_the_line_moves_to_messages_that_arrive_in_a_hidden_page_and_the_button_stays_near_the_end(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 40)
    line = page.message("number 0").locator(".unread-line")
    page.hide()
    node.post("one more", user="megan")
    expect(page.message("one more")).to_have_count(1)
    expect(line).to_have_count(1)
    page.show()
    for _ in range(3):
        page.scroll_on()
    # The page stays where the person reads.
    page.hide()
    page.show()
    expect(line).not_to_be_in_viewport()
    page.read_to_the_end()
    expect(page.page).to_have_title(re.compile(r"^Main room"))
    expect(line).to_have_count(1)

    page.hide()
    node.post("my own", user="jack")
    expect(page.message("my own")).to_have_count(1)
    expect(line).to_have_count(1)
    node.post("new", user="megan")
    node.post("the last one", user="megan")
    expect(page.page).to_have_title(re.compile(r"^\(2\) "))
    expect(page.unread_line).to_have_count(1)
    expect(page.messages.filter(has=page.unread_line).locator(".text")).to_have_text("new")
    page.show()
    expect(page.unread_line).to_be_in_viewport()
    expect(page.message("the last one")).to_be_in_viewport()
    expect(page.page).to_have_title(re.compile(r"^Main room"))

    # Near the end, the button stays until the last message was visible.
    page.hide()
    node.seed((f"last {number}" for number in range(40)), user="megan", connections=1)
    expect(page.page).to_have_title(re.compile(r"^\(40\) "))
    page.show()
    expect(page.message("last 0").locator(".unread-line")).to_be_in_viewport()
    page.scroller.evaluate(
        "(element) => { element.scrollTop = element.scrollHeight - element.clientHeight - 50; }"
    )
    expect(page.to_newest).to_have_text("1 unread message")
    # In Firefox, the click of a locator scrolls to the end first.
    box = page.to_newest.bounding_box()
    assert box
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.to_newest).to_be_hidden()


#: Reports changes of sizes late, as a busy machine does. `reported` is the time of the change that was reported last.
LATE_SIZES = """
globalThis.reported = -1;
globalThis.ResizeObserver = class extends ResizeObserver {
  constructor(report) {
    super((...change) => {
      const time = performance.now();
      setTimeout(() => { report(...change); globalThis.reported = time; }, 1000);
    });
  }
};"""


def test_a_page_on_a_busy_machine_keeps_its_scroll_position(node: Node, visit: Visit) -> None:
    node.seed(f"message {number} {'and words ' * (number % 12)}more" for number in range(80))
    page = visit(node, name=None)
    page.context.add_init_script(LATE_SIZES)
    page.reload()
    expect(page.messages.last).to_be_attached()
    page.page.wait_for_function("() => globalThis.reported >= 0")
    # With the name, these messages become the person's own, which have other heights.
    time = page.page.evaluate("performance.now()")
    page.give_name("jack")
    page.page.wait_for_function("(time) => globalThis.reported > time", arg=time)
    expect(page.messages.last).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()
    page.close()
    post_many(node, 80)
    page = page.open_another_tab()
    line = page.message("number 0").locator(".unread-line")
    expect(line).to_be_in_viewport()
    page.page.wait_for_function("() => globalThis.reported >= 0")
    expect(line).to_be_in_viewport()
    expect(page.to_newest).to_have_text(re.compile(r"^[67]\d unread messages"))


def test_a_room_with_more_unread_messages_than_are_counted_has_500_plus_and_opens_at_the_first(
    node: Node, visit: Visit
) -> None:
    node.post("read", user="megan")
    page = visit(node)
    expect(page.message("read")).to_be_in_viewport()
    page.close()
    post_many(node, 550)
    later = page.open_another_tab("#kitchen")
    expect(later.unread("Main room")).to_have_text("500+")
    # The numbers that other tabs save are those of the page itself.
    later.open_room("Main room")
    first = later.message("number 0").filter(has=later.page.locator(".unread-line"))
    expect(first).to_be_in_viewport()
    expect(later.message("number 549")).not_to_be_in_viewport()
    # The number does not fall to that of the messages which are loaded.
    expect(later.unread("Main room")).to_have_text("500+")
    expect(later.to_newest).to_have_text("500+ unread messages")
    expect(later.page).to_have_title(re.compile(r"^\(500\+\) "))
    # Going to the newest reads the room, also what the page has not listed yet.
    later.scroller.focus()
    later.page.keyboard.press("End")
    expect(later.message("number 549")).to_be_focused()
    expect(later.to_newest).to_be_hidden()
    expect(later.to_earlier).to_be_hidden()
    node.post("newest", user="megan")
    expect(later.message("newest")).to_be_in_viewport()
    expect(later.unread("Main room")).to_have_count(0)
    later.reload()
    later.expect_answered()
    expect(later.message("newest")).to_be_in_viewport()
    expect(later.unread_line).to_have_count(0)


def test_a_room_is_marked_as_read_also_while_the_node_answers_with_its_messages(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 40)
    expect(page.to_newest).to_have_text(re.compile(r"^\d+ unread messages"))
    wait_until_saved(page, "", "number 39")
    held = Held(page, re.compile(r"messages\.php.*last=1\d\d"))
    page.reload()
    # The browser has kept these messages.
    expect(page.unread_line).to_be_in_viewport()
    eventually(held.has_some, "the page loads the last messages after the unread ones")
    page.choose_in_room_menu("Mark as read")
    expect(page.unread_line).to_have_count(0)
    held.release()
    page.expect_answered()
    node.post("newest", user="megan", room="kitchen")
    expect(page.room_link("kitchen")).to_be_visible()
    expect(page.unread_line).to_have_count(0)
    expect(page.unread("Main room")).to_have_count(0)
    page.reload()
    expect(page.message("number 39")).to_be_in_viewport()


def test_scrolling_reads_on_to_the_end_also_messages_that_the_node_lists_later(
    node: Node, visit: Visit
) -> None:
    # A high window, which shows all messages in fewer steps.
    page = return_to_unread(node, visit, 1020, viewport={"width": 800, "height": 2000})
    expect(page.unread("Main room")).to_have_text(re.compile(r"^\d+\+$"))
    held = Held(page, re.compile(r"messages\.php\?view=chat&fold=1&past="))

    # The page removes messages that are far above.
    shown: set[str] = set()

    def note_shown() -> None:
        texts = page.texts()
        assert len(set(texts)) == len(texts)
        shown.update(texts)

    def is_at_end() -> bool:
        note_shown()
        return page.scroll_on() and page.message("number 1019").count() > 0

    eventually(is_at_end, "it is at the end", 60)
    note_shown()
    assert shown == {f"number {number}" for number in range(1020)}
    assert held.has_some(), "the node has listed all unread messages already"
    # The page knows that no later messages follow, so it goes on to new ones.
    expect(page.to_newest).to_be_hidden()
    node.post("one more", user="megan")
    expect(page.message("one more")).to_be_in_viewport()
    held.release()
    # A request that was held for too long is repeated when the person scrolls.
    scroll = "document.getElementById('scroller').dispatchEvent(new Event('scroll'))"
    read_up_to = f"{scroll} && JSON.parse(localStorage.getItem('tidings.read')).marks[''][1]"
    eventually(lambda: page.page.evaluate(read_up_to) == 1021, "all messages are read")
    expect(page.to_earlier).to_be_hidden()
    expect(page.unread("Main room")).to_have_count(0)
    page.reload()
    expect(page.message("one more")).to_be_in_viewport()
    expect(page.unread_line).to_have_count(0)


#: Gives the chunks and messages heights with fractions, and space between them.
ODD_HEIGHTS = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync(`
    .chunk { padding-block: 9.3px 7.7px; margin-block-end: 3.1px; }
    .message { padding-block-start: 2.6px; margin-block-end: 1.7px; line-height: 21.37px; }`);
  document.adoptedStyleSheets = [style];
}"""

#: `look` waits until the page has noticed where it is, and notes which messages are visible. `sweep` moves an edge of the
#: visible part over the end of the second chunk in steps of a pixel. It returns the steps at which the page shows no day, or
#: another number of late messages above or of unread ones below than there are. After `MAKE_LATE`, all but late
#: ones are read.
LOOKING = """() => {
  const scroller = document.getElementById('scroller');
  const seen = new Set();
  const saved = JSON.parse(localStorage.getItem('tidings.read')).marks[''];
  const late = new Set((saved[4] ?? []).map(([id]) => id));
  const hasLate = late.size > 0;
  const number = (id) => {
    const button = document.getElementById(id);
    return button.checkVisibility() ? Number(/\\d+ (unread|late)/.exec(button.textContent)?.[0].split(' ')[0] ?? 0) : 0;
  };
  const count = () => {
    const { top: upper, bottom } = scroller.getBoundingClientRect();
    const lower = bottom - 24;
    const wanted = { above: 0, below: 0 };
    for (const message of document.querySelectorAll('#timeline .message')) {
      const { top, bottom } = message.querySelector('.bubble').getBoundingClientRect();
      if (bottom > upper && top < lower) seen.add(message.dataset.id);
      else if (seen.has(message.dataset.id)) continue;
      else if (bottom <= upper && late.has(Number(message.dataset.id))) wanted.above += 1;
      else if (bottom > upper && !hasLate) wanted.below += 1;
    }
    return wanted;
  };
  // On a slow processor, other messages may be visible before the chunks at a new scroll position are drawn.
  scroller.addEventListener('scroll', count);
  globalThis.look = async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const wanted = count();
    const found = { above: number('to-earlier'), below: number('to-newest') };
    const day = document.getElementById('visible-day').textContent;
    return { wanted, found, day };
  };
  globalThis.sweep = async (edge) => {
    const wrong = [];
    const goTo = (step) => {
      const { top, bottom } = scroller.getBoundingClientRect();
      const chunk = document.querySelectorAll('.chunk')[1].getBoundingClientRect();
      scroller.scrollTop += chunk.bottom + step - (edge === 'upper' ? top : bottom - 24);
    };
    // Near the first loaded messages, the page loads those before them.
    goTo(-31);
    const end = performance.now() + 30_000;
    const isWhole = () => document.querySelectorAll('#timeline .message').length === 130;
    while (!isWhole() && performance.now() < end) await new Promise(requestAnimationFrame);
    // The first chunks that come into sight take more frames than a step of a pixel.
    goTo(-31);
    await look();
    await look();
    for (let step = -30; step < 60; step += 1) {
      goTo(step);
      const { wanted, found, day } = await look();
      if (JSON.stringify(found) !== JSON.stringify(wanted) || day !== 'Today') wrong.push([step, wanted, found, day]);
    }
    return wrong;
  };
}"""


#: Says that the first hundred messages have come late, as the web client saves it.
MAKE_LATE = """async (first) => {
  const answer = await fetch(`messages.php?view=chat&past=${first - 1}&limit=100`);
  const messages = (await answer.text()).matchAll(/ id="(\\d+)".*? stamp="(\\d+)".*? digest="([^"]+)"/g);
  const late = [...messages].map(([, id, stamp, digest]) => [Number(id), stamp, digest]);
  const saved = JSON.parse(localStorage.getItem('tidings.read'));
  saved.marks[''] = [...saved.marks[''].slice(0, 4), late, ''];
  localStorage.setItem('tidings.read', JSON.stringify(saved));
}"""


@pytest.mark.needs_chromium("Playwright turns the wheel by pixels and forces colors only there")
def test_the_page_knows_which_messages_are_visible_wherever_the_edges_of_the_screen_are(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 130)
    expect(page.messages).to_have_count(130)
    # The line is a border, because forced colors remove backgrounds.
    page.page.emulate_media(forced_colors="active")
    border = "(line) => getComputedStyle(line, '::before').borderTopWidth"
    assert page.unread_line.evaluate(border) == "1px"
    page.page.emulate_media(forced_colors="none")
    page.page.evaluate(LOOKING)
    page.page.evaluate("look()")
    page.page.evaluate(ODD_HEIGHTS)
    page.page.evaluate("look()")
    assert page.page.evaluate("sweep('lower')") == []
    page.scroll_to_end()
    expect(page.unread("Main room")).to_have_count(0)
    page.page.evaluate(MAKE_LATE, page.messages.first.get_attribute("data-id"))
    page.reload()
    expect(page.to_earlier).to_have_text("100 late messages above")
    page.expect_answered()
    page.page.evaluate(LOOKING)
    page.page.evaluate(ODD_HEIGHTS)
    page.scroll_to_end()
    page.page.evaluate("look()")
    assert page.page.evaluate("sweep('upper')") == []
    page.scroll_to_end()
    page.page.evaluate("look()")
    # The buttons over the messages do not stop the wheel.
    for button in (page.to_earlier, page.page.locator("#mark-read")):
        before = top(page)
        button.hover()
        page.page.mouse.wheel(0, -200)
        eventually(lambda: top(page) == before - 200, "the wheel moves the messages")


def test_leaving_a_room_keeps_what_was_not_on_the_screen_unread(node: Node, visit: Visit) -> None:
    node.post("soup", user="megan", room="kitchen")
    page = visit(node, path="#kitchen")
    expect(page.message("soup")).to_be_visible()
    post_many(node, 60)
    expect(page.unread("Main room")).to_have_text("60")
    page.open_room("Main room")
    expect(page.message("number 0").locator(".unread-line")).to_be_in_viewport()
    eventually(lambda: 20 < int(page.unread("Main room").inner_text()) < 60, "those on the screen are read")
    left = int(page.unread("Main room").inner_text())
    page.scroller.evaluate("(element) => element.scrollBy(0, 200)")
    eventually(lambda: int(page.unread("Main room").inner_text()) < left, "more are read")
    left = int(page.unread("Main room").inner_text())
    expect(page.to_newest).to_have_text(f"{left} unread messages")
    page.open_room("kitchen")
    expect(page.unread("Main room")).to_have_text(str(left))
    page.reload()
    page.expect_room("kitchen")
    expect(page.unread("Main room")).to_have_text(str(left))
    page.open_room("Main room")
    expect(page.unread_line).to_be_in_viewport()
    expect(page.message("number 0").locator(".unread-line")).to_have_count(0)
    # Whoever goes to the newest message has read the room.
    page.scroll_to_end()
    expect(page.message("number 59")).to_be_in_viewport()
    expect(page.unread("Main room")).to_have_count(0)
    expect(page.to_earlier).to_be_hidden()
    page.reload()
    expect(page.message("number 59")).to_be_in_viewport()
    expect(page.unread_line).to_have_count(0)


def test_a_person_marks_messages_as_unread_and_all_tabs_know_what_is_read(
    node: Node, visit: Visit
) -> None:
    node.seed((f"number {number}" for number in range(6)), user="megan", connections=1)
    node.post("soup", room="kitchen")
    page = visit(node)
    expect(page.message("number 5")).to_be_in_viewport()
    other = page.open_another_tab("#kitchen")
    expect(other.page.locator("#room-name")).to_have_text("kitchen")
    page.message("number 3").locator(".bubble").click(button="right")
    page.page.get_by_role("menuitem", name="Mark as unread from here").click()
    expect(page.message("number 3").locator(".unread-line")).to_be_in_viewport()
    expect(page.unread("Main room")).to_have_text("3")
    expect(other.unread("Main room")).to_have_text("3")
    node.post("number 6", user="megan")
    expect(page.unread("Main room")).to_have_text("4")
    page.open_room("kitchen")
    expect(page.unread("Main room")).to_have_text("4")
    page.open_room("Main room")
    expect(page.message("number 3").locator(".unread-line")).to_be_in_viewport()
    expect(page.unread("Main room")).to_have_count(0)
    expect(other.unread("Main room")).to_have_count(0)
    # Another tab that shows the room does not read them, either.
    other.open_room("Main room")
    expect(other.message("number 6")).to_be_in_viewport()
    page.message("number 5").locator(".bubble").click(button="right")
    page.page.get_by_role("menuitem", name="Mark as unread from here").click()
    for tab in (page, other):
        expect(tab.message("number 5").locator(".unread-line")).to_be_in_viewport()
        expect(tab.unread("Main room")).to_have_text("2")
    # Whoever writes in the room has read it.
    page.write("thanks")
    expect(page.unread("Main room")).to_have_count(0)
    expect(other.unread("Main room")).to_have_count(0)

    # What one tab reads is read in a hidden one.
    other.open_room("kitchen")
    page.hide()
    node.post("number 7", user="megan")
    expect(page.page).to_have_title(re.compile(r"^\(1\) "))
    expect(other.unread("Main room")).to_have_text("1")
    other.open_room("Main room")
    expect(other.message("number 7")).to_be_visible()
    expect(other.unread("Main room")).to_have_count(0)
    expect(page.page).to_have_title(re.compile(r"^Main room"))

    def expect_two_unread() -> None:
        for tab in (page, other):
            tab.scroller.evaluate("(scroller) => scroller.scrollBy(0, -30)")
            tab.scroll_to_end()
            expect(tab.unread("Main room")).to_have_text("2")

    # Marked messages stay unread while the node is off, and afterwards.
    page.show()
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    page.message("number 6").locator(".bubble").click(button="right")
    page.page.get_by_role("menuitem", name="Mark as unread from here").click()
    expect_two_unread()
    page.start_node()
    page.expect_loaded()
    expect_two_unread()


def test_two_tabs_that_show_the_same_room_count_what_either_of_them_reads(node: Node, visit: Visit) -> None:
    page = return_to_unread(node, visit, 60)
    other = page.open_another_tab()
    expect(other.unread_line).to_be_in_viewport()
    expect(other.to_newest).to_have_text(re.compile("unread"))

    def counts() -> set[int]:
        """Returns the counts of the list of rooms, the titles and the buttons of both tabs: one if they agree."""
        texts = [
            text
            for tab in (page, other)
            for text in (tab.to_newest.inner_text(), *tab.unread("Main room").all_inner_texts(), tab.page.title())
        ]
        return {int(number) for text in texts for number in re.findall(r"\d+", text) or [0]}

    def expect_fewer_than(before: int) -> None:
        eventually(lambda: len(counts()) == 1 and 0 < max(counts()) < before, "both tabs have one count")

    before = int(other.to_newest.inner_text().split()[0])
    other.scroller.evaluate("(element) => element.scrollBy(0, 400)")
    expect_fewer_than(before)
    # A tab that has marked messages as unread reads no more of the room, but another one does.
    other.scroll_to_end()
    expect(page.unread("Main room")).to_have_count(0)
    page.messages.nth(-40).locator(".bubble").click(button="right")
    page.page.get_by_role("menuitem", name="Mark as unread from here").click()
    for tab in (page, other):
        expect(tab.unread("Main room")).to_have_text("40")
    other.reload()
    expect_fewer_than(40)


def test_a_room_created_before_the_list_of_rooms_arrives_leaves_the_others_read(
    node: Node, visit: Visit
) -> None:
    node.post("hello", user="megan")
    page = visit(node, name=None, path="test.html")
    held = Held(page, "**/rooms.xml")
    page.open()
    page.name_field.fill("jack")
    page.name_field.press("Enter")
    # The node has answered the request for the status.
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    page.enter("garden")
    page.expect_room("garden")
    held.release()
    read_up_to = "JSON.parse(localStorage.getItem('tidings.read'))?.marks[''][1]"
    eventually(lambda: page.page.evaluate(read_up_to) == 1, "the main room is read")


def test_messages_that_arrive_while_the_page_loads_are_counted(node: Node, visit: Visit) -> None:
    page = visit(node, path="#kitchen")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()

    # Between the list of rooms and the open room.
    def post_first(route: Route) -> None:
        node.post("one", user="megan")
        route.continue_()

    page.page.route(re.compile(r"messages\.php.*last="), post_first, times=1)
    page.reload()
    expect(page.unread("Main room")).to_have_text("1")

    # Between the list of rooms and the known end of the log.
    end_of_log = Held(page, re.compile(r"messages\.php.*last=1$"))
    opening = Held(page, re.compile(r"messages\.php.*last=100&room=kitchen"))
    page.reload()
    eventually(opening.has_some, "the list of rooms has arrived")
    eventually(end_of_log.has_some, "the page asks for the end of the log")

    def follows_log_from(id: int) -> bool:
        return any(f"past={id}&" in address for address in page.monitor.waiting())

    node.post("two", user="megan")
    end_of_log.release()
    eventually(lambda: follows_log_from(2), "the log is followed from the second message")
    node.post("three", user="megan")
    eventually(lambda: follows_log_from(3), "the third message has arrived")
    opening.release()
    expect(page.unread("Main room")).to_have_text("3")

    # While their room is counted.
    page.open("test.html")
    node.post("soup", room="attic", user="megan")
    counting = Held(page, "**/messages.php?*past=*room=attic*")
    page.open()
    page.expect_loaded()
    eventually(counting.has_some, "the room is being counted")
    node.post("more soup", room="attic", user="megan")
    node.post("hello", user="megan")
    expect(page.message("hello")).to_be_visible()
    counting.release()
    expect(page.unread("attic")).to_have_text("2")
    # The next message is added to that count.
    node.post("and bread", room="attic", user="megan")
    expect(page.unread("attic")).to_have_text("3")
