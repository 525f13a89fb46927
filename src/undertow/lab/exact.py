"""Exact numbers for small games: what a policy is worth, the best answer to it, and how much it can be exploited.

Everything that can happen is played, so this is for games as small as a toy. A policy is asked by what a seat remembers
(`undertow.core.recall`) and what is legal. These texts are the information states of `undertow.envs.open_spiel` too, so
a policy that was learnt there can be measured here. Where several seats are asked at once, they choose one after the
other, the lowest seat first, without seeing what the others chose.

With a policy of fractions all results are fractions: nothing is rounded. A share that a game pays is a float and stands
for the simplest fraction that is rounded to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Setup
from undertow.core.position import Position
from undertow.core.recall import Recall
from undertow.core.records import CHANCE

Number: TypeAlias = Fraction | float
Choices: TypeAlias = Mapping[int, Number]  # how likely each action is; one that is not there is never taken
Ask: TypeAlias = Callable[[str, Sequence[int]], Choices]
Policy: TypeAlias = Mapping[str, Choices] | Ask

LARGEST = 10**6  # denominator of a simple fraction


@dataclass(frozen=True, slots=True)
class Answer:
    """The best a side can do: its share of the win, and what its seats then do by what they remember."""

    worth: Number
    choices: dict[str, int]


class Moment:
    """A moment that can be reached, and what may follow from it."""

    __slots__ = ("_after", "_position", "_recall", "legal", "odds", "over", "seat", "setup", "shares")

    def __init__(self, position: Position, recall: Recall, keep: bool) -> None:
        weights = position.weights()
        self.setup = position.setup
        self.over = position.over
        self.seat = next(iter(position.acting()), CHANCE)  # who is asked; chance if nobody is
        self.legal = [] if self.seat == CHANCE else sorted(position.offers(self.seat).values())
        self.odds = {outcome: Fraction(weight, sum(weights)) for outcome, weight in enumerate(weights) if weight}
        self.shares = [_simplest(share) for share in position.shares().tolist()] if self.over else []
        self._position, self._recall = position, recall
        self._after: dict[int, Moment] | None = {} if keep else None

    def known(self) -> str:
        """What whoever is asked remembers."""
        return self._recall.of_seat(self.seat)

    def after(self, action: int) -> Moment:
        """What an action or an outcome leads to."""
        if self._after is not None and action in self._after:
            return self._after[action]
        position, recall = self._position.copy(), self._recall.copy()
        position.step(self.seat, action)
        recall.note(self.seat, action)
        moment = Moment(position, recall, keep=self._after is not None)
        if self._after is not None:
            self._after[action] = moment
        return moment


def beginning(setup: Setup) -> Moment:
    """A table at which everything that can happen is played once, and kept.

    Whoever asks several times gives the functions below this instead of the setup: the next answers come at once.
    """
    return _begin(setup, keep=True)


Table: TypeAlias = Setup | Moment


def uniform(known: str, legal: Sequence[int]) -> Choices:
    """Every legal action is as likely."""
    return dict.fromkeys(legal, Fraction(1, len(legal)))


def value(table: Table, policy: Policy) -> dict[str, Number]:
    """The expected share of the win of each seat, if all play by this policy."""
    begin = _begin(table)
    worth: dict[str, Number] = dict.fromkeys(begin.setup.seats, Fraction(0))
    for end, reach in _ends(begin, policy):
        for name, share in zip(worth, end.shares, strict=True):
            worth[name] += reach * share
    return worth


def best_response(table: Table, policy: Policy, side: str) -> Answer:
    """The most this side can get while the others play by the policy; its seats act as one, for they know the same."""
    begin = _begin(table)
    if side not in begin.setup.sides:
        raise UnknownName("side", side, dict.fromkeys(begin.setup.sides))
    choices: dict[str, int] = {}
    return Answer(_best([(begin, Fraction(1))], _asking(policy), begin.setup.viewer(side), choices), choices)


def nash_conv(table: Table, policy: Policy) -> Number:
    """What both sides together would gain by the best answer to the other's policy: 0 for an equilibrium."""
    begin = _begin(table, keep=True)  # it is gone through three times
    both = _constant(begin)
    return sum((best_response(begin, policy, side).worth for side in dict.fromkeys(begin.setup.sides)), start=-both)


def exploitability(table: Table, policy: Policy) -> Number:
    """The same for one side, on average."""
    return nash_conv(table, policy) / 2


# Inside ---------------------------------------------------------------------------------------------------------------

Reached: TypeAlias = tuple[Moment, Number]  # with how likely chance and those whose policy is fixed make it


def _asking(policy: Policy) -> Ask:
    if callable(policy):
        return policy

    def look_up(known: str, legal: Sequence[int]) -> Choices:
        if known not in policy:
            raise UndertowError(f"the policy does not say what to do here: {known!r}.")
        return policy[known]

    return look_up


def _begin(table: Table, keep: bool = False) -> Moment:
    if isinstance(table, Moment):
        return table
    position = Position(table)
    return Moment(position, Recall.of(position), keep)


def _next(moment: Moment, reach: Number, ask: Ask) -> Iterator[Reached]:
    """What chance, or the policy of whoever is asked, makes of a moment."""
    odds = moment.odds if moment.seat == CHANCE else ask(moment.known(), moment.legal)
    for action in moment.odds if moment.seat == CHANCE else moment.legal:
        if chance := odds.get(action):
            yield moment.after(action), reach * chance


def _ends(begin: Moment, policy: Policy) -> Iterator[Reached]:
    """Every end that the policy can lead to."""
    ask = _asking(policy)
    left: list[Reached] = [(begin, Fraction(1))]
    while left:
        moment, reach = left.pop()
        if moment.over:
            yield moment, reach
        else:
            left += _next(moment, reach, ask)


def _best(reached: Sequence[Reached], ask: Ask, viewer: int, choices: dict[str, int]) -> Number:
    """The most a side can get from these moments, which it cannot tell apart.

    They are played on until the side is asked. Where it then remembers the same it must do the same, and what it does
    never leads back to where it remembers something else: so each of these is a smaller problem of its own.
    """
    worth: Number = Fraction(0)
    asked: dict[str, list[Reached]] = {}
    left = list(reached)
    while left:
        moment, reach = left.pop()
        if moment.over:
            worth += reach * moment.shares[_first_seat(moment.setup, viewer)]
        elif moment.seat != CHANCE and moment.setup.viewer_of(moment.seat) == viewer:
            asked.setdefault(moment.known(), []).append((moment, reach))
        else:
            left += _next(moment, reach, ask)
    for known, alike in asked.items():
        tried = {
            action: _best([(moment.after(action), reach) for moment, reach in alike], ask, viewer, choices)
            for action in alike[0][0].legal
        }
        choices[known] = max(tried, key=tried.__getitem__)
        worth += tried[choices[known]]
    return worth


@cache
def _simplest(share: float) -> Fraction:
    near = Fraction(share).limit_denominator(LARGEST)
    return near if float(near) == share else Fraction(share)


def _first_seat(setup: Setup, viewer: int) -> int:
    """Any seat of a side: they win together."""
    return setup.sides.index(setup.viewers[viewer])


def _constant(begin: Moment) -> Fraction:
    """What two sides share, however it ends."""
    setup = begin.setup
    if len(setup.viewers) != 3:
        raise UndertowError(f"{setup.game.title} has {len(setup.viewers) - 1} sides; exploitability is for two.")
    seats = [_first_seat(setup, viewer) for viewer in (0, 1)]
    sums = {sum(end.shares[seat] for seat in seats) for end, _ in _ends(begin, uniform)}
    if len(sums) != 1:
        raise UndertowError(
            f"{setup.game.title} has ends that are better for both sides; exploitability is for others."
        )
    return Fraction(sums.pop())
