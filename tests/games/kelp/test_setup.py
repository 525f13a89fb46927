"""Setting up Kelp: blocks, cards, dice and the shark's den, and who begins."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.kelp.forest import Forest
from undertow.core.errors import HouseRule, IllegalAction
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games.kelp.rules import legal
from undertow.games.kelp.state import BLOCK_NAMES, CARD_NAMES, OCTOPUS, PAIRS, SHARK, SPACE_NAMES

BOX = find_game("kelp").set_up(2, {}).box[0]
BLOCKS = ["shell", "shell", "octopus", "shell", "current trap", "shell", "shell", "shell", "shell"]
MARKET = ["swift", "vigilant", "swift", "hostile"]
PILES = ["Adaptation", "Shed Skin", "Cloud of Ink", "Eat Snail"]


def laid(*outcomes: str) -> Match:
    """A table as far as these outcomes of chance lay it out."""
    match = Match("kelp", 2, auto_chance=False)
    for outcome in outcomes:
        match.play("chance", outcome)
    return match


# In the box -----------------------------------------------------------------------------------------------------------


def test_an_octopus_and_a_shark() -> None:
    """It is a game for two, and each looks through eyes of their own."""
    match = laid()
    assert match.seats == ("octopus", "shark")
    assert match.viewers == ("octopus", "shark", "spectator")
    for players in (1, 3):
        with pytest.raises(HouseRule):
            Match("kelp", players)


def test_eighteen_blocks() -> None:
    """One octopus, eight shells, a double shell, four traps and four foods."""
    blocks = dict(zip(BLOCK_NAMES, BOX.blocks.tolist(), strict=True))
    assert sum(blocks.values()) == 18
    assert blocks.pop("shell") == 8
    assert set(blocks.values()) == {1}


def test_21_cards_of_17_kinds() -> None:
    """Eight starters, three cards to learn of each of three types, and an Eat card for each food."""
    assert len(CARD_NAMES) == 17
    assert BOX.copies.sum() == 21
    by_pile = {pile: int(BOX.copies[BOX.pile == pile].sum()) for pile in (-1, 0, 1, 2, 3)}
    assert by_pile == {-1: 8, 0: 3, 1: 3, 2: 3, 3: 4}


def test_cards_cost_none_to_three_and_hiding_is_free() -> None:
    """What it costs to play each card; hide cards and Eat cards cost nothing."""
    costs = dict(zip(CARD_NAMES, BOX.cost.tolist(), strict=True))
    assert set(costs.values()) == {0, 1, 2, 3}
    assert {name for name, cost in costs.items() if not cost} == {
        "Blend In",
        "Perfect Disguise",
        "Shed Skin",
        "Second Wind",
        "Eat Crab",
        "Eat Snail",
        "Eat Lobster",
        "Eat Abalone",
    }
    assert {name for name, cost in costs.items() if cost > 1} == {"Fast Learning", "Sudden Evasion", "Cloud of Ink"}


def test_nine_zones_with_their_values() -> None:
    """The exposed zone in the middle is easiest to search, rocky corners are harder, the kelp beside it hardest."""
    assert [zone.value for zone in Forest().view.zones] == [3, 4, 3, 4, 2, 4, 3, 4, 3]


def test_adjacent_means_side_by_side() -> None:
    """Zones touch along their edges; a corner is not enough."""
    assert len(PAIRS) == 12
    for a, b in PAIRS:
        assert abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1
        assert BOX.beside[a] >> b & 1
        assert BOX.beside[b] >> a & 1


# Step by step ---------------------------------------------------------------------------------------------------------


def test_the_sharks_bag() -> None:
    """Seven blue dice, three yellow, one red; nothing on the growth tiles, the hunger track or in the energy slots."""
    forest = Forest()
    shark = forest.view.shark
    assert forest.bag == {"blue": 7, "yellow": 3, "red": 1}
    assert (shark.pool, shark.energy, shark.saved, shark.hunger, shark.growth) == ([], [], [], [], [])
    assert (shark.cards, shark.used, shark.tiles_full, len(shark.tiles)) == ({}, {}, 0, 4)


def test_the_rest_of_the_dice_is_what_the_cards_give() -> None:
    """15 blue, 10 yellow and 10 red dice in all."""
    assert BOX.shark_copies.sum() == 20
    given = (BOX.card_dice * BOX.shark_copies[:, None]).sum(axis=0)
    assert (given + BOX.start_dice).tolist()[1:] == [15, 10, 10]


def test_four_cards_lie_in_the_market() -> None:
    """The shark's deck is shuffled and four of its 20 cards are turned up, each as likely as the copies there are."""
    match = laid(*BLOCKS)
    assert match.odds()["swift"] == Fraction(2, 20)
    match = laid(*BLOCKS, "swift")
    assert match.odds()["swift"] == Fraction(1, 19)
    view = laid(*BLOCKS, *MARKET).view("octopus")
    assert [offer.card for offer in view.shark.market] == MARKET
    assert view.shark.in_deck == 16


def test_four_piles_with_an_open_card_each() -> None:
    """Cards that are no starters are sorted by type; each pile is shuffled alone and its top card can be read."""
    match = laid(*BLOCKS, *MARKET)
    assert match.odds() == {name: Fraction(1, 3) for name in ("Sharp Senses", "Problem Solving", "Adaptation")}
    match = laid(*BLOCKS, *MARKET, *PILES[:3])
    assert match.odds() == {f"Eat {food}": Fraction(1, 4) for food in ("Crab", "Snail", "Lobster", "Abalone")}
    piles = laid(*BLOCKS, *MARKET, *PILES).view("shark").octopus.piles
    assert [(pile.name, pile.open, pile.below) for pile in piles] == [
        ("learn", "Adaptation", 2),
        ("hide", "Shed Skin", 2),
        ("move", "Cloud of Ink", 2),
        ("eat", "Eat Snail", 3),
    ]


def test_nine_blocks_wait_beside_the_board() -> None:
    """The foods, the double shell, a shell to spare and the three traps that are not in the forest yet."""
    aside = ["shell", "currents trap", "hide trap", "den trap", "double shell", "crab", "snail", "lobster", "abalone"]
    assert Forest().view.octopus.aside == dict.fromkeys(aside, 1)


def test_nothing_is_played_eaten_or_gone_yet() -> None:
    octopus = Forest().view.octopus
    assert (octopus.discard, octopus.played, octopus.trash, octopus.eaten, octopus.unused) == ({}, {}, {}, [], [])
    assert octopus.food_to_win == 4


def test_three_pairs_of_confrontation_cards() -> None:
    assert Forest().view.confrontation.strategies == ["fight", "flight", "flinch"]


def test_nine_blocks_are_pulled_out_of_the_bag_into_the_zones() -> None:
    """Octopus, one trap and seven shells, blindly, one after the other; from top to bottom and from left to right."""
    match = laid()
    assert match.odds() == {
        "octopus": Fraction(1, 9),
        "shell": Fraction(7, 9),
        "current trap": Fraction(1, 9),
    }
    for number, block in enumerate(BLOCKS):
        assert [zone.in_bag for zone in match.view("octopus").zones] == [zone >= number for zone in range(9)]
        match.play("chance", block)
    assert [zone.block for zone in match.view("octopus").zones] == BLOCKS


def test_the_blocks_stand_and_only_the_octopus_sees_them() -> None:
    forest = Forest(blocks=dict(enumerate(BLOCKS)))
    assert forest.blocks() == BLOCKS
    assert forest.hidden() == set(range(9))
    for viewer in ("shark", "spectator"):
        assert [zone.block for zone in forest.seen(viewer).zones] == [None] * 9


def test_the_opening_hand_is_fast_learning_and_three_cards() -> None:
    """Fast Learning is set aside for it; the other seven starters are the draw pile, and three cards come from it."""
    match = laid(*BLOCKS, *MARKET, *PILES)
    assert match.odds() == {
        "Nimble Dodge": Fraction(3, 7),
        "Stirred Sand": Fraction(2, 7),
        "Blend In": Fraction(2, 7),
    }
    forest = Forest(hand=["Blend In", "Nimble Dodge", "Blend In"])
    assert forest.hand() == {"Fast Learning": 1, "Nimble Dodge": 1, "Blend In": 2}
    assert (forest.view.octopus.in_hand, forest.view.octopus.hand_size, forest.view.octopus.in_draw) == (4, 4, 4)


@pytest.mark.parametrize("den", ["d0", "d2", "d6", "d8"])
def test_the_octopus_puts_the_shark_into_a_den(den: str) -> None:
    """Any of the four; it looks at the middle of the board, so that it may leave to either side."""
    match = laid(*BLOCKS, *MARKET, *PILES, "Nimble Dodge", "Blend In", "Blend In")
    assert (match.to_act, match.view("shark").shark.at) == (("octopus",), None)
    assert match.legal("octopus") == ["den d0", "den d2", "den d6", "den d8"]
    match.play("octopus", f"den {den}")
    shark = match.view("shark").shark
    assert (shark.at, shark.reach) == (den, [int(den[1])])
    exits = {"d0": {"v0", "h0"}, "d2": {"w0", "h2"}, "d6": {"v2", "k0"}, "d8": {"w2", "k2"}}
    assert set(shark.ahead) == exits[den]
    assert den in SPACE_NAMES


def test_the_octopus_takes_the_first_turn() -> None:
    forest = Forest()
    view = forest.view
    assert (view.phase, view.round, view.turn, view.octopus.actions) == ("the octopus acts", 1, "octopus", 2)
    assert forest.match.to_act == ("octopus",)
    assert forest.match.legal("shark") == []
    out = forest.match.setup.room_for_actions()
    assert legal(forest.box, forest.state, OCTOPUS, out) == len(forest.match.legal("octopus"))
    assert legal(forest.box, forest.state, SHARK, out) == 0
    with pytest.raises(IllegalAction, match="waiting for octopus"):
        forest.shark("swim v0")
