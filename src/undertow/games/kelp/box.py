"""Kelp: the box as a record, and who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.core.errors import HouseRule
from undertow.core.records import Record, Records, record
from undertow.games.kelp import state as st

SEAT_NAMES = ("octopus", "shark")
CARD_NUMBERS = ("copies", "cost", "swap", "shuffle", "exposed", "hide", "up_to", "learn", "to_hand", "trash", "draw")

SWITCHES = ("food_stays", "open_bag", "naming", "replace_anytime", "replace_gained")  # options that are 1 or 0

Box = record(
    [
        ("round_cap", "i8"),
        ("roll_at_least", "i8"),
        *((name, "i8") for name in SWITCHES),
        # The forest
        ("value", "i8", st.ZONES),
        ("beside", "i8", st.ZONES),  # adjacent zones, a bit each
        ("pairs", "i8", (len(st.PAIRS), 2)),  # adjacent zones
        ("onward", "i8", (st.SPACES, 2)),  # spaces beyond each end, a bit each
        ("crossing", "i8", (st.SPACES, 2)),  # what is at each end
        ("reach", "i8", st.SPACES),  # zones, a bit each
        # The octopus
        ("actions", "i8"),
        ("hand_size", "i8"),
        ("big_hand", "i8"),
        ("free_learning", "i8"),
        ("food_to_win", "i8"),
        ("on_board", "i8", st.KINDS),
        ("aside", "i8", st.KINDS),
        ("blocks", "i8", st.KINDS),  # both together
        ("double_shell_pays", "i8"),
        ("hide_trap", "i8"),
        ("current_traps", "i8", 2),
        ("pile", "i8", st.CARDS),
        *((name, "i8", st.CARDS) for name in CARD_NUMBERS),
        ("any_block", "i8", st.CARDS),
        # The shark
        ("start_dice", "i8", 4),
        ("dice", "i8"),
        ("more_dice", "i8"),
        ("hunger_track", "i8"),
        ("energy_slots", "i8"),
        ("tile_dice", "i8"),
        ("tiles", "i8", st.TILES),
        ("shark_copies", "i8", st.SHARK_CARDS),
        ("price", "i8", st.SHARK_CARDS),
        ("number", "i8", st.SHARK_CARDS),
        ("card_dice", "i8", (st.SHARK_CARDS, 4)),  # by colour
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
    box.round_cap, box.roll_at_least = values["round_cap"], values["roll_at_least"]
    for name in SWITCHES:
        setattr(box, name, int(values[name]))
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
    box.value[st.EXPOSED] = values["board.exposed"]
    box.beside[:] = st.BESIDE
    box.pairs[:] = st.PAIRS
    ends: list[list[int]] = [[] for _ in st.SPACE_NAMES]
    for number, crossing in enumerate(values["board.crossings"]):
        meeting = _meeting(crossing)
        for space in meeting:
            if len(ends[space]) == 2:
                raise HouseRule(f"house rule 'board.crossings' names {st.SPACE_NAMES[space]} more than twice.")
            end = len(ends[space])
            ends[space].append(number)
            box.crossing[space, end] = number
            box.onward[space, end] = sum(1 << other for other in meeting if other != space)
    for space, found in enumerate(ends):
        if len(found) < 2:
            raise HouseRule(
                f"house rule 'board.crossings' needs {st.SPACE_NAMES[space]} twice: every space has two ends."
            )
    _check_connected(box)
    _build_reach(box, values["board.reach"])


def _check_connected(box: Record) -> None:
    """The shark can get from every space to every other one."""
    found = {0}
    ahead = [0]
    while ahead:
        space = ahead.pop()
        onward = int(box.onward[space, 0]) | int(box.onward[space, 1])
        for other in range(st.SPACES):
            if onward >> other & 1 and other not in found:
                found.add(other)
                ahead.append(other)
    for space, name in enumerate(st.SPACE_NAMES):
        if space not in found:
            raise HouseRule(f"house rule 'board.crossings': no way leads from {st.SPACE_NAMES[0]} to {name}.")


def _meeting(crossing: str) -> list[int]:
    names = crossing.split()
    for name in names:
        _space("board.crossings", name)
    if len(names) < 2 or len(set(names)) < len(names):
        raise HouseRule(f"house rule 'board.crossings': {crossing!r} must be two or more different spaces.")
    return [st.SPACE_NAMES.index(name) for name in names]


def _space(key: str, name: str) -> int:
    if name not in st.SPACE_NAMES:
        known = ", ".join(st.SPACE_NAMES)
        raise HouseRule(f"house rule {key!r} cannot name the space {name!r}: it must be one of {known}.")
    return st.SPACE_NAMES.index(name)


def _build_reach(box: Record, lines: Sequence[str]) -> None:
    """Lines like `v0 01`: from the space v0 the shark reaches the zones 0 and 1."""
    for line in lines:
        name, _, zones = line.partition(" ")
        space = _space("board.reach", name)
        if not 1 <= len(zones) <= 2 or any(zone not in "012345678" for zone in zones):
            raise HouseRule(f"house rule 'board.reach': {line!r} must be a space and one or two zones from 0 to 8.")
        if box.reach[space]:
            raise HouseRule(f"house rule 'board.reach' has two lines for the space {name}.")
        box.reach[space] = sum(1 << int(zone) for zone in set(zones))
    for space in range(st.SPACES):
        if box.reach[space] == 0:
            raise HouseRule(f"house rule 'board.reach' needs a line for the space {st.SPACE_NAMES[space]}.")
    for zone in range(st.ZONES):
        if not any(reach >> zone & 1 for reach in box.reach.tolist()):
            raise HouseRule(f"house rule 'board.reach': the shark could never reach zone {zone} from any space.")


# The octopus ----------------------------------------------------------------------------------------------------------


def _build_octopus(box: Record, values: Mapping[str, Any]) -> None:
    for name in ("actions", "hand_size", "big_hand", "free_learning", "food_to_win"):
        setattr(box, name, values[f"octopus.{name}"])
    if box.big_hand < box.hand_size:
        raise HouseRule("house rule 'octopus.big_hand' is smaller than the hand size: the crab would be no help.")
    for kind, name in enumerate(st.BLOCK_NAMES):
        key = name.replace(" ", "_")
        box.on_board[kind] = values["octopus.blocks.on_board"][key]
        box.aside[kind] = values["octopus.blocks.aside"][key]
    box.blocks[:] = box.on_board + box.aside
    if box.on_board.sum() != st.ZONES or box.on_board[st.THE_OCTOPUS] != 1:
        raise HouseRule(f"house rule 'octopus.blocks.on_board' needs {st.ZONES} blocks, one of them the octopus.")
    if box.aside[st.THE_OCTOPUS] or any(box.blocks[kind] > 1 for kind in range(st.CURRENT_TRAP, st.KINDS)):
        raise HouseRule("there is one octopus, and at most one of each trap, food and double shell.")
    if box.blocks[st.CRAB : st.CRAB + st.FOODS].sum() != st.FOODS or box.on_board[st.CRAB : st.CRAB + st.FOODS].any():
        raise HouseRule("house rule 'octopus.blocks.aside' needs the four food blocks.")
    if box.blocks[st.SHELL] < st.ZONES - 1:
        raise HouseRule(f"there must be {st.ZONES - 1} shells or more, or one could be missing when food is eaten.")
    for name in ("double_shell_pays", "hide_trap"):
        setattr(box, name, values[f"octopus.blocks.{name}"])
    box.current_traps[:] = values["octopus.blocks.current_trap"], values["octopus.blocks.currents_trap"]
    assert st.DOUBLE_SHELL < st.CRAB  # what can be learned without an Eat card


def _build_octopus_cards(box: Record, values: Mapping[str, Any]) -> None:
    for number, name in enumerate(st.CARD_NAMES):
        key = f"octopus.cards.{name.lower().replace(' ', '_')}"
        card = values[key]
        if card["pile"] not in ("starter", *st.PILE_NAMES):
            raise HouseRule(f"house rule {key!r} needs a pile: starter, {', '.join(st.PILE_NAMES)}.")
        box.pile[number] = st.STARTER if card["pile"] == "starter" else st.PILE_NAMES.index(card["pile"])
        box.any_block[number] = card["open"]
        for part in CARD_NUMBERS:
            getattr(box, part)[number] = int(card[part])
        _check_card(box, key, number)
    if box.copies[st.FAST_LEARNING] < 1 or box.pile[st.FAST_LEARNING] != st.STARTER:
        raise HouseRule("Fast Learning is in the opening hand: it needs a copy among the starter cards.")


def _check_card(box: Record, key: str, card: int) -> None:
    eat = card >= st.FIRST_EAT
    if any(not 0 <= getattr(box, part)[card] <= 9 for part in CARD_NUMBERS):
        raise HouseRule(f"house rule {key!r}: the numbers of a card go from 0 to 9.")
    if eat != (box.pile[card] == st.EAT_PILE) or (eat and box.copies[card] != 1):
        raise HouseRule(f"house rule {key!r}: the Eat cards, one of each, are the pile 'eat'.")
    if box.cost[card] > 3:
        raise HouseRule(f"house rule {key!r}: a card costs at most 3.")
    if box.shuffle[card] == 1 or box.shuffle[card] + box.exposed[card] > st.ZONES:
        raise HouseRule(f"house rule {key!r}: a shuffle takes 2 to {st.ZONES} blocks.")
    if not eat and box.shuffle[card] > _most_to_shuffle(box, card):
        raise HouseRule(f"house rule {key!r}: after paying its cost too few hidden blocks are left to shuffle.")
    if eat and any(getattr(box, part)[card] for part in CARD_NUMBERS if part != "copies"):
        raise HouseRule(f"house rule {key!r}: an Eat card costs nothing and does nothing else.")
    if not eat and sum(getattr(box, part)[card] > 0 for part in ("swap", "shuffle", "hide", "learn")) != 1:
        raise HouseRule(f"house rule {key!r}: a card does one thing: swap, shuffle, hide or learn.")


def _most_to_shuffle(box: Record, card: int) -> int:
    """Hidden blocks that can be left, besides the exposed zone's, when the card is paid as cheaply as can be."""
    if box.any_block[card]:
        return st.ZONES
    paid = -(-int(box.cost[card]) // int(box.double_shell_pays))
    return st.ZONES - 1 if box.exposed[card] and paid <= 1 else st.ZONES - paid


# The shark ------------------------------------------------------------------------------------------------------------


def _build_shark(box: Record, values: Mapping[str, Any]) -> None:
    for colour, name in enumerate(st.COLOURS):
        if name:
            box.start_dice[colour] = values["shark.bag"][name]
    box.dice, box.more_dice = values["shark.draw"], values["shark.draw_more"]
    for name in ("hunger_track", "energy_slots", "tile_dice"):
        setattr(box, name, values[f"shark.{name}"])
    if len(values["shark.tiles"]) != st.TILES:
        raise HouseRule(f"house rule 'shark.tiles' needs {st.TILES} tiles.")
    box.tiles[:] = [st.POWERS.index(power) for power in values["shark.tiles"]]
    for number, name in enumerate(st.SHARK_CARD_NAMES):
        card = values[f"shark.cards.{name}"]
        box.shark_copies[number], box.price[number] = card["copies"], card["cost"]
        box.number[number] = card["number"]
        for colour, dice in enumerate(st.COLOURS):
            if dice:
                box.card_dice[number, colour] = card[dice]
        _check_shark_card(box, number)
    given = (box.card_dice * box.shark_copies[:, None]).sum(axis=0)
    for colour, name in enumerate(st.COLOURS):
        if name and given[colour] > values["shark.supply"][name]:
            raise HouseRule(f"house rule 'shark.supply' has fewer {name} dice than the shark cards give.")
    if box.start_dice.sum() < box.dice:
        raise HouseRule(f"house rule 'shark.bag' needs {box.dice} dice or more.")
    if box.more_dice < box.dice:
        raise HouseRule("house rule 'shark.draw_more' is smaller than 'shark.draw': the growth tile would be no help.")
    if not box.start_dice[st.RED] and not given[st.RED]:
        raise HouseRule("the shark needs a red die, in its bag or on a card, or it could never strike.")
    if box.shark_copies.sum() < st.MARKET:
        raise HouseRule(f"the shark needs {st.MARKET} cards or more for its market.")
    if box.more_dice + box.number[st.HUNGRY] > st.POOL:
        raise HouseRule(f"there is room for {st.POOL} dice in the pool.")
    if box.number[st.REACTIVE] > box.more_dice:
        raise HouseRule(f"house rule 'shark.cards.reactive': the shark never draws {box.number[st.REACTIVE]} dice.")
    if (
        min(price for price, copies in zip(box.price, box.shark_copies, strict=True) if copies)
        > box.energy_slots * st.PIPS
    ):
        raise HouseRule("the shark could never pay for any card: each costs more pips than its energy slots can hold.")
    if box.shark_copies.sum() > 100:
        raise HouseRule("the shark's deck can have at most 100 cards.")


def _check_shark_card(box: Record, card: int) -> None:
    """A card whose effect counts something counts at least one; and no die shows more than six."""
    key, number = f"shark.cards.{st.SHARK_CARD_NAMES[card]}", int(box.number[card])
    if card in (st.DARING, st.HUNGRY, st.REACTIVE, st.RELENTLESS, st.RUTHLESS) and number < 1:
        raise HouseRule(f"house rule {key!r} needs a number of 1 or more, or the card would do nothing.")
    if card in (st.DARING, st.RUTHLESS) and number > st.PIPS:
        raise HouseRule(f"house rule {key!r}: no die shows more than {st.PIPS}.")
