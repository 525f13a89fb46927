"""Kelp: how matches of older versions of the rules are read."""

from __future__ import annotations

from undertow.core.match import Match
from undertow.core.versions import Older, Plays
from undertow.games.kelp import state as st

#: A die was only named, whatever was asked: what is done with it, by phase.
WITH_A_DIE = {st.TURNING: "turn", st.TRADING: "take stored", st.STORING: "store", st.REROLLING: "again"}


def translate(match: Match, seat: str, action: str) -> Plays:
    """What is asked today, by its name today. An escape or a trap after the last strike changed nothing."""
    if not match.over:
        yield seat, _name_today(match, seat, action)


def _name_today(match: Match, seat: str, action: str) -> str:
    verb, _, rest = action.partition(" ")
    if verb == "swap":
        return action.replace("-", " ")
    if seat == "shark" and verb in st.COLOURS and rest:
        return f"{WITH_A_DIE[int(match.position.state.phase)]} {action}"
    return action


OLDER = {
    1: Older(
        note="Food could not leave the forest, everybody could look into the shark's bag, with an empty bag currents "
        "made up all the dice the shark drew, the shark named the zones of shuffled blocks, it was asked to replace a "
        "card of the market even where it could not afford any, a block could be learned in the place of another that "
        "the same card had just gained, and the octopus was asked how it escapes the last strike. Dice were only "
        "named; today their action says what is done with them.",
        settings={
            "food_stays": True,
            "open_bag": True,
            "roll_at_least": 6,
            "naming": True,
            "replace_anytime": True,
            "replace_gained": True,
        },
        translate=translate,
    )
}
