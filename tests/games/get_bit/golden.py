"""A short match whose every word is kept in `golden_match.txt`, so that a change of rules, lots or words shows.

After a change that was meant: `python -m tests.games.get_bit.golden`, and read what became of it.
"""

from __future__ import annotations

import random
from pathlib import Path

from undertow.core.match import Match

FILE = Path(__file__).parent / "golden_match.txt"
SEED = "golden 77"
NAMES = {"shark": "Finn", "swimmer 1": "Jane", "swimmer 2": "Ann", "swimmer 3": "Beth", "swimmer 4": "Tom"}

PAGE = """\
A match of Get Bit! between a shark and four swimmers. Everybody chooses at random.
golden.py writes this page; test_play.py plays the match again and compares.


THE MATCH FILE

{file}

WHAT A SPECTATOR HEARS

{story}
"""


def played(seed: str = SEED) -> Match:
    match = Match("get-bit", 5, {"shark": True}, seed, names=NAMES)
    choice = random.Random(seed)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, choice.choice(match.legal(seat)))
    return match


def page() -> str:
    match = played()
    return PAGE.format(file=match.text(), story="\n".join([*match.log("spectator"), f"{match.result}."]))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
