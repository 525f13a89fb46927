"""Starting the server."""

from __future__ import annotations

from granian import Granian
from granian.constants import Interfaces, Loops
from granian.log import LogLevels

SOCKETS = 40_000  # open connections before newcomers have to wait


def serve(host: str, port: int) -> None:
    """Serve tables until Ctrl-C. Requests are not logged: an address may hold what is somebody's alone."""
    Granian(
        "undertow.table.app:create_app",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        workers=1,
        loop=Loops.uvloop,
        factory=True,
        websockets=True,
        log_access=False,
        log_level=LogLevels.warning,
        backlog=4096,
        backpressure=SOCKETS,
    ).serve()
