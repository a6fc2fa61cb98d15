"""The pull of all messages by a new node."""

from __future__ import annotations

import time
from pathlib import Path

import programs
from run import Run, add_memory, say, wait_until
from server import HighestMemory, Node
from table import Sample


def measure(run: Run) -> None:
    """Measures how fast a new node of the same program pulls all messages of each node."""
    say("Measuring pulled messages/s.")
    for number, order in enumerate(run.turns(run.nodes)):
        for node in order:
            sample, serving, pulling = pull(node, run.folder / f"pull-{node.name}-{number}")
            run.table.add("pulled messages/s", node.name, sample)
            add_memory(run, "being pulled from", node.name, serving)
            add_memory(run, "pulling", node.name, pulling)
        run.table.add("pulled messages/s", "Ed25519 alone", Sample(programs.signatures_per_second(run.scale.seconds)))


def pull(node: Node, data: Path, peer: str | None = None) -> tuple[Sample, int, int]:
    """Returns the rate, and the highest private memory of the node and of the new node.

    `peer` is the address of the node, if not that for clients.
    """
    messages, _ = node.store()
    cpu_before = node.cpu_seconds()
    start = time.monotonic()
    with Node("puller", node.program, data, "--peer", peer or node.url) as puller:
        with HighestMemory(node) as serving, HighestMemory(puller) as pulling:
            wait_until(
                lambda: puller.store()[0] >= messages,
                600 + messages / 1000,
                f"A new node did not pull {messages:,} messages of {node.name}.",
            )
        seconds = time.monotonic() - start
        cpu = node.cpu_seconds() - cpu_before + puller.cpu_seconds()
    return Sample(messages / seconds, cpu_us=cpu / messages * 1e6), serving.bytes, pulling.bytes
