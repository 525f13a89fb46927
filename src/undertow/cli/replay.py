"""Stepping through a saved match."""

from __future__ import annotations

from pathlib import Path

from rich.panel import Panel
from rich.text import Text

from undertow.cli import show
from undertow.core.match import Match


def step_through(path: Path, eyes: str, *, stop: bool) -> None:
    """Show the match decision by decision, as one viewer saw it; Enter goes on, q leaves."""
    match = Match.load(path)
    match.setup.viewer(eyes)
    again = Match(match.game, match.setup.players, match.setup.settings, "", names=match.given_names, auto_chance=False)
    told = 0
    for number, ply in enumerate(match.history, start=1):
        again.play(match.seat_name(ply.seat), ply.name)
        log = again.log(eyes)
        for line in log[told:]:
            show.screen.print(Text(f"{number:>5}  {line}"))
        if len(log) > told and again.to_act and again.to_act != ("chance",) and stop:
            show.screen.print(Panel(show.board(again.game, again.view(eyes), again.names), expand=False))
            if show.screen.input("Enter: go on   q: leave ").strip() == "q":
                return
        told = len(log)
    if match.over:
        show.screen.print(Panel(show.board(again.game, again.view(eyes), again.names), expand=False))
        show.screen.print(Text(str(match.result), "bold"))
    else:
        show.screen.print(Text("The match is not over yet.", "bold"))
