"""Copies of the program whose web client differs from that of the tested one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def copy_of(program: Path, folder: Path) -> tuple[Path, Path]:
    """Copies the program into a new folder. Returns the copy, and the folder with the bundle of its web client."""
    folder.mkdir()
    copy = folder / program.name
    try:
        os.link(program, copy)
    except OSError:
        shutil.copy2(program, copy)
    for resources in program.parent.glob("tidings_ChatServer.resources"):
        shutil.copytree(resources, folder / resources.name)
    [web] = folder.glob("*/Web/bundle")
    return copy, web
