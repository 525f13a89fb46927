"""The box: every number of a game with where it comes from, and the house rules that replace some of them.

`box.toml` holds one entry for each value: `key = { value = 7, range = [1, 11], source = "sheet", about = "..." }`,
and `ask = false` for a ruling that no menu should ask about.
A house-rules file is plain TOML with `key = value`. Keys of the section `options` go by their last name alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from undertow.core.errors import HouseRule, UnknownName

SOURCES = {
    "sheet": "printed in the rule sheet",
    "found": "read in public material about the game",
    "ruling": "our decision on a question no source answers",
    "rebuilt": "not public: ours fits every known fact, but is not the official number",
    "ours": "an addition of this implementation",
}


@dataclass(frozen=True)
class Entry:
    """One value of the box."""

    key: str
    value: Any
    source: str
    about: str
    limits: tuple[float, float] | None = None
    choices: tuple[str, ...] | None = None
    ask: bool = True  # whether a menu asks about it; a ruling is for those who look for it

    def what_it_may_be(self) -> str:
        if self.choices:
            return "one of " + ", ".join(self.choices)
        kind = _kind(self.value)
        return f"{kind} from {self.limits[0]} to {self.limits[1]}" if self.limits else kind

    def check(self, value: Any) -> Any:
        """The value, if it fits here; otherwise one sentence that says what would."""
        if not _same_shape(self.value, value) or not all(self._allowed(leaf) for leaf in _leaves(value)):
            raise HouseRule(f"house rule {self.key!r} cannot be {value!r}: it must be {self.what_it_may_be()}.")
        return value

    def _allowed(self, leaf: Any) -> bool:
        if self.choices is not None:
            return leaf in self.choices
        return self.limits is None or self.limits[0] <= leaf <= self.limits[1]


def load_box(path: Path) -> dict[str, Entry]:
    """Every entry of a box file, by key."""
    with path.open("rb") as file:
        return {entry.key: entry for entry in _entries(tomllib.load(file), "")}


def settle(entries: Mapping[str, Entry], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The values to play with: the box, with the settings checked and put in place of its own."""
    values = {key: entry.value for key, entry in entries.items()}
    for key, value in settings.items():
        if key not in entries:
            raise UnknownName("house rule", key, entries)
        values[key] = entries[key].check(value)
    return values


def read_setting(text: str) -> tuple[str, Any]:
    """`target=50` as typed on a command line."""
    key, equals, written = text.partition("=")
    if not equals or not key.strip():
        raise HouseRule(f"a setting is written key=value, for example target=50; {text!r} is not.")
    return key.strip(), read_value(written.strip())


def read_value(written: str) -> Any:
    """A value in TOML's notation; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        return written


def write_value(value: Any) -> str:
    """A value in TOML's notation: `read_value` reads it back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(write_value(part) for part in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)} = {write_value(part)}" for name, part in value.items()) + "}"
    if isinstance(value, str):
        return '"' + "".join(map(_character, value)) + '"'
    return repr(value)


def _key(name: str) -> str:
    """A key as TOML wants it: bare only if it is plain."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else write_value(name)


def _character(one: str) -> str:
    """A character inside quotes; whatever is not printable, and whatever might end a line, is spelt out."""
    if one in '\\"':
        return "\\" + one
    return one if one.isprintable() or one == " " else f"\\U{ord(one):08X}"


def read_house_rules(path: Path, entries: Mapping[str, Entry]) -> dict[str, Any]:
    """The settings of a house-rules file."""
    try:
        with path.open("rb") as file:
            return dict(_settings(tomllib.load(file), "", entries))
    except OSError as error:
        raise HouseRule(f"cannot read the house rules {str(path)!r}: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HouseRule(f"the house rules {str(path)!r} are not TOML: {error}.") from error


def _entries(table: Mapping[str, Any], prefix: str) -> Iterable[Entry]:
    for name, content in table.items():
        key = prefix + name
        if not isinstance(content, dict):
            raise ValueError(f"box entry {key} needs a value and a source")
        if "value" not in content:
            yield from _entries(content, f"{key}.")
            continue
        if content.get("source") not in SOURCES:
            raise ValueError(f"box entry {key} needs a source: one of {', '.join(SOURCES)}")
        limits = tuple(content["range"]) if "range" in content else None
        choices = tuple(content["choices"]) if "choices" in content else None
        name = key.removeprefix("options.")
        about, ask = content.get("about", ""), content.get("ask", True)
        entry = Entry(name, content["value"], content["source"], about, limits, choices, ask)
        try:
            entry.check(entry.value)
        except HouseRule as error:
            raise ValueError(f"box entry {key} breaks its own limits: {error}") from error
        yield entry


def _settings(table: Mapping[str, Any], prefix: str, entries: Mapping[str, Entry]) -> Iterable[tuple[str, Any]]:
    for name, content in table.items():
        key = (prefix + name).removeprefix("options.")
        if isinstance(content, dict) and key not in entries:
            yield from _settings(content, f"{prefix}{name}.", entries)
        else:
            yield key, content


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int):
        return "a whole number"
    if isinstance(value, float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, dict):
        return "a table like " + write_value(value)
    return "a list like " + write_value(value)


def _same_shape(model: Any, value: Any) -> bool:
    if isinstance(model, list):
        return isinstance(value, list) and (not model or all(_same_shape(model[0], part) for part in value))
    if isinstance(model, dict):
        return (
            isinstance(value, dict)
            and model.keys() == value.keys()
            and all(_same_shape(model[name], value[name]) for name in model)
        )
    if isinstance(model, float) and not isinstance(value, bool):
        return isinstance(value, int | float)
    return type(model) is type(value)


def _leaves(value: Any) -> Iterable[Any]:
    if isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _leaves(part)
    else:
        yield value
