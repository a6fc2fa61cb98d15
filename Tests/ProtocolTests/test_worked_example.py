"""The worked example and the marks of docs/nodes.md."""

from __future__ import annotations

import re

import base64url
import vectors
from conftest import REPOSITORY
from message import NO_MARK, next_mark
from page import read_page
from peers import page_with
from vectors import GOOD

PROTOCOL = (REPOSITORY / "docs/nodes.md").read_text()
[_, EXAMPLE] = PROTOCOL.split("### Worked example\n")
EXAMPLE = EXAMPLE.split("### Stamps")[0]


def test_the_element_of_the_example_has_the_form_signature_and_digest_of_the_example() -> None:
    element = re.search(r"```xml\n(<message.*?</message>)\n```", EXAMPLE, re.DOTALL)
    assert element
    [entry] = read_page(page_with({"element": element[1]})).entries
    assert entry.message, entry.refusal
    rows = re.findall(r"^\| (`[0-9a-f` ]+`) \|", EXAMPLE, re.MULTILINE)
    assert entry.message.form.hex() == re.sub("[` ]", "", "".join(rows))
    signature = re.search(r"signature is `([0-9a-f]+)`\n`([0-9a-f]+)`", EXAMPLE)
    assert signature
    assert entry.message.signature.hex() == signature[1] + signature[2]
    assert f"\n{len(entry.message.form)} {entry.message.digest.hex()}\n" in EXAMPLE


def test_the_example_has_the_same_digest_after_its_text_was_erased() -> None:
    element = re.search(r"```xml\n(<message.*?</message>)\n```", EXAMPLE, re.DOTALL)
    erased = re.search(r"`(<text gone=.*?/>)`", EXAMPLE)
    assert element and erased
    changed = re.sub(r"\s+salt=\"[^\"]*\"", "", element[1])
    changed = changed.replace("<text>This is a test</text>", erased[1])
    [entry] = read_page(page_with({"element": changed})).entries
    assert entry.message, entry.refusal
    assert entry.digest and entry.digest.hex() in EXAMPLE
    assert entry.message.salt is None


def test_the_example_is_the_first_vector() -> None:
    assert GOOD[0]["digest"] in EXAMPLE
    assert vectors.message(GOOD[0]).form.hex() in EXAMPLE


def test_the_marks_of_the_example_continue_over_the_digests() -> None:
    lines = re.findall(r"^([0-9a-f]{32}) ([\w-]{22})$", PROTOCOL, re.MULTILINE)
    [listed] = re.findall(r"digests = \[(.*?)\]", PROTOCOL)
    digests = [bytes.fromhex(digest) for digest in re.findall("[0-9a-f]{64}", listed)]
    by_name = {vector["name"]: bytes.fromhex(vector["digest"]) for vector in GOOD}
    assert digests[::2] == [by_name["the least"], by_name["no text"]]
    assert digests[1] in by_name.values()
    mark, shown = NO_MARK, []
    for digest in digests:
        mark = next_mark(mark, digest)
        shown.append((mark.hex(), base64url.encode(mark)))
    assert shown == lines
