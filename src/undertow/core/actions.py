"""Actions that say what they touch: each game declares its own once, in `actions.py`.

    ACTIONS = Actions(keys=NUMBERS)
    BANK = ACTIONS.add("bank", "Bank {points}")
    MOVE = ACTIONS.add("move {space}", "Move to {space}", space=SPACES)
    SEARCH = ACTIONS.add("search {zone} with {pips}", "Search {zone} with a {pips}", pips=range(1, 7), zone=range(9))

`add` gives the first number of a range: one number for each combination of what the action touches, the last part
counting fastest, so `SEARCH + (pips - 1) * 9 + zone` is one of them. Everything else comes from the declaration: the
name that files keep, reading it again, the label of a button, what a board lights up, what to type in a terminal, and
how many actions a learner has to tell apart.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

#: What a part of an action is: a space's name, a card's number, several dice.
Value: TypeAlias = str | int | tuple[int, ...]
NUMBERS: Literal["numbers"] = "numbers"
LETTERS: Literal["letters"] = "letters"
TAKEN = "hoquxyz"  # letters with a meaning at every table (hint, odds, quit, undo), or that begin a pair
PAIRS = "xyz"


class Part(NamedTuple):
    """What an action may touch, by the names files and boards know, and as labels say them if that is different."""

    values: Sequence[Value]
    said: Sequence[str] | None = None


class Deed(Struct, frozen=True):
    """One action of a game: a verb and what it touches."""

    number: int
    verb: str
    name: str
    parts: dict[str, Value]
    places: tuple[int, ...]  # where each part stands among its values
    label: str  # may leave fields open that only the position can fill
    short: str  # the end of the label that is filled in: enough beside others of the kind; empty if that is all of it
    open: bool  # whether the label does


class Offer(Struct, frozen=True):
    """An action that a seat may take now."""

    action: str  # its name
    label: str  # what a button says
    verb: str
    parts: dict[str, Value] = {}  # what it touches, by kind
    key: str = ""  # what to type for it
    final: bool = False  # whether it can never be taken back: dice fall, or something is revealed
    gives_away: str = ""  # what the others then know of one's own secrets: whoever picks it is asked once more
    short: str = ""  # the end of the label: enough where the rest stands once, before several of the kind


class Blocked(Struct, frozen=True):
    """Something a seat can see, but cannot pick now."""

    action: str
    verb: str
    why: str
    parts: dict[str, Value] = {}


class Verb(NamedTuple):
    """One declaration."""

    verb: str
    first: int
    name: str
    label: str
    help: str  # what it does, in one sentence
    key: str  # the part whose number one types
    parts: dict[str, Part]

    def deeds(self) -> Iterable[Deed]:
        said = {kind: part.said or [in_words(value) for value in part.values] for kind, part in self.parts.items()}
        places = product(*(range(len(part.values)) for part in self.parts.values()))
        open = not _fields(self.label) <= set(self.parts)
        ending = _ending(self.label)
        for number, place in enumerate(places, start=self.first):
            at = dict(zip(self.parts, place, strict=True))
            values = {kind: part.values[at[kind]] for kind, part in self.parts.items()}
            named = self.name.format(**{kind: in_words(value) for kind, value in values.items()})
            words = _Open({kind: said[kind][at[kind]] for kind in self.parts})
            label = self.label.format_map(words)
            short = ending.format_map(words)
            yield Deed(number, self.verb, named, values, place, label if open else capital(label), short, open)


class _Open(dict[str, str]):
    """Fields that nobody fills stay as they are."""

    def __missing__(self, field: str) -> str:
        return "{" + field + "}"


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def _ending(label: str) -> str:
    """The fields a label ends with, `{colour} {pips}` of `Store the {colour} {pips}`; nothing if there is no more."""
    found = re.search(r"(?<=[^\s}] )(\{\w+\} ?)+$", label)
    return found[0] if found else ""


def in_words(value: Value) -> str:
    """`(1, 3)` as a name has it: `1 3`."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Actions:
    """All actions of a game, numbered from 0 in the order they are declared."""

    def __init__(self, keys: Literal["numbers", "letters"] = NUMBERS) -> None:
        self.keys = keys  # what one types all match long: a game whose spaces have numbers takes letters
        self.verbs: dict[str, Verb] = {}
        self._plain: dict[tuple[int, str, int], Offer] = {}
        self.size = 0  # how many actions there are: a learner's action space

    def add(
        self,
        name: str,
        label: str,
        *,
        verb: str = "",
        help: str = "",
        key: str = "",
        **parts: Sequence[Value] | Part,
    ) -> int:
        """Declare an action; returns its first number.

        The verb is what stands before the first part of the name, unless another one is given. A label may name fields
        that are no parts: the game's `words.fill` says what stands there at the moment.
        """
        verb = verb or name.partition("{")[0].strip()
        if not verb or verb in self.verbs:
            raise ValueError(f"{name!r} needs a verb of its own: {verb!r} is {'taken' if verb else 'none'}.")
        if _fields(name) != set(parts):
            raise ValueError(f"the name {name!r} must say each of its parts: {', '.join(parts) or 'it has none'}.")
        touched = {kind: part if isinstance(part, Part) else Part(part) for kind, part in parts.items()}
        first = self.size
        self.verbs[verb] = Verb(verb, first, name, label, help, key, touched)
        number = 1
        for part in touched.values():
            number *= len(part.values)
        self.size += number
        return first

    @cached_property
    def deeds(self) -> list[Deed]:
        """Every action by its number."""
        made = [deed for verb in self.verbs.values() for deed in verb.deeds()]
        names = {deed.name for deed in made}
        if len(names) != len(made):
            twice = next(deed.name for deed in made if sum(other.name == deed.name for other in made) > 1)
            raise ValueError(f"two actions are called {twice!r}.")
        return made

    @cached_property
    def names(self) -> list[str]:
        return [deed.name for deed in self.deeds]

    @cached_property
    def by_name(self) -> dict[str, Deed]:
        return {deed.name: deed for deed in self.deeds}

    @cached_property
    def one_letter_names(self) -> str:
        """Things that are called by a letter, like the beach E: whoever types it means the thing."""
        values = (value for verb in self.verbs.values() for part in verb.parts.values() for value in part.values)
        return "".join(value.lower() for value in values if isinstance(value, str) and len(value) == 1)

    def label(self, deed: Deed, fill: Mapping[str, object]) -> str:
        """What a button says, with what the position puts into the fields left open."""
        return capital(deed.label.format_map(fill)) if deed.open else deed.label

    def offer(self, deed: Deed, key: str, final: bool, gives_away: str, fill: Mapping[str, object]) -> Offer:
        """An action on offer."""
        short = deed.short.format_map(fill) if deed.open else deed.short
        return Offer(deed.name, self.label(deed, fill), deed.verb, deed.parts, key, final, gives_away, short)

    def plain_offer(self, deed: Deed, key: str, final: int) -> Offer:
        """The same for an action whose label leaves nothing open: made once."""
        found = self._plain.get((deed.number, key, final))
        if found is None:
            found = self._plain[deed.number, key, final] = self.offer(deed, key, final == 1, "", {})
        return found

    def keys_of(self, numbers: Sequence[int]) -> list[str]:
        """What to type for each of these actions: a number or letters, the same kind all match long."""
        if self.keys == LETTERS:
            return letters(len(numbers), self.one_letter_names)
        keys = [self._own_keys[number] for number in numbers]
        if "" not in keys and len(set(keys)) == len(keys):
            return keys
        return [str(place) for place in range(1, len(numbers) + 1)]

    @cached_property
    def _own_keys(self) -> list[str]:
        """The number in each action that one types for it, where it has one."""
        own = (deed.parts.get(self.verbs[deed.verb].key) for deed in self.deeds)
        return [str(number) if isinstance(number, int) else "" for number in own]


@cache
def letters(wanted: int, names: str = "") -> list[str]:
    """So many keys, none of which begins another or is the name of something: a letter each, then two, then three."""
    single = [letter for letter in string.ascii_lowercase if letter not in TAKEN + names]
    pairs = [first + second for first in PAIRS for second in string.ascii_lowercase]
    if wanted > len(single) + len(pairs):
        pairs[-26:] = [pair + letter for pair in pairs[-26:] for letter in string.ascii_lowercase]
    return [*single, *pairs][:wanted]
