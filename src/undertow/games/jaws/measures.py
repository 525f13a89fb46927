"""JAWS: what a study counts."""

from __future__ import annotations

from undertow.core.contract import Thing
from undertow.core.no_measures import thought
from undertow.core.records import CHANCE, NOTHING, Record, by
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st

UNIT = "round"
REASONS = {
    st.FED: "the shark has eaten its fill",
    st.CAUGHT: "the barrels hold the shark",
    st.LONG_HUNT: "the season is over",
    st.CREW_GONE: "the crew is gone",
    st.ORCA_GONE: "the Orca has sunk",
    st.SHARK_DEAD: "the shark is dead",
    st.SURVIVED: "the shark gives up",
}
MOVES = (
    "eat a swimmer",
    "eat Michael",
    "knock a captain overboard",
    "rescue a swimmer",
    "rescue Michael",
    "launch a barrel",
    "binoculars",
    "fish finder",
    "close a beach",
)
EATS, EATS_MICHAEL, KNOCKS, RESCUES, RESCUES_MICHAEL, LAUNCHES, LOOKS, FISHES, CLOSES = range(9)
THINGS = (
    *(Thing(name, "move") for name in MOVES),
    *(Thing(name, "token") for name in st.TOKENS),
    *(Thing(name, "event") for name in st.EVENT_NAMES),
    *(Thing(name, "ability") for name in st.ABILITY_NAMES),
    *(Thing(name, "gear") for name in st.GEAR_NAMES),
)
TOKENS_FROM = len(MOVES)
EVENTS_FROM = TOKENS_FROM + len(st.TOKENS)
ABILITIES_FROM = EVENTS_FROM + st.EVENTS
GEAR_FROM = ABILITIES_FROM + st.ABILITIES

ALL = 60  # what a side stands at that has all it needs
ACT = 64  # more than the rounds of an act


@rule
def clock(box: Record, state: Record) -> int:
    return ACT * int(state.act) + int(state.rounds) if state.rounds > 0 else 0


@rule
def standing(box: Record, state: Record, seat: int) -> int:
    """How much a side has of what it needs in this act: swimmers or barrels, the boat and the crew or the shark."""
    if state.act == 1:
        if seat != st.SHARK:
            return ALL * int(state.on_shark) // int(box.barrels_to_catch)
        eaten = int(state.eaten)
        for beach in range(st.BEACHES):
            eaten += int(state.shark.ate[beach])
        return ALL * eaten // int(box.track_end)
    if seat != st.SHARK:
        return ALL * int(state.shark_wounds) // int(box.shark_wounds)
    wounds = 0
    for member in range(st.CREW):
        wounds += min(int(state.wounds[member]), int(box.crew_wounds))
    sunk = 0
    for zone in range(st.ZONES):
        sunk += int(state.tiles[zone])
    return max(ALL * wounds // (st.CREW * int(box.crew_wounds)), ALL * sunk // (st.ZONES * st.DESTROYED))


@rule
def pace(box: Record, state: Record, seat: int, options: int) -> int:
    return thought(options)


@rule
def noted(box: Record, state: Record, seat: int, action: int) -> int:
    if seat == CHANCE:
        return by(CHANCE, EVENTS_FROM + action) if state.phase == st.EVENT else NOTHING
    if state.act == 2:
        return noted_at_sea(seat, action)
    if action == do.EAT or action == do.EAT_ALL:
        return by(seat, EATS)
    if action == do.EAT_MICHAEL:
        return by(seat, EATS_MICHAEL)
    if do.PLAY <= action < do.PLAY + 4:
        return by(seat, TOKENS_FROM + action - do.PLAY)
    if do.KNOCK <= action < do.KNOCK + st.CREW:
        return by(seat, KNOCKS)
    if action == do.RESCUE:
        return by(seat, RESCUES)
    if action == do.RESCUE_MICHAEL:
        return by(seat, RESCUES_MICHAEL)
    if do.LAUNCH <= action < do.LAUNCH + st.WATERS:
        return by(seat, LAUNCHES)
    if action == do.LOOK:
        return by(seat, LOOKS)
    if action == do.FISH:
        return by(seat, FISHES)
    return by(seat, CLOSES) if do.CLOSE <= action < do.CLOSE + st.BEACHES else NOTHING


@rule
def noted_at_sea(seat: int, action: int) -> int:
    """In Act 2: abilities and gear."""
    if do.ABILITY <= action < do.ABILITY + st.ABILITIES:
        return by(seat, ABILITIES_FROM + action - do.ABILITY)
    if do.ARM <= action < do.ARM + st.GEARS:
        return by(seat, GEAR_FROM + action - do.ARM)
    if action == do.USE_CHUM:
        return by(seat, GEAR_FROM + st.CHUM_CARD)
    if action == do.SPEND_AMMO:
        return by(seat, GEAR_FROM + st.AMMO_CARD)
    return by(seat, GEAR_FROM + st.CAGE_CARD) if action == do.USE_CAGE else NOTHING
