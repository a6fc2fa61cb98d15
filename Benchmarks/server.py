"""Servers under measurement: nodes, yardsticks, and any server with add.php and messages.php."""

from __future__ import annotations

import math
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from bisect import bisect_left
from pathlib import Path

from failure import Failure
from figure import SINGLE_POST, Figure
from programs import BARE, SCRATCH

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

    def messages(self) -> int:
        """Returns the number of stored messages, if ids begin at 1 and leave out none."""
        return self.high()

    def measures(self, figure: Figure) -> bool:
        """Whether the server understands the figure's request."""
        return not figure.only_nodes

    def path(self, figure: Figure) -> str:
        return figure.path.format(**self._ids())

    def script(self, figure: Figure) -> list[str]:
        """Returns the arguments of load.lua."""
        return [argument.format(**self._ids()) for argument in figure.script]

    def _ids(self) -> dict[str, int]:
        high = self.high()
        return {"high": high, "high_less_50": max(high - 50, 0)}

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
    """A server whose process ends with the `with` block."""

    def __init__(self, name: str, *command: str | Path, url: str | None = None) -> None:
        """Starts the server.

        Without a URL, the server's first line of output has its address; with one, the server has started when it
        answers there.
        """
        self.name = name
        self._command = command
        self.start_seconds = self._start(url)

    def _start(self, url: str | None = None) -> float:
        """Starts the process. Returns the seconds until it listens."""
        start = time.monotonic()
        try:
            with (SCRATCH / f"{self.name}.log").open("w") as log:
                self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=log, text=True)
        except OSError as error:
            raise Failure(f"The server {self.name} does not start: {self._command[0]}: {error.strerror}.") from error
        super().__init__(self.name, url or self._address())
        while url and not self._answers():
            if self._process.poll() is not None or time.monotonic() - start > PATIENCE_S:
                self._stop()
                raise Failure(f"The server {self.name} does not start.")
            time.sleep(0.01)
        return time.monotonic() - start

    def _address(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        while line.startswith("listening for peers on "):
            line = self._process.stdout.readline()
        if not line.startswith("listening on "):
            self._stop()
            raise Failure(f"The server {self.name} does not start.")
        return line.split()[-1]

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url, timeout=PATIENCE_S).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(number)
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def restart(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Ends the server by a signal and starts it again. Returns the seconds from the start until it listens."""
        self._stop(number)
        return self._start()

    def cpu_seconds(self) -> float:
        # The name of the program is in parentheses and can contain spaces. Behind it, user and system time are the
        # fields 12 and 13.
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def private_bytes(self) -> int:
        """Returns the memory that only this process has: all but files and what is shared with other processes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:")) * 1024


class Node(LocalServer):
    """A node with a data folder of its own."""

    def __init__(self, name: str, program: Path, data: Path, *options: str, port: int = 0) -> None:
        self.program = program
        self.data = data
        super().__init__(
            name, program, "serve", "--data", data, "--name", "bench", "--listen", f"127.0.0.1:{port}",
            "--no-beacon", *options,
        )

    def measures(self, figure: Figure) -> bool:
        return True

    def messages(self) -> int:
        # In all rooms; an id is found only in the main room.
        return self.store()[0]

    def key(self) -> str:
        """Returns the node's public key."""
        return ElementTree.fromstring(self.request("status.xml")).attrib["node"]

    def store(self) -> tuple[int, int]:
        """Returns the number of messages and the size of the store in bytes."""
        element = ElementTree.fromstring(self.request("status.xml")).find("store")
        assert element is not None
        return int(element.get("messages", "")), int(element.get("bytes", ""))

    @property
    def address(self) -> str:
        """The address as HOST:PORT."""
        return self.url.removeprefix("http://").rstrip("/")


class BareRoute(LocalServer):
    """Hummingbird with nothing behind it, which answers with the files of a folder."""

    def __init__(self, answers: Path) -> None:
        super().__init__("bare route", BARE, answers)

    def measures(self, figure: Figure) -> bool:
        return True

    def path(self, figure: Figure) -> str:
        return figure.answer

    def script(self, figure: Figure) -> list[str]:
        return list(figure.script) if figure.is_post else []


class BareCommit(BareRoute):
    """A bare route that commits one message with LMDB to a store of ``programs.fill_trees`` before it answers a post."""

    def __init__(self, answers: Path, store: Path) -> None:
        LocalServer.__init__(self, "bare route with LMDB", BARE, answers, store)

    def measures(self, figure: Figure) -> bool:
        return figure == SINGLE_POST


class Nginx(LocalServer):
    """nginx as one process, which answers with the files of a folder."""

    CONFIGURATION = """
        daemon off;
        master_process off;
        pid {folder}/nginx.pid;
        error_log stderr warn;
        events {{ worker_connections 1024; }}
        http {{
            access_log off;
            types {{ text/xml xml; }}
            charset utf-8;
            keepalive_requests 1000000000;
            open_file_cache max=100;
            client_body_temp_path {folder}/body;
            proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            server {{
                listen 127.0.0.1:{port};
                root {answers};
            }}
        }}
    """

    @staticmethod
    def program() -> str | None:
        """Returns the path of nginx; None if it is not installed."""
        return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")

    def __init__(self, program: str, answers: Path, folder: Path) -> None:
        folder.mkdir()
        [port] = free_ports(1)
        configuration = folder / "nginx.conf"
        configuration.write_text(self.CONFIGURATION.format(folder=folder, port=port, answers=answers))
        super().__init__(
            "nginx, a file", program, "-p", folder, "-c", configuration, url=f"http://127.0.0.1:{port}"
        )

    def measures(self, figure: Figure) -> bool:
        return not figure.is_post

    def path(self, figure: Figure) -> str:
        return figure.answer

    def script(self, figure: Figure) -> list[str]:
        return []


class HighestMemory:
    """The highest private memory of a server while the `with` block runs."""

    INTERVAL_S = 0.05

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.bytes = 0

    def __enter__(self) -> HighestMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            self.bytes = max(self.bytes, self._server.private_bytes())
            if self._done.wait(self.INTERVAL_S):
                return


def free_ports(count: int) -> list[int]:
    """Returns ports that no program listens on now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [server.getsockname()[1] for server in sockets]
    for server in sockets:
        server.close()
    return ports
