"""The promises that every game makes, kept by this one at every table; and any match, found by hypothesis, is sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from undertow.core.match import Match
from undertow.games.shark_attacks.state import FLEEING, broken
from undertow.testing import CHECKS, check_tables, matches

GAME = "shark-attacks"
FAST = [name for name in CHECKS if name != "modes"]
HOUSE_RULES: dict[str, Any] = {"double_fin_prefers": "one", "target": 30}


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 6])
def test_fast_promises(players: int) -> None:
    found = list(check_tables(GAME, players=[players], checks=FAST, matches=1))
    assert [finding.check for finding in found] == FAST
    assert [problem for finding in found for problem in finding.problems] == []


@pytest.mark.compiled
def test_fast_promises_with_house_rules() -> None:
    found = list(check_tables(GAME, players=[4], settings=[HOUSE_RULES], checks=FAST, matches=1))
    assert [finding.check for finding in found] == FAST
    assert [problem for finding in found for problem in finding.problems] == []


@pytest.mark.compiled
def test_promises_at_every_speed() -> None:
    """Interpreted, compiled and as a CUDA kernel the same steps are taken."""
    [found] = check_tables(GAME, players=[2], settings=[HOUSE_RULES], checks=["modes"], matches=1)
    assert found.problems == []


@settings(max_examples=40, deadline=None)
@given(matches(GAME, most=60, players=3))
def test_any_match_is_sound_and_can_be_saved(match: Match) -> None:
    """Dice and signs are conserved wherever a match stops, and its file gives back the very same match."""
    assert broken(match.position.box, match.position.state) == ""
    again = Match.from_text(match.text())
    assert again.text() == match.text()
    assert again.state_bytes() == match.state_bytes()
    assert again.log("spectator") == match.log("spectator")


@settings(max_examples=25, deadline=None)
@given(matches(GAME, most=200, players=2, options={"target": 30}))
def test_every_step_of_any_match_is_sound(match: Match) -> None:
    """Played again step by step, no moment in between is broken either."""
    again = Match(GAME, 2, {"target": 30}, auto_chance=False)
    for ply in match.history:
        assert broken(again.position.box, again.position.state) == ""
        again.play(match.seat_name(ply.seat), ply.name)
    assert again.state_bytes() == match.state_bytes()
    assert again.over == match.over
    assert match.over == (max(view.score for view in match.view("spectator").beaches) >= 30)


SPOILT: list[tuple[dict[str, Any], str]] = [
    ({"blue_middle": 12}, "blue dice are not conserved"),
    ({"signs_middle": 5}, "signs are not conserved"),
    ({"signs": [7, -1, 0, 0, 0, 0], "signs_middle": 0}, "a beach has an impossible number of signs"),
    ({"reds": 5}, "red dice are not conserved"),
    ({"fins": [0, 1, 0, 0]}, "red dice are not conserved"),
    ({"phase": FLEEING, "reds": 2}, "a flight without casualties has more than its first red dice"),
    ({"owed": -1}, "a count of dice is negative"),
    ({"blue_middle": 12, "rolling": -1}, "a count of dice is negative"),
]


@pytest.mark.parametrize(("spoilt", "complaint"), SPOILT)
def test_broken_states_are_noticed(spoilt: dict[str, Any], complaint: str) -> None:
    """What the invariants are for: a die or a sign too many, or a shark that nothing has drawn, is told in words."""
    position = Match(GAME, auto_chance=False).position
    assert broken(position.box, position.state) == ""
    for field, value in spoilt.items():
        position.states[field] = value
    assert broken(position.box, position.state) == complaint
