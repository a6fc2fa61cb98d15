"""Measures a node beside other servers, in turn, in one run. scripts/bench builds the programs and calls this file."""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import links
import programs
import pulls
import rates
import report
import sizes
import starts
import stores
import waiting
from failure import Failure
from programs import SCRATCH, TIDINGS
from run import Run, Scale, fill_by_posts, new_node, say, wait_until
from server import Node, Server

#: The figures by the names of --only, in the order in which they are measured. Posts change the store; starts after
#: SIGKILL let a node check its store for minutes.
FIGURES: dict[str, Callable[[Run], None]] = {
    "bytes": stores.measure,
    "memory": rates.measure_memory,
    "pull": pulls.measure,
    "links": links.measure,
    "polls": partial(rates.measure_kind, kind="polls"),
    "pages": partial(rates.measure_kind, kind="pages"),
    "posts": partial(rates.measure_kind, kind="posts"),
    "waiting": waiting.measure_clients,
    "line": waiting.measure_line,
    "groups": waiting.measure_groups,
    "start": starts.measure,
    "sizes": sizes.measure,
}

QUICK_FIGURES = ["bytes", "pull", "polls", "pages", "posts"]

QUICK = Scale(messages=100_000, rounds=3, seconds=1, posted_messages=20_000, largest=100_000)
FULL = Scale(messages=1_000_000, rounds=5, seconds=5, posted_messages=100_000, largest=10_000_000)


def main() -> None:
    options = parse_arguments()
    # As an exception, so that `with` blocks stop the servers.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    load_before = os.getloadavg()[0]
    try:
        measured = run(options, load_before)
    except Failure as failure:
        sys.exit(f"{failure}\nThe logs of the servers are in {SCRATCH}.")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    text = report.text(measured, load_before)
    print(text)
    if options.output:
        options.output.write_text(text + "\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures a node beside other servers. Without --quick and --only, writes Benchmarks/RESULTS.md.",
        epilog=f"Figures: {', '.join(FIGURES)}.",
    )
    parser.add_argument("--quick", action="store_true", help="a store of 100,000 messages, and fewer figures")
    parser.add_argument("--only", metavar="FIGURES", type=figures, help="only these figures, separated by commas")
    parser.add_argument("--against", metavar="URL", help="another server: the folder of its add.php and messages.php")
    parser.add_argument("--baseline", metavar="PATH", type=Path, help="another build of tidings, beside its resources")
    parser.add_argument("--messages", metavar="N", type=int, help="the messages in the (largest) store")
    parser.add_argument("--rounds", metavar="N", type=int, help="the measurements of each figure")
    parser.add_argument("--output", metavar="FILE", type=Path, help="also write the tables to this file")
    parser.add_argument(
        "--program",
        metavar="PATH",
        type=Path,
        default=TIDINGS,
        help="the build of tidings to measure, if not that of scripts/bench",
    )
    return parser.parse_args()


def figures(names: str) -> list[str]:
    """Reads the value of --only."""
    unknown = set(names.split(",")) - set(FIGURES)
    if unknown:
        raise argparse.ArgumentTypeError(f"no figure {', '.join(sorted(unknown))}; there are {', '.join(FIGURES)}")
    return names.split(",")


def scale(options: argparse.Namespace) -> Scale:
    base = QUICK if options.quick else FULL
    return replace(
        base,
        messages=options.messages or base.messages,
        largest=options.messages or base.largest,
        rounds=options.rounds or base.rounds,
    )


def run(options: argparse.Namespace, load_before: float) -> Run:
    """Measures the chosen figures. A full run writes the results after each of them, so that a failure loses only one."""
    raise_descriptor_limit()
    size = scale(options)
    with tempfile.TemporaryDirectory(prefix="data-", dir=SCRATCH) as name, ExitStack() as running:
        measured = Run(size, Path(name), running, nodes=[], others=[])
        say(f"Filling tidings with {size.messages:,} messages.")
        measured.nodes.append(new_node(measured, "tidings", options.program, size.messages))
        if options.baseline:
            measured.nodes.append(pulled_node(measured, "baseline", options.baseline))
        if options.against:
            measured.others.append(Server("against", options.against))
            say("Filling the server of --against, if it has fewer messages.")
            fill_by_posts(measured.others[0], size.messages)
        chosen = options.only or (QUICK_FIGURES if options.quick else list(FIGURES))
        for figure, measure in FIGURES.items():
            if figure in chosen:
                measure(measured)
                if not options.quick and not options.only:
                    report.write(measured, load_before)
    return measured


def pulled_node(run: Run, name: str, program: Path) -> Node:
    """Starts a node that has pulled the messages of the first node. Another build can have another form of stores."""
    say(f"Filling {name}: it pulls the messages.")
    data = run.folder / name
    first = run.nodes[0]
    with Node(name, program, data, "--peer", first.url) as node:
        messages = first.store()[0]
        wait_until(lambda: node.store()[0] >= messages, 600 + messages / 1000, f"{name} does not pull the messages.")
    programs.cache_pages(data)
    return run.running.enter_context(Node(name, program, data))


def raise_descriptor_limit() -> None:
    """Raises the limit of open files, for this process and those that it starts: each client needs one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    main()
