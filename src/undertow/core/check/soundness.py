"""Checks that need no second pair of eyes: endings, invariants, odds, names, files, undo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from undertow.core.check.secrecy import answers, imagined
from undertow.core.check.walks import random_action, walk, walks
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.match import Match
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE

FILES_A_TABLE = 2
TWINS = 4  # worlds a decision is tried in
HEAVIEST = 2**31  # what core/rng.py can draw from


def ends(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Every match ends within the game's bound, nobody is ever without an action, and the invariants hold."""
    bound = setup.game.state.BOUND
    for position, rng in walks(setup, matches, seed):
        for ply, _ in enumerate(walk(position, rng, bound), start=1):
            wrong = _unsound(position)
            if wrong:
                yield f"after step {ply}: {wrong}"
                break
        else:
            if not position.over:
                yield f"a random match is not over after {bound} steps"
            else:
                yield from _bad_ending(position)


def _unsound(position: Position) -> str:
    state = position.state
    if state.told > state.events.shape[0]:
        return f"one step told {state.told} events, there is room for {state.events.shape[0]}"
    broken: str = position.setup.game.state.broken(position.box, state)
    return broken


def _bad_ending(position: Position) -> Iterator[str]:
    shares = position.shares()
    if not np.isfinite(shares).all() or shares.min() < 0 or shares.max() > 1:
        yield f"the payoffs {shares.tolist()} are not shares of a win"
    if not position.setup.game.words.reason(position.box, position.state):
        yield f"the match ended for reason {position.state.reason}, which has no words"
    if position.setup.game.door.who(position.setup.box, position.states):
        yield "somebody may still act although the match is over"


def odds_are_exact(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Wherever chance acts its weights are whole, not negative, and the odds sum to one."""
    for position, rng in walks(setup, matches, seed):
        for _ in range(setup.game.state.BOUND):
            weights = position.weights()
            if not position.over and not position.actors() and (not weights or min(weights) < 0 or sum(weights) <= 0):
                yield f"the weights {weights} are no odds"
                return
            if sum(weights) >= HEAVIEST:
                yield f"the weights {weights} sum to more than {HEAVIEST}: too heavy to draw from"
                return
            if position.over:
                break
            position.step(*random_action(position, rng))


def offers_say_enough(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Every action is declared, its name is read back, its key is its own, and nothing is both offered and blocked."""
    declared = setup.game.declared
    for position, rng in walks(setup, matches, seed):
        for _ in walk(position, rng, setup.game.state.BOUND):
            for seat in position.acting():
                offers, numbers = position.offered(seat, setup.seats), position.legal(seat).values()
                blocked = position.blocked(seat)
                if [declared.by_name[offer.action].number for offer in offers] != list(numbers):
                    yield f"{setup.seats[seat]} is offered something else than what is legal"
                elif len({offer.key for offer in offers}) != len(offers):
                    yield f"two offers to {setup.seats[seat]} have the same key"
                elif both := {offer.action for offer in offers} & {other.action for other in blocked}:
                    yield f"{setup.seats[seat]} may {both.pop()!r}, and is told why not"
                elif any(not other.why for other in blocked) or any("{" in offer.label for offer in offers):
                    yield f"something is left unsaid to {setup.seats[seat]}"
                else:
                    continue
                return


def names_and_files(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Names are unique among what is possible; a saved match, read again, is the same to the byte."""
    for number in range(min(matches, FILES_A_TABLE)):
        match = _play(setup, f"{seed} {number}")
        twin = _play(setup, f"{seed} {number}")
        if match.state_bytes() != twin.state_bytes() or match.history != twin.history:
            yield "the same seed gave another match"
        text = match.text()
        try:
            again = Match.from_text(text, setup.game)
        except UndertowError as error:
            yield f"a saved match cannot be read again: {error}"
            continue
        if again.text() != text or again.state_bytes() != match.state_bytes():
            yield "a saved match, read again, is another one"
        for viewer in match.viewers:
            if again.log(viewer) != match.log(viewer):
                yield f"a saved match, read again, tells {viewer} another story"
    for position, rng in walks(setup, 1, seed):
        yield from _clashing_names(position)
        for _ in walk(position, rng, setup.game.state.BOUND):
            yield from _clashing_names(position)


def _play(setup: Setup, seed: str) -> Match:
    rng = random.Random(seed)
    match = Match(setup.game, setup.players, setup.settings, seed)
    for _ in range(setup.game.state.BOUND):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def _clashing_names(position: Position) -> Iterator[str]:
    """Two actions of one name: one of them would be lost."""
    room = position.setup.room_for_actions()
    for seat in position.acting():
        n = position.setup.game.door.offers(position.setup.box, position.states, seat, room)
        if len(position.legal(seat)) != n or n == 0:
            yield f"{position.setup.seats[seat]} has {n} legal actions, but {len(position.legal(seat))} names"
    weights = position.weights()
    possible = sum(weight > 0 for weight in weights)
    if len(position.legal(CHANCE)) != possible:
        yield f"chance has {possible} outcomes, but {len(position.legal(CHANCE))} names"


def undo_is_honest(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """What can be taken back is restored to the byte, and taught nobody anything."""
    for number in range(matches):
        rng = random.Random(f"undo {seed} {number}")
        match = Match(setup.game, setup.players, setup.settings, f"undo {seed} {number}")
        folded, steps = Position(setup), 0  # to undo, a match goes back no further than it must; this never goes back
        for _ in range(setup.game.state.BOUND):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            before, history = match.state_bytes(), match.history
            for ply in history[steps:]:
                folded.step(ply.seat, ply.action)
            steps = len(history)
            here = match.position.copy()
            offer = rng.choice(match.offered(seat))
            action = offer.action
            match.play(seat, action)
            if match.can_undo(seat) == offer.final:
                yield f"{action!r} of {seat} is called {'final' if offer.final else 'not final'}, wrongly"
                return
            if offer.final:
                continue
            if _teaches(here, match.setup.seat(seat), match.history[-1].action, seed + len(history)):
                yield f"{seat} may take back {action!r} although it revealed something"
                return
            match.undo(seat)
            if match.history != history or {match.state_bytes(), _bytes(folded)} != {before}:
                yield f"taking back {action!r} of {seat} does not restore what was"
                return
            match.play(seat, action)


def _bytes(position: Position) -> bytes:
    return position.states.tobytes() + position.memories.tobytes()


def _teaches(before: Position, seat: int, action: int, seed: int) -> bool:
    """Whether the same action in another world that somebody holds possible would have looked otherwise to them."""
    for viewer in range(len(before.setup.viewers)):
        twins = [twin for twin in imagined(before, viewer, seed, TWINS) if action in twin.legal(seat).values()]
        if twins:
            seen = _after(before.copy(), seat, action, viewer)
            if any(_after(twin, seat, action, viewer) != seen for twin in twins):
                return True
    return False


def _after(position: Position, seat: int, action: int, viewer: int) -> tuple[list[Event], dict[str, Any]]:
    """What a viewer hears and can be given once the action is taken."""
    heard = [event for event in position.step(seat, action) if event.heard_by(viewer)]
    return heard, answers(position, viewer)
