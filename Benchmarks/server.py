"""Servers under measurement: nodes, the bare route, and any server with add.php and messages.php."""

from __future__ import annotations

import math
import os
import subprocess
import urllib.request
import xml.etree.ElementTree as ElementTree
from bisect import bisect_left
from pathlib import Path

from failure import Failure
from figure import Figure

#: The folder for data and logs. The system's temporary folder can be in memory, which would make commits too fast.
SCRATCH = Path(__file__).resolve().parents[1] / ".build-bench"

#: Seconds within which a server answers a single request, and ends after SIGTERM.
PATIENCE_S = 30


class Server:
    """A server with add.php and messages.php in the folder `url`."""

    def __init__(self, name: str, url: str) -> None:
        self.name = name
        self.url = url.rstrip("/") + "/"

    def request(self, path: str, form: bytes | None = None) -> bytes:
        """Returns the answer to a GET request, or to a POST request with the form."""
        try:
            with urllib.request.urlopen(self.url + path, form, PATIENCE_S) as answer:
                return answer.read()
        except OSError as error:
            raise Failure(f"{self.url}{path} gives no answer: {error}.") from error

    def high(self) -> int:
        """Returns the id of the last message: the lowest `past` that gives a page without messages."""
        return bisect_left(
            range(2**31), True, key=lambda past: b"<message " not in self.request(f"messages.php?past={past}")
        )

    def path(self, figure: Figure) -> str:
        high = self.high()
        return figure.path.format(high=high, high_less_50=high - 50)

    def answer(self, figure: Figure) -> bytes:
        """Sends the figure's request once. Returns the answer, which has the expected number of messages."""
        path = self.path(figure)
        answer = self.request(path, b"user=jack&message=hello" if figure.is_post else None)
        messages = answer.count(b"<message ")
        if messages != figure.messages:
            raise Failure(f"{self.url}{path} gives {messages} messages instead of {figure.messages}.")
        return answer

    def cpu_seconds(self) -> float:
        """Returns the CPU time that the server has used; nan if its process is unknown."""
        return math.nan


class LocalServer(Server):
    """A server whose process ends with the `with` block. Its first line of output is its address."""

    def __init__(self, name: str, *command: str | Path) -> None:
        try:
            with (SCRATCH / f"{name}.log").open("w") as log:
                self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        except OSError as error:
            raise Failure(f"The server {name} does not start: {command[0]}: {error.strerror}.") from error
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line.startswith("listening on "):
            self._stop()
            raise Failure(f"The server {name} does not start.")
        super().__init__(name, line.split()[-1])

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def cpu_seconds(self) -> float:
        # The name of the program is in parentheses and can contain spaces. Behind it, user and system time are the
        # fields 12 and 13.
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Node(LocalServer):
    """A node with a data folder of its own."""

    def __init__(self, name: str, program: Path, data: Path, *options: str) -> None:
        self.program = program
        super().__init__(
            name, program, "serve", "--data", data, "--name", "bench", "--listen", "127.0.0.1:0", *options
        )

    def store(self) -> tuple[int, int]:
        """Returns the number of messages and the size of the store in bytes."""
        element = ElementTree.fromstring(self.request("status.xml")).find("store")
        assert element is not None
        return int(element.get("messages", "")), int(element.get("bytes", ""))


class BareRoute(LocalServer):
    """Hummingbird with nothing behind it, which answers with the files of a folder."""

    def __init__(self, program: Path, answers: Path) -> None:
        super().__init__("bare route", program, answers)

    def path(self, figure: Figure) -> str:
        return figure.answer
