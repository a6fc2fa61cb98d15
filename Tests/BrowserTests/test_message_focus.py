"""The messages are one stop of Tab. Keys move from message to message and to the details of one."""

import re

import pytest
from playwright.sync_api import Locator, expect

from chat_page import ChatPage
from conftest import Visit
from node import Node
from test_history import TWO_FRAMES


def focused(page: ChatPage) -> Locator:
    """Returns the message that has the focus itself."""
    return page.page.locator(".message:focus")


def expect_focused(page: ChatPage, text: str) -> None:
    expect(focused(page).locator(".text")).to_have_text(text)
    expect(focused(page).locator(".bubble")).to_be_in_viewport()


def enter_messages(page: ChatPage) -> None:
    """Goes from the text box to the messages."""
    page.box.focus()
    page.page.keyboard.press("Shift+Tab")


def open_with(node: Node, visit: Visit, count: int, **options: object) -> ChatPage:
    """Opens a room with messages of several screens."""
    node.seed((f"number {number}" for number in range(count)), user="megan", connections=1)
    page = visit(node, name="ben", **options)
    expect(page.message(f"number {count - 1}")).to_be_in_viewport()
    return page


def test_the_arrow_keys_move_from_message_to_message(node: Node, visit: Visit) -> None:
    page = open_with(node, visit, 70)
    enter_messages(page)
    expect_focused(page, "number 69")
    for number in range(68, 5, -1):
        page.page.keyboard.press("ArrowUp")
        # The messages are in two chunks of the page.
        expect_focused(page, f"number {number}")
    page.page.keyboard.press("ArrowDown")
    expect_focused(page, "number 7")
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()
    # The focus comes back to the message that had it.
    page.page.keyboard.press("Shift+Tab")
    expect(page.to_newest).to_be_focused()
    page.page.keyboard.press("Shift+Tab")
    expect_focused(page, "number 7")


def test_home_goes_to_the_first_loaded_message_and_end_to_the_newest(
    node: Node, visit: Visit
) -> None:
    page = open_with(node, visit, 400)
    enter_messages(page)
    loaded = page.messages.count()
    page.page.keyboard.press("Home")
    expect(focused(page)).to_have_count(1)
    first = focused(page).locator(".text").text_content()
    assert first and int(first.split()[1]) < 390
    # The page loads earlier messages; the next Home goes there.
    expect(page.messages).not_to_have_count(loaded)
    page.page.keyboard.press("Home")
    expect(focused(page).locator(".text")).not_to_have_text(first)
    page.page.keyboard.press("End")
    expect_focused(page, "number 399")
    expect(page.to_newest).to_be_hidden()


def test_end_loads_the_newest_messages_of_a_long_room(node: Node, visit: Visit) -> None:
    node.seed((f"number {number}" for number in range(700)), user="megan", connections=1)
    page = visit(node, name="ben")
    page.close()
    page = page.open_another_tab()
    expect(page.messages.first).to_be_visible()
    enter_messages(page)
    page.page.keyboard.press("End")
    expect_focused(page, "number 699")


def test_page_up_and_space_scroll_and_the_arrow_keys_go_on_from_there(
    node: Node, visit: Visit
) -> None:
    page = open_with(node, visit, 70)
    enter_messages(page)
    place = "(scroller) => scroller.scrollTop"
    before = page.scroller.evaluate(place)
    page.page.keyboard.press("PageUp")
    page.page.wait_for_function(
        f"(before) => ({place})(document.getElementById('scroller')) < before - 300", arg=before
    )
    page.page.keyboard.press("PageUp")
    expect(page.message("number 69")).not_to_be_in_viewport()
    settle(page)
    page.page.keyboard.press("ArrowUp")
    expect(focused(page)).to_be_in_viewport()
    expect(page.message("number 69")).not_to_be_in_viewport()
    before = page.scroller.evaluate(place)
    page.page.keyboard.press("Space")
    page.page.wait_for_function(
        f"(before) => ({place})(document.getElementById('scroller')) > before + 300", arg=before
    )


def settle(page: ChatPage) -> None:
    """Returns when smooth scrolling has ended."""
    page.page.evaluate(
        """() => new Promise((done) => {
          const scroller = document.getElementById('scroller');
          let [last, count] = [-1, 0];
          const look = () => {
            count = scroller.scrollTop === last ? count + 1 : 0;
            last = scroller.scrollTop;
            if (count < 10) requestAnimationFrame(look); else done();
          };
          look();
        })"""
    )


def test_the_arrow_keys_scroll_within_a_message_that_is_higher_than_the_screen(
    node: Node, visit: Visit
) -> None:
    node.post("before", user="megan")
    node.post("\n".join(f"line {number}" for number in range(200)), user="megan")
    node.post("after", user="megan")
    page = visit(node, name="ben")
    expect(page.message("after")).to_be_in_viewport()
    enter_messages(page)
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Tab")
    expect(page.page.locator(".unfold")).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.page.locator(".unfold")).to_have_text("Show less")
    # The focus is at the text, so that the keys scroll through it.
    expect(focused(page)).to_contain_text("line 199")
    before = page.scroller.evaluate("(scroller) => scroller.scrollTop")
    page.page.keyboard.press("ArrowDown")
    settle(page)
    assert 0 < page.scroller.evaluate("(scroller) => scroller.scrollTop") - before < 200
    expect(focused(page)).to_contain_text("line 199")
    page.page.keyboard.press("End")
    expect_focused(page, "after")


def test_tab_reaches_the_links_and_buttons_of_the_focused_message_only(
    node: Node, visit: Visit
) -> None:
    for number in range(3):
        node.post(f"see https://a.example/{number} and https://b.example/{number}", user="megan")
    page = visit(node, name="ben")
    expect(page.messages).to_have_count(3)
    enter_messages(page)
    page.page.keyboard.press("ArrowUp")
    for host in ("a", "b"):
        page.page.keyboard.press("Tab")
        expect(page.page.locator(":focus")).to_have_text(f"https://{host}.example/1")
    page.page.keyboard.press("Tab")
    expect(page.page.locator(":focus")).to_have_class("facts")
    # The arrow keys go on from the message of the link.
    page.page.keyboard.press("ArrowUp")
    expect_focused(page, "see https://a.example/0 and https://b.example/0")
    page.page.keyboard.press("Tab")
    expect(page.page.locator(":focus")).to_have_text("https://a.example/0")
    reachable = page.page.locator("#scroller :is(a, button)[tabindex='0']")
    expect(reachable).to_have_count(3)
    page.page.keyboard.press("Escape")
    expect(page.box).to_be_focused()
    expect(reachable).to_have_count(0)


def test_waiting_messages_are_reached_after_the_stored_ones(node: Node, visit: Visit) -> None:
    node.post("stored", user="megan")
    page = visit(node)
    expect(page.message("stored")).to_be_visible()
    page.wait_until_web_client_is_saved()
    node.stop()
    expect(page.notice("has not answered since")).to_be_visible()
    for text in ("one", "two"):
        page.write(text)
    expect(page.waiting).to_have_count(2)
    enter_messages(page)
    for text in ("two", "one", "stored"):
        expect_focused(page, text)
        page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("ArrowDown")
    expect_focused(page, "one")
    page.page.keyboard.press("Enter")
    details = page.page.locator("#details")
    expect(details).to_contain_text("Written")
    expect(details).to_contain_text("waiting to be sent")
    page.page.keyboard.press("Escape")
    expect_focused(page, "one")


def test_the_focus_stays_in_the_messages_when_they_are_shown_again(
    node: Node, visit: Visit
) -> None:
    page = open_with(node, visit, 20)
    enter_messages(page)
    expect(focused(page)).to_have_count(1)
    other = page.open_another_tab()
    other.open_settings()
    other.page.locator("#language").select_option("pt")
    other.done()
    expect(page.page.locator("html")).to_have_attribute("lang", "pt")
    assert page.page.evaluate("document.getElementById('scroller').contains(document.activeElement)")


def test_a_click_or_touch_does_not_move_the_focus_to_another_message(
    node: Node, visit: Visit
) -> None:
    page = open_with(node, visit, 70)
    page.scroll_to_top()
    page.to_newest.click()
    expect(page.message("number 69")).to_be_in_viewport()
    assert page.page.evaluate("document.activeElement.id") == "scroller"
    page.page.keyboard.press("ArrowUp")
    expect(focused(page)).to_be_in_viewport()


# What a screen reader says


def test_each_message_has_its_author_and_time_as_its_name(node: Node, visit: Visit) -> None:
    for text in ("one", "two"):
        node.post(text, user="megan")
    node.post("three", user="\u202eevil")
    page = visit(node, name="ben")
    expect(page.messages).to_have_count(3)
    articles = page.page.get_by_role("article")
    expect(articles).to_have_count(3)
    # The second message has no heading of its own.
    expect(page.message("two").locator(".author")).to_have_count(0)
    for number, user in enumerate(["megan", "megan", "\u27e8U+202E\u27e9evil"]):
        time = page.messages.nth(number).locator("time").text_content()
        assert time
        expect(articles.nth(number)).to_have_accessible_name(f"{user}, laptop, {time}")
        text = page.messages.nth(number).locator(".text").text_content()
        expect(articles.nth(number)).to_have_accessible_description(text or "")
    expect(page.page.get_by_role("feed")).to_have_count(1)


def test_the_heading_of_an_author_has_the_name_and_the_device_and_no_key(
    node: Node, visit: Visit
) -> None:
    node.post("one", user="megan")
    page = visit(node, name="ben")
    heading = page.page.get_by_role("heading", level=3)
    expect(heading).to_have_accessible_name("megan laptop")
    expect(heading).to_have_accessible_description("")
    assert node.public_key not in page.messages.first.evaluate("(message) => message.outerHTML")


def test_code_is_read_without_the_hidden_characters(node: Node, visit: Visit) -> None:
    node.post("run `git pull` **now**", user="megan")
    page = visit(node, name="ben")
    expect(page.messages).to_have_count(1)
    spoken = re.sub(r"\s+", " ", page.messages.first.aria_snapshot())
    assert "git pull" in spoken and "`" not in spoken and "**" not in spoken


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focused_message_has_a_visible_outline(
    node: Node, visit: Visit, scheme: str
) -> None:
    page = open_with(node, visit, 3, color_scheme=scheme)
    enter_messages(page)
    page.page.evaluate(TWO_FRAMES)
    outline = focused(page).locator(".bubble").evaluate(
        "(bubble) => [getComputedStyle(bubble).outlineStyle, getComputedStyle(bubble).outlineWidth]"
    )
    assert outline == ["solid", "2px"]
