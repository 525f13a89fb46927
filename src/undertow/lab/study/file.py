"""A study as a file: a question in TOML, read with the line of everything that is wrong."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import ceil
from pathlib import Path
from typing import Any

from undertow.bots import plan_of
from undertow.core.box import Entry
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, find_game
from undertow.lab.counted import Restriction, actions_called
from undertow.lab.stats import Z95

BLOCK = 64  # matches come in multiples of it, so that all blocks are equal (core/counting.py)
MATCHES = 10_000
MOST_CELLS = 100_000
PLANS = ("grid", "one by one", "sobol")
KEYS = {
    "title": "a text",
    "question": "a text",
    "game": "the name of a game",
    "players": 'a number, a list of numbers, or "all"',
    "matches": "a number of matches a cell",
    "precision": "points of win share: 0.5 means ±0.5 points",
    "seed": "a whole number",
    "plan": "grid, one by one, or sobol",
    "cells": "how many cells a sobol plan has",
    "rules": "house rules that hold everywhere",
    "vary": "house rules with the values to try",
    "bots": "bots by a name of your own",
    "restrict": "restricted play by a name of your own",
}
RESTRICTED = ("side", "never", "always", "one_step")
OTHERS = "others"


class BadStudy(UndertowError):
    """A study file that cannot be understood, with the line where that shows."""


@dataclass(frozen=True)
class Range:
    """Numbers from one to another: those of a grid, or any between them for a sobol plan."""

    low: float
    high: float
    step: float

    @property
    def values(self) -> tuple[Any, ...]:
        number = int((self.high - self.low) / self.step + 1e-9) + 1
        whole = all(isinstance(end, int) for end in (self.low, self.high, self.step))
        found = [self.low + i * self.step for i in range(number)]
        return tuple(found if whole else [round(value, 10) for value in found])


@dataclass(frozen=True)
class Question:
    """What a study asks."""

    game: Game
    title: str
    text: str = ""
    players: tuple[int, ...] = ()
    matches: int = MATCHES
    seed: int = 0
    plan: str = "grid"
    cells: int = 64
    rules: Mapping[str, Any] = field(default_factory=dict)
    vary: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # a house rule, or a part of one
    bots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by line-up, then side
    restrict: Mapping[str, tuple[str, Restriction]] = field(default_factory=dict)  # by name: which side, and how
    source: str = ""  # the file as it was written
    names: Mapping[str, Any] = field(default_factory=dict)  # as it was read, to tell whether it has changed


def read_study(path: str | Path) -> Question:
    """A study file, or one sentence that says where it is wrong."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadStudy(f"cannot read the study {str(path)!r}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadStudy(f"the study {str(path)!r} is not a text.") from error
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStudy(f"the study {str(path)!r} is not TOML: {error}.") from error
    return Reader(content, str(path), text).question()


def study_of(content: Mapping[str, Any]) -> Question:
    """The same from Python: what the file would say, as a mapping."""
    return Reader(content, "the study", "").question()


@dataclass
class Reader:
    """Reads what a file says, and knows where it says it."""

    content: Mapping[str, Any]
    name: str
    text: str

    def wrong(self, keys: Sequence[str], said: str) -> BadStudy:
        line = line_of(self.text, keys)
        return BadStudy(f"{self.name}, line {line}: {said}" if line else f"{self.name}: {said}")

    def question(self) -> Question:
        for key in self.content:
            if key not in KEYS:
                near = get_close_matches(key, KEYS, n=1)
                hint = f" Did you mean {near[0]!r}?" if near else ""
                raise self.wrong([key], f"there is no key {key!r}.{hint} There are: {', '.join(KEYS)}.")
        if "game" not in self.content:
            raise self.wrong([], 'a study needs a game: game = "jaws".')
        with self.at("game"):
            game = find_game(self._of("game", str, ""))
        rules = dict(self._flat("rules", game))
        return Question(
            game,
            title=self._of("title", str, f"A study of {game.title}"),
            text=self._of("question", str, ""),
            players=self._players(game, rules),
            matches=self._matches(),
            seed=self._number("seed", 0, 0, 2**62 - 1),
            plan=self._plan(),
            cells=self._number("cells", 64, 2, MOST_CELLS),
            rules=rules,
            vary=dict(self._vary(game)),
            bots=self._bots(game),
            restrict=dict(self._restrict(game)),
            source=self.text,
            names=copy.deepcopy(dict(self.content)),
        )

    def at(self, *keys: str) -> _At:
        """What goes wrong in here is wrong in that line."""
        return _At(self, keys)

    def _of(self, key: str, kind: type, default: Any) -> Any:
        value = self.content.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.wrong([key], f"{key} must be {KEYS[key]}; {value!r} is not.")
        return value

    def _number(self, key: str, default: int, low: int, high: int) -> int:
        value: int = self._of(key, int, default)
        if not low <= value <= high:
            raise self.wrong([key], f"{key} must be from {low} to {high}; {value} is not.")
        return value

    def _plan(self) -> str:
        plan = str(self._of("plan", str, "grid")).replace("-", " ")
        if plan not in PLANS:
            raise self.wrong(["plan"], f"there is no plan {plan!r}. Choose from: {', '.join(PLANS)}.")
        return plan

    def _matches(self) -> int:
        """Matches a cell, in whole blocks. With a precision: enough for it, however wins are shared out."""
        if "precision" in self.content:
            if "matches" in self.content:
                raise self.wrong(["precision"], "give either matches or a precision, not both.")
            points = self._of("precision", (int, float), 1.0)  # type: ignore[arg-type]
            if not 0.001 <= points <= 50:
                raise self.wrong(["precision"], f"precision must be from 0.001 to 50 points; {points} is not.")
            wanted = ceil((Z95 * 0.5 / (points / 100)) ** 2)
        else:
            wanted = self._number("matches", MATCHES, 1, 10**12)
        return int(ceil(wanted / BLOCK) * BLOCK)

    def _players(self, game: Game, rules: Mapping[str, Any]) -> tuple[int, ...]:
        given = self.content.get("players", "least")
        with self.at("players"):
            simple = {key: value for key, value in rules.items() if key in game.entries}
            possible = game.players_with(simple)
            if given == "least":
                return (possible[0],)
            if given == "all":
                return tuple(possible)
            numbers = given if isinstance(given, list) else [given]
            if not numbers or not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
                raise UndertowError(f"players must be {KEYS['players']}; {given!r} is not.")
            for number in numbers:
                if number not in game.players:
                    raise UndertowError(
                        f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not {number}."
                    )
            return tuple(dict.fromkeys(numbers))

    # House rules ------------------------------------------------------------------------------------------------------

    def _table(self, key: str) -> Mapping[str, Any]:
        table = self.content.get(key, {})
        if not isinstance(table, Mapping):
            raise self.wrong([key], f"{key} is a table: write [{key}] in a line of its own, and below it {KEYS[key]}.")
        return table

    def _flat(self, key: str, game: Game) -> Iterator[tuple[str, Any]]:
        """House rules with their values, wherever dots are written."""
        for path, value in _leaves(self._table(key), (), game):
            name = ".".join(path).removeprefix("options.")
            with self.at(key, *path):
                put_in(game, {}, name, value)
            yield name, value

    def _vary(self, game: Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
        for path, given in _leaves(self._table("vary"), (), game):
            name = ".".join(path).removeprefix("options.")
            with self.at("vary", *path):
                base = value_in(game, {}, name)
                values = self._range(given).values if isinstance(given, Mapping) else given
                if not isinstance(values, list | tuple) or len(values) < 2:
                    raise UndertowError(
                        f"{name} needs two values or more: a list like [1, 2], or {{ from = 1, to = 9, step = 2 }}."
                    )
                for value in values:
                    put_in(game, {}, name, value)
                if len({str(value) for value in values}) != len(values):
                    raise UndertowError(f"{name} has a value twice.")
            yield name, tuple(sorted(values, key=lambda value: str(value) != str(base)))

    def _range(self, given: Mapping[str, Any]) -> Range:
        keys = {"from", "to", "step"}
        numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in given.values())
        if not {"from", "to"} <= set(given) <= keys or not numbers:
            raise UndertowError("a range is written { from = 1, to = 9, step = 2 }.")
        found = Range(given["from"], given["to"], given.get("step", 1))
        if found.step <= 0 or found.high <= found.low or len(found.values) > MOST_CELLS:
            raise UndertowError(f"a range goes up by its step, from {found.low} to more than that.")
        return found

    # Who plays --------------------------------------------------------------------------------------------------------

    def _bots(self, game: Game) -> Mapping[str, Mapping[str, str]]:
        table = self._table("bots") or {"random": "random"}
        found: dict[str, Mapping[str, str]] = {}
        for name, given in table.items():
            by_side = {OTHERS: given} if isinstance(given, str) else given
            if not isinstance(by_side, Mapping) or not by_side:
                raise self.wrong(["bots", name], f'{name} must be a bot, or bots by side: {{ shark = "random" }}.')
            for side, bot in by_side.items():
                with self.at("bots", name, side):
                    if not isinstance(bot, str):
                        raise UndertowError(f"a bot is named by a text; {bot!r} is none.")
                    plan_of(game, bot)
            found[name] = dict(by_side)
        return found

    def _restrict(self, game: Game) -> Iterator[tuple[str, tuple[str, Restriction]]]:
        for name, given in self._table("restrict").items():
            if not isinstance(given, Mapping) or not isinstance(given.get("side"), str):
                raise self.wrong(["restrict", name], f'{name} needs a side: {{ side = "shark", never = ["eat"] }}.')
            for key in given:
                if key not in RESTRICTED:
                    with self.at("restrict", name, key):
                        raise UnknownName("key", key, RESTRICTED)
            lists = {key: self._names(name, key, given.get(key, [])) for key in ("never", "always")}
            for key, names in lists.items():
                for action in names:
                    with self.at("restrict", name, key):
                        actions_called(game, action)
            one_step = given.get("one_step", False)
            if not isinstance(one_step, bool) or not (one_step or any(lists.values())):
                raise self.wrong(["restrict", name], f"{name} restricts nothing: say never, always or one_step = true.")
            yield name, (given["side"], Restriction(lists["never"], lists["always"], one_step))

    def _names(self, name: str, key: str, given: Any) -> tuple[str, ...]:
        names = [given] if isinstance(given, str) else given
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            raise self.wrong(["restrict", name, key], f'{key} names actions: {key} = ["bank"].')
        return tuple(names)


class _At:
    """Adds the file and the line to whatever goes wrong."""

    def __init__(self, reader: Reader, keys: Sequence[str]) -> None:
        self._reader, self._keys = reader, keys

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, UndertowError) and not isinstance(error, BadStudy):
            raise self._reader.wrong(self._keys, str(error)) from error


def _leaves(table: Mapping[str, Any], path: tuple[str, ...], game: Game) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What stands at the end of dots, whether they are written in keys, in headings or in quotation marks."""
    for key, value in table.items():
        here = (*path, key)
        name = ".".join(here).removeprefix("options.")
        entry = game.entries.get(name)
        whole = (
            entry is not None
            and isinstance(entry.value, dict)
            and isinstance(value, Mapping)
            and set(value) == set(entry.value)
        )
        if isinstance(value, Mapping) and not {"from", "to"} <= set(value) and not whole:
            yield from _leaves(value, here, game)
        else:
            yield here, value


# House rules by name, or parts of them --------------------------------------------------------------------------------


def _entry(game: Game, name: str) -> tuple[Entry, list[str]]:
    """The house rule that a name means, and the way to a part of it: `copies` of `gear.rifle.copies`."""
    words = name.split(".")
    for length in range(len(words), 0, -1):
        entry = game.entries.get(".".join(words[:length]))
        if entry is not None:
            return entry, words[length:]
    raise UnknownName("house rule", name, game.entries)


def _parts(value: Any) -> list[str]:
    return list(value) if isinstance(value, dict) else [str(i) for i in range(len(value))]


def value_in(game: Game, settings: Mapping[str, Any], name: str) -> Any:
    """What a house rule, or a part of one, is."""
    entry, way = _entry(game, name)
    value = settings.get(entry.key, entry.value)
    for word in way:
        if not isinstance(value, dict | list) or word not in _parts(value):
            raise UnknownName(f"part of the house rule {entry.key!r},", word, _parts(value) if value else [])
        value = value[word] if isinstance(value, dict) else value[int(word)]
    return value


def put_in(game: Game, settings: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Settings with a house rule, or a part of one, put in."""
    entry, way = _entry(game, name)
    value_in(game, settings, name)
    whole = copy.deepcopy(settings.get(entry.key, entry.value))
    if way:
        inside = whole
        for word in way[:-1]:
            inside = inside[word] if isinstance(inside, dict) else inside[int(word)]
        inside[way[-1] if isinstance(inside, dict) else int(way[-1])] = value
    else:
        whole = value
    return {**settings, entry.key: entry.check(whole)}


# Lines ----------------------------------------------------------------------------------------------------------------

_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=""")
_HEADING = re.compile(r"\s*\[\[?\s*(.+?)\s*\]\]?\s*(#.*)?$")
_WORD = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*\.?""")


def _words(dotted: str) -> list[str]:
    return [word.strip("\"'") for word in _WORD.findall(dotted)]


def line_of(text: str, keys: Sequence[str]) -> int:
    """The line in which a key stands, or the nearest one above it; 0 if there is none."""
    wanted = [word for key in keys for word in key.split(".")]
    best, line = 0, 0
    heading: list[str] = []
    for number, written in enumerate(text.splitlines(), start=1):
        if found := _HEADING.match(written):
            heading = here = _words(found[1])
        elif found := _KEY.match(written):
            here = [*heading, *_words(found[1])]
        else:
            continue
        here = [word for part in here for word in part.split(".")]
        if here == wanted[: len(here)] and len(here) > best:
            best, line = len(here), number
    return line
