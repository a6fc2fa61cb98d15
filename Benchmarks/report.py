"""The report of a run: the text that is printed, and Benchmarks/RESULTS.md with its plots."""

from __future__ import annotations

import os
import platform
import re
from datetime import date
from pathlib import Path

from run import Run

RESULTS = Path(__file__).with_name("RESULTS.md")

#: The part of RESULTS.md below this line is written by people. A run keeps it.
NOTES = "<!-- Written by hand. A run of the benchmark keeps everything below this line. -->"

EXPLANATION = (
    "Median, lowest and highest are those of the rounds; p50, p99 and CPU are medians. CPU is the time that the\n"
    "server used for each request; for a pull, the time that both nodes used for each message. Ratio is tidings\n"
    "divided by the server of the line. Private memory leaves out files, also the store's."
)


def text(run: Run, load_before: float) -> str:
    """Returns the tables."""
    scale = run.scale
    head = (
        f"{scale.rounds} rounds of {scale.seconds} s in turn; {scale.messages:,} messages with 60 bytes of text. "
        f"{os.cpu_count()} cores; load average {load_before:.1f} before, {os.getloadavg()[0]:.1f} after."
    )
    parts = [head]
    if run.table.has_samples:
        parts += [str(run.table), EXPLANATION]
    for title, table in run.tables.items():
        parts += [f"## {title}", table]
    return "\n\n".join(parts)


def write(run: Run, load_before: float, results: Path = RESULTS) -> None:
    """Writes the results and the plots beside them."""
    folder = results.with_name("plots")
    folder.mkdir(exist_ok=True)
    plots = []
    for name, plot in run.plots.items():
        (folder / f"{name}.svg").write_text(plot.svg())
        plots.append(f"![{plot.title}](plots/{name}.svg)")
    parts = [
        "# Results",
        f"Written by `scripts/bench` on {date.today()}: {processor()}, {memory_gib():.0f} GiB of memory, "
        f"{platform.system()} {platform.release()}.",
        text(run, load_before),
        *plots,
        notes(results),
    ]
    results.write_text("\n\n".join(parts) + "\n")


def notes(results: Path) -> str:
    """Returns the part of the earlier results that was written by hand, with the line above it."""
    earlier = results.read_text() if results.exists() else ""
    return (NOTES + earlier.partition(NOTES)[2]).rstrip()


def processor() -> str:
    names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return names[0] if names else platform.machine()


def memory_gib() -> float:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
