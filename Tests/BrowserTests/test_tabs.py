"""Several tabs of one browser share the queue and the waiting requests."""

from playwright.sync_api import expect

from conftest import Visit
from eventually import eventually
from node import PHONE_NAME, Node
from web_page import WebPage


def test_seven_tabs_post_at_once_and_show_all_messages(node: Node, visit: Visit) -> None:
    # A browser opens six connections to a node.
    first = visit(node)
    tabs = [first] + [first.open_another_tab() for _ in range(6)]
    for number, tab in enumerate(tabs):
        tab.write(f"from tab {number}")
    for tab in tabs:
        expect(tab.messages).to_have_count(7)
        expect(tab.waiting).to_have_count(0)
    expected = sorted(f"from tab {number}" for number in range(7))
    assert sorted(node.texts()) == expected
    for tab in tabs:
        assert tab.texts() == node.texts()
    expect_two_waiting_requests(first)

    # The leading tab is closed, and another one becomes the leader.
    first.close()
    node.post("after the first tab", user="megan")
    for tab in tabs[1:]:
        expect(tab.message("after the first tab")).to_be_visible()
    tabs[1].write("to the others")
    for tab in tabs[2:]:
        expect(tab.message("to the others")).to_be_visible()
    expect_two_waiting_requests(tabs[1])


def expect_two_waiting_requests(page: WebPage) -> None:
    """Expects one waiting request for messages and one for the status, in all tabs together."""
    eventually(lambda: len(page.monitor.waiting()) == 2, "two requests wait at the node")


def test_tabs_over_plain_http_send_and_receive_and_one_leads_after_another_is_closed(node: Node, visit: Visit) -> None:
    address = f"http://{PHONE_NAME}:{node.port}/"
    first = visit(node, address=address)
    assert first.page.evaluate(
        "[isSecureContext, 'locks' in navigator, 'serviceWorker' in navigator]"
    ) == [False, False, False]
    first.write("one")
    expect(first.message("one")).to_contain_text("sent, on this device only so far")
    node.post("two", user="megan")
    expect(first.message("two")).to_be_visible()
    # On a phone one tab is visible at a time.
    first.hide()
    second = first.open_another_tab(address=address)
    second.write("three")
    expect(first.message("three")).to_be_visible()
    node.post("four", user="megan")
    for tab in (first, second):
        tab.expect_texts(["one", "two", "three", "four"])
    node.kill()
    second.write("five")
    for tab in (first, second):
        expect(tab.waiting).to_have_count(1)
    first.write("six")
    second.start_node()
    for tab in (first, second):
        tab.expect_texts(["one", "two", "three", "four", "five", "six"])
    assert node.texts() == ["one", "two", "three", "four", "five", "six"]
    second.close()
    first.show()
    node.post("seven", user="megan")
    expect(first.message("seven")).to_be_visible()

    # Without locks, one of two windows leads after a third one is closed.
    second, third = (first.open_another_tab(address=address) for _ in range(2))
    node.post("eight", user="megan")
    for tab in (first, second, third):
        expect(tab.message("eight")).to_be_visible()
    # Both windows learn of it at the same time, and neither becomes visible.
    third.hide()
    third.open("test.html", address=address)
    node.post("nine", user="megan")
    for tab in (first, second):
        expect(tab.message("nine")).to_be_visible()
