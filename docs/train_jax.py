"""A first agent, with JAX: the swimmers of Get Bit! share a network and learn by playing each other.

python docs/train_jax.py --seconds 120
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

from undertow.envs import Batch

MATCHES, STEPS = 128, 256  # side by side, and how many decisions each of them brings before the network learns
LAMBDA = 0.8  # how far back a surprise is credited
RANDOM = {"swimmer 2": "random", "swimmer 3": "random", "swimmer 4": "random"}


def network(key, sizes):
    """What to do, and which share of the win to expect. An observation says whose it is, so one network is enough."""
    keys = jax.random.split(key, len(sizes))
    return [
        (jax.random.normal(k, (n, m)) / n**0.5, jnp.zeros(m)) for k, n, m in zip(keys, sizes, sizes[1:], strict=False)
    ]


def think(net, seen, masks):
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
    entropy = -(jnp.exp(odds) * odds).sum(1)
    return (known * ((returns - share) ** 2 - gain - 0.01 * entropy)).sum() / known.sum()


@jax.jit
def learn(net, adam, parts):
    """Adam, once for each part of a rollout."""

    def once(learner, part):
        net, (first, second, times) = learner
        slope = jax.grad(loss)(net, *part)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
        rate = 2e-3 * jnp.sqrt(1 - 0.999 ** (times + 1)) / (1 - 0.9 ** (times + 1))
        net = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), net, first, second)
        return (net, (first, second, times + 1)), None

    return jax.lax.scan(once, (net, adam), parts)[0]


def rollout(net, batch, key):
    """Decisions, and how much better than expected each turned out for the seat that made it."""
    shown, kept, rows = batch.buffers, [], np.arange(MATCHES)
    for at in jax.random.split(key, STEPS):
        decided = [part.copy() for part in shown[:3]]  # seats, observations, masks: a step changes them
        chosen = [np.asarray(part) for part in act(net, at, *decided[1:])]
        batch.step(chosen[0])
        kept.append((*decided, *chosen, shown.rewards.copy(), shown.ends.copy()))
    seats, *decisions, shares, rewards, ends = (np.stack(parts) for parts in zip(*kept, strict=True))
    later = np.full_like(rewards[0], np.nan)  # what each seat expects at its next decision, or gets; NaN: unknown
    better, trace = np.zeros_like(shares), np.zeros_like(later)
    for step in reversed(range(STEPS)):
        over, seat = ends[step, :, None] > 0, seats[step]
        later, trace = np.where(over, rewards[step], later), np.where(over, 0, trace)
        better[step] = later[rows, seat] - shares[step] + LAMBDA * trace[rows, seat]
        later[rows, seat], trace[rows, seat] = shares[step], np.nan_to_num(better[step])
    known = ~np.isnan(better)
    better = np.nan_to_num(better)
    parts = *decisions, better / better[known].std(), better + shares, known
    return [part.reshape(-1, *part.shape[2:]) for part in parts]


def share_of_wins(net):
    """Of swimmer 1 against three who choose at random, in the first match of each row; 0.25 would be fair."""
    batch = Batch("get-bit", players=4, matches=4096, bots=RANDOM, seed=1)
    won = np.full(batch.matches, np.nan)
    while np.isnan(won).any():
        odds, _ = jax.jit(think)(net, batch.buffers.observations, batch.buffers.masks)
        shown = batch.step(np.asarray(odds.argmax(-1)))
        first_end = np.isnan(won) & (shown.ends > 0)
        won[first_end] = shown.rewards[first_end, 0]
    return won.mean()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=120)
    until = time.monotonic() + parser.parse_args().seconds
    rng, key = np.random.default_rng(0), jax.random.key(0)
    batch = Batch("get-bit", players=4, matches=MATCHES)
    net = network(key, (batch.numbers, 128, 128, batch.actions + 1))
    adam = jax.tree.map(jnp.zeros_like, net), jax.tree.map(jnp.zeros_like, net), 0
    while time.monotonic() < until or not batch.played:
        key, at = jax.random.split(key)
        played = rollout(net, batch, at)
        for _ in range(3):
            order = rng.permutation(MATCHES * STEPS).reshape(16, -1)
            net, adam = learn(net, adam, [part[order] for part in played])
    print(f"{batch.played} matches; share of wins against three random swimmers: {share_of_wins(net):.3f}")
