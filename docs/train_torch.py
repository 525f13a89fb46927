"""A first agent, with torch: the swimmers of Get Bit! share a network and learn by playing each other.

python docs/train_torch.py --seconds 120
"""

import argparse
import time

import torch
from torch import nn

from undertow.envs import Batch

MATCHES, STEPS = 128, 256  # side by side, and how many decisions each of them brings before the network learns
LAMBDA = 0.8  # how far back a surprise is credited
RANDOM = {"swimmer 2": "random", "swimmer 3": "random", "swimmer 4": "random"}


class Swimmer(nn.Module):
    """What to do, and which share of the win to expect. An observation says whose it is, so one network is enough."""

    def __init__(self, numbers, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.choice, self.share = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen, masks):
        thought = self.body(torch.as_tensor(seen))
        logits = self.choice(thought).masked_fill(torch.as_tensor(masks) == 0, -1e9)  # nothing illegal is chosen
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.share(thought).squeeze(-1)


@torch.no_grad()
def rollout(net, batch):
    """Decisions, and how much better than expected each turned out for the seat that made it."""
    kept = []
    for _ in range(STEPS):
        decided = [torch.tensor(part) for part in batch.buffers[:3]]  # seats, observations, masks: a step changes them
        policy, share = net(*decided[1:])
        actions = policy.sample()
        shown = batch.step(actions)
        ended = torch.tensor(shown.rewards), torch.tensor(shown.ends)
        kept.append((*decided, actions, policy.log_prob(actions), share, *ended))
    seats, *decisions, shares, rewards, ends = (torch.stack(parts) for parts in zip(*kept, strict=True))
    later = torch.full_like(rewards[0], torch.nan)  # what each seat expects at its next decision, or gets; NaN: unknown
    better, trace = torch.zeros(STEPS, MATCHES), torch.zeros_like(later)
    for step in reversed(range(STEPS)):
        over, seat = ends[step, :, None] > 0, seats[step, :, None]
        later, trace = torch.where(over, rewards[step], later), torch.where(over, 0, trace)
        surprise = later.gather(1, seat) - shares[step, :, None] + LAMBDA * trace.gather(1, seat)
        better[step] = surprise.squeeze(1)
        later.scatter_(1, seat, shares[step, :, None])
        trace.scatter_(1, seat, surprise.nan_to_num())
    return [part[~better.isnan()] for part in (*decisions, better, better + shares)]


def learn(net, optimizer, seen, masks, actions, before, better, returns):
    """PPO: what went better than expected becomes likelier, but only by a fifth or so at a time."""
    better = better / better.std()
    for part in (part for _ in range(3) for part in torch.randperm(len(returns)).split(2048)):
        policy, share = net(seen[part], masks[part])
        ratio = (policy.log_prob(actions[part]) - before[part]).exp()
        gain = torch.minimum(ratio * better[part], ratio.clamp(0.8, 1.2) * better[part])
        optimizer.zero_grad()
        ((returns[part] - share).square() - gain - 0.01 * policy.entropy()).mean().backward()
        optimizer.step()


@torch.no_grad()
def share_of_wins(net):
    """Of swimmer 1 against three who choose at random, in the first match of each row; 0.25 would be fair."""
    batch = Batch("get-bit", players=4, matches=4096, bots=RANDOM, seed=1)
    won = torch.full((batch.matches,), torch.nan)
    while won.isnan().any():
        policy, _ = net(batch.buffers.observations, batch.buffers.masks)
        shown = batch.step(policy.logits.argmax(-1))
        first_end = won.isnan() & (torch.tensor(shown.ends) > 0)
        won[first_end] = torch.tensor(shown.rewards)[first_end, 0]
    return won.mean().item()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=120)
    until = time.monotonic() + parser.parse_args().seconds
    torch.manual_seed(0)
    torch.set_num_threads(1)  # the network is so small that more threads would wait for each other
    batch = Batch("get-bit", players=4, matches=MATCHES)
    net = Swimmer(batch.numbers, batch.actions)
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    while time.monotonic() < until or not batch.played:
        learn(net, optimizer, *rollout(net, batch))
    print(f"{batch.played} matches; share of wins against three random swimmers: {share_of_wins(net):.3f}")
