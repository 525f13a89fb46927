"""House rules of Act 2: an owner of the printed game puts in other tiles, cards and tracks; nonsense is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.jaws.boat import Boat
from undertow.core.box import load_box
from undertow.core.errors import HouseRule, UnknownName
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games import jaws
from undertow.games.jaws.state import ABILITY_NAMES

BOX = {key: entry.value for key, entry in load_box(Path(jaws.__file__).parent / "box.toml").items()}


def gear(name: str, **changes: Any) -> dict[str, Any]:
    return {f"gear.{name}": {**BOX[f"gear.{name}"], **changes}}


def ability(name: str, **changes: int) -> dict[str, Any]:
    return {f"abilities.{name}": {**BOX[f"abilities.{name}"], **changes}}


def resurface(number: int, **changes: int) -> dict[str, Any]:
    cards = [dict(card) for card in BOX["orca.resurface"]]
    cards[number - 1] |= changes
    return {"orca.resurface": cards}


def tiles(zone: int, **changes: int) -> dict[str, Any]:
    changed = [dict(tile) for tile in BOX["orca.tiles"]]
    changed[zone - 1] |= changes
    return {"orca.tiles": changed}


def without(*borders: str) -> dict[str, Any]:
    return {"orca.borders": [border for border in BOX["orca.borders"] if border not in borders]}


def refused(rules: dict[str, Any]) -> str:
    """The sentence with which this table is not set up."""
    with pytest.raises((HouseRule, UnknownName)) as refusal:
        find_game("jaws").set_up(2, {"variant": "act2", **rules})
    text = str(refusal.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


# Replaced -------------------------------------------------------------------------------------------------------------


def test_other_hands() -> None:
    match = Match(
        "jaws", 2, {"variant": "act2", "act2.shark_cards_alone": 1, "act2.crew_cards_alone": 2}, auto_chance=False
    )
    match.play("chance", "big mouth")
    match.play("chance", "rope")
    match.play("chance", "chum")
    assert match.view("crew").phase == "dividing gear"


def test_no_cards_at_all() -> None:
    """Then everybody boards at once."""
    match = Match(
        "jaws", 2, {"variant": "act2", "act2.shark_cards_alone": 0, "act2.crew_cards_alone": 0}, auto_chance=False
    )
    assert match.view("crew").phase == "boarding the Orca"
    assert match.to_act == ("quint", "brody", "hooper")


def test_cards_for_the_shark_alone() -> None:
    match = Match(
        "jaws", 2, {"variant": "act2", "act2.shark_cards_alone": 1, "act2.crew_cards_alone": 0}, auto_chance=False
    )
    match.play("chance", "rope" if "rope" in match.odds() else "big mouth")
    assert match.view("crew").phase == "boarding the Orca"


def test_other_tiles() -> None:
    boat = Boat(at=(1, 1, 1), rules=tiles(3, damage=1, destroy=2, damaged=5))
    assert (boat.tile(3).damage, boat.tile(3).destroy) == (1, 2)
    boat.surfaces("3")
    boat.bites("boat 3", "1 0")
    assert (boat.tile(3).state, boat.tile(3).destroy) == ("damaged", 5)


def test_other_resurface_cards() -> None:
    """Zone, evade, dice and shake-off of each card."""
    boat = Boat(at=(1, 1, 1), rules=resurface(5, zone=7, evade=4, dice=1, shake_off=1))
    boat.attach("barrel")
    boat.surfaces("3")  # the fifth card
    assert (boat.orca.zone, boat.orca.evade, boat.orca.attached) == (7, 4, {})
    boat.bites("boat 7", "0")
    assert boat.view.round == 2


def test_other_borders() -> None:
    """With a border across the bow the water of 1 touches the water of 8."""
    boat = Boat(at=(1, 1, 1), rules={"orca.borders": [*BOX["orca.borders"], "W1-W8"]})
    boat.put("quint", "water 8")
    boat.surfaces("1")
    assert "attack quint" in boat.match.legal("shark")


def test_a_border_less() -> None:
    boat = Boat(at=(1, 1, 1), rules=without("B1-B2", "B1-B5"))
    boat.comes("8")
    assert boat.may("quint", "go") == {"boat 1", "water 1", "water 2", "water 5"}


def test_other_dice() -> None:
    boat = Boat(at=(1, 1, 1), rules={"act2.die": [0, 3]})
    boat.surfaces("8")
    boat.bites("boat 8")
    assert boat.match.odds().keys() == {"0 hits", "3 hits"}
    boat.rolls("3 0")
    assert boat.tile(8).state == "destroyed"


def test_other_wound_tracks() -> None:
    boat = Boat(at=(3, 3, 3), rules={"act2.shark_wounds": 2, "act2.crew_wounds": 2})
    assert (boat.orca.shark_dies_at, boat.orca.crew_dies_at) == (2, 2)
    boat.comes("3!")
    boat.rest()
    boat.attacks("quint", "1 0")
    boat.match.play("brody", "hold")
    boat.match.play("hooper", "hold")
    boat.put("quint", "water 3")
    boat.bites("quint", "1 1 0")
    assert boat.where() == [None, "boat 3", "boat 3"]
    boat.comes("3")
    boat.rest()
    boat.attacks("brody", "2")
    assert boat.view.winner == "crew"


def test_one_step_a_round() -> None:
    """Then climbing aboard takes that one."""
    boat = Boat(at=(1, 1, 1), rules={"act2.steps": 1})
    boat.put("brody", "water 3")
    boat.comes("8")
    assert boat.may("quint", "go") == {"boat 1", "water 1", "boat 2", "boat 5"}
    assert boat.may("brody", "go") == {"water 3", "water 2", "water 4", "boat 3"}


def test_more_bonus_dice() -> None:
    boat = Boat(at=(1, 1, 1), rules={"act2.bonus_dice": 2})
    boat.put("quint", "water 8")
    boat.surfaces("8")
    boat.bites("boat 8", "0 0")
    boat.rolls("2 1")
    assert boat.fighter("quint").wounds == 3


def test_other_weapons() -> None:
    """Dice, the plus, whether it is used up, whether ammo fits, and who begins with it."""
    rules = gear("flare_gun", dice=2, plus=2, ammo=True) | gear("rifle", once=False, personal="hooper")
    boat = Boat(quint=["flare gun", "ammo"], at=(3, 8, 3), rules=rules)
    boat.comes("3!")
    boat.prepares("quint", "flare gun", 3)
    boat.prepares("hooper", "rifle", 3)
    boat.rest()
    boat.attacks("quint", "1 1")
    boat.match.play("quint", "discard ammo")
    boat.attacks("hooper", "1 1 1")
    assert boat.orca.shark_wounds == 4 + 3
    assert boat.fighter("quint").gear["flare gun"] == 1
    assert boat.fighter("hooper").gear["rifle"] == 1


def test_a_weapon_without_dice_has_its_plus() -> None:
    boat = Boat(at=(3, 8, 8), rules=gear("machete", dice=0, plus=1))
    boat.comes("3!")
    boat.prepares("quint", "machete", 3)
    boat.rest()
    boat.attacks("quint")
    assert boat.orca.shark_wounds == 1
    assert boat.view.phase == "shark attacks"


def test_other_effects_of_what_is_attached() -> None:
    boat = Boat(at=(1, 1, 1), rules=gear("barrel", evade=2) | gear("rope", attack=2))
    boat.attach("barrel", "rope")
    boat.surfaces("2")
    assert boat.orca.evade == 0
    boat.bites("boat 2", "0")
    assert boat.view.round == 2


def test_a_weapon_whose_target_moves() -> None:
    boat = Boat(quint=["rifle"], at=(8, 8, 8), rules=gear("rifle", reach=1))
    boat.comes("3")
    boat.prepares("quint", "rifle", 4)
    boat.rest()
    assert boat.match.to_act == ("quint",)


def test_other_numbers_of_abilities() -> None:
    """Wounds of the big mouth, evade of the hard target, copies of each; there are no more than two."""
    boat = Boat(abilities=["big mouth"], at=(3, 8, 8), rules=ability("big_mouth", number=3))
    boat.surfaces("3", "big mouth")
    boat.bites("boat 3", "1 1")
    assert boat.fighter("quint").wounds == 3
    with pytest.raises(HouseRule, match="there are 2 cards of each ability"):
        Boat(rules=ability("hard_target", copies=3))
    boat = Boat(abilities=["hard target"], at=(8, 8, 8), rules=ability("hard_target", number=5, copies=1))
    boat.surfaces("3", "hard target")
    assert boat.orca.evade == 5


def test_other_dominoes_and_rammings() -> None:
    boat = Boat(abilities=["domino effect"], at=(8, 8, 8), rules=ability("domino_effect", number=4))
    boat.surfaces("3", "domino effect")
    boat.bites("boat 3", "1 1")
    boat.match.play("shark", "topple boat 2")
    assert boat.tile(2).state == "destroyed"
    boat = Boat(abilities=["ramming speed"], at=(8, 8, 8), rules=ability("ramming_speed", number=4))
    boat.surfaces("3", "ramming speed")
    boat.match.play("shark", "ram 2")
    boat.bites("boat 2", "0 0")
    assert boat.tile(2).state == "destroyed"


def test_other_second_helpings() -> None:
    boat = Boat(abilities=["second helping"], at=(8, 8, 8), rules=ability("second_helping", number=1))
    boat.surfaces("3", "second helping")
    boat.bites("boat 3", "0 0")
    boat.match.play("shark", "attack boat 3 again")
    boat.rolls("2")
    assert boat.tile(3).state == "damaged"
    assert boat.view.round == 2


# Refused --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"orca.tiles": BOX["orca.tiles"][:7]}, "'orca.tiles' needs 8 entries, not 7"),
        (tiles(1, damage=0), "'orca.tiles' cannot be"),
        ({"orca.tiles": [{"damage": 1}] * 8}, "'orca.tiles' cannot be"),
        ({"orca.resurface": BOX["orca.resurface"][:15]}, "'orca.resurface' needs 16 entries, not 15"),
        (resurface(3, zone=0), "resurface card 3 needs a zone from 1 to 8 and 1 to 4 dice"),
        (resurface(16, dice=5), "resurface card 16 needs a zone from 1 to 8 and 1 to 4 dice"),
        (resurface(1, zone=9), "'orca.resurface' cannot be"),
        ({"orca.borders": ["W1-B9"]}, "'orca.borders' cannot name the space 'B9'"),
        ({"orca.borders": ["W1"]}, "a border is written like W1-B8; 'W1' is not"),
        ({"orca.borders": ["W1-W1"]}, "a border is written like W1-B8; 'W1-W1' is not"),
        ({"act2.die": [0, 0]}, "needs a face with a hit"),
        ({"act2.die": []}, "needs a face with a hit"),
        ({"act2.die": [4]}, "'act2.die' cannot be [4]"),
        ({"act2.shark_cards": [1, 2]}, "'act2.shark_cards' needs 10 entries, not 2"),
        ({"act2.crew_cards": [1] * 11}, "'act2.crew_cards' needs 10 entries, not 11"),
        ({"act2.shark_cards_alone": 17}, "'act2.shark_cards_alone' cannot be 17"),
        ({"act2.shark_wounds": 0}, "'act2.shark_wounds' cannot be 0"),
        ({"act2.crew_wounds": "five"}, "it must be a whole number from 1 to 20"),
        ({"act2.steps": 3}, "'act2.steps' cannot be 3"),
        ({"act2.round_limit": 61}, "'act2.round_limit' cannot be 61"),
        ({"act2.wounds": 3}, "there is no house rule 'act2.wounds'"),
        (gear("rifle", type="cannon"), "the gear card 'rifle' needs a type (melee, firearm, attachable, accessory)"),
        (gear("rifle", personal="mayor"), "nobody or one of quint, brody, hooper"),
        (gear("rifle", dice=5), "at most 4 dice"),
        (gear("rifle", once=1), "'gear.rifle' cannot be"),
        (gear("machete", type="firearm"), "quint needs a melee weapon that is never discarded"),
        (gear("club", once=True), "brody needs a melee weapon that is never discarded"),
        (gear("gaff", personal="quint"), "hooper needs a melee weapon that is never discarded"),
        (ability("big_mouth", copies=17), "'abilities.big_mouth' cannot be"),
        (
            {
                key: {"copies": 0, "number": 1}
                for key in ("abilities." + name.replace(" ", "_") for name in ABILITY_NAMES)
            },
            "more ability cards than there are",
        ),
        (gear("chum", copies=0) | {"act2.crew_cards_alone": 14}, "more gear cards than there are"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(rules: dict[str, Any], words: str) -> None:
    assert words in refused(rules)


def test_every_boat_space_needs_water_beside_it() -> None:
    """From there nobody could target anything but with a firearm."""
    assert "orca.borders" in refused(without("W1-B1"))


@pytest.mark.parametrize("dice", [0, 5, 16])
def test_a_second_helping_needs_one_to_four_dice(dice: int) -> None:
    assert "second" in refused(ability("second_helping", number=dice))


@pytest.mark.parametrize("number", ["dice", "copies", "plus", "reach", "evade", "attack"])
def test_no_number_of_gear_is_below_none(number: str) -> None:
    assert "rope" in refused(gear("rope", **{number: -1}))


def test_a_target_moves_one_zone_at_most() -> None:
    assert "the gear card 'rifle' needs" in refused(gear("rifle", reach=2))
    assert "a reach of 0 or 1" in refused(gear("rifle", reach=2))
