"""When a match is over, listeners hear of it: once it is durable, at least once, whoever wrote the end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.conftest import QUICK, new_database, wait_until
from undertow.table import endings as e
from undertow.table import messages as m
from undertow.table.decide import Person
from undertow.table.endings import Endings
from undertow.table.house import House
from undertow.table.storage import Storage
from undertow.table.table import Table
from undertow.table.thinkers import Thinkers

pytestmark = pytest.mark.compiled

ANN = Person("ann" * 5, "Ann")
SEATS = [f"swimmer {i}" for i in range(1, 5)]
ALL_ANN = m.NewTable("get-bit", 4, sit=list(SEATS), start=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
    else:
        yield from new_database(request.getfixturevalue("postgres"))


class Ears:
    """A listener that remembers which ends it heard of, and fails as often as it is told to."""

    def __init__(self, fail: int = 0) -> None:
        self.heard: list[str] = []
        self.threads: set[str] = set()
        self.fail = fail

    def __call__(self, table: Table, storage: Storage) -> None:
        assert table.status == "over"
        assert table.match
        assert table.match.result
        assert storage.head(table.founding.id) == table.head  # all of it is durable
        self.heard.append(table.founding.id)
        self.threads.add(threading.current_thread().name)
        if self.fail:
            self.fail -= 1
            raise RuntimeError("out of ink")


async def play_to_the_end(house: House) -> str:
    """A whole match by Ann alone; its table."""
    room = await house.room(await house.found(ALL_ANN, ANN))
    while room.table.status != "over":
        for seat in room.table.to_act():
            assert room.table.match
            action = room.table.match.legal(seat)[0]
            await house.carry_out(room, m.Act(f"a{room.table.head}", seat, action), ANN)
    return room.id


def finished(url: str, *listeners: Ears, looking: bool = False) -> str:
    """A match played to its end in a house with these listeners, who look out for it or do not."""

    async def play() -> str:
        house = House(Storage(url), Thinkers(1), QUICK, when_over=listeners)
        house.rules.ready.add("get-bit")
        house.tasks.spawn(house.writer.run(house.loader))
        if looking:
            house.tasks.spawn(house.endings.run())
        try:
            id = await play_to_the_end(house)
            while looking and not all(ears.heard for ears in listeners):
                await asyncio.sleep(0.01)
            return id
        finally:
            await house.close()

    return asyncio.run(play())


def hear(url: str, *listeners: Ears) -> None:
    """Another server on the same database looks."""
    storage = Storage(url)
    there = Endings(storage, listeners)
    there.hear()
    there.close()
    storage.close()


def test_listeners_hear_of_the_end_beside_the_event_loop(url: str) -> None:
    ears, others = Ears(), Ears()
    id = finished(url, ears, others, looking=True)
    assert ears.heard == others.heard == [id]
    assert all(name.startswith("undertow-endings") for name in ears.threads)


def test_a_running_match_is_not_heard_of(url: str) -> None:
    async def play() -> None:
        house = House(Storage(url), Thinkers(1), QUICK)
        house.rules.ready.add("get-bit")
        house.tasks.spawn(house.writer.run(house.loader))
        await house.found(ALL_ANN, ANN)
        await house.close()

    ears = Ears()
    asyncio.run(play())
    hear(url, ears)
    assert ears.heard == []


def test_an_end_that_another_server_wrote_before_it_died_is_heard_once(url: str) -> None:
    id, ears = finished(url), Ears()
    hear(url, ears)
    hear(url, ears)
    assert ears.heard == [id]


def test_a_listener_that_fails_is_called_again_with_the_same_table(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    id, ears = finished(url), Ears(fail=1)
    hear(url, ears)
    hear(url, ears)
    assert ears.heard == [id]  # not at once: it is still taken
    monkeypatch.setattr(time, "time", lambda: 1e11)
    hear(url, ears)
    hear(url, ears)
    assert ears.heard == [id, id]


def test_two_servers_that_look_at_once_share_the_endings(url: str) -> None:
    ids, ears = {finished(url) for _ in range(4)}, Ears()
    looking = [threading.Thread(target=hear, args=(url, ears)) for _ in range(2)]
    for one in looking:
        one.start()
    for one in looking:
        one.join()
    assert sorted(ears.heard) == sorted(ids)


def test_what_is_said_after_the_end_is_no_second_end(url: str) -> None:
    async def talk(id: str) -> None:
        house = House(Storage(url), Thinkers(1), QUICK)
        house.rules.ready.add("get-bit")
        house.tasks.spawn(house.writer.run(house.loader))
        room = await house.room(id)
        await house.carry_out(room, m.Leave("l", SEATS[0]), ANN)
        await house.carry_out(room, m.Say("s", "well played"), ANN)
        await house.close()

    id, ears = finished(url), Ears()
    hear(url, ears)
    asyncio.run(talk(id))
    hear(url, ears)
    assert ears.heard == [id]


def test_more_endings_than_are_taken_at_once_are_all_heard(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e, "MANY", 1)
    ids, ears = [finished(url) for _ in range(3)], Ears()

    async def look() -> None:
        there = Endings(Storage(url), [ears])
        there.look()
        looking = asyncio.create_task(there.run())
        await asyncio.to_thread(wait_until, lambda: len(ears.heard) == len(ids))
        looking.cancel()
        there.close()

    asyncio.run(look())
    assert sorted(ears.heard) == sorted(ids)
