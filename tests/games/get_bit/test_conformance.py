"""The promises that every game makes, kept by this one at every table; and any match, found by hypothesis, is sound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from tests.games.get_bit.script import Line
from undertow.core.match import Match
from undertow.games.get_bit.state import broken
from undertow.testing import CHECKS, check_tables
from undertow.testing import matches as any_match

GAME = "get-bit"
FAST = [name for name in CHECKS if name != "modes"]
HOUSE_RULES: dict[str, Any] = {
    "cards.more_than_swimmers": 3,
    "cards.take_back_at": 2,
    "shark.first_round": 1,
    "shark.tokens_for_each_swimmer": 2,
}


def assert_kept(players: int, rules: dict[str, Any], checks: Sequence[str] = FAST, matches: int = 1) -> None:
    found = list(check_tables(GAME, players=[players], settings=[rules], checks=checks, matches=matches))
    assert [finding.check for finding in found] == list(checks)
    assert [problem for finding in found for problem in finding.problems] == []


#: Each number of players, option and house rule once.
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (4, {}),
    (6, {"long_game": True}),
    (3, {"shark": True, "long_game": True}),
    (5, {"shark": True, **HOUSE_RULES}),
    (7, {"shark": True}),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "rules"), TABLES, ids=str)
def test_fast_promises(players: int, rules: dict[str, Any]) -> None:
    assert_kept(players, rules)


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "rules"), [(5, {"shark": True})])
def test_promises_at_every_speed(players: int, rules: dict[str, Any]) -> None:
    """Interpreted, compiled and as a CUDA kernel the same steps are taken."""
    assert_kept(players, rules, ["modes"])


def assert_sound(match: Match) -> None:
    """The invariants hold wherever a match stops, and its file gives back the very same match."""
    assert broken(match.position.box, match.position.state) == ""
    again = Match.from_text(match.text())
    assert again.text() == match.text()
    assert again.state_bytes() == match.state_bytes()
    assert again.log("spectator") == match.log("spectator")


@settings(max_examples=15, deadline=None)
@given(any_match(GAME, most=80, players=4))
def test_any_match_is_sound_and_can_be_saved(match: Match) -> None:
    assert_sound(match)


@settings(max_examples=15, deadline=None)
@given(any_match(GAME, most=110, players=4, options={"shark": True}))
def test_any_match_with_a_shark_is_sound_and_can_be_saved(match: Match) -> None:
    """Two swimmers each, and a shark."""
    assert_sound(match)


@settings(max_examples=10, deadline=None)
@given(any_match(GAME, most=100, players=5, options={"shark": True}))
def test_every_step_of_any_match_is_sound(match: Match) -> None:
    """Played again step by step, no moment in between is broken either, and it ends when it must."""
    again = Match(GAME, 5, {"shark": True}, auto_chance=False)
    for ply in match.history:
        assert broken(again.position.box, again.position.state) == ""
        again.play(match.seat_name(ply.seat), ply.name)
    assert again.state_bytes() == match.state_bytes()
    view = match.view("spectator")
    assert match.over == (view.phase != "lining up" and (len(view.line) == 1 or view.shark.tokens == 0))


SPOILT: list[tuple[str, Any, str]] = [
    ("line", [0, 1, 1, 2, 0, 0], "the line has a swimmer twice or one who is not playing"),
    ("line", [0, 1, 2, 4, 0, 0], "the line has a swimmer twice or one who is not playing"),
    ("tokens", 5, "hunger tokens are not conserved"),
    ("tokens", -1, "hunger tokens are not conserved"),
    ("limbs", 0, "a swimmer in line has an impossible number of limbs"),
    ("limbs", 2, "a swimmer in line has an impossible number of limbs"),
    ("hands", 0, "a swimmer in line has an impossible hand"),
    ("hands", 32, "a swimmer in line has an impossible hand"),
    ("chosen", [1, 0, 0, 0, 0, 0], "a swimmer chose a card that is not in hand"),
]


@pytest.mark.parametrize(("field", "value", "complaint"), SPOILT)
def test_broken_states_are_noticed(field: str, value: Any, complaint: str) -> None:
    """What the invariants are for: a swimmer, a token, a limb or a card too many is told in words."""
    line = Line(shark=True)
    line.first_round()
    position = line.match.position
    assert broken(position.box, position.state) == ""
    position.states[field] = value
    assert broken(position.box, position.state) == complaint


def test_nothing_is_wrong_with_an_empty_line() -> None:
    position = Match(GAME, auto_chance=False).position
    assert broken(position.box, position.state) == ""
