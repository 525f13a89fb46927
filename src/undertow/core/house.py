"""House rules as numbers for a learner: how far the game on the table is from the one in the box.

They follow what a game's `encode` writes, so one learner can play a whole sweep of house rules. Each is 0 where the
game is played as it comes, whoever looks: house rules are nobody's secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from undertow.core.box import Entry
from undertow.core.contract import Piece
from undertow.core.records import Encoding

PLAYERS = Piece("house players", 1, "how many play, as a share of the most who can")
SHARE = "how far from the printed value, as a share of its range"


def pieces(entries: Mapping[str, Entry]) -> tuple[Piece, ...]:
    """What the numbers of house rules mean."""
    counts = {key: len(list(_numbers(entry, entry.value))) for key, entry in entries.items()}
    return (PLAYERS, *(Piece(f"house {key}", counts[key], _about(entry)) for key, entry in entries.items()))


def numbers(entries: Mapping[str, Entry], values: Mapping[str, Any], players: int, most: int) -> Encoding:
    """The house rules of a table."""
    found = [players / most]
    for key, entry in entries.items():
        found += _numbers(entry, values[key])
    return np.array(found, np.float32)


def _about(entry: Entry) -> str:
    if entry.choices and isinstance(entry.value, list):
        return f"{entry.about}: for each of {', '.join(entry.choices)} 1 if it was put in, -1 if it was taken out"
    if entry.choices:
        return f"{entry.about}: for each of {', '.join(entry.choices)} 1 if it is chosen instead, -1 if it was printed"
    if _is_number(entry.value) or isinstance(entry.value, dict) or _is_row(entry.value):
        return f"{entry.about}: {SHARE}"
    return f"{entry.about}: 1 if it is not the printed one"


def _numbers(entry: Entry, value: Any) -> Iterator[float]:
    if entry.choices:
        chosen, printed = ([each] if isinstance(each, str) else each for each in (value, entry.value))
        yield from (float(chosen.count(choice) - printed.count(choice)) for choice in entry.choices)
    elif isinstance(entry.value, dict):
        for name, printed in entry.value.items():
            yield _one(entry, value[name], printed)
    elif _is_row(entry.value):
        for place, printed in enumerate(entry.value):
            yield _one(entry, value[place] if place < len(value) else 0, printed)
    else:
        yield _one(entry, value, entry.value)


def _one(entry: Entry, value: Any, printed: Any) -> float:
    if not _is_number(printed):
        return float(value != printed)
    low, high = entry.limits or (0, max(1, abs(printed)))
    return float(value - printed) / max(high - low, 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, bool | int | float)


def _is_row(value: Any) -> bool:
    """A list of numbers: each has a place of its own."""
    return isinstance(value, list) and bool(value) and all(map(_is_number, value))
