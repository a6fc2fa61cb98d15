"""A message with one bit changed is refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

import ed25519
import vectors
from message import Erasable, Message, value_hash
from vectors import GOOD, Vector

#: Bytes of the longest value of which each bit is changed. 16 KiB would be 131,072 signatures.
MAX_BYTES = 512

#: Bits of a longer value that are changed. Each run changes the same ones.
SAMPLE_BITS = 1000
SEED = 20110105

each_good_vector = pytest.mark.parametrize("vector", GOOD, ids=lambda vector: vector["name"])


def chosen_bits(size: int) -> Iterable[int]:
    """Returns the bits to change in this many bytes: all, or a sample."""
    bits = range(8 * size)
    return bits if size <= MAX_BYTES else random.Random(SEED).sample(bits, SAMPLE_BITS)


def with_one_bit_changed(content: bytes) -> Iterator[bytes]:
    for bit in chosen_bits(len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


def verifies(form: bytes, signature: bytes) -> bool:
    """Verifies a form by itself: bytes 18 to 50 are the public key."""
    return ed25519.verifies(form[18:50], signature, form)


@each_good_vector
def test_each_bit_of_the_form_is_signed(vector: Vector) -> None:
    message = vectors.message(vector)
    assert verifies(message.form, message.signature)
    for form in with_one_bit_changed(message.form):
        assert not verifies(form, message.signature), form.hex()


@each_good_vector
def test_each_bit_of_the_signature_counts(vector: Vector) -> None:
    message = vectors.message(vector)
    for signature in with_one_bit_changed(message.signature):
        assert not verifies(message.form, signature), signature.hex()


def present(message: Message) -> dict[str, Erasable]:
    return {
        name: value
        for name, value in message.fields.items()
        if isinstance(value, Erasable) and value.value is not None
    }


WITH_VALUES = [vector for vector in GOOD if present(vectors.message(vector))]


@pytest.mark.parametrize("vector", WITH_VALUES, ids=lambda vector: vector["name"])
def test_each_bit_of_an_erasable_value_is_hashed(vector: Vector) -> None:
    message = vectors.message(vector)
    assert message.salt
    for name, value in present(message).items():
        assert value.value
        for changed in with_one_bit_changed(value.value):
            assert value_hash(name, changed, message.salt) != value.hash
            fields = {**message.fields, name: Erasable.of(name, changed, message.salt)}
            assert_refused(replace(message, fields=fields))


@pytest.mark.parametrize("vector", WITH_VALUES, ids=lambda vector: vector["name"])
def test_each_bit_of_the_salt_is_hashed(vector: Vector) -> None:
    message = vectors.message(vector)
    assert message.salt
    for salt in with_one_bit_changed(message.salt):
        fields = dict(message.fields)
        for name, value in present(message).items():
            assert value.value
            assert value_hash(name, value.value, salt) != value.hash
            fields[name] = Erasable.of(name, value.value, salt)
        assert_refused(replace(message, fields=fields, salt=salt))


def assert_refused(message: Message) -> None:
    assert not verifies(message.form, message.signature)
