"""Energy: what is stored, what must be spent, the market, and the die that every spending costs."""

from __future__ import annotations

import pytest

from tests.games.kelp.forest import Forest
from undertow.core.errors import IllegalAction
from undertow.games.kelp.state import NO_CARD, SHARK_CARD_NAMES, broken

WORKED = ("observant", "daring", "swift", "reactive")  # 6, 5, 4 and 7
DEAR = ("hostile", "vigilant", "reactive", "reactive")


def forest(*energy: str, market: tuple[str, ...] = WORKED) -> Forest:
    """The shark comes out of the den d0 with this much energy."""
    made = Forest(market=market)
    made.had("aggressive")  # two more red dice
    made.stored(*energy)
    return made


def rests(made: Forest, *dice: str) -> Forest:
    """It rolls that and uses none of it."""
    made.hunts(*dice)
    made.shark("swim v0")
    if made.view.phase == "search and strike":
        made.shark("done")
    return made


def offers(made: Forest) -> list[str | None]:
    return [offer.card if offer else None for offer in made.view.shark.market]


def deck_runs_out(made: Forest) -> None:
    """The cards of the deck have all been replaced in earlier turns."""
    made.state.gone[:] += made.state.deck
    made.state.deck[:] = 0
    made.state.in_deck = 0


# Storing --------------------------------------------------------------------------------------------------------------


def test_what_is_left_of_the_pool_is_stored() -> None:
    """Whatever its colour, as it lies; the energy of earlier turns stays."""
    made = rests(forest("blue 1"), "red 1", "yellow 2")
    assert made.view.shark.energy == ["blue 1", "yellow 2", "red 1"]
    assert made.view.shark.pool == []


def test_of_too_many_dice_the_shark_stores_what_it_chooses() -> None:
    """There are three slots; the others go back into the bag."""
    made = rests(forest("blue 1", "blue 1"), "yellow 1", "red 2")
    assert made.match.legal("shark") == ["store yellow 1", "store red 2"]
    made.shark("store red 2")
    assert made.view.shark.energy == ["blue 1", "blue 1", "red 2"]
    assert made.bag == {"blue": 5, "yellow": 3, "red": 2}


def test_with_three_left_over_and_two_slots_it_chooses_twice() -> None:
    made = forest("blue 1")
    made.state.tiles = 4
    rests(made, "yellow 1", "red 1", "blue 2")
    made.shark("store red 1")
    assert made.match.legal("shark") == ["store blue 2", "store yellow 1"]
    made.shark("store blue 2")
    assert made.view.shark.energy == ["blue 1", "red 1", "blue 2"]


def test_equal_dice_need_no_choice() -> None:
    made = rests(forest("blue 1", "blue 1"), "yellow 1", "yellow 1")
    assert made.view.shark.energy == []  # three ones buy nothing: they went back
    assert made.bag == {"blue": 7, "yellow": 3, "red": 3}


# Spending -------------------------------------------------------------------------------------------------------------


def test_with_one_or_two_dice_it_may_spend() -> None:
    made = rests(forest(), "blue 6", "blue 4")
    assert set(made.match.legal("shark")) >= {"buy 1", "buy 2", "buy 3", "buy 4", "done"}
    made.shark("done")
    assert made.view.shark.energy == ["blue 4", "blue 6"]
    assert made.view.shark.hunger == []


def test_with_three_dice_it_must_spend() -> None:
    """A card at least; after that it may stop."""
    made = rests(forest("blue 4"), "blue 6", "blue 4")
    assert "done" not in made.match.legal("shark")
    made.shark("buy 3")
    made.chance("agile")
    assert "done" in made.match.legal("shark")
    made.shark("done")
    assert made.view.shark.energy == []


def test_where_one_card_is_all_it_can_buy_it_is_bought() -> None:
    """It must buy, no card can be replaced, one is cheap enough: nothing is left to ask."""
    made = forest("blue 1", "blue 1")
    deck_runs_out(made)
    made.hunts("blue 2", "yellow 2")
    made.shark("current 2 at v1", "swim v0")
    assert made.view.shark.cards == {"swift": 1}
    assert made.match.legal("shark") == ["feed blue", "feed yellow"]


def test_ten_energy() -> None:
    """The worked example: four cards for 6, 5, 4 and 7, and ten pips. Any one can be bought, or two for ten at most."""
    bought = set()
    for first in range(4):
        made = rests(forest(), "blue 6", "red 4")
        made.shark(f"buy {first + 1}")
        made.chance("hostile")  # costs nine: never a second card
        for second in {int(slot) - 1 for slot in made.may("shark", "buy")}:
            bought.add(frozenset((WORKED[first], WORKED[second])))
    assert bought == {frozenset(("observant", "swift")), frozenset(("daring", "swift"))}


def test_a_bought_card_is_replaced_at_once() -> None:
    """And may be bought too, if there is enough left. What is not spent is lost."""
    made = rests(forest("blue 6"), "blue 6", "yellow 2")
    made.shark("buy 3")
    assert (made.view.phase, offers(made)) == ("a card is turned up", ["observant", "daring", None, "reactive"])
    made.chance("agile")
    assert offers(made) == ["observant", "daring", "agile", "reactive"]
    made.shark("buy 3")
    made.chance("agile")
    assert made.view.shark.cards == {"swift": 1, "agile": 1}
    assert made.may("shark", "buy") == {"1", "2", "3"}
    made.shark("done", "feed blue")
    assert made.view.shark.energy == []
    assert int(made.state.spent) == 0


def test_prices_come_off_the_sum_of_all_dice() -> None:
    """Whatever their colours: 14 pips, five for one card, and nine are left."""
    made = rests(forest("red 6"), "blue 6", "yellow 2")
    assert made.match.prompt("shark") == "You have 14 pips of energy: you must buy a card."
    made.shark("buy 2")
    made.chance("hostile")
    assert made.match.prompt("shark") == "You have 9 pips of energy: you may buy cards."
    assert "buy 2" in made.match.legal("shark")


@pytest.mark.parametrize("card", SHARK_CARD_NAMES)
def test_a_bought_cards_dice_enter_the_bag_at_once(card: str) -> None:
    """The one way to more red dice. The card itself can be used from the next turn on."""
    others = [name for name in ("agile", "hungry", "observant", "swift") if name != card][:3]
    made = Forest(market=(card, *others))
    made.stored("blue 5")
    rests(made, "blue 6", "blue 6")
    offer = made.view.shark.market[0]
    assert offer is not None
    assert offer.card == card
    before = made.bag
    made.shark("buy 1")
    after = made.bag
    assert [colour for colour in before for _ in range(after[colour] - before[colour])] == offer.dice
    assert made.view.shark.cards == {card: 1}


# Hunger ---------------------------------------------------------------------------------------------------------------


def test_each_spending_costs_one_die() -> None:
    """Several cards at once cost one die together: the shark says which, the others go back into the bag."""
    made = rests(forest("red 5"), "blue 6", "yellow 2")
    made.shark("buy 3")
    made.chance("agile")
    made.shark("buy 2")
    made.chance("agile")
    made.shark("done")
    assert made.match.legal("shark") == ["feed blue", "feed yellow", "feed red"]
    made.shark("feed yellow")
    assert made.view.shark.hunger == ["yellow"]
    assert made.view.shark.energy == []
    assert made.bag == {"blue": 8, "yellow": 2, "red": 4}  # swift gave a blue die, daring a red one
    assert broken(made.box, made.state) == ""


def test_a_lone_die_is_the_one_that_goes() -> None:
    """Nothing to choose, nothing for the bag."""
    made = forest()
    made.hunts("blue 6", "blue 1")
    made.shark("current 1 at w0", "swim v0", "buy 3")
    made.chance("hostile")
    assert made.view.shark.hunger == ["blue"]
    assert made.bag == {"blue": 6, "yellow": 3, "red": 3}
    assert made.match.to_act == ("octopus",)


def test_saving_energy_costs_nothing() -> None:
    made = rests(forest(), "blue 3", "blue 2")
    made.shark("done")
    assert made.view.shark.hunger == []


def test_spending_with_the_seventh_die_exhausts() -> None:
    made = forest("blue 6")
    made.fed(*["blue"] * 3, *["yellow"] * 3)
    rests(made, "blue 4", "blue 1")
    made.shark("buy 3")
    made.chance("agile")
    made.shark("done")
    assert made.result.winners == ("Octopus",)
    assert made.view.shark.hunger.count("blue") == 4


# The market -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", [1, 4])
def test_a_card_can_be_replaced_once_a_turn(slot: int) -> None:
    """A die shows one less, any card of the four leaves the game, and the top one of the deck takes its place."""
    made = rests(forest(), "blue 4", "yellow 2")
    assert made.may("shark", "replace") == {f"{slot} with die {die}" for slot in range(1, 5) for die in (1, 2)}
    made.shark(f"replace {slot} with die 1")
    made.chance("hostile")
    assert offers(made) == [*WORKED[: slot - 1], "hostile", *WORKED[slot:]]
    assert made.view.shark.energy == ["blue 3", "yellow 2"]
    assert made.may("shark", "replace") == set()
    assert made.view.shark.hunger == []  # nothing was spent


def test_the_next_turn_a_card_can_be_replaced_again() -> None:
    made = rests(forest(), "blue 4", "yellow 2")
    made.shark("replace 4 with die 2")
    made.chance("hostile")
    made.shark("done")
    made.hunts("yellow 2", "blue 1")
    made.shark("current 1 at k2", "swim v1", "done")
    assert made.may("shark", "replace") == {f"{slot} with die {die}" for slot in range(1, 5) for die in (1, 3)}


def test_nobody_is_asked_to_replace_a_card_where_nothing_can_be_afforded() -> None:
    """Nothing in the market, and nothing that may come for a pip less; with a pip more a swift may come."""
    made = rests(forest(market=DEAR), "blue 2", "yellow 2")
    assert made.view.turn == "octopus"
    made = rests(forest(market=DEAR), "blue 3", "yellow 2")
    assert made.may("shark", "replace") == {f"{slot} with die {die}" for slot in range(1, 5) for die in (1, 2)}
    assert made.match.prompt("shark") == "You have 5 pips of energy: you may replace a market card."


def test_as_a_house_rule_a_card_can_be_replaced_at_any_time() -> None:
    made = rests(Forest(market=DEAR, rules={"replace_anytime": True}), "blue 1", "yellow 2")
    assert made.may("shark", "replace") == {f"{slot} with die 2" for slot in range(1, 5)}


def test_no_die_goes_below_one() -> None:
    made = rests(forest("blue 1"), "blue 1", "blue 3")
    assert made.may("shark", "replace") == {f"{slot} with die 3" for slot in range(1, 5)}


def test_equal_dice_are_offered_once() -> None:
    made = rests(forest(), "blue 3", "blue 3")
    assert made.may("shark", "replace") == {f"{slot} with die 1" for slot in range(1, 5)}


def test_a_card_can_be_replaced_after_another_was_bought() -> None:
    """With pips that are not spent yet."""
    made = rests(forest(), "blue 5", "blue 4")
    made.shark("buy 3")
    made.chance("hostile")
    assert made.may("shark", "replace") == {f"{slot} with die {die}" for slot in range(1, 5) for die in (1, 2)}
    made.shark("replace 2 with die 2")
    made.chance("hungry")
    assert made.match.legal("shark") == ["buy 2", "done"]


def test_who_can_afford_nothing_gets_its_dice_back() -> None:
    """Three dice, nothing cheap enough and nothing to reduce: all go into the bag, none to the hunger track."""
    made = forest("blue 1", "blue 1")
    events = rests(made, "yellow 1", "yellow 1").match.log("shark")
    assert "The shark can afford nothing: all its energy goes back into the bag." in events
    assert (made.view.shark.energy, made.view.shark.hunger) == ([], [])
    assert made.bag == {"blue": 7, "yellow": 3, "red": 3}


def test_before_it_gives_up_it_has_to_reduce_a_die() -> None:
    """As long as a card may come that it can afford it must try; then it has to buy that or gives up."""
    made = rests(forest("blue 1", market=DEAR), "yellow 2", "blue 1")
    assert made.view.shark.energy == []  # no card is that cheap: nothing to try
    assert made.view.shark.hunger == []
    made = rests(forest("blue 1", market=DEAR), "yellow 2", "blue 2")
    assert made.match.legal("shark") == [f"replace {slot} with die {die}" for die in (2, 3) for slot in range(1, 5)]
    made.shark("replace 1 with die 3")
    made.chance("observant")
    assert (made.view.shark.energy, made.view.shark.hunger) == ([], [])
    made = rests(forest("blue 1", market=DEAR), "yellow 2", "blue 2")
    made.shark("replace 1 with die 3")
    made.chance("agile")
    assert made.view.shark.cards == {"agile": 1}  # four pips: it is all it can buy, and it must
    made.chance("agile")
    assert made.match.legal("shark") == ["feed blue", "feed yellow"]


def test_when_the_deck_is_out_a_slot_stays_empty() -> None:
    """Nothing can be replaced any more, and what is left can still be bought."""
    made = forest()
    deck_runs_out(made)
    rests(made, "blue 6", "blue 4")
    assert made.match.legal("shark") == ["buy 1", "buy 2", "buy 3", "buy 4", "done"]
    made.shark("buy 3")
    assert offers(made) == ["observant", "daring", None, "reactive"]
    assert made.match.legal("shark") == ["buy 1", "buy 2", "done"]


def test_with_no_card_left_energy_buys_nothing() -> None:
    made = forest("blue 6")
    deck_runs_out(made)
    for card in made.state.market.tolist():
        made.state.gone[card] += 1
    made.state.market[:] = NO_CARD
    rests(made, "blue 6", "blue 4")
    assert (made.view.shark.energy, made.view.shark.hunger) == ([], [])


def test_nobody_buys_beyond_its_means() -> None:
    made = rests(forest(), "blue 4", "yellow 1")
    with pytest.raises(IllegalAction):
        made.shark("buy 1")
