"""What workers do: bots think, and odds are worked out.

A worker gets the steps of a match, folds them, and asks the bot, which is handed one seat's knowledge and nothing
else. The seed of the dice does not travel: what happened is enough.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from undertow.core.match import Match
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE, has

MANY = 200  # decisions in a row that nobody else notices
DEPTH = 3  # throws in a row that are looked through for something to see


class Moment(Struct, frozen=True):
    """A position, by how it came about."""

    game: str
    players: int
    settings: dict[str, Any]
    steps: list[tuple[int, int]]  # seat, action

    @property
    def kind(self) -> bytes:
        """What tables of this kind have in common."""
        return msgspec.json.encode((self.game, self.players, sorted(self.settings.items())))

    def position(self) -> Position:
        from undertow.core.game import find_game

        position = Position(find_game(self.game).set_up(self.players, self.settings))
        for seat, action in self.steps:
            position.step(seat, action)
        return position


class Task(Struct, frozen=True):
    """Who has to decide where."""

    moment: Moment
    seat: str
    level: str
    names: tuple[str, ...]
    most: int = MANY  # decisions
    light: bool = False  # whether the rules are not compiled yet, so that there is time for little thought


class Thought(Struct, frozen=True):
    action: str
    label: str
    why: str


class Run(Struct, frozen=True):
    """What a seat decides, one decision after the other: others notice none of them but the last."""

    thoughts: list[Thought]
    shows: bool  # whether others notice the last one, or what chance makes of it
    tired: bool = False  # whether the bot would take too long, so that these are decisions at random


def moment_of(match: Match) -> Moment:
    setup = match.setup
    steps = [(ply.seat, ply.action) for ply in match.history]
    return Moment(setup.game.name, setup.players, setup.settings, steps)


def task_for(match: Match, seat: str, level: str, most: int = MANY) -> Task:
    return Task(moment_of(match), seat, level, match.names, most)


def think(task: Task) -> Run:
    """In a worker: what the bot does here, and why."""
    from undertow.bots import Knowledge, make_bot, make_light_bot

    position = task.moment.position()
    setup = position.setup
    seat = setup.seat(task.seat)
    make = make_light_bot if task.light else make_bot
    bot = make(setup, task.level, random.SystemRandom().getrandbits(60))

    def decide(position: Position) -> tuple[int, Thought]:
        knowledge = Knowledge(position, seat)
        chosen = bot.choose(knowledge)

        def label(name: str) -> str:
            return position.label(seat, knowledge.legal[name], task.names)

        return chosen.action, Thought(chosen.name, label(chosen.name), chosen.told(label))

    return run_of(position, seat, decide, task.most)


def run_of(position: Position, seat: int, decide: Callable[[Position], tuple[int, Thought]], most: int = MANY) -> Run:
    """Let a seat decide again and again until somebody else notices, or chance has to say something.

    Where a bot pauses must not tell how often it decided, so what nobody notices is decided without a pause.
    """
    side = position.setup.viewer_of(seat)
    thoughts: list[Thought] = []
    while True:
        before = _noticeable(position, side)
        action, thought = decide(position)
        thoughts.append(thought)
        events = position.step(seat, action)
        if position.weights() and not _heard_by_others(events, side):
            return Run(thoughts, _chance_shows(position, side, before, DEPTH))
        if _heard_by_others(events, side) or _noticeable(position, side) != before:
            return Run(thoughts, True)
        if len(thoughts) >= most or not has(position.actors(), seat):
            return Run(thoughts, False)


def _noticeable(position: Position, side: int) -> list[Any]:
    """All that the other sides see and are asked, besides what they hear."""
    setup = position.setup
    views = [position.view(viewer) for viewer in range(len(setup.viewers)) if viewer != side]
    others = [seat for seat in position.acting() if setup.viewer_of(seat) != side]
    asked = [(seat, position.prompt(seat), position.legal(seat)) for seat in others]
    return [position.acting(), views, asked]


def _heard_by_others(events: list[Event], side: int) -> bool:
    """Whether a viewer besides this side hears of any of these."""
    return any(event.audience & ~(1 << side) for event in events)


def _chance_shows(position: Position, side: int, before: list[Any], depth: int) -> bool:
    """Whether others might notice what chance is about to do. Which outcome it will be is not known here."""
    for outcome in (number for number, weight in enumerate(position.weights()) if weight):
        after = position.copy()
        events = after.step(CHANCE, outcome)
        if _heard_by_others(events, side):
            return True
        if after.weights():
            if not depth or _chance_shows(after, side, before, depth - 1):
                return True
        elif _noticeable(after, side) != before:
            return True
    return False


def work_out_odds(moment: Moment, viewer: str) -> bytes:
    """In a worker: the probabilities that this viewer may look at, as JSON."""
    position = moment.position()
    return msgspec.json.encode(position.beliefs(position.setup.viewer(viewer)))
