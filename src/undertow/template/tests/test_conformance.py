"""The promises every game makes, proved on random matches: `undertow check your-game` does the same."""

from __future__ import annotations

from undertow.testing import check_game


def test_conformance() -> None:
    check_game("your-game", matches=2)
