"""The table server: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from undertow import __version__
from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table import api, clock, documents, guard, health, laboratory, live, metrics, static
from undertow.table.endings import Listener
from undertow.table.house import House
from undertow.table.limits import Limits
from undertow.table.people import People
from undertow.table.replays import record
from undertow.table.scribe import Scribe
from undertow.table.storage import Storage, url_of
from undertow.table.thinkers import Thinkers

WHEN_OVER: tuple[Listener, ...] = (record,)  # called with each finished table; `endings.py` says how
NOT_BUILT = """<!doctype html><title>Undertow</title>
<p>The browser client is not built: in a checkout, <code>./play</code> does it. The API is at <code>/api</code>.</p>"""


def client_folder() -> Path | None:
    """The built client: in the package, or beside the sources of a checkout."""
    here = Path(__file__).parent
    for folder in (here / "client", here.parents[2] / "web" / "dist"):
        if (folder / "index.html").exists():
            return folder
    return None


@get(["/", "/new", "/lab", "/t/{table:str}", "/t/{table:str}/replay"], include_in_schema=False)
async def page(table: str = "") -> Response[bytes]:
    """The client: one page that draws all of them."""
    return _index(200)


def _index(status: int) -> Response[bytes]:
    folder = client_folder()
    content = (folder / "index.html").read_bytes() if folder else NOT_BUILT.encode()
    headers = {"cache-control": "no-cache"}
    return Response(content, status_code=status, media_type="text/html; charset=utf-8", headers=headers)


def lost(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """A browser at an address that does not exist gets the client, which says so; everybody else a sentence."""
    asks_for_a_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")
    if error.status_code == 404 and request.method == "GET" and asks_for_a_page:
        return _index(404)
    return guard.http_error(request, error)


@get("/assets/{path:path}", include_in_schema=False)
async def asset(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """Scripts and styles; their names change with their content."""
    keep = "public, max-age=31536000, immutable"
    return await asyncio.to_thread(static.file, request, client_folder, f"assets/{str(path).lstrip('/')}", keep)


@get("/{name:str}", include_in_schema=False)
async def root_file(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """What stands beside the page: its icon."""
    return await asyncio.to_thread(static.file, request, client_folder, name, "public, max-age=3600")


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> Response[bytes]:
    return Response(await asyncio.to_thread(_document), media_type="application/json")


@cache
def _document() -> bytes:
    from undertow.table.openapi import document

    return msgspec.json.encode(document())


def listeners(settings: Settings) -> list[Listener]:
    """Who hears of the end of a match."""
    return [one for one in WHEN_OVER if settings.record or one is not record]


def create_app(settings: Settings, documented: bool = False) -> Litestar:
    """The application; `documented` only to make its OpenAPI document, which is served with more in it."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        kept = Storage(url_of(settings))
        house = House(kept, Thinkers(), settings, Scribe(kept.url), listeners(settings))
        app.state.settings = settings
        app.state.house = house
        app.state.people = People(kept)
        clock.CLOCK.not_before(kept.latest())
        app.state.limits = Limits(settings)
        app.state.health = health.Health(house)
        app.state.laboratory = laboratory.Laboratory()
        app.state.metrics = metrics.Metrics(house) if settings.metrics else None
        house.open()
        if kept.shared:
            house.tasks.spawn(app.state.health.watch())
        try:
            yield
        finally:
            app.state.health.close()
            app.state.laboratory.close()
            await house.close()

    return Litestar(
        [
            page,
            asset,
            root_file,
            openapi,
            *documents.HANDLERS,
            *health.HANDLERS,
            metrics.metrics,
            *api.HANDLERS,
            *live.HANDLERS,
            *laboratory.HANDLERS,
        ],
        lifespan=[lifespan],
        exception_handlers={
            UndertowError: guard.refused,
            HTTPException: lost,
            Exception: guard.broken,
        },
        request_max_body_size=guard.BODY,
        openapi_config=OpenAPIConfig("Undertow", __version__, use_handler_docstrings=True) if documented else None,
        logging_config=None,
    )
