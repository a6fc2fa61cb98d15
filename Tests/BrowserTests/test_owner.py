"""The way of the owner: from the address that the node prints to an invitation, and what others see."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from conftest import StartNode, Visit
from eventually import promptly
from invitations import close_dialogs, dialog, listening_node, make_invitation, use_invitation
from node import Node, free_port
from web_page import WebPage

sys.path.append(str(Path(__file__).parents[1] / "ProtocolTests"))
from proxies import certificate, nginx  # noqa: E402


@contextmanager
def on_terminal(node: Node) -> Iterator[str]:
    """Runs a node on a terminal. Returns the part of its address with the owner's token: `owner#…`."""
    terminal, other_end = pty.openpty()
    command = [
        *(str(node.program), "serve", "--data", str(node.data), "--name", node.name),
        *("--listen", f"127.0.0.1:{node.port}", "--peer-listen", f"127.0.0.1:{free_port()}", "--no-beacon"),
    ]
    process = subprocess.Popen(command, stdin=other_end, stdout=other_end, stderr=subprocess.DEVNULL)
    os.close(other_end)
    try:
        with os.fdopen(terminal) as lines:
            try:
                yield next(found[1] for line in lines if (found := re.search(rf"{node.url}(owner#\S+)", line)))
            finally:
                node.was_stopped = True
                process.terminate()
                process.wait(30)
    finally:
        process.kill()


def test_a_new_user_chats_and_pairs_a_friend_within_seconds(start_node: StartNode, visit: Visit) -> None:
    nodes = start_node("anna", start=False), start_node("ben", start=False)
    with on_terminal(nodes[0]) as annas, on_terminal(nodes[1]) as bens:
        with promptly():
            anna = visit(nodes[0], path=annas, name="Anna")
            anna.write("hello")
            expect(anna.message("hello")).to_contain_text("sent")
        assert anna.page.url == nodes[0].url

        with promptly():
            link = make_invitation(anna)
            ben = visit(nodes[1], path=bens, name="Ben")
            expect(use_invitation(ben, link)).to_contain_text("is in the group now")
        expect(ben.message("hello")).to_be_visible()


def press(page: WebPage, name: str) -> Locator:
    """Presses a button of the group panel in a browser that is not the owner's. Returns the open dialog."""
    page.open_group()
    page.group.get_by_role("button", name=name, exact=True).click()
    return dialog(page, name.lower())


def test_a_page_at_the_plain_address_says_what_to_type_and_goes_on_by_itself(
    start_node: StartNode, visit: Visit
) -> None:
    node = listening_node(start_node, "anna")
    page = visit(node)
    page.monitor.expect_status(403)
    page.write("anybody chats")
    expect(page.message("anybody chats")).to_contain_text("sent")
    inviting = press(page, "Invite")
    inviting.get_by_role("button", name="Make the invitation").click()
    needed = dialog(page, "owner")
    expect(needed).to_contain_text("Only the owner of Tidings on this device can do this.")
    command = needed.locator("code").inner_text()
    assert command == f"{node.program} open --data {node.data}"
    needed.get_by_role("button", name="Copy text").click()
    expect(needed.get_by_role("status")).to_have_text("The text was copied.")

    # Whoever closes the dialog can begin again.
    needed.get_by_role("button", name="Close").click()
    expect(inviting.get_by_role("alert")).to_contain_text("Only the owner of Tidings on this device can do this.")
    inviting.get_by_role("button", name="Make the invitation").click()
    expect(needed).to_be_visible()

    printed = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=30).stdout.strip()
    other = page.open_another_tab(printed.removeprefix(node.url))
    expect(other.box).to_be_visible()
    expect(needed).to_be_hidden()
    expect(inviting.get_by_label("Link of the invitation")).to_be_visible()

    # The address works once.
    other.page.goto(printed)
    expect(other.page.get_by_role("status")).to_contain_text("This address does not work any more")
    expect(other.page.locator("code")).to_have_text(command)
    assert "#" not in other.page.url
    for width in (1280, 360):
        other.page.set_viewport_size({"width": width, "height": 740})
        other.expect_no_sideways_scrolling()
        box = other.page.get_by_role("status").bounding_box()
        assert box and box["x"] >= 16, "the text does not touch the edge of the window"
        assert box["x"] + box["width"] / 2 == pytest.approx(width / 2, abs=1), "the text is in the middle"
        assert box["width"] <= 512

    # The session ends with the process of the node.
    node.stop()
    page.start_node()
    close_dialogs(page)
    field = press(page, "Join").get_by_label("Invitation")
    field.press("ControlOrMeta+v")
    expect(field).to_have_value(command)
    field.fill("tidings:")
    page.page.keyboard.press("Enter")
    expect(needed).to_be_visible()


def test_the_page_behind_a_proxy_with_tls_works_with_its_public_address(
    start_node: StartNode, visit: Visit, folder: Path
) -> None:
    keys = certificate(folder / "keys")
    node = start_node("anna", start=False)
    # As in the documents.
    fields = "proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;"
    with nginx(folder / "nginx", f"proxy_pass http://127.0.0.1:{node.port}; {fields}", keys) as port:
        address = f"https://localhost:{port}/"
        # Without the option, the page says what to set, and keeps the message.
        node.options = ["--open"]
        node.start()
        page = visit(node, address=address, ignore_https_errors=True)
        page.monitor.expect_status(403)
        page.monitor.expect_status(502)
        page.write("kept")
        expect(page.waiting).to_contain_text("--public-url")
        line = next(line for line in node.log().splitlines() if "restart the node with --public-url" in line)
        assert f"address={address[:-1]}" in line
        node.stop()
        node.options = ["--peer-listen", f"127.0.0.1:{free_port()}", "--open", "--public-url", address]
        page.start_node()
        expect(page.message("kept")).to_contain_text("sent")

        # The owner's session counts at the public address.
        printed = node.owner_address()
        assert printed.startswith(f"{address}owner#")
        owner = page.open_another_tab(printed.removeprefix(address), address)
        expect(owner.box).to_be_visible()
        assert make_invitation(owner).startswith("tidings:")
        # Before the proxy ends.
        for tab in (page, owner):
            tab.close()


def test_the_page_behind_a_proxy_says_that_its_visitors_are_strangers_and_keeps_the_token_of_the_owner(
    start_node: StartNode, visit: Visit, folder: Path
) -> None:
    node = start_node("anna")
    with nginx(folder / "nginx", f"proxy_pass http://127.0.0.1:{node.port};") as port:
        page = visit(node, name=None, address=f"http://127.0.0.1:{port}/")
        page.monitor.expect_status(403)
        expect(page.notice("You cannot read or write here.")).to_contain_text(re.compile("a proxy. Ask the owner .* with --open"))
        page.page.goto("about:blank")

    # The proxy forwards addresses, and the node does not know its public address.
    forward = "proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;"
    with nginx(folder / "nginx", f"proxy_pass http://127.0.0.1:{node.port}; {forward}") as port:
        token = node.owner_address().partition("#")[2]
        page.monitor.expect_status(409)
        page.open(f"owner#{token}", f"http://127.0.0.1:{port}/")
        expect(page.page.get_by_role("status")).to_contain_text("--public-url")
    page.page.goto(f"{node.url}owner#{token}")
    expect(page.page.locator("#first-name")).to_be_visible()


@pytest.mark.needs_chromium("Firefox names no origin with requests for the files of a page")
def test_the_page_says_why_an_older_browser_cannot_load_it_through_a_proxy(
    start_node: StartNode, visit: Visit, folder: Path
) -> None:
    node = start_node("anna")
    # Without TLS, a browser on another machine does not say that the page and its files are of the same origin.
    fields = f'proxy_set_header Host localhost:{node.port}; proxy_set_header Sec-Fetch-Site "";'
    with nginx(folder / "nginx", f"proxy_pass http://127.0.0.1:{node.port}; {fields}") as port:
        page = visit(node, name=None, address=f"http://127.0.0.1:{port}/")
        page.monitor.expect_status(403)
        expect(page.page.get_by_role("alert")).to_contain_text("--public-url")
    page.page.goto(node.url)
    expect(page.box).to_be_attached()
    expect(page.page.locator("#not-loaded")).to_be_hidden()
