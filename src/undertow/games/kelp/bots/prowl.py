"""Kelp: how the shark's bot plays.

It knows the odds of every block (`belief.py`). Before the move it tries whatever it may do, works out where it could
stop then, and what its dice would be worth there: a strike by the odds of the octopus and the strategies left, less the
hunger it costs; a search by what it clears up; what remains as energy.
"""

from __future__ import annotations

from undertow.core.bundles import Mind
from undertow.core.records import CHANCE, Floats, Ints, Record, Records, count, has, lowest
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.bots import weights as w
from undertow.games.kelp.bots.weights import hunger_cost, octopus_odds
from undertow.games.kelp.forest import nth_die
from undertow.games.kelp.rules import apply
from undertow.games.kelp.swim import landings, zones_in_reach

NEVER = -9.0


@rule
def prowl(box: Record, mind: Mind, n: int) -> int:
    """What the shark does, whatever it is asked; strategies aside."""
    world, table, scratch, out = mind.worlds[0], mind.table, mind.scratch, mind.out
    phase = int(world.phase)
    if phase in (st.BEFORE_MOVE, st.MOVING, st.AFTER_MOVE):
        return best_by_trying(box, mind.worlds, table, scratch, out, n)
    if phase == st.SEARCHING:
        return best_dice(box, world, table, scratch, out, n)
    if phase == st.ENERGY:
        return shop(box, world, table, out, n)
    if phase == st.STORING:
        return store_best(out, n)
    if phase in (st.FEEDING, st.RETURNING):
        return int(out[0])  # blue before yellow before red
    if phase in (st.TAKING, st.TURNING):
        return int(out[n - 1])  # red, if there is one
    if phase == st.ORDERING:
        return likelier_first(scratch, out)
    if phase == st.REACTING:
        return int(out[0]) if wants_red(box, world, table, scratch) else act.DONE
    if phase == st.TRAPPED:
        return act.DONE if world.trap == st.CURRENT_TRAP else int(out[0])
    if phase == st.REROLLING:
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
    scratch[w.BEST] = best
    return chosen


@rule
def try_out(box: Record, worlds: Records, table: Floats, scratch: Floats, action: int) -> float:
    """What the table is worth after this."""
    if action == act.USE + st.HUNGRY:
        return 0.02 + promise(box, worlds[0], table, scratch) if no_good_die(worlds[0]) else NEVER
    if action == act.USE + st.HOSTILE:
        return 9.0  # a pair less is always welcome
    worlds[1] = worlds[0]
    apply(box, worlds[1], st.SHARK, action)
    cost = price_of_using(table, worlds[0], worlds[1])
    if worlds[1].phase == st.REROLLING:
        apply(box, worlds[1], st.SHARK, act.DONE)
    if worlds[1].phase != st.ROLLING:
        return promise(box, worlds[1], table, scratch) - cost
    total = 0.0
    for pips in range(st.PIPS):
        worlds[2] = worlds[1]
        apply(box, worlds[2], CHANCE, pips)
        total += promise(box, worlds[2], table, scratch)
    return total / st.PIPS - cost


@rule
def price_of_using(table: Floats, before: Record, after: Record) -> float:
    """Cards used up, and hunger."""
    cost = 0.0
    for card in range(st.AGILE, before.cards.shape[0]):
        if after.cards[card] < before.cards[card]:
            cost += table[w.USE_CARD] + 0.3 * table[w.SHARK_CARD + card]
    return cost


@rule
def no_good_die(world: Record) -> bool:
    """Neither red nor yellow."""
    good = 0
    for place in range(st.POOL):
        if int(world.pool[place]) >> 3 >= st.YELLOW:
            good += 1
    return good == 0


@rule
def promise(box: Record, world: Record, table: Floats, scratch: Floats) -> float:
    """What the table is worth to the shark in the middle of its turn."""
    if world.over == 1:
        return 1.0 if world.winner == st.SHARK else -1.0
    value = saved_worth(box, world, table) - hunger_so_far(box, world, table)
    value += table[w.CURRENT_WORTH] * count(world.covered) + table[w.GROWTH] * grown(box, world)
    if world.phase == st.BEFORE_MOVE or world.phase == st.MOVING:
        best = NEVER
        left = landings(box, world)
        while left != 0:
            space = lowest(left)
            left &= left - 1
            best = max(best, spot(box, world, table, scratch, space))
        return float(value + best)
    if world.phase == st.AFTER_MOVE or world.phase == st.SEARCHING:
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
    return min(int(world.tiles), st.TILES) * int(box.tile_dice) + dice


@rule
def saved_worth(box: Record, world: Record, table: Floats) -> float:
    value = 0.0
    for place in range(st.SAVED):
        die = int(world.saved[place])
        if die >> 3 == st.RED:
            value += table[w.SAVED_WORTH] * ((die & 7) - 1) / 5.0
    return value


# What dice are worth --------------------------------------------------------------------------------------------------


@rule
def spot(box: Record, world: Record, table: Floats, scratch: Floats, space: int) -> float:
    """The best use of the dice from this space, and what the space is worth next turn."""
    reach = int(box.reach[space])
    one = lowest(reach)
    other = lowest(reach & (reach - 1)) if count(reach) > 1 else st.ZONES
    best = leftovers(box, world, table, -1, -1)
    for first in range(-1, st.POOL + st.SAVED):
        worth = die_at(box, world, table, scratch, first, one)
        if first >= 0 and worth <= NEVER:
            continue
        for second in range(-1, st.POOL + st.SAVED):
            if second >= 0 and (second == first or other == st.ZONES):
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
    if place < st.POOL:
        return int(world.pool[place])
    return 0 if has(world.saved_now, place - st.POOL) else int(world.saved[place - st.POOL])


@rule
def die_at(box: Record, world: Record, table: Floats, scratch: Floats, place: int, zone: int) -> float:
    """What this die is worth in this zone; NEVER: it cannot be placed there."""
    if place < 0 or zone >= st.ZONES:
        return NEVER
    die = die_number(world, place)
    colour = die >> 3
    if (colour != st.YELLOW and colour != st.RED) or (die & 7) < box.value[zone]:
        return NEVER
    there = octopus_odds(scratch, zone)
    hidden = has(world.hidden, zone)
    if not hidden and (colour == st.YELLOW or there < 0.99):
        return NEVER
    if world.placed[0] != 0 and world.placed_at[0] == zone:
        return NEVER
    worth = strike_worth(box, world, table, there) if colour == st.RED else search_worth(box, world, table, there)
    if hidden:
        for kind in range(st.CURRENT_TRAP, st.DOUBLE_SHELL):
            worth -= table[w.TRAP] * scratch[w.ODDS + zone * st.KINDS + kind]
    return worth


@rule
def strike_worth(box: Record, world: Record, table: Floats, there: float) -> float:
    pairs = count(world.pairs)
    hit = table[w.HIT] + table[w.HIT_MORE] * (3 - pairs)
    if pairs == 1:
        hit = 1.0
    return float(there * hit - hunger_cost(box, int(world.hungry), table) + 0.02)


@rule
def search_worth(box: Record, world: Record, table: Floats, there: float) -> float:
    grows = table[w.GROWTH] if world.tiles < st.TILES else 0.0
    return float(there * table[w.FIND] + table[w.CLEAR] * there * (1.0 - there) + grows)


@rule
def leftovers(box: Record, world: Record, table: Floats, first: int, second: int) -> float:
    """What the dice that are not placed are worth as energy; a full store has to be spent."""
    stored = 0
    pips = 0
    for place in range(world.energy.shape[0]):
        if world.energy[place] != 0:
            stored += 1
            pips += int(world.energy[place]) & 7
    for place in range(st.POOL):
        if world.pool[place] != 0 and place != first and place != second and stored < box.energy_slots:
            stored += 1
            pips += int(world.pool[place]) & 7
    if stored < box.energy_slots:
        return float(table[w.PIP] * pips)
    if int(world.hungry) + 1 >= box.hunger_track and pips >= 4:
        return -1.0
    return float(table[w.PIP] * pips + table[w.FORCED] - hunger_cost(box, int(world.hungry), table))


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
    return float(table[w.NEAR] * mass)


@rule
def best_dice(box: Record, world: Record, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """The die to place now, of the best use of all; or no more."""
    best = leftovers(box, world, table, -1, -1)
    chosen = act.DONE
    for i in range(n):
        action = int(out[i])
        if action < act.SEARCH:
            if action == act.USE + st.HOSTILE:
                return action
            continue
        place, zone = die_of(world, action)
        worth = die_at(box, world, table, scratch, place, zone)
        value = worth + leftovers(box, world, table, place, -1)
        for second in range(st.POOL + st.SAVED):
            if second != place and world.placed[0] == 0:
                for j in range(n):
                    other = int(out[j])
                    if other >= act.SEARCH:
                        next_place, next_zone = die_of(world, other)
                        if next_place == second and next_zone != zone:
                            more = die_at(box, world, table, scratch, second, next_zone)
                            value = max(value, worth + more + leftovers(box, world, table, place, second))
        if value > best + 1e-9:
            best = value
            chosen = action
    scratch[w.BEST] = best
    return chosen


@rule
def die_of(world: Record, action: int) -> tuple[int, int]:
    """The place of the die, and the zone, that this action means."""
    if action >= act.SAVED_DIE_AT:
        return st.POOL + (action - act.SAVED_DIE_AT) // st.ZONES, (action - act.SAVED_DIE_AT) % st.ZONES
    first = act.STRIKE if action >= act.STRIKE else act.SEARCH
    die = (st.RED if action >= act.STRIKE else st.YELLOW) << 3 | ((action - first) // st.ZONES + 1)
    place = 0
    while world.pool[place] != die:
        place += 1
    return place, (action - first) % st.ZONES


@rule
def likelier_first(scratch: Floats, out: Ints) -> int:
    one, other = int(out[0]), int(out[1])
    return one if octopus_odds(scratch, one - act.FIRST) >= octopus_odds(scratch, other - act.FIRST) else other


# Smaller decisions ----------------------------------------------------------------------------------------------------


@rule
def wants_red(box: Record, world: Record, table: Floats, scratch: Floats) -> bool:
    """Reactive: the bag has a red die, the pool none, and a strike would be worth it."""
    if world.bag[st.RED] == 0:
        return False
    for place in range(st.POOL):
        if int(world.pool[place]) >> 3 == st.RED:
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
        die = nth_die(int(out[i]) - act.AGAIN)
        if out[i] >= act.AGAIN and die >> 3 != st.BLUE and (die & 7) <= 3:
            return int(out[i])
    return act.DONE


@rule
def store_best(out: Ints, n: int) -> int:
    """Many pips, and no red die if it can be helped: it is wanted in the bag."""
    best = -1
    chosen = int(out[0])
    for i in range(n):
        die = nth_die(int(out[i]) - act.STORE)
        worth = (die & 7) + (0 if die >> 3 == st.RED else 6 if die >> 3 == st.BLUE else 3)
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
        if action == act.DONE:
            must = False
        elif action == act.USE + st.HOSTILE:
            return action
        elif action >= act.REFRESH:
            slot = (action - act.REFRESH) % st.MARKET
            if refresh < 0 or card_worth(box, world, table, slot) < card_worth(
                box, world, table, (refresh - act.REFRESH) % st.MARKET
            ):
                refresh = action
        else:
            worth = card_worth(box, world, table, action - act.BUY)
            if worth > best or chosen < 0:
                best = worth
                chosen = action
    if must:
        return chosen if chosen >= 0 else refresh
    if world.bought == 1 and chosen >= 0 and best > 0.0:
        return chosen
    return act.DONE


@rule
def card_worth(box: Record, world: Record, table: Floats, slot: int) -> float:
    card = int(world.market[slot])
    if card == st.NO_CARD:
        return NEVER
    worth = table[w.SHARK_CARD + card]
    if card == st.HOSTILE and count(world.pairs) < 2:
        worth = 0.0
    for colour in range(1, 4):
        worth += table[w.DIE_WORTH + colour] * box.card_dice[card, colour]
    return float(worth)
