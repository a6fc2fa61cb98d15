"""A proxy on another machine, which `--proxy` names."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from namespaces import Namespace, linked_namespaces
from node import Node, free_port
from test_passwords import PASSWORD, with_session
from test_phones import command, curl

HERE, PROXY, STRANGER = "192.168.78.1", "192.168.78.2", "192.168.78.3"
PUBLIC = ("-H", "Host: chat.example.org")


@pytest.fixture
def network() -> Iterator[tuple[Namespace, Namespace]]:
    with linked_namespaces([f"{HERE}/24"], [f"{PROXY}/24", f"{STRANGER}/24"]) as namespaces:
        yield namespaces


@pytest.fixture
def node(network: tuple[Namespace, Namespace], request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Node]:
    program = request.config.getoption("--program").resolve()
    script, password = tmp_path / "tidings", tmp_path / "password"
    script.write_text(f"#!/bin/sh\nexec ip netns exec {network[0].name} '{program}' \"$@\"\n")
    script.chmod(0o700)
    password.write_text(f"{PASSWORD}\n")
    node = Node(script, tmp_path, "anna")
    node.options = [
        *("--listen", f"{HERE}:{free_port()}", "--public-url", "https://chat.example.org"),
        *("--proxy", PROXY, "--password-file", str(password)),
    ]
    with network[0].entered():
        node.start()
    yield node
    node.kill()


def test_the_owner_s_sessions_count_at_the_proxy_and_nowhere_else(
    node: Node, network: tuple[Namespace, Namespace]
) -> None:
    url = f"http://{node.options[1]}"
    token = command(node, "open").rpartition("#")[2]
    form = ("-d", f"token={token}", *PUBLIC)
    # Another machine may name the public host, too. Its attempt leaves the token valid.
    status, body = curl(network[1], f"{url}/session", *form, "--interface", STRANGER)
    assert (status, 'code="no-owners-address"' in body) == (409, True), body
    status, body = curl(network[1], f"{url}/session", *form, "--interface", PROXY)
    assert status == 200, body
    owner = with_session(body.split('id="')[1].split('"')[0])
    assert curl(network[1], f"{url}/history", "-d", "x=1", *PUBLIC, *owner, "--interface", PROXY)[0] == 200
    assert curl(network[1], f"{url}/history", "-d", "x=1", *PUBLIC, *owner, "--interface", STRANGER)[0] == 403
    assert curl(network[1], f"{url}/history", "-d", "x=1", *owner, "--interface", PROXY)[0] == 403


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--proxy", "192.168.78.2"], "--proxy counts with --public-url only."),
        (["--public-url", "https://chat.example.org", "--open", "--proxy", "proxy.local"], "is not an IP address"),
    ],
)
def test_a_wrong_option_is_refused(request: pytest.FixtureRequest, tmp_path: Path, options: list[str], sentence: str) -> None:
    program = request.config.getoption("--program").resolve()
    shown = subprocess.run(
        [program, "serve", "--data", tmp_path / "data", *options], capture_output=True, text=True, timeout=60
    )
    assert (shown.returncode, sentence in shown.stderr) == (64, True), shown.stderr
