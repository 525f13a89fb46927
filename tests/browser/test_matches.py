"""Each game from the home page to the end screen, against bots: by clicks, and by keyboard alone."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser.conftest import GAMES, People, Person, play

pytestmark = pytest.mark.compiled
SEATS = {"get-bit": "Swimmer 1", "kelp": "Octopus", "shark-attacks": "Player 1"}
every_game = pytest.mark.parametrize("game", GAMES)


def check_the_end(person: Person, taken: int) -> None:
    """The end screen says who won and why; every decision was sent once and taken."""
    result = person.last["result"]
    end = person.page.get_by_role("region", name=re.compile(re.escape(result["words"]), re.IGNORECASE))
    assert result["reason"].lower() in end.inner_text().lower()
    assert person.link("Replay with everything revealed").is_visible()
    assert person.link("Download the match file").is_visible()
    assert person.button("Rematch").is_visible()
    acks = [said for frame in person.received if (said := json.loads(frame))["type"] == "ack"]
    sent = [command["type"] for command in person.sent if command["type"] != "ping"]
    assert [ack["ok"] for ack in acks] == [True] * len(sent)
    assert sent.count("act") == taken


@every_game
def test_a_match_by_clicks(people: People, game: str) -> None:
    person = people().go()
    if game == "jaws":  # some rounds of one act: all of it takes more than a hundred decisions
        person.link("All options: JAWS").click()
        person.choose("Players", "2")
        person.choose("Variant", "act1")
        person.page.get_by_text("Act 1", exact=True).click()
        person.page.get_by_role("spinbutton", name="Round limit").first.fill("6")
        for seat in ("Quint", "Brody", "Hooper"):
            person.choose(f"Who takes {seat}", "easy")
        person.button("Open the table").click()
        person.page.get_by_role("region", name="House rules").get_by_text("Round limit").wait_for()
        person.button("Start").click()
    else:
        person.button(f"Play now against bots: {GAMES[game]}").click()
        person.choose("Bots", "easy")
        person.button(SEATS[game]).click()
    check_the_end(person, play(person, lambda offers, number: person.click(number), seed=1))


@every_game
def test_a_match_by_keyboard(people: People, game: str) -> None:
    """Every seventh decision with Tab and Enter, the others with the keys that stand on the offers."""
    person = people().go()
    keyboard = person.page.keyboard
    if game == "jaws":
        open_one_act_of_jaws(person)
    else:
        person.tab_to_named(f"Play now against bots: {GAMES[game]}")
        keyboard.press("Enter")
        person.tab_to_named("Bots", "combobox")
        keyboard.press("e")
        person.tab_to_named(SEATS[game])
        keyboard.press("Enter")
    taken = [0]

    def act(offers: list[dict[str, str]], number: int) -> None:
        taken[0] += 1
        if taken[0] % 7 and offers[number]["key"]:
            person.type(offers[number])
        else:
            person.walk_to(number)

    check_the_end(person, play(person, act, seed=2))


def open_one_act_of_jaws(person: Person) -> None:
    """The way with all options: Act 2 alone, the shark is mine, bots for the crew, from the lobby."""
    keyboard = person.page.keyboard
    person.tab_to_named("All options: JAWS", "link")
    keyboard.press("Enter")
    person.tab_to_named("Players", "combobox")
    keyboard.press("2")
    for seat in ("Quint", "Brody", "Hooper"):
        person.tab_to_named(f"Who takes {seat}", "combobox")
        keyboard.type("Bot, e")
    person.tab_to_named("Variant", "combobox")
    keyboard.type("act2")
    person.tab_to_named("Open the table")
    keyboard.press("Enter")
    person.tab_to_named("Start")
    keyboard.press("Enter")
