"""Pairing, as the document describes it, and attacks on it: another TLS library than the node's, and real nodes."""

from __future__ import annotations

import http.client
import re
import socket
import socketserver
import threading
import time
import urllib.parse
from contextlib import suppress
from pathlib import Path

import pytest

import base64url
from conftest import StartNode
from eventually import eventually
from link import Link, LinkKey
from message import Kept, group_of
from node import Node, free_port
from page import read_page
from test_links import LOG, wait_until_listening

WRONG = "A" * 22


@pytest.fixture
def other(tmp_path: Path) -> LinkKey:
    return LinkKey(tmp_path, "other")


def start(start_node: StartNode, name: str = "inviting") -> tuple[Node, int]:
    """Starts a node with a listener for links. Returns the node and the port of the listener."""
    port = free_port()
    node = start_node(name, "--peer-listen", f"127.0.0.1:{port}")
    wait_until_listening(port)
    return node, port


def form(**parameters: str) -> str:
    return urllib.parse.urlencode(parameters)


def invite(node: Node, **parameters: str) -> dict[str, str]:
    """Makes an invitation. Returns its group and its secret."""
    status, answer = node.command("invite", **parameters)
    assert status == 200, answer
    link = re.search(r'link="tidings:([^@]{43})@([^/]+)/([^/]{22})/([^"]{22})"', answer)
    assert link, answer
    return {"group": link[3], "secret": link[4]}


def pair(key: LinkKey, port: int, **parameters: str) -> tuple[int, str]:
    """Asks to be paired over a link of its own, which ends with the answer."""
    with Link(key, port) as link:
        link.request("POST", "/pair", form(**parameters), {"Content-Type": "application/x-www-form-urlencoded"})
        answer = link.getresponse()
        body = answer.read().decode()
        assert answer.getheader("Connection") == "close", body
        return answer.status, body


def log(key: LinkKey, port: int) -> int:
    with Link(key, port) as link:
        return link.get(LOG)[0]


def test_a_node_that_shows_the_secret_reads_the_log_and_nothing_else(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    invitation = invite(node)
    assert log(key, port) == 403
    status, answer = pair(key, port, **invitation, name="joining", places="127.0.0.1:9")
    assert status == 200
    page = read_page(answer.encode())
    assert page.head.name == "inviting"
    # The node may have announced its addresses, too.
    [admission] = [entry.message for entry in page.entries if entry.message and "admits" in entry.message.fields]
    founder = base64url.decode(node.public_key, 32)
    assert (page.head.node, admission.origin, group_of(founder)) == (founder, founder, admission.group)
    assert base64url.encode(admission.group) == invitation["group"]
    assert admission.fields == {"admits": Kept(key.public_key.encode()), "user": Kept(b"inviting")}
    assert log(key, port) == 200
    with Link(key, port) as link:
        for path in ["/invite", "/join", "/peer", "/add.php", "/status.xml"]:
            link.request("POST", path, "user=jack&message=hello", {"Content-Type": "application/x-www-form-urlencoded"})
            refused = link.getresponse()
            assert refused.status == 404
            assert b'code="not-found"' in refused.read()
    status_xml = node.get("status.xml")
    assert f'node="{key.public_key}" name="joining"' in status_xml
    assert 'paired="' in status_xml


def test_a_repeated_request_costs_no_use_and_a_replay_by_another_key_is_refused(
    start_node: StartNode, key: LinkKey, other: LinkKey
) -> None:
    node, port = start(start_node)
    invitation = invite(node)
    for _ in range(2):
        assert pair(key, port, **invitation)[0] == 200
    status, answer = pair(other, port, **invitation)
    assert status == 403
    assert 'code="invitation-used-up"' in answer
    assert log(other, port) == 403


def test_a_member_that_asks_to_be_paired_again_and_again_changes_nothing(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    invitation = invite(node)
    assert pair(key, port, **invitation, name="joining", places="127.0.0.1:9")[0] == 200

    def peer() -> str | None:
        return next(peer.get("address") for peer in node.status().iter("peer"))

    # The node dials the new member once, where nobody listens.
    eventually(lambda: "refused" in node.log(), "the node has dialled the new member")
    before, log_before = peer(), node.log()
    for number in range(20):
        assert pair(key, port, **invitation, name="other", places=f"127.0.0.1:{number + 10}")[0] == 200
    assert (peer(), node.log()) == (before, log_before)


def test_forged_expired_and_ended_invitations_are_refused(
    start_node: StartNode, key: LinkKey, other: LinkKey, tmp_path: Path
) -> None:
    node, port = start(start_node)
    short = invite(node, seconds="1")
    # The one use is gone, so no later attempt pairs a node.
    pair(LinkKey(tmp_path, "first"), port, **short)
    invitation = invite(node, uses="5")
    forged = [
        ({**invitation, "secret": WRONG}, 403, "invitation-unknown"),
        ({**invitation, "group": "B" + WRONG[1:]}, 409, "inviter-other-group"),
        ({**invitation, "secret": "short"}, 400, "bad-parameter"),
        ({"group": invitation["group"]}, 400, "bad-parameter"),
        ({**invitation, "places": "no port"}, 400, "bad-parameter"),
        ({**invitation, "places": ",".join(f"h:{port}" for port in range(1, 18))}, 400, "bad-parameter"),
    ]
    for parameters, status, code in forged:
        found = pair(key, port, **parameters)
        assert (found[0], f'code="{code}"' in found[1]) == (status, True), found
    expect_expired(key, port, short)
    assert pair(other, port, **invitation)[0] == 200
    assert node.command("peer", peer=other.public_key, change="remove")[0] == 200
    for joining in [key, other]:
        assert 'code="invitation-void"' in pair(joining, port, **invitation)[1]
        assert log(joining, port) == 403


def expect_expired(key: LinkKey, port: int, invitation: dict[str, str]) -> None:
    """Asks until an invitation without uses has expired."""
    deadline = time.monotonic() + 10
    while 'code="invitation-expired"' not in (answer := pair(key, port, **invitation)[1]):
        assert 'code="invitation-used-up"' in answer, answer
        assert time.monotonic() < deadline, answer
        time.sleep(0.05)


def test_of_many_nodes_that_race_for_one_use_one_wins(start_node: StartNode, tmp_path: Path) -> None:
    node, port = start(start_node)
    invitation = invite(node)
    keys = [LinkKey(tmp_path, f"racer-{number}") for number in range(8)]
    outcomes: list[int] = []
    threads = [
        threading.Thread(target=lambda key=key: outcomes.append(pair(key, port, **invitation)[0])) for key in keys
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [200] + [403] * 7
    assert sum(log(key, port) == 200 for key in keys) == 1


def test_a_long_body_is_refused(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    invitation = invite(node)
    padding = 32 * 1024 - len(form(**invitation, name=""))
    assert pair(key, port, **invitation, name="n" * padding)[0] == 200
    with Link(key, port) as link:
        link.request(
            "POST",
            "/pair",
            form(**invitation, name="n" * (padding + 1)),
            {"Content-Type": "application/x-www-form-urlencoded"},
        )
        assert link.getresponse().status == 413


def test_an_unknown_key_gets_one_answer(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    invitation = invite(node)
    body = form(**{**invitation, "secret": WRONG})
    request = (
        f"POST /pair HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    with Link(key, port) as link:
        link.connect()
        link.sock.sendall(request * 32)
        received = b""
        try:
            while part := link.sock.recv(65536):
                received += part
        except OSError:
            pass
    assert received.count(b"HTTP/1.1 403") == 1
    assert received.count(b"HTTP/1.1") == 1


def test_removal_ends_a_waiting_request_within_a_second(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node)
    assert pair(key, port, **invite(node))[0] == 200

    def high() -> str | None:
        store = node.status().find("store")
        assert store is not None
        return store.get("high")

    # The log has the admission of the key, and the addresses of the node. A request past them waits.
    eventually(lambda: high() == "2", node.log)
    with Link(key, port) as link:
        # Opens the link, so that the node gets the next request at once.
        assert link.get(LOG)[0] == 200
        link.request("GET", "/messages.php?view=log&past=2&wait=60")
        begin = time.monotonic()
        assert node.command("peer", peer=key.public_key, change="remove")[0] == 200
        # The removal is a message, which may be the last one that the key gets.
        try:
            last = read_page(link.getresponse().read()).entries[-1].message
            assert last and "removes" in last.fields
        except (OSError, http.client.HTTPException):
            pass
        assert time.monotonic() - begin < 1
        assert log(key, port) == 403


def test_peers_are_changed_by_posts_from_this_machine(start_node: StartNode, key: LinkKey, other: LinkKey) -> None:
    node, port = start(start_node)
    assert pair(key, port, **invite(node), name="joining")[0] == 200
    assert node.command("peer", peer=key.public_key, change="rename", name="Ben's laptop")[0] == 200
    assert "name=\"Ben's laptop\"" in node.get("status.xml")
    assert node.command("peer", peer=key.public_key, change="pause")[0] == 200
    assert 'state="paused"' in node.get("status.xml")
    with Link(key, port) as link:
        status, body = link.get(LOG)
    assert status == 403
    assert b'code="peer-paused"' in body
    assert node.command("peer", peer=key.public_key, change="resume")[0] == 200
    assert log(key, port) == 200
    for parameters, status, code in [
        ({"peer": key.public_key, "change": "promote"}, 400, "bad-parameter"),
        ({"peer": other.public_key, "change": "pause"}, 404, "peer-unknown"),
        ({"change": "pause"}, 400, "bad-parameter"),
        ({"peer": key.public_key, "change": "rename", "name": "n" * 65}, 400, "device-too-long"),
    ]:
        found = node.command("peer", **parameters)
        assert (found[0], f'code="{code}"' in found[1]) == (status, True), found
    for parameters in [{"seconds": "0"}, {"seconds": "2592001"}, {"uses": "0"}, {"uses": "65"}, {"places": "x"}]:
        assert node.command("invite", **parameters)[0] == 400
    assert 'code="bad-invitation"' in node.command("join", link="tidings:x")[1]


class Relay(socketserver.ThreadingTCPServer):
    """Passes the bytes of connections on to another port, and keeps them."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), self._relay)
        self._to = port
        self.port = self.server_address[1]
        self.seen = bytearray()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,))

    def __enter__(self) -> Relay:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    def _relay(self, client: socket.socket, *_: object) -> None:
        with socket.create_connection(("127.0.0.1", self._to)) as node:
            back = threading.Thread(target=self._pass, args=(node, client))
            back.start()
            self._pass(client, node)
            back.join()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while received := source.recv(65536):
                self.seen += received
                target.sendall(received)
        except OSError:
            pass  # The other direction has ended.
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def test_a_link_shows_no_text_to_whoever_reads_along(start_node: StartNode) -> None:
    inviting, port = start(start_node)
    joining = start_node("joining", "--peer-listen", "off")
    invitation = invite(inviting)
    keys = [node.public_key for node in (inviting, joining)]
    with Relay(port) as relay:
        link = f"tidings:{keys[0]}@127.0.0.1:{relay.port}/{invitation['group']}/{invitation['secret']}"
        status, answer = joining.command("join", link=link)
        assert status == 200, answer
        before = len(relay.seen)
        for node in (inviting, joining):
            node.post("elephants", user="jackson", room="kitchen")
        end = time.monotonic() + 30
        while any(node.get("messages.php?room=kitchen").count("elephants") < 2 for node in (inviting, joining)):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert len(relay.seen) > before + 1000
        inviting.stop()
        joining.stop()
    seen = bytes(relay.seen)
    # The name of the protocol is sent before the encryption begins.
    assert b"tidings/1" in seen
    words = ["elephants", "jackson", "kitchen", "inviting", "joining", "HTTP/1", "messages.php", "pages", "position"]
    assert [word for word in [*words, *invitation.values(), *keys] if word.encode() in seen] == []
