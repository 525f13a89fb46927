"""Get Bit!: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from undertow.core.errors import HouseRule
from undertow.core.records import Records, record
from undertow.games.get_bit.state import CARDS, SWIMMERS

FEWEST, MOST = 2, 6  # people with swimmers

Box = record(
    [
        ("swimmers", "i8"),
        ("shark", "i8"),  # 1: seat 0 is the shark, and swimmer s has seat s + 1
        ("each", "i8"),  # swimmers a person has
        ("cards", "i8"),
        ("full_hand", "i8"),  # as a bit set
        ("take_back_at", "i8"),
        ("parts", "i8"),  # of a limb
        ("first_bite", "i8"),  # round
        ("tokens", "i8"),
    ]
)


def players_with(values: Mapping[str, Any]) -> range:
    """The shark needs a person of its own."""
    return range(FEWEST + values["shark"], MOST + values["shark"] + 1)


def people_and_swimmers(values: Mapping[str, Any], players: int) -> tuple[int, int]:
    """How many people have swimmers, and how many swimmers there are."""
    people = players - int(values["shark"])
    if len(values["swimmers.by_people"]) != MOST - FEWEST + 1:
        raise HouseRule(f"house rule 'swimmers.by_people' needs {MOST - FEWEST + 1} numbers, for 2 to 6 people.")
    swimmers = int(values["swimmers.by_people"][people - FEWEST])
    if swimmers % people:
        raise HouseRule(f"{swimmers} swimmers cannot be shared by {people} people; change swimmers.by_people.")
    return people, swimmers


def seats(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    _, swimmers = people_and_swimmers(values, players)
    named = tuple(f"swimmer {number}" for number in range(1, swimmers + 1))
    return ("shark", *named) if values["shark"] else named


def sides(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    """Two swimmers of one person know the same and win together."""
    people, swimmers = people_and_swimmers(values, players)
    if people == swimmers:
        return seats(values, players)
    each = swimmers // people
    named = tuple(f"player {swimmer // each + 1}" for swimmer in range(swimmers))
    return ("shark", *named) if values["shark"] else named


def build(values: Mapping[str, Any], players: int) -> Records:
    people, swimmers = people_and_swimmers(values, players)
    cards = swimmers + values["cards.more_than_swimmers"]
    assert swimmers <= SWIMMERS
    assert cards <= CARDS
    box = np.zeros(1, Box)
    box["swimmers"] = swimmers
    box["shark"] = int(values["shark"])
    box["each"] = swimmers // people
    box["cards"] = cards
    box["full_hand"] = (1 << cards) - 1
    box["take_back_at"] = values["cards.take_back_at"]
    box["parts"] = values["limbs.parts_in_long_game"] if values["long_game"] else 1
    box["first_bite"] = values["shark.first_round"]
    box["tokens"] = tokens(values, swimmers) if values["shark"] else 0
    return box


def tokens(values: Mapping[str, Any], swimmers: int) -> int:
    """Hunger tokens; more of them in the long game, which has twice the bites."""
    halves = 2 * int(values["shark.tokens_for_each_swimmer"])
    if values["long_game"]:
        halves += int(values["shark.half_tokens_more_in_long_game"])
    return swimmers * halves // 2
