"""Pages of `view=log`: from their bytes to a head and entries, with each message judged."""

from __future__ import annotations

import re
import xml.parsers.expat
from collections.abc import Iterator
from dataclasses import dataclass, field

import base64url
from ed25519 import is_strict_point
from message import (
    GROUP_BYTES,
    HASH_BYTES,
    MARK_BYTES,
    MAX_FIELDS,
    NO_GROUP,
    NO_MARK,
    NONCE_BYTES,
    NOT_IN_XML,
    ORIGIN_BYTES,
    SALT_BYTES,
    SIGNATURE_BYTES,
    Erasable,
    Kept,
    Message,
    Refused,
    Value,
    check_name,
    next_mark,
)

MAX_PAGE_BYTES = 4 * 1024 * 1024
MAX_TAG_BYTES = 4 * 1024
MAX_ATTRIBUTES = 32
MAX_LEVELS = 16
MAX_ELEMENTS = 66_000
MAX_MESSAGES = 1000
MAX_ENTRIES = 10_000
MAX_ORIGINS = 10_000
MAX_ID = 2**53
MAX_FORM = 2**64 - 1
MAX_STAMP = 2**64 - 1
MAX_LENGTH = 2**64 - 1
MAX_TIME = 2**64 - 1
MAX_NUMBER = 2**64 - 1

WHITE_SPACE = " \t\r\n"
NUMBER = re.compile("0|[1-9][0-9]*")
DECLARATION = re.compile(
    r"""<\?xml\s+version=(["'])1\.0\1(?:\s+encoding=(["'])(?i:utf-8)\2)?(?:\s+standalone=(["'])(?:yes|no)\3)?\s*\?>"""
)
#: The values of attributes, and what no name in a tag may be or have.
VALUE = re.compile(r""""[^"]*"|'[^']*'""")
NAMESPACE = re.compile(r"""(?<![^\s"'])xmlns\s*=|:""")
TAG = re.compile(r"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
REFERENCE = re.compile("&(?:(amp|lt|gt|quot|apos)|#([0-9]+)|#x([0-9a-fA-F]+));")


#: The elements that are entries of a page.
ENTRIES = ("message", "listed", "gone", "damaged")


class NoRoot(Exception):
    """The page has no readable root: the peer failed."""


class Unreadable(Exception):
    """The page is unreadable."""


@dataclass(frozen=True)
class Element:
    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)


@dataclass(frozen=True)
class Head:
    node: bytes
    name: str
    instance: bytes
    low: int
    high: int
    next: int
    mark: bytes
    group: bytes
    now: int | None = None
    #: Of an answer by digests, how many were looked up.
    done: int | None = None


@dataclass(frozen=True)
class Listed:
    """What a page says about a message that it does not have whole."""

    origin: bytes
    group: bytes
    lacks_values: bool


@dataclass(frozen=True)
class Entry:
    """An entry of the log. A bad one has a refusal.

    A gone or damaged entry and a message of a later form have only a digest.
    """

    id: int
    digest: bytes | None
    message: Message | None = None
    refusal: Refused | None = None
    form: int = 1
    kind: str = "message"
    listed: Listed | None = None


@dataclass(frozen=True)
class Page:
    head: Head
    entries: list[Entry]

    def positions(self, past: int, mark: bytes = NO_MARK) -> list[tuple[int, bytes]] | None:
        """Returns the positions after the entries, if the page is proven from the position (past, mark) on."""
        if any(entry.id <= past for entry in self.entries):
            return None
        positions: list[tuple[int, bytes]] = []
        for entry in self.entries:
            if entry.digest is None:
                return None
            mark = next_mark(mark, entry.digest)
            positions.append((entry.id, mark))
        end = positions[-1] if positions else (past, mark)
        return positions if end == (self.head.next, self.head.mark) else None

    def is_proven(self, past: int, mark: bytes = NO_MARK) -> bool:
        """Returns whether the page has all entries from the position (past, mark) to its end."""
        return self.positions(past, mark) is not None


def read_page(content: bytes) -> Page:
    """Reads a page. Raises `NoRoot` or `Unreadable`."""
    root = parse(content)
    head = read_head(root)
    if any(isinstance(child, str) and not is_white_space(child) for child in root.children):
        raise Unreadable("text between the entries")
    elements = [child for child in root.children if not isinstance(child, str)]
    # Other elements belong to later versions.
    if sum(element.name == "message" for element in elements) > MAX_MESSAGES:
        raise Unreadable("more than 1000 messages")
    if sum(element.name in ENTRIES for element in elements) > MAX_ENTRIES:
        raise Unreadable("more than 10,000 entries")
    if sum(element.name == "origin" for element in elements) > MAX_ORIGINS:
        raise Unreadable("more than 10,000 origins")
    entries: list[Entry] = []
    origins: list[bytes | None] = []
    for element in elements:
        if element.name == "origin":
            # A malformed key counts: the next origin has the next number.
            origins.append(read_bytes(element.attributes.get("key"), ORIGIN_BYTES))
        elif element.name in ENTRIES:
            entries.append(read_entry(element, head.group, origins))
    ids = [entry.id for entry in entries]
    if ids != sorted(set(ids)):
        raise Unreadable("ids that do not ascend")
    if head.next > head.high or (ids and (ids[0] < head.low or ids[-1] > head.next)):
        raise Unreadable("ids out of range")
    return Page(head, entries)


def read_head(root: Element) -> Head:
    attributes = root.attributes
    if root.name != "chat" or attributes.get("version") != "1":
        raise NoRoot("the root is not a page of version 1")
    node = read_bytes(attributes.get("node"), ORIGIN_BYTES)
    instance = read_bytes(attributes.get("instance"), GROUP_BYTES)
    mark = read_bytes(attributes.get("mark"), MARK_BYTES)
    name = attributes.get("name")
    low, high, next = (read_number(attributes.get(key), MAX_ID) for key in ("low", "high", "next"))
    if None in (node, instance, mark, name, low, high, next):
        raise NoRoot("an attribute of the root is missing or malformed")
    if not is_strict_point(node):  # type: ignore[arg-type]
        raise NoRoot("the public key is not canonical, or of small order")
    group = read_group(attributes.get("group"), NO_GROUP)
    if group is None or attributes.get("group") == "":
        raise NoRoot("the group is malformed")
    now = read_number(attributes.get("now"), MAX_TIME)
    done = read_number(attributes.get("done"), MAX_NUMBER)
    if "done" in attributes and done is None:
        raise NoRoot("the number of digests that were looked up is malformed")
    return Head(node, name, instance, low, high, next, mark, group, now, done)  # type: ignore[arg-type]


def read_entry(element: Element, page_group: bytes, origins: list[bytes | None]) -> Entry:
    """Reads an entry.

    The origins are those that the page has named before it; None for a malformed key.
    """
    kind = element.name
    id = read_number(element.attributes.get("id"), MAX_ID)
    if not id:
        raise Unreadable("an entry without an id")
    form = 1
    if kind in ("message", "listed"):
        form = read_number(element.attributes.get("form", "1"), MAX_FORM) or 0
    if form == 0:
        return Entry(id, None, refusal=Refused("bad-value", "the form is malformed"), kind=kind)
    if kind != "message" or form > 1:
        digest = read_bytes(element.attributes.get("digest"), HASH_BYTES)
        listed = read_listed(element, page_group, origins) if kind == "listed" and form == 1 else None
        if digest is None or (kind == "listed" and form == 1 and listed is None):
            return Entry(id, None, refusal=Refused("bad-value", "an attribute is missing or malformed"), kind=kind)
        return Entry(id, digest, form=form, kind=kind, listed=listed)
    try:
        message = read_message(element, page_group)
        message.check_readable()
    except Refused as refusal:
        return Entry(id, None, refusal=refusal)
    try:
        message.check()
    except Refused as refusal:
        return Entry(id, message.digest, refusal=refusal)
    return Entry(id, message.digest, message)


def read_listed(element: Element, page_group: bytes, origins: list[bytes | None]) -> Listed | None:
    """Returns what a page says about a message that it does not have whole; None if that is malformed."""
    number = read_number(element.attributes.get("origin"), MAX_NUMBER)
    group = read_group(element.attributes.get("group"), page_group)
    if number is None or number >= len(origins) or group is None:
        return None
    origin = origins[number]
    return origin and Listed(origin, group, element.attributes.get("values") == "none")


def read_message(element: Element, page_group: bytes = NO_GROUP) -> Message:
    """Returns the message without verifying it. Raises `Refused` for malformed parts."""
    attributes = element.attributes
    origin = read_bytes(attributes.get("origin"), ORIGIN_BYTES)
    if origin is None:
        raise Refused("bad-value", "the origin is missing or malformed")
    signature = read_bytes(attributes.get("sig"), SIGNATURE_BYTES)
    if signature is None:
        raise Refused("bad-value", "the signature is missing or malformed")
    stamp = read_number(attributes.get("stamp"), MAX_STAMP)
    nonce = read_bytes(attributes.get("nonce"), NONCE_BYTES)
    if stamp is None or nonce is None:
        raise Refused("bad-value", "the stamp or the nonce is missing or malformed")
    salt = read_bytes(attributes.get("salt"), SALT_BYTES)
    if "salt" in attributes and salt is None:
        raise Refused("bad-value", "the salt is malformed")

    group = read_group(attributes.get("group"), page_group)
    if group is None:
        raise Refused("bad-value", "the group is malformed")

    fields: dict[str, Value] = {}
    for child in field_elements(element):
        check_name(child.name)
        if child.name in fields:
            raise Refused("field-twice", child.name)
        if len(fields) == MAX_FIELDS:
            raise Refused("too-many-fields", "more than 32 fields")
        fields[child.name] = read_value(child, salt)

    # The erasable values are present or gone together.
    erasable = {name: value for name, value in fields.items() if isinstance(value, Erasable)}
    if not erasable or any(value.value is None for value in erasable.values()):
        fields |= {name: value.gone for name, value in erasable.items()}
        salt = None
    return Message(origin, group, stamp, nonce, fields, signature, salt)


def field_elements(message: Element) -> Iterator[Element]:
    for child in message.children:
        if isinstance(child, Element):
            yield child
        elif not is_white_space(child):
            raise Refused("bad-markup", "text between the fields")


def read_value(element: Element, salt: bytes | None) -> Value:
    """Returns the value of a field: erasable if it is gone or says so, or in the field text."""
    name, attributes = element.name, element.attributes
    if any(isinstance(child, Element) for child in element.children):
        raise Refused("bad-markup", f"{name} has an element in it")
    value = "".join(child for child in element.children if isinstance(child, str)).encode()
    if attributes.get("kind", "1") != "1":
        raise Refused("bad-value", f"{name} has an unknown kind")
    if "gone" in attributes:
        hash = read_bytes(attributes["gone"], HASH_BYTES)
        length = read_number(attributes.get("bytes"), MAX_LENGTH)
        if hash is None or length is None:
            raise Refused("bad-value", f"{name} is gone, but its hash or its length is malformed")
        if value:
            raise Refused("bad-markup", f"{name} is gone, but has a value")
        return Erasable(length, hash)
    if name != "text" and "kind" not in attributes:
        return Kept(value)
    if salt is None:
        raise Refused("bad-value", f"{name} is present, but the salt is missing")
    return Erasable.of(name, value, salt)


def read_bytes(text: str | None, size: int) -> bytes | None:
    return None if text is None else base64url.decode(text, size)


def read_group(text: str | None, page_group: bytes) -> bytes | None:
    """Returns the group that a message names: the page's if it names none, no group if empty."""
    if text is None:
        return page_group
    if text == "":
        return NO_GROUP
    group = read_bytes(text, GROUP_BYTES)
    return None if group == NO_GROUP else group


def read_number(text: str | None, largest: int) -> int | None:
    """Returns a decimal number without sign or leading zeros, or None."""
    if text is None or not NUMBER.fullmatch(text) or len(text) > 20:
        return None
    number = int(text)
    return number if number <= largest else None


def is_white_space(node: Element | str) -> bool:
    return isinstance(node, str) and not node.strip(WHITE_SPACE)


# XML


def parse(content: bytes) -> Element:
    """Returns the root of a page. Refuses the parts of XML that a page must not have."""
    text = check_markup(content)
    root: Element | None = None
    open_elements: list[Element] = []
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal root, count
        count += 1
        if (
            count > MAX_ELEMENTS
            or len(open_elements) == MAX_LEVELS
            or len(attributes) > MAX_ATTRIBUTES
        ):
            raise Unreadable("too many elements, levels or attributes")
        element = Element(name, attributes)
        if open_elements:
            open_elements[-1].children.append(element)
        else:
            root = element
        open_elements.append(element)

    def end(name: str) -> None:
        open_elements.pop()

    def characters(data: str) -> None:
        children = open_elements[-1].children
        if children and isinstance(children[-1], str):
            children[-1] += data
        else:
            children.append(data)

    parser = xml.parsers.expat.ParserCreate("UTF-8")
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(text.encode(), True)
    except (xml.parsers.expat.ExpatError, Unreadable) as error:
        raise (Unreadable if root else NoRoot)(str(error)) from None
    assert root
    return root


def check_markup(content: bytes) -> str:
    """Returns the page as text. Raises `NoRoot` or `Unreadable` for markup that is never parsed."""

    def refuse(position: int, reason: str) -> None:
        start_tag = TAG.search(text, declaration.end() if declaration else 0)
        raise (Unreadable if start_tag and start_tag.end() <= position else NoRoot)(reason)

    # Bytes that are not UTF-8 become lone surrogates, which XML cannot carry.
    text = content[: MAX_PAGE_BYTES + 1].decode(errors="surrogateescape")
    declaration = DECLARATION.match(text)
    if len(content) > MAX_PAGE_BYTES:
        refuse(len(text), "more than 4 MiB")
    if text.startswith("\ufeff"):
        refuse(0, "a byte order mark")
    if illegal := NOT_IN_XML.search(text):
        refuse(illegal.start(), "a character that XML cannot carry, or bytes that are not UTF-8")
    if markup := re.compile("<[!?]").search(text, declaration.end() if declaration else 0):
        refuse(markup.start(), "a document type, comment, CDATA or processing instruction")
    for ampersand in re.finditer("&", text):
        if not is_reference(REFERENCE.match(text, ampersand.start())):
            refuse(ampersand.start(), "an unknown reference")
    for tag in TAG.finditer(text):
        if len(tag[0].encode()) > MAX_TAG_BYTES:
            refuse(tag.start(), "a tag of more than 4 KiB")
        if NAMESPACE.search(VALUE.sub('""', tag[0])):
            refuse(tag.start(), "a namespace")
    return text


def is_reference(match: re.Match[str] | None) -> bool:
    if not match:
        return False
    name, decimal, hexadecimal = match.groups()
    if name:
        return True
    digits = (decimal or hexadecimal).lstrip("0")
    number = int(digits or "0", 10 if decimal else 16) if len(digits) <= 7 else 0
    return 0 < number <= 0x10FFFF and not NOT_IN_XML.match(chr(number))
