"""The programs of the benchmark, which scripts/bench has built."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
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

PAGE_BYTES = 4096


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
    cache_pages(data)


def fill_trees(store: Path, messages: int) -> None:
    """Fills a store of LMDB alone, which has the trees of a node's store."""
    store.mkdir()
    output(TREES, store, messages)
    cache_pages(store)


def cache_pages(store: Path) -> None:
    """Reads a store that no process has open into the page cache, page by page.

    Linux caches a large read or write in one large unit (a folio), on file systems that have them. A small write to it takes
    longer: a post took up to twice as long. So every store begins with units of one page, like a store that grew by posts.
    """
    threads = 16
    with (store / "data.mdb").open("rb") as file:
        descriptor = file.fileno()
        os.fdatasync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        # Without read-ahead.
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_RANDOM)
        size = os.fstat(descriptor).st_size

        def read(first: int) -> None:
            for offset in range(first * PAGE_BYTES, size, threads * PAGE_BYTES):
                os.pread(descriptor, 1, offset)

        with ThreadPoolExecutor(threads) as readers:
            list(readers.map(read, range(threads)))


def signatures_per_second(seconds: int) -> float:
    """Returns how many signatures the library verifies on all cores."""
    return float(output(MEASURE, "signatures", seconds))


def messages_per_second(store: Path, batch: int, seconds: int) -> float:
    """Returns how many messages LMDB alone writes to a store of ``fill_trees`` in a second, with a commit for each batch."""
    return float(output(TREES, store, batch, seconds))
