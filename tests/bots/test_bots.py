"""Bots for every game: they are found by name, they use what their seat knows, and they keep to their budget."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from tests.toys.lagoon import GAME as LAGOON
from tests.toys.lagoon.actions import LOOK, SWIM
from tests.toys.lagoon.state import DIVER, LURKS, SHARK
from undertow import Game, Match, UndertowError, UnknownName, find_game
from undertow.bots import Choice, Knowledge, Plan, bot_names, general, make_bot, plan_of
from undertow.core.bundles import Minds, Room
from undertow.core.position import Position
from undertow.core.records import CHANCE
from undertow.core.rng import WORDS, stream

SHARK_ATTACKS = find_game("shark-attacks")


FIVE = ["beginner", "easy", "medium", "hard", "expert"]

# Names --------------------------------------------------------------------------------------------------------------


def test_every_game_has_random_the_sampler_and_five_levels() -> None:
    assert bot_names(LAGOON) == ["random", "sampler", *FIVE]
    assert {"random", "sampler", "hold", "solved", *FIVE} <= set(bot_names(SHARK_ATTACKS))


@pytest.mark.compiled
@pytest.mark.parametrize("game", [LAGOON, SHARK_ATTACKS], ids=lambda game: game.name)
def test_every_name_makes_a_bot_that_plays(game: Game) -> None:
    for name in bot_names(game):
        match = Match(game, seed="x")
        seat = match.setup.seat(match.to_act[0])
        assert asked(name, match.position, seat).action in match.position.legal(seat).values()


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("random", Plan("random", 0)),
        ("sampler", Plan("sampler", parameter=400)),
        ("sampler:1000", Plan("sampler:1000", parameter=1000)),
        ("sampler:0.5s", Plan("sampler:0.5s", seconds=0.5)),
        ("sampler:.5s", Plan("sampler:.5s", seconds=0.5)),
        ("sampler:2s", Plan("sampler:2s", seconds=2.0)),
        ("easy", Plan("hold:6", 2, 6)),
        ("hold", Plan("hold", 2, 12)),
        ("hold:7", Plan("hold:7", 2, 7)),
        ("solved", Plan("solved", 3)),
    ],
)
def test_a_name_is_read(name: str, plan: Plan) -> None:
    assert plan_of(SHARK_ATTACKS, name) == plan


def test_levels_of_a_game_that_says_nothing() -> None:
    assert plan_of(LAGOON, "medium") == Plan("sampler", parameter=400)
    assert plan_of(LAGOON, "hard") == Plan("sampler:4000", parameter=4000)


SAMPLER = "write sampler:400 for playouts or sampler:0.5s for seconds; .* is neither"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("solvd", r"there is no bot 'solvd'\. Did you mean 'solved'\? Choose from: random, sampler"),
        ("", "there is no bot ''"),
        ("random:3", "there is no bot 'random:3'"),
        ("easy:3", "there is no bot 'easy:3'"),
        ("sampler:0", SAMPLER),
        ("sampler:-4", SAMPLER),
        ("sampler:many", SAMPLER),
        ("sampler:0s", SAMPLER),
        ("sampler:1.5", SAMPLER),
        ("sampler:1e3", SAMPLER),
        (
            "hold:x",
            r"the bot 'hold' takes a whole number of up to nine digits, for example hold:12; 'hold:x' is not one\.",
        ),
        ("hold:-1", "the bot 'hold' takes a whole number"),
        ("solved:3", r"the bot 'solved' takes no number: write 'solved', not 'solved:3'\."),
        pytest.param(
            "sampler:²",
            SAMPLER,
        ),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_a_sentence(name: str, says: str) -> None:
    with pytest.raises(UndertowError, match=says):
        plan_of(SHARK_ATTACKS, name)


def test_another_games_bot_is_unknown_here() -> None:
    with pytest.raises(
        UnknownName,
        match=r"there is no bot 'hold'\. Choose from: random, sampler, beginner, easy, medium, hard, expert\.",
    ):
        make_bot(LAGOON.set_up(), "hold")


# Choosing -----------------------------------------------------------------------------------------------------------


def asked(name: str, position: Position, seat: int = DIVER, seed: int = 3) -> Choice:
    """What a bot of this name does there."""
    return make_bot(position.setup, name, seed).choose(Knowledge(position, seat))


def looking(odds: list[float], rounds: int = 1) -> Position:
    """The diver must look, and believes this of the lagoons; the shark is where it is least likely."""
    position = Position(LAGOON.set_up(2, {"lagoons": len(odds), "rounds": rounds}))
    position.step(CHANCE, int(np.argmin(odds)))
    position.step(SHARK, 0)
    position.memories["odds"][1:, : len(odds)] = odds
    return position


@pytest.mark.parametrize("best", range(4))
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_sampler_looks_where_the_shark_most_likely_is(best: int, rounds: int) -> None:
    """And not where it is: the sampler knows no more than the diver."""
    odds = [0.05] * 4
    odds[best] = 0.85
    choice = asked("sampler:400", looking(odds, rounds))
    assert choice.action == LOOK + best
    assert max(choice.values, key=lambda name: choice.values[name]) == f"look {best + 1}"


def test_the_samplers_values_are_the_odds_in_the_last_round() -> None:
    choice = asked("sampler:8000", looking([0.1, 0.2, 0.7]))
    assert choice.values == pytest.approx({"look 1": 0.1, "look 2": 0.2, "look 3": 0.7}, abs=0.04)
    assert re.fullmatch(r"in 2666 random playouts each it won most often: \d\d%", choice.why)


def test_the_sampler_knows_what_its_own_side_knows() -> None:
    """The shark knows where it is; only the diver's next look is a guess."""
    position = Position(LAGOON.set_up(2, {"rounds": 1}))
    position.step(CHANCE, 2)
    worlds = Knowledge(position, SHARK).imagine(stream(1), 20)
    assert set(worlds["shark"].tolist()) == {2}


def test_the_only_legal_action_needs_no_thought() -> None:
    knowledge = Knowledge(looking([0.1, 0.2, 0.7]), DIVER)
    knowledge.legal = {"look 2": LOOK + 1}
    assert make_bot(knowledge.setup, "sampler").choose(knowledge) == Choice(LOOK + 1, "look 2", "the only legal action")


@pytest.mark.parametrize("name", ["random", "sampler:200"])
def test_a_bot_chooses_the_same_in_the_truth_and_in_what_it_can_imagine(name: str) -> None:
    """Same knowledge, same seed, same choice: nothing else reaches a bot."""
    truth = looking([0.1, 0.2, 0.3, 0.4], rounds=3)
    worlds = truth.imagine(DIVER, stream(8), 12)
    twins = [Position(truth.setup, worlds[i : i + 1].copy(), truth.memories.copy()) for i in range(12)]
    assert len({int(twin.state.shark) for twin in twins}) > 1
    chosen = [asked(name, position) for position in (truth, *twins)]
    assert all(choice == chosen[0] for choice in chosen)


def test_a_bot_changes_nothing() -> None:
    position = looking([0.1, 0.2, 0.3, 0.4])
    before = position.states.tobytes(), position.memories.tobytes()
    asked("sampler:100", position)
    assert (position.states.tobytes(), position.memories.tobytes()) == before


def test_the_same_seed_plays_the_same_and_another_differs() -> None:
    values = [asked("sampler:400", looking([0.25] * 4), seed=seed).values for seed in (1, 1, 2)]
    assert values[0] == values[1] != values[2]


def test_random_takes_every_action_equally_often() -> None:
    knowledge = Knowledge(looking([0.25] * 4), DIVER)
    bot = make_bot(knowledge.setup, "random", 4)
    counts = Counter(bot.choose(knowledge).action for _ in range(2000))
    assert sum((counts[LOOK + place] - 500) ** 2 / 500 for place in range(4)) < 16.3  # once in 1000 honest bots


@pytest.mark.compiled
def test_a_games_own_bots_bank_when_that_wins() -> None:
    """Shark Attacks!: with the target in reach every bot banks."""
    match = Match(SHARK_ATTACKS, options={"target": 1}, auto_chance=False)
    match.play("chance", "player 1 begins")
    for face in ["1 swimmer"] * 6 + ["wave"]:
        match.play("chance", face)
    for name in ("solved", "hold:12", "never-bank"):
        assert (
            make_bot(match.setup, name).choose(Knowledge(match.position, 0)).action == match.position.legal(0)["bank"]
        )


# Budgets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("playouts", "each"), [(1, 1), (3, 1), (4, 1), (100, 25), (403, 100)])
def test_a_budget_of_playouts_is_shared_among_the_actions(playouts: int, each: int) -> None:
    choice = asked(f"sampler:{playouts}", looking([0.25] * 4))
    assert choice.why.startswith(f"in {each} random playouts each")


def test_a_budget_of_seconds_is_used_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on a 64th of a second whenever it is looked at: after a quarter there were 16 batches, of one
    world at first and then twice as many each time, in case they take long."""
    looks = itertools.count()
    monkeypatch.setattr(general, "time", SimpleNamespace(perf_counter=lambda: next(looks) / 64))
    choice = asked("sampler:0.25s", looking([0.25] * 4))
    assert choice.why.startswith(f"in {1 + 1 + 2 + 4 + 8 + 11 * general.BATCH} random playouts each")


# Compiled bots ------------------------------------------------------------------------------------------------------


def test_a_compiled_bot_is_given_nothing_of_the_latest_step() -> None:
    """What was told to the shark alone must not lie in the world that the diver's bot is given."""
    setup = LAGOON.set_up()
    states, memories, worlds = setup.new_state(), setup.new_memories(), np.zeros(3, LAGOON.state.State)
    position = Position(setup, states, memories)
    position.step(CHANCE, 2)
    position.step(SHARK, SWIM)
    assert LURKS in states[0].events[:, 0]
    ones = np.ones(2, np.int64)  # a policy that is not random, for both seats
    minds = Minds(setup.viewers_of_seats(), ones, ones, np.zeros(1))
    rng, out = np.ones(WORDS, np.int64), setup.room_for_actions()
    LAGOON.playout.policy_step(setup.box[0], minds, Room(states, worlds, memories, np.zeros(1), rng, out))
    assert not worlds[0].events.any()
