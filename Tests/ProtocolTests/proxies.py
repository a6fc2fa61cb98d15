"""Real proxies and tunnels in front of a node."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from node import free_port

NGINX = "/usr/sbin/nginx"
SSHD = "/usr/sbin/sshd"


@dataclass(frozen=True)
class Keys:
    """A certificate with its key, and the certificate of the authority that has signed it."""

    authority: Path
    certificate: Path
    key: Path


@contextmanager
def nginx(folder: Path, location: str, keys: Keys | None = None) -> Iterator[int]:
    """Runs nginx with Debian's defaults and these directives for `/`. Returns its port; with keys, a port for TLS."""
    port = free_port()
    tls = f"ssl_certificate {keys.certificate}; ssl_certificate_key {keys.key};" if keys else ""
    server = f"server {{ listen 127.0.0.1:{port}{' ssl' if keys else ''}; {tls} location / {{ {location} }} }}"
    with nginx_server(folder, server, port):
        yield port


@contextmanager
def nginx_server(folder: Path, server: str, port: int) -> Iterator[None]:
    """Runs nginx with Debian's defaults and one server, which listens at this port."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nginx.conf").write_text(f"""
        daemon off; error_log stderr; pid {folder}/pid;
        events {{}}
        http {{
            access_log off;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            {server}
        }}
    """)
    with running([NGINX, "-c", str(folder / "nginx.conf")], port):
        yield


@contextmanager
def caddy(site: str, port: int, user: str = "root") -> Iterator[None]:
    """Runs Caddy as a user of the machine, with this part of a Caddyfile. Its server listens at the port."""
    with tempfile.TemporaryDirectory(prefix="tidings-") as folder:
        shutil.chown(folder, user)
        configuration = Path(folder) / "Caddyfile"
        # Caddy adds its own authority to no other program, needs no port 80, and ends although requests wait.
        configuration.write_text(f"""{{
            admin off
            skip_install_trust
            auto_https disable_redirects
            default_bind 127.0.0.1
            grace_period 1s
            log {{
                level ERROR
            }}
        }}
        {site}""")
        # Otherwise, Caddy would keep its data in the home of the user.
        homes = {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        command = ["caddy", "run", "--config", str(configuration), "--adapter", "caddyfile"]
        with running([*become(user), *command], port, homes):
            yield


@contextmanager
def socat(target: int, user: str = "root", host: str = "127.0.0.1") -> Iterator[int]:
    """Runs socat, which passes connections on to a port of a host, as a user of the machine. Returns its port."""
    port = free_port()
    listen = f"TCP4-LISTEN:{port},bind=127.0.0.1,fork,reuseaddr"
    with running([*become(user), "socat", listen, f"TCP4:{host}:{target}"], port):
        yield port


@contextmanager
def sshd(folder: Path) -> Iterator[Path]:
    """Runs Debian's sshd, at which all users log in with one key.

    Returns the configuration with which ssh finds it as `machine`.
    """
    folder.mkdir(parents=True)
    port = free_port()
    for name in ("host", "client"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    # Programs that read the file as root, because another user cannot open it.
    (folder / "sshd_config").write_text(f"""
        ListenAddress 127.0.0.1:{port}
        HostKey {folder}/host
        AuthorizedKeysCommand /usr/bin/cat {folder}/client.pub
        AuthorizedKeysCommandUser root
        PidFile none
        UsePAM no
        StrictModes no
        LogLevel ERROR
    """)
    (folder / "known_hosts").write_text(f"machine {(folder / 'host.pub').read_text()}")
    (folder / "ssh_config").write_text(f"""
        HostName 127.0.0.1
        HostKeyAlias machine
        Port {port}
        IdentityFile {folder}/client
        IdentitiesOnly yes
        UserKnownHostsFile {folder}/known_hosts
        StrictHostKeyChecking yes
        BatchMode yes
        ExitOnForwardFailure yes
    """)
    # Debian's service makes it.
    Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    with running([SSHD, "-D", "-e", "-f", str(folder / "sshd_config")], port):
        yield folder / "ssh_config"


@contextmanager
def ssh_tunnel(configuration: Path, user: str, target: int) -> Iterator[int]:
    """Logs in as a user of the node's machine, and forwards a port. Returns the port of the near end."""
    port = free_port()
    forward = f"127.0.0.1:{port}:127.0.0.1:{target}"
    with running(["ssh", "-F", str(configuration), "-N", "-L", forward, f"{user}@machine"], port):
        yield port


def become(user: str) -> list[str]:
    """Returns the words before a command that a user of the machine runs."""
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


@contextmanager
def running(command: list[str], port: int, variables: dict[str, str] | None = None) -> Iterator[None]:
    """Runs a program. Returns when it accepts connections."""
    process = subprocess.Popen(command, env=os.environ | (variables or {}))
    try:
        end = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert process.poll() is None and time.monotonic() < end, f"{command} does not start"
                time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(30)


def certificate(folder: Path, name: str = "localhost") -> Keys:
    """Makes an authority and a certificate for a host name."""
    folder.mkdir(parents=True)
    authority, authority_key = folder / "authority.pem", folder / "authority-key.pem"
    keys = Keys(authority, folder / "certificate.pem", folder / "key.pem")
    sign("Authority of a test", authority, authority_key, "-addext", "keyUsage=critical,keyCertSign")
    sign(
        name, keys.certificate, keys.key, "-CA", str(authority), "-CAkey", str(authority_key),
        *("-addext", "basicConstraints=critical,CA:FALSE", "-addext", f"subjectAltName=DNS:{name}"),
        *("-addext", "extendedKeyUsage=serverAuth"),
    )
    return keys


def sign(subject: str, certificate: Path, key: Path, *options: str) -> None:
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc"),
        *("-days", "2", "-subj", f"/CN={subject}", "-out", str(certificate), "-keyout", str(key), *options),
    ]
    subprocess.run(command, check=True, capture_output=True)
