"""Shark Attacks!: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from undertow.core.errors import HouseRule
from undertow.core.records import Records, record
from undertow.games.shark_attacks.state import FACES, MEALS

Box = record(
    [
        ("players", "i8"),
        ("target", "i8"),
        ("blue", "i8"),
        ("blue_faces", "i8", FACES),
        ("red", "i8"),
        ("red_faces", "i8", FACES),
        ("event_faces", "i8", 3),
        ("start", "i8"),
        ("least", "i8"),
        ("signs", "i8"),
        ("sign_limit", "i8"),
        ("back_after_bank", "i8"),
        ("back_after_party", "i8"),
        ("party", "i8"),
        ("safe_flight", "i8"),
        ("first_red", "i8"),
        ("meals", "i8", (FACES, MEALS, FACES)),  # [fins, rank, swimmers]: how many dice of that face make the meal
    ]
)

DIRECT = {
    "target": "target",
    "dice.blue": "blue",
    "dice.red": "red",
    "dice.start": "start",
    "dice.least": "least",
    "signs.total": "signs",
    "signs.limit": "sign_limit",
    "signs.back_after_bank": "back_after_bank",
    "signs.back_after_party": "back_after_party",
    "scoring.party": "party",
    "scoring.safe_flight": "safe_flight",
    "flight.first_red": "first_red",
}


def seats(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    return tuple(f"player {number}" for number in range(1, players + 1))


def sides(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    """Which side each seat belongs to: here everybody plays for themselves."""
    return seats(values, players)


def build(values: Mapping[str, Any], players: int) -> Records:
    _refuse_impossible(values)
    box = np.zeros(1, Box)
    box["players"] = players
    for key, field in DIRECT.items():
        box[field] = values[key]
    box["blue_faces"] = values["dice.blue_faces"]
    box["red_faces"] = values["dice.red_faces"]
    box["event_faces"] = values["dice.event_faces"]
    double = list(values["meals.double"])
    if values["double_fin_prefers"] == "one" and [3] in double and [1] in double:
        three, one = double.index([3]), double.index([1])
        double[three], double[one] = double[one], double[three]
    for fins, meals in ((1, values["meals.single"]), (2, double), (3, values["meals.triple"])):
        for rank, meal in enumerate(meals):
            for swimmers in meal:
                box["meals"][0, fins, rank, swimmers] += 1
    return box


def _refuse_impossible(values: Mapping[str, Any]) -> None:
    for key, length in (("dice.blue_faces", FACES), ("dice.red_faces", FACES), ("dice.event_faces", 3)):
        if len(values[key]) != length or sum(values[key]) < 1:
            raise HouseRule(f"house rule {key!r} needs {length} numbers, not all of them 0.")
    if sum(values["dice.blue_faces"][1:]) == 0:
        raise HouseRule("house rule 'dice.blue_faces' needs at least one face with swimmers: nobody could ever score.")
    if not values["dice.least"] <= values["dice.start"] <= values["dice.blue"]:
        raise HouseRule("house rules must keep dice.least <= dice.start <= dice.blue.")
    if values["flight.first_red"] > values["dice.red"]:
        raise HouseRule("house rule 'flight.first_red' cannot be more than dice.red.")
    for key in ("meals.single", "meals.double", "meals.triple"):
        if len(values[key]) > MEALS or not all(values[key]):
            raise HouseRule(f"house rule {key!r} takes up to {MEALS} meals of at least one die each.")
