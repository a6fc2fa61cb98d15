"""A phone that the owner adds, in a network of its own with the node: two browsers in network namespaces."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Playwright, expect

from conftest import HEADLESS_SHELL, StartNode, started
from eventually import eventually
from invitations import become_owner, dialog
from node import Node
from page_monitor import PageMonitor
from sizes import PHONE
from test_accessibility import expect_accessible
from test_pairing import read_code
from web_page import WebPage

sys.path.append(str(Path(__file__).parents[1] / "ProtocolTests"))
from namespaces import Namespace, linked_namespaces  # noqa: E402

HERE, PHONE_ADDRESS = "192.168.77.1", "192.168.77.2"

#: Seconds from the QR code to the first message.
FIRST_MESSAGE = 20

pytestmark = pytest.mark.needs_chromium("another browser in a network namespace is Chromium")


def inside(namespace: Namespace, program: Path, folder: Path) -> Path:
    """Returns a script that runs a program in a namespace."""
    script = folder / f"{program.name}-{namespace.name}"
    script.write_text(f"#!/bin/sh\nexec ip netns exec {namespace.name} '{program}' \"$@\"\n")
    script.chmod(0o700)
    return script


@contextmanager
def visiting(
    playwright: Playwright, namespace: Namespace, node: Node, folder: Path, address: str, **options: object
) -> Iterator[WebPage]:
    """Opens an address of the node in a browser in a namespace."""
    with started(playwright, inside(namespace, HEADLESS_SHELL, folder)) as browser:
        context: BrowserContext = browser.new_context(locale="en-GB", timezone_id="UTC", service_workers="block", **options)
        monitor = PageMonitor(context, [node])
        yield WebPage(context.new_page(), node, monitor).open(address=address)
        context.close()
    assert not monitor.problems, monitor.problems


def add_phone(owner: WebPage, folder: Path) -> str:
    """Makes a code with the open dialog, and returns what a camera reads in it."""
    phones = dialog(owner, "phones")
    phones.get_by_role("button", name="Add a phone").click()
    link = read_code(phones.get_by_role("img", name="QR code for the phone"), folder)
    assert link == phones.locator("code").inner_text()
    return link


def sessions(owner: WebPage) -> Locator:
    return dialog(owner, "phones").get_by_role("listitem")


def test_the_owner_adds_a_phone_which_chats_offline_and_back_until_its_session_is_ended(
    playwright: Playwright, program: Path, start_node: StartNode, folder: Path
) -> None:
    with linked_namespaces([f"{HERE}/24"], [f"{PHONE_ADDRESS}/24"]) as (here, there):
        node = start_node("anna", start=False)
        node.program = inside(here, program, folder)
        with here.entered():
            node.start()
        with visiting(playwright, here, node, folder, node.url) as owner:
            owner.give_name("Anna")
            with here.entered():
                become_owner(owner)
            owner.open_group()
            owner.group.get_by_role("button", name="Phones", exact=True).click()
            expect(sessions(owner)).to_have_text("No browser was added.")
            expect(dialog(owner, "phones")).not_to_contain_text("not encrypted")
            link = add_phone(owner, folder)
            expect(dialog(owner, "phones")).to_contain_text("Everyone in this network can read along")
            expect_accessible(owner)
            began = time.monotonic()
            assert re.fullmatch(rf"http://{HERE}:\d+/phone#[\w-]{{22}}", link), link
            origin = link.split("/phone")[0]
            with visiting(playwright, there, node, folder, link, **PHONE) as phone:
                phone.give_name("Jack")
                phone.write("from the phone")
                expect(phone.message("from the phone")).to_contain_text("sent")
                assert time.monotonic() - began < FIRST_MESSAGE
                assert phone.page.url == f"{origin}/"
                expect(dialog(owner, "phones").get_by_role("status")).to_have_text("The phone was added.")
                expect(dialog(owner, "phones").get_by_role("img")).to_have_count(0)
                expect(sessions(owner)).to_contain_text(["Chrome, "])

                # It says once what http lacks.
                phone.notice("everyone in this network can read along").get_by_role("button").click()
                phone.reload()
                expect(phone.message("from the phone")).to_be_visible()
                expect(phone.notice("everyone in this network")).to_be_hidden()

                # The code works once.
                phone.monitor.expect_status(403)
                phone.open(address=link)
                expect(phone.page.get_by_role("status")).to_contain_text("This code does not work any more")
                phone.open(address=f"{origin}/")

                # The network of the phone is gone for a while, and later the node is.
                phone.monitor.expect_message("Failed to load resource: net::ERR_")
                there.ip("link", "set", "dev", "veth", "down")
                phone.write("while the network is down")
                expect(phone.waiting).to_contain_text("while the network is down")
                there.ip("link", "set", "dev", "veth", "up")
                expect(phone.message("while the network is down")).to_contain_text("sent", timeout=60_000)
                node.kill()
                phone.write("while the node is off")
                expect(phone.waiting).to_contain_text("while the node is off")
                with here.entered():
                    node.start()
                expect(phone.message("while the node is off")).to_contain_text("sent", timeout=60_000)

                # The owner ends the session, in a browser that is the owner's again. What the phone has written waits for the next code.
                owner.monitor.expect_status(403)
                with here.entered():
                    become_owner(owner, again=True)
                sessions(owner).get_by_role("button", name="End").click()
                expect(sessions(owner)).to_have_text("No browser was added.")
                phone.write("without a session")
                expect(phone.notice("This phone cannot read and write here any more.")).to_be_visible()
                expect(phone.waiting).to_contain_text("without a session")
                # The listener stays for a while, so that the phone hears why.
                eventually(lambda: not is_open(there, origin), "the listener ends after its last session", seconds=30)
                phone.open(address=add_phone(owner, folder))
                expect(phone.message("without a session")).to_contain_text("sent", timeout=30_000)


def is_open(namespace: Namespace, origin: str) -> bool:
    command = ["ip", "netns", "exec", namespace.name, "curl", "-s", "-o", "/dev/null", "-m", "10", origin]
    return subprocess.run(command).returncode == 0
