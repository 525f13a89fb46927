"""What people at the table are shown and told: secrets, odds, prompts, the log; and which house rules are refused."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console, RenderableType

from tests.games.get_bit import golden
from tests.games.get_bit.script import LIMBS, Line
from undertow.core.errors import HouseRule
from undertow.core.match import Match
from undertow.core.position import Event
from undertow.core.rng import stream
from undertow.games.get_bit import terminal
from undertow.games.get_bit.knowledge import PER_SWIMMER
from undertow.games.get_bit.state import JUMPED, TIED, TOLD_AS
from undertow.games.get_bit.view import Beliefs, Shark, Swimmer, View
from undertow.games.get_bit.words import jumpers


def shown(drawing: RenderableType) -> str:
    """A drawing as plain text."""
    console = Console(file=StringIO(), width=120)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


# Secrets ------------------------------------------------------------------------------------------------------------


def given(match: Match, viewer: str) -> tuple[Any, ...]:
    """All that a viewer is given, as bytes and words."""
    return (
        msgspec.json.encode(match.view(viewer)),
        match.log(viewer),
        match.events(viewer),
        match.prompt(viewer),
        match.help(viewer),
        msgspec.json.encode(match.beliefs(viewer)),
        match.to_act,
    )


def twins(lines: Sequence[Line], seat: str, actions: tuple[str, str]) -> tuple[Match, Match]:
    """The same table twice, but for one secret card."""
    for line, action in zip(lines, actions, strict=True):
        line.match.play(seat, action)
    return lines[0].match, lines[1].match


def assert_secret(one: Match, two: Match, owner: str) -> None:
    """Only the owner can tell the two apart."""
    assert one.state_bytes() != two.state_bytes()
    for viewer in one.viewers:
        same = given(one, viewer) == given(two, viewer)
        assert same == (viewer != owner), viewer


@pytest.mark.parametrize("shark", [False, True])
def test_a_chosen_card_is_its_owners_secret(shark: bool) -> None:
    """Nobody else's view, log, prompt, beliefs or numbers depend on what lies face down."""
    lines = [Line(shark=shark) for _ in range(2)]
    for line in lines:
        line.first_round()
        line.plays("T", 3)
    assert_secret(*twins(lines, "swimmer 2", ("card 2", "card 5")), owner="swimmer 2")


def test_the_sharks_card_is_its_own_secret() -> None:
    lines = [Line(shark=True) for _ in range(2)]
    for line in lines:
        line.first_round()
        line.plays("T", 3)
    assert_secret(*twins(lines, "shark", ("head", "left arm")), owner="shark")


@pytest.mark.parametrize(("seat", "actions"), [("swimmer 2", ("card 2", "card 5")), ("shark", ("head", "left arm"))])
def test_numbers_for_a_learner_keep_the_secret(seat: str, actions: tuple[str, str]) -> None:
    lines = [hunted(), hunted()]
    one, two = twins(lines, seat, actions)
    for viewer in one.viewers:
        same = one.encoding(viewer).tobytes() == two.encoding(viewer).tobytes()
        assert same == (viewer != seat)


def test_numbers_for_a_learner_of_six_swimmers() -> None:
    """Each swimmer's place in line is one of the numbers, from all in front down to the rear: also the sixth's."""
    line = Line("J A B T C D", begin="D C T B A J")
    numbers = line.match.encoding("swimmer 6")
    places = [float(numbers[n * PER_SWIMMER + PER_SWIMMER - 1]) for n in range(6)]
    assert places == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])


def hunted() -> Line:
    line = Line(shark=True)
    line.first_round()
    return line


def test_both_swimmers_of_a_person_know_the_same() -> None:
    """With two swimmers each the secret belongs to the person: the other seat of the same side sees it too."""
    one, two = twins([Line(people=2), Line(people=2)], "swimmer 1", ("card 2", "card 5"))
    assert_secret(one, two, owner="player 1")
    assert one.view("swimmer 2").swimmers[0].chosen == 2
    assert one.view("swimmer 3").swimmers[0].chosen is None


def test_what_each_viewer_sees_of_a_choice() -> None:
    line = Line(shark=True)
    line.first_round()
    line.plays("A", 4)
    line.match.play("shark", "any limb")
    for viewer in line.match.viewers:
        view = line.match.view(viewer)
        assert view.swimmers[1].has_chosen
        assert view.swimmers[1].chosen == (4 if viewer == "swimmer 2" else None)
        assert view.swimmers[1].hand == [2, 3, 4, 5]
        assert view.shark.has_chosen
        assert view.shark.chosen == ("any limb" if viewer == "shark" else None)


def test_the_whole_view() -> None:
    line = Line(shark=True)
    line.first_round()
    line.round("2 2 3 3", "any limb")
    whole = dict.fromkeys(LIMBS, 1)
    assert line.view == View(
        phase="losing a limb",
        round=2,
        line=[0, 1, 2, 3],
        swimmers=[
            Swimmer(seat=1, owner=1, limbs=whole, hand=[3, 4, 5], has_chosen=False, chosen=None),
            Swimmer(seat=2, owner=2, limbs=whole, hand=[3, 4, 5], has_chosen=False, chosen=None),
            Swimmer(seat=3, owner=3, limbs=whole, hand=[2, 4, 5], has_chosen=False, chosen=None),
            Swimmer(seat=4, owner=4, limbs=whole, hand=[2, 4, 5], has_chosen=False, chosen=None),
        ],
        shark=Shark(hand=[*LIMBS, "head"], tokens=4, has_chosen=False, chosen=None),
        cards=5,
        limb_parts=1,
        first_bite=2,
        choosing=[],
        winner=None,
    )


@pytest.mark.parametrize("first_round", [1, 2, 4])
def test_the_view_says_who_still_chooses_and_when_the_shark_comes(first_round: int) -> None:
    """Whoever draws the table need not guess: the shark is not waited for before its first round, and once all swimmers
    have chosen the view says that the shark still has to."""
    line = Line(shark=True, rules={"shark.first_round": first_round})
    comes = first_round == 1
    assert line.view.first_bite == first_round
    assert line.view.choosing == ([0, 1, 2, 3, 4] if comes else [1, 2, 3, 4])
    for letter in "JABT" if comes else "JAB":
        line.plays(letter, 1)
    assert line.view.choosing == ([0] if comes else [4])
    assert all(swimmer.has_chosen for swimmer in line.view.swimmers[:3])


def test_the_shown_cards_are_not_secret_any_more() -> None:
    line = Line()
    line.round("4 1 4 3")
    logs = [line.match.log(viewer) for viewer in line.match.viewers]
    assert all(log == logs[0] for log in logs)
    assert "Cards: J (4), A (1), B (4), T (3)." in logs[0]


def test_numbers_for_a_learner_show_only_ones_own_card() -> None:
    """One number is set for the own card and none for others', while who has chosen shows for all."""
    line = Line()
    before = {viewer: line.match.encoding(viewer) for viewer in line.match.viewers}
    line.plays("B", 2)
    changed = {viewer: int((line.match.encoding(viewer) != before[viewer]).sum()) for viewer in line.match.viewers}
    assert changed == {"swimmer 1": 1, "swimmer 2": 1, "swimmer 3": 2, "swimmer 4": 1, "spectator": 1}
    assert all(0 <= number <= 1 for viewer in line.match.viewers for number in line.match.encoding(viewer))


def test_imagined_worlds_keep_ones_own_card() -> None:
    """A swimmer imagines every card of another's hand, and never another one of its own."""
    line = Line(shark=True)
    line.first_round()
    line.plays("J", 4)
    line.plays("A", 5)
    line.match.play("shark", "head")
    worlds = line.match.imagine("swimmer 1", stream(1), 200)
    assert {int(world.chosen[0]) for world in worlds} == {4}
    assert {int(world.chosen[1]) for world in worlds} == {2, 3, 4, 5}
    assert {int(world.shark_card) for world in worlds} == {0, 1, 2, 3, 4, 5}
    assert {int(world.shark_card) for world in line.match.imagine("shark", stream(1), 50)} == {4}


# Beliefs ------------------------------------------------------------------------------------------------------------


def beliefs(line: Line, viewer: str) -> Beliefs:
    found = line.match.beliefs(viewer)
    assert isinstance(found, Beliefs)
    return found


def test_everybody_can_count_hands() -> None:
    line = Line(shark=True)
    line.round("4 1 4 3")
    held = beliefs(line, "spectator").hands
    assert held == {
        "swimmer 1": ["card 1", "card 2", "card 3", "card 5"],
        "swimmer 2": ["card 2", "card 3", "card 4", "card 5"],
        "swimmer 3": ["card 1", "card 2", "card 3", "card 5"],
        "swimmer 4": ["card 1", "card 2", "card 4", "card 5"],
        "shark": [*LIMBS, "head", "any limb"],
    }
    assert list(held) == ["swimmer 4", "swimmer 2", "swimmer 1", "swimmer 3", "shark"]


def test_the_chances_of_my_cards() -> None:
    """With full hands another plays my number in 1 - (4/5)^3 of rounds; with a 5 in front nothing can happen to me."""
    line = Line()
    found = beliefs(line, "swimmer 1").cards
    assert list(found) == ["swimmer 1"]
    assert [chance.card for chance in found["swimmer 1"]] == [f"card {n}" for n in (1, 2, 3, 4, 5)]
    assert [chance.clash for chance in found["swimmer 1"]] == pytest.approx([1 - 0.8**3] * 5)
    assert found["swimmer 1"][4].last == pytest.approx(0)
    assert found["swimmer 1"][0].last == pytest.approx(4 * 3 * 2 / 5**3)


def test_no_chances_for_who_has_chosen_or_only_looks_on() -> None:
    line = Line()
    line.plays("J", 4)
    assert beliefs(line, "swimmer 1").cards == {}
    assert beliefs(line, "spectator").cards == {}


def test_my_other_swimmers_card_counts() -> None:
    """Who has chosen 4 for one of two swimmers knows that the other would clash with a 4 for sure."""
    line = Line(people=2)
    line.plays("J", 4)
    chances = {chance.card: chance for chance in beliefs(line, "player 1").cards["swimmer 2"]}
    assert chances["card 4"].clash == 1
    assert chances["card 3"].clash == pytest.approx(1 - 0.8**2)
    others = {chance.card: chance for chance in beliefs(line, "player 2").cards["swimmer 3"]}
    assert others["card 4"].clash == pytest.approx(1 - 0.8**3)


def test_what_the_shark_believes_with_full_hands() -> None:
    """Everybody has every limb, so any of them hits; with four cards each 24 of 256 rounds are without a tie."""
    line = Line(shark=True)
    assert beliefs(line, "shark").cards == {}
    line.first_round()
    free = 24 / 256
    found = beliefs(line, "shark").cards["shark"]
    assert [chance.card for chance in found] == [*LIMBS, "head", "any limb"]
    assert [chance.bites for chance in found] == pytest.approx([1, 1, 1, 1, free, 1 - free])
    assert {(chance.clash, chance.last) for chance in found} == {(0, 0)}


def test_no_beliefs_while_a_limb_is_chosen() -> None:
    line = Line()
    line.first_round()
    line.round("2 2 3 3")
    assert line.match.beliefs("swimmer 4") is None


# Words --------------------------------------------------------------------------------------------------------------


def test_the_lot_and_the_first_round_in_words() -> None:
    line = Line()
    line.round("4 1 4 3")
    assert line.log == [
        "J swims in front.",
        "A is next in line.",
        "B is next in line.",
        "T is next in line.",
        "Round 1.",
        "Cards: J (4), A (1), B (4), T (3).",
        "J and B both played 4 and stay where they are.",
        "A jumps to the front, then T.",
        "Round 2.",
    ]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (
            "2 2 5 5",
            ["J and A both played 2 and stay where they are.", "B and T both played 5 and stay where they are."],
        ),
        ("3 3 3 1", ["J, A and B all played 3 and stay where they are.", "T jumps to the front."]),
        ("1 3 2 4", ["J jumps to the front, then B, then A, then T."]),
    ],
)
def test_a_swim_in_words(cards: str, words: list[str]) -> None:
    line = Line()
    shown = ", ".join(f"{letter} ({card})" for letter, card in zip("JABT", cards.split(), strict=True))
    assert line.said(line.round(cards)) == [f"Cards: {shown}.", *words, "Round 2."]


def test_six_swimmers_in_words() -> None:
    line = Line("J A B T C D")
    told = line.said(line.round("7 6 5 4 3 2"))
    assert told[0] == "Cards: J (7), A (6), B (5), T (4), C (3), D (2)."
    assert told[1] == "D jumps to the front, then C, then T, then B, then A, then J."


def test_a_name_that_ends_in_a_number_does_not_run_into_a_card() -> None:
    line = Line()
    line.match.call({"swimmer 1": "Hard bot 1"})
    assert line.said(line.round("5 5 1 1"))[0].startswith("Cards: Hard bot 1 (5), ")


def swims(events: list[Event]) -> list[tuple[str, tuple[int, ...]]]:
    """Ties and jumps as whoever draws them hears of them."""
    kinds = {TIED: "tied", JUMPED: "jumped"}
    assert all(TOLD_AS[kind] == name for kind, name in kinds.items())
    return [(kinds[event.kind], event.details[:2]) for event in events if event.kind in kinds]


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("4 1 4 3", [("tied", (4, 0b0101)), ("jumped", (0x42, 0))]),
        ("5 2 2 5", [("tied", (2, 0b0110)), ("tied", (5, 0b1001))]),
        ("1 1 1 1", [("tied", (1, 0b1111))]),
        ("4 2 3 1", [("jumped", (0x324, 0x1))]),
    ],
)
def test_who_stays_and_who_jumps_are_events(cards: str, told: list[tuple[str, tuple[int, ...]]]) -> None:
    """The rules say which swimmers share a number and stay, and in which order the others jump: nobody else works it
    out again. Numbers from the lowest up; a bit for each swimmer who stays; jumpers four bits each, counted from 1."""
    assert swims(Line().round(cards)) == told


def test_the_jumps_of_six_swimmers_fit_an_event() -> None:
    events = Line("J A B T C D").round("7 6 5 4 3 2")
    (jumped,) = [event for event in events if event.kind == JUMPED]
    assert jumpers(*jumped.details[:2]) == [5, 4, 3, 2, 1, 0]


def test_a_bite_in_words() -> None:
    line = Line()
    line.first_round()
    line.round("2 2 3 3")
    assert line.said(line.gives_up("left arm")) == ["T is bitten and loses the left arm: 3 limbs left.", "Round 3."]
    line.bites("T", "right leg")
    assert "T is bitten and loses the left leg: 1 limb left." in line.said(line.bites("T", "left leg"))
    told = line.said(line.bites("T"))
    out = ["T is bitten and loses the right arm: that was the last one.", "T is out."]
    assert told[2:4] == out


def test_cards_taken_back_in_words() -> None:
    line = Line()
    line.round("1 1 1 1")
    for cards in ("2 2 2 2", "3 3 3 3"):
        line.round(cards)
        line.gives_up("right leg")
    line.round("4 4 4 4")
    assert line.said(line.gives_up("right leg")) == [
        "A is bitten and loses the right leg: 3 limbs left.",
        "J takes all cards back.",
        "Round 5.",
    ]


def test_several_take_cards_back_in_words() -> None:
    line = Line(shark=True)
    line.first_round()
    line.round("2 2 2 2", "head")
    line.round("3 3 3 3", "head")
    told = line.said(line.round("4 4 4 4", "left leg"))
    assert told[2:] == [
        "T is bitten and loses the left leg: 3 limbs left.",
        "J, A and B take all cards back.",
        "Round 5.",
    ]


def test_a_miss_in_words() -> None:
    line = Line(shark=True)
    line.first_round()
    assert line.said(line.round("2 2 3 3", "head")) == [
        "Cards: J (2), A (2), B (3), T (3), the shark (head).",
        "J and A both played 2 and stay where they are.",
        "B and T both played 3 and stay where they are.",
        "The shark snaps at T (head) and misses: 3 hunger tokens left.",
        "Round 3.",
    ]


def test_a_head_in_words() -> None:
    line = Line(shark=True)
    line.first_round()
    assert line.said(line.round("5 4 2 3", "head"))[2:] == ["B is swallowed whole.", "Round 3."]


def test_the_shark_takes_cards_back_in_words() -> None:
    line = Line(shark=True, rules={"cards.more_than_swimmers": 3})
    line.first_round()
    for card in LIMBS:
        line.snaps(line.order.split()[-1], card)
    told = line.said(line.snaps("T", "head", tie=False))
    assert told[2:] == ["T is swallowed whole.", "The shark takes all cards back.", "Round 7."]


def test_nobody_has_seven_limbs() -> None:
    """In the long game a bite takes a hand or a foot; what is left are parts, and never more than four limbs."""
    line = Line(rules={"long_game": True})
    line.first_round()
    assert not any("7 limbs left" in words for words in line.said(line.bites("T")))


def test_prompts_and_buttons() -> None:
    line = Line(shark=True)
    match = line.match
    assert match.prompt("swimmer 1") == "Choose a card, in secret."
    assert match.prompt("shark") == "Waiting for J and A and B and T."
    assert match.label("swimmer 1", "card 4") == "Swim with a 4"
    line.first_round()
    assert match.prompt("shark") == "Choose what to bite, in secret: the card must fit whoever is last."
    assert match.label("shark", "left leg") == "Bite: left leg"
    assert match.label("shark", "head") == "Bite: head (only without a tie)"
    assert match.label("shark", "any limb") == "Bite: any limb (only with a tie)"
    line.round("2 2 3 3", "any limb")
    assert match.prompt("swimmer 4") == "You are bitten. Which limb do you give up?"
    assert match.prompt("swimmer 1") == "Waiting for T."
    assert match.label("swimmer 4", "lose left arm") == "Give up the left arm"


def test_who_is_waited_for() -> None:
    line = Line()
    line.plays("J", 4)
    line.plays("B", 4)
    assert line.match.prompt("swimmer 1") == "Waiting for A and T."
    assert line.match.prompt("spectator") == "Waiting for A and T."


def test_help_tells_the_rules_of_the_moment() -> None:
    plain, hunted = Line(), Line(shark=True)
    assert "Nobody is bitten in this round" in plain.match.help("swimmer 1")
    assert "Nobody is bitten in this round" in hunted.match.help("shark")
    plain.first_round()
    hunted.first_round()
    for what in ("jumps to the front", "equal numbers stay", "one card left"):
        assert what in plain.match.help("swimmer 1")
    assert "hunger token" not in plain.match.help("swimmer 1")
    assert "hunger token" in hunted.match.help("shark")
    plain.round("2 2 3 3")
    assert "chooses which limb goes" in plain.match.help("swimmer 4")


def test_help_speaks_of_a_bite_only_when_somebody_is_bitten() -> None:
    match = Match("get-bit", 4, auto_chance=False)
    assert "bitten swimmer" not in match.help("spectator")


# The end in words ---------------------------------------------------------------------------------------------------


def test_in_front_of_two_in_words() -> None:
    line = Line()
    line.first_round()
    while not line.match.over:
        line.bites(line.order.split()[-1] if line.can_be_last(line.order.split()[-1]) else line.order.split()[-2])
    winner = line.order.split()[0]
    assert line.log[-1] == f"{winner} wins."
    assert line.view.winner == line.view.line[0]
    assert str(line.result) == f"{winner} wins: in front when only two were left"
    assert line.match.prompt("spectator") == str(line.result)
    limbs = {line.seat(letter): len(line.limbs(letter)) for letter in line.letters}
    assert line.result.scores == limbs


def test_starved_in_words() -> None:
    line = Line(shark=True)
    line.first_round()
    for cards in ("2 2 3 3", "3 3 2 2", "4 4 4 4", "1 1 1 1"):
        line.round(cards, "head")
    assert line.log[-2:] == ["The shark snaps at T (head) and misses: 0 hunger tokens left.", "J wins."]
    assert str(line.result) == "J wins: most limbs, nearest the front, when the shark lost its last hunger token"


def test_one_left_in_words() -> None:
    line = Line(shark=True)
    line.first_round()
    for letter in ("T", "B", "A"):
        line.snaps(letter, "head", tie=False)
        if letter != "A":
            line.snaps(line.swimming[0], "any limb", tie=False)
    assert line.log[-2:] == ["A is swallowed whole.", "Shark wins."]
    assert str(line.result) == "Shark wins: only one swimmer was left"
    assert line.result.scores == {"shark": 2, "swimmer 1": 4, "swimmer 2": 0, "swimmer 3": 0, "swimmer 4": 0}


def test_two_winners_in_words() -> None:
    line = Line(people=2)
    line.first_round()
    for letter in ("T", "B"):
        while letter in line.swimming:
            line.bites(letter)
    assert str(line.result) == "J and A win: in front when only two were left"


def test_a_whole_match_word_by_word() -> None:
    """Rules, lots and words are what they were: the page that is kept can be written again."""
    assert golden.page() == golden.FILE.read_text(encoding="utf-8")


def test_the_golden_match_file_can_be_checked() -> None:
    kept = golden.FILE.read_text(encoding="utf-8")
    file = kept[kept.index("undertow match") : kept.index("\n\nWHAT A SPECTATOR HEARS")]
    again = Match.from_text(file)
    assert again.over
    assert again.state_bytes() == golden.played().state_bytes()


# In a terminal ------------------------------------------------------------------------------------------------------


def row(text: str, name: str) -> str:
    (found,) = [line for line in text.splitlines() if name in line.split()]
    return found


def test_the_line_drawn() -> None:
    """Everybody from front to rear with the limbs and cards left; a lost limb and a played card leave a dot."""
    line = Line()
    line.round("5 5 5 5")
    line.round("4 1 4 3")
    line.gives_up("left arm")
    line.plays("A", 2)
    text = shown(terminal.draw(line.match.view("swimmer 2"), line.match.names, 1))
    drawn = [letter for row in text.splitlines() for letter in row.split() if letter in line.letters]
    assert drawn == ["B", "T", "A", "J"]
    assert "RA ·· RL LL" in row(text, "B")
    assert row(text, "T").split()[-7:-2] == ["1", "2", "·", "4", "·"]
    assert "▶" in row(text, "A")
    assert "▶" not in row(text, "B")
    assert row(text, "A").endswith("chose 2" + " " * (len(row(text, "A")) - len(row(text, "A").rstrip())))
    assert "is thinking" in row(text, "J")
    assert "the shark" in text
    assert "round 3" in text


def test_others_see_only_that_somebody_has_chosen() -> None:
    line = Line()
    line.plays("A", 2)
    text = shown(terminal.draw(line.view, line.match.names))
    assert "has chosen" in row(text, "A")
    assert "chose 2" not in text
    assert "▶" not in text


def test_the_shark_drawn() -> None:
    line = Line(shark=True)
    assert "comes in round 2" in row(shown(terminal.draw(line.view, line.match.names)), "Shark")
    line.first_round()
    assert "is thinking" in row(shown(terminal.draw(line.view, line.match.names)), "Shark")
    assert "all six cards" in shown(terminal.draw(line.view, line.match.names))
    line.snaps("T", "head", tie=False)
    line.match.play("shark", "any limb")
    mine = row(shown(terminal.draw(line.match.view("shark"), line.match.names, 0)), "Shark")
    assert "▶" in mine
    assert "●●●● 4 hunger" in mine
    assert "right leg left leg right arm left arm any limb" in mine
    assert "chose any limb" in mine
    theirs = shown(terminal.draw(line.match.view("swimmer 1"), line.match.names, 1))
    assert "has chosen" in row(theirs, "Shark")
    assert "▶" in row(theirs, "J")
    assert "out: T" in theirs


def test_nobody_thinks_while_a_limb_is_chosen() -> None:
    line = Line()
    line.first_round()
    line.round("2 2 3 3")
    text = shown(terminal.draw(line.view, line.match.names))
    assert "is thinking" not in text
    assert "has chosen" not in text


def test_odds_drawn() -> None:
    line = Line(shark=True)
    line.first_round()
    text = shown(terminal.odds(line.match.beliefs("swimmer 1")))
    assert "somebody ties in 91% of rounds" in text
    assert "swimmer 1" in text
    for card in (2, 3, 4, 5):
        assert f"card {card}" in text
    assert "card 1" not in text
    assert "58%" in text
    assert "0%" in text
    shark = shown(terminal.odds(line.match.beliefs("shark")))
    assert row(shark, "head").split() == ["head", "9%"]
    assert "any limb   91%" in shark


def test_odds_drawn_when_there_is_nothing_to_choose() -> None:
    line = Line()
    line.first_round()
    line.round("2 2 3 3")
    assert "No card to choose" in shown(terminal.odds(line.match.beliefs("swimmer 4")))


# House rules --------------------------------------------------------------------------------------------------------

IMPOSSIBLE: list[tuple[int, dict[str, Any], str]] = [
    (7, {}, "Get Bit! is for 2 to 6 players"),
    (1, {}, "Get Bit! is for 2 to 6 players"),
    (2, {"shark": True}, "Get Bit! is for 3 to 7 players with these house rules, not 2."),
    (8, {"shark": True}, "Get Bit! is for 3 to 7 players with these house rules, not 8."),
    (4, {"swimmers.by_people": [4, 6, 4, 5]}, "house rule 'swimmers.by_people' needs 5 numbers, for 2 to 6 people."),
    (2, {"swimmers.by_people": [5, 6, 4, 5, 6]}, "5 swimmers cannot be shared by 2 people; change swimmers.by_people."),
    (5, {"swimmers.by_people": [4, 6, 4, 4, 6]}, "4 swimmers cannot be shared by 5 people; change swimmers.by_people."),
    (4, {"swimmers.by_people": [4, 6, 8, 5, 6]}, "'swimmers.by_people' cannot be"),
    (4, {"cards.take_back_at": 0}, "'cards.take_back_at' cannot be 0"),
    (4, {"shark": "yes"}, "'shark' cannot be 'yes'"),
]


@pytest.mark.parametrize(("players", "rules", "sentence"), IMPOSSIBLE)
def test_impossible_house_rules_are_refused(players: int, rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRule) as refused:
        Match("get-bit", players, rules)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_house_rules_are_not_blamed_where_there_are_none() -> None:
    with pytest.raises(HouseRule) as refused:
        Match("get-bit", 7)
    assert "house rules" not in str(refused.value)


def test_the_lot_is_not_called_dice() -> None:
    """The game names what chance is doing: a line is drawn by lot."""
    assert Match("get-bit", 4, auto_chance=False).prompt("swimmer 1") == "The starting order is drawn by lot."


def test_cards_on_the_table_are_shown_with_the_reason() -> None:
    """A card that was played cannot be picked, and the game says when it comes back; so with lost limbs."""
    line = Line(shark=True)
    line.first_round()
    played = "Played: all cards come back after a bite, or with 1 card left."
    assert [(card.parts, card.why) for card in line.match.blocked("swimmer 1")] == [({"card": 1}, played)]
    assert line.match.blocked("shark") == []
    line.snaps("T", "right leg")
    missed = "Played: all cards come back after a miss, or with 1 card left."
    assert [(card.action, card.why) for card in line.match.blocked("shark")] == [("right leg", missed)]
    line = Line()
    line.first_round()
    line.bites("T", "right leg")
    line.round(line.cards_for("B"))
    line.gives_up("left arm")
    line.round(line.cards_for("T"))
    assert [(limb.parts, limb.why) for limb in line.match.blocked("swimmer 4")] == [
        ({"limb": "right leg"}, "This limb is gone.")
    ]


def test_what_the_offers_touch() -> None:
    """A board needs no words: a swimmer's card by its number, a limb and the shark's card by name."""
    line = Line(shark=True)
    assert [(offer.verb, offer.parts, offer.key) for offer in line.match.offered("swimmer 2")] == [
        ("card", {"card": number}, str(number)) for number in range(1, 6)
    ]
    line.first_round()
    assert [(offer.verb, offer.parts) for offer in line.match.offered("shark")] == [
        ("bite", {"card": card}) for card in (*LIMBS, "head", "any limb")
    ]
    line.round("2 2 3 3", "any limb")
    assert [(offer.verb, offer.parts) for offer in line.match.offered("swimmer 4")] == [
        ("lose", {"limb": limb}) for limb in LIMBS
    ]
