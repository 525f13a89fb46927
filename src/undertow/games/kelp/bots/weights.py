"""Kelp: how its bots weigh things, and what both of them work out about the table."""

from __future__ import annotations

from math import exp

from undertow.core.records import Floats, Record, count, has
from undertow.core.rule import rule, tiny
from undertow.games.kelp import state as st

#: In chances to win, or nearly.
WEIGHTS = {
    # The shark
    "hit": 1.642,  # a confrontation with all pairs left, and how much more it is worth with fewer
    "hit_more": 0.0943,
    "hunger": 0.02026,  # a die on the hunger track, and how much more the next ones cost
    "hunger_more": 0.03055,
    "last_hunger": 0.2145,
    "find": 0.2136,  # the octopus by a search
    "clear": 0.2919,  # a zone where it is not: times the odds that it was
    "growth": 0.01561,
    "trap": 0.02105,
    "near": 0.1187,  # where the octopus may be, next to where the shark can be next
    "current": 0.009545,
    "pip": 0.003308,  # of energy
    "forced": 0.07082,  # energy that has to be spent
    "saved": 0.0195,  # a red die kept for later, times its odds to be enough
    "calm": 9.017,  # how much less likely the octopus is where it was threatened and stayed
    "use_card": 0.03786,
    # The octopus
    "danger": 1,  # a strike next turn, by what the shark knows
    "known": 0.7908,  # what the shark knows, whatever it can do next turn
    "standing": 0.02533,  # a hidden block, to pay with
    "few": 0.02,  # less than four of them
    "food": 0.35,
    "food_more": 0.2,
    "appetite": 0.2,  # how much more an Eat card, or food beside it, is worth for each food eaten
    "eat_risk": 0.08786,  # a strike after eating
    "eat_known": 0.005258,  # being seen by all
    "beside": 0.12,  # food beside it whose Eat card it has
    "draw": 0.01936,  # a card drawn
    "card": 0.012,  # a card in hand
    "open": 0.05,  # the octopus lies open
    "learn": 0.6648,
    "red": 0.7398,  # how much a strike is feared by the odds of a red die
    "away": 0.1155,  # how likely the shark gets where it does not reach by itself
    "escape": 0.64,  # the octopus's chance to win after an escape
    "escape_known": 0.04,
    "escape_near": 0.02,
}
(
    HIT,
    HIT_MORE,
    HUNGER,
    HUNGER_MORE,
    LAST_HUNGER,
    FIND,
    CLEAR,
    GROWTH,
    TRAP,
    NEAR,
    CURRENT_WORTH,
    PIP,
    FORCED,
    SAVED_WORTH,
    CALM,
    USE_CARD,
    DANGER,
    KNOWN,
    STANDING,
    FEW,
    FOOD,
    FOOD_MORE,
    APPETITE,
    EAT_RISK,
    EAT_KNOWN,
    BESIDE_FOOD,
    DRAW_WORTH,
    CARD_WORTH,
    OPEN,
    LEARN,
    RED_FEAR,
    AWAY,
    ESCAPE,
    ESCAPE_KNOWN,
    ESCAPE_NEAR,
) = range(len(WEIGHTS))

#: What a shark card is worth to have, its dice aside.
SHARK_CARD_WORTH = {
    "aggressive": -0.006769,
    "agile": 0.01889,
    "daring": 0.01617,
    "hostile": 0.2268,
    "hungry": 0.03867,
    "observant": 0.00811,
    "reactive": 0.02981,
    "relentless": 0.05,
    "ruthless": 0.07829,
    "swift": 0.04,
    "vigilant": 0.08021,
}
DICE_WORTH = (0.0, -0.014, 0.0218, 0.0998)  # blue, yellow, red
#: What it is worth to learn an octopus card or a block.
OCTOPUS_CARD_WORTH = {
    "Fast Learning": 0.0141,
    "Nimble Dodge": 0.02728,
    "Stirred Sand": 0.08937,
    "Blend In": 0.02209,
    "Sharp Senses": 0.05646,
    "Problem Solving": 0.05,
    "Adaptation": 0.04,
    "Perfect Disguise": 0.1494,
    "Shed Skin": 0.03661,
    "Second Wind": 0.0483,
    "Taking Chances": 0.09142,
    "Cloud of Ink": 0.05661,
    "Sudden Evasion": 0.03487,
    "Eat Crab": 0.2,
    "Eat Snail": 0.2,
    "Eat Lobster": 0.2,
    "Eat Abalone": 0.2,
}
BLOCK_WORTH = (0.0, 0.0, 0.02, 0.0224, 0.0799, 0.0214, 0.132, 0.0, 0.0, 0.0, 0.0)

SHARK_CARD = len(WEIGHTS)  # + card
DIE_WORTH = SHARK_CARD + st.SHARK_CARDS  # + colour
OCTOPUS_CARD = DIE_WORTH + len(st.COLOURS)  # + card
BLOCK = OCTOPUS_CARD + st.CARDS  # + kind
TABLE = BLOCK + st.KINDS

# Room to think: odds of each kind in each zone, what the octopus may be taken for, values for an explanation.
ODDS = 0
TAKEN = st.ZONES * st.KINDS  # + zone: how likely the octopus is there, for the shark
AFTER = TAKEN + st.ZONES  # + zone: the same after something happened
THREAT = AFTER + st.ZONES  # + zone: how likely it is struck next turn, if the shark wants to
BEST = THREAT + st.ZONES  # what the chosen action promises
CHOSEN = BEST + 1  # that action
SCRATCH = BEST + 4


@tiny
def octopus_odds(scratch: Floats, zone: int) -> float:
    return float(scratch[ODDS + zone * st.KINDS + st.THE_OCTOPUS])


@rule
def suspect(memory: Record, table: Floats, scratch: Floats) -> None:
    """The odds of the octopus, less where the shark threatened it and nothing moved: it would hardly have stayed."""
    total = 0.0
    for zone in range(st.ZONES):
        odds = octopus_odds(scratch, zone) * exp(-float(table[CALM]) * memory.calm[zone])
        scratch[ODDS + zone * st.KINDS + st.THE_OCTOPUS] = odds
        total += odds
    for zone in range(st.ZONES):
        scratch[ODDS + zone * st.KINDS + st.THE_OCTOPUS] /= total


@rule
def hunger_cost(box: Record, hungry: int, table: Floats) -> float:
    """What the next die on the hunger track costs the shark."""
    if hungry + 1 >= box.hunger_track:
        return float(table[LAST_HUNGER])
    used = hungry / max(1, int(box.hunger_track) - 1)
    return float(table[HUNGER] + table[HUNGER_MORE] * used * used * 4.0)


@rule
def draws(box: Record, world: Record) -> int:
    """How many dice the shark draws, by the growth tiles it has filled."""
    for tile in range(world.tiles):
        if box.tiles[tile] == st.DRAWS_MORE:
            return int(box.more_dice)
    return int(box.dice)


@rule
def red_odds(box: Record, world: Record, value: int) -> float:
    """How likely the shark has a red die next turn that shows this much."""
    for place in range(world.saved.shape[0]):
        if int(world.saved[place]) >> 3 == st.RED and (int(world.saved[place]) & 7) >= value:
            return 1.0
    dice = int(world.bag[1]) + int(world.bag[2]) + int(world.bag[3])
    if dice == 0:
        return 0.0
    enough = (st.PIPS + 1 - value) / st.PIPS
    miss = 1.0
    left = int(world.bag[st.RED])
    for _ in range(min(dice, draws(box, world))):
        miss *= 1.0 - enough * left / dice
    return 1.0 - miss


# The confrontation ----------------------------------------------------------------------------------------------------


@rule
def escape_worth(box: Record, world: Record, strategy: int, zone: int, table: Floats) -> float:
    """The octopus's chance to win if it escapes this way from this zone."""
    known = 1.0
    near = 1.0
    if strategy == 0:  # fight: far away
        near = 0.3
    elif strategy == 1:  # flight: one of several
        others = min(int(box.flight), count(int(world.hidden) & ~(1 << zone)))
        known = 1.0 / (1 + others)
    left = (int(box.hunger_track) - int(world.hungry)) / box.hunger_track
    pairs = count(world.pairs) - 1
    worth = table[ESCAPE] - table[ESCAPE_KNOWN] * known - table[ESCAPE_NEAR] * near * known
    worth += 0.3 * (0.5 - left) + (0.02 if pairs == 2 else -0.02)
    return float(min(0.95, max(0.05, worth)))


@rule
def mix(world: Record, values: Floats, out: Floats, for_octopus: bool) -> float:
    """The exact solution of the confrontation, a matrix game; returns the octopus's chance to win.

    The octopus wins `values[j]` with strategy j unless the shark names the same: then nothing. With n strategies in
    use the octopus's chance is V = (n - 1) / sum(1 / values); it plays j in proportion to 1 / values[j], the shark
    names j with 1 - V / values[j]. A strategy worth less than V is never used.
    """
    used = int(world.pairs)
    value = 0.0
    while True:
        total = 0.0
        worst = -1
        for strategy in range(st.STRATEGIES):
            if has(used, strategy):
                total += 1.0 / values[strategy]
                if worst < 0 or values[strategy] < values[worst]:
                    worst = strategy
        value = (count(used) - 1) / total
        if values[worst] >= value or count(used) == 2:
            break
        used &= ~(1 << worst)
    for strategy in range(st.STRATEGIES):
        out[strategy] = 0.0
        if has(used, strategy):
            out[strategy] = 1.0 / values[strategy] / total if for_octopus else 1.0 - value / values[strategy]
    return value
