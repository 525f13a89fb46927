"""What is played at a time: an order says which table, a chunk which matches. Both travel to wherever there is room."""

from __future__ import annotations

import threading
import zlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from undertow.core.game import find_game
from undertow.core.records import Records
from undertow.lab.counted import Restriction, counting, player_on

KEPT = 4  # tables that a thread keeps ready


class Chunk(NamedTuple):
    """Match number `first` of a cell and the ones after it."""

    cell: int
    first: int
    number: int


@dataclass(frozen=True)
class Order:
    """A table and who plays at it, as another process can read it."""

    game: str
    players: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    restrictions: dict[str, Restriction] = field(default_factory=dict)
    device: str = "cpu"


_ready = threading.local()


def play(order: Order, chunk: Chunk) -> bytes:
    """The counts of a chunk, as bytes: the same wherever they are played."""
    players: dict[int, Any] = _ready.__dict__.setdefault("players", {})
    key = hash(repr(order))
    if key not in players:
        while len(players) >= KEPT:
            del players[next(iter(players))]
        setup = find_game(order.game).set_up(order.players, order.settings)
        players[key] = player_on(order.device, setup, order.bots, order.seed, order.restrictions)
    counts: Records = players[key].play(chunk.first, chunk.number)
    return zlib.compress(counts.tobytes(), 1)


def counts_of(game: str, packed: bytes) -> Records:
    """Counts as they came back."""
    return np.frombuffer(zlib.decompress(packed), counting(find_game(game)).Counts).copy()
