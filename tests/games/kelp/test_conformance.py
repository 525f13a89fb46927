"""The promises that every game makes, kept by this one; and any match hypothesis finds is sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games.kelp.state import OCTOPUS_TURN, broken
from undertow.testing import CHECKS, check_tables
from undertow.testing import matches as any_match

GAME = find_game("kelp")
FAST = [name for name in CHECKS if name not in ("modes", "imagination")]
ENTRIES = GAME.entries


def changed(key: str, **parts: Any) -> dict[str, Any]:
    return {key: {**ENTRIES[key].value, **parts}}


#: So few worlds that every one of them can be followed for a whole match: one octopus among shells, a known hand.
FEW_WORLDS = {
    **changed("octopus.blocks.on_board", shell=8, current_trap=0),
    **changed("octopus.blocks.aside", current_trap=1),
    **changed("octopus.cards.nimble_dodge", copies=0),
    **changed("octopus.cards.stirred_sand", copies=3),
    **changed("octopus.cards.blend_in", copies=1),
}
ODD_RULES: dict[str, Any] = {
    "rocky": 5,
    "roll_at_least": 4,
    "food_stays": True,
    "open_bag": True,
    "naming": True,
    "replace_anytime": True,
    "replace_gained": True,
    "octopus.actions": 3,
    "octopus.hand_size": 6,
    "octopus.big_hand": 7,
    "octopus.food_to_win": 2,
    "shark.draw": 3,
    "shark.draw_more": 4,
    "shark.hunger_track": 12,
    "shark.energy_slots": 2,
    "shark.tile_dice": 2,
    "shark.tiles": ["draw", "exchange", "exchange", "reroll"],
    "confrontation.flight": 8,
    "confrontation.flinch": 1,
    **changed("octopus.blocks.on_board", shell=4, currents_trap=1, hide_trap=1, den_trap=1),
    **changed("octopus.blocks.aside", shell=4, currents_trap=0, hide_trap=0, den_trap=0),
    **changed("octopus.cards.cloud_of_ink", shuffle=9, pile="starter"),
    **changed("octopus.cards.taking_chances", cost=2, pile="starter", copies=2),
    **changed("shark.cards.hungry", copies=6, blue=0),
    **changed("shark.cards.vigilant", cost=2),
}


def assert_kept(rules: dict[str, Any], checks: list[str], matches: int = 2) -> None:
    found = list(check_tables(GAME, players=[2], settings=[rules], checks=checks, matches=matches))
    assert [finding.check for finding in found] == checks
    assert [problem for finding in found for problem in finding.problems] == []


@pytest.mark.compiled
def test_promises() -> None:
    assert_kept({}, FAST)


@pytest.mark.compiled
def test_promises_at_every_speed() -> None:
    """Interpreted, compiled, and in the GPU's simulator: the same matches, step by step."""
    assert_kept({}, ["modes"], matches=1)


@pytest.mark.compiled
def test_promises_with_odd_house_rules() -> None:
    assert_kept(ODD_RULES, FAST, matches=1)


@pytest.mark.compiled
def test_what_is_imagined_is_what_could_be() -> None:
    """With few worlds the suite follows every one that the viewer cannot tell from the truth."""
    assert_kept(FEW_WORLDS, ["imagination"], matches=3)


@pytest.mark.compiled
@settings(max_examples=12, deadline=None)
@given(any_match(GAME))
def test_any_match_is_sound_and_asks_nothing_that_has_one_answer(match: Match) -> None:
    """Whoever is asked has a choice, unless only the octopus's own hand says that there is none."""
    assert broken(match.position.box, match.position.state) == ""
    for seat in match.to_act:
        if seat != "chance" and match.position.state.phase != OCTOPUS_TURN:
            assert len(match.legal(seat)) > 1
