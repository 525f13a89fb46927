"""Lagoon: how matches of older versions are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undertow.core.match import Match
from undertow.core.versions import Older, Plays


def looking_was_diving(match: Match, seat: str, action: str) -> Plays:
    """Renamed."""
    yield seat, action.replace("dive", "look")


def surfacing(match: Match, seat: str, action: str) -> Plays:
    """Today the shark is asked in the first round too, and the diver comes up without being asked."""
    if action == "surface":
        return
    if len(match.history) == 1 and seat == "diver":
        yield "shark", "stay"
    yield seat, action


class Longer(Older):
    """A house rule that is counted otherwise."""

    def with_settings(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        kept = dict(settings)
        if "looks" in kept:
            kept["rounds"] = kept.pop("looks") + 1
        return super().with_settings(kept)


OLDER = {
    1: Older("Looking was called diving, and there were 3 lagoons.", {"lagoons": 3}, looking_was_diving),
    2: Older(
        "The shark stayed where it was in the first round, and the diver was asked to surface after each look.",
        translate=surfacing,
    ),
    3: Longer(
        "The shark could swim back.", breaks="Matches in which it did cannot be played any more: no rule allows it."
    ),
}
