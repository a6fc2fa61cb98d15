"""The messages are one stop of Tab. Keys move from message to message and to the details of one."""

import re

import pytest
from playwright.sync_api import Locator, expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_history import TWO_FRAMES
from web_page import WebPage

#: A script that notes the texts of the messages that get the focus and are then visible.
NOTE_FOCUS = """() => {
  globalThis.visited = [];
  const scroller = document.getElementById('scroller');
  addEventListener('keyup', () => {
    const message = document.activeElement;
    if (!message.matches('.message')) return;
    const { top: upper, bottom: lower } = scroller.getBoundingClientRect();
    const { top, bottom } = message.querySelector('.bubble').getBoundingClientRect();
    if (bottom > upper && top < lower) visited.push(message.querySelector('.text').textContent);
  });
}"""


def focused(page: WebPage) -> Locator:
    """Returns the message that has the focus itself."""
    return page.page.locator(".message:focus")


def expect_focused(page: WebPage, text: str) -> None:
    expect(focused(page).locator(".text")).to_have_text(text)
    expect(focused(page).locator(".bubble")).to_be_in_viewport()


def enter_messages(page: WebPage) -> None:
    """Goes from the text box to the messages."""
    page.box.focus()
    page.page.keyboard.press("Shift+Tab")


def open_with(node: Node, visit: Visit, count: int, **options: object) -> WebPage:
    """Opens a room with messages of several screens."""
    node.seed((f"number {number}" for number in range(count)), user="megan", connections=1)
    page = visit(node, name="ben", **options)
    expect(page.message(f"number {count - 1}")).to_be_in_viewport()
    return page


def test_the_keys_move_from_message_to_message_to_the_first_loaded_one_and_to_the_newest(
    node: Node, visit: Visit
) -> None:
    node.seed((f"number {number}: {'words and ' * 20}" for number in range(119)), user="megan", room="hall", connections=1)
    node.post("the newest", user="megan", room="hall")
    page = open_with(node, visit, 60)
    enter_messages(page)
    expect_focused(page, "number 59")
    page.page.evaluate(TWO_FRAMES)
    outline = "(bubble) => [getComputedStyle(bubble).outlineStyle, getComputedStyle(bubble).outlineWidth]"
    assert focused(page).locator(".bubble").evaluate(outline) == ["solid", "2px"]
    # A chunk cuts off what is drawn beyond its edges: beside own messages, which are at the end of the line, and below the last one.
    space = """(message) => {
      const [chunk, timeline, bubble] = [message.parentElement, message.parentElement.parentElement, message.firstElementChild]
        .map((element) => element.getBoundingClientRect());
      return Math.min(chunk.right - timeline.right, timeline.left - chunk.left, chunk.bottom - bubble.bottom);
    }"""
    assert focused(page).evaluate(space) >= 3
    page.page.keyboard.press("ArrowUp")
    expect_focused(page, "number 58")
    # From the text box, the newest message is the nearest one.
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Shift+Tab")
    expect_focused(page, "number 59")
    page.page.evaluate(NOTE_FOCUS)
    for _ in range(52):
        page.page.keyboard.press("ArrowUp")
    expect_focused(page, "number 7")
    # The messages are in two chunks of the page.
    assert page.page.evaluate("visited") == [f"number {number}" for number in range(58, 6, -1)]
    page.page.keyboard.press("ArrowDown")
    expect_focused(page, "number 8")
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()
    # Where the newest one is not visible, the lowest visible one is. The next one may be cut off.
    page.page.keyboard.press("Shift+Tab")
    expect(page.to_newest).to_be_focused()
    page.page.keyboard.press("Shift+Tab")
    lowest = int(focused(page).locator(".text").inner_text().removeprefix("number "))
    assert lowest > 8
    expect(focused(page).locator(".bubble")).to_be_in_viewport()
    expect(page.message(f"number {lowest + 2}")).not_to_be_in_viewport()
    # After a click, the keys go on from the visible messages.
    page.to_newest.click()
    expect(page.message("number 59")).to_be_in_viewport()
    assert page.page.evaluate("document.activeElement.id") == "scroller"
    page.page.keyboard.press("ArrowUp")
    expect(focused(page)).to_be_in_viewport()

    # PageUp and Space scroll, and the arrow keys go on from there.
    scroll_top = "(scroller) => scroller.scrollTop"
    settle(page)
    before = page.scroller.evaluate(scroll_top)
    for _ in range(2):
        page.page.keyboard.press("PageUp")
        settle(page)
    assert page.scroller.evaluate(scroll_top) < before - 300
    expect(page.message("number 59")).not_to_be_in_viewport()
    page.page.keyboard.press("ArrowUp")
    expect(focused(page)).to_be_in_viewport()
    expect(page.message("number 59")).not_to_be_in_viewport()
    before = page.scroller.evaluate(scroll_top)
    page.page.keyboard.press("Space")
    page.page.wait_for_function(
        f"(before) => ({scroll_top})(document.getElementById('scroller')) > before + 300", arg=before
    )

    # The focus stays in the messages when they are made again.
    other = page.open_another_tab()
    other.open_settings()
    other.page.locator("#language").select_option("pt")
    other.done()
    expect(page.page.locator("html")).to_have_attribute("lang", "pt")
    assert page.page.evaluate("document.getElementById('scroller').contains(document.activeElement)")

    other.close()

    # Home goes to the first loaded message, and End to the newest.
    page.page.bring_to_front()
    page.open_room("hall")
    expect(page.message("the newest")).to_be_in_viewport()
    enter_messages(page)
    assert page.messages.count() == 100
    page.page.keyboard.press("Home")
    expect(focused(page)).to_have_count(1)
    first = focused(page).get_attribute("data-id")
    # The page loads earlier messages; the next Home goes there.
    expect(page.messages).to_have_count(120)
    page.page.keyboard.press("Home")
    expect(focused(page)).to_have_attribute("data-id", "1")
    assert first == "21"
    page.page.keyboard.press("End")
    expect_focused(page, "the newest")
    expect(page.to_newest).to_be_hidden()


def settle(page: WebPage) -> None:
    """Returns when smooth scrolling has ended."""
    page.page.evaluate(
        """() => new Promise((done) => {
          const scroller = document.getElementById('scroller');
          let [last, count] = [-1, 0];
          const look = () => {
            count = scroller.scrollTop === last ? count + 1 : 0;
            last = scroller.scrollTop;
            if (count < 10) requestAnimationFrame(look); else done();
          };
          look();
        })"""
    )


def test_tab_reaches_the_links_and_buttons_of_the_focused_message_and_a_screen_reader_reads_each(
    node: Node, visit: Visit
) -> None:
    for number in range(3):
        node.post(f"see https://a.example/{number} and https://b.example/{number}", user="megan")
    node.post("run `git pull` **now**", user="megan", room="kitchen")
    node.post("two", user="megan", room="kitchen")
    node.post("three", user="\u202eevil", room="kitchen")
    node.post("before", user="megan", room="garden")
    node.post("\n".join(f"line {number}" for number in range(200)), user="megan", room="garden")
    node.post("after", user="megan", room="garden")
    page = visit(node, name="ben")
    expect(page.messages).to_have_count(3)
    enter_messages(page)
    page.page.keyboard.press("ArrowUp")
    for host in ("a", "b"):
        page.page.keyboard.press("Tab")
        expect(page.page.locator(":focus")).to_have_text(f"https://{host}.example/1")
    page.page.keyboard.press("Tab")
    expect(page.page.locator(":focus")).to_have_class("facts")
    # The arrow keys go on from the message of the link.
    page.page.keyboard.press("ArrowUp")
    expect_focused(page, "see https://a.example/0 and https://b.example/0")
    page.page.keyboard.press("Tab")
    expect(page.page.locator(":focus")).to_have_text("https://a.example/0")
    reachable = page.page.locator("#scroller :is(a, button)[tabindex='0']")
    # Two links, the details, and the three buttons beside the message.
    expect(reachable).to_have_count(6)
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()
    expect(reachable).to_have_count(0)

    # A screen reader says the author, the time and the text of each message.
    page.open_room("kitchen")
    expect(page.messages).to_have_count(3)
    articles = page.page.get_by_role("article")
    expect(articles).to_have_count(3)
    expect(page.page.get_by_role("feed")).to_have_count(1)
    # The second message has no heading of its own.
    expect(page.message("two").locator(".author")).to_have_count(0)
    for number, user in enumerate(["megan", "megan", "\u27e8U+202E\u27e9evil"]):
        time = page.messages.nth(number).locator("time").text_content()
        assert time
        expect(articles.nth(number)).to_have_accessible_name(f"{user}, {time}")
    for number, text in [(1, "two"), (2, "three")]:
        expect(articles.nth(number)).to_have_accessible_description(text)
    # Code is read without the hidden characters.
    spoken = re.sub(r"\s+", " ", page.messages.first.aria_snapshot())
    assert "git pull" in spoken and "`" not in spoken and "**" not in spoken
    # The heading of an author has the name, and no key.
    heading = page.page.get_by_role("heading", level=3).first
    expect(heading).to_have_accessible_name("megan")
    expect(heading).to_have_accessible_description("")
    assert node.public_key not in page.messages.first.evaluate("(message) => message.outerHTML")

    # The arrow keys scroll within a message that is higher than the screen.
    page.open_room("garden")
    expect(page.message("after")).to_be_in_viewport()
    enter_messages(page)
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Tab")
    expect(page.page.locator(".unfold")).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.page.locator(".unfold")).to_have_text("Show less")
    # The focus is at the text, so that the keys scroll through it.
    expect(focused(page)).to_contain_text("line 199")
    before = page.scroller.evaluate("(scroller) => scroller.scrollTop")
    page.page.keyboard.press("ArrowDown")
    eventually(lambda: page.scroller.evaluate("(scroller) => scroller.scrollTop") > before, "the message scrolls")
    settle(page)
    assert 0 < page.scroller.evaluate("(scroller) => scroller.scrollTop") - before < 200
    expect(focused(page)).to_contain_text("line 199")
    page.page.keyboard.press("End")
    expect_focused(page, "after")


@pytest.mark.service_worker
def test_waiting_messages_are_reached_after_the_stored_ones(node: Node, visit: Visit) -> None:
    node.post("stored", user="megan")
    page = visit(node)
    expect(page.message("stored")).to_be_visible()
    page.wait_until_web_client_is_saved()
    node.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting).to_have_count(2)
    enter_messages(page)
    for text in ("two", "one", "stored"):
        expect_focused(page, text)
        page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("ArrowDown")
    expect_focused(page, "one")
    page.page.keyboard.press("Enter")
    details = page.page.locator("#details")
    expect(details).to_contain_text("Written")
    expect(details).to_contain_text("waiting to be sent")
    page.page.keyboard.press("Escape")
    expect_focused(page, "one")
