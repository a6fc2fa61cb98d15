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


def test_another_tab_leads_while_the_leading_page_is_in_the_cache(node: Node, visit: Visit) -> None:
    first = visit(node)
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


def test_an_edit_goes_on_when_its_page_comes_back_unless_the_message_was_sent(node: Node, visit: Visit) -> None:
    page = visit(node)
    other = page.open_another_tab()
    other.expect_loaded()
    stop_node(page)
    page.write("one")
    edit(page.waiting).click()
    expect(page.box).to_have_value("one")
    page.box.fill("one, edited")
    leave(page)
    come_back(page)
    expect(page.box).to_have_value("one, edited")
    expect(line(page)).to_contain_text(EDITING)
    edit(other.waiting).click()
    expect(other.problem).to_have_text("This message is being edited in another tab.")

    # The page in the cache does not keep the message from being sent.
    leave(page)
    other.start_node()
    other.expect_texts(["one"])
    come_back(page)
    page.expect_texts(["one"])
    expect(line(page)).to_be_hidden()
    expect(page.box).to_have_value("one, edited")
    expect(page.problem).to_have_text(MAYBE_SENT)
    assert node.texts() == ["one"]


def test_a_page_that_comes_back_after_everything_was_deleted_shows_the_first_visit(node: Node, visit: Visit) -> None:
    page = visit(node)
    other = page.open_another_tab()
    other.expect_loaded()
    leave(page)
    other.open_settings()
    other.settings.get_by_role("button", name="Forget this browser").click()
    other.page.get_by_role("button", name="Delete everything").click()
    expect(other.name_field).to_be_visible()
    page.page.go_back(wait_until="commit")
    expect(page.name_field).to_be_visible()
    expect(page.box).to_be_hidden()
