"""Nodes that can be paired, and the dialogs of the group panel with which people pair them."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from conftest import StartNode
from node import Node, free_port
from web_page import WebPage


def listening_node(start_node: StartNode, name: str, *options: str) -> Node:
    """Starts a node that listens for peers on a port of the loopback interface."""
    node = start_node(name, start=False)
    node.options = ["--peer-listen", f"127.0.0.1:{free_port()}", *options]
    return node.start()


def dialog(page: WebPage, name: str) -> Locator:
    """Returns one of the dialogs `invite`, `join`, `rename` and `remove`."""
    return page.page.locator(f"dialog#{name}")


def become_owner(page: WebPage, *, again: bool = False) -> None:
    """Makes the browser of a page the owner's, without the page that people open for this.

    `again` after a new start of the node, with which the sessions have ended.
    """
    if again or not page.page.evaluate("localStorage.getItem('tidings.owner-session')"):
        session = page.node.owner_session()
        page.page.evaluate("(id) => localStorage.setItem('tidings.owner-session', JSON.stringify(id))", session)


def open_dialog(page: WebPage, name: str) -> Locator:
    """Opens a dialog with a button of the group panel, which it opens if necessary. Makes the browser the owner's."""
    become_owner(page)
    if page.group.get_attribute("open") is None:
        page.open_group()
    page.group.get_by_role("button", name=name, exact=True).click()
    opened = dialog(page, name.lower())
    expect(opened).to_be_visible()
    return opened


def make_invitation(page: WebPage, seconds: str = "86400", uses: str = "1") -> str:
    """Makes an invitation, and returns its link. The dialog stays open."""
    return make_link(open_dialog(page, "Invite"), seconds, uses)


def make_link(opened: Locator, seconds: str = "86400", uses: str = "1") -> str:
    """Makes an invitation in the open dialog "Invite", and returns its link."""
    opened.get_by_label("The invitation is valid for").select_option(seconds)
    opened.get_by_label("How many devices can use it").select_option(uses)
    opened.get_by_role("button", name="Make the invitation").click()
    link = opened.get_by_label("Link of the invitation")
    expect(link).to_be_visible()
    return link.input_value()


def use_invitation(page: WebPage, text: str) -> Locator:
    """Pastes a text into the dialog "Join", and sends it. Returns the dialog, which stays open."""
    opened = dialog(page, "join")
    # A closed dialog fades.
    if opened.get_attribute("open") is None:
        open_dialog(page, "Join")
    opened.get_by_label("Invitation").fill(text)
    opened.get_by_role("button", name="Join the group").click()
    return opened


def close_dialogs(page: WebPage) -> None:
    """Closes all dialogs with Escape."""
    opened = page.page.locator("dialog[open]")
    while opened.count() > 0:
        count = opened.count()
        page.page.keyboard.press("Escape")
        expect(opened).to_have_count(count - 1)


def peer(page: WebPage, name: str) -> Locator:
    """Returns a peer in the group panel."""
    return page.group.locator(".peers > li").filter(has=page.page.locator("h3", has_text=name))


def connect(
    start_node: StartNode, *, restored: bool = False
) -> tuple[Node, Node]:
    """Starts two nodes, anna and ben, and pairs them by an invitation without a page.

    If `restored`, anna is then put back to a copy of her store, from which one message of hers is missing.
    """
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    ben.request("join", link=anna.invitation())
    if restored:
        anna.stop()
        copy = (anna.data / "data.mdb").read_bytes()
        anna.start()
        anna.post("lost", user="Anna")
        ben.wait_until_stored(1)
        anna.stop()
        (anna.data / "data.mdb").write_bytes(copy)
        anna.start()
    return anna, ben
