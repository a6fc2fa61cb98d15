"""Figures of requests: polls, pages and posts."""

from __future__ import annotations

import programs
from figure import FIGURES, PAGE, POST, SINGLE_POST, Figure
from load import run_wrk
from run import Run, add_memory, say, wait_until_idle
from server import HighestMemory, LocalServer, Server
from table import Sample


#: The server of --against may answer only a few requests a second.
SECONDS_AGAINST = 8


def measure_kind(run: Run, kind: str) -> None:
    for figure in FIGURES:
        if figure.kind == kind:
            measure(run, figure)
    if kind == "posts":
        measure_lmdb(run)


def measure(run: Run, figure: Figure) -> None:
    say(f"Measuring {figure.name}.")
    servers = [server for server in [*run.nodes, *run.yardsticks, *run.others] if server.measures(figure)]
    for server in servers:
        server.answer(figure)
    requests = {server: (server.url + server.path(figure), server.script(figure)) for server in servers}
    for order in run.turns(servers):
        for server in order:
            is_other = server in run.others
            seconds = max(SECONDS_AGAINST, run.scale.seconds) if is_other else run.scale.seconds
            run.table.add(figure.name, server.name, rate(server, figure, *requests[server], seconds))
            if is_other:
                wait_until_idle()


def rate(server: Server, figure: Figure, address: str, script: list[str], seconds: int) -> Sample:
    cpu_before = server.cpu_seconds()
    load = run_wrk(address, figure.connections, seconds, *script)
    cpu = server.cpu_seconds() - cpu_before
    return Sample(load.requests / load.seconds, load.p50_ms, load.p99_ms, cpu / load.requests * 1e6)


def measure_now(server: Server, figure: Figure, seconds: int) -> Sample:
    """Measures a figure at one server, without turns."""
    return rate(server, figure, server.url + server.path(figure), server.script(figure), seconds)


def measure_lmdb(run: Run) -> None:
    """Measures LMDB alone, with a batch for the messages of one commit."""
    store = run.folder / "trees"
    programs.fill_trees(store, run.scale.messages)
    for figure in (POST, SINGLE_POST):
        for _ in range(run.scale.rounds):
            value = programs.messages_per_second(store, figure.connections, run.scale.seconds)
            run.table.add(figure.name, "LMDB alone", Sample(value))


def measure_memory(run: Run) -> None:
    say("Measuring memory.")
    for node in run.nodes:
        node.restart()
        add_memory(run, "idle", node.name, node.private_bytes())
        add_memory(run, "serving pages", node.name, memory_while_serving(node, run.scale.seconds))


def memory_while_serving(node: LocalServer, seconds: int) -> int:
    with HighestMemory(node) as highest:
        measure_now(node, PAGE, seconds)
    return highest.bytes
