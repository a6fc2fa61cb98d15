"""Waits for conditions that Playwright cannot wait for."""

from __future__ import annotations

import time
from collections.abc import Callable

import slow_world


def eventually(
    condition: Callable[[], bool], what: str | Callable[[], str], seconds: float = 15
) -> None:
    """Checks the condition every 20 ms until it is true; fails after `seconds` with `what`.

    In a slow world, it has more time.
    """
    seconds *= slow_world.patience
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.02)
