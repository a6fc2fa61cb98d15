"""A router between the browser and a node."""

from __future__ import annotations

import socket
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
                node = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                return
            self._known |= {client, node}
            for source, sink in ((client, node), (node, client)):
                Thread(target=self._forward, args=(source, sink), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65_536):
                if source in self._known:
                    sink.sendall(data)
            if source in self._known:
                sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
