"""Leduc poker: all that is true on the table, what is remembered of it, and the words for it as numbers."""

from __future__ import annotations

from undertow.core.records import Record, record, state_record

RANKS = ("jack", "queen", "king", "ace")  # the lowest first
SUITS = 2
CARDS = tuple(f"{rank} of {suit}" for rank in RANKS for suit in ("hearts", "spades"))
MOST_CARDS = len(CARDS)  # of any house rules

# The two players, who are the sides and so the viewers; the seats after them are their partners, if there are any.
FIRST, SECOND = range(2)
PLAYERS = 2
SEATS = 4  # the most seats

# Where cards lie: one before each player, and one for both.
OPEN = 2
PLACES = 3

ROUNDS = 2
MOST_PLAYS = 5  # in a round of any house rules: a check, three raises, a call

# What goes on.
DEALING, BETTING, TURNING, DONE = range(4)

# What happened. The details of each are named beside it.
DEALT = 0  # seat: it has a card
HOLDS = 1  # seat, card: told to that seat alone
TURNED = 2  # card: it lies open for both
FOLDED = 3  # seat
CALLED = 4  # seat, its chips in the pot
RAISED = 5  # seat, its chips in the pot
SHOWN = 6  # the first one's card, the second one's
WON = 7  # seat, chips it gains
SPLIT = 8  # nobody gains anything

TOLD_AS = {
    DEALT: "dealt",
    HOLDS: "holds",
    TURNED: "turned",
    FOLDED: "folded",
    CALLED: "called",
    RAISED: "raised",
    SHOWN: "shown",
    WON: "won",
    SPLIT: "split",
}
REVEALS = frozenset({SHOWN})  # after this nothing can be taken back

# Why the game ended.
NOT_CALLED, COMPARED = 1, 2

NOBODY = -1  # wins if the cards are equal

State = state_record(
    [
        ("phase", "i1"),
        ("turn", "i1"),  # the player who decides, or whose partner does
        ("cards", "i1", PLACES),  # one more than their numbers; 0: none yet
        ("chips", "i1", PLAYERS),  # in the pot
        ("stage", "i1"),  # the round
        ("raises", "i1"),  # in this round
        ("plays", "i1", (ROUNDS, MOST_PLAYS)),  # what was done in each: one more than the action; 0: nothing yet
        ("winner", "i1"),
    ],
    events=4,
)

#: The cards a viewer has seen, by place: one more than their numbers; 0: not seen.
Memory = record([("cards", "i1", PLACES)])

MOST_LEGAL = 3  # the most legal actions at once
OUTCOMES = MOST_CARDS  # the most outcomes of one chance
BOUND = PLACES + ROUNDS * MOST_PLAYS  # steps within which every match ends


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    seen = [card for card in state.cards if card > 0]
    if len(seen) != len(set(seen)):
        return "a card lies in two places"
    if max(state.cards) > box.cards:
        return "a card is not in the deck"
    if not box.ante <= min(state.chips) <= max(state.chips) <= box.ante + box.raises * sum(box.bets):
        return "the pot is wrong"
    if state.raises > box.raises:
        return "somebody raised too often"
    return ""
