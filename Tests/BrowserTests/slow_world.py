"""Makes all pages slow, so that a test that waits for the wrong thing fails: the options --delays and --slow-cpu."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

# The tests of the protocol use this module, too, through `eventually`. They have no Playwright.
if TYPE_CHECKING:
    from playwright.sync_api import Page

DELAYS = (Path(__file__).parent / "delays.js").read_text()

_seed: int | None = None
_processor_factor: float = 1
_pages: Counter[str] = Counter()

#: The factor by which tests wait longer for what they expect.
patience: float = 1


def set(seed: int | None, processor_factor: float) -> None:
    global _seed, _processor_factor, patience
    _seed, _processor_factor = seed, processor_factor
    patience = processor_factor if seed is None else 4 * processor_factor


def description() -> str:
    """Returns the options that repeat this run; nothing if the world is as fast as it is."""
    delays = "" if _seed is None else f"--delays {_seed} "
    processor = "" if _processor_factor == 1 else f"--slow-cpu {_processor_factor:g}"
    return (delays + processor).strip()


def delays(seed: str) -> str:
    """Returns a script that delays what a page requests and stores, and what other pages send it."""
    return f"({DELAYS})({json.dumps(seed)})"


def slow_down(page: Page) -> None:
    """Makes a page slow that has just been opened.

    Its delays follow from the seed, the name of the test, and the number of the page in the test.
    """
    if _seed is not None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        _pages[test] += 1
        page.add_init_script(delays(f"{_seed} {test} {_pages[test]}"))
    if _processor_factor != 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": _processor_factor})
