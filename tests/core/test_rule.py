"""`rule`: one compiled copy of each function, kept on disk as long as it is right, in three ways of running."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from undertow.core.records import EVERYBODY, state_record, tell
from undertow.core.rule import INTERPRETED, digest, rule, tiny, widen

HELPER = "from undertow.core.rule import rule\n\n\n@rule\ndef more(n):\n    return n + 1\n"
RULES = """
from undertow.core.rule import rule
from {helper} import more


@rule
def answer(n):
    return 10 * more(n)


@rule
def read(numbers, place):
    return numbers[place]


@rule
def read_field(records, place):
    return records[0].places[place]
"""
ALGORITHM = "from undertow.core.rule import rule\n\n\n@rule\ndef times(n):\n    return answer(n) * 2\n"
ANSWERS = """
import json
import pond.deep.rules, pond.rules
found = []
for answer in (pond.rules.answer, pond.deep.rules.answer):
    found.append([answer(4), sum(answer.stats.cache_hits.values()), sum(answer.stats.cache_misses.values())])
print(json.dumps(found))
"""


def said(folder: Path, script: str, **env: str) -> Any:
    """What a script prints, as JSON: compiled, in a process of its own, with its own cache. Python keeps nothing: it
    would not notice that a file has changed within a second."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    plain |= {"UNDERTOW_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), **env}
    plain["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run([sys.executable, "-c", script], env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    """A package in which rules call a helper: the one beside them, and the one in the folder above."""
    for folder in (tmp_path / "pond", tmp_path / "pond" / "deep"):
        write(folder / "__init__.py", "")
        write(folder / "rules.py", RULES.format(helper="pond.helper"))
    write(tmp_path / "pond" / "helper.py", HELPER)
    return tmp_path


COPIES = """
import json, sys
from collections import Counter
from tests.toys.lagoon import GAME
from undertow import Match
from undertow.bots import Knowledge, make_bot
from undertow.core.rule import Rule

match = Match(GAME, seed="copies")
make_bot(match.setup, "sampler:20").choose(Knowledge(match.position, 0))
while not match.over:
    [seat] = match.to_act
    match.play(seat, match.legal(seat)[0])
    match.encoding("diver")

def records(signature):
    return " ".join(str(argument) for argument in signature if "Record" in str(argument))

print(json.dumps({
    f"{function.py_func.__module__}.{function.py_func.__name__}": Counter(map(records, function.parts.made))
    for module in list(sys.modules.values())
    for function in vars(module).values()
    if isinstance(function, Rule) and function.parts.made
}))
"""


# One compiled copy --------------------------------------------------------------------------------------------------


def signatures(function: Any) -> list[tuple[Any, ...]]:
    return list(function.signatures)


@pytest.mark.compiled
@pytest.mark.parametrize("events", [3, 5])
def test_one_copy_whatever_the_integers(events: int) -> None:
    dtype = state_record([("stones", "i1")], events=events)
    state = np.zeros(1, dtype)[0]
    before = len(signatures(tell))
    ones: list[Any] = [1, True, np.int8(1), np.int16(1), np.int32(1), np.int64(1), np.uint8(1), np.bool_(True)]
    for kind in ones:
        tell(state, EVERYBODY, kind, 0, kind, 2, kind)
    assert len(signatures(tell)) == before + 1
    assert all(str(argument) == "int64" for argument in signatures(tell)[-1][1:])
    assert state.told == 8


@pytest.mark.compiled
def test_literals_and_narrow_fields_inside_rules_make_no_more_copies(tmp_path: Path) -> None:
    """A whole match and a bot's thinking, with nothing in the cache: one copy of a rule for each kind of record."""
    copies = said(tmp_path, COPIES)
    names = {name.rpartition(".")[2] for name in copies}
    assert {"apply", "legal", "observe", "imagine", "tell", "bit", "draw", "below"} <= names
    assert {name: many for name, many in copies.items() if set(many.values()) != {1}} == {}


@pytest.mark.compiled
def test_widening_leaves_what_is_no_integer_alone() -> None:
    from numba import types

    given = (types.int8, types.boolean, types.literal(3), types.float32, types.Array(types.int8, 1, "C"))
    assert widen(given) == (types.int64, types.int64, types.int64, types.float32, types.Array(types.int8, 1, "C"))


@pytest.mark.parametrize("decorator", [rule, tiny])
def test_interpreted_a_rule_is_the_plain_function(decorator: Any) -> None:
    def one(n: int) -> int:
        return n + 1

    assert (decorator(one) is one) == INTERPRETED


# The disk cache -----------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_a_compiled_rule_is_kept_until_a_file_of_its_package_changes(pond: Path) -> None:
    """Also one in the folder above."""
    assert said(pond, ANSWERS) == [[50, 0, 1]] * 2
    kept = sorted((pond / "cache").rglob("*.nbc"))
    assert kept
    assert said(pond, ANSWERS) == [[50, 1, 0]] * 2
    assert sorted((pond / "cache").rglob("*.nbc")) == kept
    write(pond / "pond" / "helper.py", HELPER.replace("+ 1", "+ 2"))
    assert said(pond, ANSWERS) == [[60, 0, 1]] * 2


@pytest.mark.compiled
def test_a_change_in_an_algorithm_outside_core_is_noticed(pond: Path) -> None:
    """`bots/rollouts.py` is such an algorithm."""
    write(pond / "algorithms" / "__init__.py", "")
    write(pond / "algorithms" / "times.py", ALGORITHM)
    ask = (
        "from pathlib import Path; import pond.rules; from undertow.core.template import make_for\n"
        "made = make_for('algorithms.times', 'pond', Path(pond.rules.__file__).parent, {'answer': pond.rules.answer})\n"
        "print(made.times(4))"
    )
    assert said(pond, ask) == 100
    write(pond / "algorithms" / "times.py", ALGORITHM.replace("* 2", "* 3"))
    assert said(pond, ask) == 150


@pytest.mark.compiled
def test_without_a_place_to_write_rules_still_compile(pond: Path) -> None:
    (pond / "occupied").write_text("a file, not a folder")
    [answer, *_] = said(pond, ANSWERS, UNDERTOW_CACHE=str(pond / "occupied"))
    assert answer[0] == 50


def test_a_digest_changes_with_any_source_below(tmp_path: Path) -> None:
    write(tmp_path / "one" / "rules.py", "a = 1\n")
    write(tmp_path / "two" / "rules.py", "a = 1\n")
    write(tmp_path / "three" / "rules.py", "a = 2\n")
    write(tmp_path / "four" / "rules.py", "a = 1\n")
    write(tmp_path / "four" / "deep" / "more.py", "")
    one, two, three, four = (digest(tmp_path / name) for name in ("one", "two", "three", "four"))
    assert one == two
    assert len({one, three, four}) == 3


# Bounds checks ------------------------------------------------------------------------------------------------------

READ = """
import json
import numpy as np
from pond.rules import read, read_field
from undertow.core.records import record

def tried(function, *arguments):
    try:
        return int(function(*arguments))
    except IndexError as error:
        return str(error)

numbers = np.zeros(8, np.int64)[:4]
fields = np.zeros(4, record([("places", "i8", 4)]))
print(json.dumps([tried(read, numbers, 5), tried(read_field, fields, 5)]))
"""


@pytest.mark.compiled
def test_bounds_are_checked_when_asked_for(pond: Path) -> None:
    """The unchecked copy is already in the cache then: it must not be taken for the checked one."""
    assert said(pond, READ) == [0, 0]
    assert said(pond, READ, NUMBA_BOUNDSCHECK="1") == ["index is out of bounds"] * 2
