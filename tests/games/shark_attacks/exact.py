"""A flight counted out exactly: the engine itself plays every way the dice can fall, and fractions keep the odds.

Nothing here knows what a shark eats or what escaping brings; that is read from what the engine tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tests.games.shark_attacks.script import Script
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE
from undertow.games.shark_attacks.state import ASHORE, ATE, ESCAPED, FLED

Odds = dict[tuple[int, int], Fraction]  # (points that escape, not yet tripled; dice eaten) -> how likely


@dataclass(frozen=True)
class Throw:
    """One way a throw of a flight can end."""

    chance: Fraction
    points: int
    eaten: int
    then: Position | None  # the next throw; None when the water is empty


class Flights:
    """The odds of flights, each counted out once."""

    def __init__(self) -> None:
        self._odds: dict[tuple[int, int], Odds] = {}
        self._safe: dict[int, Fraction] = {}

    def odds(self, dice: int) -> Odds:
        """How a flight of so many dice ends."""
        return self._odds_from(first_throw(dice))

    def nobody_eaten(self, dice: int) -> Fraction:
        """The chance that all of so many dice escape; flights with a casualty are not followed any further."""
        return self._safe_from(first_throw(dice))

    def _odds_from(self, position: Position) -> Odds:
        key = in_the_air(position)
        if key not in self._odds:
            found: Odds = defaultdict(Fraction)
            changing, again = without_repetition(position)
            for throw in changing:
                later = {(0, 0): Fraction(1)} if throw.then is None else self._odds_from(throw.then)
                for (points, eaten), chance in later.items():
                    found[throw.points + points, throw.eaten + eaten] += throw.chance * chance / (1 - again)
            self._odds[key] = dict(found)
        return self._odds[key]

    def _safe_from(self, position: Position) -> Fraction:
        dice, _ = in_the_air(position)
        if dice not in self._safe:
            changing, again = without_repetition(position)
            found = Fraction(0)
            for throw in changing:
                if throw.eaten == 0:
                    later = Fraction(1) if throw.then is None else self._safe_from(throw.then)
                    found += throw.chance * later / (1 - again)
            self._safe[dice] = found
        return self._safe[dice]


def first_throw(dice: int) -> Position:
    """The moment a shark has come and so many dice flee."""
    table = Script(begins=1, rules={"dice.start": 11})
    table.roll("1 " * dice + "~ " * (11 - dice))
    table.press("shark")
    return table.match.position


def without_repetition(position: Position) -> tuple[list[Throw], Fraction]:
    """Every throw that changes something, and the chance of one that leads back to the very same moment.

    A throw of only waves repeats: x = again * x + rest has the solution x = rest / (1 - again), with no rounding.
    """
    here = in_the_air(position)
    changing, again = [], Fraction(0)
    for throw in throws(position):
        if throw.then is not None and in_the_air(throw.then) == here:
            assert (throw.points, throw.eaten) == (0, 0)
            again += throw.chance
        else:
            changing.append(throw)
    return changing, again


def throws(position: Position) -> Iterator[Throw]:
    """Every way this throw can fall, die after die; dice that lie the same are counted together."""
    falling = {landed(position): (Fraction(1), position)}
    while falling:
        further: dict[tuple[int, ...], tuple[Fraction, Position]] = {}
        for chance, here in falling.values():
            weights = here.weights()
            for face, weight in enumerate(weights):
                then = here.copy()
                events = then.step(CHANCE, face)
                share = chance * Fraction(weight, sum(weights))
                if any(event.kind == FLED for event in events):
                    yield _ended(share, events, then)
                else:
                    known = further.get(landed(then), (Fraction(0), then))
                    further[landed(then)] = (known[0] + share, known[1])
        falling = further


def _ended(chance: Fraction, events: list[Event], then: Position) -> Throw:
    points = sum(event.details[0] for event in events if event.kind == ESCAPED)
    eaten = sum(sum(event.details[1:]) for event in events if event.kind == ATE)
    over = any(event.kind == ASHORE for event in events)
    return Throw(chance, points, eaten, None if over else then)


def in_the_air(position: Position) -> tuple[int, int]:
    """Blue and red dice about to be thrown: all that the rest of a flight depends on."""
    return int(position.state.rolling), int(position.state.red_rolling)


def landed(position: Position) -> tuple[int, ...]:
    """The dice of this throw that already lie, by face; the others are in the air."""
    return (*position.state.water.tolist(), *position.state.fins.tolist())
