"""The confrontation: two secret choices, three escapes, pairs that leave the game; and how a game ends."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.games.kelp.forest import Forest
from undertow.core.errors import IllegalAction
from undertow.games.kelp.state import (
    BLOCK_NAMES,
    CURRENT_TRAP,
    DEN_TRAP,
    EITHER_END,
    ESCAPES,
    FIRST_DEN,
    NO_CARD,
    RED,
    broken,
)

QUIET = ("agile", "agile", "swift", "swift")
ALL = set(range(9))


def forest(*cards: str, octopus: int = 0) -> Forest:
    """The shark is in the den d0, beside the octopus."""
    made = Forest(blocks={octopus: "octopus", 8: "current trap"}, market=QUIET)
    made.gives(*cards)
    return made


def strikes(made: Forest, *others: str, zone: int = 0) -> Forest:
    """With a red 6 from v0."""
    made.hunts("red 6", *(others or ("yellow 1",)))
    made.shark("swim v0", f"strike {zone} with 6")
    return made


def faced(*revealed: int) -> Forest:
    """The octopus is struck, and these blocks lay open before that."""
    made = forest()
    made.reveal(*revealed)
    return strikes(made)


def back_to_the_den(made: Forest) -> None:
    made.state.at = FIRST_DEN
    made.state.ends = EITHER_END


def answers(made: Forest, mine: str, counter: str) -> None:
    made.octopus(mine)
    made.shark(counter)


# The choice -----------------------------------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    """Both take their three cards, both choose unseen, both are turned up.

    The shark did not see the fight coming: the octopus does what its card says, both fight cards leave, play goes on.
    """
    made = faced()
    assert made.view.phase == "confrontation"
    assert made.match.legal("octopus") == made.match.legal("shark") == ["fight", "flight", "flinch"]
    made.shark("flight")
    events = made.octopus("fight")
    assert any("fight" in line and "flight" in line for line in made.said(events))
    assert made.match.legal("octopus") == ["den d0", "den d2", "den d6", "den d8"]
    made.octopus("den d6")
    assert made.view.confrontation.strategies == ["flight", "flinch"]
    assert made.view.turn == "octopus"
    assert made.match.to_act == ("octopus",)


def test_a_strike_leads_straight_to_the_confrontation() -> None:
    """Hidden or revealed, and before the red die goes anywhere."""
    for made in (faced(), faced(0)):
        assert made.match.to_act == ("octopus", "shark")
        assert made.view.zones[0].block == "octopus"
        assert made.view.zones[0].die == "red 6"
        assert made.view.shark.hunger == []


@pytest.mark.parametrize(("mine", "counter"), list(product(ESCAPES, ESCAPES)))
def test_the_same_colour_catches_any_other_lets_it_escape(mine: str, counter: str) -> None:
    """Whoever chooses first."""
    made = faced()
    if ESCAPES.index(mine) % 2:
        answers(made, mine, counter)
    else:
        made.shark(counter)
        made.octopus(mine)
    if mine == counter:
        assert made.result.winners == ("Shark",)
        assert made.result.reason == "the shark has caught the octopus"
    else:
        assert not made.match.over
        assert set(made.view.confrontation.strategies) == set(ESCAPES) - {mine}


@pytest.mark.parametrize(("first", "second"), [("octopus", "shark"), ("shark", "octopus")])
def test_nobody_sees_a_choice_before_both_have_chosen(first: str, second: str) -> None:
    """The other side learns that there is one, and has the same choice as before."""
    made = faced()
    prompt = made.match.prompt(second)
    made.match.play(first, "flight")
    assert made.seen(first).confrontation.mine == "flight"
    for viewer in (second, "spectator"):
        assert made.seen(viewer).confrontation.mine is None
        assert made.seen(viewer).confrontation.has_chosen == [first == "octopus", first == "shark"]
        assert made.match.log(viewer)[-1] == f"The {first} has chosen."
        assert not any("flight" in line for line in made.match.log(viewer))
    assert "You choose flight." in made.match.log(first)
    assert made.match.to_act == (second,)
    assert made.match.legal(first) == []
    assert (made.match.prompt(second), made.match.legal(second)) == (prompt, list(ESCAPES))


@pytest.mark.parametrize(("first", "second"), [("octopus", "shark"), ("shark", "octopus")])
def test_a_choice_can_be_taken_back_until_the_other_has_chosen(first: str, second: str) -> None:
    made = Forest()
    made.octopus_passes()
    made.rolls("red 6", "yellow 1")
    made.shark("swim v0", "strike 0 with 6")
    made.match.play(first, "flight")
    assert made.match.can_undo(first)
    made.match.undo(first)
    assert made.match.to_act == ("octopus", "shark")
    made.match.play(first, "fight")
    made.match.play(second, "flinch")
    assert not made.match.can_undo(first)
    assert not made.match.can_undo(second)


# The escapes ----------------------------------------------------------------------------------------------------------


def test_fight() -> None:
    """The octopus hides, and the shark is put into a den of the octopus's choice; it may leave that either way."""
    made = faced()
    made.currents(d2=3)
    answers(made, "fight", "flinch")
    assert made.match.legal("octopus") == ["den d0", "den d6", "den d8"]
    made.octopus("den d8")
    assert made.hidden() == ALL
    assert (made.view.shark.at, set(made.view.shark.ahead)) == ("d8", {"w2", "k2"})
    assert made.view.shark.hunger == ["red"]


def test_flight() -> None:
    """The octopus hides and is shuffled with up to three hidden blocks; the shark does not see where they end."""
    made = faced(4)
    answers(made, "flight", "flinch")
    assert made.may("octopus", "shuffle") == {"1", "2", "3", "5", "6", "7", "8"}
    assert "done" not in made.match.legal("octopus")  # with one other block at least
    made.octopus("shuffle 8", "shuffle 1", "shuffle 5")
    assert made.match.odds() == {
        "octopus": Fraction(1, 4),
        "shell": Fraction(2, 4),
        "current trap": Fraction(1, 4),
    }
    made.shuffles("current trap", "shell", "shell")
    assert made.blocks()[0] == "current trap"
    assert made.blocks()[8] == "octopus"
    assert made.hidden() == ALL - {4}
    assert made.view.shark.hunger == ["red"]
    assert broken(made.box, made.state) == ""


def test_flight_with_fewer_blocks() -> None:
    """It may stop after one; where there is one only it is taken, and with none the octopus just hides."""
    made = faced()
    answers(made, "flight", "flinch")
    made.octopus("shuffle 8", "done")
    made.shuffles("octopus")
    assert made.blocks()[0] == "octopus"
    made = faced(1, 2, 3, 4, 5, 6, 7)
    answers(made, "flight", "flinch")
    made.shuffles("current trap")
    assert made.blocks()[8] == "octopus"
    made = faced(1, 2, 3, 4, 5, 6, 7, 8)
    answers(made, "flight", "flinch")
    assert made.view.turn == "octopus"
    assert made.hidden() == {0}


def test_flinch() -> None:
    """The octopus hides, and up to two blocks with it."""
    made = faced(1, 4, 7)
    answers(made, "flinch", "fight")
    assert made.match.legal("octopus") == ["hide 1", "hide 4", "hide 7", "done"]
    made.octopus("hide 4", "hide 7")
    assert made.hidden() == ALL - {1}
    made = faced(1, 4, 7)
    answers(made, "flinch", "fight")
    made.octopus("done")
    assert made.hidden() == ALL - {1, 4, 7}


# Later confrontations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ESCAPES)
def test_the_second_confrontation(gone: str) -> None:
    """The card that was used and its match have left: both choose among the other two."""
    made = forest()
    made.state.pairs = 7 & ~(1 << ESCAPES.index(gone))
    strikes(made)
    left = [name for name in ESCAPES if name != gone]
    assert made.match.legal("octopus") == made.match.legal("shark") == left
    answers(made, left[0], left[1])
    assert made.view.confrontation.strategies == [left[1]]


@pytest.mark.parametrize("last", range(3))
def test_the_third_confrontation_is_the_sharks(last: int) -> None:
    """One pair is left: nobody needs to choose."""
    made = forest()
    made.state.pairs = 1 << last
    strikes(made)
    assert made.result.winners == ("Shark",)


def test_pairs_do_not_come_back() -> None:
    """Three strikes in one match: two escapes, and no third."""
    made = faced()
    made.had("aggressive")
    answers(made, "flinch", "fight")
    back_to_the_den(made)
    strikes(made)
    answers(made, "flight", "fight")
    made.octopus("shuffle 1", "done")
    made.shuffles("octopus")
    back_to_the_den(made)
    strikes(made)
    assert made.result.winners == ("Shark",)
    assert made.view.shark.hunger == ["red", "red"]


# Hostile --------------------------------------------------------------------------------------------------------------


def test_hostile_takes_a_random_pair_out_of_the_game() -> None:
    """One of the octopus's cards by lot, and its match."""
    made = forest("hostile")
    made.hunts("red 6", "yellow 4")
    made.shark("use hostile")
    assert made.match.odds() == {name: Fraction(1, 3) for name in ESCAPES}
    made.chance("flight")
    assert made.view.confrontation.strategies == ["fight", "flinch"]
    assert made.view.shark.used == {"hostile": 1}
    made.shark("swim v0", "strike 0 with 6", "done")
    assert made.match.legal("octopus") == ["fight", "flinch"]


def test_hostile_while_dice_are_placed() -> None:
    """Anywhere in the shark's own turn, but not once the octopus is faced."""
    made = forest("hostile")
    made.hunts("red 6", "yellow 4")
    made.shark("swim v0", "strike 0 with 6", "use hostile")
    assert made.match.odds() == {name: Fraction(1, 3) for name in ESCAPES}
    made.chance("fight")
    made.shark("done")
    assert made.match.legal("shark") == ["flight", "flinch"]
    made = forest("hostile")
    made.hunts("red 6", "yellow 1")
    made.shark("swim v0", "strike 0 with 6")
    with pytest.raises(IllegalAction):
        made.shark("use hostile")


def must_buy(pairs: int) -> Forest:
    """Hostile in hand, so many pairs left, and one card in all the market that the shark can and must buy."""
    made = forest("hostile")
    made.state.pairs = (1 << pairs) - 1
    made.stored("blue 1", "blue 1")
    made.state.gone[:] += made.state.deck
    made.state.deck[:] = 0
    made.state.in_deck = 0
    for slot in (1, 2, 3):
        made.state.gone[made.state.market[slot]] += 1
        made.state.market[slot] = NO_CARD
    made.hunts("yellow 2", "blue 1")
    made.shark("current 1 at w2", "swim v0")
    return made


def test_hostile_while_energy_is_spent() -> None:
    """Also where there is only one card to buy; once hostile is used or useless, that is bought."""
    made = must_buy(2)
    assert made.match.legal("shark") == ["buy 1", "use hostile"]
    made.shark("use hostile")
    assert made.match.odds() == {"fight": Fraction(1, 2), "flight": Fraction(1, 2)}
    made.chance("flight")
    assert made.view.shark.cards == {"agile": 1}
    assert must_buy(1).view.shark.cards == {"agile": 1, "hostile": 1}


def test_hostile_is_useless_with_one_pair_left() -> None:
    made = forest("hostile")
    made.state.pairs = 1
    made.hunts("red 5", "yellow 4")
    assert "use hostile" not in made.match.legal("shark")
    made.shark("swim v0")
    assert "use hostile" not in made.match.legal("shark")
    made.shark("done")
    assert made.view.phase == "energy"
    assert "use hostile" not in made.match.legal("shark")


def test_hostile_and_an_escape_leave_the_octopus_nothing() -> None:
    made = forest("hostile")
    made.state.pairs = 0b011
    made.hunts("red 6", "yellow 1")
    made.shark("use hostile")
    made.chance("fight")
    made.shark("swim v0", "strike 0 with 6")
    assert made.result.winners == ("Shark",)


# How it ends ----------------------------------------------------------------------------------------------------------


def test_the_seventh_strike_can_still_win() -> None:
    """The confrontation comes before the die goes to the hunger track."""
    made = forest()
    made.fed(*["blue"] * 6)
    strikes(made)
    answers(made, "fight", "fight")
    assert made.result.winners == ("Shark",)
    assert made.result.scores == {"octopus": 0, "shark": 6}


def test_the_seventh_strike_and_an_escape_is_the_end() -> None:
    """The octopus does what its card says; then the die exhausts the shark."""
    made = forest()
    made.fed(*["blue"] * 6)
    strikes(made)
    answers(made, "fight", "flight")  # where the shark would go no longer matters: nobody is asked
    assert made.result.winners == ("Octopus",)
    assert made.result.reason == "the shark is exhausted: its hunger track is full"
    assert made.result.shares == {"octopus": 1.0, "shark": 0.0}


@pytest.mark.parametrize(("escape", "counter"), [("flight", "fight"), ("flinch", "fight"), ("fight", "flinch")])
@pytest.mark.parametrize("hunger", [5, 6])
def test_nothing_is_asked_once_the_match_is_decided(escape: str, counter: str, hunger: int) -> None:
    """The last die of the track, or the last red die with one space left after it: an escape needs no details."""
    made = forest()
    made.fed(*["blue"] * hunger)
    strikes(made)
    made.reveal(5, 6)
    answers(made, escape, counter)
    assert made.result.winners == ("Octopus",)


@pytest.mark.parametrize("trap", ["current trap", "den trap"])
def test_no_trap_asks_anything_once_the_match_is_decided(trap: str) -> None:
    """Neither the shark for its observant nor the octopus for what the trap does."""
    made = Forest(blocks={0: "octopus", 1: "current trap"}, market=QUIET)
    if trap == "den trap":  # in its place
        made.state.den.blocks[1] = BLOCK_NAMES.index(trap)
        made.state.aside[CURRENT_TRAP], made.state.aside[DEN_TRAP] = 1, 0
    made.gives("observant")
    made.currents(k0=3, k2=2)
    made.fed(*["blue"] * 5, "yellow")
    strikes(made, zone=1)
    assert made.result.winners == ("Octopus",)


def test_six_dice_do_not_exhaust() -> None:
    """The track has seven spaces; with a red die in the bag the shark goes on."""
    made = forest()
    made.had("aggressive")
    made.fed(*["blue"] * 5)
    strikes(made, zone=1)
    assert made.view.shark.hunger_track == 7
    assert len(made.view.shark.hunger) == 6
    assert not made.match.over


def test_a_strike_at_nothing_can_exhaust() -> None:
    made = forest()
    made.fed(*["blue"] * 6)
    strikes(made, zone=1)
    assert made.result.winners == ("Octopus",)
    assert made.match.to_act == ()


def test_without_a_red_die_and_one_free_space_the_shark_has_lost() -> None:
    """Buying a new one would exhaust it: so it is over at once."""
    made = forest()
    made.fed(*["blue"] * 5)
    strikes(made, zone=1)
    assert made.result.winners == ("Octopus",)
    assert made.result.reason == "the shark has no red die left, and no hunger to spare for a new one"


@pytest.mark.parametrize("where", ["energy", "pool", "saved", "placed"])
def test_a_red_die_anywhere_is_hope(where: str) -> None:
    """In the bag, stored, rolled, saved or on a zone."""
    made = forest()
    made.had("daring")
    made.fed(*["blue"] * 5)
    if where == "energy":
        made.stored("red 1")
    elif where == "saved":
        made.state.saved[0] = RED << 3 | 1
        made.state.bag[RED] -= 1
    if where == "placed":
        made.hunts("red 6", "red 5")
        made.shark("swim v0", "strike 1 with 6", "strike 0 with 5", "first 1")
        assert made.view.phase == "confrontation"
    else:
        strikes(made, "red 1" if where == "pool" else "yellow 1", zone=1)
    assert not made.match.over
    assert len(made.view.shark.hunger) == 6


@pytest.mark.parametrize(("slot", "over"), [(1, True), (2, False)])
def test_a_card_with_a_red_die_saves_the_shark(slot: int, over: bool) -> None:
    """Spending with the sixth die: lost after agile, still in the game after daring."""
    made = Forest(market=("agile", "daring", "swift", "swift"))
    made.fed("red", *["blue"] * 4)
    made.hunts("blue 5", "blue 1")
    made.shark("current 1 at k2", "swim v0", f"buy {slot}")
    made.chance("agile")
    if "done" in made.match.legal("shark"):  # there is a pip left
        made.shark("done")
    assert made.match.over == over


def test_a_red_die_on_the_hunger_track_is_spent_for_good() -> None:
    """The last red die can be the one that is fed, and that is the end too."""
    made = forest()
    made.fed(*["blue"] * 5)
    made.stored("red 4")
    made.hunts("yellow 1", "yellow 2")
    made.shark("swim v0", "buy 1")
    made.chance("ruthless")
    made.shark("feed red")
    assert made.result.winners == ("Octopus",)


def test_after_the_last_round_the_octopus_has_won() -> None:
    """Nothing else forces an end: a cap of ours, when the shark has had its turn."""
    made = Forest(rules={"round_cap": 2})
    made.hunts("yellow 1", "yellow 1")
    made.shark("swim v0")
    assert not made.match.over
    made.hunts("blue 1", "blue 1")
    assert not made.match.over
    made.shark("swim h1")
    assert made.view.round == 2
    assert made.result.winners == ("Octopus",)
    assert made.result.reason == "the shark has not found its prey in all this time"
