"""Delivery to waiting clients: many at one node, and one at the end of a line or at each node of a group."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import programs
from failure import Failure
from run import Run, add_memory, say, wait_until
from server import Node, free_ports
from table import Sample

CLIENTS = 5000
#: A post a second for a minute.
POSTS, INTERVAL_MS = 60, 1000

#: For lines and groups.
SOME_POSTS, SHORT_INTERVAL_MS = 100, 100
LINE = 5
GROUP_SIZES = [2, 3, 4, 6, 8, 10, 12]


@dataclass(frozen=True)
class Delivery:
    """The result of the program waiters."""

    delivery: Sample
    answer: Sample


def deliver(
    post_url: str,
    clients: int,
    posts: int,
    interval_ms: int,
    addresses: list[str],
    posting: Callable[[], None] = lambda: None,
) -> Delivery:
    """Posts while clients wait. Calls `posting` when all clients wait."""
    command = [programs.WAITERS, post_url, clients, posts, interval_ms, *addresses]
    with subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        if process.stdout.readline():
            posting()
        output = process.stdout.read()
        errors = process.stderr.read()
    if process.returncode != 0:
        raise Failure(f"Clients that wait at {post_url} ended: {errors}")
    return parse(output, post_url)


def parse(output: str, url: str) -> Delivery:
    """Reads the result. A lost message or answer is a failure."""
    result = json.loads(output.splitlines()[-1])
    lost = result["expected"] - result["deliveries"]
    if lost or not result["answers"]:
        raise Failure(f"Of {result['expected']} deliveries after posts to {url}, {lost} did not come within 10 s.")

    def sample(name: str) -> Sample:
        return Sample(result[f"{name}_p50_ms"], result[f"{name}_p50_ms"], result[f"{name}_p99_ms"])

    return Delivery(sample("delivery"), sample("answer"))


def waiting_address(node: Node) -> str:
    return f"{node.address}/{node.high()}"


def measure_clients(run: Run) -> None:
    say(f"Measuring {CLIENTS:,} waiting clients.")
    for base in run.nodes:
        with Node("waiting", base.program, run.folder / f"waiting-{base.name}") as node:
            before = node.private_bytes()
            during: list[int] = []
            result = deliver(
                node.url + "add.php",
                CLIENTS,
                POSTS,
                INTERVAL_MS,
                [waiting_address(node)],
                lambda: during.append(node.private_bytes()),
            )
            after = node.private_bytes()
        run.table.add(f"delivery to {CLIENTS:,} clients, ms", base.name, result.delivery)
        run.table.add("answer to their poster, ms", base.name, result.answer)
        run.table.add("private KiB a waiting client", base.name, Sample((during[0] - before) / 1024 / CLIENTS))
        add_memory(run, "with them, after the posts", base.name, after)


def measure_line(run: Run) -> None:
    """Measures a post at the first node of a line until a client of the last node gets it, and bare round trips."""
    say(f"Measuring a line of {LINE} nodes.")
    for base in run.nodes:
        with ExitStack() as running:
            nodes: list[Node] = []
            for number in range(LINE):
                peers = ["--peer", nodes[-1].url] if nodes else []
                node = Node(f"line-{number}", base.program, run.folder / f"line-{base.name}-{number}", *peers)
                nodes.append(running.enter_context(node))
            connect(nodes)
            last = [waiting_address(nodes[-1])]
            result = deliver(nodes[0].url + "add.php", 1, SOME_POSTS, SHORT_INTERVAL_MS, last)
        run.table.add(f"along {LINE} nodes, ms", base.name, result.delivery)
    bare = run.yardsticks[0]
    round_trips = deliver(bare.url + "success.xml", 0, SOME_POSTS, SHORT_INTERVAL_MS, [])
    run.table.add(f"along {LINE} nodes, ms", "a bare round trip", round_trips.answer)


def measure_groups(run: Run) -> None:
    """Measures a post at one node of a group until clients of all other nodes get it."""
    plot = run.plot("delivery", "Delivery in a group, ms", "nodes, each with all others as peers")
    rows = ["| nodes | p50 ms | p99 ms |", "| ---: | ---: | ---: |"]
    for size in GROUP_SIZES:
        say(f"Measuring a group of {size} nodes.")
        with ExitStack() as running:
            ports = free_ports(size)
            nodes = [running.enter_context(group_node(run, size, number, ports)) for number in range(size)]
            connect(nodes)
            others = [waiting_address(node) for node in nodes[1:]]
            result = deliver(nodes[0].url + "add.php", len(others), SOME_POSTS, SHORT_INTERVAL_MS, others)
        delivery = result.delivery
        plot.add("p50", size, delivery.p50_ms)
        plot.add("p99", size, delivery.p99_ms)
        rows.append(f"| {size} | {delivery.p50_ms:.1f} | {delivery.p99_ms:.1f} |")
    run.tables["Delivery in groups"] = "\n".join(rows)


def group_node(run: Run, size: int, number: int, ports: list[int]) -> Node:
    data: Path = run.folder / f"group-{size}-{number}"
    peers = [f"--peer=http://127.0.0.1:{port}" for port in ports if port != ports[number]]
    return Node(f"group-{number}", run.nodes[0].program, data, *peers, port=ports[number])


def connect(nodes: list[Node]) -> None:
    """Waits until a message of the first node is at all others, so that their requests wait at their peers."""
    nodes[0].request("add.php", b"user=jack&message=first")
    wait_until(
        lambda: all(node.store()[0] > 0 for node in nodes), 120, "The nodes of a group do not reach each other."
    )
