"""A page that the person leaves and comes back to: meanwhile the browser keeps it in its back/forward cache."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_edit_waiting import EDITING, MAYBE_SENT, edit, line, stop_node
from web_page import WebPage

#: Chromium keeps no page in which a transaction is under way.
pytestmark = [
    pytest.mark.page_cache,
    pytest.mark.needs_chromium("Playwright lets a page into the back/forward cache only there"),
    pytest.mark.timed("leaves the page when nothing is under way"),
]

#: A script that notes whether the page comes from the cache.
NOTE = "addEventListener('pageshow', ({ persisted }) => { globalThis.isFromCache = persisted; });"


def leave(page: WebPage) -> None:
    """Goes to another page in the same tab."""
    page.page.evaluate(NOTE)
    page.page.goto("about:blank")


def come_back(page: WebPage) -> None:
    page.page.go_back(wait_until="commit")
    eventually(lambda: page.page.evaluate("globalThis.isFromCache"), "the page comes from the cache")


def locks(page: WebPage) -> list[str]:
    """Returns the names of the locks that tabs hold or wait for."""
    return page.page.evaluate(
        """async () => {
          const { held, pending } = await navigator.locks.query();
          return [...held, ...pending].map(({ name }) => name).sort();
        }"""
    )


def test_a_page_in_the_cache_stops_no_other_tab_and_catches_up_when_it_comes_back(node: Node, visit: Visit) -> None:
    """The parts follow each other in one profile: a new one and its tabs cost more than the parts."""
    page = visit(node)
    other = lead_while_a_page_is_in_the_cache(page)
    edit_and_come_back(page, other)
    forget_while_a_page_is_in_the_cache(page, other)


def lead_while_a_page_is_in_the_cache(first: WebPage) -> WebPage:
    """Another tab leads while the leading page is in the cache. Returns another tab with the open room, the kitchen."""
    node = first.node
    second = first.open_another_tab()
    third = first.open_another_tab("#kitchen")
    for tab in (second, third):
        tab.expect_loaded()
    leave(third)
    eventually(lambda: locks(second) == ["tidings.lead"] * 2 + ["tidings.visible"] * 2, "two tabs have locks")
    leave(first)
    node.post("one", user="megan")
    node.post("soup", room="kitchen", user="megan")
    expect(second.message("one")).to_be_visible()
    assert locks(second) == ["tidings.lead", "tidings.visible"]
    second.open_room("kitchen")
    expect(second.message("soup")).to_be_visible()
    second.box.fill("half a sen")
    second.open_settings()
    second.settings.locator("#name").fill("ben")
    second.done()

    # The page catches up, although the other tab leads.
    come_back(first)
    first.expect_texts(["one"])
    expect(first.room_link("kitchen")).to_contain_text("Draft")
    expect(first.unread("kitchen")).to_have_count(0)
    expect(first.page.locator("#my-name")).to_have_text("ben")
    node.post("two", user="megan")
    expect(first.message("two")).to_be_visible()
    leave(first)
    stop_node(second)
    second.write("three")
    second.expect_saved_waiting(1)
    come_back(first)
    expect(first.notice("has not answered since")).to_be_visible()
    first.open_room("kitchen")
    expect(first.waiting.locator(".text")).to_have_text(["three"])
    second.close()
    first.start_node()
    first.expect_texts(["soup", "three"])
    come_back(third)
    third.expect_texts(["soup", "three"])
    return third


def edit_and_come_back(page: WebPage, other: WebPage) -> None:
    """An edit goes on when its page comes back, unless the message was sent."""
    page.page.bring_to_front()
    stop_node(page)
    page.write("four")
    edit(page.waiting).click()
    expect(page.box).to_have_value("four")
    page.box.fill("four, edited")
    leave(page)
    come_back(page)
    expect(page.box).to_have_value("four, edited")
    expect(line(page)).to_contain_text(EDITING)
    edit(other.waiting).click()
    expect(other.problem).to_have_text("This message is being edited in another tab.")

    # The page in the cache does not keep the message from being sent.
    leave(page)
    other.start_node()
    other.expect_texts(["soup", "three", "four"])
    come_back(page)
    page.expect_texts(["soup", "three", "four"])
    expect(line(page)).to_be_hidden()
    expect(page.box).to_have_value("four, edited")
    expect(page.problem).to_have_text(MAYBE_SENT)
    assert page.node.texts() == ["one", "soup", "two", "three", "four"]


def forget_while_a_page_is_in_the_cache(page: WebPage, other: WebPage) -> None:
    """A page that comes back after everything was deleted shows the first visit."""
    leave(page)
    other.open_settings()
    other.settings.get_by_role("button", name="Forget this browser").click()
    other.page.get_by_role("button", name="Delete everything").click()
    expect(other.name_field).to_be_visible()
    page.page.go_back(wait_until="commit")
    expect(page.name_field).to_be_visible()
    expect(page.box).to_be_hidden()
