"""A node that cannot store what is sent."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import StartNode, Visit
from disk import Disk


@pytest.fixture
def disk(folder: Path) -> Iterator[Disk]:
    disk = Disk(folder / "disk", "8m")
    yield disk
    disk.unmount()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk takes root")
def test_what_a_full_disk_does_not_take_waits_and_is_sent_when_there_is_room(
    disk: Disk, start_node: StartNode, visit: Visit
) -> None:
    node = start_node(start=False)
    node.data = disk.folder / "data"
    page = visit(node.start())
    page.watch.expect_status(507)
    page.write("before")
    expect(page.message("before")).to_contain_text("sent, on this device only so far")
    disk.fill()
    texts = [f"{number} {'x' * 15_000}" for number in range(60)]
    for text in texts:
        page.write(text)
        if page.waiting.get_by_text("the disk is full").count():
            break
    expect(page.waiting.last).to_contain_text("the disk is full")
    # Reading goes on, and so does the node.
    expect(page.notices).to_have_count(0)
    waiting = page.waiting.count()
    page.page.reload()
    expect(page.waiting).to_have_count(waiting)
    expect(page.waiting.last).to_contain_text("the disk is full")
    page.write("last of all")
    expect(page.waiting).to_have_count(waiting + 1)
    disk.make_room()
    expect(page.waiting).to_have_count(0)
    stored = node.texts()
    assert stored == ["before", *texts[: len(stored) - 2], "last of all"]
    node.stop()
