"""Get Bit!: the decisions, and what they touch."""

from __future__ import annotations

from undertow.core.actions import NUMBERS, Actions, Part
from undertow.core.records import Record
from undertow.games.get_bit.state import CARDS, LIMB_NAMES

SHARK_CARD_NAMES = (*LIMB_NAMES, "head", "any limb")  # by number

ACTIONS = Actions(keys=NUMBERS)
CARD = ACTIONS.add(  # + number - 1
    "card {card}",
    "Swim with a {card}",
    help="High cards end up in front, but only if nobody else plays the same.",
    key="card",
    card=range(1, CARDS + 1),
)
LOSE = ACTIONS.add(  # + limb
    "lose {limb}",
    "Give up the {limb}",
    help="The limb is gone; the swimmer jumps to the front and takes all cards back.",
    limb=LIMB_NAMES,
)
BITE = ACTIONS.add(  # + the shark's card
    "{card}",
    "Bite: {card}",
    verb="bite",
    help="A limb hits if the last swimmer still has it, the head if no two cards are equal, any limb if some are.",
    card=Part(SHARK_CARD_NAMES, (*LIMB_NAMES, "head (only without a tie)", "any limb (only with a tie)")),
)


def outcome(box: Record, state: Record, outcome: int) -> str:
    """The swimmer who is next in line."""
    return f"swimmer {outcome + 1} is next"
