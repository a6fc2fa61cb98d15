"""Peers in networks with silent name servers, hostile places, link-local addresses, many bridges and floods.

The nodes are in network namespaces, which need root.
"""

from __future__ import annotations

import errno
import gzip
import http.client
import itertools
import json
import multiprocessing
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest

from eventually import eventually
from link import Link, LinkKey, client_hello
from namespaces import Namespace, ip, linked_namespaces
from node import Node
from test_links import LOG

SERVER, CLIENT, PEER = "10.78.0.1", "10.78.0.2", "10.78.0.3"
STRANGERS = [f"10.78.0.{number}" for number in range(10, 110)]
LINK_PORT = 7411
PATIENCE_S = 60

#: In one network of 64 bits.
SERVER_6, PEER_6 = "fd78::1", "fd78::3"
STRANGERS_6 = [f"fd78::{number}" for number in range(10, 110)]

#: The seconds of a flood, the links that a peer opens in them, and the least new connections of strangers in a second. The
#: node begins 200 handshakes a second.
FLOOD_S = 6
FLOOD_LINKS = 20
LEAST_FLOOD = 250

StartInNamespace = Callable[..., Node]


@pytest.fixture
def network() -> Iterator[tuple[Namespace, Namespace]]:
    if os.geteuid() != 0:
        pytest.skip("only root makes network namespaces")
    clients = [f"{address}/24" for address in [CLIENT, PEER, *STRANGERS]]
    with linked_namespaces([f"{SERVER}/24"], clients) as namespaces:
        yield namespaces


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Path:
    program: Path = request.config.getoption("--program").resolve()
    assert program.exists(), f"{program} is missing; scripts/swift build builds it"
    return program


@pytest.fixture
def start(program: Path, tmp_path: Path) -> Iterator[StartInNamespace]:
    """A function that starts a node in a namespace."""
    nodes: list[Node] = []

    def start(
        namespace: Namespace, *options: str, peers: list[str] | None = None, has_beacon: bool = False
    ) -> Node:
        folder = tmp_path / f"node-{len(nodes)}"
        folder.mkdir()
        script = folder / "tidings"
        script.write_text(f"#!/bin/sh\nexec ip netns exec {namespace.name} '{program}' \"$@\"\n")
        script.chmod(0o700)
        node = Node(script, folder, f"node-{len(nodes)}")
        node.options, node.peers, node.has_beacon = list(options), peers or [], has_beacon
        nodes.append(node)
        return node.start()

    yield start
    for node in nodes:
        print(node.log())
        node.kill()


@contextmanager
def names(namespace: Namespace, server: str, hosts: str = "") -> Iterator[None]:
    """Gives the programs of a namespace a name server and a file of hosts."""
    folder = Path("/etc/netns") / namespace.name
    folder.mkdir(parents=True)
    (folder / "resolv.conf").write_text(f"nameserver {server}\n")
    (folder / "hosts").write_text(f"127.0.0.1 localhost\n{hosts}")
    try:
        yield
    finally:
        shutil.rmtree(folder)


def request(namespace: Namespace, node: Node, path: str, **parameters: str) -> dict[str, str]:
    """Posts from the node's own machine. Returns the attributes of the answer."""
    with namespace.entered():
        try:
            return dict(node.request(path, **parameters).attrib)
        except urllib.error.HTTPError as error:
            return {"failure": error.read().decode()}


def texts(namespace: Namespace, node: Node) -> list[str]:
    with namespace.entered():
        return node.texts()


def post(namespace: Namespace, node: Node, text: str) -> None:
    with namespace.entered():
        node.post(text)


def link_from(namespace: Namespace, key: LinkKey, source: str) -> Link:
    """Opens a link from an address to the node."""
    link = Link(key, LINK_PORT)
    server = SERVER_6 if ":" in source else source if source.startswith("127.") else SERVER
    plain = namespace.connect((server, LINK_PORT), source)
    try:
        link.sock = key.context().wrap_socket(plain)
    except BaseException:
        plain.close()
        raise
    link.auto_open = 0
    return link


def pair(namespace: Namespace, key: LinkKey, invitation: str, source: str, **parameters: str) -> None:
    """Uses an invitation over a link from an address."""
    group, secret = invitation.split("/")[1:]
    with link_from(namespace, key, source) as link:
        body = urlencode({"group": group, "secret": secret, **parameters})
        link.request("POST", "/pair", body, {"Content-Type": "application/x-www-form-urlencoded"})
        answer = link.getresponse()
        assert answer.status == 200, answer.read()


def link_local_address(namespace: Namespace, interface: str) -> str:
    """Returns the link-local IPv6 address of an interface as soon as it can be used."""

    def found() -> list[str]:
        text = ip("-netns", namespace.name, "-json", "-6", "address", "show", "dev", interface, "scope", "link")
        return [
            entry["local"]
            for device in json.loads(text)
            for entry in device.get("addr_info", [])
            if "local" in entry and not entry.get("tentative")
        ]

    eventually(lambda: bool(found()), f"{interface} has a link-local address", PATIENCE_S)
    return found()[0]


class Trap:
    """A listener that counts connections and ends them."""

    def __init__(self, namespace: Namespace, host: str, port: int = 0) -> None:
        with namespace.entered():
            self._listener = socket.create_server((host, port))
        self.port = self._listener.getsockname()[1]
        self.count = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self.count += 1
                connection.close()

    def close(self) -> None:
        self._listener.close()


# Names


def test_names_that_nobody_answers_delay_no_link_to_an_address(
    network: tuple[Namespace, Namespace], start: StartInNamespace, tmp_path: Path
) -> None:
    here, there = network
    with there.entered():
        silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        silent.bind((CLIENT, 53))
    with names(here, CLIENT), silent:
        inviting = start(here, "--peer-listen", "127.0.0.1:7500")
        keys = [LinkKey(tmp_path, f"key-{number}") for number in range(4)]
        joining = start(
            here,
            "--peer-listen",
            "off",
            peers=[f"tidings:{key.public_key}@silent-{number}.example:1" for number, key in enumerate(keys)],
        )
        # All names are being looked up.
        asked: set[bytes] = set()
        silent.settimeout(PATIENCE_S)
        while len(asked) < len(keys):
            asked.add(next(part for part in silent.recv(512)[12:].split(b"\x07") if b"silent" in part)[:9])
        invitation = request(here, inviting, "invite")["link"]
        begin = time.monotonic()
        answer = request(here, joining, "join", link=invitation)
        assert "group" in answer, answer
        # The operating system looks for a name for ten seconds.
        assert time.monotonic() - begin < 5
        post(here, inviting, "hello")
        eventually(lambda: "hello" in texts(here, joining), "the message arrives", PATIENCE_S)


def test_names_that_nobody_answers_delay_no_other_name(
    network: tuple[Namespace, Namespace], start: StartInNamespace
) -> None:
    here, there = network
    post(there, start(there, "--open", "--listen", f"{CLIENT}:8080", "--allow-host", "known.example"), "hello")
    with there.entered():
        silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        silent.bind((CLIENT, 53))
    with names(here, CLIENT, f"{CLIENT} known.example\n"), silent:
        dead = [f"http://silent-{number}.example:1" for number in range(16)]
        node = start(here, peers=[*dead, "http://known.example:8080"])
        begin = time.monotonic()
        eventually(lambda: texts(here, node) == ["hello"], lambda: node.log(), PATIENCE_S)
        # The operating system looks for a name for ten seconds.
        assert time.monotonic() - begin < 5


# Places


def test_places_on_the_nodes_own_machine_are_never_dialled_for_another_machine(
    network: tuple[Namespace, Namespace], start: StartInNamespace, tmp_path: Path
) -> None:
    here, there = network
    with names(here, CLIENT, "127.0.0.1 trap.example\n"):
        node = start(here, "--peer-listen", f"{SERVER}:{LINK_PORT}")
        own = Trap(here, "127.0.0.1")
        other = Trap(there, CLIENT, own.port)
        hosts = ["127.0.0.1", "localhost", "trap.example", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0"]
        places = ",".join(f"{host}:{own.port}" for host in hosts)
        invitation = request(here, node, "invite")["link"]
        pair(there, LinkKey(tmp_path, "hostile"), invitation, CLIENT, places=places)
        # In each round, the node tries all places.
        eventually(lambda: other.count >= 3, lambda: f"dialled {other.count} times", PATIENCE_S)
        assert own.count == 0
        own.close()
        other.close()


def test_places_on_the_nodes_own_machine_are_not_dialled_for_a_node_behind_a_tunnel(
    network: tuple[Namespace, Namespace], start: StartInNamespace, tmp_path: Path
) -> None:
    here, there = network
    node = start(here, "--peer-listen", f"0.0.0.0:{LINK_PORT}")
    own = Trap(here, "127.0.0.1")
    other = Trap(there, CLIENT)
    invitation = request(here, node, "invite", uses="2")["link"]
    places = ",".join(f"{host}:{own.port}" for host in ["127.0.0.1", "[::1]", "localhost"])
    # As through a tunnel, the connection comes from 127.0.0.1.
    pair(here, LinkKey(tmp_path, "hostile"), invitation, "127.0.0.1", places=places)
    # Another peer shows when the node has dialled.
    pair(there, LinkKey(tmp_path, "other"), invitation, CLIENT, places=f"{CLIENT}:{other.port}")
    eventually(lambda: other.count >= 3, lambda: f"dialled {other.count} times", PATIENCE_S)
    assert own.count == 0
    own.close()
    other.close()


def test_an_invitation_that_names_only_its_own_machine_is_not_dialled(
    network: tuple[Namespace, Namespace], start: StartInNamespace
) -> None:
    here, there = network
    inviting, joining = start(here, "--peer-listen", f"{SERVER}:{LINK_PORT}"), start(there)
    own = Trap(there, "127.0.0.1")
    link = re.sub("@[^/]*/", f"@127.0.0.1:{own.port}/", request(here, inviting, "invite")["link"])
    status, answer = joining.command("join", link=link)
    assert (status, "names only the machine on which it was made" in answer) == (400, True), answer
    assert own.count == 0
    own.close()


# Compression


@pytest.mark.parametrize("accepts", [True, False])
def test_a_page_for_another_machine_is_compressed_if_the_request_accepts_it(
    network: tuple[Namespace, Namespace], start: StartInNamespace, tmp_path: Path, accepts: bool
) -> None:
    here, there = network
    node, key = start(here, "--peer-listen", f"{SERVER}:{LINK_PORT}"), LinkKey(tmp_path, "peer")
    pair(there, key, request(here, node, "invite")["link"], PEER)
    with link_from(there, key, PEER) as link:

        def page() -> tuple[str | None, bytes]:
            link.request("GET", LOG, headers={"Accept-Encoding": "gzip"} if accepts else {})
            answer = link.getresponse()
            return answer.getheader("Content-Encoding"), answer.read()

        coding, body = page()
        assert (coding, len(body) <= 1024) == (None, True)
        post(here, node, "short")
        post(here, node, "hello " * 1000)
        coding, body = page()
        assert coding == ("gzip" if accepts else None)
        assert (len(body) < 2048) == accepts
        text = gzip.decompress(body) if accepts else body
        assert b"<text>short</text>" in text and b"hello " * 999 in text


@pytest.mark.parametrize("view", ["chat", "log", "article"])
def test_a_page_for_a_client_on_another_machine_is_not_compressed(
    network: tuple[Namespace, Namespace], start: StartInNamespace, view: str
) -> None:
    here, there = network
    post(here, start(here, "--open", "--listen", f"{SERVER}:8080"), "hello " * 1000)
    with closing(http.client.HTTPConnection(SERVER, 8080)) as client:

        def is_connected() -> bool:
            with suppress(ConnectionRefusedError):
                client.sock = there.connect((SERVER, 8080))
            return client.sock is not None

        # The start waits for one of the two listeners only.
        eventually(is_connected, "the node listens for other machines", PATIENCE_S)
        path = "/messages.php?past=0" + ("" if view == "article" else f"&view={view}")
        client.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = client.getresponse()
        assert (answer.status, answer.getheader("Content-Encoding")) == (200, None)
        assert b"hello " * 999 in answer.read()


@pytest.mark.parametrize("kind", ["ordinary", "turned"])
def test_nodes_on_two_machines_exchange_compressed_pages(
    network: tuple[Namespace, Namespace], start: StartInNamespace, kind: str
) -> None:
    here, there = network
    inviting = start(here, "--peer-listen", f"{SERVER}:{LINK_PORT}")
    joining = start(there, "--peer-listen", "off")
    answer = request(there, joining, "join", link=request(here, inviting, "invite")["link"])
    assert "group" in answer, answer
    # The joining node cannot be dialled, so the other one pulls over a turned link.
    (source, writer), (target, reader) = [(here, inviting), (there, joining)][:: 1 if kind == "ordinary" else -1]
    post(source, writer, "first")
    eventually(lambda: texts(target, reader) == ["first"], lambda: reader.log(), PATIENCE_S)
    before = sent_bytes(source)
    for number in range(20):
        post(source, writer, f"{number} " + "hello " * 2500)
    eventually(lambda: len(texts(target, reader)) == 21, lambda: reader.log(), PATIENCE_S)
    # The texts have 300 kB.
    assert sent_bytes(source) - before < 100_000


def sent_bytes(namespace: Namespace) -> int:
    """Returns the bytes that the namespace has sent to the other one."""
    statistics = json.loads(ip("-netns", namespace.name, "-json", "-statistics", "link", "show", "dev", "veth"))
    return int(statistics[0]["stats64"]["tx"]["bytes"])


# Link-local addresses


def test_a_peer_at_a_link_local_address_with_a_zone_is_pulled_from(
    network: tuple[Namespace, Namespace], start: StartInNamespace
) -> None:
    here, there = network
    address = link_local_address(there, "veth")
    link_local_address(here, "veth")
    far = start(there, "--open", "--listen", "[::]:8080")
    near = [start(here, peers=[f"http://[{address}{zone}]:8080"]) for zone in ["%veth", "%25veth"]]
    post(there, far, "hello")
    for node in near:
        eventually(lambda: texts(here, node) == ["hello"], lambda: node.log(), PATIENCE_S)


def test_nodes_on_a_cable_without_dhcp_pair_by_an_invitation(
    network: tuple[Namespace, Namespace], start: StartInNamespace, program: Path
) -> None:
    here, there = network
    for namespace in network:
        # A second network, in which the other node is not.
        namespace.ip("link", "add", "name", "aside", "type", "veth", "peer", "name", "aside-2")
        for interface in ["aside", "aside-2"]:
            namespace.ip("link", "set", "dev", interface, "up")
        namespace.ip("-4", "address", "flush", "dev", "veth")
    address = link_local_address(here, "veth")
    link_local_address(there, "veth")
    link_local_address(there, "aside")
    inviting, joining = start(here), start(there)
    command = ["ip", "netns", "exec", here.name, str(program), "invite", "--data", str(inviting.data)]
    made = subprocess.run(command, check=True, capture_output=True, text=True)
    assert f"[{address}]:{LINK_PORT}" in made.stdout
    assert "127.0.0.1" not in made.stdout and "%" not in made.stdout
    assert "Only machines in this network reach the addresses" in made.stderr
    link = made.stdout.split("'")[1]
    answer = request(there, joining, "join", link=link)
    assert "group" in answer, answer
    post(here, inviting, "hello")
    eventually(lambda: texts(there, joining) == ["hello"], "the message arrives", PATIENCE_S)


def test_an_invitation_names_the_network_behind_nine_bridges(
    network: tuple[Namespace, Namespace], start: StartInNamespace
) -> None:
    here, _ = network
    here.ip("address", "flush", "dev", "veth")
    for number in range(9):
        here.ip("link", "add", "name", f"br-{number}", "type", "bridge")
        here.ip("address", "add", f"172.{17 + number}.0.1/16", "dev", f"br-{number}")
        here.ip("link", "set", "dev", f"br-{number}", "up")
    here.ip("link", "add", "name", "lan", "type", "veth", "peer", "name", "lan-2")
    here.ip("address", "add", "192.168.1.7/24", "dev", "lan")
    for interface in ["lan", "lan-2"]:
        here.ip("link", "set", "dev", interface, "up")
    link = request(here, start(here), "invite")["link"]
    places = link.split("@")[1].split("/")[0].split(",")
    assert places[0] == f"192.168.1.7:{LINK_PORT}", places


# Floods


#: Of Linux (ip(7)). Python has no name for it.
IP_BIND_ADDRESS_NO_PORT = 24


class Flood:
    """A process of strangers that connect. Each sends these bytes, and leaves after ``KEPT`` others came."""

    KEPT = 800
    #: Above the rate at which a debug build accepts connections, the operating system drops those of peers, too.
    MOST_PER_SECOND = 500

    def __init__(self, namespace: Namespace, sources: list[str], sends: bytes) -> None:
        context = multiprocessing.get_context("fork")
        self._count = context.Value("Q", 0, lock=False)
        self._process = context.Process(target=self._run, args=(namespace, sources, sends), daemon=True)

    @property
    def count(self) -> int:
        """The connections so far."""
        return int(self._count.value)

    def __enter__(self) -> Flood:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()

    def _run(self, namespace: Namespace, sources: list[str], sends: bytes) -> None:
        family = socket.AF_INET6 if ":" in sources[0] else socket.AF_INET
        server = (SERVER_6 if family == socket.AF_INET6 else SERVER, LINK_PORT)
        kept: deque[socket.socket] = deque()
        with namespace.entered():
            begin = time.monotonic()
            for number, source in enumerate(itertools.cycle(sources)):
                time.sleep(max(0, begin + number / self.MOST_PER_SECOND - time.monotonic()))
                connection = socket.socket(family, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
                # The port is chosen by connect, which is faster.
                connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
                connection.bind((source, 0))
                connection.connect_ex(server)
                if sends:
                    with suppress(OSError):
                        connection.send(sends)
                kept.append(connection)
                if len(kept) < self.KEPT:
                    continue
                oldest = kept.popleft()
                # Otherwise the node's machine has not answered.
                if oldest.connect_ex(server) != errno.EALREADY:
                    self._count.value += 1
                oldest.close()


@pytest.mark.parametrize("sends", [b"", client_hello()], ids=["silent", "ClientHello"])
@pytest.mark.parametrize(
    "peer, strangers", [(PEER, STRANGERS), (PEER_6, STRANGERS_6)], ids=["other-networks", "the-same-network"]
)
def test_strangers_who_connect_end_no_link_of_a_paired_peer(
    network: tuple[Namespace, Namespace],
    start: StartInNamespace,
    tmp_path: Path,
    peer: str,
    strangers: list[str],
    sends: bytes,
) -> None:
    here, there = network
    here.ip("address", "add", f"{SERVER_6}/64", "dev", "veth", "nodad")
    for address in [PEER_6, *STRANGERS_6]:
        there.ip("address", "add", f"{address}/64", "dev", "veth", "nodad")
    node = start(here, "--peer-listen", f"[::]:{LINK_PORT}")
    key = LinkKey(tmp_path, "paired")
    host = f"[{peer}]" if ":" in peer else peer
    pair(there, key, request(here, node, "invite")["link"], peer, places=f"{host}:1")
    # Then the node knows the address of the peer from its store only.
    node.kill()
    node.start()
    with Flood(there, strangers, sends) as flood:
        # By then, the node has no token left that it saved before.
        eventually(lambda: flood.count > 1500, lambda: f"{flood.count} connections", PATIENCE_S)
        begin, before = time.monotonic(), flood.count
        for number in range(FLOOD_LINKS):
            assert pull(there, key, peer) == 200, f"link {number}"
            time.sleep(max(0, begin + number * FLOOD_S / FLOOD_LINKS - time.monotonic()))
        rate = (flood.count - before) / (time.monotonic() - begin)
    print(f"{rate:.0f} connections a second")
    assert rate > LEAST_FLOOD


def pull(namespace: Namespace, key: LinkKey, source: str) -> int | str:
    """Opens a link from the peer's address. Returns the status of its log, or why there is none."""
    try:
        link = link_from(namespace, key, source)
        try:
            return link.get(LOG)[0]
        finally:
            link.close()
    except (OSError, http.client.HTTPException) as error:
        return repr(error)
