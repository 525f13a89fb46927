"""News as it happens: WebSocket, server-sent events, and what a reader hears who was away for a moment."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.table.conftest import PATIENCE, Guest, Json, Live, Notes, Refusal, Server, bell_of, questions
from tests.table.test_api import SWIMMERS, ticket, use
from undertow.table.socket import LONGEST

pytestmark = pytest.mark.compiled


@pytest.fixture
def ann(server: Server) -> Guest:
    return Guest(server.url, "Ann")


@pytest.fixture
def ben(server: Server) -> Guest:
    return Guest(server.url, "Ben")


@pytest.fixture
def table(ann: Guest, ben: Guest) -> str:
    """A running Get Bit!: Ann has three swimmers, Ben the fourth."""
    made = ann.new_table(players=4, sit=SWIMMERS[:3])
    ben.command(made, "sit", seat="swimmer 4")
    ann.command(made, "start")
    return made


def quiet(live: Live) -> list[Json]:
    """Whatever the server had to say until now: news that may wait a moment as well."""
    found = live.answered()  # it is at its table
    bell_of(live.guest.url).ring()
    return found + live.answered()


def one_round(table: str, ann: Guest, ben: Guest, cards: tuple[int, int, int, int]) -> None:
    for guest, seat, card in zip((ann, ann, ann, ben), SWIMMERS, cards, strict=True):
        guest.act(table, seat, f"card {card}")


# Updates and acknowledgements -----------------------------------------------------------------------------------------


def test_an_update_comes_first_and_one_follows_each_change(table: str, ann: Guest, ben: Guest) -> None:
    with ann.live(table) as live:
        first = live.receive()
        assert first["type"] == "update"
        assert first["you"]["seats"] == SWIMMERS[:3]
        quiet(live)
        ben.act(table, "swimmer 4", "card 1")
        [update] = quiet(live)
        assert not update["table"]["seats"][3]["to_act"]
        assert update["table"]["now"] >= first["table"]["now"]
        ben.command(table, "say", text="Ready.")
        [update] = quiet(live)
        assert [(line["name"], line["text"]) for line in update["chat"]] == [("Ben", "Ready.")]
        assert update["keep_chat"] == update["chat"][0]["number"] - 1


def test_a_command_is_acknowledged_before_it_is_news(table: str, ann: Guest) -> None:
    with ann.live(table) as live:
        quiet(live)
        id = live.send("act", seat="swimmer 1", action="card 1")
        ack, update = live.receive(), live.receive()
        assert ack == {"type": "ack", "id": id, "ok": True}
        assert update["type"] == "update"
        assert not update["table"]["seats"][0]["to_act"]


def test_what_is_acknowledged_is_there_for_everybody(table: str, ann: Guest) -> None:
    with ann.live(table) as live:
        live.command("act", seat="swimmer 1", action="card 1")
    assert not Guest(ann.url).look(table)["table"]["seats"][0]["to_act"]


def test_a_refusal_names_the_command_and_is_no_news(table: str, ann: Guest, ben: Guest) -> None:
    with ann.live(table) as live, ben.live(table) as other:
        quiet(live)
        quiet(other)
        for type, fields in (
            ("act", {"seat": "swimmer 4", "action": "card 1"}),
            ("act", {"seat": "swimmer 1", "action": "card 9"}),
            ("start", {}),
            ("rematch", {}),
        ):
            with pytest.raises(Refusal, match=r"\.$"):
                live.command(type, **fields)
        assert quiet(live) == []
        assert quiet(other) == []


def test_commands_sent_together_are_all_answered(table: str, ann: Guest) -> None:
    with ann.live(table) as live:
        ids = [live.send("act", seat=seat, action="card 2") for seat in SWIMMERS[:3]]
        ids += [live.send("say", text=f"line {number}") for number in range(20)]
        while set(ids) - set(live.acks):
            live.receive()
        assert all(live.acks[id]["ok"] for id in ids)
        quiet(live)
        said = [line["text"] for line in live.notes.chat.values() if line["name"]]
        assert said == [f"line {number}" for number in range(20)]


def test_the_same_command_again_does_no_harm(table: str, ann: Guest) -> None:
    with ann.live(table) as live:
        live.command("act", id="once", seat="swimmer 1", action="card 1")
        quiet(live)
        live.acks.clear()
        live.command("act", id="once", seat="swimmer 1", action="card 1")
        assert quiet(live) == []
    with ann.live(table) as again:  # after a lost connection, too
        again.command("act", id="once", seat="swimmer 1", action="card 1")
        assert len(questions(again.until(lambda _: True))) == 2
    assert ann.post(table, {"type": "act", "id": "once", "seat": "swimmer 1", "action": "card 1"}).status_code == 200


def test_a_double_click_is_harmless(table: str, ann: Guest) -> None:
    with ann.live(table) as live:
        asked = questions(live.receive())[0]
        first, second = (live.send("act", seat=asked["seat"], action="card 1", asked=asked["asked"]) for _ in range(2))
        while not {first, second} <= set(live.acks):
            live.receive()
        assert (live.acks[first]["ok"], live.acks[second]["ok"]) == (True, False)


# Several connections --------------------------------------------------------------------------------------------------


def test_several_connections_of_one_person(table: str, ann: Guest, ben: Guest) -> None:
    with ben.live(table) as bens:
        with ann.live(table) as one:
            with ann.live(table) as two:
                one.command("act", seat="swimmer 1", action="card 1")
                update = two.until(lambda update: not update["table"]["seats"][0]["to_act"])
                assert update["you"] == one.until(lambda update: not update["table"]["seats"][0]["to_act"])["you"]
                assert update["table"]["spectators"] == 0
                two.command("undo", seat="swimmer 1")
                one.until(lambda update: update["table"]["seats"][0]["to_act"])
            quiet(bens)
            assert bens.notes.last["table"]["seats"][0]["connected"]  # one of them is still there
        bens.until(lambda update: not update["table"]["seats"][0]["connected"])


def test_who_is_there_is_seen(table: str, ann: Guest, ben: Guest) -> None:
    with ann.live(table) as live:
        live.until(lambda update: [seat["connected"] for seat in update["table"]["seats"]] == [True] * 3 + [False])
        with ben.live(table):
            live.until(lambda update: update["table"]["seats"][3]["connected"])
        live.until(lambda update: not update["table"]["seats"][3]["connected"])
        with Guest(ann.url).live(table):
            live.until(lambda update: update["table"]["spectators"] == 1)
        live.until(lambda update: update["table"]["spectators"] == 0)


def test_frames_show_the_way_to_the_present(table: str, ann: Guest, ben: Guest) -> None:
    """Who asks for them gets each step with what happened in it and the view after it; nobody else does."""
    with ann.live(table, frames="true") as live, ann.live(table) as plain:
        first = live.receive()
        assert "frames" not in first["eyes"][0]  # nothing was seen yet: the table is shown as it is
        quiet(live)
        quiet(plain)
        one_round(table, ann, ben, (1, 2, 3, 4))
        frames = [frame for update in quiet(live) for frame in update["eyes"][0].get("frames", [])]
        kinds = [happened["kind"] for frame in frames for happened in frame["happened"]]
        assert [kind for kind in kinds if kind != "chose"] == ["reveal", "jumped", "round"]
        assert kinds.count("chose") == 4
        assert frames[-1]["view"] == live.notes.last["eyes"][0]["view"]
        numbers = [happened["number"] for frame in frames for happened in frame["happened"]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert all("frames" not in update["eyes"][0] for update in quiet(plain))


def test_one_line_goes_on_to_another_table(table: str, ann: Guest, ben: Guest) -> None:
    """As after a rematch: the first update of the other table is the answer, and nothing more comes of the first."""
    other = ann.new_table(players=4, sit=SWIMMERS[:1])
    with ann.live(table) as live, ben.live(table) as there:
        quiet(live)
        quiet(there)
        live.socket.send(json.dumps({"type": "go", "table": other}))
        live.command("say", text="Here now.")
        assert live.notes.last["table"]["id"] == other
        ben.command(table, "say", text="Where are you?")
        assert table not in [update["table"]["id"] for update in quiet(live)]
        quiet(there)
        seats = {seat["seat"]: seat["connected"] for seat in there.notes.last["table"]["seats"]}
        assert seats == {"swimmer 1": False, "swimmer 2": False, "swimmer 3": False, "swimmer 4": True}
        assert ben.look(other)["chat"][-1]["text"] == "Here now."
        live.socket.send(json.dumps({"type": "go", "table": "nowhere"}))
        with pytest.raises(ConnectionClosed) as closed:
            quiet(live)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4404


def test_a_seat_that_moves_moves_the_eyes(table: str, ann: Guest, ben: Guest) -> None:
    phone = Guest(ann.url, "Phone")
    with ben.live(table) as old, phone.live(table) as new:
        assert new.receive()["eyes"][0]["viewer"] == "spectator"
        assert use(phone, table, ticket(ben, table, "swimmer 4")).status_code == 200
        update = new.until(lambda update: update["you"]["seats"] == ["swimmer 4"])
        assert update["eyes"][0]["viewer"] == "swimmer 4"
        update = old.until(lambda update: update["you"]["seats"] == [])
        assert [eyes["viewer"] for eyes in update["eyes"]] == ["spectator"]


# Coming back ----------------------------------------------------------------------------------------------------------


def test_who_comes_back_in_mid_turn_hears_the_missing_tail_only(table: str, ann: Guest, ben: Guest) -> None:
    with ann.live(table) as live:
        live.command("act", seat="swimmer 1", action="card 1")
        quiet(live)
        cursor, before = live.notes.cursor, live.notes
    ben.act(table, "swimmer 4", "card 4")
    ben.command(table, "say", text="Where are you?")
    with ann.live(table, cursor=cursor) as again:
        update = again.receive()
        assert [line["text"] for line in update["chat"]] == ["Where are you?"]
        assert update["keep_chat"] == len(before.chat)
        for eyes in update["eyes"]:
            told = before.heard[eyes["viewer"]]
            assert all(line["number"] > max(told, default=0) for line in eyes["heard"])
            assert eyes["keep"] >= max(told, default=0)
        assert len(questions(update)) == 2
        before.take(update)
    fresh = Notes()
    fresh.take(ann.look(table))
    assert (before.heard, before.chat) == (fresh.heard, fresh.chat)


def test_whoever_misses_something_ends_up_knowing_the_same(table: str, ann: Guest, ben: Guest) -> None:
    """A reader who drops the line again and again, between choices, undone ones and whole rounds."""
    rng = random.Random(3)
    notes, steps = Notes(), 0
    watcher = Guest(ann.url)
    while steps < 60:
        asked = [(guest, question) for guest in (ann, ben) for question in questions(guest.look(table))]
        if not asked:
            break
        guest, question = rng.choice(asked)
        guest.act(table, question["seat"], rng.choice(question["actions"])["action"])
        eyes = [one for one in guest.look(table)["eyes"] if one["viewer"] == question["seat"]]
        if rng.random() < 0.3 and eyes[0]["questions"][0]["can_undo"]:
            guest.command(table, "undo", seat=question["seat"])
        steps += 1
        if rng.random() < 0.4:
            notes.take(watcher.look(table, cursor=notes.cursor))
    notes.take(watcher.look(table, cursor=notes.cursor))
    fresh = Notes()
    fresh.take(watcher.look(table))
    assert notes.heard == fresh.heard
    assert notes.chat == fresh.chat


def test_a_cursor_survives_undo_and_take_back(table: str, ann: Guest, ben: Guest) -> None:
    notes = Notes()
    notes.take(ann.look(table))
    one_round(table, ann, ben, (1, 2, 3, 4))
    notes.take(ann.look(table, cursor=notes.cursor))
    assert any("Round 2" in line or "4" in line for line in notes.heard["swimmer 1"].values())
    ben.command(table, "ask_back", seat="swimmer 4")
    ann.command(table, "answer_back", agree=True)
    ben.act(table, "swimmer 4", "card 5")
    notes.take(ann.look(table, cursor=notes.cursor))
    fresh = Notes()
    fresh.take(ann.look(table))
    assert notes.heard == fresh.heard


# What cannot be read --------------------------------------------------------------------------------------------------

MALFORMED: dict[str, str] = {
    "nothing": "",
    "words": "hello",
    "half": '{"type": "act"',
    "a list": "[]",
    "null": "null",
    "a number": "17",
    "no type": '{"id": "1"}',
    "another type": '{"type": "win", "id": "1"}',
    "an update": '{"type": "update", "id": "1"}',
    "no id": '{"type": "start"}',
    "an odd id": '{"type": "start", "id": "a b"}',
    "a field too many": '{"type": "start", "id": "1", "now": true}',
    "an id that is a number": '{"type": "start", "id": 1}',
    "a lone surrogate": '{"type": "say", "id": "1", "text": "\\ud800"}',
    "a NUL": '{"type": "say", "id": "1", "text": "\\u0000"}',
    "a huge number": '{"type": "act", "id": "1", "seat": "swimmer 1", "action": "card 1", "after": 1' + "0" * 500 + "}",
    "nested": "[" * (LONGEST - 10),
    "too long": '{"type": "say", "id": "1", "text": "' + "x" * LONGEST + '"}',
    "far too long": "x" * (4 * LONGEST),
}


@pytest.fixture(scope="module")
def patient(server: Server) -> Iterator[Live]:
    """One connection that everything is thrown at."""
    ann = Guest(server.url, "Ann")
    made = ann.new_table(players=4, sit=SWIMMERS, start=True)
    with ann.live(made) as live:
        quiet(live)
        yield live


@pytest.mark.parametrize("what", MALFORMED)
def test_what_cannot_be_read_is_answered_and_the_connection_lives_on(patient: Live, what: str) -> None:
    patient.socket.send(MALFORMED[what])
    answer = patient.receive()
    assert answer["type"] == "ack"
    assert answer["ok"] is False
    assert answer["error"].endswith(".")
    assert "\n" not in answer["error"]
    assert quiet(patient) == []


@pytest.mark.parametrize("start", ['{"type": "start", "id": "1", "now": ', '{"now": '])
def test_nested_json_does_not_end_the_connection(table: str, ann: Guest, start: str) -> None:
    with ann.live(table) as live:
        quiet(live)
        live.socket.send(start + "[" * 3900 + "]" * 3900 + "}")
        assert live.receive()["ok"] is False


def test_a_stranger_may_watch_but_not_act(table: str, ann: Guest, server: Server) -> None:
    with connect(f"{server.url.replace('http', 'ws')}/api/tables/{table}/live", proxy=None) as line:
        assert json.loads(line.recv(PATIENCE))["eyes"][0]["viewer"] == "spectator"
        line.send('{"type": "say", "id": "1", "text": "hello"}')
        answer = json.loads(line.recv(PATIENCE))
        assert (answer["id"], answer["ok"]) == ("1", False)
        assert "GET /api/me" in answer["error"]


@pytest.mark.parametrize(
    ("message", "code"),
    [(b'{"type":"ping"}', 1003), (b"\xff\xfe\x00", 1003), ("x" * (4 * LONGEST + 1), 1009), ("x" * 900_000, 1009)],
    ids=["bytes", "no text", "too long", "far too long"],
)
def test_what_no_client_sends_ends_the_connection(table: str, ann: Guest, message: str | bytes, code: int) -> None:
    with ann.live(table) as live:
        quiet(live)
        with suppress(ConnectionClosed):  # perhaps before all of it is sent
            live.socket.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            live.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    with ann.live(table) as again:  # and nothing else
        assert again.receive()["type"] == "update"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example"]
)
def test_a_connection_from_another_site_is_refused(table: str, ann: Guest, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        ann.live(table, origin=origin)
    assert refused.value.response.status_code == 403
    assert refused.value.response.body == b"this comes from another site.\n"


def test_a_connection_with_an_unknown_token_is_refused(table: str, server: Server) -> None:
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus) as refused:
        connect(url, additional_headers={"Authorization": "Bearer nobody"}, proxy=None)
    assert refused.value.response.status_code == 401


@pytest.mark.parametrize("header", ["Cookie", "Origin", "Authorization"])
def test_a_header_that_comes_twice_is_answered(table: str, server: Server, header: str) -> None:
    request = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"{header}: a\r\n{header}: b\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(request.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 ")


@pytest.mark.parametrize(
    "path", ["/api/tables/x/y/live", "/api/tables//live", "/live", "/api/me", "/api/tables/%00/live"]
)
def test_only_a_table_has_a_socket(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(server.url.replace("http", "ws") + path, proxy=None)
    assert refused.value.response.status_code == 404


def test_no_table_no_connection(ann: Guest) -> None:
    with ann.live("nowhere1") as live, pytest.raises(ConnectionClosed) as closed:
        live.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert "nowhere1" in closed.value.rcvd.reason


# Server-sent events ---------------------------------------------------------------------------------------------------


@contextmanager
def events(guest: Guest, table: str, cursor: str = "") -> Iterator[Iterator[Json]]:
    """The updates of a stream of server-sent events."""

    def updates(answer: httpx.Response) -> Iterator[Json]:
        lines = answer.iter_lines()
        for line in lines:
            if line == "event: update":
                data = next(lines)
                assert data.startswith("data: ")
                assert next(lines) == ""
                yield json.loads(data.removeprefix("data: "))

    path = f"/api/tables/{table}/events"
    with guest.client.stream("GET", path, params={"cursor": cursor}) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield updates(answer)


def bare(update: Json) -> Json:
    return update | {"table": update["table"] | {"now": 0}}


def test_server_sent_events_are_the_same_updates(table: str, ann: Guest, ben: Guest) -> None:
    with ann.live(table) as live, events(ann, table) as stream:
        first = next(stream)
        assert bare(first) == bare(live.until(lambda _: True))
        quiet(live)
        for guest, command in (
            (ben, {"type": "act", "seat": "swimmer 4", "action": "card 1"}),
            (ann, {"type": "act", "seat": "swimmer 1", "action": "card 2"}),
            (ann, {"type": "undo", "seat": "swimmer 1"}),
            (ben, {"type": "say", "text": "Hurry!"}),
        ):
            guest.command(table, **command)
            [update] = quiet(live)
            assert bare(next(stream)) == bare(update)


def test_server_sent_events_go_on_where_a_cursor_says(table: str, ann: Guest, ben: Guest) -> None:
    cursor = ann.look(table)["cursor"]
    ben.command(table, "say", text="Hurry!")
    with events(ann, table, cursor) as stream:
        update = next(stream)
        assert [line["text"] for line in update["chat"]] == ["Hurry!"]
        assert all(eyes["heard"] == [] for eyes in update["eyes"])


def test_events_show_who_is_there(table: str, ann: Guest, ben: Guest) -> None:
    with ann.live(table) as live:
        with events(ben, table) as stream:
            next(stream)
            live.until(lambda update: update["table"]["seats"][3]["connected"])
        live.until(lambda update: not update["table"]["seats"][3]["connected"])
