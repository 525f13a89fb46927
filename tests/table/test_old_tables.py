"""Tables of older versions of the rules: read from the database as they were written, and played on by today's."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from litestar import Litestar
from litestar.testing import AsyncTestClient
from msgspec import structs

from tests.replays.test_replays import TODAY, kept
from tests.table.conftest import QUICK, new_database
from tests.toys.lagoon import GAME as LAGOON
from undertow.core.chance import FairChance
from undertow.core.errors import OtherRules, UndertowError
from undertow.core.game import find_game, game_names
from undertow.settings import Settings
from undertow.table import api, guard
from undertow.table import messages as m
from undertow.table.app import listeners
from undertow.table.decide import Person, decide
from undertow.table.endings import Endings
from undertow.table.entries import Entry, Founding, Kind, Standing
from undertow.table.house import House
from undertow.table.limits import Limits
from undertow.table.people import People
from undertow.table.reading import read_table
from undertow.table.replays import Played, record, recorded
from undertow.table.storage import MIGRATIONS, News, Storage
from undertow.table.table import Table, folded
from undertow.table.thinkers import Thinkers

pytestmark = pytest.mark.compiled

TOY = "tests.toys.lagoon:GAME"
SEED = "reef"
START = FairChance(SEED, {}).draw(0, [1] * 4) + 1  # where the seed puts the shark
WRONG = START % 4 + 1
ANN = Person("A" * 16, "Ann")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
    else:
        yield from new_database(request.getfixturevalue("postgres"))


def founding(game: str, rules: int, players: int = 2, **changes: Any) -> Founding:
    made = Founding("old-table", game, rules, players, {}, SEED, True, m.Pace("free"), False, ANN.id, ANN.name, 1.5)
    return structs.replace(made, **changes)


class Log:
    """A log in the making, by one version of the rules: everybody is Ann."""

    def __init__(self, seats: tuple[str, ...], rules: int) -> None:
        self.rules = rules
        self.entries: list[Entry] = []
        for seat in seats:
            self.write("sit", seat)
        self.write("start")

    def write(self, kind: Kind, seat: str = "", what: str = "") -> Log:
        number = len(self.entries) + 1
        self.entries.append(Entry(number, kind, 10.0 + number, seat, what, ANN.id, ANN.name, rules=self.rules))
        return self


def lagoon(rules: int, *acts: tuple[str, str]) -> Log:
    log = Log(("shark", "diver"), rules)
    for seat, action in acts:
        log.write("act", seat, action)
    return log


def fold(log: Log, rules: int) -> Table:
    return folded(founding(TOY, rules), log.entries)


def played(table: Table) -> list[str]:
    assert table.match
    return [ply.name for ply in table.match.history]


# The fold -----------------------------------------------------------------------------------------------------------


def test_old_house_rules_hold_at_an_old_table() -> None:
    table = fold(lagoon(1, ("shark", "stay"), ("diver", "dive 1")), 1)
    assert table.setup.settings == {"lagoons": 3}
    assert played(table)[1:] == ["stay", "look 1"]


def test_decisions_that_were_added_and_dropped_are_counted_as_today() -> None:
    table = fold(lagoon(2, ("diver", f"look {WRONG}"), ("diver", "surface"), ("shark", "swim")), 2)
    assert played(table)[1:] == ["stay", f"look {WRONG}", "swim"]
    assert table.decisions == {"shark": 2, "diver": 1}


def test_a_decision_that_was_taken_back_then_is_taken_back() -> None:
    log = lagoon(2, ("diver", f"look {WRONG}"), ("diver", "surface"), ("shark", "swim"))
    table = fold(log.write("undo", "shark").write("act", "shark", "stay"), 2)
    assert played(table)[1:] == ["stay", f"look {WRONG}", "stay"]
    assert table.decisions == {"shark": 2, "diver": 1}


def test_going_back_counts_the_old_steps() -> None:
    log = lagoon(2, ("diver", f"look {WRONG}"), ("diver", "surface"), ("shark", "swim"))
    log.write("ask back", "shark", "3").write("rewind", "shark", "3")  # as counted then: the dice, a look, surfacing
    table = fold(log, 2)
    assert played(table)[1:] == ["stay", f"look {WRONG}"]
    assert table.take_back is None
    assert table.to_act() == ("shark",)


def test_a_request_from_before_the_upgrade_can_be_answered_after_it() -> None:
    log = lagoon(2, ("diver", f"look {WRONG}"), ("diver", "surface"), ("shark", "swim")).write("ask back", "shark", "3")
    table = fold(log, 2)
    answered = decide(table, m.AnswerBack("yes", True), ANN, 99.0)
    for entry in table.signed(answered):
        table.fold(entry)
        log.entries.append(entry)
    assert played(table)[1:] == ["stay", f"look {WRONG}"]
    assert played(fold(log, 2)) == played(table)


def test_a_table_that_goes_on_has_entries_of_both_versions() -> None:
    log = lagoon(2, ("diver", f"look {WRONG}"), ("diver", "surface"))
    table = fold(log, 2)
    for seat, action in (("shark", "swim"), ("diver", f"look {START % 4 + 1}")):
        for entry in table.signed(decide(table, m.Act(f"{table.head}", seat, action), ANN, 99.0)):
            table.fold(entry)
            log.entries.append(entry)
    assert {entry.rules for entry in log.entries} == {2, LAGOON.version}
    assert table.status == "over"
    again = fold(log, 2)
    assert again.match
    assert table.match
    assert again.match.state_bytes() == table.match.state_bytes()


def test_entries_without_a_version_are_of_the_version_of_their_table() -> None:
    log = lagoon(1, ("shark", "stay"), ("diver", "dive 1"))
    unmarked = [structs.replace(entry, rules=0) for entry in log.entries]
    assert played(folded(founding(TOY, 1), unmarked)) == played(fold(log, 1))


def test_a_table_that_todays_rules_cannot_play_says_why() -> None:
    with pytest.raises(OtherRules, match=r"version 3 .* here is 4. What has changed: The shark could swim back. Match"):
        fold(lagoon(3, ("shark", "swim back")), 3)


@pytest.mark.parametrize("rules", [0, 5])
def test_a_table_of_a_version_that_nobody_knows_is_refused(rules: int) -> None:
    with pytest.raises(OtherRules, match=f"played by version {rules} of the rules of lagoon; here is 4"):
        fold(lagoon(rules), rules)


# The database -------------------------------------------------------------------------------------------------------


def store(storage: Storage, made: Founding, log: list[Entry], status: str) -> None:
    standing = Standing(status, 0, [ANN.name], [], None, 2)
    storage.write([News(made.id, log, standing, made, ends=status == "over")])


def test_every_entry_of_a_new_table_knows_its_version(url: str) -> None:
    async def found() -> list[Entry]:
        house = House(Storage(url), Thinkers(1), QUICK)
        house.tasks.spawn(house.writer.run(house.loader))
        id = await house.found(m.NewTable("get-bit", 4, sit=["swimmer 1"], bots={"swimmer 2": "easy"}), ANN)
        await house.carry_out(await house.room(id), m.Say("s", "ahoy"), ANN)
        written = house.storage.entries_after(id, 0)
        await house.close()
        return written

    written = asyncio.run(found())
    assert [entry.kind for entry in written] == ["sit", "bot", "say"]
    assert {entry.rules for entry in written} == {find_game("get-bit").version}


def test_a_match_that_was_over_and_is_not_any_more_is_refused(url: str) -> None:
    storage = Storage(url)
    made = founding(TOY, 2)
    store(storage, made, lagoon(2, ("diver", f"look {WRONG}")).entries, "over")
    with pytest.raises(OtherRules, match="was over by version 2"):
        read_table(storage, made)
    storage.close()


def test_a_match_that_is_over_by_todays_rules_is_over_for_all(url: str) -> None:
    storage = Storage(url)
    made = founding(TOY, 2)
    store(storage, made, lagoon(2, ("diver", f"look {START}")).entries, "running")
    assert read_table(storage, made).status == "over"
    assert storage.status(made.id) == "over"
    assert storage.take_endings(1e11, 1e12, 9) == [made.id]
    storage.close()


# Recordings ---------------------------------------------------------------------------------------------------------


def finished_and_recorded(storage: Storage, made: Founding) -> Table:
    store(storage, made, lagoon(made.rules, ("shark", "stay"), ("diver", f"look {START}")).entries, "over")
    Endings(storage, [record]).hear()
    return read_table(storage, made)


def test_a_recording_shows_what_the_rules_show(url: str) -> None:
    storage = Storage(url)
    made = founding(TOY, 4)
    table = finished_and_recorded(storage, made)
    found, plays = recorded(storage, made.id), Played(table)
    assert found
    assert found.replay() == plays.replay()
    assert found.file() == plays.file()
    assert [found.views(ply) for ply in range(4)] == [plays.views(ply) for ply in range(4)]
    for ply in (-1, 4):
        with pytest.raises(UndertowError, match="has 3 steps"):
            found.views(ply)
    storage.close()


def test_a_recording_is_made_once(url: str) -> None:
    storage = Storage(url)
    table = finished_and_recorded(storage, founding(TOY, 4))
    first = storage.recording("old-table")
    storage.keep_recording("old-table", 5, b"by other rules")
    record(table, storage)
    assert storage.recording("old-table") == first
    storage.close()


def test_nothing_is_recorded_before_the_end(url: str) -> None:
    storage = Storage(url)
    made = founding(TOY, 4)
    store(storage, made, lagoon(4, ("shark", "stay")).entries, "running")
    Endings(storage, [record]).hear()
    assert recorded(storage, made.id) is None
    with pytest.raises(UndertowError, match="not over"):
        record(read_table(storage, made), storage)
    assert recorded(storage, made.id) is None
    storage.close()


def served(storage: Storage, *paths: str) -> list[tuple[int, str]]:
    """What the API answers."""

    async def ask() -> list[tuple[int, str]]:
        house = House(storage, Thinkers(1), QUICK)
        app = Litestar(api.HANDLERS, exception_handlers={UndertowError: guard.refused})
        app.state.update({"house": house, "people": People(storage), "limits": Limits(QUICK), "settings": QUICK})
        async with AsyncTestClient(app) as client:
            answers = [await client.get(f"/api/tables/{path}") for path in paths]
        return [(answer.status_code, answer.text) for answer in answers]

    return asyncio.run(ask())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the framework, on how our routes are declared
def test_a_finished_table_whose_rules_are_gone_is_replayed_from_its_recording(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    finished_and_recorded(storage, founding(TOY, 4))
    store(storage, founding(TOY, 4, id="running"), lagoon(4, ("shark", "stay")).entries, "running")
    paths = [f"old-table/{what}" for what in ("replay", "replay/0", "replay/3", "match", "replay/4")]
    before = served(storage, *paths, "running/replay", "running/replay/0", "running/match")
    assert [status for status, _ in before] == [200, 200, 200, 200, 409, 409, 409, 409]
    with storage.engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET rules = 99"))
        connection.execute(sa.text("UPDATE entries SET rules = 99, link = NULL"))
    assert served(storage, *paths) == before[:5]
    [(status, said), *nothing] = served(storage, "old-table", "running/replay", "running/replay/0", "running/match")
    assert status == 409
    assert "was played by version 99" in said
    assert "/t/old-table/replay" in said
    assert [status for status, _ in nothing] == [409, 409, 409], "it never ended: nothing is recorded"
    assert all("was played by version 99" in said for _, said in nothing)
    storage.close()


def test_a_server_records_what_ends_there_unless_its_host_does_not_want_it() -> None:
    assert record in listeners(Settings())
    assert record not in listeners(Settings(record=False))


# Finished and running tables of version 1 ----------------------------------------------------------------------------


def as_version_1_wrote_it(url: str, game: str, old: dict[str, Any], acts: int | None, status: str) -> Founding:
    """A database with the schema and the rows of the first release."""
    seats = find_game(game).set_up(old["players"], old["settings"]).seats
    log = Log(seats, 0)
    for seat, action in [line for line in old["lines"] if line[0] != "chance"][:acts]:
        log.write("act", seat, action)
    made = founding(game, 1, old["players"], settings=old["settings"], seed=old["seed"])
    storage = Storage(url, migrate=False)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with storage.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = structs.asdict(made) | {"pace": "free", "seconds": None, "settings": json.dumps(made.settings)}
        row |= {"status": status, "seats": len(seats), "free": 0, "people": "[]", "turn": "", "wake": None}
        insert(connection, "tables", row | {"updated": 20.0})
        for entry in log.entries:
            fields = structs.asdict(entry)
            del fields["rules"]
            insert(connection, "entries", fields | {"table_id": made.id})
        connection.commit()
    storage.close()
    return made


def insert(connection: sa.Connection, table: str, row: dict[str, Any]) -> None:
    names = list(row)
    connection.execute(
        sa.text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(':' + name for name in names)})"), row
    )


def readable(game: str) -> dict[str, Any]:
    """A match of version 1 that today's rules can play."""
    broken = TODAY.get(f"{game}-1", {}).get("broken", [])
    return next(old for number, old in enumerate(kept(f"{game}-1")) if number not in broken)


@pytest.mark.parametrize("game", game_names())
def test_a_table_that_version_1_finished_is_read_and_recorded(url: str, game: str) -> None:
    old = readable(game)
    made = as_version_1_wrote_it(url, game, old, None, "over")
    storage = Storage(url)
    assert {entry.rules for entry in storage.entries_after(made.id, 0)} == {1}
    table = read_table(storage, made)
    assert table.status == "over"
    assert table.match
    assert table.match.result
    assert list(table.match.result.shares.values()) == old["shares"]
    Endings(storage, [record]).hear()
    found = recorded(storage, made.id)
    assert found
    assert found.replay() == Played(table).replay()
    storage.close()


@pytest.mark.parametrize("game", game_names())
def test_a_table_that_version_1_left_running_goes_on(url: str, game: str) -> None:
    old = readable(game)
    decided = [line for line in old["lines"] if line[0] != "chance"]
    made = as_version_1_wrote_it(url, game, old, len(decided) // 2, "running")

    async def play_on() -> None:
        house = House(Storage(url), Thinkers(1), QUICK)
        house.rules.ready.add(game)
        house.tasks.spawn(house.writer.run(house.loader))
        room = await house.room(made.id)
        match = room.table.match
        assert match
        assert not match.over
        rng = random.Random(1)
        for number in range(8):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            await house.carry_out(room, m.Act(f"a{number}", seat, rng.choice(match.legal(seat))), ANN)
        again = await house.read(read_table, house.storage, made)
        assert again.match.state_bytes() == match.state_bytes()
        assert house.storage.entries_after(made.id, 0)[-1].rules == find_game(game).version
        await house.close()

    asyncio.run(play_on())
