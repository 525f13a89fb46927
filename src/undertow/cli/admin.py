"""`undertow admin`: what whoever runs a server does with its tables and people.

What they need is imported where it is used: other commands need not wait for the database's libraries.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from undertow.cli import show
from undertow.core.errors import UndertowError
from undertow.settings import Settings

if TYPE_CHECKING:
    from undertow.table.storage import Storage

app = typer.Typer(
    help="Look after the tables and people of a server: lists, backups, deleting.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
DAYS = {"d": 1, "w": 7, "y": 365}
SettingsFile = Annotated[
    Path | None, typer.Option("--settings", help="A TOML file of settings; UNDERTOW_SETTINGS names one too.")
]
TableId = Annotated[str, typer.Argument(help="A table's id, as in its address.", metavar="TABLE")]
Confirmed = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


def _url(file: Path | None) -> str:
    from undertow.table.storage import url_of

    return url_of(Settings.load(file))


def _opened(file: Path | None, for_itself: bool = False) -> AbstractContextManager[Storage]:
    from undertow.table.fsck import opened

    return opened(_url(file), for_itself)


def _say(words: str) -> None:
    show.screen.print(words, markup=False, soft_wrap=True)


def _many(number: int, what: str, plural: str = "") -> str:
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def _when(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def _sure(question: str, yes: bool) -> None:
    if not yes and not (sys.stdin.isatty() and typer.confirm(question)):
        raise UndertowError("nothing was changed; `--yes` does it without asking.")


# Looking --------------------------------------------------------------------------------------------------------------


@app.command()
def tables(
    settings: SettingsFile = None,
    all: Annotated[bool, typer.Option("--all", help="Also those that are over.")] = False,
) -> None:
    """List the tables. May be used while the server runs."""
    from undertow.table import keeping

    with _opened(settings) as storage:
        found = keeping.tables_of(storage, all)
    listed = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("table", "game", "status", "listed", "entries", "last", "people"):
        listed.add_column(heading, no_wrap=heading != "people", justify="right" if heading == "entries" else "left")
    for one in found:
        people = ", ".join(one.people)
        listed.add_row(
            one.id, one.game, one.status, "yes" if one.public else "no", str(one.entries), _when(one.updated), people
        )
    if found:
        show.screen.print(listed)
    _say(f"{_many(len(found), 'table')}.")


@app.command()
def people(
    like: Annotated[str, typer.Argument(help="Only whose name has this in it, or whose id it is.")] = "",
    settings: SettingsFile = None,
) -> None:
    """List everybody who has been at a table, by id and the names they used. May be used while the server runs."""
    from undertow.table import keeping

    with _opened(settings) as storage:
        found = keeping.people_of(storage, like)
    listed = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("id", "bot", "tables", "last seen", "names"):
        listed.add_column(heading, no_wrap=heading != "names", justify="right" if heading == "tables" else "left")
    for one in found:
        listed.add_row(one.id, "yes" if one.bot else "", str(one.tables), _when(one.seen), ", ".join(one.names))
    if found:
        show.screen.print(listed)
    _say(f"{_many(len(found), 'person', 'people')}.")


@app.command()
def export(
    what: Annotated[str, typer.Argument(help="A table's id, or `all`.", metavar="TABLE|all")],
    to: Annotated[Path | None, typer.Option(help="A file; printed if left out.")] = None,
    settings: SettingsFile = None,
) -> None:
    """Write tables as JSON, one a line, with all that happened there: hidden moves too, so keep it to yourself. May be
    used while the server runs."""
    from undertow.table import keeping

    with _opened(settings) as storage:
        lines = (json.dumps(one) + "\n" for one in keeping.exported(storage, "" if what == "all" else what))
        if to is None:
            sys.stdout.writelines(lines)
            return
        try:
            with os.fdopen(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
                file.writelines(lines)
        except FileExistsError as error:
            raise UndertowError(f"there is a file {str(to)!r} already; choose another name.") from error
        except OSError as error:
            raise UndertowError(f"the file {str(to)!r} cannot be written: {error.strerror}.") from error


# Backups --------------------------------------------------------------------------------------------------------------


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; there must be no such file.")],
    settings: SettingsFile = None,
) -> None:
    """Write everything to one file, from SQLite or PostgreSQL. May be used while the server runs."""
    from undertow.table.backup import back_up

    copied = back_up(_url(settings), file)
    _say(f"{_many(copied.tables, 'table')} with {_many(copied.entries, 'entry', 'entries')} are in {str(file)!r}.")
    _say("Whoever has this file can impersonate everybody on this server: keep it as safe as the server.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup, from SQLite or PostgreSQL.")],
    replace: Annotated[bool, typer.Option("--replace", help="Delete what is in the database now.")] = False,
    settings: SettingsFile = None,
) -> None:
    """Put a backup into the database. The server must be stopped."""
    from undertow.table.backup import restore as put_back

    copied = put_back(_url(settings), file, replace)
    _say(f"{_many(copied.tables, 'table')} with {_many(copied.entries, 'entry', 'entries')} are restored.")


# Changing -------------------------------------------------------------------------------------------------------------


@app.command()
def close(table: TableId, settings: SettingsFile = None) -> None:
    """Close a table for good: nobody opens it any more. May be used while the server runs; on SQLite whoever is there
    sees it until the next move."""
    from undertow.table import keeping

    with _opened(settings) as storage:
        keeping.close_table(storage, table)
    _say(f"Table {table} is closed.")


@app.command()
def delete_person(
    who: Annotated[str, typer.Argument(help="An id, or a name that only one person used.", metavar="NAME|ID")],
    settings: SettingsFile = None,
    yes: Confirmed = False,
) -> None:
    """Delete a person's names, chat and tokens for good; at their tables they become a former player. The server must
    be stopped."""
    from undertow.table import erasing, keeping

    with _opened(settings, for_itself=True) as storage:
        found = keeping.one_person(storage, who)
        named = f"{', '.join(found.names)} ({found.id}), at {_many(found.tables, 'table')}"
        _sure(f"Delete {named}? This cannot be undone.", yes)
        erased = erasing.erase(storage, found.id)
    _say(
        f"{', '.join(found.names)} is now {erasing.NAME!r} at {_many(erased.tables, 'table')}; "
        f"{_many(erased.lines, 'line')} of chat and {_many(erased.tokens, 'token')} are deleted."
    )
    if erased.words:
        _say(f"{_many(erased.words, 'word')} mixed into dice stay, or nobody could check the dice.")
    _say("What others wrote about them is still there, and older backups have all of it.")


@app.command()
def vacuum(
    older_than: Annotated[str, typer.Option(help="How long nothing has happened there: 90d, 12w or 1y.")],
    settings: SettingsFile = None,
    yes: Confirmed = False,
) -> None:
    """Delete tables where nothing has happened for long, finished or not. May be used while the server runs; an SQLite
    file becomes smaller only while it is stopped."""
    from undertow.table import keeping
    from undertow.table.lock import alone

    days, url = _days(older_than), _url(settings)
    with _opened(settings) as storage:
        _sure(f"Delete all tables where nothing has happened for {days} days?", yes)
        gone = keeping.throw_away(storage, time.time() - days * 86400)
        _say(f"{_many(gone, 'table')} deleted.")
        try:
            with alone(url):
                keeping.give_room_back(storage)
        except UndertowError:
            _say("A server is running, so the file keeps its size; the room is used for new tables.")


def _days(text: str) -> int:
    found = re.fullmatch(r"(\d{1,5})([dwy])", text.strip())
    if not found or not int(found[1]):
        raise UndertowError(f"--older-than must be days, weeks or years such as 90d, 12w or 1y; {text!r} is not.")
    return int(found[1]) * DAYS[found[2]]
