"""Known numbers: worked examples, how long games last, and the odds of ties and bites counted out one by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import perm
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.get_bit.script import Line, after_the_swim, has_tie
from undertow.core.game import Setup, find_game
from undertow.core.records import Ints, Records
from undertow.core.rng import WORDS, start
from undertow.games.get_bit.odds import clash, hits, who_is_last
from undertow.lab.simulate import simulate

GAME = find_game("get-bit")
LETTERS = ["J", "A", "B", "T", "C", "D"]
MATCHES = 20_000
SEED = 3

# Worked examples ----------------------------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    """J4 A1 B4 T3: A jumps, then T; J and B tie and stay. From round 2 on that is a bite for B, who then leads."""
    line = Line("J A B T")
    line.round("4 1 4 3")
    assert line.order == "T A J B"


def test_the_worked_example_with_a_bite() -> None:
    line = Line("J A B T")
    line.round("5 5 5 5")
    line.round("4 1 4 3")
    assert line.order == "T A J B"
    assert line.hand("B") == [1, 2, 3]
    line.gives_up("left arm")
    assert line.order == "B T A J"
    assert line.hand("B") == [1, 2, 3, 4, 5]
    assert line.hand("T") == [1, 2, 4]


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        ("3 3 3 3", "J A B T"),
        ("2 2 5 5", "J A B T"),
        ("2 5 2 5", "J A B T"),
        ("1 2 3 4", "T B A J"),
        ("5 4 3 2", "J A B T"),
        ("2 4 1 3", "A T J B"),
    ],
)
def test_vectors(cards: str, order: str) -> None:
    """All tie or two pairs: nobody moves. All different: fully sorted, the highest in front."""
    line = Line("J A B T")
    line.round(cards)
    assert line.order == order


@st.composite
def first_rounds(draw: Any) -> tuple[list[str], list[str], list[int]]:
    """Letters in seat order, a line, and a card for each."""
    letters = LETTERS[: draw(st.integers(4, 6))]
    order = draw(st.permutations(letters))
    return (
        letters,
        order,
        draw(st.lists(st.integers(1, len(letters) + 1), min_size=len(letters), max_size=len(letters))),
    )


@settings(max_examples=60, deadline=None)
@given(first_rounds())
def test_the_swim_in_closed_form(drawn: tuple[list[str], list[str], list[int]]) -> None:
    """The untied in descending order of their cards, then the tied in their old order."""
    letters, order, cards = drawn
    line = Line(" ".join(letters), begin=" ".join(order))
    assert line.order == " ".join(order)
    line.round(" ".join(str(card) for card in cards))
    assert line.order.split() == after_the_swim(order, dict(zip(letters, cards, strict=True)))


# How long it lasts --------------------------------------------------------------------------------------------------


def shortest(line: Line) -> Line:
    """The first two swimmers are never bitten, until only they are left."""
    line.first_round()
    while not line.match.over:
        line.bites(next(letter for letter in line.letters[2:] if letter in line.swimming and line.can_be_last(letter)))
    return line


def longest(line: Line) -> Line:
    """Whoever has most limbs is bitten, so that the last two have lost three each."""
    line.first_round()
    while not line.match.over:
        line.bites(max(filter(line.can_be_last, line.swimming), key=lambda letter: len(line.limbs(letter))))
    return line


@pytest.mark.parametrize("swimmers", [4, 5, 6])
def test_the_shortest_and_the_longest_game(swimmers: int) -> None:
    """One round without a bite, then 4(N-2) bites at least and, with three limbs off the last two, 4N-2 at most."""
    letters = " ".join(LETTERS[:swimmers])
    assert shortest(Line(letters)).view.round == 4 * (swimmers - 2) + 1
    assert longest(Line(letters)).view.round == 4 * swimmers - 1


finish: Any = GAME.playout.finish


def _many(boxes: Records, laid: Records, states: Records, rng: Ints, out: Ints, most: int, rounds: Ints) -> None:
    for match in range(rounds.shape[0]):
        start(rng, SEED, match)
        states[0] = laid[0]
        finish(boxes[0], states[0], rng, out, most)
        rounds[match] = states[0].rounds if states[0].over == 1 else -1


_compiled: Any = numba.njit(_many)


def random_rounds(setup: Setup, matches: int) -> Ints:
    """The rounds of so many random matches."""
    rng, rounds = np.zeros(WORDS, np.int64), np.zeros(matches, np.int64)
    states, most = setup.new_state(), setup.game.state.BOUND
    _compiled(setup.box, setup.new_state(), states, rng, setup.room_for_actions(), most, rounds)
    assert rounds.min() > 0, "a match did not end"
    return rounds


@pytest.mark.compiled
@pytest.mark.parametrize(("swimmers", "average"), [(4, 13.4), (5, 17.6), (6, 21.7)])
def test_rounds_of_random_games(swimmers: int, average: float) -> None:
    """Never outside the bounds, and on average what is known."""
    rounds = random_rounds(GAME.set_up(swimmers), MATCHES)
    assert rounds.min() >= 4 * (swimmers - 2) + 1
    assert rounds.max() <= 4 * swimmers - 1
    assert rounds.mean() == pytest.approx(average, abs=0.1)


@pytest.mark.compiled
@pytest.mark.parametrize("swimmers", [4, 5, 6])
def test_rounds_with_a_shark(swimmers: int) -> None:
    """At most the first round, 4N-1 bites and N-1 misses: 5N-1. At least the first round and N misses."""
    rounds = random_rounds(GAME.set_up(swimmers + 1, {"shark": True}), MATCHES)
    assert rounds.max() <= 5 * swimmers - 1
    assert rounds.min() >= swimmers + 1


@pytest.mark.compiled
@pytest.mark.parametrize("shark", [False, True])
def test_rounds_of_the_long_game(shark: bool) -> None:
    """Eight bites instead of four: 8(N-2)+1 to 8N-1 rounds. A shark with six tokens misses at most five times before
    the end: up to 8N+5, and no fewer than the first round and six misses."""
    rounds = random_rounds(GAME.set_up(4 + shark, {"shark": shark, "long_game": True}), MATCHES)
    assert rounds.max() <= (37 if shark else 31)
    assert rounds.min() >= (7 if shark else 17)


@pytest.mark.compiled
@pytest.mark.parametrize(("swimmers", "wins"), [(4, 0.12), (5, 0.04), (6, 0.01)])
def test_a_random_shark_against_random_swimmers(swimmers: int, wins: float) -> None:
    report = simulate(GAME.set_up(swimmers + 1, {"shark": True}), ["random"], 20_000, seed=2)
    assert report.unfinished == 0
    assert report.wins(0)[0] == pytest.approx(wins, abs=0.015)


@pytest.mark.compiled
@pytest.mark.parametrize("swimmers", [4, 5, 6])
def test_random_swimmers_are_equal(swimmers: int) -> None:
    """The line is drawn by lot, so no seat is better than another."""
    report = simulate(GAME.set_up(swimmers), ["random"], 20_000, seed=3)
    for seat in range(swimmers):
        assert report.wins(seat)[0] == pytest.approx(1 / swimmers, abs=0.015)


# Ties and bites, counted out ----------------------------------------------------------------------------------------

Odds = list[tuple[Fraction, Fraction]]  # by place: last without a tie, last with one


def bits(hand: Sequence[int]) -> int:
    return sum(1 << (card - 1) for card in hand)


def as_bits(hands: Sequence[Sequence[int]]) -> Ints:
    return np.array([bits(hand) for hand in hands], np.int64)


def counted_out(hands: Sequence[Sequence[int]]) -> Odds:
    """Every choice of everybody, front to rear, one by one."""
    places = [str(place) for place in range(len(hands))]
    found = [[Fraction(0), Fraction(0)] for _ in hands]
    choices = list(product(*hands))
    for cards in choices:
        last = after_the_swim(places, dict(zip(places, cards, strict=True)))[-1]
        found[int(last)][has_tie(cards)] += Fraction(1, len(choices))
    return [(alone, tied) for alone, tied in found]


def assert_same(found: Any, expected: Odds) -> None:
    assert found.tolist() == [pytest.approx([float(alone), float(tied)], abs=1e-12) for alone, tied in expected]
    assert found.sum() == pytest.approx(1)


def test_who_is_last_of_four_with_full_hands() -> None:
    """Counted out with fractions: 1 - 120/625 of the rounds have a tie; nobody tied can be last in front."""
    full = [range(1, 6)] * 4
    expected = counted_out(full)
    assert sum(tied for _, tied in expected) == 1 - Fraction(perm(5, 4), 5**4)
    assert expected[0][1] == 0
    assert_same(who_is_last(GAME.set_up(4).box[0], as_bits(full)), expected)


@pytest.mark.parametrize(("swimmers", "printed"), [(4, 0.81), (5, 0.91), (6, 0.96)])
def test_how_often_somebody_ties(swimmers: int, printed: float) -> None:
    """With full hands chosen at random: all different in (N+1)!/(N+1)^N of rounds, otherwise a tie."""
    cards = swimmers + 1
    last = who_is_last(GAME.set_up(swimmers).box[0], as_bits([range(1, cards + 1)] * swimmers))
    exact = 1 - Fraction(perm(cards, swimmers), cards**swimmers)
    assert last[:, 1].sum() == pytest.approx(float(exact), abs=1e-12)
    assert round(float(exact), 2) == printed


def hands_of(cards: int, swimmers: int) -> st.SearchStrategy[list[list[int]]]:
    hand = st.sets(st.integers(1, cards), min_size=1).map(sorted)
    return st.lists(hand, min_size=swimmers, max_size=swimmers)


some_hands = st.integers(3, 4).flatmap(lambda swimmers: hands_of(5, swimmers))


@settings(max_examples=40, deadline=None)
@given(some_hands)
def test_who_is_last_against_counting(hands: list[list[int]]) -> None:
    assert_same(who_is_last(GAME.set_up(4).box[0], as_bits(hands)), counted_out(hands))


@settings(max_examples=60, deadline=None)
@given(some_hands, st.integers(0, 2), st.integers(1, 5))
def test_clash_against_counting(hands: list[list[int]], place: int, card: int) -> None:
    """How likely any other swimmer plays this very number."""
    others = list(product(*(hand for other, hand in enumerate(hands) if other != place)))
    clashing = Fraction(sum(card in choice for choice in others), len(others))
    assert clash(as_bits(hands), place, card - 1) == pytest.approx(float(clashing), abs=1e-12)


def played_on() -> Line:
    """A shark's table in the middle of a match: swimmers with different hands and limbs."""
    line = Line(shark=True)
    line.round("1 2 3 3")
    line.snaps("T", "left leg")
    line.snaps("A", "right arm")
    return line


def test_how_likely_each_shark_card_hits() -> None:
    """A named limb hits if whoever is last still has it, head without a tie, any limb with one."""
    line = played_on()
    order = line.order.split()
    odds = counted_out([line.hand(letter) for letter in order])
    expected = {
        limb: sum(sum(odds[place]) for place, letter in enumerate(order) if limb in line.limbs(letter))
        for limb in ("right leg", "left leg", "right arm", "left arm")
    }
    expected["head"] = sum((alone for alone, _ in odds), Fraction(0))
    expected["any limb"] = sum((tied for _, tied in odds), Fraction(0))
    assert expected["left leg"] < 1
    assert expected["right leg"] == 1
    beliefs = line.match.beliefs("shark")
    assert line.shark.hand == ["right leg", "left arm", "head", "any limb"]
    shown = {chance.card: chance.bites for chance in beliefs.cards["shark"]}
    assert shown == {card: pytest.approx(float(expected[card])) for card in line.shark.hand}
    assert beliefs.tie == pytest.approx(float(expected["any limb"]))
    state, box = line.match.position.state, line.match.position.box
    last = who_is_last(box, as_bits([line.hand(letter) for letter in order]))
    assert hits(state, last) == pytest.approx([float(odds) for odds in expected.values()])
