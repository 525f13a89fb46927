"""The Orca: what is in the box, how Act 2 is laid out, which spaces are adjacent, and how far the crew gets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.games.jaws.boat import CREW, DECK, Boat, space_number
from undertow.core.errors import IllegalAction
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games.jaws.act2 import beside
from undertow.games.jaws.state import ABILITY_NAMES, EATEN, GEAR_NAMES, ORCA_SPACES

BOX = find_game("jaws").set_up(2, {"variant": "act2"}).box[0]
SPACES = [f"water {zone}" for zone in range(1, 9)] + [f"boat {zone}" for zone in range(1, 9)]
HAND_OF_SIX = ["extra strength", "second helping", "maul again", "big mouth", "ramming speed", "domino effect"]
SEVEN_CARDS = ["rifle", "rifle", "chum", "ammo", "shark cage", "barrel", "rope"]


def alone(players: int = 2) -> Match:
    return Match("jaws", players, {"variant": "act2"}, auto_chance=False)


def dealt() -> Match:
    """Act 2 alone, up to the moment when the crew divides its cards."""
    match = alone()
    for card in [*HAND_OF_SIX, *SEVEN_CARDS]:
        match.play("chance", card)
    return match


def near(boat: Boat, space: str) -> set[str]:
    """Spaces adjacent to this one as the boat is now."""
    found = beside(boat.match.position.box, boat.state, space_number(space))
    return {name for number, name in enumerate(SPACES) if found >> number & 1}


# In the box -----------------------------------------------------------------------------------------------------------


def test_sixteen_abilities_of_eight_kinds() -> None:
    assert len(ABILITY_NAMES) == 8
    assert BOX.ability_copies.tolist() == [2] * 8


def test_22_gear_cards_of_14_kinds() -> None:
    """Six belong to somebody from the start, two each; sixteen are dealt."""
    personal = {name: CREW[member] for name, member in zip(GEAR_NAMES, BOX.gear_personal, strict=True) if member >= 0}
    crew = {name: int(copies) for name, copies in zip(GEAR_NAMES, BOX.gear_copies, strict=True) if copies}
    assert len(GEAR_NAMES) == 14
    assert personal == {
        "machete": "quint",
        "harpoon gun": "quint",
        "club": "brody",
        "pistol": "brody",
        "gaff": "hooper",
        "dart": "hooper",
    }
    assert crew == {
        "rifle": 2,
        "pistol": 1,
        "flare gun": 1,
        "baseball bat": 1,
        "barrel": 2,
        "rope": 1,
        "chum": 3,
        "ammo": 3,
        "shark cage": 2,
    }
    assert len(personal) + sum(crew.values()) == 22


def test_the_accessories_are_chum_ammo_and_cage() -> None:
    """What is no weapon can never be chosen as one."""
    boat = Boat(quint=["rifle", "flare gun", "baseball bat", "barrel", "rope", "chum", "ammo", "shark cage", "pistol"])
    boat.comes("8")
    boat.match.play("quint", "go boat 1")
    weapons = {"machete", "harpoon gun", "rifle", "flare gun", "baseball bat", "barrel", "rope", "pistol"}
    assert boat.may("quint", "use") == weapons
    assert set(GEAR_NAMES) - weapons - {"club", "gaff", "dart"} == {"chum", "ammo", "shark cage"}


def test_sixteen_resurface_cards_two_for_each_zone() -> None:
    """Zones 1, 3, 6, 8: evade 2 with 2 dice, or evade 0 with 3 dice and a shake-off; the others evade 1 either way."""
    cards = list(
        zip((BOX.zone + 1).tolist(), BOX.evade.tolist(), BOX.dice.tolist(), BOX.shake_off.tolist(), strict=True)
    )
    assert len(cards) == 16
    for zone in range(1, 9):
        own = sorted(card[1:] for card in cards if card[0] == zone)
        assert own == ([(0, 3, 1), (2, 2, 0)] if zone in (1, 3, 6, 8) else [(1, 2, 1), (1, 3, 0)])


@pytest.mark.parametrize("card", range(16))
def test_every_resurface_card_is_worth_four(card: int) -> None:
    assert BOX.evade[card] + BOX.dice[card] + BOX.shake_off[card] == 4


def test_a_die_shows_two_hits_one_or_none() -> None:
    """Two faces each."""
    boat = Boat()
    boat.surfaces("8")
    boat.bites("boat 8")
    assert boat.match.odds() == {name: Fraction(1, 3) for name in ("0 hits", "1 hit", "2 hits")}


def test_wound_tracks() -> None:
    """The shark dies of 18 wounds, a crew member of 5."""
    boat = Boat()
    assert (boat.orca.shark_dies_at, boat.orca.crew_dies_at) == (18, 5)
    assert boat.orca.shark_wounds == 0
    assert boat.wounds() == [0, 0, 0]


# Setting up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_shark_and_three_of_the_crew(players: int) -> None:
    """However many people: four seats, and all the crew sees with the same eyes."""
    match = alone(players)
    assert match.seats == ("shark", "quint", "brody", "hooper")
    assert match.viewers == ("shark", "crew", "spectator")


def test_alone_the_shark_gets_six_cards_and_the_crew_seven() -> None:
    match = dealt()
    view = match.view("shark")
    assert view.phase == "dividing gear"
    assert view.orca.hand_size == 6
    assert view.orca.shark.hand == dict.fromkeys(HAND_OF_SIX, 1)
    assert sum(view.orca.pool.values()) == 7


def test_ability_cards_are_dealt_by_lot() -> None:
    """Each of the sixteen cards is equally likely, and there are two of a kind."""
    match = alone()
    assert match.odds() == {name: Fraction(1, 8) for name in ABILITY_NAMES}
    match.play("chance", "big mouth")
    assert match.odds()["big mouth"] == Fraction(1, 15)
    match.play("chance", "big mouth")
    assert "big mouth" not in match.odds()
    assert match.odds()["maul again"] == Fraction(2, 14)


def test_gear_is_dealt_by_lot() -> None:
    """From the sixteen crew cards; nobody's own cards are among them."""
    match = alone()
    for card in HAND_OF_SIX:
        match.play("chance", card)
    assert match.odds()["chum"] == Fraction(3, 16)
    assert not {"machete", "harpoon gun", "club", "gaff", "dart"} & match.odds().keys()
    match.play("chance", "rope")
    assert "rope" not in match.odds()
    assert match.odds()["rifle"] == Fraction(2, 15)


def test_everybody_begins_with_two_cards_of_their_own() -> None:
    orca = alone().view("crew").orca
    assert [fighter.gear for fighter in orca.crew] == [
        {"machete": 1, "harpoon gun": 1},
        {"club": 1, "pistol": 1},
        {"gaff": 1, "dart": 1},
    ]


@pytest.mark.parametrize("eaten", [0, 1, 4, 8, 9])
def test_the_more_was_eaten_the_more_for_the_shark(eaten: int) -> None:
    """In the full game the shark gets a card for each swimmer, the crew the rest of thirteen."""
    match = full_game_after(eaten)
    dealt = Counter({"shark": 0, "crew": 0})
    while match.to_act == ("chance",) and match.view("shark").phase == "dealing":
        before = match.view("shark").orca
        match.play("chance", next(iter(match.odds())))
        after = match.view("shark").orca
        dealt["shark"] += after.hand_size - before.hand_size
        dealt["crew"] += sum(after.pool.values()) - sum(before.pool.values())
    assert dealt == {"shark": eaten, "crew": 13 - eaten}
    cards = "1 ability card" if eaten == 1 else f"{eaten} ability cards"
    assert f"Shark gets {cards}, the crew {13 - eaten} gear cards." in match.log("crew")


def full_game_after(eaten: int) -> Match:
    """A full game at the moment when Act 1 ends with so many eaten: by the last barrel, or by the last swimmer."""
    match = Match("jaws", 2, {"act1.power_tokens": []}, auto_chance=False)
    state = match.position.state
    match.play("shark", "lurk 8")
    match.play("chance", "Holiday Roast")
    state.eaten = eaten
    state.on_shark = 1
    if eaten == 9:
        state.eaten = 8
        state.shark.place = 9  # the east beach
        match.play("shark", "eat")
        match.play("shark", "end turn")
        return match
    match.play("shark", "end turn")
    match.play("quint", "launch 8")
    return match


def test_after_act_1_the_orca_is_new() -> None:
    """Nobody is wounded, no tile is damaged, and nobody is aboard yet."""
    orca = full_game_after(4).view("crew").orca
    assert {tile.state for tile in orca.tiles} == {"intact"}
    assert [(fighter.space, fighter.wounds) for fighter in orca.crew] == [(None, 0)] * 3
    assert (orca.shark_wounds, orca.attached, orca.options) == (0, {}, [])


def test_with_nothing_eaten_the_shark_has_no_cards() -> None:
    """Then it is never asked for one."""
    match = full_game_after(0)
    assert set(match.odds()) <= set(GEAR_NAMES)
    boat = Boat()
    boat.options()
    boat.match.play("shark", "resurface A")
    assert boat.view.phase == "crew prepares"


def test_the_crew_divides_its_cards_as_it_likes() -> None:
    """Any of them may say who gets the next card, and one may take everything."""
    match = dealt()
    assert match.to_act == CREW
    given = Counter[str]()
    while match.view("crew").phase == "dividing gear":
        card = match.view("crew").orca.to_divide
        assert match.legal("brody") == [f"{card} for {who}" for who in CREW]
        match.play("hooper", f"{card} for brody")
        given[card] += 1
    assert given == Counter(SEVEN_CARDS)
    brody = match.view("crew").orca.crew[1]
    assert brody.gear == {"club": 1, "pistol": 1, **given}


def test_every_card_is_a_question_of_its_own() -> None:
    """The name of an answer says the card, and the question which of how many it is: nobody's late answer divides the
    next one."""
    match = Match("jaws", 2, {"variant": "act2", "act2.crew_cards_alone": 3}, auto_chance=False)
    for card in [*HAND_OF_SIX, "rifle", "pistol", "rifle"]:
        match.play("chance", card)
    asked = []
    while match.view("crew").phase == "dividing gear":
        asked.append(match.prompt("quint").partition(" (")[0])
        match.play("quint", match.legal("quint")[0])
    gets = "who gets the"
    assert asked == [f"Card 1 of 3: {gets} pistol", f"Card 2 of 3: {gets} rifle", f"Card 3 of 3: {gets} rifle"]


def test_gear_is_open() -> None:
    """All gear lies face up: the shark and a spectator see who has what."""
    boat = Boat(quint=["rifle"], hooper=["chum"])
    for viewer in ("shark", "spectator", "crew"):
        orca = boat.match.view(viewer).orca
        assert orca.crew[0].gear == {"machete": 1, "harpoon gun": 1, "rifle": 1}
        assert orca.crew[2].gear == {"gaff": 1, "dart": 1, "chum": 1}


def test_gear_is_never_traded() -> None:
    """Once divided a card stays: in no moment of a round can anybody hand anything on."""
    boat = Boat(quint=["rifle", "ammo"], hooper=["chum", "shark cage"], brody=["chum"])
    boat.options("1")
    boat.chooses("A")
    seen = set()
    while boat.view.round == 1:
        if boat.match.to_act == ("chance",):
            boat.rolls("0")
            continue
        who = boat.match.to_act[0]
        seen |= set(boat.match.legal(who))
        boat.match.play(who, boat.match.legal(who)[0])
    assert seen
    assert not any(" for " in action or action.startswith("give") for action in seen)


def test_everybody_stands_on_any_boat_space() -> None:
    """Each for themselves, in any order; several may share a space."""
    match = dealt()
    while match.view("crew").phase == "dividing gear":
        match.play("quint", match.legal("quint")[0])
    assert match.to_act == CREW
    for member in CREW:
        assert match.legal(member) == [f"stand boat {zone}" for zone in range(1, 9)]
    match.play("hooper", "stand boat 7")
    assert list(match.to_act) == ["quint", "brody"]
    with pytest.raises(IllegalAction):
        match.play("hooper", "stand boat 1")
    match.play("quint", "stand boat 7")
    match.play("brody", "stand boat 7")
    assert [fighter.space for fighter in match.view("shark").orca.crew] == ["boat 7"] * 3
    assert match.view("crew").phase == "resurface options"
    assert match.view("crew").round == 1


def test_the_orca_is_whole_at_first() -> None:
    """Eight tiles: bow and stern take less than amidships."""
    boat = Boat()
    for zone in range(1, 9):
        tile = boat.tile(zone)
        assert (tile.state, tile.damage, tile.destroy) == ("intact", *((1, 3) if zone in (1, 4, 5, 8) else (2, 4)))


# Spaces ---------------------------------------------------------------------------------------------------------------


def test_two_rows_of_four_zones() -> None:
    """A boat space touches its own water and the boat spaces beside and behind it; the water runs round the bow and
    the stern. Nothing touches by a corner."""
    boat = Boat()
    assert near(boat, "boat 1") == {"water 1", "boat 2", "boat 5"}
    assert near(boat, "boat 2") == {"water 2", "boat 1", "boat 3", "boat 6"}
    assert near(boat, "boat 3") == {"water 3", "boat 2", "boat 4", "boat 7"}
    assert near(boat, "boat 8") == {"water 8", "boat 7", "boat 4"}
    assert near(boat, "water 1") == {"boat 1", "water 2", "water 5"}
    assert near(boat, "water 2") == {"boat 2", "water 1", "water 3"}
    assert near(boat, "water 4") == {"boat 4", "water 3", "water 8"}
    assert near(boat, "water 6") == {"boat 6", "water 5", "water 7"}
    assert sum(len(near(boat, space)) for space in SPACES) == 2 * 26


@pytest.mark.parametrize("destroyed", [(), (2,), (2, 3), (1, 2, 5), (1, 2, 3, 4), (2, 6, 7), tuple(range(1, 8))])
def test_adjacent_is_mutual(destroyed: tuple[int, ...]) -> None:
    boat = Boat()
    boat.tiles(destroyed=destroyed)
    gone = {f"boat {zone}" for zone in destroyed}
    for one in set(SPACES) - gone:
        assert one not in near(boat, one)
        assert not near(boat, one) & gone
        for other in near(boat, one):
            assert one in near(boat, other)


def test_a_destroyed_tile_joins_the_water_of_its_zone() -> None:
    """Its zone is one large water space, adjacent to whatever either part was adjacent to."""
    boat = Boat()
    boat.tiles(destroyed=[2])
    assert near(boat, "water 2") == {"water 1", "water 3", "boat 1", "boat 3", "boat 6"}
    assert near(boat, "boat 1") == {"water 1", "water 2", "boat 5"}
    assert near(boat, "boat 6") == {"water 6", "water 2", "boat 5", "boat 7"}
    assert near(boat, "boat 3") == {"water 3", "water 2", "boat 4", "boat 7"}


def test_two_destroyed_tiles_make_water_adjacent() -> None:
    """Across the boat too: what the boat kept apart the water joins."""
    boat = Boat()
    boat.tiles(destroyed=[2, 6])
    assert near(boat, "water 2") == {"water 1", "water 3", "water 6", "boat 1", "boat 3"}
    assert near(boat, "water 6") == {"water 5", "water 7", "water 2", "boat 5", "boat 7"}


def test_flipping_a_tile_changes_no_border() -> None:
    whole, flipped = Boat(), Boat()
    flipped.tiles(damaged=range(1, 9))
    for space in SPACES:
        assert near(whole, space) == near(flipped, space)


def test_no_boat_no_boat_spaces() -> None:
    boat = Boat()
    boat.tiles(destroyed=range(1, 9))
    for zone in range(8):
        assert beside(boat.match.position.box, boat.state, zone) < 1 << (ORCA_SPACES // 2)
    assert near(boat, "water 3") == {"water 2", "water 4", "water 7"}


# Moving ---------------------------------------------------------------------------------------------------------------


def goes(boat: Boat, space: str) -> set[str]:
    """Where Quint can be after his move if he begins here."""
    boat.put("quint", space)
    boat.comes("8")
    return boat.may("quint", "go")


def test_up_to_two_steps_over_boat_and_water() -> None:
    """One may stay, too."""
    here, one, two = {"boat 1"}, {"water 1", "boat 2", "boat 5"}, {"water 2", "water 5", "boat 3", "boat 6"}
    assert goes(Boat(), "boat 1") == here | one | two


def test_to_stay_is_offered_first() -> None:
    boat = Boat(at=(6, 2, 3))
    boat.comes("8")
    assert [boat.match.legal(who)[0] for who in CREW] == ["go boat 6", "go boat 2", "go boat 3"]
    assert boat.match.label("quint", "go boat 6") == "Stay in boat 6"
    assert boat.match.prompt("quint") == "Quint: Where do you go?"


def test_climbing_aboard_takes_both_steps() -> None:
    """From the water one reaches the boat space beside, and then goes no further; nor can one swim first."""
    assert goes(Boat(), "water 2") == {
        "water 2",
        "boat 2",
        "water 1",
        "water 3",
        "water 4",
        "water 5",
    }


def test_swimming_two_spaces() -> None:
    assert goes(Boat(), "water 4") == {"water 4", "boat 4", "water 3", "water 2", "water 8", "water 7"}


def test_into_the_water_is_one_step() -> None:
    """Then one may swim one further, but not climb out again."""
    boat = Boat()
    boat.put("quint", "boat 4")
    boat.comes("1")
    legal = boat.may("quint", "go")
    assert {"water 4", "water 3", "water 8"} <= legal
    assert legal == {"boat 4", "water 4", "boat 3", "boat 8", "water 3", "water 8", "boat 2", "boat 7"}


def test_through_what_was_destroyed_one_swims() -> None:
    """A gone tile is water: to step from the boat into it is one step, and to climb out of it takes both."""
    boat = Boat()
    boat.tiles(destroyed=[2])
    assert goes(boat, "boat 1") == {
        "boat 1",
        "boat 5",
        "boat 6",
        "water 1",
        "water 2",
        "water 5",
        "water 3",
    }
    boat = Boat()
    boat.tiles(destroyed=[2])
    assert goes(boat, "water 2") == {
        "water 2",
        "boat 1",
        "boat 3",
        "boat 6",
        "water 1",
        "water 3",
        "water 4",
        "water 5",
    }


def test_across_the_gap_of_two_tiles() -> None:
    boat = Boat()
    boat.tiles(destroyed=[2, 6])
    assert {"water 6", "water 5", "water 7"} <= goes(boat, "water 2")


def test_everybody_moves_before_taking_a_weapon() -> None:
    """First the move, then the weapon, then the target; each in their own time."""
    boat = Boat(brody=["rifle"])
    boat.comes("8")
    assert boat.match.to_act == CREW
    boat.match.play("brody", "go boat 2")
    assert boat.may("brody", "use") == {"club", "pistol", "rifle"}
    boat.match.play("quint", "go boat 5")
    boat.match.play("brody", "use rifle")
    assert boat.match.legal("brody") == [f"target {zone}" for zone in range(1, 9)]
    with pytest.raises(IllegalAction):
        boat.match.play("brody", "go boat 2")


def test_who_has_moved_does_not_move_again() -> None:
    boat = Boat()
    boat.comes("8")
    boat.match.play("quint", "go boat 5")
    assert not boat.may("quint", "go")


# Targets --------------------------------------------------------------------------------------------------------------


def aims(boat: Boat, weapon: str, space: str) -> set[str]:
    """Zones Quint can target with this weapon from here."""
    boat.put("quint", space)
    boat.comes("8")
    boat.match.play("quint", f"go {space}")
    if boat.may("quint", "use"):
        boat.match.play("quint", f"use {weapon}")
    return boat.may("quint", "target") or {str(boat.fighter("quint").target)}


@pytest.mark.parametrize("weapon", ["machete", "harpoon gun", "baseball bat", "barrel", "rope"])
def test_melee_and_attachable_weapons_reach_the_water_beside(weapon: str) -> None:
    """From the boat that is the water of one's zone; in the water the own space and those beside it."""
    cards = [] if weapon in ("machete", "harpoon gun") else [weapon]
    assert aims(Boat(quint=cards), weapon, "boat 3") == {"3"}
    assert aims(Boat(quint=cards), weapon, "water 3") == {"2", "3", "4"}
    assert aims(Boat(quint=cards), weapon, "water 1") == {"1", "2", "5"}


def test_beside_a_gap_one_reaches_further() -> None:
    """From the boat one reaches a destroyed zone next to one's own."""
    boat = Boat()
    boat.tiles(destroyed=[2, 4])
    assert aims(boat, "machete", "boat 3") == {"2", "3", "4"}
    boat = Boat()
    boat.tiles(destroyed=[2, 6])
    assert aims(boat, "machete", "water 2") == {"1", "2", "3", "6"}


@pytest.mark.parametrize("weapon", ["rifle", "pistol", "flare gun"])
@pytest.mark.parametrize("space", ["boat 1", "water 6"])
def test_a_firearm_reaches_any_water(weapon: str, space: str) -> None:
    assert aims(Boat(quint=[weapon]), weapon, space) == {str(zone) for zone in range(1, 9)}


def test_several_may_target_the_same_zone() -> None:
    boat = Boat(at=(3, 3, 3))
    boat.comes("8")
    for who, weapon in (("quint", "machete"), ("brody", "club")):
        boat.prepares(who, weapon, 3)
    assert [boat.fighter(who).target for who in CREW] == [3, 3, None]


def test_any_zone_may_be_targeted_whether_it_is_an_option_or_not() -> None:
    """The token goes where one thinks the shark will be; nobody has to think well."""
    boat = Boat(quint=["rifle"], at=(7, 7, 7))
    boat.options("1", "2", "3")
    boat.chooses("A")
    boat.prepares("quint", "rifle", 8)
    assert boat.fighter("quint").target == 8


def test_targets_are_open_before_the_shark_reveals() -> None:
    boat = Boat(quint=["rifle"])
    boat.comes("8")
    boat.prepares("quint", "rifle", 6)
    assert boat.match.view("shark").orca.crew[0].target == 6


# Options and the secret choice ----------------------------------------------------------------------------------------


def test_three_options_each_round() -> None:
    """Three cards are turned over, for A, B and C, and all see them."""
    boat = Boat()
    assert boat.match.odds() == {f"resurface card {number}": Fraction(1, 16) for number in range(1, 17)}
    boat.options("3", "6!", "4")
    found = [(o.slot, o.zone, o.evade, o.dice, o.shake_off) for o in boat.match.view("crew").orca.options]
    assert found == [("A", 3, 2, 2, False), ("B", 6, 0, 3, True), ("C", 4, 1, 3, False)]
    assert boat.match.log("crew")[-3:] == [
        "A: zone 3, evade 2, 2 dice.",
        "B: zone 6, evade 0, 3 dice, shakes off.",
        "C: zone 4, evade 1, 3 dice.",
    ]


def test_two_options_may_show_the_same_zone() -> None:
    """The shark chooses between them by what else they say."""
    boat = Boat()
    boat.options("5", "5!", "1")
    boat.chooses("B")
    boat.rest()
    assert (boat.orca.zone, boat.orca.slot) == (5, "B")
    assert boat.orca.evade == 1


def test_a_card_turned_over_is_not_drawn_again_before_the_deck_is_through() -> None:
    boat = Boat()
    boat.surfaces("3")
    boat.ends_round()
    assert len(boat.match.odds()) == 13
    assert "resurface card 5" not in boat.match.odds()


def test_when_the_deck_is_empty_the_discarded_cards_are_shuffled() -> None:
    """Five rounds use fifteen cards. The last one is turned over in the sixth; then all come back that do not lie
    on the table."""
    boat = Boat()
    for number in range(5):
        boat.options(*DECK[3 * number : 3 * number + 3])
        boat.chooses("A")
        boat.rest()
        boat.ends_round()
    assert boat.match.odds() == {"resurface card 16": 1}
    boat.match.play("chance", "resurface card 16")
    assert boat.match.odds() == {f"resurface card {number}": Fraction(1, 15) for number in range(1, 16)}
    boat.match.play("chance", "resurface card 1")
    assert boat.match.odds() == {f"resurface card {number}": Fraction(1, 14) for number in range(2, 16)}


def test_the_shark_picks_any_of_the_three() -> None:
    boat = Boat()
    boat.options("1", "2", "3")
    assert boat.match.to_act == ("shark",)
    assert boat.match.legal("shark") == ["resurface A", "resurface B", "resurface C"]
    assert boat.match.legal("quint") == []


def test_the_shark_may_put_one_ability_under_its_token() -> None:
    """One from its hand, or none."""
    boat = Boat(abilities=["big mouth", "big mouth", "hard target"])
    boat.options("1", "2", "3")
    boat.match.play("shark", "resurface B")
    assert boat.match.legal("shark") == ["no ability", "big mouth", "hard target"]
    boat.match.play("shark", "big mouth")
    assert boat.view.phase == "crew prepares"
    assert boat.orca.hand_size == 3  # it still lies there


def test_an_ability_card_is_gone_after_its_round_used_or_not() -> None:
    """It leaves the game, and is not in effect in the next round."""
    boat = Boat(abilities=["ramming speed", "hard target"])
    boat.surfaces("1", "ramming speed")
    boat.match.play("shark", "no ramming")
    boat.ends_round()
    assert boat.orca.ability is None
    assert boat.orca.abilities_used == {"ramming speed": 1}
    assert boat.lair.hand == {"hard target": 1}
    boat.options()
    boat.match.play("shark", "resurface A")
    assert boat.match.legal("shark") == ["no ability", "hard target"]


def test_a_shark_without_cards_chooses_only_where() -> None:
    boat = Boat(abilities=["hard target"])
    boat.surfaces("1", "hard target")
    boat.ends_round()
    boat.options()
    boat.match.play("shark", "resurface C")
    assert boat.match.to_act == CREW


def test_the_crew_prepares_only_when_the_shark_has_chosen() -> None:
    boat = Boat(abilities=["hard target"])
    boat.options()
    for member in CREW:
        assert boat.match.legal(member) == []
    boat.match.play("shark", "resurface A")
    for member in CREW:
        assert boat.match.legal(member) == []
    boat.match.play("shark", "no ability")
    assert boat.match.to_act == CREW


def test_no_act_1_in_act_2() -> None:
    """Alone, nobody has eaten anybody, and nobody tells of it."""
    boat = Boat()
    assert boat.view.eaten == 0
    assert boat.view.island is None
    assert not any(event.kind == EATEN for event in boat.match.events("spectator"))
