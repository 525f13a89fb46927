"""The first minute: Python runs the rules until they are compiled, and they change over in the middle of a match."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from undertow.bots.rehearsal import compile_rules
from undertow.core.game import game_names
from undertow.core.match import Match
from undertow.core.rule import INTERPRETED, Rule, Waiting, run_interpreted

pytestmark = pytest.mark.compiled

CHANGE = 25  # the decision before which it changes over


def steps(match: Match) -> Iterator[int]:
    """Plays at random, and says before each decision which one it is."""
    rng = random.Random(1)
    for number in range(60):
        if match.over:
            break
        yield number
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.offered(seat)).action)


def told(match: Match) -> str:
    """To the byte: the state, what everybody remembers, what they see and what they are told."""
    seen = [match.view(viewer) for viewer in match.viewers]
    known = match.position.memories.tobytes().hex()
    return f"{match.state_bytes().hex()} {known} {seen} {match.log('spectator')[-1:]}"


def change_over(game: str) -> None:
    """In a process of its own, where nothing is loaded yet: prints what is told before each decision."""
    run_interpreted()
    match = Match(game, seed="reef")
    step = match.game.door.step
    assert type(step) is Waiting
    for number in steps(match):
        assert number > CHANGE or not step.overloads  # nothing was compiled on the way
        if number == CHANGE:
            compile_rules(game)
            assert type(step) is Rule
        print(told(match))
    print(told(match))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("game", game_names())
def test_rules_change_over_in_the_middle_of_a_match(game: str) -> None:
    command = f"from tests.core.test_first_minute import change_over; change_over({game!r})"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    match = Match(game, seed="reef")
    assert type(match.game.door.step) is Rule
    compiled = [told(match) for _ in steps(match)] + [told(match)]
    assert done.stdout.splitlines() == compiled
    assert len(compiled) > CHANGE + 1 or game == "shark-attacks"
