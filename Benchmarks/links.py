"""Links: pulls over a link and over plain HTTP, in turn; handshakes; the memory of many paired peers."""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

import programs
from pulls import pull
from run import Run, add_memory, say, wait_until
from server import Node, free_ports
from table import Sample

#: Clients that make handshakes, each one handshake after the other.
HANDSHAKING_CLIENTS = 4

PAIRED_PEERS = 50


def measure(run: Run) -> None:
    say("Measuring pulled messages/s over links.")
    data = run.folder / "linked"
    programs.fill(data, run.scale.messages)
    puller, key = new_folder(run, "linked-puller")
    [port] = free_ports(1)
    # The node admits the puller's key, and cannot reach it: nothing listens at port 9.
    options = ["--peer-listen", f"127.0.0.1:{port}", "--peer", f"tidings:{key}@127.0.0.1:9"]
    with Node("linked", run.nodes[0].program, data, *options) as node:
        peers = {"over a link": f"tidings:{node.key()}@127.0.0.1:{port}", "over plain HTTP": node.url}
        for number, order in enumerate(run.turns(list(peers))):
            for name in order:
                folder = run.folder / f"linked-{number}-{name}"
                shutil.copytree(puller, folder)
                sample, _, _ = pull(node, folder, peers[name])
                run.table.add("pulled messages/s, link", name, sample)
                shutil.rmtree(folder)
        for _ in range(run.scale.rounds):
            run.table.add("handshakes/s", "of a link", Sample(handshakes_per_second(run, port)))
    measure_memory(run)


def measure_memory(run: Run) -> None:
    """Measures the private memory of a node without peers, and with many paired peers that have the same messages.

    Each of them has a link to the node, and the node has one to each of them.
    """
    say(f"Measuring the memory of {PAIRED_PEERS} paired peers.")
    port, *ports = free_ports(PAIRED_PEERS + 1)
    with ExitStack() as running:
        data = run.folder / "paired"
        listening = ["--peer-listen", f"127.0.0.1:{port}"]
        node = running.enter_context(Node("paired", run.nodes[0].program, data, *listening))
        add_memory(run, "without peers", node.name, node.private_bytes())
        # The command to join with a link, in quotes.
        link = programs.output(node.program, "invite", "--data", data, "--uses", PAIRED_PEERS).split("'")[1]
        peers = []
        for number, port in enumerate(ports):
            folder = run.folder / f"paired-{number}"
            listening = ["--peer-listen", f"127.0.0.1:{port}"]
            peers.append(running.enter_context(Node(f"paired-{number}", node.program, folder, *listening)))
            programs.output(node.program, "join", link, "--data", folder)
        for peer in peers:
            peer.request("add.php", b"user=jack&message=hello")
        for member in [node, *peers]:
            wait_until(
                lambda: member.store()[0] == PAIRED_PEERS, 60, f"{member.name} does not get the messages of its peers."
            )
        add_memory(run, f"{PAIRED_PEERS} paired peers", node.name, node.private_bytes())


def new_folder(run: Run, name: str) -> tuple[Path, str]:
    """Makes a data folder without messages. Returns the folder and the node's key."""
    data = run.folder / name
    with Node(name, run.nodes[0].program, data) as node:
        return data, node.key()


def handshakes_per_second(run: Run, port: int) -> float:
    """Returns the handshakes of several clients of OpenSSL, which use the same cores.

    The node makes its signature and then ends the connection: `s_time` cannot name a protocol in ALPN.
    """
    key, certificate = run.folder / "client.key", run.folder / "client.pem"
    if not key.exists():
        programs.output("openssl", "genpkey", "-algorithm", "ed25519", "-out", key)
        programs.output(
            "openssl", "req", "-x509", "-new", "-key", key, "-subj", "/CN=client", "-out", certificate
        )
    command = ["openssl", "s_time", "-connect", f"127.0.0.1:{port}", "-tls1_3", "-new", "-time", str(run.scale.seconds)]
    command += ["-cert", str(certificate), "-key", str(key)]
    clients = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _ in range(HANDSHAKING_CLIENTS)
    ]
    rates = [re.search(r"(\d+) connections in (\d+) real seconds", client.communicate()[0]) for client in clients]
    return sum(int(rate[1]) / int(rate[2]) for rate in rates if rate)
