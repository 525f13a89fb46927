"""For whoever writes a game: the conformance suite, and random matches for hypothesis.

from undertow.testing import check_game

def test_conformance():
    check_game("my-game")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from undertow.core.check import CHECKS, Finding, Findings, NotConforming, check_game, check_tables
from undertow.core.match import Match

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["CHECKS", "Finding", "Findings", "NotConforming", "check_game", "check_tables", "matches"]


def matches(game: Any, most: int = 400, **choices: Any) -> SearchStrategy[Match]:
    """A hypothesis strategy: matches played for up to `most` decisions, that shrink to short ones."""
    from hypothesis import strategies as st

    @st.composite
    def played(draw: Any) -> Match:
        match = Match(game, seed=draw(st.text("abcdef", max_size=6)), **choices)
        for _ in range(draw(st.integers(0, most))):
            if match.over:
                break
            seat = draw(st.sampled_from(match.to_act))
            match.play(seat, draw(st.sampled_from(match.legal(seat))))
        return match

    return played()
