"""Who administers a node: attacks through proxies, by other users, and with stolen tokens."""

from __future__ import annotations

import http.client
import pwd
import subprocess
from pathlib import Path

import pytest
from conftest import StartNode
from node import Node, free_port, post_form
from proxies import become, nginx, socat

#: A user of this machine that owns nothing here.
OTHER_USER = "www-data"


def changes(node: Node) -> tuple[str | None, list[tuple[str | None, str | None]]]:
    status = node.status()
    return status.get("group"), [(peer.get("node"), peer.get("name")) for peer in status.iter("peer")]


def attacks(node: Node, link: str) -> list[tuple[str, dict[str, str]]]:
    """Requests that only the owner may send."""
    key = node.public_key
    return [
        ("invite", {"uses": "64"}),
        ("join", {"link": link, "carry": "yes"}),
        ("peer", {"peer": key, "change": "pause"}),
        ("peer", {"peer": key, "change": "remove"}),
        ("chat/invite", {}),
    ]


def attack(port: int, path: str, parameters: dict[str, str], **headers: str) -> tuple[int, str]:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return post_form(http.client.HTTPConnection("127.0.0.1", port, timeout=30), path, parameters, fields)


@pytest.fixture
def node(start_node: StartNode) -> Node:
    return start_node("owned", "--peer-listen", f"127.0.0.1:{free_port()}")


@pytest.fixture
def link(start_node: StartNode) -> str:
    """An invitation of another node."""
    return start_node("other", "--peer-listen", f"127.0.0.1:{free_port()}").invitation()


def used_token(node: Node) -> str:
    """Returns a token whose session the owner has begun."""
    token = node.owner_address().partition("#")[2]
    status, _ = attack(node.port, "session", {"token": token})
    assert status == 200
    return token


def expect_refusals(node: Node, port: int, link: str, **headers: str) -> None:
    """Sends each attack, with and without a stolen old token. The node refuses all of them."""
    before, token = changes(node), used_token(node)
    for path, parameters in attacks(node, link):
        for stolen in ({}, {"Tidings-Session": token}, {"Tidings-Session": "A" * 22}):
            status, answer = attack(port, path, parameters, **headers, **stolen)
            assert (status, 'code="not-owner"' in answer) == (403, True), (path, answer)
    status, answer = attack(port, "session", {"token": token}, **headers)
    assert status in (403, 409) and "<session" not in answer, answer
    assert changes(node) == before


def test_a_program_on_the_same_machine_is_not_the_owner(node: Node, link: str) -> None:
    expect_refusals(node, node.port, link)


def test_visitors_of_a_proxy_are_not_the_owner(node: Node, link: str, tmp_path: Path) -> None:
    proxies = [
        nginx(tmp_path / "plain", f"proxy_pass http://127.0.0.1:{node.port};"),
        nginx(
            tmp_path / "localhost", f"proxy_pass http://127.0.0.1:{node.port}; proxy_set_header Host localhost;"
        ),
        socat(node.port),
    ]
    for proxy in proxies:
        with proxy as port:
            expect_refusals(node, port, link)


def test_a_session_of_the_owner_may_administer_and_ends_with_the_process(node: Node) -> None:
    session = node.owner_session()
    status, answer = attack(node.port, "invite", {}, Tidings_Session=session)
    assert (status, "<invitation link=" in answer) == (200, True)
    # A session counts on this machine only, and not through a proxy that names itself.
    for header in ({"Via": "1.1 proxy"}, {"X-Forwarded-For": "10.0.0.1"}, {"Forwarded": "for=10.0.0.1"}):
        assert attack(node.port, "invite", {}, Tidings_Session=session, **header)[0] == 403
    node.kill()
    node.start()
    status, answer = attack(node.port, "invite", {}, Tidings_Session=session)
    assert (status, 'code="not-owner"' in answer) == (403, True)


def test_a_token_works_once_and_for_a_minute(node: Node) -> None:
    token = node.owner_address().partition("#")[2]
    assert attack(node.port, "session", {"token": token})[0] == 200
    assert attack(node.port, "session", {"token": token})[0] == 403
    for wrong in ("", "A" * 22, "x", token.lower()):
        status, answer = attack(node.port, "session", {"token": wrong})
        assert (status, 'code="not-owner"' in answer) == (403, True)
    # Of many tokens and sessions, the oldest ones end.
    tokens = [node.owner_address().partition("#")[2] for _ in range(17)]
    assert attack(node.port, "session", {"token": tokens[0]})[0] == 403
    assert attack(node.port, "session", {"token": tokens[1]})[0] == 200
    sessions = [node.owner_session() for _ in range(65)]
    assert attack(node.port, "invite", {}, Tidings_Session=sessions[0])[0] == 403
    assert attack(node.port, "invite", {}, Tidings_Session=sessions[1])[0] == 200


def test_a_token_stays_valid_at_an_address_where_no_session_counts(node: Node) -> None:
    token = node.owner_address().partition("#")[2]
    status, answer = attack(node.port, "session", {"token": token}, Via="1.1 proxy")
    assert (status, 'code="no-owners-address"' in answer, "--public-url" in answer) == (409, True, True), answer
    assert attack(node.port, "session", {"token": token})[0] == 200


def test_no_token_is_in_the_log_or_in_an_argument(node: Node) -> None:
    session = node.owner_session()
    arguments = Path(f"/proc/{node.process_id}/cmdline").read_bytes()
    printed = node.log()
    assert "#" not in printed
    assert session not in printed
    assert b"#" not in arguments


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_failure_says_what_to_type_to_a_client_on_this_machine_only(node: Node, host: str) -> None:
    place = f"{host}:{node.port}"
    command = attack(node.port, "invite", {}, Host=place)[1].split("\n")[1].removesuffix("</failure>")
    at = "" if host == "127.0.0.1" else f" --at http://{place}"
    assert command == f"{node.program} open --data {node.data.resolve()}{at}"
    shown = subprocess.run(command, shell=True, cwd="/", capture_output=True, text=True, timeout=30)
    assert shown.stdout.startswith(f"http://{place}/owner#"), shown
    assert str(node.data) not in attack(node.port, "invite", {}, Via="1.1 proxy")[1]
    for wrong, status in (("x", 400), ("http://evil.example", 409), ("https://127.0.0.1", 200)):
        assert node.command("open", at=wrong)[0] == status, wrong


def test_nobody_on_another_machine_names_the_public_address(start_node: StartNode, tmp_path: Path) -> None:
    address = "https://chat.example.org"
    node = start_node("public", "--open", "--listen", f"0.0.0.0:{free_port()}", "--public-url", address)
    token = node.owner_address().removeprefix(f"{address}/owner#")
    status, answer = attack(node.port, "session", {"token": token}, Host="chat.example.org", X_Forwarded_For="10.0.0.1")
    assert status == 200, answer


# MARK: Users of this machine


def as_user(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*become(name), *words], capture_output=True, text=True, timeout=60)


def let_pass(folder: Path) -> None:
    """Lets other users reach a folder of a test."""
    for each in (folder, folder.parent):
        each.chmod(each.stat().st_mode | 0o011)


def test_another_user_may_give_commands_only_if_the_node_names_that_user(start_node: StartNode) -> None:
    node = start_node("owned")
    let_pass(node.folder)
    program = node.program.resolve()
    refused = as_user(OTHER_USER, str(program), "open", "--data", str(node.data))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Permission denied: the node with the folder" in refused.stderr

    named = start_node("shared", "--owner", OTHER_USER)
    let_pass(named.folder)
    for path in named.data.iterdir():
        assert path.name == "admin.sock" or path.stat().st_mode & 0o077 == 0, path
    assert as_user(OTHER_USER, str(program), "open", "--data", str(named.data)).stdout.startswith(named.url)
    # A third user reaches the socket, and the node closes the connection.
    third = as_user("games", str(program), "open", "--data", str(named.data))
    assert (third.returncode, third.stdout) == (1, "")
    assert "This user may give no commands to the node" in third.stderr
    listed = as_user(OTHER_USER, "ls", str(named.data))
    assert listed.returncode != 0


def test_the_caller_of_sudo_may_give_commands(start_node: StartNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_UID", str(pwd.getpwnam(OTHER_USER).pw_uid))
    node = start_node("started-with-sudo")
    let_pass(node.folder)
    assert as_user(OTHER_USER, str(node.program.resolve()), "open", "--data", str(node.data)).returncode == 0


@pytest.mark.parametrize(("name", "sentence"), [("nobody", "services share this user"), ("no-such-user", "is not a user")])
def test_a_user_who_cannot_be_an_owner_is_refused(start_node: StartNode, name: str, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        start_node("owned", "--owner", name)


def test_connections_of_other_users_cost_nothing(start_node: StartNode) -> None:
    node = start_node("shared", "--owner", OTHER_USER)
    let_pass(node.folder)
    flood = (
        "import socket\n"
        "for _ in range(3000):\n"
        "    s = socket.socket(socket.AF_UNIX); s.connect(%r)\n"
        "    assert s.recv(1) == b''\n" % str(node.data / "admin.sock")
    )
    flooded = as_user("games", "/usr/bin/python3", "-c", flood)
    assert flooded.returncode == 0, flooded.stderr
    assert node.command("open")[0] == 200


# MARK: The socket


def test_other_users_cannot_replace_files_of_the_data_folder(start_node: StartNode) -> None:
    node = start_node("open")
    node.kill()
    node.data.chmod(0o777)
    node.start()
    assert node.data.stat().st_mode & 0o777 == 0o755
    assert "Other users of this machine could change files" in node.log()


def test_a_folder_with_a_long_path_accepts_commands(start_node: StartNode) -> None:
    node = start_node("long", start=False)
    node.folder = node.folder / ("long" * 40)
    node.data = node.folder / "data"
    node.start()
    listed = subprocess.run(
        [node.program, "members", "--data", node.data], capture_output=True, text=True, timeout=60
    )
    assert (listed.returncode, listed.stderr) == (0, ""), listed


def test_a_node_without_a_socket_does_not_start(start_node: StartNode) -> None:
    node = start_node("obstructed", start=False)
    node.data.mkdir(parents=True)
    (node.data / "admin.sock").write_text("notes")
    with pytest.raises(AssertionError, match="A file or a folder is there. Move it away"):
        node.start()
    assert (node.data / "admin.sock").read_text() == "notes"
