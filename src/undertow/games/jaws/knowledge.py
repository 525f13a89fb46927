"""JAWS: who knows what. The shark knows everything; the crew and the spectator know what was announced."""

from __future__ import annotations

from functools import lru_cache
from math import comb, log2
from typing import Any

from undertow.core.contract import Piece
from undertow.core.reading import in_python
from undertow.core.records import Encoding, Ints, Record, has
from undertow.core.rng import below
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import actions_of, begin_plan, extra_is_open, forget_plan, supply, where
from undertow.games.jaws.act2 import crew_gear, evade_now, to_divide
from undertow.games.jaws.belief import listen, listen_with, place_shark
from undertow.games.jaws.box import VARIANTS
from undertow.games.jaws.view import (
    PHASES,
    Beliefs,
    FightBeliefs,
    Fighter,
    HuntBeliefs,
    Hunter,
    Island,
    Lair,
    Option,
    Orca,
    PadLine,
    Sailor,
    Tile,
    View,
)


def exact(box: Record, state: Record) -> bool:
    """In Act 1 imagined worlds have exactly the right odds, if the shark decides at random."""
    return bool(state.act == 1)


# What a viewer remembers ----------------------------------------------------------------------------------------------


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
    """Where the shark may be is worked out once, for the spectator; the shark keeps its tracker pad besides."""
    if viewer == st.SPECTATOR:
        listen(box, state, memory)
    else:
        listen_with(state, memory, public)
    if viewer == st.SHARK and state.act == 1:
        keep_pad(box, state, memory)


@rule
def keep_pad(box: Record, state: Record, memory: Record) -> None:
    """Where the shark began, then round by round the spaces it swam to, its token and its meals."""
    for i in range(min(int(state.told), state.events.shape[0])):
        kind, a = int(state.events[i, 0]), int(state.events[i, 2])
        line = min(int(state.rounds), st.PAD - 1)
        if kind == st.LURKS:
            memory.pad[0, 0] = a + 1
        elif kind == st.SWAM:
            step = 0
            while step < st.STEPS - 1 and memory.pad[line, step] > 0:
                step += 1
            memory.pad[line, step] = a + 1
        elif kind == st.PLAYS:
            memory.pad_token[line] = a + 1
        elif kind == st.ATE:
            eaten = int(state.shark.ate_michael) * int(box.michael_counts)
            for beach in range(st.BEACHES):
                eaten += int(state.shark.ate[beach])
            memory.pad_ate[line] = eaten


# What a viewer can imagine --------------------------------------------------------------------------------------------


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """For the crew and the spectator: the shark where it may be, its hand of what nobody has seen."""
    if viewer == st.SHARK or world.over == 1:
        return
    if world.act == 2:
        imagine_depths(box, rng, world)
    elif world.phase != st.LURKING:
        place_shark(memory, rng, world.shark)
        if world.phase == st.SHARK_TURN:
            begin_again(box, world)


@rule
def begin_again(box: Record, world: Record) -> None:
    """How far a shark has planned its turn nobody can see: it may not have begun."""
    forget_plan(world.shark)
    begin_plan(box, world.sea, world.shark)


@rule
def imagine_depths(box: Record, rng: Ints, world: Record) -> None:
    """Ability cards drawn from those nobody has seen; the token any that was not shown."""
    for ability in range(st.ABILITIES):
        world.depths.hand[ability] = 0
    for _ in range(world.hand_size):
        world.depths.hand[unseen_card(box, rng, world)] += 1
    if world.phase == st.CHOOSING_ABILITY:
        world.phase = st.DIVING
    if world.phase == st.DIVING or world.slot >= 0 or world.options[st.OPTIONS - 1] < 0:
        world.depths.slot = -1
        world.depths.ability = -1
        return
    world.depths.slot = any_slot(rng, world)
    world.depths.ability = any_ability(rng, world) if world.covered == 1 else -1


@rule
def unseen_card(box: Record, rng: Ints, world: Record) -> int:
    """An ability card that neither was played nor is in the hand imagined so far, each equally likely."""
    left = 0
    for ability in range(st.ABILITIES):
        left += unseen(box, world, ability)
    skip = below(rng, left)
    found = 0
    while skip >= unseen(box, world, found):
        skip -= unseen(box, world, found)
        found += 1
    return found


@rule
def unseen(box: Record, world: Record, ability: int) -> int:
    return int(box.ability_copies[ability]) - int(world.abilities_used[ability]) - int(world.depths.hand[ability])


@rule
def any_slot(rng: Ints, world: Record) -> int:
    """A resurface option the shark has not shown."""
    left = 0
    for slot in range(st.OPTIONS):
        left += 0 if has(world.shown, slot) else 1
    skip = below(rng, left)
    slot = 0
    while skip > 0 or has(world.shown, slot):
        skip -= 0 if has(world.shown, slot) else 1
        slot += 1
    return slot


@rule
def any_ability(rng: Ints, world: Record) -> int:
    """One of the cards in hand."""
    skip = below(rng, int(world.hand_size))
    ability = 0
    while skip >= world.depths.hand[ability]:
        skip -= int(world.depths.hand[ability])
        ability += 1
    return ability


# Numbers for a learner ------------------------------------------------------------------------------------------------

FIGHTER_NUMBERS = st.ORCA_SPACES + 4 + 2 * st.GEARS + st.ZONES
HEAD = (
    Piece("phase", st.OVER + 1, "what is going on"),
    Piece("round", 1, "rounds of this act, in sixtieths"),
    Piece("eaten", 1, "swimmers eaten, as a share of those that end Act 1"),
    Piece("is shark", 1, "whether the viewer is the shark"),
    Piece("acting", st.SEATS, "who may act"),
)
ISLAND = (
    Piece("effect", len(st.EFFECTS), "what this round's event does"),
    Piece("place", st.WATERS, "where the shark is; for the others, how likely it is there"),
    Piece("tokens", len(st.TOKENS), "tokens the shark has left; for the others, how likely"),
    Piece("swimmers", st.BEACHES, "swimmers at each beach, in fourths"),
    Piece("michael", st.BEACHES, "his beach"),
    Piece("closed", st.BEACHES, "1 for the closed beach, a half while it is opening soon"),
    Piece("quint", st.WATERS, "his space"),
    Piece("hooper", st.WATERS, "his space"),
    Piece("brody", len(st.SPACES), "his space"),
    Piece("floating", st.WATERS, "barrels in the water, in halves"),
    Piece("docks", st.DOCKS, "barrels at the docks, in fourths"),
    Piece("barrels", 5, "in the shop, on the Orca and on Hooper's boat, in eighths; with Brody, and on the shark"),
    Piece("actions", 1, "actions left of whose turn it is, in fifths"),
    Piece("used", 1, "what was done once this round, as a bit set"),
    Piece("token in play", 1, "whether a token works this round"),
    Piece("turn", st.CREW, "whose turn it is"),
    Piece("done", st.CREW, "who has had their turn"),
    Piece("overboard", st.CREW, "who is overboard"),
    Piece("extra action", st.CREW, "who has one this round"),
    Piece("plan", 3, "for the shark: actions left, steps of a speed burst left, whether it has begun"),
    Piece("played", st.PLAYED, "for the shark: its token in play, the first number for none"),
    Piece("ate", st.BEACHES + 1, "for the shark: eaten in this turn by beach, in fourths, and Michael"),
    Piece("knocked", st.CREW, "for the shark: captains it knocks overboard"),
    Piece("visited", st.WATERS, "for the shark: spaces it was in this turn"),
)
ORCA = (
    Piece("tiles", 3 * st.ZONES, "intact, damaged or destroyed, tile by tile"),
    Piece("zone", st.ZONES, "where the shark is up"),
    *(
        Piece(name, FIGHTER_NUMBERS, "space, wounds, stage, cage, attacker; gear, weapon, target on the Orca")
        for name in ("quint aboard", "brody aboard", "hooper aboard")
    ),
    Piece("options", 6 * st.OPTIONS, "zone, evade, dice, shakes off, ruled out and chosen, card by card"),
    Piece("attached", st.GEARS, "gear on the shark"),
    Piece("pool", st.GEARS, "gear to divide, in thirds"),
    Piece("abilities used", st.ABILITIES, "in halves"),
    Piece("ability", st.ABILITIES, "in effect; a half while it lies under the token, for the shark"),
    Piece("hand", st.ABILITIES, "for the shark: its ability cards, in halves"),
    Piece("shark wounds", 1, "as a share of those that kill it"),
    Piece("hand size", 1, "ability cards of the shark, in ninths"),
    Piece("covered", 1, "whether an ability card lies under the token"),
    Piece("rammed", 1, "whether the shark rammed"),
    Piece("dice", st.DICE, "what they show, in halves"),
    Piece("boat target", st.ZONES, "what is attacked"),
    Piece("crew target", st.CREW, "who is attacked"),
    Piece("attack", 3, "the main attack, a second helping, or a bonus attack"),
    Piece("thrown", 1, "dice of this attack, as a share of the most"),
    Piece("mauled", 1, "whether dice were rerolled"),
    Piece("chummed", 1, "whether chum was thrown this round"),
)
LAYOUT = (*HEAD, *ISLAND, *ORCA)
ISLAND_AT = sum(piece.numbers for piece in HEAD)
ORCA_AT = ISLAND_AT + sum(piece.numbers for piece in ISLAND)


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The table as numbers, mostly from 0 to 1, with the odds of each place for those who do not know it."""
    phase = st.DIVING if state.phase == st.CHOOSING_ABILITY and viewer != st.SHARK else int(state.phase)
    out[phase] = 1.0
    n = st.OVER + 1
    out[n] = state.rounds / 60.0
    out[n + 1] = state.eaten / box.track_end
    out[n + 2] = 1.0 if viewer == st.SHARK else 0.0
    for seat in range(st.SEATS):
        out[n + 3 + seat] = 1.0 if has(state.waiting, seat) else 0.0
    if state.act == 1:
        encode_island(box, state, memory, viewer, out, ISLAND_AT)
    else:
        encode_orca(box, state, viewer, out, ORCA_AT)


@rule
def encode_island(box: Record, state: Record, memory: Record, viewer: int, out: Encoding, n: int) -> None:
    out[n + int(state.sea.effect)] = 1.0
    n += len(st.EFFECTS)
    encode_shark(state, memory, viewer, out, n)
    n += st.WATERS + len(st.TOKENS)
    for beach in range(st.BEACHES):
        out[n + beach] = state.sea.swimmers[beach] / 4.0
        out[n + st.BEACHES + beach] = 1.0 if state.sea.michael == beach else 0.0
        if state.closed == beach:
            out[n + 2 * st.BEACHES + beach] = 0.5 if state.closed_side == st.OPENING_SOON else 1.0
    n += 3 * st.BEACHES
    out[n + int(state.sea.quint)] = 1.0
    out[n + st.WATERS + int(state.sea.hooper)] = 1.0
    out[n + 2 * st.WATERS + int(state.brody)] = 1.0
    n += 2 * st.WATERS + len(st.SPACES)
    for space in range(st.WATERS):
        out[n + space] = state.floating[space] / 2.0
    n += st.WATERS
    for dock in range(st.DOCKS):
        out[n + dock] = state.dock[dock] / 4.0
    n += st.DOCKS
    out[n] = state.shop / 8.0
    out[n + 1] = state.orca / 8.0
    out[n + 2] = state.hoopers_boat / 8.0
    out[n + 3] = state.carried
    out[n + 4] = state.on_shark
    out[n + 5] = state.left / 5.0
    out[n + 6] = state.used / 15.0
    out[n + 7] = 1.0 if state.shark.played != 0 and state.phase != st.SHARK_TURN else 0.0
    n += 8
    encode_plan(state, viewer, out, n + 4 * st.CREW)
    for member in range(st.CREW):
        out[n + member] = 1.0 if state.turn == member else 0.0
        out[n + st.CREW + member] = 1.0 if has(state.done, member) else 0.0
        out[n + 2 * st.CREW + member] = 1.0 if has(state.overboard, member) else 0.0
        out[n + 3 * st.CREW + member] = 1.0 if state.bonus == member else 0.0


@rule
def encode_shark(state: Record, memory: Record, viewer: int, out: Encoding, n: int) -> None:
    """For the shark where it is and what it has; for the others how likely that is."""
    if viewer == st.SHARK:
        out[n + int(state.shark.place)] = 1.0
        for token in range(len(st.TOKENS)):
            out[n + st.WATERS + token] = 1.0 if has(state.shark.tokens, token) else 0.0
        return
    for place in range(st.WATERS):
        out[n + place] = memory.at[place]
    for token in range(len(st.TOKENS)):
        likely = 0.0
        for tokens in range(16):
            likely += memory.having[tokens] if has(tokens, token) else 0.0
        out[n + st.WATERS + token] = likely


@rule
def encode_plan(state: Record, viewer: int, out: Encoding, n: int) -> None:
    """How far the shark has planned its turn: for nobody else."""
    if viewer != st.SHARK:
        return
    shark = state.shark
    out[n] = shark.left / 4.0
    out[n + 1] = shark.burst / 3.0
    out[n + 2] = shark.bursting
    out[n + 3 + int(shark.played)] = 1.0
    n += 3 + st.PLAYED
    for beach in range(st.BEACHES):
        out[n + beach] = shark.ate[beach] / 4.0
    out[n + st.BEACHES] = shark.ate_michael
    n += st.BEACHES + 1
    for member in range(st.CREW):
        out[n + member] = 1.0 if has(shark.knocked, member) else 0.0
    for space in range(st.WATERS):
        out[n + st.CREW + space] = 1.0 if has(shark.visited, space) else 0.0


@rule
def encode_attack(state: Record, out: Encoding, n: int) -> None:
    """What is being attacked right now, and what was used up in this round."""
    if state.boat_target >= 0:
        out[n + int(state.boat_target)] = 1.0
    n += st.ZONES
    if state.crew_target >= 0:
        out[n + int(state.crew_target)] = 1.0
    n += st.CREW
    out[n + int(state.attack)] = 1.0
    out[n + 3] = state.thrown / st.DICE
    out[n + 4] = state.mauled
    out[n + 5] = state.chummed


@rule
def encode_orca(box: Record, state: Record, viewer: int, out: Encoding, n: int) -> None:
    for zone in range(st.ZONES):
        out[n + 3 * zone + int(state.tiles[zone])] = 1.0
        if state.zone == zone:
            out[n + 3 * st.ZONES + zone] = 1.0
    n += 4 * st.ZONES
    for member in range(st.CREW):
        encode_fighter(box, state, member, out, n)
        n += FIGHTER_NUMBERS
    for slot in range(st.OPTIONS):
        if state.options[slot] >= 0:
            card = int(state.options[slot])
            out[n] = (int(box.zone[card]) + 1) / st.ZONES
            out[n + 1] = box.evade[card] / 3.0
            out[n + 2] = box.dice[card] / 3.0
            out[n + 3] = box.shake_off[card]
            out[n + 4] = 1.0 if has(state.shown, slot) else 0.0
            out[n + 5] = 1.0 if state.slot == slot or (viewer == st.SHARK and state.depths.slot == slot) else 0.0
        n += 6
    for gear in range(st.GEARS):
        out[n + gear] = state.attached[gear]
        out[n + st.GEARS + gear] = state.pool[gear] / 3.0
    n += 2 * st.GEARS
    for ability in range(st.ABILITIES):
        out[n + ability] = state.abilities_used[ability] / 2.0
        out[n + st.ABILITIES + ability] = 1.0 if state.ability == ability else 0.0
        if viewer == st.SHARK and state.depths.ability == ability:
            out[n + st.ABILITIES + ability] = 0.5
        if viewer == st.SHARK:
            out[n + 2 * st.ABILITIES + ability] = state.depths.hand[ability] / 2.0
    n += 3 * st.ABILITIES
    out[n] = state.shark_wounds / box.shark_wounds
    out[n + 1] = state.hand_size / 9.0
    out[n + 2] = state.covered
    out[n + 3] = state.rammed
    for die in range(st.DICE):
        out[n + 4 + die] = state.dice[die] / 2.0
    encode_attack(state, out, n + 4 + st.DICE)


@rule
def encode_fighter(box: Record, state: Record, member: int, out: Encoding, n: int) -> None:
    if state.at[member] != st.NOWHERE:
        out[n + int(state.at[member])] = 1.0
    n += st.ORCA_SPACES
    out[n] = state.wounds[member] / box.crew_wounds
    out[n + 1] = state.stage[member] / st.READY
    out[n + 2] = 1.0 if has(state.caged, member) else 0.0
    out[n + 3] = 1.0 if has(state.attackers, member) else 0.0
    n += 4
    for gear in range(st.GEARS):
        out[n + gear] = state.gear[member, gear] / 2.0
        out[n + st.GEARS + gear] = 1.0 if state.weapon[member] == gear else 0.0
    n += 2 * st.GEARS
    if state.target[member] >= 0:
        out[n + int(state.target[member])] = 1.0


# For people -----------------------------------------------------------------------------------------------------------


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    island = state.act == 1
    return View(
        variant=VARIANTS[box.variant],
        act=int(state.act),
        phase=PHASES[state.phase],
        round=int(state.rounds),
        eaten=int(state.eaten),
        island=_island(box, state, memory, viewer) if island else None,
        orca=None if island else _orca(box, state, memory, viewer),
        winner=("shark", "crew")[state.winner] if state.over else None,
    )


def _island(box: Record, state: Record, memory: Record, viewer: int) -> Island:
    planning = state.phase == st.SHARK_TURN
    return Island(
        event=st.EVENT_NAMES[state.card] if state.rounds and state.phase > st.EVENT else None,
        effect=st.EFFECTS[state.sea.effect],
        extra_action=in_python(extra_is_open)(state),
        offices={st.SPACES[box.mayors_office]: "Mayor's Office", st.SPACES[box.amity_pd]: "Amity P.D."},
        beside=_beside(tuple(box.near.tolist())),
        swimmers={do.beach_name(beach): number for beach, number in enumerate(state.sea.swimmers.tolist())},
        michael=_beach(state.sea.michael),
        supply=in_python(supply)(box, state),
        closed=_beach(state.closed),
        opening_soon=bool(state.closed != st.NOWHERE and state.closed_side == st.OPENING_SOON),
        floating={st.SPACES[space]: number for space, number in enumerate(state.floating.tolist()) if number},
        docks={st.SPACES[at]: number for at, number in zip(box.docks.tolist(), state.dock.tolist(), strict=True)},
        shop=int(state.shop),
        crew=[_sailor(box, state, member) for member in range(st.CREW)],
        turn=None if state.turn == st.NOWHERE else do.MEMBER_NAMES[state.turn],
        events_left=int(state.deck).bit_count(),
        seen=None if state.seen == st.NOWHERE else st.SPACES[state.seen],
        on_shark=int(state.on_shark),
        barrels_to_catch=int(box.barrels_to_catch),
        eaten=int(state.eaten),
        track_end=int(box.track_end),
        # a token played in a turn that still goes on is nobody's to know
        tokens_left=int(state.shark.tokens).bit_count() + int(planning and state.shark.played != 0),
        token_in_play=bool(state.shark.played != 0 and not planning),
        shark=_hunter(state, memory, viewer) if viewer == st.SHARK or state.over else None,
    )


@lru_cache
def _beside(near: tuple[int, ...]) -> dict[str, list[str]]:
    """Water by water, those on the other side of its borders."""
    waters = st.SPACES[: st.WATERS]
    return {
        water: [other for n, other in enumerate(waters) if has(bits, n)]
        for water, bits in zip(waters, near, strict=True)
    }


def _beach(beach: Any) -> str | None:
    return None if beach == st.NOWHERE else do.beach_name(int(beach))


def _sailor(box: Record, state: Record, member: int) -> Sailor:
    mine = (state.orca, state.carried, state.hoopers_boat)
    done = has(state.done, member) or state.phase != st.CREW_TURN
    left = state.left if state.turn == member else in_python(actions_of)(box, state, member)
    return Sailor(
        name=do.MEMBER_NAMES[member],
        space=st.SPACES[in_python(where)(state, member)],
        barrels=int(mine[member]),
        overboard=has(state.overboard, member),
        done=has(state.done, member),
        actions=0 if done else int(left),
    )


def _hunter(state: Record, memory: Record, viewer: int) -> Hunter:
    shark = state.shark
    return Hunter(
        place=None if state.phase == st.LURKING else st.SPACES[shark.place],
        tokens=[token for number, token in enumerate(st.TOKENS) if has(shark.tokens, number)],
        played=st.TOKENS[shark.played - 1] if shark.played else None,
        actions=int(shark.left),
        burst=int(shark.burst) if shark.left or shark.bursting else 0,
        bursting=bool(shark.bursting and shark.burst),
        planned={do.beach_name(beach): number for beach, number in enumerate(shark.ate.tolist()) if number},
        ate_michael=bool(shark.ate_michael),
        pad=_pad(memory, min(int(state.rounds), st.PAD - 1)) if viewer == st.SHARK else [],
    )


def _pad(memory: Record, last: int) -> list[PadLine]:
    lines = []
    for line in range(last + 1):
        path = [st.SPACES[space - 1] for space in memory.pad[line].tolist() if space]
        token = int(memory.pad_token[line])
        lines.append(PadLine(line, path, st.TOKENS[token - 1] if token else None, int(memory.pad_ate[line])))
    return lines


def _orca(box: Record, state: Record, memory: Record, viewer: int) -> Orca:
    divided = in_python(to_divide)(state)
    cards = in_python(crew_gear)(box, state)
    return Orca(
        tiles=[_tile(box, state, zone) for zone in range(st.ZONES)],
        crew=[_fighter(state, member) for member in range(st.CREW)],
        to_divide=st.GEAR_NAMES[divided] if divided < st.GEARS else None,
        divided=cards - int(state.to_deal) - int(state.pool.sum()),
        to_be_divided=cards,
        pool=_named(st.GEAR_NAMES, state.pool),
        options=[_option(box, state, slot) for slot in range(st.OPTIONS) if state.options[slot] >= 0],
        locked=bool(st.CHOOSING_ABILITY < state.phase < st.OVER),
        with_ability=bool(state.covered),
        hand_size=int(state.hand_size),
        abilities_used=_named(st.ABILITY_NAMES, state.abilities_used),
        zone=None if state.zone == st.NOWHERE else int(state.zone) + 1,
        slot=None if state.slot < 0 else do.SLOTS[state.slot],
        ability=None if state.ability < 0 else st.ABILITY_NAMES[state.ability],
        evade=None if state.slot < 0 else evade_now(box, state),
        attached=_named(st.GEAR_NAMES, state.attached),
        shark_wounds=int(state.shark_wounds),
        shark_dies_at=int(box.shark_wounds),
        crew_dies_at=int(box.crew_wounds),
        dice=[int(state.dice[die]) for die in range(state.thrown) if not has(state.fall, die)],
        boat_target=None if state.boat_target < 0 else int(state.boat_target) + 1,
        crew_target=None if state.crew_target < 0 else do.MEMBER_NAMES[state.crew_target],
        shark=_lair(state, memory, viewer) if viewer == st.SHARK or state.over else None,
    )


def _named(names: tuple[str, ...], numbers: Any) -> dict[str, int]:
    return {name: number for name, number in zip(names, numbers.tolist(), strict=True) if number}


def _tile(box: Record, state: Record, zone: int) -> Tile:
    condition = int(state.tiles[zone])
    return Tile(
        zone=zone + 1,
        state=("intact", "damaged", "destroyed")[condition],
        damage=int(box.damage[zone]) if condition == 0 else None,
        destroy=None if condition == st.DESTROYED else int((box.destroy, box.damaged)[condition][zone]),
    )


def _option(box: Record, state: Record, slot: int) -> Option:
    card = int(state.options[slot])
    return Option(
        slot=do.SLOTS[slot],
        zone=int(box.zone[card]) + 1,
        evade=int(box.evade[card]),
        dice=int(box.dice[card]),
        shake_off=bool(box.shake_off[card]),
        ruled_out=has(state.shown, slot),
    )


def _fighter(state: Record, member: int) -> Fighter:
    return Fighter(
        name=do.MEMBER_NAMES[member],
        space=None if state.at[member] == st.NOWHERE else do.space_name(int(state.at[member])),
        wounds=int(state.wounds[member]),
        gear=_named(st.GEAR_NAMES, state.gear[member]),
        weapon=None if state.weapon[member] < 0 else st.GEAR_NAMES[state.weapon[member]],
        target=None if state.target[member] < 0 else int(state.target[member]) + 1,
        ready=bool(state.stage[member] == st.READY),
        caged=has(state.caged, member),
    )


def _lair(state: Record, memory: Record, viewer: int) -> Lair:
    depths = state.depths
    return Lair(
        hand=_named(st.ABILITY_NAMES, depths.hand),
        slot=None if depths.slot < 0 else do.SLOTS[depths.slot],
        ability=None if depths.ability < 0 else st.ABILITY_NAMES[depths.ability],
        pad=_pad(memory, _last_line(memory)) if viewer == st.SHARK else [],
    )


def _last_line(memory: Record) -> int:
    """The last round of Act 1 in which anything is on the pad; -1 if there was no Act 1."""
    used = memory.pad.any(axis=1) | (memory.pad_token > 0) | (memory.pad_ate > 0)
    return max((line for line in range(st.PAD) if used[line]), default=-1)


# What a viewer may believe --------------------------------------------------------------------------------------------


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> Beliefs | None:
    """Where the shark is and what it has, for all one can know; the shark sees what the crew can know of it."""
    if state.over or state.phase == st.LURKING:
        return None
    return Beliefs(hunt=_hunt(memory)) if state.act == 1 else Beliefs(fight=_fight(box, state))


def _hunt(memory: Record) -> HuntBeliefs:
    odds = memory.odds
    places = odds.sum(axis=(0, 2)).tolist()
    by_tokens = odds.sum(axis=(0, 1)).tolist()
    by_played = odds.sum(axis=(1, 2)).tolist()
    return HuntBeliefs(
        places={st.SPACES[space]: places[space] for space in range(st.WATERS)},
        tokens={
            token: sum(share for tokens, share in enumerate(by_tokens) if has(tokens, number))
            for number, token in enumerate(st.TOKENS)
        },
        in_play={token: by_played[number + 1] for number, token in enumerate(st.TOKENS)},
        entropy=-sum(share * log2(share) for share in places if share > 0),
    )


def _fight(box: Record, state: Record) -> FightBeliefs:
    """Any token not shown is as likely; any ability card nobody has seen may be in hand."""
    unknown = [slot for slot in range(st.OPTIONS) if state.options[slot] >= 0 and not has(state.shown, slot)]
    if state.slot >= 0:
        unknown = [int(state.slot)]
    options = {do.SLOTS[slot]: (1 / len(unknown) if slot in unknown else 0.0) for slot in range(st.OPTIONS) if unknown}
    zones = {str(zone + 1): 0.0 for zone in range(st.ZONES)}
    for slot in unknown:
        zones[str(int(box.zone[state.options[slot]]) + 1)] += 1 / len(unknown)
    hidden = [int(box.ability_copies[ability] - state.abilities_used[ability]) for ability in range(st.ABILITIES)]
    total, size = sum(hidden), int(state.hand_size)
    in_hand = {
        name: 1 - comb(total - hidden[ability], size) / comb(total, size)
        for ability, name in enumerate(st.ABILITY_NAMES)
    }
    under = {name: (hidden[ability] / total if state.covered else 0.0) for ability, name in enumerate(st.ABILITY_NAMES)}
    return FightBeliefs(options=options, zones=zones, in_hand=in_hand, under_token=under)
