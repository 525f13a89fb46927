"""JAWS, Act 2: how bots fight.

Everything is counted in shares of a win: a tile is an eighth of the Orca, a wound a fifteenth of the crew or an
eighteenth of the shark. The shark values each place to come up by what it can do there and what it must fear; the crew
values the same places the same way and expects the shark in the good ones more often than in the others. Both draw from
the mix, because anyone who always takes the best place will be expected there.
"""

from __future__ import annotations

from undertow.core.bundles import Mind
from undertow.core.records import Floats, Ints, Record, has
from undertow.core.rng import draw
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act2 import (
    alive,
    beside,
    damage,
    dice_now,
    holders,
    in_water,
    is_weapon,
    targets,
    to_divide,
    within_reach,
)
from undertow.games.jaws.bots.hunt import (
    ATTACHED,
    CARE,
    CREW_FEARED,
    CREW_LEANS,
    DISTANCES,
    FIGHT_WHIM,
    GONE,
    SAVED,
    SHARK_FEARS,
    TEMPER,
    WORTH_A_CARD,
    offered,
    whim,
)

# The table: after the distances of Act 1, how likely so many dice show at least so many hits.
AT_LEAST = DISTANCES
MOST_DICE, MOST_HITS = 6, 24
TABLE = AT_LEAST + (MOST_DICE + 1) * MOST_HITS

# The scratch, for each option: how likely the shark comes up there, how much the crew should guess it, what the shark
# gains there, and what it fears.
MIX = 0
GUESS = MIX + st.OPTIONS
GAINS = GUESS + st.OPTIONS
FEARS = GAINS + st.OPTIONS

LONG = 9  # rounds a fight lasts


@rule
def at_least(table: Floats, dice: int, hits: int) -> float:
    """How likely so many dice show at least so many hits."""
    if hits <= 0:
        return 1.0
    return float(table[AT_LEAST + min(int(dice), MOST_DICE) * MOST_HITS + min(int(hits), MOST_HITS - 1)])


@rule
def expected_above(table: Floats, dice: int, plus: int, evade: int) -> float:
    """Hits beyond the evade, on average."""
    total = 0.0
    for more in range(1, 3 * int(dice) + int(plus) + 1):
        total += at_least(table, dice, int(evade) - int(plus) + more)
    return total


@rule
def tile_worth(world: Record) -> float:
    """A tile, the more the fewer are left."""
    gone = 0
    for zone in range(st.ZONES):
        gone += 1 if world.tiles[zone] == st.DESTROYED else 0
    return (1.0 + gone / st.ZONES) / st.ZONES


@rule
def wound_worth(box: Record, world: Record) -> float:
    """A wound, the more the more there are."""
    wounds = 0
    for member in range(st.CREW):
        wounds += int(world.wounds[member])
    whole = float(st.CREW * int(box.crew_wounds))
    return (1.0 + wounds / whole) / whole


# What an attack is worth ----------------------------------------------------------------------------------------------


@rule
def boat_value(box: Record, world: Record, zone: int, dice: int, more: int, table: Floats) -> float:
    """Attacking a boat space with so many dice and hits on top."""
    tile = tile_worth(world)
    if world.tiles[zone] == st.DAMAGED:
        hit = at_least(table, dice, int(box.damaged[zone]) - more)
        value = 0.5 * tile * hit
    else:
        hit = at_least(table, dice, int(box.damage[zone]) - more)
        gone = at_least(table, dice, int(box.destroy[zone]) - more)
        value = 0.5 * tile * hit + 0.5 * tile * gone
    for member in range(st.CREW):
        if world.at[member] == zone + st.ZONES:
            value += hit * 1.2 * wound_worth(box, world)
    return value


@rule
def bite_value(box: Record, world: Record, member: int, dice: int, more: int, table: Floats) -> float:
    """Attacking somebody in the water."""
    left = int(box.crew_wounds) - int(world.wounds[member])
    value = 0.0
    for wounds in range(1, left + 1):
        value += at_least(table, dice, wounds - more) * wound_worth(box, world)
    return float(value + at_least(table, dice, left - more) * table[GONE])


@rule
def attack_value(box: Record, world: Record, zone: int, dice: int, more: int, table: Floats) -> float:
    """The best attack from the water of this zone, bonus attacks included."""
    near = beside(box, world, zone)
    best, bonus = 0.0, 0.0
    for other in range(st.ZONES):
        if has(near, other + st.ZONES):
            best = max(best, boat_value(box, world, other, dice, more, table))
    for member in range(st.CREW):
        if in_water(world, member) and (has(near, world.at[member]) or world.at[member] == zone):
            best = max(best, bite_value(box, world, member, dice, more, table))
            bonus += wound_worth(box, world)
    return best + bonus


@rule
def feared(box: Record, world: Record, evade: int, table: Floats) -> float:
    """Wounds the shark must expect if the whole crew waits for it, with this evade."""
    total = 0.0
    for member in range(st.CREW):
        if alive(world, member):
            best = 0.0
            for gear in range(st.GEARS):
                if is_weapon(box, world, member, gear) and box.gear_type[gear] != st.ATTACHABLE:
                    best = max(best, expected_above(table, box.gear_dice[gear], box.gear_plus[gear], evade))
            total += best
    return float(total / box.shark_wounds)


@rule
def evade_of(box: Record, world: Record, card: int) -> int:
    """The evade this card would give, with what is attached."""
    evade = int(box.evade[card])
    if box.shake_off[card] == 0:
        for gear in range(st.GEARS):
            evade -= int(world.attached[gear]) * int(box.gear_evade[gear])
    return max(0, evade)


@rule
def dice_of(box: Record, world: Record, card: int) -> int:
    dice = int(box.dice[card])
    if box.shake_off[card] == 0:
        for gear in range(st.GEARS):
            dice -= int(world.attached[gear]) * int(box.gear_attack[gear])
    return max(1, dice)


@rule
def solve_options(box: Record, world: Record, fear: float, table: Floats, scratch: Floats) -> None:
    """How the shark mixes its options, and how the crew spreads over them.

    Taken as a game of its own in which the crew guesses: the shark gains the attack, and loses what the crew does to
    it where it is guessed. The shark comes up where it fears much less often, so that every guess is as good; the crew
    guesses the good places more often, so that every place is as good.
    """
    top = -1e9
    for slot in range(st.OPTIONS):
        scratch[GAINS + slot] = -1e9
        scratch[FEARS + slot] = 1.0
        if not has(world.shown, slot):
            card = int(world.options[slot])
            scratch[GAINS + slot] = option_gain(box, world, card, table)
            scratch[FEARS + slot] = 0.02 + fear * feared(box, world, evade_of(box, world, card), table)
            top = max(top, scratch[GAINS + slot])
    value = price(scratch, top)
    total = 0.0
    for slot in range(st.OPTIONS):
        spare = max(0.0, scratch[GAINS + slot] - value)
        scratch[GUESS + slot] = spare / scratch[FEARS + slot]
        scratch[MIX + slot] = 1.0 / scratch[FEARS + slot] if spare > 0.0 else 0.0
        total += scratch[MIX + slot]
    for slot in range(st.OPTIONS):
        scratch[MIX + slot] /= total


@rule
def price(scratch: Floats, top: float) -> float:
    """What the fight is worth to the shark when the crew has spread all its guesses: found by halving."""
    low, high = top - 10.0, top
    for _ in range(40):
        middle = 0.5 * (low + high)
        guesses = 0.0
        for slot in range(st.OPTIONS):
            guesses += max(0.0, scratch[GAINS + slot] - middle) / scratch[FEARS + slot]
        if guesses > 1.0:
            low = middle
        else:
            high = middle
    return low


@rule
def option_gain(box: Record, world: Record, card: int, table: Floats) -> float:
    """What coming up with this card does to the crew and the boat, and what it shakes off."""
    value = attack_value(box, world, box.zone[card], dice_of(box, world, card), 0, table)
    if box.shake_off[card] == 1:
        for gear in range(st.GEARS):
            value += 0.5 * table[ATTACHED] * int(world.attached[gear])
    return float(value)


# The shark ------------------------------------------------------------------------------------------------------------


@rule
def shark_fights(box: Record, mind: Mind, n: int) -> int:
    world, table, rng, out = mind.worlds[0], mind.table, mind.rng, mind.out
    if world.phase == st.DIVING:
        return choose_option(box, world, table, mind.scratch, rng)
    if world.phase == st.CHOOSING_ABILITY:
        return choose_ability(box, world, table, rng)
    if world.phase == st.SHOWING:
        return show_dull_one(box, world, table, rng, out, n)
    if world.phase == st.RAMMING_MOVE:
        return choose_ram(box, world, table)
    if world.phase == st.REROLLING:
        return choose_reroll(box, world)
    return choose_target(box, world, table, rng, out, n)


@rule
def choose_option(box: Record, world: Record, table: Floats, scratch: Floats, rng: Ints) -> int:
    """Drawn from the mix."""
    solve_options(box, world, table[SHARK_FEARS], table, scratch)
    left = draw(rng) / 2.0**32
    found = 0
    for slot in range(st.OPTIONS):
        if scratch[MIX + slot] > 0.0 and left >= 0.0:
            found = slot
            left -= scratch[MIX + slot]
    return do.DIVE + found


@rule
def choose_ability(box: Record, world: Record, table: Floats, rng: Ints) -> int:
    """The card that helps most here, if it helps enough for a card; towards the end of a full hand any will do."""
    card = int(world.options[world.depths.slot])
    rounds_left = max(1, LONG - int(world.rounds))
    best = float(table[WORTH_A_CARD]) if world.hand_size < rounds_left else 0.0
    found = -1
    for ability in range(st.ABILITIES):
        if world.depths.hand[ability] > 0:
            value = ability_value(box, world, card, ability, table) + whim(rng, table[FIGHT_WHIM])
            if value > best:
                best, found = value, ability
    return do.ABILITY + found if found >= 0 else do.NO_ABILITY


@rule
def ability_value(box: Record, world: Record, card: int, ability: int, table: Floats) -> float:
    """What an ability adds to coming up with this card."""
    zone, dice = int(box.zone[card]), dice_of(box, world, card)
    near = beside(box, world, zone)
    number = int(box.ability_number[ability])
    if ability == st.HARD_TARGET:
        evade = evade_of(box, world, card)
        return 0.45 * (feared(box, world, evade, table) - feared(box, world, max(evade, number), table))
    if ability == st.RAMMING:
        best = 0.0
        for other in range(st.ZONES):
            if has(near, other):
                best = max(best, attack_value(box, world, other, dice, number, table))
        return best - attack_value(box, world, zone, dice, 0, table)
    if ability == st.MAUL_AGAIN:
        return 0.3 * attack_value(box, world, zone, dice, 0, table)
    return boat_ability_value(box, world, near, dice, ability, number, table)


@rule
def boat_ability_value(
    box: Record, world: Record, near: int, dice: int, ability: int, number: int, table: Floats
) -> float:
    """Abilities that follow an attack on the boat: on the best boat space in reach."""
    best = 0.0
    tile, wound = tile_worth(world), wound_worth(box, world)
    for zone in range(st.ZONES):
        if not has(near, zone + st.ZONES):
            continue
        intact = world.tiles[zone] != st.DAMAGED
        hit = at_least(table, dice, box.damage[zone] if intact else box.damaged[zone])
        value = 0.0
        if ability == st.EXTRA_STRENGTH and intact:
            value = 0.5 * tile * (hit - at_least(table, dice, box.destroy[zone]))
        elif ability == st.SECOND_HELPING:
            value = 0.8 * boat_value(box, world, zone, number, 0, table)
        elif ability == st.BIG_MOUTH:
            value = hit * wound * crew_on(world, zone + st.ZONES)
        elif ability == st.DOMINO_EFFECT:
            value = hit * 0.5 * tile
        elif ability == st.MAKING_WAVES:
            value = hit * 0.7 * wound * crew_on_boat(world, zone)
        best = max(best, value)
    return best


@rule
def crew_on(world: Record, space: int) -> int:
    found = 0
    for member in range(st.CREW):
        found += 1 if world.at[member] == space else 0
    return found


@rule
def crew_on_boat(world: Record, beside_zone: int) -> int:
    """Crew who would fall in, beyond those on the attacked tile."""
    found = 0
    for member in range(st.CREW):
        found += 1 if world.at[member] >= st.ZONES and world.at[member] != beside_zone + st.ZONES else 0
    return found


@rule
def show_dull_one(box: Record, world: Record, table: Floats, rng: Ints, out: Ints, n: int) -> int:
    """Of the two not chosen, the one the crew would expect less."""
    best, found = 1e9, int(out[0])
    for i in range(n):
        value = option_gain(box, world, world.options[int(out[i]) - do.SHOW], table) + whim(rng, table[TEMPER])
        if value < best:
            best, found = value, int(out[i])
    return found


@rule
def choose_ram(box: Record, world: Record, table: Floats) -> int:
    dice, more = dice_now(box, world), int(box.ability_number[st.RAMMING])
    best, found = attack_value(box, world, world.zone, dice, 0, table), do.NO_RAM
    near = beside(box, world, world.zone)
    for zone in range(st.ZONES):
        if has(near, zone):
            value = attack_value(box, world, zone, dice, more, table)
            if value > best:
                best, found = value, do.RAM + zone
    return found


@rule
def choose_target(box: Record, world: Record, table: Floats, rng: Ints, out: Ints, n: int) -> int:
    """The attack that is worth most; for a second helping and the domino effect too."""
    dice, more = dice_now(box, world), 0
    if world.rammed == 1:
        more = int(box.ability_number[st.RAMMING])
    best, found = -1.0, int(out[0])
    for i in range(n):
        action = int(out[i])
        value = 0.0
        if do.BITE_BOAT <= action < do.BITE_BOAT + st.ZONES:
            value = boat_value(box, world, action - do.BITE_BOAT, dice, more, table)
        elif do.BITE_CREW <= action < do.BITE_CREW + st.CREW:
            value = bite_value(box, world, action - do.BITE_CREW, dice, more, table)
        elif do.BITE_AGAIN <= action < do.BITE_AGAIN + st.ZONES:
            value = boat_value(box, world, action - do.BITE_AGAIN, box.ability_number[st.SECOND_HELPING], 0, table)
        elif do.TOPPLE <= action < do.TOPPLE + st.ZONES:
            value = float(damage(box, world, action - do.TOPPLE, box.ability_number[st.DOMINO_EFFECT]))
        else:  # no second helping, no attack
            value = -0.5
        value += whim(rng, 0.001)
        if value > best:
            best, found = value, action
    return found


@rule
def choose_reroll(box: Record, world: Record) -> int:
    """Dice without a hit, and ones with a single hit where that is not yet enough."""
    total, zeros, low = 0, 0, 0
    for die in range(world.thrown):
        hits = int(world.dice[die])
        total += hits
        zeros |= (1 << die) if hits == 0 else 0
        low |= (1 << die) if hits <= 1 else 0
    if world.boat_target >= 0:
        zone = int(world.boat_target)
        enough = int(box.damaged[zone]) if world.tiles[zone] == st.DAMAGED else int(box.destroy[zone])
        if total >= enough:
            return do.KEEP_DICE
    if zeros == 0 and (world.boat_target < 0 or total > 0):
        return do.KEEP_DICE
    return do.REROLL + (zeros if zeros != 0 else low)


# The crew -------------------------------------------------------------------------------------------------------------


@rule
def crew_fights(box: Record, seat: int, mind: Mind, n: int) -> int:
    world, member = mind.worlds[0], seat - 1
    if world.phase == st.PREPARING:
        return prepare_best(box, world, member, mind.table, mind.scratch, mind.rng)
    if world.phase == st.ATTACKING:
        return attack_in_order(box, world, member, mind.out, n)
    if world.phase == st.DIVIDING:
        gear = to_divide(world)
        return do.GEAR_FOR + gear * st.CREW + who_needs(box, world, gear)
    if world.phase == st.BOARDING:
        return do.STAND + (1, 6, 2)[member]
    if world.phase == st.CHUMMING:
        return do.USE_CHUM
    if world.phase == st.SPENDING:
        return do.SPEND_AMMO
    return answer_cage(box, world, member, mind.table)


@rule
def chum_is_kept(world: Record) -> bool:
    """Whether somebody who was asked together with this seat has kept their chum: people are asked before bots, and
    what they decided stands."""
    return world.phase == st.CHUMMING and int(world.waiting) != holders(world, st.CHUM_CARD)


@rule
def who_needs(box: Record, world: Record, gear: int) -> int:
    """Weapons and cages go to whoever has fewest of the kind; ammo to whoever can fire it."""
    best, found = 1e9, 0
    for member in range(st.CREW):
        value = float(world.gear[member, gear])
        for other in range(st.GEARS):
            held = float(world.gear[member, other])
            if box.gear_type[other] == box.gear_type[gear] and box.gear_type[gear] <= st.FIREARM:
                value += 0.5 * held * float(box.gear_once[other])
            if gear == st.AMMO_CARD and box.gear_ammo[other] == 1:
                value -= 0.7 * held
        if value < best:
            best, found = value, member
    return found


@rule
def attack_in_order(box: Record, world: Record, member: int, out: Ints, n: int) -> int:
    """What lowers the shark's evade comes first."""
    mine = int(box.gear_evade[world.weapon[member]])
    if mine == 0 and offered(out, n, do.WAIT):
        for other in range(st.CREW):
            first = has(world.attackers, other) and not has(world.waited, other)
            if other != member and first and box.gear_evade[world.weapon[other]] > 0:
                return do.WAIT
    return do.ATTACK


@rule
def answer_cage(box: Record, world: Record, member: int, table: Floats) -> int:
    """Into the cage when the roll may well be deadly, or is a large one."""
    left = int(box.crew_wounds) - int(world.wounds[member])
    deadly = at_least(table, world.thrown, left)
    return do.USE_CAGE if deadly > 0.15 or world.thrown >= 2 else do.NO_CAGE


@rule
def prepare_best(box: Record, world: Record, member: int, table: Floats, scratch: Floats, rng: Ints) -> int:
    """Where to go, what to take and where to aim, all three together; the next of them is returned."""
    solve_options(box, world, table[CREW_FEARED], table, scratch)
    for slot in range(st.OPTIONS):
        lean = float(table[CREW_LEANS])
        scratch[MIX + slot] = (1.0 - lean) * scratch[MIX + slot] + lean * scratch[GUESS + slot]
    stage = int(world.stage[member])
    stood = int(world.at[member])
    reached = within_reach(box, world, stood) if stage == st.MOVING else 1 << stood
    best, found = -1e9, -1
    for space in range(st.ORCA_SPACES):
        if has(reached, space):
            world.at[member] = space
            risk = table[CARE] * risk_at(box, world, member, table, scratch)
            for gear in range(st.GEARS):
                chosen = stage <= st.ARMING or world.weapon[member] == gear
                if chosen and is_weapon(box, world, member, gear):
                    aims = targets(box, world, member, gear)
                    for zone in range(st.ZONES):
                        if has(aims, zone):
                            value = aim_value(box, world, gear, zone, table, scratch) - risk + whim(rng, 0.002)
                            if value > best:
                                best = value
                                found = do.STEP + space if stage == st.MOVING else do.ARM + gear
                                if stage > st.ARMING:
                                    found = do.AIM + zone
    world.at[member] = stood
    return found


@rule
def aim_value(box: Record, world: Record, gear: int, zone: int, table: Floats, scratch: Floats) -> float:
    """The chance that the shark is there, times what the weapon does to it."""
    value = 0.0
    near = beside(box, world, zone) if box.gear_reach[gear] > 0 else 0
    for slot in range(st.OPTIONS):
        card = int(world.options[slot])
        there = int(box.zone[card])
        if there == zone or has(near, there):
            if box.gear_type[gear] == st.ATTACHABLE:
                value += scratch[MIX + slot] * table[ATTACHED]
            else:
                evade = evade_of(box, world, card)
                hits = expected_above(table, box.gear_dice[gear], box.gear_plus[gear], evade)
                kept = (
                    expected_above(table, box.gear_dice[gear], box.gear_plus[gear], 1) if box.gear_once[gear] else 0.0
                )
                value += scratch[MIX + slot] * (hits - table[SAVED] * kept) / box.shark_wounds
    return value


@rule
def risk_at(box: Record, world: Record, member: int, table: Floats, scratch: Floats) -> float:
    """What the shark may do to a crew member who stands here."""
    space = int(world.at[member])
    wound = wound_worth(box, world)
    risk = 0.0
    for slot in range(st.OPTIONS):
        card = int(world.options[slot])
        zone = int(box.zone[card])
        near = beside(box, world, zone)
        dice = dice_of(box, world, card)
        if space == zone or has(near, space):
            if space < st.ZONES:
                risk += scratch[MIX + slot] * (bite_value(box, world, member, dice, 0, table) + wound)
            else:
                target = space - st.ZONES
                needed = box.damaged[target] if world.tiles[target] == st.DAMAGED else box.damage[target]
                risk += scratch[MIX + slot] * at_least(table, dice, needed) * 1.3 * wound
        elif space < st.ZONES:
            risk += scratch[MIX + slot] * 0.2 * wound
    return risk
