"""Get Bit!: what is said in the water."""

from __future__ import annotations

from collections.abc import Sequence

from undertow.core.position import Event
from undertow.core.reading import in_python
from undertow.core.records import Record, has
from undertow.games.get_bit.actions import BITE, CARD, LOSE, shark_card
from undertow.games.get_bit.rules import SHARK_BIT, is_shark, limbs_left
from undertow.games.get_bit.state import (
    ANY_LIMB,
    BITTEN,
    CHOOSING,
    CHOSE,
    FRONT_OF_TWO,
    HEAD,
    LAST_SWIMMER,
    LIMB_NAMES,
    LINED_UP,
    LINING_UP,
    LOSING_LIMB,
    MISS,
    NO_CARD,
    OUT,
    OVER,
    REVEAL,
    ROUND,
    STARVED,
    TOOK_BACK,
    WON,
)

REASONS = {
    FRONT_OF_TWO: "in front when only two were left",
    STARVED: "most limbs, nearest the front, when the shark lost its last hunger token",
    LAST_SWIMMER: "only one swimmer was left",
}


def prompt(box: Record, state: Record, seat: int) -> str:
    if state.phase != CHOOSING:
        return "You are bitten. Which limb do you give up?"
    if in_python(is_shark)(box, seat):
        return "Choose what to bite, in secret: the card must fit whoever is last."
    return "Choose a card, in secret."


def label(box: Record, state: Record, seat: int, action: int, names: Sequence[str]) -> str:
    if action < LOSE:
        return f"Swim with a {action - CARD + 1}"
    if action < BITE:
        return f"Give up the {LIMB_NAMES[action - LOSE]}"
    card = action - BITE
    condition = {HEAD: " (only without a tie)", ANY_LIMB: " (only with a tie)"}.get(card, "")
    return f"Bite: {shark_card(card)}{condition}"


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.phase == LINING_UP:
        return "The lot decides who swims where."
    if state.phase == OVER:
        return "When two are left the one in front wins." if not box.shark else "A shark wins when one swimmer is left."
    if state.phase == LOSING_LIMB:
        return "The owner of a bitten swimmer chooses which limb goes; the swimmer then jumps to the front, hand full."
    rules = (
        "All cards are shown together. From the lowest up, whoever is alone with a number jumps to the front, so "
        "the highest ends in front; equal numbers stay where they are. The last one is bitten, jumps to the front and "
        "takes all cards back. With one card left you take all back too."
    )
    if state.rounds < box.first_bite:
        return rules.partition(" The last one is bitten")[0] + " Nobody is bitten in this round yet."
    if box.shark:
        rules += (
            " The shark's card must fit the last swimmer: a limb it still has, the head if no two cards were equal, "
            "any limb if some were. A miss costs a hunger token."
        )
    return rules


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """Limbs left in line; for the shark its hunger tokens."""
    line = state.line[: state.in_line].tolist()
    swimmers = [limbs_left(state, swimmer) if swimmer in line else 0 for swimmer in range(box.swimmers)]
    return [int(state.tokens), *swimmers] if box.shark else swimmers


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence; nothing for what needs no words."""
    a, b, c, _ = event.details
    swimmers = names[1:] if box.shark else names
    if event.kind == ROUND:
        return f"Round {a}."
    if event.kind == LINED_UP:
        return f"{swimmers[a]} swims in front." if b == 0 else f"{swimmers[a]} is next in line."
    if event.kind == CHOSE:
        return ""  # the table shows who has chosen
    if event.kind == REVEAL:
        return _reveal(a, b, c, swimmers)
    if event.kind == BITTEN:
        lost, kind = (f"the {LIMB_NAMES[b]}", "limb") if box.parts == 1 else (f"a part of the {LIMB_NAMES[b]}", "part")
        rest = f"{plural(c, kind)} left" if c else "that was the last one"
        return f"{swimmers[a]} is bitten and loses {lost}: {rest}."
    if event.kind == OUT:
        return f"{swimmers[a]} is swallowed whole." if b else f"{swimmers[a]} is out."
    if event.kind == MISS:
        return f"The shark snaps at {swimmers[c]} ({shark_card(a)}) and misses: {plural(b, 'hunger token')} left."
    if event.kind == TOOK_BACK:
        return _took_back(a, swimmers)
    assert event.kind == WON
    return f"{names[a]} wins."


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def cards_of(low: int, high: int) -> dict[int, int]:
    """The cards of a REVEAL by swimmer."""
    shown = {swimmer: (low if swimmer < 3 else high) >> (4 * (swimmer % 3)) & 15 for swimmer in range(6)}
    return {swimmer: card for swimmer, card in shown.items() if card}


def _reveal(low: int, high: int, shark: int, swimmers: Sequence[str]) -> str:
    """The cards, then the swim: who ties and stays, who jumps in which order."""
    cards = cards_of(low, high)
    by_card: dict[int, list[int]] = {}
    for swimmer, card in cards.items():
        by_card.setdefault(card, []).append(swimmer)
    shown = ", ".join(f"{swimmers[swimmer]} {card}" for swimmer, card in cards.items())
    if shark != NO_CARD:
        shown += f"; the shark: {shark_card(shark)}"
    ties = [card for card, who in sorted(by_card.items()) if len(who) > 1]
    told = [" and ".join([str(card)] * len(by_card[card])) + " tie and stay" for card in ties]
    alone = [by_card[card][0] for card in sorted(by_card) if len(by_card[card]) == 1]
    if alone:
        told.append(
            f"{swimmers[alone[0]]} jumps to the front first" + "".join(f", then {swimmers[s]}" for s in alone[1:])
        )
    else:
        told.append("nobody moves")
    swim = "; ".join(told)
    return f"Cards: {shown}. {swim[0].upper()}{swim[1:]}."


def _took_back(who: int, swimmers: Sequence[str]) -> str:
    shown = [name for swimmer, name in enumerate(swimmers) if has(who, swimmer)]
    shown += ["the shark"] if has(who, SHARK_BIT) else []
    listed = " and ".join(shown)
    return f"{listed[0].upper()}{listed[1:]} {'takes' if len(shown) == 1 else 'take'} all cards back."
