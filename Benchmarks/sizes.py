"""The figures over the number of stored messages."""

from __future__ import annotations

import shutil
from statistics import median

import programs
from figure import PAGE, POST, SINGLE_POST
from pulls import pull
from rates import measure_now, memory_while_serving
from run import Run, say
from server import Node

SMALLEST = 1000

STARTS = 5

COLUMNS = [
    "messages",
    "store MiB",
    "bytes a message",
    "start ms",
    "post p50 ms",
    "posts/s, 32 connections",
    "pages of 50/s",
    "pulled messages/s",
    "idle MiB",
    "serving MiB",
    "being pulled from MiB",
    "pulling MiB",
]


def measure(run: Run) -> None:
    rows = [f"| {' | '.join(COLUMNS)} |", "|" + " ---: |" * len(COLUMNS)]
    size = SMALLEST
    while size <= run.scale.largest:
        say(f"Measuring a store of {size:,} messages.")
        rows.append(f"| {' | '.join(measure_size(run, size))} |")
        size *= 10
    run.tables["Figures over the number of messages"] = "\n".join(rows)


def measure_size(run: Run, size: int) -> list[str]:
    data, pulled = run.folder / f"size-{size}", run.folder / f"size-{size}-pulled"
    programs.fill(data, size)
    seconds = run.scale.seconds
    with Node("size", run.nodes[0].program, data) as node:
        messages, store_bytes = node.store()
        start = median(node.restart() for _ in range(STARTS)) * 1e3
        idle = node.private_bytes()
        page = median(measure_now(node, PAGE, seconds).value for _ in range(run.scale.rounds))
        serving = memory_while_serving(node, seconds)
        pull_sample, source, puller = pull(node, pulled)
        # Posts come last, because they change the store.
        post = median(measure_now(node, SINGLE_POST, seconds).p50_ms for _ in range(run.scale.rounds))
        posts = median(measure_now(node, POST, seconds).value for _ in range(run.scale.rounds))
    shutil.rmtree(data)
    shutil.rmtree(pulled)

    def point(name: str, title: str, line: str, value: float) -> None:
        run.plot(name, title, "messages in the store", is_logarithmic=True).add(line, messages, value)

    mebibytes = [size / 2**20 for size in (idle, serving, source, puller)]
    point("posts", "Post at one connection, p50 in ms", "tidings", post)
    point("pages", "Pages of 50 a second", "tidings", page)
    point("start", "Start in ms", "tidings", start)
    for line, value in zip(["idle", "serving", "being pulled from", "pulling"], mebibytes):
        point("memory", "Private memory in MiB", line, value)
    point("pull", "Pulled messages a second", "tidings", pull_sample.value)
    return [
        f"{messages:,}",
        f"{store_bytes / 2**20:,.1f}",
        f"{store_bytes / messages:,.0f}",
        f"{start:,.0f}",
        f"{post:,.2f}",
        f"{posts:,.0f}",
        f"{page:,.0f}",
        f"{pull_sample.value:,.0f}",
        *(f"{value:,.1f}" for value in mebibytes),
    ]
