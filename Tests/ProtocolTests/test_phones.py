"""The listener for phones: only the sessions of added phones read and write there, in the networks of the machine."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from eventually import eventually
from namespaces import Namespace, linked_namespaces, namespaces
from node import Node
from proxies import certificate, nginx

HERE, PHONE = "192.168.77.1", "192.168.77.2"
#: An address of the machine that the whole internet could reach (RFC 5737).
PUBLIC, STRANGER = "203.0.113.1", "203.0.113.2"
PASSWORD = "bado kite lumo sabi"


@pytest.fixture
def network() -> Iterator[tuple[Namespace, Namespace]]:
    with linked_namespaces([f"{HERE}/24", f"{PUBLIC}/24"], [f"{PHONE}/24", f"{STRANGER}/24"]) as namespaces:
        yield namespaces


@pytest.fixture
def node(network: tuple[Namespace, Namespace], request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Node]:
    program = request.config.getoption("--program").resolve()
    script = tmp_path / "tidings"
    script.write_text(f"#!/bin/sh\nexec ip netns exec {network[0].name} '{program}' \"$@\"\n")
    script.chmod(0o700)
    node = Node(script, tmp_path, "anna")
    with network[0].entered():
        node.start()
    yield node
    node.kill()


def command(node: Node, *words: str, input: str | None = None) -> str:
    return subprocess.run(
        [node.program, *words, "--data", node.data], input=input, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def curl(namespace: Namespace, url: str, *options: str) -> tuple[int, str]:
    """Returns the status and the body; the status 0 without an answer."""
    words = ["ip", "netns", "exec", namespace.name, "curl", "-s", "-m", "30", "-w", "\n%{http_code}", *options, url]
    body, _, status = subprocess.run(words, capture_output=True, text=True, timeout=60).stdout.rpartition("\n")
    return int(status), body


def code(node: Node) -> tuple[str, str]:
    """Makes a code for a phone. Returns its origin and its token."""
    link = command(node, "open", "--phone")
    found = re.fullmatch(r"(http://\S+)/phone#([\w-]{22})", link)
    assert found, link
    return found[1], found[2]


def begin(namespace: Namespace, origin: str, token: str) -> tuple[int, str]:
    """Posts a token as the page does. Returns the status, and the session or the failure's code."""
    status, body = curl(namespace, f"{origin}/session", "-d", f"token={token}", "-d", "role=user")
    found = re.search(r'(?:id|code)="([^"]+)"', body)
    assert found, body
    return status, found[1]


def expect_stranger(namespace: Namespace, origin: str, *options: str) -> None:
    for path in ["messages.php", "rooms.xml", "status.xml", "messages.php?view=log"]:
        status, body = curl(namespace, f"{origin}/{path}", *options)
        assert (status, 'code="session-needed"' in body) == (403, True), (path, status, body)
    status, body = curl(namespace, f"{origin}/add.php", "-d", "user=eve&message=hello", *options)
    assert (status, 'code="session-needed"' in body) == (403, True), body


def listens(namespace: Namespace, port: int) -> bool:
    try:
        namespace.connect(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def test_only_the_session_of_an_added_phone_reads_and_writes(node: Node, network: tuple[Namespace, Namespace]) -> None:
    here, there = network
    origin, token = code(node)
    assert origin.startswith(f"http://{HERE}:"), origin
    expect_stranger(there, origin)
    # The listener serves sessions only, also programs of the machine.
    expect_stranger(here, origin)
    expect_stranger(here, origin.replace(HERE, "127.0.0.1"))
    assert begin(there, origin, "A" * 22) == (403, "session-needed")
    status, session = begin(there, origin, token)
    assert status == 200, session
    assert begin(there, origin, token) == (403, "session-needed")
    header = ["-H", f"Tidings-Session: {session}"]
    assert curl(there, f"{origin}/add.php", "-d", "user=jack&message=hello", *header)[0] == 200
    assert "hello" in curl(there, f"{origin}/messages.php", *header)[1]

    # A user may not do what the owner does.
    for path in ["add-phone", "sessions", "invite"]:
        status, body = curl(there, f"{origin}/{path}", "-d", "seconds=60", *header)
        assert (status, 'code="not-owner"' in body) == (403, True), (path, body)
    # Of another address of the machine, not even the page is served.
    outside = origin.replace(HERE, PUBLIC)
    for path in ["", "phone", "messages.php"]:
        assert curl(there, f"{outside}/{path}", *header)[0] == 403, path
    # The token of a phone makes no owner, and that of an owner no user.
    _, other = code(node)
    assert 'code="not-owner"' in curl(here, f"{node.url}session", "-d", f"token={other}")[1]
    owners = command(node, "open").rpartition("#")[2]
    assert begin(there, origin, owners) == (403, "session-needed")

    # A new password ends the sessions and the tokens, and with them the listener. It does not make users there.
    command(node, "password", input=f"{PASSWORD}\n")
    assert code(node)[0] == origin
    expect_stranger(there, origin, *header)
    expect_stranger(there, origin, "-u", f"jack:{PASSWORD}")
    assert 'code="session-needed"' in curl(there, f"{origin}/session", "--data-urlencode", f"password={PASSWORD}")[1]
    assert begin(there, origin, other) == (403, "session-needed")
    assert token not in node.log() and session not in node.log()


def test_the_listener_is_kept_with_its_sessions_until_the_last_one_ends(
    node: Node, network: tuple[Namespace, Namespace]
) -> None:
    here, there = network
    origin, token = code(node)
    _, session = begin(there, origin, token)
    header = ["-H", f"Tidings-Session: {session}"]
    node.kill()
    with here.entered():
        node.start()
    eventually(lambda: curl(there, f"{origin}/messages.php", *header)[0] == 200, "the listener begins with the node")
    shown = command(node, "sessions")
    assert "curl/" in shown
    command(node, "sessions", "--end", shown.split()[0])
    # An open page of the phone asks at least every ten seconds, and hears why it may not go on.
    eventually(lambda: curl(there, origin)[0] == 0, "the listener ends", seconds=30)
    # The next phone finds it at the same port, which another program may have taken meanwhile.
    assert code(node)[0] == origin
    node.kill()
    port = int(origin.rpartition(":")[2])
    with here.entered():
        node.start()
        taken = subprocess.Popen(["socat", f"TCP6-LISTEN:{port},fork,reuseaddr", "EXEC:true"])
    try:
        eventually(lambda: listens(here, port), "socat listens")
        other, token = code(node)
        assert other.startswith(f"http://{HERE}:") and other != origin
        assert begin(there, other, token)[0] == 200
    finally:
        taken.kill()
        taken.wait()


def test_behind_a_proxy_a_phone_uses_the_public_address(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    keys = certificate(tmp_path / "keys")
    node = Node(request.config.getoption("--program").resolve(), tmp_path, "anna")
    with nginx(tmp_path / "nginx", f"proxy_pass http://127.0.0.1:{node.port}; proxy_set_header Host $http_host;", keys) as port:
        secret = tmp_path / "password"
        secret.write_text(f"{PASSWORD}\n")
        node.options = ["--public-url", f"https://localhost:{port}", "--password-file", str(secret)]
        node.start()
        try:
            link = command(node, "open", "--phone")
            origin, token = link.split("/phone#")
            assert origin == f"https://localhost:{port}"
            words = ["curl", "-s", "-k", "-m", "30"]
            shown = subprocess.run(
                [*words, "-d", f"token={token}&role=user", f"{origin}/session"], capture_output=True, text=True, timeout=60
            ).stdout
            session = shown.split('id="')[1].split('"')[0]
            read = [*words, "-H", f"Tidings-Session: {session}", f"{origin}/messages.php"]
            assert "<chat" in subprocess.run(read, capture_output=True, text=True, timeout=60).stdout
            assert "password-needed" in subprocess.run([*words, f"{origin}/messages.php"], capture_output=True, text=True, timeout=60).stdout
            assert "for phones" not in node.log()
        finally:
            node.kill()


def test_without_a_network_the_owner_is_told_what_to_do(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    program = request.config.getoption("--program").resolve()
    with namespaces(1) as (alone,):
        script = tmp_path / "tidings"
        script.write_text(f"#!/bin/sh\nexec ip netns exec {alone.name} '{program}' \"$@\"\n")
        script.chmod(0o700)
        node = Node(script, tmp_path, "anna")
        with alone.entered():
            node.start()
        try:
            shown = subprocess.run(
                [script, "open", "--phone", "--data", node.data], capture_output=True, text=True, timeout=60
            )
            assert shown.returncode == 1 and "Connect it to the Wi-Fi of the phone" in shown.stderr, shown
        finally:
            node.kill()
