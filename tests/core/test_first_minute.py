"""The first minute: Python runs the rules until they are compiled, and they change over in the middle of a match."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

from undertow.core.game import game_names
from undertow.core.rule import INTERPRETED

pytestmark = pytest.mark.compiled

CHANGE_OVER = """
import random
import sys
from undertow.bots.rehearsal import compile_rules
from undertow.core.match import Match
from undertow.core.rule import Rule, Waiting, run_interpreted

game = sys.argv[1]
change = int(sys.argv[2])  # the decision before which it changes over; -1: never
if change >= 0:
    run_interpreted()
match, rng = Match(game, seed="reef"), random.Random(1)
step = match.game.door.step
assert type(step) is (Waiting if change >= 0 else Rule)
for number in range(60):
    if match.over:
        break
    if number == change:
        compile_rules(game)
        assert type(step) is Rule
    seat = match.to_act[0]
    match.play(seat, rng.choice(match.offered(seat)).action)
    assert change < 0 or number >= change or not step.overloads  # nothing was compiled on the way
    told = [match.view(viewer) for viewer in match.viewers]
    print(match.state_bytes().hex(), match.position.memories.tobytes().hex(), told, match.log("spectator")[-1:])
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("game", game_names())
def test_rules_change_over_in_the_middle_of_a_match(game: str) -> None:
    """To the byte: the state, what everybody remembers, what they see and what they are told."""
    assert played(game, 25) == played(game, -1)


def played(game: str, change: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(CHANGE_OVER), game, str(change)],
        env=os.environ.copy(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    steps = done.stdout.splitlines()
    assert len(steps) > 25 or game == "shark-attacks"
    return steps
