"""Another program that answers at the address of a node."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from node import Node

#: A service worker that answers the requests for pages itself.
FOREIGN_WORKER = """
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', () => {});
"""


class OtherProgram:
    """The answers of the program. A test can change them."""

    def __init__(self) -> None:
        self.status = 200
        self.page = "<!DOCTYPE html><title>Other</title><p>another program"
        self.media_type = "text/html"


@contextmanager
def other_program(node: Node) -> Iterator[OtherProgram]:
    """Starts a program on the port of a stopped node: a page, and a service worker `worker.js`."""
    program = OtherProgram()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/":
                self.answer(program.status, program.media_type, program.page)
            elif self.path == "/worker.js":
                self.answer(200, "text/javascript", FOREIGN_WORKER)
            else:
                self.answer(404, "text/plain", "not found")

        def answer(self, status: int, media_type: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", node.port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield program
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
