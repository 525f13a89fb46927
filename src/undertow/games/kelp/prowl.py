"""Kelp: how the shark's bot plays.

It knows the odds of every block (`belief.py`). Before the move it tries whatever it may do, works out where it could
stop then, and what its dice would be worth there: a strike by the odds of the octopus and the strategies left, less the
hunger it costs; a search by what it clears up; what remains as energy.
"""

from __future__ import annotations

from undertow.core.records import CHANCE, Floats, Ints, Record, Records, count, has, lowest
from undertow.core.rule import rule
from undertow.games.kelp.actions import (
    BUY,
    DIE,
    DONE,
    FIRST,
    REFRESH,
    SAVED_DIE_AT,
    SEARCH,
    STRIKE,
    USE,
)
from undertow.games.kelp.rules import apply
from undertow.games.kelp.state import (
    AFTER_MOVE,
    AGILE,
    BEFORE_MOVE,
    BLUE,
    CURRENT_TRAP,
    DOUBLE_SHELL,
    ENERGY,
    FEEDING,
    HOSTILE,
    HUNGRY,
    KINDS,
    MARKET,
    MOVING,
    NO_CARD,
    ORDERING,
    PIPS,
    POOL,
    REACTING,
    RED,
    REROLLING,
    RETURNING,
    ROLLING,
    SAVED,
    SEARCHING,
    SHARK,
    STORING,
    TAKING,
    TILES,
    TRAPPED,
    TURNING,
    YELLOW,
    ZONES,
)
from undertow.games.kelp.swim import landings, zones_in_reach
from undertow.games.kelp.weights import (
    BEST,
    CLEAR,
    CURRENT_WORTH,
    DIE_WORTH,
    FIND,
    FORCED,
    GROWTH,
    HIT,
    HIT_MORE,
    NEAR,
    ODDS,
    PIP,
    SAVED_WORTH,
    SHARK_CARD,
    TRAP,
    USE_CARD,
    hunger_cost,
    octopus_odds,
)

NEVER = -9.0


@rule
def prowl(box: Record, worlds: Records, table: Floats, scratch: Floats, rng: Ints, out: Ints, n: int) -> int:
    """What the shark does, whatever it is asked; strategies aside."""
    world = worlds[0]
    phase = int(world.phase)
    if phase in (BEFORE_MOVE, MOVING, AFTER_MOVE):
        return best_by_trying(box, worlds, table, scratch, out, n)
    if phase == SEARCHING:
        return best_dice(box, world, table, scratch, out, n)
    if phase == ENERGY:
        return shop(box, world, table, out, n)
    if phase == STORING:
        return store_best(out, n)
    if phase in (FEEDING, RETURNING):
        return int(out[0])  # blue before yellow before red
    if phase in (TAKING, TURNING):
        return int(out[n - 1])  # red, if there is one
    if phase == ORDERING:
        return likelier_first(scratch, out)
    if phase == REACTING:
        return int(out[0]) if wants_red(box, world, table, scratch) else DONE
    if phase == TRAPPED:
        return DONE if world.trap == CURRENT_TRAP else int(out[0])
    if phase == REROLLING:
        return weakest(world, out, n)
    return int(out[n - 1])


# Trying ---------------------------------------------------------------------------------------------------------------


@rule
def best_by_trying(box: Record, worlds: Records, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    best = NEVER
    chosen = int(out[0])
    for i in range(n):
        action = int(out[i])
        value = try_out(box, worlds, table, scratch, action)
        if value > best:
            best = value
            chosen = action
    scratch[BEST] = best
    return chosen


@rule
def try_out(box: Record, worlds: Records, table: Floats, scratch: Floats, action: int) -> float:
    """What the table is worth after this."""
    if action == USE + HUNGRY:
        return 0.02 + promise(box, worlds[0], table, scratch) if no_good_die(worlds[0]) else NEVER
    if action == USE + HOSTILE:
        return 9.0  # a pair less is always welcome
    worlds[1] = worlds[0]
    apply(box, worlds[1], SHARK, action)
    cost = price_of_using(table, worlds[0], worlds[1])
    if worlds[1].phase == REROLLING:
        apply(box, worlds[1], SHARK, DONE)
    if worlds[1].phase != ROLLING:
        return promise(box, worlds[1], table, scratch) - cost
    total = 0.0
    for pips in range(PIPS):
        worlds[2] = worlds[1]
        apply(box, worlds[2], CHANCE, pips)
        total += promise(box, worlds[2], table, scratch)
    return total / PIPS - cost


@rule
def price_of_using(table: Floats, before: Record, after: Record) -> float:
    """Cards used up, and hunger."""
    cost = 0.0
    for card in range(AGILE, before.cards.shape[0]):
        if after.cards[card] < before.cards[card]:
            cost += table[USE_CARD] + 0.3 * table[SHARK_CARD + card]
    return cost


@rule
def no_good_die(world: Record) -> bool:
    """Neither red nor yellow."""
    good = 0
    for place in range(POOL):
        if int(world.pool[place]) >> 3 >= YELLOW:
            good += 1
    return good == 0


@rule
def promise(box: Record, world: Record, table: Floats, scratch: Floats) -> float:
    """What the table is worth to the shark in the middle of its turn."""
    if world.over == 1:
        return 1.0 if world.winner == SHARK else -1.0
    value = saved_worth(box, world, table) - hunger_so_far(box, world, table)
    value += table[CURRENT_WORTH] * count(world.covered) + table[GROWTH] * grown(box, world)
    if world.phase == BEFORE_MOVE or world.phase == MOVING:
        best = NEVER
        left = landings(box, world)
        while left != 0:
            space = lowest(left)
            left &= left - 1
            best = max(best, spot(box, world, table, scratch, space))
        return float(value + best)
    if world.phase == AFTER_MOVE or world.phase == SEARCHING:
        return float(value + spot(box, world, table, scratch, int(world.at)))
    return float(value + vicinity(box, table, scratch, int(world.at)))


@rule
def hunger_so_far(box: Record, world: Record, table: Floats) -> float:
    cost = 0.0
    for hungry in range(world.hungry):
        cost += hunger_cost(box, hungry, table)
    return cost


@rule
def grown(box: Record, world: Record) -> int:
    dice = int(world.growth[1]) + int(world.growth[2]) + int(world.growth[3])
    return min(int(world.tiles), TILES) * int(box.tile_dice) + dice


@rule
def saved_worth(box: Record, world: Record, table: Floats) -> float:
    value = 0.0
    for place in range(SAVED):
        die = int(world.saved[place])
        if die >> 3 == RED:
            value += table[SAVED_WORTH] * ((die & 7) - 1) / 5.0
    return value


# What dice are worth --------------------------------------------------------------------------------------------------


@rule
def spot(box: Record, world: Record, table: Floats, scratch: Floats, space: int) -> float:
    """The best use of the dice from this space, and what the space is worth next turn."""
    reach = int(box.reach[space])
    one = lowest(reach)
    other = lowest(reach & (reach - 1)) if count(reach) > 1 else ZONES
    best = leftovers(box, world, table, -1, -1)
    for first in range(-1, POOL + SAVED):
        worth = die_at(box, world, table, scratch, first, one)
        if first >= 0 and worth <= NEVER:
            continue
        for second in range(-1, POOL + SAVED):
            if second >= 0 and (second == first or other == ZONES):
                continue
            more = die_at(box, world, table, scratch, second, other)
            if second >= 0 and more <= NEVER:
                continue
            total = (worth if first >= 0 else 0.0) + (more if second >= 0 else 0.0)
            best = max(best, total + leftovers(box, world, table, first, second))
    return best + vicinity(box, table, scratch, space)


@rule
def die_number(world: Record, place: int) -> int:
    """A die of the pool, or behind them one saved in an earlier turn; 0: none."""
    if place < POOL:
        return int(world.pool[place])
    return 0 if has(world.saved_now, place - POOL) else int(world.saved[place - POOL])


@rule
def die_at(box: Record, world: Record, table: Floats, scratch: Floats, place: int, zone: int) -> float:
    """What this die is worth in this zone; NEVER: it cannot be placed there."""
    if place < 0 or zone >= ZONES:
        return NEVER
    die = die_number(world, place)
    colour = die >> 3
    if (colour != YELLOW and colour != RED) or (die & 7) < box.value[zone]:
        return NEVER
    there = octopus_odds(scratch, zone)
    hidden = has(world.hidden, zone)
    if not hidden and (colour == YELLOW or there < 0.99):
        return NEVER
    if world.placed[0] != 0 and world.placed_at[0] == zone:
        return NEVER
    worth = strike_worth(box, world, table, there) if colour == RED else search_worth(box, world, table, there)
    if hidden:
        for kind in range(CURRENT_TRAP, DOUBLE_SHELL):
            worth -= table[TRAP] * scratch[ODDS + zone * KINDS + kind]
    return worth


@rule
def strike_worth(box: Record, world: Record, table: Floats, there: float) -> float:
    pairs = count(world.pairs)
    hit = table[HIT] + table[HIT_MORE] * (3 - pairs)
    if pairs == 1:
        hit = 1.0
    return float(there * hit - hunger_cost(box, int(world.hungry), table) + 0.02)


@rule
def search_worth(box: Record, world: Record, table: Floats, there: float) -> float:
    grows = table[GROWTH] if world.tiles < TILES else 0.0
    return float(there * table[FIND] + table[CLEAR] * there * (1.0 - there) + grows)


@rule
def leftovers(box: Record, world: Record, table: Floats, first: int, second: int) -> float:
    """What the dice that are not placed are worth as energy; a full store has to be spent."""
    stored = 0
    pips = 0
    for place in range(world.energy.shape[0]):
        if world.energy[place] != 0:
            stored += 1
            pips += int(world.energy[place]) & 7
    for place in range(POOL):
        if world.pool[place] != 0 and place != first and place != second and stored < box.energy_slots:
            stored += 1
            pips += int(world.pool[place]) & 7
    if stored < box.energy_slots:
        return float(table[PIP] * pips)
    if int(world.hungry) + 1 >= box.hunger_track and pips >= 4:
        return -1.0
    return float(table[PIP] * pips + table[FORCED] - hunger_cost(box, int(world.hungry), table))


@rule
def vicinity(box: Record, table: Floats, scratch: Floats, space: int) -> float:
    """Where the octopus may be within a move."""
    zones = zones_in_reach(box, int(box.onward[space, 0]) | int(box.onward[space, 1]))
    mass = 0.0
    left = zones
    while left != 0:
        there = octopus_odds(scratch, lowest(left))
        mass += there
        left &= left - 1
    return float(table[NEAR] * mass)


@rule
def best_dice(box: Record, world: Record, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """The die to place now, of the best use of all; or no more."""
    best = leftovers(box, world, table, -1, -1)
    chosen = DONE
    for i in range(n):
        action = int(out[i])
        if action < SEARCH:
            if action == USE + HOSTILE:
                return action
            continue
        place, zone = die_of(world, action)
        worth = die_at(box, world, table, scratch, place, zone)
        value = worth + leftovers(box, world, table, place, -1)
        for second in range(POOL + SAVED):
            if second != place and world.placed[0] == 0:
                for j in range(n):
                    other = int(out[j])
                    if other >= SEARCH:
                        next_place, next_zone = die_of(world, other)
                        if next_place == second and next_zone != zone:
                            more = die_at(box, world, table, scratch, second, next_zone)
                            value = max(value, worth + more + leftovers(box, world, table, place, second))
        if value > best + 1e-9:
            best = value
            chosen = action
    scratch[BEST] = best
    return chosen


@rule
def die_of(world: Record, action: int) -> tuple[int, int]:
    """The place of the die, and the zone, that this action means."""
    if action >= SAVED_DIE_AT:
        return POOL + (action - SAVED_DIE_AT) // ZONES, (action - SAVED_DIE_AT) % ZONES
    first = STRIKE if action >= STRIKE else SEARCH
    die = (RED if action >= STRIKE else YELLOW) << 3 | ((action - first) // ZONES + 1)
    place = 0
    while world.pool[place] != die:
        place += 1
    return place, (action - first) % ZONES


@rule
def likelier_first(scratch: Floats, out: Ints) -> int:
    one, other = int(out[0]), int(out[1])
    return one if octopus_odds(scratch, one - FIRST) >= octopus_odds(scratch, other - FIRST) else other


# Smaller decisions ----------------------------------------------------------------------------------------------------


@rule
def wants_red(box: Record, world: Record, table: Floats, scratch: Floats) -> bool:
    """Reactive: the bag has a red die, the pool none, and a strike would be worth it."""
    if world.bag[RED] == 0:
        return False
    for place in range(POOL):
        if int(world.pool[place]) >> 3 == RED:
            return False
    zones = zones_in_reach(box, landings(box, world))
    best = 0.0
    while zones != 0:
        best = max(best, octopus_odds(scratch, lowest(zones)))
        zones &= zones - 1
    return strike_worth(box, world, table, best) > 0.12


@rule
def weakest(world: Record, out: Ints, n: int) -> int:
    """Relentless: another die with few pips, but not a blue one."""
    for i in range(n):
        die = int(out[i]) - DIE
        if die > 0 and die >> 3 != BLUE and (die & 7) <= 3:
            return int(out[i])
    return DONE


@rule
def store_best(out: Ints, n: int) -> int:
    """Many pips, and no red die if it can be helped: it is wanted in the bag."""
    best = -1
    chosen = int(out[0])
    for i in range(n):
        die = int(out[i]) - DIE
        worth = (die & 7) + (0 if die >> 3 == RED else 6 if die >> 3 == BLUE else 3)
        if worth > best:
            best = worth
            chosen = int(out[i])
    return chosen


@rule
def shop(box: Record, world: Record, table: Floats, out: Ints, n: int) -> int:
    """The card worth most; nothing unless it must, or has bought already and this comes on top."""
    best = 0.0
    chosen = -1
    must = True
    refresh = -1
    for i in range(n):
        action = int(out[i])
        if action == DONE:
            must = False
        elif action == USE + HOSTILE:
            return action
        elif action >= REFRESH:
            slot = (action - REFRESH) % MARKET
            if refresh < 0 or card_worth(box, world, table, slot) < card_worth(
                box, world, table, (refresh - REFRESH) % MARKET
            ):
                refresh = action
        else:
            worth = card_worth(box, world, table, action - BUY)
            if worth > best or chosen < 0:
                best = worth
                chosen = action
    if must:
        return chosen if chosen >= 0 else refresh
    if world.bought == 1 and chosen >= 0 and best > 0.0:
        return chosen
    return DONE


@rule
def card_worth(box: Record, world: Record, table: Floats, slot: int) -> float:
    card = int(world.market[slot])
    if card == NO_CARD:
        return NEVER
    worth = table[SHARK_CARD + card]
    if card == HOSTILE and count(world.pairs) < 2:
        worth = 0.0
    for colour in range(1, 4):
        worth += table[DIE_WORTH + colour] * box.card_dice[card, colour]
    return float(worth)
