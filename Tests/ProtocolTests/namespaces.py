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
    """A network namespace, with a loopback interface and links to others."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ip(self, *arguments: str) -> None:
        ip("-netns", self.name, *arguments)

    def run(self, *command: str) -> None:
        subprocess.run(["ip", "netns", "exec", self.name, *command], check=True)

    def connect_link(self, addresses: Sequence[str], device: str = "veth") -> None:
        """Connects a link. It has these addresses, with the lengths of their prefixes."""
        for address in addresses:
            # Without a search for duplicates, an IPv6 address is usable at once.
            options = ["nodad"] if ":" in address else []
            self.ip("address", "add", address, "dev", device, *options)
        self.ip("link", "set", "dev", device, "up")

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
    with namespaces(2) as (here, there):
        here.ip("link", "add", "name", "veth", "type", "veth", "peer", "name", "veth", "netns", there.name)
        for namespace, addresses in ((here, first), (there, second)):
            namespace.connect_link(addresses)
        yield here, there


@contextmanager
def switched_namespaces(*hosts: Sequence[str]) -> Iterator[tuple[Namespace, ...]]:
    """Makes namespaces with a link to one switch each.

    The arguments are the addresses of each, with the lengths of their prefixes.
    """
    with namespaces(len(hosts) + 1) as (switch, *others):
        switch.ip("link", "add", "name", "switch", "type", "bridge")
        switch.ip("link", "set", "dev", "switch", "up")
        for number, (namespace, addresses) in enumerate(zip(others, hosts, strict=True)):
            port = f"port-{number}"
            switch.ip("link", "add", "name", port, "type", "veth", "peer", "name", "veth", "netns", namespace.name)
            switch.ip("link", "set", "dev", port, "master", "switch", "up")
            namespace.connect_link(addresses)
        yield tuple(others)


@contextmanager
def namespaces(count: int) -> Iterator[tuple[Namespace, ...]]:
    """Makes namespaces without links, and removes them and those of runs that were killed."""
    remove_leftovers()
    # The process id distinguishes simultaneous runs. It also shows which namespaces belong to runs
    # that ended.
    made = tuple(Namespace(f"{PREFIX}{os.getpid()}-{number}") for number in range(count))
    with contextlib.ExitStack() as stack:
        for namespace in made:
            ip("netns", "add", namespace.name)
            stack.callback(ip, "netns", "delete", namespace.name)
            namespace.ip("link", "set", "dev", "lo", "up")
        yield made


def remove_leftovers() -> None:
    """Deletes the namespaces of test runs that were killed, and kills the nodes in them."""
    for name in re.findall(rf"^{PREFIX}\d+-\d+", ip("netns", "list"), re.MULTILINE):
        process = name.removeprefix(PREFIX).split("-")[0]
        if Path(f"/proc/{process}").exists():
            continue
        for number in ip("netns", "pids", name).split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(number), signal.SIGKILL)
        ip("netns", "delete", name)
