"""A page of another origin that tries to change the peers of a node, in a real browser."""

import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from conftest import StartNode
from eventually import patience_ms
from invitations import connect
from node import Node

#: A page that sends a request with a form, which asks no permission, and one with a script.
ATTACK = """<!DOCTYPE html><meta charset="utf-8"><title>Other</title>
<form method="post" target="answer"></form><iframe name="answer"></iframe>
<script>
  async function send(address, parameters, session) {
    const body = new URLSearchParams(parameters);
    for (const mode of ['no-cors', 'cors']) {
      await fetch(address, { method: 'POST', body, mode }).catch(() => {});
    }
    // The browser asks the node first, whether the page may send this field.
    await fetch(address, { method: 'POST', body, headers: { 'Tidings-Session': session } }).catch(() => {});
    const form = document.forms[0];
    form.action = address;
    form.replaceChildren(...[...body].map(([name, value]) => Object.assign(
      document.createElement('input'), { type: 'hidden', name, value })));
    const loaded = new Promise((resolve) => { document.querySelector('iframe').onload = resolve; });
    form.submit();
    await loaded;
  }
</script>"""


@pytest.fixture
def attacker() -> Iterator[int]:
    """The port of another program on the same machine, which serves the page of the attack."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(ATTACK.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def changes(node: Node) -> tuple[str | None, list[tuple[str | None, str | None, str | None]]]:
    """Returns what an administrator could change: the group, and the keys, names and states of the peers."""
    status = node.status()
    peers = [(peer.get("node"), peer.get("name"), peer.get("paired")) for peer in status.iter("peer")]
    return status.get("group"), peers


@pytest.mark.whole_browser
def test_a_page_of_another_origin_changes_nothing(
    browser: Browser, start_node: StartNode, attacker: int
) -> None:
    anna, ben = connect(start_node)
    carl = start_node("carl", start=False)
    carl.options = ["--peer-listen", "127.0.0.1:0"]
    carl.start()
    link = anna.invitation()
    before = [changes(node) for node in (anna, ben, carl)]
    for host in ("localhost", "127.0.0.1"):
        with browser.new_context() as context:
            context.set_default_timeout(patience_ms())
            page = context.new_page()
            statuses: list[int] = []
            page.on("response", lambda answer: statuses.append(answer.status) if is_attack(answer.url) else None)
            page.goto(f"http://{host}:{attacker}/")
            for target in (f"http://{host}", "http://127.0.0.1", "http://localhost"):
                attack(page, carl, target, "invite", uses="1")
                attack(page, carl, target, "join", link=link, carry="yes")
                for change in ("rename", "pause", "remove"):
                    attack(page, anna, target, "peer", peer=ben.public_key, change=change, name="x")
            # Each request arrived at the node, which refused it.
            assert len(statuses) >= 15
            assert set(statuses) == {403}
        assert [changes(node) for node in (anna, ben, carl)] == before, host
    # The same requests from no other page would have been accepted.
    carl.request("join", link=link)
    assert changes(carl) != before[2]


def is_attack(url: str) -> bool:
    return url.endswith(("/invite", "/join", "/peer"))


def attack(page: Page, node: Node, target: str, path: str, **parameters: str) -> None:
    """Sends a request to a node, with and without a stolen session of its owner."""
    values = [f"{target}:{node.port}/{path}", parameters, node.owner_session()]
    page.evaluate("(values) => send(...values)", values)
