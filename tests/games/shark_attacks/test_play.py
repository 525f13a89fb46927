"""What people at the table are shown and told: odds, prompts, buttons, the log; and what house rules change."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from rich.console import Console, RenderableType

from tests.games.shark_attacks import golden
from tests.games.shark_attacks.script import Script
from undertow.core.errors import HouseRule
from undertow.core.match import Match
from undertow.games.shark_attacks import terminal
from undertow.games.shark_attacks.odds import flight_summary, flights
from undertow.games.shark_attacks.view import Beach, Dice, Odds, View

FEW_DICE = {"dice.blue": 3, "dice.start": 3}  # a box whose odds are found quickly


def shown(drawing: RenderableType) -> str:
    """A drawing as plain text."""
    console = Console(file=StringIO(), width=100)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


# Odds ---------------------------------------------------------------------------------------------------------------


def test_odds_of_each_die_in_turn() -> None:
    """Whatever die is due, its odds are exact: who begins, a blue die, the event die, a fleeing die, a red one."""
    half, third, sixth = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
    blue = {"wave": half, "1 swimmer": sixth, "2 swimmers": sixth, "3 swimmers": sixth}
    table = Script(players=3)
    assert table.match.odds() == {f"player {n} begins": third for n in (1, 2, 3)}
    table.begins(1)
    assert table.match.odds() == blue
    table.roll("2 ~ ~ ~ ~ ~ ~")
    table.decide("press on")
    assert table.match.odds() == {"sun": third, "rain": third, "shark": third}
    table.match.play("chance", "shark")
    assert table.match.odds() == blue
    table.match.play("chance", "3 swimmers")
    assert table.match.odds() == {"calm": half, "1 fin": sixth, "2 fins": sixth, "3 fins": sixth}


def test_no_odds_while_somebody_decides() -> None:
    table = Script(begins=1)
    table.roll("2 ~ ~ ~ ~ ~ ~")
    assert table.match.odds() == {}


def beliefs(table: Script) -> Odds:
    """What everybody may know about pressing on; the same for all."""
    found = table.match.beliefs("spectator")
    assert isinstance(found, Odds)
    assert all(table.match.beliefs(seat) == found for seat in table.match.seats)
    return found


def test_beliefs_at_the_beach_by_hand() -> None:
    """One swimmer, two waves, no die left for the sun.

    A party needs both waves after sun (1/4) or the one left after rain (1/2); a single die escapes half the time, and
    then counts three times 2 on average.
    """
    table = Script(begins=1, rules=FEW_DICE)
    table.roll("1 ~ ~")
    found = beliefs(table)
    assert (found.sun, found.rain, found.shark) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert found.party == pytest.approx((1 / 4 + 1 / 2) / 3)
    assert (found.safe_flight, found.flight_points, found.flight_signs) == pytest.approx((0.5, 3.0, 0.5))
    assert found.bank_points == 1


def test_beliefs_with_one_wave_left() -> None:
    """Rain on the last wave is a party for sure."""
    table = Script(begins=1, rules=FEW_DICE)
    table.roll("1 3 ~")
    assert beliefs(table).party == pytest.approx((1 / 2 + 1) / 3)
    assert beliefs(table).bank_points == 4


def test_beliefs_with_nobody_in_the_water() -> None:
    """With nobody there a shark brings nothing, and no flight can be a safe one."""
    table = Script(begins=1, rules=FEW_DICE)
    table.roll("~ ~ ~")
    found = beliefs(table)
    assert (found.safe_flight, found.flight_points, found.flight_signs, found.bank_points) == (0, 0, 0, 0)


def test_no_beliefs_while_dice_roll() -> None:
    assert Script(begins=1).match.beliefs("player 1") is None


@pytest.mark.compiled
def test_beliefs_agree_with_the_odds_module() -> None:
    table = Script(begins=1)
    table.roll("1 2 3 ~ ~ ~ ~")
    found = beliefs(table)
    safe, points, signs = flight_summary(flights(table.match.setup.box)[3], table.match.position.box)
    assert (found.safe_flight, found.flight_points, found.flight_signs) == (safe, points, signs)
    assert found.party == pytest.approx((2**-5 + 2**-3) / 3)


@pytest.mark.compiled
def test_who_has_all_signs_expects_no_more() -> None:
    """A beach with six signs gets no seventh, so a flight brings none on average."""
    table = Script(begins=1)
    table.loses(6)
    table.nothing_happens()
    table.roll("~")
    table.press("sun")
    table.roll("1 ~")
    assert beliefs(table).flight_signs == 0


# Words --------------------------------------------------------------------------------------------------------------


def test_prompts_and_buttons_of_a_decision() -> None:
    table = Script(begins=1)
    table.roll("1 2 3 ~ ~ ~ ~")
    match = table.match
    assert match.prompt("player 1") == "6 swimmers in the water, 4 waves. Bank, or press on?"
    assert match.prompt("player 2") == "Waiting for Player 1."
    assert match.label("player 1", "bank") == "Bank 6 points"
    assert match.label("player 1", "press on") == "Press on: event die, then roll the waves"


@pytest.mark.parametrize(("back", "words"), [(1, " and give back 1 sign"), (3, " and give back 2 signs"), (0, "")])
def test_banking_says_that_a_sign_goes_back(back: int, words: str) -> None:
    """The sheet: whoever banks gives a sign back; the button says so where there is one to give."""
    table = Script(begins=1, rules={"signs.back_after_bank": back})
    table.loses(2)
    table.nothing_happens()
    table.roll("3 ~ ~ ~ ~")
    assert table.match.label("player 1", "bank") == "Bank 3 points" + words


def test_one_is_not_a_plural() -> None:
    table = Script(begins=1, rules={"dice.start": 2})
    table.roll("1 ~")
    assert table.match.prompt("player 1") == "1 swimmer in the water, 1 wave. Bank, or press on?"
    assert table.match.label("player 1", "bank") == "Bank 1 point"


def test_prompts_and_buttons_for_a_sign() -> None:
    table = Script(players=3, begins=1)
    table.match.call({"player 2": "Bo"})
    table.loses(3)
    table.loses(3)
    table.swim("1 1", "triple")
    match = table.match
    assert match.prompt("player 3") == "No sign left in the middle. Whose sign do you take? (2 signs to take)"
    assert match.label("player 3", "sign from player 1") == "Take a sign from Player 1"
    assert match.label("player 3", "sign from player 2") == "Take a sign from Bo"
    assert "one moves from an opponent's beach to yours" in match.help("player 3")


def test_help_tells_what_both_choices_bring() -> None:
    table = Script(begins=1)
    table.roll("1 2 3 ~ ~ ~ ~")
    text = table.match.help("player 1")
    for what in ("Bank", "Press on", "Sun", "rain", "shark", "Beach Party", "sign"):
        assert what in text


def test_help_does_not_call_the_middle_empty_when_it_is_full() -> None:
    """While dice roll, and after the end, all six signs may lie in the middle."""
    table = Script(begins=1)
    assert table.view.signs_in_the_middle == 6
    assert "none left" not in table.match.help("player 1")


def test_prompts_while_dice_roll_and_at_the_end() -> None:
    table = Script(begins=2, rules={"target": 5})
    assert table.match.prompt("player 2") == "The dice are rolling."
    table.banks(5)
    assert table.match.prompt("player 1") == "Player 2 wins: first to reach 5 points"
    assert str(table.match.result) == "Player 2 wins: first to reach 5 points"


def test_a_turn_in_words() -> None:
    table = Script(begins=1)
    table.match.call({"player 1": "Ann", "player 2": "Bo"})
    table.roll("1 ~ ~ ~ ~ ~ ~")
    table.press("sun")
    table.roll("2 2 3 ~ ~ ~ ~")
    table.press("rain")
    table.roll("~ ~ ~")
    table.bank()
    assert table.log == [
        "Ann begins.",
        "Ann takes 7 blue dice.",
        "The sea: 6 waves, a one (1 swimmer).",
        "Sun: one more blue die.",
        "The sea: 4 waves, a one, 2 twos, a three (8 swimmers).",
        "Rain: a wave die goes back.",
        "The sea: 3 waves, a one, 2 twos, a three (8 swimmers).",
        "Ann banks 8 points, 8 in all.",
        "Bo takes 7 blue dice.",
    ]


def test_a_flight_told_shark_by_shark() -> None:
    table = Script(begins=1)
    table.match.call({"player 1": "Ann", "player 2": "Bo"})
    table.roll("1 1 1 1 1 1 ~")
    table.press("shark")
    table.flee("3 2 ~ ~ ~ ~", "single")
    table.flee("3 2 1 ~", "single triple")
    table.flee("1", "calm calm calm")
    assert table.log[3:] == [
        "Shark! Everybody out of the water!",
        "They swim: 4 waves, a two, a three (5 swimmers).",
        "Sharks: a single fin.",
        "A single fin eats 2 swimmers.",
        "3 swimmers reach the beach.",
        "Ann takes a sign from the middle, 1 on the beach now.",
        "They swim: a wave, a one, a two, a three (6 swimmers).",
        "Sharks: a single fin, a triple fin.",
        "A triple fin eats 3 swimmers.",
        "A single fin eats 1 swimmer.",
        "2 swimmers reach the beach.",
        "Ann takes a sign from the middle, 2 on the beach now.",
        "Ann takes a sign from the middle, 3 on the beach now.",
        "They swim: a one (1 swimmer).",
        "No fin shows.",
        "1 swimmer reaches the beach.",
        "Ann scores 6 points for the flight: 6 in all.",
        "Bo takes 7 blue dice.",
    ]


def test_a_harmless_flight_in_words() -> None:
    table = Script(begins=1)
    told = table.said(table.swim("2 1", "calm"))
    assert "Player 1 scores 9 points for the flight, times 3 because nobody was eaten: 9 in all." in told


def test_a_shark_for_nobody_in_words() -> None:
    table = Script(begins=1)
    table.nothing_happens()
    assert "There is nobody in the water. No points for Player 1." in table.log


def test_sun_for_nothing_in_words() -> None:
    table = Script(begins=1, rules=FEW_DICE)
    table.roll("~ ~ ~")
    assert table.said(table.press("sun")) == ["Sun, but every blue die is already out."]


def test_signs_in_words() -> None:
    table = Script(players=3, begins=1)
    table.loses(3)
    table.loses(3)
    table.swim("1", "triple")
    assert table.said(table.takes_sign_from(2))[0] == "Player 3 takes a sign from Player 2, 1 on the beach now."
    told = table.said(table.roll("1 2 3 3"))
    assert told[1:3] == [
        "Player 1 throws a Beach Party, times 2: 18 points, 18 in all.",
        "Player 1 gives back 2 signs.",
    ]
    assert told[3] == "Player 2 takes 5 blue dice (2 signs on the beach)."


def test_a_party_that_counts_three_times_is_called_so() -> None:
    table = Script(begins=1, rules={"scoring.party": 3})
    table.roll("1 1 1 1 1 1 1")
    assert table.scores[0] == 21
    assert any("Beach Party, times 3: 21 points" in line for line in table.log)


def test_a_whole_match_word_by_word() -> None:
    """Rules, dice and words are what they were: the page that is kept can be written again."""
    assert golden.page() == golden.FILE.read_text(encoding="utf-8")


def test_the_golden_match_file_can_be_checked() -> None:
    kept = golden.FILE.read_text(encoding="utf-8")
    file = kept[kept.index("undertow match") : kept.index("\n\nWHAT A SPECTATOR HEARS")]
    again = Match.from_text(file)
    assert again.over
    assert again.state_bytes() == golden.played().state_bytes()


# What everybody sees ------------------------------------------------------------------------------------------------


def test_everything_lies_open() -> None:
    """Players and spectators see the very same table."""
    table = Script(players=3, begins=1)
    table.swim("1 1 ~ 2 ~ ~", "triple")
    seen = [table.match.view(viewer) for viewer in table.match.viewers]
    assert all(view == table.view for view in seen)
    assert table.view == View(
        phase="fleeing",
        player=0,
        target=100,
        beaches=[Beach(score=0, signs=2), Beach(score=0, signs=0), Beach(score=0, signs=0)],
        blue=Dice(waves=0, ones=0, twos=0, threes=0, rolling=3),
        red=Dice(waves=0, ones=0, twos=0, threes=0, rolling=2),
        blue_in_the_middle=7,
        signs_in_the_middle=4,
        escaped=1,
        eaten=2,
        signs_to_take=0,
    )


def test_numbers_for_a_learner_put_the_viewer_first() -> None:
    """Each player finds the own score in front, and the numbers say who is to move and which dice lie where."""
    table = Script(begins=2, rules={"target": 10})
    table.banks(5)
    table.roll("1 2 2 ~ ~ ~ ~")
    mine, theirs = table.match.encoding("player 2"), table.match.encoding("player 1")
    assert (mine[0], mine[1]) == (0.5, 0.0)
    assert (theirs[0], theirs[1]) == (0.0, 0.5)
    assert (mine[12], mine[13]) == (0.0, 1.0)
    assert mine[18:22].tolist() == pytest.approx([4 / 11, 1 / 11, 2 / 11, 0])
    assert mine[18:].tolist() == theirs[18:].tolist() == table.match.encoding("spectator")[18:].tolist()


def test_the_table_drawn() -> None:
    """The drawing has every player with score and signs, the dice in the sea and the sharks."""
    table = Script(begins=1)
    table.loses(2)
    table.banks(7)
    table.swim("3 ~", "calm")
    table.match.play("chance", "2 swimmers")
    text = shown(terminal.draw(table.view, ("Ann", "Bo")))
    ann, bo = (next(line for line in text.splitlines() if name in line) for name in ("Ann", "Bo"))
    assert "▶" in ann
    assert "▶" not in bo
    assert ann.count("⚑") == 2
    assert ann.split()[-2] == "0"
    assert bo.split()[-1] == "7"
    assert text.count("● ●") == 1
    assert "escaped so far: 3   dice eaten: 0" in text
    assert "in the middle: 9 blue dice, 4 signs" in text


def test_sharks_drawn() -> None:
    table = Script(begins=1)
    table.swim("1 ~", "single")
    table.match.play("chance", "wave")
    table.match.play("chance", "3 fins")
    text = shown(terminal.draw(table.view, ("Ann", "Bo")))
    assert "The sharks" in text
    assert text.count("▲▲▲") == 1


def test_odds_drawn() -> None:
    table = Script(begins=1, rules=FEW_DICE)
    assert "No decision" in shown(terminal.odds(table.match.beliefs("player 1")))
    table.roll("1 3 ~")
    text = shown(terminal.odds(table.match.beliefs("player 1")))
    assert "4 points" in text
    assert "33% / 33% / 33%" in text
    assert "50.0%" in text


# House rules --------------------------------------------------------------------------------------------------------


def test_fewer_dice_at_the_start() -> None:
    assert Script(begins=1, rules={"dice.start": 5}).blue.rolling == 5


def test_more_dice_at_least() -> None:
    table = Script(begins=1, rules={"dice.least": 3})
    table.loses(6)
    table.nothing_happens()
    assert table.blue.rolling == 3


def test_fewer_blue_dice_in_the_box() -> None:
    table = Script(begins=1, rules={"dice.blue": 8})
    assert table.view.blue_in_the_middle == 1
    table.roll("~ ~ ~ ~ ~ ~ ~")
    table.press("sun")
    table.roll("~ ~ ~ ~ ~ ~ ~ ~")
    table.press("sun")
    assert table.blue.rolling == 8


def test_other_faces() -> None:
    faces = {"dice.blue_faces": [1, 0, 0, 1], "dice.red_faces": [1, 3, 0, 0], "dice.event_faces": [1, 0, 3]}
    table = Script(begins=1, rules=faces)
    assert table.match.odds() == {"wave": Fraction(1, 2), "3 swimmers": Fraction(1, 2)}
    table.roll("3 ~ ~ ~ ~ ~ ~")
    table.decide("press on")
    assert table.match.odds() == {"sun": Fraction(1, 4), "shark": Fraction(3, 4)}
    table.match.play("chance", "shark")
    table.match.play("chance", "wave")
    assert table.match.odds() == {"calm": Fraction(1, 4), "1 fin": Fraction(3, 4)}


def test_other_scoring() -> None:
    table = Script(begins=1, rules={"scoring.party": 3, "scoring.safe_flight": 5})
    table.roll("1 1 1 1 1 1 2")
    assert table.scores == [24, 0]
    table.swim("2 1", "calm")
    assert table.scores == [24, 15]


def test_other_signs_back() -> None:
    table = Script(begins=1, rules={"signs.back_after_bank": 0, "signs.back_after_party": 3})
    table.loses(4)
    table.nothing_happens()
    table.banks(1)
    assert table.signs == [4, 0]
    table.nothing_happens()
    table.roll("1 1 1")
    assert table.signs == [1, 0]


def test_fewer_signs() -> None:
    table = Script(begins=1, rules={"signs.total": 5, "signs.limit": 2})
    assert table.view.signs_in_the_middle == 5
    table.loses(4)
    assert table.signs == [2, 0]
    assert table.view.signs_in_the_middle == 3


def test_more_sharks_at_first_and_fewer_at_most() -> None:
    table = Script(begins=1, rules={"flight.first_red": 2, "dice.red": 3})
    table.swim("1 ~ ~", "single calm")
    assert table.red.rolling == 3
    table.flee("1 ~", "single calm calm")
    assert table.red.rolling == 3


def test_other_tastes() -> None:
    """A shorter list of meals is a shark that leaves some swimmers alone."""
    table = Script(begins=1, rules={"meals.single": [[3], [1]]})
    table.swim("3 2 1", "single")
    assert table.scores == [3, 0]
    table.swim("2 2", "single")
    assert table.scores == [3, 12]


def test_the_option_leaves_other_lists_alone() -> None:
    """Without both a three and a one on the double fin's list there is nothing to swap."""
    table = Script(begins=1, rules={"meals.double": [[2], [3]], "double_fin_prefers": "one"})
    table.swim("3 1", "double")
    assert table.scores == [1, 0]


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"dice.least": 8}, "dice.least <= dice.start <= dice.blue"),
    ({"dice.start": 12}, "dice.least <= dice.start <= dice.blue"),
    ({"dice.blue": 6}, "dice.least <= dice.start <= dice.blue"),
    ({"dice.blue_faces": [3, 0, 0, 0]}, "at least one face with swimmers"),
    ({"dice.event_faces": [0, 0, 0]}, "'dice.event_faces' needs 3 numbers, not all of them 0"),
    ({"dice.blue_faces": [3, 1, 1]}, "'dice.blue_faces' needs 4 numbers"),
    ({"dice.red_faces": [3, 1, 1, 1, 1]}, "'dice.red_faces' needs 4 numbers"),
    ({"dice.event_faces": [2, 2]}, "'dice.event_faces' needs 3 numbers"),
    ({"dice.event_faces": []}, "'dice.event_faces' needs 3 numbers"),
    ({"flight.first_red": 5}, "'flight.first_red' cannot be more than dice.red"),
    ({"meals.single": [[1], [2], [3], [1, 1], [2, 1], [2, 2], [3, 1], [3, 2]]}, "'meals.single' takes up to 7 meals"),
    ({"meals.double": [[2], []]}, "'meals.double' takes up to 7 meals of at least one die each"),
    ({"meals.triple": [[4]]}, "'meals.triple' cannot be"),
    ({"target": 0}, "'target' cannot be 0: it must be a whole number from 1 to 1000"),
    ({"target": "high"}, "'target' cannot be 'high'"),
    ({"double_fin_prefers": "two"}, "it must be one of three, one"),
]


@pytest.mark.parametrize(("rules", "sentence"), IMPOSSIBLE)
def test_impossible_house_rules_are_refused(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRule) as refused:
        Match("shark-attacks", 2, rules)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_every_event_of_a_bloody_throw_is_told() -> None:
    """The biggest box there is: six triple fins at once eat eighteen dice, and each of them brings a sign."""
    box = {"dice.blue": 20, "dice.start": 20, "dice.red": 6, "signs.total": 20, "signs.limit": 20}
    table = Script(begins=1, rules=box | {"flight.first_red": 6})
    told = table.said(table.swim("1 " * 18 + "~", "triple " * 6))
    assert table.signs == [18, 0]
    assert sum("takes a sign" in line for line in told) == 18
