"""Tests of what the benchmark computes. They start no server."""

from __future__ import annotations

import unittest

from failure import Failure
from load import Load, parse
from table import Sample, Table

RESULT = (
    "Running 3s test @ http://127.0.0.1:8080/add.php\n"
    '{"requests": 300, "seconds": 3.0, "p50_ms": 0.5, "p99_ms": 2.0, "errors": {"status": 0, "timeout": 0}}\n'
)


class LoadTests(unittest.TestCase):
    def test_the_last_line_of_the_output_is_the_result(self) -> None:
        self.assertEqual(parse(RESULT, ""), Load(requests=300, seconds=3, p50_ms=0.5, p99_ms=2))

    def test_a_run_with_errors_is_a_failure(self) -> None:
        with self.assertRaisesRegex(Failure, "status 7"):
            parse(RESULT.replace('"status": 0', '"status": 7'), "")

    def test_a_run_without_answers_is_a_failure(self) -> None:
        with self.assertRaisesRegex(Failure, "no request"):
            parse(RESULT.replace('"requests": 300', '"requests": 0'), "")


class TableTests(unittest.TestCase):
    def test_the_table_has_medians_and_ratios_to_the_first_server(self) -> None:
        table = Table()
        for value in (1000, 3000, 2000):
            table.add("posts/s", "tidings", Sample(value, p50_ms=value / 1000))
            table.add("posts/s", "other", Sample(value * 2))
        self.assertEqual(
            str(table).splitlines()[2:],
            [
                "| posts/s | tidings |  2,000 |  1,000 |   3,000 |   2.00 |        |        |       |",
                "|         | other   |  4,000 |  2,000 |   6,000 |        |        |        |  0.50 |",
            ],
        )


if __name__ == "__main__":
    unittest.main()
