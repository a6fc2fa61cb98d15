"""Base64url without padding (RFC 4648, section 5), where each value has one text."""

from __future__ import annotations

import base64
import binascii


def encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def decode(text: str, size: int) -> bytes | None:
    """Returns the value of `size` bytes, or None for every text that does not encode to itself."""
    padding = "=" * (-len(text) % 4)
    try:
        value = base64.b64decode(text + padding, altchars="-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    return value if len(value) == size and encode(value) == text else None
