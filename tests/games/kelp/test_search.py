"""Search and strike: where dice go, what is revealed in which order, what traps do, and where the dice go then."""

from __future__ import annotations

import pytest

from tests.games.kelp.forest import Forest
from undertow.core.errors import IllegalAction
from undertow.games.kelp.state import BLOCK_NAMES, CRAB, SHELL, broken

QUIET = ("agile", "agile", "hungry", "hungry")
TRAPS = ("current trap", "currents trap", "hide trap", "den trap")


def table(blocks: dict[str, int]) -> dict[str, int]:
    return {name.replace(" ", "_"): blocks.get(name, 0) for name in BLOCK_NAMES}


def forest(*cards: str, octopus: int = 8, trap: str = "current trap", at: int = 6, **rules: int) -> Forest:
    """The shark is at v0 and faces v1 and the crossing; one trap of a kind is on the board."""
    first = table({"octopus": 1, "shell": 7, trap: 1})
    rest = {key: (1 if key not in ("octopus", trap.replace(" ", "_")) else 0) for key in table({})}
    house = {"octopus.blocks.on_board": first, "octopus.blocks.aside": rest, **rules}
    made = Forest(blocks={octopus: "octopus", at: trap}, market=QUIET, rules=house)
    made.gives(*cards)
    made.had("aggressive", "reactive")  # three more red dice
    made.shark_at("v0", "v1")
    return made


def arrives(made: Forest, space: str, *dice: str) -> Forest:
    """It rolls that and swims there."""
    made.hunts(*dice)
    made.shark(f"swim {space}")
    return made


# Placement ------------------------------------------------------------------------------------------------------------


def test_zone_values() -> None:
    """Two in the exposed middle, four in the kelp at the edges, three among the rocks in the corners."""
    assert [zone.value for zone in forest().view.zones] == [3, 4, 3, 4, 2, 4, 3, 4, 3]


@pytest.mark.parametrize("colour", ["yellow", "red"])
@pytest.mark.parametrize(
    ("space", "pips", "zones"),
    [
        ("v1", 1, set()),
        ("v1", 2, {"4"}),
        ("v1", 3, {"4"}),
        ("v1", 4, {"3", "4"}),
        ("h0", 2, set()),
        ("h0", 3, {"0"}),
        ("h0", 4, {"0", "3"}),
        ("h1", 6, {"1", "4"}),
    ],
)
def test_a_die_must_show_the_zones_value(colour: str, space: str, pips: int, zones: set[str]) -> None:
    """At least; and only the zones on both sides of the shark are in reach."""
    made = arrives(forest(), space, f"{colour} {pips}", "blue 1")
    verb = "search" if colour == "yellow" else "strike"
    if zones:
        assert {target.split()[0] for target in made.may("shark", verb)} == zones
        assert "done" in made.match.legal("shark")
    else:
        assert f"{colour} {pips}" in made.view.shark.energy


def test_a_house_may_hide_its_rocks_better() -> None:
    made = arrives(forest(rocky=5), "h0", "yellow 4", "blue 1")
    assert made.may("shark", "search") == {"3 with 4"}


def test_a_den_is_beside_its_corner_only() -> None:
    made = forest()
    made.shark_at("v0", "d0")
    made.hunts("yellow 6", "yellow 5")
    assert made.view.shark.reach == [0]
    assert made.may("shark", "search") == {"0 with 6", "0 with 5"}


def test_one_die_a_zone() -> None:
    """The second goes to the other zone or nowhere."""
    made = arrives(forest(), "v1", "yellow 5", "yellow 4")
    made.shark("search 3 with 5")
    assert made.match.legal("shark") == ["search 4 with 4", "done"]
    assert made.view.zones[3].die == "yellow 5"


def test_nobody_must_search() -> None:
    """Dice can be kept for energy, all of them or the second."""
    made = arrives(forest(), "v1", "yellow 5", "red 4")
    made.shark("done")
    assert made.view.shark.energy == ["yellow 5", "red 4"]
    made = arrives(forest(), "v1", "yellow 5", "red 4")
    made.shark("strike 4 with 4", "done")
    assert made.view.shark.energy == ["yellow 5"]
    assert made.view.shark.hunger == ["red"]


def test_a_second_die_that_fits_nowhere_is_not_asked_for() -> None:
    made = arrives(forest(), "v1", "yellow 5", "red 3")
    made.shark("search 4 with 5")
    assert made.view.shark.energy == ["red 3"]


def test_blue_dice_do_not_search() -> None:
    made = arrives(forest(), "v1", "blue 6", "blue 6")
    assert made.view.shark.energy == ["blue 6", "blue 6"]
    assert made.hidden() == set(range(9))


# What can be searched and struck --------------------------------------------------------------------------------------


def test_only_hidden_blocks_are_searched() -> None:
    made = forest(octopus=3)
    made.reveal(3)
    arrives(made, "v1", "yellow 5", "yellow 5")
    assert made.may("shark", "search") == {"4 with 5"}


def test_hidden_blocks_and_the_revealed_octopus_are_struck() -> None:
    """But no other block that lies open."""
    made = forest(octopus=3)
    made.reveal(3)
    arrives(made, "v1", "red 5", "yellow 1")
    assert made.may("shark", "strike") == {"3 with 5", "4 with 5"}
    made = forest(octopus=8)
    made.reveal(3)
    arrives(made, "v1", "red 5", "yellow 1")
    assert made.may("shark", "strike") == {"4 with 5"}


def test_a_search_reveals_the_block() -> None:
    """Everybody sees it, it stays revealed, and the die goes to the growth track."""
    made = arrives(forest(), "v1", "yellow 5", "blue 1")
    assert made.seen("shark").zones[3].block is None
    made.shark("search 3 with 5")
    assert made.seen("shark").zones[3].block == "shell"
    assert made.hidden() == set(range(9)) - {3}
    assert made.view.shark.growth == ["yellow"]
    assert made.view.shark.hunger == []


def test_a_search_that_finds_the_octopus_only_finds_it() -> None:
    made = forest(octopus=3)
    arrives(made, "v1", "yellow 5", "blue 1")
    made.shark("search 3 with 5")
    assert made.seen("shark").zones[3].block == "octopus"
    assert made.view.phase != "confrontation"
    assert made.view.shark.growth == ["yellow"]


@pytest.mark.parametrize("die", ["search", "strike"])
def test_food_and_shells_do_nothing(die: str) -> None:
    made = forest()
    made.state.den.blocks[3] = CRAB
    made.state.aside[CRAB] -= 1
    made.state.aside[SHELL] += 1
    arrives(made, "v1", "yellow 5", "red 5")
    made.shark(f"{die} 3 with 5", "done")
    assert made.view.zones[3].block == "crab"
    assert made.match.to_act == ("shark",)
    assert made.view.phase == "energy"


def test_a_strike_makes_hungry() -> None:
    """Whatever it hits: the red die is on the hunger track for good, never on the growth track."""
    made = arrives(forest(), "v1", "red 5", "blue 1")
    made.shark("strike 3 with 5")
    assert made.view.zones[3].block == "shell"
    assert made.view.shark.hunger == ["red"]
    assert made.view.shark.growth == []
    assert broken(made.box, made.state) == ""


# Two dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [3, 4])
def test_both_dice_are_placed_before_a_block_is_revealed(first: int) -> None:
    """Then the shark says which zone comes first."""
    made = arrives(forest(), "v1", "yellow 5", "yellow 4")
    made.shark("search 3 with 5", "search 4 with 4")
    assert made.hidden() == set(range(9))
    assert made.match.legal("shark") == ["first 3", "first 4"]
    told = made.said(made.shark(f"first {first}"), "shark")
    found = [line for line in told if "a shell" in line]
    assert [f"zone {first}" in line for line in found] == [True, False]
    assert made.hidden() == set(range(9)) - {3, 4}
    assert made.view.shark.growth == ["yellow", "yellow"]


def test_the_worked_example() -> None:
    """A kelp zone on one side, the exposed zone on the other, a yellow 3 and a red die.

    The red one fits both, the yellow one the exposed zone only. Both are placed; the search comes first and finds a
    shell, then the strike finds the octopus. When it escapes the red die goes to hunger, the yellow one to growth.
    """
    made = arrives(forest(octopus=3), "v1", "yellow 3", "red 5")
    assert made.may("shark", "strike") == {"3 with 5", "4 with 5"}
    assert made.may("shark", "search") == {"4 with 3"}
    made.shark("search 4 with 3", "strike 3 with 5", "first 4")
    assert made.view.zones[4].block == "shell"
    assert made.view.zones[3].block == "octopus"
    assert made.view.phase == "confrontation"
    assert (made.view.shark.growth, made.view.shark.hunger) == (["yellow"], [])
    made.octopus("flinch")
    made.shark("fight")
    made.octopus("done")
    assert (made.view.shark.growth, made.view.shark.hunger) == (["yellow"], ["red"])


def test_each_die_is_settled_before_the_next_block() -> None:
    """The first strike's die is on the hunger track when the second one's octopus is faced."""
    made = arrives(forest(octopus=3), "v1", "red 5", "red 4")
    made.shark("strike 3 with 5", "strike 4 with 4", "first 4")
    assert made.view.phase == "confrontation"
    assert made.view.shark.hunger == ["red"]


def test_an_exhausted_shark_does_not_strike_again() -> None:
    """The seventh die ends the game before the second block is touched."""
    made = forest(octopus=3)
    made.fed(*["blue"] * 6)
    arrives(made, "v1", "red 5", "red 4")
    made.shark("strike 3 with 5", "strike 4 with 4", "first 4")
    assert made.result.winners == ("Octopus",)
    assert 3 in made.hidden()


# Traps ----------------------------------------------------------------------------------------------------------------


def sprung(trap: str, die: str, *cards: str) -> Forest:
    """Five currents lie on the board, two shells are revealed, and the shark uncovers a trap in zone 4."""
    made = forest(*cards, trap=trap, at=4)
    made.currents(w0=1, w1=2, w2=3)
    made.reveal(0, 2)
    arrives(made, "v1", "yellow 5", "red 5")
    made.shark(f"{die} 4 with 5", "done")
    return made


@pytest.mark.parametrize("die", ["search", "strike"])
def test_the_current_trap(die: str) -> None:
    """Revealed by search or strike: the octopus may take one current off the board, back into the bag."""
    made = sprung("current trap", die)
    blue = made.bag["blue"]
    assert made.match.legal("octopus") == ["remove w0", "remove w1", "remove w2", "done"]
    made.octopus("remove w1")
    assert made.view.currents == {"w0": 1, "w2": 3}
    assert made.bag["blue"] == blue + 1
    assert (made.view.shark.growth, made.view.shark.hunger) == ((["yellow"], []) if die == "search" else ([], ["red"]))


def test_the_currents_trap() -> None:
    """Up to two of them."""
    made = sprung("currents trap", "search")
    made.octopus("remove w1", "remove w0")
    assert made.view.currents == {"w2": 3}
    made = sprung("currents trap", "search")
    made.octopus("remove w1", "done")
    assert made.view.currents == {"w0": 1, "w2": 3}


def test_the_hide_trap() -> None:
    """Up to two blocks stand up again, not the trap itself."""
    made = sprung("hide trap", "search")
    assert made.match.legal("octopus") == ["hide 0", "hide 2", "done"]
    made.octopus("hide 2", "hide 0")
    assert made.hidden() == set(range(9)) - {4}


def test_the_den_trap() -> None:
    """The shark goes to a den of the octopus's choice that is free, and may leave it either way."""
    made = forest(trap="den trap", at=4)
    made.currents(d2=1)
    arrives(made, "v1", "yellow 5", "blue 1")
    made.shark("search 4 with 5")
    assert made.match.legal("octopus") == ["den d0", "den d6", "den d8"]
    made.octopus("den d8")
    assert (made.view.shark.at, set(made.view.shark.ahead)) == ("d8", {"w2", "k2"})


def test_a_den_trap_with_every_den_covered() -> None:
    """Then the current of the den it is sent to goes back into the bag."""
    made = forest(trap="den trap", at=4)
    made.currents(d0=1, d2=1, d6=1, d8=1)
    arrives(made, "v1", "yellow 5", "blue 1")
    made.shark("search 4 with 5")
    assert made.match.legal("octopus") == ["den d0", "den d2", "den d6", "den d8"]
    made.octopus("den d2")
    assert made.view.shark.at == "d2"
    assert made.view.currents == {"d0": 1, "d6": 1, "d8": 1}


@pytest.mark.parametrize("trap", TRAPS)
def test_observant_ignores_a_trap(trap: str) -> None:
    """After it was revealed; the card is gone, the trap lies open and does nothing."""
    made = sprung(trap, "search", "observant")
    assert made.view.phase == "trap"
    assert made.match.legal("shark") == ["use observant", "done"]
    made.shark("use observant")
    assert made.view.currents == {"w0": 1, "w1": 2, "w2": 3}
    assert made.hidden() == set(range(9)) - {0, 2, 4}
    assert made.view.shark.at == "v1"
    assert made.view.shark.used["observant"] == 1
    assert made.view.shark.growth == ["yellow"]


@pytest.mark.parametrize("trap", TRAPS)
def test_observant_can_be_kept(trap: str) -> None:
    made = sprung(trap, "strike", "observant")
    made.shark("done")
    assert made.match.to_act == ("octopus",)
    assert made.view.shark.cards == {"observant": 1}


def test_an_open_trap_does_not_spring() -> None:
    """Only revealing it does."""
    made = forest(trap="current trap", at=4)
    made.currents(w0=1)
    made.reveal(4)
    arrives(made, "v1", "yellow 5", "red 5")
    assert made.may("shark", "strike") == {"3 with 5"}


def test_the_second_die_counts_after_a_den_trap() -> None:
    """The dice lie on their zones: wherever the shark is sent, the other block is revealed."""
    made = forest(trap="den trap", at=4)
    arrives(made, "v1", "yellow 5", "yellow 4")
    made.shark("search 4 with 5", "search 3 with 4", "first 4")
    made.octopus("den d8")
    assert made.hidden() == set(range(9)) - {3, 4}
    assert made.view.shark.growth == ["yellow", "yellow"]


def test_a_strike_reveals_an_octopus_that_a_trap_has_hidden() -> None:
    made = forest(octopus=3, trap="hide trap", at=4)
    made.reveal(3)
    arrives(made, "v1", "yellow 5", "red 5")
    made.shark("search 4 with 5", "strike 3 with 5", "first 4")
    made.octopus("hide 3")
    assert made.view.zones[3].block == "octopus"
    assert made.view.phase == "confrontation"


# The second die after an escape ---------------------------------------------------------------------------------------


def two_strikes(octopus: int = 3) -> Forest:
    """Red dice on zones 3 and 4, the octopus in one of them, faced first."""
    made = arrives(forest(octopus=octopus), "v1", "red 5", "red 4")
    made.shark("strike 3 with 5", "strike 4 with 4", f"first {octopus}")
    return made


def test_after_a_fight_the_second_block_is_still_struck() -> None:
    """Though the shark is far away by now."""
    made = two_strikes()
    made.octopus("fight")
    made.shark("flight")
    made.octopus("den d8")
    assert made.view.zones[4].block == "shell"
    assert made.hidden() == set(range(9)) - {4}
    assert made.view.shark.hunger == ["red", "red"]


def test_an_octopus_can_flee_into_the_second_strike() -> None:
    """It was shuffled unseen, and there it is again: a second confrontation."""
    made = two_strikes()
    made.octopus("flight")
    made.shark("flinch")
    made.octopus("shuffle 4", "done")
    made.shuffles("shell")
    assert made.view.zones[4].block == "octopus"
    assert made.view.phase == "confrontation"
    assert made.view.confrontation.strategies == ["fight", "flinch"]
    assert made.view.shark.hunger == ["red"]


# Saved dice -----------------------------------------------------------------------------------------------------------


def saved(*kept: str) -> Forest:
    """Dice saved in the first turn; then the shark is back at v0."""
    made = forest(*["vigilant"] * len(kept), octopus=3)
    made.hunts(*kept, *["blue 1"] * (2 - len(kept)))
    made.shark(*(f"save {die}" for die in kept), "swim h1")
    made.shark_at("v0", "v1")
    return made


def test_a_saved_die_searches_in_a_later_turn() -> None:
    """Beside those of the pool, at the value it was saved with; then it goes where used dice go."""
    made = arrives(saved("yellow 4"), "v1", "yellow 1", "yellow 1")
    assert made.match.legal("shark") == ["saved die 1 at 3", "saved die 1 at 4", "done"]
    made.shark("saved die 1 at 4")
    assert made.view.zones[4].block == "shell"
    assert (made.view.shark.saved, made.view.shark.growth) == ([], ["yellow"])


def test_a_saved_die_strikes_in_a_later_turn() -> None:
    made = arrives(saved("red 6"), "v1", "yellow 1", "red 2")
    made.shark("strike 4 with 2", "saved die 1 at 3", "first 4")
    assert made.view.phase == "confrontation"
    assert made.view.shark.hunger == ["red"]


def test_two_saved_dice_and_two_zones() -> None:
    """The second saved die has its own number; no more than one die a zone, wherever it comes from."""
    made = arrives(saved("yellow 4", "red 5"), "v1", "yellow 6", "yellow 5")
    made.shark("saved die 2 at 4")
    assert made.match.legal("shark") == ["search 3 with 5", "search 3 with 6", "saved die 1 at 3", "done"]
    made.shark("done")
    assert made.view.shark.saved == ["yellow 4"]
    assert made.view.shark.hunger == ["red"]


def test_a_die_saved_this_turn_does_not_search() -> None:
    made = forest("vigilant")
    made.hunts("yellow 6", "yellow 5")
    made.shark("save yellow 6", "swim v1")
    assert made.match.legal("shark") == ["search 3 with 5", "search 4 with 5", "done"]
    with pytest.raises(IllegalAction):
        made.shark("saved die 1 at 3")


def test_a_saved_die_may_wait_longer() -> None:
    made = arrives(saved("yellow 4"), "v1", "yellow 1", "yellow 1")
    made.shark("done")
    assert made.view.shark.saved == ["yellow 4"]
    assert made.view.shark.energy == []  # three ones that buy nothing went back
