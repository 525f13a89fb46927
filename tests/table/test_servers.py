"""Several servers on one PostgreSQL serve one table; and what a server does when its database falters."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.table.conftest import Guest, Json, Live, Server, Servers, questions, wait_until
from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.decide import Person
from undertow.table.house import House
from undertow.table.room import Room
from undertow.table.storage import Storage
from undertow.table.table import folded
from undertow.table.thinking import Thinkers

pytestmark = pytest.mark.compiled

LIVE = 5.0  # seconds in which everybody hears of it, on a busy machine; a second or two on a quiet one
SEATS = [f"swimmer {i}" for i in range(1, 5)]


@pytest.fixture(scope="module")
def pair(servers: Servers, database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    one, two = at_once(lambda: servers(database), lambda: servers(database))
    yield one, two
    one.kill()
    two.kill()


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    opened = Storage(database)
    yield opened
    opened.close()


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    """All in the same moment."""
    together = threading.Barrier(len(tasks))

    def start(task: Callable[[], Any]) -> Any:
        together.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(start, tasks))


def four_people(pair: tuple[Server, Server]) -> tuple[str, list[Guest]]:
    """A table that has begun, with two people at each server."""
    guests = [Guest(pair[i % 2].url, name) for i, name in enumerate(("Ann", "Bo", "Cy", "Di"))]
    table = guests[0].new_table(players=4, sit=[SEATS[0]])
    for guest, seat in zip(guests[1:], SEATS[1:], strict=True):
        guest.command(table, "sit", seat=seat)
    begin(guests[0], table)
    return table, guests


def begin(host: Guest, table: str) -> None:
    """Start as soon as the host's server knows that everybody sits."""

    def complete() -> bool:
        return all(seat["people"] or seat["bot"] for seat in host.look(table)["table"]["seats"])

    wait_until(complete, LIVE)
    host.command(table, "start")


def round_of(update: Json) -> int:
    return int(update["eyes"][0]["view"]["round"]) if update["eyes"] else 0


def over(update: Json) -> bool:
    return bool(update["table"]["status"] == "over")


def answer(line: Live, seat: str, offer: Json) -> None:
    """Take the first action offered to a seat, and wait until the seat's own eyes have seen it."""
    line.command("act", seat=seat, action=offer["actions"][0]["action"], after=offer["decisions"])

    def seen(update: Json) -> bool:
        return over(update) or any(asked["decisions"] > offer["decisions"] for asked in update["eyes"][0]["questions"])

    line.until(seen)


def play_on(guest: Guest, table: str, seat: str) -> Json:
    """Play to the end; the last update."""
    with guest.live(table) as line:
        while not over(update := line.until(lambda update: questions(update) or over(update))):
            answer(line, seat, questions(update)[0])
        return update


def everything_told(update: Json) -> list[Any]:
    return [[line["text"] for line in eyes["heard"]] for eyes in update["eyes"]]


def test_a_cookie_is_good_at_every_server(pair: tuple[Server, Server]) -> None:
    guest = Guest(pair[0].url, "Ann")
    assert guest.at(pair[1].url).person == guest.person
    table = guest.new_table()
    assert guest.at(pair[1].url).look(table)["you"]["hosting"]


def test_simultaneous_choices_at_two_servers_are_all_accepted(pair: tuple[Server, Server], storage: Storage) -> None:
    table, guests = four_people(pair)
    watchers = [Guest(server.url).live(table) for server in pair]
    lines = [Live(guest, table) for guest in guests]
    offers = [questions(line.until(questions))[0] for line in lines]
    at_once(
        *(
            lambda line=line, seat=seat, offer=offer: answer(line, seat, offer)
            for line, seat, offer in zip(lines, SEATS, offers, strict=True)
        )
    )
    for watcher in watchers:  # all cards are open: everybody hears of it
        watcher.until(lambda update: round_of(update) == 2, LIVE)
    for line in lines:
        line.close()
    at_once(
        *(lambda guest=guest, seat=seat: play_on(guest, table, seat) for guest, seat in zip(guests, SEATS, strict=True))
    )
    results = [watcher.until(over, LIVE)["result"] for watcher in watchers]
    assert results[0] == results[1]
    assert watchers[0].notes.heard == watchers[1].notes.heard
    for watcher in watchers:
        watcher.close()
    for guest in guests:  # both servers tell the same
        here, there = (guest.at(server.url).look(table) for server in pair)
        assert everything_told(here) == everything_told(there)
        assert here["eyes"][0]["view"] == there["eyes"][0]["view"]
    entries = storage.entries_after(table, 0)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))


def test_chat_at_two_servers_is_one_conversation(pair: tuple[Server, Server]) -> None:
    table, guests = four_people(pair)
    lines = [Live(guest, table) for guest in guests]

    def talk(line: Live) -> None:
        for i in range(10):
            line.command("say", text=f"{i} by {line.guest.name}")

    at_once(*(lambda line=line: talk(line) for line in lines))
    expected = sorted(f"{i} by {guest.name}" for i in range(10) for guest in guests)

    def heard(update: Json | None, line: Live) -> list[str]:
        return [said["text"] for said in line.notes.chat.values() if said["name"]]

    for line in lines:
        line.until(lambda update, line=line: len(heard(update, line)) == 40, LIVE)  # type: ignore[misc]
        assert sorted(heard(None, line)) == expected
    assert len({tuple(heard(None, line)) for line in lines}) == 1
    for line in lines:
        line.close()


def test_a_bot_s_turn_is_taken_once(pair: tuple[Server, Server], storage: Storage) -> None:
    ann = Guest(pair[0].url, "Ann")
    table = ann.new_table(players=4, sit=[SEATS[0]], bots=dict.fromkeys(SEATS[1:], "easy"), start=True)
    watcher = Guest(pair[1].url)
    with ann.live(table) as here, watcher.live(table) as there:  # both servers look after it
        while not over(update := here.until(lambda update: questions(update) or over(update))):
            answer(here, SEATS[0], questions(update)[0])
        there.until(over, LIVE)
        assert there.notes.last["result"] == here.notes.last["result"]
    founding = storage.founding(table)
    assert founding
    entries = storage.entries_after(table, 0)
    assert folded(founding, entries, True).status == "over"  # every entry is legal after those before it
    commands = [entry.command for entry in entries if entry.command]
    assert len(commands) == len(set(commands))
    for server in pair:
        assert "Traceback" not in server.output


def test_a_rematch_asked_for_at_two_servers_is_one(pair: tuple[Server, Server]) -> None:
    ann = Guest(pair[0].url, "Ann")
    bo = Guest(pair[1].url, "Bo")
    table = ann.new_table("get-bit", players=4, sit=[SEATS[0]], bots=dict.fromkeys(SEATS[2:], "easy"))
    bo.command(table, "sit", seat=SEATS[1])
    begin(ann, table)

    at_once(lambda: play_on(ann, table, SEATS[0]), lambda: play_on(bo, table, SEATS[1]))
    at_once(lambda: ann.command(table, "rematch"), lambda: bo.command(table, "rematch"))
    fresh = ann.look(table)["table"]["rematch"]
    assert fresh
    wait_until(lambda: bo.look(table)["table"]["rematch"] == fresh, LIVE)
    for guest, seat in ((ann, SEATS[0]), (bo, SEATS[1])):
        assert guest.look(fresh)["you"]["seats"] == [seat]


def test_one_server_is_killed_and_the_game_goes_on_at_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    ann, bo = Guest(one.url, "Ann"), Guest(two.url, "Bo")
    table = ann.new_table(players=4, sit=[SEATS[0]], bots=dict.fromkeys(SEATS[2:], "easy"))
    bo.command(table, "sit", seat=SEATS[1])
    begin(ann, table)
    with ann.live(table) as line:
        offer = questions(line.until(questions))[0]
        line.command("act", seat=SEATS[0], action=offer["actions"][0]["action"])
    one.kill()
    ann = ann.at(two.url)
    assert ann.look(table)["eyes"][0]["questions"][0]["decisions"] == 1
    at_once(lambda: play_on(ann, table, SEATS[0]), lambda: play_on(bo, table, SEATS[1]))
    assert bo.look(table)["result"]["winners"]


# A house without a server, to see what happens in the narrow moments --------------------------------------------------


@asynccontextmanager
async def houses(url: str, number: int = 1) -> AsyncIterator[list[House]]:
    """Houses on one database, with writers, listening to each other if they can, with Get Bit! ready."""
    opened = [House(Storage(url), Thinkers(), 0) for _ in range(number)]
    for house in opened:
        house.ready.add("get-bit")
        house.spawn(house.writer.run())
        if house.storage.shared:
            house.spawn(house._listen())
    if opened[0].storage.shared:
        await asyncio.sleep(0.5)  # until they listen
    try:
        yield opened
    finally:
        for house in opened:
            await house.close()


ANN = Person("ann" * 5, "Ann")
ALL_ANN = m.NewTable("get-bit", 4, sit=list(SEATS), start=True)


async def eventually(true: Callable[[], bool], seconds: float = LIVE) -> bool:
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        await asyncio.sleep(0.02)
    return true()


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite'}"


def test_a_server_hears_of_the_other_s_moves(database: str) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(ALL_ANN, ANN)
            here, there = await one.room(id), await two.room(id)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            assert await eventually(lambda: there.table.head == here.table.head)
            await asyncio.gather(
                *(
                    house.carry_out(room, m.Act(f"b{i}", SEATS[i], "card 2"), ANN)
                    for i, (house, room) in enumerate([(one, here), (two, there), (one, here)], start=1)
                )
            )
            assert await eventually(lambda: there.table.head == here.table.head)
            assert here.table.match
            assert there.table.match
            assert here.table.match.state_bytes() == there.table.match.state_bytes()

    asyncio.run(hears())


def test_a_move_made_elsewhere_while_a_table_is_loaded_is_heard(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(ALL_ANN, ANN)
            here = await one.room(id)
            read = two.storage.entries_after
            loaded, moved = threading.Event(), threading.Event()

            def slow(table: str, number: int) -> Any:
                entries = read(table, number)
                loaded.set()
                moved.wait(5)
                return entries

            monkeypatch.setattr(two.storage, "entries_after", slow)
            loading = asyncio.ensure_future(two.room(id))
            await asyncio.to_thread(loaded.wait, 5)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            await asyncio.sleep(0.3)  # the other server is told
            moved.set()
            there = await loading
            assert await eventually(lambda: there.table.head == here.table.head, 2)

    asyncio.run(hears())


def test_a_server_goes_on_listening_after_both_wrote_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(ALL_ANN, ANN)
            here, there = await one.room(id), await two.room(id)
            read, write = two.storage.entries_after, two.storage.write
            both_written, ours_folded, told = threading.Event(), threading.Event(), threading.Event()

            def slow_read(table: str, number: int) -> Any:
                monkeypatch.setattr(two.storage, "entries_after", read)
                both_written.wait(5)
                entries = read(table, number)
                ours_folded.wait(5)
                return entries

            def slow_write(*args: Any) -> None:
                monkeypatch.setattr(two.storage, "write", write)
                ours_folded.set()
                told.wait(5)
                write(*args)

            monkeypatch.setattr(two.storage, "entries_after", slow_read)
            monkeypatch.setattr(two.storage, "write", slow_write)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            await one.carry_out(here, m.Act("b", SEATS[1], "card 1"), ANN)
            both_written.set()
            ours = two.carry_out(there, m.Act("c", SEATS[1], "card 2"), ANN)  # as a bot of both servers does
            await asyncio.sleep(0.3)
            told.set()
            with pytest.raises(UndertowError):  # the other was first
                await ours
            await one.carry_out(here, m.Act("d", SEATS[2], "card 1"), ANN)
            assert await eventually(lambda: there.table.head == here.table.head, 3)

    asyncio.run(hears())


def test_a_server_goes_on_listening_after_the_database_faltered(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(ALL_ANN, ANN)
            here, there = await one.room(id), await two.room(id)
            fail_once(two.storage, monkeypatch)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            await asyncio.sleep(0.3)
            await one.carry_out(here, m.Act("b", SEATS[1], "card 1"), ANN)
            assert await eventually(lambda: there.table.head == here.table.head, 3)

    asyncio.run(hears())


def fail_once(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next read of a log fails, as when the database is started again."""
    read = storage.entries_after

    failures = iter([ConnectionError("the database does not answer")])

    def failing(table: str, number: int) -> Any:
        for failure in failures:
            raise failure
        return read(table, number)

    monkeypatch.setattr(storage, "entries_after", failing)


def test_the_patrol_goes_on_after_the_database_faltered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def patrols() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            house.ready.clear()
            await house.found(ALL_ANN, ANN)  # its rules are not compiled yet: somebody must look after it
            house.rooms.clear()
            fail_once(house.storage, monkeypatch)
            patrol = house.spawn(house._patrol())
            await asyncio.sleep(0.3)
            assert not patrol.done()

    asyncio.run(patrols())


def test_a_table_founded_while_its_rules_become_ready_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def begins() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            house.ready.clear()
            write = house.storage.write
            writing, ready = threading.Event(), threading.Event()

            def slow(*args: Any) -> None:
                writing.set()
                ready.wait(5)
                write(*args)

            monkeypatch.setattr(house.storage, "write", slow)
            founding = asyncio.ensure_future(house.found(ALL_ANN, ANN))
            await asyncio.to_thread(writing.wait, 5)
            house.ready.add("get-bit")
            ready.set()
            room = await house.room(await founding)
            assert await eventually(lambda: not room.table.warming, 1)

    asyncio.run(begins())


def test_what_was_acknowledged_at_one_server_counts_at_the_other(database: str) -> None:
    async def counts() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(m.NewTable("get-bit", 4, sit=SEATS[1:]), ANN)
            here, there = await one.room(id), await two.room(id)
            await two.carry_out(there, m.Sit("s", SEATS[0]), ANN)  # durable
            await one.carry_out(here, m.Start("b"), ANN)  # before the notice came

    asyncio.run(counts())


def test_a_house_that_closes_begins_nothing_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def closes() -> list[str]:
        begun: list[str] = []
        async with houses(sqlite(tmp_path)) as [house]:
            await house.found(m.NewTable("get-bit", 4, bots=dict.fromkeys(SEATS, "easy"), start=True), ANN)
            await asyncio.sleep(0)  # the bots think

            def spawn(work: Coroutine[Any, Any, Any]) -> None:
                begun.append(repr(work))
                work.close()

            monkeypatch.setattr(house, "spawn", spawn)
        return begun

    assert asyncio.run(closes()) == []


def test_a_commit_that_fails_is_not_acknowledged_and_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            room = await house.room(await house.found(ALL_ANN, ANN))
            write, head = house.storage.write, room.table.head

            def failing(*args: Any) -> None:
                monkeypatch.setattr(house.storage, "write", write)
                raise ConnectionError("the disk is full")

            monkeypatch.setattr(house.storage, "write", failing)
            with pytest.raises(UndertowError, match="could not be written down; please try again"):
                await house.carry_out(room, m.Act("a", SEATS[0], "card 1"), ANN)
            assert room.table.head == head
            await house.carry_out(room, m.Act("a", SEATS[0], "card 1"), ANN)
            assert room.table.head == head + 1
            assert house.storage.head(room.table.founding.id) == head + 1

    asyncio.run(fails())


def test_a_table_is_loaded_once(tmp_path: Path) -> None:
    async def loads() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            id = await house.found(ALL_ANN, ANN)
            house.rooms.clear()
            rooms: list[Room] = await asyncio.gather(*(house.room(id) for _ in range(5)))
            assert len(set(map(repr, rooms))) == 1
            with pytest.raises(UndertowError, match="there is no table 'nowhere12'"):
                await house.room("nowhere12")
            assert not house._loading

    asyncio.run(loads())
