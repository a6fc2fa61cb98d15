"""Measures a node beside other servers, in turn, in one run. scripts/bench builds the programs and calls this file."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from failure import Failure
from figure import FIGURES, Figure
from load import run_wrk
from server import SCRATCH, BareRoute, Node, Server
from table import Sample, Table

REPOSITORY = Path(__file__).resolve().parents[1]

#: Many, so that a node stores many messages with each commit.
FILL_CONNECTIONS = 128

#: Seconds within which a new node pulls all messages.
PULL_PATIENCE_S = 600


@dataclass(frozen=True)
class Scale:
    """The size of a run."""

    messages: int
    rounds: int
    seconds: int


def main() -> None:
    options = parse_arguments()
    # As an exception, so that `with` blocks stop the servers.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        report = run(options, Scale(messages=100_000, rounds=options.rounds, seconds=3))
    except Failure as failure:
        sys.exit(f"{failure}\nThe logs of the servers are in {SCRATCH}.")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    print(report)
    if options.output:
        options.output.write_text(report + "\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures a node beside other servers.")
    parser.add_argument("--quick", action="store_true", required=True, help="a store of 100,000 messages")
    parser.add_argument("--against", metavar="URL", help="another server: the folder of its add.php and messages.php")
    parser.add_argument("--baseline", metavar="PATH", type=Path, help="another build of tidings, beside its resources")
    parser.add_argument("--rounds", metavar="N", type=int, default=3, help="the measurements of each figure; 3")
    parser.add_argument("--output", metavar="FILE", type=Path, help="also write the report to this file")
    parser.add_argument(
        "--program",
        metavar="PATH",
        type=Path,
        default=REPOSITORY / ".build/release/tidings",
        help="the build of tidings to measure, if not that of scripts/bench",
    )
    return parser.parse_args()


def run(options: argparse.Namespace, scale: Scale) -> str:
    """Measures all figures. Returns the report."""
    load_before = os.getloadavg()[0]
    table = Table()
    with tempfile.TemporaryDirectory(prefix="data-", dir=SCRATCH) as name, ExitStack() as running:
        folder = Path(name)
        nodes = [running.enter_context(Node("tidings", options.program, folder / "tidings"))]
        if options.baseline:
            nodes.append(running.enter_context(Node("baseline", options.baseline, folder / "baseline")))
        others = [Server("against", options.against)] if options.against else []
        for server in [*nodes, *others]:
            fill(server, scale.messages)

        measure_stores(table, nodes)
        measure_pulls(table, nodes, folder, scale)
        bare = running.enter_context(BareRoute(SCRATCH / "release/bare", write_answers(nodes[0], folder / "answers")))
        for figure in FIGURES:
            measure(table, figure, [*nodes, bare, *([] if figure.only_nodes else others)], scale)
    return (
        f"{scale.rounds} rounds of {scale.seconds} s in turn; {scale.messages:,} messages with 60 bytes of text. "
        f"{os.cpu_count()} cores; load average {load_before:.1f} before, {os.getloadavg()[0]:.1f} after.\n\n"
        f"{table}\n\n"
        "Median, lowest and highest are those of the rounds; p50, p99 and CPU are medians. CPU is the time that the\n"
        "server used for each request; for a pull, the time that both nodes used for each message. Ratio is tidings\n"
        "divided by the server of the line."
    )


def fill(server: Server, messages: int) -> None:
    """Posts messages, and checks that the server stores what it answers."""
    say(f"Filling {server.name} with {messages:,} messages.")
    high = server.high()
    end = high + messages
    while high < end:
        load = run_wrk(server.url + "add.php", FILL_CONNECTIONS, 1, "post", str(end - high))
        before, high = high, server.high()
        if high - before < load.requests:
            raise Failure(f"{server.url} answered {load.requests} posts, but stored {high - before} messages.")


def measure_stores(table: Table, nodes: list[Node]) -> None:
    for node in nodes:
        messages, size = node.store()
        table.add("bytes a message", node.name, Sample(size / messages))


def measure_pulls(table: Table, nodes: list[Node], folder: Path, scale: Scale) -> None:
    """Measures how fast a new node of the same program pulls all messages of each node."""
    say("Measuring pulled messages/s.")
    for number, order in enumerate(turns(nodes, scale.rounds)):
        for node in order:
            sample = measure_pull(node, folder / f"pull-{node.name}-{number}")
            table.add("pulled messages/s", node.name, sample)


def measure_pull(node: Node, data: Path) -> Sample:
    messages, _ = node.store()
    cpu_before = node.cpu_seconds()
    start = time.monotonic()
    with Node("puller", node.program, data, "--peer", node.url) as puller:
        while puller.store()[0] < messages:
            if time.monotonic() - start > PULL_PATIENCE_S:
                raise Failure(f"A new node did not pull {messages:,} messages of {node.name} in {PULL_PATIENCE_S} s.")
            time.sleep(0.05)
        seconds = time.monotonic() - start
        cpu = node.cpu_seconds() - cpu_before + puller.cpu_seconds()
    return Sample(messages / seconds, cpu_us=cpu / messages * 1e6)


def write_answers(node: Node, folder: Path) -> Path:
    """Writes the node's answers for the bare route. Returns the folder."""
    folder.mkdir()
    for figure in FIGURES:
        (folder / figure.answer).write_bytes(node.answer(figure))
    return folder


def measure(table: Table, figure: Figure, servers: list[Server], scale: Scale) -> None:
    say(f"Measuring {figure.name}.")
    arguments = ["post"] if figure.is_post else []
    for server in servers:
        server.answer(figure)
    addresses = {server: server.url + server.path(figure) for server in servers}
    for order in turns(servers, scale.rounds):
        for server in order:
            cpu_before = server.cpu_seconds()
            load = run_wrk(addresses[server], figure.connections, scale.seconds, *arguments)
            cpu = server.cpu_seconds() - cpu_before
            sample = Sample(load.requests / load.seconds, load.p50_ms, load.p99_ms, cpu / load.requests * 1e6)
            table.add(figure.name, server.name, sample)


def turns(servers: list[Any], rounds: int) -> Iterator[list[Any]]:
    """Yields the order of each round. Every second order is reversed, so that no server always precedes another."""
    for number in range(rounds):
        yield servers if number % 2 == 0 else servers[::-1]


def say(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
