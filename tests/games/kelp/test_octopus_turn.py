"""The octopus's turn: two actions of three kinds, what they cost, drawing cards, and how the turn ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.kelp.forest import Forest
from tests.games.kelp.reef import SKILLS, Reef
from undertow.core.game import find_game

STARTERS = ["Nimble Dodge", "Nimble Dodge", "Nimble Dodge", "Stirred Sand", "Stirred Sand", "Blend In", "Blend In"]


# Two actions ----------------------------------------------------------------------------------------------------------


def test_two_actions_then_it_is_the_sharks_turn() -> None:
    """The octopus takes exactly two: it cannot leave one out."""
    forest = Forest()
    assert not {"end turn", "done"} & set(forest.match.legal("octopus"))
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert (forest.view.octopus.actions, forest.match.to_act) == (1, ("octopus",))
    assert "end turn" not in forest.match.legal("octopus")
    forest.octopus("discard Blend In", "done")
    assert (forest.view.turn, forest.match.to_act, forest.view.phase) == ("shark", ("chance",), "drawing dice")


def test_the_same_action_twice() -> None:
    """Playing twice, discarding twice, or one of each in any order."""
    forest = Forest()
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1", "play Fast Learning", "reveal 6", "reveal 7")
    forest.octopus("learn double shell", "exchange 6", "learn den trap", "exchange 7")
    assert forest.view.turn == "shark"
    forest = Forest()
    forest.octopus("discard Nimble Dodge", "discard Stirred Sand")
    assert (forest.view.turn, forest.hand()) == ("shark", {"Fast Learning": 1, "Blend In": 1})


def test_three_kinds_of_actions() -> None:
    """Play a card, draw up to the hand size, or discard a card: one of each can be chosen with three cards in hand."""
    reef = Reef("Nimble Dodge", "Stirred Sand", "Blend In", lying=[1, 2])
    assert reef.legal == {
        "play Nimble Dodge",
        "play Stirred Sand",
        "play Blend In",
        "draw",
        "discard Nimble Dodge",
        "discard Stirred Sand",
        "discard Blend In",
    }


# Paying ---------------------------------------------------------------------------------------------------------------


def test_a_card_is_paid_before_its_effect() -> None:
    """As many hidden blocks are revealed as the card says, and only then it does something."""
    reef = Reef("Sudden Evasion")
    reef.octopus("play Sudden Evasion")
    assert (reef.phase, reef.view.octopus.to_pay) == ("paying", 2)
    assert reef.match.prompt("octopus") == "Reveal 2 blocks to pay for Sudden Evasion."
    reef.octopus("reveal 3")
    assert (reef.phase, reef.view.octopus.to_pay) == ("paying", 1)
    reef.octopus("reveal 5")
    assert (reef.phase, reef.lying()) == ("swapping", {3, 5})


def given_away(reef: Reef) -> set[str]:
    """What is asked about once more because the shark would see where the octopus is."""
    return {offer.action for offer in reef.match.offered("octopus") if offer.gives_away}


def costs(card: str, cost: int) -> dict[str, Any]:
    """A card of the box with another cost."""
    return {**find_game("kelp").entries[f"octopus.cards.{card}"].value, "cost": cost}


def test_paying_with_the_octopus_itself_is_asked_about_once_more() -> None:
    """It shows the shark for good where the octopus is: the offer says so, and no other does."""
    forest = Forest(blocks={0: "octopus", 8: "current trap"})
    forest.octopus("play Nimble Dodge")
    told = {offer.parts["zone"]: offer.gives_away for offer in forest.match.offered("octopus") if offer.gives_away}
    assert told == {0: "The shark then sees where the octopus is."}


def test_eating_with_a_hidden_octopus_is_asked_about_once_more() -> None:
    """It is revealed with its food; one that lies open has nothing left to give away."""
    hand, blocks = ("Eat Crab", "Blend In", "Nimble Dodge"), {0: "octopus", 1: "crab"}
    assert given_away(Reef(*hand, blocks=blocks, lying=[5, 6])) == {"play Eat Crab"}
    assert given_away(Reef(*hand, blocks=blocks, lying=[0, 5, 6])) == set()


def test_the_meal_that_wins_is_not_asked_about() -> None:
    eaten = ["snail", "lobster", "abalone"]
    assert given_away(Reef("Eat Crab", blocks={0: "octopus", 1: "crab"}, eaten=eaten, used=eaten)) == set()


def test_a_card_that_only_the_octopus_can_pay_is_asked_about_once_more() -> None:
    """Nobody asks which blocks pay where all of them must; where there is a choice, that is asked about."""
    reef = Reef("Cloud of Ink", "Nimble Dodge", blocks={0: "octopus"}, lying=range(3, 9))
    assert given_away(reef) == {"play Cloud of Ink"}
    reef.octopus("play Nimble Dodge")
    assert given_away(reef) == {"reveal 0"}


def test_a_payment_that_leaves_only_the_octopus_is_asked_about_once_more() -> None:
    """Three blocks beside the middle one have to stay hidden for the shuffle, so the middle one must pay as well."""
    rules = {"octopus.cards.taking_chances": costs("taking_chances", 2)}
    reef = Reef("Taking Chances", blocks={4: "octopus"}, lying=[5, 6, 7, 8], rules=rules)
    reef.octopus("play Taking Chances")
    assert {"reveal 0", "reveal 4"} <= reef.legal
    assert given_away(reef) == {"reveal 0", "reveal 1", "reveal 2", "reveal 3", "reveal 4"}


def test_any_hidden_block_pays_also_food_traps_and_the_octopus() -> None:
    """A block that lies open already pays nothing."""
    blocks = {0: "octopus", 1: "crab", 2: "hide trap", 3: "double shell"}
    reef = Reef("Nimble Dodge", discard=["Eat Crab"], blocks=blocks, lying=[8])
    reef.octopus("play Nimble Dodge")
    assert reef.may("octopus", "reveal") == {"0", "1", "2", "3", "4", "5", "6", "7"}
    reef.octopus("reveal 0")
    assert reef.view.zones[0].block == "octopus"


@pytest.mark.parametrize(("card", "cost"), [("Nimble Dodge", 1), ("Sudden Evasion", 2), ("Cloud of Ink", 3)])
def test_the_cost_is_paid_in_full_or_not_at_all(card: str, cost: int) -> None:
    """With too few hidden blocks the card cannot be played; with just enough it can, and they are all revealed."""
    reef = Reef(card, lying=range(cost - 1, 9))
    assert reef.legal == {f"discard {card}", "draw"}
    reef = Reef(card, lying=range(cost, 9))
    reef.octopus(f"play {card}")
    assert reef.lying() == set(range(9))


def test_a_free_card_reveals_nothing() -> None:
    reef = Reef("Blend In", "Nimble Dodge", lying=[1, 2])
    reef.octopus("play Blend In")
    assert reef.lying() == set()


def test_revealing_the_double_shell_counts_as_two() -> None:
    """It pays a cost of two alone, and two of three."""
    reef = Reef("Sudden Evasion", blocks={0: "octopus", 5: "double shell"})
    reef.octopus("play Sudden Evasion")
    assert reef.match.label("octopus", "reveal 5") == "Reveal zone 5 (double shell): pays 2"
    reef.octopus("reveal 5")
    assert (reef.phase, reef.lying()) == ("swapping", {5})
    reef = Reef("Cloud of Ink", blocks={0: "octopus", 5: "double shell"})
    reef.octopus("play Cloud of Ink", "reveal 5", "reveal 8")
    assert reef.phase == "picking blocks to shuffle"


@pytest.mark.parametrize(("card", "reveals"), [("Nimble Dodge", [5]), ("Sudden Evasion", [8, 5])])
def test_the_double_shell_may_pay_too_much(card: str, reveals: list[int]) -> None:
    """Nobody gives change: it can pay what is left even if that is one only."""
    reef = Reef(card, blocks={0: "octopus", 5: "double shell"})
    reef.octopus(f"play {card}", *(f"reveal {zone}" for zone in reveals))
    assert (reef.phase, reef.view.octopus.to_pay, reef.lying()) == ("swapping", 0, set(reveals))


def test_the_double_shell_makes_a_card_affordable() -> None:
    """Two hidden blocks pay three if one is the double shell; once it lies there it pays nothing."""
    blocks = {0: "octopus", 1: "double shell"}
    assert "play Cloud of Ink" in Reef("Cloud of Ink", blocks=blocks, lying=range(2, 9)).legal
    assert "play Cloud of Ink" not in Reef("Cloud of Ink", blocks=blocks, lying=[1, *range(3, 9)]).legal
    assert "play Sudden Evasion" in Reef("Sudden Evasion", blocks=blocks, lying=[0, *range(2, 9)]).legal


# The full effect ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "lying", "possible"),
    [
        ("Stirred Sand", range(4, 9), True),  # four stand: one pays, three are shuffled
        ("Stirred Sand", range(3, 9), False),
        ("Taking Chances", [4, 5, 6, 7, 8], True),  # the middle lies there, one pays, three are left
        ("Taking Chances", [3, 4, 5, 6, 7, 8], False),
        ("Taking Chances", [3, 5, 6, 7, 8], True),  # the middle can pay
        ("Taking Chances", [2, 3, 5, 6, 7, 8], False),
        ("Blend In", [7, 8], True),
        ("Blend In", [8], False),
        ("Perfect Disguise", [8], True),  # up to so many: one is enough
        ("Perfect Disguise", [], False),
        ("Shed Skin", [8], True),
        ("Shed Skin", [], False),
        ("Second Wind", [8], True),
        ("Second Wind", [], False),
        ("Nimble Dodge", range(1, 9), True),
        ("Eat Crab", [], False),  # it is not in the forest
    ],
)
def test_a_card_is_played_only_if_its_full_effect_is_possible(card: str, lying: list[int], possible: bool) -> None:
    """Once it is paid there must be enough blocks for what it does; "up to" needs one at least."""
    reef = Reef(card, "Fast Learning", lying=lying)
    assert (f"play {card}" in reef.legal) == possible
    assert f"discard {card}" in reef.legal


def test_nothing_left_to_learn() -> None:
    """A Learn card needs something to learn: a card, or a block with a revealed one to leave for it."""
    gone = [*SKILLS[1:], "Eat Crab", "Eat Snail", "Eat Lobster", "Eat Abalone"]
    on_board = {1: "current trap", 2: "currents trap", 3: "hide trap", 4: "den trap", 5: "double shell"}
    reef = Reef("Sharp Senses", trash=gone, blocks={0: "octopus", **on_board}, lying=[8])
    assert "play Sharp Senses" not in reef.legal
    reef = Reef("Sharp Senses", trash=gone, blocks={0: "octopus"}, lying=[8])
    assert "play Sharp Senses" in reef.legal


def test_learning_two_needs_two_things() -> None:
    """With one card left to learn and no block beside the board Fast Learning cannot be played."""
    food = ["Eat Crab", "Eat Snail", "Eat Lobster", "Eat Abalone"]
    on_board = {1: "current trap", 2: "currents trap", 3: "hide trap", 4: "den trap", 5: "double shell"}
    reef = Reef("Fast Learning", trash=[*SKILLS[1:], *food], blocks={0: "octopus", **on_board})
    assert "play Fast Learning" not in reef.legal
    reef = Reef("Fast Learning", trash=[*SKILLS[2:], *food], blocks={0: "octopus", **on_board})
    assert "play Fast Learning" in reef.legal
    reef = Reef("Fast Learning", trash=[*SKILLS[1:], *food[1:]], blocks={0: "octopus", **on_board})
    assert "play Fast Learning" in reef.legal


def test_two_foods_need_two_places() -> None:
    """Problem Solving reveals one shell only, and food that has entered does not leave: two Eat cards are too many."""
    on_board = {1: "current trap", 2: "currents trap", 3: "hide trap", 4: "den trap", 5: "double shell"}
    gone, eaten = [card for card in SKILLS if card != "Problem Solving"], ["crab", "snail"]
    for lying, possible in (([], False), ([8], True)):
        blocks = {0: "octopus", **on_board}
        reef = Reef("Problem Solving", trash=gone, blocks=blocks, lying=lying, eaten=eaten, used=eaten)
        assert ("play Problem Solving" in reef.legal) == possible


def test_a_payment_that_would_spoil_the_effect_is_not_offered() -> None:
    """Only blocks are left to learn: they take the place of what was revealed, and the octopus never leaves."""
    reef = Reef("Sharp Senses", trash=SKILLS[1:], blocks={0: "octopus"})
    reef.octopus("play Sharp Senses")
    assert reef.may("octopus", "reveal") == {"1", "2", "3", "4", "5", "6", "7", "8"}


def test_where_only_octopus_and_food_stand_nothing_can_be_paid_for_a_block() -> None:
    """At a table where food stays in the forest neither can leave, so revealing them makes no room."""
    rules = {"food_stays": True}
    blocks = {0: "octopus", 1: "crab", 2: "snail", 3: "lobster", 4: "abalone"}
    eats = ["Eat Crab", "Eat Snail", "Eat Lobster", "Eat Abalone"]
    reef = Reef("Sharp Senses", discard=eats, trash=SKILLS[1:], blocks=blocks, lying=[5, 6, 7, 8], rules=rules)
    assert "play Sharp Senses" in reef.legal
    reef.octopus("play Sharp Senses")
    assert reef.may("octopus", "reveal") == {"0", "1", "2", "3", "4"}
    reef = Reef("Sharp Senses", discard=eats, trash=SKILLS[1:], blocks=blocks, rules=rules)
    reef.octopus("play Sharp Senses")
    assert reef.may("octopus", "reveal") == {"5", "6", "7", "8"}
    reef = Reef("Sharp Senses", discard=eats, trash=SKILLS[1:], blocks=blocks)
    reef.octopus("play Sharp Senses")
    assert reef.may("octopus", "reveal") == {"1", "2", "3", "4", "5", "6", "7", "8"}


def test_two_blocks_revealed_as_payment_make_room_for_two() -> None:
    """Two Eat cards are all there is to learn; Fast Learning reveals two shells, and both foods take their places."""
    on_board = {1: "current trap", 2: "currents trap", 3: "hide trap", 4: "den trap", 5: "double shell"}
    eaten = ["crab", "snail"]
    reef = Reef("Fast Learning", trash=SKILLS, blocks={0: "octopus", **on_board}, eaten=eaten, used=eaten)
    assert "play Fast Learning" in reef.legal


# Drawing --------------------------------------------------------------------------------------------------------------


def test_drawing_fills_the_hand() -> None:
    """An action: up to the hand size, at random from the draw pile."""
    reef = Reef("Nimble Dodge", "Blend In")
    reef.octopus("draw")
    assert reef.match.odds() == {
        "Fast Learning": Fraction(1, 6),
        "Nimble Dodge": Fraction(2, 6),
        "Stirred Sand": Fraction(2, 6),
        "Blend In": Fraction(1, 6),
    }
    reef.chance("Stirred Sand", "Stirred Sand")
    assert reef.hand() == {"Nimble Dodge": 1, "Blend In": 1, "Stirred Sand": 2}
    assert (reef.view.octopus.actions, reef.view.octopus.in_draw) == (1, 4)


def test_with_a_full_hand_nobody_draws() -> None:
    """Drawing needs fewer cards in hand than the hand size."""
    forest = Forest()
    assert "draw" not in forest.match.legal("octopus")
    forest.octopus("discard Blend In")
    assert "draw" in forest.match.legal("octopus")


def test_with_an_empty_hand_it_must_draw() -> None:
    """There is no other action, so it happens by itself and takes one."""
    reef = Reef("Nimble Dodge", "Blend In")
    reef.octopus("discard Nimble Dodge", "discard Blend In")
    reef.rolls("blue 5", "blue 5")
    reef.shark("swim v0", "done")
    assert (reef.view.round, reef.match.to_act, reef.phase) == (2, ("chance",), "drawing cards")
    reef.chance("Nimble Dodge", "Nimble Dodge", "Stirred Sand", "Stirred Sand")
    assert (reef.view.octopus.actions, reef.view.octopus.in_hand) == (1, 4)


def test_with_an_empty_hand_food_can_be_used_first() -> None:
    """Then there is something to decide; without food left it draws by itself."""
    reef = Reef("Nimble Dodge", eaten=["lobster"])
    reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert reef.legal == {"draw", "use lobster"}
    reef.octopus("use lobster")
    assert (reef.hidden(), reef.phase, reef.view.octopus.actions) == (set(range(9)), "drawing cards", 0)


def test_the_last_card_played_is_followed_by_a_draw() -> None:
    reef = Reef("Nimble Dodge")
    reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1", cards=STARTERS[1:5])
    assert reef.view.turn == "shark"
    assert reef.hand() == {"Nimble Dodge": 2, "Stirred Sand": 2}


def test_an_empty_draw_pile_is_made_from_the_discard_pile() -> None:
    """As soon as a card is needed and none is there, also in the middle of drawing; not before."""
    reef = Reef("Blend In", draw=["Nimble Dodge"], discard=["Stirred Sand", "Stirred Sand", "Nimble Dodge"])
    reef.octopus("draw")
    assert reef.match.odds() == {"Nimble Dodge": Fraction(1)}
    assert reef.view.octopus.in_draw == 1
    reef.chance("Nimble Dodge")
    assert reef.match.odds() == {"Nimble Dodge": Fraction(1, 3), "Stirred Sand": Fraction(2, 3)}
    assert (reef.view.octopus.in_draw, reef.view.octopus.discard) == (3, {})
    assert "The discard pile is shuffled and becomes the draw pile." in reef.match.log("shark")
    reef.chance("Stirred Sand", "Nimble Dodge")
    assert reef.hand() == {"Blend In": 1, "Nimble Dodge": 2, "Stirred Sand": 1}


def test_drawing_the_last_card_shuffles_nothing() -> None:
    reef = Reef("Blend In", "Blend In", "Stirred Sand", draw=["Nimble Dodge"], discard=["Stirred Sand"])
    reef.octopus("draw", cards=["Nimble Dodge"])
    assert (reef.view.octopus.in_draw, reef.view.octopus.discard) == (0, {"Stirred Sand": 1})


def test_cards_played_this_turn_are_not_shuffled_yet() -> None:
    """They lie in the action slots until the turn ends; with nothing else to draw the hand stays small."""
    reef = Reef("Nimble Dodge", "Blend In", draw=[], discard=["Stirred Sand"])
    reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert reef.view.octopus.played == {"Nimble Dodge": 1}
    events = reef.octopus("draw", cards=["Stirred Sand"])
    assert "The octopus draws 1 card." in reef.said(events)
    assert reef.hand() == {"Blend In": 1, "Stirred Sand": 1}
    assert (reef.view.turn, reef.view.octopus.discard) == ("shark", {"Nimble Dodge": 1})


def test_no_card_anywhere_to_draw() -> None:
    reef = Reef("Nimble Dodge", "Blend In", draw=[])
    assert "draw" not in reef.legal


def test_the_octopus_does_not_draw_at_the_end_of_its_turn() -> None:
    """Drawing is an action."""
    forest = Forest()
    forest.octopus_passes()
    forest.rolls("blue 5", "blue 5")
    forest.shark("swim v0", "done")
    assert (forest.view.round, forest.view.octopus.in_hand) == (2, 2)


def test_an_octopus_with_no_card_at_all_can_do_nothing() -> None:
    """Its only card lies in the first slot and no pile has any: the second action is left out."""
    reef = Reef("Nimble Dodge", draw=[])
    events = reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert "The octopus can do nothing." in reef.said(events)
    assert reef.view.turn == "shark"


def test_no_card_but_food_to_use() -> None:
    """It may use the food or end its turn."""
    reef = Reef("Nimble Dodge", draw=[], eaten=["lobster"])
    reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert reef.legal == {"use lobster", "end turn"}
    reef.octopus("end turn")
    assert (reef.view.turn, reef.view.octopus.unused) == ("shark", ["lobster"])


# Discarding to hide ---------------------------------------------------------------------------------------------------


def test_a_card_is_discarded_to_hide_a_block() -> None:
    """Its cost and its effect do not matter; any revealed block may stand up, the octopus too."""
    reef = Reef("Cloud of Ink", "Blend In", lying=[0, 5])
    reef.octopus("discard Cloud of Ink")
    assert reef.view.octopus.discard == {"Cloud of Ink": 1}
    assert (reef.phase, reef.legal) == ("hiding", {"hide 0", "hide 5", "done"})
    reef.octopus("hide 0")
    assert (reef.lying(), reef.view.octopus.actions) == ({5}, 1)


def test_hiding_is_optional() -> None:
    reef = Reef("Nimble Dodge", "Blend In", lying=[5])
    reef.octopus("discard Nimble Dodge", "done")
    assert (reef.lying(), reef.view.octopus.actions) == ({5}, 1)


def test_with_everything_hidden_a_card_is_just_discarded() -> None:
    reef = Reef("Nimble Dodge", "Blend In")
    reef.octopus("discard Nimble Dodge")
    assert (reef.phase, reef.view.octopus.actions) == ("the octopus acts", 1)


# The end of the turn --------------------------------------------------------------------------------------------------


def test_cards_played_are_discarded_at_the_end_of_the_turn() -> None:
    """Until then they lie in the two action slots."""
    forest = Forest()
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert (forest.view.octopus.played, forest.view.octopus.discard) == ({"Nimble Dodge": 1}, {})
    forest.octopus("play Stirred Sand", "reveal 7", "shuffle 0", "shuffle 1", "shuffle 2")
    assert forest.view.octopus.played == {"Nimble Dodge": 1, "Stirred Sand": 1}
    forest.shuffles("octopus", "shell")
    assert forest.view.turn == "shark"
    assert (forest.view.octopus.played, forest.view.octopus.discard) == ({}, {"Nimble Dodge": 1, "Stirred Sand": 1})


def test_unused_food_keeps_the_turn_open_until_it_is_ended() -> None:
    """Food can be used after the second action, so the octopus is asked."""
    reef = Reef("Nimble Dodge", "Blend In", "Blend In", eaten=["crab"])
    reef.octopus("discard Blend In", "discard Blend In")
    assert (reef.view.octopus.actions, reef.legal) == (0, {"use crab", "end turn"})
    assert reef.match.prompt("octopus") == "You have no actions left. Use food or end your turn."
    reef.octopus("end turn")
    assert (reef.view.turn, reef.view.octopus.unused) == ("shark", ["crab"])


def test_a_hand_made_too_large_by_the_snail_is_trimmed_at_the_end_of_the_turn() -> None:
    """The hand size does not matter in that turn; at its end cards over it are discarded, of the octopus's choice."""
    reef = Reef("Fast Learning", "Nimble Dodge", "Stirred Sand", "Blend In", eaten=["snail"])
    reef.octopus("discard Blend In", "draw", cards=["Blend In"])
    assert reef.legal == {"use snail", "end turn"}
    reef.octopus("use snail", "fetch Nimble Dodge from draw pile")
    assert (reef.view.turn, reef.phase, reef.view.octopus.in_hand) == ("octopus", "discarding down", 5)
    assert reef.legal == {f"discard {card}" for card in ("Fast Learning", "Nimble Dodge", "Stirred Sand", "Blend In")}
    reef.octopus("discard Stirred Sand")
    assert (reef.view.turn, reef.view.octopus.in_hand) == ("shark", 4)
    assert reef.view.octopus.discard == {"Blend In": 1, "Stirred Sand": 1}
    assert reef.lying() == set()  # no block is hidden for it: this is no action


# Nothing is asked that has one answer ---------------------------------------------------------------------------------


def test_forced_payments_shuffles_and_their_last_block_happen_by_themselves() -> None:
    """Four blocks stand with the middle among them: it has to pay, and the other three are shuffled with it."""
    reef = Reef("Taking Chances", blocks={0: "octopus"}, lying=[3, 5, 6, 7, 8])
    reef.octopus("play Taking Chances")
    assert reef.view.octopus.to_pay == 0
    assert [zone for zone in range(9) if reef.view.zones[zone].in_bag] == [0, 1, 2, 4]
    reef.shuffles("shell", "shell", "shell")
    assert reef.where("octopus") == 4
    assert reef.phase == "drawing cards"  # the hand is empty: the second action too


def test_forced_hiding_happens_by_itself() -> None:
    """Two to hide and two that lie there, or one of up to four."""
    reef = Reef("Blend In", "Perfect Disguise", lying=[2, 6])
    reef.octopus("play Blend In")
    assert (reef.lying(), reef.phase) == (set(), "the octopus acts")
    reef = Reef("Blend In", "Perfect Disguise", lying=[2])
    reef.octopus("play Perfect Disguise")
    assert (reef.lying(), reef.phase) == (set(), "the octopus acts")


def test_a_block_enters_by_itself_where_one_only_can_leave() -> None:
    """The last thing there is to learn needs no question either."""
    on_board = {1: "current trap", 2: "currents trap", 3: "hide trap", 4: "den trap", 5: "octopus"}
    eats = ["Eat Crab", "Eat Snail", "Eat Lobster", "Eat Abalone"]
    reef = Reef("Sharp Senses", "Blend In", trash=[*SKILLS[1:], *eats], blocks=on_board)
    reef.octopus("play Sharp Senses", "reveal 1")
    assert (reef.blocks()[1], reef.phase) == ("double shell", "the octopus acts")
    assert reef.view.octopus.aside["current trap"] == 1


def test_the_last_card_to_learn_comes_by_itself() -> None:
    """The octopus lies there alone, so no block can enter; one pile has a card, and the one below it opens."""
    reef = Reef("Sharp Senses", "Blend In", trash=SKILLS[2:], blocks={0: "octopus"})
    reef.octopus("play Sharp Senses", "reveal 0")
    assert reef.hand() == {"Blend In": 1, "Problem Solving": 1}
    assert reef.phase == "the octopus acts"
    reef = Reef("Sharp Senses", "Blend In", trash=SKILLS[1:7], blocks={0: "octopus"})
    reef.octopus("play Sharp Senses", "reveal 0", cards=["Sudden Evasion"])
    assert reef.hand() == {"Blend In": 1, "Cloud of Ink": 1}
    assert reef.view.octopus.piles[2].open == "Sudden Evasion"


def test_the_only_card_there_is_comes_by_itself() -> None:
    reef = Reef("Blend In", draw=["Nimble Dodge"], eaten=["snail"])
    reef.octopus("use snail")
    assert reef.hand() == {"Blend In": 1, "Nimble Dodge": 1}
