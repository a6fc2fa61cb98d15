"""A run of the benchmark: its servers, and the results until now."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import programs
from failure import Failure
from figure import FIGURES
from load import run_wrk
from plot import Plot
from server import BareCommit, BareRoute, LocalServer, Nginx, Node, Server
from table import Sample, Table

#: Many, so that a server stores many messages with each commit.
FILL_CONNECTIONS = 128


@dataclass(frozen=True)
class Scale:
    """The size of a run."""

    messages: int
    rounds: int
    seconds: int
    #: The messages of each store that is filled by posts, to measure the bytes of a message.
    posted_messages: int
    #: The messages of the largest store for the figures over the number of messages.
    largest: int


@dataclass
class Run:
    """What the figures share."""

    scale: Scale
    folder: Path
    running: ExitStack
    nodes: list[Node]
    #: The server of `--against`, if any.
    others: list[Server]
    table: Table = field(default_factory=Table)
    #: The results over the number of messages and of nodes.
    tables: dict[str, str] = field(default_factory=dict)
    plots: dict[str, Plot] = field(default_factory=dict)
    _yardsticks: list[LocalServer] | None = None

    @property
    def yardsticks(self) -> list[LocalServer]:
        """The servers that answer with the bytes of the first node. They start when they are first needed."""
        if self._yardsticks is None:
            answers = self.write_answers()
            programs.fill_trees(self.folder / "commits", self.scale.messages)
            started: list[LocalServer] = [BareRoute(answers), BareCommit(answers, self.folder / "commits")]
            if program := Nginx.program():
                started.append(Nginx(program, answers, self.folder / "nginx"))
            else:
                say("nginx is not installed, so the table is without it. scripts/setup bench installs it.")
            self._yardsticks = [self.running.enter_context(server) for server in started]
        return self._yardsticks

    def write_answers(self) -> Path:
        """Writes the first node's answers. Returns the folder."""
        folder = self.folder / "answers"
        folder.mkdir()
        for figure in FIGURES:
            (folder / figure.answer).write_bytes(self.nodes[0].answer(figure))
        return folder

    def plot(self, name: str, title: str, x_label: str, is_logarithmic: bool = False) -> Plot:
        return self.plots.setdefault(name, Plot(title, x_label, is_logarithmic))

    def turns(self, servers: list[Any]) -> Iterator[list[Any]]:
        return turns(servers, self.scale.rounds)


def turns(servers: list[Any], rounds: int) -> Iterator[list[Any]]:
    """Yields the order of each round. Every second order is reversed, so that no server always precedes another."""
    for number in range(rounds):
        yield servers if number % 2 == 0 else servers[::-1]


def fill_by_posts(server: Server, messages: int, kind: str = "post") -> None:
    """Posts until the server has so many messages, and checks that it stores what it answers."""
    stored = server.messages()
    while stored < messages:
        load = run_wrk(server.url + "add.php", FILL_CONNECTIONS, 1, kind, str(messages - stored))
        before, stored = stored, server.messages()
        if stored - before < load.requests:
            raise Failure(f"{server.url} answered {load.requests} posts, but stored {stored - before} messages.")


def wait_until(condition: Callable[[], bool], seconds: float, failure: str) -> None:
    """Waits until a condition is true; fails after some seconds with a sentence."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            raise Failure(failure)
        time.sleep(0.05)


def busy_seconds() -> float:
    """Returns the CPU time that all processes of the machine have used."""
    user, nice, system = (int(number) for number in Path("/proc/stat").read_text().split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def wait_until_idle() -> None:
    """Waits until the machine does nothing, at most 10 s: a database may still execute queries whose clients have left."""

    def is_idle() -> bool:
        before = busy_seconds()
        time.sleep(0.5)
        return busy_seconds() - before < 0.05

    end = time.monotonic() + 10
    while not is_idle() and time.monotonic() < end:
        pass


def say(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


def new_node(run: Run, name: str, program: Path, messages: int) -> Node:
    """Starts a node whose store has messages from a peer."""
    data = run.folder / name
    programs.fill(data, messages)
    return run.running.enter_context(Node(name, program, data))


def add_memory(run: Run, state: str, server: str, size: int) -> None:
    run.table.add(f"private MiB, {state}", server, Sample(size / 2**20))
