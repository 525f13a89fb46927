"""Lagoon: what is said at the table."""

from __future__ import annotations

from collections.abc import Sequence

from tests.toys.lagoon.actions import LOOK, STAY
from tests.toys.lagoon.state import DIVER, ESCAPED, FOUND, HID, LURKS, SHARK, SWAM
from undertow.core.position import Event
from undertow.core.records import Record

REASONS = {FOUND: "the shark was found", ESCAPED: "the shark was never found"}


def prompt(box: Record, state: Record, seat: int) -> str:
    """What whoever acts must decide."""
    if seat == SHARK:
        return f"You are in lagoon {state.shark + 1}. Stay, or swim on?"
    return f"Which lagoon do you look into? {box.rounds - state.turn} to go."


def label(box: Record, state: Record, seat: int, action: int, names: Sequence[str]) -> str:
    """What a button says."""
    if seat == SHARK:
        return f"Stay in lagoon {state.shark + 1}" if action == STAY else "Swim on"
    return f"Look into lagoon {action - LOOK + 1}"


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
