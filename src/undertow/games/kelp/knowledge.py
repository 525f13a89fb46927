"""Kelp: who knows what. The octopus knows everything; the others see what lies open, and remember what moved where."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np

from undertow.core.contract import Piece
from undertow.core.reading import in_python
from undertow.core.records import Encoding, Ints, Record, bit, count, has, lowest
from undertow.core.rng import any_of, below
from undertow.core.rule import rule, tiny
from undertow.games.kelp import state as st
from undertow.games.kelp.actions import die_name
from undertow.games.kelp.belief import arrangement, block_odds, group_of, kind_at, listen
from undertow.games.kelp.energy import energy_left
from undertow.games.kelp.swim import landings, zones_in_reach
from undertow.games.kelp.view import (
    LAST_ROUNDS,
    PHASES,
    Beliefs,
    Card,
    Confrontation,
    Octopus,
    Offer,
    Pile,
    Printed,
    Shark,
    View,
    Zone,
)

#: What is printed on a card of the octopus, in the order of `Card`.
CARD_NUMBERS = ("cost", "swap", "shuffle", "exposed", "any_block", "hide", "up_to", "learn", "to_hand", "trash", "draw")
SWITCHES = ("exposed", "any_block", "up_to", "to_hand")


def exact(box: Record, state: Record) -> bool:
    """Odds follow what was seen of the blocks, not why the octopus may have done it: not exact for any one player."""
    return False


# What a viewer remembers ----------------------------------------------------------------------------------------------


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
    """Everybody keeps in mind how the blocks may stand for all that was seen, and cards known to be in hand. All of it
    was seen by all, so it is worked out once, for the spectator."""
    if viewer != st.SPECTATOR:
        if state.told > 0 or memory.begun == 0:
            agree_with(memory, public)
        return
    if memory.begun == 0:
        memory.known[st.FAST_LEARNING] = 1
    listen(box, state, memory)
    watch(box, state, memory)
    for i in range(min(int(state.told), state.events.shape[0])):
        kind, card, more = int(state.events[i, 0]), int(state.events[i, 2]), int(state.events[i, 3])
        if (kind == st.GAINED_CARD and more == 1) or kind == st.FETCHED_OPEN:
            memory.known[card] += 1
        elif kind in (st.PLAYED, st.DISCARDED) or (kind == st.TRASHED and more == 1):
            if memory.known[card] > 0:
                memory.known[card] -= 1
        elif kind == st.RESHUFFLED:  # the draw pile was empty: whatever nobody had seen was in hand
            for each in range(st.CARDS):
                memory.known[each] = state.den.hand[each]


@rule
def agree_with(memory: Record, public: Record) -> None:
    """Remember what the spectator does."""
    memory.begun = public.begun
    memory.coarse = public.coarse
    memory.touched = public.touched
    memory.rows = public.rows
    for row in range(public.rows):
        memory.blocks[row] = public.blocks[row]
        memory.odds[row] = public.odds[row]
    for zone in range(st.ZONES):
        memory.together[zone] = public.together[zone]
        memory.calm[zone] = public.calm[zone]
    for card in range(st.CARDS):
        memory.known[card] = public.known[card]


@rule
def watch(box: Record, state: Record, memory: Record) -> None:
    """Where the shark threatened to come and the octopus let things be: it is no proof, but it says something."""
    for i in range(min(int(state.told), state.events.shape[0])):
        kind, a, b = int(state.events[i, 0]), int(state.events[i, 2]), int(state.events[i, 3])
        if kind == st.SWAPPED:
            memory.touched = int(memory.touched) | bit(a) | bit(b)
            before = float(memory.calm[a])
            memory.calm[a] = memory.calm[b]
            memory.calm[b] = before
        elif kind == st.SHUFFLED:
            memory.touched = int(memory.touched) | a
            for zone in range(st.ZONES):
                if has(a, zone):
                    memory.calm[zone] = 0.0
        elif kind == st.SHARK_TURN:
            threatened = zones_in_reach(box, landings(box, state)) & ~int(memory.touched)
            for zone in range(st.ZONES):
                memory.calm[zone] = memory.calm[zone] * 0.5 + (1.0 if has(threatened, zone) else 0.0)
            memory.touched = 0


# What a viewer can imagine --------------------------------------------------------------------------------------------


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Blocks and hands that fit what was seen, and any strategy for who has chosen one unseen.

    The shark's bag stays as it is: every die comes and goes openly, so whoever forgets nothing can count it.
    """
    if world.over == 1 or memory.begun == 0:
        return
    for seat in range(st.SEATS):
        if world.chosen[seat] > 0 and seat != viewer:
            world.chosen[seat] = 1 + any_of(rng, int(world.pairs))
    if viewer != st.OCTOPUS:
        imagine_blocks(memory, rng, world)
        imagine_hand(memory, rng, world)


@rule
def imagine_blocks(memory: Record, rng: Ints, world: Record) -> None:
    """What stands in the zones, what is in the bag, and what was just pulled out of it."""
    blocks = arrangement(memory, rng)
    den = world.den
    for kind in range(st.KINDS):
        den.bag[kind] = 0
    pulled = den.pulled != st.EMPTY
    for zone in range(st.ZONES):
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
    for card in range(st.CARDS):
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

ZONE_NUMBERS = st.KINDS + 4
TO_DO = 16  # numbers of what the octopus is doing
TURN = 10  # numbers of the shark's turn
FOREST_PIECES = (
    Piece("zones", st.ZONES * ZONE_NUMBERS, "each zone: odds of each kind of block, hidden, in the bag, value, gained"),
    Piece("currents", st.SPACES, "pips of the current on each space, as a share of six"),
    Piece("shark", st.SPACES, "the shark's space"),
    Piece("ahead", st.SPACES, "spaces next to the shark the way it faces"),
    Piece("swims", 2, "pips it swims down from, and whether it swam over a current"),
)
OCTOPUS_PIECES = (
    Piece("hand", st.CARDS, "cards in hand; for others those known to be there"),
    Piece("discard", st.CARDS, "cards in the discard pile"),
    Piece("trash", st.CARDS, "cards that left the game"),
    Piece("played", st.CARDS, "cards played this turn"),
    Piece("draw", st.CARDS, "cards in the draw pile, for the octopus alone"),
    Piece("eaten", st.FOODS, "food eaten"),
    Piece("unused", st.FOODS, "food eaten whose power is left"),
    Piece("aside", st.KINDS, "blocks beside the board"),
    Piece("open", st.PILES, "the open card of each pile"),
    Piece("to do", TO_DO, "cards in hand and pile, hand size, actions, and what is to pay, swap, hide, learn ..."),
)
SHARK_PIECES = (
    Piece("bag", 3, "dice in the bag by colour, for the shark alone"),
    Piece("hunger", 3, "dice on the hunger track by colour"),
    Piece("growth", 3, "dice on the growth tile being filled by colour"),
    Piece("pool", 4 * st.POOL, "each die of the pool: its colour, and its pips as a share of six"),
    Piece("energy", 4 * st.SLOTS, "each stored die"),
    Piece("saved", 4 * st.SAVED, "each die kept for a later turn"),
    Piece("placed", 4 * 2, "each die on a zone"),
    Piece("cards", st.SHARK_CARDS, "cards the shark has"),
    Piece("used", st.SHARK_CARDS, "cards it used"),
    Piece("deck", st.SHARK_CARDS, "cards still to come to the market"),
    Piece("market", st.MARKET * st.SHARK_CARDS, "the card in each slot of the market"),
    Piece("tiles", st.TILES, "growth tiles that are full"),
    Piece("turn", TURN, "hunger, rerolls, exchanges, dice to draw, cards at work, energy spent, step of the turn"),
)
LAYOUT = (
    Piece("phase", st.OVER + 1, "what is going on"),
    Piece("waiting", st.SEATS, "who may act: octopus, shark"),
    Piece("round", 1, "the round, as a share of 20"),
    Piece("whose turn", 1, "1: the shark's"),
    Piece("viewer", 1, "1: the octopus looks"),
    *FOREST_PIECES,
    *OCTOPUS_PIECES,
    *SHARK_PIECES,
    Piece("pairs", st.STRATEGIES, "confrontation cards that are left"),
    Piece("mine", st.STRATEGIES, "the card the viewer has chosen"),
    Piece("chosen", st.SEATS, "who has chosen: octopus, shark"),
)
FOREST_NUMBERS = sum(piece.numbers for piece in FOREST_PIECES)
OCTOPUS_NUMBERS = sum(piece.numbers for piece in OCTOPUS_PIECES)
SHARK_NUMBERS = sum(piece.numbers for piece in SHARK_PIECES)


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The table as numbers, mostly from 0 to 1, with the odds of each block for those who do not see it."""
    out[int(state.phase)] = 1.0
    n = st.OVER + 1
    for seat in range(st.SEATS):
        out[n + seat] = 1.0 if has(state.waiting, seat) else 0.0
    out[n + st.SEATS] = state.rounds / 20.0
    out[n + st.SEATS + 1] = 1.0 if state.turn == st.SHARK else 0.0
    out[n + st.SEATS + 2] = 1.0 if viewer == st.OCTOPUS else 0.0
    n += st.SEATS + 3
    encode_forest(box, state, memory, viewer, out, n)
    n += FOREST_NUMBERS
    encode_octopus(state, memory, viewer, out, n)
    n += OCTOPUS_NUMBERS
    encode_shark(box, state, viewer, out, n)
    n += SHARK_NUMBERS
    for strategy in range(st.STRATEGIES):
        out[n + strategy] = 1.0 if has(state.pairs, strategy) else 0.0
        if viewer < st.SEATS and state.chosen[viewer] == strategy + 1:
            out[n + st.STRATEGIES + strategy] = 1.0
    out[n + 2 * st.STRATEGIES] = 1.0 if state.chosen[st.OCTOPUS] > 0 else 0.0
    out[n + 2 * st.STRATEGIES + 1] = 1.0 if state.chosen[st.SHARK] > 0 else 0.0


@rule
def encode_forest(box: Record, state: Record, memory: Record, viewer: int, out: Encoding, n: int) -> None:
    for zone in range(st.ZONES):
        if viewer == st.OCTOPUS and not has(state.gaps, zone):
            out[n + int(state.den.blocks[zone])] = 1.0
        elif viewer != st.OCTOPUS:
            encode_odds(memory, zone, out, n)
        out[n + st.KINDS] = 1.0 if has(state.hidden, zone) else 0.0
        out[n + st.KINDS + 1] = 1.0 if has(state.gaps, zone) else 0.0
        out[n + st.KINDS + 2] = box.value[zone] / 6.0
        out[n + st.KINDS + 3] = 1.0 if has(state.gained, zone) else 0.0
        n += ZONE_NUMBERS
    in_reach = ahead(box, state) if state.at != st.NOWHERE else 0
    for space in range(st.SPACES):
        out[n + space] = state.currents[space] / 6.0
        out[n + st.SPACES + space] = 1.0 if state.at == space else 0.0
        out[n + 2 * st.SPACES + space] = 1.0 if has(in_reach, space) else 0.0
    n += 3 * st.SPACES
    out[n] = state.swims / 7.0
    out[n + 1] = 1.0 if state.first != st.NOWHERE else 0.0


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
    """The odds of each kind of block in a zone; those of zones that were shuffled together are the same."""
    group = group_of(memory, zone)
    same = lowest(group)
    if same < zone:
        for kind in range(st.KINDS):
            out[n + kind] = out[n + kind - (zone - same) * ZONE_NUMBERS]
        return
    size = count(group)
    for row in range(memory.rows):
        share = memory.odds[row] / size
        left = group
        while left != 0:
            out[n + kind_at(int(memory.blocks[row]), lowest(left))] += share
            left &= left - 1


@rule
def encode_octopus(state: Record, memory: Record, viewer: int, out: Encoding, n: int) -> None:
    for card in range(st.CARDS):
        out[n + card] = (state.den.hand[card] if viewer == st.OCTOPUS else memory.known[card]) / 3.0
        out[n + st.CARDS + card] = state.discard[card] / 3.0
        out[n + 2 * st.CARDS + card] = state.trash[card] / 3.0
        out[n + 3 * st.CARDS + card] = state.played[card] / 2.0
        if viewer == st.OCTOPUS:
            out[n + 4 * st.CARDS + card] = state.den.draw[card] / 3.0
    n += 5 * st.CARDS
    for food in range(st.FOODS):
        out[n + food] = 1.0 if has(state.eaten, food) else 0.0
        out[n + st.FOODS + food] = 1.0 if has(state.unused, food) else 0.0
    n += 2 * st.FOODS
    for kind in range(st.KINDS):
        out[n + kind] = state.aside[kind] / 2.0
    n += st.KINDS
    for pile in range(st.PILES):
        out[n + pile] = (state.open[pile] + 1) / st.CARDS
    n += st.PILES
    out[n] = state.in_hand / 5.0
    out[n + 1] = state.in_draw / 8.0
    out[n + 2] = state.hand_size / 5.0
    out[n + 3] = state.actions / 2.0
    out[n + 4] = state.to_pay / 3.0
    out[n + 5] = state.swaps / 2.0
    out[n + 6] = state.picks / 5.0
    out[n + 7] = state.hides / 4.0
    out[n + 8] = state.learns / 3.0
    out[n + 9] = (state.to_take + 1) / st.KINDS
    out[n + 10] = state.draws / 5.0
    out[n + 11] = state.removals / 2.0
    out[n + 12] = state.least / 5.0
    out[n + 13] = (state.card + 1) / st.CARDS
    if viewer == st.OCTOPUS:
        out[n + 14] = (state.den.pulled + 1) / st.KINDS
    out[n + 15] = state.skills / 9.0


@rule
def encode_shark(box: Record, state: Record, viewer: int, out: Encoding, n: int) -> None:
    for colour in range(3):
        if sees_bag(box, state, viewer):
            out[n + colour] = state.bag[st.BLUE + colour] / 10.0
        out[n + 3 + colour] = state.hunger[st.BLUE + colour] / 7.0
        out[n + 6 + colour] = state.growth[st.BLUE + colour] / 3.0
    n += 9
    for place in range(st.POOL):
        encode_die(int(state.pool[place]), out, n)
        n += 4
    for place in range(st.SLOTS):
        encode_die(int(state.energy[place]), out, n)
        n += 4
    for place in range(st.SAVED):
        encode_die(int(state.saved[place]), out, n)
        n += 4
    for place in range(2):
        encode_die(int(state.placed[place]), out, n)
        n += 4
    for card in range(st.SHARK_CARDS):
        out[n + card] = state.cards[card] / 2.0
        out[n + st.SHARK_CARDS + card] = state.used[card] / 2.0
        out[n + 2 * st.SHARK_CARDS + card] = state.deck[card] / 2.0
    n += 3 * st.SHARK_CARDS
    for slot in range(st.MARKET):
        if state.market[slot] != st.NO_CARD:
            out[n + int(state.market[slot])] = 1.0
        n += st.SHARK_CARDS
    for tile in range(st.TILES):
        out[n + tile] = 1.0 if tile < state.tiles else 0.0
    n += st.TILES
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


@tiny
def sees_bag(box: Record, state: Record, viewer: int) -> bool:
    """Only the shark may look into its bag, unless the table plays it open."""
    return bool(viewer == st.SHARK or box.open_bag == 1 or state.over == 1)


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
        last_round=last_round(box, state),
        turn=("octopus", "shark")[state.turn],
        zones=_zones(box, state, viewer),
        currents=_named(st.SPACE_NAMES, state.currents),
        octopus=_octopus(box, state, viewer),
        shark=_shark(box, state, viewer),
        confrontation=_confrontation(state, viewer),
        winner=("octopus", "shark")[state.winner] if state.over else None,
        printed=_printed(box),
    )


def last_round(box: Record, state: Record) -> int | None:
    """The round after which the octopus has won; only worth a word when it is near."""
    return int(box.round_cap) if state.rounds > box.round_cap - LAST_ROUNDS else None


def _sees(state: Record, viewer: int) -> bool:
    """Whether this viewer sees what the octopus sees."""
    return bool(viewer == st.OCTOPUS or state.over)


def _zones(box: Record, state: Record, viewer: int) -> list[Zone]:
    hidden, gaps, sees = state.hidden, state.gaps, _sees(state, viewer)
    values, blocks = box.value.tolist(), state.den.blocks.tolist()
    placed = list(zip(state.placed.tolist(), state.placed_at.tolist(), strict=True))
    return [
        Zone(
            value=values[zone],
            hidden=has(hidden, zone),
            block=st.BLOCK_NAMES[blocks[zone]]
            if blocks[zone] != st.EMPTY and (sees or not has(hidden, zone))
            else None,
            in_bag=has(gaps, zone),
            die=next((die_name(die) for die, at in placed if die and at == zone), None),
        )
        for zone in range(st.ZONES)
    ]


def _block(kind: int) -> str | None:
    return None if kind == st.EMPTY else st.BLOCK_NAMES[kind]


def _named(names: tuple[str, ...], numbers: Any) -> dict[str, int]:
    return {name: number for name, number in zip(names, numbers.tolist(), strict=True) if number}


def _foods(bits: int) -> list[str]:
    return [st.BLOCK_NAMES[st.CRAB + food] for food in range(st.FOODS) if has(bits, food)]


def _octopus(box: Record, state: Record, viewer: int) -> Octopus:
    sees = _sees(state, viewer)
    den = state.den
    return Octopus(
        hand=_named(st.CARD_NAMES, den.hand) if sees else None,
        draw=_named(st.CARD_NAMES, den.draw) if sees else None,
        pulled=st.BLOCK_NAMES[den.pulled] if sees and den.pulled != st.EMPTY else None,
        in_hand=int(state.in_hand),
        hand_size=int(state.hand_size),
        in_draw=int(state.in_draw),
        discard=_named(st.CARD_NAMES, state.discard),
        played=_named(st.CARD_NAMES, state.played),
        trash=_named(st.CARD_NAMES, state.trash),
        piles=[_pile(state, pile) for pile in range(st.PILES)],
        aside=_named(st.BLOCK_NAMES, state.aside),
        eaten=_foods(int(state.eaten)),
        unused=_foods(int(state.unused)),
        food_to_win=int(box.food_to_win),
        actions=int(state.actions),
        to_pay=int(state.to_pay),
    )


def _pile(state: Record, pile: int) -> Pile:
    card = int(state.open[pile])
    return Pile(st.PILE_NAMES[pile], None if card == st.NO_CARD else st.CARD_NAMES[card], int(state.below[pile]))


def _shark(box: Record, state: Record, viewer: int) -> Shark:
    placed = state.at != st.NOWHERE
    onward = in_python(ahead)(box, state) if placed else 0
    reach = int(box.reach[state.at]) if placed else 0
    return Shark(
        at=st.SPACE_NAMES[state.at] if placed else None,
        ahead=[name for space, name in enumerate(st.SPACE_NAMES) if has(onward, space)],
        reach=[zone for zone in range(st.ZONES) if has(reach, zone)],
        bag=_bag(state) if in_python(sees_bag)(box, state, viewer) else None,
        pool=_dice(state.pool),
        energy=_dice(state.energy),
        energy_slots=int(box.energy_slots),
        energy_left=energy_left(state),
        saved=_dice(state.saved),
        hunger=_colours(state.hunger),
        hunger_track=int(box.hunger_track),
        growth=_colours(state.growth),
        tile_dice=int(box.tile_dice),
        tiles=[st.POWERS[power] for power in box.tiles.tolist()],
        tiles_full=int(state.tiles),
        cards=_named(st.SHARK_CARD_NAMES, state.cards),
        used=_named(st.SHARK_CARD_NAMES, state.used),
        market=[_offer(box, card) for card in state.market.tolist()],
        in_deck=int(state.in_deck),
        rerolls=int(state.rerolls),
        exchanges=int(state.exchanges),
    )


def _bag(state: Record) -> dict[str, int]:
    return {name: number for name, number in zip(st.COLOURS, state.bag.tolist(), strict=True) if name}


def _dice(dice: Any) -> list[str]:
    return [die_name(die) for die in dice.tolist() if die]


def _colours(numbers: Any) -> list[str]:
    return [st.COLOURS[colour] for colour, number in enumerate(numbers.tolist()) if colour for _ in range(number)]


def _offer(box: Record, card: int) -> Offer | None:
    if card == st.NO_CARD:
        return None
    return Offer(st.SHARK_CARD_NAMES[card], int(box.price[card]), _colours(box.card_dice[card]))


def _confrontation(state: Record, viewer: int) -> Confrontation:
    mine = int(state.chosen[viewer]) if viewer < st.SEATS else 0
    return Confrontation(
        strategies=[name for strategy, name in enumerate(st.ESCAPES) if has(state.pairs, strategy)],
        has_chosen=[chosen != 0 for chosen in state.chosen.tolist()],
        mine=st.ESCAPES[mine - 1] if mine else None,
    )


def _printed(box: Record) -> Printed:
    current_trap, currents_trap = box.current_traps.tolist()
    return Printed(
        cards=_cards(box),
        shark_cards=_named(st.SHARK_CARD_NAMES, box.number),
        hand_size=int(box.big_hand),
        lessons=int(box.free_learning),
        double_shell=int(box.double_shell_pays),
        current_trap=current_trap,
        currents_trap=currents_trap,
        hide_trap=int(box.hide_trap),
        flight=int(box.flight),
        flinch=int(box.flinch),
        dice=int(box.more_dice),
    )


def _cards(box: Record) -> dict[str, Card]:
    columns = {name: getattr(box, name).tolist() for name in CARD_NUMBERS}
    columns |= {name: list(map(bool, columns[name])) for name in SWITCHES}
    foods = [""] * st.FIRST_EAT + list(st.BLOCK_NAMES[st.CRAB :])
    return dict(zip(st.CARD_NAMES, map(Card, *columns.values(), foods), strict=True))


# What a viewer may believe --------------------------------------------------------------------------------------------


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> Beliefs | None:
    """How the blocks may stand and what may be in hand, for all that was seen."""
    if state.over or memory.begun == 0:
        return None
    odds = np.zeros((st.ZONES, st.KINDS))
    block_odds(memory, odds.ravel())
    octopus = odds[:, st.THE_OCTOPUS].tolist()
    return Beliefs(
        octopus=octopus,
        blocks=[
            {st.BLOCK_NAMES[k]: float(odds[zone, k]) for k in range(st.KINDS) if odds[zone, k]}
            for zone in range(st.ZONES)
        ],
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
    numbers = {name: int(memory.known[card]) + unseen[card] * share for card, name in enumerate(st.CARD_NAMES)}
    return {name: number for name, number in numbers.items() if number}
