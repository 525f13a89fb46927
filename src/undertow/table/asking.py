"""What a seat is asked, and the token by which an answer says which question it is for.

Several people, or several bots, may be asked the same at once, such as who of the crew gets which gear. The first
answer brings the next question, which looks much like the one before, and what the others still send is about the wrong
card. So an answer brings back the token of its question, and one that is no longer asked is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from msgspec.structs import replace

from undertow.table import messages as m
from undertow.table.table import Table


def asked_now(table: Table, seat: str) -> str:
    """The token of what this seat is asked now; empty if it is asked nothing."""
    match = table.match
    if match is None or seat not in table.to_act():
        return ""
    return _token(table, seat, match.prompt(seat), match.legal(seat))


def questions_to(table: Table, seats: Iterable[str]) -> list[m.Question]:
    """What somebody with these seats is asked: what a side decides together only once."""
    questions = [question(table, seat) for seat in seats]
    asked: list[Any] = []
    for number, one in enumerate(questions if table.match and table.match.joint else []):
        if (what := (one.prompt, one.actions)) in asked:
            questions[number] = m.Question(one.seat, "", [], "", one.decisions, one.can_undo)
        asked.append(what)
    return _with_own_keys(table, questions)


def _with_own_keys(table: Table, questions: list[m.Question]) -> list[m.Question]:
    """The same questions, with no key that presses two actions."""
    offers = [offer for one in questions for offer in one.actions]
    if table.match is None or len({offer.key for offer in offers}) == len(offers):
        return questions
    declared = table.match.game.declared
    keys = iter(declared.keys_of([declared.by_name[offer.action].number for offer in offers]))
    return [
        replace(one, actions=[replace(offer, key=next(keys)) for offer in one.actions]) if one.actions else one
        for one in questions
    ]


def question(table: Table, seat: str) -> m.Question:
    """What this seat is asked, for whoever holds it; where a bot plays on, only what can be taken back."""
    match = table.match
    assert match is not None
    undo, taken = match.can_undo(seat), table.decisions[seat]
    if seat not in table.to_act() or table.places[seat].away:
        return m.Question(seat, "", [], "", taken, undo)
    prompt, offers = match.prompt(seat), match.offered(seat)
    token = _token(table, seat, prompt, [offer.action for offer in offers])
    return m.Question(seat, prompt, offers, token, taken, undo, match.blocked(seat))


def _token(table: Table, seat: str, prompt: str, actions: Iterable[str]) -> str:
    """A short digest of what the seat knows of its question: whatever others choose in secret, it stays the same."""
    known = "\0".join((seat, str(table.decisions[seat]), prompt, *actions))
    return blake2b(known.encode(), digest_size=6).hexdigest()
