"""All parts run, and the output ends with what the person has to know."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from eventually import eventually
from parts import STAGES, Part, Parts


def shell(name: str, script: str) -> Part:
    return Part(name, ["/bin/sh", "-c", script])


FAILED_WEB_TEST = "test at a.test.js:1:1\\n✖ one is two (1.5ms)\\n  AssertionError: 1 !== 2\\n"


def test_the_report_has_the_parts_then_what_failed_then_the_flaky_tests_then_the_summaries(
    capfd: pytest.CaptureFixture[str],
) -> None:
    parts = Parts(
        [
            [[shell("web", f"printf '{FAILED_WEB_TEST}'; echo 'ℹ tests 3'; echo 'ℹ pass 2'; echo 'ℹ fail 1'; exit 1")]],
            [
                [shell("browser", "echo '=== 1 failed, 2 passed in 3.21s ==='; echo 'flaky: test_a.py::test_b'")],
                [shell("nodes", "echo '\033[92m✔\033[0m Test run with 2 tests in 1 suite passed after 3 seconds.'")],
            ],
        ]
    )
    parts.run()
    table, failures, rest = parts.report().split("\n\n")
    assert [line.split()[2:] for line in table.splitlines()] == [
        ["part"],
        ["web:", "FAILED", "with", "status", "1"],
        ["browser:", "passed"],
        ["nodes:", "passed"],
    ]
    assert failures.splitlines() == [
        "failed in web:",
        "  test at a.test.js:1:1",
        "  ✖ one is two (1.5ms)",
        "    AssertionError: 1 !== 2",
    ]
    assert rest.splitlines() == [
        "flaky: test_a.py::test_b",
        "ℹ tests 3",
        "ℹ pass 2",
        "ℹ fail 1",
        "=== 1 failed, 2 passed in 3.21s ===",
        "✔ Test run with 2 tests in 1 suite passed after 3 seconds.",
    ]


def test_lanes_run_beside_each_other_and_parts_one_after_another(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    # Each lane waits for the other one.
    meet = "mkfifo {0}/f 2>/dev/null; {1} {0}/f"
    parts = Parts(
        [
            [
                [shell("reads", meet.format(tmp_path, "cat")), shell("last", "echo end")],
                [shell("writes", meet.format(tmp_path, "echo met >"))],
            ]
        ]
    )
    parts.run()
    assert capfd.readouterr().out == "\n== reads\nmet\n\n== last\nend\n\n== writes\n\n"
    assert all(run.status == 0 for _, run in parts.runs)


def test_a_signal_ends_the_parts_and_their_processes(tmp_path: Path) -> None:
    started, next = tmp_path / "started", tmp_path / "next"
    script = f"sleep 60 & echo $! >{started}.new; mv {started}.new {started}; wait"
    parts = Parts([[[shell("long", script), shell("next", f"touch {next}")]]])
    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(parts.run)
        eventually(started.exists, "the part starts")
        parts.stop(signal.SIGTERM, None)
        run.result(timeout=15)
    assert not is_alive(int(started.read_text()))
    assert not next.exists()


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_the_last_part_has_the_summary_of_swift_testing() -> None:
    last = STAGES[-1][-1][-1]
    assert "swift" in last.command
    # Its tests depend on nothing but their input, so none runs again.
    assert last.variables == {"TIDINGS_RETRIES": "0"}
