"""The pull of all messages over an encrypted link and over plain HTTP, in turn; handshakes of links."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from pathlib import Path

import programs
from pulls import pull
from run import Run, say
from server import Node
from table import Sample

#: Clients that make handshakes, each one handshake after the other.
HANDSHAKING_CLIENTS = 4


def measure(run: Run) -> None:
    say("Measuring pulled messages/s over links.")
    data = run.folder / "linked"
    programs.fill(data, run.scale.messages)
    puller, key = new_folder(run, "linked-puller")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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
