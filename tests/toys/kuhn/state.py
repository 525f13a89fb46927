"""Kuhn poker: all that is true on the table, what is remembered of it, and the words for it as numbers."""

from __future__ import annotations

from undertow.core.records import Record, record, state_record

RANKS = ("jack", "queen", "king", "ace")  # the lowest first
MOST_CARDS = len(RANKS)  # of any house rules

# The seats; each is a side of its own, so these are the viewers too.
FIRST, SECOND = range(2)
SEATS = 2

# What goes on.
DEALING, BETTING, DONE = range(3)

# What happened. The details of each are named beside it.
DEALT = 0  # seat: it has a card
HOLDS = 1  # seat, card: told to that seat alone
PASSED = 2  # seat
BET_CHIPS = 3  # seat, its chips in the pot
SHOWN = 4  # the first one's card, the second one's
WON = 5  # seat, chips it gains

TOLD_AS = {DEALT: "dealt", HOLDS: "holds", PASSED: "passed", BET_CHIPS: "bet", SHOWN: "shown", WON: "won"}
REVEALS = frozenset({SHOWN})  # after this nothing can be taken back

# Why the game ended.
FOLDED, COMPARED = 1, 2

State = state_record(
    [
        ("phase", "i1"),
        ("turn", "i1"),  # the seat that decides
        ("cards", "i1", SEATS),  # one more than their ranks; 0: none yet
        ("chips", "i1", SEATS),  # in the pot
        ("winner", "i1"),
    ],
    events=3,
)

#: The cards a viewer has seen, by seat: one more than their ranks; 0: not seen.
Memory = record([("cards", "i1", SEATS)])

MOST_LEGAL = 2  # the most legal actions at once
OUTCOMES = MOST_CARDS  # the most outcomes of one chance
BOUND = 5  # steps within which every match ends: two cards, three decisions


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    if state.cards[FIRST] > 0 and state.cards[FIRST] == state.cards[SECOND]:
        return "both have the same card"
    if max(state.cards) > box.cards:
        return "somebody has a card that is not in the deck"
    if not box.ante <= min(state.chips) <= max(state.chips) <= box.ante + box.bet:
        return "the pot is wrong"
    return ""
