"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL, with one schema."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from msgspec import Struct, structs

from undertow.core.errors import UndertowError
from undertow.table.entries import Entry, Founding, Standing
from undertow.table.messages import Pace, TableLine

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]  # migration
CHANNEL = "undertow"  # where servers on one PostgreSQL tell each other which tables have news
LISTED = 100
FORGOTTEN = 30 * 86400  # seconds after which a table where nothing happens takes up no room
LONG_OVER = 7 * 86400  # seconds after which a finished table leaves one's own list

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("seed", sa.String(120), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("seconds", sa.Integer),
    sa.Column("crew_room", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(40), nullable=False),
    sa.Column("host_name", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("status", sa.String(12), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("free", sa.Integer, nullable=False),
    sa.Column("people", sa.Text, nullable=False),
    sa.Column("turn", sa.Text, nullable=False),
    sa.Column("wake", sa.Float),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Index("tables_listed", "public", "status", "updated"),
    sa.Index("tables_wake", "wake"),
    sa.Index("tables_host", "host", "status"),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("seat", sa.String(40), nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("who", sa.String(40), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("room", sa.String(40), nullable=False),
    sa.Column("command", sa.String(120)),
    sa.UniqueConstraint("table_id", "command", name="entries_command"),
)
sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(120), nullable=False),
)


class Taken(Exception):
    """Somebody else wrote the next number of these tables first."""

    def __init__(self, ids: set[str]) -> None:
        super().__init__(", ".join(sorted(ids)))
        self.ids = ids


class News(Struct):
    """What one commit brings to one table."""

    table: str
    entries: list[Entry]
    standing: Standing | None  # if it changed
    founding: Founding | None = None  # if the table is new


def default_url() -> str:
    """`UNDERTOW_DATABASE`, or SQLite in the data folder (`UNDERTOW_DATA` moves it)."""
    if given := os.environ.get("UNDERTOW_DATABASE"):
        return _with_our_driver(given)
    folder = Path(os.environ.get("UNDERTOW_DATA") or platformdirs.user_data_dir("undertow"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UndertowError(f"tables cannot be kept in {str(folder)!r}: {error.strerror}.") from error
    return f"sqlite:///{folder / 'tables.sqlite'}"


def _with_our_driver(url: str) -> str:
    for plain in ("postgresql://", "postgres://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url


class Storage:
    """The database. Every method blocks: the event loop calls them in threads."""

    def __init__(self, url: str | None = None, migrate: bool = True) -> None:
        self.url = _with_our_driver(url) if url else default_url()
        try:
            if self.url.count("@") > 1:
                raise ValueError("an @ in the password")
            self.engine = sa.create_engine(self.url, hide_parameters=True)  # an error must not tell secrets
            self.shared = self.engine.dialect.name == "postgresql"
            if not self.shared:
                sa.event.listen(self.engine, "connect", _prepare_sqlite)
            if migrate:
                self._migrate()
        except (sa.exc.ArgumentError, ValueError) as error:
            raise UndertowError(
                "the database cannot be used: UNDERTOW_DATABASE must be like postgresql://name:password@host/tables; "
                "in the password write %40 for @, %2F for / and %3A for a colon."
            ) from error
        except ImportError as error:
            raise UndertowError(
                "the database cannot be used: tables are kept in SQLite or PostgreSQL; for PostgreSQL its driver must "
                "be installed: pip install 'undertow[postgres]'."
            ) from error
        except sa.exc.SQLAlchemyError as error:
            raise UndertowError(f"the database cannot be used: {_short(error)}.") from error

    def _migrate(self) -> None:
        """Bring the schema up to date. To load Alembic takes half a second: only where there is something to do."""
        if self._is_up_to_date():
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            if self.shared:  # servers that start together migrate one after the other
                connection.execute(sa.text("SELECT pg_advisory_lock(7734)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
            if self.shared:
                connection.execute(sa.text("SELECT pg_advisory_unlock(7734)"))
                connection.commit()

    def _is_up_to_date(self) -> bool:
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return False
            return bool(connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == NEWEST)

    def close(self) -> None:
        self.engine.dispose()

    # Writing ---------------------------------------------------------------------------------------------------------

    def write(self, news: Sequence[News], server: str = "") -> None:
        """All of it, durable, or nothing. `Taken` names the tables where somebody else was first."""
        news = sorted(
            news, key=lambda one: one.table
        )  # two servers that wait for each other's rows would wait for ever
        made = [_founding_row(one) for one in news if one.founding]
        rows = [_row(one.table, entry) for one in news for entry in one.entries]
        stood = [_standing_row(one) for one in news if one.standing and not one.founding]
        seated = {(entry.who, one.table) for one in news for entry in one.entries if entry.kind in ("sit", "move")}
        try:
            with self.engine.begin() as connection:
                if made:
                    connection.execute(sa.insert(tables), made)
                if rows:
                    self._each(connection, INSERT_ENTRY, rows)
                if stood:
                    self._each(connection, UPDATE_STANDING, stood)
                if seated:
                    self._seat(connection, seated)
                if self.shared:
                    changed = [{"channel": CHANNEL, "said": f"{server} {one.table}"} for one in news]
                    connection.execute(sa.text("SELECT pg_notify(:channel, :said)"), changed)
        except sa.exc.IntegrityError as error:
            taken = {one.table for one in news if one.entries and self.head(one.table) >= one.entries[0].number}
            taken |= {one.table for one in news if any(self._has(one.table, entry.command) for entry in one.entries)}
            if not taken:
                raise
            raise Taken(taken) from error

    def _each(self, connection: sa.Connection, statement: str, rows: list[tuple[Any, ...]]) -> None:
        """One statement for each row, as quick as the driver can: most of a busy server's writing is this."""
        if self.shared:
            statement = statement.replace("?", "%s")
        connection.exec_driver_sql(statement, rows)

    def _seat(self, connection: sa.Connection, seated: Iterable[tuple[str, str]]) -> None:
        from sqlalchemy.dialects import postgresql, sqlite

        insert = postgresql.insert if self.shared else sqlite.insert
        rows = [{"person": person, "table_id": table} for person, table in seated]
        connection.execute(insert(sitters).on_conflict_do_nothing(), rows)

    # Reading ---------------------------------------------------------------------------------------------------------

    def head(self, table: str) -> int:
        """The number of the table's last entry."""
        with self.engine.connect() as connection:
            found = connection.scalar(sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == table))
        return found or 0

    def _has(self, table: str, command: str | None) -> bool:
        where = (entries.c.table_id == table) & (entries.c.command == command)
        with self.engine.connect() as connection:
            return command is not None and connection.scalar(sa.select(entries.c.number).where(where)) is not None

    def founding(self, table: str) -> Founding | None:
        if "\0" in table:
            return None  # nothing that PostgreSQL could be asked
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
        return _founding(row) if row else None

    def entries_after(self, table: str, number: int) -> list[Entry]:
        query = (
            sa.select(entries).where(entries.c.table_id == table, entries.c.number > number).order_by(entries.c.number)
        )
        with self.engine.connect() as connection:
            return [_entry(row) for row in connection.execute(query).mappings()]

    def listed(self, status: str) -> list[TableLine]:
        """Public tables, the newest first."""
        chosen = tables.c.public.is_(True) & (tables.c.status == status)
        if status == "gathering":
            chosen &= tables.c.free > 0
        return self._lines(sa.select(tables).where(chosen))

    def of_person(self, person: str) -> list[TableLine]:
        """The tables somebody sits at or hosts that are not long over."""
        theirs = sa.select(sitters.c.table_id).where(sitters.c.person == person)
        fresh = (tables.c.status != "over") | (tables.c.updated > time.time() - LONG_OVER)
        chosen = (tables.c.id.in_(theirs) | (tables.c.host == person)) & fresh
        return self._lines(sa.select(tables).where(chosen), person)

    def _lines(self, query: sa.Select[Any], person: str = "") -> list[TableLine]:
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(tables.c.updated.desc()).limit(LISTED)).mappings().all()
        return [_line(row, person) for row in rows]

    def due(self, now: float) -> list[str]:
        """Tables that must be looked after: a bot's turn, a deadline."""
        query = sa.select(tables.c.id).where(tables.c.wake <= now, tables.c.status == "running")
        with self.engine.connect() as connection:
            return list(connection.scalars(query.order_by(tables.c.wake).limit(LISTED)))

    def let_sleep(self, table: str) -> None:
        """Nobody need look after this table."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.id == table).values(wake=None))

    def open_tables(self, person: str | None = None) -> int:
        """How many tables are not over nor forgotten: everybody's, or those that this person made."""
        alive = (tables.c.status != "over") & (tables.c.updated > time.time() - FORGOTTEN)
        query = sa.select(sa.func.count()).select_from(tables).where(alive)
        if person is not None:
            query = query.where(tables.c.host == person)
        with self.engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    # Keys and tokens -------------------------------------------------------------------------------------------------

    def signing_key(self) -> str:
        """What cookies and seat links are signed with: made once, the same for every server on this database."""
        with self.engine.connect() as connection:
            found = connection.scalar(sa.select(keys.c.value).where(keys.c.name == "signing"))
        if found:
            return str(found)
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.insert(keys).values(name="signing", value=secrets.token_hex(32)))
        except sa.exc.IntegrityError:
            pass  # another server made it a moment ago
        return self.signing_key()

    def keep_token(self, digest: str, person: str, name: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(sa.insert(tokens).values(digest=digest, person=person, name=name, created=time.time()))

    def whose_token(self, digest: str) -> tuple[str, str] | None:
        query = sa.select(tokens.c.person, tokens.c.name).where(tokens.c.digest == digest)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return (row[0], row[1]) if row else None


ENTRY = ("table_id", *Entry.__struct_fields__)
CHANGING = ("status", "seats", "free", "people", "turn", "wake", "updated")  # by a standing, in the row of its table
INSERT_ENTRY = f"INSERT INTO entries ({', '.join(ENTRY)}) VALUES ({', '.join('?' * len(ENTRY))})"
UPDATE_STANDING = f"UPDATE tables SET {', '.join(f'{name} = ?' for name in CHANGING)} WHERE id = ?"


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _short(error: Exception) -> str:
    """The first line of what a driver says, without the address: it may hold a password."""
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0].rstrip(".")


def _row(table: str, entry: Entry) -> tuple[Any, ...]:
    return (table, *structs.astuple(entry))


def _entry(row: Any) -> Entry:
    return Entry(**{name: row[name] for name in Entry.__struct_fields__})


def _founding_row(news: News) -> dict[str, Any]:
    founding, standing = news.founding, news.standing
    assert founding is not None
    assert standing is not None
    row = structs.asdict(founding) | {"pace": founding.pace.kind, "seconds": founding.pace.seconds}
    row["settings"] = json.dumps(founding.settings)
    return row | _stood(standing)


def _founding(row: Any) -> Founding:
    known = {name: row[name] for name in Founding.__struct_fields__}
    known |= {"settings": json.loads(row["settings"]), "pace": Pace(row["pace"], row["seconds"])}
    return Founding(**known)


def _standing_row(news: News) -> tuple[Any, ...]:
    assert news.standing is not None
    stood = _stood(news.standing)
    return (*(stood[name] for name in CHANGING), news.table)


def _stood(standing: Standing) -> dict[str, Any]:
    return {
        "status": standing.status,
        "seats": standing.seats,
        "free": standing.free,
        "people": json.dumps(standing.people),
        "turn": " ".join(standing.turn),
        "wake": standing.wake,
        "updated": time.time(),
    }


def _line(row: Any, person: str) -> TableLine:
    from undertow.core.game import find_game

    return TableLine(
        id=row["id"],
        game=row["game"],
        title=find_game(row["game"]).title,
        status=row["status"],
        seats=row["seats"],
        free=row["free"],
        people=json.loads(row["people"]),
        updated=row["updated"],
        my_turn=bool(person) and person in row["turn"].split(),
    )
