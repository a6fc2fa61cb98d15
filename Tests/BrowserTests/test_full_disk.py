"""A node that cannot store messages because its disk is full."""

import os
import re
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit
from disk import Disk
from node import Node
from test_accessibility import expect_accessible


@pytest.fixture
def disk(folder: Path) -> Iterator[Disk]:
    disk = Disk(folder / "disk", "8m")
    yield disk
    disk.unmount()


def fill(node: Node) -> list[str]:
    """Stores messages in another room until the node refuses one. Returns the stored ones. A page would take longer."""
    stored: list[str] = []
    while True:
        text = f"filling {len(stored)} {'x' * 15_000}"
        try:
            node.post(text, room="attic")
        except urllib.error.HTTPError as error:
            assert error.status == 507
            return stored
        stored.append(text)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk")
def test_messages_wait_while_the_disk_is_full_and_the_page_says_since_when_and_why(
    disk: Disk, start_node: StartNode, visit: Visit
) -> None:
    node = start_node(start=False)
    node.data = disk.folder / "data"
    page = visit(node.start(), reduced_motion="reduce")
    page.monitor.expect_status(507)
    page.write("before")
    expect(page.message("before")).to_contain_text("sent, on this device only so far")
    expect(page.notices).to_have_count(0)
    disk.fill()
    filling = fill(node)
    texts = [f"{number} {'x' * 15_000}" for number in range(60)]
    for text in texts:
        page.write(text)
        if page.waiting.get_by_text("the disk is full").count():
            break
    expect(page.waiting.last).to_contain_text("the disk is full")
    # The node still answers, so the page does not say that it does not answer.
    expect(page.notice("has not answered since")).to_have_count(0)
    expect(page.notice("Tidings has not been able to save messages")).to_have_text(
        re.compile(
            r"Tidings has not been able to save messages since .?\d+ \w+ 20\d\d, \d+:\d+.?: "
            r".?the disk is full.?\. Make room on the disk"
        )
    )
    expect(page.page.locator("#open-group")).to_have_text("Cannot save messages")
    page.open_group()
    expect(page.group).to_contain_text("the disk is full")
    expect_accessible(page)
    page.page.keyboard.press("Escape")
    # The node lists a message a moment after it has stored it.
    expect(page.waiting.get_by_text("sent, on this device")).to_have_count(0)
    waiting = page.waiting.count()
    page.expect_saved_waiting(waiting)

    # A page that is opened later says it at once, too.
    page.reload()
    expect(page.notice("the disk is full")).to_be_visible()
    expect(page.waiting).to_have_count(waiting)
    expect(page.waiting.last).to_contain_text("the disk is full")
    page.write("last of all")
    expect(page.waiting).to_have_count(waiting + 1)
    disk.free_space()
    expect(page.waiting).to_have_count(0)
    expect(page.notices).to_have_count(0)
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    stored = node.texts()
    assert stored == ["before", *filling, *texts[: len(stored) - len(filling) - 2], "last of all"]
    node.stop()
