"""What a reader is told of a table: everything here is a function of what that reader may know.

Numbers count what the reader heard, never what happened: an update that counted hidden decisions would leak them.
What several readers are told alike is put into words once and travels as ready bytes.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from undertow.core.game import SPECTATOR
from undertow.core.match import Match
from undertow.core.position import Event
from undertow.core.story import frames
from undertow.table import messages as m
from undertow.table.asking import questions_to
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
        parts = [f"{viewer}~{epoch}~{events}" for viewer, (epoch, events) in self.heard.items()]
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
        if int(lines) < 0 or any(epoch < 0 or told < 0 for epoch, told in heard.values()):
            return Cursor()
        return Cursor(heard, rooms, int(lines))
    except ValueError:
        return Cursor()


class Presence(Struct):
    """Who is there: people with an open connection, and how many only watch; and how well bots can think here."""

    people: frozenset[str] = frozenset()
    spectators: int = 0
    warming: bool = False  # the rules are being compiled


class Told(NamedTuple):
    """An update for one reader, how far they are then, and a fingerprint of what it shows.

    Where nothing is new to hear and the fingerprint is the last one's, the reader need not be told.
    """

    update: m.Update
    cursor: Cursor
    shows: int
    new: bool

    def encoded(self, now: float) -> bytes:
        """The update for the wire, with the clock read last."""
        return _encode(self.update).replace(b'"now":0.0', b'"now":%.3f' % now, 1)


class Teller:
    """Tells readers of one table at one moment."""

    def __init__(self, table: Table, presence: Presence) -> None:
        self.table = table
        self.presence = presence
        self._views: dict[str, msgspec.Raw] = {}
        self._tails: dict[tuple[str, int], list[m.Heard]] = {}
        self._sentences: dict[tuple[int, tuple[int, int, int, int]], str] = {}
        self._prompts: dict[str, str] = {}
        self._asked = table.to_act()

    def tell(self, person: str, cursor: Cursor, frames: bool = False) -> Told:
        """All that this person may know now, with the tail of what they have not heard, step by step if they wish."""
        table = self.table
        stand = table.standpoint(person)
        seats, rooms = stand.seats, stand.rooms
        keep_chat, chat, lines = self._chat(rooms, cursor)
        hosting = person == table.founding.host
        you = m.You(seats, hosting, rooms, stand.welcome, stand.removed, stand.may_remove)
        eyes: list[m.Eyes] = []
        heard: dict[str, tuple[int, int]] = {}
        shows: list[Any] = [self._table_bytes, _encode(you)]
        new = bool(chat) or keep_chat != cursor.chat
        for viewer in viewers_of(table, person):
            told = cursor.heard.get(viewer, (0, 0))
            seen, heard[viewer] = self._eyes(seats, viewer, told)
            if frames and seen.keep:  # who has heard nothing yet is shown the table as it is
                seen = msgspec.structs.replace(seen, frames=self._frames(viewer, seen.keep))
            eyes.append(seen)
            shows += (_ready(seen.view), _ready(seen.questions), seen.prompt)
            new |= bool(seen.heard) or seen.keep != told[1]
        after = Cursor(heard, "+".join(rooms), lines)
        update = m.Update(str(after), self._table, you, eyes, keep_chat, chat, self._result)
        return Told(update, after, hash(tuple(shows)), new)

    def _chat(self, rooms: list[str], cursor: Cursor) -> tuple[int, list[m.ChatLine], int]:
        """Lines the reader has, lines that are new, and how many there are then; counted in the reader's own rooms."""
        chat = self.table.chat
        if self.table.founding.crew_room:
            chat = [line for line in chat if line.room in rooms]
        keep = min(cursor.chat, len(chat)) if "+".join(rooms) == cursor.rooms else 0
        new = [
            m.ChatLine(number, line.room, line.name, line.text, line.at)
            for number, line in enumerate(chat[keep:], start=keep + 1)
        ]
        return keep, new, len(chat)

    # A viewer --------------------------------------------------------------------------------------------------------

    @property
    def _match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def _eyes(self, seats: list[str], viewer: str, told: tuple[int, int]) -> tuple[m.Eyes, tuple[int, int]]:
        match, ears = self._match, self.table.heard[viewer]
        events = match.heard(viewer)
        keep = min(ears.keep(*told), events)
        mine = [seat for seat in seats if self.table.places[seat].side == viewer]
        questions: Any = msgspec.Raw(_encode(questions_to(self.table, mine)))
        view: Any = self._view(viewer)
        asked = next((seat for seat in mine if seat in self._asked), mine[0] if mine else viewer)
        eyes = m.Eyes(viewer, view, self._prompt(asked), questions, keep, self._tail(viewer, keep))
        return eyes, (len(ears.cuts), events)

    def _view(self, viewer: str) -> msgspec.Raw:
        if viewer not in self._views:
            self._views[viewer] = msgspec.Raw(_encode(self._match.view(viewer)))
        return self._views[viewer]

    def _tail(self, viewer: str, since: int) -> list[m.Heard]:
        """What the viewer heard after so many events, in words."""
        if (viewer, since) not in self._tails:
            events = enumerate(self._match.heard_since(viewer, since), start=since + 1)
            self._tails[viewer, since] = [m.Heard(number, text) for number, one in events if (text := self._said(one))]
        return self._tails[viewer, since]

    def _said(self, event: Event) -> str:
        """An event in words: what several hear is put into words once."""
        what = event.kind, event.details
        if what not in self._sentences:
            self._sentences[what] = self._match.sentence(event)
        return self._sentences[what]

    def _prompt(self, seat: str) -> str:
        """What a seat is asked, or for whom all wait."""
        who = seat if seat in self._asked else ""
        if who not in self._prompts:
            self._prompts[who] = self._match.prompt(seat)
        return self._prompts[who]

    def _frames(self, viewer: str, since: int) -> list[m.Frame]:
        match = self._match
        return [
            m.Frame([m.Happened(event.ply, match.kind(event), event.details) for event in frame.events], frame.view)
            for frame in frames(match, viewer, since)
        ]

    # The table -------------------------------------------------------------------------------------------------------

    @cached_property
    def _table_bytes(self) -> bytes:
        return _encode(self.public())

    @cached_property
    def _table(self) -> Any:
        return msgspec.Raw(self._table_bytes)

    def public(self) -> m.Table:
        """The table as everybody may know it."""
        table, founding = self.table, self.table.founding
        asked = table.take_back
        return m.Table(
            id=founding.id,
            game=founding.game,
            title=table.setup.game.title,
            players=founding.players,
            settings=table.setup.settings,
            public=founding.public,
            pace=founding.pace,
            status=table.status,
            seats=[self._seat(seat) for seat in table.places],
            host=founding.host_name,
            commitment=table.commitment,
            seed=founding.seed if table.status == "over" else None,
            warming=self.presence.warming and table.status != "over",
            spectators=self.presence.spectators,
            take_back=m.TakeBack(asked.seat, waiting_for(table, asked.agreed)) if asked else None,
            rematch=table.rematch,
            now=NOT_YET,
        )

    def _seat(self, seat: str) -> m.Seat:
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
            kept_for=[] if place.people or self.table.status != "gathering" else list(place.kept.values()),
        )

    @cached_property
    def _result(self) -> m.Result | None:
        return result_of(self.table)


def _ready(encoded: Any) -> bytes:
    """What travels as ready bytes, as bytes."""
    return bytes(encoded)


def viewers_of(table: Table, person: str) -> list[str]:
    """Whose eyes somebody looks through: their sides', or the spectator's; nobody's before the match."""
    return table.standpoint(person).sides or [SPECTATOR] if table.match else []


def result_of(table: Table) -> m.Result | None:
    match = table.match
    found = match.result if match else None
    if match is None or found is None:
        return None
    winners = [seat for seat in match.seats if found.shares[seat] > 0]
    return m.Result(winners, str(found), found.reason, found.scores)
