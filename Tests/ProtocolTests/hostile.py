"""Thousands of hostile connections to a node, from a process of their own.

    hostile.py PORT KIND CONNECTIONS

Prints a line when all connections were made, and keeps them until its input ends.
"""

from __future__ import annotations

import resource
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from link import client_hello

HOST = b"Host: localhost\r\n"


def get(path: str) -> bytes:
    return f"GET /{path} HTTP/1.1\r\n".encode() + HOST + b"\r\n"


FORM = HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"

#: What each connection of a kind sends. It reads nothing.
KINDS = {
    "idle": b"",
    "waiting": get("messages.php?past=999999999&wait=60"),
    "unread-answers": get("messages.php?past=0&limit=1000"),
    "unread-pipelined-answers": get("messages.php?past=0&limit=1000") * 16,
    # A node that read all of it would need 900 MB. With much more, Linux has no memory left for TCP (tcp_mem), and resets connections of
    # other tests.
    "pipelined-behind-a-wait": get("messages.php?past=999999999&wait=60") + get("messages.php?last=1") * 2000,
    "waiting-with-fields": get("messages.php?past=999999999&wait=60").replace(HOST, HOST + b"a:\r\n" * 98),
    # Each chunk of one byte becomes a part of a request in the memory of the node.
    "chunks-behind-a-wait": get("messages.php?past=999999999&wait=60")
    + b"POST /add.php HTTP/1.1\r\n"
    + FORM
    + b"Transfer-Encoding: chunked\r\n\r\n"
    + b"1\r\na\r\n" * 10_000,
    "half-heads": b"GET /messages.php HTTP/1.1\r\n"
    + HOST
    + b"".join(b"X-%d: %s\r\n" % (number, b"x" * 4000) for number in range(7)),
    "half-addresses": b"GET /messages.php?" + b"x" * 60_000,
    "half-bodies": b"POST /add.php HTTP/1.1\r\n"
    + FORM
    + b"Content-Length: 100000\r\n\r\nuser=jack&message="
    + b"x" * 90_000,
}

#: What each connection to a port for links sends.
LINK_KINDS = {
    "silent": b"",
    # The node has answered with its certificate, and waits for the other one.
    "first-flight-only": client_hello(),
    "half-first-flight": client_hello()[:100],
    # The node does not read more than 16 KiB.
    "large-first-flight": b"\x16\x03\x01\x40\x00\x01\x00\xff\xff" + b"\x00" * (0x4000 - 4),
}


@contextmanager
def hostile_connections(port: int, kind: str, count: int) -> Iterator[None]:
    """Returns when the connections were made. Some are closed already if the node has closed them."""
    command = [sys.executable, str(Path(__file__)), str(port), kind, str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        try:
            assert process.stdout.readline(), "the hostile process has ended"
            yield
        finally:
            process.stdin.close()


class Connections:
    """Makes the connections, and sends to each as much as the node reads."""

    def __init__(self, port: int, payload: bytes) -> None:
        self.port = port
        self.payload = memoryview(payload)
        self.poll = select.epoll()
        self.sockets: dict[int, socket.socket] = {}
        self.sent: dict[int, int] = {}

    def open(self) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        # The operating system takes little of an answer that is not read.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect_ex(("127.0.0.1", self.port))
        self.sockets[connection.fileno()] = connection
        self.sent[connection.fileno()] = 0
        self.poll.register(connection, select.EPOLLOUT)

    def send(self, seconds: float) -> None:
        """Waits at most so long until connections can take more."""
        for number, events in self.poll.poll(seconds):
            if events & (select.EPOLLHUP | select.EPOLLERR):
                self.drop(number)
                continue
            try:
                self.sent[number] += self.sockets[number].send(self.payload[self.sent[number] :][: 1 << 16])
            except BlockingIOError:
                continue
            except OSError:
                self.drop(number)
                continue
            if self.sent[number] == len(self.payload):
                self.poll.modify(number, 0)

    def drop(self, number: int) -> None:
        self.poll.unregister(number)
        self.sockets.pop(number).close()


def main(port: int, kind: str, count: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count + 100, most), most))
    connections = Connections(port, (KINDS | LINK_KINDS)[kind])
    for _ in range(count):
        connections.open()
        connections.send(0)
    print("made", flush=True)
    with select.epoll() as end:
        end.register(sys.stdin, select.EPOLLIN)
        while not end.poll(0):
            connections.send(0.05)
            time.sleep(0.01)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
