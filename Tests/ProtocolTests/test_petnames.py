"""What the owner of a node calls a person: a user at an origin."""

from __future__ import annotations

import json
import re
import subprocess

from conftest import StartNode
from eventually import eventually
from node import Node
from test_security import join, listening


def members(node: Node, *arguments: str) -> str:
    command = [node.program, "members", *arguments, "--data", node.data]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def petnames(node: Node) -> list[tuple[str | None, ...]]:
    return [tuple(one.get(key) for key in ("node", "user", "name")) for one in node.status().iter("petname")]


def test_a_petname_is_shown_on_this_node_and_in_no_message(start_node: StartNode) -> None:
    anna, ben = listening(start_node, "anna"), listening(start_node, "ben")
    join(ben, anna)
    ben.post("hello", user="ben")
    eventually(lambda: anna.texts() == ["hello"], "the message is there")
    views = ["messages.php?past=0", "messages.php?view=chat&past=0", "messages.php?view=log&limit=10"]

    def pages() -> list[str]:
        return [re.sub(' now="[0-9]+"', "", anna.get(view)) for view in views]

    before = pages()
    line = members(anna, "rename", "ben", "Ben <Miller>", "--user", "ben")
    assert "who writes there as ben is Ben <Miller> here" in line
    members(anna, "rename", "ben", "Mother", "--user", "Mum Miller")
    key = ben.public_key
    both = [(key, "ben", "Ben <Miller>"), (key, "Mum Miller", "Mother")]
    assert petnames(anna) == both and petnames(ben) == []
    assert pages() == before
    assert json.loads(members(anna, "--json"))["petnames"][1] == {"node": key, "user": "Mum Miller", "name": "Mother"}

    # It stays over a kill, and also when the member is removed; then it is taken back.
    anna.kill()
    anna.start()
    assert petnames(anna) == both
    members(anna, "remove", "ben")
    assert "who writes there as Mum Miller is Mother here" in members(anna)
    members(anna, "rename", "ben", "--user", "ben")
    members(anna, "rename", "ben", "Mum", "--user", "Mum Miller")
    assert petnames(anna) == [(key, "Mum Miller", "Mum")]


def test_a_node_keeps_only_so_many_petnames_and_no_bad_one(start_node: StartNode) -> None:
    node = start_node("anna")
    key = node.public_key
    for number in range(256):
        node.request("peer", change="rename", peer=key, user=f"user {number}", name="x" * 64)
    status, answer = node.command("peer", change="rename", peer=key, user="one more", name="x")
    assert status == 400 and "as many names as it can" in answer
    for user, name in [("x" * 65, "x"), ("x", "x" * 65), ("x\n", "x"), ("x", "x\x01")]:
        assert node.command("peer", change="rename", peer=key, user=user, name=name)[0] == 400
    assert len(petnames(node)) == 256
    node.request("peer", change="rename", peer=key, user="user 7")
    node.request("peer", change="rename", peer=key, user="one more", name="x")
    assert petnames(node)[-1] == (key, "one more", "x")
