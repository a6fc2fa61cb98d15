"""Tests of what the benchmark computes. They start no server."""

from __future__ import annotations

import argparse
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from contextlib import ExitStack
from pathlib import Path

import waiting
from bench import FIGURES, QUICK, QUICK_FIGURES, figures
from failure import Failure
from load import Load, parse
from plot import Plot, label, round_up
from report import NOTES, write
from run import Run, turns
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


WAITED = (
    "posting\n"
    '{"answers": 2, "answer_p50_ms": 1.5, "answer_p99_ms": 2.5, '
    '"deliveries": 6, "expected": 6, "delivery_p50_ms": 3.5, "delivery_p99_ms": 4.5}\n'
)


class WaitingTests(unittest.TestCase):
    def test_the_last_line_has_the_times_of_deliveries_and_answers(self) -> None:
        result = waiting.parse(WAITED, "")
        self.assertEqual((result.delivery.p50_ms, result.delivery.p99_ms), (3.5, 4.5))
        self.assertEqual((result.answer.p50_ms, result.answer.p99_ms), (1.5, 2.5))

    def test_a_lost_message_is_a_failure(self) -> None:
        with self.assertRaisesRegex(Failure, "Of 6 deliveries .* 1 did not come"):
            waiting.parse(WAITED.replace('"deliveries": 6', '"deliveries": 5'), "")

    def test_posts_without_an_answer_are_a_failure(self) -> None:
        with self.assertRaises(Failure):
            waiting.parse(WAITED.replace('"answers": 2', '"answers": 0'), "")


class FiguresTests(unittest.TestCase):
    def test_the_chosen_figures_are_separated_by_commas(self) -> None:
        self.assertEqual(figures("pages,posts"), ["pages", "posts"])

    def test_an_unknown_figure_is_named(self) -> None:
        with self.assertRaisesRegex(argparse.ArgumentTypeError, "no figure page;"):
            figures("posts,page")

    def test_the_quick_figures_are_known(self) -> None:
        self.assertLessEqual(set(QUICK_FIGURES), set(FIGURES))


class TurnsTests(unittest.TestCase):
    def test_every_second_round_has_the_reversed_order(self) -> None:
        self.assertEqual(list(turns(["a", "b"], 3)), [["a", "b"], ["b", "a"], ["a", "b"]])


class PlotTests(unittest.TestCase):
    def test_a_plot_is_xml_with_a_circle_for_each_point(self) -> None:
        plot = Plot("Posts & pages", "messages", is_logarithmic=True)
        for power in range(3, 8):
            plot.add("tidings", 10**power, power)
        root = ElementTree.fromstring(plot.svg())
        circles = root.findall("{http://www.w3.org/2000/svg}circle")
        self.assertEqual(len(circles), 5)
        xs = [float(circle.get("cx", "")) for circle in circles]
        # On the logarithmic axis, powers of ten have equal distances.
        distances = [right - left for left, right in zip(xs, xs[1:])]
        self.assertLess(max(distances) - min(distances), 0.2)
        ys = [float(circle.get("cy", "")) for circle in circles]
        self.assertEqual(ys, sorted(ys, reverse=True))

    def test_a_plot_with_one_point_is_possible(self) -> None:
        plot = Plot("Start", "messages", is_logarithmic=True)
        plot.add("tidings", 1000, 0)
        ElementTree.fromstring(plot.svg())

    def test_steps_of_an_axis_are_round(self) -> None:
        self.assertEqual([round_up(number) for number in (0, 0.03, 1, 2.2, 24, 2501)], [1, 0.05, 1, 2.5, 25, 5000])

    def test_labels_have_no_needless_decimals(self) -> None:
        self.assertEqual([label(number) for number in (0, 1000000.0, 2.5, 0.25)], ["0", "1,000,000", "2.5", "0.25"])


class ReportTests(unittest.TestCase):
    def test_results_have_tables_and_plots_and_keep_the_notes(self) -> None:
        with tempfile.TemporaryDirectory() as name, ExitStack() as running:
            results = Path(name) / "RESULTS.md"
            results.write_text(f"An earlier table.\n\n{NOTES}\n\nPages are limited by the kernel.\n")
            run = Run(QUICK, Path(name), running, nodes=[], others=[])
            run.table.add("posts/s", "tidings", Sample(1234))
            run.tables["Delivery in groups"] = "| nodes |"
            run.plot("delivery", "Delivery", "nodes").add("p50", 2, 1)
            for _ in range(2):
                write(run, 0.5, results)
            text = results.read_text()
            self.assertNotIn("An earlier table.", text)
            for part in ("1,234", "## Delivery in groups", "![Delivery](plots/delivery.svg)"):
                self.assertIn(part, text)
            self.assertTrue(text.endswith(f"{NOTES}\n\nPages are limited by the kernel.\n"))
            self.assertTrue((Path(name) / "plots/delivery.svg").exists())


if __name__ == "__main__":
    unittest.main()
