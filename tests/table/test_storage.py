"""The database, on SQLite and on PostgreSQL: what is written is read again, once, and nothing of what failed."""

from __future__ import annotations

import itertools
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.table.conftest import new_database
from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table.decide import Person, own_id
from undertow.table.entries import Entry, Founding, Standing
from undertow.table.links import Damaged
from undertow.table.lock import alone
from undertow.table.messages import Pace
from undertow.table.people import People
from undertow.table.storage import MIGRATIONS, NEWEST, News, Storage, Taken, metadata, url_of

pytestmark = pytest.mark.compiled

_ids = itertools.count(1)
several = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('storage') / 'tables.sqlite'}"
    else:
        yield from new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    opened = Storage(url)
    yield opened
    opened.close()


def founding(**changes: Any) -> Founding:
    plain = Founding(
        id=f"table-{next(_ids):06}",
        game="get-bit",
        rules=1,
        players=4,
        settings={},
        seed="reef",
        public=True,
        pace=Pace(),
        crew_room=False,
        host="host",
        host_name="Hanna",
        created=1.5,
    )
    return structs.replace(plain, **changes)


def standing(**changes: Any) -> Standing:
    return structs.replace(Standing("gathering", 4, [], [], None, 4), **changes)


def make(storage: Storage, made: Founding | None = None, entries: list[Entry] | None = None, **stands: Any) -> str:
    """Write a table down; returns its id."""
    made = made or founding()
    storage.write([News(made.id, entries or [], standing(**stands), made)])
    return made.id


def said(number: int, what: str = "hello", command: str | None = None) -> Entry:
    return Entry(number, "say", 2.5, "", what, "ann", "Ann", "table", command)


def sits(who: str) -> Entry:
    return Entry(1, "sit", 2.5, "swimmer 1", "", who, who.capitalize(), "", f"{who}.1")


# The schema -----------------------------------------------------------------------------------------------------------


def test_an_empty_database_gets_the_schema_and_keeps_it(url: str) -> None:
    first = Storage(url)
    assert sa.inspect(first.engine).get_table_names()
    id = make(first)
    first.close()
    again = Storage(url)
    assert again.founding(id) is not None
    again.close()


def test_migrations_make_the_very_schema_that_the_code_knows(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_newest_migration_is_known_without_alembic(storage: Storage) -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_current_head() == NEWEST
    with storage.engine.connect() as connection:
        assert MigrationContext.configure(connection).get_current_revision() == NEWEST


def test_servers_that_start_together_migrate_once(postgres: str) -> None:
    fresh = new_database(postgres)
    url = next(fresh)
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(Storage, [url] * 4))
    assert len({one.signing_key() for one in opened}) == 1
    for one in opened:
        one.close()
    next(fresh, None)


def test_a_database_of_a_newer_version_is_told_in_one_sentence_and_stays_as_it_is(url: str) -> None:
    first = Storage(url)
    change(first, "UPDATE alembic_version SET version_num = '9001'")
    try:
        with pytest.raises(UndertowError) as caught:
            Storage(url)
        assert "its schema is 9001" in str(caught.value)
        assert "newer version" in str(caught.value)
        assert "\n" not in str(caught.value)
        assert first.schema() == "9001"
    finally:
        change(first, "UPDATE alembic_version SET version_num = :newest", newest=NEWEST)
        first.close()


def test_sqlite_is_durable(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with storage.engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(sa.text("PRAGMA synchronous")) == 2  # every commit reaches the disk
        assert connection.scalar(sa.text("PRAGMA foreign_keys")) == 1
    storage.close()


def test_postgresql_is_durable(postgres: str) -> None:
    engine = sa.create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SHOW synchronous_commit")) == "on"
        assert connection.scalar(sa.text("SHOW fsync")) == "on"
    engine.dispose()


# Writing and reading --------------------------------------------------------------------------------------------------

shown = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=24)
written = st.builds(
    Entry,
    number=st.just(0),
    kind=st.sampled_from(["sit", "say", "act", "mix", "answer back"]),
    at=st.floats(0, 4e9),
    seat=st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40),
    what=st.one_of(shown, shown.map(lambda text: text * 200)),
    who=st.sampled_from(["ann", "bob", "ö" * 40]),
    name=names,
    room=st.sampled_from(["", "table", "crew"]),
    command=st.none(),
)


@several
@given(entries=st.lists(written, max_size=8))
def test_what_is_written_is_read_again(storage: Storage, entries: list[Entry]) -> None:
    entries = [
        structs.replace(entry, number=number, command=f"c.{number}" if number % 2 else None)
        for number, entry in enumerate(entries, start=1)
    ]
    id = make(storage, entries=entries)
    assert storage.entries_after(id, 0) == entries
    assert storage.entries_after(id, 3) == entries[3:]
    assert storage.head(id) == len(entries)


@several
@given(
    made=st.builds(
        founding,
        settings=st.dictionaries(shown, st.one_of(st.integers(-(2**60), 2**60), st.booleans(), shown), max_size=4),
        seed=st.text("0123456789abcdef", min_size=1, max_size=120),
        public=st.booleans(),
        crew_room=st.booleans(),
        pace=st.sampled_from([Pace(), Pace("live", 90), Pace("days", 86400)]),
        host_name=names,
        created=st.floats(0, 4e9),
    )
)
def test_a_founding_is_read_again(storage: Storage, made: Founding) -> None:
    assert storage.founding(make(storage, made)) == made


def test_what_is_not_there(storage: Storage) -> None:
    assert storage.founding("nowhere1") is None
    assert storage.entries_after("nowhere1", 0) == []
    assert storage.head("nowhere1") == 0
    assert storage.whose_token("nobody's") is None


def test_many_tables_share_a_commit(storage: Storage) -> None:
    ids = [make(storage) for _ in range(20)]
    storage.write([News(id, [said(1, id), said(2)], None) for id in ids])
    assert [storage.entries_after(id, 0)[0].what for id in ids] == ids


# What is not as it was written ----------------------------------------------------------------------------------------


def change(storage: Storage, statement: str, **values: Any) -> None:
    """Do to the database what nobody should."""
    with storage.engine.begin() as connection:
        connection.execute(sa.text(statement), values)


def five(storage: Storage) -> str:
    return make(storage, entries=[said(number, f"line {number}") for number in range(1, 6)])


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM entries WHERE table_id = :id AND number = 3", "entry 3 is missing"),
        ("DELETE FROM entries WHERE table_id = :id AND number IN (2, 3)", "entries 2 to 3 are missing"),
        ("DELETE FROM entries WHERE table_id = :id AND number = 1", "entry 1 is missing"),
        ("DELETE FROM entries WHERE table_id = :id AND number = 5", "entry 5 is missing"),
        ("DELETE FROM entries WHERE table_id = :id", "entries 1 to 5 are missing"),
        ("UPDATE entries SET what = 'other' WHERE table_id = :id AND number = 3", "entry 3 of its log, or"),
        ("UPDATE entries SET command = 'x' WHERE table_id = :id AND number = 5", "entry 5 of its log, or"),
        ("UPDATE entries SET number = 9 WHERE table_id = :id AND number = 5", "entries 5 to 8 are missing"),
        ("UPDATE entries SET kind = 'sing' WHERE table_id = :id AND number = 2", "entry 2 of its log cannot be read"),
        ("UPDATE entries SET link = NULL WHERE table_id = :id AND number = 4", "entry 4 of its log has no link"),
        ("UPDATE tables SET seed = 'loaded dice' WHERE id = :id", "entry 1 of its log, or"),
    ],
)
def test_a_log_that_is_not_what_was_written_is_refused_and_no_other(storage: Storage, damage: str, told: str) -> None:
    id, other = five(storage), five(storage)
    change(storage, damage, id=id)
    with pytest.raises(Damaged) as caught:
        storage.entries_after(id, 0)
    assert told in str(caught.value)
    assert repr(id) in str(caught.value)
    assert len(storage.entries_after(other, 0)) == 5


def test_a_hole_in_what_is_new_is_found_by_whoever_knows_the_rest(storage: Storage) -> None:
    id = five(storage)
    change(storage, "DELETE FROM entries WHERE table_id = :id AND number = 4", id=id)
    assert storage.entries_after(id, 5) == []
    for known in (2, 3, 4):
        with pytest.raises(Damaged, match="entry 4 is missing"):
            storage.entries_after(id, known)


def test_nothing_is_written_after_a_hole(storage: Storage, url: str) -> None:
    id, other = five(storage), five(storage)
    change(storage, "DELETE FROM entries WHERE table_id = :id AND number = 5", id=id)
    fresh = Storage(url)
    with pytest.raises(Damaged, match="entry 5 is missing"):
        fresh.write([News(id, [said(6)], None), News(other, [said(6)], None)])
    fresh.write([News(other, [said(6)], None)])
    assert storage.head(id) == 4
    fresh.close()


def test_links_go_on_whoever_writes(storage: Storage, url: str) -> None:
    id = make(storage)
    opened = [storage, Storage(url), Storage(url)]
    for number in range(1, 10):
        opened[number % 3].write([News(id, [said(number)], None)])
    assert len(storage.entries_after(id, 0)) == 9
    for one in opened[1:]:
        one.close()


def test_logs_from_before_there_were_links_are_read_and_go_on(storage: Storage, url: str) -> None:
    id = five(storage)
    change(storage, "UPDATE entries SET link = NULL WHERE table_id = :id", id=id)
    fresh = Storage(url)
    assert len(fresh.entries_after(id, 0)) == 5
    assert [entry.number for entry in fresh.entries_after(id, 3)] == [4, 5]
    fresh.write([News(id, [said(6), said(7)], None)])
    assert len(fresh.entries_after(id, 0)) == 7
    change(storage, "UPDATE entries SET what = 'other' WHERE table_id = :id AND number = 2", id=id)
    with pytest.raises(Damaged, match="entry 6 of its log, or"):  # the first link speaks for all before it
        fresh.entries_after(id, 0)
    fresh.close()


def test_a_table_that_makes_no_sense_is_refused_and_the_others_are_listed(storage: Storage) -> None:
    odd, lost, good = make(storage), make(storage), make(storage)
    change(storage, "UPDATE tables SET settings = '{' WHERE id = :id", id=odd)
    with pytest.raises(Damaged, match="what it was made with cannot be read"):
        storage.founding(odd)
    change(storage, "UPDATE tables SET people = '{' WHERE id = :id", id=lost)
    listed = [line.id for line in storage.listed("gathering")]
    assert good in listed
    assert lost not in listed


def test_text_that_is_no_text_is_told_of_its_table(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    id, other = five(storage), five(storage)
    change(storage, "UPDATE entries SET what = CAST(x'ff' AS TEXT) WHERE table_id = :id AND number = 2", id=id)
    with pytest.raises(Damaged, match="the database cannot read it"):
        storage.entries_after(id, 0)
    assert len(storage.entries_after(other, 0)) == 5
    storage.close()


# Who was first --------------------------------------------------------------------------------------------------------


def test_a_number_is_written_once_and_the_rest_of_the_batch_not_at_all(storage: Storage) -> None:
    contested, untouched = make(storage), make(storage)
    storage.write([News(contested, [said(1, "first")], None)])
    with pytest.raises(Taken) as caught:
        storage.write(
            [
                News(untouched, [said(1, "of the same batch")], standing(status="running")),
                News(contested, [said(1, "second"), said(2)], standing(status="over")),
            ]
        )
    assert caught.value.ids == {contested}
    assert [entry.what for entry in storage.entries_after(contested, 0)] == ["first"]
    assert storage.entries_after(untouched, 0) == []
    assert untouched not in [line.id for line in storage.listed("running")]
    storage.write([News(untouched, [said(1)], None), News(contested, [said(2)], None)])  # and again, after it


def test_a_command_is_written_once(storage: Storage) -> None:
    id, other = make(storage), make(storage)
    storage.write([News(id, [said(1, "first", "ann.7")], None)])
    with pytest.raises(Taken) as caught:
        storage.write([News(other, [said(1)], None), News(id, [said(2, "sent again", "ann.7")], None)])
    assert caught.value.ids == {id}
    assert storage.head(id) == 1
    assert storage.head(other) == 0
    storage.write([News(other, [said(1, "elsewhere", "ann.7")], None)])  # ids are a table's own
    storage.write([News(other, [said(2), said(3)], None)])  # entries of the table itself have none


def test_a_table_is_made_once(storage: Storage) -> None:
    made = founding()
    make(storage, made, [said(1, "first")])
    with pytest.raises(Taken) as caught:
        make(storage, structs.replace(made, seed="other"), [said(1, "second")])
    assert caught.value.ids == {made.id}
    found = storage.founding(made.id)
    assert found
    assert found.seed == "reef"


def test_many_writers_of_one_table_get_every_number_once(url: str) -> None:
    opened = [Storage(url) for _ in range(3)]
    id = make(opened[0])

    def write(writer: int) -> set[str]:
        storage, taken = opened[writer % 3], {id}
        for i in range(6):
            while True:
                try:
                    storage.write([News(id, [said(storage.head(id) + 1, f"{writer}.{i}", f"{writer}.{i}")], None)])
                    break
                except Taken as error:
                    taken |= error.ids
        return taken

    with ThreadPoolExecutor(4) as pool:
        assert set().union(*pool.map(write, range(4))) == {id}
    entries = opened[0].entries_after(id, 0)
    assert [entry.number for entry in entries] == list(range(1, 25))
    assert sorted(entry.what for entry in entries) == sorted(f"{writer}.{i}" for writer in range(4) for i in range(6))
    for one in opened:
        one.close()


def test_the_longest_command_id_can_be_written_down(storage: Storage) -> None:
    person = People(storage).newcomer()
    id = make(storage)
    command = own_id("x" * 64, Person(person.id, person.name))  # as long as messages.CommandId lets it be
    storage.write([News(id, [said(1, command=command)], None)])
    assert storage.entries_after(id, 0)[0].command == command


# Lists ----------------------------------------------------------------------------------------------------------------


def test_lists_of_public_tables(storage: Storage) -> None:
    waits = make(storage)
    full = make(storage, free=0)
    plays = make(storage, status="running", free=0, people=["Ann", "Bo & Cy", "Dörte"])
    over = make(storage, status="over")
    private = make(storage, founding(public=False))
    newest = make(storage)
    gathering, running = storage.listed("gathering"), storage.listed("running")
    assert [line.id for line in gathering][:2] == [newest, waits]
    assert not {full, plays, over, private} & {line.id for line in gathering}
    [line] = [line for line in running if line.id == plays]
    assert line.people == ["Ann", "Bo & Cy", "Dörte"]
    assert (line.game, line.title, line.status, line.seats, line.free) == ("get-bit", "Get Bit!", "running", 4, 0)
    assert abs(line.updated - time.time()) < 60
    assert not line.my_turn


def test_lists_follow_what_happens(storage: Storage) -> None:
    id = make(storage)
    assert id in [line.id for line in storage.listed("gathering")]
    storage.write([News(id, [said(1)], standing(status="running", free=0, people=["Ann"]))])
    assert id not in [line.id for line in storage.listed("gathering")]
    assert id in [line.id for line in storage.listed("running")]
    storage.write([News(id, [said(2)], None)])  # nothing changed for the lists
    assert id in [line.id for line in storage.listed("running")]


def test_my_tables_with_my_turn(storage: Storage) -> None:
    mine = make(storage, entries=[sits("bea")], status="running", turn=["bea", "cleo"])
    hosted = make(storage, founding(host="bea", public=False))
    waiting = make(storage, entries=[sits("bea")], status="running", turn=["beatrix"])
    over = make(storage, entries=[sits("bea")], status="over")
    other = make(storage, entries=[sits("cleo")], turn=["cleo"])
    found = {line.id: line.my_turn for line in storage.of_person("bea")}
    assert found == {mine: True, hosted: False, waiting: False, over: False}
    assert other not in found
    assert storage.of_person("nobody") == []


def test_a_table_long_over_leaves_my_list(storage: Storage) -> None:
    id = make(storage, entries=[sits("dora")], status="over")
    assert [line.id for line in storage.of_person("dora")] == [id]
    with storage.engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET updated = updated - 8 * 86400 WHERE id = :id"), {"id": id})
    assert storage.of_person("dora") == []


def test_sitting_down_twice_is_listed_once(storage: Storage) -> None:
    id = make(storage, entries=[sits("eve"), structs.replace(sits("eve"), number=2, command=None)])
    storage.write([News(id, [structs.replace(sits("eve"), number=3, command=None)], None)])
    assert [line.id for line in storage.of_person("eve")] == [id]


def test_a_seat_moved_to_another_device_is_in_its_list(storage: Storage) -> None:
    moved = Entry(1, "move", 2.5, "swimmer 1", "fay", "fay on the phone", "Fay")
    id = make(storage, entries=[moved])
    assert [line.id for line in storage.of_person("fay on the phone")] == [id]


def test_what_is_due(storage: Storage) -> None:
    make(storage, status="running")
    later = make(storage, status="running", wake=1000.0)
    bots = make(storage, status="running", wake=0.0)
    soon = make(storage, status="running", wake=500.0)
    make(storage, status="over", wake=0.0)
    assert storage.due(400.0) == []
    assert storage.due(500.0) == [soon]
    assert storage.due(2000.0) == [soon, later]
    assert storage.with_bots_to_move() == [bots]
    assert storage.with_bots_to_move(after=bots) == []
    storage.write([News(bots, [said(1)], standing(status="running", wake=None))])
    assert storage.with_bots_to_move() == []


def test_open_tables_are_counted(storage: Storage) -> None:
    before = storage.open_tables()
    for status in ("gathering", "running", "over"):
        make(storage, founding(host="gus"), status=status)
    assert storage.open_tables("gus") == 2
    assert storage.open_tables() == before + 2
    assert storage.open_tables("nobody") == 0


# Keys and tokens ------------------------------------------------------------------------------------------------------


def test_two_servers_sign_with_the_same_key(url: str) -> None:
    first, second = Storage(url), Storage(url)
    person = People(first).newcomer()
    assert People(second).of_cookie(People(first).cookie(person)) == person
    assert first.signing_key() == second.signing_key() == first.signing_key()
    assert len(first.signing_key()) == 64
    first.close()
    second.close()


def test_keys_of_two_databases_differ(storage: Storage, tmp_path: Path) -> None:
    other = Storage(f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert other.signing_key() != storage.signing_key()
    other.close()


def test_tokens(storage: Storage) -> None:
    people = People(storage)
    token, person = people.new_token("Robo 🦈")
    assert People(storage).of_token(token) == person
    assert people.of_token(token + "x") is None
    with storage.engine.connect() as connection:
        kept = connection.execute(sa.text("SELECT * FROM tokens")).all()
    assert token not in str(kept)  # its digest only


# Addresses ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://somebody:hunter2@127.0.0.1:1/tables",
        "postgres://somebody:hunter2@127.0.0.1:1/tables",
        "postgresql://somebody:hunter2@127.0.0.1:port/tables",
        "postgresql://somebody:hunter2@[::1/tables",
        "postgresql://somebody:hun@hunter2@127.0.0.1:1/tables",
        "postgresql://somebody:hunter2@127.0.0.1:1/tables?nonsense=1",
        "postgresql://somebody:hunter2@nowhere.invalid/tables",
        "postgresql+nodriver://somebody:hunter2@127.0.0.1/tables",
        "oracle-of-delphi://somebody:hunter2@127.0.0.1/tables",
        "somebody:hunter2@127.0.0.1/tables",
        "postgresql//somebody:hunter2@127.0.0.1/tables",
    ],
)
def test_a_password_is_never_in_an_error(url: str) -> None:
    with pytest.raises(UndertowError) as caught:
        Storage(url)
    assert "hunter2" not in str(caught.value)
    assert str(caught.value).startswith("the database cannot be used: ")
    assert "\n" not in str(caught.value)


def test_where_tables_are_kept(tmp_path: Path) -> None:
    kept = Storage(url_of(Settings(data=tmp_path / "a" / "b")))
    assert kept.url == f"sqlite:///{tmp_path / 'a' / 'b' / 'tables' / 'tables.sqlite'}"
    kept.close()
    assert url_of(Settings(data=tmp_path, database="postgres://somebody@somewhere/tables")).startswith("postgres://")
    (tmp_path / "file").write_text("")
    with pytest.raises(UndertowError, match="tables cannot be kept in"):
        url_of(Settings(data=tmp_path / "file" / "below"))


# Its owner's, and one server's ----------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def files_of(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir()}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights than these")
def test_the_database_is_its_owner_s_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        kept = Storage(url_of(Settings(data=tmp_path / "data")))
        folder = tmp_path / "data" / "tables"
        expected = {"tables.sqlite": 0o600, "tables.sqlite-wal": 0o600, "tables.sqlite-shm": 0o600}
        assert files_of(folder) == expected
        assert mode(folder) == 0o700
        for path in folder.iterdir():  # as an older version left them
            path.chmod(0o644)
        folder.chmod(0o755)
        again = Storage(url_of(Settings(data=tmp_path / "data")))
        assert files_of(folder) == expected
        assert mode(folder) == 0o700
        again.close()
        kept.close()
    finally:
        os.umask(before)


def test_a_database_where_it_used_to_be_kept_moves_with_all_that_is_in_it(tmp_path: Path) -> None:
    older = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    id = five(older)
    with pytest.raises(UndertowError, match="is another server using it"):
        url_of(Settings(data=tmp_path))
    assert len(older.entries_after(id, 0)) == 5
    older.close()
    kept = Storage(url_of(Settings(data=tmp_path)))
    assert len(kept.entries_after(id, 0)) == 5
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]
    kept.close()


HOLDS_IT = (
    "import sys; from undertow.table.lock import alone\nwith alone(sys.argv[1]): print('held', flush=True); input()"
)


@contextmanager
def held_by_another(url: str) -> Iterator[int]:
    """The lock is in another process, which is killed in the end."""
    command = [sys.executable, "-c", HOLDS_IT, url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        yield other.pid
        other.kill()


def test_one_sqlite_file_has_one_server_until_that_ends_however_it_ends(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with held_by_another(url) as process:
        with pytest.raises(UndertowError) as caught, alone(url):
            pass
        assert str(tmp_path / "tables.sqlite") in str(caught.value)
        assert f"process {process}" in str(caught.value)
        assert "stop that one first" in str(caught.value)
        storage = Storage(url)  # whoever looks, and whoever writes for the server, may
        storage.close()
    with alone(url):
        pass


def test_postgresql_has_as_many_servers_as_come() -> None:
    with alone("postgresql://somebody@somewhere/tables"), alone("postgresql://somebody@somewhere/tables"):
        pass
