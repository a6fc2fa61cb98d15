"""Scrolling back in long histories."""

import re
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from conftest import StartNode, Visit
from eventually import eventually
from held import Held
from node import Node
from stores import store
from test_away import wait_until_saved
from web_page import WebPage

#: A script that measures frames and long tasks until `stopMeasuring` is called.
MEASURING = """() => {
  let last = performance.now();
  let isOver = false;
  const frames = [], tasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  });
  observer.observe({ type: 'longtask' });
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  globalThis.stopMeasuring = () => {
    isOver = true;
    tasks.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    frames.sort((a, b) => a - b);
    return {
      frame: frames[Math.floor(frames.length / 2)] ?? 0,
      longestFrame: frames.at(-1) ?? 0,
      longestTask: Math.max(0, ...tasks),
    };
  };
}"""

#: A promise that is resolved when the browser has drawn five frames in a row without a delay and without scrolling.
SETTLED = """new Promise((done) => {
  const scroller = document.getElementById('scroller');
  let [last, lastTop] = [performance.now(), scroller.scrollTop];
  let count = 0;
  const frame = (now) => {
    count = now - last < 50 && scroller.scrollTop === lastTop ? count + 1 : 0;
    [last, lastTop] = [now, scroller.scrollTop];
    if (count < 5) requestAnimationFrame(frame); else done();
  };
  requestAnimationFrame(frame);
})"""

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def long_texts(count: int) -> list[str]:
    return [f"message {number}: {'words and ' * (number % 12)}more" for number in range(count)]


@pytest.fixture
def long_store(program: Path) -> Path:
    return store(program, long_texts(700), "jack")


@pytest.fixture
def very_long_store(program: Path) -> Path:
    """More messages than the page keeps when it has loaded them."""
    return store(program, long_texts(3_000), "jack")


def start_with(start_node: StartNode, data: Path) -> Node:
    node = start_node(start=False)
    shutil.copytree(data, node.data)
    return node.start()


def count(page: WebPage) -> int:
    return page.page.evaluate("document.querySelectorAll('#timeline .message').length")


def scroll_to_beginning(page: WebPage) -> None:
    """Scrolls up until the first message of the room is loaded."""
    page.page.evaluate(
        """() => new Promise((resolve) => {
          const scroller = document.getElementById('scroller');
          const beginning = document.getElementById('beginning');
          const up = () => {
            scroller.scrollTop = 0;
            if (beginning.checkVisibility({ visibilityProperty: true })) resolve();
            else requestAnimationFrame(up);
          };
          up();
        })"""
    )


def visible_message(page: WebPage) -> tuple[str, float]:
    """Returns the id of a message in the middle, and its distance from the top in pixels."""
    return tuple(
        page.page.evaluate(
            """() => {
          const frame = document.getElementById('scroller').getBoundingClientRect();
          const element = document.elementFromPoint(
            frame.left + frame.width / 2, frame.top + frame.height / 2).closest('.message')
            ?? document.querySelector('#timeline .message');
          return [element.dataset.id, element.querySelector('.bubble').getBoundingClientRect().top];
        }"""
        )
    )


def first_visible(page: WebPage) -> str:
    return page.page.evaluate(
        """() => {
          const { top } = document.getElementById('scroller').getBoundingClientRect();
          const isBelow = (bubble) => bubble.getBoundingClientRect().bottom > top;
          const bubbles = [...document.querySelectorAll('#timeline .bubble')];
          return bubbles.find(isBelow).parentElement.dataset.id;
        }"""
    )


#: A script that returns the different distances in pixels between a chunk's first message and the one before it.
GAPS = """() => {
  const firsts = [...document.querySelectorAll('.chunk + .chunk > :first-child:not(.first)')];
  const [top, bottom] = ['top', 'bottom'].map((edge) => (
    (element) => element.querySelector('.bubble').getBoundingClientRect()[edge]));
  const before = ({ parentElement }) => parentElement.previousElementSibling.lastElementChild;
  return [...new Set(firsts.map((first) => Math.round(top(first) - bottom(before(first)))))];
}"""


def last_loaded(page: WebPage) -> str | None:
    return page.messages.last.get_attribute("data-id")


def top_of(page: WebPage, id: str) -> float:
    return page.page.evaluate(
        "(id) => document.querySelector(`[data-id='${id}'] .bubble`).getBoundingClientRect().top",
        id,
    )


def test_scrolling_back_loads_the_whole_history_and_does_not_move_visible_messages(
    start_node: StartNode, visit: Visit, long_store: Path
) -> None:
    node = start_with(start_node, long_store)
    page = visit(node)
    expect(page.messages.last).to_be_in_viewport()
    for _ in range(2):
        before = count(page)
        assert before < 600
        # The node is paused, so the requested page cannot arrive before the top is measured.
        node.pause()
        page.scroller.evaluate("(scroller) => { scroller.scrollTop = 300; }")
        page.page.evaluate(TWO_FRAMES)
        id, top = visible_message(page)
        assert count(page) == before
        node.resume()
        expect(page.messages).not_to_have_count(before)
        page.page.evaluate(TWO_FRAMES)
        assert abs(top_of(page, id) - top) < 3, "the visible message has moved"
    assert page.page.evaluate(GAPS) == [3], "a chunk begins where any message of the same author would"
    scroll_to_beginning(page)
    expect(page.page.get_by_text("This is the beginning of the room.")).to_be_visible()
    ids = page.messages.evaluate_all("(all) => all.map(({ dataset }) => Number(dataset.id))")
    # All messages come from one node, so their display order is the order of their ids.
    assert ids == list(range(1, 701))


class Wheel:
    """Turns the wheel over the messages, and expects that they move by its distance."""

    def __init__(self, page: WebPage, target: Locator) -> None:
        self.page = page
        box = target.bounding_box()
        assert box
        page.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        #: The message that was in the middle when `turn` was called last, and its top after the movement.
        self.id, self.wanted = "", 0.0

    def turn(self, distance: int) -> None:
        self.id, top = visible_message(self.page)
        self.wanted = top - distance
        self.page.page.mouse.wheel(0, distance)

    def expect_moved(self) -> None:
        def is_there() -> bool:
            return abs(top_of(self.page, self.id) - self.wanted) < 5

        eventually(is_there, lambda: f"{self.wanted}, not {top_of(self.page, self.id)}")
        # What the page does afterwards leaves the messages there.
        self.page.page.evaluate(SETTLED)
        assert is_there(), f"{self.wanted}, not {top_of(self.page, self.id)}"

    def move(self, distance: int) -> None:
        self.turn(distance)
        self.expect_moved()


#: Goes on turning the wheel, without an effect, until `stopTurning` is called.
TURNING = """() => {
  let isOver = false;
  const turn = () => {
    document.getElementById('scroller').dispatchEvent(new WheelEvent('wheel'));
    if (!isOver) requestAnimationFrame(turn);
  };
  turn();
  globalThis.stopTurning = () => { isOver = true; };
}"""

#: A promise that is resolved when the height of the messages has not changed for 30 frames.
LAID_OUT = """new Promise((done) => {
  const scroller = document.getElementById('scroller');
  let [last, count] = [-1, 0];
  const frame = () => {
    count = scroller.scrollHeight === last ? count + 1 : 0;
    last = scroller.scrollHeight;
    if (count < 30) requestAnimationFrame(frame); else done();
  };
  frame();
})"""

#: The distance by which a wheel has to turn so that the chunk of a message begins 100 px below the upper edge.
DISTANCE_OF = """(id) => {
  const { top } = document.querySelector(`[data-id='${id}']`).closest('.chunk').getBoundingClientRect();
  return Math.round(top - document.getElementById('scroller').getBoundingClientRect().top - 100);
}"""


@pytest.mark.needs_chromium("Playwright turns the wheel by pixels only there")
def test_the_wheel_moves_the_messages_by_its_distance(
    start_node: StartNode, visit: Visit, long_store: Path
) -> None:
    node = start_with(start_node, long_store)
    page = visit(node)
    wait_until_saved(page, "")
    page.close()
    for number in range(10):
        node.post(f"new {number}", user="megan")
    page = page.open_another_tab("test.html")
    # The person turns the wheel while the browser shows what it has saved, and the node has not answered yet.
    opening = Held(page, re.compile(r"messages\.php.*last="))
    page.open()
    expect(page.messages.last).to_be_in_viewport()
    wheel = Wheel(page, page.scroller)
    wheel.move(-1900)
    assert opening.has_some()
    opening.release()
    page.expect_answered()
    wheel.expect_moved()
    earlier = Held(page, re.compile(r"messages\.php.*before="))
    for _ in range(2):
        earlier.hold()
        # The page loads them within 4,000 px of the first message. At the beginning, the wheel would have no effect.
        while page.scroller.evaluate("(scroller) => scroller.scrollTop") >= 4000:
            wheel.move(-1900)
        eventually(earlier.has_some, "the page requests earlier messages")
        before = count(page)
        first = page.messages.first.get_attribute("data-id")
        # Earlier messages wait until the wheel has stopped: they would end smooth scrolling.
        page.page.evaluate(TURNING)
        with page.page.expect_response(re.compile(r"messages\.php.*before=")):
            earlier.release()
        page.page.evaluate(SETTLED)
        assert count(page) == before
        page.page.evaluate("stopTurning()")
        expect(page.messages).not_to_have_count(before)
        # The chunk that has got some of them was out of sight.
        wheel.move(4000)
        wheel.move(page.page.evaluate(DISTANCE_OF, first))
    # With another width, all messages have other heights, also those out of sight.
    wheel.move(9000)
    page.page.set_viewport_size({"width": 400, "height": 800})
    page.page.evaluate(LAID_OUT)
    wheel = Wheel(page, page.scroller)
    wheel.move(page.page.evaluate(DISTANCE_OF, first))
    wheel.move(-1900)
    # A button over the messages does not stop the wheel.
    Wheel(page, page.to_newest).move(-300)


#: Scrolls up slowly by 40 px, and goes on turning the wheel without an effect.
SLOW_WHEEL = """() => {
  const scroller = document.getElementById('scroller');
  let steps = 20;
  const turn = () => {
    scroller.dispatchEvent(new WheelEvent('wheel'));
    if (steps-- > 0) scroller.scrollTop -= 2;
    requestAnimationFrame(turn);
  };
  turn();
}"""


def test_a_message_that_arrives_does_not_stop_a_person_who_begins_to_scroll_up(
    node: Node, visit: Visit
) -> None:
    node.seed((f"number {number}" for number in range(30)), user="megan")
    page = visit(node)
    expect(page.messages.last).to_be_in_viewport()
    top = page.scroller.evaluate("(scroller) => scroller.scrollTop")
    page.page.evaluate(SLOW_WHEEL)
    eventually(lambda: top - page.scroller.evaluate("(scroller) => scroller.scrollTop") == 40, "it has scrolled")
    node.post("new", user="megan")
    expect(page.to_newest).to_have_text("1 unread message")
    assert top - page.scroller.evaluate("(scroller) => scroller.scrollTop") == 40


def test_scrolling_and_typing_stay_smooth_in_a_history_that_the_page_keeps_in_part(
    start_node: StartNode, visit: Visit, very_long_store: Path, figures: list[str]
) -> None:
    node = start_with(start_node, very_long_store)
    page = visit(node)
    expect(page.messages.last).to_be_in_viewport()
    beginning = time.monotonic()
    scroll_to_beginning(page)
    figures.append(
        f"3,000 messages are scrolled back in {time.monotonic() - beginning:.1f} s"
    )
    # The page forgets those that are far from the visible ones.
    eventually(lambda: count(page) <= 2_000, lambda: f"{count(page)} messages")
    assert first_visible(page) == "1"

    def is_last_loaded() -> bool:
        page.scroll_to_end()
        return last_loaded(page) == "3000"

    eventually(is_last_loaded, "the end is loaded again", seconds=60)
    ids = page.messages.evaluate_all("(all) => all.map(({ dataset }) => Number(dataset.id))")
    assert ids == list(range(ids[0], 3_001)) and len(ids) <= 2_200
    scroll_to_beginning(page)
    assert first_visible(page) == "1"

    def measure() -> None:
        # What the step before has left to draw is not part of this one.
        page.page.evaluate(SETTLED)
        page.page.evaluate(MEASURING)

    def measured(what: str, longest_ms: float) -> None:
        found = page.page.evaluate("stopMeasuring()")
        figures.append(
            f"3,000 messages, {what}: frame {found['frame']:.0f} ms in the median, "
            f"{found['longestFrame']:.0f} at most; longest task {found['longestTask']:.0f} ms"
        )
        assert found["longestTask"] < longest_ms and found["longestFrame"] < longest_ms, found

    scroller = page.scroller.bounding_box()
    assert scroller
    page.page.mouse.move(scroller["x"] + 200, scroller["y"] + 200)
    measure()
    for _ in range(60):
        page.page.mouse.wheel(0, 600)
    measured("scrolling by wheel", 500)

    page.scroller.focus()
    page.page.keyboard.press("End")
    eventually(lambda: last_loaded(page) == "3000", "End leads to the newest message")
    expect(page.messages.last).to_be_in_viewport()
    measure()
    page.box.press_sequentially("The quick brown fox jumps over the lazy dog.")
    measured("typing", 500)

    page.scroller.focus()
    expect(page.page.locator(".message:focus")).to_have_count(1)
    measure()
    for key in ["ArrowUp"] * 40 + ["PageUp"] * 5:
        page.page.keyboard.press(key)
    # The browser scrolls smoothly after PageUp. If the page scrolls meanwhile, the browser continues that afterwards.
    page.page.evaluate(SETTLED)
    for key in ["ArrowDown"] * 20 + ["Home"]:
        page.page.keyboard.press(key)
    measured("moving by keys", 500)
    page.page.keyboard.press("End")
    expect(page.messages.last).to_be_in_viewport()
    page.box.focus()

    # Playwright would take longer to find a message among so many than the page takes to show it.
    measure()
    page.box.press("Enter")
    wait_for_last(page, "The quick brown fox jumps over the lazy dog.")
    for number in range(5):
        node.post(f"and {number} more", user="megan")
        wait_for_last(page, f"and {number} more")
    measured("new messages", 500)
    expect(page.messages.last).to_be_in_viewport()


def wait_for_last(page: WebPage, text: str) -> None:
    page.page.evaluate(
        """(text) => new Promise((resolve) => {
          const timeline = document.getElementById('timeline');
          const look = () => {
            const last = timeline.lastElementChild.lastElementChild.querySelector('.text');
            if (last.textContent === text) resolve(); else requestAnimationFrame(look);
          };
          look();
        })""",
        text,
    )


#: Scrolls to a message, of which the upper edge cuts 10 px.
CUT = """(scroller, id) => {
  const { top } = scroller.querySelector(`[data-id='${id}'] .bubble`).getBoundingClientRect();
  scroller.scrollTop += top - scroller.getBoundingClientRect().top + 10;
}"""


@pytest.mark.needs_chromium("Playwright prints pages only there")
def test_the_scroll_position_stays_when_the_window_is_turned_and_all_loaded_messages_are_printed(
    start_node: StartNode, visit: Visit, long_store: Path
) -> None:
    node = start_with(start_node, long_store)
    page = visit(node, viewport={"width": 390, "height": 844})
    expect(page.messages.last).to_be_in_viewport()
    for size in [(844, 390), (1280, 800), (390, 844)]:
        turn(page, *size)
        expect(page.messages.last).to_be_in_viewport(ratio=1)
        expect(page.to_newest).to_be_hidden()
    page.scroller.evaluate("(scroller) => { scroller.scrollTop = scroller.scrollHeight / 2; }")
    page.page.evaluate(TWO_FRAMES)
    id = first_visible(page)
    # The upper edge cuts this message. If the edge were between two messages, a rounded scroll position could show the one
    # before.
    page.scroller.evaluate(CUT, id)
    page.page.evaluate(TWO_FRAMES)

    # The page measures what comes into sight, which takes some frames.
    def expect_same_top() -> None:
        eventually(lambda: first_visible(page) == id, lambda: f"{id}, not {first_visible(page)}")

    for size in [(844, 390), (390, 844), (1280, 800), (390, 844)]:
        turn(page, *size)
        expect_same_top()
    assert page.page.pdf().count(b"/Type /Page\n") > 1
    page.page.evaluate(TWO_FRAMES)
    expect_same_top()


def turn(page: WebPage, width: int, height: int) -> None:
    page.page.set_viewport_size({"width": width, "height": height})
    page.page.wait_for_function("(width) => innerWidth === width", arg=width)
    page.page.evaluate(TWO_FRAMES)


def test_few_messages_are_shown_directly_above_the_text_box(node: Node, visit: Visit) -> None:
    page = visit(node, viewport={"width": 900, "height": 1400})
    expect(page.page.locator("#empty")).to_be_visible()
    frame = page.scroller.bounding_box()
    # What the page says is in the middle, from the sentence about Tidings on.
    expect(page.page.locator("#start")).to_be_visible()
    start, empty = (page.page.locator(part).bounding_box() for part in ("#start", "#empty"))
    assert abs((start["y"] + empty["y"] + empty["height"]) / 2 - frame["y"] - frame["height"] / 2) < 20
    page.write("one")
    page.write("two")
    expect(page.message("two")).to_contain_text("sent, on this device only so far")
    expect(page.waiting).to_have_count(0)
    last = page.message("two").bounding_box()
    assert page.box.bounding_box()["y"] - last["y"] - last["height"] < 60
    expect(page.page.locator("#beginning")).to_be_visible()
