"""Who may read and write: users of the machine, and everybody behind a proxy or a tunnel on it."""

from __future__ import annotations

import platform
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import StartNode
from node import Node, free_port
from proxies import become, caddy, nginx, socat

#: A user of this machine who owns nothing here.
OTHER_USER = "games"

READS = ["messages.php", "chat/messages.php?past=0", "messages.php?view=log", "rooms.xml", "status.xml"]
#: The files of the web page say how to become a user.
FILES = ["", "test.html", "manifest.webmanifest"]


def curl(
    url: str, *options: str, user: str | None = None, within: Sequence[str] = (), seconds: int = 30
) -> tuple[int, str]:
    """Returns the status and the body, which arrive within these seconds.

    `within` is a command that runs curl, for example in a namespace.
    """
    words = ["curl", "-s", "-m", str(seconds), "-w", "\n%{http_code}", *options, url]
    words = [*within, *words]
    if user:
        words = [*become(user), *words]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, timeout=2 * seconds).stdout
    body, _, status = shown.rpartition("\n")
    return int(status), body


def post(base: str, text: str, *options: str, user: str | None = None) -> tuple[int, str]:
    return curl(f"{base}add.php", "-d", "user=eve", "-d", f"message={text}", *options, user=user)


def expect_stranger(node: Node, base: str, *options: str, user: str | None = None) -> None:
    """Expects that nothing is read or written at an address, and that each answer says what the owner can do."""
    for path in READS:
        status, body = curl(base + path, *options, user=user)
        assert (status, 'code="not-user"' in body, "--open" in body) == (403, True, True), (path, status, body)
    status, body = post(base, "by a stranger", *options, user=user)
    assert (status, 'code="not-user"' in body) == (403, True), body
    for path in FILES:
        assert curl(base + path, *options, user=user)[0] == 200, path
    assert "by a stranger" not in curl(f"{node.url}messages.php")[1]


def expect_user(base: str, *options: str, user: str | None = None) -> None:
    text = f"by a user at {base}"
    assert post(base, text, *options, user=user)[0] == 200
    status, body = curl(f"{base}messages.php", *options, user=user)
    assert (status, text in body) == (200, True)


@pytest.fixture
def node(start_node: StartNode) -> Node:
    return start_node("used", "--listen", f"[::1]:{free_port()}")


def base_of_v6(node: Node) -> str:
    return f"http://{node.options[1]}/"


def test_programs_of_the_node_s_user_read_and_write(node: Node) -> None:
    expect_user(node.url)
    expect_user(base_of_v6(node))
    with socket.create_connection(("127.0.0.1", node.port)) as client:
        client.sendall(b"GET /messages.php HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1024).startswith(b"HTTP/1.1 200 ")


def test_another_user_of_the_machine_is_a_stranger(node: Node) -> None:
    expect_stranger(node, node.url, user=OTHER_USER)
    expect_stranger(node, base_of_v6(node), user=OTHER_USER)
    # An IPv4 address in an IPv6 socket.
    expect_stranger(node, f"http://[::ffff:127.0.0.1]:{node.port}/", user=OTHER_USER)


def test_a_user_whom_the_node_names_reads_and_writes(start_node: StartNode) -> None:
    node = start_node("named", "--owner", OTHER_USER)
    expect_user(node.url, user=OTHER_USER)
    expect_stranger(node, node.url, user="mail")


def test_a_request_that_names_a_proxy_is_a_stranger_s(node: Node) -> None:
    for field in ("Forwarded: for=10.0.0.1", "Via: 1.1 proxy", "X-Forwarded-For: 127.0.0.1"):
        expect_stranger(node, node.url, "-H", field)


def test_everybody_behind_a_proxy_of_another_user_is_a_stranger(node: Node, tmp_path: Path) -> None:
    proxies = [
        nginx(tmp_path / "plain", f"proxy_pass http://127.0.0.1:{node.port};"),
        nginx(tmp_path / "host", f"proxy_pass http://127.0.0.1:{node.port}; proxy_set_header Host localhost;"),
        socat(node.port, user=OTHER_USER),
    ]
    for proxy in proxies:
        with proxy as port:
            expect_stranger(node, f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("user", ["caddy", "root"])
def test_everybody_behind_caddy_is_a_stranger(user: str, node: Node) -> None:
    port = free_port()
    with caddy(f"http://127.0.0.1:{port}\nreverse_proxy 127.0.0.1:{node.port}", port, user):
        expect_stranger(node, f"http://127.0.0.1:{port}/")


def test_everybody_behind_caddy_is_a_stranger_also_if_caddy_does_not_say_what_it_is(node: Node) -> None:
    port = free_port()
    silent = "header_up Host localhost\n header_up -X-Forwarded-*"
    site = f"http://127.0.0.1:{port} {{\n reverse_proxy 127.0.0.1:{node.port} {{\n {silent}\n }}\n}}"
    with caddy(site, port, "caddy"):
        expect_stranger(node, f"http://127.0.0.1:{port}/")


def test_an_open_node_is_for_everybody_who_reaches_it(start_node: StartNode, tmp_path: Path) -> None:
    node = start_node("open", "--open")
    expect_user(node.url, user=OTHER_USER)
    with nginx(tmp_path / "nginx", f"proxy_pass http://127.0.0.1:{node.port};") as port:
        expect_user(f"http://127.0.0.1:{port}/")


def test_where_the_kernel_does_not_say_who_connects_all_are_users(start_node: StartNode, tmp_path: Path) -> None:
    node = start_node("sandboxed", start=False)
    node.program = sandbox(tmp_path / "tidings", node.program)
    node.start()
    expect_user(node.url)
    expect_user(node.url, user=OTHER_USER)
    expect_stranger(node, node.url, "-H", "Via: 1.1 proxy")
    assert "This system does not say which user has a connection." in node.log()


def sandbox(path: Path, program: Path) -> Path:
    """Writes a program that runs another one without netlink, as gVisor does."""
    number = {"x86_64": 41, "aarch64": 198}[platform.machine()]
    path.write_text(f"""#!/usr/bin/python3
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
load, jump_equal, answer = 0x20, 0x15, 0x06
AF_NETLINK, EAFNOSUPPORT = 16, 97
rules = [
    (load, 0, 0, 0), (jump_equal, 0, 3, {number}),
    (load, 0, 0, 16), (jump_equal, 0, 1, AF_NETLINK), (answer, 0, 0, 0x50000 | EAFNOSUPPORT),
    (answer, 0, 0, 0x7fff0000),
]
count = len(rules)
rules = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
filter = ctypes.create_string_buffer(struct.pack("HP", count, ctypes.addressof(rules)))
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, filter):
    sys.exit(os.strerror(ctypes.get_errno()))
os.execv({str(program.resolve())!r}, [{str(program.resolve())!r}, *sys.argv[1:]])
""")
    path.chmod(0o755)
    return path
