"""Act 1, the crew phase: whose turn it is, and what Quint, Brody and Hooper can do with theirs."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.jaws.island import CREW, SOUTH, WATERS, WEST, Amity, ashore
from tests.games.jaws.test_shark_turn import NEIGHBOURS
from undertow.core.errors import IllegalAction
from undertow.core.match import Match

ROAST = "Holiday Roast"
BIRTHDAY = "Michael Brody's Birthday"
HELICOPTER = "Helicopter"

LAND = {
    "Shop": "5 6 7 N S",
    "5": "N W 7 Shop",
    "6": "N E S 8 Shop",
    "7": "5 W S Shop",
    "8": "6 E S",
    "N": "5 6 Shop",
    "E": "6 8",
    "S": "6 7 8 Shop",
    "W": "5 7",
}


def lay(amity: Amity, *, dock: tuple[int, int] = (0, 0), hooper: int = 0, water: str = "") -> Amity:
    """Barrels from the shop to the docks in 5 and 8, to Hooper's boat, or afloat in some spaces."""
    state = amity.state
    for number in range(2):
        state.dock[number] += dock[number]
    state.hoopers_boat += hooper
    for space in water.split():
        state.floating[WATERS.index(space)] += 1
    state.shop -= sum(dock) + hooper + len(water.split())
    return amity


def flown(space: str) -> Amity:
    """The crew phase with Brody in this space."""
    amity = Amity()
    amity.event(HELICOPTER, "stay" if space == "7" else f"fly {space}")
    amity.shark()
    return amity


# Whose turn it is ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(CREW)))
def test_turns_in_any_order(order: tuple[str, str, str]) -> None:
    amity = ashore()
    assert amity.match.to_act == CREW
    for seat in order:
        amity.takes_turn(seat)
    assert amity.view.round == 2
    assert [line for line in amity.heard if line.endswith("is done.")] == [f"{seat.title()} is done." for seat in order]


@pytest.mark.parametrize(("seat", "action"), [("quint", "move 4"), ("brody", "move W"), ("hooper", "move 1")])
def test_who_begins_finishes_before_the_next(seat: str, action: str) -> None:
    amity = ashore()
    amity.does(seat, action)
    assert amity.match.to_act == (seat,)
    assert amity.sea.turn == seat
    other = next(each for each in CREW if each != seat)
    with pytest.raises(IllegalAction, match="cannot act now"):
        amity.does(other, "end turn")
    amity.match.play(seat, "end turn")
    assert set(amity.match.to_act) == set(CREW) - {seat}


@pytest.mark.parametrize(
    ("seat", "turn"),
    [
        ("quint", "move 4, move 3, move 1, move 2"),
        ("brody", "move W, move 7, move S, move 8"),
        ("hooper", "move 1, move 4, move 3, move N"),
    ],
)
def test_four_actions_and_no_more(seat: str, turn: str) -> None:
    """The same action as often as one likes; with the fourth the turn is over by itself."""
    amity = ashore()
    for left, action in zip((3, 2, 1), turn.split(", "), strict=False):
        amity.does(seat, action)
        assert amity.sailor(seat).actions == left
        assert (
            amity.match.prompt(seat) == f"Your turn, {seat.capitalize()}: {left} action{'' if left == 1 else 's'} left."
        )
    assert amity.does(seat, turn.split(", ")[3])[-1] == f"{seat.capitalize()} is done."
    assert amity.sailor(seat).done
    assert amity.legal(seat) == []


@pytest.mark.parametrize("turn", ["", "move 4", "move 4, move 8, launch E"])
def test_stopping_early(turn: str) -> None:
    """Up to four: ruling: anybody may stop before that, even without having done anything."""
    amity = ashore()
    assert amity.quint(turn)[-1] == "Quint is done."
    assert amity.sailor("quint").done


def test_waiting_lets_others_go_first() -> None:
    """Who waits is asked again after somebody's turn; the last one cannot wait for anybody."""
    amity = ashore()
    acting = []
    for seat, action in (("quint", "wait"), ("hooper", "wait"), ("brody", ""), ("quint", "wait"), ("hooper", "")):
        if action:
            amity.does(seat, action)
        else:
            assert amity.can(seat, "wait") == (seat == "hooper" and len(amity.match.to_act) > 1)
            amity.takes_turn(seat)
        acting.append(amity.match.to_act)
    assert acting == [("brody", "hooper"), ("brody",), ("quint", "hooper"), ("hooper",), ("quint",)]
    assert not amity.can("quint", "wait")


@pytest.mark.parametrize("seat", CREW)
def test_waiting_and_ending_the_turn_are_offered_last(seat: str) -> None:
    amity = ashore()
    assert amity.legal(seat)[-2:] == ["wait", "end turn"]
    amity.does(seat, amity.legal(seat)[0])
    assert amity.legal(seat)[-1] == "end turn"


def test_nobody_waits_within_a_turn() -> None:
    amity = ashore()
    assert amity.can("quint", "wait")
    amity.does("quint", "move 4")
    assert not amity.can("quint", "wait")


def test_waiting_needs_no_words() -> None:
    amity = ashore()
    assert amity.does("quint", "wait") == []


def test_the_round_is_over_after_all_three() -> None:
    """Then the next event comes, and everybody has four actions again."""
    amity = ashore()
    amity.quint()
    amity.brody()
    assert amity.view.phase == "crew turn"
    assert amity.hooper() == ["Hooper is done.", "Act 1, round 2."]
    assert amity.match.to_act == ("chance",)
    amity.event(SOUTH)
    amity.shark()
    assert [amity.sailor(seat).actions for seat in CREW] == [4, 4, 4]


def test_a_move_can_be_taken_back_until_something_is_revealed() -> None:
    """A search or a launch stands, and so does what came before it."""
    amity = ashore(rules={"act1.power_tokens": []})
    amity.does("quint", "move 4")
    amity.match.undo("quint")
    assert amity.places == "8 7 5"
    amity.does("quint", "move 4, launch 3")
    assert not amity.match.can_undo("quint")
    amity.does("quint", "move 2")
    amity.match.undo("quint")
    assert not amity.match.can_undo("quint")


# What all of them do -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "turn"), [("quint", "move E"), ("brody", "move W"), ("hooper", "move N"), ("hooper", "move W")]
)
def test_everybody_rescues_in_their_space(seat: str, turn: str) -> None:
    """One swimmer for an action, back to the supply; Brody does it from the land."""
    amity = ashore()
    beach = turn[-1]
    assert not amity.can(seat, "rescue")
    amity.does(seat, turn)
    before, supply = amity.sea.swimmers[beach], amity.sea.supply
    told = amity.does(seat, "rescue")
    name = {"N": "north", "E": "east", "S": "south", "W": "west"}[beach]
    assert told == [f"{seat.capitalize()} rescues a swimmer at the {name} beach."]
    assert (amity.sea.swimmers[beach], amity.sea.supply) == (before - 1, supply + 1)
    assert amity.sailor(seat).actions == 2


def test_nobody_to_rescue() -> None:
    amity = ashore()
    amity.does("quint", "move E, rescue")
    assert amity.sea.swimmers["E"] == 0
    assert not amity.can("quint", "rescue")


def test_only_brody_rescues_michael() -> None:
    """The captains cannot, in the same water as he; for Brody it is one action."""
    amity = ashore(card=BIRTHDAY)
    assert (amity.sea.michael, amity.swimmers) == ("W", "1 2 1 0")
    amity.does("hooper", "move W")
    assert amity.legal("hooper", "rescue") == []
    amity.hooper()
    amity.does("quint", "move S, move 7, move W")
    assert amity.legal("quint", "rescue") == []
    amity.quint()
    amity.does("brody", "move W")
    assert amity.legal("brody", "rescue") == ["rescue Michael"]
    assert amity.does("brody", "rescue Michael") == ["Brody rescues Michael at the west beach."]
    assert amity.sailor("brody").actions == 2
    assert amity.sea.michael is None
    assert amity.view.eaten == 0


# Quint ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", WATERS)
def test_quint_sails_and_launches_to_adjacent_water(space: str) -> None:
    """One space through water; a barrel goes into his own space or one beside it, never over land or a corner."""
    amity = ashore()
    amity.state.sea.quint = WATERS.index(space)
    near = NEIGHBOURS[space].split()
    assert set(amity.legal("quint", "move")) == {f"move {other}" for other in near}
    assert set(amity.legal("quint", "launch")) == {f"launch {other}" for other in [space, *near]}


def test_quint_is_offered_moves_before_launches() -> None:
    amity = ashore()
    moves, launches = amity.legal("quint", "move"), amity.legal("quint", "launch")
    assert amity.legal("quint") == [*moves, *launches, "wait", "end turn"]
    assert launches[0] == "launch 8"


def test_quint_picks_up_any_number_at_a_dock() -> None:
    amity = lay(ashore(), dock=(0, 3))
    assert amity.legal("quint", "take") == ["take 1 from dock", "take 2 from dock", "take 3 from dock"]
    assert amity.does("quint", "take 2 from dock") == ["Quint takes 2 barrels from the dock."]
    assert (amity.sailor("quint").barrels, amity.sea.docks["8"], amity.sailor("quint").actions) == (4, 1, 3)


def test_quint_picks_up_any_number_out_of_the_water() -> None:
    amity = lay(ashore(), water="8 8 4")
    assert amity.legal("quint", "take") == ["take 1 from water", "take 2 from water"]
    amity.does("quint", "take 1 from water")
    assert (amity.sailor("quint").barrels, amity.sea.floating) == (3, {"8": 1, "4": 1})


def test_quint_picks_up_any_number_from_hoopers_boat() -> None:
    """Only where Hooper is."""
    amity = lay(ashore(), hooper=2)
    assert amity.legal("quint", "take") == []
    amity.hooper("move 3, move 4, move 8")
    assert amity.legal("quint", "take") == ["take 1 from hooper", "take 2 from hooper"]
    assert amity.does("quint", "take 1 from hooper") == ["Quint takes 1 barrel from Hooper's boat."]
    assert [amity.sailor(seat).barrels for seat in CREW] == [3, 0, 1]


def test_each_source_is_its_own_action() -> None:
    amity = lay(ashore(), dock=(0, 1), hooper=1, water="8")
    amity.hooper("move 3, move 4, move 8")
    amity.does("quint", "take 1 from dock, take 1 from water, take 1 from hooper")
    assert (amity.sailor("quint").barrels, amity.sailor("quint").actions) == (5, 1)


def test_a_miss_floats_and_listens() -> None:
    """The shark says that it is not there; the barrel stays in the water."""
    amity = ashore("1")
    assert amity.does("quint", "launch 4") == ["Quint launches a barrel into 4: it floats and listens."]
    assert (amity.sailor("quint").barrels, amity.sea.floating, amity.sea.on_shark) == (1, {"4": 1}, 0)
    assert amity.sea.seen is None


@pytest.mark.parametrize("space", ["8", "4", "E", "S"])
def test_a_hit_sticks_to_the_shark(space: str) -> None:
    """The barrel goes on the shark's board, not into the water, and everybody knows where the shark is."""
    amity = ashore(space)
    told = amity.does("quint", f"launch {space}")
    assert told == [f"Quint launches a barrel into {space}: hit! 1 barrel on Shark."]
    assert (amity.sea.on_shark, amity.sea.floating, amity.sea.seen) == (1, {}, space)
    assert amity.match.to_act == ("quint",)


def test_one_launch_a_round() -> None:
    """Again in the next round, as long as there is a barrel on board."""
    amity = ashore("1")
    amity.does("quint", "launch 4")
    assert amity.legal("quint", "launch") == []
    amity.rest()
    amity.round(SOUTH, quint="launch 4")
    assert amity.sea.floating == {"4": 2}
    amity.event(WEST)
    amity.shark()
    assert amity.sailor("quint").barrels == 0
    assert amity.legal("quint", "launch") == []


def test_a_barrel_can_be_fished_out_and_launched_again() -> None:
    amity = ashore("1")
    amity.quint("launch 4, move 4, take 1 from water")
    assert (amity.sailor("quint").barrels, amity.sea.floating) == (2, {})


def test_quint_does_not_look_search_or_close() -> None:
    amity = ashore("1")
    amity.does("quint", "move E")
    others = {"binoculars", "fish finder", "give barrels", "drop barrel", "take barrel from shop"}
    assert others.isdisjoint(amity.legal("quint"))
    assert amity.legal("quint", "close") == []


# Brody ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", LAND)
def test_brody_walks_over_land(space: str) -> None:
    """The borders of the land, corners not among them; the shop does not touch 8."""
    amity = flown(space)
    assert set(amity.legal("brody", "move")) == {f"move {other}" for other in LAND[space].split()}


def test_there_are_sixteen_borders_on_land() -> None:
    pairs = {frozenset((space, other)) for space, others in LAND.items() for other in others.split()}
    assert len(pairs) == 16


def test_brody_takes_one_barrel_in_the_shop() -> None:
    """He carries one at a time."""
    amity = ashore()
    assert not amity.can("brody", "take barrel from shop")
    amity.does("brody", "move Shop")
    assert amity.does("brody", "take barrel from shop") == ["Brody takes 1 barrel from the shop."]
    assert (amity.sea.shop, amity.sailor("brody").barrels, amity.sailor("brody").actions) == (5, 1, 2)
    assert amity.legal("brody", "take") == []


def test_an_empty_shop_has_no_barrel() -> None:
    amity = lay(ashore(), dock=(3, 3))
    assert amity.sea.shop == 0
    amity.does("brody", "move Shop")
    assert amity.legal("brody", "take") == []


@pytest.mark.parametrize("dock", ["5", "8"])
def test_brody_drops_his_barrel_at_a_dock(dock: str) -> None:
    """At docks only; there is no limit to the barrels that lie there."""
    amity = flown("Shop")
    amity.brody("take barrel from shop, move 6" if dock == "8" else "take barrel from shop, move 7")
    assert not amity.can("brody", "drop barrel")
    amity.rest()
    amity.event(SOUTH)
    lay(amity, dock=(2, 3))
    amity.shark()
    assert not amity.can("brody", "drop barrel")
    amity.does("brody", f"move {dock}")
    assert amity.does("brody", "drop barrel") == [f"Brody leaves a barrel at the dock in {dock}."]
    assert amity.sea.docks == ({"5": 3, "8": 3} if dock == "5" else {"5": 2, "8": 4})
    assert (amity.sailor("brody").barrels, amity.sailor("brody").actions) == (0, 2)


def test_brody_picks_up_nowhere_else() -> None:
    """Ruling: neither at a dock nor out of the water nor from a boat."""
    amity = lay(ashore(), dock=(2, 0), hooper=1, water="5")
    amity.does("brody", "move 5")
    assert amity.legal("brody", "take") == []


def test_without_a_barrel_nothing_is_dropped() -> None:
    amity = ashore()
    amity.does("brody", "move 5")
    assert not amity.can("brody", "drop barrel")


@pytest.mark.parametrize("beach", "NESW")
def test_binoculars_find_the_shark_at_brodys_beach(beach: str) -> None:
    """It must say so, and everybody sees it there until it has moved."""
    amity = Amity(beach)
    amity.event(HELICOPTER, f"fly {beach}")
    amity.shark()
    told = amity.does("brody", "binoculars")
    assert told == [f"Brody looks through the binoculars in {beach}: the shark is there!"]
    assert amity.sea.seen == beach
    amity.rest()
    assert amity.sea.seen == beach
    amity.event(SOUTH)
    amity.shark()
    assert amity.sea.seen is None


def test_binoculars_see_one_beach_only() -> None:
    amity = ashore("5")
    assert amity.does("brody", "move W, binoculars")[-1] == "Brody looks through the binoculars in W: nothing."
    assert amity.sea.seen is None


def test_binoculars_once_a_round_at_a_beach() -> None:
    amity = ashore()
    assert not amity.can("brody", "binoculars")
    amity.does("brody", "move W, binoculars")
    assert amity.sailor("brody").actions == 2
    assert not amity.can("brody", "binoculars")
    amity.rest()
    amity.event(SOUTH)
    amity.shark()
    assert amity.can("brody", "binoculars")


@pytest.mark.parametrize("space", LAND)
def test_binoculars_are_for_beaches(space: str) -> None:
    assert flown(space).can("brody", "binoculars") == (space in "NESW")


@pytest.mark.parametrize("space", LAND)
def test_beaches_are_closed_from_two_places(space: str) -> None:
    """Amity P.D. is in 7, the Mayor's Office in 6; only a beach without swimmers can be closed."""
    amity = flown(space)
    assert amity.swimmers == "2 2 0 1"
    assert amity.legal("brody", "close") == (["close S"] if space in ("6", "7") else [])


def test_closing_a_beach_once_a_round() -> None:
    """For one action; with the token face up."""
    amity = ashore("1", card="Ben Gardner's Boat")
    assert amity.swimmers == "2 0 1 2"
    amity.quint("move S, rescue")
    assert amity.legal("brody", "close") == ["close E", "close S"]
    assert amity.does("brody", "close E") == ["The east beach is closed."]
    assert (amity.sea.closed, amity.sea.opening_soon, amity.sailor("brody").actions) == ("E", False, 3)
    assert amity.legal("brody", "close") == []


def test_there_is_one_token_for_one_beach() -> None:
    """Closing another beach moves it there, face up."""
    amity = ashore("1", {"act1.close_again": False}, card=ROAST)
    amity.quint()
    amity.brody("close S")
    amity.hooper()
    amity.event("Ben Gardner's Boat")
    assert amity.sea.opening_soon
    amity.shark()
    assert amity.legal("brody", "close") == []
    amity.quint("move E, rescue")
    assert amity.legal("brody", "close") == ["close E"]
    assert amity.does("brody", "close E") == ["The south beach is open again.", "The east beach is closed."]
    assert (amity.sea.closed, amity.sea.opening_soon) == ("E", False)


def test_a_beach_that_is_opening_soon_may_be_closed_again() -> None:
    """Any beach without swimmers can be closed: the token is turned face up. One that lies face up stays as it is."""
    amity = ashore("1", card=ROAST)
    amity.quint()
    amity.brody("close S")
    assert amity.legal("brody", "close") == []
    amity.hooper()
    amity.event("Frank Silva, Harbor Master")
    assert amity.sea.opening_soon
    amity.shark()
    assert amity.legal("brody", "close") == ["close S"]
    assert amity.does("brody", "close S") == ["The south beach is closed."]
    assert (amity.sea.closed, amity.sea.opening_soon) == ("S", False)


# Hooper --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", WATERS)
def test_hooper_sails_up_to_two_spaces(space: str) -> None:
    """Each of them through water to an adjacent one, both for one action."""
    amity = ashore()
    amity.state.sea.hooper = WATERS.index(space)
    once = NEIGHBOURS[space].split()
    twice = {other for near in once for other in NEIGHBOURS[near].split()}
    assert set(amity.legal("hooper", "move")) == {f"move {other}" for other in ({*once} | twice) - {space}}
    amity.does("hooper", amity.legal("hooper", "move")[0])
    assert amity.sailor("hooper").actions == 3


def test_hooper_picks_up_from_dock_and_water_apart() -> None:
    """Any number from a source, each source one action; the barrels are on his boat then."""
    amity = lay(ashore(), dock=(2, 0), water="5 5")
    assert amity.legal("hooper", "take") == [
        "take 1 from dock",
        "take 2 from dock",
        "take 1 from water",
        "take 2 from water",
    ]
    amity.does("hooper", "take 2 from dock, take 1 from water")
    assert (amity.sailor("hooper").barrels, amity.sailor("hooper").actions) == (3, 2)
    assert (amity.sea.docks["5"], amity.sea.floating) == (0, {"5": 1})


def test_hooper_gives_quint_all_his_barrels() -> None:
    """All of them, in the same space, for one action."""
    amity = lay(ashore(), hooper=3)
    assert not amity.can("hooper", "give barrels")
    amity.does("hooper", "move 3, move 4, move 8")
    assert amity.does("hooper", "give barrels")[0] == "Hooper gives Quint 3 barrels."
    assert [amity.sailor(seat).barrels for seat in CREW] == [5, 0, 0]
    assert amity.sailor("hooper").done


def test_hooper_gives_nothing_without_barrels_and_launches_none() -> None:
    amity = ashore()
    amity.does("hooper", "move 3, move 4, move 8")
    assert not amity.can("hooper", "give barrels")
    amity = lay(ashore(), hooper=1)
    assert amity.legal("hooper", "launch") == []


@pytest.mark.parametrize("shark", WATERS)
def test_what_the_fish_finder_says(shark: str) -> None:
    """In the same space: right there, and the shark is seen; beside it: nearby; anywhere else: neither."""
    amity = ashore(shark)
    told = amity.does("hooper", "fish finder")
    said = "right there" if shark == "5" else "nearby" if shark in NEIGHBOURS["5"].split() else "not there or nearby"
    assert told == [f"Hooper's fish finder in 5: {said}."]
    assert amity.sea.seen == ("5" if shark == "5" else None)


def test_the_fish_finder_does_not_hear_around_corners() -> None:
    amity = ashore("3")
    amity.does("hooper", "move N, fish finder")
    assert amity.heard[-1] == "Hooper's fish finder in N: not there or nearby."


def test_the_fish_finder_once_a_round() -> None:
    amity = ashore()
    amity.does("hooper", "fish finder, move 1")
    assert amity.sailor("hooper").actions == 2
    assert not amity.can("hooper", "fish finder")
    amity.rest()
    amity.event(SOUTH)
    amity.shark()
    assert amity.can("hooper", "fish finder")


def test_searching_gives_nothing_away_but_the_answer() -> None:
    """The shark's place is in nobody else's view, found or not."""
    amity = ashore("5")
    amity.does("hooper", "fish finder")
    assert amity.sea.shark is None
    assert amity.match.view("spectator").island.shark is None


def test_who_goes_next_is_decided_together_and_a_turn_by_its_member_alone() -> None:
    """Bots of a side leave to its people what one answer settles for all."""
    match = Match("jaws", 4, {"variant": "act1"}, seed="together")
    seen: set[bool] = set()
    while not match.over and len(seen) < 2:
        if {"quint", "brody", "hooper"} >= set(match.to_act):
            seen.add(match.position.joint)
            assert match.position.joint == (len(match.to_act) > 1)
        elif "shark" in match.to_act:
            assert not match.position.joint
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert seen == {True, False}
