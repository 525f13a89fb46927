"""The contract: our games keep it for the type checker, and what is missing in anybody's is named."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from tests.toys.lagoon import GAME as LAGOON
from tests.toys.lagoon import actions, box, knowledge, rules, state, versions, words
from undertow.bots.registry import GENERAL
from undertow.core.check import check_tables
from undertow.core.contract import GENERAL_BOTS, MODULES, OPTIONAL, OPTIONAL_MODULES, Thing
from undertow.core.game import Game, find_game, game_names
from undertow.core.versions import Older

if TYPE_CHECKING:  # mypy compares each module with its protocol
    from your_game import actions as your_actions
    from your_game import bots as your_bots
    from your_game import box as your_box
    from your_game import knowledge as your_knowledge
    from your_game import rules as your_rules
    from your_game import state as your_state
    from your_game import words as your_words

    from undertow.core import contract, no_measures
    from undertow.games.get_bit import actions as gb_actions
    from undertow.games.get_bit import bots as gb_bots
    from undertow.games.get_bit import box as gb_box
    from undertow.games.get_bit import knowledge as gb_knowledge
    from undertow.games.get_bit import measures as gb_measures
    from undertow.games.get_bit import rules as gb_rules
    from undertow.games.get_bit import state as gb_state
    from undertow.games.get_bit import terminal as gb_terminal
    from undertow.games.get_bit import versions as gb_versions
    from undertow.games.get_bit import words as gb_words
    from undertow.games.jaws import actions as jaws_actions
    from undertow.games.jaws import bots as jaws_bots
    from undertow.games.jaws import box as jaws_box
    from undertow.games.jaws import knowledge as jaws_knowledge
    from undertow.games.jaws import measures as jaws_measures
    from undertow.games.jaws import rules as jaws_rules
    from undertow.games.jaws import state as jaws_state
    from undertow.games.jaws import terminal as jaws_terminal
    from undertow.games.jaws import versions as jaws_versions
    from undertow.games.jaws import words as jaws_words
    from undertow.games.kelp import actions as kelp_actions
    from undertow.games.kelp import bots as kelp_bots
    from undertow.games.kelp import box as kelp_box
    from undertow.games.kelp import knowledge as kelp_knowledge
    from undertow.games.kelp import measures as kelp_measures
    from undertow.games.kelp import rules as kelp_rules
    from undertow.games.kelp import state as kelp_state
    from undertow.games.kelp import terminal as kelp_terminal
    from undertow.games.kelp import versions as kelp_versions
    from undertow.games.kelp import words as kelp_words
    from undertow.games.shark_attacks import actions as sa_actions
    from undertow.games.shark_attacks import bots as sa_bots
    from undertow.games.shark_attacks import box as sa_box
    from undertow.games.shark_attacks import knowledge as sa_knowledge
    from undertow.games.shark_attacks import measures as sa_measures
    from undertow.games.shark_attacks import rules as sa_rules
    from undertow.games.shark_attacks import state as sa_state
    from undertow.games.shark_attacks import terminal as sa_terminal
    from undertow.games.shark_attacks import words as sa_words

    boxes: list[contract.BoxModule] = [box, your_box, sa_box, gb_box, jaws_box, kelp_box]
    states: list[contract.StateModule] = [state, your_state, sa_state, gb_state, jaws_state, kelp_state]
    declared: list[contract.ActionsModule] = [actions, your_actions, sa_actions, gb_actions, jaws_actions, kelp_actions]
    ruled: list[contract.RulesModule] = [rules, your_rules, sa_rules, gb_rules, jaws_rules, kelp_rules]
    known: list[contract.KnowledgeModule] = [
        knowledge,
        your_knowledge,
        sa_knowledge,
        gb_knowledge,
        jaws_knowledge,
        kelp_knowledge,
    ]
    said: list[contract.WordsModule] = [words, your_words, sa_words, gb_words, jaws_words, kelp_words]
    bots: list[contract.BotsModule] = [your_bots, sa_bots, gb_bots, jaws_bots, kelp_bots]
    drawn: list[contract.TerminalModule] = [sa_terminal, gb_terminal, jaws_terminal, kelp_terminal]
    counted: list[contract.MeasuresModule] = [no_measures, sa_measures, gb_measures, jaws_measures, kelp_measures]
    old: list[contract.VersionsModule] = [versions, gb_versions, jaws_versions, kelp_versions]

    # What a game may leave out
    players: list[contract.PlayersWith] = [gb_box.players_with]
    exact: list[contract.Exact] = [gb_knowledge.exact, jaws_knowledge.exact, kelp_knowledge.exact]
    joint: list[contract.Joint] = [jaws_rules.joint]
    out: list[contract.OutOfIt] = [gb_rules.out_of_it]
    chance: list[contract.Chance] = [sa_words.chance, gb_words.chance, kelp_words.chance]
    filled: list[contract.Fill] = [words.fill, sa_words.fill, jaws_words.fill, kelp_words.fill]
    blocked: list[contract.WithReasons] = [
        *(words.blocked, sa_words.blocked, gb_words.blocked, jaws_words.blocked, kelp_words.blocked)
    ]
    giving_away: list[contract.WithReasons] = [kelp_words.gives_away]
    phases: list[contract.ByPhase] = [kelp_state.BY_PHASE]
    told: list[contract.ToldAs] = [sa_state.TOLD_AS, gb_state.TOLD_AS, jaws_state.TOLD_AS, kelp_state.TOLD_AS]
    revealing: list[contract.Reveals] = [gb_state.REVEALS, jaws_state.REVEALS, kelp_state.REVEALS]


def problems(game: Game) -> list[str]:
    return [text for finding in check_tables(game, checks=["contract"]) for text in finding.problems]


@pytest.mark.parametrize("name", game_names())
def test_every_game_keeps_the_contract(name: str) -> None:
    assert problems(find_game(name)) == []


def test_what_is_missing_or_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(state, "BOUND")
    monkeypatch.delattr(words, "reason")
    monkeypatch.setattr(state, "REVEALS", {1}, raising=False)
    assert problems(LAGOON) == [
        "state.py lacks BOUND",
        "state.py has REVEALS, which must be a frozenset with a whole number each",
        "words.py lacks reason",
    ]


@pytest.mark.parametrize(
    ("module", "name", "given", "said"),
    [
        (state, "BOUND", "many", "state.py has BOUND, which must be a whole number"),
        (state, "SEATS", True, "state.py has SEATS, which must be a whole number"),
        (state, "State", 3, "state.py has State, which must be a record type"),
        (state, "TOLD_AS", {"a": 1}, "state.py has TOLD_AS, which must be a mapping from a whole number to a text"),
        (state, "BY_PHASE", "all", "state.py has BY_PHASE, which must be a whole number"),
        (actions, "ACTIONS", 3, "actions.py has ACTIONS, which must be an Actions"),
        (knowledge, "LAYOUT", [("place", 3)], "knowledge.py has LAYOUT, which must be a sequence with a Piece each"),
        (versions, "OLDER", {"1": 2}, "versions.py has OLDER, which must be a mapping from a whole number to an Older"),
        (rules, "joint", 3, "rules.py has joint, which must be a function"),
        (box, "seats", lambda values: (), "box.py has seats with 1 arguments; it is called with 2"),
        (box, "players_with", lambda: None, "box.py has players_with with 0 arguments; it is called with 1"),
    ],
)
def test_each_hook_that_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, given: object, said: str
) -> None:
    monkeypatch.setattr(module, name, given, raising=False)
    assert problems(LAGOON) == [said]


@pytest.mark.parametrize("name", ["build", "seats", "sides"])
def test_a_box_that_lacks_something_is_named_before_a_table_is_laid(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delattr(box, name)
    assert problems(LAGOON) == [f"box.py lacks {name}"]


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("seats", ("shark", 2), "box.py: seats must return a tuple of names, not ('shark', 2)"),
        ("sides", ("shark",), "box.py: there are 2 seats, and sides for 1; there must be as many of both, "),
    ],
)
def test_who_sits_there_is_looked_at(monkeypatch: pytest.MonkeyPatch, name: str, given: Any, said: str) -> None:
    monkeypatch.setattr(box, name, lambda values, players: given)
    assert problems(LAGOON)[0].startswith(said)


def test_a_hook_that_raises_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def sides(values: Any, players: int) -> tuple[str, ...]:
        return (values["colour"],)

    # It must belong to the game, as far as the suite can see.
    monkeypatch.setattr(box, "sides", FunctionType(sides.__code__, vars(box), "sides"))
    assert problems(LAGOON) == ["the game raised KeyError in box.py, sides: 'colour'"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("state.MOST_LEGAL = 1", "state.py has MOST_LEGAL = 1, but legal writes 2 actions"),
        ("state.OUTCOMES = 2", "state.py has OUTCOMES = 2, but chances writes "),
        ("knowledge.LAYOUT = knowledge.LAYOUT[:-1]", "knowledge.py has LAYOUT for "),
    ],
)
def test_too_little_room_is_named(change: str, said: str) -> None:
    """In a process of its own: the rules are compiled with the room that a game says it needs."""
    program = f"""
from tests.toys.lagoon import GAME, knowledge, state
{change}
from undertow.core.check import check_tables
for finding in check_tables(GAME, checks=["room"]):
    print(*finding.problems, sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(said)


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("POLICIES", {"seasoned": 1}, "bots.py has POLICIES, which must be a mapping from a text to a Policy"),
        ("LEVELS", {"easy": "nobody", "medium": "random", "hard": "sampler:9"}, "bots has LEVELS with easy = 'nobody'"),
        (
            "LEVELS",
            {"easy": "seasoned:a", "medium": "random", "hard": "random"},
            "bots has LEVELS with easy = 'seasoned",
        ),
        ("LEVELS", {"easy": "random"}, "bots has LEVELS without hard, medium"),
    ],
)
def test_levels_are_bots_that_there_are(
    monkeypatch: pytest.MonkeyPatch, name: str, given: dict[str, Any], said: str
) -> None:
    kelp = find_game("kelp")
    monkeypatch.setattr(kelp.module("bots"), name, given)
    (problem,) = problems(kelp)
    assert problem.startswith(said)


def test_the_bots_of_every_game_are_those_the_contract_names() -> None:
    assert tuple(GENERAL) == GENERAL_BOTS


def test_a_function_that_takes_something_else_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "fill", lambda box, state: {})
    assert problems(LAGOON) == ["words.py has fill with 2 arguments; it is called with 5"]


def test_older_versions_that_cannot_be_read_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "OLDER", {1: Older("The ring was square.", {"corners": 4})})
    assert problems(LAGOON)[0] == "versions.py must say how matches of every version before 4 are read"
    assert problems(LAGOON)[1].startswith("versions.py cannot bring version 1 back: there is no house rule 'corners'.")


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("UNIT", None, "measures.py lacks UNIT"),
        ("noted", None, "measures.py lacks noted"),
        ("clock", lambda state: 1, "measures.py has clock with 1 arguments; it is called with 2"),
        ("THINGS", ["bank"], "measures.py has THINGS, which must be a sequence with a Thing each"),
        ("THINGS", [Thing("bank", "move")] * 2, "measures.py has two things called 'bank'"),
        ("THINGS", [Thing(f"{i}", "move") for i in range(63)], "measures.py has 63 things; a study can count 62"),
        ("THINGS", [Thing("bank", "move")], "measures.py: noted gives "),
        ("REASONS", {16: "late"}, "measures.py has a reason 16; they go from 1 to 15"),
        ("REASONS", {2: "late"}, "measures.py has no word in REASONS for a match that ends for reason 1"),
    ],
)
def test_measures_that_are_missing_or_wrong_are_named(
    monkeypatch: pytest.MonkeyPatch, name: str, given: Any, said: str
) -> None:
    game = find_game("shark-attacks")
    measures = game.module("measures")
    if given is None:
        monkeypatch.delattr(measures, name)
    else:
        monkeypatch.setattr(measures, name, given)
    found = [
        t for f in check_tables(game, players=[2], settings=[{"target": 9}], checks=["contract"]) for t in f.problems
    ]
    assert found[0].startswith(said)


def test_a_missing_module_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Game.optional

    def without_words(game: Game, name: str) -> ModuleType | None:
        return None if name == "words" else found(game, name)

    monkeypatch.setattr(Game, "optional", without_words)
    assert "there is no words.py" in problems(LAGOON)


def test_what_may_be_left_out_has_a_default_of_its_kind() -> None:
    for module, hooks in OPTIONAL.items():
        assert module in MODULES | OPTIONAL_MODULES
        for name, hook in hooks.items():
            given: Any = getattr(LAGOON.optional(module), name, hook.default)
            assert callable(given) == callable(hook.default)
