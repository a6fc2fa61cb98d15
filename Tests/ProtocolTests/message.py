"""Messages: fields, the signed form, signature and digest, as docs/nodes.md defines them."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import ed25519

MESSAGE_TAG = b"tidings-message-v1"
VALUE_TAG = b"tidings-value-v1"
GROUP_TAG = b"tidings-group-v2"

ORIGIN_BYTES = 32
GROUP_BYTES = 16
NONCE_BYTES = 8
SALT_BYTES = 16
HASH_BYTES = 32
SIGNATURE_BYTES = 64
MARK_BYTES = 16

NO_GROUP = bytes(GROUP_BYTES)
NO_MARK = bytes(MARK_BYTES)

MAX_FIELDS = 32
MAX_LABEL_SCALARS = 64
MAX_KEPT_BYTES = 256
MAX_TEXT_BYTES = 16 * 1024
MAX_MESSAGE_BYTES = 24 * 1024

FIELD_NAME = re.compile(r"(?!xml)[a-z][a-z0-9-]{0,31}")
FORBIDDEN_NAMES = frozenset(["message", "chat", "gone"])

#: Fields of 1 to 64 scalars on one line, always kept.
LABELS = ("user", "room", "device")

NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
NOT_IN_LABEL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Refused(Exception):
    """The message is bad. The code is one of docs/nodes.md."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code


@dataclass(frozen=True)
class Kept:
    """The value of kind 0: the value itself is signed."""

    value: bytes

    kind = 0

    @property
    def length(self) -> int:
        return len(self.value)

    @property
    def signed(self) -> bytes:
        return self.length.to_bytes(2, "big") + self.value


@dataclass(frozen=True)
class Erasable:
    """The value of kind 1: its length and its hash are signed. The value is None if it is gone."""

    length: int
    hash: bytes
    value: bytes | None = None

    kind = 1

    @classmethod
    def of(cls, name: str, value: bytes, salt: bytes) -> Erasable:
        return cls(len(value), value_hash(name, value, salt), value)

    @property
    def gone(self) -> Erasable:
        return Erasable(self.length, self.hash)

    @property
    def signed(self) -> bytes:
        return self.length.to_bytes(4, "big") + self.hash


Value = Kept | Erasable
Fields = Mapping[str, Value]


def value_hash(name: str, value: bytes, salt: bytes) -> bytes:
    return hashlib.sha256(VALUE_TAG + salt + short(name.encode()) + value).digest()


def short(name: bytes) -> bytes:
    """Returns the length of the name as one byte, and the name."""
    return bytes([len(name)]) + name


@dataclass(frozen=True)
class Message:
    origin: bytes
    group: bytes
    stamp: int
    nonce: bytes
    fields: Fields
    signature: bytes
    #: None if the message has no erasable value, or if the erasable values are gone.
    salt: bytes | None = None

    @functools.cached_property
    def form(self) -> bytes:
        return signed_form(self.origin, self.group, self.stamp, self.nonce, self.fields)

    @functools.cached_property
    def digest(self) -> bytes:
        return hashlib.sha256(self.form + self.signature).digest()

    def check(self) -> None:
        """Raises `Refused` unless the message is good."""
        self.check_readable()
        if not ed25519.verifies(self.origin, self.signature, self.form):
            raise Refused("bad-signature", "the signature does not verify")

    def check_readable(self) -> None:
        """Raises `Refused` unless the message is readable. A readable message has a digest."""
        check_fields(self.fields)
        if not ed25519.is_strict_point(self.origin):
            raise Refused("bad-public-key", "the origin is not canonical, or of small order")
        if not ed25519.is_strict_signature(self.signature):
            raise Refused("bad-signature", "R is not canonical or of small order, or S is too large")


def group_of(founder: bytes) -> bytes:
    """Returns the group of a founder with this public key."""
    return hashlib.sha256(GROUP_TAG + founder).digest()[:GROUP_BYTES]


def signed_form(origin: bytes, group: bytes, stamp: int, nonce: bytes, fields: Fields) -> bytes:
    head = MESSAGE_TAG + origin + group + stamp.to_bytes(8, "big") + nonce + bytes([len(fields)])
    return head + b"".join(signed_field(name, value) for name, value in sorted(fields.items()))


def signed_field(name: str, value: Value) -> bytes:
    return short(name.encode()) + bytes([value.kind]) + value.signed


def check_name(name: str) -> None:
    if not FIELD_NAME.fullmatch(name) or name in FORBIDDEN_NAMES:
        raise Refused("field-name", f"{name!r} is not a name of a field")


def check_fields(fields: Fields) -> None:
    """Raises `Refused` if the fields break a rule. Of erasable values, only the length counts."""
    if len(fields) > MAX_FIELDS:
        raise Refused("too-many-fields", f"{len(fields)} fields")
    for name, value in fields.items():
        check_name(name)
        if value.length == 0:
            raise Refused("field-empty", f"{name} is empty")
        if name in LABELS:
            check_label(name, value)
        elif name == "text":
            check_text(value)
        elif isinstance(value, Kept):
            check_kept(name, value)
    if sum(len(name) + value.length for name, value in fields.items()) > MAX_MESSAGE_BYTES:
        raise Refused("message-too-large", "names and values have more than 24 KiB")
    if "sealed" in fields:
        if fields.keys() & LABELS:
            raise Refused("field-kind", "a sealed message with a user, a room or a device")
    elif "user" not in fields:
        raise Refused("user-missing", "no user")
    if not fields.keys() - LABELS:
        raise Refused("content-missing", "no field besides user, room and device")


def check_label(name: str, value: Value) -> None:
    if not isinstance(value, Kept):
        raise Refused("field-kind", f"{name} is erasable")
    text = characters(value.value)
    if NOT_IN_LABEL.search(text):
        raise Refused("illegal-character", f"{name} has a control character or a separator")
    if len(text) > MAX_LABEL_SCALARS or value.length > MAX_KEPT_BYTES:
        raise Refused(f"{name}-too-long", f"{name} is too long")


def check_text(value: Value) -> None:
    if not isinstance(value, Erasable):
        raise Refused("field-kind", "text is kept")
    if value.length > MAX_TEXT_BYTES:
        raise Refused("text-too-long", f"text has {value.length} bytes")


def check_kept(name: str, value: Kept) -> None:
    if value.length > MAX_KEPT_BYTES:
        raise Refused("value-too-long", f"{name} has {value.length} bytes")
    characters(value.value)


def characters(value: bytes) -> str:
    """Returns the characters of a value. Raises `Refused` if XML 1.0 cannot carry them."""
    try:
        text = value.decode()
    except UnicodeDecodeError as error:
        raise Refused("not-utf-8", str(error)) from None
    if NOT_IN_XML.search(text):
        raise Refused("illegal-character", "XML 1.0 cannot carry a character")
    return text


def next_mark(mark: bytes, digest: bytes) -> bytes:
    return hashlib.sha256(mark + digest).digest()[:MARK_BYTES]


def continued(mark: bytes, digests: Iterable[bytes]) -> bytes:
    """Returns the mark after entries with these digests."""
    return functools.reduce(next_mark, digests, mark)
