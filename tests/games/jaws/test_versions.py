"""JAWS: matches of older versions are read. tests/replays plays 200 of them."""

from __future__ import annotations

from typing import Any

import pytest

from undertow.core.errors import OtherRules
from undertow.core.versions import set_up
from undertow.games.jaws import GAME


@pytest.mark.parametrize(
    ("then", "more"),
    [
        ({"act1.wrong_shark_actions": 3}, 0),
        ({"act1.shark_actions": 2}, 2),
        ({"act1.shark_actions": 1, "act1.wrong_shark_actions": 2}, 1),
    ],
)
def test_wrong_shark_counted_all_actions_in_version_1_and_counts_those_it_adds_today(
    then: dict[str, Any], more: int
) -> None:
    setup = set_up(GAME, 1, 3, then)
    assert setup.values["act1.wrong_shark_more"] == more


def test_wrong_shark_cannot_take_actions_away_any_more() -> None:
    with pytest.raises(OtherRules, match=r"wrong_shark_more.*played by version 1.*take actions from the shark"):
        set_up(GAME, 1, 3, {"act1.wrong_shark_actions": 2})
