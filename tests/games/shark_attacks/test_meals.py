"""What a shark eats: the known cases, and the principle behind the rebuilt lists, for every sea.

A sea is written by the dice in it: "3 2 1". `-` is nobody.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.shark_attacks.script import Script
from undertow.core.position import Event
from undertow.games.shark_attacks.state import ATE

FINS = {"single": 1, "double": 2, "triple": 3}

# shark, the sea, what it eats
KNOWN = [
    ("triple", "3 2 1", "3"),
    ("triple", "2 2 1 1", "2 1"),
    ("triple", "1 1 1 1", "1 1 1"),
    ("triple", "2 2 2", "2 2"),
    ("triple", "2", "2"),
    ("triple", "1 1", "1 1"),
    ("triple", "1", "1"),
    ("double", "3 2 1", "2"),
    ("double", "3 1 1", "1 1"),
    ("double", "3 3", "3"),
    ("double", "1", "1"),
    ("single", "3 2 1", "1"),
    ("single", "3 2", "2"),
    ("single", "3 3", "3"),
]


def meals(events: list[Event]) -> list[str]:
    """What each shark ate, the biggest dice first."""
    found = []
    for event in events:
        if event.kind == ATE:
            _, ones, twos, threes = event.details
            found.append(" ".join(["3"] * threes + ["2"] * twos + ["1"] * ones))
    return found


def eaten(shark: str, sea: str, prefers: str = "three") -> list[str]:
    """What one shark eats when just this sea flees."""
    table = Script(begins=1, rules={"dice.start": 11, "double_fin_prefers": prefers})
    return meals(table.swim(sea, shark))


@pytest.mark.parametrize("prefers", ["three", "one"])
@pytest.mark.parametrize(("shark", "sea", "meal"), KNOWN)
def test_known_meals(shark: str, sea: str, meal: str, prefers: str) -> None:
    """None of these depends on the option."""
    assert eaten(shark, sea, prefers) == [meal]


@pytest.mark.parametrize(("prefers", "meal"), [("three", "3"), ("one", "1")])
@pytest.mark.parametrize("sea", ["3 1", "3 3 1"])
def test_the_one_doubtful_meal(sea: str, prefers: str, meal: str) -> None:
    """Threes and exactly one 1 before a double fin: the option says which goes first."""
    assert eaten("double", sea, prefers) == [meal]


@pytest.mark.parametrize("prefers", ["three", "one"])
def test_two_triple_fins_in_a_row(prefers: str) -> None:
    table = Script(begins=1, rules={"double_fin_prefers": prefers})
    table.swim("1 ~ ~ ~", "single")
    assert meals(table.flee("3 2 1", "triple triple")) == ["3", "2 1"]


@pytest.mark.parametrize("shark", FINS)
def test_fins_on_nobody(shark: str) -> None:
    assert eaten(shark, "~ ~ ~") == []


@pytest.mark.parametrize("shark", FINS)
def test_sharks_eat_by_one_principle(shark: str) -> None:
    """An exact meal of few dice; else as little too much as possible; else all there is. Checked for 63 seas."""
    for counts in product(range(4), repeat=3):
        sea = [3] * counts[0] + [2] * counts[1] + [1] * counts[2]
        if sea:
            found = eaten(shark, " ".join(map(str, sea)))
            assert found == [" ".join(map(str, by_principle(FINS[shark], sea)))], sea


def by_principle(fins: int, sea: list[int]) -> list[int]:
    """What the principle says, found by trying every choice of dice."""
    if sum(sea) < fins:
        return sea
    choices = [
        [die for die, taken in zip(sea, picks, strict=True) if taken] for picks in product((0, 1), repeat=len(sea))
    ]
    enough = [choice for choice in choices if sum(choice) >= fins]
    return min(enough, key=lambda choice: (sum(choice), len(choice)))
