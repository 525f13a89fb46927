"""The same table once more: same game, same seats, fresh dice."""

from __future__ import annotations

import hashlib
import time

from msgspec import structs

from undertow.core.chance import fresh_seed
from undertow.core.game import find_game
from undertow.table import messages as m
from undertow.table.decide import STAND_IN, Person, own_id
from undertow.table.entries import Entry, Founding
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


def seated_again(table: Table, person: Person) -> list[tuple[m.Command, Person]]:
    """Everybody in their seats, bots where nobody is left, and off it goes."""
    commands: list[tuple[m.Command, Person]] = []
    for number, place in enumerate(table.places.values()):
        for id, name in list(place.people.items())[:1]:
            commands.append((m.Sit(f"again.{number}", place.seat), Person(id, name)))
        if not place.people:
            commands.append((m.SetBot(f"again.{number}", place.seat, place.bot or STAND_IN), person))
    return [*commands, (m.Start("again.start"), person)]


def point_to(table: Table, id: str, command: m.Rematch, person: Person, now: float) -> list[Entry]:
    """Show the way from the old table to the new one."""
    if table.rematch:
        return []
    said = own_id(command.id, person)
    return [Entry(table.head + 1, "rematch", now, "", id, person.id, person.name, "", said)]
