"""The documents under /docs: files of the built site and nothing else, or one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import create_test_client

from undertow.table import documents


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Documents</h1>", encoding="utf-8")
    (folder / "games" / "kelp.html").write_text("<h1>Kelp</h1>", encoding="utf-8")
    (folder / "film.webp").write_bytes(b"RIFF")
    (tmp_path / "secret.txt").write_text("a key", encoding="utf-8")
    monkeypatch.setattr(documents, "site_folder", lambda: folder)
    return folder


@pytest.mark.usefixtures("site")
def test_pages_and_files_are_served() -> None:
    with create_test_client(documents.HANDLERS) as client:
        for start in ("/docs", "/docs/", "/docs/index.html"):
            assert client.get(start).text == "<h1>Documents</h1>"
        page = client.get("/docs/games/kelp.html")
        assert (page.text, page.headers["content-type"]) == ("<h1>Kelp</h1>", "text/html; charset=utf-8")
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-encoding"] == "gzip"
        assert client.get("/docs/film.webp").headers["content-type"] == "image/webp"


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("path", ["nothing.html", "games", "..%2fsecret.txt", "%2e%2e/secret.txt", "a%00b", "x" * 300])
def test_nothing_else_is(path: str) -> None:
    with create_test_client(documents.HANDLERS) as client:
        answer = client.get(f"/docs/{path}")
        assert answer.status_code == 404
        assert "a key" not in answer.text


def test_a_sentence_where_they_are_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "site_folder", lambda: None)
    with create_test_client(documents.HANDLERS) as client:
        answer = client.get("/docs")
        assert answer.status_code == 404
        assert "The documents are not built" in answer.text
