"""`undertow serve` where it cannot start: one sentence, and nothing is damaged."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.table.conftest import free_port
from tests.table.test_storage import change, five, held_by_another
from undertow.settings import Settings, cache_folder
from undertow.table.storage import Storage, url_of

pytestmark = pytest.mark.compiled


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with a table."""
    found = url_of(Settings(data=tmp_path))
    with closing(Storage(found)) as storage:
        five(storage)
    return found


Refused = Callable[..., str]


@pytest.fixture
def refused(undertow: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Refused:
    """What it says, in one line."""

    def serve(*words: object, port: int | None = None, **env: str) -> str:
        for name, value in {"UNDERTOW_DATA": str(tmp_path), "UNDERTOW_CACHE": str(cache_folder()), **env}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("UNDERTOW_DATABASE", raising=False)
        said = undertow("serve", "--port", port or free_port(), *words)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("undertow: ")
        assert said.err.count("\n") == 1
        return said.err.removeprefix("undertow: ")

    return serve


def test_a_port_in_use(refused: Refused, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(port=port, UNDERTOW_DATA=str(tmp_path / "data"))
    assert said == f"cannot listen on 127.0.0.1 port {port}: Address already in use; try --port {port + 1}.\n"
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_written(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    said = refused(UNDERTOW_DATA=str(tmp_path / "file"))
    assert said == f"tables cannot be kept in '{tmp_path}/file/tables': Not a directory.\n"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_a_newer_database(refused: Refused, url: str, tmp_path: Path) -> None:
    with closing(Storage(url)) as storage:
        change(storage, "UPDATE alembic_version SET version_num = '9999'")
    before = (tmp_path / "tables" / "tables.sqlite").read_bytes()
    said = refused()
    assert said.startswith(
        "the database was made by a newer version of Undertow: its schema is 9999, and this version "
    )
    assert said.endswith("nothing was changed.\n")
    assert (tmp_path / "tables" / "tables.sqlite").read_bytes() == before


def test_a_file_that_is_no_database(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "tables.sqlite").write_text("a letter to my aunt " * 99, encoding="utf-8")
    assert refused() == "the database cannot be used: file is not a database.\n"
    assert (tmp_path / "tables" / "tables.sqlite").read_text(encoding="utf-8").startswith("a letter")


def test_two_servers_on_one_sqlite(refused: Refused, url: str) -> None:
    with held_by_another(url) as process:
        said = refused()
    assert f"is in use by another server (process {process}): stop that one first, or set UNDERTOW_DATA" in said


def test_metrics_without_what_writes_them(refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)  # as if it were not installed
    said = refused(UNDERTOW_METRICS="numbers-for-the-host")
    assert said == (
        "metrics are switched on, but what writes them is not installed: pip install 'undertow[metrics]'.\n"
    )
    assert not list(tmp_path.iterdir())


def test_a_settings_file_with_a_mistake(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text("ratio = 1\n", encoding="utf-8")
    assert refused("--settings", file).startswith("there is no setting in ")
    assert list(tmp_path.iterdir()) == [file]


def test_a_data_folder_that_is_no_volume_where_it_must_be_one(refused: Refused, tmp_path: Path) -> None:
    said = refused(UNDERTOW_MOUNTED="1")
    assert said.startswith(f"no volume is mounted at '{tmp_path}', so tables would be gone with this container")
    assert not list(tmp_path.iterdir())
