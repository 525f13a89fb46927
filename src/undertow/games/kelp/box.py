"""Kelp: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.core.errors import HouseRule
from undertow.core.records import Record, Records, record
from undertow.games.kelp.state import (
    BESIDE,
    BLOCK_NAMES,
    CARD_NAMES,
    CARDS,
    COLOURS,
    CRAB,
    CURRENT_TRAP,
    DOUBLE_SHELL,
    EAT_PILE,
    EXPOSED,
    FAST_LEARNING,
    FIRST_EAT,
    FOODS,
    HUNGRY,
    KINDS,
    MARKET,
    PAIRS,
    PILE_NAMES,
    POOL,
    POWERS,
    REACTIVE,
    SHARK_CARD_NAMES,
    SHARK_CARDS,
    SHELL,
    SPACE_NAMES,
    SPACES,
    STARTER,
    THE_OCTOPUS,
    TILES,
    ZONES,
)

SEAT_NAMES = ("octopus", "shark")
CARD_NUMBERS = ("copies", "cost", "swap", "shuffle", "exposed", "hide", "up_to", "learn", "to_hand", "trash", "draw")

Box = record(
    [
        ("round_cap", "i8"),
        # The forest
        ("value", "i8", ZONES),
        ("beside", "i8", ZONES),  # adjacent zones, a bit each
        ("pairs", "i8", (len(PAIRS), 2)),  # adjacent zones
        ("onward", "i8", (SPACES, 2)),  # spaces beyond each end, a bit each
        ("crossing", "i8", (SPACES, 2)),  # what is at each end
        ("reach", "i8", SPACES),  # zones, a bit each
        # The octopus
        ("actions", "i8"),
        ("hand_size", "i8"),
        ("big_hand", "i8"),
        ("free_learning", "i8"),
        ("food_to_win", "i8"),
        ("on_board", "i8", KINDS),
        ("aside", "i8", KINDS),
        ("blocks", "i8", KINDS),  # both together
        ("double_shell_pays", "i8"),
        ("hide_trap", "i8"),
        ("current_traps", "i8", 2),
        ("pile", "i8", CARDS),
        *((name, "i8", CARDS) for name in CARD_NUMBERS),
        ("any_block", "i8", CARDS),
        # The shark
        ("start_dice", "i8", 4),
        ("dice", "i8"),
        ("more_dice", "i8"),
        ("hunger_track", "i8"),
        ("energy_slots", "i8"),
        ("tile_dice", "i8"),
        ("tiles", "i8", TILES),
        ("shark_copies", "i8", SHARK_CARDS),
        ("price", "i8", SHARK_CARDS),
        ("number", "i8", SHARK_CARDS),
        ("card_dice", "i8", (SHARK_CARDS, 4)),  # by colour
        # The confrontation
        ("flight", "i8"),
        ("flinch", "i8"),
    ]
)


def seats(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    return SEAT_NAMES


def sides(values: Mapping[str, Any], players: int) -> tuple[str, ...]:
    return SEAT_NAMES


def build(values: Mapping[str, Any], players: int) -> Records:
    made = np.zeros(1, Box)
    box: Record = made[0]
    box.round_cap = values["round_cap"]
    _build_board(box, values)
    _build_octopus(box, values)
    _build_octopus_cards(box, values)
    _build_shark(box, values)
    box.flight, box.flinch = values["confrontation.flight"], values["confrontation.flinch"]
    return made


# The forest -----------------------------------------------------------------------------------------------------------


def _build_board(box: Record, values: Mapping[str, Any]) -> None:
    box.value[:] = values["rocky"]
    box.value[1::2] = values["board.kelp"]
    box.value[EXPOSED] = values["board.exposed"]
    box.beside[:] = BESIDE
    box.pairs[:] = PAIRS
    ends: list[list[int]] = [[] for _ in SPACE_NAMES]
    for number, crossing in enumerate(values["board.crossings"]):
        meeting = _meeting(crossing)
        for space in meeting:
            if len(ends[space]) == 2:
                raise HouseRule(f"house rule 'board.crossings' names {SPACE_NAMES[space]} more than twice.")
            end = len(ends[space])
            ends[space].append(number)
            box.crossing[space, end] = number
            box.onward[space, end] = sum(1 << other for other in meeting if other != space)
    for space, found in enumerate(ends):
        if len(found) < 2:
            raise HouseRule(f"house rule 'board.crossings' needs {SPACE_NAMES[space]} twice: every space has two ends.")
    _build_reach(box, values["board.reach"])


def _meeting(crossing: str) -> list[int]:
    names = crossing.split()
    for name in names:
        _space("board.crossings", name)
    if len(names) < 2 or len(set(names)) < len(names):
        raise HouseRule(f"house rule 'board.crossings': {crossing!r} must be two or more different spaces.")
    return [SPACE_NAMES.index(name) for name in names]


def _space(key: str, name: str) -> int:
    if name not in SPACE_NAMES:
        known = ", ".join(SPACE_NAMES)
        raise HouseRule(f"house rule {key!r} cannot name the space {name!r}: it must be one of {known}.")
    return SPACE_NAMES.index(name)


def _build_reach(box: Record, lines: Sequence[str]) -> None:
    """Lines like `v0 01`: from the space v0 the shark reaches the zones 0 and 1."""
    for line in lines:
        name, _, zones = line.partition(" ")
        space = _space("board.reach", name)
        if not 1 <= len(zones) <= 2 or any(zone not in "012345678" for zone in zones):
            raise HouseRule(f"house rule 'board.reach': {line!r} must be a space and one or two zones from 0 to 8.")
        box.reach[space] = sum(1 << int(zone) for zone in set(zones))
    for space in range(SPACES):
        if box.reach[space] == 0:
            raise HouseRule(f"house rule 'board.reach' needs a line for the space {SPACE_NAMES[space]}.")


# The octopus ----------------------------------------------------------------------------------------------------------


def _build_octopus(box: Record, values: Mapping[str, Any]) -> None:
    for name in ("actions", "hand_size", "big_hand", "free_learning", "food_to_win"):
        setattr(box, name, values[f"octopus.{name}"])
    for kind, name in enumerate(BLOCK_NAMES):
        key = name.replace(" ", "_")
        box.on_board[kind] = values["octopus.blocks.on_board"][key]
        box.aside[kind] = values["octopus.blocks.aside"][key]
    box.blocks[:] = box.on_board + box.aside
    if box.on_board.sum() != ZONES or box.on_board[THE_OCTOPUS] != 1:
        raise HouseRule(f"house rule 'octopus.blocks.on_board' needs {ZONES} blocks, one of them the octopus.")
    if box.aside[THE_OCTOPUS] or any(box.blocks[kind] > 1 for kind in range(CURRENT_TRAP, KINDS)):
        raise HouseRule("there is one octopus, and at most one of each trap, food and double shell.")
    if box.blocks[CRAB : CRAB + FOODS].sum() != FOODS or box.on_board[CRAB : CRAB + FOODS].any():
        raise HouseRule("house rule 'octopus.blocks.aside' needs the four food blocks.")
    if box.blocks[SHELL] < ZONES - 1:
        raise HouseRule(f"there must be {ZONES - 1} shells or more, or one could be missing when food is eaten.")
    for name in ("double_shell_pays", "hide_trap"):
        setattr(box, name, values[f"octopus.blocks.{name}"])
    box.current_traps[:] = values["octopus.blocks.current_trap"], values["octopus.blocks.currents_trap"]
    assert DOUBLE_SHELL < CRAB  # what can be learned without an Eat card


def _build_octopus_cards(box: Record, values: Mapping[str, Any]) -> None:
    for number, name in enumerate(CARD_NAMES):
        key = f"octopus.cards.{name.lower().replace(' ', '_')}"
        card = values[key]
        if card["pile"] not in ("starter", *PILE_NAMES):
            raise HouseRule(f"house rule {key!r} needs a pile: starter, {', '.join(PILE_NAMES)}.")
        box.pile[number] = STARTER if card["pile"] == "starter" else PILE_NAMES.index(card["pile"])
        box.any_block[number] = card["open"]
        for part in CARD_NUMBERS:
            getattr(box, part)[number] = int(card[part])
        _check_card(box, key, number)
    if box.copies[FAST_LEARNING] < 1 or box.pile[FAST_LEARNING] != STARTER:
        raise HouseRule("Fast Learning is in the opening hand: it needs a copy among the starter cards.")


def _check_card(box: Record, key: str, card: int) -> None:
    eat = card >= FIRST_EAT
    if any(not 0 <= getattr(box, part)[card] <= 9 for part in CARD_NUMBERS):
        raise HouseRule(f"house rule {key!r}: the numbers of a card go from 0 to 9.")
    if eat != (box.pile[card] == EAT_PILE) or (eat and box.copies[card] != 1):
        raise HouseRule(f"house rule {key!r}: the Eat cards, one of each, are the pile 'eat'.")
    if box.cost[card] > 3:
        raise HouseRule(f"house rule {key!r}: a card costs at most 3.")
    if box.shuffle[card] == 1 or box.shuffle[card] + box.exposed[card] > ZONES:
        raise HouseRule(f"house rule {key!r}: a shuffle takes 2 to {ZONES} blocks.")
    if eat and any(getattr(box, part)[card] for part in CARD_NUMBERS if part != "copies"):
        raise HouseRule(f"house rule {key!r}: an Eat card costs nothing and does nothing else.")
    if not eat and sum(getattr(box, part)[card] > 0 for part in ("swap", "shuffle", "hide", "learn")) != 1:
        raise HouseRule(f"house rule {key!r}: a card does one thing: swap, shuffle, hide or learn.")


# The shark ------------------------------------------------------------------------------------------------------------


def _build_shark(box: Record, values: Mapping[str, Any]) -> None:
    for colour, name in enumerate(COLOURS):
        if name:
            box.start_dice[colour] = values["shark.bag"][name]
    box.dice, box.more_dice = values["shark.draw"], values["shark.draw_more"]
    for name in ("hunger_track", "energy_slots", "tile_dice"):
        setattr(box, name, values[f"shark.{name}"])
    if len(values["shark.tiles"]) != TILES:
        raise HouseRule(f"house rule 'shark.tiles' needs {TILES} tiles.")
    box.tiles[:] = [POWERS.index(power) for power in values["shark.tiles"]]
    for number, name in enumerate(SHARK_CARD_NAMES):
        card = values[f"shark.cards.{name}"]
        box.shark_copies[number], box.price[number] = card["copies"], card["cost"]
        box.number[number] = card["number"]
        for colour, dice in enumerate(COLOURS):
            if dice:
                box.card_dice[number, colour] = card[dice]
    given = (box.card_dice * box.shark_copies[:, None]).sum(axis=0)
    for colour, name in enumerate(COLOURS):
        if name and given[colour] > values["shark.supply"][name]:
            raise HouseRule(f"house rule 'shark.supply' has fewer {name} dice than the shark cards give.")
    if box.start_dice.sum() < box.dice:
        raise HouseRule(f"house rule 'shark.bag' needs {box.dice} dice or more.")
    if box.shark_copies.sum() < MARKET:
        raise HouseRule(f"the shark needs {MARKET} cards or more for its market.")
    if box.more_dice + box.number[HUNGRY] > POOL or box.number[REACTIVE] < 1:
        raise HouseRule(f"there is room for {POOL} dice in the pool, and reactive returns one at least.")
    if box.shark_copies.sum() > 100:
        raise HouseRule("the shark's deck can have at most 100 cards.")
