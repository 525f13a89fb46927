"""Exact numbers: Kuhn poker has been solved on paper, and the lagoon is small enough to count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn.actions import BET, PASS
from tests.toys.lagoon import GAME as LAGOON
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import find_game
from undertow.lab.exact import Ask, Choices, beginning, best_response, exploitability, nash_conv, uniform, value

pytestmark = pytest.mark.compiled

JACK, QUEEN, KING = range(3)
KUHN_TABLE = KUHN.set_up()


def chips(share: Fraction | float) -> Fraction | float:
    """Shares of Kuhn poker as chips won."""
    return 4 * share - 2


def seen(known: str) -> tuple[str, int, bool]:
    """Who is asked in Kuhn poker, with which card, and whether against a bet."""
    found = re.search(r"1 holds([ \d]*)", known)
    assert found
    _, card = (*map(int, found[1].split()), 0, 0)[:2]
    return known.partition(":")[0], card, " bet " in known


def equilibrium(alpha: Fraction) -> Ask:
    """Kuhn's solutions, one for each `alpha` from 0 to 1/3: how often the first player bluffs with the jack."""
    bets: dict[tuple[str, int, bool], Fraction | int] = {
        ("first", JACK, False): alpha,
        ("first", JACK, True): 0,
        ("first", QUEEN, False): 0,
        ("first", QUEEN, True): alpha + Fraction(1, 3),
        ("first", KING, False): 3 * alpha,
        ("first", KING, True): 1,
        ("second", JACK, False): Fraction(1, 3),
        ("second", JACK, True): 0,
        ("second", QUEEN, False): 0,
        ("second", QUEEN, True): Fraction(1, 3),
        ("second", KING, False): 1,
        ("second", KING, True): 1,
    }

    def ask(known: str, legal: Sequence[int]) -> Choices:
        bet = Fraction(bets[seen(known)])
        return {BET: bet, PASS: 1 - bet}

    return ask


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_kuhns_solutions_cannot_be_exploited(alpha: Fraction) -> None:
    worth = value(KUHN_TABLE, equilibrium(alpha))
    assert (chips(worth["first"]), chips(worth["second"])) == (Fraction(-1, 18), Fraction(1, 18))
    assert exploitability(KUHN_TABLE, equilibrium(alpha)) == 0


def test_betting_at_random_can_be_exploited_as_is_known() -> None:
    assert 4 * nash_conv(KUHN_TABLE, uniform) == Fraction(11, 12)
    assert 4 * exploitability(KUHN_TABLE, uniform) == Fraction(11, 24)  # 0.458333


def test_the_best_answer_to_whoever_always_bets() -> None:
    """Never bet with the jack, and always with the king; the queen wins against the jack as often as it loses."""
    answer = best_response(KUHN_TABLE, lambda known, legal: {BET: 1}, "second")
    done = {seen(known): action for known, action in answer.choices.items()}
    assert done[("second", JACK, True)] == PASS
    assert done[("second", KING, True)] == BET
    assert chips(answer.worth) == Fraction(1, 3)  # -1 with the jack, 0 with the queen, 2 with the king


def test_a_policy_can_be_a_table() -> None:
    always = {}

    def ask(known: str, legal: Sequence[int]) -> Choices:
        always[known] = {BET: 1.0}
        return always[known]

    worth = value(KUHN_TABLE, ask)
    assert value(KUHN_TABLE, always) == worth
    assert worth == {"first": 0.5, "second": 0.5}
    with pytest.raises(UndertowError, match="the policy does not say what to do here: 'first: turn of chance"):
        value(KUHN_TABLE, {})


def test_what_was_played_once_is_kept() -> None:
    """Asking a beginning twice gives what a fresh table gives, for whichever policy; no step is taken again."""
    begin = beginning(KUHN_TABLE)
    for policy in (uniform, equilibrium(Fraction(1, 7)), uniform):
        assert nash_conv(begin, policy) == nash_conv(KUHN_TABLE, policy)
        assert value(begin, policy) == value(KUHN_TABLE, policy)
    assert begin.after(JACK) is begin.after(JACK)


def test_the_lagoon() -> None:
    """A random look finds a shark in one lagoon of three, whatever it does; two looks find it five times in nine."""
    table = LAGOON.set_up(settings={"lagoons": 3, "rounds": 2})
    assert value(table, uniform) == {"shark": Fraction(4, 9), "diver": Fraction(5, 9)}
    # against a diver who looks anywhere the shark can do nothing; a shark that moves at random is found more often by a
    # diver who thinks: the first look is luck, the second is at the lagoon that two ways lead to
    assert best_response(table, uniform, "shark").worth == Fraction(4, 9)
    assert best_response(table, uniform, "diver").worth == Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 2)
    assert exploitability(table, uniform) == Fraction(1, 18)


def test_only_two_sides() -> None:
    many = find_game("get-bit").set_up(4)
    with pytest.raises(UndertowError, match=r"Get Bit! has 4 sides; exploitability is for two\."):
        exploitability(many, uniform)
    with pytest.raises(UnknownName, match="there is no side 'third'"):
        best_response(KUHN_TABLE, uniform, "third")
