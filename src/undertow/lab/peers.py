"""What a user would pick instead, driven the way a user would drive it: OpenSpiel, from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from undertow.core.game import Setup

#: For each of our games the nearest one in OpenSpiel, with as many players and as many cards.
PEERS: dict[str, Callable[[Setup], str]] = {
    "shark-attacks": lambda setup: f"pig(players={setup.players})",
    "jaws": lambda setup: "battleship",  # hidden places and guesses; OpenSpiel has nothing nearer
    "kelp": lambda setup: "gin_rummy",  # a hidden hand, draw and discard piles; OpenSpiel has nothing nearer
    "get-bit": lambda setup: f"goofspiel(players={setup.box[0].swimmers},num_cards={setup.box[0].cards})",
}


@dataclass(frozen=True)
class PeerSpeed:
    """A peer's speed on one core with random play.

    Where all players choose at once, OpenSpiel takes the joint choice as one step; we take every decision as one. So
    both are counted.
    """

    name: str
    steps: float  # a second, as the peer counts
    decisions: float  # a second, as we count: every player's decision and every outcome of chance


def peer_speed(setup: Setup, seconds: float) -> PeerSpeed | None:
    """How fast the peer is here and now; None if there is none or it is not installed."""
    if setup.game.name not in PEERS:
        return None
    try:
        import pyspiel
    except ImportError:
        return None
    name = PEERS[setup.game.name](setup)
    loaded = pyspiel.load_game(name)
    steps, decisions, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        more_steps, more_decisions = _random_match(loaded)
        steps += more_steps
        decisions += more_decisions
    spent = time.perf_counter() - began
    return PeerSpeed(f"OpenSpiel {name}", steps / spent, decisions / spent)


def _random_match(game: Any) -> tuple[int, int]:
    """One match at random: steps as the peer counts them, and decisions as we do."""
    state, steps, decisions = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        steps += 1
        decisions += 1
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, odds)[0])
        elif state.is_simultaneous_node():
            players = range(game.num_players())
            state.apply_actions([random.choice(state.legal_actions(player)) for player in players])
            decisions += len(players) - 1
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return steps, decisions
