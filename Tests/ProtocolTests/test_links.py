"""Links, as the document describes them: with another TLS library than the node's, and under attack."""

from __future__ import annotations

import http.client
import ssl
import threading
import time
from pathlib import Path

import pytest
from conftest import StartNode
from hostile import LINK_KINDS, hostile_connections
from link import Link, LinkKey
from node import Node, free_port
from test_bounds import ATTACK_S, Limits, answer_ms, connected, limits, private_mb  # noqa: F401 (limits is a fixture)

CONNECTIONS = 2000
LOG = "/messages.php?view=log&past=0"


def start(start_node: StartNode, *keys: LinkKey) -> tuple[Node, int]:
    """Starts a node that admits keys. Nothing listens at their address. Returns the node and its port for links."""
    port = free_port()
    node = start_node(
        "linked",
        "--peer-listen",
        f"127.0.0.1:{port}",
        peers=[f"tidings:{key.public_key}@127.0.0.1:9" for key in keys],
    )
    wait_until_listening(port)
    return node, port


def wait_until_listening(port: int) -> None:
    end = time.monotonic() + 30
    while True:
        probe = http.client.HTTPConnection("127.0.0.1", port)
        try:
            probe.connect()
            return
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.05)
        finally:
            probe.close()


def test_an_admitted_key_reads_the_log_and_nothing_else(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node, key)
    node.post("hello")
    with Link(key, port) as link:
        status, page = link.get(LOG)
        assert status == 200
        assert b"<text>hello</text>" in page
        assert link.sock.version() == "TLSv1.3"
        assert link.sock.selected_alpn_protocol() == "tidings/1"
        assert f'node="{link.node_key()}"'.encode() in page
        for path in ["/", "/status.xml", "/messages.php", "/messages.php?view=chat"]:
            status, body = link.get(path)
            assert status == 404
            assert b'code="not-found"' in body


def test_the_node_of_a_request_is_the_key_of_the_link(start_node: StartNode, key: LinkKey, tmp_path: Path) -> None:
    _, port = start(start_node, key)
    other = LinkKey(tmp_path, "other")
    with Link(key, port) as link:
        assert link.get(f"{LOG}&node={key.public_key}")[0] == 200
        status, body = link.get(f"{LOG}&node={other.public_key}")
        assert status == 403
        assert b'code="foreign-node"' in body


def test_a_page_is_not_compressed_unless_the_request_accepts_it(start_node: StartNode, key: LinkKey) -> None:
    node, port = start(start_node, key)
    text = "hello " * 1000
    node.post(text)
    with Link(key, port) as link:
        link.request("GET", LOG)
        answer = link.getresponse()
        assert answer.getheader("Content-Encoding") is None
        assert text.strip().encode() in answer.read()


def test_an_unknown_key_is_told_so(start_node: StartNode, key: LinkKey, tmp_path: Path) -> None:
    node, port = start(start_node, key)
    node.post("hello")
    stranger = LinkKey(tmp_path, "stranger")
    with Link(stranger, port) as link:
        status, body = link.get(LOG)
        assert status == 403
        assert b'code="not-paired"' in body
        assert stranger.public_key.encode() in body
        assert b"hello" not in body
        assert link.sock is None, "the connection ends"


def test_without_the_protocol_in_alpn_there_is_no_answer(start_node: StartNode, key: LinkKey) -> None:
    _, port = start(start_node, key)
    with Link(key, port) as link:
        link._context.set_alpn_protocols(["http/1.1"])
        with pytest.raises((OSError, http.client.HTTPException)):
            link.get(LOG)


def test_tls_1_2_is_refused(start_node: StartNode, key: LinkKey) -> None:
    _, port = start(start_node, key)
    with Link(key, port) as link:
        link._context.minimum_version = ssl.TLSVersion.TLSv1_2
        link._context.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises(ssl.SSLError):
            link.get(LOG)


class NewLinks(threading.Thread):
    """Opens links, one after the other, and measures how long each takes to bring a page."""

    def __init__(self, key: LinkKey, port: int) -> None:
        super().__init__()
        self.key, self.port = key, port
        self.ends = threading.Event()
        self.ms: list[float] = []
        self.statuses: set[int] = set()

    def run(self) -> None:
        while not self.ends.is_set():
            with Link(self.key, self.port) as link:
                self.ms.append(pull_ms(link, self.statuses))
            time.sleep(0.05)


def pull_ms(link: Link, statuses: set[int]) -> float:
    start = time.monotonic()
    statuses.add(link.get(LOG)[0])
    return (time.monotonic() - start) * 1000


@pytest.mark.parametrize("kind", LINK_KINDS)
def test_half_handshakes_use_bounded_memory_and_no_peers_connections(
    start_node: StartNode,
    limits: Limits,  # noqa: F811
    key: LinkKey,
    kind: str,
) -> None:
    node, port = start(start_node, key)
    node.post("hello")
    new = NewLinks(key, port)
    times: list[float] = []
    highest = 0.0
    with connected(node) as client, Link(key, port) as link:
        pulls: list[float] = [pull_ms(link, new.statuses)]
        with hostile_connections(port, kind, CONNECTIONS):
            new.start()
            end = time.monotonic() + ATTACK_S
            while time.monotonic() < end:
                times += answer_ms(client, f"message {len(times)}")
                pulls.append(pull_ms(link, new.statuses))
                highest = max(highest, private_mb(node))
                time.sleep(0.05)
            new.ends.set()
            new.join()
    print(f"{kind}: at most {highest:.0f} MB")
    for name, measured in [("answers", times), ("pulls", pulls), ("pulls over new links", new.ms)]:
        measured.sort()
        print(f"{name}: {measured[len(measured) // 2]:.0f} ms, slowest {measured[-1]:.0f} ms")
    assert new.statuses == {200}
    assert highest < limits.highest_mb
    for measured in (times, pulls):
        assert measured[len(measured) * 9 // 10] < limits.usual_ms
        assert measured[-1] < limits.slowest_ms
    # A new link waits behind the hostile ones until it is accepted: all of them came at once. A debug build makes a
    # handshake in ten times the time of a release build.
    assert new.ms[-1] < 10 * limits.slowest_ms
