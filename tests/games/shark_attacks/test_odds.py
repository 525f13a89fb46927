"""The known numbers of the game: exact ones exactly, long-run ones by simulation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tests.games.shark_attacks.exact import Flights
from tests.games.shark_attacks.turns import NEVER, count
from undertow.core.game import Setup, find_game
from undertow.core.records import Floats
from undertow.games.shark_attacks.bots.race import race
from undertow.games.shark_attacks.odds import chances_of_faces, flight_summary, flights, throws
from undertow.lab.simulate import simulate

GAME = find_game("shark-attacks")

# dice that flee: points and signs to expect, with the tripling
FLIGHTS = {
    1: (3.00, 0.50),
    2: (4.78, 0.95),
    3: (6.38, 1.33),
    4: (7.96, 1.65),
    5: (9.56, 1.92),
    6: (11.19, 2.16),
    7: (12.85, 2.38),
    8: (14.53, 2.57),
}
# dice at the start of a turn: points to expect from the best play for points alone
BEST_TURN = {7: 15.16, 6: 13.45, 5: 11.67, 4: 9.80, 3: 7.78, 2: 5.53, 1: 2.92}
PRINTED = 0.005 + 1e-9  # numbers printed with two decimals


@pytest.fixture(scope="module")
def counted() -> Flights:
    return Flights()


@pytest.fixture(scope="module")
def small() -> Setup:
    """A box with few blue dice, so that its odds are found quickly even without compiled rules."""
    return GAME.set_up(2, {"dice.blue": 3, "dice.start": 3})


@pytest.fixture(scope="module")
def small_flight(small: Setup) -> Floats:
    return flights(small.box)


@pytest.fixture(scope="module")
def setup() -> Setup:
    return GAME.set_up(2)


@pytest.fixture(scope="module")
def flight(setup: Setup) -> Floats:
    return flights(setup.box)


# A flight, exactly --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5, 6, 7, 8])
def test_nobody_is_eaten_once_in_dice_plus_one(counted: Flights, dice: int) -> None:
    """All of k dice get away with probability 1 / (k + 1): no rounding, no error."""
    assert counted.nobody_eaten(dice) == Fraction(1, dice + 1)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_exact_odds_of_a_flight_are_odds(counted: Flights, dice: int) -> None:
    """The counting loses nothing, and the two ways of counting agree about a flight without casualties."""
    odds = counted.odds(dice)
    assert sum(odds.values()) == 1
    assert sum(chance for (_, eaten), chance in odds.items() if eaten == 0) == counted.nobody_eaten(dice)


def test_one_die_that_flees(counted: Flights) -> None:
    """By hand: a swimmer shows; half the time a fin does too and eats it, whichever it is; else it counts 1, 2 or 3."""
    assert counted.odds(1) == {(0, 1): Fraction(1, 2), **{(points, 0): Fraction(1, 6) for points in (1, 2, 3)}}


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_odds_module_agrees_with_the_engine(counted: Flights, small_flight: Floats, dice: int) -> None:
    """`flights` finds the same odds as playing out every die with the engine."""
    assert_same_odds(small_flight[dice], counted, dice)


@pytest.mark.compiled
def test_the_odds_module_agrees_with_the_engine_about_four_dice(counted: Flights, flight: Floats) -> None:
    assert_same_odds(flight[4], counted, 4)


def assert_same_odds(found: Floats, counted: Flights, dice: int) -> None:
    exact = np.zeros_like(found)
    for (points, eaten), chance in counted.odds(dice).items():
        exact[points, eaten] = float(chance)
    np.testing.assert_allclose(found, exact, atol=1e-14)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_summary_of_a_flight(counted: Flights, small: Setup, small_flight: Floats, dice: int) -> None:
    """Safe, points with tripling and dice eaten are what the exact odds say."""
    odds = counted.odds(dice)
    expected = (
        sum(chance for (_, eaten), chance in odds.items() if eaten == 0),
        sum(chance * points * (3 if eaten == 0 else 1) for (points, eaten), chance in odds.items()),
        sum(chance * eaten for (_, eaten), chance in odds.items()),
    )
    found = flight_summary(small_flight[dice], small.box[0])
    assert found == pytest.approx([float(value) for value in expected], abs=1e-13)


@pytest.mark.compiled
@pytest.mark.parametrize("dice", FLIGHTS)
def test_known_points_and_signs_of_a_flight(flight: Floats, setup: Setup, dice: int) -> None:
    safe, points, signs = flight_summary(flight[dice], setup.box[0])
    assert safe == pytest.approx(1 / (dice + 1), abs=1e-12)
    assert (points, signs) == pytest.approx(FLIGHTS[dice], abs=PRINTED)


# A throw ------------------------------------------------------------------------------------------------------------


def test_chances_of_faces_are_multinomial() -> None:
    """Two dice: every pair of faces, counted together, with six times six equally likely cases."""
    found = dict(chances_of_faces(np.array([3, 1, 1, 1]), 2))
    assert sum(found.values()) == pytest.approx(1)
    assert found[2, 0, 0, 0] == pytest.approx(9 / 36)
    assert found[1, 0, 1, 0] == pytest.approx(6 / 36)
    assert found[0, 1, 0, 1] == pytest.approx(2 / 36)


def test_faces_that_are_not_there_never_show() -> None:
    assert all(faces[2] == 0 for faces, _ in chances_of_faces(np.array([1, 1, 0, 2]), 3))


def test_throws_of_wave_dice(small: Setup) -> None:
    """Each wave die shows swimmers half the time, two of them on average; a throw's odds sum to one."""
    found = throws(small.box)
    for dice in range(4):
        assert found[dice].sum() == pytest.approx(1)
        assert found[dice].sum(axis=1) @ np.arange(4) == pytest.approx(dice / 2)
        assert found[dice].sum(axis=0) @ np.arange(10) == pytest.approx(dice)


# The best turn for points alone -------------------------------------------------------------------------------------


class BestTurn:
    """What a turn is worth in points, worked out from a full sea backwards."""

    def __init__(self, flight: Floats, throw: Floats, setup: Setup) -> None:
        self.blue = len(throw) - 1
        self.throw = throw
        self.after_shark = [flight_summary(flight[k], setup.box[0])[1] for k in range(self.blue + 1)]
        # the value of a sea by waves, dice with swimmers, and swimmers
        self.sea = np.zeros((self.blue + 1, self.blue + 1, 3 * self.blue + 1))
        self.least_gain = np.inf  # of pressing on instead of banking, over all seas
        for k in range(self.blue, -1, -1):
            for p in range(k, 3 * k + 1):
                self._settle(k, p)

    def worth(self, dice: int) -> float:
        """The points to expect from a turn with so many dice."""
        return self._with_new_swimmers(dice, 0, 0) + float(self.throw[dice, 0, 0] * self.sea[dice, 0, 0])

    def _settle(self, k: int, p: int) -> None:
        """Seas with k dice showing p swimmers: throws without a swimmer lead from one to the other, so repeat."""
        most = self.blue - k
        self.sea[0, k, p] = 2 * p
        fresh = [self._with_new_swimmers(m, k, p) for m in range(most + 1)]
        pressed, change = np.zeros(most + 1), 1.0
        while change > 1e-13:
            rolled = [fresh[m] + self.throw[m, 0, 0] * self.sea[m, k, p] for m in range(most + 1)]
            for w in range(1, most + 1):
                rain = 2 * p if w == 1 else rolled[w - 1]
                pressed[w] = (rolled[min(w + 1, most)] + rain + self.after_shark[k]) / 3
            better = np.maximum(p, pressed[1:])
            change = float(np.abs(better - self.sea[1 : most + 1, k, p]).max(initial=0))
            self.sea[1 : most + 1, k, p] = better
        self.least_gain = min(self.least_gain, float((pressed[1:] - p).min(initial=np.inf)))

    def _with_new_swimmers(self, m: int, k: int, p: int) -> float:
        """The part of rolling m waves in which somebody enters the water."""
        return sum(
            float(self.throw[m, j, q] * self.sea[m - j, k + j, p + q])
            for j in range(1, m + 1)
            for q in range(j, 3 * j + 1)
        )


@pytest.fixture(scope="module")
def best_turn(flight: Floats, setup: Setup) -> BestTurn:
    return BestTurn(flight, throws(setup.box), setup)


@pytest.mark.compiled
@pytest.mark.parametrize("dice", BEST_TURN)
def test_known_points_of_the_best_turn(best_turn: BestTurn, dice: int) -> None:
    assert best_turn.worth(dice) == pytest.approx(BEST_TURN[dice], abs=PRINTED)


@pytest.mark.compiled
def test_for_points_alone_one_never_banks(best_turn: BestTurn) -> None:
    """In every sea with a wave, pressing on brings more points on average than banking."""
    assert best_turn.least_gain > 0


# Long runs ----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(("hold", "points"), [(NEVER, 11.0), (12, 10.5), (0, 7.1)])
def test_points_a_turn_in_the_long_run(hold: int, points: float) -> None:
    """Points a turn for a player whose signs nobody else touches: the opponent banks at once and never has any.

    About 200,000 turns with a spread below 14 points: a standard error of 0.03. The known numbers are rounded to 0.1
    or so; for holding at 12 we measure 10.6.
    """
    found = count((hold, 0), matches=2_000, target=1_000)
    assert found.points_a_turn[0] == pytest.approx(points, abs=0.15)


@pytest.mark.compiled
@pytest.mark.parametrize(("other", "share"), [("hold:0", 0.88), ("hold:8", 0.69), ("hold:12", 0.55)])
def test_never_bank_wins_the_race(setup: Setup, other: str, share: float) -> None:
    """Of 100,000 games the share has a standard error below 0.16 %; the rest of the 1.5 points is for rounding, and
    for our bots, which bank when that wins the game at once.
    """
    report = simulate(setup, ("never-bank", other), 100_000, seed=1)
    assert report.wins(0)[0] == pytest.approx(share, abs=0.015)


@pytest.mark.compiled
@pytest.mark.parametrize("target", [1, 20, 50])
def test_the_race_table_knows_how_often_the_starter_wins(target: int) -> None:
    """`race` says who wins when both press on until banking wins; played out, the share must be that.

    100,000 matches: a standard error of at most 0.16 %, so 0.7 % is more than four of them.
    """
    chances = race(GAME.set_up(2, {"target": target}).box)
    played = count((NEVER, NEVER), matches=100_000, target=target)
    assert played.won_by_starter == pytest.approx(chances[target, target, 0, 0], abs=0.007)
