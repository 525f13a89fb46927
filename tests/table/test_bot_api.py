"""The bot API: the example of docs/bots_online.md plays whole games, and what the stream tells."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.conftest import PATIENCE, SWIM_WITH_A_5, Guest, Json, Server, questions
from tests.table.test_api import SWIMMERS, THREE_BOTS, ready
from undertow.table import messages as m

pytestmark = pytest.mark.compiled
PAGE = Path(__file__).parents[2] / "docs" / "bots_online.md"
WHOLE, JAWS_TABLE = re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
HOME = "http://127.0.0.1:7734"


class Bot:
    """Somebody with a token."""

    def __init__(self, server: Server, name: str = "Driftwood") -> None:
        self.token: str = httpx.post(
            f"{server.url}/api/tokens", json={"name": name}, trust_env=False, timeout=PATIENCE
        ).json()["token"]
        headers = {"Authorization": f"Bearer {self.token}"}
        self.client = httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE, trust_env=False)
        self._ids = itertools.count(1)

    def command(self, table: str, type: str, **fields: Any) -> httpx.Response:
        command = {"type": type, "id": f"c{next(self._ids)}"} | fields
        return self.client.post(f"/api/tables/{table}/commands", json=command)

    @contextmanager
    def stream(self) -> Iterator[Iterator[Json]]:
        """The lines of the stream, each checked against its struct."""
        with self.client.stream("GET", "/api/bot/stream") as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            yield (json.loads(line) for line in answer.iter_lines())


def seats(stream: Iterator[Json]) -> Iterator[Json]:
    return (event for event in stream if event["type"] == "seat")


def run_example(server: Server, code: str) -> str:
    """What the example prints."""
    assert HOME in code
    done = subprocess.run(
        [sys.executable, "-c", code.replace(HOME, server.url)],
        env=os.environ | {"NO_PROXY": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# The page -------------------------------------------------------------------------------------------------------------


def test_the_example_plays_a_whole_game(server: Server) -> None:
    printed = run_example(server, WHOLE).splitlines()
    link = printed[0].removeprefix("Watch at /t/")
    assert " wins: " in printed[1] or " win: " in printed[1]
    update = httpx.get(f"{server.url}/api/tables/{link}", trust_env=False, timeout=PATIENCE).json()
    assert update["table"]["status"] == "over"
    assert update["result"]["words"] == printed[1]
    assert update["table"]["seats"][0]["people"] == ["Bot Driftwood"]


def test_the_example_is_short() -> None:
    lines = [line for line in WHOLE.splitlines() if line.strip() and not line.startswith("import")]
    assert len(lines) <= 14
    assert max(map(len, lines)) <= 120


def test_the_same_bot_plays_jaws(server: Server) -> None:
    ready(server, "jaws")
    table = next(line for line in WHOLE.splitlines() if line.startswith("table = "))
    printed = run_example(server, WHOLE.replace(table, JAWS_TABLE.strip())).splitlines()
    assert " wins: " in printed[1] or " win: " in printed[1]


def test_the_page_tells_no_old_stories() -> None:
    """Commands and statuses that the page names are those of the protocol."""
    text = PAGE.read_text(encoding="utf-8")
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        content = json.loads(block)
        if content["type"] == "act":
            m.decode_command(block)
        else:
            assert content.keys() == {"type", "id", "ok", "error"}


# The stream -----------------------------------------------------------------------------------------------------------


def test_a_bot_joins_a_table_of_people(server: Server) -> None:
    ann, bot = Guest(server.url, "Ann"), Bot(server)
    table = ann.new_table(players=4, sit=SWIMMERS[:3])
    with bot.stream() as stream:
        assert bot.command(table, "sit", seat="swimmer 4").status_code == 200
        first = next(seats(stream))
        assert (first["table"], first["seat"], first["status"], first["eyes"]) == (
            table,
            "swimmer 4",
            "gathering",
            None,
        )
        ann.command(table, "start")
        begun = next(event for event in seats(stream) if event["eyes"])
        assert begun["eyes"]["viewer"] == "swimmer 4"
        [question] = begun["eyes"]["questions"]
        assert SWIM_WITH_A_5 in question["actions"]
        answer = bot.command(table, "act", seat="swimmer 4", action="card 5", asked=question["asked"])
        assert answer.json()["ok"]
        after = next(event for event in seats(stream) if not event["eyes"]["questions"][0]["actions"])
        assert after["eyes"]["questions"][0]["can_undo"]


def test_the_stream_breathes(server: Server) -> None:
    with Bot(server).stream() as stream:
        lines = [next(stream) for _ in range(2)]
    assert [line["type"] for line in lines] == ["alive", "alive"]
    assert lines[1]["now"] > lines[0]["now"]


def test_who_connects_again_is_told_everything_anew(server: Server) -> None:
    bot = Bot(server)
    new = {"game": "get-bit", "players": 4, "sit": SWIMMERS[:2], "bots": {"swimmer 3": "easy", "swimmer 4": "easy"}}
    table = bot.client.post("/api/tables", json={**new, "start": True}).json()["table"]
    for _ in range(2):
        with bot.stream() as stream:
            told = [next(seats(stream)) for _ in range(2)]
            assert {event["seat"] for event in told} == {"swimmer 1", "swimmer 2"}
            for event in told:
                assert event["table"] == table
                assert event["eyes"]["heard"]
                assert [question["seat"] for question in event["eyes"]["questions"]] == [event["seat"]]


def test_one_stream_for_all_tables(server: Server) -> None:
    bot = Bot(server)
    new = {"game": "get-bit", "players": 4, "sit": SWIMMERS[:1], "bots": THREE_BOTS, "start": True}
    tables = {bot.client.post("/api/tables", json=new).json()["table"] for _ in range(3)}
    with bot.stream() as stream:
        found = {event["table"] for event in itertools.islice(seats(stream), 3)}
    assert found == tables


def test_a_stream_tells_of_ones_own_seats_alone(server: Server) -> None:
    ann, bot, other = Guest(server.url, "Ann"), Bot(server), Bot(server, "Other")
    table = ann.new_table(players=4, sit=SWIMMERS[:2])
    bot.command(table, "sit", seat="swimmer 3")
    other.command(table, "sit", seat="swimmer 4")
    ann.command(table, "start")
    with bot.stream() as stream, other.stream() as others:
        mine, theirs = next(seats(stream)), next(seats(others))
        assert (mine["seat"], theirs["seat"]) == ("swimmer 3", "swimmer 4")
        ann.act(table, "swimmer 1", "card 5")
        ann.act(table, "swimmer 2", "card 4")
        for event in itertools.islice(seats(stream), 1):  # who has chosen while others still do comes in one line
            assert event["seat"] == "swimmer 3"
            assert event["eyes"]["viewer"] == "swimmer 3"
            assert all(swimmer["chosen"] is None for swimmer in event["eyes"]["view"]["swimmers"])


def test_refusals_are_as_the_page_says(server: Server) -> None:
    bot, ann = Bot(server), Guest(server.url, "Ann")
    new = {"game": "get-bit", "players": 4, "sit": SWIMMERS[:1], "bots": THREE_BOTS, "start": True}
    table = bot.client.post("/api/tables", json=new).json()["table"]
    answer = bot.command(table, "act", seat="swimmer 1", action="card 9")
    assert answer.status_code == 409
    assert answer.json()["error"] in PAGE.read_text(encoding="utf-8")
    assert bot.command("nowhere1", "start").status_code == 404
    assert bot.client.post(f"/api/tables/{table}/commands", json={"type": "act"}).status_code == 400
    assert bot.client.post("/api/tables", content=b" " * 64_001).status_code == 413
    assert httpx.get(f"{server.url}/api/bot/stream", trust_env=False, timeout=PATIENCE).status_code == 401
    assert ann.post(table, {"type": "act", "id": "1", "seat": "swimmer 1", "action": "card 1"}).status_code == 409


def test_two_streams_of_one_bot(server: Server) -> None:
    bot = Bot(server)
    with bot.stream() as one, bot.stream() as two:
        new = {"game": "get-bit", "players": 4, "sit": SWIMMERS, "start": True}
        table = bot.client.post("/api/tables", json=new).json()["table"]
        for stream in (one, two):
            assert next(seats(stream))["table"] == table


def test_a_stream_that_ends_is_noticed(server: Server) -> None:
    ann, bot = Guest(server.url, "Ann"), Bot(server)
    table = ann.new_table(players=4, sit=SWIMMERS[:3])
    bot.command(table, "sit", seat="swimmer 4")
    with ann.live(table) as live:
        with bot.stream() as stream:
            next(stream)
            live.until(lambda update: update["table"]["seats"][3]["connected"])
        live.until(lambda update: not update["table"]["seats"][3]["connected"])


def test_many_actions_at_once_from_a_bot_with_four_seats(server: Server) -> None:
    """All four of its seats choose in the same moment; nothing is refused."""
    bot = Bot(server)
    new = {"game": "get-bit", "players": 4, "sit": SWIMMERS, "start": True}
    table = bot.client.post("/api/tables", json=new).json()["table"]
    asked = {one["seat"]: one["asked"] for one in questions(bot.client.get(f"/api/tables/{table}").json())}
    answers: list[int] = []

    def act(seat: str) -> None:
        answers.append(bot.command(table, "act", seat=seat, action="card 3", asked=asked[seat]).status_code)

    threads = [threading.Thread(target=act, args=(seat,)) for seat in SWIMMERS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 4
