"""The bots: what they must do in telling positions, how often they win, and that simulation counts the same always."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.games.shark_attacks.script import Script
from undertow.bots import Choice, Knowledge, make_bot
from undertow.core.errors import UndertowError
from undertow.core.game import find_game
from undertow.core.position import Position
from undertow.core.records import CHANCE
from undertow.core.rng import pick, stream
from undertow.games.shark_attacks.bots.race import race as race_table
from undertow.lab.simulate import simulate

GAME = find_game("shark-attacks")
MOST_IN_ONE_TURN = 18  # points that can be banked with six of seven dice


def thinks(table: Script, bot: str) -> Choice:
    """What a bot in the seat of whoever decides now would do, and why."""
    (seat,) = table.match.to_act
    knowledge = Knowledge(table.match.position, table.match.setup.seat(seat))
    return make_bot(table.match.setup, bot, seed=1).choose(knowledge)


def chooses(table: Script, bot: str) -> str:
    (seat,) = table.match.to_act
    return table.match.position.name(table.match.setup.seat(seat), thinks(table, bot).action)


def race(mine: int, theirs: int, target: int = 60) -> Script:
    """A two-player match with these scores, in which player 1 is about to roll."""
    table = Script(begins=1, rules={"target": target})
    left = [mine, theirs]
    while any(left):
        for player in range(2):
            points = min(left[player], MOST_IN_ONE_TURN)
            table.banks(points)
            left[player] -= points
    assert table.scores == [mine, theirs]
    return table


# Telling positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "sea", "choice"),
    [
        ("hold:8", "3 3 1 ~ ~ ~ ~", "press on"),
        ("hold:8", "3 3 2 ~ ~ ~ ~", "bank"),
        ("hold", "3 3 3 2 ~ ~ ~", "press on"),
        ("hold", "3 3 3 3 ~ ~ ~", "bank"),
        ("hold:0", "~ ~ ~ ~ ~ ~ ~", "bank"),
        ("never-bank", "3 3 3 3 3 3 ~", "press on"),
        ("never-bank", "~ ~ ~ ~ ~ ~ ~", "press on"),
    ],
)
def test_simple_bots_do_what_their_name_says(bot: str, sea: str, choice: str) -> None:
    """hold:8 banks from 8 swimmers on, hold alone means 12, and never-bank presses on whatever shows."""
    table = Script(begins=1)
    table.roll(sea)
    assert chooses(table, bot) == choice


@pytest.mark.parametrize("bot", ["never-bank", "hold:12", pytest.param("solved", marks=pytest.mark.compiled)])
def test_every_bot_banks_when_that_wins(bot: str) -> None:
    table = race(15, 0, target=20)
    table.roll("3 2 ~ ~ ~ ~ ~")
    assert chooses(table, bot) == "bank"


@pytest.mark.parametrize("bot", ["never-bank", "hold:12"])
def test_one_point_short_they_press_on(bot: str) -> None:
    table = race(15, 0, target=21)
    table.roll("3 2 ~ ~ ~ ~ ~")
    assert chooses(table, bot) == "press on"


@pytest.mark.parametrize("bot", ["never-bank", "hold:12", pytest.param("solved", marks=pytest.mark.compiled)])
@pytest.mark.parametrize(("first", "second", "giver"), [(10, 5, 2), (5, 10, 1)])
def test_bots_take_signs_from_whoever_is_furthest_behind(bot: str, first: int, second: int, giver: int) -> None:
    """A sign less helps an opponent; so it had better be the one who scored least."""
    table = Script(players=3, begins=1)
    table.banks(first)
    table.banks(second)
    table.nothing_happens()
    table.loses(3)
    table.loses(3)
    table.swim("1", "single")
    assert chooses(table, bot) == f"sign from player {giver}"


def test_a_beach_without_signs_cannot_be_the_weakest() -> None:
    """Player 2 has the fewest points but no sign to give."""
    table = Script(players=4, begins=1)
    table.banks(10)
    table.nothing_happens()
    table.banks(5)
    table.nothing_happens()
    table.loses(3)
    table.nothing_happens()
    table.loses(3)
    table.swim("1", "single")
    assert chooses(table, "never-bank") == "sign from player 3"


@pytest.mark.compiled
def test_solved_presses_on_when_banking_is_hopeless() -> None:
    """The opponent needs one more point: eighteen points in the bank would come too late."""
    table = race(0, 59)
    table.roll("3 3 3 3 3 3 ~")
    assert chooses(table, "solved") == "press on"


@pytest.mark.compiled
def test_solved_plays_safe_when_it_is_far_ahead() -> None:
    """The very sea that it risks when behind or level it banks when nearly home."""
    seas = {}
    for mine, theirs in ((45, 0), (0, 0), (0, 45)):
        table = race(mine, theirs)
        table.roll("3 3 3 1 ~ ~ ~")
        seas[mine, theirs] = chooses(table, "solved")
    assert seas == {(45, 0): "bank", (0, 0): "press on", (0, 45): "press on"}


@pytest.mark.compiled
def test_solved_explains_itself_in_chances() -> None:
    """It does what it says wins more often."""
    for scores, sea in (((45, 0), "3 3 3 1 ~ ~ ~"), ((0, 45), "3 3 3 1 ~ ~ ~")):
        table = race(*scores)
        table.roll(sea)
        choice = thinks(table, "solved")
        found = re.fullmatch(r"pressing on wins (.+)% of games from here, banking 10 wins (.+)%", choice.why)
        assert found is not None
        press, bank = float(found[1]), float(found[2])
        assert press != bank
        assert chooses(table, "solved") == ("press on" if press > bank else "bank")


@pytest.mark.compiled
def test_solved_is_not_confused_by_earlier_turns() -> None:
    """A bot that has just solved another turn thinks the same as one that sits down fresh."""
    tables = []
    for mine, theirs, sea in ((45, 0, "3 3 3 1 ~ ~ ~"), (0, 45, "3 3 ~ ~ ~ ~ ~"), (45, 0, "1 ~ ~ ~ ~ ~ ~")):
        tables.append(race(mine, theirs))
        tables[-1].roll(sea)
    seasoned = make_bot(tables[0].match.setup, "solved")
    for table in tables:
        assert seasoned.choose(Knowledge(table.match.position, 0)) == thinks(table, "solved")


@pytest.mark.compiled
def test_solved_is_certain_of_a_game_it_wins_now() -> None:
    table = race(45, 0)
    table.roll("3 3 3 3 3 ~ ~")
    assert thinks(table, "solved").why == "banking wins the game"


@pytest.mark.compiled
def test_solved_says_whom_it_helps() -> None:
    table = Script(players=3, begins=1)
    table.loses(3)
    table.loses(3)
    table.swim("1", "single")
    assert thinks(table, "solved").why == "it helps the opponent who is furthest from winning"


def test_hold_explains_itself() -> None:
    table = Script(begins=1)
    table.roll("3 3 2 ~ ~ ~ ~")
    assert thinks(table, "hold:8").why == "it banks once 8 swimmers show"


def test_never_bank_does_not_deny_that_it_banks() -> None:
    table = race(15, 0, target=20)
    table.roll("3 2 ~ ~ ~ ~ ~")
    assert chooses(table, "never-bank") == "bank"
    assert thinks(table, "never-bank").why != "it never banks"


@pytest.mark.parametrize(
    ("name", "sentence"), [("never-bank:3", "takes no number"), ("hold:x", "takes a whole number")]
)
def test_misspelt_bots_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(UndertowError, match=sentence):
        make_bot(GAME.set_up(2), name)


# A race small enough to solve by hand --------------------------------------------------------------------------------
# One blue die, no signs, first point wins. A swimmer is a Beach Party and wins. With a wave, pressing on wins v of all
# turns: sun throws the die again, rain and shark end the turn, so v = (1/2 + v/2) / 3 = 1/5, and a whole turn wins
# 1/2 + v/2 = 3/5 of the time. Whoever moves wins w = 3/5 + 2/5 (1 - w) = 5/7 of all games.

ONE_DIE = {"dice.blue": 1, "dice.start": 1, "signs.total": 0, "target": 1}


def test_the_race_with_one_die() -> None:
    chances = race_table(GAME.set_up(2, ONE_DIE).box)
    assert chances[1, 1, 0, 0] == pytest.approx(5 / 7, abs=1e-12)


def test_solved_knows_the_race_with_one_die() -> None:
    """Pressing on wins now (1/5) or after the opponent failed (4/5 times 2/7): 3/7. Banking nothing leaves 2/7."""
    table = Script(begins=1, rules=ONE_DIE)
    table.roll("~")
    choice = thinks(table, "solved")
    assert choice.why == f"pressing on wins {3 / 7:.1%} of games from here, banking 0 wins {2 / 7:.1%}"
    assert chooses(table, "solved") == "press on"


@pytest.mark.parametrize(("mine", "choice"), [(3, "bank"), (0, "press on")])
def test_solved_with_a_few_dice(mine: int, choice: str) -> None:
    """Three dice to five points: two swimmers and a wave are the game for one player, and too few for the other."""
    table = Script(begins=1, rules={"dice.blue": 3, "dice.start": 3, "target": 5})
    table.banks(mine)
    table.banks(4)
    table.roll("1 1 ~")
    assert chooses(table, "solved") == choice


# Strength -----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("other", ["never-bank", "hold:12"])
def test_solved_beats_the_simple_bots(other: str) -> None:
    """Who begins is drawn, so no seat has an advantage: the whole confidence interval must lie above one half."""
    report = simulate(GAME.set_up(2), ("solved", other), 10_000, seed=4, workers=2)
    _, low, _ = report.wins(0)
    assert report.games == 10_000
    assert low > 0.5


# Simulation ---------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("bots", "games"), [(("random",), 2_000), (("hold:8", "never-bank", "random"), 2_000), (("solved", "hold:12"), 400)]
)
def test_the_number_of_workers_changes_nothing(bots: tuple[str, ...], games: int) -> None:
    """The same seed gives the same matches, whoever plays them; another seed gives others."""
    setup = GAME.set_up(max(2, len(bots)), {"target": 50})
    alone = simulate(setup, bots, games, seed=7, workers=1)
    shared = simulate(setup, bots, games, seed=7, workers=2)
    other = simulate(setup, bots, games, seed=8, workers=1)
    np.testing.assert_array_equal(alone.totals, shared.totals)
    np.testing.assert_array_equal(alone.lengths, shared.lengths)
    assert not np.array_equal(alone.lengths, other.lengths)
    assert alone.games == games
    assert alone.totals[0].sum() == games


# The sampler --------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_the_sampler_only_does_what_is_legal() -> None:
    """With a handful of playouts it plays whole matches, among them choices of signs, and never leaves the rules."""
    setup = GAME.set_up(4, {"target": 40})
    bots = [make_bot(setup, "sampler:8", seed=seat) for seat in range(4)]
    rng, signs = stream(3), 0
    for _ in range(6):
        position = Position(setup)
        while not position.over:
            acting = position.acting()
            if acting:
                knowledge = Knowledge(position, acting[0])
                action = bots[acting[0]].choose(knowledge).action
                assert action in knowledge.legal.values()
                signs += "bank" not in knowledge.legal
                position.step(acting[0], action)
            else:
                weights = np.array(position.weights())
                position.step(CHANCE, pick(rng, weights, len(weights)))
        assert position.shares().sum() == 1
    assert signs > 0


@pytest.mark.compiled
def test_the_sampler_banks_when_that_wins() -> None:
    table = race(15, 0, target=20)
    table.roll("3 2 ~ ~ ~ ~ ~")
    choice = thinks(table, "sampler:40")
    assert table.match.position.name(0, choice.action) == "bank"
    assert choice.values["bank"] == 1
