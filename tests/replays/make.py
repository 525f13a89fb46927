"""Makes the finished matches that every later version must still be able to read: `python -m tests.replays.make kelp`.

Run it once for each version of a game's rules, before that version is left behind.
"""

from __future__ import annotations

import json
import lzma
import sys
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from undertow.bots import Knowledge, make_bot
from undertow.core.game import find_game
from undertow.core.match import Match

FOLDER = Path(__file__).parent
MATCHES = 200
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "shark-attacks": [(players, {}) for players in range(2, 7)] + [(2, {"target": 20})],
    "get-bit": [(players, {}) for players in range(2, 7)]
    + [(players, {"shark": True}) for players in range(3, 8)]
    + [(4, {"long_game": True}), (5, {"shark": True, "long_game": True})],
    "jaws": [(players, {"variant": variant}) for variant in ("act1", "act2", "full") for players in (2, 3, 4)],
    "kelp": [(2, {})],
}
BOTS = ("random", "hard", "medium", "random", "easy")


def played(game: str, number: int, players: int, settings: dict[str, Any]) -> Match:
    """A match between bots of several strengths."""
    match = Match(game, players, settings, seed=f"{game} {number}")
    bots = {
        seat: make_bot(match.setup, BOTS[(number + i) % len(BOTS)], number * 16 + i)
        for i, seat in enumerate(match.seats)
    }
    while not match.over:
        seat = match.to_act[0]
        match.take(seat, bots[seat].choose(Knowledge(match.position, match.setup.seat(seat))).name)
    return match


def kept(match: Match) -> dict[str, Any]:
    """A match as it is kept here: all that its file says, and who won it."""
    result = match.result
    assert result is not None
    return {
        "rules": match.game.version,
        "players": match.setup.players,
        "settings": match.setup.settings,
        "seed": match.seed,
        "commitment": match.commitment,
        "lines": [[match.seat_name(ply.seat), ply.name] for ply in match.history],
        "shares": list(result.shares.values()),
        "reason": result.reason,
    }


def main(name: str) -> None:
    game = find_game(name)
    tables = islice(cycle(TABLES[name]), MATCHES)
    matches = [kept(played(name, number, *table)) for number, table in enumerate(tables)]
    path = FOLDER / f"{name}-{game.version}.json.xz"
    path.write_bytes(lzma.compress(json.dumps(matches, separators=(",", ":")).encode(), preset=9))
    steps = sum(len(match["lines"]) for match in matches)
    print(f"{path.name}: {len(matches)} matches, {steps} steps, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
