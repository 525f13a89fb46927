"""Who somebody is, without registration: a signed cookie, a token for a bot, a ticket for a seat."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from typing import Any

from undertow.table.decide import Link, Person, Refused, printable
from undertow.table.names import MARK, look, passes_for_a_bot, some_name
from undertow.table.storage import Storage

COOKIE = "undertow"
TICKET_LASTS = 7 * 86400
UNKNOWN = 10_000  # tokens that nobody has, remembered so that they are looked up once
NOBODY = Person("", "Somebody")


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

    def id(self, purpose: str, body: str) -> str:
        """An id that is always the same for the same purpose and text, and that nobody else can work out."""
        return base64.urlsafe_b64encode(self._hmac(purpose, body).digest()[:9]).decode()

    def _digest(self, purpose: str, body: str) -> str:
        return self._hmac(purpose, body).hexdigest()[:43]

    def _hmac(self, purpose: str, body: str) -> hmac.HMAC:
        return hmac.new(self._key, f"{purpose}:{body}".encode(), hashlib.sha256)


# Names ----------------------------------------------------------------------------------------------------------------


def name_of_a_person(wanted: str) -> str:
    """A name somebody may go by."""
    name = _name(wanted)
    if passes_for_a_bot(name):
        raise Refused("a name with a word that ends in 'bot' is for bots; please choose another.")
    return name


def name_of_a_bot(wanted: str) -> str:
    """A name for whoever comes with a token. What they are is not part of it: tables show it with a mark."""
    return _name(wanted.removeprefix(MARK))


def _name(wanted: str) -> str:
    name = printable(wanted, "a name").replace("\n", " ")
    if not look(name):
        raise Refused("a name needs at least one printable character.")
    return name


class People:
    """Cookies, tokens and tickets."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._signer = Signer(storage.signing_key())
        self._tokens: dict[str, Person] = {}
        self._unknown: dict[str, None] = {}  # digests of tokens that were looked up in vain

    # Cookies ---------------------------------------------------------------------------------------------------------

    def newcomer(self) -> Person:
        id = secrets.token_urlsafe(12)
        return Person(id, some_name(id))

    def cookie(self, person: Person) -> str:
        return self._signer.sign("person", [person.id, person.name])

    def of_cookie(self, cookie: str | None) -> Person | None:
        """Who comes with this cookie. One of long ago may hold a name that nobody may have today."""
        found = self._signer.read("person", cookie) if cookie else None
        if not found:
            return None
        id, name = found
        return Person(id, some_name(id) if passes_for_a_bot(name) or not look(name) else name)

    # Tokens ----------------------------------------------------------------------------------------------------------

    def new_token(self, name: str) -> tuple[str, Person]:
        """A token for a bot. Only its digest is kept: it is shown once."""
        token = "ut_" + secrets.token_urlsafe(24)
        id = secrets.token_urlsafe(12)
        self._storage.keep_token(_digest(token), id, name)
        return token, _a_bot(id, name)

    def must_look_up(self, token: str) -> bool:
        """Whether only the database can tell whose token it is."""
        digest = _digest(token)
        return digest not in self._tokens and digest not in self._unknown

    def seen(self, token: str) -> Person | None:
        """Whose token it is, if it was looked up before."""
        return self._tokens.get(_digest(token))

    def of_token(self, token: str) -> Person | None:
        """Whose token it is; blocks."""
        digest = _digest(token)
        if self.must_look_up(token):
            found = self._storage.whose_token(digest)
            if found is None:
                if len(self._unknown) >= UNKNOWN:
                    self._unknown.clear()
                self._unknown[digest] = None  # nobody can make a token that was made up before
                return None
            self._tokens[digest] = _a_bot(*found)
        return self._tokens.get(digest)

    # Tickets ---------------------------------------------------------------------------------------------------------

    def ticket(self, table: str, seat: str, kind: str, person: Person, voided: int) -> str:
        """A link to a seat: `move` hands it over once, `share` lets somebody else hold it too."""
        content = [table, seat, kind, person.id, int(time.time()) + TICKET_LASTS, secrets.token_hex(6), voided]
        return self._signer.sign("ticket", content)

    def read_ticket(self, ticket: str, table: str) -> Link:
        found = self._signer.read("ticket", ticket)
        if not found or found[0] != table:
            raise Refused("this link does not open a seat at this table; ask for a new one.")
        _, seat, kind, giver, until, number, *voided = found
        if until < time.time():
            raise Refused("this link is too old; ask for a new one.")
        return Link(seat, kind, giver, number, *voided)


def _a_bot(id: str, name: str) -> Person:
    return Person(id, MARK + name, bot=True)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
