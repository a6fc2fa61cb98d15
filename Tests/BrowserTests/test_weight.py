"""The weight of a first visit."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from relay import Relay


@pytest.mark.service_worker
@pytest.mark.parametrize(("locale", "languages", "most"), [("en-GB", [], 110_000), ("de-DE", ["de.js"], 120_000)])
def test_a_first_visit_transfers_little_in_few_requests(
    node: Node, relay: Relay, visit: Visit, figures: list[str], locale: str, languages: list[str], most: int
) -> None:
    # The requests of the service worker count, too, so they are counted on their way.
    page = visit(node, name=None, locale=locale)
    page.give_name("jack")
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_be_visible()
    page.wait_until_web_client_is_saved()
    files = [path for path in relay.requests if re.search(r"/web/|^/$|sw\.js|manifest|favicon", path)]
    figures.append(
        f"a first visit in {locale}: {relay.received:,} bytes, {len(files)} requests for files: {' '.join(files)}; "
        f"{len(relay.requests)} requests in all"
    )
    assert {path.rpartition("/")[2] for path in files if "/languages/" in path} == set(languages)
    assert 5 <= len(files) <= 15
    assert relay.received < most
