"""A site is upgraded while people play: an old server, a new one, and one database. The new one stands for a version
that is yet to come: it is this one with one more migration."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import undertow
from tests.table.conftest import Guest, Live, Server, Servers, new_database, questions, wait_until
from tests.table.test_fsck import looked
from tests.table.test_health import sent_away
from tests.table.test_old_tables import ANN, as_version_1_wrote_it, readable
from undertow.settings import Settings
from undertow.table.decide import LINES_EACH
from undertow.table.leaving import COME_BACK
from undertow.table.people import People
from undertow.table.storage import NEWEST, Storage, url_of

pytestmark = pytest.mark.compiled

SEATS = ["swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4"]
MIGRATION = f'''
"""What a newer version adds."""

import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{NEWEST}"


def upgrade() -> None:
    op.add_column("tables", sa.Column("mood", sa.Text, nullable=False, server_default="calm"))
'''


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What makes a server the newer version."""
    folder = tmp_path_factory.mktemp("newer")
    package = Path(undertow.__file__).parent
    shutil.copytree(package, folder / "undertow", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "undertow" / "table" / "migrations" / "versions" / "9000_mood.py").write_text(MIGRATION, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


@pytest.fixture
def shared(postgres: str) -> Iterator[str]:
    yield from new_database(postgres)


class Player:
    """Ann at all seats, who says something again and again, with the ids of what she sent and what was acknowledged."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.table = guest.new_table(players=4, sit=SEATS, start=True)
        self.sent: list[dict[str, Any]] = []
        self.acknowledged: set[str] = set()

    def talk(self, line: Live, enough: int) -> None:
        while len(self.sent) < enough:
            id = f"line-{len(self.sent)}"
            self.sent.append({"type": "say", "id": id, "text": id})
            assert line.command("say", id=id, text=id)["ok"]
            self.acknowledged.add(id)
            time.sleep(0.02)  # most of it should not be said before the new server has begun

    def talk_until_sent_away(self) -> int:
        """The code she is sent away with. Having said all that one person may say, she only listens."""
        try:
            with self.guest.live(self.table) as line:
                self.talk(line, LINES_EACH)
                while True:
                    line.receive()
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd else 0

    def come_to(self, server: Server) -> None:
        """As the page does: what was not acknowledged is sent again, with the same id."""
        self.guest = self.guest.at(server.url)
        for command in self.sent:
            if command["id"] not in self.acknowledged:
                assert self.guest.post(self.table, command).json()["ok"]
        with self.guest.live(self.table) as line:
            for asked in questions(line.until(questions)):
                line.command("act", seat=asked["seat"], action=asked["actions"][0]["action"], asked=asked["asked"])
            line.until(lambda update: update["eyes"][0]["view"]["round"] == 2)

    def said(self, url: str) -> list[str]:
        storage = Storage(url, migrate=False)
        found = [entry.what for entry in storage.entries_after(self.table, 0) if entry.kind == "say"]
        storage.close()
        return found


def test_with_postgresql_the_new_server_takes_over_from_the_old_one(
    servers: Servers, shared: str, newer: dict[str, str], tmp_path: Path
) -> None:
    old = servers(shared)
    ann, idle = Player(Guest(old.url, "Ann")), Guest(old.url, "Bo")
    with idle.live(ann.table) as line:
        new = Server(tmp_path, shared, **newer).start()
        assert ann.talk_until_sent_away() == COME_BACK
        sent_away(line)  # and so was somebody who only looked
    wait_until(lambda: not old.alive)
    assert "a newer version of Undertow has changed the database: this server stops" in old.output
    assert "Traceback" not in old.output
    new.wait("get-bit")
    ann.come_to(new)
    assert ann.said(shared) == [command["text"] for command in ann.sent]  # each once, in order
    assert ann.acknowledged
    old.start()
    wait_until(lambda: not old.alive)
    assert "the database was made by a newer version of Undertow: its schema is 9000" in old.output
    new.kill()


def test_with_sqlite_one_comes_after_the_other(servers: Servers, newer: dict[str, str]) -> None:
    old = servers()
    ann = Player(Guest(old.url, "Ann"))
    with ann.guest.live(ann.table) as line:
        ann.talk(line, 20)
    os.kill(old.pid, signal.SIGTERM)
    wait_until(lambda: not old.alive)
    url = f"sqlite:///{old.data / 'tables' / 'tables.sqlite'}"
    assert looked(url) == []
    new = Server(old.data, **newer).start().wait("get-bit")
    ann.come_to(new)
    assert ann.said(url) == [command["text"] for command in ann.sent]
    new.stop()
    before = ann.said(url)
    old.start()
    wait_until(lambda: not old.alive)
    assert "the database was made by a newer version of Undertow: its schema is 9000" in old.output
    assert ann.said(url) == before


def test_a_match_that_the_first_version_left_running_goes_on(tmp_path: Path) -> None:
    url = url_of(Settings(data=tmp_path))
    old = readable("get-bit")
    decided = [line for line in old["lines"] if line[0] != "chance"]
    made = as_version_1_wrote_it(url, "get-bit", old, len(decided) // 2, "running")
    server = Server(tmp_path).start().wait("get-bit")
    storage = Storage(url)
    ann = Guest(server.url, cookie=People(storage).cookie(ANN))
    before = len(storage.entries_after(made.id, 0))
    with ann.live(made.id) as line:
        asked = questions(line.until(questions))[0]
        line.command("act", seat=asked["seat"], action=asked["actions"][0]["action"], asked=asked["asked"])
    assert len(storage.entries_after(made.id, 0)) == before + 1
    storage.close()
    server.stop()
