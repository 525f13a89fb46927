"""What travels between the table and whoever sits at it: the same words over HTTP, WebSocket and the bot API.

A *command* is what a person or a bot wants; each carries an id of the sender's own, so that sending it again does no
harm. An *update* is all that one person may know of a table now, with the tail of what they have not heard yet.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from undertow.core.actions import Blocked as Blocked
from undertow.core.actions import Offer as Offer

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
TableId = Annotated[str, Meta(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
SeatName = Annotated[str, Meta(min_length=1, max_length=40)]
PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
ShownName = Annotated[str, Meta(min_length=1, max_length=60)]  # with what tells it apart at a table
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Level = Annotated[str, Meta(min_length=1, max_length=24)]

Status = Literal["gathering", "running", "over"]
Seconds = Annotated[int, Meta(ge=10, le=14 * 86400)]


# The games ------------------------------------------------------------------------------------------------------------


class Option(Struct, frozen=True):
    """A number or choice of the box that a table may set otherwise."""

    key: str
    value: Any
    about: str
    source: str  # sheet, found, ruling, rebuilt (not the official number) or ours
    choices: list[str] | None = None
    limits: list[float] | None = None


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    summary: str
    minutes: int
    players: list[int]
    usual_players: int
    hidden: bool  # whether anybody hides anything from anybody
    levels: list[str]
    ready: bool  # whether its rules are compiled; until then a table can gather but not begin


class GameOptions(Struct, frozen=True):
    options: list[Option]


class LabReport(Struct, frozen=True):
    """A study that somebody has played, to read."""

    name: str  # of its file
    title: str
    question: str


class Lab(Struct, frozen=True):
    reports: list[LabReport]
    bots: dict[str, list[str]]  # levels that the lab lets play, by game


class LabQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Matches between bots of one level."""

    game: Annotated[str, Meta(max_length=100)]
    players: Annotated[int, Meta(ge=1, le=20)]
    bot: Annotated[str, Meta(max_length=40)]
    settings: dict[str, Any] = {}
    first: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0  # the number of the first match


class LabSide(Struct, frozen=True):
    side: str
    wins: float


class LabSlice(Struct, frozen=True):
    """What some matches came to; sums, to be added up."""

    first: int
    matches: int
    sides: list[LabSide]
    unit: str  # a round or a turn
    turns: int
    minutes: float


class PlannedSeat(Struct, frozen=True):
    seat: str
    side: str  # seats of one side know the same and win together


class Plan(Struct, frozen=True):
    """The seats a table would have."""

    players: int
    possible_players: list[int]
    seats: list[PlannedSeat]


# A table --------------------------------------------------------------------------------------------------------------


class Pace(Struct, frozen=True):
    """How long a turn may take before a bot plays on for whoever is away; no limit if none."""

    kind: Literal["live", "days", "free"] = "free"
    seconds: Seconds | None = None  # for a turn


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=60)]
    players: Annotated[int, Meta(ge=1, le=12)] | None = None
    settings: dict[str, Any] = {}
    public: bool = False
    pace: Pace = Pace()
    crew_room: bool = False  # a chat room for each side of several seats, besides the one for all
    bots: dict[str, Level] = {}  # seat: level
    sit: list[SeatName] = []  # seats the creator takes
    start: bool = False  # at once, if every seat is taken


class Created(Struct, frozen=True):
    table: str
    link: str  # to hand to friends: the path of the table's page


class Seat(Struct, frozen=True):
    seat: str
    side: str
    name: str  # of its people, its bot, or the seat's own while nobody has it
    people: list[str]  # names of those who hold it; several share it. No two people at a table have the same
    bot: str | None  # a bot's level
    away: bool  # a bot plays on until its person is back
    connected: bool
    to_act: bool
    deadline: float | None  # when a bot takes over, in seconds of the server's clock
    kept_for: list[str]  # names of those who had it in the match before, while nobody sits there


class TakeBack(Struct, frozen=True):
    """Somebody asks to take a decision back after something was revealed; everybody else must agree."""

    seat: str
    waiting_for: list[str]  # seats whose people have not answered


class Table(Struct, frozen=True):
    """A table as everybody may know it."""

    id: str
    game: str
    title: str
    players: int
    settings: dict[str, Any]
    public: bool
    pace: Pace
    status: Status
    seats: list[Seat]
    host: str
    commitment: str  # of the dice: the seed's SHA-256
    seed: str | None  # once the match is over
    warming: bool  # the rules are being compiled: until they are, bots think less
    spectators: int
    take_back: TakeBack | None
    rematch: str | None  # the table where those play again who want to
    now: float  # the server's clock, for countdowns


class You(Struct, frozen=True):
    """The reader's part in a table."""

    seats: list[str]
    hosting: bool
    rooms: list[str]  # chat rooms the reader hears
    welcome: list[str]  # seats the reader can come back to
    removed: list[str]  # seats the reader was removed from
    may_remove: dict[str, list[str]]  # seat: names of those whom the reader can remove from it


class TableLine(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: Status
    seats: int
    free: int
    people: list[str]
    updated: float
    my_turn: bool = False


class Tables(Struct, frozen=True):
    tables: list[TableLine]


# What a reader is told ------------------------------------------------------------------------------------------------


class Question(Struct, frozen=True):
    """What one of my seats is asked; without actions it only says what can be taken back."""

    seat: str
    prompt: str
    actions: list[Offer]
    asked: str  # names this question: an answer sends it back, and is refused if something else is asked by then
    decisions: int  # how many this seat has taken
    can_undo: bool
    blocked: list[Blocked] = []  # what this seat can see but not pick now, each with the reason


class Heard(Struct, frozen=True):
    """Something that happened, as this viewer heard of it. Numbers grow, with gaps where there is nothing to say."""

    number: int
    text: str


class Result(Struct, frozen=True):
    winners: list[str]  # seats
    words: str
    reason: str
    scores: dict[str, int]


class Happened(Struct, frozen=True):
    """The same for a program that draws it: a kind the game names, and what the game says of it in numbers."""

    number: int
    kind: str
    details: tuple[int, int, int, int]


class Frame(Struct, frozen=True):
    """One step as this viewer saw it: what was heard in it, and the view after it."""

    happened: list[Happened]
    view: Any  # as in Eyes


class Eyes(Struct, frozen=True, omit_defaults=True):
    """What one viewer sees: a side, or the spectator."""

    viewer: str
    view: Any  # the game's own view, typed in the game's schema
    prompt: str
    questions: list[Question]
    keep: int  # lines told before with numbers up to this one still stand; later ones were taken back
    heard: list[Heard]
    frames: list[Frame] = []  # for who asked for them: the way here, one step after the other


class ChatLine(Struct, frozen=True):
    number: int
    room: str
    name: str
    text: str
    at: float


class Update(Struct, frozen=True, tag="update"):
    """All one person may know of a table now. `cursor` is handed back on reconnecting, to hear only what is missing."""

    cursor: str
    table: Table
    you: You
    eyes: list[Eyes]  # one for each side the reader sits on; the spectator's for everybody else; none before the start
    keep_chat: int
    chat: list[ChatLine]
    result: Result | None


# Commands -------------------------------------------------------------------------------------------------------------


class Act(Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Take one of the actions offered to a seat.

    Our client always says which question it answers. A script may leave that out: an action's name says what it
    touches, so what comes late is done as it is called, or refused because it is not offered any more.
    """

    id: CommandId
    seat: SeatName
    action: Annotated[str, Meta(max_length=120)]
    asked: Annotated[str, Meta(max_length=40)] | None = None  # of the question this answers


class Undo(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the seat's last decision while nothing new was revealed."""

    id: CommandId
    seat: SeatName


class AskBack(Struct, frozen=True, tag="ask_back", forbid_unknown_fields=True):
    """Ask everybody to let the seat take its last decision back, whatever was revealed since."""

    id: CommandId
    seat: SeatName


class AnswerBack(Struct, frozen=True, tag="answer_back", forbid_unknown_fields=True):
    id: CommandId
    agree: bool


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    id: CommandId
    text: Text
    room: Annotated[str, Meta(max_length=40)] = "table"


class Sit(Struct, frozen=True, tag="sit", forbid_unknown_fields=True):
    id: CommandId
    seat: SeatName


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Get up. In a running match a bot plays on until I come back."""

    id: CommandId
    seat: SeatName


class Remove(Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """Take a seat away from somebody whom I let in by a link; the host also from others. All links to it are void."""

    id: CommandId
    seat: SeatName
    name: ShownName  # as the seat shows it


class VoidLinks(Struct, frozen=True, tag="void_links", forbid_unknown_fields=True):
    """Make all links to one of my seats void, whoever made them. Whoever got up who came by one cannot come back."""

    id: CommandId
    seat: SeatName


class SetBot(Struct, frozen=True, tag="set_bot", forbid_unknown_fields=True):
    """The host puts a bot on a free seat, another level, or takes it away (no level)."""

    id: CommandId
    seat: SeatName
    level: Level | None = None


class Start(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """The host begins; every seat must be taken."""

    id: CommandId


class Back(Struct, frozen=True, tag="back", forbid_unknown_fields=True):
    """Take the seat back from the bot that played on. Acting does so too."""

    id: CommandId
    seat: SeatName


class Mix(Struct, frozen=True, tag="mix", forbid_unknown_fields=True):
    """Before the start: a word of one's own that is mixed into the dice."""

    id: CommandId
    seat: SeatName
    word: Annotated[str, Meta(min_length=1, max_length=60)]


class Rematch(Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """After the end: the same table once more. Whoever asks first has it laid, the seats of the others wait for them;
    whoever asks later sits down there. It starts when everybody has come."""

    id: CommandId


class Go(Struct, frozen=True, tag="go", forbid_unknown_fields=True):
    """Over a WebSocket only: look at another table on the same line, as after a rematch. Its first update answers; with
    an id it is acknowledged too."""

    table: Annotated[str, Meta(max_length=40)]
    cursor: Annotated[str, Meta(max_length=2000)] = ""
    id: CommandId | None = None


Command = (
    Act | Undo | AskBack | AnswerBack | Say | Sit | Leave | Remove | VoidLinks | SetBot | Start | Back | Mix | Rematch
)


class Ack(Struct, frozen=True, tag="ack", omit_defaults=True):
    """A command is carried out and durable, or refused with one sentence that says what would be right."""

    id: str
    ok: bool
    error: str | None = None
    question: Question | None = None  # what the seat is asked now, if it answered something that is no longer asked


# Other answers --------------------------------------------------------------------------------------------------------


class Problem(Struct, frozen=True):
    error: str


class Me(Struct, frozen=True):
    person: str
    name: str


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName


class SeatLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A link to one of my seats: `move` it to another device, or `share` it with somebody. `void_links` undoes it."""

    seat: SeatName
    kind: Literal["move", "share"] = "move"


class SeatTicket(Struct, frozen=True):
    ticket: str
    link: str


class UseTicket(Struct, frozen=True, forbid_unknown_fields=True):
    ticket: Annotated[str, Meta(max_length=400)]


class Hint(Struct, frozen=True):
    action: str
    label: str
    why: str


class Help(Struct, frozen=True):
    text: str


class Beliefs(Struct, frozen=True):
    beliefs: Any


class Revealed(Struct, frozen=True):
    """Something that happened in a finished match, for a program that draws it, and who heard of it then."""

    kind: str
    details: tuple[int, int, int, int]
    heard_by: list[str]  # viewers


class ReplayStep(Struct, frozen=True):
    """One step of a finished match with everything revealed."""

    ply: int
    seat: str
    action: str
    told: list[str]
    happened: list[Revealed]


class Replay(Struct, frozen=True):
    table: Table
    viewers: list[str]
    steps: list[ReplayStep]
    result: Result
    file: str  # the path of the match file


class ReplayViews(Struct, frozen=True):
    ply: int
    views: dict[str, Any]  # each viewer's


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName  # what the bot is called; tables show it as "Bot NAME"


class Token(Struct, frozen=True):
    token: str  # shown once
    person: str
    name: str


class SeatEvent(Struct, frozen=True, tag="seat"):
    """A line of the bot stream: one of my seats, what it knows and what it is asked."""

    table: str
    seat: str
    game: str
    status: Status
    eyes: Eyes | None
    result: Result | None


class KeepAlive(Struct, frozen=True, tag="alive"):
    now: float


decode_said = msgspec.json.Decoder(Command | Go).decode
decode_command = msgspec.json.Decoder(Command).decode
encode = msgspec.json.Encoder().encode
