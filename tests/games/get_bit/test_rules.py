"""Every rule of Get Bit! and of its shark, and every ruling, one test each."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from tests.games.get_bit.script import LIMBS, Line
from undertow.core.errors import IllegalAction
from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.core.rng import stream
from undertow.games.get_bit.rules import out_of_it
from undertow.games.get_bit.state import BITTEN

FOUR, FIVE, SIX = "J A B T", "J A B T C", "J A B T C D"
FULL = [1, 2, 3, 4, 5]
ALL_SIX = [*LIMBS, "head", "any limb"]


def second_round(shark: bool = False, letters: str = FOUR) -> Line:
    """The line as it was drawn, everybody without the card 1, in the first round with a bite."""
    line = Line(letters, shark=shark)
    line.first_round()
    return line


# The table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "swimmers", "sides"),
    [
        (2, 4, ("player 1", "player 1", "player 2", "player 2")),
        (3, 6, ("player 1", "player 1", "player 2", "player 2", "player 3", "player 3")),
        (4, 4, tuple(f"swimmer {n}" for n in range(1, 5))),
        (5, 5, tuple(f"swimmer {n}" for n in range(1, 6))),
        (6, 6, tuple(f"swimmer {n}" for n in range(1, 7))),
    ],
)
@pytest.mark.parametrize("shark", [False, True])
def test_who_sits_at_the_table(people: int, swimmers: int, sides: tuple[str, ...], shark: bool) -> None:
    """Four to six people have a swimmer each, two or three people two each; the shark is one person and one seat more.

    Two swimmers of one person are one side; ruling 7 lets the shark join any of these tables.
    """
    setup = find_game("get-bit").set_up(people + shark, {"shark": shark})
    extra = ("shark",) if shark else ()
    assert setup.seats == extra + tuple(f"swimmer {n}" for n in range(1, swimmers + 1))
    assert setup.sides == extra + sides
    assert setup.viewers == (*extra, *dict.fromkeys(sides), "spectator")


def test_five_to_seven_people_with_a_shark() -> None:
    """The sheet: one more player is needed, so the game is for up to seven; without the shark for two to six."""
    game = find_game("get-bit")
    assert list(game.players_with({})) == [2, 3, 4, 5, 6]
    assert list(game.players_with({"shark": True})) == [3, 4, 5, 6, 7]


@pytest.mark.parametrize(("letters", "highest"), [(FOUR, 5), (FIVE, 6), (SIX, 7)])
def test_hands_go_one_beyond_the_swimmers(letters: str, highest: int) -> None:
    """Everybody holds the numbers from 1 to one more than there are swimmers."""
    line = Line(letters)
    assert line.view.cards == highest
    assert all(line.hand(letter) == list(range(1, highest + 1)) for letter in line.letters)


def test_everybody_begins_with_four_limbs() -> None:
    line = Line(SIX)
    assert all(line.swimmer(letter).limbs == dict.fromkeys(LIMBS, 1) for letter in line.letters)


def test_hands_stay_as_big_when_swimmers_leave() -> None:
    """The numbers are fixed for the whole game: with three left of four a full hand still goes to 5."""
    line = second_round()
    for _ in range(4):
        line.bites("T")
    assert line.swimming == ["J", "A", "B"]
    line.bites("B")
    assert line.hand("B") == FULL


def test_the_line_is_drawn_by_lot() -> None:
    """From front to rear each swimmer not yet in line is equally likely; the last one needs no draw."""
    match = Match("get-bit", 4, auto_chance=False)
    assert match.odds() == {f"swimmer {n} is next": Fraction(1, 4) for n in (1, 2, 3, 4)}
    match.play("chance", "swimmer 3 is next")
    assert match.odds() == {f"swimmer {n} is next": Fraction(1, 3) for n in (1, 2, 4)}
    match.play("chance", "swimmer 1 is next")
    assert match.odds() == {f"swimmer {n} is next": Fraction(1, 2) for n in (2, 4)}
    match.play("chance", "swimmer 4 is next")
    assert match.view("spectator").line == [2, 0, 3, 1]
    assert match.odds() == {}


@pytest.mark.parametrize("begin", ["T B A J", "A T J B", "B J T A"])
def test_any_order_can_be_drawn(begin: str) -> None:
    assert Line(begin=begin).order == begin


def test_nobody_chooses_before_the_line_is_drawn() -> None:
    match = Match("get-bit", 4, auto_chance=False)
    assert match.to_act == ("chance",)
    assert match.legal("swimmer 1") == []
    assert match.game.door.offers(match.setup.box, match.position.states, 0, match.setup.room_for_actions()) == 0


# Choosing -----------------------------------------------------------------------------------------------------------


def test_all_choose_at_once() -> None:
    """Everybody in line may choose, in any order, until everybody has."""
    line = Line()
    assert list(line.match.to_act) == ["swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4"]
    line.plays("B", 2)
    assert list(line.match.to_act) == ["swimmer 1", "swimmer 2", "swimmer 4"]


def test_the_order_of_choosing_does_not_matter() -> None:
    """Whoever chooses first or last: the same cards give the same state."""
    cards = {"J": 4, "A": 1, "B": 4, "T": 3}
    reached = set()
    for order in permutations(cards):
        line = Line()
        for letter in order:
            line.plays(letter, cards[letter])
        position = line.match.position
        assert line.order == "T A J B"
        states = position.states.copy()
        states["events"] = 0  # the last step tells who chose last
        reached.add(states.tobytes())
    assert len(reached) == 1


def test_who_has_chosen_is_public() -> None:
    line = Line()
    line.plays("A", 3)
    line.plays("T", 5)
    assert [swimmer.has_chosen for swimmer in line.view.swimmers] == [False, True, False, True]


def test_nobody_chooses_twice() -> None:
    line = Line()
    line.plays("A", 3)
    with pytest.raises(IllegalAction):
        line.plays("A", 4)


def test_nothing_moves_before_the_last_choice() -> None:
    """The cards are turned over together, so the line and the hands stay until then."""
    line = Line()
    for letter, card in zip("JAB", (1, 2, 3), strict=True):
        line.plays(letter, card)
    assert line.order == "J A B T"
    assert line.hand("J") == FULL
    line.plays("T", 4)
    assert line.order == "T B A J"
    assert line.hand("J") == [2, 3, 4, 5]


def test_only_cards_in_hand_can_be_played() -> None:
    """A played card lies open and is gone until the cards are taken back."""
    line = Line()
    line.round("4 1 4 3")
    assert line.match.legal("swimmer 1") == ["card 1", "card 2", "card 3", "card 5"]
    with pytest.raises(IllegalAction):
        line.plays("J", 4)


def test_a_choice_can_be_taken_back() -> None:
    """Until the last one has chosen, whoever chose may change their mind, and others' choices stay."""
    line = Line()
    line.plays("J", 1)
    line.plays("A", 2)
    line.match.undo("swimmer 1")
    assert line.match.to_act == ("swimmer 1", "swimmer 3", "swimmer 4")
    assert line.match.view("swimmer 2").swimmers[1].chosen == 2
    line.plays("J", 5)
    assert line.match.view("swimmer 1").swimmers[0].chosen == 5


def test_a_choice_stands_once_all_are_shown() -> None:
    line = Line()
    line.round("1 2 3 4")
    for letter in line.letters:
        assert not line.match.can_undo(line.seat(letter))
    with pytest.raises(IllegalAction, match="cannot take anything back"):
        line.match.undo("swimmer 4")


def test_the_last_to_choose_cannot_take_it_back_after_a_bite_either() -> None:
    line = second_round()
    line.round("2 2 3 3")
    assert not any(line.match.can_undo(line.seat(letter)) for letter in line.letters)


def test_the_limb_can_be_taken_back_until_somebody_goes_on() -> None:
    """Giving up a limb reveals nothing; but once another has chosen in the new round it stands."""
    line = second_round()
    line.round("2 2 3 3")
    line.gives_up("right leg")
    line.match.undo("swimmer 4")
    assert line.limbs("T") == list(LIMBS)
    line.gives_up("left arm")
    line.plays("J", 5)
    assert not line.match.can_undo("swimmer 4")


def test_the_shark_may_change_its_mind_too() -> None:
    line = second_round(shark=True)
    line.match.play("shark", "head")
    line.plays("J", 2)
    line.match.undo("shark")
    assert not line.shark.has_chosen
    assert line.swimmer("J").has_chosen


# The swim -----------------------------------------------------------------------------------------------------------


def test_the_lowest_moves_first() -> None:
    """In ascending order everybody alone with a number jumps to the front, so the highest ends in front."""
    line = Line()
    line.round("3 5 1 2")
    assert line.order == "A J T B"


def test_shared_numbers_stay() -> None:
    """Whoever shares a number does not move, and keeps the place relative to others who stay."""
    line = Line()
    line.round("5 2 5 3")
    assert line.order == "T A J B"


def test_three_of_a_kind_stay_too() -> None:
    line = Line()
    line.round("2 2 1 2")
    assert line.order == "B J A T"


def test_two_ties_at_once() -> None:
    line = Line(FIVE)
    line.round("2 6 2 6 3")
    assert line.order == "C J A B T"


def test_own_swimmers_tie_like_any_others() -> None:
    """Ruling 6: two swimmers of one person with the same number stay where they are."""
    line = Line(FOUR, people=2)
    line.round("4 4 1 3")
    assert line.order == "T B J A"


# The bite -----------------------------------------------------------------------------------------------------------


def test_no_bite_in_the_first_round() -> None:
    """In round 1 the swimmers only move: nobody is asked for a limb, nobody takes cards back."""
    line = Line()
    line.round("4 1 4 3")
    assert line.view.round == 2
    assert all(len(line.limbs(letter)) == 4 for letter in line.letters)
    assert line.hand("B") == [1, 2, 3, 5]
    assert len(line.match.to_act) == 4


def test_the_rear_swimmer_is_bitten() -> None:
    """From round 2 on whoever is last after the swim loses a limb, and its owner is asked which."""
    line = second_round()
    line.round("5 4 2 3")
    assert line.order == "J A T B"
    assert line.view.phase == "losing a limb"
    assert line.asked == ["B"]
    assert line.match.legal("swimmer 3") == [f"lose {limb}" for limb in LIMBS]


@pytest.mark.parametrize("limb", LIMBS)
def test_the_owner_chooses_the_limb(limb: str) -> None:
    line = second_round()
    line.bites("T", limb)
    assert line.limbs("T") == [other for other in LIMBS if other != limb]


def test_a_lost_limb_cannot_be_lost_again() -> None:
    line = second_round()
    line.bites("T", "left leg")
    line.round(line.cards_for("T"))
    assert line.match.legal("swimmer 4") == ["lose right leg", "lose right arm", "lose left arm"]


def test_the_bitten_jumps_to_the_front_with_a_full_hand() -> None:
    line = second_round()
    line.round("5 4 2 3")
    assert line.hand("B") == [3, 4, 5]
    told = line.gives_up("right arm")
    assert [event.details for event in told if event.kind == BITTEN] == [(2, 2, 3, 1)]  # it flees
    assert line.order == "B J A T"
    assert line.hand("B") == FULL
    assert line.hand("J") == [2, 3, 4]


def test_the_last_limb_is_not_asked_for() -> None:
    """Ruling 9: with one limb left there is nothing to choose, and the round goes on at once."""
    line = second_round()
    for _ in range(3):
        line.bites("T")
    assert line.limbs("T") == ["left arm"]
    line.round(line.cards_for("T"))
    assert line.view.phase == "choosing"
    assert line.limbs("T") == []


def test_the_fourth_limb_is_the_end() -> None:
    """The swimmer leaves the line, does not jump, and has nothing more to choose."""
    line = second_round()
    for _ in range(3):
        line.bites("T")
    cards = line.cards_for("T")
    told = line.round(cards)
    assert [event.details[2:] for event in told if event.kind == BITTEN] == [(0, 0)]  # it does not flee
    assert line.swimming == ["J", "A", "B"]
    assert line.match.to_act == ("swimmer 1", "swimmer 2", "swimmer 3")
    assert line.match.legal("swimmer 4") == []


def test_the_others_keep_their_order_when_one_is_out() -> None:
    line = second_round()
    for _ in range(3):
        line.bites("T")
    for letter, card in (("J", 5), ("A", 4), ("B", 3), ("T", 2)):
        assert card in line.hand(letter)
    line.round("5 4 3 2")
    assert line.order == "J A B"


def test_whoever_has_no_swimmer_left_is_out_of_the_game() -> None:
    """A swimmer without limbs is out; nobody is before the line is drawn."""

    def out(match: Match) -> list[bool]:
        position = match.position
        return [out_of_it(position.box, position.state, seat) for seat in range(len(match.seats))]

    assert out(Match("get-bit", 4, auto_chance=False)) == [False] * 4
    line = second_round()
    for _ in range(3):
        line.bites("T")
    assert out(line.match) == [False] * 4
    line.round("5 4 3 2")
    assert out(line.match) == [False, False, False, True]


# One card left ------------------------------------------------------------------------------------------------------


def test_one_card_left_takes_all_back() -> None:
    """Four cards of five are played in four rounds; whoever was not bitten meanwhile takes all back."""
    line = Line()
    line.round("1 1 1 1")
    line.round("2 2 2 2")
    line.gives_up("right leg")
    line.round("3 3 3 3")
    line.gives_up("right leg")
    assert (line.hand("J"), line.hand("A")) == ([4, 5], [4, 5])
    line.round("4 4 4 4")
    assert (line.hand("J"), line.hand("A")) == ([5], [5])
    line.gives_up("right leg")
    assert (line.hand("J"), line.hand("A")) == (FULL, FULL)


def test_two_cards_are_kept() -> None:
    line = Line()
    line.round("1 1 1 1")
    line.bites("T")
    line.bites("B")
    assert len(line.hand("J")) == 2


def test_cards_are_taken_back_after_the_bite() -> None:
    """While a limb is being chosen the hands are not yet filled: first the bite, then the cards."""
    line = Line()
    line.round("1 1 1 1")
    line.bites("T")
    line.bites("B")
    line.round(line.cards_for("A"))
    assert line.view.phase == "losing a limb"
    assert len(line.hand("J")) == 1
    line.gives_up("right leg")
    assert line.hand("J") == FULL


def test_the_shark_with_one_card_left_takes_all_back() -> None:
    """Like a swimmer: after five hits the shark has one card left and picks up all six."""
    line = second_round(shark=True, letters=FIVE)
    for card in ("right leg", "left leg", "right arm", "left arm"):
        line.snaps(line.order.split()[-1], card)
    assert line.shark.hand == ["head", "any limb"]
    line.snaps(line.order.split()[-1], "any limb", tie=True)
    assert line.shark.hand == ["head"]
    line.gives_up(line.limbs(line.asked[0])[0])
    assert line.shark.hand == ALL_SIX
    assert line.shark.tokens == 5


def test_other_numbers_of_cards_left() -> None:
    """A house rule may let everybody take the cards back with two left."""
    line = Line(rules={"cards.take_back_at": 2})
    line.round("1 1 1 1")
    line.bites("T")
    line.bites("B")
    assert line.hand("J") == FULL


# Two left -----------------------------------------------------------------------------------------------------------


def three_left() -> Line:
    line = second_round()
    for _ in range(4):
        line.bites("T")
    assert line.swimming == ["J", "A", "B"]
    return line


def test_of_two_the_one_in_front_wins_at_once() -> None:
    """The moment only two are left the game ends, and the limbs do not count."""
    line = three_left()
    for letter in ("J", "A"):
        for _ in range(3):
            line.bites(letter)
    line.round(line.cards_for("J", front="A"))
    assert line.order == "A B"
    assert (len(line.limbs("A")), len(line.limbs("B"))) == (1, 4)
    assert line.result.shares == {"swimmer 1": 0, "swimmer 2": 1, "swimmer 3": 0, "swimmer 4": 0}
    assert line.match.to_act == ()
    assert line.view.phase == "over"


def test_three_left_go_on() -> None:
    line = three_left()
    assert not line.match.over
    assert line.match.result is None


def test_after_the_end_nothing_can_be_played() -> None:
    line = three_left()
    for _ in range(4):
        line.bites("B")
    assert line.match.over
    with pytest.raises(IllegalAction, match="the match is over"):
        line.plays("J", 1)


def test_two_swimmers_of_one_person_win_together() -> None:
    """They know the same and share the win: each of the two seats has the whole of it."""
    line = Line(FOUR, people=2)
    line.first_round()
    for letter in ("T", "A"):
        for _ in range(4):
            line.bites(letter)
    winner = line.order.split()[0]
    mine = {"J": ["swimmer 1", "swimmer 2"], "B": ["swimmer 3", "swimmer 4"]}[winner]
    assert [seat for seat, share in line.result.shares.items() if share == 1] == mine
    assert sum(line.result.shares.values()) == 2


def test_one_person_moves_two_swimmers() -> None:
    """With two swimmers each, every swimmer has a hand of its own and a card a round."""
    line = Line(FOUR, people=2)
    line.plays("J", 4)
    assert line.match.to_act == ("swimmer 2", "swimmer 3", "swimmer 4")
    line.plays("A", 2)
    line.plays("B", 1)
    line.plays("T", 5)
    assert (line.hand("J"), line.hand("A")) == ([1, 2, 3, 5], [1, 3, 4, 5])


# The shark player ---------------------------------------------------------------------------------------------------


def test_what_the_shark_begins_with() -> None:
    """The sheet: a hand of six cards, all of them open to count."""
    line = Line(shark=True)
    assert line.shark.hand == ["right leg", "left leg", "right arm", "left arm", "head", "any limb"]


@pytest.mark.parametrize(("letters", "people", "tokens"), [(FOUR, 4, 4), (FIVE, 5, 5), (SIX, 6, 6), (SIX, 3, 6)])
def test_a_hunger_token_for_each_swimmer(letters: str, people: int, tokens: int) -> None:
    """The sheet: as many tokens as there are swimmers (not people) at the start."""
    assert Line(letters, people=people, shark=True).shark.tokens == tokens


def test_without_a_shark_player_there_is_no_shark_seat() -> None:
    line = Line()
    assert line.view.shark is None
    assert "shark" not in line.match.seats


def test_the_shark_does_not_appear_in_the_first_round() -> None:
    """Ruling 1: in round 1 the shark has nothing to play, and nobody is bitten."""
    line = Line(shark=True)
    assert line.match.to_act == ("swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4")
    assert line.match.legal("shark") == []
    line.round("4 1 4 3")
    assert line.order == "T A J B"
    assert line.shark.hand == ALL_SIX
    assert line.shark.tokens == 4


def test_from_round_two_the_shark_chooses_with_the_swimmers() -> None:
    """Ruling 5: it picks blind, at the same time as they do, and all cards are shown together."""
    line = second_round(shark=True)
    assert line.match.to_act == ("shark", "swimmer 1", "swimmer 2", "swimmer 3", "swimmer 4")
    line.match.play("shark", "head")
    assert line.match.view("swimmer 1").shark.has_chosen
    assert line.shark.hand == ALL_SIX
    for letter, card in zip("JABT", (5, 4, 3, 2), strict=True):
        line.plays(letter, card)
    assert line.swimming == ["J", "A", "B"]


@pytest.mark.parametrize("limb", LIMBS)
def test_a_named_limb_hits_whoever_still_has_it(limb: str) -> None:
    """The limb on the card goes without asking anybody; the swimmer jumps to the front and takes all cards back."""
    line = second_round(shark=True)
    line.round("5 4 2 3", limb)
    assert line.limbs("B") == [other for other in LIMBS if other != limb]
    assert line.order == "B J A T"
    assert line.hand("B") == FULL
    assert line.shark.tokens == 4
    assert line.shark.hand == [card for card in ALL_SIX if card != limb]
    assert line.view.round == 3


def test_a_named_limb_hits_with_a_tie_as_well() -> None:
    line = second_round(shark=True)
    line.round("2 2 3 3", "left arm")
    assert line.limbs("T") == ["right leg", "left leg", "right arm"]


def test_a_limb_that_is_gone_is_a_miss() -> None:
    line = second_round(shark=True)
    line.snaps("T", "any limb", tie=True)
    line.gives_up("left leg")
    line.snaps("T", "left leg")
    assert len(line.limbs("T")) == 3
    assert line.shark.tokens == 3


def test_the_head_without_a_tie_ends_it_for_the_last() -> None:
    """Head: the swimmer at the back is out at once, with all its limbs."""
    line = second_round(shark=True)
    line.round("5 4 2 3", "head")
    assert line.order == "J A T"
    assert len(line.limbs("B")) == 4
    assert line.shark.tokens == 4
    assert line.shark.hand == [*LIMBS, "any limb"]


def test_the_head_with_a_tie_is_a_miss() -> None:
    line = second_round(shark=True)
    line.round("2 2 3 3", "head")
    assert line.order == "J A B T"
    assert line.shark.tokens == 3


def test_any_limb_with_a_tie_is_the_owners_choice() -> None:
    """Any limb: the swimmer's own player picks the limb; the swimmer jumps to the front and takes all cards back."""
    line = second_round(shark=True)
    line.round("2 2 3 3", "any limb")
    assert line.asked == ["T"]
    line.gives_up("right arm")
    assert line.limbs("T") == ["right leg", "left leg", "left arm"]
    assert line.order == "T J A B"
    assert line.hand("T") == FULL
    assert line.shark.tokens == 4
    assert line.shark.hand == [*LIMBS, "head"]


def test_any_limb_without_a_tie_is_a_miss() -> None:
    line = second_round(shark=True)
    line.round("5 4 2 3", "any limb")
    assert line.order == "J A T B"
    assert len(line.limbs("B")) == 4
    assert line.shark.tokens == 3


def test_what_a_miss_costs_and_what_it_leaves() -> None:
    """A token is lost and the shark takes back all it has played; the last swimmer stays last, whole, cards played."""
    line = second_round(shark=True)
    line.snaps("T", "right leg")
    assert line.shark.hand == ["left leg", "right arm", "left arm", "head", "any limb"]
    hand = line.hand("A")
    cards = line.cards_for("A", tie=True)
    line.round(cards, "head")
    assert line.order.split()[-1] == "A"
    assert len(line.limbs("A")) == 4
    assert line.hand("A") == [card for card in hand if card != int(cards.split()[1])]
    assert line.shark.hand == ALL_SIX
    assert line.shark.tokens == 3


def test_one_card_left_counts_after_a_miss_too() -> None:
    """A swimmer down to one card takes all back, whatever the shark did; the missed swimmer only by this rule."""
    line = second_round(shark=True)
    line.round("2 2 2 2", "head")
    line.round("3 3 3 3", "head")
    assert line.hand("T") == [4, 5]
    line.round("4 4 4 4", "head")
    assert all(line.hand(letter) == FULL for letter in line.letters)
    assert line.shark.tokens == 1


@pytest.mark.parametrize(("cards", "last"), [("2 2 5 3", "A"), ("5 2 3 2", "T"), ("3 3 2 2", "T"), ("4 4 4 2", "B")])
def test_a_tie_anywhere_in_line_counts(cards: str, last: str) -> None:
    """Ruling 4: any pair in line spoils the head and makes any limb good, wherever it began."""
    spoilt, good = second_round(shark=True), second_round(shark=True)
    spoilt.round(cards, "head")
    assert (spoilt.order.split()[-1], spoilt.shark.tokens) == (last, 3)
    good.round(cards, "any limb")
    assert (good.asked, good.shark.tokens) == ([last], 4)


def test_the_card_of_whoever_is_eliminated_still_counts() -> None:
    """Ruling 4: the tie is seen among all who were in line this round, the one who now leaves included."""
    line = nearly_gone()
    line.snaps("T", "any limb", tie=False)
    assert line.shark.tokens == 3
    line.snaps("T", "any limb", tie=True)
    assert line.swimming == ["J", "A", "B"]
    assert line.shark.tokens == 3


def nearly_gone() -> Line:
    """T has only the left arm, and the shark still holds its card, the head and any limb."""
    line = second_round(shark=True)
    for limb in ("right leg", "left leg", "right arm"):
        line.snaps("T", limb)
    assert line.limbs("T") == ["left arm"]
    return line


def test_the_last_limb_bitten_by_the_shark_is_the_end() -> None:
    """Ruling 2: as in the base game the swimmer leaves the line; nobody without limbs stays in it."""
    line = nearly_gone()
    line.snaps("T", "left arm")
    assert line.swimming == ["J", "A", "B"]
    assert line.limbs("T") == []
    assert line.shark.tokens == 4


def test_any_limb_does_not_ask_for_the_last_one() -> None:
    line = nearly_gone()
    line.snaps("T", "any limb", tie=False)
    line.snaps("T", "any limb", tie=True)
    assert line.view.phase == "choosing"
    assert line.limbs("T") == []


def eats(line: Line, letter: str) -> None:
    line.snaps(letter, "head", tie=False)


def misses(line: Line) -> None:
    """A miss, whoever is last: a head that a tie spoils, or any limb without a tie."""
    card, tie = ("head", True) if "head" in line.shark.hand else ("any limb", False)
    tokens = line.shark.tokens
    line.snaps(next(letter for letter in line.swimming if line.can_be_last(letter, tie=tie)), card, tie=tie)
    assert line.shark.tokens == tokens - 1


def test_with_a_shark_two_swimmers_go_on() -> None:
    """Ruling 3: the base ending does not apply, otherwise the shark could never win."""
    line = second_round(shark=True)
    eats(line, "T")
    misses(line)
    eats(line, "B")
    assert line.swimming == ["J", "A"]
    assert not line.match.over
    assert line.match.to_act == ("shark", "swimmer 1", "swimmer 2")


def test_one_swimmer_left_and_the_shark_wins() -> None:
    """The sheet: when it comes down to a swimmer and the shark, the shark wins."""
    line = second_round(shark=True)
    eats(line, "T")
    misses(line)
    eats(line, "B")
    misses(line)
    eats(line, "A")
    assert line.match.over
    assert line.order == "J"
    assert line.result.winners == ("Shark",)
    assert line.result.shares == {"shark": 1, "swimmer 1": 0, "swimmer 2": 0, "swimmer 3": 0, "swimmer 4": 0}


def test_the_shark_wins_with_its_last_limb_card_too() -> None:
    """A limb card that takes the last limb of the last but one swimmer ends the game the same way."""
    line = second_round(shark=True)
    eats(line, "T")
    misses(line)
    eats(line, "B")
    for limb in LIMBS:
        assert not line.match.over
        line.snaps("A", limb)
    assert line.result.winners == ("Shark",)


def test_when_the_last_token_is_gone_most_limbs_win() -> None:
    """The sheet: the swimmer with most limbs wins, here from the very back."""
    line = second_round(shark=True)
    for letter in ("J", "A", "B"):
        line.snaps(letter, LIMBS["JAB".index(letter)])
    for left in (3, 2, 1):
        misses(line)
        assert line.shark.tokens == left
        assert not line.match.over
    line.round(line.cards_for("T", tie=True), "head")
    assert line.shark.tokens == 0
    assert line.order.split()[-1] == "T"
    assert line.result.winners == ("T",)
    assert line.result.scores == {"shark": 0, "swimmer 1": 3, "swimmer 2": 3, "swimmer 3": 3, "swimmer 4": 4}


def test_a_tie_in_limbs_goes_to_the_one_nearest_the_front() -> None:
    """Only those with most limbs are compared: the bitten swimmer in front does not win."""
    line = second_round(shark=True)
    line.snaps("T", "right leg")
    assert line.order.split()[0] == "T"
    for _ in range(3):
        misses(line)
    line.round(line.cards_for("J", front="T", tie=False), "any limb")
    assert line.match.over
    assert line.order.split()[0] == "T"
    assert line.result.winners == (line.order.split()[1],)


def test_two_swimmers_of_one_person_win_together_against_the_shark() -> None:
    line = Line(FOUR, people=2, shark=True)
    line.first_round()
    for _ in range(4):
        misses(line)
    winner = line.order.split()[0]
    mine = ["swimmer 1", "swimmer 2"] if winner in "JA" else ["swimmer 3", "swimmer 4"]
    assert [seat for seat, share in line.result.shares.items() if share == 1] == mine
    assert line.result.shares["shark"] == 0


def test_a_shark_against_two_people() -> None:
    """Ruling 7: two people with two swimmers each may have a shark; it plays like any other."""
    line = Line(FOUR, people=2, shark=True)
    assert line.match.viewers == ("shark", "player 1", "player 2", "spectator")
    line.first_round()
    line.round("2 2 3 3", "any limb")
    assert line.asked == ["T"]


# The long game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("letters", "tokens"), [(FOUR, 6), (FIVE, 7), (SIX, 9)])
def test_the_long_game_feeds_the_shark_longer(letters: str, tokens: int) -> None:
    """Twice the bites need more tokens: one and a half for each swimmer; a half left over does not count."""
    assert Line(letters, shark=True, rules={"long_game": True}).shark.tokens == tokens


@pytest.mark.parametrize(("halves", "tokens"), [(0, 4), (1, 6), (2, 8)])
def test_a_house_rule_says_how_many_tokens_the_long_game_has(halves: int, tokens: int) -> None:
    rules = {"shark.half_tokens_more_in_long_game": halves}
    assert Line(shark=True, rules={**rules, "long_game": True}).shark.tokens == tokens
    assert Line(shark=True, rules=rules).shark.tokens == 4


def long_game(shark: bool = False) -> Line:
    line = Line(shark=shark, rules={"long_game": True})
    line.first_round()
    return line


def test_the_long_game_takes_eight_bites() -> None:
    """Ruling 8: every limb comes off in two parts, so the eighth bite is the last."""
    line = long_game()
    assert line.swimmer("T").limbs == dict.fromkeys(LIMBS, 2)
    for bites in range(1, 8):
        line.bites("T")
        assert sum(line.swimmer("T").limbs.values()) == 8 - bites
    assert "T" in line.swimming
    line.bites("T")
    assert line.swimming == ["J", "A", "B"]


def test_in_the_long_game_a_limb_can_be_given_up_twice() -> None:
    line = long_game()
    line.bites("T", "right arm")
    assert line.swimmer("T").limbs == {"right leg": 2, "left leg": 2, "right arm": 1, "left arm": 2}
    line.bites("T", "right arm")
    line.round(line.cards_for("T"))
    assert line.match.legal("swimmer 4") == ["lose right leg", "lose left leg", "lose left arm"]


def test_in_the_long_game_the_rest_of_the_only_limb_is_not_asked_for() -> None:
    """With two parts of one limb left there is only one limb to lose, so nobody is asked."""
    line = long_game()
    for _ in range(6):
        line.bites("T")
    assert line.swimmer("T").limbs == {"right leg": 0, "left leg": 0, "right arm": 0, "left arm": 2}
    line.round(line.cards_for("T"))
    assert line.view.phase == "choosing"
    assert line.swimmer("T").limbs["left arm"] == 1


def test_in_the_long_game_a_shark_card_takes_the_next_part() -> None:
    """The same card hits a limb twice, and misses it the third time."""
    line = long_game(shark=True)
    parts = []
    for _ in range(2):
        line.snaps("T", "left leg")
        parts.append(line.swimmer("T").limbs["left leg"])
        misses(line)
    line.snaps("T", "left leg")
    assert parts == [1, 0]
    assert line.shark.tokens == 3


def test_in_the_long_game_most_limbs_are_most_parts() -> None:
    line = long_game(shark=True)
    for letter in ("J", "A", "B"):
        line.snaps(letter, LIMBS["JAB".index(letter)])
    while line.shark.tokens > 1:
        misses(line)
    line.round(line.cards_for("T", tie=True), "head")
    assert line.result.winners == ("T",)
    assert line.result.scores == {"shark": 0, "swimmer 1": 7, "swimmer 2": 7, "swimmer 3": 7, "swimmer 4": 8}


# House rules --------------------------------------------------------------------------------------------------------


def test_the_shark_may_appear_in_another_round() -> None:
    line = Line(shark=True, rules={"shark.first_round": 3})
    line.round("1 1 1 1")
    assert "shark" not in line.match.to_act
    line.round("2 2 2 2")
    assert "shark" in line.match.to_act
    early = Line(rules={"shark.first_round": 1})
    early.round("1 1 1 1")
    assert early.asked == ["T"]


def test_more_tokens_and_more_cards() -> None:
    line = Line(shark=True, rules={"shark.tokens_for_each_swimmer": 2, "cards.more_than_swimmers": 3})
    assert line.shark.tokens == 8
    assert line.hand("J") == [1, 2, 3, 4, 5, 6, 7]


def test_other_numbers_of_swimmers() -> None:
    """A house rule may put three swimmers in the water for three people."""
    line = Line("J A B", people=3, rules={"swimmers.by_people": [4, 3, 4, 5, 6]})
    assert line.hand("J") == [1, 2, 3, 4]
    line.round("1 1 1")
    line.round("2 2 2")
    assert line.asked == ["B"]


def test_nobody_is_told_who_jumps_where_nobody_listens() -> None:
    """A playout of a bot or a study is over without a word."""
    setup = find_game("get-bit").set_up(4)
    states = setup.new_state()
    setup.game.playout.finish(setup.box[0], states[0], stream(5), setup.room_for_actions(), setup.game.state.BOUND)
    assert states[0].over
    assert not states[0].events.any()
