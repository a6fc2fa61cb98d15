"""Turned links, as the document describes them: the other side is Python's TLS, first as the dialler, then as the listener."""

from __future__ import annotations

import gzip
import http.client
import re
import socket
import ssl
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import StartNode
from eventually import eventually
from link import TURNED, Link, LinkKey
from node import Node
from test_links import LOG
from test_pairing import invite, pair, start

PAGE = (
    '<chat version="1" node="{node}" name="x" instance="{zeros}" group="{group}" low="0" high="0" next="0" '
    'mark="{zeros}">\n</chat>\n'
)


#: Closes what a test has opened at its end, and returns it.
Opened = Callable[[Any], Any]


@pytest.fixture
def opened() -> Iterator[Opened]:
    with ExitStack() as stack:
        yield lambda thing: stack.enter_context(closing(thing))


def join(node: Node, key: LinkKey, port: int, **more: str) -> str:
    """Pairs a key with a node. Returns the group."""
    invitation = invite(node)
    status, answer = pair(key, port, **invitation, name="member", **more)
    assert status == 200, answer
    return invitation["group"]


class Dialler:
    """Opens a turned link to a node, and answers on it."""

    def __init__(self, key: LinkKey, port: int) -> None:
        self.sock = key.context(TURNED).wrap_socket(socket.create_connection(("127.0.0.1", port), 30))
        assert self.sock.selected_alpn_protocol() == TURNED
        self.sock.settimeout(60)
        self._requests = self.sock.makefile("rb")

    def request(self) -> dict[str, list[str]]:
        """Returns the parameters of the next request."""
        method, target, _ = self._requests.readline().decode().split()
        assert http.client.parse_headers(self._requests)["Accept-Encoding"] == "gzip"
        assert (method, urlsplit(target).path) == ("GET", "/messages.php")
        return parse_qs(urlsplit(target).query)

    def answer(self, body: str | bytes, *fields: str) -> None:
        data = body.encode() if isinstance(body, str) else body
        head = ["HTTP/1.1 200 OK", "Content-Type: text/xml", f"Content-Length: {len(data)}", *fields, "", ""]
        self.sock.sendall("\r\n".join(head).encode() + data)

    def close(self) -> None:
        self._requests.close()
        self.sock.close()

    def is_closed(self) -> bool:
        """Waits for the node. Returns whether it closes the link, and not one byte has come."""
        try:
            return self._requests.read(1) == b""
        except (ConnectionError, ssl.SSLError):
            return True


class AcceptedLink:
    """A turned link that a listener has accepted: it asks."""

    def __init__(self, sock: ssl.SSLSocket) -> None:
        sock.settimeout(120)
        self._sock = sock

    def send(self, path: str) -> None:
        self._sock.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    def answer(self) -> tuple[int, str]:
        answer = http.client.HTTPResponse(self._sock)
        # Without a buffer, so that the next answer is left.
        answer.fp = self._sock.makefile("rb", buffering=0)
        answer.begin()
        return answer.status, answer.read().decode()

    def ask(self, path: str) -> tuple[int, str]:
        self.send(path)
        return self.answer()

    def close(self) -> None:
        self._sock.close()


class Listener:
    """Accepts links of a node with one key."""

    def __init__(self, key: LinkKey) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_3
        self._context.set_alpn_protocols(["tidings/1", TURNED])
        self._context.load_cert_chain(key.certificate, key.file)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(30)
        self.port: int = self._socket.getsockname()[1]

    def close(self) -> None:
        self._socket.close()

    def wait_at_most(self, seconds: float) -> None:
        self._socket.settimeout(seconds)

    def turned_link(self) -> AcceptedLink:
        """Returns the next turned link. Closes ordinary ones."""
        while True:
            link = self._context.wrap_socket(self._socket.accept()[0], server_side=True)
            if link.selected_alpn_protocol() == TURNED:
                return AcceptedLink(link)
            link.close()


def test_a_node_asks_on_a_turned_link_again_and_again(start_node: StartNode, key: LinkKey, opened: Opened) -> None:
    node, port = start(start_node)
    group = join(node, key, port)
    link = opened(Dialler(key, port))
    first = link.request()
    assert first["view"] == ["log"] and first["group"] == [group] and "node" in first
    page = PAGE.format(node=key.public_key, group=group, zeros="A" * 22)
    link.answer(page)
    # It has all of the log, so it waits for messages.
    assert link.request()["wait"] == ["50"]
    link.answer(page)
    assert link.request()["wait"] == ["50"]


def test_a_page_of_another_node_is_not_read(start_node: StartNode, key: LinkKey, opened: Opened, tmp_path: Path) -> None:
    node, port = start(start_node)
    group = join(node, key, port)
    other = LinkKey(tmp_path, "other")
    link = opened(Dialler(key, port))
    link.request()
    link.answer(PAGE.format(node=other.public_key, group=group, zeros="A" * 22))
    eventually(lambda: 'state="failing"' in node.get("status.xml"), "the node considers the peer failing")


def test_a_compressed_page_is_read(start_node: StartNode, key: LinkKey, opened: Opened) -> None:
    node, port = start(start_node)
    group = join(node, key, port)
    link = opened(Dialler(key, port))
    page = PAGE.format(node=key.public_key, group=group, zeros="A" * 22)
    for _ in range(3):
        link.request()
        link.answer(gzip.compress(page.encode()), "Content-Encoding: gzip")
    assert 'state="failing"' not in node.get("status.xml")


def test_10_mb_that_would_inflate_to_10_gb_use_bounded_memory(
    start_node: StartNode, key: LinkKey, opened: Opened
) -> None:
    node, port = start(start_node)
    join(node, key, port)
    link = opened(Dialler(key, port))
    link.request()
    before = highest_mb(node)
    with suppress(OSError):
        link.answer(gzipped_gigabytes(10), "Content-Encoding: gzip")
    assert link.is_closed()
    print(f"from {before:.0f} MB to {highest_mb(node):.0f} MB")
    # The page may have 4 MiB.
    assert highest_mb(node) < before + 16
    # While the next request waits for its answer, the status has the last failure.
    opened(Dialler(key, port)).request()
    assert 'failure="too-large"' in node.get("status.xml")


def gzipped_gigabytes(count: int) -> bytes:
    """Returns gzip data of zeros without its end: a thousandth of their size."""
    zeros, compressor = bytes(1 << 20), zlib.compressobj(9, zlib.DEFLATED, 31)
    first, second = (compressor.compress(zeros) + compressor.flush(zlib.Z_SYNC_FLUSH) for _ in range(2))
    # The second part refers to the zeros before it, so it can be repeated.
    return first + second * (count << 10)


def highest_mb(node: Node) -> float:
    """Returns the largest resident set of the node so far."""
    text = Path(f"/proc/{node.process_id}/status").read_text()
    return int(text.split("VmHWM:")[1].split()[0]) / 1024


@pytest.mark.parametrize("change", ["unknown", "pause", "remove"])
def test_nothing_is_sent_to_a_key_that_is_not_admitted(start_node: StartNode, key: LinkKey, opened: Opened, change: str) -> None:
    node, port = start(start_node)
    if change != "unknown":
        join(node, key, port)
        link = opened(Dialler(key, port))
        link.request()
        status, answer = node.command("peer", peer=key.public_key, change=change)
        assert status == 200, answer
        assert link.is_closed()
    assert opened(Dialler(key, port)).is_closed()


def test_the_next_turned_link_replaces_the_one_before(start_node: StartNode, key: LinkKey, opened: Opened) -> None:
    node, port = start(start_node)
    join(node, key, port)
    first = opened(Dialler(key, port))
    first.request()
    second = opened(Dialler(key, port))
    assert "node" in second.request()
    assert first.is_closed()


def test_a_node_answers_on_a_turned_link(start_node: StartNode, key: LinkKey, opened: Opened) -> None:
    node, port = start(start_node)
    node.post("hello")
    listener = opened(Listener(key))
    join(node, key, port, places=f"127.0.0.1:{listener.port}")
    link = opened(listener.turned_link())
    status, page = link.ask(LOG)
    assert status == 200 and "<text>hello</text>" in page
    assert link.ask("/status.xml")[0] == 404
    high = re.search(r' high="(\d+)"', page)
    assert high
    # A request that comes ends the wait of the one before.
    begin = time.monotonic()
    link.send(f"/messages.php?view=log&past={high[1]}&wait=60")
    link.send(LOG)
    assert [link.answer()[0], link.answer()[0]] == [200, 200]
    assert time.monotonic() - begin < 30


def test_a_node_opens_no_turned_link_to_a_peer_that_can_dial_it(start_node: StartNode, key: LinkKey, opened: Opened) -> None:
    node, port = start(start_node)
    listener = opened(Listener(key))
    join(node, key, port, places=f"127.0.0.1:{listener.port}")
    first = opened(listener.turned_link())
    ordinary = opened(Link(key, port))
    assert ordinary.get(LOG)[0] == 200
    first.close()
    # The first pauses are below two seconds.
    listener.wait_at_most(5)
    with pytest.raises(TimeoutError):
        listener.turned_link()
    ordinary.close()
    listener.wait_at_most(30)
    assert opened(listener.turned_link()).ask(LOG)[0] == 200
