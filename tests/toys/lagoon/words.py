"""Lagoon: what is said at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.toys.lagoon.actions import LOOK
from tests.toys.lagoon.state import DIVER, ESCAPED, FOUND, HID, LURKS, MOST_LAGOONS, SHARK, SWAM
from undertow.core.actions import Deed
from undertow.core.position import Event
from undertow.core.records import Record

REASONS = {FOUND: "the shark was found", ESCAPED: "the shark was never found"}


def prompt(box: Record, state: Record, seat: int) -> str:
    """What whoever acts must decide."""
    if seat == SHARK:
        return f"You are in lagoon {state.shark + 1}. Stay, or swim on?"
    return f"Which lagoon do you look into? {box.rounds - state.turn} to go."


def fill(box: Record, state: Record, seat: int, deed: Deed, names: Sequence[str]) -> dict[str, str]:
    """What the buttons leave open."""
    return {"here": str(state.shark + 1)}


def blocked(box: Record, state: Record, seat: int) -> Iterator[tuple[int, str]]:
    """Lagoons beyond the last one of a small ring."""
    if seat == DIVER:
        for lagoon in range(int(box.lagoons), MOST_LAGOONS):
            yield LOOK + lagoon, f"The ring has {box.lagoons} lagoons."


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    return (
        f"Each round the shark stays or swims on to the next of {box.lagoons} lagoons, unseen; then the diver looks "
        f"into one. The shark wins if it is not found in {box.rounds} rounds."
    )


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """Nothing is counted in this game."""
    return [0, 0]


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence."""
    lagoon, found, _, _ = event.details
    if event.kind == HID:
        return f"{names[SHARK]} hides in one of {box.lagoons} lagoons."
    if event.kind == LURKS:
        return f"You are in lagoon {lagoon + 1}."
    if event.kind == SWAM:
        return f"{names[SHARK]} stays or swims on."
    there = "the shark!" if found else "nothing"
    return f"{names[DIVER]} looks into lagoon {lagoon + 1}: {there}."
