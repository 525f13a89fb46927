"""The log of a table. Everything that happens there is an entry, and the table is nothing but its entries, folded.

The database lets each number of a table be written once, so any number of servers may serve it: the one referee.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from undertow.core.errors import OtherRules
from undertow.table.messages import Pace

Kind = Literal[
    "sit",  # somebody takes a seat, or shares it with who let them in (`what`)
    "move",  # a seat goes from one person (`what`) to another: from one device to the next
    "leave",
    "remove",  # somebody takes a seat away from a person (`what`)
    "void",  # no link to a seat works any more that was made before
    "keep",  # a seat waits for who had it in the match before, let in by somebody (`what`) or not
    "bot",  # of a level (`what`), or no bot any more
    "mix",  # a word for the dice
    "start",
    "dealt",  # the rules were still being compiled at the start: only now does the first turn begin
    "act",
    "undo",
    "ask back",  # to the position after so many plies (`what`)
    "answer back",
    "rewind",  # to the position after so many plies (`what`)
    "say",
    "away",  # a bot plays on
    "back",
    "rematch",  # at another table (`what`)
    "close",  # by whoever runs the server: nothing more happens here
]
OF_THE_MATCH: frozenset[Kind] = frozenset({"act", "undo", "rewind"})  # these are decided by the rules
SEATING: frozenset[Kind] = frozenset({"sit", "move"})  # these give somebody a seat


class Closed(OtherRules):
    """A table that whoever runs the server has closed: nobody opens it any more."""

    def __init__(self) -> None:
        super().__init__("this table was closed by whoever runs this server.")


class Founding(Struct, frozen=True):
    """What is settled when a table is made."""

    id: str
    game: str
    rules: int  # the version of the rules it was made for
    players: int
    settings: dict[str, Any]
    seed: str
    public: bool
    pace: Pace
    crew_room: bool
    host: str
    host_name: str
    created: float


class Entry(Struct, frozen=True, omit_defaults=True):
    """Something that happened. A new field needs a default: links leave those out, so that old ones stay true."""

    number: int
    kind: Kind
    at: float
    seat: str = ""
    what: str = ""
    who: str = ""  # a person; nobody for a bot and for the table itself
    name: str = ""
    room: str = ""
    command: str | None = None  # the sender's own id: a second one like it is the same command sent again
    rules: int = 0  # the version of the rules it was written by, which may be newer than its table's; 0: its table's


class Standing(Struct, frozen=True):
    """What lists of tables and a restarted server need to know of a table without folding it."""

    status: str
    free: int
    people: list[str]
    turn: list[str]  # persons who are asked something
    wake: float | None  # when the table must be looked after although nobody comes: a bot's turn, a deadline
    seats: int = 0
