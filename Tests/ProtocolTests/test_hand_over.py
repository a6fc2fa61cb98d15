"""The hand-over of pages, as the document describes it, and members that lie in it."""

from __future__ import annotations

import base64
import os
import re
import time
from pathlib import Path

import pytest
from conftest import StartNode
from link import Link, LinkKey
from node import Node
from test_pairing import invite, pair, start


@pytest.fixture
def key(tmp_path: Path) -> LinkKey:
    return LinkKey(tmp_path, "member")


def random_id() -> str:
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


class Member:
    """A paired node that cannot be dialled."""

    def __init__(self, start_node: StartNode, key: LinkKey) -> None:
        self.node, self.port = start(start_node)
        self.key = key
        self.group = invite_and_pair(self.node, key, self.port)
        self.session = random_id()

    def position(self, wait: int = 20) -> tuple[int, str]:
        return self.ask("GET", f"/position?session={self.session}&wait={wait}")

    def request(self) -> dict[str, str]:
        """Returns what the node requests."""
        status, answer = self.position()
        assert status == 200, answer
        return dict(re.findall(r'([a-z]+)="([^"]*)"', answer))

    def hand_over(self, id: str, page: bytes, status: str = "") -> tuple[int, str]:
        return self.ask("POST", f"/pages?request={id}{status}", page)

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
        link = Link(self.key, self.port)
        try:
            link.request(method, path, body, {"Content-Type": "application/xml"} if body else {})
            answer = link.getresponse()
            return answer.status, answer.read().decode()
        finally:
            link.close()

    def page(self, body: str = "", node: str | None = None, group: str | None = None) -> bytes:
        return (
            f'<chat version="1" node="{node or self.key.public_key}" name="x" instance="{random_id()}" '
            f'group="{group or self.group}" low="0" high="0" next="0" mark="{"A" * 22}">\n{body}</chat>\n'
        ).encode()

    def status(self) -> str:
        return self.node.get("status.xml")


def invite_and_pair(node: Node, key: LinkKey, port: int) -> str:
    invitation = invite(node)
    status, answer = pair(key, port, **invitation, name="member")
    assert status == 200, answer
    return invitation["group"]


def eventually_in_status(words: str, member: Member) -> None:
    end = time.monotonic() + 20
    while words not in (status := member.status()):
        assert time.monotonic() < end, status
        time.sleep(0.05)


def test_a_node_requests_from_its_cursor_and_takes_a_page(start_node: StartNode, key: LinkKey) -> None:
    member = Member(start_node, key)
    request = member.request()
    assert request["past"] == "0"
    assert request["group"] == member.group
    assert 1 <= int(request["limit"]) <= 1000
    assert member.hand_over(request["id"], member.page())[0] == 200
    # The next request of the same session comes at once; the answered one does not come again.
    assert member.request()["id"] != request["id"]
    eventually_in_status('state="in-sync"', member)


def test_a_request_comes_again_in_another_session_only(start_node: StartNode, key: LinkKey) -> None:
    member = Member(start_node, key)
    request = member.request()
    assert "id=" not in member.position(wait=0)[1]
    member.session = random_id()
    assert member.request()["id"] == request["id"]


def test_pages_that_nobody_requested_are_refused(start_node: StartNode, key: LinkKey, tmp_path: Path) -> None:
    member = Member(start_node, key)
    for id in ["1", "999", str(2**53)]:
        status, answer = member.hand_over(id, member.page())
        assert (status, 'code="request-unknown"' in answer) == (404, True), answer
    request = member.request()
    stranger = LinkKey(tmp_path, "stranger")
    link = Link(stranger, member.port)
    for method, path in [("GET", f"/position?session={random_id()}"), ("POST", f"/pages?request={request['id']}")]:
        link.request(method, path, b"x" if method == "POST" else None)
        assert link.getresponse().status == 403
        link.close()
    assert member.hand_over(request["id"], member.page())[0] == 200
    assert member.hand_over(request["id"], member.page())[0] == 404


def test_a_member_that_lies_harms_nobody(start_node: StartNode, key: LinkKey, tmp_path: Path) -> None:
    member = Member(start_node, key)
    member.node.post("mine")
    other = LinkKey(tmp_path, "other")
    forged = (
        f'<message id="1" digest="{"A" * 43}" origin="{other.public_key}" stamp="1" nonce="AAAAAAAAAAA" '
        f'signature="{"A" * 86}"><user>eve</user><text>forged</text></message>'
    )
    for page, words in [
        (member.page(node=other.public_key), 'failure="other-page"'),
        (member.page(group=random_id()), 'failure="foreign-group"'),
        (b"<html></html>", 'failure="no-page"'),
        (member.page(forged), ""),
    ]:
        request = member.request()
        assert member.hand_over(request["id"], page)[0] == 200
        if words:
            eventually_in_status(words, member)
    texts = member.node.get("messages.php")
    assert "forged" not in texts
    assert "<text>mine</text>" in texts


def test_a_page_that_is_too_large_is_refused(start_node: StartNode, key: LinkKey) -> None:
    member = Member(start_node, key)
    request = member.request()
    link = Link(key, member.port)
    try:
        link.request("POST", f"/pages?request={request['id']}", b" " * (4 * 1024 * 1024 + 1))
        assert link.getresponse().status == 413
    except OSError:
        pass
    finally:
        link.close()
    assert member.hand_over(request["id"], member.page())[0] == 200


def test_a_failure_is_handed_over_in_the_place_of_a_page(start_node: StartNode, key: LinkKey) -> None:
    member = Member(start_node, key)
    request = member.request()
    failure = b'<failure code="store-unavailable">The disk has failed.</failure>'
    assert member.hand_over(request["id"], failure, "&status=503")[0] == 200
    eventually_in_status('failure="unavailable"', member)
