"""The promises that every game makes, kept by this one in every variant; and any match hypothesis finds is sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from undertow.core.box import read_house_rules
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games.jaws.state import broken
from undertow.testing import CHECKS, check_tables
from undertow.testing import matches as any_match

GAME = "jaws"
FAST = [name for name in CHECKS if name != "modes"]
EXAMPLE = Path(__file__).parents[3] / "docs" / "jaws-house-rules.toml"
ODD_RULES: dict[str, Any] = {
    "act1.shark_actions": 2,
    "act1.crew_actions": 6,
    "act1.swimmers": 6,
    "act1.barrels_on_orca": 4,
    "act1.barrels_in_shop": 4,
    "act1.hooper_steps": 3,
    "island.amity_pd": "6",
    "island.mayors_office": "7",
    "act2.steps": 1,
    "act2.bonus_dice": 2,
    "act2.shark_wounds": 30,
}


def assert_kept(rules: dict[str, Any], checks: list[str], matches: int = 2) -> None:
    found = list(check_tables(GAME, players=[2], settings=[rules], checks=checks, matches=matches))
    assert [finding.check for finding in found] == checks
    assert [problem for finding in found for problem in finding.problems] == []


@pytest.mark.compiled
@pytest.mark.parametrize("variant", ["act1", "act2", "full"])
def test_promises(variant: str) -> None:
    assert_kept({"variant": variant}, FAST, matches=1)


@pytest.mark.compiled
def test_promises_at_every_speed() -> None:
    """Interpreted, compiled, and in the GPU's simulator: the same matches, step by step."""
    assert_kept({"variant": "full"}, ["modes"], matches=1)


@pytest.mark.compiled
def test_promises_with_odd_house_rules() -> None:
    assert_kept(ODD_RULES, [name for name in FAST if name != "imagination"], matches=1)


def test_two_to_four_players_have_the_same_seats() -> None:
    """One person may hold several seats, two may share one: the table is the same."""
    for players in (2, 3, 4):
        setup = find_game(GAME).set_up(players)
        assert setup.seats == ("shark", "quint", "brody", "hooper")
        assert setup.sides == ("shark", "crew", "crew", "crew")
        assert setup.viewers == ("shark", "crew", "spectator")


def test_the_example_of_house_rules_is_the_box_as_it_is() -> None:
    """Whoever starts from the file in docs changes nothing until a number is changed."""
    game = find_game(GAME)
    rules = read_house_rules(EXAMPLE, game.entries)
    assert len(rules) > 8
    assert {key: game.entries[key].value for key in rules} == rules
    assert game.set_up(2, rules).box.tobytes() == game.set_up(2).box.tobytes()


def test_every_rebuilt_number_is_marked() -> None:
    """The Orca's numbers are not official: their source says so, and so does the page of the rules."""
    game = find_game(GAME)
    rebuilt = {key for key, entry in game.entries.items() if entry.source == "rebuilt"}
    assert {"orca.tiles", "orca.resurface", "orca.borders", "act2.die", "act2.shark_wounds"} <= rebuilt
    assert {key for key in game.entries if key.startswith("gear.")} <= rebuilt
    assert "not the official cards" in (game.folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.compiled
@given(any_match(GAME))
@settings(max_examples=12, deadline=None)
def test_any_match_is_sound(match: Match) -> None:
    assert broken(match.position.box, match.position.state) == ""
    for viewer in match.viewers:
        assert match.view_json(viewer)["act"] in (1, 2)
        assert match.prompt(viewer)
