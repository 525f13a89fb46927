"""A match of Act 1 alone whose every word is kept in `golden_act1.txt`, so that a change of rules or words shows.

After a change that was meant: `python -m tests.games.jaws.golden_act1`, and read what became of it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.games.jaws.island import steps
from undertow.core.match import Match

FILE = Path(__file__).parent / "golden_act1.txt"
NAMES = {"shark": "Bruce"}

#: Who does what, a turn a line.
SCRIPT = (
    ("shark", "lurk 3"),
    # The shark eats in the west and is heard beside the beach; Quint's first barrel is a lucky one.
    ("chance", "Shark Alert! in the south"),
    ("shark", "move W, eat, move 7, end turn"),
    ("hooper", "move W, fish finder, end turn"),
    ("quint", "move S, rescue, rescue, launch 7"),
    ("brody", "move Shop, take barrel from shop, move 5, drop barrel"),
    # Michael goes swimming. Out of sight the shark lies right under the fish finder, and nobody finds it.
    ("chance", "Michael Brody's Birthday"),
    ("shark", "play out of sight, move W, eat Michael, move 5, end turn"),
    ("brody", "move W, binoculars, move 5, end turn"),
    ("hooper", "move 5, take 1 from dock, fish finder, move W"),
    ("quint", "move 7, launch 3, end turn"),
    # Barrels cost nothing at the docks, but the shark is in the north by now.
    ("chance", "Frank Silva, Harbor Master"),
    ("shark", "move N, eat, eat, end turn"),
    ("brody", "move Shop, take barrel from shop, move 5, drop barrel, end turn"),
    ("hooper", "move 5, take 1 from dock, move 7, give barrels, move W"),
    ("quint", "move 3, move 1, move 2, launch 6"),
    # The beach that fed it is cleared and closed; a barrel hears it leave for the east, where Brody and Quint find it.
    ("chance", "Mayor Vaughn Steps In"),
    ("crew", "clear N"),
    ("shark", "move 6, move E, eat, end turn"),
    ("brody", "move N, move 6, move E, binoculars"),
    ("quint", "launch E"),
)

PAGE = """\
A match of JAWS, Act 1 alone, told when it is over and everybody may know everything.
golden_act1.py writes this page; test_act1.py plays the match again and compares.


THE MATCH FILE

{file}

WHAT HAPPENED

{story}
"""


@cache
def played() -> Match:
    match = Match("jaws", 2, {"variant": "act1"}, "golden", names=NAMES, auto_chance=False)
    for seat, turn in SCRIPT:
        for action in [turn] if seat == "chance" else steps(turn):
            match.play(match.to_act[0] if seat == "crew" else seat, action)
    return match


def page() -> str:
    match = played()
    return PAGE.format(file=match.text(), story="\n".join([*match.story(), f"{match.result}."]))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
