"""One person with several nodes: members that name each other as the same."""

from __future__ import annotations

import subprocess

from conftest import StartNode
from eventually import eventually
from node import Node
from test_security import join, listening


def same(node: Node, name: str, *options: str) -> str:
    return subprocess.run(
        [node.program, "same", name, *options, "--data", node.data], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def persons(node: Node) -> dict[str, str | None]:
    """Returns the person of each member, by the names of the nodes."""
    status = node.status()
    members = [status, *status.iter("peer")]
    return {member.get("name", ""): member.get("person") for member in members}


def claims(node: Node) -> dict[str, str | None]:
    return {peer.get("name", ""): peer.get("same") for peer in node.status().iter("peer")}


def test_members_that_name_each_other_are_one_person_for_everybody(start_node: StartNode) -> None:
    anna, laptop, desktop, phone = (listening(start_node, name) for name in ["anna", "laptop", "desktop", "phone"])
    for node in (laptop, desktop, phone):
        join(node, anna)
    nodes = [anna, laptop, desktop, phone]
    eventually(lambda: all(len(persons(node)) == 4 and "" not in persons(node) for node in nodes), "all know all")

    # What one side says counts for nothing, and the other side is asked.
    assert "it has to say so, too" in same(laptop, "desktop")
    eventually(lambda: claims(desktop)["laptop"] == "there", "the desktop is asked")
    assert all(set(persons(node).values()) == {None} for node in nodes)
    assert "the same person as this node" in same(desktop, "laptop")

    def are_one(*names: str) -> bool:
        """Whether these members are one person at each node, and the others are none."""
        shown = [persons(node) for node in nodes]
        groups = [{person[name] for name in names} for person in shown]
        others = [{person[name] for name in person if name not in names} for person in shown]
        return all(len(group) == 1 and None not in group for group in groups) and all(o <= {None} for o in others)

    eventually(lambda: are_one("laptop", "desktop"), "two are one person for everybody")
    # A third one joins by the second.
    same(phone, "desktop")
    same(desktop, "phone")
    eventually(lambda: are_one("laptop", "desktop", "phone"), "three are one person by a chain")
    shown = subprocess.run(
        [anna.program, "members", "--data", anna.data], capture_output=True, text=True, check=True
    ).stdout
    assert "the same person as desktop, phone" in shown, shown

    # An address that changes keeps it. One side ends it for all.
    assert anna.command("peer", peer=anna.status().get("node", ""), change="same")[0] == 404
    same(desktop, "laptop", "--not")
    eventually(lambda: are_one("desktop", "phone"), "the laptop is a person of its own")
    # A removed member is none any more.
    subprocess.run([anna.program, "members", "remove", "phone", "--data", anna.data], check=True, timeout=60)
    for node in (anna, laptop, desktop):
        eventually(lambda node=node: set(persons(node).values()) == {None}, f"{node.name} knows no persons")
