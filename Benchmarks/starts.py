"""The time until a node listens."""

from __future__ import annotations

import signal
import time

from run import Run, say
from server import Node
from table import Sample

#: A node that is killed in its first minute checks its store before it listens.
YOUNG_S = 62


def measure(run: Run) -> None:
    say("Measuring starts.")
    for number, order in enumerate(run.turns(run.nodes)):
        for node in order:
            with Node("new", node.program, run.folder / f"new-{node.name}-{number}") as new:
                run.table.add("start, ms, empty folder", node.name, milliseconds(new.start_seconds))
            run.table.add("start, ms", node.name, milliseconds(node.restart()))
    time.sleep(YOUNG_S)
    for node in run.nodes:
        run.table.add("start, ms, after SIGKILL", node.name, milliseconds(node.restart(signal.SIGKILL)))


def milliseconds(seconds: float) -> Sample:
    return Sample(seconds * 1e3)
