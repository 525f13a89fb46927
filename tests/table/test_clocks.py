"""Clocks: nobody gets more time than a turn has, whatever they do to the table or to the machine's clock."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import msgspec
import pytest

from tests.table.conftest import QUICK
from tests.table.test_api import SWIMMERS, Story
from tests.table.test_secrets import Reader
from undertow.core.chance import fresh_seed
from undertow.core.game import find_game
from undertow.table import clock
from undertow.table import messages as m
from undertow.table.caretaker import Caretaker
from undertow.table.clock import Clock
from undertow.table.decide import Person, Refused
from undertow.table.entries import Entry, Founding
from undertow.table.house import House
from undertow.table.room import Room
from undertow.table.storage import LISTED, News, Storage
from undertow.table.table import folded
from undertow.table.thinkers import Thinkers
from undertow.table.thinking import Run, Task

pytestmark = pytest.mark.compiled
LIVE = m.Pace("live", 10)
ANN, BEN = SWIMMERS[:2], SWIMMERS[2:]


def table_of_two(pace: m.Pace = LIVE) -> Story:
    return Story("get-bit", 4, {"A": ANN, "B": BEN}, pace)


def deadlines(story: Story) -> list[float | None]:
    return [story.table.deadline(seat) for seat in SWIMMERS]


# Acting and undoing ---------------------------------------------------------------------------------------------------


def test_who_acts_and_undoes_gives_nobody_more_time() -> None:
    """Ann chooses and takes it back, again and again: a turn of ten seconds was open for as long as she liked."""
    story = table_of_two()
    for _ in range(3):
        story.now += 3
        story.act("swimmer 1", "card 1")
        story.do("A", m.Undo(story.id(), "swimmer 1"))
        assert deadlines(story) == [2010.0] * 4
    assert deadlines(story) == [folded(story.founding, story.entries).deadline(seat) for seat in SWIMMERS]


def test_a_decision_that_is_taken_back_took_its_time() -> None:
    """While it stood, the clock of who made it was running."""
    story = table_of_two()
    story.now += 2
    story.act("swimmer 1", "card 1")
    assert deadlines(story) == [None, 2010.0, 2010.0, 2010.0]
    story.now += 6
    story.do("A", m.Undo(story.id(), "swimmer 1"))
    assert deadlines(story) == [2010.0] * 4


def test_when_the_time_is_up_a_decision_stands() -> None:
    story = table_of_two()
    story.act("swimmer 1", "card 1")
    story.now += 10
    with pytest.raises(Refused, match="time for that turn is up"):
        story.do("A", m.Undo(story.id(), "swimmer 1"))
    free = table_of_two(m.Pace("free"))
    free.act("swimmer 1", "card 1")
    free.now += 10**6
    free.do("A", m.Undo(free.id(), "swimmer 1"))
    assert "swimmer 1" in free.table.to_act()


def test_who_is_asked_on_keeps_the_clock_when_others_are_asked_anew() -> None:
    """Whole matches: an act begins turns for who is asked anew and for who acted; an undo begins none."""
    kept = 0
    for seed in range(3):
        story = Story("jaws", 4, {"shark": ["shark"], "crew": ["quint", "brody", "hooper"]}, LIVE, seed=f"seed {seed}")
        rng = random.Random(seed)
        for _ in range(250):
            asked = story.table.to_act()
            if not asked:
                break
            story.now += 0.01
            seat = rng.choice(asked)
            before = {other: story.table.deadline(other) for other in asked if other != seat}
            story.act(seat, rng.choice(story.match.legal(seat)))
            still = [other for other in before if other in story.table.to_act()]
            kept += len(still)
            assert {other: story.table.deadline(other) for other in still} == {other: before[other] for other in still}
            if story.match.can_undo(seat) and not story.table.is_too_late(seat, story.now):
                story.now += 0.01
                began = story.table.places[seat].begun[-1]
                story.do(next(iter(story.table.places[seat].people)), m.Undo(story.id(), seat))
                assert story.table.deadline(seat) == (began or 0.0) + 10
                assert {other: story.table.deadline(other) for other in before} == before
    assert kept


def test_taking_back_in_secret_shows_in_no_deadline() -> None:
    """The crew cannot read off the clock that the shark thought better of something."""
    undone = 0
    for seed in range(3):
        story = Story("jaws", 4, {"shark": ["shark"], "crew": ["quint", "brody", "hooper"]}, LIVE, seed=f"seed {seed}")
        rng = random.Random(seed)
        crew = Reader("crew")
        for _ in range(120):
            if not (asked := story.table.to_act()):
                break
            story.now += 0.01
            seat = rng.choice(asked)
            crew.news(story.table)
            story.act(seat, rng.choice(story.match.legal(seat)))
            if seat == "shark" and story.match.can_undo("shark") and crew.news(story.table) is None:
                story.now += 0.01
                story.do("shark", m.Undo(story.id(), "shark"))
                assert crew.news(story.table) is None
                undone += 1
                story.act("shark", rng.choice(story.match.legal("shark")))
    assert undone


# The machine's clock --------------------------------------------------------------------------------------------------


def test_the_machines_clock_may_be_set_while_we_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set back an hour it gave everybody an hour."""
    ours = Clock()
    before = ours.now()
    for hour in (-3600, 3600):
        wrong = time.time() + hour
        monkeypatch.setattr(time, "time", lambda wrong=wrong: wrong)
        assert before <= ours.now() < before + 600
        monkeypatch.undo()


def test_a_server_goes_on_from_what_the_database_has_seen(tmp_path: Path) -> None:
    """It starts again with a clock that is an hour slow: an hour of every turn would be left."""
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert storage.latest() == 0.0
    made = founding("live one", pace=m.Pace("live", 60))
    later = made.created + 3600
    entries = [Entry(1, "start", made.created), Entry(2, "say", later, what="Still there?", room="table")]
    storage.write([News(made.id, entries, folded(made, []).standing(), made)])
    assert storage.latest() == 0.0  # nobody plays there
    playing = msgspec.structs.replace(folded(made, []).standing(), status="running")
    storage.write([News(made.id, [], playing)])
    assert storage.latest() == later
    ours = Clock()
    ours.not_before(later)
    assert later <= ours.now() < later + 600
    ours.not_before(later - 1000)
    assert later <= ours.now() < later + 600
    storage.close()


def test_an_old_log_may_go_back_in_time() -> None:
    """Written by servers that trusted the machine's clock: an hour back is no time at all."""
    story = table_of_two()
    story.now = 2005.0
    story.act("swimmer 1", "card 1")
    story.now -= 3600
    for seat, card in (("swimmer 2", 2), ("swimmer 3", 3), ("swimmer 4", 4)):
        story.act(seat, f"card {card}")
    assert story.table.latest == 2005.0
    assert deadlines(story) == [2015.0] * 4  # the next round


def test_a_command_is_never_written_before_what_it_follows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def say() -> list[float]:
        house = House(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), Thinkers(1), QUICK)
        house.tasks.spawn(house.writer.run(house.loader))
        ann = Person("A" * 16, "Ann")
        room = await house.room(await house.found(m.NewTable("get-bit", 4, sit=[SWIMMERS[0]]), ann))
        await house.carry_out(room, m.Say("1", "One."), ann)
        slow = clock.now() - 3600
        monkeypatch.setattr(clock.CLOCK, "now", lambda: slow)
        await house.carry_out(room, m.Say("2", "Two."), ann)
        found = [entry.at for entry in house.storage.entries_after(room.id, 0)]
        await house.close()
        return found

    times = asyncio.run(say())
    assert times == sorted(times)


# Clocks and bots ------------------------------------------------------------------------------------------------------


class Endless(Thinkers):
    """Bots that never get done."""

    async def choose(self, task: Task, person: str = "", table: str = "") -> Run:
        await asyncio.Event().wait()
        raise AssertionError


def founding(id: str, pace: m.Pace | None = None) -> Founding:
    version = find_game("get-bit").version
    id = id.replace(" ", "-")
    return Founding(
        id, "get-bit", version, 4, {}, fresh_seed(), False, pace or m.Pace("free"), False, "A", "Ann", time.time() - 100
    )


def kept(storage: Storage, made: Founding, people: int) -> None:
    """A running table that a server left behind: so many seats have people, the others bots."""
    entries: list[Entry] = []
    for number, seat in enumerate(SWIMMERS):
        if number < people:
            entries.append(Entry(len(entries) + 1, "sit", made.created, seat, who=f"P{number}", name=f"P {number}"))
        else:
            entries.append(Entry(len(entries) + 1, "bot", made.created, seat, "easy"))
    entries.append(Entry(len(entries) + 1, "start", made.created))
    storage.write([News(made.id, entries, folded(made, entries).standing(), made)])


def test_clocks_do_not_wait_behind_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More tables with slow bots than a round of the patrol takes: a clock had not run out after 90 seconds."""
    monkeypatch.setattr("undertow.table.caretaker.GRACE", 0.0)
    monkeypatch.setattr("undertow.table.loader.PATROL", 0.01)
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    for number in range(LISTED + 20):
        kept(storage, founding(f"bots {number:03}"), people=0)
    kept(storage, founding("with a clock", LIVE), people=4)

    async def wait_for_it() -> set[str]:
        house = House(storage, Endless(1), QUICK)
        house.rules.ready.add("get-bit")
        house.tasks.spawn(house.writer.run(house.loader))
        house.tasks.spawn(house.loader.patrol())
        bots = house.loader.patrol_bots()
        while "with-a-clock" not in house.loader.rooms:
            await asyncio.sleep(0.01)
        room = house.loader.rooms["with-a-clock"]
        while not all(place.away for place in room.table.places.values()):
            await asyncio.sleep(0.01)
        assert set(house.loader.rooms) == {"with-a-clock"}  # it had a round of its own
        house.tasks.spawn(bots)
        while len(house.loader.rooms) < LISTED + 21:
            await asyncio.sleep(0.01)  # and the bots' round comes by all of them
        found = set(house.loader.rooms)
        await house.close()
        return found

    assert len(asyncio.run(wait_for_it())) == LISTED + 21


def test_an_alarm_is_set_in_the_servers_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertow.table.caretaker.GRACE", 0.0)
    story = table_of_two()

    async def wait() -> float:
        monkeypatch.setattr(clock.CLOCK, "now", lambda: story.now + 4)
        room = Room(story.table)
        loop = asyncio.get_running_loop()
        caretaker = Caretaker(None, None, None, _Open(), 0.0)  # type: ignore[arg-type]
        story.table.stood = story.table.standing()
        caretaker.look_after(room)
        assert room.alarm
        left = room.alarm.when() - loop.time()
        room.silence()
        return left

    assert 0.0 < asyncio.run(wait()) <= 6.0


class _Open:
    closed = False
