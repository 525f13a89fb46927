"""The octopus's cards, each of the 17 kinds: moving, hiding, learning and eating."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.kelp.reef import SKILLS, Reef
from undertow.games.kelp.octopus import learn_on
from undertow.games.kelp.state import NO_CARD, PAIRS

EATS = ["Eat Crab", "Eat Snail", "Eat Lobster", "Eat Abalone"]


def in_bag(reef: Reef) -> list[int]:
    return [zone for zone in range(9) if reef.view.zones[zone].in_bag]


# Swapping -------------------------------------------------------------------------------------------------------------


def test_nimble_dodge_swaps_two_adjacent_blocks() -> None:
    """Side by side, not diagonally; any of the twelve pairs, hidden or not."""
    reef = Reef("Nimble Dodge", "Blend In", blocks={0: "octopus", 1: "current trap"}, lying=[7])
    reef.octopus("play Nimble Dodge", "reveal 8")
    assert reef.legal == {f"swap {a} {b}" for a, b in PAIRS}
    reef.octopus("swap 0 1")
    assert reef.blocks()[:2] == ["current trap", "octopus"]
    assert (reef.lying(), reef.phase) == ({7, 8}, "the octopus acts")


@pytest.mark.parametrize(
    ("lying", "after"), [([], [8]), ([0], [1, 8]), ([1], [0, 8]), ([0, 1], [0, 1, 8])], ids=["0", "1", "2", "3"]
)
def test_a_swapped_block_stays_as_it_was(lying: list[int], after: list[int]) -> None:
    """A hidden block stays hidden, a revealed one stays revealed, and each takes that along."""
    reef = Reef("Nimble Dodge", blocks={0: "octopus", 1: "current trap"}, lying=lying)
    reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    assert reef.blocks()[:2] == ["current trap", "octopus"]
    assert reef.lying() == set(after)


def test_sudden_evasion_swaps_twice_also_the_same_block() -> None:
    """The octopus slips away by two zones."""
    reef = Reef("Sudden Evasion", "Blend In", lying=[7])
    reef.octopus("play Sudden Evasion", "reveal 5", "reveal 8", "swap 0 1")
    assert reef.phase == "swapping"
    reef.octopus("swap 1 4")
    assert (reef.where("octopus"), reef.lying(), reef.phase) == (4, {5, 7, 8}, "the octopus acts")


def test_sudden_evasion_may_swap_other_blocks_or_all_back() -> None:
    reef = Reef("Sudden Evasion", blocks={0: "octopus", 8: "current trap"})
    reef.octopus("play Sudden Evasion", "reveal 2", "reveal 6", "swap 0 1", "swap 5 8")
    assert (reef.where("octopus"), reef.where("current trap")) == (1, 5)
    reef = Reef("Sudden Evasion", blocks={0: "octopus", 8: "current trap"})
    reef.octopus("play Sudden Evasion", "reveal 2", "reveal 6", "swap 0 1", "swap 0 1")
    assert reef.where("octopus") == 0


# Shuffling ------------------------------------------------------------------------------------------------------------


def test_stirred_sand_shuffles_three_hidden_blocks() -> None:
    """They go into the bag, are pulled blindly one by one, and stand in the empty zones, hidden from the shark."""
    reef = Reef("Stirred Sand", "Blend In", blocks={0: "octopus", 1: "current trap"}, lying=[7])
    reef.octopus("play Stirred Sand", "reveal 8")
    assert reef.may("octopus", "shuffle") == {"0", "1", "2", "3", "4", "5", "6"}
    reef.octopus("shuffle 0", "shuffle 1")
    assert "done" not in reef.legal  # three, not fewer
    assert reef.may("octopus", "shuffle") == {"2", "3", "4", "5", "6"}
    reef.octopus("shuffle 5")
    assert in_bag(reef) == [0, 1, 5]
    assert reef.match.odds() == {kind: Fraction(1, 3) for kind in ("octopus", "shell", "current trap")}
    reef.chance("current trap")
    assert (reef.where("current trap"), in_bag(reef)) == (0, [1, 5])
    reef.chance("shell")
    assert (reef.blocks()[1], reef.where("octopus")) == ("shell", 5)  # the last one needs no luck
    assert (reef.lying(), reef.phase) == ({7, 8}, "the octopus acts")


def test_at_a_table_that_wants_it_the_shark_names_the_zones() -> None:
    """An option: it says where each block goes without seeing it. The last one needs no word."""
    reef = Reef("Stirred Sand", "Blend In", blocks={0: "octopus", 1: "current trap"}, rules={"naming": True})
    reef.octopus("play Stirred Sand", "reveal 8", "shuffle 0", "shuffle 1", "shuffle 5")
    reef.chance("octopus")
    assert (reef.match.to_act, reef.may("shark", "name")) == (("shark",), {"0", "1", "5"})
    reef.shark("name 5")
    assert (reef.where("octopus"), in_bag(reef)) == (5, [0, 1])
    reef.chance("shell")
    reef.shark("name 1")
    assert reef.blocks()[:2] == ["current trap", "shell"]
    assert reef.phase == "the octopus acts"


def test_shuffled_blocks_may_end_where_they_were() -> None:
    reef = Reef("Stirred Sand", blocks={0: "octopus", 1: "current trap"})
    reef.octopus("play Stirred Sand", "reveal 8", "shuffle 0", "shuffle 1", "shuffle 2")
    reef.shuffles("octopus", "current trap")
    assert reef.blocks()[:3] == ["octopus", "current trap", "shell"]


@pytest.mark.parametrize("lying", [[], [4]], ids=["hidden", "revealed"])
def test_taking_chances_shuffles_the_exposed_zone_with_three_hidden_blocks(lying: list[int]) -> None:
    """Whether the block in the middle is hidden or not: all four come back hidden."""
    reef = Reef("Taking Chances", "Blend In", blocks={4: "octopus"}, lying=[*lying, 7])
    reef.octopus("play Taking Chances", "reveal 8")
    assert reef.may("octopus", "shuffle") == {"0", "1", "2", "3", "5", "6"}
    reef.octopus("shuffle 0", "shuffle 1", "shuffle 2")
    assert in_bag(reef) == [0, 1, 2, 4]
    reef.shuffles("shell", "octopus", "shell")
    assert (reef.where("octopus"), reef.lying()) == (1, {7, 8})


def test_taking_chances_may_be_paid_with_the_middle() -> None:
    reef = Reef("Taking Chances", blocks={4: "octopus"})
    reef.octopus("play Taking Chances", "reveal 4", "shuffle 0", "shuffle 1", "shuffle 2")
    reef.shuffles("octopus", "shell", "shell")
    assert (reef.where("octopus"), reef.lying()) == (0, set())


def test_cloud_of_ink_shuffles_any_five_blocks_which_return_hidden() -> None:
    """The octopus may be revealed to pay for it and then vanish in the cloud."""
    reef = Reef("Cloud of Ink", "Blend In", lying=[1])
    reef.octopus("play Cloud of Ink", "reveal 0", "reveal 5", "reveal 6")
    assert reef.lying() == {0, 1, 5, 6}
    assert reef.may("octopus", "shuffle") == {str(zone) for zone in range(9)}
    reef.octopus("shuffle 0", "shuffle 1", "shuffle 5", "shuffle 7")
    assert "done" not in reef.legal
    reef.octopus("shuffle 8")
    assert in_bag(reef) == [0, 1, 5, 7, 8]
    reef.shuffles("shell", "shell", "shell", "shell")
    assert (reef.where("octopus"), reef.lying()) == (8, {6})


def test_cloud_of_ink_needs_no_hidden_block_beyond_its_cost() -> None:
    reef = Reef("Cloud of Ink", "Blend In", lying=[3, 4, 5, 6, 7, 8])
    reef.octopus("play Cloud of Ink")
    assert reef.lying() == set(range(9))
    assert reef.phase == "picking blocks to shuffle"


# Hiding ---------------------------------------------------------------------------------------------------------------


def test_blend_in_hides_two() -> None:
    """Two of those that lie there, neither more nor fewer; the octopus can be one."""
    reef = Reef("Blend In", "Nimble Dodge", lying=[0, 4, 8])
    reef.octopus("play Blend In")
    assert reef.legal == {"hide 0", "hide 4", "hide 8"}
    reef.octopus("hide 0")
    assert reef.legal == {"hide 4", "hide 8"}
    reef.octopus("hide 8")
    assert (reef.lying(), reef.phase) == ({4}, "the octopus acts")


@pytest.mark.parametrize(("card", "most"), [("Perfect Disguise", 4), ("Shed Skin", 3), ("Second Wind", 2)])
def test_hiding_up_to_so_many(card: str, most: int) -> None:
    """One at least; then the octopus may stop."""
    reef = Reef(card, "Nimble Dodge", lying=range(9))
    reef.octopus(f"play {card}")
    assert reef.legal == {f"hide {zone}" for zone in range(9)}
    for zone in range(most):
        assert ("done" in reef.legal) == (zone > 0)
        reef.octopus(f"hide {zone}")
    assert reef.hidden() == set(range(most))
    assert reef.phase != "hiding"
    reef = Reef(card, "Nimble Dodge", lying=range(9))
    reef.octopus(f"play {card}", "hide 5", "done")
    assert reef.hidden() == {5}
    assert reef.phase != "hiding"


def test_shed_skin_may_trash_another_card() -> None:
    """From the hand or the discard pile, never Shed Skin itself, and only if the octopus likes."""
    reef = Reef("Shed Skin", "Nimble Dodge", "Fast Learning", discard=["Stirred Sand"], lying=[5])
    reef.octopus("play Shed Skin")
    assert (reef.phase, reef.legal) == (
        "trashing",
        {"trash Nimble Dodge from hand", "trash Fast Learning from hand", "trash Stirred Sand from discard", "done"},
    )
    reef.octopus("trash Nimble Dodge from hand")
    assert (reef.view.octopus.trash, reef.hand()) == ({"Nimble Dodge": 1}, {"Fast Learning": 1})
    assert reef.view.octopus.actions == 1
    reef = Reef("Shed Skin", "Nimble Dodge", lying=[5])
    reef.octopus("play Shed Skin", "done")
    assert (reef.view.octopus.trash, reef.hand()) == ({}, {"Nimble Dodge": 1})


def test_without_another_card_shed_skin_trashes_nothing() -> None:
    """A card cannot trash itself, so it can be played all the same."""
    reef = Reef("Shed Skin", draw=["Nimble Dodge"], lying=[5])
    events = reef.octopus("play Shed Skin", cards=["Nimble Dodge"])
    assert "trashes" not in " ".join(reef.said(events))
    assert (reef.lying(), reef.view.octopus.discard) == (set(), {"Shed Skin": 1})


def test_second_wind_draws_a_card_after_hiding() -> None:
    reef = Reef("Second Wind", "Nimble Dodge", lying=[5])
    reef.octopus("play Second Wind")
    assert (reef.lying(), reef.phase) == (set(), "drawing cards")
    reef.chance("Fast Learning")
    assert (reef.hand(), reef.view.octopus.actions) == ({"Nimble Dodge": 1, "Fast Learning": 1}, 1)


def test_second_wind_shuffles_the_discard_pile_if_it_must() -> None:
    reef = Reef("Second Wind", "Nimble Dodge", draw=[], discard=["Blend In"], lying=[5])
    reef.octopus("play Second Wind", cards=["Blend In"])
    assert reef.hand() == {"Nimble Dodge": 1, "Blend In": 1}


def test_second_wind_does_not_fill_a_hand_that_is_too_large_already() -> None:
    """The snail gave it a sixth card."""
    hand = ["Second Wind", "Fast Learning", "Nimble Dodge", "Blend In"]
    reef = Reef(*hand, eaten=["snail"], lying=[5])
    reef.octopus("use snail", "fetch Stirred Sand from draw pile", "play Second Wind")
    assert (reef.view.octopus.in_hand, reef.phase) == (4, "the octopus acts")


# Learning -------------------------------------------------------------------------------------------------------------


def test_fast_learning_gains_two_cards() -> None:
    """They go to the discard pile; whatever lies open can be learned, and the next card of a pile opens at once."""
    reef = Reef("Fast Learning", "Blend In")
    reef.octopus("play Fast Learning", "reveal 7", "reveal 8")
    assert reef.may("octopus", "learn") == {
        "learn card",
        "hide card",
        "move card",
        "eat card",
        "currents trap",
        "current trap",
        "hide trap",
        "den trap",
        "double shell",
    }
    reef.octopus("learn move card")
    assert reef.match.odds() == {"Cloud of Ink": Fraction(1, 2), "Sudden Evasion": Fraction(1, 2)}
    reef.chance("Sudden Evasion")
    reef.octopus("learn move card", cards=["Cloud of Ink"])
    assert reef.view.octopus.discard == {"Taking Chances": 1, "Sudden Evasion": 1}
    assert reef.view.octopus.piles[2].open == "Cloud of Ink"
    assert (reef.lying(), reef.phase) == ({7, 8}, "the octopus acts")


def test_a_pile_that_is_used_up_opens_no_card() -> None:
    reef = Reef("Fast Learning", "Blend In", trash=["Taking Chances", "Cloud of Ink"])
    reef.octopus("play Fast Learning", "reveal 7", "reveal 8", "learn move card")
    assert reef.view.octopus.piles[2].open is None
    assert "move card" not in reef.may("octopus", "learn")


def test_learning_gives_two_blocks_or_a_card_and_a_block() -> None:
    """A block takes the place of a revealed one and lies there revealed; what it replaced is put beside the board."""
    reef = Reef("Fast Learning", "Blend In", blocks={0: "octopus", 7: "current trap"})
    reef.octopus("play Fast Learning", "reveal 7", "reveal 8", "learn double shell")
    assert (reef.phase, reef.legal) == ("exchanging a block", {"exchange 7", "exchange 8"})
    reef.octopus("exchange 8", "learn den trap")  # one place is left for it
    assert reef.blocks()[7:] == ["den trap", "double shell"]
    assert reef.lying() == {7, 8}
    assert (reef.view.octopus.aside["current trap"], reef.view.octopus.aside["shell"]) == (1, 2)
    assert reef.sound()
    reef = Reef("Fast Learning", "Blend In")
    reef.octopus("play Fast Learning", "reveal 7", "reveal 8", "learn hide card", cards=["Shed Skin"])
    reef.octopus("learn hide trap", "exchange 7")
    assert (reef.view.octopus.discard, reef.blocks()[7]) == ({"Perfect Disguise": 1}, "hide trap")


def test_both_things_have_to_be_learned() -> None:
    """The full effect: there is no way to stop after one."""
    reef = Reef("Fast Learning", "Blend In")
    reef.octopus("play Fast Learning", "reveal 7", "reveal 8")
    assert "done" not in reef.legal
    reef.octopus("learn learn card", cards=["Adaptation"])
    assert "done" not in reef.legal


@pytest.mark.parametrize("food_stays", [False, True])
def test_only_a_revealed_block_leaves_and_never_the_octopus(food_stays: bool) -> None:
    """All of these lie there but one shell. Food may leave too, unless the table keeps it in the forest."""
    blocks = {0: "octopus", 1: "crab", 2: "den trap", 3: "double shell"}
    rules = {"food_stays": food_stays}
    reef = Reef("Sharp Senses", "Blend In", discard=["Eat Crab"], blocks=blocks, lying=[0, 1, 2, 3, 4], rules=rules)
    reef.octopus("play Sharp Senses", "reveal 8", "learn hide trap")
    assert reef.may("octopus", "exchange") == {"2", "3", "4", "8"} | (set() if food_stays else {"1"})


def test_food_that_left_can_be_learned_again() -> None:
    """It lies beside the board like any block, and its Eat card is the octopus's already; other food waits for its."""
    reef = Reef("Sharp Senses", "Blend In", discard=["Eat Crab"], blocks={0: "octopus", 1: "crab"}, lying=[1])
    reef.octopus("play Sharp Senses", "reveal 8", "learn hide trap", "exchange 1")
    assert reef.view.octopus.aside["crab"] == 1
    assert reef.sound()
    reef = Reef("Sharp Senses", "Blend In", discard=["Eat Crab"])
    reef.octopus("play Sharp Senses", "reveal 8")
    assert "crab" in reef.may("octopus", "learn")
    assert "snail" not in reef.may("octopus", "learn")
    reef.octopus("learn crab")
    assert reef.blocks()[8] == "crab"


def test_a_gained_block_is_not_replaced_by_the_same_card() -> None:
    """One shell lies there: the first block takes its place, and a second one would have none."""
    reef = Reef("Problem Solving", "Blend In")
    reef.octopus("play Problem Solving", "reveal 8", "learn double shell")
    assert reef.may("octopus", "learn") == {"learn card", "hide card", "move card"}  # neither a block nor an Eat card
    reef.octopus("learn hide card", cards=["Shed Skin"])
    assert (reef.blocks()[8], reef.phase) == ("double shell", "the octopus acts")
    reef.octopus("discard Blend In")
    reef = Reef("Sharp Senses", "Blend In", blocks={0: "octopus", 8: "double shell"}, lying=[8])
    reef.octopus("play Sharp Senses", "reveal 7", "learn hide trap")
    assert reef.may("octopus", "exchange") == {"7", "8"}  # what another card gained may leave


def test_as_a_house_rule_a_card_may_replace_what_it_has_just_gained() -> None:
    """As version 1 played it: one place is enough for two blocks, and the card can be played for it."""
    gone = [*SKILLS[:1], *SKILLS[2:], *EATS]
    reef = Reef("Problem Solving", "Blend In", trash=gone, rules={"replace_gained": True})
    reef.octopus("play Problem Solving", "reveal 8", "learn double shell", "learn den trap")
    assert reef.blocks()[8] == "den trap"
    assert reef.view.octopus.aside["double shell"] == 1
    assert reef.sound()


def test_as_many_blocks_can_be_gained_as_lie_revealed() -> None:
    """Two lie there once the card is paid: two blocks, not three; the abalone learns up to three."""
    reef = Reef("Blend In", eaten=["abalone"], lying=[7, 8])
    reef.octopus("use abalone", "learn double shell", "exchange 7", "learn den trap")
    assert (reef.blocks()[7:], reef.lying()) == (["double shell", "den trap"], {7, 8})
    assert reef.may("octopus", "learn") == {"learn card", "hide card", "move card"}
    assert "done" in reef.legal


def test_a_card_cannot_be_played_if_not_all_of_it_can_be_learned() -> None:
    """No card is left in the piles. One place for two blocks is not enough; two are."""
    reef = Reef("Problem Solving", "Blend In", trash=[*SKILLS[:1], *SKILLS[2:], *EATS])
    assert "play Problem Solving" not in reef.legal
    reef = Reef("Problem Solving", "Blend In", trash=[*SKILLS[:1], *SKILLS[2:], *EATS], lying=[7])
    reef.octopus("play Problem Solving", "reveal 8", "learn double shell", "exchange 7", "learn den trap")
    assert reef.blocks()[7:] == ["double shell", "den trap"]


def test_nothing_pays_for_learning_that_leaves_it_without_a_place() -> None:
    """Two places are needed and one lies there: the octopus may not pay, for it would not leave."""
    reef = Reef("Problem Solving", "Blend In", trash=[*SKILLS[:1], *SKILLS[2:], *EATS], lying=[7])
    reef.octopus("play Problem Solving")
    assert reef.may("octopus", "reveal") == {"1", "2", "3", "4", "5", "6", "8"}


def test_what_leaves_can_be_the_second_thing_that_is_learned() -> None:
    """One block lies beside the board and another comes there first: two can be gained."""
    there = {0: "octopus", 1: "current trap", 2: "currents trap", 3: "hide trap", 4: "den trap"}
    trash = [*SKILLS[:1], *SKILLS[2:], *EATS]
    reef = Reef("Problem Solving", "Blend In", trash=trash, blocks=there, lying=[4])
    reef.octopus("play Problem Solving", "reveal 8")
    assert reef.may("octopus", "exchange") == {"4", "8"}
    reef.octopus("exchange 4")
    assert (reef.blocks()[4], reef.blocks()[8], reef.phase) == ("double shell", "den trap", "the octopus acts")


def test_an_exchanged_trap_can_be_learned_again() -> None:
    """It lies beside the board with the others; a shell there cannot be learned."""
    reef = Reef("Problem Solving", "Blend In", blocks={0: "octopus", 8: "den trap"}, lying=[7])
    reef.octopus("play Problem Solving", "reveal 8", "learn double shell", "exchange 8")
    assert "shell" not in reef.may("octopus", "learn")
    assert "den trap" in reef.may("octopus", "learn")
    reef.octopus("learn den trap")
    assert reef.blocks()[7:] == ["den trap", "double shell"]


def test_without_a_revealed_block_to_leave_only_cards_are_learned() -> None:
    """The octopus paid for it and lies there alone: no block can enter, so no Eat card comes either."""
    reef = Reef("Sharp Senses", "Blend In")
    reef.octopus("play Sharp Senses", "reveal 0")
    assert reef.may("octopus", "learn") == {"learn card", "hide card", "move card"}


def test_an_eat_card_brings_its_food() -> None:
    """Both together count as one; the card goes to the discard pile, the food enters revealed."""
    reef = Reef("Fast Learning", "Blend In")
    reef.octopus("play Fast Learning", "reveal 7", "reveal 8", "learn eat card", cards=["Eat Lobster"])
    assert reef.phase == "exchanging a block"
    assert reef.match.prompt("octopus") == "The crab enters the forest. Which revealed block does it replace?"
    reef.octopus("exchange 8")
    assert (reef.blocks()[8], reef.view.octopus.discard) == ("crab", {"Eat Crab": 1})
    assert reef.phase == "learning"
    reef.octopus("learn eat card", cards=["Eat Abalone"])
    assert reef.blocks()[7] == "lobster"  # the crab does not leave for what the same card gains
    assert reef.lying() == {7, 8}
    assert reef.view.octopus.discard == {"Eat Crab": 1, "Eat Lobster": 1}
    assert "crab" not in reef.view.octopus.aside


def test_the_last_eat_card_leaves_an_empty_pile() -> None:
    reef = Reef("Sharp Senses", "Blend In", trash=EATS[:3])
    reef.octopus("play Sharp Senses", "reveal 8", "learn eat card")
    assert (reef.blocks()[8], reef.view.octopus.piles[3].open) == ("abalone", None)


def test_food_takes_a_place_like_any_block() -> None:
    """No card is left but Eat cards: two of them need two places."""
    trash = [*SKILLS[:1], *SKILLS[2:]]
    assert "play Problem Solving" not in Reef("Problem Solving", "Blend In", trash=trash).legal
    reef = Reef("Problem Solving", "Blend In", trash=trash, lying=[7])
    reef.octopus("play Problem Solving", "reveal 8", "learn eat card", cards=["Eat Snail"])
    reef.octopus("exchange 8", "learn eat card", cards=["Eat Lobster"])
    assert (reef.blocks()[7:], reef.phase) == (["snail", "crab"], "the octopus acts")


def test_problem_solving_learns_two_for_one_block() -> None:
    reef = Reef("Problem Solving", "Blend In")
    reef.octopus("play Problem Solving", "reveal 8", "learn learn card", cards=["Adaptation"])
    reef.octopus("learn learn card")
    assert reef.view.octopus.discard == {"Sharp Senses": 1, "Adaptation": 1}
    assert (reef.lying(), reef.phase) == ({8}, "the octopus acts")


def test_sharp_senses_gives_the_card_to_the_hand() -> None:
    reef = Reef("Sharp Senses", "Blend In")
    reef.octopus("play Sharp Senses", "reveal 8", "learn move card", cards=["Cloud of Ink"])
    assert (reef.hand(), reef.view.octopus.discard) == ({"Blend In": 1, "Taking Chances": 1}, {})
    assert "play Taking Chances" in reef.legal


def test_sharp_senses_gives_an_eat_card_to_the_discard_pile() -> None:
    """It can be learned so, but does not come to hand."""
    reef = Reef("Sharp Senses", "Blend In")
    reef.octopus("play Sharp Senses", "reveal 8", "learn eat card", cards=["Eat Snail"])
    assert (reef.hand(), reef.view.octopus.discard) == ({"Blend In": 1}, {"Eat Crab": 1})
    assert reef.blocks()[8] == "crab"


def test_sharp_senses_learns_a_block_as_well() -> None:
    """And what is learned otherwise in the same turn goes to the discard pile as ever."""
    reef = Reef("Sharp Senses", "Blend In", eaten=["abalone"])
    reef.octopus("play Sharp Senses", "reveal 8", "learn double shell", "use abalone")
    reef.octopus("learn move card", cards=["Cloud of Ink"])
    assert reef.blocks()[8] == "double shell"
    assert (reef.hand(), reef.view.octopus.discard) == ({"Blend In": 1}, {"Taking Chances": 1})


def test_adaptation_learns_one_and_may_trash_another_card() -> None:
    """From hand or discard pile, even what was just learned; never Adaptation itself."""
    reef = Reef("Adaptation", "Nimble Dodge", discard=["Blend In"])
    reef.octopus("play Adaptation", "reveal 8", "learn hide card", cards=["Shed Skin"])
    assert reef.legal == {
        "trash Nimble Dodge from hand",
        "trash Blend In from discard",
        "trash Perfect Disguise from discard",
        "done",
    }
    reef.octopus("trash Blend In from discard")
    assert (reef.view.octopus.trash, reef.view.octopus.discard) == ({"Blend In": 1}, {"Perfect Disguise": 1})
    assert (reef.hand(), reef.phase) == ({"Nimble Dodge": 1}, "the octopus acts")


def test_trashed_cards_never_come_back() -> None:
    """They are out of the game: not among what is shuffled and drawn later."""
    reef = Reef("Adaptation", "Nimble Dodge", draw=[], discard=["Blend In"])
    reef.octopus("play Adaptation", "reveal 8", "learn double shell", "trash Blend In from discard")
    assert reef.legal == {"discard Nimble Dodge", "play Nimble Dodge"}


# Eating ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", [1, 3, 5, 7])
def test_food_beside_the_octopus_can_be_eaten(zone: int) -> None:
    """Side by side counts; it costs nothing and is an action."""
    reef = Reef("Eat Crab", "Blend In", blocks={4: "octopus", zone: "crab"})
    reef.octopus("play Eat Crab")
    assert (reef.view.octopus.eaten, reef.view.octopus.actions) == (["crab"], 1)


@pytest.mark.parametrize("zone", [0, 2, 6, 8])
def test_food_at_a_corner_of_the_octopus_cannot(zone: int) -> None:
    reef = Reef("Eat Crab", "Blend In", blocks={4: "octopus", zone: "crab"})
    assert "play Eat Crab" not in reef.legal


def test_it_needs_the_matching_card_in_hand() -> None:
    """Another food's card does not do, nor one in the discard pile; without its food on the board a card is idle."""
    reef = Reef("Eat Snail", "Blend In", discard=["Eat Crab"], blocks={4: "octopus", 5: "crab"})
    assert reef.legal == {"discard Eat Snail", "discard Blend In", "draw"}


@pytest.mark.parametrize("lying", [[], [4], [5], [4, 5]], ids=["both hidden", "octopus seen", "food seen", "both seen"])
def test_eating_reveals_octopus_and_food(lying: list[int]) -> None:
    """A spare shell, revealed, takes the food's place; the Eat card is trashed; the octopus stays revealed."""
    reef = Reef("Eat Crab", "Blend In", blocks={4: "octopus", 5: "crab", 8: "den trap"}, lying=lying)
    events = reef.octopus("play Eat Crab")
    shown = [words for words in reef.said(events) if words.startswith("To eat, the octopus reveals zone")]
    assert len(shown) == 2 - len(lying)
    assert reef.lying() == {4, 5}
    assert (reef.blocks()[4], reef.blocks()[5]) == ("octopus", "shell")
    octopus = reef.view.octopus
    assert (octopus.trash, octopus.played, octopus.discard) == ({"Eat Crab": 1}, {}, {})
    assert (octopus.eaten, octopus.unused, octopus.aside["shell"]) == (["crab"], ["crab"], 1)
    assert reef.sound()


def test_there_is_always_a_shell_for_the_food() -> None:
    """Seven shells are on the board: the spare one takes its place."""
    reef = Reef("Eat Crab", "Blend In", blocks={4: "octopus", 5: "crab"})
    assert reef.view.octopus.aside["shell"] == 1
    reef.octopus("play Eat Crab")
    assert (reef.blocks().count("shell"), "shell" in reef.view.octopus.aside) == (8, False)


def test_the_fourth_food_wins_at_once() -> None:
    """Even with an action left and the food's power unused."""
    foods = ["crab", "snail", "abalone"]
    reef = Reef("Eat Lobster", "Blend In", blocks={4: "octopus", 5: "lobster"}, eaten=foods, used=foods)
    reef.octopus("play Eat Lobster")
    assert reef.match.over
    assert reef.result.winners == ("Octopus",)
    assert reef.result.reason == "the octopus has eaten all the food it needs"
    assert reef.result.scores == {"octopus": 4, "shark": 0}


def test_three_foods_do_not_win() -> None:
    foods = ["crab", "snail"]
    reef = Reef("Eat Lobster", "Blend In", blocks={4: "octopus", 5: "lobster"}, eaten=foods, used=foods)
    reef.octopus("play Eat Lobster")
    assert not reef.match.over
    assert reef.view.octopus.eaten == ["crab", "snail", "lobster"]


def test_the_example_of_eating() -> None:
    """A dodge brings the octopus beside the lobster, which pays for it; then it eats, and the lobster hides all."""
    reef = Reef("Nimble Dodge", "Eat Lobster", blocks={3: "octopus", 5: "lobster", 8: "current trap"}, lying=[8])
    assert "play Eat Lobster" not in reef.legal
    reef.octopus("play Nimble Dodge", "reveal 5", "swap 3 4")
    assert (reef.where("octopus"), 4 in reef.hidden(), reef.view.zones[5].block) == (4, True, "lobster")
    reef.octopus("play Eat Lobster")
    assert reef.view.zones[4].block == "octopus"
    assert (reef.view.zones[5].block, reef.view.octopus.eaten) == ("shell", ["lobster"])
    assert reef.view.octopus.trash == {"Eat Lobster": 1}
    assert reef.legal == {"use lobster", "end turn"}  # now, or in a later turn
    reef.octopus("use lobster")
    assert (reef.lying(), reef.view.octopus.unused, reef.view.turn) == (set(), [], "shark")
    assert reef.match.log("shark")[-8:-1] == [
        "The octopus plays Eat Lobster.",
        "To eat, the octopus reveals zone 4: the octopus.",
        "The octopus has eaten the lobster: 1 of 4.",
        "The octopus uses the lobster.",
        "The block in zone 4 stands up.",
        "The block in zone 5 stands up.",
        "The block in zone 8 stands up.",
    ]


def test_learning_ends_where_nothing_is_left_to_learn() -> None:
    """No card lies open and no block beside the board: the rest of the card is done."""
    reef = Reef("Fast Learning", "Blend In")
    state = reef.match.position.state
    state.open[:] = NO_CARD
    state.aside[:] = 0
    state.learns = 2
    assert not learn_on(reef.match.position.box, state)
    assert state.learns == 0
