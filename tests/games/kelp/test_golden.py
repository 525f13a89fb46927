"""A whole match of Kelp, word by word."""

from __future__ import annotations

import pytest

from tests.games.kelp import golden
from undertow.core.match import Match

KEPT = golden.FILE.read_text(encoding="utf-8")


def test_a_whole_match_word_by_word() -> None:
    """Rules, lots and words are what they were: the page that is kept can be written again."""
    assert golden.page() == KEPT


def test_the_match_file_on_the_page_can_be_checked() -> None:
    file = KEPT[KEPT.index("undertow match") : KEPT.index("\n\nWHAT HAPPENED")]
    again = Match.from_text(file)
    assert again.over
    assert KEPT.endswith("\n".join(again.story()) + f"\n{again.result}.\n")


@pytest.mark.parametrize(
    "words",
    [
        "The octopus learns ",
        "The octopus has eaten ",
        "The trap springs: ",
        "Shark and octopus face each other!",
        "The octopus escapes by ",
        "the shark has caught the octopus",
        "The shark buys ",
        "Growth tile 1 is full: ",
    ],
)
def test_the_story_is_worth_reading(words: str) -> None:
    assert words in KEPT
