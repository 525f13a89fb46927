"""Kelp: what a study counts."""

from __future__ import annotations

from undertow.core.contract import Thing
from undertow.core.no_measures import thought
from undertow.core.records import CHANCE, NOTHING, Record, by, count
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st

UNIT = "round"
REASONS = {
    st.CAUGHT: "the octopus was caught",
    st.FED: "the octopus ate its fill",
    st.EXHAUSTED: "the shark was exhausted",
    st.TOOTHLESS: "the shark had no red die left",
    st.LONG_GAME: "it took too long",
}
THINGS = (
    *(Thing(name, "card") for name in st.CARD_NAMES),
    *(Thing(f"use the {name}", "food") for name in act.FOOD_NAMES),
    *(Thing(f"learn the {name}", "block") for name in st.BLOCK_NAMES[st.SHELL :]),
    *(Thing(f"buy {name}", "shark card bought") for name in st.SHARK_CARD_NAMES),
    *(Thing(f"use {name}", "shark card") for name in st.SHARK_CARD_NAMES),
    *(Thing(name, "escape") for name in st.ESCAPES),
    Thing("search", "move"),
    Thing("strike", "move"),
)
CARDS_FROM = 0
FOOD_FROM = CARDS_FROM + st.CARDS
BLOCKS_FROM = FOOD_FROM + st.FOODS
BOUGHT_FROM = BLOCKS_FROM + st.KINDS - 1
USED_FROM = BOUGHT_FROM + st.SHARK_CARDS
ESCAPES_FROM = USED_FROM + st.SHARK_CARDS
SEARCHES = ESCAPES_FROM + st.STRATEGIES
STRIKES = SEARCHES + 1

ALL = 60  # what a side stands at that has all it needs
A_TILE = 10
A_BLOCK = 4  # that lies open


@rule
def clock(box: Record, state: Record) -> int:
    return int(state.rounds)


@rule
def standing(box: Record, state: Record, seat: int) -> int:
    """The octopus: food, or how hungry the shark is. The shark: growth tiles, and blocks that lie open."""
    if seat == st.OCTOPUS:
        fed = ALL * count(state.eaten) // int(box.food_to_win)
        return max(fed, ALL * int(state.hungry) // int(box.hunger_track))
    return A_TILE * int(state.tiles) + A_BLOCK * (st.ZONES - count(state.hidden))


@rule
def pace(box: Record, state: Record, seat: int, options: int) -> int:
    return thought(options)


@rule
def noted(box: Record, state: Record, seat: int, action: int) -> int:
    if seat == CHANCE:
        return NOTHING
    if act.STRATEGY <= action < act.STRATEGY + st.STRATEGIES:
        return by(seat, ESCAPES_FROM + action - act.STRATEGY)
    return octopus_noted(seat, action) if seat == st.OCTOPUS else shark_noted(state, seat, action)


@rule
def octopus_noted(seat: int, action: int) -> int:
    if act.PLAY <= action < act.PLAY + st.CARDS:
        return by(seat, CARDS_FROM + action - act.PLAY)
    if act.EAT_POWER <= action < act.EAT_POWER + st.FOODS:
        return by(seat, FOOD_FROM + action - act.EAT_POWER)
    if act.LEARN_BLOCK + st.SHELL <= action < act.LEARN_BLOCK + st.KINDS:
        return by(seat, BLOCKS_FROM + action - act.LEARN_BLOCK - st.SHELL)
    return NOTHING


@rule
def shark_noted(state: Record, seat: int, action: int) -> int:
    if act.SEARCH <= action < act.SEARCH + st.PIPS * st.ZONES:
        return by(seat, SEARCHES)
    if act.STRIKE <= action < act.STRIKE + st.PIPS * st.ZONES:
        return by(seat, STRIKES)
    if act.BUY <= action < act.BUY + st.MARKET:
        return by(seat, BOUGHT_FROM + int(state.market[action - act.BUY]))
    card = shark_card(action)
    return by(seat, USED_FROM + card) if card >= 0 else NOTHING


@rule
def shark_card(action: int) -> int:
    """The card that this action of the shark uses, or -1."""
    if act.USE <= action < act.USE + st.SHARK_CARDS:
        return action - act.USE
    if act.DASH <= action < act.DASH + st.SPACES:
        return st.SWIFT
    if act.RELENT <= action < act.RELENT + act.DICE:
        return st.RELENTLESS
    if act.BOOST <= action < act.BOOST + act.DICE:
        return st.RUTHLESS
    if act.DARE <= action < act.DARE + act.DICE:
        return st.DARING
    return st.VIGILANT if act.SAVE <= action < act.SAVE + act.DICE else -1
