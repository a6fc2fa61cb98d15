"""Writes Tests/Vectors/messages.json: entries of a log, and how a reader judges each.

    .build/protocol-tests/bin/python Tests/ProtocolTests/make_vectors.py

The keys, nonces and salts are fixed, so that each run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import base64url
import ed25519
from message import (
    NO_GROUP,
    Erasable,
    Fields,
    Kept,
    Message,
    Value,
    group_of,
    signed_field,
    signed_form,
    value_hash,
)

FILE = Path(__file__).resolve().parents[1] / "Vectors" / "messages.json"

JACK = bytes(range(32))
ZOE = bytes([7]) * 32
#: The founder of the group of the vectors.
FOUNDER = bytes([9]) * 32
OTHER_GROUP = bytes(range(200, 216))
SALT = bytes(range(16, 32))
STAMP = 84_817_988_812_800_000

#: What a vector is in JSON.
Vector = dict[str, Any]

#: A function that signs a form.
Signer = Callable[[bytes], bytes]

#: A function that makes the value of a field, given the field's name and the salt.
Draft = Callable[[str, bytes], Value]

#: A function that changes the element of a message.
Change = Callable[[Message, str], str]


# Messages


def public_key(seed: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


GROUP = group_of(public_key(FOUNDER))


def drawn(name: str, size: int, purpose: str) -> bytes:
    """Returns bytes that depend on the vector's name, instead of random ones."""
    return hashlib.sha256(f"{purpose}: {name}".encode()).digest()[:size]


def kept(value: str) -> Draft:
    return lambda name, salt: Kept(value.encode())


def erasable(value: str) -> Draft:
    return lambda name, salt: Erasable.of(name, value.encode(), salt)


def gone(value: str) -> Draft:
    return lambda name, salt: Erasable.of(name, value.encode(), salt).gone


def gone_of(length: int) -> Draft:
    """Returns a gone value of this stated length. Nobody can know which value it was."""
    return lambda name, salt: Erasable(length, value_hash(name, b"", salt))


USER = {"user": kept("jack")}
TEXT = {"text": erasable("This is a test")}


class Writer:
    """The origin of a vector's message: signs its fields and writes its element."""

    def __init__(
        self,
        name: str,
        *,
        seed: bytes = JACK,
        group: bytes = NO_GROUP,
        stamp: int = STAMP,
        nonce: bytes | None = None,
        salt: bytes | None = None,
    ) -> None:
        self.name = name
        self.seed: bytes | None = seed
        self.origin = public_key(seed)
        self.group = group
        self.stamp = stamp
        self.nonce = drawn(name, 8, "nonce") if nonce is None else nonce
        self.salt = drawn(name, 16, "salt") if salt is None else salt
        self.sign: Signer = Ed25519PrivateKey.from_private_bytes(seed).sign

    def message(self, draft: Mapping[str, Draft]) -> Message:
        fields = {name: value(name, self.salt) for name, value in draft.items()}
        form = signed_form(self.origin, self.group, self.stamp, self.nonce, fields)
        return Message(
            self.origin, self.group, self.stamp, self.nonce, fields, self.sign(form), self.salt
        )

    def seen(self, message: Message) -> Vector:
        """Returns how a reader sees a good message. Its erasable values are gone if one is gone."""
        values = [value for value in message.fields.values() if isinstance(value, Erasable)]
        present = bool(values) and all(value.value is not None for value in values)
        parts: Vector = {"seed": self.seed.hex()} if self.seed else {}
        parts |= {
            "origin": message.origin.hex(),
            "group": message.group.hex(),
            "stamp": str(message.stamp),
            "nonce": message.nonce.hex(),
        }
        if present:
            parts["salt"] = self.salt.hex()
        parts["fields"] = [
            field(name, value, present) for name, value in sorted(message.fields.items())
        ]
        return parts | {
            "signedForm": message.form.hex(),
            "signature": message.signature.hex(),
            "digest": message.digest.hex(),
        }


def field(name: str, value: Value, present: bool) -> Vector:
    if isinstance(value, Kept) or present:
        assert value.value
        return {"name": name, "kind": value.kind, "value": value.value.hex()}
    return {"name": name, "kind": value.kind, "gone": value.hash.hex(), "bytes": value.length}


# Elements


def escaped(value: str) -> str:
    for character, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;")):
        value = value.replace(character, reference)
    return value


def attributes(values: Mapping[str, str | None]) -> str:
    return "".join(f' {name}="{value}"' for name, value in values.items() if value is not None)


def field_element(name: str, value: Value) -> str:
    if value.value is None:
        kind = None if name == "text" else "1"
        hash = base64url.encode(value.hash)
        return f"<{name}{attributes({'kind': kind, 'gone': hash, 'bytes': str(value.length)})}/>"
    natural = 1 if name == "text" else 0
    kind = None if value.kind == natural else str(value.kind)
    return f"<{name}{attributes({'kind': kind})}>{escaped(value.value.decode())}</{name}>"


def field_elements(fields: Fields) -> str:
    return "".join(field_element(name, value) for name, value in sorted(fields.items()))


def group_text(group: bytes) -> str:
    return "" if group == NO_GROUP else base64url.encode(group)


def element(message: Message, page_group: bytes = NO_GROUP, **changed: str | None) -> str:
    """Returns the message as it stands in a page of a group, with other attributes."""
    present = any(
        isinstance(value, Erasable) and value.value is not None for value in message.fields.values()
    )
    values = {
        "id": "1",
        "added": "2011-01-05 09:30:00",
        "origin": base64url.encode(message.origin),
        "stamp": str(message.stamp),
        "nonce": base64url.encode(message.nonce),
        "sig": base64url.encode(message.signature),
        "salt": base64url.encode(message.salt) if present and message.salt else None,
        "group": None if message.group == page_group else group_text(message.group),
    }
    inside = field_elements(message.fields)
    return f"<message{attributes(values | changed)}>{inside}</message>"


# Vectors


def good(
    name: str,
    draft: Mapping[str, Draft],
    change: Change = lambda message, written: written,
    *,
    writer: Writer | None = None,
    page_group: bytes = NO_GROUP,
    **changed: str | None,
) -> Vector:
    writer = writer or Writer(name)
    message = writer.message(draft)
    written = change(message, element(message, page_group, **changed))
    vector = {"name": name, "element": written, "verdict": "good"} | writer.seen(message)
    return vector | in_page_of(page_group)


def bad(
    name: str,
    code: str,
    draft: Mapping[str, Draft],
    change: Change = lambda message, written: written,
    *,
    writer: Writer | None = None,
    page_group: bytes = NO_GROUP,
    **changed: str | None,
) -> Vector:
    """Returns a vector of a bad message, which is properly signed where its defect allows it."""
    message = (writer or Writer(name)).message(draft)
    written = change(message, element(message, page_group, **changed))
    vector = {"name": name, "element": written, "verdict": "bad message", "code": code}
    return vector | in_page_of(page_group)


def in_page_of(group: bytes) -> Vector:
    """Returns the group that the root of the vector's page names."""
    return {} if group == NO_GROUP else {"pageGroup": group_text(group)}


def unreadable(
    name: str,
    draft: Mapping[str, Draft],
    change: Change = lambda message, written: written,
    **changed: str | None,
) -> Vector:
    """Returns a vector of an element that makes its whole page unreadable."""
    message = Writer(name).message(draft)
    written = change(message, element(message, NO_GROUP, **changed))
    return {"name": name, "element": written, "verdict": "unreadable page"}


def replaced(old: str, new: str) -> Change:
    def replace(message: Message, written: str) -> str:
        assert written.count(old) == 1, f"{old!r} is {written.count(old)} times in {written}"
        return written.replace(old, new)

    return replace


def changed_attribute(name: str, change: Callable[[str], str | None]) -> Change:
    """Changes the value of an attribute, or drops the attribute if the new value is None."""

    def replace(message: Message, written: str) -> str:
        [found] = re.finditer(f' {name}="([^"]*)"', written)
        new = attributes({name: change(found[1])})
        return written[: found.start()] + new + written[found.end() :]

    return replace


def with_first_field(change: str) -> Change:
    """Inserts markup before the first field."""
    return lambda message, written: written.replace("><", f">{change}<", 1)


def not_canonical(text: str) -> str:
    """Returns a text of the same bytes that has an unused bit set."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) + 1]


def vectors() -> Iterator[Vector]:
    yield from examples()
    yield from names()
    yield from kinds()
    yield from required()
    yield from labels()
    yield from lengths()
    yield from characters()
    yield from times()
    yield from groups()
    yield from gone_values()
    yield from attribute_values()
    yield from markup()
    yield from signatures()
    yield from gone_entries()
    yield from listed_entries()
    yield from damaged_entries()
    yield from later_forms()


def examples() -> Iterator[Vector]:
    """Yields messages of different shapes. The first is the worked example of docs/nodes.md."""
    nonce = bytes(range(1, 9))

    def jack(**options: Any) -> Writer:
        return Writer("", **({"nonce": nonce, "salt": SALT} | options))

    yield good("the least", USER | TEXT, writer=jack())
    yield good("the least, its text gone", USER | {"text": gone("This is a test")}, writer=jack())
    yield good("in a group", USER | TEXT, writer=jack(group=GROUP))
    yield good(
        "every field that a node knows, and others of both kinds",
        {
            "user": kept("Zoë"),
            "room": kept("kitchen"),
            "device": kept("Büro"),
            "text": erasable("one\r\ntwo\three\u2028]]>\ufeff"),
            "later": kept("a"),
            "re": kept("b"),
            "x-place": erasable("here"),
        },
        writer=Writer("", seed=ZOE, stamp=117538239283265535, nonce=b"\xff" * 8, salt=b"\x09" * 16),
    )
    yield good(
        "no text",
        USER | {"react": kept("👍")},
        writer=jack(stamp=STAMP + 1, nonce=bytes(8)),
    )
    yield good(
        "an empty stamp and a text of one byte",
        {"user": kept("a"), "text": erasable("a")},
        writer=jack(stamp=0, nonce=bytes(8), salt=bytes(16)),
    )
    yield good(
        "the largest stamp",
        USER | TEXT,
        writer=jack(stamp=2**64 - 1, nonce=b"\x80" * 8),
    )


def names() -> Iterator[Vector]:
    free = {"one byte": "a", "32 bytes": "x-" + "n" * 30, "digits and hyphens": "a-0--9-"}
    near = ("gones", "messages", "chats", "xm", "x-xml", "x")
    for title, name in free.items():
        yield good(f"a kept field whose name has {title}", USER | {name: kept("1")})
        yield good(f"an erasable field whose name has {title}", USER | {name: erasable("1")})
    for name in near:
        yield good(f"a field with the permitted name {name}", USER | TEXT | {name: kept("1")})

    malformed = {
        "33 bytes": "x-" + "n" * 31,
        "a capital letter": "Later",
        "a capital letter after the first": "laTer",
        "an underscore": "la_ter",
        "a full stop": "la.ter",
        "a letter outside ASCII": "lätr",
        "a digit outside ASCII": "a٣",
        "an underscore at the beginning": "_later",
        "xml at the beginning": "xmlish",
        "no more than xml": "xml",
    }
    for title, name in malformed.items():
        yield bad(f"a field whose name has {title}", "field-name", USER | TEXT | {name: kept("1")})
    for name in ("message", "chat", "gone"):
        yield bad(
            f"a field with the forbidden name {name}", "field-name", USER | TEXT | {name: kept("1")}
        )
    yield unreadable("a field whose name begins with a digit", USER | TEXT | {"1later": kept("1")})
    yield bad(
        "two fields with the same name",
        "field-twice",
        USER | TEXT,
        replaced("<user>jack</user>", "<user>jack</user><user>jack</user>"),
    )
    yield bad(
        "two texts, one of them gone",
        "field-twice",
        USER | {"text": gone("This is a test")},
        replaced("<user>", "<text>This is a test</text><user>"),
        salt=base64url.encode(SALT),
    )


RESERVED = (
    "re",
    "react",
    "edits",
    "deletes",
    "topic",
    "alias",
    "format",
    "blob",
    "sealed-key",
    "author",
    "author-signature",
)


def kinds() -> Iterator[Vector]:
    yield good("all reserved names, kept", USER | {name: kept(name) for name in RESERVED})
    yield good("all reserved names, erasable", USER | {name: erasable(name) for name in RESERVED})
    yield good("an unknown name, kept", USER | {"later": kept("value")})
    yield good("an unknown name, erasable", USER | {"later": erasable("value")})
    yield good("a free name, kept", USER | {"x-free": kept("value")})
    yield good("a free name, erasable", USER | {"x-free": erasable("value")})
    yield good("a text that names its kind", USER | TEXT, replaced("<text>", '<text kind="1">'))
    yield bad(
        "a user that names its kind",
        "bad-value",
        USER | TEXT,
        replaced("<user>", '<user kind="0">'),
    )
    yield bad("a kept text", "bad-value", USER | {"text": kept("Hello")})
    for name in ("user", "room", "device"):
        fields = USER | TEXT | {name: erasable("jack")}
        yield bad(f"an erasable {name}", "field-kind", fields)
    for kind in ("2", "01", "", " 1", "erasable"):
        yield bad(
            f'a field of the kind "{kind}"',
            "bad-value",
            USER | TEXT | {"later": erasable("1")},
            replaced('kind="1"', f'kind="{kind}"'),
        )
    yield bad(
        "an erasable field that is written as kept",
        "bad-signature",
        USER | TEXT | {"later": erasable("1")},
        replaced(' kind="1"', ""),
    )
    yield bad(
        "a kept field that is written as erasable",
        "bad-signature",
        USER | TEXT | {"later": kept("1")},
        replaced("<later>", '<later kind="1">'),
    )


def required() -> Iterator[Vector]:
    rest = {"room": kept("kitchen"), "device": kept("laptop")}
    yield bad("no user", "user-missing", TEXT)
    yield bad("no field", "user-missing", {})
    yield bad("only a user", "content-missing", USER)
    yield bad("only user, room and device", "content-missing", USER | rest)
    yield good("user, room, device and a text", USER | rest | TEXT)
    yield good("user and an erasable field without a text", USER | {"x-place": erasable("here")})
    yield good("user and the field written alone", USER | {"written": kept("1294219800000")})
    yield good("user and the field sent alone", USER | {"sent": kept("1294219800000")})
    yield good("a sealed message, kept", {"sealed": kept("secret")})
    yield good("a sealed message, erasable", {"sealed": erasable("secret"), "sealed-key": kept("key")})
    yield good("a sealed message with a text", {"sealed": kept("secret")} | TEXT)
    for name in ("user", "room", "device"):
        yield bad(f"a sealed message with a {name}", "field-kind", {"sealed": kept("secret"), name: kept("open")})
        yield bad(f"an erasable sealed field and a {name}", "field-kind", {"sealed": erasable("x"), name: kept("open")})
    for name in ("user", "room", "device"):
        fields = USER | TEXT | {name: kept("")}
        yield bad(f"an empty {name}", "field-empty", fields)
    yield bad("an empty text", "field-empty", USER | {"text": erasable("")})
    yield bad("an empty kept field", "field-empty", USER | TEXT | {"later": kept("")})
    yield bad("an empty erasable field", "field-empty", USER | TEXT | {"later": erasable("")})
    yield bad("a gone text of 0 bytes", "field-empty", USER | {"text": gone_of(0)})


def labels() -> Iterator[Vector]:
    """Yields the limits and characters of user, room and device."""
    longest = {
        "64 letters": "u" * 64,
        "64 emoji, 256 bytes": "👍" * 64,
        "a letter and 63 accents": "e" + "\u0301" * 63,
        "a no-break space, a soft hyphen and a direction mark": "\u00a0\u00ad\u200b\u202e",
        "only a space": " ",
        "spaces around it": " jack ",
    }
    too_long = {
        "65 letters": "u" * 65,
        "65 emoji": "👍" * 65,
        "a letter and 64 accents": "e" + "\u0301" * 64,
    }
    for name in ("user", "room", "device"):
        for title, value in longest.items():
            yield good(f"{name}: {title}", USER | TEXT | {name: kept(value)})
        for title, value in too_long.items():
            yield bad(f"{name}: {title}", f"{name}-too-long", USER | TEXT | {name: kept(value)})
        for scalar in (0x09, 0x0A, 0x0D, 0x7F, 0x80, 0x85, 0x9F, 0x2028, 0x2029):
            yield bad(
                f"{name}: the character U+{scalar:04X}",
                "illegal-character",
                USER | TEXT | {name: kept(f"a{chr(scalar)}b")},
            )


def lengths() -> Iterator[Vector]:
    yield good("a kept field of 256 bytes", USER | {"later": kept("v" * 256)})
    yield good("a kept field of 256 bytes and 64 scalars", USER | {"later": kept("👍" * 64)})
    yield bad("a kept field of 257 bytes", "value-too-long", USER | {"later": kept("v" * 257)})
    yield bad(
        "a kept free field of 257 bytes", "value-too-long", USER | {"x-free": kept("v" * 257)}
    )
    yield good("an erasable field of 257 bytes", USER | {"later": erasable("v" * 257)})

    yield good("a text of 16384 bytes", USER | {"text": erasable("t" * 16384)})
    yield bad("a text of 16385 bytes", "text-too-long", USER | {"text": erasable("t" * 16385)})
    yield good("a gone text of 16384 bytes", USER | {"text": gone_of(16384)})
    yield bad("a gone text of 16385 bytes", "text-too-long", USER | {"text": gone_of(16385)})

    def others(count: int) -> dict[str, Draft]:
        return {f"x-{number:02}": kept("1") for number in range(count)}

    yield good("32 fields", USER | TEXT | others(30))
    yield bad("33 fields", "too-many-fields", USER | TEXT | others(31))

    # user and jack are 8 bytes, later is 5, text 4.
    rest = 24 * 1024 - 8 - 5
    full = USER | {"text": erasable("t" * 16384)}
    yield good("24 KiB together", full | {"later": erasable("v" * (rest - 4 - 16384))})
    yield bad(
        "24 KiB and one byte together",
        "message-too-large",
        full | {"later": erasable("v" * (rest - 4 - 16384 + 1))},
    )
    yield good("24 KiB together, gone", USER | {"later": gone_of(rest)})
    yield bad(
        "24 KiB and one byte together, gone",
        "message-too-large",
        USER | {"later": gone_of(rest + 1)},
    )
    for length in (2**32 - 1, 2**32, 2**64 - 1):
        yield bad(
            f"a gone field of {length} bytes",
            "message-too-large",
            USER | TEXT | {"later": gone("1")},
            replaced('bytes="1"', f'bytes="{length}"'),
        )


def characters() -> Iterator[Vector]:
    everywhere = {
        "markup": "<b>&amp;</b> \"quoted\" 'twice' ]]>",
        "tab, line feed and carriage return": "\ta\nb\rc\r\nd\r",
        "white space around it": " \n text \t ",
        "only a line feed": "\n",
        "control characters that XML 1.0 can carry": "\x7f\x80\x85\x9f",
        "separators": "\u2028\u2029\u00a0\u3000",
        "a byte order mark": "\ufeffa\ufeff",
        "the ends of the planes": "\ud7ff\ue000\ufffd\U00010000\U0001fffe\U0010ffff",
        "a composed letter": "\u00e9",
        "a letter and an accent": "e\u0301",
        "noncharacters that XML 1.0 can carry": "\ufdd0\ufdef",
    }
    for title, value in everywhere.items():
        yield good(f"a text with {title}", USER | {"text": erasable(value)})
        yield good(f"a kept field with {title}", USER | {"later": kept(value)})

    def reference(text: str) -> Change:
        return replaced("@", text)

    for scalar in (0x00, 0x01, 0x08, 0x0B, 0x0C, 0x0E, 0x1F, 0xFFFE, 0xFFFF):
        for title, fields in (
            ("text", USER | {"text": erasable("@")}),
            ("kept field", USER | {"later": kept("@")}),
        ):
            yield unreadable(f"a {title} with U+{scalar:04X}", fields, reference(chr(scalar)))
            yield unreadable(
                f"a {title} with a reference to U+{scalar:04X}", fields, reference(f"&#{scalar};")
            )
    fields = USER | {"text": erasable("@")}
    for title, text in {
        "a surrogate": "&#xD800;",
        "a number above U+10FFFF": "&#x110000;",
        "a number of 40 digits": "&#" + "9" * 40 + ";",
        "no number": "&#;",
        "a capital X": "&#X41;",
        "an unknown name": "&nbsp;",
        "an ampersand alone": "a & b",
    }.items():
        yield unreadable(f"a reference: {title}", fields, reference(text))
    yield good(
        "references in all notations",
        USER | {"text": erasable("A<>&'\"Aé👍")},
        lambda message, written: written.replace(
            escaped("A<>&'\"Aé👍"), "&#65;&lt;&gt;&amp;&apos;&quot;&#x00041;&#xe9;&#x1F44D;"
        ),
    )
    yield bad(
        "a text with a raw carriage return",
        "bad-signature",
        USER | {"text": erasable("a\rb")},
        replaced("&#13;", "\r"),
    )
    yield bad(
        "a kept field with a raw carriage return and line feed",
        "bad-signature",
        USER | {"later": kept("a\r\nb")},
        replaced("&#13;", "\r"),
    )


def times() -> Iterator[Vector]:
    """Yields values of the fields written and sent. A malformed one is ignored, never refused."""
    for title, value in {
        "a time": "1294219800000",
        "0": "0",
        "the largest number of 64 bits": "18446744073709551615",
        "a number over 64 bits": "18446744073709551616",
        "a word": "yesterday",
        "a sign": "-1",
        "a leading zero": "01294219800000",
        "white space": " 1294219800000\n",
        "256 digits": "9" * 256,
    }.items():
        for name in ("written", "sent"):
            yield good(f"{name}: {title}", USER | TEXT | {name: kept(value)})
    for name in ("written", "sent"):
        yield good(f"{name}: erasable", USER | TEXT | {name: erasable("1294219800000")})
        yield bad(f"{name}: empty", "field-empty", USER | TEXT | {name: kept("")})
        yield bad(f"{name}: 257 digits", "value-too-long", USER | TEXT | {name: kept("9" * 257)})


def groups() -> Iterator[Vector]:
    fields = USER | TEXT

    def member(name: str, group: bytes = GROUP) -> Writer:
        return Writer(name, group=group)

    name = "of the group that the page names"
    yield good(name, fields, writer=member(name), page_group=GROUP)
    name = "of a group that message and page name"
    named = base64url.encode(GROUP)
    yield good(name, fields, writer=member(name), page_group=GROUP, group=named)
    name = "of another group than the page names"
    yield good(name, fields, writer=member(name, OTHER_GROUP), page_group=GROUP)
    yield good("of no group in a page of a group", fields, page_group=GROUP)
    yield good("of no group, said in a page of no group", fields, group="")

    name = "of a group, but neither message nor page names it"
    yield bad(name, "bad-signature", fields, writer=member(name), group=None)
    name = "of a group, but the message says that it is of none"
    yield bad(name, "bad-signature", fields, writer=member(name), page_group=GROUP, group="")
    name = "of no group, but the message says nothing in a page of a group"
    yield bad(name, "bad-signature", fields, page_group=GROUP, group=None)
    zero = base64url.encode(NO_GROUP)
    yield bad("the group of 16 zero bytes", "bad-value", fields, group=zero)
    for title, change in malformed_texts.items():
        if title == "is empty":
            continue
        name = f"the group {title}"
        malformed = changed_attribute("group", change)
        yield bad(name, "bad-value", fields, malformed, writer=member(name))


def gone_values() -> Iterator[Vector]:
    present = {"x-place": erasable("here")}
    yield good("two erasable values", USER | TEXT | present)
    yield good(
        "two erasable values, both gone",
        USER | {"text": gone("This is a test"), "x-place": gone("here")},
    )
    yield good(
        "a text beside a gone value counts as gone, too", USER | TEXT | {"x-place": gone("here")}
    )
    yield good(
        "a value beside a gone text counts as gone, too",
        USER | {"text": gone("This is a test")} | present,
    )
    one_gone = USER | {"text": gone("This is a test")}
    yield good("the salt beside gone values is ignored", one_gone, salt=base64url.encode(SALT))
    yield bad("a malformed salt beside gone values", "bad-value", one_gone, salt="salt")
    yield good(
        "the salt of a message without erasable values is ignored",
        USER | {"re": kept("1")},
        salt=base64url.encode(SALT),
    )
    yield bad(
        "a malformed salt of a message without erasable values",
        "bad-value",
        USER | {"re": kept("1")},
        salt="salt",
    )
    yield good(
        "a gone value with a start tag and an end tag",
        one_gone,
        lambda message, written: written.replace("/><user>", "></text><user>"),
    )
    yield good(
        "a gone value that does not name its kind",
        USER | {"x-place": gone("here")},
        replaced(' kind="1"', ""),
    )
    for kind in ("0", "2"):
        yield bad(
            f'a gone value of the kind "{kind}"',
            "bad-value",
            USER | {"x-place": gone("here")},
            replaced('kind="1"', f'kind="{kind}"'),
        )
    yield good(
        "bytes without gone is an unknown attribute",
        USER | TEXT,
        replaced("<text>", '<text bytes="1">'),
    )
    yield bad(
        "another text", "bad-signature", USER | TEXT, replaced("This is a test", "This is a tesT")
    )
    yield bad("another salt", "bad-signature", USER | TEXT, salt=base64url.encode(SALT))
    yield bad(
        "a present value with another text beside a gone value",
        "bad-signature",
        USER | TEXT | {"x-place": gone("here")},
        replaced("This is a test", "This is a tesT"),
    )
    yield bad(
        "a gone value with a value",
        "bad-markup",
        one_gone,
        lambda message, written: written.replace("/><user>", ">This is a test</text><user>"),
    )
    yield bad("a gone value without its length", "bad-value", one_gone, replaced(' bytes="14"', ""))
    yield bad(
        "a gone value with another length",
        "bad-signature",
        one_gone,
        replaced('bytes="14"', 'bytes="15"'),
    )
    for length in (
        "",
        "014",
        "+14",
        "-14",
        "14 ",
        "1e1",
        "１４",
        "18446744073709551616",
    ):
        yield bad(
            f'a gone value with the length "{length}"',
            "bad-value",
            one_gone,
            replaced('bytes="14"', f'bytes="{length}"'),
        )

    for title, change in malformed_texts.items():
        yield bad(
            f"the hash of a gone value {title}",
            "bad-value",
            one_gone,
            changed_attribute("gone", change),
        )
    yield bad(
        "the hash of a gone value belongs to another value",
        "bad-signature",
        one_gone,
        changed_attribute("gone", lambda hash: ("B" if hash[0] == "A" else "A") + hash[1:]),
    )


#: Malformed texts of bytes, made from a well-formed text.
malformed_texts: Mapping[str, Callable[[str], str]] = {
    "is empty": lambda text: "",
    "is too short": lambda text: text[:-4],
    "is too long": lambda text: text + "AAAA",
    "has unused bits that are not 0": not_canonical,
    "has padding": lambda text: text + "=" * (-len(text) % 4),
    "has a character of another alphabet": lambda text: "+" + text[1:],
    "has white space": lambda text: text + " ",
}


def attribute_values() -> Iterator[Vector]:
    fields = USER | TEXT
    yield good(
        "attributes in another order, in apostrophes, with white space",
        fields,
        lambda message, written: reordered(written),
    )
    yield good(
        "unknown attributes are ignored", fields, replaced("<user>", '<user later="1">'), later="1"
    )
    yield good("a malformed time in added is ignored", fields, added="soon")
    yield good("no time in added", fields, added=None)
    yield good("the largest id", fields, id=str(2**53))

    for name in ("origin", "nonce", "sig", "salt"):
        without = changed_attribute(name, lambda text: None)
        yield bad(f"no {name}", "bad-value", fields, without)
        for title, change in malformed_texts.items():
            malformed = changed_attribute(name, change)
            yield bad(f"the {name} {title}", "bad-value", fields, malformed)
    yield bad("no stamp", "bad-value", fields, stamp=None)
    for stamp in (
        "",
        "-1",
        "+1",
        "01",
        "1.0",
        " 1",
        "1 ",
        "0x1",
        "1e3",
        "１",
        str(2**64),
        "9" * 40,
    ):
        yield bad(f'the stamp "{stamp}"', "bad-value", fields, stamp=stamp)
    yield bad("another stamp", "bad-signature", fields, stamp=str(STAMP + 1))

    yield unreadable("no id", fields, id=None)
    for id in ("", "0", "01", "-1", "+1", "1.0", " 1", "１", str(2**53 + 1), "9" * 40):
        yield unreadable(f'the id "{id}"', fields, id=id)
    yield unreadable("an attribute twice", fields, replaced("<user>", '<user later="1" later="1">'))

    def many(count: int) -> str:
        return "<user" + "".join(f' a{number}=""' for number in range(count)) + ">"

    yield good("a tag of 32 attributes", fields, replaced("<user>", many(32)))
    yield unreadable("a tag of 33 attributes", fields, replaced("<user>", many(33)))
    yield good("a tag of almost 4 KiB", fields, replaced("<user>", f'<user later="{"a" * 4000}">'))
    yield unreadable(
        "a tag of more than 4 KiB", fields, replaced("<user>", f'<user later="{"a" * 4100}">')
    )


def reordered(written: str) -> str:
    """Returns the element with the attributes of its first tag reversed and in apostrophes."""
    tag, rest = written.split(">", 1)
    name, *parts = tag.replace("2011-01-05 09:30:00", "").split(" ")
    return (
        f"{name}\n\t"
        + "\n ".join(part.replace('"', "'") for part in reversed(parts))
        + f"\n>{rest}"
    )


#: Attributes that a page must not have. XML parsers differ in what they make of them.
NAMESPACES = {
    "a relative namespace": 'xmlns="u"',
    "a namespace": 'xmlns="urn:x"',
    "an empty namespace": 'xmlns=""',
    "a namespace with white space around its equals sign": "xmlns\n = 'urn:x'",
    "a namespace behind another attribute": 'later="" xmlns="urn:x"',
    "the namespace of a prefix": 'xmlns:p="urn:x"',
    "no namespace for a prefix": 'xmlns:p=""',
    "one attribute by two prefixes": 'xmlns:p="urn:x" xmlns:q="urn:x" p:a="" q:a=""',
    "an attribute with a prefix": 'p:a=""',
    "xml:lang": 'xml:lang="en"',
    "xml:space with another value": 'xml:space="odd"',
    "a name that begins with a colon": ':a=""',
}


def markup() -> Iterator[Vector]:
    fields = USER | TEXT
    yield good(
        "fields in another order",
        fields,
        lambda message, written: written.replace("<user>jack</user>", "").replace(
            "<text>", "<user>jack</user><text>"
        ),
    )
    yield good("white space between the fields", fields, with_first_field("\n\t \n"))
    for title, inserted in {
        "a word": "text",
        "a no-break space": "\u00a0",
        "a vertical line": "|",
        "a character reference": "&#65;",
    }.items():
        yield bad(f"between the fields: {title}", "bad-markup", fields, with_first_field(inserted))
    yield bad("an element in a field", "bad-markup", fields, replaced("jack", "ja<b>c</b>k"))
    yield bad("an empty element in a field", "bad-markup", fields, replaced("jack", "jack<b/>"))
    for title, inserted in {
        "a comment": "<!-- comment -->",
        "a processing instruction": "<?later?>",
        "CDATA": "<![CDATA[ ]]>",
        "a document type": "<!DOCTYPE chat>",
        "an XML declaration": '<?xml version="1.0"?>',
    }.items():
        yield unreadable(f"between the fields: {title}", fields, with_first_field(inserted))
    yield unreadable(
        "a text in CDATA", fields, replaced("This is a test", "<![CDATA[This is a test]]>")
    )
    for title, names in NAMESPACES.items():
        yield unreadable(f"in a field: {title}", fields, replaced("<user>", f"<user {names}>"))
        yield unreadable(
            f"in the tag of the message: {title}", fields, replaced("<message ", f"<message {names} ")
        )
    yield unreadable(
        "a field with a prefix",
        fields,
        replaced("<user>jack</user>", '<p:user xmlns:p="urn:x">jack</p:user>'),
    )
    yield unreadable("a field with the prefix xml", fields, with_first_field("<xml:x>a</xml:x>"))
    yield good(
        "colons and xmlns in values, and names that contain xmlns",
        USER | {"text": erasable('xmlns="u" a:b')},
        replaced("<user>", "<user later=\"a:b xmlns='u'\" xmlnsa='xmlns=' axmlns=':'>"),
    )
    yield unreadable("an open field", fields, replaced("</user>", ""))
    yield unreadable(
        "end tags in the wrong order", fields, replaced("</user></message>", "</message></user>")
    )


# Signatures at the edges


def number(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little")


def challenge(r: bytes, public: bytes, form: bytes) -> int:
    return number(hashlib.sha512(r + public + form).digest()) % ed25519.ORDER


def secret_number(seed: bytes) -> int:
    """Returns the secret factor of RFC 8032, section 5.1.5."""
    clamped = bytearray(hashlib.sha512(seed).digest()[:32])
    clamped[0] &= 248
    clamped[31] &= 127
    clamped[31] |= 64
    return number(bytes(clamped))


class Forger(Writer):
    """A writer with a public key of its own choice, and with any factor as its nonce."""

    def __init__(self, name: str, public: ed25519.Point, secret: int) -> None:
        super().__init__(name)
        self.seed = None
        self.secret = secret
        self.origin = ed25519.encode(public)
        self.sign = self.signature

    #: Whether the challenge suits the vector. The forger tries further factors until it does.
    suits: Callable[[int], bool] = staticmethod(lambda challenge: True)

    def signature(self, form: bytes) -> bytes:
        for attempt in itertools.count():
            factor = number(drawn(f"{self.name} {attempt}", 32, "factor"))
            r = ed25519.encode(ed25519.multiply(ed25519.BASE, factor))
            k = challenge(r, self.origin, form)
            if self.suits(k):
                return r + scalar((factor + k * self.secret) % ed25519.ORDER)
        raise AssertionError


def reversed_form(message: Message) -> bytes:
    """Returns the form with the fields in the opposite order."""
    fields = [signed_field(name, value) for name, value in sorted(message.fields.items())]
    head = message.form.removesuffix(b"".join(fields))
    return head + b"".join(reversed(fields))


def scalar(value: int) -> bytes:
    return value.to_bytes(32, "little")


def signatures() -> Iterator[Vector]:
    fields = USER | TEXT

    def changed(change: Callable[[Message], bytes]) -> Change:
        return lambda message, written: written.replace(
            base64url.encode(message.signature), base64url.encode(change(message))
        )

    def with_r(r: bytes) -> Callable[[Message], bytes]:
        """Signs with the factor 0, so that S·B = k·A. It suits R if R is the neutral point."""
        return lambda message: (
            r
            + scalar(
                challenge(r, message.origin, message.form) * secret_number(JACK) % ed25519.ORDER
            )
        )

    def with_s(change: Callable[[int], int]) -> Callable[[Message], bytes]:
        return lambda message: (
            message.signature[:32] + scalar(change(number(message.signature[32:])))
        )

    points = ed25519.small_order_points()
    others = {
        "S + L": with_s(lambda s: s + ed25519.ORDER),
        "S + 2 L": with_s(lambda s: s + 2 * ed25519.ORDER),
        "S = L": with_s(lambda s: ed25519.ORDER),
        "S = L - 1": with_s(lambda s: ed25519.ORDER - 1),
        "S = 0": with_s(lambda s: 0),
        "S with its highest bit set": with_s(lambda s: s | 1 << 255),
        "R with its sign changed": lambda message: (
            message.signature[:31] + bytes([message.signature[31] ^ 0x80]) + message.signature[32:]
        ),
        "R is the neutral point, not canonically encoded": with_r(scalar(ed25519.PRIME + 1)),
        "R is the neutral point with the sign of an odd x": with_r(scalar(1 | ed25519.SIGN_BIT)),
        "R is not canonical: y is 2^255 - 1": with_r(scalar(2**255 - 1)),
        "R is no point of the curve": with_r(scalar(2)),
        "R and S are zero bytes": lambda message: bytes(64),
    }
    for point in points:
        order = next(
            factor for factor in (1, 2, 4, 8) if ed25519.multiply(point, factor) == ed25519.NEUTRAL
        )
        r = ed25519.encode(point)
        others[f"R is a point of order {order}, {r.hex()[:6]}…{r.hex()[-2:]}"] = with_r(r)
    for title, change in others.items():
        yield bad(f"a signature: {title}", "bad-signature", fields, changed(change))
    yield bad(
        "a signature of another key",
        "bad-signature",
        fields,
        origin=base64url.encode(public_key(ZOE)),
    )
    yield bad(
        "a signature of another message",
        "bad-signature",
        fields,
        changed(lambda message: Writer("another").message(fields).signature),
    )
    yield bad(
        "a signature of the digest of the form",
        "bad-signature",
        fields,
        changed(lambda message: Writer("").sign(hashlib.sha256(message.form).digest())),
    )
    yield bad(
        "a signature of the form in a group",
        "bad-signature",
        fields,
        lambda message, written: written.replace(
            base64url.encode(message.signature),
            base64url.encode(
                Writer("").sign(
                    signed_form(message.origin, GROUP, message.stamp, message.nonce, message.fields)
                )
            ),
        ),
    )
    yield bad(
        "a signature of the form with the fields in reverse",
        "bad-signature",
        fields,
        changed(lambda message: Writer("").sign(reversed_form(message))),
    )

    for point in points:
        order = next(
            factor for factor in (1, 2, 4, 8) if ed25519.multiply(point, factor) == ed25519.NEUTRAL
        )
        encoded = ed25519.encode(point).hex()
        forger = Forger(f"a public key of order {order}, {encoded[:6]}…{encoded[-2:]}", point, 0)
        forger.suits = lambda k: k % 8 == 0
        yield bad(forger.name, "bad-public-key", fields, writer=forger)
    not_points = {
        "the neutral point with the sign of an odd x": scalar(1 | ed25519.SIGN_BIT),
        "a point of order 2 with the sign of an odd x": scalar(
            ed25519.PRIME - 1 | ed25519.SIGN_BIT
        ),
        "the neutral point, not canonically encoded": scalar(ed25519.PRIME + 1),
        "y is the prime": scalar(ed25519.PRIME),
        "y is the prime and 3": scalar(ed25519.PRIME + 3),
        "y is 2^255 - 1": scalar(2**255 - 1),
        "all bits are set": scalar(2**256 - 1),
    }
    for title, encoded_point in not_points.items():
        yield bad(
            f"a public key: {title}",
            "bad-public-key",
            fields,
            origin=base64url.encode(encoded_point),
        )
    yield bad(
        "a public key: no point of the curve",
        "bad-signature",
        fields,
        origin=base64url.encode(scalar(2)),
    )

    secret = secret_number(JACK)
    mixed = ed25519.add(ed25519.multiply(ed25519.BASE, secret), points[1])
    fitting = Forger(
        "a public key of mixed order: the equation holds without the cofactor", mixed, secret
    )
    fitting.suits = lambda k: k % 8 == 0
    yield good(fitting.name, fields, writer=fitting)
    cofactored = Forger(
        "a public key of mixed order: the equation holds only with the cofactor", mixed, secret
    )
    cofactored.suits = lambda k: k % 8 == 3
    yield bad(cofactored.name, "bad-signature", fields, writer=cofactored)


def gone_entries() -> Iterator[Vector]:
    digest = hashlib.sha256(b"gone").digest()
    text = base64url.encode(digest)

    def entry(name: str, written: str, verdict: str) -> Vector:
        known = {"digest": digest.hex()} if verdict == "gone" else {}
        return {"name": f"a gone entry: {name}", "element": written, "verdict": verdict} | known

    yield entry("its digest", f'<gone id="1" digest="{text}"/>', "gone")
    yield entry("a start tag and an end tag", f'<gone digest="{text}" id="1"></gone>', "gone")
    yield entry("an unknown attribute", f'<gone id="1" digest="{text}" later="1"/>', "gone")
    for title, change in malformed_texts.items():
        name = f"a gone entry: the digest {title}"
        yield {
            "name": name,
            "element": f'<gone id="1" digest="{change(text)}"/>',
            "verdict": "bad message",
            "code": "bad-value",
        }
    yield entry("no id", f'<gone digest="{text}"/>', "unreadable page")
    yield entry("the id 0", f'<gone id="0" digest="{text}"/>', "unreadable page")


def listed_entries() -> Iterator[Vector]:
    """Yields messages that a page does not have whole. The element has the origin before them."""
    digest = hashlib.sha256(b"listed").digest()
    text, key = base64url.encode(digest), base64url.encode(public_key(JACK))
    origin = f'<origin key="{key}"/>'
    plain = f'<listed id="1" digest="{text}" origin="0"/>'

    def listed(
        name: str,
        written: str,
        *,
        group: bytes = NO_GROUP,
        page_group: bytes = NO_GROUP,
        lacks_values: bool = False,
        signer: bytes = JACK,
    ) -> Vector:
        parts = {"origin": public_key(signer).hex(), "group": group.hex(), "lacksValues": lacks_values}
        vector: Vector = {"name": f"a listed message: {name}", "element": written, "verdict": "listed"}
        return vector | {"digest": digest.hex()} | parts | in_page_of(page_group)

    def refused(name: str, written: str) -> Vector:
        vector: Vector = {"name": f"a listed message: {name}", "element": written}
        return vector | {"verdict": "bad message", "code": "bad-value"}

    yield listed("of no group", origin + plain)
    yield listed("attributes in another order", f'{origin}<listed origin="0" digest="{text}" id="1"/>')
    yield listed("content", origin + plain.replace("/>", ">text<user/></listed>"))
    yield listed("an unknown attribute", origin + plain.replace("/>", ' later="1"/>'))
    yield listed("without its values", origin + plain.replace("/>", ' values="none"/>'), lacks_values=True)
    yield listed("another word for its values", origin + plain.replace("/>", ' values="some"/>'))
    yield listed("the form 1", origin + plain.replace("/>", ' form="1"/>'))
    named = plain.replace("/>", f' group="{base64url.encode(GROUP)}"/>')
    yield listed("of a group", origin + named, group=GROUP)
    yield listed("of the group that the page names", origin + plain, group=GROUP, page_group=GROUP)
    none = plain.replace("/>", ' group=""/>')
    yield listed("of no group in a page of a group", origin + none, page_group=GROUP)
    second = f'<origin key="{base64url.encode(public_key(ZOE))}"/>'
    numbered = plain.replace('origin="0"', 'origin="1"')
    yield listed("the second origin", origin + second + numbered, signer=ZOE)
    yield listed("an origin twice", origin + origin + second + plain.replace('n="0"', 'n="2"'), signer=ZOE)
    yield listed("after an origin without a key", f"<origin/>{second}{numbered}", signer=ZOE)
    yield listed("after an unknown element", origin + "<later/>" + plain)

    yield refused("no origin is named", plain)
    yield refused("the origin is named after it", plain + origin)
    yield refused("the number of no origin", origin + numbered)
    yield refused("the number of an origin without a key", f"<origin/>{plain}")
    for title, change in malformed_texts.items():
        yield refused(f"the key of its origin {title}", origin.replace(key, change(key)) + plain)
        yield refused(f"the digest {title}", origin + plain.replace(text, change(text)))
    yield refused("no digest", origin + '<listed id="1" origin="0"/>')
    for number in ("", "00", "+0", "-0", "0.0", " 0", "zero", str(2**64)):
        yield refused(f'the origin "{number}"', origin + plain.replace('origin="0"', f'origin="{number}"'))
    yield refused("the group of 16 zero bytes", origin + named.replace(base64url.encode(GROUP), base64url.encode(NO_GROUP)))
    for number in ("", "0", "two"):
        yield refused(f'the form "{number}"', origin + plain.replace("/>", f' form="{number}"/>'))
    yield {
        "name": "a listed message: of a later form",
        "element": f'<listed id="1" form="2" digest="{text}"/>',
        "verdict": "later form",
        "form": 2,
        "digest": digest.hex(),
    }
    for title, written in (("no id", plain.replace(' id="1"', "")), ("the id 0", plain.replace('id="1"', 'id="0"'))):
        yield {"name": f"a listed message: {title}", "element": origin + written, "verdict": "unreadable page"}


def damaged_entries() -> Iterator[Vector]:
    digest = hashlib.sha256(b"damaged").digest()
    text = base64url.encode(digest)
    plain = f'<damaged id="1" digest="{text}"/>'

    def entry(name: str, written: str, verdict: str = "damaged") -> Vector:
        vector: Vector = {"name": f"a damaged entry: {name}", "element": written, "verdict": verdict}
        return vector | ({"digest": digest.hex()} if verdict == "damaged" else {})

    yield entry("its digest", plain)
    yield entry("a form is an unknown attribute", plain.replace("/>", ' form="later"/>'))
    for title, change in malformed_texts.items():
        yield entry(f"the digest {title}", plain.replace(text, change(text)), "bad message") | {"code": "bad-value"}
    yield entry("no id", plain.replace(' id="1"', ""), "unreadable page")


def later_forms() -> Iterator[Vector]:
    """Yields messages of forms that come later. A reader needs only the digest, for the mark."""
    digest = hashlib.sha256(b"later").digest()
    text = base64url.encode(digest)

    def later(name: str, written: str, form: int = 2) -> Vector:
        vector: Vector = {"name": f"a later form: {name}", "element": written}
        return vector | {"verdict": "later form", "form": form, "digest": digest.hex()}

    empty = f'<message id="1" form="2" digest="{text}"/>'
    yield later("only its digest", empty)
    yield later("other attributes", empty.replace("/>", ' sig="AAAA" group="AAAA" stamp="soon"/>'))
    inside = "text<user>ja<b>c</b>k</user><user/><Later>1</Later>"
    yield later("other content", empty.replace("/>", f">{inside}</message>"))
    largest = 2**64 - 1
    yield later("the largest form", empty.replace('"2"', f'"{largest}"'), largest)

    def refused(name: str, written: str) -> Vector:
        vector: Vector = {"name": f"a later form: {name}", "element": written}
        return vector | {"verdict": "bad message", "code": "bad-value"}

    yield refused("no digest", '<message id="1" form="2"/>')
    for title, change in malformed_texts.items():
        yield refused(f"the digest {title}", empty.replace(text, change(text)))

    fields = USER | TEXT
    yield good("the form 1", fields, form="1")
    yield good("a digest in form 1 is an unknown attribute", fields, digest="AAAA")
    for number in ("", "0", "01", "-1", "+2", "2.0", " 2", "two", str(2**64)):
        yield bad(f'the form "{number}"', "bad-value", fields, form=number)
    yield {
        "name": "a gone entry: form is an unknown attribute",
        "element": f'<gone id="1" form="later" digest="{text}"/>',
        "verdict": "gone",
        "digest": digest.hex(),
    }


def content() -> str:
    """Returns the content of the file."""
    return json.dumps(list(vectors()), indent=2) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(content())
