"""The proxies of docs/operations.md in front of a node: nginx and Caddy with TLS."""

from __future__ import annotations

import http.server
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from email.message import Message
from pathlib import Path
from urllib.parse import urlencode

import pytest
from conftest import StartNode
from eventually import eventually
from node import Node, free_port
from proxies import Keys, certificate
from recipes import PUBLIC_NAME, Recipe, output, public_options

from test_access import curl, expect_user, post
from test_passwords import PASSWORD, WRONG, expect_refused, set_password

URL = f"https://{PUBLIC_NAME}/"
PROXIES = ["nginx", "caddy"]
PROXY_PASSWORD = "the proxy's own"
WITH_PASSWORD = ("-u", f"jack:{PASSWORD}")
AT_PROXY = ("-u", f"jack:{PROXY_PASSWORD}")

#: The greatest sizes of a text and of a request's body, in bytes, and the longest wait, in seconds. See "Limits" in
#: docs/protocol.md.
LARGEST_TEXT = 16 * 1024
LARGEST_BODY = 128 * 1024
LONGEST_WAIT = 60


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return certificate(tmp_path / "keys", PUBLIC_NAME)


@contextmanager
def proxied(name: str, keys: Keys, node_port: int, password: str | None = None) -> Iterator[tuple[str, ...]]:
    """Runs a proxy of the document in front of a port. Returns the options with which curl reaches it as `URL`."""
    recipe = Recipe(name, keys, free_port(), node_port, password)
    with recipe.running():
        yield ("--cacert", str(keys.authority), "--connect-to", f"{PUBLIC_NAME}:443:127.0.0.1:{recipe.port}")


@pytest.fixture
def node(start_node: StartNode) -> Node:
    """A node with the options of the document, and a password."""
    node = start_node("public")
    assert set_password(node, PASSWORD).returncode == 0
    node.kill()
    node.options = public_options()
    return node.start()


@pytest.mark.parametrize("name", PROXIES)
def test_a_message_of_the_largest_size_passes_the_proxy(name: str, keys: Keys, node: Node, tmp_path: Path) -> None:
    text = "é" * (LARGEST_TEXT // 2)
    # Each byte of the text is three in the body. The node ignores the rest of the body.
    body = urlencode({"user": "jack", "message": text, "rest": ""})
    (tmp_path / "body").write_text(body.ljust(LARGEST_BODY, "x"))
    with proxied(name, keys, node.port) as proxy:
        expect_refused(URL, *proxy)
        expect_user(URL, *proxy, *WITH_PASSWORD)
        status, answer = curl(f"{URL}add.php", "--data-binary", f"@{tmp_path}/body", *proxy, *WITH_PASSWORD)
        assert status == 200, answer
        assert text in curl(f"{URL}messages.php", *proxy, *WITH_PASSWORD)[1]


def test_requests_wait_at_a_proxy_until_a_message_arrives_and_as_long_as_they_want(
    keys: Keys, start_node: StartNode
) -> None:
    node = start_node("public", *public_options(), "--open")
    with ExitStack() as stack:
        proxies = [stack.enter_context(proxied(name, keys, node.port)) for name in PROXIES]

        def wait(proxy: tuple[str, ...], past: int) -> tuple[list[str | None], float]:
            """Sends a request that waits as long as it may. Returns the texts of the answer, and the seconds."""
            began = time.monotonic()
            path = f"messages.php?view=chat&past={past}&wait={LONGEST_WAIT}"
            status, page = curl(URL + path, *proxy, seconds=2 * LONGEST_WAIT)
            assert status == 200, page
            texts = [message.findtext("text") for message in ElementTree.fromstring(page)]
            return texts, time.monotonic() - began

        with ThreadPoolExecutor(len(proxies)) as pool:
            for texts in (["meanwhile"], []):
                past = max((message.id for message in node.messages()), default=0)
                waits = [pool.submit(wait, proxy, past) for proxy in proxies]
                eventually(lambda: connections(node) >= len(proxies), "both proxies pass the request on")
                for text in texts:
                    node.post(text)
                for found, seconds in (each.result() for each in waits):
                    assert (found, seconds < LONGEST_WAIT) == (texts, texts != [])


def connections(node: Node) -> int:
    """Returns the number of open connections to the node."""
    return len(output("ss", "-Htn", "state", "established", "dport", "=", f":{node.port}").splitlines())


@pytest.mark.parametrize("name", PROXIES)
def test_who_guesses_passwords_under_forged_addresses_counts_as_one(name: str, keys: Keys, node: Node) -> None:
    with proxied(name, keys, node.port) as proxy, ThreadPoolExecutor(8) as pool:

        def guess(number: int) -> int:
            forged = ("-H", f"X-Forwarded-For: 10.0.0.{number}", "-H", f"Forwarded: for=10.0.0.{number}")
            return curl(f"{URL}session", "-d", f"password={WRONG} {number}", *proxy, *forged)[0]

        # Of eight guesses at once, the node compares one, another one waits, and it refuses the others.
        eventually(lambda: 429 in pool.map(guess, range(8)), "an address that guesses often is told to wait")


@pytest.mark.parametrize("name", PROXIES)
def test_a_node_gets_the_address_of_the_client_and_no_password_of_the_proxy(name: str, keys: Keys) -> None:
    with recording_server() as (port, heads), proxied(name, keys, port, PROXY_PASSWORD) as proxy:
        assert curl(URL, *proxy)[0] == 401
        forged = ("-H", "X-Forwarded-For: 10.0.0.1", "--interface", "127.0.0.2")
        assert curl(URL, *proxy, *AT_PROXY, *forged) == (200, "recorded")
    [head] = heads
    assert head.get_all("Host") == [PUBLIC_NAME]
    assert head.get_all("X-Forwarded-For") == ["127.0.0.2"]
    assert head.get_all("Authorization") is None


@contextmanager
def recording_server() -> Iterator[tuple[int, list[Message]]]:
    """Runs a server. Returns its port, and the fields of the requests that it gets."""
    heads: list[Message] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heads.append(self.headers)
            self.send_response(200)
            self.send_header("Content-Length", "8")
            self.end_headers()
            self.wfile.write(b"recorded")

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port, heads
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("name", PROXIES)
def test_the_password_of_the_proxy_is_one_more_or_the_only_one(name: str, keys: Keys, node: Node) -> None:
    with proxied(name, keys, node.port, PROXY_PASSWORD) as proxy:
        # Without the password of the proxy, nobody reaches the node, also not with its own.
        for options in ((), WITH_PASSWORD):
            assert curl(URL, *proxy, *options)[0] == 401
        expect_refused(URL, *proxy, *AT_PROXY)
        status, answer = curl(f"{URL}session", "-d", f"password={PASSWORD}", *proxy, *AT_PROXY)
        assert status == 200, answer
        session = ElementTree.fromstring(answer).attrib["id"]
        expect_user(URL, *proxy, *AT_PROXY, "-H", f"Tidings-Session: {session}")
        node.kill()
        node.options = [*public_options(), "--open"]
        node.start()
        # Over HTTP/2, a proxy that refuses a request at once may reset its body before curl has read the answer.
        assert post(URL, "without the password of the proxy", *proxy, "--http1.1")[0] == 401
        expect_user(URL, *proxy, *AT_PROXY)
        # As a browser, which sends the password when the proxy asks for it.
        assert curl(URL, *proxy, *AT_PROXY, "--anyauth")[0] == 200
