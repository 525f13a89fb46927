"""Leduc poker: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.toys.leduc.state import ROUNDS, SUITS
from undertow.core.records import Records, record

Box = record([("cards", "i8"), ("ante", "i8"), ("raises", "i8"), ("bets", "i8", ROUNDS), ("partners", "i8")])


def seats(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    """A partner sits behind whose second round they play."""
    alone = ("first", "second")
    return (*alone, "first's partner", "second's partner") if values["partners"] else alone


def sides(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    """Which side each seat belongs to: partners win together."""
    return ("first", "second") * (2 if values["partners"] else 1)


def build(values: Mapping[str, Any], players: int) -> Records:
    box = np.zeros(1, Box)
    box["cards"] = values["ranks"] * SUITS
    box["ante"] = values["ante"]
    box["raises"] = values["raises"]
    box["partners"] = values["partners"]
    box["bets"] = values["first_bet"], values["second_bet"]
    return box
