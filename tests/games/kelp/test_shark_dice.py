"""The shark's dice: drawing and rolling, growth tiles, and the cards that do something to a die before the move."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.games.kelp.forest import Forest
from undertow.core.errors import IllegalAction
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games.kelp.state import BLUE, COLOURS, RED, SHARK_CARD_NAMES, YELLOW, broken

QUIET = ("observant", "observant", "swift", "swift")  # a market without the cards these tests deal out


def forest(*cards: str, tiles: int = 0) -> Forest:
    """The shark is in the den d0 with these cards, and so many growth tiles are full."""
    made = Forest(market=QUIET)
    made.gives(*cards)
    made.state.tiles = tiles
    return made


def growing(made: Forest, *colours: int) -> None:
    """Dice on the growth tile that is being filled, out of the bag."""
    for colour in colours:
        made.state.growth[colour] += 1
        made.state.bag[colour] -= 1


def bare(*, blue: int = 0, currents: int = 0, rules: dict[str, Any] | None = None) -> Forest:
    """A bag with so many blue dice and nothing else, and currents 1, 2, 3 ... at the spaces of the middle row."""
    made = Forest(market=QUIET, rules=rules)
    made.fed(*["blue"] * (6 - blue - currents))
    made.state.saved[0] = BLUE << 3 | 1
    made.state.bag[BLUE] -= 1
    growing(made, YELLOW, YELLOW)
    made.stored("yellow 1", "red 1")
    for pips, space in enumerate(("k0", "k1", "k2")[:currents], start=1):
        made.currents(**{space: pips})
    return made


# Draw and roll --------------------------------------------------------------------------------------------------------


def test_the_shark_draws_two_dice_and_rolls_them_once() -> None:
    """Two dice come out of the bag by lot, then each is rolled; what they show is the pool."""
    made = forest()
    made.hunts()
    assert made.match.odds() == {"blue": Fraction(7, 11), "yellow": Fraction(3, 11), "red": Fraction(1, 11)}
    made.chance("red")
    assert made.match.odds() == {"blue": Fraction(7, 10), "yellow": Fraction(3, 10)}
    made.chance("yellow")
    phases = [made.view.phase]
    assert made.match.odds() == {str(pips): Fraction(1, 6) for pips in range(1, 7)}
    made.chance("5", "3")
    assert made.view.shark.pool == ["red 5", "yellow 3"]
    phases.append(made.view.phase)
    assert phases == ["rolling", "before the move"]
    assert made.match.to_act == ("shark",)


def test_only_the_shark_looks_into_its_bag() -> None:
    """The octopus never does, nor do spectators; unless the table plays with an open bag."""
    made = forest()
    made.hunts("blue 2", "yellow 6")
    assert made.seen("shark").shark.bag == {"blue": 6, "yellow": 2, "red": 1}
    for viewer in ("octopus", "spectator"):
        assert made.seen(viewer).shark.bag is None
        assert made.seen(viewer).shark.pool == ["blue 2", "yellow 6"]
    made = Forest(rules={"open_bag": True})
    for viewer in ("octopus", "shark", "spectator"):
        assert made.seen(viewer).shark.bag == {"blue": 7, "yellow": 3, "red": 1}


def test_what_is_in_the_bag_changes_nothing_the_octopus_is_given() -> None:
    """View, log, beliefs and numbers for a learner are the same whatever the bag holds; the shark's are not."""
    one, other = forest(), forest()
    other.state.bag[:] = 0, 1, 1, 1
    for viewer in ("octopus", "spectator"):
        assert given(one.match, viewer) == given(other.match, viewer)
    assert given(one.match, "shark") != given(other.match, "shark")


def given(match: Match, viewer: str) -> tuple[Any, ...]:
    encoding = match.encoding(viewer).tolist()
    return match.view(viewer), match.beliefs(viewer), match.log(viewer), match.help(viewer), encoding


def counted(match: Match) -> dict[str, int]:
    """The bag as the octopus can work it out: all dice the shark ever had, less those that lie open."""
    view, box = match.view("octopus"), match.position.box
    shark = view.shark
    dice = {colour: int(box.start_dice[number]) for number, colour in enumerate(COLOURS) if colour}
    for number, card in enumerate(SHARK_CARD_NAMES):
        bought = shark.cards.get(card, 0) + shark.used.get(card, 0)
        for colour in dice:
            dice[colour] += bought * int(box.card_dice[number, COLOURS.index(colour)])
    on_zones = [zone.die for zone in view.zones if zone.die]
    for die in [*shark.pool, *shark.energy, *shark.saved, *shark.hunger, *shark.growth, *on_zones]:
        dice[die.split()[0]] -= 1
    dice["blue"] -= len(view.currents)
    return dice


def test_whoever_forgets_no_die_can_count_the_bag() -> None:
    """All other dice lie open. So the octopus imagines the bag as it is: no other one fits what it has seen."""
    match = Match("kelp", 2, seed="a bag")
    choice = random.Random(7)
    while not match.over:
        assert match.view("shark").shark.bag == counted(match)
        seat = match.to_act[0]
        match.play(seat, choice.choice(match.legal(seat)))
    assert match.view("octopus").shark.bag == match.view("shark").shark.bag  # then all secrets are revealed


def test_the_bag_begins_with_eleven_dice() -> None:
    """Seven blue, three yellow, one red."""
    assert forest().bag == {"blue": 7, "yellow": 3, "red": 1}


def test_with_an_empty_bag_the_shark_takes_currents() -> None:
    """It says which, until there are two dice to roll."""
    made = bare(currents=3)
    made.hunts()
    assert made.match.legal("shark") == ["take current k0", "take current k1", "take current k2"]
    made.shark("take current k1", "take current k0")
    made.chance("4", "6")
    assert made.view.shark.pool == ["blue 4", "blue 6"]
    assert made.view.currents == {"k2": 3}


def test_currents_only_make_up_what_the_bag_lacks() -> None:
    """The last die of the bag comes first, and a lone current is taken without a question."""
    made = bare(blue=1, currents=1)
    made.hunts()
    made.chance("blue", "2", "5")
    assert made.view.shark.pool == ["blue 2", "blue 5"]
    assert made.view.currents == {}


def test_with_the_fourth_tile_currents_still_make_up_two() -> None:
    """Until there are two dice to roll, though it draws three; what the bag has comes on top."""
    made = bare(blue=1, currents=2)
    made.state.tiles = 4
    made.hunts()
    made.chance("blue")
    made.shark("take current k0")
    made.chance("2", "5")
    assert (made.view.shark.pool, made.view.currents) == (["blue 2", "blue 5"], {"k1": 2})
    made = bare(blue=2, currents=1)
    made.state.tiles = 4
    made.hunts()
    made.chance("blue", "blue", "2", "5")
    assert (made.view.shark.pool, made.view.currents) == (["blue 2", "blue 5"], {"k0": 1})


def test_as_a_house_rule_currents_make_up_all_dice() -> None:
    """As many dice as the shark would draw, not only two."""
    made = bare(blue=1, currents=2, rules={"roll_at_least": 6})
    made.state.tiles = 4
    made.hunts()
    made.chance("blue")
    made.shark("take current k0")
    made.chance("2", "5", "6")
    assert made.view.shark.pool == ["blue 2", "blue 5", "blue 6"]
    assert made.view.currents == {}


def test_where_there_is_nothing_to_roll_the_shark_still_swims() -> None:
    made = bare()
    made.state.tiles = 3  # neither rerolls nor an exchange are of use without dice
    made.shark_at("v0", towards="d0")
    made.state.saved_now = 1  # its saved current is not for this turn
    made.hunts()
    assert made.view.shark.at == "d0"
    assert made.view.shark.pool == []


def test_without_a_choice_the_shark_swims_on() -> None:
    """A move is mandatory: nothing to prepare and one way only, and it is made."""
    made = forest()
    made.shark_at("v0", towards="d0")
    made.hunts("yellow 1", "yellow 2")
    assert made.view.shark.at == "d0"


# Growth ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", range(4))
def test_three_used_dice_fill_a_tile(tiles: int) -> None:
    """A used search die takes the next place; the third flips the tile, and all three go back into the bag."""
    made = forest(tiles=tiles)
    growing(made, BLUE, YELLOW)
    made.hunts("yellow 5", "yellow 1")
    made.shark("swim v0", "search 1 with 5")
    assert made.view.shark.tiles_full == tiles + 1
    assert made.view.shark.growth == []
    assert made.bag == {"blue": 7, "yellow": 2, "red": 1}


def test_a_tile_fills_die_by_die() -> None:
    made = forest()
    made.hunts("yellow 5", "yellow 4")
    made.shark("swim v0", "search 1 with 5", "search 0 with 4", "first 1")
    assert made.view.shark.growth == ["yellow", "yellow"]
    assert made.view.shark.tiles_full == 0
    assert made.bag == {"blue": 7, "yellow": 1, "red": 1}


def test_a_die_too_many_begins_the_next_tile() -> None:
    made = forest()
    growing(made, BLUE, BLUE)
    made.hunts("yellow 5", "yellow 4")
    made.shark("swim v0", "search 1 with 5", "search 0 with 4", "first 1")
    assert (made.view.shark.tiles_full, made.view.shark.growth) == (1, ["yellow"])


def test_after_the_last_tile_used_dice_go_into_the_bag() -> None:
    made = forest(tiles=4)
    made.hunts("yellow 5", "blue 1", "blue 1")
    made.shark("swim v0", "search 1 with 5")
    assert made.view.shark.growth == []
    assert made.bag == {"blue": 5, "yellow": 3, "red": 1}


def test_the_tiles_are_reroll_exchange_reroll_and_a_third_die() -> None:
    assert forest().view.shark.tiles == ["reroll", "exchange", "reroll", "draw"]
    given = []
    for tiles in range(5):
        made = forest(tiles=tiles)
        made.hunts()
        given.append((made.view.shark.rerolls, made.view.shark.exchanges, int(made.state.to_draw)))
    assert given == [(0, 0, 2), (1, 0, 2), (1, 1, 2), (2, 1, 2), (2, 1, 3)]


def test_the_first_tile_rerolls_one_die_a_turn() -> None:
    """Any die of the pool, after the roll and before the move, and only once."""
    made = forest(tiles=1)
    made.hunts("red 1", "yellow 2")
    assert made.may("shark", "reroll") == {"red 1", "yellow 2"}
    made.shark("reroll red 1")
    made.chance("6")
    assert made.view.shark.pool == ["red 6", "yellow 2"]
    assert made.may("shark", "reroll") == set()
    made.shark("swim h0", "done", "done")
    made.hunts("blue 1", "blue 1")
    assert made.may("shark", "reroll") == {"blue 1"}


def test_a_tile_filled_this_turn_helps_from_the_next() -> None:
    made = forest()
    growing(made, BLUE, BLUE)
    made.currents(v0=2)
    made.hunts("yellow 1", "yellow 2")
    made.shark("swim v0", "swim h1")
    assert made.view.shark.tiles_full == 1
    assert made.view.shark.rerolls == 0


@pytest.mark.parametrize("again", ["red 2", "yellow 2"])
def test_the_third_tile_rerolls_once_more(again: str) -> None:
    """The same die a second time, or another one."""
    made = forest(tiles=3)
    made.hunts("red 1", "yellow 2")
    made.shark("reroll red 1")
    made.chance("2")
    made.shark(f"reroll {again}")
    made.chance("5")
    assert made.view.shark.pool == (["red 5", "yellow 2"] if again == "red 2" else ["red 2", "yellow 5"])
    assert made.may("shark", "reroll") == set()


def test_the_second_tile_exchanges_a_die_with_one_of_energy() -> None:
    """Both keep what they show; with several energy dice the shark says which; once a turn."""
    made = forest(tiles=2)
    made.stored("yellow 5", "red 4")
    made.hunts("blue 1", "blue 2")
    made.shark("trade blue 2")
    assert made.match.legal("shark") == ["take stored yellow 5", "take stored red 4"]
    made.shark("take stored red 4")
    assert made.view.shark.pool == ["blue 1", "red 4"]
    assert made.view.shark.energy == ["yellow 5", "blue 2"]
    assert made.may("shark", "trade") == set()
    assert made.may("shark", "reroll") == {"blue 1", "red 4"}
    assert broken(made.box, made.state) == ""


def test_an_exchange_needs_energy() -> None:
    """Without a stored die there is none; with one there is nothing to ask."""
    made = forest(tiles=2)
    made.hunts("blue 1", "blue 2")
    assert made.may("shark", "trade") == set()
    made = forest(tiles=2)
    made.stored("yellow 5")
    made.hunts("blue 1", "blue 2")
    made.shark("trade blue 1")
    assert made.view.shark.pool == ["yellow 5", "blue 2"]


def test_the_fourth_tile_draws_three_dice() -> None:
    made = forest(tiles=4)
    made.hunts("blue 1", "blue 2", "red 3")
    assert made.view.shark.pool == ["blue 1", "blue 2", "red 3"]


# Hungry ---------------------------------------------------------------------------------------------------------------


def test_hungry_draws_and_rolls_one_die_more() -> None:
    """Also after the others were rolled and even rerolled; the card is used up, for all to see."""
    made = forest("hungry", "hungry", tiles=1)
    made.hunts("red 1", "yellow 2")
    made.shark("reroll red 1")
    made.chance("3")
    made.shark("use hungry")
    made.rolls("blue 6")
    made.shark("use hungry")
    made.rolls("yellow 4")
    assert made.view.shark.pool == ["red 3", "yellow 2", "blue 6", "yellow 4"]
    assert (made.view.shark.cards, made.view.shark.used) == ({}, {"hungry": 2})


def test_hungry_belongs_to_draw_and_roll() -> None:
    """Once a current is placed that step is over."""
    made = forest("hungry")
    made.hunts("blue 1", "blue 2")
    assert "use hungry" in made.match.legal("shark")
    made.shark("current 1 at v1")
    assert "use hungry" not in made.match.legal("shark")


def test_hungry_needs_a_die_in_the_bag() -> None:
    made = bare(blue=1)
    made.gives("hungry")
    made.hunts("blue 1", "blue 2")
    assert "use hungry" not in made.match.legal("shark")


# Reactive -------------------------------------------------------------------------------------------------------------


def test_reactive_changes_two_drawn_dice_for_one_of_choice() -> None:
    """After drawing and before rolling: both go back, the shark looks into the bag and takes the one it wants."""
    made = forest("reactive")
    made.hunts()
    made.chance("blue", "blue")
    assert made.match.legal("shark") == ["use reactive", "done"]
    made.shark("use reactive")
    assert made.bag == {"blue": 7, "yellow": 3, "red": 2}
    assert made.match.legal("shark") == ["take blue", "take yellow", "take red"]
    made.shark("take red")
    made.chance("6")
    assert made.view.shark.pool == ["red 6"]
    assert made.view.shark.used == {"reactive": 1}


def test_reactive_need_not_be_used() -> None:
    made = forest("reactive")
    made.hunts()
    made.chance("blue", "blue")
    made.shark("done")
    made.chance("1", "2")
    assert made.view.shark.cards == {"reactive": 1}
    assert "use reactive" not in made.match.legal("shark")
    made.shark("swim v0")
    made.hunts()
    made.chance("yellow", "yellow")
    assert made.match.legal("shark") == ["use reactive", "done"]


def test_with_three_dice_reactive_asks_which_two_go_back() -> None:
    made = forest("reactive", tiles=4)
    made.hunts()
    made.chance("blue", "yellow", "red")
    made.shark("use reactive")
    assert made.match.legal("shark") == ["return blue", "return yellow", "return red"]
    made.shark("return yellow", "return blue", "take yellow")
    made.chance("1", "2")
    assert sorted(made.view.shark.pool) == ["red 2", "yellow 1"]


def test_reactive_with_dice_of_one_colour_only() -> None:
    """There is nothing to choose."""
    made = bare(blue=1)
    made.state.saved[0] = 0
    made.state.bag[BLUE] += 1
    made.gives("reactive")
    made.state.bag[RED] -= 1  # its die is on the hunger track
    made.state.hunger[RED] += 1
    made.state.hunger[BLUE] -= 1
    made.state.bag[BLUE] += 1
    made.hunts()
    made.chance("blue", "blue")
    made.shark("use reactive")
    made.chance("4")
    assert made.view.shark.pool == ["blue 4"]


# Relentless -----------------------------------------------------------------------------------------------------------


def test_relentless_rerolls_one_die_or_two() -> None:
    made = forest("relentless", "relentless")
    made.hunts("red 1", "yellow 1")
    made.shark("relentless red 1")
    assert made.match.legal("shark") == ["again yellow 1", "done"]
    made.shark("done")
    made.chance("2")
    assert made.view.shark.pool == ["red 2", "yellow 1"]
    made.shark("relentless yellow 1", "again red 2")
    made.chance("5", "6")
    assert made.view.shark.pool == ["red 5", "yellow 6"]
    assert made.view.shark.used == {"relentless": 2}


def test_relentless_and_a_tile_reroll_the_same_die() -> None:
    """Rerolls of cards and tiles add up; a third die stays as it is."""
    made = forest("relentless", tiles=4)
    made.hunts("red 1", "yellow 1", "yellow 1")
    made.shark("relentless yellow 1", "again yellow 1")
    made.chance("2", "3")
    made.shark("reroll yellow 2")
    made.chance("4")
    made.shark("reroll yellow 4")
    made.chance("6")
    assert sorted(made.view.shark.pool) == ["red 1", "yellow 3", "yellow 6"]


def test_relentless_with_one_die_asks_no_further() -> None:
    made = forest("relentless", "reactive")
    made.hunts()
    made.chance("blue", "blue")
    made.shark("use reactive", "take red")
    made.chance("1")
    made.shark("relentless red 1")
    made.chance("6")
    assert made.view.shark.pool == ["red 6"]


# Ruthless -------------------------------------------------------------------------------------------------------------


def test_ruthless_adds_two() -> None:
    """To one die, up to six; a six cannot be chosen."""
    made = forest("ruthless", "ruthless")
    made.hunts("red 3", "yellow 6")
    assert made.may("shark", "ruthless") == {"red 3"}
    made.shark("ruthless red 3")
    assert made.view.shark.pool == ["red 5", "yellow 6"]
    made.shark("ruthless red 5")
    assert made.view.shark.pool == ["red 6", "yellow 6"]


# Daring ---------------------------------------------------------------------------------------------------------------


def test_daring_feeds_a_die_and_turns_a_red_one_to_six() -> None:
    """Another die of the pool goes to the hunger track, a red die beside it shows six at once."""
    made = forest("daring")
    made.hunts("red 1", "blue 5")
    assert made.may("shark", "daring") == {"blue 5"}
    made.shark("daring blue 5")
    assert made.view.shark.pool == ["red 6"]
    assert made.view.shark.hunger == ["blue"]


@pytest.mark.parametrize("dice", [("blue 5", "yellow 5"), ("yellow 1", "yellow 2")])
def test_daring_needs_a_red_die(dice: tuple[str, str]) -> None:
    made = forest("daring")
    made.hunts(*dice)
    assert made.may("shark", "daring") == set()


def test_daring_needs_another_die() -> None:
    made = forest("daring", "reactive")
    made.hunts()
    made.chance("blue", "blue")
    made.shark("use reactive", "take red")
    made.chance("1")
    assert made.may("shark", "daring") == set()


def test_daring_may_feed_a_red_die_where_another_is_left() -> None:
    """And of several red dice that show different pips the shark says which is turned."""
    made = forest("daring", tiles=4)
    made.had("aggressive")
    made.hunts("red 1", "red 2", "red 3")
    assert made.may("shark", "daring") == {"red 1", "red 2", "red 3"}
    made.shark("daring red 1")
    assert made.match.legal("shark") == ["turn red 2", "turn red 3"]
    made.shark("turn red 2")
    assert made.view.shark.pool == ["red 6", "red 3"]
    assert made.view.shark.hunger == ["red"]


def test_the_seventh_die_can_be_darings() -> None:
    """Then the shark is exhausted before it moves."""
    made = forest("daring")
    made.fed(*["blue"] * 6)
    made.hunts("red 1", "yellow 1")
    made.shark("daring yellow 1")
    assert made.result.winners == ("Octopus",)
    assert "exhausted" in made.result.reason


# Vigilant -------------------------------------------------------------------------------------------------------------


def test_vigilant_keeps_a_die_for_a_later_turn() -> None:
    """It is no longer in the pool: not stored, not rerolled, and of no use before the next turn."""
    made = forest("vigilant", tiles=1)
    made.hunts("blue 5", "yellow 1")
    made.shark("save blue 5")
    assert (made.view.shark.pool, made.view.shark.saved) == (["yellow 1"], ["blue 5"])
    assert made.may("shark", "reroll") == {"yellow 1"}
    assert made.may("shark", "saved current") == set()
    made.shark("swim v0")
    assert (made.view.shark.energy, made.view.shark.saved) == (["yellow 1"], ["blue 5"])
    made.hunts("yellow 1", "yellow 1")
    assert "1 at v1" in made.may("shark", "saved current")
    assert made.may("shark", "reroll") == {"yellow 1"}
    made.shark("saved current 1 at v1")
    assert made.view.currents == {"v1": 5}
    assert made.view.shark.saved == []


def test_a_saved_current_is_one_more_thing_to_do() -> None:
    """It is placed in addition to the pool; also when the shark has no other choice before it swims."""
    made = forest("vigilant")
    made.hunts("blue 5", "yellow 1")
    made.shark("save blue 5", "swim v0")
    made.shark_at("v0", towards="d0")
    made.hunts("yellow 1", "yellow 1")
    assert made.match.to_act == ("shark",)
    made.shark("swim d0")
    assert made.view.shark.saved == ["blue 5"]


def test_two_dice_can_be_saved() -> None:
    made = forest("vigilant", "vigilant")
    made.hunts("red 5", "red 6")
    made.shark("save red 6", "save red 5")
    assert sorted(made.view.shark.saved) == ["red 5", "red 6"]
    assert made.view.shark.pool == []


def test_a_third_die_cannot_be_saved() -> None:
    """There is room for two; with house rules the shark may have a third card, and keeps it until there is room."""
    vigilant = {**find_game("kelp").entries["shark.cards.vigilant"].value, "copies": 3, "red": 0}
    made = Forest(market=QUIET, rules={"shark.cards.vigilant": vigilant})
    made.gives("vigilant", "vigilant", "vigilant")
    made.hunts("blue 5", "yellow 1")
    made.shark("save blue 5", "swim v0")
    made.hunts("yellow 1", "yellow 1")
    assert made.may("shark", "save") == {"yellow 1"}
    made.shark("save yellow 1")
    assert (made.view.shark.saved, made.view.shark.cards) == (["blue 5", "yellow 1"], {"vigilant": 1})
    assert made.may("shark", "save") == set()
    made.shark("saved current 1 at d8")
    assert made.may("shark", "save") == {"yellow 1"}


# Agile ----------------------------------------------------------------------------------------------------------------


def test_agile_turns_the_shark_round() -> None:
    """Before moving, half a turn: what was behind is ahead."""
    made = forest("agile")
    made.shark_at("v1", towards="v0")
    made.hunts("yellow 1", "yellow 2")
    assert made.may("shark", "swim") == {"v0", "h0", "h1"}
    made.shark("use agile")
    assert made.may("shark", "swim") == {"v2", "k0", "k1"}
    assert made.view.shark.used == {"agile": 1}


def test_who_was_put_into_a_den_needs_no_agile() -> None:
    """It may leave either way already."""
    made = forest("agile")
    made.hunts("yellow 1", "yellow 2")
    assert "use agile" not in made.match.legal("shark")
    made.shark("swim v0")
    assert made.view.shark.ahead == ["v1", "h0", "h1"]


def test_agile_takes_the_shark_back_out_of_a_den() -> None:
    made = forest("agile")
    made.shark_at("d0", towards="h0")
    made.hunts("yellow 1", "yellow 2")
    made.shark("use agile")
    assert made.view.shark.at == "v0"


# Aggressive, and cards that are not for this moment -------------------------------------------------------------------


def test_aggressive_is_never_used() -> None:
    """It gives two red dice, and that is all."""
    made = forest("aggressive")
    assert made.bag["red"] == 3
    made.hunts("yellow 1", "yellow 2")
    assert made.match.legal("shark") == ["swim v0", "swim h0"]


def test_a_card_is_used_once() -> None:
    made = forest("ruthless")
    made.hunts("red 1", "yellow 2")
    made.shark("ruthless red 1")
    with pytest.raises(IllegalAction):
        made.shark("ruthless yellow 2")


@pytest.mark.filterwarnings("ignore:overflow")
def test_five_high_dice_can_be_rerolled_too() -> None:
    """The more dice, the more a tile can do; the shark does not swim off before it is asked."""
    made = forest("hungry", "hungry", tiles=4)
    made.had("aggressive")
    made.shark_at("v0", towards="d0")
    made.hunts("red 6", "red 6", "red 6")
    made.shark("use hungry")
    made.rolls("yellow 6")
    made.shark("use hungry")
    made.rolls("yellow 6")
    assert made.view.shark.at == "v0"
    assert made.may("shark", "reroll") == {"red 6", "yellow 6"}
