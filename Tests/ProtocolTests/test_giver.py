"""A node that hands its pages over, and peers that ask too much of it."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import StartNode
from eventually import eventually
from link import LinkKey
from node import Node
from test_pairing import invite, pair, start

SUCCESS = b"<success/>"
BUSY = b'<failure code="busy">Too many pages.</failure>'


class Taker:
    """A peer that does not pull, but gives out requests for the node's log."""

    def __init__(self, key: LinkKey, requests: int, wait: int) -> None:
        self.key = key
        #: The requests that were given out.
        self.given = 0
        #: The ids of the requests whose answers have begun to arrive, in order of arrival.
        self.begun: list[int] = []
        #: The answers that have arrived.
        self.pages: list[bytes] = []
        #: Requests are given out while this is set.
        self.gives = threading.Event()
        self.gives.set()
        #: Answers are read while this is set.
        self.reads = threading.Event()
        self.reads.set()
        #: The number of answers that are still refused as busy.
        self.busy = 0
        self.group = ""
        self._lock = threading.Lock()
        self._requests = requests
        self._wait = wait
        self._ends = threading.Event()

    def next_request(self) -> bytes:
        self.gives.wait()
        with self._lock:
            if self.given < self._requests:
                self.given += 1
                return (
                    f'<request id="{self.given}" past="0" mark="{"A" * 22}" limit="1000" wait="{self._wait}" '
                    f'instance="{"A" * 22}" group="{self.group}" />'
                ).encode()
        self._ends.wait(20)
        return b"<request />"

    def takes(self, page: bytes) -> bool:
        with self._lock:
            if self.busy > 0:
                self.busy -= 1
                return False
            self.pages.append(page)
            return True

    @contextmanager
    def running(self) -> Iterator[Taker]:
        server = self._server()
        self.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._ends.set()
            self.gives.set()
            self.reads.set()
            server.shutdown()
            thread.join()
            server.server_close()

    def _server(self) -> ThreadingHTTPServer:
        taker = self
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.set_alpn_protocols(["tidings/1"])
        context.load_cert_chain(self.key.certificate, self.key.file)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                self.request = context.wrap_socket(self.request, server_side=True)
                super().setup()

            def finish(self) -> None:
                super().finish()
                self.request.close()

            def do_GET(self) -> None:
                is_position = urlsplit(self.path).path == "/position"
                self.answer(200 if is_position else 503, taker.next_request() if is_position else BUSY)

            def do_POST(self) -> None:
                taker.begun.append(int(parse_qs(urlsplit(self.path).query)["request"][0]))
                taker.reads.wait()
                page = self.rfile.read(int(self.headers["Content-Length"]))
                self.answer(*((200, SUCCESS) if taker.takes(page) else (503, BUSY)))

            def answer(self, status: int, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", "application/xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 64

            def handle_error(self, *_: object) -> None:
                # The node may close a link at any time.
                pass

        return Server(("127.0.0.1", 0), Handler)

    def join(self, node: Node, port: int) -> None:
        """Pairs with the node, which then asks for requests."""
        invitation = invite(node)
        self.group = invitation["group"]
        status, answer = pair(self.key, port, **invitation, name="taker", places=f"127.0.0.1:{self.port}")
        assert status == 200, answer


@pytest.fixture
def key(tmp_path: Path) -> LinkKey:
    return LinkKey(tmp_path, "taker")


def test_a_node_sends_a_page_again_to_a_peer_that_is_busy(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    node.post("hello")
    with Taker(key, requests=1, wait=0).running() as taker:
        taker.busy = 2
        start_time = time.monotonic()
        taker.join(node, port)
        eventually(lambda: len(taker.pages) == 1, "the page arrives")
        # The pauses are one and two seconds.
        assert time.monotonic() - start_time >= 3
        assert taker.begun == [1, 1, 1]
        assert b"<text>hello</text>" in taker.pages[0]


def test_a_request_that_waits_ends_the_wait_of_the_one_before(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    with Taker(key, requests=40, wait=60).running() as taker:
        taker.join(node, port)
        eventually(lambda: len(taker.pages) == 39, "all waits but the last end")
        end = time.monotonic() + 2
        while time.monotonic() < end:
            assert len(taker.pages) == 39
            time.sleep(0.02)
        node.post("hello")
        eventually(lambda: len(taker.pages) == 40, "the last wait ends")
        assert [b"<text>hello</text>" in page for page in taker.pages] == [False] * 39 + [True]


def test_sixteen_pages_are_handed_over_at_one_time(start_node: StartNode, tmp_path: Path) -> None:
    node, port = start(start_node)
    node.post("hello")
    takers = [Taker(LinkKey(tmp_path, f"taker{number}"), requests=10, wait=0) for number in range(6)]
    with ExitStack() as stack:
        for taker in takers:
            stack.enter_context(taker.running())
            taker.gives.clear()
            taker.reads.clear()
            taker.join(node, port)
        for taker in takers:
            taker.gives.set()

        def begun() -> int:
            return sum(len(taker.begun) for taker in takers)

        eventually(lambda: begun() == 16, "sixteen pages begin to arrive")
        end = time.monotonic() + 2
        while time.monotonic() < end:
            assert begun() == 16
            assert all(len(taker.begun) <= 4 for taker in takers)
            time.sleep(0.02)
        for taker in takers:
            taker.reads.set()
        eventually(lambda: all(len(taker.pages) == 10 for taker in takers), "all pages arrive")
        assert all(b"<text>hello</text>" in page for taker in takers for page in taker.pages)
