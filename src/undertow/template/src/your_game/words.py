"""Your Game: what is said at the table."""

from __future__ import annotations

from collections.abc import Sequence

from undertow.core.actions import Deed
from undertow.core.position import Event
from undertow.core.records import Record

from your_game.rules import following
from your_game.state import DIVER, ESCAPED, FOUND, HID, LURKS, SHARK, SWAM

REASONS = {FOUND: "the shark was found", ESCAPED: "the shark was never found"}


def prompt(box: Record, state: Record, seat: int) -> str:
    """What whoever acts must decide."""
    if seat == SHARK:
        return f"You are in cave {state.shark + 1}. Stay, or swim on?"
    left = int(box.rounds - state.rounds)
    return f"Which cave do you look into? {'The last round.' if left == 1 else f'{left} rounds are left.'}"


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return "The shark is put into a cave."


def fill(box: Record, state: Record, seat: int, deed: Deed, names: Sequence[str]) -> dict[str, object]:
    """What the buttons leave open."""
    return {"here": state.shark + 1, "next": following(box, state.shark) + 1}


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    return (
        f"Each round the shark stays or swims on to the next of {box.caves} caves, unseen; then the diver looks into "
        f"one. The shark wins if it is not found in {box.rounds} rounds."
    )


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """Nothing is counted in this game."""
    return [0, 0]


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence."""
    cave, found, _, _ = event.details
    if event.kind == HID:
        return f"{names[SHARK]} hides in one of {box.caves} caves."
    if event.kind == LURKS:
        return f"You are in cave {cave + 1}."
    if event.kind == SWAM:
        return f"{names[SHARK]} stays or swims on."
    there = "the shark!" if found else "nothing"
    return f"{names[DIVER]} looks into cave {cave + 1}: {there}."
