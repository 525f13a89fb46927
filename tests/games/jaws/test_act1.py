"""Act 1: the table, the rounds, both endings, the passage to Act 2, who knows what, and house rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jaws import golden_act1
from tests.games.jaws.island import CREW, EAST, NORTH, SOUTH, WATERS, WEST, Amity, ashore, at_sea
from undertow.core.errors import HouseRule, IllegalAction, UndertowError
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.games.jaws.view import PadLine

BIRTHDAY = "Michael Brody's Birthday"
MAYOR = "Mayor Vaughn Steps In"
BEN = "Ben Gardner's Boat"
HELICOPTER = "Helicopter"

FED = "the shark has eaten its fill of swimmers"
CAUGHT = "with the barrels on it the shark can no longer dive"
LONG = "the season is over, and the shark is still hungry"


def six_eaten(variant: str = "act1") -> Amity:
    """Three rounds in which a shark at the north beach eats two of the two who come; a fourth event brings two more."""
    amity = Amity("N", variant=variant)
    amity.round(NORTH, shark="eat, eat")
    amity.round(BEN, shark="eat, eat")
    amity.round(MAYOR, "clear S", shark="eat, eat")
    amity.event(HELICOPTER, "stay")
    assert amity.view.eaten == 6
    return amity


def one_barrel(variant: str = "act1") -> Amity:
    """A shark in 4 with a barrel on it, in the crew phase of the second round."""
    amity = Amity("4", variant=variant)
    amity.round(NORTH, quint="launch 4")
    assert amity.sea.on_shark == 1
    amity.event(SOUTH)
    amity.shark()
    return amity


# The table -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3, 4])
def test_always_four_seats_and_two_sides(people: int) -> None:
    """With fewer than four people somebody of the crew has several seats; the crew knows the same things together."""
    match = Match("jaws", people, {"variant": "act1"})
    assert match.seats == ("shark", "quint", "brody", "hooper")
    assert match.setup.sides == ("shark", "crew", "crew", "crew")
    assert match.viewers == ("shark", "crew", "spectator")


@pytest.mark.parametrize("people", [1, 5])
def test_two_to_four_people(people: int) -> None:
    with pytest.raises(HouseRule, match="JAWS is for 2 to 4 players"):
        Match("jaws", people)


def test_fifteen_swimmers_and_michael_in_the_supply() -> None:
    """Sixteen tokens, one of them Michael; nobody swims yet."""
    amity = Amity()
    assert (amity.sea.supply, amity.swimmers, amity.sea.michael) == (15, "0 0 0 0", None)


def test_eight_barrels_two_on_the_orca() -> None:
    """The other six lie in the shop."""
    amity = Amity()
    assert [amity.sailor(seat).barrels for seat in CREW] == [2, 0, 0]
    assert (amity.sea.shop, amity.sea.docks, amity.sea.floating, amity.sea.on_shark) == (6, {"5": 0, "8": 0}, {}, 0)


def test_where_the_crew_begins() -> None:
    """Quint at the eastern dock, Hooper at the western one, Brody at Amity P.D., on the printed board in 7."""
    assert Amity().places == "8 7 5"


def test_every_beach_is_open_and_the_track_at_nought() -> None:
    amity = Amity()
    assert (amity.sea.closed, amity.view.eaten, amity.sea.track_end) == (None, 0, 7)
    assert Amity(variant="full").sea.track_end == 9


def test_the_shark_hides_first() -> None:
    """In any of the twelve spaces with water; nothing happens before."""
    match = Match("jaws", 2, {"variant": "act1"}, auto_chance=False)
    assert match.to_act == ("shark",)
    assert match.legal("shark") == [f"lurk {space}" for space in WATERS]
    assert match.legal("quint") == []
    assert match.prompt("shark") == "Where do you begin? No one sees it."


@pytest.mark.parametrize("space", WATERS)
def test_the_shark_begins_where_it_likes(space: str) -> None:
    """It writes the space on its pad; the others hear only that it is there somewhere."""
    amity = Amity(space)
    assert amity.hunter.place == space
    assert amity.hunter.pad[0] == PadLine(0, [space], None, 0)
    assert amity.heard == ["Shark is hiding somewhere in the water.", "Act 1, round 1."]
    assert amity.match.log("shark")[0] == f"Shark begins in {space}."
    assert amity.sea.shark is None


def test_the_shark_has_four_secret_tokens() -> None:
    """The crew sees how many are left, not which."""
    amity = Amity()
    assert (amity.sea.tokens_left, amity.sea.token_in_play) == (4, False)
    assert amity.hunter.tokens == ["feeding frenzy", "evasive moves", "out of sight", "speed burst"]


# A round -------------------------------------------------------------------------------------------------------------


def test_event_then_shark_then_crew() -> None:
    amity = Amity()
    for number, card in enumerate((NORTH, SOUTH), start=1):
        assert (amity.view.phase, amity.match.to_act, amity.view.round) == ("event", ("chance",), number)
        amity.event(card)
        assert (amity.view.phase, amity.match.to_act) == ("shark turn", ("shark",))
        amity.shark()
        assert (amity.view.phase, amity.match.to_act) == ("crew turn", CREW)
        amity.rest()


def test_nothing_is_offered_out_of_turn() -> None:
    amity = at_sea()
    door, position = amity.match.game.door, amity.match.position
    room = amity.match.setup.room_for_actions()
    offered = [door.offers(amity.match.setup.box, position.states, seat, room) for seat in range(4)]
    assert offered == [len(amity.legal("shark")), 0, 0, 0]


def test_a_played_token_leaves_with_its_round() -> None:
    amity = Amity(rules={"act1.power_tokens": ["out of sight", "feeding frenzy"]})
    amity.event(NORTH)
    amity.shark("play out of sight")
    during = amity.hunter
    amity.rest()
    after = amity.hunter
    assert (during.played, during.tokens) == ("out of sight", ["feeding frenzy"])
    assert (after.played, after.tokens) == (None, ["feeding frenzy"])


# How it ends, alone --------------------------------------------------------------------------------------------------


def test_seven_eaten_and_the_shark_wins() -> None:
    """With six it goes on; with the seventh it is over at once, before the crew acts."""
    amity = six_eaten()
    assert not amity.match.over
    amity.shark("eat")
    assert amity.match.over
    assert amity.match.to_act == ()
    assert amity.result.winners == ("Shark",)
    assert str(amity.result) == f"Shark wins: {FED}"
    assert amity.result.shares == {"shark": 1, "quint": 0, "brody": 0, "hooper": 0}
    assert amity.heard[-3:] == [
        "Shark has ended its turn: 7 eaten so far.",
        f"Act 1 is over, 7 eaten: {FED}.",
        f"Shark wins: {FED}.",
    ]
    assert (amity.view.winner, amity.view.phase) == ("shark", "over")


def test_more_than_seven_wins_too() -> None:
    amity = six_eaten()
    amity.shark("eat, eat")
    assert amity.result.winners == ("Shark",)


def test_the_eighth_swimmer_is_counted() -> None:
    """Seven or more: six and two are eight, on the track, in the log and in the result."""
    amity = six_eaten()
    amity.shark("eat, eat")
    assert amity.result.scores["shark"] == 8
    assert amity.sea.eaten == 8
    assert amity.heard[-2] == f"Act 1 is over, 8 eaten: {FED}."


def test_the_track_ends_with_nine() -> None:
    """Also where seven win: there is no tenth slot."""
    amity = six_eaten()
    amity.state.eaten = 8
    amity.shark("eat, eat")
    assert amity.result.scores["shark"] == 9


def test_the_second_barrel_and_the_crew_wins() -> None:
    """At once, with actions left and two of the crew still to go."""
    amity = one_barrel()
    assert not amity.match.over
    amity.does("quint", "launch 4")
    assert amity.match.over
    assert amity.match.to_act == ()
    assert amity.result.winners == ("Quint", "Brody", "Hooper")
    assert str(amity.result) == f"Quint and Brody and Hooper win: {CAUGHT}"
    assert amity.result.shares == {"shark": 0, "quint": 1, "brody": 1, "hooper": 1}
    assert amity.result.scores == {"shark": 0, "quint": 2, "brody": 2, "hooper": 2}
    assert amity.heard[-3:] == [
        "Quint launches a barrel into 4: hit! 2 barrels on Shark.",
        f"Act 1 is over, 0 eaten: {CAUGHT}.",
        f"The crew wins: {CAUGHT}.",
    ]
    assert amity.view.winner == "crew"


def test_one_barrel_is_not_enough() -> None:
    amity = one_barrel()
    amity.does("quint", "launch 8")
    assert not amity.match.over
    assert amity.sea.floating == {"8": 1}


def test_when_it_is_over_nothing_can_be_done() -> None:
    amity = one_barrel()
    amity.does("quint", "launch 4")
    with pytest.raises(IllegalAction, match="the match is over"):
        amity.does("brody", "end turn")
    assert not amity.match.can_undo("quint")


def test_nobody_hides_for_ever() -> None:
    """Ours: after so many rounds the season is over, and the crew has won."""
    assert find_game("jaws").entries["act1.round_limit"].source == "ours"
    amity = Amity(rules={"act1.round_limit": 2})
    amity.round(NORTH)
    assert not amity.match.over
    amity.round(SOUTH)
    assert str(amity.result) == f"Quint and Brody and Hooper win: {LONG}"
    assert amity.heard[-2] == f"Act 1 is over, 0 eaten: {LONG}."


def test_sixty_rounds_at_most() -> None:
    entry = find_game("jaws").entries["act1.round_limit"]
    assert (entry.value, entry.limits) == (60, (1, 60))


# From Act 1 to Act 2 -------------------------------------------------------------------------------------------------


def test_with_both_acts_seven_is_not_the_end() -> None:
    amity = six_eaten("full")
    amity.shark("eat, eat")
    assert (amity.view.act, amity.view.eaten) == (1, 8)


def test_nine_eaten_and_the_orca_sails() -> None:
    """At once: the crew does not act any more on the island."""
    amity = six_eaten("full")
    amity.shark("eat, eat")
    amity.rest()
    amity.event("Frank Silva, Harbor Master")
    told = amity.shark("eat")
    assert told == [
        "1 swimmer eaten at the north beach!",
        "Shark has ended its turn: 9 eaten so far.",
        f"Act 1 is over, 9 eaten: {FED}.",
        "Shark gets 9 ability cards, the crew 4 gear cards.",
    ]
    assert (amity.view.act, amity.view.island, amity.match.over) == (2, None, False)


def test_eight_and_michael_are_nine() -> None:
    """Ruling: the track ends there."""
    amity = Amity("W", variant="full")
    amity.event(BIRTHDAY)
    amity.state.eaten = 8
    assert amity.shark("eat Michael")[-2] == f"Act 1 is over, 9 eaten: {FED}."


@pytest.mark.parametrize("eaten", [0, 1, 5, 8])
def test_cards_by_swimmers_eaten(eaten: int) -> None:
    """More eaten, more cards for the shark and fewer for the crew: as many as were eaten, and thirteen less those."""
    amity = one_barrel("full")
    amity.state.eaten = eaten
    told = amity.does("quint", "launch 4")
    shark, crew = eaten, 13 - eaten
    plural = "" if shark == 1 else "s"
    assert told[-2:] == [
        f"Act 1 is over, {eaten} eaten: {CAUGHT}.",
        f"Shark gets {shark} ability card{plural}, the crew {crew} gear cards.",
    ]
    assert (amity.view.act, amity.view.eaten) == (2, eaten)
    assert amity.match.to_act == ("chance",)


def test_a_long_hunt_leads_to_act_2_as_well() -> None:
    amity = Amity(rules={"act1.round_limit": 1}, variant="full")
    amity.round(NORTH)
    assert amity.view.act == 2
    assert amity.heard[-2:] == [
        f"Act 1 is over, 0 eaten: {LONG}.",
        "Shark gets 0 ability cards, the crew 13 gear cards.",
    ]


def test_the_path_stays_secret_in_act_2() -> None:
    """The match is not over, so the crew has heard no more than it was told."""
    amity = Amity("1", {"act1.round_limit": 1}, variant="full")
    amity.event(NORTH)
    amity.shark("move N, eat")
    amity.rest()
    assert amity.view.act == 2
    for viewer in ("crew", "spectator"):
        assert not any(line.startswith(("Shark begins", "Shark swims")) for line in amity.match.log(viewer))
    assert amity.state.shark.place == 0
    assert amity.state.shark.tokens == 0


# Who knows what ------------------------------------------------------------------------------------------------------


def test_the_crew_hears_only_what_is_announced() -> None:
    """A whole first round, line by line, as the crew hears it and as the shark does."""
    amity = Amity("1", {"act1.power_tokens": ["evasive moves"]})
    amity.round(NORTH, shark="move N, play evasive moves, eat, move 6", quint="launch 4", hooper="move N, fish finder")
    assert amity.heard == [
        "Shark is hiding somewhere in the water.",
        "Act 1, round 1.",
        "Event: Shark Alert! in the north. If 3 or fewer have been eaten, extra swimmers come.",
        "Swimmers arrive: 2 at the north beach, 1 at the east beach, 1 at the south beach, 2 at the west beach.",
        "1 swimmer eaten at the north beach!",
        "Shark played a power token.",
        "Shark has ended its turn: 1 eaten so far.",
        "Quint launches a barrel into 4: it floats and listens.",
        "Quint is done.",
        "Brody is done.",
        "Hooper moves to N.",
        "Hooper's fish finder in N: nearby.",
        "Hooper is done.",
        "Act 1, round 2.",
    ]
    assert amity.match.log("spectator") == amity.heard
    private = [line for line in amity.match.log("shark") if line not in amity.heard]
    assert private == [
        "Shark begins in 1.",
        "Shark swims to N.",
        "Shark plays evasive moves.",
        "Shark eats at the north beach (1 there so far this turn).",
        "Shark swims to 6.",
    ]


def test_when_it_is_over_everybody_hears_the_whole_path() -> None:
    """In the story of the match; what each of them heard stays what they heard."""
    amity = Amity("1")
    amity.round(NORTH, shark="move 2, move 4", quint="launch 4")
    amity.event(SOUTH)
    amity.shark("move 8")
    before = {viewer: amity.match.log(viewer) for viewer in amity.match.viewers}
    assert amity.match.story() == []
    told = amity.does("quint", "launch 8")
    assert [line for line in amity.match.story() if line.startswith(("Shark begins", "Shark swims"))] == [
        "Shark begins in 1.",
        "Shark swims to 2.",
        "Shark swims to 4.",
        "Shark swims to 8.",
    ]
    for viewer in amity.match.viewers:
        assert amity.match.log(viewer) == before[viewer] + told
    assert amity.match.story() == amity.match.log("shark")
    hunter = amity.sea.shark
    assert hunter is not None
    assert (hunter.place, len(hunter.tokens)) == ("8", 4)


def test_the_pad_stays_with_the_shark() -> None:
    """Round by round, also when the match is over."""
    amity = Amity("1")
    amity.round(NORTH, shark="move 2, move 4", quint="launch 4")
    amity.event(SOUTH)
    amity.shark("move 8")
    amity.does("quint", "launch 8")
    assert amity.hunter.pad == [
        PadLine(0, ["1"], None, 0),
        PadLine(1, ["2", "4"], None, 0),
        PadLine(2, ["8"], None, 0),
    ]


def test_nobody_knows_where_the_shark_begins() -> None:
    """Each of the twelve spaces is as likely, and each token still there."""
    amity = Amity("E", secret=True)
    for viewer in ("crew", "spectator"):
        hunt = amity.match.beliefs(viewer).hunt
        assert hunt.places == {space: pytest.approx(1 / 12) for space in WATERS}
        assert list(hunt.tokens.values()) == pytest.approx([1.0] * 4)


def test_what_the_crew_can_conclude() -> None:
    """A meal places the shark within two moves of the beach; the fish finder says where it is not."""
    amity = Amity("N", secret=True)
    amity.event(NORTH)
    amity.shark("eat, eat")
    places = amity.match.beliefs("crew").hunt.places
    assert {space for space, odds in places.items() if odds > 0} == {"N", "1", "5", "6"}
    amity.does("hooper", "fish finder")
    assert amity.heard[-1].endswith("nearby.")
    places = amity.match.beliefs("crew").hunt.places
    assert {space for space, odds in places.items() if odds > 0} == {"N", "1"}
    assert sum(places.values()) == pytest.approx(1.0)


def test_found_is_found() -> None:
    amity = Amity("5", secret=True)
    amity.event(NORTH)
    amity.shark()
    amity.does("hooper", "fish finder")
    assert amity.match.beliefs("crew").hunt.places["5"] == pytest.approx(1.0)


# The printed board and other boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("office", "start"), [("6", "6"), ("6", "7"), ("7", "6"), ("7", "7")])
def test_brody_may_begin_as_the_sheets_say(office: str, start: str) -> None:
    """The sheets print 6 for Amity P.D., the board has it in 7: a house rule settles it; both places close beaches."""
    amity = ashore(
        card="Holiday Roast",
        rules={
            "island.amity_pd": office,
            "island.mayors_office": "7" if office == "6" else "6",
            "island.brody_start": start,
        },
    )
    assert amity.sailor("brody").space == start
    assert amity.legal("brody", "close") == ["close S"]


def test_the_labels_of_the_printed_board() -> None:
    """Read off the board, where the sheets err."""
    entries = find_game("jaws").entries
    for key, space in (("amity_pd", "7"), ("brody_start", "7"), ("mayors_office", "6")):
        assert (entries[f"island.{key}"].value, entries[f"island.{key}"].source) == (space, "found")


def test_offices_elsewhere() -> None:
    amity = ashore(card="Holiday Roast", rules={"island.amity_pd": "5", "island.mayors_office": "W"})
    assert amity.legal("brody", "close") == []
    amity.does("brody", "move 5")
    assert amity.legal("brody", "close") == ["close S"]
    amity.does("brody", "move W")
    assert amity.legal("brody", "close") == ["close S"]


def test_another_sea() -> None:
    """Shark, boats, barrels and fish finder all follow the borders of the house."""
    borders = ["1-5", "5-8", "8-N", "N-E", "E-2", "2-3", "3-4", "4-6", "6-7", "7-S", "S-W"]
    amity = at_sea("1", {"island.water": borders})
    assert amity.legal("shark", "move") == ["move 5"]
    amity.shark()
    assert amity.legal("hooper", "move") == ["move 1", "move 8", "move N"]
    assert amity.legal("quint", "move") == ["move 5", "move N"]
    assert set(amity.legal("quint", "launch")) == {"launch 8", "launch 5", "launch N"}
    assert amity.does("hooper", "fish finder") == ["Hooper's fish finder in 5: nearby."]


def test_another_land() -> None:
    """Brody walks, and flies, to what has land."""
    amity = Amity(rules={"island.land": [f"Shop-{space}" for space in (*"5678NESW", "1")]})
    amity.event(HELICOPTER)
    assert set(amity.legal("brody")) == {"stay", *(f"fly {space}" for space in (*"1568NESW", "Shop"))}
    amity.match.play("brody", "stay")
    amity.shark()
    assert amity.legal("brody", "move") == ["move Shop"]


def test_other_docks_and_moorings() -> None:
    rules = {"island.docks": ["N", "W"], "island.quint_start": "N", "island.hooper_start": "W"}
    amity = Amity(rules=rules)
    assert amity.places == "N 7 W"
    amity.event("Caught the Wrong Shark")
    assert amity.match.label("quint", "dock W") == "Go to the dock in W"
    amity.match.play("quint", "dock N")
    assert amity.places == "N N N"
    assert set(amity.sea.docks) == {"N", "W"}


# Other numbers -------------------------------------------------------------------------------------------------------


def test_other_numbers_of_actions() -> None:
    amity = Amity(rules={"act1.shark_actions": 1, "act1.crew_actions": 2})
    amity.event(NORTH)
    assert amity.hunter.actions == 1
    amity.shark("move 2")
    assert [amity.sailor(seat).actions for seat in CREW] == [2, 2, 2]
    amity.rest()
    amity.event("Caught the Wrong Shark", "dock 5")
    assert amity.hunter.actions == 2


def test_the_wrong_shark_adds_to_what_the_box_says() -> None:
    """One action more than the shark has otherwise, however many that are."""
    for actions, more in ((1, 1), (2, 1), (3, 1), (4, 1), (3, 2), (3, 0)):
        amity = Amity(rules={"act1.shark_actions": actions, "act1.wrong_shark_more": more})
        amity.event("Caught the Wrong Shark", "dock 8")
        assert amity.hunter.actions == actions + more


def test_a_slower_and_a_faster_hooper() -> None:
    assert ashore(rules={"act1.hooper_steps": 1}).legal("hooper", "move") == ["move 1", "move N", "move W"]
    assert len(ashore(rules={"act1.hooper_steps": 3}).legal("hooper", "move")) == 10


def test_another_michael() -> None:
    amity = at_sea("W", {"act1.michael_counts": 3}, card=BIRTHDAY)
    amity.shark("eat Michael")
    assert amity.view.eaten == 3


def test_one_barrel_may_be_enough() -> None:
    amity = ashore("4", {"act1.barrels_to_catch": 1})
    amity.does("quint", "launch 4")
    assert amity.result.winners == ("Quint", "Brody", "Hooper")


def test_other_barrels() -> None:
    amity = ashore("4", {"act1.barrels_on_orca": 0, "act1.barrels_in_shop": 3})
    assert (amity.sailor("quint").barrels, amity.sea.shop) == (0, 3)
    assert amity.legal("quint", "launch") == []


def test_other_goals() -> None:
    amity = at_sea("N", {"act1.shark_wins_alone": 1})
    amity.shark("eat")
    assert str(amity.result) == f"Shark wins: {FED}"


def test_fewer_tokens_and_a_shorter_burst() -> None:
    amity = at_sea("1", {"act1.power_tokens": ["speed burst"], "act1.burst_steps": 2})
    assert amity.legal("shark", "play") == ["play speed burst"]
    amity.plans("play speed burst, burst 2, burst 4")
    assert amity.legal("shark", "burst") == []
    assert at_sea("1", {"act1.power_tokens": []}).legal("shark", "play") == []


def test_a_quicker_climb() -> None:
    amity = ashore("1", {"act1.climb_cost": 1}, card=BEN, shark="move 5, knock hooper overboard")
    amity.does("hooper", "climb back")
    assert amity.sailor("hooper").actions == 3


def test_a_climb_that_takes_the_whole_turn() -> None:
    """As many actions as one has, but not more."""
    with pytest.raises(HouseRule, match="climb_cost"):
        Match("jaws", 2, {"act1.climb_cost": 4, "act1.crew_actions": 3})
    amity = ashore(
        "1", {"act1.climb_cost": 3, "act1.crew_actions": 3}, card=BEN, shark="move 5, knock hooper overboard"
    )
    amity.does("hooper", "climb back")
    assert amity.sailor("hooper").done
    assert not amity.sailor("hooper").overboard


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"variant": "act3"}, "must be one of full, act1, act2"),
        ({"island.water": ["1-9"]}, "'island.water' cannot name the space '9'"),
        ({"island.water": ["1-Shop"]}, "'island.water' cannot name the space 'Shop'"),
        ({"island.water": ["1/2"]}, "a border is written like 1-W; '1/2' is not"),
        ({"island.land": ["5-5"]}, "a border is written like 1-Shop; '5-5' is not"),
        ({"island.docks": ["5", "5"]}, "'island.docks' needs 2 different spaces"),
        ({"island.docks": ["5", "Shop"]}, "'island.docks' cannot name the space 'Shop'"),
        ({"island.quint_start": "Shop"}, "'island.quint_start' cannot name the space 'Shop'"),
        ({"island.amity_pd": "Mayor"}, "'island.amity_pd' cannot name the space 'Mayor'"),
        ({"island.amity_pd": 6}, "'island.amity_pd' cannot be 6: it must be a text"),
        ({"act1.barrels_on_orca": 4, "act1.barrels_in_shop": 8}, "there are 8 barrels"),
        ({"act1.shark_actions": 0}, "must be a whole number from 1 to 4"),
        ({"act1.round_limit": 61}, "must be a whole number from 1 to 60"),
        ({"act1.power_tokens": ["invisible"]}, "must be one of feeding frenzy"),
        (
            {"events.helicopter": {"swimmers": "N", "more": "", "effect": "flood"}},
            "cannot have the effect 'flood': it must be one of none, alert, overboard,",
        ),
        ({"events.helicopter": {"swimmers": "1 2", "more": "", "effect": "none"}}, "up to 8 of the letters N, E, S"),
        ({"events.helicopter": {"swimmers": "N" * 9, "more": "", "effect": "none"}}, "up to 8 of the letters N, E, S"),
        ({"events.helicopter": "N"}, "it must be a table like"),
        ({"act1.shark_acton": 3}, "Did you mean 'act1.shark_actions'?"),
        ({"island.mayors_office": "3"}, "'island.mayors_office' needs land in 3"),
        ({"island.amity_pd": "1"}, "'island.amity_pd' needs land in 1"),
        ({"island.brody_start": "2"}, "'island.brody_start' needs land in 2"),
        ({"island.docks": ["4", "5"]}, "'island.docks' needs land in 4"),
        ({"island.land": ["5-7", "6-8", "6-7", "N-5", "S-7", "W-7", "E-6"]}, "'island.land' needs land in Shop"),
        (
            {"island.land": ["7-W", "6-8", "5-N", "Shop-S", "8-E"]},
            "'island.mayors_office': Brody cannot walk from 7 to 6",
        ),
        ({"island.water": ["1-2", "2-3"]}, "'island.water' leaves no way from 1 to 4"),
        ({"act1.swimmers": 16}, "must be a whole number from 1 to 15"),
        (
            {"act1.barrels_on_orca": 0, "act1.barrels_in_shop": 1},
            "act1.barrels_to_catch is 2, but act1.barrels_on_orca and act1.barrels_in_shop add up to 1.",
        ),
        ({"act1.power_tokens": ["speed burst", "speed burst"]}, "there is only one token of each kind"),
        ({"act1.shark_actions": 4, "act1.wrong_shark_more": 2}, "cannot be more than 5 together"),
        ({"abilities.big_mouth": {"copies": 3, "number": 1}}, "there are 2 cards of each ability"),
    ],
)
def test_bad_house_rules_are_refused_in_one_sentence(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(UndertowError) as refused:
        Match("jaws", 2, {"variant": "act1", **rules})
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_wrong_letter_of_an_event_is_told_the_right_ones() -> None:
    """Neither 1 nor the shop would do: it is one of N, E, S and W."""
    rules = {"events.helicopter": {"swimmers": "n", "more": "", "effect": "none"}}
    with pytest.raises(HouseRule, match="letters N, E, S and W"):
        Match("jaws", 2, rules)


def test_words_follow_the_house_rules() -> None:
    """Who plays with other numbers is told those."""
    rules = {"act1.climb_cost": 1, "act1.burst_steps": 2, "act1.shark_actions": 1}
    amity = at_sea("1", rules, card=BEN)
    assert "he must spend 1 action to climb back before" in amity.heard[-2]
    assert amity.match.label("shark", "play speed burst").endswith("swim up to 2 spaces as one action")
    assert amity.match.help("shark").startswith("The shark has 1 action: it moves")


def test_words_have_the_printed_numbers() -> None:
    amity = at_sea("1", card=BEN)
    assert "he must spend 2 actions to climb back before" in amity.heard[-2]
    assert amity.match.label("shark", "play speed burst").endswith("swim up to 3 spaces as one action")
    assert amity.match.help("shark").startswith("The shark has 3 actions: it moves")
    amity.shark()
    assert amity.match.help("crew").startswith("Each crew member has 4 actions;")


def test_the_log_and_the_buttons_name_roles() -> None:
    """Whoever plays them; the result names the people."""
    amity = Amity("1", {"act1.news_action": "before the shark"})
    amity.match.call({"shark": "Steven", "quint": "Ann", "brody": "Bea", "hooper": "Cleo"})
    amity.event("Amity Island in the News")
    assert amity.match.label("quint", "bonus for brody") == "Extra action for Brody"
    amity.match.play("quint", "bonus for brody")
    amity.shark("move 5")
    amity.rest()
    amity.event(BEN)
    amity.plans("move 1, move 5")
    assert amity.match.label("shark", "knock hooper overboard") == "Knock Hooper overboard"
    amity.shark("knock hooper overboard")
    assert amity.heard[-2:] == ["Hooper was knocked overboard!", "Shark has ended its turn: 0 eaten so far."]
    assert not any(name in line for line in amity.match.log("shark") for name in amity.match.names)
    amity.state.eaten = 7
    amity.rest()
    amity.event(NORTH)
    amity.shark()
    assert amity.result.winners == ("Steven",)


# A whole match -------------------------------------------------------------------------------------------------------


def test_a_whole_match_word_by_word() -> None:
    """Rules and words are what they were: the page that is kept can be written again."""
    assert golden_act1.page() == golden_act1.FILE.read_text(encoding="utf-8")


def test_the_golden_match_file_can_be_checked() -> None:
    kept = golden_act1.FILE.read_text(encoding="utf-8")
    file = kept[kept.index("undertow match") : kept.index("\n\nWHAT HAPPENED")]
    again = Match.from_text(file)
    assert again.over
    assert again.state_bytes() == golden_act1.played().state_bytes()


def test_every_action_has_a_label_and_every_moment_words() -> None:
    """Through a whole match: buttons differ, prompts and help are never empty."""
    whole = golden_act1.played()
    match = Match("jaws", 2, {"variant": "act1", "act1.power_tokens": ["out of sight"]}, auto_chance=False)
    for ply in whole.history:
        for seat in match.to_act:
            if seat != "chance":
                labels = [match.label(seat, action) for action in match.legal(seat)]
                assert all(labels)
                assert len(set(labels)) == len(labels)
                assert match.prompt(seat)
        assert match.help("crew")
        match.play(match.seat_name(ply.seat), ply.name)
    assert match.over
    assert match.help("crew").startswith("The match is over.")


def test_help_explains_the_event_of_the_round() -> None:
    amity = ashore(card="Holiday Roast")
    rules = amity.match.help("crew").splitlines()[0]
    assert rules.endswith("No barrels may be dropped or picked up at a dock this round.")
    amity.rest()
    for card in (WEST, EAST):
        amity.event(card)
        assert "Shark Alert!" in amity.heard[-2]
        amity.shark()
        amity.rest()
