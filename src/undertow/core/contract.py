"""The contract of a game: everything its modules provide. Read this first.

A game is a package. Each protocol below is one of its modules: the type checker holds our games to them
(`tests/core/test_contract.py`), and `undertow check` names what is missing or wrong in anybody's. What a game may leave
out stands in `OPTIONAL` with what holds then.

The functions at the end are the ones compiled by `core.rule`; nothing in them allocates, recurses or touches Python
objects. Where an algorithm for every game calls them, `core/template.py` puts the game's own in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from undertow.core.actions import Actions, Deed
from undertow.core.bundles import Mind
from undertow.core.records import Encoding, Floats, Ints, Record, Records

if TYPE_CHECKING:
    from undertow.core.game import Setup
    from undertow.core.position import Event
    from undertow.core.versions import Older


class Piece(NamedTuple):
    """Neighbouring numbers of an encoding that belong together."""

    name: str
    numbers: int
    about: str


class Policy(NamedTuple):
    """A bot that a game brings, compiled."""

    number: int
    parameter: int | None = None  # what it takes if no number is given; None: it takes none
    about: str = ""


class Thing(NamedTuple):
    """Something whose use a study counts: a card, a token, a kind of move, an event."""

    name: str
    kind: str


# Modules --------------------------------------------------------------------------------------------------------------


class BoxModule(Protocol):
    """`box.py`: the numbers of `box.toml` as a record, and who sits at the table."""

    def build(self, values: Mapping[str, Any], players: int, /) -> Records: ...
    def seats(self, values: Mapping[str, Any], players: int, /) -> tuple[str, ...]: ...
    def sides(self, values: Mapping[str, Any], players: int, /) -> tuple[str, ...]: ...  # the side of each seat


class StateModule(Protocol):
    """`state.py`: all that is true on the table, and what is remembered of it."""

    State: np.dtype[np.record]
    Memory: np.dtype[np.record]  # what one viewer remembers beyond what lies open
    SEATS: int  # the most seats
    MOST_LEGAL: int  # the most legal actions at once
    OUTCOMES: int  # the most outcomes of one chance
    BOUND: int  # steps within which every match ends

    def broken(self, box: Record, state: Record, /) -> str: ...  # what is wrong with this state, in words


class ActionsModule(Protocol):
    """`actions.py`: every action, declared once, and what the outcomes of chance are called."""

    ACTIONS: Actions

    def outcome(self, box: Record, state: Record, outcome: int, /) -> str: ...


class RulesModule(Protocol):
    """`rules.py`."""

    def setup(self, box: Record, state: Record, /) -> None: ...
    def actors(self, box: Record, state: Record, /) -> int: ...
    def legal(self, box: Record, state: Record, seat: int, out: Ints, /) -> int: ...
    def chances(self, box: Record, state: Record, out: Ints, /) -> int: ...
    def apply(self, box: Record, state: Record, seat: int, action: int, /) -> None: ...
    def payoff(self, box: Record, state: Record, out: Floats, /) -> None: ...


class KnowledgeModule(Protocol):
    """`knowledge.py`: who knows what."""

    @property
    def LAYOUT(self) -> Sequence[Piece]: ...  # of the encoding, from its first number to its last

    def observe(self, box: Record, state: Record, memory: Record, viewer: int, public: Record, /) -> None: ...
    def imagine(self, box: Record, memory: Record, viewer: int, rng: Ints, world: Record, /) -> None: ...
    def encode(self, box: Record, state: Record, memory: Record, viewer: int, out: Encoding, /) -> None: ...
    def view(self, box: Record, state: Record, memory: Record, viewer: int, /) -> Any: ...  # its annotation is its type
    def beliefs(self, box: Record, state: Record, memory: Record, viewer: int, /) -> Any: ...


class WordsModule(Protocol):
    """`words.py`: what is said at the table."""

    def prompt(self, box: Record, state: Record, seat: int, /) -> str: ...
    def help(self, box: Record, state: Record, viewer: int, /) -> str: ...  # the rules of this moment
    def sentence(self, box: Record, event: Event, names: Sequence[str], /) -> str: ...
    def reason(self, box: Record, state: Record, /) -> str: ...  # why it ended
    def scores(self, box: Record, state: Record, /) -> list[int]: ...


class BotsModule(Protocol):
    """`bots/`, a module that a game may leave out: compiled bots of its own."""

    @property
    def POLICIES(self) -> Mapping[str, Policy]: ...
    @property
    def LEVELS(self) -> Mapping[str, str]: ...  # which bot plays each level, the weakest first
    @property
    def LIGHT(self) -> Mapping[str, str]: ...  # and which until the rules are compiled: they decide in a second even so

    def choose(self, box: Record, seat: int, mind: Mind, /) -> int: ...
    def table(self, setup: Setup, policies: Sequence[int | None], /) -> Floats: ...  # what these bots look up
    def scratch_size(self, setup: Setup, policies: Sequence[int | None], /) -> int: ...
    def explain(self, setup: Setup, seat: int, mind: Mind, /) -> str: ...  # why it just did what it did


class TerminalModule(Protocol):
    """`terminal.py`, a module that a game may leave out: its table drawn for a terminal."""

    def draw(self, view: Any, names: Sequence[str], me: int | None = None, /) -> Any: ...
    def odds(self, beliefs: Any, /) -> Any: ...


class VersionsModule(Protocol):
    """`versions.py`, a module that a game has once its rules have changed: how matches of older versions are read."""

    @property
    def OLDER(self) -> Mapping[int, Older]: ...  # by version


class MeasuresModule(Protocol):
    """`measures.py`, a module that a game may leave out: what a study counts beside who won."""

    @property
    def UNIT(self) -> str: ...  # what `clock` counts: a round, a turn
    @property
    def REASONS(self) -> Mapping[int, str]: ...  # why a match ended, by `state.reason`
    @property
    def THINGS(self) -> Sequence[Thing]: ...  # up to 62, by their number

    def clock(self, box: Record, state: Record, /) -> int: ...
    def standing(self, box: Record, state: Record, seat: int, /) -> int: ...
    def pace(self, box: Record, state: Record, seat: int, options: int, /) -> int: ...
    def noted(self, box: Record, state: Record, seat: int, action: int, /) -> int: ...


MODULES: dict[str, type] = {
    "box": BoxModule,
    "state": StateModule,
    "actions": ActionsModule,
    "rules": RulesModule,
    "knowledge": KnowledgeModule,
    "words": WordsModule,
}
OPTIONAL_MODULES: dict[str, type] = {
    "bots": BotsModule,
    "terminal": TerminalModule,
    "measures": MeasuresModule,
    "versions": VersionsModule,
}


# What a game may leave out --------------------------------------------------------------------------------------------

Reveals: TypeAlias = frozenset[int]  # kinds of events that give something away: nothing after them can be taken back
ToldAs: TypeAlias = Mapping[int, str]  # what kinds of events are called, for whoever draws them
StandsIn: TypeAlias = str  # the bot that plays where the game's network does not, or cannot be used
ByPhase: TypeAlias = int  # phases with so much code that a GPU plays matches of one phase together; 0: none


class PlayersWith(Protocol):
    """How many may play with these house rules, where that is not what the game says in general."""

    def __call__(self, values: Mapping[str, Any], /) -> range | None: ...


class Exact(Protocol):
    """Whether imagined worlds have exactly the right odds here, if everybody plays at random."""

    def __call__(self, box: Record, state: Record, /) -> bool: ...


class Joint(Protocol):
    """Whether seats of one side are asked something that one of them settles for all: its people answer before bots."""

    def __call__(self, box: Record, state: Record, /) -> bool: ...


class OutOfIt(Protocol):
    """Whether a seat is out for good while others play on, as all can see: it never acts again and wins nothing."""

    def __call__(self, box: Record, state: Record, seat: int, /) -> bool: ...


class NetPlays(Protocol):
    """Whether the game's network is its best player where this seat, which has this view, must decide; if not, `hard`
    plays in its place."""

    def __call__(self, view: Any, seat: int, /) -> bool: ...


class LooksAhead(Protocol):
    """Whether looking ahead from imagined worlds helps where this seat, which has this view, must decide. It does not
    where others have chosen unseen and what they chose is imagined as if they had chosen at random."""

    def __call__(self, view: Any, seat: int, /) -> bool: ...


class NetPlaysThroughout(Protocol):
    """Of a game with `net_plays`: whether it is so at every decision of a match with this box."""

    def __call__(self, box: Record, /) -> bool: ...


class Chance(Protocol):
    """What chance is doing: which dice fall, which cards are drawn."""

    def __call__(self, box: Record, state: Record, /) -> str: ...


class Fill(Protocol):
    """What this moment puts into the fields that the label of an action leaves open."""

    def __call__(
        self, box: Record, state: Record, seat: int, deed: Deed, names: Sequence[str], /
    ) -> Mapping[str, object]: ...


class WithReasons(Protocol):
    """Actions, each with one short sentence.

    `blocked`: those with things the seat can see but cannot pick now, and why. `gives_away`: those that give a secret
    of the seat's own away for good, and what the others then know: whoever picks one is asked twice.
    """

    def __call__(self, box: Record, state: Record, seat: int, /) -> Iterable[tuple[int, str]]: ...


class Hook(NamedTuple):
    """Something a game may leave out: what it is, and what holds without."""

    kind: Any
    default: Any


#: By module.
OPTIONAL: dict[str, dict[str, Hook]] = {
    "box": {"players_with": Hook(PlayersWith, lambda values: None)},
    "state": {
        "REVEALS": Hook(Reveals, frozenset()),
        "TOLD_AS": Hook(ToldAs, {}),
        "BY_PHASE": Hook(ByPhase, 0),
    },
    "rules": {
        "joint": Hook(Joint, lambda box, state: False),
        "out_of_it": Hook(OutOfIt, lambda box, state, seat: False),
    },
    "knowledge": {"exact": Hook(Exact, lambda box, state: False)},
    "bots": {
        "STAND_IN": Hook(StandsIn, "sampler"),
        "net_plays": Hook(NetPlays, lambda view, seat: True),
        "looks_ahead": Hook(LooksAhead, lambda view, seat: True),
        "net_plays_throughout": Hook(NetPlaysThroughout, lambda box: False),
    },
    "words": {
        "chance": Hook(Chance, lambda box, state: "Chance decides."),
        "fill": Hook(Fill, lambda box, state, seat, deed, names: {}),
        "blocked": Hook(WithReasons, lambda box, state, seat: ()),
        "gives_away": Hook(WithReasons, lambda box, state, seat: ()),
    },
}
#: Bots that play every game: `bots/registry.py` makes them. A game's levels may name these too.
GENERAL_BOTS = ("random", "sampler")
NET_FILE = "bots/net.npz"  # in a game's folder, if it comes with a network: then it has a bot called `net` as well


# Compiled -------------------------------------------------------------------------------------------------------------

State: np.dtype[np.record]  # all that is true on the table
Slim: np.dtype[np.record]  # the state without room for events
Memory: np.dtype[np.record]  # what one viewer remembers beyond what lies open
SEATS: int  # the most seats
ROOM: int  # the most legal actions or outcomes at once
THINGS: int  # how many things the game's measures name


def setup(box: Record, state: Record) -> None:
    """Lay the table: `state` is all zeros and becomes what is true before anything random."""


def actors(box: Record, state: Record) -> int:
    """The seats that may act now, as a bit set; several where choices are simultaneous; 0: chance acts."""
    raise NotImplementedError


def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    """Write the seat's legal actions into `out`; returns how many. None for a seat that may not act."""
    raise NotImplementedError


def chances(box: Record, state: Record, out: Ints) -> int:
    """When chance acts: write the integer weight of each outcome into `out`; returns how many. A weight may be 0."""
    raise NotImplementedError


def apply(box: Record, state: Record, seat: int, action: int) -> None:
    """One decision of a seat, or one outcome for the seat `CHANCE`. Emits events."""


def payoff(box: Record, state: Record, out: Floats) -> None:
    """When `state.over`: each seat's share of the win, from 0 to 1."""


def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
    """After each step: what this viewer remembers and concludes, from what the viewer was told and may see.

    `public` is the spectator's memory, who observed this step first: what everybody concludes is worked out once.
    """


def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Turn `world`, a copy of the state, into one the viewer cannot tell from it, drawn from what they may believe.

    Everything hidden from the viewer is overwritten: the result is a function of what they know and `rng` alone.
    """


def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """Numbers for a learner, laid out as `LAYOUT` says: a function of what the viewer knows, nothing else."""


def choose(box: Record, seat: int, mind: Mind) -> int:
    """What one of the game's compiled bots does in `mind.worlds[0]`, imagined for its side."""
    raise NotImplementedError


def clock(box: Record, state: Record) -> int:
    """A number that is another one in each turn or round; 0 before the first, and between two."""
    raise NotImplementedError


def standing(box: Record, state: Record, seat: int) -> int:
    """How well a seat seems to stand, as a number that can be compared with the other seats': more is better.

    Whoever stands best is ahead. A side that looks one step ahead plays for nothing else.
    """
    raise NotImplementedError


def pace(box: Record, state: Record, seat: int, options: int) -> int:
    """How long people would think about this decision, in tenths of a second, if they have more than one option."""
    raise NotImplementedError


def noted(box: Record, state: Record, seat: int, action: int) -> int:
    """Before a step: the thing that it uses, as `by` (core/records.py) puts it; `NOTHING` if it uses none."""
    raise NotImplementedError
