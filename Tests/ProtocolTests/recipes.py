"""The proxies that docs/operations.md describes, as it configures them."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from proxies import Keys, caddy, nginx_server

OPERATIONS = Path(__file__).resolve().parents[2] / "docs/operations.md"

#: The host name in the recipes.
PUBLIC_NAME = "chat.example.org"


@dataclass(frozen=True)
class Recipe:
    """A proxy as docs/operations.md configures it, with other ports and other paths of its files."""

    name: str
    keys: Keys
    #: The port of the proxy in place of 443.
    port: int
    node_port: int
    #: The password that the proxy itself wants of the user `jack`.
    password: str | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Runs the proxy."""
        with tempfile.TemporaryDirectory(prefix="tidings-") as folder:
            # Caddy is another user's, and so are the processes of nginx that serve requests.
            Path(folder).chmod(0o755)
            with self._nginx(Path(folder)) if self.name == "nginx" else self._caddy(Path(folder)):
                yield

    def _nginx(self, folder: Path) -> AbstractContextManager[None]:
        server, password_lines = blocks("nginx")
        server = changed(server, {
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
            f"/etc/ssl/{PUBLIC_NAME}.pem": str(self.keys.certificate),
            f"/etc/ssl/private/{PUBLIC_NAME}.key": str(self.keys.key),
            "127.0.0.1:8080": f"127.0.0.1:{self.node_port}",
        })
        if self.password:
            hashed = output("openssl", "passwd", "-6", self.password)
            passwords = folder / "passwords"
            passwords.write_text(f"jack:{hashed}\n")
            lines = changed(password_lines, {"/etc/nginx/chat.passwords": str(passwords)})
            server = changed(server, {"location / {": f"location / {{\n{lines}"})
        return nginx_server(folder, server, self.port)

    def _caddy(self, folder: Path) -> AbstractContextManager[None]:
        site, password_lines = blocks("caddyfile")
        if self.password:
            lines = changed(password_lines, {"HASH": output("caddy", "hash-password", "--plaintext", self.password)})
            site = changed(site, {"reverse_proxy 127.0.0.1:8080\n": lines})
        for name, file in (("pem", self.keys.certificate), ("key", self.keys.key)):
            shutil.copy(file, folder / name)
            shutil.chown(folder / name, "caddy")
        site = changed(site, {
            f"{PUBLIC_NAME} {{": f"{PUBLIC_NAME}:{self.port} {{",
            f"/etc/caddy/{PUBLIC_NAME}.pem": str(folder / "pem"),
            f"/etc/caddy/{PUBLIC_NAME}.key": str(folder / "key"),
            "127.0.0.1:8080": f"127.0.0.1:{self.node_port}",
        })
        return caddy(site, self.port, "caddy")


def public_options() -> list[str]:
    """Returns the options of a node behind a proxy."""
    [options] = re.findall(r"^scripts/run (--public-url \S+)$", OPERATIONS.read_text(), re.MULTILINE)
    return options.split()


def blocks(language: str) -> list[str]:
    """Returns the blocks of docs/operations.md in a language, in their order."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", OPERATIONS.read_text(), re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(text) for _, text in found]


def changed(text: str, changes: dict[str, str]) -> str:
    """Replaces each of these texts, which stand in the text once."""
    for old, new in changes.items():
        assert text.count(old) == 1, f"docs/operations.md does not have {old!r} once:\n{text}"
        text = text.replace(old, new)
    return text


def output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout.strip()
