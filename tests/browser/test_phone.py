"""A phone: 360 pixels wide, and fingers. Whole matches on it are in test_matches.py."""

from __future__ import annotations

import pytest

from tests.browser.conftest import GAMES, LEAST, PHONE, People, check_width, play

pytestmark = pytest.mark.compiled


def test_the_way_to_a_table(people: People) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True).go()
    person.button("Play now against bots: Get Bit!").tap()
    person.choose("Players", "4")
    person.choose("Bots", "easy")
    check_width(person)
    person.button("Swimmer 4").tap()
    person.asked()
    check_width(person)


@pytest.mark.parametrize("game", GAMES)
def test_the_list_fits_beside_the_odds(people: People, game: str) -> None:
    """Some decisions of the side with most to see, by taps in the list, with the odds open."""
    side = {
        "get-bit": ["swimmer 1"],
        "jaws": ["quint", "brody", "hooper"],
        "kelp": ["shark"],
        "shark-attacks": ["player 1", "player 2"],
    }[game]
    others = {
        "get-bit": ["swimmer 2", "swimmer 3", "swimmer 4"],
        "jaws": ["shark"],
        "kelp": ["octopus"],
        "shark-attacks": ["player 3"],
    }[game]
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    players = {"get-bit": 4, "jaws": 4, "kelp": 2, "shark-attacks": 3}[game]
    person.new_table(game, players=players, sit=side, bots=dict.fromkeys(others, "easy"), start=True)
    person.asked()
    odds = person.button("Odds")
    odds.tap()
    person.page.get_by_role("region", name="What you can conclude").get_by_text("%").first.wait_for()
    assert odds.bounding_box()["y"] > 0, "the odds pushed away what was tapped"  # type: ignore[index]

    def act(offers: list[dict[str, float]], number: int) -> None:
        assert min(min(offer["width"], offer["height"]) for offer in offers) >= LEAST
        check_width(person)
        person.tap(number)

    person.forget()
    play(person, act, seed=11, most=6)
    check_width(person)
