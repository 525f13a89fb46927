"""The first minute: how long a newcomer waits, from an empty rule cache.

    python -m bench.first_minute [GAME ...]

For each game a server is started with nothing compiled, and at once somebody lays a table against hard bots and plays.
Measured are the seconds from the click on *Play* to the first decision, the longest wait for the answer to one's own
click until the rules are compiled, and when they are. Then the same again with a full cache. At the end all games are
compiled by a server that nobody plays at.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from bench.load.servers import free_port
from undertow.core.game import game_names

LONGEST = 600.0  # seconds
PLAYERS = {"get-bit": 4, "jaws": 4, "kelp": 2, "shark-attacks": 3}
MINE = {"get-bit": ["swimmer 1"], "jaws": ["shark"], "kelp": ["shark"], "shark-attacks": ["player 1"]}


@contextmanager
def serving(data: Path, cache: Path) -> Iterator[httpx.Client]:
    """A server of its own; open as soon as it answers."""
    port = free_port()
    env = os.environ | {
        "UNDERTOW_DATA": str(data),
        "UNDERTOW_CACHE": str(cache),
        "UNDERTOW_RATE": "0",
        "UNDERTOW_BOT_PAUSE": "0",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "undertow", "serve", "--port", str(port)],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONGEST, trust_env=False) as client:
            while True:
                try:
                    client.get("/api/me")
                    break
                except httpx.TransportError:
                    time.sleep(0.02)
            yield client
    finally:
        process.terminate()
        process.wait()


def ready(client: httpx.Client) -> set[str]:
    return {game["name"] for game in client.get("/api/games").json() if game["ready"]}


class Newcomer:
    """Plays at random as fast as possible."""

    def __init__(self, client: httpx.Client, game: str) -> None:
        self.client, self.game = client, game
        self._ids, self._rng = count(), random.Random(1)
        self.tables: list[str] = []

    def lay(self) -> float:
        """Lay a table; returns the seconds until there is something to decide."""
        began = time.monotonic()
        seats = [seat["seat"] for seat in self._plan()]
        mine = [seat for seat in seats if seat in MINE[self.game]]
        wanted = {"sit": mine, "bots": {seat: "hard" for seat in seats if seat not in mine}, "start": True}
        made = self.client.post("/api/tables", json={"game": self.game, "players": PLAYERS[self.game], **wanted})
        made.raise_for_status()
        self.tables.append(made.json()["table"])
        while not self._decisions()[0]:
            time.sleep(0.02)
        return time.monotonic() - began

    def _plan(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get(
            f"/api/games/{self.game}/plan", params={"players": PLAYERS[self.game]}
        ).json()["seats"]
        return found

    def _decisions(self) -> tuple[list[tuple[str, str, str]], bool]:
        """Seat, action and question of all there is to choose from, and whether the match is over."""
        update = self.client.get(f"/api/tables/{self.tables[-1]}").json()
        offers = [
            (question["seat"], offer["action"], question["asked"])
            for eyes in update["eyes"]
            for question in eyes["questions"]
            for offer in question["actions"]
        ]
        return offers, update["table"]["status"] == "over"

    def click(self) -> float:
        """One decision; returns the seconds until it is answered. A new table where the match is over."""
        while True:
            offers, over = self._decisions()
            if over:
                self.lay()
            elif offers:
                break
            else:
                time.sleep(0.02)
        seat, action, asked = self._rng.choice(offers)
        began = time.monotonic()
        command = {"type": "act", "id": f"c{next(self._ids)}", "seat": seat, "action": action, "asked": asked}
        self.client.post(f"/api/tables/{self.tables[-1]}/commands", json=command).raise_for_status()
        return time.monotonic() - began


def first_minute(game: str, cache: Path) -> str:
    with tempfile.TemporaryDirectory() as data, serving(Path(data), cache) as client:
        began = time.monotonic()
        newcomer = Newcomer(client, game)
        first, clicks = newcomer.lay(), [newcomer.click() for _ in range(3)]
        while game not in ready(client) and time.monotonic() - began < LONGEST:
            clicks.append(newcomer.click())
            time.sleep(0.3)
        compiled = time.monotonic() - began
        told = f"first decision after {first:5.2f} s, longest of {len(clicks):3} clicks {max(clicks):5.2f} s"
        return f"{told}, compiled after {compiled:5.1f} s"


def everything(cache: Path) -> float:
    with tempfile.TemporaryDirectory() as data, serving(Path(data), cache) as client:
        began = time.monotonic()
        while ready(client) != set(game_names()):
            time.sleep(0.2)
        return time.monotonic() - began


def main() -> None:
    games = sys.argv[1:] or game_names()
    for game in games:
        with tempfile.TemporaryDirectory() as cache:
            for kind in ("empty", "full"):
                print(f"{game:13} {kind:5} cache: {first_minute(game, Path(cache))}", flush=True)
    if games == game_names():
        with tempfile.TemporaryDirectory() as cache:
            print(f"all games     empty cache: compiled after {everything(Path(cache)):.1f} s", flush=True)
            print(f"all games     full  cache: loaded after {everything(Path(cache)):.1f} s", flush=True)


if __name__ == "__main__":
    main()
