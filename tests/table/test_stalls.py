"""Nothing that computes or waits runs in the event loop: a watchdog looks at what its thread does in one go.

What is measured is the computing time of that thread, not the time that passes: it is the same on a busy machine. Calls
that would wait for a database or a clock are caught by name.
"""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests.table.conftest import Guest, Json, free_port, questions, wait_until
from undertow.bots.rehearsal import compile_rules
from undertow.core.box import Entry
from undertow.core.errors import UndertowError
from undertow.core.game import Game, find_game, game_names
from undertow.settings import Settings
from undertow.table.app import create_app
from undertow.table.serve import server

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
MOST = 0.05  # seconds of computing in one go
TABLES = 5  # of each game, with fuzzed house rules


class Watchdog:
    """What the threads of event loops do between two looks at who else wants something."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.stalls: list[str] = []
        self.waits: list[str] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """From here on. The collector of this big process is left out: a server's has its own settings."""
        gc.collect()
        gc.disable()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.events.Handle, "_run", self._timed(asyncio.events.Handle._run))
            patch.setattr(time, "sleep", self._asked("time.sleep", time.sleep))
            sa.event.listen(sa.Engine, "before_cursor_execute", self._before_sql)
            yield
        sa.event.remove(sa.Engine, "before_cursor_execute", self._before_sql)
        gc.enable()

    def _timed(self, really: Any) -> Any:
        def run(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            really(handle)
            took = time.thread_time() - began
            self.longest = max(self.longest, took)
            if took > MOST:
                self.stalls.append(f"{took:.3f} s: {handle!r}")

        return run

    def _asked(self, name: str, really: Any) -> Any:
        def ask(*args: Any) -> Any:
            self._note(name)
            return really(*args)

        return ask

    def _before_sql(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        self._note(statement)

    def _note(self, what: str) -> None:
        if asyncio._get_running_loop() is not None:
            self.waits.append(what)


class Inside:
    """A server in a thread of this process, so that its loop can be watched."""

    def __init__(self, data: Path) -> None:
        settings = Settings(data=data, rate=0, bot_pause=0)
        self.app = create_app(settings)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._server = server(self.app, "127.0.0.1", port, settings, loop="asyncio")
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Inside:
        for game in game_names():
            compile_rules(game)  # until then steps are slower
        self._thread.start()
        wait_until(self._is_ready)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()

    def _is_ready(self) -> bool:
        try:
            games = httpx.get(f"{self.url}/api/games", timeout=600, trust_env=False).json()
        except httpx.TransportError:
            return False
        return all(game["ready"] for game in games)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("inside")) as running:
        yield running


# Fuzzing --------------------------------------------------------------------------------------------------------------


def fuzzed(entry: Entry, value: Any, rng: random.Random) -> Any:
    """Another value of the same shape: often the least or the most that is allowed."""
    if entry.choices:
        return rng.choice(entry.choices)
    if isinstance(value, bool):
        return rng.random() < 0.5
    if isinstance(value, int) and entry.limits:
        least, most = map(int, entry.limits)
        return rng.choice((least, most, rng.randint(least, most)))
    if isinstance(value, list):
        return [fuzzed(entry, part, rng) for part in value]
    if isinstance(value, dict):
        return {key: fuzzed(entry, part, rng) for key, part in value.items()}
    return value


def house_rules(game: Game, rng: random.Random) -> Json:
    """Some that the box allows."""
    while True:
        chosen = rng.sample(sorted(game.entries), rng.randint(1, 5))
        settings = {key: fuzzed(game.entries[key], game.entries[key].value, rng) for key in chosen}
        try:
            game.set_up(None, settings)
        except UndertowError:
            continue
        return settings


def command(guest: Guest, update: Json, rng: random.Random) -> Json:
    """Something to say at a table: mostly a legal move, sometimes nonsense."""
    asked = questions(update)
    seat = rng.choice(update["table"]["seats"])["seat"]
    kind = rng.choice(("act", "act", "act", "act", "undo", "say", "ask_back", "answer_back", "back", "mix", "sit", "?"))
    said: Json = {"type": kind, "id": guest.new_id(), "seat": seat, "text": "x" * rng.randint(1, 300), "agree": True}
    wanted = {"undo": ("seat",), "say": ("text",), "ask_back": ("seat",), "answer_back": ("agree",), "back": ("seat",)}
    if kind == "act" and asked:
        question = rng.choice(asked)
        action = rng.choice(question["actions"])["action"] if rng.random() < 0.9 else "x" * 2000
        return {"type": "act", "id": said["id"], "seat": question["seat"], "action": action}
    return {key: said[key] for key in ("type", "id", *wanted.get(kind, ("seat",)))}


def play_a_little(guest: Guest, table: str, rng: random.Random) -> None:
    path = f"/api/tables/{table}"
    for _ in range(25):
        update = guest.look(table)
        guest.post(table, command(guest, update, rng))
        if rng.random() < 0.2:
            guest.client.get(f"{path}/beliefs")
        if rng.random() < 0.2:
            token = {"Authorization": f"Bearer ut_{rng.getrandbits(60)}"}
            answer = httpx.get(f"{guest.url}{path}", headers=token, timeout=600, trust_env=False)
            assert answer.status_code == 401
    for what in ("beliefs", "help", "replay", "replay/3", "match"):
        assert guest.client.get(f"{path}/{what}").status_code < 500


@pytest.mark.parametrize("name", game_names())
def test_the_loop_never_stands_still(inside: Inside, name: str) -> None:
    """Fuzzed house rules, tokens and commands."""
    game, rng = find_game(name), random.Random(name)
    ann = Guest(inside.url, "Ann")
    dog = Watchdog()
    with dog.watching():
        for number in range(TABLES):
            settings = house_rules(game, rng) if number else {}
            plan = ann.client.get(f"/api/games/{name}/plan", params={"settings": str(settings).replace("'", '"')})
            assert plan.status_code < 500
            players = game.players_with(settings)[0]
            seats = list(game.set_up(players, settings).seats)
            mine = seats[: len(seats) // 2] if number % 2 else seats
            bots = dict.fromkeys([seat for seat in seats if seat not in mine], "random")
            table = ann.new_table(name, players=players, settings=settings, sit=mine, bots=bots, start=True)
            with ann.live(table):
                play_a_little(ann, table, rng)
        for path in ("/", "/api/openapi.json", "/api/games", f"/api/games/{name}/rules", "/api/tables?list=mine"):
            assert ann.client.get(path).status_code == 200
    assert dog.waits == []
    assert dog.stalls == []
    assert dog.longest > 0.0  # it has looked


def test_the_dearest_odds_stop_nobody(inside: Inside) -> None:
    """The attack: three such requests left another table with two answers in half a minute."""
    ann = Guest(inside.url, "Ann")
    dear = {"dice.blue": 20, "dice.red": 6, "signs.total": 20, "signs.limit": 20}
    seats = ["player 1", "player 2"]
    tables = [
        ann.new_table("shark-attacks", players=2, settings=dear | {"target": n}, sit=seats, start=True)
        for n in (50, 60, 70)
    ]
    other = ann.new_table("get-bit", players=4, sit=[f"swimmer {n}" for n in range(1, 5)], start=True)
    dog = Watchdog()
    with dog.watching():
        asking = [
            threading.Thread(target=ann.at(inside.url).client.get, args=(f"/api/tables/{t}/beliefs",)) for t in tables
        ]
        for one in asking:
            one.start()
        for number in range(30):
            ann.command(other, "say", text=f"{number}")
        for one in asking:
            one.join()
    assert dog.waits == []
    assert dog.stalls == []


def test_a_token_that_nobody_knows_stops_nobody(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is suspended while it is looked up: everybody else is answered."""
    people = inside.app.state.people
    asked, answer = threading.Event(), threading.Event()

    def suspended(_digest: str) -> None:
        asked.set()
        answer.wait()

    monkeypatch.setattr(people._storage, "whose_token", suspended)
    ann = Guest(inside.url, "Ann")
    table = ann.new_table("get-bit", players=4, sit=[f"swimmer {n}" for n in range(1, 5)], start=True)
    found: list[int] = []
    token = {"Authorization": "Bearer ut_nobody"}

    def ask() -> None:
        found.append(httpx.get(f"{inside.url}/api/me", headers=token, timeout=600, trust_env=False).status_code)

    asking = [threading.Thread(target=ask) for _ in range(2)]
    for one in asking:
        one.start()
    asked.wait()
    for number in range(5):
        ann.command(table, "say", text=f"{number}")
    assert ann.client.get("/").status_code == 200
    assert found == []
    answer.set()
    for one in asking:
        one.join()
    assert found == [401, 401]


def test_the_watchdog_barks() -> None:
    dog = Watchdog()

    async def stall() -> None:
        until = time.thread_time() + 2 * MOST
        while time.thread_time() < until:
            pass
        time.sleep(0)

    with dog.watching():
        asyncio.run(stall())
    assert len(dog.stalls) == 1
    assert dog.waits == ["time.sleep"]
