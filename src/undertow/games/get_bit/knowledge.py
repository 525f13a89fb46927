"""Get Bit!: who knows what. Only this round's choices are secret: played cards lie open, so hands can be counted."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

import numpy as np

from undertow.core.contract import Piece
from undertow.core.records import Encoding, Ints, Record, has
from undertow.core.rng import any_of
from undertow.core.rule import rule, tiny
from undertow.games.get_bit import state as st
from undertow.games.get_bit.actions import SHARK_CARD_NAMES
from undertow.games.get_bit.odds import clash, hits, line_hands, who_is_last
from undertow.games.get_bit.rules import seat_of
from undertow.games.get_bit.view import PHASES, Beliefs, Chance, Shark, Swimmer, View

PER_SWIMMER = st.LIMBS + 2 * st.CARDS + 3
LAYOUT = (
    *(
        Piece(f"swimmer {swimmer} {name}", numbers, about)
        for swimmer in range(1, st.SWIMMERS + 1)
        for name, numbers, about in (
            ("limbs", st.LIMBS, "what is left of each limb"),
            ("hand", st.CARDS, "cards in hand"),
            ("card", st.CARDS, "the card chosen, of one's own swimmers"),
            ("has chosen", 1, "whether a card lies face down"),
            ("is mine", 1, "whether it is one's own swimmer"),
            ("place", 1, "1 in front, less further back, 0 out of the water"),
        )
    ),
    Piece("shark hand", st.SHARK_CARDS, "cards in the shark's hand: four limbs, head, any limb"),
    Piece("shark card", st.SHARK_CARDS, "the card chosen, for the shark's own eyes"),
    Piece("shark has chosen", 1, "whether the shark's card lies face down"),
    Piece("tokens", 1, "hunger tokens left, as a share of all"),
    Piece("shark is me", 1, "whether the viewer is the shark"),
    Piece("phase", st.OVER + 1, "what is going on"),
)


def exact(box: Record, state: Record) -> bool:
    """If everybody chooses at random, every card of a hand is equally likely."""
    return True


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
    """Nothing to remember: played cards lie open."""


@tiny
def owner(box: Record, swimmer: int) -> int:
    """The viewer who has this swimmer; the shark is viewer 0 where there is one."""
    return int(box.shark) + int(swimmer) // int(box.each)


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Whoever else has chosen may have chosen any card of their hand."""
    for swimmer in range(box.swimmers):
        if world.chosen[swimmer] > 0 and owner(box, swimmer) != viewer:
            world.chosen[swimmer] = 1 + any_of(rng, world.hands[swimmer])
    if world.shark_card != st.NO_CARD and viewer != 0:
        world.shark_card = any_of(rng, world.shark_hand)


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The water as numbers from 0 to 1, swimmer by swimmer: limbs, hand, place, and the secret cards of one's own."""
    n = 0
    for swimmer in range(box.swimmers):
        for limb in range(st.LIMBS):
            out[n + limb] = state.limbs[swimmer, limb] / box.parts
        for card in range(box.cards):
            out[n + st.LIMBS + card] = 1.0 if has(state.hands[swimmer], card) else 0.0
        if state.chosen[swimmer] > 0 and owner(box, swimmer) == viewer:
            out[n + st.LIMBS + st.CARDS + int(state.chosen[swimmer]) - 1] = 1.0
        out[n + st.LIMBS + 2 * st.CARDS] = 1.0 if state.chosen[swimmer] > 0 else 0.0
        out[n + st.LIMBS + 2 * st.CARDS + 1] = 1.0 if owner(box, swimmer) == viewer else 0.0
        n += PER_SWIMMER
    for place in range(state.in_line):
        at = int(state.line[place]) * PER_SWIMMER + st.LIMBS + 2 * st.CARDS + 2
        out[at] = (int(state.in_line) - place) / box.swimmers
    n = st.SWIMMERS * PER_SWIMMER
    for card in range(st.SHARK_CARDS):
        out[n + card] = 1.0 if has(state.shark_hand, card) else 0.0
        out[n + st.SHARK_CARDS + card] = 1.0 if state.shark_card == card and viewer == 0 else 0.0
    n += 2 * st.SHARK_CARDS
    out[n] = 1.0 if state.shark_card != st.NO_CARD else 0.0
    out[n + 1] = state.tokens / max(1, int(box.tokens))
    out[n + 2] = 1.0 if box.shark == 1 and viewer == 0 else 0.0
    out[n + 3 + int(state.phase)] = 1.0


# For people -----------------------------------------------------------------------------------------------------------


def cards_in(hand: int) -> list[int]:
    """The numbers in a hand."""
    return [card + 1 for card in range(st.CARDS) if hand >> card & 1]


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    return View(
        phase=PHASES[state.phase],
        round=int(state.rounds),
        line=state.line[: state.in_line].tolist(),
        swimmers=_swimmers(box, state, viewer),
        shark=_shark(state, viewer) if box.shark else None,
        cards=int(box.cards),
        limb_parts=int(box.parts),
        first_bite=int(box.first_bite),
        choosing=_seats(int(state.waiting)) if state.phase == st.CHOOSING else [],
        winner=int(state.winner) if state.over else None,
    )


@lru_cache
def _seats(bits: int) -> list[int]:
    return [seat for seat in range(st.SEATS) if has(bits, seat)]


def _swimmers(box: Record, state: Record, viewer: int) -> list[Swimmer]:
    swimmers, shark, each = box.swimmers, box.shark, box.each  # to ask `seat_of` and `owner` takes longer than all else
    parts = zip(state.limbs.tolist(), state.hands.tolist(), state.chosen.tolist(), strict=True)
    return [
        _swimmer(swimmer + shark, (mine := shark + swimmer // each), tuple(limbs), hand, chosen, mine == viewer)
        for swimmer, (limbs, hand, chosen) in enumerate(islice(parts, swimmers))
    ]


@lru_cache(10_000)  # most viewers see most swimmers alike
def _swimmer(seat: int, owner: int, limbs: tuple[int, ...], hand: int, chosen: int, mine: bool) -> Swimmer:
    return Swimmer(
        seat=seat,
        owner=owner,
        limbs=dict(zip(st.LIMB_NAMES, limbs, strict=True)),
        hand=cards_in(hand),
        has_chosen=chosen > 0,
        chosen=chosen or None if mine else None,
    )


def _shark(state: Record, viewer: int) -> Shark:
    chosen = int(state.shark_card)
    return Shark(
        hand=[SHARK_CARD_NAMES[card] for card in range(st.SHARK_CARDS) if has(state.shark_hand, card)],
        tokens=int(state.tokens),
        has_chosen=chosen != st.NO_CARD,
        chosen=SHARK_CARD_NAMES[chosen] if chosen != st.NO_CARD and viewer == 0 else None,
    )


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> Beliefs | None:
    """What everybody may still play, and what each of my cards does if the others choose at random."""
    if state.phase != st.CHOOSING:
        return None
    line = state.line[: state.in_line].tolist()
    hands = _known_hands(box, state, line, viewer)
    last = who_is_last(box, hands)
    held = {
        f"swimmer {swimmer + 1}": [f"card {card}" for card in cards_in(int(state.hands[swimmer]))] for swimmer in line
    }
    if box.shark:
        held["shark"] = [SHARK_CARD_NAMES[card] for card in range(st.SHARK_CARDS) if has(state.shark_hand, card)]
    mine: dict[str, list[Chance]] = {}
    for place, swimmer in enumerate(line):
        seat = seat_of(box, swimmer)
        if owner(box, swimmer) == viewer and has(state.waiting, seat):
            mine[f"swimmer {swimmer + 1}"] = [
                _swimmer_chance(box, hands, place, card - 1) for card in cards_in(int(state.hands[swimmer]))
            ]
    if box.shark and viewer == 0 and has(state.waiting, 0):
        odds = hits(state, last)
        mine["shark"] = [
            Chance(SHARK_CARD_NAMES[card], 0.0, 0.0, odds[card])
            for card in range(st.SHARK_CARDS)
            if has(state.shark_hand, card)
        ]
    return Beliefs(hands=held, tie=float(last[:, 1].sum()), cards=mine)


def _known_hands(box: Record, state: Record, line: list[int], viewer: int) -> Ints:
    """The hands in line; of one's own swimmers who have chosen, only that card."""
    hands = line_hands(state)
    for place, swimmer in enumerate(line):
        if state.chosen[swimmer] > 0 and owner(box, swimmer) == viewer:
            hands[place] = 1 << (int(state.chosen[swimmer]) - 1)
    return hands


def _swimmer_chance(box: Record, hands: Ints, place: int, card: int) -> Chance:
    if_played = np.array(hands)
    if_played[place] = 1 << card
    last = who_is_last(box, if_played)
    return Chance(f"card {card + 1}", clash(hands, place, card), float(last[place].sum()), 0.0)
