"""The form of the article from 2011, test.html, and the addresses below /chat/."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node


@pytest.mark.parametrize("below", ["", "chat/"])
def test_the_form_of_the_article_posts_a_message(node: Node, visit: Visit, below: str) -> None:
    form = visit(node, name=None, place=f"{below}test.html")
    # The policy of the answer forbids the style and the script with which Chromium shows XML.
    form.monitor.expect_message("Applying inline style violates")
    form.monitor.expect_message("Blocked script execution")
    page = form.page
    page.locator("[name=user]").fill("jack")
    page.locator("[name=message]").fill("This is a t\u00e9st & more")
    page.locator("[type=submit]").click()
    page.wait_for_url(f"**/{below}add.php")
    expect(page.locator("success")).to_have_count(1)
    [message] = node.messages()
    assert (message.user, message.text) == ("jack", "This is a t\u00e9st & more")


def test_the_web_client_works_below_chat(node: Node, visit: Visit) -> None:
    page = visit(node, place="chat/")
    page.write("below chat")
    expect(page.message("below chat")).to_contain_text("sent, on this device only so far")
    assert node.texts() == ["below chat"]


def test_without_javascript_the_page_links_to_the_form(node: Node, visit: Visit) -> None:
    form = visit(node, name=None, java_script_enabled=False)
    page = form.page
    page.get_by_role("link", name="the plain form").click()
    expect(page.locator("[name=message]")).to_be_visible()
