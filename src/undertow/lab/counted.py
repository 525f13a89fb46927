"""Matches with everything counted: what a study plays.

The counts of match numbers m to n are the same whoever plays them: threads, a GPU, another machine. So a study is cut
into chunks, and whatever comes back is added up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from undertow.bots import Knowledge, Plan, make_bot, plan_of, tables_of
from undertow.core.bundles import WORLDS, Minds, Room, Run
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, Setup
from undertow.core.playout import RANDOM
from undertow.core.position import Position
from undertow.core.records import CHANCE, Floats, Ints, Records
from undertow.core.rng import WORDS, below, pick, start

COUNTING = "undertow.core.counting"
ONE_STEP_NAME = "one-step"


@dataclass(frozen=True)
class Restriction:
    """What a side never does, always does if it can, and whether it looks only one step ahead."""

    never: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    one_step: bool = False

    @property
    def masks(self) -> bool:
        return bool(self.never or self.always)


def counting(game: Game) -> Any:
    """The counting loops, made for a game."""
    return game.algorithm(COUNTING)


def actions_called(game: Game, name: str) -> list[int]:
    """The actions that a name means: a verb, one action, or several by a pattern like `play *`."""
    deeds = game.declared.deeds
    found = [deed.number for deed in deeds if name in (deed.verb, deed.name) or fnmatchcase(deed.name, name)]
    if not found:
        raise UnknownName("action", name, [*game.declared.verbs, *game.declared.by_name])
    return found


def masks_of(setup: Setup, restrictions: Mapping[str, Restriction]) -> Ints:
    """What each side may do, by action; nothing at all if nobody is restricted."""
    made = counting(setup.game)
    if not any(restriction.masks for restriction in restrictions.values()):
        return np.zeros((0, 1), np.int64)
    masks = np.full((len(setup.viewers) - 1, setup.game.declared.size), made.MAY, np.int64)
    for side, restriction in restrictions.items():
        row = masks[setup.viewer(side)]
        for name in restriction.always:
            row[actions_called(setup.game, name)] = made.ALWAYS
        for name in restriction.never:
            row[actions_called(setup.game, name)] = made.NEVER
    return masks


def blank_notes(setup: Setup) -> Records:
    """Notes of no match yet: they know who belongs together."""
    notes = np.zeros(1, counting(setup.game).Notes)
    of_seat = setup.viewers_of_seats()
    notes["sides"] = number = len(setup.viewers) - 1
    notes["side_of"][0, : len(of_seat)] = of_seat
    notes["seat_of"][0, :number] = [int(np.argmax(of_seat == side)) for side in range(number)]
    return notes


@dataclass
class Player:
    """Somebody who plays matches of one table, between these bots (one for each seat), and counts."""

    setup: Setup
    bots: Sequence[str]
    seed: int = 0
    restrictions: Mapping[str, Restriction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        setup = self.setup
        self.game, self.made = setup.game, counting(setup.game)
        one_step = {side for side, restriction in self.restrictions.items() if restriction.one_step}
        looks = [side in one_step for side in setup.sides]
        self.names = [ONE_STEP_NAME if one else name for one, name in zip(looks, self.bots, strict=True)]
        self.plans = [self._plan(name) for name in self.names]
        self.compiled = all(plan.policy is not None for plan in self.plans)
        self.at_random = all(plan.policy == RANDOM for plan in self.plans)
        self.masks = masks_of(setup, self.restrictions)
        self.gains = np.zeros(self.game.state.SEATS)
        self.notes = blank_notes(setup)
        if not self.compiled and one_step:
            raise UndertowError("a side that looks one step ahead can only play against compiled bots.")
        self._play = self._by_search if not self.compiled else self._random() if self.at_random else self._by_policy()

    def _plan(self, name: str) -> Plan:
        return Plan(name, self.made.ONE_STEP) if name == ONE_STEP_NAME else plan_of(self.game, name)

    def play(self, first: int, number: int) -> Records:
        """Match number `first` and the ones after it, counted."""
        counts = np.zeros(1, self.made.Counts)
        self._play(first, number, counts)
        return counts

    def _room(self, scratch: Floats) -> Room:
        setup, state = self.setup, self.game.state.State
        return Room(
            setup.new_state(),
            np.zeros(WORLDS, state),
            setup.new_memories(),
            scratch,
            np.zeros(WORDS, np.int64),
            setup.room_for_actions(),
        )

    def _random(self) -> Any:
        laid, room = self.setup.new_state(), self._room(np.zeros(1))

        def play(first: int, number: int, counts: Records) -> None:
            run = Run(self.seed, first, number, self.game.state.BOUND)
            self.made.count_random(self.setup.box, laid, room, run, self.masks, self.gains, self.notes, counts)

        return play

    def _by_policy(self) -> Any:
        setup, laid = self.setup, self.setup.new_state()
        minds, scratch = minds_of(setup, self.plans)
        fresh, room = setup.new_memories()[:1], self._room(scratch)

        def play(first: int, number: int, counts: Records) -> None:
            run = Run(self.seed, first, number, self.game.state.BOUND)
            self.made.count_by_policy(
                setup.box, laid, fresh, minds, room, run, self.masks, self.gains, self.notes, counts
            )

        return play

    def _by_search(self, first: int, number: int, counts: Records) -> None:
        for match in range(first, first + number):
            self._one(match, counts)

    def _one(self, match: int, counts: Records) -> None:
        """A match between bots of which one is driven from Python: the same counting, step by step."""
        setup, made, box = self.setup, self.made, self.setup.box
        seeds = (self.seed * 1_000_003 + match * 16 + seat for seat in range(len(self.names)))
        bots = [make_bot(setup, name, seed) for name, seed in zip(self.names, seeds, strict=True)]
        room = self._room(np.zeros(1))
        start(room.rng, self.seed, match)
        position = Position(setup)
        made.begin_counting(self.notes)
        steps = 0
        while not position.over and steps < self.game.state.BOUND:
            steps += 1
            acting = position.acting()
            if acting:
                seat = acting[below(room.rng, len(acting))]
                options = len(position.legal(seat))
                action = bots[seat].choose(Knowledge(position, seat)).action
                if len(self.masks):
                    action = made.count_overruled(
                        box, position.states, seat, action, self.masks, room, self.notes, counts
                    )
            else:
                weights = np.array(position.weights(), np.int64)
                seat, options, action = CHANCE, 0, pick(room.rng, weights, len(weights))
            made.count_step(box, position.states, seat, action, options, self.notes, counts)
            position.step(seat, action)
            made.count_turn(box, position.states, self.notes)
        self.notes["steps"] = steps
        made.count_end(box, position.states, match, self.gains, self.notes, counts)


def minds_of(setup: Setup, plans: Sequence[Plan]) -> tuple[Minds, Floats]:
    """Who plays each seat, and room to think in: also for who looks one step ahead."""
    made = counting(setup.game)
    policies = [plan.policy for plan in plans]
    table, scratch = tables_of(setup, [RANDOM if policy == made.ONE_STEP else policy for policy in policies])
    room = setup.game.functions["ROOM"]
    if len(scratch) < room:
        scratch = np.zeros(room)
    parameters = np.array([plan.parameter for plan in plans], np.int64)
    return Minds(setup.viewers_of_seats(), np.array(policies, np.int64), parameters, table), scratch


def player_on(
    device: str, setup: Setup, bots: Sequence[str], seed: int, restrictions: Mapping[str, Restriction]
) -> Any:
    """Somebody who plays on a device: `cpu`, or `cuda` if all bots are compiled."""
    player = Player(setup, bots, seed, restrictions)
    if device == "cpu":
        return player
    if device != "cuda":
        raise UndertowError(f"there is no device {device!r}. Choose from: cpu, cuda.")
    if not player.compiled:
        raise UndertowError("a bot that is not compiled cannot play on a GPU; use --device cpu, or a compiled one.")
    from undertow.lab.counted_gpu import GpuPlayer

    return GpuPlayer(player)
