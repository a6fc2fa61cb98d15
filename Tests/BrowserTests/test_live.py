"""Sending and receiving while everybody is there."""

import statistics

from playwright.sync_api import expect

from conftest import StartNode, Visit, pair
from node import Node


def test_what_one_person_writes_the_other_reads_on_another_node(
    start_node: StartNode, visit: Visit
) -> None:
    one, other = pair(start_node)
    jack, megan = visit(one, name="jack"), visit(other, name="megan")
    jack.write("This is a test")
    expect(megan.message("This is a test")).to_be_visible()
    megan.write("I can read it\non two lines")
    expect(jack.message("I can read it")).to_be_visible()
    for page in (jack, megan):
        page.expect_texts(["This is a test", "I can read it\non two lines"])
        expect(page.messages.locator(".name")).to_have_text(["jack", "megan"])
        expect(page.messages.locator(".device")).to_have_text(["laptop", "phone"])


def test_two_people_called_jack_on_two_nodes_are_two(start_node: StartNode, visit: Visit) -> None:
    one, other = pair(start_node)
    here, there = visit(one, name="jack"), visit(other, name="jack")
    here.write("from the laptop")
    here.write("again from the laptop")
    expect(there.messages).to_have_count(2)
    there.write("from the phone")
    expect(here.messages).to_have_count(3)
    for page in (here, there):
        expect(page.messages.locator(".name")).to_have_text(["jack", "jack"])
        expect(page.messages.locator(".device")).to_have_text(["laptop", "phone"])
        # Only what was written in this browser's node by this name is one's own.
        expect(page.page.locator("#timeline .mine")).to_have_count(2 if page is here else 1)


def test_a_message_is_on_the_page_soon_after_its_commit(
    node: Node, visit: Visit, figures: list[str]
) -> None:
    page = visit(node, name="megan")
    page.page.evaluate(
        """() => {
          globalThis.seen = {};
          new MutationObserver(() => {
            for (const text of document.querySelectorAll('#timeline .text')) {
              globalThis.seen[text.textContent] ??= Date.now();
            }
          }).observe(document.getElementById('timeline'), { childList: true, subtree: true });
        }"""
    )
    texts = [f"number {number}" for number in range(20)]
    for text in texts:
        node.post(text)
        expect(page.message(text)).to_have_count(1)
    seen = page.page.evaluate("globalThis.seen")
    delays = sorted(seen[message.text] - message.arrived for message in node.messages())
    figures.append(
        f"from the commit to the page: {statistics.median(delays)} ms in the median, "
        f"{delays[-1]} at most"
    )
    assert page.texts() == texts
    # 100 ms is what people get; this machine may be busy.
    assert statistics.median(delays) < 250


def test_what_others_write_is_read_out_and_what_one_writes_is_not(node: Node, visit: Visit) -> None:
    page = visit(node, name="megan")
    announcer = page.page.locator("#announcer")
    page.write("mine")
    expect(page.message("mine")).to_contain_text("stored here")
    expect(announcer).to_be_empty()
    node.post("from jack", user="jack")
    expect(announcer).to_contain_text("from jack")


def test_messages_are_grouped_by_person(node: Node, visit: Visit) -> None:
    for user, text in [("jack", "a"), ("jack", "b"), ("megan", "c"), ("jack", "d")]:
        node.post(text, user=user)
    page = visit(node, name="ben")
    expect(page.messages.locator(".name")).to_have_text(["jack", "megan", "jack"])
    expect(page.page.locator(".day")).to_have_text(["Today"])
