#!/usr/bin/python3
"""Runs all tests after the build, for scripts/test.

The output ends with a table of the parts, what failed in them, the flaky tests, and the summaries of the runners.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from output import SUMMARY, Run, run

REPOSITORY = Path(__file__).resolve().parents[2]

FLAKY = re.compile("flaky: .*")


@dataclass(frozen=True, eq=False)
class Part:
    name: str
    command: list[str]
    variables: dict[str, str] = field(default_factory=dict)


def swift(*arguments: str) -> list[str]:
    """Returns the command for some of the Swift tests.

    SwiftPM does not run twice in one folder, so this is the program that it would start. One test runs at a time: tests
    that occupy all threads would delay those of timeouts in the same process.
    """
    program = [".build/debug/tidingsPackageTests.xctest", "--testing-library", "swift-testing", "--no-parallel"]
    return ["/usr/bin/python3", "Tests/Runner/retry.py", "swift", *program, *arguments]


#: Suites of whole nodes that take about half of the time of all.
FIRST_NODES = r"^NodeTests\.(BadPeerTests|CheckTests|TurnedLinkTests|PairingTests)/"

#: The targets of the other Swift tests that take about half of the time of all.
FIRST_SWIFT = r"^(ChatStoreTests|ChatReplicationTests|ChatXMLTests|LMDBTests)\."

#: The stages follow one another. The lanes of a stage run beside each other, and the parts of a lane one after another.
STAGES: list[list[list[Part]]] = [
    # These use the whole processor, or measure.
    [
        [
            Part("web client without a browser", ["scripts/test-web"]),
            Part("benchmark", ["/usr/bin/python3", "-m", "unittest", "discover", "--start-directory", "Benchmarks"]),
            Part("simulation", ["scripts/simulate", "0"]),
            Part("costs", ["scripts/bench", "--check"]),
            Part("web client in browsers", ["scripts/test-browser"]),
        ],
    ],
    # Tests of whole nodes mostly wait, so they leave time for the others.
    [
        [Part("whole nodes 1", swift("--filter", FIRST_NODES))],
        [Part("whole nodes 2", swift("--filter", r"^NodeTests\.", "--skip", FIRST_NODES))],
        [
            Part("protocol", ["scripts/test-protocol"]),
            # After the protocol, whose packages of Python it uses.
            Part("runner", [".build/protocol-tests/bin/python", "-m", "pytest", "Tests/Runner"]),
        ],
        [Part("other Swift tests 1", swift("--filter", FIRST_SWIFT), {"TIDINGS_RETRIES": "0"})],
        [
            Part(
                "other Swift tests 2",
                swift("--skip", r"^NodeTests\.", "--skip", FIRST_SWIFT),
                {"TIDINGS_RETRIES": "0"},
            )
        ],
    ],
]


class Parts:
    """Runs parts, and ends them if this process gets a signal."""

    def __init__(self, stages: list[list[list[Part]]]) -> None:
        self.stages = stages
        self.signal: signal.Signals | None = None
        self._runs: dict[Part, Run] = {}
        self._groups: set[int] = set()

    @property
    def runs(self) -> list[tuple[Part, Run]]:
        """The parts that have run, in the order of the stages."""
        parts = [part for stage in self.stages for lane in stage for part in lane]
        return [(part, self._runs[part]) for part in parts if part in self._runs]

    def run(self) -> None:
        for stage in self.stages:
            # Shows the output of the first lane as it comes, and then that of the others.
            with ThreadPoolExecutor(len(stage)) as pool:
                first, *others = [pool.submit(self._run_lane, lane, lane is stage[0]) for lane in stage]
            first.result()
            for part in (part for lane in others for part in lane.result()):
                print(f"\n== {part.name}\n{self._runs[part].output}", flush=True)

    def stop(self, number: int, _: object) -> None:
        """Ends the parts that run, and starts no more. A second signal kills them."""
        for group in self._groups.copy():
            os.killpg(group, signal.SIGKILL if self.signal else signal.SIGTERM)
        self.signal = signal.Signals(number)

    def _run_lane(self, lane: list[Part], shown: bool) -> list[Part]:
        for part in lane:
            if not self.signal:
                if shown:
                    print(f"\n== {part.name}", flush=True)
                self._runs[part] = run(part.command, part.variables, shown=shown, groups=self._groups)
        return [part for part in lane if part in self._runs]

    def report(self) -> str:
        """Returns the table of the parts, what failed, the flaky tests, and the summaries of the runners."""
        rows, failures, flaky, summaries = ["  seconds  processor  part"], [], [], []
        for part, run in self.runs:
            result = "passed" if run.status == 0 else f"FAILED with status {run.status}"
            rows.append(f"{run.seconds:9.0f}  {run.processor_seconds:9.0f}  {part.name}: {result}")
            if run.status != 0:
                failures += [f"failed in {part.name}:", *(f"  {line}" for line in run.failures()), ""]
            flaky += run.lines(FLAKY)
            # A run with flaky tests prints its summary twice.
            summaries += dict.fromkeys(run.lines(SUMMARY))
        return "\n".join([*rows, "", *failures, *flaky, *summaries])


def main() -> int:
    os.chdir(REPOSITORY)
    parts = Parts(STAGES)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, parts.stop)
    parts.run()
    if parts.signal:
        return 128 + parts.signal
    print(f"\n{parts.report()}", flush=True)
    return 1 if any(run.status != 0 for _, run in parts.runs) else 0


if __name__ == "__main__":
    sys.exit(main())
