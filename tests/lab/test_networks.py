"""Networks that play many matches at once: the report is that of all other bots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from undertow.bots import net as nets
from undertow.bots import plan_of
from undertow.bots.net_bot import network
from undertow.core.errors import UndertowError
from undertow.core.game import Setup, find_game
from undertow.lab import networks
from undertow.lab.simulate import Report, simulate

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def island() -> Setup:
    return find_game("jaws").set_up(2, {"variant": "act1"})


def test_the_report_is_that_of_other_bots(island: Setup) -> None:
    """More matches than rows, in unequal shares; every one is counted once, with its length."""
    told: list[int] = []
    found = simulate(island, ["net", "random", "random", "random"], 700, seed=4, progress=told.append)
    assert found.games == sum(told) == 700
    assert found.unfinished == 0
    assert found.bots == ("net", "random", "random", "random")
    assert found.wins(0)[1] > 0.5  # it has learnt something
    assert sum(found.wins(seat)[0] for seat in (0, 1)) == pytest.approx(1)
    lengths = found.as_json()["length"]
    assert 0 < lengths["p5"] < lengths["p50"] < lengths["p95"]
    assert found.device == "cpu"


def test_the_same_seed_gives_the_same_matches(island: Setup) -> None:
    def run(seed: int, workers: int) -> Report:
        return simulate(island, ["random", "net:50", "net:50", "net"], 40, seed=seed, workers=workers)

    one, again, other = run(4, 1), run(4, 2), run(5, 1)
    assert one.lengths.tolist() == again.lengths.tolist() != other.lengths.tolist()
    assert one.totals.tolist() == again.totals.tolist()


def test_lengths_and_wins_agree_with_matches_that_are_played_one_by_one(
    island: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots, games = ["net:0", "seasoned:100", "seasoned:100", "seasoned:100"], 120
    at_once = simulate(island, bots, games, seed=1)
    monkeypatch.setattr(networks, "can_play", lambda setup, plans: False)
    one_by_one = simulate(island, bots, games, seed=2, workers=2)
    means = [run.steps / run.games for run in (at_once, one_by_one)]
    spread = np.sqrt(2 * at_once.lengths @ (np.arange(len(at_once.lengths)) - means[0]) ** 2) / games
    assert abs(means[0] - means[1]) < 5 * spread
    assert at_once.wins(0)[1] - 0.05 < one_by_one.wins(0)[0] < at_once.wins(0)[2] + 0.05


def test_who_goes_in_batches(island: Setup) -> None:
    def can_play(setup: Setup, *bots: str) -> bool:
        return networks.can_play(setup, [plan_of(setup.game, bot) for bot in bots])

    whole = find_game("jaws").set_up(2)
    assert can_play(island, "net", "random", "net:30", "net")
    assert not can_play(whole, "net", "random", "random", "random")  # in Act 2 another bot plays for it
    assert not can_play(island, "random", "random", "random", "random")
    assert not can_play(island, "net", "sampler:20", "random", "random")
    with pytest.raises(UndertowError, match="not compiled cannot play on a GPU, nor a network for which another bot"):
        simulate(whole, ["net"], 1, device="cuda")


def test_torch_thinks_as_numpy_does(island: Setup) -> None:
    pytest.importorskip("torch", reason='needs torch: pip install "undertow[gpu]"')
    like: Any = networks._Torch("cpu")
    rng, game = np.random.default_rng(3), island.game
    seen = rng.random((40, nets.inputs(game)), np.float32)
    masks = (rng.random((40, game.declared.size)) < 0.1).astype(np.uint8)
    masks[:, 0] = 1
    for weights in network(game).weights.values():
        inside = {name: like.array(array) for name, array in weights.items()}
        for mine, theirs in zip(nets.think(weights, seen), nets.think(inside, like.array(seen), like), strict=True):
            np.testing.assert_allclose(mine, theirs.numpy(), atol=1e-4)
        best = like.decides(weights, True, 1)(like.array(seen), like.array(masks)).numpy()
        assert best.tolist() == networks._NumPy().decides(weights, True, 1)(seen, masks).tolist()
        drawn = like.decides(weights, False, 1)(like.array(seen), like.array(masks)).numpy()
        assert masks[np.arange(40), drawn].all()
