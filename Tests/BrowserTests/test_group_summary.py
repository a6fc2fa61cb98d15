"""The summary of the group in the header: calm, or the sentence about what needs a person."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import StartNode, Visit, pair
from eventually import eventually
from node import Node, free_port
from other_program import other_program
from test_accessibility import expect_accessible

#: A clock on which some minutes pass in seconds. With it, the node does not end waiting requests in
#: time.
FAST = "+0 x60"


def run_long(node: Node) -> Node:
    """Returns when the node has run for some minutes by its clock."""

    def has_run_long() -> bool:
        status = node.status()
        return int(status.get("now", "")) - int(status.get("started", "")) > 200_000

    eventually(has_run_long, "the node has run for some minutes", seconds=30)
    return node


def wait_for_contact(node: Node) -> None:
    """Returns when the only peer of a node has answered and requested messages."""

    def has_contact() -> bool:
        peer = node.status().find("peer")
        return peer is not None and {"last-page", "last-request"} <= set(peer.keys())

    eventually(has_contact, "the nodes have pulled from each other", seconds=30)


def summary(page: ChatPage) -> Locator:
    return page.page.locator("#open-group")


def expect_problem(page: ChatPage, sentence: str | re.Pattern[str]) -> None:
    expect(summary(page)).to_have_text(sentence)
    expect(summary(page)).to_have_attribute("data-state", "problem")


def expect_calm(page: ChatPage, sentence: str) -> None:
    expect(summary(page)).to_have_text(sentence)
    expect(summary(page)).to_have_attribute("data-state", "calm")


def colour(page: ChatPage, name: str) -> str:
    """Returns a colour of the style sheet as the browser computes it."""
    return page.page.evaluate(
        """(name) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = `var(--${name})`;
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        }""",
        name,
    )


def test_a_peer_that_lacks_a_new_message_counts_as_in_sync_for_some_seconds(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("first")
    expect(page.message("first").locator(".state")).to_contain_text("reported by 1 of 1")
    expect(summary(page)).to_have_text("1 of 1 in sync")
    phone.pause()
    page.open_group()
    page.node.post("second")
    expect(page.group.locator(".peers > li")).to_contain_text("1 of your messages")
    assert summary(page).inner_text() == "1 of 1 in sync"
    # 10 s after the last status in which the phone was in sync, which the page may have got after the post.
    expect(summary(page)).to_have_text("0 of 1 in sync", timeout=30_000)
    phone.resume()
    expect(summary(page)).to_have_text("1 of 1 in sync")


def test_a_peer_that_is_off_for_days_is_no_problem(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.write("hello")
    expect(summary(page)).to_have_text("1 of 1 in sync")
    expect(summary(page)).to_have_attribute("data-state", "in-sync")
    expect(summary(page).locator(".dot")).to_have_css("background-color", colour(page, "good"))
    phone.stop()
    expect_calm(page, "0 of 1 in sync")
    # The ring has another shape than the dot of a group that is in sync.
    expect(summary(page).locator(".dot")).to_have_css("border-color", colour(page, "soft"))
    laptop.stop()
    laptop.clock = "+6d x60"
    run_long(laptop.start())
    page.reload()
    expect_calm(page, "0 of 1 in sync")
    page.open_group()
    item = page.group.locator(".peers > li")
    expect(item).to_contain_text(re.compile(r"Offline since .+ \(.?6 days ago"))
    expect(item).to_have_attribute("data-state", "calm")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((320, 568), "dark"), ((390, 844), "light"), ((1280, 800), "dark")],
    ids=["small", "phone", "laptop"],
)
def test_a_peer_that_was_absent_for_more_than_a_week_is_named(
    start_node: StartNode, visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    laptop, ben = start_node("laptop", start=False), start_node("ben", start=False)
    laptop.peers, ben.peers = [ben.url], [laptop.url]
    ben.start()
    laptop.start()
    wait_for_contact(laptop)
    ben.stop()
    laptop.stop()
    laptop.clock = "+8d x60"
    run_long(laptop.start())
    page = visit(
        laptop,
        color_scheme=scheme,
        reduced_motion="reduce",
        viewport={"width": size[0], "height": size[1]},
    )
    expect_problem(page, re.compile("^.?ben.?: absent for 8 days$"))
    dot = summary(page).locator(".dot")
    expect(dot).to_have_css("background-color", colour(page, "busy"))
    # Without colours, too: the sentence, or the sign on a small screen.
    assert dot.evaluate("(dot) => getComputedStyle(dot, '::before').content") == '"!"'
    expect(summary(page)).to_be_in_viewport(ratio=1)
    if size[0] > 480:
        expect(page.page.locator("#group-summary")).to_be_in_viewport(ratio=1)
    page.expect_no_sideways_scrolling()
    expect_accessible(page)
    page.open_group()
    item = page.group.locator(".peers > li")
    expect(item).to_contain_text(re.compile(r"Offline since .+ \(.?8 days ago"))
    expect(item).to_contain_text("If it is not used any more, remove it from --peer.")
    expect_accessible(page)


def test_a_peer_that_has_never_answered_is_named_after_some_minutes(
    start_node: StartNode, visit: Visit
) -> None:
    laptop = start_node("laptop", start=False)
    port = free_port()
    laptop.peers = [f"http://127.0.0.1:{port}/"]
    page = visit(laptop.start())
    expect_calm(page, "0 of 1 in sync")
    page.open_group()
    expect(page.group).to_contain_text("It has not answered yet.")
    expect(page.group).not_to_contain_text("Check that Tidings runs there")
    laptop.stop()
    laptop.clock = FAST
    run_long(laptop.start())
    page.reload()
    expect_problem(page, re.compile(f"^.?127.0.0.1:{port}.? has never answered$"))
    page.open_group()
    expect(page.group).to_contain_text("Check that Tidings runs there")


def test_pulling_that_goes_one_way_is_a_problem_on_both_sides(
    start_node: StartNode, visit: Visit
) -> None:
    phone = start_node("phone", start=False)
    laptop = start_node("laptop", start=False)
    laptop.peers = [phone.url]
    laptop.clock = phone.clock = FAST
    phone.start()
    laptop.start()
    page = visit(run_long(laptop))
    expect_problem(page, re.compile("^.?phone.? does not request messages$"))
    page.open_group()
    expect(page.group.locator(".peers")).to_contain_text("Start Tidings there with --peer")
    other = visit(run_long(phone))
    expect_problem(other, "An unknown device requests messages")
    other.open_group()
    expect(other.group).to_contain_text("Start Tidings here with --peer and their addresses.")


def test_a_peer_that_requests_messages_and_cannot_be_reached_is_a_problem(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    wait_for_contact(laptop)
    laptop.stop()
    phone.stop()
    # The address of the phone has changed, and the laptop was not told.
    phone.port = free_port()
    laptop.clock = FAST
    laptop.start()
    phone.start()
    page = visit(run_long(laptop))
    expect_problem(page, re.compile("^.?phone.? cannot be reached$"))
    page.open_group()
    expect(page.group).to_contain_text("It requests your messages, but it does not answer")


def test_another_program_at_the_address_of_a_peer_is_a_problem(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = start_node("laptop", start=False), start_node("phone", start=False)
    laptop.peers = [phone.url]
    laptop.clock = FAST
    with other_program(phone):
        page = visit(run_long(laptop.start()))
        expect_problem(page, re.compile(r"^.?127.0.0.1:\d+.? cannot be read$"))
        page.open_group()
        expect(page.group).to_contain_text("No messages have come from it since")
        expect(page.group).to_contain_text("Another program seems to answer at its address.")
        laptop.stop()


def test_the_address_of_the_node_itself_is_a_problem(
    start_node: StartNode, visit: Visit
) -> None:
    laptop = start_node("laptop", start=False)
    laptop.peers = [laptop.url]
    page = visit(laptop.start())
    problem = re.compile(rf"^.?127.0.0.1:{laptop.port}.? is this device$")
    expect_problem(page, problem)

    # A page that was open before waits until the problem has lasted for some seconds.
    laptop.stop()
    laptop.peers = []
    laptop.start()
    expect(summary(page)).to_have_text("Not connected to others")
    laptop.stop()
    laptop.peers = [laptop.url]
    laptop.start()
    expect(summary(page)).to_have_text("Not connected to others")
    expect(summary(page)).to_have_text(problem, timeout=40_000)


#: A group whose node has run for an hour, and a peer in it that is in sync.
GROUP: dict[str, Any] = {
    "node": "own",
    "started": -3_600_000,
    "clockAhead": 0,
    "store": {"failure": None},
    "requesters": [],
}
PEER: dict[str, Any] = {
    "name": "ben", "address": "http://ben:8080", "node": "key", "state": "in-sync", "since": -9_000,
    "failure": None, "lastPage": -1_000, "lastRequest": -1_000, "unconfirmed": 0,
}  # fmt: skip
DAY = 86_400_000

#: Changes of the peer and of the group, and the kinds of problems. Times are before now.
CASES: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {}, []),
    ({"state": "failing", "failure": "unreachable", "lastRequest": -DAY}, {}, []),
    ({"state": "failing", "failure": "unreachable", "lastPage": -8 * DAY, "lastRequest": -6 * DAY}, {}, []),
    ({"state": "failing", "failure": "unreachable", "lastPage": -8 * DAY, "lastRequest": -8 * DAY}, {}, ["absent"]),
    ({"state": "failing", "failure": "unreachable", "lastPage": -8 * DAY, "lastRequest": None}, {}, ["absent"]),
    # The node has just started, and its peers have not had the time to answer.
    ({"state": "failing", "lastPage": -8 * DAY, "lastRequest": -8 * DAY}, {"started": -60_000}, []),
    ({"state": "connecting", "lastPage": None, "node": None}, {"started": -60_000}, []),
    ({"lastRequest": None}, {"started": -60_000}, []),
    ({"lastRequest": None}, {}, ["one-way"]),
    ({"state": "behind", "lastRequest": -8 * DAY}, {}, ["one-way"]),
    ({"lastRequest": -2 * DAY}, {}, []),
    # A copy of this node has the same key, so its requests are not known.
    ({"node": "own", "lastRequest": None}, {}, []),
    ({"state": "failing", "failure": "no-answer"}, {}, ["unreachable"]),
    ({"state": "failing", "failure": "unreachable", "lastPage": None, "lastRequest": None}, {}, ["never-answered"]),
    ({"state": "failing", "failure": "unavailable", "lastRequest": -DAY}, {}, []),
    *(
        ({"state": "failing", "failure": failure, "lastRequest": -DAY}, {}, ["refused"])
        for failure in ("refused", "foreign-host", "web-page", "no-page", "foreign-group", "unreadable", "new")
    ),
    ({"state": "not-stored", "failure": "disk-full"}, {"started": -1_000}, ["not-stored"]),
    ({"state": "this-node"}, {"started": -1_000}, ["this-node"]),
    ({}, {"requesters": [{"node": "x", "lastRequest": -1_000}]}, ["requester"]),
    ({}, {"requesters": [{"node": "x", "lastRequest": -8 * DAY}]}, []),
    ({}, {"requesters": [{"node": "x", "lastRequest": -1_000}], "started": -1_000}, []),
    # The requester may be the peer that has not answered.
    (
        {"state": "failing", "failure": "no-answer", "node": None, "lastPage": None, "lastRequest": None},
        {"requesters": [{"node": "x", "lastRequest": -1_000}]},
        ["never-answered"],
    ),
]  # fmt: skip


def test_the_page_tells_what_needs_a_person_from_what_is_normal(node: Node, visit: Visit) -> None:
    page = visit(node)
    path = page.page.locator("link[rel=stylesheet]").get_attribute("href")
    assert path
    found = page.page.evaluate(
        """async ([path, cases]) => {
          const { problems } = await import(path);
          const shifted = (object) => Object.fromEntries(Object.entries(object).map(([name, value]) =>
            [name, value === null && name !== 'failure' && name !== 'node' ? undefined
              : typeof value === 'number' && value < 0 ? Date.now() + value : value]));
          return cases.map(([peer, group]) => problems({
            ...shifted(group), peers: [shifted(peer)], requesters: group.requesters.map(shifted),
          }).map(({ kind }) => kind));
        }""",
        [
            "./" + path.replace("style.css", "model/group.js"),
            [[PEER | peer, GROUP | group] for peer, group, _ in CASES],
        ],
    )
    assert found == [kinds for _, _, kinds in CASES]
