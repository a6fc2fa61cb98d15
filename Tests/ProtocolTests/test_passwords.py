"""Passwords and sessions: who reads and writes at a node that others reach."""

from __future__ import annotations

import http.client
import socket
import subprocess
import threading
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from conftest import StartNode
from eventually import eventually
from node import Node, free_port, post_form
from proxies import nginx

from test_access import curl, expect_user, post

PASSWORD = "bado kite lumo sabi"
WRONG = "not the password"
NEW_PASSWORD = f"{PASSWORD} again"


def set_password(node: Node, password: str | None, *options: str) -> subprocess.CompletedProcess[str]:
    words = [node.program, "password", "--data", node.data, *options, *([] if password else ["--remove"])]
    return subprocess.run(words, input=f"{password}\n", capture_output=True, text=True, timeout=60)


def begin(port: int, password: str, **headers: str) -> tuple[int, str]:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    return post_form(connection, "session", {"password": password}, fields)


def session(port: int, password: str = PASSWORD, **headers: str) -> str:
    status, answer = begin(port, password, **headers)
    assert status == 200, answer
    return ElementTree.fromstring(answer).attrib["id"]


def with_session(value: str) -> tuple[str, str]:
    return ("-H", f"Tidings-Session: {value}")


@pytest.fixture
def node(start_node: StartNode) -> Node:
    node = start_node("guarded")
    assert set_password(node, PASSWORD).returncode == 0
    return node


def expect_refused(base: str, *options: str) -> None:
    status, body = post(base, "refused", *options)
    expected = 403 if "-H" in options else 401
    assert (status, 'code="password-needed"' in body) == (expected, True), body
    assert curl(f"{base}messages.php", *options)[0] == expected


def test_without_the_password_nobody_reads_or_writes_and_with_it_programs_do(node: Node) -> None:
    expect_refused(node.url)
    expect_refused(node.url, "-u", f"jack:{WRONG}")
    for name in ("jack", "", "anything"):
        expect_user(node.url, "-u", f"{name}:{PASSWORD}")
    # Only a program is asked by its browser or library; the page asks with a field of its own.
    for fields, isAsked in (
        ((), True), (("-H", "Accept: text/html"), False), (with_session("none"), False),
        (("-H", "Sec-Fetch-Site: same-origin"), False),
    ):
        head = subprocess.run(
            ["curl", "-sI", *fields, f"{node.url}messages.php"], capture_output=True, text=True, timeout=60
        ).stdout
        assert (head.split()[1], "WWW-Authenticate: Basic" in head) == ("401" if isAsked else "403", isAsked), head
    assert curl(node.url)[0] == 200


def test_a_session_survives_a_restart_and_ends_with_the_password(node: Node) -> None:
    value = session(node.port)
    expect_user(node.url, *with_session(value))
    node.kill()
    node.start()
    expect_user(node.url, *with_session(value))
    expect_refused(node.url, *with_session("A" * 22))
    assert begin(node.port, WRONG)[0] == 403

    assert set_password(node, PASSWORD + " again").returncode == 0
    expect_refused(node.url, *with_session(value))
    expect_refused(node.url, "-u", f"jack:{PASSWORD}")
    # Without a password, the programs of the node's user are users again.
    assert set_password(node, None).returncode == 0
    expect_user(node.url)


def test_the_owner_lists_and_ends_sessions(node: Node) -> None:
    values = [session(node.port, User_Agent=f"Browser {number}") for number in range(2)]
    listed = subprocess.run([node.program, "sessions", "--data", node.data], capture_output=True, text=True, timeout=60)
    lines = listed.stdout.splitlines()
    assert [line.rpartition("  ")[2] for line in lines] == ["Browser 0", "Browser 1"], listed
    ended = subprocess.run(
        [node.program, "sessions", "--data", node.data, "--end", lines[0].split()[0]],
        capture_output=True, text=True, timeout=60,
    )
    assert ended.returncode == 0, ended
    expect_refused(node.url, *with_session(values[0]))
    # One id of 64 begins like an option.
    ended = subprocess.run([node.program, "sessions", "--data", node.data, "--end", "-0000000"], capture_output=True, text=True, timeout=60)
    assert "Unknown" not in ended.stderr and ended.returncode != 64, ended
    expect_user(node.url, *with_session(values[1]))
    # A further session ends the oldest one.
    for number in range(256):
        session(node.port)
    expect_refused(node.url, *with_session(values[1]))


def test_the_client_of_2011_has_an_address_with_a_key(start_node: StartNode) -> None:
    node = start_node("guarded", "--log-level", "debug")
    assert set_password(node, PASSWORD).returncode == 0
    made = subprocess.run(
        [node.program, "sessions", "--data", node.data, "--add", "iPhone 4"], capture_output=True, text=True, timeout=60
    )
    address = made.stdout.strip()
    assert address.startswith(f"{node.url}chat/key/"), made
    path = address.removeprefix(node.url[:-1])

    def exchange(head: str, body: bytes = b"") -> bytes:
        """Sends what the client sends: header and body in two writes, and no field beside these."""
        with socket.create_connection(("127.0.0.1", node.port), timeout=30) as client:
            client.sendall(f"{head} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n".encode())
            if body:
                client.sendall(b"Content-Type: application/x-www-form-urlencoded\r\n\r\n")
                client.sendall(body)
            else:
                client.sendall(b"\r\n")
            client.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: client.recv(65536), b""))

    assert exchange(f"POST {path}add.php", b"user=megan&message=1+1=2 100% sure & more").startswith(b"HTTP/1.1 200 ")
    page = exchange(f"GET {path}messages.php?past=0&t=1")
    assert b"<user>megan</user>" in page and b"<text>1 1=2 100% sure </text>" in page, page
    # A key is for these two addresses only.
    for other in ("status.xml", "rooms.xml", "../messages.php", "", "invite"):
        assert exchange(f"GET {path}{other}").split()[1] in (b"400", b"403", b"404"), other
    secret = path.split("/")[3]
    assert secret not in node.log()
    assert exchange(f"GET {path.replace(secret, 'A' * 22)}messages.php").startswith(b"HTTP/1.1 403 ")

    [line] = subprocess.run(
        [node.program, "sessions", "--data", node.data], capture_output=True, text=True, timeout=60
    ).stdout.splitlines()
    assert line.endswith("  iPhone 4")
    subprocess.run([node.program, "sessions", "--data", node.data, "--end", line.split()[0]], check=True, timeout=60)
    assert exchange(f"GET {path}messages.php").startswith(b"HTTP/1.1 403 ")


def test_the_owner_s_password_makes_an_owner_on_this_machine_only(node: Node, tmp_path: Path) -> None:
    owners = "only for the owner"
    assert set_password(node, owners, "--for-owner").returncode == 0
    value = session(node.port, owners)
    invite = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
    assert post_form(invite, "invite", {}, {"Tidings-Session": value})[0] == 200
    expect_user(node.url, *with_session(value))
    for directive in ("", "proxy_set_header Via nginx;"):
        with nginx(tmp_path / f"nginx{len(directive)}", f"proxy_pass http://127.0.0.1:{node.port}; {directive}") as port:
            assert begin(port, owners)[0] == 403
            invite = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            assert post_form(invite, "invite", {}, {"Tidings-Session": value})[0] == 403
    # A user's session may not administer.
    invite = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
    assert post_form(invite, "invite", {}, {"Tidings-Session": session(node.port)})[0] == 403


def test_short_passwords_are_refused_and_change_nothing(node: Node) -> None:
    for short in ("", "short", "elevenchars"):
        refused = set_password(node, short or " ")
        assert (refused.returncode, "at least 12 characters" in refused.stderr) == (64, True), refused
    expect_user(node.url, "-u", f"jack:{PASSWORD}")


def test_a_listener_beyond_loopback_needs_a_password_or_open(start_node: StartNode, tmp_path: Path) -> None:
    node = start_node("beyond")
    options = ["--listen", f"0.0.0.0:{free_port()}"]
    node.kill()
    node.options = options
    with pytest.raises(AssertionError, match="Set a password first"):
        node.start()
    node.kill()
    short, file = tmp_path / "short", tmp_path / "password"
    short.write_text("short\n")
    file.write_text(f"{PASSWORD}\nnotes\n")
    node.options = [*options, "--password-file", str(short)]
    with pytest.raises(AssertionError, match="less than 12 characters"):
        node.start()
    node.kill()
    node.options = [*options, "--password-file", str(file)]
    node.start()
    expect_refused(node.url)
    expect_user(node.url, "-u", f"jack:{PASSWORD}")
    value = session(node.port)
    refused = set_password(node, PASSWORD)
    assert (refused.returncode, "--password-file" in refused.stderr) == (1, True), refused
    node.kill()
    node.start()
    expect_user(node.url, *with_session(value))
    # Another password in the file ends the sessions, and so does no file.
    for text, options_ in ((PASSWORD + " again", node.options), (PASSWORD, [])):
        node.kill()
        file.write_text(text)
        node.options = options_
        node.start()
        assert curl(f"{node.url}messages.php", *with_session(value))[0] == (200 if not options_ else 403)
    assert curl(f"{node.url}messages.php", *with_session(value), user="games")[0] == 403
    assert set_password(node, PASSWORD).returncode == 0
    node.kill()
    node.options = options
    node.start()
    expect_user(node.url, "-u", f"jack:{PASSWORD}")


def test_wrong_passwords_of_one_address_delay_no_other_one(node: Node) -> None:
    node.kill()
    node.options = ["--public-url", "https://chat.example.org"]
    node.start()
    statuses: list[int] = []
    end = threading.Event()

    def guess(number: int) -> None:
        while not end.is_set():
            fields = {"Host": "chat.example.org", "X_Forwarded_For": f"10.0.0.1, 10.0.1.{number % 4}"}
            statuses.append(begin(node.port, f"{WRONG} {number}", **fields)[0])

    with ThreadPoolExecutor(8) as pool:
        guesses = [pool.submit(guess, number) for number in range(8)]
        eventually(lambda: 429 in statuses, "An address that guesses twice at once is told to wait.")
        began = time.monotonic()
        value = session(node.port, Host="chat.example.org", X_Forwarded_For="10.0.2.1")
        assert time.monotonic() - began < 5
        end.set()
        for each in guesses:
            each.result()
    assert set(statuses) == {403, 429}
    # A proven password is compared at once.
    expect_user(node.url, *with_session(value))
    expect_user(node.url, "-u", f"jack:{PASSWORD}")
    began = time.monotonic()
    for _ in range(20):
        expect_user(node.url, "-u", f"jack:{PASSWORD}")
    assert time.monotonic() - began < 10


def test_parallel_requests_with_one_password_are_compared_once(node: Node) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: post(node.url, f"{number}", "-u", f"jack:{PASSWORD}"), range(8)))
    assert [status for status, _ in answers] == [200] * 8, answers


def test_no_password_and_no_session_is_in_the_log(start_node: StartNode) -> None:
    node = start_node("guarded", "--log-level", "debug")
    assert set_password(node, PASSWORD).returncode == 0
    value = session(node.port)
    expect_user(node.url, *with_session(value))
    expect_user(node.url, "-u", f"jack:{PASSWORD}")
    begin(node.port, WRONG)
    printed = node.log()
    for secret in (PASSWORD, PASSWORD.replace(" ", "+"), PASSWORD.replace(" ", "%20"), value, WRONG):
        assert secret not in printed
    stored = (node.data / "data.mdb").read_bytes()
    assert PASSWORD.encode() not in stored and value.encode() not in stored


def half_request(node: Node, path: str, form: str, session: str) -> socket.socket:
    """Sends a POST without the last byte of its form."""
    connection = socket.create_connection(("127.0.0.1", node.port), timeout=30)
    head = f"POST /{path} HTTP/1.1\r\nHost: localhost\r\nTidings-Session: {session}\r\nContent-Length: {len(form)}\r\n"
    connection.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n{form[:-1]}".encode())
    return connection


def test_a_request_whose_session_ends_before_its_last_byte_comes_is_refused(node: Node) -> None:
    user, owner = session(node.port), node.owner_session()
    halves = [
        half_request(node, "add.php", "user=thief&message=late", user),
        half_request(node, "messages.php", "view=chat&past=0", user),
        half_request(node, "sessions", "name=thief", owner),
        half_request(node, "invite", "seconds=600", owner),
    ]
    assert set_password(node, NEW_PASSWORD).returncode == 0
    for connection, end in zip(halves, ["e", "0", "f", "0"], strict=True):
        with closing(connection):
            connection.sendall(end.encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 403 "), end


def test_a_new_password_ends_the_sessions_and_tokens_of_the_owner_too(node: Node) -> None:
    owner, token = node.owner_session(), node.owner_address().partition("#")[2]
    assert curl(f"{node.url}sessions", "-d", "x=1", *with_session(owner))[0] == 200
    assert set_password(node, NEW_PASSWORD).returncode == 0
    for path in ["sessions", "add-phone", "history"]:
        assert curl(f"{node.url}{path}", "-d", "x=1", *with_session(owner))[0] == 403, path
    assert curl(f"{node.url}session", "-d", f"token={token}")[0] == 403


def test_many_logins_end_no_session_that_the_owner_has_allowed(node: Node) -> None:
    words = [node.program, "sessions", "--data", node.data, "--add", "iPhone 4"]
    address = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    first = session(node.port)
    again = ["--data-urlencode", f"password={PASSWORD}"]
    subprocess.run(["curl", "-s", *again, *[f"{node.url}session"] * 300], check=True, timeout=120, stdout=subprocess.DEVNULL)
    assert curl(f"{address}messages.php")[0] == 200
    assert curl(f"{node.url}messages.php", *with_session(first))[0] == 403
    history = node.command("history")[1]
    assert 'what="password-set"' in history and history.count('what="session"') < 500
