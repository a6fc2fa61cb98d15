"""The form of the article from 2011, test.html, and the addresses below /chat/."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node


def test_the_form_of_the_article_and_the_web_client_work_below_chat(node: Node, visit: Visit) -> None:
    form = visit(node, name=None, path="test.html")
    # The policy of the answer forbids the style and the script with which Chromium shows XML.
    form.monitor.expect_message("Applying inline style violates")
    form.monitor.expect_message("Blocked script execution")
    page = form.page
    for below in ("", "chat/"):
        form.open(f"{below}test.html")
        page.locator("[name=user]").fill("jack")
        page.locator("[name=message]").fill(f"This is a t\u00e9st & more {below}")
        page.locator("[type=submit]").click()
        page.wait_for_url(f"**/{below}add.php")
        expect(page.locator("success")).to_have_count(1)
    form.open("chat/").give_name("jack")
    form.write("below chat")
    expect(form.message("below chat")).to_contain_text("sent, on this device only so far")
    texts = ["This is a t\u00e9st & more ", "This is a t\u00e9st & more chat/", "below chat"]
    assert [(message.user, message.text) for message in node.messages()] == [("jack", text) for text in texts]


@pytest.mark.needs_chromium("Playwright switches JavaScript off only there")
def test_without_javascript_the_page_links_to_the_form(node: Node, visit: Visit) -> None:
    form = visit(node, name=None, java_script_enabled=False)
    page = form.page
    page.get_by_role("link", name="the plain form").click()
    expect(page.locator("[name=message]")).to_be_visible()
