"""Starting the server."""

from __future__ import annotations

import os
import socket
import sys
import threading
from functools import partial

import uvicorn
from litestar import Litestar

from undertow.core.rule import run_interpreted
from undertow.settings import Settings
from undertow.table.app import create_app
from undertow.table.guard import Guard
from undertow.table.line import Door, Line, room_for
from undertow.table.logs import set_up
from undertow.table.socket import TableSocket
from undertow.table.writer import log

LONGEST_STOP = 25.0  # seconds from being told to stop until the process ends, whatever happens
KEEP_ALIVE = 75  # seconds; longer than clients keep a line they do not use, or it closes under a request of theirs
SWITCH = 0.0005  # seconds: the thread that writes to the disk must not wait long for the event loop
PLENTY = 65_536  # descriptors
MAC = 10_240  # descriptors that macOS gives where it says that there is no limit


class Server(uvicorn.Server):
    """Stops as `leaving.py` has it, and ends in any case: a thread that waits for a database that hangs does not."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.ends_the_process = False  # else somebody else's process goes on

    async def on_tick(self, counter: int) -> bool:
        if self._app.state.house.writer.outgrown:
            log.warning(
                "a newer version of Undertow has changed the database: this server stops, and people go on there"
            )
            return True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.ends_the_process:
            log.info("stopping: moves under way become durable first")
            last_resort = threading.Timer(LONGEST_STOP, os._exit, (1,))
            last_resort.daemon = True
            last_resort.start()
        for listener in self.servers:
            listener.close()
        if not self.force_exit:
            await self._app.state.house.leave()
        await super().shutdown(sockets)
        if self.ends_the_process:
            log.info("stopped")


def descriptors() -> int:
    """As many descriptors as the system lets us have: each connection needs one."""
    try:
        import resource
    except ImportError:
        return PLENTY  # Windows counts otherwise
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (PLENTY, MAC):
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            except (ValueError, OSError):
                continue
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return PLENTY if soft == resource.RLIM_INFINITY else soft


def serve(host: str, port: int, settings: Settings) -> None:
    """Serve tables until Ctrl-C. Requests are not logged: an address may hold what is somebody's alone."""
    set_up(settings.log)
    sys.setswitchinterval(SWITCH)
    run_interpreted()  # until the rules are compiled
    running = server(create_app(settings), host, port, settings)
    running.ends_the_process = True
    running.run()


def server(app: Litestar, host: str, port: int, settings: Settings, loop: str = "auto") -> Server:
    """The server as it runs everywhere, tests included."""
    door = Door(room_for(descriptors()), settings)
    config = uvicorn.Config(
        Guard(app),
        host,
        port,
        loop=loop,
        http=partial(Line, door, app.state),  # type: ignore[arg-type]
        ws=TableSocket,
        access_log=False,
        log_level="warning",
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=2,
        backlog=4096,
    )
    return Server(config, app)
