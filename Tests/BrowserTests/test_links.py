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
