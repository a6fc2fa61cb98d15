"""Members whose messages are hidden, and removed members whose later messages are folded."""

import pytest
from playwright.sync_api import expect

import slow_world
from conftest import StartNode, Visit
from eventually import eventually
from invitations import become_owner, close_dialogs, connect, dialog, listening_node, peer
from test_accessibility import expect_accessible
from test_away import wait_until_saved
from test_relations import digest

#: Until a node that was started again has all messages of another one.
PATIENCE = 30 * slow_world.patience


@pytest.mark.service_worker
def test_a_hidden_member_is_shown_in_no_tab_and_to_no_later_visit(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    ben.post("from ben", user="ben")
    anna.post("from anna", user="anna")
    page = visit(anna, name="Anna")
    page.wait_until_web_client_is_saved()
    both = {"from ben", "from anna"}
    for tab in (page, other := page.open_another_tab()):
        eventually(lambda tab=tab: set(tab.texts()) == both, "both messages are shown")
    page.page.bring_to_front()
    become_owner(page)
    page.open_group()
    peer(page, "ben").get_by_role("button", name="Hide").click()
    opened = dialog(page, "hide")
    expect(opened).to_contain_text("Nobody sees them on this device")
    expect(opened.get_by_role("button", name="Cancel")).to_be_focused()
    expect(opened.get_by_role("checkbox")).not_to_be_checked()
    expect_accessible(page)
    opened.get_by_role("button", name="Hide").click()
    expect(opened).to_be_hidden()
    expect(peer(page, "ben")).to_contain_text("Its messages are hidden on this device.")
    close_dialogs(page)
    for tab in (page, other):
        tab.expect_texts(["from anna"])
    ben.post("again from ben", user="ben")
    eventually(lambda: ben.status().find("peer").get("unconfirmed") == "0", "Anna's node has it")
    anna.post("again from anna", user="anna")
    shown = ["from anna", "again from anna"]
    for tab in (page, other):
        tab.expect_texts(shown)
    other.close()
    wait_until_saved(page, "", "again from anna")

    # Neither has the browser kept the hidden messages.
    anna.stop()
    page.reload()
    page.expect_texts(shown)
    anna.start()
    page.expect_loaded()
    page.expect_texts(shown)
    become_owner(page, again=True)
    page.open_group()
    peer(page, "ben").get_by_role("button", name="Show again").click()
    expect(peer(page, "ben")).not_to_contain_text("hidden")
    close_dialogs(page)
    eventually(lambda: set(page.texts()) == both | {"again from ben", "again from anna"}, "all messages are shown")


def test_a_quotation_of_a_hidden_member_says_that_it_may_be_hidden_until_the_member_is_shown_again(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = connect(start_node)
    ben.post("lunch at twelve", user="ben")
    ben.post("soup is ready", user="ben", room="kitchen")
    eventually(lambda: "soup is ready" in anna.texts(), "Anna's node has both")
    for text in ("lunch at twelve", "soup is ready"):
        anna.post(f"yes, {text}", user="anna", re=digest(anna, text))
    page = visit(anna, name="Anna")
    quotations = page.page.locator("#timeline .quotation")
    shown = ["benlunch at twelve", "ben kitchensoup is ready"]
    expect(quotations).to_have_text(shown)
    anna.request("peer", peer=ben.public_key, change="hide")
    hidden = ["This message is hidden, or it is not here yet."] * 2
    expect(quotations).to_have_text(hidden)
    page.reload()
    expect(quotations).to_have_text(hidden)
    anna.request("peer", peer=ben.public_key, change="unhide")
    expect(quotations).to_have_text(shown)


def test_what_a_removed_member_wrote_later_is_folded_under_one_line(start_node: StartNode, visit: Visit) -> None:
    anna, ben, mallory = (listening_node(start_node, name) for name in ("anna", "ben", "mallory"))
    for node in (ben, mallory):
        node.request("join", link=anna.invitation())
    mallory.post("before", user="mallory")
    eventually(lambda: anna.texts() == ben.texts() == ["before"], "all have it")
    key = mallory.public_key
    page = visit(anna, name="Anna")
    page.expect_texts(["before"])
    # Neither Ben nor Mallory has heard of the removal when Ben reads Mallory's later messages.
    mallory.stop()
    ben.stop()
    anna.request("peer", peer=key, change="remove")
    anna.stop()
    mallory.start()
    for text in ("late 1", "late 2"):
        mallory.post(text, user="mallory")
    ben.start()
    eventually(lambda: "late 2" in ben.texts(), "Ben has them", PATIENCE)
    mallory.stop()
    anna.start()
    eventually(lambda: "late 2" in anna.texts(), "Anna's node has them", PATIENCE)
    anna.post("after", user="anna")
    page.expect_texts(["before", "after"], timeout=1000 * PATIENCE)
    line = page.page.get_by_role("button", name="Show messages of a removed member")
    expect(line).to_have_count(1)
    # Nobody has to read them.
    page.reload()
    page.expect_texts(["before", "after"])
    expect(line).to_have_count(1)
    expect(page.page).to_have_title("Main room · Tidings")
    expect_accessible(page)
    # The arrow keys reach it as a message.
    page.message("after").locator(".facts").focus()
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Tab")
    expect(line).to_be_focused()
    page.page.keyboard.press("Enter")
    page.expect_texts(["before", "late 1", "late 2", "after"])
    expect(line).to_have_count(0)
