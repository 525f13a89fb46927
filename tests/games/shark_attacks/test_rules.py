"""Every rule of the sheet and every ruling of ours, one test each, told in our own words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.shark_attacks.script import Script
from undertow.core.errors import HouseRule, IllegalAction
from undertow.core.match import Match
from undertow.games.shark_attacks.rules import legal

ALL_BLUE = 11
FIRST_DICE = 7

# The box and the first player ---------------------------------------------------------------------------------------


def test_everything_starts_in_the_middle() -> None:
    """Before the first turn all eleven blue dice and all six signs lie in the middle, and nobody has a point."""
    table = Script(players=3)
    assert table.view.blue_in_the_middle == ALL_BLUE
    assert table.view.signs_in_the_middle == 6
    assert table.scores == [0, 0, 0]
    assert table.signs == [0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players_and_no_other_role(players: int) -> None:
    """Two to six people play. Keeping the score is no role: there is a seat for each player and no other."""
    assert Match("shark-attacks", players).seats == tuple(f"player {n}" for n in range(1, players + 1))


@pytest.mark.parametrize("players", [0, 1, 7])
def test_nobody_plays_alone_and_seven_are_too_many(players: int) -> None:
    """Fewer than two or more than six people cannot play."""
    with pytest.raises(HouseRule, match="is for 2 to 6 players"):
        Match("shark-attacks", players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_first_player_is_drawn_with_equal_odds(players: int) -> None:
    """Who begins is left to chance: everybody equally likely."""
    odds = Script(players).match.odds()
    assert odds == {f"player {n} begins": Fraction(1, players) for n in range(1, players + 1)}


@pytest.mark.parametrize("first", [1, 2, 3])
def test_whoever_is_drawn_takes_the_first_turn(first: int) -> None:
    """The player who was drawn has the first turn."""
    table = Script(players=3, begins=first)
    assert table.turn_of == first
    table.roll("~ ~ ~ ~ ~ ~ ~")
    assert table.match.to_act == (f"player {first}",)


def test_turns_go_round_the_table() -> None:
    """After each turn the next player to the left begins, and after the last one the first again."""
    table = Script(players=4, begins=3)
    order = []
    for _ in range(6):
        order.append(table.turn_of)
        table.nothing_happens()
    assert order == [3, 4, 1, 2, 3, 4]


# The dice -----------------------------------------------------------------------------------------------------------


def test_faces_of_a_blue_die() -> None:
    """Half of a blue die is water; one face each shows one, two and three swimmers."""
    sixth = Fraction(1, 6)
    expected = {"wave": 3 * sixth, "1 swimmer": sixth, "2 swimmers": sixth, "3 swimmers": sixth}
    assert Script(begins=1).match.odds() == expected


def test_faces_of_a_red_die() -> None:
    """Half of a red die is calm water; one face each shows one, two and three fins."""
    table = Script(begins=1)
    table.roll("1 ~ ~ ~ ~ ~ ~")
    table.press("shark")
    table.match.play("chance", "wave")
    sixth = Fraction(1, 6)
    assert table.match.odds() == {"calm": 3 * sixth, "1 fin": sixth, "2 fins": sixth, "3 fins": sixth}


def test_faces_of_the_event_die() -> None:
    """Sun, rain and shark each have two of the six faces of the event die."""
    table = Script(begins=1)
    table.roll("~ ~ ~ ~ ~ ~ ~")
    table.decide("press on")
    assert table.match.odds() == dict.fromkeys(("sun", "rain", "shark"), Fraction(1, 3))


# Beginning a turn ---------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_seven_blue_dice() -> None:
    """Without signs a player takes seven blue dice and rolls them all; the other four stay in the middle."""
    table = Script(begins=1)
    assert table.blue.rolling == FIRST_DICE
    assert table.view.blue_in_the_middle == ALL_BLUE - FIRST_DICE


@pytest.mark.parametrize("signs", [1, 2, 3, 4, 5, 6])
def test_every_sign_costs_a_die(signs: int) -> None:
    """Each sign on the beach takes one die off the seven."""
    table = Script(begins=1)
    table.loses(signs)
    table.nothing_happens()
    assert table.turn_of == 1
    assert table.signs[0] == signs
    assert table.blue.rolling == FIRST_DICE - signs


def test_a_turn_never_begins_without_a_die() -> None:
    """Ruling: however many signs stand on the beach, there is always one die to roll."""
    table = Script(begins=1, rules={"dice.start": 5})
    table.loses(4)
    table.nothing_happens()
    assert table.blue.rolling == 1
    table.roll("~")
    table.press("sun")
    table.roll("1 ~")
    table.press("shark")
    table.flee("1", "single")
    table.nothing_happens()
    assert table.signs[0] == 5
    assert table.blue.rolling == 1


def test_signs_cost_only_their_owner_dice() -> None:
    """The signs on one beach do not keep guests away from the others."""
    table = Script(begins=1)
    table.loses(3)
    assert table.turn_of == 2
    assert table.blue.rolling == FIRST_DICE


# The decision -------------------------------------------------------------------------------------------------------


def test_after_a_throw_with_waves_the_player_banks_or_presses_on() -> None:
    """While a wave shows there are two choices: bank, or press on."""
    table = Script(begins=2)
    table.roll("1 2 3 ~ ~ ~ ~")
    assert table.choices == ["bank", "press on"]


def test_only_the_player_whose_turn_it_is_decides() -> None:
    """Nobody else has a say in a turn."""
    table = Script(players=3, begins=2)
    table.roll("1 2 3 ~ ~ ~ ~")
    assert table.match.legal("player 1") == table.match.legal("player 3") == []
    position, out = table.match.position, table.match.setup.room_for_actions()
    assert [legal(position.box, position.state, seat, out) for seat in range(3)] == [0, 2, 0]
    with pytest.raises(IllegalAction, match="waiting for player 2"):
        table.match.play("player 1", "bank")


def test_banking_scores_the_swimmers_showing() -> None:
    """Who banks gets a point for each swimmer in the water, and the turn is over."""
    table = Script(begins=1)
    table.roll("1 2 3 3 ~ ~ ~")
    table.bank()
    assert table.scores == [9, 0]
    assert table.turn_of == 2


def test_banking_without_a_swimmer_is_legal() -> None:
    """Ruling: one may bank although nobody is in the water; that brings nothing but ends the turn."""
    table = Script(begins=1)
    table.roll("~ ~ ~ ~ ~ ~ ~")
    table.bank()
    assert table.scores == [0, 0]
    assert table.turn_of == 2


def test_banking_gives_back_one_sign() -> None:
    """Who banks puts one sign back into the middle."""
    table = Script(begins=1)
    table.loses(3)
    table.nothing_happens()
    table.roll("1 ~ ~ ~")
    table.bank()
    assert table.signs == [2, 0]
    assert table.view.signs_in_the_middle == 4


def test_banking_nothing_gives_back_a_sign_too() -> None:
    """A sign goes back even when nobody was in the water."""
    table = Script(begins=1)
    table.loses(3)
    table.nothing_happens()
    table.roll("~ ~ ~ ~")
    table.bank()
    assert table.signs == [2, 0]


def test_banking_without_a_sign_gives_back_none() -> None:
    """A beach without signs has none to give back."""
    table = Script(begins=1)
    table.banks(5)
    assert table.signs == [0, 0]
    assert table.view.signs_in_the_middle == 6


def test_all_dice_go_back_after_a_turn() -> None:
    """The next player finds all eleven blue dice in the middle, also those that sun had added, and takes seven."""
    table = Script(begins=1)
    table.roll("1 ~ ~ ~ ~ ~ ~")
    table.press("sun")
    table.roll("2 2 ~ ~ ~ ~ ~")
    table.bank()
    assert (table.blue.waves, table.blue.ones, table.blue.twos, table.blue.threes) == (0, 0, 0, 0)
    assert table.blue.rolling == FIRST_DICE
    assert table.view.blue_in_the_middle == ALL_BLUE - FIRST_DICE


# Beach Party --------------------------------------------------------------------------------------------------------


def test_no_wave_is_a_beach_party_at_once() -> None:
    """A throw with swimmers on every die is a Beach Party: nobody is asked, they count double, the turn ends."""
    table = Script(begins=1)
    table.roll("1 1 1 2 2 3 3")
    assert table.scores == [26, 0]
    assert table.turn_of == 2
    assert table.choices == []


def test_a_party_after_pressing_on() -> None:
    """A Beach Party can also come after the waves were rolled again; every swimmer in the water counts double."""
    table = Script(begins=1)
    table.roll("1 1 1 2 2 3 ~")
    table.press("sun")
    table.roll("2 3")
    assert table.scores == [2 * (10 + 5), 0]
    assert table.turn_of == 2


@pytest.mark.parametrize(("signs", "left"), [(1, 0), (2, 0), (3, 1), (5, 3)])
def test_a_party_gives_back_up_to_two_signs(signs: int, left: int) -> None:
    """After a Beach Party two signs go back, or as many as there are."""
    table = Script(begins=1)
    table.loses(signs)
    table.nothing_happens()
    table.roll("1 " * (FIRST_DICE - signs))
    assert table.signs == [left, 0]
    assert table.view.signs_in_the_middle == 6 - left


# Pressing on --------------------------------------------------------------------------------------------------------


def test_the_event_die_falls_before_the_waves() -> None:
    """Who presses on rolls the event die first; no blue die is picked up before it has fallen."""
    table = Script(begins=1)
    table.roll("1 2 ~ ~ ~ ~ ~")
    table.decide("press on")
    assert table.match.to_act == ("chance",)
    assert table.match.legal("chance") == ["sun", "rain", "shark"]
    assert (table.blue.waves, table.blue.rolling) == (5, 0)


def test_pressing_on_cannot_be_called_off() -> None:
    """Once the event die is due nobody can bank any more."""
    table = Script(begins=1)
    table.roll("3 3 ~ ~ ~ ~ ~")
    table.decide("press on")
    with pytest.raises(IllegalAction, match="waiting for chance"):
        table.match.play("player 1", "bank")


def test_sun_adds_a_die_to_the_waves() -> None:
    """Sun brings one more blue die from the middle; it is rolled together with the waves."""
    table = Script(begins=1)
    table.roll("1 2 ~ ~ ~ ~ ~")
    table.press("sun")
    assert table.blue.rolling == 6
    assert table.view.blue_in_the_middle == 3


def test_sun_brings_nothing_when_every_die_is_out() -> None:
    """With all eleven blue dice in play sun adds none; the waves are rolled all the same."""
    table = Script(begins=1)
    table.roll("~ ~ ~ ~ ~ ~ ~")
    for dice in (8, 9, 10, 11):
        table.press("sun")
        table.roll("~ " * dice)
    assert table.view.blue_in_the_middle == 0
    table.press("sun")
    assert table.blue.rolling == ALL_BLUE


def test_rain_takes_a_wave_die() -> None:
    """Rain sends one die back to the middle: one that shows a wave, never a swimmer."""
    table = Script(begins=1)
    table.roll("1 2 3 ~ ~ ~ ~")
    table.press("rain")
    assert (table.blue.ones, table.blue.twos, table.blue.threes) == (1, 1, 1)
    assert table.blue.rolling == 3
    assert table.view.blue_in_the_middle == 5


def test_rain_on_the_last_wave_is_a_beach_party() -> None:
    """When rain takes the only wave that was left, only swimmers remain: a Beach Party at once."""
    table = Script(begins=1)
    table.roll("1 1 2 2 3 3 ~")
    table.press("rain")
    assert table.scores == [24, 0]
    assert table.turn_of == 2


def test_rain_on_the_only_die_is_a_party_for_nobody() -> None:
    """Ruling: rain on the last die of all, with nobody in the water, is a Beach Party of 0; two signs come off."""
    table = Script(begins=1)
    table.loses(6)
    table.nothing_happens()
    table.roll("~")
    table.press("rain")
    assert table.scores == [0, 0]
    assert table.signs == [4, 0]
    assert table.turn_of == 2


@pytest.mark.parametrize(("weather", "rolled"), [("sun", 5), ("rain", 3)])
def test_every_wave_must_be_rolled(weather: str, rolled: int) -> None:
    """After sun or rain all waves are picked up, none may be left lying; swimmers stay as they are."""
    table = Script(begins=1)
    table.roll("1 1 2 ~ ~ ~ ~")
    table.press(weather)
    assert (table.blue.waves, table.blue.rolling) == (0, rolled)
    assert (table.blue.ones, table.blue.twos) == (2, 1)


def test_one_decides_again_after_every_throw() -> None:
    """After the waves are rolled the player may bank or press on once more, as often as nerves allow."""
    table = Script(begins=1)
    table.roll("1 ~ ~ ~ ~ ~ ~")
    for weather, throw in (("rain", "~ ~ ~ ~ 2"), ("sun", "~ ~ ~ 3 ~"), ("rain", "~ ~ ~")):
        table.press(weather)
        table.roll(throw)
        assert table.choices == ["bank", "press on"]
    table.bank()
    assert table.scores == [6, 0]


# A shark ------------------------------------------------------------------------------------------------------------


def test_a_shark_sends_the_waves_to_the_middle() -> None:
    """When a shark comes, the dice without swimmers go back; only the others flee."""
    table = Script(begins=1)
    table.roll("1 2 3 ~ ~ ~ ~")
    table.press("shark")
    assert table.blue.rolling == 3
    assert table.view.blue_in_the_middle == ALL_BLUE - 3


def test_a_shark_with_nobody_in_the_water_ends_the_turn() -> None:
    """Ruling: with nobody to flee the turn is over without points; all dice go back and signs stay as they are."""
    table = Script(begins=1)
    table.loses(2)
    table.nothing_happens()
    table.roll("~ ~ ~ ~ ~")
    table.press("shark")
    assert table.scores == [0, 0]
    assert table.signs == [2, 0]
    assert table.turn_of == 2
    assert table.view.blue_in_the_middle == ALL_BLUE - FIRST_DICE


def test_a_flight_begins_with_one_red_die() -> None:
    """All dice that showed swimmers are rolled together with a single red die."""
    table = Script(begins=1)
    table.roll("1 1 2 3 ~ ~ ~")
    table.press("shark")
    assert (table.blue.rolling, table.red.rolling) == (4, 1)
    assert table.view.phase == "fleeing"


def test_what_entered_the_water_no_longer_counts() -> None:
    """The swimmers rolled before the shark bring nothing by themselves: only what the flight shows is scored."""
    table = Script(begins=1)
    table.roll("3 3 3 ~ ~ ~ ~")
    table.press("shark")
    table.flee("1 1 1", "single")
    assert table.scores == [2, 0]


def test_more_can_escape_than_were_in_the_water() -> None:
    """A die that showed one swimmer may save three: others are rescued along with the guests."""
    table = Script(begins=1)
    table.roll("1 1 ~ ~ ~ ~ ~")
    table.press("shark")
    table.flee("3 2", "double")
    assert table.scores == [3, 0]


# Who is eaten -------------------------------------------------------------------------------------------------------


def bleeding(swimmers: int, begins: int = 1, players: int = 2) -> Script:
    """A flight whose first throw cost one die, so that two red dice are rolled now, with so many dice in the water."""
    table = Script(players, begins=begins)
    table.swim("1 " + "~ " * swimmers, "single")
    assert table.red.rolling == 2
    return table


def eaten(told: list[str]) -> list[str]:
    """What the log says of each shark's meal."""
    return [line for line in told if "eats" in line]


@pytest.mark.parametrize("red", ["triple double", "double triple"])
def test_triple_fins_come_before_double_fins(red: str) -> None:
    """However the red dice lie, triple fins attack before double fins."""
    table = bleeding(4)
    told = table.said(table.flee("3 2 1 1", red))
    assert eaten(told) == ["A triple fin eats 3 swimmers.", "A double fin eats 2 swimmers."]


@pytest.mark.parametrize("red", ["triple single", "single triple"])
def test_triple_fins_come_before_single_fins(red: str) -> None:
    """However the red dice lie, triple fins attack before single fins."""
    table = bleeding(4)
    told = table.said(table.flee("2 2 1 1", red))
    assert eaten(told) == ["A triple fin eats 1 + 2 swimmers.", "A single fin eats 1 swimmer."]


@pytest.mark.parametrize("red", ["double single", "single double"])
def test_double_fins_come_before_single_fins(red: str) -> None:
    """Here the order decides who lives: the double fin takes both single swimmers, so the single fin takes the three.

    The other way round one swimmer would have escaped.
    """
    table = bleeding(3)
    told = table.said(table.flee("3 1 1", red))
    assert eaten(told) == ["A double fin eats 1 + 1 swimmers.", "A single fin eats 3 swimmers."]
    assert table.scores == [0, 0]
    assert table.signs == [4, 0]


def test_what_is_eaten_is_gone_before_the_next_shark() -> None:
    """A second shark of the same size finds only what the first one left."""
    table = bleeding(3)
    told = table.said(table.flee("3 2 1", "triple triple"))
    assert eaten(told) == ["A triple fin eats 3 swimmers.", "A triple fin eats 1 + 2 swimmers."]


def test_a_shark_that_finds_nobody_eats_nothing() -> None:
    """Fins in empty water bring no harm: when the first shark has taken all, the second goes hungry."""
    table = bleeding(1)
    told = table.said(table.flee("2", "triple single"))
    assert eaten(told) == ["A triple fin eats 2 swimmers."]
    assert table.signs == [2, 0]


def test_calm_red_dice_eat_nobody() -> None:
    """A red die that shows water is ignored."""
    table = Script(begins=1)
    table.swim("1 2", "calm")
    assert table.scores == [9, 0]
    assert table.signs == [0, 0]


def test_eaten_dice_go_back_to_the_middle() -> None:
    """A die that was eaten is out of the flight and lies in the middle again."""
    table = Script(begins=1)
    table.swim("3 ~ ~ ~", "triple")
    assert table.view.blue_in_the_middle == ALL_BLUE - 3
    assert table.blue.rolling == 3


# Signs --------------------------------------------------------------------------------------------------------------


def test_an_eaten_die_is_one_sign_however_many_swam_there() -> None:
    """Signs are counted by dice: a die with three swimmers brings one sign."""
    table = Script(begins=1)
    table.swim("3", "triple")
    assert table.signs == [1, 0]
    assert table.view.signs_in_the_middle == 5


def test_each_eaten_die_is_a_sign() -> None:
    """Three dice in one bite are three signs."""
    table = Script(begins=1)
    table.swim("1 1 1", "triple")
    assert table.signs == [3, 0]
    assert table.view.signs_in_the_middle == 3


def test_signs_come_from_the_middle_while_it_has_any() -> None:
    """An opponent's signs are safe as long as one lies in the middle."""
    table = Script(begins=1)
    table.loses(4)
    table.loses(2)
    assert table.signs == [4, 2]
    assert table.view.signs_in_the_middle == 0


def empty_middle(*signs: int) -> Script:
    """A table whose players lost so many dice, one after the other, with no sign left in the middle."""
    table = Script(players=len(signs) + 1, begins=1)
    for lost in signs:
        if lost:
            table.loses(lost)
        else:
            table.nothing_happens()
    assert table.view.signs_in_the_middle == 0
    return table


def test_the_only_opponent_with_signs_gives_one_unasked() -> None:
    """With the middle empty and signs on a single other beach there is nothing to choose."""
    table = empty_middle(6, 0)
    table.swim("3", "triple")
    assert table.signs == [5, 0, 1]
    assert table.turn_of == 1


def test_the_player_chooses_which_opponent_gives_a_sign() -> None:
    """With the middle empty and signs on several beaches the player says whose sign comes over."""
    table = empty_middle(3, 3)
    table.swim("3", "triple")
    assert table.match.to_act == ("player 3",)
    assert table.choices == ["sign from player 1", "sign from player 2"]
    table.takes_sign_from(2)
    assert table.signs == [3, 2, 1]
    assert table.turn_of == 1


def test_an_opponent_without_signs_is_no_choice() -> None:
    """Only beaches that have a sign can give one."""
    table = empty_middle(3, 0, 3)
    table.swim("3", "triple")
    assert table.choices == ["sign from player 1", "sign from player 3"]
    barred = table.match.blocked("player 4")
    assert [(one.action, one.why) for one in barred] == [("sign from player 2", "There is no sign on this beach.")]
    table.takes_sign_from(1)
    assert table.match.blocked(table.match.to_act[0]) == []


def test_each_sign_is_a_choice_of_its_own() -> None:
    """Two dice eaten are two choices, and they may fall on different opponents."""
    table = empty_middle(3, 3)
    table.swim("1 1", "triple")
    table.takes_sign_from(1)
    assert table.view.signs_to_take == 1
    table.takes_sign_from(2)
    assert table.signs == [2, 2, 2]


def test_the_middle_gives_first_and_an_opponent_the_rest() -> None:
    """When the middle runs out in the middle of a meal, the remaining signs come from opponents."""
    table = Script(players=3, begins=1)
    table.loses(3)
    table.loses(2)
    table.swim("1 1", "triple")
    assert table.signs == [3, 2, 1]
    assert table.choices == ["sign from player 1", "sign from player 2"]
    table.takes_sign_from(1)
    assert table.signs == [2, 2, 2]


def test_the_choice_ends_when_one_opponent_is_left_with_signs() -> None:
    """After the first choice only one beach still has signs: the next sign comes from there by itself."""
    table = empty_middle(5, 1)
    table.swim("1 1", "triple")
    table.takes_sign_from(2)
    assert table.signs == [4, 0, 2]
    assert table.turn_of == 1


def test_the_flight_goes_on_after_a_choice() -> None:
    """Choosing a sign interrupts the flight only for that moment: the waves are rolled again afterwards."""
    table = empty_middle(3, 3)
    table.swim("1 ~", "single")
    table.takes_sign_from(1)
    assert (table.blue.rolling, table.red.rolling) == (1, 2)
    table.flee("2", "calm calm")
    assert table.scores == [0, 0, 2]


def test_a_beach_never_has_more_than_six_signs() -> None:
    """Six signs are the most one beach can have, even if there were more to take."""
    table = Script(begins=1, rules={"signs.total": 8})
    table.loses(6)
    table.nothing_happens()
    table.roll("~")
    table.press("sun")
    table.roll("1 ~")
    table.press("shark")
    table.flee("1", "single")
    assert table.signs == [6, 0]
    assert table.view.signs_in_the_middle == 2


def test_a_player_who_has_all_six_takes_none() -> None:
    """With the whole box on one beach the next casualty brings no sign, and the flight simply goes on."""
    table = empty_middle(6)
    table.nothing_happens()
    table.roll("~")
    table.press("sun")
    table.roll("2 ~")
    table.press("shark")
    table.flee("1", "triple")
    assert table.signs == [6, 0]
    assert table.turn_of == 2


def test_when_nobody_has_a_sign_none_is_taken() -> None:
    """Ruling: with no sign in the middle and none on another beach an eaten die brings no sign."""
    table = Script(begins=1, rules={"signs.total": 1})
    table.swim("1 1 1 ~", "triple")
    assert table.signs == [1, 0]
    assert (table.blue.rolling, table.red.rolling) == (1, 2)


# Escaping -----------------------------------------------------------------------------------------------------------


def test_who_is_not_eaten_escapes_and_counts_by_face() -> None:
    """Every swimmer left after the bite reaches the beach and is worth one point."""
    table = Script(begins=1)
    table.swim("3 2 2 1", "triple")
    assert table.scores == [5, 0]


def test_who_has_escaped_is_safe() -> None:
    """Dice set aside are not rolled again, and later sharks cannot reach them."""
    table = Script(begins=1)
    table.swim("3 3 1 ~", "single")
    assert table.view.escaped == 6
    assert table.blue.rolling == 1
    table.flee("3", "triple triple")
    assert table.scores == [6, 0]


def test_waves_are_rolled_again_with_the_red_dice() -> None:
    """Who is still in the water after a throw swims on, and the sharks with them."""
    table = Script(begins=1)
    table.swim("2 ~ ~ ~", "calm")
    assert (table.blue.rolling, table.red.rolling) == (3, 1)


def test_blood_draws_one_more_shark() -> None:
    """After a throw with casualties one red die joins, however many dice were eaten."""
    table = Script(begins=1)
    table.swim("1 1 1 ~", "triple")
    assert table.red.rolling == 2


def test_never_more_than_four_sharks() -> None:
    """With every bloody throw there is one red die more, but never a fifth."""
    table = Script(begins=1)
    table.swim("1 ~ ~ ~ ~ ~", "single")
    sharks = [table.red.rolling]
    for left in (4, 3, 2, 1):
        table.flee("1 " + "~ " * left, "single " + "calm " * (table.red.rolling - 1))
        sharks.append(table.red.rolling)
    assert sharks == [2, 3, 4, 4, 4]


def test_a_throw_without_casualties_draws_no_shark() -> None:
    """When some escape and nobody is eaten, the number of red dice stays."""
    table = Script(begins=1)
    table.swim("1 2 ~ ~", "calm")
    assert table.red.rolling == 1


def test_casualties_of_an_earlier_throw_draw_no_further_shark() -> None:
    """Only a throw that itself cost somebody adds a red die."""
    table = bleeding(2)
    table.flee("2 ~", "calm calm")
    assert table.red.rolling == 2


def test_a_throw_of_only_waves_changes_nothing() -> None:
    """With nobody to be seen even a triple fin is harmless: everything is thrown again as it was."""
    table = Script(begins=1)
    table.swim("~ ~ ~", "triple")
    assert (table.blue.rolling, table.red.rolling) == (3, 1)
    assert (table.view.escaped, table.view.eaten, table.signs) == (0, 0, [0, 0])


# The end of a flight ------------------------------------------------------------------------------------------------


def test_a_flight_lasts_until_the_water_is_empty() -> None:
    """Throw follows throw until every die is eaten or ashore; then the turn is over."""
    table = Script(begins=1)
    table.swim("1 ~ ~", "calm")
    table.flee("~ ~", "double")
    table.flee("2 ~", "single")
    assert table.turn_of == 1
    table.flee("3", "calm calm")
    assert table.turn_of == 2
    assert table.scores == [1 + 3, 0]


def test_a_flight_in_which_nobody_escapes_scores_nothing() -> None:
    """When every die is eaten there is nothing to count."""
    table = Script(begins=1)
    table.swim("2 1", "triple")
    assert table.scores == [0, 0]
    assert table.signs == [2, 0]
    assert table.turn_of == 2


def test_a_flight_without_casualties_counts_three_times() -> None:
    """When nobody at all was eaten, all who escaped in the whole flight count triple."""
    table = Script(begins=1)
    table.swim("3 1 ~", "calm")
    table.flee("2", "calm")
    assert table.scores == [18, 0]


def test_one_casualty_spoils_the_tripling() -> None:
    """A single eaten die, early or late, and the escaped swimmers count once."""
    table = Script(begins=1)
    table.swim("3 3 ~", "calm")
    table.flee("1", "single")
    assert table.scores == [6, 0]


@pytest.mark.parametrize(("red", "signs"), [("calm", 3), ("single", 4)])
def test_no_sign_comes_back_after_a_flight(red: str, signs: int) -> None:
    """Ruling: only banking and parties take signs off the beach, never a flight, not even a harmless one."""
    table = Script(begins=1)
    table.loses(3)
    table.nothing_happens()
    table.swim("2", red)
    assert table.signs == [signs, 0]


def test_all_dice_go_back_after_a_flight() -> None:
    """Escaped dice and red dice go back to the middle too."""
    table = bleeding(2)
    table.flee("2 1", "calm calm")
    assert table.view.blue_in_the_middle == ALL_BLUE - FIRST_DICE
    assert table.red.rolling == 0
    assert (table.view.escaped, table.view.eaten) == (0, 0)


# The end of the game ------------------------------------------------------------------------------------------------


def assert_won_by(table: Script, player: int, score: int) -> None:
    result = table.match.result
    assert result is not None
    assert result.winners == (f"Player {player}",)
    assert result.scores[f"player {player}"] == score
    assert sum(result.shares.values()) == result.shares[f"player {player}"] == 1
    assert table.match.to_act == ()
    assert table.view.phase == "over"


def test_banking_the_hundredth_point_wins() -> None:
    """The game is won with 100 points; here they come by banking, after a last turn at 99."""
    table = Script(begins=1)
    for _ in range(5):
        table.banks(18)
        table.nothing_happens()
    table.banks(9)
    table.nothing_happens()
    assert table.scores == [99, 0]
    assert not table.match.over
    table.banks(1)
    assert_won_by(table, 1, 100)


def test_a_party_can_win() -> None:
    """The doubled points of a Beach Party count towards the end of the game."""
    table = Script(begins=1, rules={"target": 14})
    table.roll("1 1 1 1 1 1 1")
    assert_won_by(table, 1, 14)


def test_a_flight_can_win() -> None:
    """The tripled points of a harmless flight count towards the end of the game."""
    table = Script(begins=2, rules={"target": 9})
    table.swim("2 1", "calm")
    assert_won_by(table, 2, 9)


def test_a_bloody_flight_can_win() -> None:
    """So do the points of a flight with casualties."""
    table = Script(begins=2, rules={"target": 5})
    table.swim("3 2 1", "single")
    assert_won_by(table, 2, 5)


def test_more_than_the_target_wins_as_well() -> None:
    """Nobody has to hit the target exactly."""
    table = Script(begins=1, rules={"target": 10})
    table.banks(18)
    assert_won_by(table, 1, 18)


def test_the_game_ends_at_once() -> None:
    """Nobody gets a last turn, and nothing can be played any more."""
    table = Script(players=3, begins=1, rules={"target": 6})
    table.banks(5)
    table.banks(6)
    assert_won_by(table, 2, 6)
    with pytest.raises(IllegalAction, match="the match is over"):
        table.match.play("player 3", "bank")
    with pytest.raises(IllegalAction, match="the match is over"):
        table.match.play("chance", "wave")


def test_one_point_short_is_not_enough() -> None:
    """Below the target the game goes on."""
    table = Script(begins=1, rules={"target": 6})
    table.banks(5)
    assert not table.match.over
    assert table.match.result is None


def test_only_the_owner_of_the_turn_wins() -> None:
    """Points come only to whoever's turn it is, so there is always a single winner."""
    table = Script(players=6, begins=6, rules={"target": 4})
    table.banks(3)
    table.banks(3)
    table.banks(4)
    assert_won_by(table, 2, 4)


# Options ------------------------------------------------------------------------------------------------------------


def test_the_target_is_a_hundred_unless_agreed_otherwise() -> None:
    """A hundred points is what the sheet recommends; the players may set another target."""
    assert Script().view.target == 100
    assert Script(rules={"target": 30}).view.target == 30


@pytest.mark.parametrize(("prefers", "points"), [("three", 1), ("one", 3)])
def test_what_a_double_fin_prefers(prefers: str, points: int) -> None:
    """The one doubtful place of the rebuilt lists is an option: a double fin takes a three before a one, or after."""
    table = Script(begins=1, rules={"double_fin_prefers": prefers})
    table.swim("3 1", "double")
    assert table.scores == [points, 0]
