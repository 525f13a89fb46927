"""JAWS: matches of older versions of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from undertow.core.versions import Older, Plays

if TYPE_CHECKING:
    from undertow.core.match import Match


class First(Older):
    """Version 1. After Caught the Wrong Shark the shark had a number of actions, not so many more."""

    def with_settings(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        kept = dict(settings)
        if "act1.wrong_shark_actions" in kept or "act1.shark_actions" in kept:
            kept["act1.wrong_shark_more"] = kept.pop("act1.wrong_shark_actions", 4) - kept.get("act1.shark_actions", 3)
        return super().with_settings(kept)


def translate(match: Match, seat: str, action: str) -> Plays:
    """Docks were numbered, gear went to somebody without saying which card, and an only target was asked for."""
    if action.startswith("dock "):
        docks = match.setup.values["island.docks"]
        yield seat, f"dock {docks[int(action.removeprefix('dock ')) - 1]}"
    elif action.startswith("for "):
        yield seat, f"{match.view('crew').orca.to_divide} {action}"
    elif seat != "shark" or not action.startswith("attack ") or action in match.legal(seat):
        yield seat, action


OLDER = {
    1: First(
        "Amity Island in the News asks when a member acts, not before the shark moves; a beach that is opening soon "
        "may be closed again; an event that moves a captain brings him back aboard; the shark need not attack, and is "
        "not asked for an only target it must attack; docks are named by their space, and gear by its card.",
        {
            "act1.news_action": "before the shark",
            "act1.close_again": False,
            "act1.back_aboard": False,
            "act2.shark_may_hold_back": "never",
        },
        translate,
        "Matches cannot be played any more whose house rules strand somebody, ask for more swimmers or cards than "
        "there are, or take actions from the shark after Caught the Wrong Shark.",
    )
}
