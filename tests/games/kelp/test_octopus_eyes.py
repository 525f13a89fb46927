"""What others see of the octopus and what they do not, and what it can take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.kelp.forest import Forest
from tests.games.kelp.reef import Reef
from undertow.core.errors import IllegalAction
from undertow.core.match import Match
from undertow.core.rng import stream
from undertow.games.kelp.state import broken

OTHERS = ["shark", "spectator"]
HERE, THERE = {0: "octopus", 8: "current trap"}, {5: "octopus", 3: "current trap"}


def eyes(match: Match, viewer: str) -> tuple[Any, ...]:
    """Everything a viewer gets to know."""
    return (
        match.view(viewer),
        match.events(viewer),
        match.log(viewer),
        match.beliefs(viewer),
        match.encoding(viewer).tolist(),
        match.prompt(viewer),
        match.help(viewer),
        match.to_act,
        match.legal("shark"),
    )


# Secrets --------------------------------------------------------------------------------------------------------------


def test_the_octopus_sees_its_blocks_and_cards_nobody_else_does() -> None:
    """Hidden blocks, hand and draw pile; how many cards there are everybody may count."""
    forest = Forest()
    own = forest.seen("octopus")
    assert own.zones[0].block == "octopus"
    assert own.octopus.hand == {"Fast Learning": 1, "Nimble Dodge": 1, "Stirred Sand": 1, "Blend In": 1}
    assert own.octopus.draw == {"Nimble Dodge": 2, "Stirred Sand": 1, "Blend In": 1}
    for viewer in OTHERS:
        view = forest.seen(viewer)
        assert [zone.block for zone in view.zones] == [None] * 9
        assert (view.octopus.hand, view.octopus.draw, view.octopus.pulled) == (None, None, None)
        assert (view.octopus.in_hand, view.octopus.in_draw) == (4, 4)
        assert not [line for line in forest.match.log(viewer) if "You draw" in line or "stands" in line]


def hands(card: str) -> Match:
    return Forest(hand=[card, "Stirred Sand", "Blend In"]).match


def swapped(blocks: dict[int, str]) -> Match:
    forest = Forest(blocks=blocks)
    forest.octopus("play Nimble Dodge", "reveal 7", "swap 4 5")
    return forest.match


def pulled(*kinds: str) -> Match:
    """Blocks come out of the bag in this order."""
    forest = Forest()
    forest.octopus("play Stirred Sand", "reveal 7", "shuffle 0", "shuffle 1", "shuffle 8")
    forest.shuffles(*kinds)
    return forest.match


def named(*kinds: str) -> Match:
    """The shark names the same zones for them."""
    forest = Forest(rules={"naming": True})
    forest.octopus("play Stirred Sand", "reveal 7", "shuffle 0", "shuffle 1", "shuffle 8")
    forest.chance(kinds[0])
    forest.shark("name 1")
    forest.chance(kinds[1])
    return forest.match


def drawn(card: str) -> Match:
    forest = Forest(hand=["Nimble Dodge", "Nimble Dodge", "Blend In"])
    forest.octopus("discard Nimble Dodge", "draw", cards=[card])
    return forest.match


def fetched(card: str) -> Match:
    reef = Reef("Blend In", "Nimble Dodge", eaten=["snail"])
    reef.octopus("use snail", f"fetch {card} from draw pile")
    return reef.match


PAIRS: list[tuple[Callable[..., Match], list[Any], list[Any]]] = [
    (hands, ["Nimble Dodge"], ["Blend In"]),
    (swapped, [HERE], [THERE]),
    (swapped, [HERE], [{4: "octopus", 5: "current trap"}]),
    (pulled, ["octopus"], ["current trap"]),
    (pulled, ["octopus", "shell"], ["current trap", "octopus"]),
    (named, ["octopus", "shell"], ["current trap", "octopus"]),
    (drawn, ["Blend In"], ["Stirred Sand"]),
    (fetched, ["Stirred Sand"], ["Fast Learning"]),
]


@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize(
    ("table", "one", "other"),
    PAIRS,
    ids=["hand", "blocks", "swap", "pulled", "shuffle", "named", "draw", "fetch"],
)
def test_what_is_hidden_makes_no_difference_to_others(
    table: Callable[..., Match], one: list[Any], other: list[Any], viewer: str
) -> None:
    """Whatever the blocks, the hand, the cards drawn and fetched, the order of a shuffle: it looks the same outside."""
    first, second = table(*one), table(*other)
    assert first.view("octopus") != second.view("octopus")
    assert eyes(first, viewer) == eyes(second, viewer)


def test_while_the_table_is_laid_nobody_else_sees_a_block() -> None:
    for viewer in OTHERS:
        seen = []
        for block in ("octopus", "shell", "current trap"):
            match = Match("kelp", 2, auto_chance=False)
            match.play("chance", block)
            seen.append(eyes(match, viewer))
        assert seen[0] == seen[1] == seen[2]


def test_a_fetched_card_is_known_if_it_lay_in_the_discard_pile() -> None:
    """Out of the draw pile it is not."""
    reef = Reef("Blend In", "Nimble Dodge", discard=["Stirred Sand"], eaten=["snail"])
    events = reef.octopus("use snail", "fetch Stirred Sand from discard")
    assert reef.said(events, "shark")[-1] == "The octopus takes Stirred Sand from its discard pile."
    assert reef.match.beliefs("shark").hand["Stirred Sand"] >= 1
    reef = Reef("Blend In", "Nimble Dodge", eaten=["snail"])
    reef.octopus("use snail", "fetch Stirred Sand from draw pile")
    assert reef.match.log("shark")[-1] == "The octopus takes a card from its draw pile."
    assert reef.match.log("octopus")[-2] == "You take Stirred Sand from your draw pile."


# Open to everybody ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", OTHERS)
def test_plays_discards_swaps_and_hidings_are_seen(viewer: str) -> None:
    """Which card, which zones; a block that is revealed, everybody sees."""
    forest = Forest()
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1", "discard Blend In", "hide 8")
    assert forest.match.log(viewer)[-6:] == [
        "The octopus plays Nimble Dodge.",
        "The octopus reveals zone 8: the current trap.",
        "The blocks in zones 0 and 1 swap places.",
        "The octopus discards Blend In.",
        "The block in zone 8 stands up.",
        "The shark draws 2 dice.",
    ]
    assert forest.seen(viewer).octopus.discard == {"Nimble Dodge": 1, "Blend In": 1}
    assert forest.seen(viewer).zones[8].block is None


@pytest.mark.parametrize("viewer", OTHERS)
def test_of_a_shuffle_only_the_zones_are_seen(viewer: str) -> None:
    """Which blocks go into the bag; where each one stands then the octopus alone sees."""
    match = pulled("shell", "current trap")
    assert match.log(viewer)[-4:] == [
        "The block in zone 0 goes into the bag.",
        "The block in zone 1 goes into the bag.",
        "The block in zone 8 goes into the bag.",
        "The blocks in zones 0, 1 and 8 are shuffled.",
    ]
    assert match.log("octopus")[-3:] == [
        "You stand a shell in zone 0.",
        "You stand the current trap in zone 1.",
        "You stand the octopus in zone 8.",
    ]


def test_the_pulled_block_is_in_the_octopuss_hand_while_the_shark_names_a_zone() -> None:
    match = named("octopus", "shell")
    assert match.to_act == ("shark",)
    assert match.log("shark")[-1] == "A block from the bag goes to zone 1."
    assert match.log("octopus")[-2:] == ["A block from the bag goes to zone 1.", "You pull a shell out of the bag."]
    assert match.view("octopus").octopus.pulled == "shell"
    assert match.view("shark").octopus.pulled is None
    assert match.prompt("shark") == "A block comes out of the bag unseen. Which zone does it go to?"


@pytest.mark.parametrize("viewer", OTHERS)
def test_what_is_learned_and_trashed_is_seen(viewer: str) -> None:
    """Discard pile and trash are open, a card learned into the hand is known to be there."""
    reef = Reef("Adaptation", "Sharp Senses", "Nimble Dodge")
    reef.octopus("play Adaptation", "reveal 8", "learn hide trap", "trash Nimble Dodge from hand")
    reef.octopus("play Sharp Senses", "reveal 7", "learn move card", cards=["Cloud of Ink"])
    told = reef.match.log(viewer)
    for line in (
        "The octopus takes the hide trap from beside the board.",
        "The hide trap replaces a shell in zone 8.",
        "The octopus trashes Nimble Dodge.",
        "The octopus learns Taking Chances and takes it into its hand.",
        "Now on top of the move pile: Cloud of Ink.",
    ):
        assert line in told
    octopus = reef.seen(viewer).octopus
    assert octopus.trash == {"Nimble Dodge": 1}
    assert octopus.discard == {"Adaptation": 1, "Sharp Senses": 1}
    assert reef.match.beliefs(viewer).hand == {"Taking Chances": 1.0}


def test_when_it_is_over_everybody_sees_everything() -> None:
    foods = ["crab", "snail", "abalone"]
    reef = Reef("Eat Lobster", "Blend In", blocks={4: "octopus", 5: "lobster"}, eaten=foods, used=foods)
    reef.octopus("play Eat Lobster")
    assert reef.seen("shark").zones == reef.seen("octopus").zones
    assert reef.seen("shark").octopus.hand == {"Blend In": 1}


# What can be worked out -----------------------------------------------------------------------------------------------


def test_what_the_shark_can_know_of_the_octopuss_place() -> None:
    """Anywhere at first; not where another block was seen; and a swap or a shuffle takes that along."""
    forest = Forest(blocks={0: "octopus", 8: "current trap"})
    assert forest.match.beliefs("shark").octopus == pytest.approx([1 / 9] * 9)
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 5 8")
    assert forest.match.beliefs("shark").octopus == pytest.approx([1 / 8] * 5 + [0.0] + [1 / 8] * 3)
    forest.octopus("play Stirred Sand", "reveal 0", "shuffle 1", "shuffle 2", "shuffle 3")
    forest.shuffles("shell", "shell")
    assert forest.match.beliefs("shark").octopus == [1.0] + [0.0] * 8


def test_when_the_discard_pile_is_shuffled_the_hand_is_no_secret() -> None:
    """Nothing is left in the draw pile then: whatever nobody has seen must be in hand. The next cards are unknown."""
    reef = Reef("Blend In", draw=["Nimble Dodge"], discard=["Stirred Sand", "Stirred Sand", "Nimble Dodge"])
    reef.octopus("draw", cards=["Nimble Dodge"])
    assert reef.match.beliefs("shark").hand == {"Blend In": 1, "Nimble Dodge": 1}
    reef.chance("Stirred Sand", "Stirred Sand")
    assert reef.match.beliefs("shark").hand == pytest.approx(
        {"Blend In": 1, "Nimble Dodge": 1 + 2 / 3, "Stirred Sand": 4 / 3}
    )


def test_imagined_worlds_differ_only_in_what_is_hidden() -> None:
    """A shark may think of any arrangement and hand that fits what it saw."""
    forest = Forest()
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    worlds = forest.match.imagine("shark", stream(7, 0), 30)
    assert all(broken(forest.box, world) == "" for world in worlds)
    assert {int(world.den.blocks[8]) for world in worlds} == {2}
    assert len({int(world.den.blocks.tolist().index(0)) for world in worlds}) > 4
    assert len({tuple(world.den.hand.tolist()) for world in worlds}) > 1
    assert all(world.in_hand == 3 and world.den.hand[0] == 1 for world in worlds)  # Fast Learning is known


# Taking back ----------------------------------------------------------------------------------------------------------


def test_a_card_can_be_taken_back_until_something_is_revealed() -> None:
    forest = Forest()
    before = forest.match.state_bytes()
    forest.octopus("play Nimble Dodge")
    assert forest.match.can_undo("octopus")
    forest.match.undo("octopus")
    assert forest.match.state_bytes() == before
    forest.octopus("play Nimble Dodge", "reveal 8")
    assert not forest.match.can_undo("octopus")
    with pytest.raises(IllegalAction, match="nothing new was revealed"):
        forest.match.undo("octopus")


def test_what_follows_a_payment_can_be_taken_back_but_not_the_payment() -> None:
    forest = Forest()
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1")
    forest.match.undo("octopus")
    assert (forest.view.phase, forest.blocks()[0]) == ("swapping", "octopus")
    assert not forest.match.can_undo("octopus")


def test_discarding_and_hiding_can_be_taken_back() -> None:
    forest = Forest()
    forest.octopus("discard Stirred Sand")
    forest.match.undo("octopus")
    assert (forest.view.octopus.in_hand, forest.view.octopus.discard) == (4, {})
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 0 1", "discard Blend In", "hide 8")
    forest.match.undo("octopus")
    assert (forest.view.phase, forest.hidden()) == ("hiding", set(range(8)))


def test_a_block_taken_can_be_put_back_until_a_card_is_turned_up() -> None:
    forest = Forest()
    forest.octopus("play Fast Learning", "reveal 7", "reveal 8", "learn double shell", "exchange 7")
    forest.match.undo("octopus")
    forest.match.undo("octopus")
    assert forest.view.phase == "learning"
    forest.octopus("learn move card", cards=["Sudden Evasion"])
    assert not forest.match.can_undo("octopus")


def test_nothing_is_taken_back_after_chance() -> None:
    """Cards drawn, blocks pulled, dice rolled."""
    forest = Forest()
    forest.octopus("discard Blend In", "draw")
    assert forest.match.can_undo("octopus")
    forest.chance("Blend In")
    assert not forest.match.can_undo("octopus")
    forest = Forest()
    forest.octopus("play Stirred Sand", "reveal 8", "shuffle 0", "shuffle 1")
    forest.match.undo("octopus")
    forest.octopus("shuffle 2", "shuffle 3")
    forest.chance("shell")
    assert not forest.match.can_undo("octopus")
    forest = Forest()
    forest.octopus_passes()
    forest.match.undo("octopus")
    assert forest.view.octopus.actions == 1


def test_the_den_can_be_chosen_again() -> None:
    forest = Forest(den="d0")
    forest.match.undo("octopus")
    forest.octopus("den d8")
    assert forest.view.shark.at == "d8"
