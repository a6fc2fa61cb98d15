"""One person with several nodes, on the page."""

from __future__ import annotations

from playwright.sync_api import expect

from conftest import StartNode, Visit
from eventually import eventually
from invitations import become_owner, close_dialogs, listening_node
from test_accessibility import expect_accessible
from web_page import WebPage

WIDTHS = (1280, 768, 360)


def press(page: WebPage, name: str, button: str) -> None:
    """Presses a button of a member in the group panel."""
    become_owner(page)
    if page.group.get_attribute("open") is None:
        page.open_group()
    row = page.group.locator("li:not(.person)").filter(has=page.page.locator("h3", has_text=name))
    row.get_by_role("button", name=button, exact=True).click()


def test_two_devices_of_one_person_are_one_for_everybody(start_node: StartNode, visit: Visit) -> None:
    anna, laptop, desktop = (listening_node(start_node, name) for name in ["anna", "laptop", "desktop"])
    for node in (laptop, desktop):
        node.request("join", link=anna.invitation())
    nodes = [anna, laptop, desktop]
    eventually(lambda: all(len(list(node.status().iter("peer"))) == 2 for node in nodes), "all know all")
    annas, laptops, desktops = visit(anna, name="Anna"), visit(laptop, name="Ben"), visit(desktop, name="Ben")
    summary = annas.page.locator("#open-group")
    expect(summary).to_have_text("2 of 2 others online")
    annas.write("hello")
    expect(annas.message("hello")).to_contain_text("reached 2 of 2")
    laptops.write("from the laptop")
    desktops.write("from the desktop")
    expect(annas.message("from the desktop")).to_be_visible()
    expect(desktops.page.locator(".message.mine")).to_have_count(1)
    authors = annas.page.locator(".author:has-text('Ben')")
    expect(authors).to_have_count(2)

    # One side alone changes nothing, and the other side is asked.
    press(laptops, "desktop", "This is me, too")
    expect(laptops.group).to_contain_text("On \u2068desktop\u2069, “This is me, too” has to be pressed as well.")
    desktops.open_group()
    expect(desktops.group).to_contain_text("This device says that it belongs to you, too.")
    expect(summary).to_have_text("2 of 2 others online")
    press(desktops, "laptop", "This is me, too")
    expect(desktops.group.locator(".person h3").first).to_have_text("Your other devices")

    eventually(lambda: any(peer.get("person") for peer in anna.status().iter("peer")), "anna knows the person")
    # For the others, it is one person: one in the summary, in receipts, in the panel, and in the colours and headings.
    first = next(peer.get("name") for peer in anna.status().iter("peer") if peer.get("person") == peer.get("node"))
    expect(summary).to_have_text(f"\u2068{first}\u2069 online")
    expect(annas.message("hello")).to_contain_text("reached 1 of 1")
    expect(authors).to_have_count(1)
    expect(authors.locator(".device")).to_have_count(0)
    annas.open_group()
    expect(annas.group.locator(".peers > li")).to_have_count(1)
    expect(annas.group.locator(".devices > li")).to_have_count(2)
    for page in (annas, desktops):
        for width in WIDTHS:
            page.page.set_viewport_size({"width": width, "height": 800})
            page.expect_no_sideways_scrolling()
        expect_accessible(page)
    close_dialogs(desktops)
    # What was written on the other device is this person's.
    expect(desktops.page.locator(".message.mine")).to_have_count(2)
    laptops.reload()
    expect(laptops.page.locator(".message.mine")).to_have_count(2)

    # Either side ends it.
    press(laptops, "desktop", "This is not me")
    expect(summary).to_have_text("2 of 2 others online")
    expect(desktops.page.locator(".message.mine")).to_have_count(1)
