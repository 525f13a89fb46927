"""A few moves of a match that nobody sees: what they compile and load is there before anybody waits for it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from undertow.bots.bot import Knowledge
from undertow.bots.general import ROLLOUTS
from undertow.bots.registry import levels_of, make_bot
from undertow.core.game import Game, Setup, find_game
from undertow.core.match import Match
from undertow.core.rule import compiled, kept_in, processor

DECISIONS = 60
ODDS = 3  # of them with their odds, which can take long


def rehearse(setup: Setup, bots: Iterable[str]) -> None:
    """Ask for all that a table asks for, and let each of these bots decide once."""
    match, rng = Match(setup, seed="rehearsal"), random.Random(1)
    thinkers = [make_bot(setup, name, 1) for name in bots]
    for number in range(DECISIONS):
        if match.over:
            break
        seat = match.to_act[0]
        for viewer in match.viewers:
            match.view(viewer)
        if number < ODDS:
            match.beliefs(seat)
        if thinkers:
            thinkers.pop().choose(Knowledge(match.position, setup.seat(seat)))
        match.blocked(seat)
        match.play(seat, rng.choice(match.offered(seat)).action)


def compile_rules(name: str | Game) -> None:
    """Load a game's compiled rules and bots, compiling them if nobody has; from then on they are used."""
    game = find_game(name)
    with compiled():
        rehearse(_table(game), levels_of(game))
    if (mark := _mark(game)) and not mark.exists():
        with suppress(OSError):
            mark.touch()


def is_compiled(name: str | Game) -> bool:
    """Whether all of it is kept on the disk, so that it only has to be loaded."""
    mark = _mark(find_game(name))
    return mark is not None and mark.exists()


def _table(game: Game) -> Setup:
    most = game.players[-1]
    return game.set_up(most if most in game.players_with({}) else None)


def _mark(game: Game) -> Path | None:
    """A file beside what is kept for this state of the sources and this processor."""
    folder = kept_in(game.algorithm(ROLLOUTS).try_each)
    return folder / f"{game.name}-{processor()}.whole" if folder else None
