"""What food does once it is eaten, and what traps do to a shark that reveals them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.games.kelp.reef import SKILLS, Reef
from undertow.core.errors import IllegalAction

FOODS = ["crab", "snail", "lobster", "abalone"]
TRAPS = ["current trap", "currents trap", "hide trap", "den trap"]


def trapped(trap: str, *, lying: Sequence[int] = (), die: str = "yellow 6", **currents: int) -> Reef:
    """The shark swims from its den d0 to v0 and reveals the block in zone 1; the octopus is in zone 8."""
    reef = Reef("Nimble Dodge", "Blend In", "Blend In", blocks={8: "octopus", 1: trap}, lying=lying)
    reef.currents(**currents)
    for _ in range(2):
        reef.octopus("discard Blend In", *(["done"] if lying else []))
    reef.rolls(die, "blue 5")
    reef.shark("swim v0", "search 1 with 6" if die == "yellow 6" else "strike 1 with 6")
    return reef


# Food -----------------------------------------------------------------------------------------------------------------


def test_food_is_used_before_between_or_after_the_actions() -> None:
    """Free of actions, each food once, whenever the octopus is to act; it may also wait."""
    reef = Reef("Nimble Dodge", "Blend In", "Blend In", lying=[5], eaten=FOODS[1:])
    assert reef.may("octopus", "use") == {"snail", "lobster", "abalone"}
    reef.octopus("use snail", "fetch Stirred Sand from draw pile")
    assert (reef.view.octopus.actions, reef.view.octopus.unused) == (2, ["lobster", "abalone"])
    reef.octopus("discard Blend In", "done", "use lobster")
    assert (reef.view.octopus.actions, reef.view.octopus.unused) == (1, ["abalone"])
    reef.octopus("discard Blend In", "use abalone", "learn move card", cards=["Cloud of Ink"])
    assert (reef.view.octopus.actions, reef.view.octopus.unused, reef.phase) == (0, [], "learning")
    reef.octopus("done")
    assert (reef.view.turn, reef.view.octopus.eaten) == ("shark", ["snail", "lobster", "abalone"])


def test_food_is_used_once() -> None:
    """It stays on the food track, turned over."""
    reef = Reef("Nimble Dodge", "Blend In", lying=[5], eaten=["lobster"], used=["lobster"])
    assert reef.may("octopus", "use") == set()
    with pytest.raises(IllegalAction):
        reef.octopus("use lobster")


def test_several_foods_in_one_turn() -> None:
    reef = Reef("Nimble Dodge", "Blend In", lying=[5], eaten=["crab", "lobster"])
    reef.octopus("use crab", cards=["Fast Learning", "Stirred Sand", "Stirred Sand"])
    reef.octopus("use lobster")
    assert (reef.view.octopus.actions, reef.view.octopus.unused) == (2, [])


def test_food_is_used_in_the_octopuss_own_turn_only() -> None:
    reef = Reef("Nimble Dodge", "Blend In", "Blend In", eaten=["crab"])
    reef.octopus("discard Blend In", "discard Blend In", "end turn")
    reef.rolls("blue 4", "blue 4")
    assert (reef.match.to_act, reef.legal) == (("shark",), set())


def test_food_that_could_do_nothing_is_kept() -> None:
    """No card to fetch, no block to hide, nothing to learn; a larger hand is always something."""
    reef = Reef("Nimble Dodge", "Blend In", draw=[], eaten=FOODS[:3])
    assert reef.may("octopus", "use") == {"crab"}
    assert reef.hand() == {"Nimble Dodge": 1, "Blend In": 1}
    reef = Reef("Nimble Dodge", "Blend In", draw=[], trash=SKILLS, eaten=["abalone"])
    assert reef.may("octopus", "use") == set()
    reef.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")  # a shell lies there: now a block could enter
    assert reef.may("octopus", "use") == {"abalone"}


def test_the_crab_makes_the_hand_larger_for_good_and_fills_it() -> None:
    """Five cards instead of four, drawn at once and free."""
    reef = Reef("Fast Learning", "Nimble Dodge", "Stirred Sand", "Blend In", eaten=["crab"])
    reef.octopus("use crab", cards=["Nimble Dodge"])
    octopus = reef.view.octopus
    assert (octopus.hand_size, octopus.in_hand, octopus.actions) == (5, 5, 2)
    reef.octopus("discard Nimble Dodge", "draw", cards=["Blend In"])
    reef.rolls("blue 4", "blue 4")
    reef.shark("swim v0", "done")
    assert (reef.view.round, reef.view.octopus.hand_size, reef.view.octopus.in_hand) == (2, 5, 5)


def test_the_crab_fills_a_smaller_hand_as_well() -> None:
    reef = Reef("Blend In", draw=["Nimble Dodge", "Stirred Sand"], discard=["Stirred Sand", "Blend In"], eaten=["crab"])
    reef.octopus("use crab", cards=["Nimble Dodge", "Stirred Sand", "Blend In", "Stirred Sand"])
    assert (reef.view.octopus.in_hand, reef.view.octopus.in_draw, reef.view.octopus.discard) == (5, 0, {})


def test_the_crab_draws_nothing_where_there_is_no_card() -> None:
    """The hand is larger from now on all the same, and nothing is said of a draw."""
    reef = Reef("Nimble Dodge", "Blend In", draw=[], eaten=["crab"])
    events = reef.octopus("use crab")
    assert reef.said(events, "octopus") == ["The octopus uses the crab."]
    assert (reef.view.octopus.hand_size, reef.view.octopus.in_hand, reef.phase) == (5, 2, "the octopus acts")


def test_the_snail_fetches_any_card_from_either_pile() -> None:
    """From draw or discard pile, though the hand is full; the draw pile is as random as before."""
    hand = ["Fast Learning", "Nimble Dodge", "Nimble Dodge", "Blend In"]
    reef = Reef(*hand, discard=["Eat Crab", "Stirred Sand"], blocks={0: "octopus", 5: "crab"}, eaten=["snail"])
    reef.octopus("use snail")
    assert reef.legal == {
        "fetch Nimble Dodge from draw pile",
        "fetch Stirred Sand from draw pile",
        "fetch Blend In from draw pile",
        "fetch Stirred Sand from discard",
        "fetch Eat Crab from discard",
    }
    reef.octopus("fetch Eat Crab from discard")
    assert reef.view.octopus.discard == {"Stirred Sand": 1}
    assert (reef.view.octopus.in_hand, reef.hand()["Eat Crab"], reef.view.octopus.actions) == (5, 1, 2)
    reef.octopus("discard Nimble Dodge", "discard Nimble Dodge")
    assert (reef.view.turn, reef.view.octopus.in_hand) == ("shark", 3)  # nothing to trim any more


def test_after_searching_the_draw_pile_it_is_shuffled() -> None:
    reef = Reef("Blend In", "Nimble Dodge", eaten=["snail"])
    reef.octopus("use snail", "fetch Fast Learning from draw pile", "draw")
    assert reef.match.odds() == {
        "Nimble Dodge": Fraction(2, 5),
        "Stirred Sand": Fraction(2, 5),
        "Blend In": Fraction(1, 5),
    }


def test_the_lobster_hides_every_revealed_block() -> None:
    reef = Reef("Blend In", lying=[0, 2, 4, 6, 8], eaten=["lobster"])
    reef.octopus("use lobster")
    assert reef.lying() == set()


def test_the_abalone_learns_up_to_three_for_nothing() -> None:
    """Cards go to the discard pile, blocks take the places of blocks that lie there already; it may stop early."""
    reef = Reef("Blend In", "Nimble Dodge", lying=[7, 8], eaten=["abalone"])
    reef.octopus("use abalone")
    assert "done" in reef.legal
    reef.octopus("learn learn card", cards=["Adaptation"])
    reef.octopus("learn den trap", "exchange 7")
    assert ("done" in reef.legal, reef.lying()) == (True, {7, 8})
    reef.octopus("learn eat card", cards=["Eat Snail"])  # in the other place: the trap is as new
    assert (reef.blocks()[7:], reef.lying()) == (["den trap", "crab"], {7, 8})
    assert reef.view.octopus.discard == {"Sharp Senses": 1, "Eat Crab": 1}
    assert (reef.hand(), reef.view.octopus.actions) == ({"Blend In": 1, "Nimble Dodge": 1}, 2)
    reef = Reef("Blend In", lying=[8], eaten=["abalone"])
    reef.octopus("use abalone", "learn hide trap", "done")
    assert (reef.blocks()[8], reef.phase) == ("hide trap", "the octopus acts")


def test_the_abalone_with_nothing_revealed_learns_cards_only() -> None:
    reef = Reef("Blend In", eaten=["abalone"])
    reef.octopus("use abalone")
    assert reef.legal == {"learn learn card", "learn hide card", "learn move card", "done"}


# Traps ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_that_the_octopus_reveals_does_nothing(trap: str) -> None:
    """Only the shark springs traps."""
    reef = Reef("Nimble Dodge", "Blend In", blocks={0: "octopus", 1: trap})
    reef.currents(v1=3, w1=2)
    events = reef.octopus("play Nimble Dodge", "reveal 1")
    assert reef.phase == "swapping"
    assert "trap springs" not in " ".join(reef.said(events))


@pytest.mark.parametrize("die", ["yellow 6", "red 6"])
def test_searching_and_striking_spring_a_trap(die: str) -> None:
    """The trap is revealed and stays so; then the octopus decides."""
    reef = trapped("current trap", die=die, w1=3)
    assert (reef.phase, reef.match.to_act) == ("removing currents", ("octopus",))
    assert reef.view.zones[1].block == "current trap"
    assert "The trap springs: the octopus may take a current off the board." in reef.match.log("spectator")


def test_a_trap_that_lies_there_already_is_no_trap() -> None:
    """A revealed block cannot be searched, and struck only if it is the octopus."""
    reef = Reef("Nimble Dodge", "Blend In", "Blend In", blocks={8: "octopus", 1: "den trap"}, lying=[1])
    reef.rest()
    reef.swims_to("v0", "yellow 6", "red 6")
    assert set(reef.match.legal("shark")) == {"search 0 with 6", "strike 0 with 6", "done"}


def test_a_hidden_trap_springs_again() -> None:
    """Once it stands up again it is as good as new."""
    reef = trapped("current trap", w1=3, k1=2)
    reef.octopus("remove w1")
    reef.shark("done")
    reef.octopus(
        "discard Nimble Dodge", "hide 1", cards=["Nimble Dodge", "Nimble Dodge", "Stirred Sand", "Stirred Sand"]
    )
    reef.rolls("yellow 6", "blue 1")
    reef.shark("swim h1", "search 1 with 6")
    assert reef.may("octopus", "remove") == {"k1"}


@pytest.mark.parametrize(("trap", "most"), [("current trap", 1), ("currents trap", 2)])
def test_currents_leave_the_board(trap: str, most: int) -> None:
    """One or up to two, of the octopus's choice, back into the shark's bag."""
    reef = trapped(trap, v1=5, w1=3, k1=2)
    blue = reef.bag["blue"]
    removed = ["k1", "v1"][:most]
    for space in removed:
        assert "done" in reef.legal
        reef.octopus(f"remove {space}")
    assert reef.match.to_act == ("shark",)
    assert set(reef.view.currents) == {"v1", "w1", "k1"} - set(removed)
    assert reef.bag["blue"] == blue + most
    assert reef.sound()


@pytest.mark.parametrize(
    ("trap", "first"), [("current trap", []), ("currents trap", ["remove k1"]), ("currents trap", [])]
)
def test_the_octopus_may_leave_currents_there(trap: str, first: list[str]) -> None:
    """It can remove them; it need not."""
    reef = trapped(trap, v1=5, w1=3, k1=2)
    reef.octopus(*first, "done")
    assert len(reef.view.currents) == 3 - len(first)
    assert reef.match.to_act == ("shark",)


def test_no_more_currents_than_there_are() -> None:
    reef = trapped("currents trap", k1=2)
    reef.octopus("remove k1")
    assert (reef.view.currents, reef.match.to_act) == ({}, ("shark",))
    reef = trapped("currents trap")
    assert (reef.match.to_act, reef.view.zones[1].hidden) == (("shark",), False)


def test_the_hide_trap_hides_up_to_two_blocks_but_not_itself() -> None:
    """Two, one or none; the trap that was just revealed stays so."""
    reef = trapped("hide trap", lying=(4, 5, 8))
    assert reef.legal == {"hide 4", "hide 5", "hide 8", "done"}
    reef.octopus("hide 8")
    assert reef.legal == {"hide 4", "hide 5", "done"}
    reef.octopus("hide 4")
    assert (reef.lying(), reef.match.to_act) == ({1, 5}, ("shark",))
    reef = trapped("hide trap", lying=(4, 5, 8))
    reef.octopus("done")
    assert reef.lying() == {1, 4, 5, 8}


def test_the_hide_trap_alone_hides_nothing() -> None:
    """No other block lies there: nobody is asked. Later the trap can be hidden as any block."""
    reef = trapped("hide trap")
    assert (reef.lying(), reef.match.to_act) == ({1}, ("shark",))
    reef.shark("done")
    reef.octopus("discard Nimble Dodge")
    assert reef.may("octopus", "hide") == {"1"}


@pytest.mark.parametrize("den", ["d0", "d2", "d6", "d8"])
def test_the_den_trap_sends_the_shark_to_a_den(den: str) -> None:
    """Any den without a current; it stands there as at the start and may leave either way."""
    reef = trapped("den trap")
    assert (reef.phase, reef.legal) == ("choosing a den", {"den d0", "den d2", "den d6", "den d8"})
    reef.octopus(f"den {den}")
    assert (reef.view.shark.at, len(reef.view.shark.ahead)) == (den, 2)


def test_a_den_with_a_current_is_not_free() -> None:
    """While there is another one; the only free den needs no question."""
    reef = trapped("den trap", d2=3, d6=4)
    assert reef.legal == {"den d0", "den d8"}
    reef = trapped("den trap", d0=5, d2=3, d6=4)
    assert (reef.view.shark.at, len(reef.view.currents)) == ("d8", 3)


def test_if_all_dens_are_covered_a_current_makes_room() -> None:
    """The octopus chooses where; that current goes back into the bag."""
    reef = trapped("den trap", d0=5, d2=3, d6=4, d8=1)
    blue = reef.bag["blue"]
    assert reef.legal == {"den d0", "den d2", "den d6", "den d8"}
    assert reef.match.label("octopus", "den d6") == "Den d6 (its current goes back into the bag)"
    reef.octopus("den d6")
    assert (reef.view.shark.at, set(reef.view.currents)) == ("d6", {"d0", "d2", "d8"})
    assert reef.bag["blue"] == blue + 1
    assert reef.sound()


@pytest.mark.parametrize("block", ["shell", "double shell", "crab"])
def test_shells_and_food_do_nothing_when_found(block: str) -> None:
    """They lie there, and that is all."""
    reef = Reef("Blend In", "Blend In", draw=["Eat Crab"], blocks={8: "octopus", 1: block})
    reef.currents(w1=3)
    reef.rest()
    reef.swims_to("v0", "yellow 6", "blue 5")
    reef.shark("search 1 with 6")
    assert (reef.view.zones[1].block, reef.phase, reef.match.to_act) == (block, "energy", ("shark",))
