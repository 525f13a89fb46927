"""Get Bit!: what is said in the water."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from undertow.core.position import Event
from undertow.core.reading import in_python
from undertow.core.records import Record, has
from undertow.games.get_bit import state as st
from undertow.games.get_bit.actions import BITE, CARD, LOSE, SHARK_CARD_NAMES
from undertow.games.get_bit.rules import SHARK_BIT, is_shark, limbs_left, swimmer_of

REASONS = {
    st.FRONT_OF_TWO: "in front when only two were left",
    st.STARVED: "most limbs, nearest the front, when the shark lost its last hunger token",
    st.LAST_SWIMMER: "only one swimmer was left",
}


def prompt(box: Record, state: Record, seat: int) -> str:
    if state.phase != st.CHOOSING:
        return "You are bitten. Which limb do you give up?"
    if in_python(is_shark)(box, seat):
        return "Choose what to bite, in secret: the card must fit whoever is last."
    return "Choose a card, in secret."


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return "The starting order is drawn by lot."


def blocked(box: Record, state: Record, seat: int) -> Iterator[tuple[int, str]]:
    """Cards that lie on the table, and limbs that are gone."""
    if in_python(is_shark)(box, seat):
        why = f"Played: all cards come back after a miss, or with {plural(int(box.take_back_at), 'card')} left."
        hand = int(state.shark_hand)  # a number of NumPy's takes a hundred times as long
        yield from ((BITE + card, why) for card in range(st.SHARK_CARDS) if not has(hand, card))
        return
    swimmer = in_python(swimmer_of)(box, seat)
    if state.phase == st.CHOOSING:
        why = f"Played: all cards come back after a bite, or with {plural(int(box.take_back_at), 'card')} left."
        hand = int(state.hands[swimmer])
        yield from ((CARD + card, why) for card in range(box.cards) if not has(hand, card))
    else:
        gone = (limb for limb in range(st.LIMBS) if state.limbs[swimmer, limb] == 0)
        yield from ((LOSE + limb, "This limb is gone.") for limb in gone)


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    if state.phase == st.LINING_UP:
        return chance(box, state)
    if state.phase == st.OVER:
        return (
            "When two are left, the one in front wins."
            if not box.shark
            else "The shark wins when only one swimmer is left."
        )
    if state.phase == st.LOSING_LIMB:
        return (
            "The owner of the bitten swimmer chooses which limb goes. The swimmer then jumps to the front and takes "
            "all cards back."
        )
    rules = (
        "All cards are shown together. From the lowest up, whoever is alone with a number jumps to the front, so "
        "the highest ends in front; equal numbers stay where they are. The last one is bitten, jumps to the front and "
        "takes all cards back. With one card left, you take all your cards back too."
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
    if event.kind == st.ROUND:
        return f"Round {a}."
    if event.kind == st.LINED_UP:
        return f"{swimmers[a]} swims in front." if b == 0 else f"{swimmers[a]} is next in line."
    if event.kind == st.CHOSE:
        return ""  # the table shows who has chosen
    if event.kind == st.REVEAL:
        return _reveal(a, b, c, swimmers)
    if event.kind == st.TIED:
        return _tied(a, b, swimmers)
    if event.kind == st.JUMPED:
        return _jumped(a, b, swimmers)
    if event.kind == st.BITTEN:
        limb = st.LIMB_NAMES[b]
        lost, kind = (f"the {limb}", "limb") if box.parts == 1 else (f"a part of the {limb}", "part")
        rest = f"{plural(c, kind)} left" if c else "that was the last one"
        return f"{swimmers[a]} is bitten and loses {lost}: {rest}."
    if event.kind == st.OUT:
        return f"{swimmers[a]} is swallowed whole." if b else f"{swimmers[a]} is out."
    if event.kind == st.MISS:
        return f"The shark snaps at {swimmers[c]} ({SHARK_CARD_NAMES[a]}) and misses: {plural(b, 'hunger token')} left."
    if event.kind == st.TOOK_BACK:
        return _took_back(a, swimmers)
    assert event.kind == st.WON
    return f"{names[a]} wins."


def listed(names: Sequence[str]) -> str:
    """Ann, Ben and Cy."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def cards_of(low: int, high: int) -> dict[int, int]:
    """The cards of a REVEAL by swimmer."""
    shown = {swimmer: (low if swimmer < 3 else high) >> (4 * (swimmer % 3)) & 15 for swimmer in range(6)}
    return {swimmer: card for swimmer, card in shown.items() if card}


def jumpers(low: int, high: int) -> list[int]:
    """The swimmers of a JUMPED, in the order in which they jump."""
    jumps = low | high << 12
    return [swimmer - 1 for turn in range(st.SWIMMERS) if (swimmer := jumps >> (4 * turn) & 15)]


def _reveal(low: int, high: int, shark: int, swimmers: Sequence[str]) -> str:
    """The cards; in brackets, as a name may end in a number."""
    shown = [f"{swimmers[swimmer]} ({card})" for swimmer, card in cards_of(low, high).items()]
    shown += [f"the shark ({SHARK_CARD_NAMES[shark]})"] if shark != st.NO_CARD else []
    return f"Cards: {', '.join(shown)}."


def _tied(card: int, who: int, swimmers: Sequence[str]) -> str:
    names = [name for swimmer, name in enumerate(swimmers) if has(who, swimmer)]
    return f"{listed(names)} {'both' if len(names) == 2 else 'all'} played {card} and stay where they are."


def _jumped(low: int, high: int, swimmers: Sequence[str]) -> str:
    first, *others = [swimmers[swimmer] for swimmer in jumpers(low, high)]
    return f"{first} jumps to the front" + "".join(f", then {name}" for name in others) + "."


def _took_back(who: int, swimmers: Sequence[str]) -> str:
    shown = [name for swimmer, name in enumerate(swimmers) if has(who, swimmer)]
    shown += ["the shark"] if has(who, SHARK_BIT) else []
    who_all = listed(shown)
    return f"{who_all[0].upper()}{who_all[1:]} {'takes' if len(shown) == 1 else 'take'} all cards back."
