"""A game as the rest of the package sees it, and how games are found."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, cast

import numpy as np

from undertow.core import contract, house
from undertow.core.actions import Actions
from undertow.core.box import Entry, load_box, settle
from undertow.core.errors import HouseRule, UndertowError, UnknownName
from undertow.core.reading import read_one
from undertow.core.records import Encoding, Ints, Record, Records, without_events
from undertow.core.template import make_for

RULES = ("setup", "actors", "legal", "chances", "apply", "payoff")
KNOWLEDGE = ("observe", "imagine", "encode")
MEASURES = ("clock", "standing", "pace", "noted")
SPECTATOR = "spectator"
GROUP = "undertow.games"
DOOR = "undertow.core.door"
PLAYOUT = "undertow.core.playout"
KINDS = 256  # of events that a game may have

_making = RLock()


@dataclass(frozen=True)
class Game:
    """What a game package says of itself; its modules are imported when they are needed."""

    name: str
    title: str
    summary: str
    minutes: int
    version: int  # of the rules: a saved match says which it was played by
    players: range
    package: str
    hidden: bool = True  # whether anybody hides anything from anybody

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def optional(self, name: str) -> ModuleType | None:
        """A module that a game may leave out."""
        found = importlib.util.find_spec(f"{self.package}.{name}")
        return self.module(name) if found else None

    @cached_property
    def folder(self) -> Path:
        file = importlib.import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def entries(self) -> dict[str, Entry]:
        return load_box(self.folder / "box.toml")

    def hook(self, module: str, name: str) -> Any:
        """What a game may leave out: its own, or what holds without."""
        found = self.optional(module) if module in contract.OPTIONAL_MODULES else self.module(module)
        return getattr(found, name, contract.OPTIONAL[module][name].default)

    @cached_property
    def state(self) -> contract.StateModule:
        return cast("contract.StateModule", self.module("state"))

    @cached_property
    def actions(self) -> contract.ActionsModule:
        return cast("contract.ActionsModule", self.module("actions"))

    @cached_property
    def knowledge(self) -> contract.KnowledgeModule:
        return cast("contract.KnowledgeModule", self.module("knowledge"))

    @cached_property
    def words(self) -> contract.WordsModule:
        return cast("contract.WordsModule", self.module("words"))

    @cached_property
    def bots(self) -> contract.BotsModule | None:
        return cast("contract.BotsModule | None", self.optional("bots"))

    @cached_property
    def measures(self) -> contract.MeasuresModule:
        """What a study counts; a game that does not say has what holds for every game."""
        found = self.optional("measures") or importlib.import_module("undertow.core.no_measures")
        return cast("contract.MeasuresModule", found)

    @cached_property
    def net(self) -> Path | None:
        """The network the game comes with, if it does: what the bot `net` plays."""
        file = self.folder / contract.NET_FILE
        return file if file.exists() else None

    @cached_property
    def declared(self) -> Actions:
        """Every action of the game."""
        return self.actions.ACTIONS

    @cached_property
    def written(self) -> int:
        """How many numbers `encode` writes."""
        return sum(piece.numbers for piece in self.knowledge.LAYOUT)

    @cached_property
    def layout(self) -> tuple[contract.Piece, ...]:
        """What a learner gets: what `encode` writes, then the house rules."""
        return (*self.knowledge.LAYOUT, *house.pieces(self.entries))

    @cached_property
    def encoding(self) -> int:
        """How many numbers a learner gets."""
        return sum(piece.numbers for piece in self.layout)

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The game's compiled functions by their names in the contract."""
        found = {name: getattr(self.module("rules"), name) for name in RULES}
        found |= {name: getattr(self.knowledge, name) for name in KNOWLEDGE}
        found["choose"] = getattr(self.bots, "choose", None) or _no_policy()
        found |= {name: getattr(self.measures, name) for name in MEASURES}
        found["THINGS"] = len(self.measures.THINGS)
        found["Slim"] = without_events(self.state.State)
        found |= {"State": self.state.State, "Memory": self.state.Memory, "SEATS": self.state.SEATS}
        found["ROOM"] = max(self.state.MOST_LEGAL, self.state.OUTCOMES)
        return found

    def algorithm(self, name: str, on: str = PLAYOUT) -> ModuleType:
        """An algorithm for every game, made for this one: `algorithm("undertow.core.door")`. Most build on this game's
        playouts, some `on` another algorithm."""
        made: dict[str, ModuleType] = self.__dict__.setdefault("_made", {})
        with _making:  # once, although one thread may play while another compiles
            if name not in made:
                given = self.functions
                if name not in (DOOR, PLAYOUT):
                    given = {**vars(self.algorithm(on)), **given}
                made[name] = make_for(name, self.name.replace("-", "_"), self.folder, given)
        return made[name]

    @cached_property
    def door(self) -> ModuleType:
        return self.algorithm(DOOR)

    @cached_property
    def playout(self) -> ModuleType:
        return self.algorithm(PLAYOUT)

    def set_up(self, players: int | None = None, settings: Mapping[str, Any] | None = None) -> Setup:
        """The table for so many players and these house rules."""
        chosen = dict(settings or {})
        possible = self.players_with(chosen)
        players = possible[0] if players is None else players
        if players not in possible:
            so = " with these house rules" if chosen and possible != self.players else ""
            number = f"{possible[0]} to {possible[-1]}" if len(possible) > 1 else str(possible[0])
            raise HouseRule(f"{self.title} is for {number} players{so}, not {players}.")
        return Setup(self, players, chosen)

    def players_with(self, settings: Mapping[str, Any]) -> range:
        """How many may play with these house rules."""
        narrowed: range | None = self.hook("box", "players_with")(settle(self.entries, settings))
        return narrowed or self.players


def _no_policy() -> Any:
    from undertow.core.no_policy import choose

    return choose


@dataclass
class Setup:
    """A game with its number of players and house rules settled: the box as a record, seats, sides and viewers."""

    game: Game
    players: int
    settings: dict[str, Any]
    values: dict[str, Any] = field(init=False)
    box: Records = field(init=False)
    seats: tuple[str, ...] = field(init=False)
    sides: tuple[str, ...] = field(init=False)  # the side of each seat
    viewers: tuple[str, ...] = field(init=False)  # the sides once each, then the spectator
    _seats: dict[str, int] = field(init=False, repr=False)  # by name
    _viewers: dict[str, int] = field(init=False, repr=False)  # by name, seats' names too

    def __post_init__(self) -> None:
        self.values = settle(self.game.entries, self.settings)
        module = self.game.module("box")
        self.box = module.build(self.values, self.players)
        self.seats = module.seats(self.values, self.players)
        self.sides = module.sides(self.values, self.players)
        self.viewers = (*dict.fromkeys(self.sides), SPECTATOR)
        self._seats = {name: seat for seat, name in enumerate(self.seats)}
        self._viewers = {name: self.viewers.index(side) for name, side in zip(self.seats, self.sides, strict=True)}
        self._viewers |= {name: viewer for viewer, name in enumerate(self.viewers)}

    @cached_property
    def house(self) -> Encoding:
        """The house rules as a learner gets them."""
        return house.numbers(self.game.entries, self.values, self.players, self.game.players[-1])

    @cached_property
    def reveals(self) -> Ints:
        """For each kind of event, whether it gives something away."""
        kinds = self.game.hook("state", "REVEALS")
        return np.isin(np.arange(KINDS), list(kinds)).astype(np.int64)

    @cached_property
    def fill(self) -> Any:
        return self.game.hook("words", "fill")

    @cached_property
    def joint(self) -> Any:
        return self.game.hook("rules", "joint")

    @cached_property
    def blocked(self) -> Any:
        return self.game.hook("words", "blocked")

    @cached_property
    def gives_away(self) -> Any:
        return self.game.hook("words", "gives_away")

    @cached_property
    def reading(self) -> Record:
        """The box for Python to read."""
        return read_one(self.box, still=True)

    def seat(self, name: str) -> int:
        seat = self._seats.get(name)
        if seat is None:
            raise UnknownName("seat", name, self.seats)
        return seat

    def viewer(self, name: str) -> int:
        """The viewer of that name; a seat stands for its side."""
        viewer = self._viewers.get(name)
        if viewer is None:
            raise UnknownName("viewer", name, dict.fromkeys((*self.seats, *self.viewers)))
        return viewer

    def viewer_of(self, seat: int) -> int:
        return self.viewers.index(self.sides[seat])

    def viewers_of_seats(self) -> Ints:
        return np.array([self.viewer_of(seat) for seat in range(len(self.seats))], np.int64)

    def new_state(self) -> Records:
        """The table before anything happened."""
        states = np.zeros(1, self.game.state.State)
        self.game.door.lay(self.box, states)
        return states

    def new_memories(self) -> Records:
        """One memory for each viewer, with nothing in it."""
        return np.zeros(len(self.viewers), self.game.state.Memory)

    def room_for_actions(self) -> Ints:
        """Space for the legal actions or the odds, whichever are more."""
        return np.zeros(self.game.functions["ROOM"], np.int64)


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def game_names() -> list[str]:
    """Every installed game, ours and other packages'."""
    return list(_installed())


def find_game(name: str | Game) -> Game:
    """An installed game by name, or any other as `package.module:NAME`."""
    if isinstance(name, Game):
        return name
    if name in _installed():
        found = _installed()[name].load()
    elif ":" in name:
        found = _load_reference(name)
    else:
        raise UnknownName("game", name, _installed())
    if not isinstance(found, Game):
        raise UndertowError(f"{name!r} is not a game: it must name an undertow Game object.")
    return found


def _load_reference(name: str) -> Any:
    module, _, attribute = name.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UndertowError(f"cannot load the game {name!r}: {error}.") from error
