"""A plugin of pytest for retry.py. It writes to $TIDINGS_RECORD what became of each test, as lines of JSON.

If $TIDINGS_ONLY is set, pytest runs only the test with this id.
"""

from __future__ import annotations

import json
import os

import pytest


class Recorder:
    def __init__(self, path: str) -> None:
        self.file = open(path, "a")

    def _write(self, key: str, value: str | bool) -> None:
        print(json.dumps({key: value}), file=self.file, flush=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A fixture can fail before and after its test. For pytest-xdist, a test in which a process crashes has failed.
        if report.failed:
            self._write("failed", report.nodeid)
        elif report.passed and report.when == "call":
            self._write("passed", report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        # An option such as --maxfail ends a run before all tests.
        self._write("ended", ended and not session.shouldfail)


def pytest_configure(config: pytest.Config) -> None:
    # The processes of pytest-xdist report to the first process, which is the only one without `workerinput`.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(os.environ["TIDINGS_RECORD"]))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    only = os.environ.get("TIDINGS_ONLY")
    if only:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid != only])
        items[:] = [item for item in items if item.nodeid == only]
