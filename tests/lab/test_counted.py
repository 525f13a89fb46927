"""What a study counts: the same matches as a simulation, whatever plays them and in whatever pieces."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.toys.lagoon import GAME as LAGOON
from undertow import UndertowError, find_game
from undertow.bots import make_bot
from undertow.core.bundles import ENDED, GAINS
from undertow.core.game import Game, Setup
from undertow.core.position import Position
from undertow.core.records import CHANCE, Records
from undertow.lab.counted import Player, Restriction, actions_called, counting
from undertow.lab.simulate import simulate

pytestmark = pytest.mark.compiled  # it is the same interpreted, and that is tested here
TABLES: list[tuple[Game, int, list[str], int]] = [
    (find_game("shark-attacks"), 3, ["random"] * 3, 128),
    (find_game("shark-attacks"), 2, ["hold:5", "never-bank"], 128),
    (find_game("get-bit"), 4, ["random"] * 4, 128),
    (find_game("kelp"), 2, ["random"] * 2, 40),
    (find_game("jaws"), 2, ["random"] * 4, 10),
    (LAGOON, 2, ["random"] * 2, 64),
]


def words(counts: Records) -> list[int]:
    numbers: list[int] = counts.view(np.int64).tolist()
    return numbers


@pytest.mark.parametrize(("game", "players", "bots", "matches"), TABLES)
def test_counted_matches_are_those_of_a_simulation(game: Game, players: int, bots: list[str], matches: int) -> None:
    setup = game.set_up(players)
    counts = Player(setup, bots, seed=3).play(0, matches)[0]
    plain = simulate(setup, bots, matches, seed=3)
    whole = counting(game).WHOLE
    firsts = [setup.sides.index(side) for side in setup.viewers[:-1]]
    assert [won / whole for won in counts["wins"][: len(firsts)]] == [plain.totals[GAINS, seat] for seat in firsts]
    assert (counts["matches"], counts["ended"], counts["steps"]) == (matches, plain.totals[ENDED, 0], plain.steps)
    assert counts["blocks"].sum(axis=0).tolist() == counts["wins"].tolist()
    assert counts["lengths"].sum() == counts["changes"].sum() == counts["decided"].sum() == counts["ended"]
    assert (counts["used"] <= counts["ended"]).all()
    assert (counts["used"] <= counts["times"]).all()
    assert (counts["led_wins"] <= counts["led"] * whole).all()


@pytest.mark.parametrize(("game", "players", "bots", "matches"), TABLES)
def test_chunks_add_up_to_the_whole(game: Game, players: int, bots: list[str], matches: int) -> None:
    player = Player(game.set_up(players), bots, seed=4)
    cut = matches // 3 + 1
    parts = [words(player.play(0, cut)), words(player.play(cut, matches - cut))]
    assert [a + b for a, b in zip(*parts, strict=True)] == words(player.play(0, matches))


def test_rounds_decisions_and_things_are_what_a_person_would_count() -> None:
    """A match of Get Bit! played step by step, counted by hand."""
    setup = find_game("get-bit").set_up(4)
    player = Player(setup, ["random"] * 4, seed=9)
    counts = player.play(7, 1)[0]
    rounds, cards, decisions, forced = by_hand(setup, 9, 7)
    assert (counts["turns"][0], counts["decisions"], counts["forced"]) == (rounds, decisions, forced)
    names = [thing.name for thing in setup.game.measures.THINGS]
    for seat in range(4):
        for card, number in cards[seat].items():
            assert counts["times"][names.index(f"card {card}"), seat] == number


def by_hand(setup: Setup, seed: int, number: int) -> tuple[int, list[dict[int, int]], int, int]:
    from undertow.core.rng import below, pick, stream

    position, rng = Position(setup), stream(seed, number)
    cards: list[dict[int, int]] = [{} for _ in setup.seats]
    decisions = forced = 0
    while not position.over:
        acting = position.acting()
        if not acting:
            weights = np.array(position.weights(), np.int64)
            position.step(CHANCE, pick(rng, weights, len(weights)))
            continue
        seat = acting[0]
        names = position.legal(seat)
        name, action = list(names.items())[below(rng, len(names))]
        decisions += 1
        forced += len(names) == 1
        if name.startswith("card "):
            card = int(name.removeprefix("card "))
            cards[seat][card] = cards[seat].get(card, 0) + 1
        position.step(seat, action)
    return int(position.states["rounds"][0]), cards, decisions, forced


# Restricted play ------------------------------------------------------------------------------------------------------


def thing(setup: Setup, name: str) -> int:
    return [each.name for each in setup.game.measures.THINGS].index(name)


def test_a_side_never_does_what_it_must_not_unless_nothing_else_is_legal() -> None:
    setup = find_game("shark-attacks").set_up(2, {"target": 30})
    bots = ["hold:8", "hold:8"]
    free = Player(setup, bots, seed=1).play(0, 256)[0]
    never = Player(setup, bots, 1, {"player 1": Restriction(never=("press on",))}).play(0, 256)[0]
    presses = thing(setup, "press on")
    assert free["times"][presses, 0] > 0
    assert never["times"][presses].tolist()[0] == 0
    assert never["overruled"][0] > 0 == never["overruled"][1]
    assert never["had_to"].sum() == 0
    nothing = Player(setup, bots, 1, {"player 1": Restriction(never=("press on", "bank"))}).play(0, 64)[0]
    assert nothing["had_to"][0] > 0 == nothing["overruled"][0]


def test_a_side_always_does_what_it_should_where_it_can() -> None:
    setup = find_game("get-bit").set_up(4)
    always = {"swimmer 2": Restriction(always=("card 1", "card 2"))}
    for bots in (["random"] * 4, ["careful:5"] * 4):
        counts = Player(setup, bots, 2, always).play(0, 32)[0]
        low = counts["times"][[thing(setup, "card 1"), thing(setup, "card 2")]].sum(axis=0)
        assert low[1] > 1.4 * low[0]
        assert counts["overruled"][1] > 0


def test_whoever_looks_one_step_ahead_banks_what_it_sees() -> None:
    setup = find_game("shark-attacks").set_up(2, {"target": 40})
    counts = Player(setup, ["random", "random"], 1, {"player 1": Restriction(one_step=True)}).play(0, 1024)[0]
    assert counts["wins"][0] / counting(setup.game).WHOLE > 0.6 * 1024


def test_bots_that_search_are_counted_too() -> None:
    setup = find_game("shark-attacks").set_up(2, {"target": 12})
    restrict = {"player 1": Restriction(never=("bank",))}
    counts = Player(setup, ["sampler:5", "random"], 1, restrict).play(0, 4)[0]
    assert counts["ended"] == 4
    assert counts["times"][thing(setup, "bank"), 0] == counts["had_to"][0] == 0
    assert counts["decisions"] > 0
    assert make_bot(setup, "sampler:5").name


def test_actions_are_named_by_verb_name_or_pattern() -> None:
    game = find_game("jaws")
    assert len(actions_called(game, "use *")) == len(actions_called(game, "use")) == 14
    assert len(actions_called(game, "play speed burst")) == 1
    with pytest.raises(UndertowError, match="Did you mean 'binoculars'"):
        actions_called(game, "binocular")


# Other ways to run it -------------------------------------------------------------------------------------------------

COUNTED = """
import json, sys
from undertow import find_game
from undertow.lab.counted import Player, Restriction, player_on
order = json.loads(sys.argv[1])
setup = find_game(order["game"]).set_up(order["players"], order["settings"])
restrictions = {side: Restriction(**each) for side, each in order["restrict"].items()}
player = player_on(order["device"], setup, order["bots"], 5, restrictions)
print(json.dumps(player.play(2, order["matches"]).tobytes().hex()))
"""


def elsewhere(order: dict[str, Any], **how: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, json.dumps(order)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", **how},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return bytes.fromhex(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("game", "players", "settings", "bots", "restrict", "matches"),
    [
        ("shark-attacks", 3, {"target": 30}, ["random"] * 3, {"player 2": {"never": ["bank"]}}, 5),
        ("shark-attacks", 2, {"target": 30}, ["hold:5", "random"], {"player 2": {"one_step": True}}, 4),
        ("get-bit", 4, {}, ["random"] * 4, {}, 5),
    ],
)
def test_interpreted_compiled_and_on_a_gpu_the_counts_are_the_same(
    game: str, players: int, settings: Any, bots: list[str], restrict: Any, matches: int
) -> None:
    setup = find_game(game).set_up(players, settings)
    restrictions = {side: Restriction(**each) for side, each in restrict.items()}
    here = Player(setup, bots, 5, restrictions).play(2, matches).tobytes()
    order = {
        "game": game, "players": players, "settings": settings, "bots": bots, "restrict": restrict, "matches": matches,
    }  # fmt: skip
    assert elsewhere({**order, "device": "cpu"}) == here
    assert elsewhere({**order, "device": "cuda"}, NUMBA_ENABLE_CUDASIM="1") == here
