"""A short match whose every word is kept in `golden_match.txt`, so that a change of rules, dice or words shows.

After a change that was meant: `python -m tests.games.shark_attacks.golden`, and read what became of it.
"""

from __future__ import annotations

from pathlib import Path

from undertow.core.match import Match

FILE = Path(__file__).parent / "golden_match.txt"
SEED = "golden 544"
ENOUGH = 9  # swimmers with which both players bank

PAGE = """\
A match of Shark Attacks! to 20 points. Ann and Bo both bank as soon as {enough} swimmers show.
golden.py writes this page; test_play.py plays the match again and compares.


THE MATCH FILE

{file}

WHAT A SPECTATOR HEARS

{story}
"""


def played() -> Match:
    match = Match("shark-attacks", 2, {"target": 20}, SEED, names={"player 1": "Ann", "player 2": "Bo"})
    while not match.over:
        (seat,) = match.to_act
        sea = match.view(seat).blue
        enough = sea.ones + 2 * sea.twos + 3 * sea.threes >= ENOUGH
        match.play(seat, "bank" if enough else "press on")
    return match


def page() -> str:
    match = played()
    return PAGE.format(enough=ENOUGH, file=match.text(), story="\n".join(match.log("spectator")))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
