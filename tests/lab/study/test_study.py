"""Studies: from a file to numbers one can trust, again and again the same, whatever happened on the way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from undertow.cli.app import app
from undertow.core.errors import UndertowError
from undertow.lab.stats import discoveries, paired, unpaired, wilson
from undertow.lab.study import BadStudy, Result, Study
from undertow.lab.study.file import line_of
from undertow.lab.study.keeping import CHUNKS
from undertow.lab.study.orders import Chunk, Order
from undertow.lab.study.run import run_plan
from undertow.lab.study.sobol import MOST, points
from undertow.lab.study.tables import SCHEMA
from undertow.lab.study.workers import Done, Jobs, Threads

pytestmark = pytest.mark.compiled

FILE = """title = "Bank or press on?"
game = "shark-attacks"
players = 2
matches = 640
seed = 4

[vary]
target = [20, 30]
"scoring.party" = { from = 1, to = 3, step = 2 }

[bots]
weak = "random"
strong = { "player 1" = "hold:8", others = "hold:6" }

[restrict]
"never banks" = { side = "player 1", never = ["bank"] }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bank.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    folder = tmp_path_factory.mktemp("study")
    (folder / "bank.toml").write_text(FILE, encoding="utf-8")
    return Study(folder / "bank.toml").run(folder / "out", workers=1)


# Plans ----------------------------------------------------------------------------------------------------------------


def test_a_grid_has_every_combination_and_each_is_compared_with_the_games_own_numbers(file: Path) -> None:
    plan = Study(file).plan
    tables = [(cell.bots, dict(cell.values), cell.restricted) for cell in plan.cells]
    grid = [{"target": target, "scoring.party": party} for target, party in product((20, 30), (1, 3))]
    for bots in ("weak", "strong"):
        assert [values for b, values, restricted in tables if b == bots and not restricted] == grid
        assert sum(b == bots and restricted == "never banks" for b, _, restricted in tables) == 1
    assert {cell.base for cell in plan.cells if cell.bots == "weak"} == {0}
    assert [cell.number for cell in plan.cells if cell.is_base] == [0, 5]


def test_one_by_one_changes_one_rule_at_a_time() -> None:
    vary = {"scoring": {"party": [1, 2, 3], "safe_flight": [2, 3]}, "target": [50, 100]}
    plan = Study({"game": "shark-attacks", "plan": "one by one", "vary": vary, "matches": 64}).plan
    base = dict(plan.cells[0].values)
    assert base == {"scoring.party": 2, "scoring.safe_flight": 3, "target": 100}  # what the box has
    changed = [[key for key, value in cell.values if value != base[key]] for cell in plan.cells]
    assert sorted(map(len, changed)) == [0, 1, 1, 1, 1]


def test_a_part_of_a_house_rule_can_vary() -> None:
    study = Study({"game": "jaws", "rules": {"variant": "act2"}, "vary": {"gear.rifle.copies": [2, 0]}, "matches": 64})
    settings = [study.plan.settings(cell)["gear.rifle"]["copies"] for cell in study.plan.cells]
    assert settings == [2, 0]


def test_impossible_combinations_are_listed_and_the_rest_is_played() -> None:
    vary = {"octopus.hand_size": [4, 6], "octopus.big_hand": [5, 7]}
    plan = Study({"game": "kelp", "vary": vary, "matches": 64}).plan
    assert [dict(cell.values) for cell in plan.cells] == [
        {"octopus.hand_size": 4, "octopus.big_hand": 5},
        {"octopus.hand_size": 4, "octopus.big_hand": 7},
        {"octopus.hand_size": 6, "octopus.big_hand": 7},
    ]
    assert [left_out.why for left_out in plan.impossible] == [
        "house rule 'octopus.big_hand' is smaller than the hand size: the crab would be no help."
    ]


def test_a_precision_is_kept_however_wins_are_shared_out() -> None:
    study = Study({"game": "shark-attacks", "precision": 2})
    low, high = wilson(0.5, study.question.matches)
    assert (high - low) / 2 <= 0.02 < (high - low) / 2 * 1.05
    assert study.question.matches % 64 == 0


def test_sobols_points_fill_every_box_evenly() -> None:
    found = points(63, MOST)
    assert found.shape == (63, MOST)
    for dimension in range(MOST):  # with the corner, which is left out, each of 64 strips has one
        assert sorted(int(x * 64) for x in found[:, dimension]) == list(range(1, 64))
    known = [[0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75], [0.375, 0.375, 0.625], [0.875, 0.875, 0.125]]
    assert found[:5, :3].tolist() == known  # as published by Joe and Kuo


# Running --------------------------------------------------------------------------------------------------------------


def counts(result: Result) -> bytes:
    return result.counts.tobytes()


def test_the_same_study_gives_the_same_numbers_whatever_plays_it(file: Path, result: Result) -> None:
    study = Study(file)
    for number, chunk in ((1, 64), (2, 128), (3, 640)):
        progress = run_plan(study.plan, Threads(number), chunk=chunk)
        assert progress.whole
        assert progress.counts.tobytes() == counts(result)


class Dies:
    """Workers that stop after so many chunks, as if somebody pulled the plug."""

    def __init__(self, after: int, how: BaseException) -> None:
        self.number, self._after, self._how = 1, after, how

    def run(self, jobs: Jobs) -> Done:
        for number, done in enumerate(Threads(1).run(jobs)):
            if number == self._after:
                raise self._how
            yield done

    def close(self) -> None:
        pass


@pytest.mark.parametrize("cut", [0, 1, 7, 200])
def test_a_crash_loses_one_chunk_and_resume_goes_on(file: Path, tmp_path: Path, result: Result, cut: int) -> None:
    plan, folder = Study(file).plan, tmp_path / "out"
    with pytest.raises(RuntimeError):
        run_plan(plan, Dies(9, RuntimeError()), chunk=128, folder=folder)
    path = folder / CHUNKS
    path.write_bytes(path.read_bytes()[: -cut or None])  # the last record was being written
    played: list[int] = []
    after = run_plan(plan, Threads(1), chunk=192, folder=folder, resume=True, told=lambda n, _: played.append(n))
    assert played[0] == (9 - (cut > 0)) * 128
    assert after.counts.tobytes() == counts(result)


def test_ctrl_c_keeps_what_is_known(file: Path, tmp_path: Path) -> None:
    progress = run_plan(Study(file).plan, Dies(5, KeyboardInterrupt()), chunk=128, folder=tmp_path / "out")
    assert progress.interrupted
    assert progress.matches == 5 * 128
    page = Result(Study(file).plan, progress).write(tmp_path / "out").read_text(encoding="utf-8")
    assert "Not finished" in page


def test_nothing_is_overwritten(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    plan = Study(file).plan
    run_plan(plan, Threads(1), chunk=640, folder=folder)
    kept = (folder / CHUNKS).read_bytes()

    def refused(words: str, text: str = FILE) -> None:
        file.write_text(text, encoding="utf-8")
        with pytest.raises(UndertowError, match=words):
            run_plan(Study(file).plan, Threads(1), chunk=640, folder=folder, resume="already" not in words)

    refused("has a study already: --resume goes on")
    refused("has another study: the file or the rules have changed", FILE.replace("seed = 4", "seed = 5"))
    assert (folder / CHUNKS).read_bytes() == kept
    damaged = bytearray(kept)
    damaged[len(kept) // 2] ^= 1
    (folder / CHUNKS).write_bytes(damaged)
    refused("is damaged at byte")
    assert (folder / CHUNKS).read_bytes() == damaged
    (folder / CHUNKS).write_bytes(b"something else")
    refused("is damaged at its beginning")


def test_a_full_disk_is_one_sentence(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / CHUNKS).symlink_to(full)
    monkeypatch.setattr(Path, "exists", lambda self: False)
    with pytest.raises(UndertowError, match=r"cannot write to .*: No space left on device\. What was played"):
        run_plan(Study(FILE_CONTENT).plan, Threads(1), chunk=640, folder=folder)


FILE_CONTENT: dict[str, Any] = {"game": "shark-attacks", "matches": 64, "vary": {"target": [20, 30]}}


def test_the_order_of_chunks_makes_no_difference(file: Path, result: Result) -> None:
    class Shuffled(Threads):
        def run(self, jobs: Jobs) -> Iterator[tuple[Chunk, bytes]]:
            mixed: list[tuple[Order, Chunk]] = list(jobs)
            random.Random(3).shuffle(mixed)
            return super().run(mixed)

    assert run_plan(Study(file).plan, Shuffled(2), chunk=64).counts.tobytes() == counts(result)


# Statistics -----------------------------------------------------------------------------------------------------------


def test_paired_intervals_hold_what_they_promise() -> None:
    """Of many differences that are 0, about one in twenty intervals misses it, however the blocks go together."""
    rng = np.random.default_rng(1)
    misses = 0
    for _ in range(2000):
        shared = rng.normal(0, 3, 64)
        found = paired(shared + rng.normal(0, 1, 64), shared + rng.normal(0, 1, 64))
        misses += not found.low <= 0 <= found.high
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high) or abs(found.p - 0.05) < 0.002
    assert 60 <= misses <= 140


def test_common_random_numbers_make_differences_sharper(result: Result) -> None:
    row = next(r for r in result.sides if result.plan.cells[r["cell"]].bots == "strong" and r["difference"] is not None)
    base = result.plan.cells[row["cell"]].base
    alone = unpaired(row["share"], 640, result.share(base, 0), 640)
    assert row["difference_high"] - row["difference_low"] < alone.high - alone.low


def test_false_discoveries_are_few() -> None:
    """Benjamini and Hochberg's own example (1995, table 1): four of fifteen are named."""
    given = [
        0.0001,
        0.0004,
        0.0019,
        0.0095,
        0.0201,
        0.0278,
        0.0298,
        0.0344,
        0.0459,
        0.324,
        0.4262,
        0.5719,
        0.6528,
        0.759,
        1.0,
    ]
    assert sum(discoveries(given)) == 4
    mixed = random.Random(1).sample(given, len(given))
    assert [p for p, named in zip(mixed, discoveries(mixed), strict=True) if named] == [p for p in mixed if p < 0.01]
    assert discoveries([]) == []


def test_effects_explain_what_was_put_in(result: Result) -> None:
    rows = {(row["bots"], row["rule"], row["with"]): row for row in result.effects if row["side"] == "player 1"}
    assert len(rows) == 2 * 3
    for row in rows.values():
        assert 0 <= row["explains"] <= 1.2
        assert row["range"] == pytest.approx(row["highest"] - row["lowest"])


# Tables and the report ------------------------------------------------------------------------------------------------


def test_tables_are_read_by_others_and_say_what_they_hold(result: Result, tmp_path: Path) -> None:
    result.write(tmp_path)
    for name, rows in result.tables.items():
        path = tmp_path / f"{name}.parquet"
        assert len(pl.read_parquet(path)) == len(rows)
        found: Any = duckdb.sql(f"select count(*) from '{path}'")
        assert found.fetchall() == [(len(rows),)]
        schema = pq.read_schema(path)
        assert schema.metadata[b"study"] == b"Bank or press on?"
        documented = set(SCHEMA[name]) | ({"target", "scoring.party"} if name == "cells" else set())
        assert set(schema.names) == documented
        assert all(schema.field(column).metadata[b"about"] for column in schema.names)
    shares = pl.read_parquet(tmp_path / "sides.parquet").group_by("cell").agg(pl.col("share").sum())["share"].to_list()
    assert shares == pytest.approx([1.0] * len(result.plan.cells))


class Page(HTMLParser):
    """What a page would load, its headings, and whether all that is open is closed."""

    EMPTY = ("meta", "br", "link", "img")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.loads.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_needs_nothing_but_itself(result: Result, tmp_path: Path) -> None:
    text = result.write(tmp_path).read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert page.loads == []
    assert "script" not in page.seen
    assert len(page.ids) == len(set(page.ids))
    assert page.seen.count("svg") >= 7
    assert not re.search(r"url\((?!#)", text)
    sections = page.seen.count("section")
    assert page.seen.count("h2") == sections
    assert text.count("<caption>") >= 8  # every chart has its numbers for who cannot see it
    assert {path.suffix for path in (tmp_path / "charts").iterdir()} == {".svg", ".png"}


def test_words_say_what_the_numbers_show(result: Result) -> None:
    from undertow.lab.study.sections import sections

    found = {section.name: " ".join(section.answer) for section in sections(result)}
    assert "Strong, never banks: player 1 loses" in found["restricted"]
    row = next(r for r in result.sides if r["cell"] == result.plan.cells[5].base and r["side"] == "player 1")
    assert f"{100 * row['share']:.1f} %" in found["balance"] or "no side can be told" in found["balance"]
    assert "turns on average" in found["length"]


def test_it_shows_itself_in_a_notebook(result: Result) -> None:
    page = Page(result._repr_html_())
    assert page.open == []
    assert "svg" in page.seen
    assert "8 cells" in Study(FILE_CONTENT | {"vary": {"target": list(range(20, 28))}})._repr_html_()


def test_the_command_says_its_plan_first_and_ends_with_a_report(file: Path, tmp_path: Path) -> None:
    said = CliRunner().invoke(app, ["study", str(file), "--out", str(tmp_path / "out"), "--workers", "1"])
    assert said.exit_code == 0, said.output
    assert re.search(r"cells\s+10 \(grid\)\s+matches\s+640 a cell, 6,400 in all\s+expected\s+about \d+ s", said.output)
    assert "What is it worth to be allowed to?" in said.output
    assert (tmp_path / "out" / "report.html").exists()
    only = CliRunner().invoke(app, ["study", str(file), "--plan"])
    assert "6,400 in all" in only.output
    assert not file.with_suffix("").exists()


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("matches = 640", "matchs = 640", "line 4: there is no key 'matchs'. Did you mean 'matches'?"),
        ('"shark-attacks"', '"shark-attack"', "line 2: there is no game 'shark-attack'. Did you mean 'shark-attacks'?"),
        ("players = 2", "players = 9", "line 3: Shark Attacks! is for 2 to 6 players, not 9."),
        ("players = 2", 'players = "many"', 'line 3: players must be a number, a list of numbers, or "all"'),
        ("matches = 640", "matches = 0", "line 4: matches must be from 1 to"),
        ("matches = 640", "matches = 640\nprecision = 1", "line 5: give either matches or a precision, not both."),
        ("seed = 4", "seed = -1", "line 5: seed must be from 0 to"),
        ("target = [20, 30]", "tarket = [20, 30]", "line 8: there is no house rule 'tarket'. Did you mean 'target'?"),
        (
            "target = [20, 30]",
            "target = [20, 2000]",
            "line 8: house rule 'target' cannot be 2000: it must be a whole number from 1",
        ),
        ("target = [20, 30]", "target = 20", "line 8: target needs two values or more"),
        ("target = [20, 30]", "target = [20, 20]", "line 8: target has a value twice."),
        ("to = 3, step = 2", "to = 3, stop = 2", "line 9: a range is written { from = 1, to = 9, step = 2 }."),
        ("from = 1, to = 3", "from = 3, to = 1", "line 9: a range goes up by its step"),
        ('weak = "random"', 'weak = "rondom"', "line 12: there is no bot 'rondom'. Did you mean 'random'?"),
        ('others = "hold:6"', 'others = "hold:x"', "line 13: the bot 'hold' takes a whole number"),
        (', others = "hold:6"', "", "the bots 'strong' are only for player 1: say who plays player 1, player 2"),
        ('"player 1" = "hold:8"', '"player 7" = "hold:8"', "bots, strong: there is no side 'player 7' in any cell."),
        ('["bank"]', '["banc"]', "line 16: there is no action 'banc'. Did you mean 'bank'?"),
        ("never =", "newer =", "line 16: there is no key 'newer'. Did you mean 'never'?"),
        (', never = ["bank"]', "", "line 16: never banks restricts nothing"),
        ('side = "player 1"', 'side = "shark"', "restrict, never banks: there is no side 'shark' in any cell."),
        ("seed = 4", 'plan = "gird"', "line 5: there is no plan 'gird'. Choose from: grid, one by one, sobol."),
        ("seed = 4", "seed = = 4", "is not TOML: "),
        ("[vary]", "vary = 3\n[others]", "there is no key 'others'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(file: Path, old: str, new: str, said: str) -> None:
    assert old in FILE
    file.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadStudy) as error:
        Study(file)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_lines_are_found_however_keys_are_written() -> None:
    text = '[a]\nb = 1\n["c.d"]\n"e f" = 2\ng.h = 3\n[[i]]\n'
    assert [
        line_of(text, keys) for keys in (["a", "b"], ["c", "d", "e f"], ["c", "d", "g", "h"], ["a", "x"], ["z"])
    ] == [2, 4, 5, 1, 0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--device", "tpu"], "there is no device 'tpu'. Choose from: cpu, cuda."),
        (["--device", "cuda"], "no CUDA GPU can be used here"),
    ],
)
def test_what_is_not_there_is_named(file: Path, tmp_path: Path, options: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["study", str(file), "--out", str(tmp_path / "out"), *options])
    assert done.exit_code != 0
    assert said in str(done.exception)
