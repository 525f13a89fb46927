"""A match whose every word is kept in `golden_match.txt`, so that a change of rules, lots or words shows.

After a change that was meant: `python -m tests.games.kelp.golden`, and read what became of it.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from undertow.core.match import Match

FILE = Path(__file__).parent / "golden_match.txt"
SEED = "golden 340"
NAMES = {"octopus": "Inky", "shark": "Bruce"}
#: Whoever can do one of these does it, so that something happens.
EAGER = ("play Eat", "strike", "search", "buy", "learn eat card", "play Fast Learning")

PAGE = """\
A match of Kelp as everybody may read it when it is over. Whoever can eat, strike, search, buy or learn to eat does so,
and otherwise both choose at random.
golden.py writes this page; test_golden.py plays the match again and compares.


THE MATCH FILE

{file}

WHAT HAPPENED

{story}
"""


@cache
def played(seed: str = SEED) -> Match:
    match = Match("kelp", 2, seed=seed, names=NAMES)
    choice = random.Random(seed)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, choice.choice(eager(match.legal(seat))))
    return match


def eager(legal: list[str]) -> list[str]:
    """What one wants most of what one may do; anything, if it is none of that."""
    for wanted in EAGER:
        found = [action for action in legal if action.startswith(wanted)]
        if found:
            return found
    return legal


def page() -> str:
    match = played()
    return PAGE.format(file=match.text(), story="\n".join([*match.story(), f"{match.result}."]))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
