"""Who sees what in Act 2: the shark's hand and choice are its own until it comes up; everything else is open."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import pytest

from tests.games.jaws.boat import CREW, Boat
from undertow.core.match import Match
from undertow.core.records import Records
from undertow.core.rng import stream
from undertow.games.jaws.state import ABILITIES, ABILITY_NAMES, DIVING, broken

HAND = ["extra strength", "second helping", "maul again", "big mouth", "big mouth", "hard target"]


def chosen(slot: str, ability: str | None, hand: list[str] = HAND, *, chum: bool = False) -> Boat:
    boat = Boat(abilities=hand, quint=["chum"] if chum else [], at=(8, 8, 8))
    boat.options("1", "2", "3")
    boat.chooses(slot, ability)
    return boat


def eyes(boat: Boat, viewer: str) -> tuple[Any, ...]:
    """Everything a viewer gets to know."""
    match = boat.match
    return (
        match.view(viewer),
        match.log(viewer),
        match.beliefs(viewer),
        match.encoding(viewer).tolist(),
        match.prompt(viewer),
        match.help(viewer),
        match.to_act,
        [match.legal(seat) for seat in CREW],
    )


def hands(worlds: Records) -> list[list[int]]:
    return [world.depths.hand.tolist() for world in worlds]


# The shark's own ------------------------------------------------------------------------------------------------------


def test_the_shark_sees_its_hand_and_its_choice() -> None:
    boat = chosen("B", "big mouth")
    assert boat.lair.hand == {
        "extra strength": 1,
        "second helping": 1,
        "maul again": 1,
        "big mouth": 2,
        "hard target": 1,
    }
    assert (boat.lair.slot, boat.lair.ability) == ("B", "big mouth")
    assert boat.match.log("shark")[-3:] == [
        "Shark will come up at B.",
        "Shark puts big mouth under the token.",
        "Shark has chosen, with an ability card.",
    ]


def test_nobody_else_does() -> None:
    boat = chosen("B", "big mouth")
    for viewer in ("crew", "spectator"):
        assert boat.match.view(viewer).orca.shark is None
        told = "\n".join(boat.match.log(viewer))
        assert not any(f"gets {ability}" in told or f"puts {ability}" in told for ability in ABILITY_NAMES)
        assert "will come up" not in told


@pytest.mark.parametrize("viewer", ["crew", "spectator"])
@pytest.mark.parametrize("slot", ["A", "B", "C"])
@pytest.mark.parametrize("ability", ["extra strength", "big mouth"])
def test_choices_cannot_be_told_apart(viewer: str, slot: str, ability: str) -> None:
    """Whatever the shark chose and whichever card it put under its token: all looks the same from outside."""
    assert eyes(chosen(slot, ability), viewer) == eyes(chosen("A", "hard target"), viewer)


@pytest.mark.parametrize("viewer", ["crew", "spectator"])
def test_hands_cannot_be_told_apart(viewer: str) -> None:
    other = ["ramming speed", "ramming speed", "domino effect", "domino effect", "making waves", "making waves"]
    assert eyes(chosen("A", "big mouth"), viewer) == eyes(chosen("C", "domino effect", other), viewer)


def test_nobody_sees_how_far_the_shark_is_with_its_choice() -> None:
    """Between the token and the card under it nothing happens for the others."""
    boat = Boat(abilities=HAND)
    boat.options("1", "2", "3")
    before = eyes(boat, "crew")
    boat.match.play("shark", "resurface B")
    assert eyes(boat, "crew") == before


def test_that_a_card_lies_under_the_token_is_seen() -> None:
    """Not which one; and that none lies there is seen as well."""
    boat = chosen("A", "big mouth")
    assert boat.match.log("crew")[-1] == "Shark has chosen, with an ability card."
    assert boat.match.view("crew").orca.with_ability
    assert boat.match.view("crew").orca.locked
    boat = chosen("A", None)
    assert boat.match.log("crew")[-1] == "Shark has chosen."
    assert not boat.match.view("crew").orca.with_ability
    assert boat.match.log("shark")[-2] == "Shark plays no ability card."


def test_before_it_has_chosen_nothing_is_locked() -> None:
    boat = Boat(abilities=HAND)
    boat.options("1", "2", "3")
    assert not boat.match.view("crew").orca.locked


def test_how_many_cards_it_has_is_seen() -> None:
    boat = chosen("A", "big mouth")
    assert boat.match.view("crew").orca.hand_size == 6
    boat.rest()
    assert boat.match.view("crew").orca.hand_size == 5
    assert boat.match.view("crew").orca.abilities_used == {"big mouth": 1}


def test_at_the_reveal_everybody_sees_both() -> None:
    boat = chosen("C", "hard target")
    boat.rest()
    orca = boat.match.view("crew").orca
    assert (orca.slot, orca.zone, orca.ability, orca.evade) == ("C", 3, "hard target", 3)
    assert not orca.with_ability
    assert boat.match.view("crew").orca.shark is None  # the rest of the hand stays hidden


def test_when_it_is_over_everything_is_told() -> None:
    boat = Boat(abilities=["big mouth", "hard target"], at=(3, 3, 3))
    boat.state.shark_wounds = 17
    boat.comes("3!")
    boat.rest()
    assert boat.match.story() == []
    boat.attacks("quint", "2 0")
    story = boat.match.story()
    assert "Shark gets big mouth." in story
    assert "Shark will come up at A." in story
    for viewer in ("crew", "spectator"):
        assert not {"Shark gets big mouth.", "Shark will come up at A."} & set(boat.match.log(viewer))
    assert boat.match.view("crew").orca.shark.hand == {"big mouth": 1, "hard target": 1}


def test_the_crew_shares_its_eyes() -> None:
    """Each of them is the side `crew`."""
    boat = chosen("A", "big mouth")
    assert boat.match.view("quint") == boat.match.view("crew") == boat.match.view("hooper")
    assert boat.match.log("brody") == boat.match.log("crew")


# What may be believed -------------------------------------------------------------------------------------------------


def test_any_option_is_as_likely() -> None:
    fight = chosen("B", None).match.beliefs("crew").fight
    assert fight.options == {slot: pytest.approx(1 / 3) for slot in "ABC"}
    assert fight.zones == {str(z): pytest.approx(1 / 3 if z <= 3 else 0) for z in range(1, 9)}


def test_two_options_in_one_zone_make_it_twice_as_likely() -> None:
    boat = Boat()
    boat.options("5", "5!", "1")
    boat.chooses("A")
    zones = boat.match.beliefs("crew").fight.zones
    assert zones["5"] == pytest.approx(2 / 3)
    assert zones["1"] == pytest.approx(1 / 3)


def test_chum_leaves_two_options() -> None:
    boat = chosen("A", None, chum=True)
    boat.match.play("quint", "chum")
    boat.match.play("shark", "show C")
    fight = boat.match.beliefs("crew").fight
    assert fight.options == {"A": 0.5, "B": 0.5, "C": 0.0}
    assert fight.zones["3"] == 0.0


def test_after_the_reveal_there_is_nothing_to_guess_about_the_zone() -> None:
    boat = chosen("B", None)
    boat.rest()
    fight = boat.match.beliefs("crew").fight
    assert fight.options == {"A": 0.0, "B": 1.0, "C": 0.0}
    assert fight.zones["2"] == 1.0


def test_before_the_options_lie_there_are_none_to_guess() -> None:
    fight = Boat(abilities=HAND).match.beliefs("crew").fight
    assert fight.options == {}
    assert sum(fight.zones.values()) == 0


def test_how_likely_a_card_is_in_hand() -> None:
    """Six of sixteen cards, two of a kind; what was played is counted out."""
    boat = chosen("A", "big mouth")
    two = 1 - comb(14, 6) / comb(16, 6)
    assert boat.match.beliefs("crew").fight.in_hand == {name: pytest.approx(two) for name in ABILITY_NAMES}
    boat.rest()
    in_hand = boat.match.beliefs("crew").fight.in_hand
    assert in_hand["big mouth"] == pytest.approx(1 - comb(14, 5) / comb(15, 5))
    assert in_hand["hard target"] == pytest.approx(1 - comb(13, 5) / comb(15, 5))


def test_what_may_lie_under_the_token() -> None:
    """Each kind alike while none was seen; nothing if nothing lies there."""
    assert chosen("A", "big mouth").match.beliefs("crew").fight.under_token == dict.fromkeys(ABILITY_NAMES, 1 / 8)
    assert chosen("A", None).match.beliefs("crew").fight.under_token == dict.fromkeys(ABILITY_NAMES, 0.0)


def test_all_may_believe_the_same() -> None:
    """The shark, too, is told what the others can know of it, and nothing it alone knows."""
    boat = chosen("A", "big mouth")
    assert boat.match.beliefs("shark") == boat.match.beliefs("crew") == boat.match.beliefs("spectator")


def test_when_it_is_over_nobody_guesses() -> None:
    boat = Boat(rules={"act2.round_limit": 1})
    boat.surfaces("8")
    boat.ends_round()
    assert boat.match.beliefs("crew") is None


# What may be imagined -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_imagined_hands_are_of_cards_nobody_has_seen(played: int) -> None:
    """Of the right size, and never with more copies than are unseen."""
    hand = ["big mouth", "big mouth", "hard target", "maul again", "maul again", "making waves"]
    boat = Boat(abilities=hand, at=(8, 8, 8))
    for card, ability in [("8", "big mouth"), ("7", "big mouth"), ("6", "hard target")][:played]:
        boat.surfaces(card, ability)
        boat.ends_round()
    boat.options()
    boat.chooses("A", "maul again")
    used = boat.state.abilities_used.tolist()
    worlds = boat.match.imagine("crew", stream(1), 200)
    for imagined in hands(worlds):
        assert sum(imagined) == 6 - played
        assert all(0 <= imagined[a] <= 2 - used[a] for a in range(ABILITIES))
    assert len({tuple(imagined) for imagined in hands(worlds)}) > 20


def test_imagined_choices_are_possible() -> None:
    """Any option not shown, and any card of the imagined hand under the token, if one lies there."""
    boat = chosen("A", "big mouth", chum=True)
    boat.match.play("quint", "chum")
    boat.match.play("shark", "show B")
    worlds = boat.match.imagine("crew", stream(1), 200)
    assert {int(world.depths.slot) for world in worlds} == {0, 2}
    assert {int(world.depths.ability) for world in worlds} == set(range(ABILITIES))
    assert all(world.depths.hand[world.depths.ability] > 0 for world in worlds)


def test_no_card_is_imagined_where_none_lies() -> None:
    worlds = chosen("C", None).match.imagine("spectator", stream(1), 200)
    assert {int(world.depths.ability) for world in worlds} == {-1}
    assert {int(world.depths.slot) for world in worlds} == {0, 1, 2}


def test_after_the_reveal_only_the_hand_is_imagined() -> None:
    boat = chosen("B", "hard target")
    boat.rest()
    for world in boat.match.imagine("crew", stream(1), 200):
        assert (int(world.depths.slot), int(world.depths.ability)) == (-1, -1)
        assert (int(world.slot), int(world.zone)) == (1, 1)
        assert world.depths.hand.sum() == 5
        assert world.depths.hand[ABILITY_NAMES.index("hard target")] <= 1


def test_a_shark_in_mid_choice_is_imagined_before_it() -> None:
    """Nobody can see whether it has laid its token already."""
    boat = Boat(abilities=HAND)
    boat.options("1", "2", "3")
    boat.match.play("shark", "resurface B")
    for world in boat.match.imagine("crew", stream(1), 50):
        assert world.phase == DIVING
        assert int(world.depths.slot) == -1


def test_the_shark_imagines_the_truth() -> None:
    boat = chosen("B", "big mouth")
    truth = boat.state.depths.tobytes()
    assert {world.depths.tobytes() for world in boat.match.imagine("shark", stream(1), 20)} == {truth}


def test_imagined_worlds_are_sound_and_look_the_same() -> None:
    """Each could be the true one: what everybody sees of it is what everybody sees."""
    boat = chosen("B", "big mouth")
    open_fields = ("tiles", "at", "gear", "options", "hand_size", "abilities_used", "covered", "waiting", "phase")
    for world in boat.match.imagine("crew", stream(1), 100):
        assert broken(boat.match.position.box, world) == ""
        for field in open_fields:
            assert getattr(world, field).tobytes() == getattr(boat.state, field).tobytes()


def test_hands_are_imagined_as_likely_as_they_are() -> None:
    """How often a kind is in an imagined hand fits what the crew may believe."""
    boat = chosen("A", "big mouth")
    believed = boat.match.beliefs("crew").fight.in_hand
    worlds = hands(boat.match.imagine("crew", stream(1), 1000))
    for ability, name in enumerate(ABILITY_NAMES):
        share = sum(hand[ability] > 0 for hand in worlds) / len(worlds)
        assert share == pytest.approx(believed[name], abs=0.05)


def test_the_card_under_the_token_is_imagined_as_likely_as_it_is_believed() -> None:
    """With one card of a kind and two of another in a hand of three, all known: one number for both."""
    none = {f"abilities.{name.replace(' ', '_')}": {"copies": 0, "number": 1} for name in ABILITY_NAMES}
    kinds = {
        "abilities.big_mouth": {"copies": 1, "number": 1},
        "abilities.hard_target": {"copies": 2, "number": 3},
        "act2.shark_cards": [0] * 10,
    }
    boat = Boat(abilities=["big mouth", "hard target", "hard target"], rules={**none, **kinds})
    boat.options()
    boat.chooses("A", "hard target")
    worlds = boat.match.imagine("crew", stream(1), 1000)
    share = sum(ABILITY_NAMES[world.depths.ability] == "big mouth" for world in worlds) / len(worlds)
    assert share == pytest.approx(boat.match.beliefs("crew").fight.under_token["big mouth"], abs=0.05)


def test_while_cards_are_dealt_hands_grow_unseen() -> None:
    match = Match("jaws", 2, {"variant": "act2"}, auto_chance=False)
    match.play("chance", "big mouth")
    match.play("chance", "big mouth")
    assert match.view("crew").orca.hand_size == 2
    assert match.view("crew").orca.shark is None
    assert match.log("crew") == []
    imagined = hands(match.imagine("crew", stream(1), 100))
    assert {sum(hand) for hand in imagined} == {2}
    assert len({tuple(hand) for hand in imagined}) > 5


# What is asked --------------------------------------------------------------------------------------------------------


def test_everybody_is_asked_in_words() -> None:
    """In every decision of a match by chance: a question, a label for each answer, help; and the table stays sound."""
    match = Match("jaws", 2, {"variant": "act2"}, "words 4")
    choice = Random(4)
    questions = set()
    while not match.over:
        seat = choice.choice(match.to_act)
        legal = match.legal(seat)
        labels = [match.label(seat, action) for action in legal]
        assert len(set(labels)) == len(labels) > 0
        assert match.help(seat)
        questions.add(match.prompt(seat))
        match.play(seat, choice.choice(legal))
        assert broken(match.position.box, match.position.state) == ""
    for question in ("Where do you go?", "Which weapon do you use?", "Which zone do you target?"):
        assert {f"{who.capitalize()}: {question}" for who in CREW} <= questions
    assert "What do you attack?" in questions
    assert "" not in questions


def test_the_questions_of_special_moments() -> None:
    boat = Boat(abilities=["maul again"], quint=["chum", "rifle", "ammo"], hooper=["shark cage"], at=(3, 3, 8))
    boat.put("hooper", "water 3")
    asked = {}
    boat.options("3", "1", "2")
    asked["shark 1"] = boat.match.prompt("shark")
    boat.match.play("shark", "resurface A")
    asked["shark 2"] = boat.match.prompt("shark")
    boat.match.play("shark", "maul again")
    asked["quint"] = boat.match.prompt("quint")
    boat.match.play("quint", "chum")
    asked["shark 3"] = boat.match.prompt("shark")
    boat.match.play("shark", "show B")
    boat.prepares("quint", "rifle", 3)
    boat.rest()
    asked["quint 2"] = boat.match.prompt("quint")
    boat.attacks("quint", "0 0 0")
    asked["quint 3"] = boat.match.prompt("quint")
    boat.match.play("quint", "discard ammo")
    boat.holds()
    boat.bites("hooper")
    asked["hooper"] = boat.match.prompt("hooper")
    boat.match.play("hooper", "no cage")
    boat.rolls("2 0")
    asked["shark 4"] = boat.match.prompt("shark")
    assert asked == {
        "shark 1": "Where do you come up? Choose A, B or C in secret.",
        "shark 2": "Do you put an ability card under your token?",
        "quint": "Quint: The shark has chosen. Do you throw chum into the water?",
        "shark 3": "Chum! Show one of the two tokens you did not choose.",
        "quint 2": "Quint: You targeted the right zone. Do you attack with the rifle?",
        "quint 3": "Quint: You fired the rifle. What do you discard?",
        "hooper": "Hooper: The shark is about to roll 2 dice, and you are in danger. Do you get into the shark cage?",
        "shark 4": "You rolled 2, 0. Reroll any of them?",
    }
    assert boat.match.label("shark", "reroll 2") == "Reroll die 2 (showing 0)"


# Taking back --------------------------------------------------------------------------------------------------------


def test_a_locked_choice_stays_locked() -> None:
    """The crew may talk once the token lies there: the shark cannot think again."""
    boat = Boat(abilities=["big mouth"])
    boat.options()
    boat.match.play("shark", "resurface A")
    assert boat.match.can_undo("shark")
    boat.match.play("shark", "big mouth")
    assert not boat.match.can_undo("shark")


def test_nobody_takes_back_what_others_have_built_on() -> None:
    """Quint gave out a card and Brody the next one: without the first, Brody would have been asked something else."""
    match = Match("jaws", 2, {"variant": "act2", "act2.crew_cards_alone": 3}, "gear")
    match.play("quint", f"{match.view('crew').orca.to_divide} for quint")
    assert match.can_undo("quint")
    match.play("brody", f"{match.view('crew').orca.to_divide} for brody")
    assert not match.can_undo("quint")
    assert match.can_undo("brody")
    match.play("hooper", match.legal("hooper")[1])  # that was the last card: now all choose where they stand
    match.play("brody", "stand boat 2")
    assert not match.can_undo("hooper")
    match.play("quint", "stand boat 3")
    assert match.can_undo("brody")
    match.undo("brody")
    assert [fighter.space for fighter in match.view("crew").orca.crew] == ["boat 3", None, None]


def test_events_are_numbered_for_whoever_hears_them() -> None:
    """How many decisions the shark took in secret cannot be read off the numbers."""

    def numbers(*turn: str) -> list[int]:
        match = Match("jaws", 2, {"variant": "act1"}, auto_chance=False)
        match.play("shark", "lurk 1")
        match.play("chance", "The USS Indianapolis")
        for action in (*turn, "end turn"):
            match.play("shark", action)
        return [event.ply for event in match.events("crew")]

    assert numbers() == numbers("move 2", "move 1", "move 3")


def test_what_chance_does_is_told() -> None:
    """No dice are rolling while cards are dealt."""
    match = Match("jaws", 2, {"variant": "act1"}, auto_chance=False)
    match.play("shark", "lurk W")
    assert match.prompt("crew") == "An event card is drawn."
    hands = {"variant": "act2", "act2.shark_cards_alone": 1, "act2.crew_cards_alone": 1}
    match = Match("jaws", 2, hands, auto_chance=False)
    assert match.prompt("crew") == "Ability cards are dealt."
    match.play("chance", "big mouth")
    assert match.prompt("crew") == "Gear cards are dealt."
    boat = Boat()
    assert boat.match.prompt("crew") == "Resurface cards are turned up."
    boat.surfaces("6")
    boat.match.play("shark", "attack boat 6")
    assert boat.match.to_act == ("chance",)
    assert boat.match.prompt("crew") == "The dice are rolling."
