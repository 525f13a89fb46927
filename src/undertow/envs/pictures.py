"""A table as a terminal shows it: as text, and as pixels for films and for learners who look at pictures.

The font comes along, so a picture is the same on every machine, also on one without any fonts: it is DejaVu Sans Mono
with the characters that drawings use (`font/LICENSE` says on which terms).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.terminal_theme import SVG_EXPORT_THEME as THEME
from rich.text import Text

from undertow.core.position import Position
from undertow.envs.extras import missing

Pixels = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

COLUMNS, ROWS = 100, 36  # every picture has room for so many characters: frames of a film must be of one size
FONT = Path(__file__).parent / "font" / "mono.ttf"
POINTS, WIDE, HIGH = 15, 9, 18  # of a character, in pixels
MARGIN = 18
SEA = "deep_sky_blue1"
PLAIN = Style()
LINES = range(0x2500, 0x25A0)  # characters that draw lines and blocks: bold ones would not meet


def drawing(position: Position, viewer: int, me: int | None = None) -> RenderableType:
    """The table as the game draws it for this viewer, or plainly if it does not; `me` is the seat that looks."""
    setup = position.setup
    view, names = position.view(viewer), [seat.capitalize() for seat in setup.seats]
    terminal = setup.game.optional("terminal")
    drawn: RenderableType = terminal.draw(view, names, me) if terminal else _plain(view)
    return Panel(drawn, title=Text(f"{setup.game.title}   {setup.viewers[viewer]}"), border_style=SEA, expand=False)


def text(position: Position, viewer: int, me: int | None = None) -> str:
    """The drawing with the colours of a terminal."""
    console = _console()
    console.print(drawing(position, viewer, me))
    told: str = console.file.getvalue()  # type: ignore[attr-defined]
    return told


def pixels(position: Position, viewer: int, me: int | None = None) -> Pixels:
    """The drawing as a picture, height by width by red, green and blue."""
    console = _console()
    return _paint(console.render_lines(drawing(position, viewer, me), pad=False))


def show(position: Position, viewer: int, me: int | None = None) -> None:
    """Print the drawing for whoever sits at the terminal."""
    Console(highlight=False).print(drawing(position, viewer, me))


def _console() -> Console:
    """A terminal that is the same everywhere."""
    return Console(
        file=io.StringIO(),
        width=COLUMNS,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
    )


def _plain(view: Any) -> Table:
    """Any view as a table of its fields."""
    table = Table.grid(padding=(0, 2))
    content = msgspec.to_builtins(view)
    for name, value in content.items() if isinstance(content, dict) else ():
        table.add_row(Text(name.replace("_", " "), "dim"), Text(str(value)))
    return table


# Pixels ---------------------------------------------------------------------------------------------------------------


def _paint(lines: Sequence[Sequence[Segment]]) -> Pixels:
    """Lines of a terminal in the middle of a picture; more of them than it has room for are shrunk to fit."""
    try:
        from PIL import Image, ImageDraw, ImageOps
    except ModuleNotFoundError as error:
        raise missing("Pillow") from error
    width, height = COLUMNS * WIDE + 2 * MARGIN, ROWS * HIGH + 2 * MARGIN
    longest = max((sum(segment.cell_length for segment in line) for line in lines), default=0)
    left, top = (width - longest * WIDE) // 2, max(MARGIN, (height - len(lines) * HIGH) // 2)
    image = Image.new("RGB", (width, max(height, len(lines) * HIGH + 2 * MARGIN)), THEME.background_color)
    brush = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            _write(brush, segment, left + column * WIDE, top + row * HIGH)
            column += segment.cell_length
    if image.height > height:
        image = ImageOps.pad(image, (width, height), color=THEME.background_color)
    return np.array(image)


def _write(brush: Any, segment: Segment, x: int, y: int) -> None:
    """Characters of one style, each in its own cell."""
    style = segment.style or PLAIN
    ink, paper = _colours(style)
    if paper != THEME.background_color:
        brush.rectangle((x, y, x + segment.cell_length * WIDE - 1, y + HIGH - 1), fill=paper)
    for character in segment.text:
        if character != " ":
            brush.text((x, y), character, fill=ink, font=_font())
            if style.bold and ord(character) not in LINES:
                brush.text((x + 1, y), character, fill=ink, font=_font())
        x += cell_len(character) * WIDE


def _colours(style: Style) -> tuple[Colour, Colour]:
    """The colour of the characters, and that of what is behind them."""
    ink = tuple(style.color.get_truecolor(THEME)) if style.color else tuple(THEME.foreground_color)
    paper = tuple(style.bgcolor.get_truecolor(THEME, foreground=False)) if style.bgcolor else THEME.background_color
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = tuple((one + other) // 2 for one, other in zip(ink, paper, strict=True))
    return (ink[0], ink[1], ink[2]), (paper[0], paper[1], paper[2])


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(FONT, POINTS, layout_engine=ImageFont.Layout.BASIC)
