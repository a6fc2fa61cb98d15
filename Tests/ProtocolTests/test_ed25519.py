"""The strict checks of public keys and signatures."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import ed25519
from message import Refused
from page import parse, read_message
from peers import page_with
from vectors import VECTORS, read_json

POINTS = read_json("Vectors/points.json")
SIGNATURES = read_json("Vectors/signatures.json")


def test_the_eight_points_of_small_order_are_computed() -> None:
    computed = [ed25519.encode(point).hex() for point in ed25519.small_order_points()]
    assert sorted(computed) == sorted(POINTS["smallOrder"])


@pytest.mark.parametrize("kind", ["smallOrder", "smallOrderWithAnotherSign", "notCanonical"])
def test_points_that_are_no_public_keys_are_refused(kind: str) -> None:
    for point in POINTS[kind]:
        assert not ed25519.is_strict_point(bytes.fromhex(point)), point


def test_points_that_are_public_keys_are_accepted() -> None:
    for point in POINTS["accepted"]:
        assert ed25519.is_strict_point(bytes.fromhex(point)), point


@pytest.mark.parametrize("vector", SIGNATURES, ids=lambda vector: vector["name"])
def test_a_signature_is_judged_as_stated(vector: dict[str, Any]) -> None:
    key, content, signature = (
        bytes.fromhex(vector[name]) for name in ("publicKey", "message", "signature")
    )
    strict = ed25519.is_strict_point(key) and ed25519.is_strict_signature(signature)
    assert strict == vector["wellFormed"]
    assert ed25519.verifies(key, signature, content) == vector["verifies"]


@pytest.mark.parametrize(
    "name",
    [
        "a signature: R is a point of order 1, 010000…00",
        "a public key of order 1, 010000…00",
        "a public key of order 2, ecffff…7f",
        "a public key of order 8, c7176a…fa",
    ],
)
def test_only_the_strict_checks_refuse_a_point_of_small_order(name: str) -> None:
    [vector] = [vector for vector in VECTORS if vector["name"] == name]
    [element] = [child for child in parse(page_with(vector)).children if child != "\n"]
    assert not isinstance(element, str)
    message = read_message(element)
    Ed25519PublicKey.from_public_bytes(message.origin).verify(message.signature, message.form)
    with pytest.raises(Refused):
        message.check()
