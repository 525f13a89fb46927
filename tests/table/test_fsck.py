"""`undertow fsck`: it finds what is wrong, goes back to the last whole entry, and throws nothing away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.table.conftest import new_database
from tests.table.test_servers import ALL_ANN, ANN, SEATS, houses
from tests.table.test_storage import change, held_by_another
from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.fsck import Finding, Summary, check, opened, repair
from undertow.table.house import House
from undertow.table.reading import read_table
from undertow.table.storage import Storage

pytestmark = pytest.mark.compiled


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of this test alone: what is damaged there is all that is damaged."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
    else:
        yield from new_database(request.getfixturevalue("postgres"))


def two_tables(url: str) -> tuple[str, str]:
    """Both begun, with two cards chosen: seven entries each."""

    async def play(house: House) -> str:
        room = await house.room(await house.found(ALL_ANN, ANN))
        for i in range(2):
            await house.carry_out(room, m.Act(f"a{i}", SEATS[i], f"card {i + 1}"), ANN)
        return room.id

    async def both() -> tuple[str, str]:
        async with houses(url) as [house]:
            return await play(house), await play(house)

    return asyncio.run(both())


def damage(url: str, statement: str, **values: Any) -> None:
    storage = Storage(url)
    change(storage, statement, **values)
    storage.close()


def looked(url: str, mend: bool = False) -> list[Finding]:
    with opened(url, mend) as storage:
        found = []
        for one in check(storage, Summary()):
            if mend:
                repair(storage, one)
            found.append(one)
    return found


def decisions(url: str, id: str) -> int:
    """Of all seats of a table, as a server reads it."""
    storage = Storage(url)
    made = storage.founding(id)
    assert made
    table = read_table(storage, made)
    storage.close()
    return sum(table.decisions.values())


def test_a_whole_database(url: str) -> None:
    two_tables(url)
    with opened(url, for_itself=False) as storage:
        summary = Summary()
        assert list(check(storage, summary)) == []
        assert summary == Summary(2, 14)


@pytest.mark.parametrize(
    ("statement", "told", "whole"),
    [
        ("DELETE FROM entries WHERE table_id = :id AND number = 6", "entry 6 is missing in its log", 5),
        ("DELETE FROM entries WHERE table_id = :id AND number = 7", "entry 7 is missing in its log", 6),
        ("UPDATE entries SET what = 'card 3' WHERE table_id = :id AND number = 6", "entry 6 of its log, or", 5),
        ("UPDATE entries SET kind = 'nap' WHERE table_id = :id AND number = 7", "entry 7 of its log cannot be read", 6),
        ("UPDATE entries SET who = 'eve' WHERE table_id = :id AND number = 1", "entry 1 of its log, or", 0),
    ],
)
def test_a_damaged_log_goes_on_after_its_last_whole_entry(url: str, statement: str, told: str, whole: int) -> None:
    hurt, fine = two_tables(url)
    damage(url, statement, id=hurt)
    [found] = looked(url)
    assert (found.table, found.whole, found.mended) == (hurt, whole, "")
    assert told in found.what
    [mended] = looked(url, mend=True)
    assert mended.mended
    assert looked(url) == []
    assert decisions(url, hurt) == max(0, whole - 5)
    assert decisions(url, fine) == 2
    storage = Storage(url)
    left = len(storage.entries_after(hurt, 0))
    with storage.engine.connect() as connection:
        kept = [json.loads(content) for content in connection.scalars(sa.text("SELECT content FROM set_aside"))]
    assert left == whole
    gone = "DELETE" in statement
    assert sorted(row["number"] for row in kept) == [n for n in range(whole + 1, 8) if not (gone and n == whole + 1)]
    storage.close()


def test_a_mended_table_is_played_on(url: str) -> None:
    hurt, _ = two_tables(url)
    damage(url, "DELETE FROM entries WHERE table_id = :id AND number = 7", id=hurt)
    looked(url, mend=True)

    async def play_on() -> None:
        async with houses(url) as [house]:
            room = await house.room(hurt)
            assert room.table.to_act() == tuple(SEATS[1:])
            await house.carry_out(room, m.Act("again", SEATS[1], "card 2"), ANN)

    asyncio.run(play_on())
    assert looked(url) == []
    assert decisions(url, hurt) == 2


def test_lists_that_say_something_else_are_brought_up_to_date(url: str) -> None:
    hurt, _ = two_tables(url)
    damage(url, "UPDATE tables SET status = 'gathering', free = 3, turn = 'nobody' WHERE id = :id", id=hurt)
    [found] = looked(url)
    assert (found.table, found.whole) == (hurt, None)
    looked(url, mend=True)
    assert looked(url) == []
    assert decisions(url, hurt) == 2


def test_a_table_that_was_over_is_told_and_left_alone(url: str) -> None:
    hurt, _ = two_tables(url)
    damage(url, "DELETE FROM entries WHERE table_id = :id AND number = 6", id=hurt)
    damage(url, "UPDATE tables SET status = 'over' WHERE id = :id", id=hurt)
    for mend in (False, True, False):
        [found] = looked(url, mend)
        assert (found.table, found.mended) == (hurt, "")


def test_a_table_that_was_made_with_nonsense_cannot_be_mended(url: str) -> None:
    hurt, _ = two_tables(url)
    damage(url, "UPDATE tables SET settings = '{' WHERE id = :id", id=hurt)
    [found] = looked(url, mend=True)
    assert (found.table, found.what, found.mended) == (hurt, "what it was made with cannot be read", "")


def test_nothing_is_mended_while_somebody_uses_the_database(url: str) -> None:
    two_tables(url)
    busy = Storage(url)
    holding = held_by_another(url) if url.startswith("sqlite") else nullcontext()
    with holding, busy.engine.connect() as connection:
        connection.execute(sa.text("SELECT 1"))
        assert looked(url) == []  # looking is always possible
        with pytest.raises(UndertowError, match=r"in use by another server|other connections"):
            looked(url, mend=True)
    busy.close()


def test_another_schema_is_told_and_nothing_is_changed(url: str) -> None:
    two_tables(url)
    damage(url, "UPDATE alembic_version SET version_num = '0003'")
    with pytest.raises(UndertowError, match="the database has schema 0003"):
        looked(url)


def test_what_sqlite_itself_finds(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    two_tables(url)
    storage = Storage(url)
    with storage.engine.connect() as connection:
        root = connection.scalar(sa.text("SELECT rootpage FROM sqlite_master WHERE name = 'tables_wake'"))
        size = connection.scalar(sa.text("PRAGMA page_size"))
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    storage.close()
    with (tmp_path / "tables.sqlite").open("r+b") as file:
        file.seek((root - 1) * size + size - 40)
        file.write(b"\xff" * 40)
    found = looked(url)
    assert found
    assert all(one.what.startswith("SQLite says: ") for one in found if not one.table)


def test_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(UndertowError, match="there is no database at"):
        looked(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert list(tmp_path.iterdir()) == []
