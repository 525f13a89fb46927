"""House rules of Kelp: an owner of the printed game puts in other cards, numbers and currents; nonsense is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.kelp.forest import Forest
from tests.games.kelp.reef import Reef
from undertow.core.box import SOURCES, load_box
from undertow.core.errors import HouseRule, UnknownName
from undertow.core.game import find_game
from undertow.games import kelp
from undertow.games.kelp.state import CARD_NAMES, SHARK_CARD_NAMES, SPACE_NAMES

ENTRIES = load_box(Path(kelp.__file__).parent / "box.toml")
BOX = {key: entry.value for key, entry in ENTRIES.items()}


def card(name: str, **changes: Any) -> dict[str, Any]:
    key = f"octopus.cards.{name}"
    return {key: {**BOX[key], **changes}}


def shark_card(name: str, **changes: int) -> dict[str, Any]:
    key = f"shark.cards.{name}"
    return {key: {**BOX[key], **changes}}


def blocks(place: str, **changes: int) -> dict[str, Any]:
    key = f"octopus.blocks.{place}"
    return {key: {**BOX[key], **changes}}


def crossings(old: str, new: str) -> dict[str, Any]:
    return {"board.crossings": [line.replace(old, new) for line in BOX["board.crossings"]]}


def reach(old: str, *new: str) -> dict[str, Any]:
    return {"board.reach": [line for line in BOX["board.reach"] if line != old] + list(new)}


#: Every space but v0 and d0, joined to each other in one round trip.
ROUND_TRIP = [name for name in SPACE_NAMES if name not in ("v0", "d0")]
ISLAND = [f"{a} {b}" for a, b in zip(ROUND_TRIP, [*ROUND_TRIP[1:], ROUND_TRIP[0]], strict=True)]
NO_RED = {"shark.bag": {"blue": 7, "yellow": 3, "red": 0}} | {
    key: value for name in SHARK_CARD_NAMES for key, value in shark_card(name, red=0).items()
}
DEAR = {key: value for name in SHARK_CARD_NAMES for key, value in shark_card(name, cost=7).items()}


def refused(rules: dict[str, Any]) -> str:
    """The sentence with which this table is not set up."""
    with pytest.raises((HouseRule, UnknownName)) as refusal:
        find_game("kelp").set_up(2, rules)
    text = str(refusal.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


# What is in it --------------------------------------------------------------------------------------------------------


def test_every_number_says_where_it_comes_from() -> None:
    """Printed, found, decided, rebuilt or ours, and what it is for; every card has its entry."""
    assert all(entry.source in SOURCES and entry.about for entry in ENTRIES.values())
    keys = {f"octopus.cards.{name.lower().replace(' ', '_')}" for name in CARD_NAMES}
    assert keys | {f"shark.cards.{name}" for name in SHARK_CARD_NAMES} <= ENTRIES.keys()


@pytest.mark.parametrize(
    ("key", "source"),
    [
        ("rocky", "rebuilt"),
        ("round_cap", "ours"),
        ("board.exposed", "sheet"),
        ("board.kelp", "sheet"),
        ("board.crossings", "rebuilt"),
        ("octopus.cards.nimble_dodge", "sheet"),
        ("octopus.cards.blend_in", "rebuilt"),
        ("octopus.cards.eat_crab", "sheet"),
        ("octopus.blocks.on_board", "rebuilt"),
        ("shark.bag", "sheet"),
        ("shark.tile_dice", "found"),
        ("shark.tiles", "rebuilt"),
        ("shark.draw_more", "rebuilt"),
        ("board.reach", "rebuilt"),
        ("roll_at_least", "sheet"),
        ("food_stays", "sheet"),
        ("open_bag", "sheet"),
    ],
)
def test_what_the_sheet_lacks_is_marked(key: str, source: str) -> None:
    assert ENTRIES[key].source == source


# Replaced -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rocky", [1, 4, 6])
def test_rocky_zones_have_another_value(rocky: int) -> None:
    """The corners; a die that shows less cannot be placed there."""
    forest = Forest(rules={"rocky": rocky, "board.kelp": 5, "board.exposed": 1})
    assert [zone.value for zone in forest.view.zones] == [rocky, 5, rocky, 5, 1, 5, rocky, 5, rocky]
    forest.octopus_passes()
    forest.rolls("yellow 4", "yellow 5")
    forest.shark("swim v0")
    places = {0: {4, 5}, 1: {5}} if rocky <= 4 else {1: {5}}
    assert set(forest.match.legal("shark")) - {"done"} == {
        f"search {zone} with {pips}" for zone, dice in places.items() for pips in dice
    }


def test_after_the_last_round_the_octopus_has_won() -> None:
    """When the shark's turn of that round is over."""
    forest = Forest(rules={"round_cap": 1})
    assert forest.view.last_round == 1
    forest.octopus_passes()
    forest.rolls("blue 1", "blue 1")
    forest.shark("swim v0")
    assert forest.match.over
    assert forest.result.winners == ("Octopus",)
    assert forest.result.reason == "the shark has not found its prey in all this time"


def test_other_numbers_for_the_octopus() -> None:
    """Actions, hands, what the abalone learns, food to win."""
    rules = {
        "octopus.actions": 1,
        "octopus.hand_size": 3,
        "octopus.big_hand": 6,
        "octopus.free_learning": 1,
        "octopus.food_to_win": 3,
    }
    forest = Forest(hand=["Nimble Dodge", "Blend In"], rules=rules)
    assert (forest.view.octopus.hand_size, forest.view.octopus.in_hand, forest.view.octopus.actions) == (3, 3, 1)
    forest.octopus("discard Blend In")
    assert forest.view.turn == "shark"


def test_other_food() -> None:
    """A larger hand by the crab, less to learn by the abalone, and a win by one food."""
    rules = {"octopus.big_hand": 6, "octopus.free_learning": 1}
    reef = Reef("Fast Learning", "Blend In", eaten=["crab", "abalone"], rules=rules)
    reef.octopus("use crab", cards=["Blend In", "Stirred Sand", "Stirred Sand", "Nimble Dodge"])
    assert reef.view.octopus.in_hand == 6
    reef.octopus("use abalone", "learn move card", cards=["Cloud of Ink"])
    assert reef.phase == "the octopus acts"
    reef = Reef("Eat Crab", blocks={0: "octopus", 1: "crab"}, rules={"octopus.food_to_win": 1})
    reef.octopus("play Eat Crab")
    assert reef.match.over


def test_other_blocks_at_the_start() -> None:
    """Another trap stands in the forest, and its like beside the board."""
    rules = blocks("on_board", current_trap=0, den_trap=1) | blocks("aside", current_trap=1, den_trap=0)
    forest = Forest(blocks={0: "octopus", 8: "den trap"}, rules=rules)
    assert forest.blocks()[8] == "den trap"
    assert "den trap" not in forest.view.octopus.aside
    assert forest.match.beliefs("shark").blocks[0] == pytest.approx(
        {"octopus": 1 / 9, "shell": 7 / 9, "den trap": 1 / 9}
    )


def test_other_numbers_on_blocks() -> None:
    """What the double shell pays and how much the traps do."""
    reef = Reef("Cloud of Ink", blocks={0: "octopus", 5: "double shell"}, rules={"octopus.blocks.double_shell_pays": 3})
    reef.octopus("play Cloud of Ink", "reveal 5")
    assert reef.phase == "picking blocks to shuffle"
    rules = {"octopus.blocks.current_trap": 3, "octopus.blocks.hide_trap": 1}
    for trap, lying, actions in (
        ("current trap", [8], ["remove v1", "remove w1", "remove k1"]),
        ("hide trap", [4, 8], ["hide 8"]),
    ):
        reef = Reef("Blend In", "Blend In", blocks={8: "octopus", 1: trap}, lying=lying, rules=rules)
        reef.currents(v1=1, w1=2, k1=3)
        reef.rest()
        reef.swims_to("v0", "yellow 6", "blue 5")
        reef.shark("search 1 with 6")
        reef.octopus(*actions)
        assert reef.match.to_act == ("shark",)


def test_other_cards() -> None:
    """Cost and effect of any card, and how many there are."""
    rules = card("nimble_dodge", cost=0, swap=2, copies=1) | card("blend_in", hide=1, up_to=True, draw=2, trash=1)
    forest = Forest(hand=["Nimble Dodge", "Stirred Sand", "Blend In"], rules=rules)
    assert forest.view.octopus.in_draw == 2
    forest.octopus("play Nimble Dodge", "swap 0 1", "swap 1 4")
    assert forest.blocks()[4] == "octopus"
    assert "Nimble Dodge (free): swap two adjacent blocks, twice" in Forest(rules=rules).match.label(
        "octopus", "play Nimble Dodge"
    )


def test_a_card_that_does_more() -> None:
    """Hide, then trash, then draw; and a hide card may cost something, which it can hide again."""
    rules = card("blend_in", cost=1, hide=1, trash=1, draw=2)
    reef = Reef("Blend In", "Nimble Dodge", rules=rules)
    reef.octopus("play Blend In", "reveal 0")
    assert (reef.lying(), reef.phase) == (set(), "trashing")
    reef.octopus("trash Nimble Dodge from hand", cards=["Stirred Sand", "Stirred Sand"])
    assert reef.hand() == {"Stirred Sand": 2}


def test_a_hide_card_is_possible_if_some_payment_makes_it_so() -> None:
    """It costs two and hides two: paid with two shells it works, though the double shell alone would pay it."""
    reef = Reef("Blend In", blocks={0: "octopus", 5: "double shell"}, rules=card("blend_in", cost=2))
    assert "play Blend In" in reef.legal


def test_a_learn_card_for_the_starting_deck_and_a_starter_to_learn() -> None:
    """Cards change their piles, Fast Learning and the Eat cards excepted."""
    rules = card("stirred_sand", pile="move") | card("adaptation", pile="starter")
    forest = Forest(
        hand=["Adaptation", "Nimble Dodge", "Blend In"],
        piles=["Sharp Senses", "Perfect Disguise", "Stirred Sand", "Eat Crab"],
        rules=rules,
    )
    assert forest.hand()["Adaptation"] == 1
    assert [pile.below for pile in forest.view.octopus.piles] == [1, 2, 4, 3]


def test_a_pile_may_have_no_card() -> None:
    """Then nothing lies open there."""
    rules = card("sharp_senses", copies=0) | card("problem_solving", copies=0) | card("adaptation", copies=0)
    forest = Forest(piles=["Perfect Disguise", "Taking Chances", "Eat Crab"], rules=rules)
    assert [pile.open for pile in forest.view.octopus.piles] == [None, "Perfect Disguise", "Taking Chances", "Eat Crab"]


def test_other_crossings_and_reach() -> None:
    """Other spaces meet, and other zones are in reach."""
    swapped = [line.replace("v0 d0", "k0 d0").replace("k0 d6", "v0 d6") for line in BOX["board.crossings"]]
    forest = Forest(rules={"board.crossings": swapped} | reach("d0 0", "d0 04"))
    assert (set(forest.view.shark.ahead), forest.view.shark.reach) == ({"k0", "h0"}, [0, 4])
    forest.octopus_passes()
    forest.rolls("blue 1", "blue 1")
    assert forest.may("shark", "swim") == {"k0", "h0"}


def test_other_numbers_for_the_shark() -> None:
    """Bag, dice, tracks, slots, tiles and cards."""
    rules = {
        "shark.bag": {"blue": 0, "yellow": 3, "red": 2},
        "shark.draw": 1,
        "shark.hunger_track": 2,
        "shark.energy_slots": 1,
        "shark.tile_dice": 1,
        "shark.tiles": ["draw", "draw", "reroll", "exchange"],
        **shark_card("agile", cost=6, blue=0, yellow=1),
        **shark_card("relentless", yellow=0),
    }
    forest = Forest(rules=rules)
    shark = forest.view.shark
    assert (forest.bag, shark.hunger_track, shark.energy_slots, shark.tile_dice) == (rules["shark.bag"], 2, 1, 1)
    assert shark.tiles == rules["shark.tiles"]
    assert [(offer.card, offer.cost, offer.dice) for offer in shark.market if offer][1] == ("agile", 6, ["yellow"])
    forest.octopus_passes()
    forest.rolls("yellow 6")
    forest.shark("swim v0", "search 1 with 6")
    assert forest.view.shark.tiles_full == 1


# Refused --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"rocky": 7}, "'rocky' cannot be 7: it must be a whole number from 1 to 6"),
        ({"round_cap": 0}, "'round_cap' cannot be 0"),
        ({"octopus.hands": 4}, "there is no house rule 'octopus.hands'"),
        (crossings("v0 d0", "v0 v0"), "'v0 v0' must be two or more different spaces"),
        (crossings("v0 d0", "v0"), "'v0' must be two or more different spaces"),
        (crossings("v0 d0", "v0 x9"), "'board.crossings' cannot name the space 'x9': it must be one of v0, v1"),
        (crossings("v0 d0", "v0 v1"), "'board.crossings' names v1 more than twice"),
        (crossings("v0 v1 h0 h1", "v1 h0 h1"), "'board.crossings' needs v0 twice: every space has two ends"),
        (reach("d0 0"), "'board.reach' needs a line for the space d0"),
        (reach("d0 0", "z0 0"), "'board.reach' cannot name the space 'z0'"),
        (reach("d0 0", "d0 9"), "'d0 9' must be a space and one or two zones from 0 to 8"),
        (reach("d0 0", "d0 012"), "'d0 012' must be a space and one or two zones from 0 to 8"),
        (reach("d0 0", "d0"), "'d0' must be a space and one or two zones from 0 to 8"),
        (
            {"board.crossings": ["v0 d0", "v0 d0", *ISLAND]},
            "'board.crossings': no way leads from v0 to",
        ),
        (reach("d0 0", "d0 0", "d0 0"), "'board.reach' has two lines for the space d0"),
        (
            {"board.reach": [line.replace("4", "") if len(line) == 5 else line for line in BOX["board.reach"]]},
            "'board.reach': the shark could never reach zone 4 from any space",
        ),
        ({"octopus.big_hand": 3}, "'octopus.big_hand' is smaller than the hand size"),
        ({"shark.draw": 3, "shark.draw_more": 2}, "'shark.draw_more' is smaller than 'shark.draw'"),
        (NO_RED, "the shark needs a red die, in its bag or on a card, or it could never strike"),
        (shark_card("daring", number=7), "'shark.cards.daring': no die shows more than 6"),
        (shark_card("relentless", number=0), "'shark.cards.relentless' needs a number of 1 or more"),
        (shark_card("reactive", number=4), "'shark.cards.reactive': the shark never draws 4 dice"),
        (card("stirred_sand", shuffle=9), "after paying its cost too few hidden blocks are left to shuffle"),
        (DEAR | {"shark.energy_slots": 1}, "the shark could never pay for any card"),
        (blocks("on_board", shell=6), "'octopus.blocks.on_board' needs 9 blocks, one of them the octopus"),
        (blocks("on_board", octopus=0, shell=8), "needs 9 blocks, one of them the octopus"),
        (blocks("aside", octopus=1), "there is one octopus, and at most one of each trap"),
        (blocks("aside", den_trap=2), "at most one of each trap, food and double shell"),
        (blocks("aside", crab=0), "'octopus.blocks.aside' needs the four food blocks"),
        (blocks("on_board", crab=1, shell=6) | blocks("aside", crab=0), "needs the four food blocks"),
        (blocks("aside", shell=0), "there must be 8 shells or more"),
        (card("blend_in", pile="trash"), "'octopus.cards.blend_in' needs a pile: starter, learn, hide, move, eat"),
        (card("blend_in", copies=10), "the numbers of a card go from 0 to 9"),
        (card("blend_in", draw=-1), "the numbers of a card go from 0 to 9"),
        (card("blend_in", pile="eat"), "the Eat cards, one of each, are the pile 'eat'"),
        (card("eat_crab", pile="hide"), "the Eat cards, one of each, are the pile 'eat'"),
        (card("eat_crab", copies=2), "the Eat cards, one of each, are the pile 'eat'"),
        (card("cloud_of_ink", cost=4), "'octopus.cards.cloud_of_ink': a card costs at most 3"),
        (card("stirred_sand", shuffle=1), "a shuffle takes 2 to 9 blocks"),
        (card("taking_chances", shuffle=9), "a shuffle takes 2 to 9 blocks"),
        (card("eat_snail", cost=1), "an Eat card costs nothing and does nothing else"),
        (card("eat_snail", swap=1), "an Eat card costs nothing and does nothing else"),
        (card("blend_in", swap=1), "a card does one thing: swap, shuffle, hide or learn"),
        (card("blend_in", hide=0), "a card does one thing: swap, shuffle, hide or learn"),
        (card("fast_learning", copies=0), "Fast Learning is in the opening hand"),
        (card("fast_learning", pile="learn"), "Fast Learning is in the opening hand"),
        (card("fast_learning", cost="two"), "'octopus.cards.fast_learning' cannot be"),
        ({"shark.tiles": ["draw"]}, "'shark.tiles' needs 4 tiles"),
        ({"shark.tiles": ["draw", "draw", "draw", "fly"]}, "'shark.tiles' cannot be"),
        (shark_card("agile", red=12), "'shark.supply' has fewer red dice than the shark cards give"),
        ({"shark.bag": {"blue": 0, "yellow": 0, "red": 1}}, "'shark.bag' needs 2 dice or more"),
        (
            {key: value for name in SHARK_CARD_NAMES for key, value in shark_card(name, copies=0).items()},
            "the shark needs 4 cards or more for its market",
        ),
        ({"shark.draw_more": 4} | shark_card("hungry", number=3), "there is room for 6 dice in the pool"),
        (shark_card("reactive", number=0), "'shark.cards.reactive' needs a number of 1 or more"),
        (shark_card("vigilant", copies=13), "'shark.cards.vigilant' cannot be"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(rules: dict[str, Any], words: str) -> None:
    assert words in refused(rules)


def many_shark_cards(copies: int) -> dict[str, Any]:
    """So many copies of each of the eleven kinds, which bring no dice."""
    dice = dict.fromkeys(("blue", "yellow", "red"), 0)
    return {key: value for name in SHARK_CARD_NAMES for key, value in shark_card(name, copies=copies, **dice).items()}


def test_too_many_shark_cards_are_refused() -> None:
    """A hundred are a deck that can be played with; one card more, or twelve of each kind, are too many."""
    hundred = many_shark_cards(9) | shark_card("swift", copies=10, blue=0)
    assert Forest(rules=hundred).view.shark.in_deck == 96
    for rules in (hundred | shark_card("agile", copies=10, blue=0), many_shark_cards(12)):
        assert "the shark's deck can have at most 100 cards" in refused(rules)
