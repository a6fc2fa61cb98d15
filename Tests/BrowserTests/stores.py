"""Stores with many messages. Posting thousands takes seconds, so all processes and runs share one store of each kind."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from node import Node

#: Has a folder for each program, named for its file, with the stores that the program has made.
FOLDER = Path(__file__).resolve().parents[2] / ".build/browser-tests-stores"


def store(program: Path, texts: Iterable[str], user: str, room: str | None = None) -> Path:
    """Returns the data folder of a stopped node whose room has a user's messages with these texts, in any order.

    A test copies the folder. The first call makes it, and the calls of other processes wait meanwhile.
    """
    texts = list(texts)
    file = program.stat()
    folder = FOLDER / f"{file.st_mtime_ns}-{file.st_size}"
    kind = hashlib.sha256(repr((texts, user, room)).encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / f"{kind}.lock"):
        if not (folder / kind).exists():
            delete_others(folder)
            make(folder / kind, lambda new: fill(Node(program, new, "laptop"), texts, user, room))
    return folder / kind / "data"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def delete_others(folder: Path) -> None:
    """Deletes the stores of other programs. Another process may be deleting them, too."""
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


def make(folder: Path, fill: Callable[[Path], None]) -> None:
    """Makes a folder that is complete when it has its name."""
    new = folder.with_name(f"{folder.name}.{os.getpid()}")
    fill(new)
    new.rename(folder)


def fill(node: Node, texts: list[str], user: str, room: str | None) -> None:
    node.start()
    try:
        node.seed(texts, user, room=room)
    finally:
        node.stop()
