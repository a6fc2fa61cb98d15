#!/usr/bin/python3
"""Runs tests, and once more, alone, each test that failed. The exit status is 0 if each test passed in the end.

    retry.py pytest PYTHON -m pytest FOLDER ARGUMENTS
    retry.py swift PROGRAM ARGUMENTS

A test that passed only when it ran again is flaky. Its name is printed before the summary of the run. With
TIDINGS_RETRIES=0 in the environment, no test runs again.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from output import SUMMARY, Run, run

FOLDER = Path(__file__).resolve().parent

#: Runs of tests share this lock, so that a test that runs alone waits for their end.
LOCK = FOLDER.parents[1] / ".build/tests.lock"


@dataclass
class Record:
    """What became of the tests of one run, by their ids."""

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    #: Whether the run came to its end, so that no test is left out.
    ended: bool = False
    #: Whether something failed outside of all tests.
    failed_elsewhere: bool = False

    @property
    def has_only_failed_tests(self) -> bool:
        """Whether the failed tests are the only reason why the run failed."""
        return bool(self.failed) and self.ended and not self.failed_elsewhere


class Runner(Protocol):
    def command(self, command: list[str], record: str, only: str | None) -> tuple[list[str], dict[str, str]]:
        """Returns the command that also writes a record, perhaps of one test only, and its environment variables."""
        ...

    def read(self, lines: Iterable[dict[str, Any]]) -> Record: ...

    def name(self, test: str) -> str: ...


class Pytest:
    def command(self, command: list[str], record: str, only: str | None) -> tuple[list[str], dict[str, str]]:
        variables = {"PYTHONPATH": str(FOLDER), "TIDINGS_RECORD": record, "TIDINGS_ONLY": only or ""}
        return command + ["-p", "record"] + (["--numprocesses", "0"] if only else []), variables

    def read(self, lines: Iterable[dict[str, Any]]) -> Record:
        record = Record()
        for line in lines:
            if "failed" in line:
                record.failed.append(line["failed"])
            elif "passed" in line:
                record.passed.append(line["passed"])
            elif "ended" in line:
                record.ended = line["ended"]
        return record

    def name(self, test: str) -> str:
        return test


class Swift:
    """Swift Testing. Its event stream is its stable interface for other programs."""

    def command(self, command: list[str], record: str, only: str | None) -> tuple[list[str], dict[str, str]]:
        stream = ["--event-stream-output-path", record, "--event-stream-version", "0"]
        if only is None:
            return command + stream, {}
        alone = []
        arguments = iter(command)
        for argument in arguments:
            if argument in ("--filter", "--skip"):
                next(arguments)
            else:
                alone.append(argument)
        return alone + ["--filter", f"^{re.escape(only)}$"] + stream, {}

    def read(self, lines: Iterable[dict[str, Any]]) -> Record:
        record = Record()
        tests = set()
        for line in lines:
            payload = line["payload"]
            kind, test = payload["kind"], payload.get("testID")
            if line["kind"] == "test":
                if kind == "function":
                    tests.add(payload["id"])
            elif kind == "testEnded" and test in tests:
                has_failed = payload["messages"][0]["symbol"] == "fail"
                (record.failed if has_failed else record.passed).append(test)
            elif kind == "issueRecorded" and test not in tests:
                record.failed_elsewhere = True
            elif kind == "runEnded":
                record.ended = True
        return record

    def name(self, test: str) -> str:
        # The id ends with the file and the line.
        return test.rpartition("/")[0]


RUNNERS: dict[str, Runner] = {"pytest": Pytest(), "swift": Swift()}


@contextmanager
def locked(operation: int) -> Iterator[None]:
    """Holds the lock of all runs in this folder."""
    with LOCK.open("w") as file:
        fcntl.flock(file, operation)
        yield


def recorded_run(runner: Runner, command: list[str], only: str | None = None) -> tuple[Run, Record]:
    with tempfile.NamedTemporaryFile("r", prefix="tidings-record-") as file:
        result = run(*runner.command(command, file.name, only))
        # A process that crashed may have left a part of a line.
        return result, runner.read(json.loads(line) for line in file if line.endswith("\n"))


def run_again(runner: Runner, command: list[str], tests: list[str]) -> tuple[bool, list[str]]:
    """Runs these tests one at a time, and no other test of this folder beside them.

    Stops at the first one that fails. Returns whether all passed, and the summaries of their runs.
    """
    summaries = []
    with locked(fcntl.LOCK_EX):
        for test in tests:
            print(f"\nOnce more, alone: {runner.name(test)}", flush=True)
            result, record = recorded_run(runner, command, test)
            summaries += result.lines(SUMMARY)[-1:]
            if result.status != 0 or test not in record.passed:
                print(f"failed twice: {runner.name(test)}")
                return False, summaries
    return True, summaries


def main(runner: Runner, command: list[str]) -> int:
    with locked(fcntl.LOCK_SH):
        result, record = recorded_run(runner, command)
    if result.status == 0 or os.environ.get("TIDINGS_RETRIES") == "0":
        return abs(result.status)
    if not record.has_only_failed_tests:
        print("No test runs again: the run did not come to its end, or something failed outside of the tests.")
        return abs(result.status)
    tests = list(dict.fromkeys(record.failed))
    passed, summaries = run_again(runner, command, tests)
    if passed:
        print(*(f"flaky: {runner.name(test)}" for test in tests), sep="\n")
    print(*result.lines(SUMMARY)[-1:], *summaries, sep="\n", flush=True)
    return 0 if passed else abs(result.status)


if __name__ == "__main__":
    # Ctrl and C end the run of the tests, and then this process.
    signal.signal(signal.SIGINT, lambda *_: None)
    sys.exit(main(RUNNERS[sys.argv[1]], sys.argv[2:]))
