"""Connections that die silently, because a router between the browser and the node has forgotten them."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from relay import Relay
from test_tabs import expect_two_waiting_requests
from web_page import WebPage

#: A script after which the browser keeps as many connections to the node as it can.
CONNECT = "() => Promise.all(Array.from({ length: 8 }, () => fetch('rooms.xml').then((answer) => answer.text())))"


def forget_connections(page: WebPage, relay: Relay) -> None:
    expect_two_waiting_requests(page)
    page.page.evaluate(CONNECT)
    relay.forget()


@pytest.mark.timed("finds a living connection within 20 s")
def test_messages_arrive_and_are_sent_within_20_seconds_after_all_connections_have_died(
    node: Node, relay: Relay, visit: Visit
) -> None:
    page = visit(node)
    page.page.clock.install()
    page.reload()
    forget_connections(page, relay)
    node.post("one", user="megan")
    page.page.clock.fast_forward(15_000)
    expect(page.message("one")).to_be_visible()

    forget_connections(page, relay)
    page.write("two")
    expect(page.waiting).to_be_visible()
    # The page checks whether the node answers, then gives both requests up.
    for milliseconds in (3_000, 7_000):
        page.page.clock.fast_forward(milliseconds)
    page.expect_texts(["one", "two"])
    assert node.texts() == ["one", "two"]
