"""Taking a person out of a database: their names, what they said, their tokens.

The games they played stay, because they are also other people's: at each table they become somebody else, with an
identity that nobody has and that is another one at every table. Logs are changed for that, and their links are made
anew, so this is done while no server uses the database, and only to logs that are whole.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs

from undertow.core.errors import UndertowError
from undertow.table import storage as s
from undertow.table.entries import OF_THE_MATCH, Entry, Founding
from undertow.table.links import Damaged, Reading, first_link, next_link
from undertow.table.storage import Storage, founding_of, log_of
from undertow.table.table import folded

NAME = "Former player"
WORDS = "(deleted)"
NAMES_SOMEBODY = frozenset({"sit", "move", "keep", "remove"})  # kinds of entries whose `what` may be a person


class Erased(Struct):
    """What was taken out."""

    tables: int = 0
    lines: int = 0  # of chat
    tokens: int = 0
    words: int = 0  # mixed into dice, which stay: without them nobody could check the dice


def erase(storage: Storage, person: str) -> Erased:
    """All of it, or nothing if one of their tables is damaged."""
    erased = Erased()
    with storage.engine.begin() as connection:
        gone = connection.execute(sa.delete(s.tokens).where(s.tokens.c.person == person))
        erased.tokens = gone.rowcount
        for id in _tables_of(connection, person):
            erased.tables += 1
            _erase_at(connection, id, person, erased)
    return erased


def _tables_of(connection: sa.Connection, person: str) -> list[str]:
    told = s.entries.c
    named = (told.who == person) | ((told.what == person) & told.kind.in_(NAMES_SOMEBODY))
    found = sa.union(
        sa.select(told.table_id).where(named),
        sa.select(s.tables.c.id).where(s.tables.c.host == person),
        sa.select(s.sitters.c.table_id).where(s.sitters.c.person == person),
    )
    return sorted(connection.scalars(found))


def _erase_at(connection: sa.Connection, id: str, person: str, erased: Erased) -> None:
    row = connection.execute(sa.select(s.tables).where(s.tables.c.id == id)).mappings().one()
    rows = connection.execute(log_of(id)).mappings().all()
    founding = founding_of(row)
    try:
        reading = Reading(id, first_link(founding))
        entries = reading.all(rows)
        reading.end(row["head"])
    except Damaged as error:
        raise UndertowError(f"{error} Nothing was changed: mend it first with `undertow fsck --repair`.") from error
    alias = secrets.token_urlsafe(12)
    erased.lines += sum(entry.kind == "say" and entry.who == person for entry in entries)
    erased.words += sum(entry.kind == "mix" and entry.who == person for entry in entries)
    if founding.host == person:
        founding = structs.replace(founding, host=alias, host_name=NAME)
    fresh = [_without(entry, person, alias) for entry in entries]
    linked = [row["link"] is not None for row in rows]
    _write(connection, founding, fresh, linked)
    _write_lists(connection, founding, fresh, row["turn"].split(), person, alias)


def _without(entry: Entry, person: str, alias: str) -> Entry:
    """The same entry of somebody else, who says nothing."""
    if entry.kind in NAMES_SOMEBODY and entry.what == person:
        entry = structs.replace(entry, what=alias)
    if entry.who != person:
        return entry
    command = f"{alias}.{entry.number}" if entry.command else None
    entry = structs.replace(entry, who=alias, name=NAME if entry.name else "", command=command)
    return structs.replace(entry, what=WORDS) if entry.kind == "say" else entry


def _write(connection: sa.Connection, founding: Founding, entries: Sequence[Entry], linked: Sequence[bool]) -> None:
    """The log with new links. Entries that are older than links still have none."""
    link, rows = first_link(founding), []
    for entry, has in zip(entries, linked, strict=True):
        link = next_link(link, entry)
        changed = {name: getattr(entry, name) for name in ("what", "who", "name", "command")}
        rows.append({f"new_{name}": value for name, value in changed.items()})
        rows[-1] |= {"at_table": founding.id, "at_number": entry.number, "new_link": link if has else None}
    told = s.entries.c
    here = (told.table_id == sa.bindparam("at_table")) & (told.number == sa.bindparam("at_number"))
    new: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in ("what", "who", "name", "command", "link")}
    if rows:
        connection.execute(sa.update(s.entries).where(here).values(new), rows)


def _write_lists(
    connection: sa.Connection, founding: Founding, entries: list[Entry], turn: list[str], person: str, alias: str
) -> None:
    """What lists and replays say of the table. A recording is made anew when a server starts."""
    id = founding.id
    try:
        seating = [entry for entry in entries if entry.kind not in OF_THE_MATCH]  # whoever sits there, by any rules
        people = list(folded(founding, seating).people.values())
    except UndertowError:
        people = []  # a game that is not installed: nobody opens it
    values = {
        "host": founding.host,
        "host_name": founding.host_name,
        "people": json.dumps(people),
        "turn": " ".join(sorted(alias if one == person else one for one in turn)),
    }
    connection.execute(sa.update(s.tables).where(s.tables.c.id == id).values(values))
    theirs = (s.sitters.c.table_id == id) & (s.sitters.c.person == person)
    connection.execute(sa.update(s.sitters).where(theirs).values(person=alias))
    aside = (s.set_aside.c.table_id == id) & s.set_aside.c.content.contains(person, autoescape=True)
    connection.execute(sa.delete(s.set_aside).where(aside))
    if connection.execute(sa.delete(s.recordings).where(s.recordings.c.table_id == id)).rowcount:
        waits = sa.select(s.endings.c.table_id).where(s.endings.c.table_id == id)
        if connection.scalar(waits) is None:
            connection.execute(sa.insert(s.endings).values(table_id=id, due=time.time()))
