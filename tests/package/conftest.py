"""A release, and the wheel of it in a bare environment: nothing of the checkout is in reach there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.conftest import browser  # noqa: F401 - a fixture
from tests.table.conftest import Server
from undertow.settings import cache_folder

ROOT = Path(__file__).parents[2]
EPOCH = "1700000000"  # how old all files in the release are


def uv() -> str:
    """The uv that `./test` used: the machine's, or the one it fetched."""
    found = shutil.which("uv") or shutil.which("uv", path=ROOT / ".uv/bin")
    assert found, "these tests need uv, which `./test` brings along"
    return found


def run(*words: str | Path, **env: str) -> str:
    """What a command says; it has to succeed."""
    done = subprocess.run(words, cwd=ROOT, env=os.environ | env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `.ci/release` makes."""
    folder = tmp_path_factory.mktemp("release")
    run(ROOT / ".ci/release", folder, SOURCE_DATE_EPOCH=EPOCH, UNDERTOW_REPOSITORY="")
    return folder


@pytest.fixture(scope="session")
def wheel(release: Path) -> Path:
    (found,) = release.glob("*.whl")
    return found


@dataclass(frozen=True)
class Installed:
    """The wheel in an environment of its own, used from a folder that has nothing to do with it."""

    bin: Path
    folder: Path

    @property
    def env(self) -> dict[str, str]:
        """No home yet, no way into the checkout; only compiled rules are shared, because compiling takes minutes."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "UNDERTOW_"))}
        return kept | {
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "UNDERTOW_CACHE": str(cache_folder()),
        }

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin / words[0]), *words[1:]]
        return subprocess.run(command, cwd=self.folder, env=self.env | env, capture_output=True, text=True, check=False)

    def says(self, *words: str, **env: str) -> str:
        done = self.run(*words, **env)
        assert done.returncode == 0, done.stderr
        return done.stdout


def install(wheel: Path, python: str, folder: Path) -> Installed:
    """The wheel and what it asks for, in the versions of the lock."""
    run(uv(), "venv", "--quiet", "--python", python, folder / "venv")
    place = folder / "venv/bin/python"
    run(uv(), "pip", "install", "--quiet", "--python", place, "--constraint", ROOT / "requirements.lock", wheel)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    return Installed(folder / "venv/bin", elsewhere)


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(wheel, sys.executable, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def server(installed: Installed) -> Iterator[Server]:
    """`undertow serve` of the wheel."""
    started = Server(installed.folder)
    started.command = (str(installed.bin / "undertow"),)
    started.folder = installed.folder
    started.env = installed.env | {"UNDERTOW_BOT_PAUSE": "0"}
    yield started.start().wait(ready="shark-attacks")
    started.kill()
