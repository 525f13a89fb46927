"""A picture of a training: how often each side won, by minutes, drawn from its log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

Line: TypeAlias = list[tuple[float, float]]  # minutes, share of the wins

WIDTH, HEIGHT, LEFT, TOP, LABELS = 720, 360, 52, 24, 360
COLOURS = ("#1f6f8b", "#c8553d", "#4f772d", "#7b4b94", "#b8860b", "#444444")
STYLE = "text{font:12px sans-serif;fill:#333} .grid{stroke:#ccc} polyline{fill:none;stroke-width:2}"


def lines_of(log: Iterable[str]) -> dict[str, Line]:
    """What each line shows: results of trials, and what was won lately against a partner."""
    found: dict[str, Line] = {}
    for row in map(json.loads, log):
        for name, share in _shares(row).items():
            found.setdefault(name, []).append((float(row["minutes"]), share))
    return found


def _shares(row: Mapping[str, Any]) -> dict[str, float]:
    lately = {name: float(share) for name, share in row.items() if " wins" in name}
    tried = {
        f"{one['side']} against {one['against']} {one.get('table', '')}".strip(): one["share"] for one in row["results"]
    }
    return lately | tried


def draw(log: Path, file: Path) -> None:
    """Draw a log; nothing if there is nothing to be drawn yet."""
    lines = lines_of(log.read_text().splitlines())
    if not lines:
        return
    last = max(minutes for line in lines.values() for minutes, _ in line) or 1.0
    parts = [*_grid(last)]
    for number, (name, line) in enumerate(lines.items()):
        parts += _curve(name, line, last, COLOURS[number % len(COLOURS)], number)
    size = f'viewBox="0 0 {WIDTH + LABELS} {HEIGHT + 2 * TOP}"'
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>Share of the wins by minutes of training'
        f"</title><style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _at(minutes: float, share: float, last: float) -> tuple[float, float]:
    return LEFT + (WIDTH - LEFT) * minutes / last, TOP + HEIGHT * (1 - share)


def _grid(last: float) -> Sequence[str]:
    found = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        _, y = _at(0, share, last)
        found.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}"/>')
        found.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for part in range(5):
        x, y = _at(last * part / 4, 0, last)
        unit = " min" if part == 4 else ""
        found.append(f'<text x="{x:.1f}" y="{y + 18}" text-anchor="middle">{last * part / 4:.3g}{unit}</text>')
    return found


def _curve(name: str, line: Line, last: float, colour: str, number: int) -> Sequence[str]:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_at(*point, last) for point in line))
    y = TOP + 16 * number + 4
    pen = f'stroke="{colour}"' + (' stroke-dasharray="6 3"' if number >= len(COLOURS) else "")
    return (
        f'<polyline points="{points}" {pen}/>',
        f'<line x1="{WIDTH + 12}" x2="{WIDTH + 28}" y1="{y}" y2="{y}" {pen} stroke-width="3"/>',
        f'<text x="{WIDTH + 34}" y="{y + 4}">{escape(name)} {line[-1][1]:.0%}</text>',
    )
