"""A page of another origin that tries to use a node, in a real browser."""

import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from conftest import CHROMIUM, StartNode, start_options
from eventually import eventually, patience_ms
from invitations import connect
from node import Node
from page_monitor import PageMonitor
from test_login import PASSWORD, enter, set_password
from web_page import WebPage

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
    with browser.new_context() as context:
        context.set_default_timeout(patience_ms())
        page = context.new_page()
        statuses: list[int] = []
        page.on("response", lambda answer: statuses.append(answer.status) if is_attack(answer.url) else None)
        for host in ("localhost", "127.0.0.1"):
            statuses.clear()
            page.goto(f"http://{host}:{attacker}/")
            for target in ("http://127.0.0.1", "http://localhost"):
                attack(page, carl, target, "invite", uses="1")
                attack(page, carl, target, "join", link=link, carry="yes")
                for change in ("rename", "pause", "remove"):
                    attack(page, anna, target, "peer", peer=ben.public_key, change=change, name="x")
            # Each request arrived at the node, which refused it.
            assert len(statuses) >= 10
            assert set(statuses) == {403}
            assert [changes(node) for node in (anna, ben, carl)] == before, host
    # The same requests from no other page would have been accepted.
    carl.request("join", link=link)
    assert changes(carl) != before[2]


def is_attack(url: str) -> bool:
    return url.endswith(("/invite", "/join", "/peer"))


def attack(page: Page, node: Node, target: str, path: str, *, session: str = "", **parameters: str) -> None:
    """Sends a request to a node, with and without a stolen session, of its owner unless another one is given."""
    values = [f"{target}:{node.port}/{path}", parameters, session or node.owner_session()]
    page.evaluate("(values) => send(...values)", values)


#: Chromium and Firefox show pages with such addresses in a frame that may not show a page.
ERROR_PAGES = ("chrome-error:", "about:neterror?e=cspBlocked")

#: Functions of a foreign page that return what it has read: of an answer, and of a frame with the page of the node.
READ = """(address) => fetch(address, { headers: { Accept: 'text/xml' } }).then((answer) => answer.text(), () => 'nothing')"""
FRAME = """(address) => new Promise((resolve) => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.name = 'framed';
  frame.onload = resolve;
  frame.src = address;
})"""


@pytest.mark.whole_browser
def test_a_page_of_another_origin_reads_writes_and_frames_nothing_beside_an_open_chat(
    browser: Browser, start_node: StartNode, attacker: int
) -> None:
    node = start_node("anna")
    with browser.new_context() as context:
        context.set_default_timeout(patience_ms())
        chat = WebPage(context.new_page(), node, PageMonitor(context, [node])).open()
        chat.give_name("Anna")
        page = context.new_page()
        page.goto(f"http://localhost:{attacker}/")
        attack_chat(page, chat, "one")
        # Also with the session of somebody who knows the password of the node.
        set_password(node, PASSWORD)
        chat.reload()
        enter(chat, PASSWORD)
        expect(chat.page.get_by_role("dialog")).to_have_count(0)
        attack_chat(page, chat, "two")


def attack_chat(page: Page, chat: WebPage, text: str) -> None:
    """Reads, writes and frames from another origin after the person has written. The chat goes on without a trace of it."""
    chat.write(f"a secret: {text}")
    expect(chat.message(f"a secret: {text}")).to_contain_text("sent")
    count = chat.messages.count()
    node = chat.node
    session = chat.page.evaluate("JSON.parse(localStorage.getItem('tidings.session'))") or "none"
    for host in ("localhost", "127.0.0.1"):
        attack(page, node, f"http://{host}", "add.php", session=session, user="eve", message="by another site")
        assert page.evaluate(READ, f"http://{host}:{node.port}/messages.php") == "nothing"
        page.evaluate(FRAME, f"http://{host}:{node.port}/")
        # The browser shows its own page of an error in the frame.
        # Playwright learns of the frame's address while it waits for an answer of the page.
        eventually(
            lambda: page.evaluate("true") and page.frames[-1].url.startswith(ERROR_PAGES),
            "the frame shows nothing of the node",
        )
    chat.write(f"after {text}")
    expect(chat.message(f"after {text}")).to_contain_text("sent")
    expect(chat.messages).to_have_count(count + 1)


def test_a_name_that_somebody_lets_lead_to_the_node_opens_nothing(playwright: Playwright, start_node: StartNode) -> None:
    node = start_node("anna")
    node.post("a secret")
    # DNS rebinding: the page of the other site and the node have one origin for the browser. Chromium has a defence of its own.
    options = ["--host-resolver-rules=MAP evil.test 127.0.0.1", "--disable-features=LocalNetworkAccessChecks"]
    with playwright.chromium.launch(**start_options(CHROMIUM), args=options) as browser:
        page = browser.new_page()
        answer = page.goto(f"http://evil.test:{node.port}/")
        assert answer and answer.status == 421
        # The page that the name led to before.
        page.route("**/before", lambda route: route.fulfill(content_type="text/html", body="<!DOCTYPE html>"))
        page.goto(f"http://evil.test:{node.port}/before")
        requests = """async () => {
          const body = new URLSearchParams({ user: 'eve', message: 'by another name' });
          const answers = [await fetch('messages.php'), await fetch('add.php', { method: 'POST', body })];
          return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
        }"""
        for status, text in page.evaluate(requests):
            assert (status, "a secret" in text) == (421, False), text
    assert node.texts() == ["a secret"]
