"""Finished matches to look at again: played again by the rules, or from a recording where the rules are gone.

When a match is over, what everybody saw and heard step by step is recorded, compressed, with the version of the rules.
A recording is lines of JSON: the replay and the match file, then everybody's views after 0, 1, 2, ... steps.
"""

from __future__ import annotations

import lzma
import time
from collections.abc import Iterator

import msgspec

from undertow.core.match import Match
from undertow.core.position import Event, Position
from undertow.core.story import by_ply, told_by_ply
from undertow.table import messages as m
from undertow.table.decide import Refused
from undertow.table.storage import Storage
from undertow.table.table import Table
from undertow.table.telling import Presence, Teller, result_of

PACKING = 1  # lzma's quickest: views repeat each other so much that the slower ones gain little
BREATH = 0.001  # seconds after each recorded step, in which a busy server's players come first

encode = msgspec.json.Encoder().encode


class Played:
    """A finished match that today's rules can play."""

    def __init__(self, table: Table, presence: Presence | None = None) -> None:
        if table.match is None:
            raise Refused("the match has not begun.")
        if not table.match.over:
            raise Refused("the match is not over: until then everybody knows only their own side of it.")
        self._table = table
        self._match: Match = table.match
        self._presence = presence or Presence()

    def replay(self) -> bytes:
        """The whole match with everything revealed, an `m.Replay`."""
        match = self._match
        told, happened = told_by_ply(match), by_ply(match)
        steps = [
            m.ReplayStep(
                ply=number,
                seat=match.seat_name(ply.seat),
                action=ply.name,
                told=told.get(number, []),
                happened=[self._revealed(event) for event in happened.get(number, [])],
            )
            for number, ply in enumerate(match.history, start=1)
        ]
        result = result_of(self._table)
        assert result is not None
        table = Teller(self._table, self._presence).public()
        return encode(m.Replay(table, list(match.viewers), steps, result, f"/api/tables/{table.id}/match"))

    def _revealed(self, event: Event) -> m.Revealed:
        heard_by = [viewer for index, viewer in enumerate(self._match.viewers) if event.heard_by(index)]
        return m.Revealed(self._match.kind(event), event.details, heard_by)

    def views(self, ply: int) -> bytes:
        """What everybody saw after so many steps, an `m.ReplayViews`."""
        _check_step(ply, len(self._match.history))
        return self._seen(ply, self._match.position_after(ply))

    def _seen(self, ply: int, position: Position) -> bytes:
        return encode(m.ReplayViews(ply, {viewer: position.view(i) for i, viewer in enumerate(self._match.viewers)}))

    def file(self) -> str:
        """The match as a file."""
        return self._match.text()

    def recording(self) -> bytes:
        head = encode(_Head(msgspec.Raw(self.replay()), self.file()))
        return lzma.compress(b"\n".join([head, *self._all_views()]), preset=PACKING)

    def _all_views(self) -> Iterator[bytes]:
        position = Position(self._match.setup)
        yield self._seen(0, position)
        for number, ply in enumerate(self._match.history, start=1):
            position.step(ply.seat, ply.action)
            yield self._seen(number, position)
            time.sleep(BREATH)


class _Head(msgspec.Struct):
    """The first line of a recording."""

    replay: msgspec.Raw
    file: str


class Recorded:
    """A finished match as it was recorded. What is in there is not read, only handed on: its format may be older."""

    def __init__(self, content: bytes) -> None:
        head, *self._views = lzma.decompress(content).split(b"\n")
        self._head = msgspec.json.decode(head, type=_Head)

    def replay(self) -> bytes:
        return bytes(self._head.replay)

    def views(self, ply: int) -> bytes:
        _check_step(ply, len(self._views) - 1)
        return self._views[ply]

    def file(self) -> str:
        return self._head.file


def _check_step(ply: int, steps: int) -> None:
    if not 0 <= ply <= steps:
        raise Refused(f"this match has {steps} steps; {ply} is not one of them.")


def record(table: Table, storage: Storage) -> None:
    """Keep a recording of a match that is over."""
    storage.keep_recording(table.founding.id, table.setup.game.version, Played(table).recording())


def recorded(storage: Storage, id: str) -> Recorded | None:
    content = storage.recording(id)
    return Recorded(content) if content else None
