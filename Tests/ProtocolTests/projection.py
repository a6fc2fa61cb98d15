"""What readers see of messages and rooms, as docs/nodes.md defines it: relations, topics and aliases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import base64url
from message import HASH_BYTES, MAX_LABEL_SCALARS, NOT_IN_LABEL, Kept, Message

#: So many reactions of one origin to a target count, and so many withdrawals.
MAX_OF_ORIGIN = 100

#: The fields by which a message says something about the members of a group.
STATEMENTS = frozenset(["admits", "removes", "places"])

#: An origin and a user.
Author = tuple[bytes, bytes]


@dataclass(frozen=True)
class Relation:
    """What a message is to another one: a deletion, an edit, a reaction or a withdrawal."""

    kind: str
    target: bytes
    emoji: bytes = b""


@dataclass(frozen=True)
class Shown:
    """What readers see of a message."""

    is_deleted: bool
    edit: Message | None
    #: Who has given each emoji.
    reactions: dict[bytes, frozenset[Author]]


def kept(message: Message, name: str) -> bytes | None:
    value = message.fields.get(name)
    return value.value if isinstance(value, Kept) else None


def digest_in(message: Message, name: str) -> bytes | None:
    """Returns the digest in a field; None if the field has none."""
    value = kept(message, name)
    return None if value is None else base64url.decode(value.decode(), HASH_BYTES)


def relation(message: Message) -> Relation | None:
    """Returns the relation of a message: the first of `deletes`, `edits` and `react` with a kept value decides."""
    emoji, reacted = kept(message, "react"), digest_in(message, "re")
    if kept(message, "deletes") is not None:
        target = digest_in(message, "deletes")
        if target is None:
            return None
        if emoji is not None and reacted is not None:
            return Relation("withdrawal", reacted, emoji)
        return Relation("deletion", target)
    if kept(message, "edits") is not None:
        target = digest_in(message, "edits")
        return Relation("edit", target) if target is not None and "text" in message.fields else None
    if emoji is not None and reacted is not None:
        return Relation("reaction", reacted, emoji)
    return None


def is_target(message: Message) -> bool:
    """Returns whether relations to the message count."""
    return relation(message) is None and not message.fields.keys() & STATEMENTS


def rank(message: Message) -> tuple[int, bytes]:
    return (message.stamp, message.digest)


def author(message: Message) -> Author:
    return (message.origin, kept(message, "user") or b"")


def oldest_of_origins(messages: Iterable[Message]) -> list[Message]:
    """Returns the oldest messages of each origin that count."""
    by_origin: dict[bytes, list[Message]] = {}
    for message in messages:
        by_origin.setdefault(message.origin, []).append(message)
    counted: list[Message] = []
    for own in by_origin.values():
        own.sort(key=rank)
        if len(own) > MAX_OF_ORIGIN:
            # The next one and those with its stamp do not count.
            own = [message for message in own[:MAX_OF_ORIGIN] if message.stamp < own[MAX_OF_ORIGIN].stamp]
        counted += own
    return counted


def last_of_each(messages: Iterable[Message]) -> dict[tuple[Author, bytes], tuple[int, bytes]]:
    """Returns the highest rank of the reactions or withdrawals of each author with each emoji."""
    ranks: dict[tuple[Author, bytes], tuple[int, bytes]] = {}
    for message in sorted(messages, key=rank):
        ranks[author(message), kept(message, "react") or b""] = rank(message)
    return ranks


def projection(target: Message, messages: Sequence[Message]) -> Shown:
    """Returns what readers see of a message that can be a target, whatever the order of the messages is."""
    related = [(found, message) for message in messages if (found := relation(message)) and found.target == target.digest]
    room = kept(target, "room")

    def of(kind: str) -> list[Message]:
        return [message for found, message in related if found.kind == kind]

    def of_author(kind: str) -> list[Message]:
        return [m for m in of(kind) if author(m) == author(target) and kept(m, "room") == room]

    if of_author("deletion"):
        return Shown(True, None, {})
    given, taken = (
        last_of_each(m for m in oldest_of_origins(of(kind)) if kept(m, "room") == room)
        for kind in ("reaction", "withdrawal")
    )
    reactions: dict[bytes, frozenset[Author]] = {}
    for (who, emoji), last in given.items():
        if (who, emoji) not in taken or taken[who, emoji] < last:
            reactions[emoji] = reactions.get(emoji, frozenset()) | {who}
    edits = of_author("edit") if "text" in target.fields else []
    return Shown(False, max(edits, key=rank, default=None), reactions)


def edits(target: Message, messages: Sequence[Message]) -> list[Message]:
    """Returns the edits by the author of a message that can be a target; none of a deleted one."""
    by_author = [
        (found.kind, message)
        for message in messages
        if (found := relation(message))
        and found.target == target.digest
        and author(message) == author(target)
        and kept(message, "room") == kept(target, "room")
    ]
    if any(kind == "deletion" for kind, _ in by_author):
        return []
    return [message for kind, message in by_author if kind == "edit"]


def is_erased(message: Message, messages: Sequence[Message]) -> bool:
    """Returns whether a node with these messages has erased the values of one of them: it is deleted, or an edit of a deleted one."""
    found = relation(message)
    if found is None:
        target = message.digest if is_target(message) else None
    else:
        target = found.target if found.kind == "edit" else None
    return target is not None and any(
        relation(other) == Relation("deletion", target)
        and author(other) == author(message)
        and kept(other, "room") == kept(message, "room")
        for other in messages
    )


def room_detail(name: str, room: bytes | None, messages: Iterable[Message]) -> str | None:
    """Returns the topic or the alias of a room; None if there is none."""
    found: list[tuple[tuple[int, bytes], str]] = []
    for message in messages:
        value = kept(message, name)
        if value is None or kept(message, "room") != room or "sealed" in message.fields:
            continue
        text = value.decode()
        if not NOT_IN_LABEL.search(text) and (name == "topic" or len(text) <= MAX_LABEL_SCALARS):
            found.append((rank(message), text))
    return max(found)[1] if found else None
