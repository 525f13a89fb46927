"""JAWS drawn in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from undertow.games.jaws.terminal_island import draw_hunt, draw_island
from undertow.games.jaws.terminal_orca import draw_fight, draw_orca
from undertow.games.jaws.view import Beliefs, View


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The act that is played: Amity Island, or the Orca."""
    if view.island:
        return draw_island(view, view.island, names, me)
    return draw_orca(view, view.orca, names, me) if view.orca else Text()


def odds(beliefs: Beliefs | None) -> RenderableType:
    """Where the shark may be, and what it may have."""
    if beliefs is None:
        return Text("You know where the shark is: you are the shark.")
    parts: list[RenderableType] = []
    if beliefs.hunt:
        parts.append(draw_hunt(beliefs.hunt))
    if beliefs.fight:
        parts.append(draw_fight(beliefs.fight))
    return Group(*parts)
