"""People come, go, move and lose their connections, and the server is killed: nothing that was acknowledged is lost."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed

from tests.table.conftest import (
    PATIENCE,
    Guest,
    Json,
    Live,
    Notes,
    Refusal,
    Server,
    Servers,
    new_database,
    questions,
    wait_until,
)
from undertow.core.chance import commitment
from undertow.core.match import Match
from undertow.table.storage import Storage

pytestmark = pytest.mark.compiled

GONE = (httpx.TransportError, ConnectionClosed, EOFError, OSError)


class Stream(threading.Thread):
    """Server-sent events, with notes of what came."""

    def __init__(self, guest: Guest, table: str, notes: Notes) -> None:
        super().__init__(daemon=True)
        self.notes = notes
        self._client = httpx.Client(base_url=guest.url, cookies=guest.client.cookies, timeout=PATIENCE, trust_env=False)
        self._path = f"/api/tables/{table}/events?{httpx.QueryParams(cursor=notes.cursor)}"
        self._open = True
        self.start()

    def run(self) -> None:
        with contextlib.suppress(*GONE, RuntimeError), self._client.stream("GET", self._path) as answer:
            for line in answer.iter_lines():
                if not self._open:
                    return  # nobody reads on: the notes may be another line's by now
                if line.startswith("data: "):
                    self.notes.take(msgspec.json.decode(line.removeprefix("data: ")))

    def close(self) -> None:
        self._open = False
        self._client.close()
        self.join(1)


class Player:
    """Somebody at the table, on a line of their own."""

    def __init__(self, guest: Guest, seat: str) -> None:
        self.guest = guest
        self.seat = seat
        self.line: Live | Stream | None = None
        self.notes = Notes()
        self.sits = True
        self.least = 0  # decisions of the seat that must be there

    def drop(self) -> None:
        if self.line:
            with contextlib.suppress(*GONE):
                self.line.close()
        self.line = None


class Evenings(RuleBasedStateMachine):
    """One evening at a table of Get Bit!: three people, a bot, and perhaps a server that is killed once."""

    server: ClassVar[Server]
    storage: ClassVar[Storage]
    stormy: ClassVar[bool]  # whether the server is killed: that takes seconds

    @initialize()
    def sit_down(self) -> None:
        url = self.server.url
        self.players = [Player(Guest(url, name), f"swimmer {i}") for i, name in enumerate(("Ann", "Bo", "Cy"), start=1)]
        host = self.players[0].guest
        self.table = host.new_table(players=4, sit=["swimmer 1"], bots={"swimmer 4": "easy"}, public=True)
        for player in self.players[1:]:
            player.guest.command(self.table, "sit", seat=player.seat)
        host.command(self.table, "start")
        self.promise = host.look(self.table)["table"]["commitment"]
        self.acked: dict[str, tuple[Player, Json]] = {}
        self.said: list[str] = []
        self.killed = not self.stormy
        self.left = False

    # What people do --------------------------------------------------------------------------------------------------

    def send(self, player: Player, type: str, **fields: Any) -> bool:
        """Send a command on the player's line; whether it was carried out. What is acknowledged is remembered."""
        command = {"type": type, "id": player.guest.new_id(), **fields}
        if isinstance(player.line, Live):
            sender: Any = player.line.command
            args: tuple[Any, ...] = ()
        else:
            sender, args = player.guest.command, (self.table,)
        try:
            sender(*args, **command)
        except Refusal as refusal:
            note(f"{player.guest.name}: {command} refused: {refusal}")
            return False
        self.acked[command["id"]] = (player, command)
        if type == "say":
            self.said.append(fields["text"])
        return True

    def asked(self, player: Player) -> Json | None:
        return next(iter(questions(player.guest.look(self.table))), None)

    def choose(self, player: Player, pick: int) -> None:
        question = self.asked(player)
        if question:
            action = question["actions"][pick % len(question["actions"])]["action"]
            done = self.send(player, "act", seat=player.seat, action=action, asked=question["asked"])
            assert done, "a choice was refused although it was offered"
            player.least = question["decisions"] + 1

    @rule(who=st.integers(0, 2), pick=st.integers(0, 4))
    def one_chooses(self, who: int, pick: int) -> None:
        self.choose(self.players[who], pick)

    @rule(pick=st.integers(0, 4))
    def all_choose_at_once(self, pick: int) -> None:
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda player: self.choose(player, pick), self.players))

    @rule(who=st.integers(0, 2))
    def one_takes_back(self, who: int) -> None:
        player = self.players[who]
        if self.send(player, "undo", seat=player.seat):
            player.least -= 1

    @rule(who=st.integers(0, 2), text=st.text("abc öß🦈", min_size=1, max_size=5).filter(str.strip))
    def one_speaks(self, who: int, text: str) -> None:
        assert self.send(self.players[who], "say", text=f"{len(self.said)} {text.strip()}")

    @rule(who=st.integers(0, 2))
    def one_leaves_or_comes_back(self, who: int) -> None:
        player = self.players[who]
        if self.send(player, "leave" if player.sits else "sit", seat=player.seat):
            player.sits = not player.sits
            self.left = True
        else:  # the match is over: who left cannot come back
            assert self.players[0].guest.look(self.table)["table"]["status"] == "over"

    @rule(who=st.integers(0, 2), websocket=st.booleans())
    def one_connects(self, who: int, websocket: bool) -> None:
        player = self.players[who]
        player.drop()
        if websocket:
            player.line = Live(player.guest, self.table, player.notes.cursor)
            player.line.notes = player.notes  # and hears only what is missing
        else:
            player.line = Stream(player.guest, self.table, player.notes)

    @rule(who=st.integers(0, 2))
    def one_drops_the_line(self, who: int) -> None:
        self.players[who].drop()

    @precondition(lambda self: self.acked)
    @rule(data=st.data())
    def one_sends_again(self, data: st.DataObject) -> None:
        self.send_again(data.draw(st.sampled_from(sorted(self.acked))))

    def send_again(self, id: str) -> None:
        player, command = self.acked[id]
        before = player.guest.look(self.table)
        player.guest.command(self.table, **command)
        after = player.guest.look(self.table)
        if player.sits:
            assert self.decisions(after) == self.decisions(before) or command["type"] not in ("act", "undo")
        spoken = [line["text"] for line in after["chat"] if line["name"]]
        assert len(spoken) == len(set(spoken))

    @precondition(lambda self: not self.killed)
    @rule(moment=st.floats(0, 0.1))
    def the_server_is_killed(self, moment: float) -> None:
        """In the middle of what people do."""
        self.killed = True
        over = threading.Event()

        def busy(player: Player) -> None:
            with contextlib.suppress(*GONE, Refusal):
                while not over.is_set():
                    self.send(player, "say", text=f"{random.random()} from {player.guest.name}")
                    if question := self.asked(player):
                        action = question["actions"][0]["action"]
                        if self.send(player, "act", seat=player.seat, action=action, asked=question["asked"]):
                            player.least = question["decisions"] + 1

        with ThreadPoolExecutor(3) as pool:
            for player in self.players:
                pool.submit(busy, player)
            time.sleep(moment)
            self.server.kill()
            over.set()
        for player in self.players:
            player.drop()
        self.everything_is_in_the_log()
        self.server.start().wait()
        update = self.players[0].guest.look(self.table)  # it can be looked at before the rules are there
        assert update["table"]["status"] in ("running", "over")
        wait_until(lambda: not self.players[0].guest.look(self.table)["table"]["warming"])
        for id in list(self.acked)[-8:]:
            self.send_again(id)

    def everything_is_in_the_log(self) -> None:
        entries = self.storage.entries_after(self.table, 0)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        written = [entry.command for entry in entries if entry.command]
        assert len(written) == len(set(written))
        assert {f"{player.guest.person}.{id}" for id, (player, _) in self.acked.items()} <= set(written)

    # What must always be true ----------------------------------------------------------------------------------------

    def decisions(self, update: Json) -> int:
        return int(update["eyes"][0]["questions"][0]["decisions"])

    @invariant()
    def nothing_is_lost(self) -> None:
        for player in self.players:
            seen = player.guest.look(self.table)
            if player.sits:
                assert self.decisions(seen) >= player.least
            assert set(self.said) <= {line["text"] for line in seen["chat"]}

    @invariant()
    def nobody_is_stuck(self) -> None:
        """Bots decide, until a person is asked or it is over."""

        def goes_on() -> bool:
            table = self.players[0].guest.look(self.table)["table"]
            asked = [seat for seat in table["seats"] if seat["to_act"]]
            return table["status"] == "over" or any(seat["people"] for seat in asked)

        if any(player.sits for player in self.players):
            wait_until(goes_on)

    @invariant()
    def who_is_connected_hears_everything(self) -> None:
        for player in self.players:
            if player.line:
                wait_until(lambda player=player: self.is_up_to_date(player))  # type: ignore[misc]

    def is_up_to_date(self, player: Player) -> bool:
        line = player.line
        assert line
        if isinstance(line, Live):
            line.drain(0.005)
        whole = player.guest.look(self.table)
        same_chat = list(line.notes.chat.values()) == whole["chat"]
        mine = [line.notes.heard.get(eyes["viewer"], {}) for eyes in whole["eyes"]]
        lines = [{said["number"]: said["text"] for said in eyes["heard"]} for eyes in whole["eyes"]]
        same_lines = mine == lines if not self.left else [*map(list, mine)] == [*map(list, lines)]
        return (
            same_chat
            and same_lines
            and bool(line.notes.last)
            and line.notes.last["eyes"]
            and (line.notes.last["eyes"][0]["view"] == whole["eyes"][0]["view"])
        )

    def teardown(self) -> None:
        """The match is played to its end."""
        if not hasattr(self, "players"):
            return
        if not self.killed:
            self.the_server_is_killed(0.05)
        self.nothing_is_lost()
        guest = self.players[0].guest
        for _ in range(200):
            self.nobody_is_stuck()
            if guest.look(self.table)["table"]["status"] == "over":
                break
            for player in self.players:
                if not player.sits:
                    self.one_leaves_or_comes_back(self.players.index(player))
                self.choose(player, 0)
        update = guest.look(self.table)
        assert update["table"]["status"] == "over"
        assert commitment(update["table"]["seed"]) == update["table"]["commitment"] == self.promise
        file = guest.client.get(f"/api/tables/{self.table}/match")
        assert Match.from_text(file.text).over  # checked line by line
        self.everything_is_in_the_log()
        for player in self.players:
            player.drop()


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, servers: Servers) -> Iterator[tuple[Server, Storage]]:
    """A server, and a look into its database."""
    if request.param == "sqlite":
        server: Server = request.getfixturevalue("server")
        storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
        yield server, storage
        storage.close()
        if not server.alive:
            server.restart("get-bit")  # others need it too
    else:
        fresh = new_database(request.getfixturevalue("postgres"))
        url = next(fresh)
        server, storage = servers(url), Storage(url)
        yield server, storage
        storage.close()
        server.kill()
        next(fresh, None)


def test_nothing_is_lost_and_nobody_is_stuck(kept: tuple[Server, Storage]) -> None:
    server, storage = kept
    few = settings(
        stateful_step_count=25,
        phases=[Phase.generate],  # each kill takes seconds: no time to look for a shorter example
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    for stormy, examples in ((False, 2), (True, 1)):  # bench/kills.py has a thousand
        machine = type("TheseEvenings", (Evenings,), {"server": server, "storage": storage, "stormy": stormy})
        run_state_machine_as_test(machine, settings=settings(few, max_examples=examples))
    assert "Traceback" not in server.output
