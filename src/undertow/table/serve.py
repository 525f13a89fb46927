"""Starting the server."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import uvicorn

from undertow.table.app import create_app
from undertow.table.guard import WithHeaders
from undertow.table.socket import TableSocket

KEEP_ALIVE = 75  # seconds; longer than clients keep a line they do not use, or it closes under a request of theirs
SWITCH = 0.0005  # seconds: the thread that writes to the disk must not wait long for the event loop


def serve(host: str, port: int) -> None:
    """Serve tables until Ctrl-C. Requests are not logged: an address may hold what is somebody's alone."""
    sys.setswitchinterval(SWITCH)
    app = create_app()
    config = uvicorn.Config(
        WithHeaders(app),
        host,
        port,
        ws=partial(_socket, app.state),  # type: ignore[arg-type]
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=2,
        backlog=4096,
    )
    uvicorn.Server(config).run()


def _socket(state: Any, **_: Any) -> TableSocket:
    return TableSocket(state)
