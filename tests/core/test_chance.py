"""Fair chance: anybody can draw the same outcomes again, and no outcome is favoured."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertow.core.chance import FairChance, commitment, fresh_seed

WORDS = {"player 2": "tuna", "player 1": "mackerel"}


def drawn_by_hand(seed: str, message: str) -> int:
    """The first 64 bits of the HMAC, computed here."""
    return int.from_bytes(hmac.new(seed.encode(), message.encode(), hashlib.sha256).digest()[:8], "big")


def test_a_draw_can_be_computed_by_hand() -> None:
    found = [FairChance("reef", {}).draw(number, [1] * 6) for number in range(20)]
    assert found == [drawn_by_hand("reef", f"{number}.0.[]") % 6 for number in range(20)]


def test_a_known_answer() -> None:
    """So that files of today can be checked for ever."""
    known = [80, 18, 61, 52, 48, 44, 17, 61]
    message = '.0.[["player 1","mackerel"],["player 2","tuna"]]'
    assert [drawn_by_hand("reef", f"{number}{message}") % 100 for number in range(8)] == known
    assert [FairChance("reef", WORDS).draw(number, [1] * 100) for number in range(8)] == known


@given(st.integers(0, 1000), st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any))
def test_outcomes_follow_their_weights(number: int, weights: list[int]) -> None:
    """The number drawn below the total falls into the share of exactly one outcome."""
    place = drawn_by_hand("reef", f"{number}.0.[]") % sum(weights)
    owners = [index for index, weight in enumerate(weights) for _ in range(weight)]
    assert FairChance("reef", {}).draw(number, weights) == owners[place]


def test_no_face_is_favoured() -> None:
    dice = FairChance("no face is favoured", {})
    counts = Counter(dice.draw(number, [1] * 6) for number in range(6000))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5  # once in 1000 honest dice


def test_what_would_favour_small_numbers_is_drawn_again() -> None:
    """A total just above half of 2**64 rejects almost every second draw."""
    total = 2**63 + 1
    attempts = []
    for number in range(40):
        attempt = next(n for n in range(99) if drawn_by_hand("reef", f"{number}.{n}.[]") < total)
        attempts.append(attempt)
        low = drawn_by_hand("reef", f"{number}.{attempt}.[]") < 2**62
        assert FairChance("reef", {}).draw(number, [2**62, total - 2**62]) == (0 if low else 1)
    assert max(attempts) > 1


@pytest.mark.parametrize(
    "words", [{"ann": "cod"}, {"ann": "Cod"}, {"bob": "cod"}, {"ann": "cod", "bob": ""}, {"ann": "", "bob": "cod"}]
)
def test_words_change_the_dice(words: dict[str, str]) -> None:
    plain, mixed = FairChance("reef", {}), FairChance("reef", words)
    numbers = range(30)
    assert [plain.draw(n, [1] * 100) for n in numbers] != [mixed.draw(n, [1] * 100) for n in numbers]


def test_nobody_can_pass_for_somebody_else() -> None:
    """Who said which word is part of the dice, in whatever order they said it."""
    one = FairChance("reef", {"ann": "x", "bob": "y"})
    same = FairChance("reef", {"bob": "y", "ann": "x"})
    other = FairChance("reef", {"ann": "y", "bob": "x"})
    drawn = [[dice.draw(n, [1] * 100) for n in range(30)] for dice in (one, same, other)]
    assert drawn[0] == drawn[1] != drawn[2]


@given(st.text(), st.text())
def test_words_are_kept_apart(name: str, word: str) -> None:
    """No name or word can be written so that it looks like another message."""
    message = "0.0." + json.dumps([[name, word]], separators=(",", ":"))
    assert FairChance("reef", {name: word}).draw(0, [1] * 1000) == drawn_by_hand("reef", message) % 1000


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_fresh_seed_is_new_each_time() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 for seed in seeds)
