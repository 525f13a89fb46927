"""A match as environments step through it."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from undertow.core.errors import UndertowError
from undertow.core.game import find_game, game_names
from undertow.core.rng import below, stream
from undertow.envs.single import LegalActions, Single

pytestmark = pytest.mark.compiled

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((name, players, {}) for name in game_names() for players in find_game(name).players_with({})),
    *(("get-bit", players, {"shark": True}) for players in find_game("get-bit").players_with({"shark": True})),
]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_whoever_is_out_of_it_never_acts_again_and_wins_nothing(
    name: str, players: int, options: dict[str, Any]
) -> None:
    match, rng = Single(name, players, options), stream(1)
    seats = range(len(match.setup.seats))
    for number in range(3):
        out: set[int] = set()
        match.begin(1, number)
        while not match.over:
            out_now = {seat for seat in seats if match.out_of_it(seat)}
            assert out <= out_now
            assert out_now.isdisjoint(match.acting())
            out = out_now
            seat = match.acting()[0]
            legal = np.flatnonzero(match.mask(seat))
            match.take(seat, int(legal[below(rng, len(legal))]))
        assert all(match.shares()[seat] == 0 for seat in out)
        assert bool(out) <= (name == "get-bit")


def test_only_whoever_has_nobody_left_in_line_is_out_of_it() -> None:
    """Every swimmer that left the line, but for those whose partner is still there."""
    match, rng = Single("get-bit", 3, None), stream(2)
    halves = 0
    for number in range(5):
        match.begin(2, number)
        while not match.over:
            state = match.position.state
            people = {swimmer // 2 for swimmer in state.line[: state.in_line].tolist()}
            assert [match.out_of_it(seat) for seat in range(6)] == [seat // 2 not in people for seat in range(6)]
            halves += state.in_line < 2 * len(people)
            seat = match.acting()[0]
            legal = np.flatnonzero(match.mask(seat))
            match.take(seat, int(legal[below(rng, len(legal))]))
    assert halves


def test_before_a_match_there_is_nothing_to_see() -> None:
    match = Single("kelp", None, None)
    with pytest.raises(UndertowError, match=r"no match is under way: reset\(\) begins one"):
        match.mask(0)
    with pytest.raises(UndertowError, match=r"no match is under way: reset\(\) begins one"):
        match.drawn("ansi", 0)


def test_random_actions_are_legal_ones_unless_a_mask_says_otherwise() -> None:
    space = LegalActions(5)
    space.now = np.array([0, 0, 1, 0, 1], np.int8)
    assert {int(space.sample()) for _ in range(50)} == {2, 4}
    assert int(space.sample(np.array([0, 1, 0, 0, 0], np.int8))) == 1
    assert int(space.sample(probability=np.array([1.0, 0, 0, 0, 0]))) == 0
    again = pickle.loads(pickle.dumps(space))
    assert again == space
    assert {int(again.sample()) for _ in range(50)} == {2, 4}
