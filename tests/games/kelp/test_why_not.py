"""Everything one can see but not pick says why, in one short sentence; and the words fit whoever reads them."""

from __future__ import annotations

import random

import pytest

from tests.games.kelp.forest import Forest
from tests.games.kelp.reef import SKILLS, Reef
from undertow.core.match import Match
from undertow.games.kelp.actions import ACTIONS
from undertow.games.kelp.state import SHARK_CARD_NAMES

DEAR = ("hostile", "vigilant", "reactive", "reactive")


def why(table: Forest, seat: str, action: str) -> str:
    found = {other.action: other.why for other in table.match.blocked(seat)}
    return found.get(action, "")


def test_every_card_in_hand_can_be_played_or_says_why_not() -> None:
    """In the middle of random matches; and every shark card the shark has, and every card in the market."""
    for seed in range(4):
        match = Match("kelp", 2, seed=f"why {seed}")
        choice = random.Random(seed)
        while not match.over:
            seat = match.to_act[0]
            told = {offer.action for offer in match.offered(seat)} | {other.action for other in match.blocked(seat)}
            view = match.view(seat)
            if view.phase == "the octopus acts":
                assert {f"play {card}" for card in view.octopus.hand} | {"draw", "end turn"} <= told
            elif match.prompt(seat).startswith("You have") and view.turn == "shark":
                assert {f"buy {slot}" for slot, offer in enumerate(view.shark.market, start=1) if offer} <= told
            match.play(seat, choice.choice(match.legal(seat)))


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("Blend In", "Blend In needs two revealed blocks to hide."),
        ("Perfect Disguise", "Perfect Disguise needs one revealed block to hide."),
        ("Eat Crab", "The crab is not in the forest."),
        ("Eat Snail", "The snail is not beside the octopus."),
    ],
)
def test_why_a_card_cannot_be_played(card: str, words: str) -> None:
    assert why(Reef(card, blocks={0: "octopus", 8: "snail"}), "octopus", f"play {card}") == words


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("Nimble Dodge", "Nimble Dodge costs one hidden block, and you have too few."),
        ("Sudden Evasion", "Sudden Evasion costs two hidden blocks, and you have too few."),
        ("Stirred Sand", "Stirred Sand costs one hidden block, and you have too few."),
    ],
)
def test_why_a_card_cannot_be_paid(card: str, words: str) -> None:
    assert why(Reef(card, lying=range(9)), "octopus", f"play {card}") == words


def test_why_too_few_blocks_are_left_or_too_little_to_learn() -> None:
    reef = Reef("Stirred Sand", lying=[3, 4, 5, 6, 7, 8])
    assert (
        why(reef, "octopus", "play Stirred Sand")
        == "Stirred Sand needs three hidden blocks to shuffle once it is paid."
    )
    reef = Reef(
        "Problem Solving", trash=[*SKILLS[:1], *SKILLS[2:], "Eat Crab", "Eat Snail", "Eat Lobster", "Eat Abalone"]
    )
    told = why(reef, "octopus", "play Problem Solving")
    assert told.startswith("Problem Solving must learn two things, but too little")


def test_why_nothing_else_can_be_done_in_a_turn() -> None:
    """A full hand, actions left, food that is used up or of no use."""
    reef = Reef("Blend In", "Blend In", "Nimble Dodge", "Nimble Dodge", eaten=["crab", "lobster"], used=["crab"])
    assert why(reef, "octopus", "draw") == "Your hand is full."
    assert why(reef, "octopus", "end turn") == "You still have two actions."
    assert why(reef, "octopus", "use crab") == "Its power is used up."
    assert why(reef, "octopus", "use lobster") == "No block is revealed."


def test_why_a_block_cannot_be_taken_replaced_or_paid_with() -> None:
    reef = Reef("Fast Learning", "Blend In", blocks={0: "octopus", 1: "current trap"})
    reef.octopus("play Fast Learning", "reveal 0")
    assert why(reef, "octopus", "reveal 0") == "It is revealed already."
    reef.octopus("reveal 8")
    assert why(reef, "octopus", "learn shell") == "A shell cannot be learned."
    assert why(reef, "octopus", "learn crab") == "Food comes with its Eat card."
    reef.octopus("learn double shell")
    assert why(reef, "octopus", "learn eat card") == "No revealed block can leave for its food."
    assert why(reef, "octopus", "learn den trap") == "No revealed block can leave for it."
    reef = Reef("Sharp Senses", "Blend In", blocks={0: "octopus"}, lying=[0, 7])
    reef.octopus("play Sharp Senses", "reveal 8", "learn double shell")
    assert why(reef, "octopus", "exchange 0") == "The octopus never leaves."
    assert why(reef, "octopus", "exchange 3") == "Only a revealed block can be replaced."


def test_why_a_shark_card_cannot_be_used() -> None:
    """Before the move what it lacks; later when it is used."""
    made = Forest(market=("aggressive", "agile", "swift", "swift"))
    made.gives("agile", "daring", "observant", "reactive", "relentless", "ruthless")
    made.hunts()
    made.chance("blue", "blue")
    made.shark("done")
    made.chance("6", "6")
    assert why(made, "shark", "use agile") == "You may leave either way already."
    assert why(made, "shark", "use daring") == "It needs a red die and another one in the pool."
    assert why(made, "shark", "use observant") == "It is used when a trap is revealed."
    assert why(made, "shark", "use reactive") == "It is used before rolling."
    assert why(made, "shark", "use ruthless") == "No die shows less than six."
    assert why(made, "shark", "use relentless") == ""  # it can be used, die by die
    made.shark("swim v0")
    assert why(made, "shark", "use relentless") == "It is used before the move."


def test_why_a_die_does_not_fit_and_a_card_is_too_dear() -> None:
    made = Forest(market=DEAR)
    made.hunts("yellow 3", "blue 2")
    made.shark("current 2 at k2", "swim v0")
    assert why(made, "shark", "search 1 with 3") == "Zone 1 needs a 4 or more."
    made = Forest(market=DEAR)
    made.hunts("blue 3", "blue 2")
    made.shark("swim v0")
    assert why(made, "shark", "buy 1") == "It costs 9, and you have 5."


def test_what_is_declared_is_said_in_words_for_whoever_decides() -> None:
    """Every action has a line of help; numbers are as many as there are actions."""
    assert all(verb.help.endswith(".") for verb in ACTIONS.verbs.values())
    assert len(ACTIONS.deeds) == ACTIONS.size


@pytest.mark.parametrize("card", SHARK_CARD_NAMES)
def test_shark_cards_are_told_to_everybody_alike(card: str) -> None:
    """The octopus reads them in the log too: no card speaks of "your" dice."""
    others = [name for name in ("agile", "agile", "swift", "swift", "daring") if name != card][:3]
    made = Forest(market=(card, *others))
    (line,) = [line for line in made.match.log("octopus") if line.startswith(f"New in the market: {card} for")][:1]
    assert "you" not in line


def test_the_last_round_is_mentioned_when_it_is_near() -> None:
    """Round 1 of 80 would frighten; ten rounds before the end it helps."""
    made = Forest()
    assert made.view.last_round is None
    assert "Round 1." in made.match.log("shark")
    made = Forest(rules={"round_cap": 10})
    assert made.view.last_round == 10
    assert "Round 1 of 10." in made.match.log("shark")
