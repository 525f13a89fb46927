"""What every request must pass: whom it calls, where it comes from, its rate; and what every answer carries."""

from __future__ import annotations

import socket
from functools import lru_cache
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException, ValidationException
from litestar.types import Message, Receive, Scope, Send

from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table.decide import Person, Refused
from undertow.table.limits import Asker, Limits, address_behind, is_trusted
from undertow.table.loader import NoTable
from undertow.table.messages import Problem
from undertow.table.people import COOKIE, NOBODY, People
from undertow.table.tallies import TALLY
from undertow.table.writer import log

BODY = 64_000  # bytes
METRICS = "/metrics"  # whose token is nobody's
CHANGES = {"POST", "PUT", "DELETE", "PATCH"}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self' ws: wss:; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
REPORTS = ("/lab/reports/", "/docs/studies/")  # pages with styles of their own, and nothing else
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
AGAIN = "too many requests at once; wait a moment and try again."
TOO_MANY_LINES = "too many pages are open from here at once; close one first."
NO_BROWSER_ELSEWHERE = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")  # no public domains


def _one(headers: Any, name: str) -> str | None:
    """A header that may come once."""
    values = _all(headers, name)
    if len(values) > 1:
        raise Refused(f"the header {name!r} came {len(values)} times; once is enough.")
    return values[0] if values else None


def _all(headers: Any, name: str) -> list[str]:
    return list(headers.getall(name, []) if hasattr(headers, "getall") else headers.get_all(name))


def _site_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def not_called(host: str) -> str:
    """What somebody is told who asks for another server."""
    return f"this server is not called {host[:80]!r}; whoever runs it can add that name to UNDERTOW_HOSTS."


@lru_cache(1024)
def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a `Host` means this server: by its address, by this machine's name, or by a name it was given."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    name = name.lower().rstrip(".")
    if name in names or name in _own_names() or name.endswith(".localhost"):
        return True
    try:
        return bool(ip_address(name.partition("%")[0]))
    except ValueError:
        return False


@lru_cache(1)
def _own_names() -> frozenset[str]:
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    return frozenset({"localhost", machine, *(short + ending for ending in NO_BROWSER_ELSEWHERE)})


class Asking(NamedTuple):
    """What a request says of where it comes from and who sends it."""

    origin: str | None
    fetch_site: str
    host: str
    authorization: str
    cookie: str
    forwarded: list[str]

    @classmethod
    def of(cls, headers: Any) -> Asking:
        found = {name: _one(headers, name) for name in ("origin", "sec-fetch-site", "host", "authorization", "cookie")}
        return cls(
            found["origin"],
            found["sec-fetch-site"] or "none",
            found["host"] or "",
            found["authorization"] or "",
            found["cookie"] or "",
            _all(headers, "x-forwarded-for"),
        )

    def calls_us(self, settings: Settings) -> bool:
        """Whether this server is meant. A name that somebody else points here is their site's, for a browser, and its
        pages could do here whatever ours can."""
        return not self.host or is_ours(self.host, settings.hosts)

    def same_origin(self, settings: Settings) -> bool:
        """Whether a browser's page of ours asks, or something that is no browser."""
        if self.origin is None:
            return self.fetch_site in ("none", "same-origin")
        return _site_of(self.origin) == self.host or self.origin in settings.origins

    @property
    def token(self) -> str | None:
        return self.authorization[7:].strip() if self.authorization.lower().startswith("bearer ") else None

    def must_be_looked_up(self, people: People) -> bool:
        """Whether only the database can tell who asks: it is asked in a thread, before anything else."""
        return self.token is not None and people.must_look_up(self.token)

    def person(self, people: People) -> Person | None:
        """Who asks: nobody in particular without cookie and token; None if the token is not known here."""
        return people.seen(self.token) if self.token is not None else self._by_cookie(people) or NOBODY

    def _by_cookie(self, people: People) -> Person | None:
        pairs = (part.strip().partition("=") for part in self.cookie.split(";"))
        cookie = next((value for name, _, value in pairs if name == COOKIE), None)
        return people.of_cookie(cookie)

    def known(self, people: People) -> str | None:
        """The person, if that is beyond doubt without asking the database: anybody can make up a cookie."""
        if self.authorization:
            seen = people.seen(self.token or "")
            return seen.id if seen else None
        person = self._by_cookie(people)
        return person.id if person else None


def asker_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Asker:
    """Whom a request counts for."""
    client = connection.client
    person = Asking.of(connection.headers).known(connection.app.state.people)
    return Asker(person or "", client.host if client else "?")


def limits_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Limits:
    limits: Limits = connection.app.state.limits
    return limits


def too_many(what: str) -> HTTPException:
    return HTTPException(detail=what, status_code=429)


class Guard:
    """Around everything that is asked over HTTP: errors carry the headers too, and addresses that do not exist are
    counted like others."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                TALLY.answers[message["status"]] += 1
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith(REPORTS):
                    headers["content-security-policy"] = REPORT_POLICY
                if scope["path"].startswith("/api"):
                    headers["cache-control"] = "no-store"
            await send(message)

        try:
            self._check(scope)
        except HTTPException as error:
            await _say(with_headers, error.status_code, error.detail)
        except Refused as error:
            await _say(with_headers, 409, str(error))
        else:
            await self._look_up(scope)
            await self.app(scope, receive, with_headers)

    def _check(self, scope: Any) -> None:
        state, headers = self.app.state, Headers.from_scope(scope)
        asking = Asking.of(headers)
        peer = scope["client"][0] if scope.get("client") else "?"
        if not is_trusted(peer, state.settings.proxy):
            self._warn(peer, asking)
        elif headers.get("x-forwarded-proto") in ("http", "https"):
            scope["scheme"] = headers["x-forwarded-proto"]
        address = address_behind(peer, asking.forwarded, state.settings.proxy)
        scope["client"] = (address, 0)
        if not asking.calls_us(state.settings):
            raise HTTPException(detail=not_called(asking.host), status_code=421)
        if not state.limits.allow(Asker(asking.known(state.people) or "", address)):
            raise too_many(AGAIN)
        if scope["method"] in CHANGES and not asking.same_origin(state.settings):
            raise PermissionDeniedException("this request comes from another site; open the table's own page.")

    async def _look_up(self, scope: Any) -> None:
        """A token that only the database knows is looked up in a thread; whoever asks then finds it here."""
        people, asking = self.app.state.people, Asking.of(Headers.from_scope(scope))
        if scope["path"] != METRICS and asking.must_be_looked_up(people):
            await self.app.state.house.read(people.of_token, asking.token)

    def _warn(self, peer: str, asking: Asking) -> None:
        if asking.forwarded and not self._warned:
            self._warned = True
            log.warning(
                "%s asks for others, but UNDERTOW_PROXY does not name it: all behind it are counted as one address",
                peer,
            )


async def _say(send: Send, status: int, sentence: str) -> None:
    """An answer before anybody was asked."""
    body = msgspec.json.encode(Problem(_sentence(sentence)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def who_asks(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """The person behind a request; nobody in particular without cookie and token."""
    found = Asking.of(connection.headers).person(connection.app.state.people)
    if found is None:
        raise NotAuthorizedException("this token is not known here; create one with POST /api/tokens.")
    return found


def somebody(person: Person) -> Person:
    """Refuse who has no identity yet."""
    if person is NOBODY:
        raise NotAuthorizedException("who are you? GET /api/me gives a name and a cookie, POST /api/tokens a token.")
    return person


# Errors ---------------------------------------------------------------------------------------------------------------


def refused(_request: Request[Any, Any, Any], error: UndertowError) -> Response[Problem]:
    return Response(Problem(_sentence(str(error))), status_code=404 if isinstance(error, NoTable) else 409)


def http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    said = error.detail or "this cannot be done."
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first: Any = error.extra[0]
        said = f"{first.get('key', 'the request')}: {first.get('message', 'is not right')}"
    return Response(Problem(_sentence(said)), status_code=error.status_code, headers=error.headers)


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    if isinstance(error, RecursionError):
        return Response(Problem("this is nested too deeply."), status_code=400)
    if isinstance(error, UnicodeDecodeError):
        return Response(Problem("this is not text in UTF-8."), status_code=400)
    log.error("%s %r failed", request.method, request.url.path, exc_info=error)  # %r: a path may have line breaks
    return Response(Problem("something went wrong here; nothing was changed. Please try again."), status_code=500)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else text + "."
