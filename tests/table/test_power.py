"""The power goes while a server writes: whatever is left on the disk, nothing acknowledged is lost."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.table.disk import Disk, can_be_watched, watched
from tests.table.test_storage import founding, said, standing
from undertow.table.links import Damaged
from undertow.table.storage import News, Storage

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not can_be_watched(), reason="this Python hides the functions of its SQLite"),
]

COMMITS = 60
IMAGES = 120
OFTEN = 24  # pages in the `-wal` after which SQLite brings them into the database: often, so that this is seen too


def written(folder: Path, *pragmas: str) -> tuple[Disk, list[str]]:
    """A server's storage makes commits, each to two tables, and says of each when it is acknowledged."""
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    made = [founding(), founding()]
    empty = Storage(url)
    empty.write([News(one.id, [], standing(), one) for one in made])
    empty.close()
    with watched(folder) as disk:
        storage = Storage(url, migrate=False)
        sa.event.listen(storage.engine, "connect", _with(f"wal_autocheckpoint={OFTEN}", *pragmas))
        for number in range(1, COMMITS + 1):
            turn = standing(status="running", turn=[f"person {number}"])
            text = f"{number} " * (number * 37 % 1500)
            storage.write([News(one.id, [said(number, text, f"c.{number}")], turn) for one in made])
            disk.said(number)
        storage.close()
    return disk, [one.id for one in made]


def _with(*pragmas: str) -> Any:
    def prepare(connection: Any, _record: Any) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    return prepare


def found_after(remains: dict[str, bytes], folder: Path, ids: list[str]) -> list[int]:
    """How many entries each table has when a server starts on what is left."""
    folder.mkdir()
    for name, content in remains.items():
        (folder / name).write_bytes(content)
    storage = Storage(f"sqlite:///{folder / 'tables.sqlite'}")
    with storage.engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA integrity_check")) == "ok"
    logs = [storage.entries_after(id, 0) for id in ids]  # dense, and linked from the first to the last
    for id in ids:
        storage.write([News(id, [said(len(logs[0]) + 1, "and on")], None)])
    storage.close()
    return [len(log) for log in logs]


def losses(disk: Disk, ids: list[str], folder: Path, images: int) -> list[str]:
    """What went wrong at some moment."""
    chance = random.Random(15)
    wrong = []
    for image in range(images):
        moment = chance.randint(0, len(disk.done))
        promised = disk.promised(moment)
        remains = disk.remains(moment, chance)
        try:
            found = found_after(remains, folder / str(image), ids)
        except (AssertionError, Damaged, sa.exc.DatabaseError) as error:
            wrong.append(f"{moment}: {error}")
        else:
            if found not in ([promised] * 2, [promised + 1] * 2):  # the commit under way may be there, all of it
                wrong.append(f"{moment}: {promised} were acknowledged, there are {found}")
    return wrong


def test_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    disk, ids = written(tmp_path / "server")
    did = [(one.what, one.file) for one in disk.done]
    assert did.count(("sync", "tables.sqlite")) > 3, "it was never brought into the database"
    assert did.count(("sync", "tables.sqlite-wal")) >= COMMITS
    assert losses(disk, ids, tmp_path, IMAGES) == []


def test_a_server_that_does_not_wait_for_the_disk_would_be_found_out(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    disk, ids = written(tmp_path / "server", "synchronous=NORMAL")
    assert losses(disk, ids, tmp_path, 40)
