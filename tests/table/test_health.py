"""`/healthz` and `/readyz`, and how a server stops: nothing is lost that was sent, and all are told to come back."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from bench.partitions import Proxy
from websockets.exceptions import ConnectionClosed

from tests.table.conftest import PATIENCE, Guest, Live, Server, Servers, new_database, questions, wait_until
from tests.table.test_storage import change
from undertow.table.leaving import COME_BACK, WORDS
from undertow.table.storage import Storage

pytestmark = pytest.mark.compiled

READY, SILENT = (200, "ready\n"), (503, "the database does not answer.\n")
SEATS = ["swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4"]


def asked(server: Server, page: str) -> tuple[int, str]:
    answer = httpx.get(f"{server.url}/{page}", timeout=PATIENCE, trust_env=False)
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.text


@pytest.fixture
def fresh_database(postgres: str) -> Iterator[str]:
    yield from new_database(postgres)


# Health -------------------------------------------------------------------------------------------------------------


def test_a_server_that_is_well_says_so(server: Server) -> None:
    assert asked(server, "healthz") == (200, "ok\n")
    wait_until(lambda: asked(server, "readyz") == READY)  # as soon as the process that writes has started


def test_a_database_that_hangs_is_noticed_and_keeps_nobody_waiting(servers: Servers, fresh_database: str) -> None:
    proxy = Proxy(f"{parse_qs(urlsplit(fresh_database).query)['host'][0]}/.s.PGSQL.5432")
    url = f"postgresql://postgres@127.0.0.1:{proxy.port}{urlsplit(fresh_database).path}"
    server = servers(url)
    wait_until(lambda: asked(server, "readyz") == READY)
    proxy.hold()
    wait_until(lambda: asked(server, "readyz") == SILENT)
    assert asked(server, "healthz") == (200, "ok\n")
    proxy.heal()
    wait_until(lambda: asked(server, "readyz") == READY)
    proxy.cut()
    wait_until(lambda: asked(server, "readyz") == SILENT)
    proxy.heal()
    wait_until(lambda: asked(server, "readyz") == READY)
    assert "not ready: the database does not answer." in server.output
    proxy.hold()
    os.kill(server.pid, signal.SIGTERM)
    wait_until(lambda: not server.alive)  # it ends although the database hangs
    proxy.close()


def test_a_database_with_another_schema_is_not_ready(servers: Servers) -> None:
    server = servers()
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    change(storage, "UPDATE alembic_version SET version_num = '9999'")
    storage.close()
    wait_until(lambda: asked(server, "readyz")[1].startswith("the database has schema 9999, and this server needs "))
    assert asked(server, "readyz")[0] == 503
    server.kill()


# Stopping -----------------------------------------------------------------------------------------------------------


def a_match(server: Server) -> tuple[str, Guest]:
    ann = Guest(server.url, "Ann")
    return ann.new_table(players=4, sit=SEATS, start=True), ann


def sent_away(line: Live) -> ConnectionClosed:
    """Take in what comes until the end."""
    try:
        while True:
            line.receive()
    except ConnectionClosed as ended:
        return ended


def test_who_is_there_is_told_to_come_back_and_every_answer_was_true(servers: Servers) -> None:
    server = servers()
    for told in (signal.SIGTERM, signal.SIGINT):
        check_that_nothing_is_lost(server, told)
    server.stop()


def check_that_nothing_is_lost(server: Server, told: signal.Signals) -> None:
    """Four choices are under way when the server is told to stop; then it starts again."""
    table, ann = a_match(server)
    with ann.live(table) as line, Guest(server.url).live(table) as watcher:
        offers = {offer["seat"]: offer for offer in questions(line.until(questions))}
        sent = {
            seat: line.send("act", seat=seat, action=offer["actions"][0]["action"], asked=offer["asked"])
            for seat, offer in offers.items()
        }
        os.killpg(server.pid, told)  # to all its processes, as systemd and Ctrl-C do
        ended = sent_away(line)
        assert ended.rcvd is not None
        assert (ended.rcvd.code, ended.rcvd.reason) == (COME_BACK, WORDS)
        bye = sent_away(watcher).rcvd
        assert bye is not None
        assert bye.code == COME_BACK
    wait_until(lambda: not server.alive)
    assert "Traceback" not in server.output
    server.start().wait("get-bit")
    with ann.live(table) as line:
        for seat, id in sent.items():  # as the page does: with the same id
            offer = offers[seat]
            line.command("act", id=id, seat=seat, action=offer["actions"][0]["action"], asked=offer["asked"])
        line.until(lambda update: update["eyes"][0]["view"]["round"] == 2)
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    written = [entry.command for entry in storage.entries_after(table, 0) if entry.kind == "act"]
    storage.close()
    assert sorted(filter(None, written)) == sorted(f"{ann.person}.{id}" for id in sent.values())
    for id in line.acks:
        assert line.acks[id]["ok"]


def test_streams_end_and_say_when_to_try_again(servers: Servers) -> None:
    server = servers()
    table, ann = a_match(server)
    with (
        ann.client.stream("GET", f"/api/tables/{table}/events") as events,
        ann.client.stream("GET", "/api/bot/stream") as seats,
    ):
        lines, told = events.iter_lines(), seats.iter_lines()
        assert next(lines) == "event: update"
        assert SEATS[0] in next(told)
        os.kill(server.pid, signal.SIGTERM)
        assert "retry: 1000" in list(lines)  # and the answer ends as an answer should
        list(told)
    wait_until(lambda: not server.alive)


def test_bots_that_play_do_not_keep_a_server_from_stopping(servers: Servers) -> None:
    server = servers()
    host = Guest(server.url, "Host")
    for _ in range(5):
        host.new_table(players=4, bots=dict.fromkeys(SEATS, "random"), start=True)
    os.kill(server.pid, signal.SIGTERM)
    wait_until(lambda: not server.alive)
    assert "Traceback" not in server.output
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, 0)
        wait_until(lambda: not _has_processes(server.pid))  # its workers are gone with it


def _has_processes(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
