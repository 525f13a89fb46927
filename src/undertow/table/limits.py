"""How much one person and one address may ask of a server. docs/hosts.md has all of it in one table.

Anybody can make up people, so whatever is counted for a person is counted for the address too, where there is room for
a family. Who has no name yet shares one with all such at the same address.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from undertow.settings import Network, Settings

RESERVE = 120.0  # requests of a person that may come at once
FAMILY = 5.0  # people who may ask at the same time from one address, each as much as one person may
REFUSED = 4.0  # requests that a refused command counts for, besides itself
NAMES = (0.1, 60.0)  # new people and tokens from one address: so many a second in the long run, so many at once
TABLES = (1 / 60, 60.0)  # new tables from one address
LAB = (1 / 5, 90.0)  # seconds of matches in the lab, from one address
SOCKETS = (20, 200)  # WebSockets at once of one person, from one address
STREAMS = (10, 60)  # event streams at once
CONNECTIONS = 256  # at once from one address
REMEMBERED = 50_000  # people or addresses; whoever was quiet the longest is forgotten
Clock = Callable[[], float]


class Asker(NamedTuple):
    """Who wants something."""

    person: str  # empty for who has no name yet
    address: str

    @property
    def name(self) -> str:
        return self.person or f"@{self.address}"


class Limiter:
    """So many a second from each, with some in reserve; 0: no limit."""

    def __init__(self, rate: float, reserve: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.reserve = reserve
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # and since when; who asked last comes last

    def __len__(self) -> int:
        return len(self._left)

    def allows(self, who: str) -> bool:
        if not self.rate:
            return True
        left = self._left_to(who)
        self._keep(who, left - 1 if left >= 1 else left)
        return left >= 1

    def charge(self, who: str, cost: float) -> None:
        """Count something after it was done."""
        if self.rate:
            self._keep(who, max(0.0, self._left_to(who) - cost))

    def _left_to(self, who: str) -> float:
        left, since = self._left.get(who, (self.reserve, 0.0))
        return min(self.reserve, left + (self._clock() - since) * self.rate)

    def _keep(self, who: str, left: float) -> None:
        self._left[who] = (left, self._clock())
        self._left.move_to_end(who)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)


class Held:
    """How many of something a person and an address may hold at once."""

    def __init__(self, most: tuple[int, int], limited: bool) -> None:
        self._most = most
        self._limited = limited
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def has_room(self, asker: Asker) -> bool:
        each, family = self._most
        mine = self._people[asker.person] if asker.person else 0
        return not self._limited or (mine < each and self._addresses[asker.address] < family)

    def take(self, asker: Asker) -> bool:
        """One more, if there is room."""
        if not self.has_room(asker):
            return False
        self._people[asker.person] += 1
        self._addresses[asker.address] += 1
        return True

    def give_back(self, asker: Asker) -> None:
        for counter, key in ((self._people, asker.person), (self._addresses, asker.address)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    @contextmanager
    def one(self, asker: Asker) -> Iterator[bool]:
        """One for a while; False if there was no room."""
        held = self.take(asker)
        try:
            yield held
        finally:
            if held:
                self.give_back(asker)


class Limits:
    """All limits of a server."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        rate = settings.rate
        limited = rate > 0
        reserve = max(RESERVE, rate * 6)
        self._people = Limiter(rate, reserve, clock)
        self._addresses = Limiter(rate * FAMILY, reserve * FAMILY, clock)
        self._names = Limiter(NAMES[0] * limited, NAMES[1], clock)
        self._tables = Limiter(TABLES[0] * limited, TABLES[1], clock)
        self._lab = Limiter(LAB[0] * limited, LAB[1], clock)
        self.sockets = Held(SOCKETS, limited)
        self.streams = Held(STREAMS, limited)

    def allow(self, asker: Asker) -> bool:
        """Whether there may be one more request, or command over a WebSocket."""
        return self._people.allows(asker.name) and self._addresses.allows(asker.address)

    def count_refused(self, asker: Asker) -> None:
        """A command was refused: many of them only try out how long that takes."""
        self._addresses.charge(asker.address, REFUSED)
        self._people.charge(asker.name, REFUSED)

    def allow_name(self, asker: Asker) -> bool:
        return self._names.allows(asker.address)

    def allow_table(self, asker: Asker) -> bool:
        return self._tables.allows(asker.address)

    def allow_lab(self, asker: Asker) -> bool:
        return self._lab.allows(asker.address)


# Addresses ------------------------------------------------------------------------------------------------------------


@lru_cache(4096)
def counted(address: str) -> str:
    """What an address is counted as: of IPv6 the first half, as everybody has all addresses of the second."""
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, 64), strict=False))
    return str(found) if found else address[:64]


@lru_cache(4096)
def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address as a proxy may write it: with a port, in brackets."""
    plain = address.strip()
    if plain.startswith("["):
        plain = plain[1:].partition("]")[0]
    elif plain.count(":") == 1:
        plain = plain.partition(":")[0]
    try:
        found = ip_address(plain.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def is_trusted(address: str, proxies: Iterable[Network]) -> bool:
    found = _parsed(address)
    return found is not None and any(found in proxy for proxy in proxies)


def address_behind(peer: str, forwarded: Sequence[str], proxies: Iterable[Network]) -> str:
    """Who asks: the last address in `X-Forwarded-For` that is none of our proxies; the peer if that is none of them."""
    if is_trusted(peer, proxies):
        for address in reversed(",".join(forwarded).split(",")):
            if not is_trusted(address, proxies):
                return counted(address if _parsed(address) else peer)
    return counted(peer)
