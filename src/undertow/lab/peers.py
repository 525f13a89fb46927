"""What a user would pick instead, driven the way a user would drive it: OpenSpiel, from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from undertow.core.game import Setup

#: For each of our games the nearest one in OpenSpiel, with as many players and as many cards.
PEERS: dict[str, Callable[[Setup], str]] = {
    "shark-attacks": lambda setup: f"pig(players={setup.players})",
    "get-bit": lambda setup: f"goofspiel(players={setup.box[0].swimmers},num_cards={setup.box[0].cards})",
}


def peer_speed(setup: Setup, seconds: float) -> tuple[str, float] | None:
    """The peer's name and its steps a second on one core with random play; None if it is not installed."""
    if setup.game.name not in PEERS:
        return None
    try:
        import pyspiel
    except ImportError:
        return None
    name = PEERS[setup.game.name](setup)
    loaded = pyspiel.load_game(name)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        steps += _random_match(loaded)
    return f"OpenSpiel {name}", steps / (time.perf_counter() - began)


def _random_match(game: Any) -> int:
    """One match at random; every player's decision and every outcome of chance is a step, as they are for us."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, odds)[0])
            steps += 1
        elif state.is_simultaneous_node():
            players = range(game.num_players())
            state.apply_actions([random.choice(state.legal_actions(player)) for player in players])
            steps += len(players)
        else:
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps
