"""Every kind of gear on the Orca: what it rolls, what it does to the shark, and when it is gone."""

from __future__ import annotations

import pytest

from tests.games.jaws.boat import CREW, Boat
from undertow.core.errors import IllegalAction


def dice_of(boat: Boat) -> int:
    """How many dice fall now, all without a hit."""
    number = 0
    while boat.match.to_act == ("chance",) and boat.orca.zone is not None and boat.view.phase.endswith("rolls"):
        phase = boat.view.phase
        boat.rolls("0")
        number += 1
        if boat.view.phase != phase:
            break
    return number


def armed(who: str, weapon: str, card: str = "3!", *, extra: tuple[str, ...] = ()) -> Boat:
    """Somebody in boat space 3 with this weapon has hit upon the shark, which evades nothing there."""
    own = {"machete", "harpoon gun", "club", "gaff", "dart"} | ({"pistol"} if who == "brody" else set())
    cards = list(extra) if weapon in own else [weapon, *extra]
    gear = {member: cards if member == who else [] for member in CREW}
    boat = Boat(quint=gear["quint"], brody=gear["brody"], hooper=gear["hooper"])
    boat.put(who, "boat 3")
    for other in CREW:
        if other != who:
            boat.put(other, "boat 8")
    boat.comes(card)
    boat.prepares(who, weapon, 3)
    boat.rest()
    return boat


# Weapons with dice ----------------------------------------------------------------------------------------------------

DICE = [
    ("quint", "machete", 2, 0),
    ("brody", "club", 1, 1),
    ("hooper", "gaff", 1, 1),
    ("brody", "pistol", 2, 0),
    ("quint", "rifle", 3, 0),
    ("quint", "flare gun", 1, 1),
    ("quint", "baseball bat", 3, 0),
]


@pytest.mark.parametrize(("who", "weapon", "dice", "plus"), DICE)
def test_the_dice_of_a_weapon(who: str, weapon: str, dice: int, plus: int) -> None:
    """It rolls what the card shows, and a weapon with a plus adds one hit to them."""
    boat = armed(who, weapon)
    told = boat.attacks(who, " ".join("2" * dice))
    assert boat.orca.shark_wounds == 2 * dice + plus
    assert boat.said(told)[:2] == [
        f"{who.capitalize()} attacks with the {weapon}.",
        f"{2 * dice + plus} hits against evade 0: {2 * dice + plus} wounds, {2 * dice + plus} in all.",
    ]


@pytest.mark.parametrize(("who", "weapon", "dice", "plus"), DICE)
def test_no_more_dice_than_that(who: str, weapon: str, dice: int, plus: int) -> None:
    boat = armed(who, weapon)
    boat.attacks(who)
    assert dice_of(boat) == dice
    assert boat.orca.shark_wounds == plus


@pytest.mark.parametrize(("who", "weapon"), [("quint", "machete"), ("brody", "club"), ("hooper", "gaff")])
def test_a_weapon_of_ones_own_is_never_discarded(who: str, weapon: str) -> None:
    """Machete, club and gaff can be used round after round."""
    boat = armed(who, weapon)
    boat.attacks(who)
    dice_of(boat)
    assert boat.fighter(who).gear[weapon] == 1
    boat.ends_round()
    boat.comes("8")
    boat.match.play(who, "go boat 3")
    assert weapon in boat.may(who, "use")


@pytest.mark.parametrize(
    ("who", "weapon", "dice"),
    [("brody", "pistol", 2), ("quint", "rifle", 3), ("quint", "flare gun", 1), ("quint", "baseball bat", 3)],
)
def test_one_shot_weapons_are_discarded(who: str, weapon: str, dice: int) -> None:
    """Firearms have one shot each, and the bat breaks; whether they hit or not."""
    boat = armed(who, weapon)
    boat.attacks(who, "0 " * dice)
    assert weapon not in boat.fighter(who).gear
    assert f"{who.capitalize()} discards the {weapon}." in boat.match.log("shark")


def test_two_of_a_kind_go_one_at_a_time() -> None:
    boat = armed("quint", "rifle", extra=("rifle",))
    boat.attacks("quint", "0 0 0")
    assert boat.fighter("quint").gear["rifle"] == 1


def test_a_weapon_that_was_not_used_is_kept() -> None:
    """Chosen for the wrong zone, or held back: nothing is spent."""
    boat = Boat(quint=["rifle", "baseball bat"], brody=["ammo"], at=(3, 3, 3))
    boat.comes("8")
    boat.prepares("quint", "rifle", 1)
    boat.prepares("brody", "pistol", 2)
    boat.prepares("hooper", "dart", 3)
    boat.ends_round()
    boat.comes("3")
    boat.prepares("quint", "baseball bat", 3)
    boat.prepares("brody", "pistol", 3)
    boat.prepares("hooper", "dart", 3)
    boat.holds()
    boat.ends_round()
    assert boat.fighter("quint").gear == {"machete": 1, "harpoon gun": 1, "rifle": 1, "baseball bat": 1}
    assert boat.fighter("brody").gear == {"club": 1, "pistol": 1, "ammo": 1}
    assert boat.fighter("hooper").gear == {"gaff": 1, "dart": 1}
    assert boat.orca.attached == {}


def test_one_weapon_a_round() -> None:
    """Whoever attacked is done, however many weapons they have."""
    boat = armed("quint", "machete", extra=("rifle",))
    boat.attacks("quint", "0 0")
    assert boat.match.to_act == ("shark",)


def test_one_uses_only_ones_own_gear() -> None:
    boat = Boat(hooper=["rifle"])
    boat.comes("8")
    boat.match.play("quint", "go boat 1")
    with pytest.raises(IllegalAction):
        boat.match.play("quint", "use rifle")


def test_who_has_only_one_weapon_is_not_asked() -> None:
    """With the harpoon gun gone Quint takes the machete, and with one zone in reach he targets it."""
    boat = armed("quint", "harpoon gun", "3")
    boat.attacks("quint")
    boat.ends_round()
    boat.comes("8")
    boat.match.play("quint", "go boat 1")
    assert (boat.fighter("quint").weapon, boat.fighter("quint").target) == ("machete", 1)
    assert boat.fighter("quint").ready


def test_whoever_aims_last_is_always_asked() -> None:
    """The shark comes up after it, so it is never done unasked, not even with one zone in reach."""
    boat = Boat(at=(1, 2, 3))
    boat.comes("8")
    boat.prepares("quint", "machete", 1)
    boat.prepares("hooper", "gaff", 3)
    boat.match.play("brody", "go boat 2")
    boat.match.play("brody", "use club")
    assert boat.match.to_act == ("brody",)
    assert boat.match.legal("brody") == ["target 2"]
    assert (boat.fighter("brody").target, boat.orca.zone) == (None, None)
    assert boat.match.can_undo("brody")
    assert boat.match.prompt("brody") == "Brody: Which zone do you target?"
    boat.match.play("brody", "target 2")
    assert boat.orca.zone == 8
    assert not boat.match.can_undo("brody")


def test_whoever_readies_a_weapon_is_told() -> None:
    """And where they aim, asked or not."""
    boat = Boat(at=(1, 2, 3))
    boat.comes("8")
    before = len(boat.match.log("crew"))
    boat.prepares("quint", "machete", 1)
    assert boat.match.log("crew")[before:] == [
        "Quint is in boat 1.",
        "Quint readies the machete.",
        "Quint targets zone 1.",
    ]


# Ammo -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "weapon", "dice"), [("brody", "pistol", "0 0"), ("hooper", "rifle", "2 2 2")])
def test_ammo_saves_a_pistol_or_a_rifle(who: str, weapon: str, dice: str) -> None:
    """After the shot the shooter chooses which card goes."""
    boat = armed(who, weapon, extra=("ammo",))
    boat.attacks(who, dice)
    assert boat.match.to_act == (who,)
    assert boat.match.legal(who) == ["discard ammo", "discard weapon"]
    boat.match.play(who, "discard ammo")
    assert boat.fighter(who).gear[weapon] == 1
    assert "ammo" not in boat.fighter(who).gear
    assert f"{who.capitalize()} discards the ammo." in boat.match.log("spectator")


def test_ammo_may_be_kept_for_later() -> None:
    boat = armed("hooper", "rifle", extra=("ammo",))
    boat.attacks("hooper", "0 0 0")
    boat.match.play("hooper", "discard weapon")
    assert boat.fighter("hooper").gear == {"gaff": 1, "dart": 1, "ammo": 1}


@pytest.mark.parametrize(("weapon", "dice"), [("flare gun", "0"), ("baseball bat", "0 0 0")])
def test_ammo_fits_nothing_else(weapon: str, dice: str) -> None:
    """Neither the flare gun nor a bat."""
    boat = armed("quint", weapon, extra=("ammo",))
    boat.attacks("quint", dice)
    assert weapon not in boat.fighter("quint").gear
    assert boat.fighter("quint").gear["ammo"] == 1


def test_a_machete_needs_no_ammo() -> None:
    boat = armed("quint", "machete", extra=("ammo",))
    boat.attacks("quint", "0 0")
    assert boat.fighter("quint").gear["ammo"] == 1
    assert boat.match.to_act == ("shark",)


def test_somebody_elses_ammo_does_not_help() -> None:
    boat = Boat(quint=["ammo"], brody=[], at=(8, 3, 8))
    boat.comes("3!")
    boat.prepares("brody", "pistol", 3)
    boat.rest()
    boat.attacks("brody", "0 0")
    assert "pistol" not in boat.fighter("brody").gear
    assert boat.fighter("quint").gear["ammo"] == 1


# The pistol's target --------------------------------------------------------------------------------------------------


def shot(target: int, weapon: str = "pistol", destroyed: tuple[int, ...] = ()) -> Boat:
    """Brody shoots at this zone; the shark comes up in zone 3."""
    boat = Boat(brody=[] if weapon == "pistol" else [weapon], at=(8, 8, 8))
    boat.tiles(destroyed=destroyed)
    boat.comes("3!")
    boat.prepares("brody", weapon, target)
    boat.rest()
    return boat


@pytest.mark.parametrize("target", [2, 4])
def test_a_pistols_target_moves_to_adjacent_water(target: int) -> None:
    """After the reveal: one zone off is near enough."""
    boat = shot(target)
    assert "Brody moves the target to zone 3." in boat.match.log("crew")
    assert boat.fighter("brody").target == 3
    boat.attacks("brody", "2 1")
    assert boat.orca.shark_wounds == 3


@pytest.mark.parametrize("target", [1, 5, 7])
def test_a_pistols_target_moves_no_further(target: int) -> None:
    """Two zones off, or across the boat: too far."""
    boat = shot(target)
    assert boat.view.phase == "shark attacks"
    assert boat.fighter("brody").target is None
    assert boat.fighter("brody").gear["pistol"] == 1


def test_a_pistols_target_crosses_a_gap_in_the_boat() -> None:
    """Where both tiles are gone the water of 7 touches the water of 3."""
    assert shot(7, destroyed=(3, 7)).match.to_act == ("brody",)
    assert shot(7, destroyed=(3,)).match.to_act == ("shark",)


def test_a_pistol_that_was_right_need_not_move() -> None:
    boat = shot(3)
    assert boat.match.to_act == ("brody",)
    assert not any("moves the target" in line for line in boat.match.log("crew"))


def test_a_moved_target_may_still_hold_back() -> None:
    boat = shot(4)
    boat.match.play("brody", "hold")
    assert boat.fighter("brody").gear["pistol"] == 1


@pytest.mark.parametrize("weapon", ["rifle", "flare gun"])
def test_other_firearms_must_be_right(weapon: str) -> None:
    assert shot(4, weapon).match.to_act == ("shark",)


def test_the_crews_pistol_is_like_brodys() -> None:
    """The second pistol, in anybody's hands."""
    boat = Boat(hooper=["pistol"], at=(8, 8, 8))
    boat.comes("3!")
    boat.prepares("hooper", "pistol", 2)
    boat.rest()
    boat.attacks("hooper", "1 1")
    assert boat.orca.shark_wounds == 2
    assert boat.fighter("hooper").gear == {"gaff": 1, "dart": 1}


# Attachable weapons ---------------------------------------------------------------------------------------------------

ATTACHABLE = [("quint", "harpoon gun"), ("hooper", "dart"), ("quint", "barrel"), ("brody", "rope")]


@pytest.mark.parametrize(("who", "weapon"), ATTACHABLE)
def test_an_attachable_weapon_needs_no_dice(who: str, weapon: str) -> None:
    """It hangs on the shark whatever the shark evades, and wounds nothing."""
    boat = armed(who, weapon, "3")
    told = boat.attacks(who)
    assert boat.said(told) == [f"{who.capitalize()} attaches the {weapon} to Shark."]
    assert boat.orca.attached == {weapon: 1}
    assert weapon not in boat.fighter(who).gear
    assert boat.orca.shark_wounds == 0
    assert boat.view.phase == "shark attacks"


@pytest.mark.parametrize("weapon", ["harpoon gun", "barrel"])
def test_harpoon_and_barrel_take_one_from_evade(weapon: str) -> None:
    """In that round and in those after it."""
    boat = armed("quint", weapon, "3")
    assert boat.orca.evade == 2
    boat.attacks("quint")
    assert boat.orca.evade == 1
    boat.ends_round()
    boat.surfaces("8")
    assert boat.orca.evade == 1


def test_an_attached_weapon_helps_whoever_attacks_later() -> None:
    """It works at once: the one who waits for it needs fewer hits."""
    boat = Boat(at=(3, 3, 8))
    boat.comes("3")
    boat.prepares("quint", "harpoon gun", 3)
    boat.prepares("brody", "club", 3)
    boat.rest()
    boat.match.play("brody", "wait")
    boat.attacks("quint")
    told = boat.attacks("brody", "1")
    assert boat.said(told)[-1] == "2 hits against evade 1: 1 wound, 1 in all."


def test_evade_falls_for_each_and_never_below_none() -> None:
    """They stack."""
    boat = Boat()
    boat.attach("harpoon gun", "barrel")
    boat.surfaces("8")
    assert boat.orca.evade == 0
    boat = Boat()
    boat.attach("harpoon gun", "barrel", "barrel")
    boat.surfaces("8")
    assert boat.orca.evade == 0


def test_below_evade_none_no_hit_is_won() -> None:
    boat = Boat(at=(3, 8, 8))
    boat.attach("harpoon gun", "barrel", "barrel")
    boat.comes("3")
    boat.prepares("quint", "machete", 3)
    boat.rest()
    boat.attacks("quint", "0 1")
    assert boat.orca.shark_wounds == 1


@pytest.mark.parametrize(("who", "weapon"), [("hooper", "dart"), ("brody", "rope")])
def test_dart_and_rope_take_a_die_from_the_shark(who: str, weapon: str) -> None:
    """In that round and in those after it."""
    boat = armed(who, weapon, "3")
    boat.attacks(who)
    boat.bites("boat 3")
    assert dice_of(boat) == 1
    boat.surfaces("2")
    boat.bites("boat 2")
    assert dice_of(boat) == 2


def test_the_sharks_dice_fall_for_each_and_never_below_one() -> None:
    for gear, dice in ((["dart"], 2), (["dart", "rope"], 1)):
        boat = Boat()
        boat.attach(*gear)
        boat.surfaces("2")
        boat.bites("boat 2")
        assert dice_of(boat) == dice
    boat = Boat()
    boat.attach("dart", "rope")
    boat.surfaces("8")
    boat.bites("boat 8")
    assert dice_of(boat) == 1


def test_dart_and_rope_slow_an_attack_on_somebody_too() -> None:
    boat = Boat(at=(1, 1, 1))
    boat.put("quint", "water 2")
    boat.attach("dart")
    boat.surfaces("2")
    boat.bites("quint", "1 1")
    assert boat.fighter("quint").wounds == 2


def test_dart_and_rope_leave_bonus_attacks_alone() -> None:
    """They slow the main attack only; with both on it a bonus attack still has its die, and no more hangs on it."""
    boat = Boat(at=(1, 1, 1))
    boat.put("quint", "water 8")
    boat.attach("dart", "rope")
    boat.surfaces("8")
    boat.bites("boat 8", "0")
    assert boat.orca.crew_target == "quint"
    boat.rolls("2")
    assert boat.fighter("quint").wounds == 2


def test_dart_and_rope_leave_the_second_helping_alone() -> None:
    boat = Boat(abilities=["second helping"])
    boat.attach("dart", "rope")
    boat.surfaces("8", "second helping")
    boat.bites("boat 8", "0")
    boat.match.play("shark", "attack boat 8 again")
    assert dice_of(boat) == 2


def test_attached_until_it_is_shaken_off() -> None:
    """A resurface card with the symbol throws off everything that hangs on the shark, and it is discarded."""
    boat = Boat()
    boat.attach("harpoon gun", "dart", "barrel", "barrel")
    boat.surfaces("2")
    boat.ends_round()
    assert boat.orca.attached == {"harpoon gun": 1, "dart": 1, "barrel": 2}
    boat.surfaces("4!")
    assert boat.orca.attached == {}
    assert "Shark shakes off 4 weapons." in boat.match.log("crew")
    assert boat.fighter("quint").gear == {"machete": 1, "harpoon gun": 1}  # nobody gets one back
    assert boat.orca.evade == 1


def test_shaking_off_comes_before_the_attacks() -> None:
    """At the reveal: what was attached before is gone, what is attached in the same round stays."""
    boat = Boat(quint=["barrel"], at=(4, 4, 8))
    boat.attach("harpoon gun")
    boat.comes("4!")
    boat.prepares("quint", "barrel", 4)
    boat.prepares("brody", "club", 4)
    boat.rest()
    assert boat.orca.evade == 1
    boat.attacks("quint")
    assert boat.orca.attached == {"barrel": 1}
    assert boat.orca.evade == 0


def test_with_nothing_attached_nothing_is_shaken_off() -> None:
    boat = Boat()
    boat.surfaces("8!")
    assert not any("shakes off" in line for line in boat.match.log("crew")[-3:])


def test_shaking_off_depends_on_the_card_chosen() -> None:
    """Not on what lies at the other letters."""
    boat = Boat()
    boat.attach("barrel")
    boat.options("8", "1!", "2!")
    boat.chooses("A")
    boat.rest()
    boat.holds()
    assert boat.orca.attached == {"barrel": 1}


def test_what_is_attached_outlives_its_owner() -> None:
    """Quint is gone with all his gear, but his harpoon still hangs there."""
    boat = armed("quint", "harpoon gun", "3")
    boat.attacks("quint")
    boat.put("quint", "water 3")
    boat.wound("quint", 4)
    boat.bites("quint", "1 0")
    assert boat.fighter("quint").space is None
    assert boat.fighter("quint").gear == {}
    assert boat.orca.attached == {"harpoon gun": 1}
    boat.surfaces("6")
    assert boat.orca.evade == 1


# Chum -----------------------------------------------------------------------------------------------------------------


def chummed(slot: str = "A") -> Boat:
    boat = Boat(quint=["chum"], hooper=["chum"], abilities=["hard target"])
    boat.options("1", "2", "3")
    boat.chooses(slot, "hard target")
    return boat


def test_chum_comes_after_the_shark_has_chosen() -> None:
    """Only those who have one are asked, and before anybody moves."""
    boat = chummed()
    assert boat.view.phase == "chum"
    assert boat.match.to_act == ("quint", "hooper")
    assert boat.match.legal("hooper") == ["chum", "no chum"]


def test_the_shark_shows_a_token_it_did_not_choose() -> None:
    """Which of the two is its own choice."""
    for slot in "ABC":
        boat = chummed(slot)
        boat.match.play("hooper", "chum")
        assert boat.match.to_act == ("shark",)
        assert boat.match.legal("shark") == [f"show {other}" for other in "ABC" if other != slot]


def test_what_was_shown_is_ruled_out() -> None:
    boat = chummed("B")
    boat.match.play("quint", "chum")
    boat.match.play("shark", "show C")
    assert [option.ruled_out for option in boat.match.view("crew").orca.options] == [False, False, True]
    assert boat.match.log("crew")[-2:] == ["Quint throws chum.", "Shark shows that it did not choose C."]
    assert boat.match.beliefs("crew").fight.options == {"A": 0.5, "B": 0.5, "C": 0.0}


def test_one_chum_a_round() -> None:
    """When one has thrown it nobody else may, and only that card is gone."""
    boat = chummed()
    boat.match.play("hooper", "chum")
    boat.match.play("shark", "show B")
    assert boat.view.phase == "crew prepares"
    assert "chum" not in boat.fighter("hooper").gear
    assert boat.fighter("quint").gear["chum"] == 1


def test_chum_may_be_kept() -> None:
    """When all have declined the crew prepares; in the next round they are asked again."""
    boat = chummed()
    boat.match.play("quint", "no chum")
    assert boat.match.to_act == ("hooper",)
    boat.match.play("hooper", "no chum")
    assert list(boat.match.to_act) == list(CREW)
    assert all(not option.ruled_out for option in boat.orca.options)
    boat.rest()
    boat.ends_round()
    boat.options()
    boat.chooses("A")
    assert list(boat.match.to_act) == ["quint", "hooper"]
    boat.match.play("hooper", "chum")
    assert boat.match.to_act == ("shark",)


def test_who_declined_may_see_another_throw_it() -> None:
    boat = chummed()
    boat.match.play("quint", "no chum")
    boat.match.play("hooper", "chum")
    assert boat.match.to_act == ("shark",)


def test_the_token_shown_is_forgotten_with_the_round() -> None:
    boat = chummed()
    boat.match.play("quint", "chum")
    boat.match.play("shark", "show B")
    boat.rest()
    boat.ends_round()
    boat.options()
    assert all(not option.ruled_out for option in boat.orca.options)


# The cage -------------------------------------------------------------------------------------------------------------


def swimming(*, cages: tuple[str, ...] = ("quint",), at: str = "water 8") -> Boat:
    """Quint and Hooper in the water near the shark, which has come up in zone 8."""
    boat = Boat(
        quint=["shark cage"] if "quint" in cages else [],
        hooper=["shark cage"] if "hooper" in cages else [],
        at=(1, 1, 1),
    )
    boat.put("quint", at)
    boat.put("hooper", at)
    boat.surfaces("8")
    return boat


def test_the_cage_is_offered_before_the_shark_rolls() -> None:
    boat = swimming()
    boat.bites("quint")
    assert boat.view.phase == "shark cage"
    assert boat.match.legal("quint") == ["cage", "no cage"]
    assert boat.match.legal("chance") == []


def test_in_the_cage_nobody_takes_wounds_this_round() -> None:
    """Neither from the attack nor from the bonus attack; the card is gone."""
    boat = swimming()
    boat.bites("quint")
    boat.match.play("quint", "cage")
    assert boat.fighter("quint").caged
    boat.rolls("2 2")
    assert boat.fighter("quint").wounds == 0
    assert boat.orca.crew_target == "quint"  # a bonus attack, with no second question
    boat.rolls("2")
    assert boat.fighter("quint").wounds == 0
    assert "shark cage" not in boat.fighter("quint").gear
    assert boat.match.log("crew").count("Quint is safe in the cage.") == 2


def test_in_the_cage_a_second_cage_is_kept() -> None:
    """Whoever is safe is not asked again in that round."""
    boat = Boat(quint=["shark cage", "shark cage"], at=(1, 1, 1))
    boat.put("quint", "water 8")
    boat.surfaces("8")
    boat.bites("quint")
    boat.match.play("quint", "cage")
    boat.rolls("2 2")
    boat.bonus()
    assert boat.view.phase == "shark rolls"
    assert boat.fighter("quint").gear["shark cage"] == 1


def test_the_cage_is_for_one_round() -> None:
    boat = swimming()
    boat.bites("quint")
    boat.match.play("quint", "cage")
    boat.ends_round()
    boat.surfaces("8!")
    assert not boat.fighter("quint").caged
    boat.bites("quint", "0 2 0")
    assert boat.fighter("quint").wounds == 2


def test_the_cage_may_be_kept() -> None:
    """Who declined is asked again before the next roll."""
    boat = swimming()
    boat.bites("quint")
    boat.match.play("quint", "no cage")
    boat.rolls("1 0")
    assert boat.fighter("quint").wounds == 1
    boat.bonus()
    assert boat.view.phase == "shark cage"
    boat.match.play("quint", "cage")
    boat.rolls("2")
    assert boat.fighter("quint").wounds == 1


def test_the_cage_is_for_one_person() -> None:
    boat = swimming()
    boat.bites("quint")
    boat.match.play("quint", "cage")
    boat.rolls("1 1 0 2")
    assert boat.wounds() == [0, 0, 2]


def test_nobody_else_is_asked_for_a_cage() -> None:
    """A roll that cannot wound you is none to hide from."""
    boat = swimming(cages=("hooper",))
    boat.bites("quint", "0 0")
    boat.rolls("0")  # the bonus attack on Quint
    boat.bonus()
    assert boat.view.phase == "shark cage"
    assert boat.match.to_act == ("hooper",)


def test_an_attack_on_the_boat_wounds_nobody_so_nobody_is_asked() -> None:
    boat = Boat(quint=["shark cage"], at=(8, 8, 8))
    boat.surfaces("8")
    boat.bites("boat 8")
    assert boat.view.phase == "shark rolls"


def test_with_big_mouth_those_on_the_boat_space_are_asked() -> None:
    """All who have a cage and stand there, each for themselves."""
    boat = Boat(abilities=["big mouth"], quint=["shark cage"], hooper=["shark cage"], at=(8, 8, 8))
    boat.surfaces("8", "big mouth")
    boat.bites("boat 8")
    assert boat.match.to_act == ("quint", "hooper")
    boat.match.play("hooper", "cage")
    assert list(boat.match.to_act) == ["quint"]
    boat.match.play("quint", "no cage")
    boat.rolls("1 0")
    assert boat.wounds() == [1, 1, 0]


def test_with_big_mouth_those_elsewhere_are_not_asked() -> None:
    boat = Boat(abilities=["big mouth"], quint=["shark cage"], at=(7, 8, 8))
    boat.surfaces("8", "big mouth")
    boat.bites("boat 8")
    assert boat.view.phase == "shark rolls"


def test_whoever_falls_may_still_hide_before_the_bonus_attack() -> None:
    boat = Boat(quint=["shark cage"], at=(8, 1, 1))
    boat.surfaces("8")
    boat.bites("boat 8", "1 0")
    assert boat.fighter("quint").space == "water 8"
    boat.bonus()
    assert boat.match.to_act == ("quint",)
    boat.match.play("quint", "cage")
    boat.rolls("2")
    assert boat.fighter("quint").wounds == 0
