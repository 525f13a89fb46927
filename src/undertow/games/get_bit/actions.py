"""Get Bit!: the decisions, and their names."""

from __future__ import annotations

from undertow.core.records import CHANCE, Record
from undertow.games.get_bit.state import ANY_LIMB, CARDS, HEAD, LIMB_NAMES, LIMBS

CARD = 0  # + number - 1: a swimmer's card
LOSE = CARD + CARDS  # + limb: what a bitten swimmer gives up
BITE = LOSE + LIMBS  # + card: the shark's card


def name(box: Record, state: Record, seat: int, action: int) -> str:
    """What a player calls this action, or the swimmer who is next in line."""
    if seat == CHANCE:
        return f"swimmer {action + 1} is next"
    if action < LOSE:
        return f"card {action - CARD + 1}"
    if action < BITE:
        return f"lose {LIMB_NAMES[action - LOSE]}"
    return shark_card(action - BITE)


def shark_card(card: int) -> str:
    return {HEAD: "head", ANY_LIMB: "any limb"}.get(card) or LIMB_NAMES[card]
