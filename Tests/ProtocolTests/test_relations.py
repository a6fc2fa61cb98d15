"""Replies, reactions, edits, deletions and topics at real nodes, beside the implementation in Python."""

from __future__ import annotations

import os
import random
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import pytest

import base64url
from conftest import StartNode
from eventually import eventually
from make_vectors import JACK, STAMP, ZOE, Draft, Writer, element, erasable, kept
from message import NO_MARK, Message, continued
from node import PATIENCE, Node
from page import Entry
from peers import page, peers
from projection import Shown, edits, is_erased, is_target, projection, relation, room_detail
from projection import kept as kept_value
from test_node import read_log

EMOJI = ["👍", "❤️", "no emoji"]
ROOMS = [None, "garden"]


def made(name: str, draw: random.Random, **fields: str) -> Message:
    """Returns a message of one of two origins, two users and two rooms, with one of a few stamps."""
    draft: dict[str, Draft] = {"user": kept(draw.choice(["jack", "jack", "megan"]))}
    if draw.random() < 0.2:
        draft["room"] = kept("garden")
    for field, value in fields.items():
        draft[field] = erasable(value) if field == "text" else kept(value)
    if draw.random() < 0.2:
        # Some values do not count.
        draft[draw.choice(["topic", "alias"])] = kept(draw.choice(["Tea", f"{draw.random()}", "two\nlines", "x" * 65]))
    if draw.random() < 0.05:
        draft["topic"] = erasable("is erased some day")
    stamp = STAMP + draw.randrange(6)
    return Writer(name, seed=draw.choice([JACK, JACK, ZOE]), stamp=stamp).message(draft)


def relation_fields(draw: random.Random, target: str, other: str) -> dict[str, str]:
    """Returns the fields of a message that says something about a target, mostly."""
    emoji = draw.choice(EMOJI)
    return draw.choice(
        [
            {"deletes": target},
            {"deletes": other, "re": target, "react": emoji},
            {"deletes": "no digest", "re": target, "react": emoji},
            {"edits": target, "text": f"edit {draw.random()}"},
            {"edits": target, "text": f"edit {draw.random()}", "re": other, "react": emoji},
            {"edits": target, "written": "1"},
            {"re": target, "react": emoji},
            {"re": target, "react": emoji},
            {"re": target, "text": "a reply"},
        ]
    )


def random_messages(draw: random.Random) -> list[Message]:
    """Returns texts, and messages about them and about each other."""
    found = [made(f"text {number}", draw, text=f"text {number}") for number in range(8)]
    for number in range(60):
        # Some name a message that does not exist.
        digests = [base64url.encode(message.digest) for message in found] + [base64url.encode(bytes(32))]
        target = draw.choice(digests[:8]) if draw.random() < 0.8 else draw.choice(digests)
        fields = relation_fields(draw, target, draw.choice(digests))
        found.append(made(f"relation {number}", draw, **fields))
    # More than a hundred of one origin, of which some have the stamp of the last one.
    crowd = base64url.encode(found[0].digest)
    for number in range(110):
        draft = {"user": kept(f"user {number}"), "re": kept(crowd), "react": kept("👍")}
        if room := kept_value(found[0], "room"):
            draft["room"] = kept(room.decode())
        writer = Writer(f"reaction {number}", seed=ZOE, stamp=STAMP + (number if number < 98 else 98))
        found.append(writer.message(draft))
    return found


def page_of(messages: list[Message]) -> bytes:
    elements = [element(message, id=str(id)) for id, message in enumerate(messages, 1)]
    mark = continued(NO_MARK, [message.digest for message in messages])
    return page(elements, base64url.encode(mark), end=len(messages))


def post(node: Node, **parameters: str) -> tuple[int, str]:
    """Posts a message. Returns the status, and the digest of the message or the code of the failure."""
    body = urllib.parse.urlencode(parameters).encode()
    try:
        with urllib.request.urlopen(node.url + "add.php", data=body, timeout=PATIENCE) as answer:
            return 200, ElementTree.fromstring(answer.read()).get("digest", "")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, ElementTree.fromstring(error.read()).get("code", "")


@dataclass
class Folded:
    """A message in a page with `fold=1`, and the highest id of that page."""

    element: ElementTree.Element
    reactions: list[ElementTree.Element]
    high: int

    @property
    def digest(self) -> bytes:
        return base64url.decode(self.element.get("digest", ""), 32) or b""


def folded(node: Node, query: str) -> tuple[ElementTree.Element, list[Folded]]:
    root = ElementTree.fromstring(node.get(f"messages.php?view=chat&fold=1&{query}"))
    high = int(root.get("high", ""))
    found: list[Folded] = []
    for child in root:
        if child.tag == "message":
            found.append(Folded(child, [], high))
        else:
            assert child.tag == "reaction" and child.get("id") == found[-1].element.get("id")
            found[-1].reactions.append(child)
    return root, found


def check_shown(found: Folded, target: Message, shown: Shown) -> None:
    """Checks that a page shows a message as the implementation in Python does."""
    attributes = found.element.attrib
    assert attributes.get("deleted") == ("yes" if shown.is_deleted else None)
    assert attributes.get("edited") == (str(shown.edit.stamp) if shown.edit else None)
    if not shown.is_deleted:
        text = (shown.edit or target).fields.get("text")
        assert found.element.findtext("text") == (text.value.decode() if text and text.value else None)
    assert len(found.reactions) == len(shown.reactions)
    counts = [int(reaction.get("count", "")) for reaction in found.reactions]
    assert counts == sorted(counts, reverse=True)
    for reaction in found.reactions:
        authors = shown.reactions[reaction.get("emoji", "").encode()]
        assert int(reaction.get("count", "")) == len(authors)
        named = {(base64url.decode(by.get("origin", ""), 32), by.get("user", "").encode()) for by in reaction}
        assert len(named) == len(reaction) == min(20, len(authors)) and named <= authors


def check_node(node: Node, step: int) -> None:
    """Checks all pages with `fold=1` of a node with what follows from its log."""
    entries = [entry for entry in read_log(node, limit=1000) if entry.message]
    messages = [entry.message for entry in entries if entry.message]
    for message in messages:
        text = message.fields.get("text")
        assert text is None or (text.value is None) == is_erased(message, messages)
    targets = {message.digest: message for message in messages if relation(message) is None}
    shown = {
        digest: projection(message, messages) if is_target(message) else Shown(False, None, {})
        for digest, message in targets.items()
    }

    rooms = ElementTree.fromstring(node.get("rooms.xml"))
    for listed in rooms:
        name = listed.get("name")
        for detail in ("topic", "alias"):
            assert listed.get(detail) == room_detail(detail, name.encode() if name else None, messages)

    for room in ROOMS:
        _, page = folded(node, f"order=time&last=1000&room={room or ''}")
        of_room = {digest for digest, message in targets.items() if kept_value(message, "room") == (room and room.encode())}
        assert {found.digest for found in page} == of_room
        for found in page:
            check_shown(found, targets[found.digest], shown[found.digest])

    changed = last_changes(entries)
    kept_pages: dict[bytes, Folded] = {}
    past = 0
    while True:
        root, page = folded(node, f"rooms=all&past={past}&limit={step}")
        places = [int(found.element.get("at", "")) for found in page]
        assert places == sorted(set(places)) and all(past < place <= past + step for place in places)
        kept_pages |= {found.digest: found for found in page}
        if int(root.get("next", "")) == past:
            break
        past = int(root.get("next", ""))
    assert kept_pages.keys() == targets.keys()
    for digest, found in kept_pages.items():
        check_shown(found, targets[digest], shown[digest])
        check_edits(node, targets[digest], messages)
        assert int(found.element.get("at", "")) == changed[digest]


def check_edits(node: Node, target: Message, messages: list[Message]) -> None:
    """Checks the page with all texts that a message has had."""
    page = ElementTree.fromstring(node.get(f"messages.php?view=chat&edits={base64url.encode(target.digest)}"))
    ids = [int(found.get("id", "")) for found in page]
    assert ids == sorted(ids)
    expected = [target, *edits(target, messages)] if is_target(target) else []
    texts = {base64url.encode(message.digest): message.fields.get("text") for message in expected}
    assert {found.get("digest"): found.findtext("text") for found in page} == {
        digest: (text.value or b"").decode() if text else None for digest, text in texts.items()
    }


def last_changes(entries: list[Entry]) -> dict[bytes, int]:
    """Returns the last id of each message and of the relations that came after it."""
    ids = {entry.message.digest: entry.id for entry in entries if entry.message}
    changed = dict(ids)
    for entry in entries:
        found = entry.message and relation(entry.message)
        if found and entry.id > ids.get(found.target, entry.id):
            changed[found.target] = max(changed[found.target], entry.id)
    return changed


def test_nodes_show_random_relations_and_topics_as_the_document_says(start_node: StartNode) -> None:
    seed = int(os.environ.get("TIDINGS_SEED") or random.randrange(2**32))
    print(f"TIDINGS_SEED={seed}")
    draw = random.Random(seed)
    forged = random_messages(draw)
    orders = [draw.sample(forged, len(forged)) for _ in range(2)]
    with peers([page_of(order) for order in orders]) as addresses:
        nodes = [start_node(name) for name in ("laptop", "phone")]
        for node, other, address in zip(nodes, reversed(nodes), addresses, strict=True):
            node.stop()
            node.peers = [address, other.url]
            node.start()
        own = post_randomly(nodes, draw, forged)
        count = len(forged) + own

        def stored(node: Node) -> set[bytes | None]:
            return {entry.digest for entry in read_log(node, limit=1000)}

        eventually(lambda: all(len(stored(node)) == count for node in nodes), "both nodes have all messages", PATIENCE)
    assert stored(nodes[0]) == stored(nodes[1])
    for node in nodes:
        check_node(node, step=1000)
        check_node(node, step=draw.randrange(1, 40))


def post_randomly(nodes: list[Node], draw: random.Random, forged: list[Message]) -> int:
    """Posts texts and relations at nodes while these exchange messages. Returns the number of stored messages."""
    stored = 0
    digests = [base64url.encode(message.digest) for message in forged[:8]]
    proofs: dict[str, str] = {}
    for number in range(40):
        node = draw.choice(nodes)
        target = draw.choice(digests)
        key = f"key {number}"
        parameters = draw.choice(
            [
                {"message": f"own text {number}"},
                {"edits": target, "message": f"own edit {number}", "proof": proofs.get(target, "no key")},
                {"deletes": target, "proof": proofs.get(target, "no key")},
                {"re": target, "react": draw.choice(EMOJI)},
                {"re": target, "message": "own reply"},
                {"topic": f"own topic {number}", "room": draw.choice(["", "garden"])},
            ]
        )
        status, digest = post(node, user=draw.choice(["jack", "megan"]), key=key, **parameters)
        if status == 200:
            stored += 1
            digests.append(digest)
            proofs[digest] = key
        else:
            assert digest in ("target-unknown", "target-unfit", "not-author")
    return stored


@pytest.mark.parametrize("change", ["edits", "deletes"])
def test_a_message_is_changed_at_its_node_and_with_its_post_key_only(start_node: StartNode, change: str) -> None:
    laptop = start_node("laptop")
    phone = start_node("phone", peers=[laptop.url])
    status, digest = post(laptop, user="jack", message="one", key="the key of the message")
    assert status == 200
    eventually(lambda: phone.texts() == ["one"], "the phone has the message", PATIENCE)
    new = {"message": "two"} if change == "edits" else {}
    # The same name is not enough, nor is another key, nor the right key at another node.
    for node, proof in [(laptop, {}), (laptop, {"proof": "another key"}), (phone, {"proof": "the key of the message"})]:
        assert post(node, user="jack", **{change: digest}, **new, **proof) == (403, "not-author")
    assert laptop.texts() == phone.texts() == ["one"]
    assert post(laptop, **{change: digest}, **new, proof="the key of the message")[0] == 200
    left = "two" if change == "edits" else None

    def texts(node: Node) -> list[str | None]:
        return [found.element.findtext("text") or None for found in folded(node, "order=time&last=10")[1]]

    eventually(lambda: texts(laptop) == texts(phone) == [left], "both nodes show the change", PATIENCE)


def test_a_page_with_edits_has_a_message_and_its_newest_edits(start_node: StartNode) -> None:
    node = start_node("laptop")
    status, target = post(node, user="jack", message="first", key="k")
    assert status == 200
    for number in range(60):
        assert post(node, edits=target, proof="k", message=f"edit {number}")[0] == 200
    query = f"messages.php?view=chat&edits={target}"
    texts = [message.findtext("text") for message in ElementTree.fromstring(node.get(query)).iter("message")]
    assert texts == ["first", *(f"edit {number}" for number in range(11, 60))]
    for number in range(45):
        assert post(node, edits=target, proof="k", message=f"{number}" + "x" * 16_000)[0] == 200
    page = node.get(query)
    texts = [message.findtext("text") or "" for message in ElementTree.fromstring(page).iter("message")]
    assert texts[0] == "first" and texts[-1].startswith("44x") and 640 << 10 <= len(page) < 700 << 10
    assert post(node, deletes=target, proof="k")[0] == 200
    [left] = ElementTree.fromstring(node.get(query)).iter("message")
    assert left.get("digest") == target and left.findtext("text") == ""
