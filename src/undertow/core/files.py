"""Matches as files: written, read, and checked line by line. `notation.py` knows what a file looks like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from undertow.core.chance import commitment
from undertow.core.errors import BadMatchFile, OtherRules, UndertowError
from undertow.core.game import Game, find_game
from undertow.core.notation import Line, Score, read_match, write_match
from undertow.core.versions import explained, rules_of, set_up

if TYPE_CHECKING:
    from undertow.core.match import Match


def text_of(match: Match, seed: str | None) -> str:
    """The file of a match, with its seed or without."""
    return write_match(
        Score(
            game=match.game.name,
            rules=match.game.version,
            players=match.setup.players,
            commitment=match.commitment,
            seed=seed,
            by_hand=not match.auto_chance,
            settings=match.setup.settings,
            names=match.given_names,
            words=match.words,
            lines=[Line(match.seat_name(ply.seat), ply.name) for ply in match.history],
        )
    )


def read(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadMatchFile(f"cannot read {str(path)!r}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadMatchFile(f"cannot read {str(path)!r}: it is not text.") from error


def match_of(kind: type[Match], text: str, game: Game | None = None) -> Match:
    """The match of a file, played again: every action must be legal, every outcome the one its seed gives."""
    score = read_match(text)
    found = _game_of(score, game)
    try:
        setup = set_up(found, score.rules, score.players, score.settings)
    except OtherRules as error:
        raise BadMatchFile(str(error)) from error
    match = kind(setup, seed=score.seed, words=score.words, names=score.names, auto_chance=False)
    translate = rules_of(found, score.rules).translate
    play = match.take if score.by_hand else match.follow
    for line in score.lines:
        try:
            for seat, action in translate(match, line.seat, line.action):
                play(seat, action)
        except UndertowError as error:
            raise BadMatchFile(f"line {line.number}: {explained(found, score.rules, error)}") from error
    if not score.by_hand:
        match.go_on()
    return match


def _game_of(score: Score, game: Game | None) -> Game:
    """The game of a file that can be checked at all."""
    found = game or find_game(score.game)
    if score.game != found.name:
        raise BadMatchFile(f"this is a match of {score.game}, not of {found.name}.")
    if not score.by_hand and score.seed is None:
        raise BadMatchFile("the seed of this match is not shown yet; it can be checked once the match is over.")
    if score.seed is not None and commitment(score.seed) != score.commitment:
        raise BadMatchFile("the seed does not fit the commitment shown before the match: one of them was altered.")
    return found
