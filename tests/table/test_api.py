"""Every route of the API: what it does, and each refusal in one sentence that changes nothing."""

from __future__ import annotations

import hashlib
import itertools
import random
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.table.conftest import PATIENCE, SWIM_WITH_A_5, Guest, Json, Refusal, Server, questions, wait_until
from undertow import Match
from undertow.core.chance import commitment
from undertow.core.game import find_game
from undertow.table import messages as m
from undertow.table.decide import Person, Refused, decide
from undertow.table.entries import Entry, Founding
from undertow.table.people import TICKET_LASTS, Signer
from undertow.table.storage import Storage
from undertow.table.table import Table, folded
from undertow.table.telling import Cursor, Presence, Teller

pytestmark = pytest.mark.compiled

SWIMMERS = [f"swimmer {number}" for number in (1, 2, 3, 4)]
THREE_BOTS = dict.fromkeys(SWIMMERS[1:], "easy")


def sentence(answer: httpx.Response, status: int, *words: str) -> str:
    """The one sentence of a refusal."""
    assert answer.status_code == status, answer.text
    said: str = answer.json()["error"]
    assert said.endswith((".", "!", "?"))
    assert "\n" not in said
    assert "Traceback" not in said
    for word in words:
        assert word in said
    return said


def ready(server: Server, game: str) -> None:
    """Wait until the game's rules are compiled, however busy the machine is."""
    wait_until(lambda: server.wait()._answers(game), pause=0.1)


def still(update: Json) -> Json:
    """An update without the clock and who is connected."""
    table = {key: value for key, value in update["table"].items() if key not in ("now", "spectators")}
    table["seats"] = [{key: value for key, value in seat.items() if key != "connected"} for seat in table["seats"]]
    return update | {"table": table}


@pytest.fixture
def ann(server: Server) -> Guest:
    return Guest(server.url, "Ann")


@pytest.fixture
def ben(server: Server) -> Guest:
    return Guest(server.url, "Ben")


@pytest.fixture
def stranger(server: Server) -> httpx.Client:
    """Somebody without a cookie."""
    return httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False)


def table_of_two(ann: Guest, ben: Guest, **wanted: Any) -> str:
    """A running Get Bit! of four swimmers: Ann has the first two, Ben the others."""
    table = ann.new_table(players=4, sit=SWIMMERS[:2], **wanted)
    for seat in SWIMMERS[2:]:
        ben.command(table, "sit", seat=seat)
    ann.command(table, "start")
    return table


def play_on(table: str, guests: list[Guest], seed: int = 1, most: int = 10_000) -> Json:
    """Everybody plays at random, until the end or for so many decisions; the last update."""
    rng = random.Random(seed)
    for _ in range(most):
        asked = [(guest, question) for guest in guests for question in questions(guest.look(table))]
        if not asked:
            break
        guest, question = rng.choice(asked)
        guest.act(table, question["seat"], rng.choice(question["actions"])["action"], asked=question["asked"])
    return guests[0].look(table)


# Me -------------------------------------------------------------------------------------------------------------------


def test_a_newcomer_gets_a_name_and_a_cookie_and_keeps_both(stranger: httpx.Client) -> None:
    first = stranger.get("/api/me")
    assert first.status_code == 200
    set_cookie = first.headers["set-cookie"].lower()
    for wanted in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert wanted in set_cookie
    assert len(first.json()["person"]) >= 16
    assert first.json()["name"]
    assert stranger.get("/api/me").json() == first.json()


def test_strangers_are_told_apart(server: Server) -> None:
    assert len({Guest(server.url).person for _ in range(5)}) == 5


def test_a_new_name_keeps_the_person(ann: Guest) -> None:
    said = ann.client.put("/api/me", json={"name": "Anne é 鮫 🦈"})
    assert said.json() == {"person": ann.person, "name": "Anne é 鮫 🦈"}
    assert ann.client.get("/api/me").json() == said.json()
    table = ann.new_table(sit=["swimmer 1"], players=4)
    assert ann.look(table)["table"]["host"] == "Anne é 鮫 🦈"


def test_who_comes_with_a_name_gets_an_identity(stranger: httpx.Client) -> None:
    said = stranger.put("/api/me", json={"name": "Cleo"}).json()
    assert stranger.get("/api/me").json() == said


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": ""}, 400),
        ({"name": "x" * 25}, 400),
        ({"name": 7}, 400),
        ({}, 400),
        ({"name": "Ann", "person": "another"}, 400),
        ({"name": " \u200b\u202e\t "}, 409),
        ({"name": "Deep Robot"}, 409),
        ({"name": "BOT"}, 409),
        ({"name": "Hard b0t (swimmer 3)"}, 409),
        ({"name": "\u2800"}, 409),
    ],
)
def test_names_that_are_refused(ann: Guest, body: Json, status: int) -> None:
    sentence(ann.client.put("/api/me", json=body), status)
    assert ann.client.get("/api/me").json()["name"] == "Ann"


def test_what_cannot_be_shown_is_left_out_of_a_name(ann: Guest) -> None:
    assert ann.client.put("/api/me", json={"name": "A\u202en\x00n\ne"}).json()["name"] == "Ann e"


def test_a_token_is_a_person_of_its_own(ann: Guest, stranger: httpx.Client) -> None:
    made = ann.client.post("/api/tokens", json={"name": "Deep Thought"})
    assert made.status_code == 201
    token = made.json()
    assert token["token"].startswith("ut_")
    assert token["person"] != ann.person
    as_bot = {"Authorization": f"Bearer {token['token']}"}
    me = stranger.get("/api/me", headers=as_bot)
    assert me.json() == {"person": token["person"], "name": "Bot Deep Thought"}
    assert "set-cookie" not in me.headers  # with which it could go on as a person
    sentence(stranger.put("/api/me", json={"name": "Ann"}, headers=as_bot), 409, "a bot keeps the name")
    sentence(ann.client.post("/api/tokens", json={"name": "\u200b"}), 409)
    sentence(ann.client.post("/api/tokens", json={}), 400)


# Games ----------------------------------------------------------------------------------------------------------------


def test_the_games_and_what_they_say_of_themselves(stranger: httpx.Client) -> None:
    games = {game["name"]: game for game in stranger.get("/api/games").json()}
    assert sorted(games) == ["get-bit", "jaws", "kelp", "shark-attacks"]
    for name, game in games.items():
        known = find_game(name)
        assert (game["title"], game["summary"]) == (known.title, known.summary)
        assert game["players"] == list(known.players)
        assert game["usual_players"] in game["players"]
        assert {"easy", "medium", "hard"} <= set(game["levels"])


@pytest.mark.parametrize("game", ["get-bit", "jaws", "kelp", "shark-attacks"])
def test_options_plan_and_rules_of_a_game(stranger: httpx.Client, game: str) -> None:
    options = stranger.get(f"/api/games/{game}/options").json()["options"]
    assert {option["key"] for option in options} == set(find_game(game).entries)
    for option in options:
        assert option["source"] in ("sheet", "found", "ruling", "rebuilt", "ours")
        assert option["about"]
    for players in find_game(game).players_with({}):
        plan = stranger.get(f"/api/games/{game}/plan", params={"players": players}).json()
        setup = find_game(game).set_up(players)
        assert plan["players"] == players
        assert [(seat["seat"], seat["side"]) for seat in plan["seats"]] == list(
            zip(setup.seats, setup.sides, strict=True)
        )
    rules = stranger.get(f"/api/games/{game}/rules")
    assert rules.headers["content-type"].startswith("text/markdown")
    assert rules.text.startswith("# ")


def test_a_plan_hears_house_rules(stranger: httpx.Client) -> None:
    usual = stranger.get("/api/games/shark-attacks/plan").json()
    same = stranger.get("/api/games/shark-attacks/plan", params={"settings": '{"target": 50}'}).json()
    assert usual == same
    assert usual["players"] in usual["possible_players"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/chess/options", 409),
        ("/api/games/chess/plan", 409),
        ("/api/games/chess/rules", 409),
        ("/api/games/get-bit/plan?players=9", 409),
        ("/api/games/get-bit/plan?players=0", 400),
        ("/api/games/get-bit/plan?players=many", 400),
        ("/api/games/get-bit/plan?settings=[]", 409),
        ("/api/games/get-bit/plan?settings={", 409),
        ('/api/games/get-bit/plan?settings={"tide":3}', 409),
        ('/api/games/get-bit/plan?settings={"long_game":3}', 409),
    ],
)
def test_games_that_are_refused(stranger: httpx.Client, path: str, status: int) -> None:
    sentence(stranger.get(path), status)


# Making a table -------------------------------------------------------------------------------------------------------


def test_a_table_with_every_option(ann: Guest) -> None:
    table = ann.new_table(
        "jaws",
        players=4,
        public=True,
        pace={"kind": "live", "seconds": 60},
        crew_room=True,
        bots={"shark": "hard"},
        sit=["quint", "hooper"],
    )
    update = ann.look(table)
    shown = update["table"]
    assert (shown["id"], shown["game"], shown["players"], shown["public"]) == (table, "jaws", 4, True)
    assert shown["pace"] == {"kind": "live", "seconds": 60}
    assert (shown["status"], shown["host"], shown["seed"], shown["rematch"]) == ("gathering", "Ann", None, None)
    mine = {"seats": ["quint", "hooper"], "hosting": True, "rooms": ["table", "crew"]}
    assert update["you"] == mine | {"welcome": [], "removed": [], "may_remove": {}}
    seats = {seat["seat"]: seat for seat in shown["seats"]}
    assert seats["shark"]["bot"] == "hard"
    assert (seats["quint"]["people"], seats["quint"]["side"], seats["brody"]["people"]) == (["Ann"], "crew", [])
    assert update["eyes"] == []
    assert update["result"] is None
    assert len(shown["commitment"]) == 64


def test_house_rules_travel_with_the_table(ann: Guest, server: Server) -> None:
    ready(server, "shark-attacks")
    table = ann.new_table("shark-attacks", players=2, settings={"target": 7}, sit=["player 1", "player 2"], start=True)
    assert ann.look(table)["table"]["settings"] == {"target": 7}
    assert play_on(table, [ann])["result"]["reason"] == "first to reach 7 points"


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [
        ({"kind": "live"}, 120),
        ({"kind": "days"}, 86400),
        ({"kind": "free"}, None),
        ({"kind": "days", "seconds": 600}, 600),
    ],
)
def test_each_pace_has_its_usual_time(ann: Guest, pace: Json, seconds: int | None) -> None:
    assert ann.look(ann.new_table(pace=pace))["table"]["pace"]["seconds"] == seconds


def test_bots_alone_play_to_the_end(ann: Guest) -> None:
    table = ann.new_table(players=4, bots=dict.fromkeys(SWIMMERS, "easy"), start=True)
    update = wait_until(lambda: (found := ann.look(table))["result"] and found)
    assert update["table"]["status"] == "over"
    assert update["eyes"][0]["viewer"] == "spectator"


NOT_A_TABLE: list[tuple[Json, int]] = [
    ({"game": "chess"}, 409),
    ({}, 400),
    ({"game": "x" * 61}, 400),
    ({"game": "get-bit", "players": 9}, 409),
    ({"game": "get-bit", "players": 13}, 400),
    ({"game": "get-bit", "players": 0}, 400),
    ({"game": "get-bit", "settings": {"tide": 1}}, 409),
    ({"game": "get-bit", "settings": {"long_game": "yes"}}, 409),
    ({"game": "shark-attacks", "settings": {"target": 10**6}}, 409),
    ({"game": "get-bit", "sit": ["captain"]}, 409),
    ({"game": "get-bit", "sit": ["swimmer 1", "swimmer 1"]}, 409),
    ({"game": "get-bit", "bots": {"captain": "easy"}}, 409),
    ({"game": "get-bit", "bots": {"swimmer 1": "genius"}}, 409),
    ({"game": "get-bit", "sit": ["swimmer 1"], "bots": {"swimmer 1": "easy"}}, 409),
    ({"game": "get-bit", "start": True}, 409),
    ({"game": "get-bit", "pace": {"kind": "live", "seconds": 9}}, 400),
    ({"game": "get-bit", "pace": {"kind": "live", "seconds": 14 * 86400 + 1}}, 400),
    ({"game": "get-bit", "pace": {"kind": "never"}}, 400),
    ({"game": "get-bit", "seed": "mine"}, 400),
]


@pytest.mark.parametrize(("wanted", "status"), NOT_A_TABLE)
def test_tables_that_are_refused(ann: Guest, wanted: Json, status: int) -> None:
    sentence(ann.client.post("/api/tables", json=wanted), status)
    assert ann.client.get("/api/tables?list=mine").json() == {"tables": []}


def test_who_makes_a_table_needs_a_name(stranger: httpx.Client) -> None:
    sentence(stranger.post("/api/tables", json={"game": "get-bit"}), 401, "GET /api/me")


# Lists ----------------------------------------------------------------------------------------------------------------


def listed(guest: Guest, which: str) -> dict[str, Json]:
    lines = guest.client.get("/api/tables", params={"list": which}).json()["tables"]
    return {line["id"]: line for line in lines}


def test_lists_of_tables(ann: Guest, ben: Guest) -> None:
    gathering = ann.new_table(players=4, public=True, sit=SWIMMERS[:1], bots={"swimmer 2": "easy"})
    private = ann.new_table(players=4, sit=SWIMMERS[:1])
    running = table_of_two(ann, ben, public=True)
    line = listed(ben, "open")[gathering]
    assert (line["seats"], line["free"], line["people"], line["status"]) == (4, 2, ["Ann"], "gathering")
    assert line["my_turn"] is False
    assert running in listed(ben, "running")
    assert running not in listed(ben, "open")
    for which in ("open", "running"):
        assert private not in listed(ann, which)
    mine = listed(ann, "mine")
    assert set(mine) == {gathering, private, running}
    assert [mine[table]["my_turn"] for table in (gathering, private, running)] == [False, False, True]
    assert set(listed(ben, "mine")) == {running}
    sentence(ann.client.get("/api/tables?list=all"), 400)


def test_a_full_table_is_not_open(ann: Guest) -> None:
    table = ann.new_table(players=4, public=True, sit=SWIMMERS)
    assert table not in listed(ann, "open")


def test_seats_of_a_list_are_seats_to_sit_on(ann: Guest) -> None:
    """With two players each has two swimmers: four seats, not two."""
    table = ann.new_table(players=2, public=True)
    line = listed(ann, "open")[table]
    assert line["seats"] == len(ann.look(table)["table"]["seats"]) == line["free"]


def test_my_turn_is_over_when_i_have_chosen(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    for seat in SWIMMERS[:2]:
        assert listed(ann, "mine")[table]["my_turn"]
        ann.act(table, seat, "card 1")
    assert not listed(ann, "mine")[table]["my_turn"]
    assert listed(ben, "mine")[table]["my_turn"]


# Commands -------------------------------------------------------------------------------------------------------------


def test_there_is_no_such_table(ann: Guest) -> None:
    for path in ("", "/help", "/beliefs", "/replay", "/replay/0", "/match", "/events"):
        sentence(ann.client.get(f"/api/tables/nowhere1{path}"), 404, "nowhere1")
    sentence(ann.post("nowhere1", {"type": "start", "id": "1"}), 404)
    sentence(ann.client.post("/api/tables/nowhere1/hint?seat=x"), 404)
    sentence(ann.client.post("/api/tables/nowhere1/ticket", json={"seat": "x"}), 404)


def test_a_command_needs_a_name(ann: Guest, stranger: httpx.Client) -> None:
    table = ann.new_table()
    command = {"type": "say", "id": "1", "text": "hello"}
    sentence(stranger.post(f"/api/tables/{table}/commands", json=command), 401)
    assert stranger.get(f"/api/tables/{table}").status_code == 200  # looking is for everybody with the link


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"type": "act"},
        {"type": "act", "id": "1"},
        {"type": "win", "id": "1"},
        {"type": "start", "id": ""},
        {"type": "start", "id": "with space"},
        {"type": "start", "id": "x" * 65},
        {"type": "start", "id": "1", "seat": "swimmer 1"},
        {"type": "say", "id": "1", "text": ""},
        {"type": "say", "id": "1", "text": "x" * 501},
        {"type": "act", "id": "1", "seat": "swimmer 1", "action": 5},
        {"type": "mix", "id": "1", "seat": "swimmer 1", "word": ""},
        [],
        "start",
    ],
)
def test_commands_that_cannot_be_read(ann: Guest, command: Any) -> None:
    table = ann.new_table(players=4, sit=SWIMMERS[:1], bots=THREE_BOTS)
    before = still(ann.look(table))
    sentence(ann.client.post(f"/api/tables/{table}/commands", json=command), 400)
    assert still(ann.look(table)) == before


def refuses(guest: Guest, table: str, type: str, *words: str, **fields: Any) -> str:
    """The sentence with which a command is refused; its sender's id comes back, and nothing has changed."""
    before = still(guest.look(table))
    answer = guest.post(table, {"type": type, "id": "no.1"} | fields)
    assert answer.json()["id"] == "no.1"
    assert answer.json()["ok"] is False
    said = sentence(answer, 409, *words)
    assert still(guest.look(table)) == before
    return said


def test_sitting_down_and_getting_up(ann: Guest, ben: Guest) -> None:
    table = ann.new_table(players=4)
    ann.command(table, "sit", seat="swimmer 1")
    ann.command(table, "sit", seat="swimmer 2")
    ben.command(table, "sit", seat="swimmer 3")
    assert ann.look(table)["you"]["seats"] == ["swimmer 1", "swimmer 2"]
    ann.command(table, "leave", seat="swimmer 2")
    ben.command(table, "sit", seat="swimmer 2")
    assert ben.look(table)["you"]["seats"] == ["swimmer 2", "swimmer 3"]
    refuses(ann, table, "sit", "already", seat="swimmer 1")
    refuses(ann, table, "sit", "taken by Ben", seat="swimmer 3")
    refuses(ann, table, "sit", "swimmer 4", seat="captain")
    refuses(ben, table, "leave", "you do not sit as swimmer 1", seat="swimmer 1")
    refuses(Guest(ann.url), table, "leave", "no seat at this table", seat="swimmer 3")
    said = [line["text"] for line in ann.look(table)["chat"]]
    assert "Ben sits down as swimmer 3." in said
    ann.command(table, "leave", seat="swimmer 3")  # the host asks Ben to get up
    assert ben.look(table)["you"]["seats"] == ["swimmer 2"]


def test_in_a_running_match_only_who_left_comes_back(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    ben.command(table, "leave", seat="swimmer 3")
    seat = ann.look(table)["table"]["seats"][2]
    assert (seat["bot"], seat["people"]) == ("medium", [])
    with pytest.raises(Refusal, match="only somebody who left"):
        ann.command(table, "sit", seat="swimmer 3")
    ben.command(table, "sit", seat="swimmer 3")
    seat = ann.look(table)["table"]["seats"][2]
    assert (seat["bot"], seat["people"]) == (None, ["Ben"])


def test_the_host_sets_the_bots(ann: Guest, ben: Guest) -> None:
    table = ann.new_table(players=4, sit=SWIMMERS[:1])
    ann.command(table, "set_bot", seat="swimmer 2", level="easy")
    ann.command(table, "set_bot", seat="swimmer 2", level="hard")
    assert ann.look(table)["table"]["seats"][1]["bot"] == "hard"
    ann.command(table, "set_bot", seat="swimmer 2")
    assert ann.look(table)["table"]["seats"][1]["bot"] is None
    refuses(ben, table, "set_bot", "only the host, Ann", seat="swimmer 2", level="easy")
    refuses(ann, table, "set_bot", "Ann sits as swimmer 1", seat="swimmer 1", level="easy")
    refuses(ann, table, "set_bot", "no seat 'captain'", seat="captain", level="easy")
    refuses(ann, table, "set_bot", "genius", seat="swimmer 2", level="genius")
    ben.command(table, "sit", seat="swimmer 2")
    ben.command(table, "leave", seat="swimmer 2")


def test_somebody_may_sit_down_where_a_bot_is(ann: Guest, ben: Guest) -> None:
    table = ann.new_table(players=4, sit=SWIMMERS[:1], bots=THREE_BOTS)
    ben.command(table, "sit", seat="swimmer 2")
    assert ann.look(table)["table"]["seats"][1]["bot"] is None


def test_the_host_starts_once_every_seat_is_taken(ann: Guest, ben: Guest) -> None:
    table = ann.new_table(players=4, sit=SWIMMERS[:3])
    refuses(ann, table, "start", "swimmer 4")
    refuses(ann, table, "act", "not begun", seat="swimmer 1", action="card 1")
    refuses(ann, table, "undo", "not begun", seat="swimmer 1")
    refuses(ann, table, "ask_back", "not begun", seat="swimmer 1")
    refuses(ann, table, "answer_back", "not begun", agree=True)
    refuses(ann, table, "rematch", "once the match is over")
    refuses(ann, table, "back", "is yours", seat="swimmer 1")
    ben.command(table, "sit", seat="swimmer 4")
    refuses(ben, table, "start", "only the host, Ann")
    ann.command(table, "start")
    refuses(ann, table, "start", "has begun")
    refuses(ann, table, "set_bot", "has begun", seat="swimmer 4", level="easy")
    refuses(ann, table, "mix", "has begun", seat="swimmer 1", word="eel")
    refuses(Guest(ann.url), table, "sit", "taken by Ben", seat="swimmer 4")


def test_acting(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    before = ann.look(table)
    assert [question["seat"] for question in questions(before)] == SWIMMERS[:2]
    question = questions(before)[0]
    assert SWIM_WITH_A_5 in question["actions"]
    assert question["prompt"]
    ann.act(table, "swimmer 1", "card 5", asked=question["asked"])
    refuses(ann, table, "act", "no longer asked", seat="swimmer 1", action="card 4", asked=question["asked"])
    refuses(ann, table, "act", "cannot act now", seat="swimmer 1", action="card 4")
    refuses(ann, table, "act", "not legal", seat="swimmer 2", action="card 9")
    refuses(ann, table, "act", "not legal", seat="swimmer 2", action="card 5\0")
    refuses(ann, table, "act", "no seat", seat="chance", action="card 5")
    assert [question["seat"] for question in questions(ann.look(table))] == ["swimmer 2"]


def test_simultaneous_choices_do_not_reject_each_other(ann: Guest, ben: Guest) -> None:
    """Everybody answers the question they saw, all in the same moment."""
    table = table_of_two(ann, ben)
    asked = [(guest, question) for guest in (ann, ben) for question in questions(guest.look(table))]
    said: list[Json] = []

    def choose(guest: Guest, question: Json) -> None:
        said.append(guest.act(table, question["seat"], "card 2", asked=question["asked"]))

    threads = [threading.Thread(target=choose, args=one) for one in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 4
    assert ann.look(table)["eyes"][0]["view"]["round"] == 2


@pytest.mark.parametrize("asked", ["", "0", "nobody asked this"])
def test_an_answer_to_a_question_nobody_asked(ann: Guest, ben: Guest, asked: str) -> None:
    refuses(ann, table_of_two(ann, ben), "act", "no longer asked", seat="swimmer 1", action="card 1", asked=asked)


def test_the_same_command_again_does_no_harm(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    command = {"type": "act", "id": "once", "seat": "swimmer 1", "action": "card 1"}
    first = ann.post(table, command)
    before = still(ann.look(table))
    assert ann.post(table, command).json() == first.json() == {"type": "ack", "id": "once", "ok": True}
    assert still(ann.look(table)) == before
    ben.act(table, "swimmer 3", "card 1", id="once")  # ids are everybody's own
    assert not ben.look(table)["table"]["seats"][2]["to_act"]


def test_undo_while_nothing_was_revealed(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    refuses(ann, table, "undo", "cannot take anything back", seat="swimmer 1")
    ann.act(table, "swimmer 1", "card 1")
    ben.act(table, "swimmer 3", "card 2")
    asked = {question["seat"]: question for eyes in ann.look(table)["eyes"] for question in eyes["questions"]}
    assert asked["swimmer 1"]["can_undo"]
    assert not asked["swimmer 1"]["actions"]
    ann.command(table, "undo", seat="swimmer 1")
    assert "swimmer 1" in [question["seat"] for question in questions(ann.look(table))]
    refuses(ben, table, "undo", "you do not sit as", seat="swimmer 1")
    for guest, seat in zip((ann, ann, ben), SWIMMERS, strict=False):
        if guest.look(table)["table"]["seats"][SWIMMERS.index(seat)]["to_act"]:
            guest.act(table, seat, "card 3")
    ben.act(table, "swimmer 4", "card 4")  # now the cards are shown
    refuses(ann, table, "undo", "cannot take anything back", seat="swimmer 1")


def test_a_table_where_everybody_talks(ann: Guest, ben: Guest) -> None:
    table = ann.new_table("jaws", players=4, crew_room=True, sit=["shark"])
    for seat in ("quint", "brody", "hooper"):
        ben.command(table, "sit", seat=seat)
    ann.command(table, "say", text="Da-dum.")
    ben.command(table, "say", text="He is near the beach.\nI think.", room="crew")
    refuses(ann, table, "say", "you cannot speak in the room 'crew'; yours: table", text="Boo!", room="crew")
    refuses(ann, table, "say", "at least one printable character", text="\u200b\u0000")
    heard_by = {
        guest.name: [line["text"] for line in guest.look(table)["chat"] if line["name"]] for guest in (ann, ben)
    }
    assert heard_by == {"Ann": ["Da-dum."], "Ben": ["Da-dum.", "He is near the beach.\nI think."]}
    numbers = [line["number"] for line in ann.look(table)["chat"]]
    assert numbers == list(range(1, len(numbers) + 1))  # no gap where the crew whispered


def test_words_mixed_into_the_dice_are_in_the_match_file(ann: Guest, server: Server) -> None:
    ready(server, "shark-attacks")
    table = ann.new_table("shark-attacks", players=2, settings={"target": 3}, sit=["player 1", "player 2"])
    ann.command(table, "mix", seat="player 1", word="mackerel")
    refuses(ann, table, "mix", "at least one printable character", seat="player 1", word="\u200b")
    refuses(ann, table, "mix", "no seat", seat="player 9", word="eel")
    ann.command(table, "start")
    play_on(table, [ann])
    assert "mackerel" in ann.client.get(f"/api/tables/{table}/match").text


# A seat on another device ---------------------------------------------------------------------------------------------


def ticket(guest: Guest, table: str, seat: str, kind: str = "move") -> str:
    made = guest.client.post(f"/api/tables/{table}/ticket", json={"seat": seat, "kind": kind})
    assert made.status_code == 201, made.text
    assert made.json()["link"] == f"/t/{table}#ticket={made.json()['ticket']}"
    return str(made.json()["ticket"])


def use(guest: Guest, table: str, given: str) -> httpx.Response:
    return guest.client.post(f"/api/tables/{table}/ticket/use", json={"ticket": given})


def test_a_seat_moves_to_another_device_once(ann: Guest, ben: Guest) -> None:
    phone, thief = Guest(ann.url, "Phone"), Guest(ann.url, "Thief")
    table = table_of_two(ann, ben)
    given = ticket(ann, table, "swimmer 1")
    assert use(phone, table, given).status_code == 200
    assert phone.look(table)["you"]["seats"] == ["swimmer 1"]
    assert ann.look(table)["you"]["seats"] == ["swimmer 2"]
    assert use(phone, table, given).status_code == 200  # sent again: no harm
    sentence(use(thief, table, given), 409, "used already")
    sentence(use(ann, table, given), 409, "used already")
    phone.act(table, "swimmer 1", "card 1")
    refuses(ann, table, "act", "you do not sit as", seat="swimmer 1", action="card 1")
    back = ticket(phone, table, "swimmer 1")
    assert use(ann, table, back).status_code == 200
    sentence(use(thief, table, given), 409, "used already")  # although the giver has the seat again


def test_a_shared_seat_has_several_people(ann: Guest, ben: Guest) -> None:
    cleo, dora = Guest(ann.url, "Cleo"), Guest(ann.url, "Dora")
    table = table_of_two(ann, ben)
    given = ticket(ann, table, "swimmer 1", "share")
    for guest in (cleo, dora):
        assert use(guest, table, given).status_code == 200
        assert guest.look(table)["you"]["seats"] == ["swimmer 1"]
    seat = ann.look(table)["table"]["seats"][0]
    assert (seat["people"], seat["name"]) == (["Ann", "Cleo", "Dora"], "Ann & Cleo & Dora")
    question = questions(cleo.look(table))[0]
    cleo.act(table, "swimmer 1", "card 1", asked=question["asked"])
    refuses(ann, table, "act", seat="swimmer 1", action="card 2", asked=question["asked"])
    dora.command(table, "undo", seat="swimmer 1")
    ann.command(table, "leave", seat="swimmer 1")
    assert ann.look(table)["table"]["seats"][0]["people"] == ["Cleo", "Dora"]
    assert ann.look(table)["table"]["seats"][0]["bot"] is None
    sentence(use(Guest(ann.url), table, given), 409, "gone to somebody else")


def test_links_are_made_void_and_who_came_by_one_is_removed(ann: Guest, ben: Guest) -> None:
    cleo, dora = Guest(ann.url, "Cleo"), Guest(ann.url, "Dora")
    table = table_of_two(ann, ben)
    given = ticket(ben, table, "swimmer 3", "share")
    assert use(cleo, table, given).status_code == 200
    refuses(cleo, table, "remove", "nobody can take the seat away", seat="swimmer 3", name="Ben")
    with cleo.live(table) as line:
        line.until(lambda update: update["you"]["seats"] == ["swimmer 3"])
        ben.command(table, "remove", seat="swimmer 3", name="Cleo")
        told = line.until(lambda update: update["you"]["removed"] == ["swimmer 3"])
        assert [eyes["viewer"] for eyes in told["eyes"]] == ["spectator"]
        assert told["you"]["seats"] == []
        assert line.notes.chat[max(line.notes.chat)]["text"] == "Ben removes Cleo from swimmer 3."
    for guest in (cleo, dora):
        sentence(use(guest, table, given), 409, "made void")
    sentence(cleo.client.get(f"/api/tables/{table}/beliefs?viewer=swimmer 3"), 409, "yours: spectator")
    sentence(cleo.client.post(f"/api/tables/{table}/hint?seat=swimmer 3"), 409, "you do not sit as")
    sentence(cleo.client.post(f"/api/tables/{table}/ticket", json={"seat": "swimmer 3"}), 409, "you do not sit as")
    given = ticket(ben, table, "swimmer 3", "share")
    moving = ticket(ben, table, "swimmer 3")
    ben.command(table, "void_links", seat="swimmer 3")
    for one in (given, moving):
        sentence(use(dora, table, one), 409, "made void")
    assert use(dora, table, ticket(ben, table, "swimmer 3", "share")).status_code == 200
    ann.command(table, "remove", seat="swimmer 3", name="Dora")  # the host can, too
    assert ann.look(table)["table"]["seats"][2]["people"] == ["Ben"]


def test_a_link_of_before_seats_had_a_number_still_works(ann: Guest, ben: Guest, server: Server) -> None:
    cleo = Guest(ann.url, "Cleo")
    table = table_of_two(ann, ben)
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    signer = Signer(storage.signing_key())
    storage.close()
    old = signer.sign("ticket", [table, "swimmer 3", "share", ben.person, 2**40, "abc"])
    assert use(cleo, table, old).status_code == 200
    ben.command(table, "remove", seat="swimmer 3", name="Cleo")
    sentence(use(cleo, table, old), 409, "made void")


def test_tickets_that_are_refused(ann: Guest, ben: Guest, server: Server) -> None:
    table, other = table_of_two(ann, ben), table_of_two(ann, ben)
    given = ticket(ann, table, "swimmer 1")
    before = still(ann.look(table))
    wrong = "does not open a seat at this table"
    sentence(use(ben, other, given), 409, wrong)
    body, _, digest = given.rpartition(".")
    for forged in (
        "",
        ".",
        "x.y",
        given[:-1],
        given + "0",
        f"{body[:-2]}AA.{digest}",
        f"{body}.{'0' * 43}",
        "\x00",
        "é.é",
    ):
        sentence(use(ben, table, forged), 409, wrong)
    sentence(use(ben, table, "x" * 401), 400)
    cookie = ben.cookie  # signed here, but for something else
    sentence(use(ben, table, cookie), 409, wrong)
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    signer = Signer(storage.signing_key())
    storage.close()
    old = signer.sign("ticket", [table, "swimmer 1", "move", ann.person, 1_700_000_000, "abc"])
    sentence(use(ben, table, old), 409, "too old")
    assert TICKET_LASTS == 7 * 86400
    foreign = Signer("another key").sign("ticket", [table, "swimmer 1", "move", ann.person, 2**40, "abc"])
    sentence(use(ben, table, foreign), 409, wrong)
    assert still(ann.look(table)) == before


def test_a_ticket_is_for_who_holds_the_seat(ann: Guest, ben: Guest, stranger: httpx.Client) -> None:
    table = table_of_two(ann, ben)
    for seat in ("swimmer 1", "captain"):
        sentence(ben.client.post(f"/api/tables/{table}/ticket", json={"seat": seat}), 409, "your seats are swimmer 3")
    sentence(stranger.post(f"/api/tables/{table}/ticket", json={"seat": "swimmer 1"}), 401)
    sentence(stranger.post(f"/api/tables/{table}/ticket/use", json={"ticket": "x"}), 401)
    sentence(ann.client.post(f"/api/tables/{table}/ticket", json={"seat": "swimmer 1", "kind": "sell"}), 400)


# Questions ------------------------------------------------------------------------------------------------------------


def test_hint_help_and_beliefs(ann: Guest, ben: Guest, stranger: httpx.Client) -> None:
    table = ann.new_table(players=4, sit=SWIMMERS[:2])
    for path in ("help", "beliefs"):
        sentence(ann.client.get(f"/api/tables/{table}/{path}"), 409, "not begun")
    sentence(ann.client.post(f"/api/tables/{table}/hint?seat=swimmer 1"), 409, "not begun")
    table = table_of_two(ann, ben)
    hint = ann.client.post(f"/api/tables/{table}/hint", params={"seat": "swimmer 1"}).json()
    offers = {offer["action"]: offer["label"] for offer in questions(ann.look(table))[0]["actions"]}
    assert offers[hint["action"]] == hint["label"]
    assert hint["why"]
    assert ann.client.get(f"/api/tables/{table}/help").json()["text"]
    assert ann.client.get(f"/api/tables/{table}/help?viewer=swimmer 2").json()["text"]
    assert stranger.get(f"/api/tables/{table}/help").json()["text"]
    assert "hands" in ann.client.get(f"/api/tables/{table}/beliefs").json()["beliefs"]
    ann.act(table, "swimmer 1", "card 1")
    sentence(ann.client.post(f"/api/tables/{table}/hint?seat=swimmer 1"), 409, "has nothing to decide now")
    sentence(ann.client.post(f"/api/tables/{table}/hint?seat=swimmer 3"), 409, "you do not sit as swimmer 3")
    sentence(ann.client.post(f"/api/tables/{table}/hint"), 400)
    sentence(stranger.post(f"/api/tables/{table}/hint?seat=swimmer 1"), 401)
    for path in ("help", "beliefs"):
        sentence(
            ann.client.get(f"/api/tables/{table}/{path}?viewer=swimmer 3"), 409, "you cannot look through the eyes"
        )
        sentence(stranger.get(f"/api/tables/{table}/{path}?viewer=swimmer 1"), 409, "yours: spectator")


# After the end --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[str, Guest, Guest]:
    """A finished match with two people; tests only look at it."""
    ann, ben = Guest(server.url, "Ann"), Guest(server.url, "Ben")
    table = table_of_two(ann, ben)
    play_on(table, [ann, ben])
    return table, ann, ben


def test_the_end_is_told_to_everybody(finished: tuple[str, Guest, Guest]) -> None:
    table, ann, ben = finished
    for guest in (ann, ben, Guest(ann.url)):
        update = guest.look(table)
        assert update["table"]["status"] == "over"
        assert not questions(update)
        result = update["result"]
        assert set(result["winners"]) <= set(SWIMMERS)
        assert "win" in result["words"]
        assert result["reason"] in result["words"]
        assert commitment(update["table"]["seed"]) == update["table"]["commitment"]


def test_after_the_end_nothing_is_played(finished: tuple[str, Guest, Guest]) -> None:
    table, ann, _ = finished
    refuses(ann, table, "act", "the match is over", seat="swimmer 1", action="card 1")
    refuses(ann, table, "undo", "cannot take anything back", seat="swimmer 1")
    refuses(Guest(ann.url), table, "sit", "rematch", seat="swimmer 1")
    refuses(Guest(ann.url), table, "rematch", "only those who played")
    sentence(ann.client.post(f"/api/tables/{table}/hint?seat=swimmer 1"), 409)


def test_the_match_file_is_verified(finished: tuple[str, Guest, Guest], tmp_path: Path) -> None:
    table, ann, _ = finished
    answer = ann.client.get(f"/api/tables/{table}/match")
    assert answer.headers["content-disposition"] == f'attachment; filename="{table}.match"'
    assert answer.headers["content-type"].startswith("text/plain")
    file = tmp_path / "downloaded.match"
    file.write_bytes(answer.content)
    match = Match.load(file)
    assert match.over
    assert str(match.result) == ann.look(table)["result"]["words"]
    command = [sys.executable, "-m", "undertow", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "every die is the one the committed seed gives" in done.stdout
    altered = answer.text.replace("card 1", "card 2", 1)
    file.write_text(altered, encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2


def test_what_is_no_secret_travels_compressed(finished: tuple[str, Guest, Guest]) -> None:
    """Files of the client and replays do; views never: how well one compresses could tell of what is hidden in it."""
    table, ann, _ = finished
    page = ann.client.get("/").text
    script = re.search(r"/assets/index-[^\"]+\.js", page)
    assert script, "the client is not built"
    for path in (script[0], f"/api/tables/{table}/replay"):
        packed = ann.client.get(path, headers={"accept-encoding": "gzip"})
        plain = ann.client.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in packed.headers["vary"].lower()
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.content == plain.content
        assert "content-encoding" not in plain.headers
    for path in ("", "/beliefs", "/match"):
        answer = ann.client.get(f"/api/tables/{table}{path}", headers={"accept-encoding": "gzip"})
        assert (answer.status_code, answer.headers.get("content-encoding")) == (200, None)


def test_the_replay_reveals_everything(finished: tuple[str, Guest, Guest]) -> None:
    table, ann, _ = finished
    match = Match.from_text(ann.client.get(f"/api/tables/{table}/match").text)
    replay = ann.client.get(f"/api/tables/{table}/replay").json()
    assert replay["viewers"] == [*SWIMMERS, "spectator"]
    assert [(step["seat"], step["action"]) for step in replay["steps"]] == [
        (match.seat_name(ply.seat), ply.name) for ply in match.history
    ]
    assert [step["ply"] for step in replay["steps"]] == list(range(1, len(match.history) + 1))
    assert [line for step in replay["steps"] for line in step["told"]]
    assert replay["result"] == ann.look(table)["result"]
    assert ann.client.get(replay["file"]).status_code == 200
    last = ann.client.get(f"/api/tables/{table}/replay/{len(match.history)}").json()
    assert last["views"] == {viewer: match.view_json(viewer) for viewer in match.viewers}
    first = ann.client.get(f"/api/tables/{table}/replay/0").json()
    fresh = Match("get-bit", 4, seed=match.seed, names=match.given_names, auto_chance=False)
    assert first["views"] == {viewer: fresh.view_json(viewer) for viewer in match.viewers}
    for ply in (-1, len(match.history) + 1, 10**18):
        sentence(ann.client.get(f"/api/tables/{table}/replay/{ply}"), 409, "steps")


def test_nothing_is_revealed_before_the_end(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    ann.act(table, "swimmer 1", "card 1")
    for path in ("replay", "replay/0", "replay/1", "match"):
        sentence(ann.client.get(f"/api/tables/{table}/{path}"), 409, "is not over")
    gathering = ann.new_table()
    for path in ("replay", "replay/0", "match"):
        sentence(ann.client.get(f"/api/tables/{gathering}/{path}"), 409, "not begun")


# Rematch --------------------------------------------------------------------------------------------------------------


def short_match(ann: Guest, ben: Guest, third: Guest | None = None) -> str:
    """A finished match of two people and a bot, or of three, that ends after few dice."""
    table = ann.new_table("shark-attacks", players=3, settings={"target": 2}, sit=["player 1"])
    ben.command(table, "sit", seat="player 2")
    if third:
        third.command(table, "sit", seat="player 3")
    else:
        ann.command(table, "set_bot", seat="player 3", level="easy")
    ann.command(table, "start")

    def over() -> bool:
        play_on(table, [ann, ben, *([third] if third else [])])
        return bool(ann.look(table)["result"])

    wait_until(over)
    return table


def test_two_who_ask_for_a_rematch_at_once_land_at_the_same_table(ann: Guest, ben: Guest, server: Server) -> None:
    ready(server, "shark-attacks")
    table = short_match(ann, ben)
    threads = [threading.Thread(target=guest.command, args=(table, "rematch")) for guest in (ann, ben)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [fresh] = {guest.look(table)["table"]["rematch"] for guest in (ann, ben)}
    update = ann.look(fresh)
    assert update["table"]["status"] != "gathering"  # both have come
    assert [seat["people"] for seat in update["table"]["seats"]] == [["Ann"], ["Ben"], []]
    assert update["table"]["seats"][2]["bot"] == "easy"
    assert update["table"]["settings"] == {"target": 2}
    assert update["table"]["commitment"] != ann.look(table)["table"]["commitment"]
    assert update["table"]["rematch"] is None
    ann.command(table, "rematch")
    assert ann.look(table)["table"]["rematch"] == fresh


def test_a_rematch_seats_only_who_asks_for_it(ann: Guest, ben: Guest, server: Server) -> None:
    ready(server, "shark-attacks")
    cleo, dora = Guest(ann.url, "Cleo"), Guest(ann.url, "Dora")
    table = short_match(ann, ben, dora)
    assert use(cleo, table, ticket(ann, table, "player 1", "share")).status_code == 200
    ben.command(table, "rematch")
    fresh = ann.look(table)["table"]["rematch"]
    shown = ann.look(fresh)["table"]
    assert shown["status"] == "gathering"
    assert [seat["people"] for seat in shown["seats"]] == [[], ["Ben"], []]
    assert [seat["kept_for"] for seat in shown["seats"]] == [["Ann", "Cleo"], [], ["Dora"]]
    refuses(Guest(ann.url), fresh, "sit", "is kept for Ann and Cleo", seat="player 1")
    ann.command(table, "rematch")
    dora.command(table, "rematch")  # nobody else acts by themselves: the match waits for them
    shown = cleo.look(fresh)
    assert shown["table"]["status"] != "gathering"
    assert [seat["people"] for seat in shown["table"]["seats"][:2]] == [["Ann"], ["Ben"]]
    assert (shown["you"]["seats"], shown["you"]["welcome"]) == ([], ["player 1"])
    cleo.command(table, "rematch")
    assert cleo.look(fresh)["you"]["seats"] == ["player 1"]
    assert ann.look(fresh)["you"]["may_remove"] == {"player 1": ["Cleo"]}


def test_nobody_can_work_out_where_a_rematch_is(ann: Guest, ben: Guest, server: Server) -> None:
    """The seed is revealed at the end, to whoever has the match file too."""
    ready(server, "shark-attacks")
    table = short_match(ann, ben)
    ann.command(table, "rematch")
    shown = ann.look(table)["table"]
    known = hashlib.sha256(f"rematch of {shown['seed']}".encode()).hexdigest()  # as it once was
    assert shown["rematch"] != known[:12]
    storage = Storage(f"sqlite:///{server.data / 'tables' / 'tables.sqlite'}")
    assert shown["rematch"] == Signer(storage.signing_key()).id("rematch", table)
    storage.close()


# Take-back by consent -------------------------------------------------------------------------------------------------


def one_round(ann: Guest, ben: Guest) -> str:
    """A match after its first round: the cards are shown."""
    table = table_of_two(ann, ben)
    for guest, seat in ((ann, 0), (ben, 2), (ben, 3), (ann, 1)):
        guest.act(table, SWIMMERS[seat], f"card {seat + 1}")
    return table


def test_a_decision_is_taken_back_when_everybody_agrees(ann: Guest, ben: Guest) -> None:
    table = one_round(ann, ben)
    ann.command(table, "ask_back", seat="swimmer 2")
    assert ben.look(table)["table"]["take_back"] == {"seat": "swimmer 2", "waiting_for": SWIMMERS[2:]}
    refuses(ben, table, "ask_back", "asking already", seat="swimmer 3")
    refuses(Guest(ann.url), table, "answer_back", "only those who play", agree=True)
    heard = ann.look(table)
    ben.command(table, "answer_back", agree=True)
    update = ann.look(table, cursor=heard["cursor"])
    assert update["table"]["take_back"] is None
    assert [question["seat"] for question in questions(update)] == ["swimmer 2"]
    assert update["eyes"][0]["view"]["round"] == 1
    assert any("takes the last decision back" in line["text"] for line in update["chat"])
    ann.act(table, "swimmer 2", "card 5", asked=questions(update)[0]["asked"])
    assert ben.look(table)["eyes"][0]["view"]["round"] == 2


def test_one_who_does_not_agree_is_enough(ann: Guest, ben: Guest) -> None:
    table = one_round(ann, ben)
    ann.command(table, "ask_back", seat="swimmer 2")
    ben.command(table, "answer_back", agree=False)
    assert ann.look(table)["table"]["take_back"] is None
    assert ann.look(table)["eyes"][0]["view"]["round"] == 2
    refuses(ben, table, "answer_back", "nobody is asking", agree=True)


def test_nothing_to_take_back(ann: Guest, ben: Guest) -> None:
    table = table_of_two(ann, ben)
    refuses(ann, table, "ask_back", "not decided anything yet", seat="swimmer 1")
    refuses(ann, table, "ask_back", "you do not sit as", seat="swimmer 3")
    refuses(ann, table, "answer_back", "nobody is asking", agree=True)


def test_bots_do_not_mind(ann: Guest) -> None:
    table = ann.new_table(players=4, sit=SWIMMERS[:1], bots=THREE_BOTS, start=True)
    ann.act(table, "swimmer 1", "card 1")
    wait_until(lambda: questions(ann.look(table)) and ann.look(table)["eyes"][0]["view"]["round"] == 2)
    ann.command(table, "ask_back", seat="swimmer 1")
    update = ann.look(table)
    assert update["eyes"][0]["view"]["round"] == 1
    assert "card 1" in [offer["action"] for offer in questions(update)[0]["actions"]]


def test_a_finished_match_is_not_reopened_without_those_who_played(ann: Guest, ben: Guest) -> None:
    """Everything is revealed by then: Ben gets up after winning, and Ann would take her defeat back."""
    table = one_round(ann, ben)
    play_on(table, [ann, ben])
    for seat in SWIMMERS[2:]:
        ben.command(table, "leave", seat=seat)
    with pytest.raises(Refusal):
        ann.command(table, "ask_back", seat="swimmer 1")
    assert ann.look(table)["table"]["status"] == "over"


def test_who_is_away_is_still_asked() -> None:
    """A bot plays on for Ben for a while; that does not make Ann's decision hers to take back."""
    table = Story("get-bit", 4, {"A": SWIMMERS[:2], "B": SWIMMERS[2:]}, m.Pace("live", 60))
    for number in (1, 3, 4, 2):
        table.act(f"swimmer {number}", f"card {number}")
    for seat in SWIMMERS[2:]:
        table.write(Entry(table.table.head + 1, "away", 5000.0, seat))
    table.do("A", m.AskBack("back", "swimmer 2"))
    assert table.match.view("swimmer 1").round == 2


# The clock and the first compilation, by the fold ---------------------------------------------------------------------


class Story:
    """A table told entry by entry, with a clock of its own."""

    def __init__(
        self,
        game: str,
        players: int,
        people: dict[str, list[str]],
        pace: m.Pace | None = None,
        settings: Json | None = None,
        seed: str = "reef",
    ) -> None:
        version = find_game(game).version
        self.founding = Founding(
            "story-01", game, version, players, settings or {}, seed, False, pace or m.Pace(), True, "A", "Ann", 1000.0
        )
        self.table = Table(self.founding)
        self.entries: list[Entry] = []
        self.now = 2000.0
        self._ids = itertools.count(1)
        for person, seats in people.items():
            for seat in seats:
                self.do(person, m.Sit(self.id(), seat))
        for seat, place in self.table.places.items():
            if not place.taken:
                self.do("A", m.SetBot(self.id(), seat, "easy"))
        self.do("A", m.Start(self.id()))

    def id(self) -> str:
        return str(next(self._ids))

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def do(self, person: str, command: m.Command) -> None:
        for entry in decide(self.table, command, Person(person, f"Person {person}"), self.now):
            self.write(entry)

    def act(self, seat: str, action: str) -> None:
        person = next(iter(self.table.places[seat].people))
        self.do(person, m.Act(self.id(), seat, action))

    def write(self, entry: Entry) -> None:
        self.table.fold(entry)
        self.entries.append(entry)

    def told(self, person: str, cursor: Cursor | None = None, table: Table | None = None) -> bytes:
        teller = Teller(table or self.table, Presence())
        return teller.tell(person, cursor or Cursor()).encoded(0.0)


def test_the_clock_runs_for_a_whole_turn() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS[:2], "B": SWIMMERS[2:]}, m.Pace("live", 60))
    assert {story.table.deadline(seat) for seat in SWIMMERS} == {2060.0}
    story.now = 2030.0
    story.act("swimmer 1", "card 1")
    assert [story.table.deadline(seat) for seat in SWIMMERS] == [None, 2060.0, 2060.0, 2060.0]
    for seat in SWIMMERS[1:]:
        story.act(seat, "card 2")
    assert {story.table.deadline(seat) for seat in SWIMMERS[:3]} == {2090.0}  # the next round


def test_the_clock_starts_anew_for_the_last_one_to_choose() -> None:
    """Against bots, who choose at once, a person is always the last: one turn's time for the whole match."""
    story = Story("get-bit", 4, {"A": SWIMMERS}, m.Pace("live", 60))
    story.now = 2030.0
    for seat in SWIMMERS:
        story.act(seat, "card 1")
    assert story.table.deadline("swimmer 4") == 2090.0


def test_a_bot_takes_over_and_hands_back() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS[:2], "B": SWIMMERS[2:]}, m.Pace("live", 60))
    story.write(Entry(story.table.head + 1, "away", 2061.0, "swimmer 3"))
    assert story.table.bots_asked() == ["swimmer 3"]
    assert story.table.deadline("swimmer 3") is None
    update = msgspec.json.decode(story.told("B"))
    assert update["table"]["seats"][2]["away"]
    assert "swimmer 3" not in [question["seat"] for question in questions(update)]
    assert update["chat"][-1]["text"].startswith("A bot plays on for Person B")
    story.now = 2070.0
    story.do("B", m.Back("back", "swimmer 3"))
    assert story.table.bots_asked() == []
    assert story.table.deadline("swimmer 3") == 2130.0
    with pytest.raises(Refused, match="is yours"):
        story.do("B", m.Back("back.2", "swimmer 3"))
    story.write(Entry(story.table.head + 1, "away", 2131.0, "swimmer 3"))
    story.act("swimmer 3", "card 1")  # acting takes the seat back too
    assert not story.table.places["swimmer 3"].away


def test_an_old_log_says_when_the_first_turn_began() -> None:
    """There were tables that waited until their rules were compiled."""
    story = Story("get-bit", 4, {"A": SWIMMERS}, m.Pace("live", 60))
    story.write(Entry(story.table.head + 1, "dealt", 2500.0))
    assert folded(story.founding, story.entries).deadline("swimmer 1") == 2560.0


def test_a_log_tells_the_same_story_again() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS[:2], "B": SWIMMERS[2:]}, m.Pace("live", 60))
    for seat in SWIMMERS:
        story.act(seat, "card 2")
    story.act("swimmer 1", "card 1")
    story.do("A", m.AskBack("ask", "swimmer 1"))
    story.write(Entry(story.table.head + 1, "away", 2061.0, "swimmer 3"))
    for person in ("A", "B", ""):
        assert story.told(person) == story.told(person, table=folded(story.founding, story.entries))


def test_the_clock_over_the_wire(server: Server) -> None:
    """The countdown that everybody sees: a deadline in the server's own time."""
    ann = Guest(server.url, "Ann")
    table = ann.new_table(players=4, sit=SWIMMERS, pace={"kind": "live", "seconds": 600}, start=True)
    shown = ann.look(table)["table"]
    for seat in shown["seats"]:
        assert 0 < seat["deadline"] - shown["now"] <= 600
