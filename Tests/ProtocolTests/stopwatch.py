"""Times without the waits for a processor, which other programs on the machine cause."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Self

from node import Node


def waits(process: int) -> dict[str, float]:
    """Returns for how many seconds each thread of a process was ready to run while others were running."""
    return {
        thread.name: int((thread / "schedstat").read_text().split()[1]) / 1e9
        for thread in Path(f"/proc/{process}/task").iterdir()
    }


class Stopwatch:
    """Measures what the test and a node do together."""

    #: All time that has passed, in seconds.
    whole: float
    #: The time without the waits of the node and of the test for a processor, in seconds.
    busy: float

    def __init__(self, node: Node) -> None:
        self._processes = [node.process_id, os.getpid()]

    def __enter__(self) -> Self:
        self._before = [waits(process) for process in self._processes]
        self._start = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.whole = time.monotonic() - self._start
        waited = sum(
            max(after - before.get(thread, 0) for thread, after in waits(process).items())
            for process, before in zip(self._processes, self._before)
        )
        self.busy = max(0, self.whole - waited)
