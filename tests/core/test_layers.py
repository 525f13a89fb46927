"""Imports go one way: games and bots build on core, the rest on them, and core names no game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import undertow

SOURCE = Path(undertow.__file__).parent
LAYERS = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}

#: What each layer may use beside itself. A layer that is not here may use everything.
MAY_USE = {
    "core": set[str](),
    "games": {"core"},
    "bots": {"core"},
    "lab": {"core", "bots", "envs"},
    "envs": {"core", "bots"},
    "train": {"core", "bots", "envs", "lab"},
    "table": {"core", "bots", "lab"},
}


def imported(module: Path) -> Iterator[str]:
    """The full names of all modules of this package that a file imports, wherever in the file."""
    package = ["undertow", *module.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def layers_used(module: Path) -> set[str]:
    parts = [name.split(".") for name in imported(module)]
    return {names[1] for names in parts if names[0] == "undertow" and len(names) > 1 and names[1] in LAYERS}


def files(layer: str) -> list[Path]:
    return sorted((SOURCE / layer).rglob("*.py"))


def test_there_is_something_to_look_at() -> None:
    assert {"core", "games", "bots", "lab", "cli"} <= LAYERS
    assert layers_used(SOURCE / "bots" / "general.py") == {"bots", "core"}
    assert layers_used(SOURCE / "games" / "shark_attacks" / "rules.py") == {"games", "core"}


def test_relative_and_late_imports_are_seen_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)
    file = tmp_path / "core" / "check" / "sneaky.py"
    file.parent.mkdir(parents=True)
    file.write_text("from ...bots import bot\nfrom .. import game\n\ndef f():\n    import undertow.lab.stats\n")
    assert set(imported(file)) == {"undertow.bots.bot", "undertow.core.game", "undertow.lab.stats"}
    assert layers_used(file) == {"bots", "core", "lab"}


@pytest.mark.parametrize("layer", sorted(LAYERS & MAY_USE.keys()))
def test_a_layer_uses_only_those_below(layer: str) -> None:
    wrong = {
        str(path.relative_to(SOURCE)): sorted(used)
        for path in files(layer)
        if (used := layers_used(path) - {layer} - MAY_USE[layer])
    }
    assert wrong == {}


def test_the_package_itself_shows_only_core() -> None:
    assert layers_used(SOURCE / "__init__.py") == {"core"}
    assert layers_used(SOURCE / "testing.py") == {"core"}


def test_no_game_imports_another() -> None:
    for path in files("games"):
        game = path.relative_to(SOURCE / "games").parts[0]
        others = {name.split(".")[2] for name in imported(path) if name.startswith("undertow.games.")} - {game}
        assert not others, path


# Names --------------------------------------------------------------------------------------------------------------

GAME_NAMES = sorted(folder.name for folder in (SOURCE / "games").iterdir() if (folder / "__init__.py").exists())


def named_in(text: str) -> set[str]:
    """The games that a text names, however they are written."""
    plain = text.lower().replace("-", "_").replace(" ", "_")
    return {game for game in GAME_NAMES if game in plain}


def without_docstrings(module: Path) -> str:
    """The code of a file: no comments, no docstrings."""
    tree = ast.parse(module.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_games_are_recognised() -> None:
    assert "shark_attacks" in GAME_NAMES
    assert named_in("Shark Attacks!") == named_in('"shark-attacks"') == named_in("shark_attacks") == {"shark_attacks"}


def test_no_code_of_core_names_a_game() -> None:
    assert {path.name: named for path in files("core") if (named := named_in(without_docstrings(path)))} == {}


def test_nothing_in_core_names_a_game() -> None:
    assert {path.name: named for path in files("core") if (named := named_in(path.read_text()))} == {}
