"""Make the tables of docs/strength.md again, from what `undertow ladder --keep` has kept in the games' folders.

.venv/bin/python -m bench.strength          (writes the page)
.venv/bin/python -m bench.strength --play   (plays every ladder that was kept again first: an hour or more)
"""

from __future__ import annotations

import sys
from pathlib import Path

from undertow.core.game import find_game, game_names
from undertow.lab.ladder import ladder
from undertow.lab.strength import keep, kept, page

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
BEGIN, END = "<!-- tables: python -m bench.strength -->", "<!-- end of tables -->"


def made() -> str:
    """The page as it should be."""
    text = PAGE.read_text("utf-8")
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    return f"{before}{BEGIN}\n\n{page(find_game(name) for name in game_names())}\n{after}"


def play_again() -> None:
    for name in game_names():
        game = find_game(name)
        for one in kept(game):
            bots = list(dict.fromkeys(meeting.bot for meeting in one.meetings))
            most = max(meeting.matches for meeting in one.meetings)
            keep(game, ladder(game.set_up(one.players, one.settings), bots, most, seed=one.seed, say=print))


if __name__ == "__main__":
    if "--play" in sys.argv[1:]:
        play_again()
    PAGE.write_text(made(), "utf-8")
    print(f"{PAGE.name} is up to date.")
