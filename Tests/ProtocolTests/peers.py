"""Peers whose logs have one entry each, given as XML. Real nodes pull from them."""

from __future__ import annotations

import asyncio
import hashlib
import re
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import base64url
from message import NO_MARK, next_mark
from vectors import Vector

#: The last id of the log. It suits the id of each vector.
END = 2**31 - 1

#: Bytes of the largest request that a peer reads.
MAX_REQUEST_BYTES = 64 * 1024


@dataclass(frozen=True)
class LogOfOne:
    """A log with one entry. Its end is the position (END, mark)."""

    element: str
    mark: bytes = NO_MARK

    @classmethod
    def of(cls, vector: Vector) -> LogOfOne:
        digest = bytes.fromhex(vector.get("digest", ""))
        return cls(vector["element"], next_mark(NO_MARK, digest) if digest else NO_MARK)

    def page(self, past: int) -> bytes:
        """Returns the page after the entry `past`."""
        key = hashlib.sha256(self.element.encode()).digest()
        root = (
            f'<chat version="1" node="{base64url.encode(key)}" name="vectors"'
            f' instance="{base64url.encode(key[:16])}" low="1" high="{END}" next="{END}"'
            f' mark="{base64url.encode(self.mark)}">'
        )
        entries = [self.element] if past == 0 else []
        return "\n".join([root, *entries, "</chat>\n"]).encode()


@contextmanager
def peers(logs: Sequence[LogOfOne]) -> Iterator[list[str]]:
    """Runs one peer for each log. Returns their addresses in the order of the logs."""
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in logs]
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        servers = [
            await asyncio.start_server(answer(log, stop), sock=listener, limit=MAX_REQUEST_BYTES)
            for log, listener in zip(logs, listeners, strict=True)
        ]
        await stop.wait()
        for server in servers:
            server.close()
        # Handlers that wait for a further request end, too.
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        yield [f"http://127.0.0.1:{listener.getsockname()[1]}" for listener in listeners]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def answer(log: LogOfOne, stop: asyncio.Event) -> Handler:
    async def answer_requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                body = await page(log, request.decode(), stop)
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n"
                    b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    return answer_requests


async def page(log: LogOfOne, request: str, stop: asyncio.Event) -> bytes:
    """Returns the page for a request. At the end of the log, waits until the peers stop."""
    address = re.match(r"GET (\S+) ", request)
    assert address, request
    query = parse_qs(urlsplit(address[1]).query)
    past = int(query.get("past", ["0"])[0])
    if past == END and "wait" in query:
        await stop.wait()
    return log.page(past)
