"""What a screen reader reads out: messages of others, and that waiting ones of the person were sent."""

from playwright.sync_api import expect

import slow_world
from conftest import Visit
from eventually import eventually
from node import PHONE_NAME, Node
from test_edit_waiting import stop_node
from web_page import WebPage

#: A script that collects what a screen reader reads out: each change of the live region.
COLLECTING = """() => {
  globalThis.announced = [];
  const region = document.getElementById('announcer');
  new MutationObserver(() => announced.push(region.textContent.replace(/[\\u2068\\u2069]/g, '')))
    .observe(region, { childList: true, characterData: true, subtree: true });
}"""


def announced(*tabs: WebPage) -> list[str]:
    return [text for tab in tabs for text in tab.page.evaluate("announced")]


def wait_until_sent(*tabs: WebPage) -> None:
    """Returns when the tabs have announced all that they announce.

    Each tab announces a later message of somebody else after the earlier ones of this person.
    """
    for tab in tabs:
        expect(tab.waiting).to_have_count(0)
    eventually(lambda: announced(*tabs) != [], "a tab announces that messages were sent")


def test_waiting_messages_that_are_sent_are_announced_once_in_one_of_three_tabs(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    tabs = [page, page.open_another_tab(), page.open_another_tab("#kitchen")]
    for tab in tabs:
        tab.expect_loaded()
        tab.page.evaluate(COLLECTING)
    tabs[2].hide()
    page.page.bring_to_front()
    if not slow_world.description():
        # A message that is sent at once is not announced.
        page.write("at once")
        page.expect_texts(["at once"])
    for texts, sentence in [
        (["one"], "1 waiting message was sent."),
        (["two", "three", "four"], "3 waiting messages were sent."),
    ]:
        stop_node(page)
        for text in texts:
            page.write(text)
        expect(tabs[1].waiting).to_have_count(len(texts))
        page.start_node()
        wait_until_sent(*tabs[:2])
        node.post(f"after {texts[-1]}", user="megan")
        for tab in tabs[:2]:
            eventually(lambda tab=tab: f"after {texts[-1]}" in str(announced(tab)), "it arrives")
        own = [text for text in announced(*tabs) if "waiting" in text]
        assert own == [sentence]
        assert announced(tabs[2]) == []
        for tab in tabs:
            tab.page.evaluate("announced.length = 0")


def test_waiting_messages_that_are_sent_are_announced_over_plain_http(
    node: Node, visit: Visit
) -> None:
    page = visit(node, address=f"http://{PHONE_NAME}:{node.port}/")
    page.page.evaluate(COLLECTING)
    stop_node(page)
    for text in ("one", "two"):
        page.write(text)
    page.start_node()
    page.expect_texts(["one", "two"])
    eventually(lambda: announced(page) != [], "the page announces that messages were sent")
    assert announced(page) == ["2 waiting messages were sent."]


def test_messages_of_others_are_announced_up_to_200_characters_and_own_ones_only_once(
    node: Node, visit: Visit
) -> None:
    page = visit(node, name="megan")
    page.page.evaluate(COLLECTING)
    page.write("mine")
    expect(page.message("mine")).to_contain_text("sent, on this device only so far")
    # A long one is cut between two characters.
    long = "x" * 199 + "\U0001f600"
    expected = []
    for text, shown in [("from jack", "from jack"), (f"{long}\U0001f600", long)]:
        node.post(text, user="jack")
        expected.append(f"jack: {shown}")
        # In a slow world, the person's message waits, so that it is announced as sent.
        eventually(
            lambda: [sentence for sentence in announced(page) if "was sent" not in sentence] == expected,
            f"{shown} is announced",
        )

    # Nor is a message that another tab sends again.
    page.page.evaluate(
        """() => {
          globalThis.announced.length = 0;
          const otherTab = new BroadcastChannel('tidings');
          for (const detail of [['one', 'two'], ['two'], ['three']]) otherTab.postMessage({ type: 'sent', detail });
        }"""
    )
    eventually(lambda: "1 waiting message was sent." in announced(page), "the third event is announced")
    assert announced(page) == ["2 waiting messages were sent.", "1 waiting message was sent."]
