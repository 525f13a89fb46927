"""JAWS, Act 2: how bots fight.

Everything is counted in shares of a win: a tile is an eighth of the Orca, a wound a fifteenth of the crew or an
eighteenth of the shark. The shark values each place to come up by what it can do there and what it must fear; the crew
values the same places the same way and expects the shark in the good ones more often than in the others. Both draw from
the mix, for whoever always takes the best place is waited for there.
"""

from __future__ import annotations

from undertow.core.records import Floats, Ints, Record, has
from undertow.core.rng import draw
from undertow.core.rule import rule
from undertow.games.jaws.act2 import (
    alive,
    beside,
    damage,
    dice_now,
    in_water,
    is_weapon,
    targets,
    to_divide,
    within_reach,
)
from undertow.games.jaws.actions import (
    ABILITY,
    AIM,
    ARM,
    ATTACK,
    BITE_AGAIN,
    BITE_BOAT,
    BITE_CREW,
    DIVE,
    GEAR_FOR,
    KEEP_DICE,
    NO_ABILITY,
    NO_CAGE,
    NO_RAM,
    NO_SECOND,
    RAM,
    REROLL,
    SHOW,
    SPEND_AMMO,
    STAND,
    STEP,
    TOPPLE,
    USE_CAGE,
    USE_CHUM,
    WAIT,
)
from undertow.games.jaws.hunt import (
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
from undertow.games.jaws.state import (
    ABILITIES,
    AMMO_CARD,
    ARMING,
    ATTACHABLE,
    ATTACKING,
    BIG_MOUTH,
    BOARDING,
    CHOOSING_ABILITY,
    CHUMMING,
    CREW,
    DAMAGED,
    DESTROYED,
    DIVIDING,
    DIVING,
    DOMINO_EFFECT,
    EXTRA_STRENGTH,
    FIREARM,
    GEARS,
    HARD_TARGET,
    MAKING_WAVES,
    MAUL_AGAIN,
    MOVING,
    OPTIONS,
    ORCA_SPACES,
    PREPARING,
    RAMMING,
    RAMMING_MOVE,
    REROLLING,
    SECOND_HELPING,
    SHOWING,
    SPENDING,
    ZONES,
)

# The table: after the distances of Act 1, how likely so many dice show at least so many hits.
AT_LEAST = DISTANCES
MOST_DICE, MOST_HITS = 6, 24
TABLE = AT_LEAST + (MOST_DICE + 1) * MOST_HITS

# The scratch, for each option: how likely the shark comes up there, how much the crew should guess it, what the shark
# gains there, and what it fears.
MIX = 0
GUESS = MIX + OPTIONS
GAINS = GUESS + OPTIONS
FEARS = GAINS + OPTIONS

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
    for zone in range(ZONES):
        gone += 1 if world.tiles[zone] == DESTROYED else 0
    return (1.0 + gone / ZONES) / ZONES


@rule
def wound_worth(box: Record, world: Record) -> float:
    """A wound, the more the more there are."""
    wounds = 0
    for member in range(CREW):
        wounds += int(world.wounds[member])
    whole = float(CREW * int(box.crew_wounds))
    return (1.0 + wounds / whole) / whole


# What an attack is worth ----------------------------------------------------------------------------------------------


@rule
def boat_value(box: Record, world: Record, zone: int, dice: int, more: int, table: Floats) -> float:
    """Attacking a boat space with so many dice and hits on top."""
    tile = tile_worth(world)
    if world.tiles[zone] == DAMAGED:
        hit = at_least(table, dice, int(box.damaged[zone]) - more)
        value = 0.5 * tile * hit
    else:
        hit = at_least(table, dice, int(box.damage[zone]) - more)
        gone = at_least(table, dice, int(box.destroy[zone]) - more)
        value = 0.5 * tile * hit + 0.5 * tile * gone
    for member in range(CREW):
        if world.at[member] == zone + ZONES:
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
    for other in range(ZONES):
        if has(near, other + ZONES):
            best = max(best, boat_value(box, world, other, dice, more, table))
    for member in range(CREW):
        if in_water(world, member) and (has(near, world.at[member]) or world.at[member] == zone):
            best = max(best, bite_value(box, world, member, dice, more, table))
            bonus += wound_worth(box, world)
    return best + bonus


@rule
def feared(box: Record, world: Record, evade: int, table: Floats) -> float:
    """Wounds the shark must expect if the whole crew waits for it, with this evade."""
    total = 0.0
    for member in range(CREW):
        if alive(world, member):
            best = 0.0
            for gear in range(GEARS):
                if is_weapon(box, world, member, gear) and box.gear_type[gear] != ATTACHABLE:
                    best = max(best, expected_above(table, box.gear_dice[gear], box.gear_plus[gear], evade))
            total += best
    return float(total / box.shark_wounds)


@rule
def evade_of(box: Record, world: Record, card: int) -> int:
    """The evade this card would give, with what is attached."""
    evade = int(box.evade[card])
    if box.shake_off[card] == 0:
        for gear in range(GEARS):
            evade -= int(world.attached[gear]) * int(box.gear_evade[gear])
    return max(0, evade)


@rule
def dice_of(box: Record, world: Record, card: int) -> int:
    dice = int(box.dice[card])
    if box.shake_off[card] == 0:
        for gear in range(GEARS):
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
    for slot in range(OPTIONS):
        scratch[GAINS + slot] = -1e9
        scratch[FEARS + slot] = 1.0
        if not has(world.shown, slot):
            card = int(world.options[slot])
            scratch[GAINS + slot] = option_gain(box, world, card, table)
            scratch[FEARS + slot] = 0.02 + fear * feared(box, world, evade_of(box, world, card), table)
            top = max(top, scratch[GAINS + slot])
    value = price(scratch, top)
    total = 0.0
    for slot in range(OPTIONS):
        spare = max(0.0, scratch[GAINS + slot] - value)
        scratch[GUESS + slot] = spare / scratch[FEARS + slot]
        scratch[MIX + slot] = 1.0 / scratch[FEARS + slot] if spare > 0.0 else 0.0
        total += scratch[MIX + slot]
    for slot in range(OPTIONS):
        scratch[MIX + slot] /= total


@rule
def price(scratch: Floats, top: float) -> float:
    """What the fight is worth to the shark when the crew has spread all its guesses: found by halving."""
    low, high = top - 10.0, top
    for _ in range(40):
        middle = 0.5 * (low + high)
        guesses = 0.0
        for slot in range(OPTIONS):
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
        for gear in range(GEARS):
            value += 0.5 * table[ATTACHED] * int(world.attached[gear])
    return float(value)


# The shark ------------------------------------------------------------------------------------------------------------


@rule
def shark_fights(box: Record, world: Record, table: Floats, scratch: Floats, rng: Ints, out: Ints, n: int) -> int:
    if world.phase == DIVING:
        return choose_option(box, world, table, scratch, rng)
    if world.phase == CHOOSING_ABILITY:
        return choose_ability(box, world, table, rng)
    if world.phase == SHOWING:
        return show_dull_one(box, world, table, rng, out, n)
    if world.phase == RAMMING_MOVE:
        return choose_ram(box, world, table)
    if world.phase == REROLLING:
        return choose_reroll(box, world)
    return choose_target(box, world, table, rng, out, n)


@rule
def choose_option(box: Record, world: Record, table: Floats, scratch: Floats, rng: Ints) -> int:
    """Drawn from the mix."""
    solve_options(box, world, table[SHARK_FEARS], table, scratch)
    left = draw(rng) / 2.0**32
    found = 0
    for slot in range(OPTIONS):
        if scratch[MIX + slot] > 0.0 and left >= 0.0:
            found = slot
            left -= scratch[MIX + slot]
    return DIVE + found


@rule
def choose_ability(box: Record, world: Record, table: Floats, rng: Ints) -> int:
    """The card that helps most here, if it helps enough for a card; towards the end of a full hand any will do."""
    card = int(world.options[world.depths.slot])
    rounds_left = max(1, LONG - int(world.rounds))
    best = float(table[WORTH_A_CARD]) if world.hand_size < rounds_left else 0.0
    found = -1
    for ability in range(ABILITIES):
        if world.depths.hand[ability] > 0:
            value = ability_value(box, world, card, ability, table) + whim(rng, table[FIGHT_WHIM])
            if value > best:
                best, found = value, ability
    return ABILITY + found if found >= 0 else NO_ABILITY


@rule
def ability_value(box: Record, world: Record, card: int, ability: int, table: Floats) -> float:
    """What an ability adds to coming up with this card."""
    zone, dice = int(box.zone[card]), dice_of(box, world, card)
    near = beside(box, world, zone)
    number = int(box.ability_number[ability])
    if ability == HARD_TARGET:
        evade = evade_of(box, world, card)
        return 0.45 * (feared(box, world, evade, table) - feared(box, world, max(evade, number), table))
    if ability == RAMMING:
        best = 0.0
        for other in range(ZONES):
            if has(near, other):
                best = max(best, attack_value(box, world, other, dice, number, table))
        return best - attack_value(box, world, zone, dice, 0, table)
    if ability == MAUL_AGAIN:
        return 0.3 * attack_value(box, world, zone, dice, 0, table)
    return boat_ability_value(box, world, near, dice, ability, number, table)


@rule
def boat_ability_value(
    box: Record, world: Record, near: int, dice: int, ability: int, number: int, table: Floats
) -> float:
    """Abilities that follow an attack on the boat: on the best boat space in reach."""
    best = 0.0
    tile, wound = tile_worth(world), wound_worth(box, world)
    for zone in range(ZONES):
        if not has(near, zone + ZONES):
            continue
        intact = world.tiles[zone] != DAMAGED
        hit = at_least(table, dice, box.damage[zone] if intact else box.damaged[zone])
        value = 0.0
        if ability == EXTRA_STRENGTH and intact:
            value = 0.5 * tile * (hit - at_least(table, dice, box.destroy[zone]))
        elif ability == SECOND_HELPING:
            value = 0.8 * boat_value(box, world, zone, number, 0, table)
        elif ability == BIG_MOUTH:
            value = hit * wound * crew_on(world, zone + ZONES)
        elif ability == DOMINO_EFFECT:
            value = hit * 0.5 * tile
        elif ability == MAKING_WAVES:
            value = hit * 0.7 * wound * crew_on_boat(world, zone)
        best = max(best, value)
    return best


@rule
def crew_on(world: Record, space: int) -> int:
    found = 0
    for member in range(CREW):
        found += 1 if world.at[member] == space else 0
    return found


@rule
def crew_on_boat(world: Record, beside_zone: int) -> int:
    """Crew who would fall in, beyond those on the attacked tile."""
    found = 0
    for member in range(CREW):
        found += 1 if world.at[member] >= ZONES and world.at[member] != beside_zone + ZONES else 0
    return found


@rule
def show_dull_one(box: Record, world: Record, table: Floats, rng: Ints, out: Ints, n: int) -> int:
    """Of the two not chosen, the one the crew would expect less."""
    best, found = 1e9, int(out[0])
    for i in range(n):
        value = option_gain(box, world, world.options[int(out[i]) - SHOW], table) + whim(rng, table[TEMPER])
        if value < best:
            best, found = value, int(out[i])
    return found


@rule
def choose_ram(box: Record, world: Record, table: Floats) -> int:
    dice, more = dice_now(box, world), int(box.ability_number[RAMMING])
    best, found = attack_value(box, world, world.zone, dice, 0, table), NO_RAM
    near = beside(box, world, world.zone)
    for zone in range(ZONES):
        if has(near, zone):
            value = attack_value(box, world, zone, dice, more, table)
            if value > best:
                best, found = value, RAM + zone
    return found


@rule
def choose_target(box: Record, world: Record, table: Floats, rng: Ints, out: Ints, n: int) -> int:
    """The attack that is worth most; for a second helping and the domino effect too."""
    dice, more = dice_now(box, world), 0
    if world.rammed == 1:
        more = int(box.ability_number[RAMMING])
    best, found = -1.0, int(out[0])
    for i in range(n):
        action = int(out[i])
        value = 0.0
        if BITE_BOAT <= action < BITE_BOAT + ZONES:
            value = boat_value(box, world, action - BITE_BOAT, dice, more, table)
        elif BITE_CREW <= action < BITE_CREW + CREW:
            value = bite_value(box, world, action - BITE_CREW, dice, more, table)
        elif BITE_AGAIN <= action < BITE_AGAIN + ZONES:
            value = boat_value(box, world, action - BITE_AGAIN, box.ability_number[SECOND_HELPING], 0, table)
        elif TOPPLE <= action < TOPPLE + ZONES:
            value = float(damage(box, world, action - TOPPLE, box.ability_number[DOMINO_EFFECT]))
        elif action == NO_SECOND:
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
        enough = int(box.damaged[zone]) if world.tiles[zone] == DAMAGED else int(box.destroy[zone])
        if total >= enough:
            return KEEP_DICE
    if zeros == 0 and (world.boat_target < 0 or total > 0):
        return KEEP_DICE
    return REROLL + (zeros if zeros != 0 else low)


# The crew -------------------------------------------------------------------------------------------------------------


@rule
def crew_fights(
    box: Record, world: Record, seat: int, table: Floats, scratch: Floats, rng: Ints, out: Ints, n: int
) -> int:
    member = seat - 1
    if world.phase == PREPARING:
        return prepare_best(box, world, member, table, scratch, rng)
    if world.phase == ATTACKING:
        return attack_in_order(box, world, member, out, n)
    if world.phase == DIVIDING:
        return GEAR_FOR + who_needs(box, world, to_divide(world))
    if world.phase == BOARDING:
        return STAND + (1, 6, 2)[member]
    if world.phase == CHUMMING:
        return USE_CHUM
    if world.phase == SPENDING:
        return SPEND_AMMO
    return answer_cage(box, world, member, table)


@rule
def who_needs(box: Record, world: Record, gear: int) -> int:
    """Weapons and cages go to whoever has fewest of the kind; ammo to whoever can fire it."""
    best, found = 1e9, 0
    for member in range(CREW):
        value = float(world.gear[member, gear])
        for other in range(GEARS):
            held = float(world.gear[member, other])
            if box.gear_type[other] == box.gear_type[gear] and box.gear_type[gear] <= FIREARM:
                value += 0.5 * held * float(box.gear_once[other])
            if gear == AMMO_CARD and box.gear_ammo[other] == 1:
                value -= 0.7 * held
        if value < best:
            best, found = value, member
    return found


@rule
def attack_in_order(box: Record, world: Record, member: int, out: Ints, n: int) -> int:
    """What lowers the shark's evade comes first."""
    mine = int(box.gear_evade[world.weapon[member]])
    if mine == 0 and offered(out, n, WAIT):
        for other in range(CREW):
            if other != member and has(world.attackers, other) and box.gear_evade[world.weapon[other]] > 0:
                return WAIT
    return ATTACK


@rule
def answer_cage(box: Record, world: Record, member: int, table: Floats) -> int:
    """Into the cage when the roll may well be deadly, or is a large one."""
    left = int(box.crew_wounds) - int(world.wounds[member])
    deadly = at_least(table, world.thrown, left)
    return USE_CAGE if deadly > 0.15 or world.thrown >= 2 else NO_CAGE


@rule
def prepare_best(box: Record, world: Record, member: int, table: Floats, scratch: Floats, rng: Ints) -> int:
    """Where to go, what to take and where to aim, all three together; the next of them is returned."""
    solve_options(box, world, table[CREW_FEARED], table, scratch)
    for slot in range(OPTIONS):
        lean = float(table[CREW_LEANS])
        scratch[MIX + slot] = (1.0 - lean) * scratch[MIX + slot] + lean * scratch[GUESS + slot]
    stage = int(world.stage[member])
    stood = int(world.at[member])
    reached = within_reach(box, world, stood) if stage == MOVING else 1 << stood
    best, found = -1e9, -1
    for space in range(ORCA_SPACES):
        if has(reached, space):
            world.at[member] = space
            risk = table[CARE] * risk_at(box, world, member, table, scratch)
            for gear in range(GEARS):
                chosen = stage <= ARMING or world.weapon[member] == gear
                if chosen and is_weapon(box, world, member, gear):
                    aims = targets(box, world, member, gear)
                    for zone in range(ZONES):
                        if has(aims, zone):
                            value = aim_value(box, world, gear, zone, table, scratch) - risk + whim(rng, 0.002)
                            if value > best:
                                best = value
                                found = STEP + space if stage == MOVING else ARM + gear
                                if stage > ARMING:
                                    found = AIM + zone
    world.at[member] = stood
    return found


@rule
def aim_value(box: Record, world: Record, gear: int, zone: int, table: Floats, scratch: Floats) -> float:
    """The chance that the shark is there, times what the weapon does to it."""
    value = 0.0
    near = beside(box, world, zone) if box.gear_reach[gear] > 0 else 0
    for slot in range(OPTIONS):
        card = int(world.options[slot])
        there = int(box.zone[card])
        if there == zone or has(near, there):
            if box.gear_type[gear] == ATTACHABLE:
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
    for slot in range(OPTIONS):
        card = int(world.options[slot])
        zone = int(box.zone[card])
        near = beside(box, world, zone)
        dice = dice_of(box, world, card)
        if space == zone or has(near, space):
            if space < ZONES:
                risk += scratch[MIX + slot] * (bite_value(box, world, member, dice, 0, table) + wound)
            else:
                target = space - ZONES
                needed = box.damaged[target] if world.tiles[target] == DAMAGED else box.damage[target]
                risk += scratch[MIX + slot] * at_least(table, dice, needed) * 1.3 * wound
        elif space < ZONES:
            risk += scratch[MIX + slot] * 0.2 * wound
    return risk
