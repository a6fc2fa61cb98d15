"""Web addresses in texts become links, other addresses do not."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node

#: A text and the links in it; None if the number of links is not defined.
TEXTS = [
    ("see http://example.org/a?b=c&d=e#f for more", ["http://example.org/a?b=c&d=e#f"]),
    ("https://example.org.", ["https://example.org"]),
    ("Have you read https://example.org/x?", ["https://example.org/x"]),
    ("(https://example.org/a_(b))", ["https://example.org/a_(b)"]),
    (
        '[https://example.org/a], "https://example.org/b"',
        ["https://example.org/a", "https://example.org/b"],
    ),
    ("<https://example.org/a>", ["https://example.org/a"]),
    ("HTTPS://EXAMPLE.ORG/A", ["HTTPS://EXAMPLE.ORG/A"]),
    ("https://example.org/\u65e5\u672c\u3002", ["https://example.org/\u65e5\u672c"]),
    (
        "http://b\u00fccher.example/ http://[::1]:8080/x",
        ["http://b\u00fccher.example/", "http://[::1]:8080/x"],
    ),
    ("one https://a.example\ntwo https://b.example", ["https://a.example", "https://b.example"]),
    # People may take the user name for the host.
    ("https://bank.example@evil.example/", []),
    ("https://bank.example:pass@evil.example/", []),
    ("https://example.org/\u202egpj.exe", ["https://example.org/"]),
    ("https://example.org/\u200bx", ["https://example.org/"]),
    (
        "javascript:alert(1) data:text/html,x ftp://a.example mailto:a@a.example www.a.example",
        [],
    ),
    ("javascript:alert('https://example.org')", ["https://example.org"]),
    ("http:// https://. http://?", []),
    ("xhttp://example.org", None),
]

#: A link, and the host that the page shows behind it; None for no host.
HOSTS = [
    ("https://bank.example\u2044login.evil.example/x", "bank.xn--examplelogin-xk0g.evil.example"),
    ("http://b\u00fccher.example/", "xn--bcher-kva.example"),
    # A full-width letter, a percent-encoded letter and a number as host.
    ("https://e\uff56il.example/", "evil.example"),
    ("https://%65vil.example/", "evil.example"),
    ("http://2130706433:8080/", "127.0.0.1"),
    ("https:///evil.example/", None),
    ("HTTPS://EXAMPLE.ORG:443/\u65e5\u672c?q=\u65e5#\u672c", None),
    ("http://[::1]:8080/x", None),
]


def test_only_http_and_https_addresses_are_links(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = visit(node, name="megan")
    for number, (text, links) in enumerate(TEXTS):
        with subtests.test(text):
            node.post(text)
            expect(page.messages).to_have_count(number + 1)
            assert page.texts()[-1] == text
            found = page.messages.last.locator(".text a")
            if links is not None:
                expect(found).to_have_text(links)
    for link in page.page.locator("#timeline .text a").all():
        assert link.evaluate("(link) => ['http:', 'https:'].includes(link.protocol)")
        assert link.evaluate("(link) => link.host === new URL(link.textContent).host")
        assert link.get_attribute("target") == "_blank"
        assert {"noopener", "noreferrer"} <= set((link.get_attribute("rel") or "").split())


def test_a_link_shows_the_host_that_it_opens_if_the_text_hides_it(
    node: Node, visit: Visit, subtests: pytest.Subtests
) -> None:
    page = visit(node, name="megan", permissions=["clipboard-read", "clipboard-write"])
    for number, (url, host) in enumerate(HOSTS):
        with subtests.test(url):
            node.post(f"see {url} there")
            expect(page.messages).to_have_count(number + 1)
            link = page.messages.last.locator(".text a")
            shown = link.evaluate("(link) => getComputedStyle(link, '::after').content")
            assert shown == (f'" (\u2192 {host})"' if host else "none")
            if host:
                assert link.evaluate("(link) => link.hostname") == host
            # The text stays as it was written, also when somebody copies it.
            assert page.texts()[-1] == f"see {url} there"
    first = page.messages.first.locator(".text")
    first.evaluate("(text) => getSelection().selectAllChildren(text)")
    page.page.keyboard.press("Control+c")
    assert page.page.evaluate("navigator.clipboard.readText()") == f"see {HOSTS[0][0]} there"
