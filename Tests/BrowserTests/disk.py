"""A small file system in memory, for tests with a full disk."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class Disk:
    """A file system of a given size, mounted at a folder. Only root can mount it."""

    def __init__(self, folder: Path, size: str) -> None:
        self.folder = folder
        self._filler = folder / "filler"
        folder.mkdir()
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True
        )

    def fill(self, leaving: int = 0) -> None:
        """Fills the disk except for `leaving` bytes."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                os.ftruncate(file.fileno(), max(file.tell() - leaving, 0))

    def free_space(self) -> None:
        self._filler.unlink()

    def unmount(self) -> None:
        subprocess.run(["umount", str(self.folder)], check=True)
