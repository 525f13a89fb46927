"""`undertow serve`: what it says before the server takes over."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
import webbrowser

from rich.text import Text

from undertow.cli import show
from undertow.core.errors import UndertowError
from undertow.table.storage import Storage

EVERYWHERE = ("0.0.0.0", "::")
PATIENCE = 30.0  # seconds the browser waits for the server


def serve(host: str, port: int, open_browser: bool) -> None:
    """Check what can be checked, say where the tables are, and serve them."""
    _free(host, port)
    storage = Storage()
    storage.close()
    here = "127.0.0.1" if host in EVERYWHERE else host
    address = f"http://{f'[{here}]' if ':' in here else here}:{port}"
    show.screen.print(Text.assemble("Tables are served at ", (address, f"bold {show.SEA}"), ". Ctrl-C ends it."))
    show.screen.print(
        Text(f"Kept in {storage.engine.url.render_as_string(hide_password=True)}.", "dim"), soft_wrap=True
    )
    if host in EVERYWHERE:
        show.screen.print(Text(_open_to_all(port), "yellow"))
    if open_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    from undertow.table.serve import serve as run

    run(host, port)


def _free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise UndertowError(
                f"cannot listen on {host} port {port}: {error.strerror}; try --port {port + 1}."
            ) from error


def _open_to_all(port: int) -> str:
    return (
        "Everybody who can reach this machine can now make tables, play and watch public ones; hidden information "
        f"stays with its seats.\nFriends in your network open http://THIS-MACHINE:{port}. "
        "What travels is not encrypted: on the internet put a reverse proxy with HTTPS in front."
    )


def _open(address: str) -> None:
    """Open the browser as soon as the server answers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(address, timeout=1).close()
            webbrowser.open(address)
            return
        except OSError:
            time.sleep(0.1)
