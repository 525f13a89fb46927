"""`undertow admin` as a host meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.table.test_storage import change, five
from undertow.settings import Settings
from undertow.table.storage import Storage, url_of

pytestmark = pytest.mark.compiled


@pytest.fixture
def table(data_folder: Path) -> str:
    """A table that Hanna made, where Ann said five things."""
    storage = Storage(url_of(Settings(data=data_folder)))
    id = five(storage)
    storage.close()
    return id


def test_a_host_looks_around(undertow: Command, table: str) -> None:
    told = undertow("admin", "tables")
    assert (told.code, table in told.out, "1 table.\n" in told.out) == (0, True, True)
    told = undertow("admin", "people")
    assert (told.code, " Ann " in told.out, "2 people.\n" in told.out) == (0, True, True)
    assert undertow("admin", "people", "zoe").out == "0 people.\n"
    [line] = undertow("admin", "export", "all").out.splitlines()
    assert [entry["what"] for entry in json.loads(line)["entries"]] == [f"line {i}" for i in range(1, 6)]


def test_a_host_makes_a_backup_and_goes_back_to_it(undertow: Command, table: str, tmp_path: Path) -> None:
    told = undertow("admin", "backup", tmp_path / "backup")
    assert told.out.startswith("1 table with 5 entries are in '")
    assert undertow("admin", "close", table).out == f"Table {table} is closed.\n"
    told = undertow("admin", "restore", tmp_path / "backup")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "the database has 1 tables already" in told.err
    assert (
        undertow("admin", "restore", tmp_path / "backup", "--replace").out == "1 table with 5 entries are restored.\n"
    )
    assert undertow("fsck").code == 0


def test_a_host_deletes_a_person_and_old_tables(undertow: Command, table: str, data_folder: Path) -> None:
    assert "nothing was changed; `--yes` does it without asking." in undertow("admin", "delete-person", "Ann").err
    told = undertow("admin", "delete-person", "Ann", "--yes")
    assert "Ann is now 'Former player' at 1 table; 5 lines of chat and 0 tokens are deleted.\n" in told.out
    assert " Ann " not in undertow("admin", "people").out
    assert "Former player" in undertow("admin", "people").out
    assert undertow("admin", "vacuum", "--older-than", "90d", "--yes").out == "0 tables deleted.\n"
    storage = Storage(url_of(Settings(data=data_folder)))
    change(storage, "UPDATE tables SET updated = 1.0")
    storage.close()
    assert undertow("admin", "vacuum", "--older-than", "90d", "--yes").out == "1 table deleted.\n"
    assert undertow("admin", "tables", "--all").out == "0 tables.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["close", "nowhere"], "there is no table 'nowhere'; `undertow admin tables --all` lists them."),
        (["export", "nowhere"], "there is no table 'nowhere'; `undertow admin tables --all` lists them."),
        (
            ["delete-person", "Zoe"],
            "nobody here is called 'Zoe' or has that id; `undertow admin people` lists everybody.",
        ),
        (["restore", "nowhere"], "there is no backup 'nowhere'."),
        (["vacuum", "--older-than", "soon"], "--older-than must be days, weeks or years such as 90d, 12w or 1y; "),
        (["vacuum", "--older-than", "0d"], "--older-than must be days, weeks or years such as 90d, 12w or 1y; "),
        (["tables", "--settings", "none.toml"], "the settings file 'none.toml' cannot be read: "),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(undertow: Command, table: str, words: list[str], sentence: str) -> None:
    told = undertow("admin", *words)
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert told.err.startswith(f"undertow: {sentence}")


def test_a_host_without_a_database(undertow: Command, tmp_path: Path) -> None:
    for words in (["tables"], ["backup", str(tmp_path / "backup")], ["vacuum", "--older-than", "90d", "--yes"]):
        told = undertow("admin", *words)
        assert told.code == 2
        assert told.err.startswith("undertow: there is no database at ")
