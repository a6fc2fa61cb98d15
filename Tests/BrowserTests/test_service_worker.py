"""Service workers at an address that a node and another program use in turn."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from other_program import other_program
from web_page import WebPage

pytestmark = pytest.mark.service_worker

#: A script that returns the scripts of all service workers at this address.
WORKERS = """async () => {
  const registrations = await navigator.serviceWorker.getRegistrations();
  const workers = registrations.map(({ active, waiting, installing }) => active ?? waiting ?? installing);
  return workers.map(({ scriptURL }) => new URL(scriptURL).pathname);
}"""


def workers(page: WebPage) -> list[str]:
    return page.page.evaluate(WORKERS)


def test_the_page_removes_the_service_workers_of_another_program(node: Node, visit: Visit) -> None:
    node.stop()
    with other_program(node):
        page = visit(node, name=None)
        page.monitor.expect_status(404)
        page.page.evaluate(
            """async () => {
              await navigator.serviceWorker.register('worker.js', { scope: './app/' });
              await navigator.serviceWorker.register('worker.js');
              await navigator.serviceWorker.ready;
            }"""
        )
        assert workers(page) == ["/worker.js"] * 2
    node.start()
    page.open().give_name("jack")
    eventually(lambda: workers(page) == ["/sw.js"], lambda: str(workers(page)))
    page.page.wait_for_function(
        "() => navigator.serviceWorker.controller?.scriptURL.endsWith('/sw.js')"
    )


@pytest.fixture
def saved_page(node: Node, visit: Visit) -> WebPage:
    """A page that the browser has saved, with an unsent message. The node does not run."""
    page = visit(node)
    page.wait_until_web_client_is_saved()
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.write("before")
    expect(page.message("before")).to_be_visible()
    node.stop()
    page.write("unsent")
    page.expect_saved_waiting(1)
    return page


def test_the_service_worker_leaves_when_another_program_answers_at_its_address(
    node: Node, saved_page: WebPage
) -> None:
    page = saved_page
    with other_program(node):
        page.monitor.expect_status(404)
        page.open()
        expect(page.page.get_by_text("another program")).to_be_visible()
        eventually(lambda: workers(page) == [], lambda: str(workers(page)))
        eventually(
            lambda: page.page.evaluate("caches.keys()") == [], "the saved pages are deleted"
        )
    # The unsent message is still there.
    node.start()
    page.open()
    page.expect_texts(["before", "unsent"])


def test_the_service_worker_stays_after_an_error_or_an_answer_that_is_no_page(
    node: Node, saved_page: WebPage
) -> None:
    page = saved_page
    with other_program(node) as program:
        page.monitor.expect_status(500, 404)
        for program.status, program.media_type in [(500, "text/html"), (200, "text/plain")]:
            page.open()
            expect(page.page.get_by_text("another program")).to_be_visible()
            page.reload()
            assert workers(page) == ["/sw.js"]
    # While nothing answers, the browser still has the page.
    page.open()
    expect(page.waiting.locator(".text").last).to_have_text("unsent")
    page.start_node()
    page.expect_texts(["before", "unsent"])
    assert workers(page) == ["/sw.js"]


def saved(page: WebPage, folder: str) -> list[str]:
    """Returns the names of the files of a folder that the service worker has saved."""
    addresses: list[str] = page.page.evaluate(
        """async () => {
          const [cache] = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          return (await cache?.keys() ?? []).map(({ url }) => url);
        }"""
    )
    return sorted(one.rpartition("/")[2] for one in addresses if f"/{folder}/" in one)
