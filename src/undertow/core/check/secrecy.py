"""Secrecy: a state and its imagined twin look the same to the viewer, to the last byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from undertow.core.check.walks import walk, walks
from undertow.core.game import Setup
from undertow.core.position import Position
from undertow.core.rng import stream

LOOKS_A_MATCH = 60  # positions of a match that are looked at, from all sides


def secrecy(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """For every viewer, the truth and what that viewer imagines give identical answers."""
    for number, (position, rng) in enumerate(walks(setup, matches, seed)):
        for ply, _ in enumerate(walk(position, rng, setup.game.state.BOUND), start=1):
            if ply % max(1, setup.game.state.BOUND // LOOKS_A_MATCH) and rng.random() > 0.3:
                continue
            for viewer, name in enumerate(setup.viewers):
                wrong = _leak(position, viewer, seed + 1000 * number + ply)
                if wrong:
                    yield f"after step {ply} {name} can tell the true state from an imagined one by {wrong}"
                    return


def _leak(position: Position, viewer: int, seed: int) -> str:
    """What gives the truth away; nothing if nothing does."""
    truth = answers(position, viewer)
    if not np.isfinite(position.encoding(viewer)).all():
        return "an encoding with a number that is none"
    for world in imagined(position, viewer, seed, 2):
        twin = answers(world, viewer)
        for what, answer in truth.items():
            if twin[what] != answer:
                return f"{what}: {_short(answer)} against {_short(twin[what])}"
    return ""


def imagined(position: Position, viewer: int, seed: int, worlds: int) -> list[Position]:
    """Worlds that the viewer imagines, each once. The truth is not among them: it cannot look other than it does."""
    drawn = position.imagine(viewer, stream(seed), worlds)
    others = {drawn[i : i + 1].tobytes(): drawn[i : i + 1].copy() for i in range(worlds)}
    others.pop(position.states.tobytes(), None)
    return [Position(position.setup, states, position.memories.copy()) for states in others.values()]


def answers(position: Position, viewer: int) -> dict[str, Any]:
    """Everything the viewer can be given about a position: whatever leaves the engine is one of these."""
    setup = position.setup
    mine = (
        [seat for seat in position.acting() if setup.viewer_of(seat) == viewer] if viewer < len(setup.viewers) else []
    )
    legal = {seat: position.legal(seat) for seat in mine}
    return {
        "view": msgspec.json.encode(position.view(viewer)),
        "who may act": (position.over, position.acting()),
        "legal actions": legal,
        "prompt": [position.prompt(seat) for seat in mine],
        "offers": [position.offered(seat, setup.seats) for seat in mine],
        "what cannot be picked": [position.blocked(seat) for seat in mine],
        "help": position.help(viewer),
        "beliefs": msgspec.json.encode(position.beliefs(viewer)),
        "encoding": position.encoding(viewer).tobytes(),
        "what can be imagined": position.imagine(viewer, stream(7), 3).tobytes(),
    }


def _short(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) < 90 else text[:87] + "..."
