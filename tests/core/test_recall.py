"""Perfect recall: what a viewer remembers, and what leaves no trace."""

from __future__ import annotations

import random

from tests.toys.lagoon import GAME
from tests.toys.lagoon.actions import LOOK, STAY, SWIM
from tests.toys.lagoon.state import DIVER, SHARK
from undertow.core.check.walks import walk
from undertow.core.position import Position
from undertow.core.recall import Recall
from undertow.core.records import CHANCE
from undertow.core.rng import stream


def after(*steps: tuple[int, int]) -> tuple[Position, Recall]:
    position = Position(GAME.set_up())
    recall = Recall.of(position)
    for seat, action in steps:
        position.step(seat, action)
        recall.note(seat, action)
    return position, recall


def words(recall: Recall, seat: int) -> list[str]:
    return [said for said in recall.of_seat(seat).split("; ") if not said.startswith("sees")]


def test_each_remembers_what_they_heard_and_did() -> None:
    _, recall = after((CHANCE, 2), (SHARK, STAY), (DIVER, LOOK + 1))
    diver = ["diver: turn of chance", "0", "turn of shark", "2", "turn of diver", "diver does look 2", "3 1"]
    assert words(recall, DIVER) == [*diver, "turn of shark"]
    assert words(recall, SHARK)[1:6] == ["1 2", "0", "turn of shark", "shark does stay", "1 2"]


def test_what_was_hidden_leaves_no_trace() -> None:
    _, stayed = after((CHANCE, 2), (SHARK, STAY))
    _, swam = after((CHANCE, 3), (SHARK, SWIM))
    assert stayed.of_seat(DIVER) == swam.of_seat(DIVER)
    assert stayed.of_seat(SHARK) != swam.of_seat(SHARK)


def test_it_does_not_matter_when_one_asks() -> None:
    for seed in range(5):
        position = Position(GAME.set_up())
        asked, silent = Recall.of(position), Recall.of(position)
        for step in walk(position, random.Random(seed), 20):
            asked.note(step.seat, step.action)
            asked.told()
            silent.note(step.seat, step.action)
            twin = asked.copy()
        assert silent.told() == asked.told() == twin.told()


def test_a_copy_goes_its_own_way() -> None:
    _, recall = after((CHANCE, 0), (SHARK, STAY))
    twin = recall.copy()
    twin.note(DIVER, LOOK + 1)
    before = recall.of_seat(DIVER)
    assert twin.of_seat(DIVER) != before == recall.of_seat(DIVER)


def test_in_an_imagined_world_the_others_remember_nothing_secret() -> None:
    texts = set()
    for lagoon in range(4):
        position, recall = after((CHANCE, lagoon), (SHARK, STAY))
        world = Position(position.setup, position.imagine(DIVER, stream(1), 1), position.memories.copy())
        there = recall.imagined(DIVER, world)
        assert there.of_seat(DIVER) == recall.of_seat(DIVER)
        texts.add(there.of_seat(SHARK))
    assert len(texts) == 1
