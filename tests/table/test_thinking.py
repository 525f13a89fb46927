"""The workers: who comes first, what a job may cost, and that nobody pays for somebody else's."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.table.conftest import QUICK
from tests.table.jobs import compute, fail
from tests.table.test_api import SWIMMERS, Story
from tests.table.test_secrets import known
from undertow.core.game import game_names
from undertow.core.match import Match
from undertow.table import messages as m
from undertow.table import thinkers
from undertow.table.decide import Person, Refused
from undertow.table.house import House
from undertow.table.room import Room
from undertow.table.storage import Storage
from undertow.table.thinkers import Job, Thinkers, Turns
from undertow.table.thinking import Moment, Run, Task, Thought, moment_of, task_for
from undertow.table.worker import Died, Overran

pytestmark = pytest.mark.compiled
ANN = Person("A" * 16, "Ann")
#: What an attacker chose: the odds took ten seconds, and the strongest bot a minute for each decision.
DEAR = {"dice.blue": 20, "dice.red": 6, "signs.total": 20, "signs.limit": 20}


# Whose turn it is -----------------------------------------------------------------------------------------------------


def everybody(_person: str) -> bool:
    return True


def order(turns: Turns, cost: Callable[[str], float] = lambda person: 1.0) -> list[str]:
    """Take all jobs; each is charged when it is done."""
    found = []
    while job := turns.take(everybody):
        turns.charge(job.person, cost(job.person))
        found.append(job.table)
    return found


def wants(person: str, table: str) -> Job:
    return Job(person, table, "", compute, (), None)  # type: ignore[arg-type]


def test_people_take_turns_and_so_do_their_tables() -> None:
    turns = Turns()
    for table in ("a1", "a1", "a1", "a2"):
        turns.put(wants("ann", table))
    turns.put(wants("ben", "b1"))
    assert order(turns) == ["a1", "b1", "a2", "a1", "a1"]


def test_who_has_used_much_comes_after_who_has_used_little() -> None:
    turns = Turns()
    for number in range(4):
        turns.put(wants("ann", f"a{number}"))
        turns.put(wants("ben", f"b{number}"))
    assert order(turns, lambda person: 10.0 if person == "ann" else 1.0)[:5] == ["a0", "b0", "b1", "b2", "b3"]


def test_who_was_never_there_is_not_ahead_of_everybody_for_long() -> None:
    turns = Turns()
    for number in range(20):
        turns.put(wants("ann", f"a{number}"))
    for _ in range(10):
        assert turns.take(everybody)
        turns.charge("ann", 1.0)
    for number in range(10):
        turns.put(wants("new", f"n{number}"))
    assert [table[0] for table in order(turns)[:6]].count("a") >= 2


def test_those_who_used_the_workers_once_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "PEOPLE", 10)
    turns = Turns()
    for number in range(100):
        turns.put(wants(f"person {number}", "a table"))
        assert turns.take(everybody)
        turns.charge(f"person {number}", 1.0)
        turns.put(wants("regular", "a table"))
        assert turns.take(everybody)
        turns.charge("regular", 1.0)
    assert len(turns._used) < 50


# Workers --------------------------------------------------------------------------------------------------------------


def at_work(work: Callable[[Thinkers], Coroutine[Any, Any, Any]], workers: int, budget: float) -> Any:
    async def run() -> Any:
        thinkers = Thinkers(workers, budget)
        thinkers.ready.update(game_names())
        try:
            return await work(thinkers)
        finally:
            thinkers.close()

    return asyncio.run(run())


def test_who_takes_too_long_loses_a_worker_of_their_own() -> None:
    """All workers were ended and everybody's caches were lost."""

    async def work(thinkers: Thinkers) -> None:
        honest = await asyncio.gather(*(thinkers._ask(f"honest {n}", "", "get-bit", compute, (0.3,)) for n in range(2)))
        assert len(set(honest)) == 2
        dear = asyncio.create_task(thinkers._ask("greedy", "", "get-bit", compute, (1e9,)))
        await asyncio.sleep(0)
        others = {await thinkers._ask("honest", "", "get-bit", compute, (0.01,)) for _ in range(3)}
        with pytest.raises(Overran):
            await dear
        others.add(await thinkers._ask("honest", "", "get-bit", compute, (0.01,)))
        assert len(others & set(honest)) == 1  # one of them went on as if nothing had happened
        assert await thinkers._ask("greedy", "", "get-bit", compute, (0.01,))  # and there is another for the other

    at_work(work, 2, budget=1.0)


def test_one_worker_is_there_before_there_is_a_job() -> None:
    """The first bot of a server waited for a process that began with its job."""

    async def work(thinkers: Thinkers) -> None:
        await thinkers.begin()
        [begun] = [process.pid for worker in thinkers._all if (process := worker._process)]
        assert await thinkers._ask("ann", "", "get-bit", compute, (0.0,)) == begun

    at_work(work, 2, budget=10.0)


def test_a_server_that_closes_as_it_opens_starts_no_worker() -> None:
    async def work(thinkers: Thinkers) -> None:
        for worker in thinkers._all:
            worker.close()
        await thinkers.begin()
        assert not any(worker._process for worker in thinkers._all)

    at_work(work, 2, budget=10.0)


def test_a_budget_begins_with_the_work() -> None:
    """Whoever waited long in the queue had no time left when their turn came."""

    async def work(thinkers: Thinkers) -> None:
        jobs = [thinkers._ask("ann", f"table {n}", "get-bit", compute, (0.4,)) for n in range(4)]
        assert len(set(await asyncio.gather(*jobs))) == 1  # no worker was ended

    at_work(work, 1, budget=1.0)


def test_nobody_has_all_workers() -> None:
    async def work(thinkers: Thinkers) -> None:
        greedy = [asyncio.create_task(thinkers._ask("greedy", f"t{n}", "get-bit", compute, (1e9,))) for n in range(9)]
        await asyncio.sleep(0)
        for _ in range(3):
            await thinkers._ask("honest", "", "get-bit", compute, (0.01,))
        assert sum(not job.done() for job in greedy) >= 6  # nobody had to wait for them
        for job in greedy:
            job.cancel()

    at_work(work, 2, budget=30.0)


def test_a_job_that_fails_says_how() -> None:
    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(RuntimeError, match="ValueError: nothing came of it"):
            await thinkers._ask("ann", "", "get-bit", fail, ("fails",))
        with pytest.raises(Died):
            await thinkers._ask("ann", "", "get-bit", fail, ("dies",))
        assert await thinkers._ask("ann", "", "get-bit", compute, (0.01,))

    at_work(work, 1, budget=10.0)


# Bots and odds --------------------------------------------------------------------------------------------------------


def test_a_bot_that_takes_too_long_plays_at_random_and_is_remembered() -> None:
    match = Match("shark-attacks", 2, {"dice.blue": 19} | DEAR, "seed")
    task = task_for(match, match.to_act[0], "expert")

    async def work(thinkers: Thinkers) -> None:
        await thinkers.choose(msgspec.structs.replace(task, level="easy"))  # the rules are loaded
        run = await thinkers.choose(task)
        assert run.tired
        assert run.thoughts[0].action in match.legal(match.to_act[0])
        thinkers._budget = 1000.0  # if it were tried again, it would not be tired now
        assert (await thinkers.choose(task)).tired
        assert not (await thinkers.choose(msgspec.structs.replace(task, level="easy"))).tired

    at_work(work, 1, budget=1.0)


def test_odds_that_take_too_long_are_refused_at_once_the_next_time() -> None:
    match = Match("shark-attacks", 2, DEAR, "seed")

    async def work(thinkers: Thinkers) -> None:
        moment = moment_of(match)
        thinkers._dear[b"odds" + moment.kind] = None
        with pytest.raises(Overran):
            await thinkers.odds(moment, "spectator")
        other = moment_of(Match("shark-attacks", 2, {}, "seed"))
        assert msgspec.json.decode(await thinkers.odds(other, "spectator")) == msgspec.to_builtins(
            Match("shark-attacks", 2, {}, "seed").beliefs("spectator")
        )

    at_work(work, 1, budget=60.0)


class Stand(Thinkers):
    """Bots that answer in some way without thinking."""

    def __init__(self, answer: Callable[[Task], Run]) -> None:
        super().__init__(1)
        self._answer = answer
        self.asked: list[tuple[str, str, str]] = []
        self.odds_asked = 0

    async def choose(self, task: Task, person: str = "", table: str = "") -> Run:
        self.asked.append((task.level, person, table))
        return self._answer(task)

    async def odds(self, moment: Moment, viewer: str, person: str = "", table: str = "") -> bytes:
        self.odds_asked += 1
        if self.odds_asked == 1:
            raise Died
        return b"{}"


def first_legal(task: Task, tired: bool = False) -> Run:
    position = task.moment.position()
    action = next(iter(position.legal(position.setup.seat(task.seat))))
    return Run([Thought(action, action, "")], True, tired)


async def house_with(thinkers: Thinkers, folder: Path) -> House:
    house = House(Storage(f"sqlite:///{folder / 'tables.sqlite'}"), thinkers, QUICK)
    house.rules.ready.update(game_names())
    house.tasks.spawn(house.writer.run(house.loader))
    return house


ALL_BOTS = dict.fromkeys(["player 1", "player 2"], "hard")


def test_house_rules_that_are_too_dear_for_a_bot_are_refused(tmp_path: Path) -> None:
    """When the table is made, or when the bot is set; by the rules of the box nobody has to show anything."""

    async def make() -> None:
        thinkers = Stand(lambda task: first_legal(task, tired=task.level == "hard"))
        house = await house_with(thinkers, tmp_path)
        with pytest.raises(Refused, match="the hard bot takes more than 10 seconds to decide; choose another bot"):
            await house.found(m.NewTable("shark-attacks", 2, DEAR, bots=ALL_BOTS, start=True), ANN)
        assert [asked[:2] for asked in thinkers.asked] == [("hard", ANN.id)]  # it is ann who pays for it
        room = await house.room(await house.found(m.NewTable("shark-attacks", 2, DEAR), ANN))
        with pytest.raises(Refused, match="the hard bot takes more than"):
            await house.carry_out(room, m.SetBot("1", "player 1", "hard"), ANN)
        await house.carry_out(room, m.SetBot("2", "player 1", "medium"), ANN)
        assert room.table.places["player 1"].bot == "medium"
        with pytest.raises(Refused, match="only the host"):
            await house.carry_out(room, m.SetBot("3", "player 1", "hard"), Person("B" * 16, "Ben"))
        tried = len(thinkers.asked)
        await house.found(m.NewTable("shark-attacks", 2, {}, bots=ALL_BOTS), ANN)
        assert len(thinkers.asked) == tried
        await house.close()

    asyncio.run(make())


def test_the_table_says_that_a_bot_plays_at_random(tmp_path: Path) -> None:
    async def watch() -> list[str]:
        house = await house_with(Stand(lambda task: first_legal(task, tired=True)), tmp_path)
        wanted = m.NewTable("shark-attacks", 2, {}, bots=ALL_BOTS, start=True)
        room = await house.room(await house.found(wanted, ANN))
        while room.table.status != "over":
            await asyncio.sleep(0.01)
        said = [line.text for line in room.table.chat]
        await house.close()
        return said

    assert sorted(asyncio.run(watch())) == [
        f"Hard bot (player {n}) takes too long to think with these house rules, so it plays at random." for n in (1, 2)
    ]


@pytest.mark.parametrize("error", [Died(), RuntimeError("broken"), TimeoutError(), None])
def test_a_hint_is_an_answer_or_a_sentence(tmp_path: Path, error: Exception | None) -> None:
    def answer(task: Task) -> Run:
        if error:
            raise error
        return first_legal(task, tired=task.level == "hard")

    async def ask() -> Thought:
        house = await house_with(Stand(answer), tmp_path)
        wanted = m.NewTable("get-bit", 4, sit=SWIMMERS, start=True)
        room = await house.room(await house.found(wanted, ANN))
        try:
            return await house.caretaker.hint(room, "swimmer 1", ANN.id)
        finally:
            await house.close()

    if error is None:
        assert asyncio.run(ask()).action  # a weaker bot helps out
    else:
        with pytest.raises(Refused, match="try again in a moment"):
            asyncio.run(ask())


def test_odds_are_worked_out_once_for_what_is_known(tmp_path: Path) -> None:
    """What others choose in secret does not make them slower; a worker that dies is no reason never to ask again."""

    async def ask() -> None:
        thinkers = Stand(first_legal)
        house = await house_with(thinkers, tmp_path)
        wanted = m.NewTable("get-bit", 4, sit=SWIMMERS, start=True)
        room = await house.room(await house.found(wanted, ANN))
        with pytest.raises(Refused, match="cannot be worked out now"):
            await house.caretaker.odds(room, "spectator", "")
        for _ in range(3):
            assert await house.caretaker.odds(room, "spectator", "") == b"{}"
        assert thinkers.odds_asked == 2
        await house.close()

    asyncio.run(ask())


def test_a_hidden_decision_leaves_the_others_odds_where_they_are(tmp_path: Path) -> None:
    """In Jaws: the shark moves unseen, and what the crew's odds are kept under stays the same."""

    async def ask() -> int:
        thinkers = Stand(first_legal)
        thinkers.odds_asked = 1
        house = await house_with(thinkers, tmp_path)
        story = Story("jaws", 4, {"shark": ["shark"], "crew": ["quint", "brody", "hooper"]})
        room = Room(story.table)
        rng = random.Random(1)
        hidden = 0
        for _ in range(80):
            seat = rng.choice(story.table.to_act())
            before = known(story.match, "crew")
            await house.caretaker.odds(room, "crew", "")
            asked = thinkers.odds_asked
            story.act(seat, rng.choice(story.match.legal(seat)))
            if seat == "shark" and known(story.match, "crew") == before:
                await house.caretaker.odds(room, "crew", "")
                assert thinkers.odds_asked == asked
                hidden += 1
        await house.close()
        return hidden

    assert asyncio.run(ask()) > 3
