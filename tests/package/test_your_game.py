"""docs/your-game.md, followed to the letter: commands are run, changes are applied, and what comes out is played."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import DESKTOP, GAMES, Person
from tests.browser.test_axe import check
from tests.browser.test_matches import check_the_end
from tests.package.conftest import ROOT, run, uv
from tests.table.conftest import Server
from undertow.settings import cache_folder

PAGE = ROOT / "docs/your-game.md"
FENCED = re.compile(  # what a reader is not shown stands before it: that a command fails, or goes on
    r'(?:^<!-- ([\w ]+) -->\n)?^```(\w+)(?: title="(\S+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL
)
WIDE = "200"  # columns: no sentence is broken
BLOCKS: list[tuple[str, str, str, str]] = FENCED.findall(PAGE.read_text(encoding="utf-8"))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@dataclass
class Reader:
    """Somebody in an empty folder who does what the page says."""

    folder: Path
    env: dict[str, str]
    browser: Browser
    said: str = ""  # by the last command

    def follow(self, how: str, language: str, title: str, text: str) -> None:
        if language == "sh" and how == "goes on":
            self.play_in_the_browser(text)
        elif language == "sh":
            self.run(text, fails=how == "fails")
        elif language == "diff":
            self.call(["git", "apply", "-p0", "-"], text)
        elif language == "text":
            for line in text.splitlines():
                assert squeezed(line) in squeezed(self.said), f"no {line!r} in:\n{self.said}"
        elif language == "toml":
            assert text in (self.folder / "night-dive/pyproject.toml").read_text(encoding="utf-8")
        else:
            assert title, f"nobody knows where to put this {language}:\n{text}"
            (self.folder / title).write_text(text, encoding="utf-8")

    def run(self, text: str, fails: bool) -> None:
        done = self.call(["bash", "-euc", text], fails=fails)
        self.said = done.stdout

    def call(self, words: list[str], given: str = "", fails: bool = False) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            words, cwd=self.folder, env=self.env, input=given, capture_output=True, text=True, check=False
        )
        assert (done.returncode != 0) == fails, f"{words}\n{done.stdout}{done.stderr}"
        return done

    def play_in_the_browser(self, text: str) -> None:
        assert text.split() == ["undertow", "serve", "--open"]
        with self.serving() as url:
            self.play_at(url)

    @contextmanager
    def serving(self) -> Iterator[str]:
        server = Server(self.folder)
        server.command = (str(self.folder / ".venv/bin/undertow"),)
        server.folder = self.folder
        server.env = self.env | {"UNDERTOW_BOT_PAUSE": "0", "UNDERTOW_DATA": str(self.folder / "data")}
        server.start().wait()
        try:
            yield server.url
        finally:
            server.kill()

    def play_at(self, url: str) -> None:
        """As the diver, on the plain board, until it is over."""
        person = Person(self.browser.new_context(viewport=DESKTOP, reduced_motion="reduce"), url)
        person.go()
        person.button("Play now against bots: Night Dive").click()
        person.choose("Bots", "hard")
        person.button("Diver").click()
        person.asked_on_board()  # every action can be picked on the board
        check(person, "the plain board")
        taken, wanted = 0, ["listen 3", "look 1", "look 2", "look 3", "look 4", "look 5"]
        offers = person.offers
        while offers:
            (offer,) = [offer for offer in offers if offer["action"] == wanted[taken]]
            person.pick(offer | {"seat": "diver"}, person.page.mouse.click)
            taken += 1
            offers = person.asked()
        check_the_end(person, taken)
        assert any("You hear " in frame for frame in person.received)
        person.context.close()
        assert person.unforgiven == []


@pytest.fixture
def reader(wheel: Path, tmp_path: Path, browser: Browser) -> Reader:
    """Installers find Undertow in the wheel that was just made, and the rest as the lock has it."""
    constraint = tmp_path / "undertow.lock"
    constraint.write_text(f"undertow @ {wheel.as_uri()}\n")
    folder = tmp_path / "afternoon"
    folder.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "UNDERTOW_"))}
    env = kept | {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "UNDERTOW_CACHE": str(cache_folder()),
        "UV_CACHE_DIR": run(uv(), "cache", "dir").strip(),
        "UV_CONSTRAINT": f"{constraint} {ROOT / 'requirements-dev.lock'}",
        "VIRTUAL_ENV": str(folder / ".venv"),
        "PATH": os.pathsep.join([str(folder / ".venv/bin"), str(Path(uv()).parent), kept["PATH"]]),
        "COLUMNS": WIDE,
    }
    return Reader(folder, env, browser)


def test_the_page_can_be_read() -> None:
    """Every fence is a block that somebody can follow, and there is something of each kind."""
    assert PAGE.read_text(encoding="utf-8").count("\n```") == 2 * len(BLOCKS)
    assert {language for _, language, _, _ in BLOCKS} == {"sh", "diff", "text", "toml", "python"}


@pytest.mark.compiled
def test_the_page_can_be_followed(reader: Reader) -> None:
    for block in BLOCKS:
        reader.follow(*block)
    check_that_a_broken_game_hurts_nobody(reader)


def check_that_a_broken_game_hurts_nobody(reader: Reader) -> None:
    """Somebody is still writing it."""
    with (reader.folder / "night-dive/src/night_dive/__init__.py").open("a") as file:
        file.write("GAME = (\n")
    done = reader.call(["undertow", "games"])
    assert "Kelp" in done.stdout
    assert done.stderr.startswith("undertow: the game 'night-dive' cannot be loaded: ")
    with reader.serving() as url:
        games = httpx.get(f"{url}/api/games", trust_env=False).json()
        assert {game["name"] for game in games} == set(GAMES)
