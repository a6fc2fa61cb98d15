"""A node that cannot store messages because its disk is full."""

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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk")
def test_messages_wait_while_the_disk_is_full_and_are_sent_afterwards(
    disk: Disk, start_node: StartNode, visit: Visit
) -> None:
    node = start_node(start=False)
    node.data = disk.folder / "data"
    page = visit(node.start())
    page.monitor.expect_status(507)
    page.write("before")
    expect(page.message("before")).to_contain_text("sent, on this device only so far")
    disk.fill()
    texts = [f"{number} {'x' * 15_000}" for number in range(60)]
    for text in texts:
        page.write(text)
        if page.waiting.get_by_text("the disk is full").count():
            break
    expect(page.waiting.last).to_contain_text("the disk is full")
    # The node still answers, so the page shows no notice.
    expect(page.notices).to_have_count(0)
    waiting = page.waiting.count()
    page.page.reload()
    expect(page.waiting).to_have_count(waiting)
    expect(page.waiting.last).to_contain_text("the disk is full")
    page.write("last of all")
    expect(page.waiting).to_have_count(waiting + 1)
    disk.free_space()
    expect(page.waiting).to_have_count(0)
    stored = node.texts()
    assert stored == ["before", *texts[: len(stored) - 2], "last of all"]
    node.stop()
