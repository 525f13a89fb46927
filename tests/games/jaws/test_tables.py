"""The tables that walk through the rules sentence by sentence name tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
TABLES = sorted(FOLDER.glob("*_table.md"))
NAMED = re.compile(r"(test_\w+\.py)::(test_\w+)")
RULE = re.compile(r"^\|(.+)\|([^|]+)\|$")


def rows(text: str) -> list[tuple[str, str]]:
    """The rule and what covers it, of each row that is neither a heading nor a line below one."""
    found = [(match[1].strip(), match[2].strip()) for line in text.splitlines() if (match := RULE.match(line.strip()))]
    return [(rule, test) for rule, test in found if rule != "rule" and set(rule) - set("-: ")]


@cache
def names_in(file: str) -> set[str]:
    path = FOLDER / file
    if not path.exists():
        return set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def unknown(text: str) -> list[str]:
    """Tests that are named and do not exist."""
    named = sorted({pair for _, test in rows(text) for pair in NAMED.findall(test)})
    return [f"{file}::{name}" for file, name in named if name not in names_in(file)]


def uncovered(text: str) -> list[str]:
    """Rules with neither a test nor a word on why there is none."""
    return [rule for rule, test in rows(text) if not test or ("test_" in test and not NAMED.search(test))]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_named_test_exists(table: Path) -> None:
    text = table.read_text(encoding="utf-8")
    assert rows(text)
    assert unknown(text) == []
    assert uncovered(text) == []


def test_act_1_is_among_the_tables() -> None:
    assert "act1_table.md" in [table.name for table in TABLES]


def test_a_misspelt_test_is_noticed() -> None:
    good = "| rule | test |\n|---|---|\n| a | test_tables.py::test_a_misspelt_test_is_noticed |\n"
    assert (unknown(good), uncovered(good)) == ([], [])
    assert unknown(good.replace("noticed", "overlooked")) == ["test_tables.py::test_a_misspelt_test_is_overlooked"]
    assert unknown("| a | test_nowhere.py::test_x |") == ["test_nowhere.py::test_x"]
    assert uncovered("| a | test_something |\n| b | components |") == ["a"]
