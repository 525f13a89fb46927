"""What a network learns from: self-play policy gradient, held back so that it comes to rest instead of going round.

Each side's decisions are credited with how much better its share of the win turned out than a critic had expected
(generalised advantages; a surprise fades with each further decision of that side). The critic may see what every side
knows: it only exists in training. The policy moves towards what went well, by a fifth at a time (PPO), and is pulled
back towards being undecided (`entropy`) and towards what it was a while ago (`magnet`): the average of its own weights,
which is also what plays in the end.

Everything here is JAX, on whatever device it runs.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from undertow.bots.net import NOTHING, Weights, think
from undertow.envs.rows import CUT_OFF, ENDED

Array = Any


class Seating(NamedTuple):
    """What seats mean to the networks, a row for each table that is played; padded to the most seats and sides."""

    house: Array  # the house rules, as an encoding ends with them
    sides: Array  # the side of each seat
    roles: Array  # the role of each seat
    places: Array  # its number among the seats of its side
    firsts: Array  # the first seat of each side
    taken: Array  # 1 for each side that sits here


class Moment(NamedTuple):
    """Many matches, each waiting for a decision, and what was decided and what came of it."""

    tables: Array  # which table a row belongs to
    truth: Array  # what every side knows: (rows, sides, numbers)
    seats: Array
    masks: Array
    actions: Array
    odds: Array  # the logarithm of how likely it was
    advice: Array  # what a teacher would have done, or NO_ADVICE
    shares: Array  # what the match brought each side, if it ended here
    ends: Array


class Learner(NamedTuple):
    """Weights that learn, with what Adam remembers of them, and their average."""

    weights: Weights
    first: Weights
    second: Weights
    average: Weights
    steps: Array  # Adam's
    age: Array  # of the average, in steps


class Pull(NamedTuple):
    """How hard a policy is held back, and how fast it goes: these change in the course of a training."""

    rate: Array
    entropy: Array
    magnet: Array


NO_ADVICE = -1
CLIP = 0.2
MOST_SLOPE = 0.5
AVERAGE = 0.999


def learner(weights: Weights) -> Learner:
    weights = {name: jnp.asarray(array, jnp.float32) for name, array in weights.items()}
    first, second = ({name: jnp.zeros_like(array) for name, array in weights.items()} for _ in range(2))
    average = {name: jnp.copy(array) for name, array in weights.items()}
    return Learner(weights, first, second, average, jnp.zeros((), jnp.int32), jnp.zeros((), jnp.int32))


def adam(taught: Learner, slope: Weights, rate: Array) -> Learner:
    """A step down the slope; the average follows."""
    size = jnp.sqrt(sum(jnp.sum(part * part) for part in slope.values()))
    slope = {name: part * jnp.minimum(1.0, MOST_SLOPE / (size + 1e-9)) for name, part in slope.items()}
    steps = taught.steps + 1
    first = {name: 0.9 * taught.first[name] + 0.1 * part for name, part in slope.items()}
    second = {name: 0.999 * taught.second[name] + 0.001 * part * part for name, part in slope.items()}
    rate = rate * jnp.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
    weights = {
        name: part - rate * first[name] / (jnp.sqrt(second[name]) + 1e-7) for name, part in taught.weights.items()
    }
    late = jnp.minimum(AVERAGE, taught.age / (taught.age + 10.0))  # the first steps are soon forgotten
    average = {name: late * part + (1 - late) * weights[name] for name, part in taught.average.items()}
    return Learner(weights, first, second, average, steps, taught.age + 1)


def at_speed(weights: Weights, kind: Any) -> Weights:
    """The numbers a device multiplies fastest."""
    return {name: array.astype(kind) for name, array in weights.items()}


# Playing --------------------------------------------------------------------------------------------------------------


def seen_by(truth: Array, tables: Array, seats: Array, at: Seating) -> Array:
    """What goes into a policy: what the side of the seat that decides knows, house rules, and which seat it is."""
    known = jnp.take_along_axis(truth, at.sides[tables, seats][:, None, None], 1)[:, 0]
    place = jax.nn.one_hot(at.places[tables, seats], at.sides.shape[1], dtype=truth.dtype)
    return jnp.concatenate([known, at.house[tables].astype(truth.dtype), place], -1)


def logits_of(nets: tuple[Weights, ...], seen: Array, masks: Array, which: Array) -> Array:
    """Of the role that decides in each row; nothing illegal is likely at all."""
    found = think(nets[0], seen, jnp)[0]
    for role in range(1, len(nets)):
        found = jnp.where((which == role)[:, None], think(nets[role], seen, jnp)[0], found)
    return jnp.where(masks > 0, found.astype(jnp.float32), NOTHING)


@partial(jax.jit, static_argnames=("kind", "most"))
def act(
    nets: tuple[Weights, ...],
    key: Array,
    truth: Array,
    tables: Array,
    seats: Array,
    masks: Array,
    at: Seating,
    *,
    kind: Any,
    most: int,
) -> tuple[Array, Array, Array]:
    """An action for each row, the logarithm of its odds, and the truth as it is kept, with room for `most` sides."""
    truth = jnp.pad(truth.astype(kind), ((0, 0), (0, most - truth.shape[1]), (0, 0)))
    seen = seen_by(truth, tables, seats, at)
    odds = jax.nn.log_softmax(
        logits_of(tuple(at_speed(net, kind) for net in nets), seen, masks, at.roles[tables, seats])
    )
    actions = drawn(key, odds)
    return actions, jnp.take_along_axis(odds, actions[:, None], 1)[:, 0], truth


def drawn(key: Array, odds: Array) -> Array:
    """An action for each row, from the logarithms of their odds: one random number each is enough."""
    below = jnp.where(odds > NOTHING / 2, jnp.cumsum(jnp.exp(odds), -1), 0.0)  # sums are rounded: look at legal ones
    at = jax.random.uniform(key, odds.shape[:1]) * below.max(-1) * (1 - 1e-6)
    return jnp.argmax(below > at[:, None], -1)


# Judging --------------------------------------------------------------------------------------------------------------


def expected(critic: Weights, truth: Array, tables: Array, seats: Array, at: Seating) -> Array:
    """The logit of each side's share, by the critic."""
    seat = jax.nn.one_hot(seats, at.sides.shape[1], dtype=truth.dtype)
    house = at.house[tables].astype(truth.dtype)
    found, _ = think(critic, jnp.concatenate([truth.reshape(len(truth), -1), house, seat], -1), jnp)
    return jnp.where(at.taken[tables] > 0, found.astype(jnp.float32), NOTHING)


@partial(jax.jit, static_argnames=("kind",))
def judge(critic: Weights, truth: Array, tables: Array, seats: Array, at: Seating, *, kind: Any) -> Array:
    return jax.nn.softmax(expected(at_speed(critic, kind), truth, tables, seats, at))


@partial(jax.jit)
def credit(moments: Moment, values: Array, at: Seating, fade: Array) -> tuple[Array, Array]:
    """How much better each decision turned out than expected, for the side that took it; and what the critic should
    have expected. Moments and values are stacked: (steps, rows, ...), values one step longer."""
    mine = jax.nn.one_hot(at.sides[moments.tables, moments.seats], at.taken.shape[1])
    fair = (at.taken / at.taken.sum(-1, keepdims=True))[moments.tables[0]]

    def back(kept: tuple[Array, Array], step: tuple[Array, ...]) -> tuple[tuple[Array, Array], Array]:
        later, trace = kept
        value, share, end, own = step
        over = end[:, None] > 0
        share = jnp.where((end == CUT_OFF)[:, None], fair, share)
        surprise = jnp.where(over, share, later) - value + jnp.where(over, 0.0, trace)
        return (value, jnp.where(own > 0, fade * surprise, surprise)), surprise

    start = (values[-1], jnp.zeros_like(values[-1]))
    _, surprises = jax.lax.scan(back, start, (values[:-1], moments.shares, moments.ends, mine), reverse=True)
    return (surprises * mine).sum(-1), values[:-1] + surprises


@partial(jax.jit, static_argnames=("own",))
def won_at(moments: Moment, table: Array, own: int) -> tuple[Array, Array]:
    """What a side won on average of the matches that ended at a table, and how many did."""
    over = (moments.tables == table) & (moments.ends == ENDED)
    ended = over.sum()
    return jnp.where(over, moments.shares[..., own], 0.0).sum() / jnp.maximum(ended, 1), ended


# Learning -------------------------------------------------------------------------------------------------------------


class Lesson(NamedTuple):
    """All decisions of a rollout, one after the other."""

    tables: Array
    truth: Array
    seats: Array
    masks: Array
    actions: Array
    odds: Array
    advice: Array
    better: Array  # than expected, for whoever decided; of each role about as spread
    targets: Array  # for the critic


@partial(jax.jit, static_argnames=("roles",))
def sort_out(moments: Moment, better: Array, at: Seating, key: Array, roles: int) -> tuple[Array, Array, Array, Array]:
    """Which decisions each role learns from, shuffled: those with a choice. Order, counts, spreads, and the order for
    the critic."""
    which = at.roles[moments.tables, moments.seats].reshape(-1)
    free = (moments.masks.sum(-1, dtype=jnp.int32) > 1).reshape(-1)
    which = jnp.where(free, which, roles)
    one, two = jax.random.split(key)
    order = jnp.argsort(which + jax.random.uniform(one, which.shape))
    counts = jnp.bincount(which, length=roles + 1)[:roles]
    squares = jnp.bincount(which, better.reshape(-1) ** 2, length=roles + 1)[:roles]
    spreads = jnp.sqrt(squares / jnp.maximum(counts, 1)) + 1e-6
    return order, counts, spreads, jax.random.permutation(two, which.shape[0])


def _log_odds(weights: Weights, seen: Array, masks: Array) -> tuple[Array, Array]:
    logits, value = think(weights, seen, jnp)
    return jax.nn.log_softmax(jnp.where(masks > 0, logits.astype(jnp.float32), NOTHING)), value.astype(jnp.float32)


def policy_loss(
    weights: Weights,
    average: Weights,
    seen: Array,
    lesson: Lesson,
    wins: Array,
    teaching: Array,
    pull: Pull,
    kind: Any,
) -> tuple[Array, Array]:
    """Lower is better; and how undecided the policy is."""
    odds, value = _log_odds(at_speed(weights, kind), seen, lesson.masks)
    before, _ = _log_odds(jax.lax.stop_gradient(at_speed(average, kind)), seen, lesson.masks)
    ratio = jnp.exp(jnp.take_along_axis(odds, lesson.actions[:, None], 1)[:, 0] - lesson.odds)
    gain = jnp.minimum(ratio * lesson.better, ratio.clip(1 - CLIP, 1 + CLIP) * lesson.better)
    likely = jnp.where(lesson.masks > 0, jnp.exp(odds), 0.0)
    entropy = -(likely * jnp.where(lesson.masks > 0, odds, 0.0)).sum(1)
    strayed = (likely * jnp.where(lesson.masks > 0, odds - before, 0.0)).sum(1)
    guess = jnp.logaddexp(0.0, value) - wins * value
    told = jnp.take_along_axis(odds, jnp.maximum(lesson.advice, 0)[:, None], 1)[:, 0]
    unlike = jnp.where(lesson.advice == NO_ADVICE, 0.0, -told)
    loss = pull.magnet * strayed - gain - pull.entropy * entropy + 0.1 * guess + teaching * unlike
    return loss.mean(), entropy.mean()


def part_of(lesson: Lesson, order: Array, start: Array, size: int) -> Lesson:
    chosen = jax.lax.dynamic_slice(order, (start,), (size,))
    return Lesson(*(array[chosen] for array in lesson))


@partial(jax.jit, static_argnames=("size", "kind"), donate_argnums=(0,))
def learn_policy(
    taught: Learner,
    lesson: Lesson,
    order: Array,
    start: Array,
    spread: Array,
    at: Seating,
    teaching: Array,
    pull: Pull,
    size: int,
    kind: Any,
) -> tuple[Learner, Array]:
    """`teaching`: how hard the advice pulls at each table."""
    part = part_of(lesson, order, start, size)
    seen = seen_by(part.truth, part.tables, part.seats, at)
    wins = jnp.take_along_axis(part.targets, at.sides[part.tables, part.seats][:, None], 1)[:, 0].clip(0, 1)
    part = part._replace(better=(part.better / spread).clip(-5, 5))
    slope, entropy = jax.grad(policy_loss, has_aux=True)(
        taught.weights, taught.average, seen, part, wins, teaching[part.tables], pull, kind
    )
    return adam(taught, slope, pull.rate), entropy


def critic_loss(critic: Weights, part: Lesson, at: Seating, kind: Any) -> Array:
    odds = jax.nn.log_softmax(expected(at_speed(critic, kind), part.truth, part.tables, part.seats, at))
    return -(part.targets.clip(0, 1) * jnp.where(at.taken[part.tables] > 0, odds, 0.0)).sum(-1).mean()


@partial(jax.jit, static_argnames=("size", "kind"), donate_argnums=(0,))
def learn_critic(
    taught: Learner, lesson: Lesson, order: Array, start: Array, at: Seating, rate: Array, size: int, kind: Any
) -> Learner:
    part = part_of(lesson, order, start, size)
    return adam(taught, jax.grad(critic_loss)(taught.weights, part, at, kind), rate)
