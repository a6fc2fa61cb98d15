"""The password of a node in the page."""

from __future__ import annotations

import subprocess

from conftest import StartNode, Visit
from node import Node
from playwright.sync_api import expect
from web_page import WebPage

PASSWORD = "bado kite lumo sabi"


def set_password(node: Node, password: str | None) -> None:
    words = [node.program, "password", "--data", node.data, *([] if password else ["--remove"])]
    subprocess.run(words, input=f"{password}\n", text=True, check=True, timeout=60)


def enter(page: WebPage, password: str) -> None:
    dialog = page.page.get_by_role("dialog", name="Enter password")
    if not dialog.is_visible():
        page.page.get_by_role("button", name="Enter password").click()
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Log in").click()


def test_a_browser_logs_in_and_keeps_what_was_written_over_the_end_of_its_session(
    start_node: StartNode, visit: Visit
) -> None:
    node = start_node("anna")
    set_password(node, PASSWORD)
    page = visit(node, name=None)
    page.monitor.expect_status(403)
    expect(page.notice("This Tidings needs a password.")).to_be_visible()
    dialog = page.page.get_by_role("dialog", name="Enter password")
    enter(page, "not the password")
    expect(dialog.get_by_role("alert")).to_have_text("This is not the password. Ask the owner of Tidings for it.")
    enter(page, PASSWORD)
    expect(dialog).to_be_hidden()
    page.give_name("jack")
    page.write("with a session")
    expect(page.message("with a session")).to_contain_text("sent")
    expect(page.notice("needs a password")).to_be_hidden()
    # The session is the browser's: another tab and a later visit have it, too.
    other = page.open_another_tab()
    expect(other.message("with a session")).to_be_visible()
    other.close()
    node.kill()
    page.start_node()
    page.reload()
    page.write("after a restart")
    expect(page.message("after a restart")).to_contain_text("sent")

    # Another password ends the session. A waiting message and a draft stay.
    set_password(node, PASSWORD + " again")
    page.write("waits for the password")
    expect(page.notice("Your session has ended")).to_be_visible()
    expect(page.waiting).to_contain_text("waits for the password")
    page.box.fill("a draft")
    enter(page, PASSWORD + " again")
    expect(page.message("waits for the password")).to_contain_text("sent")
    expect(page.box).to_have_value("a draft")
