"""The table server: everything put together."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.exceptions import HTTPException, NotFoundException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig

from undertow import __version__
from undertow.core.errors import UndertowError
from undertow.table import api, guard, live
from undertow.table.house import House
from undertow.table.people import People
from undertow.table.scribe import Scribe
from undertow.table.storage import Storage
from undertow.table.thinking import Thinkers

LONGEST_NAME = 200  # of a file
PACKED = frozenset({".css", ".js", ".json", ".svg"})  # files that travel compressed
NOT_BUILT = """<!doctype html><title>Undertow</title>
<p>The browser client is not built: in a checkout, <code>./play</code> does it. The API is at <code>/api</code>.</p>"""


def client_folder() -> Path | None:
    """The built client: in the package, or beside the sources of a checkout."""
    here = Path(__file__).parent
    for folder in (here / "client", here.parents[2] / "web" / "dist"):
        if (folder / "index.html").exists():
            return folder
    return None


@get(["/", "/new", "/t/{table:str}", "/t/{table:str}/replay"], include_in_schema=False)
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
    return _file(request, f"assets/{str(path).lstrip('/')}", "public, max-age=31536000, immutable")


@get("/{name:str}", include_in_schema=False)
async def root_file(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """What stands beside the page: its icon."""
    return _file(request, name, "public, max-age=3600")


def _file(request: Request[Any, Any, Any], name: str, keep: str) -> Response[bytes]:
    """A file of the client, and nothing outside it."""
    folder = client_folder()
    if folder is None or "\0" in name or len(name) > LONGEST_NAME:
        raise NotFoundException("there is no such page.")
    wanted = (folder / name).resolve()
    if not wanted.is_relative_to(folder.resolve()) or not wanted.is_file():
        raise NotFoundException("there is no such page.")
    kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    headers = {"cache-control": keep}
    if wanted.suffix not in PACKED:
        return Response(wanted.read_bytes(), media_type=kind, headers=headers)
    headers["vary"] = "accept-encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(wanted.read_bytes(), media_type=kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(_packed(wanted, wanted.stat().st_mtime), media_type=kind, headers=headers)


@lru_cache(64)
def _packed(path: Path, _changed: float) -> bytes:
    return gzip.compress(path.read_bytes(), 9)


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> dict[str, Any]:
    from undertow.table.openapi import document

    return document()


def create_app(storage: Storage | None = None, bot_pause: float | None = None, documented: bool = False) -> Litestar:
    """The application; `documented` only to make its OpenAPI document, which is served with more in it."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        kept = storage or Storage()
        house = House(kept, Thinkers(), bot_pause, Scribe(kept.url))
        app.state.house = house
        app.state.people = People(kept)
        app.state.limiter = guard.limiter()
        house.open()
        try:
            yield
        finally:
            await house.close()

    return Litestar(
        [page, asset, root_file, openapi, *api.HANDLERS, *live.HANDLERS],
        lifespan=[lifespan],
        middleware=[DefineMiddleware(guard.Guard)],
        exception_handlers={
            UndertowError: guard.refused,
            HTTPException: lost,
            Exception: guard.broken,
        },
        request_max_body_size=guard.BODY,
        openapi_config=OpenAPIConfig("Undertow", __version__, use_handler_docstrings=True) if documented else None,
        logging_config=None,
    )
