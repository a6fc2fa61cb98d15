"""What a real node does with a fault in the log of a peer. test_lists and test_node have the other rows of the tables in
docs/nodes.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

import base64url
from conftest import StartNode
from eventually import eventually
from listing_peer import ListingPeer, serving
from make_vectors import attributes, element
from node import PATIENCE, Node
from test_node import read_log

COUNT = 9

#: The entry that is not as it should be.
ODD = 3

Query = dict[str, str]


def covers(query: Query) -> bool:
    """Whether a page for this request has the odd entry."""
    past = int(query.get("past", "0"))
    return "digests" not in query and past < ODD <= past + int(query.get("limit", "50"))


class FaultyPeer(ListingPeer):
    """A log with an odd entry."""

    def __init__(self) -> None:
        super().__init__(COUNT)
        self.odd = base64url.encode(self.messages[ODD - 1].digest)

    def was_asked_for_the_odd_one(self) -> bool:
        return any(self.odd in digests for digests in self.digest_requests)


def wait_until_read(node: Node, peer: FaultyPeer, *, refused: int = 0, exceptions: int = 0) -> None:
    """Waits until the node is in sync with the peer, its only one, with these numbers of messages and of entries."""

    def found() -> tuple[str | None, ...]:
        status = node.status().find("peer")
        return tuple(status.get(name) for name in ("state", "refused", "exceptions")) if status is not None else ()

    eventually(
        lambda: found() == ("in-sync", str(refused), str(exceptions)),
        lambda: f"{found()} {peer.log_requests} {peer.digest_requests} {node.log()}",
        PATIENCE,
    )


def has_all(node: Node, peer: FaultyPeer, *, but: int | None = None) -> bool:
    """Whether the node has stored the messages of the peer, without one."""
    digests = {entry.digest for entry in read_log(node, 1000) if entry.message}
    return {message.digest for id, message in enumerate(peer.messages, 1) if id != but} == digests


# Messages


def test_a_bad_message_is_refused_and_the_others_of_its_page_are_stored(start_node: StartNode) -> None:
    class Peer(FaultyPeer):
        def __init__(self) -> None:
            super().__init__()
            # With another nonce, the signature does not verify.
            self.messages[ODD - 1] = replace(self.messages[ODD - 1], nonce=bytes(8))
            self.odd = base64url.encode(self.messages[ODD - 1].digest)

    with serving(Peer()) as peer:
        node = start_node("laptop", peers=[peer.address])
        wait_until_read(node, peer, refused=1)
        assert has_all(node, peer, but=ODD)
        assert not peer.was_asked_for_the_odd_one()


def test_a_message_with_a_fault_outside_its_signed_form_is_requested_by_its_digest(start_node: StartNode) -> None:
    class Peer(FaultyPeer):
        def whole(self, id: int) -> str:
            return element(self.messages[id - 1], id=str(id), salt="x") if id == ODD else super().whole(id)

    with serving(Peer()) as peer:
        node = start_node("laptop", peers=[peer.address])
        wait_until_read(node, peer)
        assert peer.was_asked_for_the_odd_one()
        assert has_all(node, peer)


# Pages


class MissingMessage(FaultyPeer):
    """Answers with messages whole lack the odd one, so that their marks do not fit."""

    def whole(self, id: int) -> str:
        return "" if id == ODD else super().whole(id)


class MissingEntry(MissingMessage):
    """All answers lack the odd entry, as where a record is damaged and its digest not known."""

    def listed(self, id: int, origin: int) -> str:
        return "" if id == ODD else super().listed(id, origin)


class FailingEntry(MissingEntry):
    """An answer that would have the odd entry alone breaks off."""

    def fails(self, query: Query) -> bool:
        return covers(query) and query.get("limit") == "1"


class FailingPages(FaultyPeer):
    """Answers with the odd message whole break off."""

    def fails(self, query: Query) -> bool:
        return covers(query) and "bodies" not in query


class UnreadablePages(FaultyPeer):
    """Answers with the odd message whole are no XML."""

    def whole(self, id: int) -> str:
        return "<message" if id == ODD else super().whole(id)


@pytest.mark.parametrize("fault", [MissingMessage, UnreadablePages, FailingPages])
def test_a_part_of_the_log_that_is_not_had_whole_is_requested_as_a_list(
    start_node: StartNode, fault: type[FaultyPeer]
) -> None:
    with serving(fault()) as peer:
        node = start_node("laptop", peers=[peer.address])
        wait_until_read(node, peer)
        assert has_all(node, peer)
        assert any(covers(query) and query.get("bodies") == "none" for query in peer.log_requests)


@pytest.mark.parametrize("fault", [MissingEntry, FailingEntry])
def test_an_entry_that_no_list_shows_is_an_exception_and_the_rest_is_stored(
    start_node: StartNode, fault: type[FaultyPeer]
) -> None:
    with serving(fault()) as peer:
        node = start_node("laptop", peers=[peer.address])
        wait_until_read(node, peer, exceptions=1)
        assert has_all(node, peer, but=ODD)


# Entries


@pytest.mark.parametrize("name", ["gone", "damaged"])
def test_the_message_of_an_entry_without_one_is_requested_when_the_log_is_read(
    start_node: StartNode, name: str
) -> None:
    class Peer(FaultyPeer):
        def whole(self, id: int) -> str:
            return self.listed(id, 0) if id == ODD else super().whole(id)

        def listed(self, id: int, origin: int) -> str:
            if id != ODD:
                return super().listed(id, origin)
            return f"<{name}{attributes({'id': str(id), 'digest': self.odd})}/>"

        was_asked_early = False

        def page_for(self, query: Query) -> bytes:
            # Three pages, so that the odd entry is read before the end of the log.
            return super().page_for(query | {"limit": "3"})

        def by_digests(self, digests: list[str]) -> bytes:
            # An assertion here would fail in a thread of the server only.
            if not any(int(query["past"]) >= COUNT - 3 for query in self.log_requests):
                self.was_asked_early = True
            return super().by_digests(digests)

    with serving(Peer()) as peer:
        node = start_node("laptop", peers=[peer.address])
        wait_until_read(node, peer)
        assert peer.was_asked_for_the_odd_one()
        assert not peer.was_asked_early
        assert has_all(node, peer)
