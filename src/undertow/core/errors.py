"""What can go wrong for a person, each in one sentence that says what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UndertowError(Exception):
    """A mistake a person can mend; its text is meant for them."""


class IllegalAction(UndertowError):
    """An action that the rules do not allow now. The match is unchanged."""


class BadMatchFile(UndertowError):
    """A match file that cannot be believed, with the line where that shows."""


class OtherRules(UndertowError):
    """A match by other rules than today's, which today's cannot play."""


class UnknownName(UndertowError):
    """A name nobody has: a game, seat, option or bot."""

    def __init__(self, kind: str, name: str, choices: Iterable[str]) -> None:
        known = list(choices)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        super().__init__(f"there is no {kind} {name!r}.{hint} Choose from: {', '.join(known)}.")


class HouseRule(UndertowError):
    """A house rule that is misspelt, of the wrong type or out of range."""
