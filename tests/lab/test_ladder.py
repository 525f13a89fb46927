"""Every bot against every other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from bench.strength import PAGE, made

from undertow import find_game
from undertow.core.errors import UndertowError
from undertow.lab import strength
from undertow.lab.duels import shares
from undertow.lab.ladder import ladder, meet, table_of

pytestmark = pytest.mark.compiled


def test_a_ladder_knows_who_is_better_on_each_side() -> None:
    setup = find_game("get-bit").set_up(3)
    found = ladder(setup, ["random", "careful"], 300)
    (side,) = found.ratings
    bots, table = table_of(found, side)
    assert bots == ["random", "careful"]
    assert table[1, 0] > table[0, 1]
    assert found.ratings[side]["careful"] > 0 > found.ratings[side]["random"]
    assert sum(found.ratings[side].values()) == pytest.approx(0, abs=0.2)
    assert len(json.loads(found.as_json())["meetings"]) == 4


def test_a_network_meets_compiled_bots_and_other_networks_in_batches() -> None:
    """The octopus has learnt more than anybody who plays at random."""
    setup = find_game("kelp").set_up()
    meeting = meet(setup, "octopus", "net", "random", 20)
    assert meeting.matches == 20
    assert meeting.low > 0.5
    won = shares(setup, {"octopus": "net", "shark": "net:1500"}, 8)
    assert won.shape == (8, 2)
    assert (won.sum(1) == 1).all()


def test_a_bot_that_searches_plays_fewer_matches() -> None:
    setup = find_game("shark-attacks").set_up()
    assert meet(setup, "player 1", "sampler:20", "random", 40).matches == 2


def test_what_is_kept_is_read_again_and_replaced(tmp_path: Path) -> None:
    game = find_game("shark-attacks")
    elsewhere = replace(game)
    elsewhere.__dict__["folder"] = tmp_path
    first = ladder(game.set_up(), ["hold:3", "hold:9"], 60)
    strength.keep(elsewhere, first)
    assert strength.kept(elsewhere) == [first]
    again = ladder(game.set_up(), ["hold:3", "hold:9"], 80)
    other = ladder(game.set_up(3), ["hold:3", "hold:9"], 40)
    strength.keep(elsewhere, other)
    strength.keep(elsewhere, again)
    assert strength.kept(elsewhere) == [other, again]
    told = strength.page([elsewhere])
    assert "--players 2 --bots hold:3,hold:9 --matches 80" in told
    assert told.count("\n| `hold:3` |") == 2
    (tmp_path / strength.FILE).write_text("[{}]")
    with pytest.raises(UndertowError, match="is not what `undertow ladder --keep` writes"):
        strength.kept(elsewhere)


def test_the_page_has_what_was_kept() -> None:
    assert PAGE.read_text("utf-8") == made()
