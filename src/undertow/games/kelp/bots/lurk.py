"""Kelp: how the octopus's bot plays.

It knows what the shark can know (`belief.py`): how likely it is taken to be in each zone. A swap takes that along, a
shuffle spreads it, every reveal elsewhere raises it. It weighs that against where the shark can strike next turn,
blocks left to pay with, cards, and food.
"""

from __future__ import annotations

from undertow.core.bundles import Mind
from undertow.core.records import Floats, Ints, Record, Records, bit, count, has, lowest
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.bots import weights as w
from undertow.games.kelp.bots.weights import octopus_odds, red_odds
from undertow.games.kelp.forest import zone_of
from undertow.games.kelp.octopus import blocks_aside, leaving, open_cards, worth
from undertow.games.kelp.swim import landings, zones_in_reach

NEVER = -9.0


@rule
def lurk(box: Record, mind: Mind, n: int) -> int:
    """What the octopus does, whatever it is asked; strategies aside."""
    world, table, scratch, out = mind.worlds[0], mind.table, mind.scratch, mind.out
    think(box, world, table, scratch)
    phase = int(world.phase)
    if phase == st.OCTOPUS_TURN:
        return best_action(box, world, table, scratch, out, n)
    if phase == st.PAYING:
        return best_payment(box, world, scratch, out, n)
    if phase == st.SWAPPING:
        return act.SWAP + best_swap(box, world, table, scratch)
    if phase == st.PICKING:
        return best_pick(world, scratch, out, n)
    if phase == st.HIDING:
        return best_hide(world, out, n)
    if phase == st.LEARNING:
        return best_lesson(box, world, table, out, n)
    if phase == st.EXCHANGING:
        return best_exchange(box, world, scratch, out, n)
    if phase == st.DENNING:
        return best_den(box, mind.worlds, table, scratch, out, n)
    if phase in (st.TRASHING, st.TRIMMING, st.FETCHING):
        return best_card(box, world, table, out, n, phase)
    return int(out[0])


# What the shark knows and can do --------------------------------------------------------------------------------------


@rule
def think(box: Record, world: Record, table: Floats, scratch: Floats) -> None:
    """How likely the octopus is taken to be in each zone, and how likely each zone could be struck next turn."""
    threats(box, world, table, scratch)
    for zone in range(st.ZONES):
        scratch[w.TAKEN + zone] = octopus_odds(scratch, zone)
        scratch[w.AFTER + zone] = scratch[w.TAKEN + zone]


@rule
def threats(box: Record, world: Record, table: Floats, scratch: Floats) -> None:
    within = st.ALL_ZONES
    if world.at >= 0:
        within = zones_in_reach(box, landings(box, world))
    for zone in range(st.ZONES):
        red = red_odds(box, world, int(box.value[zone]))
        red = table[w.RED_FEAR] * red + (1.0 - table[w.RED_FEAR]) * 0.4
        scratch[w.THREAT + zone] = red * (1.0 if has(within, zone) else table[w.AWAY])


@rule
def safety(world: Record, table: Floats, scratch: Floats, zone: int, known: float, is_open: bool) -> float:
    """How well the octopus is off there: nothing at best."""
    risk = table[w.DANGER] * 0.5 * scratch[w.THREAT + zone] * known + table[w.KNOWN] * known
    return float(-risk - (table[w.OPEN] if is_open else 0.0))


@rule
def now(world: Record, table: Floats, scratch: Floats) -> float:
    zone = zone_of(world, st.THE_OCTOPUS)
    return safety(world, table, scratch, zone, scratch[w.TAKEN + zone], not has(world.hidden, zone))


@rule
def standing_worth(table: Floats, hidden: int) -> float:
    """Blocks to pay with."""
    number = count(hidden)
    return float(table[w.STANDING] * number - table[w.FEW] * max(0, 4 - number))


# Its turn -------------------------------------------------------------------------------------------------------------


@rule
def best_action(box: Record, world: Record, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    best = NEVER
    chosen = int(out[0])
    for i in range(n):
        action = int(out[i])
        value = worth_of(box, world, table, scratch, action)
        if value > best:
            best = value
            chosen = action
    scratch[w.BEST] = best
    return chosen


@rule
def worth_of(box: Record, world: Record, table: Floats, scratch: Floats, action: int) -> float:
    if action == act.END_TURN:
        return 0.0
    if action == act.DRAW:
        return float(table[w.DRAW_WORTH] * (int(world.hand_size) - int(world.in_hand)))
    if action >= act.EAT_POWER:
        return power_worth(box, world, table, scratch, action - act.EAT_POWER)
    if action >= act.DISCARD:
        card = action - act.DISCARD
        return float(hide_worth(world, table, 1) - table[w.CARD_WORTH] - 0.3 * keep_worth(box, world, table, card))
    return float(play_worth(box, world, table, scratch, action - act.PLAY) - table[w.CARD_WORTH])


@rule
def lesson_worth(world: Record, table: Floats, card: int) -> float:
    """What a card is worth to learn: an Eat card more, the more was eaten."""
    value = float(table[w.OCTOPUS_CARD + card])
    if card >= st.FIRST_EAT:
        value += float(table[w.APPETITE]) * count(world.eaten)
    return value


@rule
def keep_worth(box: Record, world: Record, table: Floats, card: int) -> float:
    """What a card is worth in hand: an Eat card whose food is on the board more than one that can wait."""
    value = float(table[w.OCTOPUS_CARD + card])
    if card >= st.FIRST_EAT and zone_of(world, st.CRAB + card - st.FIRST_EAT) < st.ZONES:
        value += 0.15
    return value


@rule
def power_worth(box: Record, world: Record, table: Floats, scratch: Floats, food: int) -> float:
    shown = st.ZONES - count(world.hidden)
    if food == st.LOBSTER - st.CRAB:
        zone = zone_of(world, st.THE_OCTOPUS)
        return 0.3 if not has(world.hidden, zone) or shown >= 5 else -0.1
    if food == st.SNAIL - st.CRAB:
        return 0.2 if eatable(box, world) >= 0 else -0.1
    if food == st.ABALONE - st.CRAB:
        return 0.4 if spare(box, world) != 0 else -0.1
    return 0.3 if world.in_hand <= 1 else -0.1


@rule
def eatable(box: Record, world: Record) -> int:
    """A food beside the octopus whose Eat card is in its draw or discard pile; -1: none."""
    octopus = zone_of(world, st.THE_OCTOPUS)
    for food in range(st.FOODS):
        zone = zone_of(world, st.CRAB + food)
        card = st.FIRST_EAT + food
        if zone < st.ZONES and has(box.beside[octopus], zone) and world.den.draw[card] + world.discard[card] > 0:
            return food
    return -1


@rule
def play_worth(box: Record, world: Record, table: Floats, scratch: Floats, card: int) -> float:
    for zone in range(st.ZONES):
        scratch[w.AFTER + zone] = scratch[w.TAKEN + zone]
    if card >= st.FIRST_EAT:
        return eat_worth(box, world, table, scratch)
    before = now(world, table, scratch) + standing_worth(table, int(world.hidden))
    hidden = pay_in_mind(box, world, scratch, int(world.hidden), int(box.cost[card]), box.shuffle[card] > 0)
    zone = zone_of(world, st.THE_OCTOPUS)
    if box.shuffle[card] > 0:
        return shuffle_in_mind(box, world, table, scratch, card, hidden) - before
    after = safety(world, table, scratch, zone, scratch[w.AFTER + zone], not has(hidden, zone))
    if box.swap[card] > 0:
        after = swap_in_mind(box, world, table, scratch, hidden, int(box.swap[card]))
    after += standing_worth(table, hidden) - before
    if box.hide[card] > 0:
        after += hide_worth(world, table, int(box.hide[card]))
    if box.learn[card] > 0:
        after += learn_worth(box, world, table, int(box.learn[card]), hidden)
    return float(after + 0.01 * box.trash[card] + table[w.DRAW_WORTH] * 0.7 * box.draw[card])


@rule
def eat_worth(box: Record, world: Record, table: Floats, scratch: Floats) -> float:
    """Food, but everybody sees the octopus; better with an action left to hide in."""
    eaten = count(world.eaten)
    if eaten + 1 >= box.food_to_win:
        return 9.0
    zone = zone_of(world, st.THE_OCTOPUS)
    risk = table[w.EAT_RISK] * scratch[w.THREAT + zone] * (1.0 - scratch[w.TAKEN + zone])
    if world.actions > 1 and can_vanish(box, world, zone):
        risk *= 0.3
    return float(table[w.FOOD] + table[w.FOOD_MORE] * eaten - risk - table[w.EAT_KNOWN])


@rule
def can_vanish(box: Record, world: Record, octopus: int) -> bool:
    """Whether it has a card for its second action that shuffles it although it lies open."""
    for card in range(st.FIRST_EAT):
        if world.den.hand[card] > 0 and box.shuffle[card] > 0:
            if box.any_block[card] == 1 and count(world.hidden) > box.cost[card]:
                return True
            if box.exposed[card] == 1 and octopus == st.EXPOSED and count(world.hidden) > 4:
                return True
    return False


@rule
def pay_in_mind(box: Record, world: Record, scratch: Floats, hidden: int, cost: int, keep: bool) -> int:
    """Reveal what gives least away until the cost is paid; returns what still stands."""
    octopus = zone_of(world, st.THE_OCTOPUS)
    left = cost
    while left > 0 and hidden != 0:
        best = 99.0
        chosen = lowest(hidden)
        zones = hidden
        while zones != 0:
            zone = lowest(zones)
            zones &= zones - 1
            loss = price(world, scratch, zone, octopus, left)
            if keep and zone == octopus:
                loss += 1.0
            if loss < best:
                best = loss
                chosen = zone
        left -= worth(box, world, chosen)
        hidden &= ~bit(chosen)
        reveal_in_mind(scratch, chosen, octopus)
    return hidden


@rule
def price(world: Record, scratch: Floats, zone: int, octopus: int, to_pay: int) -> float:
    """What revealing this block gives away."""
    kind = int(world.den.blocks[zone])
    if zone == octopus:
        return float(1.02 - scratch[w.AFTER + zone])
    loss = float(scratch[w.AFTER + zone])
    if st.CURRENT_TRAP <= kind < st.DOUBLE_SHELL:
        loss += 0.04
    elif kind == st.DOUBLE_SHELL:
        loss += -0.05 if to_pay > 1 else 0.03
    return loss


@rule
def reveal_in_mind(scratch: Floats, zone: int, octopus: int) -> None:
    """What the others are then taken for."""
    if zone == octopus:
        for other in range(st.ZONES):
            scratch[w.AFTER + other] = 1.0 if other == octopus else 0.0
        return
    rest = 1.0 - scratch[w.AFTER + zone]
    scratch[w.AFTER + zone] = 0.0
    for other in range(st.ZONES):
        scratch[w.AFTER + other] /= max(rest, 0.01)


@rule
def shuffle_in_mind(box: Record, world: Record, table: Floats, scratch: Floats, card: int, hidden: int) -> float:
    """The best shuffle: with the octopus, and with whatever the shark expects least."""
    octopus = zone_of(world, st.THE_OCTOPUS)
    zones = 0
    if box.exposed[card] == 1:
        zones |= bit(st.EXPOSED)
    options = (st.ALL_ZONES if box.any_block[card] == 1 else hidden) & ~zones
    left = int(box.shuffle[card])
    if has(options, octopus):
        zones |= bit(octopus)
        options &= ~bit(octopus)
        left -= 1
    while left > 0 and options != 0:
        best = quiet_zone(scratch, options)
        zones |= bit(best)
        options &= ~bit(best)
        left -= 1
    return mixed(world, table, scratch, zones, octopus, hidden | zones)


@rule
def quiet_zone(scratch: Floats, options: int) -> int:
    """Where the octopus is expected least and hardest to strike."""
    best = 99.0
    chosen = lowest(options)
    left = options
    while left != 0:
        zone = lowest(left)
        left &= left - 1
        score = scratch[w.AFTER + zone] + 0.25 * scratch[w.THREAT + zone]
        if score < best:
            best = score
            chosen = zone
    return chosen


@rule
def mixed(world: Record, table: Floats, scratch: Floats, zones: int, octopus: int, hidden: int) -> float:
    """How well the octopus is off after a shuffle of these zones."""
    if not has(zones, octopus):
        is_open = not has(hidden, octopus)
        there = safety(world, table, scratch, octopus, scratch[w.AFTER + octopus], is_open)
        return there + standing_worth(table, hidden)
    number = count(zones)
    known = 0.0
    left = zones
    while left != 0:
        known += scratch[w.AFTER + lowest(left)] / number
        left &= left - 1
    total = 0.0
    left = zones
    while left != 0:
        total += safety(world, table, scratch, lowest(left), known, False) / number
        left &= left - 1
    return total + standing_worth(table, hidden)


@rule
def swap_in_mind(box: Record, world: Record, table: Floats, scratch: Floats, hidden: int, swaps: int) -> float:
    """The best place after so many swaps, food beside it counted."""
    here = zone_of(world, st.THE_OCTOPUS)
    is_open = not has(hidden, here)
    known = scratch[w.AFTER + here]
    best = NEVER
    reached = bit(here)
    for _ in range(swaps):
        wider = reached
        left = reached
        while left != 0:
            wider |= int(box.beside[lowest(left)])
            left &= left - 1
        reached = wider
    left = reached
    while left != 0:
        zone = lowest(left)
        left &= left - 1
        value = safety(world, table, scratch, zone, known, is_open) + food_beside(box, world, table, zone)
        best = max(best, value)
    return best - food_beside(box, world, table, here)


@rule
def food_beside(box: Record, world: Record, table: Floats, octopus: int) -> float:
    """Food beside this zone."""
    return food_after(box, world, table, octopus, st.ZONES, st.ZONES)


@rule
def hide_worth(world: Record, table: Floats, number: int) -> float:
    """So many blocks stood up, the octopus first."""
    hidden = int(world.hidden)
    value = 0.0
    octopus = zone_of(world, st.THE_OCTOPUS)
    left = min(number, st.ZONES - count(hidden))
    if left > 0 and not has(hidden, octopus):
        value += table[w.OPEN]
    after = hidden
    for zone in range(st.ZONES):
        if left > 0 and not has(hidden, zone):
            after |= bit(zone)
            left -= 1
    return value + standing_worth(table, after) - standing_worth(table, hidden)


@rule
def learn_worth(box: Record, world: Record, table: Floats, number: int, hidden: int) -> float:
    """The best things there are to learn; less as the game goes on."""
    room = st.ALL_ZONES & ~hidden != 0
    first = 0.0
    second = 0.0
    cards = open_cards(world, room)
    while cards != 0:
        value = lesson_worth(world, table, int(world.open[lowest(cards)]))
        cards &= cards - 1
        second = max(second, min(first, value))
        first = max(first, value)
    kinds = blocks_aside(world) if room else 0
    while kinds != 0:
        value = table[w.BLOCK + lowest(kinds)]
        kinds &= kinds - 1
        second = max(second, min(first, value))
        first = max(first, value)
    total = first + (second if number > 1 else 0.0)
    late = world.hungry / box.hunger_track
    return float(float(table[w.LEARN]) * total * (1.2 - late))


# Smaller decisions ----------------------------------------------------------------------------------------------------


@rule
def best_payment(box: Record, world: Record, scratch: Floats, out: Ints, n: int) -> int:
    octopus = zone_of(world, st.THE_OCTOPUS)
    keep = box.shuffle[world.card] > 0 and box.any_block[world.card] == 0
    best = 99.0
    chosen = int(out[0])
    for i in range(n):
        zone = int(out[i]) - act.REVEAL
        loss = price(world, scratch, zone, octopus, int(world.to_pay))
        if keep and zone == octopus:
            loss += 1.0
        if loss < best:
            best = loss
            chosen = int(out[i])
    return chosen


@rule
def best_swap(box: Record, world: Record, table: Floats, scratch: Floats) -> int:
    """The pair whose swap leaves the octopus best off; with another swap to come, on the way there."""
    octopus = zone_of(world, st.THE_OCTOPUS)
    is_open = not has(world.hidden, octopus)
    known = float(scratch[w.TAKEN + octopus])
    best = NEVER
    chosen = 0
    for pair in range(len(st.PAIRS)):
        a = int(box.pairs[pair, 0])
        b = int(box.pairs[pair, 1])
        zone = b if a == octopus else a if b == octopus else octopus
        value = safety(world, table, scratch, zone, known, is_open)
        value += food_after(box, world, table, zone, a, b)
        if world.swaps > 1 and zone != octopus:
            value += 0.001
        if zone == octopus:  # two other blocks: better ones the shark tells apart least
            value += 0.001 * (scratch[w.TAKEN + a] + scratch[w.TAKEN + b])
        if value > best:
            best = value
            chosen = pair
    return chosen


@rule
def food_after(box: Record, world: Record, table: Floats, octopus: int, a: int, b: int) -> float:
    """Food beside the octopus after the blocks of a and b have changed places; best with its Eat card in hand."""
    value = 0.0
    each = float(table[w.BESIDE_FOOD] + 0.5 * table[w.APPETITE] * count(world.eaten))
    for food in range(st.FOODS):
        zone = zone_of(world, st.CRAB + food)
        if zone == st.ZONES:
            continue
        zone = b if zone == a else a if zone == b else zone
        if has(box.beside[octopus], zone):
            card = st.FIRST_EAT + food
            if world.den.hand[card] > 0:
                value += each * 2.0
            elif world.den.draw[card] + world.discard[card] > 0:
                value += each
    return value


@rule
def best_pick(world: Record, scratch: Floats, out: Ints, n: int) -> int:
    octopus = zone_of(world, st.THE_OCTOPUS)
    options = 0
    for i in range(n):
        if out[i] != act.DONE:
            options |= bit(int(out[i]) - act.PICK)
    if octopus < st.ZONES and has(options, octopus):
        return act.PICK + octopus
    return act.PICK + quiet_zone(scratch, options)


@rule
def best_hide(world: Record, out: Ints, n: int) -> int:
    """The octopus first, then what pays, then traps and food."""
    best = -1
    chosen = int(out[0])
    for i in range(n):
        if out[i] == act.DONE:
            continue
        kind = int(world.den.blocks[int(out[i]) - act.HIDE])
        rank = 2 if st.CURRENT_TRAP <= kind < st.DOUBLE_SHELL else 1 if kind >= st.CRAB else 3
        if kind == st.THE_OCTOPUS:
            rank = 5
        elif kind == st.DOUBLE_SHELL:
            rank = 4
        if rank > best:
            best = rank
            chosen = int(out[i])
    return chosen


@rule
def best_lesson(box: Record, world: Record, table: Floats, out: Ints, n: int) -> int:
    """What helps most; nothing that would drive food out of the forest, if there is something else."""
    room = spare(box, world) != 0
    best = NEVER
    chosen = int(out[0])
    for i in range(n):
        action = int(out[i])
        if action == act.DONE:
            continue
        if action >= act.LEARN_BLOCK:
            value = table[w.BLOCK + action - act.LEARN_BLOCK]
        else:
            value = lesson_worth(world, table, int(world.open[action - act.LEARN_CARD]))
        if not room and (action >= act.LEARN_BLOCK or action == act.LEARN_CARD + st.EAT_PILE):
            value -= 1.0
        if value > best:
            best = value
            chosen = action
    return chosen if best > -0.5 or not can_stop(out, n) else act.DONE


@rule
def can_stop(out: Ints, n: int) -> bool:
    return bool(out[n - 1] == act.DONE)


@rule
def spare(box: Record, world: Record) -> int:
    """Revealed blocks that a gained one may replace, food aside, a bit each."""
    zones = leaving(box, world)
    for zone in range(st.ZONES):
        if world.den.blocks[zone] >= st.CRAB:
            zones &= ~bit(zone)
    return zones


@rule
def best_exchange(box: Record, world: Record, scratch: Floats, out: Ints, n: int) -> int:
    """Shells leave; food comes beside the octopus, a trap where the shark can be."""
    octopus = zone_of(world, st.THE_OCTOPUS)
    best = NEVER
    chosen = int(out[0])
    for i in range(n):
        zone = int(out[i]) - act.EXCHANGE
        kind = int(world.den.blocks[zone])
        value = -2.0 if kind >= st.CRAB else -1.0 if kind >= st.CURRENT_TRAP else 0.0
        if world.to_take >= st.CRAB:
            value += 0.6 if has(box.beside[octopus], zone) else 0.0
        else:
            value += float(scratch[w.THREAT + zone])
        if value > best:
            best = value
            chosen = int(out[i])
    return chosen


@rule
def best_den(box: Record, worlds: Records, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """As far from the octopus as can be."""
    octopus = zone_of(worlds[0], st.THE_OCTOPUS)
    best = 99.0
    chosen = int(out[0])
    for i in range(n):
        worlds[1] = worlds[0]
        worlds[1].at = st.FIRST_DEN + int(out[i]) - act.DEN
        worlds[1].ends = st.EITHER_END
        threats(box, worlds[1], table, scratch)
        near = scratch[w.THREAT + octopus] + 0.01 * distance(octopus, lowest(box.reach[worlds[1].at]))
        if near < best:
            best = float(near)
            chosen = int(out[i])
    return chosen


@rule
def distance(zone: int, other: int) -> int:
    """Less the further apart two zones are."""
    return 4 - abs(zone // 3 - other // 3) - abs(zone % 3 - other % 3)


@rule
def best_card(box: Record, world: Record, table: Floats, out: Ints, n: int, phase: int) -> int:
    """To fetch the best, to trash or discard the worst; nothing worth much is trashed."""
    best = NEVER
    chosen = int(out[n - 1])
    food = eatable(box, world)
    for i in range(n):
        action = int(out[i])
        if action == act.DONE:
            continue
        if phase == st.FETCHING:
            card = action - (act.FETCH_DISCARD if action >= act.FETCH_DISCARD else act.FETCH_DRAW)
            value = table[w.OCTOPUS_CARD + card] + (0.5 if card == st.FIRST_EAT + food and food >= 0 else 0.0)
        elif phase == st.TRASHING:
            card = action - (act.TRASH_DISCARD if action >= act.TRASH_DISCARD else act.TRASH_HAND)
            value = 0.045 - table[w.OCTOPUS_CARD + card]
            if value < 0.0:
                continue
        else:
            value = -keep_worth(box, world, table, action - act.DISCARD)
        if value > best:
            best = float(value)
            chosen = action
    return chosen
