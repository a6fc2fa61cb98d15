"""Peers whose logs begin with a given page. Real nodes pull from them."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import base64url
from make_pages import INSTANCE, NODE
from make_vectors import attributes
from message import NO_MARK, next_mark
from vectors import Vector

#: The last id of the log. It suits the id of each vector.
END = 2**53

#: Bytes of the largest request that a peer reads.
MAX_REQUEST_BYTES = 64 * 1024


def page_with(vector: Vector, end: int = END) -> bytes:
    """Returns the page from the start of a log whose one entry is the vector's element.

    The page is complete only if it ends at the id of this entry.
    """
    digest = bytes.fromhex(vector.get("digest", ""))
    mark = next_mark(NO_MARK, digest) if digest else NO_MARK
    return page([vector["element"]], base64url.encode(mark), vector.get("pageGroup"), end)


def page(elements: Sequence[str], mark: str, group: str | None = None, end: int = END) -> bytes:
    """Returns a page that ends at the position (end, mark)."""
    values = {
        "version": "1",
        "node": NODE,
        "name": "vectors",
        "instance": INSTANCE,
        "group": group,
        "low": "1",
        "high": str(end),
        "next": str(end),
        "mark": mark,
    }
    return "\n".join([f"<chat{attributes(values)}>", *elements, "</chat>\n"]).encode()


@contextmanager
def peers(pages: Sequence[bytes]) -> Iterator[list[str]]:
    """Runs one peer for each page, which starts its log. Returns their addresses in this order."""
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in pages]
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        servers = [
            await asyncio.start_server(answer(first, stop), sock=listener, limit=MAX_REQUEST_BYTES)
            for first, listener in zip(pages, listeners, strict=True)
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


def answer(first: bytes, stop: asyncio.Event) -> Handler:
    async def answer_requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                body = await page_for(request.decode(), first, stop)
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


async def page_for(request: str, first: bytes, stop: asyncio.Event) -> bytes:
    """Returns the page for a request. At the end of the log, waits until the peers stop."""
    address = re.match(r"GET (\S+) ", request)
    assert address, request
    query = parse_qs(urlsplit(address[1]).query)
    past = query.get("past", ["0"])[0]
    if past == "0":
        return first
    if past == str(END) and "wait" in query:
        await stop.wait()
    return page([], query.get("mark", [base64url.encode(NO_MARK)])[0])
