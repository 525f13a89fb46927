"""The OpenAPI document: complete, true of the real server, and the one the browser client is built from."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.table.conftest import PATIENCE, Guest, Json, Server, questions
from tests.table.test_api import SWIMMERS, play_on, table_of_two, ticket
from undertow.table import messages as m
from undertow.table.openapi import EXAMPLES, document

pytestmark = pytest.mark.compiled
ROOT = Path(__file__).parents[2]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ENDLESS = ("/api/bot/stream", "/api/tables/{table}/events")  # their answers never end: test_live and test_bot_api
OPERATIONS = [
    (method, path) for path, operations in document()["paths"].items() for method in operations if path not in ENDLESS
]
DECODED = {kind.__name__: kind for kind in map(type, EXAMPLES)}


# The document ---------------------------------------------------------------------------------------------------------


def operations() -> Iterator[tuple[str, Json]]:
    for path, found in document()["paths"].items():
        for method, operation in found.items():
            yield f"{method} {path}", operation


def referred(schema: Any) -> set[str]:
    """The components a schema names, at any depth within itself."""
    if isinstance(schema, dict):
        here = {schema["$ref"].rpartition("/")[2]} if "$ref" in schema else set()
        return here.union(*(referred(part) for part in schema.values()))
    return set().union(*(referred(part) for part in schema)) if isinstance(schema, list) else set()


def test_the_document_is_the_one_the_client_is_built_from() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "undertow", "openapi"], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(printed) == document()
    kept = (ROOT / "web" / "openapi.json").read_text(encoding="utf-8")
    assert kept == printed, "not current; run: undertow openapi > web/openapi.json && (cd web && npm run types)"


def test_the_server_hands_out_the_document(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/openapi.json", trust_env=False, timeout=PATIENCE).json() == document()


def test_every_operation_says_what_it_does() -> None:
    for name, operation in operations():
        assert operation.get("description", "").endswith("."), name
        assert operation["operationId"]
        assert operation["tags"]


def test_every_operation_says_what_can_go_wrong() -> None:
    for name, operation in operations():
        assert {"400", "401", "403", "404", "409", "413", "429"} <= set(operation["responses"]), name
        for code, answer in operation["responses"].items():
            assert answer["description"]
            if code >= "400":
                [kind] = referred(answer)
                assert kind == ("Ack" if name.endswith("/commands") and code == "409" else "Problem")


def test_every_request_and_answer_has_an_example() -> None:
    schemas = document()["components"]["schemas"]
    for name, operation in operations():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for kind in set().union(*map(referred, bodies)):
            assert schemas[kind].get("examples"), f"{kind} in {name}"


def test_every_example_is_what_it_says() -> None:
    schemas = document()["components"]["schemas"]
    for name, kind in DECODED.items():
        for example in schemas[name]["examples"]:
            decoded: msgspec.Struct = msgspec.convert(example, kind)
            assert msgspec.json.decode(msgspec.json.encode(decoded)) == example
    for example in EXAMPLES:
        if isinstance(example, m.Command):
            assert m.decode_command(msgspec.json.encode(example)) == example


def test_every_struct_has_an_example() -> None:
    structs = {
        name
        for name, kind in vars(m).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
    }
    assert structs == set(DECODED)


def test_every_command_is_in_the_document() -> None:
    body = document()["paths"]["/api/tables/{table}/commands"]["post"]["requestBody"]
    assert {kind.__name__ for kind in m.Command.__args__} == referred(body)


def test_every_games_view_is_in_the_document() -> None:
    view = document()["components"]["schemas"]["Eyes"]["properties"]["view"]
    assert referred(view) == {"GetBitView", "JawsView", "KelpView", "SharkAttacksView"}


# The server keeps what it promises ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema() -> Any:
    return schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def guest(server: Server) -> Guest:
    return Guest(server.url, "Ann")


@pytest.fixture(scope="module")
def tables(server: Server, guest: Guest) -> list[str]:
    """Tables to try things at: one that gathers, one that plays, one that is over."""
    ben = Guest(server.url, "Ben")
    gathering = guest.new_table(players=4, sit=SWIMMERS[:2], public=True)
    running = table_of_two(guest, ben, public=True)
    over = table_of_two(guest, ben)
    play_on(over, [guest, ben])
    return [gathering, running, over, "nowhere1"]


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda part: str(part))
def test_the_server_is_as_the_document_says(
    server: Server, schema: Any, guest: Guest, tables: list[str], method: str, path: str
) -> None:
    """Requests of every kind, fitting and not: no server error, and each answer as documented."""
    operation = schema[path][method.upper()]

    @settings(
        max_examples=30,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), known=st.sampled_from([*tables, None]), signed=st.integers(0, 4))
    def run(case: Any, known: str | None, signed: int) -> None:
        if known and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = known
        if "game" in (case.path_parameters or {}) and signed:
            case.path_parameters["game"] = "get-bit"
        cookies = {"undertow": guest.cookie} if signed else {}
        case.call_and_validate(base_url=server.url, cookies=cookies, checks=CHECKS, timeout=PATIENCE)

    run()


def test_good_answers_are_as_the_document_says(server: Server, schema: Any, guest: Guest, tables: list[str]) -> None:
    """What random requests seldom reach: each operation's good answer against its schema."""
    gathering, running, over, _ = tables
    seat = questions(guest.look(running))[0]["seat"]
    given = ticket(guest, gathering, "swimmer 1", "share")
    friend = Guest(server.url, "Cleo")
    good: list[tuple[str, str, str, Json | None, Guest]] = [
        ("get", "/api/me", "/api/me", None, guest),
        ("put", "/api/me", "/api/me", {"name": "Ann"}, guest),
        ("post", "/api/tokens", "/api/tokens", {"name": "Bot"}, guest),
        ("get", "/api/games", "/api/games", None, guest),
        ("get", "/api/lab", "/api/lab", None, guest),
        ("post", "/api/lab", "/api/lab", {"game": "get-bit", "players": 4, "bot": "easy"}, guest),
        ("get", "/api/games/{game}/options", "/api/games/jaws/options", None, guest),
        ("get", "/api/games/{game}/plan", "/api/games/jaws/plan?players=4", None, guest),
        ("get", "/api/games/{game}/rules", "/api/games/kelp/rules", None, guest),
        ("get", "/api/tables", "/api/tables?list=mine", None, guest),
        ("post", "/api/tables", "/api/tables", {"game": "kelp", "sit": ["shark"]}, guest),
        ("get", "/api/tables/{table}", f"/api/tables/{gathering}", None, guest),
        ("get", "/api/tables/{table}", f"/api/tables/{running}", None, guest),
        ("get", "/api/tables/{table}", f"/api/tables/{over}", None, friend),
        (
            "post",
            "/api/tables/{table}/commands",
            f"/api/tables/{running}/commands",
            {"type": "say", "id": "x", "text": "hi"},
            guest,
        ),
        (
            "post",
            "/api/tables/{table}/commands",
            f"/api/tables/{running}/commands",
            {"type": "start", "id": "y"},
            friend,
        ),
        ("post", "/api/tables/{table}/ticket", f"/api/tables/{running}/ticket", {"seat": "swimmer 1"}, guest),
        ("post", "/api/tables/{table}/ticket/use", f"/api/tables/{gathering}/ticket/use", {"ticket": given}, friend),
        ("post", "/api/tables/{table}/hint", f"/api/tables/{running}/hint?seat={seat}", None, guest),
        ("get", "/api/tables/{table}/help", f"/api/tables/{running}/help", None, guest),
        ("get", "/api/tables/{table}/beliefs", f"/api/tables/{running}/beliefs", None, guest),
        ("get", "/api/tables/{table}/replay", f"/api/tables/{over}/replay", None, friend),
        ("get", "/api/tables/{table}/replay/{ply}", f"/api/tables/{over}/replay/3", None, friend),
        ("get", "/api/tables/{table}/match", f"/api/tables/{over}/match", None, friend),
    ]
    for method, path, address, body, who in good:
        answer = who.client.request(method, address, json=body)
        refused = body == {"type": "start", "id": "y"}
        assert answer.status_code in ((409,) if refused else (200, 201)), (address, answer.text)
        schema[path][method.upper()].validate_response(answer)
    assert {(method, path) for method, path, *_ in good} == set(OPERATIONS)
