"""`undertow fsck`: tells which tables are damaged, and mends them."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from undertow.cli import show
from undertow.settings import Settings
from undertow.table.fsck import Finding, Summary, check, opened
from undertow.table.fsck import repair as mend
from undertow.table.storage import url_of


def fsck(file: Path | None, repair: bool) -> bool:
    """Look at everything, and say what was found; whether damage is left."""
    summary, left, mended = Summary(), 0, 0
    with opened(url_of(Settings.load(file)), repair) as storage:
        for found in check(storage, summary):
            if repair:
                mend(storage, found)
            mended += bool(found.mended)
            left += not found.mended
            show.screen.print(_line(found), soft_wrap=True)
    seen = f"{summary.tables:,} tables with {summary.entries:,} entries"
    if not left and not mended:
        show.screen.print(f"{seen}: all whole.", soft_wrap=True)
    else:
        show.screen.print(f"{seen}: {left:,} damaged, {mended:,} mended.", soft_wrap=True)
        if left and not repair:
            show.screen.print("Make a backup, stop the server, then: undertow fsck --repair", soft_wrap=True)
    return left > 0


def _line(found: Finding) -> Text:
    where = f"table {found.table}: " if found.table else ""
    line = Text(f"{where}{found.what}", "red" if not found.mended else "")
    return line.append(f"; {found.mended}", "green") if found.mended else line
