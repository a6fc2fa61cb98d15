"""Introductions: nodes that the test plays show chains of admissions to a real node, also forged and cut ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import base64url
from conftest import StartNode
from link import LinkKey
from make_pages import root
from make_vectors import Draft, Writer, element, erasable, group_text, kept, public_key
from message import Message, group_of
from node import Node
from page import read_page
from test_pairing import invite, log, pair, start

PLACES = "127.0.0.1:9"


class Member:
    """A node that the test plays: its key for links, and what it signs."""

    def __init__(self, folder: Path, name: str, group: bytes) -> None:
        seed = os.urandom(32)
        self.name, self.link = name, LinkKey(folder, name, seed)
        self.origin, self._seed, self._group = public_key(seed), seed, group

    def message(self, stamp: int = 1 << 40, **values: Draft) -> Message:
        writer = Writer(self.name, seed=self._seed, group=self._group, stamp=stamp, nonce=os.urandom(8))
        fields: Mapping[str, Draft] = {"user": kept(self.name), **values}
        return writer.message(fields)

    def admits(self, key: bytes, under: Message | None) -> Message:
        below = {"under": kept(base64url.encode(under.digest))} if under else {}
        return self.message(admits=kept(base64url.encode(key)), **below)


class Group:
    """A real node, which has founded the group, and Ben, whom it has invited."""

    def __init__(self, start_node: StartNode, folder: Path) -> None:
        self.folder = folder
        self.node, self.port = start(start_node, "founder")
        self.id = group_of(base64url.decode(self.node.public_key, 32) or b"")
        self.ben = self.member("ben")
        status, answer = pair(self.ben.link, self.port, **invite(self.node), name="ben", places=PLACES)
        assert status == 200, answer
        admissions = [entry.message for entry in read_page(answer.encode()).entries if entry.message]
        [self.of_ben] = [message for message in admissions if "admits" in message.fields]

    def member(self, name: str) -> Member:
        return Member(self.folder, name, self.id)

    def introduce(self, member: Member, *messages: Message) -> tuple[int, str]:
        group = group_text(self.id)
        head = root([message.digest for message in messages], group=group, instance="A" * 22)
        entries = [element(message, self.id, id=str(number)) for number, message in enumerate(messages, 1)]
        return pair(member.link, self.port, chain="\n".join([head, *entries, "</chat>\n"]))

    def peers(self) -> dict[str, str]:
        """The addresses of the node's peers by their keys."""
        return {peer.get("node", ""): peer.get("address", "") for peer in self.node.status().iter("peer")}


@pytest.fixture
def group(start_node: StartNode, tmp_path: Path) -> Group:
    return Group(start_node, tmp_path)


def count(node: Node) -> str | None:
    store = node.status().find("store")
    assert store is not None
    return store.get("messages")


def test_a_member_that_shows_its_chain_is_admitted(group: Group) -> None:
    eva = group.member("eva")
    assert log(eva.link, group.port) == 403
    status, answer = group.introduce(eva, group.of_ben, group.ben.admits(eva.origin, group.of_ben))
    assert (status, len(read_page(answer.encode()).entries)) == (200, 0)
    assert log(eva.link, group.port) == 200


def test_forged_cut_and_mixed_chains_admit_nobody_and_are_not_stored(group: Group) -> None:
    eva, dora, mallory = (group.member(name) for name in ("eva", "dora", "mallory"))
    of_eva = group.ben.admits(eva.origin, group.of_ben)
    of_dora = eva.admits(dora.origin, of_eva)
    own = mallory.admits(mallory.origin, group.of_ben)
    other_group = Member(group.folder, "other", bytes(15) + b"\1")
    before = count(group.node)
    chains = {
        "nothing": [],
        "the admission of another key": [group.of_ben, of_eva],
        "without the admission above": [mallory.admits(mallory.origin, None)],
        "below an admission of another key": [group.of_ben, own],
        "without the middle": [group.of_ben, of_dora, dora.admits(mallory.origin, of_dora)],
        "by a member below the admission of another one": [
            group.of_ben,
            of_eva,
            eva.admits(mallory.origin, group.of_ben),
        ],
        "with the signature of another message": [
            group.of_ben,
            replace(group.ben.admits(mallory.origin, group.of_ben), signature=of_eva.signature),
        ],
        "with another founder": [
            replace(group.of_ben, origin=mallory.origin),
            group.ben.admits(mallory.origin, group.of_ben),
        ],
        "of another group": [group.of_ben, other_group.admits(mallory.origin, group.of_ben)],
        "its own circle": [own, mallory.admits(mallory.origin, own)],
        "seventeen deep": deep_chain(group, mallory, 17),
    }
    for name, chain in chains.items():
        status, answer = group.introduce(mallory, *chain)
        assert (status, 'code="not-introduced"' in answer) == (403, True), f"{name}: {answer}"
        assert log(mallory.link, group.port) == 403, name
    assert count(group.node) == before
    # One less is a chain.
    assert group.introduce(mallory, *deep_chain(group, mallory, 16))[0] == 200


def deep_chain(group: Group, last: Member, depth: int) -> list[Message]:
    """Returns a chain of so many admissions, from Ben's to that of the last one."""
    chain, author = [group.of_ben], group.ben
    for number in range(depth - 2):
        member = group.member(f"member-{number}")
        chain.append(author.admits(member.origin, chain[-1]))
        author = member
    return [*chain, author.admits(last.origin, chain[-1])]


def test_a_chain_through_a_removed_key_admits_nobody_and_its_node_is_told(group: Group) -> None:
    eva, dora = group.member("eva"), group.member("dora")
    of_eva = group.ben.admits(eva.origin, group.of_ben)
    assert group.introduce(eva, group.of_ben, of_eva)[0] == 200
    assert group.node.command("peer", peer=group.ben.link.public_key, change="remove")[0] == 200
    before = count(group.node)
    for member, chain in [
        (eva, [group.of_ben, of_eva]),
        # The node has never seen this admission.
        (dora, [group.of_ben, of_eva, eva.admits(dora.origin, of_eva)]),
    ]:
        assert log(member.link, group.port) == 403
        status, answer = group.introduce(member, *chain)
        assert status == 200, answer
        [removal] = [entry.message for entry in read_page(answer.encode()).entries if entry.message]
        assert removal.fields["removes"].value == base64url.encode(group.of_ben.digest).encode()
        assert log(member.link, group.port) == 403
    assert count(group.node) == before
    # A new admission by the removed one does not help.
    again = group.ben.admits(dora.origin, group.of_ben)
    assert "removes" in group.introduce(dora, group.of_ben, again)[1]
    assert log(dora.link, group.port) == 403


def test_an_address_record_that_is_shown_again_changes_nothing(group: Group) -> None:
    eva = group.member("eva")
    chain = [group.of_ben, group.ben.admits(eva.origin, group.of_ben)]

    def record(number: int, place: str) -> Message:
        return eva.message(stamp=(1 << 40) + number, places=erasable(f"{number} {place}"))

    old, new = record(1, "192.0.2.1:1"), record(2, "192.0.2.2:2")
    # Only the highest one of a page is stored.
    assert group.introduce(eva, *chain, new, old)[0] == 200
    address = group.peers()[eva.link.public_key]
    assert "192.0.2.2:2" in address and "192.0.2.1:1" not in address, address
    before = count(group.node)
    # Somebody else's record says nothing, and the own one nothing after the node is known.
    mallory = group.member("mallory")
    assert group.introduce(mallory, *chain, old)[0] == 403
    assert group.introduce(eva, *chain, record(3, "192.0.2.3:3"), old)[0] == 200
    assert (count(group.node), group.peers()[eva.link.public_key]) == (before, address)
