"""The deduction board: the belief is exactly what a patient mind works out that keeps every arrangement of blocks."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from bench.kelp import count_lost

from tests.games.kelp.forest import Forest
from undertow.core.game import find_game
from undertow.core.position import Event, Position
from undertow.core.records import Record
from undertow.core.rng import stream
from undertow.games.kelp import belief
from undertow.games.kelp.state import (
    ATE,
    BLOCK_NAMES,
    CARD_NAMES,
    GAINED_BLOCK,
    KINDS,
    OCTOPUS,
    SHARK,
    SHELL,
    SHOWN,
    SHUFFLED,
    SWAPPED,
    THE_OCTOPUS,
    ZONES,
)

GAME = find_game("kelp")
MOST = 1500  # arrangements a patient mind keeps; with more it gives up
Arrangement = tuple[int, ...]


class Patient:
    """Keeps every arrangement of the nine blocks with its exact odds, and knows nothing of groups."""

    def __init__(self, kinds: Iterable[int]) -> None:
        every = set(permutations(sorted(kinds)))
        self.odds = dict.fromkeys(every, Fraction(1, len(every)))

    def hear(self, event: Event) -> None:
        a, b, c, _ = event.details
        if event.kind == SHOWN:
            kept = {blocks: odds for blocks, odds in self.odds.items() if blocks[a] == b}
            total = sum(kept.values())
            self.odds = {blocks: odds / total for blocks, odds in kept.items()}
        elif event.kind == SWAPPED:
            self.odds = {_put(blocks, {a: blocks[b], b: blocks[a]}): odds for blocks, odds in self.odds.items()}
        elif event.kind == GAINED_BLOCK:
            self.odds = {_put(blocks, {b: a}): odds for blocks, odds in self.odds.items()}
        elif event.kind == ATE:
            self.odds = {_put(blocks, {c: SHELL}): odds for blocks, odds in self.odds.items()}
        elif event.kind == SHUFFLED:
            self.shuffle([zone for zone in range(ZONES) if a >> zone & 1])

    def shuffle(self, zones: list[int]) -> None:
        mixed: dict[Arrangement, Fraction] = {}
        for blocks, odds in self.odds.items():
            orders = list(permutations([blocks[zone] for zone in zones]))
            for order in orders:
                then = _put(blocks, dict(zip(zones, order, strict=True)))
                mixed[then] = mixed.get(then, Fraction(0)) + odds / len(orders)
        self.odds = mixed


def _put(blocks: Arrangement, changes: dict[int, int]) -> Arrangement:
    return tuple(changes.get(zone, kind) for zone, kind in enumerate(blocks))


def expanded(memory: Record) -> dict[Arrangement, float]:
    """Every arrangement the belief stands for, with its odds: within a group each order is as likely."""
    groups = sorted({belief.group_of(memory, zone) for zone in range(ZONES)})
    members = [[zone for zone in range(ZONES) if group >> zone & 1] for group in groups]
    found: dict[Arrangement, float] = {}
    for row in range(int(memory.rows)):
        blocks = tuple(belief.kind_at(int(memory.blocks[row]), zone) for zone in range(ZONES))
        spread = {blocks: float(memory.odds[row])}
        for zones in members:
            orders = list(permutations([blocks[zone] for zone in zones]))
            wider: dict[Arrangement, float] = {}
            for one, odds in spread.items():
                for order in orders:
                    then = _put(one, dict(zip(zones, order, strict=True)))
                    wider[then] = wider.get(then, 0.0) + odds / len(orders)
            spread = wider
        for one, odds in spread.items():
            found[one] = found.get(one, 0.0) + odds
    return found


def assert_same(memory: Record, patient: Patient) -> None:
    odds = np.zeros((ZONES, KINDS))
    belief.block_odds(memory, odds.ravel())
    expected = np.zeros((ZONES, KINDS))
    for blocks, chance in patient.odds.items():
        for zone, kind in enumerate(blocks):
            expected[zone, kind] += float(chance)
    np.testing.assert_allclose(odds, expected, atol=1e-9)
    assert memory.coarse == 0


def some_action(position: Position, seat: int, rng: random.Random) -> int:
    """At random, but what moves and gains blocks more often than not: it is what is to be tested."""
    legal = position.legal(seat)
    wanted = ("play", "learn", "shuffle", "hide", "search", "strike", "swap")
    telling = [number for name, number in legal.items() if name.startswith(wanted)]
    return rng.choice(telling if telling and rng.random() < 0.7 else list(legal.values()))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(8))
def test_belief_is_what_keeping_every_arrangement_gives(seed: int) -> None:
    """Swaps move it, shuffles spread it, revealing decides it, hiding keeps it, a gained block is known."""
    setup = GAME.set_up()
    position, rng, compared = Position(setup), random.Random(seed), 0
    patient = Patient(kind for kind in range(KINDS) for _ in range(int(position.box.on_board[kind])))
    telling = {SHOWN, SWAPPED, SHUFFLED, GAINED_BLOCK, ATE}
    while not position.over and len(patient.odds) <= MOST:
        weights = position.weights()
        seat = -1 if weights else position.acting()[0]
        action = rng.choices(range(len(weights)), weights)[0] if weights else some_action(position, seat, rng)
        events = position.step(seat, action)
        for event in events:
            patient.hear(event)
        if any(event.kind in telling for event in events):
            compared += 1
            assert_same(position.memories[SHARK], patient)
            if len(patient.odds) <= 200 and compared % 4 == 0:
                found = expanded(position.memories[SHARK])
                assert found == pytest.approx({blocks: float(odds) for blocks, odds in patient.odds.items()})
    assert compared > 15


@pytest.mark.compiled
def test_everybody_believes_the_same() -> None:
    """What is seen of the blocks is open; the octopus can see what the shark can know."""
    position, rng = Position(GAME.set_up()), random.Random(3)
    for _ in range(200):
        weights = position.weights()
        seat = -1 if weights else position.acting()[0]
        position.step(
            seat, rng.choices(range(len(weights)), weights)[0] if weights else some_action(position, seat, rng)
        )
        if position.over:
            break
        assert len({remembered(memory) for memory in position.memories}) == 1


def remembered(memory: Record) -> tuple[bytes, ...]:
    """All of it but the room to work things out in."""
    rows = int(memory.rows)
    names = ("begun", "coarse", "together", "rows", "known", "touched", "calm")
    return (
        memory.blocks[:rows].tobytes(),
        memory.odds[:rows].tobytes(),
        *(np.asarray(getattr(memory, name)).tobytes() for name in names),
    )


@pytest.mark.compiled
def test_the_true_blocks_never_have_probability_zero() -> None:
    """In random matches; `python -m bench.kelp belief` does the same for 100,000 of them."""
    missed, coarse, most = count_lost(2000, 7)
    assert (missed, coarse) == (0, 0)
    assert most > 10


# By hand --------------------------------------------------------------------------------------------------------------


def octopus(forest: Forest, viewer: str = "shark") -> list[float]:
    found: list[float] = forest.match.beliefs(viewer).octopus
    return found


def test_at_first_it_may_be_anywhere() -> None:
    forest = Forest(blocks={3: "octopus", 5: "current trap"})
    assert octopus(forest) == pytest.approx([1 / 9] * 9)
    assert forest.match.beliefs("shark").blocks[0] == pytest.approx(
        {"octopus": 1 / 9, "shell": 7 / 9, "current trap": 1 / 9}
    )
    assert forest.match.beliefs("shark").exact


def test_a_revealed_shell_leaves_eight_zones_and_a_swap_moves_what_is_known() -> None:
    forest = Forest(blocks={3: "octopus", 5: "current trap"})
    forest.octopus("play Nimble Dodge", "reveal 8")
    assert octopus(forest) == pytest.approx([1 / 8] * 8 + [0])
    forest.octopus("swap 7 8")
    assert octopus(forest) == pytest.approx([1 / 8] * 7 + [0, 1 / 8])


def test_hiding_keeps_what_is_known_and_a_shuffle_spreads_it() -> None:
    """The octopus pays with itself, hides, and is shuffled with two others: a third each."""
    forest = Forest(blocks={3: "octopus", 5: "current trap"})
    forest.octopus("play Nimble Dodge", "reveal 3", "swap 0 1")
    assert octopus(forest)[3] == 1
    forest.octopus("discard Fast Learning", "hide 3")
    assert octopus(forest)[3] == 1
    assert forest.view.zones[3].block is None
    forest.rolls("blue 1", "blue 2")
    forest.shark("swim v0")
    while forest.match.to_act == ("shark",):
        forest.shark("done")
    forest.octopus("play Stirred Sand", "reveal 8", "shuffle 3", "shuffle 4", "shuffle 0")
    assert octopus(forest) == pytest.approx([1 / 3, 0, 0, 1 / 3, 1 / 3, 0, 0, 0, 0])
    forest.shuffles("octopus", "shell")
    assert octopus(forest) == pytest.approx([1 / 3, 0, 0, 1 / 3, 1 / 3, 0, 0, 0, 0])
    assert forest.blocks()[0] == "octopus"


def test_a_shuffle_of_part_of_a_group_binds_zones_together() -> None:
    """Two of three equally likely zones are shuffled with a known shell: the odds become 1/3 and three times 2/9."""
    memory = np.zeros(1, GAME.state.Memory)[0]
    belief.begin(GAME.set_up().box[0], memory)
    for zone in range(3, 9):
        belief.reveal(memory, zone, BLOCK_NAMES.index("current trap") if zone == 3 else SHELL)
    belief.shuffle(memory, 0b000110011 & ~0b000100000)  # zones 0, 1 of the unknown three, and the shell of zone 4
    odds = np.zeros((ZONES, KINDS))
    belief.block_odds(memory, odds.ravel())
    assert odds[:5, THE_OCTOPUS] == pytest.approx([2 / 9, 2 / 9, 1 / 3, 0, 2 / 9])
    belief.reveal(memory, 2, SHELL)
    belief.block_odds(memory, odds.ravel())
    assert odds[:5, THE_OCTOPUS] == pytest.approx([1 / 3, 1 / 3, 0, 0, 1 / 3])


def test_without_room_odds_get_coarse_but_never_lose_the_truth() -> None:
    """Nine different blocks, shuffled in pairs until there are more arrangements than the memory holds."""
    memory = np.zeros(1, GAME.state.Memory)[0]
    belief.begin(GAME.set_up().box[0], memory)
    kinds = [0, *range(2, 10)]
    for zone, kind in enumerate([0, *[1] * 7, 2]):
        belief.reveal(memory, zone, kind)
    for zone, kind in enumerate(kinds):
        belief.replace(memory, zone, kind)
    rng = random.Random(1)
    truth = list(kinds)
    for _ in range(40):
        zones = rng.sample(range(ZONES), 2)
        order = rng.sample(zones, 2)
        truth[zones[0]], truth[zones[1]] = truth[order[0]], truth[order[1]]
        belief.shuffle(memory, sum(1 << zone for zone in zones))
        assert belief.chance_of(memory, np.array(truth)) > 0
        assert float(memory.odds[: memory.rows].sum()) == pytest.approx(1)
    assert memory.coarse == 1


# Imagining ------------------------------------------------------------------------------------------------------------


def imagined(forest: Forest, number: int) -> Any:
    return forest.match.position.imagine(SHARK, stream(5), number)


@pytest.mark.compiled
def test_worlds_are_drawn_by_the_odds_of_the_belief() -> None:
    forest = Forest(blocks={3: "octopus", 5: "current trap"})
    forest.octopus("play Nimble Dodge", "reveal 8", "swap 7 8", "play Stirred Sand", "reveal 0")
    forest.octopus("shuffle 1", "shuffle 2", "shuffle 8")
    worlds = imagined(forest, 4000)
    places = [sum(world.den.blocks[zone] == THE_OCTOPUS for world in worlds) / 4000 for zone in range(ZONES)]
    bag = sum(int(world.den.bag[THE_OCTOPUS]) for world in worlds) / 4000
    odds = octopus(forest)
    assert bag == pytest.approx(odds[1] + odds[2] + odds[8], abs=0.03)
    assert [places[zone] for zone in (3, 4, 5, 6)] == pytest.approx([odds[zone] for zone in (3, 4, 5, 6)], abs=0.03)


@pytest.mark.compiled
def test_hands_are_drawn_from_what_nobody_has_seen() -> None:
    """Fast Learning is known to be in the opening hand; the other three are any of seven starters."""
    forest = Forest()
    hands = [world.den.hand for world in imagined(forest, 3000)]
    assert all(hand[0] == 1 and hand.sum() == 4 for hand in hands)
    average = {name: float(np.mean([hand[card] for hand in hands])) for card, name in enumerate(CARD_NAMES)}
    expected = forest.match.beliefs("shark").hand
    assert expected == pytest.approx(
        {"Fast Learning": 1, "Nimble Dodge": 9 / 7, "Stirred Sand": 6 / 7, "Blend In": 6 / 7}
    )
    for name, number in expected.items():
        assert average[name] == pytest.approx(number, abs=0.06)


def test_a_card_learned_into_the_hand_is_known_there_until_it_is_played() -> None:
    forest = Forest(hand=["Nimble Dodge", "Nimble Dodge", "Nimble Dodge"])
    forest.octopus("play Fast Learning", "reveal 1", "reveal 2", "learn learn card")
    memory = forest.match.position.memories[SHARK]
    forest.state.den.hand[CARD_NAMES.index("Sharp Senses")] += 1  # as if it had been drawn
    forest.state.in_hand += 1
    forest.state.discard[CARD_NAMES.index("Sharp Senses")] -= 1
    forest.state.in_discard -= 1
    forest.chance("Problem Solving")
    forest.octopus("learn hide card")
    forest.chance("Shed Skin")
    assert memory.known.sum() == 0  # Fast Learning was played
    forest.octopus("play Sharp Senses", "reveal 3", "learn learn card")
    assert forest.hand()["Problem Solving"] == 1
    assert forest.match.beliefs("spectator").hand["Problem Solving"] == 1


def test_the_octopus_knows() -> None:
    forest = Forest(blocks={3: "octopus", 5: "current trap"})
    world = forest.match.position.imagine(OCTOPUS, stream(1), 1)[0]
    assert world.den.tobytes() == forest.state.den.tobytes()
