"""The conformance suite: what every game must keep, proved on random matches.

    undertow check GAME
    undertow.testing.check_game("my-game")

Each check is a function that yields what is wrong, in words. None of them knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from undertow.core.check.imagination import Note, imagination
from undertow.core.check.modes import modes_agree
from undertow.core.check.secrecy import secrecy
from undertow.core.check.soundness import ends, names_and_files, odds_are_exact, undo_is_honest
from undertow.core.check.walks import NobodyCanAct
from undertow.core.game import Game, Setup, find_game

Check = Callable[[Setup, int, int], Iterator[str]]

CHECKS: dict[str, Check] = {
    "ends": ends,
    "odds": odds_are_exact,
    "files": names_and_files,
    "undo": undo_is_honest,
    "modes": modes_agree,
    "secrecy": secrecy,
    "imagination": imagination,
}

ABOUT = {
    "ends": "every match ends in time, for a reason, and its invariants hold after every step",
    "odds": "odds are positive and sum to one",
    "files": "names, files and seeds give back the very same match",
    "undo": "taking back restores the very same bytes, and never after something was revealed",
    "modes": "interpreted, compiled, bounds-checked and CUDA-simulated runs agree step by step",
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
    for rules in settings:
        for number in players or found.players_with(rules):
            setup = found.set_up(number, rules)
            table = f"{number} players" + "".join(f", {key}={value}" for key, value in rules.items())
            for name in checks:
                yield _look(name, table, setup, matches, seed)


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
        finding.problems.append(f"the game raised {type(error).__name__}: {error}")
    return finding


def check_game(game: str | Game, **choices: Any) -> Findings:
    """Run the whole suite; `NotConforming` lists what is broken."""
    findings = Findings(find_game(game), list(check_tables(game, **choices)))
    if findings.problems:
        raise NotConforming("\n".join(findings.problems))
    return findings
