"""What a reader is told of a table: everything here is a function of what that reader may know.

Numbers count what the reader heard, never what happened: an update that counted hidden decisions would leak them.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from undertow.core.game import SPECTATOR
from undertow.table import messages as m
from undertow.table.decide import waiting_for
from undertow.table.table import Table

_encode = msgspec.json.Encoder().encode
NOT_YET = 0.0  # the clock's reading is put in last: two updates that differ in nothing else are the same


class Cursor(Struct):
    """How much a reader has heard: of each viewer the epoch and the events, of the chat its rooms and the lines."""

    heard: dict[str, tuple[int, int]] = {}
    rooms: str = ""
    chat: int = 0

    def __str__(self) -> str:
        parts = [f"{viewer}~{epoch}~{lines}" for viewer, (epoch, lines) in self.heard.items()]
        return "|".join([f"{self.rooms}~{self.chat}", *parts])


def read_cursor(text: str) -> Cursor:
    """A cursor handed back; whatever cannot be read hears everything again."""
    try:
        chat, *viewers = text.split("|")
        rooms, lines = chat.split("~")
        heard = {}
        for part in viewers:
            viewer, epoch, told = part.split("~")
            heard[viewer] = (int(epoch), int(told))
        return Cursor(heard, rooms, int(lines))
    except ValueError:
        return Cursor()


class Presence(Struct):
    """Who is there: people with an open connection, and how many only watch."""

    people: frozenset[str] = frozenset()
    spectators: int = 0


class Teller:
    """Tells readers of one table at one moment; what several of them see is put into words once."""

    def __init__(self, table: Table, presence: Presence) -> None:
        self.table = table
        self.presence = presence
        self._views: dict[str, msgspec.Raw] = {}
        self._tails: dict[tuple[str, int], list[m.Heard]] = {}
        self._result: m.Result | None = _result(table)
        self._asked = table.to_act()

    def update(self, person: str, cursor: Cursor) -> tuple[m.Update, Cursor]:
        """All that this person may know now, with the tail of what they have not heard; and how far they are then."""
        table = self.table
        rooms = table.rooms_of(person)
        chat = [line for line in table.chat if line.room in rooms]
        same_rooms = "+".join(rooms) == cursor.rooms
        keep_chat = min(cursor.chat, len(chat)) if same_rooms else 0
        new = [
            m.ChatLine(number, line.room, line.name, line.text, line.at)
            for number, line in enumerate(chat[keep_chat:], start=keep_chat + 1)
        ]
        eyes, heard = [], {}
        for viewer in viewers_of(table, person):
            seen, heard[viewer] = self._eyes(person, viewer, cursor.heard.get(viewer, (0, 0)))
            eyes.append(seen)
        after = Cursor(heard, "+".join(rooms), len(chat))
        return m.Update(str(after), self._table(person, rooms), eyes, keep_chat, new, self._result), after

    def _eyes(self, person: str, viewer: str, told: tuple[int, int]) -> tuple[m.Eyes, tuple[int, int]]:
        match, ears = self.table.match, self.table.heard[viewer]
        assert match is not None
        events = len(match.events(viewer))
        keep = min(ears.keep(*told), events)
        prompt = match.prompt(viewer)
        questions = [self._question(seat) for seat in self._seats(person, viewer)]
        eyes = m.Eyes(viewer, self._view(viewer), prompt, questions, keep, self._tail(viewer, keep))
        return eyes, (len(ears.cuts), events)

    def _seats(self, person: str, viewer: str) -> list[str]:
        return [seat for seat in self.table.seats_of(person) if self.table.places[seat].side == viewer]

    def _view(self, viewer: str) -> msgspec.Raw:
        if viewer not in self._views:
            assert self.table.match is not None
            self._views[viewer] = msgspec.Raw(_encode(self.table.match.view(viewer)))
        return self._views[viewer]

    def _tail(self, viewer: str, since: int) -> list[m.Heard]:
        """What the viewer heard after so many events, in words."""
        if (viewer, since) not in self._tails:
            match = self.table.match
            assert match is not None
            told = ((event.ply, match.sentence(event, viewer)) for event in match.events(viewer)[since:])
            self._tails[viewer, since] = [m.Heard(number, text) for number, text in told if text]
        return self._tails[viewer, since]

    def _question(self, seat: str) -> m.Question:
        table, match = self.table, self.table.match
        assert match is not None
        asked = seat in self._asked and not table.places[seat].away
        actions = [m.Offer(action, match.label(seat, action)) for action in match.legal(seat)] if asked else []
        side = table.places[seat].side
        prompt = match.position.prompt(table.setup.seat(seat)) if asked else ""
        return m.Question(seat, prompt, actions, table.decisions[side], match.can_undo(seat))

    def _table(self, person: str, rooms: list[str]) -> m.Table:
        table, founding = self.table, self.table.founding
        return m.Table(
            id=founding.id,
            game=founding.game,
            title=table.setup.game.title,
            players=founding.players,
            settings=founding.settings,
            public=founding.public,
            pace=founding.pace,
            status=table.status,
            seats=[self._seat(seat, person) for seat in table.places],
            host=founding.host_name,
            hosting=person == founding.host,
            rooms=rooms,
            commitment=commitment_of(table),
            seed=founding.seed if table.status == "over" else None,
            warming=table.warming,
            spectators=self.presence.spectators,
            take_back=self._take_back(),
            rematch=table.rematch,
            now=NOT_YET,
        )

    def _seat(self, seat: str, person: str) -> m.Seat:
        place = self.table.places[seat]
        return m.Seat(
            seat=seat,
            side=place.side,
            name=self.table.name_of(seat),
            people=list(place.people.values()),
            bot=place.bot,
            away=place.away,
            connected=not self.presence.people.isdisjoint(place.people),
            to_act=seat in self._asked,
            deadline=self.table.deadline(seat),
            mine=person in place.people,
        )

    def _take_back(self) -> m.TakeBack | None:
        asked = self.table.take_back
        return m.TakeBack(asked.seat, waiting_for(self.table, asked.agreed)) if asked else None


def viewers_of(table: Table, person: str) -> list[str]:
    """Whose eyes a person looks through: the sides they sit on, or the spectator's; nobody's before the match."""
    if table.match is None:
        return []
    return table.sides_of(person) or [SPECTATOR]


def commitment_of(table: Table) -> str:
    from undertow.core.chance import commitment

    return commitment(table.founding.seed)


def _result(table: Table) -> m.Result | None:
    match = table.match
    found = match.result if match else None
    if match is None or found is None:
        return None
    winners = [seat for seat in match.seats if found.shares[seat] > 0]
    return m.Result(winners, str(found), found.reason, found.scores)


def encode_update(update: m.Update, now: float) -> bytes:
    """An update for the wire, with the clock read last."""
    return put_clock(_encode(update), now)


def put_clock(encoded: bytes, now: float) -> bytes:
    return encoded.replace(b'"now":0.0', b'"now":%.3f' % now, 1)
