"""`ahead`: what a network has learnt, made better by looking ahead.

For each action that the network would consider, the bot plays matches in its head, from worlds its side can imagine. In
them everybody, itself included, plays as the network does and knows what their side would know in that world; after
a few choices the network says what the match is worth. Nobody in such a match plays better for knowing the truth, so
what an action is worth never rests on knowing what cannot be known.

The network's odds then take one step towards the actions that turned out better (magnetic mirror descent with the
network itself as the magnet): odds times exp(STEP * worth). That is "update equivalence", Sokota and others,
arXiv 2304.13138: the improved policy is the one a learner would have moved to here. It still mixes.

What is imagined has the odds of somebody who expects the others to decide at random; how likely the network would have
made the others do what they were seen to do is not weighed in.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from undertow.bots import net as nets
from undertow.bots.bot import Bot, Choice, Knowledge
from undertow.bots.dreams import NOBODY, Dreams, room_for
from undertow.bots.net_bot import NetBot, StandIn, drawn, mix_of
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.records import Encoding, Floats, Ints
from undertow.core.rng import draw, stream

AHEAD = "undertow.bots.ahead"
ROWS = 192  # matches at a time
CHOICES = 12  # that are played before the network judges
STEP = 12.0  # how far the odds move: so many times the difference in shares of the win
LEAST = 0.01  # odds of an action that is worth a thought
MOST = 12  # actions that are thought about
SURE = 0.98  # odds of the best action above which there is nothing to think about


class Looked(NamedTuple):
    """What looking ahead came to."""

    worth: Floats  # the share of the win after each action
    matches: int  # played in its head


class AheadBot:
    """A network that looks ahead, for so many seconds or so many imagined matches a decision."""

    def __init__(
        self, setup: Setup, seed: int, name: str, other: Bot, matches: int = 0, seconds: float | None = None
    ) -> None:
        self.name = name
        self._setup = setup
        self._net = NetBot(setup, seed, name, (nets.AS_TRAINED,), other)
        self._rng = stream(seed, 1)
        self._head: Head | None = None
        self._matches, self._seconds = matches, seconds
        self._hook = setup.game.hook("bots", "looks_ahead")
        self._possible = len(setup.viewers) == 3 and set(map(nets.role_of, setup.sides)) <= set(self._net.net.weights)

    def choose(self, knowledge: Knowledge) -> Choice:
        if not self._possible or not self._net.plays(knowledge) or not self._hook(knowledge.view(), knowledge.seat):
            return self._net.choose(knowledge)
        names, actions = list(knowledge.legal), np.array(list(knowledge.legal.values()))
        if len(actions) == 1:
            return knowledge.choice(int(actions[0]), "the only legal action")
        odds, share = self._net.odds(knowledge, actions)
        thought = np.sort(np.argsort(-odds)[:MOST])
        thought = thought[odds[thought] >= LEAST]
        if len(thought) == 1 or odds.max() >= SURE:
            return knowledge.choice(
                int(actions[drawn(odds, self._rng)]),
                f"it expects to win {share:.0%} of such matches",
                mix=mix_of(names, odds),
            )
        looked = self._look(knowledge, actions[thought])
        better = improved(odds, thought, looked.worth)
        expected = float((better[thought] * looked.worth).sum() / better[thought].sum())
        values = {names[i]: float(worth) for i, worth in zip(thought, looked.worth, strict=True)}
        return knowledge.choice(
            int(actions[drawn(better, self._rng)]),
            f"after {looked.matches} matches in its head it expects to win {expected:.0%}",
            values,
            mix_of(names, better),
        )

    def _look(self, knowledge: Knowledge, actions: Ints) -> Looked:
        """What each of these actions is worth."""
        if self._head is None:
            self._head = Head(self._setup, self._net.net)
        began, totals, worlds = time.perf_counter(), np.zeros(len(actions)), 0
        while True:
            number = max(1, ROWS // len(actions))
            if self._seconds is None:
                number = min(number, max(1, self._matches // len(actions)) - worlds)
            totals += self._head.play(knowledge, actions, number, self._rng).sum(0)
            worlds += number
            spent = time.perf_counter() - began
            if self._seconds is None:
                if worlds >= self._matches // len(actions):
                    break
            elif spent * (worlds + number) / worlds > self._seconds:
                break
        return Looked(totals / worlds, worlds * len(actions))


def make_ahead_bot(setup: Setup, seed: int, name: str, other: Bot, matches: int, seconds: float | None) -> Bot:
    """A bot that looks ahead, or the other one if the network cannot be used."""
    try:
        return AheadBot(setup, seed, name, other, matches, seconds)
    except UndertowError as error:
        return StandIn(other, str(error).rstrip("."))


def improved(odds: Floats, thought: Ints, worth: Floats) -> Floats:
    """The network's odds after a step towards what turned out better. An action nobody thought about is taken to be
    worth what the others are on average."""
    weights = odds[thought] / odds[thought].sum()
    better = np.array(odds, np.float64)
    better[thought] *= np.exp(STEP * (worth - weights @ worth))
    return np.asarray(better / better.sum())


class Head:
    """Where matches are imagined: room for them, and the networks made ready for this table."""

    def __init__(self, setup: Setup, net: nets.Net) -> None:
        self._setup = setup
        self._compiled = setup.game.algorithm(AHEAD)
        self._viewers = setup.viewers_of_seats()
        self._roles = [nets.role_of(side) for side in setup.sides]
        self._ready = {role: Ready(setup, net.weights[role]) for role in dict.fromkeys(self._roles)}
        self._places = nets.places(setup)
        self._dreams: Dreams = room_for(setup, ROWS)
        self._room = np.zeros(max(len(setup.seats), setup.game.state.SEATS))

    def play(self, knowledge: Knowledge, actions: Ints, worlds: int, rng: Ints) -> Floats:
        """For each world (a row) and action (a column): the share of the win."""
        box, dreams, rows = self._setup.box, self._dreams, worlds * len(actions)
        imagined, memories = knowledge.imagine(rng, worlds), knowledge.memories()
        self._compiled.branch(box, imagined, memories, self._viewers, knowledge.seat, actions, draw(rng) << 20, dreams)
        for _ in range(CHOICES):
            if not self._choose(np.flatnonzero(dreams.seats[:rows] != NOBODY)):
                break
        return self._worth(rows, knowledge.seat).reshape(worlds, len(actions))

    def _choose(self, rows: Ints) -> bool:
        """Everybody chooses once; False: there is nobody left."""
        dreams = self._dreams
        for ready, mine in [(ready, self._of(role, rows)) for role, ready in self._ready.items()]:
            if len(mine):
                logits, column = ready.logits(dreams, mine, self._places[dreams.seats[mine]])
                self._compiled.choose_and_go_on(self._setup.box, self._viewers, dreams, mine, logits, column)
        return len(rows) > 0

    def _of(self, role: str, rows: Ints) -> Ints:
        """Those of the rows in which this role chooses."""
        theirs = np.array([other == role for other in self._roles])
        return np.asarray(rows[theirs[self._dreams.seats[rows]]])

    def _worth(self, rows: int, seat: int) -> Floats:
        """What the matches came to, or what whoever must choose now expects of them."""
        dreams, worth = self._dreams, np.zeros(rows)
        over = np.flatnonzero(dreams.seats[:rows] == NOBODY)
        gained = np.zeros(len(over))
        self._compiled.gains(self._setup.box, dreams, over, seat, self._room, gained)
        worth[over] = gained
        going = np.flatnonzero(dreams.seats[:rows] != NOBODY)
        for role, ready in self._ready.items():
            mine = self._of(role, going)
            if len(mine):
                share = ready.share(dreams, mine, self._places[dreams.seats[mine]])
                worth[mine] = share if role == self._roles[seat] else 1 - share
        return worth


class Ready:
    """A role's network at one table: what the house rules add is always the same, so it is added up once."""

    def __init__(self, setup: Setup, weights: nets.Weights) -> None:
        game, first = setup.game, weights["0.weights"]
        self._seats = np.asarray(first[game.encoding :], np.float32)  # by place among the side's seats
        self._inner: nets.Weights = dict(weights)
        self._inner["0.weights"] = np.ascontiguousarray(first[: game.written])
        self._inner["0.bias"] = weights["0.bias"] + setup.house.astype(np.float32) @ first[game.written : game.encoding]
        self._policy = np.ascontiguousarray(weights["policy.weights"].T)
        self._bias = weights["policy.bias"]
        self._columns = np.zeros(len(self._bias), np.int64)

    def logits(self, dreams: Dreams, rows: Ints, places: Ints) -> tuple[Encoding, Ints]:
        """Of all actions that are legal in any of these rows; and in which column each is."""
        felt = self._felt(dreams, rows, places)
        width = int(dreams.counts[rows].max())
        legal = dreams.legal[rows, :width]
        listed = np.zeros(len(self._bias), bool)
        listed[legal[np.arange(width) < dreams.counts[rows, None]]] = True
        actions = np.flatnonzero(listed)
        self._columns[actions] = np.arange(len(actions))
        return felt @ self._policy[actions].T + self._bias[actions], self._columns

    def share(self, dreams: Dreams, rows: Ints, places: Ints) -> Floats:
        """The share of the win that whoever chooses expects."""
        felt = self._felt(dreams, rows, places)
        value = (felt @ self._inner["value.weights"] + self._inner["value.bias"])[:, 0]
        return np.asarray(1 / (1 + np.exp(-value.astype(np.float64))))

    def _felt(self, dreams: Dreams, rows: Ints, places: Ints) -> Encoding:
        return np.asarray(nets.feel(self._inner, dreams.seen[rows], self._seats[places]))
