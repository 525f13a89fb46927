"""Kelp: the decisions, and their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from undertow.core.records import CHANCE, Record
from undertow.games.kelp.state import (
    BANISHING,
    BLOCK_NAMES,
    CARD_NAMES,
    CARDS,
    COLOURS,
    CRAB,
    DENS,
    DIE_CODES,
    DRAWING_DICE,
    ESCAPES,
    FILLING,
    FIRST_DEN,
    FOODS,
    KINDS,
    LAYING,
    MARKET,
    PAIRS,
    PILE_NAMES,
    PILES,
    PIPS,
    PULLING,
    ROLLING,
    SAVED,
    SHARK_CARD_NAMES,
    SHARK_CARDS,
    SLOTS,
    SPACE_NAMES,
    SPACES,
    STRATEGIES,
    ZONES,
)

# The octopus. Each name is the first number of a range.
DEN = 0  # + den: where the shark is put
PLAY = DEN + DENS  # + card
DRAW = PLAY + CARDS
DISCARD = DRAW + 1  # + card
EAT_POWER = DISCARD + CARDS  # + food: use its power
END_TURN = EAT_POWER + FOODS
REVEAL = END_TURN + 1  # + zone
SWAP = REVEAL + ZONES  # + pair of zones
PICK = SWAP + len(PAIRS)  # + zone
HIDE = PICK + ZONES  # + zone
DONE = HIDE + ZONES
LEARN_CARD = DONE + 1  # + pile
LEARN_BLOCK = LEARN_CARD + PILES  # + kind
EXCHANGE = LEARN_BLOCK + KINDS  # + zone
TRASH_HAND = EXCHANGE + ZONES  # + card
TRASH_DISCARD = TRASH_HAND + CARDS  # + card
FETCH_DRAW = TRASH_DISCARD + CARDS  # + card
FETCH_DISCARD = FETCH_DRAW + CARDS  # + card
REMOVE = FETCH_DISCARD + CARDS  # + space
# Both
STRATEGY = REMOVE + SPACES  # + strategy
# The shark
NAME = STRATEGY + STRATEGIES  # + zone
TAKE_CURRENT = NAME + ZONES  # + space
USE = TAKE_CURRENT + SPACES  # + card
RETURN = USE + SHARK_CARDS  # + colour
TAKE = RETURN + len(COLOURS)  # + colour
PLACE_CURRENT = TAKE + len(COLOURS)  # + (pips - 1) * spaces + space
PLACE_SAVED = PLACE_CURRENT + PIPS * SPACES  # + saved * spaces + space
REROLL = PLACE_SAVED + SAVED * SPACES  # + die
TRADE = REROLL + DIE_CODES  # + die of the pool
RELENT = TRADE + DIE_CODES  # + die
BOOST = RELENT + DIE_CODES  # + die
DARE = BOOST + DIE_CODES  # + die
SAVE = DARE + DIE_CODES  # + die
DIE = SAVE + DIE_CODES  # + die
SWIM = DIE + DIE_CODES  # + space
DASH = SWIM + SPACES  # + space
SEARCH = DASH + SPACES  # + (pips - 1) * zones + zone
STRIKE = SEARCH + PIPS * ZONES  # + (pips - 1) * zones + zone
SAVED_DIE_AT = STRIKE + PIPS * ZONES  # + saved * zones + zone
FIRST = SAVED_DIE_AT + SAVED * ZONES  # + zone
BUY = FIRST + ZONES  # + slot
REFRESH = BUY + MARKET  # + energy slot * market + slot
FEED = REFRESH + SLOTS * MARKET  # + colour


def die_name(die: int) -> str:
    """`yellow 3`."""
    colour, pips = die >> 3, die & 7
    return f"{COLOURS[colour]} {pips}" if pips else COLOURS[colour]


def pair_name(pair: int) -> str:
    return "{}-{}".format(*PAIRS[pair])


PLAIN = {DRAW: "draw", END_TURN: "end turn", DONE: "done"}

#: Ranges of actions: where each begins, how many it has, and the name of each.
RANGES: tuple[tuple[int, int, Callable[[int], str]], ...] = (
    (DEN, DENS, lambda n: f"den {SPACE_NAMES[FIRST_DEN + n]}"),
    (PLAY, CARDS, lambda n: f"play {CARD_NAMES[n]}"),
    (DISCARD, CARDS, lambda n: f"discard {CARD_NAMES[n]}"),
    (EAT_POWER, FOODS, lambda n: f"use {BLOCK_NAMES[CRAB + n]}"),
    (REVEAL, ZONES, lambda n: f"reveal {n}"),
    (SWAP, len(PAIRS), lambda n: f"swap {pair_name(n)}"),
    (PICK, ZONES, lambda n: f"shuffle {n}"),
    (HIDE, ZONES, lambda n: f"hide {n}"),
    (LEARN_CARD, PILES, lambda n: f"learn {PILE_NAMES[n]} card"),
    (LEARN_BLOCK, KINDS, lambda n: f"learn {BLOCK_NAMES[n]}"),
    (EXCHANGE, ZONES, lambda n: f"exchange {n}"),
    (TRASH_HAND, CARDS, lambda n: f"trash {CARD_NAMES[n]} from hand"),
    (TRASH_DISCARD, CARDS, lambda n: f"trash {CARD_NAMES[n]} from discard"),
    (FETCH_DRAW, CARDS, lambda n: f"fetch {CARD_NAMES[n]} from draw pile"),
    (FETCH_DISCARD, CARDS, lambda n: f"fetch {CARD_NAMES[n]} from discard"),
    (REMOVE, SPACES, lambda n: f"remove {SPACE_NAMES[n]}"),
    (STRATEGY, STRATEGIES, lambda n: ESCAPES[n]),
    (NAME, ZONES, lambda n: f"name {n}"),
    (TAKE_CURRENT, SPACES, lambda n: f"take current {SPACE_NAMES[n]}"),
    (USE, SHARK_CARDS, lambda n: f"use {SHARK_CARD_NAMES[n]}"),
    (RETURN, len(COLOURS), lambda n: f"return {COLOURS[n]}"),
    (TAKE, len(COLOURS), lambda n: f"take {COLOURS[n]}"),
    (PLACE_CURRENT, PIPS * SPACES, lambda n: f"current {n // SPACES + 1} at {SPACE_NAMES[n % SPACES]}"),
    (PLACE_SAVED, SAVED * SPACES, lambda n: f"saved current {n // SPACES + 1} at {SPACE_NAMES[n % SPACES]}"),
    (REROLL, DIE_CODES, lambda n: f"reroll {die_name(n)}"),
    (TRADE, DIE_CODES, lambda n: f"trade {die_name(n)}"),
    (RELENT, DIE_CODES, lambda n: f"relentless {die_name(n)}"),
    (BOOST, DIE_CODES, lambda n: f"ruthless {die_name(n)}"),
    (DARE, DIE_CODES, lambda n: f"daring {die_name(n)}"),
    (SAVE, DIE_CODES, lambda n: f"save {die_name(n)}"),
    (DIE, DIE_CODES, die_name),
    (SWIM, SPACES, lambda n: f"swim {SPACE_NAMES[n]}"),
    (DASH, SPACES, lambda n: f"swift {SPACE_NAMES[n]}"),
    (SEARCH, PIPS * ZONES, lambda n: f"search {n % ZONES} with {n // ZONES + 1}"),
    (STRIKE, PIPS * ZONES, lambda n: f"strike {n % ZONES} with {n // ZONES + 1}"),
    (SAVED_DIE_AT, SAVED * ZONES, lambda n: f"saved die {n // ZONES + 1} at {n % ZONES}"),
    (FIRST, ZONES, lambda n: f"first {n}"),
    (BUY, MARKET, lambda n: f"buy {n + 1}"),
    (REFRESH, SLOTS * MARKET, lambda n: f"replace {n % MARKET + 1} with die {n // MARKET + 1}"),
    (FEED, len(COLOURS), lambda n: f"feed {COLOURS[n]}"),
)


def name(box: Record, state: Record, seat: int, action: int) -> str:
    """What a player calls this action, or this outcome of chance."""
    return _outcome(state, action) if seat == CHANCE else _decision(action)


@cache
def _decision(action: int) -> str:
    if action in PLAIN:
        return PLAIN[action]
    for first, number, named in RANGES:
        if first <= action < first + number:
            return named(action - first)
    raise ValueError(f"no action has the number {action}")


def _outcome(state: Record, outcome: int) -> str:
    """A block, a card, a colour or the pips of a die, by what is being drawn."""
    if state.phase in (LAYING, PULLING):
        return BLOCK_NAMES[outcome]
    if state.phase == FILLING:
        return SHARK_CARD_NAMES[outcome]
    if state.phase == DRAWING_DICE:
        return COLOURS[outcome]
    if state.phase == ROLLING:
        return str(outcome + 1)
    return ESCAPES[outcome] if state.phase == BANISHING else CARD_NAMES[outcome]
