"""Shark Attacks!: what is said at the table."""

from __future__ import annotations

from collections.abc import Sequence

from undertow.core.position import Event
from undertow.core.records import Record
from undertow.games.shark_attacks.actions import BANK, PRESS, TAKE_FROM
from undertow.games.shark_attacks.rules import swimmers
from undertow.games.shark_attacks.state import (
    ASHORE,
    ATE,
    BANKED,
    BEACH,
    BEGINS,
    ENTERED,
    ENTERING,
    ESCAPED,
    EVENT,
    FINS,
    FLED,
    FLEEING,
    NOBODY_THERE,
    PARTY,
    SIGN,
    SIGN_UP,
    SIGNS_BACK,
    SUN,
    TURN,
    WEATHER,
    WON,
)

SHARKS = {1: "A single fin", 2: "A double fin", 3: "A triple fin"}


def plural(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def prompt(box: Record, state: Record, seat: int) -> str:
    """What the player whose turn it is must decide."""
    if state.phase == BEACH:
        sea = f"{plural(swimmers(state), 'swimmer')} in the water, {plural(int(state.water[0]), 'wave')}"
        return f"{sea}. Bank, or press on?"
    return f"No sign left in the middle. Whose sign do you take? ({plural(int(state.owed), 'sign')} to take)"


def label(box: Record, state: Record, seat: int, action: int, names: Sequence[str]) -> str:
    """What a button says."""
    if action == BANK:
        return f"Bank {plural(swimmers(state), 'point')}"
    if action == PRESS:
        return "Press on: event die, then roll the waves"
    return f"Take a sign from {names[action - TAKE_FROM]}"


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.phase == SIGN:
        return "Every eaten die brings a sign. The middle has none left: one moves from an opponent's beach to yours."
    if state.phase in (EVENT, FLEEING):
        return (
            "Triple fins bite first, then double, then single. Whoever is not eaten escapes, waves are rolled again, "
            f"and blood draws one more shark. If nobody is eaten the flight counts {box.safe_flight} times."
        )
    if state.phase in (ENTERING, BEACH):
        return (
            "Bank: score the swimmers showing and give back a sign. Press on: the event die falls first. Sun adds a "
            "die, rain takes a wave away, then all waves are rolled; no wave left is a Beach Party, "
            f"times {box.party}. A shark makes everybody flee: who escapes counts, {box.safe_flight} times if nobody "
            "is eaten; a die eaten is a sign."
        )
    return f"The first to reach {box.target} points ends the game at once and wins."


def reason(box: Record, state: Record) -> str:
    return f"first to reach {box.target} points"


def scores(box: Record, state: Record) -> list[int]:
    return [int(state.scores[seat]) for seat in range(box.players)]


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence; nothing for what needs no words."""
    a, b, c, d = event.details
    if event.kind == BEGINS:
        return f"{names[a]} begins."
    if event.kind == TURN:
        signs = f" ({plural(c, 'sign')} on the beach)" if c else ""
        return f"{names[a]} takes {plural(b, 'blue die', 'blue dice')}{signs}."
    if event.kind == ENTERED:
        return f"The sea: {faces(a, b, c, d)}."
    if event.kind == WEATHER:
        return _weather(a, b)
    if event.kind in (BANKED, PARTY):
        how = "banks" if event.kind == BANKED else f"throws a Beach Party, times {box.party}:"
        return f"{names[a]} {how} {plural(b, 'point')}, {c} in all."
    if event.kind == NOBODY_THERE:
        return f"There is nobody in the water. No points for {names[a]}."
    if event.kind in (SIGN_UP, SIGNS_BACK):
        return _sign(event, names)
    if event.kind == WON:
        return f"{names[a]} has {b} points and wins."
    return _flight(event, names)


def faces(waves: int, ones: int, twos: int, threes: int) -> str:
    """Blue dice in words."""
    shown = [plural(waves, "wave")] if waves else []
    shown += [f"{count} x {swimming}" for count, swimming in ((ones, 1), (twos, 2), (threes, 3)) if count]
    total = ones + 2 * twos + 3 * threes
    return ", ".join(shown) + f" ({plural(total, 'swimmer')})"


def _weather(weather: int, dice: int) -> str:
    if weather == SUN:
        return "Sun: one more blue die." if dice else "Sun, but every blue die is already out."
    return "Rain: a wave die goes back." if dice else "Shark! Everybody out of the water!"


def _sign(event: Event, names: Sequence[str]) -> str:
    player, other, now, _ = event.details
    if event.kind == SIGNS_BACK:
        return f"{names[player]} gives back {plural(other, 'sign')}."
    giver = "the middle" if other < 0 else names[other]
    return f"{names[player]} takes a sign from {giver}, {now} on the beach now."


def _flight(event: Event, names: Sequence[str]) -> str:
    a, b, c, d = event.details
    if event.kind == FLED:
        return f"They swim: {faces(a, b, c, d)}."
    if event.kind == FINS:
        shown = [f"{count} x {fins}" for count, fins in ((b, 1), (c, 2), (d, 3)) if count]
        return f"Fins: {', '.join(shown)}." if shown else "No fin shows."
    if event.kind == ATE:
        meal = [1] * b + [2] * c + [3] * d
        return f"{SHARKS[a]} eats {' + '.join(map(str, meal))}."
    if event.kind == ESCAPED:
        return f"{plural(a, 'swimmer')} {'reaches' if a == 1 else 'reach'} the beach."
    assert event.kind == ASHORE
    times = f", times {d} because nobody was eaten" if d > 1 else ""
    return f"{names[a]} scores {plural(b, 'point')} for the flight{times}: {c} in all."
