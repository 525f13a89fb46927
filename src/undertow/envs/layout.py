"""What the numbers of an encoding mean, by name."""

from __future__ import annotations

from typing import NamedTuple

from undertow.core.errors import UnknownName
from undertow.core.game import Game, find_game


class Place(NamedTuple):
    """Neighbouring numbers that belong together, and where they stand."""

    name: str
    first: int
    numbers: int
    about: str

    @property
    def where(self) -> slice:
        """`observations[:, place.where]` are its numbers."""
        return slice(self.first, self.first + self.numbers)


def layout(game: str | Game) -> tuple[Place, ...]:
    """Every piece of a game's encoding, from the first number to the last."""
    found, first = [], 0
    for name, numbers, about in find_game(game).layout:
        found.append(Place(name, first, numbers, about))
        first += numbers
    return tuple(found)


def place(game: str | Game, name: str) -> Place:
    """One piece by its name."""
    places = {found.name: found for found in layout(game)}
    if name not in places:
        raise UnknownName("piece of the encoding", name, places)
    return places[name]
