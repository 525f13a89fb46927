"""JAWS: the decisions, and their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from undertow.core.records import CHANCE, Record
from undertow.games.jaws.state import (
    ABILITIES,
    ABILITY_NAMES,
    BARRELS,
    BEACHES,
    CREW,
    DEALING_ABILITIES,
    DEALING_GEAR,
    DICE,
    DOCKS,
    EVENT,
    EVENT_NAMES,
    FIRST_BEACH,
    GEAR_NAMES,
    GEARS,
    OPTIONS,
    ORCA_SPACES,
    RESURFACING,
    SPACES,
    TOKENS,
    WATERS,
    ZONES,
)

# Act 1, the shark. Each name is the first number of a range.
LURK = 0  # + water: where it begins
MOVE = LURK + WATERS  # + space; the crew moves with it too
EAT = MOVE + len(SPACES)
EAT_MICHAEL = EAT + 1
EAT_ALL = EAT_MICHAEL + 1  # with the feeding frenzy
PLAY = EAT_ALL + 1  # + token
BURST_TO = PLAY + len(TOKENS)  # + water
KNOCK = BURST_TO + WATERS  # + member
END = KNOCK + CREW
# Act 1, the crew
WAIT = END + 1  # let others go first
RESCUE = WAIT + 1
RESCUE_MICHAEL = RESCUE + 1
TAKE_DOCK = RESCUE_MICHAEL + 1  # + barrels - 1
TAKE_WATER = TAKE_DOCK + BARRELS  # + barrels - 1
TAKE_BOAT = TAKE_WATER + BARRELS  # + barrels - 1
TAKE_SHOP = TAKE_BOAT + BARRELS
DROP = TAKE_SHOP + 1
GIVE = DROP + 1
LAUNCH = GIVE + 1  # + water
LOOK = LAUNCH + WATERS
FISH = LOOK + 1
CLOSE = FISH + 1  # + beach
CLIMB = CLOSE + BEACHES
# Act 1, what an event asks of the crew
BONUS_FOR = CLIMB + 1  # + member
CLEAR = BONUS_FOR + CREW  # + beach
TO_DOCK = CLEAR + BEACHES  # + dock
MICHAEL_AT = TO_DOCK + DOCKS  # + beach
GATHER = MICHAEL_AT + BEACHES  # + beach
FLY = GATHER + BEACHES  # + space
STAY = FLY + len(SPACES)
# Act 2
GEAR_FOR = STAY + 1  # + member
STAND = GEAR_FOR + CREW  # + zone
DIVE = STAND + ZONES  # + slot
NO_ABILITY = DIVE + OPTIONS
ABILITY = NO_ABILITY + 1  # + ability
USE_CHUM = ABILITY + ABILITIES
NO_CHUM = USE_CHUM + 1
SHOW = NO_CHUM + 1  # + slot
STEP = SHOW + OPTIONS  # + space of the Orca
ARM = STEP + ORCA_SPACES  # + gear
AIM = ARM + GEARS  # + zone
ATTACK = AIM + ZONES
HOLD = ATTACK + 1
SPEND_AMMO = HOLD + 1
SPEND_WEAPON = SPEND_AMMO + 1
RAM = SPEND_WEAPON + 1  # + zone
NO_RAM = RAM + ZONES
BITE_BOAT = NO_RAM + 1  # + zone
BITE_CREW = BITE_BOAT + ZONES  # + member
USE_CAGE = BITE_CREW + CREW
NO_CAGE = USE_CAGE + 1
KEEP_DICE = NO_CAGE + 1
REROLL = KEEP_DICE + 1  # + dice as a bit set
BITE_AGAIN = REROLL + (1 << DICE)  # + zone
NO_SECOND = BITE_AGAIN + ZONES
TOPPLE = NO_SECOND + 1  # + zone: where the domino effect goes

MEMBER_NAMES = ("quint", "brody", "hooper")
SLOTS = "ABC"

PLAIN = {
    EAT: "eat",
    EAT_MICHAEL: "eat Michael",
    EAT_ALL: "eat all",
    END: "end turn",
    WAIT: "wait",
    RESCUE: "rescue",
    RESCUE_MICHAEL: "rescue Michael",
    TAKE_SHOP: "take barrel from shop",
    DROP: "drop barrel",
    GIVE: "give barrels",
    LOOK: "binoculars",
    FISH: "fish finder",
    CLIMB: "climb back",
    STAY: "stay",
    NO_ABILITY: "no ability",
    USE_CHUM: "chum",
    NO_CHUM: "no chum",
    ATTACK: "attack",
    HOLD: "hold",
    SPEND_AMMO: "discard ammo",
    SPEND_WEAPON: "discard weapon",
    NO_RAM: "no ramming",
    USE_CAGE: "cage",
    NO_CAGE: "no cage",
    KEEP_DICE: "keep dice",
    NO_SECOND: "no second helping",
}


def space_name(space: int) -> str:
    """A space of the Orca: `water 3`, `boat 3`."""
    return f"water {space + 1}" if space < ZONES else f"boat {space - ZONES + 1}"


def beach_name(beach: int) -> str:
    return SPACES[FIRST_BEACH + beach]


#: Ranges of actions: where each begins, how many it has, and the name of each.
RANGES: tuple[tuple[int, int, Callable[[int], str]], ...] = (
    (LURK, WATERS, lambda n: f"lurk {SPACES[n]}"),
    (MOVE, len(SPACES), lambda n: f"move {SPACES[n]}"),
    (PLAY, len(TOKENS), lambda n: f"play {TOKENS[n]}"),
    (BURST_TO, WATERS, lambda n: f"burst {SPACES[n]}"),
    (KNOCK, CREW, lambda n: f"knock {MEMBER_NAMES[n]} overboard"),
    (TAKE_DOCK, BARRELS, lambda n: f"take {n + 1} from dock"),
    (TAKE_WATER, BARRELS, lambda n: f"take {n + 1} from water"),
    (TAKE_BOAT, BARRELS, lambda n: f"take {n + 1} from hooper"),
    (LAUNCH, WATERS, lambda n: f"launch {SPACES[n]}"),
    (CLOSE, BEACHES, lambda n: f"close {beach_name(n)}"),
    (BONUS_FOR, CREW, lambda n: f"bonus for {MEMBER_NAMES[n]}"),
    (CLEAR, BEACHES, lambda n: f"clear {beach_name(n)}"),
    (TO_DOCK, DOCKS, lambda n: f"dock {n + 1}"),
    (MICHAEL_AT, BEACHES, lambda n: f"Michael at {beach_name(n)}"),
    (GATHER, BEACHES, lambda n: f"gather at {beach_name(n)}"),
    (FLY, len(SPACES), lambda n: f"fly {SPACES[n]}"),
    (GEAR_FOR, CREW, lambda n: f"for {MEMBER_NAMES[n]}"),
    (STAND, ZONES, lambda n: f"stand {space_name(ZONES + n)}"),
    (DIVE, OPTIONS, lambda n: f"resurface {SLOTS[n]}"),
    (ABILITY, ABILITIES, lambda n: ABILITY_NAMES[n]),
    (SHOW, OPTIONS, lambda n: f"show {SLOTS[n]}"),
    (STEP, ORCA_SPACES, lambda n: f"go {space_name(n)}"),
    (ARM, GEARS, lambda n: f"use {GEAR_NAMES[n]}"),
    (AIM, ZONES, lambda n: f"target {n + 1}"),
    (RAM, ZONES, lambda n: f"ram {n + 1}"),
    (BITE_BOAT, ZONES, lambda n: f"attack boat {n + 1}"),
    (BITE_CREW, CREW, lambda n: f"attack {MEMBER_NAMES[n]}"),
    (REROLL, 1 << DICE, lambda n: "reroll " + " ".join(str(die + 1) for die in range(DICE) if n >> die & 1)),
    (BITE_AGAIN, ZONES, lambda n: f"attack boat {n + 1} again"),
    (TOPPLE, ZONES, lambda n: f"topple boat {n + 1}"),
)


def name(box: Record, state: Record, seat: int, action: int) -> str:
    """What a player calls this action, or this outcome of chance."""
    return _outcome(state, action) if seat == CHANCE else _decision(action)


@cache
def _decision(action: int) -> str:
    if action in PLAIN:
        return PLAIN[action]
    for first, number, named in RANGES:
        if first <= action < first + number:
            return named(action - first)
    raise ValueError(f"no action has the number {action}")


def _outcome(state: Record, outcome: int) -> str:
    """The event card, the card dealt, the resurface card, or the hits on a die."""
    if state.phase == EVENT:
        return EVENT_NAMES[outcome]
    if state.phase == DEALING_ABILITIES:
        return ABILITY_NAMES[outcome]
    if state.phase == DEALING_GEAR:
        return GEAR_NAMES[outcome]
    if state.phase == RESURFACING:
        return f"resurface card {outcome + 1}"
    return f"{outcome} hit" + ("" if outcome == 1 else "s")
