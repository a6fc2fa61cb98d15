"""Fixtures of the browser tests: nodes, a browser, and pages with a monitor."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Playwright, expect, sync_playwright

import slow_world
from eventually import patience_ms
from node import PHONE_NAME, Node
from page_monitor import PageMonitor
from relay import Relay
from web_page import WebPage

REPOSITORY = Path(__file__).resolve().parents[2]

#: Chromium without windows and tool bars. Tests take two thirds of the time in it.
HEADLESS_SHELL = Path("/usr/bin/chromium-headless-shell")

#: The whole Chromium: for what the shell lacks, such as notifications, and for requests from another origin.
CHROMIUM = Path("/usr/bin/chromium")

FIREFOX = Path("/usr/bin/firefox-esr")

#: Without V8's second compiler: most functions of a page run so few times that compiling them takes longer than running them.
FEWER_COMPILATIONS = ["--js-flags=--no-sparkplug"]

#: One process for all tabs of a browser context. A process of its own costs a tab a third of its processor time.
ONE_PROCESS = "--process-per-site"

#: Without the first ones, Firefox does not know the host name, and has no mouse while it has no window.
FIREFOX_PREFERENCES = {
    "network.dns.localDomains": PHONE_NAME,
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    # One process for all pages, started when it is needed.
    "dom.ipc.processPrelaunch.enabled": False,
    "dom.ipc.processCount": 1,
    "fission.webContentIsolationStrategy": 0,
}


class StartNode(Protocol):
    def __call__(self, name: str = "laptop", *, start: bool = True) -> Node: ...


class Visit(Protocol):
    def __call__(
        self,
        node: Node,
        *,
        name: str | None = "jack",
        path: str = "",
        address: str | None = None,
        **options: Any,
    ) -> WebPage: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--program",
        type=Path,
        default=REPOSITORY / ".build/debug/tidings",
        help="the program to test",
    )
    parser.addoption(
        "--picture",
        action="store_true",
        help="write the picture of the README, chat.png, anew",
    )
    parser.addoption(
        "--browser",
        choices=["chromium", "firefox"],
        default="chromium",
        help="the browser of all tests but those that name one",
    )
    parser.addoption(
        "--delays",
        type=int,
        metavar="SEED",
        help="delay requests, answers and events of all pages: see delays.js",
    )
    parser.addoption(
        "--slow-cpu",
        type=float,
        default=1,
        metavar="FACTOR",
        help="make the processor of all pages slower by this factor",
    )


def pytest_configure(config: pytest.Config) -> None:
    slow_world.set(config.getoption("--delays"), config.getoption("--slow-cpu"))
    expect.set_options(timeout=patience_ms())


def pytest_report_header() -> list[str]:
    return [slow_world.description()] if slow_world.description() else []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.failed and slow_world.description():
        report.sections.append(("slow world", slow_world.description()))
    if report.failed and call.when == "call":
        for page in (page for context in item.stash.get(CONTEXTS, []) for page in context.pages):
            with suppress(Error):
                report.sections.append((f"page {page.url}", page.locator("body").aria_snapshot(timeout=5000)))
    return report


#: The browser contexts that a test has opened by `visit`.
CONTEXTS = pytest.StashKey[list[BrowserContext]]()


@pytest.fixture(scope="session")
def program(request: pytest.FixtureRequest) -> Path:
    path = request.config.getoption("--program").resolve()
    assert path.exists(), f"{path} is missing; scripts/swift build builds it"
    return path


#: Playwright describes the whole page each time an expectation is not met yet, which takes longer than the check. It skips the
#: description of a page without a body, and runs the script of a selector engine in its own world before the first check.
WITHOUT_DESCRIPTIONS = """(() => {
  const isWorldOfPage = 'waitingRequests' in globalThis;
  if (!isWorldOfPage) Object.defineProperty(Document.prototype, 'body', { get: () => null });
  return { query: () => null, queryAll: () => [] };
})()"""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        playwright.selectors.register("without-descriptions", WITHOUT_DESCRIPTIONS, content_script=True)
        yield playwright


def start_options(program: Path = HEADLESS_SHELL) -> dict[str, Any]:
    """Returns the options with which Playwright starts a browser."""
    # Chromium's sandbox does not work for root.
    return {"executable_path": program, "chromium_sandbox": os.geteuid() != 0}


@contextmanager
def started(
    playwright: Playwright, program: Path, *, has_one_process: bool = True, **options: Any
) -> Iterator[Browser]:
    """Starts a browser: Chromium, its headless shell, or Firefox."""
    if program == FIREFOX:
        # By WebDriver BiDi, which Debian's Firefox speaks. Playwright's own Firefox speaks another protocol.
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=FIREFOX_PREFERENCES
        )
    else:
        rules = f"--host-resolver-rules=MAP {PHONE_NAME} 127.0.0.1"
        arguments = [rules, *FEWER_COMPILATIONS, *([ONE_PROCESS] if has_one_process else [])]
        browser = playwright.chromium.launch(**start_options(program), args=arguments, **options)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def headless_shell(playwright: Playwright) -> Iterator[Browser]:
    with started(playwright, HEADLESS_SHELL) as browser:
        yield browser


@pytest.fixture(scope="session")
def shell_with_processes(playwright: Playwright) -> Iterator[Browser]:
    with started(playwright, HEADLESS_SHELL, has_one_process=False) as browser:
        yield browser


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    with started(playwright, CHROMIUM) as browser:
        yield browser


@pytest.fixture(scope="session")
def caching_chromium(playwright: Playwright) -> Iterator[Browser]:
    options = ["--disable-back-forward-cache"]
    with started(playwright, CHROMIUM, ignore_default_args=options) as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    with started(playwright, FIREFOX) as browser:
        yield browser


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browser:
    if request.config.getoption("--browser") == "firefox":
        return request.getfixturevalue("firefox")
    if request.node.get_closest_marker("page_cache"):
        return request.getfixturevalue("caching_chromium")
    if request.node.get_closest_marker("processes"):
        return request.getfixturevalue("shell_with_processes")
    needs_whole = request.node.get_closest_marker("whole_browser")
    return request.getfixturevalue("chromium" if needs_whole else "headless_shell")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of the test. Not pytest's tmp_path, which another run of pytest may delete."""
    with tempfile.TemporaryDirectory(prefix="tidings-") as folder:
        yield Path(folder)


@pytest.fixture
def nodes(folder: Path) -> Iterator[list[Node]]:
    """All nodes that the test has started. They end before the folder is deleted."""
    nodes: list[Node] = []
    yield nodes
    with ExitStack() as stack:
        for node in nodes:
            stack.callback(node.kill)


@pytest.fixture
def start_node(program: Path, folder: Path, nodes: list[Node]) -> StartNode:
    """A function that creates a node with an empty store."""

    def start_node(name: str = "laptop", *, start: bool = True) -> Node:
        node = Node(program, folder / f"node-{len(nodes)}", name)
        nodes.append(node)
        return node.start() if start else node

    return start_node


def pair(start_node: StartNode) -> tuple[Node, Node]:
    """Starts two nodes, laptop and phone, that pull from each other."""
    laptop, phone = start_node("laptop", start=False), start_node("phone", start=False)
    laptop.peers, phone.peers = [phone.url], [laptop.url]
    return laptop.start(), phone.start()


@pytest.fixture
def node(start_node: StartNode) -> Node:
    """A node with an empty store."""
    return start_node()


@pytest.fixture
def relay(node: Node) -> Iterator[Relay]:
    """A router between the browser and the node. The browser connects to its port, as `node.port`."""
    relay = Relay(node.port)
    node.port = relay.port
    yield relay
    relay.close()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, nodes: list[Node]) -> Iterator[Visit]:
    """A function that opens the web client of a node in a new browser profile.

    The test fails if a page has an error.
    """
    # The service worker loads all files a second time, which takes longer than most tests.
    service_workers = "allow" if request.node.get_closest_marker("service_worker") else "block"
    contexts = request.node.stash[CONTEXTS] = []
    monitors: list[PageMonitor] = []

    def visit(
        node: Node,
        *,
        name: str | None = "jack",
        path: str = "",
        address: str | None = None,
        **options: Any,
    ) -> WebPage:
        if browser.browser_type.name == "firefox":
            # A narrow page with touch, but without the layout of a phone, which Playwright can't emulate in Firefox.
            options.pop("is_mobile", None)
        context = browser.new_context(
            **{"locale": "en-GB", "timezone_id": "UTC", "service_workers": service_workers} | options
        )
        contexts.append(context)
        monitors.append(PageMonitor(context, nodes))
        page = WebPage(context.new_page(), node, monitors[-1]).open(path, address)
        if browser.browser_type.name == "firefox":
            # It has the focus in one window only.
            page.page.bring_to_front()
        return page.give_name(name) if name else page

    yield visit
    for context in contexts:
        context.close()
    problems = [problem for monitor in monitors for problem in monitor.problems]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks the tests that measure, and leaves tests out whose times are too long in a slow world or that need Chromium."""
    for item in items:
        if "figures" in getattr(item, "fixturenames", ()):
            item.add_marker("measures")
    if slow_world.description():
        leave_out(config, items, "measures", "timed")
    if config.getoption("--browser") == "firefox":
        leave_out(config, items, "measures", "needs_chromium")


def leave_out(config: pytest.Config, items: list[pytest.Item], *marks: str) -> None:
    """Leaves the tests with one of the marks out."""
    marked = [item for item in items if any(item.get_closest_marker(mark) for mark in marks)]
    config.hook.pytest_deselected(items=marked)
    items[:] = [item for item in items if item not in marked]
    reasons = config.stash.setdefault(LEFT_OUT, Counter())
    for item in marked:
        mark = item.get_closest_marker("needs_chromium")
        if mark and config.getoption("--browser") == "firefox":
            reasons[mark.args[0]] += 1


#: The number of tests that were left out because they need Chromium, by the reason.
LEFT_OUT = pytest.StashKey[Counter[str]]()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Measured values. They are printed at the end of the run."""
    values: list[str] = []
    yield values
    request.node.user_properties += [("figure", value) for value in values]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, count in config.stash.get(LEFT_OUT, Counter()).items():
        terminalreporter.write_line(f"not in Firefox: {count} tests: {reason}")
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        if getattr(report, "when", None) == "teardown":
            for _, figure in report.user_properties:
                terminalreporter.write_line(figure)
