"""The deduction board: the crew's belief is exactly what a patient mind could work out, and never misses the truth."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from bench.jaws import count_lost

from undertow.core.game import find_game
from undertow.core.match import Match
from undertow.core.position import Position
from undertow.core.records import EVERYBODY
from undertow.core.rng import stream
from undertow.games.jaws import belief, walk
from undertow.games.jaws.act1 import afloat
from undertow.games.jaws.state import (
    CREW_TURN,
    CREW_VIEWER,
    EVENT,
    EVENT_NAMES,
    OUT_OF_SIGHT,
    SHARK,
    SHARK_DONE,
    SHARK_TURN,
    WATERS,
)
from undertow.testing import check_tables

GAME = find_game("jaws")
SHORT = {"act1.wrong_shark_more": 0}  # so that plain Python can try every plan
Hidden = tuple[int, int, int]  # token in play, place, tokens left


# By hand --------------------------------------------------------------------------------------------------------------


class Patient:
    """Works out where the shark may be by trying every plan through the game itself, announcements and all."""

    def __init__(self, position: Position) -> None:
        self.odds: dict[Hidden, float] = {(0, place, int(position.box.tokens)): 1 / WATERS for place in range(WATERS)}

    def after_turn(self, before: Position, heard: list[Any]) -> None:
        """The shark's turn began in `before`, and this is what it announced at the end of it."""
        found: dict[Hidden, float] = {}
        for (_, place, tokens), chance in self.odds.items():
            here = before.copy()
            shark = here.state.shark
            shark.place, shark.tokens, shark.visited = place, tokens, 1 << place
            self._try(here, chance, heard, found)
        total = sum(found.values())
        self.odds = {hidden: chance / total for hidden, chance in found.items()}

    def _try(self, here: Position, chance: float, heard: list[Any], found: dict[Hidden, float]) -> None:
        actions = here.legal(SHARK)
        for name, action in actions.items():
            then = here.copy()
            told = public(then.step(SHARK, action))
            if name != "end turn":
                self._try(then, chance / len(actions), heard, found)
            elif told == heard:
                shark = then.state.shark
                hidden = (int(shark.played), int(shark.place), int(shark.tokens))
                found[hidden] = found.get(hidden, 0.0) + chance / len(actions)

    def after_search(self, before: Position, seat: int, action: int, heard: list[Any]) -> None:
        """Somebody searched or launched: keep what would have been answered the same."""
        kept = {}
        for (played, place, tokens), chance in self.odds.items():
            here = before.copy()
            shark = here.state.shark
            shark.played, shark.place, shark.tokens = played, place, tokens
            if public(here.step(seat, action)) == heard:
                kept[played, place, tokens] = chance
        total = sum(kept.values())
        self.odds = {hidden: chance / total for hidden, chance in kept.items()}

    def new_round(self) -> None:
        merged: dict[Hidden, float] = {}
        for (_, place, tokens), chance in self.odds.items():
            merged[0, place, tokens] = merged.get((0, place, tokens), 0.0) + chance
        self.odds = merged


def public(events: list[Any]) -> list[Any]:
    return [(event.kind, event.details) for event in events if event.heard_by(CREW_VIEWER)]


def follow(seed: int, rules: dict[str, Any], rounds: int) -> int:
    """A random match with the patient mind beside the belief; returns how often they were compared."""
    setup = GAME.set_up(2, {"variant": "act1", **rules})
    position, rng, compared = Position(setup), random.Random(seed), 0
    patient = Patient(position)
    position.step(SHARK, rng.randrange(WATERS))
    turn = position.copy()
    while not position.over and position.state.rounds <= rounds:
        before = position.copy()
        weights = position.weights()
        seat = -1 if weights else position.acting()[0]
        action = rng.choices(range(len(weights)), weights)[0] if weights else some_action(position, seat, rng)
        round_before, phase_before = int(position.state.rounds), int(position.state.phase)
        heard = public(position.step(seat, action))
        if position.state.phase == SHARK_TURN and phase_before != SHARK_TURN:
            turn = position.copy()
        if position.over:
            break
        if phase_before == SHARK_TURN and position.state.phase == CREW_TURN:
            patient.after_turn(turn, heard)
        elif phase_before == CREW_TURN:
            patient.after_search(before, seat, action, heard)
        if position.state.rounds > round_before:
            patient.new_round()
        if position.state.phase != SHARK_TURN:
            assert_same(position.memories[CREW_VIEWER].odds, patient.odds)
            compared += 1
    return compared


def some_action(position: Position, seat: int, rng: random.Random, greed: float = 0.0) -> int:
    """At random, but searches and barrels more often than not, and perhaps meals: they are what is to be tested."""
    legal = position.legal(seat)
    telling = [number for name, number in legal.items() if name.startswith(("fish", "binoc", "launch"))]
    meals = [number for name, number in legal.items() if name.startswith(("eat", "play"))]
    if meals and rng.random() < greed:
        return rng.choice(meals)
    return rng.choice(telling if telling and rng.random() < 0.6 else list(legal.values()))


def assert_same(odds: Any, patient: dict[Hidden, float]) -> None:
    expected = np.zeros_like(odds)
    for hidden, chance in patient.items():
        expected[hidden] = chance
    np.testing.assert_allclose(odds, expected, atol=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_belief_is_what_trying_every_plan_gives(seed: int) -> None:
    """The whole board and three actions; no tokens, so that plain Python can try every plan for several rounds."""
    assert follow(seed, {"act1.power_tokens": []}, 3) > 20


HIDING = [(token, seed) for token in ("feeding frenzy", "evasive moves", "out of sight") for seed in range(3)]


@pytest.mark.compiled
@pytest.mark.parametrize(("token", "seed"), [*HIDING, ("speed burst", 0)])  # with it there are many more plans to try
def test_belief_with_each_token(token: str, seed: int) -> None:
    """Two actions and one token: played or kept, with what it hides."""
    assert follow(seed, {"act1.power_tokens": [token], "act1.shark_actions": 2, **SHORT}, 3) > 20


@pytest.mark.compiled
def test_belief_with_several_tokens() -> None:
    """Which one was played is not announced."""
    assert follow(5, {"act1.power_tokens": ["evasive moves", "out of sight"], "act1.shark_actions": 1, **SHORT}, 3) > 10


@pytest.mark.compiled
def test_the_generic_check_agrees() -> None:
    """The conformance suite keeps every world a viewer must hold possible, and knows nothing of this game."""
    rules = {"variant": "act1", "act1.shark_actions": 1, "act1.power_tokens": [], "act1.round_limit": 5}
    found = list(check_tables(GAME, players=[2], settings=[rules], checks=["imagination"], matches=1))
    assert [problem for finding in found for problem in finding.problems] == []


# All plans at once ----------------------------------------------------------------------------------------------------


def heard(before: Position, after: Position) -> Any:
    """What the crew has heard when it begins to think about a turn of the shark."""
    memory, state = before.memories[CREW_VIEWER : CREW_VIEWER + 1].copy()[0], after.state
    for kind, audience, *details in state.events[: state.told].tolist():
        if audience in (EVERYBODY, 1 << CREW_VIEWER) and kind != SHARK_DONE:
            belief.hear(after.box, state, memory, kind, *details[:3])
    return memory


def one_by_one(before: Position, after: Position) -> Any:
    """The odds after a turn of the shark, from a walk through every single plan."""
    memory = heard(before, after)
    for tokens in range(belief.TOKEN_SETS):
        for place in np.flatnonzero(memory.odds[0, :, tokens]).tolist():
            odds = float(memory.odds[0, place, tokens])
            belief.walk_from(after.box, memory, place, tokens, odds, afloat(after.state))
    return memory.fresh / memory.fresh.sum()


def fits(before: Position, after: Position) -> bool:
    """Whether there is room to walk all plans of this turn at once, whatever tokens the shark has."""
    memory, state = heard(before, after), after.state
    sets = sum(1 << tokens for tokens in np.flatnonzero(memory.having).tolist())
    return bool(walk.walk_together(after.box, memory, sets, afloat(state)))


def compare_walks(
    seed: int, turns: int, rules: dict[str, Any] | None = None, event: int | None = None, greed: float = 0.0
) -> tuple[int, int]:
    """A random match in which walking all plans at once is compared with walking each; returns after how many turns,
    and how often there was no room for all of it."""
    setup = GAME.set_up(2, {"variant": "act1", **(rules or {})})
    position, rng, compared, crowded = Position(setup), random.Random(seed), 0, 0
    position.step(SHARK, rng.randrange(WATERS))
    while not position.over and compared < turns:
        before, weights = position.copy(), position.weights()
        seat = -1 if weights else position.acting()[0]
        action = rng.choices(range(len(weights)), weights)[0] if weights else some_action(position, seat, rng, greed)
        if position.state.phase == EVENT and event is not None and weights[event]:
            action = event
        position.step(seat, action)
        if before.state.phase == SHARK_TURN and position.state.phase == CREW_TURN:
            np.testing.assert_allclose(position.memories[CREW_VIEWER].odds, one_by_one(before, position), atol=1e-12)
            compared += 1
            crowded += not fits(before, position)
    return compared, crowded


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(20))
def test_plans_walked_at_once_give_the_odds_of_every_single_plan(seed: int) -> None:
    assert compare_walks(seed, 12, greed=seed / 40)[0] > 0


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(8))
def test_plans_where_captains_may_go_overboard(seed: int) -> None:
    """Ben Gardner's Boat: whether the shark entered a captain's space matters for what it can do there."""
    assert compare_walks(seed, 1, event=EVENT_NAMES.index("Ben Gardner's Boat"))[0] == 1


@pytest.mark.compiled
def test_more_plans_than_there_is_room_for() -> None:
    """They are walked for some sets of tokens at a time, and if that does not help one by one."""
    rules = {"act1.shark_actions": 4, "act1.wrong_shark_more": 0, "act1.shark_wins_alone": 9}
    found = [compare_walks(seed, 4, rules, greed=0.7) for seed in range(12)]
    assert sum(compared for compared, _ in found) > 20
    assert sum(crowded for _, crowded in found) > 0


# The truth is never lost ----------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_the_true_place_never_has_probability_zero() -> None:
    """In random matches; `python -m bench.jaws belief` does the same for 100,000 of them."""
    assert count_lost(500, 7) == 0


# What a search tells --------------------------------------------------------------------------------------------------


def hunted(*turn: str, start: str = "N", rules: dict[str, Any] | None = None) -> Match:
    match = Match("jaws", 2, {"variant": "act1", **(rules or {})}, auto_chance=False)
    match.play("shark", f"lurk {start}")
    match.play("chance", "The USS Indianapolis")
    for action in (*turn, "end turn"):
        match.play("shark", action)
    return match


def test_a_shark_that_ate_is_near_where_it_ate() -> None:
    match = hunted("eat", start="S")
    places = match.beliefs("crew").hunt.places
    assert places["S"] > 0
    assert places["1"] == 0  # three moves away, with two actions left
    assert sum(places.values()) == pytest.approx(1)


def test_a_hit_tells_all_and_a_miss_tells_a_little() -> None:
    match = hunted(start="8")
    match.play("quint", "launch 8")
    assert match.beliefs("crew").hunt.places["8"] == 1
    assert match.view("crew").island.seen == "8"
    match = hunted(start="1")
    match.play("quint", "launch 8")
    assert match.beliefs("crew").hunt.places["8"] == 0


@pytest.mark.compiled  # for speed
def test_out_of_sight_leaves_room_for_the_lie() -> None:
    """A token is in play and the fish finder says no: the shark may still be right here."""
    match = hunted("play out of sight", start="5")
    match.play("hooper", "fish finder")
    hunt = match.beliefs("crew").hunt
    assert hunt.places["5"] > 0
    assert hunt.in_play["out of sight"] > 0.3
    match = hunted(start="W", rules={"act1.power_tokens": ["speed burst"]})
    match.play("hooper", "fish finder")  # nearby: nothing is hidden
    assert hunt.tokens["out of sight"] < 1
    assert match.beliefs("crew").hunt.places["5"] == 0


def test_the_shark_sees_what_the_crew_can_know() -> None:
    match = hunted("move 5", start="N")
    assert match.beliefs("shark") == match.beliefs("crew") == match.beliefs("spectator")


@pytest.mark.compiled  # for speed
def test_imagined_sharks_are_where_belief_puts_them() -> None:
    match = hunted("eat", start="S")
    places = match.beliefs("crew").hunt.places
    worlds = match.imagine("crew", stream(3), 4000)
    found = np.bincount(worlds["shark"]["place"], minlength=WATERS) / 4000
    np.testing.assert_allclose(found, list(places.values()), atol=0.04)
    assert OUT_OF_SIGHT not in worlds["shark"]["played"]  # no token was announced
