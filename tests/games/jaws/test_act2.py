"""The rounds of Act 2: the reveal, the crew's attacks, the shark's attacks, who is eliminated, and how it ends."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.jaws.boat import CREW, MELEE, Boat
from undertow.core.errors import IllegalAction


def together(card: str = "3", *, zone: int = 3) -> Boat:
    """All three stand in one boat space with their own weapons and have hit upon the shark."""
    boat = Boat(at=(zone, zone, zone))
    boat.comes(card)
    for who in CREW:
        boat.prepares(who, MELEE[who], zone)
    return boat


def lonely(card: str = "3", **spaces: str) -> Boat:
    """The shark has come up, nobody attacks; those named are where the test says, the others on boat space 8."""
    boat = Boat(at=(8, 8, 8))
    for who, space in spaces.items():
        boat.put(who, space)
    boat.surfaces(card)
    return boat


# The round ------------------------------------------------------------------------------------------------------------


def test_a_round_has_six_steps() -> None:
    """Options, the shark's choice, preparing, the reveal with the crew's attacks, the shark's attack; then the next."""
    boat = Boat(at=(3, 8, 8))
    phases = [boat.view.phase]
    boat.options("3")
    phases.append(boat.view.phase)
    boat.chooses("A")
    phases.append(boat.view.phase)
    boat.prepares("quint", "machete", 3)
    boat.rest()
    phases.append(boat.view.phase)
    boat.attacks("quint")
    phases.append(boat.view.phase)
    boat.rolls("0 0")
    phases.append(boat.view.phase)
    boat.bites("boat 3")
    phases.append(boat.view.phase)
    boat.rolls("0 0")
    phases.append(boat.view.phase)
    assert phases == [
        "resurface options",
        "shark chooses",
        "crew prepares",
        "crew attacks",
        "crew rolls",
        "shark attacks",
        "shark rolls",
        "resurface options",
    ]
    assert boat.view.round == 2
    assert boat.match.log("crew")[-2:] == ["Shark dives.", "Act 2, round 2."]


def test_after_a_round_the_table_is_cleared() -> None:
    """The shark is off the board, targets and weapons are back with their owners, no option lies there."""
    boat = together()
    boat.holds()
    boat.bites("boat 3", "0 0")
    orca = boat.orca
    assert (orca.zone, orca.slot, orca.options, orca.locked) == (None, None, [], False)
    assert (orca.boat_target, orca.crew_target, orca.dice) == (None, None, [])
    assert [(fighter.weapon, fighter.target, fighter.caged) for fighter in orca.crew] == [(None, None, False)] * 3


def test_people_stay_where_they_are_between_rounds() -> None:
    boat = lonely(quint="water 6", brody="boat 1")
    boat.bites("boat 3", "0 0")
    assert boat.where() == ["water 6", "boat 1", "boat 8"]


# The reveal -----------------------------------------------------------------------------------------------------------


def test_the_shark_comes_up_in_the_water_of_its_card() -> None:
    """When the last target lies, and not before."""
    boat = Boat(at=(8, 8, 8))
    boat.comes("5")
    boat.prepares("quint", "machete", 8)
    boat.prepares("hooper", "gaff", 8)
    assert boat.match.view("crew").orca.zone is None
    boat.prepares("brody", "club", 8)
    assert (boat.orca.zone, boat.orca.slot) == (5, "A")
    assert "Shark comes up at A, zone 5." in boat.match.log("crew")


def test_targets_elsewhere_go_back() -> None:
    """Only those in the shark's zone stay."""
    boat = Boat(at=(3, 4, 8))
    boat.comes("3")
    boat.rest()
    assert [boat.fighter(who).target for who in CREW] == [3, None, None]
    assert boat.match.to_act == ("quint",)


# The crew attacks -----------------------------------------------------------------------------------------------------


def test_only_who_targeted_the_right_zone_attacks() -> None:
    boat = Boat(quint=["rifle"], at=(8, 3, 4))
    boat.comes("3")
    boat.prepares("quint", "rifle", 2)
    boat.prepares("brody", "club", 3)
    boat.prepares("hooper", "gaff", 4)
    assert boat.match.to_act == ("brody",)
    with pytest.raises(IllegalAction):
        boat.match.play("quint", "attack")


def test_if_all_were_wrong_the_shark_attacks_at_once() -> None:
    boat = lonely()
    assert boat.view.phase == "shark attacks"
    assert boat.orca.shark_wounds == 0


@pytest.mark.parametrize("order", list(permutations(CREW)))
def test_the_crew_attacks_in_any_order(order: tuple[str, ...]) -> None:
    boat = together()
    assert boat.match.to_act == CREW
    for who in order:
        boat.attacks(who, "0 0" if who == "quint" else "0")
    struck = [line.split()[0].lower() for line in boat.match.log("crew") if "attacks with" in line]
    assert struck == list(order)
    assert list(boat.match.to_act) == ["shark"]


def test_everybody_attacks_once() -> None:
    boat = together()
    boat.attacks("brody", "0")
    assert boat.match.to_act == ("quint", "hooper")
    with pytest.raises(IllegalAction):
        boat.match.play("brody", "attack")


def test_one_may_wait_for_the_others() -> None:
    """Who waits is asked again when somebody else has attacked; the last one has nobody to wait for."""
    boat = together()
    assert boat.match.legal("quint") == ["attack", "hold", "wait"]
    boat.match.play("quint", "wait")
    assert boat.match.to_act == ("brody", "hooper")
    boat.match.play("hooper", "wait")
    assert list(boat.match.to_act) == ["brody"]
    assert boat.match.legal("brody") == ["attack", "hold"]
    boat.attacks("brody", "0")
    assert boat.match.to_act == ("quint", "hooper")
    assert boat.match.legal("quint") == ["attack", "hold", "wait"]
    boat.attacks("hooper", "0")
    assert boat.match.legal("quint") == ["attack", "hold"]


def test_one_may_decline_to_attack() -> None:
    """Also when everybody does: the shark goes on unhurt."""
    boat = together()
    boat.match.play("quint", "hold")
    assert boat.match.to_act == ("brody", "hooper")
    assert boat.match.log("crew")[-1] == "Quint holds back."
    boat.holds()
    assert boat.orca.shark_wounds == 0
    assert list(boat.match.to_act) == ["shark"]


@pytest.mark.parametrize(
    ("card", "dice", "wounds", "words"),
    [
        ("3", "1 0", 0, "1 hit against evade 2: Quint misses."),
        ("3", "1 1", 0, "2 hits against evade 2: Quint misses."),
        ("3", "2 1", 1, "3 hits against evade 2: 1 wound, 1 in all."),
        ("3", "2 2", 2, "4 hits against evade 2: 2 wounds, 2 in all."),
        ("3!", "0 0", 0, "0 hits against evade 0: Quint misses."),
        ("3!", "1 0", 1, "1 hit against evade 0: 1 wound, 1 in all."),
    ],
)
def test_hits_above_evade_are_wounds(card: str, dice: str, wounds: int, words: str) -> None:
    """As many hits as the shark evades, or fewer, are a miss."""
    boat = together(card)
    told = boat.attacks("quint", dice)
    assert boat.orca.shark_wounds == wounds
    assert boat.said(told)[-1] == words


def test_everybodys_wounds_add_up() -> None:
    """Each attack is measured against the evade anew."""
    boat = together()
    boat.attacks("quint", "2 2")
    boat.attacks("brody", "2")
    boat.attacks("hooper", "1")
    assert boat.orca.shark_wounds == 2 + 1 + 0


def test_wounds_of_the_shark_stay() -> None:
    boat = together("3!")
    boat.attacks("quint", "2 2")
    boat.ends_round()
    assert boat.orca.shark_wounds == 4


# The shark attacks the boat -------------------------------------------------------------------------------------------


def test_the_shark_attacks_a_boat_space_it_is_beside() -> None:
    """On a whole boat that is the one of its zone."""
    boat = lonely()
    assert boat.match.to_act == ("shark",)
    assert boat.match.legal("shark") == ["attack boat 3", "no attack"]


def test_in_a_gap_the_shark_reaches_more_of_the_boat() -> None:
    boat = Boat(at=(8, 8, 8))
    boat.tiles(destroyed=[3])
    boat.surfaces("3")
    assert boat.match.legal("shark") == ["attack boat 2", "attack boat 4", "attack boat 7", "no attack"]


def test_a_destroyed_space_cannot_be_attacked() -> None:
    boat = Boat(at=(8, 8, 8))
    boat.tiles(destroyed=[2, 3])
    boat.surfaces("3")
    assert boat.match.legal("shark") == ["attack boat 4", "attack boat 7", "no attack"]


@pytest.mark.parametrize(("card", "dice"), [("3", 2), ("3!", 3), ("2", 3), ("2!", 2)])
def test_the_shark_rolls_the_dice_of_its_card(card: str, dice: int) -> None:
    boat = lonely(card)
    boat.bites(f"boat {card[0]}", "0 " * (dice - 1))
    assert boat.view.phase == "shark rolls"
    boat.rolls("0")
    assert boat.view.round == 2


def test_the_attack_is_announced_before_the_dice_fall() -> None:
    boat = lonely()
    told = boat.bites("boat 3")
    assert boat.said(told) == ["Shark attacks boat space 3."]
    assert boat.match.view("crew").orca.boat_target == 3


@pytest.mark.parametrize(
    ("zone", "hits", "became"),
    [
        (1, "0 0 0", "intact"),
        (1, "1 0 0", "damaged"),
        (1, "1 1 0", "damaged"),
        (1, "1 1 1", "destroyed"),
        (3, "1 0 0", "intact"),
        (3, "1 1 0", "damaged"),
        (3, "2 1 0", "damaged"),
        (3, "2 2 0", "destroyed"),
        (3, "2 2 2", "destroyed"),
    ],
)
def test_hits_damage_or_destroy_a_whole_tile(zone: int, hits: str, became: str) -> None:
    """At bow and stern one hit damages and three destroy; amidships it takes two and four."""
    boat = lonely(f"{zone}!")
    boat.bites(f"boat {zone}", hits)
    assert boat.tile(zone).state == became
    word = {"intact": "holds", "damaged": "is damaged", "destroyed": "is destroyed"}[became]
    assert any(line.endswith(f"on boat space {zone}: it {word}.") for line in boat.match.log("crew"))


@pytest.mark.parametrize(
    ("zone", "hits", "became"),
    [(8, "0 0", "damaged"), (8, "1 0", "destroyed"), (6, "1 0", "damaged"), (6, "1 1", "destroyed")],
)
def test_a_damaged_tile_has_one_number(zone: int, hits: str, became: str) -> None:
    """One hit destroys it at bow and stern, two amidships; fewer change nothing."""
    boat = Boat(at=(1, 1, 1))
    boat.tiles(damaged=[zone])
    assert (boat.tile(zone).damage, boat.tile(zone).destroy) == (None, 1 if zone == 8 else 2)
    boat.surfaces(str(zone))
    boat.bites(f"boat {zone}", hits)
    assert boat.tile(zone).state == became
    if became == "destroyed":
        assert (boat.tile(zone).damage, boat.tile(zone).destroy) == (None, None)


@pytest.mark.parametrize("hits", ["1 1", "2 2"])
def test_whoever_stands_there_falls_into_the_water(hits: str) -> None:
    """All of them, whether the tile is damaged or destroyed; those elsewhere stay."""
    boat = lonely(quint="boat 3", brody="boat 3", hooper="boat 2")
    boat.bites("boat 3", hits)
    assert boat.where() == ["water 3", "water 3", "boat 2"]
    assert "Quint falls into the water of zone 3." in boat.match.log("crew")


def test_if_the_tile_holds_nobody_falls() -> None:
    boat = lonely(quint="boat 3")
    boat.bites("boat 3", "1 0")
    assert boat.fighter("quint").space == "boat 3"


def test_a_damaged_tile_that_holds_throws_nobody_off() -> None:
    boat = Boat(at=(3, 8, 8))
    boat.tiles(damaged=[3])
    boat.surfaces("3")
    boat.bites("boat 3", "1 0")
    assert boat.fighter("quint").space == "boat 3"


def test_a_damaged_tile_can_be_stood_on() -> None:
    boat = Boat(at=(1, 8, 8))
    boat.tiles(damaged=[2])
    boat.comes("8")
    assert "boat 2" in boat.may("quint", "go")


# The shark attacks somebody -------------------------------------------------------------------------------------------


def test_the_shark_attacks_somebody_in_its_water_or_beside_it() -> None:
    """Nobody on the boat, and nobody further off."""
    boat = lonely(quint="water 3", brody="water 4", hooper="water 1")
    assert boat.match.legal("shark") == ["attack boat 3", "attack quint", "attack brody", "no attack"]
    boat = lonely(quint="boat 3", brody="boat 4", hooper="water 2")
    assert boat.match.legal("shark") == ["attack boat 3", "attack hooper", "no attack"]


def test_across_the_boat_nobody_is_near() -> None:
    """Unless both tiles between are gone."""
    assert lonely(quint="water 7").match.legal("shark") == ["attack boat 3", "no attack"]
    boat = Boat(at=(8, 8, 8))
    boat.tiles(destroyed=[3, 7])
    boat.put("quint", "water 7")
    boat.surfaces("3")
    assert "attack quint" in boat.match.legal("shark")


def test_each_hit_is_a_wound() -> None:
    boat = lonely(quint="water 3")
    told = boat.bites("quint", "2 1")
    assert boat.wounds() == [3, 0, 0]
    assert boat.said(told)[:2] == ["Shark attacks Quint.", "Quint takes 3 wounds: 3 of 5."]


def test_no_hits_no_wounds() -> None:
    boat = lonely(quint="water 3")
    boat.bites("quint", "0 0")
    assert boat.wounds() == [0, 0, 0]
    assert "Quint gets away unhurt." in boat.match.log("crew")


def test_the_boat_is_not_harmed_by_an_attack_on_somebody() -> None:
    boat = lonely(quint="water 3")
    boat.bites("quint", "2 2")
    assert boat.tile(3).state == "intact"


def test_the_shark_attacks_the_boat_or_somebody_not_both() -> None:
    boat = lonely(quint="water 3")
    boat.bites("quint", "0 0")
    assert boat.view.phase == "bonus attack"
    boat.rolls("0")
    assert boat.view.round == 2


def test_with_nothing_in_reach_the_shark_attacks_nothing() -> None:
    """No tile beside it and nobody in the water near: it dives again."""
    boat = Boat(at=(8, 8, 8))
    boat.tiles(destroyed=[2, 3, 4, 7])
    boat.comes("3")
    boat.rest()
    assert boat.view.round == 2
    assert boat.match.log("crew")[-4:-1] == [
        "Shark comes up at A, zone 3.",
        "Shark has nothing in reach.",
        "Shark dives.",
    ]


def test_the_shark_need_not_attack() -> None:
    """It *may* attack the boat or somebody, and it *may* roll bonus attacks: none of them is forced on it."""
    boat = lonely(quint="water 3", brody="water 4")
    assert boat.said(boat.match.play("shark", "no attack")) == ["Shark does not attack."]
    assert boat.match.legal("shark") == ["attack quint", "no attack"]
    assert boat.match.prompt("shark") == "Bonus attack: roll 1 die against Quint?"
    assert boat.said(boat.match.play("shark", "no attack")) == ["Shark does not attack Quint."]
    assert boat.match.legal("shark") == ["attack brody", "no attack"]
    boat.bonus()
    boat.rolls("2")
    assert boat.wounds() == [0, 2, 0]
    assert boat.view.round == 2


def test_with_a_house_rule_bonus_attacks_are_rolled_without_asking() -> None:
    boat = Boat(at=(8, 8, 8), rules={"act2.shark_may_hold_back": "main attack"})
    boat.put("quint", "water 3")
    boat.surfaces("3")
    boat.match.play("shark", "no attack")
    assert (boat.view.phase, boat.orca.crew_target) == ("shark rolls", "quint")


def test_a_shark_that_must_attack_is_not_asked_for_an_only_target() -> None:
    """With a house rule: one boat space beside it and nobody in the water, so the dice fall at once."""
    rules = {"act2.shark_may_hold_back": "never"}
    boat = Boat(at=(8, 8, 8), rules=rules)
    boat.surfaces("3")
    assert (boat.view.phase, boat.orca.boat_target) == ("shark rolls", 3)
    boat = Boat(at=(8, 8, 8), rules=rules)
    boat.tiles(destroyed=[3])
    boat.put("quint", "water 2")
    boat.surfaces("3")
    assert set(boat.match.legal("shark")) == {"attack boat 2", "attack boat 4", "attack boat 7", "attack quint"}


# Bonus attacks --------------------------------------------------------------------------------------------------------


def test_bonus_attacks_on_all_in_the_water_near_the_shark() -> None:
    """One die each, one after the other, after the main attack."""
    boat = lonely(quint="water 2", brody="water 3", hooper="water 4")
    boat.bites("boat 3", "0 0")
    for who, hits in (("quint", "1"), ("brody", "0"), ("hooper", "2")):
        assert boat.orca.crew_target == who
        told = boat.said(boat.bonus())
        assert told[-1] == f"Shark snaps at {who.capitalize()} in the water too."
        boat.rolls(hits)
    assert boat.wounds() == [1, 0, 2]
    assert boat.view.round == 2


def test_the_one_just_attacked_gets_a_bonus_attack_too() -> None:
    boat = lonely(quint="water 3")
    boat.bites("quint", "1 1")
    assert boat.orca.crew_target == "quint"
    boat.rolls("2")
    assert boat.wounds() == [4, 0, 0]


def test_no_bonus_attack_on_those_on_the_boat_or_far_off() -> None:
    boat = lonely(quint="boat 3", brody="water 1", hooper="water 7")
    boat.bites("boat 3", "0 0")
    assert boat.view.round == 2


def test_whoever_falls_gets_a_bonus_attack() -> None:
    """Falling comes first."""
    boat = lonely(quint="boat 3")
    boat.bites("boat 3", "1 1")
    assert boat.orca.crew_target == "quint"
    boat.rolls("1")
    assert boat.wounds() == [1, 0, 0]


def test_a_gap_brings_more_people_near() -> None:
    """The tile is gone before the bonus attacks: the water is as it is now."""
    boat = Boat(at=(1, 1, 1))
    boat.tiles(destroyed=[6], damaged=[2])
    boat.put("quint", "water 6")
    boat.surfaces("2!")
    boat.bites("boat 2", "2 0")
    assert boat.tile(2).state == "destroyed"
    assert boat.orca.crew_target == "quint"


# Eliminated -----------------------------------------------------------------------------------------------------------


def test_five_wounds_eliminate() -> None:
    """The meeple and all gear go, and there is no bonus attack on nobody."""
    boat = Boat(quint=["rifle", "chum"], at=(8, 8, 8))
    boat.put("quint", "water 3")
    boat.wound("quint", 1)
    boat.surfaces("3")
    told = boat.bites("quint", "2 2")
    assert boat.fighter("quint").space is None
    assert boat.fighter("quint").gear == {}
    assert boat.fighter("quint").wounds == 5
    assert "Quint is gone." in boat.said(told)
    assert boat.view.round == 2


def test_four_wounds_do_not() -> None:
    boat = lonely(quint="water 3")
    boat.bites("quint", "2 2")
    assert boat.fighter("quint").space == "water 3"
    assert boat.fighter("quint").gear == {"machete": 1, "harpoon gun": 1}


def test_more_than_five_are_five() -> None:
    boat = lonely(quint="water 3")
    boat.wound("quint", 4)
    boat.bites("quint", "2 2")
    assert boat.fighter("quint").wounds == 5


def test_a_bonus_attack_can_eliminate() -> None:
    boat = lonely(quint="water 2")
    boat.wound("quint", 3)
    boat.bites("boat 3", "0 0")
    boat.rolls("2")
    assert boat.where() == [None, "boat 8", "boat 8"]
    assert boat.view.round == 2


def test_whoever_is_gone_is_not_asked_any_more() -> None:
    boat = lonely(quint="water 3")
    boat.wound("quint", 4)
    boat.bites("quint", "1 0")
    boat.comes("8")
    assert boat.match.to_act == ("brody", "hooper")
    assert boat.match.legal("quint") == []
    boat.rest()
    assert boat.match.to_act == ("brody", "hooper")
    boat.holds()
    assert "attack quint" not in boat.match.legal("shark")


def test_a_dead_mans_chum_is_gone() -> None:
    boat = Boat(quint=["chum"], at=(8, 8, 8))
    boat.put("quint", "water 3")
    boat.wound("quint", 4)
    boat.surfaces("3")
    boat.bites("quint", "1 0")
    boat.options()
    boat.chooses("A")
    assert boat.view.phase == "crew prepares"


# The end --------------------------------------------------------------------------------------------------------------


def test_the_shark_wins_when_nobody_is_left() -> None:
    """At once, in the middle of an attack."""
    boat = lonely(quint="water 3")
    for gone in (1, 2):
        boat.state.at[gone] = -1
        boat.state.wounds[gone] = 5
    boat.wound("quint", 3)
    boat.bites("quint", "1 1")
    assert boat.match.over
    assert str(boat.result) == "Shark wins: the whole crew is gone"
    assert boat.result.shares == {"shark": 1.0, "quint": 0.0, "brody": 0.0, "hooper": 0.0}
    assert boat.match.log("crew")[-2:] == ["Quint is gone.", "Shark wins: the whole crew is gone."]
    assert boat.view.winner == "shark"


def test_the_game_goes_on_while_one_is_left() -> None:
    boat = lonely(quint="water 3")
    boat.state.at[1] = -1
    boat.state.wounds[1] = 5
    boat.wound("quint", 3)
    boat.bites("quint", "1 1")
    assert not boat.match.over


def test_the_shark_wins_when_the_orca_is_gone() -> None:
    """The last tile decides; that somebody still swims does not help."""
    boat = Boat(at=(3, 3, 3))
    boat.tiles(destroyed=[1, 2, 4, 5, 6, 7, 8], damaged=[3])
    boat.surfaces("3")
    boat.bites("boat 3", "1 1")
    assert str(boat.result) == "Shark wins: the Orca has sunk"
    assert boat.where() == ["water 3"] * 3
    assert boat.result.scores == {"shark": 0, "quint": 0, "brody": 0, "hooper": 0}


def test_one_damaged_tile_keeps_the_orca_afloat() -> None:
    boat = Boat(at=(3, 3, 3))
    boat.tiles(destroyed=[1, 2, 4, 5, 6, 7, 8])
    boat.surfaces("3")
    boat.bites("boat 3", "1 1")
    assert boat.tile(3).state == "damaged"
    assert not boat.match.over


def test_the_crew_wins_when_the_shark_is_dead() -> None:
    """At once: the others need not attack, and the shark attacks no more."""
    boat = together("3!")
    boat.state.shark_wounds = 15
    boat.attacks("quint", "2 1")
    assert boat.match.over
    assert str(boat.result) == "Quint and Brody and Hooper win: the shark is dead"
    assert boat.result.shares == {"shark": 0.0, "quint": 1.0, "brody": 1.0, "hooper": 1.0}
    assert boat.match.log("shark")[-1] == "The crew wins: the shark is dead."
    assert boat.match.to_act == ()


def test_seventeen_wounds_do_not_kill_it() -> None:
    boat = together("3!")
    boat.state.shark_wounds = 15
    boat.attacks("quint", "2 0")
    assert boat.orca.shark_wounds == 17
    assert not boat.match.over


def test_more_wounds_than_it_has_kill_it_too() -> None:
    boat = together("3!")
    boat.state.shark_wounds = 17
    boat.attacks("quint", "2 2")
    assert boat.orca.shark_wounds == 18
    assert boat.view.winner == "crew"


def test_the_dead_win_with_their_crew() -> None:
    """The crew wins as a group, the eliminated too."""
    boat = Boat(at=(3, 3, 3))
    boat.state.at[1] = -1
    boat.state.wounds[1] = 5
    boat.state.shark_wounds = 17
    boat.comes("3!")
    boat.rest()
    boat.attacks("quint", "1 0")
    assert boat.result.shares["brody"] == 1.0
    assert boat.result.scores == {"shark": 0, "quint": 0, "brody": 5, "hooper": 0}


def test_after_the_last_round_the_crew_has_survived() -> None:
    """Ours, not the sheet's: nobody need play for ever."""
    boat = Boat(rules={"act2.round_limit": 2})
    boat.surfaces("8")
    boat.ends_round()
    assert boat.view.round == 2
    boat.surfaces("8!")
    boat.ends_round()
    assert boat.match.over
    assert str(boat.result) == "Quint and Brody and Hooper win: the shark gives up, and the crew drifts ashore"


def test_sixty_rounds_if_nobody_says_otherwise() -> None:
    boat = Boat(at=(1, 1, 1))
    boat.state.rounds = 60
    boat.surfaces("8")
    boat.bites("boat 8", "0 0")
    assert boat.match.over
    assert boat.view.winner == "crew"


# Taking back ----------------------------------------------------------------------------------------------------------


def test_preparing_can_be_taken_back_until_the_shark_comes_up() -> None:
    boat = Boat(at=(3, 8, 8), quint=["rifle"])
    boat.comes("3")
    boat.prepares("quint", "rifle", 1)
    boat.match.undo("quint")
    boat.match.play("quint", "target 3")
    boat.prepares("brody", "club", 8)
    boat.prepares("hooper", "gaff", 8)
    for who in CREW:
        assert not boat.match.can_undo(who)


def test_what_the_shark_showed_it_cannot_take_back() -> None:
    boat = Boat(quint=["chum"])
    boat.options("1", "2", "3")
    boat.chooses("A")
    boat.match.play("quint", "chum")
    boat.match.play("shark", "show B")
    assert not boat.match.can_undo("shark")
    assert not boat.match.can_undo("quint")
