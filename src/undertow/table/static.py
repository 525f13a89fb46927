"""Files that are served as they are: of the client, and of the documents."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response
from litestar.exceptions import NotFoundException

LONGEST_NAME = 200  # bytes of a file's name
PACKED = frozenset({".css", ".html", ".js", ".json", ".svg"})  # files that travel compressed


def file(
    request: Request[Any, Any, Any], find_folder: Callable[[], Path | None], name: str, keep: str
) -> Response[bytes]:
    """A file of the folder, and nothing outside it."""
    folder = find_folder()
    if folder is None or "\0" in name or len(name.encode(errors="replace")) > LONGEST_NAME:
        raise NotFoundException("there is no such page.")
    wanted = (folder / name).resolve()
    if not wanted.is_relative_to(folder.resolve()) or not wanted.is_file():
        raise NotFoundException("there is no such page.")
    kind = _kinds().guess_type(wanted.name)[0] or "application/octet-stream"
    headers = {"cache-control": keep}
    if wanted.suffix not in PACKED:
        return Response(wanted.read_bytes(), media_type=kind, headers=headers)
    headers["vary"] = "accept-encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(wanted.read_bytes(), media_type=kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(_packed(wanted, wanted.stat().st_mtime), media_type=kind, headers=headers)


@cache
def _kinds() -> mimetypes.MimeTypes:
    """Read from the system's files when they are needed, not when a server starts."""
    known = mimetypes.MimeTypes()
    known.add_type("image/webp", ".webp")  # not every system knows
    return known


@lru_cache(128)
def _packed(path: Path, _changed: float) -> bytes:
    return gzip.compress(path.read_bytes(), 9)
