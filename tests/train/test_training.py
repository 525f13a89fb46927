"""The trainer proves itself where everything is known: on Kuhn poker its play comes close to an equilibrium."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.toys.kuhn import GAME as KUHN
from undertow.bots import net as nets
from undertow.core.errors import UndertowError
from undertow.core.game import Setup, find_game
from undertow.core.position import Position
from undertow.core.recall import Recall
from undertow.core.records import CHANCE
from undertow.envs import Batch
from undertow.lab import exact

pytest.importorskip("jax", reason='training needs pip install "undertow[jax]"')

import jax.numpy as jnp

from undertow.train.run import Wishes, learn, train
from undertow.train.trainer import Course, Trainer, resume, save

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

SMALL = Course(matches=512, steps=16, part=256, width=64, depth=2, entropy=(0.5, 0.03))
CHIPS = 4  # a share of the win of Kuhn poker is worth so many
ROLLOUTS = 200


def policy_of(net: nets.Net, setup: Setup) -> dict[str, dict[int, float]]:
    """What a network does wherever it can be asked, by what the seat remembers."""
    found: dict[str, dict[int, float]] = {}
    places = np.eye(setup.game.state.SEATS, dtype=np.float32)[nets.places(setup)]

    def walk(position: Position, recall: Recall) -> None:
        if position.over:
            return
        seat = next(iter(position.acting()), CHANCE)
        weights = position.weights()
        steps = [n for n, weight in enumerate(weights) if weight] or sorted(position.offers(seat).values())
        if seat != CHANCE:
            seen = np.concatenate([position.encoding(setup.viewer_of(seat)), places[seat]])
            odds, _ = net.odds(nets.role_of(setup.sides[seat]), seen, np.array(steps))
            found[recall.of_seat(seat)] = dict(zip(steps, odds.tolist(), strict=True))
        for action in steps:
            after, remembered = position.copy(), recall.copy()
            after.step(seat, action)
            remembered.note(seat, action)
            walk(after, remembered)

    position = Position(setup)
    walk(position, Recall.of(position))
    return found


def test_kuhn_poker_is_learnt_to_a_hundredth_of_a_chip() -> None:
    setup = KUHN.set_up()
    trainer = Trainer([setup], SMALL)
    before = exact.exploitability(setup, policy_of(trainer.net(), setup))
    for rollout in range(ROLLOUTS):
        trainer.go_on(rollout / ROLLOUTS)
    after = exact.exploitability(setup, policy_of(trainer.net(), setup))
    assert CHIPS * before > 0.4
    assert CHIPS * after < 0.01


def test_an_answer_to_a_player_at_random_finds_what_there_is_to_take(tmp_path: Path) -> None:
    """The best answer's worth is known exactly; a learnt one comes close and cannot beat it."""
    from undertow.train.exploit import answering

    setup = KUHN.set_up()
    trainer = answering(setup, "random", "second", SMALL)
    for rollout in range(60):
        trainer.go_on(rollout / 60)
    learnt = policy_of(trainer.net(), setup)
    mixed = {known: odds if known.endswith("second") else dict.fromkeys(odds, 0.5) for known, odds in learnt.items()}
    most = float(exact.best_response(setup, exact.uniform, "second").worth)
    reached = float(exact.value(setup, mixed)["second"])
    assert reached <= most + 1e-9
    assert reached > most - 0.02


def test_the_same_seed_gives_the_same_start() -> None:
    setup = KUHN.set_up()
    one, two, other = (Trainer([setup], Course(matches=64, steps=4, part=32, seed=seed)) for seed in (1, 1, 2))
    for trainer in (one, two, other):
        trainer.go_on(0.0)
    first, second, third = (trainer.net().weights["first"]["0.weights"] for trainer in (one, two, other))
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first, third)


def test_a_training_can_be_taken_up_again(tmp_path: Path) -> None:
    setup, course = KUHN.set_up(), Course(matches=64, steps=4, part=32, width=16)
    trainer = Trainer([setup], course)
    for _ in range(3):
        trainer.go_on(0.0)
    save(trainer, tmp_path / "k.training.npz", minutes=1.5)
    again = Trainer([setup], course)
    resume(again, tmp_path / "k.training.npz")
    assert (again.decisions, again.rollouts, again.minutes_before) == (trainer.decisions, 3, 1.5)
    for role in again.roles:
        for name, array in again.net().weights[role].items():
            np.testing.assert_allclose(array, trainer.net().weights[role][name], atol=1e-3)
    with pytest.raises(UndertowError, match="another size of network"):
        resume(Trainer([setup], Course(matches=64, steps=4, part=32, width=24)), tmp_path / "k.training.npz")
    (tmp_path / "bad.npz").write_bytes(b"no")
    with pytest.raises(UndertowError, match="not a training"):
        resume(again, tmp_path / "bad.npz")


def test_a_training_leaves_a_network_that_can_be_loaded_and_a_log(tmp_path: Path) -> None:
    lines: list[str] = []
    wishes = Wishes(out=tmp_path / "kuhn.npz", minutes=1e-4, against=["random"], matches=50)
    train([KUHN.set_up()], Course(matches=64, steps=4, part=32, width=16), wishes, lines.append)
    net = nets.load(KUHN, tmp_path / "kuhn.npz")
    assert net.card["game"] == "kuhn"
    assert set(net.weights) == {"first", "second"}
    row = json.loads((tmp_path / "kuhn.jsonl").read_text())
    assert {result["side"] for result in row["results"]} == {"first", "second"}
    assert any("against random" in line for line in lines)
    picture = ElementTree.parse(tmp_path / "kuhn.svg").getroot()
    words = "".join(picture.itertext())
    assert "first against random" in words
    assert "second against random" in words
    assert len(picture.findall("{*}polyline")) == 2


def test_ctrl_c_keeps_what_was_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = Trainer([KUHN.set_up()], Course(matches=64, steps=4, part=32, width=16))

    def stop(progress: float) -> dict[str, float]:
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer, "go_on", stop)
    learn(trainer, Wishes(out=tmp_path / "kuhn.npz", minutes=5), lambda line: None)
    assert nets.load(KUHN, tmp_path / "kuhn.npz").weights


def test_a_place_that_cannot_be_written_is_named_before_anything_is_learnt(tmp_path: Path) -> None:
    trainer = Trainer([KUHN.set_up()], Course(matches=64, steps=4, part=32, width=16))
    with pytest.raises(UndertowError, match="cannot be written: No such file or directory"):
        learn(trainer, Wishes(out=tmp_path / "nowhere" / "kuhn.npz", minutes=5), lambda line: None)
    assert trainer.rollouts == 0


def test_a_training_can_start_from_a_network_and_meet_a_partner(tmp_path: Path) -> None:
    """The critic first finds out what the network is worth: until then the network stays as it was."""
    setup, course = KUHN.set_up(), Course(matches=64, steps=4, part=32, width=16, partner="random", sparring=16)
    before = Trainer([setup], course)
    before.go_on(0.0)
    nets.save(before.net(), tmp_path / "kuhn.npz")
    trainer = Trainer([setup], course)
    resume(trainer, tmp_path / "kuhn.npz")
    settling = trainer.settling
    critic = np.asarray(trainer.critic.weights["0.weights"])
    for _ in range(settling):
        trainer.go_on(0.0)
        for role, weights in before.net().weights.items():
            for name, array in weights.items():
                np.testing.assert_allclose(trainer.net().weights[role][name], array, atol=2e-3)
    assert not np.allclose(critic, trainer.critic.weights["0.weights"])
    trainer.go_on(0.0)
    assert any(
        not np.array_equal(np.asarray(taught.weights[name]), np.asarray(taught.average[name]))
        for taught in trainer.policies
        for name in taught.weights
    )
    with pytest.raises(UndertowError, match="another size"):
        resume(Trainer([setup], Course(matches=64, steps=4, part=32, width=24)), tmp_path / "kuhn.npz")


def likeness(trainer: Trainer, batch: Batch, bot: str) -> float:
    """How likely the network is to do what a bot would, on average of the decisions that are due."""
    shown, setup = batch.buffers, trainer.setups[0]
    place = np.eye(setup.game.state.SEATS, dtype=np.float32)[nets.places(setup)]
    seen = np.concatenate([shown.observations, place[shown.seats]], 1)
    weights = trainer.policies[0].weights
    logits = np.where(shown.masks > 0, np.asarray(nets.think(weights, seen, jnp)[0]), nets.NOTHING)
    return float(nets.softmax(logits)[np.arange(batch.matches), batch.advice(bot)].mean())


def test_a_network_learns_from_a_teacher_that_wins_more_and_from_no_other() -> None:
    """`hold:12` wins more often than a network that knows nothing; it has nothing to teach to one that wins more."""
    setup = find_game("shark-attacks").set_up(2)
    batch = Batch(setup.game, 2, {}, 512, seed=9)
    for _ in range(6):
        batch.step(batch.random_actions())
    course = Course(
        matches=16,
        steps=16,
        part=256,
        width=32,
        depth=1,
        rate=(3e-3, 3e-3),
        partner="hold:12",
        sparring=64,
        teacher=2.0,
    )
    trainer = Trainer([setup], course)
    before = likeness(trainer, batch, "hold:12")
    for _ in range(25):
        trainer.go_on(0.0)
    assert likeness(trainer, batch, "hold:12") > before + 0.15
    trainer._bouts = dict.fromkeys(trainer._bouts, 0.9)
    assert not trainer._teaching().any()
