"""A real node: its log, and what it does with each vector."""

from __future__ import annotations

import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import base64url
import vectors
from conftest import StartNode, started_nodes
from eventually import eventually
from link import LinkKey
from make_vectors import FOUNDER, GROUP, JACK
from message import NO_GROUP, NO_MARK, Message, group_of
from node import PATIENCE, Node, free_port
from page import Entry, read_page
from peers import LAST, page, page_with, peers
from test_links import wait_until_listening
from test_pairing import start
from test_turned_links import join
from vectors import GOOD, PAGES, VECTORS, Vector, page_content

#: Parameters of add.php. The node's own name becomes the field device.
POSTS: list[dict[str, str]] = [
    {"user": "jack", "message": "This is a test"},
    {"user": "Zoë", "message": "one\r\ntwo\nthree\rfour\tfive"},
    {"user": "👍" * 64, "message": "𝔘nicode: é e\u0301 \ufeff \u2028 \u0085 \x7f \U0010ffff"},
    {"user": "jack", "message": "<b>&amp;</b> \"'> ]]>", "room": "kitchen"},
    {"user": "jack", "message": " \n ", "room": 'a < b & "c"'},
    {"user": "jack", "message": "late", "written": "1294219800000"},
    {"user": "jack", "message": "with a place", "field.x-place": "here", "field.x-n": "\r\n"},
    {"user": "jack", "field.x-only": "no text"},
    {"user": "jack", "message": "t" * 16384, "field.x-long": "v" * 4000},
    {"user": "j", "message": "m"} | {f"field.x-{number}": "1" for number in range(29)},
]


def start_founder(start_node: StartNode, seed: bytes, key: LinkKey) -> Node:
    """Starts a node with this private key, and pairs a member with it."""
    port = free_port()
    node = start_node("laptop", "--peer-listen", f"127.0.0.1:{port}", start=False)
    node.data.mkdir(parents=True, mode=0o700)
    (node.data / "node.key").write_text(base64url.encode(seed) + "\n")
    (node.data / "ids-below-1.lifetime-0").touch()
    node.start()
    wait_until_listening(port)
    join(node, key, port)
    return node


def post(node: Node, parameters: dict[str, str]) -> None:
    body = urllib.parse.urlencode(parameters).encode()
    with urllib.request.urlopen(node.url + "add.php", data=body, timeout=PATIENCE) as answer:
        assert answer.read() == b"<success />\n"


def read_log(node: Node, limit: int, bodies: str = "all") -> list[Entry]:
    """Returns all entries of a log. Checks that each page is proven from the position before it."""
    entries: list[Entry] = []
    past, mark = 0, NO_MARK
    while True:
        address = f"messages.php?view=log&past={past}&mark={base64url.encode(mark)}&limit={limit}&bodies={bodies}"
        page = read_page(node.get(address).encode())
        assert page.is_proven(past, mark)
        assert base64url.encode(page.head.node) == node.public_key
        assert page.head.name == node.name
        if not page.entries:
            assert (page.head.next, page.head.mark) == (past, mark)
            assert page.head.high == past
            return entries
        assert len(page.entries) <= limit
        entries += page.entries
        past, mark = page.head.next, page.head.mark


def messages(entries: list[Entry]) -> list[Message]:
    """Returns the messages of a log that has only good messages."""
    found = [entry.message for entry in entries]
    assert None not in found, [str(entry.refusal) for entry in entries if entry.refusal]
    return [message for message in found if message]


def expected_values(parameters: dict[str, str], device: str) -> dict[str, tuple[int, bytes]]:
    """Returns the kind and the value of each field of a posted message."""
    values = {"device": (0, device)}
    for name, value in parameters.items():
        if name == "message":
            values["text"] = (1, value)
        elif name.startswith("field."):
            values[name.removeprefix("field.")] = (1, value)
        else:
            values[name] = (0, value)
    return {name: (kind, value.encode()) for name, (kind, value) in values.items()}


def test_a_node_signs_what_was_posted(start_node: StartNode) -> None:
    node = start_node("Büro")
    for parameters in POSTS:
        post(node, parameters)
    entries = read_log(node, limit=3)

    assert [entry.id for entry in entries] == list(range(1, len(POSTS) + 1))
    for message, parameters in zip(messages(entries), POSTS, strict=True):
        assert base64url.encode(message.origin) == node.public_key
        found = {name: (value.kind, value.value) for name, value in message.fields.items()}
        assert found == expected_values(parameters, "Büro")

    found_messages = messages(entries)
    stamps = [message.stamp for message in found_messages]
    assert stamps == sorted(set(stamps))
    assert len({message.nonce for message in found_messages}) == len(POSTS)
    assert len({message.salt for message in found_messages}) == len(POSTS)
    assert read_log(node, limit=1000) == entries


def test_clients_see_the_same_digests_and_marks(start_node: StartNode) -> None:
    node = start_node("laptop")
    for parameters in POSTS:
        post(node, parameters)
    entries = read_log(node, limit=1000)
    page = ElementTree.fromstring(node.get("messages.php?view=chat&rooms=all&limit=1000"))
    shown = {element.get("id"): element.get("digest") for element in page}
    assert shown == {str(entry.id): base64url.encode(entry.digest or b"") for entry in entries}
    log = read_page(node.get("messages.php?view=log&limit=1000").encode())
    assert page.get("mark") == base64url.encode(log.head.mark)


def test_a_second_node_passes_on_the_same_messages(start_node: StartNode) -> None:
    first = start_node("laptop")
    for parameters in POSTS:
        post(first, parameters)
    second = start_node("phone", peers=[first.url])
    wait_for_high(second, len(POSTS))
    assert read_log(second, limit=4) == read_log(first, limit=3)


def high(node: Node) -> int:
    store = ElementTree.fromstring(node.get("status.xml")).find("store")
    assert store is not None
    return int(store.get("high", ""))


def wait_for_high(node: Node, expected: int) -> None:
    eventually(lambda: high(node) == expected, f"the highest id is {expected}", PATIENCE)


#: A node waits for a minute before it gives up a message that a peer names and does not have. A bad page costs about twenty
#: requests, down to lists of one entry, and all peers of a test share the machine with the node.
JUDGING_S = 60 + 8 * PATIENCE


def expected(vector: Vector, content: bytes) -> tuple[str, int, int]:
    """Returns what a node shows of the peer whose log begins with a page."""
    if vector["verdict"] == "no readable root":
        return ("failing", 0, 0)
    if vector["verdict"] == "unreadable page":
        # The part of the log before the last message.
        return ("in-sync", 0, 1)
    page = read_page(content)
    if not page.is_proven(0):
        return ("in-sync", 0, 1)
    refused = sum(1 for entry in page.entries if entry.refusal)
    named = sum(1 for entry in page.entries if entry.kind != "message" and entry.form == 1)
    return ("in-sync", refused, named)


@dataclass(frozen=True)
class Judge:
    """A node, and vectors with which the logs of its peers begin."""

    node: Node
    chosen: list[Vector]
    contents: list[bytes]
    addresses: list[str]


def judged_otherwise(judge: Judge) -> list[str]:
    """Returns the vectors that the node has not judged as stated, or not yet."""
    root = ElementTree.fromstring(judge.node.get("status.xml"))
    found = {
        peer.get("address"): (
            peer.get("state"),
            int(peer.get("refused", "-1")),
            int(peer.get("exceptions", "-1")),
        )
        for peer in root.iter("peer")
    }
    return [
        f"{vector['name']}: {vector['verdict']}, expected {expected(vector, content)}, "
        f"but the node has {found[address]}"
        for vector, content, address in zip(judge.chosen, judge.contents, judge.addresses, strict=True)
        if found[address] != expected(vector, content)
    ]


def wait_until_judged(judge: Judge) -> None:
    def wrong() -> list[str]:
        return judged_otherwise(judge)

    # The status of some hundred peers costs more than all of their pages.
    eventually(lambda: not wrong(), lambda: "\n".join(wrong()), JUDGING_S, longest_pause=2)


def test_a_page_names_the_clock_of_its_node_and_a_peer_with_another_clock_is_named(
    start_node: StartNode,
) -> None:
    node = start_node("laptop")
    now = read_page(node.get("messages.php?view=log").encode()).head.now
    assert now and abs(now - time.time() * 1000) < PATIENCE * 1000
    node.stop()

    day = 86_400_000
    ahead = page([], base64url.encode(NO_MARK)).replace(b"<chat ", b'<chat now="%d" ' % (now + 400 * day))
    malformed = ahead.replace(b'now="', b'now="+')
    with peers([ahead, malformed]) as node.peers:
        node.start()

        def differences() -> list[str | None]:
            root = ElementTree.fromstring(node.get("status.xml"))
            return [peer.get("clock-ahead") for peer in root.iter("peer") if peer.get("last-page")]

        eventually(lambda: len(differences()) == 2 and any(differences()), lambda: str(differences()), PATIENCE)
        [difference, none] = differences()
        assert difference and abs(int(difference) - 400 * day) < day
        assert none is None
        eventually(lambda: "The clock of this peer, “vectors”, says" in node.log(), node.log, PATIENCE)


@dataclass(frozen=True)
class Judges:
    of_pages: Judge
    of_messages: Judge
    of_group_messages: Judge


@pytest.fixture(scope="module")
def judges(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judges]:
    """Three nodes that judge all vectors. They start together, because each of them waits for a minute."""
    chosen = [vector for vector in VECTORS if not is_of_group(vector)]
    of_group = [vector for vector in VECTORS if is_of_group(vector)]
    contents = [page_content(vector) for vector in PAGES]
    chosen_contents, group_contents = ([page_with(vector) for vector in some] for some in (chosen, of_group))
    with (
        peers(contents, have_last=True) as addresses,
        peers(chosen_contents, have_last=True) as chosen_addresses,
        peers(group_contents, have_last=True) as group_addresses,
        started_nodes(request.config) as start_node,
    ):
        # The author of the messages is a member.
        founder = start_founder(start_node, FOUNDER, LinkKey(tmp_path_factory.mktemp("keys"), "jack", JACK))
        founder.stop()
        founder.peers = group_addresses
        yield Judges(
            Judge(start_node("laptop", peers=addresses), PAGES, contents, addresses),
            Judge(start_node("laptop", peers=chosen_addresses), chosen, chosen_contents, chosen_addresses),
            Judge(founder.start(), of_group, group_contents, group_addresses),
        )


def test_a_node_judges_each_page_as_stated(judges: Judges) -> None:
    wait_until_judged(judges.of_pages)


def is_of_group(vector: Vector) -> bool:
    """Whether a vector's message or page says that it is of a group."""
    return "pageGroup" in vector or bytes.fromhex(vector.get("group", "")) not in (b"", NO_GROUP)


def stored_messages(node: Node) -> dict[bytes, Message]:
    """Returns the messages of peers in a node's log, by digest."""
    own = base64url.decode(node.public_key, 32)
    # An entry whose values came later has no message any more.
    found = [
        entry.message for entry in read_log(node, limit=1000) if entry.message and entry.message.origin != own
    ]
    assert len({message.digest for message in found}) == len(found)
    return {message.digest: message for message in found}


def good_messages(chosen: list[Vector], groups: tuple[bytes, ...]) -> dict[bytes, Message]:
    # Two vectors are the same message with its values and without them. The node keeps the values.
    good: dict[bytes, Message] = {LAST.digest: LAST}
    for message in (vectors.message(vector) for vector in chosen if vector["verdict"] == "good"):
        if message.group in groups and (message.digest not in good or message.salt):
            good[message.digest] = message
    return good


def test_a_node_judges_each_message_of_no_group_as_stated(judges: Judges) -> None:
    judge = judges.of_messages
    wait_until_judged(judge)
    assert stored_messages(judge.node) == good_messages(judge.chosen, (NO_GROUP,))


def test_a_node_judges_each_message_of_its_group_as_stated(judges: Judges) -> None:
    judge = judges.of_group_messages
    wait_until_judged(judge)
    assert stored_messages(judge.node) == good_messages(judge.chosen, (GROUP, NO_GROUP))


def test_a_node_of_no_group_counts_messages_of_a_group(start_node: StartNode) -> None:
    foreign = [
        vector
        for vector in VECTORS
        if vector["verdict"] in ("good", "listed")
        and "pageGroup" not in vector
        and bytes.fromhex(vector["group"]) != NO_GROUP
    ]
    assert {vector["verdict"] for vector in foreign} == {"good", "listed"}
    with peers([page_with(vector) for vector in foreign]) as addresses:
        node = start_node("laptop", peers=addresses)

        def shown() -> list[tuple[str | None, str | None, str | None]]:
            root = ElementTree.fromstring(node.get("status.xml"))
            return [(peer.get("state"), peer.get("foreign"), peer.get("exceptions")) for peer in root.iter("peer")]

        eventually(
            lambda: shown() == [("in-sync", "1", "0")] * len(foreign), lambda: str(shown()), PATIENCE
        )
        assert read_log(node, limit=1000) == []


def test_a_node_with_messages_refuses_a_page_of_a_group(start_node: StartNode) -> None:
    chosen = [vector for vector in GOOD if "pageGroup" in vector]
    node = start_node("laptop")
    post(node, POSTS[0])
    node.stop()
    contents = [page_with(vector) for vector in chosen]
    with peers(contents) as addresses:
        node.peers = addresses
        node.start()
        refused = [vector | {"verdict": "no readable root"} for vector in chosen]
        wait_until_judged(Judge(node, refused, contents, addresses))
        assert len(read_log(node, limit=1000)) == 1


def test_a_node_of_a_group_signs_in_it_and_a_node_of_none_reads_nothing_of_it(
    start_node: StartNode, key: LinkKey
) -> None:
    first, port = start(start_node, "laptop")
    post(first, POSTS[0])
    group = base64url.decode(join(first, key, port), 16)
    # Its admission of the key, and its addresses.
    wait_for_high(first, 3)
    post(first, POSTS[1])
    before, *others = messages(read_log(first, limit=1))
    assert (before.group, [message.group for message in others]) == (NO_GROUP, [group] * 3)
    assert group == group_of(base64url.decode(first.public_key, 32))

    second = start_node("phone", peers=[first.url])
    eventually(lambda: "is in the group" in second.log(), second.log, PATIENCE)
    assert read_log(second, limit=2) == []


def test_a_node_stores_missing_values_under_a_new_id(start_node: StartNode) -> None:
    by_name = {vector["name"]: vector for vector in GOOD}
    gone, present = by_name["the least, its text gone"], by_name["the least"]
    with peers([page_with(gone), page_with(present)]) as [without_values, with_values]:
        node = start_node("laptop", peers=[without_values])
        wait_for_high(node, 1)
        assert messages(read_log(node, limit=1)) == [vectors.message(gone)]
        node.stop()
        node.peers = [with_values]
        node.start()
        wait_for_high(node, 2)

    [old, new] = read_log(node, limit=1)
    assert (old.message, old.refusal, old.digest) == (None, None, new.digest)
    assert new.message == vectors.message(present)
    reader = start_node("phone", peers=[node.url])
    wait_for_high(reader, 1)
    assert messages(read_log(reader, limit=1)) == [vectors.message(present)]
