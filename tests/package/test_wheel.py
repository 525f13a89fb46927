"""From the wheel everything works, in a bare environment outside the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import DESKTOP, Person, play
from tests.browser.test_matches import check_the_end
from tests.package.conftest import Installed, install, uv
from tests.table.conftest import Server
from undertow import __version__

RUNNING = f"3.{sys.version_info.minor}"
PYTHONS = [version for version in ("3.11", "3.12", "3.13", "3.14") if version != RUNNING]


def test_it_is_the_wheel_that_runs(installed: Installed) -> None:
    where = installed.says("python", "-c", "import undertow; print(undertow.__file__)")
    assert Path(where.strip()).is_relative_to(installed.bin.parent)


def test_the_command(installed: Installed) -> None:
    assert installed.says("undertow", "--version") == f"undertow {__version__}\n"
    games = installed.says("undertow", "games")
    assert all(title in games for title in ("Get Bit!", "JAWS", "Kelp", "Shark Attacks!"))
    assert "octopus" in installed.says("undertow", "rules", "kelp")
    assert "/api/tables" in json.loads(installed.says("undertow", "openapi"))["paths"]


def test_postgresql_without_its_driver_is_a_sentence(installed: Installed) -> None:
    done = installed.run("undertow", "serve", UNDERTOW_DATABASE="postgresql://localhost/nothing")
    assert done.returncode == 2
    assert done.stderr.startswith("undertow: ")
    assert len(done.stderr.splitlines()) == 1


def find_python(version: str) -> str:
    """On the path, or wherever pyenv keeps them; nothing if it is on neither."""
    path = os.pathsep.join([*map(str, Path.home().glob(".pyenv/versions/*/bin")), os.environ["PATH"]])
    command = [uv(), "python", "find", "--no-python-downloads", version]
    return subprocess.run(
        command, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    ).stdout.strip()


@pytest.mark.parametrize("version", PYTHONS)
def test_every_other_python_that_is_here(wheel: Path, tmp_path: Path, version: str) -> None:
    found = find_python(version)
    if not found:
        pytest.skip(f"Python {version} is not on this machine")
    there = install(wheel, found, tmp_path)
    assert there.says("python", "--version").startswith(f"Python {version}.")
    assert there.says("undertow", "--version") == f"undertow {__version__}\n"
    simulate = ("undertow", "simulate", "shark-attacks", "--games", "2", "--json")
    assert json.loads(there.says(*simulate, NUMBA_DISABLE_JIT="1"))["games"] == 2


@pytest.mark.compiled
def test_the_page_and_all_that_belongs_to_it(wheel: Path, server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client, zipfile.ZipFile(wheel) as opened:
        page = client.get("/")
        named = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
        assert any(name.endswith(".js") for name in named)
        assert [name for name in named if client.get(name).status_code != 200] == []
        folder = "undertow/table/client"
        for name in opened.namelist():
            if name.startswith(folder) and not name.endswith("index.html"):
                assert client.get(name.removeprefix(folder)).content == opened.read(name)


@pytest.mark.compiled
def test_the_documents(wheel: Path, server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client, zipfile.ZipFile(wheel) as opened:
        folder = "undertow/table/site"
        first = client.get("/docs", follow_redirects=True)
        assert first.content == opened.read(f"{folder}/index.html")
        for name in re.findall(r'(?:src|href)="([\w./-]+)"', first.text):
            there = f"/docs/{name.removeprefix('./')}"
            assert client.get(there).content == opened.read(there.replace("/docs", folder)), name


@pytest.mark.compiled
def test_a_match_in_the_browser(browser: Browser, server: Server) -> None:
    person = Person(browser.new_context(viewport=DESKTOP, reduced_motion="reduce"), server.url)
    person.new_table(
        "shark-attacks", players=2, settings={"target": 50}, sit=["player 1"], bots={"player 2": "easy"}, start=True
    )
    taken = play(person, lambda _offers, number: person.click(number), seed=3)
    check_the_end(person, taken)
    person.context.close()
    assert person.unforgiven == []
