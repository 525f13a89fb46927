"""Reading records in Python: what views and words do, many times for each decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, ParamSpec, TypeVar

import numpy as np

from undertow.core.records import Records

P = ParamSpec("P")
R = TypeVar("R")


@cache
def _quick(dtype: np.dtype[Any], still: bool) -> np.dtype[Any]:
    """The same record for reading in Python: a field in 0.4 microseconds, where numpy takes 2; numbers as Python's own,
    because a compiled rule that is called with a narrow one takes 40 to find out that it is an integer. What never
    changes in a record that stands still, or is a window on its memory, is read once."""
    if dtype.subdtype is not None:
        return np.dtype((_quick(dtype.base, still), dtype.shape))
    if dtype.fields is None:
        return dtype
    fields: Any = {name: (_quick(field[0], still), field[1]) for name, field in dtype.fields.items()}
    reading = {name: _field(name, fields[name][0], still) for name in fields}
    plain = {"__getattribute__": np.void.__getattribute__, "__getitem__": np.void.__getitem__}
    quick: Any = type("Quick", (np.record,), plain | reading)
    return np.dtype((quick, np.dtype(fields, align=True)))


def _field(name: str, dtype: np.dtype[Any], still: bool) -> Any:
    if dtype.subdtype or dtype.fields:
        return _Once(name, itemgetter(name)) if still or dtype.subdtype else property(itemgetter(name))
    number = type(dtype.type().item())  # int or float: to call it is quicker than to call item()
    reader = lambda record: number(record[name])  # noqa: E731
    return _Once(name, reader) if still else property(reader)


class _Once:
    """A field that its record keeps once it is read."""

    def __init__(self, name: str, reader: Callable[[Any], Any]) -> None:
        self._name = name
        self._reader = reader

    def __get__(self, record: Any, _owner: type) -> Any:
        found = record.__dict__[self._name] = self._reader(record)
        return found


def in_python(rule: Callable[P, R]) -> Callable[P, R]:
    """A rule as Python runs it: for a sentence or two that is quicker than to hand records to compiled code."""
    plain: Callable[P, R] = getattr(rule, "py_func", rule)
    return plain


def read(records: Records, still: bool = False) -> Records:
    """The very same records, which views and words read; a box stands still."""
    return records.view(_quick(records.dtype, still))
