"""What a host does with a database: backups that are restored, people who are deleted, tables that are closed or thrown
away. What is left is whole each time."""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.table.conftest import new_database
from tests.table.test_fsck import decisions, looked, two_tables
from tests.table.test_old_tables import ANN as OLD_ANN
from tests.table.test_old_tables import as_version_1_wrote_it, readable
from tests.table.test_servers import ALL_ANN, ANN, SEATS, eventually, houses
from tests.table.test_storage import change, held_by_another
from undertow.core.errors import UndertowError
from undertow.core.match import Match
from undertow.table import messages as m
from undertow.table import storage as s
from undertow.table.backup import back_up, restore
from undertow.table.decide import Person
from undertow.table.endings import Endings
from undertow.table.entries import Closed
from undertow.table.erasing import NAME, erase
from undertow.table.fsck import opened
from undertow.table.house import House
from undertow.table.keeping import close_table, exported, one_person, people_of, tables_of, throw_away
from undertow.table.people import People
from undertow.table.reading import read_table
from undertow.table.replays import record
from undertow.table.storage import Storage

pytestmark = pytest.mark.compiled

BO = Person("bo" * 8, "Boatswain Bo")
DAY = 86400.0


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield from empty(request.param, request, tmp_path / "one")


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Another database."""
    yield from empty(request.param, request, tmp_path / "two")


def empty(kind: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        folder.mkdir()
        yield f"sqlite:///{folder / 'tables.sqlite'}"
    else:
        yield from new_database(request.getfixturevalue("postgres"))


def everything(url: str) -> dict[str, list[Any]]:
    """Every row of every table."""
    with closing(Storage(url)) as storage, storage.engine.connect() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(sa.select(table)).all()))
            for table in s.metadata.sorted_tables
        }


# Backups ------------------------------------------------------------------------------------------------------------


def test_a_backup_of_either_database_is_restored_into_either(url: str, other: str, tmp_path: Path) -> None:
    one, two = two_tables(url)
    with closing(Storage(url)) as storage:
        token, _ = People(storage).new_token("Robin")
        change(storage, "UPDATE tables SET status = 'over' WHERE id = :id", id=two)
        storage.keep_recording(two, 1, lzma.compress(b"a recording"))
        change(storage, "INSERT INTO set_aside VALUES (7, 'x', 1.5, 'why', '{}')")
    before = everything(url)
    copied = back_up(url, tmp_path / "backup")
    assert (copied.tables, copied.entries) == (2, 14)
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["backup"]  # and nothing beside it
    assert restore(other, tmp_path / "backup", replace=False) == copied
    assert everything(other) == before == everything(url)
    assert [found.what for found in looked(other)] == ["lists do not say of it what its log says"]  # as we made it
    with closing(Storage(other)) as storage:
        assert People(storage).of_token(token) is not None
        change(storage, "INSERT INTO set_aside (table_id, at, why, content) VALUES ('y', 1, '', '')")  # it counts on
    assert decisions(other, one) == 2


def test_a_restored_match_is_played_on(url: str, other: str, tmp_path: Path) -> None:
    one, _ = two_tables(url)
    back_up(url, tmp_path / "backup")
    restore(other, tmp_path / "backup", replace=False)

    async def go_on() -> None:
        async with houses(other) as [house]:
            room = await house.room(one)
            for i in range(2, 4):
                await house.carry_out(room, m.Act(f"a{i}", SEATS[i], f"card {i + 1}"), ANN)
            assert sum(room.table.decisions.values()) == 4

    asyncio.run(go_on())
    assert looked(other) == []


def test_a_backup_is_made_while_people_play(url: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with houses(url) as [house]:
            room = await house.room(await house.found(ALL_ANN, ANN))
            talk = asyncio.create_task(chat(house, room))
            for i in range(3):
                await asyncio.to_thread(back_up, url, tmp_path / f"backup {i}")
            talk.cancel()

    async def chat(house: House, room: Any) -> None:
        for i in range(10_000):
            await house.carry_out(room, m.Say(f"s{i}", f"line {i}"), ANN)

    asyncio.run(play())
    for i in range(3):
        assert looked(f"sqlite:///{tmp_path / f'backup {i}'}") == []


def test_a_backup_of_the_first_version_is_brought_up_to_date(other: str, tmp_path: Path) -> None:
    first = f"sqlite:///{tmp_path / 'first.sqlite'}"
    made = as_version_1_wrote_it(first, "get-bit", readable("get-bit"), None, "over")
    back_up(first, tmp_path / "backup")
    as_it_was = (tmp_path / "backup").read_bytes()
    assert restore(other, tmp_path / "backup", replace=False).tables == 1
    assert (tmp_path / "backup").read_bytes() == as_it_was
    with opened(other, for_itself=True) as storage:
        assert read_table(storage, made).status == "over"
        assert erase(storage, OLD_ANN.id).tables == 1  # its log has no links, and still has none
        assert read_table(storage, made).status == "over"
    assert OLD_ANN.id not in all_text(other)


def test_a_database_that_has_tables_is_only_replaced_if_that_is_wanted(url: str, tmp_path: Path) -> None:
    two_tables(url)
    back_up(url, tmp_path / "backup")
    two_tables(url)
    before = everything(url)
    with pytest.raises(UndertowError, match="has 4 tables already, and nothing was changed; `--replace`"):
        restore(url, tmp_path / "backup", replace=False)
    assert everything(url) == before
    assert restore(url, tmp_path / "backup", replace=True).tables == 2
    assert len(everything(url)["tables"]) == 2
    assert looked(url) == []


def test_no_backup_is_written_over(url: str, tmp_path: Path) -> None:
    two_tables(url)
    (tmp_path / "backup").write_text("mine", encoding="utf-8")
    with pytest.raises(UndertowError, match=r"there is a file '.*backup' already"):
        back_up(url, tmp_path / "backup")
    assert (tmp_path / "backup").read_text(encoding="utf-8") == "mine"
    with pytest.raises(UndertowError, match="cannot be written: No such file or directory"):
        back_up(url, tmp_path / "nowhere" / "backup")


def test_what_is_no_backup_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    two_tables(url)
    back_up(url, tmp_path / "backup")
    before = everything(url)

    def refused(file: Path, why: str) -> None:
        with pytest.raises(UndertowError, match=why):
            restore(url, file, replace=True)
        assert everything(url) == before

    refused(tmp_path / "none", "there is no backup '.*none'")
    (tmp_path / "text").write_text("This is a letter, and a rather long one at that. " * 99, encoding="utf-8")
    refused(tmp_path / "text", "'.*text' is no backup that can be read: file is not a database")
    with closing(sqlite3.connect(tmp_path / "other")) as stranger:
        stranger.execute("CREATE TABLE cats (name)")
    refused(tmp_path / "other", "'.*other' is no backup of Undertow's tables")
    whole = (tmp_path / "backup").read_bytes()
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    refused(tmp_path / "half", r"is damaged: |is no backup that can be read: database disk image is malformed\.$")
    with closing(sqlite3.connect(tmp_path / "backup")) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    refused(tmp_path / "backup", "was made by a newer version of Undertow: its schema is 9999")


def test_what_needs_the_server_stopped_says_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    two_tables(url)
    back_up(url, tmp_path / "backup")
    with held_by_another(url):
        with pytest.raises(UndertowError, match=r"is in use by another server \(process \d+\): stop that one first"):
            restore(url, tmp_path / "backup", replace=True)
        back_up(url, tmp_path / "another")  # this does not


def test_postgresql_must_be_left_alone_too(database: str, tmp_path: Path) -> None:
    two_tables(database)
    back_up(database, tmp_path / "backup")
    with (
        closing(Storage(database)) as storage,
        storage.engine.connect(),
        pytest.raises(UndertowError, match="has 1 other connections: stop every server on it"),
    ):
        restore(database, tmp_path / "backup", replace=True)


# Deleting a person --------------------------------------------------------------------------------------------------


def with_bo(url: str) -> str:
    """A match to the end, which Bo made, chatted at and mixed a word into, with Ann at the other seats."""

    async def play() -> str:
        async with houses(url) as [house]:
            wanted = m.NewTable("get-bit", 4, sit=[SEATS[0]])
            room = await house.room(await house.found(wanted, BO))
            await house.carry_out(room, m.Mix("mix", SEATS[0], "barnacle"), BO)
            for seat in SEATS[1:]:
                await house.carry_out(room, m.Sit(f"sit {seat}", seat), ANN)
            await house.carry_out(room, m.Start("start"), BO)
            await house.carry_out(room, m.Say("bo says", "I hid behind the reef"), BO)
            await house.carry_out(room, m.Say("ann says", "well done"), ANN)
            number = 0
            while room.table.status != "over":
                for seat in room.table.to_act():
                    number += 1
                    act = m.Act(f"act {number}", seat, room.table.match.legal(seat)[0])  # type: ignore[union-attr]
                    await house.carry_out(room, act, BO if seat == SEATS[0] else ANN)
            endings = Endings(house.storage, [record])
            endings.hear()
            assert house.storage.has_recording(room.id)
            return room.id

    return asyncio.run(play())


def all_text(url: str) -> str:
    """Everything in the database, unpacked."""
    with closing(Storage(url)) as storage, storage.engine.connect() as connection:
        rows = [row for table in s.metadata.sorted_tables for row in connection.execute(sa.select(table)).all()]
    return "\n".join(
        lzma.decompress(value).decode() if isinstance(value, bytes) and value.startswith(b"\xfd7zXZ") else str(value)
        for row in rows
        for value in row
    )


def test_a_deleted_person_leaves_nothing_and_the_match_stays(url: str, tmp_path: Path) -> None:
    table = with_bo(url)
    with opened(url, for_itself=True) as storage:
        storage.keep_token("digest", BO.id, "Bo's bot")
        assert (one_person(storage, "Boatswain Bo").id, one_person(storage, BO.id).names[0]) == (BO.id, BO.name)
        before = [(entry.kind, entry.seat, entry.at) for entry in storage.entries_after(table, 0)]
        erased = erase(storage, BO.id)
        assert (erased.tables, erased.lines, erased.tokens, erased.words) == (1, 1, 1, 1)
        after = [(entry.kind, entry.seat, entry.at) for entry in storage.entries_after(table, 0)]
        assert after == before
    found = all_text(url)
    for trace in (BO.id, BO.name, "reef", "Bo's bot"):
        assert trace not in found
    assert "well done" in found
    assert NAME in found
    assert looked(url) == []
    with closing(Storage(url)) as storage:
        Endings(storage, [record]).hear()  # as the server does when it starts
        [one] = exported(storage, table)
        (tmp_path / "match").write_text(one["match"], encoding="utf-8")
        Match.load(tmp_path / "match")  # every die is still the one its seed and words give
        assert NAME in one["match"]
        assert [person.id for person in people_of(storage) if NAME not in person.names] == [ANN.id]


def test_a_running_match_goes_on_without_the_deleted_person(url: str) -> None:
    one, two = two_tables(url)
    with opened(url, for_itself=True) as storage:
        erase(storage, ANN.id)
        aliases = {entry.who for id in (one, two) for entry in storage.entries_after(id, 0)}
        assert len(aliases) == 2  # another one at each table
    assert decisions(url, one) == 2
    assert looked(url) == []

    async def come_back() -> None:
        async with houses(url) as [house]:
            room = await house.room(one)
            with pytest.raises(UndertowError):  # the seat is nobody's whom Ann's cookie names
                await house.carry_out(room, m.Act("a9", SEATS[2], "card 1"), ANN)

    asyncio.run(come_back())


def test_a_damaged_table_is_mended_first(url: str) -> None:
    one, _ = two_tables(url)
    with closing(Storage(url)) as storage:
        change(storage, "UPDATE entries SET what = 'card 3' WHERE table_id = :id AND number = 6", id=one)
    before = everything(url)
    with opened(url, for_itself=True) as storage, pytest.raises(UndertowError, match="Nothing was changed: mend it"):
        erase(storage, ANN.id)
    assert everything(url) == before


def test_whom_a_name_means(url: str) -> None:
    two_tables(url)
    with closing(Storage(url)) as storage:
        storage.keep_token("digest", "robin" * 3, "Ann")
        with pytest.raises(UndertowError, match="2 people have been called 'Ann'; choose one by the id: "):
            one_person(storage, "Ann")
        with pytest.raises(UndertowError, match="nobody here is called 'An' or has that id"):
            one_person(storage, "An")
        assert [one.bot for one in people_of(storage, "ann")] == [True, False]


# Closing, handing out, throwing away --------------------------------------------------------------------------------


def test_a_closed_table_is_opened_by_nobody(url: str) -> None:
    async def play() -> str:
        async with houses(url) as [house]:
            room = await house.room(await house.found(ALL_ANN, ANN))
            with opened(url, for_itself=False) as storage:
                close_table(storage, room.id)
                with pytest.raises(UndertowError, match="is closed already"):
                    close_table(storage, room.id)
            if house.storage.shared:
                assert await eventually(lambda: room.broken is not None)  # it is told at once
            with pytest.raises(Closed, match="this table was closed by whoever runs this server"):
                await house.carry_out(room, m.Act("late", SEATS[0], "card 1"), ANN)
            with pytest.raises(Closed):
                await house.room(room.id)
            return room.id

    closed = asyncio.run(play())
    assert looked(url) == []
    with closing(Storage(url)) as storage:
        assert storage.of_person(ANN.id)[0].status == "over"
        assert storage.with_bots_to_move() == []
        assert [table.id for table in tables_of(storage, everything=False)] == []
        assert [table.id for table in tables_of(storage, everything=True)] == [closed]
        with pytest.raises(UndertowError, match="there is no table 'elsewhere'"):
            close_table(storage, "elsewhere")


def test_tables_are_handed_out_with_everything_but_keys(url: str) -> None:
    one, two = two_tables(url)
    with closing(Storage(url)) as storage:
        key = storage.signing_key()
        found = list(exported(storage))
        assert {table["table"]["id"] for table in found} == {one, two}
        assert [table["table"]["id"] for table in exported(storage, one)] == [one]
        assert len(found[0]["entries"]) == 7
        assert key not in json.dumps(found)
        with pytest.raises(UndertowError, match="there is no table 'elsewhere'"):
            list(exported(storage, "elsewhere"))


def test_old_tables_are_thrown_away_and_nothing_else(url: str) -> None:
    one, two = two_tables(url)
    with closing(Storage(url)) as storage:
        long_ago = time.time() - 100 * DAY
        change(storage, "UPDATE tables SET updated = :at WHERE id = :id", at=long_ago, id=one)
        storage.keep_recording(one, 1, b"")
        assert throw_away(storage, time.time() - 101 * DAY) == 0
        assert throw_away(storage, time.time() - 90 * DAY) == 1
        assert storage.founding(one) is None
        with storage.engine.connect() as connection:
            for table in (s.entries, s.sitters, s.recordings, s.endings):
                assert set(connection.scalars(sa.select(table.c.table_id))) <= {two}
    assert looked(url) == []
