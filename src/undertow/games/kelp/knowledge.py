"""Kelp: who knows what. The octopus knows everything; the others see what lies open, and remember what moved where."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np

from undertow.core.reading import in_python
from undertow.core.records import Encoding, Ints, Record, bit, count, has, lowest
from undertow.core.rng import any_of, below
from undertow.core.rule import rule
from undertow.games.kelp.actions import die_name
from undertow.games.kelp.belief import arrangement, block_odds, group_of, kind_at, listen
from undertow.games.kelp.energy import energy_left
from undertow.games.kelp.state import (
    BLOCK_NAMES,
    CARD_NAMES,
    CARDS,
    COLOURS,
    CRAB,
    DISCARDED,
    EMPTY,
    ESCAPES,
    FAST_LEARNING,
    FETCHED_OPEN,
    FOODS,
    GAINED_CARD,
    KINDS,
    MARKET,
    NO_CARD,
    NOWHERE,
    OCTOPUS,
    OVER,
    PILE_NAMES,
    PILES,
    PLAYED,
    POOL,
    POWERS,
    RESHUFFLED,
    SAVED,
    SEATS,
    SHARK,
    SHARK_CARD_NAMES,
    SHARK_CARDS,
    SHARK_TURN,
    SHUFFLED,
    SLOTS,
    SPACE_NAMES,
    SPACES,
    STRATEGIES,
    SWAPPED,
    THE_OCTOPUS,
    TILES,
    TRASHED,
    ZONES,
)
from undertow.games.kelp.swim import landings, zones_in_reach
from undertow.games.kelp.view import PHASES, Beliefs, Confrontation, Octopus, Offer, Pile, Shark, View, Zone


def exact(box: Record, state: Record) -> bool:
    """Odds follow what was seen of the blocks, not why the octopus may have done it: not exact for any one player."""
    return False


# What a viewer remembers ----------------------------------------------------------------------------------------------


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int) -> None:
    """Everybody keeps in mind how the blocks may stand for all that was seen, and cards known to be in hand."""
    if memory.begun == 0:
        memory.known[FAST_LEARNING] = 1
    listen(box, state, memory)
    watch(box, state, memory)
    for i in range(min(int(state.told), state.events.shape[0])):
        kind, card, more = int(state.events[i, 0]), int(state.events[i, 2]), int(state.events[i, 3])
        if (kind == GAINED_CARD and more == 1) or kind == FETCHED_OPEN:
            memory.known[card] += 1
        elif kind in (PLAYED, DISCARDED) or (kind == TRASHED and more == 1):
            if memory.known[card] > 0:
                memory.known[card] -= 1
        elif kind == RESHUFFLED:  # the draw pile was empty: whatever nobody had seen was in hand
            for each in range(CARDS):
                memory.known[each] = state.den.hand[each]


@rule
def watch(box: Record, state: Record, memory: Record) -> None:
    """Where the shark threatened to come and the octopus let things be: it is no proof, but it says something."""
    for i in range(min(int(state.told), state.events.shape[0])):
        kind, a, b = int(state.events[i, 0]), int(state.events[i, 2]), int(state.events[i, 3])
        if kind == SWAPPED:
            memory.touched = int(memory.touched) | bit(a) | bit(b)
            before = float(memory.calm[a])
            memory.calm[a] = memory.calm[b]
            memory.calm[b] = before
        elif kind == SHUFFLED:
            memory.touched = int(memory.touched) | a
            for zone in range(ZONES):
                if has(a, zone):
                    memory.calm[zone] = 0.0
        elif kind == SHARK_TURN:
            threatened = zones_in_reach(box, landings(box, state)) & ~int(memory.touched)
            for zone in range(ZONES):
                memory.calm[zone] = memory.calm[zone] * 0.5 + (1.0 if has(threatened, zone) else 0.0)
            memory.touched = 0


# What a viewer can imagine --------------------------------------------------------------------------------------------


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Blocks and hands that fit what was seen; and any strategy for who has chosen one unseen."""
    if world.over == 1 or memory.begun == 0:
        return
    for seat in range(SEATS):
        if world.chosen[seat] > 0 and seat != viewer:
            world.chosen[seat] = 1 + any_of(rng, int(world.pairs))
    if viewer != OCTOPUS:
        imagine_blocks(memory, rng, world)
        imagine_hand(memory, rng, world)


@rule
def imagine_blocks(memory: Record, rng: Ints, world: Record) -> None:
    """What stands in the zones, what is in the bag, and what was just pulled out of it."""
    blocks = arrangement(memory, rng)
    den = world.den
    for kind in range(KINDS):
        den.bag[kind] = 0
    pulled = den.pulled != EMPTY
    for zone in range(ZONES):
        kind = kind_at(blocks, zone)
        if not has(world.gaps, zone):
            den.blocks[zone] = kind
        elif pulled:
            den.pulled = kind
            pulled = False
        else:
            den.bag[kind] += 1


@rule
def imagine_hand(memory: Record, rng: Ints, world: Record) -> None:
    """Cards known to be in hand, and any of the others; the rest is the draw pile."""
    den = world.den
    unknown = int(world.in_hand)
    for card in range(CARDS):
        known = int(memory.known[card])
        den.draw[card] += den.hand[card] - known
        den.hand[card] = known
        unknown -= known
    left = unknown + int(world.in_draw)
    for _ in range(unknown):
        skip = below(rng, left)
        card = 0
        while skip >= den.draw[card]:
            skip -= int(den.draw[card])
            card += 1
        den.draw[card] -= 1
        den.hand[card] += 1
        left -= 1


# Numbers for a learner ------------------------------------------------------------------------------------------------

FOREST_NUMBERS = ZONES * (KINDS + 3) + 3 * SPACES + 2
OCTOPUS_NUMBERS = 5 * CARDS + 2 * FOODS + KINDS + PILES + 16
SHARK_NUMBERS = 4 * 4 + 4 * (POOL + SLOTS + SAVED + 2) + SHARK_CARDS * 3 + MARKET * SHARK_CARDS + TILES + 10
ENCODING = OVER + 1 + SEATS + 3 + FOREST_NUMBERS + OCTOPUS_NUMBERS + SHARK_NUMBERS + 2 * STRATEGIES + 2


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The table as numbers, mostly from 0 to 1, with the odds of each block for those who do not see it."""
    out[int(state.phase)] = 1.0
    n = OVER + 1
    for seat in range(SEATS):
        out[n + seat] = 1.0 if has(state.waiting, seat) else 0.0
    out[n + SEATS] = state.rounds / 20.0
    out[n + SEATS + 1] = 1.0 if state.turn == SHARK else 0.0
    out[n + SEATS + 2] = 1.0 if viewer == OCTOPUS else 0.0
    n += SEATS + 3
    encode_forest(box, state, memory, viewer, out, n)
    n += FOREST_NUMBERS
    encode_octopus(state, memory, viewer, out, n)
    n += OCTOPUS_NUMBERS
    encode_shark(box, state, out, n)
    n += SHARK_NUMBERS
    for strategy in range(STRATEGIES):
        out[n + strategy] = 1.0 if has(state.pairs, strategy) else 0.0
        if viewer < SEATS and state.chosen[viewer] == strategy + 1:
            out[n + STRATEGIES + strategy] = 1.0
    out[n + 2 * STRATEGIES] = 1.0 if state.chosen[OCTOPUS] > 0 else 0.0
    out[n + 2 * STRATEGIES + 1] = 1.0 if state.chosen[SHARK] > 0 else 0.0


@rule
def encode_forest(box: Record, state: Record, memory: Record, viewer: int, out: Encoding, n: int) -> None:
    for zone in range(ZONES):
        if viewer == OCTOPUS and not has(state.gaps, zone):
            out[n + int(state.den.blocks[zone])] = 1.0
        elif viewer != OCTOPUS:
            encode_odds(memory, zone, out, n)
        out[n + KINDS] = 1.0 if has(state.hidden, zone) else 0.0
        out[n + KINDS + 1] = 1.0 if has(state.gaps, zone) else 0.0
        out[n + KINDS + 2] = box.value[zone] / 6.0
        n += KINDS + 3
    for space in range(SPACES):
        out[n + space] = state.currents[space] / 6.0
        out[n + SPACES + space] = 1.0 if state.at == space else 0.0
        out[n + 2 * SPACES + space] = 1.0 if state.at != NOWHERE and has(ahead(box, state), space) else 0.0
    n += 3 * SPACES
    out[n] = state.swims / 7.0
    out[n + 1] = 1.0 if state.first != NOWHERE else 0.0


@rule
def ahead(box: Record, state: Record) -> int:
    """Spaces next to the shark the way it faces, a bit each."""
    spaces = 0
    for end in range(2):
        if has(state.ends, end):
            spaces |= int(box.onward[state.at, end])
    return spaces


@rule
def encode_odds(memory: Record, zone: int, out: Encoding, n: int) -> None:
    group = group_of(memory, zone)
    size = count(group)
    for row in range(memory.rows):
        left = group
        while left != 0:
            out[n + kind_at(int(memory.blocks[row]), lowest(left))] += memory.odds[row] / size
            left &= left - 1


@rule
def encode_octopus(state: Record, memory: Record, viewer: int, out: Encoding, n: int) -> None:
    for card in range(CARDS):
        out[n + card] = (state.den.hand[card] if viewer == OCTOPUS else memory.known[card]) / 3.0
        out[n + CARDS + card] = state.discard[card] / 3.0
        out[n + 2 * CARDS + card] = state.trash[card] / 3.0
        out[n + 3 * CARDS + card] = state.played[card] / 2.0
        if viewer == OCTOPUS:
            out[n + 4 * CARDS + card] = state.den.draw[card] / 3.0
    n += 5 * CARDS
    for food in range(FOODS):
        out[n + food] = 1.0 if has(state.eaten, food) else 0.0
        out[n + FOODS + food] = 1.0 if has(state.unused, food) else 0.0
    n += 2 * FOODS
    for kind in range(KINDS):
        out[n + kind] = state.aside[kind] / 2.0
    n += KINDS
    for pile in range(PILES):
        out[n + pile] = (state.open[pile] + 1) / CARDS
    n += PILES
    out[n] = state.in_hand / 5.0
    out[n + 1] = state.in_draw / 8.0
    out[n + 2] = state.hand_size / 5.0
    out[n + 3] = state.actions / 2.0
    out[n + 4] = state.to_pay / 3.0
    out[n + 5] = state.swaps / 2.0
    out[n + 6] = state.picks / 5.0
    out[n + 7] = state.hides / 4.0
    out[n + 8] = state.learns / 3.0
    out[n + 9] = (state.to_take + 1) / KINDS
    out[n + 10] = state.draws / 5.0
    out[n + 11] = state.removals / 2.0
    out[n + 12] = state.least / 5.0
    out[n + 13] = (state.card + 1) / CARDS
    if viewer == OCTOPUS:
        out[n + 14] = (state.den.pulled + 1) / KINDS
    out[n + 15] = state.skills / 9.0


@rule
def encode_shark(box: Record, state: Record, out: Encoding, n: int) -> None:
    for colour in range(1, 4):
        out[n + colour] = state.bag[colour] / 10.0
        out[n + 4 + colour] = state.hunger[colour] / 7.0
        out[n + 8 + colour] = state.growth[colour] / 3.0
        out[n + 12 + colour] = 0.0
    n += 16
    for place in range(POOL):
        encode_die(int(state.pool[place]), out, n)
        n += 4
    for place in range(SLOTS):
        encode_die(int(state.energy[place]), out, n)
        n += 4
    for place in range(SAVED):
        encode_die(int(state.saved[place]), out, n)
        n += 4
    for place in range(2):
        encode_die(int(state.placed[place]), out, n)
        n += 4
    for card in range(SHARK_CARDS):
        out[n + card] = state.cards[card] / 2.0
        out[n + SHARK_CARDS + card] = state.used[card] / 2.0
        out[n + 2 * SHARK_CARDS + card] = state.deck[card] / 2.0
    n += 3 * SHARK_CARDS
    for slot in range(MARKET):
        if state.market[slot] != NO_CARD:
            out[n + int(state.market[slot])] = 1.0
        n += SHARK_CARDS
    for tile in range(TILES):
        out[n + tile] = 1.0 if tile < state.tiles else 0.0
    n += TILES
    out[n] = state.hungry / box.hunger_track
    out[n + 1] = state.rerolls / 2.0
    out[n + 2] = state.exchanges
    out[n + 3] = state.to_draw / 3.0
    out[n + 4] = state.relents
    out[n + 5] = state.dares
    out[n + 6] = state.spent / 10.0
    out[n + 7] = state.bought / 3.0
    out[n + 8] = state.refreshed
    out[n + 9] = state.step / 9.0


@rule
def encode_die(die: int, out: Encoding, n: int) -> None:
    if die != 0:
        out[n + (die >> 3) - 1] = 1.0
        out[n + 3] = (die & 7) / 6.0


# For people -----------------------------------------------------------------------------------------------------------


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    return View(
        phase=PHASES[state.phase],
        round=int(state.rounds),
        round_cap=int(box.round_cap),
        turn=("octopus", "shark")[state.turn],
        zones=_zones(box, state, viewer),
        currents=_named(SPACE_NAMES, state.currents),
        octopus=_octopus(box, state, viewer),
        shark=_shark(box, state),
        confrontation=_confrontation(state, viewer),
        winner=("octopus", "shark")[state.winner] if state.over else None,
    )


def _sees(state: Record, viewer: int) -> bool:
    """Whether this viewer sees what the octopus sees."""
    return bool(viewer == OCTOPUS or state.over)


def _zones(box: Record, state: Record, viewer: int) -> list[Zone]:
    hidden, gaps, sees = state.hidden, state.gaps, _sees(state, viewer)
    values, blocks = box.value.tolist(), state.den.blocks.tolist()
    placed = list(zip(state.placed.tolist(), state.placed_at.tolist(), strict=True))
    return [
        Zone(
            value=values[zone],
            hidden=has(hidden, zone),
            block=BLOCK_NAMES[blocks[zone]] if blocks[zone] != EMPTY and (sees or not has(hidden, zone)) else None,
            in_bag=has(gaps, zone),
            die=next((die_name(die) for die, at in placed if die and at == zone), None),
        )
        for zone in range(ZONES)
    ]


def _named(names: tuple[str, ...], numbers: Any) -> dict[str, int]:
    return {name: number for name, number in zip(names, numbers.tolist(), strict=True) if number}


def _foods(bits: int) -> list[str]:
    return [BLOCK_NAMES[CRAB + food] for food in range(FOODS) if has(bits, food)]


def _octopus(box: Record, state: Record, viewer: int) -> Octopus:
    sees = _sees(state, viewer)
    den = state.den
    return Octopus(
        hand=_named(CARD_NAMES, den.hand) if sees else None,
        draw=_named(CARD_NAMES, den.draw) if sees else None,
        pulled=BLOCK_NAMES[den.pulled] if sees and den.pulled != EMPTY else None,
        in_hand=int(state.in_hand),
        hand_size=int(state.hand_size),
        in_draw=int(state.in_draw),
        discard=_named(CARD_NAMES, state.discard),
        played=_named(CARD_NAMES, state.played),
        trash=_named(CARD_NAMES, state.trash),
        piles=[_pile(state, pile) for pile in range(PILES)],
        aside=_named(BLOCK_NAMES, state.aside),
        eaten=_foods(int(state.eaten)),
        unused=_foods(int(state.unused)),
        food_to_win=int(box.food_to_win),
        actions=int(state.actions),
        to_pay=int(state.to_pay),
    )


def _pile(state: Record, pile: int) -> Pile:
    card = int(state.open[pile])
    return Pile(PILE_NAMES[pile], None if card == NO_CARD else CARD_NAMES[card], int(state.below[pile]))


def _shark(box: Record, state: Record) -> Shark:
    placed = state.at != NOWHERE
    onward = in_python(ahead)(box, state) if placed else 0
    reach = int(box.reach[state.at]) if placed else 0
    return Shark(
        at=SPACE_NAMES[state.at] if placed else None,
        ahead=[name for space, name in enumerate(SPACE_NAMES) if has(onward, space)],
        reach=[zone for zone in range(ZONES) if has(reach, zone)],
        bag={name: number for name, number in zip(COLOURS, state.bag.tolist(), strict=True) if name},
        pool=_dice(state.pool),
        energy=_dice(state.energy),
        energy_slots=int(box.energy_slots),
        energy_left=energy_left(state),
        saved=_dice(state.saved),
        hunger=_colours(state.hunger),
        hunger_track=int(box.hunger_track),
        growth=_colours(state.growth),
        tile_dice=int(box.tile_dice),
        tiles=[POWERS[power] for power in box.tiles.tolist()],
        tiles_full=int(state.tiles),
        cards=_named(SHARK_CARD_NAMES, state.cards),
        used=_named(SHARK_CARD_NAMES, state.used),
        market=[_offer(box, card) for card in state.market.tolist()],
        in_deck=int(state.in_deck),
        rerolls=int(state.rerolls),
        exchanges=int(state.exchanges),
    )


def _dice(dice: Any) -> list[str]:
    return [die_name(die) for die in dice.tolist() if die]


def _colours(numbers: Any) -> list[str]:
    return [COLOURS[colour] for colour, number in enumerate(numbers.tolist()) if colour for _ in range(number)]


def _offer(box: Record, card: int) -> Offer | None:
    if card == NO_CARD:
        return None
    return Offer(SHARK_CARD_NAMES[card], int(box.price[card]), _colours(box.card_dice[card]))


def _confrontation(state: Record, viewer: int) -> Confrontation:
    mine = int(state.chosen[viewer]) if viewer < SEATS else 0
    return Confrontation(
        strategies=[name for strategy, name in enumerate(ESCAPES) if has(state.pairs, strategy)],
        has_chosen=[chosen != 0 for chosen in state.chosen.tolist()],
        mine=ESCAPES[mine - 1] if mine else None,
    )


# What a viewer may believe --------------------------------------------------------------------------------------------


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> Beliefs | None:
    """How the blocks may stand and what may be in hand, for all that was seen."""
    if state.over or memory.begun == 0:
        return None
    odds = np.zeros((ZONES, KINDS))
    block_odds(memory, odds.ravel())
    octopus = odds[:, THE_OCTOPUS].tolist()
    return Beliefs(
        octopus=octopus,
        blocks=[{BLOCK_NAMES[k]: float(odds[zone, k]) for k in range(KINDS) if odds[zone, k]} for zone in range(ZONES)],
        exact=not memory.coarse,
        entropy=-sum(share * log2(share) for share in octopus if share > 0),
        hand=_hand(state, memory),
    )


def _hand(state: Record, memory: Record) -> dict[str, float]:
    """Cards known to be in hand, and the average of drawing the others from all that nobody has seen."""
    unseen = (state.den.hand + state.den.draw - memory.known).tolist()
    unknown = int(state.in_hand) - int(memory.known.sum())
    total = sum(unseen)
    share = unknown / total if total else 0.0
    numbers = {name: int(memory.known[card]) + unseen[card] * share for card, name in enumerate(CARD_NAMES)}
    return {name: number for name, number in numbers.items() if number}
