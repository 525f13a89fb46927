"""Whether a game has everything the contract asks for, before anything is played."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from undertow.core.actions import Actions
from undertow.core.box import settle
from undertow.core.check.walks import walks
from undertow.core.contract import GENERAL_BOTS, MODULES, OPTIONAL, OPTIONAL_MODULES, Hook, Piece, Policy, Thing
from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup
from undertow.core.position import Position
from undertow.core.records import CHANCE
from undertow.core.versions import Older, older_versions

SPARE = 1 << 12  # numbers beyond what a game says it writes
STEPS = 200  # of each match that are looked at
MOST_THINGS = 62  # that a study can count: bits of a number


def modules_are_whole(game: Game) -> list[str]:
    """Every module has what `core/contract.py` names: constants of their kind, functions that take what they are given.

    Nothing of the game is called, so whatever is wrong can be named.
    """
    wrong: list[str] = []
    for name, protocol in (MODULES | OPTIONAL_MODULES).items():
        module = game.optional(name)
        if module is not None:
            found = [*_missing(module, protocol), *_odd(module, OPTIONAL.get(name, {}))]
            wrong += [f"{name}.py {text}" for text in found]
        elif name in MODULES:
            wrong.append(f"there is no {name}.py")
    return wrong or list(_levels(game))


def _missing(module: ModuleType, protocol: type) -> Iterator[str]:
    """What the protocol of a module names and the module lacks, or has as something else."""
    for name, kind in _constants(protocol).items():
        yield from _constant(module, name, kind) if hasattr(module, name) else [f"lacks {name}"]
    for name, promised in vars(protocol).items():
        if inspect.isfunction(promised) and not name.startswith("_"):
            given = getattr(module, name, None)
            yield from [f"lacks {name}"] if given is None else _function(name, given, _arguments(promised) - 1)


def _constants(protocol: type) -> dict[str, Any]:
    """The constants that a protocol names, with their types: as annotations, or as properties where that is looser."""
    known = {"Older": Older, "Setup": Setup}
    found = get_type_hints(protocol, localns=known)
    named = {name: given.fget for name, given in vars(protocol).items() if isinstance(given, property)}
    return found | {name: get_type_hints(getter, localns=known)["return"] for name, getter in named.items() if getter}


def _odd(module: ModuleType, optional: Mapping[str, Hook]) -> Iterator[str]:
    """What is there by choice must fit, too."""
    for name, hook in optional.items():
        if hasattr(module, name):
            if callable(hook.default):
                yield from _function(name, getattr(module, name), _arguments(hook.default))
            else:
                yield from _constant(module, name, hook.kind)


def _constant(module: ModuleType, name: str, kind: Any) -> Iterator[str]:
    if not _fits(getattr(module, name), kind):
        yield f"has {name}, which must be {_in_words(kind)}"


def _fits(given: Any, kind: Any) -> bool:
    """Whether a value is of this kind; of several, whether each is."""
    plain, inside = get_origin(kind) or kind, get_args(kind)
    if plain is np.dtype:
        return isinstance(given, np.dtype) and given.fields is not None
    if plain is int:
        return isinstance(given, int) and not isinstance(given, bool)
    if plain is Mapping:
        whole = isinstance(given, Mapping)
        return whole and all(_fits(key, inside[0]) and _fits(value, inside[1]) for key, value in given.items())
    if plain in (Sequence, frozenset):
        return isinstance(given, plain) and all(_fits(one, inside[0]) for one in given)
    return isinstance(given, plain)


def _in_words(kind: Any) -> str:
    plain, inside = get_origin(kind) or kind, get_args(kind)
    if plain is Mapping:
        return f"a mapping from {ONE[inside[0]]} to {ONE[inside[1]]}"
    if plain in (Sequence, frozenset):
        return f"a {plain.__name__.lower()} with {ONE[inside[0]]} each"
    return ONE[plain]


#: One of each kind that a constant may be made of.
ONE: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    np.dtype: "a record type",
    Actions: "an Actions",
    Piece: "a Piece",
    Policy: "a Policy",
    Thing: "a Thing",
    Older: "an Older",
}


def _function(name: str, given: Any, wanted: int) -> Iterator[str]:
    if not callable(given):
        yield f"has {name}, which must be a function"
    elif _arguments(given) != wanted:
        yield f"has {name} with {_arguments(given)} arguments; it is called with {wanted}"


def _arguments(function: Any) -> int:
    return len(inspect.signature(getattr(function, "py_func", function)).parameters)


def _levels(game: Game) -> Iterator[str]:
    """Easy, medium and hard are bots that there are."""
    if game.bots is None:
        return
    for called, levels in {"LEVELS": game.bots.LEVELS, "LIGHT": game.bots.LIGHT}.items():
        if missing := {"easy", "medium", "hard"} - set(levels):
            yield f"bots has {called} without {', '.join(sorted(missing))}"
        for level, bot in levels.items():
            if wrong := _wrong_bot(game, game.bots.POLICIES, bot):
                yield f"bots has {called} with {level} = {bot!r}: {wrong}"


def _wrong_bot(game: Game, policies: Mapping[str, Policy], bot: str) -> str:
    """Why there is no such bot."""
    name, _, number = bot.partition(":")
    if name not in policies and name not in GENERAL_BOTS and not (name == "net" and game.net):
        return f"there is no bot {name!r}"
    if number and name in policies and (policies[name].parameter is None or not re.fullmatch("[0-9]+", number)):
        return f"{name!r} takes no such number"
    return ""


# At a table -----------------------------------------------------------------------------------------------------------


def contract_is_kept(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Actions and events can be told apart, older versions can be read, and measures name what happens."""
    yield from _sizes(setup)
    yield from _versions(setup.game)
    yield from _things(setup.game) or _measures(setup, matches, seed)


def seats_are_named(game: Game, players: int, settings: Mapping[str, Any]) -> list[str]:
    """Who sits at such a table, and which side each seat is on; before it is laid, for a table needs to know."""
    values, module = settle(game.entries, settings), game.module("box")
    seats, sides = module.seats(values, players), module.sides(values, players)
    wrong = [
        f"box.py: {name} must return a tuple of names, not {given!r}"
        for name, given in (("seats", seats), ("sides", sides))
        if not isinstance(given, tuple) or not all(isinstance(one, str) and one for one in given)
    ]
    if wrong or (len(seats) == len(sides) and 0 < len(seats) <= game.state.SEATS):
        return wrong
    return [
        f"box.py: there are {len(seats)} seats, and sides for {len(sides)}; "
        f"there must be as many of both, and at most {game.state.SEATS} (SEATS)"
    ]


def _sizes(setup: Setup) -> Iterator[str]:
    """Declared actions are numbered, and no kind of event is beyond what can be told apart."""
    game = setup.game
    if len(game.declared.deeds) != game.declared.size:
        yield f"actions.py declares {game.declared.size} actions, but {len(game.declared.deeds)} have names"
    if any(piece.numbers < 1 or not piece.about for piece in game.knowledge.LAYOUT):
        yield "knowledge.py has a piece in LAYOUT without numbers or without a word about it"
    if any(not 0 <= kind < len(setup.reveals) for kind in game.hook("state", "REVEALS")):
        yield f"state.py has kinds of events beyond {len(setup.reveals) - 1}"


def _versions(game: Game) -> Iterator[str]:
    """Every version before today's can be read, with house rules that exist."""
    older = older_versions(game)
    if sorted(older) != list(range(1, game.version)):
        yield f"versions.py must say how matches of every version before {game.version} are read"
    for version, rules in older.items():
        try:
            settle(game.entries, rules.settings)
        except UndertowError as error:
            yield f"versions.py cannot bring version {version} back: {error}"


def _things(game: Game) -> list[str]:
    """What a study counts can be told apart."""
    names, reasons = [thing.name for thing in game.measures.THINGS], game.measures.REASONS
    twice = sorted({name for name in names if names.count(name) > 1})
    wrong = [f"measures.py has two things called {name!r}" for name in twice]
    if len(names) > MOST_THINGS:
        wrong.append(f"measures.py has {len(names)} things; a study can count {MOST_THINGS}")
    wrong += [f"measures.py has a reason {n}; they go from 1 to 15" for n in reasons if not 0 < n < 16]
    return wrong


def _measures(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """What a step uses is one of the things, and every end has a reason that is named."""
    measures, box = setup.game.measures, setup.box[0]
    for position, rng in walks(setup, matches, seed):
        for _ in range(STEPS):
            if position.over:
                break
            acting = position.acting()
            seat = rng.choice(acting) if acting else CHANCE
            action = rng.choice(_options(setup, position.states, seat, setup.room_for_actions()) or [0])
            code = int(measures.noted(box, position.states[0], seat, action))
            if code >= 0 and (code >> 4 >= len(measures.THINGS) or (code & 15) > len(setup.seats)):
                yield f"measures.py: noted gives {code}, which is none of its {len(measures.THINGS)} things"
                return
            if seat != CHANCE and not isinstance(measures.pace(box, position.states[0], seat, 2), int):
                yield "measures.py: pace must give a whole number of tenths of a second"
                return
            position.step(seat, action)
        reason = int(position.states["reason"][0])
        if position.over and measures.REASONS and reason not in measures.REASONS:
            yield f"measures.py has no word in REASONS for a match that ends for reason {reason}"
            return


# Room -----------------------------------------------------------------------------------------------------------------


def room_is_enough(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Nothing writes more than the game has said: compiled code would write over something else."""
    room = np.zeros(SPARE, np.int64)
    for position, rng in walks(setup, matches, seed):
        for step in range(STEPS):
            if position.over:
                break
            wrong = [*_written(setup, position.states, room), *(_encoded(setup, position) if step % 10 == 0 else ())]
            if wrong:
                yield from wrong
                return
            acting = position.acting()
            seat = rng.choice(acting) if acting else CHANCE
            options = _options(setup, position.states, seat, room)
            if not options:
                return  # another check says so
            position.step(seat, rng.choice(options))


def _options(setup: Setup, states: Any, seat: int, room: Any) -> list[int]:
    """What may be done or happen next, written where there is room for more than there should be."""
    door = setup.game.door
    if seat == CHANCE:
        weights = room[: door.weights(setup.box, states, room)].tolist()
        return [outcome for outcome, weight in enumerate(weights) if weight]
    found: list[int] = room[: door.offers(setup.box, states, seat, room)].tolist()
    return found


def _written(setup: Setup, states: Any, room: Any) -> Iterator[str]:
    door, state = setup.game.door, setup.game.state
    who = int(door.who(setup.box, states))
    if who == 0:
        outcomes = int(door.weights(setup.box, states, room))
        if outcomes > state.OUTCOMES:
            yield f"state.py has OUTCOMES = {state.OUTCOMES}, but chances writes {outcomes}"
    for seat in range(len(setup.seats)):
        legal = int(door.offers(setup.box, states, seat, room)) if who >> seat & 1 else 0
        if legal > state.MOST_LEGAL:
            yield f"state.py has MOST_LEGAL = {state.MOST_LEGAL}, but legal writes {legal} actions"


def _encoded(setup: Setup, position: Position) -> Iterator[str]:
    numbers = np.zeros(setup.game.written + SPARE, np.float32)
    for viewer in range(len(setup.viewers)):
        setup.game.door.numbers(setup.box, position.states, position.memories, viewer, numbers)
        beyond = np.flatnonzero(numbers[setup.game.written :])
        if beyond.size:
            written = setup.game.written + int(beyond[-1]) + 1
            yield f"knowledge.py has LAYOUT for {setup.game.written} numbers, but encode writes {written}"
            return
