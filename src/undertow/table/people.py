"""Who somebody is, without registration: a signed cookie, a token for a bot, a ticket for a seat."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import random
import secrets
import time
from typing import Any

from undertow.table.decide import Person, Refused
from undertow.table.storage import Storage

COOKIE = "undertow"
TICKET_LASTS = 7 * 86400
NOBODY = Person("", "Somebody")
MOODS = ("Quiet", "Salty", "Brave", "Sleepy", "Lucky", "Swift", "Curious", "Hungry", "Merry", "Patient")
ANIMALS = ("Otter", "Pelican", "Turtle", "Heron", "Seal", "Crab", "Puffin", "Dolphin", "Urchin", "Gull")


class Signer:
    """Signs small texts, so that what comes back is what was handed out."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def sign(self, purpose: str, content: Any) -> str:
        body = base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")
        return f"{body}.{self._digest(purpose, body)}"

    def read(self, purpose: str, signed: str) -> Any:
        """The content, or None if it was not signed here for this purpose."""
        body, _, digest = signed.rpartition(".")
        if not body or not hmac.compare_digest(digest.encode(), self._digest(purpose, body).encode()):
            return None
        return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))

    def _digest(self, purpose: str, body: str) -> str:
        return hmac.new(self._key, f"{purpose}:{body}".encode(), hashlib.sha256).hexdigest()[:43]


class People:
    """Cookies, tokens and tickets."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._signer = Signer(storage.signing_key())
        self._tokens: dict[str, Person] = {}

    # Cookies ---------------------------------------------------------------------------------------------------------

    def newcomer(self) -> Person:
        return Person(secrets.token_urlsafe(12), f"{random.choice(MOODS)} {random.choice(ANIMALS)}")

    def cookie(self, person: Person) -> str:
        return self._signer.sign("person", [person.id, person.name])

    def of_cookie(self, cookie: str | None) -> Person | None:
        found = self._signer.read("person", cookie) if cookie else None
        return Person(found[0], found[1]) if found else None

    # Tokens ----------------------------------------------------------------------------------------------------------

    def new_token(self, name: str) -> tuple[str, Person]:
        """A token for a bot. Only its digest is kept: it is shown once."""
        token = "ut_" + secrets.token_urlsafe(24)
        person = Person(secrets.token_urlsafe(12), name)
        self._storage.keep_token(_digest(token), person.id, person.name)
        return token, person

    def has_seen(self, token: str) -> bool:
        """Whether this token was good before: then asking costs nothing."""
        return _digest(token) in self._tokens

    def of_token(self, token: str) -> Person | None:
        digest = _digest(token)
        if digest not in self._tokens:
            found = self._storage.whose_token(digest)
            if found is None:
                return None
            self._tokens[digest] = Person(*found)
        return self._tokens[digest]

    # Tickets ---------------------------------------------------------------------------------------------------------

    def ticket(self, table: str, seat: str, kind: str, person: Person) -> str:
        """A link to a seat: `move` hands it over once, `share` lets somebody else hold it too."""
        content = [table, seat, kind, person.id, int(time.time()) + TICKET_LASTS, secrets.token_hex(6)]
        return self._signer.sign("ticket", content)

    def read_ticket(self, ticket: str, table: str) -> tuple[str, str, str, str]:
        """Seat, kind, who handed it out, and its own number."""
        found = self._signer.read("ticket", ticket)
        if not found or found[0] != table:
            raise Refused("this link does not open a seat at this table; ask for a new one.")
        _, seat, kind, giver, until, number = found
        if until < time.time():
            raise Refused("this link is too old; ask for a new one.")
        return seat, kind, giver, number


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Limiter:
    """So many requests a second from one person or address, with some in reserve; 0: no limit."""

    def __init__(self, rate: float, reserve: float) -> None:
        self.rate = rate
        self.reserve = reserve
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        if not self.rate:
            return True
        now = time.monotonic()
        left, at = self._left.get(who, (self.reserve, now))
        left = min(self.reserve, left + (now - at) * self.rate)
        if len(self._left) > 50_000:
            self._left.clear()  # a flood of strangers: forgetting them costs each a fresh reserve only
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1
