"""Every bot against every other, on every side: who is how good, with intervals and one rating a bot and side.

At a table with two sides each bot plays each side against each bot on the other. At a table where everybody plays for
themselves one bot sits down among several of another kind. That says as much about the others' habits as about it, so
read the table both ways: how a bot fares among others (its row), and how others fare among its kind (its column).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import log
from typing import Any

import numpy as np

from undertow.bots import net as nets
from undertow.bots import plan_of
from undertow.bots.net_bot import plays_throughout
from undertow.core.bundles import GAINS, SQUARES
from undertow.core.game import Setup
from undertow.core.records import Floats
from undertow.lab.duels import network_of, shares
from undertow.lab.simulate import simulate
from undertow.lab.stats import interval

SLOW = 0.05  # of the matches, where a bot searches
ELO = 400 / log(10)  # points of rating for odds of e to 1


@dataclass(frozen=True)
class Meeting:
    """One bot on a side, others on all the other sides."""

    side: str
    bot: str
    against: str
    matches: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Ladder:
    game: str
    players: int
    settings: dict[str, Any]
    seed: int
    meetings: list[Meeting]
    ratings: dict[str, dict[str, float]]  # by side, then by bot; a fair match at this table is 0 against 0

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


def ladder(
    setup: Setup,
    bots: Sequence[str],
    matches: int,
    *,
    seed: int = 1,
    workers: int = 1,
    say: Callable[[Meeting], None] = lambda meeting: None,
) -> Ladder:
    """Play every pair. A side that is like another one is played once for all of them."""
    alike = {nets.role_of(side): side for side in reversed(setup.sides)}
    meetings = []
    for number, side in enumerate(alike.values()):
        for bot in bots:
            for against in bots:
                meeting = meet(setup, side, bot, against, matches, seed + number, workers)
                say(meeting)
                meetings.append(meeting)
    ratings = {side: rated(setup, side, bots, meetings) for side in alike.values()}
    return Ladder(setup.game.name, setup.players, setup.settings, seed, meetings, ratings)


def meet(setup: Setup, side: str, bot: str, against: str, matches: int, seed: int = 1, workers: int = 1) -> Meeting:
    """One bot on this side, the other on all others."""
    seat = setup.sides.index(side)
    by_side = {other: bot if other == side else against for other in dict.fromkeys(setup.sides)}
    if any(network_of(setup.game, name) for name in (bot, against)) and _quick(setup, bot, against):
        won = shares(setup, by_side, matches, seed)[:, seat]
        total, squares, played = float(won.sum()), float((won * won).sum()), len(won)
    else:
        if not _quick(setup, bot, against):
            matches = max(1, round(SLOW * matches))
        run = simulate(setup, [by_side[owner] for owner in setup.sides], matches, seed=seed, workers=workers)
        total, squares, played = run.totals[GAINS, seat], run.totals[SQUARES, seat], run.games
    return Meeting(side, bot, against, played, *interval(total, squares, played))


def _quick(setup: Setup, *bots: str) -> bool:
    """Whether none of them searches: compiled ones and networks that play everywhere go in batches."""
    plans = [plan_of(setup.game, bot) for bot in bots]
    return all(
        plan.policy is not None or (network_of(setup.game, plan.name) is not None and plays_throughout(setup))
        for plan in plans
    )


def rated(setup: Setup, side: str, bots: Sequence[str], meetings: Sequence[Meeting]) -> dict[str, float]:
    """How many points of rating each bot is above the average of them all on this side, by the odds of its wins."""
    found = {}
    for bot in bots:
        mine = [meeting for meeting in meetings if meeting.side == side and meeting.bot == bot]
        found[bot] = float(np.mean([_points(meeting) for meeting in mine]))
    middle = float(np.mean(list(found.values())))
    return {bot: round(points - middle, 1) for bot, points in found.items()}


def _points(meeting: Meeting) -> float:
    won = (meeting.share * meeting.matches + 0.5) / (meeting.matches + 1)  # never quite nothing, never quite all
    return ELO * log(won / (1 - won))


def table_of(found: Ladder, side: str) -> tuple[list[str], Floats]:
    """Bots, and the share of each (a row) against each (a column) on this side."""
    bots = list(dict.fromkeys(meeting.bot for meeting in found.meetings))
    table = np.zeros((len(bots), len(bots)))
    for meeting in found.meetings:
        if meeting.side == side:
            table[bots.index(meeting.bot), bots.index(meeting.against)] = meeting.share
    return bots, table
