"""Forced colours, which replace the colours of the page and remove its grounds and shadows."""

import pytest
from playwright.sync_api import expect

from conftest import Visit
from node import Node
from test_relations import change, digest


@pytest.mark.needs_chromium("Playwright emulates forced colours only there")
def test_forced_colours_show_quoted_lines_own_reactions_and_frames_of_messages_only(node: Node, visit: Visit) -> None:
    node.post("before\n> quoted\nafter", room="kitchen", user="megan")
    change(node, user="ben", re=digest(node, "before\n> quoted\nafter"), react="\U0001f44d")
    page = visit(node, path="#kitchen", forced_colors="active", color_scheme="dark")
    box = page.page.locator("blockquote").bounding_box()
    assert box
    middle = {"y": box["y"] + 8, "width": 2, "height": 4}
    bar, beside = [page.page.screenshot(clip={"x": box["x"] + x} | middle) for x in (0, 4)]
    assert bar != beside, "the bar is visible"
    # A line about the group or the room has no frame.
    change(node, room="kitchen", user="megan", topic="food")
    expect(page.page.locator(".note .bubble")).to_have_css("border-style", "none")
    expect(page.message("quoted").locator(".bubble")).to_have_css("border-style", "solid")

    reaction = page.message("quoted").locator(".reaction")
    expect(reaction).to_have_css("outline-style", "none")
    reaction.click()
    expect(reaction).to_have_attribute("aria-pressed", "true")
    page.box.focus()
    expect(reaction).to_have_css("outline-style", "solid")

    # The search marks the room that Enter opens.
    for number in range(8):
        node.post("soup", room=f"room {number}", user="megan")
    first = page.room_list.locator("a").first
    page.page.get_by_label("Find a room").fill("room")
    expect(first).to_have_css("outline-style", "dashed")
