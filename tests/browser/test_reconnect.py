"""The line breaks in mid-turn: the match goes on, nothing is lost and nothing is played twice."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import People, Person, play
from tests.table.conftest import PATIENCE, Server

pytestmark = pytest.mark.compiled
BOTS = dict.fromkeys(("swimmer 2", "swimmer 3", "swimmer 4"), "easy")
BROKEN = ("WebSocket connection", "net::ERR_")  # what a browser says of a line that breaks


def get_bit(person: Person) -> None:
    person.new_table("get-bit", players=4, sit=["swimmer 1"], bots=BOTS, start=True)


def played(server: Server, table: str) -> list[str]:
    """What the first swimmer did, as the replay has it."""
    replay: Any = httpx.get(f"{server.url}/api/tables/{table}/replay", trust_env=False, timeout=PATIENCE).json()
    return [step["action"] for step in replay["steps"] if step["seat"] == "swimmer 1"]


@pytest.mark.parametrize("ends", ["kill", "stop"])
def test_the_server_ends_in_mid_turn(people: People, server: Server, ends: str) -> None:
    person = people()
    get_bit(person)
    clicked: list[str] = []

    def act(offers: list[dict[str, Any]], number: int) -> None:
        clicked.append(offers[number]["words"])
        person.click(number)

    play(person, act, seed=5, most=3)
    offers = person.asked()
    getattr(server, ends)()
    person.page.get_by_text("Connection lost. Trying again…").first.wait_for()
    act(offers, 1)
    sending = person.page.get_by_text("Sending…")
    while not sending.is_visible():  # what is said about the line may push the list down under a click
        person.click(1)
    person.page.wait_for_function("() => !watch.offers().length")
    second = person.page.locator("[aria-label^='Actions of'] button").first
    second.click(force=True)  # which does nothing: it is not among the decisions below
    server.start().wait()
    play(person, act, seed=6)
    assert person.page.get_by_text("Connection lost").count() == 0
    steps = played(server, person.table)
    assert len(steps) == len(clicked)
    assert person.decisions == steps
    person.forgive(*BROKEN)


def test_an_acknowledgement_is_lost(people: People, server: Server) -> None:
    """The server has the decision, the page does not know: it sends it again, and it counts once."""
    person = people()
    sent: list[dict[str, Any]] = []
    lines = [0]

    def between(page: WebSocketRoute) -> None:
        lines[0] += 1
        far = page.connect_to_server()
        cut = [False]

        def send(message: str | bytes) -> None:
            command = json.loads(message)
            if command["type"] == "act":
                again = command["id"] in [one["id"] for one in sent]
                sent.append(command)
                cut[0] = not again and len({one["id"] for one in sent}) % 4 == 0
            far.send(message)

        def receive(message: str | bytes) -> None:
            if not cut[0]:
                page.send(message)
            elif json.loads(message)["type"] == "ack":
                page.close(code=1012)
                far.close()

        page.on_message(send)
        far.on_message(receive)

    person.page.route_web_socket("**/live*", between)
    get_bit(person)
    taken = play(person, lambda offers, number: person.click(number), seed=7)
    ids = [command["id"] for command in sent]
    assert lines[0] > 2
    assert len(ids) > len(set(ids)) == taken
    assert played(server, person.table) == [command["action"] for command in {one["id"]: one for one in sent}.values()]
    person.forgive(*BROKEN)


def test_the_network_is_away_for_a_while(people: People, server: Server) -> None:
    person = people()
    get_bit(person)
    play(person, lambda offers, number: person.click(number), seed=8, most=3)
    person.asked()
    person.context.set_offline(True)
    person.page.get_by_text("Connection lost. Trying again…").first.wait_for()
    person.click(0)
    person.page.get_by_text("Sending…").wait_for()
    person.context.set_offline(False)
    play(person, lambda offers, number: person.click(number), seed=9)
    assert played(server, person.table) == person.decisions
    person.forgive(*BROKEN)
