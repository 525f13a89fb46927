"""JAWS, Act 2: the Orca. Each function is one sentence of the rules; the rulings are in README.md."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, bit, emit, has, tell
from undertow.core.rule import rule, tiny
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.box import ACT_2

SHARK_ALONE = 1 << st.SHARK  # the audience of what the shark does unseen, and its seat
EVERYBODY_DONE = (1 << st.CREW) - 1
ALL_CARDS = (1 << st.RESURFACE_CARDS) - 1


@rule
def win(state: Record, side: int, reason: int) -> None:
    state.over = 1
    state.phase = st.OVER
    state.winner = side
    state.reason = reason
    state.waiting = 0
    emit(state, st.WON, side, reason, 0, 0)


# Setting sail ---------------------------------------------------------------------------------------------------------


@rule
def begin_orca(box: Record, state: Record, shark_cards: int, crew_cards: int) -> None:
    """Everybody has their own gear; the more was eaten, the more cards for the shark and the fewer for the crew."""
    state.act = 2
    state.rounds = 0
    state.resurface = ALL_CARDS
    for gear in range(st.GEARS):
        if box.gear_personal[gear] >= 0:
            state.gear[box.gear_personal[gear], gear] = 1
    for member in range(st.CREW):
        state.at[member] = st.NOWHERE
    clear_round(state)
    emit(state, st.HANDS, shark_cards, crew_cards, 0, 0)
    state.to_deal = crew_cards
    state.hand_size = 0
    state.waiting = 0
    state.left = shark_cards  # cards the shark still gets
    state.phase = st.DEALING_ABILITIES
    if shark_cards == 0:
        deal_gear(state)


@rule
def ability_weights(box: Record, state: Record, out: Ints) -> int:
    """Ability cards nobody has."""
    for ability in range(st.ABILITIES):
        out[ability] = box.ability_copies[ability] - state.depths.hand[ability]
    return st.ABILITIES


@rule
def deal_ability(state: Record, ability: int) -> None:
    """Only the shark looks at its cards."""
    state.depths.hand[ability] += 1
    state.hand_size += 1
    state.left -= 1
    tell(state, SHARK_ALONE, st.ABILITY_DEALT, ability, 0, 0, 0)
    if state.left == 0:
        deal_gear(state)


@rule
def deal_gear(state: Record) -> None:
    state.phase = st.DEALING_GEAR
    if state.to_deal == 0:
        board(state)


@rule
def gear_weights(box: Record, state: Record, out: Ints) -> int:
    """Gear cards not dealt yet."""
    for gear in range(st.GEARS):
        out[gear] = box.gear_copies[gear] - state.pool[gear]
    return st.GEARS


@rule
def deal_gear_card(state: Record, gear: int) -> None:
    state.pool[gear] += 1
    state.to_deal -= 1
    emit(state, st.GEAR_DEALT, gear, 0, 0, 0)
    if state.to_deal == 0:
        state.phase = st.DIVIDING
        state.waiting = st.CREW_SEATS


@tiny
def crew_gear(box: Record, state: Record) -> int:
    """Gear cards the crew has to divide: fewer, the more was eaten."""
    return int(box.crew_cards_alone if box.variant == ACT_2 else box.crew_cards[state.eaten])


@rule
def to_divide(state: Record) -> int:
    """The kind of card that is given out next."""
    gear = 0
    while gear < st.GEARS and state.pool[gear] == 0:
        gear += 1
    return gear


@rule
def give_gear(state: Record, gear: int, member: int) -> None:
    """The crew divides its cards as it likes; they are never traded afterwards."""
    state.pool[gear] -= 1
    state.gear[member, gear] += 1
    emit(state, st.GEAR_TO, gear, member, 0, 0)
    if to_divide(state) == st.GEARS:
        board(state)


@rule
def board(state: Record) -> None:
    state.phase = st.BOARDING
    state.waiting = st.CREW_SEATS


@rule
def stand(state: Record, member: int, zone: int) -> None:
    """Each crew member begins on a boat space of their choice."""
    state.at[member] = zone + st.ZONES
    emit(state, st.STANDS, member, zone + st.ZONES, 0, 0)
    state.waiting = int(state.waiting) & ~bit(member + 1)
    if state.waiting == 0:
        begin_orca_round(state)


# Where things are -----------------------------------------------------------------------------------------------------


@rule
def beside(box: Record, state: Record, space: int) -> int:
    """Spaces adjacent to this one, a bit each: a destroyed tile has become one with the water of its zone."""
    near = int(box.borders[space])
    if space < st.ZONES and state.tiles[space] == st.DESTROYED:
        near |= int(box.borders[space + st.ZONES])
    for zone in range(st.ZONES):
        if state.tiles[zone] == st.DESTROYED and has(near, zone + st.ZONES):
            near = (near & ~bit(zone + st.ZONES)) | bit(zone)
    return near & ~bit(space)


@tiny
def alive(state: Record, member: int) -> bool:
    return bool(state.at[member] != st.NOWHERE)


@tiny
def in_water(state: Record, member: int) -> bool:
    return bool(0 <= state.at[member] < st.ZONES)


@rule
def crew_alive(state: Record) -> int:
    """Members not eliminated, a bit each."""
    found = 0
    for member in range(st.CREW):
        if alive(state, member):
            found |= bit(member)
    return found


@rule
def evade_now(box: Record, state: Record) -> int:
    """As the resurface card says, or the hard target; less for what is attached, never below none."""
    evade = int(box.evade[state.options[state.slot]])
    if state.ability == st.HARD_TARGET:
        evade = int(box.ability_number[st.HARD_TARGET])
    for gear in range(st.GEARS):
        evade -= int(state.attached[gear]) * int(box.gear_evade[gear])
    return max(0, evade)


@rule
def dice_now(box: Record, state: Record) -> int:
    """Dice of the main attack: as the card says, fewer for what is attached, never below one."""
    dice = int(box.dice[state.options[state.slot]])
    for gear in range(st.GEARS):
        dice -= int(state.attached[gear]) * int(box.gear_attack[gear])
    return max(1, dice)


# Steps 1 and 2: the shark chooses -------------------------------------------------------------------------------------


@rule
def clear_round(state: Record) -> None:
    """Nothing of the last round is left."""
    for slot in range(st.OPTIONS):
        state.options[slot] = -1
    for member in range(st.CREW):
        state.stage[member] = st.READY
        state.weapon[member] = -1
        state.target[member] = -1
    state.depths.slot = -1
    state.depths.ability = -1
    state.shown = 0
    state.covered = 0
    state.chummed = 0
    state.slot = -1
    state.ability = -1
    state.zone = st.NOWHERE
    state.attackers = 0
    state.waited = 0
    state.rammed = 0
    state.mauled = 0
    state.caged = 0
    clear_attack(state)


@rule
def clear_attack(state: Record) -> None:
    state.asked = 0
    state.prey = 0
    state.attack = st.MAIN_ATTACK
    state.boat_target = -1
    state.crew_target = -1
    clear_dice(state)


@rule
def clear_dice(state: Record) -> None:
    state.roller = 0
    state.to_roll = 0
    state.thrown = 0
    state.fall = 0
    clear_die_values(state)


@rule
def begin_orca_round(state: Record) -> None:
    state.rounds += 1
    emit(state, st.ROUND, 2, state.rounds, 0, 0)
    state.phase = st.RESURFACING
    state.waiting = 0


@rule
def turn_over_option(state: Record, card: int) -> None:
    """Three resurface cards; when the deck runs out the discarded ones are shuffled."""
    slot = 0
    while state.options[slot] >= 0:
        slot += 1
    state.options[slot] = card
    state.resurface = int(state.resurface) & ~bit(card)
    emit(state, st.OPTION, slot, card, 0, 0)
    if state.resurface == 0:
        state.resurface = ALL_CARDS
        for other in range(slot + 1):
            state.resurface = int(state.resurface) & ~bit(state.options[other])
    if slot == st.OPTIONS - 1:
        state.phase = st.DIVING
        state.waiting = SHARK_ALONE


@rule
def dive(box: Record, state: Record, slot: int) -> None:
    """The shark picks one of the three, and nobody sees which."""
    state.depths.slot = slot
    tell(state, SHARK_ALONE, st.DIVES, slot, 0, 0, 0)
    if state.hand_size > 0:
        state.phase = st.CHOOSING_ABILITY
    else:
        lock_in(box, state, -1)


@rule
def lock_in(box: Record, state: Record, ability: int) -> None:
    """An ability card may lie under the token: the crew sees that there is one, not which."""
    state.depths.ability = ability
    state.covered = 1 if ability >= 0 else 0
    tell(state, SHARK_ALONE, st.HOLDS, ability, 0, 0, 0)
    emit(state, st.LOCKED, state.covered, 0, 0, 0)
    state.waiting = holders(state, st.CHUM_CARD)
    if state.waiting == 0:
        prepare(state)
    else:
        state.phase = st.CHUMMING


@rule
def holders(state: Record, gear: int) -> int:
    """The seats of those who have such a card, a bit each."""
    found = 0
    for member in range(st.CREW):
        if alive(state, member) and state.gear[member, gear] > 0:
            found |= bit(member + 1)
    return found


# Step 3: the crew prepares --------------------------------------------------------------------------------------------


@rule
def answer_chum(box: Record, state: Record, member: int, action: int) -> None:
    """Chum makes the shark show a token it did not choose; one a round."""
    if action != do.USE_CHUM:
        state.waiting = int(state.waiting) & ~bit(member + 1)
        if state.waiting == 0:
            prepare(state)
        return
    state.gear[member, st.CHUM_CARD] -= 1
    state.chummed = 1
    emit(state, st.CHUM, member, 0, 0, 0)
    state.phase = st.SHOWING
    state.waiting = SHARK_ALONE


@rule
def show_token(state: Record, slot: int) -> None:
    state.shown = int(state.shown) | bit(slot)
    emit(state, st.SHOWN, slot, 0, 0, 0)
    prepare(state)


@rule
def prepare(state: Record) -> None:
    """Everybody moves, picks a weapon and a target, in any order."""
    state.phase = st.PREPARING
    state.waiting = crew_alive(state) << 1
    for member in range(st.CREW):
        state.stage[member] = st.MOVING if alive(state, member) else st.READY


@rule
def prepare_choices(box: Record, state: Record, member: int, out: Ints) -> int:
    n = 0
    if state.stage[member] == st.MOVING:
        here = int(state.at[member])
        n = add(out, n, do.STEP + here)
        reached = within_reach(box, state, here)
        for space in range(st.ORCA_SPACES):
            if has(reached, space) and space != here:
                n = add(out, n, do.STEP + space)
    elif state.stage[member] == st.ARMING:
        for gear in range(st.GEARS):
            if is_weapon(box, state, member, gear):
                n = add(out, n, do.ARM + gear)
    else:
        aims = targets(box, state, member, state.weapon[member])
        for zone in range(st.ZONES):
            if has(aims, zone):
                n = add(out, n, do.AIM + zone)
    return n


@rule
def within_reach(box: Record, state: Record, space: int) -> int:
    """Where a crew member can be after up to two steps; climbing from the water onto the boat takes both."""
    near = beside(box, state, space)
    reached = bit(space) | near
    if space < st.ZONES:
        near &= st.WATER_SPACES
    if box.steps < 2:
        return reached
    for other in range(st.ORCA_SPACES):
        if has(near, other):
            further = beside(box, state, other)
            reached |= further & st.WATER_SPACES if other < st.ZONES else further
    return reached


@tiny
def is_weapon(box: Record, state: Record, member: int, gear: int) -> bool:
    return bool(state.gear[member, gear] > 0 and box.gear_type[gear] != st.ACCESSORY)


@rule
def targets(box: Record, state: Record, member: int, gear: int) -> int:
    """Zones that can be targeted: any with a firearm, else the water one is in or beside, a bit each."""
    if box.gear_type[gear] == st.FIREARM:
        return st.WATER_SPACES
    space = int(state.at[member])
    near = beside(box, state, space)
    if space < st.ZONES:
        near |= bit(space)
    return near & st.WATER_SPACES


@rule
def prepares(box: Record, state: Record, member: int, action: int) -> None:
    if do.STEP <= action < do.ARM:
        state.at[member] = action - do.STEP
        emit(state, st.STEPPED, member, action - do.STEP, 0, 0)
        state.stage[member] = st.ARMING
        arm_if_only_one(box, state, member)
    elif do.ARM <= action < do.AIM:
        arm(box, state, member, action - do.ARM)
    else:
        aim(box, state, member, action - do.AIM)


@rule
def arm_if_only_one(box: Record, state: Record, member: int) -> None:
    """Nobody is asked what has only one answer."""
    found = -1
    weapons = 0
    for gear in range(st.GEARS):
        if is_weapon(box, state, member, gear):
            found = gear
            weapons += 1
    if weapons == 1:
        arm(box, state, member, found)


@rule
def arm(box: Record, state: Record, member: int, gear: int) -> None:
    """One weapon for this round."""
    state.weapon[member] = gear
    emit(state, st.ARMED, member, gear, 0, 0)
    state.stage[member] = st.AIMING
    aims = targets(box, state, member, gear)
    last = state.waiting == bit(member + 1)  # whoever aims last brings the shark up, so that is asked in any case
    if aims & (aims - 1) == 0 and not last:
        zone = 0
        while not has(aims, zone):
            zone += 1
        aim(box, state, member, zone)


@rule
def aim(box: Record, state: Record, member: int, zone: int) -> None:
    """The target token; when the last one lies the shark comes up."""
    state.target[member] = zone
    emit(state, st.AIMED, member, zone, 0, 0)
    state.stage[member] = st.READY
    state.waiting = int(state.waiting) & ~bit(member + 1)
    if state.waiting == 0:
        surface(box, state)


# Step 4: the shark reveals --------------------------------------------------------------------------------------------


@rule
def surface(box: Record, state: Record) -> None:
    """Token and ability are turned over; the shark is in the water of that zone, and may shake off what hangs on it."""
    state.slot = state.depths.slot
    state.ability = state.depths.ability
    state.depths.slot = -1
    state.depths.ability = -1
    state.covered = 0
    if state.ability >= 0:
        state.depths.hand[state.ability] -= 1
        state.hand_size -= 1
        state.abilities_used[state.ability] += 1
    card = int(state.options[state.slot])
    state.zone = box.zone[card]
    emit(state, st.SURFACED, state.slot, card, state.ability, 0)
    if box.shake_off[card] == 1:
        shake_off(state)
    find_attackers(box, state)
    next_attacker(box, state)


@rule
def shake_off(state: Record) -> None:
    weapons = 0
    for gear in range(st.GEARS):
        weapons += int(state.attached[gear])
        state.attached[gear] = 0
    if weapons > 0:
        emit(state, st.SHOOK_OFF, weapons, 0, 0, 0)


@rule
def find_attackers(box: Record, state: Record) -> None:
    """Who targeted the right zone; a pistol's target may still move to water beside it."""
    near = beside(box, state, state.zone)
    for member in range(st.CREW):
        if not alive(state, member):
            continue
        if state.target[member] == state.zone:
            state.attackers = int(state.attackers) | bit(member)
        elif box.gear_reach[state.weapon[member]] > 0 and has(near, state.target[member]):
            state.target[member] = state.zone
            emit(state, st.TARGET_MOVED, member, state.zone, 0, 0)
            state.attackers = int(state.attackers) | bit(member)
        else:
            state.target[member] = -1


# Step 5: the crew attacks ---------------------------------------------------------------------------------------------


@rule
def next_attacker(box: Record, state: Record) -> None:
    """In any order; whoever waits lets the others go first."""
    left = int(state.attackers)
    if left == 0:
        shark_may_ram(box, state)
        return
    first = left & ~int(state.waited)
    state.phase = st.ATTACKING
    state.waiting = (first if first != 0 else left) << 1


@rule
def attack_choices(state: Record, member: int, out: Ints) -> int:
    """Attack, hold back, or let others go first."""
    n = add(out, 0, do.ATTACK)
    n = add(out, n, do.HOLD)
    others = int(state.waiting) & ~bit(member + 1)
    if others != 0 and not has(state.waited, member):
        n = add(out, n, do.WAIT)
    return n


@rule
def crew_attacks(box: Record, state: Record, member: int, action: int) -> None:
    if action == do.WAIT:
        state.waited = int(state.waited) | bit(member)
        emit(state, st.WAITS, member, 0, 0, 0)
        next_attacker(box, state)
        return
    state.waited = 0
    state.attackers = int(state.attackers) & ~bit(member)
    gear = int(state.weapon[member])
    if action == do.HOLD:
        emit(state, st.HELD, member, 0, 0, 0)
        next_attacker(box, state)
    elif box.gear_type[gear] == st.ATTACHABLE:
        attach(box, state, member, gear)
    else:
        emit(state, st.STRIKES, member, gear, 0, 0)
        state.roller = member
        roll(state, box.gear_dice[gear])
        state.phase = st.CREW_ROLL
        if state.to_roll == 0:
            strike(box, state)


@rule
def attach(box: Record, state: Record, member: int, gear: int) -> None:
    """No dice, no evading: it hangs on the shark and works at once, until it is shaken off."""
    state.gear[member, gear] -= 1
    state.attached[gear] += 1
    emit(state, st.ATTACHED, member, gear, 0, 0)
    next_attacker(box, state)


@rule
def roll(state: Record, dice: int) -> None:
    """So many dice are about to fall, one after the other."""
    clear_die_values(state)
    state.thrown = dice
    state.to_roll = dice
    state.fall = bit(dice) - 1
    state.waiting = 0


@rule
def clear_die_values(state: Record) -> None:
    for die in range(state.dice.shape[0]):
        state.dice[die] = 0


@rule
def die_weights(box: Record, state: Record, out: Ints) -> int:
    for hits in range(box.die.shape[0]):
        out[hits] = box.die[hits]
    return int(box.die.shape[0])


@rule
def die_falls(state: Record, hits: int) -> bool:
    """One die shows its hits; returns whether it was the last one."""
    die = 0
    while not has(state.fall, die):
        die += 1
    state.dice[die] = hits
    state.fall = int(state.fall) & ~bit(die)
    state.to_roll -= 1
    emit(state, st.DIE, hits, 0, 0, 0)
    return bool(state.to_roll == 0)


@rule
def hits_rolled(state: Record) -> int:
    total = 0
    for die in range(state.thrown):
        total += int(state.dice[die])
    return total


@rule
def strike(box: Record, state: Record) -> None:
    """Hits above the shark's evade are wounds; then the weapon is used up, if it is one of those."""
    member = int(state.roller)
    gear = int(state.weapon[member])
    hits = hits_rolled(state) + int(box.gear_plus[gear])
    evade = evade_now(box, state)
    wounds = max(0, hits - evade)
    state.shark_wounds = min(int(state.shark_wounds) + wounds, int(box.shark_wounds))
    emit(state, st.HURT, member, hits, evade, state.shark_wounds)
    clear_dice(state)
    if state.shark_wounds >= box.shark_wounds:
        win(state, 1, st.SHARK_DEAD)
    elif box.gear_once[gear] == 0:
        next_attacker(box, state)
    elif box.gear_ammo[gear] == 1 and state.gear[member, st.AMMO_CARD] > 0:
        state.roller = member
        state.phase = st.SPENDING
        state.waiting = bit(member + 1)
    else:
        spend(box, state, member, gear)


@rule
def spend(box: Record, state: Record, member: int, gear: int) -> None:
    """A card is used up: the weapon, or extra ammo in its place."""
    state.gear[member, gear] -= 1
    emit(state, st.SPENT, member, gear, 0, 0)
    state.roller = 0
    next_attacker(box, state)


# Step 6: the shark attacks --------------------------------------------------------------------------------------------


@rule
def shark_may_ram(box: Record, state: Record) -> None:
    """With ramming speed the shark may move before it attacks."""
    if state.ability == st.RAMMING and (beside(box, state, state.zone) & st.WATER_SPACES) != 0:
        state.phase = st.RAMMING_MOVE
        state.waiting = SHARK_ALONE
    else:
        shark_chooses(box, state)


@rule
def ram_choices(box: Record, state: Record, out: Ints) -> int:
    n = add(out, 0, do.NO_RAM)
    near = beside(box, state, state.zone)
    for zone in range(st.ZONES):
        if has(near, zone):
            n = add(out, n, do.RAM + zone)
    return n


@rule
def ram(box: Record, state: Record, action: int) -> None:
    if action != do.NO_RAM:
        state.zone = action - do.RAM
        state.rammed = 1
        emit(state, st.RAMS, state.zone, 0, 0, 0)
    shark_chooses(box, state)


@rule
def boats_in_reach(box: Record, state: Record) -> int:
    """Zones whose boat space the shark is beside, a bit each."""
    return (beside(box, state, state.zone) & st.BOAT_SPACES) >> st.ZONES


@rule
def crew_in_reach(box: Record, state: Record) -> int:
    """Crew members in the shark's water or in water beside it, a bit each."""
    near = beside(box, state, state.zone) | bit(state.zone)
    found = 0
    for member in range(st.CREW):
        if in_water(state, member) and has(near, state.at[member]):
            found |= bit(member)
    return found


@rule
def shark_chooses(box: Record, state: Record) -> None:
    """Attack the boat or somebody in the water, whatever is in reach. Whoever must attack is not asked for an only
    target."""
    state.phase = st.SHARK_ATTACK
    state.waiting = SHARK_ALONE
    in_reach = boats_in_reach(box, state) | (crew_in_reach(box, state) << st.ZONES)
    if in_reach == 0:
        emit(state, st.NOTHING, 0, 0, 0, 0)
        begin_bonus(box, state)
    elif box.hold_back == st.NEVER and in_reach & (in_reach - 1) == 0:
        target = 0
        while not has(in_reach, target):
            target += 1
        shark_attacks(box, state, do.BITE_BOAT + target)


@rule
def shark_attack_choices(box: Record, state: Record, out: Ints) -> int:
    n = 0
    boats = boats_in_reach(box, state)
    for zone in range(st.ZONES):
        if has(boats, zone):
            n = add(out, n, do.BITE_BOAT + zone)
    crew = crew_in_reach(box, state)
    for member in range(st.CREW):
        if has(crew, member):
            n = add(out, n, do.BITE_CREW + member)
    return n if box.hold_back == st.NEVER else add(out, n, do.NO_BITE)


@rule
def shark_attacks(box: Record, state: Record, action: int) -> None:
    """It says whom or what it attacks before it rolls, or that it attacks nothing."""
    dice = dice_now(box, state)
    if action == do.NO_BITE:
        emit(state, st.SPARES, st.NOWHERE, 0, 0, 0)
        begin_bonus(box, state)
    elif action < do.BITE_CREW:
        attack_boat(box, state, action - do.BITE_BOAT, st.MAIN_ATTACK, dice)
    else:
        attack_member(box, state, action - do.BITE_CREW, st.MAIN_ATTACK, dice)


@rule
def attack_boat(box: Record, state: Record, zone: int, attack: int, dice: int) -> None:
    state.attack = attack
    state.boat_target = zone
    state.crew_target = -1
    emit(state, st.AT_BOAT, zone, dice, 0, 0)
    begin_shark_roll(box, state, dice)


@rule
def attack_member(box: Record, state: Record, member: int, attack: int, dice: int) -> None:
    state.attack = attack
    state.boat_target = -1
    state.crew_target = member
    emit(state, st.AT_CREW, member, dice, 1 if attack == st.BONUS_ATTACK else 0, 0)
    begin_shark_roll(box, state, dice)


@rule
def begin_shark_roll(box: Record, state: Record, dice: int) -> None:
    """Before the dice fall, whoever is in danger may go into the cage."""
    roll(state, dice)
    asked = in_danger(state) & (holders(state, st.CAGE_CARD) >> 1) & ~int(state.caged)
    state.asked = asked
    if asked != 0:
        state.phase = st.CAGING
        state.waiting = asked << 1
    else:
        state.phase = st.SHARK_ROLL


@rule
def in_danger(state: Record) -> int:
    """Members this roll may wound, a bit each."""
    if state.crew_target >= 0:
        return bit(state.crew_target)
    found = 0
    if state.ability == st.BIG_MOUTH:
        for member in range(st.CREW):
            if state.at[member] == int(state.boat_target) + st.ZONES:
                found |= bit(member)
    return found


@rule
def answer_cage(box: Record, state: Record, member: int, action: int) -> None:
    """In the shark cage nobody takes a wound this round."""
    if action == do.USE_CAGE:
        state.gear[member, st.CAGE_CARD] -= 1
        state.caged = int(state.caged) | bit(member)
        emit(state, st.CAGE, member, 0, 0, 0)
    state.asked = int(state.asked) & ~bit(member)
    state.waiting = int(state.asked) << 1
    if state.asked == 0:
        state.phase = st.SHARK_ROLL


@rule
def after_shark_roll(box: Record, state: Record) -> None:
    """With maul again the shark may reroll any dice of one attack."""
    if state.ability == st.MAUL_AGAIN and state.mauled == 0:
        state.phase = st.REROLLING
        state.waiting = SHARK_ALONE
    else:
        resolve_attack(box, state)


@rule
def reroll_choices(state: Record, out: Ints) -> int:
    n = add(out, 0, do.KEEP_DICE)
    for dice in range(1, bit(state.thrown)):
        n = add(out, n, do.REROLL + dice)
    return n


@rule
def reroll(box: Record, state: Record, action: int) -> None:
    if action == do.KEEP_DICE:
        resolve_attack(box, state)
        return
    state.mauled = 1
    state.fall = action - do.REROLL
    emit(state, st.REROLLED, state.fall, 0, 0, 0)
    for die in range(state.thrown):
        if has(state.fall, die):
            state.to_roll += 1
            state.dice[die] = 0
    state.phase = st.SHARK_ROLL
    state.waiting = 0


@rule
def resolve_attack(box: Record, state: Record) -> None:
    hits = hits_rolled(state)
    if state.attack == st.MAIN_ATTACK and state.rammed == 1:
        hits += int(box.ability_number[st.RAMMING])
    clear_dice(state)
    if state.crew_target >= 0:
        wound(box, state, state.crew_target, hits)
        after_attack(box, state)
        return
    zone = int(state.boat_target)
    beside_it = (beside(box, state, zone + st.ZONES) & st.BOAT_SPACES) >> st.ZONES
    if hit_boat(box, state, zone, hits) and state.ability == st.DOMINO_EFFECT and state.over == 0 and beside_it != 0:
        topple_one(box, state, beside_it)
    else:
        after_attack(box, state)


@rule
def hit_boat(box: Record, state: Record, zone: int, hits: int) -> bool:
    """Enough hits damage a tile or destroy it; whoever was on it falls into the water. Returns whether it was hit."""
    result = damage(box, state, zone, hits)
    strong = result == st.DESTROYED and state.ability == st.EXTRA_STRENGTH and hits < box.destroy[zone]
    emit(state, st.BOAT, zone, hits, result, 1 if strong and state.tiles[zone] == st.INTACT else 0)
    if result == st.INTACT:
        return False
    state.tiles[zone] = result
    on_it = bit(zone)
    if state.ability == st.BIG_MOUTH:
        for member in range(st.CREW):
            if state.at[member] == zone + st.ZONES:
                wound(box, state, member, box.ability_number[st.BIG_MOUTH])
    if state.ability == st.MAKING_WAVES:
        on_it = st.WATER_SPACES
    fall_in(state, on_it)
    if orca_gone(state) and state.over == 0:
        win(state, 0, st.ORCA_GONE)
    return True


@rule
def damage(box: Record, state: Record, zone: int, hits: int) -> int:
    """What becomes of a tile; with extra strength, damaged is destroyed. INTACT means that nothing changes."""
    if state.tiles[zone] == st.DAMAGED:
        return st.DESTROYED if hits >= box.damaged[zone] else st.INTACT
    if hits >= box.destroy[zone]:
        return st.DESTROYED
    if hits >= box.damage[zone]:
        return st.DESTROYED if state.ability == st.EXTRA_STRENGTH else st.DAMAGED
    return st.INTACT


@rule
def fall_in(state: Record, zones: int) -> None:
    """Everybody on the boat in these zones falls into the water beside."""
    for member in range(st.CREW):
        zone = int(state.at[member]) - st.ZONES
        if zone >= 0 and has(zones, zone):
            state.at[member] = zone
            emit(state, st.FELL, member, zone, 0, 0)


@rule
def orca_gone(state: Record) -> bool:
    left = 0
    for zone in range(st.ZONES):
        left += 1 if state.tiles[zone] != st.DESTROYED else 0
    return left == 0


@rule
def wound(box: Record, state: Record, member: int, wounds: int) -> None:
    """Wounds add up until a crew member is eliminated, with all their gear; in the cage nobody is hurt."""
    if has(state.caged, member):
        emit(state, st.BITTEN, member, 0, state.wounds[member], 1)
        return
    state.wounds[member] = min(int(state.wounds[member]) + int(wounds), int(box.crew_wounds))
    emit(state, st.BITTEN, member, wounds, state.wounds[member], 0)
    if state.wounds[member] < box.crew_wounds:
        return
    state.at[member] = st.NOWHERE
    emit(state, st.ELIMINATED, member, 0, 0, 0)
    for gear in range(st.GEARS):
        state.gear[member, gear] = 0
    if crew_alive(state) == 0:
        win(state, 0, st.CREW_GONE)


@rule
def topple_one(box: Record, state: Record, zones: int) -> None:
    """The domino effect goes to one boat space beside the one that was hit."""
    if zones & (zones - 1):
        state.phase = st.DOMINO_CHOICE
        state.waiting = SHARK_ALONE
        return
    zone = 0
    while not has(zones, zone):
        zone += 1
    topple(box, state, zone)


@rule
def domino_choices(box: Record, state: Record, out: Ints) -> int:
    """Boat spaces that were beside the one just hit, whether it is still there or not."""
    n = 0
    near = int(box.borders[int(state.boat_target) + st.ZONES]) >> st.ZONES
    for zone in range(st.ZONES):
        if has(near, zone) and state.tiles[zone] != st.DESTROYED:
            n = add(out, n, do.TOPPLE + zone)
    return n


@rule
def topple(box: Record, state: Record, zone: int) -> None:
    emit(state, st.DOMINO, zone, 0, 0, 0)
    hit_boat(box, state, zone, box.ability_number[st.DOMINO_EFFECT])
    after_attack(box, state)


@rule
def after_attack(box: Record, state: Record) -> None:
    """A second helping may follow an attack on the boat; then come the bonus attacks."""
    if state.over == 1:
        return
    if state.attack == st.BONUS_ATTACK:
        next_bonus(box, state)
    elif (
        state.ability == st.SECOND_HELPING
        and state.attack == st.MAIN_ATTACK
        and state.boat_target >= 0
        and boats_in_reach(box, state) != 0
    ):
        state.phase = st.SECOND_CHOICE
        state.waiting = SHARK_ALONE
    else:
        begin_bonus(box, state)


@rule
def second_choices(box: Record, state: Record, out: Ints) -> int:
    n = add(out, 0, do.NO_SECOND)
    boats = boats_in_reach(box, state)
    for zone in range(st.ZONES):
        if has(boats, zone):
            n = add(out, n, do.BITE_AGAIN + zone)
    return n


@rule
def second_helping(box: Record, state: Record, action: int) -> None:
    if action == do.NO_SECOND:
        begin_bonus(box, state)
    else:
        attack_boat(box, state, action - do.BITE_AGAIN, st.SECOND_ATTACK, box.ability_number[st.SECOND_HELPING])


@rule
def begin_bonus(box: Record, state: Record) -> None:
    """One die against everybody in the water near the shark, one after the other."""
    state.prey = crew_in_reach(box, state)
    next_bonus(box, state)


@rule
def next_bonus(box: Record, state: Record) -> None:
    if state.prey == 0:
        end_orca_round(box, state)
    elif box.hold_back == st.ANY_ATTACK:
        state.attack = st.BONUS_ATTACK
        state.boat_target = -1
        state.crew_target = next_prey(state)
        state.phase = st.BONUS_CHOICE
        state.waiting = SHARK_ALONE
    else:
        bonus_attack(box, state, next_prey(state))


@rule
def next_prey(state: Record) -> int:
    member = 0
    while not has(state.prey, member):
        member += 1
    return member


@rule
def bonus_attack(box: Record, state: Record, member: int) -> None:
    state.prey = int(state.prey) & ~bit(member)
    attack_member(box, state, member, st.BONUS_ATTACK, box.bonus_dice)


@rule
def answer_bonus(box: Record, state: Record, action: int) -> None:
    """The shark need not roll a bonus attack either."""
    member = next_prey(state)
    if action != do.NO_BITE:
        bonus_attack(box, state, member)
        return
    state.prey = int(state.prey) & ~bit(member)
    emit(state, st.SPARES, member, 0, 0, 0)
    next_bonus(box, state)


@rule
def end_orca_round(box: Record, state: Record) -> None:
    """The shark dives; targets, cards and tokens are put away."""
    emit(state, st.DIVED, 0, 0, 0, 0)
    clear_round(state)
    if state.rounds >= box.orca_rounds:
        win(state, 1, st.SURVIVED)
    else:
        begin_orca_round(state)


# All of it ------------------------------------------------------------------------------------------------------------


@rule
def crew_orca_choices(box: Record, state: Record, member: int, out: Ints) -> int:
    """What a crew member can do in Act 2."""
    n = 0
    if state.phase == st.PREPARING:
        return prepare_choices(box, state, member, out)
    if state.phase == st.ATTACKING:
        return attack_choices(state, member, out)
    if state.phase == st.DIVIDING:
        for other in range(st.CREW):
            n = add(out, n, do.GEAR_FOR + to_divide(state) * st.CREW + other)
    elif state.phase == st.BOARDING:
        for zone in range(st.ZONES):
            n = add(out, n, do.STAND + zone)
    elif state.phase == st.CHUMMING:
        n = add(out, n, do.USE_CHUM)
        n = add(out, n, do.NO_CHUM)
    elif state.phase == st.SPENDING:
        n = add(out, n, do.SPEND_AMMO)
        n = add(out, n, do.SPEND_WEAPON)
    else:
        n = add(out, n, do.USE_CAGE)
        n = add(out, n, do.NO_CAGE)
    return n


@rule
def shark_orca_choices(box: Record, state: Record, out: Ints) -> int:
    """What the shark can do in Act 2."""
    n = 0
    if state.phase == st.DIVING:
        for slot in range(st.OPTIONS):
            n = add(out, n, do.DIVE + slot)
    elif state.phase == st.CHOOSING_ABILITY:
        n = add(out, n, do.NO_ABILITY)
        for ability in range(st.ABILITIES):
            if state.depths.hand[ability] > 0:
                n = add(out, n, do.ABILITY + ability)
    elif state.phase == st.SHOWING:
        for slot in range(st.OPTIONS):
            if slot != state.depths.slot:
                n = add(out, n, do.SHOW + slot)
    elif state.phase == st.RAMMING_MOVE:
        n = ram_choices(box, state, out)
    elif state.phase == st.SHARK_ATTACK:
        n = shark_attack_choices(box, state, out)
    elif state.phase == st.REROLLING:
        n = reroll_choices(state, out)
    elif state.phase == st.SECOND_CHOICE:
        n = second_choices(box, state, out)
    elif state.phase == st.BONUS_CHOICE:
        n = add(out, n, do.BITE_CREW + next_prey(state))
        n = add(out, n, do.NO_BITE)
    else:
        n = domino_choices(box, state, out)
    return n


@rule
def crew_orca_acts(box: Record, state: Record, member: int, action: int) -> None:
    if state.phase == st.PREPARING:
        prepares(box, state, member, action)
    elif state.phase == st.ATTACKING:
        crew_attacks(box, state, member, action)
    elif state.phase == st.DIVIDING:
        give_gear(state, (action - do.GEAR_FOR) // st.CREW, (action - do.GEAR_FOR) % st.CREW)
    elif state.phase == st.BOARDING:
        stand(state, member, action - do.STAND)
    elif state.phase == st.CHUMMING:
        answer_chum(box, state, member, action)
    elif state.phase == st.SPENDING:
        spend(box, state, member, st.AMMO_CARD if action == do.SPEND_AMMO else state.weapon[member])
    else:
        answer_cage(box, state, member, action)


@rule
def shark_orca_acts(box: Record, state: Record, action: int) -> None:
    if state.phase == st.DIVING:
        dive(box, state, action - do.DIVE)
    elif state.phase == st.CHOOSING_ABILITY:
        lock_in(box, state, -1 if action == do.NO_ABILITY else action - do.ABILITY)
    elif state.phase == st.SHOWING:
        show_token(state, action - do.SHOW)
    elif state.phase == st.RAMMING_MOVE:
        ram(box, state, action)
    elif state.phase == st.SHARK_ATTACK:
        shark_attacks(box, state, action)
    elif state.phase == st.REROLLING:
        reroll(box, state, action)
    elif state.phase == st.SECOND_CHOICE:
        second_helping(box, state, action)
    elif state.phase == st.BONUS_CHOICE:
        answer_bonus(box, state, action)
    else:
        topple(box, state, action - do.TOPPLE)


@rule
def orca_weights(box: Record, state: Record, out: Ints) -> int:
    """What chance may bring in Act 2."""
    if state.phase == st.DEALING_ABILITIES:
        return ability_weights(box, state, out)
    if state.phase == st.DEALING_GEAR:
        return gear_weights(box, state, out)
    if state.phase == st.RESURFACING:
        deck = int(state.resurface)
        for card in range(st.RESURFACE_CARDS):
            out[card] = (deck >> card) & 1
        return st.RESURFACE_CARDS
    return die_weights(box, state, out)


@rule
def orca_chance(box: Record, state: Record, outcome: int) -> None:
    if state.phase == st.DEALING_ABILITIES:
        deal_ability(state, outcome)
    elif state.phase == st.DEALING_GEAR:
        deal_gear_card(state, outcome)
    elif state.phase == st.RESURFACING:
        turn_over_option(state, outcome)
    elif die_falls(state, outcome):
        if state.phase == st.CREW_ROLL:
            strike(box, state)
        else:
            after_shark_roll(box, state)
