"""Get Bit!: which bot is better, as a swimmer and as the shark, over enough matches to be sure.

.venv/bin/python -m bench.get_bit
"""

from __future__ import annotations

import os
import sys

from undertow import find_game
from undertow.core.game import Setup
from undertow.lab.simulate import simulate
from undertow.lab.tournament import duel

WORKERS = os.cpu_count() or 1
GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000


def as_shark(table: Setup, bot: str, swimmers: str, games: int) -> str:
    """How often this shark wins against such swimmers."""
    bots = [bot] + [swimmers] * (len(table.seats) - 1)
    share, low, high = simulate(table, bots, games, seed=3, workers=WORKERS).wins(0)
    return f"{bot:>14} as the shark against {swimmers:<10} {games:>7,} games: {share:6.2%} ({low:.2%} to {high:.2%})"


def main() -> None:
    game = find_game("get-bit")
    for swimmers in (4, 5, 6):
        print(f"{swimmers} swimmers", flush=True)
        water = game.set_up(swimmers)
        for bot, against in (("hard", "sampler:200"), ("sampler:200", "random"), ("hard", "careful")):
            print(duel(water, bot, against, GAMES // (1 if "sampler" in bot else 2), workers=WORKERS), flush=True)
        table = game.set_up(swimmers + 1, {"shark": True})
        for bot in ("hard", "sampler:200", "careful", "random"):
            print(as_shark(table, bot, "random", GAMES if bot == "hard" else 2 * GAMES), flush=True)


if __name__ == "__main__":
    main()
