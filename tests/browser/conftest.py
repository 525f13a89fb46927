"""A real server, Debian's Chromium, and people who sit before it."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    WebSocket,
    sync_playwright,
)

from tests.table.conftest import Json, Server, wait_until

ROOT = Path(__file__).parents[2]
DESKTOP = ViewportSize(width=1200, height=760)
PHONE = ViewportSize(width=360, height=740)
GAMES = {"get-bit": "Get Bit!", "jaws": "JAWS", "kelp": "Kelp", "shark-attacks": "Shark Attacks!"}
Role = Literal["button", "combobox", "link", "textbox", "slider"]
LEAST = 24  # pixels of something to touch (WCAG 2.5.8)
PATIENCE = 240_000  # milliseconds: only something that never comes takes so long, however busy the machine is


def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "the browser tests need Debian's Chromium, which `./test` installs: apt-get install chromium"
    return found


# The package's own, not the session's: while Playwright runs, no other test could use `asyncio.run`.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]  # there is none, and to imitate one takes longer than to draw
        running = playwright.chromium.launch(executable_path=chromium(), args=flags)
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of all four games, with bots that do not wait."""
    assert (ROOT / "web/dist/index.html").exists(), "the browser client is not built: `./test` builds it"
    started = Server(tmp_path_factory.mktemp("browser")).start()
    started.wait()
    for game in ("get-bit", "jaws", "kelp", "shark-attacks"):  # where nothing is compiled yet this takes minutes
        wait_until(lambda game=game: started.is_ready(game), 600)  # type: ignore[misc]
    yield started
    started.kill()


class Person:
    """Somebody with a browser of their own: everything it received, and everything it complained about."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.context = context
        self.complaints: list[str] = []
        self._forgiven: tuple[str, ...] = ()
        self.received: list[str] = []  # over sockets
        self.sent: list[Json] = []
        self.bodies: list[str] = []  # of answers to requests
        self._moment = ""
        context.set_default_timeout(PATIENCE)
        for script in ("watch.js", "things.js"):
            context.add_init_script(path=Path(__file__).parent / script)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.expose_binding("told", lambda source, text: self.bodies.append(text))
        context.on("page", lambda page: page.on("websocket", self._socket))
        self.page: Page = context.new_page()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def forgive(self, *words: str) -> None:
        """A test asked for such complaints, those that come late as well."""
        self._forgiven += words

    @property
    def unforgiven(self) -> list[str]:
        return [said for said in self.complaints if not any(word in said for word in self._forgiven)]

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    @property
    def updates(self) -> list[Json]:
        """Every update that came over a socket."""
        self.page.evaluate("0")  # Playwright tells of what came meanwhile
        return [message for frame in self.received if (message := json.loads(frame))["type"] == "update"]

    @property
    def last(self) -> Json:
        return self.updates[-1]

    @property
    def seen(self) -> list[Json]:
        """The updates of a match that has begun."""
        return [update for update in self.updates if update["eyes"]]

    @property
    def decisions(self) -> list[str]:
        """The actions it sent, each once however often it was sent again."""
        return list({sent["id"]: sent["action"] for sent in self.sent if sent["type"] == "act"}.values())

    # What people do

    def go(self, path: str = "/") -> Person:
        self.page.goto(self.url + path)
        return self

    def named(self, name: str) -> Person:
        """Take another name."""
        self.page.get_by_role("button", name="Change your name").click()
        self.page.get_by_role("textbox", name="Your name").fill(name)
        self.button("Save").click()
        self.page.get_by_role("button", name=f"Change your name: {name}").wait_for()
        return self

    def fold_the_list(self) -> None:
        """Leave the list of all actions folded, as it is for newcomers: they play on the board."""
        self.context.add_init_script("localStorage.setItem('undertow-table', '{}')")

    def stop_the_clock(self) -> None:
        """From now on nothing on the page goes by itself, until `page.clock` is told so."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 1000)

    def new_table(self, game: str, **wanted: Any) -> Person:
        """Lay a table without clicking for it, and go there. The page's own fetch would need a page first."""
        asked = self.context.request
        asked.get(f"{self.url}/api/me")  # now there is a cookie
        made = asked.post(f"{self.url}/api/tables", data={"game": game, **wanted}, timeout=PATIENCE)
        assert made.ok, made.text()
        return self.go(made.json()["link"])

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=True)

    def choose(self, field: str, choice: str) -> None:
        self.page.get_by_role("combobox", name=field, exact=True).select_option(choice)

    @property
    def table(self) -> str:
        """The table it is at."""
        return self.page.url.split("/t/")[1].split("/")[0]

    @property
    def offers(self) -> list[Json]:
        found: list[Json] = self.page.evaluate("watch.offers()")
        return found

    def is_asked(self) -> bool:
        """Whether there is a question that `asked` has not shown, or the match is over."""
        return bool(
            self.page.evaluate("before => watch.over || (watch.moment && watch.moment !== before)", self._moment)
        )

    def asked(self) -> list[Json]:
        """The offers of the next question; none when the match is over."""
        found = self.page.evaluate("before => watch.next(before)", self._moment)
        assert found, "nothing is asked, and the match is not over"
        self._moment = found["moment"]
        offers: list[Json] = found["offers"]
        return offers

    def asked_on_board(self) -> list[Json]:
        """The same where it is asked by the drawn board, whose things offer all of it and nothing else."""
        found = self.page.evaluate("before => watch.nextOnBoard(before)", self._moment)
        assert found, "nothing is asked, and the match is not over"
        for difference in found["differences"]:
            assert difference == {"missing": [], "extra": []}, f"{found['moment']}: the board does not offer the same"
        self._moment = found["moment"]
        offers: list[Json] = found["offers"]
        return offers

    def forget(self) -> None:
        """After an undo the last question is asked once more."""
        self._moment = ""

    def click(self, number: int) -> None:
        self.page.mouse.click(*self._place(number))

    def tap(self, number: int) -> None:
        self.page.touchscreen.tap(*self._place(number))

    def _place(self, number: int) -> tuple[float, float]:
        place = self.page.evaluate("number => watch.bring(number)", number)
        assert place, "the list of actions does not come to rest"
        return place["x"], place["y"]

    def type(self, offer: Json) -> None:
        """The key that stands on the offer."""
        for character in offer["key"]:
            self.page.keyboard.press(character)

    def walk_to(self, number: int) -> None:
        """Tab to an offer and take it."""
        self.tab_to(lambda: self.page.evaluate("number => watch.offers()[number].focused", number))
        self.page.keyboard.press("Enter")

    def pick(self, offer: Json, press: Callable[[float, float], None]) -> None:
        """Take an action where the board offers it; where a thing offers several its bubble asks which."""
        action = offer["action"]
        if chooser := self.page.evaluate("seat => watch.chooser(seat)", offer["seat"]):
            press(chooser["x"], chooser["y"])
        place = self.page.evaluate("action => watch.reach(action)", action)
        assert place, f"what offers {action} lies under something else"
        press(place["x"], place["y"])
        if place["of"] > 1:
            choice = self.page.evaluate("number => watch.choice(number)", place["number"])
            assert choice, f"no bubble asks for {action}"
            press(choice["x"], choice["y"])

    def walk_on_board(self, action: str) -> None:
        """Tab to the thing that offers an action, and take it with Enter."""
        assert self.page.evaluate("action => watch.isOffered(action)", action), f"the board does not offer {action}"
        self.tab_to(lambda: self.page.evaluate("action => watch.isFocused(action)", action))
        several = self.page.evaluate("document.activeElement.hasAttribute('data-actions')")
        self.page.keyboard.press("Enter")
        if several:
            self.tab_to(lambda: self.page.evaluate("action => watch.isFocusedChoice(action)", action))
            self.page.keyboard.press("Enter")

    def tab_to(self, there: Callable[[], Any], most: int = 150) -> None:
        for _ in range(most):
            if there():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead there")

    def tab_to_named(self, name: str, role: Role = "button") -> None:
        """Press Tab until this is in focus."""
        element = self.page.get_by_role(role, name=name, exact=True)
        element.wait_for()
        self.tab_to(lambda: element.evaluate("element => element === document.activeElement"))


People = Callable[..., Person]


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """Sit somebody down before a browser of their own; whatever it complains about fails the test."""
    if not server.alive:  # a test that stops it failed
        server.start().wait()
    there: list[Person] = []

    def sit(**given: Any) -> Person:
        options = {"viewport": DESKTOP, "reduced_motion": "reduce"} | given
        there.append(Person(browser.new_context(**options), server.url))
        return there[-1]

    yield sit
    for person in there:
        person.context.close()
    assert [person.unforgiven for person in there] == [[] for _ in there]


def check_width(person: Person) -> None:
    widths = person.page.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]")
    assert max(widths) == PHONE["width"], f"{person.page.url} is wider than the phone"


def play(person: Person, act: Callable[[list[Json], int], Any], seed: int, most: int = 10_000) -> int:
    """Take random offers until the match is over; the number of decisions."""
    rng = random.Random(seed)
    for taken in range(most):
        offers = person.asked()
        if not offers:
            return taken
        act(offers, rng.randrange(len(offers)))
    return most


def play_together(people: list[Person], seed: int, most: int = 10_000, after: Callable[[], Any] = lambda: None) -> int:
    """Everybody clicks random offers until the match is over; the number of decisions."""
    rng = random.Random(seed)
    for taken in range(most):
        person = wait_until(lambda: [person for person in people if person.is_asked()])[0]
        offers = person.asked()
        if not offers:
            return taken
        person.click(rng.randrange(len(offers)))
        after()
    return most
