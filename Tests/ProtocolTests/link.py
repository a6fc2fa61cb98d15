"""The side of a link that opens it, with Python's TLS."""

from __future__ import annotations

import http.client
import socket
import ssl
import subprocess
from pathlib import Path

import base64url

#: The protocols of links in ALPN.
ORDINARY, TURNED = "tidings/1", "tidings-turned/1"
#: A public and a private Ed25519 key in DER, before its 32 bytes (RFC 8410).
KEY_PREFIX = bytes.fromhex("302a300506032b6570032100")
PRIVATE_KEY_PREFIX = bytes.fromhex("302e020100300506032b657004220420")


class LinkKey:
    """A node key, and a certificate of it, made by OpenSSL. The private key is `seed` or random."""

    def __init__(self, folder: Path, name: str, seed: bytes | None = None) -> None:
        self.file, self.certificate = folder / f"{name}.key", folder / f"{name}.pem"
        if seed:
            run("pkey", "-inform", "DER", "-out", self.file, input=PRIVATE_KEY_PREFIX + seed)
        else:
            run("genpkey", "-algorithm", "ed25519", "-out", self.file)
        run("req", "-x509", "-new", "-key", self.file, "-subj", "/CN=nobody", "-out", self.certificate)
        self.public_key = key_of(run("pkey", "-in", self.file, "-pubout", "-outform", "DER"))

    def context(self, protocol: str = ORDINARY) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.set_alpn_protocols([protocol])
        context.load_cert_chain(self.certificate, self.file)
        return context


class Link(http.client.HTTPConnection):
    """HTTP over a link to a port of this machine."""

    def __init__(self, key: LinkKey, port: int) -> None:
        super().__init__("127.0.0.1", port, timeout=30)
        self._context = key.context()

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def connect(self) -> None:
        self.sock: ssl.SSLSocket = self._context.wrap_socket(socket.create_connection((self.host, self.port), 30))

    def node_key(self) -> str:
        """Returns the public key that the node has proven."""
        certificate = self.sock.getpeercert(binary_form=True)
        assert certificate
        pem = run("x509", "-inform", "DER", "-pubkey", "-noout", input=certificate)
        return key_of(run("pkey", "-pubin", "-outform", "DER", input=pem))

    def get(self, path: str) -> tuple[int, bytes]:
        self.request("GET", path)
        answer = self.getresponse()
        return answer.status, answer.read()

    def post(self, path: str, form: str) -> tuple[int, bytes]:
        self.request("POST", path, form, {"Content-Type": "application/x-www-form-urlencoded"})
        answer = self.getresponse()
        return answer.status, answer.read()


def run(*arguments: str | Path, input: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *arguments], input=input, capture_output=True, check=True).stdout


def key_of(der: bytes) -> str:
    assert der.startswith(KEY_PREFIX) and len(der) == len(KEY_PREFIX) + 32
    return base64url.encode(der[len(KEY_PREFIX) :])


def client_hello() -> bytes:
    """Returns the first bytes of a handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([ORDINARY])
    outgoing = ssl.MemoryBIO()
    connection = context.wrap_bio(ssl.MemoryBIO(), outgoing)
    try:
        connection.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()
