"""How the shark swims: currents and where they go, which way it faces, chains, and what happens when it is stuck."""

from __future__ import annotations

import random

import pytest

from tests.games.kelp.forest import Forest
from undertow.core.errors import IllegalAction
from undertow.games.kelp.state import BLUE, SPACE_NAMES, ZONES, broken
from undertow.games.kelp.swim import entering, landings, look_ahead, zones_in_reach

SPACES = set(SPACE_NAMES)
DENS = {"d0": ("v0", "h0"), "d2": ("w0", "h2"), "d6": ("v2", "k0"), "d8": ("w2", "k2")}
CROSSINGS = [
    {"v0", "v1", "h0", "h1"},
    {"w0", "w1", "h1", "h2"},
    {"v1", "v2", "k0", "k1"},
    {"w1", "w2", "k1", "k2"},
    *({den, border} for den, borders in DENS.items() for border in borders),
]
QUIET = ("observant", "observant", "vigilant", "vigilant")


def swimmer(at: str = "v0", towards: str = "v1", *cards: str, **currents: int) -> Forest:
    """The shark is here and faces that way, with currents on the board."""
    forest = Forest(market=QUIET)
    forest.gives(*cards)
    forest.currents(**currents)
    forest.shark_at(at, towards)
    return forest


def ahead(forest: Forest) -> set[str]:
    return set(forest.view.shark.ahead)


# Currents -------------------------------------------------------------------------------------------------------------


def test_currents_go_on_any_empty_space() -> None:
    """Near or far, dens too; neither where a current lies already nor where the shark is."""
    forest = swimmer("v1", "v0", v0=3)
    forest.hunts("blue 4", "yellow 1")
    assert forest.may("shark", "current 4 at") == SPACES - {"v0", "v1"}
    forest.shark("current 4 at d8")
    assert forest.view.currents == {"v0": 3, "d8": 4}
    assert forest.view.shark.pool == ["yellow 1"]


def test_several_currents_can_be_placed() -> None:
    """And they stay on the board."""
    forest = swimmer()
    forest.hunts("blue 4", "blue 2")
    forest.shark("current 2 at k2", "current 4 at w2", "swim h0")
    assert forest.view.currents == {"w2": 4, "k2": 2}
    assert forest.view.shark.energy == []


def test_a_blue_die_can_be_kept_for_energy() -> None:
    forest = swimmer()
    forest.hunts("blue 4", "blue 2")
    forest.shark("swim h0")
    assert forest.view.currents == {}
    assert forest.view.shark.energy == ["blue 2", "blue 4"]


def test_a_current_is_placed_before_the_move() -> None:
    """Once the shark swims it is too late."""
    forest = swimmer("v0", "v1", "swift")
    forest.hunts("blue 4", "yellow 1")
    forest.shark("swim h1")
    assert forest.may("shark", "current 4 at") == set()


def test_only_blue_dice_are_currents() -> None:
    forest = swimmer()
    forest.hunts("yellow 4", "red 4")
    assert not any(action.startswith("current") for action in forest.match.legal("shark"))


# Facing and crossings -------------------------------------------------------------------------------------------------


def test_at_a_crossing_straight_left_and_right_are_free() -> None:
    """The shark leaves by the end it faces, never by the other one."""
    forest = swimmer("v0", "v1")
    forest.hunts("yellow 1", "yellow 1")
    assert forest.match.legal("shark") == ["swim v1", "swim h0", "swim h1"]
    with pytest.raises(IllegalAction):
        forest.shark("swim d0")


@pytest.mark.parametrize(
    ("move", "then"),
    [("v1", {"v2", "k0", "k1"}), ("h0", {"d0"}), ("h1", {"w0", "w1", "h2"})],
)
def test_it_goes_on_the_way_it_swam(move: str, then: set[str]) -> None:
    """In the new space it faces the end it did not come from: no way back."""
    forest = swimmer("v0", "v1")
    forest.hunts("yellow 1", "yellow 1")
    forest.shark(f"swim {move}")
    assert forest.view.shark.at == move
    assert ahead(forest) == then


@pytest.mark.parametrize("den", DENS)
def test_a_shark_put_into_a_den_leaves_either_way(den: str) -> None:
    """At the start and whenever it is returned there it points at the middle and chooses."""
    forest = Forest(den=den)
    assert ahead(forest) == set(DENS[den])
    forest.hunts("yellow 1", "yellow 1")
    assert forest.may("shark", "swim") == set(DENS[den])


def test_a_shark_that_swam_into_a_den_leaves_by_the_other_exit() -> None:
    forest = swimmer("v0", "d0")
    forest.hunts("yellow 1", "yellow 1")
    assert forest.view.shark.at == "d0"
    assert ahead(forest) == {"h0"}


def test_the_shark_must_move() -> None:
    """Standing still is not among its choices; every turn ends elsewhere."""
    forest = swimmer()
    forest.hunts("yellow 1", "yellow 1")
    assert "done" not in forest.match.legal("shark")


@pytest.mark.parametrize("space", SPACE_NAMES)
def test_the_lines_of_the_board(space: str) -> None:
    """Twelve borders and four dens; a border ends at two crossings, a den leads to its two neighbours."""
    forest = swimmer()
    at = SPACE_NAMES.index(space)
    forest.state.at = at
    ways = []
    for ends in (1, 2):
        forest.state.ends = ends
        ways.append(ahead(forest))
    assert sorted(map(sorted, ways)) == sorted(sorted(meet - {space}) for meet in CROSSINGS if space in meet)


# Swimming over currents -----------------------------------------------------------------------------------------------


def test_one_current_skips_a_space() -> None:
    """The first worked example: over a current to the empty space behind it; that die goes to the growth track."""
    forest = swimmer("v0", "v1")
    forest.hunts("blue 4", "yellow 1")
    forest.shark("current 4 at v1", "swim v1")
    assert forest.match.legal("shark") == ["swim v2", "swim k0", "swim k1"]
    forest.shark("swim v2")
    assert forest.view.shark.at == "v2"
    assert forest.view.currents == {}
    assert forest.view.shark.growth == ["blue"]


def test_a_chain_of_falling_currents_skips_two() -> None:
    """The second worked example: two currents, the second lower; only the first one swum over goes to the track."""
    forest = swimmer("v0", "v1", v1=5)
    forest.hunts("blue 3", "yellow 1")
    forest.shark("current 3 at k1", "swim v1", "swim k1", "swim w1")
    assert forest.view.shark.at == "w1"
    assert forest.view.currents == {"k1": 3}
    assert forest.view.shark.growth == ["blue"]


def test_every_turn_begins_a_new_chain() -> None:
    """What the shark swam over last time does not count: the first current may show anything."""
    forest = swimmer("v0", "v1", v1=2, k1=6)
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim v1", "swim v2")
    forest.shark_at("v1", "v2")
    forest.hunts("blue 1", "yellow 1")
    assert forest.may("shark", "swim") == {"v2", "k0", "k1"}
    forest.shark("swim k1", "swim w1")
    assert forest.view.shark.growth == ["blue", "blue"]


@pytest.mark.parametrize(("second", "open_"), [(1, True), (3, True), (4, False), (5, False)])
def test_each_die_of_a_chain_is_lower_than_the_one_before(second: int, open_: bool) -> None:
    """Not necessarily by one; equal or rising dice are no chain."""
    forest = swimmer("v0", "v1", v1=4, k1=second)
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim v1")
    assert ("k1" in forest.may("shark", "swim")) == open_


def test_the_shark_never_stops_on_a_current() -> None:
    """It cannot enter a current from which there is no way on to an empty space."""
    forest = swimmer("v1", "v0", h0=3, d0=3)
    forest.hunts("yellow 1", "yellow 1")
    assert forest.may("shark", "swim") == {"v0", "h1"}


def test_a_chain_can_lead_back_to_where_it_began() -> None:
    """Round a corner zone the shark swims in a circle: it has moved, though it stops where it was."""
    forest = swimmer("v0", "v1", h0=4, d0=3)
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim h0")
    assert (forest.view.shark.at, ahead(forest)) == ("v0", {"h0", "h1", "v1"})
    assert forest.view.currents == {"d0": 3}


def test_a_chain_may_turn() -> None:
    """Round a corner at every crossing; on a straight piece it goes on by itself."""
    forest = swimmer("v1", "v0", h0=6, d0=5, v0=4)
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim h0")  # on over d0 and v0, back to the crossing
    assert forest.match.legal("shark") == ["swim v1", "swim h1"]
    forest.shark("swim h1")
    assert forest.view.currents == {"v0": 4, "d0": 5}
    assert forest.view.shark.growth == ["blue"]


def test_a_current_can_be_left_aside() -> None:
    forest = swimmer("v0", "v1", v1=4)
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim h1")
    assert forest.view.currents == {"v1": 4}
    assert forest.view.shark.growth == []


def test_with_four_tiles_the_first_current_goes_into_the_bag() -> None:
    forest = swimmer("v0", "v1", v1=4)
    forest.state.tiles = 4
    forest.hunts("yellow 1", "yellow 1", "yellow 1")
    forest.shark("swim v1", "swim v2")
    assert forest.view.shark.growth == []
    assert forest.bag["blue"] == 7


# Stuck ----------------------------------------------------------------------------------------------------------------


def test_who_is_stuck_takes_the_place_of_a_current() -> None:
    """No legal move: the closest current goes back into the bag, and the shark is where it was."""
    forest = swimmer("v0", "d0", d0=3, h0=4)
    events = forest.hunts("yellow 1", "yellow 1")
    assert forest.view.shark.at == "d0"
    assert ahead(forest) == {"h0"}
    assert forest.view.currents == {"h0": 4}
    assert forest.bag["blue"] == 6
    assert forest.view.shark.growth == []
    assert "The shark is stuck and swims against the current at d0." in forest.said(events)


def test_of_several_closest_currents_the_shark_chooses() -> None:
    """All those at the crossing ahead are equally close, whatever they show."""
    forest = swimmer()
    forest.had("agile", "agile", "hungry", "hungry")
    forest.currents(h0=2, d0=2, v1=2, v2=2, k0=4, k1=3, h1=5, w0=6, w1=5, h2=6)
    forest.hunts("yellow 1", "yellow 1")
    assert forest.may("shark", "swim") == {"v1", "h0", "h1"}
    forest.shark("swim h1")
    assert forest.view.shark.at == "h1"
    assert ahead(forest) == {"w0", "w1", "h2"}
    assert "h1" not in forest.view.currents
    assert forest.bag["blue"] == 2
    assert broken(forest.box, forest.state) == ""


def test_a_shark_in_a_den_can_be_stuck_between_two_currents() -> None:
    forest = swimmer("d0", "v0", v0=1, h0=1, v1=1, h1=1)
    forest.state.ends = 3
    forest.hunts("yellow 1", "yellow 1")
    assert forest.may("shark", "swim") == {"v0", "h0"}
    forest.shark("swim h0")
    assert forest.view.currents == {"v0": 1, "v1": 1, "h1": 1}


# Swift ----------------------------------------------------------------------------------------------------------------


def test_swift_before_the_move() -> None:
    """One empty space first; then the move as always, over currents too."""
    forest = swimmer("d0", "v0", "swift", v1=4)
    forest.hunts("yellow 1", "yellow 1")
    assert forest.may("shark", "swift") == {"v0"}
    forest.shark("swift v0")
    assert forest.match.legal("shark") == ["swim v1", "swim h0", "swim h1"]
    forest.shark("swim v1", "swim k1")
    assert forest.view.shark.at == "k1"
    assert forest.view.shark.growth == ["blue"]
    assert forest.view.shark.used == {"swift": 1}


def test_swift_after_the_move() -> None:
    """Out of a current one space further; or it stays where it is and keeps the card."""
    forest = swimmer("v0", "v1", "swift", v1=4)
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim v1", "swim k1")
    assert forest.match.legal("shark") == ["swift w1", "swift w2", "swift k2", "done"]
    forest.shark("swift k2")
    assert forest.view.shark.at == "k2"
    forest = swimmer("v0", "v1", "swift")
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim v1", "done")
    assert (forest.view.shark.at, forest.view.shark.cards) == ("v1", {"swift": 1})
    assert forest.match.to_act == ("octopus",)


def test_after_swift_the_only_way_is_swum() -> None:
    forest = swimmer("v1", "v0", "swift")
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swift h0")
    assert (forest.view.shark.at, ahead(forest)) == ("d0", {"v0"})


def test_two_swifts() -> None:
    """Both before, one before and one after, or both after."""
    forest = swimmer("d0", "v0", "swift", "swift")
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swift v0", "swift v1", "swim v2")
    assert (forest.view.shark.at, forest.view.shark.used) == ("v2", {"swift": 2})
    forest = swimmer("d0", "v0", "swift", "swift")
    forest.hunts("yellow 1", "yellow 1")
    forest.shark("swim v0", "swift v1", "swift v2")
    assert (forest.view.shark.at, ahead(forest)) == ("v2", {"d6"})


def test_swift_does_not_end_on_a_current() -> None:
    """Its space must be empty; with nothing but currents ahead the card cannot be used."""
    forest = swimmer("v0", "v1", "swift", v1=4, h1=2)
    forest.hunts("yellow 1", "yellow 1")
    assert forest.may("shark", "swift") == {"h0"}
    forest = swimmer("v0", "d0", "swift", d0=3)
    forest.hunts("yellow 1", "yellow 1")
    assert forest.view.shark.at == "h0"


# Against a plain search -----------------------------------------------------------------------------------------------


def reachable(at: str, facing: set[str], currents: dict[str, int], pips: int = 7) -> set[tuple[str, str]]:
    """Where the shark can stop, and by what it would come there: one space after the other, as the sheet says it."""
    found = set()
    for space in facing:
        if space not in currents:
            found.add((space, at))
        elif currents[space] < pips:
            beyond = next(meet - {space} for meet in CROSSINGS if space in meet and at not in meet)
            found |= reachable(space, beyond, currents, currents[space])
    return found


def ends(at: str, came_from: str) -> frozenset[str]:
    """What is ahead of a shark that came to a space from another."""
    return frozenset(next(meet - {at} for meet in CROSSINGS if at in meet and came_from not in meet))


def explored(forest: Forest) -> set[tuple[str, frozenset[str]]]:
    """Where it can stop and what is then ahead, by trying every decision."""
    position = forest.match.position
    found = set()
    open_ = [position.copy()]
    while open_:
        position = open_.pop()
        for name, action in position.legal(1).items():
            if name.startswith("swim "):
                after = position.copy()
                after.step(1, action)
                shark = after.view(2).shark
                if after.view(2).phase == "moving":
                    open_.append(after)
                else:
                    found.add((shark.at, frozenset(shark.ahead)))
    return found


def random_board(seed: int) -> tuple[str, set[str], dict[str, int]]:
    """Currents anywhere, many or few; the shark on an empty space, facing one of its ends."""
    chance = random.Random(seed)
    covered = chance.sample(SPACE_NAMES, chance.randint(2, 12))
    currents = {space: chance.randint(1, 6) for space in covered}
    at = chance.choice([space for space in SPACE_NAMES if space not in currents])
    meet = chance.choice([meet for meet in CROSSINGS if at in meet])
    return at, meet - {at}, currents


@pytest.mark.parametrize("seeds", [range(100), range(100, 200)], ids=["one", "other"])
def test_every_way_is_found_and_no_other(seeds: range) -> None:
    """On any board the ends of all swims are those of a plain search; if there is none, the currents next to it."""
    forest = Forest(market=QUIET)
    forest.hunts("yellow 1", "yellow 1")
    start = forest.match.position.copy()
    stuck = 0
    for seed in seeds:
        at, facing, currents = random_board(seed)
        forest.match.position = start.copy()
        forest.currents(**currents)
        forest.shark_at(at, next(iter(facing)))
        look_ahead(forest.box, forest.state)
        expected = {(space, ends(space, came)) for space, came in reachable(at, facing, currents)}
        if not expected:
            stuck += 1
            expected = {(space, ends(space, at)) for space in facing}
        assert explored(forest) == expected, (seed, at, facing, currents)
    assert 0 < stuck < len(seeds) / 2


# What lies within a move ----------------------------------------------------------------------------------------------


def named(spaces: int) -> set[str]:
    return {name for space, name in enumerate(SPACE_NAMES) if spaces >> space & 1}


def left_by(found: int) -> set[tuple[str, frozenset[str]]]:
    """Currents of a bit set with the end they would be left by: what is ahead of it there."""
    box = Forest(market=QUIET).box
    return {
        (SPACE_NAMES[place // 2], frozenset(named(int(box.onward[place // 2, place % 2]))))
        for place in range(2 * len(SPACE_NAMES))
        if found >> place & 1
    }


@pytest.mark.parametrize("either_way", [False, True], ids=["facing one end", "facing both"])
def test_landings_are_the_ends_of_a_plain_search(either_way: bool) -> None:
    """On any board, for a shark that faces one end or, as in a den, both; if it is stuck, the currents next to it."""
    forest = Forest(market=QUIET)
    start = forest.match.position.copy()
    stuck = 0
    for seed in range(1000):
        at, facing, currents = random_board(seed)
        forest.match.position = start.copy()
        forest.state.bag[BLUE] = len(currents)
        forest.currents(**currents)
        forest.shark_at(at, next(iter(facing)))
        ways = [facing]
        if either_way:
            forest.state.ends = 3
            ways = [meet - {at} for meet in CROSSINGS if at in meet]
        expected = {space for way in ways for space, _ in reachable(at, way, currents)}
        if not expected:
            stuck += 1
            expected = set().union(*ways)
        assert named(landings(forest.box, forest.state)) == expected, (seed, at, ways, currents)
    assert stuck > 0


def test_landings_in_the_middle_of_a_chain() -> None:
    """On a current it swims on, over lower ones only."""
    forest = swimmer("v0", "v1", v1=4, k1=3, k0=4)
    forest.hunts("yellow 1", "yellow 1")
    assert named(landings(forest.box, forest.state)) == {"h0", "h1", "v2", "w1", "w2", "k2"}
    forest.shark("swim v1")
    assert named(landings(forest.box, forest.state)) == {"v2", "w1", "w2", "k2"}
    forest.shark("swim k1")
    assert named(landings(forest.box, forest.state)) == {"w1", "w2", "k2"}


def test_the_next_currents_are_lower_ones() -> None:
    """Each with the end it would be left by; empty spaces are not among them."""
    forest = swimmer("v0", "v1", v1=4, h0=2, k1=6)
    at = SPACE_NAMES.index("v0")
    ahead_ = 0 if forest.state.ends == 1 else 1
    behind = 1 - ahead_
    beyond = {"v1": frozenset({"v2", "k0", "k1"}), "h0": frozenset({"d0"})}
    assert left_by(entering(forest.box, at, ahead_, forest.state, 7)) == set(beyond.items())
    assert left_by(entering(forest.box, at, ahead_, forest.state, 4)) == {("h0", beyond["h0"])}
    assert left_by(entering(forest.box, at, ahead_, forest.state, 2)) == set()
    assert left_by(entering(forest.box, at, behind, forest.state, 7)) == set()


@pytest.mark.parametrize(
    ("spaces", "zones"),
    [
        ((), set()),
        (("d6",), {6}),
        (("v1",), {3, 4}),
        (("d0", "v0"), {0, 1}),
        (("h0", "h1", "v1"), {0, 1, 3, 4}),
        (SPACE_NAMES, set(range(9))),
    ],
)
def test_zones_in_reach_of_several_spaces(spaces: tuple[str, ...], zones: set[int]) -> None:
    box = Forest(market=QUIET).box
    reached = zones_in_reach(box, sum(1 << SPACE_NAMES.index(space) for space in spaces))
    assert {zone for zone in range(ZONES) if reached >> zone & 1} == zones
