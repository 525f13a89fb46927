"""Shark Attacks! drawn in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.shark_attacks.view import Dice, Odds, View

SEA, SIGN, SCORE = "deep_sky_blue1", "yellow", "bold"
DIE, WAVE, FIN = "bold #ffffff on #1668b0", "#9ed2f5 on #0d3c66", "bold #ffffff on #b3261e"
BAR = 30
DICE_A_ROW = 8  # fits 80 columns
BLUE_FACES = {0: " ≈≈≈ ", 1: "  ●  ", 2: " ● ● ", 3: " ●●● "}
RED_FACES = {0: "  ~  ", 1: "  ▲  ", 2: " ▲ ▲ ", 3: " ▲▲▲ "}


def draw(view: View, names: Sequence[str], me: int | None = None) -> RenderableType:
    """The race, the sea and what lies in the middle."""
    parts: list[RenderableType] = [_race(view, names)]
    sea = _dice(view.blue, BLUE_FACES, DIE, WAVE)
    if sea:
        parts += [Text("\nThe sea", SEA), *sea]
    fins = _dice(view.red, RED_FACES, FIN, FIN)
    if fins:
        parts += [Text("The sharks", "red"), *fins]
    if view.phase in ("fleeing", "sign"):
        parts.append(Text(f"escaped so far: {view.escaped}   dice eaten: {view.eaten}"))
    middle = f"\nin the middle: {view.blue_in_the_middle} blue dice, {view.signs_in_the_middle} signs"
    return Group(*parts, Text(middle, "dim"))


def _race(view: View, names: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 1))
    for width in (1, max(map(len, names)), BAR, 3, 1):
        table.add_column(no_wrap=True, min_width=width)
    for seat, beach in enumerate(view.beaches):
        filled = min(BAR, round(BAR * beach.score / view.target))
        bar = Text("━" * filled, SEA) + Text("─" * (BAR - filled), "dim")
        arrow = "▶" if seat == view.player and view.phase != "over" else " "
        table.add_row(
            Text(arrow, SEA),
            Text(names[seat], SCORE),
            bar,
            Text(f"{beach.score:>3}", SCORE),
            Text("⚑" * beach.signs, SIGN),
        )
    return table


def _dice(dice: Dice, faces: dict[int, str], style: str, calm: str) -> list[Text]:
    """Dice in rows of three lines each; the highest first, waves last."""
    shown = [3] * dice.threes + [2] * dice.twos + [1] * dice.ones + [0] * dice.waves
    rows: list[Text] = []
    for first in range(0, len(shown), DICE_A_ROW):
        lines = [Text(), Text(), Text()]
        for face in shown[first : first + DICE_A_ROW]:
            for line, content in zip(lines, ("╭─────╮", f"│{faces[face]}│", "╰─────╯"), strict=True):
                line.append(content, calm if face == 0 else style)
                line.append(" ")
        rows += lines
    return rows


def odds(beliefs: Odds | None) -> RenderableType:
    """What pressing on may bring."""
    if beliefs is None:
        return Text("No decision with odds right now.")
    table = Table.grid(padding=(0, 2))
    for what, value in (
        ("bank now", f"{beliefs.bank_points} points"),
        ("sun / rain / shark", f"{beliefs.sun:.0%} / {beliefs.rain:.0%} / {beliefs.shark:.0%}"),
        ("a Beach Party next", f"{beliefs.party:.1%}"),
        ("if the shark comes: nobody eaten", f"{beliefs.safe_flight:.1%}"),
        ("... points on average", f"{beliefs.flight_points:.2f}"),
        ("... signs on average", f"{beliefs.flight_signs:.2f}"),
    ):
        table.add_row(Text(what, "dim"), Text(value, SCORE))
    return table
