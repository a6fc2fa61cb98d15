"""A node with clients at several addresses: none of them takes everything from the others.

The node and its remote clients are in network namespaces, which need root.
"""

from __future__ import annotations

import http.client
import os
import re
import select
import socket
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest

from conftest import StartNode
from eventually import eventually
from forging_peer import forging_peer
from namespaces import Namespace, linked_namespaces
from node import Node

PORT = 8080

#: Connections of one listener. The node of these tests has two listeners.
CONNECTIONS = 256
#: Few enough that the node finds the connection that is idle the longest: it compares 256 that it
#: chooses at random.
FEW_CONNECTIONS = 64
WAITING = CONNECTIONS - CONNECTIONS // 4

#: Other clients get their answers within this time, without the waits for a processor.
ANSWER_S = 0.5
#: A client gives up after this time.
PATIENCE_S = 5
#: What takes so long has failed, however busy the machine is.
BUSY_S = 60
#: A request that may not wait is answered within this time.
AT_ONCE_S = 0.5

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
EMPTY = "<chat>\n</chat>\n"
POLL = "/messages.php?past=999999999"
WAIT = POLL + "&wait=60"

MEDIAN_ANSWER_MS = 100


@dataclass(frozen=True)
class Addresses:
    """Where the node listens, and its clients. All clients of one list count as one address."""

    listen: str
    server: str
    loopback: str
    greedy: Sequence[Sequence[str]]
    other: str
    peer: str


IPV4 = Addresses(
    listen=f"0.0.0.0:{PORT}",
    server="10.77.0.1",
    loopback="127.0.0.1",
    greedy=[[f"10.77.0.{number}"] for number in range(10, 16)],
    other="10.77.0.2",
    peer="10.77.0.3",
)

#: Each network of 64 bits counts as one address.
IPV6 = Addresses(
    listen=f"[::]:{PORT}",
    server="fd77:0:0:1::1",
    loopback="::1",
    greedy=[[f"fd77:0:0:{net:x}::{host:x}" for host in range(1, 9)] for net in range(16, 22)],
    other="fd77:0:0:2::1",
    peer="fd77:0:0:3::1",
)

FAMILIES = pytest.mark.parametrize("addresses", [IPV4, IPV6], ids=["IPv4", "IPv6"])
KINDS = pytest.mark.parametrize("path", [None, WAIT], ids=["idle", "waiting"])


class Client:
    """A client with one connection to a server, which may have closed it already."""

    def __init__(self, connection: socket.socket, server: tuple[str, int]) -> None:
        self._socket = connection
        # A post is sent in two parts. The second must not wait until the first is acknowledged.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._http = http.client.HTTPConnection(*server)
        self._http.sock = connection
        # A new connection would come from the namespace of the tests.
        self._http.auto_open = 0

    def request(self, method: str, path: str, body: str | None = None) -> None:
        self._http.request(method, path, body, FORM if body else {})

    def answer(self, seconds: float = PATIENCE_S) -> str:
        self._socket.settimeout(seconds)
        answer = self._http.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, text
        return text

    def status(self, seconds: float) -> int:
        self._socket.settimeout(seconds)
        answer = self._http.getresponse()
        answer.read()
        return answer.status

    def get(self, path: str) -> str:
        self.request("GET", path)
        return self.answer()

    def limit_buffer(self) -> None:
        """Makes the operating system take little of an answer that is not read."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

    def send_part_of_form(self, part: str, of: int) -> None:
        """Sends the beginning of a form with `of` bytes, or as much as the node reads."""
        head = f"POST /add.php HTTP/1.1\r\nHost: {IPV4.server}\r\nContent-Type: {FORM['Content-Type']}\r\n"
        self._socket.settimeout(0.5)
        try:
            self._socket.sendall(f"{head}Content-Length: {of}\r\n\r\n{part}".encode())
        except OSError:
            pass

    def post(self, text: str) -> None:
        self.request("POST", "/add.php", f"user=jack&message={text}")
        assert self.answer() == "<success />\n"

    @property
    def events(self) -> int:
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | select.POLLRDHUP)
        return sum(events for _, events in poll.poll(0))

    @property
    def is_open(self) -> bool:
        """Whether the node has not closed the connection."""
        return not self.events & (select.POLLRDHUP | select.POLLHUP | select.POLLERR)

    @property
    def is_waiting(self) -> bool:
        """Whether the connection is open and nothing has come that was not read."""
        return self.events == 0

    def close(self) -> None:
        self._socket.close()


class Network:
    """A node and its clients."""

    def __init__(self, addresses: Addresses, here: Namespace, there: Namespace, node: Node) -> None:
        self.addresses = addresses
        self._here, self._there, self._node = here, there, node
        self._clients: list[Client] = []

    def client(self, address: str) -> Client:
        """Returns a remote client with this address."""
        return self._client(self._there, self.addresses.server, address)

    def local_client(self) -> Client:
        """Returns a client on the machine of the node, at the same listener."""
        return self._client(self._here, self.addresses.loopback, None)

    def _client(self, namespace: Namespace, server: str, source: str | None) -> Client:
        client = Client(namespace.connect((server, PORT), source), (server, PORT))
        self._clients.append(client)
        return client

    def is_up(self) -> bool:
        """Whether the node accepts connections at the addresses of the network."""
        try:
            self.local_client().get(POLL)
        except ConnectionRefusedError:
            return False
        return True

    def connect(self, sources: Sequence[str], count: int, path: str | None) -> list[Client]:
        """Makes so many connections from these addresses, each with a request for the path."""
        clients = []
        for source, _ in zip(cycle(sources), range(count)):
            client = self.client(source)
            clients.append(client)
            if path:
                try:
                    client.request("GET", path)
                except OSError:
                    assert not client.is_open
        return clients

    @contextmanager
    def within(self, seconds: float, what: str) -> Iterator[None]:
        """Checks how long the body takes, without the longest wait of a thread for a processor.

        Threads of the node also wait for each other. The bound leaves room for that.
        """
        processes = [self._node.process_id, os.getpid()]
        start, before = time.monotonic(), [waits_for_processor(process) for process in processes]
        yield
        duration = time.monotonic() - start
        waited = sum(
            max(after - earlier.get(thread, 0) for thread, after in waits_for_processor(process).items())
            for process, earlier in zip(processes, before)
        )
        print(f"{what}: {duration * 1000:.0f} ms, {waited * 1000:.0f} ms of them without a processor")
        assert duration - waited < seconds, what

    def close(self) -> None:
        for client in self._clients:
            client.close()


StartNetwork = Callable[..., Network]


@pytest.fixture
def start_network(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StartNetwork]:
    """A function that starts a node for clients at these addresses."""
    if os.geteuid() != 0:
        pytest.skip("only root makes network namespaces")
    program = request.config.getoption("--program").resolve()
    assert program.exists(), f"{program} is missing; scripts/swift build builds it"
    prefixed: list[list[str]] = [[], []]
    for family, length in [(IPV4, 24), (IPV6, 48)]:
        greedy = [address for client in family.greedy for address in client]
        prefixed[0].append(f"{family.server}/{length}")
        prefixed[1] += [f"{address}/{length}" for address in [family.other, family.peer, *greedy]]

    with linked_namespaces(*prefixed) as (here, there):
        node = Node(tmp_path / "tidings", tmp_path / "node", "bounded")
        networks: list[Network] = []

        def start_network(addresses: Addresses, connections: int = CONNECTIONS, options: Sequence[str] = ()) -> Network:
            # See "Connections" in docs/operations.md.
            files = 64 + 3 * len(os.sched_getaffinity(0)) + 2 * connections
            node.program.write_text(
                f"#!/bin/sh\nulimit -n {files}\nexec ip netns exec {here.name} '{program}' \"$@\"\n"
            )
            node.program.chmod(0o700)
            node.options = ["--open", "--listen", addresses.listen, *options]
            peer = f"[{addresses.peer}]" if ":" in addresses.peer else addresses.peer
            node.peers = [f"http://{peer}:{PORT}"]
            node.start()
            networks.append(Network(addresses, here, there, node))
            eventually(networks[-1].is_up, lambda: node.log())
            return networks[-1]

        try:
            yield start_network
        finally:
            for network in networks:
                network.close()
            node.kill()


def waits_for_processor(process: int) -> dict[str, float]:
    """Returns for how many seconds each thread of a process was ready to run and another one was running."""
    return {
        thread.name: int((thread / "schedstat").read_text().split()[1]) / 1e9
        for thread in Path(f"/proc/{process}/task").iterdir()
    }


def open_count(clients: Sequence[Client]) -> int:
    return sum(client.is_open for client in clients)


def wait_until_waiting(network: Network, clients: Sequence[Client], most: int) -> None:
    """Returns when at most so many of the clients wait for an answer."""

    def count() -> int:
        return sum(client.is_waiting for client in clients)

    with network.within(PATIENCE_S, "answers over the limit"):
        eventually(lambda: count() <= most, lambda: f"{count()} requests wait, more than {most}", BUSY_S)
    print(f"{count()} requests wait")


def wait_until_open(network: Network, clients: Sequence[Client], most: int) -> None:
    """Returns when at most so many of the clients have an open connection."""
    with network.within(PATIENCE_S, "closes over the limit"):
        eventually(
            lambda: open_count(clients) <= most,
            lambda: f"{open_count(clients)} connections are open, more than {most}",
            BUSY_S,
        )
    print(f"{open_count(clients)} connections are open")


def check_service(network: Network) -> None:
    """Checks that other clients connect, post and poll as usual."""
    addresses = network.addresses
    for name, connect in {
        "another address": lambda: network.client(addresses.other),
        "a peer's address": lambda: network.client(addresses.peer),
        "the same machine": network.local_client,
    }.items():
        with network.within(ANSWER_S, name):
            client = connect()
            client.post("Hello")
            assert client.get(POLL) == EMPTY
        client.close()


@FAMILIES
@KINDS
def test_one_address_has_at_most_a_quarter_of_the_connections(
    start_network: StartNetwork, addresses: Addresses, path: str | None
) -> None:
    network = start_network(addresses)
    [greedy, *_] = addresses.greedy
    opened = network.connect(greedy, 3 * CONNECTIONS, path)
    wait_until_open(network, opened, CONNECTIONS // 4)
    for _ in range(3):
        opened += network.connect(greedy, CONNECTIONS // 4, path)
        check_service(network)
    wait_until_open(network, opened, CONNECTIONS // 4)


@FAMILIES
@KINDS
def test_many_addresses_leave_connections_for_others(
    start_network: StartNetwork, addresses: Addresses, path: str | None
) -> None:
    network = start_network(addresses)
    opened = [
        client
        for greedy in addresses.greedy
        for client in network.connect(greedy, CONNECTIONS // 2, path)
    ]
    wait_until_open(network, opened, CONNECTIONS - CONNECTIONS // 8)
    check_service(network)


@FAMILIES
def test_a_request_of_another_address_still_waits(
    start_network: StartNetwork, addresses: Addresses
) -> None:
    network = start_network(addresses)
    [greedy, *_] = addresses.greedy
    opened = network.connect(greedy, 2 * CONNECTIONS, WAIT)
    wait_until_waiting(network, opened, WAITING // 4)
    poster = network.local_client()
    check_waits(network, [network.client(addresses.other)], poster)


@FAMILIES
def test_requests_of_this_machine_and_of_peers_wait_beside_those_of_many_addresses(
    start_network: StartNetwork, addresses: Addresses
) -> None:
    network = start_network(addresses)
    opened = [
        client
        for greedy in addresses.greedy
        for client in network.connect(greedy, CONNECTIONS // 2, WAIT)
    ]
    wait_until_waiting(network, opened, WAITING - WAITING // 8)
    poster = network.local_client()
    check_waits(network, [network.client(addresses.peer), network.local_client()], poster)


def test_a_slow_reader_keeps_its_answer_beside_one_address_that_fills_the_memory(
    start_network: StartNetwork,
) -> None:
    network = start_network(IPV4, connections=2400)
    poster = network.local_client()
    for number in range(60):
        poster.post(f"{number} {'%26' * 15_000}")
    reader = network.client(IPV4.other)
    reader.limit_buffer()
    reader.request("GET", "/messages.php?past=0&limit=1000")
    [[greedy], *_] = IPV4.greedy
    # 600 connections of 125 KB are more than the 64 MiB for all clients.
    body = "user=jack&message=" + "x" * 125_000
    flood = network.connect([greedy], 600, None)
    for client in flood:
        client.send_part_of_form(body, of=128_000)
    eventually(lambda: not all(client.is_open for client in flood), "the node closes some", 10)
    page = ElementTree.fromstring(reader.answer(20))
    assert len(page) > 5
    poster.post("after")


def check_waits(network: Network, clients: Sequence[Client], poster: Client) -> None:
    """Checks that requests of these clients wait until there is a message."""
    for client in clients:
        client.request("GET", "/messages.php?past=0&wait=60")
    time.sleep(AT_ONCE_S)
    assert all(client.is_waiting for client in clients), "a request was answered at once"
    with network.within(ANSWER_S, "a post and the answers to the waiting requests"):
        poster.post("Hello")
        for client in clients:
            assert "<text>Hello</text>" in client.answer()


def test_the_connection_that_is_idle_the_longest_is_closed_first(
    start_network: StartNetwork,
) -> None:
    network = start_network(IPV4, FEW_CONNECTIONS)
    clients: list[Client] = []

    def open_one() -> None:
        clients.append(network.client(IPV4.other))
        assert clients[-1].get(POLL) == EMPTY

    while all(client.is_open for client in clients):
        assert len(clients) <= FEW_CONNECTIONS // 4, "one address has more than a quarter"
        open_one()
        # The node may close a connection just after the answer to the new one.
        time.sleep(0.05)
    closed = [number for number, client in enumerate(clients) if not client.is_open]
    assert closed == [0], f"after {len(clients)} connections"

    [_, oldest, second, *others] = clients
    assert oldest.get(POLL) == EMPTY
    open_one()
    eventually(lambda: not second.is_open, "the connection that is idle the longest is closed")
    assert all(client.is_open for client in [oldest, *others, clients[-1]])
    assert oldest.get(POLL) == EMPTY


@FAMILIES
def test_one_address_posts_only_as_much_in_a_day_as_the_node_takes_in_of_a_member(
    start_network: StartNetwork, addresses: Addresses
) -> None:
    network = start_network(addresses, options=["--member-bytes", "1MiB"])
    [greedy, *_] = addresses.greedy
    posted = 0
    for posted in range(100):
        client = network.client(greedy[posted % len(greedy)])
        client.request("POST", "/add.php", "user=greedy&message=" + "x" * 16_000)
        began = time.monotonic()
        # Whoever has to wait too long is refused after 10 s.
        status = client.status(15)
        client.close()
        if status == 503:
            assert time.monotonic() - began > 9
            break
        assert status == 200
    assert 64 <= posted <= 66
    network.client(addresses.other).post("hello")
    network.local_client().post("hello")


def test_a_peer_with_one_good_message_among_forged_ones_is_requested_less_and_less_often(
    start_node: StartNode,
) -> None:
    with forging_peer() as peer:
        node = start_node("laptop", peers=[peer.address])
        server = ("127.0.0.1", node.port)
        client = Client(socket.create_connection(server), server)
        times: list[float] = []
        end = time.monotonic() + 120
        while max(peer.pauses, default=0) < 2.5:
            assert time.monotonic() < end, f"the pauses do not grow: {peer.pauses}"
            start = time.monotonic()
            client.post(f"message {len(times)}")
            times.append((time.monotonic() - start) * 1000)
            time.sleep(0.02)
        client.close()
        times.sort()
        print(f"{len(peer.request_times)} pages; {len(times)} posts: ", end="")
        print(f"{times[len(times) // 2]:.0f} ms in the median, slowest {times[-1]:.0f} ms")
        assert times[len(times) // 2] < MEDIAN_ANSWER_MS
        # 64 useless pages cause no pause. The pauses then double from 100 ms on.
        assert len(peer.request_times) < 80
        state, refused = state_of_peer(node)
        assert state == "behind" and int(refused or 0) > 1000
        assert re.search("This peer sends invalid messages, the first with id 2", node.log())


def state_of_peer(node: Node) -> tuple[str | None, str | None]:
    """Returns the state of the node's peer and the number of its refused messages."""
    peer = ElementTree.fromstring(node.get("status.xml")).find("peer")
    assert peer is not None
    return peer.get("state"), peer.get("refused")
