"""An answer is for the question it was asked: one that is no longer asked is refused, with the new question."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.table.conftest import QUICK, Guest, Json, Server, questions, wait_until
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.table import house
from undertow.table import messages as m
from undertow.table.asking import asked_now, question, questions_to
from undertow.table.decide import NotAsked, Person, decide
from undertow.table.entries import Entry, Founding
from undertow.table.house import House
from undertow.table.room import Room
from undertow.table.storage import Storage
from undertow.table.table import Table
from undertow.table.thinkers import Thinkers
from undertow.table.thinking import Run, Task, Thought
from undertow.table.writer import Decision, Writer

pytestmark = pytest.mark.compiled

ANN = Person("ann" * 5, "Ann")
CREW = ["quint", "brody", "hooper"]
SWIMMERS = [f"swimmer {i}" for i in range(1, 5)]
AT_SEA: Json = {"variant": "act2"}


# People ---------------------------------------------------------------------------------------------------------------


def asked_of_both(ann: Guest, ben: Guest, table: str) -> tuple[Json, Json]:
    """What Quint and Brody are asked, which is the same."""
    quints = next(one for one in questions(ann.look(table)) if one["seat"] == "quint")
    [brodys] = questions(ben.look(table))
    assert quints["prompt"] == brodys["prompt"]
    return quints, brodys


def test_two_of_the_crew_who_answer_about_one_card_give_away_one_card(server: Server) -> None:
    """Two people answered about the pistol, both were accepted, and Brody got the flare gun nobody had asked about."""
    wait_until(lambda: server.is_ready("jaws"))
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    table = ann.new_table("jaws", players=4, settings=AT_SEA, sit=["quint", "shark", "hooper"])
    ben.command(table, "sit", seat="brody")
    ann.command(table, "start")
    quints, brodys = asked_of_both(ann, ben, table)
    for_quint, for_brody = (quints["actions"][i]["action"] for i in range(2))
    ann.act(table, "quint", for_quint, asked=quints["asked"])
    while asked_of_both(ann, ben, table)[1]["prompt"] == brodys["prompt"]:  # the next card is the same once more
        quints, brodys = asked_of_both(ann, ben, table)
        ann.act(table, "quint", for_quint, asked=quints["asked"])
    late = ben.post(table, {"type": "act", "id": "l", "seat": "brody", "action": for_brody, "asked": brodys["asked"]})
    ack = late.json()
    assert late.status_code == 409
    [new] = questions(ben.look(table))
    assert new["prompt"] != brodys["prompt"]
    assert ack["error"] == f"That is no longer asked. Now: {new['prompt']}"
    assert ack["question"] == new
    assert new["decisions"] == brodys["decisions"]  # Brody has decided nothing: the count alone would not have told
    ben.act(table, "brody", new["actions"][0]["action"], asked=ack["question"]["asked"])


def test_a_double_click_is_told_what_is_asked_now(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.new_table(players=4, sit=SWIMMERS, start=True)
    with ann.live(table) as live:
        [first, *others] = questions(live.until(questions))
        clicks = [live.send("act", seat=first["seat"], action="card 1", asked=first["asked"]) for _ in range(2)]
        while not live.acks.keys() >= set(clicks):
            live.receive()
        assert [live.acks[id]["ok"] for id in clicks] == [True, False]
        refused = live.acks[clicks[1]]
        assert refused["error"].startswith("That is no longer asked. Waiting for ")
        assert (refused["question"]["seat"], refused["question"]["actions"]) == (first["seat"], [])
        assert refused["question"]["can_undo"]
        for other in others:  # what they were asked is still asked
            live.command("act", seat=other["seat"], action="card 2", asked=other["asked"])


def test_a_refused_answer_does_not_tell_what_others_hide(server: Server) -> None:
    """What comes with a refusal is the seat's own question, as the next update has it."""
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    table = ann.new_table(players=4, sit=SWIMMERS[:2])
    for seat in SWIMMERS[2:]:
        ben.command(table, "sit", seat=seat)
    ann.command(table, "start")
    ben.act(table, "swimmer 3", "card 4")
    late = ann.post(table, {"type": "act", "id": "l", "seat": "swimmer 1", "action": "card 5", "asked": "0"}).json()
    assert late["question"] == questions(ann.look(table))[0]


def test_what_one_reads_at_once_has_different_keys() -> None:
    """Two swimmers of one person have the same cards; alone each is typed by its number, as in the terminal."""
    table = running("get-bit", {}, 2)
    both = questions_to(table, ["swimmer 1", "swimmer 3"])
    assert [[offer.key for offer in one.actions] for one in both] == [
        ["1", "2", "3", "4", "5"],
        ["6", "7", "8", "9", "10"],
    ]
    [alone] = questions_to(table, ["swimmer 3"])
    assert [offer.key for offer in alone.actions] == ["1", "2", "3", "4", "5"]


# The token ------------------------------------------------------------------------------------------------------------


def running(game: str, settings: dict[str, Any], players: int, seed: str = "reef") -> Table:
    """A table of Ann's alone, begun."""
    found = find_game(game)
    setup = found.set_up(players, settings)
    founding = Founding(
        "asking-01", game, found.version, players, setup.settings, seed, False, m.Pace(), False, ANN.id, "Ann", 1.0
    )
    table = Table(founding)
    for seat in setup.seats:
        table.fold(Entry(table.head + 1, "sit", 1.0, seat, "", ANN.id, ANN.name))
    table.fold(Entry(table.head + 1, "start", 1.0))
    return table


def act(table: Table, seat: str, action: str, asked: str | None = None) -> None:
    for entry in decide(table, m.Act(f"c{table.head}", seat, action, asked), ANN, 2.0):
        table.fold(entry)


def test_an_answer_stays_valid_while_others_choose() -> None:
    """In Get Bit! all choose at once; whoever is slow is not asked anew."""
    table = running("get-bit", {}, 4)
    asked = {seat: asked_now(table, seat) for seat in SWIMMERS}
    assert len(set(asked.values())) == 4
    for number, seat in enumerate(SWIMMERS):
        act(table, seat, f"card {number + 1}", asked[seat])
    assert {asked_now(table, seat) for seat in table.to_act()}.isdisjoint(asked.values())


def test_what_others_choose_in_secret_is_not_in_the_token() -> None:
    tokens = set()
    for card in range(1, 6):
        table = running("get-bit", {}, 4)
        act(table, "swimmer 1", f"card {card}")
        tokens.add(asked_now(table, "swimmer 2"))
    assert len(tokens) == 1


def test_a_question_that_comes_back_after_an_undo_is_the_same() -> None:
    table = running("get-bit", {}, 4)
    asked = asked_now(table, "swimmer 1")
    act(table, "swimmer 1", "card 3", asked)
    assert asked_now(table, "swimmer 1") == ""
    for entry in decide(table, m.Undo("u", "swimmer 1"), ANN, 3.0):
        table.fold(entry)
    assert asked_now(table, "swimmer 1") == asked


def test_an_answer_after_the_end_is_told_who_won() -> None:
    table = running("get-bit", {}, 4)
    asked = asked_now(table, "swimmer 1")
    while table.status != "over":
        for seat in table.to_act():
            assert table.match
            act(table, seat, table.match.legal(seat)[0])
    with pytest.raises(NotAsked, match=r"That is no longer asked\. .* wins: .*\.$") as refused:
        act(table, "swimmer 1", "card 1", asked)
    assert refused.value.question.actions == []


def test_the_token_shown_is_the_one_that_counts() -> None:
    table = running("jaws", AT_SEA, 4)
    for _ in range(40):
        for seat in table.to_act():
            assert question(table, seat).asked == asked_now(table, seat)
        seat = table.to_act()[0]
        assert table.match
        act(table, seat, table.match.legal(seat)[0], asked_now(table, seat))


# Bots -----------------------------------------------------------------------------------------------------------------


class Slow(Thinkers):
    """Each of the crew wants every card for itself; while it thinks about the first one, somebody else is faster."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thought: list[tuple[str, str]] = []  # seats and what they were asked
        self.room: asyncio.Future[Room] = asyncio.get_running_loop().create_future()
        self.writer: Writer | None = None

    async def choose(self, task: Task, person: str = "", table: str = "") -> Run:
        position = task.moment.position()
        setup = position.setup
        actions = list(position.legal(setup.seat(task.seat)))
        if task.most == 1:  # it only has to show that it can play by these house rules
            return Run([Thought(actions[0], "", "")], True)
        self.thought.append((task.seat, position.prompt(setup.seat(task.seat))))
        if len(self.thought) == 1:
            assert self.writer
            await self.writer.submit(await self.room, as_another_server_would(actions[0]))
        wanted = next((action for action in actions if task.seat in action), actions[0])
        return Run([Thought(wanted, "", "")], True)


def as_another_server_would(action: str) -> Decision:
    return lambda table, now: [Entry(table.head + 1, "act", now, table.to_act()[0], action)]


def test_a_bot_does_not_answer_about_a_card_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot thinks about one card while another server divides it: it thinks again, about the next. And of a side that
    decides together one bot is asked, not all."""
    monkeypatch.setattr(house, "fresh_seed", lambda: "reef")  # a baseball bat, a barrel, ...

    async def divide() -> tuple[Table, Slow]:
        thinkers = Slow()
        here = House(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), thinkers, QUICK)
        thinkers.writer = here.writer
        here.rules.ready.add("jaws")
        here.tasks.spawn(here.writer.run(here.loader))
        bots = dict.fromkeys(["shark", *CREW], "easy")
        room = await here.room(await here.found(m.NewTable("jaws", 4, AT_SEA, bots=bots, start=True), ANN))
        thinkers.room.set_result(room)
        while room.table.match is None or room.table.match.view("crew").phase == "dividing gear":
            await asyncio.sleep(0.01)
        await here.close()
        return room.table, thinkers

    table, thinkers = asyncio.run(divide())
    assert table.match
    again = Match(table.setup, seed="reef")
    decisions = [ply for ply in table.match.history if ply.seat >= 0]
    asked = []
    for ply in decisions:
        if again.view("crew").phase != "dividing gear":
            break
        asked.append((again.seats[ply.seat], again.prompt(again.seats[ply.seat])))
        again.take(again.seats[ply.seat], ply.name)
    assert len(asked) > 3
    assert [prompt for _, prompt in thinkers.thought[: len(asked)]] == [prompt for _, prompt in asked]  # each card once
    assert thinkers.thought[1 : len(asked)] == asked[1:]  # and nobody decided about a card they had not thought about
