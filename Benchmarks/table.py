"""The table of results."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median

#: Columns of words, then columns of numbers.
WORDS = ["figure", "server"]
NUMBERS = ["median", "lowest", "highest", "p50 ms", "p99 ms", "CPU µs", "ratio"]


@dataclass(frozen=True)
class Sample:
    """The numbers of one round. A number that was not measured is nan."""

    value: float
    p50_ms: float = math.nan
    p99_ms: float = math.nan
    #: CPU time of the server for each request or message.
    cpu_us: float = math.nan


class Table:
    """Collects samples and writes them as a Markdown table.

    The ratio is the median of the figure's first server divided by the median of the line's server.
    """

    def __init__(self) -> None:
        self._samples: dict[str, dict[str, list[Sample]]] = {}

    def add(self, figure: str, server: str, sample: Sample) -> None:
        self._samples.setdefault(figure, {}).setdefault(server, []).append(sample)

    @property
    def has_samples(self) -> bool:
        return bool(self._samples)

    def __str__(self) -> str:
        rows = [WORDS + NUMBERS]
        for figure, servers in self._samples.items():
            first, *_ = servers
            for server, samples in servers.items():
                is_first = server == first
                ratio = math.nan if is_first else median_value(servers[first]) / median_value(samples)
                rows.append([figure if is_first else "", server, *cells(samples), cell(ratio, 2)])
        widths = [max(len(text) for text in column) for column in zip(*rows)]
        head, *body = [line(row, widths) for row in rows]
        return "\n".join([head, rule(widths), *body])


def median_value(samples: list[Sample]) -> float:
    return median(sample.value for sample in samples)


def cells(samples: list[Sample]) -> list[str]:
    return [
        amount(median_value(samples)),
        amount(min(sample.value for sample in samples)),
        amount(max(sample.value for sample in samples)),
        cell(median(sample.p50_ms for sample in samples), 2),
        cell(median(sample.p99_ms for sample in samples), 2),
        cell(median(sample.cpu_us for sample in samples)),
    ]


def amount(number: float) -> str:
    """Returns a number with three digits or more."""
    return cell(number, 0 if abs(number) >= 100 else 1 if abs(number) >= 10 else 2)


def cell(number: float, decimals: int = 0) -> str:
    return "" if math.isnan(number) else f"{number:,.{decimals}f}"


def line(row: list[str], widths: list[int]) -> str:
    """Aligns words to the left and numbers to the right."""
    words = len(WORDS)
    texts = [text.ljust(width) for text, width in zip(row[:words], widths)]
    texts += [text.rjust(width) for text, width in zip(row[words:], widths[words:])]
    return "| " + " | ".join(texts) + " |"


def rule(widths: list[int]) -> str:
    """Returns the line below the head. A colon aligns a column to the right."""
    words = len(WORDS)
    dashes = ["-" * (width + 2) for width in widths[:words]] + ["-" * (width + 1) + ":" for width in widths[words:]]
    return "|" + "|".join(dashes) + "|"
