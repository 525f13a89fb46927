"""The process that writes: what it says became of a commit is true, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.table.conftest import PATIENCE
from tests.table.test_storage import founding, said, standing
from undertow.table.scribe import NotWritten, Scribe
from undertow.table.storage import News, Storage, Taken

pytestmark = pytest.mark.compiled


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    opened = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield opened
    opened.close()


def new_table(storage: Storage) -> str:
    made = founding()
    storage.write([News(made.id, [], standing(), made)])
    return made.id


def test_what_it_wrote_is_there(storage: Storage) -> None:
    table = new_table(storage)

    async def write() -> None:
        scribe = Scribe(storage.url)
        await asyncio.gather(*(scribe.write([News(table, [said(n, "many")], None)], "here") for n in range(1, 20)))
        with pytest.raises(Taken) as taken:
            await scribe.write([News(table, [said(7, "too late")], None)], "here")
        assert taken.value.ids == {table}
        await scribe.write([News(table, [said(20, "on")], None)], "here")
        await scribe.close()

    asyncio.run(write())
    assert [entry.what for entry in storage.entries_after(table, 0)] == ["many"] * 19 + ["on"]


def test_an_answer_goes_to_whoever_asked_also_when_another_left(storage: Storage) -> None:
    table = new_table(storage)

    async def write() -> None:
        scribe = Scribe(storage.url)
        await scribe.write([News(table, [said(1)], None)], "here")
        left = asyncio.create_task(scribe.write([News(table, [said(1, "taken")], None)], "here"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        left.cancel()
        with suppress(asyncio.CancelledError, Taken):
            await left
        await scribe.write([News(table, [said(2)], None)], "here")
        await scribe.close()

    asyncio.run(write())
    assert len(storage.entries_after(table, 0)) == 2


def test_when_it_is_killed_the_commit_fails_and_another_takes_over(storage: Storage) -> None:
    table = new_table(storage)

    async def write() -> None:
        scribe = Scribe(storage.url)
        await scribe.write([News(table, [said(1)], None)], "here")
        assert scribe._process
        os.kill(scribe._process.pid, signal.SIGSTOP)
        waiting = asyncio.create_task(scribe.write([News(table, [said(2, "lost")], None)], "here"))
        while not scribe._waiting:  # until it is in the pipe
            await asyncio.sleep(0)
        os.kill(scribe._process.pid, signal.SIGKILL)
        with pytest.raises(NotWritten, match="is gone; there will be another"):
            await waiting
        await scribe.write([News(table, [said(2, "again")], None)], "here")
        await scribe.close()

    asyncio.run(write())
    assert [entry.what for entry in storage.entries_after(table, 0)][-1] == "again"


def test_it_ends_with_its_server_and_needs_no_rules(storage: Storage) -> None:
    """The pipe ends, and it ends; and it is small: the compiler of the rules is not loaded."""
    loaded = "import undertow.table.scribe, sys; print('numba' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout == "False\n"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "undertow.table.scribe"], input=b"", capture_output=True, timeout=PATIENCE
    )
    assert ended.returncode == 0
    assert ended.stdout == ended.stderr == b""
