"""Get Bit!: the water as a viewer sees it, typed. Swimmers are counted from 0."""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal["lining up", "choosing", "losing a limb", "over"]
PHASES: tuple[Phase, ...] = ("lining up", "choosing", "losing a limb", "over")


class Swimmer(msgspec.Struct, frozen=True):
    seat: int
    owner: int  # swimmers with the same number belong to one person
    limbs: dict[str, int]  # parts left of each
    hand: list[int]  # cards not yet played: everybody can count them
    has_chosen: bool
    chosen: int | None  # the secret card, for its owner's eyes


class Shark(msgspec.Struct, frozen=True):
    hand: list[str]
    tokens: int
    has_chosen: bool
    chosen: str | None  # the secret card, for the shark's eyes


class View(msgspec.Struct, frozen=True):
    phase: Phase
    round: int
    line: list[int]  # swimmers from front to rear
    swimmers: list[Swimmer]
    shark: Shark | None
    cards: int  # the highest card
    limb_parts: int  # of a whole limb
    first_bite: int  # the first round in which somebody is bitten
    choosing: list[int]  # seats that still have to choose a card in this round
    winner: int | None  # the seat that has won


class Chance(msgspec.Struct, frozen=True):
    """One of my cards, if all others choose at random."""

    card: str
    clash: float  # for a swimmer: somebody plays the same number
    last: float  # for a swimmer: I end up at the rear
    bites: float  # for the shark: it hits


class Beliefs(msgspec.Struct, frozen=True):
    hands: dict[str, list[str]]  # what each seat may still play
    tie: float  # the chance of any tie, if all choose at random
    cards: dict[str, list[Chance]]  # for each of my seats that has still to choose
