"""Another node answers at the address of the page: the queue belongs to the former node."""

from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import Visit
from node import Node
from test_queue import queue_unsent

ASKS = "messages were written for the device that answered before"
STOPPED = "has not answered since"
FOR_ANOTHER = "not sent: written for another device"


def replace_node(node: Node) -> None:
    """Starts another node on the port of a stopped one."""
    node.data = node.folder / "another store"
    node.start()


def page_with_two_unsent_messages(node: Node, visit: Visit) -> ChatPage:
    """Returns a page whose node was stopped before the messages were written."""
    page = visit(node)
    page.monitor.expect_status(409)
    page.write("before")
    expect(page.message("before")).to_be_visible()
    node.stop()
    expect(page.notice(STOPPED)).to_be_visible()
    for text in ("one", "two"):
        page.write(text)
    # Each has the button as soon as the browser has saved it.
    expect(page.waiting.get_by_role("button", name="Discard")).to_have_count(2)
    return page


def test_messages_for_another_node_are_posted_only_if_the_person_sends_them_there(
    node: Node, visit: Visit
) -> None:
    page = page_with_two_unsent_messages(node, visit)
    replace_node(node)
    expect(page.notice(ASKS)).to_contain_text("2 messages")
    expect(page.waiting.locator(".state")).to_have_text([FOR_ANOTHER] * 2)
    # New messages are for the node that answers now.
    page.write("three")
    expect(page.message("three")).to_be_visible()
    expect(page.waiting).to_have_count(2)
    assert node.texts() == ["three"]
    page.reload()
    expect(page.notice(ASKS)).to_be_visible()
    expect(page.waiting.locator(".text")).to_have_text(["one", "two"])
    assert node.texts() == ["three"]
    page.notices.get_by_role("button", name="Send to this device").click()
    expect(page.waiting).to_have_count(0)
    expect(page.notice(ASKS)).to_have_count(0)
    assert node.texts() == ["three", "one", "two"]


def test_messages_for_another_node_are_kept_until_that_node_answers_again(
    node: Node, visit: Visit
) -> None:
    first_store = node.data
    page = page_with_two_unsent_messages(node, visit)
    page.close()
    replace_node(node)
    page = page.open_another_tab()
    expect(page.waiting.locator(".state")).to_have_text([FOR_ANOTHER] * 2)
    page.notices.get_by_role("button", name="Keep for the other device").click()
    expect(page.notice(ASKS)).to_have_count(0)
    page.waiting.filter(has_text="two").get_by_role("button", name="Discard").click()
    expect(page.waiting.locator(".text")).to_have_text(["one"])
    node.stop()
    expect(page.notice(STOPPED)).to_be_visible()
    page.write("for the second node")
    node.data = first_store
    node.start()
    expect(page.message("one")).to_be_visible()
    expect(page.waiting.locator(".text")).to_have_text(["for the second node"])
    expect(page.waiting.get_by_role("button", name="Discard")).to_be_visible()
    assert node.texts() == ["before", "one"]


def test_messages_that_name_no_node_belong_to_the_first_node_that_answers(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.monitor.expect_status(409)
    page.wait_until_web_client_is_saved()
    node.stop()
    queue_unsent(page, "one")
    page.page.evaluate("localStorage.removeItem('tidings.node')")
    page.reload()
    replace_node(node)
    page.expect_texts(["one"])
    assert node.texts() == ["one"]
