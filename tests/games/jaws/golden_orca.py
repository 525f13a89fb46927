"""Two matches whose every word is kept, so that a change of rules, lots or words shows.

`golden_act2.txt` is Act 2 alone, `golden_full.txt` a game of both acts. After a change that was meant:
`python -m tests.games.jaws.golden_orca`, and read what became of them.
"""

from __future__ import annotations

import random
from pathlib import Path

from undertow.core.match import Match

FOLDER = Path(__file__).parent
NAMES = {"shark": "Bruce", "quint": "Quint", "brody": "Brody", "hooper": "Hooper"}
#: Variant and seed of each page.
PAGES = {"golden_act2.txt": ("act2", "golden 12"), "golden_full.txt": ("full", "golden 140")}
#: Whoever can do one of these does it, so that the story is short.
EAGER = ("eat all", "eat Michael", "eat", "attack", "cage", "chum")

PAGE = """\
A match of JAWS, variant {variant}, as everybody may read it when it is over. Whoever can eat or attack does so, on the
Orca the crew keeps to where the shark may come up, and otherwise everybody chooses at random.
golden_orca.py writes this page; test_golden_orca.py plays the match again and compares.


THE MATCH FILE

{file}

WHAT HAPPENED

{story}
"""


def played(variant: str, seed: str) -> Match:
    match = Match("jaws", 2, {"variant": variant}, seed, names=NAMES)
    choice = random.Random(seed)
    while not match.over:
        seat = match.to_act[0]
        legal = match.legal(seat)
        eager = next((action for action in EAGER if action in legal), None)
        match.play(seat, eager or choice.choice(sensible(match, legal)))
    return match


def sensible(match: Match, legal: list[str]) -> list[str]:
    """On the Orca: where the shark may come up, if one can go there or target it; anything else as it is."""
    orca = match.view("spectator").orca
    zones = [option.zone for option in orca.options if not option.ruled_out] if orca else []
    wanted = {f"{action} {zone}" for action in ("go boat", "target") for zone in zones}
    return [action for action in legal if action in wanted] or [action for action in legal if action != "no attack"]


def page(name: str) -> str:
    variant, seed = PAGES[name]
    match = played(variant, seed)
    story = "\n".join([*match.story(), f"{match.result}."])
    return PAGE.format(variant=variant, file=match.text(), story=story)


if __name__ == "__main__":
    for name in PAGES:
        (FOLDER / name).write_text(page(name), encoding="utf-8")
