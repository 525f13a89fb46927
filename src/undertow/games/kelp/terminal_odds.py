"""Kelp in a terminal: where the octopus may be, for all the shark has seen."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from undertow.games.kelp.terminal_areas import OCTOPUS_OWN
from undertow.games.kelp.terminal_forest import (
    BLOCK,
    HEIGHT,
    MARGIN,
    PLACES,
    QUIET,
    SHORT,
    WATER,
    WIDE,
    WIDTH,
    Canvas,
    block_style,
    corner,
    ground,
    path,
)
from undertow.games.kelp.view import Beliefs

COLD, HOT, RULED_OUT = (22, 60, 84), (178, 30, 60), "#22303b"
SHADES = ((0.6, "█"), (0.3, "▓"), (0.15, "▒"), (0.0, "░"))
SURE = 0.9995
CERTAIN = 0.05  # bits
FEW, MANY = 2.5, 5.5  # zones
FAINT_PATH = f"#2d5a78 on {WATER}"
CARDS_SHOWN = 12


def percent(share: float) -> str:
    """0 to 100 %; no small chance is called none, and no great one certain."""
    if share <= 0:
        return "-"
    if share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < SURE else f"{share:.0%}"


def draw_beliefs(beliefs: Beliefs) -> RenderableType:
    """The forest in shades: the darker and redder a zone, the likelier the octopus is there; beside it its hand."""
    canvas = Canvas(WIDTH, HEIGHT, f"on {WATER}")
    path(canvas, FAINT_PATH)
    for zone, share in enumerate(beliefs.octopus):
        _zone(canvas, zone, share, beliefs.blocks[zone])
    for name, (y, x) in PLACES.items():
        canvas.put(y, x, f" {name} ", FAINT_PATH)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=WIDTH)
    table.add_column(width=22)
    table.add_row(canvas.text(), Group(_certainty(beliefs), Text(), _hand(beliefs.hand)))
    return Group(table, Text(_exactness(beliefs), QUIET))


def _zone(canvas: Canvas, zone: int, share: float, kinds: Mapping[str, float]) -> None:
    """The chance of the octopus in shades; below, the likeliest trap, food or double shell."""
    colour = _heat(share)
    ground(canvas, zone, f"on {colour}")
    y, x = corner(zone)
    canvas.put(y, x + MARGIN, str(zone), f"bold #ffffff on {colour}")
    known = next((kind for kind, odds in kinds.items() if odds >= SURE), None)
    if known and known != "octopus":
        canvas.put(y + 2, x + MARGIN, f"{SHORT[known]:^{BLOCK}}", block_style(known))
        return
    shade = next(sign for least, sign in SHADES if share >= least) if share > 0 else " "
    for row in (1, 2):
        canvas.put(y + row, x + MARGIN, shade * BLOCK, f"#ff9d8a on {colour}")
    words, style = (f" {percent(share)} ", "bold #ffffff") if share > 0 else ("not here", "#9fb4c2")
    canvas.put(y + 2, x + MARGIN + (BLOCK - len(words)) // 2, words, f"{style} on {colour}")
    others = {kind: odds for kind, odds in kinds.items() if kind not in ("octopus", "shell") and odds >= 0.005}
    if others:
        likeliest = max(others, key=lambda kind: others[kind])
        canvas.put(
            y + 3, x + 1, f"{SHORT[likeliest]} {percent(others[likeliest])}".center(WIDE - 1), f"#cfe3f2 on {colour}"
        )


def _heat(share: float) -> str:
    if share <= 0:
        return RULED_OUT
    heat = share**0.5
    return "#" + "".join(f"{round(cold + (hot - cold) * heat):02x}" for cold, hot in zip(COLD, HOT, strict=True))


def _certainty(beliefs: Beliefs) -> Text:
    best = max(range(len(beliefs.octopus)), key=lambda zone: beliefs.octopus[zone])
    if beliefs.entropy < CERTAIN:
        return Text(f"Found: the octopus is in zone {best}.", OCTOPUS_OWN)
    zones = 2**beliefs.entropy
    words = "Nearly found" if zones < FEW else "Closing in" if zones < MANY else "It may be nearly anywhere"
    unsure = f"as unsure as between {zones:.1f} zones ({beliefs.entropy:.2f} bits)."
    return Text.assemble(
        f"{words}: {unsure}\nLikeliest: ", (f"zone {best}, {percent(beliefs.octopus[best])}", OCTOPUS_OWN)
    )


def _hand(cards: Mapping[str, float]) -> RenderableType:
    """The cards expected in hand, the likeliest first."""
    table = Table.grid(padding=(0, 1, 0, 0))
    total = round(sum(cards.values()))
    table.add_row(Text(str(total), "bold"), Text(f"{'card' if total == 1 else 'cards'} in its hand", QUIET))
    order = sorted(cards, key=lambda card: -cards[card])
    for card in order[:CARDS_SHOWN]:
        number = cards[card]
        table.add_row(Text(f"{number:.0f}" if number == round(number) else f"{number:.1f}", "bold"), card)
    return table


def _exactness(beliefs: Beliefs) -> str:
    exact = "Exact" if beliefs.exact else "Roughly right"
    return f"{exact}, based on what was seen of the blocks, not on why they were moved."
