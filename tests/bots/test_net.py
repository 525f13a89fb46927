"""Bots that play what a network has learnt, and what happens when the network cannot be used."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from undertow import find_game
from undertow.bots import Knowledge, best_level, bot_names, levels_of, make_bot, net_bot, plan_of
from undertow.bots import net as nets
from undertow.core.contract import NET_FILE
from undertow.core.errors import UndertowError
from undertow.core.game import Game
from undertow.core.match import Match

pytestmark = pytest.mark.compiled
LEARNT = ["kelp", "jaws"]


@pytest.fixture
def kelp() -> Game:
    return find_game("kelp")


def moment(name: str) -> Knowledge:
    """The first decision of a match that has a choice."""
    match = Match(name, seed="nets")
    while True:
        seat = match.to_act[0]
        knowledge = Knowledge(match.position, match.setup.seat(seat))
        if len(knowledge.legal) > 1:
            return knowledge
        match.play(seat, next(iter(knowledge.legal)))


@pytest.mark.parametrize("name", LEARNT)
def test_a_game_with_a_network_has_an_expert_who_mixes(name: str) -> None:
    game, knowledge = find_game(name), moment(name)
    assert best_level(game) == "expert"
    assert "net" in bot_names(game)
    choice = make_bot(knowledge.setup, "expert", 1).choose(knowledge)
    assert set(choice.mix) == set(knowledge.legal)
    assert sum(choice.mix.values()) == pytest.approx(1)
    assert "expects to win" in choice.why


def test_a_mix_is_told_by_labels_the_likeliest_first() -> None:
    choice = make_bot(moment("kelp").setup, "net:3000", 1).choose(moment("kelp"))
    told = choice.told(lambda name: f"<{name}>")
    likeliest = max(choice.mix, key=choice.mix.__getitem__)
    assert told.startswith(f"it mixes: {choice.mix[likeliest]:.0%} <{likeliest}>")


def test_the_same_seed_decides_the_same_and_others_differ() -> None:
    knowledge = moment("kelp")
    chosen = [make_bot(knowledge.setup, "net:9000", seed).choose(knowledge).name for seed in (*range(20), 0)]
    assert chosen[0] == chosen[-1]
    assert len(set(chosen)) > 1


def test_a_number_makes_it_firmer_or_looser() -> None:
    knowledge = moment("kelp")
    setup = knowledge.setup
    firm, looser, loosest = (
        max(make_bot(setup, f"net:{number}", 1).choose(knowledge).mix.values()) for number in (500, 1500, 4000)
    )
    assert firm > looser > loosest
    best = make_bot(knowledge.setup, "net:0", 5).choose(knowledge)
    assert best.mix[best.name] == max(best.mix.values())
    with pytest.raises(UndertowError, match="net:100"):
        plan_of(knowledge.setup.game, "net:loose")


def test_in_act_2_of_jaws_the_seasoned_bot_plays_for_the_network() -> None:
    match = Match("jaws", options={"variant": "act2"}, seed="nets")
    seat = match.to_act[0]
    knowledge = Knowledge(match.position, match.setup.seat(seat))
    assert not make_bot(match.setup, "net", 1).choose(knowledge).mix


@pytest.mark.parametrize("name", LEARNT)
def test_the_card_says_what_it_was_trained_for(name: str) -> None:
    game = find_game(name)
    card = net_bot.network(game).card
    assert (card["game"], card["version"]) == (game.name, game.version)
    assert card["decisions"] > 0
    assert card["results"]
    assert (game.folder / NET_FILE).stat().st_size <= 5_000_000


def test_a_game_without_a_network_has_no_such_bot() -> None:
    assert "net" not in bot_names(find_game("shark-attacks"))
    with pytest.raises(UndertowError, match="no bot 'net'"):
        plan_of(find_game("shark-attacks"), "net")


# Networks that cannot be used -----------------------------------------------------------------------------------------


def altered(game: Game, into: Path, **changes: object) -> Path:
    """The game's network with another card, or other weights."""
    file = into / "net.npz"
    with np.load(game.folder / NET_FILE) as kept:
        arrays = {name: kept[name] for name in kept.files}
    card = json.loads(str(arrays["card"]))
    if "weights" in changes:
        arrays["shark/value.bias"] = arrays["shark/value.bias"] + 1
    else:
        card |= changes
    np.savez(file, **{**arrays, "card": np.array(json.dumps(card))})
    return file


def test_damaged_missing_and_foreign_networks_are_refused_in_one_sentence(kelp: Game, tmp_path: Path) -> None:
    with pytest.raises(UndertowError, match=r"net\.npz is damaged: its weights are not those its card names"):
        nets.load(kelp, altered(kelp, tmp_path, weights=True))
    with pytest.raises(UndertowError, match=r"trained for kelp \(version 1\)"):
        nets.load(kelp, altered(kelp, tmp_path, fits="something else", version=1))
    with pytest.raises(UndertowError, match="there is no such file"):
        nets.load(kelp, tmp_path / "none.npz")
    (tmp_path / "half.npz").write_bytes((kelp.folder / NET_FILE).read_bytes()[:5000])
    with pytest.raises(UndertowError, match="it is damaged"):
        nets.load(kelp, tmp_path / "half.npz")


def test_another_bot_plays_instead_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: Game) -> nets.Net:
        raise UndertowError("net.npz is damaged.")

    monkeypatch.setattr(net_bot, "network", refuse)
    knowledge = moment("kelp")
    choice = make_bot(knowledge.setup, "expert", 1).choose(knowledge)
    assert choice.name in knowledge.legal
    assert "seasoned plays instead of the network: net.npz is damaged" in choice.why


def test_what_is_saved_is_loaded_in_half_precision(kelp: Game, tmp_path: Path) -> None:
    net = net_bot.network(kelp)
    nets.save(net, tmp_path / "again.npz")
    again = nets.load(kelp, tmp_path / "again.npz")
    for role, weights in net.weights.items():
        for name, array in weights.items():
            np.testing.assert_array_equal(array, again.weights[role][name])
    shutil.copy(tmp_path / "again.npz", tmp_path / "copy.npz")
    assert nets.load(kelp, tmp_path / "copy.npz").card["digest"] == net.card["digest"]


def test_levels_go_from_the_weakest_to_the_strongest(kelp: Game) -> None:
    assert list(levels_of(kelp)) == ["beginner", "easy", "medium", "hard", "expert"]
