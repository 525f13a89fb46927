"""A first agent, with JAX: the swimmers of Get Bit! share a network and learn by playing each other.

python docs/train_jax.py --seconds 120
"""

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

from undertow.envs import Batch, credit
from undertow.lab.duels import Duel

MATCHES, STEPS = 128, 256  # side by side, and how many decisions each of them brings before the network learns


@jax.jit
def think(net, seen, masks):
    """What to do, and which share of the win to expect. An observation says whose it is, so one network is enough."""
    for weights, bias in net[:-1]:
        seen = jax.nn.relu(seen @ weights + bias)
    found = seen @ net[-1][0] + net[-1][1]
    return jax.nn.log_softmax(jnp.where(masks > 0, found[:, :-1], -1e9)), found[:, -1]  # nothing illegal is chosen


@jax.jit
def act(net, key, seen, masks):
    odds, share = think(net, seen, masks)
    actions = jax.random.categorical(key, odds)
    return actions, jnp.take_along_axis(odds, actions[:, None], 1)[:, 0], share


def loss(net, seen, masks, actions, before, better, returns, known):
    """PPO: what went better than expected becomes likelier, but only by a fifth or so at a time."""
    odds, share = think(net, seen, masks)
    ratio = jnp.exp(jnp.take_along_axis(odds, actions[:, None], 1)[:, 0] - before)
    gain = jnp.minimum(ratio * better, ratio.clip(0.8, 1.2) * better)
    return (known * ((returns - share) ** 2 - gain + 0.01 * (jnp.exp(odds) * odds).sum(1))).sum() / known.sum()


@jax.jit
def learn(net, first, second, times, part):
    """A step of Adam."""
    slope = jax.grad(loss)(net, *part)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
    rate = 2e-3 * jnp.sqrt(1 - 0.999 ** (times + 1)) / (1 - 0.9 ** (times + 1))
    return (
        jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), net, first, second),
        first,
        second,
        times + 1,
    )


def rollout(net, batch, key):
    """Decisions, and how much better than expected each turned out for the seat that made it."""
    shown, kept = batch.buffers, []
    for at in jax.random.split(key, STEPS):
        decided = [part.copy() for part in shown[:3]]  # seats, observations, masks: a step changes them
        chosen = [np.asarray(part) for part in act(net, at, *decided[1:])]
        batch.step(chosen[0])
        kept.append((*decided, *chosen, shown.rewards.copy(), shown.ends.copy()))
    seats, *decisions, shares, rewards, ends = (np.stack(parts) for parts in zip(*kept, strict=True))
    better = credit(seats, shares, rewards, ends).astype(np.float32)
    known, better = ~np.isnan(better), np.nan_to_num(better)
    parts = *decisions, better / better[known].std(), better + shares, known
    return [part.reshape(-1, *part.shape[2:]) for part in parts]


until = time.monotonic() + float(sys.argv[sys.argv.index("--seconds") + 1])
rng, keys = np.random.default_rng(0), (jax.random.key(number) for number in range(1 << 30))
batch = Batch("get-bit", players=4, matches=MATCHES)
sizes = ((batch.numbers, 128), (128, 128), (128, batch.actions + 1))
net = [(jax.random.normal(next(keys), size) / size[0] ** 0.5, jnp.zeros(size[1])) for size in sizes]
learner = net, jax.tree.map(jnp.zeros_like, net), jax.tree.map(jnp.zeros_like, net), 0
while time.monotonic() < until or not batch.played:
    played = rollout(learner[0], batch, next(keys))
    for part in (part for _ in range(3) for part in rng.permutation(MATCHES * STEPS).reshape(16, -1)):
        learner = learn(*learner, [array[part] for array in played])
among = Duel(batch.setup, {f"swimmer {number}": "random" for number in (2, 3, 4)}, 4096)
numbers = batch.numbers  # a duel also says which of a side's seats decides; here a side is one swimmer
won = among.play(
    {"swimmer 1": lambda seen, masks: np.asarray(think(learner[0], seen[:, :numbers], masks)[0].argmax(-1))}
)
print(f"{batch.played} matches; share of wins against three random swimmers: {won[:, 0].mean():.3f}")
