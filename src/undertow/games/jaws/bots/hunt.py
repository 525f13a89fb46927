"""JAWS, Act 1: how bots hunt.

The shark tries every plan of its turn. For whatever it would have to announce it works out what the crew could then
conclude (`belief.py`), and weighs the meal against the chance that a barrel finds it there. The crew goes by the same
belief: Hooper first, with the fish finder where it tells most, then Brody, then Quint with a barrel where the shark is
likeliest; whoever has actions left saves the swimmers that are most in danger.
"""

from __future__ import annotations

from math import log

from undertow.core.bundles import Mind
from undertow.core.records import Floats, Ints, Record, has
from undertow.core.rng import below, draw
from undertow.core.rule import rule, tiny
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import B, H, Q, actions_of, afloat, bathers, can_close, plan, shark_choices
from undertow.games.jaws.belief import TOKEN_SETS, lay_out
from undertow.games.jaws.bots.plans import decide_once, essence, forget_slots, merge, recall

FAR = 99.0

#: How the bot weighs things: the table begins with these numbers, so that they can be varied without compiling again.
WEIGHTS = {
    # the shark of Act 1, in swimmers
    "FIRST_BARREL": 4.0,  # what being hit costs
    "LAST_BARREL": 4.5,
    "FOUND_BY_SEARCH": 4.0,  # how much likelier a barrel hits because the crew searches first
    "FUTURE": 0.35,  # of a swimmer it might eat next
    "STEP_AWAY": 0.88,  # a swimmer one move further is worth so much less
    "TOKEN_KEPT": 0.2,  # a power token for later
    "KNOCKED": 0.4,  # a captain overboard
    "HUNT_WHIM": 0.15,  # so that it cannot be foreseen
    # the crew of Act 1
    "LAUNCH_AT": 0.04,  # how likely the shark must be where a barrel is thrown
    "LOOK_AT": 0.02,  # and where one looks for it
    "CLOSING": 1.0,  # closing a beach, in swimmers rescued
    "UNTHREATENED": 0.25,  # a swimmer far from the shark, beside one that is near
    "HUNGER": 4.0,  # how much likelier the crew thinks a shark is near a meal
    "STOCK": 0.0,  # with so few barrels at hand Brody fetches one
    # both in Act 2, in shares of a win
    "TEMPER": 0.06,  # how much the shark varies what it shows
    "CREW_LEANS": 0.5,  # how much the crew goes by what the shark gains, not by how often it comes
    "SHARK_FEARS": 4.0,  # how much the shark minds being guessed
    "CREW_FEARED": 4.0,  # and how much the crew thinks it does
    "GONE": 0.06,  # a crew member eliminated, beside the wounds
    "ATTACHED": 0.1,  # an attached weapon
    "SAVED": 0.15,  # part of a one-shot weapon's worth that it has for later
    "CARE": 0.2,  # how much a crew member minds danger
    "WORTH_A_CARD": 0.02,  # what an ability must bring to be played
    "FIGHT_WHIM": 0.02,
}
(
    FIRST_BARREL,
    LAST_BARREL,
    FOUND_BY_SEARCH,
    FUTURE,
    STEP_AWAY,
    TOKEN_KEPT,
    KNOCKED,
    HUNT_WHIM,
    LAUNCH_AT,
    LOOK_AT,
    CLOSING,
    UNTHREATENED,
    HUNGER,
    STOCK,
    TEMPER,
    CREW_LEANS,
    SHARK_FEARS,
    CREW_FEARED,
    GONE,
    ATTACHED,
    SAVED,
    CARE,
    WORTH_A_CARD,
    FIGHT_WHIM,
) = range(len(WEIGHTS))

# After them: how many moves apart spaces are.
BY_WATER = len(WEIGHTS)
BY_LAND = BY_WATER + st.WATERS * st.WATERS
DISTANCES = BY_LAND + len(st.SPACES) * len(st.SPACES)

# The scratch: the odds of each place; then, for what the shark may announce, the announcement and the odds after it.
ODDS = 0
ANNOUNCED = ODDS + st.WATERS
KINDS = 64
AFTERWARDS = ANNOUNCED + KINDS
SCRATCH = AFTERWARDS + KINDS * st.WATERS

UNCLEAR = 0.5  # how likely the crew finds the right place when only a token made the plan possible
FEW_BARRELS = 2


@tiny
def by_water(table: Floats, one: int, other: int) -> float:
    return float(table[BY_WATER + int(one) * st.WATERS + int(other)])


@tiny
def by_land(table: Floats, one: int, other: int) -> float:
    return float(table[BY_LAND + int(one) * len(st.SPACES) + int(other)])


@rule
def whim(rng: Ints, strength: float) -> float:
    """Noise that turns the best choice into a mix of good ones."""
    return -log(-log((draw(rng) + 0.5) / 2.0**32)) * strength


# The shark ------------------------------------------------------------------------------------------------------------


@rule
def hunt(box: Record, mind: Mind) -> int:
    """The first step of the plan that promises most."""
    world, memory = mind.worlds[0], mind.memory
    memory.sea = world.sea
    kinds = possible_announcements(box, world, memory, mind.scratch)
    foresee(box, world, memory, mind.scratch, kinds)
    begun = world.shark.entered != 0 or world.shark.played != 0
    strength = 0.0 if begun else float(mind.table[HUNT_WHIM])  # once it has made up its mind it goes through with it
    best, choice = -1e9, do.END
    firsts = shark_choices(box, world.sea, world.shark, mind.out)
    for i in range(firsts):
        memory.plans[2] = world.shark
        if mind.out[i] != do.END:
            plan(box, world.sea, memory.plans[2], int(mind.out[i]))
        value = best_from(box, world, mind, kinds, mind.out[i] == do.END, strength)
        if value > best:
            best, choice = value, int(mind.out[i])
    return choice


@rule
def possible_announcements(box: Record, world: Record, memory: Record, scratch: Floats) -> int:
    """Everything the shark could have to announce this turn, each once; returns how many."""
    barrels, tokens = afloat(world), int(world.shark.tokens)
    plans, level, kinds = merge(memory, 0, 0, essence(world.sea, world.shark, barrels), 1.0), 0, 0
    forget_slots(memory, plans)
    while plans > 0:
        more = decide_once(box, memory, tokens, barrels, level, plans, True)
        for i in range(plans):
            if memory.weights[level, i] > 0.0:
                recall(memory.essences[level, i], tokens, memory.plans[0])
                kinds = note(announcement(memory.plans[0], barrels), scratch, kinds)
        plans, level = min(more, st.PLANS), 1 - level
    return kinds


@rule
def best_from(box: Record, world: Record, mind: Mind, kinds: int, ends: bool, strength: float) -> float:
    """What the best plan promises that goes on from `plans[2]`, or ends there."""
    memory = mind.memory
    barrels, tokens = afloat(world), int(world.shark.tokens)
    plans, level, best = merge(memory, 0, 0, essence(world.sea, memory.plans[2], barrels), 1.0), 0, -1e9
    forget_slots(memory, plans)
    while plans > 0:
        more = 0 if ends else decide_once(box, memory, tokens, barrels, level, plans, True)
        for i in range(plans):
            ways = memory.weights[level, i]
            if ways > 0.0:
                recall(memory.essences[level, i], tokens, memory.plans[0])
                best = max(best, promise(box, world, mind, kinds, ways, strength))
        plans, level = min(more, st.PLANS), 1 - level
    return float(best)


@rule
def promise(box: Record, world: Record, mind: Mind, kinds: int, ways: float, strength: float) -> float:
    """What the plan in `plans[0]` is worth, with a whim for each of the ways that lead to it: the best of so many."""
    shark, scratch = mind.memory.plans[0], mind.scratch
    kind = find(announcement(shark, afloat(world)), scratch, kinds)
    known = scratch[AFTERWARDS + kind * st.WATERS + int(shark.place)] if kind < kinds else UNCLEAR
    value = worth(box, world, shark, float(known), mind.table)
    return value + (whim(mind.rng, strength) + strength * log(ways) if strength > 0.0 else 0.0)


@rule
def announcement(shark: Record, barrels: int) -> float:
    """What it would have to say, as one number; a token left aside."""
    said = 0 if shark.played == st.EVASIVE else int(shark.visited) & barrels
    said |= int(shark.knocked) << st.WATERS
    said |= int(shark.ate_michael) << 15
    for beach in range(st.BEACHES):
        said |= int(shark.ate[beach]) << (16 + 5 * beach)
    return float(said)


@rule
def note(said: float, scratch: Floats, kinds: int) -> int:
    if find(said, scratch, kinds) < kinds or kinds == KINDS:
        return kinds
    scratch[ANNOUNCED + kinds] = said
    return kinds + 1


@rule
def find(said: float, scratch: Floats, kinds: int) -> int:
    kind = 0
    while kind < kinds and scratch[ANNOUNCED + kind] != said:
        kind += 1
    return kind


@rule
def foresee(box: Record, world: Record, memory: Record, scratch: Floats, kinds: int) -> None:
    """What the crew could conclude from each announcement about a shark without tokens: all plans are walked at once,
    as in `belief.py`. Where no such shark says this, everything is unclear."""
    barrels = afloat(world)
    for i in range(kinds * st.WATERS):
        scratch[AFTERWARDS + i] = 0.0
    plans, level = begin_anywhere(box, memory, barrels), 0
    while plans > 0:
        more = decide_once(box, memory, 0, barrels, level, plans, False)
        for i in range(plans):
            if memory.weights[level, i] > 0.0:
                recall(memory.essences[level, i], 0, memory.plans[0])
                kind = find(announcement(memory.plans[0], barrels), scratch, kinds)
                if kind < kinds:
                    at = AFTERWARDS + kind * st.WATERS + int(memory.plans[0].place)
                    scratch[at] += memory.weights[level, i]
        plans, level = min(more, st.PLANS), 1 - level
    for kind in range(kinds):
        total = 0.0
        for place in range(st.WATERS):
            total += scratch[AFTERWARDS + kind * st.WATERS + place]
        for place in range(st.WATERS):
            at = AFTERWARDS + kind * st.WATERS + place
            scratch[at] = scratch[at] / total if total > 0.0 else UNCLEAR


@rule
def begin_anywhere(box: Record, memory: Record, barrels: int) -> int:
    """A plan for each place the shark may begin at, whatever tokens it has; returns how many."""
    plans = 0
    for place in range(st.WATERS):
        likely = 0.0
        for tokens in range(TOKEN_SETS):
            likely += memory.odds[0, place, tokens]
        if likely > 0.0:
            lay_out(box, memory, place, 0)
            plans = merge(memory, 0, plans, essence(memory.sea, memory.plans[0], barrels), likely)
    forget_slots(memory, plans)
    return plans


@rule
def worth(box: Record, world: Record, shark: Record, known: float, table: Floats) -> float:
    """A finished plan in swimmers: what it eats, what it may eat next, less the danger it ends in."""
    eaten = int(shark.ate_michael) * int(box.michael_counts)
    for beach in range(st.BEACHES):
        eaten += int(shark.ate[beach])
    if int(world.eaten) + eaten >= box.track_end:
        return 1000.0
    value = float(eaten) - danger(box, world, shark, known, table, eaten)
    value += table[FUTURE] * next_meal(world, shark, table)
    if shark.played != 0 and world.shark.played == 0:
        value -= table[TOKEN_KEPT]
    for member in range(3):
        value += table[KNOCKED] if has(shark.knocked, member) else 0.0
    return float(value)


@rule
def danger(box: Record, world: Record, shark: Record, known: float, table: Floats, eaten: int) -> float:
    """The chance that a barrel finds it, times what that costs."""
    if int(world.orca) + int(world.hoopers_boat) == 0:
        return 0.0
    away = by_water(table, world.sea.quint, shark.place)
    if away > box.crew_actions:
        return 0.0
    chance = known * (0.5 if shark.played == st.BURST else 1.0)
    chance *= 1.0 if shark.played == st.OUT_OF_SIGHT else table[FOUND_BY_SEARCH]
    cost = table[LAST_BARREL] if int(world.on_shark) + 1 >= box.barrels_to_catch else table[FIRST_BARREL]
    return float(min(1.0, chance) * cost)


@rule
def next_meal(world: Record, shark: Record, table: Floats) -> float:
    """The best beach to go on to: swimmers left there, less for every move."""
    best = 0.0
    for beach in range(st.BEACHES):
        left = float(bathers(world, beach) - int(shark.ate[beach]))
        moves = by_water(table, shark.place, st.FIRST_BEACH + beach)
        best = max(best, left * table[STEP_AWAY] ** moves)
    return float(best)


# The crew -------------------------------------------------------------------------------------------------------------


@rule
def find_odds(world: Record, memory: Record, table: Floats, scratch: Floats) -> None:
    """How likely the shark is in each space: as a random one would be, but it goes where there is something to eat."""
    total = 0.0
    for place in range(st.WATERS):
        scratch[ODDS + place] = 0.0
        for played in range(st.PLAYED):
            for tokens in range(16):
                scratch[ODDS + place] += memory.odds[played, place, tokens]
        scratch[ODDS + place] *= 1.0 + table[HUNGER] * appetite(world, table, place)
        total += scratch[ODDS + place]
    for place in range(st.WATERS):
        scratch[ODDS + place] /= total


@rule
def appetite(world: Record, table: Floats, place: int) -> float:
    """The best meal from here, less for every move."""
    best = 0.0
    for beach in range(st.BEACHES):
        moves = by_water(table, place, st.FIRST_BEACH + beach)
        best = max(best, bathers(world, beach) * table[STEP_AWAY] ** moves)
    return float(best)


@rule
def threat(table: Floats, scratch: Floats, beach: int) -> float:
    """How likely the shark reaches a beach with an action to spare for eating."""
    total = 0.0
    for place in range(st.WATERS):
        if by_water(table, place, st.FIRST_BEACH + beach) <= 2.0:
            total += scratch[ODDS + place]
    return float(table[UNTHREATENED]) + total


@rule
def crew_turn(box: Record, seat: int, mind: Mind, n: int) -> int:
    """Hooper, then Brody, then Quint."""
    world, table, scratch, out = mind.worlds[0], mind.table, mind.scratch, mind.out
    find_odds(world, mind.memory, table, scratch)
    member = seat - 1
    if offered(out, n, do.WAIT) and waits(world, member):
        return do.WAIT
    if offered(out, n, do.CLIMB):
        return do.CLIMB
    if offered(out, n, do.BONUS_FOR + member):
        return do.BONUS_FOR + member if member == who_needs_extra(world) else do.END
    left = int(world.left) if world.turn == member else actions_of(box, world, member)
    if member == Q:
        return quint(box, world, left, table, scratch, out, n)
    if member == B:
        return brody(box, world, left, table, scratch, out, n)
    return hooper(box, world, left, table, scratch, out, n)


@rule
def waits(world: Record, member: int) -> bool:
    """Brody for Hooper, Quint for both; nobody waits for somebody who waits."""
    first = 1 << H if member == B else (1 << H | 1 << B if member == Q else 0)
    return (first & ~int(world.done) & ~int(world.waited)) != 0


@rule
def who_needs_extra(world: Record) -> int:
    """Quint, or Hooper if there are barrels to bring him."""
    return H if world.orca == 0 else Q


@rule
def offered(out: Ints, n: int, action: int) -> bool:
    found = 0
    for i in range(n):
        found += 1 if out[i] == action else 0
    return found > 0


@rule
def most_offered(out: Ints, n: int, first: int, number: int) -> int:
    """The highest action of a range that is legal, or -1: as many barrels as there are."""
    best = -1
    for i in range(n):
        if first <= out[i] < first + number:
            best = max(best, int(out[i]))
    return best


@rule
def quint(box: Record, world: Record, left: int, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """A barrel where the shark is likeliest; then rescues, barrels, and a place from which much can be reached."""
    here = int(world.sea.quint)
    launches = world.orca > 0 and (int(world.used) & st.LAUNCHED_ONCE) == 0
    if launches:
        target = likeliest(table, scratch, here, left)
        if target >= 0 and scratch[ODDS + target] >= table[LAUNCH_AT]:
            if by_water(table, here, target) <= 1.0:
                return do.LAUNCH + target
            return sail(box, table, here, target, out, n)
    if world.orca <= 1 and offered(out, n, do.TAKE_WATER) and (world.orca == 0 or launches is False):
        return most_offered(out, n, do.TAKE_WATER, 8)
    stock = most_offered(out, n, do.TAKE_DOCK, 8)
    if stock >= 0:
        return stock
    stock = most_offered(out, n, do.TAKE_BOAT, 8)
    if stock >= 0 and world.orca < FEW_BARRELS:
        return stock
    if left <= 0:
        return do.END
    if offered(out, n, do.RESCUE):
        return do.RESCUE
    if world.orca == 0:
        source = nearest_barrels(box, world, table, here)
        if source >= 0 and source != here:
            return sail(box, table, here, source, out, n)
    beach = best_rescue(world, table, scratch, here, left, 1.0)
    if beach >= 0:
        return sail(box, table, here, st.FIRST_BEACH + beach, out, n)
    return lie_in_wait(box, table, scratch, here, out, n)


@rule
def likeliest(table: Floats, scratch: Floats, here: int, left: int) -> int:
    """The likeliest space that a barrel can reach this turn, nearer ones first."""
    best, found = 0.0, -1
    for place in range(st.WATERS):
        moves = by_water(table, here, place)
        if moves <= left:
            value = scratch[ODDS + place] - 0.002 * moves
            if value > best:
                best, found = value, place
    return found


@rule
def sail(box: Record, table: Floats, here: int, to: int, out: Ints, n: int) -> int:
    """The legal move that comes nearest; stays if none comes nearer."""
    best, found = by_water(table, here, to), do.END
    for i in range(n):
        if do.MOVE <= out[i] < do.MOVE + st.WATERS:
            away = by_water(table, int(out[i]) - do.MOVE, to)
            if away < best:
                best, found = away, int(out[i])
    return found


@rule
def nearest_barrels(box: Record, world: Record, table: Floats, here: int) -> int:
    """Where the nearest barrels lie, in the water, at a dock or on Hooper's boat."""
    best, found = FAR, -1
    for place in range(st.WATERS):
        lying = int(world.floating[place])
        for dock in range(st.DOCKS):
            lying += int(world.dock[dock]) if box.docks[dock] == place else 0
        lying += int(world.hoopers_boat) if world.sea.hooper == place else 0
        if lying > 0 and by_water(table, here, place) < best:
            best, found = by_water(table, here, place), place
    return found


@rule
def best_rescue(world: Record, table: Floats, scratch: Floats, here: int, left: int, speed: float) -> int:
    """The beach by water where most danger can be taken from most swimmers with the actions left."""
    best, found = 0.0, -1
    for beach in range(st.BEACHES):
        moves = by_water(table, here, st.FIRST_BEACH + beach) / speed
        spare = float(left) - float(int(moves + 0.99))
        saved = min(spare, float(world.sea.swimmers[beach]))
        value = saved * threat(table, scratch, beach)
        if saved > 0.0 and value > best:
            best, found = value, beach
    return found


@rule
def lie_in_wait(box: Record, table: Floats, scratch: Floats, here: int, out: Ints, n: int) -> int:
    """To where the shark is near on average."""
    best, found = expected_distance(table, scratch, here) - 0.05, do.END
    for i in range(n):
        if do.MOVE <= out[i] < do.MOVE + st.WATERS:
            away = expected_distance(table, scratch, int(out[i]) - do.MOVE)
            if away < best:
                best, found = away, int(out[i])
    return found


@rule
def expected_distance(table: Floats, scratch: Floats, here: int) -> float:
    total = 0.0
    for place in range(st.WATERS):
        total += scratch[ODDS + place] * by_water(table, here, place)
    return total


@rule
def hooper(box: Record, world: Record, left: int, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """The fish finder where it tells most; then barrels for Quint and swimmers."""
    here = int(world.sea.hooper)
    if (int(world.used) & st.FISHED_ONCE) == 0 and left > 0:
        step = best_search(box, table, scratch, here, left, out, n)
        if step >= 0:
            return step
    if offered(out, n, do.GIVE) and world.orca < 2 * FEW_BARRELS:
        return do.GIVE
    stock = most_offered(out, n, do.TAKE_DOCK, 8)
    if stock >= 0 and world.orca < 2 * FEW_BARRELS:
        return stock
    if left <= 0:
        return do.END
    if offered(out, n, do.RESCUE):
        return do.RESCUE
    if world.hoopers_boat > 0 and world.orca == 0:
        return sail(box, table, here, world.sea.quint, out, n)
    beach = best_rescue(world, table, scratch, here, left, 2.0)
    if beach >= 0:
        return sail(box, table, here, st.FIRST_BEACH + beach, out, n)
    if world.orca < FEW_BARRELS:
        for dock in range(st.DOCKS):
            if world.dock[dock] > 0 and box.docks[dock] != here:
                return sail(box, table, here, box.docks[dock], out, n)
    return lie_in_wait(box, table, scratch, here, out, n)


@rule
def best_search(box: Record, table: Floats, scratch: Floats, here: int, left: int, out: Ints, n: int) -> int:
    """The fish finder here, or a move to where it tells more; -1 if it would tell nothing."""
    best, found = tells(box, scratch, here), do.FISH
    if left > 1:
        for i in range(n):
            if do.MOVE <= out[i] < do.MOVE + st.WATERS:
                value = tells(box, scratch, int(out[i]) - do.MOVE) - 0.25
                if value > best:
                    best, found = value, int(out[i])
    return found if best > table[LOOK_AT] else -1


@rule
def tells(box: Record, scratch: Floats, space: int) -> float:
    """Bits one learns on average about the shark's place."""
    inside, near = scratch[ODDS + space], 0.0
    for place in range(st.WATERS):
        if has(box.near[space], place):
            near += scratch[ODDS + place]
    return bits(inside) + bits(near) + bits(1.0 - inside - near)


@rule
def bits(share: float) -> float:
    return -share * log(share) / log(2.0) if share > 1e-9 else 0.0


@rule
def brody(box: Record, world: Record, left: int, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """Whatever saves most: rescue, close a beach, look, or bring barrels when Quint runs out of them."""
    here = int(world.brody)
    if offered(out, n, do.DROP):
        return do.DROP
    if left <= 0:
        return do.END
    if offered(out, n, do.RESCUE_MICHAEL):
        return do.RESCUE_MICHAEL
    if offered(out, n, do.LOOK) and table[LOOK_AT] <= scratch[ODDS + here] <= 0.95:
        return do.LOOK
    if offered(out, n, do.RESCUE):
        return do.RESCUE
    beach = worth_closing(world, table, scratch, out, n)
    if beach >= 0:
        return do.CLOSE + beach
    if world.carried == 0 and offered(out, n, do.TAKE_SHOP) and barrels_at_hand(world) <= table[STOCK]:
        return do.TAKE_SHOP
    goal = where_to_walk(box, world, left, table, scratch)
    return walk_to(table, here, goal, out, n)


@rule
def barrels_at_hand(world: Record) -> int:
    """Barrels that Quint has or can fetch from a dock or from Hooper."""
    return int(world.orca) + int(world.hoopers_boat) + int(world.dock[0]) + int(world.dock[1])


@rule
def worth_closing(world: Record, table: Floats, scratch: Floats, out: Ints, n: int) -> int:
    """The beach in most danger, unless a closed one still keeps swimmers away for two events."""
    if world.closed != st.NOWHERE and world.closed_side != st.OPENING_SOON:
        return -1
    best, found = 0.0, -1
    for beach in range(st.BEACHES):
        if offered(out, n, do.CLOSE + beach) and threat(table, scratch, beach) > best:
            best, found = threat(table, scratch, beach), beach
    return found


@rule
def where_to_walk(box: Record, world: Record, left: int, table: Floats, scratch: Floats) -> int:
    """The land space where Brody's actions do most good."""
    here = int(world.brody)
    best, found = 0.0, here
    for beach in range(st.BEACHES):
        spare = float(left) - by_land(table, here, st.FIRST_BEACH + beach)
        swimmers = float(world.sea.swimmers[beach])
        value = min(spare, swimmers) * threat(table, scratch, beach)
        if world.sea.michael == beach and spare > 0.0:
            value += 2.0
        value += 0.5 * scratch[ODDS + st.FIRST_BEACH + beach] if spare > 0.0 else 0.0
        if value > best:
            best, found = value, st.FIRST_BEACH + beach
    if world.carried > 0:
        return int(box.docks[0]) if nearer_dock(box, table, here) == 0 else int(box.docks[1])
    office = nearer_office(box, table, here)
    spare = float(left) - by_land(table, here, office)
    if spare > 0.0 and can_close_something(box, world) and best < table[CLOSING]:
        best, found = float(table[CLOSING]), office
    if barrels_at_hand(world) <= table[STOCK] and world.shop > 0 and best < 1.5:
        found = st.SHOP
    return found


@rule
def can_close_something(box: Record, world: Record) -> bool:
    if (int(world.used) & st.CLOSED_ONCE) != 0 or (world.closed != st.NOWHERE and world.closed_side != st.OPENING_SOON):
        return False
    empty = 0
    for beach in range(st.BEACHES):
        empty += 1 if can_close(box, world, beach) else 0
    return empty > 0


@rule
def nearer_office(box: Record, table: Floats, here: int) -> int:
    police, mayor = int(box.amity_pd), int(box.mayors_office)
    return police if by_land(table, here, police) <= by_land(table, here, mayor) else mayor


@rule
def nearer_dock(box: Record, table: Floats, here: int) -> int:
    return 0 if by_land(table, here, box.docks[0]) <= by_land(table, here, box.docks[1]) else 1


@rule
def walk_to(table: Floats, here: int, goal: int, out: Ints, n: int) -> int:
    best, found = by_land(table, here, goal), do.END
    for i in range(n):
        if do.MOVE <= out[i] < do.MOVE + len(st.SPACES):
            away = by_land(table, int(out[i]) - do.MOVE, goal)
            if away < best:
                best, found = away, int(out[i])
    return found


# Events ---------------------------------------------------------------------------------------------------------------


@rule
def answer_event(box: Record, mind: Mind, n: int) -> int:
    """What the crew makes of an event."""
    world, table, scratch, out = mind.worlds[0], mind.table, mind.scratch, mind.out
    find_odds(world, mind.memory, table, scratch)
    effect = int(world.sea.effect)
    if effect == st.CREW_BONUS:
        return do.BONUS_FOR + who_needs_extra(world)
    if effect == st.CLEAR_BEACH:
        return do.CLEAR + most_threatened(world, table, scratch)
    if effect == st.MICHAEL_COMES:
        return by_threat(table, scratch, out, n, do.MICHAEL_AT, -1.0)
    if effect == st.HOAX:
        return by_threat(table, scratch, out, n, do.GATHER, 1.0)
    if effect == st.HELICOPTER:
        goal = where_to_walk(box, world, int(box.crew_actions), table, scratch)
        return do.FLY + goal if offered(out, n, do.FLY + goal) else do.STAY
    return do.TO_DOCK + int(box.docks[below(mind.rng, st.DOCKS)])


@rule
def most_threatened(world: Record, table: Floats, scratch: Floats) -> int:
    best, found = -1.0, 0
    for beach in range(st.BEACHES):
        value = (bathers(world, beach) + 0.5) * threat(table, scratch, beach)
        if value > best:
            best, found = value, beach
    return found


@rule
def by_threat(table: Floats, scratch: Floats, out: Ints, n: int, first: int, sign: float) -> int:
    """Of the beaches offered, the one in most danger, or in least."""
    best, found = -1e9, int(out[0])
    for i in range(n):
        value = sign * threat(table, scratch, int(out[i]) - first)
        if value > best:
            best, found = value, int(out[i])
    return found
