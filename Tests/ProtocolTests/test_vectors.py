"""The vectors: each is judged as it states, and the file is the generator's."""

from __future__ import annotations

import pytest

import make_vectors
import vectors
from page import Entry, Unreadable, read_page
from peers import page_with
from vectors import VECTORS, Vector


def entry(vector: Vector) -> Entry:
    """Returns the entry that a reader sees in a page with the vector's element."""
    page = read_page(page_with(vector))
    assert page.is_proven(0) or vector["verdict"] == "bad message"
    [entry] = page.entries
    return entry


def named(verdict: str) -> pytest.MarkDecorator:
    chosen = [vector for vector in VECTORS if vector["verdict"] == verdict]
    assert chosen
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["name"])


def test_the_file_is_what_the_generator_writes() -> None:
    assert make_vectors.FILE.read_text() == make_vectors.content(), (
        "Run Tests/ProtocolTests/make_vectors.py with the Python of .build/protocol-tests."
    )


def test_each_vector_has_a_name_of_its_own() -> None:
    names = [vector["name"] for vector in VECTORS]
    assert len(set(names)) == len(names)


@named("good")
def test_a_good_message_has_the_stated_form_signature_and_digest(vector: Vector) -> None:
    message = entry(vector).message
    assert message == vectors.message(vector)
    assert message.form.hex() == vector["signedForm"]
    assert message.signature.hex() == vector["signature"]
    assert message.digest.hex() == vector["digest"]


@named("bad message")
def test_a_bad_message_is_refused_with_the_stated_code(vector: Vector) -> None:
    refusal = entry(vector).refusal
    assert refusal, "the reader accepts the message"
    assert refusal.code == vector["code"], str(refusal)


@named("unreadable page")
def test_a_page_is_unreadable(vector: Vector) -> None:
    with pytest.raises(Unreadable):
        read_page(page_with(vector))


@named("gone")
def test_a_gone_entry_has_the_stated_digest(vector: Vector) -> None:
    found = entry(vector)
    assert (found.message, found.refusal) == (None, None)
    assert found.digest and found.digest.hex() == vector["digest"]


@named("damaged")
def test_a_damaged_entry_has_the_stated_digest(vector: Vector) -> None:
    found = entry(vector)
    assert (found.kind, found.message, found.refusal) == ("damaged", None, None)
    assert found.digest and found.digest.hex() == vector["digest"]


@named("listed")
def test_a_listed_message_has_the_stated_parts(vector: Vector) -> None:
    found = entry(vector)
    assert (found.message, found.refusal) == (None, None)
    assert found.digest and found.digest.hex() == vector["digest"]
    assert found.listed
    assert found.listed.origin.hex() == vector["origin"]
    assert found.listed.group.hex() == vector["group"]
    assert found.listed.lacks_values == vector["lacksValues"]


@named("later form")
def test_a_message_of_a_later_form_has_the_stated_digest(vector: Vector) -> None:
    found = entry(vector)
    assert (found.message, found.refusal) == (None, None)
    assert found.form == vector["form"]
    assert found.digest and found.digest.hex() == vector["digest"]
