"""OpenSpiel's search as a bot at our tables."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel")

from undertow import find_game
from undertow.bots import Knowledge, make_bot, plan_of
from undertow.core.errors import UndertowError
from undertow.core.position import Position
from undertow.core.records import CHANCE
from undertow.lab import ismcts

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("name", "options"), [("kelp", {}), ("jaws", {"variant": "act1"}), ("get-bit", {})])
def test_it_finds_a_legal_action_for_whoever_is_asked(name: str, options: dict[str, object]) -> None:
    setup = find_game(name).set_up(None, options)
    position = Position(setup)
    bot = make_bot(setup, f"{ismcts.NAME}:0.02s", 1)
    asked = 0
    while asked < 6:
        acting = position.acting()
        if not acting:
            position.step(CHANCE, next(i for i, weight in enumerate(position.weights()) if weight))
            continue
        seat = acting[-1]
        choice = bot.choose(Knowledge(position, seat))
        assert choice.name in position.legal(seat)
        asked += "simulated" in choice.why
        position.step(seat, choice.action)


def test_its_name_says_how_long_it_thinks() -> None:
    game = find_game("kelp")
    assert plan_of(game, "ismcts").seconds == ismcts.SECONDS
    assert plan_of(game, "ismcts:1s").seconds == 1
    with pytest.raises(UndertowError, match=r"ismcts:0\.1s for a tenth"):
        plan_of(game, "ismcts:fast")
