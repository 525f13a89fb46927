"""`undertow fsck` as a host meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.table.test_storage import change, five
from undertow.settings import Settings
from undertow.table.storage import Storage, url_of

pytestmark = pytest.mark.compiled


def test_a_host_is_told_what_is_damaged_and_mends_it(undertow: Command, data_folder: Path) -> None:
    storage = Storage(url_of(Settings(data=data_folder)))
    hurt, fine = five(storage), five(storage)
    assert undertow("fsck").out == "2 tables with 10 entries: all whole.\n"
    change(storage, "DELETE FROM entries WHERE table_id = :id AND number = 3", id=hurt)
    told = undertow("fsck")
    assert told.code == 1
    assert f"table {hurt}: entry 3 is missing in its log\n" in told.out
    assert "2 tables with 7 entries: 1 damaged, 0 mended." in told.out
    assert "undertow fsck --repair" in told.out
    assert fine not in told.out
    mended = undertow("fsck", "--repair")
    assert mended.code == 0
    assert f"table {hurt}: entry 3 is missing in its log; it goes on after entry 2; 2 later entries were set aside" in (
        mended.out
    )
    assert undertow("fsck").out == "2 tables with 7 entries: all whole.\n"
    storage.close()


def test_a_host_without_a_database(undertow: Command) -> None:
    told = undertow("fsck")
    assert told.code == 2
    assert told.err.startswith("undertow: there is no database at ")
