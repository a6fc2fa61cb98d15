"""Links on the page. Tests/WebTests has the tests of which parts of a text become links."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: A text with links to other hosts than those that it seems to show: a percent-encoded one, and one with a Cyrillic letter.
TEXT = "see http://[::1]:8080/x, https://%65vil.example/ and https://b\u0430nk.example/, not javascript:alert(1)"


@pytest.mark.needs_chromium("only there a script reads what a style adds")
def test_links_open_without_a_trace_and_show_the_host_that_they_open(node: Node, visit: Visit) -> None:
    page = visit(node, name="megan", permissions=["clipboard-read", "clipboard-write"])
    node.post(TEXT)
    links = page.message(TEXT).locator(".text a")
    expect(links).to_have_text(["http://[::1]:8080/x", "https://%65vil.example/", "https://b\u0430nk.example/"])
    shown = links.evaluate_all("(all) => all.map((link) => getComputedStyle(link, '::after').content)")
    assert shown == ["none", '" (\u2192 evil.example)"', '" (\u2192 xn--bnk-6cd.example)"']
    hosts = links.evaluate_all("(all) => all.map(({ hostname }) => hostname)")
    assert hosts == ["[::1]", "evil.example", "xn--bnk-6cd.example"]
    for link in links.all():
        assert link.get_attribute("target") == "_blank"
        assert link.get_attribute("referrerpolicy") == "no-referrer"
        assert {"noopener", "noreferrer"} <= set((link.get_attribute("rel") or "").split())
    # The shown host is no part of the text, also when somebody copies it.
    page.messages.locator(".text").evaluate("(text) => getSelection().selectAllChildren(text)")
    page.page.keyboard.press("Control+c")
    assert page.page.evaluate("navigator.clipboard.readText()") == TEXT
