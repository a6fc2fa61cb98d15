"""Peers that change messages before they pass them on."""

from __future__ import annotations

import base64
import hashlib
import http.server
import re
import threading
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from node import PATIENCE, Node


def forger(node: Node, original: str, forged: str) -> AbstractContextManager[str]:
    """Returns the address of a peer that passes on a node's messages with `original` replaced."""
    return relay(node, lambda page: page.replace(original, forged))


def eraser(node: Node) -> AbstractContextManager[str]:
    """Returns the address of a peer that passes on a node's messages without their texts."""
    return relay(node, without_texts)


def without_texts(page: str) -> str:
    """Returns a page of `view=log` with the hashes of the texts instead of the texts."""
    return re.sub(r"<message .*?</message>", without_text, page, flags=re.DOTALL)


def without_text(match: re.Match[str]) -> str:
    markup = match[0]
    message = ElementTree.fromstring(markup)
    salt, text = message.get("salt"), message.findtext("text")
    if salt is None or text is None:
        return markup
    value = text.encode()
    digest = hashlib.sha256(b"tidings-value-v1" + decoded(salt) + b"\x04text" + value).digest()
    gone = f'<text gone="{encoded(digest)}" bytes="{len(value)}"/>'
    markup = markup.replace(f' salt="{salt}"', "")
    return re.sub(r"<text>.*</text>", lambda _: gone, markup, flags=re.DOTALL)


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


def encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


@contextmanager
def relay(node: Node, change: Callable[[str], str]) -> Iterator[str]:
    """Returns the address of a peer that passes on a node's answers after a change."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                with urllib.request.urlopen(node.url + self.path[1:], timeout=PATIENCE) as answer:
                    status, body = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, body = error.code, error.read()
            except OSError:
                # The node does not answer, so this peer does not answer either.
                self.close_connection = True
                return
            body = change(body.decode()).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/xml; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing: the log of the node contains the requests."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
