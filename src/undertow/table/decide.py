"""Which entries a command becomes: who may do what, each refusal in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from undertow.bots import levels_of
from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.entries import Entry, Kind
from undertow.table.table import TALKATIVE, Table

STAND_IN = "medium"  # the bot that plays on for somebody
LINES_EACH = 400  # of chat that one person may say at a table
CHANGES = 500  # of seats that a table bears


class Refused(UndertowError):
    """A command that cannot be carried out; nothing has changed."""


class Person(Struct, frozen=True):
    id: str
    name: str


def decide(table: Table, command: m.Command, person: Person, now: float) -> list[Entry]:
    """The entries of a command; none if it was carried out before."""
    if own_id(command.id, person) in table.done:
        return []
    return _DECIDE[type(command)](_Desk(table, person, now, command.id), command)


def own_id(id: str, person: Person) -> str:
    """Ids are the sender's own: nobody can take somebody else's away."""
    return f"{person.id}.{id}"


def held(table: Table, seat: str, person: Person) -> str:
    """The seat, if this person holds it."""
    mine = table.standpoint(person.id).seats
    if seat not in mine:
        yours = f"your seats are {', '.join(mine)}" if mine else "you have no seat at this table"
        raise Refused(f"you do not sit as {seat}; {yours}.")
    return seat


def use_link(table: Table, link: tuple[str, str, str, str], person: Person, now: float) -> list[Entry]:
    """Take a seat by a link of somebody who holds it: `move` hands it over once, `share` lets both hold it."""
    seat, kind, giver, number = link
    place = table.places[seat]
    id = f"ticket.{number}" if kind == "move" else f"ticket.{number}.{person.id}"
    if person.id in place.people:
        return []
    if giver not in place.people or id in table.done:
        raise Refused("this link was used already, or its seat has gone to somebody else.")
    happens: Kind = "move" if kind == "move" else "sit"
    what = giver if kind == "move" else ""
    return [Entry(table.head + 1, happens, now, seat, what, person.id, person.name, command=id)]


class _Desk:
    """One command being looked at."""

    def __init__(self, table: Table, person: Person, now: float, id: str) -> None:
        self.table = table
        self.person = person
        self.now = now
        self.id = own_id(id, person)
        self.written = 0

    def entry(
        self, kind: Kind, seat: str = "", what: str = "", room: str = "", who: tuple[str, str] | None = None
    ) -> Entry:
        self.written += 1
        command = self.id if self.written == 1 else None
        number = self.table.head + self.written
        person, name = who or (self.person.id, self.person.name)
        return Entry(number, kind, self.now, seat, what, person, name, room, command)

    def known(self, seat: str) -> str:
        if seat not in self.table.places:
            raise Refused(f"there is no seat {seat!r} here; the seats are {', '.join(self.table.places)}.")
        return seat

    def mine(self, seat: str) -> str:
        return held(self.table, self.known(seat), self.person)

    def hosting(self, what: str) -> None:
        if self.person.id != self.table.founding.host:
            raise Refused(f"only the host, {self.table.founding.host_name}, can {what}.")

    def before_the_start(self, what: str) -> None:
        if self.table.status != "gathering":
            raise Refused(f"the match has begun: {what} is for before the start.")

    def nobody_asks_back(self) -> None:
        """While somebody asks to take a decision back the match waits: a request that vanished when others decide would
        tell of decisions that nobody may see."""
        if self.table.take_back:
            who = self.table.name_of(self.table.take_back.seat)
            raise Refused(f"{who} asks to take a decision back; answer first.")

    def not_too_often(self) -> None:
        if self.table.changes >= CHANGES:
            raise Refused("people have come and gone too often at this table; make a new one.")

    def match(self) -> Any:
        if self.table.status == "gathering":
            raise Refused("the match has not begun; the host starts it.")
        if self.table.match is None:
            raise Refused("the rules are still being compiled; try again in a moment.")
        return self.table.match


def _act(desk: _Desk, command: m.Act) -> list[Entry]:
    desk.mine(command.seat)
    desk.match()
    desk.nobody_asks_back()
    if command.after is not None and command.after != desk.table.decisions[command.seat]:
        raise Refused("that question was answered already; look at what is asked now.")
    return [desk.entry("act", command.seat, command.action)]


def _undo(desk: _Desk, command: m.Undo) -> list[Entry]:
    desk.mine(command.seat)
    desk.match()
    desk.nobody_asks_back()
    return [desk.entry("undo", command.seat)]


def _ask_back(desk: _Desk, command: m.AskBack) -> list[Entry]:
    table = desk.table
    desk.mine(command.seat)
    desk.match()
    plies = table.last_decision(command.seat)
    if table.status == "over":
        raise Refused("the match is over and everything is turned over: nothing can be taken back.")
    if plies is None:
        raise Refused(f"{command.seat} has decided nothing yet that could be taken back.")
    if table.take_back:
        raise Refused(f"{table.name_of(table.take_back.seat)} is asking already; answer that first.")
    if (command.seat, plies) in table.refused:
        raise Refused("the others have answered this already; it can be asked again after another decision.")
    asked = desk.entry("ask back", command.seat, str(plies))
    return [asked, desk.entry("rewind", command.seat, str(plies))] if _all_agree(table, {desk.person.id}) else [asked]


def _answer_back(desk: _Desk, command: m.AnswerBack) -> list[Entry]:
    table, asked = desk.table, desk.table.take_back
    desk.match()
    if asked is None:
        raise Refused("nobody asks to take anything back now.")
    if not table.standpoint(desk.person.id).seats:
        raise Refused("only those who play can answer.")
    answer = desk.entry("answer back", asked.seat, "yes" if command.agree else "no")
    if command.agree and _all_agree(table, asked.agreed | {desk.person.id}):
        return [answer, desk.entry("rewind", asked.seat, str(asked.plies))]
    return [answer]


def _all_agree(table: Table, agreed: set[str]) -> bool:
    """Whether every seat that people hold has somebody who agreed. Bots do not mind."""
    return not waiting_for(table, agreed)


def waiting_for(table: Table, agreed: set[str]) -> list[str]:
    return [place.seat for place in table.places.values() if place.people and agreed.isdisjoint(place.people)]


def _say(desk: _Desk, command: m.Say) -> list[Entry]:
    rooms = desk.table.standpoint(desk.person.id).rooms
    if command.room not in rooms:
        raise Refused(f"you cannot speak in the room {command.room!r}; yours: {', '.join(rooms)}.")
    playing = desk.person.id in desk.table.people or desk.person.id == desk.table.founding.host
    if len(desk.table.chat) >= (TALKATIVE if playing else TALKATIVE // 2):
        raise Refused("this table has heard enough: no more chat fits.")
    if desk.table.said.get(desk.person.id, 0) >= LINES_EACH:
        raise Refused(f"you have said {LINES_EACH} lines at this table; that is all that fits.")
    return [desk.entry("say", what=printable(command.text, "a line of chat"), room=command.room)]


def _sit(desk: _Desk, command: m.Sit) -> list[Entry]:
    place = desk.table.places[desk.known(command.seat)]
    desk.not_too_often()
    if desk.person.id in place.people:
        raise Refused(f"you sit as {command.seat} already.")
    if desk.table.status == "over":
        raise Refused("the match is over; ask for a rematch.")
    if place.people:
        raise Refused(f"{command.seat} is taken by {desk.table.name_of(command.seat)}; who sits there can share it.")
    if desk.table.status == "running" and desk.person.id not in place.former:
        raise Refused("the match has begun: only who left a seat can come back to it.")
    return [desk.entry("sit", command.seat)]


def _leave(desk: _Desk, command: m.Leave) -> list[Entry]:
    table = desk.table
    if desk.person.id == table.founding.host and table.status == "gathering":  # hosts may ask people to get up
        sitting = table.places[desk.known(command.seat)].people
        if sitting and desk.person.id not in sitting:
            return [desk.entry("leave", command.seat, who=who) for who in sitting.items()]
    desk.mine(command.seat)
    return [desk.entry("leave", command.seat, STAND_IN if table.status == "running" else "")]


def _set_bot(desk: _Desk, command: m.SetBot) -> list[Entry]:
    desk.hosting("set the bots")
    place = desk.table.places[desk.known(command.seat)]
    desk.before_the_start("setting bots")
    if place.people:
        raise Refused(f"{desk.table.name_of(command.seat)} sits as {command.seat}.")
    levels = [*levels_of(desk.table.setup.game), "random"]
    if command.level is not None and command.level not in levels:
        raise Refused(f"there is no bot {command.level!r} here; choose from {', '.join(levels)}.")
    return [desk.entry("bot", command.seat, command.level or "")]


def _start(desk: _Desk, command: m.Start) -> list[Entry]:
    if desk.table.founding.host in desk.table.people or desk.person.id not in desk.table.people:
        desk.hosting("start")  # where the host only made the table, whoever sits there may begin
    desk.before_the_start("starting")
    free = [seat for seat, place in desk.table.places.items() if not place.taken]
    if free:
        raise Refused(f"nobody sits as {', '.join(free)} yet; put a bot there or wait for somebody.")
    return [desk.entry("start")]


def _back(desk: _Desk, command: m.Back) -> list[Entry]:
    desk.mine(command.seat)
    if not desk.table.places[command.seat].away:
        raise Refused(f"{command.seat} is yours: no bot plays on for it.")
    return [desk.entry("back", command.seat)]


def _mix(desk: _Desk, command: m.Mix) -> list[Entry]:
    desk.mine(command.seat)
    desk.before_the_start("mixing a word into the dice")
    desk.not_too_often()
    return [desk.entry("mix", command.seat, printable(command.word, "a word"))]


def _rematch(desk: _Desk, command: m.Rematch) -> list[Entry]:
    """The house makes the new table; here is only asked whether it may."""
    if desk.table.status != "over":
        raise Refused("a rematch is for after the end.")
    if not desk.table.standpoint(desk.person.id).seats and desk.person.id != desk.table.founding.host:
        raise Refused("only those who played, or the host, can ask for a rematch.")
    return []


def printable(text: str, what: str) -> str:
    """Text that any database and any terminal can hold."""
    kept = "".join(c for c in text if c.isprintable() or c == "\n").strip()
    if not kept or any(0xD800 <= ord(c) < 0xE000 for c in kept):
        raise Refused(f"{what} needs letters that can be shown.")
    return kept


_DECIDE: dict[type, Callable[[_Desk, Any], list[Entry]]] = {
    m.Act: _act,
    m.Undo: _undo,
    m.AskBack: _ask_back,
    m.AnswerBack: _answer_back,
    m.Say: _say,
    m.Sit: _sit,
    m.Leave: _leave,
    m.SetBot: _set_bot,
    m.Start: _start,
    m.Back: _back,
    m.Mix: _mix,
    m.Rematch: _rematch,
}
