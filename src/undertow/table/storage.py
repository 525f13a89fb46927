"""Where tables are kept: SQLite in the user's data folder, or PostgreSQL, with one schema."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs

from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table.entries import Entry, Founding, Standing
from undertow.table.links import Damaged, Reading, first_link, next_link
from undertow.table.messages import Pace, TableLine

MIGRATIONS = Path(__file__).parent / "migrations"
KNOWN = sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))  # migrations
NEWEST = KNOWN[-1]
CHANNEL = "undertow"  # where servers on one PostgreSQL tell each other which tables have news
LISTED = 100
FORGOTTEN = 30 * 86400  # seconds after which a table where nothing happens takes up no room
LONG_OVER = 7 * 86400  # seconds after which a finished table leaves one's own list
ENDS_KNOWN = 50_000  # tables whose last link is remembered: whoever goes on need not ask for it
UNREADABLE = ("could not decode", "malformed")  # what SQLite says of what is not what was written

Row = tuple[Any, ...]
End = tuple[int, bytes]  # the last number and link of a log

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
    sa.Column("head", sa.Integer, nullable=False, server_default="0"),  # the number of its last entry
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
    sa.Column("rules", sa.Integer, nullable=False, server_default="0"),
    sa.Column("link", sa.LargeBinary),  # `links.py` says what it is
    sa.UniqueConstraint("table_id", "command", name="entries_command"),
)
set_aside = sa.Table(  # what `fsck.py` took out of damaged logs, as JSON
    "set_aside",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
)
endings = sa.Table(  # of which not every listener has heard yet; `endings.py` says what they are for
    "endings",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("due", sa.Float, nullable=False),
    sa.Index("endings_due", "due"),
)
recordings = sa.Table(  # of finished matches; `replays.py` says what is in them
    "recordings",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
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


class Outgrown(Exception):
    """A newer version of Undertow has changed the schema: servers of this version write nothing more."""


class News(Struct):
    """What one commit brings to one table."""

    table: str
    entries: list[Entry]
    standing: Standing | None  # if it changed
    founding: Founding | None = None  # if the table is new
    ends: bool = False  # with this the match is over


def url_of(settings: Settings) -> str:
    """The database that is set, or SQLite in a folder of its own in the data folder."""
    if settings.database:
        return settings.database
    folder = settings.data / "tables"
    if settings.mounted and not os.path.ismount(settings.data):
        raise UndertowError(
            f"no volume is mounted at {str(settings.data)!r}, so tables would be gone with this container: mount one "
            "there, or set UNDERTOW_MOUNTED=0 if they may."
        )
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        _close_to_others(folder, 0o700)
    except OSError as error:
        raise UndertowError(f"tables cannot be kept in {str(folder)!r}: {error.strerror}.") from error
    kept = folder / "tables.sqlite"
    if (older := settings.data / "tables.sqlite").exists() and not kept.exists():
        _move(older, kept)
    return f"sqlite:///{kept}"


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database."""
    if not url.startswith("sqlite"):
        return None
    path = sa.make_url(url).database
    return Path(path) if path and path != ":memory:" else None


def _close_to_others(path: Path, mode: int) -> None:
    """Nobody but its owner may look: the database holds the key that cookies are signed with, and all secrets."""
    if path.stat().st_mode & 0o077:
        path.chmod(mode)


def _make_private(file: Path) -> None:
    """Before SQLite creates it, because it would for all to read; what SQLite puts beside it is as private as this."""
    try:
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        for one in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))):
            with suppress(FileNotFoundError):
                _close_to_others(one, 0o600)
    except OSError as error:
        raise UndertowError(f"the database {str(file)!r} cannot be used: {error.strerror}.") from error


def _move(older: Path, kept: Path) -> None:
    """A database that lies where it used to be kept: without a `-wal` beside it, it is one file to move."""
    import sqlite3

    try:
        connection = sqlite3.connect(older, timeout=1)
        try:
            connection.execute("PRAGMA journal_mode=DELETE")  # fails if something else uses it
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise UndertowError(
            f"the database {str(older)!r} cannot be moved to {str(kept)!r}: {error}; is another server using it?"
        ) from error
    older.rename(kept)


def _with_our_driver(url: str) -> str:
    for plain in ("postgresql://", "postgres://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url


class Storage:
    """The database. Every method blocks: the event loop calls them in threads."""

    def __init__(self, url: str, migrate: bool = True) -> None:
        self.url = _with_our_driver(url)
        try:
            if self.url.count("@") > 1:
                raise ValueError("an @ in the password")
            self.shared = self.url.startswith("postgresql")
            lines = watchful(self.url) if self.shared else {}
            self.engine = sa.create_engine(self.url, hide_parameters=True, connect_args=lines)  # errors tell no secrets
            self._ends: dict[str, End] = {}  # of logs that were written here
            if file := sqlite_file(self.url):
                _make_private(file)
            sa.event.listen(self.engine, "connect", _prepare_postgresql if self.shared else _prepare_sqlite)
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
            raise UndertowError(f"the database cannot be used: {short(error)}.") from error

    def _migrate(self) -> None:
        """Bring the schema up to date. To load Alembic takes half a second: only where there is something to do."""
        found = self.schema()
        if found == NEWEST:
            return
        if found and found not in KNOWN:
            raise UndertowError(
                f"the database was made by a newer version of Undertow: its schema is {found}, and this version knows "
                f"those up to {NEWEST}. Install the newer version again, or go back to a backup; nothing was changed."
            )
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            if self.shared:  # servers that start together migrate one after the other
                connection.execute(sa.text("SELECT pg_advisory_lock(7734)"))  # and wait for commits under way
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
            if self.shared:
                connection.execute(sa.text("SELECT pg_advisory_unlock(7734)"))
                connection.commit()

    def schema(self) -> str:
        """The last migration that the database has seen; nothing if it is empty."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return ""
            return str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")) or "")

    def close(self) -> None:
        self.engine.dispose()

    # Writing ---------------------------------------------------------------------------------------------------------

    def write(self, news: Sequence[News], server: str = "") -> None:
        """All of it, durable, or nothing. `Taken` names the tables where somebody else was first."""
        if not news:
            self.schema()  # shows that the database answers
            return
        news = sorted(
            news, key=lambda one: one.table
        )  # two servers that wait for each other's rows would wait for ever
        made = [_founding_row(one) for one in news if one.founding]
        stood = [_standing_row(one) for one in news if one.standing and not one.founding]
        grown = [(one.entries[-1].number, one.table) for one in news if one.entries and not one.standing]
        ended = [(one.table, time.time()) for one in news if one.ends]
        seated = {(entry.who, one.table) for one in news for entry in one.entries if entry.kind in ("sit", "move")}
        try:
            with self.engine.begin() as connection:
                if self.shared:
                    connection.execute(sa.text(NO_MIGRATION))
                if made:
                    connection.execute(sa.insert(tables), made)
                rows, ends = self._linked(connection, news)
                if rows:
                    self._each(connection, INSERT_ENTRY, rows)
                if stood:
                    self._each(connection, UPDATE_STANDING, stood)
                if grown:
                    self._each(connection, UPDATE_HEAD, grown)
                if ended:
                    self._each(connection, INSERT_ENDING, ended)
                if seated:
                    self._seat(connection, seated)
                if self.shared:
                    said = [f"{server} {one.table}" for one in news]
                    told = connection.execute(sa.text(NOTIFY), {"channel": CHANNEL, "said": said, "schema": NEWEST})
                    if not told.all():
                        raise Outgrown
        except sa.exc.IntegrityError as error:
            taken = {one.table for one in news if one.entries and self.head(one.table) >= one.entries[0].number}
            taken |= {one.table for one in news if any(self._has(one.table, entry.command) for entry in one.entries)}
            if not taken:
                raise
            raise Taken(taken) from error
        if len(self._ends) > ENDS_KNOWN:
            self._ends.clear()
        self._ends |= ends

    def _linked(self, connection: sa.Connection, news: Sequence[News]) -> tuple[list[Row], dict[str, End]]:
        """The rows of all entries, each with its link, and where the logs end with them."""
        rows: list[Row] = []
        ends = {}
        for one in news:
            if not one.entries:
                continue
            before = one.entries[0].number - 1
            number, link = self._ends.get(one.table, (-1, b""))
            if number != before:  # else nobody can have written another one with this number
                link = first_link(one.founding) if one.founding else self._link(connection, one.table, before)
            for entry in one.entries:
                link = next_link(link, entry)
                rows.append((one.table, *structs.astuple(entry), link))
            ends[one.table] = entry.number, link
        return rows, ends

    def _link(self, connection: sa.Connection, table: str, number: int) -> bytes:
        """The link of an entry of a table. `Damaged` if there is no such entry."""
        of_it = entries.c.table_id == table
        if number > 0:
            found = connection.execute(sa.select(entries.c.link).where(of_it, entries.c.number == number)).first()
            if found is None:
                raise Damaged(table, f"entry {number} is missing in its log")
            if found[0] is not None:
                return bytes(found[0])
        row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
        if row is None:
            raise Damaged(table, "it is not there")
        reading = Reading(table, first_link(founding_of(row)))
        reading.all(connection.execute(log_of(table).where(entries.c.number <= number)).mappings())
        return reading.link

    def _each(self, connection: sa.Connection, statement: str, rows: list[tuple[Any, ...]]) -> None:
        """One statement for each row, as quick as the driver can: most of a busy server's writing is this."""
        if self.shared:
            statement = statement.replace("?", "%s")
        connection.exec_driver_sql(statement, rows)

    def _seat(self, connection: sa.Connection, seated: Iterable[tuple[str, str]]) -> None:
        rows = [{"person": person, "table_id": table} for person, table in seated]
        connection.execute(self._insert(sitters).on_conflict_do_nothing(), rows)

    def _insert(self, table: sa.Table) -> Any:
        """An insertion that knows what to do where a row is there already."""
        from sqlalchemy.dialects import postgresql, sqlite

        return (postgresql.insert if self.shared else sqlite.insert)(table)

    # Endings ---------------------------------------------------------------------------------------------------------

    def take_endings(self, now: float, until: float, most: int) -> list[str]:
        """Tables whose end is not heard yet, the longest waiting first; until then no other server takes them too."""
        waiting = sa.select(endings.c.table_id).where(endings.c.due <= now).order_by(endings.c.due).limit(most)
        with self.engine.connect() as connection:
            found = list(connection.scalars(waiting))
        if not found:
            return []  # and nothing to write
        mine = (endings.c.due <= now) & endings.c.table_id.in_(found)
        with self.engine.begin() as connection:
            taken = sa.update(endings).where(mine).values(due=until).returning(endings.c.table_id)
            return list(connection.scalars(taken))

    def forget_endings(self, heard: Sequence[str]) -> None:
        with self.engine.begin() as connection:
            connection.execute(sa.delete(endings).where(endings.c.table_id.in_(heard)))

    # Recordings ------------------------------------------------------------------------------------------------------

    def keep_recording(self, table: str, rules: int, content: bytes) -> None:
        """Keep what a finished match looked like; the first recording stays."""
        row = {"table_id": table, "rules": rules, "made": time.time(), "content": content}
        with self.engine.begin() as connection:
            connection.execute(self._insert(recordings).on_conflict_do_nothing(), row)

    def recording(self, table: str) -> bytes | None:
        query = sa.select(recordings.c.content).where(recordings.c.table_id == table)
        with self.engine.connect() as connection:
            found: bytes | None = connection.scalar(query)
        return found

    def has_recording(self, table: str) -> bool:
        query = sa.select(recordings.c.table_id).where(recordings.c.table_id == table)
        with self.engine.connect() as connection:
            return connection.scalar(query) is not None

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
        with self.engine.connect() as connection, readable(table):
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
            return founding_of(row) if row else None

    def status(self, table: str) -> str:
        """How the table stood when that was last written down."""
        with self.engine.connect() as connection:
            return str(connection.scalar(sa.select(tables.c.status).where(tables.c.id == table)) or "")

    def entries_after(self, table: str, number: int) -> list[Entry]:
        """What happened after that entry. `Damaged` if something is missing or not what was written."""
        with self.engine.connect() as connection, readable(table):
            rows = connection.execute(log_of(table, number)).mappings().all() if number else []
            if number and not rows:
                return []
            if rows and rows[0]["number"] == number and rows[0]["link"] is not None:
                return Reading(table, rows[0]["link"], number, linked=True).all(rows[1:])
            return self._from_the_start(connection, table)[number:]

    def _from_the_start(self, connection: sa.Connection, table: str) -> list[Entry]:
        made = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
        if made is None:
            return []
        reading = Reading(table, first_link(founding_of(made)))
        found = reading.all(connection.execute(log_of(table)).mappings())
        reading.end(made["head"])
        return found

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
        return [line for row in rows if (line := _line(row, person))]

    def due(self, now: float) -> list[str]:
        """Tables whose clock has run out, the longest waiting first."""
        query = sa.select(tables.c.id).where(tables.c.wake > 0.0, tables.c.wake <= now, tables.c.status == "running")
        with self.engine.connect() as connection:
            return list(connection.scalars(query.order_by(tables.c.wake).limit(LISTED)))

    def with_bots_to_move(self, after: str = "") -> list[str]:
        """Tables where it is a bot's turn, in the order of their ids, from there on: there may be many of them."""
        query = sa.select(tables.c.id).where(tables.c.wake == 0.0, tables.c.status == "running", tables.c.id > after)
        with self.engine.connect() as connection:
            return list(connection.scalars(query.order_by(tables.c.id).limit(LISTED)))

    def latest(self) -> float:
        """When something last happened at a table that is being played."""
        others = entries.alias()
        newest = sa.select(sa.func.max(others.c.number)).where(others.c.table_id == tables.c.id).scalar_subquery()
        last = (entries.c.table_id == tables.c.id) & (entries.c.number == newest)
        query = sa.select(sa.func.max(entries.c.at)).select_from(tables.join(entries, last))
        with self.engine.connect() as connection:
            return float(connection.scalar(query.where(tables.c.status == "running")) or 0.0)

    def let_sleep(self, table: str) -> None:
        """Nobody need look after this table."""
        with self.engine.begin() as connection:
            awake = (tables.c.id == table) & tables.c.wake.is_not(None)
            connection.execute(sa.update(tables).where(awake).values(wake=None))

    def open_tables(self, person: str | None = None) -> int:
        """How many tables are not over nor forgotten: everybody's, or those that this person made."""
        alive = (tables.c.status != "over") & (tables.c.updated > time.time() - FORGOTTEN)
        query = sa.select(sa.func.count()).select_from(tables).where(alive)
        if person is not None:
            query = query.where(tables.c.host == person)
        with self.engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    def forget_unbegun(self, most: int) -> int:
        """Let tables where no match has begun take up no room, empty ones first and then the oldest, until something
        happens there. How many there were."""
        long_ago = time.time() - FORGOTTEN
        alive = (tables.c.status == "gathering") & (tables.c.updated > long_ago)
        oldest = sa.select(tables.c.id).where(alive).order_by(tables.c.people != "[]", tables.c.updated).limit(most)
        with self.engine.begin() as connection:
            return connection.execute(
                sa.update(tables).where(tables.c.id.in_(oldest)).values(updated=long_ago)
            ).rowcount

    def seated(self, people: Sequence[str]) -> set[tuple[str, str]]:
        """Which of these people sit or sat at which table that is not over."""
        query = sa.select(sitters).join(tables, tables.c.id == sitters.c.table_id)
        query = query.where(sitters.c.person.in_(people), tables.c.status != "over")
        with self.engine.connect() as connection:
            return {(row.person, row.table_id) for row in connection.execute(query)}

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


NO_MIGRATION = "SELECT pg_advisory_xact_lock_shared(7734)"  # begins before this commit is over
NOTIFY = """SELECT pg_notify(:channel, said) FROM unnest(CAST(:said AS text[])) AS said, alembic_version
    WHERE version_num = :schema"""  # nobody, where a newer server has been
ENTRY = ("table_id", *Entry.__struct_fields__, "link")
CHANGING = ("status", "seats", "free", "people", "turn", "wake", "updated")  # by a standing, in the row of its table
INSERT_ENTRY = f"INSERT INTO entries ({', '.join(ENTRY)}) VALUES ({', '.join('?' * len(ENTRY))})"
INSERT_ENDING = "INSERT INTO endings (table_id, due) VALUES (?, ?) ON CONFLICT DO NOTHING"
UPDATE_HEAD = "UPDATE tables SET head = ? WHERE id = ?"
UPDATE_STANDING = (
    f"UPDATE tables SET {', '.join(f'{name} = ?' for name in CHANGING)}, head = COALESCE(?, head) WHERE id = ?"
)


WATCHFUL = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}


def watchful(url: str) -> dict[str, int]:
    """How a line to PostgreSQL notices within half a minute that nobody is there; what the address says comes first."""
    return {name: value for name, value in WATCHFUL.items() if name not in sa.make_url(url).query}


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    """A server whose line failed in the middle of a commit must not keep the others from that table for long."""
    connection.execute("SET idle_in_transaction_session_timeout = '10s'")
    connection.commit()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def short(error: Exception) -> str:
    """The first line of what a driver says, without the address: it may hold a password."""
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0].rstrip(".")


@contextmanager
def readable(table: str) -> Iterator[None]:
    """What a table's rows hold must make sense; that it does not is said of this table alone."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise Damaged(table, "what it was made with cannot be read") from error
    except sa.exc.DatabaseError as error:
        if any(said in str(error.orig).lower() for said in UNREADABLE):
            raise Damaged(table, f"the database cannot read it ({short(error)})") from error
        raise


def log_of(table: str, number: int = 1) -> sa.Select[Any]:
    """The rows of a log from that number on."""
    mine = (entries.c.table_id == table) & (entries.c.number >= number)
    return sa.select(entries).where(mine).order_by(entries.c.number)


def _founding_row(news: News) -> dict[str, Any]:
    founding, standing = news.founding, news.standing
    assert founding is not None
    assert standing is not None
    row = structs.asdict(founding) | {"pace": founding.pace.kind, "seconds": founding.pace.seconds}
    row["settings"] = json.dumps(founding.settings)
    return row | _stood(standing) | {"head": len(news.entries)}


def founding_of(row: Any) -> Founding:
    known = {name: row[name] for name in Founding.__struct_fields__}
    known |= {"settings": json.loads(row["settings"]), "pace": Pace(row["pace"], row["seconds"])}
    return Founding(**known)


def _standing_row(news: News) -> tuple[Any, ...]:
    assert news.standing is not None
    stood = _stood(news.standing)
    return (*(stood[name] for name in CHANGING), news.entries[-1].number if news.entries else None, news.table)


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


def _line(row: Any, person: str) -> TableLine | None:
    """A line in a list of tables; nothing if it makes no sense, so that the others are listed."""
    from undertow.core.game import find_game

    try:
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
    except Exception:  # of any kind: its game may be one that somebody is still writing
        return None
