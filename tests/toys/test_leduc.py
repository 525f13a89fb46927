"""Leduc poker is an honest game, pays what it should, and is the one that others have solved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pyspiel
import pytest

from tests.toys.leduc import GAME
from undertow import Match
from undertow.core.errors import IllegalAction
from undertow.lab.exact import Choices, beginning, best_response, exploitability, nash_conv, uniform, value
from undertow.testing import CHECKS, check_game

QUICK = [check for check in CHECKS if check != "modes"]  # without those that compile
MOST = 13  # chips that one can win: an ante of 1, two raises of 2 and two of 4
TABLE = beginning(GAME.set_up())
PARTNERS = beginning(GAME.set_up(settings={"partners": True}))


# The rules ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings", [{}, {"ranks": 4, "raises": 3, "ante": 2, "first_bet": 1, "second_bet": 5}, {"partners": True}], ids=str
)
def test_it_is_an_honest_game(settings: dict[str, int]) -> None:
    assert check_game(GAME, settings=[settings], checks=QUICK, matches=6).problems == []


def play(cards: str, plays: str, **settings: Any) -> Match:
    """A match with these cards (the first one's, the second one's, the open one) and these decisions."""
    match = Match(GAME, 2, settings, auto_chance=False)
    deck = [f"{rank} of {suit}" for rank, suit in zip(cards.split(), ("hearts", "hearts", "spades"), strict=True)]
    decisions = plays.split()
    while not match.over and (decisions or match.to_act == ("chance",)):
        [seat] = match.to_act
        match.play(seat, deck.pop(0) if seat == "chance" else decisions.pop(0))
    assert not decisions
    return match


@pytest.mark.parametrize(
    ("cards", "plays", "chips"),
    [
        ("king queen jack", "call call call call", 1),
        ("king queen queen", "call call call call", -1),  # a pair beats the king
        ("king queen king", "raise call raise call", 7),
        ("jack queen king", "raise raise call raise raise call", -MOST),
        ("jack king queen", "raise fold", 1),
        ("jack king queen", "call raise raise fold", 3),  # whoever raised first gives up their first raise
        ("king jack queen", "call raise call call raise fold", -3),
    ],
)
def test_what_is_won(cards: str, plays: str, chips: int) -> None:
    result = play(cards, plays).result
    assert result is not None
    assert result.scores == {"first": chips, "second": -chips}
    assert result.shares == {"first": (chips + MOST) / (2 * MOST), "second": (MOST - chips) / (2 * MOST)}


def test_equal_cards_split_the_pot() -> None:
    match = Match(GAME, auto_chance=False)
    for seat, action in (("chance", "queen of hearts"), ("chance", "queen of spades"), ("first", "raise")):
        match.play(seat, action)
    match.play("second", "call")
    match.play("chance", "king of spades")
    match.play("first", "call")
    match.play("second", "call")
    assert match.result is not None
    assert match.result.scores == {"first": 0, "second": 0}
    assert match.result.shares == {"first": 0.5, "second": 0.5}


def test_nobody_folds_without_a_bet_against_them() -> None:
    assert play("king queen jack", "").legal("first") == ["call", "raise"]
    assert play("king queen jack", "raise").legal("second") == ["fold", "call", "raise"]


def test_two_raises_are_all_in_each_round() -> None:
    match = play("king queen jack", "raise raise")
    assert match.legal("first") == ["fold", "call"]
    with pytest.raises(IllegalAction):
        match.play("first", "raise")
    again = play("king queen jack", "raise raise call")
    assert again.legal("first") == ["call", "raise"]


def test_a_partner_plays_the_second_round() -> None:
    match = play("king queen king", "call call raise", partners=True)
    assert match.to_act == ("second's partner",)
    match.play("second's partner", "call")
    assert match.result is not None
    assert match.result.scores == {"first": 5, "second": -5, "first's partner": 5, "second's partner": -5}


# Known numbers ------------------------------------------------------------------------------------------------------


def chips(share: Any) -> Any:
    """Shares as chips won."""
    return 2 * MOST * share - MOST


def situation(known: str) -> tuple[str, int, int, str]:
    """Who is asked, with which card and which open one (-1: none yet), after which decisions."""
    seat, _, heard = known.partition(": ")
    mine, open, plays = -1, -1, ""
    for kind, details in re.findall(r"\d+ (holds|turned|called|raised)([ \d]*)", heard):
        numbers = (*map(int, details.split()), 0, 0)
        if kind == "holds":
            mine = numbers[1]
        elif kind == "turned":
            open, plays = numbers[0], plays + "/"
        else:
            plays += kind[0]
    return seat, mine, open, plays


def solved_by_open_spiel(rounds: int) -> tuple[Any, dict[tuple[str, int, int, str], dict[int, float]]]:
    """What counterfactual regret minimisation finds for OpenSpiel's Leduc poker; and the same by situation."""
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    found = {}
    for text, odds in policy.policy_table().items():
        told = dict(re.findall(r"\[(\w+): ?([^\]]*)\]", text))
        plays = ["".join("?cr"[int(play)] for play in told[name].split()) for name in ("Round1", "Round2")]
        open = int(told.get("Public", -1))
        seat = ("first", "second")[int(told["Observer"])]
        found[seat, int(told["Private"]), open, "/".join(plays) if open >= 0 else plays[0]] = dict(odds)
    return policy, found


@pytest.mark.compiled
def test_betting_at_random_can_be_exploited_as_is_known() -> None:
    """OpenSpiel has 4.747222 chips for both sides together, twice the exploitability."""
    asked = set()

    def ask(known: str, legal: Sequence[int]) -> Choices:
        asked.add(known)
        return uniform(known, legal)

    assert chips(value(TABLE, ask)["first"]) == Fraction(-5, 64)
    assert len(asked) == 936  # information sets
    assert 2 * MOST * nash_conv(TABLE, uniform) == Fraction(1709, 360)
    assert 2 * MOST * exploitability(TABLE, uniform) == pytest.approx(4.747222 / 2, abs=1e-6)


@pytest.mark.compiled
def test_a_solution_of_open_spiel_is_as_good_here() -> None:
    """The same policy has the same exploitability; and the value of the game, -0.0856 chips for the first player, lies
    between what the best answers leave."""
    theirs, by_situation = solved_by_open_spiel(rounds=100)

    def ask(known: str, legal: Sequence[int]) -> Choices:
        return by_situation[situation(known)]

    first, second = (float(chips(best_response(TABLE, ask, side).worth)) for side in ("first", "second"))
    game = pyspiel.load_game("leduc_poker")
    assert first + second == pytest.approx(pyspiel.nash_conv(game, theirs), abs=1e-9)
    assert -second < -0.0856 < first
    assert first + second < 0.05
    assert chips(value(TABLE, ask)["first"]) == pytest.approx(-0.0856, abs=0.005)


@pytest.mark.compiled
@pytest.mark.parametrize("side", ["first", "second"])
def test_seats_of_one_side_answer_as_one(side: str) -> None:
    """With a partner for the second round it is the same game: the same value and the same best answer, whoever of the
    side is asked."""
    alone, together = (best_response(table, careful, side) for table in (TABLE, PARTNERS))
    assert together.worth == alone.worth
    assert {without_partners(known): action for known, action in together.choices.items()} == {
        situation(known): action for known, action in alone.choices.items()
    }
    asked = {known.partition(":")[0] for known in together.choices}
    assert asked == {side, f"{side}'s partner"}
    worth = value(PARTNERS, careful)
    assert worth["first"] == worth["first's partner"] == value(TABLE, careful)["first"]


def careful(known: str, legal: Sequence[int]) -> Choices:
    """Raise more often with a higher card, fold with a jack: a policy that answers differ for."""
    _, mine, open, _ = without_partners(known)
    rank = 2 if mine // 2 == open // 2 else mine // 2
    weights = {action: Fraction(1 + abs(rank - (2 - action) % 3)) for action in legal}
    return {action: weight / sum(weights.values()) for action, weight in weights.items()}


def without_partners(known: str) -> tuple[str, int, int, str]:
    seat, *rest = situation(known)
    return (seat.removesuffix("'s partner"), *rest)  # type: ignore[return-value]
