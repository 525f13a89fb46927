"""What a user would pick instead, driven the way a user would drive it: OpenSpiel, from Python."""

from __future__ import annotations

import random
import time
from typing import Any

#: For each of our games the nearest one in OpenSpiel, as its players and cards or dice allow.
PEERS = {"shark-attacks": "pig(players={players})"}


def peer_speed(game: str, players: int, seconds: float) -> tuple[str, float] | None:
    """The peer's name and its steps a second on one core with random play; None if it is not installed."""
    if game not in PEERS:
        return None
    try:
        import pyspiel
    except ImportError:
        return None
    name = PEERS[game].format(players=players)
    loaded = pyspiel.load_game(name)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        steps += _random_match(loaded)
    return f"OpenSpiel {name}", steps / (time.perf_counter() - began)


def _random_match(game: Any) -> int:
    """One match at random; decisions and outcomes of chance are the steps, as they are for us."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps
