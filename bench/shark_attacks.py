"""Shark Attacks!: what the game is worth to the first player, and which bot is better, over enough matches to be sure.

.venv/bin/python -m bench.shark_attacks
"""

from __future__ import annotations

import os

from undertow import find_game
from undertow.games.shark_attacks.bots.optimum import shipped
from undertow.lab.tournament import duel

DUELS = (
    (2, "solved", "never-bank", 200_000),
    (2, "solved", "hold:12", 200_000),
    (2, "hard", "easy", 100_000),
    (2, "hard", "medium", 6_000),
    (2, "medium", "easy", 2_000),
    (3, "solved", "never-bank", 300_000),
)


def main() -> None:
    game = find_game("shark-attacks")
    chances = shipped(game.set_up(2).box)
    assert chances is not None
    first = chances[-1, -1, 0, 0]
    print(f"two perfect players: the first one wins {first:.2%}, {2 * first - 1:+.4f} games more than the second")
    for players, bot, against, games in DUELS:
        print(players, duel(game.set_up(players), bot, against, games, workers=os.cpu_count() or 1), flush=True)


if __name__ == "__main__":
    main()
