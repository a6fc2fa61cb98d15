"""Runs a program, and shows its output as it comes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass

#: What pytest, Swift Testing, Node and unittest print about a whole run. Node prints a line for each number.
SUMMARY = re.compile(
    r"=+ .*\b(?:passed|failed|errors?|no tests ran|deselected)\b.* in .* =+"
    r"|.*Test run with \d+ tests? .*"
    r"|\S (?:tests|pass|fail) \d+"
    r"|Ran \d+ tests? in .*"
)

#: What the runners print about what failed.
FAILURE = re.compile(
    # Swift Testing: each issue with its comments, and each test that failed.
    r"^✘ (?!Test run |Suite .* failed after ).*(?:\n↳ .*)*"
    # Node: its list of failed tests, with the beginning of each error.
    r"|^test at .*\n✖ .*(?:\n  .*){0,6}"
    # pytest: its short summary.
    r"|^(?:FAILED|ERROR) \S+\.py\b.*"
    # unittest: each test with its error.
    r"|^(?:FAIL|ERROR): .*\n-+(?:\n.+)*"
    # retry.py
    r"|^failed twice: .*",
    re.MULTILINE,
)

#: Lines about the failures of one run, and the last lines of a run that says nothing about them, at most.
FAILURE_LINES = 30
LAST_LINES = 15
#: Characters of such a line, at most.
LINE_LENGTH = 240

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Run:
    status: int
    output: str
    #: Seconds from the start to the end.
    seconds: float
    #: Seconds of the processor, for the process and all that it has waited for.
    processor_seconds: float

    def lines(self, pattern: re.Pattern[str]) -> list[str]:
        """Returns the lines of the output that match, without colours."""
        lines = COLOUR.sub("", self.output).splitlines()
        return [line for line in lines if pattern.fullmatch(line)]

    def failures(self) -> list[str]:
        """Returns what the runner printed about failures, without colours, in few and short lines.

        The last lines of the output follow if the runner printed nothing about failures, or no summary: then it crashed, or
        it is another kind of program.
        """
        text = COLOUR.sub("", self.output)
        # A test that runs again may fail with the same words.
        failures = dict.fromkeys(match.group() for match in FAILURE.finditer(text))
        lines = filled_lines("\n".join(failures))
        if len(lines) > FAILURE_LINES:
            lines[FAILURE_LINES:] = [f"… and {len(lines) - FAILURE_LINES} lines more"]
        if not lines or not self.lines(SUMMARY):
            lines += filled_lines(text)[-LAST_LINES:]
        return [line if len(line) <= LINE_LENGTH else line[: LINE_LENGTH - 1] + "…" for line in lines]


def filled_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def run(
    command: list[str],
    variables: Mapping[str, str] = {},
    *,
    shown: bool = True,
    groups: set[int] | None = None,
) -> Run:
    """Runs a program with these environment variables, too. Its output and its errors become one text.

    With `groups`, the process is the first one of a group of its own, which is in the set while the process runs.
    """
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        env=os.environ | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=groups is not None,
    )
    if groups is not None:
        groups.add(process.pid)
    assert process.stdout
    output = b""
    while part := os.read(process.stdout.fileno(), 1 << 16):
        output += part
        if shown:
            sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
    process.stdout.close()
    _, state, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(state)
    if groups is not None:
        groups.discard(process.pid)
    return Run(
        process.returncode,
        output.decode(errors="replace"),
        time.monotonic() - start,
        usage.ru_utime + usage.ru_stime,
    )
