"""Ed25519 (RFC 8032) with the strict checks of docs/nodes.md.

The checks are made with Python's integers. The package `cryptography` then verifies the signature,
without the cofactor.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

#: The prime of the field: coordinates are integers below it.
PRIME = 2**255 - 19

#: The order of the group of the base point.
ORDER = 2**252 + 27742317777372353535851937790883648493

#: The constant d of the curve -x² + y² = 1 + d·x²·y².
D = -121665 * pow(121666, -1, PRIME) % PRIME

#: The highest bit of an encoded point is the lowest bit of x.
SIGN_BIT = 1 << 255

#: A point as (x, y).
Point = tuple[int, int]

NEUTRAL: Point = (0, 1)


def add(a: Point, b: Point) -> Point:
    """Returns the sum of two points. The formula has no exceptions on this curve."""
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, PRIME)
    return x % PRIME, y % PRIME


def multiply(point: Point, factor: int) -> Point:
    result = NEUTRAL
    while factor:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (SIGN_BIT if x & 1 else 0)).to_bytes(32, "little")


def decode(encoded: bytes) -> Point | None:
    """Returns the point, or None if the bytes are not a point in its canonical encoding."""
    number = int.from_bytes(encoded, "little")
    y, odd = number & (SIGN_BIT - 1), number >> 255
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if x * x % PRIME != square or (x == 0 and odd):
        return None
    return (x if x & 1 == odd else PRIME - x), y


def base_point() -> Point:
    """Returns the point with y = 4/5 and an even x."""
    point = decode((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
    assert point
    return point


def small_order_points() -> list[Point]:
    """Returns the eight points whose order divides eight, the neutral point first."""
    y = 2
    while True:
        point = decode(y.to_bytes(32, "little"))
        # The group's order has no further factors, so this multiple is in the group of eight.
        generator = multiply(point, ORDER) if point else NEUTRAL
        if multiply(generator, 4) != NEUTRAL:
            return [multiply(generator, factor) for factor in range(8)]
        y += 1


BASE = base_point()
SMALL_ORDER = frozenset(y for _, y in small_order_points())


def is_strict_point(encoded: bytes) -> bool:
    """Returns whether y is below the prime, and is not the y of a point of small order."""
    y = int.from_bytes(encoded, "little") & (SIGN_BIT - 1)
    return y < PRIME and y not in SMALL_ORDER


def is_strict_signature(signature: bytes) -> bool:
    """Returns whether R is a strict point, and S is below the order of the group."""
    return is_strict_point(signature[:32]) and int.from_bytes(signature[32:], "little") < ORDER


def verifies(public_key: bytes, signature: bytes, content: bytes) -> bool:
    if not (is_strict_point(public_key) and is_strict_signature(signature)):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
    except (InvalidSignature, ValueError):
        return False
    return True
