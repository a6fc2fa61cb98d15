"""A member whose messages another one hides: real nodes and the program's commands."""

from __future__ import annotations

import subprocess
from xml.etree import ElementTree

from conftest import StartNode
from eventually import eventually
from link import LinkKey
from node import Node

TEXTS = ["the first text", "the second text", "the third text"]


def group(start_node: StartNode, *names: str) -> list[Node]:
    """Starts nodes of which the first has invited the others."""
    first, *others = nodes = [start_node(name, "--peer-listen", "127.0.0.1:0") for name in names]
    for node in others:
        node.request("join", link=first.invitation())
    return nodes


def tidings(node: Node, *arguments: str) -> str:
    """Returns what `tidings members` prints."""
    command = [str(node.program), "members", arguments[0], "--data", str(node.data), *arguments[1:]]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def texts(node: Node) -> list[str]:
    """Returns the texts of the main room, sorted: the nodes get them in different orders."""
    return sorted(node.texts())


def hidden(node: Node, member: str) -> str | None:
    [found] = [one for one in node.status() if one.get("node") == member]
    return found.get("hidden")


def rooms(node: Node) -> list[str]:
    return sorted(room.get("name", "") for room in ElementTree.fromstring(node.get("rooms.xml")).iter("room"))


def test_a_hidden_member_is_not_shown_here_and_others_get_its_messages_from_here(start_node: StartNode) -> None:
    anna, ben, mallory = group(start_node, "anna", "ben", "mallory")
    for text in TEXTS:
        mallory.post(text, user="mallory")
    mallory.post("spam", user="mallory", room="spam")
    anna.post("hello", user="anna")
    for node in (anna, ben):
        eventually(lambda node=node: texts(node) == sorted([*TEXTS, "hello", "spam"]), "All is stored.")
    key = mallory.public_key
    assert "its messages are hidden here" in tidings(anna, "hide", "mallory")
    assert (anna.texts(), rooms(anna), hidden(anna, key)) == (["hello"], [""], "yes")
    mallory.post("the last text", user="mallory")
    eventually(lambda: "the last text" in ben.texts(), "Ben has all.")
    all = sorted([*TEXTS, "hello", "spam", "the last text"])
    assert (texts(ben), hidden(ben, key)) == (all, None)

    # Anna's node alone gives them to a new member.
    for node in (ben, mallory):
        node.stop()
    cara = start_node("cara", "--peer-listen", "127.0.0.1:0")
    cara.request("join", link=anna.invitation())
    eventually(lambda: texts(cara) == all, "Cara has all.")
    anna.kill()
    anna.start()
    assert (anna.texts(), hidden(anna, key)) == (["hello"], "yes")
    tidings(anna, "unhide", "mallory")
    assert (texts(anna), hidden(anna, key)) == (all, None)
    assert rooms(anna) == ["", "spam"]


def test_dropped_values_come_from_other_members_only(start_node: StartNode) -> None:
    anna, ben, mallory = group(start_node, "anna", "ben", "mallory")
    for text in TEXTS:
        mallory.post(text, user="mallory")
    for node in (anna, ben):
        eventually(lambda node=node: texts(node) == sorted(TEXTS), "All is stored.")
    assert "hidden and dropped here" in tidings(anna, "hide", "mallory", "--drop")
    mallory.post("the last text", user="mallory")
    eventually(lambda: "the last text" in ben.texts(), "Ben has all.")
    log = f"messages.php?view=log&limit=500&node={ben.public_key}"
    eventually(lambda: not any(text in anna.get(log) for text in (*TEXTS, "the last text")), "The values are erased.")
    for node in (ben, mallory):
        node.stop()
    cara = start_node("cara", "--peer-listen", "127.0.0.1:0")
    cara.request("join", link=anna.invitation())
    eventually(lambda: cara.status().find("store").get("messages") == anna.status().find("store").get("messages"), "Cara has the proofs.")
    assert cara.texts() == []
    ben.start()
    eventually(lambda: texts(cara) == sorted([*TEXTS, "the last text"]), "Ben gives the values.", 60)
    assert anna.texts() == []
    # What is dropped stays so.
    tidings(anna, "unhide", "mallory")
    assert anna.texts() == []


def test_only_a_member_can_be_hidden(start_node: StartNode, key: LinkKey) -> None:
    anna, ben = group(start_node, "anna", "ben")
    for unknown in (anna.public_key, key.public_key):
        status, answer = anna.command("peer", peer=unknown, change="hide")
        assert (status, "peer-unknown" in answer) == (404, True), answer
    assert anna.command("peer", peer=ben.public_key, change="hide", drop="yes")[0] == 200
    assert hidden(anna, ben.public_key) == "dropped"
