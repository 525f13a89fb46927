"""Fixed-size records: what boxes, states and memories are made of, and the events a step leaves in its state."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from undertow.core.rule import rule, tiny

if TYPE_CHECKING:

    class Record:
        """A numpy record, as the type checker sees it: its fields read and write as attributes."""

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def tobytes(self) -> bytes: ...

else:
    Record = np.record

Records: TypeAlias = np.ndarray[Any, np.dtype[np.record]]
Ints: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Encoding: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
Field: TypeAlias = tuple[str, Any] | tuple[str, Any, Any]

CHANCE = -1  # the seat of dice and shuffles
EVERYBODY = -1  # the audience of a public event; otherwise a bit for each viewer

NOTHING = -1  # what a step uses that uses no thing

DEAF = -1  # `state.told` of a playout nobody listens to: events are not written down

#: An event as numbers: what happened, who may hear it, and up to four details.
EVENT_NUMBERS = 6


def record(fields: list[Field]) -> np.dtype[np.record]:
    """An aligned record type whose fields read as attributes: `state.signs[seat]`.

    Names that `np.record` already has (`round`, `size`, `copy`, ...) would be shadowed without a word: refused.
    The gaps that alignment leaves become fields of their own: numpy does not copy a gap, and equal records must be
    equal bytes.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"a record field cannot be called {name!r}: numpy records already have that name")
    made = np.dtype(fields)
    aligned = _plain(made)
    filled: list[Field] = []
    end = 0
    for name in made.names or ():
        field, offset = made.fields[name][0], aligned.fields[name][1]  # type: ignore[index]
        if _has_gaps(field.base):
            raise ValueError(f"the record in field {name!r} has gaps: make it with record()")
        filled += _gap(end, offset)
        filled.append((name, field))
        end = offset + field.itemsize
    whole = np.dtype(filled + _gap(end, aligned.itemsize), align=True)
    return np.dtype((_with_attributes(whole.names or ()), whole))  # type: ignore[return-value]


class _Quick(type):
    """The types of records."""


def _record() -> Any:
    """What stands for such a type in files and other processes: numpy's own."""
    return np.record


copyreg.pickle(_Quick, lambda _: (_record, ()))


def _with_attributes(names: tuple[str, ...]) -> type:
    """Numpy's record with properties for its fields. Numpy itself looks for a field only where looking for an attribute
    has failed: where Python runs the rules, that took most of the time."""
    plain = {name: getattr(np.void, name) for name in ("__getattribute__", "__setattr__", "__getitem__")}
    return _Quick("record", (np.record,), plain | {name: property(itemgetter(name), _writer(name)) for name in names})


def _writer(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def _plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, aligned: numpy forgets the alignment of a dtype that was made into a record."""
    if dtype.subdtype is not None:
        return np.dtype((_plain(dtype.base), dtype.shape))
    if dtype.fields is None:
        return dtype
    return np.dtype([(name, _plain(dtype.fields[name][0])) for name in dtype.names or ()], align=True)


def _has_gaps(dtype: np.dtype[Any]) -> bool:
    return dtype.fields is not None and sum(field[0].itemsize for field in dtype.fields.values()) != dtype.itemsize


def _gap(end: int, offset: int) -> list[Field]:
    return [(f"gap_{end}", "u1", offset - end)] if offset > end else []


def state_record(fields: list[Field], events: int = 16) -> np.dtype[np.record]:
    """A state: the game's own fields, whether it is over and why, and the events of the latest step."""
    return record(
        [*fields, ("over", "i1"), ("reason", "i1"), ("told", "i2"), ("events", "i2", (events, EVENT_NUMBERS))]
    )


def names_between(defined: dict[str, Any], first: str, last: str) -> dict[int, str]:
    """Constants of a module by value, in lower case: those from `first` to `last` in the order they are defined."""
    order = list(defined)
    return {defined[name]: name.lower() for name in order[order.index(first) : order.index(last) + 1]}


def without_events(state: np.dtype[np.record]) -> np.dtype[np.record]:
    """The same state with room for one event only: for playouts nobody listens to, where memory is dear."""
    fields: list[Field] = [(name, state[name]) for name in state.names or () if not name.startswith("gap_")]
    return record([*(field for field in fields if field[0] != "events"), ("events", "i2", (1, EVENT_NUMBERS))])


def slim(states: Records, dtype: np.dtype[np.record]) -> Records:
    """These states without their events."""
    made = np.zeros(len(states), dtype)
    for name in set(dtype.names or ()) & set(states.dtype.names or ()) - {"events"}:
        made[name] = states[name]
    return made


#: A game whose sides need no memory beyond the state has this one.
NO_MEMORY = record([("nothing", "i1")])


@tiny
def bit(place: int) -> int:
    """The bit set with only this place in it."""
    return 1 << int(place)


@tiny
def has(bits: int, place: int) -> bool:
    """Whether the place is in the bit set."""
    return (int(bits) >> int(place)) & 1 != 0


@tiny
def add(out: Ints, n: int, action: int) -> int:
    """Write one more legal action; returns how many there are now."""
    out[n] = action
    return n + 1


@tiny
def count(bits: int) -> int:
    """How many places a bit set has, of up to 32: added up in pairs, fours and eights, all at once."""
    pairs = int(bits) - ((int(bits) >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return ((eights * 0x01010101) >> 24) & 0xFF


@tiny
def lowest(bits: int) -> int:
    """The lowest place of a bit set that is not empty."""
    return count((int(bits) & -int(bits)) - 1)


@tiny
def by(seat: int, thing: int) -> int:
    """A thing that a seat had to do with; `CHANCE`: everybody had."""
    return int(thing) * 16 + int(seat) + 1


@rule
def add_all(out: Ints, n: int, first: int, bits: int) -> int:
    """Write the actions `first + place` for every place of a bit set; returns how many there are now."""
    left = int(bits)
    while left != 0:
        out[n] = first + lowest(left)
        left &= left - 1
        n += 1
    return n


@rule
def tell(state: Record, audience: int, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Something happened that only some viewers may hear of: a bit for each of them."""
    n = int(state.told)
    if state.events.shape[0] == 1 or n == DEAF:  # a state without events: the compiler leaves all of this out
        return
    state.told = n + 1  # counts on when there is no room, so that the conformance suite can see it
    if n < state.events.shape[0]:
        state.events[n, 0] = kind
        state.events[n, 1] = audience
        state.events[n, 2] = a
        state.events[n, 3] = b
        state.events[n, 4] = c
        state.events[n, 5] = d


@rule
def forget_events(state: Record) -> None:
    """A step's events are gone with the next step; to the last byte, so that equal states are equal bytes."""
    for i in range(min(int(state.told), state.events.shape[0])):
        for j in range(state.events.shape[1]):
            state.events[i, j] = 0
    state.told = 0


@rule
def emit(state: Record, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Something happened that everybody sees."""
    tell(state, EVERYBODY, kind, a, b, c, d)
