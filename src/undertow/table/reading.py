"""A table as the database has it, whatever version of the rules it was played by."""

from __future__ import annotations

from contextlib import suppress

import sqlalchemy as sa

from undertow.core.errors import OtherRules, UndertowError
from undertow.table.entries import Founding
from undertow.table.links import Damaged
from undertow.table.storage import News, Storage
from undertow.table.table import Table, folded


def read_table(storage: Storage, founding: Founding) -> Table:
    """Fold what the database holds; blocks. `OtherRules` if today's rules cannot play it, `Damaged` if its log is not
    what was written."""
    try:
        table = folded(founding, storage.entries_after(founding.id, 0))
        if founding.rules != table.setup.game.version and table.match:
            _compare_ends(storage, table)
    except UndertowError as error:
        with suppress(sa.exc.DatabaseError):
            storage.let_sleep(founding.id)  # nobody can look after it
        if isinstance(error, OtherRules | Damaged) and storage.has_recording(founding.id):
            error.args = (f"{error} Its replay can still be watched: /t/{founding.id}/replay",)
        raise
    return table


def _compare_ends(storage: Storage, table: Table) -> None:
    """By other rules a match may be over at another time than it was."""
    founding = table.founding
    was_over, is_over = storage.status(founding.id) == "over", table.status == "over"
    if was_over and not is_over:
        raise OtherRules(
            f"this match was over by version {founding.rules} of the rules of {founding.game}, and is not by version "
            f"{table.setup.game.version}."
        )
    if is_over and not was_over:
        storage.write([News(founding.id, [], table.stood, ends=True)])
