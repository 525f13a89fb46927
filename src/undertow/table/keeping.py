"""What whoever runs a server does with the tables on it: look through them, close one, hand them out, throw old ones
away. All of it may be done while servers run.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs, to_builtins

from undertow.core.errors import UndertowError
from undertow.table import storage as s
from undertow.table.entries import Entry, Standing
from undertow.table.replays import Recorded
from undertow.table.storage import News, Storage, Taken

TRIES = 20  # to write to a table where others are writing
AT_ONCE = 100  # tables that are thrown away in one transaction: moves need not wait long


class TableOf(Struct):
    """A table in the host's list."""

    id: str
    game: str
    status: str
    public: bool
    people: list[str]
    entries: int
    updated: float


class PersonOf(Struct):
    """Somebody in the host's list."""

    id: str
    names: list[str]
    tables: int
    seen: float
    bot: bool


class NoSuchTable(UndertowError):
    def __init__(self, id: str) -> None:
        super().__init__(f"there is no table {id!r}; `undertow admin tables --all` lists them.")


# Lists ----------------------------------------------------------------------------------------------------------------


def tables_of(storage: Storage, everything: bool) -> list[TableOf]:
    """Tables that are not over, or all of them, the newest first."""
    query = sa.select(s.tables).order_by(s.tables.c.updated.desc())
    if not everything:
        query = query.where(s.tables.c.status != "over")
    with storage.engine.connect() as connection:
        rows = connection.execute(query).mappings().all()
    return [
        TableOf(row["id"], row["game"], row["status"], row["public"], _names(row), row["head"], row["updated"])
        for row in rows
    ]


def _names(row: Any) -> list[str]:
    try:
        return [str(name) for name in json.loads(row["people"])]
    except ValueError:
        return []


def people_of(storage: Storage, like: str = "") -> list[PersonOf]:
    """Everybody who ever did something at a table, or has a token; the last seen first. With a word: whose id it is, or
    whose name has it in it."""
    told = s.entries.c
    found: dict[str, PersonOf] = {}
    did = sa.select(told.who, told.name, told.table_id, sa.func.max(told.at)).where(told.who != "")
    did = did.group_by(told.who, told.name, told.table_id)
    hosted = sa.select(s.tables.c.host, s.tables.c.host_name, s.tables.c.id, s.tables.c.created)
    have = sa.select(s.tokens.c.person, s.tokens.c.name, s.tokens.c.created)
    at: dict[str, set[str]] = {}
    with storage.engine.connect() as connection:
        for query in (did, hosted):
            for person, name, table, seen in connection.execute(query):
                _note(found, person, name, seen)
                at.setdefault(person, set()).add(table)
        for person, name, seen in connection.execute(have):
            _note(found, person, name, seen)
            found[person].bot = True
    for person, one in found.items():
        one.tables = len(at.get(person, ()))
    chosen = [one for one in found.values() if not like or one.id == like or _has(one, like)]
    return sorted(chosen, key=lambda one: -one.seen)


def _note(found: dict[str, PersonOf], person: str, name: str, seen: float) -> None:
    one = found.setdefault(person, PersonOf(person, [], 0, 0.0, False))
    one.seen = max(one.seen, seen)
    if name and name not in one.names:
        one.names.append(name)


def _has(one: PersonOf, like: str) -> bool:
    return any(like.casefold() in name.casefold() for name in one.names)


def one_person(storage: Storage, given: str) -> PersonOf:
    """The one who has this id, or goes by exactly this name."""
    found = people_of(storage, given)
    exact = [one for one in found if one.id == given] or [one for one in found if given in one.names]
    if not exact:
        raise UndertowError(f"nobody here is called {given!r} or has that id; `undertow admin people` lists everybody.")
    if len(exact) > 1:
        ids = ", ".join(one.id for one in exact)
        raise UndertowError(f"{len(exact)} people have been called {given!r}; choose one by the id: {ids}.")
    return exact[0]


# One table ------------------------------------------------------------------------------------------------------------


def close_table(storage: Storage, id: str) -> None:
    """Let nobody open a table any more. This is an entry like all others, so a server that has the table in use finds
    it: at once with PostgreSQL, with the next move on SQLite."""
    for _ in range(TRIES):
        with storage.engine.connect() as connection:
            row = connection.execute(sa.select(s.tables).where(s.tables.c.id == id)).mappings().first()
            if row is None:
                raise NoSuchTable(id)
            last = (s.entries.c.table_id == id) & (s.entries.c.kind == "close")
            if connection.scalar(sa.select(s.entries.c.number).where(last)):
                raise UndertowError(f"table {id!r} is closed already.")
        standing = Standing("over", 0, _names(row), [], None, row["seats"])
        try:
            storage.write([News(id, [Entry(storage.head(id) + 1, "close", time.time())], standing)], "admin")
            return
        except Taken:
            continue  # somebody moved in the same moment
    raise UndertowError(f"table {id!r} could not be closed: too much happens there; try again.")


def exported(storage: Storage, id: str = "") -> Iterator[dict[str, Any]]:
    """A table, or all of them, with all that happened there: for the host alone, because hidden moves are in it."""
    query = sa.select(s.tables.c.id).order_by(s.tables.c.created)
    with storage.engine.connect() as connection:
        ids = list(connection.scalars(query.where(s.tables.c.id == id) if id else query))
    if id and not ids:
        raise NoSuchTable(id)
    for one in ids:
        if (founding := storage.founding(one)) is None:
            continue  # thrown away meanwhile
        entries = [structs.asdict(entry) for entry in storage.entries_after(one, 0)]
        kept = storage.recording(one)
        match = {"match": Recorded(kept).file()} if kept else {}
        yield {"table": to_builtins(founding), "status": storage.status(one), "entries": entries} | match


# Old tables -----------------------------------------------------------------------------------------------------------


def throw_away(storage: Storage, before: float) -> int:
    """Delete tables where nothing has happened since then; returns how many."""
    with storage.engine.connect() as connection:
        ids = list(connection.scalars(sa.select(s.tables.c.id).where(s.tables.c.updated < before)))
    return sum(_delete(storage, ids[at : at + AT_ONCE], before) for at in range(0, len(ids), AT_ONCE))


def _delete(storage: Storage, ids: list[str], before: float) -> int:
    old = s.tables.c.id.in_(ids) & (s.tables.c.updated < before)  # still
    with storage.engine.begin() as connection:
        if storage.shared:
            connection.execute(sa.select(s.tables.c.id).where(old).with_for_update())
        for table in (s.set_aside, s.endings, s.recordings, s.sitters, s.entries):
            connection.execute(sa.delete(table).where(table.c.table_id.in_(sa.select(s.tables.c.id).where(old))))
        return connection.execute(sa.delete(s.tables).where(old)).rowcount


def give_room_back(storage: Storage) -> None:
    """Let an SQLite file become smaller; nobody else may use it meanwhile. PostgreSQL does that by itself."""
    if not storage.shared:
        with storage.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text("VACUUM"))
