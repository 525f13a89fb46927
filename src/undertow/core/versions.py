"""Older versions of a game's rules: how matches that were played by them are played by today's.

A game that changes its rules raises its version and says in `versions.py` how matches of each version before are read:

    OLDER = {1: Older("Looking was called diving, and the ring had three lagoons.", {"lagoons": 3}, translate)}

House rules bring back what a match was played by; its lines are translated where it is played on from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from undertow.core.errors import OtherRules, UndertowError

if TYPE_CHECKING:
    from undertow.core.game import Game, Setup
    from undertow.core.match import Match

Plays = Iterable[tuple[str, str]]  # seats and actions


def as_it_is(match: Match, seat: str, action: str) -> Plays:
    """A line that means today what it meant then."""
    yield seat, action


@dataclass(frozen=True)
class Older:
    """How matches of an older version of the rules are played by today's.

    `translate` is asked for every line of an old match, where the match stands then, and yields what is played today:
    the line as it is, another (renamed), none (nobody is asked this any more) or several (asked today, done by itself
    then). Each play is made before the next is asked for. A match file has lines for the seat "chance" too; a table
    has not, there the dice fall by themselves. Outcomes of chance must be due as often as then, with the same weights:
    they are still drawn from the seed, and checked.
    """

    note: str  # what has changed since, in whole sentences
    settings: Mapping[str, Any] = field(default_factory=dict)  # unless the match has house rules of its own for these
    translate: Callable[[Match, str, str], Plays] = as_it_is
    breaks: str = ""  # which matches cannot be played by today's rules any more, and why, in whole sentences

    def with_settings(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The house rules that a match is played by today; a game whose house rules changed translates them here."""
        return {**self.settings, **settings}


TODAY = Older("")


def rules_of(game: Game, version: int) -> Older:
    """How matches of this version are read; `OtherRules` where nothing is known about it."""
    if version == game.version:
        return TODAY
    older = older_versions(game).get(version)
    if older is None:
        raise OtherRules(_played_by(game, version) + ".")
    return older


def older_versions(game: Game) -> Mapping[int, Older]:
    """Every older version that the game can say something about."""
    module = game.optional("versions")
    found: Mapping[int, Older] = module.OLDER if module else {}
    return found


def set_up(game: Game, version: int, players: int, settings: Mapping[str, Any]) -> Setup:
    """The table for a match of this version: with the house rules that bring back what it was played by."""
    older = rules_of(game, version)
    try:
        return game.set_up(players, older.with_settings(settings))
    except UndertowError as error:
        raise explained(game, version, error) from error


def explained(game: Game, version: int, error: UndertowError) -> UndertowError:
    """What is wrong with a match, and what the rules have to do with it if it was played by older ones."""
    if version == game.version or isinstance(error, OtherRules):
        return error
    older = rules_of(game, version)
    told = f"{error} T{_played_by(game, version)[1:]}. What has changed: {older.note} {older.breaks}"
    return OtherRules(told.strip())


def _played_by(game: Game, version: int) -> str:
    return f"this match was played by version {version} of the rules of {game.name}; here is {game.version}"


class _OldLine(NamedTuple):
    rules: int
    seat: str
    action: str
    before: int  # so many steps of today's history


class OldLines:
    """The decisions of an older version that stand in a match, and what becomes of them today.

    For a log in which decisions are taken back: that is done among the old decisions, and the rest is played again.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._lines: list[_OldLine] = []

    def take(self, rules: int, seat: str, action: str) -> list[str]:
        """One decision, made by this version of the rules; returns the seats of those that it becomes today."""
        before = len(self._match.history)
        made: list[str] = []
        for who, what in rules_of(self._match.game, rules).translate(self._match, seat, action):
            self._match.take(who, what)
            made.append(who)
        self._lines.append(_OldLine(rules, seat, action, before))
        return made

    def plies_before_last(self, seat: str) -> int:
        """So many steps of today's history came before the seat's last decision."""
        return self._lines[self._last(seat)].before

    def undo(self, seat: str) -> None:
        """Take back the seat's last decision; what the others decided since stands."""
        last = self._last(seat)
        self._play_again(self._lines[:last] + self._lines[last + 1 :])

    def rewind(self, seat: str) -> None:
        """Take back the seat's last decision, and all that came after it."""
        self._play_again(self._lines[: self._last(seat)])

    def _last(self, seat: str) -> int:
        found = [number for number, line in enumerate(self._lines) if line.seat == seat]
        if not found:
            raise UndertowError(f"{seat} has not decided anything yet that could be taken back.")
        return found[-1]

    def _play_again(self, lines: list[_OldLine]) -> None:
        self._match.rewind(0)
        self._lines = []
        for line in lines:
            self.take(line.rules, line.seat, line.action)
