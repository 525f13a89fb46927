"""Act 1, the shark phase: what the shark does unseen, and what it has to announce."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jaws.island import EAST, NORTH, SOUTH, WATERS, WEST, Amity, ashore, at_sea
from undertow.core.errors import IllegalAction
from undertow.games.jaws.view import PadLine

BIRTHDAY = "Michael Brody's Birthday"
TOKENS = ["feeding frenzy", "evasive moves", "out of sight", "speed burst"]

NEIGHBOURS = {
    "1": "2 3 N 5",
    "2": "1 4 6 E",
    "3": "1 4 W 7",
    "4": "2 3 S 8",
    "5": "1 N W",
    "6": "2 N E",
    "7": "3 S W",
    "8": "4 E S",
    "N": "1 5 6",
    "E": "2 6 8",
    "S": "4 7 8",
    "W": "3 5 7",
}


def only(token: str) -> dict[str, Any]:
    """A shark with this one token: fewer plans for the crew to think of."""
    return {"act1.power_tokens": [token]}


def ended(eaten: int = 0) -> str:
    return f"Shark has ended its turn: {eaten} eaten so far."


def with_barrels(start: str, *spaces: str, rules: dict[str, Any] | None = None) -> Amity:
    """After a round in which barrels came to float in these spaces; the second round's event has come."""
    amity = Amity(start, rules)
    amity.round(NORTH)
    for space in spaces:  # a launch a round would take a while
        amity.state.shop -= 1
        amity.state.floating[WATERS.index(space)] += 1
    amity.event(SOUTH)
    return amity


# Actions -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", WATERS)
def test_the_shark_moves_to_adjacent_water(space: str) -> None:
    """The borders of the printed board: corners are diagonal and the shop is land, so neither is beside it."""
    amity = at_sea(space)
    assert set(amity.legal("shark", "move")) == {f"move {other}" for other in NEIGHBOURS[space].split()}


def test_there_are_twenty_borders_in_the_water() -> None:
    pairs = {frozenset((space, other)) for space, others in NEIGHBOURS.items() for other in others.split()}
    assert len(pairs) == 20
    for diagonal in ("1 6", "2 N", "1 W", "3 5", "2 8", "4 E", "3 S", "4 7"):
        assert frozenset(diagonal.split()) not in pairs


def test_three_actions_and_no_more() -> None:
    amity = at_sea("N")
    amity.plans("eat, move 1, move N")
    assert amity.hunter.actions == 0
    assert not any(action.startswith(("move", "eat")) for action in amity.legal("shark"))


@pytest.mark.parametrize("turn", ["", "eat", "eat, eat", "eat, move 6, move N", "move 6, move N, eat"])
def test_up_to_three_in_any_order(turn: str) -> None:
    """The same action several times, both kinds in any order, or fewer than three, even none."""
    amity = ashore("N", shark=turn)
    assert amity.view.phase == "crew turn"
    assert amity.view.eaten == turn.count("eat")


def test_the_shark_eats_in_its_own_space_only() -> None:
    """One swimmer for an action, as long as somebody it has not eaten in this turn is there."""
    amity = at_sea("1")
    assert amity.legal("shark", "eat") == []
    amity.plans("move N, eat")
    assert amity.legal("shark", "eat") == ["eat"]
    amity = at_sea("E")
    assert amity.swimmers == "2 1 1 2"
    amity.plans("eat")
    assert amity.legal("shark", "eat") == []


def test_an_empty_beach_feeds_nobody() -> None:
    amity = at_sea("S", card="Holiday Roast")
    assert amity.swimmers == "1 1 0 2"
    assert amity.legal("shark", "eat") == []


def test_only_the_shark_acts_in_its_phase() -> None:
    amity = at_sea()
    assert amity.match.to_act == ("shark",)
    with pytest.raises(IllegalAction, match="cannot act now"):
        amity.does("quint", "move 4")


def test_michael_is_one_action_and_two_slots() -> None:
    """Ruling: eating him takes one action; he counts twice on the track and leaves the board."""
    amity = at_sea("W", card=BIRTHDAY)
    assert amity.legal("shark", "eat") == ["eat Michael"]
    told = amity.shark("eat Michael")
    assert told == ["Michael Brody eaten at the west beach!", ended(2)]
    assert amity.sea.michael is None
    assert amity.sea.supply == 11


def test_michael_and_a_swimmer_of_one_beach() -> None:
    amity = Amity("N")
    amity.round(NORTH)
    amity.event(BIRTHDAY, "Michael at W")
    amity.shark("move 5, move W")
    amity.rest()
    amity.event("Holiday Roast")
    assert amity.legal("shark", "eat") == ["eat", "eat Michael"]
    assert amity.shark("eat, eat Michael")[0] == "1 swimmer and Michael Brody eaten at the west beach!"
    assert amity.view.eaten == 3


def test_ending_the_turn_is_offered_last() -> None:
    amity = at_sea("N")
    assert amity.legal("shark") == [
        *amity.legal("shark", "move"),
        "eat",
        *(f"play {token}" for token in TOKENS),
        "end turn",
    ]


# Nobody sees it ------------------------------------------------------------------------------------------------------


def test_nothing_is_seen_while_the_shark_plans() -> None:
    """Swimmers, track, tokens and log stay as they were until the turn is over."""
    amity = at_sea("N")
    seen, heard = amity.view, amity.heard
    amity.plans("play feeding frenzy, eat all, move 6")
    assert amity.view == seen
    assert amity.heard == heard
    assert amity.match.view("spectator") == seen
    assert amity.match.prompt("crew") == "Waiting for Shark."


def test_a_turn_of_moves_tells_nothing() -> None:
    """Neither where, nor how far, nor whether it moved at all."""
    assert at_sea("1").shark("move 2, move 4, move 8") == [ended()]
    assert at_sea("1").shark() == [ended()]


def test_the_tracker_pad_has_it_all() -> None:
    """For the shark alone: where it began, then round by round its spaces, its token and its meals."""
    amity = Amity("1", only("out of sight"))
    assert amity.hunter.pad == [PadLine(0, ["1"], None, 0), PadLine(1, [], None, 0)]
    amity.round(NORTH, shark="move N, eat, eat")
    amity.event(SOUTH)
    amity.plans("play out of sight, move 5, move 1")
    assert amity.hunter.pad == [
        PadLine(0, ["1"], None, 0),
        PadLine(1, ["N"], None, 2),
        PadLine(2, ["5", "1"], "out of sight", 0),
    ]
    assert amity.sea.shark is None
    assert amity.match.view("spectator").island.shark is None


def test_the_shark_sees_what_it_has_planned() -> None:
    amity = at_sea("N")
    amity.plans("eat, move 6, play speed burst")
    hunter = amity.hunter
    assert (hunter.place, hunter.actions, hunter.planned, hunter.played) == ("6", 1, {"N": 1}, "speed burst")
    assert hunter.tokens == TOKENS[:3]
    assert amity.match.prompt("shark") == (
        "Your turn: 1 action left, and a speed burst of up to 3 steps. No one sees what you plan."
    )


def test_in_the_middle_of_a_burst_whatever_ends_it_says_so() -> None:
    """The steps left are told; moving or eating in between would end the burst."""
    amity = at_sea("1")
    amity.plans("play speed burst")
    assert amity.match.label("shark", "burst N") == "Speed burst to N"
    assert amity.match.label("shark", "move N") == "Move to N"
    amity.plans("burst N")
    assert (amity.hunter.burst, amity.hunter.bursting) == (2, True)
    assert amity.match.prompt("shark").startswith("Your turn: 2 steps of your speed burst and 2 actions left.")
    assert amity.match.label("shark", "burst 6") == "Burst on to 6"
    assert amity.match.label("shark", "move 6") == "End the burst and move to 6"
    assert amity.match.label("shark", "eat") == "End the burst and eat a swimmer"
    amity.plans("eat")
    assert (amity.hunter.burst, amity.hunter.bursting) == (0, False)
    assert amity.match.label("shark", "move 6") == "Move to 6"


def test_the_sharks_own_log_tells_its_path() -> None:
    amity = at_sea("N", {**only("speed burst"), "act1.shark_actions": 2})
    before = len(amity.match.log("shark"))
    amity.shark("eat, play speed burst, burst 6, burst 2")
    assert amity.match.log("shark")[before:] == [
        "Shark eats at the north beach (1 there so far this turn).",
        "Shark plays speed burst.",
        "Shark bursts on to 6.",
        "Shark bursts on to 2.",
        "1 swimmer eaten at the north beach!",
        "Shark played a power token.",
        ended(1),
    ]


# Taking back ---------------------------------------------------------------------------------------------------------


def test_a_plan_can_be_taken_back_step_by_step() -> None:
    """Until the turn ends, down to its beginning, and the pad forgets what was taken back."""
    amity = at_sea("N")
    start = amity.match.view("shark")
    amity.plans("eat, play evasive moves, move 6, move 2")
    for _ in range(4):
        assert amity.match.can_undo("shark")
        amity.match.undo("shark")
    assert amity.match.view("shark") == start
    assert not amity.match.can_undo("shark")
    with pytest.raises(IllegalAction, match="cannot take anything back"):
        amity.match.undo("shark")


def test_taking_back_goes_unheard() -> None:
    amity = at_sea("N")
    seen, heard = amity.view, amity.heard
    amity.plans("eat, eat")
    amity.match.undo("shark")
    assert (amity.view, amity.heard) == (seen, heard)
    amity.plans("move 1")
    assert amity.hunter.pad[1] == PadLine(1, ["1"], None, 1)


def test_nothing_is_taken_back_after_the_turn() -> None:
    """The announcement stands, whether the crew has begun or not."""
    amity = ashore("N", shark="eat")
    assert not amity.match.can_undo("shark")
    amity.does("quint", "move 4")
    assert not amity.match.can_undo("shark")


def test_the_turn_before_is_never_taken_back() -> None:
    amity = Amity("N")
    amity.round(NORTH, shark="eat")
    amity.event("Mayor Vaughn Steps In", "clear W")
    assert not amity.match.can_undo("shark")
    amity.plans("move 1")
    amity.match.undo("shark")
    assert not amity.match.can_undo("shark")


# Swimmers eaten ------------------------------------------------------------------------------------------------------


def test_swimmers_eaten_are_told_by_beach() -> None:
    """How many at which beach; they leave the board for the supply, and the track goes up by as many."""
    amity = at_sea("N")
    supply = amity.sea.supply
    assert amity.shark("eat, eat") == ["2 swimmers eaten at the north beach!", ended(2)]
    assert amity.swimmers == "0 1 1 2"
    assert amity.sea.supply == supply + 2
    assert (amity.view.eaten, amity.sea.eaten) == (2, 2)


def test_two_beaches_in_one_turn() -> None:
    """The order of the beaches is always the same, whichever came first."""
    amity = at_sea("E", only("speed burst"))
    assert amity.shark("eat, play speed burst, burst 6, burst N, eat") == [
        "1 swimmer eaten at the north beach!",
        "1 swimmer eaten at the east beach!",
        "Shark played a power token.",
        ended(2),
    ]


# Motion sensors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["move 2", "move 2, move 1", "move 3, move 1, move 2", "move 2, move 4"])
def test_being_with_a_floating_barrel_triggers_it(turn: str) -> None:
    """Passing through is enough, and so is staying; once or more often is the same."""
    amity = with_barrels("1", "2")
    assert amity.shark(turn) == ["Motion sensors: something passed 2.", ended()]


@pytest.mark.parametrize("turn", ["", "move 1", "move 4, move 3"])
def test_the_space_it_begins_in_counts(turn: str) -> None:
    """Ruling: being there at any moment of the turn, the first one included."""
    amity = with_barrels("2", "2")
    assert amity.shark(turn) == ["Motion sensors: something passed 2.", ended()]


def test_elsewhere_no_sensor_is_triggered() -> None:
    amity = with_barrels("1", "2", "4")
    assert amity.shark("move 3, move W") == [ended()]


@pytest.mark.parametrize(("start", "turn"), [("1", "move 2, move 4"), ("8", "move 4, move 2"), ("2", "move 4")])
def test_several_sensors_are_told_without_order(start: str, turn: str) -> None:
    """Which came first, and whether before or after a meal, is not said."""
    amity = with_barrels(start, "4", "2")
    assert amity.shark(turn) == ["Motion sensors: something passed 2 and 4.", ended()]


def test_a_meal_and_a_sensor_are_told_in_a_fixed_order() -> None:
    before = with_barrels("5", "5", "N")
    after = with_barrels("N", "5", "N")
    words = ["1 swimmer eaten at the north beach!", "Motion sensors: something passed 5 and N.", ended(1)]
    assert before.shark("move N, eat") == words
    assert after.shark("eat, move 5") == words


def test_two_barrels_in_one_space_are_one_sensor_space() -> None:
    """Any number of barrels may float in a space."""
    amity = with_barrels("1", "2", "2")
    assert amity.sea.floating == {"2": 2}
    assert amity.shark("move 2") == ["Motion sensors: something passed 2.", ended()]


def test_barrels_at_docks_and_on_boats_never_notice() -> None:
    """Ruling: Quint's two lie on the Orca in 8, another one at the dock in 5."""
    amity = Amity("4")
    amity.round(NORTH, brody="move Shop, take barrel from shop, move 5, drop barrel")
    amity.event(SOUTH)
    assert amity.shark("move 8") == [ended()]
    amity = Amity("1")
    amity.round(NORTH, brody="move Shop, take barrel from shop, move 5, drop barrel")
    amity.event(SOUTH)
    assert amity.shark("move 5") == [ended()]


def test_a_launched_barrel_listens_from_the_next_round_on() -> None:
    amity = Amity("1")
    amity.round(NORTH, quint="launch 4")
    assert amity.sea.floating == {"4": 1}
    amity.event(SOUTH)
    assert amity.shark("move 3, move 4") == ["Motion sensors: something passed 4.", ended()]


# Power tokens --------------------------------------------------------------------------------------------------------


def test_four_tokens_one_a_round_each_once() -> None:
    amity = at_sea("1", {"act1.power_tokens": ["evasive moves", "out of sight"]})
    assert amity.legal("shark", "play") == ["play evasive moves", "play out of sight"]
    amity.plans("play out of sight")
    assert amity.legal("shark", "play") == []
    amity.shark()
    amity.rest()
    amity.event(SOUTH)
    assert amity.legal("shark", "play") == ["play evasive moves"]
    assert amity.hunter.tokens == ["evasive moves"]


def test_the_four_tokens() -> None:
    amity = at_sea()
    assert amity.hunter.tokens == TOKENS
    assert amity.legal("shark", "play") == [f"play {token}" for token in TOKENS]


@pytest.mark.parametrize("token", TOKENS)
def test_that_a_token_was_played_is_told_not_which(token: str) -> None:
    """It lies face down: the same words and the same table for each of them; playing costs no action."""
    amity = at_sea("1", only(token))
    amity.plans(f"play {token}")
    assert amity.hunter.actions == 3
    assert amity.shark() == ["Shark played a power token.", ended()]
    assert (amity.sea.tokens_left, amity.sea.token_in_play) == (0, True)
    amity.rest()
    assert (amity.sea.tokens_left, amity.sea.token_in_play) == (0, False)


def test_a_token_may_be_played_at_any_time_in_the_turn() -> None:
    """Also when no action is left."""
    amity = at_sea("1")
    amity.plans("move 2, move 4, move 8")
    assert amity.legal("shark", "play") == [f"play {token}" for token in TOKENS]


# Feeding frenzy


def test_feeding_frenzy_eats_all_for_one_action() -> None:
    amity = at_sea("N", only("feeding frenzy"))
    assert "eat all" not in amity.legal("shark")
    amity.plans("play feeding frenzy, eat all")
    assert (amity.hunter.actions, amity.hunter.planned) == (2, {"N": 2})
    assert amity.shark() == ["2 swimmers eaten at the north beach!", "Shark played a power token.", ended(2)]
    assert amity.swimmers == "0 1 1 2"


def test_feeding_frenzy_eats_the_rest_too() -> None:
    """The swimmers it has eaten one by one before are not eaten again."""
    amity = Amity("N", only("feeding frenzy"))
    amity.round(NORTH)
    amity.event(EAST)
    assert amity.swimmers == "4 3 2 3"
    amity.shark("eat, play feeding frenzy, eat all")
    assert amity.view.eaten == 4


def test_feeding_frenzy_takes_michael_as_two() -> None:
    """Ruling: all in the space, Michael with them."""
    amity = Amity("W", only("feeding frenzy"))
    amity.round(NORTH)
    amity.event(BIRTHDAY, "Michael at W")
    told = amity.shark("play feeding frenzy, eat all")
    assert told[0] == "2 swimmers and Michael Brody eaten at the west beach!"
    assert amity.view.eaten == 4
    assert amity.sea.michael is None


def test_the_frenzy_is_over_with_the_round() -> None:
    amity = Amity("N", only("feeding frenzy"))
    amity.round(NORTH, shark="play feeding frenzy")
    amity.event(EAST)
    assert amity.legal("shark", "eat") == ["eat"]


# Evasive moves


@pytest.mark.parametrize("turn", ["play evasive moves, move 2", "move 2, play evasive moves", "play evasive moves"])
def test_evasive_moves_trigger_nothing(turn: str) -> None:
    """In the whole round, also where it was before the token was played and where it began."""
    amity = with_barrels("1", "1", "2", rules=only("evasive moves"))
    assert amity.shark(turn) == ["Shark played a power token.", ended()]


def test_evasive_moves_last_one_round() -> None:
    amity = with_barrels("1", "2", rules=only("evasive moves"))
    amity.shark("play evasive moves, move 2")
    amity.rest()
    amity.event(WEST)
    assert amity.shark() == ["Motion sensors: something passed 2.", ended()]


# Out of sight


def test_out_of_sight_answers_no_to_both_searches() -> None:
    """Neither binoculars nor fish finder find it, though it is there."""
    amity = ashore("W", only("out of sight"), shark="play out of sight")
    assert amity.does("brody", "move W, binoculars")[-1] == "Brody looks through the binoculars in W: nothing."
    amity.brody()
    assert amity.does("hooper", "move W, fish finder")[-1] == "Hooper's fish finder in W: not there or nearby."
    assert amity.sea.seen is None


def test_out_of_sight_hides_what_is_nearby_too() -> None:
    amity = ashore("1", only("out of sight"), shark="play out of sight")
    assert amity.does("hooper", "fish finder") == ["Hooper's fish finder in 5: not there or nearby."]


def test_out_of_sight_does_not_stop_a_barrel() -> None:
    amity = ashore("4", only("out of sight"), shark="play out of sight")
    assert amity.does("quint", "launch 4") == ["Quint launches a barrel into 4: hit! 1 barrel on Shark."]


def test_out_of_sight_is_gone_after_the_round_used_or_not() -> None:
    amity = ashore("1", only("out of sight"), shark="play out of sight")
    amity.rest()
    amity.event(SOUTH)
    amity.shark()
    assert amity.does("hooper", "fish finder") == ["Hooper's fish finder in 5: nearby."]


# Speed burst


def test_a_speed_burst_is_three_spaces_for_one_action() -> None:
    """Five spaces in a turn: three for one action, then one for each of the two others."""
    amity = at_sea("1")
    amity.plans("play speed burst, burst 2, burst 4, burst 8")
    assert (amity.hunter.place, amity.hunter.actions) == ("8", 2)
    assert amity.legal("shark", "burst") == []
    amity.plans("move E, move 6")
    assert amity.legal("shark") == ["end turn"]


def test_a_burst_may_be_shorter_and_happens_once() -> None:
    """Up to three; whatever else it does ends the burst."""
    amity = at_sea("1")
    amity.plans("play speed burst, burst N")
    assert amity.legal("shark", "burst") == ["burst 1", "burst 5", "burst 6"]
    amity.plans("eat")
    assert amity.legal("shark", "burst") == []
    assert amity.hunter.actions == 1


def test_a_plain_move_ends_a_burst() -> None:
    amity = at_sea("1")
    amity.plans("play speed burst, burst 2, move 4")
    assert (amity.legal("shark", "burst"), amity.hunter.actions) == ([], 1)


def test_a_burst_can_wait_for_another_action() -> None:
    """Played now, used later in the turn; with no action left it cannot begin."""
    amity = at_sea("N")
    amity.plans("play speed burst, eat, move 6, burst 2, burst 4, burst S")
    assert (amity.hunter.place, amity.hunter.actions) == ("S", 0)
    amity = at_sea("N")
    amity.plans("play speed burst, eat, eat, move 6")
    assert amity.legal("shark") == ["end turn"]


def test_a_burst_goes_on_without_actions_left() -> None:
    amity = at_sea("N")
    amity.plans("play speed burst, eat, eat, burst 6")
    assert amity.hunter.actions == 0
    assert amity.legal("shark", "burst") == ["burst 2", "burst N", "burst E"]


def test_a_burst_triggers_sensors_on_its_way() -> None:
    amity = with_barrels("1", "2", "4", rules={**only("speed burst"), "act1.shark_actions": 1})
    told = amity.shark("play speed burst, burst 2, burst 4, burst 8")
    assert told == ["Motion sensors: something passed 2 and 4.", "Shark played a power token.", ended()]


def test_a_burst_is_gone_with_its_round() -> None:
    amity = Amity("1", {**only("speed burst"), "act1.shark_actions": 1})
    amity.round(NORTH, shark="play speed burst")
    amity.event(SOUTH)
    assert amity.legal("shark", "burst") == []


# Counting on the pad --------------------------------------------------------------------------------------------------


def test_the_pad_counts_swimmers_in_a_frenzy() -> None:
    amity = at_sea("N")
    amity.plans("play feeding frenzy, eat all")
    assert amity.hunter.pad[1] == PadLine(1, [], "feeding frenzy", 2)


def test_the_pad_counts_michael_as_two() -> None:
    amity = at_sea("W", card=BIRTHDAY)
    amity.plans("eat Michael")
    assert amity.hunter.pad[1].ate == 2


def test_michael_is_in_the_plan() -> None:
    amity = at_sea("W", card=BIRTHDAY)
    amity.plans("eat Michael")
    assert (amity.hunter.planned, amity.hunter.ate_michael) == ({}, True)


def test_michael_is_not_counted_at_the_next_beach() -> None:
    amity = at_sea("W", card=BIRTHDAY)
    amity.plans("eat Michael, play speed burst, burst 5, burst N, eat")
    assert amity.match.log("shark")[-1] == "Shark eats at the north beach (1 there so far this turn)."
