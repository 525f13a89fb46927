"""What the trainer is made of: credit for decisions, drawing actions, and networks that are the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertow import find_game
from undertow.bots.net import NOTHING, inputs, new_weights, think

jax = pytest.importorskip("jax", reason='training needs pip install "undertow[jax]"')

from undertow.train import learner as to  # noqa: E402
from undertow.train.tables import Tables, some_house_rules  # noqa: E402

pytestmark = pytest.mark.compiled
jnp = jax.numpy


def test_a_network_thinks_the_same_at_the_table_and_in_training() -> None:
    game = find_game("get-bit")
    rng = np.random.default_rng(3)
    weights = new_weights(rng, game, 32, 3)
    seen = rng.random((5, inputs(game)), np.float32)
    for here, there in zip(think(weights, seen), think(weights, jnp.asarray(seen), jnp), strict=True):
        np.testing.assert_allclose(here, np.asarray(there), atol=1e-5)


@given(st.integers(0, 2**31 - 1), st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_nothing_illegal_is_ever_drawn(seed: int, legal: int) -> None:
    """However small the odds of what is legal, and whatever rounding does to their sums."""
    rng = np.random.default_rng(seed)
    masks = np.zeros((64, 700))
    for row in masks:
        row[rng.choice(700, legal, replace=False)] = 1
    logits = np.where(masks > 0, rng.normal(0, 8, masks.shape), NOTHING)
    actions = to.drawn(jax.random.key(seed), jax.nn.log_softmax(jnp.asarray(logits, jnp.float32)))
    assert masks[np.arange(64), np.asarray(actions)].all()


def test_actions_are_drawn_as_often_as_they_are_likely() -> None:
    odds = jnp.log(jnp.tile(jnp.array([0.1, 0.0, 0.6, 0.3]), (40_000, 1)).clip(1e-30))
    found = np.bincount(np.asarray(to.drawn(jax.random.key(1), odds)), minlength=4) / 40_000
    np.testing.assert_allclose(found, [0.1, 0.0, 0.6, 0.3], atol=0.01)


def credit_by_hand(
    values: list[list[float]], shares: list[list[float]], ends: list[int], sides: list[int], fade: float
) -> list[float]:
    """For each decision: sum up how each later value differs from the one before, as long as the match goes on; each
    further decision of the same side fades what comes after it."""
    found = []
    for step, side in enumerate(sides):
        total, weight = 0.0, 1.0
        for later in range(step, len(sides)):
            if later > step and sides[later] == side:
                weight *= fade
            after = shares[later][side] if ends[later] else values[later + 1][side]
            total += weight * (after - values[later][side])
            if ends[later]:
                break
        found.append(total)
    return found


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_a_side_is_credited_with_what_came_after_its_decisions(data: st.DataObject) -> None:
    steps = 6
    share = st.floats(0, 1).map(lambda won: [won, 1 - won])
    values = data.draw(st.lists(share, min_size=steps + 1, max_size=steps + 1))
    shares = data.draw(st.lists(share, min_size=steps, max_size=steps))
    ends = data.draw(st.lists(st.integers(0, 1), min_size=steps, max_size=steps))
    sides = data.draw(st.lists(st.integers(0, 1), min_size=steps, max_size=steps))
    at = to.Seating(*map(jnp.asarray, ([[0.0]], [[0, 1]], [[0, 1]], [[0, 0]], [[0, 1]], [[1.0, 1.0]])))
    nothing = jnp.zeros((steps, 1))
    tables = jnp.zeros((steps, 1), jnp.int32)
    moments = to.Moment(
        tables, nothing, jnp.array(sides)[:, None], nothing, nothing, nothing, nothing,
        jnp.array(shares)[:, None], jnp.array(ends)[:, None],
    )  # fmt: skip
    better, _ = to.credit(moments, jnp.array(values)[:, None], at, 0.9)
    np.testing.assert_allclose(better[:, 0], credit_by_hand(values, shares, ends, sides, 0.9), atol=1e-5)


@pytest.mark.parametrize("name", ["get-bit", "kelp", "jaws", "shark-attacks"])
def test_house_rules_that_are_tried_are_allowed_and_near_the_printed_ones(name: str) -> None:
    game, rng = find_game(name), np.random.default_rng(5)
    changed = 0
    for _ in range(50):
        for key, value in some_house_rules(rng, game.entries, {}).items():
            assert game.entries[key].check(value) == value
            changed += value != game.entries[key].value
    assert changed > 20


def test_tables_with_house_rules_change_and_the_printed_one_stays() -> None:
    setup = find_game("get-bit").set_up(4)
    tables = Tables([setup], varied=2, matches=4, device="cpu", seed=1)
    before = [batch.setup.settings for batch in tables.batches]
    assert tables.vary()
    after = [batch.setup.settings for batch in tables.batches]
    assert before[0] == after[0] == {}
    assert after[1] == before[2]
    assert tables.seating().house.shape == (3, len(setup.house))


def test_a_sparring_partner_has_the_other_sides_at_tables_of_its_own() -> None:
    """Each role meets it once at each printed table; only that role's decisions are learnt from there."""
    setup = find_game("kelp").set_up()
    tables = Tables([setup], varied=1, matches=4, device="cpu", seed=1, sparring=("random", 8))
    assert [batch.matches for batch in tables.batches] == [8, 8, 4, 4]
    deciding = [{batch.setup.sides[seat] for seat in batch.buffers.seats} for batch in tables.batches[:2]]
    assert sorted(map(sorted, deciding)) == [["octopus"], ["shark"]]
    assert tables.vary()
    assert [batch.matches for batch in tables.batches] == [8, 8, 4, 4]


def test_a_member_of_a_crew_also_learns_beside_partners_on_its_own_side() -> None:
    setup = find_game("jaws").set_up(4, {"variant": "act2"})
    tables = Tables([setup], varied=0, matches=2, device="cpu", seed=1, sparring=("random", 4))
    assert tables.sparring_seats == [["quint", "brody", "hooper"], ["quint"], ["brody"], ["hooper"], ["shark"]]
    for batch, seats in zip(tables.batches, tables.sparring_seats, strict=False):
        assert {setup.seats[seat] for seat in batch.buffers.seats} <= set(seats)
