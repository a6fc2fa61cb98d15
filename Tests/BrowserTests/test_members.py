"""The members in the page: the panel, the quiet lines between the messages, removing and leaving."""

import re

from playwright.sync_api import Locator, expect

import slow_world
from conftest import StartNode, Visit
from eventually import eventually
from invitations import become_owner, close_dialogs, connect, dialog, listening_node, peer
from node import Node
from test_accessibility import expect_accessible
from web_page import WebPage

#: Widths and heights at which the panel is looked at.
SIZES = ((1280, 800), (390, 844), (320, 568))
#: Until all nodes know each other, or of a removal.
PATIENCE = 30_000 * slow_world.patience


#: A function that returns the pixels between the visible sentences of a dialog.
GAPS = """(dialog) => {
  const sentences = [...dialog.querySelectorAll('p')].filter(({ offsetHeight }) => offsetHeight > 0);
  const boxes = sentences.map((sentence) => sentence.getBoundingClientRect());
  return boxes.slice(1).map(({ top }, index) => top - boxes[index].bottom);
}"""


def chain(start_node: StartNode, *names: str) -> list[Node]:
    """Starts nodes of which each one has invited the next one."""
    nodes = [listening_node(start_node, name) for name in names]
    for inviter, joiner in zip(nodes, nodes[1:]):
        joiner.request("join", link=inviter.invitation())
    return nodes


def plain(text: str) -> re.Pattern[str]:
    """Returns a pattern for a text in which each name may stand between marks of direction."""
    return re.compile(re.sub(r"\w+", lambda word: f"\u2068?{word[0]}\u2069?", text))


def note(page: WebPage, text: str) -> Locator:
    return page.page.locator(".note").filter(has_text=plain(text))


def removed(page: WebPage, name: str) -> Locator:
    return page.group.locator(".removed > li").filter(has_text=name)


def test_a_removal_is_shown_before_it_is_done_and_whoever_is_not_ticked_stays(start_node: StartNode, visit: Visit) -> None:
    anna, ben, cara, dan = chain(start_node, "anna", "ben", "cara", "dan")
    page, dans, bens = visit(anna, name="Anna K."), visit(dan), visit(ben)
    page.page.bring_to_front()
    expect(page.page.locator("#open-group")).to_have_text("3 of 3 others online", timeout=PATIENCE)
    for line in ("anna invited ben", "ben invited cara", "cara invited dan"):
        expect(note(page, line)).to_be_visible()
    page.write("hello")
    expect(page.message("hello").locator(".state")).to_have_text("reached 3 of 3", timeout=PATIENCE)
    # The arrow keys skip the quiet lines.
    page.message("hello").locator(".facts").focus()
    page.page.keyboard.press("ArrowUp")
    expect(page.page.locator(".note:focus")).to_have_count(0)

    become_owner(page)
    page.open_group()
    expect(page.group.locator(".node")).to_contain_text("Founded the group.")
    expect(peer(page, "cara")).to_contain_text(plain("Invited by ben"))
    expect(peer(page, "cara").locator(".who")).to_contain_text("online")
    # Addresses and keys stand behind "Details", which stays open while the panel is updated.
    address = peer(page, "cara").get_by_text(cara.public_key)
    expect(address).to_be_hidden()
    peer(page, "cara").locator("summary").click()
    expect(address).to_be_visible()
    anna.request("peer", peer=cara.public_key, change="pause")
    expect(peer(page, "cara").locator(".who")).to_contain_text("paused")
    expect(address).to_be_visible()
    anna.request("peer", peer=cara.public_key, change="resume")
    for width, height in SIZES:
        page.page.set_viewport_size({"width": width, "height": height})
        page.expect_no_sideways_scrolling()
    expect_accessible(page)

    peer(page, "ben").get_by_role("button", name="Remove").click()
    opened = dialog(page, "remove")
    expect(opened).to_contain_text("All members remove it as soon as they hear of it.")
    gaps = opened.evaluate(GAPS)
    assert len(gaps) == 2 and min(gaps) >= 8, "the sentences are apart from each other"
    boxes = opened.get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    for box in boxes.all():
        expect(box).to_be_checked()
    opened.get_by_label("dan").uncheck()
    expect_accessible(page)
    opened.get_by_role("button", name="Remove").click()
    expect(opened).to_be_hidden()
    for name in ("ben", "cara"):
        expect(removed(page, name)).to_contain_text(plain("Removed by anna"))
    expect(peer(page, "dan")).to_contain_text(plain("Invited by anna"))
    close_dialogs(page)
    expect(note(page, "anna removed (ben and cara|cara and ben)")).to_be_visible()
    expect(page.page.locator("#open-group")).to_have_text(re.compile("^.?dan.? online$"))
    bens.open_group()
    expect(bens.group.locator(".node")).to_contain_text(plain("anna has removed this device from the group"), timeout=PATIENCE)

    # Dan cannot remove Anna for all, and keeps Ben for itself.
    become_owner(dans)
    dans.open_group()
    peer(dans, "anna").get_by_role("button", name="Remove").click()
    expect(dialog(dans, "remove")).to_contain_text("Only this device removes it")
    dialog(dans, "remove").get_by_role("button", name="Cancel").click()
    # A person has one colour: for herself, at her messages, and at the device on which she wrote last.
    faces = page.page.locator("#my-avatar"), dans.page.locator(".author .avatar"), peer(dans, "anna").locator(".avatar")
    [hue] = {face.evaluate("(face) => face.style.getPropertyValue('--hue')") for face in faces}
    assert hue
    removed(dans, "ben").get_by_role("button", name="Exchange messages again").click()
    expect(peer(dans, "ben")).to_contain_text("No member of the group any more. This device still exchanges messages with it.")
    expect(removed(dans, "ben")).to_have_count(0)


def test_a_member_leaves_after_a_question_and_its_founder_cannot(start_node: StartNode, visit: Visit) -> None:
    anna, ben = chain(start_node, "anna", "ben")
    page, bens = visit(anna), visit(ben)
    expect(page.page.locator("#open-group")).to_have_text(re.compile("^.?ben.? online$"), timeout=PATIENCE)
    become_owner(page)
    page.open_group()
    expect(page.group.get_by_role("button", name="Leave the group")).to_have_count(0)
    become_owner(bens)
    bens.open_group()
    bens.group.get_by_role("button", name="Leave the group").click()
    opened = dialog(bens, "leave")
    expect(opened).to_contain_text("This device keeps its messages, and gets no new ones once the others know.")
    expect(opened.get_by_role("button", name="Cancel")).to_be_focused()
    opened.get_by_role("button", name="Leave the group").click()
    expect(opened).to_be_hidden()
    expect(bens.group.locator(".node")).to_contain_text("This device has left the group.")
    expect(bens.group.get_by_role("button", name="Leave the group")).to_have_count(0)
    expect(removed(page, "ben")).to_contain_text("Left the group")
    close_dialogs(page)
    expect(note(page, "ben left the group")).to_be_visible()


def test_a_device_that_another_member_invites_again_stays_out_and_the_page_says_so(start_node: StartNode, visit: Visit) -> None:
    anna, ben = chain(start_node, "anna", "ben")
    cara = listening_node(start_node, "cara")
    page = visit(anna)
    cara.request("join", link=ben.invitation())
    expect(page.notice("joined the group by an invitation")).to_contain_text("cara", timeout=PATIENCE)
    anna.request("peer", peer=cara.public_key, change="remove")
    expect(page.notice("joined the group by an invitation")).to_have_count(0)
    eventually(lambda: cara.status().get("removed-by") is not None, "cara knows of the removal", PATIENCE / 1000)
    cara.request("join", link=ben.invitation())
    kept_out = note(page, "ben invited cara").filter(has_text="This device still exchanges no messages with it: see the group panel.")
    expect(kept_out).to_have_count(1, timeout=PATIENCE)
    expect(note(page, "ben invited cara")).to_have_count(2)
    become_owner(page)
    page.open_group()
    expect(removed(page, "cara")).to_contain_text(plain("ben has invited it, so other devices exchange messages with it."))
    removed(page, "cara").get_by_role("button", name="Exchange messages again").click()
    expect(peer(page, "cara")).to_be_visible()
    expect(kept_out).to_have_count(0)


def test_a_removed_device_shows_what_is_written_there_and_says_when_others_get_it(start_node: StartNode, visit: Visit) -> None:
    anna, ben = connect(start_node)
    page = visit(ben, name="Ben")
    expect(page.page.locator("#open-group")).to_have_text(re.compile("^.?anna.? online$"), timeout=PATIENCE)
    expect(page.notices).to_have_count(0)
    anna.request("peer", peer=ben.public_key, change="remove")
    removal = plain("anna has removed this device from the group. Others get what you write here only when you are back.")
    expect(page.notices).to_have_text(removal, timeout=PATIENCE)
    page.write("not yet")
    for load in (lambda: None, page.reload):
        load()
        page.expect_texts(["not yet"])
        expect(page.message("not yet").locator(".state")).to_have_attribute("data-sign", "stored")
        expect(page.room_list).to_contain_text("not yet")
        expect(page.notices).to_have_text(removal)
    expect_accessible(page)
    # Nothing is left to do about the others.
    page.open_group()
    expect(peer(page, "anna")).to_have_count(0, timeout=PATIENCE)
    expect(page.group.locator("#group-content button")).to_have_text(["Join", "Phones"])
    expect(page.group.locator(".hint:visible")).to_have_text(["this device", "Details"])
