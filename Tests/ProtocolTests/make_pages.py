"""Writes Tests/Vectors/pages.json: pages from the start of a log, and how a reader judges each.

    .build/protocol-tests/bin/python Tests/ProtocolTests/make_pages.py

The entries are those of Tests/Vectors/messages.json.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import base64url
import vectors
from make_vectors import GROUP, NAMESPACES, attributes
from message import NO_GROUP, NO_MARK, continued
from vectors import TESTS

FILE = TESTS / "Vectors" / "pages.json"

#: What a vector is in JSON. Its page is a text, or bytes in hex.
Vector = dict[str, Any]

READABLE = "readable page"
UNREADABLE = "unreadable page"
NO_ROOT = "no readable root"

NODE = base64url.encode(bytes(range(32)))
INSTANCE = base64url.encode(bytes(range(16)))

BY_NAME = {vector["name"]: vector for vector in vectors.GOOD}
FIRST, SECOND = BY_NAME["the least"], BY_NAME["no text"]


def entry(vector: Vector, id: int | str) -> str:
    """Returns the element of a vector with another id."""
    element: str = vector["element"]
    return element.replace('id="1"', f'id="{id}"', 1)


def gone(number: int) -> tuple[str, bytes]:
    """Returns a gone entry with this id, and its digest."""
    digest = number.to_bytes(32, "big")
    return f'<gone id="{number}" digest="{base64url.encode(digest)}"/>', digest


def root(digests: list[bytes], **changed: str | None) -> str:
    """Returns the start tag of a page with these entries, from the start of the log."""
    end = str(len(digests))
    values: dict[str, str | None] = {
        "version": "1",
        "node": NODE,
        "name": "vectors",
        "instance": INSTANCE,
        "low": "1" if digests else "0",
        "high": end,
        "next": end,
        "mark": base64url.encode(continued(NO_MARK, digests)),
    }
    return f"<chat{attributes(values | changed)}>"


DIGESTS = [bytes.fromhex(vector["digest"]) for vector in (FIRST, SECOND)]
ROOT = root(DIGESTS)
ENTRIES = f"{entry(FIRST, 1)}\n{entry(SECOND, 2)}"
PAGE = f"{ROOT}\n{ENTRIES}\n</chat>\n"


def vector(name: str, page: str | bytes, verdict: str) -> Vector:
    content = {"page": page} if isinstance(page, str) else {"bytes": page.hex()}
    return {"name": name, "verdict": verdict} | content


def page_vectors() -> Iterator[Vector]:
    yield from documents()
    yield from entries_of_all_kinds()
    yield from encodings()
    yield from roots()
    yield from ids()
    yield from bounds()


def documents() -> Iterator[Vector]:
    yield vector("two messages", PAGE, READABLE)
    yield vector("no entries", f"{root([])}\n</chat>\n", READABLE)
    yield vector("no entries and one tag", root([]).replace(">", "/>"), READABLE)
    yield vector("no white space", f"{ROOT}{ENTRIES}</chat>".replace("\n", ""), READABLE)
    yield vector("white space around the root", f"\n \t{PAGE}\r\n ", READABLE)
    yield vector("carriage returns and line feeds", PAGE.replace("\n", "\r\n"), READABLE)
    for declaration in (
        '<?xml version="1.0"?>',
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>",
    ):
        yield vector(f"the declaration {declaration}", f"{declaration}\n{PAGE}", READABLE)
    for title, start in {
        "white space before the declaration": ' <?xml version="1.0"?>',
        "two declarations": '<?xml version="1.0"?><?xml version="1.0"?>',
        "a declaration of XML 1.1": '<?xml version="1.1"?>',
        "a declaration with another encoding": '<?xml version="1.0" encoding="ISO-8859-1"?>',
        "a document type": "<!DOCTYPE chat>",
        "an entity": '<!DOCTYPE chat [<!ENTITY a "b">]>',
        "a comment before the root": "<!-- comment -->",
        "a processing instruction before the root": "<?later?>",
        "text before the root": "text",
    }.items():
        yield vector(title, f"{start}\n{PAGE}", NO_ROOT)
    for title, end in {
        "a comment after the root": "<!-- comment -->",
        "text after the root": "text",
        "another root after it": "<later/>",
        "an end tag after the root": "</chat>",
    }.items():
        yield vector(title, PAGE + end, UNREADABLE)
    yield vector("an empty answer", "", NO_ROOT)
    yield vector("no XML", "The node is stopping.", NO_ROOT)
    yield vector("a page that ends within the root's start tag", ROOT[:-1], NO_ROOT)
    yield vector("a page that ends after the root's start tag", ROOT, UNREADABLE)
    yield vector("a page that ends within a message", PAGE[: len(ROOT) + 200], UNREADABLE)
    for text in ("text", "\u00a0", "&#65;"):
        page = PAGE.replace("\n", f"\n{text}", 1)
        yield vector(f"between the messages: {text!r}", page, UNREADABLE)


def entries_of_all_kinds() -> Iterator[Vector]:
    _, absent = gone(2)
    text = base64url.encode(absent)
    digests = [DIGESTS[0], absent, absent, DIGESTS[1]]
    start = root(digests)
    entries = [
        entry(FIRST, 1),
        f'<gone id="2" digest="{text}"/>',
        f'<message id="3" form="2" digest="{text}"/>',
        entry(SECOND, 4),
    ]
    yield vector(
        "a message, a gone entry, a message of a later form, a message",
        "\n".join([start, *entries, "</chat>\n"]),
        READABLE,
    )
    unknown = '<later id="0">text<b/></later>'
    yield vector(
        "unknown elements",
        "\n".join([start, unknown, *(line + unknown for line in entries), "</chat>\n"]),
        READABLE,
    )


def encodings() -> Iterator[Vector]:
    page = PAGE.encode()
    yield vector("a byte order mark", b"\xef\xbb\xbf" + page, NO_ROOT)
    yield vector("UTF-16", PAGE.encode("utf-16"), NO_ROOT)
    malformed = {
        "a byte that never occurs": b"\xff",
        "a continuation byte": b"\x80",
        "a character that is cut off": b"\xe2\x82",
        "an overlong form": b"\xc0\xaf",
        "a surrogate": b"\xed\xa0\x80",
        "a number above U+10FFFF": b"\xf4\x90\x80\x80",
    }
    for title, content in malformed.items():
        inside = page.replace(b"This", b"Th" + content)
        yield vector(f"not UTF-8 in a text: {title}", inside, UNREADABLE)
        before = page.replace(b'name="', b'name="' + content)
        yield vector(f"not UTF-8 in the root: {title}", before, NO_ROOT)


def roots() -> Iterator[Vector]:
    def changed_root(**values: str | None) -> str:
        return f"{root(DIGESTS, **values)}\n{ENTRIES}\n</chat>\n"

    def changed(title: str, **values: str | None) -> Vector:
        return vector(title, changed_root(**values), NO_ROOT)

    quoted = "&quot;a&quot; &lt;b&gt; &#10;"
    yield vector("an unknown attribute of the root", changed_root(later="1"), READABLE)
    yield vector("a name with quotation marks", changed_root(name=quoted), READABLE)
    for group in ("", "AAAA", base64url.encode(NO_GROUP), base64url.encode(GROUP) + "=="):
        yield changed(f'the group "{group}"', group=group)
    later = '<later id="3"><message>text</message></later>\n<later/>\n'
    known = PAGE.replace("<message", later + "<message", 1)
    yield vector("unknown children of the root", known, READABLE)
    for title, names in NAMESPACES.items():
        yield vector(f"in the root: {title}", PAGE.replace("<chat", f"<chat {names}"), NO_ROOT)
        later = f"<later {names}/>"
        yield vector(
            f"in an unknown child: {title}", PAGE.replace("<message", f"{later}<message", 1), UNREADABLE
        )
    yield vector(
        "a root with a prefix",
        PAGE.replace("<chat", '<p:chat xmlns:p="urn:x"').replace("</chat", "</p:chat"),
        NO_ROOT,
    )
    yield vector("an end tag with a prefix", PAGE.replace("</chat", "</p:chat"), UNREADABLE)
    value = "a:b xmlns='u'"
    yield vector("a colon and xmlns in values of the root", changed_root(name=value), READABLE)
    yield vector("another root", PAGE.replace("chat", "later"), NO_ROOT)
    yield vector("an element of a failure", '<failure code="busy">Later.</failure>', NO_ROOT)
    for version in (None, "", "0", "01", "2", "one"):
        yield changed(f"the version {version}", version=version)
    yield changed("no name", name=None)
    yield changed("a node with a public key of small order", node=base64url.encode(bytes(32)))
    for name in ("node", "instance", "mark"):
        yield vector(f"no {name}", changed_root(**{name: None}), NO_ROOT)
        yield changed(f"an empty {name}", **{name: ""})
        yield changed(f"a {name} that is too short", **{name: "AAAA"})
        yield changed(f"a {name} with padding", **{name: {"node": NODE}.get(name, INSTANCE) + "="})
    for name in ("low", "high", "next"):
        for number in (None, "", "02", "+2", "-2", "2.0", " 2", "two", str(2**53 + 1)):
            yield vector(f"{name} is {number!r}", changed_root(**{name: number}), NO_ROOT)


def ids() -> Iterator[Vector]:
    def entries(title: str, first: int, second: int, verdict: str, **values: str) -> Vector:
        bounds: dict[str, str | None] = {"high": str(second), "next": str(second), **values}
        content = f"{entry(FIRST, first)}\n{entry(SECOND, second)}"
        return vector(title, f"{root(DIGESTS, **bounds)}\n{content}\n</chat>\n", verdict)

    yield entries("ids with a gap", 3, 7, READABLE)
    yield entries("entries that end before next", 1, 2, READABLE, next="3", high="3")
    yield entries("entries that begin after low", 3, 7, READABLE, low="2")
    yield entries("equal ids", 2, 2, UNREADABLE)
    yield entries("descending ids", 2, 1, UNREADABLE, high="2", next="2")
    yield entries("an id below low", 1, 2, UNREADABLE, low="2")
    yield entries("an id above next", 1, 2, UNREADABLE, next="1")
    yield entries("next above high", 1, 2, UNREADABLE, high="1")


def bounds() -> Iterator[Vector]:
    # Messages without anything but an id are bad, and do not matter here.
    messages = "\n".join(f'<message id="{number}"/>' for number in range(1, 1002))
    start = root([], low="1", high="1001", next="1001")
    yield vector("1001 messages", f"{start}\n{messages}\n</chat>\n", UNREADABLE)

    elements = "\n".join(f'<later id="{number}"/>' for number in range(1, 1002))
    yield vector("1001 unknown elements", f"{ROOT}{ENTRIES}{elements}</chat>", READABLE)

    def nested(levels: int) -> str:
        """Returns a bad message whose elements are this many levels below the root."""
        inside = "<later>" * (levels - 1) + "</later>" * (levels - 1)
        return f'{root([DIGESTS[0]])}\n<message id="1">{inside}</message>\n</chat>\n'

    yield vector("17 levels", nested(16), UNREADABLE)

    def long_tag(size: int) -> str:
        tag = '<user later="">'
        padded = tag.replace('""', '"' + "a" * (size - len(tag)) + '"')
        return PAGE.replace("<user>", padded, 1)

    yield vector("a tag of 4096 bytes", long_tag(4096), READABLE)
    yield vector("a tag of 4097 bytes", long_tag(4097), UNREADABLE)


def page_of_gone(count: int) -> bytes:
    """Returns a page of this many gone entries."""
    found = [gone(number) for number in range(1, count + 1)]
    start = root([digest for _, digest in found])
    return "\n".join([start, *(element for element, _ in found), "</chat>\n"]).encode()


def page_of_origins(count: int) -> bytes:
    """Returns a page of two messages that names this many origins."""
    return f"{ROOT}{'<origin/>' * count}{ENTRIES}</chat>".encode()


def page_of_fields(count: int) -> bytes:
    """Returns a page of a bad message with this many fields."""
    return f'{root([DIGESTS[0]])}\n<message id="1">{"<a/>" * count}</message>\n</chat>\n'.encode()


def content() -> str:
    """Returns the content of the file."""
    return json.dumps(list(page_vectors()), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(content())
