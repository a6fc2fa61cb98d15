"""The weight of a first visit."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from relay import Relay


@pytest.mark.service_worker
# Russian is the language with the largest file.
@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_a_first_visit_transfers_little_in_few_requests(
    node: Node, relay: Relay, visit: Visit, figures: list[str], locale: str
) -> None:
    # The requests of the service worker count, too, so they are counted on their way.
    page = visit(node, name=None, locale=locale)
    page.wait_until_web_client_is_saved()
    requests = [*relay.requests]
    page.give_name("jack")
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_be_visible()
    files = [path for path in requests if re.search(r"/web/|^/$|sw\.js|manifest|favicon", path)]
    figures.append(
        f"a first visit in {locale}: {relay.received:,} bytes, {len(files)} requests for files: {' '.join(files)}; "
        f"{len(requests)} requests until the service worker has saved them"
    )
    assert {path.rpartition("/")[2] for path in files if "/languages/" in path} == {f"{locale[:2]}.js"}
    assert 5 <= len(files) <= len(requests) <= 15
    assert relay.received <= 110_000
