"""Invitations in the group panel: people connect their devices by the page alone."""

import re
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from chat_page import ChatPage
from conftest import StartNode, Visit
from eventually import eventually
from invitations import (
    close_dialogs,
    dialog,
    listening_node,
    make_invitation,
    open_dialog,
    peer,
    use_invitation,
)
from node import Node
from sizes import LAPTOP, PHONE, at_both_sizes

#: What the page says about a device that has joined.
BEN_JOINED = "joined the group by an invitation"


def has_group(node: Node) -> bool:
    return node.status().get("group") is not None


@at_both_sizes
def test_two_people_connect_by_the_page_alone_and_chat_both_ways(
    start_node: StartNode, visit: Visit, size: dict[str, Any]
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    annas, bens = visit(anna, name="Anna", **size), visit(ben, name="Ben", **size)
    annas.open_group()
    expect(annas.group).to_contain_text(
        "This device is not connected to other devices yet. Invite another device, or join a group"
    )
    beginning = time.monotonic()
    joining = use_invitation(bens, make_invitation(annas))
    expect(joining).to_contain_text(
        "This device has joined the group. It exchanges messages with \u2068anna\u2069."
    )
    assert time.monotonic() - beginning < 10
    joining.get_by_role("button", name="OK").click()
    expect(peer(bens, "anna")).to_contain_text("You have all of its messages.")
    expect(peer(annas, "ben")).to_contain_text("You have all of its messages.")
    for page, name in ((annas, "Anna"), (bens, "Ben")):
        page.expect_no_sideways_scrolling()
        close_dialogs(page)
        page.write(f"hello from {name}")
    for page in (annas, bens):
        expect(page.message("hello from Anna")).to_be_visible()
        expect(page.message("hello from Ben")).to_be_visible()


def test_the_whole_line_of_the_command_is_accepted(start_node: StartNode, visit: Visit) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    link = make_invitation(visit(anna))
    joining = use_invitation(visit(ben), f"  tidings join '{link}'\n")
    expect(joining).to_contain_text("This device has joined the group.")


def test_people_connect_with_the_keyboard_alone(start_node: StartNode, visit: Visit) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    annas, bens = visit(anna), visit(ben)
    inviting = open_by_keyboard(annas, "Invite")
    expect(inviting.get_by_label("The invitation is valid for")).to_be_focused()
    for _ in range(2):
        annas.page.keyboard.press("Tab")
    annas.page.keyboard.press("Enter")
    copy = inviting.get_by_role("button", name="Copy the link")
    expect(copy).to_be_focused()
    expect(copy).to_have_accessible_description(
        re.compile("1 device can use it until .*Whoever has this link")
    )
    link = inviting.get_by_label("Link of the invitation").input_value()
    joining = open_by_keyboard(bens, "Join")
    expect(joining.get_by_label("Invitation")).to_be_focused()
    bens.page.keyboard.insert_text(link)
    bens.page.keyboard.press("Enter")
    expect(joining.get_by_role("button", name="OK")).to_be_focused()
    bens.page.keyboard.press("Enter")
    expect(joining).to_be_hidden()
    expect(bens.group.get_by_role("button", name="Join")).to_be_focused()


def open_by_keyboard(page: ChatPage, name: str) -> Any:
    page.page.locator("#open-group").focus()
    page.page.keyboard.press("Enter")
    button = page.group.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    while not button.evaluate("(button) => button === document.activeElement"):
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    return dialog(page, name.lower())


# The invitation


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE, {"viewport": {"width": 320, "height": 568}}], ids=str)
def test_the_qr_code_on_the_page_has_the_link(
    start_node: StartNode, visit: Visit, folder: Path, scheme: str, size: dict[str, Any]
) -> None:
    page = visit(listening_node(start_node, "anna"), color_scheme=scheme, **size)
    link = make_invitation(page)
    code = dialog(page, "invite").get_by_role("img", name="QR code of the invitation")
    code.screenshot(path=folder / "code.png")
    command = ["zbarimg", "--nodbus", "--quiet", "--raw", str(folder / "code.png")]
    assert subprocess.run(command, capture_output=True, text=True).stdout.strip() == link
    page.expect_no_sideways_scrolling()


def test_the_link_is_copied_by_a_button(start_node: StartNode, visit: Visit) -> None:
    page = visit(
        listening_node(start_node, "anna"), permissions=["clipboard-read", "clipboard-write"]
    )
    link = make_invitation(page)
    dialog(page, "invite").get_by_role("button", name="Copy the link").click()
    expect(dialog(page, "invite").get_by_text("The link was copied.")).to_be_visible()
    assert page.page.evaluate("navigator.clipboard.readText()") == link


def test_the_link_is_selected_if_the_browser_does_not_copy_it(
    start_node: StartNode, visit: Visit
) -> None:
    page = visit(listening_node(start_node, "anna"))
    link = make_invitation(page)
    # The browser has no permission to read, so the page can copy only by its own right: take that away.
    page.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    dialog(page, "invite").get_by_role("button", name="Copy the link").click()
    expect(dialog(page, "invite").get_by_text("It is selected: copy it yourself.")).to_be_visible()
    selected = """(field) => field.value.slice(field.selectionStart, field.selectionEnd)"""
    assert dialog(page, "invite").get_by_label("Link of the invitation").evaluate(selected) == link


@pytest.mark.parametrize(
    ("label", "seconds", "uses", "sentence"),
    [
        ("30 minutes", 1800, "1", "1 device can use it until"),
        ("1 day", 86_400, "5", "5 devices can use it until"),
        ("1 week", 604_800, "20", "20 devices can use it until"),
    ],
)
def test_people_choose_how_long_and_how_often_an_invitation_counts(
    start_node: StartNode, visit: Visit, label: str, seconds: int, uses: str, sentence: str
) -> None:
    page = visit(listening_node(start_node, "anna"))
    opened = open_dialog(page, "Invite")
    expect(opened.get_by_label("The invitation is valid for")).to_have_value("86400")
    expect(opened.get_by_label("How many devices can use it")).to_have_value("1")
    opened.get_by_label("The invitation is valid for").select_option(label=label)
    opened.get_by_label("How many devices can use it").select_option(label=uses)
    with page.page.expect_response("**/invite") as answer:
        opened.get_by_role("button", name="Make the invitation").click()
    found = re.search(r'expires="(\d+)" uses="(\d+)"', answer.value.text())
    assert found
    assert found[2] == uses
    assert abs(int(found[1]) / 1000 - seconds - time.time()) < 60
    expect(opened).to_contain_text(sentence)
    expect(opened).to_contain_text("Whoever has this link can join the group and read all messages.")


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
    opened.get_by_role("button", name="Make the invitation").click()
    expect(opened).to_contain_text(
        "Devices that get messages from here without an encrypted link then get no more"
    )
    confirm = opened.get_by_role("button", name="Make the group and the invitation")
    expect(confirm).to_be_focused()
    opened.get_by_role("button", name="Cancel").click()
    expect(opened).to_be_hidden()
    assert not has_group(anna)
    open_dialog(page, "Invite").get_by_role("button", name="Make the invitation").click()
    confirm.click()
    expect(opened.get_by_label("Link of the invitation")).to_have_value(re.compile("^tidings:"))
    assert has_group(anna)
    page.page.keyboard.press("Escape")
    # There is nothing left to ask.
    assert make_invitation(page).startswith("tidings:")


def test_a_node_with_messages_asks_before_it_carries_them_into_the_group(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    for text in ("mine", "yours"):
        ben.post(text, user="Ben")
    link = make_invitation(visit(anna))
    page = visit(ben, name="Ben")
    page.monitor.expect_status(409)
    expect(page.messages).to_have_count(2)
    opened = use_invitation(page, link)
    expect(opened).to_contain_text(
        "This device has 2 messages. If you join, all members of the group can read them"
    )
    expect(opened).to_contain_text("new --data folder")
    confirm = opened.get_by_role("button", name="Join with all messages")
    expect(confirm).to_be_focused()
    opened.get_by_role("button", name="Cancel").click()
    assert not has_group(ben)
    use_invitation(page, link)
    confirm.click()
    expect(opened).to_contain_text("This device has joined the group.")
    anna.wait_until_stored(2)
    assert sorted(anna.texts()) == ["mine", "yours"]


# Announcements


def test_a_device_that_joins_is_announced_once(start_node: StartNode, visit: Visit) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    page, bens = visit(anna), visit(ben)
    other = page.open_another_tab()
    expect(other.box).to_be_visible()
    link = make_invitation(page)
    expect(use_invitation(bens, link)).to_contain_text("This device has joined the group.")
    # In front of the notices, where a screen reader is, and visible without scrolling.
    live = dialog(page, "invite").locator(".joined")
    expect(live).to_have_text(re.compile(f"ben.* {BEN_JOINED}"))
    expect(live).to_have_attribute("role", "status")
    expect(live).to_be_in_viewport(ratio=1)
    for tab in (page, other):
        expect(tab.notice(BEN_JOINED)).to_have_count(1)
    # Ben's page does not announce Anna's device: Ben has joined it.
    expect(peer(bens, "anna")).to_have_count(1)
    expect(bens.notices).to_have_count(0)
    close_dialogs(page)
    page.notice(BEN_JOINED).get_by_role("button", name="OK").click()
    for tab in (page, other):
        expect(tab.notice(BEN_JOINED)).to_have_count(0)
    # A later change of the status does not announce it again.
    ben.stop()
    page.open_group()
    expect(peer(page, "ben")).to_contain_text("Offline since")
    expect(page.notices).to_have_count(0)
    page.page.reload()
    expect(page.page.locator("#open-group")).to_contain_text("0 of 1 in sync")
    expect(page.notices).to_have_count(0)


def test_a_device_that_joins_while_no_page_is_open_is_announced_at_the_next_visit(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    page = visit(anna)
    link = make_invitation(page)
    close_dialogs(page)
    # The page has seen the group.
    kept = "() => localStorage['tidings.group']?.includes('\"hasGroup\":true')"
    page.page.wait_for_function(kept)
    page.page.goto("about:blank")
    ben.request("join", link=link)
    eventually(lambda: 'name="ben"' in anna.get("status.xml"), "Ben's device is known")
    page.open()
    page.notice(BEN_JOINED).get_by_role("button", name="OK").click()
    page.page.reload()
    expect(page.page.locator("#open-group")).to_contain_text("1 of 1 in sync")
    expect(page.notices).to_have_count(0)


def test_a_join_by_the_command_line_is_announced_as_such(
    start_node: StartNode, visit: Visit, program: Path
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    page = visit(ben)
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    link = make_invitation(visit(anna))
    command = [str(program), "join", "--data", str(ben.data), link]
    subprocess.run(command, check=True, capture_output=True)
    expect(page.notice("This device joined a group by an invitation.")).to_contain_text("anna")


# Pages at another address


def test_a_page_that_is_not_opened_on_the_machine_of_the_node_has_no_controls(
    start_node: StartNode, visit: Visit
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    use_invitation(visit(ben), make_invitation(visit(anna)))
    page = visit(anna, address=anna.addresses[1])
    page.open_group()
    expect(page.group).to_contain_text(
        "Invitations are made and used on the device on which Tidings runs: open this page there."
    )
    expect(peer(page, "ben")).to_be_visible()
    expect(page.group.get_by_role("button")).to_have_count(1)
    expect(page.group.get_by_role("button", name="Close")).to_be_visible()


# Languages


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "zh-CN", "pt-BR", "ja-JP", "ko-KR"])
def test_the_dialogs_are_in_the_language_of_the_page(
    start_node: StartNode, visit: Visit, locale: str
) -> None:
    anna, ben = listening_node(start_node, "anna"), listening_node(start_node, "ben")
    page = visit(anna, locale=locale, viewport={"width": 320, "height": 568})
    bens = visit(ben)
    page.open_group()
    invite = page.group.locator("[data-act=invite]")
    english = invite.text_content() == "Invite"
    assert english == locale.startswith("en")
    invite.click()
    dialog(page, "invite").locator("button.main:visible").click()
    link = dialog(page, "invite").locator("textarea")
    expect(link).to_be_visible()
    page.expect_no_sideways_scrolling()
    use_invitation(bens, link.input_value())
    expect(dialog(page, "invite").locator(".joined")).to_contain_text("ben")
    page.page.keyboard.press("Escape")
    for act in ("join", "rename", "remove"):
        page.group.locator(f"[data-act={act}]").click()
        expect(dialog(page, act)).to_be_visible()
        page.expect_no_sideways_scrolling()
        page.page.keyboard.press("Escape")
        expect(dialog(page, act)).to_be_hidden()
    expect(page.page.locator("body")).not_to_contain_text(re.compile(r"undefined|\{\w+\}"))


def test_another_language_shows_in_the_controls_at_once(start_node: StartNode, visit: Visit) -> None:
    page = visit(listening_node(start_node, "anna"))
    page.open_group()
    invite = page.group.locator("[data-act=invite]")
    expect(invite).to_have_text("Invite")
    close_dialogs(page)
    page.open_settings()
    page.settings.locator("#language").select_option("pt")
    page.done()
    page.open_group()
    expect(invite).to_have_text("Convidar")
    invite.click()
    expect(dialog(page, "invite").locator("h2")).to_have_text("Convidar")
    expect(dialog(page, "invite").locator("option").first).to_have_text("30 minutos")
