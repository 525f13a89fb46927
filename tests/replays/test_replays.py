"""Finished matches of every version of every game's rules end today as they ended then."""

from __future__ import annotations

import json
import lzma
import tomllib
from typing import Any

import pytest

from tests.replays.make import FOLDER, MATCHES
from undertow import Match, UndertowError, find_game, game_names
from undertow.core.notation import Line, Score, write_match
from undertow.core.versions import rules_of

FIXTURES = sorted(path.name.removesuffix(".json.xz") for path in FOLDER.glob("*.json.xz"))
TODAY = tomllib.loads((FOLDER / "today.toml").read_text(encoding="utf-8"))


def kept(fixture: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(lzma.decompress((FOLDER / f"{fixture}.json.xz").read_bytes()))
    return found


def as_file(game: str, old: dict[str, Any]) -> str:
    """The file that was saved then."""
    lines = [Line(seat, action) for seat, action in old["lines"]]
    score = Score(game, old["rules"], old["players"], old["commitment"], old["seed"], settings=old["settings"])
    score.lines = lines
    return write_match(score)


def what_is_wrong(game: str, old: dict[str, Any], reworded: dict[str, str]) -> str:
    """Why a match does not end today as it ended then; nothing if it does."""
    try:
        result = Match.from_text(as_file(game, old)).result
    except UndertowError as error:
        return str(error)
    if result is None:
        return "it is not over"
    ended = [list(result.shares.values()), result.reason]
    then = [old["shares"], reworded.get(old["reason"], old["reason"])]
    return "" if ended == then else f"it ended {then} then, and {ended} today"


@pytest.mark.compiled
@pytest.mark.parametrize("fixture", FIXTURES)
def test_finished_matches_end_as_they_ended(fixture: str) -> None:
    game, _, version = fixture.rpartition("-")
    noted = TODAY.get(fixture, {})
    matches = kept(fixture)
    assert len(matches) == MATCHES
    assert {old["rules"] for old in matches} == {int(version)}
    reworded = noted.get("reworded", {})
    wrong = {number: said for number, old in enumerate(matches) if (said := what_is_wrong(game, old, reworded))}
    unsaid = {number: said for number, said in wrong.items() if number not in noted.get("broken", [])}
    assert not unsaid, f"{len(unsaid)} matches are broken, and tests/replays/today.toml does not say so"
    assert sorted(wrong) == noted.get("broken", []), "some matches that were broken can be read again"
    if wrong:
        assert rules_of(find_game(game), int(version)).breaks, "the note of this version must say what breaks"


@pytest.mark.parametrize("game", game_names())
def test_every_version_has_its_finished_matches(game: str) -> None:
    today = find_game(game).version
    for version in range(1, today + 1):
        assert f"{game}-{version}" in FIXTURES, f"by version {version} run python -m tests.replays.make {game}"
        assert version == today or rules_of(find_game(game), version).note.endswith(".")


def test_only_fixtures_that_exist_are_noted() -> None:
    assert set(TODAY) <= set(FIXTURES)
