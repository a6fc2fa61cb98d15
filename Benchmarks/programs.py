"""The programs of the benchmark, which scripts/bench has built."""

from __future__ import annotations

import subprocess
from pathlib import Path

from failure import Failure

REPOSITORY = Path(__file__).resolve().parents[1]

#: The folder for data and logs. The system's temporary folder can be in memory, which would make commits too fast.
SCRATCH = REPOSITORY / ".build-bench"

TIDINGS = REPOSITORY / ".build/release/tidings"
MEASURE = REPOSITORY / ".build/release/measure"
BARE = SCRATCH / "release/bare"
TREES = SCRATCH / "release/trees"
WAITERS = SCRATCH / "release/waiters"


def output(*command: str | int | Path) -> str:
    """Runs a program. Returns what it prints."""
    words = [str(word) for word in command]
    run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise Failure(f"{' '.join(words)} failed:\n{run.stderr or run.stdout}")
    return run.stdout


def fill(data: Path, messages: int) -> None:
    """Makes a data folder with messages that a node has pulled, without their signatures being verified."""
    output(MEASURE, "fill", data, messages)


def signatures_per_second(seconds: int) -> float:
    """Returns how many signatures the library verifies on all cores."""
    return float(output(MEASURE, "signatures", seconds))


def messages_per_second(store: Path, messages: int, batch: int, seconds: int) -> float:
    """Returns how many messages LMDB alone writes to a store of so many, with a commit for each batch."""
    store.mkdir()
    return float(output(TREES, store, messages, batch, seconds))
