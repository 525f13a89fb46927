"""Matches of older versions: lines renamed, dropped and added, house rules brought back, and what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.toys.lagoon import GAME as LAGOON
from undertow import BadMatchFile, Match
from undertow.core.chance import FairChance, commitment
from undertow.core.errors import UndertowError
from undertow.core.notation import Line, Score, write_match
from undertow.core.versions import OldLines, set_up

SEED = "reef"


def hidden_in(lagoons: int) -> int:
    """The lagoon where the seed puts the shark."""
    return FairChance(SEED, {}).draw(0, [1] * lagoons) + 1


def old_file(rules: int, *lines: tuple[str, str], seed: str | None = SEED, **settings: Any) -> str:
    return write_match(
        Score(
            game="lagoon",
            rules=rules,
            players=2,
            commitment=commitment(SEED) if seed else "",
            seed=seed,
            by_hand=seed is None,
            settings=settings,
            lines=[Line(*line) for line in lines],
        )
    )


def read(text: str) -> Match:
    return Match.from_text(text, LAGOON)


def played(match: Match) -> list[tuple[str, str]]:
    return [(match.seat_name(ply.seat), ply.name) for ply in match.history]


def in_order(start: int, lagoons: int) -> list[int]:
    """Every lagoon, the shark's last."""
    return [lagoon for lagoon in range(1, lagoons + 1) if lagoon != start] + [start]


def version_1(**settings: Any) -> str:
    lagoons = settings.get("lagoons", 3)
    start = hidden_in(lagoons)
    looks = [line for lagoon in in_order(start, lagoons) for line in (("shark", "stay"), ("diver", f"dive {lagoon}"))]
    return old_file(1, ("chance", f"lagoon {start}"), *looks, **settings)


def version_2() -> str:
    start = hidden_in(4)
    wrong = start % 4 + 1
    return old_file(
        2,
        ("chance", f"lagoon {start}"),
        ("diver", f"look {wrong}"),
        ("diver", "surface"),
        ("shark", "stay"),
        ("diver", f"look {start}"),
    )


# Files --------------------------------------------------------------------------------------------------------------


def test_renamed_actions_are_read_under_their_new_names() -> None:
    match = read(version_1())
    assert {name.split()[0] for _, name in played(match)} == {"lagoon", "stay", "look"}
    assert match.result
    assert match.result.winners == ("Diver",)


def test_house_rules_bring_back_what_a_match_was_played_by() -> None:
    assert read(version_1()).setup.settings == {"lagoons": 3}


def test_house_rules_of_the_match_itself_go_first() -> None:
    assert read(version_1(lagoons=5)).setup.settings == {"lagoons": 5}


def test_house_rules_that_are_counted_otherwise_today_are_translated() -> None:
    assert read(old_file(3, looks=2)).setup.settings == {"rounds": 3}


def test_a_house_rule_that_is_gone_is_explained() -> None:
    with pytest.raises(BadMatchFile, match=r"there is no house rule 'looks'.*played by version 2.*What has changed"):
        read(old_file(2, looks=2))


def test_lines_that_nobody_is_asked_for_any_more_are_dropped_and_missing_ones_are_added() -> None:
    match = read(version_2())
    start = hidden_in(4)
    assert played(match) == [
        ("chance", f"lagoon {start}"),
        ("shark", "stay"),
        ("diver", f"look {start % 4 + 1}"),
        ("shark", "stay"),
        ("diver", f"look {start}"),
    ]
    assert match.over


def test_a_match_that_was_read_is_written_by_todays_rules() -> None:
    match = read(version_2())
    again = read(match.text())
    assert f"rules: {LAGOON.version}" in match.text()
    assert again.history == match.history
    assert again.state_bytes() == match.state_bytes()


@pytest.mark.parametrize("rules", [1, 2, 3])
def test_dice_of_an_old_match_are_still_checked(rules: int) -> None:
    wrong = hidden_in(3 if rules == 1 else 4) % 3 + 1
    with pytest.raises(BadMatchFile, match="an outcome was altered"):
        read(old_file(rules, ("chance", f"lagoon {wrong}")))


def test_an_old_match_with_real_dice_is_read() -> None:
    match = read(old_file(1, ("chance", "lagoon 2"), ("shark", "swim"), ("diver", "dive 3"), seed=None))
    assert match.over


def test_a_match_that_todays_rules_cannot_play_says_why() -> None:
    text = old_file(3, ("chance", f"lagoon {hidden_in(4)}"), ("shark", "swim back"))
    with pytest.raises(BadMatchFile) as caught:
        read(text)
    assert str(caught.value) == (
        f"line {len(text.splitlines()) - 1}: 'swim back' is not legal for shark now. Legal: stay, swim. "
        "This match was played by version 3 of the rules of lagoon; here is 4. "
        "What has changed: The shark could swim back. "
        "Matches in which it did cannot be played any more: no rule allows it."
    )


def test_other_matches_of_that_version_are_read() -> None:
    start = hidden_in(4)
    text = old_file(3, ("chance", f"lagoon {start}"), ("shark", "stay"), ("diver", f"look {start}"))
    assert read(text).over


@pytest.mark.parametrize("rules", [0, 5])
def test_versions_that_nobody_knows_are_refused(rules: int) -> None:
    with pytest.raises(BadMatchFile) as caught:
        read(old_file(rules))
    assert str(caught.value) == f"this match was played by version {rules} of the rules of lagoon; here is 4."


# Logs with decisions taken back -------------------------------------------------------------------------------------


def old_lines(rules: int) -> tuple[Match, OldLines]:
    match = Match(set_up(LAGOON, rules, 2, {}), seed=SEED)
    return match, OldLines(match)


def test_a_decision_of_an_old_log_is_taken_back_with_all_that_it_became() -> None:
    match, lines = old_lines(2)
    before = match.state_bytes()
    lines.take(2, "diver", f"look {hidden_in(4) % 4 + 1}")
    assert len(match.history) == 3, "the shark's decision was added"
    lines.undo("diver")
    assert match.state_bytes() == before


def test_a_dropped_decision_can_be_taken_back_too() -> None:
    match, lines = old_lines(2)
    lines.take(2, "diver", f"look {hidden_in(4) % 4 + 1}")
    before = match.state_bytes()
    lines.take(2, "diver", "surface")
    lines.undo("diver")
    assert match.state_bytes() == before


def test_an_old_log_goes_back_to_before_a_decision() -> None:
    match, lines = old_lines(2)
    lines.take(2, "diver", f"look {hidden_in(4) % 4 + 1}")
    lines.take(2, "diver", "surface")
    before = match.state_bytes()
    lines.take(2, "shark", "swim")
    lines.take(2, "diver", f"look {hidden_in(4)}")
    assert lines.plies_before_last("shark") == 3
    lines.rewind("shark")
    assert match.state_bytes() == before


def test_nothing_can_be_taken_back_before_anything_was_decided() -> None:
    _, lines = old_lines(2)
    with pytest.raises(UndertowError, match="not decided anything yet"):
        lines.undo("shark")
