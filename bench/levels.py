"""Levels that are a network played more or less loosely: how strong each number is, side by side.

.venv/bin/python -m bench.levels kelp --numbers 150,250,400,700,1200 [--matches 400] [--set variant=act1]

Against the network as it was trained on the other side. Whoever trains a new network looks here which numbers give the
shares that `SHARES` names, and writes them into `LEVELS` of the game; `undertow ladder GAME --levels` then measures the
levels against each other.
"""

from __future__ import annotations

import argparse

from undertow.bots import net as nets
from undertow.bots.net_bot import network
from undertow.core.box import read_value
from undertow.core.game import Setup, find_game
from undertow.lab.simulate import simulate

#: What part of the trained network's own share a level should win in its place.
SHARES = {"beginner": 0.1, "easy": 0.3, "medium": 0.6}


def measure(setup: Setup, numbers: list[int], matches: int) -> None:
    sides = dict.fromkeys(setup.sides)
    roles = list(network(setup.game).weights)
    for side in sides:
        for number in (nets.AS_TRAINED, *numbers):
            each = "/".join(str(number if role == nets.role_of(side) else nets.AS_TRAINED) for role in roles)
            share, low, high = simulate(setup, [f"net:{each}"], matches, seed=1).wins(setup.sides.index(side))
            print(f"{side} net:{number}: {share:.1%} ({low:.1%} to {high:.1%})", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("--numbers", default="150,250,400,700,1200")
    asked.add_argument("--matches", type=int, default=400)
    asked.add_argument("--players", type=int)
    asked.add_argument("--set", action="append", default=[])
    given = asked.parse_args()
    rules = dict(rule.split("=", 1) for rule in given.set)
    setup = find_game(given.game).set_up(given.players, {key: read_value(value) for key, value in rules.items()})
    measure(setup, [int(number) for number in given.numbers.split(",")], given.matches)


if __name__ == "__main__":
    main()
