"""Where a node and its clients run: at the ends of a tunnel, in containers, in user namespaces."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import StartNode
from namespaces import Namespace, linked_namespaces
from node import free_port
from proxies import socat, ssh_tunnel, sshd

from test_access import OTHER_USER, curl, expect_stranger, expect_user
from test_passwords import PASSWORD, expect_refused

MACHINE, CONTAINER = "10.79.0.1", "10.79.0.2"


@pytest.fixture
def networks() -> Iterator[tuple[Namespace, Namespace]]:
    """The network of a machine, and that of a container on it."""
    if os.geteuid() != 0:
        pytest.skip("only root makes network namespaces")
    with linked_namespaces([f"{MACHINE}/24"], [f"{CONTAINER}/24"]) as networks:
        yield networks


def test_the_far_end_of_a_tunnel_is_the_user_who_has_logged_in(start_node: StartNode, tmp_path: Path) -> None:
    node = start_node("far")
    named = start_node("named", "--owner", OTHER_USER)
    with sshd(tmp_path / "sshd") as configuration:
        with ssh_tunnel(configuration, "root", node.port) as port:
            base = f"http://localhost:{port}"
            expect_user(f"{base}/", "-H", f"Origin: {base}", "-H", "Sec-Fetch-Site: same-origin")
            # The owner's session counts there, too.
            token = node.request("open", at=base).get("address", "").removeprefix(f"{base}/owner#")
            status, answer = curl(f"{base}/session", "-d", f"token={token}", "-H", f"Origin: {base}")
            assert (status, 'role="owner"' in answer) == (200, True), answer
        with ssh_tunnel(configuration, OTHER_USER, node.port) as port:
            expect_stranger(node, f"http://localhost:{port}/")
        with ssh_tunnel(configuration, OTHER_USER, named.port) as port:
            expect_user(f"http://localhost:{port}/")


def test_who_starts_a_node_with_sudo_is_a_user(start_node: StartNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_UID", str(pwd.getpwnam(OTHER_USER).pw_uid))
    node = start_node("started-with-sudo")
    expect_user(node.url)
    expect_user(node.url, user=OTHER_USER)
    expect_stranger(node, node.url, user="mail")


def test_programs_in_a_container_are_users_and_its_published_port_needs_a_password_or_open(
    networks: tuple[Namespace, Namespace], start_node: StartNode, tmp_path: Path
) -> None:
    machine, container = networks
    node = start_node("contained", start=False)
    port = free_port()
    (tmp_path / "password").write_text(PASSWORD)

    def restart(*options: str) -> None:
        node.kill()
        node.options = list(options)
        with container.entered():
            node.start()

    with machine.entered(), socat(port, host=CONTAINER) as published:
        base = f"http://localhost:{published}/"
        restart()
        with container.entered():
            expect_user(node.url)
            expect_stranger(node, node.url, user=OTHER_USER)
        with pytest.raises(subprocess.CalledProcessError):
            curl(base)
        listen = ("--listen", f"0.0.0.0:{port}")
        restart(*listen, "--password-file", str(tmp_path / "password"))
        expect_refused(base)
        expect_user(base, "-u", f"jack:{PASSWORD}")
        restart(*listen, "--open")
        expect_user(base)


def test_a_user_namespace_makes_nobody_another_user(start_node: StartNode) -> None:
    node = start_node("outside")
    url = f"{node.url}messages.php"
    as_root = ["unshare", "--user", "--map-root-user"]
    assert subprocess.run([*as_root, "id", "-u"], capture_output=True, text=True, check=True).stdout == "0\n"
    status, body = curl(url, user=OTHER_USER, within=as_root)
    assert (status, 'code="not-user"' in body) == (403, True), body
    assert curl(url, within=["unshare", "--user", "--map-user=1000"])[0] == 200


def test_a_node_in_a_user_namespace_knows_the_users_in_it(start_node: StartNode, tmp_path: Path) -> None:
    node = start_node("inside", start=False)
    program, node.program = node.program, tmp_path / "tidings"
    node.program.write_text(f"#!/bin/sh\nexec unshare --user --map-root-user '{program}' \"$@\"\n")
    node.program.chmod(0o755)
    node.start()
    inside = ["nsenter", "--user", f"--target={node.process_id}"]
    assert curl(f"{node.url}messages.php", within=inside)[0] == 200
    # A user without an id in the namespace.
    expect_stranger(node, node.url, user=OTHER_USER)
