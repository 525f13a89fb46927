"""Taking back, by its plain definition: the match is folded again from its first step, with and without a decision."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.toys.lagoon import GAME as LAGOON
from undertow import Match, UndertowError
from undertow.core.position import Position
from undertow.core.records import CHANCE

#: Players, matches, and what must have come up in them: a decision taken back after nobody else acted, one after others
#: acted who could have done so anyway, and one that stays because it changed what others were asked.
TABLES = [
    pytest.param("tests.toys.lagoon:GAME", 2, 6, {"alone"}, id="lagoon"),
    pytest.param("get-bit", 4, 3, {"alone", "free"}, id="get-bit"),
    pytest.param("jaws", 4, 8, {"alone", "free", "asked"}, id="jaws", marks=pytest.mark.compiled),
    pytest.param("kelp", 2, 6, {"alone", "because of it"}, id="kelp", marks=pytest.mark.compiled),
    pytest.param("shark-attacks", 3, 2, set(), id="shark-attacks"),
]


def question(position: Position, seat: int) -> tuple[list[str], str]:
    legal = list(position.legal(seat))
    return legal, position.prompt(seat) if legal else ""


def firm_plies(match: Match) -> list[int]:
    """Steps of chance, and those that gave a secret away."""
    reveals: frozenset[int] = getattr(match.game.state, "REVEALS", frozenset())
    then = Position(match.setup)
    told = [{event.kind for event in then.step(step.seat, step.action)} for step in match.history]
    return [ply for ply, step in enumerate(match.history) if step.seat == CHANCE or told[ply] & reveals]


def asked_the_same(match: Match, ply: int) -> bool:
    then, without = Position(match.setup), Position(match.setup)
    for number, step in enumerate(match.history):
        if number > ply and question(then, step.seat) != question(without, step.seat):
            return False
        then.step(step.seat, step.action)
        if number != ply:
            without.step(step.seat, step.action)
    return True


def undoable(match: Match, seat: str, firm: list[int]) -> tuple[int | None, str]:
    """The ply this seat may take back, and what the answer hung on."""
    if match.over:
        return None, "over"
    history = match.history
    for ply in range(len(history) - 1, -1, -1):
        if ply in firm:
            return None, "firm"
        if match.seat_name(history[ply].seat) == seat:
            since = {step.seat for step in history[ply + 1 :]}
            if not all(history[ply].acting >> other & 1 for other in since):
                return None, "because of it"
            if not asked_the_same(match, ply):
                return None, "asked"
            return ply, "free" if since else "alone"
    return None, "nothing"


def all_of(match: Match) -> tuple[Any, ...]:
    told = [(match.events(viewer), match.log(viewer)) for viewer in match.viewers]
    return match.state_bytes(), match.history, match.to_act, told, match.text()


def told_again(match: Match, plies: list[int]) -> Match:
    """The same table with these steps of the history alone, dice put in by hand."""
    again = Match(match.game, match.setup.players, match.setup.settings, "undo", auto_chance=False)
    for ply in plies:
        again.play(match.seat_name(match.history[ply].seat), match.history[ply].name)
    again.auto_chance = True
    return again


@pytest.mark.parametrize(("game", "players", "matches", "expected"), TABLES)
def test_what_can_be_taken_back(game: str, players: int, matches: int, expected: set[str]) -> None:
    met: Counter[str] = Counter()
    for number in range(matches):
        rng = random.Random(number)
        match = Match(game, players, seed="undo")
        for _ in range(40):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
            firm = firm_plies(match)
            answers = {seat: undoable(match, seat, firm) for seat in match.seats}
            met.update(why for _, why in answers.values())
            assert {seat: match.can_undo(seat) for seat in match.seats} == {
                seat: ply is not None for seat, (ply, _) in answers.items()
            }
            seat = rng.choice(match.seats)
            taken_back = answers[seat][0]
            if taken_back is not None and rng.random() < 0.5:
                without = told_again(match, [ply for ply in range(len(match.history)) if ply != taken_back])
                match.undo(seat)
                assert all_of(match) == all_of(without)
    assert expected <= set(met)


@pytest.mark.parametrize(("game", "players", "matches", "expected"), TABLES)
def test_a_match_is_rewound_to_any_step(game: str, players: int, matches: int, expected: set[str]) -> None:
    rng = random.Random(5)
    match = Match(game, players, seed="undo")
    stops = {len(match.history): all_of(match)}  # where somebody had to decide
    while not match.over and len(stops) < 25:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        stops[len(match.history)] = all_of(match)
    for plies in range(len(match.history), -1, -1):
        match.rewind(plies)
        assert all_of(match) == stops[min(stop for stop in stops if stop >= plies)]


def test_one_plays_on_from_where_one_went_back_to() -> None:
    match, straight = Match(LAGOON, seed="back"), Match(LAGOON, seed="back")
    for seat, action in (("shark", "swim"), ("diver", "look 1"), ("shark", "stay")):
        match.play(seat, action)
    match.rewind(1)
    assert not match.can_undo("shark")
    for seat, action in (("shark", "stay"), ("diver", "look 2")):
        assert match.play(seat, action) == straight.play(seat, action)
    assert all_of(match) == all_of(straight)


@pytest.mark.parametrize("plies", [-1, 3])
def test_there_is_nothing_before_the_beginning_or_after_the_end(plies: int) -> None:
    match = Match(LAGOON, seed="back")
    match.play("shark", "swim")
    before = all_of(match)
    with pytest.raises(UndertowError, match=f"cannot go back to step {plies}: the match has 2"):
        match.rewind(plies)
    assert all_of(match) == before
