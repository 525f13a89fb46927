"""The tables that walk through the rules sentence by sentence name tests that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.jaws.test_tables import NAMED, names_in, rows, uncovered

FOLDER = Path(__file__).parent
TABLES = sorted(FOLDER.glob("*_table.md"))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_named_test_exists(table: Path) -> None:
    text = table.read_text(encoding="utf-8")
    named = {pair for _, test in rows(text) for pair in NAMED.findall(test)}
    assert named
    assert sorted(pair for pair in named if pair[1] not in names_in(f"../{FOLDER.name}/{pair[0]}")) == []
    assert uncovered(text) == []


def test_the_octopus_is_among_the_tables() -> None:
    assert "octopus_table.md" in [table.name for table in TABLES]
