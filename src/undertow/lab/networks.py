"""Many matches in which networks play: they decide for whole batches, compiled bots play inside them.

A batch has a number of rows that depends on the device alone; each row plays its share of the matches to their end. On
the CPU the networks are NumPy's, on a GPU torch's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from undertow.bots import Plan
from undertow.bots import net as nets
from undertow.bots.net_bot import loosened, plays_throughout
from undertow.core.bundles import ENDED, GAINS, ROWS, SQUARES
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints
from undertow.envs import Batch
from undertow.envs.rows import ENDED as TO_ITS_END
from undertow.lab.duels import Decide, decides

ROWS_ON = {"cpu": 512, "cuda": 16_384}
LOOK_UP = 16  # steps after which it is seen how many matches are over

Counted = tuple[Ints, Floats]  # matches by their length, and everybody's totals


def is_net(plan: Plan) -> bool:
    return plan.policy is None and plan.name.partition(":")[0] == "net"


def can_play(setup: Setup, plans: Sequence[Plan]) -> bool:
    """Whether all of these bots are compiled or networks, at least one of them a network, that play throughout."""
    known = all(plan.policy is not None or is_net(plan) for plan in plans)
    return known and any(map(is_net, plans)) and plays_throughout(setup)


class Networks:
    """A batch with networks at some of its seats."""

    def __init__(
        self, setup: Setup, plans: Sequence[Plan], matches: int, seed: int, device: str = "cpu", workers: int = 1
    ) -> None:
        self._setup, self.matches = setup, matches
        rows = min(matches, ROWS_ON[device])
        inside = {seat: plan.name for seat, plan in zip(setup.seats, plans, strict=True) if not is_net(plan)}
        self._batch = Batch(
            setup.game, setup.players, setup.settings, rows, device, bots=inside, seed=seed, threads=workers
        )
        self.device = self._batch.device_name
        self._like: Any = _Torch() if hasattr(self._batch.buffers.seats, "cpu") else _NumPy()
        self._deciding, which = self._minds(plans, seed)
        self._which = self._like.array(which)
        self._place = self._like.array(np.eye(setup.game.state.SEATS, dtype=np.float32)[nets.places(setup)])
        self._left = self._like.array(np.array([matches // rows + (row < matches % rows) for row in range(rows)]))
        self._lengths = self._like.array(np.zeros(setup.game.state.BOUND + 1))
        self._totals = self._like.array(np.zeros((ROWS, len(setup.seats))))

    def _minds(self, plans: Sequence[Plan], seed: int) -> tuple[list[Decide], Ints]:
        """The networks, and the number of each seat's: seats that play alike share one."""
        found: dict[tuple[str, tuple[int, ...]], int] = {}
        which = np.zeros(len(plans), np.int64)
        for seat, plan in enumerate(plans):
            if is_net(plan):
                role = nets.role_of(self._setup.sides[seat])
                which[seat] = found.setdefault((role, plan.numbers), len(found))
        game, decides_by = self._setup.game, self._like.decides
        return [
            decides_by(loosened(game, numbers).weights[role], not any(numbers), seed + i)
            for (role, numbers), i in found.items()
        ], which

    def play(self, progress: Callable[[int], None]) -> None:
        """All of the matches; what is over is counted, also if somebody interrupts."""
        shown, steps, told = self._batch.buffers, 0, 0
        while True:
            shown = self._batch.step(self._decide(shown))
            self._count(shown)
            steps += 1
            if steps % LOOK_UP == 0:
                over = self.matches - int(self._left.sum())
                progress(over - told)
                told = over
                if over == self.matches:
                    return

    def _decide(self, shown: Any) -> Any:
        """A row that has played its share, or has no choice, takes what comes."""
        like, actions = self._like, self._batch.random_actions()
        open_to = (self._left > 0) & (like.whole(shown.masks).sum(1) > 1)
        for number, decide in enumerate(self._deciding):
            rows = like.where(open_to & (self._which[shown.seats] == number))
            if len(rows):
                seen = like.join(shown.observations[rows], self._place[shown.seats[rows]])
                actions[rows] = decide(seen, shown.masks[rows])
        return actions

    def _count(self, shown: Any) -> None:
        over = (shown.ends > 0) & (self._left > 0)
        self._left -= self._like.whole(over)
        self._lengths += self._like.by_length(self._batch.lasted, over, len(self._lengths))
        rewards = self._like.wide(shown.rewards) * self._like.wide(over)[:, None]
        self._totals[GAINS] += rewards.sum(0)
        self._totals[SQUARES] += (rewards * rewards).sum(0)
        self._totals[ENDED, 0] += ((shown.ends == TO_ITS_END) & over).sum()

    def counted(self) -> Counted:
        return self._like.back(self._lengths).astype(np.int64), self._like.back(self._totals)


class _NumPy:
    """What is asked of arrays."""

    def array(self, given: Any) -> Any:
        return given

    def decides(self, weights: nets.Weights, firm: bool, seed: int) -> Decide:
        return decides(weights, 0 if firm else nets.AS_TRAINED, seed)

    def join(self, one: Any, other: Any) -> Any:
        return np.concatenate([one, other], 1)

    def where(self, given: Any) -> Any:
        return np.flatnonzero(given)

    def whole(self, given: Any) -> Any:
        return given.astype(np.int64)

    def wide(self, given: Any) -> Any:
        return given.astype(np.float64)

    def by_length(self, lasted: Any, over: Any, most: int) -> Any:
        return np.bincount(lasted, weights=over, minlength=most)

    def back(self, given: Any) -> Any:
        return np.asarray(given)


class _Torch:
    """The same on a GPU; `device` for those who want to see it work without one."""

    def __init__(self, device: str = "cuda") -> None:
        import torch

        self._torch, self._device = torch, device

    def array(self, given: Any) -> Any:
        return self._torch.as_tensor(given, device=self._device)

    def decides(self, weights: nets.Weights, firm: bool, seed: int) -> Decide:
        torch, inside = self._torch, {name: self.array(array) for name, array in weights.items()}
        rng = torch.Generator(self._device)
        rng.manual_seed(seed)

        def decide(seen: Any, masks: Any) -> Any:
            logits = torch.where(masks > 0, nets.think(inside, seen, self)[0], nets.NOTHING)
            if firm:
                return logits.argmax(-1)
            return torch.multinomial(logits.softmax(-1), 1, generator=rng)[:, 0]

        return decide

    # as `nets.think` asks for it
    def sqrt(self, given: Any) -> Any:
        return given.sqrt()

    def maximum(self, given: Any, least: float) -> Any:
        return given.clamp(min=least)

    def join(self, one: Any, other: Any) -> Any:
        return self._torch.cat([one, other], 1)

    def where(self, given: Any) -> Any:
        return given.nonzero()[:, 0]

    def whole(self, given: Any) -> Any:
        return given.to(self._torch.int64)

    def wide(self, given: Any) -> Any:
        return given.to(self._torch.float64)

    def by_length(self, lasted: Any, over: Any, most: int) -> Any:
        return self._torch.bincount(lasted, weights=self.wide(over), minlength=most)

    def back(self, given: Any) -> Any:
        return given.cpu().numpy()
