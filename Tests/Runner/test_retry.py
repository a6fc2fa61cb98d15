"""A test that fails is run once more, alone. The tests start pytest and Swift Testing."""

from __future__ import annotations

import fcntl
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import retry
from eventually import eventually
from retry import RUNNERS, main

REPOSITORY = Path(__file__).resolve().parents[2]

#: The beginning of a file of tests. `is_first` tells the first run of a test from the second one.
BEGINNING = """
import os, pathlib, time
import pytest

def is_first(name):
    try:
        pathlib.Path(__file__).with_name(name).mkdir()
        return True
    except FileExistsError:
        return False

def test_good():
    pass
"""


@pytest.fixture(autouse=True)
def a_lock_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "LOCK", tmp_path / "lock")
    monkeypatch.delenv("TIDINGS_RETRIES", raising=False)


def run_pytest(folder: Path, tests: str, *options: str) -> int:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_example.py").write_text(BEGINNING + tests)
    command = [sys.executable, "-m", "pytest", str(folder), "-p", "no:cacheprovider", *options]
    return main(RUNNERS["pytest"], command)


def end_of(output: str, count: int) -> list[str]:
    """Returns the last lines, without the times and the lines of pytest's summaries."""
    return [line.strip("= ").rpartition(" in ")[0] or line for line in output.splitlines()[-count:]]


FLAKY = """
def test_flaky():
    assert not is_first("flaky")
"""


def test_a_test_that_passes_at_the_second_time_is_named_before_the_summaries(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_pytest(tmp_path, FLAKY) == 0
    assert end_of(capfd.readouterr().out, 3) == [
        "flaky: test_example.py::test_flaky",
        "1 failed, 1 passed",
        "1 passed, 1 deselected",
    ]


def test_a_run_without_failures_has_only_the_output_of_the_runner(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_pytest(tmp_path, "") == 0
    assert end_of(capfd.readouterr().out, 1) == ["1 passed"]


def test_a_test_that_fails_twice_fails_the_run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_pytest(tmp_path, FLAKY + "def test_bad():\n    assert False\n") == 1
    output = capfd.readouterr().out
    assert "failed twice: test_example.py::test_bad" in output
    assert "flaky:" not in output
    assert end_of(output, 1) == ["1 failed, 2 deselected"]


def test_no_test_runs_again_if_the_environment_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TIDINGS_RETRIES", "0")
    assert run_pytest(tmp_path, FLAKY) == 1
    assert end_of(capfd.readouterr().out, 1) == ["1 failed, 1 passed"]


@pytest.mark.parametrize(
    "test",
    [
        'def test_it():\n    if is_first("it"):\n        os._exit(3)\n',
        'def test_it():\n    if is_first("it"):\n        time.sleep(30)\n',
        '@pytest.fixture\ndef f():\n    assert not is_first("it")\n\ndef test_it(f):\n    pass\n',
    ],
    ids=["crashes", "hangs", "has a fixture that fails"],
)
def test_a_test_that_ends_without_its_result_has_failed(
    test: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    limits = ["-o", "faulthandler_timeout=0.5", "-o", "faulthandler_exit_on_timeout=true"]
    assert run_pytest(tmp_path, test, "--numprocesses", "2", "--dist", "worksteal", *limits) == 0
    output = capfd.readouterr().out.splitlines()
    assert "flaky: test_example.py::test_it" in output


@pytest.mark.parametrize(
    ("tests", "options"),
    [
        ("import nothing_of_this_name\n", []),
        (FLAKY + "def test_last():\n    pass\n", ["--maxfail", "1"]),
        ('def test_it():\n    if is_first("it"):\n        os._exit(1)\n', []),
    ],
    ids=["has a file that can't be read", "stops early", "crashes"],
)
def test_a_run_that_leaves_tests_out_fails(tests: str, options: list[str], tmp_path: Path) -> None:
    assert run_pytest(tmp_path, tests, *options) != 0


def test_a_test_runs_again_when_no_other_run_is_under_way(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with retry.LOCK.open("w") as other, ThreadPoolExecutor(1) as pool:
        fcntl.flock(other, fcntl.LOCK_SH)
        run = pool.submit(run_pytest, tmp_path, FLAKY)
        eventually(lambda: has_waiter(retry.LOCK), "the second run waits for the lock")
        assert "Once more" not in capfd.readouterr().out
        fcntl.flock(other, fcntl.LOCK_UN)
        assert run.result() == 0


def has_waiter(lock: Path) -> bool:
    lines = Path("/proc/locks").read_text().splitlines()
    return any(" -> " in line and f":{lock.stat().st_ino} " in line for line in lines)


# Swift Testing

PROGRAM = REPOSITORY / ".build/debug/tidingsPackageTests.xctest"


def run_swift(tmp_path: Path, condition: str) -> int:
    """Runs a test that fails while the shell's condition is true: it then has no temporary folder."""
    script = f'if {condition}; then export TMPDIR=/nonexistent; fi; exec "$0" "$@"'
    test = "^LMDBTests.FullTests/`a write that ignores an error cannot commit`"
    command = ["/bin/sh", "-c", script, str(PROGRAM), "--testing-library", "swift-testing", "--no-parallel"]
    return main(RUNNERS["swift"], [*command, "--filter", test, "--filter", "^LMDBTests.EncodingTests"])


def test_a_swift_test_that_passes_at_the_second_time_is_named_before_the_summaries(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_swift(tmp_path, f"mkdir {tmp_path}/first") == 0
    flaky, first, second = capfd.readouterr().out.splitlines()[-3:]
    assert flaky == "flaky: LMDBTests.FullTests/`a write that ignores an error cannot commit`()"
    assert re.search(r"Test run with 7 tests in 2 suites failed after .* with 1 issue\.", first)
    assert re.search(r"Test run with 1 test in 1 suite passed after", second)


def test_a_swift_test_that_fails_twice_fails_the_run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_swift(tmp_path, "true") == 1
    output = capfd.readouterr().out
    assert "failed twice: LMDBTests.FullTests/`a write that ignores an error cannot commit`()" in output
    assert "Test run with 1 test in 1 suite failed" in output.splitlines()[-1]


def event(kind: str, **others: object) -> dict[str, object]:
    return {"kind": "event", "payload": {"kind": kind, **others}}


@pytest.mark.parametrize(
    ("last", "may_run_again"),
    [
        ([event("runEnded")], True),
        ([], False),
        ([event("issueRecorded", testID=None), event("runEnded")], False),
        ([event("issueRecorded", testID="A.B"), event("runEnded")], False),
    ],
    ids=["a test", "the process", "something outside of tests", "a suite"],
)
def test_swift_tests_run_again_only_if_nothing_else_failed(last: list[dict[str, object]], may_run_again: bool) -> None:
    test = "A.B/c()/B.swift:1:2"
    record = RUNNERS["swift"].read(
        [
            {"kind": "test", "payload": {"kind": "suite", "id": "A.B"}},
            {"kind": "test", "payload": {"kind": "function", "id": test}},
            event("issueRecorded", testID=test),
            event("testEnded", testID=test, messages=[{"symbol": "fail", "text": "Test c() failed"}]),
            event("testEnded", testID="A.B", messages=[{"symbol": "fail", "text": "Suite B failed"}]),
            *last,
        ]
    )
    assert record.failed == [test]
    assert record.has_only_failed_tests == may_run_again
