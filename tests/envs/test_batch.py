"""Batches: the matches are those that the engine plays, one by one, whoever works on them; only knowledge goes out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from undertow.core.errors import UndertowError
from undertow.core.game import find_game
from undertow.core.position import Position
from undertow.core.records import CHANCE
from undertow.core.rng import below, pick, stream
from undertow.envs import Batch, Buffers, credit, layout, place

pytestmark = pytest.mark.compiled

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "shark-attacks": ("shark-attacks", 3, {"target": 30}),
    "get-bit": ("get-bit", 4, {}),
    "get-bit with the shark": ("get-bit", 5, {"shark": True}),
    "get-bit, two each": ("get-bit", 2, {}),
    "jaws": ("jaws", 3, {}),
    "jaws, act 2": ("jaws", 4, {"variant": "act2"}),
    "kelp": ("kelp", 2, {}),
}
tables = pytest.mark.parametrize("table", TABLES)


def batch_of(table: str, matches: int, **more: Any) -> Batch:
    game, players, options = TABLES[table]
    return Batch(game, players, options, matches, **more)


def trace(batch: Batch, steps: int, rows: slice = slice(None)) -> list[bytes]:
    """Everything that some rows show in some steps of random play."""
    found = []
    for _ in range(steps):
        found += [np.ascontiguousarray(array[rows]).tobytes() for array in batch.buffers if array is not None]
        batch.step(batch.random_actions())
    return found


class Slow:
    """One row of a batch, played by the door that tables use, with every number looked up one by one."""

    def __init__(self, batch: Batch, row: int, seed: int) -> None:
        self.setup, self.row, self.seed, self.match, self.lasted = batch.setup, row, seed, 0, 0
        self.begin()

    def begin(self) -> None:
        self.position, self.steps = Position(self.setup), 0  # of this match
        self.rng = stream(self.seed, self.row + (self.match << 32))
        self.match += 1

    def go_on(self) -> np.ndarray[Any, Any] | None:
        """Until somebody must decide; the shares of a match that ended on the way."""
        shares = None
        while not (acting := self.position.acting()):
            if self.position.over:
                shares, self.lasted = self.position.shares(), self.steps
                self.begin()
                continue
            weights = np.array(self.position.weights(), np.int64)
            self.position.step(CHANCE, pick(self.rng, weights, len(weights)))
            self.steps += 1
        self.seat = acting[0]
        self.legal = list(self.position.offers(self.seat).values())
        self.picked = self.legal[below(self.rng, len(self.legal))]
        return shares

    def step(self) -> np.ndarray[Any, Any] | None:
        self.position.step(self.seat, self.picked)
        self.steps += 1
        return self.go_on()


@tables
def test_the_matches_are_the_engines_own(table: str) -> None:
    """Who decides, what is legal, what is known and what a match brings: as Position has it, step by step."""
    batch = batch_of(table, 3, seed=5)
    slow = [Slow(batch, row, 5) for row in range(3)]
    shares: list[Any] = [one.go_on() for one in slow]
    for _ in range(150):
        shown = batch.buffers
        for row, one in enumerate(slow):
            assert int(shown.seats[row]) == one.seat
            assert np.flatnonzero(shown.masks[row]).tolist() == sorted(one.legal)
            known = one.position.encoding(one.setup.viewer_of(one.seat))
            np.testing.assert_array_equal(shown.observations[row], known)
            assert int(shown.ends[row]) == (0 if shares[row] is None else 1)
            expected = np.zeros(len(batch.seats)) if shares[row] is None else shares[row]
            np.testing.assert_allclose(shown.rewards[row], expected)
        assert batch.random_actions().tolist() == [one.picked for one in slow]
        assert batch.lasted.tolist() == [one.lasted for one in slow]
        batch.step(batch.random_actions())
        shares = [one.step() for one in slow]
    assert batch.played == sum(one.match - 1 for one in slow)


@tables
def test_results_depend_neither_on_the_number_of_matches_nor_on_threads(table: str) -> None:
    alone = trace(batch_of(table, 2, seed=9, threads=1, critic=True, final=True), 80)
    among = trace(batch_of(table, 200, seed=9, threads=3, critic=True, final=True), 80, slice(0, 2))
    assert alone == among


def test_another_seed_gives_other_matches() -> None:
    batch = batch_of("get-bit", 8, seed=1)
    first = trace(batch, 20)
    assert trace(batch_of("get-bit", 8, seed=2), 20) != first
    batch.reset(1)
    assert batch.played == 0
    assert trace(batch, 20) == first


@pytest.mark.parametrize(
    ("table", "bots"),
    [
        ("get-bit", {"swimmer 2": "hard", "swimmer 3": "random", "swimmer 4": "easy"}),
        ("kelp", {"shark": "seasoned"}),
        ("jaws", {"shark": "seasoned:60"}),
        ("shark-attacks", {"player 1": "hold:12", "player 2": "never-bank"}),
    ],
)
def test_bots_play_inside(table: str, bots: dict[str, str]) -> None:
    """Nobody is asked for a seat that a bot has; a side's name stands for all its seats."""
    batch = batch_of(table, 16, bots=bots)
    mine = {batch.seats.index(seat) for seat in batch.seats if seat not in bots}
    for _ in range(60):
        assert set(batch.buffers.seats.tolist()) <= mine
        batch.step(batch.random_actions())


def test_a_good_bot_beats_random_swimmers() -> None:
    batch = batch_of("get-bit", 64, bots={"swimmer 1": "careful"})
    while batch.played < 400:
        batch.step(batch.random_actions())
    assert batch.won["swimmer 1"] / batch.played > 0.4
    assert sum(batch.won.values()) == pytest.approx(batch.played)


# What goes out --------------------------------------------------------------------------------------------------------


@tables
def test_an_encoding_is_a_function_of_what_its_viewer_knows(table: str) -> None:
    """A hidden thing is changed by imagining another world: no piece of the encoding of whoever may not know moves."""
    game, players, options = TABLES[table]
    setup = find_game(game).set_up(players, options)
    one = Slow(Batch(setup.game, players, options, 1), 0, 3)
    varied, rng = 0, stream(8)
    for _ in range(60):
        one.go_on()
        for viewer in range(len(setup.viewers)):
            known = one.position.encoding(viewer)
            for world in one.position.imagine(viewer, rng, 2):
                other = Position(setup, np.array([world], dtype=one.position.states.dtype), one.position.memories)
                assert differing(game, known, other.encoding(viewer)) == []
                varied += world.tobytes() != one.position.states[0].tobytes()
        one.position.step(one.seat, one.picked)
    assert varied or not setup.game.hidden


def differing(game: str, one: Any, other: Any) -> list[str]:
    """The pieces in which two encodings differ."""
    return [piece.name for piece in layout(game) if one[piece.where].tobytes() != other[piece.where].tobytes()]


def test_pieces_have_names_and_places() -> None:
    places = layout("kelp")
    assert places[0] == (place("kelp", "phase").name, 0, places[0].numbers, places[0].about)
    assert [each.first for each in places[1:]] == [each.first + each.numbers for each in places[:-1]]
    batch = Batch("kelp", matches=4)
    assert batch.numbers == places[-1].first + places[-1].numbers == batch.buffers.observations.shape[1]
    assert (batch.buffers.observations[:, place("kelp", "phase").where].sum(axis=1) == 1).all()
    with pytest.raises(UndertowError, match="there is no piece of the encoding 'fase'"):
        place("kelp", "fase")


def test_the_truth_is_only_for_critics() -> None:
    """It has what each side knows, and it is not there unless it was asked for."""
    batch = batch_of("kelp", 5, critic=True)
    for _ in range(20):
        batch.step(batch.random_actions())
    truth, written = batch.buffers.truth_for_critic_only, batch.game.written
    for row in range(5):
        side = batch.sides.index(batch.sides[int(batch.buffers.seats[row])])
        np.testing.assert_array_equal(truth[row, side], batch.buffers.observations[row, :written])
    assert batch_of("kelp", 5).buffers.truth_for_critic_only is None


def test_final_observations_are_those_of_the_end() -> None:
    batch = batch_of("get-bit", 64, final=True)
    phase, told = place("get-bit", "phase"), 0
    over = phase.first + phase.numbers - 1
    for _ in range(120):
        batch.step(batch.random_actions())
        ended = batch.buffers.ends == 1
        assert (batch.buffers.final_observations[ended, over] == 1).all()
        assert (batch.buffers.observations[:, over] == 0).all()
        assert (np.abs(batch.buffers.rewards.sum(axis=1) - ended) < 1e-6).all()
        told += int(ended.sum())
    assert told == batch.played > 0


# Buffers --------------------------------------------------------------------------------------------------------------


@tables
def test_the_caller_owns_the_buffers(table: str) -> None:
    """A rollout is written straight into slices of its arrays, house rules included."""
    usual, rollout = batch_of(table, 6), batch_of(table, 6)
    shapes = {name: array.shape for name, array in usual.buffers._asdict().items() if array is not None}
    store = {name: np.zeros((40, *shape), getattr(usual.buffers, name).dtype) for name, shape in shapes.items()}
    for step in range(40):
        actions = usual.random_actions()
        rollout.step(actions, into=Buffers(**{name: array[step] for name, array in store.items()}))
        usual.step(actions)
        for name, array in store.items():
            np.testing.assert_array_equal(array[step], getattr(usual.buffers, name))
    assert store["observations"][:, :, usual.game.written :].any()


def test_other_kinds_of_numbers_are_copied() -> None:
    half = batch_of("get-bit", 6, numbers="float16", final=True)
    full = batch_of("get-bit", 6, final=True)
    for _ in range(40):
        for batch in (half, full):
            batch.step(batch.random_actions())
    assert half.buffers.observations.dtype == np.float16
    np.testing.assert_allclose(half.buffers.observations, full.buffers.observations, atol=1e-3)
    pytest.importorskip("ml_dtypes", reason='bfloat16 on the CPU comes with pip install "undertow[jax]"')
    assert str(batch_of("get-bit", 6, numbers="bfloat16").buffers.observations.dtype) == "bfloat16"


@tables
def test_matches_are_saved_and_go_on(table: str) -> None:
    batch = batch_of(table, 7, seed=4)
    trace(batch, 25)
    saved = batch.save()
    rest = trace(batch, 25)
    other = batch_of(table, 7, seed=99)
    other.restore(saved)
    again = trace(other, 25)
    skipped = sum(array is not None for array in batch.buffers)  # what ended before is not told again
    assert again[skipped:] == rest[skipped:]
    assert other.won == batch.won
    assert other.played == batch.played


# Bad input ------------------------------------------------------------------------------------------------------------


def unchanged(batch: Batch, wrong: Any, words: str) -> None:
    before = batch.save()
    with pytest.raises(UndertowError) as caught:
        wrong()
    assert str(caught.value) == words
    assert batch.save() == before


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 19], "match 2: there is no action 19; they go from 0 to 18."),
        ([0, -1, 0], "match 1: there is no action -1; they go from 0 to 18."),
        (
            [0, 0, 7],
            "match 2: 7 (two cards) is not legal for swimmer 1 now. "
            "Legal: 0 (card 1), 1 (card 2), 2 (card 3), 3 (card 4), 4 (card 5).",
        ),
        ([0, 0], "there must be one action for each match: the shape (3,), not (2,)."),
        ([[0, 0, 0]], "there must be one action for each match: the shape (3,), not (1, 3)."),
        ([0.0, 1.0, 2.0], "actions must be whole numbers, not float64."),
    ],
)
def test_actions_that_cannot_be_taken(actions: list[Any], words: str) -> None:
    batch = batch_of("get-bit", 3)
    names = batch.game.declared.names
    unchanged(batch, lambda: batch.step(np.array(actions)), words.replace("two cards", names[7]))


def test_buffers_that_do_not_fit() -> None:
    batch = batch_of("get-bit", 3)
    good = batch.new_buffers()
    numbers = batch.numbers
    for name, array, words in (
        (
            "observations",
            np.zeros((4, numbers), np.float32),
            f"must have the shape (3, {numbers}), not (4, {numbers}).",
        ),
        ("observations", np.zeros((3, numbers)), "must be of float32 or bfloat16 or float16, not float64."),
        ("seats", [0, 0, 0], "must be an array of shape (3,), not list."),
        ("ends", np.zeros(3, np.int64), "must be of uint8, not int64."),
    ):
        wrong = good._replace(**{name: array})
        unchanged(
            batch, lambda wrong=wrong: batch.step(batch.random_actions(), into=wrong), f"the buffer {name!r} {words}"
        )
    spare = good._replace(truth_for_critic_only=np.zeros(3))
    words = "the buffer 'truth_for_critic_only' was not asked for when the batch was made."
    unchanged(batch, lambda: batch.use(spare), words)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"matches": 0}, "a batch has at least 1 match and fewer than 2,147,483,648, not 0."),
        ({"game": "get-bitt"}, "there is no game 'get-bitt'. Did you mean 'get-bit'?"),
        ({"options": {"sharks": True}}, "there is no house rule 'sharks'. Did you mean 'shark'?"),
        ({"players": 9}, "Get Bit! is for 2 to 6 players, not 9."),
        ({"device": "tpu"}, "there is no device 'tpu'. Did you mean 'cpu'? Choose from: cpu, cuda."),
        ({"numbers": "int8"}, "there is no kind of number 'int8'. Choose from: float32, bfloat16, float16."),
        ({"bots": {"swimmer 9": "hard"}}, "there is no seat or side 'swimmer 9'. Did you mean 'swimmer 4'?"),
        ({"bots": {"swimmer 1": "harder"}}, "there is no bot 'harder'. Did you mean 'hard'?"),
        (
            {"bots": {"swimmer 1": "sampler"}},
            "the bot 'sampler' is not compiled and cannot play inside a batch; take one that is.",
        ),
        (
            {"bots": {f"swimmer {n}": "easy" for n in (1, 2, 3, 4)}},
            "bots have all the seats: leave at least one to be played from outside.",
        ),
    ],
)
def test_batches_that_cannot_be(given: dict[str, Any], words: str) -> None:
    wanted: dict[str, Any] = {"game": "get-bit", "players": 4, "matches": 2} | given
    with pytest.raises(UndertowError) as caught:
        Batch(**wanted)
    assert str(caught.value).startswith(words)


def test_what_was_saved_elsewhere_is_refused() -> None:
    batch = batch_of("get-bit", 3)
    other = batch_of("get-bit, two each", 3).save()
    with pytest.raises(UndertowError, match=r"what was saved is 3 matches of get-bit .* for 2"):
        batch.restore(other)
    with pytest.raises(UndertowError, match="this is not what"):
        batch.restore(b"a shark")


# A GPU ----------------------------------------------------------------------------------------------------------------

SIMULATED = """
import sys
from tests.envs.test_batch import batch_of, trace
import hashlib
batch = batch_of(sys.argv[1], 5, seed=3, critic=True, final=True, bots=eval(sys.argv[3]), device=sys.argv[2])
steps = trace(batch, int(sys.argv[4]))
batch.restore(batch.save())
steps += trace(batch, 2)
print(hashlib.sha256(b"".join(steps)).hexdigest(), batch.played)
"""


@pytest.mark.parametrize(
    ("table", "bots", "steps"),
    [
        ("get-bit with the shark", {"shark": "easy"}, 14),
        ("jaws, act 2", {}, 6),
        ("kelp", {}, 6),
    ],
)
def test_a_gpus_kernels_play_the_same_matches(table: str, bots: dict[str, str], steps: int) -> None:
    """In Numba's simulator; on a real GPU the same is seen by hand."""

    def said(device: str, **env: str) -> str:
        command = [sys.executable, "-c", SIMULATED, table, device, repr(bots), str(steps)]
        where = {**os.environ, **env, "PYTHONPATH": str(Path(__file__).parents[2])}
        return subprocess.run(command, env=where, capture_output=True, text=True, check=True).stdout

    assert said("cuda", NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1") == said("cpu")


def test_no_gpu_is_told_in_one_sentence() -> None:
    from undertow.core.cuda import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(UndertowError, match="no CUDA GPU can be used here"):
        batch_of("get-bit", 2, device="cuda")


def test_credit_goes_to_the_seat_that_decided() -> None:
    """By hand: seats 0, 1, 0 decide, then the match ends with the win for seat 0; what comes after is not known yet."""
    seats, shares = np.array([[0], [1], [0], [1]]), np.array([[0.5], [0.4], [0.7], [0.5]])
    rewards, ends = np.zeros((4, 1, 2)), np.array([[0], [0], [1], [0]])
    rewards[2, 0] = 1, 0
    found = credit(seats, shares, rewards, ends, fade=0.5)[:, 0]
    last = 1 - 0.7
    np.testing.assert_allclose(found[:3], [0.7 - 0.5 + 0.5 * last, 0 - 0.4, last])
    assert np.isnan(found[3])


@tables
def test_a_bot_that_is_asked_for_advice_says_what_it_would_do_and_changes_nothing(table: str) -> None:
    bot = {"shark-attacks": "hold:6", "get-bit": "careful"}.get(TABLES[table][0], "seasoned")
    batch, twin = (batch_of(table, 40, seed=4) for _ in range(2))  # the twin is never asked
    for _ in range(12):
        advice = batch.advice(bot)
        assert batch.buffers.masks[np.arange(40), advice].all()
        batch.step(advice)
        twin.step(advice)
        for asked, unasked in zip(batch.buffers, twin.buffers, strict=True):
            np.testing.assert_array_equal(asked, unasked)


def test_whoever_takes_advice_plays_like_the_adviser() -> None:
    """`hold:9` beats `hold:3` four times of five, and so does somebody who does what it says."""
    batch = Batch("shark-attacks", 2, {}, 400, bots={"player 2": "hold:3"}, seed=4)
    while batch.played < 800:
        batch.step(batch.advice("hold:9"))
    assert 0.75 < batch.won["player 1"] / batch.played < 0.92


def test_advice_needs_a_compiled_bot_that_is_there() -> None:
    batch = Batch("shark-attacks", 2, {}, 4)
    with pytest.raises(UndertowError, match="not compiled"):
        batch.advice("sampler:20")
    with pytest.raises(UndertowError, match="nobody"):
        batch.advice("nobody")
