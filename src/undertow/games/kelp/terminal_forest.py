"""Kelp in a terminal: the forest as a map. Zones, the shark's path between them, and what is on it."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from undertow.games.kelp.view import Shark, View, Zone

# Where things are -----------------------------------------------------------------------------------------------------

# Zones are 16 wide and 4 high; the path runs around them.
#
#      d0 ━━━━━━━┓        ┏━━━━━━━ d2
#     ┃          v0       w0         ┃
#     ┗━━━ h0 ━━━╋━━ h1 ━━╋━━━ h2 ━━━┛
#                v1       w1
#     ┏━━━ k0 ━━━╋━━ k1 ━━╋━━━ k2 ━━━┓
#     ┃          v2       w2         ┃
#      d6 ━━━━━━━┛        ┗━━━━━━━ d8
SIDE = 3  # zones in a row
WIDE, HIGH = 16, 4
BLOCK, MARGIN = 11, 3
WIDTH, HEIGHT = SIDE * (WIDE + 1) + 1, SIDE * (HIGH + 1) + 1
SPACE = 4  # columns of a current space
IN_REACH = "*"
ACROSS = tuple(line * (WIDE + 1) for line in range(SIDE + 1))  # columns of the lines
DOWN = tuple(line * (HIGH + 1) for line in range(SIDE + 1))  # rows of the lines


def _places() -> dict[str, tuple[int, int]]:
    """Row and first column of every current space."""
    places = {"d0": (0, 0), "d2": (0, WIDTH - SPACE), "d6": (HEIGHT - 1, 0), "d8": (HEIGHT - 1, WIDTH - SPACE)}
    for n in range(SIDE):
        places |= {f"{letter}{n}": (DOWN[n] + 3, ACROSS[line] - 1) for line, letter in ((1, "v"), (2, "w"))}
        places |= {f"{letter}{n}": (DOWN[line], ACROSS[n] + 7) for line, letter in ((1, "h"), (2, "k"))}
    return places


PLACES = _places()

# Colours --------------------------------------------------------------------------------------------------------------

QUIET = "dim"
ZONE_NAMES = ("rocky", "kelp", "rocky", "kelp", "exposed", "kelp", "rocky", "kelp", "rocky")
GROUNDS = {"rocky": "#39424e", "kelp": "#12492f", "exposed": "#1b5a80"}
WATER = "#08263d"
PATH = f"#4f9fd0 on {WATER}"
SPACE_EMPTY, SPACE_AHEAD = f"#8fc3e3 on {WATER}", f"bold #ffffff on {WATER}"
SHARK = "bold #ffffff on #b3261e"
DICE = {"blue": "bold #ffffff on #1668b0", "yellow": "bold #10202e on #f2c14e", "red": "bold #ffffff on #c0392b"}
STANDING, STANDING_NAME = "#3f9a5f on #1d5d3c", "#d6f0dc on #1d5d3c"
OCTOPUS, SHELL, TRAP, FOOD = (
    "bold #ffffff on #8e3bb0",
    "#3a2c10 on #e3c98b",
    "bold #ffffff on #a8431f",
    "bold #10202e on #9fd468",
)

#: What is written on a block: at most nine letters.
SHORT = {
    "octopus": "OCTOPUS",
    "shell": "shell",
    "current trap": "trap 1~",
    "currents trap": "trap 2~",
    "hide trap": "trap hide",
    "den trap": "trap den",
    "double shell": "dbl shell",
    "crab": "crab",
    "snail": "snail",
    "lobster": "lobster",
    "abalone": "abalone",
}


def block_style(kind: str) -> str:
    if kind == "octopus":
        return OCTOPUS
    return TRAP if kind.endswith("trap") else SHELL if kind.endswith("shell") else FOOD


def die_mark(die: str) -> tuple[str, str]:
    """`yellow 3` as Y3, `yellow` as Y?, in its colour."""
    colour, _, pips = die.partition(" ")
    return f"{colour[0].upper()}{pips or '?'}", DICE[colour]


# A picture made of letters --------------------------------------------------------------------------------------------


class Canvas:
    """Letters with a style each, written wherever one wants."""

    def __init__(self, width: int, height: int, style: str) -> None:
        self.cells = [[(" ", style)] * width for _ in range(height)]

    def put(self, y: int, x: int, words: str, style: str) -> None:
        for at, letter in enumerate(words, start=x):
            self.cells[y][at] = (letter, style)

    def text(self) -> Text:
        out = Text(no_wrap=True)
        for row in self.cells:
            for style, run in groupby(row, key=lambda cell: cell[1]):
                out.append("".join(letter for letter, _ in run), style)
            out.append("\n")
        out.right_crop(1)
        return out


def corner(zone: int) -> tuple[int, int]:
    """First row and column of a zone."""
    return DOWN[zone // SIDE] + 1, ACROSS[zone % SIDE] + 1


def ground(canvas: Canvas, zone: int, style: str) -> None:
    y, x = corner(zone)
    for row in range(HIGH):
        canvas.put(y + row, x, " " * WIDE, style)


def path(canvas: Canvas, style: str = PATH) -> None:
    """The lines the shark swims along; there is none at the outside of the zones in the middle of a side."""
    for y in (DOWN[1], DOWN[2]):
        canvas.put(y, 0, "━" * WIDTH, style)
    for row in range(HEIGHT):
        for x in ACROSS if row not in range(DOWN[1] + 1, DOWN[2]) else ACROSS[1:3]:
            canvas.put(row, x, "┃", style)
    for y in (0, HEIGHT - 1):
        canvas.put(y, 0, "━" * ACROSS[1], style)
        canvas.put(y, ACROSS[2] + 1, "━" * ACROSS[1], style)
    for y, signs in zip(DOWN, (" ┓┏ ", "┗╋╋┛", "┏╋╋┓", " ┛┗ "), strict=True):
        for x, sign in zip(ACROSS, signs, strict=True):
            canvas.put(y, x, sign, style)


# The forest -----------------------------------------------------------------------------------------------------------


def forest(view: View) -> Text:
    """Every zone with its block, every current space with its current, and the shark."""
    canvas = Canvas(WIDTH, HEIGHT, f"on {WATER}")
    path(canvas)
    for number, zone in enumerate(view.zones):
        _zone(canvas, number, zone, number in view.shark.reach)
    for name, (y, x) in PLACES.items():
        canvas.put(y, x, *_space(view, name))
    return canvas.text()


def _zone(canvas: Canvas, number: int, zone: Zone, in_reach: bool) -> None:
    colour = GROUNDS[ZONE_NAMES[number]]
    ground(canvas, number, f"on {colour}")
    y, x = corner(number)
    canvas.put(y, x + MARGIN, str(number), f"bold #ffffff on {colour}")
    canvas.put(y, x + MARGIN + 2, ZONE_NAMES[number], f"#c9d6cf on {colour}")
    canvas.put(y, x + MARGIN + BLOCK - 1, f"{zone.value}+", f"bold #ffffff on {colour}")
    if in_reach:
        canvas.put(y, x + MARGIN - 1, IN_REACH, f"bold #ffb3a7 on {colour}")
    for row, (words, style) in enumerate(_block(zone, colour), start=1):
        canvas.put(y + row, x + MARGIN, words, style)
    if zone.block and zone.hidden:
        name = f"({SHORT[zone.block]})"
        canvas.put(y + 2, x + MARGIN + (BLOCK - len(name)) // 2, name, STANDING_NAME)
    if zone.die:
        mark, style = die_mark(zone.die)
        canvas.put(y + HIGH - 1, x + MARGIN + BLOCK // 2 - 1, f"{mark:^4}", style)


def _block(zone: Zone, colour: str) -> list[tuple[str, str]]:
    """A standing block is closed, a lying one open; one in the bag leaves a gap."""
    inside = BLOCK - 2
    if zone.in_bag:
        style = f"#c9d6cf on {colour}"
        return [(f"·{' ' * inside}·", style), (f"{'in bag':^{BLOCK}}", style), (f"·{' ' * inside}·", style)]
    if zone.hidden or zone.block is None:
        return [("▒" * BLOCK, STANDING)] * 3
    style = block_style(zone.block)
    name = f"│{SHORT[zone.block]:^{inside}}│"
    return [(f"╭{'─' * inside}╮", style), (name, style), (f"╰{'─' * inside}╯", style)]


def _space(view: View, name: str) -> tuple[str, str]:
    """` v0 `, `v0~5` with a current, `▲v0▲` with the shark on its way up, `(v0)` if the shark can swim there."""
    shark = view.shark
    if shark.at == name:
        return facing(shark), SHARK
    ahead = name in shark.ahead
    if pips := view.currents.get(name):
        return f"{name}~{pips}", DICE["blue"]
    return (f"({name})", SPACE_AHEAD) if ahead else (f" {name} ", SPACE_EMPTY)


def facing(shark: Shark) -> str:
    """The shark's space between the ways it faces: `▲v0▲`, and `▼d0▶` in a den with both ways open."""
    name = shark.at or ""
    y, x = PLACES[name]
    signs = {_towards(name, PLACES[other][0] - y, PLACES[other][1] - x, other) for other in shark.ahead}
    first, last = min(signs, key="◀▲▼▶".index, default=" "), max(signs, key="◀▲▼▶".index, default=" ")
    return f"{first}{name}{last}"


def _towards(name: str, down: int, across: int, other: str) -> str:
    """Spaces between rows are left sideways, spaces between columns up or down, a den towards what is ahead."""
    sideways = name[0] in "hk" or (name[0] == "d" and other[0] in "vw")
    if sideways:
        return "◀" if across < 0 else "▶"
    return "▲" if down < 0 else "▼"
