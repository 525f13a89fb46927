"""The seasoned bot: legal on both sides, careful and hungry, better than chance, and exact where it can be."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.kelp.forest import Forest
from undertow.bots import Knowledge, make_bot
from undertow.core.bundles import Mind
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.core.rng import stream
from undertow.games.kelp import state as st
from undertow.games.kelp.bots import confront, scratch_size, table
from undertow.games.kelp.bots.weights import WEIGHTS, mix
from undertow.games.kelp.state import OCTOPUS, SHARK, STRATEGIES
from undertow.lab.simulate import simulate

GAME = find_game("kelp")
pytestmark = pytest.mark.compiled


def shark_wins(shark: str, octopus: str, games: int) -> tuple[float, float, float]:
    return simulate(GAME.set_up(), [octopus, shark], games, seed=11).wins(SHARK)


def chooses(match: Match, seat: str, bot: str = "seasoned", seed: int = 1) -> str:
    knowledge = Knowledge(match.position, match.setup.seat(seat))
    choice = make_bot(match.setup, bot, seed).choose(knowledge)
    assert choice.why
    return choice.name


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_every_decision_is_legal_and_has_a_reason(seed: str) -> None:
    match = Match(GAME, 2, {}, seed)
    while not match.over:
        match.play(match.to_act[0], chooses(match, match.to_act[0]))


def test_fewer_decisions_at_random_are_better() -> None:
    """As the shark against a seasoned octopus, and the other way round; intervals do not touch."""
    shark = [shark_wins(bot, "seasoned", 3000) for bot in ("seasoned", "seasoned:15", "seasoned:50")]
    octopus = [shark[0], *(shark_wins("seasoned", bot, 3000) for bot in ("seasoned:15", "seasoned:50"))]
    for better, worse in ((0, 1), (1, 2)):
        assert shark[better][1] > shark[worse][2]
        assert octopus[better][2] < octopus[worse][1]


def test_seasoned_against_itself_is_a_game() -> None:
    """Neither side wins more than seven games of ten."""
    _, low, high = shark_wins("seasoned", "seasoned", 4000)
    assert 0.3 < low < high < 0.7


def test_seasoned_beats_chance_on_both_sides() -> None:
    even = shark_wins("random", "random", 3000)
    for bot in ("seasoned:50", "seasoned:15", "seasoned"):
        assert shark_wins(bot, "random", 3000)[1] > even[2]
    assert shark_wins("random", "seasoned", 3000)[2] < even[1]


def test_an_octopus_without_cards_plays_none_and_is_worse() -> None:
    match = Match(GAME, 2, {}, "hermit")
    while not match.over:
        seat = match.to_act[0]
        name = chooses(match, seat, "hermit" if seat == "octopus" else "seasoned")
        assert not name.startswith("play ")
        match.play(seat, name)
    assert shark_wins("seasoned", "hermit", 2000)[1] > shark_wins("seasoned", "seasoned", 2000)[2]


# The confrontation ----------------------------------------------------------------------------------------------------


def solved(values: list[float], pairs: int) -> tuple[float, list[float], list[float]]:
    """The octopus's chance to win, and both mixes, as the bot works them out."""
    world = np.zeros(1, GAME.state.State)[0]
    world.pairs = pairs
    mine, others = np.zeros(STRATEGIES), np.zeros(STRATEGIES)
    chance = mix(world, np.array(values), mine, True)
    mix(world, np.array(values), others, False)
    return chance, mine.tolist(), others.tolist()


@pytest.mark.parametrize(
    ("values", "pairs"),
    [
        ([0.6, 0.6, 0.6], 0b111),
        ([0.7, 0.5, 0.4], 0b111),
        ([0.9, 0.9, 0.2], 0b111),
        ([0.3, 0.8, 0.5], 0b011),
        ([0.3, 0.8, 0.5], 0b110),
        ([0.05, 0.95, 0.05], 0b101),
    ],
)
def test_the_confrontation_is_solved_exactly(values: list[float], pairs: int) -> None:
    """Neither side can do better against the other's mix: the definition of a solution of a matrix game."""
    chance, octopus, shark = solved(values, pairs)
    assert sum(octopus) == pytest.approx(1)
    assert sum(shark) == pytest.approx(1)
    assert min(octopus + shark) >= 0
    left = [strategy for strategy in range(STRATEGIES) if pairs >> strategy & 1]
    assert sum(octopus[strategy] + shark[strategy] for strategy in left) == pytest.approx(2)
    for reply in left:
        assert values[reply] * (1 - shark[reply]) <= chance + 1e-12  # the octopus cannot gain
        escapes = sum(octopus[strategy] * values[strategy] for strategy in left if strategy != reply)
        assert escapes >= chance - 1e-12  # nor can the shark


def test_in_a_confrontation_it_mixes() -> None:
    """Asked often enough neither side always does the same."""
    forest = Forest(blocks={0: "octopus", 8: "current trap"})
    forest.reveal(0)
    forest.octopus_passes()
    forest.rolls("red 6", "blue 1")
    forest.shark_at("d0", "v0")
    state = forest.state
    state.pairs = 0b111
    state.placed[0], state.placed_at[0] = 30, 0
    tables, room = table(forest.match.setup, []), np.zeros(scratch_size(forest.match.setup, []))
    for seat in (OCTOPUS, SHARK):
        position = forest.match.position
        out = forest.match.setup.room_for_actions()
        mind = Mind(position.states, position.memories[seat], 1, 0, tables, room, stream(3, seat), out)
        chosen = {confront(forest.box, seat, mind) for _ in range(60)}
        assert len(chosen) > 1


# What it sees -------------------------------------------------------------------------------------------------------


def test_it_eats_the_last_food() -> None:
    forest = Forest(blocks={0: "octopus", 8: "current trap"}, rules={"octopus.food_to_win": 1})
    state = forest.state
    crab = st.CARD_NAMES.index("Eat Crab")
    state.den.hand[crab], state.in_hand = 1, 5
    state.den.blocks[1], state.aside[st.CRAB] = st.CRAB, 0
    assert chooses(forest.match, "octopus") == "play Eat Crab"


def test_it_strikes_an_octopus_that_lies_before_it() -> None:
    forest = Forest(blocks={0: "octopus", 8: "current trap"}, market=["agile", "agile", "swift", "swift"])
    forest.octopus("play Nimble Dodge", "reveal 0", "swap 7 8")
    forest.octopus("discard Fast Learning", "done")
    forest.rolls("red 6", "blue 1")
    while forest.match.to_act == ("shark",) and not forest.match.over:
        action = chooses(forest.match, "shark")
        if action.startswith("strike"):
            assert action == "strike 0 with 6"
            return
        forest.shark(action)
    raise AssertionError("it let the octopus go")


def test_it_pays_with_what_the_shark_knows_already() -> None:
    """A shell seen before gives nothing away."""
    forest = Forest(blocks={3: "octopus", 5: "current trap"})
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    forest.octopus("discard Fast Learning", "hide 8")
    forest.rolls("blue 1", "blue 2")
    forest.shark("swim v0")
    while forest.match.to_act == ("shark",):
        forest.shark("done")
    forest.octopus("play Stirred Sand")
    assert chooses(forest.match, "octopus") == "reveal 8"


def test_the_bot_looks_up_every_weight() -> None:
    found = table(GAME.set_up(), [1])
    assert found[: len(WEIGHTS)].tolist() == list(WEIGHTS.values())
