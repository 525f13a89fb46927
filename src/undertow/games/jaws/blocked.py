"""JAWS: why something that lies on the table cannot be picked now, in one short sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from undertow.core.reading import in_python
from undertow.core.records import Record, has
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import B, H, Q, actions_of, bathers, can_close, can_drop, extra_is_open, where
from undertow.games.jaws.act2 import beside, boats_in_reach, crew_in_reach, is_weapon, targets, within_reach

Why = Iterator[tuple[int, str]]

ONE_TOKEN = "You may play one power token a round."
PLAYED = "You have played it already."
NO_ACTIONS = "You have no actions left."
OVERBOARD = "Climb back into the boat first."
WHEN_USED = {
    st.CHUM_CARD: "Chum is thrown before the crew prepares.",
    st.AMMO_CARD: "Ammo is discarded after a shot.",
    st.CAGE_CARD: "The cage is used when the shark attacks.",
}


def blocked(box: Record, state: Record, seat: int) -> Why:
    """What this seat can see and cannot pick."""
    if state.act == 2:
        yield from _shark_at_sea(box, state) if seat == st.SHARK else _crew_aboard(box, state, seat - 1)
    elif state.phase == st.SHARK_TURN:
        yield from _shark_turn(box, state)
    elif state.phase == st.CREW_TURN:
        yield from _crew_turn(box, state, seat - 1)


# Act 1, the shark -----------------------------------------------------------------------------------------------------


def _shark_turn(box: Record, state: Record) -> Why:
    shark, sea = state.shark, state.sea
    for token in range(len(st.TOKENS)):
        if has(box.tokens, token) and not has(shark.tokens, token):
            works = shark.played == token + 1
            yield do.PLAY + token, "It works this round." if works else PLAYED
        elif has(box.tokens, token) and shark.played:
            yield do.PLAY + token, ONE_TOKEN
    beach = int(shark.place) - st.FIRST_BEACH
    if beach < 0:
        return
    left = int(sea.swimmers[beach]) - int(shark.ate[beach])
    michael = sea.michael == beach and not shark.ate_michael
    if left == 0:
        yield do.EAT, "Only Michael is left here." if michael else "There is no one to eat here."
    elif shark.left == 0:
        yield do.EAT, NO_ACTIONS
    if michael and shark.left == 0:
        yield do.EAT_MICHAEL, NO_ACTIONS


# Act 1, the crew ------------------------------------------------------------------------------------------------------


def _crew_turn(box: Record, state: Record, member: int) -> Why:
    left = int(state.left) if state.turn == member else in_python(actions_of)(box, state, member)
    why = OVERBOARD if has(state.overboard, member) else NO_ACTIONS if left <= 0 else ""
    if in_python(extra_is_open)(state) and left > 0:
        yield do.BONUS_FOR + member, "You still have actions of your own."
    yield from {Q: _quint, B: _brody, H: _hooper}[member](box, state, why)


def _quint(box: Record, state: Record, why: str) -> Why:
    here = int(state.sea.quint)
    if int(state.used) & st.LAUNCHED_ONCE:
        why = "Quint launches one barrel a round."
    elif not state.orca:
        why = "There are no barrels on the Orca."
    if why:
        for space in (here, *box.swim[here, 1 : 1 + int(box.swim[here, 0])].tolist()):
            yield do.LAUNCH + space, why
    yield from _michael(state, Q)


def _hooper(box: Record, state: Record, why: str) -> Why:
    used = "The fish finder is used once a round." if int(state.used) & st.FISHED_ONCE else why
    if used:
        yield do.FISH, used
    apart = "Quint is not in your space." if state.sea.quint != state.sea.hooper else why
    if state.hoopers_boat and apart:
        yield do.GIVE, apart
    yield from _michael(state, H)


def _michael(state: Record, member: int) -> Why:
    if state.sea.michael == in_python(where)(state, member) - st.FIRST_BEACH:
        yield do.RESCUE_MICHAEL, "Only Brody can rescue Michael."


def _brody(box: Record, state: Record, why: str) -> Why:
    here = int(state.brody)
    if not st.FIRST_BEACH <= here < st.FIRST_BEACH + st.BEACHES:
        yield do.LOOK, "Binoculars only work at a beach."
    elif int(state.used) & st.LOOKED_ONCE:
        yield do.LOOK, "The binoculars are used once a round."
    elif why:
        yield do.LOOK, why
    yield from _barrels(box, state, why)
    for beach in range(st.BEACHES):
        if reason := _cannot_close(box, state, beach) or why:
            yield do.CLOSE + beach, reason


def _barrels(box: Record, state: Record, why: str) -> Why:
    """The one Brody carries, and those in the shop."""
    if state.carried and not can_drop(box, state):
        at_dock = int(state.brody) in box.docks.tolist()
        yield do.DROP, "The docks are closed this round." if at_dock else "You can only leave a barrel at a dock."
    elif state.carried and why and state.sea.effect != st.FREE_DOCKS:
        yield do.DROP, why
    if not state.shop:
        yield do.TAKE_SHOP, "There are no barrels left in the shop."
    elif state.carried:
        yield do.TAKE_SHOP, "Brody carries one barrel at a time."
    elif state.brody != st.SHOP:
        yield do.TAKE_SHOP, "Brody is not in the shop."
    elif why:
        yield do.TAKE_SHOP, why


def _cannot_close(box: Record, state: Record, beach: int) -> str:
    if state.sea.effect == st.OPEN_BEACHES:
        return "No beach may be closed on the Fourth of July."
    if int(state.brody) not in (int(box.amity_pd), int(box.mayors_office)):
        return "Beaches are closed from Amity P.D. or the Mayor's Office."
    if int(state.used) & st.CLOSED_ONCE:
        return "Brody closes one beach a round."
    if in_python(bathers)(state, beach):
        return "There are swimmers at this beach."
    return "" if can_close(box, state, beach) else "This beach is closed already."


# Act 2, the crew ------------------------------------------------------------------------------------------------------


def _crew_aboard(box: Record, state: Record, member: int) -> Why:
    if state.phase == st.DIVIDING:
        first = next(gear for gear in range(st.GEARS) if state.pool[gear])
        for gear in range(first + 1, st.GEARS):
            if state.pool[gear]:
                for other in range(st.CREW):
                    yield do.GEAR_FOR + gear * st.CREW + other, "Cards are given out one by one."
    elif state.phase == st.PREPARING and state.stage[member] == st.MOVING:
        yield from _too_far(box, state, int(state.at[member]))
    elif state.phase == st.PREPARING and state.stage[member] == st.ARMING:
        for gear, why in WHEN_USED.items():
            if state.gear[member, gear] and not is_weapon(box, state, member, gear):
                yield do.ARM + gear, why
    elif state.phase == st.PREPARING:
        weapon = int(state.weapon[member])
        reached = int(targets(box, state, member, weapon))
        for zone in range(st.ZONES):
            if not has(reached, zone):
                yield do.AIM + zone, f"The {st.GEAR_NAMES[weapon]} does not reach this zone from here."


def _too_far(box: Record, state: Record, here: int) -> Why:
    reached = int(within_reach(box, state, here))
    for space in range(st.ORCA_SPACES):
        boat = space >= st.ZONES
        if has(reached, space) or (boat and state.tiles[space - st.ZONES] == st.DESTROYED):
            continue
        climbs = boat and here < st.ZONES
        yield do.STEP + space, "Climbing aboard takes your whole move." if climbs else "Too far for one round."


# Act 2, the shark -----------------------------------------------------------------------------------------------------


def _shark_at_sea(box: Record, state: Record) -> Why:
    if state.phase == st.CHOOSING_ABILITY:
        for ability in range(st.ABILITIES):
            if state.abilities_used[ability] and not state.depths.hand[ability]:
                yield do.ABILITY + ability, PLAYED
    elif state.phase == st.SHOWING:
        yield do.SHOW + int(state.depths.slot), "This is the token you chose."
    elif state.phase == st.RAMMING_MOVE:
        near = int(beside(box, state, state.zone))
        for zone in range(st.ZONES):
            if not has(near, zone) and zone != state.zone:
                yield do.RAM + zone, "This zone is not beside you."
    elif state.phase in (st.SHARK_ATTACK, st.SECOND_CHOICE):
        yield from _out_of_reach(box, state, do.BITE_AGAIN if state.phase == st.SECOND_CHOICE else do.BITE_BOAT)
        if state.phase == st.SHARK_ATTACK:
            yield from _safe(box, state)


def _out_of_reach(box: Record, state: Record, attack: int) -> Why:
    boats = int(boats_in_reach(box, state))
    for zone in range(st.ZONES):
        if state.tiles[zone] != st.DESTROYED and not has(boats, zone):
            yield attack + zone, "You are not beside this boat space."


def _safe(box: Record, state: Record) -> Why:
    near = int(crew_in_reach(box, state))
    for member in range(st.CREW):
        if state.at[member] != st.NOWHERE and not has(near, member):
            aboard = state.at[member] >= st.ZONES
            who = do.ROLES[member + 1]
            yield do.BITE_CREW + member, f"{who} is on the boat." if aboard else f"{who} is too far away."
