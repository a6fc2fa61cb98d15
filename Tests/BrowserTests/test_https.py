"""The web client at the https address of the proxies of docs/operations.md: installed, and without a network.

Each proxy has one of the tests. Tests/ProtocolTests has the tests of what both do with requests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Playwright, expect

from conftest import CHROMIUM, StartNode, start_options
from node import Node, free_port
from page_monitor import PageMonitor
from test_away import wait_until_saved
from test_login import PASSWORD, enter, set_password
from web_page import WebPage

sys.path.append(str(Path(__file__).parents[1] / "ProtocolTests"))
from proxies import Keys, certificate  # noqa: E402
from recipes import PUBLIC_NAME, Recipe, public_options  # noqa: E402

pytestmark = pytest.mark.needs_chromium("Firefox has another store of certificates")

URL = f"https://{PUBLIC_NAME}/"


@contextmanager
def installed_chromium(
    playwright: Playwright, folder: Path, recipe: Recipe, *authorities: Path
) -> Iterator[BrowserContext]:
    """Starts a whole Chromium with a profile of its own, for a person who trusts these authorities.

    If the proxy asks for a password, the person enters it.
    """
    database = folder / "home/.pki/nssdb"
    database.mkdir(parents=True)
    certutil = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    for authority in authorities:
        subprocess.run([*certutil, "-A", "-n", authority.name, "-t", "C,,", "-i", authority], check=True)
    rules = f"--host-resolver-rules=MAP {PUBLIC_NAME}:443 127.0.0.1:{recipe.port}"
    context = playwright.chromium.launch_persistent_context(
        folder / "profile", **start_options(CHROMIUM), args=[rules], env=os.environ | {"HOME": str(folder / "home")},
        locale="en-GB", timezone_id="UTC",
        http_credentials={"username": "jack", "password": recipe.password} if recipe.password else None,
    )
    try:
        yield context
    finally:
        context.close()


def problems_of_installation(page: WebPage) -> list[object]:
    """Returns the reasons for which Chromium would not install the web client."""
    session = page.context.new_cdp_session(page.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{URL}manifest.webmanifest"
    installation = session.send("Page.getInstallabilityErrors")
    session.detach()
    return manifest["errors"] + installation["installabilityErrors"]


def log_in(page: WebPage) -> None:
    enter(page, PASSWORD)
    expect(page.page.get_by_role("dialog")).to_have_count(0)
    page.give_name("jack")


def send(page: WebPage, text: str) -> None:
    page.write(text)
    expect(page.message(text)).to_contain_text("sent")


@pytest.fixture
def node(start_node: StartNode) -> Node:
    """A node with the options of the document, and a password."""
    node = start_node("anna")
    set_password(node, PASSWORD)
    node.stop()
    node.options = public_options()
    return node.start()


@pytest.fixture
def keys(folder: Path) -> Keys:
    return certificate(folder / "keys", PUBLIC_NAME)


def test_the_installed_page_opens_and_keeps_messages_while_the_node_or_the_proxy_is_gone(
    node: Node, folder: Path, keys: Keys, playwright: Playwright
) -> None:
    recipe = Recipe("caddy", keys, free_port(), node.port)
    with installed_chromium(playwright, folder, recipe, keys.authority) as context:
        monitor = PageMonitor(context, [node])
        monitor.expect_status(403, 502)
        monitor.expect_message("Failed to load resource: net::ERR_")
        monitor.expect_message(f"Manifest fetch from {URL}manifest.webmanifest failed, code 502")
        page = WebPage(context.pages[0], node, monitor)
        with recipe.running():
            page.open(address=URL)
            log_in(page)
            send(page, "before")
            page.wait_until_web_client_is_saved()
            assert problems_of_installation(page) == []
            wait_until_saved(page, "", "before")
            node.stop()
            # The proxy answers with 502.
            page.reload()
            expect(page.message("before")).to_be_visible()

        page.reload()
        expect(page.message("before")).to_be_visible()
        page.write("meanwhile")
        page.expect_saved_waiting(1)

        node.start()
        with recipe.running():
            expect(page.message("meanwhile")).to_contain_text("sent")
            # Before the proxy ends.
            page.close()
        assert monitor.problems == []


def test_the_page_is_installed_behind_a_proxy_whose_password_is_the_only_one(
    node: Node, folder: Path, keys: Keys, playwright: Playwright
) -> None:
    node.stop()
    node.options = [*public_options(), "--open"]
    node.start()
    recipe = Recipe("nginx", keys, free_port(), node.port, "the proxy's own")
    with recipe.running(), installed_chromium(playwright, folder, recipe, keys.authority) as context:
        monitor = PageMonitor(context, [])
        page = WebPage(context.pages[0], node, monitor).open(address=URL).give_name("jack")
        send(page, "hello")
        page.wait_until_web_client_is_saved()
        assert problems_of_installation(page) == []
        page.close()
        assert monitor.problems == []


def test_a_browser_that_does_not_trust_the_authority_of_the_proxy_opens_no_page(
    node: Node, folder: Path, keys: Keys, playwright: Playwright
) -> None:
    recipe = Recipe("nginx", keys, free_port(), node.port)
    with recipe.running(), installed_chromium(playwright, folder, recipe) as context:
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            context.pages[0].goto(URL)
