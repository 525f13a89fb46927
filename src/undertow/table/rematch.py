"""The same table once more: same game, same seats, fresh dice. Only those who ask for it sit down there; the seats of
the others wait for them."""

from __future__ import annotations

from msgspec import structs

from undertow.core.chance import fresh_seed
from undertow.core.game import find_game
from undertow.table import clock
from undertow.table import messages as m
from undertow.table.decide import STAND_IN, Person, own_id
from undertow.table.entries import Entry, Founding, Kind
from undertow.table.table import Table


def again(table: Table, id: str, person: Person) -> Founding:
    """The new table, with an id that is the same for all who ask."""
    return structs.replace(
        table.founding,
        id=id,
        rules=find_game(table.founding.game).version,
        seed=fresh_seed(),
        host=person.id,
        host_name=person.name,
        created=clock.now(),
    )


def laid_again(table: Table, fresh: Founding) -> list[Entry]:
    """Seats kept for those who have them, each let in by who let them in before; bots where nobody is left."""
    entries: list[Entry] = []

    def happens(kind: Kind, seat: str, what: str, who: str = "", name: str = "") -> None:
        entries.append(Entry(len(entries) + 1, kind, fresh.created, seat, what, who, name))

    for place in table.places.values():
        for person, name in place.people.items():
            giver = place.let_in.get(person, "")
            happens("keep", place.seat, giver if giver in place.people else "", person, table.names.given(person, name))
        if not place.people:
            happens("bot", place.seat, place.bot or STAND_IN)
    return entries


def sit_again(fresh: Table, person: Person, now: float) -> list[Entry]:
    """Somebody comes to the new table: they sit down where a seat is kept for them. The last one to come starts it."""
    entries: list[Entry] = []
    kept = [place for place in fresh.places.values() if person.id in place.kept and fresh.status != "over"]
    for place in kept:
        number = fresh.head + len(entries) + 1
        entries.append(Entry(number, "sit", now, place.seat, "", person.id, person.name))
    ready = all(place.taken or place in kept for place in fresh.places.values())
    if entries and ready and fresh.status == "gathering":
        entries.append(Entry(fresh.head + len(entries) + 1, "start", now, who=person.id, name=person.name))
    return entries


def point_to(table: Table, id: str, command: m.Rematch, person: Person, now: float) -> list[Entry]:
    """Show the way from the old table to the new one."""
    if table.rematch:
        return []
    said = own_id(command.id, person)
    return [Entry(table.head + 1, "rematch", now, "", id, person.id, person.name, "", said)]
