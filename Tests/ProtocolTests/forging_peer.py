"""A peer that sends one good message and 999 forged ones in each page."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import base64url
from make_pages import INSTANCE, NODE
from make_vectors import TEXT, USER, Writer, attributes
from message import MARK_BYTES, NO_MARK, NONCE_BYTES, Message, continued
from peers import END

#: The nonces of forged messages are above those of good ones.
FIRST_FORGED = 1 << 63


class ForgingPeer:
    """A log that never ends, and the times at which the node requested its pages."""

    def __init__(self) -> None:
        self.address = ""
        self.request_times: list[float] = []
        self._writer = Writer("a good message among forged ones")

    @property
    def pauses(self) -> list[float]:
        """The seconds between the requests."""
        times = list(self.request_times)
        return [later - earlier for earlier, later in zip(times, times[1:], strict=False)]

    def page_for(self, path: str) -> bytes:
        query = parse_qs(urlsplit(path).query)
        self.request_times.append(time.monotonic())
        past = int(query.get("past", ["0"])[0])
        # Lists have messages whole, too.
        mark = base64url.decode(query.get("mark", [""])[0], MARK_BYTES) or NO_MARK
        count = min(1000, int(query.get("limit", ["50"])[0]))
        messages = list(self.messages(past, count))
        elements = [element(message, past + 1 + index) for index, message in enumerate(messages)]
        # The mark is right, so that the node does not request the page again because of it.
        mark = continued(mark, [message.digest for message in messages])
        return page(elements, past + count, mark)

    def messages(self, past: int, count: int) -> Iterator[Message]:
        """Returns a good message and forged ones. No other page has one of them."""
        self._writer.nonce = (past + 1).to_bytes(NONCE_BYTES, "big")
        good = self._writer.message({**USER, **TEXT})
        yield good
        for id in range(past + 2, past + count + 1):
            # With another nonce, the signature does not verify.
            yield replace(good, nonce=(FIRST_FORGED + id).to_bytes(NONCE_BYTES, "big"))


def element(message: Message, id: int) -> str:
    assert message.salt
    values = {
        "id": str(id),
        "origin": base64url.encode(message.origin),
        "stamp": str(message.stamp),
        "nonce": base64url.encode(message.nonce),
        "sig": base64url.encode(message.signature),
        "salt": base64url.encode(message.salt),
    }
    return f"<message{attributes(values)}><text>This is a test</text><user>jack</user></message>"


def page(elements: list[str], next_id: int, mark: bytes) -> bytes:
    """Returns a page of a log that goes on after the page."""
    values = {
        "version": "1",
        "node": NODE,
        "name": "forger",
        "instance": INSTANCE,
        "low": "1",
        "high": str(END),
        "next": str(next_id),
        "mark": base64url.encode(mark),
    }
    return "\n".join([f"<chat{attributes(values)}>", *elements, "</chat>\n"]).encode()


@contextmanager
def forging_peer() -> Iterator[ForgingPeer]:
    peer = ForgingPeer()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.answer(peer.page_for(self.path))

        def answer(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/xml; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            """Answers a request by digests: no message is found."""
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            body = page([], END, NO_MARK).replace(b"<chat ", b'<chat done="%d" ' % len(form["digests"][0].split(",")))
            self.answer(body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing: the peer records the times of the requests."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        peer.address = f"http://127.0.0.1:{server.server_address[1]}"
        yield peer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
