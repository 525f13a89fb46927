"""A table: the fold of its log. It decides nothing; `decide.py` says which entries a command becomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import msgspec

from undertow.core.chance import commitment
from undertow.core.errors import UndertowError
from undertow.core.game import Setup, find_game
from undertow.core.match import Match
from undertow.core.records import CHANCE
from undertow.table.entries import OF_THE_MATCH, Entry, Founding, Standing
from undertow.table.messages import ChatLine, Status

EVERYBODY = "table"  # the chat room for all
SILENCE = 60.0  # seconds to answer who asks for a decision back
TALKATIVE = 2000  # lines that a table's chat holds
MANY = 512  # settled boxes that are shared between tables of the same kind


@lru_cache(MANY)
def _shared_setup(game: str, players: int, settings: bytes) -> Setup:
    return find_game(game).set_up(players, msgspec.json.decode(settings))


def setup_for(founding: Founding) -> Setup:
    """The game with its house rules settled; tables of the same kind share it."""
    return _shared_setup(founding.game, founding.players, msgspec.json.encode(founding.settings))


@dataclass(slots=True)
class Place:
    """A seat and who is on it."""

    seat: str
    side: str
    people: dict[str, str] = field(default_factory=dict)  # person: name
    bot: str | None = None
    away: bool = False  # a bot plays on for its people
    since: float | None = None  # when its turn began
    former: set[str] = field(default_factory=set)  # who left it in mid-match, and may come back

    @property
    def taken(self) -> bool:
        return bool(self.people) or self.bot is not None

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None or self.away or not self.people


@dataclass(slots=True)
class TakeBack:
    """Somebody asks for the position after so many plies; whoever has agreed."""

    seat: str
    plies: int
    at: float
    agreed: set[str] = field(default_factory=set)

    @property
    def lapses(self) -> float:
        """When silence means no."""
        return self.at + SILENCE


@dataclass(slots=True)
class Heard:
    """What a viewer heard and may have to forget: undoing cuts what was told, and an epoch counts the cuts."""

    cuts: list[int] = field(default_factory=list)  # events that still stood after each

    def keep(self, epoch: int, told: int) -> int:
        """Of so many events told in an epoch, those that still stand."""
        return min([told, *self.cuts[epoch:]]) if 0 <= epoch <= len(self.cuts) else 0


class Standpoint(NamedTuple):
    """Where somebody stands at a table: their seats, the sides of these, and the chat rooms they hear."""

    seats: list[str]
    sides: list[str]
    rooms: list[str]


class Table:
    """People, bots and a match around one log."""

    __slots__ = (
        "_standpoints",
        "asked",
        "changes",
        "chat",
        "commitment",
        "decisions",
        "done",
        "founding",
        "head",
        "heard",
        "match",
        "places",
        "refused",
        "rematch",
        "rules_ready",
        "said",
        "setup",
        "status",
        "stood",
        "take_back",
        "words",
    )

    def __init__(self, founding: Founding, rules_ready: bool) -> None:
        self.founding = founding
        self.setup = setup_for(founding)
        self.places = {seat: Place(seat, side) for seat, side in zip(self.setup.seats, self.setup.sides, strict=True)}
        self.status: Status = "gathering"
        self.commitment = commitment(founding.seed)
        self.head = 0
        self.match: Match | None = None
        self.rules_ready = rules_ready
        self.asked: tuple[str, ...] = ()
        self.words: dict[str, str] = {}
        self.chat: list[ChatLine] = []
        self.done: set[str] = set()  # ids of commands carried out
        self.decisions = dict.fromkeys(self.setup.seats, 0)  # taken by each seat, that still stand
        self.refused: set[tuple[str, int]] = set()  # decisions that the others did not give back
        self.said: dict[str, int] = {}  # lines of chat by person
        self.changes = 0  # of seats
        self.take_back: TakeBack | None = None
        self.rematch: str | None = None
        self.heard: dict[str, Heard] = {}
        self.stood: Standing | None = None  # as it was last written down
        self._standpoints: dict[str, Standpoint] = {}  # of who has a seat

    @property
    def warming(self) -> bool:
        return self.status == "running" and self.match is None

    # Folding ---------------------------------------------------------------------------------------------------------

    def fold(self, entry: Entry) -> None:
        """Let one entry happen. An act that the rules refuse raises, and nothing has changed.

        Without the rules what belongs to the match is passed over: the table is folded anew when they are there.
        """
        if entry.kind not in OF_THE_MATCH:
            _FOLD[entry.kind](self, entry)
            self._standpoints.clear()
        elif self.match is not None:
            _FOLD[entry.kind](self, entry)
            self._look_at_turns(entry.at)
        self.head = entry.number
        if entry.command:
            self.done.add(entry.command)

    def _sit(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.people[entry.who] = entry.name
        place.bot = None
        place.away = False
        self._notice(entry, f"{entry.name} sits down as {entry.seat}.")

    def _move(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.people.pop(entry.what, None)
        place.people[entry.who] = entry.name
        place.away = False
        self._notice(entry, f"{entry.name} has {entry.seat} on another device.")

    def _leave(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.people.pop(entry.who, None)
        place.away = False
        self.take_back = None
        if self.status == "running":
            place.former.add(entry.who)
            place.bot = entry.what if not place.people else None
        self._notice(entry, f"{entry.name} gets up from {entry.seat}.")

    def _bot(self, entry: Entry) -> None:
        self.places[entry.seat].bot = entry.what or None

    def _mix(self, entry: Entry) -> None:
        self.words[entry.seat] = entry.what
        self._notice(entry, f"{entry.name} mixed a word into the dice.")

    def _start(self, entry: Entry) -> None:
        self.status = "running"
        if self.rules_ready:
            self._deal(entry.at)

    def _dealt(self, entry: Entry) -> None:
        for place in self.places.values():
            place.since = entry.at if place.since is not None else None

    def _deal(self, at: float) -> None:
        self.match = Match(self.setup, seed=self.founding.seed, words=self.words, names=self._names())
        self.heard = {viewer: Heard() for viewer in self.setup.viewers}
        self._look_at_turns(at)

    def _act(self, entry: Entry) -> None:
        assert self.match is not None
        self.match.take(entry.seat, entry.what)
        self.decisions[entry.seat] += 1
        if entry.who:
            self.places[entry.seat].away = False

    def _undo(self, entry: Entry) -> None:
        assert self.match is not None
        match = self.match
        self._cut(lambda: match.undo(entry.seat))
        self.decisions[entry.seat] -= 1

    def _rewind(self, entry: Entry) -> None:
        assert self.match is not None
        match = self.match
        self._cut(lambda: match.rewind(int(entry.what)))
        made = [self.setup.seats[ply.seat] for ply in match.history if ply.seat != CHANCE]
        self.decisions = {seat: made.count(seat) for seat in self.decisions}
        self.take_back = None
        self._notice(entry, f"Everybody agrees: {self.name_of(entry.seat)} takes the last decision back.")

    def _ask_back(self, entry: Entry) -> None:
        self.take_back = TakeBack(entry.seat, int(entry.what), entry.at, {entry.who})
        self._notice(entry, f"{self.name_of(entry.seat)} asks to take the last decision back.")

    def _answer_back(self, entry: Entry) -> None:
        if self.take_back and entry.what == "yes":
            self.take_back.agreed.add(entry.who)
        elif self.take_back:
            self.refused.add((self.take_back.seat, self.take_back.plies))
            self.take_back = None
            who = f"{entry.name} does not agree" if entry.name else "Nobody answered"
            self._notice(entry, f"{who}: it stays as it is.")

    def _say(self, entry: Entry) -> None:
        self.said[entry.who] = self.said.get(entry.who, 0) + 1
        self.chat.append(ChatLine(len(self.chat) + 1, entry.room, entry.name, entry.what, entry.at))

    def _away(self, entry: Entry) -> None:
        self.places[entry.seat].away = True
        self._notice(entry, f"A bot plays on for {self.name_of(entry.seat)}.")

    def _back(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.away = False
        place.since = entry.at if place.since is not None else None
        self._notice(entry, f"{self.name_of(entry.seat)} is back.")

    def _again(self, entry: Entry) -> None:
        self.rematch = entry.what

    def _cut(self, change: Callable[[], None]) -> None:
        """Take something back, and remember for each viewer how much of what they heard still stands."""
        assert self.match is not None
        before = {viewer: self.match.events(viewer) for viewer in self.setup.viewers}
        change()
        for viewer, told in before.items():
            now = self.match.events(viewer)
            same = next((i for i, (old, new) in enumerate(zip(told, now, strict=False)) if old != new), len(now))
            if same < len(told):
                self.heard[viewer].cuts.append(same)

    def _notice(self, entry: Entry, words: str) -> None:
        """The table itself says something to all."""
        self.changes += 1
        if len(self.chat) < TALKATIVE:
            self.chat.append(ChatLine(len(self.chat) + 1, EVERYBODY, "", words, entry.at))

    def _look_at_turns(self, at: float) -> None:
        """A turn begins, for all who are asked, when somebody is asked who was not asked before. Inside a turn nobody's
        clock starts anew, so that it does not count decisions that others must not see."""
        assert self.match is not None
        self.asked = self.match.to_act
        begins = any(self.places[seat].since is None for seat in self.asked if seat in self.places)
        for seat, place in self.places.items():
            if seat not in self.asked:
                place.since = None
            elif begins:
                place.since = at
        if self.match.over:
            self.status = "over"

    # Names -----------------------------------------------------------------------------------------------------------

    def name_of(self, seat: str) -> str:
        """What a seat is called: its people's names, its bot, or the seat itself."""
        place = self.places[seat]
        if place.people:
            return " & ".join(place.people.values())
        return f"{place.bot.capitalize()} bot ({seat})" if place.bot else seat.capitalize()

    def _names(self) -> dict[str, str]:
        """Names for the log; somebody with several seats is told apart by them."""
        plain = {seat: self.name_of(seat) for seat, place in self.places.items() if place.taken}
        taken = list(plain.values())
        return {seat: f"{name} ({seat})" if taken.count(name) > 1 else name for seat, name in plain.items()}

    # Who -------------------------------------------------------------------------------------------------------------

    def standpoint(self, person: str) -> Standpoint:
        """Where somebody stands: everybody hears the room for all, and their side's where the table has such rooms."""
        if found := self._standpoints.get(person):
            return found
        seats = [seat for seat, place in self.places.items() if person in place.people]
        sides = list(dict.fromkeys([self.places[seat].side for seat in seats]))
        rooms = [side for side in sides if self.is_crew(side)] if self.founding.crew_room else []
        stand = Standpoint(seats, sides, [EVERYBODY, *rooms])
        if seats:
            self._standpoints[person] = stand
        return stand

    def is_crew(self, side: str) -> bool:
        return sum(place.side == side for place in self.places.values()) > 1

    @property
    def people(self) -> dict[str, str]:
        return {person: name for place in self.places.values() for person, name in place.people.items()}

    def to_act(self) -> tuple[str, ...]:
        """The seats that are asked something."""
        return self.asked if self.status == "running" else ()

    def last_decision(self, seat: str) -> int | None:
        """The place in the history of the seat's last decision."""
        assert self.match is not None
        index = self.setup.seat(seat)
        history = self.match.history
        return next((i for i in range(len(history) - 1, -1, -1) if history[i].seat == index), None)

    # Clock -----------------------------------------------------------------------------------------------------------

    def deadline(self, seat: str) -> float | None:
        """When a bot plays on for this seat."""
        place, seconds = self.places[seat], self.founding.pace.seconds
        if place.since is None or not seconds or place.played_by_bot or self.status != "running":
            return None
        return place.since + seconds

    def next_deadline(self) -> float | None:
        """When the table has to be looked after although nobody comes: somebody is late, or does not answer."""
        if self.take_back:
            return self.take_back.lapses
        return min((at for seat in self.to_act() if (at := self.deadline(seat)) is not None), default=None)

    def bots_asked(self) -> list[str]:
        """Seats for which a bot decides now; while somebody asks to take something back, bots wait."""
        if self.take_back:
            return []
        return [seat for seat in self.to_act() if self.places[seat].played_by_bot]

    def standing(self) -> Standing:
        """What the database should know without folding."""
        asked = self.to_act()
        wake = 0.0 if self.bots_asked() or self.warming else self.next_deadline()
        turn = {person for seat in asked for person in self.places[seat].people}
        free = sum(not place.taken for place in self.places.values())
        people = list(self.people.values())
        return Standing(self.status, free, people, sorted(turn), wake, len(self.places))


_FOLD: dict[str, Callable[[Table, Entry], None]] = {
    "sit": Table._sit,
    "move": Table._move,
    "leave": Table._leave,
    "bot": Table._bot,
    "mix": Table._mix,
    "start": Table._start,
    "dealt": Table._dealt,
    "act": Table._act,
    "undo": Table._undo,
    "rewind": Table._rewind,
    "ask back": Table._ask_back,
    "answer back": Table._answer_back,
    "say": Table._say,
    "away": Table._away,
    "back": Table._back,
    "rematch": Table._again,
}


def folded(founding: Founding, entries: list[Entry], rules_ready: bool) -> Table:
    """A table as its log tells it."""
    if founding.rules != find_game(founding.game).version:
        raise UndertowError(
            f"this table plays version {founding.rules} of the rules of {founding.game}; here is "
            f"{find_game(founding.game).version}."
        )
    table = Table(founding, rules_ready)
    for entry in entries:
        table.fold(entry)
    table.stood = table.standing()
    return table
