"""Reads the log of a node as another node does: as a list of digests, and messages by their digests."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field

import base64url
from message import NO_MARK, Message
from page import Page, read_page

#: Requests a page with these parameters: by GET, or by POST. Returns the status and the body.
Transport = Callable[[str, dict[str, str]], tuple[int, bytes]]


@dataclass
class LogReader:
    """What a reader knows of a log."""

    transport: Transport
    past: int = 0
    mark: bytes = NO_MARK
    #: The digests of the log by id, and the messages that have come.
    named: dict[int, bytes] = field(default_factory=dict)
    messages: dict[bytes, Message] = field(default_factory=dict)

    @property
    def wanted(self) -> list[bytes]:
        return [digest for digest in self.named.values() if digest not in self.messages]

    def request(self, method: str, **parameters: str) -> Page:
        status, body = self.transport(method, {"view": "log", **parameters})
        assert status == 200, body
        return read_page(body)

    def read_list(self, limit: int, bodies: str = "none") -> bool:
        """Requests the next list, which has to be proven. Returns whether it has entries."""
        mark = base64url.encode(self.mark)
        page = self.request("GET", past=str(self.past), mark=mark, limit=str(limit), bodies=bodies)
        positions = page.positions(self.past, self.mark)
        assert positions is not None, "the list is not proven"
        for entry in page.entries:
            assert entry.digest
            if entry.kind != "gone":
                self.named[entry.id] = entry.digest
            if entry.message:
                self.messages[entry.digest] = entry.message
        self.past, self.mark = (page.head.next, page.head.mark)
        return bool(page.entries)

    def request_wanted(self, limit: int = 1000) -> Page:
        """Requests wanted messages by their digests. Returns the answer."""
        digests = self.wanted[:limit]
        page = self.request("POST", digests=",".join(map(base64url.encode, digests)))
        assert page.head.done is not None and 1 <= page.head.done <= len(digests)
        ids = [entry.id for entry in page.entries]
        assert ids == sorted(set(ids))
        for entry in page.entries:
            assert entry.message, entry.refusal
            assert entry.message.digest in digests[: page.head.done]
            self.messages[entry.message.digest] = entry.message
        return page


def over_http(address: str) -> Transport:
    """Returns the transport to the node with this address."""

    def request(method: str, parameters: dict[str, str]) -> tuple[int, bytes]:
        form = urllib.parse.urlencode(parameters)
        url = f"{address.rstrip('/')}/messages.php"
        try:
            with urllib.request.urlopen(
                url if method == "POST" else f"{url}?{form}",
                data=form.encode() if method == "POST" else None,
                timeout=30,
            ) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    return request
