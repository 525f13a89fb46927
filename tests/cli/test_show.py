"""A game without a drawing of its own in the terminal."""

from __future__ import annotations

from rich.console import Console

from undertow.cli.show import plain


def shown(something: object) -> list[str]:
    console = Console(width=60)
    with console.capture() as said:
        console.print(plain(something))
    return [" ".join(line.split()) for line in said.get().splitlines()]


def test_things_of_one_kind_stand_under_each_other() -> None:
    caves = [{"cave": 1, "last_look": None, "shark": None}, {"cave": 2, "last_look": 3, "shark": None}]
    assert shown({"phase": "looking", "caves": caves}) == ["phase looking", "caves cave last look", "1 -", "2 3"]


def test_odds_are_shares() -> None:
    assert shown({"cave 1": 0.25, "cave 2": 0.75}) == ["cave 1 25.0%", "cave 2 75.0%"]
