"""The vectors of Tests/Vectors: messages.json and pages.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from message import Erasable, Fields, Kept, Message

TESTS = Path(__file__).resolve().parents[1]

Vector = dict[str, Any]


def read_json(path: str) -> Any:
    return json.loads((TESTS / path).read_text())


VECTORS: list[Vector] = read_json("Vectors/messages.json")
PAGES: list[Vector] = read_json("Vectors/pages.json")
GOOD = [vector for vector in VECTORS if vector["verdict"] == "good"]


def page_content(vector: Vector) -> bytes:
    """Returns the bytes of a page, which need not be UTF-8."""
    if "bytes" in vector:
        return bytes.fromhex(vector["bytes"])
    page: str = vector["page"]
    return page.encode()


def message(vector: Vector) -> Message:
    """Returns the message that a reader sees in the element of a good vector."""
    salt = bytes.fromhex(vector["salt"]) if "salt" in vector else None
    return Message(
        origin=bytes.fromhex(vector["origin"]),
        group=bytes.fromhex(vector["group"]),
        stamp=int(vector["stamp"]),
        nonce=bytes.fromhex(vector["nonce"]),
        fields=fields(vector["fields"], salt),
        signature=bytes.fromhex(vector["signature"]),
        salt=salt,
    )


def fields(values: list[Vector], salt: bytes | None) -> Fields:
    result: dict[str, Kept | Erasable] = {}
    for field in values:
        name, value = field["name"], bytes.fromhex(field.get("value", ""))
        if field["kind"] == 0:
            result[name] = Kept(value)
        elif "gone" in field:
            result[name] = Erasable(field["bytes"], bytes.fromhex(field["gone"]))
        else:
            assert salt, f"{name} is present, but there is no salt"
            result[name] = Erasable.of(name, value, salt)
    return result
