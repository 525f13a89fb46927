"""The eight abilities of the shark, each with what it does and what it does not."""

from __future__ import annotations

import pytest

from tests.games.jaws.boat import Boat
from undertow.core.errors import IllegalAction
from undertow.games.jaws.state import ABILITY_NAMES


def shark(ability: str | None, card: str = "3", *, at: tuple[int, int, int] = (8, 8, 8)) -> Boat:
    """The shark has come up with this ability, everybody far away unless the test says where."""
    boat = Boat(abilities=[ability] if ability else [], at=at)
    boat.surfaces(card, ability)
    return boat


@pytest.mark.parametrize("ability", ABILITY_NAMES)
def test_the_ability_is_shown_with_the_token(ability: str) -> None:
    """When the shark comes up everybody sees its card, which works from then on, and is told what it does."""
    boat = Boat(abilities=[ability], at=(8, 8, 8))
    boat.comes("3", ability)
    assert boat.orca.ability is None
    boat.rest()
    assert boat.orca.ability == ability
    assert boat.orca.abilities_used == {ability: 1}
    assert boat.orca.hand_size == 0
    told = next(line for line in boat.match.log("crew") if line.startswith("Shark comes up"))
    assert told.startswith(f"Shark comes up at A, zone 3, with {ability}: ")
    does = told.partition(f"with {ability}: ")[2]
    assert does
    assert does in boat.match.help("crew")


# Extra strength -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "strong", "plain"), [("1 0", "intact", "intact"), ("1 1", "destroyed", "damaged")])
def test_extra_strength_destroys_what_would_be_damaged(hits: str, strong: str, plain: str) -> None:
    """Too few hits are still too few."""
    for ability, became in (("extra strength", strong), (None, plain)):
        boat = shark(ability)
        boat.bites("boat 3", hits)
        assert boat.tile(3).state == became


def test_extra_strength_on_a_damaged_tile_is_nothing_special() -> None:
    boat = Boat(abilities=["extra strength"], at=(8, 8, 8))
    boat.tiles(damaged=[3])
    boat.surfaces("3", "extra strength")
    boat.bites("boat 3", "1 0")
    assert boat.tile(3).state == "damaged"


@pytest.mark.parametrize(
    ("hits", "damaged", "words"),
    [
        ("1 1", False, "2 hits on boat space 3: it is destroyed by extra strength."),
        ("2 2", False, "4 hits on boat space 3: it is destroyed."),
        ("1 0", False, "1 hit on boat space 3: it holds."),
        ("1 1", True, "2 hits on boat space 3: it is destroyed."),
    ],
)
def test_extra_strength_is_told_where_it_made_the_difference(hits: str, damaged: bool, words: str) -> None:
    boat = Boat(abilities=["extra strength"], at=(8, 8, 8))
    boat.tiles(damaged=[3] if damaged else [])
    boat.surfaces("3", "extra strength")
    assert words in boat.said(boat.bites("boat 3", hits))


def test_extra_strength_throws_people_off_as_well() -> None:
    boat = shark("extra strength", at=(3, 8, 8))
    boat.bites("boat 3", "1 1")
    assert boat.fighter("quint").space == "water 3"


# Second helping -------------------------------------------------------------------------------------------------------


def test_second_helping_attacks_the_boat_again_with_two_dice() -> None:
    """The same space or another one in reach."""
    boat = shark("second helping")
    boat.bites("boat 3", "1 1")
    assert boat.match.to_act == ("shark",)
    assert boat.match.legal("shark") == ["no second helping", "attack boat 3 again"]
    boat.match.play("shark", "attack boat 3 again")
    boat.rolls("1 1")
    assert boat.tile(3).state == "destroyed"
    assert boat.view.round == 2


def test_second_helping_has_two_dice_whatever_the_card_says() -> None:
    boat = shark("second helping", "2")  # three dice
    boat.bites("boat 2", "0 0 0")
    boat.match.play("shark", "attack boat 2 again")
    boat.rolls("0 0")
    assert boat.view.round == 2


def test_second_helping_is_measured_from_where_the_shark_is_now() -> None:
    """With tile 3 gone the shark's water reaches the boat spaces beside it."""
    boat = shark("second helping")
    boat.tiles(damaged=[3])
    boat.bites("boat 3", "2 0")
    assert boat.tile(3).state == "destroyed"
    assert boat.may("shark", "attack") == {"boat 2 again", "boat 4 again", "boat 7 again"}
    boat.match.play("shark", "attack boat 7 again")
    boat.rolls("1 1")
    assert boat.tile(7).state == "damaged"


def test_second_helping_may_be_left() -> None:
    boat = shark("second helping")
    boat.bites("boat 3", "0 0")
    boat.match.play("shark", "no second helping")
    assert boat.view.round == 2


def test_there_is_no_third_helping() -> None:
    boat = shark("second helping")
    boat.bites("boat 3", "0 0")
    boat.match.play("shark", "attack boat 3 again")
    boat.rolls("0 0")
    assert boat.view.round == 2


def test_no_second_helping_after_an_attack_on_somebody() -> None:
    boat = shark("second helping")
    boat.put("quint", "water 3")
    boat.bites("quint", "0 0")
    assert boat.orca.crew_target == "quint"  # the bonus attack comes at once
    boat.rolls("0")
    assert boat.view.round == 2


def test_no_second_helping_without_a_boat_in_reach() -> None:
    """The last tile near the shark is gone, others are far."""
    boat = Boat(abilities=["second helping"], at=(8, 8, 8))
    boat.tiles(destroyed=[2, 4, 7], damaged=[3])
    boat.surfaces("3", "second helping")
    boat.bites("boat 3", "2 0")
    assert boat.view.round == 2


def test_bonus_attacks_come_after_the_second_helping() -> None:
    boat = shark("second helping", at=(3, 8, 8))
    boat.bites("boat 3", "1 1")
    assert boat.fighter("quint").space == "water 3"
    boat.match.play("shark", "attack boat 3 again")
    boat.rolls("0 0")
    assert boat.orca.crew_target == "quint"
    boat.rolls("2")
    assert boat.fighter("quint").wounds == 2


# Maul again -----------------------------------------------------------------------------------------------------------


def test_maul_again_rerolls_any_dice() -> None:
    """All, some or none of those that fell."""
    boat = shark("maul again")
    boat.bites("boat 3", "2 0")
    assert boat.match.legal("shark") == ["keep dice", "reroll 1", "reroll 2", "reroll 1 2"]
    boat.match.play("shark", "reroll 2")
    assert boat.orca.dice == [2]  # the other one lies
    boat.rolls("2")
    assert boat.tile(3).state == "destroyed"
    assert "Shark rolls 1 die again." in boat.match.log("crew")


def test_a_reroll_counts_even_if_it_is_worse() -> None:
    boat = shark("maul again")
    boat.bites("boat 3", "2 1")
    boat.match.play("shark", "reroll 1 2")
    boat.rolls("0 1")
    assert boat.tile(3).state == "intact"
    assert "Shark rolls 2 dice again." in boat.match.log("crew")


def test_dice_are_rerolled_once() -> None:
    """Neither that roll nor a later one of the round again."""
    boat = shark("maul again")
    boat.put("quint", "water 3")
    boat.bites("quint", "0 0")
    boat.match.play("shark", "reroll 1")
    boat.rolls("0")
    assert boat.orca.crew_target == "quint"
    boat.rolls("0")  # the bonus attack
    assert boat.view.round == 2


def test_maul_again_may_wait_for_a_bonus_attack() -> None:
    """Any one attack of the round: keeping the first dice leaves the reroll for later."""
    boat = shark("maul again")
    boat.put("quint", "water 3")
    boat.bites("quint", "2 0")
    boat.match.play("shark", "keep dice")
    assert boat.fighter("quint").wounds == 2
    boat.rolls("0")
    assert boat.match.legal("shark") == ["keep dice", "reroll 1"]
    boat.match.play("shark", "reroll 1")
    boat.rolls("2")
    assert boat.fighter("quint").wounds == 4


def test_maul_again_sees_all_dice_first() -> None:
    boat = shark("maul again", "2")
    boat.bites("boat 2", "1 1")
    assert boat.match.to_act == ("chance",)
    boat.rolls("0")
    assert boat.orca.dice == [1, 1, 0]
    assert len(boat.match.legal("shark")) == 8


def test_the_crews_dice_are_not_the_sharks_to_reroll() -> None:
    boat = Boat(abilities=["maul again"], at=(3, 8, 8))
    boat.comes("3", "maul again")
    boat.prepares("quint", "machete", 3)
    boat.rest()
    boat.attacks("quint", "2 2")
    assert boat.orca.shark_wounds == 2
    assert boat.view.phase == "shark attacks"


# Big mouth ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "became"), [("1 1", "damaged"), ("2 2", "destroyed")])
def test_big_mouth_wounds_everybody_on_the_space(hits: str, became: str) -> None:
    """One wound to each who stood on what was damaged or destroyed, and they fall as usual."""
    boat = shark("big mouth", at=(3, 3, 4))
    boat.bites("boat 3", hits)
    assert boat.tile(3).state == became
    assert boat.wounds() == [1, 1, 0]
    assert boat.where() == ["water 3", "water 3", "boat 4"]


def test_big_mouth_wounds_nobody_if_the_tile_holds() -> None:
    boat = shark("big mouth", at=(3, 3, 4))
    boat.bites("boat 3", "1 0")
    assert boat.wounds() == [0, 0, 0]


def test_big_mouth_does_not_wound_those_in_the_water() -> None:
    boat = shark("big mouth", at=(4, 4, 4))
    boat.put("brody", "water 3")
    boat.bites("boat 3", "2 2")
    assert boat.wounds() == [0, 0, 0]


def test_big_mouth_can_end_somebody() -> None:
    """Who dies on the boat does not fall, and gets no bonus attack."""
    boat = shark("big mouth", at=(3, 3, 4))
    boat.wound("quint", 4)
    boat.bites("boat 3", "1 1")
    assert boat.where() == [None, "water 3", "boat 4"]
    assert boat.orca.crew_target == "brody"
    assert "Quint falls into water 3." not in boat.match.log("crew")


def test_big_mouth_can_end_the_game() -> None:
    boat = shark("big mouth", at=(3, 3, 3))
    for who in ("quint", "brody", "hooper"):
        boat.wound(who, 4)
    boat.bites("boat 3", "1 1")
    assert str(boat.result) == "Shark wins: the whole crew is gone"


# Ramming speed --------------------------------------------------------------------------------------------------------


def test_ramming_speed_moves_the_shark_beside() -> None:
    """To adjacent water, or not at all."""
    boat = shark("ramming speed")
    assert boat.view.phase == "ramming"
    assert boat.match.legal("shark") == ["no ramming", "ram 2", "ram 4"]
    boat.match.play("shark", "ram 4")
    assert boat.orca.zone == 4
    assert boat.may("shark", "attack") == {"boat 4"}


def test_ramming_adds_two_hits() -> None:
    boat = shark("ramming speed")
    boat.match.play("shark", "ram 2")
    told = boat.bites("boat 2", "0 0")
    assert boat.said(told)[-3] == "2 hits on boat space 2: it is damaged."
    assert boat.tile(2).state == "damaged"


def test_without_moving_no_hits_are_added() -> None:
    boat = shark("ramming speed")
    boat.match.play("shark", "no ramming")
    assert boat.orca.zone == 3
    boat.bites("boat 3", "1 0")
    assert boat.tile(3).state == "intact"


def test_ramming_somebody_wounds_more() -> None:
    """The two hits count on whatever the shark attacks, but not on bonus attacks."""
    boat = shark("ramming speed")
    boat.put("quint", "water 3")
    boat.match.play("shark", "ram 2")
    boat.bites("quint", "1 0")
    assert boat.fighter("quint").wounds == 3
    boat.rolls("0")
    assert boat.fighter("quint").wounds == 3
    assert boat.view.round == 2


def test_ramming_comes_after_the_crews_attacks() -> None:
    boat = Boat(abilities=["ramming speed"], at=(3, 8, 8))
    boat.comes("3", "ramming speed")
    boat.prepares("quint", "machete", 3)
    boat.rest()
    assert boat.match.to_act == ("quint",)
    boat.attacks("quint", "2 2")
    assert boat.orca.shark_wounds == 2
    assert boat.view.phase == "ramming"


def test_ramming_through_a_gap() -> None:
    """Adjacent as the boat is now."""
    boat = Boat(abilities=["ramming speed"], at=(8, 8, 8))
    boat.tiles(destroyed=[3, 7])
    boat.surfaces("3", "ramming speed")
    assert boat.may("shark", "ram") == {"2", "4", "7"}


def test_bonus_attacks_are_measured_from_where_the_shark_rammed() -> None:
    boat = shark("ramming speed")
    boat.put("quint", "water 5")
    boat.put("brody", "water 4")
    boat.match.play("shark", "ram 2")
    boat.bites("boat 2", "0 0")
    assert boat.view.round == 2  # neither is beside zone 2
    boat = shark("ramming speed")
    boat.put("brody", "water 4")
    boat.match.play("shark", "ram 4")
    boat.bites("boat 4", "0 0")
    assert boat.orca.crew_target == "brody"


# Domino effect --------------------------------------------------------------------------------------------------------


def test_domino_gives_two_hits_to_a_boat_space_beside() -> None:
    """The shark chooses among those beside the one it damaged."""
    boat = shark("domino effect")
    boat.bites("boat 3", "1 1")
    assert boat.view.phase == "domino"
    assert boat.match.legal("shark") == ["topple boat 2", "topple boat 4", "topple boat 7"]
    boat.match.play("shark", "topple boat 4")
    assert boat.tile(4).state == "damaged"
    assert "The domino effect reaches boat space 4." in boat.match.log("crew")
    assert "2 hits on boat space 4: it is damaged." in boat.match.log("crew")


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    [(2, "intact", "damaged"), (4, "intact", "damaged"), (2, "damaged", "destroyed"), (4, "damaged", "destroyed")],
)
def test_domino_has_the_usual_thresholds(zone: int, before: str, after: str) -> None:
    boat = shark("domino effect")
    boat.tiles(damaged=[zone] if before == "damaged" else [])
    boat.bites("boat 3", "1 1")
    boat.match.play("shark", f"topple boat {zone}")
    assert boat.tile(zone).state == after


def test_domino_may_not_be_enough() -> None:
    """A tile that needs three hits to be damaged stands two."""
    tile = {"damage": 3, "destroy": 4, "damaged": 3}
    boat = Boat(abilities=["domino effect"], at=(8, 8, 8), rules={"orca.tiles": [tile] * 8})
    boat.surfaces("3!", "domino effect")
    boat.bites("boat 3", "1 1 1")
    boat.match.play("shark", "topple boat 2")
    assert boat.tile(2).state == "intact"
    assert "2 hits on boat space 2: it holds." in boat.match.log("crew")


def test_no_domino_if_the_tile_holds() -> None:
    boat = shark("domino effect")
    boat.bites("boat 3", "1 0")
    assert boat.view.round == 2


def test_no_domino_after_an_attack_on_somebody() -> None:
    boat = shark("domino effect")
    boat.put("quint", "water 3")
    boat.bites("quint", "2 2")
    assert boat.orca.crew_target == "quint"


def test_domino_goes_to_what_was_beside_before_the_tile_went() -> None:
    """The tile that was destroyed has neighbours all the same."""
    boat = shark("domino effect")
    boat.bites("boat 3", "2 2")
    assert boat.tile(3).state == "destroyed"
    assert boat.may("shark", "topple") == {"boat 2", "boat 4", "boat 7"}


def test_domino_does_not_go_where_nothing_is_left() -> None:
    boat = Boat(abilities=["domino effect"], at=(8, 8, 8))
    boat.tiles(destroyed=[2])
    boat.surfaces("3", "domino effect")
    boat.bites("boat 3", "1 1")
    assert boat.may("shark", "topple") == {"boat 4", "boat 7"}


def test_domino_with_one_neighbour_needs_no_choice() -> None:
    boat = Boat(abilities=["domino effect"], at=(8, 8, 8))
    boat.tiles(destroyed=[2, 7])
    boat.surfaces("3", "domino effect")
    boat.bites("boat 3", "1 1")
    assert boat.tile(4).state == "damaged"
    assert boat.view.round == 2


def test_domino_without_neighbours_ends() -> None:
    boat = Boat(abilities=["domino effect"], at=(8, 8, 8))
    boat.tiles(destroyed=[2, 4, 7])
    boat.surfaces("3", "domino effect")
    boat.bites("boat 3", "1 1")
    assert boat.view.round == 2


def test_domino_does_not_chain() -> None:
    """What it damages gives no hits to others."""
    boat = shark("domino effect")
    boat.bites("boat 3", "1 1")
    boat.match.play("shark", "topple boat 4")
    assert boat.view.round == 2
    assert boat.tile(8).state == "intact"


def test_domino_throws_people_off() -> None:
    """And those get a bonus attack if they are near the shark."""
    boat = shark("domino effect", at=(4, 8, 8))
    boat.bites("boat 3", "1 1")
    boat.match.play("shark", "topple boat 4")
    assert boat.fighter("quint").space == "water 4"
    assert boat.orca.crew_target == "quint"


def test_domino_can_sink_the_orca() -> None:
    boat = Boat(abilities=["domino effect"], at=(3, 3, 3))
    boat.tiles(destroyed=[1, 2, 5, 6, 7, 8], damaged=[3, 4])
    boat.surfaces("3", "domino effect")
    boat.bites("boat 3", "2 0")
    assert str(boat.result) == "Shark wins: the Orca has sunk"


# Hard target ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["3", "3!", "4"])
def test_hard_target_evades_three(card: str) -> None:
    """Whatever the resurface card says."""
    assert shark("hard target", card).orca.evade == 3


def test_hard_target_is_hit_by_more_than_three() -> None:
    boat = Boat(abilities=["hard target"], at=(3, 8, 8))
    boat.comes("3!", "hard target")
    boat.prepares("quint", "machete", 3)
    boat.rest()
    boat.attacks("quint", "2 2")
    assert boat.orca.shark_wounds == 1


def test_gear_that_lowers_evade_works_on_a_hard_target() -> None:
    boat = Boat(abilities=["hard target"], at=(8, 8, 8))
    boat.attach("harpoon gun", "barrel")
    boat.surfaces("3", "hard target")
    assert boat.orca.evade == 1


def test_hard_target_is_over_with_the_round() -> None:
    boat = shark("hard target")
    boat.ends_round()
    boat.surfaces("8")
    assert boat.orca.evade == 2


# Making waves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hits", ["1 1", "2 2"])
def test_making_waves_throws_everybody_into_the_water(hits: str) -> None:
    """From every boat space, each into the water of their own zone."""
    boat = shark("making waves", at=(1, 5, 8))
    boat.bites("boat 3", hits)
    assert boat.where() == ["water 1", "water 5", "water 8"]


def test_making_waves_needs_a_damaged_tile() -> None:
    boat = shark("making waves", at=(1, 5, 8))
    boat.bites("boat 3", "1 0")
    assert boat.where() == ["boat 1", "boat 5", "boat 8"]


def test_whoever_the_waves_took_near_the_shark_gets_a_bonus_attack() -> None:
    boat = shark("making waves", at=(2, 5, 4))
    boat.bites("boat 3", "1 1")
    assert boat.orca.crew_target == "quint"
    boat.rolls("1")
    assert boat.orca.crew_target == "hooper"
    boat.rolls("2")
    assert boat.wounds() == [1, 0, 2]


# One card a round -----------------------------------------------------------------------------------------------------


def test_only_one_ability_a_round() -> None:
    boat = Boat(abilities=["big mouth", "making waves"])
    boat.options("8")
    boat.chooses("A", "big mouth")
    with pytest.raises(IllegalAction):
        boat.match.play("shark", "making waves")


def test_both_copies_of_a_kind_can_be_played() -> None:
    """In two rounds; a third time there is none."""
    boat = Boat(abilities=["hard target", "hard target"])
    for card in ("1", "8"):
        boat.surfaces(card, "hard target")
        boat.ends_round()
    assert boat.orca.abilities_used == {"hard target": 2}
    assert boat.lair.hand == {}
