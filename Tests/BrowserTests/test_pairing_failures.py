"""The sentences with which the dialogs "Invite" and "Join" say why nothing was done, and what to do."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import StartNode, Visit
from eventually import eventually
from invitations import connect, dialog, listening_node, open_dialog, use_invitation
from node import Node, free_port

#: Another group or another secret.
OTHER_WORD = "AAAAAAAAAAAAAAAAAAAAAQ"


def parts(link: str) -> list[str]:
    """Returns the node with its addresses, the group and the secret."""
    return link.split("/")


@pytest.fixture
def anna(start_node: StartNode) -> Node:
    return listening_node(start_node, "anna")


@pytest.fixture
def ben(start_node: StartNode) -> Node:
    return listening_node(start_node, "ben")


def page_for_joining(visit: Visit, node: Node) -> ChatPage:
    page = visit(node)
    page.monitor.expect_status(400, 403, 409, 502)
    return page


def expect_refusal(page: ChatPage, text: str, sentence: str) -> None:
    """Pastes a text into the dialog "Join" and expects a sentence in an alert, and the focus in the field."""
    opened = use_invitation(page, text)
    # The node has an English sentence of its own for some failures.
    expect(opened.get_by_role("alert").locator(".problem")).to_contain_text(sentence)
    field = opened.get_by_label("Invitation")
    expect(field).to_be_focused()
    # A new text makes the sentence obsolete.
    field.press("End")
    page.page.keyboard.type(" ")
    expect(opened.get_by_role("alert")).to_be_empty()


# Join


def test_texts_that_are_no_invitation(anna: Node, ben: Node, visit: Visit) -> None:
    link = anna.invitation()
    page = page_for_joining(visit, ben)
    expect_refusal(page, "", "Paste the link of an invitation.")
    for text in (link[:-3], "hello", "https://example.org/", parts(link)[0]):
        expect_refusal(page, text, "This is not a whole invitation. Copy the whole link")
    # The right link works in the same dialog.
    expect(use_invitation(page, link)).to_contain_text("This device has joined the group.")


def test_an_own_invitation(anna: Node, visit: Visit) -> None:
    page = page_for_joining(visit, anna)
    expect_refusal(page, anna.invitation(), "This device has made this invitation itself.")


def test_an_unknown_invitation(anna: Node, ben: Node, visit: Visit) -> None:
    node, group, _ = parts(anna.invitation())
    page = page_for_joining(visit, ben)
    expect_refusal(page, f"{node}/{group}/{OTHER_WORD}", "The inviting device does not know this invitation.")


def test_an_expired_invitation(anna: Node, ben: Node, visit: Visit) -> None:
    answer = anna.request("invite", seconds="1")
    page = page_for_joining(visit, ben)
    expires = int(answer.get("expires", ""))
    eventually(lambda: time.time() * 1000 > expires + 100, "the invitation has expired")
    expect_refusal(page, answer.get("link", ""), "The invitation has expired. Ask for a new one.")


def test_a_used_invitation(anna: Node, ben: Node, start_node: StartNode, visit: Visit) -> None:
    link = anna.invitation()
    ben.request("join", link=link)
    page = page_for_joining(visit, listening_node(start_node, "carl"))
    expect_refusal(page, link, "The invitation was used as often as it can be. Ask for a new one.")


def test_an_invitation_that_ended_because_a_peer_was_removed(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = connect(start_node)
    link = anna.invitation()
    anna.request("peer", peer=ben.public_key, change="remove")
    page = page_for_joining(visit, listening_node(start_node, "carl"))
    expect_refusal(page, link, "The invitation has ended, because a device was removed or")


def test_an_invitation_into_another_group(anna: Node, ben: Node, visit: Visit) -> None:
    ben.invitation()
    page = page_for_joining(visit, ben)
    expect_refusal(page, anna.invitation(), "start a second Tidings with another --data folder")


def test_an_inviting_node_in_another_group(anna: Node, ben: Node, visit: Visit) -> None:
    node, _, secret = parts(anna.invitation())
    page = page_for_joining(visit, ben)
    expect_refusal(
        page, f"{node}/{OTHER_WORD}/{secret}", "The inviting device is not in the group of this invitation."
    )


def test_an_inviting_node_that_cannot_be_reached(anna: Node, ben: Node, visit: Visit) -> None:
    link = anna.invitation()
    other = free_port()
    node = parts(link)[0].split("@")[0]
    page = page_for_joining(visit, ben)
    places = f"127.0.0.1:{other},127.0.0.1:{ben.port}"
    opened = use_invitation(page, "/".join([f"{node}@{places}", *parts(link)[1:]]))
    alert = opened.get_by_role("alert")
    expect(alert).to_contain_text("The inviting device cannot be reached. Check that Tidings runs there")
    # Each address has its reason, in a sentence of the node.
    reason = alert.locator(".why")
    expect(reason).to_contain_text(f"127.0.0.1:{other}: connection refused")
    expect(reason).to_contain_text(f"127.0.0.1:{ben.port}: the program there speaks plain HTTP")
    expect(reason).to_have_attribute("lang", "en")


def test_a_failure_without_a_text_of_the_page_is_shown_in_the_words_of_the_node(
    anna: Node, start_node: StartNode, visit: Visit
) -> None:
    ben = start_node("ben", start=False)
    ben.options = ["--peer-listen", "127.0.0.1:0"]
    link = anna.invitation()
    ben.peers = [parts(link)[0]]
    page = page_for_joining(visit, ben.start())
    opened = use_invitation(page, link)
    expect(opened.get_by_role("alert")).to_contain_text("That did not work. Tidings says:")
    expect(opened.locator(".why")).to_contain_text(
        "This node was started with --peer and the address of that node."
    )


# Invite and join


def test_a_node_that_does_not_listen_for_peers(start_node: StartNode, visit: Visit) -> None:
    node = start_node(start=False)
    node.options = ["--peer-listen", "off"]
    page = page_for_joining(visit, node.start())
    open_dialog(page, "Invite").get_by_role("button", name="Make the invitation").click()
    alert = dialog(page, "invite").get_by_role("alert")
    expect(alert).to_contain_text("Other devices cannot connect to this device.")
    expect(alert).to_contain_text("started with --peer-listen off")


@pytest.mark.parametrize("act", ["invite", "join"])
def test_a_node_that_does_not_answer(anna: Node, ben: Node, visit: Visit, act: str) -> None:
    link = anna.invitation()
    page = page_for_joining(visit, ben)
    open_dialog(page, act.capitalize())
    ben.kill()
    if act == "join":
        use_invitation(page, link)
    else:
        dialog(page, act).get_by_role("button", name="Make the invitation").click()
    expect(dialog(page, act).get_by_role("alert")).to_have_text("Tidings does not answer.")


@pytest.mark.parametrize("act", ["invite", "join"])
def test_a_page_that_comes_through_a_proxy(anna: Node, ben: Node, visit: Visit, act: str) -> None:
    page = visit(ben, extra_http_headers={"Via": "1.1 proxy"})
    page.monitor.expect_status(403)
    if act == "join":
        use_invitation(page, anna.invitation())
    else:
        open_dialog(page, "Invite").get_by_role("button", name="Make the invitation").click()
    expect(dialog(page, act).get_by_role("alert")).to_contain_text(
        "Only a page on the device on which Tidings runs can do this"
    )


def test_too_many_open_invitations(anna: Node, visit: Visit) -> None:
    page = page_for_joining(visit, anna)
    page.open_group()
    fill(lambda: anna.invitation())
    open_dialog(page, "Invite").get_by_role("button", name="Make the invitation").click()
    expect(dialog(page, "invite").get_by_role("alert")).to_contain_text(
        "Too many invitations of this device are open."
    )


def fill(make: Callable[[], object]) -> None:
    """Repeats a request until the node refuses it."""
    for _ in range(200):
        try:
            make()
        except OSError:
            return
    raise AssertionError("the node has no limit")


def test_an_invitation_of_a_restored_node(start_node: StartNode, visit: Visit) -> None:
    anna, _ = connect(start_node, restored=True)
    page = page_for_joining(visit, anna)
    opened = open_dialog(page, "Invite")
    opened.get_by_role("button", name="Make the invitation").click()
    expect(opened.get_by_role("alert")).to_contain_text(
        re.compile("restored or copied. First confirm or remove each device")
    )
