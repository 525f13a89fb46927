"""A match as text: small, readable, and every line vouches for itself.

    undertow match 1
    game: "my-game"
    rules: 1
    players: 2
    set target: 50
    name player 1: "Ann"
    commitment: "9f86d0..."
    seed: "2b1c..."
    words player 1: "mackerel"
    ---                                     #5d41c8
    1 chance: player 2 begins               #0a1b2c
    2 player 2: press on                    #77ffe0
    end 2                                   #c0ffee

The six digits after # are a digest of everything up to there: a changed line no longer fits its digits, a missing
end shows that the file was cut.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from undertow.core.box import read_value, write_value
from undertow.core.errors import BadMatchFile

TITLE = "undertow match 1"
WIDTH = 44


@dataclass
class Line:
    """One ply: who did what. `number` is its line in the file."""

    seat: str
    action: str
    number: int = 0


@dataclass
class Score:
    """What a match file says, before anybody believes it."""

    game: str
    rules: int
    players: int
    commitment: str
    seed: str | None = None  # not shown while a match with secrets goes on
    by_hand: bool = False  # real dice: outcomes were put in by people
    settings: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # what the people at the table are called
    words: dict[str, str] = field(default_factory=dict)  # what they mixed into the dice
    lines: list[Line] = field(default_factory=list)


def write_match(score: Score) -> str:
    out = [TITLE, *_head(score)]
    digest = _Digest("\n".join(out))
    out.append(digest.sign("---"))
    for ply, line in enumerate(score.lines, start=1):
        out.append(digest.sign(f"{ply} {line.seat}: {line.action}"))
    out.append(digest.sign(f"end {len(score.lines)}"))
    return "\n".join(out) + "\n"


def read_match(text: str) -> Score:
    rows = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if not rows or rows[0] != TITLE:
        raise BadMatchFile(f"line 1: this is not a match file; its first line must be {TITLE!r}.")
    head_end = next((i for i, row in enumerate(rows) if row.startswith("---")), None)
    if head_end is None:
        raise BadMatchFile(f"line {len(rows)}: the file ends before the match begins; the line '---' is missing.")
    digest = _Digest("\n".join(rows[:head_end]))
    digest.check(rows, head_end, "the lines above were altered")
    score = _read_head(rows, head_end)
    for i in range(head_end + 1, len(rows)):
        content = digest.check(rows, i, "this line or one above it was altered")
        if content == f"end {len(score.lines)}":
            if i + 1 < len(rows):
                raise BadMatchFile(f"line {i + 2}: something follows the end of the match.")
            return score
        score.lines.append(_read_line(content, len(score.lines) + 1, i + 1))
    raise BadMatchFile(f"line {len(rows)}: the file is cut off here; the line 'end {len(score.lines)}' is missing.")


class _Digest:
    """Vouches for a text line by line."""

    def __init__(self, head: str) -> None:
        self._hash = hashlib.sha256(head.encode())

    def sign(self, content: str) -> str:
        self._hash.update(b"\n" + content.encode())
        return f"{content:<{WIDTH}} #{self._hash.hexdigest()[:6]}"

    def check(self, rows: list[str], i: int, altered: str) -> str:
        content, _, digits = rows[i].rpartition("#")
        content = content.rstrip()
        if not content or self.sign(content).rpartition("#")[2] != digits:
            raise BadMatchFile(f"line {i + 1}: the digits after # do not fit: {altered}, or the file is damaged.")
        return content


def _head(score: Score) -> list[str]:
    out = [
        f"game: {write_value(score.game)}",
        f"rules: {score.rules}",
        f"players: {score.players}",
        *(f"set {key}: {write_value(value)}" for key, value in score.settings.items()),
        *(f"name {seat}: {write_value(name)}" for seat, name in score.names.items()),
    ]
    if score.by_hand:
        return [*out, 'dice: "by hand"']
    out.append(f"commitment: {write_value(score.commitment)}")
    if score.seed is not None:
        out.append(f"seed: {write_value(score.seed)}")
    return [*out, *(f"words {who}: {write_value(word)}" for who, word in score.words.items())]


def _read_head(rows: list[str], head_end: int) -> Score:
    score = Score(game="", rules=0, players=0, commitment="")
    plain: dict[str, tuple[str, type]] = {
        "game": ("game", str),
        "rules": ("rules", int),
        "players": ("players", int),
        "commitment": ("commitment", str),
        "seed": ("seed", str),
    }
    for i in range(1, head_end):
        key, colon, written = rows[i].partition(": ")
        value = read_value(written)
        if not colon:
            raise BadMatchFile(f"line {i + 1}: {rows[i]!r} is not written as 'key: value'.")
        if key in plain and type(value) is plain[key][1]:
            setattr(score, plain[key][0], value)
        elif key == "dice" and value == "by hand":
            score.by_hand = True
        elif key.startswith("set "):
            score.settings[key.removeprefix("set ")] = value
        elif key.startswith("name ") and isinstance(value, str):
            score.names[key.removeprefix("name ")] = value
        elif key.startswith("words ") and isinstance(value, str):
            score.words[key.removeprefix("words ")] = value
        else:
            raise BadMatchFile(f"line {i + 1}: {rows[i]!r} does not belong in a match file.")
    return score


def _read_line(content: str, ply: int, number: int) -> Line:
    counted, _, rest = content.partition(" ")
    seat, colon, action = rest.partition(": ")
    if counted != str(ply) or not colon:
        raise BadMatchFile(f"line {number}: expected '{ply} seat: action', found {content!r}.")
    return Line(seat, action, number)
