"""A refusal waits for nobody: its time must not tell of what others do in secret."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.table.conftest import QUICK
from tests.table.test_api import SWIMMERS
from undertow.core.chance import fresh_seed
from undertow.core.errors import UndertowError
from undertow.core.game import find_game
from undertow.table import messages as m
from undertow.table.decide import Person, decide
from undertow.table.entries import Entry, Founding
from undertow.table.house import House
from undertow.table.room import Connection, Room
from undertow.table.storage import News, Storage
from undertow.table.table import Table
from undertow.table.telling import Cursor
from undertow.table.thinkers import Thinkers
from undertow.table.writer import TICK, Decision, Writer

pytestmark = pytest.mark.compiled
ANN, BEN, EVE = Person("A" * 16, "Ann"), Person("B" * 16, "Ben"), Person("E" * 16, "Eve")


class StuckPen:
    """Writes only while its gate is open."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.gate = asyncio.Event()
        self.gate.set()
        self.stuck = asyncio.Event()

    async def write(self, news: list[News], server: str) -> None:
        if not self.gate.is_set():
            self.stuck.set()
            await self.gate.wait()
        self._storage.write(news, server)

    async def close(self) -> None:
        self.gate.set()


class Scene:
    """A running Get Bit!: Ann has three swimmers and Ben the fourth; Eve looks on and has said hello."""

    def __init__(self, house: House, pen: StuckPen, room: Room) -> None:
        self.house = house
        self.pen = pen
        self.room = room

    def ask(self, person: Person, command: m.Command) -> list[BaseException | None]:
        """What is answered before anything else can happen."""
        answers: list[BaseException | None] = []
        self.house.take(self.room, command, person, answers.append)
        return answers

    async def hide_a_decision(self) -> asyncio.Future[None]:
        """Ann chooses a card, and the disk hangs."""
        self.pen.gate.clear()
        done = self.house.carry_out(self.room, m.Act("secret", "swimmer 1", "card 5"), ANN)
        await self.pen.stuck.wait()
        return done


@asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    storage = Storage(f"sqlite:///{folder / 'tables.sqlite'}")
    pen = StuckPen(storage)
    house = House(storage, Thinkers(1), QUICK, pen)  # type: ignore[arg-type]
    house.rules.ready.add("get-bit")
    house.tasks.spawn(house.writer.run(house.loader))
    try:
        room = await house.room(await house.found(m.NewTable("get-bit", 4, sit=SWIMMERS[:3]), ANN))
        await house.carry_out(room, m.Sit("sit", "swimmer 4"), BEN)
        await house.carry_out(room, m.Start("start"), ANN)
        await house.carry_out(room, m.Say("hello", "Hello!"), EVE)
        yield Scene(house, pen, room)
    finally:
        pen.gate.set()
        await house.close()


def play(folder: Path, story: Callable[[Scene], Awaitable[Any]]) -> Any:
    async def told() -> Any:
        async with scene(folder) as here:
            return await story(here)

    return asyncio.run(told())


#: Who sends what is refused, and what was carried out before.
PROBES: list[tuple[Person, m.Command]] = [
    (EVE, m.Act("1", "swimmer 1", "card 1")),
    (EVE, m.Act("2", "nobody", "card 1")),
    (EVE, m.Undo("3", "swimmer 1")),
    (EVE, m.AskBack("4", "swimmer 1")),
    (EVE, m.AnswerBack("5", True)),
    (EVE, m.Say("6", "psst", "crew")),
    (EVE, m.Sit("7", "swimmer 1")),
    (EVE, m.Leave("8", "swimmer 1")),
    (EVE, m.SetBot("9", "swimmer 1", "easy")),
    (EVE, m.Start("10")),
    (EVE, m.Back("11", "swimmer 1")),
    (EVE, m.Mix("12", "swimmer 1", "word")),
    (EVE, m.Say("hello", "Hello!")),
    (BEN, m.Act("1", "swimmer 1", "card 1")),
    (BEN, m.Act("2", "swimmer 4", "card 99")),
    (BEN, m.Act("3", "swimmer 4", "card 1", "another question")),
    (BEN, m.Undo("4", "swimmer 4")),
    (BEN, m.Back("5", "swimmer 4")),
    (BEN, m.Sit("sit", "swimmer 4")),
]


def said(answers: list[BaseException | None]) -> list[str]:
    return [str(answer) if answer else "done" for answer in answers]


async def with_a_hidden_decision(here: Scene) -> list[list[str]]:
    done = await here.hide_a_decision()
    answers = [said(here.ask(person, command)) for person, command in PROBES]
    assert not done.done()
    here.pen.gate.set()
    await done
    return answers


async def with_nothing_hidden(here: Scene) -> list[list[str]]:
    return [said(here.ask(person, command)) for person, command in PROBES]


def test_refusals_are_answered_while_the_disk_hangs(tmp_path: Path) -> None:
    answers = play(tmp_path, with_a_hidden_decision)
    assert [len(answer) for answer in answers] == [1] * len(PROBES)
    done = [command.id for (_, command), answer in zip(PROBES, answers, strict=True) if answer == ["done"]]
    assert done == ["hello", "sit"]


def test_refusals_tell_nothing_of_a_hidden_decision(tmp_path: Path) -> None:
    """Neither what is answered, nor when: all of it comes before anything else can happen."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    hidden, plain = play(tmp_path / "one", with_a_hidden_decision), play(tmp_path / "two", with_nothing_hidden)
    assert hidden == plain
    assert all(hidden)


def test_what_is_carried_out_is_answered_when_it_is_durable(tmp_path: Path) -> None:
    async def story(here: Scene) -> None:
        done = await here.hide_a_decision()
        assert here.ask(ANN, m.Act("secret", "swimmer 1", "card 5")) == []  # sent again: it is not durable yet
        assert here.ask(BEN, m.Act("mine", "swimmer 4", "card 1")) == []
        here.pen.gate.set()
        await done

    play(tmp_path, story)


def test_a_command_that_needs_the_one_before_it_waits_for_it(tmp_path: Path) -> None:
    """Sent together while the disk hangs: each would be refused without the one before it."""

    async def story(here: Scene) -> None:
        done = await here.hide_a_decision()
        other = await here.house.room(here.room.id)
        commands: list[m.Command] = [
            m.Act("a", "swimmer 4", "card 5"),
            m.Undo("b", "swimmer 4"),
            m.Act("c", "swimmer 4", "card 1"),
        ]
        answers = [here.house.carry_out(other, command, BEN) for command in commands]
        here.pen.gate.set()
        await asyncio.gather(done, *answers)

    play(tmp_path, story)


def test_a_choice_that_comes_too_late_is_refused(tmp_path: Path) -> None:
    """Legal when it came; by the time it is its turn the same seat has chosen on another device."""

    async def story(here: Scene) -> list[Any]:
        done = await here.hide_a_decision()
        ben = here.house.carry_out(here.room, m.Act("mine", "swimmer 4", "card 1"), BEN)
        other: asyncio.Future[None] = here.house.writer.submit(here.room, as_ben("card 2"))
        here.pen.gate.set()
        await done
        return list(await asyncio.gather(ben, other, return_exceptions=True))

    first, second = play(tmp_path, story)
    assert first is None
    assert isinstance(second, UndertowError)


def as_ben(action: str) -> Decision:
    return lambda table, now: [Entry(table.head + 1, "act", now, "swimmer 4", action, BEN.id)]


def test_who_looks_on_is_told_when_another_server_was_first(tmp_path: Path) -> None:
    """What was to be written is not, and there is nothing left to do: they see what the other server wrote."""

    async def story(here: Scene) -> None:
        seen: list[bool] = []
        room = here.room

        def look() -> None:
            if not room.settled and room.news_for(looking):
                seen.append(True)

        looking = Connection(EVE.id, Cursor(), look)
        room.connections.add(looking)
        room.news_for(looking)
        entry = Entry(
            room.table.head + 1, "say", 1.0, what="First!", who=BEN.id, name="Ben", room="table", command="bot"
        )
        here.house.storage.write([News(room.id, [entry], None)])
        await here.house.writer.submit(room, lambda table, _: [] if "bot" in table.done else [entry])
        assert room.table.chat[-1].text == "First!"
        assert seen

    play(tmp_path, story)


# A database that others write to --------------------------------------------------------------------------------------


class Stopwatch(asyncio.SelectorEventLoop):
    """A loop whose time goes on only when nothing else is to be done."""

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__()

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, self._scheduled[0]._when)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class Far:
    """The rooms of a server whose database takes its time."""

    def __init__(self, takes: float, newest: int = 0) -> None:
        self._takes = takes
        self._newest = newest

    def written(self, room: Room, entries: list[Entry]) -> None: ...

    async def fold_anew(self, room: Room) -> None: ...

    async def newest(self, room: Room) -> int:
        await asyncio.sleep(self._takes)
        return self._newest

    async def catch_up(self, room: Room) -> None:
        """Somebody sat down at another server."""
        room.table.fold(Entry(1, "sit", 0.0, "swimmer 1", who=EVE.id, name=EVE.name))


class Hung:
    async def write(self, news: list[News], server: str) -> None:
        await asyncio.Event().wait()


def gathering() -> Room:
    version = find_game("get-bit").version
    founding = Founding("t1", "get-bit", version, 4, {}, fresh_seed(), False, m.Pace(), False, ANN.id, "Ann", 0.0)
    return Room(Table(founding))


def answered_after(far: Far, command: m.Command, busy: bool) -> tuple[float, bool]:
    """When Eve is answered on a shared database, and whether she is refused; perhaps while a commit hangs."""

    async def ask() -> tuple[float, bool]:
        loop = asyncio.get_running_loop()
        writer, room = Writer(Hung(), "here", shared=True), gathering()
        running = loop.create_task(writer.run(far))
        if busy:
            writer.take(room, lambda table, now: decide(table, m.Say("s", "psst"), ANN, now), lambda _: None)
            await asyncio.sleep(0.001)
            assert room.settled
        began, refused = loop.time(), False
        try:
            async with asyncio.timeout(100 * TICK):
                await writer.submit(room, lambda table, now: decide(table, command, EVE, now))
        except UndertowError:
            refused = True
        running.cancel()
        return loop.time() - began, refused

    with asyncio.Runner(loop_factory=Stopwatch) as runner:
        return runner.run(ask())


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize(("takes", "ticks"), [(0.0, 1), (0.4, 1), (0.9, 1), (1.3, 2)])
def test_the_second_look_takes_a_time_that_tells_nothing(busy: bool, takes: float, ticks: int) -> None:
    after, refused = answered_after(Far(takes * TICK), m.Start("1"), busy)
    assert refused
    assert after == pytest.approx(ticks * TICK)


def test_what_another_server_made_possible_is_done_after_all() -> None:
    """Eve gets up from a seat of which this server has not heard yet."""

    async def ask() -> list[str]:
        storage: list[str] = []

        class Pen:
            async def write(self, news: list[News], server: str) -> None:
                storage.extend(entry.kind for one in news for entry in one.entries)

        writer, room = Writer(Pen(), "here", shared=True), gathering()
        running = asyncio.get_running_loop().create_task(writer.run(Far(0.0, newest=1)))
        await writer.submit(room, lambda table, now: decide(table, m.Leave("1", "swimmer 1"), EVE, now))
        running.cancel()
        return storage

    assert asyncio.run(ask()) == ["leave"]
