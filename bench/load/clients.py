"""The clients of both servers: one Node process that speaks to its caller in lines of JSON."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from bench.load.servers import NODE, NODE_FOLDER

Message = dict[str, Any]


class Clients:
    """Tables of four clients that wait for the word to begin."""

    def __init__(self, side: str, url: str, tables: int, warmup: float, seconds: float, **settings: str) -> None:
        self.process = subprocess.Popen(
            [NODE, "load.js", side, url, str(tables), str(warmup), str(seconds)],
            cwd=NODE_FOLDER,
            env=os.environ | {"NODE_ENV": "production"} | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def hear(self, word: str) -> Any:
        """The next thing they say, which has to be this."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the clients ended with {self.process.wait()}")
        message: Message = json.loads(line)
        if word not in message:
            raise RuntimeError(f"the clients: {message}")
        return message[word]

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def __enter__(self) -> Clients:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()


def node(script: str, *args: str | Path, **settings: str) -> Any:
    """What a script of the folder prints, as JSON."""
    ran = subprocess.run(
        [NODE, script, *map(str, args)],
        cwd=NODE_FOLDER,
        env=os.environ | {"NODE_ENV": "production"} | settings,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)
