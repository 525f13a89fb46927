"""The lab in the browser: reports that open by themselves, and slices of matches that add up."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.table.conftest import PATIENCE, Server
from undertow.bots import levels_of
from undertow.core.game import find_game
from undertow.lab.counted import Player, counting
from undertow.settings import Settings
from undertow.table.laboratory import SEED, compiled_levels, reports
from undertow.table.limits import LAB, Asker, Limits

pytestmark = pytest.mark.compiled
QUESTION = {"game": "get-bit", "players": 4, "bot": "easy"}


@pytest.fixture(scope="module")
def line(server: Server) -> Any:
    with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False) as client:
        client.get("/api/me")
        yield client


def test_the_reports_of_the_documents_are_there(line: httpx.Client) -> None:
    found = line.get("/api/lab").json()
    assert {report["name"] for report in found["reports"]} >= {"jaws.html", "kelp.html"}
    assert all(report["title"] and report["question"] for report in found["reports"])
    assert found["bots"]["jaws"] == ["seasoned"]  # all levels are networks, which are not compiled
    for report in reports():
        answer = line.get(f"/lab/reports/{report.name}")
        assert answer.headers["content-type"].startswith("text/html")
        assert "script-src" not in answer.headers["content-security-policy"]
        assert report.title in answer.text
    assert line.get("/lab/reports/..%2Fdesigners.md").status_code == 404


def test_slices_add_up_to_what_was_played(line: httpx.Client) -> None:
    first = line.post("/api/lab", json=QUESTION).json()
    second = line.post("/api/lab", json={**QUESTION, "first": first["matches"]}).json()
    assert second["first"] == first["matches"] > 0 < second["matches"]
    played = first["matches"] + second["matches"]
    setup = find_game("get-bit").set_up(4)
    counts = Player(setup, [levels_of(setup.game)["easy"]] * 4, SEED).play(0, played)[0]
    for side, (one, two) in enumerate(zip(first["sides"], second["sides"], strict=True)):
        assert one["wins"] + two["wins"] == counts["wins"][side] / counting(setup.game).WHOLE
    assert first["turns"] + second["turns"] == counts["turns"][0]
    assert first["unit"] == "round"


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"game": "go-fish"}, 400, "there is no game 'go-fish'"),
        ({"bot": "sampler:9999"}, 409, "the lab lets beginner, easy, medium, hard, expert"),
        ({"players": 9}, 400, "Get Bit! is for 2 to 6 players"),
        ({"settings": {"shark": 3}}, 400, "house rule 'shark' cannot be 3"),
        ({"first": -1}, 400, ""),
        ({"colour": "red"}, 400, ""),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    line: httpx.Client, change: dict[str, Any], status: int, said: str
) -> None:
    answer = line.post("/api/lab", json=QUESTION | change)
    assert answer.status_code in (status, 409), answer.text
    assert said in answer.json()["error"]


def test_an_address_has_so_many_seconds_and_then_one_in_five() -> None:
    now = 0.0
    limits = Limits(Settings(), lambda: now)
    asker = Asker("ann", "192.0.2.1")
    assert sum(limits.allow_lab(asker) for _ in range(500)) == LAB[1]
    now += 60
    assert sum(limits.allow_lab(asker) for _ in range(500)) == 12
    assert Limits(Settings(rate=0)).allow_lab(asker)


def test_only_compiled_bots_play_in_the_lab() -> None:
    assert compiled_levels(find_game("shark-attacks")) == ["beginner", "easy", "medium", "hard", "expert"]
    assert compiled_levels(find_game("kelp")) == ["hermit", "seasoned"]  # levels are networks there
