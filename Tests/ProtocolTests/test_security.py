"""What SECURITY.md says: its tests exist, and its steps work."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from conftest import StartNode
from eventually import eventually
from node import Node, free_port

REPOSITORY = Path(__file__).resolve().parents[2]


def test_each_test_that_the_document_names_exists() -> None:
    rows = [line for line in (REPOSITORY / "SECURITY.md").read_text().splitlines() if line.startswith("| ")]
    assert len(rows) > 10
    for row in rows[1:]:
        named = re.findall(r"`(\w+/\w+\.py)::(test_\w+)`", row)
        assert named, row
        for file, name in named:
            assert f"\ndef {name}(" in (REPOSITORY / "Tests" / file).read_text(), (file, name)


def listening(start_node: StartNode, name: str) -> Node:
    return start_node(name, "--peer-listen", f"127.0.0.1:{free_port()}")


def join(node: Node, inviting: Node) -> None:
    status, answer = node.command("join", link=inviting.invitation())
    assert status == 200, answer


def members(node: Node, *words: str) -> str:
    return subprocess.run(
        [node.program, "members", *words, "--data", node.data], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def test_a_stolen_laptop_gets_nothing_after_its_removal(start_node: StartNode, tmp_path: Path) -> None:
    anna, laptop, friend = (listening(start_node, name) for name in ["anna", "laptop", "friend"])
    join(laptop, anna)
    join(friend, laptop)
    laptop.post("before the theft")
    nodes = [anna, laptop, friend]
    eventually(lambda: all("before the theft" in node.texts() for node in nodes), "all have the message")
    eventually(lambda: "friend" in members(anna), "anna knows the friend")
    # An open invitation of another member, with which the laptop could come back.
    link = friend.invitation(uses="3")
    # The thief has the data folder and its key, on a machine of their own.
    laptop.kill()
    shutil.copytree(laptop.data, tmp_path / "stolen", ignore=shutil.ignore_patterns("admin.sock"))

    # Of those whom it has invited, one stays.
    assert "friend" in members(anna, "remove", "laptop", "--dry-run", "--all")
    members(anna, "remove", "laptop", "--stay", "friend")
    eventually(lambda: "Removed:" in members(friend), "the friend hears of the removal")
    thief = Node(anna.program, tmp_path / "thief", "laptop")
    thief.data = tmp_path / "stolen"
    thief.options = ["--peer-listen", f"127.0.0.1:{free_port()}"]
    try:
        thief.start()
        # A node with a copied folder asks before it goes on.
        members(thief, "resume", "anna")
        anna.post("after the theft")
        eventually(lambda: "after the theft" in friend.texts(), "the others go on")
        eventually(lambda: "removed this node" in members(thief), "the thief is told")
        thief.post("by the thief")
        status, answer = thief.command("join", link=link, carry="yes")
        assert status != 200, answer
        # A new machine gets everything from the group.
        new = listening(start_node, "new laptop")
        join(new, friend)
        eventually(lambda: {"before the theft", "after the theft"} <= set(new.texts()), "the new machine has all messages")
        assert "after the theft" not in thief.texts()
        for node in [anna, friend, new]:
            assert "by the thief" not in node.texts()
    finally:
        thief.kill()
