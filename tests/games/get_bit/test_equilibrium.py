"""The bot `equilibrium`: values worked out backwards, rounds from which nobody would depart, one side's knowledge."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.get_bit.script import Line, after_the_swim
from undertow.bots import Choice, Knowledge, make_bot, tables_of
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.core.records import Floats, Records
from undertow.games.get_bit.bots import EQUILIBRIUM, SCRATCH, SUMS, WEIGHTS, equilibrium, tables
from undertow.games.get_bit.bots.equilibrium import PEOPLE, ROUND, lay_out, mix_of_swimmer, shares_after
from undertow.games.get_bit.bots.rounds import CHOICES, MIX, SIZE, sweep_round
from undertow.games.get_bit.bots.tables import KEPT, NOTHING
from undertow.games.get_bit.state import CARDS, CHOOSING, State

GAME = find_game("get-bit")
OFF = 0.02  # how far the kept tables may be off
pytestmark = pytest.mark.compiled


def water(limbs: list[int], hands: list[list[int]]) -> Records:
    """Swimmers 1, 2, ... from front to rear with so many limbs and these cards, at the start of a round."""
    worlds = np.zeros(3, State)
    state = worlds[0]
    state.in_line, state.phase, state.rounds = len(limbs), CHOOSING, 5
    for swimmer, (left, hand) in enumerate(zip(limbs, hands, strict=True)):
        state.line[swimmer] = swimmer
        state.hands[swimmer] = sum(1 << (card - 1) for card in hand)
        state.limbs[swimmer, :left] = 1
    state.waiting = (1 << len(limbs)) - 1
    return worlds


def solved(worlds: Records, players: int = 4, temperature: float = 0.01) -> tuple[list[dict[int, float]], Floats]:
    """Each swimmer's mix by card, and the scratch."""
    setup = GAME.set_up(players)
    table, scratch = tables_of(setup, [EQUILIBRIUM])
    lay_out(setup.box[0], worlds, table, WEIGHTS, scratch, SCRATCH)
    sweep_round(400, temperature, scratch, SCRATCH + ROUND)
    mixes = []
    for swimmer in worlds[0].line[: worlds[0].in_line].tolist():
        mix_of_swimmer(worlds[0], swimmer, SUMS, scratch, SCRATCH + ROUND)
        mixes.append({card + 1: float(scratch[SUMS + card]) for card in range(CARDS) if scratch[SUMS + card] > 0})
    return mixes, scratch


def shares(limbs: list[int], hands: list[list[int]], players: int = 4) -> list[float]:
    """What the tables say everybody's share of the win is."""
    setup = GAME.set_up(players)
    table, scratch = tables_of(setup, [EQUILIBRIUM])
    shares_after(setup.box[0], water(limbs, hands)[0], table, WEIGHTS, scratch, SCRATCH + PEOPLE)
    return [float(share) for share in scratch[SCRATCH : SCRATCH + len(set(setup.sides))]]


FULL = [1, 2, 3, 4, 5]
POSITIONS = [
    ([1, 1, 1], [FULL, [2, 3, 5], [1, 4, 5]]),
    ([1, 1, 1], [[1, 2], [2, 3], [1, 2, 3]]),
    ([2, 1, 1], [FULL, [1, 5], [2, 3, 4]]),
    ([1, 1, 1, 1], [FULL, [2, 3, 5], [1, 4, 5], [1, 2, 3, 4]]),
    ([3, 4, 2, 1], [FULL, [1, 2, 3, 4], [2, 5], FULL]),
    ([3, 4, 4, 4], [FULL, [1, 2, 3, 4], [1, 2, 3, 5], [2, 3, 4, 5]]),
]


# Values ---------------------------------------------------------------------------------------------------------------


def test_the_last_round_can_be_worked_out_by_hand() -> None:
    """Three with one limb each. The rear one has lower cards than both others and goes; the front one has the highest
    and is in front of the two that are left. So it wins, whatever they play."""
    hands = [[4, 5], [2, 3], [1, 2]]
    assert shares([1, 1, 1], hands) == pytest.approx([1, 0, 0, 0], abs=OFF)
    mixes, _ = solved(water([1, 1, 1], hands))
    assert [sum(mix.values()) for mix in mixes] == pytest.approx([1, 1, 1])


@pytest.mark.parametrize(("limbs", "hands"), POSITIONS)
def test_shares_are_shares(limbs: list[int], hands: list[list[int]]) -> None:
    """Nobody has less than nothing, and together they have the win."""
    found = shares(limbs, hands)
    assert sum(found) == pytest.approx(1)
    assert min(found) > -OFF
    assert found[len(limbs) :] == [0] * (4 - len(limbs))


@pytest.mark.parametrize(("limbs", "hands"), POSITIONS)
def test_a_value_is_what_the_round_is_worth(limbs: list[int], hands: list[list[int]]) -> None:
    """What the tables say of a position is what comes out when its round is solved with what they say of the next."""
    mixes, _ = solved(water(limbs, hands), temperature=0.03)  # at which the tables were made
    worth = np.zeros(4)
    for cards in product(*mixes):
        odds = np.prod([mix[card] for mix, card in zip(mixes, cards, strict=True)])
        worth += odds * np.array(after(limbs, hands, cards))
    assert worth[: len(limbs)] == pytest.approx(shares(limbs, hands)[: len(limbs)], abs=2 * OFF)


def after(limbs: list[int], hands: list[list[int]], cards: tuple[int, ...]) -> list[float]:
    """Everybody's share after a round with these cards, worked out apart from the rules."""
    swimmers = [str(swimmer) for swimmer in range(len(limbs))]
    order = [int(s) for s in after_the_swim(swimmers, dict(zip(swimmers, cards, strict=True)))]
    left = {s: [card for card in hands[s] if card != cards[s]] for s in order}
    last = order.pop()
    if limbs[last] > 1:
        order.insert(0, last)
        left[last] = FULL
    elif len(order) == 2:
        return [1.0 if s == order[0] else 0.0 for s in range(4)]
    still = [limbs[s] - (s == last) for s in order]
    found = shares(still, [left[s] if len(left[s]) > 1 else FULL for s in order])
    worth = [0.0] * 4
    for place, s in enumerate(order):
        worth[s] = found[place]
    return worth


def worth_of(card: int, swimmer: int, mixes: list[dict[int, float]], limbs: list[int], hands: list[list[int]]) -> float:
    """A swimmer's share with this card against the others' mixes."""
    others = [{card: 1.0} if other == swimmer else mix for other, mix in enumerate(mixes)]
    total = 0.0
    for cards in product(*others):
        odds = np.prod([mix[c] for mix, c in zip(others, cards, strict=True)])
        total += float(odds) * after(limbs, hands, cards)[swimmer]
    return total


# Rounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limbs", "hands"), POSITIONS)
def test_nobody_would_rather_play_another_card(limbs: list[int], hands: list[list[int]]) -> None:
    """Tried out one card at a time, by a slow and separate way through the round: no card brings much more than the
    mix, which prefers what is better and plays the rest a little."""
    mixes, _ = solved(water(limbs, hands))
    for mix in mixes:
        assert sum(mix.values()) == pytest.approx(1)
    for swimmer, hand in enumerate(hands):
        worth = {card: worth_of(card, swimmer, mixes, limbs, hands) for card in hand}
        own = sum(share * worth[card] for card, share in mixes[swimmer].items())
        assert max(worth.values()) < own + 0.02


def test_names_do_not_matter() -> None:
    """The same water with the swimmers' seats changed has the same mixes, from front to rear."""
    limbs, hands = POSITIONS[4]
    plain, _ = solved(water(limbs, hands))
    worlds = water(limbs, hands)
    state, seats = worlds[0], [2, 0, 3, 1]
    kept_hands, kept_limbs = state.hands.copy(), state.limbs.copy()
    for place, seat in enumerate(seats):
        state.line[place] = seat
        state.hands[seat], state.limbs[seat] = kept_hands[place], kept_limbs[place]
    renamed, _ = solved(worlds)
    for mix, other in zip(plain, renamed, strict=True):
        assert mix == pytest.approx(other)


# At the table ---------------------------------------------------------------------------------------------------------


def thinks(match: Match, seat: str, bot: str, seed: int = 1) -> Choice:
    return make_bot(match.setup, bot, seed).choose(Knowledge(match.position, match.setup.seat(seat)))


def told_mix(choice: Choice) -> dict[str, int]:
    told = re.fullmatch(r"it draws its card from a mix: (.+)", choice.why)
    assert told is not None
    return {card.strip(): int(percent) for card, percent in re.findall(r"([a-z0-9 ]+?) (\d+)%", told[1])}


@pytest.mark.parametrize("shark", [False, True])
def test_it_tells_its_mix(shark: bool) -> None:
    """What it may play with its shares, the card it drew among them."""
    line = Line(shark=shark)
    line.first_round()
    for seat in line.match.seats:
        choice = thinks(line.match, seat, "equilibrium")
        mix = told_mix(choice)
        assert choice.name.removeprefix("card ") in mix
        assert sum(mix.values()) == pytest.approx(100, abs=2 + len(mix))


def partners() -> Line:
    """Two people: swimmers 1 and 2 against 3 and 4, who are in front."""
    line = Line("J A B T", people=2, begin="B T J A")
    line.first_round()
    return line


def test_the_card_of_the_own_other_swimmer_is_kept() -> None:
    """The two cards are one decision of one person: given the first one, the second is drawn from what goes with it."""
    line = partners()
    setup, state = line.match.setup, line.match.position.states[0]
    worlds = np.zeros(3, State)
    worlds[0] = state
    _, scratch = solved(worlds, players=2)
    at = SCRATCH + ROUND
    together = np.zeros((CARDS, CARDS))
    side = equilibrium.side_of(worlds[0], 0, scratch, at)
    for choice in range(int(scratch[at + SIZE + side])):
        first = equilibrium.card_of(worlds[0], equilibrium.place_of(worlds[0], 0), choice, scratch, at)
        second = equilibrium.card_of(worlds[0], equilibrium.place_of(worlds[0], 1), choice, scratch, at)
        together[first, second] = scratch[at + MIX + side * CHOICES + choice]
    assert together.sum() == pytest.approx(1)
    assert setup.sides[0] == setup.sides[1]
    for first in range(CARDS):
        if together[first].sum() > 0.01:
            worlds[0].chosen[0] = first + 1
            mix_of_swimmer(worlds[0], 1, SUMS, scratch, at)
            assert scratch[SUMS : SUMS + CARDS] == pytest.approx(together[first] / together[first].sum())


def test_it_plays_something_beside_a_card_it_would_not_have_chosen() -> None:
    """A partner's card may come from a person who sat there before; then it takes what is best with it."""
    for card in range(2, 6):
        line = partners()
        line.plays("J", card)
        assert thinks(line.match, "swimmer 2", "equilibrium").name in line.match.legal("swimmer 2")


def test_it_does_not_peek_at_the_other_side() -> None:
    """Whatever the other person has laid face down, it thinks the same."""
    thoughts = set()
    for cards in ((2, 3), (5, 5), (4, 2)):
        line = partners()
        line.plays("B", cards[0])
        line.plays("T", cards[1])
        thoughts.add(thinks(line.match, "swimmer 1", "equilibrium").why)
    assert len(thoughts) == 1


OTHER_BOXES: list[tuple[int, dict[str, Any]]] = [
    (5, {}),
    (4, {"long_game": True}),
    (4, {"cards.more_than_swimmers": 2}),
    (4, {"cards.take_back_at": 2}),
    (4, {"shark.first_round": 3}),
]


@pytest.mark.parametrize(("players", "rules"), OTHER_BOXES)
def test_without_tables_it_plays_like_matrix(players: int, rules: dict[str, Any]) -> None:
    """Other boxes have no tables: the same seed then plays the very same card for the same reason."""
    match = Match("get-bit", players, rules, "other boxes")
    for seat in match.seats:
        assert thinks(match, seat, "equilibrium") == thinks(match, seat, "matrix")


# The file -------------------------------------------------------------------------------------------------------------


def test_the_file_is_small_and_what_this_version_was_made_with() -> None:
    assert tables.FILE.stat().st_size < 5_000_000
    assert tables.shares()[tables.KIND] == KEPT


@pytest.mark.parametrize("damage", ["missing", "cut off", "changed"])
def test_damaged_tables_are_named_in_one_sentence(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the bot plays like `matrix` instead."""
    path, kept = tmp_path / "tables.xz", tables.FILE.read_bytes()
    if damage != "missing":
        path.write_bytes(kept[:1000] if damage == "cut off" else kept[:-1] + bytes([kept[-1] ^ 1]))
    monkeypatch.setattr(tables, "FILE", path)
    sentence = r"tables.xz cannot be used \(.+\), so the bot equilibrium plays like matrix\."
    with pytest.warns(UserWarning, match=sentence):
        assert tables.shares.__wrapped__().tolist() == [NOTHING]
