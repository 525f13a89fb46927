"""What a host can watch: numbers at `/metrics` and the log. Neither tells anybody's secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.table.conftest import PATIENCE, Guest, Json, Refusal, Server, Servers, questions, wait_until
from tests.table.test_servers import houses
from undertow.core.errors import IllegalAction
from undertow.table.links import Damaged
from undertow.table.logs import Json as JsonLines
from undertow.table.logs import Plain
from undertow.table.metrics import EVERY, Metrics
from undertow.table.tallies import TALLY

pytestmark = pytest.mark.compiled

TOKEN = "numbers-for-the-host"
SEATS = ["swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4"]


@pytest.fixture(scope="module")
def watched(servers: Servers) -> Iterator[Server]:
    started = servers(UNDERTOW_METRICS=TOKEN, UNDERTOW_LOG="json")
    yield started
    started.kill()


def numbers(server: Server) -> dict[str, float]:
    answer = httpx.get(
        f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE, trust_env=False
    )
    assert answer.status_code == 200, answer.text
    lines = [line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def play(server: Server) -> tuple[str, list[str]]:
    """A whole match in the browser's way, with a bot, a link to a seat, a token, chat and refusals; the table, and
    everything about it that is somebody's secret."""
    ann, bo = Guest(server.url, "Ann"), Guest(server.url, "Bo")
    table = ann.new_table(players=4, sit=SEATS[:2], bots={SEATS[3]: "random"})
    link = ann.client.post(f"/api/tables/{table}/ticket", json={"seat": SEATS[0], "kind": "share"}).json()["ticket"]
    assert bo.client.post(f"/api/tables/{table}/ticket/use", json={"ticket": link}).status_code == 200
    token = httpx.post(f"{server.url}/api/tokens", json={"name": "Robin"}, timeout=PATIENCE, trust_env=False).json()
    robin = {"Authorization": f"Bearer {token['token']}"}
    sit = {"type": "sit", "id": "robin-sits", "seat": SEATS[2]}
    path = f"{server.url}/api/tables/{table}/commands"
    assert httpx.post(path, json=sit, headers=robin, timeout=PATIENCE, trust_env=False).status_code == 200
    leave = {"type": "leave", "id": "robin-leaves", "seat": SEATS[2]}
    assert httpx.post(path, json=leave, headers=robin, timeout=PATIENCE, trust_env=False).status_code == 200
    ann.command(table, "set_bot", seat=SEATS[2], level="random")
    ann.command(table, "start")
    ann.command(table, "say", text="my word is barracuda")
    played: list[str] = []
    with ann.live(table) as line:
        while (update := line.until(lambda new: questions(new) or new["table"]["status"] == "over")) and (
            asked := questions(update)
        ):
            action = asked[0]["actions"][0]["action"]
            with pytest.raises(Refusal):
                line.command("act", seat=asked[0]["seat"], action="card 99")
            line.command("act", seat=asked[0]["seat"], action=action, asked=asked[0]["asked"])
            played.append(action)
            line.until(partial(_moved_on, asked))
        cursor = line.notes.cursor
    seed: Json = ann.look(table)["table"]
    return table, [
        link,
        token["token"],
        ann.cookie,
        bo.cookie,
        cursor,
        "barracuda",
        "robin-sits",
        seed["seed"],
        *played,
    ]


def _moved_on(asked: list[Json], update: Json) -> bool:
    return questions(update) != asked


def test_the_numbers_grow_and_name_nobody(watched: Server) -> None:
    before = numbers(watched)
    table, _ = play(watched)
    httpx.get(f"{watched.url}/api/me", headers={"Host": "elsewhere.example"}, timeout=PATIENCE, trust_env=False)
    after = wait_until(lambda: found if (found := numbers(watched)) != before else {}, pause=0.2)
    for name in (
        "undertow_moves_total",
        "undertow_command_seconds_count",
        'undertow_command_seconds_bucket{le="+Inf"}',
        'undertow_commands_total{outcome="done"}',
        'undertow_commands_total{outcome="refused"}',
        "undertow_bot_seconds_count",
        'undertow_answers_total{status="421"}',
    ):
        assert after[name] > before.get(name, 0.0), name
    assert after["undertow_tables"] >= 1
    assert {"undertow_errors_total", 'undertow_connections{kind="socket"}', "process_open_fds"} <= set(after)
    labels = {label for name in after for label in re.findall(r'(\w+)="', name)}
    assert labels <= {"le", "outcome", "kind", "status", "version"}  # neither tables nor people, nor games
    assert table not in "".join(after)


def test_the_numbers_are_no_stopwatch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        async with houses(f"sqlite:///{tmp_path / 'tables.sqlite'}") as [house]:
            now = 100.0
            monkeypatch.setattr("undertow.table.metrics.time.monotonic", lambda: now)
            page = Metrics(house)
            first = page.page()
            TALLY.moves += 1
            now += EVERY - 0.1
            assert page.page() == first
            now += 0.2
            assert page.page() != first

    asyncio.run(look())


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}])
def test_the_numbers_need_their_token(watched: Server, headers: dict[str, str]) -> None:
    answer = httpx.get(f"{watched.url}/metrics", headers=headers, timeout=PATIENCE, trust_env=False)
    assert answer.status_code == 401
    assert "undertow_" not in answer.text


def test_without_a_token_there_are_no_numbers(server: Server) -> None:
    answer = httpx.get(
        f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE, trust_env=False
    )
    assert answer.status_code == 404


# The log ------------------------------------------------------------------------------------------------------------


def test_the_log_is_lines_of_json_without_anybody_s_secrets(servers: Servers) -> None:
    server = servers(UNDERTOW_LOG="json")
    table, secrets = play(server)
    scribe = subprocess.run(
        ["pgrep", "-P", str(server.pid), "-f", "undertow.table.scribe"], capture_output=True, check=True
    )
    os.kill(int(scribe.stdout.split()[0]), signal.SIGKILL)  # so that there are errors to tell of
    ann = Guest(server.url, "Ann")
    ann.client.get(f"/api/tables/{table}/live?cursor=conger&ticket=lamprey%0d%0a")
    with ann.client.stream("GET", f"/api/tables/{table}/events?cursor=conger&ticket=lamprey") as stream:
        next(stream.iter_lines())
    with pytest.raises((InvalidStatus, ConnectionClosed)), ann.live("no-such-table", "conger") as line:
        line.receive()
    more, secret = play(server)
    os.kill(server.pid, signal.SIGTERM)
    wait_until(lambda: not server.alive)
    lines = [json.loads(line) for line in server.output.splitlines()]
    assert lines[0]["message"].startswith("Tables are served at http://127.0.0.1:")
    assert [line["message"] for line in lines[-2:]] == ["stopping: moves under way become durable first", "stopped"]
    assert all(set(line) <= {"time", "level", "message", "logger", "errors"} for line in lines)
    for hidden in (*secrets, *secret, "conger", "lamprey", "Ann", "Robin", "ticket="):
        assert hidden not in server.output
    assert more != table


def told_of(formatter: logging.Formatter, *said: object, error: BaseException | None = None) -> str:
    """What the log says of a sentence with an error."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(formatter)
    log = logging.Logger("undertow.table")
    log.addHandler(handler)
    log.error(*said, exc_info=error)
    return out.getvalue()


def failed(error: Exception, cause: Exception | None = None) -> Exception:
    try:
        raise error from cause
    except type(error) as caught:
        return caught


@pytest.mark.parametrize("formatter", [Plain(), JsonLines()])
def test_an_error_is_told_without_the_words_that_may_be_somebody_s(formatter: logging.Formatter) -> None:
    error = failed(KeyError("card 5"), failed(IllegalAction("swimmer 1 cannot play card 5")))
    said = told_of(formatter, "table %s: %s", "abc", IllegalAction("card 5 is not in your hand"), error=error)
    assert "card 5" not in said
    assert "table abc: IllegalAction" in said
    assert said.index("IllegalAction", said.index("abc: Ill") + 8) < said.index("KeyError")
    assert "test_watching.py" in said
    full = told_of(formatter, "it broke", error=failed(OSError(28, "No space left on device")))
    assert "No space left on device" in full
    assert "entry 3 is missing" in told_of(formatter, "%s", Damaged("abc", "entry 3 is missing in its log"))
    assert told_of(JsonLines(), "one\nline").count("\n") == 1
