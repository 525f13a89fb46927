"""Actions are declared once: number, name, label, parts and keys come from the declaration."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toys.lagoon import GAME as LAGOON
from undertow import Match
from undertow.core.actions import LETTERS, NUMBERS, Actions, Blocked, Offer, Part, letters


def kelp_like() -> Actions:
    made = Actions(keys=LETTERS)
    made.add("draw", "Draw a card")
    made.add("search {zone} with {pips}", "search zone {zone} with a {pips}", pips=range(1, 7), zone=range(9))
    made.add("reroll {dice}", "Reroll {faces}", dice=[(), (1,), (2,), (1, 2)])
    made.add("{card} for {who}", "{card} for {who}", verb="give", card=("rope", "chum"), who=Part("ab", ("Ann", "Bo")))
    return made


def test_numbers_follow_the_declaration_the_last_part_counting_fastest() -> None:
    made = kelp_like()
    assert made.size == len(made.deeds) == 1 + 6 * 9 + 4 + 2 * 2
    assert made.names[0] == "draw"
    assert made.names[1 + (3 - 1) * 9 + 7] == "search 7 with 3"
    assert made.names[1 + 6 * 9 + 3] == "reroll 1 2"
    assert made.names[-1] == "chum for b"


def test_a_deed_says_what_it_touches() -> None:
    deed = kelp_like().by_name["search 7 with 3"]
    assert (deed.verb, deed.parts, deed.places) == ("search", {"pips": 3, "zone": 7}, (2, 7))
    assert kelp_like().by_name["reroll 1 2"].parts == {"dice": (1, 2)}


def test_labels_begin_with_a_capital_and_say_parts_as_people_do() -> None:
    made = kelp_like()
    assert made.by_name["search 7 with 3"].label == "Search zone 7 with a 3"
    assert made.by_name["rope for b"].label == "Rope for Bo"


def test_a_label_may_leave_a_field_to_the_position() -> None:
    made = kelp_like()
    deed = made.by_name["reroll 2"]
    assert deed.open
    assert made.label(deed, {"faces": "the 5"}) == "Reroll the 5"
    assert not made.by_name["draw"].open


@given(st.sampled_from(kelp_like().deeds))
def test_a_name_is_read_back(deed: object) -> None:
    made = kelp_like()
    assert made.by_name[deed.name] == deed  # type: ignore[attr-defined]


def test_a_verb_is_declared_once_and_a_name_says_all_its_parts() -> None:
    made = Actions()
    made.add("take {number}", "Take {number}", number=range(3))
    with pytest.raises(ValueError, match="needs a verb of its own: 'take' is taken"):
        made.add("take {number} from shop", "Take", number=range(3))
    with pytest.raises(ValueError, match="needs a verb of its own: '' is none"):
        made.add("{card}", "Card", card=range(3))
    with pytest.raises(ValueError, match="must say each of its parts: card, seat"):
        made.add("give {card}", "Give", card=range(3), seat=range(2))


def test_two_actions_of_one_name_are_refused() -> None:
    made = Actions()
    made.add("use {card}", "Use", verb="use mine", card=("swift",))
    made.add("use {card}", "Use", verb="use yours", card=("swift",))
    with pytest.raises(ValueError, match="two actions are called 'use swift'"):
        _ = made.deeds


@given(st.integers(0, 200))
def test_no_key_begins_another_and_none_is_the_tables_own(wanted: int) -> None:
    keys = letters(wanted)
    assert len(set(keys)) == wanted
    assert not set(keys) & set("hoqu")
    assert not any(a != b and b.startswith(a) for a in keys for b in keys)


@pytest.mark.parametrize(
    ("label", "short"),
    [
        ("Store the {colour} {pips}", "red 3"),
        ("Turn the {colour} {pips} to {more}", "{more}"),  # what the position fills in
        ("Swim {pips}{more}", "3{more}"),
        ("Trash {colour} from hand", ""),
        ("{colour} {pips}", ""),  # all of it
    ],
)
def test_what_is_filled_in_at_the_end_of_a_label_is_its_short_form(label: str, short: str) -> None:
    made = Actions()
    made.add("store {colour} {pips}", label, colour=("red",), pips=(3,))
    assert made.deeds[0].short == short
    offer = made.offer(made.deeds[0], "", False, "", {"more": "(4)"})
    assert offer.short == short.replace("{more}", "(4)")
    assert offer.label.endswith(offer.short)


def test_cards_are_typed_by_their_numbers_everything_else_by_its_place() -> None:
    made = Actions(keys=NUMBERS)
    made.add("card {card}", "Swim with a {card}", key="card", card=range(1, 8))
    made.add("lose {limb}", "Give up the {limb}", limb=("left arm", "right arm"))
    cards = [made.by_name[f"card {number}"].number for number in (2, 5, 7)]
    assert made.keys_of(cards) == ["2", "5", "7"]
    assert made.keys_of([made.by_name["lose right arm"].number]) == ["1"]
    assert made.keys_of([*cards, made.by_name["lose left arm"].number]) == ["1", "2", "3", "4"]


def test_a_match_offers_actions_with_all_that_is_known_of_them() -> None:
    match = Match(LAGOON, options={"lagoons": 5}, seed="offers")
    assert [offer.action for offer in match.offered("shark")] == ["stay", "swim"]
    assert not match.offered("diver")
    assert not match.blocked("diver")
    match.play("shark", "stay")
    assert match.offered("diver")[1] == Offer(
        "look 2", "Look into lagoon 2", "look", {"lagoon": 2}, "2", True, short="2"
    )
    assert match.blocked("diver") == [Blocked("look 6", "look", "The ring has 5 lagoons.", {"lagoon": 6})]


def test_what_can_be_taken_back_is_not_final() -> None:
    match = Match(LAGOON, seed="final")
    assert [offer.final for offer in match.offered("shark")] == [False, False]
    match.play("shark", "stay")
    assert match.can_undo("shark")
    assert all(offer.final for offer in match.offered("diver"))
    match.play("diver", "look 1")
    assert not match.can_undo("diver")
