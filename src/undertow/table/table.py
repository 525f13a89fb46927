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
from undertow.core.versions import OldLines, explained, set_up
from undertow.table.entries import OF_THE_MATCH, Closed, Entry, Founding, Standing
from undertow.table.messages import ChatLine, Status
from undertow.table.names import Names

EVERYBODY = "table"  # the chat room for all
SILENCE = 60.0  # seconds to answer who asks for a decision back
TALKATIVE = 2000  # lines that a table's chat holds
MANY = 512  # settled boxes that are shared between tables of the same kind


@lru_cache(MANY)
def _shared_setup(game: str, rules: int, players: int, settings: bytes) -> Setup:
    return set_up(find_game(game), rules, players, msgspec.json.decode(settings))


def setup_for(founding: Founding) -> Setup:
    """The game with its house rules settled; tables of the same kind share it."""
    return _shared_setup(founding.game, founding.rules, founding.players, msgspec.json.encode(founding.settings))


@dataclass(slots=True)
class Place:
    """A seat and who is on it."""

    seat: str
    side: str
    people: dict[str, str] = field(default_factory=dict)  # person: name
    bot: str | None = None
    away: bool = False  # a bot plays on for its people
    since: float | None = None  # when its turn began
    former: set[str] = field(default_factory=set)  # who may come back: they got up, or had it in the match before
    kept: dict[str, str] = field(default_factory=dict)  # those of the match before who are not there yet, with names
    let_in: dict[str, str] = field(default_factory=dict)  # who came by a link, and whose it was
    removed: set[str] = field(default_factory=set)
    voided: int = 0  # how often its links were made void; a link carries the number of its time
    was: float | None = None  # when the turn before began, while nothing is asked
    begun: list[float | None] = field(default_factory=list)  # when the turn began of each decision that still stands

    @property
    def taken(self) -> bool:
        return bool(self.people) or self.bot is not None

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None or self.away or not self.people

    def has_let_in(self, giver: str, guest: str) -> bool:
        """Whether somebody came by a link of this person, or of somebody who did."""
        for _ in self.let_in:
            guest = self.let_in.get(guest, "")
            if guest == giver:
                return True
        return False

    def seat_down(self, person: str, name: str, giver: str) -> None:
        """Whoever may come back is who they were; others come by a link, or begin anew where nobody sits."""
        if person not in self.former and self.people:
            self.let_in[person] = giver or next(iter(self.people))
        elif person not in self.former:
            for memory in (self.former, self.kept, self.let_in):
                memory.clear()
        self.people[person] = name
        self._is_there(person)

    def hand_over(self, giver: str, person: str, name: str) -> None:
        """Somebody takes another's place, whatever they were before."""
        by = self.let_in.get(person if self.has_let_in(person, giver) else giver)
        self.let_in = {
            guest: person if host == giver else host
            for guest, host in self.let_in.items()
            if guest not in (giver, person)
        }
        if by:
            self.let_in[person] = by
        self.people = {person if one == giver else one: called for one, called in self.people.items()}
        self.people[person] = name
        self._is_there(person)

    def _is_there(self, person: str) -> None:
        self.former.discard(person)
        self.removed.discard(person)
        self.kept.pop(person, None)

    def forget(self, person: str) -> None:
        """Somebody has no part in the seat any more. Whoever let them in has let in those whom they let in."""
        by = self.let_in.pop(person, "")
        guests = [guest for guest, giver in self.let_in.items() if giver == person]
        for guest in guests:
            if by:
                self.let_in[guest] = by
            else:
                del self.let_in[guest]
        self.people.pop(person, None)
        self.former.discard(person)
        self.kept.pop(person, None)


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
    """Where somebody stands at a table: their seats, the sides of these, and the chat rooms they hear; seats they can
    come back to and seats they were removed from; and whom they can remove from a seat."""

    seats: list[str]
    sides: list[str]
    rooms: list[str]
    welcome: list[str]
    removed: list[str]
    may_remove: dict[str, list[str]]


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
        "latest",
        "match",
        "names",
        "old_lines",
        "places",
        "refused",
        "rematch",
        "said",
        "setup",
        "status",
        "stood",
        "take_back",
        "words",
    )

    def __init__(self, founding: Founding) -> None:
        self.founding = founding
        self.setup = setup_for(founding)
        self.places = {seat: Place(seat, side) for seat, side in zip(self.setup.seats, self.setup.sides, strict=True)}
        self.status: Status = "gathering"
        self.commitment = commitment(founding.seed)
        self.head = 0
        self.latest = 0.0  # the time of what happened last; it never goes back, whatever clock wrote it down
        self.match: Match | None = None
        self.old_lines: OldLines | None = None  # what was decided by older rules
        self.asked: tuple[str, ...] = ()
        self.words: dict[str, str] = {}
        self.chat: list[ChatLine] = []
        self.done: set[str] = set()  # ids of commands carried out
        self.decisions = dict.fromkeys(self.setup.seats, 0)  # taken by each seat, that still stand
        self.refused: set[tuple[str, int]] = set()  # decisions that the others did not give back
        self.names = Names()
        self.names.of(founding.host, founding.host_name)
        self.said: dict[str, int] = {}  # lines of chat by person
        self.changes = 0  # of seats
        self.take_back: TakeBack | None = None
        self.rematch: str | None = None
        self.heard: dict[str, Heard] = {}
        self.stood: Standing | None = None  # as it was last written down
        self._standpoints: dict[str, Standpoint] = {}  # of who has a seat

    def signed(self, entries: list[Entry]) -> list[Entry]:
        """Entries that are about to happen, with the version of the rules they are written by."""
        return [msgspec.structs.replace(entry, rules=self.setup.game.version) for entry in entries]

    # Folding ---------------------------------------------------------------------------------------------------------

    def fold(self, entry: Entry) -> None:
        """Let one entry happen. An act that the rules refuse raises, and nothing has changed."""
        self.latest = max(self.latest, entry.at)
        if entry.kind not in OF_THE_MATCH:
            _FOLD[entry.kind](self, entry)
            self._standpoints.clear()
        elif self.match is not None:
            (_FOLD_OLD if self._is_old(entry) else _FOLD)[entry.kind](self, entry)
            self._look_at_turns(entry)
        self.head = entry.number
        if entry.command:
            self.done.add(entry.command)

    def _called(self, entry: Entry) -> str:
        """The name of who does this, told apart from others at this table."""
        return self.names.of(entry.who, entry.name) if entry.who else entry.name

    def _sit(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        name = self._called(entry)
        if not place.people and self._is_late(place, entry.at):
            place.since = entry.at  # a bot has the turn of who was gone: they have a whole one
        place.seat_down(entry.who, name, entry.what)
        place.bot = None
        place.away = False
        self._notice(entry, f"{name} sits down as {entry.seat}.")

    def _is_late(self, place: Place, now: float) -> bool:
        seconds = self.founding.pace.seconds
        return seconds is not None and place.since is not None and place.since + seconds <= now

    def _move(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        name = self._called(entry)
        place.hand_over(entry.what, entry.who, name)
        place.away = False
        self._notice(entry, f"{name} has {entry.seat} on another device.")

    def _leave(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.people.pop(entry.who, None)
        place.former.add(entry.who)
        place.away = False
        self.take_back = None
        if self.status == "running":
            place.bot = entry.what if not place.people else None
        self._notice(entry, f"{self._called(entry)} gets up from {entry.seat}.")

    def _remove(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        name = place.people.get(entry.what, "somebody")
        place.forget(entry.what)
        place.removed.add(entry.what)
        place.voided += 1
        place.away = place.away and bool(place.people)
        self.take_back = None
        self._notice(entry, f"{self._called(entry)} removes {name} from {entry.seat}.")

    def _void(self, entry: Entry) -> None:
        """Nobody comes to the seat by an old link, nor back to it who once came by one."""
        place = self.places[entry.seat]
        place.voided += 1
        for guest in [one for one in place.former if one in place.let_in]:
            place.forget(guest)
        self._notice(entry, f"{self._called(entry)} makes all links to {entry.seat} void.")

    def _keep(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.former.add(entry.who)
        place.kept[entry.who] = self._called(entry)
        if entry.what:
            place.let_in[entry.who] = entry.what

    def _bot(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.bot = entry.what or None
        if not place.bot:
            place.kept.clear()  # the seat is free for everybody

    def _mix(self, entry: Entry) -> None:
        self.words[entry.seat] = entry.what
        self._notice(entry, f"{self._called(entry)} mixed a word into the dice.")

    def _start(self, entry: Entry) -> None:
        self.status = "running"
        for place in self.places.values():
            if not place.people:  # who left it before goes to no bot's seat to look at its cards
                place.former.intersection_update(place.kept)
        self._deal(entry)

    def _dealt(self, entry: Entry) -> None:
        for place in self.places.values():
            place.since = self.latest if place.since is not None else None

    def _deal(self, entry: Entry) -> None:
        self.match = Match(self.setup, seed=self.founding.seed, words=self.words, names=self._names())
        self.old_lines = OldLines(self.match)
        self.heard = {viewer: Heard() for viewer in self.setup.viewers}
        self._look_at_turns(entry)

    def _act(self, entry: Entry) -> None:
        assert self.match is not None
        self.match.take(entry.seat, entry.what)
        self._decided(entry.seat)
        if entry.who:
            self.places[entry.seat].away = False

    def _undo(self, entry: Entry) -> None:
        assert self.match is not None
        match = self.match
        self._cut(lambda: match.undo(entry.seat))
        self.decisions[entry.seat] -= 1
        self._take_turns_back()

    def _rewind(self, entry: Entry) -> None:
        assert self.match is not None
        match = self.match
        self._cut(lambda: match.rewind(int(entry.what)))
        self._gone_back(entry)

    def _gone_back(self, entry: Entry) -> None:
        self._count_decisions()
        self.take_back = None
        self._notice(entry, f"Everybody agrees: {self.name_of(entry.seat)} takes the last decision back.")

    def _ask_back(self, entry: Entry) -> None:
        plies = int(entry.what)
        if self._is_old(entry) and self.old_lines:
            plies = self.old_lines.plies_before_last(entry.seat)  # as today's rules count them
        self.take_back = TakeBack(entry.seat, plies, self.latest, {entry.who})
        self._notice(entry, f"{self.name_of(entry.seat)} asks to take the last decision back.")

    def _answer_back(self, entry: Entry) -> None:
        if self.take_back and entry.what == "yes":
            self.take_back.agreed.add(entry.who)
        elif self.take_back:
            self.refused.add((self.take_back.seat, self.take_back.plies))
            self.take_back = None
            who = f"{self._called(entry)} does not agree" if entry.name else "Nobody answered"
            self._notice(entry, f"{who}: it stays as it is.")

    def _say(self, entry: Entry) -> None:
        self.said[entry.who] = self.said.get(entry.who, 0) + 1
        # What is said among some gives nobody a name that others could notice.
        name = self._called(entry) if entry.room == EVERYBODY else self.people.get(entry.who, entry.name)
        self.chat.append(ChatLine(len(self.chat) + 1, entry.room, name, entry.what, entry.at))

    def _away(self, entry: Entry) -> None:
        self.places[entry.seat].away = True
        self._notice(entry, f"A bot plays on for {self.name_of(entry.seat)}.")

    def _back(self, entry: Entry) -> None:
        place = self.places[entry.seat]
        place.away = False
        place.since = self.latest if place.since is not None else None
        self._notice(entry, f"{self.name_of(entry.seat)} is back.")

    def _again(self, entry: Entry) -> None:
        self.rematch = entry.what

    def _close(self, entry: Entry) -> None:
        raise Closed

    def _count_decisions(self) -> None:
        assert self.match is not None
        made = [self.setup.seats[ply.seat] for ply in self.match.history if ply.seat != CHANCE]
        self.decisions = {seat: made.count(seat) for seat in self.decisions}
        self._take_turns_back()

    # What was written by older rules ---------------------------------------------------------------------------------

    def rules_of(self, entry: Entry) -> int:
        """The version of the rules that an entry was written by."""
        return entry.rules or self.founding.rules

    def _is_old(self, entry: Entry) -> bool:
        return self.rules_of(entry) != self.setup.game.version

    def _old_act(self, entry: Entry) -> None:
        assert self.old_lines is not None
        for seat in self.old_lines.take(self.rules_of(entry), entry.seat, entry.what):
            self._decided(seat)
        if entry.who:
            self.places[entry.seat].away = False

    def _old_undo(self, entry: Entry) -> None:
        old_lines = self.old_lines
        assert old_lines is not None
        self._cut(lambda: old_lines.undo(entry.seat))
        self._count_decisions()

    def _old_rewind(self, entry: Entry) -> None:
        old_lines = self.old_lines
        assert old_lines is not None
        self._cut(lambda: old_lines.rewind(entry.seat))
        self._gone_back(entry)

    # Inside ----------------------------------------------------------------------------------------------------------

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

    def _decided(self, seat: str) -> None:
        self.decisions[seat] += 1
        self.places[seat].begun.append(self.places[seat].since)

    def _take_turns_back(self) -> None:
        """Who takes a decision back is in the turn again that it was made in: that clock was running all the while."""
        for seat, place in self.places.items():
            while len(place.begun) > self.decisions[seat]:
                place.since = place.begun.pop()

    def _look_at_turns(self, entry: Entry) -> None:
        """A turn begins for who is asked anew, and then for who has just decided too. Nobody else's clock starts anew:
        not because others act, or act and undo; nor inside a turn, where it would count what others must not see."""
        assert self.match is not None
        self.asked = self.match.to_act
        undone, agreed = entry.kind == "undo", entry.kind == "rewind"
        begins = any(self.places[seat].since is None for seat in self.asked if seat in self.places)
        for seat, place in self.places.items():
            if seat not in self.asked:
                place.was, place.since = place.since or place.was, None
            elif place.since is None:
                place.since = place.was if undone and place.was is not None else self.latest
            elif agreed or (begins and seat == entry.seat and not undone):
                place.since = self.latest
        if self.match.over:
            self.status = "over"
            self._standpoints.clear()

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
        welcome = [seat for seat, place in self.places.items() if person in place.former and self.status != "over"]
        removed = [seat for seat, place in self.places.items() if person in place.removed]
        may_remove = {seat: names for seat in self.places if (names := list(self.may_remove(seat, person).values()))}
        stand = Standpoint(seats, sides, [EVERYBODY, *rooms], welcome, removed, may_remove)
        if seats:
            self._standpoints[person] = stand
        return stand

    def may_remove(self, seat: str, person: str) -> dict[str, str]:
        """Whom somebody can remove from a seat: those they let in; the host also others who came by a link, and before
        the start anybody."""
        place = self.places[seat]
        hosting, gathering = person == self.founding.host, self.status == "gathering"
        return {
            one: name
            for one, name in place.people.items()
            if one != person
            and (
                (person in place.people and place.has_let_in(person, one))
                or (hosting and (gathering or one in place.let_in))
            )
        }

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

    def is_too_late(self, seat: str, now: float) -> bool:
        """Whether the time is up of the turn in which this seat made its last decision."""
        begun, seconds = self.places[seat].begun, self.founding.pace.seconds
        since = begun[-1] if begun else None
        return bool(seconds) and since is not None and since + (seconds or 0) <= now

    def next_deadline(self) -> float | None:
        """When the table has to be looked after although nobody comes: somebody is late, or does not answer."""
        if self.take_back:
            return self.take_back.lapses
        return min((at for seat in self.to_act() if (at := self.deadline(seat)) is not None), default=None)

    def bots_asked(self) -> list[str]:
        """Seats for which a bot decides now; while somebody asks to take something back, bots wait.

        What a side decides together its people decide; if it has none, one of its bots.
        """
        if self.take_back:
            return []
        asked = sorted(self.to_act(), key=lambda seat: self.places[seat].played_by_bot)  # people first
        if self.match and self.match.joint:
            asked = list({self.places[seat].side: seat for seat in reversed(asked)}.values())
        return [seat for seat in asked if self.places[seat].played_by_bot]

    def standing(self) -> Standing:
        """What the database should know without folding."""
        asked = self.to_act()
        wake = 0.0 if self.bots_asked() else self.next_deadline()
        turn = {person for seat in asked for person in self.places[seat].people}
        free = sum(not place.taken and not place.kept for place in self.places.values())
        people = list(self.people.values())
        return Standing(self.status, free, people, sorted(turn), wake, len(self.places))


_FOLD: dict[str, Callable[[Table, Entry], None]] = {
    "sit": Table._sit,
    "move": Table._move,
    "leave": Table._leave,
    "remove": Table._remove,
    "void": Table._void,
    "keep": Table._keep,
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
    "close": Table._close,
}


_FOLD_OLD: dict[str, Callable[[Table, Entry], None]] = {
    "act": Table._old_act,
    "undo": Table._old_undo,
    "rewind": Table._old_rewind,
}


def folded(founding: Founding, entries: list[Entry]) -> Table:
    """A table as its log tells it; `OtherRules` if today's rules cannot play what was played there."""
    table = Table(founding)
    for entry in entries:
        try:
            table.fold(entry)
        except UndertowError as error:
            raise explained(table.setup.game, table.rules_of(entry), error) from error
    table.stood = table.standing()
    return table
