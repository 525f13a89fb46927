"""JAWS: a board drawn from a chart, a picture in letters where every letter belongs to one space of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

LINES = set("─│┌┐└┘├┤┬┴┼╭╮╰╯")  # of a chart; everything else is space
NARROW = 8  # columns; where there are fewer nothing is written

CREW = {"quint": "bold #ffd75f", "brody": "bold #ff8700", "hooper": "bold #87ffaf"}
SHARK = "bold #ffffff on #b3261e"
SHARK_OWN = "bold #ff6b5e"
BARREL = "bold #ffaf00"
QUIET = "dim"


class Mark(NamedTuple):
    """Something that lies in a space: what is written, and what if there is little room."""

    long: str
    short: str
    style: str


def chart(
    picture: str, styles: Mapping[str, str], written: Mapping[str, Sequence[Text]], frames: tuple[str, str]
) -> Text:
    """The picture with every space in its colour, in it what is written there line by line, and around it its lines.

    Small letters are land or planks: lines among them have the second style of `frames`, all others the first.
    """
    rows = picture.split()
    lines = {space: iter(texts) for space, texts in written.items()}
    out = Text()
    for y, row in enumerate(rows):
        x = 0
        for letter, run in groupby(row, key=lambda sign: "" if sign in LINES else sign):
            part = "".join(run)
            if letter:
                line = next(lines.get(letter, iter(())), Text()) if len(part) >= NARROW else Text()
                out.append_text(_laid(line, len(part), styles.get(letter, "")))
            else:
                for at, sign in enumerate(part, start=x):
                    out.append(sign, frames[_inside(rows, y, at)])
            x += len(part)
        out.append("\n")
    out.right_crop(1)
    return out


def _inside(rows: Sequence[str], y: int, x: int) -> bool:
    """Whether a line runs among small letters only."""
    around = "".join(row[max(0, x - 1) : x + 2] for row in rows[max(0, y - 1) : y + 2])
    return all(sign in LINES or sign.islower() for sign in around)


def _laid(line: Text, width: int, style: str) -> Text:
    """A line of exactly this width, on the colour of its space."""
    line = Text(" ") + line if line.cell_len < width else line.copy()
    line.truncate(width, pad=True)
    out = Text(style=style)
    return out.append_text(line)


def room(picture: str, letter: str) -> list[int]:
    """How much can be written in each line of a space."""
    runs = [len(list(run)) for row in picture.split() for sign, run in groupby(row) if sign == letter]
    return [width for width in runs if width >= NARROW]


def fitted(marks: Iterable[Mark], widths: Sequence[int]) -> list[Text]:
    """The marks word by word in lines of these widths; the first ones in short until all have room."""
    marks = list(marks)
    for shortened in range(len(marks) + 1):
        words = [(mark.short if i < shortened else mark.long, mark.style) for i, mark in enumerate(marks)]
        lines, fit = _flow([(word, style) for word, style in words if word], widths)
        if fit:
            break
    return lines


def _flow(words: list[tuple[str, str]], widths: Sequence[int]) -> tuple[list[Text], bool]:
    lines = [Text()]
    for word, style in words:
        line = lines[-1]
        if line and len(line) + 1 + len(word) > widths[len(lines) - 1] and len(lines) < len(widths):
            line = Text()
            lines.append(line)
        if line:
            line.append(" ")
        line.append(word, style)
    fit = all(len(line) <= width for line, width in zip(lines, widths, strict=False))
    return lines, fit


def pips(full: int, total: int, style: str, signs: str = "●○") -> Text:
    """So many of so many."""
    return Text.assemble((signs[0] * full, style), (signs[1] * (total - full), QUIET))


def several(sign: str, number: int, at_most: int = 6) -> str:
    """One sign for each thing, or how many they are."""
    return sign * number if number <= at_most else f"{number}{sign}"


def counted(cards: Mapping[str, int]) -> str:
    """Cards by name: `rope, 2 chum`."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in cards.items())


def percent(share: float) -> str:
    """0 to 100 %, and no small chance is called none."""
    if share <= 0:
        return "-"
    return f"{share:.0%}" if share >= 0.005 else "<1%"
