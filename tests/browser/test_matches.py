"""Each game on its board, from the first page to the end screen, against bots: by pointer, by touch, by keyboard."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any, Literal

import pytest

from tests.browser.conftest import GAMES, PHONE, People, Person, check_width, play
from tests.browser.test_axe import violations

pytestmark = pytest.mark.compiled
SEATS = {"get-bit": "Swimmer 1", "shark-attacks": "Player 1"}
BOARDS = {
    "get-bit": ["The swimmers in a line, the shark behind them"],
    "jaws": ["Amity Island and the sea around it", "The Orca and the water around it"],
    "kelp": ["The kelp forest"],
    "shark-attacks": ["Beach, sea and dice"],
}
SHORT_KELP: dict[str, Any] = {"players": 2, "settings": {"round_cap": 5}}
BY_KEYBOARD = 22  # decisions: three of each kind; the short games come to their end before
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


class Boards:
    """The pictures that were seen in a match; axe looks at each once by day and once by night."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.seen: list[str] = []

    def look(self) -> None:
        label = self.person.page.locator("svg.board-svg").get_attribute("aria-label") or ""
        if label not in self.seen:
            self.seen.append(label)
            self.check(label)

    def check(self, state: str) -> None:
        colours: tuple[Literal["dark", "light"], ...] = ("dark", "light")
        for colour in colours:
            self.person.page.emulate_media(color_scheme=colour)
            assert violations(self.person) == [], f"{state}, {colour}"


def play_on_board(
    person: Person, press: Callable[[float, float], None], seed: int, look: Callable[[], None] = lambda: None
) -> int:
    """Pick things at random until the match is over; the number of decisions."""
    rng = random.Random(seed)
    picked: list[str] = []
    while offers := person.asked_on_board():
        look()
        offer = rng.choice(offers)
        person.pick(offer, press)
        picked.append(offer["action"])
    assert person.decisions == picked
    return len(picked)


# By pointer: the list of actions stays folded -------------------------------------------------------------------------


@every_game
def test_a_match_by_pointer(people: People, game: str) -> None:
    person = people()
    person.fold_the_list()
    person.go()
    if game == "jaws":
        open_a_short_jaws(person)
    elif game == "kelp":  # the whole of it takes a hundred decisions
        person.new_table(game, sit=["octopus"], bots={"shark": "easy"}, start=True, **SHORT_KELP)
    else:
        person.button(f"Play now against bots: {GAMES[game]}").click()
        person.choose("Bots", "easy")
        person.button(SEATS[game]).click()
    boards = Boards(person)
    check_the_end(person, play_on_board(person, person.page.mouse.click, seed=1, look=boards.look))
    assert boards.seen == BOARDS[game]
    boards.check("the end")
    check_the_replay(person, game)


def open_a_short_jaws(person: Person) -> None:
    """The way with all options: few rounds of both acts, as the shark."""
    person.link("All options: JAWS").click()
    person.choose("Players", "2")
    for number, act in enumerate(("Act 1", "Act 2")):
        person.page.get_by_text(act, exact=True).click()
        person.page.get_by_role("spinbutton", name="Round limit").nth(number).fill("4")
    for seat in ("Quint", "Brody", "Hooper"):
        person.choose(f"Who takes {seat}", "easy")
    person.button("Open the table").click()
    person.page.get_by_role("region", name="House rules").get_by_text("Round limit").nth(1).wait_for()
    person.button("Start").click()


# Somebody, and what is drawn of the other side's secret once everything is turned over; where there is one.
SECRETS = {"jaws": ("crew", "[data-spot='shark']"), "kelp": ("shark", ".block .picture.octopus")}
EARLY = {"get-bit": 1, "jaws": 1, "kelp": 12, "shark-attacks": 1}  # steps; in Kelp nine blocks are laid first


def check_the_replay(person: Person, game: str) -> None:
    """All-seeing is the drawn board, with what one side hid from the other turned over."""
    page = person.page
    person.link("Replay with everything revealed").click()
    slider, region = page.get_by_role("slider", name="Step"), page.get_by_role("region", name="All-seeing")
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)
    for step, board in ((last - 1, BOARDS[game][-1]), (EARLY[game], BOARDS[game][0])):
        slider.fill(str(step))
        page.get_by_text(f"Step {step} of").wait_for()
        region.get_by_role("group", name=board, exact=True).wait_for()
    if game in SECRETS:
        eyes, secret = SECRETS[game]
        region.locator(secret).first.wait_for(state="attached")
        page.get_by_role("combobox", name="Whose eyes").select_option(eyes)
        page.get_by_role("region", name=eyes).get_by_role("group", name=BOARDS[game][0], exact=True).wait_for()
        assert page.locator(secret).count() == 0


# By touch: a phone, and the sides that the pointer did not play -------------------------------------------------------

TOUCH: dict[str, dict[str, Any]] = {
    "get-bit": {
        "players": 5,
        "settings": {"shark": True},
        "sit": ["shark"],
        "bots": dict.fromkeys(["swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4"], "easy"),
    },
    "jaws": {
        "players": 4,
        "settings": {"act1.round_limit": 1, "act2.round_limit": 3},
        "sit": ["quint", "brody", "hooper"],
        "bots": {"shark": "easy"},
    },
    "kelp": {**SHORT_KELP, "sit": ["shark"], "bots": {"octopus": "easy"}},
    "shark-attacks": {
        "players": 3,
        "settings": {"target": 50},  # more than a bot gets before anybody else is asked
        "sit": ["player 1", "player 2"],
        "bots": {"player 3": "easy"},
    },
}


@every_game
def test_a_match_by_touch(people: People, game: str) -> None:
    """Nothing is too small for a finger, nothing too wide for the phone."""
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    person.fold_the_list()
    person.new_table(game, start=True, **TOUCH[game])
    boards = Boards(person)

    def look() -> None:
        boards.look()
        assert person.page.evaluate("watch.small()") == []
        check_width(person)

    check_the_end(person, play_on_board(person, person.page.touchscreen.tap, seed=2, look=look))
    assert boards.seen == BOARDS[game]
    check_width(person)
    boards.check("the end")
    person.link("Replay with everything revealed").tap()
    person.page.get_by_role("group", name=BOARDS[game][0], exact=True).wait_for()
    check_width(person)


# By keyboard ----------------------------------------------------------------------------------------------------------


@every_game
def test_a_match_by_keyboard(people: People, game: str) -> None:
    """Every seventh decision with Tab and Enter on the board, every seventh in the list, the others with their keys."""
    person = people().go()
    keyboard = person.page.keyboard
    if game == "jaws":
        open_one_act_of_jaws(person)
    elif game == "kelp":
        person.new_table(game, sit=["octopus"], bots={"shark": "easy"}, start=True, **SHORT_KELP)
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
        if taken[0] % 7 == 3:
            person.walk_on_board(offers[number]["action"])
        elif taken[0] % 7 and offers[number]["key"]:
            person.type(offers[number])
        else:
            person.walk_to(number)

    play(person, act, seed=2, most=BY_KEYBOARD)
    if taken[0] < BY_KEYBOARD:
        check_the_end(person, taken[0])
    else:
        person.asked()  # the last one was taken, too
        assert len(person.decisions) == BY_KEYBOARD
    assert taken[0] >= 3


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
