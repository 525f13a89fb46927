"""A phone: 360 pixels wide, and fingers."""

from __future__ import annotations

import pytest

from tests.browser.conftest import GAMES, PHONE, People, Person, play

pytestmark = pytest.mark.compiled
LEAST = 24  # pixels of something to touch (WCAG 2.5.8)


def check_width(person: Person) -> None:
    widths = person.page.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]")
    assert max(widths) == PHONE["width"], f"{person.page.url} is wider than the phone"


def test_a_match_by_touch(people: People) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True).go()
    person.button("Play now against bots: Get Bit!").tap()
    person.choose("Players", "4")
    person.choose("Bots", "easy")
    check_width(person)
    person.button("Swimmer 4").tap()

    def act(offers: list[dict[str, float]], number: int) -> None:
        assert min(min(offer["width"], offer["height"]) for offer in offers) >= LEAST
        check_width(person)
        person.tap(number)

    assert play(person, act, seed=10) == len(person.decisions)
    check_width(person)
    person.link("Replay with everything revealed").tap()
    person.page.get_by_role("slider").wait_for()
    check_width(person)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "get-bit"])
def test_the_widest_tables_fit(people: People, game: str) -> None:
    """Some decisions of the side with most to see, with the odds open."""
    side = {"jaws": ["quint", "brody", "hooper"], "kelp": ["shark"], "shark-attacks": ["player 1", "player 2"]}[game]
    others = {"jaws": ["shark"], "kelp": ["octopus"], "shark-attacks": ["player 3"]}[game]
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    players = {"jaws": 4, "kelp": 2, "shark-attacks": 3}[game]
    person.new_table(game, players=players, sit=side, bots=dict.fromkeys(others, "easy"), start=True)
    person.asked()
    person.button("Odds").tap()

    def act(offers: list[dict[str, float]], number: int) -> None:
        assert min(min(offer["width"], offer["height"]) for offer in offers) >= LEAST
        check_width(person)
        person.tap(number)

    person.forget()
    play(person, act, seed=11, most=12)
    check_width(person)
