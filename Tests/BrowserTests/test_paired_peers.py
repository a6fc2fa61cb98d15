"""The controls of the group panel for devices that came by an invitation."""

import re
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import StartNode, Visit, pair
from invitations import close_dialogs, connect, dialog, peer
from node import Node
from sizes import at_both_sizes
from test_group_summary import FAST, run_long, wait_for_contact


def press(page: ChatPage, name: str, button: str) -> None:
    """Presses a button for a peer in the group panel, which it opens if necessary."""
    if not page.group.is_visible():
        page.open_group()
    peer(page, name).get_by_role("button", name=button).click()


def state(node: Node, other: Node) -> str | None:
    """Returns the state of a peer in the status of a node; None if it is no peer."""
    found = node.status().find(f"peer[@node='{other.public_key}']")
    return None if found is None else found.get("state")


@at_both_sizes
def test_a_peer_is_renamed(start_node: StartNode, visit: Visit, size: dict[str, Any]) -> None:
    anna, ben = connect(start_node)
    page, bens = visit(anna, **size), visit(ben)
    press(page, "ben", "Rename")
    opened = dialog(page, "rename")
    field = opened.get_by_label("Name on this device")
    expect(field).to_be_focused()
    expect(field).to_have_value("ben")
    expect(field).to_have_accessible_description(re.compile("Only you see this name."))
    field.fill("x" * 65)
    field.press("Enter")
    expect(opened.get_by_role("alert")).to_contain_text("A name can have at most 64 characters")
    field.fill("Ben\u2019s laptop")
    opened.get_by_role("button", name="Save").click()
    expect(opened).to_be_hidden()
    expect(peer(page, "Ben\u2019s laptop")).to_be_visible()
    expect(peer(page, "Ben\u2019s laptop").get_by_role("button", name="Rename")).to_be_focused()
    # Ben's own page has its own name, and Anna can take the name back.
    expect(bens.page.locator("#node-name")).to_have_text("ben")
    press(page, "Ben\u2019s laptop", "Rename")
    field.fill("")
    field.press("Enter")
    expect(peer(page, "Ben\u2019s laptop")).to_have_count(0)
    expect(peer(page, "ben")).to_be_visible()


def test_a_peer_is_paused_and_resumed(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    wait_for_contact(anna)
    page, bens = visit(anna, name="Anna"), visit(ben)
    press(page, "ben", "Pause")
    item = peer(page, "ben")
    expect(item).to_contain_text("Paused on this device: no messages are exchanged with it.")
    expect(item.get_by_role("button", name="Pause")).to_have_count(0)
    # Ben's requests of before do not make his device an unknown one.
    expect(page.group).not_to_contain_text("Other devices that requested messages")
    resume = item.get_by_role("button", name="Resume")
    expect(resume).to_have_accessible_description("ben")
    close_dialogs(page)
    expect(page.page.locator("#open-group")).not_to_have_attribute("data-state", "problem")
    page.write("while paused")
    expect(page.message("while paused")).to_be_visible()
    bens.open_group()
    expect(peer(bens, "anna")).to_contain_text("has paused the exchange with this node")
    assert ben.texts() == []
    press(page, "ben", "Resume")
    expect(peer(page, "ben").get_by_role("button", name="Pause")).to_be_visible()
    ben.wait_until_stored(1)


def test_ben_reads_what_to_do_after_anna_has_paused_him(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    anna.request("peer", peer=ben.public_key, change="pause")
    ben.stop()
    ben.clock = FAST
    page = visit(run_long(ben.start()))
    page.open_group()
    expect(peer(page, "anna")).to_contain_text("Its owner has paused this device, or has not confirmed it")


@at_both_sizes
def test_a_peer_is_removed_after_a_question(
    start_node: StartNode, visit: Visit, size: dict[str, Any]
) -> None:
    anna, ben = connect(start_node)
    page = visit(anna, **size)
    link = anna.invitation()
    press(page, "ben", "Remove")
    opened = dialog(page, "remove")
    expect(opened).to_contain_text("Remove \u2068ben\u2069 from the devices with which")
    expect(opened).to_contain_text("It keeps the messages that it has.")
    expect(opened).to_contain_text("Open invitations of this device end.")
    expect(opened).to_contain_text(
        "Other members may still pass messages on to the removed device, so they have to remove it, too."
    )
    expect(opened.get_by_role("button", name="Cancel")).to_be_focused()
    page.expect_no_sideways_scrolling()
    page.page.keyboard.press("Enter")
    expect(opened).to_be_hidden()
    assert state(anna, ben) is not None
    press(page, "ben", "Remove")
    opened.get_by_role("button", name="Remove").click()
    expect(opened).to_be_hidden()
    expect(peer(page, "ben")).to_have_count(0)
    assert state(anna, ben) is None
    # The focus stays in the panel although the button is gone.
    expect(page.group.locator(":focus")).to_have_count(1)
    bens = visit(ben)
    bens.open_group()
    expect(peer(bens, "anna")).to_contain_text("The peer's owner has removed this node from its peers.")
    with pytest.raises(HTTPError):
        ben.request("join", link=link)


def test_peers_of_a_restored_node_are_confirmed_or_removed(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node, restored=True)
    page = visit(anna)
    summary = page.page.locator("#open-group")
    expect(summary).to_have_attribute("data-state", "problem", timeout=30_000)
    expect(summary).to_have_text("Confirm \u2068ben\u2069")
    page.open_group()
    item = peer(page, "ben")
    expect(item).to_contain_text("Not confirmed: no messages are exchanged with it.")
    expect(item).to_contain_text("Tidings on this device was restored from a backup or copied.")
    # In the words of the page, not of the node.
    expect(item.locator(".why")).to_have_count(0)
    expect(item.get_by_role("button")).to_have_text(["Confirm", "Remove"])
    assert anna.texts() == []
    item.get_by_role("button", name="Confirm").click()
    expect(item.get_by_role("button")).to_have_text(["Rename", "Pause", "Remove"])
    anna.wait_until_stored(1)
    assert anna.texts() == ["lost"]


def test_an_unconfirmed_peer_can_be_removed(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node, restored=True)
    page = visit(anna)
    press(page, "ben", "Remove")
    dialog(page, "remove").get_by_role("button", name="Remove").click()
    expect(peer(page, "ben")).to_have_count(0)
    assert state(anna, ben) is None
    assert anna.invitation().startswith("tidings:")


def test_a_change_that_fails_says_so_at_the_peer(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    page = visit(anna)
    page.monitor.expect_status(404)
    page.open_group()
    expect(peer(page, "ben").get_by_role("button", name="Pause")).to_be_visible()
    anna.pause()
    peer(page, "ben").get_by_role("button", name="Pause").click()
    anna.kill()
    expect(peer(page, "ben").get_by_role("alert")).to_have_text("Tidings does not answer.")
    anna.start()
    expect(page.group).not_to_contain_text("This is the last known state.")
    peer(page, "ben").get_by_role("button", name="Pause").click()
    expect(peer(page, "ben").get_by_role("button", name="Resume")).to_be_visible()
    expect(peer(page, "ben").get_by_role("alert")).to_have_count(0)


def test_a_dialog_about_a_peer_that_was_removed_elsewhere_says_so(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = connect(start_node)
    page = visit(anna)
    page.monitor.expect_status(404)
    press(page, "ben", "Rename")
    anna.request("peer", peer=ben.public_key, change="remove")
    dialog(page, "rename").get_by_role("button", name="Save").click()
    expect(dialog(page, "rename").get_by_role("alert")).to_contain_text("The device was removed already")


def test_peers_of_flags_have_no_controls(start_node: StartNode, visit: Visit) -> None:
    laptop, _ = pair(start_node)
    page = visit(laptop)
    page.open_group()
    expect(page.group.get_by_role("button", name="Invite")).to_be_visible()
    expect(peer(page, "phone")).to_be_visible()
    expect(peer(page, "phone").get_by_role("button")).to_have_count(0)


def test_an_update_of_the_panel_keeps_the_focus(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    page = visit(anna)
    page.open_group()
    rename = peer(page, "ben").get_by_role("button", name="Rename")
    rename.focus()
    ben.stop()
    expect(peer(page, "ben")).to_contain_text("Offline since")
    expect(rename).to_be_focused()


def test_a_double_click_changes_a_peer_once(start_node: StartNode, visit: Visit) -> None:
    anna, _ = connect(start_node)
    page = visit(anna)
    page.open_group()
    requests: list[str] = []
    page.page.on("request", lambda request: requests.append(request.url))
    pause = peer(page, "ben").get_by_role("button", name="Pause")
    # The second click comes at once when the first one has changed the button.
    pause.evaluate("""(button) => new Promise((resolve) => {
      const item = button.closest('li');
      const observer = new MutationObserver(() => {
        const resume = item.querySelector('[data-act=resume]');
        if (resume) {
          resume.click();
          observer.disconnect();
          resolve();
        }
      });
      observer.observe(item, { childList: true, subtree: true });
      button.click();
    })""")
    expect(peer(page, "ben").get_by_role("button", name="Resume")).to_be_visible()
    assert sum(url.endswith("/peer") for url in requests) == 1


def test_texts_about_a_paired_peer_do_not_name_flags(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    wait_for_contact(anna)
    ben.stop()
    anna.stop()
    anna.clock = "+8d x60"
    page = visit(run_long(anna.start()))
    page.open_group()
    expect(peer(page, "ben")).to_contain_text("If it is not used any more, remove it.")
    expect(peer(page, "ben")).not_to_contain_text("--peer")
