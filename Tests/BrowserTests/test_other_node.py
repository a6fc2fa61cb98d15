"""Another node answers at the address of the page: the queue belongs to the former node."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from held import Held, HeldAnswers
from node import Node
from test_edit_waiting import expect_only_discard, skip_button_delay, stop_node
from test_queue import queue_unsent
from web_page import WebPage

ASKS = "written for the device that answered before"
FOR_ANOTHER = "not sent: written for another device"


def replace_node(page: WebPage) -> None:
    """Starts another node on the port of a stopped one."""
    page.node.data = page.node.folder / "another store"
    page.start_node()


def test_messages_for_another_node_wait_for_it_unless_the_person_sends_them_to_the_present_one(
    node: Node, visit: Visit
) -> None:
    first_store = node.data
    page = visit(node)
    page.monitor.expect_status(409)
    page.page.clock.install()
    page.write("before")
    expect(page.message("before")).to_be_visible()
    stop_node(page)
    for text in ("one", "two"):
        page.write(text)
    skip_button_delay(page, 2)

    replace_node(page)
    expect(page.notice(ASKS)).to_contain_text("2 messages")
    expect(page.waiting.locator(".state")).to_have_text([FOR_ANOTHER] * 2)
    # New messages are for the node that answers now.
    page.write("three")
    expect(page.message("three")).to_be_visible()
    page.reload()
    expect(page.notice(ASKS)).to_be_visible()
    page.notices.get_by_role("button", name="Keep for the other device").click()
    expect(page.notice(ASKS)).to_have_count(0)
    page.waiting.filter(has_text="two").get_by_role("button", name="Discard").click()
    expect(page.waiting.locator(".text")).to_have_text(["one"])
    assert node.texts() == ["three"]
    stop_node(page)
    page.write("for the second node")

    node.data = first_store
    page.start_node()
    expect(page.message("one")).to_be_visible()
    expect(page.waiting.locator(".text")).to_have_text(["for the second node"])
    assert node.texts() == ["before", "one"]
    page.notices.get_by_role("button", name="Send to this device").click()
    expect(page.waiting).to_have_count(0)
    expect(page.notice(ASKS)).to_have_count(0)
    assert node.texts() == ["before", "one", "for the second node"]


def test_a_late_answer_of_the_former_node_sends_no_message_to_the_present_one(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.monitor.expect_status(409)
    answers = HeldAnswers(page)
    page.write("before")
    expect(page.message("before")).to_be_visible()
    eventually(answers.has_some, "the node has answered")
    stop_node(page)
    page.write("one")
    posts = Held(page, "**/add.php")
    answers.release()
    expect(page.waiting.locator(".text")).to_have_text(["one"])
    replace_node(page)
    expect(page.notice(ASKS)).to_be_visible()
    assert not posts.has_some()


@pytest.mark.service_worker
def test_messages_of_an_earlier_version_belong_to_the_first_node_that_answers(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.monitor.expect_status(409)
    page.wait_until_web_client_is_saved()
    node.stop()
    # That version saved neither the node nor whether it had tried to send a message.
    queue_unsent(page, "one")
    page.page.evaluate("localStorage.removeItem('tidings.node')")
    page.reload()
    expect_only_discard(page)
    replace_node(page)
    page.expect_texts(["one"])
    assert node.texts() == ["one"]
