"""The summary of the group in the header, and the group panel. Tests/WebTests has the tests of the sentences."""

import re

from playwright.sync_api import Locator, Route, expect

import slow_world
from conftest import StartNode, Visit, pair
from eventually import eventually
from forger import forger
from node import Node, free_port
from test_accessibility import expect_accessible
from web_page import WebPage

#: The state of a message. Any program can claim to be the peer, so the page states no fact.
RECEIVED = "reached 1 of 1"

#: The public key of no node: the base point of Ed25519.
KEY = "WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY"


def peer(page: WebPage, name: str) -> Locator:
    return page.group.locator(".peers > li").filter(has_text=name)


def summary(page: WebPage) -> Locator:
    return page.page.locator("#open-group")


def expect_dot(dot: Locator, colour: str, property: str = "background-color") -> None:
    """Expects that a dot has a colour of the style sheet."""
    computed = dot.evaluate(
        """(dot, name) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = `var(--${name})`;
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        }""",
        colour,
    )
    expect(dot).to_have_css(property, computed)


def run_long(node: Node) -> Node:
    """Returns when the node has run for some minutes by its clock."""

    def has_run_long() -> bool:
        status = node.status()
        return int(status.get("now", "")) - int(status.get("started", "")) > 200_000

    eventually(has_run_long, "the node has run for some minutes", seconds=30)
    return node


def test_two_nodes_are_in_sync_until_one_of_them_is_off_or_their_group_is_of_an_earlier_version(
    start_node: StartNode, visit: Visit
) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    # Also without messages.
    expect(summary(page)).to_have_text(re.compile("^.?phone.? online$"))
    expect(summary(page)).to_have_attribute("data-state", "in-sync")
    expect_dot(summary(page).locator(".dot"), "good")
    page.write("one")
    expect(page.message("one").locator(".state")).to_have_text(RECEIVED)
    page.open_group()
    item = peer(page, "phone")
    expect(item).to_contain_text(
        re.compile(
            r"You have all of its messages\. "
            r"It reported .?(just now|\d+ seconds ago).? that it has all of yours"
        )
    )
    expect_dot(item.locator(".dot"), "good")
    node = page.group.locator(".node")
    expect(node).to_contain_text("laptop")
    expect(node).to_contain_text(re.compile(r"1 message, .*kB.* used \(limit .*GB.*\)"))
    expect(node).to_contain_text(laptop.public_key)
    # The phone is a configured peer: it is not listed as a mere reader, and has no buttons.
    expect(page.group).not_to_contain_text("Other devices that requested messages")
    expect(page.group.get_by_role("button", name="Invite")).to_be_visible()
    expect(item.get_by_role("button")).to_have_count(0)

    phone.stop()
    expect(item).to_contain_text("last seen")
    # The reason, a sentence of the node.
    expect(item.locator(".why")).to_have_text(re.compile(".{10,}"))
    expect(item).to_have_attribute("data-state", "calm")
    page.page.keyboard.press("Escape")
    expect(summary(page)).to_have_text(re.compile("^.?phone.? offline$"))
    expect(summary(page)).to_have_attribute("data-state", "calm")
    # The ring has another shape than the dot of a group that is in sync.
    expect_dot(summary(page).locator(".dot"), "soft", "border-color")
    page.write("two")
    expect(page.message("two").locator(".state")).to_have_text("sent, on this device only so far")
    page.open_group()
    expect(item).to_contain_text("1 of your messages or changes has not arrived there yet, as far as this device knows.")

    laptop.kill()
    problem = page.group.locator("#group-content > .problem")
    expect(problem).to_have_text("Tidings does not answer. This is the last known state.")
    expect(summary(page)).to_have_text("Tidings does not answer")
    expect(item).to_have_attribute("data-state", "unknown")
    expect_dot(item.locator(".dot"), "soft")
    line, card = problem.bounding_box(), node.bounding_box()
    assert line
    assert card
    assert card["y"] - line["y"] - line["height"] >= 8
    laptop.start()
    expect(problem).to_have_count(0)
    phone.start()
    expect(item).to_contain_text("that it has all of yours", timeout=40_000 * slow_world.patience)
    page.page.keyboard.press("Escape")
    expect(page.message("two").locator(".state")).to_have_text(RECEIVED)

    # A group that an earlier version has made.
    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace(" now=", ' former-group="yes" now=', 1))

    page.page.route("**/status.xml*", answer)
    page.page.reload()
    expect(summary(page)).to_have_text("Invite the devices of your group again")
    page.open_group()
    expect(node).to_contain_text("One person invites all other devices again, and these join.")


def test_the_panel_names_the_people_of_each_device(start_node: StartNode, visit: Visit) -> None:
    laptop, phone = pair(start_node)
    page = visit(laptop)
    page.open_group()
    expect(peer(page, "phone")).to_contain_text("online")
    expect(page.group).not_to_contain_text("People:")
    phone.post("hello", user="Ben")
    expect(peer(page, "phone")).to_contain_text("People: \u2068Ben\u2069")
    phone.post("hello again", user="Carl", room="kitchen")
    laptop.post("hello", user="jack")
    expect(page.group.locator(".node")).to_contain_text("People: \u2068jack\u2069")
    # In another room of the next visit, too.
    page.reload()
    page.open_group()
    expect(peer(page, "phone")).to_contain_text("People: \u2068Carl and Ben\u2069")
    page.page.keyboard.press("Escape")
    # A person who has taken another name looks like two: the details of their messages have both names.
    page.message("hello").filter(has_text="Ben").locator(".facts").click()
    expect(page.page.locator("#details")).to_contain_text("Other names on the same deviceCarl")


def test_pulling_that_goes_one_way_becomes_a_problem_after_some_minutes(
    start_node: StartNode, visit: Visit
) -> None:
    phone, laptop = start_node("phone"), start_node("laptop", start=False)
    laptop.peers = [phone.url]
    page = visit(laptop.start())
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_have_text("sent, on this device only so far")
    page.open_group()
    item = peer(page, "phone")
    expect(item).to_contain_text("You have all of its messages.")
    expect(item).to_contain_text("It is not known yet which of your messages have arrived there.")
    expect(item).to_have_attribute("data-state", "in-sync")

    # The phone lists the laptop among the devices that only read. It cannot check their keys.
    other = visit(phone)
    expect(summary(other)).to_have_text("Not connected to others")
    # The colour is neutral.
    expect_dot(summary(other).locator(".dot"), "soft")
    other.open_group()
    expect(other.group).to_contain_text("This device is not connected to other devices yet")
    expect(other.group).to_contain_text("Other devices that requested messages")
    expect(other.group).to_contain_text("The devices sent these keys themselves")
    expect(other.group).to_contain_text(laptop.public_key)

    laptop.stop()
    # With this clock, the node does not end waiting requests in time.
    laptop.clock = "+0 x60"
    run_long(laptop.start())
    page.reload()
    expect(summary(page)).to_have_text(re.compile("^.?phone.? does not request messages$"))
    expect(summary(page)).to_have_attribute("data-state", "problem")
    page.open_group()
    expect(item).to_contain_text("Start Tidings there with --peer")
    expect(item).to_have_attribute("data-state", "problem")


def test_addresses_without_a_peer_stand_instead_of_names_and_a_problem_stands_out(
    start_node: StartNode, visit: Visit
) -> None:
    laptop = start_node("laptop", start=False)
    closed, linked = free_port(), free_port()
    laptop.peers = [f"http://127.0.0.1:{closed}/", laptop.url, f"tidings:{KEY}@127.0.0.1:{linked}"]
    page = visit(laptop.start(), reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    dot = summary(page).locator(".dot")
    for width, height, scheme in ((1280, 800, "light"), (320, 568, "dark")):
        page.page.emulate_media(color_scheme=scheme)
        page.page.set_viewport_size({"width": width, "height": height})
        expect(summary(page)).to_have_text(re.compile(rf"^.?127.0.0.1:{laptop.port}.? is this device$"))
        expect(summary(page)).to_have_attribute("data-state", "problem")
        expect_dot(dot, "busy")
        # Without colours, too: the sentence, or the sign on a small screen.
        assert dot.evaluate("(dot) => getComputedStyle(dot, '::before').content") == '"!"'
        expect(summary(page)).to_be_in_viewport(ratio=1)
        if width > 480:
            expect(page.page.locator("#group-summary")).to_be_in_viewport(ratio=1)
        page.expect_no_sideways_scrolling()
        expect_accessible(page)
    page.open_group()
    expect(peer(page, f":{laptop.port}")).to_contain_text("This is the address of this device itself")
    item = peer(page, f":{closed}")
    expect(item).to_contain_text("It has not answered yet.")
    expect(item).to_contain_text("not in sync yet")
    # Its address stands once, and is the same in the details of a message.
    expect(item.get_by_text("127.0.0.1")).to_have_count(1)
    expect(item.locator("h3")).to_have_text(f"127.0.0.1:{closed}")
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    page.write("hello")
    page.message("hello").locator(".facts").click()
    expect(page.page.locator("#details").get_by_role("listitem")).to_have_text(
        [f"127.0.0.1:{closed}", f"127.0.0.1:{linked}"]
    )


def test_forged_messages_of_a_peer_are_counted_and_the_markup_in_its_name_is_text(
    start_node: StartNode, visit: Visit
) -> None:
    phone = start_node("<b>phone</b>")
    phone.post("soup is ready", user="megan")
    phone.post("come in", user="megan")
    with forger(phone, "soup", "soap") as address:
        laptop = start_node("lap\u202etop", start=False)
        laptop.peers = [address]
        page = visit(laptop.start())
        page.expect_texts(["come in"])
        page.open_group()
        expect(peer(page, "<b>phone</b>")).to_contain_text("1 of its messages is invalid")
        expect(page.group.locator("b")).to_have_count(0)
        page.expect_no_sideways_scrolling()
        laptop.stop()
