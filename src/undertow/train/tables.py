"""The tables a network learns at: the game as it is printed, for each number of players and variant that is asked for,
some with house rules, which change in the course of the training, and some where a bot has the other sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from undertow.bots.net import places, role_of
from undertow.core.box import Entry
from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup
from undertow.envs import Batch
from undertow.train.learner import Seating

MOST_CHANGES = 3  # house rules at once
TRIES = 200


class Tables:
    """Batches of the same size, each with a set-up of its own."""

    def __init__(
        self,
        setups: Sequence[Setup],
        varied: int,
        matches: int,
        device: str,
        seed: int,
        bot: str = "",
        side: str = "",
        sparring: tuple[str, int] = ("", 0),
    ) -> None:
        """With a bot, only this side is played from outside, and the bot has all others. `sparring`: a bot that each
        role meets besides, and how many matches at once."""
        self.game: Game = setups[0].game
        self._bot, self._side = bot, side
        self._printed, self._device, self.matches = list(setups), device, matches
        self._rng = np.random.default_rng(seed)
        self._seeds = iter(range(seed * 1_000_003, 1 << 62))
        self.roles = tuple(dict.fromkeys(role_of(side) for setup in setups for side in setup.sides))
        self.most_sides = max(len(setup.viewers) - 1 for setup in setups)
        self._plain = [self._seat(setup) for setup in setups]
        self._varied = [self._seat(self._other_rules()) for _ in range(varied)]
        partner, many = sparring
        spars = list(_spars(setups, partner))
        self.sparring_seats = [seats for _, seats in spars]  # that learn there, in the order of the tables
        self._sparring = [
            self._batch(setup, {other: partner for other in setup.seats if other not in seats}, many, "cpu")
            for setup, seats in spars
        ]

    @property
    def batches(self) -> list[Batch]:
        """Bots think on the CPU, so their tables come first: a GPU is busy with the others meanwhile."""
        return [*self._sparring, *self._plain, *self._varied]

    def _seat(self, setup: Setup) -> Batch:
        bots = {side: self._bot for side in setup.sides if self._bot and side != self._side}
        return self._batch(setup, bots, self.matches, self._device)

    def _batch(self, setup: Setup, bots: Mapping[str, str], matches: int, device: str) -> Batch:
        where = (setup.players, setup.settings, matches, device)
        return Batch(self.game, *where, bots=bots, seed=next(self._seeds), critic=True)

    def vary(self) -> bool:
        """Other house rules at the table that has had its own for longest; whether there is one."""
        if not self._varied:
            return False
        self._varied = [*self._varied[1:], self._seat(self._other_rules())]
        return True

    def seating(self) -> Seating:
        return Seating(*(np.stack(column) for column in zip(*map(self._seats_of, self.batches), strict=True)))

    def _seats_of(self, batch: Batch) -> Iterator[Any]:
        setup, seats = batch.setup, self.game.state.SEATS
        spare = (0, seats - len(setup.seats))
        yield setup.house
        yield np.pad(setup.viewers_of_seats(), spare).astype(np.int32)
        yield np.pad([self.roles.index(role_of(side)) for side in setup.sides], spare).astype(np.int32)
        yield np.pad(places(setup), spare).astype(np.int32)
        sides, more = len(setup.viewers) - 1, (0, self.most_sides - len(setup.viewers) + 1)
        yield np.pad([setup.sides.index(side) for side in setup.viewers[:sides]], more).astype(np.int32)
        yield np.pad(np.ones(sides, np.float32), more)

    # House rules ------------------------------------------------------------------------------------------------------

    def _other_rules(self) -> Setup:
        """A printed table with a few house rules that are possible there."""
        for _ in range(TRIES):
            base = self._printed[self._rng.integers(len(self._printed))]
            settings = base.settings | some_house_rules(self._rng, self.game.entries, base.settings)
            try:
                setup = self.game.set_up(base.players, settings)
            except UndertowError:
                continue
            if setup.sides == base.sides:
                return setup
        raise UndertowError(f"no house rules of {self.game.title} go with what is fixed here; train with --vary 0.")


def _spars(setups: Sequence[Setup], bot: str) -> Iterator[tuple[Setup, list[str]]]:
    """At each table, if there is a bot to have the other seats: the seats of each role once, and of a side with several
    seats each one alone, so that it learns beside somebody who knows how to play."""
    for setup in setups if bot else ():
        for side in {role_of(side): side for side in reversed(setup.sides)}.values():
            seats = [seat for seat, owner in zip(setup.seats, setup.sides, strict=True) if owner == side]
            yield setup, seats
            if len(seats) > 1:
                yield from ((setup, [seat]) for seat in seats)


def some_house_rules(
    rng: np.random.Generator, entries: Mapping[str, Entry], fixed: Mapping[str, Any]
) -> dict[str, Any]:
    """One to three of those a menu asks about, not far from what is printed."""
    free = [entry for entry in entries.values() if entry.ask and entry.key not in fixed and _varies(entry)]
    if not free:
        return {}
    chosen = rng.choice(len(free), min(len(free), int(rng.integers(1, MOST_CHANGES + 1))), replace=False)
    return {free[number].key: _other(rng, free[number]) for number in chosen}


def _varies(entry: Entry) -> bool:
    if isinstance(entry.value, bool):
        return True
    return isinstance(entry.value, int) and entry.limits is not None


def _other(rng: np.random.Generator, entry: Entry) -> Any:
    if isinstance(entry.value, bool):
        return bool(rng.integers(2))
    assert entry.limits is not None
    reach = max(1, abs(entry.value) // 3)
    low, high = max(int(entry.limits[0]), entry.value - reach), min(int(entry.limits[1]), entry.value + reach)
    return int(rng.integers(low, high + 1))
