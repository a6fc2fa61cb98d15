"""Real proxies in front of a node."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from node import free_port

NGINX = "/usr/sbin/nginx"


@contextmanager
def nginx(folder: Path, location: str, certificate: tuple[Path, Path] | None = None) -> Iterator[int]:
    """Runs nginx with Debian's defaults and these directives for `/`. Returns its port; with a certificate, a port for TLS."""
    folder.mkdir(parents=True)
    port = free_port()
    tls = f"ssl_certificate {certificate[0]}; ssl_certificate_key {certificate[1]};" if certificate else ""
    (folder / "nginx.conf").write_text(f"""
        daemon off; error_log stderr; pid {folder}/pid;
        events {{}}
        http {{
            access_log off;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            server {{ listen 127.0.0.1:{port}{" ssl" if certificate else ""}; {tls} location / {{ {location} }} }}
        }}
    """)
    with running([NGINX, "-c", str(folder / "nginx.conf")], port):
        yield port


@contextmanager
def socat(target: int, user: str = "root") -> Iterator[int]:
    """Runs socat, which passes connections on to a port, as a user of the machine. Returns its port."""
    port = free_port()
    listen = f"TCP4-LISTEN:{port},bind=127.0.0.1,fork,reuseaddr"
    become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    with running([*become, "socat", listen, f"TCP4:127.0.0.1:{target}"], port):
        yield port


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert time.monotonic() < end, f"{command[0]} does not start"
                time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(30)


def certificate(folder: Path) -> tuple[Path, Path]:
    """Makes a certificate for localhost. Returns the files of the certificate and of its key."""
    folder.mkdir(parents=True)
    files = folder / "certificate.pem", folder / "key.pem"
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
        *("-subj", "/CN=localhost", "-out", str(files[0]), "-keyout", str(files[1])),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return files
