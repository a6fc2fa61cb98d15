"""The size of the web client."""

from playwright.sync_api import Request, expect

from conftest import Visit
from node import Node


def test_a_first_visit_transfers_less_than_84_kilobytes_in_few_files(
    node: Node, visit: Visit, figures: list[str]
) -> None:
    # Without the service worker, which would load all files again.
    page = visit(node, name=None, path="test.html", service_workers="block")
    page.monitor.expect_message("Service Worker registration blocked by Playwright")
    page.monitor.expect_status(404)
    fetched: list[Request] = []
    page.page.on("requestfinished", lambda request: fetched.append(request))
    page.open().give_name("jack")
    page.write("hello")
    expect(page.message("hello")).to_contain_text("sent, on this device only so far")
    files = {request.url: request for request in fetched if is_file(request)}
    bodies = sum(len(request.response().body()) for request in files.values())
    sizes = [request.sizes() for request in files.values()]
    transferred = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    figures.append(
        f"the page: {len(files)} files, {bodies:,} bytes, transferred {transferred:,} with headers"
    )
    assert 5 <= len(files) < 10
    assert transferred < 84_000


def is_file(request: Request) -> bool:
    return "/web/" in request.url or request.url.endswith(("/", ".webmanifest"))
