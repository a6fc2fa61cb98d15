"""Logs as lists of digests: the reader and the writer of this implementation, and a real node."""

from __future__ import annotations

import hashlib
import itertools
import urllib.parse

import pytest

import base64url
from conftest import StartNode
from eventually import eventually
from link import Link, LinkKey
from listing_peer import ListingPeer, serving
from log_reader import LogReader, Transport, over_http
from make_pages import INSTANCE, NODE
from message import NO_GROUP, NO_MARK, group_of
from node import PATIENCE, Node, free_port
from page import Page, read_page
from peers import page, peers
from test_links import start as start_linked
from test_links import wait_until_listening
from test_node import POSTS, messages, post, read_log, wait_for_high
from test_pairing import invite, pair


def requested(node: Node, method: str = "GET", /, **parameters: str) -> Page:
    status, body = over_http(node.url)(method, {"view": "log", **parameters})
    assert status == 200, body
    return read_page(body)


def is_refused(node: Node, method: str = "GET", /, **parameters: str) -> bool:
    status, body = over_http(node.url)(method, {"view": "log", **parameters})
    return status == 400 and b'code="bad-parameter"' in body


def digests_of(*digests: bytes) -> str:
    return ",".join(map(base64url.encode, digests))


UNKNOWN = hashlib.sha256(b"unknown").digest()


# This implementation alone


def transport_to(peer: ListingPeer) -> Transport:
    def request(method: str, parameters: dict[str, str]) -> tuple[int, bytes]:
        return 200, peer.page_for(parameters)

    return request


def test_a_reader_reads_what_the_writer_lists() -> None:
    peer = ListingPeer(25)
    reader = LogReader(transport_to(peer))
    while reader.read_list(limit=4):
        pass
    assert list(reader.named.values()) == [message.digest for message in peer.messages]
    assert reader.messages == {}
    while reader.wanted:
        reader.request_wanted(10)
    assert [reader.messages[digest] for digest in reader.named.values()] == peer.messages


def test_a_list_without_an_entry_is_not_proven() -> None:
    content = ListingPeer(5).page_for({"past": "0", "bodies": "none"}).decode()
    assert read_page(content.encode()).is_proven(0)
    listed = [line for line in content.splitlines() if line.startswith("<listed")]
    assert len(listed) == 5
    for line in listed:
        assert not read_page(content.replace(line + "\n", "").encode()).is_proven(0)


# A node serves lists


@pytest.fixture
def two_origins(start_node: StartNode, key: LinkKey) -> Node:
    """A node of a group that has messages of another node and its own."""
    first = start_node("laptop")
    for parameters in POSTS:
        post(first, parameters)
    port = free_port()
    second = start_node("phone", "--peer-listen", f"127.0.0.1:{port}", peers=[first.url])
    wait_for_high(second, len(POSTS))
    wait_until_listening(port)
    assert pair(key, port, **invite(second, group="1"))[0] == 200
    # It admits the key, and says where it can be reached.
    wait_for_high(second, len(POSTS) + 2)
    for parameters in POSTS[:3]:
        post(second, parameters)
    return second


@pytest.mark.parametrize("bodies", ["all", "own", "none"])
@pytest.mark.parametrize("limit", [1, 4, 1000])
def test_a_page_has_the_bodies_that_were_requested(two_origins: Node, bodies: str, limit: int) -> None:
    whole = read_log(two_origins, 1000)
    entries = read_log(two_origins, limit, bodies)
    assert [(entry.id, entry.digest) for entry in entries] == [(entry.id, entry.digest) for entry in whole]
    own = base64url.decode(two_origins.public_key, 32)
    for entry, other in zip(entries, whole, strict=True):
        message = other.message
        assert message
        if bodies == "all" or (bodies == "own" and message.origin == own):
            assert entry.message == message
            continue
        assert entry.kind == "listed" and entry.message is None and entry.listed
        assert entry.listed.origin == message.origin
        assert entry.listed.group == message.group
        assert entry.listed.group == (group_of(own) if message.origin == own else NO_GROUP)
        assert not entry.listed.lacks_values


def test_a_page_names_each_origin_once(two_origins: Node) -> None:
    content = two_origins.get("messages.php?view=log&bodies=none&limit=10000")
    assert content.count("<origin ") == 2
    assert content.count("<listed ") == len(POSTS) + 2 + 3


def test_lists_are_longer_than_pages_of_messages(start_node: StartNode) -> None:
    node = start_node("laptop")
    post(node, POSTS[0])
    for bodies, longest in [("all", 1000), ("own", 10_000), ("none", 10_000)]:
        requested(node, bodies=bodies, limit=str(longest))
        assert is_refused(node, bodies=bodies, limit=str(longest + 1))
    assert is_refused(node, bodies="some")
    assert is_refused(node, bodies="All")


def test_a_page_has_at_most_1000_whole_messages(start_node: StartNode) -> None:
    node = start_node("laptop")
    node.seed([str(number) for number in range(1100)])
    entries = requested(node, bodies="own", limit="10000").entries
    assert len(entries) == 1000
    assert len(requested(node, bodies="none", limit="10000").entries) == 1100


# Positions


def test_only_a_settled_position_is_confirmed(start_node: StartNode) -> None:
    with peers([page([], base64url.encode(NO_MARK), end=0, low="0")]) as addresses:
        node = start_node("laptop", peers=addresses)
        for parameters in POSTS[:3]:
            post(node, parameters)
        reader = LogReader(over_http(node.url))
        positions = [(0, "")]
        while reader.read_list(limit=1):
            positions.append((reader.past, base64url.encode(reader.mark)))

        def peer(attribute: str) -> str | None:
            found = node.status().find("peer")
            assert found is not None
            return found.get(attribute)

        eventually(lambda: peer("node") == NODE, lambda: str(node.get("status.xml")), PATIENCE)
        me = {"node": NODE, "instance": INSTANCE}
        last, last_mark = positions[3]
        requested(node, past=str(last), mark=last_mark, **me)
        requested(node, have=f"{last}:{last_mark}", **me)
        eventually(lambda: peer("last-request") is not None, lambda: node.get("status.xml"), PATIENCE)
        assert peer("confirmed") is None
        # The mark of another entry, and a position without the node's name.
        requested(node, past="0", settled=f"3:{positions[2][1]}", **me)
        requested(node, past="0", settled=f"2:{positions[2][1]}")
        assert peer("confirmed") is None
        requested(node, past=str(last), mark=last_mark, settled=f"2:{positions[2][1]}", lacks="1", **me)
        eventually(lambda: peer("confirmed") == "2", lambda: node.get("status.xml"), PATIENCE)
        # The last message, and the one that the peer says that it lacks.
        assert peer("unconfirmed") == "2"
        requested(node, past="0", settled=f"3:{last_mark}", **me)
        eventually(lambda: peer("confirmed") == "3", lambda: node.get("status.xml"), PATIENCE)


def test_malformed_positions_and_ids_are_refused(start_node: StartNode) -> None:
    node = start_node("laptop")
    mark = base64url.encode(NO_MARK)
    for settled in ["1", f"0:{mark}", "1:AAAA", f"1:{mark}=", f"-1:{mark}", f"2:{mark},1:{mark}", f"{2**53 + 1}:{mark}"]:
        assert is_refused(node, settled=settled), settled
    sixteen = ",".join(str(id) for id in range(1, 17))
    for lacks in ["x", "1,", ",1", "1,1", "2,1", "-1", "1 ,2", sixteen + ",17"]:
        assert is_refused(node, lacks=lacks), lacks
    requested(node, settled=f"9:{mark}", lacks=sixteen)
    requested(node, settled="", lacks="")


# Messages by digests


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_messages_are_found_by_their_digests(start_node: StartNode, method: str) -> None:
    node = start_node("laptop")
    for parameters in POSTS:
        post(node, parameters)
    whole = read_log(node, 1000)
    chosen = [whole[number] for number in (7, 2, 5)]
    digests = [entry.digest for entry in chosen if entry.digest]
    answer = requested(node, method, digests=digests_of(digests[0], UNKNOWN, *digests[1:]))
    assert answer.entries == sorted(chosen, key=lambda entry: entry.id)
    assert answer.head.done == 4
    assert (answer.head.next, answer.head.high) == (len(POSTS), len(POSTS))
    assert messages(answer.entries)
    nothing = requested(node, method, digests=digests_of(UNKNOWN))
    assert (nothing.entries, nothing.head.done) == ([], 1)
    assert requested(node, method).head.done is None


def test_a_request_has_at_most_1000_digests(start_node: StartNode) -> None:
    node = start_node("laptop")
    digests = [hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(1001)]
    assert requested(node, "POST", digests=digests_of(*digests[:1000])).head.done == 1000
    assert is_refused(node, "POST", digests=digests_of(*digests))
    assert is_refused(node, "POST", digests=digests_of(UNKNOWN, UNKNOWN))
    assert is_refused(node, "POST", digests="AAAA")
    for name, value in [("past", "0"), ("mark", "A" * 22), ("have", f"1:{'A' * 22}"), ("limit", "5")]:
        assert is_refused(node, "POST", digests=digests_of(UNKNOWN), **{name: value}), name
    for name, value in [("wait", "1"), ("bodies", "all"), ("bodies", "none")]:
        assert is_refused(node, "POST", digests=digests_of(UNKNOWN), **{name: value}), name


def test_a_large_answer_says_how_many_digests_were_looked_up(start_node: StartNode) -> None:
    node = start_node("laptop")
    node.seed(["&" * 16_000 + str(number) for number in range(60)])
    reader = LogReader(over_http(node.url))
    while reader.read_list(limit=1000):
        pass
    assert len(reader.wanted) == 60
    sizes = []
    while reader.wanted:
        answer = reader.request_wanted()
        sizes.append(len(answer.entries))
        assert answer.head.done == len(answer.entries)
    # 640 KiB are 41 messages of 16,000 bytes.
    assert len(sizes) == 2 and 40 <= sizes[0] <= 42
    assert list(reader.named.values()) == [entry.digest for entry in read_log(node, 1000)]


# Over a link


def over_link(link: Link) -> Transport:
    def request(method: str, parameters: dict[str, str]) -> tuple[int, bytes]:
        form = urllib.parse.urlencode(parameters)
        if method == "GET":
            return link.get(f"/messages.php?{form}")
        return link.post("/messages.php", form)

    return request


def test_a_log_is_read_over_a_link(start_node: StartNode, key: LinkKey) -> None:
    node, port = start_linked(start_node, key)
    for parameters in POSTS:
        post(node, parameters)
    with Link(key, port) as link:
        reader = LogReader(over_link(link))
        while reader.read_list(limit=4):
            pass
        while reader.wanted:
            reader.request_wanted(3)
        assert [reader.messages[digest] for digest in reader.named.values()] == messages(read_log(node, 1000))
        for form in ["", "view=chat", "past=0"]:
            status, body = link.post("/messages.php", form)
            assert status == 404 and b'code="not-found"' in body


# A node reads lists


def test_a_node_requests_the_messages_that_a_peer_lists(start_node: StartNode) -> None:
    with serving(ListingPeer(40)) as peer:
        # A node with messages reads the log of a new peer as a list.
        node = start_node("laptop")
        post(node, POSTS[0])
        node.stop()
        node.peers = [peer.address]
        node.start()
        wait_for_high(node, 41)
        stored = messages(read_log(node, 1000))
        digests = {message.digest for message in peer.messages}
        assert digests < {message.digest for message in stored}
        # At the end of the log, it may request whole messages: those that it got by their digests were new.
        lists = [request for request in peer.log_requests if request["past"] != "40"]
        assert lists and all(request["bodies"] in ("own", "none") for request in lists)
        named = set(itertools.chain(*peer.digest_requests))
        assert named == set(map(base64url.encode, digests))

        def settled() -> str:
            return peer.log_requests[-1].get("settled", "")

        eventually(lambda: settled().startswith("40:"), lambda: str(peer.log_requests), PATIENCE)


def test_a_new_node_requests_whole_messages(start_node: StartNode) -> None:
    with serving(ListingPeer(40)) as peer:
        node = start_node("laptop", peers=[peer.address])
        wait_for_high(node, 40)
        assert messages(read_log(node, 1000)) == peer.messages
        assert peer.digest_requests == []
