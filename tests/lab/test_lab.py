"""Simulations add up, their intervals can be trusted, and the GPU's kernels play the very same matches."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from math import comb
from typing import Any

import numpy as np
import pytest

from undertow import UndertowError, find_game
from undertow.core.game import Setup
from undertow.lab.simulate import Report, simulate
from undertow.lab.stats import interval, percentile
from undertow.lab.tournament import Duel, duel

# Intervals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [  # Wilson's interval as published (Newcombe 1998, table I) and as computed by hand
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0000),
    ],
)
def test_whole_wins_have_wilsons_interval(wins: int, n: int, low: float, high: float) -> None:
    share, found_low, found_high = interval(wins, wins, n)
    assert share == wins / n
    assert (found_low, found_high) == pytest.approx((low, high), abs=5e-5)


def test_no_match_tells_nothing() -> None:
    assert interval(0.0, 0.0, 0) == (0.0, 0.0, 1.0)


def test_an_interval_holds_its_share_and_stays_in_range() -> None:
    for n in range(1, 40):
        for wins in range(n + 1):
            share, low, high = interval(wins, wins, n)
            assert 0 <= low <= share + 1e-12
            assert share - 1e-12 <= high <= 1
            assert low < high


def coverage(chance: float, n: int) -> float:
    """How often the interval of n matches holds the true chance, exactly."""
    held = 0.0
    for wins in range(n + 1):
        _, low, high = interval(wins, wins, n)
        held += (low <= chance <= high) * comb(n, wins) * chance**wins * (1 - chance) ** (n - wins)
    return held


@pytest.mark.parametrize("n", [20, 100])
def test_the_interval_covers_the_truth_as_often_as_it_says(n: int) -> None:
    chances = [k / 100 for k in range(2, 99)]
    covered = [coverage(chance, n) for chance in chances]
    assert 0.94 < sum(covered) / len(covered) < 0.965
    assert min(covered) > 0.83


def test_shared_wins_have_a_narrower_interval_that_still_covers() -> None:
    rng, n, held, widths, wholes = random.Random(8), 120, 0, 0.0, 0.0
    for _ in range(1500):
        shares = rng.choices((0.0, 0.5, 1.0), (3, 4, 1), k=n)
        total, squares = sum(shares), sum(share * share for share in shares)
        _, low, high = interval(total, squares, n)
        held += low <= 0.375 <= high
        widths += high - low
        _, low, high = interval(total, total, n)
        wholes += high - low
    assert 0.93 < held / 1500 < 0.97
    assert widths < 0.8 * wholes


def test_percentiles_are_those_of_the_sorted_lengths() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        lengths = rng.integers(0, 30, size=int(rng.integers(1, 60)))
        counts = np.bincount(lengths, minlength=40)
        for share in (0.05, 0.5, 0.95, 1.0):
            wanted = np.quantile(lengths, share, method="inverted_cdf")
            assert percentile(counts, share) == wanted


def test_the_percentile_of_nothing_is_nothing() -> None:
    assert percentile(np.zeros(5, np.int64), 0.5) == 0


# Simulations ----------------------------------------------------------------------------------------------------------

TABLES = [
    pytest.param("shark-attacks", 3, ["random"], id="shark-attacks, random"),
    pytest.param("shark-attacks", 2, ["hold:5", "never-bank"], id="shark-attacks, compiled bots"),
    pytest.param("get-bit", 4, ["random"], id="get-bit, random"),
]


@pytest.mark.parametrize(("game", "players", "bots"), TABLES)
def test_counts_add_up(game: str, players: int, bots: list[str]) -> None:
    report = simulate(find_game(game).set_up(players, None), bots, 15, seed=2, workers=2)
    wins, squares, finished = report.totals
    assert report.games == report.lengths.sum() == 15
    assert report.unfinished == 0
    assert report.lengths[0] == 0
    assert report.steps == sum(length * number for length, number in enumerate(report.lengths))
    assert wins.sum() == pytest.approx(15)
    assert (squares <= wins + 1e-9).all()
    assert finished[0] == 15


def test_two_swimmers_of_one_person_win_together() -> None:
    setup = find_game("get-bit").set_up(2, None)
    wins = simulate(setup, ["random"], 15, seed=2).totals[0]
    by_side = {side: {wins[seat] for seat in range(4) if setup.sides[seat] == side} for side in setup.sides}
    assert all(len(shares) == 1 for shares in by_side.values())
    assert sum(shares.pop() for shares in by_side.values()) == 15


def test_progress_counts_every_match_once() -> None:
    played: list[int] = []
    simulate(find_game("shark-attacks").set_up(2, None), ["random"], 25, workers=3, progress=played.append)
    assert sum(played) == 25


def by_search(setup: Setup, workers: int) -> Report:
    return simulate(setup, ["sampler:1"], 4, seed=9, workers=workers)


def test_bots_that_search_give_the_same_results_with_any_workers() -> None:
    setup = find_game("shark-attacks").set_up(2, {"target": 10})
    alone, together = by_search(setup, 1), by_search(setup, 3)
    assert (alone.lengths == together.lengths).all()
    assert (alone.totals == together.totals).all()
    assert alone.games == 4


@pytest.mark.parametrize("bots", [["random"], ["hold:5"], ["sampler:1"]], ids=["random", "compiled", "searching"])
def test_matches_that_are_cut_off_count_for_nobody(bots: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    setup = find_game("shark-attacks").set_up(2, {"target": 1000})
    monkeypatch.setattr(setup.game.state, "BOUND", 30)
    report = simulate(setup, bots, 6)
    assert (report.games, report.unfinished) == (6, 6)
    assert report.lengths[30] == 6
    assert (report.totals == 0).all()
    assert report.as_json()["unfinished"] == 6
    assert [seat["share"] for seat in report.as_json()["wins"].values()] == [0, 0]


def test_a_wrong_number_of_bots_is_refused() -> None:
    with pytest.raises(UndertowError, match="3 seats need 3 bots"):
        simulate(find_game("shark-attacks").set_up(3, None), ["random", "hold:5"], 1)


# Duels ----------------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players", "bot"), [("shark-attacks", 2, "hold:12"), ("get-bit", 4, "random")])
def test_a_bot_is_as_good_as_itself(game: str, players: int, bot: str) -> None:
    setup = find_game(game).set_up(players, None)
    duels = [duel(setup, bot, bot, 40, seed=100 * number) for number in range(12)]
    held = [found.low <= found.fair <= found.high for found in duels]
    assert all(found.games == 40 for found in duels)
    assert all(found.fair == 1 / players for found in duels)
    assert sum(held) >= 10
    assert not any(found.better for found in duels if found.low <= found.fair)


def test_a_bot_is_as_good_as_itself_where_a_side_has_two_seats() -> None:
    found = duel(find_game("get-bit").set_up(2, None), "random", "random", 200)
    assert found.low <= found.fair <= found.high


def test_a_better_bot_is_better_and_the_other_one_worse() -> None:
    setup = find_game("shark-attacks").set_up(2, {"target": 60})
    good, bad = duel(setup, "hold:12", "random", 60), duel(setup, "random", "hold:12", 60)
    assert good.better
    assert not bad.better
    assert str(good).endswith(": better")
    assert str(bad).endswith(": worse")


def test_a_duel_that_shows_nothing_says_so() -> None:
    setup = find_game("shark-attacks").set_up(2, None)
    assert str(Duel(setup, "one", "other", 10, 0.5, 0.24, 0.76)).endswith("no difference shown")


# The GPU's kernels ----------------------------------------------------------------------------------------------------

BOTH = """
import json, sys
from undertow import find_game
from undertow.lab.simulate import simulate

order = json.loads(sys.argv[1])
setup = find_game(order["game"]).set_up(order["players"], order["settings"])
runs = [simulate(setup, order["bots"], order["games"], seed=3, device=device) for device in ("cpu", "cuda")]
print(json.dumps([[run.device, run.games, run.lengths.tolist(), run.totals.tolist()] for run in runs]))
"""


def on_both(game: str, players: int, settings: dict[str, Any], bots: list[str], games: int) -> Any:
    """The same matches on the CPU and by the GPU's kernels in Numba's simulator."""
    order = {"game": game, "players": players, "settings": settings, "bots": bots, "games": games}
    done = subprocess.run(
        [sys.executable, "-c", BOTH, json.dumps(order)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("game", "players", "settings", "bots", "games"),
    [
        pytest.param("shark-attacks", 3, {}, ["random"], 6, id="shark-attacks, random"),
        pytest.param("shark-attacks", 2, {}, ["hold:5", "never-bank"], 6, id="shark-attacks, compiled bots"),
        pytest.param("get-bit", 4, {}, ["random"], 6, id="get-bit, random"),
        pytest.param("get-bit", 4, {}, ["careful:5"], 2, id="get-bit, compiled bots"),
        pytest.param("kelp", 2, {"round_cap": 6}, ["random"], 1, id="kelp, by phase", marks=pytest.mark.compiled),
        pytest.param("get-bit", 5, {"shark": True}, ["careful:5"], 2, id="get-bit with the shark"),
    ],
)
def test_the_gpus_kernels_play_the_same_matches(
    game: str, players: int, settings: dict[str, Any], bots: list[str], games: int
) -> None:
    cpu, gpu = on_both(game, players, settings, bots, games)
    assert (cpu[0], gpu[0]) == ("cpu", "Numba's CUDA simulator")
    assert cpu[1] == gpu[1] == games
    assert cpu[2] == gpu[2]
    assert np.allclose(cpu[3], gpu[3], rtol=1e-12, atol=0)  # shared wins may be summed in another order
