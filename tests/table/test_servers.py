"""Several servers on one PostgreSQL serve one table; and what a server does when its database falters."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, urlsplit

import pytest
from bench.partitions import FAILURES, GOES_ON, History, Proxy, Sent, evening, judge

from tests.table.conftest import PATIENCE, QUICK, Guest, Json, Live, Server, Servers, questions, wait_until
from undertow.core.errors import UndertowError
from undertow.table import listening
from undertow.table import messages as m
from undertow.table.decide import Person
from undertow.table.entries import Entry
from undertow.table.house import House
from undertow.table.listening import tables_with_news
from undertow.table.room import Connection, Room
from undertow.table.storage import News, Storage, Taken
from undertow.table.table import folded
from undertow.table.telling import Cursor
from undertow.table.thinkers import Thinkers

pytestmark = pytest.mark.compiled

LIVE = PATIENCE  # until everybody has heard of it
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
    line.command("act", seat=seat, action=offer["actions"][0]["action"], asked=offer["asked"])

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
    assert folded(founding, entries).status == "over"  # every entry is legal after those before it
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


# The line to the database fails ---------------------------------------------------------------------------------------


def test_no_move_is_lost_doubled_or_out_of_order_when_the_line_to_the_database_fails(
    servers: Servers, database: str
) -> None:
    proxies = [Proxy(f"{parse_qs(urlsplit(database).query)['host'][0]}/.s.PGSQL.5432") for _ in range(2)]
    name = urlsplit(database).path
    through = [f"postgresql://postgres@127.0.0.1:{proxy.port}{name}" for proxy in proxies]
    pair = at_once(*(lambda url=url: servers(url) for url in through))
    storage = Storage(database)
    found = asyncio.run(evening([server.url for server in pair], proxies, storage, FAILURES * 2))
    assert found.wrong == []
    assert found.answered > 6 * GOES_ON
    assert found.again, "nobody had to send anything again"
    storage.close()
    for server, proxy in zip(pair, proxies, strict=True):
        server.kill()
        proxy.close()


def sent(id: str, sent: float, answered: float | None = None) -> Sent:
    return Sent(id, sent, answered)


@pytest.mark.parametrize(
    ("log", "history", "told"),
    [
        ("ab", [sent("a", 1, 2), sent("b", 3, 4)], []),
        ("ba", [sent("a", 1, 4), sent("b", 2, 3)], []),
        ("b", [sent("a", 1), sent("b", 2, 3)], []),
        ("b", [sent("a", 1, 2), sent("b", 3, 4)], ["a was acknowledged and is lost"]),
        ("aba", [sent("a", 1, 2), sent("b", 3, 4)], ["a is in the log 2 times"]),
        ("ba", [sent("a", 1, 2), sent("b", 3, 4)], ["b has number 1, and 2 was there before it was sent"]),
        ("ab", [sent("a", 1, 2), Sent("b", 3, refused=True)], ["b was refused and happened"]),
    ],
)
def test_a_history_is_judged(log: str, history: list[Sent], told: list[str]) -> None:
    entries = [Entry(number, "act", 0.0, command=id) for number, id in enumerate(log, start=1)]
    assert judge(History(history), entries) == told


def test_a_watcher_who_is_told_something_else_later_is_heard() -> None:
    history = History(told=[[]])
    history.tell(0, ["hello"])
    history.tell(0, ["hello", "you"])
    assert judge(history, [Entry(1, "say", 0.0, what="hello")])
    assert history.wrong == []
    history.tell(0, ["hallo"])
    assert history.wrong


# A house without a server, to see what happens in the narrow moments --------------------------------------------------


@asynccontextmanager
async def houses(url: str, number: int = 1) -> AsyncIterator[list[House]]:
    """Houses on one database, with writers, listening to each other if they can, with Get Bit! ready."""
    opened = [House(Storage(url), Thinkers(), QUICK) for _ in range(number)]
    for house in opened:
        house.rules.ready.add("get-bit")
        house.tasks.spawn(house.writer.run(house.loader))
    try:
        if opened[0].storage.shared:
            await listen(opened)
        yield opened
    finally:
        for house in opened:
            await house.close()


DEALT_WITH: Counter[tuple[str, str]] = Counter()  # server and table of each notice, as often as somebody heard it


async def listen(opened: list[House]) -> None:
    """Let houses listen to each other; returns when all of them do."""
    DEALT_WITH.clear()

    async def counted(url: str) -> AsyncIterator[tuple[str, str]]:
        async for notice in tables_with_news(url):
            yield notice
            DEALT_WITH[notice] += 1

    with mock.patch.object(listening, "tables_with_news", counted):
        for house in opened:
            house.tasks.spawn(house.loader.listen(house.server))
        assert await eventually(lambda: DEALT_WITH["", ""] == len(opened))


ANN = Person("ann" * 5, "Ann")
ALL_ANN = m.NewTable("get-bit", 4, sit=list(SEATS), start=True)
WITH_A_BOT = m.NewTable("get-bit", 4, sit=list(SEATS[1:]), bots={SEATS[0]: "easy"}, start=True)


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
            assert await eventually(lambda: DEALT_WITH[one.server, id] == 2)  # by both
            read = two.storage.entries_after
            loaded, moved = threading.Event(), threading.Event()

            def slow(table: str, number: int) -> Any:
                entries = read(table, number)
                loaded.set()
                moved.wait(PATIENCE)
                return entries

            monkeypatch.setattr(two.storage, "entries_after", slow)
            loading = asyncio.ensure_future(two.room(id))
            assert await asyncio.to_thread(loaded.wait, PATIENCE)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            assert await eventually(lambda: DEALT_WITH[one.server, id] == 4)  # the other server was told
            moved.set()
            there = await loading
            assert await eventually(lambda: there.table.head == here.table.head)

    asyncio.run(hears())


def test_a_server_goes_on_listening_after_both_wrote_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(ALL_ANN, ANN)
            here, there = await one.room(id), await two.room(id)
            assert await eventually(lambda: DEALT_WITH[one.server, id] == 2)  # by both
            read, write = two.storage.entries_after, two.storage.write
            both_written, ours_folded, told = threading.Event(), threading.Event(), threading.Event()
            settle, waits = Room.settle, asyncio.Event()

            def slow_read(table: str, number: int) -> Any:
                monkeypatch.setattr(two.storage, "entries_after", read)
                both_written.wait(PATIENCE)
                entries = read(table, number)
                ours_folded.wait(PATIENCE)
                return entries

            def slow_write(*args: Any) -> None:
                monkeypatch.setattr(two.storage, "write", write)
                ours_folded.set()
                told.wait(PATIENCE)
                write(*args)

            async def watched_settle(room: Room) -> None:
                if room is there and room.settled:
                    waits.set()
                await settle(room)

            monkeypatch.setattr(two.storage, "entries_after", slow_read)
            monkeypatch.setattr(two.storage, "write", slow_write)
            monkeypatch.setattr(Room, "settle", watched_settle)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            await one.carry_out(here, m.Act("b", SEATS[1], "card 1"), ANN)
            both_written.set()
            ours = two.carry_out(there, m.Act("c", SEATS[1], "card 2"), ANN)  # as a bot of both servers does
            await asyncio.wait_for(waits.wait(), PATIENCE)  # what was read counts no more: ours is on its way
            told.set()
            with pytest.raises(UndertowError):  # the other was first
                await ours
            await one.carry_out(here, m.Act("d", SEATS[2], "card 1"), ANN)
            assert await eventually(lambda: there.table.head == here.table.head)

    asyncio.run(hears())


def test_a_server_goes_on_listening_after_the_database_faltered(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            id = await one.found(ALL_ANN, ANN)
            here, there = await one.room(id), await two.room(id)
            assert await eventually(lambda: DEALT_WITH[one.server, id] == 2)  # by both
            failed = fail_once(two.storage, monkeypatch)
            await one.carry_out(here, m.Act("a", SEATS[0], "card 1"), ANN)
            assert await asyncio.to_thread(failed.wait, PATIENCE)
            await one.carry_out(here, m.Act("b", SEATS[1], "card 1"), ANN)
            assert await eventually(lambda: there.table.head == here.table.head)

    asyncio.run(hears())


def fail_once(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """The next read of a log fails, as when the database is started again; the event says that it has."""
    read = storage.entries_after
    failed = threading.Event()

    def failing(table: str, number: int) -> Any:
        if failed.is_set():
            return read(table, number)
        failed.set()
        raise ConnectionError("the database does not answer")

    monkeypatch.setattr(storage, "entries_after", failing)
    return failed


def test_the_patrol_goes_on_after_the_database_faltered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertow.table.loader.PATROL", 0.01)

    async def patrols() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            await house.found(WITH_A_BOT, ANN)
            house.loader.rooms.clear()
            failed = fail_once(house.storage, monkeypatch)
            house.tasks.spawn(house.loader.patrol_bots())
            assert await eventually(lambda: bool(house.loader.rooms))
            assert failed.is_set()

    asyncio.run(patrols())


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

            monkeypatch.setattr(house.tasks, "spawn", spawn)
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


def test_a_table_that_is_damaged_while_it_is_used_is_refused_and_others_go_on(tmp_path: Path) -> None:
    async def refuses() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            hurt = await house.room(await house.found(ALL_ANN, ANN))
            fine = await house.room(await house.found(ALL_ANN, ANN))
            await house.carry_out(hurt, m.Act("a", SEATS[0], "card 1"), ANN)
            with house.storage.engine.begin() as connection:
                connection.exec_driver_sql("DELETE FROM entries WHERE table_id = ? AND number >= 5", (hurt.id,))
            house.storage._ends.clear()  # as if another process had to go on
            with pytest.raises(UndertowError):
                await house.carry_out(hurt, m.Act("b", SEATS[1], "card 1"), ANN)
            for _ in range(2):
                with pytest.raises(UndertowError, match="are missing in its log"):
                    await house.carry_out(hurt, m.Act("c", SEATS[1], "card 1"), ANN)
                with pytest.raises(UndertowError, match="are missing in its log"):
                    await house.room(hurt.id)
                await house.carry_out(fine, m.Say(f"s{_}", "hello"), ANN)
            await house.carry_out(fine, m.Act("a", SEATS[0], "card 1"), ANN)

    asyncio.run(refuses())


def test_a_server_hears_on_when_a_table_it_shares_is_damaged(database: str) -> None:
    async def hears() -> None:
        async with houses(database, 2) as (one, two):
            ids = [await one.found(ALL_ANN, ANN) for _ in range(2)]
            (hurt, fine), (_, there) = [[await house.room(id) for id in ids] for house in (one, two)]
            with one.storage.engine.begin() as connection:
                connection.exec_driver_sql("DELETE FROM entries WHERE table_id = %s AND number = 5", (hurt.id,))
            await one.carry_out(hurt, m.Act("a", SEATS[0], "card 1"), ANN)  # the writer knows the last link by heart
            await one.carry_out(fine, m.Act("a", SEATS[0], "card 1"), ANN)
            assert await eventually(lambda: there.table.head == fine.table.head)
            with pytest.raises(UndertowError, match="is missing in its log"):
                await two.room(hurt.id)

    asyncio.run(hears())


def test_a_table_is_loaded_once(tmp_path: Path) -> None:
    async def loads() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            id = await house.found(ALL_ANN, ANN)
            house.loader.rooms.clear()
            rooms: list[Room] = await asyncio.gather(*(house.room(id) for _ in range(5)))
            assert len(set(map(repr, rooms))) == 1
            with pytest.raises(UndertowError, match="there is no table 'nowhere12'"):
                await house.room("nowhere12")
            assert not house.loader._loading

    asyncio.run(loads())


def test_who_waits_is_told_what_another_server_wrote_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers let the same bot act. Whoever was second had nothing to add, and its readers waited for ever."""

    async def both_act() -> None:
        async with houses(sqlite(tmp_path)) as [house]:
            room = await house.room(await house.found(ALL_ANN, ANN))
            told: list[bytes] = []

            def look() -> None:
                if room.settled is None and (news := room.news_for(reader)):
                    told.append(news)

            reader = Connection(ANN.id, Cursor(), look)
            room.connect(reader)
            look()
            told.clear()
            act = Entry(room.table.head + 1, "act", 5.0, SEATS[0], "card 1", ANN.id, command="the same")
            write = house.writer.write

            async def too_late(news: list[News]) -> None:
                monkeypatch.setattr(house.writer, "write", write)
                await house.read(house.storage.write, [News(room.id, [act], None)])
                raise Taken({room.id})

            monkeypatch.setattr(house.writer, "write", too_late)
            await house.writer.submit(room, lambda table, _: [] if "the same" in table.done else [act])
            while not told:
                await asyncio.sleep(0.01)

    asyncio.run(both_act())
