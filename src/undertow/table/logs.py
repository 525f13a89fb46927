"""What the server writes down about itself: for people, or one JSON object a line for programs.

Requests are not logged, and nothing of what people send: an address may hold somebody's link, an error somebody's
hidden move. So of an error its kind and its place are told, and its words only where they are about the machine.
"""

from __future__ import annotations

import copy
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from undertow.table.links import Damaged
from undertow.table.scribe import NotWritten
from undertow.table.storage import short
from undertow.table.tallies import Errors

ABOUT_THE_MACHINE = (OSError, sa.exc.SQLAlchemyError, NotWritten, Damaged)  # errors that tell of nobody
PACKAGES = Path(__file__).parents[2]  # where frames are told from


def words_of(error: BaseException) -> str:
    """An error in a line, with its words where they may be told."""
    kind = type(error).__name__
    return f"{kind}: {short(error)}" if isinstance(error, ABOUT_THE_MACHINE) else kind


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those it came from, the first one first."""
    if error is not None:
        before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        yield from _chain(before)
        yield error


def _places(error: BaseException) -> list[str]:
    return [
        f"{_shown(frame.filename)}:{frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def _shown(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(PACKAGES)) if path.is_relative_to(PACKAGES) else file


def _message(record: logging.LogRecord) -> str:
    """The sentence. Errors in it are told as everywhere."""
    if not isinstance(record.args, tuple):
        return record.getMessage()
    told = copy.copy(record)
    told.args = tuple(words_of(one) if isinstance(one, BaseException) else one for one in record.args)
    return told.getMessage()


def _error(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


class Plain(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        lines = [f"{at} {record.levelname.lower()}: {_message(record)}"]
        for error in _chain(_error(record)):
            lines += [
                "Traceback (most recent call last):",
                *(f"  {place}" for place in _places(error)),
                words_of(error),
            ]
        return "\n".join(lines)


class Told(msgspec.Struct):
    """An error in a line; of several the first is where the others came from."""

    error: str
    at: list[str]


class Line(msgspec.Struct, omit_defaults=True):
    """One line of JSON."""

    time: str
    level: str
    message: str
    logger: str
    errors: list[Told] = []


class Json(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        errors = [Told(words_of(error), _places(error)) for error in _chain(_error(record))]
        line = Line(at, record.levelname.lower(), _message(record), record.name, errors)
        return msgspec.json.encode(line).decode()


def set_up(how: str) -> None:
    """From now on everything is logged this way, to standard error."""
    out = logging.StreamHandler()
    out.setFormatter(Json() if how == "json" else Plain())
    logging.basicConfig(level=logging.WARNING, handlers=[out, Errors()], force=True)
    logging.getLogger("undertow").setLevel(logging.INFO)
