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
