"""Kuhn poker is an honest game, and pays what it should."""

from __future__ import annotations

import pytest

from tests.toys.kuhn import GAME
from undertow import Match
from undertow.testing import CHECKS, check_game

QUICK = [check for check in CHECKS if check != "modes"]  # without those that compile


@pytest.mark.parametrize("settings", [{}, {"cards": 4, "ante": 2, "bet": 3}], ids=str)
def test_it_is_an_honest_game(settings: dict[str, int]) -> None:
    assert check_game(GAME, settings=[settings], checks=QUICK, matches=6).problems == []


@pytest.mark.parametrize(
    ("plays", "chips"),
    [
        ("pass pass", 1),
        ("pass bet pass", -1),
        ("pass bet bet", 2),
        ("bet pass", 1),
        ("bet bet", 2),
    ],
)
def test_the_first_player_has_the_higher_card(plays: str, chips: int) -> None:
    match = Match(GAME, auto_chance=False)
    for card in ("king", "queen"):
        match.play("chance", card)
    for play in plays.split():
        [seat] = match.to_act
        match.play(seat, play)
    assert match.result is not None
    assert match.result.scores == {"first": chips, "second": -chips}
    assert match.result.shares == {"first": (chips + 2) / 4, "second": (2 - chips) / 4}
