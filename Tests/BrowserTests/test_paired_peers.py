"""The controls of the group panel for devices that came by an invitation."""

import re

from playwright.sync_api import expect

import slow_world
from conftest import StartNode, Visit
from invitations import become_owner, close_dialogs, connect, dialog, open_dialog, peer
from node import Node
from sizes import PHONE
from web_page import WebPage


def press(page: WebPage, name: str, button: str) -> None:
    """Presses a button for a peer in the group panel, which it opens if necessary."""
    if page.group.get_attribute("open") is None:
        become_owner(page)
        page.open_group()
    peer(page, name).get_by_role("button", name=button).click()


def state(node: Node, other: Node) -> str | None:
    """Returns the state of a peer in the status of a node; None if it is no peer."""
    found = node.status().find(f"peer[@node='{other.public_key}']")
    return None if found is None else found.get("state")


def test_a_peer_is_renamed_paused_and_resumed_and_removed_after_a_question(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    page, bens = visit(anna, name="Anna"), visit(ben)
    page.page.bring_to_front()
    press(page, "ben", "Rename")
    opened = dialog(page, "rename")
    field = opened.get_by_label("Name on this device")
    expect(field).to_be_focused()
    expect(field).to_have_value("ben")
    expect(field).to_have_accessible_description(
        re.compile("Only you see this name.* Messages keep the names that people have chosen.")
    )
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
    item = peer(page, "ben")

    # A double click changes a peer once. The second click comes at once when the first one has changed the button.
    requests: list[str] = []
    page.page.on("request", lambda request: requests.append(request.url))
    item.get_by_role("button", name="Pause").evaluate("""(button) => new Promise((resolve) => {
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
    resume = item.get_by_role("button", name="Resume")
    expect(resume).to_have_accessible_description("ben")
    assert sum(url.endswith("/peer") for url in requests) == 1
    expect(item).to_contain_text("Paused: this device exchanges no messages with it. Other devices may still pass your messages on to it.")
    # Ben's requests of before do not make his device an unknown one.
    expect(page.group).not_to_contain_text("Other devices that requested messages")
    close_dialogs(page)
    expect(page.page.locator("#open-group")).not_to_have_attribute("data-state", "problem")
    page.write("while paused")
    expect(page.message("while paused")).to_be_visible()
    bens.open_group()
    expect(peer(bens, "anna")).to_contain_text("has paused the exchange with this node")
    assert ben.texts() == []
    press(page, "ben", "Resume")
    expect(item.get_by_role("button", name="Pause")).to_be_visible()
    ben.wait_until_stored(1)

    # A click in a panel that was opened anew is no double click, however soon it comes.
    page.group.evaluate("""(panel) => {
      new MutationObserver((_, observer) => {
        if (!panel.querySelector('[data-act=resume]')) return;
        observer.disconnect();
        panel.addEventListener('close', () => {
          document.querySelector('#open-group').click();
          panel.querySelector('[data-act=resume]').click();
        }, { once: true });
        panel.close();
      }).observe(panel, { childList: true, subtree: true });
    }""")
    with page.page.expect_request("**/peer"):
        anna.request("peer", peer=ben.public_key, change="pause")
    expect(item.get_by_role("button", name="Pause")).to_be_visible()

    # An update of the panel keeps the focus.
    rename = item.get_by_role("button", name="Rename")
    rename.focus()
    anna.request("peer", peer=ben.public_key, change="pause")
    expect(item.get_by_role("button", name="Resume")).to_be_visible()
    expect(rename).to_be_focused()

    # It is removed after a question.
    page.page.set_viewport_size(PHONE["viewport"])
    link = anna.invitation()
    press(page, "ben", "Remove")
    opened = dialog(page, "remove")
    expect(opened).to_contain_text("Remove \u2068ben\u2069?")
    expect(opened).to_contain_text("All members remove it as soon as they hear of it.")
    expect(opened).to_contain_text("Whoever is removed keeps the messages that it has.")
    expect(opened.get_by_role("checkbox")).to_have_count(0)
    expect(opened).to_contain_text("Open invitations of this device end.")
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
    expect(bens.group.locator(".node")).to_contain_text("\u2068anna\u2069 has removed this device from the group.")
    assert ben.command("join", link=link)[0] == 403


def test_peers_of_a_restored_node_are_confirmed_before_it_invites_others(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = connect(start_node, restored=True)
    page = visit(anna)
    page.monitor.expect_status(409)
    summary = page.page.locator("#open-group")
    expect(summary).to_have_attribute("data-state", "problem", timeout=30_000 * slow_world.patience)
    expect(summary).to_have_text("Confirm \u2068ben\u2069")
    opened = open_dialog(page, "Invite")
    opened.get_by_role("button", name="Make the invitation").click()
    expect(opened.get_by_role("alert")).to_contain_text(
        re.compile("restored or copied. First confirm or remove each device")
    )
    page.page.keyboard.press("Escape")
    item = peer(page, "ben")
    expect(item).to_contain_text("Not confirmed: no messages are exchanged with it.")
    expect(item).to_contain_text("Tidings on your device was restored from a backup or copied, so it does not know")
    # In the words of the page, not of the node.
    expect(item.locator(".why")).to_have_count(0)
    expect(item.get_by_role("button")).to_have_text(["Confirm", "Remove"])
    # The button opens the question, as for a confirmed peer.
    item.get_by_role("button", name="Remove").click()
    dialog(page, "remove").get_by_role("button", name="Cancel").click()
    assert anna.texts() == []
    item.get_by_role("button", name="Confirm").click()
    expect(item.get_by_role("button")).to_have_text(["Rename", "This is me, too", "Pause", "Hide", "Remove"])
    anna.wait_until_stored(1)
    assert anna.texts() == ["lost"]
    assert anna.invitation().startswith("tidings:")


def test_a_change_that_fails_says_so_at_the_peer_or_in_its_dialog(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = connect(start_node)
    page = visit(anna)
    page.monitor.expect_status(404)
    become_owner(page)
    page.open_group()
    item = peer(page, "ben")
    pause = item.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    anna.pause()
    pause.click()
    anna.kill()
    expect(item.get_by_role("alert")).to_have_text("Tidings does not answer.")
    anna.start()
    become_owner(page, again=True)
    expect(page.group).not_to_contain_text("This is the last known state.")
    pause.click()
    expect(item.get_by_role("button", name="Resume")).to_be_visible()
    expect(item.get_by_role("alert")).to_have_count(0)

    press(page, "ben", "Rename")
    anna.request("peer", peer=ben.public_key, change="remove")
    dialog(page, "rename").get_by_role("button", name="Save").click()
    expect(dialog(page, "rename").get_by_role("alert")).to_contain_text("That is not possible any more")
