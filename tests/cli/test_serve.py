"""`undertow serve` where it cannot start: one sentence, and nothing is damaged."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from tests.table.conftest import free_port
from tests.table.test_storage import change, five, held_by_another
from tests.test_settings import served
from undertow.settings import Settings
from undertow.table.storage import Storage, url_of

pytestmark = pytest.mark.compiled


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with a table."""
    found = url_of(Settings(data=tmp_path))
    with closing(Storage(found)) as storage:
        five(storage)
    return found


def refused(data: Path, port: int | None = None) -> str:
    """What it says."""
    said = served("--port", port or free_port(), UNDERTOW_DATA=str(data), UNDERTOW_DATABASE="")
    assert said.startswith("undertow: ")
    assert said.count("\n") == 1
    return said.removeprefix("undertow: ")


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(tmp_path / "data", port)
    assert said == f"cannot listen on 127.0.0.1 port {port}: Address already in use; try --port {port + 1}.\n"
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    said = refused(tmp_path / "file")
    assert said == f"tables cannot be kept in '{tmp_path}/file/tables': Not a directory.\n"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_a_newer_database(url: str, tmp_path: Path) -> None:
    with closing(Storage(url)) as storage:
        change(storage, "UPDATE alembic_version SET version_num = '9999'")
    before = (tmp_path / "tables" / "tables.sqlite").read_bytes()
    said = refused(tmp_path)
    assert said.startswith(
        "the database was made by a newer version of Undertow: its schema is 9999, and this version "
    )
    assert said.endswith("nothing was changed.\n")
    assert (tmp_path / "tables" / "tables.sqlite").read_bytes() == before


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "tables.sqlite").write_text("a letter to my aunt " * 99, encoding="utf-8")
    assert refused(tmp_path) == "the database cannot be used: file is not a database.\n"
    assert (tmp_path / "tables" / "tables.sqlite").read_text(encoding="utf-8").startswith("a letter")


def test_two_servers_on_one_sqlite(url: str, tmp_path: Path) -> None:
    with held_by_another(url) as process:
        said = refused(tmp_path)
    assert f"is in use by another server (process {process}): stop that one first, or set UNDERTOW_DATA" in said


def test_metrics_without_what_writes_them(tmp_path: Path) -> None:
    (tmp_path / "prometheus_client.py").write_text("raise ImportError", encoding="utf-8")
    said = served(
        "--port",
        free_port(),
        UNDERTOW_DATA=str(tmp_path / "data"),
        UNDERTOW_METRICS="numbers-for-the-host",
        PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2] / 'src'}",
    )
    assert "metrics are switched on, but what writes them is not installed: pip install 'undertow[metrics]'." in said
    assert not (tmp_path / "data").exists()
