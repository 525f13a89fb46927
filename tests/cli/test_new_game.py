"""`undertow new-game`: a whole package, or one sentence and nothing left behind."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from undertow.cli import new_game as module
from undertow.cli.new_game import LEFT_BEHIND, TEMPLATE, new_game
from undertow.core.errors import UndertowError


@pytest.mark.parametrize("given", ["night-dive", "Night Dive", "night_dive"])
def test_a_name_is_written_in_three_ways(given: str, tmp_path: Path) -> None:
    folder = new_game(given, tmp_path)
    assert folder == tmp_path / "night-dive"
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "night-dive"
    assert project["entry-points"]["undertow.games"] == {"night-dive": "night_dive:GAME"}
    assert 'title="Night Dive"' in (folder / "src/night_dive/__init__.py").read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [folder]


def test_all_of_the_template_is_there_and_nothing_has_its_name(tmp_path: Path) -> None:
    folder = new_game("night-dive", tmp_path)
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    template = [path for path in TEMPLATE.rglob("*") if path.is_file() and not LEFT_BEHIND & set(path.parts)]
    assert made == {path.relative_to(TEMPLATE).as_posix().replace("your_game", "night_dive") for path in template}
    assert {"src/night_dive/py.typed", "src/night_dive/box.toml", "tests/test_conformance.py", "README.md"} <= made
    for name in made:
        text = (folder / name).read_text(encoding="utf-8")
        assert not {"your-game", "your_game", "Your Game"} & {text[i : i + 9] for i in range(len(text))}, name
        if name.endswith(".py"):
            ast.parse(text)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "letters and digits"),
        ("3d", "a letter first"),
        ("night dive!", "'night dive!' is not"),
        ("../up", "letters and digits"),
        ("nächte", "letters and digits"),
        ("x" * 41, "up to 40"),
        ("kelp", "there is a game 'kelp' already"),
        ("Get Bit", "there is a game 'get-bit' already"),
        ("class", "means something in Python"),
        ("json", "means something in Python"),
    ],
)
def test_a_name_that_will_not_do(given: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UndertowError, match=said):
        new_game(given, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "night-dive").write_text("mine")
    with pytest.raises(UndertowError, match="is there already"):
        new_game("night-dive", tmp_path)
    assert (tmp_path / "night-dive").read_text() == "mine"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UndertowError, match="No such file or directory"):
        new_game("night-dive", tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_nothing_half_made_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full after some files."""
    written: list[str] = []

    def renamed(text: str, name: module.Name) -> str:
        written.append(text)
        if len(written) > 6:
            raise OSError(28, "No space left on device")
        return text

    monkeypatch.setattr(module, "renamed", renamed)
    with pytest.raises(UndertowError, match="No space left on device"):
        new_game("night-dive", tmp_path)
    assert list(tmp_path.iterdir()) == []
