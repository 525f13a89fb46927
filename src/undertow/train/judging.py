"""A network that decides for the rows of a duel, with JAX: on whatever device learns."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from undertow.bots.net import Weights
from undertow.core.records import Ints
from undertow.lab.duels import Decide
from undertow.train.learner import drawn, logits_of


def decides(weights: Weights, seed: int) -> Decide:
    key = jax.random.key(seed)

    def decide(seen: Any, masks: Any) -> Ints:
        nonlocal key
        key, now = jax.random.split(key)
        return np.asarray(_decide(weights, now, seen, masks)).astype(np.int64)

    return decide


@partial(jax.jit)
def _decide(weights: Weights, key: Any, seen: Any, masks: Any) -> Any:
    return drawn(key, jax.nn.log_softmax(logits_of((weights,), seen, masks, jnp.zeros(1))))
