"""A browser that blocks storage for the page."""

import json
from pathlib import Path

from playwright.sync_api import Playwright, expect

from chat_page import ChatPage
from conftest import CHROMIUM, start_options
from node import Node
from page_monitor import PageMonitor

#: Browser settings that block site data: the page has neither storage nor locks.
PREFERENCES = {"profile": {"default_content_setting_values": {"cookies": 2}}}


def test_the_page_sends_and_receives_in_a_browser_that_stores_nothing(
    node: Node, playwright: Playwright, folder: Path
) -> None:
    preferences = folder / "profile" / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps(PREFERENCES))
    context = playwright.chromium.launch_persistent_context(
        folder / "profile",
        **start_options(CHROMIUM),
        locale="en-GB",
    )
    try:
        monitor = PageMonitor(context, [node])
        page = ChatPage(context.new_page(), node, monitor).open().give_name("jack")
        refusal = "navigator.locks.request('any', () => 'given').catch(({ name }) => name)"
        assert page.page.evaluate(refusal) == "SecurityError"
        page.write("one")
        expect(page.message("one")).to_contain_text("sent, on this device only so far")
        node.post("two", user="megan")
        page.expect_texts(["one", "two"])
        node.kill()
        page.write("three")
        expect(page.waiting).to_contain_text("keep this tab open")
        expect(page.notice("This browser saves nothing: keep this tab open")).to_be_visible()
        node.start()
        page.expect_texts(["one", "two", "three"])
        assert node.texts() == ["one", "two", "three"]
        assert monitor.problems == []
    finally:
        context.close()
