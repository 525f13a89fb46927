"""What every request must pass: its origin, its rate; and what every answer carries."""

from __future__ import annotations

import os
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException, ValidationException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from undertow.core.errors import UndertowError
from undertow.table.decide import Person, Refused
from undertow.table.house import NoTable
from undertow.table.messages import Problem
from undertow.table.people import COOKIE, NOBODY, Limiter, People
from undertow.table.writer import log

RATE = 20.0  # requests a second that one person or address may make, in the long run
RESERVE = 120.0
BODY = 64_000  # bytes
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
AGAIN = "too many requests at once; wait a moment and try again."


def limiter() -> Limiter:
    """`UNDERTOW_RATE` sets the requests a second; 0 lifts the limit."""
    rate = float(os.environ.get("UNDERTOW_RATE", RATE))
    return Limiter(rate, max(RESERVE, rate * 6))


def _one(headers: Any, name: str) -> str | None:
    """A header that may come once."""
    values = headers.getall(name, []) if hasattr(headers, "getall") else headers.get_all(name)
    if len(values) > 1:
        raise Refused(f"the header {name!r} came {len(values)} times; once is enough.")
    return str(values[0]) if values else None


class Asking(NamedTuple):
    """What a request says of where it comes from and who sends it."""

    origin: str | None
    fetch_site: str
    host: str
    authorization: str
    cookie: str

    @classmethod
    def of(cls, headers: Any) -> Asking:
        found = {name: _one(headers, name) for name in ("origin", "sec-fetch-site", "host", "authorization", "cookie")}
        return cls(
            found["origin"],
            found["sec-fetch-site"] or "none",
            found["host"] or "",
            found["authorization"] or "",
            found["cookie"] or "",
        )

    def same_origin(self) -> bool:
        """Whether a browser's page of ours asks, or something that is no browser."""
        if self.origin is None:
            return self.fetch_site in ("none", "same-origin")
        return (
            urlsplit(self.origin).netloc == self.host or self.origin in os.environ.get("UNDERTOW_ORIGINS", "").split()
        )

    def person(self, people: People) -> Person | None:
        """Who asks: nobody in particular without cookie and token; None if the token is not known here."""
        if self.authorization.lower().startswith("bearer "):
            return people.of_token(self.authorization[7:].strip())
        return self._by_cookie(people) or NOBODY

    def _by_cookie(self, people: People) -> Person | None:
        pairs = (part.strip().partition("=") for part in self.cookie.split(";"))
        cookie = next((value for name, _, value in pairs if name == COOKIE), None)
        return people.of_cookie(cookie)

    def known(self, people: People) -> str | None:
        """The person, if that is beyond doubt without asking the database: anybody can make up a cookie."""
        if self.authorization:
            token = self.authorization[7:].strip()
            return people.of_token(token).id if people.has_seen(token) else None  # type: ignore[union-attr]
        person = self._by_cookie(people)
        return person.id if person else None


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else "?"


class Guard:
    """Middleware around every HTTP request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope)
        if request.method in CHANGES and not Asking.of(request.headers).same_origin():
            raise PermissionDeniedException("this request comes from another site; open the table's own page.")
        if request.url.path.startswith("/api"):
            who = Asking.of(request.headers).known(request.app.state.people) or address(request)
            if not request.app.state.limiter.allows(who):
                raise HTTPException(detail=AGAIN, status_code=429)

        await self.app(scope, receive, send)


class WithHeaders:
    """Around everything: every answer carries the headers, errors too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api"):
                    headers["cache-control"] = "no-store"
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == ScopeType.HTTP else send)


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
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(Problem("something went wrong here; nothing was changed. Please try again."), status_code=500)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else text + "."
