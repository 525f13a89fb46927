"""Every page and state, light and dark, on a desk and on a phone: axe finds nothing serious, nothing is too wide."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import DESKTOP, GAMES, PHONE, ROOT, People, Person, play

pytestmark = pytest.mark.compiled
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, help, nodes}) => `${id}: ${help}: ${nodes.map(({html}) => html).join(" ")}`.slice(0, 600));
}"""


def violations(person: Person) -> list[str]:
    page = person.page
    if not page.evaluate("'axe' in window"):
        assert AXE.exists(), "axe-core is not installed: `./test` installs it with the client"
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def check(person: Person, state: str) -> None:
    """By day on a desk and by night on a phone. That every colour is legible in both sizes is seen at the boards
    (test_matches.py), which look at each with both."""
    page = person.page
    both: list[tuple[ViewportSize, Literal["dark", "light"]]] = [(DESKTOP, "light"), (PHONE, "dark")]
    for size, colours in both:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        assert violations(person) == [], f"{state}, {colours}, {size['width']} pixels wide"
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{state} is {wide} pixels wide on {size['width']}"
    page.set_viewport_size(DESKTOP)


def test_these_tests_notice_something(people: People) -> None:
    """A button without a name, and a style that the content security policy forbids."""
    person = people().go("/no/such/page")
    person.link("Back to the games").wait_for()
    person.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button style=\"color: red\"></button>')")
    assert any(said.startswith("button-name") for said in violations(person))
    assert any("Content Security Policy" in said for said in person.complaints)
    person.forgive("404", "Content Security Policy", "content security policy")


def test_home_and_what_it_opens(people: People) -> None:
    person = people()
    person.new_table("get-bit", players=4, public=True)
    person.button("Sit here: Swimmer 1").wait_for()
    person.go()
    person.heading("My games").wait_for()
    check(person, "home")
    person.button("Play now against bots: JAWS").click()
    person.page.get_by_text("Or only one of them, with bots beside you").wait_for()
    check(person, "seats")
    person.page.keyboard.press("Escape")
    person.button("Rules: Kelp").click()
    person.page.get_by_role("dialog").get_by_role("heading").nth(1).wait_for()
    check(person, "rules")
    person.page.keyboard.press("Escape")
    person.page.get_by_role("button", name="Change your name").click()
    check(person, "name")


@pytest.mark.parametrize("game", ["jaws", "kelp"])
def test_a_new_table(people: People, game: str) -> None:
    person = people().go(f"/new?game={game}")
    person.page.locator("details").first.wait_for()
    person.page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
    person.page.get_by_label("Live, with a clock").check()
    check(person, "new table")


def test_the_lobby(people: People) -> None:
    person = people()
    person.new_table(
        "jaws", players=3, sit=["shark"], bots={"quint": "easy"}, settings={"variant": "act1"}, crew_room=True
    )
    person.page.get_by_role("textbox", name="Message").fill("Hello!")
    person.button("Send").click()
    person.page.get_by_role("log").get_by_text("Hello!").wait_for()
    check(person, "lobby")
    person.button("Seat link: Shark").click()
    person.button("Share the seat").click()
    person.page.get_by_text("Whoever opens it holds the seat").wait_for()
    check(person, "seat link")


SEATS: dict[str, tuple[list[str], dict[str, str], dict[str, Any]]] = {
    "get-bit": (["swimmer 1"], dict.fromkeys(["swimmer 2", "swimmer 3", "swimmer 4"], "easy"), {"players": 4}),
    "jaws": (["quint", "brody", "hooper"], {"shark": "easy"}, {"players": 4}),
    "kelp": (["octopus"], {"shark": "easy"}, {"players": 2}),
    "shark-attacks": (["player 1"], {"player 2": "easy"}, {"players": 2}),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_and_its_panels(people: People, game: str) -> None:
    person = people()
    sit, bots, more = SEATS[game]
    person.new_table(game, sit=sit, bots=bots, start=True, pace={"kind": "live", "seconds": 600}, **more)
    play(person, lambda offers, number: person.click(number), seed=13, most=1 if game == "shark-attacks" else 4)
    person.asked()
    person.page.keyboard.press("h")
    person.page.get_by_text("A strong bot would choose").wait_for()
    person.page.keyboard.press("o")
    person.page.get_by_role("region", name="What you can conclude").get_by_text("Loading…").wait_for(state="detached")
    check(person, f"table of {game}, with a hint and odds")
    if game == "kelp":
        person.page.keyboard.press("?")
        person.button("All rules").click()
        person.page.get_by_role("dialog").get_by_role("heading").nth(1).wait_for()
        check(person, "rules of this moment")


def test_somebody_of_several_sides(people: People) -> None:
    person = people()
    person.new_table("kelp", players=2, sit=["octopus", "shark"], start=True)
    person.page.get_by_text("You play several sides.").wait_for()
    check(person, "covered eyes")


def test_the_end_and_the_replay(people: People) -> None:
    person = people()
    sit, bots, more = SEATS["shark-attacks"]
    person.new_table("shark-attacks", sit=sit, bots=bots, start=True, settings={"target": 12}, **more)
    play(person, lambda offers, number: person.click(number), seed=14)
    person.page.get_by_text("Were the dice fair?").click()
    check(person, "end")
    person.link("Replay with everything revealed").click()
    person.button("One step forward").click()
    person.page.get_by_text("Step 1 of").wait_for()
    check(person, "replay")


def test_what_is_not_there(people: People) -> None:
    person = people().go("/t/nothing-here")
    person.link("Back to the games").wait_for()
    check(person, "unknown table")
    person.go("/no/such/page")
    person.link("Back to the games").wait_for()
    check(person, "unknown page")
    person.forgive("404", "WebSocket connection")
