"""Ways to a message: by a link to it, and by a quotation, with a way back."""

from __future__ import annotations

from playwright.sync_api import expect

from conftest import Visit
from node import Node
from test_actions import choose
from test_away import wait_until_saved
from test_relations import digest
from web_page import WebPage

TARGET = "the key is below the mat"


#: A script that records the texts of the messages that are marked.
MARKED = """globalThis.marked = [];
addEventListener('animationstart', ({ animationName, target }) => {
  if (animationName === 'found') marked.push(target.querySelector('.text').textContent);
});"""


def expect_found(page: WebPage, text: str) -> None:
    """Expects that the page shows a message in view, with the focus."""
    expect(page.message(text)).to_be_focused()
    expect(page.message(text)).to_be_in_viewport(ratio=1)


def fill(node: Node, first: str) -> None:
    """Posts more messages than the page loads of a room."""
    node.post(first, user="megan", post_key="k1")
    node.seed((f"number {number}" for number in range(449)), user="ben")
    node.post("number 449", user="ben")


def test_a_link_to_a_message_opens_it_in_its_place(node: Node, visit: Visit) -> None:
    fill(node, TARGET)
    node.post("soup", user="megan", room="a/b", post_key="k2")
    soup = digest(node, "soup")
    page = visit(node)
    page.page.goto("about:blank")
    node.seed((f"new {number}" for number in range(30)), user="megan", connections=1)
    page.open(f"#/{digest(node, TARGET)}")
    expect_found(page, TARGET)
    # Those around the first unread one were not read on the way.
    expect(page.unread("Main room")).to_have_text("30")
    expect(page.message("number 449")).to_have_count(0)
    assert page.page.url == f"{node.url}#"

    # Copied in the page, written into a message, and pressed there.
    page.page.goto(f"{node.url}#a%2Fb")
    choose(page, page.message("soup"), "Copy link")
    page.open_room("Main room")
    page.expect_loaded()
    page.box.fill("see ")
    page.box.press("Control+V")
    expect(page.box).to_have_value(f"see {node.url}#a%2Fb/{soup}")
    page.box.press("Control+Enter")
    page.page.evaluate(MARKED)
    page.message("see").get_by_role("link").click()
    expect_found(page, "soup")
    page.expect_room("a/b")
    # It is the same page, which was not loaded again.
    assert page.page.evaluate("marked") == ["soup"] and len(page.context.pages) == 1
    page.go_back()
    page.expect_room("Main room")


def test_a_link_opens_in_another_tab_of_a_browser_that_knows_the_room(node: Node, visit: Visit) -> None:
    node.seed((f"number {number:02}" for number in range(60)), user="ben", connections=1)
    page = visit(node)
    wait_until_saved(page, "", "number 59")
    other = page.open_another_tab()
    for text in ("number 12", "number 20", "number 30", "number 40"):
        other.page.goto("about:blank")
        other.open(f"#/{digest(node, text)}")
        other.expect_loaded()
        expect_found(other, text)


def test_a_link_whose_message_cannot_be_shown_says_why(node: Node, visit: Visit) -> None:
    node.post("soup", user="megan", room="kitchen", post_key="k1")
    node.post("old", user="megan", post_key="k2")
    node.post("hello", user="megan")
    soup, old = digest(node, "soup"), digest(node, "old")
    node.post(None, user="megan", deletes=old, proof="k2")
    page = visit(node)
    notice = page.notice("hat message")
    for address, sentence in [
        (f"#/{'A' * 43}", "This device does not have that message."),
        (f"#/{soup}", "That message is in another room: \u2068kitchen\u2069."),
        (f"#/{old}", "That message was deleted."),
    ]:
        page.page.goto(node.url + address)
        expect(notice).to_contain_text(sentence)
        expect(page.message("hello")).to_be_in_viewport()
    page.notices.get_by_role("button", name="OK").click()
    expect(notice).to_have_count(0)
    node.stop()
    page.page.goto(f"{node.url}#/{soup}")
    expect(notice).to_contain_text("That message cannot be loaded while Tidings does not answer.")
    expect(page.message("hello")).to_be_in_viewport()


def test_a_quotation_leads_to_its_message_and_back_leads_to_the_reply(node: Node, visit: Visit) -> None:
    fill(node, TARGET)
    target = digest(node, TARGET)
    node.post("thanks", user="ben", re=target)
    node.post("found it", user="ben", room="garden", re=target)
    page = visit(node)
    back = page.page.get_by_role("button", name="Back", exact=True)
    # The message is not loaded. Somebody may press twice.
    page.message("thanks").get_by_role("button", name=TARGET).dblclick()
    expect_found(page, TARGET)
    expect(page.notices).to_have_count(0)
    back.click()
    expect_found(page, "thanks")
    expect(back).to_be_hidden()

    # From another room, by keyboard. In the first room, the person scrolls back.
    page.open_room("garden")
    page.expect_loaded()
    page.message("found it").get_by_role("button", name=TARGET).press("Enter")
    page.expect_room("Main room")
    expect_found(page, TARGET)
    back.press("Enter")
    page.expect_room("garden")
    expect_found(page, "found it")
    page.go_back()
    page.expect_room("Main room")
    page.go_back()
    page.expect_room("garden")
    page.open_room("Main room")
    page.expect_loaded()
    page.message("thanks").get_by_role("button", name=TARGET).click()
    expect(back).to_be_visible()
    expect_found(page, TARGET)
    page.page.keyboard.press("End")
    expect(page.message("thanks")).to_be_in_viewport()
    expect(back).to_be_hidden()
    page.message("thanks").get_by_role("button", name=TARGET).click()
    expect(back).to_be_visible()
    page.open_room("garden")
    expect(back).to_be_hidden()
