"""A browser that lacks or refuses interfaces that the page would use."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from conftest import CHROMIUM, Visit, start_options
from node import Node
from page_monitor import PageMonitor
from web_page import WebPage

pytestmark = pytest.mark.service_worker

#: Browser settings that block site data: the page has neither storage nor locks.
PREFERENCES = {"profile": {"default_content_setting_values": {"cookies": 2}}}

#: A script that hides interfaces from the page: those that the query of the address names, in the way that it names first.
HIDE = """
{
  const [way, ...names] = location.search.slice(1).split(',');
  const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
  const useless = new Proxy(function () {}, { get: () => refuse, apply: refuse, construct: refuse });
  for (const name of names) {
    const owner = name in navigator ? Navigator.prototype : globalThis;
    if (way === 'missing') delete owner[name];
    else Object.defineProperty(owner, name, way === 'refused' ? { get: refuse } : { value: useless });
  }
}"""

#: Without trusted types, which only a browser lacks that does not demand them.
INTERFACES = [
    ["localStorage"],
    ["indexedDB"],
    ["BroadcastChannel"],
    ["locks"],
    ["caches", "serviceWorker"],
    ["Notification", "clipboard"],
]
ALL = [name for names in INTERFACES for name in names]


def test_the_page_sends_and_receives_without_each_interface_of_the_browser(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.context.add_init_script(HIDE)
    hidden = [["useless", *names] for names in INTERFACES] + [[way, *ALL] for way in ("useless", "missing", "refused")]
    for names in hidden:
        name = ",".join(names)
        page.open(f"?{name}")
        if "localStorage" in names:
            page.give_name("jack")
        page.write(name)
        node.post(f"answer to {name}", user="megan")
        expect(page.message(f"answer to {name}")).to_be_visible()
        expect(page.waiting).to_have_count(0)
    # The last page has none of them, as in a Firefox that blocks site data.
    expect_unsaved(page, "last")


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
        page = WebPage(context.new_page(), node, monitor).open().give_name("jack")
        refusal = "navigator.locks.request('any', () => 'given').catch(({ name }) => name)"
        assert page.page.evaluate(refusal) == "SecurityError"
        page.write("one")
        expect(page.message("one")).to_contain_text("sent, on this device only so far")
        node.post("two", user="megan")
        page.expect_texts(["one", "two"])
        expect_unsaved(page, "three")
        assert node.texts() == ["one", "two", "three"]
        assert monitor.problems == []
    finally:
        context.close()


def expect_unsaved(page: WebPage, text: str) -> None:
    """Writes a message while the node is off, and expects the page to say that the browser does not save it."""
    page.node.kill()
    page.write(text)
    expect(page.waiting).to_contain_text("keep this tab open")
    expect(page.notice("This browser saves nothing: keep this tab open")).to_be_visible()
    page.start_node()
    expect(page.message(text)).to_be_visible()
