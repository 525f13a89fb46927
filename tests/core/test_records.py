"""Records: no byte of them is left to luck, and events never write past their room."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertow.core.records import (
    EVERYBODY,
    Field,
    Records,
    add,
    add_all,
    bit,
    count,
    emit,
    has,
    lowest,
    record,
    slim,
    state_record,
    tell,
    without_events,
)
from undertow.core.rule import rule

TYPES = ["i1", "u1", "i2", "i4", "i8", "f4", "f8"]
SHADOWED = ["round", "size", "copy", "data", "min", "max", "put", "take", "choose", "fill", "item", "T", "shape"]


def named(parts: list[tuple[str, int]]) -> list[Field]:
    """Fields `f0`, `f1`, ... of these types; a length of 0 is a single number."""
    return [(f"f{i}", kind, length) if length else (f"f{i}", kind) for i, (kind, length) in enumerate(parts)]


fields = st.lists(st.tuples(st.sampled_from(TYPES), st.integers(0, 3)), min_size=1, max_size=6).map(named)


def two_of(dtype: np.dtype[np.record]) -> tuple[Records, Records]:
    """A record of zeros, and one whose memory was used before."""
    zeros: Records = np.zeros(1, dtype)
    used: Records = np.frombuffer(bytearray(b"\xaa" * dtype.itemsize), dtype)
    return zeros, used


@rule
def put_into(records: Records, others: Records) -> None:
    records[0] = others[0]


# Attributes ---------------------------------------------------------------------------------------------------------


def test_fields_read_and_write_as_attributes_of_whatever_they_are_in() -> None:
    inner = record([("place", "i1"), ("far", "i8")])
    records: Any = np.zeros(2, record([("small", "i1"), ("row", "i2", (4,)), ("one", inner), ("many", inner, (3,))]))
    first = records[0]
    first.small, first.one.far, first.row[2], first.many[1].place = -5, 2**40, 7, 9
    assert type(first.small) is np.int8
    with pytest.raises(OverflowError):
        first.small = 128
    again = pickle.loads(pickle.dumps(records))
    assert again.dtype == records.dtype
    for found in (records[0], again[0]):
        assert (found.small, found.one.far, found.row.tolist(), found.many[1].place) == (-5, 2**40, [0, 0, 7, 0], 9)
    assert not any(records[1].tobytes())


# Bytes --------------------------------------------------------------------------------------------------------------


@given(fields)
def test_every_byte_belongs_to_a_field(parts: list[Field]) -> None:
    dtype = record(parts)
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize
    assert dtype.itemsize == np.dtype(parts, align=True).itemsize


@given(fields)
def test_fields_are_aligned_and_in_order(parts: list[Field]) -> None:
    dtype = record(parts)
    plain = np.dtype(parts, align=True)
    for name, *_ in parts:
        assert dtype.fields is not None
        assert plain.fields is not None
        assert dtype.fields[name][:2] == plain.fields[name][:2]


@given(fields)
def test_a_copy_has_the_same_bytes(parts: list[Field]) -> None:
    zeros, used = two_of(record(parts))
    used[0] = zeros[0]
    assert used.tobytes() == zeros.tobytes()
    assert zeros.copy().tobytes() == zeros.tobytes()


@pytest.mark.compiled
@settings(max_examples=5, deadline=None)
@given(fields)
def test_a_compiled_copy_has_the_same_bytes(parts: list[Field]) -> None:
    zeros, used = two_of(record(parts))
    put_into(used, zeros)
    assert used.tobytes() == zeros.tobytes()


def test_a_nested_record_has_the_same_bytes_too() -> None:
    secret = record([("place", "i1"), ("strength", "i8")])
    zeros, used = two_of(record([("turn", "i1"), ("shark", secret), ("twins", secret, 2)]))
    used[0] = zeros[0]
    assert used.tobytes() == zeros.tobytes()


def test_a_nested_type_with_gaps_is_refused_or_filled() -> None:
    secret = np.dtype([("place", "i1"), ("strength", "i8")], align=True)
    try:
        dtype = record([("turn", "i1"), ("shark", secret)])
    except ValueError:
        return
    zeros, used = two_of(dtype)
    used[0] = zeros[0]
    assert used.tobytes() == zeros.tobytes()


@pytest.mark.parametrize("name", SHADOWED)
def test_a_name_that_numpy_shadows_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"cannot be called '{name}'"):
        record([("phase", "i1"), (name, "i1")])


def test_fields_read_and_write_as_attributes() -> None:
    states: Any = np.zeros(1, record([("phase", "i1"), ("water", "i1", 4)]))
    states[0].phase = 3
    states[0].water[2] = 7
    assert states["phase"][0] == 3
    assert states["water"][0].tolist() == [0, 0, 7, 0]


# Events -------------------------------------------------------------------------------------------------------------


def new_state(events: int) -> Any:
    return np.zeros(1, state_record([("phase", "i1")], events=events))[0]


def test_a_state_knows_whether_it_is_over_and_what_was_told() -> None:
    state = new_state(4)
    assert (state.over, state.reason, state.told) == (0, 0, 0)
    assert state.events.shape == (4, 6)


def test_an_event_is_written_with_its_audience() -> None:
    state = new_state(3)
    tell(state, bit(2), 7, 1, 2, 3, 4)
    emit(state, 8, 5, 6, 7, -1)
    assert state.told == 2
    assert state.events.tolist() == [[7, 4, 1, 2, 3, 4], [8, EVERYBODY, 5, 6, 7, -1], [0, 0, 0, 0, 0, 0]]


def test_events_without_room_are_counted_and_written_nowhere() -> None:
    states: Any = np.zeros(2, state_record([("phase", "i1")], events=2))
    for kind in range(1, 6):
        emit(states[0], kind, kind, kind, kind, kind)
    assert states[0].told == 5
    assert states[0].events[:, 0].tolist() == [1, 2]
    assert states[1].tobytes() == bytes(states.dtype.itemsize)


# Bit sets -----------------------------------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 40)))
def test_a_bit_set_has_what_was_put_in(places: set[int]) -> None:
    bits = sum(bit(place) for place in places)
    assert {place for place in range(64) if has(bits, place)} == places


def test_bits_of_narrow_numbers_are_wide() -> None:
    narrow: Any = np.int8(9)
    assert bit(narrow) == 512
    assert has(512, narrow)


def test_everybody_has_every_place() -> None:
    assert all(has(EVERYBODY, place) for place in range(32))


@given(st.sets(st.integers(0, 31)))
def test_a_bit_set_is_counted_and_written_out(places: set[int]) -> None:
    bits = sum(bit(place) for place in places)
    out = np.zeros(33, np.int64)
    assert count(bits) == len(places)
    assert add_all(out, 1, 100, bits) == 1 + len(places)
    assert out[1 : 1 + len(places)].tolist() == [100 + place for place in sorted(places)]
    if places:
        assert lowest(bits) == min(places)


def test_a_state_without_events_is_the_same_but_for_them() -> None:
    full = state_record([("phase", "i1"), ("place", "i4"), ("odds", "f8", 3)], events=9)
    thin = without_events(full)
    states: Records = np.zeros(2, full)
    states["phase"], states["place"], states["told"], states["odds"] = 3, [7, 8], 2, 0.5
    slimmed = slim(states, thin)
    assert thin.itemsize < full.itemsize
    assert slimmed["place"].tolist() == [7, 8]
    assert (slimmed["phase"] == 3).all()
    assert (slimmed["odds"] == 0.5).all()
    emit(slimmed[0], 1, 2, 3, 4, 5)
    assert not slimmed["events"].any()  # nobody listens


def test_add_writes_one_after_the_other() -> None:
    out = np.zeros(3, np.int64)
    n = add(out, 0, 5)
    n = add(out, n, 9)
    assert (n, out.tolist()) == (2, [5, 9, 0])
