"""A peer that serves its log as lists and as pages, and messages by their digests."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

import base64url
from make_pages import INSTANCE, NODE
from make_vectors import TEXT, USER, Writer, attributes, element
from message import NO_GROUP, NO_MARK, Message, continued

#: The bytes of messages after which an answer by digests ends. A real node's is larger.
ANSWER_BYTES = 2000


class ListingPeer:
    """A log of messages of several origins under the ids 1, 2, 3 …, and what a node has requested of it."""

    def __init__(self, count: int) -> None:
        self.address = ""
        writers = [Writer("one"), Writer("two", seed=bytes([7]) * 32)]
        self.messages: list[Message] = []
        for number in range(count):
            writer = writers[number % 2]
            writer.nonce = number.to_bytes(8, "big")
            self.messages.append(writer.message({**USER, **TEXT}))
        #: What was requested: the parameters of each request for the log, and the digests of each other request.
        self.log_requests: list[dict[str, str]] = []
        self.digest_requests: list[list[str]] = []

    def page_for(self, query: dict[str, str]) -> bytes:
        if "digests" in query:
            return self.by_digests(query["digests"].split(","))
        self.log_requests.append(query)
        past = int(query.get("past", "0"))
        bodies = query.get("bodies", "all")
        end = min(len(self.messages), past + int(query.get("limit", "50")))
        if bodies == "all":
            return self.page([self.whole(id) for id in range(past + 1, end + 1)], end)
        # No origin is the key of this node, so that `own` and `none` are the same.
        origins: list[bytes] = []
        elements = []
        for id in range(past + 1, end + 1):
            message = self.messages[id - 1]
            if message.origin not in origins:
                elements.append(f'<origin key="{base64url.encode(message.origin)}"/>')
                origins.append(message.origin)
            elements.append(self.listed(id, origins.index(message.origin)))
            assert message.group == NO_GROUP
        return self.page(elements, end)

    def whole(self, id: int) -> str:
        """Returns the entry of a message in a page of whole messages."""
        return element(self.messages[id - 1], id=str(id))

    def listed(self, id: int, origin: int) -> str:
        """Returns the entry of a message in a list."""
        values = {"id": str(id), "digest": base64url.encode(self.messages[id - 1].digest), "origin": str(origin)}
        return f"<listed{attributes(values)}/>"

    def fails(self, query: dict[str, str]) -> bool:
        """Whether the connection ends in the middle of the answer."""
        return False

    def by_digests(self, digests: list[str]) -> bytes:
        self.digest_requests.append(digests)
        ids = {base64url.encode(message.digest): id for id, message in enumerate(self.messages, 1)}
        found: dict[int, str] = {}
        done = 0
        for digest in digests:
            if sum(map(len, found.values())) >= ANSWER_BYTES:
                break
            done += 1
            if id := ids.get(digest):
                found[id] = element(self.messages[id - 1], id=str(id))
        return self.page([found[id] for id in sorted(found)], len(self.messages), done=str(done))

    def page(self, elements: list[str], end: int, **further: str) -> bytes:
        values = {
            "version": "1",
            "node": NODE,
            "name": "lister",
            "instance": INSTANCE,
            "low": "1",
            "high": str(len(self.messages)),
            "next": str(end),
            "mark": base64url.encode(continued(NO_MARK, [message.digest for message in self.messages[:end]])),
        }
        return "\n".join([f"<chat{attributes(values | further)}>", *elements, "</chat>\n"]).encode()


Peer = TypeVar("Peer", bound=ListingPeer)


@contextmanager
def serving(peer: Peer) -> Iterator[Peer]:
    """Serves a log at `peer.address`."""
    count = len(peer.messages)
    stop = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.answer(urlsplit(self.path).query)

        def do_POST(self) -> None:
            self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def answer(self, text: str) -> None:
            query = {name: values[-1] for name, values in parse_qs(text).items()}
            body = peer.page_for(query)
            if query.get("past") == str(count) and query.get("wait", "0") != "0":
                stop.wait()
            self.send_response(200)
            self.send_header("Content-Type", "text/xml; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            fails = peer.fails(query)
            self.close_connection |= fails
            # A node that has left, or that expects another answer, closes the connection.
            with suppress(ConnectionError):
                self.wfile.write(body[: len(body) // 2] if fails else body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing: the peer records the requests."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        peer.address = f"http://127.0.0.1:{server.server_address[1]}"
        yield peer
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        thread.join()
