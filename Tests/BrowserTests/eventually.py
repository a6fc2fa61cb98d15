"""Waits for conditions that Playwright cannot wait for, and limits the time of what a person does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import slow_world

#: Seconds in which an expected change appears on a busy machine.
PATIENCE = 15

#: Seconds in which a person reaches a first goal, such as a sent message or a connected device.
FIRST_GOAL = 10


def patience_ms() -> float:
    """Returns the milliseconds in which an expected change appears; more in a slow world."""
    return 1000 * PATIENCE * slow_world.patience


def eventually(
    condition: Callable[[], bool], what: str | Callable[[], str], seconds: float = PATIENCE, longest_pause: float = 0.06
) -> None:
    """Checks the condition until it is true, first after 20 ms, later every 60 ms; fails after `seconds` with `what`.

    A check that costs much has a longer pause, in seconds.

    In a slow world, it has more time.
    """
    seconds *= slow_world.patience
    end = time.monotonic() + seconds
    # A check may cost a browser or a node some milliseconds of the processor, which the other tests need.
    pause = 0.02
    while not condition():
        if time.monotonic() >= end:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(pause)
        pause = min(1.2 * pause, longest_pause)


@contextmanager
def promptly() -> Iterator[None]:
    """Fails if a person does not reach a first goal in time. In a slow world, there is more time."""
    beginning = time.monotonic()
    yield
    duration = time.monotonic() - beginning
    assert duration < FIRST_GOAL * slow_world.patience, f"it took {duration:.1f} s"
