"""The picture in the README: a busy chat of four nodes."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit

PICTURE = Path(__file__).with_name("chat.png")

#: Node, author and text of messages in the main room, in the order in which they are sent.
MESSAGES = [
    ("hall", "Сергей", "Доброе утро! Генератор снова работает, до вечера хватит 🙏"),
    ("radio-hut", "陈静", "新的电池到了，一共十二块。钥匙在门口的红盒子里。"),
    ("radio-hut", "يوسف", "صباح الخير، سأكون في الميناء الساعة الثانية."),
    (
        "anna-laptop",
        "anna",
        "Then the plan for today:\n1. bread to the hall\n2. batteries to the radio hut\n"
        "3. everybody back before dark",
    ),
    ("hall", "Inês", "Levo o carro, há lugar para três."),
    ("harbour", "megan", "I take the batteries up. Back by four."),
    ("harbour", "megan", "Leave some soup for me please 🙂"),
    ("harbour", "jack", "Will do."),
]


def test_a_busy_chat_of_four_nodes_shows_how_many_devices_each_message_has_reached(
    start_node: StartNode, visit: Visit, request: pytest.FixtureRequest
) -> None:
    names = ["harbour", "anna-laptop", "radio-hut", "hall"]
    nodes = {name: start_node(name, start=False) for name in names}
    for node in nodes.values():
        node.peers = [other.url for other in nodes.values() if other is not node]
        node.start()
    harbour = nodes["harbour"]
    page = visit(
        harbour, name="megan", color_scheme="light", viewport={"width": 1280, "height": 800}
    )
    for name, user, text in MESSAGES:
        if user == "megan":
            page.write(text)
        else:
            nodes[name].post(text, user=user)
        expect(page.message(text.splitlines()[-1])).to_be_visible()
    harbour.post("Soup is ready", user="jack", room="kitchen")
    nodes["hall"].post("Coming", user="Inês", room="kitchen")
    nodes["radio-hut"].post("Good signal on 14 MHz", user="陈静", room="radio")
    expect(page.unread("kitchen")).to_have_text("2")
    expect(page.unread("radio")).to_have_text("1")
    states = page.page.locator("#timeline .mine .state")
    expect(states).to_have_text(["reached 3 of 3"] * 2)

    nodes["hall"].stop()
    page.write("On my way now")
    expect(states.last).to_have_text("reached 2 of 3")
    expect(page.page.locator("#open-group")).to_have_text("2 of 3 others online")
    if request.config.getoption("--picture"):
        page.box.blur()
        page.page.screenshot(path=PICTURE)
