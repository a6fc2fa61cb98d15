"""Sending and receiving while all nodes and people are online."""

import re
import statistics

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit, pair
from held import Held
from node import Node


def test_people_on_two_nodes_read_each_other_and_those_of_the_same_name_are_different_people(
    start_node: StartNode, visit: Visit
) -> None:
    one, other = pair(start_node)
    jack, megan = visit(one, name="jack"), visit(other, name="megan")
    jack.write("This is a test")
    expect(megan.message("This is a test")).to_be_visible()
    megan.write("I can read it\non two lines")
    expect(jack.message("I can read it")).to_be_visible()
    for page in (jack, megan):
        page.expect_texts(["This is a test", "I can read it\non two lines"])
        expect(page.messages.locator(".name")).to_have_text(["jack", "megan"])
        # The names are enough.
        expect(page.messages.locator(".device")).to_have_count(0)

    # People of the same name are different people.
    here, there = jack, visit(other, name="jack")
    here.enter("garden")
    there.enter("garden")
    here.write("from the laptop")
    here.write("again from the laptop")
    expect(there.messages).to_have_count(2)
    there.write("from the phone")
    expect(here.messages).to_have_count(3)
    for page in (here, there):
        expect(page.messages.locator(".name")).to_have_text(["jack", "jack"])
        expect(page.messages.locator(".device")).to_have_text(["laptop", "phone"])
        # A message is one's own if its name and its node are those of this browser.
        expect(page.page.locator("#timeline .mine")).to_have_count(2 if page is here else 1)


def test_a_new_message_appears_within_a_quarter_of_a_second(
    node: Node, visit: Visit, figures: list[str]
) -> None:
    page = visit(node, name="megan")
    page.page.evaluate(
        """() => {
          globalThis.seen = {};
          new MutationObserver(() => {
            for (const text of document.querySelectorAll('#timeline .text')) {
              globalThis.seen[text.textContent] ??= Date.now();
            }
          }).observe(document.getElementById('timeline'), { childList: true, subtree: true });
        }"""
    )
    texts = [f"number {number}" for number in range(20)]
    for text in texts:
        node.post(text)
        expect(page.message(text)).to_have_count(1)
    seen = page.page.evaluate("globalThis.seen")
    delays = sorted(seen[message.text] - message.arrived for message in node.messages())
    figures.append(
        f"from the commit to the page: {statistics.median(delays)} ms in the median, "
        f"{delays[-1]} at most"
    )
    assert page.texts() == texts
    # An idle machine takes less than 100 ms; this one may be busy.
    assert statistics.median(delays) < 250


def test_a_suspended_node_is_noticed_within_twelve_seconds_of_sending_and_half_a_minute_without_but_no_slow_post(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    page.write("one")
    expect(page.message("one")).to_contain_text("sent, on this device only so far")
    node.pause()
    # The page asks which node answers, before it sends the message.
    with page.page.expect_request("**/status.xml"):
        page.write("two")
    # It then checks the node, and waits for its answer.
    with page.page.expect_request(re.compile(r"messages.*wait=0")):
        page.page.clock.fast_forward(4000)
    page.page.clock.fast_forward(8000)
    expect(page.notice("has not answered since")).to_be_visible()
    node.resume()
    page.expect_texts(["one", "two"])
    expect(page.notices).to_have_count(0)
    assert node.texts() == ["one", "two"]

    # Without sending.
    with (
        page.page.expect_request(re.compile(r"messages.*wait=[1-9]")),
        page.page.expect_request(re.compile(r"status.*wait=[1-9]")),
    ):
        page.reload()
    page.page.clock.fast_forward(20_000)
    expect(page.notices).to_have_count(0)
    node.pause()
    page.page.clock.fast_forward(12_000)
    expect(page.notice("has not answered since")).to_be_visible()
    node.resume()
    expect(page.notices).to_have_count(0)

    # A slow post to a node that answers shows no notice.
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    held = Held(page, "**/add.php")
    with page.page.expect_request("**/add.php"):
        page.write("three")
    with page.page.expect_response(lambda answer: "wait=0" in answer.url):
        page.page.clock.fast_forward(4000)
    expect(page.waiting).to_have_count(1)
    expect(page.notices).to_have_count(0)
    # Also the next attempt: the page may have given up the first one.
    held.release()
    page.expect_texts(["one", "two", "three"])
    assert node.texts() == ["one", "two", "three"]


def test_the_notice_stays_when_the_node_stops_right_after_an_answer(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    page.page.evaluate(
        """() => {
          // Another text replaces the notice when the page learns that the browser saves messages.
          globalThis.ends = 0;
          const notices = document.getElementById('notices');
          new MutationObserver(() => {
            if (!notices.textContent.includes('has not answered since')) globalThis.ends += 1;
          }).observe(notices, { childList: true });
        }"""
    )
    # In a slow world, an answer reaches the page later than the browser. One that came after the end of the node would hide the
    # notice, so the page shows both answers first.
    page.open_group()
    node.post("one", user="megan")
    expect(page.message("one")).to_be_visible()
    expect(page.group).to_contain_text("1 message, ")
    # The page pauses after the answer. Its next request for the status fails.
    with page.page.expect_event("requestfailed", lambda request: "status.xml" in request.url):
        node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    assert page.page.evaluate("globalThis.ends") == 0


#: A script that counts the answers with the messages of a room that have begun.
BEGUN = """() => {
  const { fetch } = globalThis;
  globalThis.begun = 0;
  globalThis.fetch = async (...options) => {
    const answer = await fetch(...options);
    if (options[0].includes('last=')) globalThis.begun += 1;
    return answer;
  };
}"""


@pytest.mark.needs_chromium("Playwright makes a network slow only there")
def test_a_slow_answer_shows_no_notice(node: Node, visit: Visit) -> None:
    for number in range(20):
        node.post(f"{number} " + "x" * 16_000, user="megan")
    page = visit(node)
    expect(page.messages).to_have_count(20)
    page.enter("kitchen")
    page.expect_room("kitchen")
    page.page.clock.install()
    page.page.evaluate(BEGUN)
    devtools = page.context.new_cdp_session(page.page)
    devtools.send("Network.enable")
    speed = {"offline": False, "latency": 0, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", speed | {"downloadThroughput": 48 * 1024})
    page.page.go_back()
    # At this speed the messages of the room take about 7 s.
    page.page.wait_for_function("() => globalThis.begun > 0")
    page.page.clock.fast_forward(8000)
    devtools.send("Network.emulateNetworkConditions", speed | {"downloadThroughput": -1})
    expect(page.messages).to_have_count(20)
    page.expect_answered()
    assert page.page.evaluate("globalThis.begun") == 1, "the page has given the answer up"
    expect(page.notices).to_have_count(0)


@pytest.mark.timed("measures how soon a silence is noticed")
def test_a_suspended_node_is_noticed_while_several_messages_wait(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.write("one")
    expect(page.message("one")).to_contain_text("sent, on this device only so far")
    node.pause()
    for text in ("two", "three", "four"):
        page.write(text)
    # Each attempt to send asks the node whether it answers.
    expect(page.notice("has not answered since")).to_be_visible(timeout=20_000)
    node.resume()
    page.expect_texts(["one", "two", "three", "four"])
    expect(page.notices).to_have_count(0)
