"""Fixtures of the tests of the protocol: nodes with stores in temporary folders, and a key for links."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from link import LinkKey
from node import Node

REPOSITORY = Path(__file__).resolve().parents[2]

StartNode = Callable[..., Node]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--program",
        type=Path,
        default=REPOSITORY / ".build/debug/tidings",
        help="the program to test",
    )


#: The files with long tests, that with the longest first. With `--dist worksteal`, a process that has no tests left takes
#: the last ones of another process. So no process waits at the end while another one runs its long tests.
LONG_FILES = (
    "test_node.py",
    "test_bounds.py",
    "test_recipes.py",
    "test_beacons.py",
    "test_networks.py",
    "test_addresses.py",
    "test_floods.py",
    "test_faulty_logs.py",
    "test_hiding.py",
    "test_links.py",
    "test_turned_links.py",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves the files with long tests to the front."""
    places = {name: place for place, name in enumerate(LONG_FILES)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


def pytest_collection_finish() -> None:
    """Excludes the objects of all modules from garbage collection, so that a collection after each test takes 1 ms."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def collect_garbage() -> Iterator[None]:
    """Collects the garbage of the test, so that an unclosed socket fails the test that has opened it.

    Otherwise, the warning about it fails the test that runs when Python collects garbage.
    """
    yield
    gc.collect()


@pytest.fixture
def key(tmp_path: Path) -> LinkKey:
    """The key of a node that the test plays itself."""
    return LinkKey(tmp_path, "peer")


@pytest.fixture
def start_node(request: pytest.FixtureRequest) -> Iterator[StartNode]:
    """A function that starts a node with an empty store, these options and these peers."""
    with started_nodes(request.config) as start_node:
        yield start_node


@contextmanager
def started_nodes(config: pytest.Config) -> Iterator[StartNode]:
    """Returns a function that starts nodes, and kills them at the end."""
    program = config.getoption("--program").resolve()
    assert program.exists(), f"{program} is missing; scripts/swift build builds it"
    nodes: list[Node] = []

    with tempfile.TemporaryDirectory(prefix="tidings-") as folder:

        def start_node(name: str, *options: str, peers: list[str] | None = None, start: bool = True) -> Node:
            node = Node(program, Path(folder) / f"node-{len(nodes)}", name)
            node.peers = peers or []
            node.options = list(options)
            nodes.append(node)
            return node.start() if start else node

        try:
            yield start_node
        finally:
            with ExitStack() as stack:
                for node in nodes:
                    stack.callback(node.kill)
