"""Swimmers by their letters, in a match in which the test says who begins where and who plays what.

    line = Line("J A B T")          # swimmer 1 is J and in front, swimmer 4 is T and last
    line.round("4 1 4 3")           # cards in the order of the seats, of all who are still in the water
    line.round("1 2 1 5", "head")   # the same with a shark
    line.gives_up("right leg")      # whoever was bitten
    assert line.order == "B T A J"

`cards_for` finds cards that make somebody last, so that a test can say whom it wants bitten and not how.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from undertow.core.match import Match, Result
from undertow.core.position import Event
from undertow.games.get_bit.view import Shark, Swimmer, View

LIMBS = ("right leg", "left leg", "right arm", "left arm")


def after_the_swim(order: Sequence[str], cards: Mapping[str, int]) -> list[str]:
    """The closed form: the untied by their cards, the highest in front, then the tied in their old order."""
    played = Counter(cards[swimmer] for swimmer in order)
    alone = sorted((swimmer for swimmer in order if played[cards[swimmer]] == 1), key=lambda s: -cards[s])
    return alone + [swimmer for swimmer in order if played[cards[swimmer]] > 1]


def has_tie(cards: Sequence[int]) -> bool:
    return len(set(cards)) < len(cards)


class Line:
    """A match with a line drawn by hand."""

    def __init__(
        self,
        letters: str = "J A B T",
        *,
        shark: bool = False,
        people: int | None = None,
        begin: str | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        self.letters = letters.split()
        players = (people or len(self.letters)) + shark
        self.match = Match("get-bit", players, {"shark": shark, **(rules or {})}, auto_chance=False)
        self.match.call({self.seat(letter): letter for letter in self.letters})
        for letter in (begin or letters).split()[:-1]:
            self.match.play("chance", f"{self.seat(letter)} is next")

    # What happens ----------------------------------------------------------------------------------------------------

    def round(self, cards: str, shark: str | None = None) -> list[Event]:
        """Everybody in the water plays a card, in the order of the seats, and the shark comes last."""
        told: list[Event] = []
        for letter, card in zip(self.swimming, cards.split(), strict=True):
            told += self.plays(letter, int(card))
        return told + (self.match.play("shark", shark) if shark else [])

    def plays(self, letter: str, card: int) -> list[Event]:
        return self.match.play(self.seat(letter), f"card {card}")

    def gives_up(self, limb: str) -> list[Event]:
        (seat,) = self.match.to_act
        return self.match.play(seat, f"lose {limb}")

    def bites(self, letter: str, limb: str | None = None) -> list[Event]:
        """A round of the base game in which this swimmer is bitten and gives up that limb, or the first one left."""
        told = self.round(self.cards_for(letter))
        if self.view.phase != "losing a limb":
            return told
        return told + self.gives_up(limb or self.limbs(letter)[0])

    def snaps(self, letter: str, card: str, *, tie: bool | None = None) -> list[Event]:
        """A round in which this swimmer is last and the shark plays this card."""
        return self.round(self.cards_for(letter, tie=tie), card)

    def first_round(self) -> None:
        """A round in which nobody is bitten and nobody moves."""
        self.round("1 " * len(self.swimming))

    def cards_for(self, last: str, *, front: str | None = None, tie: bool | None = None) -> str:
        """Cards from the hands that make this swimmer last; who is in front and whether any tie, if that matters."""
        order, swimming = self.order.split(), self.swimming
        for cards in product(*(self.hand(letter) for letter in swimming)):
            after = after_the_swim(order, dict(zip(swimming, cards, strict=True)))
            if after[-1] == last and front in (None, after[0]) and tie in (None, has_tie(cards)):
                return " ".join(str(card) for card in cards)
        hands = {letter: self.hand(letter) for letter in order}
        raise ValueError(f"no cards of {hands} make {last} the last one behind {front}, tie: {tie}")

    def can_be_last(self, letter: str, *, tie: bool | None = None) -> bool:
        try:
            return bool(self.cards_for(letter, tie=tie))
        except ValueError:
            return False

    # What one sees ---------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        view = self.match.view("spectator")
        assert isinstance(view, View)
        return view

    @property
    def order(self) -> str:
        """The letters from front to rear."""
        return " ".join(self.letters[number] for number in self.view.line)

    @property
    def swimming(self) -> list[str]:
        """Who is still in the water, in the order of the seats."""
        return [self.letters[number] for number in sorted(self.view.line)]

    def seat(self, letter: str) -> str:
        return f"swimmer {self.letters.index(letter) + 1}"

    def swimmer(self, letter: str) -> Swimmer:
        return self.view.swimmers[self.letters.index(letter)]

    def hand(self, letter: str) -> list[int]:
        return self.swimmer(letter).hand

    def limbs(self, letter: str) -> list[str]:
        """The limbs of which something is left."""
        return [limb for limb in LIMBS if self.swimmer(letter).limbs[limb]]

    @property
    def shark(self) -> Shark:
        shark = self.view.shark
        assert shark is not None
        return shark

    @property
    def asked(self) -> list[str]:
        """Whose limb must go: the letters of whoever has to choose now."""
        return [self.letters[int(seat.split()[-1]) - 1] for seat in self.match.to_act]

    @property
    def result(self) -> Result:
        assert self.match.result is not None
        return self.match.result

    @property
    def log(self) -> list[str]:
        return self.match.log("spectator")

    def said(self, events: list[Event]) -> list[str]:
        """What was just told, in words; choosing a card has none."""
        return [words for event in events if (words := self.match.sentence(event))]
