"""A router between the browser and a node."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from threading import Thread


class Relay:
    """Forwards connections to a port of this machine, and can forget the open ones, as a router does."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        #: The sockets of the connections that are forwarded, and of those that were forgotten.
        self._known: set[socket.socket] = set()
        self._forgotten: set[socket.socket] = set()
        #: The paths of the requests, and the bytes of the answers with their heads.
        self.requests: list[str] = []
        self.received = 0
        Thread(target=self._accept, daemon=True).start()

    def forget(self) -> None:
        """Drops from now on what arrives on the open connections. Neither end notices it."""
        self._forgotten |= self._known
        self._known.clear()

    def close(self) -> None:
        for end in [self._listener, *self._known, *self._forgotten]:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                node = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                # The node is off.
                client.close()
                continue
            self._known |= {client, node}
            for source, sink in ((client, node), (node, client)):
                note = self._note_request if source is client else self._note_answer
                Thread(target=self._forward, args=(source, sink, note), daemon=True).start()

    def _note_request(self, data: bytes) -> None:
        # A request begins a segment: browsers send the next one after the answer.
        if found := re.match(rb"[A-Z]+ (\S+) HTTP/1\.1\r\n", data):
            self.requests.append(found[1].decode())

    def _note_answer(self, data: bytes) -> None:
        self.received += len(data)

    def _forward(self, source: socket.socket, sink: socket.socket, note: Callable[[bytes], None]) -> None:
        try:
            while data := source.recv(65_536):
                if source in self._known:
                    note(data)
                    sink.sendall(data)
            if source in self._known:
                sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
