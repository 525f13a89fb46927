"""Two whole matches with the Orca in them, word by word."""

from __future__ import annotations

import pytest

from tests.games.jaws import golden_orca as golden
from undertow.core.match import Match

#: Where a shark with four tokens may be takes minutes to work out without compiling.
PAGES = [pytest.param(name, marks=[pytest.mark.compiled] if "full" in name else []) for name in golden.PAGES]


@pytest.mark.parametrize("name", PAGES)
def test_a_whole_match_word_by_word(name: str) -> None:
    """Rules, lots and words are what they were: the page that is kept can be written again."""
    assert golden.page(name) == (golden.FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_match_file_on_the_page_can_be_checked(name: str) -> None:
    kept = (golden.FOLDER / name).read_text(encoding="utf-8")
    file = kept[kept.index("undertow match") : kept.index("\n\nWHAT HAPPENED")]
    again = Match.from_text(file)
    assert again.over
    assert kept.endswith("\n".join(again.story()) + f"\n{again.result}.\n")
