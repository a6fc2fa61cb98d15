"""Members find each other without a server, wherever they are: beacons, and addresses that change.

The nodes are in network namespaces, which need root.
"""

from __future__ import annotations

import fcntl
import hashlib
import multiprocessing
import os
import random
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from base64url import decode
from eventually import eventually
from namespaces import Namespace, linked_namespaces, switched_namespaces
from node import Node
from test_networks import Trap, link_local_address, post, program, request, start, texts

__all__ = ["program", "start"]

GROUP, GROUP_6, PORT = "239.255.74.11", "ff02::7411", 7411
PATIENCE_S = 60

#: A message passes within this time after two machines were plugged together, or after one has moved, on a busy machine.
FOUND_S = 15

Host = tuple[Namespace, Node]
Start = Callable[..., Node]


def started(start: Start, namespace: Namespace, *options: str) -> Host:
    # Without an IPv6 address, the node would listen with IPv4 alone.
    link_local_address(namespace, "veth")
    return namespace, start(namespace, *options, has_beacon=True)


def join(inviting: Host, joining: Host) -> None:
    link = request(*inviting, "invite")["link"]
    answer = request(*joining, "join", link=link)
    assert "group" in answer, answer


def is_in_sync(host: Host) -> bool:
    """Whether the node reads the log of its only peer."""
    with host[0].entered():
        return [peer.get("state") for peer in host[1].status().iter("peer")] == ["in-sync"]


def exchange(one: Host, other: Host, seconds: float = PATIENCE_S) -> float:
    """Posts at each of two nodes. Returns the seconds until both have both messages, at most so many."""
    begin = time.monotonic()
    ways = [(one, other), (other, one)]
    pairs = [(source, target, f"{begin}-{number}") for number, (source, target) in enumerate(ways)]
    for source, _, text in pairs:
        post(*source, text)
    for _, target, text in pairs:
        eventually(
            lambda text=text, target=target: text in texts(*target),  # type: ignore[misc]
            lambda: one[1].log() + other[1].log(),
            max(0.1, begin + seconds - time.monotonic()),
        )
    return time.monotonic() - begin


def unplug(*namespaces: Namespace) -> None:
    """Ends the network, and takes all addresses."""
    for namespace in namespaces:
        namespace.ip("link", "set", "dev", "veth", "down")
        namespace.ip("address", "flush", "dev", "veth")


def plug_in(namespace: Namespace, number: int, *addresses: str) -> None:
    """Connects with another address of the hardware, so that the link-local address is another one, too."""
    namespace.ip("link", "set", "dev", "veth", "address", f"02:00:00:00:00:{number:02x}")
    namespace.connect_link(addresses)


def group_socket(namespace: Namespace, interface: str = "veth") -> socket.socket:
    """Hears the beacons on an interface."""
    with namespace.entered():
        heard = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        heard.bind((GROUP, PORT))
        index = socket.if_nametoindex(interface)
        membership = struct.pack("4s4si", socket.inet_aton(GROUP), b"\0" * 4, index)
        heard.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        heard.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, struct.pack("4s4si", b"\0" * 4, b"\0" * 4, index))
    heard.settimeout(PATIENCE_S)
    return heard


def is_of(beacon: bytes, key: str) -> bool:
    return hashlib.sha256(b"tidings-beacon-v1" + beacon[2:10] + (decode(key, 32) or b"")).digest()[:8] == beacon[10:]


def key_of(host: Host) -> str:
    with host[0].entered():
        return host[1].public_key


@pytest.mark.parametrize("kind", ["IPv6", "IPv4"])
def test_two_machines_on_a_cable_without_dhcp_find_each_other(start: Start, kind: str) -> None:
    with linked_namespaces(["10.78.0.1/24"], ["10.78.0.2/24"]) as (here, there):
        one, other = started(start, here), started(start, there)
        join(one, other)
        exchange(one, other)
        unplug(here, there)
        post(*one, "written without a network")
        for host in (one, other):
            eventually(lambda host=host: not is_in_sync(host), "the links end", PATIENCE_S)  # type: ignore[misc]
        if kind == "IPv4":
            for namespace in (here, there):
                namespace.run("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")
        plug_in(here, 1, *(["169.254.7.1/16"] if kind == "IPv4" else []))
        plug_in(there, 2, *(["169.254.7.2/16"] if kind == "IPv4" else []))
        if kind == "IPv6":
            # The search for duplicates takes the operating system two seconds.
            for namespace in (here, there):
                link_local_address(namespace, "veth")
        print(f"{exchange(one, other, FOUND_S):.1f} s")
        assert "written without a network" in texts(*other)


def test_a_group_goes_on_when_its_server_and_then_a_laptop_get_another_address(start: Start) -> None:
    with switched_namespaces(*([f"10.78.0.{number}/24"] for number in (1, 2, 3))) as (server, laptop, third):
        hosts = [started(start, namespace) for namespace in (server, laptop, third)]
        for host in hosts[1:]:
            join(hosts[0], host)
        exchange(hosts[1], hosts[2])
        for moved, number in ((0, 101), (1, 102)):
            namespace = hosts[moved][0]
            unplug(namespace)
            plug_in(namespace, number, f"10.78.0.{number}/24")
            for other in set(range(3)) - {moved}:
                print(f"{exchange(hosts[moved], hosts[other], FOUND_S):.1f} s")


def test_nodes_exchange_where_there_is_only_ipv6(start: Start) -> None:
    with linked_namespaces(["fd78::1/64"], ["fd78::2/64"]) as (here, there):
        one, other = started(start, here), started(start, there)
        join(one, other)
        exchange(one, other, FOUND_S)


def test_another_machine_with_the_private_address_of_a_member_is_no_member(start: Start) -> None:
    with switched_namespaces(["10.78.0.1/24"], ["10.78.0.2/24"], []) as (here, there, stranger):
        one, other = started(start, here), started(start, there)
        join(one, other)
        exchange(one, other)
        unplug(there)
        # As in another network with the same private addresses: a node of another group has the address of the member.
        plug_in(stranger, 3, "10.78.0.2/24")
        third = started(start, stranger)
        request(*third, "invite")
        plug_in(there, 2, "10.78.0.77/24")
        exchange(one, other, FOUND_S)
        assert texts(*third) == []


def test_beacons_go_to_networks_and_neither_to_containers_nor_through_tunnels(start: Start) -> None:
    with (
        switched_namespaces(["10.78.0.1/24"], ["10.78.0.2/24"], ["10.78.0.3/24"]) as (here, there, inside),
        tunnel(here, "10.99.0.1/24"),
    ):
        one, other = started(start, here), started(start, there)
        bridges = [f"br-{number}" for number in range(9)]
        for number, bridge in enumerate(bridges):
            container, port = f"eth-{number}", f"port-{number}"
            here.ip("link", "add", "name", bridge, "type", "bridge")
            here.ip("address", "add", f"172.{17 + number}.0.1/16", "dev", bridge)
            here.ip("link", "add", "name", port, "type", "veth", "peer", "name", container, "netns", inside.name)
            here.ip("link", "set", "dev", port, "master", bridge, "up")
            here.ip("link", "set", "dev", bridge, "up")
            inside.ip("link", "set", "dev", container, "up")
        join(one, other)
        keys = {key_of(one), key_of(other)}
        # A change of the network lets both send each second for some time.
        for namespace, number in ((here, 11), (there, 12)):
            namespace.ip("address", "add", f"10.78.0.{number}/24", "dev", "veth")
        heard = {
            name: {key for beacon in beacons for key in keys if is_of(beacon, key)}
            for name, beacons in heard_at(here, ["veth", TUNNEL, *bridges], 8).items()
        }
        # Those of the other node, and the own ones.
        assert heard.pop("veth") == keys
        assert not any(heard.values()), heard


TUNNEL = "vpn"


@contextmanager
def tunnel(namespace: Namespace, address: str) -> Iterator[None]:
    """A point-to-point interface, as a program for a private network has it (Linux, tuntap.txt)."""
    with namespace.entered(), open("/dev/net/tun", "rb+", buffering=0) as device:
        no_packet_information, tun, set_interface = 0x1000, 0x0001, 0x400454CA
        fcntl.ioctl(device, set_interface, struct.pack("16sH", TUNNEL.encode(), tun | no_packet_information))
        namespace.connect_link([address], TUNNEL)
        yield


def heard_at(namespace: Namespace, interfaces: list[str], seconds: float) -> dict[str, list[bytes]]:
    """Returns the beacons that pass the interfaces in so many seconds: sent and received ones."""
    with namespace.entered():
        packets = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
    found: dict[str, list[bytes]] = {name: [] for name in interfaces}
    end = time.monotonic() + seconds
    with packets:
        while (left := end - time.monotonic()) > 0:
            packets.settimeout(left)
            try:
                packet, (name, *_) = packets.recvfrom(2048)
            except TimeoutError:
                break
            # Header of IP and UDP, in the end the beacon.
            if struct.pack(">H", PORT) in packet[20:48] and name in found:
                found[name].append(packet[-18:])
    return found


def test_a_beacon_that_another_machine_repeats_gets_few_connections_and_hides_nobody(start: Start) -> None:
    with switched_namespaces(["10.78.0.1/24"], ["10.78.0.2/24"], ["10.78.0.66/24"]) as (here, there, hostile):
        one, other = started(start, here), started(start, there)
        join(one, other)
        key, trap = key_of(other), Trap(hostile, "10.78.0.66")
        with group_socket(hostile) as heard:
            while not is_of(beacon := heard.recv(64), key):
                pass
            other[1].kill()
            # At another port, that of the trap: the tag does not cover it.
            with repeating(hostile, struct.pack(">H", trap.port) + beacon[2:]):
                begin, seconds = time.monotonic(), 12
                time.sleep(seconds)
                # The puller tries again after a beacon, but at most every 5 s; the turned link by its own pauses.
                assert 0 < trap.count <= seconds / 5 + 6, f"{trap.count} connections"
                unplug(there)
                plug_in(there, 2, "10.78.0.88/24")
                other[1].start()
                exchange(one, other, FOUND_S)
                print(f"{trap.count} connections in {time.monotonic() - begin:.0f} s")
        trap.close()


def repeat(namespace: Namespace, beacon: bytes | None, pause: float) -> None:
    """Multicasts a beacon, or other random bytes each time."""
    with group_socket(namespace) as sender:
        while True:
            sender.sendto(beacon or random.randbytes(18), (GROUP, PORT))
            time.sleep(pause)


@contextmanager
def repeating(namespace: Namespace, beacon: bytes | None, pause: float = 0.1) -> Iterator[None]:
    arguments = (namespace, beacon, pause)
    process = multiprocessing.get_context("fork").Process(target=repeat, args=arguments, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def processor_s(node: Node) -> float:
    fields = Path(f"/proc/{node.process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_flood_of_beacons_costs_little_and_delays_no_message(start: Start) -> None:
    with switched_namespaces(["10.78.0.1/24"], ["10.78.0.2/24"], ["10.78.0.66/24"]) as (here, there, hostile):
        one, other = started(start, here), started(start, there)
        join(one, other)
        exchange(one, other)
        with repeating(hostile, None, pause=0):
            before, begin = processor_s(one[1]), time.monotonic()
            time.sleep(6)
            share = (processor_s(one[1]) - before) / (time.monotonic() - begin)
            exchange(one, other, FOUND_S)
        print(f"{share:.0%} of a processor")
        assert share < 0.25
