"""Peers whose logs begin with a given page. Real nodes pull from them."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, urlsplit

import base64url
from make_pages import INSTANCE, NODE
from make_vectors import TEXT, USER, Writer, attributes, element
from message import MARK_BYTES, NO_MARK, next_mark
from page import read_page
from vectors import Vector

#: The highest id.
END = 2**53

#: Bytes of the largest request that a peer reads.
MAX_REQUEST_BYTES = 64 * 1024


def page_with(vector: Vector) -> bytes:
    """Returns the page from the start of a log whose one entry is the vector's element.

    The page is proven if the entry has a digest.
    """
    entries = re.findall(r"<(?:message|listed|gone|damaged)\b[^>]*", vector["element"])
    id = re.search(r"""\bid=["']([1-9][0-9]*)["']""", entries[0]) if entries else None
    end = min(int(id[1]), END) if id else 1
    digest = bytes.fromhex(vector["digest"]) if "digest" in vector else digest_of_bad(vector)
    mark = next_mark(NO_MARK, digest) if digest else NO_MARK
    return page([vector["element"]], base64url.encode(mark), vector.get("pageGroup"), end)


def digest_of_bad(vector: Vector) -> bytes | None:
    """Returns the digest of a readable message whose signature does not verify; None for other vectors."""
    if vector.get("code") != "bad-signature":
        return None
    [entry] = read_page(page([vector["element"]], base64url.encode(NO_MARK), vector.get("pageGroup"))).entries
    return entry.digest


def page(
    elements: Sequence[str], mark: str, group: str | None = None, end: int = END, **changed: str
) -> bytes:
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
    return "\n".join([f"<chat{attributes(values | changed)}>", *elements, "</chat>\n"]).encode()


#: The last message of a log.
LAST = Writer("the last message of a log").message({**USER, **TEXT})


@contextmanager
def peers(pages: Sequence[bytes], *, have_last: bool = False) -> Iterator[list[str]]:
    """Runs one peer for each page, which starts its log. Returns their addresses in this order.

    If they have the last message, their logs end with it, at the highest id.
    """
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in pages]
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    #: The open connections.
    writers: set[asyncio.StreamWriter] = set()

    async def serve() -> None:
        servers = [
            await asyncio.start_server(answer(first, stop, have_last, writers), sock=listener, limit=MAX_REQUEST_BYTES)
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
        # A handler that was cancelled before its first step has closed nothing, and `close` waits for unsent bytes.
        left = list(writers)
        for writer in left:
            writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for writer in left), return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        yield [f"http://127.0.0.1:{listener.getsockname()[1]}" for listener in listeners]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def answer(first: bytes, stop: asyncio.Event, has_last: bool, writers: set[asyncio.StreamWriter]) -> Handler:
    async def answer_requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = re.search(r"(?i)\r\ncontent-length: *([0-9]+)", request)
                form = await reader.readexactly(int(length[1])) if length else b""
                method, target = request.split(" ")[:2]
                query = parse_qs(form.decode() if method == "POST" else urlsplit(target).query)
                body = await page_for(query, first, stop, has_last)
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n"
                    b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            # The node has left, or the peers stop.
            pass
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            writers.discard(writer)

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Awaitable[None]:
        writers.add(writer)
        return answer_requests(reader, writer)

    return connected


async def page_for(query: dict[str, list[str]], first: bytes, stop: asyncio.Event, has_last: bool) -> bytes:
    """Returns the page for a request, with all messages whole. At the end of the log, waits until the peers stop.

    All pages name the clock of the first.
    """
    clock = {"now": now[1].decode()} if (now := re.search(rb'^<chat now="([^"]*)"', first)) else {}
    mark = query.get("mark", [base64url.encode(NO_MARK)])[0]
    if "digests" in query:
        # No message is found.
        return page([], mark, done=str(len(query["digests"][0].split(","))))
    past = int(query.get("past", ["0"])[0])
    if past == 0:
        return first
    if has_last and past < END:
        end = next_mark(base64url.decode(mark, MARK_BYTES) or NO_MARK, LAST.digest)
        return page([element(LAST, id=str(END))], base64url.encode(end), **clock)
    if "wait" in query and query["wait"] != ["0"]:
        await stop.wait()
    return page([], mark, end=past, **clock)
