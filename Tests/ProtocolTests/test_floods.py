"""What one member can make the others store: real nodes that take in 1 MiB of a member in a day."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import StartNode
from eventually import eventually
from node import Node

from test_pairing import start

#: The largest text, so that a message costs about 16.3 KiB of a member's bytes.
TEXT = "x" * 16 * 1024
#: How many of these are taken in. An account may be overdrawn by one message.
TAKEN = 64
FLOOD = 150


class Group:
    """Anna has founded the group, and has invited Ben and Mallory."""

    def __init__(self, start_node: StartNode) -> None:
        self.anna, self.ben, self.mallory = (
            start_node(name, "--peer-listen", "127.0.0.1:0", "--member-bytes", "1MiB") for name in ("anna", "ben", "mallory")
        )
        for node in (self.ben, self.mallory):
            node.request("join", link=self.anna.invitation())

    def flood(self) -> None:
        def post(number: int) -> None:
            self.mallory.post(f"{number} {TEXT}"[: len(TEXT)], user="mallory")

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(post, range(FLOOD)))


@pytest.fixture
def group(start_node: StartNode) -> Group:
    return Group(start_node)


def count(node: Node, user: str) -> int:
    return len([message for message in node.messages() if message.user == user and message.text])


def waiting(node: Node, member: Node) -> int:
    """The messages of a member that wait at a node."""
    [peer] = [peer for peer in node.status().iter("peer") if peer.get("node") == member.public_key]
    return int(peer.get("waiting", "0"))


def test_a_flood_waits_and_nobody_waits_behind_it(group: Group) -> None:
    group.flood()
    for node in (group.anna, group.ben):
        eventually(lambda node=node: waiting(node, group.mallory) >= FLOOD - TAKEN - 1, "The flood waits.")
        assert TAKEN - 1 <= count(node, "mallory") <= TAKEN + 1
    began = time.monotonic()
    group.ben.post("hello", user="ben")
    eventually(lambda: count(group.anna, "ben") == 1, "Ben's message comes.")
    assert time.monotonic() - began < 5
    [peer] = [peer for peer in group.anna.status().iter("peer") if peer.get("node") == group.mallory.public_key]
    # Neither is anything refused, nor does Mallory's node believe that the others have it.
    assert (peer.get("refused"), peer.get("exceptions")) == ("0", "0")
    [anna] = [peer for peer in group.mallory.status().iter("peer") if peer.get("node") == group.anna.public_key]
    assert int(anna.get("unconfirmed", "0")) >= FLOOD - TAKEN - 1
    assert group.anna.log().count("has written more than this node takes in") == 1

    # What waits comes when a person lets it in, and after a restart, when all accounts are full.
    assert group.anna.command("peer", peer=group.mallory.public_key, change="let-in")[0] == 200
    eventually(lambda: count(group.anna, "mallory") >= 2 * TAKEN - 2, "Twice as much is stored.")
    assert count(group.anna, "mallory") <= 2 * TAKEN + 2
    group.ben.kill()
    group.ben.start()
    eventually(lambda: count(group.ben, "mallory") >= 2 * TAKEN - 2, "Twice as much is stored.")
    for node in (group.anna, group.ben):
        assert node.command("peer", peer=group.mallory.public_key, change="let-in")[0] == 200
        eventually(lambda node=node: count(node, "mallory") == FLOOD, "All is stored.")
        eventually(lambda node=node: waiting(node, group.mallory) == 0, "Nothing waits.")


def test_a_new_member_gets_the_whole_history_at_once(start_node: StartNode) -> None:
    options = ("--peer-listen", "127.0.0.1:0", "--member-bytes", "1MiB")
    anna, ben = start_node("anna", *options), start_node("ben", *options)
    for number in range(FLOOD):
        anna.post(f"{number} {TEXT}"[: len(TEXT)], user="anna")
    ben.request("join", link=anna.invitation())
    eventually(lambda: count(ben, "anna") == FLOOD, "All is stored.")
    # What Anna writes from then on counts.
    for number in range(FLOOD):
        anna.post(f"{number} {TEXT}"[: len(TEXT)], user="anna")
    eventually(lambda: waiting(ben, anna) >= FLOOD - TAKEN - 1, "The rest waits.")
    assert count(ben, "anna") <= FLOOD + TAKEN + 1


def test_the_removal_of_a_flooding_member_comes_at_once(group: Group) -> None:
    group.flood()
    eventually(lambda: waiting(group.ben, group.mallory) > 0, "The flood waits.")
    assert group.anna.command("peer", peer=group.mallory.public_key, change="remove")[0] == 200
    eventually(
        lambda: group.mallory.public_key in [removed.get("node") for removed in group.ben.status().iter("removed")],
        "Ben knows.",
    )
