"""The documents under /docs: a site that `.ci/docs` builds from the Markdown in the repository."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from undertow.table import static

FIRST = "/docs/index.html"  # links of a page lead on from its folder, so every page has a name
NOT_BUILT = """<!doctype html><html lang="en"><title>Undertow</title>
<p>The documents are not built: in a checkout, <code>.ci/docs</code> does it.</p>"""


def site_folder() -> Path | None:
    """The built site: in the package, or in the build folder of a checkout."""
    here = Path(__file__).parent
    for folder in (here / "site", here.parents[2] / "build" / "site"):
        if (folder / "index.html").exists():
            return folder
    return None


@get("/docs", include_in_schema=False)
async def first_document() -> Redirect:
    return Redirect(FIRST)


@get("/docs/{path:path}", include_in_schema=False)
async def document(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    return await asyncio.to_thread(_document, request, str(path).lstrip("/"))


def _document(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    if site_folder() is None:
        return Response(NOT_BUILT.encode(), status_code=404, media_type="text/html; charset=utf-8")
    keep = "no-cache" if name.endswith(".html") else "public, max-age=3600"
    return static.file(request, site_folder, name, keep)


HANDLERS = [first_document, document]
