"""A person's day with the web client, in each of the three browser engines, on a laptop and on a narrow screen."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from conftest import StartNode
from engines import PlaywrightProfile, Profile, Tab, WebKitProfile
from invitations import listening_node
from node import Node
from stores import store

pytestmark = pytest.mark.needs_chromium("they drive all three engines in each run")

#: Messages in the room with a long history: many times as many as its page loads.
HISTORY = 8_000

#: The widths and heights of the pages.
LAPTOP, NARROW = (1280, 800), (390, 844)

#: A function that waits until the browser has drawn so many frames in a row without scrolling.
SETTLED = """(frames) => new Promise((done) => {
  const scroller = document.getElementById('scroller');
  let [lastTop, count] = [scroller.scrollTop, 0];
  const frame = () => {
    count = scroller.scrollTop === lastTop ? count + 1 : 0;
    lastTop = scroller.scrollTop;
    if (count < frames) requestAnimationFrame(frame); else done();
  };
  requestAnimationFrame(frame);
})"""

#: A function that returns the distance of a message from the upper edge of the visible part. A notice moves that edge.
TOP = """(id) => document.querySelector(`[data-id="${id}"]`).getBoundingClientRect().top
  - document.getElementById('scroller').getBoundingClientRect().top"""


class OpenTab(Protocol):
    def __call__(self, size: tuple[int, int]) -> Person: ...


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X server without a screen, for WebKitGTK."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        yield f":{answer.readline().strip()}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session", params=["headless_shell", "firefox", "webkit"], ids=["chromium", "firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Callable[[Path, list[Node], bool], Profile]:
    """A function that opens a new profile of a browser."""
    if request.param == "webkit":
        display = request.getfixturevalue("display")
        # Without a graphics card, layers cost WebKit twice the processor time. They only matter for scrolling.
        return lambda folder, nodes, scrolls: WebKitProfile(folder, display, draws_layers=scrolls)
    browser = request.getfixturevalue(request.param)
    return lambda folder, nodes, scrolls: PlaywrightProfile(browser, nodes)


@pytest.fixture
def profile(
    request: pytest.FixtureRequest, engine: Callable[[Path, list[Node], bool], Profile], folder: Path, nodes: list[Node]
) -> Iterator[Profile]:
    """A new profile of a browser. The test fails if a page has an error."""
    profile_folder = folder / "profile"
    profile_folder.mkdir()
    profile = engine(profile_folder, nodes, "history" in request.fixturenames)
    yield profile
    problems = profile.problems
    profile.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def history(program: Path) -> Path:
    """The data folder of a stopped node whose room "history" has many messages."""
    return store(program, (f"line {number}" for number in range(HISTORY)), "megan", "history")


class Person:
    """Somebody who uses the web client of a node in one tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def begin(self, node: Node, name: str) -> None:
        """Opens the web client of a device for the first time, and enters a name."""
        self.device = node.name
        self.tab.open(node.url)
        self.tab.until("the question for the name", "() => document.activeElement?.id === 'first-name'")
        self.tab.type(name)
        self.tab.press("Enter")
        self.tab.until("the text box", "() => !document.getElementById('composer').hidden")

    def write(self, text: str) -> None:
        self.tab.click("#text")
        self.tab.type(text)
        self.tab.press("Enter")

    def close_dialog(self) -> None:
        """Closes the dialog that was opened last."""
        opened = "document.querySelectorAll('dialog[open]').length"
        count = self.tab.run(f"() => {opened}")
        self.tab.press("Escape")
        self.tab.until("the end of the dialog", f"(count) => {opened} < count", count)

    def open_room(self, name: str) -> None:
        """Opens a room by its link in the list of rooms, which a narrow page shows in a panel."""
        if self.tab.run("() => document.getElementById('open-rooms').checkVisibility()"):
            self.tab.click("#open-rooms")
        self.tab.click(f"#room-list a[href='#{name}']")
        self.expect_room(name)

    def expect_room(self, name: str) -> None:
        self.tab.until(f"the room {name}", "(name) => decodeURIComponent(location.hash.slice(1)) === name", name)
        self.tab.until("its messages", "() => document.querySelector('#timeline .message, #empty:not([hidden])')")

    def expect_draft(self, text: str) -> None:
        self.tab.until(f"the draft {text!r}", "(text) => document.getElementById('text')?.value === text", text)

    def expect_last(self, *texts: str) -> None:
        """Expects these last messages of the room, stored by the node, at the end of the visible part."""
        self.tab.until(f"the messages {texts}", """(...texts) => {
          const shown = [...document.querySelectorAll('#timeline .text')].slice(-texts.length);
          const { bottom } = document.getElementById('scroller')?.getBoundingClientRect() ?? {};
          return document.querySelectorAll('#waiting .message').length === 0
            && shown.length === texts.length && shown.every((one, index) => one.textContent === texts[index])
            && shown.at(-1).getBoundingClientRect().bottom <= bottom;
        }""", *texts)

    def expect_waiting(self, *texts: str) -> None:
        """Expects these waiting messages, each with its button "Discard": the browser has saved them."""
        self.tab.until(f"the waiting messages {texts}", """(...texts) => {
          const waiting = [...document.querySelectorAll('#waiting .message')];
          return waiting.map((one) => one.querySelector('.text').textContent).join() === texts.join()
            && waiting.every((one) => one.querySelector('.actions'));
        }""", *texts)

    def scroll_back(self, times: int) -> None:
        """Turns the wheel up. Each time, the visible messages move by exactly the turn, whatever the page loads above."""
        turn = 2000
        for _ in range(times):
            x, y, id = self.tab.until("earlier messages", """(turn) => {
              const scroller = document.getElementById('scroller');
              const { left, top, width, height } = scroller.getBoundingClientRect();
              const [x, y] = [left + width / 2, top + height / 2].map(Math.round);
              const messages = [...document.querySelectorAll('#timeline .message')];
              const middle = messages.find((one) => one.getBoundingClientRect().bottom > y);
              return scroller.scrollTop >= turn && [x, y, middle.dataset.id];
            }""", turn)
            # After a turn without effect, a person turns again.
            moved = 0.0
            for _ in range(3 if self.tab.drops_turns else 1):
                if moved == 0:
                    moved = self.turn_wheel(x, y, -turn, id)
            assert abs(moved - turn) <= 1, f"the message {id} moved by {moved} px instead of {turn}"

    def turn_wheel(self, x: int, y: int, pixels: int, id: str) -> float:
        """Turns the wheel, and returns by how many pixels a message has moved down after all scrolling."""
        before = self.top_of(id)
        self.tab.run("""() => {
          globalThis.isTurned = false;
          const note = () => { globalThis.isTurned = true; };
          document.getElementById('scroller').addEventListener('wheel', note, { once: true, passive: true });
        }""")
        self.tab.turn_wheel(x, y, pixels)
        self.tab.until("the event of the wheel", "() => globalThis.isTurned")
        self.tab.run(SETTLED, 5)
        # A busy browser may scroll some frames after the event.
        if self.top_of(id) == before:
            self.tab.run(SETTLED, 30)
        # Firefox adds some 0.0001 px to far offsets.
        return round(self.top_of(id) - before, 2)

    def count(self) -> int:
        return self.tab.run("() => document.querySelectorAll('#timeline .message').length")

    def top_of(self, id: str) -> float:
        return self.tab.run(TOP, id)

    def first_visible(self) -> str:
        return self.tab.run("""() => {
          const { top } = document.getElementById('scroller').getBoundingClientRect();
          return [...document.querySelectorAll('#timeline .message')]
            .find((one) => one.getBoundingClientRect().top > top).dataset.id;
        }""")


@pytest.fixture
def open_tab(profile: Profile) -> OpenTab:
    """A function that opens a tab. All tabs belong to one profile."""

    def open_tab(size: tuple[int, int]) -> Person:
        tab = profile.open_tab()
        tab.resize(*size)
        return Person(tab)

    return open_tab


def test_a_day_from_the_first_visit_over_drafts_and_waiting_messages_to_an_invitation(
    start_node: StartNode, open_tab: OpenTab
) -> None:
    """The parts follow each other in one profile: a new one and a first visit cost more than the parts."""
    node = listening_node(start_node, "anna")
    node.post("Who brings bread?", user="Megan", room="food")
    jack = open_tab(NARROW)
    jack.begin(node, "Jack")
    jack.write("Morning")
    jack.expect_last("Morning")
    node.post("Good morning, Jack", user="Megan")
    jack.expect_last("Morning", "Good morning, Jack")

    answer_from_a_draft(jack)
    # Next to the list of rooms, too.
    jack.tab.resize(*LAPTOP)
    jack.open_room("")
    begin_a_draft(jack, "I can and cheese", "and salt")
    jack.tab.back()
    jack.expect_room("")
    jack.expect_last("Good morning, Jack")
    wait_until_the_node_is_on(jack, node)
    second = open_tab(NARROW)
    use_two_tabs(jack, second, node)
    join_by_invitations(jack, node, second, listening_node(start_node, "ben"))


def answer_from_a_draft(jack: Person) -> None:
    """Begins an answer in the room "food", and completes it after a look into the main room and a reload."""
    begin_a_draft(jack, "Who brings bread?", "I can")
    jack.tab.forward()
    jack.expect_room("")
    jack.expect_draft("")
    jack.open_room("food")
    jack.tab.reload()
    jack.expect_draft("I can")
    jack.tab.press("End")
    jack.tab.type(" and cheese")
    jack.tab.press("Enter")
    jack.expect_last("Who brings bread?", "I can and cheese")


def begin_a_draft(jack: Person, last: str, text: str) -> None:
    """Begins a message in the room "food", whose last message is given, looks into the main room, and goes back."""
    jack.open_room("food")
    jack.expect_last(last)
    jack.tab.click("#text")
    jack.tab.type(text)
    jack.open_room("")
    jack.expect_draft("")
    jack.tab.back()
    jack.expect_room("food")
    jack.expect_draft(text)


def wait_until_the_node_is_on(jack: Person, node: Node) -> None:
    """Writes three messages while the node is off, in both layouts. They are sent in order when it is on."""
    stored = node.texts()
    node.stop()
    written = ["one", "two", "three"]
    jack.write("one")
    jack.tab.resize(*NARROW)
    jack.write("two")
    jack.write("three")
    jack.expect_waiting(*written)
    jack.tab.resize(*LAPTOP)
    jack.expect_waiting(*written)
    node.start()
    jack.expect_last("Good morning, Jack", *written)
    assert node.texts() == [*stored, *written]


def use_two_tabs(jack: Person, twin: Person, node: Node) -> None:
    """Opens a second tab of the same person. Both show all messages, also after one has been on another page."""
    twin.tab.open(node.url)
    twin.expect_last("one", "two", "three")
    twin.write("fourth")
    jack.expect_last("one", "two", "three", "fourth")
    # The browser keeps the text as a draft if the tab goes away before it knows that the message is sent.
    twin.tab.until("its draft is gone", "() => localStorage.getItem('tidings.draft ') === null")
    # The first tab goes to another page. The second one gets messages without it, and so does the first one afterwards.
    jack.tab.open(node.url + "test.html")
    node.post("for the second tab", user="Megan")
    twin.expect_last("fourth", "for the second tab")
    jack.tab.back()
    jack.expect_last("fourth", "for the second tab")
    node.post("for both tabs", user="Megan")
    for person in (jack, twin):
        person.expect_last("for the second tab", "for both tabs")


def join_by_invitations(anna: Person, node: Node, ben: Person, other: Node) -> None:
    """Invites a person, who uses the page of another node for the first time."""
    ben.begin(other, "Ben")
    anna.device = node.name
    for person, own in ((anna, node), (ben, other)):
        session = f'"{own.owner_session()}"'
        person.tab.run("(value) => localStorage.setItem('tidings.owner-session', value)", session)
    invite(anna, ben)
    anna.write("Welcome")
    ben.expect_last("Welcome")
    ben.write("Thank you")
    anna.expect_last("Welcome", "Thank you")


def invite(host: Person, guest: Person) -> None:
    """Joins the guest's node to the group of the host's node by an invitation."""
    for person in (host, guest):
        person.tab.click("#open-group")
    host.tab.click("#group [data-act=invite]")
    host.tab.click("#invite form .main")
    host.tab.until("the invitation", "() => document.getElementById('invitation-link')")
    link = host.tab.run("() => document.getElementById('invitation-link').value")
    guest.tab.click("#group [data-act=join]")
    guest.tab.paste("#join-link", link)
    guest.tab.press("Enter")
    guest.tab.until("the answer", "() => document.getElementById('join').textContent.includes('is in the group now')")
    # By a click: Firefox ignores Enter on a button while another window is in front.
    guest.tab.click("#join [data-text=understood]")
    host.close_dialog()
    for person, other in ((host, guest), (guest, host)):
        person.tab.until(
            "the other device", "(name) => document.querySelector('.peers h3')?.textContent.includes(name)", other.device
        )
        person.close_dialog()


def test_scrolling_back_in_a_long_history_moves_no_visible_message(
    start_node: StartNode, history: Path, open_tab: OpenTab
) -> None:
    node = start_node(start=False)
    shutil.copytree(history, node.data)
    node.start()
    jack = open_tab(LAPTOP)
    jack.begin(node, "Jack")
    jack.open_room("history")
    read_back(jack, node, "Are you reading this?")
    jack.tab.resize(*NARROW)
    # The page forgets the earlier messages.
    jack.tab.reload()
    jack.expect_last("Are you reading this?")
    read_back(jack, node, "And this?")


def read_back(jack: Person, node: Node, text: str) -> None:
    """Scrolls back in the room "history", while a message with the text arrives, and forward to that message."""
    loaded = jack.count()
    # Far enough to come near the first loaded message.
    jack.scroll_back(6)
    assert jack.count() > loaded, "no earlier messages were loaded"
    seen = jack.first_visible()
    top = jack.top_of(seen)
    node.post(text, user="Megan", room="history")
    jack.tab.until("the count", "() => document.getElementById('to-newest').textContent.startsWith('1 ')")
    assert jack.top_of(seen) == top, "a new message moved the visible ones"
    jack.tab.click("#to-newest")
    jack.expect_last(text)
