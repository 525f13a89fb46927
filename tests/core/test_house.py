"""House rules as numbers for a learner: nothing for the game as it comes, and something for every change."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from undertow import Match
from undertow.core.errors import HouseRule
from undertow.core.game import find_game, game_names

CHANGES: list[tuple[str, dict[str, Any], str, list[float]]] = [
    ("shark-attacks", {"target": 50}, "house target", [-50 / 999]),
    ("shark-attacks", {"double_fin_prefers": "one"}, "house double_fin_prefers", [-1, 1]),
    ("shark-attacks", {"dice.blue_faces": [2, 2, 1, 1]}, "house dice.blue_faces", [-1 / 12, 1 / 12, 0, 0]),
    ("shark-attacks", {"meals.single": [[3], [2], [1]]}, "house meals.single", [1]),
    ("get-bit", {"shark": True}, "house shark", [1]),
    ("jaws", {"variant": "act2"}, "house variant", [-1, 0, 1]),
    ("jaws", {"act1.power_tokens": ["evasive moves"]}, "house act1.power_tokens", [-1, 0, -1, -1]),
    ("jaws", {"act1.close_again": False}, "house act1.close_again", [-1]),
    ("kelp", {"shark.bag": {"blue": 7, "yellow": 3, "red": 4}}, "house shark.bag", [0, 0, 3 / 15]),
]


def changed(game: str, rules: dict[str, Any]) -> dict[str, list[float]]:
    """What differs from the game as it comes, by piece."""
    setup, numbers = find_game(game).set_up(None, rules), {}
    at = setup.game.written
    encoding = np.concatenate([np.zeros(at, np.float32), setup.house])
    for piece in setup.game.layout[len(setup.game.knowledge.LAYOUT) :]:
        numbers[piece.name] = encoding[at : at + piece.numbers].tolist()
        at += piece.numbers
    assert at == len(encoding) == setup.game.encoding
    return {name: found for name, found in numbers.items() if name != "house players" and any(found)}


@pytest.mark.parametrize("game", game_names())
def test_a_game_as_it_comes_has_no_house_rules(game: str) -> None:
    assert changed(game, {}) == {}


@pytest.mark.parametrize(("game", "rules", "piece", "numbers"), CHANGES)
def test_a_house_rule_is_one_piece_of_the_encoding(
    game: str, rules: dict[str, Any], piece: str, numbers: list[float]
) -> None:
    assert changed(game, rules) == {piece: pytest.approx(numbers)}


@pytest.mark.parametrize("game", game_names())
def test_every_house_rule_can_be_told_from_the_printed_one(game: str) -> None:
    """Each number that can be changed changes its piece and no other."""
    tried = 0
    for key, entry in find_game(game).entries.items():
        if isinstance(entry.value, bool):
            value: Any = not entry.value
        elif isinstance(entry.value, int) and entry.limits:
            value = int(entry.limits[0] if entry.value > entry.limits[0] else entry.limits[1])
        else:
            continue
        with suppress(HouseRule):  # some cannot be had alone
            assert list(changed(game, {key: value})) == [f"house {key}"]
            tried += 1
    assert tried > 3


def test_how_many_play_is_told_too() -> None:
    two, six = (find_game("shark-attacks").set_up(players).house[0] for players in (2, 6))
    assert (two, six) == (pytest.approx(2 / 6), 1)


def test_everybody_is_told_the_same_house_rules() -> None:
    match = Match("kelp", options={"octopus.actions": 3})
    written = match.game.written
    tails = {match.encoding(viewer)[written:].tobytes() for viewer in match.viewers}
    assert tails == {match.setup.house.tobytes()}
