"""The game for two, solved: nothing can be won against `solved`, and what is in the package is that solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from undertow.bots import Knowledge, make_bot
from undertow.core.game import Setup, find_game
from undertow.core.position import Position
from undertow.core.records import CHANCE, Floats
from undertow.games.shark_attacks import bots
from undertow.games.shark_attacks.actions import BANK, PRESS
from undertow.games.shark_attacks.bots import optimum
from undertow.games.shark_attacks.bots.race import race
from undertow.games.shark_attacks.bots.turn import flat, room
from undertow.games.shark_attacks.state import State

GAME = find_game("shark-attacks")
TINY = {"dice.blue": 2, "dice.start": 2, "dice.red": 1, "signs.total": 1, "target": 3}
SMALL = {"dice.blue": 5, "dice.start": 4, "dice.red": 2, "signs.total": 3, "target": 14}


# By the rules themselves --------------------------------------------------------------------------------------------


class Moments:
    """Every position that can be reached, with what leads where; nothing here knows what a turn is."""

    def __init__(self, setup: Setup) -> None:
        self.positions: list[Position] = []
        self.next: list[dict[int, int]] = []  # by action or outcome
        self.odds: list[dict[int, float]] = []  # of outcomes; empty where somebody decides
        self._numbers: dict[bytes, int] = {}
        self._number(Position(setup))
        for number, position in enumerate(self.positions):  # which grows
            weights = position.weights()
            self.odds[number] = {face: weight / sum(weights) for face, weight in enumerate(weights) if weight}
            decisions = [] if weights or position.over else position.legal(self.mover(number)).values()
            for action in self.odds[number] or decisions:
                then = position.copy()
                then.step(CHANCE if weights else self.mover(number), action)
                self.next[number][action] = self._number(then)

    def _number(self, position: Position) -> int:
        bare = position.states.copy()
        bare["events"], bare["told"] = 0, 0
        number = self._numbers.setdefault(bare.tobytes(), len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
            self.next.append({})
            self.odds.append({})
        return number

    def mover(self, number: int) -> int:
        return int(self.positions[number].state.player)

    def wins(self, seat: int, chosen: Mapping[int, int]) -> Floats:
        """How often this seat wins from each moment, with these decisions, and the best ones where none is chosen."""
        shape = len(self.positions), max(map(len, self.next))
        then, odds = np.tile(np.arange(shape[0])[:, None], shape[1]), np.zeros(shape)
        best = np.zeros(shape[0], bool)
        for number, actions in enumerate(self.next):
            then[number, : len(actions)] = list(actions.values())
            then[number, len(actions) :] = then[number, 0]
            sure = {chosen[number]: 1.0} if number in chosen else {}
            odds[number, : len(actions)] = [(self.odds[number] or sure).get(action, 0.0) for action in actions]
            best[number] = bool(actions) and not odds[number].any()
        over = np.array([it.over for it in self.positions])
        won = np.array([float(it.over and it.state.player == seat) for it in self.positions])
        change = 1.0
        while change > 1e-13:
            after = won[then]
            found = np.where(over, won, np.where(best, after.max(axis=1), (odds * after).sum(axis=1)))
            change, won = float(np.abs(found - won).max()), found
        return won


@pytest.fixture
def with_optimum(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Setup], Floats]]:
    """Makes the bot use the solution of a small box, as it does with what is in the package."""

    def use(setup: Setup) -> Floats:
        chances = optimum.solve(setup.box)
        monkeypatch.setattr(bots, "shipped", lambda boxes: chances)
        return chances

    bots._table.cache_clear()
    yield use
    bots._table.cache_clear()


@pytest.mark.compiled
def test_no_decision_wins_more_than_those_of_solved(with_optimum: Callable[[Setup], Floats]) -> None:
    """A game of few dice and points is followed through all its positions. The bot is asked in each of them; whoever
    answers it best wins as often as the bot itself would, from everywhere, and as often as was solved."""
    setup = GAME.set_up(2, TINY)
    chances = with_optimum(setup)
    bot, moments = make_bot(setup, "solved"), Moments(setup)
    asked = [number for number, odds in enumerate(moments.odds) if moments.next[number] and not odds]
    known = {number: Knowledge(moments.positions[number], moments.mover(number)) for number in asked}
    chosen = {number: bot.choose(knowledge).action for number, knowledge in known.items()}
    of_the_other = {number: action for number, action in chosen.items() if moments.mover(number) == 1}
    among_bots, answered = moments.wins(0, chosen), moments.wins(0, of_the_other)
    np.testing.assert_allclose(answered, among_bots, atol=1e-9)
    first = moments.next[0][0]  # the first player was drawn to begin
    assert among_bots[first] == pytest.approx(chances[TINY["target"], TINY["target"], 0, 0], abs=1e-9)
    assert among_bots[0] == pytest.approx(0.5, abs=1e-9)  # nobody was drawn yet
    assert {BANK, PRESS} == set(chosen.values())
    always_banks = dict.fromkeys(asked, BANK) | of_the_other
    assert moments.wins(0, always_banks)[0] < 0.45  # so decisions do matter here


@pytest.mark.compiled
def test_the_best_answer_gains_nothing() -> None:
    """The same through the turn's own odds, for a larger game and with the chances as exact as the package keeps them;
    a bot that reckons with a race can be beaten, if only just."""
    box = GAME.set_up(2, SMALL).box
    chances = optimum.solve(box)
    there = chances > 0
    answer, bot = optimum.best_response(box, chances.astype(np.float32).astype(np.float64))
    np.testing.assert_allclose(answer[there], chances[there], atol=1e-6)
    np.testing.assert_allclose(bot[there], chances[there], atol=1e-6)
    answer, bot = optimum.best_response(box, race(box))
    assert (answer - chances)[there].max() > 1e-5
    assert (answer - chances)[there].min() > -1e-6
    assert (bot - chances)[there].max() < 1e-6


# What is in the package ---------------------------------------------------------------------------------------------


def test_the_value_of_the_game() -> None:
    """An independent reckoning said that the first player wins 54.49 %."""
    chances = optimum.shipped(GAME.set_up(2).box)
    assert chances is not None
    assert chances[100, 100, 0, 0] == pytest.approx(0.5449, abs=5e-5)


@pytest.mark.compiled
def test_what_is_in_the_package_is_a_solution() -> None:
    """From anywhere, the best turn before those chances has just the chance that is noted there."""
    setup = GAME.set_up(2)
    chances = optimum.shipped(setup.box)
    assert chances is not None
    luck = np.random.default_rng(1)
    table, scratch = flat(setup.box, chances), np.zeros(room(setup.box))
    for _ in range(20):
        x, y = luck.integers(1, 101, 2).tolist()
        found = table.copy()
        optimum.improve(setup.box[0], np.zeros(1, State)[0], x, y, table, found, scratch)
        solved = found[-chances.size :].reshape(chances.shape)
        np.testing.assert_allclose(solved, chances, atol=1e-6)
        assert (solved != chances).any()


def test_shorter_games_are_in_it_and_other_house_rules_are_not() -> None:
    printed = optimum.shipped(GAME.set_up(2).box)
    short = optimum.shipped(GAME.set_up(2, {"target": 30}).box)
    assert printed is not None
    assert short is not None
    assert short.shape == (31, 31, 7, 7)
    assert (short == printed[:31, :31]).all()
    tables = [GAME.set_up(2, {"target": 101}), GAME.set_up(2, {"dice.red": 3}), GAME.set_up(3)]
    for setup in (*tables, GAME.set_up(2, {"double_fin_prefers": "one"})):
        assert optimum.shipped(setup.box) is None
        assert optimum.trouble(setup.box) == ""


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, Path]]:
    """The files, to be damaged."""
    file, card = tmp_path / "optimum.npz", tmp_path / "optimum.toml"
    file.write_bytes(optimum.FILE.read_bytes())
    card.write_text(optimum.CARD.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(optimum, "FILE", file)
    monkeypatch.setattr(optimum, "CARD", card)
    optimum.kept.cache_clear()
    yield file, card
    optimum.kept.cache_clear()


def damage(files: tuple[Path, Path], how: str) -> None:
    file, card = files
    text = card.read_text(encoding="utf-8")
    if how == "missing":
        file.unlink()
    elif how == "cut off":
        file.write_bytes(file.read_bytes()[:1000])
    elif how == "other rules":
        card.write_text(text.replace(f"rules = {GAME.version}", "rules = 0"), encoding="utf-8")
    else:
        with np.load(file) as kept:
            parts = dict(kept)
        parts[how][50 % len(parts[how])] += 1
        np.savez(file, **parts)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("missing", r"the exact chances cannot be read \(FileNotFoundError\)"),
        ("cut off", r"the exact chances cannot be read \(\w+\)"),
        ("other rules", "the exact chances are for another version of the rules"),
        ("chances", "the exact chances are not those that their card describes"),
        ("box", "the exact chances are not those that their card describes"),
    ],
)
def test_damaged_chances_are_not_used(copies: tuple[Path, Path], how: str, sentence: str) -> None:
    """The bot reckons with a race instead, and says why."""
    damage(copies, how)
    box = GAME.set_up(2).box
    assert optimum.shipped(box) is None
    assert re.fullmatch(sentence, optimum.trouble(box))
    assert optimum.trouble(GAME.set_up(2, {"dice.red": 3}).box) == ""  # nothing is missing there


@pytest.mark.compiled
def test_what_is_wrong_is_said_at_the_table(copies: tuple[Path, Path]) -> None:
    damage(copies, "missing")
    setup: Any = GAME.set_up(2, {"target": 12})
    position = Position(setup)
    while not position.acting():
        position.step(CHANCE, 0)
    why = make_bot(setup, "solved").choose(Knowledge(position, 0)).why
    assert why.endswith("; reckoned roughly, for the exact chances cannot be read (FileNotFoundError)")
