"""The store of the node is restored from a backup, wiped or replaced."""

import shutil

from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from test_queue import saved_texts


def test_after_a_restore_the_page_loads_again_without_old_unread_counts_and_says_why(node: Node, visit: Visit) -> None:
    node.post("in the copy", user="megan")
    node.post("soup", room="kitchen", user="megan")
    node.stop()
    copy = node.folder / "copy"
    shutil.copytree(node.data, copy)
    page = visit(node.start())
    page.monitor.expect_status(409)
    page.write("after the copy")
    expect(page.message("after the copy")).to_contain_text("sent, on this device only so far")
    node.post("more soup", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("1")

    node.stop()
    shutil.rmtree(node.data)
    shutil.copytree(copy, node.data)
    page.start_node()
    node.post("instead of it", user="megan")
    expect(page.notice("were restored from a backup or replaced")).to_be_visible()
    page.expect_texts(["in the copy", "instead of it"])
    expect(page.unread("kitchen")).to_have_count(0)
    assert node.texts() == ["in the copy", "soup", "instead of it"]
    page.notices.get_by_role("button", name="OK").click()
    expect(page.notices).to_have_count(0)
    page.write("and on")
    page.expect_texts(["in the copy", "instead of it", "and on"])


def test_after_a_wipe_the_page_is_empty_and_sends_the_queue_on_request(node: Node, visit: Visit) -> None:
    for number in range(5):
        node.post(f"number {number}", user="megan")
    node.post("soup", room="kitchen", user="megan")
    node.post("roses", room="garden", user="megan")
    page = visit(node, path="#garden")
    eventually(lambda: "roses" in saved_texts(page), "the browser saves the room")
    page.open_room("Main room")
    other = page.open_another_tab("#kitchen")
    expect(page.messages).to_have_count(5)
    expect(other.messages).to_have_count(1)
    page.monitor.expect_status(409)
    node.kill()
    shutil.rmtree(node.data)
    page.write("written meanwhile")
    expect(page.waiting).to_have_count(1)
    page.start_node()
    for tab in (page, other):
        expect(tab.notice("were restored from a backup or replaced")).to_be_visible()
    # A node with another store has another key.
    page.notices.get_by_role("button", name="Send to this device").click()
    page.expect_texts(["written meanwhile"])
    # The browser has deleted the saved messages of the old store.
    eventually(
        lambda: saved_texts(page) == ["written meanwhile"], "the browser saves the new store"
    )
    expect(other.messages).to_have_count(0)
    assert node.texts() == ["written meanwhile"]
    # The ids begin again at 1. New messages still count as unread.
    page.hide()
    node.post("new", user="megan")
    expect(page.message("new").locator(".unread-line")).to_have_count(1)


def test_a_store_replaced_while_no_page_was_open_is_loaded_afresh(node: Node, visit: Visit) -> None:
    for number in range(5):
        node.post(f"number {number}", user="megan")
    page = visit(node)
    expect(page.messages).to_have_count(5)
    page.close()
    node.kill()
    shutil.rmtree(node.data)
    node.start()
    node.post("another store", user="megan")
    later = page.open_another_tab()
    later.expect_texts(["another store"])
    later.hide()
    node.post("unread", user="megan")
    expect(later.page).to_have_title("(1) Main room \u00b7 Tidings")
