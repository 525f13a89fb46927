"""Shark Attacks!: which bot is better, over enough matches to be sure.

.venv/bin/python -m bench.shark_attacks
"""

from __future__ import annotations

import os

from undertow import find_game
from undertow.lab.tournament import duel

DUELS = (
    ("solved", "never-bank", 200_000),
    ("solved", "hold:12", 200_000),
    ("hard", "easy", 100_000),
    ("hard", "medium", 6_000),
    ("medium", "easy", 2_000),
)


def main() -> None:
    table = find_game("shark-attacks").set_up(players=2)
    for bot, against, games in DUELS:
        print(duel(table, bot, against, games, workers=os.cpu_count() or 1), flush=True)


if __name__ == "__main__":
    main()
