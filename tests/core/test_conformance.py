"""The conformance suite: an honest game passes, and every check fails for a game with the flaw it is there for.

Each flaw is one replacement in the text of the toy game `tests/toys/lagoon`, in a copy of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import astuple, dataclass, replace
from pathlib import Path

import pytest

from tests.toys.lagoon import GAME
from undertow.testing import CHECKS, NotConforming, check_game, check_tables

LAGOON = Path(__file__).parents[1] / "toys" / "lagoon"
QUICK = " ".join(check for check in CHECKS if check != "modes")  # without those that compile
interpreted_alone = pytest.mark.rules  # in a process of its own, whatever runs this one
PATIENCE = 2.0  # seconds of work for a check that an honest game passes in a tenth of one

# Runs checks on games; each gets its problems, or what broke off the check.
RUN = """
import json, signal, sys
from undertow.core.check import check_tables

def out_of_time(*_):
    raise TimeoutError("the check does not come to an end")

def look(game, checks, matches, seconds):
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        found = check_tables(game, checks=checks.split(), matches=matches)
        return {"problems": [problem for finding in found for problem in finding.problems], "broke": ""}
    except Exception as error:
        return {"problems": [], "broke": repr(error)}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

signal.signal(signal.SIGVTALRM, out_of_time)
print(json.dumps([look(*order) for order in json.load(sys.stdin)]))
"""


@dataclass(frozen=True)
class Order:
    """A game to look at."""

    game: str
    checks: str
    matches: int = 5
    seconds: float = PATIENCE


@dataclass(frozen=True)
class Look:
    """What came of it."""

    problems: list[str]
    broke: str


def flawed(tmp_path: Path, file: str, old: str, new: str, package: str = "flawed_lagoon") -> str:
    """A copy of the toy as a package of its own, with one text replaced; returns how to refer to its game."""
    copy = tmp_path / package
    shutil.copytree(LAGOON, copy, ignore=shutil.ignore_patterns("__pycache__"))
    text = (copy / file).read_text()
    assert old in text, f"{file} no longer says {old!r}"
    (copy / file).write_text(text.replace(old, new))
    for path in copy.glob("*.py"):
        path.write_text(path.read_text().replace("tests.toys.lagoon", package))
    return f"{package}:GAME"


def interpreted(tmp_path: Path, script: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A script in a process of its own, where games below `tmp_path` can be imported."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    env |= {"NUMBA_DISABLE_JIT": "1", "UNDERTOW_CACHE": str(tmp_path / "cache")}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", script], input=stdin, env=env, capture_output=True, text=True, check=False
    )


def look_at(tmp_path: Path, orders: list[Order]) -> list[Look]:
    """Check games below `tmp_path`."""
    done = interpreted(tmp_path, RUN, json.dumps([astuple(order) for order in orders]))
    assert done.returncode == 0, done.stderr
    return [Look(**found) for found in json.loads(done.stdout)]


@dataclass(frozen=True)
class Flaw:
    """A replacement in a file of the toy, the check that must notice, and what it must say."""

    name: str
    file: str
    old: str
    new: str
    check: str
    says: str


FLAWS = [
    Flaw(
        "never ends",
        "rules.py",
        "    state.over = 1\n",
        "    state.turn = 0\n",
        "ends",
        "a random match is not over after 41 steps",
    ),
    Flaw(
        "no legal action",
        "rules.py",
        "for lagoon in range(box.lagoons):\n            n = add",
        "for lagoon in range(box.lagoons - 4):\n            n = add",
        "ends",
        "diver must act, but has no legal action",
    ),
    Flaw(
        "payoff is not a number",
        "rules.py",
        "1.0 if state.reason == FOUND else 0.0",
        "float('nan')",
        "ends",
        "nan] are not shares of a win",
    ),
    Flaw(
        "payoff of more than a win",
        "rules.py",
        "1.0 if state.reason == FOUND else 0.0",
        "2.0",
        "ends",
        "2.0] are not shares of a win",
    ),
    Flaw(
        "no words for the reason",
        "words.py",
        'FOUND: "the shark was found", ',
        "",
        "ends",
        "ended for reason 1, which has no words",
    ),
    Flaw(
        "broken invariant",
        "rules.py",
        "% int(box.lagoons)",
        "% (int(box.lagoons) + 1)",
        "ends",
        "the shark is in no lagoon",
    ),
    Flaw(
        "too many events",
        "rules.py",
        "    emit(state, SWAM, 0, 0, 0, 0)\n",
        "    emit(state, SWAM, 0, 0, 0, 0)\n    emit(state, HID, 0, 0, 0, 0)\n",
        "ends",
        "one step told 3 events, there is room for 2",
    ),
    Flaw("zero weights", "rules.py", "out[lagoon] = 1", "out[lagoon] = 0", "odds", "[0, 0, 0, 0] are no odds"),
    Flaw(
        "negative weight",
        "rules.py",
        "out[lagoon] = 1",
        "out[lagoon] = lagoon - 1",
        "odds",
        "[-1, 0, 1, 2] are no odds",
    ),
    Flaw(
        "two actions of one name",
        "actions.py",
        '"swim", "Swim on"',
        '"stay", "Swim on", verb="swim"',
        "offers",
        "two actions are called 'stay'",
    ),
    Flaw(
        "two outcomes of one name",
        "actions.py",
        'f"lagoon {outcome + 1}"',
        '"somewhere"',
        "files",
        "a saved match cannot be read again",
    ),
    Flaw(
        "a name that cannot be read again",
        "actions.py",
        '"stay", "Stay',
        '"stay ", "Stay',
        "files",
        "a saved match cannot be read again",
    ),
    Flaw(
        "luck outside the state",
        "rules.py",
        "def hide(state: Record, lagoon: int) -> None:\n",
        "def hide(state: Record, lagoon: int, calls: list[int] = []) -> None:\n"
        "    calls.append(0)\n    lagoon = (lagoon + len(calls)) % 4\n",
        "files",
        "the same seed gave another match",
    ),
    Flaw(
        "taking back is not going back",
        "rules.py",
        "def hide(state: Record, lagoon: int) -> None:\n",
        "def hide(state: Record, lagoon: int, calls: list[int] = []) -> None:\n"
        "    calls.append(0)\n    lagoon = (lagoon + len(calls)) % 4\n",
        "undo",
        "does not restore what was",
    ),
    Flaw(
        "a revealing event is forgotten",
        "state.py",
        "REVEALS = frozenset({LOOKED})",
        "REVEALS: frozenset[int] = frozenset()",
        "undo",
        "although it revealed something",
    ),
    Flaw(
        "view leaks",
        "knowledge.py",
        "viewer == SHARK or state.reason == FOUND",
        "viewer >= SHARK",
        "secrecy",
        "diver can tell the true state from an imagined one by view",
    ),
    Flaw(
        "only the spectator's view leaks",
        "knowledge.py",
        "viewer == SHARK or state.reason == FOUND",
        "viewer != DIVER or state.reason == FOUND",
        "secrecy",
        "spectator can tell the true state from an imagined one by view",
    ),
    Flaw(
        "whose turn it is leaks",
        "rules.py",
        "if state.phase == SWIMMING:\n        return bit(SHARK)",
        "if state.phase == SWIMMING and state.shark != 0:\n        return bit(SHARK)",
        "secrecy",
        "by who may act",
    ),
    Flaw(
        "legal actions leak",
        "rules.py",
        "            n = add(out, n, LOOK + lagoon)",
        "            if lagoon != state.shark:\n                n = add(out, n, LOOK + lagoon)",
        "secrecy",
        "diver can tell the true state from an imagined one by legal actions",
    ),
    Flaw(
        "prompt leaks",
        "words.py",
        "Which lagoon do you look into?",
        "Not lagoon {state.shark}?",
        "secrecy",
        "diver can tell the true state from an imagined one by prompt",
    ),
    Flaw(
        "label leaks",
        "actions.py",
        "Look into lagoon {lagoon}",
        "Look into lagoon {lagoon}, not {here}",
        "secrecy",
        "diver can tell the true state from an imagined one by offers",
    ),
    Flaw(
        "what cannot be picked leaks",
        "words.py",
        "The ring has {box.lagoons} lagoons.",
        "Not there, but in {state.shark}.",
        "secrecy",
        "diver can tell the true state from an imagined one by what cannot be picked",
    ),
    Flaw(
        "offered and blocked",
        "words.py",
        "range(int(box.lagoons), MOST_LAGOONS)",
        "range(int(box.lagoons) - 1, MOST_LAGOONS)",
        "offers",
        "diver may 'look 4', and is told why not",
    ),
    Flaw(
        "a field that nobody fills",
        "words.py",
        '{"here": str(state.shark + 1)}',
        "{}",
        "offers",
        "the game raised KeyError",
    ),
    Flaw(
        "a module that lacks something",
        "state.py",
        "MOST_LEGAL = ",
        "MOST = ",
        "contract",
        "state.py lacks MOST_LEGAL",
    ),
    Flaw(
        "help leaks",
        "words.py",
        "unseen;",
        "unseen, to {state.shark};",
        "secrecy",
        "diver can tell the true state from an imagined one by help",
    ),
    Flaw(
        "beliefs leak",
        "knowledge.py",
        "[float(chance) for chance in memory.odds[: box.lagoons]]",
        "[float(place == state.shark) for place in range(box.lagoons)]",
        "secrecy",
        "diver can tell the true state from an imagined one by beliefs",
    ),
    Flaw(
        "encoding leaks",
        "knowledge.py",
        "    if viewer == SHARK:\n        out[",
        "    if viewer >= SHARK:\n        out[",
        "secrecy",
        "diver can tell the true state from an imagined one by encoding",
    ),
    Flaw(
        "imagining depends on the truth",
        "knowledge.py",
        "world.shark = somewhere(box, memory, rng)",
        "world.shark = (int(world.shark) + 1) % int(box.lagoons)",
        "secrecy",
        "diver can tell the true state from an imagined one by what can be imagined",
    ),
    Flaw(
        "an event for everybody tells where the shark went",
        "rules.py",
        "    tell(state, bit(SHARK), LURKS, state.shark, 0, 0, 0)\n    emit(state, SWAM",
        "    emit(state, LURKS, state.shark, 0, 0, 0)\n    emit(state, SWAM",
        "imagination",
        "diver imagines a world that contradicts what diver has seen",
    ),
    Flaw(
        "memory is told the truth",
        "knowledge.py",
        "hear(box, memory, state.events[i, 0], state.events[i, 2], state.events[i, 3])",
        "memory.odds[state.shark] += 1.0",
        "imagination",
        "two stories that sounded the same to diver differ in beliefs",
    ),
    Flaw(
        "memory keeps a truth that nothing shows",
        "knowledge.py",
        "        return\n    for i in range(",
        "        return\n    memory.odds[5] = state.shark\n    for i in range(",
        "imagination",
        "two stories that sounded the same to diver differ in memory",
    ),
    Flaw(
        "imagining leaves the truth as it is",
        "knowledge.py",
        "world.shark = somewhere(box, memory, rng)",
        "pass",
        "imagination",
        "two stories that sounded the same to diver differ in what can be imagined",
    ),
    Flaw(
        "imagines the impossible",
        "knowledge.py",
        "world.shark = somewhere(box, memory, rng)",
        "world.shark = draw(rng) % int(box.lagoons)",
        "imagination",
        "diver imagines a world that contradicts what diver has seen",
    ),
    Flaw(
        "imagines always the same",
        "knowledge.py",
        "left = draw(rng) / 2.0**32",
        "left = 0.0",
        "imagination",
        "diver imagines one world although 4 are possible",
    ),
    Flaw(
        "imagines every possible lagoon equally often",
        "knowledge.py",
        "            found = place\n            left -= memory.odds[place]\n"
        "            if left < 0.0:\n                break\n",
        "            left = left + 1.0 if left >= 1.0 else 1.0\n"
        "            if draw(rng) / 2.0**32 < 1.0 / left:\n                found = place\n",
        "imagination",
        "imagines a world with probability",
    ),
]


#: What only another way of running can show.
FLAWS_BETWEEN_MODES = [
    Flaw(
        "a shift in a narrow type",
        "rules.py",
        "    state.turn += 1\n",
        "    state.turn += 1 if 1 << (7 + state.turn) else 0\n",
        "modes",
        "the interpreted run of match 1 differs from the compiled one at step",
    ),
    Flaw(
        "out of range",
        "rules.py",
        "    state.turn += 1\n",
        "    state.turn += 1 + 0 * state.events[state.turn, 0]\n",
        "modes",
        "the interpreted run failed: IndexError",
    ),
]


@dataclass(frozen=True)
class Hole:
    """A flaw that the suite should notice, and does not. A flaw that says nothing asks for any problem at all."""

    reason: str
    flaw: Flaw


HOLES = [
    Hole(
        "names of outcomes are looked at after each step only, never before the first",
        Flaw(
            "two outcomes of one name at the beginning",
            "actions.py",
            'f"lagoon {outcome + 1}"',
            '"somewhere"',
            "files",
            "chance has 4 outcomes, but 1 names",
        ),
    ),
    Hole(
        "nobody looks whether an encoding is made of numbers",
        Flaw(
            "an encoding that is not a number",
            "knowledge.py",
            "1.0 - state.turn / box.rounds",
            "float('nan')",
            QUICK,
            "",
        ),
    ),
    Hole(
        "undo asks what the one who acts has learnt, not what the others have",
        Flaw(
            "taking back what the others have seen",
            "rules.py",
            "    tell(state, bit(SHARK), LURKS, state.shark, 0, 0, 0)\n    emit(state, SWAM",
            "    emit(state, LURKS, state.shark, 0, 0, 0)\n    emit(state, SWAM",
            "undo",
            "although it revealed something",
        ),
    ),
    Hole(
        "an IndexError in a rule is taken for a player without a legal action",
        Flaw(
            "a memory that reads out of range",
            "knowledge.py",
            "state.events[i, 1]",
            "state.events[i + 2, 1]",
            "ends",
            "out of bounds",
        ),
    ),
    Hole(
        "an exception in a game's function stops the whole suite",
        Flaw(
            "words that raise",
            "words.py",
            'REASONS.get(int(state.reason), "")',
            "{}[int(state.reason)]",
            "ends",
            "KeyError",
        ),
    ),
    Hole(
        "Position answers 'nobody' when it is over, so the check asks nobody",
        Flaw(
            "somebody may act after the end",
            "rules.py",
            "    state.phase = DONE\n",
            "    state.phase = LOOKING\n",
            "ends",
            "somebody may still act although the match is over",
        ),
    ),
    Hole(
        "core/rng.py draws for ever when the weights sum to more than 2**32",
        Flaw(
            "weights too heavy to draw from",
            "rules.py",
            "out[lagoon] = 1",
            "out[lagoon] = 2**40",
            "odds",
            "",
        ),
    ),
    Hole(
        "40 draws are looked at one by one; the 3000 for the frequencies are only counted",
        Flaw(
            "imagines the impossible once in 500 times",
            "knowledge.py",
            "    return found\n",
            "    if draw(rng) % 500 == 0:\n        found = 0\n    return found\n",
            "imagination",
            "",
        ),
    ),
]

#: The first flaw again, for the checks that only have to come to an end.
ENDLESS = {check: replace(FLAWS[0], check=check) for check in ("odds", "files", "undo", "secrecy")}


# The honest game ----------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_an_honest_game_passes_everything() -> None:
    found = check_game("tests.toys.lagoon:GAME")
    assert [finding.check for finding in found.all] == list(CHECKS)
    assert found.problems == []


@pytest.mark.parametrize("settings", [{"lagoons": 3, "rounds": 1}, {"lagoons": 6, "rounds": 20}], ids=str)
def test_an_honest_game_passes_with_house_rules(settings: dict[str, int]) -> None:
    found = check_game(GAME, settings=[settings], checks=QUICK.split(), matches=6)
    assert found.problems == []


@interpreted_alone
def test_an_honest_copy_passes_too(tmp_path: Path) -> None:
    """What is caught below is the flaw, not the copying."""
    game = flawed(tmp_path, "rules.py", "@rule", "@rule")
    assert look_at(tmp_path, [Order(game, QUICK, seconds=60)]) == [Look([], "")]


# Flawed games -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> dict[Flaw, Look]:
    """Every flawed copy, looked at in one process: starting one for each would take most of the time."""
    folder = tmp_path_factory.mktemp("flaws")
    flaws = [*FLAWS, *(hole.flaw for hole in HOLES), *ENDLESS.values()]
    orders = [
        Order(
            flawed(folder, flaw.file, flaw.old, flaw.new, f"flawed_{number}"),
            flaw.check,
            seconds=20.0 if "imagination" in flaw.check else PATIENCE,
        )
        for number, flaw in enumerate(flaws)
    ]
    return dict(zip(flaws, look_at(folder, orders), strict=True))


def assert_caught(flaw: Flaw, look: Look) -> None:
    assert not look.broke
    assert any(flaw.says in problem for problem in look.problems), look.problems


in_one_look = pytest.mark.xdist_group("flaws")


@in_one_look
@interpreted_alone
@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.name)
def test_a_flaw_is_caught(looks: dict[Flaw, Look], flaw: Flaw) -> None:
    assert_caught(flaw, looks[flaw])


@in_one_look
@interpreted_alone
@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.flaw.name)
def test_a_flaw_that_is_easily_missed_is_caught(looks: dict[Flaw, Look], hole: Hole) -> None:
    assert_caught(hole.flaw, looks[hole.flaw])


@in_one_look
@interpreted_alone
@pytest.mark.parametrize("check", ["secrecy", "odds", "files", "undo"])
def test_a_game_that_never_ends_does_not_stop_the_suite(looks: dict[Flaw, Look], check: str) -> None:
    assert not looks[ENDLESS[check]].broke


@pytest.mark.compiled
@pytest.mark.parametrize("flaw", FLAWS_BETWEEN_MODES, ids=lambda flaw: flaw.name)
def test_a_flaw_between_modes_is_caught(tmp_path: Path, flaw: Flaw) -> None:
    game = flawed(tmp_path, flaw.file, flaw.old, flaw.new)
    [look] = look_at(tmp_path, [Order(game, "modes", seconds=300)])
    assert_caught(flaw, look)


@interpreted_alone
def test_modes_run_what_is_known_too(tmp_path: Path) -> None:
    game = flawed(tmp_path, "knowledge.py", "state.events[i, 1]", "state.events[i + 2, 1]")
    play = f"from undertow.core.check.modes import *; digests(find_game({game!r}).set_up(), 1)"
    assert "IndexError" in interpreted(tmp_path, play).stderr


@interpreted_alone
def test_every_viewer_is_followed(tmp_path: Path) -> None:
    game = flawed(
        tmp_path,
        "knowledge.py",
        "        return\n    for i in range(",
        "        return\n    if viewer > DIVER:\n        memory.odds[5] = state.shark\n    for i in range(",
    )
    [look] = look_at(tmp_path, [Order(game, "imagination", matches=2, seconds=20.0)])
    assert any("spectator" in problem for problem in look.problems)


def test_imagination_says_when_it_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["undertow.core.check.imagination"], "MOST_WORLDS", 2)
    assert [note for finding in check_tables(GAME, checks=["imagination"]) for note in finding.notes]


def test_all_problems_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.words, "REASONS", {})
    with pytest.raises(NotConforming, match=r"^ends \(2 players\): the match ended for reason \d, which has no words"):
        check_game(GAME, checks=["ends", "odds"])
