"""The size of the web client."""

import pytest
from playwright.sync_api import Request, expect

from conftest import Visit
from node import Node


@pytest.mark.parametrize(("locale", "kilobytes", "languages"), [("en-GB", 84, []), ("de-DE", 94, ["de.js"])])
def test_a_first_visit_transfers_few_small_files(
    node: Node, visit: Visit, figures: list[str], locale: str, kilobytes: int, languages: list[str]
) -> None:
    # Without the service worker, whose requests Playwright does not report.
    page = visit(node, name=None, path="test.html", locale=locale, service_workers="block")
    page.monitor.expect_message("Service Worker registration blocked by Playwright")
    page.monitor.expect_status(404)
    fetched: list[Request] = []
    page.page.on("requestfinished", lambda request: fetched.append(request))
    page.open().give_name("jack")
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_be_visible()
    files = {request.url: request for request in fetched if is_file(request)}
    bodies = sum(len(request.response().body()) for request in files.values())
    sizes = [request.sizes() for request in files.values()]
    transferred = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    figures.append(
        f"the page in {locale}: {len(files)} files, {bodies:,} bytes, transferred {transferred:,} with headers"
    )
    assert 5 <= len(files) < 10
    assert [url.rpartition("/")[2] for url in files if "/languages/" in url] == languages
    assert transferred < kilobytes * 1000


def is_file(request: Request) -> bool:
    return "/web/" in request.url or request.url.endswith(("/", ".webmanifest"))
