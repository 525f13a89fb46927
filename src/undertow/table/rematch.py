"""The same table once more: same game, same seats, fresh dice."""

from __future__ import annotations

import hashlib
import time

from msgspec import structs

from undertow.core.chance import fresh_seed
from undertow.core.game import find_game
from undertow.table import messages as m
from undertow.table.decide import STAND_IN, Person, own_id
from undertow.table.entries import Entry, Founding, Kind
from undertow.table.table import Table


def again(table: Table, person: Person) -> Founding:
    """The new table. Its id follows from the old seed, so that two who ask at once ask for the same one."""
    old = table.founding
    return structs.replace(
        old,
        id=hashlib.sha256(f"rematch of {old.seed}".encode()).hexdigest()[:12],
        rules=find_game(old.game).version,
        seed=fresh_seed(),
        host=person.id,
        host_name=person.name,
        created=time.time(),
    )


def seated_again(table: Table, fresh: Founding) -> list[Entry]:
    """Everybody in their seats, shared ones too, bots where nobody is left, and off it goes."""
    entries: list[Entry] = []

    def happens(kind: Kind, seat: str = "", what: str = "", who: str = "", name: str = "") -> None:
        entries.append(Entry(len(entries) + 1, kind, fresh.created, seat, what, who, name))

    for place in table.places.values():
        for id, name in place.people.items():
            happens("sit", place.seat, who=id, name=name)
        if not place.people:
            happens("bot", place.seat, place.bot or STAND_IN)
    happens("start")
    return entries


def point_to(table: Table, id: str, command: m.Rematch, person: Person, now: float) -> list[Entry]:
    """Show the way from the old table to the new one."""
    if table.rematch:
        return []
    said = own_id(command.id, person)
    return [Entry(table.head + 1, "rematch", now, "", id, person.id, person.name, "", said)]
