"""A real node: a process on a port of the loopback interface, with a data folder of its own."""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import os
import random
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

#: Debian's libfaketime, which gives a process another clock.
FAKETIME = Path("/usr/lib") / f"{os.uname().machine}-linux-gnu" / "faketime/libfaketimeMT.so.1"

#: A host name that the browser of the tests resolves to the loopback interface.
PHONE_NAME = "node.test"

#: Seconds within which a node starts or stops on a busy machine.
PATIENCE = 30


@dataclass(frozen=True)
class Message:
    """A message as the node shows it with `view=chat`."""

    id: int
    user: str
    text: str
    room: str
    origin: str
    #: Milliseconds since 1970 when this node stored the message.
    arrived: int
    #: Milliseconds since 1970 of the stamp.
    stamped: int
    #: The field `written`; None if the message does not have it.
    written: int | None


def _ports() -> Iterator[int]:
    """Yields ports that the operating system gives nobody by itself, so that a node finds its port free when it starts again.

    They come in blocks, which the processes of the tests lock: no two of them choose the same port.
    """
    folder = Path(tempfile.gettempdir()) / "tidings-ports"
    folder.mkdir(exist_ok=True)
    for block in random.sample(range(20_000, 30_000, 100), 100):
        lock = os.open(folder / str(block), os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        # The process has the lock until it ends.
        yield from range(block, block + 100)


_PORTS = _ports()


def free_port() -> int:
    """Returns a port that no process listens on at present, and that this process has not returned lately."""
    for port in _PORTS:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("all ports are used up")


class CommandConnection(http.client.HTTPConnection):
    """A connection to the socket in a node's data folder, over which the commands administer the node."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


class Node:
    """A node that a test can start, stop and kill several times, always on the same port."""

    def __init__(self, program: Path, folder: Path, name: str) -> None:
        self.program = program
        self.folder = folder
        self.data = folder / "data"
        self.name = name
        self.port = free_port()
        self.peers: list[str] = []
        #: Further arguments of `tidings serve`.
        self.options: list[str] = []
        #: Whether the node multicasts, which only the networks of a test may get.
        self.has_beacon = False
        #: The difference of the node's clock, and its speed, in the notation of libfaketime, such as
        #: `-2h` and `+8d x20`.
        self.clock: str | None = None
        #: Whether the test has stopped the node: network errors on the console are then expected.
        self.was_stopped = False
        self._process: subprocess.Popen[str] | None = None
        self._has_listened = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def addresses(self) -> list[str]:
        """The addresses for browsers. With the host name the page is not in a secure context."""
        return [self.url, f"http://{PHONE_NAME}:{self.port}/"]

    @property
    def process_id(self) -> int:
        assert self._process, f"{self.name} does not run"
        return self._process.pid

    # Starting and stopping

    def start(self) -> Node:
        """Starts the process. Returns when the node accepts requests."""
        assert self._process is None, f"{self.name} runs already"
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [
            str(self.program),
            "serve",
            "--data",
            str(self.data),
            "--name",
            self.name,
            "--listen",
            f"127.0.0.1:{self.port}",
            "--allow-host",
            PHONE_NAME,
            *([] if self.has_beacon else ["--no-beacon"]),
            *self.options,
        ]
        for peer in self.peers:
            command += ["--peer", peer]
        line = self._launch(command)
        # Two processes that begin at the same moment can disturb each other in libfaketime.
        if not line and self.clock and "ft_shm_init" in self.log():
            self.kill()
            line = self._launch(command)
        assert line.startswith("listening on "), f"{self.name} does not start:\n{self.log()}"
        return self

    def _launch(self, command: list[str]) -> str:
        """Starts the process. Returns the line that says where it listens; "" if it ends before."""
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment()
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        while line.startswith("listening for peers on "):
            line = self._process.stdout.readline()
        self._has_listened = line != ""
        return line

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Suspends the process, as on a sleeping laptop: connections open, but get no answer."""
        self._signal(signal.SIGSTOP)
        # The process goes on until one of its threads takes the signal, on a busy machine after some milliseconds.
        change = os.waitid(os.P_PID, self.process_id, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        assert change and change.si_code == os.CLD_STOPPED, f"{self.name} has ended:\n{self.log()}"
        self.was_stopped = True

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process, f"{self.name} does not run"
        self._process.send_signal(number)

    def _end(self, number: signal.Signals) -> None:
        """Ends the process. Fails if it has ended before, unless it has never listened."""
        if self._process is None:
            return
        self.was_stopped = True
        process, self._process = self._process, None
        status = process.poll()
        process.send_signal(number)
        # A suspended process receives only SIGKILL, so it is resumed.
        process.send_signal(signal.SIGCONT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            assert process.stdout
            process.stdout.close()
        assert status is None or not self._has_listened, f"{self.name} has ended with status {status}:\n{self.log()}"

    def _environment(self) -> dict[str, str]:
        environment = dict(os.environ)
        if self.clock:
            # The names are not those of another process, which removes its semaphore when it ends: also
            # not those of an earlier process of this node, whose check may be ending at this moment.
            name = f"/tidings-{self.port}-{time.monotonic_ns()}"
            environment |= {
                "LD_PRELOAD": str(FAKETIME),
                "FAKETIME": self.clock,
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                # Without this variable libfaketime sets it and moves the environment. Swift then
                # finds no environment: it looks for one behind the arguments.
                "FAKETIME_SHARED": f"{name} {name}",
            }
        return environment

    def log(self) -> str:
        return (self.folder / "log").read_text()

    # Requests

    def command(self, path: str, **parameters: str) -> tuple[int, str]:
        """Posts parameters as the owner, for example to `invite` and `join`. Returns the status and the answer."""
        connection = CommandConnection(self.data / "admin.sock")
        return post_form(connection, path, parameters)

    def request(self, path: str, **parameters: str) -> ElementTree.Element:
        """Posts parameters as the owner. Returns the root of the answer."""
        status, answer = self.command(path, **parameters)
        assert status == 200, answer
        return ElementTree.fromstring(answer)

    def owner_address(self) -> str:
        """Returns an address that makes a browser the owner's."""
        return self.request("open").get("address", "")

    def owner_session(self) -> str:
        """Begins a session of the owner, as a browser does."""
        token = self.owner_address().partition("#")[2]
        body = urllib.parse.urlencode({"token": token}).encode()
        with urllib.request.urlopen(self.url + "session", data=body, timeout=PATIENCE) as answer:
            return ElementTree.fromstring(answer.read()).get("id", "")

    def invitation(self, **parameters: str) -> str:
        """Makes an invitation. Returns its link."""
        return self.request("invite", **parameters).get("link", "")

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def status(self) -> ElementTree.Element:
        return ElementTree.fromstring(self.get("status.xml"))

    def post(
        self,
        text: str | None,
        user: str = "jack",
        room: str | None = None,
        post_key: str | None = None,
        **others: str,
    ) -> int | None:
        """Stores a message. Returns its id if a post key is given, else None.

        Without a text, the message needs another field. `others` are further parameters, such as
        `written` and `field.x-note`.
        """
        with urllib.request.urlopen(
            self.url + "add.php", data=form(text, user, room, post_key, **others), timeout=PATIENCE
        ) as answer:
            number = ElementTree.fromstring(answer.read()).get("id")
            return int(number) if number else None

    def seed(
        self,
        texts: Iterable[str],
        user: str = "jack",
        connections: int = 48,
        room: str | None = None,
    ) -> None:
        """Stores many messages fast. Only with one connection is their order defined."""
        parts: list[list[str]] = [[] for _ in range(connections)]
        for number, text in enumerate(texts):
            parts[number % connections].append(text)
        with ThreadPoolExecutor(connections) as pool:
            list(pool.map(lambda part: self._post_all(part, user, room), parts))

    def _post_all(self, texts: list[str], user: str, room: str | None) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        for text in texts:
            connection.request("POST", "/add.php", form(text, user, room), headers)
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200, body
        connection.close()

    def messages(self) -> list[Message]:
        """Returns all messages of all rooms, by id."""
        found: list[Message] = []
        while True:
            past = found[-1].id if found else 0
            page = self.get(f"messages.php?view=chat&rooms=all&limit=1000&past={past}")
            elements = list(ElementTree.fromstring(page))
            if not elements:
                return found
            found += [message(element) for element in elements]

    def texts(self) -> list[str]:
        """Returns the texts of all messages by id. Those about the members of the group have none."""
        return [message.text for message in self.messages() if message.text]

    def wait_until_stored(self, count: int) -> None:
        """Returns when the main room has `count` messages with a text, for example from a peer."""
        stored = past = 0
        end = time.monotonic() + PATIENCE
        while stored < count and time.monotonic() < end:
            page = ElementTree.fromstring(
                self.get(f"messages.php?view=chat&limit=1000&past={past}&wait=5")
            )
            stored += sum(message.find("text") is not None for message in page)
            past = int(page.get("next", "0"))
        assert stored == count, f"{self.name} has {stored} messages, not {count}"

    def wait_until_newer(self, id: int) -> None:
        """Returns when a room has a message after the one with this id, for example from a peer."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            page = self.get(f"messages.php?view=chat&rooms=all&limit=1&past={id}&wait=5")
            if len(ElementTree.fromstring(page)):
                return
        raise AssertionError(f"{self.name} has no message after {id}")

    @property
    def public_key(self) -> str:
        """The node's public key: the origin of the messages that are posted at it."""
        found = re.search(r'node="([^"]+)"', self.get("rooms.xml"))
        assert found
        return found[1]


def post_form(
    connection: http.client.HTTPConnection, path: str, parameters: dict[str, str], headers: dict[str, str] | None = None
) -> tuple[int, str]:
    """Posts a form, and closes the connection. Returns the status and the answer."""
    body = urllib.parse.urlencode(parameters)
    try:
        connection.request(
            "POST", f"/{path}", body, {"Content-Type": "application/x-www-form-urlencoded"} | (headers or {})
        )
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def form(
    text: str | None, user: str, room: str | None = None, post_key: str | None = None, **others: str
) -> bytes:
    fields = {"user": user, "message": text, "room": room, "key": post_key, **others}
    given = {name: value for name, value in fields.items() if value is not None}
    return urllib.parse.urlencode(given).encode()


def message(element: ElementTree.Element) -> Message:
    return Message(
        id=int(element.get("id", "")),
        user=element.findtext("user", ""),
        text=element.findtext("text", ""),
        room=element.findtext("room", ""),
        origin=element.get("origin", ""),
        arrived=int(element.get("arrived", "")),
        stamped=int(element.get("stamp", "")) >> 16,
        written=int(written) if (written := element.findtext("written")) else None,
    )
