"""Kuhn poker: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from undertow.core.records import Records, record

Box = record([("cards", "i8"), ("ante", "i8"), ("bet", "i8")])


def seats(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    return ("first", "second")


def sides(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    """Which side each seat belongs to: here everybody plays for themselves."""
    return seats(values, players)


def build(values: Mapping[str, Any], players: int) -> Records:
    box = np.zeros(1, Box)
    box["cards"] = values["cards"]
    box["ante"] = values["ante"]
    box["bet"] = values["bet"]
    return box
