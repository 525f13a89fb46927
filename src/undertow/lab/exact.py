"""Exact numbers for small games: what a policy is worth, the best answer to it, and how much it can be exploited.

Everything that can happen is played, so this is for games as small as a toy. A policy is asked by what a seat remembers
(`undertow.core.recall`) and what is legal. These texts are the information states of `undertow.envs.open_spiel` too, so
a policy that was learnt there can be measured here. Where several seats are asked at once, they choose one after the
other, the lowest seat first, without seeing what the others chose.

With a policy of fractions all results are fractions: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
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


@dataclass(frozen=True, slots=True)
class Answer:
    """The best a side can do: its share of the win, and what its seats then do by what they remember."""

    worth: Number
    choices: dict[str, int]


@dataclass(frozen=True, slots=True)
class Node:
    """A moment that can be reached, and how likely chance and those whose policy is fixed make it."""

    position: Position
    recall: Recall
    reach: Number

    def seat(self) -> int:
        """Who is asked; chance if nobody is."""
        return next(iter(self.position.acting()), CHANCE)

    def known(self) -> str:
        return self.recall.of_seat(self.seat())

    def legal(self) -> list[int]:
        return sorted(self.position.offers(self.seat()).values())

    def after(self, action: int, odds: Number = 1) -> Node:
        position, recall, seat = self.position.copy(), self.recall.copy(), self.seat()
        position.step(seat, action)
        recall.note(seat, action)
        return Node(position, recall, self.reach * odds)

    def worth(self, seat: int) -> Number:
        """At the end: what it adds to a seat's expected share."""
        return self.reach * Fraction(float(self.position.shares()[seat]))


def uniform(known: str, legal: Sequence[int]) -> Choices:
    """Every legal action is as likely."""
    return dict.fromkeys(legal, Fraction(1, len(legal)))


def value(setup: Setup, policy: Policy) -> dict[str, Number]:
    """The expected share of the win of each seat, if all play by this policy."""
    worth: dict[str, Number] = dict.fromkeys(setup.seats, Fraction(0))
    for end in _ends(setup, policy):
        for seat, name in enumerate(setup.seats):
            worth[name] += end.worth(seat)
    return worth


def best_response(setup: Setup, policy: Policy, side: str) -> Answer:
    """The most this side can get while the others play by the policy; its seats act as one, for they know the same."""
    if side not in setup.sides:
        raise UnknownName("side", side, dict.fromkeys(setup.sides))
    choices: dict[str, int] = {}
    return Answer(_best([_begin(setup)], _asking(policy), setup.viewer(side), choices), choices)


def nash_conv(setup: Setup, policy: Policy) -> Number:
    """What both sides together would gain by the best answer to the other's policy: 0 for an equilibrium."""
    both = _constant(setup)
    return sum((best_response(setup, policy, side).worth for side in dict.fromkeys(setup.sides)), start=-both)


def exploitability(setup: Setup, policy: Policy) -> Number:
    """The same for one side, on average."""
    return nash_conv(setup, policy) / 2


# Inside ---------------------------------------------------------------------------------------------------------------


def _asking(policy: Policy) -> Ask:
    if callable(policy):
        return policy

    def look_up(known: str, legal: Sequence[int]) -> Choices:
        if known not in policy:
            raise UndertowError(f"the policy does not say what to do here: {known!r}.")
        return policy[known]

    return look_up


def _begin(setup: Setup) -> Node:
    position = Position(setup)
    return Node(position, Recall.of(position), Fraction(1))


def _next(node: Node, ask: Ask) -> Iterator[Node]:
    """What chance, or the policy of whoever is asked, makes of a moment."""
    if weights := node.position.weights():
        total = sum(weights)
        yield from (node.after(outcome, Fraction(weight, total)) for outcome, weight in enumerate(weights) if weight)
    else:
        legal = node.legal()
        choices = ask(node.known(), legal)
        yield from (node.after(action, choices[action]) for action in legal if choices.get(action))


def _ends(setup: Setup, policy: Policy) -> Iterator[Node]:
    """Every end that the policy can lead to."""
    ask, nodes = _asking(policy), [_begin(setup)]
    while nodes:
        node = nodes.pop()
        if node.position.over:
            yield node
        else:
            nodes += _next(node, ask)


def _best(nodes: Sequence[Node], ask: Ask, viewer: int, choices: dict[str, int]) -> Number:
    """The most a side can get from these moments, which it cannot tell apart.

    They are played on until the side is asked. Where it then remembers the same it must do the same, and what it does
    never leads back to where it remembers something else: so each of these is a smaller problem of its own.
    """
    worth: Number = Fraction(0)
    asked: dict[str, list[Node]] = {}
    nodes = list(nodes)
    while nodes:
        node = nodes.pop()
        seat = node.seat()
        if node.position.over:
            worth += node.worth(_first_seat(node.position.setup, viewer))
        elif seat != CHANCE and node.position.setup.viewer_of(seat) == viewer:
            asked.setdefault(node.known(), []).append(node)
        else:
            nodes += _next(node, ask)
    for known, alike in asked.items():
        tried = {
            action: _best([node.after(action) for node in alike], ask, viewer, choices) for action in alike[0].legal()
        }
        choices[known] = max(tried, key=tried.__getitem__)
        worth += tried[choices[known]]
    return worth


def _first_seat(setup: Setup, viewer: int) -> int:
    """Any seat of a side: they win together."""
    return setup.sides.index(setup.viewers[viewer])


def _constant(setup: Setup) -> Fraction:
    """What two sides share, however it ends."""
    if len(setup.viewers) != 3:
        raise UndertowError(f"{setup.game.title} has {len(setup.viewers) - 1} sides; exploitability is for two.")
    seats = [_first_seat(setup, viewer) for viewer in (0, 1)]
    sums = {sum(Fraction(float(end.position.shares()[seat])) for seat in seats) for end in _ends(setup, uniform)}
    if len(sums) != 1:
        raise UndertowError(
            f"{setup.game.title} has ends that are better for both sides; exploitability is for others."
        )
    return Fraction(sums.pop())
