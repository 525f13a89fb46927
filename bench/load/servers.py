"""The two servers under load: how each is started, what it uses, how it is killed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NODE_FOLDER = Path(__file__).parent / "boardgame"


def _real_node() -> str:
    """Node itself: what is on the path may be a script that starts it, and outlives it when it is killed."""
    found = shutil.which("node") or "node"
    with contextlib.suppress(OSError):
        asked = subprocess.run([found, "-p", "process.execPath"], capture_output=True, text=True, check=False)
        return asked.stdout.strip() or found
    return found


NODE = _real_node()
SIDES = ("undertow", "boardgame")
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 1200  # a first start compiles all games


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Use:
    """What all processes of a server hold and have spent."""

    memory: int  # bytes
    cpu: float  # seconds
    processes: int


@dataclass
class Server:
    side: str
    data: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = 0
    sources: Path | None = None  # of another version of ours
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.data / "server.log"

    def start(self) -> None:
        """Starts the server on its data, in a process group of its own, and waits until it answers."""
        self.port = self.port or free_port()
        if self.side == "undertow":
            command = [sys.executable, "-m", "undertow", "serve", "--port", str(self.port)]
            own = {"UNDERTOW_DATA": str(self.data / "undertow"), "UNDERTOW_RATE": "0"}
            asked = "/api/games"
        else:
            command = [NODE, "server.js", str(self.port), str(self.data / "flatfile")]
            own = {"NODE_ENV": "production"}
            asked = "/games"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=NODE_FOLDER if self.side == "boardgame" else ROOT,
                env=os.environ | own | self.settings | ({"PYTHONPATH": str(self.sources)} if self.sources else {}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if self.side == "boardgame" and self.settings.get("BGIO_ONE_CORE"):
            os.sched_setaffinity(self.process.pid, {min(os.sched_getaffinity(0))})
        self.wait(asked)

    def wait(self, path: str) -> None:
        assert self.process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.side} ended: {self.tail()}")
            with contextlib.suppress(OSError), urllib.request.urlopen(self.url + path, timeout=5) as answer:
                if self.warm(json.load(answer)):
                    return
            time.sleep(0.1)
        raise RuntimeError(f"{self.side} is not ready: {self.tail()}")

    def warm(self, answer: Any) -> bool:
        """Ours compiles its games in the background when it starts; that is not what is measured here."""
        return self.side == "boardgame" or all(game["ready"] for game in answer)

    def tail(self) -> str:
        return self.log.read_text(errors="replace")[-1500:]

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def pids(self) -> list[int]:
        """All processes of the server's session."""
        assert self.process is not None
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    fields = (entry / "stat").read_text().rpartition(") ")[2].split()
                    if int(fields[3]) == self.process.pid:
                        found.append(int(entry.name))
        return found

    def use(self) -> Use:
        memory, ticks, processes = 0, 0, 0
        for pid in self.pids():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
                memory += int(fields[21]) * PAGE
                ticks += int(fields[11]) + int(fields[12])
                processes += 1
        return Use(memory, ticks / TICKS, processes)

    def kill(self) -> None:
        """`kill -9` for every process of it, at once."""
        if self.process is None:
            return
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None


@contextlib.contextmanager
def sources_of(revision: str) -> Iterator[Path]:
    """The sources of another version, in a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="load-before-") as folder:
        packed = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        yield Path(folder) / "src"


@contextlib.contextmanager
def running(side: str, folder: Path | None = None, sources: Path | None = None, **settings: str) -> Iterator[Server]:
    """A fresh server with empty storage; all store on the same disk."""
    data = Path(tempfile.mkdtemp(prefix=f"load-{side}-", dir=folder))
    (data / "undertow").mkdir()
    server = Server(side, data, settings, sources=sources)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(data, ignore_errors=True)
