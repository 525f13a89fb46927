"""The seasoned bot: legal on both sides of both acts, hungry and careful, and better than chance at every level."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.jaws.boat import Boat
from undertow.bots import Knowledge, make_bot
from undertow.core.game import Setup, find_game
from undertow.core.match import Match
from undertow.games.jaws.bots import table
from undertow.games.jaws.bots.fight import AT_LEAST, MOST_HITS
from undertow.games.jaws.bots.hunt import BY_LAND, BY_WATER
from undertow.games.jaws.state import SPACES, WATERS
from undertow.lab.simulate import simulate

GAME = find_game("jaws")
pytestmark = pytest.mark.compiled


def setup(variant: str) -> Setup:
    return GAME.set_up(2, {"variant": variant})


def shark_wins(variant: str, shark: str, crew: str, games: int) -> tuple[float, float, float]:
    return simulate(setup(variant), [shark, crew, crew, crew], games, seed=11).wins(0)


def chooses(match: Match, seat: str, bot: str = "seasoned", seed: int = 1) -> str:
    knowledge = Knowledge(match.position, match.setup.seat(seat))
    choice = make_bot(match.setup, bot, seed).choose(knowledge)
    assert choice.why
    return choice.name


@pytest.mark.parametrize("variant", ["act1", "act2", "full"])
def test_every_decision_is_legal_and_has_a_reason(variant: str) -> None:
    match = Match(GAME, 2, {"variant": variant}, "bots")
    bots = {seat: make_bot(match.setup, "seasoned", number) for number, seat in enumerate(match.seats)}
    while not match.over:
        seat = match.to_act[0]
        knowledge = Knowledge(match.position, match.setup.seat(seat))
        choice = bots[seat].choose(knowledge)
        assert choice.why
        match.play(seat, choice.name)


@pytest.mark.parametrize(("variant", "games"), [("act1", 200), ("act2", 600)])
def test_fewer_decisions_at_random_are_better(variant: str, games: int) -> None:
    """As the shark against a seasoned crew, and the other way round; intervals do not touch."""
    shark = [shark_wins(variant, bot, "seasoned", games) for bot in ("seasoned", "seasoned:20", "seasoned:60")]
    crew = [shark[0], *(shark_wins(variant, "seasoned", bot, games) for bot in ("seasoned:20", "seasoned:60"))]
    for better, worse in ((0, 2), (1, 2) if variant == "act1" else (0, 2)):
        assert shark[better][1] > shark[worse][2]
        assert crew[better][2] < crew[worse][1]


@pytest.mark.parametrize(("variant", "games"), [("act1", 300), ("act2", 1000), ("full", 300)])
def test_seasoned_against_itself_is_a_game(variant: str, games: int) -> None:
    """Neither side wins more than three quarters."""
    share, low, high = shark_wins(variant, "seasoned", "seasoned", games)
    assert 0.25 < share < 0.78
    assert high > 0.25
    assert low < 0.75


def test_a_shark_beside_nobody_eats_and_slips_away() -> None:
    """Four swimmers, nobody near: it eats and does not stay where it ate."""
    match = Match(GAME, 2, {"variant": "act1"}, auto_chance=False)
    match.play("shark", "lurk W")
    match.play("chance", "Ben Gardner's Boat")
    did = []
    while match.to_act == ("shark",):
        did.append(chooses(match, "shark"))
        match.play("shark", did[-1])
    assert any(action.startswith("eat") for action in did)


def test_a_shark_that_can_win_now_does() -> None:
    match = Match(GAME, 2, {"variant": "act1"}, auto_chance=False)
    match.play("shark", "lurk W")
    match.position.state.eaten = 6
    match.play("chance", "Ben Gardner's Boat")
    while not match.over:
        match.play("shark", chooses(match, "shark"))
    assert match.result is not None
    assert match.result.winners == ("Shark",)


def test_quint_throws_where_the_shark_must_be() -> None:
    """The fish finder said here: the barrel goes there."""
    match = Match(GAME, 2, {"variant": "act1"}, auto_chance=False)
    match.play("shark", "lurk 5")
    match.play("chance", "Holiday Roast")
    match.play("shark", "end turn")
    match.play("hooper", "fish finder")
    match.play("hooper", "end turn")
    match.play("brody", "end turn")
    did = []
    while match.to_act == ("quint",):
        did.append(chooses(match, "quint"))
        match.play("quint", did[-1])
    assert "launch 5" in did
    assert match.view("crew").island.on_shark == 1


def test_the_crew_goes_in_the_order_that_tells_most() -> None:
    """Hooper searches before the others act: Quint and Brody wait for him."""
    match = Match(GAME, 2, {"variant": "act1"}, auto_chance=False)
    match.play("shark", "lurk 5")
    match.play("chance", "Holiday Roast")
    match.play("shark", "end turn")
    assert chooses(match, "quint") == chooses(match, "brody") == "wait"
    assert chooses(match, "hooper") == "fish finder"


def test_the_bot_on_the_orca_mixes() -> None:
    """The shark does not always come up at the same place."""
    match = Match(GAME, 2, {"variant": "act2"}, "mix")
    while match.to_act != ("shark",):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert len({chooses(match, "shark", seed=seed) for seed in range(40)}) > 1


@pytest.mark.parametrize("level", ["seasoned:60", "seasoned:20", "seasoned"])
def test_bots_keep_the_chum_that_others_of_the_crew_kept(level: str) -> None:
    """People are asked before them: what they declined no bot does all the same."""
    boat = Boat(quint=["chum"], brody=["chum"], hooper=["chum"])
    boat.options()
    boat.chooses("A")
    asked_first = {chooses(boat.match, "hooper", level, seed) for seed in range(20)}
    assert "chum" in asked_first
    boat.match.play("quint", "no chum")
    assert boat.match.to_act == ("brody", "hooper")
    assert {chooses(boat.match, "hooper", level, seed) for seed in range(20)} == {"no chum"}


def test_the_table_knows_distances_and_dice() -> None:
    found = table(setup("full"), [1])
    water = found[BY_WATER:BY_LAND].reshape(WATERS, WATERS)
    assert water[SPACES.index("N"), SPACES.index("S")] == 4  # opposite beaches are four moves apart
    assert water[SPACES.index("1"), SPACES.index("6")] == 2
    land = found[BY_LAND:AT_LEAST].reshape(len(SPACES), len(SPACES))
    assert land[SPACES.index("Shop"), SPACES.index("8")] == 2
    tails = found[AT_LEAST:].reshape(-1, MOST_HITS)
    np.testing.assert_allclose(tails[1, :3], [1, 2 / 3, 1 / 3])
    np.testing.assert_allclose(tails[2, 4], 1 / 9)
