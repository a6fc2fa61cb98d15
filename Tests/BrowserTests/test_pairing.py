"""Invitations in the group panel: people connect their devices by the page alone."""

import re
import subprocess
import time
from pathlib import Path

from playwright.sync_api import Locator, Route, expect

import slow_world
from conftest import StartNode, Visit
from eventually import eventually, promptly
from invitations import (
    become_owner,
    close_dialogs,
    connect,
    dialog,
    listening_node,
    make_invitation,
    open_dialog,
    peer,
    use_invitation,
)
from node import Node
from sizes import LAPTOP, PHONE
from web_page import WebPage

#: What the page says about a device that has joined.
BEN_JOINED = "joined the group by an invitation"


def has_group(node: Node) -> bool:
    return node.status().get("group") is not None


def read_code(code: Locator, folder: Path) -> str:
    """Returns what a camera reads in a QR code on the page."""
    code.screenshot(path=folder / "code.png")
    command = ["zbarimg", "--nodbus", "--quiet", "--raw", str(folder / "code.png")]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def answer_after_the_end(route: Route) -> None:
    """Answers as the node would if the invitation had ended before its answer came."""
    # Playwright lacks the bodies of Firefox's posts.
    answer = route.fetch(post_data="seconds=60&uses=1")
    route.fulfill(response=answer, body=re.sub(r'expires="\d+"', 'expires="1294219800000"', answer.text()))


def test_two_people_connect_by_the_page_and_the_keyboard_alone_and_chat_both_ways(
    start_node: StartNode, visit: Visit, folder: Path
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    permissions = ["clipboard-read", "clipboard-write"]
    annas = visit(anna, name="Anna", permissions=permissions, **LAPTOP)
    bens = visit(ben, name="Ben", viewport=PHONE["viewport"])
    other = annas.open_another_tab()
    # It knows the node's devices before another one joins.
    expect(other.page.locator("#open-group")).to_have_text("Not connected to others")
    inviting = open_by_keyboard(annas, "Invite")
    expect(annas.group).to_contain_text(
        "This device is not connected to other devices yet. Invite another device, or join a group"
    )
    choice = inviting.get_by_label("The invitation is valid for")
    expect(choice).to_be_focused()
    for _ in range(2):
        annas.page.keyboard.press("Tab")
    annas.page.keyboard.press("Enter")
    copy = inviting.get_by_role("button", name="Copy link")
    expect(copy).to_be_focused()
    expect(copy).to_have_accessible_description(
        re.compile("1 device can use it until .*Whoever has this link")
    )
    link = inviting.get_by_label("Link of the invitation").input_value()
    assert read_code(inviting.get_by_role("img", name="QR code of the invitation"), folder) == link
    box = inviting.bounding_box()
    annas.page.keyboard.press("Enter")
    expect(inviting.get_by_text("The link was copied.")).to_be_visible()
    assert inviting.bounding_box() == box
    assert annas.page.evaluate("navigator.clipboard.readText()") == link

    joining = open_by_keyboard(bens, "Join")
    expect(joining.get_by_label("Invitation")).to_be_focused()
    # The whole line of the command is accepted.
    bens.page.keyboard.insert_text(f"  tidings join '{link}'\n")
    with promptly():
        bens.page.keyboard.press("Enter")
        expect(joining).to_contain_text(
            "This device is in the group now. It exchanges messages with \u2068anna\u2069."
        )
    expect(joining.get_by_role("button", name="OK")).to_be_focused()
    bens.page.keyboard.press("Enter")
    expect(joining).to_be_hidden()
    expect(bens.group.get_by_role("button", name="Join")).to_be_focused()
    expect(peer(bens, "anna")).to_contain_text("You have all of its messages.")
    # Ben's page does not announce Anna's device: Ben has joined it.
    expect(bens.notices).to_have_count(0)

    # In front of the notices, where a screen reader is, and visible without scrolling.
    live = inviting.locator(".joined")
    expect(live).to_have_text(re.compile(f"ben.* {BEN_JOINED}"))
    expect(live).to_have_attribute("role", "status")
    expect(live).to_be_in_viewport(ratio=1)
    # Nobody can use the invitation any more. The dialog does not offer it, and the focus moves to the choices for a new one.
    expect(inviting.get_by_text("The invitation was for 1 device, which has joined.")).to_be_visible()
    expect(copy).to_have_count(0)
    expect(inviting.get_by_role("img")).to_have_count(0)
    annas.page.bring_to_front()
    expect(choice).to_be_focused()
    # Nor is one offered whose time has passed.
    seconds = f"{3 * slow_world.patience:.0f}"
    choice.evaluate("(choice, seconds) => choice.add(new Option(`${seconds} seconds`, seconds))", seconds)
    choice.select_option(seconds)
    inviting.get_by_role("button", name="Make the invitation").click()
    expect(copy).to_be_focused()
    expect(inviting.get_by_text("which has joined")).to_have_count(0)
    expect(inviting.get_by_text("The invitation has expired. Make a new one.")).to_be_visible()
    expect(copy).to_have_count(0)
    # Nor one whose time has passed when the page gets it.
    annas.page.route("**/invite", answer_after_the_end)
    inviting.get_by_role("button", name="Make the invitation").click()
    expect(choice).to_be_focused()
    expect(inviting.get_by_text("The invitation has expired. Make a new one.")).to_be_visible()
    expect(copy).to_have_count(0)

    pages = ((annas, "Anna"), (bens, "Ben"))
    for page, name in pages:
        page.expect_no_sideways_scrolling()
        close_dialogs(page)
        page.write(f"hello from {name}")
    for page, _ in pages:
        expect(page.message("hello from Anna")).to_be_visible()
        expect(page.message("hello from Ben")).to_be_visible()
    # The notice is in all tabs until somebody closes it in one of them.
    for tab in (annas, other):
        expect(tab.notice(BEN_JOINED)).to_have_count(1)
    annas.notice(BEN_JOINED).get_by_role("button", name="OK").click()
    for tab in (annas, other):
        expect(tab.notice(BEN_JOINED)).to_have_count(0)
    # A later change of the status does not announce the device again.
    anna.request("peer", peer=ben.public_key, change="pause")
    annas.open_group()
    expect(peer(annas, "ben").get_by_role("button", name="Resume")).to_be_visible()
    expect(annas.notices).to_have_count(0)


def open_by_keyboard(page: WebPage, name: str) -> Locator:
    become_owner(page)
    page.page.bring_to_front()
    page.page.locator("#open-group").focus()
    page.page.keyboard.press("Enter")
    button = page.group.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    while not button.evaluate("(button) => button === document.activeElement"):
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    return dialog(page, name.lower())


def test_the_dialogs_are_in_the_language_of_the_page_and_fit_a_small_screen(
    start_node: StartNode, visit: Visit, folder: Path
) -> None:
    anna, _ = connect(start_node)
    # Russian has the longest texts.
    page = visit(anna, locale="ru-RU", color_scheme="dark", viewport={"width": 320, "height": 568})
    become_owner(page)
    page.open_group()
    for act in ("join", "rename", "remove", "invite"):
        page.group.locator(f"[data-act={act}]").click()
        expect(dialog(page, act)).to_be_visible()
        page.expect_no_sideways_scrolling()
        if act != "invite":
            page.page.keyboard.press("Escape")
            expect(dialog(page, act)).to_be_hidden()
    inviting = dialog(page, "invite")
    inviting.locator("button.main:visible").click()
    link = inviting.locator("textarea").input_value()
    page.expect_no_sideways_scrolling()
    # The code is black on white in each theme.
    assert read_code(inviting.get_by_role("img"), folder) == link
    expect(page.page.locator("body")).not_to_contain_text(re.compile(r"undefined|\{\w+\}"))

    # Only pages on the machine of the node have the controls.
    page = visit(anna, address=anna.addresses[1])
    page.open_group()
    expect(page.group).to_contain_text(
        "Invitations are made and used on the device on which Tidings runs: open this page there."
    )
    expect(peer(page, "ben")).to_be_visible()
    expect(page.group.get_by_role("button")).to_have_count(1)
    expect(page.group.get_by_role("button", name="Close")).to_be_visible()


# The two questions


def test_the_first_invitation_of_a_node_with_plain_peers_asks_before_it_makes_a_group(
    start_node: StartNode, visit: Visit
) -> None:
    anna = start_node("anna", start=False)
    anna.peers = [start_node("ben").url]
    anna.options = ["--peer-listen", "127.0.0.1:0"]
    page = visit(anna.start())
    page.monitor.expect_status(409)
    opened = open_dialog(page, "Invite")
    time_choice = opened.get_by_label("The invitation is valid for")
    uses_choice = opened.get_by_label("How many devices can use it")
    make = opened.get_by_role("button", name="Make the invitation")
    expect(time_choice).to_have_value("86400")
    expect(uses_choice).to_have_value("1")
    make.click()
    expect(opened).to_contain_text(
        "Devices that get messages from here over a connection without encryption get no more"
    )
    confirm = opened.get_by_role("button", name="Make the group and the invitation")
    expect(confirm).to_be_focused()
    opened.get_by_role("button", name="Cancel").click()
    expect(opened).to_be_hidden()
    assert not has_group(anna)

    open_dialog(page, "Invite")
    time_choice.select_option(label="1 week")
    uses_choice.select_option(label="5")
    make.click()
    expect(confirm).to_be_focused()
    with page.page.expect_response("**/invite") as answer:
        confirm.click()
    found = re.search(r'expires="(\d+)" uses="(\d+)"', answer.value.text())
    assert found
    assert found[2] == "5"
    assert abs(int(found[1]) / 1000 - 604_800 - time.time()) < 60
    expect(opened).to_contain_text("5 devices can use it until")
    expect(opened).to_contain_text("Whoever has this link can join the group and read all messages.")
    # It begins when the first device joins.
    assert not has_group(anna)

    # The link is copied without the interface of secure pages, too.
    page.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    opened.get_by_role("button", name="Copy link").click()
    expect(opened.get_by_text("The link was copied.")).to_be_visible()
    field = opened.get_by_label("Link of the invitation")
    # The whole link is visible.
    assert field.evaluate("(field) => field.scrollHeight - field.clientHeight") == 0
    link = field.input_value()
    close_dialogs(page)
    page.box.press("ControlOrMeta+v")
    expect(page.box).to_have_value(link)
    page.box.fill("")

    # Another language shows at once, and there is nothing left to ask.
    page.open_settings()
    page.settings.locator("#language").select_option("pt")
    page.done()
    become_owner(page)
    page.open_group()
    invite = page.group.locator("[data-act=invite]")
    expect(invite).to_have_text("Convidar")
    invite.click()
    expect(opened.locator("h2")).to_have_text("Convidar")
    expect(opened.locator("option").first).to_have_text("30 minutos")
    opened.locator("button.main:visible").click()
    expect(opened.locator("textarea")).to_have_value(re.compile("^tidings:"))


def test_a_node_with_messages_asks_before_it_carries_them_into_the_group(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    for text in ("mine", "yours"):
        ben.post(text, user="Ben")
    link = anna.invitation()
    page = visit(ben, name="Ben")
    page.monitor.expect_status(409)
    expect(page.messages).to_have_count(2)
    opened = use_invitation(page, link)
    expect(opened).to_contain_text(
        "This device already has 2 messages. If you join, all members of the group can read them"
    )
    expect(opened).to_contain_text("empty --data folder")
    confirm = opened.get_by_role("button", name="Join with all messages")
    expect(confirm).to_be_focused()
    opened.get_by_role("button", name="Cancel").click()
    assert not has_group(ben)
    use_invitation(page, link)
    confirm.click()
    expect(opened).to_contain_text("This device is in the group now.")
    anna.wait_until_stored(2)
    assert sorted(anna.texts()) == ["mine", "yours"]

    # A member may join again, and is not asked.
    annas = visit(anna, name="Anna", viewport=PHONE["viewport"])
    expect(use_invitation(annas, ben.invitation())).to_contain_text("This device is in the group now.")
    close_dialogs(annas)
    # The line with a member's addresses does the same, and invites nobody.
    line = ben.request("address").get("line", "")
    assert "/" not in line
    expect(use_invitation(annas, line)).to_contain_text("It exchanges messages with \u2068ben\u2069.")
    expect(peer(annas, "ben")).to_be_attached()


# Announcements


def test_a_device_that_joins_while_no_page_is_open_is_announced_at_the_next_visit(
    start_node: StartNode, visit: Visit, program: Path
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    page, bens = visit(anna), visit(ben)
    expect(bens.page.locator("#open-group")).to_have_text("Not connected to others")
    link = make_invitation(page)
    close_dialogs(page)
    # The page has seen the group.
    kept = "() => localStorage['tidings.group']?.includes('\"hasGroup\":true')"
    page.page.wait_for_function(kept)
    page.page.goto("about:blank")
    command = [str(program), "join", "--data", str(ben.data), link]
    subprocess.run(command, check=True, capture_output=True)
    # Ben's page learns of it, too.
    expect(bens.notice("This device joined a group by an invitation.")).to_contain_text("anna")
    eventually(lambda: 'name="ben"' in anna.get("status.xml"), "Ben's device is known")
    page.open()
    page.notice(BEN_JOINED).get_by_role("button", name="OK").click()
    page.page.reload()
    expect(page.page.locator("#open-group")).to_contain_text("ben\u2069 online")
    expect(page.notices).to_have_count(0)
