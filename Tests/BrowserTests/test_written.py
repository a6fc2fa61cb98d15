"""Messages that waited in the queue show when they were written and when they were sent."""

import urllib.parse
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Request, Route, expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_accessibility import expect_accessible
from test_queue import pause_before_post
from web_page import WebPage

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


@pytest.fixture
def noon() -> str:
    """A time zone in which it is about noon now, so that no day ends during a test."""
    hours = datetime.now(UTC).hour - 12
    return f"Etc/GMT{hours:+d}" if hours else "UTC"


def now_ms() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def times(page: WebPage, text: str) -> str:
    """Returns what a message says about its times, without the characters that isolate them."""
    shown = page.message(text).locator("time").text_content() or ""
    return shown.replace("\u2068", "").replace("\u2069", "")


def posts(page: WebPage) -> list[dict[str, str]]:
    """Returns a list to which the parameters of each post of the browser are added."""
    found: list[dict[str, str]] = []

    def note(request: Request) -> None:
        if request.url.endswith("add.php"):
            found.append(dict(urllib.parse.parse_qsl(request.post_data or "")))

    page.context.on("request", note)
    return found


def test_a_message_says_when_it_was_written_where_it_was_sent(node: Node, visit: Visit, noon: str) -> None:
    node.post("one", user="megan")
    node.post("two", user="megan", written=str(now_ms() - 2 * DAY_MS))
    node.post("three", user="megan")
    viewport = {"width": 320, "height": 568}
    page = visit(node, locale="ru-RU", viewport=viewport, reduced_motion="reduce", timezone_id=noon)
    page.expect_texts(["one", "two", "three"])
    expect(page.message("two").locator("time")).to_contain_text("\u2068")
    # A screen reader reads the same sentence.
    assert times(page, "two") in page.message("two").aria_snapshot().replace("\u2068", "").replace("\u2069", "")
    # In one of the longest languages, both times fit on a small screen.
    page.expect_no_sideways_scrolling()
    bubble, facts = (page.message("two").locator(part) for part in (".bubble", ".facts"))
    outer, inner = bubble.bounding_box(), facts.bounding_box()
    assert outer and inner
    assert outer["x"] <= inner["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    expect_accessible(page)


def test_messages_that_waited_are_sent_with_the_time_at_which_they_were_written(
    node: Node, visit: Visit, noon: str
) -> None:
    page = visit(node, timezone_id=noon)
    # The clock of this browser is 35 minutes behind, as if it had waited since then.
    page.page.clock.install(time=datetime.now(UTC) - timedelta(minutes=35))
    page.reload()
    page.write("at once")
    expect(page.message("at once")).to_be_visible()
    node.kill()
    expect(page.notice("has not answered since")).to_be_visible()
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting).to_have_count(2)
    page.page.clock.fast_forward(2 * MINUTE_MS)
    page.start_node()
    page.expect_texts(["at once", "one", "two"])
    first, *others = node.messages()
    assert first.written is None
    for message in others:
        assert message.written and message.written < message.stamped - 30 * MINUTE_MS
        assert times(page, message.text).startswith("written ")


@pytest.mark.service_worker
@pytest.mark.needs_chromium("Playwright reads and holds back posts only there")
def test_a_message_keeps_the_fields_of_its_first_attempt(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.wait_until_web_client_is_saved()
    page.page.clock.install()
    page.reload()
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    sent = posts(page)
    pause_before_post(page)
    with page.page.expect_request("**/add.php"):
        page.write("tried at once")
    page.write("behind it")
    expect(page.waiting).to_have_count(2)
    with page.page.expect_event("requestfailed", lambda request: "add.php" in request.url):
        page.page.clock.fast_forward(2 * MINUTE_MS)
    page.reload()
    expect(page.waiting.locator(".text")).to_have_text(["tried at once", "behind it"])
    node.resume()
    page.expect_texts(["tried at once", "behind it"], timeout=40_000)
    tried, behind = node.messages()
    assert tried.written is None
    assert behind.written
    bodies = [post for post in sent if post["message"] == "tried at once"]
    assert len(bodies) > 1
    assert all(post == bodies[0] for post in bodies)


@pytest.mark.service_worker
@pytest.mark.needs_chromium("Playwright reads and holds back posts only there")
def test_a_node_killed_between_commit_and_answer_stores_the_message_once(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.wait_until_web_client_is_saved()
    sent = posts(page)
    node.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    page.write("one")
    expect(page.waiting).to_have_count(1)
    statuses: list[int] = []

    def kill_after_commit(route: Route) -> None:
        answer = route.fetch()
        node.kill()
        route.abort()
        statuses.append(answer.status)

    page.context.route("**/add.php", kill_after_commit, times=1)
    page.start_node()
    # Playwright handles requests of the browser only during calls, such as `title`.
    eventually(lambda: page.page.title() != "" and statuses == [200], "the node has committed")
    page.reload()
    expect(page.waiting.locator(".text")).to_have_text(["one"])
    page.start_node()
    page.expect_texts(["one"])
    expect_one_message_from_equal_posts(node, sent)


def expect_one_message_from_equal_posts(node: Node, sent: list[dict[str, str]]) -> None:
    """Expects that the browser has posted the same fields several times and the node has one."""
    assert len(sent) > 1
    assert all(post == sent[0] for post in sent)
    [message] = node.messages()
    assert message.written == int(sent[0]["written"])
