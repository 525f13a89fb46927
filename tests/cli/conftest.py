"""The command as a person meets it, with a data folder of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from undertow.cli.app import main
from undertow.core import rule


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches that are left are kept here, not with the person who runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "undertow"


@pytest.fixture
def undertow(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `undertow` with these words."""

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["undertow", *map(str, words)])
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True)
def no_waiting_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of these tests run in one process: none of them leaves rules behind that are not compiled."""
    monkeypatch.setattr(rule, "run_interpreted", lambda: None)
