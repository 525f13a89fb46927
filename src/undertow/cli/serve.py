"""`undertow serve`: what it says before the server takes over."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
import webbrowser
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from undertow.cli import show
from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table.lock import alone
from undertow.table.storage import Storage, url_of

EVERYWHERE = ("0.0.0.0", "::")
PATIENCE = 30.0  # seconds the browser waits for the server


def serve(file: Path | None, host: str | None, port: int | None, open_browser: bool) -> None:
    """Check what can be checked, say where the tables are, and serve them."""
    settings = Settings.load(file)
    host, port = host or settings.listen, port or settings.port
    settings = replace(settings, listen=host, port=port, hosts=settings.hosts | {host.lower()})
    settings.hand_on()
    _check_metrics(settings)
    _free(host, port)
    _check_descriptors()
    url = url_of(settings)
    with alone(url):
        _serve(open_browser, Storage(url), settings)


def _serve(open_browser: bool, storage: Storage, settings: Settings) -> None:
    storage.close()
    host, port = settings.listen, settings.port
    here = "127.0.0.1" if host in EVERYWHERE else host
    address = f"http://{f'[{here}]' if ':' in here else here}:{port}"
    kept = f"They are stored in {storage.engine.url.render_as_string(hide_password=True)}."
    if settings.log == "json":
        _log(f"Tables are served at {address}. {kept}")
    else:
        show.screen.print(
            Text.assemble("Tables are served at ", (address, f"bold {show.SEA}"), ". Press Ctrl-C to stop.")
        )
        show.screen.print(Text(kept, "dim"), soft_wrap=True)
        if host in EVERYWHERE:
            show.screen.print(Text(_open_to_all(port), "yellow"))
    if open_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    from undertow.table.serve import serve as run

    run(host, port, settings)


def _log(words: str) -> None:
    from undertow.table.logs import set_up
    from undertow.table.writer import log

    set_up("json")
    log.info(words)


def _check_metrics(settings: Settings) -> None:
    if settings.metrics:
        from undertow.table.metrics import check

        check(settings)


def _check_descriptors() -> None:
    from undertow.table.line import FEW, room_for
    from undertow.table.serve import descriptors

    if (found := descriptors()) < FEW:
        show.screen.print(
            Text(f"At most {room_for(found)} connections fit at once: `ulimit -n {FEW}` would allow more.", "yellow")
        )


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
        "Traffic is not encrypted: on the internet, put a reverse proxy with HTTPS in front."
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
