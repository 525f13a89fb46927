"""Which entries a command becomes: who may do what, each refusal in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from undertow.bots import levels_of
from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.asking import asked_now, question
from undertow.table.entries import Entry, Kind
from undertow.table.table import TALKATIVE, Table

STAND_IN = "medium"  # the bot that plays on for somebody
LINES_EACH = 400  # of chat that one person may say at a table
CHANGES = 500  # of seats that a table bears
SHARING = 8  # people who may hold one seat


class Refused(UndertowError):
    """A command that cannot be carried out; nothing has changed."""


class NotAsked(Refused):
    """An answer to a question that is no longer asked, with the one that is."""

    def __init__(self, table: Table, seat: str) -> None:
        assert table.match is not None
        now = table.match.prompt(seat)
        stop = "" if now.endswith((".", "?", "!")) else "."
        super().__init__(f"That is no longer asked. {'Now: ' if seat in table.to_act() else ''}{now}{stop}")
        self.question = question(table, seat)


class Person(Struct, frozen=True):
    id: str
    name: str
    bot: bool = False  # whether they came with a token


class Link(NamedTuple):
    """A link to a seat: `move` hands it over once, `share` lets both hold it."""

    seat: str
    kind: str
    giver: str
    number: str
    voided: int = 0  # how often the seat's links had been made void when it was made


def decide(table: Table, command: m.Command, person: Person, now: float) -> list[Entry]:
    """The entries of a command; none if it was carried out before."""
    if own_id(command.id, person) in table.done:
        return []
    return _DECIDE[type(command)](_Desk(table, person, now, command.id), command)


def refusal(id: str, error: UndertowError) -> m.Ack:
    """What the sender of a command is told that is not carried out."""
    return m.Ack(id, False, str(error), error.question if isinstance(error, NotAsked) else None)


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


def use_link(table: Table, link: Link, person: Person, now: float) -> list[Entry]:
    """Take a seat by a link of somebody who holds it."""
    seat, place = link.seat, table.places[link.seat]
    once = f"ticket.{link.number}" if link.kind == "move" else None
    if person.id in place.people:
        return []
    if link.voided != place.voided:
        raise Refused("this link was made void; ask for a new one.")
    if link.giver not in place.people or once in table.done:
        raise Refused("this link was used already, or its seat has gone to somebody else.")
    _not_too_often(table)
    if once is None and len(place.people) >= SHARING:
        raise Refused(f"{SHARING} people hold {seat} already; no more can share it.")
    happens: Kind = "move" if once else "sit"
    return [Entry(table.head + 1, happens, now, seat, link.giver, person.id, person.name, command=once)]


def _not_too_often(table: Table) -> None:
    if table.changes >= CHANGES:
        raise Refused("people have come and gone too often at this table; make a new one.")


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
            raise Refused(f"the match has begun: {what} is only possible before the start.")

    def nobody_asks_back(self) -> None:
        """While somebody asks to take a decision back the match waits: a request that vanished when others decide would
        tell of decisions that nobody may see."""
        if self.table.take_back:
            who = self.table.name_of(self.table.take_back.seat)
            raise Refused(f"{who} is asking to take back a decision; answer that first.")

    def match(self) -> Any:
        if self.table.status == "gathering":
            raise Refused("the match has not begun; the host starts it.")
        return self.table.match


def _act(desk: _Desk, command: m.Act) -> list[Entry]:
    desk.mine(command.seat)
    desk.match()
    desk.nobody_asks_back()
    if command.asked is not None and command.asked != asked_now(desk.table, command.seat):
        raise NotAsked(desk.table, command.seat)
    return [desk.entry("act", command.seat, command.action)]


def _undo(desk: _Desk, command: m.Undo) -> list[Entry]:
    desk.mine(command.seat)
    desk.match()
    desk.nobody_asks_back()
    if desk.table.is_too_late(command.seat, desk.now):
        raise Refused("the time for that turn is up: its decisions stand.")
    return [desk.entry("undo", command.seat)]


def _ask_back(desk: _Desk, command: m.AskBack) -> list[Entry]:
    table = desk.table
    desk.mine(command.seat)
    desk.match()
    plies = table.last_decision(command.seat)
    if table.status == "over":
        raise Refused("the match is over and all secrets are revealed: nothing can be taken back.")
    if plies is None:
        raise Refused(f"{command.seat} has not decided anything yet that could be taken back.")
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
        raise Refused("nobody is asking to take anything back.")
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
        raise Refused("the chat of this table is full.")
    if desk.table.said.get(desk.person.id, 0) >= LINES_EACH:
        raise Refused(f"you have said {LINES_EACH} lines at this table; that is the limit.")
    return [desk.entry("say", what=printable(command.text, "a line of chat"), room=command.room)]


def _sit(desk: _Desk, command: m.Sit) -> list[Entry]:
    table, person = desk.table, desk.person
    seat = desk.known(command.seat)
    place = table.places[seat]
    _not_too_often(table)
    if person.id in place.people:
        raise Refused(f"you sit as {seat} already.")
    if table.status == "over":
        raise Refused("the match is over; ask for a rematch.")
    if person.id in place.former:
        return [desk.entry("sit", seat)]
    if place.people:
        raise Refused(f"{seat} is taken by {table.name_of(seat)}; whoever sits there can share it.")
    if table.status == "running" and person.id in place.removed:
        raise Refused(f"you were removed from {seat}; only a new link to it lets you come back.")
    if table.status == "running":
        raise Refused("the match has begun: only somebody who left a seat can come back to it.")
    if place.kept:
        waits = " and ".join(place.kept.values())
        raise Refused(f"{seat} is kept for {waits}; the host, {table.founding.host_name}, can open it to everybody.")
    return [desk.entry("sit", seat)]


def _leave(desk: _Desk, command: m.Leave) -> list[Entry]:
    table, seat = desk.table, desk.known(command.seat)
    others = table.may_remove(seat, desk.person.id)
    if others and desk.person.id not in table.places[seat].people and table.status == "gathering":
        return [desk.entry("remove", seat, one) for one in others]  # hosts may ask people to get up
    desk.mine(seat)
    return [desk.entry("leave", seat, STAND_IN if table.status == "running" else "")]


def _remove(desk: _Desk, command: m.Remove) -> list[Entry]:
    table, seat = desk.table, desk.known(command.seat)
    place = table.places[seat]
    found = next((person for person, name in place.people.items() if name == command.name), None)
    if found is None:
        raise Refused(f"nobody called {command.name!r} holds {seat}; there is {table.name_of(seat)}.")
    if found == desk.person.id:
        raise Refused("that is you; get up to leave your seat.")
    if found not in table.may_remove(seat, desk.person.id):
        raise Refused(_why_not_removed(table, seat, found))
    removed = desk.entry("remove", seat, found)
    left_alone = table.status == "running" and len(place.people) == 1
    return [removed, desk.entry("bot", seat, STAND_IN)] if left_alone else [removed]


def _why_not_removed(table: Table, seat: str, person: str) -> str:
    place, host = table.places[seat], table.founding.host_name
    name = place.people[person]
    if person in place.let_in:
        return f"only the host, {host}, or whoever let {name} in can remove {name} from {seat}."
    if table.status == "gathering":
        return f"only the host, {host}, can remove {name} from {seat}."
    return f"{name} did not come to {seat} by a link: after the start nobody can take the seat away."


def _void_links(desk: _Desk, command: m.VoidLinks) -> list[Entry]:
    seat = desk.mine(command.seat)
    _not_too_often(desk.table)
    return [desk.entry("void", seat)]


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
        raise Refused(f"{command.seat} is yours already: no bot is playing for you.")
    return [desk.entry("back", command.seat)]


def _mix(desk: _Desk, command: m.Mix) -> list[Entry]:
    desk.mine(command.seat)
    desk.before_the_start("mixing a word into the dice")
    _not_too_often(desk.table)
    return [desk.entry("mix", command.seat, printable(command.word, "a word"))]


def _rematch(desk: _Desk, command: m.Rematch) -> list[Entry]:
    """The house makes the new table; here is only asked whether it may."""
    if desk.table.status != "over":
        raise Refused("a rematch is possible once the match is over.")
    if not desk.table.standpoint(desk.person.id).seats and desk.person.id != desk.table.founding.host:
        raise Refused("only those who played, or the host, can ask for a rematch.")
    return []


def printable(text: str, what: str) -> str:
    """Text that any database and any terminal can hold."""
    kept = "".join(c for c in text if c.isprintable() or c == "\n").strip()
    if not kept or any(0xD800 <= ord(c) < 0xE000 for c in kept):
        raise Refused(f"{what} needs at least one printable character.")
    return kept


_DECIDE: dict[type, Callable[[_Desk, Any], list[Entry]]] = {
    m.Act: _act,
    m.Undo: _undo,
    m.AskBack: _ask_back,
    m.AnswerBack: _answer_back,
    m.Say: _say,
    m.Sit: _sit,
    m.Leave: _leave,
    m.Remove: _remove,
    m.VoidLinks: _void_links,
    m.SetBot: _set_bot,
    m.Start: _start,
    m.Back: _back,
    m.Mix: _mix,
    m.Rematch: _rematch,
}
