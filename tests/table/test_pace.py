"""When a bot's decisions are shown: time is part of what leaves the server.

Bots play on a loop whose time is not the machine's: nothing here is quicker or slower on a busy one. What readers are
told is compared with when, for twins that differ in a secret alone.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NamedTuple

import pytest

from tests.table.test_api import SWIMMERS, Story
from tests.table.test_secrets import GAMES, Reader, every_game, known
from undertow.core.match import Match
from undertow.core.position import Position
from undertow.table.caretaker import Caretaker
from undertow.table.entries import Entry
from undertow.table.room import Room
from undertow.table.table import Table, folded
from undertow.table.tasks import Tasks
from undertow.table.thinkers import Thinkers
from undertow.table.thinking import Run, Task, Thought, run_of
from undertow.table.writer import Writer

pytestmark = pytest.mark.compiled
PAUSE = 0.6
Decide = Callable[[Position, int], str]


class Unhurried(asyncio.SelectorEventLoop):
    """A loop in which an hour of waiting is over at once: its time passes only while nothing is to be done."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0
        selector: Any = self._selector  # type: ignore[attr-defined]
        really = selector.select

        def select(timeout: float | None = None) -> Any:
            events = really(0 if timeout is not None else None)
            if not events and timeout:
                self.passed += timeout
            return events

        selector.select = select

    def time(self) -> float:
        return self.passed


def at_leisure(work: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=Unhurried) as runner:
        return runner.run(work)


class Message(NamedTuple):
    to: str
    at: float  # in pauses since the bots began
    said: bytes


class Scripted(Thinkers):
    """Bots that decide as they are told, and think for some time about each decision."""

    def __init__(self, decide: Decide, thinks: Callable[[], float]) -> None:
        super().__init__(1)
        self._decide = decide
        self._thinks = thinks
        self.runs: list[Run] = []

    async def choose(self, task: Task, person: str = "", table: str = "") -> Run:
        position = task.moment.position()
        seat = position.setup.seat(task.seat)

        def decide(position: Position) -> tuple[int, Thought]:
            name = self._decide(position, seat)
            return position.legal(seat)[name], Thought(name, name, "")

        run = run_of(position, seat, decide)
        self.runs.append(run)
        await asyncio.sleep(sum(self._thinks() for _ in run.thoughts))
        return run


class Paper:
    """What writes nothing down, and needs no time for it."""

    async def write(self, news: list[Any], server: str) -> None:
        pass


class Quiet:
    """Endings that nobody listens to."""

    def look(self) -> None:
        pass


class Onlookers:
    """Where the rooms are: whoever looks on is told at once, and it is noted when."""

    def __init__(self, table: Table, caretaker: Caretaker) -> None:
        sides = dict.fromkeys(place.side for place in table.places.values())
        people = {place.side: next(iter(place.people), "") for place in table.places.values()}
        self.readers = {side: Reader(people[side] or f"nobody {side}") for side in sides if people[side]}
        self.readers["spectator"] = Reader("somebody")
        self.messages: list[Message] = []
        self._caretaker = caretaker
        for reader in self.readers.values():
            reader.news(table)

    def written(self, room: Room, entries: list[Entry]) -> None:
        at = asyncio.get_running_loop().time() / PAUSE
        for name, reader in self.readers.items():
            if said := reader.news(room.table):
                self.messages.append(Message(name, round(at, 6), said))
        room.table.stood = room.table.standing()
        self._caretaker.look_after(room)

    async def fold_anew(self, room: Room) -> None:
        raise AssertionError("a bot's decision broke the table")

    async def catch_up(self, room: Room) -> None:
        pass

    async def newest(self, room: Room) -> int:
        return room.table.head


async def play(table: Table, thinkers: Scripted, enough: Callable[[Table, Onlookers], bool]) -> list[Message]:
    """Let the table's bots play until that is enough; what readers were told, and when."""
    table.stood = table.standing()
    tasks, writer = Tasks(), Writer(Paper(), "here", shared=False)
    caretaker = Caretaker(thinkers, writer, Quiet(), tasks, PAUSE)  # type: ignore[arg-type]
    onlookers = Onlookers(table, caretaker)
    tasks.spawn(writer.run(onlookers))
    caretaker.look_after(Room(table))
    while not enough(table, onlookers):
        await asyncio.sleep(PAUSE / 7)
    await tasks.close()
    thinkers.close()
    return onlookers.messages


def at_random(rng: random.Random) -> Decide:
    return lambda position, seat: rng.choice(list(position.legal(seat)))


# The whole match ------------------------------------------------------------------------------------------------------


@every_game
def test_what_bots_show_they_show_a_whole_number_of_pauses_after_they_were_asked(game: str) -> None:
    """However long they think, and however often they decide."""
    players, settings = GAMES[game]
    for seed in range(3):
        rng = random.Random(seed)
        story = Story(game, players, {}, settings=settings, seed=f"seed {seed}")
        thinkers = Scripted(at_random(rng), lambda rng=rng: rng.uniform(0.0, 1.5 * PAUSE))  # type: ignore[misc]
        messages = at_leisure(
            play(story.table, thinkers, lambda table, seen: table.status == "over" or len(seen.messages) > 60)
        )
        assert messages
        assert [message.at % 1 for message in messages] == [0.0] * len(messages)
        if game == "jaws" and seed == 0:
            assert any(len(run.thoughts) > 1 for run in thinkers.runs)


def test_nobody_else_notices_a_run_before_its_end() -> None:
    """All but the last decision of a run leave everybody else where they were, and the last does not."""
    long = 0
    for seed in range(4):
        rng = random.Random(seed)
        match = Match("jaws", 4, {}, f"seed {seed}")
        while not match.over and len(match.history) < 150:
            seat = rng.choice(match.to_act)
            side = match.setup.sides[match.setup.seat(seat)]
            others = [viewer for viewer in match.viewers if viewer != side]
            for number, action in enumerate(names := run_from(match, seat, rng), start=1):
                before = [known(match, viewer) for viewer in others]
                match.take(seat, action)
                assert ([known(match, viewer) for viewer in others] == before) == (number < len(names))
                long += number > 1
    assert long > 10


def run_from(match: Match, seat: str, rng: random.Random) -> list[str]:
    """Decisions at random until somebody else notices."""
    position = match.position.copy()
    index = match.setup.seat(seat)

    def decide(position: Position) -> tuple[int, Thought]:
        name, action = rng.choice(list(position.legal(index).items()))
        return action, Thought(name, name, "")

    run = run_of(position, index, decide)
    assert run.shows
    return [thought.action for thought in run.thoughts]


# Twins ----------------------------------------------------------------------------------------------------------------


def script(actions: list[str]) -> Decide:
    left: Iterator[str] = iter(actions)
    return lambda position, seat: next(left)


def shark_turns(seed: int) -> Iterator[tuple[Story, list[str], list[str]]]:
    """Tables where the shark bot is about to decide, each with two runs of decisions of different lengths after which
    nobody but the shark can tell them apart."""
    crew = ["quint", "brody", "hooper"]
    story = Story("jaws", 4, {"crew": crew}, seed=f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(120):
        asked = story.table.to_act()
        if not asked:
            return
        if asked == ("shark",):
            runs: dict[str, list[str]] = {}
            for _ in range(60):
                actions = run_from(story.match, "shark", rng)
                twin = folded(story.founding, story.entries)
                assert twin.match
                for action in actions:
                    twin.match.take("shark", action)
                seen = repr([known(twin.match, viewer) for viewer in ("crew", "spectator")])
                other = runs.setdefault(seen, actions)
                if len(other) != len(actions):
                    yield story, other, actions
                    break
            for action in run_from(story.match, "shark", rng):
                story.write(Entry(story.table.head + 1, "act", story.now, "shark", action))
        else:
            story.act(seat := rng.choice(asked), rng.choice(story.match.legal(seat)))


def told(story: Story, actions: list[str], thinks: float) -> list[Message]:
    """What others are told, and when, if the shark bot decides so."""
    table = folded(story.founding, story.entries)
    thinkers = Scripted(script(actions), lambda: thinks)
    return list(at_leisure(play(table, thinkers, lambda table, seen: bool(seen.messages))))


def test_how_often_a_bot_decided_cannot_be_read_off_the_clock() -> None:
    """Twins of the shark's turn: the same messages, of the same sizes, at the same times."""
    compared = 0
    for seed in range(4):
        for story, short, long in shark_turns(seed):
            thinks = 0.9 * PAUSE / max(len(short), len(long))
            messages = told(story, short, thinks)
            assert [message.at for message in messages] == [1.0] * len(messages)
            assert messages == told(story, long, thinks)
            compared += 1
            if compared > 12:
                return
    assert compared > 3


def test_when_a_card_was_chosen_does_not_tell_which() -> None:
    """Get Bit!: everybody sees that somebody has chosen. Neither the card nor the thought it took shows in when."""

    def chosen(card: int, thinks: float) -> list[Message]:
        story = Story("get-bit", 4, {"A": SWIMMERS[:1]})
        thinkers = Scripted(lambda position, seat: f"card {card}" if seat == 2 else "card 1", lambda: thinks)
        return list(at_leisure(play(story.table, thinkers, lambda table, _: table.to_act() == ("swimmer 1",))))

    first = chosen(5, 0.01)
    assert {message.to for message in first} == {"swimmer 1", "spectator"}
    assert {message.at for message in first} == {1.0}
    assert first == chosen(2, 0.5)
