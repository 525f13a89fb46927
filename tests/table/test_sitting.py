"""A table without a server: who may do what, the fold of the log, and what each reader is told of it."""

from __future__ import annotations

import itertools
from dataclasses import asdict
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec import structs

from tests.table.conftest import Json, Notes
from undertow.core.errors import IllegalAction, UndertowError
from undertow.core.game import find_game
from undertow.table import messages as m
from undertow.table.asking import asked_now
from undertow.table.caretaker import whoever_is_late
from undertow.table.decide import CHANGES, SHARING, Link, Person, Refused, decide, use_link
from undertow.table.entries import Entry, Founding
from undertow.table.rematch import again, laid_again, sit_again
from undertow.table.table import SILENCE, TALKATIVE, Table, folded
from undertow.table.telling import Presence, Teller, read_cursor

pytestmark = pytest.mark.compiled

ANN, BOB, CLEO, DAN = (Person(name.lower() * 4, name) for name in ("Ann", "Bob", "Cleo", "Dan"))
STRANGER = Person("stranger", "Somebody")
PEOPLE = (ANN, BOB, CLEO, DAN)
SWIMMERS = ("swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4")


class Sitting:
    """A table, its log, and a clock."""

    def __init__(
        self,
        game: str = "get-bit",
        players: int | None = 4,
        *,
        pace: m.Pace | None = None,
        crew_room: bool = False,
        seed: str = "reef",
        settings: dict[str, Any] | None = None,
    ) -> None:
        found = find_game(game)
        setup = found.set_up(players, settings)
        self.founding = Founding(
            id="sitting-1",
            game=game,
            rules=found.version,
            players=setup.players,
            settings=setup.settings,
            seed=seed,
            public=True,
            pace=pace or m.Pace(),
            crew_room=crew_room,
            host=ANN.id,
            host_name=ANN.name,
            created=1000.0,
        )
        self.table = Table(self.founding)
        self.log: list[Entry] = []
        self.now = 1000.0
        self._ids = itertools.count(1)

    def fold(self, entries: list[Entry]) -> list[Entry]:
        """As the house does: let entries happen, and keep them."""
        for entry in entries:
            self.table.fold(entry)
            self.log.append(entry)
        return entries

    def do(self, person: Person, command: m.Command) -> list[Entry]:
        self.now += 1
        return self.fold(decide(self.table, command, person, self.now))

    def id(self) -> str:
        return f"c{next(self._ids)}"

    def sit(self, person: Person, *seats: str) -> Sitting:
        for seat in seats:
            self.do(person, m.Sit(self.id(), seat))
        return self

    def link(self, person: Person, seat: str, kind: str = "share") -> Link:
        """A link to a seat, as the server hands it out."""
        return Link(seat, kind, person.id, self.id(), self.table.places[seat].voided)

    def follow(self, person: Person, link: Link) -> list[Entry]:
        """Somebody opens a link."""
        self.now += 1
        return self.fold(use_link(self.table, link, person, self.now))

    def shut_out(self, person: Person, link: Link) -> str:
        """Why a link does not work."""
        before = snapshot(self.table)
        with pytest.raises(Refused) as caught:
            self.follow(person, link)
        assert snapshot(self.table) == before
        return str(caught.value)

    def share(self, giver: Person, seat: str, *people: Person) -> Sitting:
        for person in people:
            self.follow(person, self.link(giver, seat))
        return self

    def bots(self, *seats: str) -> Sitting:
        for seat in seats:
            self.do(ANN, m.SetBot(self.id(), seat, "easy"))
        return self

    def start(self) -> Sitting:
        self.do(ANN, m.Start(self.id()))
        return self

    def act(self, person: Person, seat: str, action: str, asked: str | None = None) -> list[Entry]:
        return self.do(person, m.Act(self.id(), seat, action, asked))

    def bot_acts(self, seat: str, action: str) -> None:
        """As the house lets a bot act."""
        self.now += 1
        self.fold([Entry(self.table.head + 1, "act", self.now, seat, action, command=f"bot.{self.table.head}.{seat}")])

    def pass_time(self, seconds: float) -> list[Entry]:
        """The alarm rings after a while."""
        self.now += seconds
        return self.fold(whoever_is_late(self.table, self.now))

    def refused(self, person: Person, command: m.Command) -> str:
        """The sentence of a refusal that changes nothing."""
        before = snapshot(self.table)
        with pytest.raises(UndertowError) as caught:
            self.do(person, command)
        assert snapshot(self.table) == before
        assert str(caught.value).endswith((".", "?"))
        return str(caught.value)

    def again(self) -> Table:
        return folded(self.founding, self.log)

    def told(self, person: Person, cursor: str = "") -> Json:
        """What somebody is told, as it travels."""
        teller = Teller(self.table, Presence())
        update: Json = msgspec.json.decode(teller.tell(person.id, read_cursor(cursor)).encoded(self.now))
        return update


def snapshot(table: Table) -> Json:
    """All that a table is."""
    match = table.match
    return {
        "head": table.head,
        "status": table.status,
        "places": [asdict(place) for place in table.places.values()],
        "words": dict(table.words),
        "chat": list(table.chat),
        "done": set(table.done),
        "decisions": dict(table.decisions),
        "take back": asdict(table.take_back) if table.take_back else None,
        "rematch": table.rematch,
        "cuts": {viewer: list(heard.cuts) for viewer, heard in table.heard.items()},
        "standing": table.standing(),
        "deadlines": {seat: table.deadline(seat) for seat in table.places},
        "state": match.state_bytes() if match else None,
        "history": match.history if match else None,
        "names": match.names if match else None,
        "logs": [match.log(viewer) for viewer in match.viewers] if match else None,
    }


def four(**choices: Any) -> Sitting:
    """Ann and Bob against two bots, begun."""
    return Sitting(**choices).sit(ANN, "swimmer 1").sit(BOB, "swimmer 2").bots("swimmer 3", "swimmer 4").start()


def alone(**choices: Any) -> Sitting:
    """Ann against three bots, begun."""
    return Sitting(**choices).sit(ANN, "swimmer 1").bots(*SWIMMERS[1:]).start()


def everybody_chooses(sitting: Sitting) -> None:
    """A round of cards in which nobody asks for more than the lowest card, until something is asked that is no card."""
    match = sitting.table.match
    assert match
    for seat in match.to_act:
        sitting.bot_acts(seat, match.legal(seat)[0])


# Before the start -----------------------------------------------------------------------------------------------------


def test_people_sit_down_get_up_and_share() -> None:
    sitting = Sitting().sit(ANN, "swimmer 1", "swimmer 2").sit(BOB, "swimmer 3")
    table = sitting.table
    assert table.standpoint(ANN.id).seats == ["swimmer 1", "swimmer 2"]
    assert table.name_of("swimmer 3") == "Bob"
    assert table.name_of("swimmer 4") == "Swimmer 4"
    sitting.do(ANN, m.Leave("l", "swimmer 2"))
    assert table.standpoint(ANN.id).seats == ["swimmer 1"]
    sitting.fold([Entry(table.head + 1, "sit", 1.0, "swimmer 1", "", CLEO.id, "Cleo", command="ticket.1")])
    assert table.name_of("swimmer 1") == "Ann & Cleo"
    assert table.standpoint(CLEO.id).seats == ["swimmer 1"]
    sitting.fold([Entry(table.head + 1, "move", 1.0, "swimmer 3", BOB.id, DAN.id, "Dan", command="ticket.2")])
    assert table.standpoint(BOB.id).seats == []
    assert table.name_of("swimmer 3") == "Dan"
    assert table.people == {ANN.id: "Ann", CLEO.id: "Cleo", DAN.id: "Dan"}
    assert [line.text for line in table.chat][-3:] == [
        "Ann gets up from swimmer 2.",
        "Cleo sits down as swimmer 1.",
        "Dan has swimmer 3 on another device.",
    ]
    assert snapshot(sitting.again()) == snapshot(table)


def test_bots_take_seats_and_give_way() -> None:
    sitting = Sitting().bots("swimmer 1")
    assert sitting.table.name_of("swimmer 1") == "Easy bot (swimmer 1)"
    sitting.do(ANN, m.SetBot("b", "swimmer 1", "hard"))
    assert sitting.table.places["swimmer 1"].bot == "hard"
    sitting.sit(BOB, "swimmer 1")
    assert sitting.table.places["swimmer 1"].bot is None
    sitting.bots("swimmer 2").do(ANN, m.SetBot("n", "swimmer 2"))
    assert not sitting.table.places["swimmer 2"].taken


@pytest.mark.parametrize(
    ("person", "command", "sentence"),
    [
        (BOB, m.Start("c"), "only the host, Ann, can start."),
        (ANN, m.Start("c"), "nobody sits as swimmer 3, swimmer 4 yet; put a bot there or wait for somebody."),
        (BOB, m.SetBot("c", "swimmer 3", "easy"), "only the host, Ann, can set the bots."),
        (ANN, m.SetBot("c", "swimmer 2", "easy"), "Bob sits as swimmer 2."),
        (
            ANN,
            m.SetBot("c", "swimmer 9", "easy"),
            "there is no seat 'swimmer 9' here; the seats are swimmer 1, swimmer 2, swimmer 3, swimmer 4.",
        ),
        (BOB, m.Sit("c", "swimmer 2"), "you sit as swimmer 2 already."),
        (BOB, m.Sit("c", "swimmer 1"), "swimmer 1 is taken by Ann; whoever sits there can share it."),
        (
            BOB,
            m.Sit("c", "shark"),
            "there is no seat 'shark' here; the seats are swimmer 1, swimmer 2, swimmer 3, swimmer 4.",
        ),
        (BOB, m.Leave("c", "swimmer 1"), "you do not sit as swimmer 1; your seats are swimmer 2."),
        (CLEO, m.Leave("c", "swimmer 1"), "you do not sit as swimmer 1; you have no seat at this table."),
        (BOB, m.Mix("c", "swimmer 1", "tide"), "you do not sit as swimmer 1; your seats are swimmer 2."),
        (BOB, m.Mix("c", "swimmer 2", "\u200b"), "a word needs at least one printable character."),
        (ANN, m.Act("c", "swimmer 1", "card 1"), "the match has not begun; the host starts it."),
        (ANN, m.Act("c", "chance", "1"), None),
        (ANN, m.Undo("c", "swimmer 1"), "the match has not begun; the host starts it."),
        (ANN, m.AskBack("c", "swimmer 1"), "the match has not begun; the host starts it."),
        (ANN, m.AnswerBack("c", True), "the match has not begun; the host starts it."),
        (ANN, m.Back("c", "swimmer 1"), "swimmer 1 is yours already: no bot is playing for you."),
        (ANN, m.Rematch("c"), "a rematch is possible once the match is over."),
        (ANN, m.Say("c", "hello", "crew"), "you cannot speak in the room 'crew'; yours: table."),
        (ANN, m.Say("c", "\x07\x00 "), "a line of chat needs at least one printable character."),
    ],
)
def test_refusals_before_the_start(person: Person, command: m.Command, sentence: str | None) -> None:
    sitting = Sitting().sit(ANN, "swimmer 1").sit(BOB, "swimmer 2")
    said = sitting.refused(person, command)
    assert sentence is None or said == sentence


def test_an_unknown_level_is_refused() -> None:
    assert "godlike" in Sitting().refused(ANN, m.SetBot("c", "swimmer 1", "godlike"))


def test_words_change_the_dice() -> None:
    def dealt(*words: str) -> list[str]:
        sitting = Sitting().sit(ANN, "swimmer 1").bots(*SWIMMERS[1:])
        for word in words:
            sitting.do(ANN, m.Mix(sitting.id(), "swimmer 1", word))
        match = sitting.start().table.match
        assert match
        assert match.words == ({"swimmer 1": words[-1]} if words else {})
        return [ply.name for ply in match.history]

    assert dealt() == dealt()
    assert dealt("tide") == dealt("tide") == dealt("ebb", "tide")
    assert len({tuple(dealt(*words)) for words in ([], ["tide"], ["ebb"], ["flow"])}) > 1
    sitting = Sitting().sit(ANN, "swimmer 1")
    sitting.do(ANN, m.Mix("c", "swimmer 1", "tide"))
    assert sitting.table.chat[-1].text == "Ann mixed a word into the dice."


# Playing --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "command", "sentence"),
    [
        (BOB, m.Act("c", "swimmer 1", "card 1"), "you do not sit as swimmer 1; your seats are swimmer 2."),
        (CLEO, m.Act("c", "swimmer 1", "card 1"), "you do not sit as swimmer 1; you have no seat at this table."),
        (BOB, m.Act("c", "swimmer 3", "card 1"), "you do not sit as swimmer 3; your seats are swimmer 2."),
        (
            BOB,
            m.Act("c", "swimmer 2", "card 9"),
            "'card 9' is not legal for swimmer 2 now. Legal: card 1, card 2, card 3, card 4, card 5.",
        ),
        (
            BOB,
            m.Act("c", "swimmer 2", "card 1", asked="0"),
            "That is no longer asked. Now: Choose a card, in secret.",
        ),
        (ANN, m.Act("c", "swimmer 1", "card 2"), "swimmer 1 cannot act now: waiting for swimmer 2 and swimmer 3 and "),
        (BOB, m.Undo("c", "swimmer 1"), "you do not sit as swimmer 1; your seats are swimmer 2."),
        (BOB, m.Undo("c", "swimmer 2"), "swimmer 2 cannot take anything back: "),
        (BOB, m.AskBack("c", "swimmer 1"), "you do not sit as swimmer 1; your seats are swimmer 2."),
        (BOB, m.AskBack("c", "swimmer 2"), "swimmer 2 has not decided anything yet that could be taken back."),
        (BOB, m.AnswerBack("c", True), "nobody is asking to take anything back."),
        (ANN, m.Start("c"), "the match has begun: starting is only possible before the start."),
        (
            ANN,
            m.SetBot("c", "swimmer 3", "hard"),
            "the match has begun: setting bots is only possible before the start.",
        ),
        (ANN, m.Mix("c", "swimmer 1", "tide"), "the match has begun: mixing a word into the dice is only possible "),
        (CLEO, m.Sit("c", "swimmer 3"), "the match has begun: only somebody who left a seat can come back to it."),
        (BOB, m.Sit("c", "swimmer 1"), "swimmer 1 is taken by Ann; whoever sits there can share it."),
        (BOB, m.Back("c", "swimmer 2"), "swimmer 2 is yours already: no bot is playing for you."),
        (ANN, m.Rematch("c"), "a rematch is possible once the match is over."),
    ],
)
def test_refusals_in_a_match(person: Person, command: m.Command, sentence: str) -> None:
    sitting = four()
    sitting.act(ANN, "swimmer 1", "card 1")
    assert sitting.refused(person, command).startswith(sentence)


def test_the_same_id_happens_once_and_is_its_sender_s_own() -> None:
    sitting = four()
    chosen = m.Act("same", "swimmer 1", "card 3")
    assert len(sitting.do(ANN, chosen)) == 1
    before = snapshot(sitting.table)
    assert sitting.do(ANN, chosen) == []
    assert sitting.do(ANN, m.Act("same", "swimmer 1", "card 4")) == []  # whatever it says
    assert sitting.do(ANN, m.Say("same", "hello")) == []
    assert snapshot(sitting.table) == before
    assert len(sitting.do(BOB, m.Act("same", "swimmer 2", "card 3"))) == 1


def test_an_id_stays_used_after_undo() -> None:
    sitting = four()
    chosen = m.Act("same", "swimmer 1", "card 3")
    sitting.do(ANN, chosen)
    sitting.do(ANN, m.Undo("back", "swimmer 1"))
    assert sitting.do(ANN, chosen) == []
    assert "swimmer 1" in sitting.table.to_act()


def test_undo_until_something_is_revealed() -> None:
    sitting = four()
    sitting.act(ANN, "swimmer 1", "card 1")
    sitting.act(BOB, "swimmer 2", "card 1")
    sitting.do(ANN, m.Undo("u1", "swimmer 1"))  # Bob could choose all the same
    assert "swimmer 1" in sitting.table.to_act()
    assert "swimmer 2" not in sitting.table.to_act()
    sitting.act(ANN, "swimmer 1", "card 2")
    for seat in ("swimmer 3", "swimmer 4"):
        sitting.bot_acts(seat, "card 5")
    assert "cannot take anything back" in sitting.refused(ANN, m.Undo("u2", "swimmer 1"))
    assert snapshot(sitting.again()) == snapshot(sitting.table)


# Take-back by consent -------------------------------------------------------------------------------------------------


def revealed(sitting: Sitting) -> Sitting:
    """A first round in which every card is open."""
    for seat, card in zip(sitting.table.to_act(), (1, 2, 3, 4), strict=True):
        place = sitting.table.places[seat]
        for id, name in list(place.people.items())[:1]:
            sitting.act(Person(id, name), seat, f"card {card}")
        if not place.people:
            sitting.bot_acts(seat, f"card {card}")
    return sitting


def test_bots_agree_at_once() -> None:
    sitting = revealed(alone())
    match = sitting.table.match
    assert match
    plies = next(i for i, ply in enumerate(match.history) if ply.seat == 0)
    assert [entry.kind for entry in sitting.do(ANN, m.AskBack("a", "swimmer 1"))] == ["ask back", "rewind"]
    assert len(match.history) == plies
    assert set(sitting.table.to_act()) == set(SWIMMERS)
    assert sitting.table.take_back is None
    assert set(sitting.table.decisions.values()) == {0}
    assert sitting.table.chat[-1].text == "Everybody agrees: Ann takes the last decision back."
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_everybody_must_agree() -> None:
    sitting = Sitting().sit(ANN, "swimmer 1").sit(BOB, "swimmer 2", "swimmer 3").sit(CLEO, "swimmer 4").start()
    revealed(sitting)
    assert [entry.kind for entry in sitting.do(ANN, m.AskBack("a", "swimmer 1"))] == ["ask back"]
    asked = sitting.told(DAN)["table"]["take_back"]
    assert asked == {"seat": "swimmer 1", "waiting_for": ["swimmer 2", "swimmer 3", "swimmer 4"]}
    assert sitting.refused(BOB, m.AskBack("b", "swimmer 2")) == "Ann is asking already; answer that first."
    assert sitting.refused(DAN, m.AnswerBack("d", True)) == "only those who play can answer."
    assert [entry.kind for entry in sitting.do(BOB, m.AnswerBack("b", True))] == ["answer back"]
    assert sitting.told(DAN)["table"]["take_back"]["waiting_for"] == ["swimmer 4"]
    assert snapshot(sitting.again()) == snapshot(sitting.table)
    assert [entry.kind for entry in sitting.do(CLEO, m.AnswerBack("c", True))] == ["answer back", "rewind"]
    assert "swimmer 1" in sitting.table.to_act()
    assert sitting.table.decisions == {"swimmer 1": 0, "swimmer 2": 0, "swimmer 3": 0, "swimmer 4": 0}
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_one_who_does_not_agree_is_enough() -> None:
    sitting = revealed(four())
    before = sitting.table.match and sitting.table.match.state_bytes()
    sitting.do(ANN, m.AskBack("a", "swimmer 1"))
    sitting.do(BOB, m.AnswerBack("b", False))
    assert sitting.table.take_back is None
    assert sitting.table.chat[-1].text == "Bob does not agree: it stays as it is."
    assert sitting.table.match
    assert sitting.table.match.state_bytes() == before


def test_the_match_waits_for_an_answer() -> None:
    sitting = four()
    sitting.act(ANN, "swimmer 1", "card 1")
    sitting.do(ANN, m.AskBack("a", "swimmer 1"))
    assert sitting.refused(BOB, m.Act("b", "swimmer 2", "card 2")).endswith("answer that first.")
    sitting.pass_time(SILENCE - 10)
    assert sitting.table.take_back
    sitting.pass_time(10)  # silence is no
    assert sitting.table.take_back is None
    assert sitting.refused(BOB, m.AnswerBack("c", True)) == "nobody is asking to take anything back."
    assert "answered this already" in sitting.refused(ANN, m.AskBack("d", "swimmer 1"))
    sitting.act(BOB, "swimmer 2", "card 2")


def test_an_asking_ends_when_somebody_gets_up() -> None:
    sitting = revealed(four())
    sitting.do(ANN, m.AskBack("a", "swimmer 1"))
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    assert sitting.table.take_back is None


def test_one_of_those_who_share_a_seat_is_enough() -> None:
    sitting = revealed(four())
    sitting.fold([Entry(sitting.table.head + 1, "sit", 1.0, "swimmer 2", "", CLEO.id, "Cleo", command="ticket.1")])
    sitting.do(ANN, m.AskBack("a", "swimmer 1"))
    sitting.do(CLEO, m.AnswerBack("b", True))
    assert sitting.table.take_back is None
    assert "swimmer 1" in sitting.table.to_act()


# Coming and going -----------------------------------------------------------------------------------------------------


def test_a_bot_plays_on_for_who_leaves_until_they_come_back() -> None:
    sitting = four()
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    place = sitting.table.places["swimmer 2"]
    assert (place.bot, place.played_by_bot) == ("medium", True)
    assert "swimmer 2" in sitting.table.bots_asked()
    assert sitting.refused(BOB, m.Act("a", "swimmer 2", "card 1")).startswith("you do not sit as swimmer 2")
    assert "only somebody who left" in sitting.refused(CLEO, m.Sit("c", "swimmer 2"))
    sitting.sit(BOB, "swimmer 2")
    assert "swimmer 2" not in sitting.table.bots_asked()
    sitting.act(BOB, "swimmer 2", "card 1")
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_a_shared_seat_is_left_by_one() -> None:
    sitting = four()
    sitting.fold([Entry(sitting.table.head + 1, "sit", 1.0, "swimmer 2", "", CLEO.id, "Cleo", command="ticket.1")])
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    assert sitting.table.places["swimmer 2"].bot is None
    sitting.act(CLEO, "swimmer 2", "card 1")


def test_nobody_sits_down_after_the_end_and_the_seed_is_shown() -> None:
    sitting = Sitting().sit(ANN, *SWIMMERS).start()
    assert sitting.told(BOB)["table"]["seed"] is None
    while sitting.table.status == "running":
        everybody_chooses(sitting)
    assert sitting.table.to_act() == ()
    sitting.do(ANN, m.Leave("l", "swimmer 1"))
    assert sitting.refused(BOB, m.Sit("s", "swimmer 1")) == "the match is over; ask for a rematch."
    assert sitting.refused(BOB, m.Rematch("r")) == "only those who played, or the host, can ask for a rematch."
    assert decide(sitting.table, m.Rematch("r"), ANN, 1.0) == []
    assert sitting.refused(ANN, m.Act("a", "swimmer 2", "card 1")).startswith("the match is over: ")
    told = sitting.told(BOB)
    assert told["table"]["seed"] == "reef"
    assert told["result"]["words"]
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_nothing_is_taken_back_after_the_end() -> None:
    sitting = Sitting().sit(ANN, *SWIMMERS).start()
    while sitting.table.status == "running":
        everybody_chooses(sitting)
    match = sitting.table.match
    assert match
    seat = next(match.seats[ply.seat] for ply in reversed(match.history) if ply.seat >= 0)
    assert "all secrets are revealed" in sitting.refused(ANN, m.AskBack("a", seat))
    assert sitting.table.status == "over"


# Sharing --------------------------------------------------------------------------------------------------------------


def shared() -> Sitting:
    """Ann (the host) and Bob against two bots; Bob shares his seat with Cleo, and Cleo lets Dan in."""
    return four().share(BOB, "swimmer 2", CLEO).share(CLEO, "swimmer 2", DAN)


def test_who_was_let_in_is_removed_and_loses_the_seat_at_once() -> None:
    sitting = four()
    link = sitting.link(BOB, "swimmer 2")
    sitting.follow(CLEO, link)
    assert [eyes["viewer"] for eyes in sitting.told(CLEO)["eyes"]] == ["swimmer 2"]
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Cleo"]}
    sitting.do(BOB, m.Remove("r", "swimmer 2", "Cleo"))
    told = sitting.told(CLEO)
    assert [eyes["viewer"] for eyes in told["eyes"]] == ["spectator"]
    assert told["you"] == sitting.told(STRANGER)["you"] | {"removed": ["swimmer 2"]}
    assert told["chat"][-1]["text"] == "Bob removes Cleo from swimmer 2."
    assert sitting.refused(CLEO, m.Act("a", "swimmer 2", "card 1")).startswith("you do not sit as swimmer 2")
    assert sitting.refused(CLEO, m.Sit("s", "swimmer 2")).startswith("swimmer 2 is taken by Bob")
    for person in (CLEO, DAN):
        assert sitting.shut_out(person, link) == "this link was made void; ask for a new one."
    sitting.act(BOB, "swimmer 2", "card 1")
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_who_was_removed_comes_back_by_a_new_link_only() -> None:
    sitting = shared()
    sitting.do(BOB, m.Remove("r", "swimmer 2", "Cleo"))
    for person, id in ((BOB, "l1"), (DAN, "l2")):
        sitting.do(person, m.Leave(id, "swimmer 2"))
    assert sitting.table.places["swimmer 2"].bot == "medium"
    said = sitting.refused(CLEO, m.Sit("s", "swimmer 2"))
    assert said == "you were removed from swimmer 2; only a new link to it lets you come back."
    sitting.sit(BOB, "swimmer 2").share(BOB, "swimmer 2", CLEO)
    assert sitting.told(CLEO)["you"]["removed"] == []
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Cleo"]}


def test_who_may_remove_whom() -> None:
    sitting = shared()
    may_remove = {person: sitting.told(person)["you"]["may_remove"] for person in (ANN, BOB, CLEO, DAN, STRANGER)}
    assert may_remove == {
        ANN: {"swimmer 2": ["Cleo", "Dan"]},  # the host
        BOB: {"swimmer 2": ["Cleo", "Dan"]},  # whose seat it is
        CLEO: {"swimmer 2": ["Dan"]},
        DAN: {},
        STRANGER: {},
    }
    allowed = {(person.name, name) for person in may_remove for name in may_remove[person].get("swimmer 2", [])}
    for person in (ANN, BOB, CLEO, DAN, STRANGER):
        for name in ("Bob", "Cleo", "Dan"):
            if (person.name, name) in allowed:
                other = twin(sitting)
                other.do(person, m.Remove("r", "swimmer 2", name))
                assert name not in other.table.places["swimmer 2"].people.values()
            elif person.name == name:
                assert sitting.refused(person, m.Remove("r", "swimmer 2", name)).startswith("that is you")
            else:
                sitting.refused(person, m.Remove("r", "swimmer 2", name))


@pytest.mark.parametrize(
    ("person", "seat", "name", "sentence"),
    [
        (DAN, "swimmer 2", "Cleo", "only the host, Ann, or whoever let Cleo in can remove Cleo from swimmer 2."),
        (ANN, "swimmer 2", "Bob", "Bob did not come to swimmer 2 by a link: after the start nobody can take the seat "),
        (BOB, "swimmer 2", "Eve", "nobody called 'Eve' holds swimmer 2; there is Bob & Cleo & Dan."),
        (BOB, "swimmer 2", "Bob", "that is you; get up to leave your seat."),
        (BOB, "swimmer 3", "Cleo", "nobody called 'Cleo' holds swimmer 3; there is Easy bot (swimmer 3)."),
        (BOB, "shark", "Cleo", "there is no seat 'shark' here; "),
    ],
)
def test_removals_that_are_refused(person: Person, seat: str, name: str, sentence: str) -> None:
    assert shared().refused(person, m.Remove("r", seat, name)).startswith(sentence)


def test_whom_a_removed_one_let_in_stays_somebody_s() -> None:
    sitting = shared()
    sitting.do(BOB, m.Remove("r", "swimmer 2", "Cleo"))
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Dan"]}
    sitting.share(DAN, "swimmer 2", CLEO)
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Dan", "Cleo"]}
    assert sitting.told(CLEO)["you"]["may_remove"] == {}


def test_when_the_last_one_is_removed_a_bot_plays_on() -> None:
    sitting = four().share(BOB, "swimmer 2", CLEO)
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    assert [entry.kind for entry in sitting.do(ANN, m.Remove("r", "swimmer 2", "Cleo"))] == ["remove", "bot"]
    assert sitting.table.places["swimmer 2"].bot == "medium"
    sitting.sit(BOB, "swimmer 2")  # whose seat it was
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_before_the_start_the_host_removes_anybody() -> None:
    sitting = Sitting().sit(ANN, "swimmer 1").sit(BOB, "swimmer 2").sit(CLEO, "swimmer 3")
    assert sitting.told(ANN)["you"]["may_remove"] == {"swimmer 2": ["Bob"], "swimmer 3": ["Cleo"]}
    said = sitting.refused(CLEO, m.Remove("r", "swimmer 2", "Bob"))
    assert said == "only the host, Ann, can remove Bob from swimmer 2."
    sitting.do(ANN, m.Remove("r", "swimmer 2", "Bob"))
    assert sitting.told(BOB)["you"]["removed"] == ["swimmer 2"]
    sitting.do(ANN, m.Leave("l", "swimmer 3"))
    assert sitting.table.chat[-1].text == "Ann removes Cleo from swimmer 3."
    assert not sitting.table.places["swimmer 2"].taken
    sitting.sit(CLEO, "swimmer 2").sit(BOB, "swimmer 3")  # free seats are anybody's
    assert sitting.told(BOB)["you"]["removed"] == ["swimmer 2"]
    sitting.do(CLEO, m.Leave("l", "swimmer 2"))
    sitting.sit(BOB, "swimmer 2")
    assert sitting.told(BOB)["you"]["removed"] == []


def test_links_are_made_void() -> None:
    sitting = four().share(BOB, "swimmer 2", CLEO)
    links = [
        sitting.link(giver, "swimmer 2", kind)
        for giver, kind in ((BOB, "share"), (BOB, "move"), (CLEO, "share"), (CLEO, "move"))
    ]
    elsewhere = sitting.link(ANN, "swimmer 1")
    assert sitting.refused(ANN, m.VoidLinks("v", "swimmer 2")).startswith("you do not sit as swimmer 2")
    sitting.do(CLEO, m.VoidLinks("v", "swimmer 2"))
    assert sitting.table.chat[-1].text == "Cleo makes all links to swimmer 2 void."
    for link in links:
        assert sitting.shut_out(DAN, link) == "this link was made void; ask for a new one."
    sitting.follow(DAN, elsewhere)
    assert list(sitting.table.places["swimmer 2"].people) == [BOB.id, CLEO.id]  # who has it keeps it
    sitting.follow(DAN, sitting.link(BOB, "swimmer 2"))
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_who_came_by_a_link_that_is_void_and_got_up_stays_out() -> None:
    sitting = shared()
    sitting.do(CLEO, m.Leave("l", "swimmer 2"))
    assert sitting.told(CLEO)["you"]["welcome"] == ["swimmer 2"]
    sitting.do(BOB, m.VoidLinks("v", "swimmer 2"))
    assert sitting.told(CLEO)["you"]["welcome"] == []
    assert "is taken by Bob & Dan" in sitting.refused(CLEO, m.Sit("s", "swimmer 2"))
    sitting.do(BOB, m.Leave("b", "swimmer 2"))
    sitting.do(DAN, m.VoidLinks("w", "swimmer 2"))
    sitting.sit(BOB, "swimmer 2")  # it is his
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Dan"]}


def test_a_link_that_shares_works_again_for_who_got_up() -> None:
    sitting = four()
    link = sitting.link(BOB, "swimmer 2")
    sitting.follow(CLEO, link)
    sitting.do(CLEO, m.Leave("l", "swimmer 2"))
    sitting.follow(CLEO, link)
    assert sitting.follow(CLEO, link) == []
    assert list(sitting.table.places["swimmer 2"].people) == [BOB.id, CLEO.id]
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_who_takes_a_seat_to_another_device_is_who_they_were() -> None:
    phone = Person("phone", "Phone")
    sitting = shared()
    sitting.follow(phone, sitting.link(BOB, "swimmer 2", "move"))
    assert sitting.told(phone)["you"]["may_remove"] == {"swimmer 2": ["Cleo", "Dan"]}
    assert sitting.table.name_of("swimmer 2") == "Phone & Cleo & Dan"
    other = Person("tablet", "Tablet")
    sitting.follow(other, sitting.link(CLEO, "swimmer 2", "move"))
    assert sitting.told(other)["you"]["may_remove"] == {"swimmer 2": ["Dan"]}
    assert sitting.told(phone)["you"]["may_remove"] == {"swimmer 2": ["Tablet", "Dan"]}


def test_a_move_between_sharers_makes_nobody_more_than_they_were() -> None:
    """Cleo, who was let in, lets Dan in and gets up; when Dan's seat moves to her, Bob can still remove her."""
    sitting = shared()
    link = sitting.link(DAN, "swimmer 2", "move")
    sitting.do(CLEO, m.Leave("l", "swimmer 2"))
    sitting.follow(CLEO, link)
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Cleo"]}
    assert sitting.told(CLEO)["you"]["may_remove"] == {}


def test_no_crowd_shares_a_seat() -> None:
    sitting = four()
    crowd = [Person(f"person{i}", f"Guest {i}") for i in range(SHARING)]
    sitting.share(BOB, "swimmer 2", *crowd[1:])
    said = sitting.shut_out(crowd[0], sitting.link(BOB, "swimmer 2"))
    assert said == f"{SHARING} people hold swimmer 2 already; no more can share it."
    sitting.follow(crowd[0], sitting.link(crowd[1], "swimmer 2", "move"))


def test_links_do_not_work_for_ever() -> None:
    sitting = four()
    link = sitting.link(BOB, "swimmer 2")
    sitting.table.changes = CHANGES
    assert "too often" in sitting.shut_out(CLEO, link)
    assert "too often" in sitting.refused(BOB, m.VoidLinks("v", "swimmer 2"))


def test_a_shared_seat_of_an_older_log_was_shared_by_who_was_there_first() -> None:
    sitting = four()
    old = Entry(sitting.table.head + 1, "sit", 1.0, "swimmer 2", "", CLEO.id, "Cleo", command=f"ticket.1.{CLEO.id}")
    sitting.fold([old])
    assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Cleo"]}
    assert sitting.told(CLEO)["you"]["may_remove"] == {}
    sitting.follow(DAN, Link("swimmer 2", "share", BOB.id, "2"))  # a link of then has no number of voided ones


# Coming back ----------------------------------------------------------------------------------------------------------


def test_who_left_a_shared_seat_comes_back() -> None:
    for person in (BOB, CLEO):
        sitting = four().share(BOB, "swimmer 2", CLEO)
        sitting.do(person, m.Leave("l", "swimmer 2"))
        assert sitting.told(person)["you"]["welcome"] == ["swimmer 2"]
        sitting.sit(person, "swimmer 2")
        assert sitting.told(person)["you"]["welcome"] == []
        assert sitting.told(person)["you"]["seats"] == ["swimmer 2"]
        assert sitting.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Cleo"]}
        assert sitting.told(CLEO)["you"]["may_remove"] == {}
        assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_who_left_before_the_start_comes_back_unless_the_seat_is_somebody_else_s() -> None:
    sitting = Sitting().sit(ANN, "swimmer 1").sit(BOB, "swimmer 2").share(BOB, "swimmer 2", CLEO)
    sitting.do(BOB, m.Leave("l1", "swimmer 2"))
    sitting.sit(BOB, "swimmer 2")
    for person, id in ((BOB, "l2"), (CLEO, "l3")):
        sitting.do(person, m.Leave(id, "swimmer 2"))
    sitting.sit(DAN, "swimmer 2")
    for person in (BOB, CLEO):
        assert sitting.told(person)["you"]["welcome"] == []
        assert sitting.refused(person, m.Sit("s", "swimmer 2")).startswith("swimmer 2 is taken by Dan")
    assert sitting.told(DAN)["you"]["may_remove"] == {}


def test_nobody_jumps_to_a_bot_s_seat_that_they_left_before_the_start() -> None:
    """Otherwise somebody could try every seat before the start and look at any bot's cards after it."""
    sitting = Sitting().sit(ANN, "swimmer 1").sit(BOB, "swimmer 2", "swimmer 3")
    sitting.do(BOB, m.Leave("l", "swimmer 3"))
    sitting.bots("swimmer 3", "swimmer 4").start()
    assert sitting.told(BOB)["you"]["welcome"] == []
    assert "only somebody who left" in sitting.refused(BOB, m.Sit("s", "swimmer 3"))


def test_who_comes_back_late_has_a_whole_turn() -> None:
    sitting = four(pace=LIVE)
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    sitting.now += 20
    sitting.sit(BOB, "swimmer 2")
    assert sitting.table.deadline("swimmer 2") == sitting.table.deadline("swimmer 1")  # their turn goes on
    sitting.do(BOB, m.Leave("m", "swimmer 2"))
    sitting.now += 60
    sitting.sit(BOB, "swimmer 2")
    assert sitting.table.deadline("swimmer 2") == sitting.now + 60
    assert snapshot(folded(sitting.founding, sitting.log)) == snapshot(sitting.table)


# Names ----------------------------------------------------------------------------------------------------------------


def test_two_of_one_name_are_told_apart() -> None:
    other, third = Person("another", "Ann"), Person("third", "Аnn")  # noqa: RUF001 - a Cyrillic A
    sitting = Sitting().sit(ANN, "swimmer 1").sit(other, "swimmer 2")
    sitting.do(third, m.Say("s", "hello"))
    sitting.do(other, m.Say("s", "hello"))
    assert [line.name for line in sitting.table.chat][-2:] == ["Аnn (3)", "Ann (2)"]  # noqa: RUF001
    assert sitting.table.name_of("swimmer 2") == "Ann (2)"
    sitting.share(other, "swimmer 2", third)
    assert sitting.table.name_of("swimmer 2") == "Ann (2) & Аnn (3)"  # noqa: RUF001
    sitting.do(other, m.Remove("r", "swimmer 2", "Аnn (3)"))  # noqa: RUF001
    assert list(sitting.table.places["swimmer 2"].people) == [other.id]
    assert sitting.table.chat[-1].text == "Ann (2) removes Аnn (3) from swimmer 2."  # noqa: RUF001
    assert snapshot(sitting.again()) == snapshot(sitting.table)


def test_nobody_becomes_somebody_else_by_a_new_name() -> None:
    sitting = Sitting().sit(ANN, "swimmer 1").sit(BOB, "swimmer 2")
    sitting.do(Person(BOB.id, "Ann"), m.Say("s", "I am Ann"))
    assert sitting.table.chat[-1].name == "Ann (2)"
    sitting.do(Person(ANN.id, "Zoe"), m.Say("s", "I am Zoe"))
    sitting.do(CLEO, m.Say("s", "hello"))
    sitting.do(Person(CLEO.id, "Ann"), m.Say("t", "I am Ann"))  # whose lines stand above
    assert [line.name for line in sitting.table.chat][-3:] == ["Zoe", "Cleo", "Ann (3)"]


# Once more ------------------------------------------------------------------------------------------------------------


def finished(sitting: Sitting) -> Sitting:
    while sitting.table.status == "running":
        everybody_chooses(sitting)
    return sitting


def laid(sitting: Sitting, person: Person) -> Sitting:
    """The table of a rematch that somebody asks for."""
    fresh = Sitting(sitting.founding.game, sitting.founding.players)
    fresh.founding = again(sitting.table, "rematch-1", person)
    fresh.table = Table(fresh.founding)
    fresh.fold(laid_again(sitting.table, fresh.founding))
    fresh.fold(sit_again(fresh.table, person, 2000.0))
    return fresh


def test_a_rematch_seats_only_who_asks_and_starts_when_all_have() -> None:
    fresh = laid(finished(four()), BOB)
    assert fresh.founding.host == BOB.id
    table = fresh.told(ANN)["table"]
    assert [seat["people"] for seat in table["seats"]] == [[], ["Bob"], [], []]
    assert [seat["kept_for"] for seat in table["seats"]] == [["Ann"], [], [], []]
    assert [seat["bot"] for seat in table["seats"]] == [None, None, "easy", "easy"]
    assert (table["status"], fresh.table.standing().free) == ("gathering", 0)
    assert fresh.told(ANN)["you"]["welcome"] == ["swimmer 1"]
    said = fresh.refused(CLEO, m.Sit("s", "swimmer 1"))
    assert said == "swimmer 1 is kept for Ann; the host, Bob, can open it to everybody."
    fresh.fold(sit_again(fresh.table, ANN, 2001.0))
    assert fresh.table.status == "running"
    assert fresh.table.places["swimmer 1"].people == {ANN.id: "Ann"}
    assert sit_again(fresh.table, ANN, 2002.0) == []
    assert snapshot(fresh.again()) == snapshot(fresh.table)


def test_a_rematch_against_bots_starts_at_once() -> None:
    assert laid(finished(alone()), ANN).table.status == "running"


def test_a_rematch_asks_those_who_share_a_seat() -> None:
    fresh = laid(finished(four().share(ANN, "swimmer 1", CLEO)), ANN)
    assert fresh.table.places["swimmer 1"].people == {ANN.id: "Ann"}
    assert fresh.told(CLEO)["you"]["seats"] == []
    fresh.fold(sit_again(fresh.table, BOB, 2001.0))
    assert fresh.table.status == "running"
    assert [eyes["viewer"] for eyes in fresh.told(CLEO)["eyes"]] == ["spectator"]
    fresh.fold(sit_again(fresh.table, CLEO, 2002.0))
    assert fresh.told(CLEO)["you"]["seats"] == ["swimmer 1"]
    assert fresh.told(ANN)["you"]["may_remove"] == {"swimmer 1": ["Cleo"]}
    assert snapshot(fresh.again()) == snapshot(fresh.table)


def test_one_who_shared_and_comes_first_does_not_keep_the_other_out() -> None:
    fresh = laid(finished(four().share(BOB, "swimmer 2", CLEO)), CLEO)
    assert fresh.table.places["swimmer 2"].people == {CLEO.id: "Cleo"}
    fresh.fold(sit_again(fresh.table, BOB, 2001.0))
    assert fresh.told(BOB)["you"]["may_remove"] == {"swimmer 2": ["Cleo"]}


def test_a_seat_that_is_kept_can_be_freed_or_played_by_a_bot() -> None:
    fresh = laid(finished(four()), BOB)
    fresh.do(BOB, m.SetBot("b", "swimmer 1", "easy"))
    fresh.do(BOB, m.Start("s"))
    fresh.sit(ANN, "swimmer 1")  # she comes late
    assert fresh.table.places["swimmer 1"].bot is None

    fresh = laid(finished(four()), BOB)
    fresh.do(BOB, m.SetBot("b", "swimmer 1"))
    fresh.sit(CLEO, "swimmer 1")
    assert sit_again(fresh.table, ANN, 2001.0) == []
    assert fresh.refused(ANN, m.Sit("s", "swimmer 1")).startswith("swimmer 1 is taken by Cleo")
    fresh.do(BOB, m.Start("s"))
    assert fresh.told(ANN)["you"]["welcome"] == []


def test_who_was_removed_or_left_is_not_asked() -> None:
    sitting = four().share(BOB, "swimmer 2", CLEO)
    sitting.do(BOB, m.Remove("r", "swimmer 2", "Cleo"))
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    fresh = laid(finished(sitting), ANN)
    assert fresh.table.status == "running"
    assert fresh.table.places["swimmer 2"].bot == "medium"
    for person in (BOB, CLEO):
        assert fresh.told(person)["you"]["welcome"] == []


# The clock ------------------------------------------------------------------------------------------------------------

LIVE = m.Pace("live", 60)


def test_a_bot_plays_on_when_time_is_up_and_hands_the_seat_back() -> None:
    sitting = four(pace=LIVE)
    begun = sitting.now
    assert {seat["seat"]: seat["deadline"] for seat in sitting.told(ANN)["table"]["seats"]} == {
        "swimmer 1": begun + 60,
        "swimmer 2": begun + 60,
        "swimmer 3": None,
        "swimmer 4": None,
    }
    assert sitting.pass_time(59) == []
    assert [entry.seat for entry in sitting.pass_time(1)] == ["swimmer 1", "swimmer 2"]
    assert sitting.table.bots_asked() == list(SWIMMERS)
    assert sitting.table.deadline("swimmer 1") is None
    assert [asked["actions"] for asked in sitting.told(ANN)["eyes"][0]["questions"]] == [[]]
    sitting.do(ANN, m.Back("b", "swimmer 1"))
    assert sitting.table.deadline("swimmer 1") == sitting.now + 60  # a whole turn
    assert [asked["actions"] for asked in sitting.told(ANN)["eyes"][0]["questions"]] != [[]]
    sitting.act(BOB, "swimmer 2", "card 1")  # acting does so too
    assert not sitting.table.places["swimmer 2"].away
    assert snapshot(sitting.again()) == snapshot(sitting.table)
    notices = [line.text for line in sitting.table.chat]
    assert "A bot plays on for Ann." in notices
    assert "Ann is back." in notices


def test_a_seat_stays_away_while_its_bot_plays() -> None:
    sitting = alone(pace=LIVE)
    sitting.pass_time(60)
    sitting.bot_acts("swimmer 1", "card 1")
    assert sitting.table.places["swimmer 1"].away


def test_a_clock_runs_only_where_there_is_a_pace() -> None:
    sitting = four()
    assert sitting.pass_time(10**7) == []
    assert sitting.table.standing().wake == 0.0  # bots are asked
    for seat in ("swimmer 3", "swimmer 4"):
        sitting.bot_acts(seat, "card 1")
    assert sitting.table.standing().wake is None


def test_the_database_knows_whose_turn_it_is_and_when_to_look() -> None:
    sitting = four(pace=LIVE)
    for seat in ("swimmer 3", "swimmer 4"):
        sitting.bot_acts(seat, "card 1")
    standing = sitting.table.standing()
    assert standing.turn == sorted([ANN.id, BOB.id])
    assert standing.people == ["Ann", "Bob"]
    assert standing.wake == sitting.table.deadline("swimmer 1")
    sitting.act(ANN, "swimmer 1", "card 2")
    assert sitting.table.standing().turn == [BOB.id]


def test_inside_a_turn_no_clock_starts_anew() -> None:
    sitting = four(pace=LIVE)
    before = sitting.table.deadline("swimmer 2")
    sitting.act(ANN, "swimmer 1", "card 1")
    assert sitting.table.deadline("swimmer 2") == before
    assert sitting.table.deadline("swimmer 1") is None


# Together -------------------------------------------------------------------------------------------------------------


def dividing(*seats: str) -> Sitting:
    """Bob has these seats of the crew, bots the others; the crew divides its gear."""
    settings = {"variant": "act2", "act2.crew_cards_alone": 2}
    sitting = Sitting("jaws", 4, settings=settings).sit(ANN, "shark")
    for seat in seats:
        sitting.sit(BOB, seat)
    sitting.bots(*(seat for seat in ("quint", "brody", "hooper") if seat not in seats))
    return sitting.start()


def test_bots_leave_to_their_people_what_a_side_decides_together() -> None:
    """Otherwise somebody alone in the crew would have no say: bots are faster."""
    sitting = dividing("brody")
    assert sitting.table.to_act() == ("quint", "brody", "hooper")
    assert sitting.table.bots_asked() == []
    match = sitting.table.match
    assert match is not None
    while match.view("crew").phase == "dividing gear":
        sitting.act(BOB, "brody", match.legal("brody")[1])
    assert sitting.table.bots_asked() == ["quint", "hooper"]  # where to stand each decides alone


def test_without_people_one_bot_decides_for_its_side() -> None:
    """Two answers to one question would settle the next one too."""
    sitting = dividing()
    assert sitting.table.bots_asked() == ["quint"]


def test_when_its_people_are_away_bots_decide_for_the_side() -> None:
    sitting = dividing("brody")
    sitting.do(BOB, m.Leave("l", "brody"))
    assert sitting.table.bots_asked() == ["quint"]


def test_who_has_several_seats_is_asked_the_same_thing_once() -> None:
    sitting = dividing("quint", "brody", "hooper")
    questions = sitting.told(BOB)["eyes"][0]["questions"]
    assert [question["seat"] for question in questions if question["actions"]] == ["quint"]


# Rooms ----------------------------------------------------------------------------------------------------------------


def at_sea(**choices: Any) -> Sitting:
    """Ann is the shark; Bob and Cleo are the crew."""
    sitting = Sitting("jaws", 3, **choices).sit(ANN, "shark").sit(BOB, "quint").sit(CLEO, "brody")
    return sitting.bots("hooper") if "hooper" in sitting.table.places else sitting


def heard_chat(sitting: Sitting, person: Person) -> list[str]:
    return [line["text"] for line in sitting.told(person)["chat"] if line["name"]]


def test_a_crew_room_is_the_crew_s_own() -> None:
    sitting = at_sea(crew_room=True)
    assert sitting.table.standpoint(ANN.id).rooms == ["table"]
    assert sitting.table.standpoint(BOB.id).rooms == ["table", "crew"]
    assert sitting.table.standpoint(DAN.id).rooms == ["table"]
    sitting.do(BOB, m.Say("1", "it is in the north", "crew"))
    sitting.do(ANN, m.Say("2", "where am I?"))
    sitting.do(DAN, m.Say("3", "I watch"))
    assert heard_chat(sitting, BOB) == heard_chat(sitting, CLEO) == ["it is in the north", "where am I?", "I watch"]
    assert heard_chat(sitting, ANN) == heard_chat(sitting, DAN) == ["where am I?", "I watch"]
    assert sitting.refused(ANN, m.Say("4", "hello", "crew")).endswith("yours: table.")
    assert sitting.refused(ANN, m.Say("5", "hello", "shark")).endswith("yours: table.")
    numbers = [line["number"] for line in sitting.told(ANN)["chat"]]
    assert numbers == list(range(1, len(numbers) + 1))  # they do not count what others say among themselves


def test_names_in_a_crew_room_are_nobody_else_s_business() -> None:
    sitting = at_sea(crew_room=True)
    sitting.do(Person(BOB.id, "Zoe"), m.Say("1", "call me Zoe", "crew"))
    assert sitting.table.chat[-1].name == "Bob"
    sitting.do(Person("z", "Zoe"), m.Say("2", "hello"))
    assert sitting.table.chat[-1].name == "Zoe"  # no number tells that somebody else is called so


def test_without_a_crew_room_all_share_one() -> None:
    sitting = at_sea()
    assert sitting.table.standpoint(BOB.id).rooms == ["table"]
    assert sitting.refused(BOB, m.Say("1", "hello", "crew")).endswith("yours: table.")


def test_who_changes_sides_hears_the_rooms_of_the_new_one() -> None:
    sitting = at_sea(crew_room=True)
    sitting.do(BOB, m.Say("1", "it is in the north", "crew"))
    notes = Notes()
    notes.take(sitting.told(CLEO))
    sitting.do(CLEO, m.Leave("l", "brody"))
    notes.take(sitting.told(CLEO, notes.cursor))
    assert "it is in the north" not in [line["text"] for line in notes.chat.values()]
    assert list(notes.chat.values()) == sitting.told(CLEO)["chat"]


def test_chat_has_an_end() -> None:
    sitting = Sitting()
    sitting.table.chat = [m.ChatLine(i, "table", "Ann", "la", 1.0) for i in range(TALKATIVE)]
    assert sitting.refused(ANN, m.Say("c", "la")) == "the chat of this table is full."


def test_the_first_turn_begins_with_the_start() -> None:
    sitting = Sitting(pace=LIVE).sit(ANN, *SWIMMERS)
    sitting.now += 3600  # friends take their time to come
    sitting.start()
    assert folded(sitting.founding, sitting.log).deadline("swimmer 1") == sitting.table.deadline("swimmer 1")


def test_who_came_back_has_a_whole_turn_after_a_restart() -> None:
    sitting = Sitting(pace=LIVE).sit(ANN, *SWIMMERS).start()
    sitting.act(ANN, "swimmer 1", "card 1")
    sitting.pass_time(1000)
    sitting.do(ANN, m.Back("b", "swimmer 2"))
    assert folded(sitting.founding, sitting.log).deadline("swimmer 2") == sitting.table.deadline("swimmer 2")


# Hearing --------------------------------------------------------------------------------------------------------------


def test_updates_put_together_are_the_whole() -> None:
    sitting = four()
    readers = {person: Notes() for person in (ANN, BOB, DAN)}

    def all_hear() -> None:
        for person, notes in readers.items():
            notes.take(sitting.told(person, notes.cursor))
            compare(notes, sitting.told(person))

    all_hear()
    sitting.act(ANN, "swimmer 1", "card 1")
    all_hear()
    sitting.do(ANN, m.Undo("u", "swimmer 1"))
    all_hear()
    revealed(sitting)
    all_hear()
    assert all(notes.last["eyes"][0]["heard"] for notes in readers.values())
    all_hear()
    assert not any(notes.last["eyes"][0]["heard"] or notes.last["chat"] for notes in readers.values())


def test_updates_put_together_are_the_whole_after_a_take_back() -> None:
    sitting = revealed(four())
    early, late = Notes(), Notes()
    for notes in (early, late):
        notes.take(sitting.told(BOB, notes.cursor))
    sitting.do(ANN, m.AskBack("a", "swimmer 1"))
    sitting.do(BOB, m.AnswerBack("b", True))
    early.take(sitting.told(BOB, early.cursor))
    compare(early, sitting.told(BOB))
    revealed(sitting)
    for notes in (early, late):  # one heard of the take-back, one hears of it only now
        notes.take(sitting.told(BOB, notes.cursor))
        compare(notes, sitting.told(BOB))


@pytest.mark.parametrize("cursor", ["", "nonsense", "table~x", "table~1|swimmer 1~0", "table~1|swimmer 1~9~9", "~0||"])
def test_a_cursor_that_cannot_be_read_hears_everything(cursor: str) -> None:
    sitting = revealed(four())
    assert sitting.told(ANN, cursor)["eyes"][0]["heard"] == sitting.told(ANN)["eyes"][0]["heard"]


def compare(notes: Notes, whole: Json, with_words: bool = True) -> None:
    """What was put together is what a newcomer is told."""
    assert list(notes.chat.values()) == whole["chat"]
    for eyes in whole["eyes"]:
        mine = notes.heard[eyes["viewer"]]
        assert list(mine) == [line["number"] for line in eyes["heard"]]
        if with_words:
            assert list(mine.values()) == [line["text"] for line in eyes["heard"]]


def test_what_was_heard_stays_when_somebody_leaves() -> None:
    sitting = revealed(four())
    notes = Notes()
    notes.take(sitting.told(ANN))
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    notes.take(sitting.told(ANN, notes.cursor))
    compare(notes, sitting.told(ANN))


def test_sides_nobody_sits_on_are_nobody_s() -> None:
    sitting = four()
    assert [eyes["viewer"] for eyes in sitting.told(ANN)["eyes"]] == ["swimmer 1"]
    assert [eyes["viewer"] for eyes in sitting.told(DAN)["eyes"]] == ["spectator"]
    assert sitting.told(DAN)["eyes"][0]["questions"] == []
    nothing = {"seats": [], "hosting": False, "rooms": ["table"], "welcome": [], "removed": [], "may_remove": {}}
    assert sitting.told(STRANGER)["you"] == nothing
    sitting.do(BOB, m.Leave("l", "swimmer 2"))
    assert [eyes["viewer"] for eyes in sitting.told(BOB)["eyes"]] == ["spectator"]


# Secrets --------------------------------------------------------------------------------------------------------------


def public_knowledge(table: Table, viewer: str) -> Any:
    """What the rules let a viewer know."""
    match = table.match
    assert match
    told = [structs.asdict(event) if isinstance(event, msgspec.Struct) else event for event in match.events(viewer)]
    return match.view_json(viewer), told, match.prompt(viewer), match.to_act


def seated(game: str, players: int) -> Sitting:
    """A person for each side, in all of its seats, with the clock running."""
    sitting = Sitting(game, players, pace=LIVE, crew_room=True)
    sides = list(dict.fromkeys(place.side for place in sitting.table.places.values()))
    for seat, place in sitting.table.places.items():
        sitting.sit(PEOPLE[sides.index(place.side)], seat)
    return sitting.start()


def play_some(sitting: Sitting, data: st.DataObject, most: int) -> None:
    for _ in range(data.draw(st.integers(0, most))):
        asked = sitting.table.to_act()
        if not asked:
            break
        seat = data.draw(st.sampled_from(asked))
        match = sitting.table.match
        assert match
        sitting.bot_acts(seat, data.draw(st.sampled_from(match.legal(seat))))


def twin(sitting: Sitting) -> Sitting:
    """The same table once more."""
    other = Sitting(sitting.founding.game, sitting.founding.players)
    other.founding, other.log, other.now = sitting.founding, list(sitting.log), sitting.now
    other._ids = itertools.count(1000)
    other.table = sitting.again()
    return other


def holder(sitting: Sitting, seat: str) -> Person:
    [(id, name)] = sitting.table.places[seat].people.items()
    return Person(id, name)


def readers_beside(sitting: Sitting, side: str) -> list[tuple[Person, str]]:
    """Who must not know a side's secrets, and whose eyes they look through."""
    others = {holder(sitting, seat): place.side for seat, place in sitting.table.places.items() if place.side != side}
    return [*others.items(), (STRANGER, "spectator")]


def told_bytes(sitting: Sitting, person: Person, cursor: str) -> tuple[bytes, int, bool]:
    told = Teller(sitting.table, Presence()).tell(person.id, read_cursor(cursor))
    return told.encoded(1.0), told.shows, told.new


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_nobody_is_told_which_card_somebody_chose(data: st.DataObject) -> None:
    one = seated("get-bit", 4)
    play_some(one, data, 30)
    match = one.table.match
    assert match
    # until two at least choose, and one of them has a choice
    while not match.over and not (len(match.to_act) > 1 and any(len(match.legal(seat)) > 1 for seat in match.to_act)):
        one.bot_acts(match.to_act[0], match.legal(match.to_act[0])[0])
    if match.over:
        return
    seat = data.draw(st.sampled_from([seat for seat in match.to_act if len(match.legal(seat)) > 1]))
    first, second = data.draw(st.lists(st.sampled_from(match.legal(seat)), min_size=2, max_size=2, unique=True))
    cursors = {reader: one.told(reader)["cursor"] for reader, _ in readers_beside(one, seat)}
    two = twin(one)
    one.act(holder(one, seat), seat, first)
    two.act(holder(two, seat), seat, second)
    for reader, _ in readers_beside(one, seat):
        for cursor in ("", cursors[reader]):
            assert told_bytes(one, reader, cursor) == told_bytes(two, reader, cursor)
    assert one.told(holder(one, seat)) != two.told(holder(two, seat))
    for sitting, card in ((one, second), (two, first)):  # nor by taking it back and choosing again
        sitting.do(holder(sitting, seat), m.Undo(sitting.id(), seat))
        sitting.act(holder(sitting, seat), seat, card)
    for reader, _ in readers_beside(one, seat):
        for cursor in ("", cursors[reader]):
            assert told_bytes(one, reader, cursor) == told_bytes(two, reader, cursor)


@pytest.mark.parametrize(("game", "most"), [("jaws", 25), ("kelp", 25), ("get-bit", 40)])
def test_the_table_tells_no_more_than_the_rules(game: str, most: int) -> None:
    """Two tables that the rules let a viewer not tell apart are told to its people with the same bytes."""
    players = 4 if game == "get-bit" else 2

    @settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(data=st.data())
    def told_alike(data: st.DataObject) -> None:
        one = seated(game, players)
        play_some(one, data, most)
        match = one.table.match
        assert match
        if match.over:
            return
        seat = data.draw(st.sampled_from(match.to_act))
        side = one.table.places[seat].side
        two = twin(one)
        cursors = {reader: one.told(reader)["cursor"] for reader, _ in readers_beside(one, side)}
        chosen = [data.draw(st.sampled_from(match.legal(seat))) for _ in range(2)]
        for sitting, action in zip((one, two), chosen, strict=True):
            sitting.act(holder(sitting, seat), seat, action)
        for _ in range(data.draw(st.integers(0, 3))):  # the side goes on alike, if it can
            mine = [s for s in one.table.to_act() if one.table.places[s].side == side and s in two.table.to_act()]
            if not mine or not one.table.match or not two.table.match:
                break
            both = set(two.table.match.legal(mine[0]))
            common = [name for name in one.table.match.legal(mine[0]) if name in both]
            if not common:
                break
            action = data.draw(st.sampled_from(common))
            one.act(holder(one, mine[0]), mine[0], action)
            two.act(holder(two, mine[0]), mine[0], action)
        for reader, viewer in readers_beside(one, side):
            if public_knowledge(one.table, viewer) == public_knowledge(two.table, viewer):
                note(f"{seat}: {chosen}")
                for cursor in ("", cursors[reader]):
                    assert told_bytes(one, reader, cursor) == told_bytes(two, reader, cursor)

    told_alike()


# At random ------------------------------------------------------------------------------------------------------------


class Sittings(RuleBasedStateMachine):
    """People who do whatever comes to their minds: the fold of the log is the table, at every step."""

    game: ClassVar[str]
    players: ClassVar[int]

    @initialize(
        pace=st.sampled_from([m.Pace(), LIVE]), crew=st.booleans(), seats=st.lists(st.sampled_from(PEOPLE), min_size=3)
    )
    def found(self, pace: m.Pace, crew: bool, seats: list[Person]) -> None:
        self.sitting = Sitting(self.game, self.players, pace=pace, crew_room=crew)
        self.seats = list(self.table.places)
        self.notes = {person.id: Notes() for person in (*PEOPLE, STRANGER)}
        self.sent: list[tuple[Person, m.Command]] = []
        self.renamed = False
        for seat, person in zip(self.seats, seats, strict=False):
            self.sitting.sit(person, seat)
        free = [seat for seat in self.seats if not self.table.places[seat].taken]
        self.sitting.bots(*free).start()

    @property
    def table(self) -> Table:
        return self.sitting.table

    def attempt(self, person: Person, command: m.Command) -> None:
        before = snapshot(self.table)
        try:
            done = self.sitting.do(person, command)
        except (Refused, IllegalAction) as refusal:
            note(f"refused: {refusal}")
            assert snapshot(self.table) == before
        else:
            self.sent.append((person, command))
            self.renamed |= any(entry.kind in ("sit", "leave", "remove", "move", "bot") for entry in done)

    @precondition(lambda self: self.table.to_act())
    @rule(data=st.data(), fresh=st.booleans(), times=st.integers(1, 6))
    def they_act(self, data: st.DataObject, fresh: bool, times: int) -> None:
        for _ in range(times):
            if not self.table.to_act() or not self.table.match:
                return
            seat = data.draw(st.sampled_from(self.table.to_act()))
            action = data.draw(st.sampled_from(self.table.match.legal(seat)))
            place = self.table.places[seat]
            if place.people:
                id, name = data.draw(st.sampled_from(list(place.people.items())))
                asked = asked_now(self.table, seat) if fresh else None
                self.attempt(Person(id, name), m.Act(self.sitting.id(), seat, action, asked))
            else:
                self.sitting.bot_acts(seat, action)

    @precondition(lambda self: self.decided())
    @rule(data=st.data(), kind=st.sampled_from([m.Undo, m.AskBack]))
    def somebody_regrets(self, data: st.DataObject, kind: Any) -> None:
        seat = data.draw(st.sampled_from(self.decided()))
        id, name = data.draw(st.sampled_from(list(self.table.places[seat].people.items())))
        self.attempt(Person(id, name), kind(self.sitting.id(), seat))

    def decided(self) -> list[str]:
        """Seats of people that decided something."""
        return [seat for seat in self.seats if self.table.places[seat].people and self.table.last_decision(seat)]

    @precondition(lambda self: self.table.take_back)
    @rule(agree=st.sampled_from([True, True, True, False]))
    def all_answer(self, agree: bool) -> None:
        for person in PEOPLE:
            if self.table.take_back and self.table.standpoint(person.id).seats:
                self.attempt(person, m.AnswerBack(self.sitting.id(), agree))

    @rule(person=st.sampled_from(PEOPLE), data=st.data(), asked=st.none() | st.just("0"))
    def somebody_tries(self, person: Person, data: st.DataObject, asked: str | None) -> None:
        action = data.draw(st.sampled_from(["card 1", "lurk 1", "nonsense", ""]))
        self.attempt(person, m.Act(self.sitting.id(), data.draw(st.sampled_from(self.seats)), action, asked))

    @rule(
        person=st.sampled_from(PEOPLE),
        kind=st.sampled_from([m.Undo, m.AskBack, m.Leave, m.Sit, m.Back]),
        data=st.data(),
    )
    def somebody_wants(self, person: Person, kind: Any, data: st.DataObject) -> None:
        mine = self.table.standpoint(person.id).seats
        seat = data.draw(st.sampled_from(mine if mine and kind is not m.Sit else self.seats))
        self.attempt(person, kind(self.sitting.id(), seat))

    @rule(giver=st.sampled_from(PEOPLE), person=st.sampled_from(PEOPLE), kind=st.sampled_from(["share", "move"]))
    def somebody_is_let_in(self, giver: Person, person: Person, kind: str) -> None:
        for seat in self.table.standpoint(giver.id).seats[:1]:
            self.sitting.follow(person, self.sitting.link(giver, seat, kind))
            self.renamed = True

    @rule(person=st.sampled_from(PEOPLE), other=st.sampled_from(PEOPLE), data=st.data())
    def somebody_is_shut_out(self, person: Person, other: Person, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.seats))
        link = self.sitting.link(other, seat) if other.id in self.table.places[seat].people else None
        self.attempt(person, m.Remove(self.sitting.id(), seat, other.name))
        if link and person != other and other.id not in self.table.places[seat].people:
            assert "void" in self.sitting.shut_out(other, link)
            assert other.id not in self.table.places[seat].former

    @rule(person=st.sampled_from(PEOPLE))
    def somebody_closes_the_door(self, person: Person) -> None:
        for seat in self.table.standpoint(person.id).seats[:1]:
            self.attempt(person, m.VoidLinks(self.sitting.id(), seat))

    @rule(person=st.sampled_from(PEOPLE), agree=st.sampled_from([True, True, False]))
    def somebody_answers(self, person: Person, agree: bool) -> None:
        self.attempt(person, m.AnswerBack(self.sitting.id(), agree))

    @rule(person=st.sampled_from((*PEOPLE, STRANGER)), text=st.text(max_size=8), data=st.data())
    def somebody_speaks(self, person: Person, text: str, data: st.DataObject) -> None:
        room = data.draw(st.sampled_from([*self.table.standpoint(person.id).rooms, "crew", "shark"]))
        self.attempt(person, m.Say(self.sitting.id(), text, room))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def a_command_is_sent_again(self, data: st.DataObject) -> None:
        before = snapshot(self.table)
        person, command = data.draw(st.sampled_from(self.sent))
        assert self.sitting.do(person, command) == []
        assert snapshot(self.table) == before

    @rule(seconds=st.sampled_from([1, 30, 61]))
    def time_passes(self, seconds: int) -> None:
        self.sitting.pass_time(seconds)

    @rule(readers=st.sets(st.sampled_from((*PEOPLE, STRANGER))))
    def some_hear(self, readers: set[Person]) -> None:
        for person in readers:
            notes = self.notes[person.id]
            notes.take(self.sitting.told(person, notes.cursor))
            compare(notes, self.sitting.told(person), with_words=not self.renamed)

    @invariant()
    def the_log_is_the_table(self) -> None:
        if hasattr(self, "sitting"):
            assert snapshot(self.sitting.again()) == snapshot(self.table)

    @invariant()
    def nobody_let_themselves_in(self) -> None:
        for place in self.table.places.values() if hasattr(self, "sitting") else ():
            assert not any(place.has_let_in(person, person) for person in place.let_in)

    @invariant()
    def somebody_can_go_on(self) -> None:
        if hasattr(self, "sitting") and self.table.status == "running":
            asked = self.table.to_act()
            assert asked
            assert all(self.table.places[seat].taken for seat in asked)

    @invariant()
    def every_decision_is_counted(self) -> None:
        if hasattr(self, "sitting") and self.table.match:
            made = [self.table.setup.seats[ply.seat] for ply in self.table.match.history if ply.seat >= 0]
            assert self.table.decisions == {seat: made.count(seat) for seat in self.table.decisions}


class GetBitSittings(Sittings):
    game, players = "get-bit", 3


class JawsSittings(Sittings):
    game, players = "jaws", 2


@pytest.mark.parametrize(("machine", "examples", "steps"), [(GetBitSittings, 25, 30), (JawsSittings, 8, 25)])
def test_whatever_people_do_the_log_is_the_table(machine: type[Sittings], examples: int, steps: int) -> None:
    quick = settings(
        max_examples=examples, stateful_step_count=steps, suppress_health_check=[HealthCheck.too_slow], deadline=None
    )
    run_state_machine_as_test(machine, settings=quick)
