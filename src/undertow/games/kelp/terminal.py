"""Kelp drawn in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.kelp.terminal_areas import SIDEBAR, octopus_area, shark_area
from undertow.games.kelp.terminal_forest import QUIET, WIDTH, forest
from undertow.games.kelp.terminal_odds import draw_beliefs
from undertow.games.kelp.view import Beliefs, View

LEGEND = "▒ stands hidden  v0~5 current  ◀ shark  * in reach"


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The forest and below it the octopus's cards; beside it the round, the shark's dice and its market."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=WIDTH)
    table.add_column(width=SIDEBAR)
    left = Group(forest(view), Text(LEGEND, QUIET), octopus_area(view, names[0], me == 0, WIDTH))
    table.add_row(left, Group(_status(view), Text(), shark_area(view, names[1], me == 1)))
    return table


def _status(view: View) -> Text:
    if view.winner:
        return Text(f"round {view.round}\nThe {view.winner} wins.", "bold")
    of = f" of {view.last_round}" if view.last_round else ""
    when = f"round {view.round}{of}" if view.round else "before the first round"
    return Text.assemble((f"{when}\n", QUIET), view.phase)


def odds(beliefs: Beliefs | None) -> RenderableType:
    """Where the octopus may be, what else may stand there, and what it may have in hand."""
    if beliefs is None:
        return Text("There is nothing to guess: the game has not begun, or it is over.")
    return draw_beliefs(beliefs)
