"""The conformance suite: what every game must keep, proved on random matches.

    undertow check GAME
    undertow.testing.check_game("my-game")

Each check is a function that yields what is wrong, in words. None of them knows a game.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from undertow.core.check.imagination import Note, imagination
from undertow.core.check.modes import modes_agree
from undertow.core.check.promises import contract_is_kept, modules_are_whole, room_is_enough, seats_are_named
from undertow.core.check.secrecy import secrecy
from undertow.core.check.soundness import ends, names_and_files, odds_are_exact, offers_say_enough, undo_is_honest
from undertow.core.check.walks import NobodyCanAct
from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup, find_game

Check = Callable[[Setup, int, int], Iterator[str]]

CHECKS: dict[str, Check] = {
    "contract": contract_is_kept,
    "room": room_is_enough,
    "ends": ends,
    "odds": odds_are_exact,
    "offers": offers_say_enough,
    "files": names_and_files,
    "undo": undo_is_honest,
    "modes": modes_agree,
    "secrecy": secrecy,
    "imagination": imagination,
}

ABOUT = {
    "contract": "every module has what the contract asks for",
    "room": "no more actions, outcomes or numbers are written than the game has said",
    "ends": "every match ends in time, for a reason, and its invariants hold after every step",
    "odds": "odds are positive and sum to one",
    "offers": "every offer says what it touches, what to type for it and whether it is final",
    "files": "names, files and seeds give back the very same match",
    "undo": "taking back restores the very same bytes, and never after something was revealed",
    "modes": "interpreted, compiled and CUDA-simulated runs agree step by step",
    "secrecy": "nothing a viewer is given depends on what the viewer may not know",
    "imagination": "imagined worlds fit all that was seen, vary, and have the right frequencies",
}

MOST_PROBLEMS = 3  # of one kind: more would say the same again


class NotConforming(AssertionError):
    """A game that breaks its promises; the text says which."""


@dataclass
class Finding:
    """What one check found at one table."""

    check: str
    table: str
    problems: list[str]
    notes: list[str] = field(default_factory=list)  # what could not be checked


@dataclass
class Findings:
    game: Game
    all: list[Finding] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        return [f"{found.check} ({found.table}): {text}" for found in self.all for text in found.problems]


def check_tables(
    game: str | Game,
    *,
    players: Sequence[int] | None = None,
    settings: Sequence[Mapping[str, Any]] = ({},),
    checks: Sequence[str] = tuple(CHECKS),
    matches: int = 5,
    seed: int = 1,
) -> Iterator[Finding]:
    """Check a game at each number of players and with each set of house rules, one finding at a time."""
    found = find_game(game)
    if wrong := modules_are_whole(found):
        yield Finding("contract", "its modules", wrong)
        return  # whatever is played would only say so again, less clearly
    for rules in settings:
        house = "".join(f", {key}={value}" for key, value in rules.items())
        for number in players or _numbers(found, rules):
            table = f"{number} players{house}"
            setup = _laid(found, number, rules)
            if not isinstance(setup, Setup):
                yield Finding("contract", table, setup)
                continue
            for name in checks:
                finding = _look(name, table, setup, matches, seed)
                yield finding
                if name in ("contract", "room") and finding.problems:
                    break


def _numbers(game: Game, rules: Mapping[str, Any]) -> Sequence[int]:
    """How many may play; a game that cannot say is asked again when its table is laid."""
    try:
        return game.players_with(rules)
    except UndertowError:
        raise
    except Exception:
        return game.players


def _laid(game: Game, players: int, rules: Mapping[str, Any]) -> Setup | list[str]:
    """The table, or why it cannot be laid. House rules that there are not are the asker's mistake."""
    try:
        return seats_are_named(game, players, rules) or game.set_up(players, rules)
    except UndertowError:
        raise
    except Exception as error:
        return [_raised(game, error)]


def _look(name: str, table: str, setup: Setup, matches: int, seed: int) -> Finding:
    """One check at one table; a game that raises has a problem, not the suite."""
    finding = Finding(name, table, [])
    try:
        for said in CHECKS[name](setup, matches, seed):
            (finding.notes if isinstance(said, Note) else finding.problems).append(said)
            if len(finding.problems) == MOST_PROBLEMS:
                break
    except NobodyCanAct as error:
        finding.problems.append(str(error))
    except Exception as error:
        finding.problems.append(_raised(setup.game, error))
    return finding


def _raised(game: Game, error: Exception) -> str:
    """What went wrong, and in which function of the game."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [frame for frame in frames if str(frame.f_globals.get("__name__", "")).startswith(f"{game.package}.")]
    place = f" in {_file(game, own[-1])}, {own[-1].f_code.co_name}" if own else ""
    return f"the game raised {type(error).__name__}{place}: {error}"


def _file(game: Game, frame: FrameType) -> str:
    return f"{frame.f_globals['__name__'].removeprefix(game.package + '.').replace('.', '/')}.py"


def check_game(game: str | Game, **choices: Any) -> Findings:
    """Run the whole suite; `NotConforming` lists what is broken."""
    findings = Findings(find_game(game), list(check_tables(game, **choices)))
    if findings.problems:
        raise NotConforming("\n".join(findings.problems))
    return findings
