"""A first agent, with torch: the swimmers of Get Bit! share a network and learn by playing each other.

python docs/train_torch.py --seconds 120
"""

import sys
import time

import numpy as np
import torch

from undertow.envs import Batch, credit
from undertow.lab.duels import Duel

torch.manual_seed(0)
torch.set_num_threads(1)  # the network is so small that more threads would wait for each other
batch = Batch("get-bit", players=4, matches=128)
body = [torch.nn.Linear(batch.numbers, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU()]
net = torch.nn.Sequential(*body, torch.nn.Linear(128, batch.actions + 1))
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)


def think(seen, masks):
    """What to do, and which share of the win to expect. An observation says whose it is, so one network is enough."""
    found = net(torch.as_tensor(seen))
    logits = found[:, :-1].masked_fill(torch.as_tensor(masks) == 0, -1e9)  # nothing illegal is chosen
    return torch.distributions.Categorical(logits=logits, validate_args=False), found[:, -1]


@torch.no_grad()
def rollout(steps=256):
    """Decisions, and how much better than expected each turned out for the seat that made it."""
    kept = []
    for _ in range(steps):
        decided = [part.copy() for part in batch.buffers[:3]]  # seats, observations, masks: a step changes them
        policy, share = think(*decided[1:])
        actions = policy.sample()
        shown = batch.step(actions.numpy())
        kept.append((*decided, actions, policy.log_prob(actions), share, shown.rewards.copy(), shown.ends.copy()))
    seats, *decisions, shares, rewards, ends = (np.stack(parts) for parts in zip(*kept, strict=True))
    better = credit(seats, shares, rewards, ends)
    known = ~np.isnan(better)
    better = better.astype(np.float32)
    return [torch.as_tensor(part[known]) for part in (*decisions, better / better[known].std(), better + shares)]


def learn(seen, masks, actions, before, better, returns):
    """PPO: what went better than expected becomes likelier, but only by a fifth or so at a time."""
    for part in (part for _ in range(3) for part in torch.randperm(len(returns)).split(2048)):
        policy, share = think(seen[part], masks[part])
        ratio = (policy.log_prob(actions[part]) - before[part]).exp()
        gain = torch.minimum(ratio * better[part], ratio.clamp(0.8, 1.2) * better[part])
        optimizer.zero_grad()
        ((returns[part] - share).square() - gain - 0.01 * policy.entropy()).mean().backward()
        optimizer.step()


until = time.monotonic() + float(sys.argv[sys.argv.index("--seconds") + 1])
while time.monotonic() < until or not batch.played:
    learn(*rollout())
among = Duel(batch.setup, {f"swimmer {number}": "random" for number in (2, 3, 4)}, 4096)
numbers = batch.numbers  # a duel also says which of a side's seats decides; here a side is one swimmer
won = among.play({"swimmer 1": lambda seen, masks: think(seen[:, :numbers], masks)[0].logits.argmax(-1).numpy()})
print(f"{batch.played} matches; share of wins against three random swimmers: {won[:, 0].mean():.3f}")
