"""Every command but `play`: what it prints, and what it says when somebody types something wrong."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tests.cli.conftest import Command, Said
from tests.replays import test_replays as replays
from tests.table.conftest import PATIENCE, wait_until
from undertow import Match
from undertow.cli import show
from undertow.cli.app import app
from undertow.cli.show import LONG_VALUE
from undertow.core.box import SOURCES, write_value
from undertow.core.game import find_game, game_names
from undertow.core.notation import Line, Score, read_match, write_match

pytestmark = pytest.mark.compiled  # commands are the same however the rules run
FEW = ("--games", "12", "--seed", "5")
DOCUMENTED = [
    "game",
    "players",
    "settings",
    "bots",
    "games",
    "steps",
    "seconds",
    "games_per_second",
    "steps_per_second",
    "device",
    "workers",
    "seed",
    "interrupted",
    "wins",
    "length",
]
TIMES = {"seconds", "games_per_second", "steps_per_second", "workers"}


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen on which no line is broken."""
    monkeypatch.setattr(show, "screen", Console(highlight=False, width=300))


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished match on disk."""
    match = Match("shark-attacks", 2, {"target": 15}, "a seed", names={"player 1": "Ann"})
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    match.save(tmp_path / "played.match")
    return tmp_path / "played.match"


def refused(said: Said, *named: str) -> None:
    """One line on stderr that names what was wrong and what would be right; nothing else."""
    assert said.code == 2
    assert said.out == ""
    assert re.fullmatch(r"undertow: [^\n]+\.\n", said.err), said.err
    for name in named:
        assert name in said.err


def simulated(said: Said) -> dict[str, Any]:
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in TIMES}


# What there is --------------------------------------------------------------------------------------------------------


def test_games_lists_every_game(undertow: Command) -> None:
    said = undertow("games")
    assert said.code == 0
    for name in game_names():
        assert re.search(rf"^{name} ", said.out, re.MULTILINE)
    assert re.search(r"^kelp +2 +45 +Kelp *$", said.out, re.MULTILINE)
    assert re.search(r"^jaws +2-4 +60 +JAWS *$", said.out, re.MULTILINE)


def test_the_help_lists_every_command() -> None:
    said = CliRunner().invoke(app, ["--help"])
    assert said.exit_code == 0
    for command in ("games", "rules", "play", "simulate", "check", "bench", "replay", "verify"):
        assert f"\n  {command} " in said.output


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("name", game_names())
def test_rules_tell_the_value_and_source_of_every_number(undertow: Command, name: str) -> None:
    said = undertow("rules", name)
    game = find_game(name)
    assert said.code == 0
    assert game.title in said.out
    rows = [line.rstrip() for line in said.out.splitlines()]
    for entry in game.entries.values():
        value = write_value(entry.value)
        shown = value if len(value) <= LONG_VALUE else "see below"
        cells = (entry.key, shown, entry.source, entry.about)
        assert any(re.fullmatch(r"\s+".join(map(re.escape, cells)), row) for row in rows), entry.key
        assert shown == value or f"{entry.key} = {value}" in " ".join(said.out.split())


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("name", game_names())
def test_a_number_is_called_rebuilt_exactly_if_it_is(undertow: Command, name: str) -> None:
    entries = find_game(name).entries
    table = undertow("rules", name).out.partition("Every number, and where it comes from")[2]
    told = [row.split()[0] for row in table.splitlines() if re.search(r"\s{2,}rebuilt\s{2,}", row)]
    assert told == [key for key, entry in entries.items() if entry.source == "rebuilt"]


@pytest.mark.usefixtures("wide")
def test_rules_explain_the_sources(undertow: Command) -> None:
    said = undertow("rules", "shark-attacks")
    for source, meaning in SOURCES.items():
        assert re.search(rf"^{source}\s+{re.escape(meaning)}", said.out, re.MULTILINE)


# Simulations ----------------------------------------------------------------------------------------------------------


def test_a_simulation_as_json_is_consistent(undertow: Command) -> None:
    found = simulated(undertow("simulate", "shark-attacks", *FEW, "--players", 3, "--workers", 1, "--json"))
    assert set(DOCUMENTED) <= set(found)
    assert (found["game"], found["players"], found["games"], found["seed"]) == ("shark-attacks", 3, 12, 5)
    assert (found["device"], found["workers"], found["interrupted"]) == ("cpu", 1, False)
    assert found["bots"] == ["random"] * 3
    assert found["games_per_second"] == pytest.approx(found["games"] / found["seconds"])
    assert found["steps_per_second"] == pytest.approx(found["steps"] / found["seconds"])
    length = found["length"]
    assert length["mean"] == pytest.approx(found["steps"] / found["games"])
    assert 0 < length["p5"] <= length["p50"] <= length["p95"]
    assert length["p5"] <= length["mean"] <= length["p95"]


def test_the_wins_of_a_race_sum_to_one(undertow: Command) -> None:
    wins = simulated(undertow("simulate", "shark-attacks", *FEW, "--json"))["wins"]
    assert list(wins) == ["player 1", "player 2"]
    assert sum(seat["share"] for seat in wins.values()) == pytest.approx(1)
    for seat in wins.values():
        assert seat["bot"] == "random"
        assert 0 <= seat["low"] < seat["share"] < seat["high"] <= 1


def test_the_plain_report_says_the_same_as_the_json(undertow: Command) -> None:
    words = ("simulate", "shark-attacks", *FEW, "--bots", "random,hold:5")
    found, plain = simulated(undertow(*words, "--json")), undertow(*words).out
    assert f"{found['games']:,} games of shark-attacks, {found['steps']:,} steps" in plain
    for seat, wins in found["wins"].items():
        interval = f"{wins['low']:.2%} to {wins['high']:.2%}"
        assert re.search(rf"^{seat}\s+{wins['bot']}\s+{wins['share']:.2%}\s+{interval}", plain, re.MULTILINE)


@pytest.mark.parametrize("game", game_names())
def test_workers_change_no_result(undertow: Command, game: str) -> None:
    runs = [simulated(undertow("simulate", game, *FEW, "--workers", n, "--json")) for n in (1, 2, 5)]
    assert [run["workers"] for run in runs] == [1, 2, 5]
    assert without_times(runs[0]) == without_times(runs[1]) == without_times(runs[2])


def test_another_seed_gives_other_matches(undertow: Command) -> None:
    one, other = (
        simulated(undertow("simulate", "shark-attacks", "--games", 12, "--seed", seed, "--json")) for seed in (1, 2)
    )
    assert one["steps"] != other["steps"]


def test_a_house_rule_is_played_and_reported(undertow: Command) -> None:
    usual = simulated(undertow("simulate", "shark-attacks", *FEW, "--json"))
    short = simulated(undertow("simulate", "shark-attacks", *FEW, "--set", "target=10", "--json"))
    assert (usual["settings"], short["settings"]) == ({}, {"target": 10})
    assert short["steps"] < usual["steps"] / 2


def test_house_rules_from_a_file_are_those_of_set(undertow: Command, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("target = 10\n[signs]\ntotal = 3\n")
    by_file = simulated(undertow("simulate", "shark-attacks", *FEW, "--house-rules", file, "--json"))
    by_hand = simulated(
        undertow("simulate", "shark-attacks", *FEW, "--set", "target=10", "--set", "signs.total=3", "--json")
    )
    assert by_file["settings"] == {"target": 10, "signs.total": 3}
    assert without_times(by_file) == without_times(by_hand)


def test_set_has_the_last_word_over_a_file(undertow: Command, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("target = 10\n")
    found = simulated(
        undertow("simulate", "shark-attacks", *FEW, "--house-rules", file, "--set", "target=20", "--json")
    )
    assert found["settings"] == {"target": 20}


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_reports_what_was_counted_so_far(as_json: bool, tmp_path: Path) -> None:
    words = ["simulate", "shark-attacks", "--games", "4000000000", "--workers", "1", *(["--json"] if as_json else [])]
    said = interrupted(words, tmp_path)
    assert said.code == 130
    assert "Traceback" not in said.err
    if as_json:
        found = json.loads(said.out)
        assert found["interrupted"] is True
        assert 0 < found["games"] < 4_000_000_000
        assert sum(seat["share"] for seat in found["wins"].values()) == pytest.approx(1)
    else:
        assert said.out.startswith("Stopped early; this is what was counted so far.")


# A shell may have turned Ctrl-C off. The file is there as soon as something is counted.
COUNTING = """
import signal; signal.signal(signal.SIGINT, signal.default_int_handler)
import pathlib, sys; sys.argv = {argv!r}
from undertow.lab.simulate import Report
add = Report.add
Report.add = lambda *given: (add(*given), pathlib.Path({file!r}).touch())
from undertow.cli.app import main; main()
"""


def interrupted(words: list[str], folder: Path) -> Said:
    """Ctrl-C once the command has counted something."""
    file = folder / "counting"
    call = COUNTING.format(argv=["undertow", *words], file=str(file))
    running = subprocess.Popen([sys.executable, "-c", call], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: file.exists() or running.poll() is not None)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    return Said(running.returncode, out, err)


# Checks, measurements, saved matches ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("wide")
def test_check_tells_what_it_proved(undertow: Command) -> None:
    said = undertow("check", "shark-attacks", "--only", "ends", "--players", 2, "--matches", 1)
    assert said.code == 0
    assert re.fullmatch(r"ok\s+2 players: every match ends in time.*\n", said.out)


def test_check_takes_every_number_of_players_if_none_is_said(undertow: Command) -> None:
    said = undertow("check", "shark-attacks", "--only", "ends", "--matches", 1)
    assert re.findall(r"^ok\s+(\d) players", said.out, re.MULTILINE) == list("23456")


def test_bench_measures(undertow: Command) -> None:
    found = json.loads(undertow("bench", "shark-attacks", "--seconds", "0.1", "--json").out)
    assert (found["game"], found["players"]) == ("shark-attacks", 2)
    assert found["steps_per_second"] > found["games_per_second"] > 0
    assert found["cold_start_seconds"] > found["warm_start_seconds"] > 0
    assert found["state_bytes"] == find_game("shark-attacks").state.State.itemsize
    assert found["clone_ns"] > 0
    assert found["play_microseconds"] > 0


def test_bench_measures_batches(undertow: Command) -> None:
    found = json.loads(undertow("bench", "envs", "--seconds", "0.1", "--matches", "4", "--json").out)
    assert {row["table"].split(",")[0] for row in found["tables"]} == {"Shark Attacks!", "Get Bit!", "JAWS", "Kelp"}
    assert all(row["decisions_per_second"] > 0 for row in found["tables"])
    assert all(speed > 0 for speed in found["peers"].values())
    assert {row["peer"] for row in found["tables"]} <= found["peers"].keys()
    wrong = undertow("bench", "envs", "--device", "abacus")
    assert (wrong.code, wrong.err) == (2, "undertow: there is no device 'abacus'. Choose from: cpu, cuda.\n")


def test_verify_vouches_for_a_match(undertow: Command, played: Path) -> None:
    said = undertow("verify", played)
    match = Match.load(played)
    assert said.code == 0
    assert said.out == (
        f"ok: {len(match.history)} steps, all legal; every die is the one the committed seed gives; {match.result}.\n"
    )


def test_verify_says_that_a_match_goes_on(undertow: Command, tmp_path: Path) -> None:
    Match("shark-attacks", 2, seed="s").save(tmp_path / "begun.match")
    assert undertow("verify", tmp_path / "begun.match").out.endswith("not over yet.\n")


@pytest.mark.parametrize("fixture", ["get-bit-1", "shark-attacks-1"])
def test_verify_and_replay_read_files_of_older_versions(undertow: Command, tmp_path: Path, fixture: str) -> None:
    old = replays.kept(fixture)[0]
    file = tmp_path / "old.match"
    file.write_text(replays.as_file(fixture.removesuffix("-1"), old))
    for command in (["verify", file], ["replay", file, "--all"]):
        said = undertow(*command)
        assert said.code == 0
        assert old["reason"] in said.out


@pytest.mark.usefixtures("wide")
def test_replay_tells_the_whole_log(undertow: Command, played: Path) -> None:
    said = undertow("replay", played, "--all")
    match = Match.load(played)
    told = [line.strip().partition("  ")[2] for line in said.out.splitlines() if re.match(r" +\d+  ", line)]
    assert said.code == 0
    assert told == match.log("spectator")
    assert said.out.endswith(f"{match.result}\n")


@pytest.mark.usefixtures("wide")
def test_replay_through_the_eyes_of_a_seat_tells_what_it_heard(undertow: Command, tmp_path: Path) -> None:
    match = Match("get-bit", 4, seed="eyes")
    for seat in match.seats[:3]:
        match.play(seat, match.legal(seat)[2])
    match.save(tmp_path / "secret.match")
    said = undertow("replay", tmp_path / "secret.match", "--all", "--eyes", "swimmer 4")
    assert "card 3" not in said.out
    assert "Cards:" not in said.out
    assert said.out.endswith("The match is not over yet.\n")


# What is wrong, and what would be right -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["rules", "play", "simulate", "check", "bench"])
def test_unknown_game(undertow: Command, command: str) -> None:
    refused(undertow(command, "shark-atacks"), "'shark-atacks'", "Did you mean 'shark-attacks'?", *game_names())


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--bots", "nemo"], ["bot 'nemo'", "random", "solved", "hard"]),
        (["--bots", "hold:x"], ["'hold:x'", "hold:12"]),
        (["--bots", "hold:²"], ["'hold:²'", "hold:12"]),
        (["--bots", "solved:3"], ["'solved:3'", "takes no number"]),
        (["--bots", "sampler:0"], ["'sampler:0'", "sampler:400"]),
        (["--bots", "random,random,random"], ["2 seats need 2 bots", "3 were named"]),
        (["--device", "tpu"], ["device 'tpu'", "cpu, cuda"]),
        (["--set", "targt=50"], ["house rule 'targt'", "Did you mean 'target'?", "signs.total"]),
        (["--set", "target=many"], ["'target'", "'many'", "a whole number from 1 to 1000"]),
        (["--set", "target=true"], ["'target'", "a whole number"]),
        (["--set", "target=0"], ["'target'", "0", "from 1 to 1000"]),
        (["--set", "target=1001"], ["'target'", "1001", "from 1 to 1000"]),
        (["--set", "double_fin_prefers=blue"], ["'double_fin_prefers'", "'blue'", "one of"]),
        (["--set", "target"], ["'target'", "key=value"]),
        (["--set", "dice.blue_faces=[]"], ["'dice.blue_faces'", "4 numbers"]),
        (["--players", "9"], ["9", "2 to 6 players"]),
        (["--players", "1"], ["1", "2 to 6 players"]),
    ],
)
def test_wrong_words_for_a_simulation(undertow: Command, words: list[str], named: list[str]) -> None:
    refused(undertow("simulate", "shark-attacks", "--games", 2, *words), *named)


def test_no_gpu(undertow: Command) -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("this machine has a GPU")
    refused(undertow("simulate", "shark-attacks", "--games", 2, "--device", "cuda"), "no CUDA GPU", "--device cpu")


def test_a_bot_that_searches_does_not_play_on_a_gpu(undertow: Command) -> None:
    words = ("simulate", "shark-attacks", "--games", 2, "--device", "cuda", "--bots", "sampler")
    refused(undertow(*words), "not compiled", "--device cpu")


def test_players_and_house_rules_that_do_not_fit(undertow: Command) -> None:
    refused(undertow("simulate", "get-bit", "--players", 7), "7", "2 to 6 players")
    refused(undertow("simulate", "get-bit", "--players", 2, "--set", "shark=true"), "2", "3 to 7 players")


def test_unknown_check(undertow: Command) -> None:
    refused(undertow("check", "shark-attacks", "--only", "ends,luck"), "check 'luck'", "ends", "secrecy")


def test_unknown_eyes(undertow: Command, played: Path) -> None:
    refused(undertow("replay", played, "--all", "--eyes", "player 7"), "'player 7'", "player 1, player 2, spectator")


@pytest.mark.parametrize("text", ["target = ", "target: 5", "\xff"])
def test_house_rules_that_are_not_toml(undertow: Command, tmp_path: Path, text: str) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes(text.encode("latin-1"))
    refused(undertow("simulate", "shark-attacks", "--house-rules", file), "ours.toml", "not TOML")


def test_house_rules_that_are_not_there(undertow: Command, tmp_path: Path) -> None:
    refused(undertow("simulate", "shark-attacks", "--house-rules", tmp_path / "none.toml"), "none.toml", "No such file")


@pytest.mark.parametrize(
    "words",
    [
        ["--games", "0"],
        ["--games", "many"],
        ["--seed", "-1"],
        ["--seed", str(10**20)],
        ["--workers", "-1"],
        ["--players", "two"],
    ],
)
def test_a_number_that_is_none_names_its_option(undertow: Command, words: list[str]) -> None:
    said = undertow("simulate", "shark-attacks", *words)
    assert said.code == 2
    assert said.out == ""
    assert f"Invalid value for '{words[0]}'" in said.err
    assert "Traceback" not in said.err


def test_a_bots_number_too_large_is_refused(undertow: Command) -> None:
    bot = f"hold:{10**20}"
    refused(undertow("simulate", "shark-attacks", "--games", 2, "--bots", bot), bot)


# Match files that cannot be believed ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["verify"], ["replay", "--all"], ["play", "--load"]])
def test_a_file_that_is_not_there(undertow: Command, command: list[str]) -> None:
    refused(undertow(*command, "/nowhere/x.match"), "'/nowhere/x.match'", "No such file")


@pytest.mark.parametrize("command", [["verify"], ["replay", "--all"], ["play", "--load"]])
def test_a_file_that_is_no_match(undertow: Command, tmp_path: Path, command: list[str]) -> None:
    for content, named in ((b"", "line 1"), (b"Dear Ann,\n", "line 1"), (b"\xff\xfe\x00", "not text")):
        (tmp_path / "letter").write_bytes(content)
        refused(undertow(*command, tmp_path / "letter"), named)


def test_a_truncated_match_at_every_line(undertow: Command, played: Path) -> None:
    lines = played.read_text().splitlines(keepends=True)
    for kept in range(1, len(lines)):
        played.write_text("".join(lines[:kept]))
        refused(undertow("verify", played), f"line {kept}")


def test_an_altered_line_is_named(undertow: Command, played: Path) -> None:
    text = played.read_text()
    number = next(n for n, line in enumerate(text.splitlines(), start=1) if ": bank" in line)
    played.write_text(text.replace(": bank", ": rest", 1))
    refused(undertow("verify", played), f"line {number}:", "altered")


def test_an_altered_name_is_named(undertow: Command, played: Path) -> None:
    played.write_text(played.read_text().replace('"Ann"', '"Eve"'))
    refused(undertow("verify", played), "altered")


def forged(path: Path, change: Any) -> None:
    """The match changed by somebody who computes all digits anew."""
    score: Score = read_match(path.read_text())
    change(score)
    path.write_text(write_match(score))


def test_a_forged_die_is_found(undertow: Command, played: Path) -> None:
    def other_beginner(score: Score) -> None:
        other = {"player 1 begins": "player 2 begins", "player 2 begins": "player 1 begins"}
        score.lines[0] = Line("chance", other[score.lines[0].action])

    forged(played, other_beginner)
    refused(undertow("verify", played), "the seed gives", "an outcome was altered")


def test_a_forged_seed_is_found(undertow: Command, played: Path) -> None:
    def other_seed(score: Score) -> None:
        score.seed = "another seed"

    forged(played, other_seed)
    refused(undertow("verify", played), "the seed does not fit the commitment")


def test_a_forged_decision_is_found(undertow: Command, played: Path) -> None:
    def impossible(score: Score) -> None:
        ply = next(i for i, line in enumerate(score.lines) if line.seat != "chance")
        score.lines[ply].action = "fly"

    forged(played, impossible)
    refused(undertow("verify", played), "'fly' is not legal", "bank")
