"""Network namespaces: a node and its remote clients on one machine.

Their traffic never leaves the machine.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PREFIX = "tidings-addresses-"

#: Seconds within which a connection is made, or an answer is read.
PATIENCE = 30

CLONE_NEWNET = 0x40000000
LIBC = ctypes.CDLL(None, use_errno=True)


class Namespace:
    """A network namespace. It has a loopback interface, and a link to one other namespace."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ip(self, *arguments: str) -> None:
        ip("-netns", self.name, *arguments)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Sockets that this thread makes in the block belong to the namespace."""
        with open("/proc/thread-self/ns/net") as before, open(f"/run/netns/{self.name}") as inside:
            enter(inside.fileno())
            try:
                yield
            finally:
                enter(before.fileno())

    def connect(self, server: tuple[str, int], source: str | None = None) -> socket.socket:
        """Returns a connection from here to the server. `source` is the address of this side."""
        family = socket.AF_INET6 if ":" in server[0] else socket.AF_INET
        with self.entered():
            connection = socket.socket(family)
        try:
            connection.settimeout(PATIENCE)
            if source:
                connection.bind((source, 0))
            connection.connect(server)
        except BaseException:
            connection.close()
            raise
        return connection


def enter(namespace: int) -> None:
    if LIBC.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns failed")


def ip(*arguments: str) -> str:
    command = ["ip", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


@contextmanager
def linked_namespaces(
    first: Sequence[str], second: Sequence[str]
) -> Iterator[tuple[Namespace, Namespace]]:
    """Makes two namespaces with a link.

    The arguments are the addresses of each side, with the lengths of their prefixes. Removes the
    namespaces at the end, also after a failure.
    """
    remove_leftovers()
    # The process id distinguishes simultaneous runs. It also shows which namespaces belong to runs
    # that ended.
    namespaces = [Namespace(f"{PREFIX}{os.getpid()}-{side}") for side in (0, 1)]
    with contextlib.ExitStack() as stack:
        for namespace in namespaces:
            ip("netns", "add", namespace.name)
            stack.callback(ip, "netns", "delete", namespace.name)
        veth = ["name", "veth", "type", "veth", "peer", "name", "veth", "netns", namespaces[1].name]
        namespaces[0].ip("link", "add", *veth)
        for namespace, addresses in zip(namespaces, (first, second), strict=True):
            for address in addresses:
                # Without a search for duplicates, an IPv6 address is usable at once.
                options = ["nodad"] if ":" in address else []
                namespace.ip("address", "add", address, "dev", "veth", *options)
            namespace.ip("link", "set", "dev", "lo", "up")
            namespace.ip("link", "set", "dev", "veth", "up")
        yield namespaces[0], namespaces[1]


def remove_leftovers() -> None:
    """Deletes the namespaces of test runs that were killed, and kills the nodes in them."""
    for name in re.findall(rf"^{PREFIX}\d+-\d", ip("netns", "list"), re.MULTILINE):
        process = name.removeprefix(PREFIX).split("-")[0]
        if Path(f"/proc/{process}").exists():
            continue
        for number in ip("netns", "pids", name).split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(number), signal.SIGKILL)
        ip("netns", "delete", name)
