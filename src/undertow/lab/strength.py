"""What ladders came to, kept in the folder of each game. `bench/strength.py` makes the page of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from undertow.core.errors import UndertowError
from undertow.core.game import Game
from undertow.lab.ladder import Ladder, Meeting, table_of

FILE = "strength.json"


def kept(game: Game) -> list[Ladder]:
    """The ladders of a game that were kept."""
    file = game.folder / FILE
    if not file.exists():
        return []
    try:
        return [_read(one) for one in json.loads(file.read_text("utf-8"))]
    except (ValueError, KeyError, TypeError) as error:
        raise UndertowError(f"{file} is not what `undertow ladder --keep` writes.") from error


def _read(one: dict[str, Any]) -> Ladder:
    return Ladder(**{**one, "meetings": [Meeting(**meeting) for meeting in one["meetings"]]})


def keep(game: Game, found: Ladder) -> Path:
    """Keep a ladder, in place of one with the same bots at the same table; returns the file."""
    others = [ladder for ladder in kept(game) if _what(ladder) != _what(found)]
    file = game.folder / FILE
    try:
        file.write_text(json.dumps([asdict(ladder) for ladder in (*others, found)], indent=1) + "\n", "utf-8")
    except OSError as error:
        raise UndertowError(f"{file} cannot be written: {error.strerror}.") from error
    return file


def _what(ladder: Ladder) -> tuple[int, str, tuple[str, ...]]:
    bots = dict.fromkeys(meeting.bot for meeting in ladder.meetings)
    return ladder.players, json.dumps(ladder.settings, sort_keys=True), tuple(bots)


# As a page ------------------------------------------------------------------------------------------------------------


def page(games: Iterable[Game]) -> str:
    """All that was kept, as Markdown: a table for each ladder and side."""
    return "\n".join(part for game in games for ladder in kept(game) for part in _section(game, ladder))


def _section(game: Game, ladder: Ladder) -> list[str]:
    bots = ",".join(dict.fromkeys(meeting.bot for meeting in ladder.meetings))
    most = max(meeting.matches for meeting in ladder.meetings)
    rules = "".join(f" --set {key}={value}" for key, value in ladder.settings.items())
    command = f"undertow ladder {game.name} --players {ladder.players}{rules} --bots {bots} --matches {most} --keep"
    where = "".join(f", {key} = {value}" for key, value in ladder.settings.items())
    lines = [f"### {game.title}, {ladder.players} players{where}", "", f"`{command}`", ""]
    for side in ladder.ratings:
        lines += [*_table(ladder, side), ""]
    return lines


def _table(ladder: Ladder, side: str) -> list[str]:
    """The share of each bot (a row) against each (a column), how far the interval reaches at most, and its rating."""
    bots, shares = table_of(ladder, side)
    met = {(one.bot, one.against): one for one in ladder.meetings if one.side == side}
    lines = [f"| {side}, wins against | {' | '.join(f'`{bot}`' for bot in bots)} | rating |"]
    lines.append("|---" * (len(bots) + 2) + "|")
    for bot, row in zip(bots, shares, strict=True):
        cells = []
        for other, share in zip(bots, row, strict=True):
            one = met[bot, other]
            cells.append(f"{share * 100:.1f} % ± {max(one.high - share, share - one.low) * 100:.1f}")
        lines.append(f"| `{bot}` | {' | '.join(cells)} | {ladder.ratings[side][bot]:+.0f} |")
    return lines
