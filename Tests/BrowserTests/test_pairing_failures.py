"""The sentences with which the dialogs "Invite" and "Join" say why nothing was done, and what to do.

Tests/WebTests has the tests of the sentences. Here, real nodes give the reasons.
"""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from conftest import StartNode, Visit
from eventually import eventually
from invitations import become_owner, dialog, listening_node, open_dialog, use_invitation
from node import free_port
from web_page import WebPage

#: Another group or another secret.
OTHER_WORD = "AAAAAAAAAAAAAAAAAAAAAQ"


def parts(link: str) -> list[str]:
    """Returns the node with its addresses, the group and the secret."""
    return link.split("/")


def expect_refusal(page: WebPage, text: str, sentence: str) -> Locator:
    """Pastes a text into the dialog "Join". Expects a sentence in an alert, and the focus in the field."""
    opened = use_invitation(page, text)
    alert = opened.get_by_role("alert")
    expect(alert.locator(".problem")).to_contain_text(sentence)
    expect(opened.get_by_label("Invitation")).to_be_focused()
    return alert


def test_the_dialog_join_gives_the_reason_of_each_refusal(start_node: StartNode, visit: Visit) -> None:
    anna, carl = listening_node(start_node, "anna"), listening_node(start_node, "carl")
    ben = start_node("ben", start=False)
    ben.options = ["--peer-listen", f"127.0.0.1:{free_port()}"]
    ben.peers = [f"tidings:{carl.public_key}@127.0.0.1:{free_port()}"]
    page = visit(ben.start())
    page.monitor.expect_status(400, 403, 409, 502)
    expired = anna.request("invite", seconds="1")
    link = anna.invitation()
    node, group, secret = parts(link)

    alert = expect_refusal(page, "", "Paste the link of an invitation.")
    # A new text makes the sentence obsolete.
    page.page.keyboard.type(" ")
    expect(alert).to_be_empty()
    for text in (link[:-3], "hello", node):
        expect_refusal(page, text, "This is not a whole invitation. Copy the whole link")
    expect_refusal(page, f"{node}/{group}/{OTHER_WORD}", "The inviting device does not know this invitation.")
    expect_refusal(
        page, f"{node}/{OTHER_WORD}/{secret}", "The inviting device is not in the group of this invitation."
    )

    # Each address has its reason, in a sentence of the node. Nothing is said twice.
    other = free_port()
    places = f"127.0.0.1:{other},127.0.0.1:{ben.port}"
    unreachable = f"{node.split('@')[0]}@{places}/{group}/{secret}"
    alert = expect_refusal(page, unreachable, "The inviting device cannot be reached. Check that Tidings runs there")
    reasons = alert.locator(".why")
    plain_http = re.compile(f"^At 127.0.0.1:{ben.port}: the program there speaks plain HTTP")
    expect(reasons).to_have_text([f"At 127.0.0.1:{other}: connection refused.", plain_http])
    expect(reasons.first).to_have_attribute("lang", "en")

    # The page has no text about this one.
    own = f"tidings:{carl.public_key}@127.0.0.1:{other}/{group}/{secret}"
    alert = expect_refusal(page, own, "That did not work. Tidings says:")
    expect(alert.locator(".why")).to_contain_text(
        "This node was started with --peer and the address of that node."
    )

    eventually(
        lambda: time.time() * 1000 > int(expired.get("expires", "")) + 100, "the invitation has expired"
    )
    expect_refusal(page, expired.get("link", ""), "The invitation has expired. Ask for a new one.")
    used = anna.invitation()
    carl.request("join", link=used)
    expect_refusal(page, used, "The invitation was used as often as it can be. Ask for a new one.")
    anna.request("peer", peer=carl.public_key, change="remove")
    expect_refusal(page, link, "The invitation has ended, because a device was removed or")

    own = ben.invitation()
    expect_refusal(page, own, "This device has made this invitation itself.")
    listening_node(start_node, "dora").request("join", link=own)
    expect_refusal(page, anna.invitation(), "start a second Tidings with another --data folder")
    ben.kill()
    expect_refusal(page, link, "Tidings does not answer.")


def test_the_dialog_invite_gives_the_reason_of_each_refusal(start_node: StartNode, visit: Visit) -> None:
    anna = listening_node(start_node, "anna")
    page = visit(anna)
    page.monitor.expect_status(409)
    opened = open_dialog(page, "Invite")
    make = opened.get_by_role("button", name="Make the invitation")
    fill(lambda: anna.invitation())
    make.click()
    expect(opened.get_by_role("alert")).to_contain_text("Too many invitations of this device are open.")
    anna.kill()
    make.click()
    expect(opened.get_by_role("alert")).to_have_text("Tidings does not answer.")
    anna.options = ["--peer-listen", "off"]
    anna.start()
    become_owner(page, again=True)
    make.click()
    expect(opened.get_by_role("alert")).to_contain_text("Other devices cannot connect to this device.")
    expect(opened.get_by_role("alert")).to_contain_text("started with --peer-listen off")


def fill(make: Callable[[], object]) -> None:
    """Repeats a request until the node refuses it."""
    for _ in range(200):
        try:
            make()
        except AssertionError:
            return
    raise AssertionError("the node has no limit")
