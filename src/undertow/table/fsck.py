"""Whether a database is whole, and what can be done where it is not.

A table is whole if its log has every number, every entry can be read and has the link it must have, and if lists say of
the table what its log says. Where a log is damaged the entries before the damage are whole: mending goes back to them.
What comes after is set aside in a table of its own, never thrown away. A table that was over is left alone, because
its seed is known: nobody should play on there.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from undertow.core.errors import OtherRules, UndertowError
from undertow.core.versions import explained
from undertow.table import storage as s
from undertow.table.entries import Entry, Founding, Standing
from undertow.table.links import Damaged, Reading, first_link
from undertow.table.lock import alone
from undertow.table.storage import NEWEST, News, Storage, sqlite_file
from undertow.table.table import Table

OTHERS = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""


class Finding(Struct):
    """What is wrong with a table, or with the database itself."""

    table: str
    what: str
    whole: int | None = None  # entries before the damage, if the log is damaged and can be mended
    standing: Standing | None = None  # what lists should say, if they say something else
    mended: str = ""


class Summary(Struct):
    """What there was to look at."""

    tables: int = 0
    entries: int = 0


@contextmanager
def opened(url: str, for_itself: bool) -> Iterator[Storage]:
    """A database to look at: of today's schema, and while it is changed nobody else's."""
    there(url)
    if not for_itself:
        with closing(_of_today(url)) as storage:
            yield storage
        return
    with alone(url), closing(_of_today(url)) as storage:
        nobody_else(storage)
        yield storage


def there(url: str) -> None:
    """Refuse to look at an SQLite that does not exist: looking would make one."""
    file = sqlite_file(url)
    if file and not file.exists():
        raise UndertowError(f"there is no database at {str(file)!r} yet.")


def _of_today(url: str) -> Storage:
    storage = Storage(url, migrate=False)
    if not storage.shared:
        sa.event.listen(storage.engine, "connect", _read_anything)
    try:
        found = storage.schema()
    except sa.exc.SQLAlchemyError as error:
        raise UndertowError(f"the database cannot be used: {s.short(error)}.") from error
    if found != NEWEST:
        raise UndertowError(
            f"the database has schema {found or 'none'}, and this version of Undertow checks schema {NEWEST}: start "
            "`undertow serve` once with a version that is not older than the database, then check again."
        )
    return storage


def _read_anything(connection: Any, _record: Any) -> None:
    """Text that is no text any more must not keep us from reading what is beside it."""
    connection.text_factory = lambda raw: raw.decode(errors="surrogateescape")


def nobody_else(storage: Storage) -> None:
    """Refuse to go on while servers use a PostgreSQL."""
    if not storage.shared:
        return  # SQLite has a lock for that
    with storage.engine.connect() as connection:
        others = connection.scalar(sa.text(OTHERS)) or 0
    if others:
        raise UndertowError(f"the database has {others} other connections: stop every server on it, then try again.")


# Looking --------------------------------------------------------------------------------------------------------------


def check(storage: Storage, summary: Summary) -> Iterator[Finding]:
    """Everything that is wrong."""
    yield from _below(storage)
    try:
        with storage.engine.connect() as connection:
            ids = list(connection.scalars(sa.select(s.tables.c.id).order_by(s.tables.c.created)))
            lost = sa.select(s.entries.c.table_id).where(s.entries.c.table_id.not_in(sa.select(s.tables.c.id)))
            orphans = list(connection.scalars(lost.distinct()))
    except sa.exc.DatabaseError as error:
        yield Finding("", f"its tables cannot be listed: {s.short(error)}")
        return
    for id in orphans:
        yield Finding(id, "there are entries, but no table", whole=0)
    for id in ids:
        summary.tables += 1
        if found := look_at(storage, id, summary):
            yield found


def _below(storage: Storage) -> Iterator[Finding]:
    """What SQLite itself finds; PostgreSQL looks at its pages whenever it reads them."""
    if storage.shared:
        return
    try:
        with storage.engine.connect() as connection:
            found = [str(line) for line in connection.scalars(sa.text("PRAGMA integrity_check(20)"))]
    except sa.exc.DatabaseError as error:
        found = [s.short(error)]
    for line in found if found != ["ok"] else []:
        yield Finding("", f"SQLite says: {' '.join(line.split())}")


def look_at(storage: Storage, id: str, summary: Summary) -> Finding | None:
    """What is wrong with a table."""
    entries: list[Entry] = []
    try:
        with one_look(storage) as connection, s.readable(id):
            row = connection.execute(sa.select(s.tables).where(s.tables.c.id == id)).mappings().one()
            founding = s.founding_of(row)
            reading = Reading(id, first_link(founding))
            try:
                for entry in connection.execute(s.log_of(id)).mappings():
                    entries.append(reading.next(entry))
                reading.end(row["head"])
            except Damaged as error:
                return Finding(id, error.what, whole=reading.number)
    except Damaged as error:
        return Finding(id, error.what)
    finally:
        summary.entries += len(entries)
    return _compare(founding, entries, row)


@contextmanager
def one_look(storage: Storage) -> Iterator[sa.Connection]:
    """All that is read belongs to one moment, although a server may be writing."""
    with storage.engine.connect() as connection:
        if storage.shared:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection


def _compare(founding: Founding, entries: list[Entry], row: Mapping[Any, Any]) -> Finding | None:
    """What the log says, and what lists say."""
    try:
        standing = fold(founding, entries).standing()
    except OtherRules:
        return None  # whoever opens the table is told so: that is no damage
    except UndertowError as error:
        return Finding(founding.id, f"its log is what was written, but cannot be played: {error}")
    said = (row["status"], row["seats"], row["free"], row["people"])
    same = said == (standing.status, standing.seats, standing.free, json.dumps(standing.people))
    if row["wake"] != 0.0 and row["turn"] != " ".join(standing.turn):  # else a server looks after it when it starts
        same = False
    return None if same else Finding(founding.id, "lists do not say of it what its log says", standing=standing)


def fold(founding: Founding, entries: list[Entry]) -> Table:
    """A table as its log tells it, with a sentence for whatever is wrong."""
    table = Table(founding)
    for entry in entries:
        try:
            table.fold(entry)
        except UndertowError as error:
            raise explained(table.setup.game, table.rules_of(entry), error) from error
        except Exception as error:
            raise UndertowError(f"entry {entry.number} makes no sense ({type(error).__name__}).") from error
    return table


# Mending --------------------------------------------------------------------------------------------------------------


def repair(storage: Storage, found: Finding) -> None:
    """Mend what can be mended, and say in the finding what was done."""
    if found.standing:
        ends = found.standing.status == "over" and storage.status(found.table) != "over"
        storage.write([News(found.table, [], found.standing, ends=ends)])
        found.mended = "now they do"
    elif found.whole is not None and storage.status(found.table) != "over":
        cut = _cut(storage, found.table, found.whole, found.what)
        found.mended = f"it goes on after entry {found.whole}" if found.whole else "it begins anew"
        if cut:
            found.mended += f"; {cut} later {'entry was' if cut == 1 else 'entries were'} set aside"


def _cut(storage: Storage, id: str, whole: int, why: str) -> int:
    """Take out of a log what comes after its whole part; returns how much."""
    later = (s.entries.c.table_id == id) & (s.entries.c.number > whole)
    with storage.engine.begin() as connection:
        rows = connection.execute(sa.select(s.entries).where(later)).mappings().all()
        kept = [{"table_id": id, "at": time.time(), "why": why, "content": _as_json(row)} for row in rows]
        if kept:
            connection.execute(sa.insert(s.set_aside), kept)
        connection.execute(sa.delete(s.entries).where(later))
        connection.execute(sa.update(s.tables).where(s.tables.c.id == id).values(head=whole))
    found = look_at(storage, id, Summary())
    if found and found.standing:
        storage.write([News(id, [], found.standing)])
    return len(rows)


def _as_json(row: Mapping[Any, Any]) -> str:
    return json.dumps({name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()})
