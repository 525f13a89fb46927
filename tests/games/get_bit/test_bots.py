"""The bots: legal, unforeseeable, honest about what they know, and better than those below them."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from tests.games.get_bit.script import LIMBS, Line
from undertow.bots import Choice, Knowledge, levels_of, make_bot
from undertow.bots.general import PolicyBot
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.core.position import Position
from undertow.core.rng import stream
from undertow.games.get_bit.bots import SUMS
from undertow.games.get_bit.state import CARDS
from undertow.lab.simulate import simulate

GAME = find_game("get-bit")
QUICK = "matrix:3"  # so few sweeps that it can be asked interpreted


def thinks(match: Match, seat: str, bot: str, seed: int = 1) -> Choice:
    knowledge = Knowledge(match.position, match.setup.seat(seat))
    return make_bot(match.setup, bot, seed).choose(knowledge)


def chooses(match: Match, seat: str, bot: str, seed: int = 1) -> str:
    return match.position.name(match.setup.seat(seat), thinks(match, seat, bot, seed).action)


def hunted(letters: str = "J A B T") -> Line:
    line = Line(letters, shark=True)
    line.first_round()
    return line


# Legal --------------------------------------------------------------------------------------------------------------

TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (2, {}),
    (5, {"shark": True}),
    (4, {"shark": True}),
    (5, {"shark": True, "long_game": True}),
    (4, {"cards.take_back_at": 2, "cards.more_than_swimmers": 3}),
]


@pytest.mark.parametrize(("players", "rules"), TABLES)
@pytest.mark.parametrize("bot", ["careful:5", "random", pytest.param("matrix:30", marks=pytest.mark.compiled)])
def test_only_legal_actions(players: int, rules: dict[str, Any], bot: str) -> None:
    """A whole match in which one kind of bot sits in every seat."""
    match = Match("get-bit", players, rules, f"legal {bot}")
    bots = {seat: make_bot(match.setup, bot, index) for index, seat in enumerate(match.seats)}
    order = random.Random(3)
    while not match.over:
        seat = order.choice(match.to_act)
        choice = bots[seat].choose(Knowledge(match.position, match.setup.seat(seat)))
        legal = match.position.legal(match.setup.seat(seat))
        assert choice.action in legal.values()
        match.play(seat, choice.name)


def test_matrix_without_sweeps_is_legal_too() -> None:
    """A number that a bot takes is one it can play with; 0 should be refused or play at random."""
    line = Line()
    line.round("1 1 1 1")
    assert chooses(line.match, "swimmer 1", "matrix:0") in line.match.legal("swimmer 1")


# Telling positions --------------------------------------------------------------------------------------------------


def test_careful_does_not_come_last_where_it_can_help_it() -> None:
    """In front with full hands a 3 is never last: alone there is a lower card, tied there is somebody behind."""
    line = Line()
    safe = {chooses(line.match, "swimmer 1", "careful", seed) for seed in range(8)}
    assert safe <= {"card 3", "card 4", "card 5"}
    assert len(safe) > 1


def test_careful_takes_the_card_with_the_best_odds() -> None:
    """What it samples, the beliefs know exactly: it never takes a card that is clearly worse than the best."""
    line = Line()
    line.round("4 1 4 3")
    for seat in line.match.seats:
        last = {chance.card: chance.last for chance in line.match.beliefs(seat).cards[seat]}
        assert last[chooses(line.match, seat, "careful:400")] < min(last.values()) + 0.08


def test_the_careful_shark_bites_what_is_there() -> None:
    """Everybody still has every limb, so any named limb is sure; head and any limb are not."""
    line = hunted()
    for seed in range(5):
        assert chooses(line.match, "shark", "careful", seed) in LIMBS


def duel() -> Line:
    """J and A are left, each with a left arm only; J has the lower cards and will be last, and the shark one token."""
    line = hunted()
    states = line.match.position.states
    states["in_line"], states["waiting"], states["tokens"] = 2, 0b00111, 1
    states["limbs"] = 0
    states["limbs"][0, :2, LIMBS.index("left arm")] = 1
    states["hands"][0, :2] = (0b00110, 0b11000)
    return line


def test_the_shark_takes_a_win_that_is_there() -> None:
    """The left arm and the head win at once, everything else loses the last token; careful counts a head twice."""
    line = duel()
    assert chooses(line.match, "shark", "careful:20") == "head"
    assert {chooses(line.match, "shark", "matrix:40", seed) for seed in range(3)} <= {"left arm", "head"}


def test_careful_gives_up_what_the_shark_could_bite() -> None:
    """The shark has played both legs, so those are safe for a while; its cards for an arm gone are worth less."""
    line = hunted()
    line.snaps("J", "right leg")
    line.snaps("B", "left leg")
    line.round(line.cards_for("T", tie=True), "any limb")
    given_up = {chooses(line.match, "swimmer 4", "careful", seed) for seed in range(12)}
    assert given_up == {"lose right arm", "lose left arm"}


def test_bots_give_up_only_limbs_they_have() -> None:
    line = Line()
    line.first_round()
    line.bites("T", "right leg")
    line.bites("T", "left arm")
    line.round(line.cards_for("T"))
    for bot in ("careful", QUICK):
        given_up = {chooses(line.match, "swimmer 4", bot, seed) for seed in range(12)}
        assert given_up == {"lose left leg", "lose right arm"}


# Mixing -------------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_matrix_cannot_be_foreseen() -> None:
    """Everybody has the same hand, so whoever always played one card would be last; it draws from several."""
    line = Line()
    for seat in ("swimmer 2", "swimmer 4"):
        assert len({chooses(line.match, seat, "matrix:300", seed) for seed in range(12)}) > 1


@pytest.mark.compiled
def test_the_matrix_shark_cannot_be_foreseen() -> None:
    line = hunted()
    assert len({chooses(line.match, "shark", "matrix:300", seed) for seed in range(12)}) > 1


def test_the_same_seed_draws_the_same_card() -> None:
    line = hunted()
    for seat in line.match.seats:
        assert thinks(line.match, seat, QUICK, 7) == thinks(line.match, seat, QUICK, 7)


# Only what they know ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["careful:30", QUICK])
@pytest.mark.parametrize("seat", ["shark", "swimmer 2"])
def test_bots_do_not_peek(bot: str, seat: str) -> None:
    """With the same seed they choose the same, whatever the others have laid face down."""
    lines = [hunted() for _ in range(3)]
    for line, cards in zip(lines, ((2, 2, 2), (5, 4, 2), (3, 5, 5)), strict=True):
        for letter, card in zip("JBT", cards, strict=True):
            line.plays(letter, card)
    for seed in range(3):
        assert len({chooses(line.match, seat, bot, seed) for line in lines}) == 1


@pytest.mark.parametrize("bot", ["careful:30", QUICK])
def test_bots_do_not_peek_at_the_shark(bot: str) -> None:
    lines = [hunted() for _ in range(3)]
    for line, card in zip(lines, ("head", "any limb", "left leg"), strict=True):
        line.match.play("shark", card)
    for seed in range(3):
        assert len({chooses(line.match, "swimmer 1", bot, seed) for line in lines}) == 1


@pytest.mark.parametrize("bot", ["careful:30", QUICK])
def test_a_bot_thinks_the_same_in_the_worlds_it_imagines(bot: str) -> None:
    """The truth and any world it cannot tell from it are all the same to it."""
    line = hunted()
    line.plays("J", 4)
    line.match.play("shark", "head")
    seat = line.match.setup.seat("swimmer 2")
    worlds = line.match.imagine("swimmer 2", stream(5), 4)
    for i in range(len(worlds)):
        twin = Position(line.match.setup, worlds[i : i + 1].copy(), line.match.position.memories.copy())
        choice = make_bot(line.match.setup, bot, 3).choose(Knowledge(twin, seat))
        assert choice == thinks(line.match, "swimmer 2", bot, 3)


@pytest.mark.parametrize("bot", ["careful:30", QUICK])
def test_thinking_changes_nothing(bot: str) -> None:
    line = hunted()
    before = line.match.state_bytes()
    thinks(line.match, "swimmer 3", bot)
    assert line.match.state_bytes() == before


# Strength -----------------------------------------------------------------------------------------------------------


def share(bots: tuple[str, ...], games: int, **rules: Any) -> tuple[float, float]:
    """The share of the wins of the bot in the first seat: what it is at least, and at most, with 95 % confidence."""
    report = simulate(GAME.set_up(len(bots), rules), bots, games, seed=4, workers=2)
    assert report.games == games
    assert report.unfinished == 0
    _, low, high = report.wins(0)
    return low, high


@pytest.mark.compiled
@pytest.mark.parametrize("other", ["careful", "random"])
def test_the_matrix_swimmer_wins_more_than_its_share(other: str) -> None:
    """One of four swimmers has a quarter of the wins as its fair share."""
    low, _ = share(("matrix:300", other, other, other), 150)
    assert low > 0.25


@pytest.mark.compiled
def test_the_careful_swimmer_beats_random_ones() -> None:
    low, _ = share(("careful", "random", "random", "random"), 2_000)
    assert low > 0.25


@pytest.mark.compiled
def test_the_matrix_shark_beats_random_swimmers() -> None:
    """It wins 60 of 100 matches and more, where a random shark wins 12."""
    low, high = share(("matrix:300", "random", "random", "random", "random"), 150, shark=True)
    assert low > 0.5
    assert high > 0.6


@pytest.mark.compiled
@pytest.mark.parametrize("swimmers", [4, 5, 6])
def test_the_careful_shark_beats_random_swimmers(swimmers: int) -> None:
    """Simple as it is, it wins clearly more than half."""
    low, _ = share(("careful", *["random"] * swimmers), 2_000, shark=True)
    assert low > 0.55


@pytest.mark.compiled
@pytest.mark.parametrize("seat", ["shark", "swimmer 3"])
@pytest.mark.parametrize(("bot", "sweeps"), [("matrix", 1000), ("matrix:30", 30)])
def test_matrix_thinks_no_longer_than_its_number_says(seat: str, bot: str, sweeps: int) -> None:
    """A thousand sweeps are a few hundredths of a second. Sweep n adds n * n to everybody's strategies."""
    line = hunted("J A B T C D")
    thinker = make_bot(line.match.setup, bot, 1)
    thinker.choose(Knowledge(line.match.position, line.match.setup.seat(seat)))
    assert isinstance(thinker, PolicyBot)
    sums = thinker._scratch[SUMS : SUMS + len(line.match.seats) * CARDS].reshape(-1, CARDS).sum(axis=1)
    others = np.arange(len(line.match.seats)) != line.match.setup.seat(seat)  # its own are tidied up
    assert sums[others] == pytest.approx(sum(sweep * sweep for sweep in range(1, sweeps + 1)))


# Words --------------------------------------------------------------------------------------------------------------


def test_careful_explains_itself() -> None:
    assert thinks(Line().match, "swimmer 1", "careful").why == "it does best if everybody else chooses at random"


@pytest.mark.parametrize("seat", ["swimmer 2", "shark"])
def test_matrix_tells_its_mix(seat: str) -> None:
    """The cards it may draw with their shares, the likeliest first; the one it drew is among them."""
    line = hunted()
    choice = thinks(line.match, seat, QUICK)
    told = re.fullmatch(r"it draws its card from a mix: (.+)", choice.why)
    assert told is not None
    mix = {card: int(percent) for card, percent in re.findall(r"([a-z0-9 ]+?) (\d+)%", told[1])}
    drawn = line.match.position.name(line.match.setup.seat(seat), choice.action).removeprefix("card ")
    assert drawn in {card.strip() for card in mix}
    assert sum(mix.values()) == pytest.approx(100, abs=len(mix))
    assert list(mix.values()) == sorted(mix.values(), reverse=True)


@pytest.mark.parametrize("bot", ["careful:30", QUICK])
def test_giving_up_a_limb_is_explained(bot: str) -> None:
    line = Line()
    line.first_round()
    line.round("2 2 3 3")
    assert thinks(line.match, "swimmer 4", bot).why == "it gives up what it needs least"


def test_levels() -> None:
    """From one guess at what the others do, over what they may think, to what nobody can take advantage of."""
    line = Line()
    names = [make_bot(line.match.setup, level).name for level in levels_of(line.match.game)]
    assert names == ["careful:1", "careful:10", "matrix:30", "matrix", "equilibrium"]
    assert thinks(line.match, "swimmer 1", "easy") == thinks(line.match, "swimmer 1", "careful:10")
