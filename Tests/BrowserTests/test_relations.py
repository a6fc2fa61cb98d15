"""Edits, deletions and reactions in the page, as other programs post them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import Node
from notified import open_recording
from test_accessibility import expect_accessible


#: A script that returns the texts that the browser has saved of the main room, each with the count of its first reaction.
SAVED_REACTIONS = """async () => {
  const opening = indexedDB.open('tidings');
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  const reading = opening.result.transaction('rooms').objectStore('rooms').get('');
  await new Promise((resolve) => { reading.onsuccess = resolve; });
  opening.result.close();
  return reading.result?.messages.map(({ text, reactions: [first] }) => [text ?? null, first?.count ?? 0]);
}"""


def digest(node: Node, text: str) -> str:
    """Returns the digest of the message with a text."""
    chat = ElementTree.fromstring(node.get("messages.php?view=chat&past=0&limit=1000&rooms=all"))
    [found] = [message for message in chat.iter("message") if message.findtext("text") == text]
    return found.get("digest", "")


def change(node: Node, **parameters: str) -> None:
    node.post(None, **parameters)


@pytest.mark.service_worker
def test_a_page_shows_messages_as_they_are_now_live_and_at_the_next_visit(node: Node, visit: Visit) -> None:
    node.post("lunch at twelve", user="megan", post_key="k1")
    node.post("no", user="megan", post_key="k2")
    page = visit(node, name="Anna")
    page.wait_until_web_client_is_saved()
    page.expect_texts(["lunch at twelve", "no"])
    first, second = digest(node, "lunch at twelve"), digest(node, "no")
    change(node, user="megan", edits=first, proof="k1", message="lunch at *one*")
    page.expect_texts(["lunch at *one*", "no"])
    expect(page.message("lunch").locator(".edited")).to_have_text("edited")
    change(node, user="ben", re=first, react="\U0001f44d")
    change(node, user="megan", re=first, react="\U0001f44d", key="k3")
    change(node, user="ben", re=first, react="no emoji")
    reactions = page.message("lunch").locator(".reaction")
    expect(reactions).to_have_text(["\U0001f44d 2"])
    expect(reactions.first).to_have_accessible_name("\U0001f44d ben, megan")
    expect_accessible(page)
    chat = ElementTree.fromstring(node.get("messages.php?view=chat&past=0"))
    [given] = [one.get("digest", "") for one in chat.iter("message")
               if one.findtext("user") == "megan" and one.find("react") is not None]
    change(node, user="megan", deletes=given, proof="k3")
    expect(reactions).to_have_text(["\U0001f44d"])
    change(node, user="megan", deletes=second, proof="k2")
    page.expect_texts(["lunch at *one*", "This message was deleted."])
    # None of this is a new message.
    expect(page.page.locator("#timeline .message")).to_have_count(2)
    expect(page.page).to_have_title("Main room · Tidings")

    changed = [["lunch at *one*", 1], [None, 0]]
    eventually(lambda: page.page.evaluate(SAVED_REACTIONS) == changed, "the browser has saved the changes")
    node.stop()
    page.reload()
    page.expect_texts(["lunch at *one*", "This message was deleted."])
    expect(reactions).to_have_text(["\U0001f44d"])
    node.start()
    page.expect_loaded()
    page.expect_texts(["lunch at *one*", "This message was deleted."])
    expect(page.message("lunch").locator(".edited")).to_have_text("edited")
    expect(reactions).to_have_text(["\U0001f44d"])


def test_changes_neither_notify_nor_count_and_a_deleted_message_is_not_unread(node: Node, visit: Visit) -> None:
    node.post("hello", user="megan", post_key="k1")
    node.post("soup", user="megan", room="kitchen", post_key="k2")
    page = open_recording(node, visit)
    page.done()
    page.expect_texts(["hello"])
    soup = digest(node, "soup")
    node.post("more soup", user="megan", room="kitchen", post_key="k3")
    expect(page.unread("kitchen")).to_have_text("1")
    page.hide()
    change(node, user="megan", edits=soup, proof="k2", message="tomato soup")
    change(node, user="ben", re=soup, react="\U0001f44d")
    change(node, user="megan", edits=digest(node, "hello"), proof="k1", message="hello, all")
    page.expect_texts(["hello, all"])
    expect(page.unread("kitchen")).to_have_text("1")
    assert page.page.evaluate("globalThis.notified") == []
    page.show()
    change(node, user="megan", deletes=digest(node, "more soup"), proof="k3")
    page.reload()
    page.expect_loaded()
    expect(page.unread("kitchen")).to_have_count(0)
    page.enter("kitchen")
    page.expect_texts(["tomato soup", "This message was deleted."])
