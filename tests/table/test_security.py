"""Nobody gets what is not theirs: seats, views, rooms, files, other people's time."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from tests.table.conftest import PATIENCE, QUICK, Guest, Json, Refusal, Server, Servers
from tests.table.test_api import SWIMMERS, Story, ready, sentence, still, table_of_two
from undertow.core.chance import fresh_seed
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.table import messages as m
from undertow.table.asking import asked_now
from undertow.table.decide import Person, Refused
from undertow.table.entries import Entry, Founding
from undertow.table.guard import BODY, HEADERS
from undertow.table.house import OPEN_TABLES_EACH, House
from undertow.table.people import Signer
from undertow.table.storage import News, Storage
from undertow.table.table import Table
from undertow.table.thinkers import Thinkers

pytestmark = pytest.mark.compiled
NOTHING = {"seats": [], "hosting": False, "rooms": ["table"], "welcome": [], "removed": [], "may_remove": {}}
EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def strict(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server with its limits in force, another origin allowed, and a trap for whoever loads code by name."""
    folder = tmp_path_factory.mktemp("trap")
    (folder / "trap.py").write_text(f"open({str(folder / 'sprung')!r}, 'w').close()\nGAME = BOT = NAME = None\n")
    limits = {"UNDERTOW_RATE": "5", "UNDERTOW_ORIGINS": "https://friendly.example https://other.example"}
    return servers(ready="", PYTHONPATH=str(folder), TRAP=str(folder), **limits)


class Crew:
    """A JAWS table with a shark, a crew of two people, a spectator and a stranger without a cookie."""

    def __init__(self, server: Server) -> None:
        ready(server, "jaws")
        self.server = server
        self.shark, self.quint, self.hooper = (Guest(server.url, name) for name in ("Sharon", "Quin", "Hugo"))
        self.spectator = Guest(server.url, "Spencer")
        self.stranger = httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False)
        self.table = self.shark.new_table("jaws", players=3, crew_room=True, sit=["shark"])
        self.quint.command(self.table, "sit", seat="quint")
        for seat in ("brody", "hooper"):
            self.hooper.command(self.table, "sit", seat=seat)
        self.shark.command(self.table, "start")

    @property
    def snapshot(self) -> list[Json]:
        return [still(guest.look(self.table)) for guest in (self.shark, self.quint, self.hooper, self.spectator)]


@pytest.fixture(scope="module")
def crew(server: Server) -> Crew:
    return Crew(server)


# Another's seat -------------------------------------------------------------------------------------------------------


def test_nobody_plays_anothers_seat(crew: Crew) -> None:
    before = crew.snapshot
    for guest in (crew.quint, crew.hooper, crew.spectator):
        for command in (
            {"type": "act", "seat": "shark", "action": "lurk 2"},
            {"type": "act", "seat": "shark", "action": "no such thing"},
            {"type": "undo", "seat": "shark"},
            {"type": "ask_back", "seat": "shark"},
            {"type": "leave", "seat": "shark"},
            {"type": "back", "seat": "shark"},
            {"type": "sit", "seat": "shark"},
        ):
            said = sentence(guest.post(crew.table, {"id": "theft"} | command), 409)
            assert "Legal" not in said
            assert "lurk" not in said
    for path in (f"/api/tables/{crew.table}/hint?seat=shark", f"/api/tables/{crew.table}/hint?seat=quint"):
        sentence(crew.spectator.client.post(path), 409)
    sentence(crew.quint.client.post(f"/api/tables/{crew.table}/ticket", json={"seat": "shark"}), 409)
    sentence(crew.spectator.client.post(f"/api/tables/{crew.table}/ticket", json={"seat": "quint"}), 409)
    assert crew.snapshot == before


def test_nobody_looks_through_anothers_eyes(crew: Crew) -> None:
    everybody = ["shark", "crew", "spectator"]
    readers = [(crew.shark, "shark"), (crew.quint, "crew"), (crew.hooper, "crew"), (crew.spectator, "spectator")]
    for guest, own in readers:
        update = guest.look(crew.table)
        assert [eyes["viewer"] for eyes in update["eyes"]] == [own]
        assert {question["seat"] for eyes in update["eyes"] for question in eyes["questions"]} == set(
            update["you"]["seats"]
        )
        for other in everybody:
            for path in ("help", "beliefs"):
                answer = guest.client.get(f"/api/tables/{crew.table}/{path}", params={"viewer": other})
                assert answer.status_code == (200 if other == own else 409), (own, other, path)
                assert other == own or "you cannot look through the eyes" in answer.json()["error"]
    for path in ("replay", "replay/0", "match"):
        for guest, _ in readers:
            sentence(guest.client.get(f"/api/tables/{crew.table}/{path}"), 409, "is not over")


def test_a_cursor_opens_no_eyes_and_no_rooms(crew: Crew) -> None:
    crew.quint.command(crew.table, "say", text="He must be near the north beach.", room="crew")
    for cursor in ("table+crew~0|shark~0~0|crew~0~0", "crew~0", "table~-5|spectator~-1~-3", "table+crew~-9|shark~0~-1"):
        for guest in (crew.shark, crew.spectator):
            update = guest.look(crew.table, cursor=cursor)
            assert "north beach" not in json.dumps(update)
            assert len(update["eyes"]) == 1
            assert update["eyes"][0]["viewer"] == ("shark" if guest is crew.shark else "spectator")


def test_a_stranger_sees_what_a_spectator_sees(crew: Crew) -> None:
    seen = still(crew.stranger.get(f"/api/tables/{crew.table}").json())
    assert seen == still(crew.spectator.look(crew.table))
    assert seen["you"] == NOTHING
    assert seen["eyes"][0]["questions"] == []
    assert seen["table"]["seed"] is None


def test_nobody_learns_who_somebody_is(crew: Crew) -> None:
    """An update holds names, never the persons behind them."""
    for guest in (crew.shark, crew.quint, crew.spectator):
        told = json.dumps(guest.look(crew.table))
        for other in (crew.shark, crew.quint, crew.hooper):
            assert other.person not in told


def test_the_seed_and_the_mixed_words_are_secret_until_the_end(server: Server) -> None:
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    table = ann.new_table(players=4, sit=SWIMMERS[:3])
    ben.command(table, "sit", seat="swimmer 4")
    ann.command(table, "mix", seat="swimmer 1", word="secretmackerel")
    ann.command(table, "start")
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    founding = storage.founding(table)
    storage.close()
    assert founding is not None
    for guest in (ann, ben):
        told = json.dumps(guest.look(table))
        assert founding.seed not in told
        assert "secretmackerel" not in told


# Cookies and tokens ---------------------------------------------------------------------------------------------------


def test_forged_cookies_are_nobodys(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.new_table(players=4, sit=SWIMMERS)
    body, _, digest = ann.cookie.rpartition(".")
    ticket = ann.client.post(f"/api/tables/{table}/ticket", json={"seat": "swimmer 1"}).json()["ticket"]
    forged = [
        body,
        f"{body}.",
        f".{digest}",
        f"{body}.{digest[:-1]}",
        f"{body}.{digest}0",
        f"{body[:-1]}.{digest}",
        f"A{body[1:]}.{digest}",
        f"{body}.{'0' * len(digest)}",
        Signer("").sign("person", [ann.person, "Ann"]),
        Signer("another key").sign("person", [ann.person, "Ann"]),
        ticket,
        "null",
        "\xff\xfe.\xff",
        "a" * 8000,
        "..",
    ]
    for cookie in forged:
        headers = {b"Cookie": f"undertow={cookie}".encode("latin-1")}
        answer = httpx.post(
            f"{server.url}/api/tables", json={"game": "get-bit"}, headers=headers, trust_env=False, timeout=PATIENCE
        )
        sentence(answer, 401)
        update = httpx.get(
            f"{server.url}/api/tables/{table}", headers=headers, trust_env=False, timeout=PATIENCE
        ).json()
        assert update["you"] == NOTHING
        me = httpx.get(f"{server.url}/api/me", headers=headers, trust_env=False, timeout=PATIENCE).json()
        assert me["person"] != ann.person


def test_unknown_tokens_are_refused(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    token = ann.client.post("/api/tokens", json={"name": "Bot"}).json()["token"]
    for wrong in (token[:-1], token + "x", token.upper(), ann.cookie, "?", "\xff", "x" * 8000, "' OR 1=1 --"):
        headers = {b"Authorization": f"Bearer {wrong}".encode("latin-1"), b"Cookie": f"undertow={ann.cookie}".encode()}
        for path in ("/api/me", "/api/tables?list=mine", "/api/bot/stream"):
            sentence(httpx.get(server.url + path, headers=headers, trust_env=False, timeout=PATIENCE), 401)
    sentence(httpx.get(f"{server.url}/api/bot/stream", trust_env=False, timeout=PATIENCE), 401)


def test_a_cookie_of_another_server_is_worth_nothing(server: Server, strict: Server) -> None:
    ann = Guest(server.url, "Ann")
    there = httpx.get(f"{strict.url}/api/me", cookies={"undertow": ann.cookie}, trust_env=False, timeout=PATIENCE)
    assert there.json()["person"] != ann.person


# Other sites ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": EVIL},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": EVIL, "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_other_sites_change_nothing(crew: Crew, headers: dict[str, str]) -> None:
    before = crew.snapshot
    client, url = crew.shark.client, f"/api/tables/{crew.table}"
    changes = [
        client.put("/api/me", json={"name": "Eve"}, headers=headers),
        client.post("/api/tokens", json={"name": "Eve"}, headers=headers),
        client.post("/api/tables", json={"game": "get-bit"}, headers=headers),
        client.post(f"{url}/commands", json={"type": "say", "id": "e", "text": "Eve"}, headers=headers),
        client.post(f"{url}/ticket", json={"seat": "shark"}, headers=headers),
        client.post(f"{url}/ticket/use", json={"ticket": "x"}, headers=headers),
        client.post(f"{url}/hint?seat=shark", headers=headers),
    ]
    for answer in changes:
        sentence(answer, 403, "another site")
    assert crew.snapshot == before


def test_pages_of_ours_and_allowed_sites_may_ask(server: Server, strict: Server) -> None:
    for url, origin in (
        (server.url, server.url),
        (strict.url, strict.url),
        (strict.url, "https://friendly.example"),
        (strict.url, "https://other.example"),
    ):
        said = httpx.put(
            f"{url}/api/me", json={"name": "Ann"}, headers={"Origin": origin}, trust_env=False, timeout=PATIENCE
        )
        assert said.status_code == 200
    said = httpx.put(
        f"{strict.url}/api/me", json={"name": "Ann"}, headers={"Origin": EVIL}, trust_env=False, timeout=PATIENCE
    )
    assert said.status_code == 403


def test_no_other_site_may_read_an_answer(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/me", headers={"Origin": EVIL}, trust_env=False, timeout=PATIENCE)
    assert "access-control-allow-origin" not in answer.headers
    asked = httpx.options(
        f"{server.url}/api/tables",
        headers={"Origin": EVIL, "Access-Control-Request-Method": "POST"},
        trust_env=False,
    )
    assert "access-control-allow-origin" not in asked.headers


# Headers --------------------------------------------------------------------------------------------------------------

ANSWERS: dict[str, tuple[str, str, int]] = {
    "the page": ("GET", "/", 200),
    "a table's page": ("GET", "/t/nowhere1", 200),
    "an answer of the API": ("GET", "/api/me", 200),
    "rules": ("GET", "/api/games/get-bit/rules", 200),
    "a refusal": ("GET", "/api/games/chess/rules", 409),
    "no such table": ("GET", "/api/tables/nowhere1", 404),
    "no such file": ("GET", "/assets/nothing.js", 404),
    "what cannot be read": ("POST", "/api/tables", 400),
    "who are you": ("GET", "/api/bot/stream", 401),
}
BARE: dict[str, tuple[str, str, int]] = {
    "no such page of the API": ("GET", "/api/nowhere", 404),
    "no such page": ("GET", "/no/where", 404),
    "another method": ("DELETE", "/api/me", 405),
    "another site": ("PUT", "/api/me", 403),
}


def assert_headers(answer: httpx.Response) -> None:
    for name, value in HEADERS.items():
        assert answer.headers.get(name) == value, name


@pytest.mark.parametrize("what", ANSWERS)
def test_every_answer_carries_the_security_headers(server: Server, what: str) -> None:
    method, path, status = ANSWERS[what]
    answer = httpx.request(method, server.url + path, trust_env=False, timeout=PATIENCE)
    assert answer.status_code == status
    assert_headers(answer)
    if path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("what", BARE)
def test_answers_from_outside_the_routes_carry_them_too(server: Server, what: str) -> None:
    method, path, status = BARE[what]
    headers = {"Origin": EVIL} if status == 403 else {}
    answer = httpx.request(method, server.url + path, headers=headers, trust_env=False, timeout=PATIENCE)
    assert answer.status_code == status
    assert_headers(answer)


def test_scripts_come_from_here_alone() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert not re.search(r"unsafe|https?:|\*", HEADERS["content-security-policy"])


def test_the_streams_carry_them_too(crew: Crew) -> None:
    token = crew.quint.client.post("/api/tokens", json={"name": "Bot"}).json()["token"]
    for path in (f"/api/tables/{crew.table}/events", "/api/bot/stream"):
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.stream("GET", crew.server.url + path, headers=headers, trust_env=False, timeout=PATIENCE) as answer:
            assert answer.status_code == 200
            assert_headers(answer)


def test_there_is_one_document_and_no_page_that_loads_from_elsewhere(server: Server) -> None:
    for path in ("/api/schema", "/api/schema/openapi.json"):
        assert httpx.get(server.url + path, trust_env=False, timeout=PATIENCE).status_code == 404


# Files ----------------------------------------------------------------------------------------------------------------


def raw(server: Server, path: str, method: str = "GET") -> tuple[int, bytes]:
    """A request with its path as it stands: other clients tidy it up."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=False, skip_accept_encoding=True)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


UP = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "....//", "%252e%252e/", "./../", "..;/", ".%00./"]


@pytest.mark.parametrize("up", UP)
def test_no_path_leads_out_of_the_client(server: Server, up: str) -> None:
    for start in ("/assets/", "/", "/assets/x/"):
        for depth, target in ((1, "pyproject.toml"), (2, "pyproject.toml"), (3, "pyproject.toml"), (12, "etc/passwd")):
            status, content = raw(server, f"{start}{up * depth}{target}")
            assert status < 500
            assert b"[project]" not in content
            assert b"root:" not in content


@pytest.mark.parametrize(
    "path",
    [
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/assets/%00",
        "/%00",
        "/assets/",
        "/assets/.",
        "/assets",
        "/.",
        "/assets/file:%2f%2f%2fetc%2fpasswd",
        "/assets/C:%5cwindows",
    ],
)
def test_odd_paths_are_not_found(server: Server, path: str) -> None:
    status, content = raw(server, path)
    assert status in (400, 404)
    assert b"root:" not in content


@pytest.mark.parametrize("start", ["/", "/assets/"])
def test_a_very_long_name_is_not_found(server: Server, start: str) -> None:
    if raw(server, "/")[1].startswith(b"<!doctype html><title>"):
        pytest.xfail("needs the built client")
    assert raw(server, start + "a" * 300)[0] == 404


# What cannot be read --------------------------------------------------------------------------------------------------


def test_long_requests_are_refused(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    cookies = {"undertow": ann.cookie}
    for body in (b'{"game": "' + b"x" * BODY + b'"}', b" " * (BODY + 1), b"[" * (BODY * 10)):
        answer = httpx.post(
            f"{server.url}/api/tables", content=body, cookies=cookies, trust_env=False, timeout=PATIENCE
        )
        sentence(answer, 413)
    chunks = (b" " * 10_000 for _ in range(20))  # of a length that nobody announced
    sentence(
        httpx.post(f"{server.url}/api/tables", content=chunks, cookies=cookies, trust_env=False, timeout=PATIENCE), 413
    )
    assert ann.client.get("/api/tables?list=mine").json() == {"tables": []}


ODD: dict[str, bytes] = {
    "nothing": b"",
    "half": b'{"game": "get-bit"',
    "lone surrogate": b'{"game": "\\ud800"}',
    "lone surrogate in settings": b'{"game": "get-bit", "settings": {"\\udfff": 1}}',
    "surrogate value": b'{"game": "shark-attacks", "settings": {"target": "\\ud800"}}',
    "NUL in a name": b'{"game": "get-bit\\u0000"}',
    "NUL as it is": b'{"game": "get-bit\x00"}',
    "NUL in settings": b'{"game": "get-bit", "settings": {"\\u0000": "\\u0000"}}',
    "huge number": b'{"game": "shark-attacks", "settings": {"target": 1' + b"0" * 4000 + b"}}",
    "huge negative number": b'{"game": "shark-attacks", "settings": {"target": -1' + b"0" * 400 + b"}}",
    "beyond 64 bits": b'{"game": "shark-attacks", "settings": {"target": 18446744073709551616}}',
    "infinity": b'{"game": "shark-attacks", "settings": {"target": 1e999}}',
    "a small fraction": b'{"game": "shark-attacks", "settings": {"target": 1e-999}}',
    "NaN": b'{"game": "shark-attacks", "settings": {"target": NaN}}',
    "huge players": b'{"game": "get-bit", "players": 1' + b"0" * 4000 + b"}",
    "a nested list": b'{"game": "get-bit", "settings": {"long_game": ' + b"[" * 500 + b"]" * 500 + b"}}",
    "many settings": json.dumps({"game": "get-bit", "settings": {str(i): i for i in range(4000)}}).encode(),
    "twice": b'{"game": "chess", "game": "shark-attacks", "start": true}',
    "a form": b"game=get-bit",
    "UTF-16": '{"game": "get-bit"}'.encode("utf-16"),
    "right to left": '{"game": "\u202etib-teg"}'.encode(),
}
BREAKING: dict[str, bytes] = {
    "a deeply nested list": b'{"game": "get-bit", "settings": {"long_game": ' + b"[" * 30_000 + b"]" * 30_000 + b"}}",
    "deeply nested objects": b'{"game": "get-bit", "settings": ' + b'{"a":' * 8000 + b"1" + b"}" * 8000 + b"}",
    "not UTF-8": b'{"game": "\xff"}',
    "not UTF-8 in settings": b'{"game": "get-bit", "settings": {"\xff": 1}}',
}


def refused_body(server: Server, body: bytes) -> None:
    ann = Guest(server.url, "Ann")
    answer = httpx.post(
        f"{server.url}/api/tables", content=body, cookies={"undertow": ann.cookie}, trust_env=False, timeout=PATIENCE
    )
    assert 400 <= answer.status_code < 500, answer.text
    sentence(answer, answer.status_code)
    assert ann.client.get("/api/tables?list=mine").json() == {"tables": []}


@pytest.mark.parametrize("what", ODD)
def test_odd_requests_are_refused_in_one_sentence(server: Server, what: str) -> None:
    refused_body(server, ODD[what])


@pytest.mark.parametrize("what", BREAKING)
def test_requests_that_cannot_be_decoded_are_refused_too(server: Server, what: str) -> None:
    refused_body(server, BREAKING[what])


def test_a_plan_with_nested_settings_is_refused(server: Server) -> None:
    settings = '{"long_game": ' + "[" * 9000 + "]" * 9000 + "}"
    answer = httpx.get(
        f"{server.url}/api/games/get-bit/plan", params={"settings": settings}, trust_env=False, timeout=PATIENCE
    )
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/%ed%a0%80",
        "/api/tables/" + "x" * 5000,
        "/api/tables/..%2f..%2fme",
        "/api/tables/x'%20OR%201=1",
        "/api/tables?list=%00",
        "/api/games/%00/rules",
        "/api/games/..%2f..%2f/rules",
        "/api/games/get-bit/plan?players=" + "9" * 5000,
        "/api/games/get-bit/plan?settings=%ff",
        "/api/games/get-bit/plan?settings=" + "9" * 5000,
        "/api/tables/nowhere1/replay/" + "9" * 5000,
        "/api/tables/nowhere1/replay/0x10",
        "/api/tables/nowhere1?cursor=" + "x" * 3000,
        "/" + "%C3%A9" * 150,
        "/assets/" + "%F0%9F%A6%88" * 70,
        "/api/tables/" + "%C3%A9" * 150,
    ],
)
def test_odd_addresses_are_refused(server: Server, path: str) -> None:
    status, content = raw(server, path)
    assert 400 <= status < 500
    assert msgspec.json.decode(content)["error"]


@pytest.mark.parametrize(
    "cursor", ["", "x", "~", "a~b", "table~x|y", "table~0|spectator~0", "|" * 600, "table~" + "9" * 1500]
)
def test_cursors_that_cannot_be_read_hear_everything(crew: Crew, cursor: str) -> None:
    told = crew.spectator.look(crew.table, cursor=cursor)
    assert told["eyes"][0]["heard"] == crew.spectator.look(crew.table)["eyes"][0]["heard"]


def test_nobody_has_heard_less_than_nothing(crew: Crew) -> None:
    told = crew.spectator.look(crew.table, cursor="table~-3|spectator~0~-2")
    assert told["keep_chat"] >= 0
    assert told["eyes"][0]["keep"] >= 0
    assert all(line["number"] > 0 for line in told["chat"])


# Code by name ---------------------------------------------------------------------------------------------------------


def test_no_code_is_loaded_by_naming_it(strict: Server) -> None:
    ann = Guest(strict.url, "Ann")
    sprung = Path(strict.env["TRAP"]) / "sprung"
    for name in ("trap:GAME", "trap", "tests.toys.lagoon:GAME", "undertow.games.get_bit:GAME", "os:system", "trap:"):
        sentence(ann.client.post("/api/tables", json={"game": name}), 409, "there is no game")
        for path in ("options", "plan", "rules"):
            sentence(ann.client.get(f"/api/games/{name}/{path}"), 409, "there is no game")
        body = {"game": "get-bit", "players": 4, "bots": {"swimmer 1": name[:24]}}
        sentence(ann.client.post("/api/tables", json=body), 409, "there is no bot")
    assert not sprung.exists()


# Limits; test_limits.py has the others --------------------------------------------------------------------------------


def test_somebody_has_so_many_open_tables_and_no_more(strict: Server) -> None:
    ann = Guest(strict.url, "Ann")
    for _ in range(OPEN_TABLES_EACH):
        ann.new_table(players=4)
    sentence(ann.client.post("/api/tables", json={"game": "get-bit"}), 409, f"you have {OPEN_TABLES_EACH} open tables")
    assert Guest(strict.url, "Ben").new_table(players=4)


def test_a_host_may_lift_the_limits(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    for _ in range(OPEN_TABLES_EACH + 1):
        ann.new_table(players=4)
    assert {ann.client.get("/api/tables").status_code for _ in range(200)} == {200}


# One person's doing, everybody's trouble ------------------------------------------------------------------------------


def test_two_people_cannot_both_sit_down(server: Server) -> None:
    host, guests = Guest(server.url, "Host"), [Guest(server.url, f"Guest {number}") for number in range(6)]
    for _ in range(5):
        table = host.new_table(players=4)
        with ThreadPoolExecutor(len(guests)) as pool:
            command = {"type": "sit", "id": "mine", "seat": "swimmer 1"}
            waiting = [pool.submit(guest.post, table, command) for guest in guests]
        answers = [one.result() for one in waiting]
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
        assert len(host.look(table)["table"]["seats"][0]["people"]) == 1


def test_one_ticket_moves_one_seat_once(server: Server) -> None:
    ann, thieves = Guest(server.url, "Ann"), [Guest(server.url, f"Thief {number}") for number in range(6)]
    table = ann.new_table(players=4, sit=SWIMMERS)
    ticket = ann.client.post(f"/api/tables/{table}/ticket", json={"seat": "swimmer 1"}).json()
    use = f"/api/tables/{table}/ticket/use"
    with ThreadPoolExecutor(len(thieves)) as pool:
        answers = list(pool.map(lambda guest: guest.client.post(use, json={"ticket": ticket["ticket"]}), thieves))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5


def test_undo_races_the_last_choice(server: Server) -> None:
    """Either the cards are shown, or a choice is taken back: never half of each."""
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    for _ in range(8):
        table = table_of_two(ann, ben)
        for guest, seat in ((ann, "swimmer 1"), (ann, "swimmer 2"), (ben, "swimmer 3")):
            guest.act(table, seat, "card 1")
        undo = threading.Thread(target=ann.post, args=(table, {"type": "undo", "id": "u", "seat": "swimmer 1"}))
        undo.start()
        ben.act(table, "swimmer 4", "card 2")
        undo.join()
        update = ann.look(table)
        taken_back = update["eyes"][0]["view"]["round"] == 1
        asked = [seat["seat"] for seat in update["table"]["seats"] if seat["to_act"]]
        assert asked == (["swimmer 1"] if taken_back else SWIMMERS)


def test_a_spectator_cannot_silence_the_table() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS})
    for number in range(2000):
        try:
            story.do("spectator", m.Say(f"flood.{number}", "la la la"))
        except Exception:
            break
    story.do("A", m.Say("help", "Can anybody hear me?"))
    assert story.table.chat[-1].text == "Can anybody hear me?"


def test_a_request_of_somebody_who_left_holds_nobody_up() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS[:1], "B": SWIMMERS[1:2]})
    for seat in SWIMMERS:
        if story.table.places[seat].people:
            story.act(seat, "card 1")
    story.do("A", m.AskBack("ask", "swimmer 1"))
    for person, seat in (("B", "swimmer 2"), ("A", "swimmer 1")):
        story.do(person, m.Leave(story.id(), seat))
    assert story.table.bots_asked() == list(story.table.to_act())


def test_a_refused_request_cannot_be_made_again_at_once() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS[:1], "B": SWIMMERS[1:2]})
    story.act("swimmer 1", "card 1")
    story.act("swimmer 2", "card 1")
    for number in range(2):
        story.do("B" if number % 2 else "A", m.AskBack(story.id(), "swimmer 2" if number % 2 else "swimmer 1"))
        story.do("A" if number % 2 else "B", m.AnswerBack(story.id(), False))
        assert story.table.bots_asked() == SWIMMERS[2:]
    with pytest.raises(Refused):
        story.do("A", m.AskBack(story.id(), "swimmer 1"))


@pytest.mark.parametrize("level", ["sampler:999999999", "sampler:99999s"])
def test_no_bot_may_think_for_days(server: Server, level: str) -> None:
    """Its worker goes on when the table no longer waits: others' bots then take 10 seconds each and play at random."""
    ann = Guest(server.url, "Ann")
    table = ann.new_table(players=4, sit=SWIMMERS[:1])
    with pytest.raises(Refusal):
        ann.command(table, "set_bot", seat="swimmer 2", level=level)


@pytest.mark.parametrize("game", ["get-bit", "jaws"])
def test_people_of_one_side_who_answer_at_once_are_not_refused(game: str) -> None:
    """Each answers the question they saw, as the browser does: on the Orca, or two swimmers of one player."""
    crew = {"A": ["shark"], "B": ["quint"], "C": ["brody"], "D": ["hooper"]}
    swimmers = {person: [seat] for person, seat in zip("ABCD", SWIMMERS, strict=True)}
    story = Story(game, 4 if game == "jaws" else 2, crew if game == "jaws" else swimmers, seed="s0")
    rng = random.Random(0)
    table = story.table
    while not story.match.over:
        first, *others = rng.sample(table.to_act(), len(table.to_act()))
        side = table.places[first].side
        asked = {seat: _shown(story.match, seat) for seat in others if table.places[seat].side == side}
        seen = {seat: asked_now(table, seat) for seat in asked}
        story.act(first, rng.choice(story.match.legal(first)))
        for seat, shown in asked.items():
            if _shown(story.match, seat) == shown:  # nothing about that question has changed
                person = next(iter(table.places[seat].people))
                story.do(person, m.Act(story.id(), seat, shown[1][0], seen[seat]))
                return
    raise AssertionError("no such moment")


def _shown(match: Match, seat: str) -> tuple[str, list[str]]:
    return match.prompt(seat), match.legal(seat)


# PostgreSQL -----------------------------------------------------------------------------------------------------------


def founding(id: str) -> Founding:
    version = find_game("get-bit").version
    return Founding(id, "get-bit", version, 4, {}, fresh_seed(), False, m.Pace(), False, "A" * 16, "Ann", time.time())


async def two_commands_at_once(database: str, id: str) -> list[BaseException | None]:
    """Eve's command with this id and Ann's at another table, which share a transaction; what each is answered."""
    storage = Storage(database)
    house = House(storage, Thinkers(1), QUICK)
    house.rules.ready.add("get-bit")
    eve, ann = Person("E" * 16, "Eve"), Person("A" * 16, "Ann")
    try:
        tables = []
        for person in (eve, ann):
            made = await house.found(m.NewTable("get-bit", 4), person)
            tables.append(await house.room(made))
        answers = [
            house.carry_out(tables[0], m.Say(id, "hush, a secret"), eve),
            house.carry_out(tables[1], m.Sit("1", "swimmer 1"), ann),
        ]
        writer = house.tasks.spawn(house.writer.run(house.loader))
        found = await asyncio.gather(*answers, return_exceptions=True)
        writer.cancel()
        return list(found)
    finally:
        await house.close()


def test_commands_that_share_a_transaction(database: str) -> None:
    assert asyncio.run(two_commands_at_once(database, "short")) == [None, None]


def test_the_longest_id_allowed_does_not_make_everybodys_commands_fail(database: str) -> None:
    """Whoever shares the transaction would be refused with Eve."""
    assert asyncio.run(two_commands_at_once(database, "x" * 64)) == [None, None]


def test_a_commit_that_fails_does_not_log_what_was_to_be_written(database: str) -> None:
    storage = Storage(database)
    made = founding("secrets1")
    storage.write([News(made.id, [], Table(made).standing(), made)])
    entry = Entry(1, "act", time.time(), "swimmer 1", "card 5", "A" * 16, "Ann", command="x" * 121)
    with pytest.raises(sa.exc.DataError) as failed:
        storage.write([News(made.id, [entry], None)])
    storage.close()
    assert "card 5" not in str(failed.value)


def test_odd_table_ids_are_not_found_in_postgresql_either(database: str) -> None:
    storage = Storage(database)
    try:
        assert storage.founding("\0") is None
    finally:
        storage.close()


# The log --------------------------------------------------------------------------------------------------------------


def test_the_servers_log_holds_no_secrets(server: Server, crew: Crew) -> None:
    """After all that these tests did to it, refusals and errors included."""
    ann = Guest(server.url, "Ann")
    table = ann.new_table(players=4, sit=SWIMMERS)
    token = ann.client.post("/api/tokens", json={"name": "Bot"}).json()["token"]
    ticket = ann.client.post(f"/api/tables/{table}/ticket", json={"seat": "swimmer 1"}).json()["ticket"]
    ann.client.post(f"/api/tables/{table}/ticket/use", json={"ticket": ticket + "x"})
    ann.client.post("/api/tables", content=BREAKING["a deeply nested list"])  # something for the log
    ann.client.get(f"/api/tables/{table}", params={"cursor": "somebodys-cursor"})
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    made = storage.founding(table)
    key = storage.signing_key()
    storage.close()
    assert made is not None
    log = server.output
    for secret in (ann.cookie, ann.cookie.rpartition(".")[2], token, ticket, made.seed, key, ann.person, "somebodys"):
        assert secret not in log
    assert "ut_" not in log
    assert "undertow=" not in log
