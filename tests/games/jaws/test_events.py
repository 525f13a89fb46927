"""Act 1, the event phase: swimmers, the closed beach, and all sixteen Amity events."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.jaws.island import BEACHES, CREW, EAST, NORTH, SOUTH, WEST, Amity, ashore, at_sea
from undertow.core.errors import IllegalAction
from undertow.core.game import find_game
from undertow.games.jaws.state import EVENT_NAMES, SHARK_BEGINS

BEN, NEWS, ROAST, MAYOR = (
    "Ben Gardner's Boat",
    "Amity Island in the News",
    "Holiday Roast",
    "Mayor Vaughn Steps In",
)
WRONG, JULY, BIRTHDAY, SILVA = (
    "Caught the Wrong Shark",
    "The Fourth of July",
    "Michael Brody's Birthday",
    "Frank Silva, Harbor Master",
)
BOUNTY, INDIANAPOLIS, HOAX, HELICOPTER = (
    "$3,000 Bounty on the Shark",
    "The USS Indianapolis",
    "Cardboard Fin Hoax",
    "Helicopter",
)

#: A house rule: the crew says before the shark moves who has the extra action of the news.
BEFORE = {"act1.news_action": "before the shark"}

#: The letters of each card, and those an alert adds while three or fewer were eaten.
LETTERS = {
    BEN: ("NN S WW", ""),
    NEWS: ("N SS EE", ""),
    ROAST: ("N E WW", ""),
    MAYOR: ("NN SS E W", ""),
    WRONG: ("S E W", ""),
    JULY: ("N S E W", ""),
    BIRTHDAY: ("N S EE", ""),
    SILVA: ("NN S WW", ""),
    BOUNTY: ("N SS EE W", ""),
    INDIANAPOLIS: ("SS E WW", ""),
    HOAX: ("N S E W", ""),
    HELICOPTER: ("NN EE W", ""),
    WEST: ("S WW", "N S E"),
    SOUTH: ("SS E", "N E W"),
    NORTH: ("NN W", "S E W"),
    EAST: ("N EE", "N S W"),
}


def counted(letters: str) -> str:
    return " ".join(str(letters.count(beach)) for beach in BEACHES)


def answered(amity: Amity, card: str) -> None:
    """The event, and the first answer the crew can give if it asks for one."""
    amity.event(card)
    if amity.view.phase == "the crew answers the event":
        seat = amity.match.to_act[0]
        amity.match.play(seat, amity.match.legal(seat)[0])


# The deck ------------------------------------------------------------------------------------------------------------


def test_sixteen_cards_each_as_likely() -> None:
    """The deck is shuffled: every card not drawn yet is as likely to be on top."""
    amity = Amity()
    assert amity.match.to_act == ("chance",)
    assert amity.match.odds() == dict.fromkeys(LETTERS, Fraction(1, 16))
    amity.round(NORTH)
    assert amity.match.odds() == {card: Fraction(1, 15) for card in LETTERS if card != NORTH}
    assert amity.sea.events_left == 15


def test_the_deck_is_shuffled_again_when_it_is_empty() -> None:
    """Ruling: after the sixteenth event all sixteen are in the deck again."""
    amity = Amity()
    for card in EVENT_NAMES:
        answered(amity, card)
        amity.shark()
        amity.rest()
    assert amity.view.round == 17
    assert amity.match.odds() == dict.fromkeys(LETTERS, Fraction(1, 16))


def test_each_beach_appears_seventeen_times() -> None:
    """The checksum of the cards: seventeen letters for each beach, and the alerts add three to each."""
    cards = [entry.value for key, entry in find_game("jaws").entries.items() if key.startswith("events.")]
    assert len(cards) == 16
    for beach in BEACHES:
        assert sum(card["swimmers"].count(beach) for card in cards) == 17
        assert sum(card["more"].count(beach) for card in cards) == 3


# Swimmers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", LETTERS)
def test_swimmers_come_as_the_letters_say(card: str) -> None:
    """One swimmer into the water of a beach for each letter on the card; with nobody eaten an alert adds its own."""
    amity = Amity()
    amity.event(card)
    assert amity.swimmers == counted("".join(LETTERS[card]))
    assert amity.sea.supply == 15 - sum(map(int, amity.swimmers.split()))
    assert amity.sea.event == card


def test_everybody_hears_the_card_and_the_swimmers() -> None:
    amity = Amity()
    assert amity.event(NORTH) == [
        "Event: Shark Alert! in the north. If 3 or fewer have been eaten, extra swimmers come.",
        "Swimmers arrive: 2 at the north beach, 1 at the east beach, 1 at the south beach, 2 at the west beach.",
    ]


def test_swimmers_are_added_to_those_who_are_there() -> None:
    amity = Amity()
    amity.round(ROAST)
    amity.round(JULY)
    assert amity.swimmers == "2 2 1 3"


@pytest.mark.parametrize(
    ("supply", "swimmers"), [(1, "1 0 0 0"), (3, "2 0 1 0"), (4, "2 0 2 0"), (5, "2 1 2 0"), (6, "2 1 2 1")]
)
def test_an_empty_supply_stops_in_printed_order(supply: int, swimmers: str) -> None:
    """Ruling: NN SS E W are placed in this order until nobody is left."""
    amity = Amity(rules={"act1.swimmers": supply})
    amity.event(MAYOR)
    assert amity.swimmers == swimmers
    assert amity.sea.supply == 0


def test_nobody_comes_when_the_supply_is_empty() -> None:
    """Michael is kept apart: he does not stand in for a missing swimmer."""
    amity = Amity(rules={"act1.swimmers": 6})
    amity.round(NORTH)
    assert amity.event(JULY)[-1] == "No swimmers arrive."
    assert amity.swimmers == "2 1 1 2"
    assert amity.sea.michael is None


def test_swimmers_who_left_come_again() -> None:
    """Rescued and eaten swimmers go back to the supply and can be placed by the next event."""
    amity = Amity("N", {"act1.swimmers": 6})
    amity.round(NORTH, shark="eat, eat", quint="move E, rescue")
    assert amity.sea.supply == 3
    amity.event(JULY)
    assert amity.swimmers == "1 1 2 2"


@pytest.mark.parametrize(("meal", "eaten", "more"), [("eat", 3, "N S E"), ("eat, eat", 4, "")])
def test_alerts_bring_more_up_to_three_eaten(meal: str, eaten: int, more: str) -> None:
    """With three eaten the alert's extra swimmers still come, with four they do not."""
    amity = Amity("N")
    amity.round(NORTH, shark="eat, eat")
    amity.round(BEN, shark=meal)
    before = [int(number) for number in amity.swimmers.split()]
    assert amity.view.eaten == eaten
    amity.event(WEST)
    came = counted("S WW" + more).split()
    assert amity.swimmers == " ".join(str(here + int(new)) for here, new in zip(before, came, strict=True))


# The closed beach ----------------------------------------------------------------------------------------------------


def closed_south() -> Amity:
    """Nobody swims at the south beach, and Brody has closed it."""
    amity = Amity()
    amity.round(ROAST, brody="close S")
    assert amity.sea.closed == "S"
    assert not amity.sea.opening_soon
    return amity


def test_a_closed_beach_opens_in_two_steps() -> None:
    """The first event that would bring swimmers turns the token, the second removes it; both bring nobody there."""
    amity = closed_south()
    assert "The south beach is opening soon." in amity.event(BEN)
    assert (amity.swimmers, amity.sea.closed, amity.sea.opening_soon) == ("3 1 0 4", "S", True)
    amity.shark()
    amity.rest()
    assert "The south beach is open again." in amity.event(INDIANAPOLIS)
    assert (amity.swimmers, amity.sea.closed, amity.sea.opening_soon) == ("3 2 0 6", None, False)
    amity.shark()
    amity.rest()
    amity.event(JULY)
    assert amity.swimmers == "4 3 1 7"


def test_an_event_elsewhere_leaves_the_token_alone() -> None:
    amity = closed_south()
    amity.round(HELICOPTER, "stay")
    assert (amity.sea.closed, amity.sea.opening_soon) == ("S", False)
    amity.round(BEN)
    amity.event(WRONG)
    assert amity.sea.closed is None


def test_an_alert_turns_the_token_once() -> None:
    """Ruling: S stands among the letters and among the extra ones, but it is one event."""
    amity = closed_south()
    amity.event(WEST)
    assert (amity.sea.closed, amity.sea.opening_soon) == ("S", True)
    assert amity.swimmers == "2 2 0 4"


def test_extra_letters_turn_the_token_too() -> None:
    amity = closed_south()
    amity.event(NORTH)
    assert (amity.sea.closed, amity.sea.opening_soon) == ("S", True)


# Ben Gardner's Boat --------------------------------------------------------------------------------------------------


def test_a_shark_that_enters_may_knock_a_captain_overboard() -> None:
    """It costs no action, and the crew hears of it only when the turn is over."""
    amity = at_sea("1", card=BEN)
    amity.plans("move 5, knock hooper overboard")
    assert amity.hunter.actions == 2
    assert not amity.sailor("hooper").overboard
    assert amity.shark() == ["Hooper was knocked overboard!", "Shark has ended its turn: 0 eaten so far."]
    assert amity.sailor("hooper").overboard


def test_a_captain_overboard_climbs_back_first() -> None:
    """Two of his four actions, before anything else; then he is as free as ever."""
    amity = ashore("1", card=BEN, shark="move 5, knock hooper overboard")
    assert amity.legal("hooper") == ["climb back", "wait", "end turn"]
    assert "climb back (2 actions)" in amity.match.prompt("hooper")
    assert amity.does("hooper", "climb back") == ["Hooper climbs back into the boat."]
    assert (amity.sailor("hooper").overboard, amity.sailor("hooper").actions) == (False, 2)
    amity.does("hooper", "move 1, fish finder")
    assert amity.sailor("hooper").done


def test_who_does_not_climb_back_stays_overboard() -> None:
    amity = ashore("1", card=BEN, shark="move 5, knock hooper overboard")
    amity.rest()
    amity.event(NORTH)
    amity.shark()
    assert "move 1" not in amity.legal("hooper")
    amity.does("hooper", "climb back")
    assert amity.can("hooper", "move 1")


def test_knocking_is_the_sharks_choice() -> None:
    amity = ashore("1", card=BEN, shark="move 5, move 1")
    assert not amity.sailor("hooper").overboard


def test_a_shark_that_was_there_already_has_not_entered() -> None:
    """It has to come into the space in this turn; going out and in again will do."""
    amity = at_sea("5", card=BEN)
    assert amity.legal("shark", "knock") == []
    amity.plans("move 1, move 5")
    assert amity.legal("shark", "knock") == ["knock hooper overboard"]
    amity.plans("knock hooper overboard")
    assert amity.legal("shark", "knock") == []


def test_both_captains_in_one_space() -> None:
    amity = Amity("4")
    amity.round(WRONG, "dock 8")
    amity.event(BEN)
    amity.plans("move 8")
    assert amity.legal("shark", "knock") == ["knock quint overboard", "knock hooper overboard"]
    amity.shark("knock quint overboard, knock hooper overboard")
    assert [amity.sailor(seat).overboard for seat in CREW] == [True, False, True]
    assert amity.legal("quint") == ["climb back", "wait", "end turn"]


@pytest.mark.parametrize(("card", "answer"), [(HOAX, "gather at N"), (WRONG, "dock 8")])
def test_an_event_that_moves_a_captain_brings_him_back_aboard(card: str, answer: str) -> None:
    """Wherever he is taken, he goes there in his boat; a house rule leaves him in the water."""
    for aboard in (True, False):
        amity = Amity("1", {"act1.back_aboard": aboard})
        amity.round(BEN, shark="move 5, knock hooper overboard")
        assert amity.sailor("hooper").overboard
        amity.event(card)
        if amity.view.phase == "the crew answers the event":
            amity.match.play("quint", answer)
        space = amity.sailor("hooper").space
        assert amity.sailor("hooper").overboard is not aboard
        told = f"Hooper is taken to {space} and is back aboard." if aboard else f"Hooper is taken to {space}."
        assert told in amity.heard


def test_brody_is_no_captain_and_other_rounds_are_safe() -> None:
    amity = Amity("1")
    amity.round(NORTH, brody="move W")
    amity.event(BEN)
    amity.plans("move 3, move W")
    assert amity.legal("shark", "knock") == []
    amity.shark()
    amity.rest()
    amity.event(SOUTH)
    amity.plans("move 5")
    assert amity.sailor("hooper").space == "5"
    assert amity.legal("shark", "knock") == []


def test_a_burst_may_knock_on_its_way() -> None:
    """Knocking does not end a speed burst: the shark enters, knocks, and swims on."""
    amity = at_sea("3", card=BEN)
    amity.plans("play speed burst, burst W, burst 5, knock hooper overboard, burst N")
    assert (amity.hunter.place, amity.hunter.actions) == ("N", 2)


# More actions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", CREW[:2])
def test_in_the_news_somebody_takes_an_extra_action(seat: str) -> None:
    """Nobody is asked before the shark moves: whoever has used up their actions takes it, or leaves it."""
    amity = Amity()
    amity.event(NEWS)
    assert amity.view.phase == "shark turn"
    amity.shark()
    assert amity.sea.extra_action
    assert [amity.sailor(each).actions for each in CREW] == [4, 4, 4]
    there, back = ("4", "8") if seat == "quint" else ("5", "7")
    turn = f"move {there}, move {back}, move {there}, move {back}"
    amity.does(seat, turn)
    assert amity.legal(seat) == [f"bonus for {seat}", "end turn"]
    amity.does(seat, f"bonus for {seat}")
    assert (amity.sailor(seat).actions, amity.sea.extra_action) == (1, False)
    amity.does(seat, f"move {there}")
    assert amity.sailor(seat).done
    amity.does("hooper", "move 1, move 5, move 1, move 5")
    assert amity.sailor("hooper").done


def test_the_extra_action_of_the_news_may_be_left_to_others() -> None:
    """Who ends their turn leaves it; the last to go has it without being asked, and it is for this round alone."""
    amity = ashore(card=NEWS)
    amity.quint("move 4, move 8, move 4, move 8")
    assert amity.sea.extra_action
    amity.brody("move 5")
    amity.does("hooper", "move 1, move 5, move 1, move 5")
    assert (amity.sailor("hooper").actions, amity.sea.extra_action) == (1, False)
    assert amity.heard[-1] == "Hooper gets an extra action this round."
    amity.does("hooper", "move 1")
    amity.event(NORTH)
    amity.shark()
    assert [amity.sailor(each).actions for each in CREW] == [4, 4, 4]


@pytest.mark.parametrize("seat", CREW)
def test_a_house_rule_asks_for_the_extra_action_before_the_shark_moves(seat: str) -> None:
    """The crew chooses who, any of them may say it, and it is for this round alone."""
    amity = Amity(rules=BEFORE)
    amity.event(NEWS)
    assert amity.match.to_act == CREW
    assert amity.legal("hooper") == ["bonus for quint", "bonus for brody", "bonus for hooper"]
    amity.match.play("hooper", f"bonus for {seat}")
    assert amity.view.phase == "shark turn"
    amity.shark()
    assert [amity.sailor(each).actions for each in CREW] == [5 if each == seat else 4 for each in CREW]
    amity.rest()
    amity.event(NORTH)
    amity.shark()
    assert [amity.sailor(each).actions for each in CREW] == [4, 4, 4]


@pytest.mark.parametrize(("card", "seat"), [(BOUNTY, "hooper"), (INDIANAPOLIS, "quint")])
def test_the_bounty_and_the_indianapolis(card: str, seat: str) -> None:
    """Hooper has five actions with the bounty, Quint after his story; nobody is asked."""
    amity = ashore(card=card)
    assert f"{seat.capitalize()} gets an extra action this round." in amity.heard
    assert [amity.sailor(each).actions for each in CREW] == [5 if each == seat else 4 for each in CREW]
    there, back = ("1", "5") if seat == "hooper" else ("4", "8")
    amity.does(seat, f"move {there}, move {back}, move {there}, move {back}")
    assert amity.sailor(seat).actions == 1
    amity.does(seat, f"move {there}")
    assert amity.sailor(seat).done


# Docks ---------------------------------------------------------------------------------------------------------------


def barrel_at_five() -> Amity:
    """Brody has carried a barrel to the dock in 5, where Hooper lies."""
    amity = Amity()
    amity.round(NORTH, brody="move Shop, take barrel from shop, move 5, drop barrel")
    assert amity.sea.docks == {"5": 1, "8": 0}
    return amity


def test_the_holiday_roast_closes_the_docks_to_pick_up() -> None:
    amity = barrel_at_five()
    amity.event(ROAST)
    amity.shark()
    assert amity.legal("hooper", "take") == []
    amity.rest()
    amity.event(JULY)
    amity.shark()
    assert amity.legal("hooper", "take") == ["take 1 from dock"]


def test_the_holiday_roast_closes_the_docks_to_drop() -> None:
    amity = Amity()
    amity.round(NORTH, brody="move Shop, take barrel from shop, move 5")
    amity.event(ROAST)
    amity.shark()
    assert not amity.can("brody", "drop barrel")
    amity.rest()
    amity.event(JULY)
    amity.shark()
    assert amity.can("brody", "drop barrel")


def test_the_holiday_roast_leaves_the_water_alone() -> None:
    """A floating barrel beside a dock can still be fished out."""
    amity = Amity()
    amity.round(NORTH, quint="launch 8")
    amity.event(ROAST)
    amity.shark()
    assert amity.legal("quint", "take") == ["take 1 from water"]


def test_with_frank_silva_docks_cost_no_action() -> None:
    """Picking up at a dock leaves Hooper all four, and dropping leaves Brody all four."""
    amity = barrel_at_five()
    amity.event(SILVA)
    amity.shark()
    amity.does("hooper", "take 1 from dock")
    assert (amity.sailor("hooper").actions, amity.sailor("hooper").barrels) == (4, 1)
    amity.hooper("move 1, move 5, move 1")
    amity.does("brody", "move Shop, take barrel from shop, move 5, drop barrel")
    assert (amity.sailor("brody").actions, amity.sailor("brody").barrels) == (1, 0)


def test_with_frank_silva_one_may_load_after_the_last_action() -> None:
    """Without actions left the turn goes on while something can be had for nothing, and ends when nothing can."""
    amity = barrel_at_five()
    amity.event(SILVA)
    amity.shark()
    amity.does("hooper", "move 1, move 5, move 1, move 5")
    assert (amity.sailor("hooper").actions, amity.sailor("hooper").done) == (0, False)
    assert amity.legal("hooper") == ["take 1 from dock", "end turn"]
    amity.does("hooper", "take 1 from dock")
    assert amity.sailor("hooper").done
    amity.does("brody", "move Shop, take barrel from shop, move 7, move 5")
    assert amity.legal("brody") == ["drop barrel", "end turn"]
    amity.does("brody", "drop barrel")
    assert amity.sailor("brody").done
    assert amity.sea.docks == {"5": 1, "8": 0}
    amity.does("quint", "move 4, move 8, move 4, move 8")
    assert amity.view.round == 3


def test_with_frank_silva_the_water_still_costs() -> None:
    amity = Amity()
    amity.round(NORTH, quint="launch 8")
    amity.event(SILVA)
    amity.shark()
    amity.does("quint", "take 1 from water")
    assert amity.sailor("quint").actions == 3


# Mayor Vaughn and the Fourth of July ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beach", "swimmers"), [("N", "0 1 2 1"), ("E", "2 0 2 1"), ("S", "2 1 0 1"), ("W", "2 1 2 0")]
)
def test_the_mayor_clears_a_beach_and_closes_it(beach: str, swimmers: str) -> None:
    """The swimmers are placed first; then the crew says which beach, and its swimmers are in the supply again."""
    amity = Amity()
    amity.event(MAYOR)
    assert amity.swimmers == "2 1 2 1"
    assert amity.match.to_act == CREW
    assert amity.legal("brody") == ["clear N", "clear E", "clear S", "clear W"]
    amity.match.play("brody", f"clear {beach}")
    assert amity.swimmers == swimmers
    assert amity.sea.supply == 15 - sum(map(int, swimmers.split()))
    assert (amity.sea.closed, amity.sea.opening_soon) == (beach, False)


def test_the_mayor_moves_the_token() -> None:
    """There is one token: it leaves the beach it was at and lies face up, opening soon or not."""
    amity = closed_south()
    amity.event(MAYOR)
    assert amity.sea.opening_soon
    amity.match.play("quint", "clear N")
    assert (amity.sea.closed, amity.sea.opening_soon) == ("N", False)


def test_the_mayor_may_turn_the_token_up_again() -> None:
    amity = closed_south()
    amity.event(MAYOR, "clear S")
    assert (amity.sea.closed, amity.sea.opening_soon) == ("S", False)


def test_the_mayor_sends_michael_home_too() -> None:
    amity = Amity()
    amity.round(BIRTHDAY)
    assert amity.sea.michael == "W"
    amity.event(MAYOR, "clear W")
    assert amity.sea.michael is None
    assert "The west beach is cleared of 2 swimmers." in amity.heard


def test_the_fourth_of_july_opens_the_beaches_first() -> None:
    """The token is gone before the swimmers come, so they come everywhere."""
    amity = closed_south()
    told = amity.event(JULY)
    assert told[1:] == [
        "The south beach is open again.",
        "Swimmers arrive: 1 at the north beach, 1 at the east beach, 1 at the south beach, 1 at the west beach.",
    ]
    assert amity.swimmers == "2 2 1 3"
    assert amity.sea.closed is None


def test_on_the_fourth_of_july_no_beach_is_closed() -> None:
    """Not even an empty one; in the next round it can be."""
    amity = ashore("8", card=JULY)
    amity.quint("move E, rescue")
    assert amity.sea.swimmers["E"] == 0
    assert amity.legal("brody", "close") == []
    amity.brody()
    amity.hooper()
    amity.event(BEN)
    amity.shark()
    assert amity.legal("brody", "close") == ["close E"]


# Cards that move the crew --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dock", "places"), [("dock 5", "8 5 5"), ("dock 8", "8 8 8")])
def test_the_wrong_shark_brings_brody_and_hooper_to_a_dock(dock: str, places: str) -> None:
    """The same dock for both, of the crew's choice; Quint stays."""
    amity = Amity()
    amity.event(WRONG)
    assert amity.legal("quint") == ["dock 5", "dock 8"]
    amity.match.play("quint", dock)
    assert amity.places == places


def test_after_the_wrong_shark_the_right_one_has_four_actions() -> None:
    amity = Amity("1")
    amity.event(WRONG, "dock 5")
    amity.plans("move 2, move 4, move 3, move 1")
    assert amity.legal("shark", "move") == []
    amity.shark()
    amity.rest()
    amity.event(NORTH)
    assert amity.hunter.actions == 3


def test_barrels_go_along() -> None:
    """Ruling: Brody keeps what he carries, Hooper what he has on board."""
    amity = barrel_at_five()
    amity.round(JULY, hooper="take 1 from dock", brody="move Shop, take barrel from shop")
    amity.event(WRONG, "dock 8")
    assert [amity.sailor(seat).barrels for seat in CREW] == [2, 1, 1]
    amity.shark()
    assert amity.can("brody", "drop barrel")


def test_the_hoax_brings_everybody_to_the_fullest_beach() -> None:
    """Boats to its water, Brody to its land; with one fullest beach nobody is asked."""
    amity = Amity()
    amity.round(ROAST)
    amity.event(HOAX)
    assert amity.swimmers == "2 2 1 3"
    assert amity.places == "W W W"
    assert amity.match.to_act == ("shark",)


def test_with_several_fullest_beaches_the_crew_chooses() -> None:
    amity = Amity()
    amity.round(NORTH)
    amity.event(HOAX)
    assert amity.swimmers == "3 2 2 3"
    assert amity.legal("hooper") == ["gather at N", "gather at W"]
    amity.match.play("hooper", "gather at N")
    assert amity.places == "N N N"


def test_michael_counts_for_the_fullest_beach() -> None:
    """Ruling: without him the west beach would have fewer than the others."""
    amity = Amity()
    amity.round(BIRTHDAY, quint="move E, rescue, rescue")
    amity.event(HOAX)
    assert amity.swimmers == "2 1 2 1"
    assert amity.sea.michael == "W"
    assert amity.legal("quint") == ["gather at N", "gather at S", "gather at W"]


@pytest.mark.parametrize("space", ["5", "6", "8", "N", "E", "S", "W", "Shop"])
def test_the_helicopter_takes_brody_anywhere_on_land(space: str) -> None:
    """At once, before the shark; no action is spent."""
    amity = Amity()
    amity.event(HELICOPTER)
    assert amity.match.to_act == ("brody",)
    amity.match.play("brody", f"fly {space}")
    assert amity.places == f"8 {space} 5"
    amity.shark()
    assert amity.sailor("brody").actions == 4


def test_brody_may_stay_and_cannot_fly_to_the_open_sea() -> None:
    amity = Amity()
    amity.event(HELICOPTER)
    assert set(amity.legal("brody")) == {"stay", *(f"fly {space}" for space in (*"568NESW", "Shop"))}
    amity.match.play("brody", "stay")
    assert amity.places == "8 7 5"


# Michael -------------------------------------------------------------------------------------------------------------


def test_michael_goes_to_the_beach_with_fewest() -> None:
    """After the swimmers of the card have come: nobody swims in the west, so nobody is asked."""
    amity = Amity()
    assert amity.event(BIRTHDAY)[-1] == "Michael Brody swims at the west beach."
    assert amity.sea.michael == "W"
    assert amity.swimmers == "1 2 1 0"
    assert amity.match.to_act == ("shark",)


def test_with_several_emptiest_beaches_the_crew_chooses() -> None:
    amity = Amity()
    amity.round(NORTH)
    amity.event(BIRTHDAY)
    assert amity.swimmers == "3 3 2 2"
    assert amity.match.to_act == CREW
    assert amity.legal("brody") == ["Michael at S", "Michael at W"]
    amity.match.play("brody", "Michael at S")
    assert amity.sea.michael == "S"


def test_michael_does_not_go_to_a_closed_beach() -> None:
    """Nobody swims in the south, but it is closed: he goes to the open beach with fewest."""
    amity = closed_south()
    amity.event(BIRTHDAY)
    assert amity.swimmers == "2 3 0 2"
    assert amity.legal("quint") == ["Michael at N", "Michael at W"]


def test_michael_stays_where_he_is() -> None:
    """Ruling: a second birthday while he is in the water changes nothing."""
    amity = Amity()
    amity.round(BIRTHDAY)
    amity.state.deck = (1 << 16) - 1  # as if shuffled again
    amity.event(BIRTHDAY)
    assert amity.sea.michael == "W"
    assert amity.swimmers == "2 4 2 0"
    assert amity.match.to_act == ("shark",)


def test_michael_comes_again_after_a_rescue() -> None:
    amity = Amity()
    amity.round(BIRTHDAY, brody="move W, rescue Michael")
    amity.state.deck = (1 << 16) - 1
    amity.event(BIRTHDAY)
    assert amity.sea.michael == "W"


@pytest.mark.parametrize("card", [card for card in LETTERS if card != BIRTHDAY])
def test_no_other_event_brings_michael(card: str) -> None:
    amity = Amity()
    answered(amity, card)
    assert amity.sea.michael is None


def test_michael_keeps_his_beach_from_being_closed() -> None:
    """Ruling: he counts as a swimmer, so the west beach is not empty."""
    amity = ashore(card=BIRTHDAY)
    assert amity.swimmers == "1 2 1 0"
    assert amity.legal("brody", "close") == []
    amity.brody("move W, rescue Michael, move 7, close W")
    assert amity.sea.closed == "W"


def test_michael_needs_no_swimmer_token() -> None:
    """He is the sixteenth token: with him in the water fifteen others can be."""
    amity = Amity(rules={"act1.swimmers": 4})
    amity.event(BIRTHDAY)
    assert (amity.swimmers, amity.sea.michael, amity.sea.supply) == ("1 2 1 0", "W", 0)


# Asking --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (NEWS, "Who gets the extra action this round?"),
        (MAYOR, "Which beach do you clear and close?"),
        (WRONG, "Which dock do Brody and Hooper go to?"),
        (HOAX, "Several beaches have the most swimmers. Where does the crew gather?"),
        (HELICOPTER, "Brody, the helicopter is waiting. Where do you fly?"),
    ],
)
def test_what_the_crew_is_asked(card: str, words: str) -> None:
    amity = Amity(rules=BEFORE)
    amity.event(card)
    assert amity.match.prompt("crew") == words
    assert amity.match.prompt("shark").startswith("Waiting for ")


def test_what_happened_by_event_is_told() -> None:
    amity = Amity(rules=BEFORE)
    amity.round(NEWS, "bonus for quint")
    amity.round(WRONG, "dock 8")
    amity.event(MAYOR, "clear N")
    for line in (
        "Quint gets an extra action this round.",
        "Brody is taken to 8.",
        "Hooper is taken to 8.",
        "The north beach is cleared of 3 swimmers.",
        "The north beach is closed.",
    ):
        assert line in amity.heard


def test_an_answer_of_the_crew_stands_because_the_shark_plans() -> None:
    """Before and after its first secret step: nobody can find out that way whether it has taken one."""
    amity = Amity(rules=BEFORE)
    amity.match.play("chance", NEWS)
    heard = amity.heard
    amity.match.play("quint", "bonus for quint")
    assert amity.heard == [*heard, "Quint gets an extra action this round."]
    for viewer in amity.match.viewers:
        assert amity.match.events(viewer)[-1].kind == SHARK_BEGINS
    for planned in ("", "move 2", "move 4"):
        amity.plans(planned)
        assert not any(amity.match.can_undo(seat) for seat in CREW)
        with pytest.raises(IllegalAction, match="cannot take anything back"):
            amity.match.undo("quint")
    amity.match.undo("shark")
    amity.match.undo("shark")
    assert not amity.match.can_undo("shark")
    assert not amity.match.can_undo("quint")


# House rules ---------------------------------------------------------------------------------------------------------


def test_another_card() -> None:
    """A house rule may change the letters and the effect of a card; an effect may be none."""
    amity = Amity(rules={"events.holiday_roast": {"swimmers": "WWW", "more": "", "effect": "none"}})
    amity.event(ROAST)
    assert amity.swimmers == "0 0 0 3"
    assert amity.match.to_act == ("shark",)


def test_alerts_may_end_sooner() -> None:
    amity = Amity("N", {"act1.alert_at": 0})
    amity.round(NORTH, shark="eat")
    amity.event(JULY)
    amity.shark()
    amity.rest()
    amity.event(EAST)
    assert amity.swimmers == "3 4 2 3"


def test_all_swimmers_at_one_beach() -> None:
    """Eight letters and eight extra ones are allowed; then all fifteen tokens lie at the north beach."""
    card = {"swimmers": "NNNNNNNN", "more": "NNNNNNNN", "effect": "alert"}
    amity = Amity(rules={"events.alert_3": card, "act1.swimmers": 15})
    told = amity.event(NORTH)
    assert amity.swimmers == "15 0 0 0"
    assert told[-1] == "Swimmers arrive: 15 at the north beach."
