"""Shark Attacks!: what is said at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from undertow.core.actions import Deed
from undertow.core.position import Event
from undertow.core.records import Record
from undertow.games.shark_attacks import state as st
from undertow.games.shark_attacks.actions import TAKE_FROM
from undertow.games.shark_attacks.rules import swimmers

SHARKS = {1: "single fin", 2: "double fin", 3: "triple fin"}


def plural(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def prompt(box: Record, state: Record, seat: int) -> str:
    """What the player whose turn it is must decide."""
    if state.phase == st.BEACH:
        sea = f"{plural(swimmers(state), 'swimmer')} in the water, {plural(int(state.water[0]), 'wave')}"
        return f"{sea}. Bank, or press on?"
    return f"No sign left in the middle. Whose sign do you take? ({plural(int(state.owed), 'sign')} to take)"


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return "The first player is drawn by lot." if state.phase == st.FIRST_PLAYER else "The dice are rolling."


def blocked(box: Record, state: Record, seat: int) -> Iterator[tuple[int, str]]:
    """Beaches without a sign, where one is to be taken."""
    if state.phase == st.SIGN:
        for opponent in range(box.players):
            if opponent != seat and state.signs[opponent] == 0:
                yield TAKE_FROM + opponent, "There is no sign on this beach."


def fill(box: Record, state: Record, seat: int, deed: Deed, names: Sequence[str]) -> dict[str, str]:
    """What the buttons leave open."""
    if deed.verb == "bank":
        back = min(int(state.signs[seat]), int(box.back_after_bank))
        signs = f" and give back {plural(back, 'sign')}" if back else ""
        return {"points": plural(swimmers(state), "point"), "signs": signs}
    return {"who": names[deed.places[0]]}


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.phase == st.SIGN:
        return "Every eaten die brings a sign. The middle has none left: one moves from an opponent's beach to yours."
    if state.phase in (st.EVENT, st.FLEEING):
        return (
            "Triple fins bite first, then double, then single. Whoever is not eaten escapes, waves are rolled again, "
            f"and blood draws one more shark. If nobody is eaten, the flight counts {box.safe_flight} times."
        )
    if state.phase in (st.ENTERING, st.BEACH):
        return (
            "Bank: score the swimmers showing and give back a sign. Press on: the event die falls first. Sun adds a "
            "die, rain takes a wave away, then all waves are rolled; no wave left is a Beach Party, "
            f"times {box.party}. A shark makes everybody flee: whoever escapes counts, {box.safe_flight} times if "
            "nobody is eaten; every die eaten is a sign."
        )
    return f"The first to reach {box.target} points ends the game at once and wins."


def reason(box: Record, state: Record) -> str:
    return f"first to reach {box.target} points"


def scores(box: Record, state: Record) -> list[int]:
    return [int(state.scores[seat]) for seat in range(box.players)]


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence; nothing for what needs no words."""
    a, b, c, d = event.details
    if event.kind == st.BEGINS:
        return f"{names[a]} begins."
    if event.kind == st.TURN:
        signs = f" ({plural(c, 'sign')} on the beach)" if c else ""
        return f"{names[a]} takes {plural(b, 'blue die', 'blue dice')}{signs}."
    if event.kind == st.ENTERED:
        return f"The sea: {faces(a, b, c, d)}."
    if event.kind == st.WEATHER:
        return _weather(a, b)
    if event.kind in (st.BANKED, st.PARTY):
        how = "banks" if event.kind == st.BANKED else f"throws a Beach Party, times {box.party}:"
        return f"{names[a]} {how} {plural(b, 'point')}, {c} in all."
    if event.kind == st.NOBODY_THERE:
        return f"There is nobody in the water. No points for {names[a]}."
    if event.kind in (st.SIGN_UP, st.SIGNS_BACK):
        return _sign(event, names)
    if event.kind == st.WON:
        return f"{names[a]} has {b} points and wins."
    return _flight(event, names)


def some(number: int, thing: str) -> str:
    """`a two`, `3 twos`: the number of dice cannot be taken for what they show."""
    return f"a {thing}" if number == 1 else plural(number, thing)


def faces(waves: int, ones: int, twos: int, threes: int) -> str:
    """Blue dice in words."""
    dice = zip((waves, ones, twos, threes), ("wave", "one", "two", "three"), strict=True)
    shown = [some(count, face) for count, face in dice if count]
    total = ones + 2 * twos + 3 * threes
    return ", ".join(shown) + f" ({plural(total, 'swimmer')})"


def _weather(weather: int, dice: int) -> str:
    if weather == st.SUN:
        return "Sun: one more blue die." if dice else "Sun, but every blue die is already out."
    return "Rain: a wave die goes back." if dice else "Shark! Everybody out of the water!"


def _sign(event: Event, names: Sequence[str]) -> str:
    player, other, now, _ = event.details
    if event.kind == st.SIGNS_BACK:
        return f"{names[player]} gives back {plural(other, 'sign')}."
    giver = "the middle" if other < 0 else names[other]
    return f"{names[player]} takes a sign from {giver}, {now} on the beach now."


def _flight(event: Event, names: Sequence[str]) -> str:
    a, b, c, d = event.details
    if event.kind == st.FLED:
        return f"They swim: {faces(a, b, c, d)}."
    if event.kind == st.FINS:
        shown = [some(count, SHARKS[fins]) for fins, count in enumerate((b, c, d), start=1) if count]
        return f"Sharks: {', '.join(shown)}." if shown else "No fin shows."
    if event.kind == st.ATE:
        meal = [1] * b + [2] * c + [3] * d
        return f"A {SHARKS[a]} eats {' + '.join(map(str, meal))} swimmer{'' if meal == [1] else 's'}."
    if event.kind == st.ESCAPED:
        return f"{plural(a, 'swimmer')} {'reaches' if a == 1 else 'reach'} the beach."
    assert event.kind == st.ASHORE
    times = f", times {d} because nobody was eaten" if d > 1 else ""
    return f"{names[a]} scores {plural(b, 'point')} for the flight{times}: {c} in all."
