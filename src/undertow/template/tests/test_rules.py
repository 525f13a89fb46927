"""The rules, one sentence each."""

from __future__ import annotations

import pytest
from undertow import IllegalAction, Match
from undertow.bots import Knowledge, make_bot


def begun(cave: str, **options: int) -> Match:
    """A match whose shark begins in this cave: what chance brings is put in by hand."""
    match = Match("your-game", options=options, auto_chance=False)
    match.play("chance", cave)
    return match


def test_the_diver_wins_by_finding_the_shark() -> None:
    match = begun("cave 2")
    match.play("shark", "swim on")
    match.play("diver", "look 3")
    assert str(match.result) == "Diver wins: the shark was found"


def test_after_the_last_look_in_vain_the_shark_has_won() -> None:
    match = begun("cave 2", rounds=1)
    match.play("shark", "stay")
    match.play("diver", "look 3")
    assert str(match.result) == "Shark wins: the shark was never found"


def test_after_the_last_cave_comes_the_first() -> None:
    match = begun("cave 5")
    match.play("shark", "swim on")
    match.play("diver", "look 1")
    assert str(match.result) == "Diver wins: the shark was found"


def test_there_are_only_so_many_caves() -> None:
    match = begun("cave 1", caves=3)
    match.play("shark", "stay")
    assert "look 3" in match.legal("diver")
    with pytest.raises(IllegalAction):
        match.play("diver", "look 4")


def test_only_the_shark_knows_where_it_is() -> None:
    match = begun("cave 2")
    assert [cave.shark for cave in match.view("shark").caves] == [False, True, False, False, False]
    assert [cave.shark for cave in match.view("diver").caves] == [None] * 5
    assert match.log("diver") == match.log("spectator")
    assert "You are in cave 2." in match.log("shark")


def test_a_look_in_vain_makes_the_other_caves_likelier() -> None:
    match = begun("cave 2", caves=4)
    match.play("shark", "stay")
    match.play("diver", "look 4")
    assert match.beliefs("diver") == pytest.approx({"cave 1": 1 / 3, "cave 2": 1 / 3, "cave 3": 1 / 3, "cave 4": 0})


def test_the_hunter_looks_where_the_shark_is_likeliest() -> None:
    match = begun("cave 2", caves=3)
    for seat, action in (("shark", "stay"), ("diver", "look 1"), ("shark", "stay")):
        match.play(seat, action)  # cave 1: 1/4, cave 2: 1/4, cave 3: 1/2
    choice = make_bot(match.setup, "hunter").choose(Knowledge(match.position, match.setup.seat("diver")))
    assert choice.name == "look 3"
