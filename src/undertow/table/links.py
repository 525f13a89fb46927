"""The links of a log. Each entry is stored with a link: a digest of the link before it and of the entry itself; the
first one goes on from a digest of what the table was made with. So every link speaks for all that came before it, and a
log where something is missing or was changed does not fit together any more.

Links tell of accidents: they are made without a key, so whoever can write to the database can also make new ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from undertow.core.errors import UndertowError
from undertow.table.entries import Entry, Founding

SIZE = 16  # bytes of a link
FIELDS = Entry.__struct_fields__
_encode = msgspec.msgpack.Encoder().encode


class Damaged(UndertowError):
    """A table whose log is not what was written."""

    def __init__(self, table: str, what: str) -> None:
        super().__init__(
            f"table {table!r} cannot be opened: {what}. Whoever runs this server can look with `undertow fsck`."
        )
        self.what = what


def first_link(founding: Founding) -> bytes:
    """What the link of a table's first entry goes on from."""
    settings = json.dumps(founding.settings)  # as the database has them
    made = (founding.id, founding.game, founding.rules, founding.players, settings, founding.seed)
    return blake2b(_encode(made), digest_size=SIZE).digest()


def next_link(link: bytes, entry: Entry) -> bytes:
    """The link of an entry that comes after this link. Fields that have their default do not count: a log stays whole
    when entries get another field."""
    if type(entry.at) is not float:
        entry = msgspec.structs.replace(entry, at=float(entry.at))  # as the database has it
    return blake2b(link + _encode(entry), digest_size=SIZE).digest()


class Reading:
    """A walk along a log, row by row, that stops where something is wrong.

    Rows that are older than links have none: they are covered by the first link after them.
    """

    def __init__(self, table: str, link: bytes, number: int = 0, linked: bool = False) -> None:
        self.table = table
        self.link = link
        self.number = number  # of the last whole entry
        self._linked = linked  # whether there was a row with a link: from there on all have one

    def all(self, rows: Iterable[Mapping[Any, Any]]) -> list[Entry]:
        return [self.next(row) for row in rows]

    def next(self, row: Mapping[Any, Any]) -> Entry:
        """The entry of the next row."""
        self._expect(row["number"])
        try:
            entry = msgspec.convert({name: row[name] for name in FIELDS}, Entry)
            link = next_link(self.link, entry)
        except (msgspec.ValidationError, UnicodeError) as error:
            raise Damaged(self.table, f"entry {self.number + 1} of its log cannot be read") from error
        if row["link"] is None and self._linked:
            raise Damaged(self.table, f"entry {entry.number} of its log has no link to the one before it")
        if row["link"] is not None and row["link"] != link:
            raise Damaged(self.table, f"entry {entry.number} of its log, or the one before it, is not what was written")
        self.link = link
        self.number = entry.number
        self._linked = row["link"] is not None
        return entry

    def end(self, last: int) -> None:
        """The log is over; there must be at least so many entries."""
        if self.number < last:
            self._expect(last + 1)

    def _expect(self, number: Any) -> None:
        """The next row has this number."""
        missing = self.number + 1
        if number == missing:
            return
        if not isinstance(number, int) or number < missing:
            raise Damaged(self.table, f"its log has something else where entry {missing} should be")
        which = f"entry {missing} is" if number == missing + 1 else f"entries {missing} to {number - 1} are"
        raise Damaged(self.table, f"{which} missing in its log")
